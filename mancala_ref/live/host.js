/**
 * The thin host, page side: makes the boards of a page playable without Jupyter. One worker for all of them, one
 * session a board; `board.js` sees the part of an anywidget model that it needs.
 *
 * Its boards are the `.mancala` boxes that the directive `{board}` writes, with data-game, data-position (at the
 * start), data-version (of the page) and data-words (every sentence, as JSON). It needs nothing else of the page.
 *
 * Hooks   .mancala             data-live: (none) | starting | ready | failed | stopped
 *                              data-code: (none) | starting | ready | slow | failed
 *         .mancala-play .mancala-code .mancala-status .mancala-frame
 *         window.mancala       patience (milliseconds without any sign of life), stop(reason)
 */

const LITE = new URL('../../../lite/', import.meta.url);

const host = {
  patience: { start: 60_000, answer: 30_000, code: 120_000 },
  /** End Python, as a crash would; boards that were open go on from their position when they are used again. */
  stop: (reason = 'silent') => engine?.end(reason),
};

const models = new Map(); // board id -> Model
let engine = null; // the running worker, or the one that is starting
let past = false; // the next start goes past the HTTP cache: the last one failed, perhaps by a damaged file
let failures = 0; // of starts on this page

/** A script of ours; after a failure under another address, for a module that did not load stays so under its own. */
const script = (name) => new URL(`${name}${failures ? `?${failures}` : ''}`, import.meta.url);

/** A worker with Python in it. `ready` settles once; `over` is rejected when it ends, for whatever reason. */
class Engine {
  constructor() {
    this.over = new Promise((_, reject) => { this.reject = reject; });
    this.ready = Promise.race([new Promise((resolve) => { this.resolve = resolve; }), this.over]);
    for (const promise of [this.over, this.ready]) promise.catch(() => {}); // shown by whoever waits, if anybody does
    this.worker = new Worker(script('worker.js'), { type: 'module' });
    this.worker.onerror = (event) => { event.preventDefault(); this.end(event.message || 'script'); };
    this.worker.onmessage = ({ data }) => this.hear(data);
    this.worker.postMessage({ past });
    this.unanswered = 0;
    this.watch(host.patience.start);
  }

  /** End it unless it gives a sign of life within so many milliseconds. */
  watch(patience) {
    clearTimeout(this.timer);
    this.timer = patience && setTimeout(() => this.end('silent'), patience);
  }

  async hear({ progress, ready, fatal, id, state, error }) {
    if (engine !== this) return;
    if (progress) return this.watch(host.patience.start);
    if (fatal) return this.end(fatal);
    if (id) {
      this.unanswered -= 1;
      this.watch(this.unanswered && host.patience.answer);
      return models.get(id).hear(state && { ...state, version: this.version }, error);
    }
    this.watch(0);
    this.version = ready;
    const open = [...models.values()].filter((model) => model.state); // after a crash: back to where they were
    try {
      await Promise.all(open.map((model) => model.open(this)));
      for (const { box } of open) show(box, 'ready', 'restored');
      past = false;
      this.answers = true;
      this.resolve(this);
    } catch ({ message }) { this.end(message); }
  }

  tell(id, message) {
    this.unanswered += 1;
    this.watch(this.answers ? host.patience.answer : host.patience.start);
    this.worker.postMessage({ id, message });
  }

