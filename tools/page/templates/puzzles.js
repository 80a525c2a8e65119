"use strict";
const mount = () => {
  const puzzles = JSON.parse(document.getElementById("declarant").textContent);
  const same = (one, other) =>
    Object.keys(one).length === Object.keys(other).length && Object.keys(one).every((name) => one[name] === other[name]);
  const words = (declared) =>
    Object.entries(declared).map(([creature, whom]) => `${creature} → ${whom}`).join("; ") || "nothing";
  for (const section of document.querySelectorAll("[data-puzzle]")) {
    const puzzle = puzzles[Number(section.dataset.puzzle)], output = section.querySelector("output");
    const selects = [...section.querySelectorAll("select")];
    const say = (text, solved) => {
      if (solved === undefined) delete section.dataset.solved;
      else section.dataset.solved = String(solved);
      output.textContent = text;
    };
    section.querySelector("[data-check]").addEventListener("click", () => {
      const declared = {};
      for (const select of selects) if (select.value) declared[select.dataset.creature] = select.value;
      const right = same(declared, puzzle.solution);
      const known = puzzle.tempting.find((each) => same(each.declared, declared));
      const answered = known && known.answer ? ` It is held by the block ${words(known.answer)}.` : "";
      say(right ? "✓ Right: nothing else does it." : `✗ Not this.${answered}`, right);
    });
    section.querySelector("[data-answer]").addEventListener("click", () => say(`The answer: ${words(puzzle.solution)}.`));
    for (const select of selects) select.addEventListener("change", () => say(""));
  }
};
