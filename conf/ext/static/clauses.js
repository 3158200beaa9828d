// What pages gain by a script: a filter on the list of all clauses, and print in dark on white. Without it the list is
// whole.

// Words are compared without regard to capitals and to how an apostrophe is written.
const plain = (text) => text.toLowerCase().replaceAll('’', "'");

function filter(form) {
  const entries = [...document.querySelectorAll('.clause-entry')];
  const lists = [...document.querySelectorAll('.clause-list')];
  const fields = [...form.elements];
  const count = form.querySelector('.clause-count');
  const asked = new URLSearchParams(location.search);
  let unknown = [];
  for (const field of fields) {
    field.value = asked.get(field.name) ?? '';
    if (field.selectedIndex === -1) { // there is no such choice
      unknown.push(`; no such ${field.name}: ${asked.get(field.name)}`);
      field.value = '';
    }
  }

  function show() {
    const { game, source, standing, words } = Object.fromEntries(fields.map((field) => [field.name, field.value]));
    const wanted = plain(words).split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const entry of entries) {
      const text = plain(entry.textContent);
      entry.hidden = !(
        (!game || entry.dataset.game === game)
        && (!source || entry.dataset.sources.split(' ').includes(source))
        && (!standing || entry.dataset.standing === standing)
        && wanted.every((word) => text.includes(word))
      );
      if (!entry.hidden) shown += 1;
    }
    for (const list of lists) list.hidden = !list.querySelector('.clause-entry:not([hidden])');
    count.textContent = `${shown} of ${entries.length} clauses${unknown.join('')}`;
  }

  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', () => {
    const url = new URL(location.href);
    for (const { name, value } of fields) {
      if (value) url.searchParams.set(name, value);
      else url.searchParams.delete(name);
    }
    history.replaceState(history.state, '', url);
    unknown = []; // the address has lost them
    show();
  });
  form.hidden = false;
  show();
}

// Paper is white, whichever theme a page is read in.
function printInLight() {
  const { dataset } = document.documentElement;
  let theme;
  window.addEventListener('beforeprint', () => {
    theme = dataset.theme;
    dataset.theme = 'light';
  });
  window.addEventListener('afterprint', () => { dataset.theme = theme; });
}

printInLight();
document.querySelectorAll('.clause-filter').forEach(filter);
