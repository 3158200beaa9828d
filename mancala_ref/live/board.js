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
 *         .mancala-prompt .mancala-hint .mancala-refusal .mancala-said .mancala-position .mancala-turns .mancala-rules
 *         .mancala-version; button[data-act=undo|new|pass]
 */

const STEPS = { ArrowUp: [1, 0], ArrowDown: [-1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** Give an element these children, but leave alone those that it has: a screen reader is to hear only what is new. */
function update(parent, children) {
  const old = [...parent.children];
  const changed = old.findIndex((child, at) => !children[at]?.isEqualNode(child));
  const same = changed < 0 ? old.length : changed;
  for (const child of old.slice(same)) child.remove();
  parent.append(...children.slice(same));
}

function render({ model, el }) {
  const { words } = model.get('state');

  /** A clause, as a link to where this page states it, or else the page that the host knows of. */
  function reference(clause) {
    const page = document.getElementById(clause) ? '' : model.get('rules');
    return page === undefined ? make('code', {}, clause) : make('a', { href: `${page}#${clause}` }, clause);
  }

  /** A sentence and, in brackets, the clause behind it. */
  function sentence({ text, clause }) {
    return clause ? [text, ' (', reference(clause), ')'] : [text];
  }

  const prompt = make('p', { class: 'mancala-prompt', role: 'status' }); // what is expected now
  const place = make('div', { class: 'mancala-scroll' });
  const refusal = make('p', { class: 'mancala-refusal', role: 'status' }); // why the last choice was none
  const said = make('ul', { class: 'mancala-said' }); // what the turn did so far
  const buttons = Object.fromEntries(['pass', 'undo', 'new'].map((act) => {
    const button = make('button', { type: 'button', 'data-act': act }, words[act]);
    button.addEventListener('click', () => send({ type: act }));
    return [act, button];
  }));
  const position = make('input', { class: 'mancala-position', readonly: '', spellcheck: 'false', size: 1 });
  position.addEventListener('focus', () => position.select());
  const turns = make('span', { class: 'mancala-turns' });
  const rules = make('p', { class: 'mancala-rules' }); // the reading that is played
  const engine = make('p', { class: 'mancala-version' }); // of the engine that plays here
  const record = make('p', { class: 'mancala-record' }, make('span', {}, words.turns), turns);
  const box = make('div', { class: 'mancala-live' },
    place,
    prompt,
    make('p', { class: 'mancala-tools' }, ...Object.values(buttons)),
    make('p', { class: 'mancala-hint' }, words.hint),
    refusal,
    make('div', { role: 'log' }, said),
    make('label', { class: 'mancala-record' }, make('span', {}, words.position), position),
    record,
    rules,
    engine,
  );
  el.append(box);

  let current = null; // name of the hole that Tab reaches; arrow keys move it
  let byKey = false; // whether the last hole was chosen with the keyboard
  const hole = (name) => place.querySelector(`[data-hole="${name}"]`);

  function send(message) {
    box.dataset.busy = '';
    model.send(message);
  }

  function choose(name, key) {
    byKey = key;
    send({ type: 'choose', hole: name });
  }

  function draw() {
    const state = model.get('state');
    const active = place.getRootNode().activeElement;
    const focused = place.contains(active) || (active === buttons.pass && !state.must_pass && !state.may_leave);
    place.innerHTML = state.svg; // the engine's own drawing: numbers and names that it made itself
    place.style.setProperty('--mancala-columns', state.columns);
    const svg = place.querySelector('svg');
    svg.setAttribute('role', 'group'); // a picture no longer: its holes are buttons
    svg.setAttribute('aria-label', words.board);
    for (const name of ['id', 'aria-labelledby']) { // several boards on a page would share these ids
      for (const element of place.querySelectorAll(`[${name}]`)) element.removeAttribute(name);
    }
    const begins = byKey && state.free > 0 && box.dataset.free === '0'; // the other side's holes are to be chosen now
    const leap = !state.holes[current] || (begins && !state.holes[current].playable);
    if (leap) current = firstChoice(state);
    for (const g of svg.querySelectorAll('[data-hole]')) {
      const { label, playable } = state.holes[g.dataset.hole];
      g.setAttribute('role', 'button');
      g.setAttribute('aria-label', label);
      g.setAttribute('aria-disabled', String(!playable)); // still answers, with the rule that forbids it
      g.setAttribute('tabindex', g.dataset.hole === current ? '0' : '-1');
      g.classList.toggle('playable', playable);
    }
    update(said, state.said.map((step) => make('li', {}, ...sentence(step))));
    update(prompt, [make('span', {}, ...sentence({ text: state.prompt, clause: state.outcome?.clause }))]);
    refusal.replaceChildren(...(state.refusal ? sentence(state.refusal) : [])); // again if it is the same as before
    position.value = state.position;
    turns.textContent = state.turns.join(' ');
    record.hidden = !state.turns.length;
    rules.textContent = state.rules;
    engine.textContent = `mancala_ref ${state.version}`;
    buttons.pass.hidden = !(state.must_pass || state.may_leave);
    buttons.pass.textContent = state.words[state.may_leave ? 'leave' : 'pass'];
    buttons.undo.setAttribute('aria-disabled', String(!state.can_undo)); // keeps the focus, and tells why
    const { game, mover, free, rev, version } = state;
    const [refused, over] = [state.refusal, state.outcome].map(Boolean);
    Object.assign(box.dataset, { game, mover, free, rev, refused, over, version, position: state.position });
    delete box.dataset.busy;
    if (focused && leap) aim(current);
    else if (focused) hole(current).focus({ preventScroll: true });
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
    choose(name, false);
  });

  place.addEventListener('keydown', (event) => {
    const name = event.target.closest('[data-hole]')?.dataset.hole;
    if (!name || event.altKey || event.ctrlKey || event.metaKey) return;
    const rank = name.charCodeAt(0), column = Number(name.slice(1)); // `b3`: second rank from South, third column
    const go = (r, c) => aim(String.fromCharCode(r) + c);
    if (event.key in STEPS) go(rank + STEPS[event.key][0], column + STEPS[event.key][1]);
    else if (event.key === 'Home') go(rank, 1);
    else if (event.key === 'End') go(rank, model.get('state').columns);
    else if (event.key === 'Enter' || event.key === ' ') choose(name, true);
    else return;
    event.preventDefault();
  });

  model.on('change:state', draw);
  draw();
  return () => model.off('change:state', draw);
}

export default { render };
