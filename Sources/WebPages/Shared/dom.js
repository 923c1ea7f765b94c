// Elements, texts and times. A page never reads text as HTML: `h` makes text nodes, and refuses attributes that load
// or run something.

const refusedAttributes = new Set(["src", "srcdoc", "srcset", "action", "formaction", "style", "is"]);

// Makes an element: h("td.num.wide", {title: "…"}, "text"). The attributes may be missing. An attribute `on…` is a listener,
// `text` the text content, `style` an object of properties, the others are as in HTML; true makes an attribute without a
// value, null and false none. Children are elements, texts, numbers and lists of these; null and false are left out. A value
// of a message may be an object: pass null before it.
function h(tag, attributes, ...children) {
  const [type, ...classes] = tag.split("."), element = document.createElement(type);
  if (classes.length) element.className = classes.join(" ");
  if (attributes?.constructor !== Object) {
    children.unshift(attributes);
    attributes = {};
  }
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "text") element.textContent = textOf(value);
    else if (name === "value") element.value = value;
    else if (name === "style" && typeof value === "object") {
      for (const [property, text] of Object.entries(value)) element.style.setProperty(property, text);
    } else if (name.startsWith("on")) {
      if (typeof value !== "function") throw new TypeError(name);
      element.addEventListener(name.slice(2), value);
    } else if (refusedAttributes.has(name) || (name === "href" && !String(value).startsWith("#"))) {
      throw new TypeError(name);
    } else element.setAttribute(name, value === true ? "" : textOf(value));
  }
  addChildren(element, children);
  return element;
}

// Returns the text of a value of a message, which may be anything. An object may have a member toString of its own.
const textOf = value => value === null || value === undefined ? value : typeof value === "object" ? JSON.stringify(value) : `${value}`;

function addChildren(element, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) addChildren(element, child);
    else element.append(child instanceof Node ? child : document.createTextNode(textOf(child)));
  }
}

function byId(id) { return document.getElementById(id); }

// Replaces everything in an element.
function fill(element, ...children) {
  element.replaceChildren();
  addChildren(element, children);
  return element;
}

// Sets the text of an element if it differs: an unchanged text keeps a selection of the reader.
function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

// Keeps one child for each item, in order. `make(item)` returns the element of a new item, `change(element, item)`
// brings it up to date. Elements that stay keep their focus.
function patchList(parent, items, key, make, change) {
  const old = new Map();
  for (const child of parent.children) if (child.itemKey !== undefined) old.set(child.itemKey, child);
  let place = parent.firstChild;
  for (const item of items) {
    const name = key(item);
    let child = old.get(name);
    if (child) old.delete(name);
    else {
      child = make(item);
      child.itemKey = name;
    }
    change?.(child, item);
    if (child === place) place = place.nextSibling;
    else parent.insertBefore(child, place);
  }
  for (const child of old.values()) child.remove();
}

// Says a text to a screen reader.
function announce(text) {
  const region = byId("announcer");
  if (region) region.textContent = text;
}

// Returns a button.
function action(text, act, attributes) { return h("button", { type: "button", onclick: act, ...attributes }, text); }

// Returns a list of names and values; those without a value are left out.
function facts(...rows) {
  return h("dl.facts", rows.filter(([, value]) => value !== null && value !== undefined && value !== "")
    .map(([name, value]) => [h("dt", name), h("dd", null, value)]));
}

// Copies a text and says so.
async function copyText(text, button) {
  try {
    await navigator.clipboard.writeText(text);
    announce("Copied.");
    const label = button.textContent;
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = label; }, 1200);
  } catch { announce("The browser does not allow copying."); }
}

const grouped = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });

// Returns a whole number with groups of three digits.
function countText(number) {
  return Number.isFinite(number) ? grouped.format(number).replaceAll(",", "\u202f") : "–";
}

// Returns "1 job" or "7 jobs".
function plural(number, one, many) {
  return `${countText(number)} ${number === 1 ? one : many ?? one + "s"}`;
}

function bytesText(bytes) {
  if (!Number.isFinite(bytes)) return "–";
  const units = ["bytes", "KiB", "MiB", "GiB"];
  let unit = 0;
  while (bytes >= 1024 && unit < 3) { bytes /= 1024; unit += 1; }
  return `${unit === 0 || bytes >= 100 ? Math.round(bytes) : bytes.toFixed(1)} ${units[unit]}`;
}

