"use strict";
const mount = ({ place, signal }) => {
  const steps = [...document.querySelectorAll("details[data-step]")], all = document.querySelector("[data-all]");
  if (!all || !steps.length) return;
  all.hidden = false;
  const open = () => steps.every((step) => step.open);
  const label = () => { all.setAttribute("aria-pressed", String(open())); all.textContent = open() ? "Close all" : "Open all"; };
  all.addEventListener("click", () => { const to = !open(); for (const step of steps) step.open = to; });
  for (const step of steps) step.addEventListener("toggle", label);
  const asked = document.getElementById(place())?.querySelector("details[data-step]");
  if (asked) asked.open = true;
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, textarea, select")) return;
    const at = steps.findIndex((step) => step.contains(document.activeElement));
    const to = { ArrowRight: at + 1, ArrowLeft: Math.max(0, at - 1), Home: 0, End: steps.length - 1 }[event.key];
    if (to === undefined || !steps[to]) return;
    event.preventDefault();
    if (steps[at] && steps[at] !== steps[to]) steps[at].open = false;
    steps[to].open = true;
    steps[to].querySelector("summary").focus();
  }, { signal });
};
