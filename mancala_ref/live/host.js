/**
 * The thin host, page side: makes the boards of a page playable without Jupyter. One worker for all of them, one
 * session a board; board.js sees the part of an anywidget model that it needs.
 *
 * Its boards are the `.mancala` boxes that the directive `{board}` writes, with data-game, data-position (where the
 * match starts), data-reading, data-options (those that differ from the reading, as JSON), data-version (the page's),
 * data-rules (the page that states the game's clauses, unless it is this one) and data-words (every sentence, as JSON).
 * One with data-main (what there is of its game, as JSON) is the main board of the game's own page: a link to that page
 * with a position opens it, and sets data-start and data-record too (see link.js).
 *
 * Hooks   .mancala             data-live: (none) | starting | ready | failed | stopped
 *                              data-code: (none) | starting | ready | slow | refused | failed
 *         .mancala-link        where the board comes from, if from a link, and the way back to the page's own
 *         .mancala-play .mancala-code .mancala-notebook .mancala-status; .mancala-place holds the picture, then the
 *                              board; .mancala-frame is JupyterLite's
 *         window.mancala       patience: milliseconds without a sign of life; stop(): end Python, as a crash would
 */

const LITE = new URL('../../../lite/', import.meta.url);
const CITE = new URL('../../../cite/positions/', import.meta.url);

const host = {
  patience: { start: 60_000, answer: 30_000, code: 120_000 },
  stop: () => engine?.end('silent'),
};

const models = new Map(); // board id -> Model
const own = new Map(); // box that shows a link's board -> what puts the page's own back
let engine = null; // the worker that runs, or starts
let past = false; // the next start goes past the HTTP cache: the last one failed, perhaps by a damaged file there
let failures = 0; // on this page

/** A script of ours; after a failure at another address, for a module that did not load stays so at its own. */
const script = (name) => new URL(`${name}${failures ? `?${failures}` : ''}`, import.meta.url);

/** A worker with Python in it. `ready` settles once; `over` is rejected when it ends, for whatever reason. */
class Engine {
  unanswered = 0;

  constructor() {
    this.over = new Promise((_, reject) => { this.reject = reject; });
    this.ready = Promise.race([new Promise((resolve) => { this.resolve = resolve; }), this.over]);
    for (const promise of [this.over, this.ready]) promise.catch(() => {}); // whoever waits for it shows it
    this.worker = new Worker(script('worker.js'), { type: 'module' });
    this.worker.onerror = (event) => { event.preventDefault(); this.end(event.message || 'script'); };
    this.worker.onmessage = ({ data }) => { if (engine === this) this.hear(data); };
    this.worker.postMessage({ past });
    this.watch(host.patience.start);
  }

  /** End it unless it gives a sign of life within so many milliseconds (0: it need not). */
  watch(patience) {
    clearTimeout(this.timer);
    this.timer = patience && setTimeout(() => this.end('silent'), patience);
  }

  async hear({ progress, ready, fatal, id, state, error, more }) {
    if (progress) return this.watch(host.patience.start);
    if (fatal) return this.end(fatal);
    if (id) {
      if (!more) this.unanswered -= 1;
      this.watch((this.unanswered || state?.thinking) && host.patience.answer);
      return models.get(id).hear(state && { ...state, version: this.version }, error);
    }
    this.version = ready;
    const open = [...models.values()].filter((model) => model.state); // after a crash: back to where they were
    try {
      await Promise.all(open.map((model) => model.open(this)));
      for (const { box } of open) show(box, 'ready', 'restored');
      this.watch(0);
      this.answers = true;
      this.resolve(this);
    } catch ({ message }) { this.end(message); }
  }

  tell(id, message) {
    this.unanswered += 1;
    this.watch(host.patience.answer);
    this.worker.postMessage({ id, message });
  }

  end(reason) {
    if (engine !== this) return;
    this.watch(0);
    this.worker.terminate();
    engine = null;
    past = !this.answers; // one that had started left good files in the cache, and there may be no line
    if (past) failures += 1;
    this.reject(new Error(reason));
    for (const model of models.values()) if (model.drawn) model.stop(reason);
  }
}

function start() {
  engine ??= new Engine();
  return engine.ready;
}

/** Write the parameters of a link so that people can read them. */
function query(values) {
  const readable = (text) => encodeURIComponent(text).replace(/%(?:2C|2F|3D)/g, decodeURIComponent);
  return Object.entries(values).map(([name, value]) => `${name}=${readable(value)}`).join('&');
}

/** The anywidget model of one board, as far as board.js uses it. */
class Model {
  listeners = new Map();

  constructor(box) {
    this.box = box;
    models.set(box.id, this);
  }

  get(name) { return this[name]; }
  get rules() { return this.box.dataset.rules || undefined; }

  /** The address of the board as it stands, on the page of its game; none if no page of these has the game's rules. */
  get link() {
    const { game, rules } = this.box.dataset;
    if (!rules && !document.querySelector(`[data-main][data-game="${game}"]`)) return undefined;
    return Object.assign(new URL(rules, location), { search: query(this.state.link), hash: '' }).href;
  }

