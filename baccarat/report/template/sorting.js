"use strict";
(() => {
  // Tables of more than twelve rows: a click on a header sorts, again turns, a third time undoes.
  const MISSING = /^[–—-]?$/;
  const text = (cell) => cell.dataset.sort ?? cell.querySelector("time")?.dateTime ?? cell.textContent.trim();
  const spoken = document.documentElement.lang;
  const number = (value) => {
    const bare = value.replace(/\s/g, "").replace("\u2212", "-");
    const plain = spoken === "fr" ? bare.replace(",", ".") : bare.replaceAll(",", "");
    return /^[+-]?(\d|\.\d)/.test(plain) ? parseFloat(plain) : NaN;
  };
  function order(rows, column, down) {
    const keyed = rows.map((row) => [text(row.cells[column]), row]);
    const there = keyed.filter(([value]) => !MISSING.test(value));
    const numeric = there.every(([value]) => !/^\d{4}-\d\d/.test(value) && !isNaN(number(value)));
    const compare = numeric
      ? (a, b) => number(a[0]) - number(b[0])
      : (a, b) => a[0].localeCompare(b[0], spoken, { numeric: true });
    there.sort((a, b) => (down ? compare(b, a) : compare(a, b)));
    return [...there, ...keyed.filter(([value]) => MISSING.test(value))].map(([, row]) => row);
  }
  function sortable(table) {
    const body = table.tBodies[0];
    if (table.tHead?.rows.length !== 1 || table.tBodies.length !== 1 || body.rows.length <= 12) return;
    const heads = [...table.tHead.rows[0].cells];
    const rows = [...body.rows];
    if (rows.some((row) => row.cells.length !== heads.length)) return;
    heads.forEach((head, column) => {
      if (head.tagName !== "TH") return;
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const now = head.getAttribute("aria-sort");
        const next = now === null ? "ascending" : now === "ascending" ? "descending" : null;
        heads.forEach((each) => each.removeAttribute("aria-sort"));
        if (next) head.setAttribute("aria-sort", next);
        body.append(...(next ? order(rows, column, next === "descending") : rows));
      });
    });
  }
  document.querySelectorAll("table").forEach(sortable);
})();
