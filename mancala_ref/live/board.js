/**
 * The board that a reader plays on: an anywidget front-end module. It knows its model and nothing of who carries it
 * (the thin host of the pages, JupyterLite, any notebook), and it says nothing of its own: every word comes with
 * `state`, which `mancala_ref.live.view` makes (its fields are listed there).
 *
 * Sends   what `mancala_ref.live.session.Session.handle` lists
 * Model   `state`; and where the host knows them `rules` (the page that states the clauses), `link` (to this board) and
 *         `cite` (loads what tells how to cite it: see cite.js)
 * Hooks   .mancala-live             data-game data-position data-mover data-free data-rev data-refused data-over
 *                                   data-thinking data-version; data-busy from a message until it is answered;
 *                                   data-film while a turn is shown step by step; data-editing
 *         .mancala-live svg [data-hole]   role=button; classes `playable`, `marked` (last turn), `to` `takes` (of the
 *                                   hole that is looked at), `hinted`; the one with tabindex=0 is the board's tab stop
 *         .mancala-prompt .mancala-look .mancala-note .mancala-refusal .mancala-said .mancala-turns .mancala-position
 *         .mancala-sheet .mancala-cite .mancala-reference .mancala-rules .mancala-version; button[data-act], select and
 *         input [data-set]
 */

