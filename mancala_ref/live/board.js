/**
 * The board that a reader plays on: an anywidget front-end module. It knows its model and nothing of who carries it
 * (the thin host of the pages, JupyterLite, any notebook), and it says nothing of its own: every word comes with
 * `state`, which `mancala_ref.live.session.Session` makes (its fields are listed there).
 *
 * Sends   {type: 'choose', hole} | {type: 'pass'} | {type: 'undo'} | {type: 'new'}
 * Hooks   .mancala-live             data-game data-position data-mover data-free data-rev data-refused data-over
 *                                   data-version; data-busy from a choice until it is answered
 *         .mancala-live svg [data-hole]   role=button; classes `playable`, `marked` (last turn); the one with tabindex=0 is the
 *                                   board's tab stop
 *         .mancala-prompt .mancala-said .mancala-position .mancala-turns; button[data-act=undo|new|pass]
 */

const STEPS = { ArrowUp: [1, 0], ArrowDown: [-1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** A clause, as a link where the page has it. */
function reference(clause) {
  return document.getElementById(clause)
    ? make('a', { href: `#${clause}` }, clause)
    : make('code', {}, clause);
}

/** A sentence and, in brackets, the clause behind it. */
function sentence({ text, clause }) {
  return clause ? [text, ' (', reference(clause), ')'] : [text];
}

function render({ model, el }) {
  const { words } = model.get('state');
  const prompt = make('p', { class: 'mancala-prompt', role: 'status' }); // what is expected now
  const place = make('div', { class: 'mancala-scroll' });
  const said = make('ul', { class: 'mancala-said' }); // what the last choice did, or why it was refused
  const buttons = Object.fromEntries(['pass', 'undo', 'new'].map((act) => {
    const button = make('button', { type: 'button', 'data-act': act }, words[act]);
    button.addEventListener('click', () => send({ type: act }));
    return [act, button];
  }));
  const position = make('input', { class: 'mancala-position', readonly: '', spellcheck: 'false', size: 1 });
  position.addEventListener('focus', () => position.select());
  const turns = make('span', { class: 'mancala-turns' });
  const record = make('p', { class: 'mancala-record' }, make('span', {}, words.turns), turns);
  const box = make('div', { class: 'mancala-live' },
    place,
    prompt,
    make('p', { class: 'mancala-tools' }, ...Object.values(buttons)),
    make('div', { role: 'status' }, said),
    make('label', { class: 'mancala-record' }, make('span', {}, words.position), position),
    record,
  );
  el.append(box);

  let current = null; // name of the hole that Tab reaches; arrow keys move it
  const hole = (name) => place.querySelector(`[data-hole="${name}"]`);

  function send(message) {
    box.dataset.busy = '';
    model.send(message);
  }

  function draw() {
    const state = model.get('state');
    const active = place.getRootNode().activeElement;
    const focused = place.contains(active) || (active === buttons.pass && !state.must_pass);
    place.innerHTML = state.svg; // the engine's own drawing: numbers and names that it made itself
    place.style.setProperty('--mancala-columns', state.columns);
    const svg = place.querySelector('svg');
    svg.setAttribute('role', 'group'); // a picture no longer: its holes are buttons
    svg.setAttribute('aria-label', words.board);
    for (const name of ['id', 'aria-labelledby']) { // several boards on a page would share these ids
      for (const element of place.querySelectorAll(`[${name}]`)) element.removeAttribute(name);
    }
    current = state.holes[current] ? current : firstChoice(state);
    for (const g of svg.querySelectorAll('[data-hole]')) {
      const { label, playable } = state.holes[g.dataset.hole];
      g.setAttribute('role', 'button');
      g.setAttribute('aria-label', label);
      g.setAttribute('aria-disabled', String(!playable)); // still answers, with the rule that forbids it
      g.setAttribute('tabindex', g.dataset.hole === current ? '0' : '-1');
      g.classList.toggle('playable', playable);
    }
    said.replaceChildren(...state.said.map((step) => make('li', {}, ...sentence(step))));
    prompt.replaceChildren(...sentence({ text: state.prompt, clause: state.outcome?.clause }));
    position.value = state.position;
    turns.textContent = state.turns.join(' ');
    record.hidden = !state.turns.length;
    buttons.pass.hidden = !state.must_pass;
    buttons.undo.setAttribute('aria-disabled', String(!state.can_undo)); // keeps the focus, and tells why
    const { game, mover, free, rev, refused, version } = state;
    Object.assign(box.dataset, { game, mover, free, rev, refused, version, position: state.position, over: Boolean(state.outcome) });
    delete box.dataset.busy;
    if (focused) hole(current).focus({ preventScroll: true });
  }

  function firstChoice(state) {
    return Object.keys(state.holes).find((name) => state.holes[name].playable) ?? Object.keys(state.holes)[0];
  }

  function aim(name) {
    if (!hole(name)) return;
    hole(current)?.setAttribute('tabindex', '-1');
    current = name;
    hole(name).setAttribute('tabindex', '0');
    hole(name).focus();
    hole(name).scrollIntoView({ block: 'nearest', inline: 'nearest' }); // focus() leaves a hole that is half hidden so
  }

  place.addEventListener('click', ({ target }) => {
    const name = target.closest('[data-hole]')?.dataset.hole;
    if (!name) return;
    aim(name);
    send({ type: 'choose', hole: name });
  });

  place.addEventListener('keydown', (event) => {
    const name = event.target.closest('[data-hole]')?.dataset.hole;
    if (!name || event.altKey || event.ctrlKey || event.metaKey) return;
    const rank = name.charCodeAt(0), column = Number(name.slice(1)); // `b3`: second rank from South, third column
    const go = (r, c) => aim(String.fromCharCode(r) + c);
    if (event.key in STEPS) go(rank + STEPS[event.key][0], column + STEPS[event.key][1]);
    else if (event.key === 'Home') go(rank, 1);
    else if (event.key === 'End') go(rank, model.get('state').columns);
    else if (event.key === 'Enter' || event.key === ' ') send({ type: 'choose', hole: name });
    else return;
    event.preventDefault();
  });

  model.on('change:state', draw);
  draw();
  return () => model.off('change:state', draw);
}

export default { render };
