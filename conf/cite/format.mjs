// Formats references: node format.mjs ITEMS.json REFERENCES.json STYLE...
// Reads a list of CSL-JSON items; writes a list with one object an item, which has the reference by style, as HTML.
import { readFileSync, writeFileSync } from 'node:fs';
import { plugins } from '@citation-js/core';
import '@citation-js/plugin-csl';

const [given, made, ...names] = process.argv.slice(2);
const items = JSON.parse(readFileSync(given, 'utf8'));
const found = items.map(() => ({}));
const { engine, styles } = plugins.config.get('@csl');
for (const name of names) {
  styles.add(name, readFileSync(new URL(`${name}.csl`, import.meta.url), 'utf8'));
  const processor = engine(items, name, 'en-US', 'html');
  items.forEach(({ id }, index) => { // each alone: in a list, works of one author and year would become 2026a and 2026b
    processor.updateItems([id]);
    const [, [entry]] = processor.makeBibliography();
    found[index][name] = entry.replace(/^\s*<div[^>]*>|<\/div>\s*$/g, '').trim();
  });
}
writeFileSync(made, JSON.stringify(found));
