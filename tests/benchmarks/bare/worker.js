const RUNTIME = new URL('../lite/static/pyodide/', location).href;
const wheel = fetch(RUNTIME + new URLSearchParams(location.search).get('wheel')).then((r) => r.arrayBuffer());
const { loadPyodide } = await import(RUNTIME + 'pyodide.mjs');
const python = await loadPyodide({ indexURL: RUNTIME });
python.unpackArchive(await wheel, 'wheel');
const play = python.runPython(`
from mancala_ref import game
songo = game("songo-ewondo")
lambda hole: songo.play(songo.start(), hole).position.svg()
`);
onmessage = ({ data }) => postMessage({ svg: play(data), answered: true });
postMessage({ svg: python.runPython('songo.start().svg()') });
