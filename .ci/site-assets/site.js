"use strict";
// Searches the sections of all pages, which index.js holds: [address, page, title, text].
const field = document.getElementById("search");
const results = document.getElementById("results");
const most = 30;

// A section that has all words; a word in a title counts more than one in the text.
function found(query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const scored = [];
  for (const [address, page, title, text] of sections) {
    let score = 0;
    for (const word of words) {
      const inTitle = title.toLowerCase().includes(word) ? 10 : 0;
      const inPage = page.toLowerCase().includes(word) ? 3 : 0;
      const inText = Math.min(text.toLowerCase().split(word).length - 1, 5);
      if (inTitle + inPage + inText === 0) { score = 0; break; }
      score += inTitle + inPage + inText;
    }
    if (score > 0) scored.push({ score, address, page, title, text });
  }
  return { words, hits: scored.sort((a, b) => b.score - a.score) };
}

// The text around the first word, with the words marked. Nothing of it is read as HTML.
function excerpt(text, words) {
  const paragraph = document.createElement("p");
  const first = Math.min(...words.map((word) => text.toLowerCase().indexOf(word)).filter((at) => at >= 0), text.length);
  const start = Math.max(0, first - 60);
  let rest = (start > 0 ? "… " : "") + text.slice(start, start + 200);
  while (rest) {
    const lower = rest.toLowerCase();
    const next = words.map((word) => [lower.indexOf(word), word]).filter(([at]) => at >= 0).sort((a, b) => a[0] - b[0])[0];
    if (!next) break;
    const mark = document.createElement("mark");
    mark.textContent = rest.slice(next[0], next[0] + next[1].length);
    paragraph.append(rest.slice(0, next[0]), mark);
    rest = rest.slice(next[0] + next[1].length);
  }
  paragraph.append(rest);
  return paragraph;
}

function show() {
  const query = field.value.trim();
  results.hidden = query.length < 2;
  if (results.hidden) return;
  const { words, hits } = found(query);
  const count = document.createElement("p");
  count.textContent = hits.length > most ? `${most} of ${hits.length} sections` : `${hits.length} sections`;
  const list = document.createElement("ol");
  for (const hit of hits.slice(0, most)) {
    const link = document.createElement("a");
    link.href = hit.address;
    link.textContent = hit.title === hit.page ? hit.title : `${hit.page}: ${hit.title}`;
    link.addEventListener("click", () => { results.hidden = true; });
    const item = document.createElement("li");
    item.append(link, excerpt(hit.text, words));
    list.append(item);
  }
  results.replaceChildren(count, list);
}

field.addEventListener("input", show);
field.form.addEventListener("submit", (event) => {
  event.preventDefault();
  results.querySelector("a")?.click();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && document.activeElement !== field) { event.preventDefault(); field.focus(); }
  if (event.key === "Escape") { field.value = ""; show(); }
});
// On a small screen the menu is above the page, so it is closed.
if (matchMedia("(max-width: 800px)").matches) document.querySelector(".menu").open = false;
