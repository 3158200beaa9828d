// Byte-compiles archives of Python (wheels, Pyodide's standard library) for Pyodide's own Python, inside Pyodide.
// usage: node compile.mjs CORE OUT beside|instead ARCHIVE...
//   CORE     the folder of Pyodide's npm package
//   beside   keeps each source, with its code in __pycache__ next to it: tracebacks show the line
//   instead  the code takes the source's place: the smallest and quickest
// The same input gives the same bytes: entries are sorted and stamped alike.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

process.on('uncaughtException', (error) => {
  console.error(error.message.trim()); // not the source line: Pyodide's is a megabyte
  process.exit(1);
});

const [core, out] = process.argv.slice(2, 4).map((folder) => path.resolve(folder));
const [where, ...archives] = process.argv.slice(4);
const { loadPyodide } = await import(pathToFileURL(path.join(core, 'pyodide.mjs')).href);
const python = await loadPyodide({ indexURL: core + path.sep, env: { PYTHONHASHSEED: '0' } });
const rewrite = python.runPython(`
import base64, hashlib, importlib.util, io, sys, zipfile
from importlib._bootstrap_external import _code_to_hash_pyc

STAMP = (2020, 1, 1, 0, 0, 0)

def wanted(name):
    """A kernel needs neither folders, nor JupyterLab's halves of widgets, nor tests, nor jedi's stubs of Django."""
    return not (name.endswith("/") or ".data/data/" in name or "/tests/" in name or "/django-stubs/" in name)

def compiled(name, source, beside):
    """The name and content of a module's code; None for what does not compile (templates, other Pythons)."""
    try:
        code = compile(source, name, "exec", dont_inherit=True)
    except SyntaxError:
        return None
    # "Unchecked": Python takes the code as it is and never asks whether the source is newer.
    pyc = _code_to_hash_pyc(code, importlib.util.source_hash(source), False)
    if not beside:
        return name[:-3] + ".pyc", pyc
    folder, slash, module = name.rpartition("/")
    return f"{folder}{slash}__pycache__/{module[:-3]}.{sys.implementation.cache_tag}.pyc", pyc

def entries(archive, beside):
    for name in sorted(filter(wanted, archive.namelist())):
        data = archive.read(name)
        code = compiled(name, data, beside) if name.endswith(".py") else None
        if beside or not code:
            yield name, data
        if code:
            yield code

def rewrite(data, beside):
    record, lines, result = None, [], io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data.to_py())) as archive, zipfile.ZipFile(result, "w") as new:
        def put(name, content):
            info = zipfile.ZipInfo(name, STAMP)
            info.external_attr = 0o644 << 16
            new.writestr(info, content, zipfile.ZIP_DEFLATED, 9)
        for name, content in entries(archive, beside):
            if name.endswith(".dist-info/RECORD"):
                record = name
                continue
            put(name, content)
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            lines.append(f"{name},sha256={digest},{len(content)}\\n")
        if record:
            put(record, "".join([*lines, f"{record},,\\n"]))
    return result.getvalue()

rewrite
`);

fs.mkdirSync(out, { recursive: true });
for (const archive of archives) {
  const bytes = rewrite(new Uint8Array(fs.readFileSync(archive)), where === 'beside');
  fs.writeFileSync(path.join(out, path.basename(archive)), bytes.toJs());
  bytes.destroy();
}
