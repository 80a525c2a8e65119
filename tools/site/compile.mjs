// node compile.mjs PYODIDE FOLDER: FOLDER/in.zip → site.tar.zst and core.so, and Pyodide's standard library → stdlib.zip, as bytecode.
// Only the Python that will read bytecode can make it.
import fs from "node:fs"; import { resolve } from "node:path"; import { pathToFileURL } from "node:url";
const [pyodide, folder] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(resolve(pyodide, "pyodide.mjs")));
const python = await loadPyodide({ env: { PYTHONHASHSEED: "0", PYTHONNODEBUGRANGES: "1", HOME: "/home/pyodide" } });
python.FS.writeFile("/in.zip", fs.readFileSync(resolve(folder, "in.zip")));
python.FS.writeFile("/std.zip", fs.readFileSync(resolve(pyodide, "python_stdlib.zip")));
python.runPython(fs.readFileSync(new URL("compiling.py", import.meta.url), "utf-8"));
for (const name of ["site.tar.zst", "core.so", "stdlib.zip"]) fs.writeFileSync(resolve(folder, name), python.FS.readFile("/" + name));
