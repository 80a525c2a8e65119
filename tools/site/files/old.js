"use strict";
document.documentElement.setAttribute("data-state", "failed");
document.getElementById("loading").textContent = "This browser is too old for the referee: it needs one that knows modules and WebAssembly. Elsewhere it runs without a browser: pip install 'declarant[serve]'";
