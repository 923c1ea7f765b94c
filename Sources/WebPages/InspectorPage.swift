// Generated from the parts in this folder. To write it again: UPDATE=1 swift test --filter Drift
// swift-format-ignore-file

/// The inspector, which the bridge serves at `/` of its WebSocket port.
package enum InspectorPage {
  /// The value of the header Content-Security-Policy: only this style sheet and this script are in force.
  package static let contentSecurityPolicy =
    "default-src 'none'; script-src 'sha256-inBSaRgBSWw/6E0tZNx+wEWaa4bUSMm1tYpAH8u7zRE='; style-src 'sha256-z03AutvXWUlDD7KerJ4F7DPJFVxu5fwueov26+Tm+G4='; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

  package static let html = #"""
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-inBSaRgBSWw/6E0tZNx+wEWaa4bUSMm1tYpAH8u7zRE='; style-src 'sha256-z03AutvXWUlDD7KerJ4F7DPJFVxu5fwueov26+Tm+G4='; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>altcraft-bridge inspector</title>
<style>
:root {
color-scheme: light dark;
--page: light-dark(#fafbfc, #0f1317);
--panel: light-dark(#ffffff, #151a20);
--sunken: light-dark(#f1f4f7, #0b0e12);
--hover: light-dark(#eef3f9, #1c232b);
--line: light-dark(#e2e7ed, #252d36);
--line-strong: light-dark(#c3ccd6, #3c4753);
--text: light-dark(#18202a, #dde4eb);
--soft: light-dark(#556070, #98a5b3);
--accent: light-dark(#0a5cba, #74b6f7);
--accent-back: light-dark(#e6f0fb, #17304a);
--ok: light-dark(#17734a, #55c794);
--ok-back: light-dark(#e3f4eb, #12301f);
--bad: light-dark(#b3261a, #f78f82);
--bad-back: light-dark(#fcebe9, #3b1b18);
--warn: light-dark(#8a5200, #e7b25a);
--warn-back: light-dark(#fdf2dd, #35280f);
--tone-ok: light-dark(#3da577, #3f9e72);
--tone-error: light-dark(#d9483b, #e0645a);
--tone-open: light-dark(#4c8fdc, #4f8fd6);
--tone-attempt: light-dark(#2c6cb8, #8cc2f7);
--tone-retry: light-dark(#e5a83a, #b9822a);
--tone-user: light-dark(#a98ae0, #7d62b8);
--tone-token: light-dark(#4db3bd, #2f8791);
--tone-permission: light-dark(#d77fb4, #a3558a);
--tone-configuration: light-dark(#8595c6, #5f6f9f);
--tone-lane: light-dark(#c0c8d2, #4a5562);
--tone-event: light-dark(#7d8b9c, #8492a2);
--radius: 6px;
--mono: ui-monospace, "SF Mono", "Cascadia Code", "DejaVu Sans Mono", Menlo, Consolas, monospace;
--sans: system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif;
accent-color: var(--accent);
}
:root[data-theme="light"] { color-scheme: light; }
:root[data-theme="dark"] { color-scheme: dark; }
*, *::before, *::after { box-sizing: border-box; }
[hidden] { display: none !important; }
body {
margin: 0; background: var(--page); color: var(--text);
font: 13px/1.45 var(--sans); font-variant-numeric: tabular-nums; -webkit-text-size-adjust: 100%;
}
h1, h2, h3, h4, p, dl, dd, ul, ol, pre, figure { margin: 0; }
ul, ol { padding: 0; list-style: none; }
h1 { font-size: 14px; font-weight: 650; letter-spacing: -.005em; }
h2 { font-size: 13px; font-weight: 650; }
h3 { font-size: 12px; font-weight: 650; }
code, pre, .mono { font-family: var(--mono); font-size: 12px; }
.num { text-align: right; font-variant-numeric: tabular-nums; }
.soft { color: var(--soft); }
.good { color: var(--ok); }
.bad { color: var(--bad); }
.warn { color: var(--warn); }
.caps { font-size: 11px; font-weight: 600; color: var(--soft); letter-spacing: .01em; }
.clip { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; min-width: 0; }
.off, .off-screen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.off-screen:focus {
width: auto; height: auto; clip-path: none; z-index: 9; top: 6px; left: 6px; padding: 6px 10px;
background: var(--panel); color: var(--accent); border-radius: var(--radius);
}
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; border-radius: 3px; }
button, input, select, textarea { font: inherit; color: inherit; }
button {
padding: 3px 10px; min-height: 26px; background: var(--panel); border: 1px solid var(--line-strong);
border-radius: var(--radius); cursor: pointer; white-space: nowrap;
}
button:hover:not(:disabled) { background: var(--hover); }
button:disabled { opacity: .55; cursor: default; }
button.primary { background: var(--accent); border-color: var(--accent); color: light-dark(#fff, #0b1218); font-weight: 600; }
button.primary:hover:not(:disabled) { background: color-mix(in srgb, var(--accent) 88%, var(--text)); }
button.danger { color: var(--bad); border-color: color-mix(in srgb, var(--bad) 45%, var(--line-strong)); }
button.plain { background: none; border-color: transparent; color: var(--soft); }
button.plain:hover:not(:disabled) { color: var(--text); background: var(--hover); }
button.link { padding: 0; min-height: 0; border: 0; background: none; color: var(--accent); text-align: left; white-space: normal; }
button.link:hover { text-decoration: underline; background: none; }
button[aria-pressed="true"] { background: var(--accent-back); border-color: var(--accent); color: var(--accent); }
input:not([type="checkbox"], [type="radio"]), select, textarea {
padding: 3px 8px; min-height: 26px; background: var(--panel); border: 1px solid var(--line-strong); border-radius: var(--radius); min-width: 0;
}
textarea { width: 100%; font-family: var(--mono); font-size: 12px; line-height: 1.5; resize: vertical; }
::placeholder { color: var(--soft); opacity: 1; }
label { color: var(--soft); }
.bar { display: flex; flex-wrap: wrap; align-items: center; gap: 6px 8px; }
.push { margin-left: auto; }
.card { background: var(--panel); border: 1px solid var(--line); border-radius: var(--radius); }
.tag {
display: inline-block; padding: 0 6px; border-radius: 99px; font-size: 11px; line-height: 18px; font-weight: 600; white-space: nowrap;
background: var(--sunken); color: var(--soft);
}
.tag.good { background: var(--ok-back); color: var(--ok); }
.tag.bad { background: var(--bad-back); color: var(--bad); }
.tag.warn { background: var(--warn-back); color: var(--warn); }
.tag.accent { background: var(--accent-back); color: var(--accent); }
.dot { display: inline-block; width: 8px; height: 8px; border-radius: 2px; background: var(--soft); flex: none; }
.dot.round { border-radius: 50%; }
table { border-collapse: collapse; width: 100%; }
th { text-align: left; font-size: 11px; font-weight: 600; color: var(--soft); white-space: nowrap; }
th, td { padding: 4px 8px; border-bottom: 1px solid var(--line); vertical-align: baseline; }
th.num { text-align: right; }
tbody tr:hover { background: var(--hover); }
.code { position: relative; }
.code > .copy { position: absolute; top: 4px; right: 4px; padding: 1px 8px; min-height: 22px; font-size: 11px; z-index: 1; }
pre.json, pre.text {
padding: 8px 10px; background: var(--sunken); border-radius: var(--radius); line-height: 1.5; max-height: 60vh;
overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 2;
}
.json-name { color: var(--accent); }
.json-text { color: var(--ok); }
.json-word, .json-number { color: var(--warn); }
dl.facts { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 3px 14px; }
dl.facts dt { color: var(--soft); }
dl.facts dd { overflow-wrap: anywhere; }
.empty { padding: 28px 20px; max-width: 44rem; margin: 0 auto; color: var(--soft); }
.empty h2 { color: var(--text); font-size: 14px; margin-bottom: 6px; }
.empty p + p, .empty p + pre, .empty pre + p { margin-top: 8px; }
.empty code { color: var(--text); }
.tabs { display: flex; gap: 2px; overflow-x: auto; scrollbar-width: none; }
.tabs [role="tab"] {
border: 0; border-bottom: 2px solid transparent; border-radius: 0; background: none; color: var(--soft);
padding: 6px 12px; font-weight: 600;
}
.tabs [role="tab"]:hover { color: var(--text); }
.tabs [role="tab"][aria-selected="true"] { color: var(--text); border-bottom-color: var(--accent); }
.tabs [role="tab"]:focus-visible { outline-offset: -2px; }
dialog {
width: min(34rem, calc(100vw - 24px)); padding: 16px 18px; color: inherit; background: var(--panel);
border: 1px solid var(--line-strong); border-radius: 10px;
}
dialog::backdrop { background: rgb(10 14 20 / 45%); }
dialog h2 { font-size: 14px; margin-bottom: 8px; }
dialog .bar { justify-content: flex-end; margin-top: 14px; }
@media (prefers-reduced-motion: no-preference) {
button, .tabs [role="tab"] { transition: background-color .12s, color .12s, border-color .12s; }
}
@media (pointer: coarse) { button, input, select { min-height: 34px; } }
body { height: 100dvh; display: flex; flex-direction: column; overflow: hidden; }
#head { flex: none; background: var(--panel); border-bottom: 1px solid var(--line); }
#head > .bar { padding: 8px 16px 6px; flex-wrap: nowrap; }
#head > .bar h1 { white-space: nowrap; }
#head > .bar .push { flex-wrap: nowrap; }
#strip { display: grid; grid-template-columns: repeat(6, minmax(0, 1fr)); border-top: 1px solid var(--line); border-bottom: 1px solid var(--line); }
#strip > div { padding: 5px 16px 6px; border-left: 1px solid var(--line); min-width: 0; }
#strip > div:first-child { border-left: 0; }
#strip dt { font-size: 11px; color: var(--soft); }
#strip dd { font-weight: 600; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
#strip dd .soft { font-weight: 400; }
#strip [data-tone="good"] dd::before, #strip [data-tone="bad"] dd::before, #strip [data-tone="warn"] dd::before {
content: ""; display: inline-block; width: 8px; height: 8px; margin-right: 6px; border-radius: 50%; background: var(--tone-ok);
}
#strip [data-tone="bad"] dd { color: var(--bad); }
#strip [data-tone="bad"] dd::before { background: var(--tone-error); border-radius: 2px; }
#strip [data-tone="warn"] dd { color: var(--warn); }
#strip [data-tone="warn"] dd::before { background: var(--tone-retry); border-radius: 0; rotate: 45deg; }
#head > nav { display: flex; align-items: center; gap: 4px 16px; padding: 0 8px; flex-wrap: wrap; }
#head > nav .tabs { flex: none; max-width: 100%; }
#selection { padding: 3px 8px; min-width: 0; }
#selection .tag { max-width: 100%; }
#selection button { min-height: 22px; padding: 0 8px; }
#attention { padding: 4px 16px; border-bottom: 1px solid var(--line); max-height: 34dvh; overflow-y: auto; }
#attention:empty { display: none; }
#attention > details > summary { cursor: pointer; font-weight: 650; padding: 2px 0; }
#attention .quiet { color: var(--soft); padding: 1px 0; }
#attention li { display: grid; grid-template-columns: 10px minmax(0, 1fr) auto; gap: 2px 10px; padding: 6px 0; border-top: 1px solid var(--line); }
#attention li:first-child { border-top: 0; }
#attention li > .dot { margin-top: 5px; }
#attention li[data-tone="bad"] > .dot { background: var(--tone-error); }
#attention li[data-tone="warn"] > .dot { background: var(--tone-retry); border-radius: 0; rotate: 45deg; }
#attention li p { max-width: 84rem; overflow-wrap: anywhere; }
#attention li .title { font-weight: 600; }
#attention li .advice { color: var(--soft); }
#attention li > .bar { align-self: start; }
#body { flex: 1; min-height: 0; display: flex; }
#panes { flex: 1; min-width: 0; min-height: 0; outline: none; }
#panes > section { height: 100%; overflow: auto; }
#detail { flex: none; width: min(30rem, 40vw); overflow: auto; background: var(--panel); border-left: 1px solid var(--line); outline: none; }
#detail > header { position: sticky; top: 0; z-index: 2; display: flex; gap: 8px; align-items: center; padding: 8px 8px 8px 14px; background: var(--panel); border-bottom: 1px solid var(--line); }
#detail > header h2 { flex: 1; min-width: 0; overflow-wrap: anywhere; }
#detail > .content { padding: 10px 14px 24px; display: grid; gap: 12px; grid-template-columns: minmax(0, 1fr); }
#detail .content h3 { margin-bottom: 4px; }
#drop {
position: fixed; inset: 0; z-index: 20; display: grid; place-items: center; background: color-mix(in srgb, var(--page) 85%, transparent);
border: 3px dashed var(--accent); font-size: 16px; font-weight: 600; pointer-events: none;
}
@media (max-width: 900px) {
#strip { grid-template-columns: repeat(3, minmax(0, 1fr)); }
#strip > div { padding: 3px 12px; }
#strip > div:nth-child(4) { border-left: 0; }
#strip > div:nth-child(n + 4) { border-top: 1px solid var(--line); }
#body { position: relative; }
#detail { position: absolute; inset: auto 0 0; width: auto; max-height: 75%; border-left: 0; border-top: 1px solid var(--line-strong); box-shadow: 0 -6px 24px rgb(0 0 0 / 16%); z-index: 5; }
}
@media (max-width: 560px) {
#head > .bar { padding: 6px 12px; flex-wrap: wrap; }
#head > .bar .push { margin-left: 0; }
#attention { padding: 4px 12px; max-height: 26dvh; }
#attention li { grid-template-columns: 10px minmax(0, 1fr); }
#attention li > .bar { grid-column: 2; }
.tabs [role="tab"] { padding: 6px 9px; }
}
@media (max-height: 520px) { body { height: auto; min-height: 100dvh; overflow: auto; } #body { min-height: 380px; } }
</style>
</head>
<body>
<a class="off-screen" href="#panes">Skip to the content</a>
<header id="head">
<div class="bar">
<h1>altcraft-bridge <span class="soft">inspector</span></h1>
<span id="role" class="tag" hidden></span>
<span id="source" class="soft clip"></span>
<span class="bar push">
<button type="button" id="open-recording">Open a recording</button>
<input type="file" id="recording-file" accept=".txt,.jsonl,.log,text/plain" hidden>
<button type="button" class="plain" id="theme">Theme: system</button>
</span>
</div>
<dl id="strip" aria-label="State of the bridge">
<div data-strip="live"><dt>Page</dt><dd>starting</dd></div>
<div data-strip="storage"><dt>Storage</dt><dd>–</dd></div>
<div data-strip="pending"><dt>Pending</dt><dd>–</dd></div>
<div data-strip="oldest"><dt>Oldest</dt><dd>–</dd></div>
<div data-strip="rate"><dt>Rates</dt><dd>–</dd></div>
<div data-strip="sync"><dt>Sync</dt><dd>–</dd></div>
</dl>
<section id="attention" aria-label="What needs attention"></section>
<nav aria-label="Panes">
<div class="tabs" role="tablist" aria-label="Panes" id="tabs"></div>
<div id="selection" class="bar" hidden></div>
</nav>
</header>
<div id="body">
<main id="panes" tabindex="-1"></main>
<aside id="detail" aria-label="Details" tabindex="-1" hidden></aside>
</div>
<div id="drop" hidden><p>Drop the recording to open it. It stays in this browser.</p></div>
<div id="announcer" class="off" role="status" aria-live="polite"></div>
<noscript>This page needs JavaScript.</noscript>
<script>
(() => {
"use strict";
const refusedAttributes = new Set(["src", "srcdoc", "srcset", "action", "formaction", "style", "is"]);
function h(tag, attributes, ...children) {
const element = document.createElement(tag);
for (const [name, value] of Object.entries(attributes ?? {})) {
if (value === null || value === undefined || value === false) continue;
if (name === "text") element.textContent = value;
else if (name === "value") element.value = value;
else if (name === "style" && typeof value === "object") {
for (const [property, text] of Object.entries(value)) element.style.setProperty(property, text);
} else if (name.startsWith("on")) {
if (typeof value !== "function") throw new TypeError(`${name} is not a function`);
element.addEventListener(name.slice(2), value);
} else if (refusedAttributes.has(name) || (name === "href" && !String(value).startsWith("#"))) {
throw new TypeError(`the attribute ${name} is not allowed`);
} else element.setAttribute(name, value === true ? "" : String(value));
}
addChildren(element, children);
return element;
}
function addChildren(element, children) {
for (const child of children) {
if (child === null || child === undefined || child === false) continue;
if (Array.isArray(child)) addChildren(element, child);
else element.append(child instanceof Node ? child : document.createTextNode(String(child)));
}
}
function fill(element, ...children) {
element.replaceChildren();
addChildren(element, children);
return element;
}
function setText(element, text) {
if (element.textContent !== text) element.textContent = text;
}
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
function announce(text) {
const region = document.getElementById("announcer");
if (region) region.textContent = region.textContent === text ? text + "\u00a0" : text;
}
async function copyText(text, button) {
let done = true;
try { await navigator.clipboard.writeText(text); } catch {
const area = h("textarea", { class: "off", value: text, "aria-hidden": "true" });
document.body.append(area);
area.select();
done = document.execCommand("copy");
area.remove();
button?.focus();
}
announce(done ? "Copied." : "The browser does not allow copying.");
if (!button || !done) return;
const label = button.textContent;
if (label === "Copied") return;
button.textContent = "Copied";
setTimeout(() => { button.textContent = label; }, 1200);
}
const grouped = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
function countText(number) {
return Number.isFinite(number) ? grouped.format(number).replaceAll(",", "\u202f") : "–";
}
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
function durationText(us) {
if (!Number.isFinite(us)) return "–";
const sign = us < 0 ? "−" : "";
us = Math.abs(us);
const digits = value => value >= 100 ? Math.round(value) : value >= 10 ? +value.toFixed(1) : +value.toFixed(2);
if (us < 1e3) return us < 1 ? `${sign}0 µs` : us < 100 ? `${sign}${Math.round(us)} µs` : `${sign}${digits(us / 1e3)} ms`;
if (us < 1e6) return `${sign}${digits(us / 1e3)} ms`;
if (us < 120e6) return `${sign}${digits(us / 1e6)} s`;
if (us < 7200e6) return `${sign}${Math.floor(us / 60e6)} min`;
if (us < 172800e6) return `${sign}${Math.floor(us / 3600e6)} h`;
return `${sign}${Math.floor(us / 86400e6)} days`;
}
const two = number => String(number).padStart(2, "0");
function clockText(us, digits = 3) {
if (!Number.isFinite(us)) return "–";
const date = new Date(us / 1000);
if (Number.isNaN(date.getTime())) return "–";
const rest = digits ? "." + String(Math.floor(((us % 1e6) + 1e6) % 1e6)).padStart(6, "0").slice(0, digits) : "";
return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}${rest}`;
}
function dateText(us, digits = 3) {
const date = new Date(us / 1000);
if (Number.isNaN(date.getTime())) return "–";
return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${clockText(us, digits)}`;
}
function timeOf(text) { return typeof text === "string" ? Date.parse(text) * 1000 : NaN; }
function jsonText(value, bound = 200000) {
const text = JSON.stringify(value, null, 2) ?? "";
return text.length > bound ? `${text.slice(0, bound)}\n… ${bytesText(text.length - bound)} more` : text;
}
function jsonBlock(value) {
const block = h("pre", { class: "json", tabindex: "0", role: "group", "aria-label": "JSON" });
const pattern = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|-?\d[\d.eE+-]*/g;
const text = jsonText(value);
if (text.length > 40000) return fill(block, text);
let at = 0;
for (const match of text.matchAll(pattern)) {
if (match.index > at) block.append(text.slice(at, match.index));
const kind = match[2] ? "name" : match[1] ? "text" : match[3] ? "word" : "number";
block.append(h("span", { class: `json-${kind}`, text: match[1] ?? match[0] }), match[2] ?? "");
at = match.index + match[0].length;
}
block.append(text.slice(at));
return block;
}
function jsonPanel(value) {
return h("div", { class: "code" },
h("button", { type: "button", class: "copy", onclick: event => copyText(jsonText(value, Infinity), event.currentTarget) }, "Copy"),
jsonBlock(value));
}
function shortened(text, length) {
text = String(text);
return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
function parsedJSON(text) {
try { return JSON.parse(text); } catch { return undefined; }
}
class BoundedList {
constructor(bound) {
this.bound = bound;
this.items = [];
this.dropped = 0;
}
get length() { return this.items.length; }
push(item) {
this.items.push(item);
if (this.items.length > this.bound * 1.1) {
const excess = this.items.length - this.bound;
this.items.splice(0, excess);
this.dropped += excess;
}
}
last(count) { return this.items.slice(-count); }
clear() {
this.dropped += this.items.length;
this.items = [];
}
}
class BoundedMap extends Map {
constructor(bound, isDone = () => true) {
super();
this.bound = bound;
this.isDone = isDone;
}
set(key, value) {
super.set(key, value);
if (this.bound && this.size > this.bound * 1.1) this.shrink();
return this;
}
shrink() {
for (const mayStay of [true, false]) {
for (const [key, value] of this) {
if (this.size <= this.bound) return;
if (!mayStay || this.isDone(value)) this.delete(key);
}
}
}
}
function lowerBound(items, isAtLeast) {
let low = 0, high = items.length;
while (low < high) {
const middle = (low + high) >> 1;
if (isAtLeast(items[middle])) high = middle;
else low = middle + 1;
}
return low;
}
function throttled(milliseconds, body) {
let timer = null, last = 0;
const run = () => {
timer = null;
last = performance.now();
body();
};
return () => { timer ??= setTimeout(run, Math.max(0, last + milliseconds - performance.now())); };
}
class RpcError extends Error {
constructor(error) {
super(error?.message ?? "the connection is closed");
this.code = error?.code ?? 0;
this.data = error?.data ?? null;
}
}
class RpcConnection {
constructor(url, handlers) {
this.url = url;
this.handlers = handlers;
this.role = null;
this.state = "connecting";
this.prefix = `page-${Math.random().toString(36).slice(2, 10)}-`;
this.calls = new Map();
this.count = 0;
this.pause = 500;
this.ticket = takeTicket();
this.session = storedSession();
}
get isInvited() { return Boolean(this.ticket || this.session); }
get canControl() { return this.role === "control"; }
open() {
clearTimeout(this.timer);
this.change("connecting");
const socket = new WebSocket(this.url, ["altcraft-bridge.v1"]);
this.socket = socket;
socket.onopen = () => this.authenticate();
socket.onmessage = event => { if (this.socket === socket) this.receive(event.data); };
socket.onclose = () => { if (this.socket === socket) this.closed(); };
}
async authenticate() {
const proof = this.ticket ? { ticket: this.ticket } : { token: this.session.token };
this.ticket = null;
try {
const answer = await this.call("bridge.authenticate", proof);
if (answer?.session) this.session = { token: answer.session, role: answer.role };
this.role = answer?.role ?? this.session?.role ?? "observer";
storeSession(this.session);
} catch (error) {
if (error.code !== -32001) return;
this.session = null;
storeSession(null);
this.change("refused");
this.socket.close();
return;
}
this.pause = 500;
this.change("open");
}
closed() {
for (const call of this.calls.values()) call.reject(new RpcError({ message: "the connection was closed", code: 0 }));
this.calls.clear();
if (this.state === "refused") return;
if (!this.isInvited) return this.change("refused");
this.change("waiting");
this.timer = setTimeout(() => this.open(), this.pause);
this.pause = Math.min(this.pause * 1.7, 10000);
}
change(state) {
if (this.state === state && state !== "connecting") return;
this.state = state;
this.handlers.state?.(state);
}
call(method, params) {
return new Promise((resolve, reject) => {
if (this.socket?.readyState !== WebSocket.OPEN) return reject(new RpcError({ message: "there is no connection to the bridge" }));
const id = this.prefix + ++this.count;
this.calls.set(id, { resolve, reject });
this.send(params === undefined ? { jsonrpc: "2.0", id, method } : { jsonrpc: "2.0", id, method, params });
});
}
send(message) { this.socket.send(typeof message === "string" ? message : JSON.stringify(message)); }
receive(text) {
const message = parsedJSON(text);
if (message === undefined) return;
for (const item of Array.isArray(message) ? message : [message]) {
if (typeof item.method === "string") {
if (item.id === undefined) this.handlers.notification?.(item.method, item.params ?? {});
else this.answer(item);
} else {
const call = this.calls.get(item.id);
this.calls.delete(item.id);
if (item.error) call?.reject(new RpcError(item.error));
else call?.resolve(item.result);
}
}
}
async answer(item) {
let answer;
try {
if (!this.handlers.request) throw new RpcError({ code: -32601, message: "this page answers no callbacks" });
answer = { jsonrpc: "2.0", id: item.id, result: await this.handlers.request(item.method, item.params ?? {}) };
} catch (error) {
answer = { jsonrpc: "2.0", id: item.id, error: { code: error.code || -32603, message: error.message } };
}
if (this.socket?.readyState === WebSocket.OPEN) this.send(answer);
}
}
function takeTicket() {
const ticket = /^#ticket=([\w-]+)/.exec(location.hash)?.[1] ?? null;
if (ticket) history.replaceState(null, "", location.pathname + location.search);
return ticket;
}
function storedSession() {
try { return JSON.parse(sessionStorage.getItem("session")); } catch { return null; }
}
function storeSession(session) {
try {
if (session) sessionStorage.setItem("session", JSON.stringify(session));
else sessionStorage.removeItem("session");
} catch { /* A page from a file has no storage in some browsers. */ }
}
function connectTabs(list, chosen) {
const tabs = () => [...list.querySelectorAll('[role="tab"]')].filter(tab => !tab.hidden);
function choose(tab, isByKey) {
for (const other of list.querySelectorAll('[role="tab"]')) {
const isChosen = other === tab;
other.setAttribute("aria-selected", String(isChosen));
other.tabIndex = isChosen ? 0 : -1;
const panel = document.getElementById(other.getAttribute("aria-controls"));
if (panel) panel.hidden = !isChosen;
}
if (isByKey) tab.focus();
tab.scrollIntoView?.({ block: "nearest", inline: "nearest" });
chosen(tab);
}
list.addEventListener("click", event => {
const tab = event.target.closest('[role="tab"]');
if (tab) choose(tab, false);
});
list.addEventListener("keydown", event => {
const all = tabs(), at = all.indexOf(document.activeElement);
const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key];
if (next === undefined || at < 0) return;
event.preventDefault();
choose(all[(next + all.length) % all.length], true);
});
return tab => choose(tab, false);
}
function connectTheme(button) {
const names = ["system", "light", "dark"];
let theme = null;
try { theme = localStorage.getItem("theme"); } catch { /* A page from a file has no storage in some browsers. */ }
if (!names.includes(theme)) theme = "system";
function show() {
if (theme === "system") delete document.documentElement.dataset.theme;
else document.documentElement.dataset.theme = theme;
button.textContent = `Theme: ${theme}`;
document.dispatchEvent(new Event("themechange"));
}
button.addEventListener("click", () => {
theme = names[(names.indexOf(theme) + 1) % names.length];
try { localStorage.setItem("theme", theme); } catch { /* As above. */ }
show();
announce(`Theme: ${theme}.`);
});
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", show);
show();
}
const panes = [];
function registerPane(pane) { panes.push(pane); }
const app = {
state: "none",
connection: null,
model: null,
stats: null,
info: null,
readiness: null,
attention: [],
selection: { from: null, to: null, requestIds: null, connection: null },
pane: null,
changes: new Set(),
callbackAnswers: [],
listeners: [],
get canControl() { return this.state === "open" && this.connection.canControl; },
get isRecording() { return this.state === "recording"; },
call(method, params) {
if (!this.connection || this.isRecording) return Promise.reject(new RpcError({ message: "no bridge is connected" }));
return this.connection.call(method, params);
},
document() {
if (this.isRecording || !this.connection) return Promise.resolve(null);
this.discovered ??= this.call("rpc.discover").catch(error => {
this.discovered = null;
throw error;
});
return this.discovered;
},
onCallback(answer) { this.callbackAnswers.push(answer); },
onNotification(listener) { this.listeners.push(listener); },
changed(name) {
this.changes.add(name);
this.updateSoon();
},
update() {
const changes = this.changes;
this.changes = new Set();
updateFrame(changes);
if (this.pane) {
for (const name of changes) for (const pane of panes) if (pane !== this.pane) pane.missed.add(name);
this.pane.update?.(changes);
}
},
select(change) {
this.selection = change === null
? { from: null, to: null, requestIds: null, connection: null } : { ...this.selection, ...change };
this.changed("selection");
},
showsTime(from, to = from) {
const range = this.selection;
return range.from === null || (to >= range.from && from <= range.to);
},
showsJob(job) {
const { requestIds, connection } = this.selection;
return (!requestIds || requestIds.has(job.requestId)) && (connection === null || job.connection === connection)
&& this.showsTime(job.start, job.end);
},
showsConnection(number) { return this.selection.connection === null || this.selection.connection === number; },
showPane(id) { chooseTab(document.getElementById(`tab-${id}`)); },
showDetail(title, ...children) {
const panel = document.getElementById("detail");
if (panel.hidden) this.detailOpener = document.activeElement;
panel.hidden = false;
fill(panel,
h("header", null, h("h2", { text: title }),
h("button", { type: "button", class: "plain", onclick: () => this.hideDetail() }, "Close")),
h("div", { class: "content" }, children));
panel.scrollTop = 0;
panel.focus({ preventScroll: true });
},
hideDetail() {
const panel = document.getElementById("detail");
if (panel.hidden) return;
panel.hidden = true;
this.detailClosed?.();
if (this.detailOpener?.isConnected) this.detailOpener.focus({ preventScroll: true });
},
confirm({ title, text, action, isDangerous }) {
return new Promise(resolve => {
const dialog = h("dialog", { "aria-labelledby": "confirm-title", onclose: () => {
dialog.remove();
resolve(dialog.returnValue === "yes");
} },
h("h2", { id: "confirm-title", text: title }),
[text].flat().map(line => line instanceof Node ? line : h("p", { text: line })),
h("div", { class: "bar" }, h("button", { type: "button", onclick: () => dialog.close("no") }, "Cancel"),
h("button", { type: "button", class: isDangerous ? "danger" : "primary", onclick: () => dialog.close("yes"), text: action })));
document.body.append(dialog);
dialog.showModal();
});
},
};
app.updateSoon = throttled(125, () => app.update());
let chooseTab = null;
function mountFrame() {
const list = document.getElementById("tabs"), main = document.getElementById("panes");
panes.sort((one, other) => one.order - other.order);
for (const pane of panes) {
pane.missed = new Set(["state", "source", "stats", "trace", "jobs", "events", "selection", "attention"]);
pane.tab = h("button", {
type: "button", role: "tab", id: `tab-${pane.id}`, "aria-controls": `pane-${pane.id}`, "aria-selected": "false", tabindex: "-1",
}, pane.title);
pane.element = h("section", {
id: `pane-${pane.id}`, role: "tabpanel", "aria-labelledby": `tab-${pane.id}`, tabindex: "0", hidden: true,
});
list.append(pane.tab);
main.append(pane.element);
}
chooseTab = connectTabs(list, tab => choosePane(panes.find(pane => pane.tab === tab)));
connectTheme(document.getElementById("theme"));
document.addEventListener("keydown", event => {
if (event.key === "Escape" && !event.defaultPrevented && !document.querySelector("dialog[open]")) app.hideDetail();
});
let id = null;
try { id = sessionStorage.getItem("pane"); } catch { /* A page from a file has no storage in some browsers. */ }
const first = panes.find(pane => pane.id === id) ?? panes[0];
if (first) app.showPane(first.id);
}
function choosePane(pane) {
if (app.pane === pane) return;
app.pane?.hide?.();
app.pane = pane;
try { sessionStorage.setItem("pane", pane.id); } catch { /* As above. */ }
if (!pane.isMounted) {
pane.isMounted = true;
pane.mount(pane.element, app);
}
pane.show?.();
const missed = pane.missed;
pane.missed = new Set();
pane.update?.(missed);
}
function updateFrame(changes) {
if (changes.has("state") || changes.has("source")) {
const role = document.getElementById("role");
role.hidden = app.state !== "open" && app.state !== "recording";
role.className = app.canControl ? "tag accent" : "tag";
setText(role, app.isRecording ? "recording" : app.canControl ? "control" : "read only");
role.title = app.isRecording ? "The data come from a file." : app.canControl ? "This page may change things." : "This page can only read. For changes run: altcraft-bridge inspect --control";
}
if (changes.has("selection") || changes.has("source")) showSelection();
updateStrip(changes);
}
function showSelection() {
const { from, to, requestIds, connection } = app.selection, line = document.getElementById("selection");
const parts = [];
if (from !== null) parts.push(`${app.model.timeText(from)} – ${app.model.timeText(to)} (${app.model.spanText(to - from)})`);
if (requestIds) parts.push(requestIds.size === 1 ? `job ${shortened([...requestIds][0], 13)}` : plural(requestIds.size, "job"));
if (connection !== null) parts.push(`connection ${connection}`);
line.hidden = parts.length === 0;
if (parts.length === 0) return fill(line);
fill(line, h("span", { class: "soft" }, "Only"), parts.map(text => h("span", { class: "tag accent clip", text })),
h("button", { type: "button", class: "plain", onclick: () => {
app.select(null);
announce("Everything is shown.");
app.pane.tab.focus();
} }, "Show everything"));
}
const rateSamples = [];
function noteRates() {
const { accepted, delivered } = app.stats.outbox, at = performance.now();
const last = rateSamples.at(-1);
if (last && accepted < last.accepted) rateSamples.length = 0;
rateSamples.push({ at, accepted, delivered });
while (rateSamples.length > 2 && at - rateSamples[0].at > 10500) rateSamples.shift();
}
function rateText() {
const first = rateSamples[0], last = rateSamples.at(-1);
if (!first || last.at - first.at < 500) return "–";
const perSecond = name => {
const rate = (last[name] - first[name]) * 1000 / (last.at - first.at);
return rate >= 10 || rate === 0 ? countText(Math.round(rate)) : rate.toFixed(1);
};
return `${perSecond("accepted")}/s in, ${perSecond("delivered")}/s out`;
}
function setStrip(name, text, tone, title = "") {
const cell = document.querySelector(`[data-strip="${name}"]`), value = cell.lastElementChild;
if (tone) cell.dataset.tone = tone;
else delete cell.dataset.tone;
setText(value, text);
cell.title = title;
}
function updateStrip(changes) {
if (changes.has("source")) rateSamples.length = 0;
const [live, liveTone] = liveWords();
setStrip("live", live, liveTone);
const { stats, readiness, model } = app;
setStrip("storage", ...storageWords(readiness));
if (stats) {
const { pending, bytes, oldestPendingAt } = stats.outbox;
setStrip("pending", `${countText(pending)}${pending ? ` (${bytesText(bytes)})` : ""}`);
const age = Date.now() * 1000 - timeOf(oldestPendingAt);
setStrip("oldest", oldestPendingAt ? durationText(Math.max(0, age)) : "none", age > 600e6 ? "warn" : undefined,
oldestPendingAt ? `accepted ${dateText(timeOf(oldestPendingAt))}` : "");
setStrip("rate", rateText());
} else if (app.isRecording) {
const jobs = [...model.jobs.values()], pending = jobs.filter(job => job.state === "pending");
setStrip("pending", countText(pending.length));
setStrip("oldest", pending.length ? model.timeText(Math.min(...pending.map(job => job.start)), 0) : "none");
setStrip("rate", `${plural(jobs.length, "job")} in the file`);
}
const syncs = model.syncs.items;
setStrip("sync", syncs.length ? `${durationText(quantile(syncs, 0.5))}, p99 ${durationText(quantile(syncs, 0.99))}` : "no job yet",
undefined, "The time from the acceptance of a job until it was on the disk: the median and the 99th percentile.");
}
function liveWords() {
switch (app.state) {
case "open": return ["live", "good"];
case "connecting": return ["connecting …", "warn"];
case "waiting": return ["lost, connecting again …", "bad"];
case "refused": return ["no access", "bad"];
case "recording": return ["recording"];
default: return ["not connected"];
}
}
function storageWords(readiness) {
if (app.isRecording || !readiness) return ["–"];
if (readiness.isReady) return ["accepts jobs", "good"];
const words = { noSpace: "disk full", readOnly: "disk read-only", ioError: "disk fails" };
return [words[readiness.cause] ?? "refuses jobs", "bad", readiness.text];
}
const mostRows = 10;
class SpanRow {
constructor() {
this.spans = [];
this.reach = [];
}
hasRoom(span) {
const spans = this.spans, last = spans.length - 1;
if (last < 0 || spans[last].end <= span.start) return true;
const at = this.firstStartingAfter(span.start);
return (at === 0 || spans[at - 1].end <= span.start) && (at > last || spans[at].start >= span.end);
}
firstStartingAfter(time) { return lowerBound(this.spans, span => span.start > time); }
add(span) {
const at = this.spans.length === 0 || this.spans.at(-1).start <= span.start
? this.spans.length : this.firstStartingAfter(span.start);
if (at === this.spans.length) this.spans.push(span);
else this.spans.splice(at, 0, span);
this.refresh(at);
}
refresh(at) {
const { spans, reach } = this;
let most = at > 0 ? reach[at - 1] : -Infinity;
for (let index = at; index < spans.length; index += 1) {
most = Math.max(most, spans[index].end);
reach[index] = most;
}
reach.length = spans.length;
}
changed(span) {
let at = lowerBound(this.spans, other => other.start >= span.start);
while (at < this.spans.length && this.spans[at] !== span) at += 1;
if (at < this.spans.length) this.refresh(at);
}
firstEndingAfter(time) {
const reach = this.reach;
let low = 0, high = reach.length;
while (low < high) {
const middle = (low + high) >> 1;
if (reach[middle] > time) high = middle;
else low = middle + 1;
}
return low;
}
}
const laneGroups = ["connection", "user", "callback", "platform", "event"];
class SpanIndex {
constructor(bound = 60000) {
this.bound = bound;
this.clear();
}
clear() {
this.lanes = new Map();
this.sorted = [];
this.count = 0;
this.first = Infinity;
this.last = -Infinity;
this.version = 0;
}
lane(group, name, title) {
const key = `${group}:${name}`;
let lane = this.lanes.get(key);
if (!lane) {
lane = { key, group, name, title, rows: [], number: this.lanes.size };
this.lanes.set(key, lane);
this.sorted = [...this.lanes.values()].sort((one, other) =>
laneGroups.indexOf(one.group) - laneGroups.indexOf(other.group) || one.number - other.number);
}
return lane;
}
add(lane, span) {
let row = lane.rows.find(row => row.hasRoom(span));
if (!row) {
if (lane.rows.length < mostRows) lane.rows.push(row = new SpanRow());
else row = lane.rows.at(-1);
}
span.lane = lane;
span.row = row;
row.add(span);
this.count += 1;
this.reached(span);
if (this.count > this.bound * 1.1) this.drop(this.count - this.bound);
}
changed(span) {
span.row?.changed(span);
this.reached(span);
}
reached(span) {
this.version += 1;
if (span.start < this.first) this.first = span.start;
const end = span.end === Infinity ? span.start : span.end;
if (end > this.last) this.last = end;
}
drop(count) {
const starts = this.all().map(span => span.start).sort((one, other) => one - other);
const from = starts[count];
for (const lane of this.lanes.values()) {
for (const row of lane.rows) {
row.spans = row.spans.filter(span => span.start >= from);
row.refresh(0);
}
if (lane.rows.every(row => row.spans.length === 0)) this.lanes.delete(lane.key);
}
this.sorted = this.sorted.filter(lane => this.lanes.has(lane.key));
this.count = this.all().length;
this.first = from;
this.version += 1;
}
all() { return this.sorted.flatMap(lane => lane.rows.flatMap(row => row.spans)); }
visit(from, to, body, lanes = this.sorted) {
for (const lane of lanes) {
for (const row of lane.rows) {
const spans = row.spans;
for (let index = row.firstEndingAfter(from); index < spans.length && spans[index].start <= to; index += 1) {
if (spans[index].end >= from && body(spans[index]) === false) return;
}
}
}
}
between(from, to, bound, isWanted = () => true) {
const found = [];
let count = 0;
this.visit(from, to, span => {
if (!isWanted(span)) return;
count += 1;
if (found.length < bound * 20) found.push(span);
});
found.sort((one, other) => one.start - other.start);
return { spans: found.slice(0, bound), count };
}
}
const toneOfWait = {
retry: "retry", user: "user", token: "token", permission: "permission", configuration: "configuration", lane: "lane",
};
const waitWords = {
retry: "waits for its next attempt", user: "waits for a valid JWT of its user", token: "waits for a push token",
permission: "waits for the permission to notify", configuration: "waits for a configuration",
lane: "waits behind other jobs of its user",
};
const isDone = job => job.end !== Infinity;
class InspectorModel {
constructor(changed) {
this.changed = changed;
this.index = new SpanIndex();
this.reset();
}
reset() {
this.wire = new BoundedList(20000);
this.events = new BoundedList(10000);
this.jobs = new BoundedMap(25000, isDone);
this.open = new BoundedMap(20000);
this.connections = new BoundedMap(2000, connection => !connection.isOpen);
this.syncs = new BoundedList(400);
this.eventNames = new BoundedMap(12000);
this.refusals = new BoundedList(500);
this.gaps = 0;
this.hasLines = false;
this.index.clear();
for (const name of ["trace", "jobs", "events"]) this.changed(name);
}
get now() { return this.hasLines ? this.index.last + 1 : Date.now() * 1000; }
timeText(time, digits = 3) { return this.hasLines ? `line ${Math.round(time)}` : clockText(time, digits); }
spanText(time) { return this.hasLines ? plural(Math.round(time), "line") : durationText(time); }
momentText(time) { return this.hasLines ? `line ${Math.round(time)}` : dateText(time); }
connectionOf(number) {
let connection = this.connections.get(number);
if (!connection) {
connection = { number, transport: null, peer: null, isOpen: true, isOwn: false, calls: 0 };
this.connections.set(number, connection);
}
return connection;
}
takeTrace(item, ownPrefix) {
if (item.kind === "job") return this.takeStep(item);
if (item.kind !== "wire") return;
const connection = this.connectionOf(item.connection);
if (item.transport) connection.transport = item.transport;
if (item.event === "opened") {
connection.peer = item.peer ?? null;
connection.isOpen = true;
}
if (item.event === "closed") connection.isOpen = false;
const messages = item.event === "message" ? [item.message].flat().filter(Boolean) : [];
if (ownPrefix && messages.some(message => String(message.id).startsWith(ownPrefix))) connection.isOwn = true;
if (connection.isOwn) return;
this.wire.push(item);
if (item.event === "message") {
if (messages.length === 0) this.addInstant(item, item.fault ? `unreadable message: ${item.fault}` : `message of ${bytesText(item.bytes)}`, item.fault ? "error" : "event");
for (const message of messages) this.takeMessage(item, message);
} else if (item.event !== "inputEnded") {
const words = { opened: "opened", closed: "closed", dropped: "a message had no room", fault: `cannot be read: ${item.fault}` };
this.addInstant(item, words[item.event] ?? String(item.event), item.event === "fault" || item.event === "dropped" ? "error" : "event");
}
this.changed("trace");
}
connectionLane(number) {
const transport = this.connections.get(number)?.transport;
return this.index.lane("connection", number, `connection ${number}${transport ? ` ${transport}` : ""}`);
}
addInstant(item, label, tone) {
this.index.add(this.connectionLane(item.connection), {
start: item.at, end: item.at, tone, label, kind: "message", connection: item.connection, messages: [item],
});
}
takeMessage(item, message) {
const isReceived = item.direction === "received";
const key = side => `${item.connection} ${side} ${JSON.stringify(message.id)}`;
if (typeof message.method === "string" && message.id !== undefined) {
const lane = isReceived ? this.connectionLane(item.connection) : this.index.lane("callback", "", "callbacks");
const span = {
start: item.at, end: Infinity, tone: "open", label: message.method, kind: isReceived ? "call" : "callback",
connection: item.connection, request: message, response: null, messages: [item], requestId: message.params?.requestId ?? null,
};
if (isReceived) this.connectionOf(item.connection).calls += 1;
this.open.set(key(item.direction), span);
this.index.add(lane, span);
} else if (message.id !== undefined && message.method === undefined) {
const name = key(isReceived ? "sent" : "received"), span = this.open.get(name);
if (!span) return;
this.open.delete(name);
span.end = item.at;
span.response = message;
span.messages.push(item);
span.tone = message.error ? "error" : span.kind === "callback" && message.result === null ? "retry" : "ok";
span.requestId = message.result?.requestId ?? span.requestId;
if (message.error && span.kind === "call") {
this.refusals.push({ at: item.at, method: span.label, error: message.error, span });
}
this.index.changed(span);
this.takeAnswer?.(span, item);
} else if (isReceived) {
this.addInstant(item, `${message.method} (notification)`, "event");
} else if (message.method === "event" && message.params) {
this.takeEvent(message.params, this.hasLines ? item.at : undefined);
}
}
job(requestId, facts = {}) {
let job = this.jobs.get(requestId);
if (!job) {
job = {
kind: "job", requestId, method: null, label: "", user: null, connection: null, start: NaN, end: Infinity, durable: null,
attempts: [], attemptCount: 0, waits: [], state: "pending", waitingFor: null, next: null, lastError: null, eventCode: null,
httpCode: null, response: null, outcome: null, isRetryable: false, tone: "open", lane: null, row: null,
};
this.jobs.set(requestId, job);
}
job.method ??= facts.method ?? null;
job.user ??= facts.user ?? null;
job.label = job.method ?? "job";
return job;
}
place(job) {
if (job.row || Number.isNaN(job.start)) return;
const title = job.user ? `user ${shortened(job.user, 12)}` : "no user";
this.index.add(this.index.lane("user", job.user ?? "", title), job);
}
takeStep(item) {
const job = this.job(item.requestId, item);
if (Number.isNaN(job.start)) job.start = item.at;
switch (item.step) {
case "accepted":
job.start = item.at;
job.connection = item.connection ?? null;
break;
case "durable":
job.durable = item.at;
this.syncs.push(item.at - job.start);
break;
case "attempt":
this.endWait(job, item.at);
job.attempts.push({ number: item.attempt, start: item.at, end: Infinity, httpCode: null, failure: null });
if (job.attempts.length > 200) job.attempts.splice(1, 1);
job.attemptCount = Math.max(job.attemptCount, item.attempt);
job.next = null;
break;
case "answer": this.takeAttemptAnswer(job, item); break;
case "waiting":
this.endWait(job, item.at);
job.waits.push({ from: item.at, to: Infinity, reason: item.waitingFor });
if (job.waits.length > 200) job.waits.splice(0, 1);
job.waitingFor = item.waitingFor;
job.next = item.until ?? null;
break;
case "retried":
job.end = Infinity;
job.state = "pending";
job.isRetryable = false;
break;
case "ended":
this.end(job, item.at, item.state, item.eventCode);
job.outcome = item.outcome ?? job.outcome;
break;
}
this.refresh(job);
this.changed("trace");
}
takeAttemptAnswer(job, item) {
let attempt = job.attempts.findLast(attempt => attempt.number === item.attempt);
if (!attempt) {
attempt = { number: item.attempt, start: item.at - (item.durationUs ?? 0), end: Infinity, httpCode: null, failure: null };
job.attempts.push(attempt);
}
attempt.end = item.at;
attempt.httpCode = item.httpCode ?? null;
attempt.failure = item.failure ?? null;
job.attemptCount = Math.max(job.attemptCount, item.attempt);
job.httpCode = attempt.httpCode;
const isFine = attempt.httpCode >= 200 && attempt.httpCode < 300;
this.index.add(this.index.lane("platform", "", "platform"), {
start: Math.min(attempt.start, item.at), end: item.at, tone: isFine ? "ok" : attempt.httpCode && attempt.httpCode < 500 ? "error" : "retry",
label: `${attempt.httpCode ?? "no answer"} ${job.label}`, kind: "answer", requestId: job.requestId, job, attempt,
});
}
endWait(job, at) {
const wait = job.waits.at(-1);
if (wait && wait.to === Infinity) wait.to = at;
job.waitingFor = null;
}
end(job, at, state, eventCode) {
this.endWait(job, at);
job.end = at;
job.state = state;
job.eventCode = eventCode ?? job.eventCode;
job.next = null;
const attempt = job.attempts.at(-1);
if (attempt && attempt.end === Infinity) attempt.end = at;
}
refresh(job) {
job.tone = job.state === "delivered" ? "ok"
: job.state === "pending" ? toneOfWait[job.waitingFor] ?? "open" : job.state === "cleared" ? "event" : "error";
if (job.row) this.index.changed(job);
else this.place(job);
this.changed("jobs");
}
takeListed(item) {
const job = this.job(item.requestId, item), at = this.hasLines ? this.clock : timeOf(item.createdAt);
if (Number.isNaN(job.start)) job.start = at;
job.createdAt = item.createdAt;
job.attemptCount = Math.max(job.attemptCount, item.attempts);
job.lastError = item.lastError ?? job.lastError;
job.isRetryable = item.retryable;
if (item.state === "pending") {
if (isDone(job) && job.state !== "rejected") return;
job.end = Infinity;
job.state = "pending";
job.next = item.nextAttemptAt ? timeOf(item.nextAttemptAt) : null;
if (job.waitingFor !== item.waitingFor) {
this.endWait(job, this.now);
job.waitingFor = item.waitingFor;
if (item.waitingFor) job.waits.push({ from: job.waits.length ? this.now : job.start, to: Infinity, reason: item.waitingFor });
}
} else {
job.state = item.state;
job.waitingFor = null;
job.next = null;
job.eventCode = item.outcome?.eventCode ?? job.eventCode;
job.httpCode = item.lastError?.httpCode ?? item.outcome?.response?.httpCode ?? job.httpCode;
job.response = item.outcome?.response ?? job.response;
if (job.end === Infinity) this.end(job, this.hasLines ? this.clock : timeOf(item.endedAt), item.state, job.eventCode);
}
this.refresh(job);
}
takeOutcome(item) {
const job = this.job(item.requestId, item);
if (Number.isNaN(job.start)) job.start = this.hasLines ? this.clock : timeOf(item.acceptedAt);
if (job.end === Infinity) this.end(job, this.hasLines ? this.clock : timeOf(item.endedAt), item.state, item.eventCode);
job.state = item.state;
job.createdAt = item.acceptedAt;
job.outcome = item.outcome;
job.eventCode = item.eventCode;
job.eventName = item.name;
job.httpCode = item.httpCode ?? job.httpCode;
job.response = item.response ?? job.response;
job.attemptCount = Math.max(job.attemptCount, item.attempts);
this.refresh(job);
}
takeEvent(event, at) {
const name = `${event.epoch} ${event.seq}`;
if (this.eventNames.has(name)) return;
this.eventNames.set(name, true);
event = { ...event, start: at ?? timeOf(event.date) };
this.events.push(event);
const tone = event.type === "error" ? "error" : event.type === "retryError" ? "retry" : "event";
this.index.add(this.index.lane("event", "", "events"), {
start: event.start, end: event.start, tone, label: `${event.code} ${event.name}`, kind: "event", requestId: event.requestId, event,
});
const job = event.requestId ? this.jobs.get(event.requestId) : null;
if (job && tone !== "event") {
job.lastError = { code: event.code, httpCode: event.value?.response_with_http_code?.httpCode ?? null, message: event.message };
}
this.takeEventOfJob?.(event);
this.changed("events");
}
}
function quantile(numbers, part) {
if (numbers.length === 0) return NaN;
const sorted = [...numbers].sort((one, other) => one - other);
return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
}
function connect() {
const scheme = location.protocol === "https:" ? "wss" : "ws";
app.connection = new RpcConnection(`${scheme}://${location.host}/rpc`, {
state: connectionChanged,
notification: takeNotification,
request(method, params) {
for (const answer of app.callbackAnswers) {
const promise = answer(method, params);
if (promise !== undefined) return promise;
}
throw new RpcError({ code: -32601, message: "this page answers no such callback" });
},
});
if (app.connection.isInvited) app.connection.open();
else connectionChanged("refused");
}
function connectionChanged(state) {
if (app.isRecording) return;
app.state = state;
app.changed("state");
if (state === "open") subscribe();
}
const position = { trace: null, events: null, outcome: null, epoch: null };
async function subscribe() {
try {
app.info = await app.call("bridge.info");
if (position.epoch !== app.info.epoch) {
if (position.epoch !== null) {
app.model.reset();
app.changed("source");
}
Object.assign(position, { trace: null, events: null, outcome: null, epoch: app.info.epoch });
app.discovered = null;
}
const after = number => number === null ? {} : { since: number, epoch: position.epoch };
await refresh();
const trace = await app.call("trace.subscribe", after(position.trace)).catch(noTrace);
if (trace?.gap) gap();
const events = await app.call("events.subscribe", after(position.events ?? 0));
position.events ??= events.seq;
const page = await app.call("outcomes.list", { limit: 1 });
const first = position.outcome ?? Math.max(0, page.last - 500);
await app.call("outcomes.subscribe", { after: Math.max(first, page.first - 1) });
} catch (error) {
if (error.code) app.problem = error.message;
app.changed("state");
}
}
function noTrace(error) {
if (error.code !== -32601) throw error;
app.hasNoTrace = true;
app.changed("state");
return null;
}
function gap() {
app.model.gaps += 1;
app.changed("trace");
}
function takeNotification(method, params) {
switch (method) {
case "trace":
position.trace = params.seq;
app.model.takeTrace(params, app.connection.prefix);
break;
case "event":
position.events = params.seq;
app.model.takeEvent(params);
if (params.code === 403) readStorage();
break;
case "outcome":
position.outcome = params.outcome;
app.model.takeOutcome(params);
break;
case "trace.gap": case "events.gap": case "outcomes.gap": gap(); break;
}
for (const listener of app.listeners) listener(method, params);
}
async function readStorage() {
try {
const answer = await fetch("/readyz", { cache: "no-store" }), text = await answer.text();
app.readiness = { isReady: answer.ok, text, cause: /\((\w+)\)/.exec(text)?.[1] ?? null };
} catch { app.readiness = null; }
app.changed("stats");
}
async function refresh() {
app.stats = await app.call("bridge.stats");
noteRates();
app.changed("stats");
for (const state of ["pending", "rejected"]) {
const page = await app.call("outbox.list", { state, limit: 500 });
app.listed = { ...app.listed, [state]: { count: page.items.length, next: page.next } };
for (const item of page.items) app.model.takeListed(item);
}
}
app.readMore = async state => {
const after = app.listed?.[state]?.next;
if (!after) return;
const page = await app.call("outbox.list", { state, limit: 1000, after });
app.listed[state] = { count: app.listed[state].count + page.items.length, next: page.next };
for (const item of page.items) app.model.takeListed(item);
};
let ticks = 0;
function tick() {
app.changed("time");
if (app.state !== "open" || document.hidden) return;
ticks += 1;
if (ticks % 2 === 1) readStorage();
(ticks % 3 === 1 ? refresh() : app.call("bridge.stats").then(stats => {
app.stats = stats;
noteRates();
app.changed("stats");
})).catch(() => {});
}
app.model = new InspectorModel(name => app.changed(name));
mountFrame();
if (location.protocol.startsWith("http")) connect();
setInterval(tick, 1000);
app.changed("source");
})();
</script>
</body>
</html>

"""#
}