  end(reason) {
    if (engine !== this) return;
    this.watch(0);
    this.worker.terminate();
    engine = null;
    past = !this.answers; // one that had started has good files in the cache, and may have no line
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
  constructor(box) {
    this.box = box;
    this.listeners = new Map();
    models.set(box.id, this);
  }

  get(name) { return this[name]; }
  on(event, listener) { this.listeners.set(event, (this.listeners.get(event) ?? new Set()).add(listener)); }
  off(event, listener) { this.listeners.get(event)?.delete(listener); }

  send(message) {
    if (engine?.answers) engine.tell(this.box.id, message);
    else play(this.box); // Python is gone: bring it back first
  }

  /** Open this board's session in Python, at the position that the board shows. */
  open(python) {
    const { game, position: start } = this.box.dataset;
    const opened = new Promise((resolve, reject) => { this.opening = { resolve, reject }; });
    python.tell(this.box.id, { type: 'open', game, start, position: this.state?.position ?? start });
    return Promise.race([opened, python.over]);
  }

  hear(state, error) {
    const { opening } = this;
    this.opening = null;
    if (opening && error) return opening.reject(new Error(error));
    this.state = state ?? this.state;
    this.redraw();
    if (opening) opening.resolve();
    else show(this.box, 'ready', error && 'defect', { reason: error });
  }

  stop(reason) {
    this.redraw(); // it no longer waits for an answer
    show(this.box, 'stopped', 'stopped', { reason });
  }

  redraw() {
    for (const listener of this.listeners.get('change:state') ?? []) listener();
  }
}

function words(box) {
  return JSON.parse(box.dataset.words);
}

/** Set the board's phase and its status line: a sentence of `data-words`, or nothing. */
function show(box, phase, key, values = {}, which = 'live') {
  const known = words(box);
  box.dataset[which] = phase;
  if (values.reason) values.reason = known[values.reason] ?? values.reason;
  box.querySelector('.mancala-status').textContent =
    key ? known[key].replace(/\{(\w+)\}/g, (_, name) => values[name]) : '';
  if (which === 'code') return;
  const button = box.querySelector('.mancala-play');
  button.hidden = phase === 'ready';
  button.setAttribute('aria-disabled', String(phase === 'starting')); // keeps the keyboard's focus while we wait
  button.textContent = phase === 'failed' || phase === 'stopped' ? known.again : known.play;
}

async function play(box) {
  if (box.dataset.live === 'starting') return;
  const focused = document.activeElement === box.querySelector('.mancala-play');
  show(box, 'starting', 'starting');
  try {
    const [{ default: board }, python] = await Promise.all([import(script('board.js')), start()]);
    const model = models.get(box.id) ?? new Model(box);
    if (!model.state) await model.open(python);
    if (!model.drawn) {
      const el = document.createElement('div');
      await board.render({ model, el });
      box.querySelector('.mancala-place').replaceChildren(el); // only now: the picture stays until there is a board
      model.drawn = true;
      show(box, 'ready');
    }
    checkVersion(box, model.state.version);
    if (focused) box.querySelector('[data-hole][tabindex="0"]').focus({ preventScroll: true });
  } catch ({ message }) {
    failures += 1;
    show(box, 'failed', 'failed', { reason: message });
  }
}

function checkVersion(box, version) {
  const { version: page } = box.dataset;
  if (version !== page) show(box, 'ready', 'version', { page, engine: version });
}

/** Open JupyterLite below the board, at the position that is on the board. */
function code(box) {
  const position = models.get(box.id)?.state?.position ?? box.dataset.position;
  // A JSON string is a Python string literal too, so both texts stay data whatever they hold.
  const [game, text] = [box.dataset.game, position].map((value) => JSON.stringify(value));
  const query = new URLSearchParams({
    kernel: 'python', execute: '1', showBanner: '0',
    theme: document.documentElement.dataset.theme === 'dark' ? 'JupyterLab Dark' : 'JupyterLab Light',
    code: `import mancala_ref\nboard = mancala_ref.live(${game}, ${text})\nboard`,
  });
  const frame = document.createElement('iframe');
  frame.className = 'mancala-frame';
  frame.title = words(box).code_title;
  frame.src = new URL(`repl/index.html?${query}`, LITE).href;
  box.querySelector('.mancala-frame')?.remove();
  box.append(frame);
  const tell = (phase, key) => show(box, phase, key, {}, 'code');
  tell('starting', 'code_starting');

  const began = performance.now();
  const look = setInterval(() => {
    const board = frame.contentDocument?.querySelector('.mancala-live');
    if (!frame.isConnected) return clearInterval(look); // Code was pressed again
    if (board) {
      clearInterval(look);
      tell('ready');
      checkVersion(box, board.dataset.version);
    } else if (box.dataset.code === 'starting' && performance.now() - began > host.patience.code) {
      tell('slow', 'code_slow'); // a slow line may still bring it
    }
  }, 100);
  frame.onload = () => { // what came may be an error page of the server, or of the browser
    if (frame.contentDocument?.getElementById('jupyter-config-data')) return;
    frame.remove();
    tell('failed', 'code_failed');
  };
}

// Python starts before Play is let go, but not on mere hover: it is a download of several megabytes.
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
