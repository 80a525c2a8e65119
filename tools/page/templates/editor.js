"use strict";
(() => {
  const form = document.getElementById("table"), sheet = document.getElementById("sheet");
  let asked = 0;
  // Each tap sends the whole form and gets the sheet back; without script a button does the same.
  form.addEventListener("change", async ({ target }) => {
    if (target.closest(".seats")) return form.requestSubmit();
    if (target.name.startsWith("add.")) return;
    const number = ++asked;
    try {
      const answer = await fetch("/rule", { method: "POST", body: new URLSearchParams(new FormData(form)), headers: { accept: "text/html; fragment" } });
      const text = await answer.text();
      if (number !== asked) return;
      sheet.innerHTML = text;
      const blamed = (sheet.querySelector("[data-blamed]")?.dataset.blamed || "").split(" ");
      for (const each of form.querySelectorAll("[data-id]")) each.toggleAttribute("data-wrong", blamed.includes(each.dataset.id));
    } catch { form.requestSubmit(); }
  });
  form.addEventListener("input", async ({ target }) => {
    if (!target.list || target.value.length < 2) return;
    const names = await (await fetch("/cards?q=" + encodeURIComponent(target.value))).json();
    target.list.replaceChildren(...names.map((name) => Object.assign(document.createElement("option"), { value: name })));
  });
})();
