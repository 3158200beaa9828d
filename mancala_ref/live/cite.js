/**
 * How to cite a position: references and files that were written while the site was built, with blanks in them, which
 * the position fills. conf/ext/citing.py makes them, as `cite/positions/GAME.json`:
 *
 *   references   of each style its name and the reference, as HTML
 *   files        the text of each file, by its ending
 *   about        the permanent link and the version, as HTML
 */

const BLANK = /(?:KEY|POSITION|RULES|LINK)BLANK/g;

/** How a text is written in a file, by its ending: in BibTeX an address stands as it is, and TeX reads all else. */
const WRITTEN = {
  bib: (text, blank) => (blank === 'LINKBLANK' ? text : text.replaceAll('_', '\\_')),
  ris: (text) => text,
  json: (text) => JSON.stringify(text).slice(1, -1),
};

/** What fills the blanks. Of two positions or rules the keys differ: a rank has as many holes as another. */
function values({ position, reading, options }, query) {
  const rules = [reading, ...Object.entries(options).map(([name, value]) => `${name}=${value}`)].join(', ');
  const key = `${position} ${rules}`.toLowerCase().replaceAll('*', 'x').replace(/[^a-z0-9]+/g, '-');
  return { KEYBLANK: key, POSITIONBLANK: position, RULESBLANK: rules, LINKBLANK: query };
}

/** Return HTML of the site's own as nodes, with its blanks filled by texts, which are never read as HTML. */
function nodes(html, write) {
  const { content } = Object.assign(document.createElement('template'), { innerHTML: html });
  const texts = document.createTreeWalker(content, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) texts.currentNode.data = write(texts.currentNode.data);
  for (const link of content.querySelectorAll('a')) link.setAttribute('href', write(link.getAttribute('href')));
  return content;
}

/** Return what was loaded, its blanks filled by the state of a board and the query of its link; nodes instead of HTML. */
export function filled({ references, files, about }, state, query) {
  const known = values(state, query);
  const write = (form, written) => form.replace(BLANK, (blank) => written(known[blank], blank));
  const show = (html) => nodes(html, (text) => write(text, WRITTEN.ris));
  return {
    references: references.map(([style, html]) => [style, show(html)]),
    files: Object.fromEntries(Object.entries(files).map(([ending, form]) => [ending, write(form, WRITTEN[ending])])),
    about: show(about),
  };
}
