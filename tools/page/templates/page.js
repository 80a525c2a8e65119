// A page by itself: its address is the browser's. Going back to another one that this document was at loads that.
let here = location.pathname + location.search;
const at = (how, address) => { history[how](null, "", address); here = location.pathname + location.search; };
addEventListener("popstate", () => { if (location.pathname + location.search !== here) location.reload(); });
mount({
  ask: (...asked) => fetch(...asked),
  move: (address) => at("pushState", address),
  arrive: (address) => at("replaceState", address),
  place: () => location.hash.slice(1),
  stand: (place) => at("replaceState", "#" + place),
});
