// What is said where the page itself can't begin: in words of old browsers, and before anything else is loaded.
"use strict";
(function () {
  function fail(what) {
    document.documentElement.setAttribute("data-state", "failed");
    document.getElementById("loading").textContent = what + " Elsewhere it runs without a browser: pip install 'declarant[serve]'";
  }
  addEventListener("error", function (event) {
    if (event.target && event.target.tagName === "SCRIPT") fail("The referee couldn’t be loaded: " + event.target.getAttribute("src") + ", or what it needs, didn’t come. Is the connection cut? Try again.");
  }, true);
  if (!("noModule" in document.createElement("script"))) addEventListener("DOMContentLoaded", function () { fail("This browser is too old for the referee: it needs one that knows modules and WebAssembly."); });
})();