const ARROWS = { ArrowUp: [1, 0], ArrowDown: [-1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const SPEEDS = { slow: 420, normal: 160, fast: 55, none: 0 }; // milliseconds a seed
const FULL_SPEED = 60; // seeds of a turn; the more there are, the faster they go
const MOST_DRAWN = 12; // as svg.py draws them

/** Signs on buttons, drawn: not every machine has them in its letters. */
const SIGNS = {
  play: 'M3 1v10l8-5z', pause: 'M2 1h3v10H2zM7 1h3v10H7z', back: 'M9 1v10L2 6z', step: 'M1 1v10l6-5zM8 1h2v10H8z',
  skip: 'M1 1v10l4.5-5zM5 1v10l4.5-5zM9.5 1H11v10H9.5z', more: 'M5 1h2v4h4v2H7v4H5V7H1V5h4z', less: 'M1 5h10v2H1z',
};

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

const filled = (words, values) => words.replace(/\{(\w+)\}/g, (_, name) => values[name]);

/** Let a drawn hole hold so many seeds. */
function put(hole, count) {
  const seeds = hole.querySelector('.seeds');
  if (count > 0 && count <= MOST_DRAWN) {
    seeds.setAttribute('stroke-dasharray', `0 ${(2 * Math.PI * seeds.getAttribute('r')) / count}`);
    seeds.removeAttribute('display');
  } else seeds.setAttribute('display', 'none');
  hole.querySelector('.count').textContent = count || '';
  hole.dataset.seeds = count;
}

/** Write counts by hole, and the players' lines (North's, South's), into a drawn board. */
export function fill(svg, counts, lines) {
  for (const hole of svg.querySelectorAll('[data-hole]')) put(hole, counts[hole.dataset.hole]);
  svg.querySelectorAll('.player').forEach((line, at) => { line.textContent = lines[at]; });
}

/** Hand a file to the reader. */
function save(name, content) {
  const address = URL.createObjectURL(content);
  make('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** A picture as PNG, at twice its size, on white. */
async function png(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = make('canvas', { width: 2 * image.width, height: 2 * image.height });
  const pen = canvas.getContext('2d');
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => { canvas.toBlob(resolve); });
}

function render({ model, el }) {
  const { words } = model.get('state');
  const id = `mancala-${Math.random().toString(36).slice(2)}`;
  let state = null; // what is drawn
  let asked = {}; // the last message
  let current = null; // name of the hole that Tab reaches; arrow keys move it
  let byKey = false; // whether the last hole was chosen with the keyboard
  let looking = null; // name of the hole that is looked at
  let touched = null; // name of the hole that was tapped to be looked at
  let editing = false;
  let typed = ''; // the digits of a count that is being typed
  let typedAt = 0;

  // ---- the parts

  /** A clause, as a link to where this page states it, or else the page that the host knows of. */
  function reference(clause) {
    const page = document.getElementById(clause) ? '' : model.get('rules');
    return page === undefined ? make('code', {}, clause) : make('a', { href: `${page}#${clause}` }, clause);
  }

  /** A sentence and, in brackets, the clause behind it. */
  function sentence({ text, clause }) {
    return clause ? [text, ' (', reference(clause), ')'] : [text];
  }

  function button(act, does, label = words[act]) {
    const made = make('button', { type: 'button', 'data-act': act }, label);
    made.addEventListener('click', does);
    return made;
  }

  /** A button with a sign on it, and its words for those who do not know the sign. */
  function sign(act, does, shown = act) {
    const made = button(act, does, '');
    show(made, shown, words[act]);
    return made;
  }

  function show(made, shown, text) {
    made.innerHTML = `<svg viewBox="0 0 12 12" aria-hidden="true"><path d="${SIGNS[shown]}"/></svg>`;
    made.setAttribute('aria-label', text);
    made.title = text;
  }

  function field(text, control, className = '') {
    return make('label', { class: `mancala-field ${className}` }, make('span', {}, text), control);
  }

  function options(select, choices, value) {
    update(select, choices.map(([key, text]) => make('option', { value: key }, text)));
    select.value = value;
  }

  function select(set, does, attributes = {}) {
    const made = make('select', { 'data-set': set, ...attributes });
    made.addEventListener('change', () => does(made.value));
    return made;
  }

  const number = (set, does) => {
    const made = make('input', { type: 'number', min: 0, inputmode: 'numeric', 'data-set': set });
    made.addEventListener('change', () => { if (made.value !== '') does(made.valueAsNumber); });
    return made;
  };

  const details = (name, ...children) => make('details', { class: `mancala-${name}` }, make('summary', {}, words[name]), ...children);
  const row = (name, ...children) => make('div', { class: `mancala-row mancala-${name}` }, ...children);

  const prompt = make('p', { class: 'mancala-prompt', role: 'status' }); // what is expected now
  const place = make('div', { class: 'mancala-scroll' });
  const look = make('p', { class: 'mancala-look', id: `${id}-look` }); // what choosing a hole would do
  const refusal = make('p', { class: 'mancala-refusal', id: `${id}-refusal`, role: 'status' }); // why the last message was not carried out
  const note = make('p', { class: 'mancala-note', role: 'status' }); // what was taken back, a hint
  const answers = make('div', { class: 'mancala-answers' }, look, refusal, note);
  const said = make('ol', { class: 'mancala-said' }); // the steps of the turn
  const rules = make('p', { class: 'mancala-rules' }); // the reading that is played
  const engine = make('p', { class: 'mancala-version' }); // of the engine that plays here

  const act = Object.fromEntries(['pass', 'undo', 'redo', 'hint', 'think', 'stop', 'new'].map((type) => [type, button(type, () => send({ type }))]));
  const seats = Object.fromEntries(['S', 'N'].map((side) => [side, select(side, () => {
    send({ type: 'players', S: seats.S.value, N: seats.N.value });
  })]));

  const speed = select('speed', () => {});
  options(speed, Object.keys(SPEEDS).map((key) => [key, words[`speed-${key}`]]), matchMedia('(prefers-reduced-motion: reduce)').matches ? 'none' : 'normal');
  const play = sign('replay-turn', () => (film.running ? film.show(film.at) : film.play(film.at < film.steps.length ? film.at : 0)), 'play');
  const filming = row('film',
    sign('back', () => film.show(Math.max(0, film.at - 1))), play,
    sign('step', () => film.step()), sign('skip', () => film.end()), field(words.speed, speed));
  filming.setAttribute('role', 'group');
  filming.setAttribute('aria-label', words.film);

  const turns = make('ol', { class: 'mancala-turns', 'aria-label': words.turns, start: 0 });
  const sheet = make('textarea', { class: 'mancala-sheet', rows: 3, spellcheck: 'false' });
  const record = details('record', field(words.sheet, sheet),
    row('buttons', button('replay', () => send({ type: 'replay', text: sheet.value })), button('copy-record', () => copy(sheet), words.copy)));

  const columns = select('columns', (value) => setUp({ columns: Number(value) }));
  const reading = select('reading', (value) => setUp({ reading: value, options: {} }));
  const chosen = make('div', { class: 'mancala-options' }); // one field for each option
  const toggle = () => {
    editing = !editing;
    draw();
    if (editing) aim(current);
  };
  const edit = button('edit', toggle);
  const seeds = number('seeds', (count) => send({ type: 'put', hole: current, seeds: count }));
  const seedsField = field('', seeds);
  const mover = select('mover', (side) => send({ type: 'mover', side }));
  options(mover, ['S', 'N'].map((side) => [side, words[side]]), 'S');
  const taken = Object.fromEntries(['S', 'N'].map((side) => [side, number(`captured-${side}`, (count) => send({ type: 'captured', side, seeds: count }))]));
  const editor = make('div', { class: 'mancala-editor', role: 'group', 'aria-label': words.edit },
    make('p', {}, words['edit-help']),
    row('buttons', seedsField, sign('more', () => add(1)), sign('less', () => add(-1)), button('done', toggle)),
    row('buttons', button('opening', () => send({ type: 'opening' })), button('clear', () => send({ type: 'clear' })), button('swap', () => send({ type: 'swap' })), field(words.mover, mover), ...['S', 'N'].map((side) => field(words[`captured-${side}`], taken[side]))));
  const setup = details('setup', row('buttons', field(words.columns, columns), field(words.reading, reading)), chosen, edit);

  const position = make('input', { class: 'mancala-position', spellcheck: 'false', autocomplete: 'off', size: 1 });
  const form = make('form', { class: 'mancala-row' }, field(words.position, position, 'mancala-wide'), make('button', { 'data-act': 'set' }, words.set));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    send({ type: 'position', text: position.value.trim() });
  });
  const link = button('link', () => copy(make('input', { value: model.get('link') }), link));
  const loading = make('p', { role: 'status' }); // how to cite the position, if that is not there
  const reload = button('reload', () => showCitation());
  const citation = make('div');
  const cite = details('cite', loading, reload, citation);
  cite.addEventListener('toggle', () => showCitation());
  const share = details('share', form, row('buttons',
    button('copy-position', () => copy(position), words.copy), link,
    button('svg', () => save(`${state.game}.svg`, new Blob([state.svg], { type: 'image/svg+xml' }))),
    button('png', async () => save(`${state.game}.png`, await png(state.svg)))), cite);
  link.hidden = model.get('link') === undefined;
  cite.hidden = model.get('cite') === undefined;
  reload.hidden = true;

  const box = make('div', { class: 'mancala-live' },
    prompt,
    place,
    editor,
    answers,
    row('tools', ...Object.values(act)),
    filming,
    turns,
    make('div', { role: 'log' }, said),
    row('players', ...['S', 'N'].map((side) => field(words[side], seats[side]))),
    record, setup, share,
    details('help', ...['rings', 'touch', 'keys', 'players'].map((about) => make('p', {}, words[`help-${about}`]))),
    rules,
    engine);
  el.append(box);

  // ---- what is asked

  function send(message) {
    asked = message;
    film.finish();
    box.dataset.busy = '';
    model.send(message);
  }

  function choose(name, key) {
    byKey = key;
    touched = null;
    send({ type: 'choose', hole: name });
  }

  function setUp(changed) {
    const now = { columns: state.columns, reading: state.reading, options: state.options };
    send({ type: 'setup', ...now, ...changed });
  }

  const holds = () => Number(hole(current).dataset.seeds);
  const add = (count) => send({ type: 'put', hole: current, seeds: Math.max(0, holds() + count) });

  async function copy(field, beside = field) {
    let done = true;
    beside.closest('.mancala-row, .mancala-field').after(note); // to be seen where it was asked for
    try {
      await navigator.clipboard.writeText(field.value);
    } catch { // no permission, or not a safe address
      if (!field.isConnected) beside.after(field);
      field.select();
      done = document.execCommand('copy');
    }
    note.textContent = words[done ? 'copied' : 'not-copied'];
  }

  // ---- how to cite the position

  let citing = null; // a promise of what tells it
  let files = {}; // by their endings

  /** Show how to cite the position, if that is unfolded; load it, if it is not there. */
  async function showCitation() {
    if (!cite.open) return;
    if (!citing) loading.textContent = words.loading;
    citing ??= model.get('cite')();
    let tell;
    try {
      tell = await citing;
    } catch {
      citing = null;
      loading.textContent = words['not-loaded'];
      reload.hidden = false;
      return;
    }
    loading.textContent = '';
    if (reload.getRootNode().activeElement === reload) cite.firstChild.focus();
    reload.hidden = true;
    const told = tell();
    files = told.files;
    if (!citation.firstChild) citation.append(...citationParts(told));
    citation.querySelectorAll('.mancala-reference').forEach((reference, at) => { reference.replaceChildren(told.references[at][1]); });
    update(citation.lastChild, [...told.about.children]);
  }

  /** The references' places, each with its button; the buttons that save files; the place for what is told of all. */
  function citationParts({ references }) {
    const styles = references.flatMap(([style]) => {
      const reference = make('p', { class: 'mancala-reference' });
      const copies = button('copy-reference', () => copy(make('input', { value: reference.textContent }), copies), words.copy);
      copies.setAttribute('aria-label', filled(words['copy-reference'], { style }));
      return [make('dt', {}, style), make('dd', {}, reference, row('buttons', copies))];
    });
    const saves = Object.keys(files).map((ending) => button(ending, () => save(`${state.game}-position.${ending}`, new Blob([files[ending]]))));
    return [make('dl', {}, ...styles), row('buttons', ...saves), make('div')];
  }

  // ---- the holes

  const hole = (name) => place.querySelector(`[data-hole="${name}"]`);

  function firstChoice() {
    return Object.keys(state.holes).find((name) => state.holes[name].playable) ?? Object.keys(state.holes)[0];
  }

  function aim(name) {
    if (!hole(name)) return;
    hole(current)?.setAttribute('tabindex', '-1');
    current = name;
    hole(name).setAttribute('tabindex', '0');
    hole(name).focus();
    hole(name).scrollIntoView({ block: 'nearest', inline: 'nearest' }); // focus() leaves a hole that is half hidden so
    showSeeds();
  }

  /** Put signs on holes, in place of those that were there. */
  function signs(name, shown, holes) {
    for (const old of place.querySelectorAll(`.hole.${name}`)) {
      old.classList.remove(name);
      old.querySelector(`.sign-${name}`).remove();
    }
    for (const each of holes) {
      const text = document.createElementNS('http://www.w3.org/2000/svg', 'text');
      text.setAttribute('class', `sign sign-${name}`);
      text.setAttribute('x', 13);
      text.setAttribute('y', -8);
      text.textContent = shown;
      hole(each).classList.add(name);
      hole(each).append(text);
    }
  }

  /** Show what choosing a hole would do, or nothing. */
  function lookAt(name) {
    looking = name;
    const playing = !editing && !film.running && film.at === film.steps.length;
    const { said: sentences, to, takes, playable } = (playing && state.holes[name]) || { said: [], takes: [] };
    signs('to', '↓', to ? [to] : []);
    signs('takes', '×', takes);
    look.replaceChildren(...sentences.flatMap((each) => [...sentence(each), ' ']), name && name === touched && playable ? words.again : '');
  }

  let pointed = ''; // where the mouse is: a board drawn anew under a mouse at rest is not pointed at
  place.addEventListener('pointerover', ({ target, pointerType, clientX, clientY }) => {
    const over = target.closest('[data-hole]'), now = `${clientX} ${clientY}`;
    if (over && pointerType !== 'touch' && now !== pointed) lookAt(over.dataset.hole);
    pointed = now;
  });
  place.addEventListener('focusin', ({ target }) => { // Play itself puts the focus here: that is no question yet
    if (target.matches(':focus-visible')) lookAt(target.closest('[data-hole]')?.dataset.hole);
  });

  let byTouch = false;
  place.addEventListener('pointerdown', ({ pointerType }) => { byTouch = pointerType === 'touch'; });
  place.addEventListener('click', ({ target, detail }) => {
    const name = target.closest('[data-hole]')?.dataset.hole;
    if (!name || (detail > 1 && !byTouch)) return; // a double click chooses once
    const past = film.at < film.steps.length && !film.running; // first back to what can be played on
    if (past) film.end();
    const first = byTouch && touched !== name;
    touched = first ? name : null;
    aim(name);
    lookAt(name);
    if (!editing && !first && !past) choose(name, false);
  });

  place.addEventListener('keydown', (event) => {
    const name = event.target.closest('[data-hole]')?.dataset.hole;
    if (!name || event.altKey || event.ctrlKey || event.metaKey) return;
    const rank = name.charCodeAt(0), column = Number(name.slice(1)); // `b3`: second rank from South, third column
    const go = (r, c) => aim(String.fromCharCode(r) + c);
    const { key } = event;
    if (key in ARROWS) go(rank + ARROWS[key][0], column + ARROWS[key][1]);
    else if (key === 'Home') go(rank, 1);
    else if (key === 'End') go(rank, state.columns);
    else if (key === 'Escape') film.end();
    else if (editing && /^\d$/.test(key)) type(key);
    else if (editing && (key === '+' || key === '=')) add(1);
    else if (editing && key === '-') add(-1);
    else if (editing && (key === 'Delete' || key === 'Backspace')) send({ type: 'put', hole: name, seeds: 0 });
    else if (!editing && (key === 'Enter' || key === ' ')) choose(name, true);
    else return;
    event.preventDefault();
  });

  /** Go on with a count, or begin a new one after a while, or in another hole. */
  function type(digit) {
    const now = performance.now();
    typed = asked.hole === current && now - typedAt < 1200 ? (typed + digit).slice(-4) : digit;
    typedAt = now;
    send({ type: 'put', hole: current, seeds: Number(typed) });
  }

  function showSeeds() {
    seedsField.firstChild.textContent = filled(words.seeds, { hole: current });
    seeds.value = holds();
  }

  // ---- a turn, step by step

  const film = {
    steps: [],
    at: 0, // how many steps the board shows
    running: 0, // which showing is on, if any
    count: 0,

    /** Take up the steps of a drawn state, all of them shown. */
    take() {
      this.steps = state.steps;
      this.at = this.steps.length;
      this.lines = [...place.querySelectorAll('.player')].map((line) => line.textContent);
      this.mover = state.outcome ? '' : state.mover;
      for (const each of filming.querySelectorAll('button')) each.setAttribute('aria-disabled', String(!this.steps.length));
    },

    /** Let the board stand as it did after so many steps. */
    show(at) {
      this.stop();
      this.at = at;
      this.draw();
      this.tell(at - 1);
    },

    draw(at = this.at) {
      const counts = { ...state.before.holes };
      for (const { changes } of this.steps.slice(0, at)) Object.assign(counts, changes);
      const last = at === this.steps.length;
      fill(place, counts, last ? this.lines : this.steps[at - 1]?.lines ?? state.before.lines);
      place.querySelectorAll('.player').forEach((line, each) => {
        line.setAttribute('font-weight', 'NS'[each] === (last ? this.mover : state.before.mover) ? 'bold' : 'normal');
      });
      box.toggleAttribute('data-past', !last);
    },

    /** Point at a step: under the board, in the list, and at its clause on the page. */
    tell(at) {
      const step = this.steps[at], item = said.children[Math.max(0, at)];
      if (item) said.scrollTop = item.offsetTop - said.offsetTop - 40;
      for (const element of document.querySelectorAll('.mancala-now')) element.classList.remove('mancala-now');
      [...said.children].forEach((item, each) => item.firstChild.setAttribute('aria-current', each === at ? 'step' : 'false'));
      look.replaceChildren(...(step ? sentence(step) : []));
      if (step) document.getElementById(step.clause)?.classList.add('mancala-now');
    },

    /** Show the turn from a step on, and then do what waits for its end. */
    async play(from) {
      this.stop();
      const mine = this.running = ++this.count;
      box.dataset.film = '';
      show(play, 'pause', words.pause);
      lookAt(null);
      const total = this.steps.reduce((sum, { path }) => sum + path.length + 3, 0);
      for (this.at = from; this.at < this.steps.length; this.at += 1) {
        this.draw();
        this.tell(this.at);
        const seed = (SPEEDS[speed.value] || SPEEDS.normal) * Math.min(1, FULL_SPEED / total);
        for await (const _ of this.drops(this.steps[this.at], seed)) if (this.running !== mine) return;
      }
      this.end();
    },

    /** Do a step on the board, with a pause after each seed. */
    async* drops({ hole: from, path }, seed) {
      const pause = (seeds) => new Promise((resolve) => { setTimeout(resolve, seeds * seed); });
      if (path.length) {
        const hand = document.createElementNS('http://www.w3.org/2000/svg', 'g');
        hand.setAttribute('class', 'hand');
        hand.innerHTML = '<circle r="12"/><text y="5"/>';
        hand.style.transitionDuration = `${0.8 * seed}ms`;
        const over = (name) => {
          const [x, y] = hole(name).getAttribute('transform').match(/[\d.]+/g);
          hand.style.transform = `translate(${x}px, ${y - 12}px)`;
          follow(hole(name));
        };
        over(from);
        hand.lastChild.textContent = path.length;
        place.firstChild.append(hand);
        put(hole(from), 0);
        yield pause(1.5);
        for (const [at, name] of path.entries()) {
          over(name);
          yield pause(1);
          put(hole(name), Number(hole(name).dataset.seeds) + 1);
          hand.lastChild.textContent = path.length - at - 1 || '';
        }
        yield pause(1.5);
        hand.remove();
      } else {
        if (from) {
          hole(from).classList.add('touched');
          follow(hole(from));
        }
        yield pause(3);
        this.draw(this.at + 1);
        yield pause(1);
        if (from) hole(from).classList.remove('touched');
      }
    },

    /** Go to where so many steps have been done; at the last, say what is expected now. */
    go(at) {
      this.show(at);
      if (at === this.steps.length) expect();
    },

    /** Show the next step alone. */
    step() {
      this.go(this.at < this.steps.length ? this.at + 1 : 0);
    },

    /** Stop where it is, at the last whole step. */
    stop() {
      if (!this.running) return;
      this.running = 0;
      delete box.dataset.film;
      place.querySelector('.hand')?.remove();
      for (const touchedHole of place.querySelectorAll('.touched')) touchedHole.classList.remove('touched');
      show(play, 'play', words['replay-turn']);
      this.draw();
    },

    /** Let the board stand as it does after the turn. */
    finish() {
      this.stop();
      this.at = this.steps.length;
      this.draw();
      this.tell(-1);
    },

    /** Show all of it, and say what is expected now. */
    end() {
      this.finish();
      expect();
    },
  };

  /** Keep a hole in sight on a board that is wider than its box. */
  function follow(shown) {
    const inner = shown.getBoundingClientRect(), outer = place.getBoundingClientRect();
    if (inner.left < outer.left) place.scrollLeft -= outer.left - inner.left + 60;
    if (inner.right > outer.right) place.scrollLeft += inner.right - outer.right + 60;
  }

  /** Say what is expected now; and let the player to move think, if that is what it is. */
  function expect() {
    update(prompt, [make('span', {}, ...sentence({ text: state.prompt, clause: state.outcome?.clause }))]);
    const { rev } = state;
    if (state.due) setTimeout(() => { if (state.rev === rev && box.isConnected) send({ type: 'think' }); }, 300);
  }

  // ---- all of it

  function draw() {
    const before = state;
    if (before) film.finish();
    state = model.get('state');
    const active = place.getRootNode().activeElement;
    const focused = place.contains(active) || (active === act.pass && !state.must_pass && !state.may_leave);
    const redrawn = state.svg !== before?.svg || state.columns !== before.columns;
    if (redrawn) {
      place.innerHTML = state.svg; // the engine's own drawing: numbers and names that it made itself
      for (const name of ['id', 'aria-labelledby']) { // several boards on a page would share these ids
        for (const element of place.querySelectorAll(`[${name}]`)) element.removeAttribute(name);
      }
    }
    place.style.setProperty('--mancala-columns', state.columns);
    const svg = place.querySelector('svg');
    svg.setAttribute('role', 'group'); // a picture no longer: its holes are buttons
    svg.setAttribute('aria-label', words.board);
    const begins = byKey && state.free > 0 && before?.free === 0; // the other side's holes are to be chosen now
    const leap = !state.holes[current] || (begins && !state.holes[current].playable);
    if (leap) current = firstChoice();
    for (const g of svg.querySelectorAll('[data-hole]')) {
      const { label: name, playable } = state.holes[g.dataset.hole];
      g.setAttribute('role', 'button');
      g.setAttribute('aria-label', name);
      g.setAttribute('aria-describedby', look.id);
      g.setAttribute('aria-disabled', String(!playable && !editing)); // still answers, with the rule that forbids it
      g.setAttribute('tabindex', g.dataset.hole === current ? '0' : '-1');
      g.classList.toggle('playable', playable);
    }
    signs('hinted', '★', state.hint?.holes ?? []);

    update(said, state.steps.map((step, at) => {
      const item = make('li', {}, make('button', { type: 'button', class: 'mancala-step', 'aria-current': 'false' }, step.text));
      if (step.clause) item.append(' (', reference(step.clause), ')');
      item.dataset.at = at + 1;
      return item;
    }));
    note.textContent = state.hint?.text ?? state.note;
    answers.append(note);
    refusal.replaceChildren(...(state.refusal ? sentence(state.refusal) : [])); // again if it is the same as before

    update(turns, [words.start, ...state.turns].map((text, at) => make('li', {}, make('button', {
      type: 'button', 'data-turn': at, 'aria-current': String(at === state.at), class: at > state.at ? 'undone' : '',
    }, text))));
    if (active?.dataset.turn && !active.isConnected) turns.querySelector(`[data-turn="${active.dataset.turn}"]`)?.focus();
    turns.hidden = !state.turns.length;
    const typedIn = { position, replay: sheet }[asked.type]; // the field that the last message came from
    const faulty = state.refusal && typedIn;
    for (const [input, text] of [[position, state.position], [sheet, state.sheet]]) {
      if (input !== faulty) input.value = text;
      input.setAttribute('aria-invalid', String(input === faulty));
      input.setAttribute('aria-describedby', refusal.id);
    }
    (faulty ? typedIn.closest('form, details > .mancala-field') : look).after(refusal);
    if (faulty && state.refusal.at) {
      position.focus();
      position.setSelectionRange(state.refusal.at - 1, state.refusal.at);
    }

    act.pass.hidden = !(state.must_pass || state.may_leave);
    act.pass.textContent = words[state.may_leave ? 'leave' : 'pass'];
    act.undo.setAttribute('aria-disabled', String(!state.can_undo)); // keeps the focus, and tells why
    act.redo.setAttribute('aria-disabled', String(!state.can_redo));
    act.think.hidden = !state.waits || state.due;
    act.stop.hidden = !state.thinking && !state.due;
    act.hint.hidden = state.thinking || Boolean(state.outcome);
    for (const side of ['S', 'N']) {
      options(seats[side], state.setup.players.map((player) => [player.id, player.name]), state.players[side]);
      taken[side].value = state.captured[side === 'S' ? 0 : 1];
    }
    options(columns, state.setup.sizes.map((size) => [size, size]), state.columns);
    options(reading, state.setup.readings.map((each) => [each.id, each.name]), state.reading);
    drawOptions();
    mover.value = state.mover;
    editor.hidden = !editing;
    edit.setAttribute('aria-pressed', String(editing));
    box.toggleAttribute('data-editing', editing);
    rules.textContent = state.rules;
    engine.textContent = `mancala_ref ${state.version}`;

    const { game, free, rev, version, thinking } = state;
    const [isRefused, over] = [state.refusal, state.outcome].map(Boolean);
    Object.assign(box.dataset, { game, mover: state.mover, free, rev, refused: isRefused, over, thinking, version, position: state.position });
    delete box.dataset.busy;
    film.take();
    if (focused && leap) aim(current);
    else if (focused && redrawn) hole(current).focus({ preventScroll: true });
    showSeeds();
    if (state.refusal && asked.type === 'choose') lookAt(null); // the same is told as a refusal
    else if (!redrawn) lookAt(looking);
    else lookAt(place.contains(active) && state.holes[current].playable ? current : null);

    const goesOn = before && state.match === before.match && state.click > before.click;
    if (goesOn && speed.value !== 'none' && state.steps.length) film.play(state.shown === before.shown ? Math.min(before.steps.length, state.steps.length) : 0);
    else expect();
    showCitation();
  }

  function drawOptions() {
    update(chosen, state.setup.options.map(({ name, meaning, values, usual }) => field(meaning, make('select', { 'data-set': name },
      ...values.map(({ value, text }) => make('option', { value }, value === usual ? filled(words.usual, { value: text }) : text))), 'mancala-wide')));
    for (const { name, value } of state.setup.options) chosen.querySelector(`[data-set="${name}"]`).value = value;
  }

  chosen.addEventListener('change', ({ target }) => {
    const changed = { ...state.options, [target.dataset.set]: target.value };
    setUp({ options: changed });
  });
  said.addEventListener('click', ({ target }) => {
    if (target.matches('.mancala-step')) film.go(Number(target.parentElement.dataset.at));
  });
  turns.addEventListener('click', ({ target }) => {
    if (target.dataset.turn) send({ type: 'go', turn: Number(target.dataset.turn) });
  });

  model.on('change:state', draw);
  draw();
  return () => {
    model.off('change:state', draw);
    film.stop();
  };
}

export default { render };