  /** Loads how to cite the board: a function that tells it of the board as it stands. None if there is no link to it. */
  get cite() {
    return this.link && (async () => {
      try {
        const how = { cache: failures ? 'reload' : 'no-cache', signal: AbortSignal.timeout(host.patience.start) };
        const load = fetch(new URL(`${this.state.game}.json`, CITE), how);
        const [{ filled }, response] = await Promise.all([import(script('cite.js')), load]);
        if (!response.ok) throw new Error(response.status);
        const forms = await response.json();
        return () => { // the turns that led to a position are no part of it, and the usual rules may become others
          const { link: { position, options }, reading } = this.state;
          return filled(forms, this.state, query({ position, reading, ...(options && { options }) }));
        };
      } catch (fault) {
        failures += 1;
        throw fault;
      }
    });
  }

  on(event, listener) { this.listeners.set(event, (this.listeners.get(event) ?? new Set()).add(listener)); }
  off(event, listener) { this.listeners.get(event)?.delete(listener); }

  send(message) {
    if (engine?.answers) engine.tell(this.box.id, message);
    else play(this.box); // Python is gone: bring it back first
  }

  /** Open this board's session in Python, with all that is on the board, or will be. */
  open(python) {
    const { game, position, start = position, record = '', reading, options } = standing(this.box);
    const opened = new Promise((resolve, reject) => { this.opening = { resolve, reject }; });
    python.tell(this.box.id, { type: 'open', game, start, record, position, reading, options });
    return Promise.race([opened, python.over]);
  }

  hear(state, error) {
    const { opening } = this;
    this.opening = null;
    if (opening && error) return opening.reject(Object.assign(new Error(error), { refused: true }));
    if (state) this.state = state;
    this.redraw();
    if (opening) opening.resolve();
    else if (error) show(this.box, 'ready', 'defect', { reason: error });
    else this.ready();
  }

  ready() { show(this.box, 'ready', ...version(this.box, this.state.version)); }

  stop(reason) {
    this.redraw(); // it waits for no answer any more
    show(this.box, 'stopped', 'stopped', { reason });
  }

  redraw() { for (const listener of this.listeners.get('change:state') ?? []) listener(); }
}

/** What to say, if anything, about the version that plays here: it should be the one that the page describes. */
function version({ dataset: { version: page } }, engine) {
  return engine === page ? [] : ['version', { page, engine }];
}

const words = (box) => JSON.parse(box.dataset.words);

