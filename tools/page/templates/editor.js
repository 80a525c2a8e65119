"use strict";
const mount = ({ ask, move, arrive }) => {
  const form = document.getElementById("table"), sheet = document.getElementById("sheet");
  const address = () => form.dataset.table + form.elements.case.value;
  // What is put on the table once, by Enter or a button.
  const once = (name) => name.startsWith("add.") || name === "is.until";
  let asked = 0;
  // The address is the position: each table has its own.
  if ("moved" in form.dataset) arrive(address());
  // What was on the table before, and after, in this tab: the links are addresses as all others.
  const visited = () => {
    let { list, at } = { list: [], at: -1 };
    try { ({ list, at } = JSON.parse(sessionStorage.getItem("declarant tables")) ?? { list, at }); } catch { /* nothing is kept */ }
    const now = address(), near = [at, at - 1, at + 1].find((each) => list[each] === now);
    if (near === undefined) { list = [...list.slice(0, at + 1), now].slice(-100); at = list.length - 1; } else at = near;
    try { sessionStorage.setItem("declarant tables", JSON.stringify({ list, at })); } catch { return; }
    for (const [name, to] of [["undo", list[at - 1]], ["redo", list[at + 1]]]) {
      const link = document.querySelector(`[data-${name}]`);
      link.hidden = !to;
      if (to) link.href = to;
    }
  };
  visited();
  // Each tap sends the whole form and gets the sheet back; without script a button does the same.
  form.addEventListener("change", async ({ target }) => {
    if (target.closest(".seats, [data-whole]")) return form.requestSubmit();
    if (once(target.name)) return;
    const number = ++asked, before = form.elements.case.value, sent = new URLSearchParams(new FormData(form));
    for (const name of [...sent.keys()]) if (once(name)) sent.delete(name);
    try {
      const answer = await ask(form.getAttribute("action"), { method: "POST", body: sent, headers: { accept: "text/html; fragment" } });
      const text = await answer.text();
      if (number !== asked) return;
      sheet.innerHTML = text;
      if (form.elements.case.value !== before) { move(address()); visited(); }
      const blamed = (sheet.querySelector("[data-blamed]")?.dataset.blamed || "").split(" ");
      for (const each of form.querySelectorAll("[data-id]")) each.toggleAttribute("data-wrong", blamed.includes(each.dataset.id));
    } catch { form.requestSubmit(); }
  });
  // Changing one setting closes no panel.
  form.querySelector(".seats")?.addEventListener("toggle", ({ target }) => { form.elements.panel.value = target.open ? "1" : ""; });
  form.addEventListener("input", async ({ target }) => {
    if (!target.list || target.value.length < 2) return;
    const names = await (await ask(form.dataset.cards + encodeURIComponent(target.value))).json();
    target.list.replaceChildren(...names.map((name) => Object.assign(document.createElement("option"), { value: name })));
  });
};