// Returns a duration, given in microseconds, with about three digits.
function durationText(us) {
  if (!Number.isFinite(us)) return "–";
  const sign = us < 0 ? "−" : "";
  us = Math.abs(us);
  const [size, unit] = us < 100 ? [1, "µs"] : us < 1e6 ? [1e3, "ms"] : us < 120e6 ? [1e6, "s"]
    : us < 7200e6 ? [60e6, "min"] : us < 172800e6 ? [3600e6, "h"] : [86400e6, "days"];
  const number = us / size;
  return `${sign}${size === 1 || size > 1e6 || number >= 100 ? Math.floor(number) : +number.toFixed(number >= 10 ? 1 : 2)} ${unit}`;
}

const two = number => String(number).padStart(2, "0");

// Returns the local time of day of a time in microseconds since 1970; `digits` after the second.
function clockText(us, digits = 3) {
  if (!Number.isFinite(us)) return "–";
  const date = new Date(us / 1000);
  if (Number.isNaN(date.getTime())) return "–";
  const rest = digits ? "." + String(Math.floor(((us % 1e6) + 1e6) % 1e6)).padStart(6, "0").slice(0, digits) : "";
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}${rest}`;
}

// Returns the local date and time.
function dateText(us, digits = 3) {
  const date = new Date(us / 1000);
  if (Number.isNaN(date.getTime())) return "–";
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${clockText(us, digits)}`;
}

// Returns the microseconds since 1970 of a time as the bridge writes it; NaN if it is none.
function timeOf(text) { return typeof text === "string" ? Date.parse(text) * 1000 : NaN; }

// Returns JSON as indented text, bounded.
function jsonText(value, bound = 200000) {
  const text = JSON.stringify(value, null, 2) ?? "";
  return text.length > bound ? `${text.slice(0, bound)}\n… ${bytesText(text.length - bound)} more` : text;
}

// Returns a block of indented JSON with its parts in colour.
function jsonBlock(value) {
  const block = h("pre.json", { tabindex: "0", role: "group", "aria-label": "JSON" });
  const pattern = /("(?:[^"\\]|\\.)*")(:)?|\b(?:true|false|null)\b|-?\d[\d.eE+-]*/g;
  const text = jsonText(value);
  if (text.length > 40000) return fill(block, text);
  let at = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > at) block.append(text.slice(at, match.index));
    const kind = match[2] ? "name" : match[1] ? "text" : "number";
    block.append(h("span", { class: `json-${kind}` }, match[1] ?? match[0]), match[2] ?? "");
    at = match.index + match[0].length;
  }
  block.append(text.slice(at));
  return block;
}

// Returns a JSON block with a button that copies it.
function jsonPanel(value) {
  return h("div.code",
    action("Copy", event => copyText(jsonText(value, Infinity), event.currentTarget), { class: "copy" }),
    jsonBlock(value));
}

// Returns a text of at most `length` characters.
function shortened(text, length) {
  text = String(text);
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}

// Parses JSON; undefined if it is none.
function parsedJSON(text) {
  try { return JSON.parse(text); } catch { return undefined; }
}

// Makes a table of items. `columns`: [title, width, class]; in the column of class "link" a button opens the item and a dot
// has its tone. A click on a row calls `chosen(item)`. The method `show(items, key, cells)` brings the rows up to date:
// `cells(item)` returns [text, class, title] for each column.
function makeTable(caption, columns, chosen) {
  const body = h("tbody", { onclick(event) {
    const row = event.target.closest("tr");
    if (row) chosen(row.item);
  } });
  const make = item => {
    const row = h("tr", columns.map(([, , name]) => h("td", name === "link" && [h("i.dot"), h("button.link", { type: "button" })])));
    row.item = item;
    return row;
  };
  const element = h("table", h("caption.off", caption), h("colgroup", columns.map(([, width, name]) => h("col", { style: { width }, class: name }))),
    h("thead", h("tr", columns.map(([title, , name]) => h("th", { scope: "col", class: name }, title)))), body);
  return { element, body, show(items, key, cells) {
    element.hidden = items.length === 0;
    patchList(body, items, key, make, (row, item) => cells(item).forEach(([text, tone = "", title = text], column) => {
      const cell = row.children[column], name = columns[column][2] ?? "";
      cell.title = title;
      if (name !== "link") cell.className = `${name} ${tone}`;
      else cell.firstChild.style.background = `var(--tone-${item.tone})`;
      setText(name === "link" ? cell.lastChild : cell, text);
    }));
  } };
}
