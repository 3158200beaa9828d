/**
 * The thin host, worker side: one Pyodide for all boards of a page. Talks with host.js only.
 *
 * In   {past}                 start; `past`: go past the HTTP cache, which may hold a damaged file
 *      {id, message}          for the board of that id, see mancala_ref/live/page.py
 * Out  {progress}             bytes received so far
 *      {ready}                Python answers; the version of our wheel
 *      {fatal}                Python will never answer: why
 *      {id, state} {id, error}   the answer to a message
 *      {id, state, more}      later, while a player thinks
 *
 * Pyodide itself passes over a failed download of its wasm (it then waits for ever) and reports a damaged standard
 * library only as an exit, so everything it fetches goes through `get`, and the first fault ends the start.
 */

const RUNTIME = new URL('../../../lite/static/pyodide/', import.meta.url).href;
const IMPORTED = ['pyodide.mjs', 'pyodide.asm.mjs']; // read by import(), which cannot be told to go past the cache
const fetched = self.fetch.bind(self);
const instantiated = WebAssembly.instantiateStreaming;

let past = false, bytes = 0, call, fail;
const failed = new Promise((_, reject) => { fail = reject; });

/** A response whose bytes are counted, so that the page can tell a slow line from a dead one. */
function counted(response) {
  const count = new TransformStream({
    transform(chunk, out) { postMessage({ progress: bytes += chunk.byteLength }); out.enqueue(chunk); },
  });
  return new Response(response.body.pipeThrough(count), { status: response.status, headers: response.headers });
}

async function get(url, options = {}) {
  const name = String(url.url ?? url).split('/').pop();
  try {
    const response = await fetched(url, past ? { ...options, cache: 'reload' } : options);
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    // Only the big ones are worth counting, and not the wasm: that would cost it its place in the browser's cache of
    // compiled code, and a warm start 0.7 s.
    return name.endsWith('.zip') ? counted(response) : response;
  } catch (error) {
    fail(new Error(`${name}: ${error.message}`));
    throw error;
  }
}
self.fetch = get;

WebAssembly.instantiateStreaming = async (source, imports) => {
  try {
    let response = await source;
    if (response.headers.get('Content-Type') !== 'application/wasm') { // a server that does not know .wasm
      response = new Response(response.body, { headers: { 'Content-Type': 'application/wasm' } });
    }
    return await instantiated(response, imports);
  } catch (error) {
    fail(new Error(`pyodide.asm.wasm: ${error.message}`));
    throw error;
  }
};

/** Make the error of a promise name the file that it is about. */
function named(name, promise) {
  return promise.catch((error) => { throw new Error(`${name}: ${error.message}`); });
}

/** Subresource integrity, as fetch wants it, from the lock file's hexadecimal digest. */
function integrity(sha256) {
  return 'sha256-' + btoa(String.fromCharCode(...sha256.match(/../g).map((hex) => parseInt(hex, 16))));
}

/** Start Python with our wheel, the very one that the lock file names, and return its version. */
async function boot() {
  if (past) await Promise.all(IMPORTED.map(async (name) => (await get(RUNTIME + name)).arrayBuffer()));
  const lock = get(RUNTIME + 'pyodide-lock.json').then((response) => named('pyodide-lock.json', response.json()));
  const own = lock.then(({ packages }) => packages['mancala-ref']);
  const wheel = own.then(async ({ file_name, sha256 }) =>
    (await get(RUNTIME + file_name, { integrity: integrity(sha256) })).arrayBuffer());
  wheel.catch(() => {}); // awaited below; until then `failed` speaks
  const { loadPyodide } = await named('pyodide.mjs', import(RUNTIME + 'pyodide.mjs'));
  const options = { indexURL: RUNTIME, lockFileContents: lock, packageBaseUrl: RUNTIME };
  const python = await named('Pyodide', loadPyodide(options));
  python.unpackArchive(await wheel, 'wheel');
  call = python.runPython('from mancala_ref.live.page import call\ncall');
  return (await own).version;
}

let ready;

self.onmessage = async ({ data }) => {
  if ('past' in data) {
    past = data.past;
    ready = Promise.race([boot(), failed]);
    ready.then(
      (version) => postMessage({ ready: version }),
      ({ message }) => postMessage({ fatal: /Program terminated/.test(message) ? 'python_stdlib.zip is damaged' : message }),
    );
    return;
  }
  await ready;
  try {
    const { id, message } = data;
    const more = (answer) => postMessage({ id, ...JSON.parse(answer), more: true });
    postMessage({ id, ...JSON.parse(call(id, JSON.stringify(message), more)) });
  } catch (error) { // page.call answers every fault of Python's; this is the interpreter itself
    postMessage({ fatal: error.message.trim().split('\n').pop() });
  }
};
