"use strict";
(() => {
  // Reports and runs that hold every word of the search stay; the others are hidden.
  const form = document.getElementById("finding");
  const field = form.querySelector("input");
  const count = form.querySelector("output");
  const all = [...document.querySelectorAll("[data-found]")].map((element) => [
    element, element.textContent.toLowerCase(), element.dataset.found,
  ]);
  const told = (kind) => {
    const mine = all.filter(([, , each]) => each === kind);
    const shown = mine.filter(([element]) => !element.hidden).length;
    return form.dataset[kind].replace("{shown}", shown).replace("{all}", mine.length);
  };
  function find() {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const [element, text] of all) element.hidden = !words.every((word) => text.includes(word));
    count.textContent = words.length ? `${told("reports")}, ${told("runs")}` : "";
  }
  form.hidden = false;
  form.addEventListener("submit", (event) => event.preventDefault());
  field.addEventListener("input", find);
  find(); // a browser may have kept what was typed before
})();
