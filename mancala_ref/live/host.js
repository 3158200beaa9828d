/**
 * The thin host, page side: makes the boards of a page playable without Jupyter. One worker for all of them, one
 * session a board; board.js sees the part of an anywidget model that it needs.
 *
 * Its boards are the `.mancala` boxes that the directive `{board}` writes, with data-game, data-position (where the
 * match starts), data-reading, data-options (those that differ from the reading, as JSON), data-version (the page's),
 * data-rules (the page that states the game's clauses, unless it is this one) and data-words (every sentence, as JSON).
 *
 * Hooks   .mancala             data-live: (none) | starting | ready | failed | stopped
 *                              data-code: (none) | starting | ready | slow | refused | failed
 *         .mancala-play .mancala-code .mancala-notebook .mancala-status; .mancala-place holds the picture, then the
 *                              board; .mancala-frame is JupyterLite's
 *         window.mancala       patience: milliseconds without a sign of life; stop(): end Python, as a crash would
 */

const LITE = new URL('../../../lite/', import.meta.url);

const host = {
  patience: { start: 60_000, answer: 30_000, code: 120_000 },
  stop: () => engine?.end('silent'),
};

const models = new Map(); // board id -> Model
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

/** The anywidget model of one board, as far as board.js uses it. */
class Model {
  listeners = new Map();

  constructor(box) {
    this.box = box;
    models.set(box.id, this);
  }

  get(name) { return this[name]; }
  get rules() { return this.box.dataset.rules || undefined; }
  on(event, listener) { this.listeners.set(event, (this.listeners.get(event) ?? new Set()).add(listener)); }
  off(event, listener) { this.listeners.get(event)?.delete(listener); }

  send(message) {
    if (engine?.answers) engine.tell(this.box.id, message);
    else play(this.box); // Python is gone: bring it back first
  }

  /** Open this board's session in Python, at the position that the board shows. */
  open(python) {
    const { game, position, reading, options } = this.box.dataset;
    const fresh = { start: position, record: '', reading, options: JSON.parse(options) };
    const { start, record, reading: rules, options: changed } = this.state ?? {};
    const match = this.state ? { start, record, reading: rules, options: changed } : fresh;
    const opened = new Promise((resolve, reject) => { this.opening = { resolve, reject }; });
    python.tell(this.box.id, { type: 'open', game, position: '', ...match });
    return Promise.race([opened, python.over]);
  }

  hear(state, error) {
    const { opening } = this;
    this.opening = null;
    if (opening && error) return opening.reject(new Error(error));
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

function say(box, key, values = {}) {
  const known = words(box);
  const value = (name) => known[values[name]] ?? values[name]; // a reason may itself be one of our sentences
  box.querySelector('.mancala-status').textContent = key ? known[key].replace(/\{(\w+)\}/g, (_, name) => value(name)) : '';
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
    const [{ default: board }, python] = await Promise.all([module, start()]);
    const model = models.get(box.id) ?? new Model(box);
    if (!model.state) await model.open(python);
    if (!model.drawn) {
      const el = document.createElement('div');
      await board.render({ model, el });
      box.querySelector('.mancala-place').replaceChildren(el); // the picture stays until there is a board
      model.drawn = true;
      model.ready();
    }
    if (focused) box.querySelector('[data-hole][tabindex="0"]').focus({ preventScroll: true });
  } catch ({ message }) {
    failures += 1;
    show(box, 'failed', 'failed', { reason: message });
  }
}

/** Python code that makes the board, at the position and under the rules that it has now. */
function program(box) {
  const { game, position, reading, options } = box.dataset;
  // A JSON string is a Python string literal too, so texts stay data whatever they hold, and a name is nothing but letters.
  const texts = [game, models.get(box.id)?.state?.position ?? position].map((value) => JSON.stringify(value));
  const named = Object.entries({ reading, ...JSON.parse(options) });
  const rules = named.map(([name, value]) => `${name.replace(/^\d|\W/g, '_')}=${JSON.stringify(value)}`);
  return `import mancala_ref\nboard = mancala_ref.live(${[...texts, ...rules].join(', ')})\nboard`;
}

/** Open JupyterLite below the board. */
function code(box) {
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

window.mancala = host;
