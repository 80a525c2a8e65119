"""The referee as static files: the application of `serve`, run by Pyodide in the visitor's browser.

`fetching` gets what is pinned in `pins.txt` from the package indexes, `contents` says what of it a browser needs, `building`
writes the folder. `inside` and `taking` run in the browser, called by the files in `files`.
"""