/** One of our sentences, with its blanks filled. */
function sentence(box, key, values = {}) {
  const known = words(box), whole = `${key}_${values.reason}`; // for a reason of our own
  return known[Object.hasOwn(known, whole) ? whole : key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

function say(box, key, values) {
  box.querySelector('.mancala-status').textContent = key ? sentence(box, key, values) : '';
}

/** What is on a board, as its session has it, or before that as the page does. */
function standing({ id, dataset }) {
  return models.get(id)?.state ?? { ...dataset, options: JSON.parse(dataset.options) };
}

/** Set the phase of Play: what its button says, and the status line. */
function show(box, phase, key, values) {
  box.dataset.live = phase;
  say(box, key, values);
  const button = box.querySelector('.mancala-play');
  button.hidden = phase === 'ready';
  button.setAttribute('aria-disabled', String(phase === 'starting')); // and not disabled: it would lose the focus
  button.textContent = words(box)[phase === 'failed' || phase === 'stopped' ? 'again' : 'play'];
}

async function play(box) {
  if (box.dataset.live === 'starting') return;
  const focused = document.activeElement === box.querySelector('.mancala-play');
  show(box, 'starting', 'starting');
  try {
    const module = import(script('board.js')).catch(() => { throw new Error('script'); }); // in our words
    const [{ default: board }, python] = await Promise.all([module, start(), linked]);
    const model = models.get(box.id) ?? new Model(box);
    const refused = model.state ? null : await open(box, model, python);
    if (!model.drawn) {
      const el = document.createElement('div');
      await board.render({ model, el });
      box.querySelector('.mancala-place').replaceChildren(el); // the picture stays until there is a board
      model.drawn = true;
      model.ready();
      if (refused) say(box, 'link_refused', { reason: refused });
    }
    if (focused) box.querySelector('[data-hole][tabindex="0"]').focus({ preventScroll: true });
  } catch ({ message }) {
    failures += 1;
    show(box, 'failed', 'failed', { reason: message });
  }
}

/** Open a board for the first time. If the engine refuses a link's, open the page's own and return why. */
async function open(box, model, python) {
  try {
    await model.open(python);
    return null;
  } catch (error) {
    if (!error.refused || !own.has(box)) throw error;
    own.get(box)();
    await model.open(python);
    return error.message;
  }
}

/** Show the board that the page's address asks for, if it does, in the place of the page's own: Play and Code open it. */
async function follow(box) {
  try {
    const { read, draw } = await import(script('link.js'));
    const link = read(location.search, JSON.parse(box.dataset.main));
    if (!link) return;
    const { board, ...data } = link, size = `${board.rows.length}x${board.rows[0].length}`;
    const [{ fill }, drawing] = await Promise.all([import(script('board.js')), empty(size)]);
    draw(drawing, board, (key, values) => sentence(box, key, values), fill);
    replace(box, data, drawing, board.rows[0].length);
  } catch (fault) {
    if (!fault.key) failures += 1;
    say(box, fault.key ?? 'link_failed', fault.values);
  }
  if (!location.hash) box.scrollIntoView();
}

/** The engine's drawing of an empty board of a size, such as `4x16`. */
async function empty(size) {
  const response = await fetch(script(`boards/${size}.svg`));
  return new DOMParser().parseFromString(await response.text(), 'image/svg+xml').documentElement;
}

/** Put a link's board in the place of the page's own, which is kept. */
function replace(box, link, drawing, columns) {
  const place = box.querySelector('.mancala-place'), kept = [...place.childNodes];
  const { position, reading, options } = box.dataset;
  const scroll = place.querySelector('.mancala-scroll').cloneNode();
  scroll.style.setProperty('--mancala-columns', columns);
  scroll.append(drawing);
  place.replaceChildren(scroll);
  Object.assign(box.dataset, link, { options: JSON.stringify(link.options) });

  const note = document.createElement('p'), back = document.createElement('a');
  const changed = Object.entries(link.options).map(([name, value]) => `${name}=${value}`).join(', ');
  note.className = 'mancala-link';
  back.href = Object.assign(new URL(location), { search: '', hash: box.id });
  back.textContent = sentence(box, 'link_own');
  note.append(sentence(box, changed ? 'link_changed' : 'link_from', { reading: link.reading, options: changed }), ' ', back);
  place.after(note);

  own.set(box, () => {
    place.replaceChildren(...kept);
    note.remove();
    Object.assign(box.dataset, { position, reading, options });
    for (const name of ['start', 'record']) delete box.dataset[name];
    own.delete(box);
  });
}

/** Python code that makes the board, at the position and under the rules that it has now. */
function program(box) {
  const { game, position, reading, options } = standing(box);
  // A JSON string is a Python string literal too, so texts stay data whatever they hold, and a name is nothing but letters.
  const texts = [game, position].map((value) => JSON.stringify(value));
  const named = Object.entries({ reading, ...options });
  const rules = named.map(([name, value]) => `${name.replace(/^\d|\W/g, '_')}=${JSON.stringify(value)}`);
  return `import mancala_ref\nboard = mancala_ref.live(${[...texts, ...rules].join(', ')})\nboard`;
}

/** Open JupyterLite below the board. */
async function code(box) {
  await linked;
  const query = new URLSearchParams({
    kernel: 'python', execute: '1', showBanner: '0',
    theme: document.documentElement.dataset.theme === 'dark' ? 'JupyterLab Dark' : 'JupyterLab Light',
    code: program(box),
  });
  const frame = document.createElement('iframe');
  frame.className = 'mancala-frame';
  frame.title = words(box).code_title;
  frame.src = new URL(`repl/index.html?${query}`, LITE);
  box.querySelector('.mancala-frame')?.remove();
  box.append(frame);
  const tell = (phase, ...what) => { box.dataset.code = phase; say(box, ...what); };
  tell('starting', 'code_starting');

  const began = performance.now();
  const look = setInterval(() => {
    const find = (selector) => frame.contentDocument?.querySelector(selector);
    const board = find('.mancala-live');
    const error = find('[data-mime-type="application/vnd.jupyter.stderr"]')?.textContent.match(/\wError\b/);
    if (board || error || !frame.isConnected) clearInterval(look); // it is there; or Code was pressed again
    if (board) tell('ready', ...version(box, board.dataset.version));
    else if (error) tell('refused', 'code_refused');
    else if (box.dataset.code === 'starting' && performance.now() - began > host.patience.code) tell('slow', 'code_slow');
  }, 100);
  frame.onload = () => { // what came may be an error page of the server's, or of the browser's
    if (frame.contentDocument?.getElementById('jupyter-config-data')) return;
    frame.remove();
    tell('failed', 'code_failed');
  };
}

// Python starts while Play is still being pressed, but not on mere hover: it is a download of several megabytes.
for (const type of ['pointerdown', 'focusin']) {
  document.addEventListener(type, ({ target }) => {
    if (target.closest?.('.mancala-play') && !navigator.connection?.saveData) start();
  });
}
document.addEventListener('click', ({ target }) => {
  const button = target.closest?.('.mancala-play, .mancala-code');
  if (button) (button.matches('.mancala-play') ? play : code)(button.closest('.mancala'));
});

const main = location.search && document.querySelector('.mancala[data-main]');
const linked = main && follow(main);

window.mancala = host;
