"use strict";
const mount = ({ place, stand, signal }) => {
  const bar = document.querySelector(".bar-at"), frames = [...document.querySelectorAll("[data-frame]")];
  if (!bar || !frames.length) return;
  const range = bar.querySelector("input"), output = bar.querySelector("output"), all = bar.querySelector("[data-all]");
  const [back, on] = bar.querySelectorAll("[data-go]");
  // A turn without a fight is one stop; else each attack, attempt, block and damage is one.
  const stops = frames.flatMap((frame) => (frame.dataset.phases || "").split(" ").map((phase) => ({ frame, phase })));
  let at = 0, everything = false, put = null;

  const address = ({ frame, phase }) => frame.id + (phase ? "-" + phase : "");
  const row = ({ frame, phase }) => phase && frame.querySelector(`[data-phase="${phase}"]`);
  const words = (stop) => {
    const line = row(stop), text = line && (line.querySelector(":scope > details > summary") || line.querySelector(":scope > .said") || line).innerText.replace(/\s+/g, " ").trim();
    return stop.frame.dataset.frame + (text ? ": " + text : "");
  };

  function restore() {
    if (put) { put.copy.replaceWith(put.board); put.details.open = put.figure.hidden = false; put = null; }
    for (const here of document.querySelectorAll(".log > .here")) here.classList.remove("here");
    for (const frame of frames) delete frame.dataset.upto;
  }

  function show(to, quiet) {
    restore();
    at = Math.max(0, Math.min(stops.length - 1, to));
    const stop = stops[at], line = row(stop);
    for (const frame of frames) frame.hidden = !everything && frame !== stop.frame;
    if (line) line.classList.add("here");
    if (stop.phase.startsWith("x") && !everything) {   // an attempt: its picture stands in the board's place
      const details = line.querySelector("details"), board = stop.frame.querySelector(".now-board");
      const figure = details.querySelector("figure"), copy = figure.cloneNode(true);
      board.replaceWith(copy);
      details.open = figure.hidden = true;
      put = { board, copy, details, figure };
    } else if (!everything) stop.frame.dataset.upto = stop.phase;
    range.value = String(at);
    output.textContent = words(stop);
    range.setAttribute("aria-valuetext", words(stop));
    back.disabled = at === 0;
    on.disabled = at === stops.length - 1;
    for (const column of document.querySelectorAll("[data-at]")) column.classList.toggle("now", column.dataset.at === stop.frame.id);
    if (quiet) return;
    stand(address(stop));
    if (everything) stop.frame.scrollIntoView({ block: "nearest" });
  }

  const find = (name) => {
    const exact = stops.findIndex((stop) => address(stop) === name);
    return exact >= 0 ? exact : stops.findIndex((stop) => stop.frame.id === name);
  };
  bar.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button === all) {
      everything = !everything;
      all.setAttribute("aria-pressed", String(everything));
      show(at, true);
    } else if (button) show(at + Number(button.dataset.go));
  });
  range.addEventListener("input", () => show(Number(range.value)));
  document.querySelector(".chart")?.addEventListener("click", (event) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const frame = frames[Math.max(0, Math.min(frames.length - 1, Math.floor((event.clientX - left) / width * frames.length)))];
    show(stops.findIndex((stop) => stop.frame === frame));
  });
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, textarea, select")) return;
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: stops.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    show(to);
  }, { signal });
  addEventListener("hashchange", () => {
    const to = find(place());
    if (to < 0) return;
    show(to);
    stops[to].frame.scrollIntoView({ block: "start" });
  }, { signal });
  addEventListener("beforeprint", () => { restore(); for (const frame of frames) frame.hidden = false; }, { signal });
  addEventListener("afterprint", () => show(at, true), { signal });

  const live = document.querySelector("[data-live]");
  if (live) new EventSource(live.dataset.live).onmessage = () => { stand("last"); location.reload(); };

  document.documentElement.classList.add("js");
  range.max = String(stops.length - 1);
  bar.hidden = false;
  show(place() === "last" ? stops.length - 1 : Math.max(0, find(place())), true);
};
