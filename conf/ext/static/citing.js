// What citing gains by a script: buttons that copy a clause's address or a reference, and a link that opens how to cite
// the page. Without it a link stands where the first would be, and a reference can be selected.

const WAIT = 3000; // milliseconds for which a button says what it did

const said = document.createElement('p');
said.className = 'visually-hidden';
said.setAttribute('role', 'status');

/**
 * A button that copies a text, by form; `name` is what is copied. `refused` is called, and its sentence said, if it
 * cannot be.
 */
function copyButton(label, name, texts, refused) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy-button';
  button.textContent = label;
  button.setAttribute('aria-label', `copy ${name}`);
  button.addEventListener('click', async () => {
    try {
      const blobs = Object.entries(texts).map(([form, text]) => [form, new Blob([text], { type: form })]);
      await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs))]);
      said.textContent = `Copied: the ${name}.`;
      button.textContent = 'copied';
    } catch {
      said.textContent = `The browser did not let the ${name} be copied: ${refused()}.`;
      button.textContent = 'not copied';
    }
    setTimeout(() => { button.textContent = label; }, WAIT);
  });
  return button;
}

if (navigator.clipboard?.write) {
  document.body.append(said);
  for (const link of document.querySelectorAll('.clause-link')) {
    const key = decodeURIComponent(link.hash.slice(1));
    link.replaceWith(copyButton('copy link', `link to clause ${key}`, { 'text/plain': link.href }, () => {
      location.hash = link.hash;
      return 'it is in the address bar';
    }));
  }
  for (const reference of document.querySelectorAll('details.cite dd')) {
    const style = reference.previousElementSibling.textContent;
    const texts = { 'text/plain': reference.textContent, 'text/html': reference.innerHTML }; // with its italics
    reference.append(copyButton('copy', `reference in the style of ${style}`, texts, () => {
      getSelection().selectAllChildren(reference);
      return 'it is selected';
    }));
  }
}

function openBlock() {
  if (location.hash === '#cite-this-page') document.querySelector('.page-foot > .cite').open = true;
}
window.addEventListener('hashchange', openBlock);
openBlock();
