// Generated from the parts in this folder. To write it again: UPDATE=1 swift test --filter Drift
// swift-format-ignore-file

/// The inspector, which the bridge serves at `/` of its WebSocket port.
package enum InspectorPage {
  /// The value of the header Content-Security-Policy: only this style sheet and this script are in force.
  package static let contentSecurityPolicy =
    "default-src 'none'; script-src 'sha256-FaPiHT6DECJbvLOxpdATQBhGHbUrOI/3r5fQbPA8IiY='; style-src 'sha256-G3OGk8qqbS0JWGNf/ImngEJ8omBFst+xa4uFsPpx0qs='; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

  package static let html = #"""
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-FaPiHT6DECJbvLOxpdATQBhGHbUrOI/3r5fQbPA8IiY='; style-src 'sha256-G3OGk8qqbS0JWGNf/ImngEJ8omBFst+xa4uFsPpx0qs='; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'">
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
#attention { padding: 3px 16px; border-bottom: 1px solid var(--line); max-height: 152px; overflow-y: auto; }
#attention:empty { display: none; }
#attention h2 { font-size: 11px; color: var(--soft); padding: 2px 0; }
#attention .quiet { color: var(--soft); }
#attention summary { display: flex; align-items: baseline; gap: 8px; padding: 2px 0; cursor: pointer; list-style: none; }
#attention summary .title { font-weight: 600; flex: 0 1 auto; }
#attention summary .clip { flex: 1 1 0; }
#attention summary::after { content: "▸"; color: var(--soft); font-size: 10px; }
#attention details[open] summary::after { content: "▾"; }
#attention details[open] summary .clip { visibility: hidden; }
#attention li .dot { background: var(--tone-error); }
#attention li[data-tone="warn"] .dot { background: var(--tone-retry); border-radius: 0; rotate: 45deg; }
#attention details p { max-width: 84rem; padding: 0 16px 4px; color: var(--soft); overflow-wrap: anywhere; }
#attention details button { margin: 2px 16px 6px; }
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
#head > .bar { padding: 6px 12px; }
#head h1 .soft, #source, #open-recording span { display: none; }
#attention { padding: 3px 12px; max-height: 118px; }
#attention summary .clip { display: none; }
#attention summary .title { flex: 1; }
#strip dt { display: none; }
#strip > div { padding: 3px 10px; }
.tabs [role="tab"] { padding: 6px 9px; }
}
@media (max-height: 520px) { body { height: auto; min-height: 100dvh; overflow: auto; } #body { min-height: 380px; } }
#pane-timeline:not([hidden]), #pane-work:not([hidden]) { display: flex; flex-direction: column; overflow: hidden; }
.tools { flex: none; padding: 6px 16px; border-bottom: 1px solid var(--line); background: var(--panel); }
.tools .group { display: flex; }
.tools .group button { border-radius: 0; margin-left: -1px; }
.tools .group button:first-child { border-radius: var(--radius) 0 0 var(--radius); margin-left: 0; }
.tools .group button:last-child { border-radius: 0 var(--radius) var(--radius) 0; }
.tools .group button[aria-pressed="true"] { position: relative; }
#timeline-canvas { display: block; width: 100%; flex: 3 1 0; min-height: 110px; cursor: grab; touch-action: none; }
#timeline-canvas.selecting { cursor: crosshair; }
#timeline-canvas:active { cursor: grabbing; }
#timeline-canvas:focus-visible { outline-offset: -2px; border-radius: 0; }
.legend { flex: none; display: flex; flex-wrap: wrap; gap: 2px 14px; padding: 4px 16px; border-top: 1px solid var(--line); background: var(--panel); font-size: 11px; color: var(--soft); }
.legend span { display: inline-flex; align-items: center; gap: 5px; }
.list { flex: 2 1 0; min-height: 110px; overflow: auto; border-top: 1px solid var(--line-strong); }
.list table { table-layout: fixed; min-width: 560px; }
.list thead th { position: sticky; top: 0; background: var(--sunken); z-index: 1; }
.list td, .list th { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.list td:first-child, .list th:first-child { padding-left: 16px; }
.list tr.chosen { background: var(--accent-back); }
.list .more { padding: 6px 16px; color: var(--soft); }
td .dot { margin-right: 7px; vertical-align: 0; }
@media (max-width: 640px) {
.tools, .legend { padding: 5px 10px; }
.legend { display: none; }
.list td:first-child, .list th:first-child { padding-left: 10px; }
.list table { min-width: 0; }
.list .wide { display: none; }
#timeline-canvas { flex-grow: 2; }
}
#pane-work .search { flex: 1 1 20rem; min-width: 8rem; font-family: var(--mono); font-size: 12px; }
#pane-work .list { flex: 1; border-top: 0; }
#pane-work .problem { flex: none; padding: 4px 16px; color: var(--warn); background: var(--warn-back); }
#pane-work tbody tr { cursor: pointer; }
.life { border-left: 2px solid var(--line); padding-left: 12px; }
.life li { display: grid; grid-template-columns: 92px minmax(0, 1fr); gap: 8px; padding: 2px 0; overflow-wrap: anywhere; }
.life .future { color: var(--soft); font-style: italic; }
.console { display: grid; grid-template-columns: 15rem minmax(0, 1fr) minmax(0, 1fr); height: 100%; min-height: 0; }
.console > * { overflow: auto; min-width: 0; }
.console h3 { margin: 0; }
.methods { border-right: 1px solid var(--line); background: var(--panel); display: flex; flex-direction: column; }
.methods > input { margin: 10px 10px 4px; }
.method-list { overflow: auto; padding: 0 6px 16px; flex: 1; }
.method-list h3 { padding: 10px 8px 3px; }
.method-list button { display: block; width: 100%; text-align: left; padding: 1px 8px; min-height: 23px; border: 0; font-family: var(--mono); font-size: 12px; color: var(--text); overflow: hidden; text-overflow: ellipsis; }
.method-list button[aria-current] { background: var(--accent-back); color: var(--accent); font-weight: 600; }
.method-list button:focus-visible { outline-offset: -2px; }
.request { padding: 12px 16px 32px; }
.request > select { display: none; width: 100%; margin-bottom: 10px; }
.request h2 { font: 650 15px/1.3 var(--mono); overflow-wrap: anywhere; }
.about { margin: 4px 0 12px; display: grid; gap: 4px; }
.about summary, .field summary { cursor: pointer; }
.about summary { color: var(--soft); }
.request form { display: grid; gap: 12px; }
.request .actions { position: sticky; bottom: -32px; padding: 10px 0; background: var(--page); border-top: 1px solid var(--line); }
.fields { display: grid; gap: 0; }
.field { border: 0; border-top: 1px solid var(--line); margin: 0; padding: 8px 0; min-width: 0; }
div.field { display: grid; grid-template-columns: minmax(6rem, 11rem) minmax(0, 1fr); gap: 4px 14px; }
.field > label { padding-top: 4px; color: var(--text); overflow-wrap: anywhere; }
.field label .warn, .field legend .warn, .field summary .warn { font-size: 11px; }
.field input, .field select, .field textarea { width: 100%; }
.field .soft { font-size: 12px; margin-top: 2px; }
.field[open] > summary .soft { display: none; }
fieldset.field > legend { float: left; width: 100%; padding: 0; }
fieldset.field > legend + * { clear: both; }
.field > .fields, .variant > .fields { margin: 6px 0 0 2px; padding-left: 12px; border-left: 2px solid var(--line); }
.field .field:first-child { border-top: 0; }
.variant { margin-top: 6px; }
[aria-invalid="true"] { border-color: var(--bad) !important; }
.results { padding: 12px 16px 32px; border-left: 1px solid var(--line); display: grid; gap: 18px; align-content: start; grid-template-columns: minmax(0, 1fr); }
.results section { display: grid; gap: 6px; grid-template-columns: minmax(0, 1fr); }
.results [data-language] { padding: 1px 8px; min-height: 24px; }
.results [data-language][aria-pressed="true"] { background: var(--accent-back); color: var(--accent); border-color: transparent; }
.results pre.text { min-height: 3.4rem; padding-right: 4.5rem; }
.earlier { display: grid; gap: 2px; margin-top: 4px; }
.earlier .clip { max-width: 100%; white-space: nowrap; display: block; }
.dot.ok { background: var(--tone-ok); }
.dot.error { background: var(--tone-error); }
dialog.callback { display: grid; gap: 8px; }
dialog.callback:not([open]) { display: none; }
dialog.callback h2, dialog.callback .bar { margin: 0; }
dialog.callback p.bar { justify-content: flex-start; }
@media (max-width: 1000px) {
.console { grid-template-columns: minmax(0, 1fr); height: auto; }
.console > * { overflow: visible; }
.methods { display: none; }
.request > select { display: block; }
.request .actions { position: static; }
.results { border-left: 0; border-top: 1px solid var(--line); }
}
@media (max-width: 560px) {
.request, .results { padding: 12px 12px 24px; }
div.field { grid-template-columns: minmax(0, 1fr); }
}
.push-pane { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); min-height: 100%; }
.push-pane > div { padding: 12px 16px 32px; display: grid; gap: 10px; align-content: start; grid-template-columns: minmax(0, 1fr); }
.push-pane > div + div { border-left: 1px solid var(--line); gap: 18px; }
.push-pane section { display: grid; gap: 6px; grid-template-columns: minmax(0, 1fr); }
.notification { padding: 12px 14px; display: grid; gap: 4px; max-width: 26rem; border-radius: 12px; box-shadow: 0 1px 4px rgb(0 0 0 / 8%); overflow-wrap: anywhere; }
.notification .title { font-weight: 650; font-size: 14px; }
.notification .bar { margin-top: 6px; }
.way { display: grid; gap: 3px; }
.way li { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 12px; overflow-wrap: anywhere; }
.way b { font-weight: 600; }
.push-pane summary { cursor: pointer; color: var(--soft); margin: 4px 0; }
.status { columns: 25rem; column-gap: 12px; padding: 12px 16px 32px; }
.status > section { padding: 12px 14px; margin-bottom: 12px; break-inside: avoid; }
.status h2 { margin-bottom: 8px; }
.status dd { white-space: pre-line; }
.status th, .status td { padding: 3px 8px 3px 0; }
.status tbody th { font-weight: 400; color: var(--text); }
.status table p { margin-bottom: 6px; }
.parts { display: flex; height: 10px; gap: 2px; margin-bottom: 10px; border-radius: 3px; overflow: hidden; }
.parts > span { min-width: 3px; }
.histogram td:nth-child(2) { width: 60%; }
.histogram th, .histogram td { border: 0; white-space: nowrap; }
.meter { display: inline-block; width: 100%; height: 8px; border-radius: 2px; background: var(--sunken); overflow: hidden; vertical-align: middle; }
.meter > span { display: block; height: 100%; background: var(--tone-open); }
.meter.full > span { background: var(--tone-error); }
.limits td:last-child { white-space: nowrap; }
.limits .meter { width: min(6rem, 50%); margin-right: 8px; }
@media (max-width: 1000px) {
.push-pane { grid-template-columns: minmax(0, 1fr); }
.push-pane > div + div { border-left: 0; border-top: 1px solid var(--line); }
}
@media (max-width: 560px) { .push-pane > div, .status { padding: 12px 12px 24px; } }
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
<button type="button" id="open-recording">Open <span>a recording</span></button>
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
pane.missed = new Set(["state", "source", "stats", "trace", "jobs", "events", "selection", "time"]);
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
updateAttention(changes);
updateStrip(changes);
refreshJob();
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
const errorAdvice = {
parseError: "Send one message per line, as UTF-8 and strict JSON.",
invalidRequest: "Use jsonrpc \"2.0\", an object or array as params, and an id that is not in use.",
methodNotFound: "Check the name of the method; data.suggestions has similar ones.",
invalidParams: "Check the parameter that data.parameter names; data.expected says what it must be.",
unauthorized: "This connection may not make the call. A page that may is opened by: altcraft-bridge inspect --control",
busy: "Make fewer calls at once, and repeat this one.",
tooLarge: "Send less at once, or raise the limit that data.limit names with --limit.",
outboxFull: "Find out why jobs are not delivered, then repeat the call. The limit is raised with --limit.",
storageFailed: "Free some space on the disk, or mount it writable; then repeat the call with the same requestId.",
callbackTimeout: "The host must answer the callback that data.callback names.",
notInitialized: "Call initialization first.", configurationMissing: "Call initialization first.",
shuttingDown: "Repeat the call when the bridge runs again.",
duplicateRequestId: "Use an id of its own for each job.",
userTagMissing: "The user is unknown: pass an rToken in the configuration, or a JWT by setJWTProvider.",
pushTokenMissing: "Call setPushToken, or register a provider that answers provider.getToken.",
apiUrlInvalid: "Use an https URL. http is allowed for this machine only, or with --allow-insecure-http.",
rTokenInvalid: "Use up to 512 printable characters without spaces.",
providerInvalid: "Use ios-apns, ios-firebase or ios-huawei.",
valuesNotScalar: "Do not use arrays or objects as values.",
};
function callAdvice(error) { return errorAdvice[error.data?.reason] ?? ""; }
const recent = 300e6;
function findProblems() {
const facts = gatherFacts();
return [...pageProblems(), ...storageProblems(facts), ...deliveryProblems(facts), ...waitProblems(facts), ...laneProblems(facts),
...rejections(facts), ...clockProblems(facts), ...refusedCalls(facts), ...silentHosts(facts)];
}
function gatherFacts() {
const { model } = app, now = model.now, pending = [], rejected = [];
for (const job of model.jobs.values()) {
if (job.state === "pending") pending.push(job);
else if (job.state === "rejected" && (job.isRetryable || model.hasLines || now - job.end < 3600e6)) rejected.push(job);
}
const isRecent = time => model.hasLines || now - time < recent;
return {
now, pending, rejected, isRecent,
events: model.events.last(300).filter(event => isRecent(event.start)),
refusals: model.refusals.last(300).filter(refusal => isRecent(refusal.at)),
errors: pending.map(job => job.lastError?.message ?? job.attempts.at(-1)?.failure).filter(Boolean),
};
}
function showWorkSearch(query) {
return { text: "Show them", act() {
app.select(null);
app.showPane("work");
work.input.value = query;
app.changed("jobs");
} };
}
function pageProblems() {
const found = [];
if (app.state === "waiting") found.push({ id: "lost", tone: "bad", title: "The bridge does not answer.", advice: "The page connects again by itself when the bridge runs. After a restart of the bridge, run altcraft-bridge inspect again." });
if (app.problem) found.push({ id: "problem", tone: "bad", title: "The page cannot read the bridge.", advice: app.problem });
if (app.hasNoTrace) found.push({ id: "trace", tone: "warn", title: "This bridge has no trace.", advice: "It is older than this page. Events and outcomes are shown, calls and attempts are not." });
if (app.model.gaps) found.push({ id: "gaps", tone: "warn", title: "Some messages are missing on this page.", advice: "The bridge made more of them than the page could read. Outcomes of jobs are complete." });
return found;
}
function storageProblems({ events, refusals, pending }) {
const found = [], { readiness, stats, info } = app;
const last = events.findLast(event => event.code === 403 && event.value?.cause);
const cause = readiness ? readiness.isReady ? null : readiness.cause ?? "ioError" : last && last.value.cause !== "recovered" ? last.value.cause : null;
if (cause) {
const titles = { noSpace: "The disk is full: the bridge refuses new jobs.", readOnly: "The disk is read-only: the bridge refuses new jobs." };
const remedy = cause === "noSpace" ? "Free some space" : cause === "readOnly" ? "Mount it writable" : "Check the disk";
found.push({
id: "storage", tone: "bad", title: titles[cause] ?? "The disk fails: the bridge refuses new jobs.",
advice: `${remedy}${info ? ` (data directory ${info.dataDir})` : ""}. The bridge tries the disk again by itself. Jobs that were accepted are safe; callers that got storageFailed repeat the call with the same requestId.`,
});
}
const damage = events.findLast(event => event.code === 403 && event.value?.lost);
if (damage) found.push({ id: "damage", tone: "bad", title: "A file of the outbox was damaged.", advice: `${damage.message}. Check the disk. altcraft-bridge outbox verify shows the place.` });
const full = refusals.findLast(refusal => refusal.error.data?.reason === "outboxFull");
const limits = info?.limits ?? {}, used = stats?.outbox;
const isNearlyFull = used && (used.pending >= 0.95 * limits.outboxRecords || used.bytes >= 0.95 * limits.outboxBytes);
if (full || isNearlyFull) {
const limit = full?.error.data.limit ?? (used.pending >= 0.95 * limits.outboxRecords ? "outboxRecords" : "outboxBytes");
const max = full?.error.data.max ?? limits[limit];
found.push({
id: "full", tone: full ? "bad" : "warn", title: full ? "The outbox is full: new jobs are refused (outboxFull)." : "The outbox is nearly full.",
advice: `It holds ${plural(used?.pending ?? pending.length, "pending job")}; the limit ${limit} is ${countText(max)}. Jobs leave it when they are delivered, so find out what they wait for. More room: serve --limit ${limit}=NUMBER.`,
...showWorkSearch("state:pending"),
});
}
return found;
}
function deliveryProblems({ pending, errors, isRecent }) {
const waiting = pending.filter(job => job.waitingFor === "retry" || job.lastError && !job.waitingFor);
const program = errors.findLast(text => /altcraft-bridge-delivery|delivery process/.test(text));
if (program && waiting.length) {
const isMissing = /not found|cannot be started/.test(program);
return [{
id: "program", tone: "bad", title: isMissing ? "The delivery program is missing: jobs are stored, but not sent." : "The delivery program fails: jobs are stored, but not sent.",
advice: `${program}. ${isMissing ? "Put altcraft-bridge-delivery beside altcraft-bridge, from the same build; the bridge then sends by itself." : "Check the log of the bridge, the memory of the machine, and altcraft-bridge doctor."}`,
...showWorkSearch("wait:retry"),
}];
}
const state = app.stats?.platform?.state, url = app.stats?.platform?.url ?? "its address";
const failed = waiting.filter(job => job.waitingFor === "retry").sort((one, other) => (one.attempts.at(-1)?.end ?? 0) - (other.attempts.at(-1)?.end ?? 0)).at(-1) ?? waiting.at(-1);
if (!failed && state !== "unreachable") return [];
const http = failed?.lastError?.httpCode ?? failed?.attempts.at(-1)?.httpCode;
const message = failed?.lastError?.message ?? failed?.attempts.at(-1)?.failure ?? "";
const isDown = state === "unreachable" || !http;
const certificate = /certificate/i.test(message) ? " The certificate of the server is not accepted: check the clock of this machine and its CA certificates." : "";
return [{
id: "platform", tone: "bad",
title: isDown ? "The platform cannot be reached." : `The platform answers with errors (HTTP ${http}).`,
advice: `${message ? `${message}. `.replace("..", ".") : ""}${plural(waiting.length, "job waits", "jobs wait")} for the next attempt; nothing is lost.${certificate} ${isDown ? `Check that ${url} is right and reachable from this machine: altcraft-bridge doctor.` : "The bridge tries again by itself until the platform works."}`,
...showWorkSearch("wait:retry"),
}];
}
function waitProblems({ pending, events }) {
const found = [];
const waiting = reason => pending.filter(job => job.waitingFor === reason);
const add = (reason, title, advice) => {
const jobs = waiting(reason);
if (jobs.length) found.push({ id: `wait-${reason}`, tone: "warn", title: `${plural(jobs.length, "job waits", "jobs wait")} for ${title}`, advice: advice(jobs), ...showWorkSearch(`wait:${reason}`) });
};
add("user", "a valid JWT of its user.", jobs => {
const texts = [...jobs.map(job => job.lastError?.message), ...events.filter(event => event.code >= 540 && event.code <= 543).map(event => event.message)].filter(Boolean);
const asked = [...app.model.open.values()].some(span => span.kind === "callback" && span.label === "provider.getJWT");
if (texts.some(text => /expired/.test(text))) return "The JWT has expired, and the host returned no other. The host must answer provider.getJWT with a new one, or call setJWTProvider with it. Check also that the clock of this machine is right.";
if (asked) return "The bridge has asked the host for a JWT (provider.getJWT), and waits for the answer.";
return `${texts.at(-1) ? `${texts.at(-1)}. ` : ""}No host gives a JWT of this user: a host must call setJWTProvider and answer provider.getJWT, with the JWT of the user to whom the jobs belong.`;
});
add("token", "a push token.", () => "No push token is known. The host calls setPushToken, or registers a provider (setFCMTokenProvider, setAPNSTokenProvider, setHMSTokenProvider) and answers provider.getToken.");
add("permission", "the permission to notify.", () => "The user has denied notifications, or was not asked. Ask with requestNotificationPermission, or report the answer with notificationManager.setPermission.");
add("configuration", "a configuration.", () => "This app group has none. Call initialization with the apiUrl of the platform.");
return found;
}
function laneProblems({ pending }) {
const blocked = new Map();
for (const job of pending) if (job.waitingFor === "lane") blocked.set(job.user, (blocked.get(job.user) ?? 0) + 1);
const found = [];
for (const [user, count] of [...blocked].sort((one, other) => other[1] - one[1]).slice(0, 3)) {
const heads = pending.filter(job => job.waitingFor && job.waitingFor !== "lane").sort((one, other) => one.start - other.start);
const head = heads.find(job => job.user === user) ?? (user === null ? heads[0] : undefined);
if (!head) continue;
found.push({
id: `lane-${user}`, tone: "warn", title: `${plural(count, "job waits", "jobs wait")} behind one job of the same user.`,
advice: `Jobs of a user are sent in order. The first is ${head.label} ${shortened(head.requestId, 13)}: ${jobWords(head)}. If it shall not be sent, discard it, and the others go on.`,
text: "Show the first", act: () => showJob(head),
});
}
return found;
}
function rejections({ rejected }) {
const groups = new Map();
for (const job of rejected) {
const why = errorOf(job) || job.lastError?.message || "", key = `${job.method} ${job.httpCode} ${why}`;
const group = groups.get(key);
if (group) group.count += 1;
else groups.set(key, { job, why, count: 1 });
}
return [...groups.values()].sort((one, other) => other.count - one.count).slice(0, 3).map(({ job, why, count }) => ({
id: `rejected-${job.requestId}`, tone: "bad",
title: `The platform rejected ${plural(count, `${job.label} job`)}${job.httpCode ? ` (HTTP ${job.httpCode})` : ""}.`,
advice: `${why ? `Its reason: ${shortened(why, 300)}. ` : ""}${job.httpCode === 401 || job.httpCode === 403 ? "Check the rToken or the JWT, then retry." : "Correct the data in the host: a rejected job is not sent again by itself, only by a retry."}`,
...showWorkSearch(`state:rejected${job.httpCode ? ` code:${job.httpCode}` : ""} method:${job.method}`),
}));
}
function clockProblems({ pending, now }) {
const { info, stats, model } = app;
if (model.hasLines) return [];
const ahead = Math.max(...pending.map(job => job.start - now), -Infinity);
if (ahead > 60e6) {
return [{ id: "clock", tone: "bad", title: "The clock of this machine is wrong: it was set back.", advice: `A job was accepted ${durationText(ahead)} in the future. Set the clock (timedatectl, time synchronisation): JWTs expire by it, and jobs have a time to live.` }];
}
if (!info || !stats) return [];
const apart = timeOf(info.startedAt) + stats.uptimeSeconds * 1e6 - (app.statsAt ?? now);
if (Math.abs(apart) < 60e6) return [];
return [{ id: "clock", tone: "bad", title: `The clock is wrong: it is ${durationText(Math.abs(apart))} apart from the bridge's.`, advice: "The clock of the bridge's machine was changed since the bridge started, or differs from the clock of this browser. JWTs expire by it. Set it with timedatectl, or switch time synchronisation on." }];
}
function refusedCalls({ refusals }) {
const groups = new Map();
for (const refusal of refusals) {
const { reason } = refusal.error.data ?? {};
if (reason === "outboxFull" || reason === "storageFailed" || reason === "requestCancelled") continue;
const key = `${refusal.method} ${refusal.error.code}`;
groups.set(key, { refusal, count: (groups.get(key)?.count ?? 0) + 1 });
}
return [...groups.values()].slice(-3).map(({ refusal, count }) => ({
id: `refused-${refusal.method}-${refusal.error.code}`, tone: "warn",
title: `${plural(count, "call")} of ${refusal.method} ${count === 1 ? "was" : "were"} refused: ${refusal.error.code} ${refusal.error.data?.reason ?? ""}.`,
advice: `${shortened(refusal.error.message, 200)}. ${callAdvice(refusal.error)}`, text: "Show the call", act: () => showSpan(refusal.span),
}));
}
function silentHosts({ now }) {
if (app.model.hasLines) return [];
const silent = [...app.model.open.values()].filter(span => span.kind === "callback" && now - span.start > 5e6 && now - span.start < recent);
if (silent.length === 0) return [];
const span = silent.at(-1);
return [{ id: "silent", tone: "warn", title: `The host does not answer ${span.label}.`, advice: `Connection ${span.connection} was asked ${durationText(now - span.start)} ago. A host reads its connection and answers callbacks, also while it waits for an answer itself.`, text: "Show the callback", act: () => showSpan(span) }];
}
let attentionAt = 0;
function updateAttention(changes) {
if (changes.size === 1 && changes.has("selection")) return;
const now = performance.now();
if (now - attentionAt < 700 && !changes.has("source") && !changes.has("state")) return;
attentionAt = now;
app.attention = app.state === "open" || app.state === "waiting" || app.isRecording ? findProblems() : [];
const section = document.getElementById("attention");
const text = app.attention.map(problem => problem.title).join("\n");
if (app.attentionText !== undefined && text && text !== app.attentionText && !app.attentionText.includes(text)) announce(`Needs attention: ${app.attention[0].title}`);
app.attentionText = text;
if (app.attention.length === 0) {
fill(section, app.state === "open" && h("p", { class: "quiet", text: "Nothing needs attention." }));
return;
}
let list = section.querySelector("ol");
if (!list) fill(section, h("h2"), list = h("ol"));
setText(section.firstChild, `${plural(app.attention.length, "thing needs", "things need")} attention`);
patchList(list, app.attention, problem => problem.id, makeProblem, changeProblem);
}
function makeProblem() {
const item = h("li", null, h("details", null,
h("summary", null, h("i", { class: "dot" }), h("span", { class: "title" }), h("span", { class: "soft clip" })),
h("p"), h("button", { type: "button", onclick: () => item.problem.act() })));
return item;
}
function changeProblem(item, problem) {
item.problem = problem;
item.dataset.tone = problem.tone;
const [title, start, advice, button] = item.querySelectorAll(".title, .clip, p, button");
setText(title, problem.title);
setText(start, problem.advice);
setText(advice, problem.advice);
button.hidden = !problem.act;
setText(button, problem.text ?? "");
}
const toneNames = [
"ok", "event", "lane", "open", "attempt", "configuration", "permission", "token", "user", "retry", "error",
];
const toneRank = Object.fromEntries(toneNames.map((name, rank) => [name, rank]));
const rowHeight = 15, laneGap = 7, axisHeight = 24, barHeight = 11;
class TimelineCanvas {
constructor(canvas, index) {
this.canvas = canvas;
this.index = index;
this.context = canvas.getContext("2d", { alpha: false });
this.width = 0;
this.height = 0;
this.scroll = 0;
this.batches = Object.fromEntries(toneNames.map(name => [name, []]));
this.readTheme();
}
readTheme() {
const probe = h("span");
document.body.append(probe);
const color = name => {
probe.style.color = `var(--${name})`;
return getComputedStyle(probe).color;
};
this.colors = Object.fromEntries(["page", "panel", "sunken", "line", "line-strong", "text", "soft", "accent"].map(name => [name, color(name)]));
this.tones = Object.fromEntries(toneNames.map(name => [name, color(`tone-${name}`)]));
probe.remove();
this.font = `11px ${getComputedStyle(document.body).fontFamily}`;
}
resize() {
const { clientWidth, clientHeight } = this.canvas, ratio = Math.min(devicePixelRatio || 1, 2);
if (this.width === clientWidth && this.height === clientHeight && this.ratio === ratio) return;
this.width = clientWidth;
this.height = clientHeight;
this.ratio = ratio;
this.canvas.width = Math.round(clientWidth * ratio);
this.canvas.height = Math.round(clientHeight * ratio);
}
get labelWidth() { return this.width < 640 ? 0 : 136; }
get titleHeight() { return this.labelWidth ? 0 : 14; }
laneHeight(lane) { return this.titleHeight + Math.max(1, lane.rows.length) * rowHeight + laneGap; }
layout() {
let top = axisHeight + 4;
const places = [];
for (const lane of this.index.sorted) {
const height = this.laneHeight(lane);
places.push({ lane, top, height });
top += height;
}
this.contentHeight = top + 6;
return places;
}
x(time) { return this.labelWidth + (time - this.view.from) * this.scale; }
time(x) { return this.view.from + (x - this.labelWidth) / this.scale; }
draw(view, marks) {
this.resize();
this.view = view;
this.scale = (this.width - this.labelWidth) / (view.to - view.from);
const { context, width, height } = this;
context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
context.fillStyle = this.colors.panel;
context.fillRect(0, 0, width, height);
const places = this.layout();
this.scroll = Math.max(0, Math.min(this.scroll, this.contentHeight - height));
this.places = places.filter(place => place.top - this.scroll < height && place.top + place.height - this.scroll > axisHeight);
this.labels = [];
this.drawLaneGrounds();
this.drawSelection(marks.selection);
context.save();
context.beginPath();
context.rect(this.labelWidth, axisHeight, width - this.labelWidth, height - axisHeight);
context.clip();
this.collect(marks.isShown);
this.flush();
this.drawLabels();
if (marks.now >= view.from && marks.now <= view.to) {
context.fillStyle = this.colors.accent;
context.fillRect(Math.round(this.x(marks.now)), axisHeight, 1, height);
}
for (const [span, color] of [[marks.hovered, this.colors.soft], [marks.focused, this.colors.accent]]) {
if (span) this.outline(span, color);
}
context.restore();
this.drawScrollBar();
this.drawLaneTitles();
this.drawAxis();
}
drawLaneGrounds() {
const { context } = this;
context.fillStyle = this.colors.line;
for (const place of this.places) {
const bottom = Math.round(place.top + place.height - this.scroll) - 1;
context.fillRect(0, bottom, this.width, 1);
}
}
drawLaneTitles() {
const { context } = this;
context.font = this.font;
context.textBaseline = "middle";
for (const { lane, top } of this.places) {
const y = top - this.scroll + (this.titleHeight ? 7 : barHeight / 2 + 1);
if (y < axisHeight) continue;
context.fillStyle = this.colors.soft;
context.fillText(this.fitted(lane.title, (this.labelWidth || this.width) - 20), 12, y);
}
if (this.labelWidth) {
context.fillStyle = this.colors.line;
context.fillRect(this.labelWidth - 1, 0, 1, this.height);
}
}
fitted(text, width) {
const most = Math.floor(width / 5.9);
return text.length <= most ? text : most < 2 ? "" : `${text.slice(0, most - 1)}…`;
}
collect(isShown) {
const { view } = this, left = this.labelWidth, right = this.width;
for (const { lane, top } of this.places) {
let y = Math.round(top - this.scroll + this.titleHeight);
for (const row of lane.rows) {
if (y > axisHeight - rowHeight && y < this.height) this.collectRow(row, y, left, right, view, isShown);
y += rowHeight;
}
}
}
collectRow(row, y, left, right, view, isShown) {
const { spans } = row, { scale, batches } = this;
let mergedAt = -1, mergedTone = "", mergedStart = -1;
const flushMerged = () => {
if (mergedAt >= 0) batches[mergedTone].push(mergedStart, y, mergedAt - mergedStart + 1, barHeight);
mergedAt = -1;
};
for (let index = row.firstEndingAfter(view.from); index < spans.length; index += 1) {
const span = spans[index];
if (span.start > view.to) break;
if (span.end < view.from || (isShown && !isShown(span))) continue;
const x0 = left + (span.start - view.from) * scale;
const x1 = span.end === Infinity ? right : left + (span.end - view.from) * scale;
if (x1 - x0 >= 2) {
flushMerged();
this.collectSpan(span, Math.max(x0, left - 2), Math.min(x1, right + 2), x0, y);
continue;
}
const pixel = Math.floor(x0);
if (pixel === mergedAt) {
if (toneRank[span.tone] <= toneRank[mergedTone]) continue;
if (mergedStart < mergedAt) batches[mergedTone].push(mergedStart, y, mergedAt - mergedStart, barHeight);
mergedStart = pixel;
mergedTone = span.tone;
} else if (pixel === mergedAt + 1 && span.tone === mergedTone) {
mergedAt = pixel;
} else {
flushMerged();
mergedStart = mergedAt = pixel;
mergedTone = span.tone;
}
if (span.start === span.end && scale > 2e-4) this.labelInstant(span, row, index, pixel, y);
}
flushMerged();
}
labelInstant(span, row, index, x, y) {
const next = row.spans[index + 1];
const room = (next ? (next.start - span.start) * this.scale : this.width - x) - 8;
if (room > 30 && this.labels.length < 500) this.labels.push(this.fitted(span.label, room), x + 5, y, false);
}
collectSpan(span, x0, x1, start, y) {
const width = x1 - x0;
if (span.kind !== "job") {
this.batches[span.tone].push(x0, y, width, barHeight);
} else {
this.collectJob(span, x0, x1, y);
}
if (width > 34 && this.labels.length < 500) this.labels.push(this.fitted(span.label, width - 8), Math.max(x0, this.labelWidth) + 4, y, true);
}
collectJob(job, x0, x1, y) {
const { batches } = this, base = job.state === "pending" ? "open" : job.tone;
batches[base].push(x0, y + barHeight - 3, x1 - x0, 3);
for (const wait of job.waits) {
const from = Math.max(this.x(wait.from), x0), to = Math.min(wait.to === Infinity ? x1 : this.x(wait.to), x1);
if (to - from >= 0.5) batches[toneOfWait[wait.reason] ?? "lane"].push(from, y, to - from, barHeight);
}
for (const attempt of job.attempts) {
const from = this.x(attempt.start);
if (from > x1 || from < x0 - 2) continue;
const to = attempt.end === Infinity ? x1 : Math.min(this.x(attempt.end), x1);
const isFine = attempt.httpCode >= 200 && attempt.httpCode < 300;
batches[attempt.end === Infinity || isFine ? "attempt" : "error"].push(from, y - 1, Math.max(to - from, 2), barHeight + 2);
}
if (job.end !== Infinity && this.x(job.end) <= x1 + 1) batches[job.tone].push(x1 - 3, y - 1, 3, barHeight + 2);
}
flush() {
const { context } = this;
for (const name of toneNames) {
const batch = this.batches[name];
if (batch.length === 0) continue;
context.fillStyle = this.tones[name];
for (let index = 0; index < batch.length; index += 4) {
context.fillRect(batch[index], batch[index + 1], batch[index + 2], batch[index + 3]);
}
batch.length = 0;
}
}
drawLabels() {
const { context, labels } = this;
context.font = this.font;
context.textBaseline = "middle";
context.fillStyle = this.colors.text;
for (let index = 0; index < labels.length; index += 4) {
context.fillText(labels[index], labels[index + 1], labels[index + 2] + barHeight / 2 + 0.5);
}
}
drawSelection(selection) {
if (!selection || selection.from === null) return;
const { context } = this;
const from = Math.max(this.x(selection.from), this.labelWidth), to = Math.min(this.x(selection.to), this.width);
if (to < from) return;
context.globalAlpha = 0.13;
context.fillStyle = this.colors.accent;
context.fillRect(from, axisHeight, to - from, this.height);
context.globalAlpha = 1;
context.fillRect(from, axisHeight - 3, to - from, 3);
}
outline(span, color) {
const place = this.places.find(place => place.lane === span.lane);
if (!place) return;
const y = Math.round(place.top - this.scroll + this.titleHeight) + span.lane.rows.indexOf(span.row) * rowHeight;
const x0 = Math.max(this.x(span.start), this.labelWidth + 1);
const x1 = Math.min(span.end === Infinity ? this.width : this.x(span.end), this.width - 1);
this.context.strokeStyle = color;
this.context.lineWidth = 1.5;
this.context.strokeRect(x0 - 2, y - 2.5, Math.max(x1 - x0, 3) + 4, barHeight + 5);
}
drawScrollBar() {
const room = this.height - axisHeight, part = room / (this.contentHeight - axisHeight);
if (part >= 1) return;
this.context.fillStyle = this.colors["line-strong"];
this.context.fillRect(this.width - 5, axisHeight + this.scroll * part, 4, room * part);
}
drawAxis() {
const { context, view } = this;
context.fillStyle = this.colors.sunken;
context.fillRect(0, 0, this.width, axisHeight - 3);
context.fillStyle = this.colors.line;
context.fillRect(0, axisHeight - 3, this.width, 1);
context.font = this.font;
context.textBaseline = "middle";
const step = this.step(), digits = step >= 1e6 ? 0 : step >= 1e3 ? 3 : 6;
for (let time = Math.ceil(view.from / step) * step; time <= view.to; time += step) {
const x = Math.round(this.x(time));
context.fillStyle = this.colors["line-strong"];
context.fillRect(x, axisHeight - 8, 1, 6);
context.fillStyle = this.colors.soft;
if (x + 4 < this.width - 30) context.fillText(app.model.timeText(time, digits), x + 4, 10);
}
}
step() {
const least = 104 / this.scale;
const round = app.model.hasLines ? [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 1e5]
: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6, 2e6, 5e6, 1e7, 15e6, 3e7, 6e7, 12e7, 3e8, 6e8, 12e8, 18e8, 36e8, 72e8, 216e8, 432e8, 864e8];
return round.find(step => step >= least) ?? Math.ceil(least / 864e8) * 864e8;
}
hit(x, y, isShown) {
const place = this.places?.find(place => y >= place.top - this.scroll && y < place.top + place.height - this.scroll);
if (!place || x < this.labelWidth || y < axisHeight) return null;
const row = place.lane.rows[Math.floor((y - place.top + this.scroll - this.titleHeight + 2) / rowHeight)];
if (!row) return null;
const reach = 5 / this.scale, time = this.time(x);
let best = null, bestDistance = Infinity;
for (let index = row.firstEndingAfter(time - reach); index < row.spans.length; index += 1) {
const span = row.spans[index];
if (span.start > time + reach) break;
if (isShown && !isShown(span)) continue;
const distance = time < span.start ? span.start - time : time > span.end ? time - span.end : 0;
if (distance < bestDistance) [best, bestDistance] = [span, distance];
}
return bestDistance <= reach ? best : null;
}
}
const groupWords = { connection: "Calls", user: "Work", callback: "Callbacks", platform: "Platform", event: "Events" };
const legendWords = [
["ok", "done"], ["error", "failed"], ["open", "in progress"], ["attempt", "attempt"], ["retry", "waits for a retry"], ["user", "… its JWT"],
["token", "… a push token"], ["permission", "… the permission"], ["configuration", "… a configuration"], ["lane", "… jobs before it"],
];
const listBound = 150;
const timeline = {
view: { from: 0, to: 1 },
isFollowing: true,
hidden: new Set(),
hovered: null,
focused: null,
drag: null,
pointers: new Map(),
};
function timelineShows(span) {
const { requestIds, connection } = app.selection;
if (!requestIds && connection === null) return true;
const job = span.kind === "job" ? span : span.job ?? (span.requestId ? app.model.jobs.get(span.requestId) : null);
if (requestIds && !requestIds.has(span.requestId ?? "")) return false;
return connection === null || (span.connection ?? job?.connection ?? null) === connection;
}
function timelineFilter() {
const { requestIds, connection } = app.selection;
return requestIds || connection !== null ? timelineShows : null;
}
function mountTimeline(element) {
const index = app.model.index;
const button = (text, label, act, attributes) => h("button", { type: "button", "aria-label": label, title: label, onclick: act, ...attributes }, text);
timeline.follow = button("Live", "Follow what happens now", () => timeline.isFollowing ? stopFollowing() : follow());
timeline.range = h("span", { class: "soft clip" });
const groups = Object.entries(groupWords).map(([group, text]) => button(text, `Show the lanes: ${text}`, event => {
const isHidden = !timeline.hidden.delete(group) && timeline.hidden.add(group);
event.currentTarget.setAttribute("aria-pressed", String(!isHidden));
drawSoon();
}, { "aria-pressed": "true" }));
timeline.canvas = h("canvas", {
id: "timeline-canvas", tabindex: "0", role: "application", "aria-describedby": "timeline-keys",
"aria-label": "Timeline. The list below has the same spans.",
});
timeline.body = h("tbody");
timeline.more = h("p", { class: "more" });
timeline.table = h("table", null,
h("caption", { class: "off", text: "What the timeline shows, in order of time" }),
h("colgroup", null, [["118px"], ["160px", "wide"], ["auto"], ["80px"], ["46%"]].map(([width, name]) => h("col", { style: { width }, class: name }))),
h("thead", null, h("tr", null, [["Time"], ["Lane", "wide"], ["What"], ["Took", "num"], ["Result"]].map(([text, name]) => h("th", { scope: "col", class: name, text })))),
timeline.body);
timeline.empty = h("div", { class: "empty" });
timeline.list = h("div", { class: "list", tabindex: "0", role: "region", "aria-label": "Spans in view" }, timeline.table, timeline.more, timeline.empty);
element.append(
h("div", { class: "tools bar" }, timeline.follow,
h("span", { class: "group" }, button("−", "Zoom out", () => zoom(1.6)), button("+", "Zoom in", () => zoom(1 / 1.6)),
button("All", "Show everything that is known", showAll)),
h("span", { class: "group", role: "group", "aria-label": "Lanes" }, groups), timeline.range,
h("span", { id: "timeline-keys", class: "off", text: "Arrow keys left and right move, up and down choose a span, Enter opens it. Plus and minus zoom. Shift with an arrow key selects a span of time, Escape ends the selection. Home shows everything, End follows what happens now." })),
timeline.canvas,
h("div", { class: "legend", "aria-label": "Colours", role: "group" }, legendWords.map(([tone, text]) =>
h("span", null, h("i", { class: "dot", style: { background: `var(--tone-${tone})` } }), text)),
h("span", { class: "push" }, "Wheel zooms, drag moves, Shift and drag selects")),
timeline.list);
timeline.painter = new TimelineCanvas(timeline.canvas, {
get sorted() { return timeline.hidden.size ? index.sorted.filter(lane => !timeline.hidden.has(lane.group)) : index.sorted; },
});
document.addEventListener("themechange", () => {
timeline.painter.readTheme();
drawSoon();
});
new ResizeObserver(drawSoon).observe(timeline.canvas);
connectPointer(timeline.canvas);
timeline.canvas.addEventListener("keydown", timelineKey);
timeline.body.addEventListener("pointerover", event => hover(event.target.closest("tr")?.span ?? null));
timeline.body.addEventListener("click", event => {
const row = event.target.closest("tr");
if (row) openSpan(row.span);
});
follow();
}
function setView(from, to, keepsFollowing = false) {
const least = app.model.hasLines ? 5 : 20, middle = (from + to) / 2;
if (to - from < least) [from, to] = [middle - least / 2, middle + least / 2];
if (to - from > 60 * 864e8) return;
timeline.view = { from, to };
if (!keepsFollowing && timeline.isFollowing) stopFollowing();
drawSoon();
}
function follow() {
timeline.isFollowing = !app.isRecording;
timeline.follow.setAttribute("aria-pressed", String(timeline.isFollowing));
if (app.isRecording) return showAll();
const width = Math.min(Math.max(timeline.view.to - timeline.view.from, 5e6), 600e6), now = app.model.now;
setView(now - (timeline.view.from ? width : 60e6), now + 1, true);
}
function stopFollowing() {
timeline.isFollowing = false;
timeline.follow.setAttribute("aria-pressed", "false");
}
function showAll() {
const { first, last } = app.model.index;
if (first > last) return;
const margin = Math.max((last - first) * 0.02, app.model.hasLines ? 1 : 1000);
setView(first - margin, last + margin);
}
function zoom(factor, around = (timeline.view.from + timeline.view.to) / 2) {
const { from, to } = timeline.view;
if (timeline.isFollowing) setView(to - (to - from) * factor, to, true);
else setView(around - (around - from) * factor, around + (to - around) * factor);
}
function pan(part) {
const { from, to } = timeline.view, by = (to - from) * part;
setView(from + by, to + by);
}
function drawSoon() { timeline.frame ??= requestAnimationFrame(drawTimeline); }
function drawTimeline() {
timeline.frame = null;
if (app.pane?.id !== "timeline") return;
if (timeline.isFollowing) moveWithTime();
const { from, to } = app.selection, { painter, view } = timeline;
painter.draw(view, {
selection: { from, to }, hovered: timeline.hovered, focused: timeline.focused, now: app.model.now, isShown: timelineFilter(),
});
setText(timeline.range, `${app.model.timeText(view.from, view.to - view.from > 20e6 ? 0 : 3)} – ${app.model.timeText(view.to, view.to - view.from > 20e6 ? 0 : 3)} (${app.model.spanText(view.to - view.from)})`);
if (timeline.isFollowing) setTimeout(drawSoon, isCalm.matches ? 1000 : followPause());
listSoon();
}
const isCalm = matchMedia("(prefers-reduced-motion: reduce)");
function followPause() {
return Math.min(Math.max((timeline.view.to - timeline.view.from) / timeline.painter.width / 1000, 33), 500);
}
function moveWithTime() {
const width = timeline.view.to - timeline.view.from, now = app.model.now;
timeline.view = { from: now - width * 0.97, to: now + width * 0.03 };
}
const listSoon = throttled(250, () => {
if (app.pane?.id !== "timeline") return;
const range = app.selection, { view } = timeline;
const from = range.from === null ? view.from : range.from, to = range.from === null ? view.to : range.to;
const lanes = app.model.index.sorted.filter(lane => !timeline.hidden.has(lane.group));
const found = { spans: [], count: 0 };
app.model.index.visit(from, to, span => {
if (!timelineShows(span)) return;
found.count += 1;
found.spans.push(span);
}, lanes);
found.spans.sort((one, other) => one.start - other.start);
timeline.listed = timeline.isFollowing ? found.spans.slice(-listBound).reverse() : found.spans.slice(0, listBound);
patchList(timeline.body, timeline.listed, span => span.number ??= ++timeline.count, makeSpanRow, changeSpanRow);
timeline.table.hidden = found.count === 0;
setText(timeline.more, found.count > listBound ? `${countText(listBound)} of ${countText(found.count)} are listed, ${timeline.isFollowing ? "the newest first" : "in order"}. Zoom in, or select a span of time.` : "");
timeline.empty.hidden = found.count > 0;
if (found.count === 0) fill(timeline.empty, emptyTimeline());
});
timeline.count = 0;
function makeSpanRow(span) {
const row = h("tr", null, h("td", { class: "mono soft" }), h("td", { class: "soft wide" }),
h("td", null, h("i", { class: "dot" }), h("button", { type: "button", class: "link" })), h("td", { class: "num" }), h("td"));
row.span = span;
return row;
}
function changeSpanRow(row, span) {
const [time, lane, what, took, result] = row.children, words = spanWords(span);
setText(time, app.model.timeText(span.start));
setText(lane, span.lane?.title ?? "");
what.firstChild.style.background = `var(--tone-${span.tone})`;
setText(what.lastChild, span.label);
setText(took, span.end === Infinity ? app.model.hasLines ? "" : durationText(Math.max(0, app.model.now - span.start)) + " …" : span.end === span.start ? "" : app.model.spanText(span.end - span.start));
setText(result, words.text);
result.title = words.text;
result.className = words.tone;
row.classList.toggle("chosen", span === timeline.focused);
}
function emptyTimeline() {
if (app.state === "open") {
if (app.model.index.count === 0) {
return [h("h2", { text: "Nothing happened yet" }),
h("p", { text: "This page shows calls, jobs and events from the moment it was opened. Call something, for example:" }),
h("pre", { class: "text", text: "altcraft-bridge call mobileEvent sid=1 eventName=opened" })];
}
return [h("h2", { text: "Nothing in this span of time" }),
h("p", null, "Choose ", h("button", { type: "button", class: "link", onclick: showAll }, "All"), " to see everything that is known, or ",
h("button", { type: "button", class: "link", onclick: () => { app.select(null); follow(); } }, "Live"), " to follow what happens now.")];
}
return noBridge();
}
function noBridge() {
if (app.state === "connecting" || app.state === "waiting") {
return [h("h2", { text: app.state === "waiting" ? "The bridge does not answer" : "Connecting to the bridge" }),
h("p", { text: "The page connects again by itself as soon as the bridge runs. If it was restarted, this page's access has ended: run altcraft-bridge inspect again." })];
}
return [h("h2", { text: "No bridge is open" }),
h("p", { text: "To watch a running bridge, run this command and open the address that it prints. An address works once; a reload of the page keeps its access." }),
h("pre", { class: "text", text: "altcraft-bridge inspect" }),
h("p", { text: "To look at a recording of altcraft-bridge serve --record FILE, drop the file on this page, or choose “Open a recording”. No bridge is needed, and nothing leaves this browser." })];
}
function hover(span) {
if (timeline.hovered === span) return;
timeline.hovered = span;
timeline.canvas.title = span ? `${span.label}\n${spanWords(span).text}` : "";
drawSoon();
}
function openSpan(span) {
timeline.focused = span;
for (const row of timeline.body.children) row.classList.toggle("chosen", row.span === span);
showSpan(span);
drawSoon();
}
function chooseSpan(step) {
const list = timeline.listed ?? [];
const at = list.indexOf(timeline.focused), span = list[at < 0 ? 0 : at + step];
if (!span) return;
timeline.focused = span;
for (const row of timeline.body.children) {
row.classList.toggle("chosen", row.span === span);
if (row.span === span) row.scrollIntoView({ block: "nearest" });
}
announce(`${span.label}, ${span.lane.title}, ${spanWords(span).text}`);
drawSoon();
}
function timelineKey(event) {
if (event.ctrlKey || event.metaKey || event.altKey) return;
const { view } = timeline, width = view.to - view.from;
const keys = {
ArrowLeft: () => event.shiftKey ? growSelection(-width / 20) : pan(-0.1),
ArrowRight: () => event.shiftKey ? growSelection(width / 20) : pan(0.1),
ArrowUp: () => chooseSpan(-1), ArrowDown: () => chooseSpan(1),
"+": () => zoom(1 / 1.6), "=": () => zoom(1 / 1.6), "-": () => zoom(1.6),
PageUp: () => scrollLanes(-100), PageDown: () => scrollLanes(100),
Home: showAll, End: follow,
Enter: () => timeline.focused && openSpan(timeline.focused),
Escape: () => app.select(null),
};
if (!keys[event.key]) return;
event.preventDefault();
keys[event.key]();
}
function growSelection(by) {
const { from, to } = app.selection;
if (timeline.isFollowing) stopFollowing();
if (from === null) {
const middle = (timeline.view.from + timeline.view.to) / 2;
app.select({ from: Math.min(middle, middle + by), to: Math.max(middle, middle + by) });
} else app.select(by > 0 ? { to: to + by } : from < to + by ? { to: to + by } : { from: from + by });
announce(`Selected ${app.model.spanText(app.selection.to - app.selection.from)}.`);
drawSoon();
}
function scrollLanes(by) {
timeline.painter.scroll += by;
drawSoon();
}
function connectPointer(canvas) {
const place = event => {
const box = canvas.getBoundingClientRect();
return { x: event.clientX - box.left, y: event.clientY - box.top };
};
canvas.addEventListener("pointerdown", event => {
if (event.button !== 0) return;
canvas.setPointerCapture(event.pointerId);
const point = place(event);
timeline.pointers.set(event.pointerId, point);
timeline.drag = timeline.pointers.size === 2 ? pinchStart() : {
kind: event.shiftKey ? "select" : "pan", start: point, view: { ...timeline.view }, scroll: timeline.painter.scroll, hasMoved: false,
};
});
canvas.addEventListener("pointermove", event => {
const point = place(event);
if (timeline.pointers.has(event.pointerId)) timeline.pointers.set(event.pointerId, point);
if (timeline.drag) return moveDrag(point);
canvas.classList.toggle("selecting", event.shiftKey);
hover(timeline.painter.hit(point.x, point.y, timelineFilter()));
});
const end = event => {
timeline.pointers.delete(event.pointerId);
const { drag } = timeline;
timeline.drag = null;
if (!drag || event.type === "pointercancel" || drag.hasMoved || drag.kind === "pinch") return;
const point = place(event), span = timeline.painter.hit(point.x, point.y, timelineFilter());
if (span) openSpan(span);
else if (app.selection.from !== null) app.select({ from: null, to: null });
};
canvas.addEventListener("pointerup", end);
canvas.addEventListener("pointercancel", end);
canvas.addEventListener("pointerleave", () => hover(null));
canvas.addEventListener("dblclick", event => zoom(1 / 2.5, timeline.painter.time(place(event).x)));
canvas.addEventListener("wheel", event => {
event.preventDefault();
const unit = event.deltaMode === 1 ? 16 : 1;
if (event.altKey) return scrollLanes(event.deltaY * unit);
const sideways = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
if (Math.abs(sideways) > Math.abs(event.deltaY) || event.shiftKey) return pan(sideways * unit / timeline.painter.width);
zoom(Math.exp(Math.max(-120, Math.min(120, event.deltaY * unit)) / 260), timeline.painter.time(place(event).x));
}, { passive: false });
}
function pinchStart() {
const [one, other] = [...timeline.pointers.values()];
return { kind: "pinch", from: timeline.painter.time(one.x), to: timeline.painter.time(other.x), hasMoved: true };
}
function moveDrag(point) {
const { drag, painter } = timeline;
if (drag.kind === "pinch") {
const [one, other] = [...timeline.pointers.values()];
if (!other || Math.abs(one.x - other.x) < 8) return;
const scale = (drag.to - drag.from) / (other.x - one.x), from = drag.from - (one.x - painter.labelWidth) * scale;
if (scale > 0) setView(from, from + (painter.width - painter.labelWidth) * scale);
return;
}
if (!drag.hasMoved && Math.hypot(point.x - drag.start.x, point.y - drag.start.y) < 4) return;
drag.hasMoved = true;
if (drag.kind === "select") {
const one = painter.time(Math.max(drag.start.x, painter.labelWidth)), other = painter.time(Math.max(point.x, painter.labelWidth));
if (timeline.isFollowing) stopFollowing();
app.select({ from: Math.min(one, other), to: Math.max(one, other) });
return drawSoon();
}
const by = (drag.start.x - point.x) / painter.scale;
painter.scroll = drag.scroll + drag.start.y - point.y;
setView(drag.view.from + by, drag.view.to + by);
}
registerPane({
id: "timeline",
title: "Timeline",
order: 1,
mount: mountTimeline,
update(changes) {
if (changes.has("source")) {
timeline.focused = timeline.hovered = null;
if (app.isRecording) showAll();
else if (!timeline.isFollowing) follow();
}
if (changes.size === 1 && changes.has("stats")) return;
drawSoon();
},
});
const stateWords = {
pending: "pending", delivered: "delivered", rejected: "rejected by the platform", expired: "expired: its time to live was over",
cleared: "cleared", lost: "lost to a damaged file",
};
function stateTone(job) {
if (job.state === "delivered") return "good";
if (job.state === "pending") return job.waitingFor || job.attemptCount > 1 ? "warn" : "";
return job.state === "cleared" ? "" : "bad";
}
function answerWords(attempt) {
if (attempt.httpCode) return `HTTP ${attempt.httpCode}`;
return attempt.failure ? `no answer: ${attempt.failure}` : "no answer";
}
function jobWords(job) {
if (job.state !== "pending") {
const code = job.httpCode && job.state !== "delivered" ? `, HTTP ${job.httpCode}` : "";
const why = job.state === "rejected" && (errorOf(job) || job.lastError?.message);
return `${stateWords[job.state] ?? job.state}${code}${why ? `: ${why}` : ""}`;
}
const parts = [];
if (job.waitingFor) parts.push(waitWords[job.waitingFor] ?? `waits for ${job.waitingFor}`);
else parts.push(job.attempts.at(-1)?.end === Infinity ? "is being sent" : "is next");
if (job.attemptCount) parts.push(`after ${plural(job.attemptCount, "attempt")}`);
if (job.next) parts.push(nextWords(job));
if (job.lastError) parts.push(job.lastError.message);
return parts.join(", ");
}
function nextWords(job) {
const wait = job.next - app.model.now;
return `next at ${app.model.timeText(job.next, 0)}${wait > 0 && !app.model.hasLines ? `, in ${durationText(wait)}` : ""}`;
}
function errorOf(job) { return job.response?.response?.errorText || null; }
function spanWords(span) {
switch (span.kind) {
case "job": return { text: jobWords(span), tone: stateTone(span) };
case "event": return { text: span.event.message, tone: span.tone === "error" ? "bad" : span.tone === "retry" ? "warn" : "" };
case "answer": return { text: answerWords(span.attempt), tone: span.tone === "ok" ? "good" : span.tone === "error" ? "bad" : "warn" };
case "exchange": return { text: span.text, tone: span.tone === "ok" ? "good" : span.tone === "error" ? "bad" : "warn" };
case "call": case "callback": {
if (!span.response) return { text: span.end === Infinity ? "no answer yet" : "no answer", tone: "" };
const { error, result } = span.response;
if (error) return { text: `${error.code} ${error.message}`, tone: "bad" };
if (span.kind === "callback" && result === null) return { text: "the host answered null", tone: "warn" };
return { text: shortened(JSON.stringify(result) ?? "", 160), tone: "" };
}
default: return { text: "", tone: span.tone === "error" ? "bad" : "" };
}
}
function facts(...rows) {
return h("dl", { class: "facts" }, rows.filter(row => row && row[1] !== null && row[1] !== undefined && row[1] !== "")
.map(([name, value]) => [h("dt", { text: name }), h("dd", null, value)]));
}
function action(text, act, attributes) { return h("button", { type: "button", onclick: act, ...attributes }, text); }
function linkToJob(requestId) {
if (!requestId) return null;
return h("button", { type: "button", class: "link mono", onclick: () => showJob(app.model.jobs.get(requestId) ?? app.model.job(requestId)) }, requestId);
}
function showSpan(span) {
const { model } = app;
if (span.kind === "job") return showJob(span);
if (span.kind === "answer" && span.job) return showJob(span.job);
if (span.kind === "event") {
const { event } = span;
return app.showDetail(`Event ${event.code} ${event.name}`,
h("p", { text: event.message }),
facts(["Time", dateText(timeOf(event.date))], ["Number", `${event.seq} of run ${event.epoch}`], ["Class", event.type], ["Function", event.function], ["Job", linkToJob(event.requestId)]),
h("div", null, h("h3", { text: "Event" }), jsonPanel(Object.fromEntries(Object.entries(event).filter(([name]) => name !== "start")))));
}
if (span.kind === "exchange") {
return app.showDetail(span.label, h("p", { text: span.text }), h("div", null, h("h3", { text: "Answer" }), jsonPanel(span.outcome)));
}
const words = spanWords(span), connection = model.connections.get(span.connection);
const rows = facts(
["Connection", `${span.connection}${connection?.transport ? `, ${connection.transport}` : ""}`],
[span.kind === "callback" ? "Asked" : "Received", model.momentText(span.start)],
["Took", span.end === Infinity ? "no answer yet" : span.end > span.start ? model.spanText(span.end - span.start) : null],
["Result", words.text && h("span", { class: words.tone, text: words.text })], ["Job", linkToJob(span.requestId)]);
const messages = span.request
? [["Request", span.request], ["Answer", span.response]] : span.messages.map(item => ["Message", item.message ?? { bytes: item.bytes, fault: item.fault, event: item.event, peer: item.peer }]);
const advice = span.response?.error ? callAdvice(span.response.error) : null;
app.showDetail(`${span.kind === "callback" ? "Callback " : ""}${span.label}`, advice && h("p", { class: "warn", text: advice }), rows,
h("div", { class: "bar" },
action(`Only connection ${span.connection}`, () => app.select({ connection: span.connection })),
span.requestId && action("Only this job", () => app.select({ requestIds: new Set([span.requestId]) }))),
messages.filter(([, message]) => message).map(([title, message]) => h("div", null, h("h3", { text: title }), jsonPanel(message))));
}
function lifeOf(job) {
const { model } = app, steps = [];
const text = time => model.spanText(Math.max(0, time));
if (!Number.isNaN(job.start)) {
steps.push({ at: job.start, text: `Accepted${job.connection !== null ? ` from connection ${job.connection}` : ""}` });
}
if (job.durable) steps.push({ at: job.durable, text: `Durable: on the disk after ${text(job.durable - job.start)}`, tone: "good" });
for (const attempt of job.attempts) {
const isFine = attempt.httpCode >= 200 && attempt.httpCode < 300;
steps.push({
at: attempt.start, tone: attempt.end === Infinity ? "" : isFine ? "good" : attempt.httpCode && attempt.httpCode < 500 ? "bad" : "warn",
text: `Attempt ${attempt.number}: ${attempt.end === Infinity ? "sent, no answer yet" : `${answerWords(attempt)}${model.hasLines ? "" : ` after ${text(attempt.end - attempt.start)}`}`}`,
});
}
for (const wait of job.waits) {
const took = wait.to === Infinity ? "" : model.hasLines ? "" : ` for ${text(wait.to - wait.from)}`;
const words = (waitWords[wait.reason] ?? `waits for ${wait.reason}`).replace(/^waits/, wait.to === Infinity ? "Waits" : "Waited");
steps.push({ at: wait.from, text: `${words}${took}`, tone: wait.to === Infinity ? "warn" : "" });
}
const seen = job.attempts.length;
if (job.attemptCount > seen) {
steps.push({ at: seen ? job.attempts[0].start - 1 : job.start + 1, text: `${plural(job.attemptCount - seen, "attempt")} ${seen ? "more" : ""} that this page has not seen`.replace("  ", " ") });
}
steps.sort((one, other) => one.at - other.at);
if (job.state === "pending") {
if (job.next) steps.push({ at: job.next, text: `Next attempt${model.hasLines ? "" : `, in ${durationText(Math.max(0, job.next - model.now))}`}`, isFuture: true });
} else {
const code = job.eventCode ? `, event ${job.eventCode}${job.eventName ? ` ${job.eventName}` : ""}` : "";
const total = Number.isNaN(job.start) || model.hasLines ? "" : `, ${text(job.end - job.start)} after it was accepted`;
const words = stateWords[job.state] ?? job.state;
steps.push({ at: job.end, text: `${words[0].toUpperCase()}${words.slice(1)}${code}${total}`, tone: stateTone(job) });
}
return steps;
}
let shownJob = null;
function showJob(job) {
const life = h("ol", { class: "life" }), state = h("p"), row = h("div", { class: "bar" }), answer = h("div");
shownJob = { job, life, state, row, answer, text: "" };
app.showDetail(`${job.label} ${shortened(job.requestId, 13)}`, state,
facts(["Job", h("span", { class: "mono", text: job.requestId })], ["User", job.user ?? (job.user === null ? "none: the resource token" : null)], ["App group", job.appGroup]),
row, h("div", null, h("h3", { text: "What happened" }), life), answer);
refreshJob();
if (app.state === "open" && job.state !== "pending" && !job.response) readJob(job);
}
async function readJob(job) {
try {
const item = await app.call("outbox.get", { requestId: job.requestId });
if (!item) return;
job.response = item.outcome?.response ?? job.response;
app.model.takeListed(item);
refreshJob();
} catch { /* The panel then shows what is known. */ }
}
function refreshJob() {
if (!shownJob?.life.isConnected) return;
const { job, life, state, row, answer } = shownJob, words = jobWords(job);
setText(state, words[0].toUpperCase() + words.slice(1) + ".");
state.className = stateTone(job);
const steps = lifeOf(job);
fill(life, steps.map(step => h("li", { class: step.isFuture ? "future" : null },
h("time", { class: "mono soft", text: app.model.timeText(step.at) }), h("span", { class: step.tone, text: step.text }))));
const text = `${job.state} ${job.isRetryable} ${app.canControl} ${Boolean(job.response)}`;
if (shownJob.text === text) return;
shownJob.text = text;
fill(row,
action("Only this job", () => app.select({ requestIds: new Set([job.requestId]) })),
app.pane?.id !== "timeline" && action("Show on the timeline", () => showOnTimeline(job)), jobActions(job));
fill(answer, job.response && [h("h3", { text: "Answer of the platform" }), jsonPanel(job.response)]);
}
function showOnTimeline(job) {
app.showPane("timeline");
const end = job.end === Infinity ? app.model.now : job.end, margin = Math.max((end - job.start) * 0.15, app.model.hasLines ? 3 : 500);
timeline.focused = job;
setView(job.start - margin, end + margin);
app.select({ requestIds: new Set([job.requestId]) });
}
const searchNames = ["state", "method", "code", "age", "user", "wait", "attempts", "id"];
const unitSeconds = { s: 1, m: 60, min: 60, h: 3600, d: 86400 };
function parseSearch(text) {
const conditions = [], problems = [];
for (const match of text.matchAll(/(-?)(?:([a-zA-Z]+):)?("[^"]*"?|\S+)|-|\S+:/g)) {
const isNot = match[1] === "-";
const raw = match[3] ?? "", value = raw.replace(/^"|"$/g, "");
const name = match[2]?.toLowerCase();
if (!name) {
const open = /^(\w+):$/.exec(match[0]);
if (open && searchNames.includes(open[1].toLowerCase())) continue;
if (value) conditions.push({ text: value.toLowerCase(), isNot });
continue;
}
if (!searchNames.includes(name)) {
problems.push(`There is no “${name}:”. There are ${searchNames.join(", ")}.`);
continue;
}
const values = value.split(",").filter(Boolean);
const parsed = values.map(value => name === "age" ? parseAge(value) : name === "attempts" ? parseNumber(value) : value.toLowerCase());
if (parsed.includes(null)) problems.push(name === "age" ? `“${value}” is no age. Examples: age:>1h, age:<30s, age:>2d.` : `“${value}” is no number. Examples: attempts:>2, attempts:0.`);
else if (parsed.length) conditions.push({ name, values: parsed, isNot });
}
return { conditions, problems };
}
function parseAge(value) {
const match = /^([<>]?)(\d+(?:\.\d+)?)(s|min|m|h|d)?$/i.exec(value);
return match && { sign: match[1] || ">", number: match[2] * (unitSeconds[match[3]?.toLowerCase()] ?? 1) };
}
function parseNumber(value) {
const match = /^([<>]?)(\d+)$/.exec(value);
return match && { sign: match[1] || "=", number: Number(match[2]) };
}
function compares(number, { sign, number: bound }) {
return sign === ">" ? number > bound : sign === "<" ? number < bound : number === bound;
}
function matchesSearch(job, conditions, now) {
return conditions.every(condition => {
const holds = condition.text !== undefined ? textOfJob(job).includes(condition.text)
: condition.values.some(value => holdsFor(job, condition.name, value, now));
return holds !== condition.isNot;
});
}
function holdsFor(job, name, value, now) {
switch (name) {
case "state": return job.state.startsWith(value);
case "method": return (job.method ?? "").toLowerCase().startsWith(value);
case "code": return [job.httpCode, job.eventCode, job.lastError?.code, job.lastError?.httpCode].some(code => code !== null && code !== undefined && String(code) === value);
case "age": return compares((now - job.start) / 1e6, value);
case "user": return value === "none" ? !job.user : (job.user ?? "").toLowerCase().startsWith(value);
case "wait": return (job.waitingFor ?? "") === value;
case "attempts": return compares(job.attemptCount, value);
case "id": return job.requestId.toLowerCase().startsWith(value);
}
}
function textOfJob(job) {
return [job.requestId, job.method, job.user, job.eventName, job.lastError?.message, job.response?.response?.errorText].filter(Boolean).join("\n").toLowerCase();
}
function filterOfSearch(conditions, jobs, now) {
const filter = {};
for (const { name, values, isNot } of conditions) {
if (isNot || filter[name]) return null;
filter[name] = values;
}
const { state, method, code, age, ...others } = filter, result = {};
if (Object.keys(others).length || state?.length > 1 || age?.length > 1) return null;
if (state) result.state = ["pending", "rejected"].find(name => name.startsWith(state[0]));
if (state && !result.state) return null;
if (method) result.method = [...new Set(jobs.map(job => job.method))];
if (code) {
result.code = code.map(Number);
if (jobs.some(job => !result.code.includes(job.state === "pending" ? job.lastError?.code : job.eventCode))) return null;
}
if (age) {
const time = new Date(now / 1000 - age[0].number * 1000).toISOString();
if (age[0].sign === "=") return null;
result[age[0].sign === ">" ? "acceptedBefore" : "acceptedAfter"] = time;
}
return Object.keys(result).length ? result : null;
}
const work = { listed: [], choice: "state:pending", bound: 200 };
const workChoices = [["Pending", "state:pending"], ["Rejected", "state:rejected"], ["Delivered", "state:delivered"], ["All", ""]];
function mountWork(element) {
const search = text => {
work.input.value = text;
work.bound = 200;
app.changed("jobs");
};
work.input = h("input", {
type: "search", class: "search", "aria-label": "Search jobs", placeholder: "state:rejected code:400 age:>1h method:mobileEvent user:… text",
spellcheck: "false", autocomplete: "off", value: "state:pending", oninput: () => app.changed("jobs"),
});
work.choices = workChoices.map(([text, query]) => h("button", { type: "button", "aria-pressed": "false", onclick: () => search(query) }, text));
work.retry = action("Retry these …", () => changeAll("outbox.retry"));
work.discard = action("Discard these …", () => changeAll("outbox.discard"), { class: "danger" });
work.more = action("Show more", () => {
work.bound += 500;
showWork();
});
work.load = action("Load more from the bridge", async () => {
for (const state of ["pending", "rejected"]) await app.readMore(state);
app.changed("jobs");
});
work.problem = h("p", { class: "problem", role: "alert", hidden: true });
work.count = h("span", { class: "soft clip" });
work.body = h("tbody");
work.table = h("table", null,
h("caption", { class: "off", text: "Jobs" }),
h("colgroup", null, [["118px"], ["160px"], ["104px", "wide"], ["88px"], ["80px", "wide"], ["auto"]].map(([width, name]) => h("col", { style: { width }, class: name }))),
h("thead", null, h("tr", null, [["Accepted"], ["Method"], ["User", "wide"], ["State"], ["Attempts", "num wide"], ["Why, and what is next"]]
.map(([text, name]) => h("th", { scope: "col", class: name, text })))),
work.body);
work.empty = h("div", { class: "empty" });
element.append(
h("div", { class: "tools bar" }, h("span", { class: "group", role: "group", "aria-label": "States" }, work.choices), work.input, work.count, work.retry, work.discard),
work.problem,
h("div", { class: "list", tabindex: "0", role: "region", "aria-label": "Jobs" }, work.table, h("div", { class: "bar more" }, work.more, work.load), work.empty));
work.body.addEventListener("click", event => {
const row = event.target.closest("tr");
if (row) showJob(row.job);
});
}
function showWork() {
const { model } = app, { conditions, problems } = parseSearch(work.input.value);
const found = [];
for (const job of model.jobs.values()) {
if (app.showsJob(job) && matchesSearch(job, conditions, model.now)) found.push(job);
}
found.sort((one, other) => isDone(one) !== isDone(other) ? isDone(one) - isDone(other) : isDone(one) ? other.end - one.end : one.start - other.start);
work.listed = found;
work.conditions = conditions;
patchList(work.body, found.slice(0, work.bound), job => job.requestId, makeJobRow, changeJobRow);
workChoices.forEach(([, query], index) => work.choices[index].setAttribute("aria-pressed", String(work.input.value.trim() === query)));
work.problem.hidden = problems.length === 0;
setText(work.problem, problems.join(" "));
setText(work.count, plural(found.length, "job"));
const isPartial = ["pending", "rejected"].some(state => app.listed?.[state]?.next) && !app.isRecording;
work.more.hidden = found.length <= work.bound;
work.load.hidden = !isPartial;
const canChange = app.canControl && problems.length === 0;
work.retry.hidden = !canChange || !found.some(job => job.isRetryable);
work.discard.hidden = !canChange || !found.some(job => job.isRetryable || job.state === "pending");
work.table.hidden = found.length === 0;
work.empty.hidden = found.length > 0;
if (found.length === 0) fill(work.empty, emptyWork());
}
function makeJobRow(job) {
const row = h("tr", null, h("td", { class: "mono soft" }), h("td", null, h("i", { class: "dot" }), h("button", { type: "button", class: "link" })),
h("td", { class: "mono soft wide" }), h("td"), h("td", { class: "num wide" }), h("td"));
row.job = job;
return row;
}
function changeJobRow(row, job) {
const [time, method, user, state, attempts, why] = row.children;
setText(time, app.model.timeText(job.start));
time.title = app.model.momentText(job.start);
method.firstChild.style.background = `var(--tone-${job.tone})`;
setText(method.lastChild, job.label);
setText(user, job.user ? shortened(job.user, 10) : "–");
user.title = job.user ?? "no user: the resource token";
setText(state, job.state);
state.className = stateTone(job);
setText(attempts, countText(job.attemptCount));
const words = jobWords(job);
setText(why, words);
why.title = words;
}
function emptyWork() {
if (app.state !== "open" && !app.isRecording) return noBridge();
const text = work.input.value.trim();
if (app.selection.from !== null || app.selection.requestIds || app.selection.connection !== null) {
return [h("h2", { text: "No such job in the selection" }), h("p", { text: "Choose “Show everything” at the top to end the selection." })];
}
if (text === "state:pending") return [h("h2", { text: "Nothing is pending" }), h("p", { text: "Every accepted job has ended. “All” shows the last ones." })];
if (text === "") return [h("h2", { text: "No jobs yet" }), h("p", { text: "A durable call, such as mobileEvent or pushSubscribe, makes a job. It appears here with everything that happens to it." })];
return [h("h2", { text: "No job matches" }), h("p", { text: "The search knows the last jobs. Names: state: method: code: age: user: wait: attempts: id:. Other words are looked for in ids, methods and errors." })];
}
function jobActions(job) {
if (!app.canControl) return [];
const actions = [];
if (job.isRetryable) actions.push(action("Retry", () => changeOne("outbox.retry", job)));
if (job.isRetryable || job.state === "pending") actions.push(action("Discard …", () => changeOne("outbox.discard", job), { class: "danger" }));
if (job.state === "pending" && job.waitingFor === "retry") actions.push(action("Send all waiting jobs now", () => perform(() => app.call("outbox.flush"))));
return actions;
}
async function changeOne(method, job) {
if (method === "outbox.discard" && !await app.confirm({
title: "Discard this job?", action: "Discard", isDangerous: true,
text: `${job.label} ${job.requestId} will never be sent. This cannot be undone.`,
})) return;
await perform(() => app.call(method, { requestId: job.requestId }));
}
async function changeAll(method) {
const isRetry = method === "outbox.retry", verb = isRetry ? "Retry" : "Discard";
const jobs = work.listed.filter(job => job.isRetryable || !isRetry && job.state === "pending");
const isSelected = app.selection.from !== null || app.selection.requestIds || app.selection.connection !== null;
const filter = isSelected ? null : filterOfSearch(work.conditions, jobs, app.model.now);
let count = Math.min(jobs.length, 1000);
if (filter) {
const answer = await perform(() => app.call(method, { filter, dryRun: true }), true);
if (!answer) return;
count = answer.matched;
}
if (count === 0) return announce("No job matches.");
if (!await app.confirm({
title: `${verb} ${plural(count, "job")}?`, action: `${verb} ${plural(count, "job")}`, isDangerous: !isRetry,
text: [isRetry ? "They are sent again, with the same ids and a new time to live." : "They will never be sent. This cannot be undone.",
filter ? jsonBlock(filter) : "They are changed one by one, as the bridge has no filter for this search."],
})) return;
await perform(async () => {
if (filter) return app.call(method, { filter });
let done = 0;
for (const job of jobs.slice(0, count)) {
await app.call(method, { requestId: job.requestId }).then(() => { done += 1; }, () => {});
}
return { matched: count, done };
});
}
async function perform(call, isQuiet = false) {
try {
const answer = await call();
if (isQuiet) return answer;
announce(answer?.done !== undefined ? `Done for ${answer.done} of ${plural(answer.matched, "job")}.` : "Done.");
await app.refresh();
return answer;
} catch (error) {
app.showDetail("The bridge refused", h("p", { class: "bad", text: error.message }), h("p", { text: callAdvice(error) }), error.data && jsonPanel(error.data));
return null;
}
}
registerPane({
id: "work",
title: "Work",
order: 2,
mount: mountWork,
update(changes) {
if (changes.size === 1 && changes.has("stats")) return;
showWork();
},
});
class RecordingError extends Error {}
function parseRecording(text) {
const lines = text.split("\n");
if (lines[0].startsWith("{")) return parseTraceFile(lines);
if (!lines[0].startsWith("altcraft-bridge recording ")) {
throw new RecordingError(`This is no recording: it begins with “${shortened(lines[0], 40)}”. A recording is made by altcraft-bridge serve --record FILE.`);
}
const items = [], sessions = [];
lines.forEach((line, index) => {
const at = index + 1;
if (line === "" || line.startsWith("#")) return;
const head = /^altcraft-bridge recording (\d+) (.*)$/.exec(line);
if (head) {
const facts = parsedJSON(head[2]);
if (head[1] !== "1" || !facts) throw new RecordingError(`Line ${at}: the recording has another format, ${head[1]}. This page reads format 1.`);
sessions.push(facts);
if (sessions.length > 1) items.push({ kind: "restart", at });
return;
}
const item = parseRecordedLine(line, at, sessions.length);
if (!item) throw new RecordingError(`Line ${at} cannot be read: “${shortened(line, 40)}”.`);
items.push(item);
});
return { facts: sessions[0], items, hasLines: true };
}
function parseRecordedLine(line, at, session) {
const [first, second = ""] = line.split(" ", 2);
if (first === "http") {
const [, method, path] = line.split(" ", 3), outcome = parsedJSON(line.slice(`http ${method} ${path} `.length));
return outcome && { kind: "http", at, method, path, outcome };
}
if (first === "lost") return { kind: "lost", at, count: Number(second) };
const number = Number(first);
if (!Number.isInteger(number) || number < 1) return null;
const connection = number + (session - 1) * 100000, rest = line.slice(first.length + second.length + 2);
const wire = { kind: "wire", at, connection };
switch (second) {
case "open": return { ...wire, event: "opened", transport: rest };
case "-->": case "<--": {
const message = parsedJSON(rest);
return { ...wire, event: "message", direction: second === "-->" ? "received" : "sent", bytes: rest.length, message: message ?? null, fault: message === undefined ? "not JSON" : undefined };
}
case "tooLong": return { ...wire, event: "fault", fault: `longer than ${rest} bytes` };
case "malformedHeader": return { ...wire, event: "fault", fault: "no valid header" };
case "foreignProtocol": return { ...wire, event: "fault", fault: "not JSON-RPC" };
case "end": return { ...wire, event: "inputEnded" };
case "close": return { ...wire, event: "closed" };
default: return null;
}
}
function parseTraceFile(lines) {
const items = [];
lines.forEach((line, index) => {
if (line === "") return;
const entry = parsedJSON(line), at = timeOf(entry?.time);
if (!entry || Number.isNaN(at)) throw new RecordingError(`Line ${index + 1} cannot be read: it is no line of altcraft-bridge serve --trace-wire.`);
if (entry.event === "lost") items.push({ kind: "lost", at, count: entry.messages });
else {
items.push({
kind: "wire", at, connection: entry.connection, transport: entry.transport, peer: entry.peer, bytes: entry.bytes, message: entry.message ?? null, fault: entry.fault,
event: entry.event ?? (entry.bytes === undefined ? "fault" : "message"), direction: entry.direction === "in" ? "received" : "sent",
});
}
});
return { facts: null, items, hasLines: false };
}
function playRecording({ items, hasLines }, model) {
model.reset();
model.hasLines = hasLines;
let exchange = null;
model.takeAnswer = (span, item) => takeRecordedAnswer(span, item, model);
model.takeEventOfJob = event => {
takeRecordedEvent(event, exchange, model);
if (event.requestId) exchange = null;
};
for (const item of items) {
model.clock = item.at;
if (item.kind === "wire") model.takeTrace(item, null);
else if (item.kind === "lost") model.gaps += item.count || 1;
else if (item.kind === "http") {
exchange = item;
const { status, failure, body } = item.outcome, isFine = status >= 200 && status < 300;
model.index.add(model.index.lane("platform", "", "platform"), {
start: item.at, end: item.at, tone: isFine ? "ok" : status && status < 500 ? "error" : "retry", kind: "exchange", outcome: item.outcome,
label: `${status ?? "no answer"} ${item.method} ${item.path}`, text: status ? `HTTP ${status}${body?.error_text ? `: ${body.error_text}` : ""}` : `no answer: ${failure}`,
});
}
}
for (const span of model.open.values()) model.index.changed(span);
model.takeAnswer = model.takeEventOfJob = null;
}
function takeRecordedAnswer(span, item, model) {
const { result } = span.response, method = span.label;
if (!result || typeof result !== "object" || span.kind !== "call") return;
if (method === "outbox.get") return model.takeListed(result);
if (method === "outbox.list") return result.items?.forEach(job => model.takeListed(job));
if (method === "outcomes.list") return result.outcomes?.forEach(outcome => model.takeOutcome(outcome));
if (typeof result.requestId !== "string" || method.includes(".") && !method.startsWith("nse.")) return;
const isNew = !model.jobs.has(result.requestId), job = model.job(result.requestId, { method });
job.method = method;
job.label = method;
if (isNew || Number.isNaN(job.start)) job.start = span.start;
job.connection = span.connection;
if (result.outcome && result.outcome.state !== "pending") {
if (job.end === Infinity) model.end(job, item.at, result.outcome.state, result.outcome.eventCode);
job.response = result.outcome.response;
job.httpCode = result.outcome.response?.httpCode ?? job.httpCode;
}
model.refresh(job);
}
function takeRecordedEvent(event, exchange, model) {
if (!event.requestId || event.type === "event" && event.code < 230) return;
const job = model.job(event.requestId), at = event.start, response = event.value?.response_with_http_code ?? null;
if (Number.isNaN(job.start)) job.start = exchange?.at ?? at;
if (response || event.code === 500) {
model.endWait(job, exchange?.at ?? at);
job.attemptCount += 1;
job.attempts.push({ number: job.attemptCount, start: exchange?.at ?? at, end: at, httpCode: response?.httpCode ?? null, failure: response ? null : event.message });
}
if (event.type === "retryError") {
model.endWait(job, at);
const reason = { 503: "user", 504: "permission", 502: "token" }[event.code] ?? "retry";
job.waits.push({ from: at, to: Infinity, reason });
job.waitingFor = reason;
job.httpCode = response?.httpCode ?? null;
job.lastError = { code: event.code, httpCode: job.httpCode, message: event.message };
} else if (response || event.code >= 600) {
const state = event.code >= 600 ? { 600: "expired", 601: "cleared", 602: "lost" }[event.code] : event.type === "error" ? "rejected" : "delivered";
if (job.end === Infinity) model.end(job, at, state ?? "cleared", event.code);
job.eventName = event.name;
job.response = response ?? job.response;
job.httpCode = response?.httpCode ?? job.httpCode;
}
model.refresh(job);
}
async function openRecording(file) {
let recording;
try {
recording = parseRecording(await file.text());
} catch (error) {
if (!(error instanceof RecordingError)) throw error;
return app.showDetail("The file cannot be opened", h("p", { class: "bad", text: error.message }));
}
app.state = "recording";
app.connection?.socket?.close();
Object.assign(app, { stats: null, info: null, readiness: null, listed: null, problem: null });
app.select(null);
app.hideDetail();
playRecording(recording, app.model);
const version = recording.facts?.version ? `, bridge ${recording.facts.version}` : "";
setText(document.getElementById("source"), `${file.name} (${bytesText(file.size)}${version})`);
app.recordingFacts = recording.facts;
app.changed("state");
app.changed("source");
announce(`Opened ${file.name}: ${plural(app.model.index.count, "item")}.`);
}
function connectRecordings() {
const input = document.getElementById("recording-file"), zone = document.getElementById("drop");
document.getElementById("open-recording").addEventListener("click", () => input.click());
input.addEventListener("change", () => {
if (input.files[0]) openRecording(input.files[0]);
input.value = "";
});
const holdsFile = event => [...event.dataTransfer?.types ?? []].includes("Files");
document.addEventListener("dragover", event => {
if (!holdsFile(event)) return;
event.preventDefault();
zone.hidden = false;
});
document.addEventListener("dragleave", event => { if (!event.relatedTarget) zone.hidden = true; });
document.addEventListener("drop", event => {
zone.hidden = true;
if (!holdsFile(event)) return;
event.preventDefault();
openRecording(event.dataTransfer.files[0]);
});
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
remove(span) {
const { row } = span, at = row.spans.indexOf(span);
row.spans.splice(at, 1);
row.refresh(at);
if (span.lane.rows.every(row => row.spans.length === 0)) this.forget(span.lane);
span.row = span.lane = null;
this.count -= 1;
}
forget(lane) {
this.lanes.delete(lane.key);
this.sorted = this.sorted.filter(other => other !== lane);
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
if (lane.rows.every(row => row.spans.length === 0)) this.forget(lane);
}
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
return this.index.lane("connection", number, `connection ${number}${transport ? ` · ${transport}` : ""}`);
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
kind: "job", requestId, method: null, label: "", user: undefined, connection: null, start: NaN, end: Infinity, durable: null,
attempts: [], attemptCount: 0, waits: [], state: "pending", waitingFor: null, next: null, lastError: null, eventCode: null,
httpCode: null, response: null, outcome: null, isRetryable: false, tone: "open", lane: null, row: null,
};
this.jobs.set(requestId, job);
}
job.method ??= facts.method ?? null;
if (job.user === undefined && facts.user !== undefined) {
job.user = facts.user;
if (job.row) this.index.remove(job);
}
job.label = job.method ?? "job";
return job;
}
place(job) {
if (job.row || Number.isNaN(job.start)) return;
const title = job.user ? `user ${shortened(job.user, 12)}` : job.user === null ? "no user" : "earlier jobs";
this.index.add(this.index.lane("user", String(job.user), title), job);
}
takeStep(item) {
const job = this.job(item.requestId, item);
if (Number.isNaN(job.start)) job.start = item.at;
job.isTraced = true;
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
if (!job.isTraced) this.endWait(job, this.now);
job.waitingFor = item.waitingFor;
if (item.waitingFor && !job.isTraced) job.waits.push({ from: job.waits.length ? this.now : job.start, to: Infinity, reason: item.waitingFor });
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
const isObject = value => value !== null && typeof value === "object" && !Array.isArray(value);
const types = {
schemas: {},
read(schema) {
if (schema.$ref) return { kind: "named", name: schema.$ref.split("/").pop() };
if (schema.allOf?.length === 1) return this.read(schema.allOf[0]);
const choices = schema.oneOf ?? (schema.type === undefined ? schema.anyOf : undefined);
if (choices) return this.union(choices.map(choice => this.read(choice)));
if ("const" in schema) return { kind: "constant", value: schema.const };
if (schema.enum) return this.withNull(schema.enum.includes(null), { kind: "choice", values: schema.enum.filter(value => value !== null) });
if (!Array.isArray(schema.type)) return this.plain(schema.type, schema);
const all = schema.type.filter(name => name !== "null").map(name => this.plain(name, schema));
return this.withNull(schema.type.includes("null"), all.length === 1 ? all[0] : { kind: "union", of: all });
},
union(all) {
if (all.length === 2 && all[0].kind === "choice" && this.bare(all[1]).kind === "string") {
return this.withNull(all[1].kind === "optional", { kind: "open", values: all[0].values });
}
const others = all.filter(type => type.kind !== "null");
return this.withNull(others.length < all.length, others.length === 1 ? others[0] : { kind: "union", of: others });
},
plain(name, schema) {
if (name === "array") return { kind: "list", of: this.read(schema.items ?? {}) };
if (name !== "object") return { kind: name ?? "any" };
if (schema.properties) {
return { kind: "record", fields: Object.entries(schema.properties).map(([name, inner]) => this.field(name, inner, schema.required?.includes(name))) };
}
return isObject(schema.additionalProperties) ? { kind: "dictionary", of: this.read(schema.additionalProperties) } : { kind: "map" };
},
field(name, schema, isRequired) { return { name, schema, isRequired: Boolean(isRequired), type: this.read(schema) }; },
parameters(method) { return method.params.map(param => this.field(param.name, { description: param.summary, ...param.schema }, param.required)); },
named(name) { return this.schemas[name] ? this.read(this.schemas[name]) : { kind: "any" }; },
withNull(isNullable, type) { return isNullable ? { kind: "optional", of: type } : type; },
bare(type) { return type.kind === "optional" ? type.of : type; },
fits(value, type) {
switch (type.kind) {
case "any": return true;
case "null": return value === null;
case "boolean": case "number": return typeof value === type.kind;
case "integer": return Number.isInteger(value);
case "string": case "open": return typeof value === "string";
case "choice": return type.values.includes(value);
case "constant": return JSON.stringify(value) === JSON.stringify(type.value);
case "map": return isObject(value);
case "dictionary": return isObject(value) && Object.values(value).every(item => this.fits(item, type.of));
case "list": return Array.isArray(value) && value.every(item => this.fits(item, type.of));
case "record": return isObject(value) && this.fitsFields(value, type.fields);
case "named": return this.fits(value, this.named(type.name));
case "union": return type.of.some(one => this.fits(value, one));
default: return value === null || this.fits(value, type.of);
}
},
fitsFields(object, fields) {
return Object.keys(object).every(key => fields.some(field => field.name === key))
&& fields.every(field => field.name in object ? this.fits(object[field.name], field.type) : !field.isRequired);
},
};
const isUpper = letter => letter !== undefined && letter !== letter.toLowerCase();
function snakeCase(text) {
let words = "";
for (let i = 0; i < text.length; i++) {
const isNext = text[i + 1] !== undefined && text[i + 1] !== text[i + 1].toUpperCase();
if (i > 0 && isUpper(text[i]) && (!isUpper(text[i - 1]) || isNext)) words += "_";
words += text[i].toLowerCase();
}
return words;
}
const pythonKeywords = ("False None True and as assert async await break class continue def del elif else except finally for from global if import in is "
+ "lambda nonlocal not or pass raise return try while with yield self timeout").split(" ");
const pythonName = text => snakeCase(text) + (pythonKeywords.includes(snakeCase(text)) ? "_" : "");
const labelled = (label, piece) => ({ label, piece });
const group = (open, items, close, last = "") => ({ open, items, close, last });
const codeLine = piece => typeof piece === "string" ? piece
: piece.piece !== undefined ? piece.label + codeLine(piece.piece)
: piece.items.length ? piece.open + piece.items.map(codeLine).join(", ") + piece.close : piece.open.trim() + piece.close.trim();
const isGroup = piece => typeof piece === "object" && (piece.piece === undefined || isGroup(piece.piece));
function layout(piece, unit = "  ", indentation = "", used = 0) {
const line = codeLine(piece), inner = indentation + unit;
if (typeof piece === "string" || indentation.length + used + line.length <= 80) return line;
if (piece.piece !== undefined) return piece.label + layout(piece.piece, unit, indentation, used + piece.label.length);
const first = piece.items.slice(0, -1), final = piece.items.at(-1);
if (!final) return line;
if (piece.open.endsWith("(") && isGroup(final) && first.every(item => typeof item === "string")) {
const start = piece.open + first.map(item => item + ", ").join("");
return start + layout(final, unit, indentation, used + start.length) + piece.close;
}
const lines = piece.items.map(item => inner + layout(item, unit, inner));
return piece.open.trimEnd() + "\n" + lines.join(",\n") + piece.last + "\n" + indentation + piece.close.trim();
}
function literal(json, rules) {
const inside = item => literal(item, rules);
if (Array.isArray(json)) return group(rules.list, json.map(inside), rules.listEnd, rules.last);
if (isObject(json)) return group(rules.object, Object.entries(json).map(([name, item]) => labelled(rules.key(name), inside(item))), rules.objectEnd, rules.last);
return rules.words?.[String(json)] && typeof json !== "string" ? rules.words[String(json)] : JSON.stringify(json);
}
const literals = {
TypeScript: {
list: "[", listEnd: "]", object: "{ ", objectEnd: " }", last: ",",
key: name => (/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name) ? name : JSON.stringify(name)) + ": ",
},
Python: {
list: "[", listEnd: "]", object: "{", objectEnd: "}", last: ",", key: name => JSON.stringify(name) + ": ",
words: { null: "None", true: "True", false: "False" },
},
Go: {
list: "[]any{", listEnd: "}", object: "altcraft.JSONObject{", objectEnd: "}", last: ",", key: name => JSON.stringify(name) + ": ",
words: { null: "nil" },
},
Java: { list: "List.of(", listEnd: ")", object: "Map.of(", objectEnd: ")", last: "", key: name => JSON.stringify(name) + ", " },
};
const callLanguages = {
netcat: (method, params) => "nc -N -U \"$XDG_RUNTIME_DIR/altcraft-bridge/rpc.sock\" <<'END'\n"
+ JSON.stringify({ jsonrpc: "2.0", id: 1, method: method.name, ...(Object.keys(params).length ? { params } : {}) }) + "\nEND",
"altcraft-bridge call"(method, params) {
const isPlain = text => /^[A-Za-z0-9._:/@-]+$/.test(text) && parsedJSON(text) === undefined;
const words = Object.entries(params).map(([key, value]) => typeof value === "number" || typeof value === "boolean" || (typeof value === "string" && isPlain(value))
? `${key}=${value}` : null);
const isJSON = words.includes(null) || !types.fitsFields(params, types.parameters(method));
return ["altcraft-bridge call", method.name, ...(isJSON ? ["'" + readable(params).replaceAll("'", "'\\''") + "'"] : words)].join(" ");
},
TypeScript(method, params) {
const args = Object.keys(params).length ? [literal(params, literals.TypeScript)] : [];
return layout(labelled(`${resultName(method, "const result = ")}await bridge.${method.name}`, group("(", args, ");")));
},
Python(method, params) {
const given = types.parameters(method).filter(field => field.name in params), value = field => literal(params[field.name], literals.Python);
const args = [...given.filter(field => field.isRequired).map(value),
...given.filter(field => !field.isRequired).map(field => labelled(pythonName(field.name) + "=", value(field)))];
const name = method.name.split(".").map(pythonName).join(".");
return layout(labelled(`${resultName(method, "result = ")}bridge.${name}`, group("(", args, ")", ",")), "    ");
},
Go: (method, params) => "var result any\n"
+ layout(labelled("err := client.Call", group("(", ["ctx", JSON.stringify(method.name), literal(params, literals.Go), "&result"], ")", ",")), "\t"),
Java(method, params) {
const map = /null/.test(JSON.stringify(params)) || Object.keys(params).length > 10
? group("JsonParser.parseString(", [JSON.stringify(JSON.stringify(params))], ").getAsJsonObject().asMap()") : literal(params, literals.Java);
return layout(labelled("var result = bridge.call", group("(", [JSON.stringify(method.name), map], ").join();")));
},
};
const resultName = (method, text) => method.result.schema.const === undefined ? text : "";
function spaced(value) {
if (Array.isArray(value)) return "[" + value.map(spaced).join(", ") + "]";
return isObject(value) ? "{" + Object.entries(value).map(([key, item]) => JSON.stringify(key) + ": " + spaced(item)).join(", ") + "}" : JSON.stringify(value);
}
function readable(value, width = 84, indentation = "") {
const line = spaced(value), inner = indentation + "  ";
if (indentation.length + line.length <= width || value === null || typeof value !== "object") return line;
if (Array.isArray(value)) return "[\n" + value.map(item => inner + readable(item, width, inner)).join(",\n") + "\n" + indentation + "]";
const lines = Object.entries(value).map(([name, item]) => {
const key = JSON.stringify(name) + ": ";
return inner + key + readable(item, width - key.length, inner);
});
return "{\n" + lines.join(",\n") + "\n" + indentation + "}";
}
class FormError extends Error {
constructor(message, input) {
super(message);
this.input = input;
}
}
let controlCount = 0;
class Forms {
constructor(onChange) {
this.onChange = onChange;
}
fields(fields, depth = 0) {
const rows = fields.map(field => this.row(field, depth));
return {
element: h("div", { class: "fields" }, rows.map(row => row.element)),
read: () => {
const object = {}, missing = [];
for (const row of rows) {
const value = row.read();
if (value !== undefined) object[row.field.name] = value;
else if (row.field.isRequired) missing.push(row);
}
if (missing.length && (depth === 0 || Object.keys(object).length)) missing[0].fail(`${missing[0].field.name} is required.`);
return depth && !Object.keys(object).length ? undefined : object;
},
write: value => {
if (value !== undefined && !isObject(value)) return false;
if (value && Object.keys(value).some(key => !fields.some(field => field.name === key))) return false;
return rows.map(row => row.write(value?.[row.field.name])).every(Boolean);
},
};
}
row(field, depth) {
const id = `field-${++controlCount}`;
const [text, example] = splitExample(field.schema.description ?? "");
const control = this.control(field.type, { id, example, isRequired: field.isRequired, depth, isDefault: field.schema.default });
const problem = h("p", { class: "bad", id: `${id}-problem`, role: "alert", hidden: true });
const note = h("p", { class: "soft", id: `${id}-note`, text });
const input = control.input ?? control.element;
const name = [h("code", { text: field.name }), field.isRequired ? h("span", { class: "warn", text: " required" }) : null];
input.setAttribute("aria-describedby", text ? `${id}-note ${id}-problem` : `${id}-problem`);
if (field.isRequired && control.input) input.setAttribute("aria-required", "true");
let element;
if (control.input) {
element = h("div", { class: "field" }, h("label", { for: id }, name), h("div", null, control.element, problem, text ? note : null));
} else if (field.isRequired) {
element = h("fieldset", { class: "field" }, h("legend", null, name), text ? note : null, problem, control.element);
} else {
element = h("details", { class: "field" }, h("summary", null, name, " ", h("span", { class: "soft clip", text: text.split(". ")[0] })),
problem, control.element);
}
const clear = () => {
problem.hidden = true;
input.removeAttribute("aria-invalid");
};
element.addEventListener("input", clear);
return {
field, element,
fail(message) { throw new FormError(message, { input, problem }); },
read() {
clear();
try { return control.read(); } catch (error) {
if (error instanceof FormError && !error.input) error.input = { input, problem };
throw error;
}
},
write(value) {
clear();
if (element.tagName === "DETAILS") element.open = value !== undefined;
return control.write(value);
},
};
}
control(type, place) {
const bare = types.bare(type), isNullable = type.kind === "optional" && place.isRequired;
if (bare.kind === "named") {
if (place.depth < 5) return this.control(types.withNull(type.kind === "optional", types.bare(types.named(bare.name))), place);
}
if (bare.kind === "union" || (isNullable && bare.kind !== "any")) {
return this.variants([...(bare.kind === "union" ? bare.of : [bare]), ...(isNullable ? [{ kind: "null" }] : [])], place);
}
switch (bare.kind) {
case "record": return this.fields(bare.fields, place.depth + 1);
case "choice": return this.choice(bare.values.map(value => [value, value]), place);
case "boolean": return this.choice([["true", true], ["false", false]], place);
case "constant": return this.choice([[JSON.stringify(bare.value), bare.value]], place);
case "string": case "open": return this.text(bare, place);
case "integer": case "number": return this.number(bare, place);
default: return this.json(bare, place);
}
}
choice(options, place) {
const none = place.isDefault === undefined ? place.isRequired ? "choose …" : "not given" : `not given (${place.isDefault})`;
const input = h("select", { id: place.id, oninput: this.onChange },
h("option", { value: "" }, none), options.map(([text], index) => h("option", { value: index, text })));
return {
element: input, input,
read: () => input.value === "" ? undefined : options[input.value][1],
write: value => {
const index = options.findIndex(option => option[1] === value);
input.value = index < 0 ? "" : index;
return value === undefined || index >= 0;
},
};
}
text(type, place) {
const list = type.kind === "open" ? h("datalist", { id: `${place.id}-list` }, type.values.map(value => h("option", { value }))) : null;
const input = h("input", {
id: place.id, type: "text", autocomplete: "off", spellcheck: "false", list: list?.id, placeholder: plainExample(place.example), oninput: this.onChange,
});
return {
element: list ? h("span", null, input, list) : input, input,
read: () => input.value === "" ? undefined : input.value,
write: value => {
input.value = typeof value === "string" ? value : "";
return value === undefined || (typeof value === "string" && value !== "" && !/[\r\n]/.test(value));
},
};
}
number(type, place) {
const input = h("input", {
id: place.id, type: "text", inputmode: type.kind === "integer" ? "numeric" : "decimal", autocomplete: "off",
placeholder: place.isDefault ?? plainExample(place.example), oninput: this.onChange,
});
return {
element: input, input,
read: () => {
const text = input.value.trim(), value = parsedJSON(text);
if (text === "") return undefined;
if (typeof value !== "number") throw new FormError(`${shortened(text, 40)} is no number.`);
if (type.kind === "integer" && !Number.isInteger(value)) throw new FormError(`${shortened(text, 40)} is no whole number.`);
return value;
},
write: value => {
input.value = value ?? "";
return value === undefined || typeof value === "number";
},
};
}
json(type, place) {
const words = { list: "a list", map: "an object", dictionary: "an object" };
const input = h("textarea", {
id: place.id, rows: 2, spellcheck: "false", placeholder: place.example || `${words[type.kind] ?? "a value"}, as JSON`, oninput: this.onChange,
});
return {
element: input, input,
read: () => {
if (input.value.trim() === "") return undefined;
const value = parsedJSON(input.value);
if (value === undefined) throw new FormError(jsonProblem(input.value));
return value;
},
write: value => {
input.value = value === undefined ? "" : readable(value, 60);
input.rows = Math.min(12, Math.max(2, input.value.split("\n").length));
return true;
},
};
}
variants(all, place) {
const controls = all.map((type, index) => type.kind === "constant" || type.kind === "null" ? null
: this.control(type, { ...place, id: `${place.id}-${index}`, isRequired: true, depth: place.depth + 1 }));
const input = h("select", { id: place.id, oninput: () => { show(); this.onChange(); } },
h("option", { value: "" }, place.isRequired ? "choose …" : "not given"),
all.map((type, index) => h("option", { value: index, text: variantName(type) })));
const parts = controls.map((control, index) => control && h("div", { class: "variant", hidden: true }, control.element));
controls.forEach((control, index) => control?.input?.setAttribute("aria-label", variantName(all[index])));
const show = () => parts.forEach((part, index) => { if (part) part.hidden = input.value !== String(index); });
return {
element: h("div", null, input, parts), input,
read: () => {
if (input.value === "") return undefined;
const type = all[input.value];
if (type.kind === "null") return null;
if (type.kind === "constant") return type.value;
const value = controls[input.value].read();
return value === undefined && types.fits({}, type) ? {} : value;
},
write: value => {
const index = value === undefined ? -1 : all.findIndex(type => types.fits(value, type));
input.value = index < 0 ? "" : index;
show();
controls.forEach((control, other) => { if (other !== index) control?.write(undefined); });
return value === undefined || (index >= 0 && (controls[index]?.write(value) ?? true));
},
};
}
}
function variantName(type) {
if (type.kind === "constant") return JSON.stringify(type.value);
if (type.kind === "named") return type.name;
return { string: "text", list: "list", map: "object", dictionary: "object", record: "object" }[type.kind] ?? type.kind;
}
function splitExample(text) {
const match = /^(.*?) ?Example: `(.*)`\.$/.exec(text);
return match ? [match[1], match[2]] : [text, ""];
}
const plainExample = example => typeof parsedJSON(example) === "string" ? parsedJSON(example) : example;
function jsonProblem(text) {
try { JSON.parse(text); } catch (error) { return `This is no JSON: ${error.message}`; }
return "";
}
function showFormError(error) {
const { input, problem } = error.input ?? {};
if (problem) {
for (let place = problem.parentElement; place; place = place.parentElement) if (place.tagName === "DETAILS") place.open = true;
setText(problem, error.message);
problem.hidden = false;
input.setAttribute("aria-invalid", "true");
input.focus();
}
return error.message;
}
registerPane({
id: "console",
title: "Console",
order: 3,
isWanted: false,
calls: [],
mount(element) {
this.element = element;
this.find = h("input", {
type: "search", placeholder: "Find a method", "aria-label": "Find a method", oninput: () => this.showMethods(),
onkeydown: event => {
if (event.key === "ArrowDown" || event.key === "Enter") {
event.preventDefault();
this.list.querySelector("button")?.focus();
if (event.key === "Enter") this.list.querySelector("button")?.click();
}
},
});
this.list = h("div", { class: "method-list", onkeydown: event => this.moveInList(event) });
this.picker = h("select", { "aria-label": "Method", onchange: () => this.open(this.picker.value) });
this.heading = h("h2");
this.about = h("div", { class: "about" });
this.examples = h("select", { id: "console-example", onchange: () => this.useExample(this.examples.value) });
this.formButton = h("button", { type: "button", onclick: () => this.showForm() }, "Form");
this.textButton = h("button", { type: "button", onclick: () => this.showText() }, "JSON");
this.text = h("textarea", { rows: 10, spellcheck: "false", "aria-label": "Parameters as JSON", oninput: () => this.changed() });
this.fields = h("div");
this.sendButton = h("button", { type: "submit", class: "primary" }, "Call");
this.checkButton = h("button", { type: "button", onclick: () => this.send(true) }, "Only check");
this.note = h("p", { class: "soft" });
this.problem = h("p", { class: "bad", role: "alert" });
this.answer = h("section", { class: "answer", "aria-label": "Answer", "aria-live": "polite" });
this.languages = h("div", { class: "bar", role: "group", "aria-label": "Language" });
this.code = h("pre", { class: "text", tabindex: "0", role: "group", "aria-label": "The call as code" });
this.earlier = h("div");
this.language = "netcat";
for (const language of Object.keys(callLanguages)) {
this.languages.append(h("button", { type: "button", class: "plain", "data-language": language, onclick: () => {
this.language = language;
this.showCode();
} }, language));
}
const form = h("form", { novalidate: true, onsubmit: event => {
event.preventDefault();
this.send(false);
} },
h("div", { class: "bar" }, h("label", { for: "console-example" }, "Example"), this.examples,
h("span", { class: "bar push", role: "group", "aria-label": "Parameters as" }, this.formButton, this.textButton)),
this.fields, this.text, this.problem,
h("div", { class: "bar actions" }, this.sendButton, this.checkButton, this.note));
this.body = h("div", { class: "console" },
h("nav", { class: "methods", "aria-label": "Methods" }, this.find, this.list),
h("div", { class: "request" }, this.picker, this.heading, this.about, form),
h("div", { class: "results" }, this.answer,
h("section", { "aria-label": "Copy as" }, h("h3", null, "Copy as"), this.languages,
h("div", { class: "code" }, h("button", { type: "button", class: "copy", onclick: event => copyText(this.code.textContent, event.currentTarget) }, "Copy"), this.code)),
this.earlier));
this.empty = h("div", { class: "empty" });
element.append(this.empty, this.body);
this.body.hidden = true;
this.showAnswer(null);
},
update(changes) {
if (!changes.has("state") && !changes.has("source")) return;
if (app.state === "open") this.load();
else if (!this.document || app.isRecording) this.showEmpty();
this.showRights();
},
showEmpty(problem) {
this.body.hidden = true;
this.empty.hidden = false;
fill(this.empty, h("h2", null, problem ? "The methods cannot be read" : app.isRecording ? "A recording answers no calls" : "No bridge is connected"),
h("p", null, problem ?? "The console calls the methods of a running bridge. Open this page with: altcraft-bridge inspect"));
},
async load() {
let document;
try { document = await app.document(); } catch (error) { return this.document || this.showEmpty(error.message); }
if (!document || document === this.document) return;
this.document = document;
types.schemas = document.components.schemas;
this.forms = new Forms(() => this.changed());
this.methods = document.methods.filter(method => !method["x-alias-of"] && method.name !== "bridge.authenticate");
fill(this.picker, this.groups(this.methods).map(([name, methods]) =>
h("optgroup", { label: name }, methods.map(method => h("option", { value: method.name, text: method.name })))));
this.showMethods();
this.empty.hidden = true;
this.body.hidden = false;
const wanted = this.wanted ?? { method: "mobileEvent" };
this.wanted = null;
this.open(this.methods.some(method => method.name === wanted.method) ? wanted.method : this.methods[0]?.name, wanted.params);
},
prepare(method, params) {
this.wanted = { method, params };
app.showPane("console");
if (this.document) this.open(method, params);
},
groups(methods) {
const groups = new Map([["Altcraft SDK", []]]);
for (const method of methods) {
const name = method.name.includes(".") ? method.name.split(".")[0] : "Altcraft SDK";
if (!groups.has(name)) groups.set(name, []);
groups.get(name).push(method);
}
return [...groups].filter(([, methods]) => methods.length);
},
showMethods() {
const words = this.find.value.toLowerCase().split(/\s+/).filter(Boolean);
const found = this.methods.filter(method => words.every(word => (method.name + " " + method.summary).toLowerCase().includes(word)));
fill(this.list, found.length ? null : h("p", { class: "soft" }, "No method has these words."),
this.groups(found).map(([name, methods]) => [h("h3", { class: "caps", text: name }), h("ul", null, methods.map(method =>
h("li", null, h("button", {
type: "button", class: "plain", title: method.summary, "aria-current": method === this.method ? "true" : null,
onclick: () => this.open(method.name),
}, method.name.includes(".") ? h("span", { class: "soft", text: method.name.split(".")[0] + "." }) : null,
method.name.split(".").slice(-1)[0]))))]));
},
moveInList(event) {
const buttons = [...this.list.querySelectorAll("button")], at = buttons.indexOf(document.activeElement);
const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
if (next === undefined) return;
event.preventDefault();
(buttons[next] ?? (next < 0 ? this.find : null))?.focus();
},
open(name, params) {
const method = this.methods.find(method => method.name === name);
if (!method) return;
const hasFocus = this.list.contains(document.activeElement);
this.method = method;
this.picker.value = name;
this.showMethods();
if (hasFocus) this.list.querySelector("[aria-current]")?.focus();
setText(this.heading, name);
const [summary, details] = [method.summary, method.description];
fill(this.about, h("p", null, summary, " ", method["x-durable"] ? h("span", { class: "tag", title: "Answered when its job is on the disk." }, "durable") : null),
details ? h("details", null, h("summary", null, "More"), details.split("\n\n").map(text => h("p", { text }))) : null);
this.control = this.forms.fields(types.parameters(method));
fill(this.fields, this.control.element);
if (!method.params.length) fill(this.fields, h("p", { class: "soft" }, "No parameters."));
fill(this.examples, h("option", { value: "" }, params ? "as called" : "none"),
method.examples.map((example, index) => h("option", { value: index, text: example.name })),
(method["x-error-examples"] ?? []).map((example, index) => h("option", { value: `refused ${index}`, text: `refused: ${example.name}` })));
this.showAnswer(null);
if (params) this.write(params);
else if (method.examples.length && method.params.some(param => param.required)) {
this.examples.value = "0";
this.useExample("0");
} else this.write({});
this.showRights();
},
useExample(value) {
const [kind, index] = value.startsWith("refused") ? ["x-error-examples", value.slice(8)] : ["examples", value];
const example = value === "" ? { params: [] } : this.method[kind][index];
const params = Object.fromEntries(example.params.map(param => [param.name, param.value]));
if (kind === "examples" && "requestId" in params) delete params.requestId;
this.write(params);
},
write(params) {
this.problem.textContent = "";
this.isText = !this.control.write(params) || this.isText && Object.keys(params).length > 0 && this.keepsText;
this.text.value = readable(params, 60);
this.showMode();
this.changed();
},
showMode() {
this.text.hidden = !this.isText;
this.fields.hidden = this.isText;
this.text.rows = Math.min(24, Math.max(6, this.text.value.split("\n").length + 1));
this.formButton.setAttribute("aria-pressed", String(!this.isText));
this.textButton.setAttribute("aria-pressed", String(this.isText));
},
showForm() {
const params = parsedJSON(this.text.value.trim() || "{}");
this.keepsText = false;
if (!this.isText) return;
if (!isObject(params) || !this.control.write(params)) {
this.problem.textContent = isObject(params) ? "The form has no fields for these parameters." : jsonProblem(this.text.value) || "The parameters must be an object.";
return;
}
this.isText = false;
this.showMode();
this.changed();
},
showText() {
this.keepsText = true;
if (!this.isText) this.text.value = readable(this.currentParams() ?? {}, 60);
this.isText = true;
this.showMode();
this.text.focus();
},
read() {
if (!this.isText) return this.control.read();
const params = parsedJSON(this.text.value.trim() || "{}");
if (params === undefined) throw new FormError(jsonProblem(this.text.value));
if (params === null || typeof params !== "object") throw new FormError("The parameters must be an object or a list.");
return params;
},
currentParams() {
try { return this.read(); } catch { return null; }
},
changed() {
this.problem.textContent = "";
this.showCode();
},
showCode() {
for (const button of this.languages.children) button.setAttribute("aria-pressed", String(button.dataset.language === this.language));
if (!this.method) return;
const params = this.currentParams();
const code = !params ? "Required parameters are missing."
: Array.isArray(params) && this.language !== "netcat" ? "Only netcat can pass parameters by position."
: callLanguages[this.language](this.method, params);
setText(this.code, code);
},
showRights() {
if (!this.method) return;
const isAllowed = app.canControl || (app.state === "open" && this.method["x-observer"] === true);
this.sendButton.disabled = !isAllowed;
this.checkButton.disabled = app.state !== "open";
setText(this.note, isAllowed ? "" : app.state !== "open" ? "There is no connection to the bridge."
: "This page can only read. For changes run: altcraft-bridge inspect --control");
},
async send(isCheck) {
let params;
this.problem.textContent = "";
try { params = this.read(); } catch (error) {
const message = showFormError(error);
if (!error.input) this.problem.textContent = message;
return;
}
const method = this.method.name, began = performance.now(), number = this.sent = (this.sent ?? 0) + 1;
const call = { method, params, isCheck, answer: null };
if (!isCheck) {
this.calls.unshift(call);
this.calls.length = Math.min(this.calls.length, 20);
}
fill(this.answer, h("h3", null, "Answer"), h("p", { class: "soft" }, "Waiting for the answer …"));
const given = Object.keys(params).length ? params : undefined;
try {
const result = await (isCheck ? app.call("bridge.check", { method, ...(given ? { params } : {}) }) : app.call(method, given));
call.answer = { result };
} catch (error) { call.answer = { error }; }
call.took = (performance.now() - began) * 1000;
this.showEarlier();
if (number === this.sent && this.method.name === method) this.showAnswer(call);
},
showAnswer(call) {
if (!call) return fill(this.answer, h("h3", null, "Answer"), h("p", { class: "soft" }, "Nothing has been called yet."));
const { result, error } = call.answer;
const head = h("div", { class: "bar" }, h("h3", null, call.isCheck ? "Check" : "Answer"),
error ? h("span", { class: "tag bad", text: `${error.code} ${error.data?.reason ?? "error"}` }) : h("span", { class: "tag good" }, call.isCheck ? "would be accepted" : "ok"),
h("span", { class: "soft", text: `after ${durationText(call.took)}` }));
if (error) {
return fill(this.answer, head, h("p", { class: "bad", text: error.message }),
error.data?.suggestions?.length ? h("p", null, `Did you mean ${error.data.suggestions.join(" or ")}?`) : null,
error.data ? jsonPanel(error.data) : null);
}
const id = typeof result?.requestId === "string" && !call.isCheck ? result.requestId : null;
fill(this.answer, head, id ? h("p", null, h("button", { type: "button", class: "link", onclick: () => {
app.select({ requestIds: new Set([id]), connection: null, from: null, to: null });
app.showPane("work");
} }, `Show the job ${shortened(id, 40)}`)) : null, jsonPanel(result));
},
showEarlier() {
fill(this.earlier, h("h3", null, "Earlier calls"), h("ul", { class: "earlier" }, this.calls.filter(call => call.answer).map(call => h("li", null,
h("button", { type: "button", class: "link clip", title: "Open this call again", onclick: () => {
this.open(call.method, call.params);
this.showAnswer(call);
} }, h("span", { class: `dot ${call.answer.error ? "error" : "ok"}`, role: "img", "aria-label": call.answer.error ? "refused" : "answered" }),
" ", call.method, " ", h("span", { class: "soft", text: shortened(JSON.stringify(call.params), 80) }))))));
},
});
const standingAnswers = new Map();
let callbackQueue = Promise.resolve();
app.onCallback((method, params) => {
if (!app.canControl) return undefined;
const key = `${method} ${params.provider ?? ""}`;
if (standingAnswers.has(key)) return Promise.resolve(standingAnswers.get(key));
const asked = performance.now();
const answer = callbackQueue.then(() => askForCallback(method, params, key, asked));
callbackQueue = answer.catch(() => {});
return answer;
});
const callbackWords = {
"provider.getJWT": ["The bridge asks for a JWT", "jwt", "The JWT of the current user", "No JWT"],
"provider.getToken": ["The bridge asks for a push token", "token", "The push token", "No token"],
"provider.deleteToken": ["The bridge asks to delete a push token", "boolean", "Deleted", "Not deleted"],
"notificationManager.requestAuthorization": ["The bridge asks for the permission to notify", "boolean", "Allow", "Deny"],
"notificationManager.onForegroundNotification": ["A push arrived while the app is open", "json", '{"options": ["banner", "badge", "sound"]}', "No answer"],
"notificationManager.onNotificationClick": ["A notification was clicked", "json", "null", "No answer"],
};
function askForCallback(method, params, key, asked) {
const [title, kind, label, none] = callbackWords[method] ?? [`The bridge asks ${method}`, "json", "null", "No answer"];
const seconds = app.info?.limits?.callbackSeconds ?? 10;
return new Promise(resolve => {
if (performance.now() - asked > seconds * 1000) return resolve(null);
const input = kind === "boolean" ? null : h("textarea", {
rows: kind === "json" ? 4 : 3, spellcheck: "false", id: "callback-answer", value: kind === "json" ? label : kind === "jwt" ? sampleJWT() : "",
});
const keep = h("input", { type: "checkbox", id: "callback-keep" }), rest = h("span", { class: "soft push" });
const problem = h("p", { class: "bad", role: "alert" });
let given = null;
const finish = value => {
if (keep.checked && value !== null) standingAnswers.set(key, value);
given = value;
dialog.close();
};
const dialog = h("dialog", { "aria-labelledby": "callback-title", class: "callback", onclose: () => {
clearInterval(timer);
dialog.remove();
resolve(given);
} },
h("h2", { id: "callback-title", text: title }),
h("p", { class: "soft" }, h("code", { text: method }), ` ${shortened(JSON.stringify(params), 300)}`),
input ? [h("label", { for: "callback-answer", text: kind === "json" ? "The answer, as JSON" : label }), input] : null, problem,
kind === "json" ? null : h("p", { class: "bar" }, keep, h("label", { for: "callback-keep" }, "Give the same answer to later questions of this page")),
h("div", { class: "bar" }, rest, h("button", { type: "button", onclick: () => finish(kind === "boolean" ? false : null) }, none),
h("button", { type: "button", class: "primary", onclick: () => {
if (kind === "boolean") return finish(true);
const value = kind === "json" ? parsedJSON(input.value) : input.value.trim();
if (value === undefined) setText(problem, jsonProblem(input.value));
else if (value === "") setText(problem, `Enter ${label.toLowerCase().replace("jwt", "JWT")}, or choose “${none}”.`);
else finish(value);
} }, kind === "boolean" ? label : "Answer")));
const show = () => {
const left = seconds - (performance.now() - asked) / 1000;
if (left <= 0) finish(null);
else setText(rest, `${Math.ceil(left)} s left`);
};
const timer = setInterval(show, 500);
document.body.append(dialog);
dialog.showModal();
show();
(input ?? dialog.querySelector(".primary")).focus();
});
}
function sampleJWT() {
const part = value => btoa(JSON.stringify(value)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const matching = JSON.stringify({ db_id: 1, matching: "email", email: "ann@example.com" });
return `${part({ alg: "none", typ: "JWT" })}.${part({ matching, exp: Math.floor(Date.now() / 1000) + 3600 })}.`;
}
const pushSamples = {
apns: {"aps":{"badge":3,"sound":"Sound","mutable_content":1,"alert":{"title":"Title","subtitle":"SubTitle","body":"Body"}},"click-url":"ClickURL","icon":"Icon","media":"Media","hub_link":{"open":"URLOpenEvent","ack":"URLDelivEvent"}},
fcmV1IOS: {"aps":{"badge":3,"sound":"Sound","mutable_content":1,"alert":{"title":"Title","subtitle":"SubTitle","body":"Body"}},"click-url":"ClickURL","uid":"UID","launch_id":"LaunchID","hub_link":"{\"open\": \"URLOpenEvent\", \"ack\": \"URLDelivEvent\"}","media":"Media","mediaUrl":"Icon"},
fcmV1Android: {"uid":"UID","launch_id":"LaunchID","hub_link":"{\"open\": \"URLOpenEvent\", \"ack\": \"URLDelivEvent\"}","title":"Title","body":"Body","icon":"Icon","image":"Image","click_action":"ClickURL","sound":"Sound"},
fcmLegacyIOS: {"aps":{"alert":{"title":"Title","body":"Body"},"sound":"Sound"},"uid":"UID","message":"Body","mediaUrl":"Icon","media":"Media","launch_id":"LaunchID","hub_link":"{\"open\":\"URLOpenEvent\",\"ack\":\"URLDelivEvent\"}"},
fcmLegacyAndroid: {"uid":"UID","message":"Body","mediaUrl":"Icon","image":"Image","launch_id":"LaunchID","hub_link":"{\"open\":\"URLOpenEvent\",\"ack\":\"URLDelivEvent\"}","title":"Title","body":"Body","icon":"Icon","click_action":"ClickURL","sound":"Sound"},
hmsIOS: {"apple":"red","aps":{"alert":{"title":"Title","subtitle":"SubTitle","body":"Body"},"badge":3,"mutable_content":1,"sound":"Sound"},"click-url":"ClickURL","hub_link":"{\"open\": \"URLOpenEvent\", \"ack\": \"URLDelivEvent\"}","launch_id":"LaunchID","mediaUrl":"Icon","uid":"UID"},
hmsAndroid: {"hub_link":"{\"open\": \"URLOpenEvent\", \"ack\": \"URLDelivEvent\"}","launch_id":"LaunchID","uid":"UID","title":"Title","body":"Body","icon":"Icon","sound":"Sound"},
appMetricaIOS: {"aps":{"alert":{"title":"Title","body":"Body"},"badge":3},"hub_link":"{\"ack\":\"URLDelivEvent\",\"open\":\"URLOpenEvent\"}","icon":"Icon","media":"Media"},
appMetricaAndroid: {"hub_link":"{\"ack\":\"URLDelivEvent\",\"open\":\"URLOpenEvent\"}","title":"Title","body":"Body","image":"Icon"},
ruStore: {"uid":"UID","message":"Body","mediaUrl":"Icon","image":"Image","launch_id":"LaunchID","hub_link":"{\"open\": \"URLOpenEvent\", \"ack\": \"URLDelivEvent\"}","title":"Title","body":"Body","icon":"Icon","click_action":"ClickURL","sound":"Sound"},
};
const pushTitles = {
apns: "APNs", fcmV1IOS: "FCM v1, iOS", fcmV1Android: "FCM v1, Android", fcmLegacyIOS: "FCM legacy, iOS",
fcmLegacyAndroid: "FCM legacy, Android", hmsIOS: "HMS, iOS", hmsAndroid: "HMS, Android", appMetricaIOS: "AppMetrica, iOS",
appMetricaAndroid: "AppMetrica, Android", ruStore: "RuStore",
};
const pushValues = {
Title: "Spring sale", SubTitle: "Only today", Body: "20 % off everything, until midnight.", Sound: "default", LaunchID: "launch-1",
};
for (const [word, path] of Object.entries({
Media: "sale.png", Banner: "sale.png", Image: "sale.png", Icon: "icon.png", ClickURL: "sale", URL: "sale", URLOpenEvent: "open", URLDelivEvent: "delivered",
})) pushValues[word] = ["https:", "", "example.com", path].join("/");
registerPane({
id: "push",
title: "Push",
order: 4,
taken: null,
mount(element) {
this.structure = h("select", { id: "push-structure", onchange: () => this.useSample() },
Object.keys(pushSamples).map(name => h("option", { value: name, text: pushTitles[name] ?? name })));
this.text = h("textarea", { id: "push-message", rows: 20, spellcheck: "false", "aria-describedby": "push-problem", oninput: () => this.edited() });
this.problem = h("p", { class: "bad", id: "push-problem", role: "alert" });
this.takeButton = h("button", { type: "button", class: "primary", onclick: () => this.take() }, "Take the push");
this.note = h("p", { class: "soft" });
this.shown = h("div");
this.reading = h("div");
this.way = h("div", { "aria-live": "polite" });
element.append(h("div", { class: "push-pane" },
h("div", null, h("div", { class: "bar" }, h("label", { for: "push-structure" }, "Structure"), this.structure,
h("button", { type: "button", class: "push", onclick: () => this.useSample() }, "Start again")),
h("label", { for: "push-message" }, "The message, as it arrives on the device"), this.text, this.problem,
h("div", { class: "bar" }, this.takeButton, this.note)),
h("div", null, h("section", { "aria-label": "Notification" }, h("h3", null, "Notification"), this.shown),
h("section", { "aria-label": "What happens" }, h("h3", null, "What happens"), this.way),
h("section", { "aria-label": "What the bridge reads" }, h("h3", null, "What the bridge reads"), this.reading))));
this.parseSoon = throttled(200, () => this.parse());
app.onNotification((method, params) => this.notice(method, params));
this.structure.value = "fcmV1IOS";
this.useSample();
},
update(changes) {
if (changes.has("state") || changes.has("source")) {
this.showRights();
if (app.canControl) this.parseSoon();
}
if (changes.has("jobs") || changes.has("events")) this.showWay();
},
showRights() {
this.takeButton.disabled = !app.canControl;
setText(this.note, app.canControl ? "" : app.state === "open"
? "This page can only read. To read and take pushes run: altcraft-bridge inspect --control" : "There is no connection to the bridge.");
this.showParsed();
this.showWay();
},
useSample() {
const uid = `uid-${Math.random().toString(36).slice(2, 10)}`;
const text = JSON.stringify(pushSamples[this.structure.value], null, 2).replace(/\b[A-Z]\w+\b/g, word => word === "UID" ? uid : pushValues[word] ?? word);
this.text.value = text;
this.taken = null;
this.edited();
},
edited() {
this.parsed = null;
this.message = parsedJSON(this.text.value);
setText(this.problem, this.message === undefined ? jsonProblem(this.text.value) : isObject(this.message) ? "" : "A push is an object.");
if (this.problem.textContent) this.showParsed();
else this.parseSoon();
},
async parse() {
if (!app.canControl || this.problem.textContent) return this.showParsed();
const message = this.message;
let parsed;
try { parsed = await app.call("parsePush", { message }); } catch (error) { parsed = { error }; }
if (message !== this.message) return;
this.parsed = parsed;
this.showParsed();
},
showParsed() {
const push = this.parsed;
if (!push || push.error) {
const text = push?.error ? push.error.message : this.problem.textContent ? "The message cannot be read." : app.canControl ? "Reading …" : "The bridge reads pushes for pages that may control it.";
fill(this.reading, h("p", { class: "soft", text }));
return fill(this.shown, h("p", { class: "soft", text }));
}
if (!push.isAltcraft) {
fill(this.reading, h("p", null, "This is no push of the platform: it has none of the marks by which the bridge knows one. The app must handle it itself."), jsonPanel(push));
return fill(this.shown, h("p", { class: "soft" }, "Nothing is shown."));
}
const isTaken = this.taken !== null;
const act = (label, identifier, tone) => h("button", { type: "button", class: tone, disabled: !isTaken, onclick: () => this.click(identifier, label) }, label);
fill(this.shown, h("div", { class: "card notification" },
push.silent ? h("p", { class: "soft" }, "A silent push: nothing is shown.") : [
h("p", { class: "title", text: push.title ?? "No title" }), push.subtitle ? h("p", { text: push.subtitle }) : null,
h("p", { text: push.body ?? "" }), push.media ? h("p", { class: "soft clip", text: `Image ${push.media}` }) : null],
h("div", { class: "bar" }, act("Tap", null, "primary"), push.buttons.map(button => act(button.label, button.identifier)),
act("Dismiss", "com.apple.UNNotificationDismissActionIdentifier", "plain"))),
isTaken ? null : h("p", { class: "soft" }, "Take the push first: then the notification can be tapped."));
const rest = { ...push };
const facts = [
["Structure", pushTitles[push.structure] ?? push.structure], ["UID", push.uid ?? "none: neither delivery nor open can be reported (event 451)"],
["Link", push.clickUrl], ["Deep link", push.deeplink], ["Media", push.media], ["Icon", push.icon], ["Sound", push.sound],
["Badge", push.badge], ["Launch", push.launchId],
].filter(([, value]) => value !== null && value !== undefined);
fill(this.reading, h("dl", { class: "facts" }, facts.map(([name, value]) => [h("dt", { text: name }), h("dd", { class: value.startsWith?.("none:") ? "warn" : null, text: value })])),
h("details", null, h("summary", null, "All of it, as parsePush answers"), jsonPanel(rest)));
},
get request() {
const { title, subtitle, body } = this.parsed ?? {};
const content = Object.fromEntries(Object.entries({ title, subtitle, body }).filter(([, text]) => typeof text === "string"));
return { identifier: "inspector", content: { ...content, userInfo: this.message } };
},
async take() {
if (this.problem.textContent) return this.text.focus();
const taken = this.taken = { steps: [], jobs: new Set(), at: app.model.now };
this.step("Taken", "takePush");
try {
const answer = await app.call("takePush", { message: this.message });
if (answer === null) this.step("Refused", "no push of the platform", "warn");
} catch (error) {
this.taken = null;
taken.steps.length = 0;
setText(this.problem, error.message);
}
this.showParsed();
this.showWay();
},
async click(actionIdentifier, label) {
this.step(label === "Tap" || label === "Dismiss" ? `${label}ped`.replace("Dismissped", "Dismissed") : `Clicked ${label}`, "notificationManager.didReceive");
try {
const answer = await app.call("notificationManager.didReceive", { response: { ...(actionIdentifier ? { actionIdentifier } : {}), request: this.request } });
this.step(answer.url ? `Opens ${answer.url}` : "Opens nothing", `handled by the ${answer.handledBy === "sdk" ? "SDK" : answer.handledBy}`);
} catch (error) { this.step("Refused", error.message, "bad"); }
this.showWay();
},
step(text, note, tone) {
this.taken.steps.push({ at: app.model.now, text, note, tone });
if (this.taken.steps.length > 100) this.taken.steps.shift();
this.showWay();
},
notice(method, params) {
if (!this.taken) return;
const isStep = method === "trace" && params.kind === "job" && ["deliveryEvent", "openEvent"].includes(params.method) && params.step === "accepted";
const isEvent = method === "event" && /^push(Event|Uid|\.|Received|Shown)|^(media|button)/.test(params.name);
if (isStep || (isEvent && params.requestId)) this.taken.jobs.add(params.requestId);
if (method === "event" && (params.type === "error" || [202, 203, 204].includes(params.code)) && !params.requestId) this.step(`${params.code} ${params.name}`, params.message, params.type === "error" ? "bad" : null);
},
showWay() {
if (!this.taken) return fill(this.way, h("p", { class: "soft" }, "Nothing yet. A push that is taken is reported to the platform as delivered, a tap as opened."));
const jobs = [...this.taken.jobs].map(id => app.model.jobs.get(id)).filter(Boolean).map(job => ({
at: job.start, text: job.method === "openEvent" ? "Open" : job.method === "deliveryEvent" ? "Delivery" : job.method, job,
}));
const rows = [...this.taken.steps, ...jobs].sort((one, other) => one.at - other.at);
fill(this.way, h("ol", { class: "way" }, rows.map(row => h("li", null, h("span", { class: "soft mono", text: clockText(row.at, 1) }),
row.job ? this.jobLine(row) : h("span", null, h("b", { class: row.tone, text: row.text }), " ", h("span", { class: "soft", text: row.note ?? "" }))))));
},
jobLine({ text, job }) {
const words = job.state === "pending" ? waitWords[job.waitingFor] ?? "on its way to the platform" : job.state;
const tone = job.state === "delivered" ? "good" : job.state === "pending" ? "warn" : "bad";
return h("span", null, h("b", { text }), " ", h("span", { class: `tag ${tone}`, text: words }), " ",
h("button", { type: "button", class: "link", onclick: () => {
app.select({ requestIds: new Set([job.requestId]), connection: null, from: null, to: null });
app.showPane("work");
} }, `job ${shortened(job.requestId, 13)}`),
job.state !== "delivered" && job.lastError ? h("span", { class: "soft", text: ` ${job.lastError.message}` }) : null);
},
});
const platformWords = {
well: ["answers", "good"], failing: ["answers with errors", "bad"], unreachable: ["cannot be reached", "bad"], untried: ["nothing sent yet", ""],
};
const stateTones = { delivered: "ok", pending: "open", rejected: "error", expired: "error", lost: "error", cleared: "event" };
registerPane({
id: "status",
title: "Status",
order: 5,
mount(element) {
this.cards = {};
const card = (name, title) => h("section", { class: "card", "aria-label": title }, h("h2", null, title), this.cards[name] = h("div"));
this.empty = h("div", { class: "empty" }, h("h2", null, "No bridge is connected"), h("p", null, "A recording has the messages of a bridge, not its counters."));
this.grid = h("div", { class: "status" }, card("bridge", "Bridge"), card("platform", "Platform"), card("jobs", "Jobs"),
card("latency", "Time to answer"), card("connections", "Connections"), card("limits", "Limits"));
element.append(this.empty, this.grid);
},
update(changes) {
const { stats, info } = app;
this.grid.hidden = app.isRecording || !stats || !info;
this.empty.hidden = !this.grid.hidden;
if (this.grid.hidden || !["state", "source", "stats", "trace"].some(name => changes.has(name))) return;
this.showBridge(info, stats);
this.showPlatform(stats);
this.showJobs(stats);
this.showLatency(stats.latencyMicroseconds);
this.showConnections(stats);
this.showLimits(info, stats);
},
facts(place, facts) {
const list = place.querySelector("dl") ?? place.appendChild(h("dl", { class: "facts" }));
const given = facts.filter(([, text]) => text !== null && text !== undefined && text !== "");
const key = given.map(([name]) => name).join("\n");
if (list.dataset.key !== key) {
fill(list, given.map(([name]) => [h("dt", { text: name }), h("dd")]));
list.dataset.key = key;
}
list.querySelectorAll("dd").forEach((value, index) => {
setText(value, given[index][1]);
value.className = given[index][2] ?? "";
});
},
showBridge(info, stats) {
const durability = { power: "survives a power failure", process: "survives a crash of the bridge, not of the machine" };
this.facts(this.cards.bridge, [
["Version", info.version], ["Process", `${info.pid}, up ${durationText(stats.uptimeSeconds * 1e6)}`],
["Listens", info.transports.join("\n")], ["Data", info.dataDir], ["App group", info.appGroup],
["Durability", `${stats.durability}: ${durability[stats.durability] ?? ""}`],
["Storage", app.readiness ? app.readiness.isReady ? "accepts jobs" : storageWords(app.readiness)[0] : "", app.readiness?.isReady ? "good" : "bad"],
["Delivery", `${plural(stats.delivery.attempts, "attempt")}, ${plural(stats.delivery.workerStarts, "start")} of the delivery program`],
["Messages", `${bytesText(stats.bytes.in)} in, ${bytesText(stats.bytes.out)} out`],
["Calls", `${plural(stats.calls.requests, "request")}, ${plural(stats.calls.notifications, "notification")}, ${plural(stats.calls.errors, "error")}`],
]);
},
showPlatform(stats) {
const { url, state } = stats.platform, [words, tone] = platformWords[state] ?? [state, ""];
const last = this.lastAnswer();
this.facts(this.cards.platform, [
["Address", url ?? "not configured: no host has called initialization", url ? "" : "warn"], ["State", url ? words : null, tone],
["Last answer", last ? `${last.httpCode ? `HTTP ${last.httpCode}` : last.failure ?? "none"}, ${clockText(last.end, 0)}` : null],
["Clock", ...clockWords(last)],
]);
},
lastAnswer() {
let last = null;
for (const job of app.model.jobs.values()) {
const attempt = job.attempts.at(-1);
if (attempt && attempt.end !== Infinity && (!last || attempt.end > last.end)) last = attempt;
}
return last;
},
showJobs(stats) {
const outbox = stats.outbox, names = Object.keys(stateTones).filter(name => outbox[name] > 0);
const sum = names.reduce((sum, name) => sum + outbox[name], 0);
const text = names.map(name => `${countText(outbox[name])} ${name}`).join(", ") || "no job yet";
const bar = this.bar ??= h("div", { class: "parts", role: "img" });
bar.setAttribute("aria-label", text);
fill(bar, names.map(name => h("span", { title: `${name}: ${countText(outbox[name])}`, style: { "flex-grow": String(outbox[name]), background: `var(--tone-${stateTones[name]})` } })));
if (!bar.isConnected) this.cards.jobs.prepend(bar);
bar.hidden = sum === 0;
this.facts(this.cards.jobs, [["Accepted", countText(outbox.accepted)], ...Object.keys(stateTones).map(name => [
name[0].toUpperCase() + name.slice(1), outbox[name] || name === "pending" || name === "delivered" ? countText(outbox[name]) : null,
stateTones[name] === "error" ? "bad" : ""]),
["Size", outbox.pending ? `${bytesText(outbox.bytes)} pending` : null],
["Oldest", outbox.oldestPendingAt ? `accepted ${dateText(timeOf(outbox.oldestPendingAt), 0)}` : null]]);
},
showLatency(steps) {
const sum = steps.reduce((sum, step) => sum + step.count, 0), most = Math.max(1, ...steps.map(step => step.count));
const used = steps.flatMap((step, index) => step.count ? [index] : []);
const rows = sum ? steps.slice(Math.max(0, used[0] - 1), used.at(-1) + 2) : [];
let seen = steps.slice(0, steps.indexOf(rows[0])).reduce((sum, step) => sum + step.count, 0);
fill(this.cards.latency, h("table", { class: "histogram" },
h("caption", { class: "off" }, "Requests by the time from their last byte read to their answer written"),
h("thead", { class: "off" }, h("tr", null, ["Up to", "Share", "Requests", "So far"].map(text => h("th", { text })))),
h("tbody", null, rows.map(step => {
seen += step.count;
return h("tr", null, h("th", { scope: "row", class: "num", text: step.le === null ? "longer" : `≤ ${durationText(step.le)}` }),
h("td", null, h("span", { class: "meter" }, h("span", { style: { width: `${(100 * step.count / most).toFixed(1)}%` } }))),
h("td", { class: "num", text: countText(step.count) }), h("td", { class: "num soft", text: `${(100 * seen / sum).toFixed(1)} %` }));
}))), sum ? null : h("p", { class: "soft" }, "No request yet."));
},
showConnections(stats) {
const { open, opened, refused } = stats.connections;
const known = [...app.model.connections.values()].filter(connection => connection.isOpen).slice(-50);
fill(this.cards.connections,
h("p", { text: `${countText(open)} open, ${countText(opened)} since the start, ${countText(refused)} refused` }),
known.length ? h("table", null,
h("thead", null, h("tr", null, ["Number", "Transport", "Peer", "Calls seen"].map((text, index) => h("th", { scope: "col", class: index === 3 ? "num" : null, text })))),
h("tbody", null, known.map(connection => h("tr", null,
h("td", null, connection.isOwn ? `${connection.number} (this page)` : h("button", { type: "button", class: "link", title: "Show only its calls", onclick: () => {
app.select({ connection: connection.number });
app.showPane("timeline");
}, text: connection.number })),
h("td", { text: connection.transport ?? "" }),
h("td", { text: connection.peer ? `process ${connection.peer.pid}, user ${connection.peer.uid}` : "" }),
h("td", { class: "num", text: connection.isOwn ? "" : countText(connection.calls) })))))
: h("p", { class: "soft" }, "Connections are listed as soon as one of their messages is seen."));
},
showLimits(info, stats) {
const used = {
outboxRecords: stats.outbox.pending, outboxBytes: stats.outbox.bytes, connections: stats.connections.open,
};
const names = [...Object.keys(used), ...Object.keys(info.limits).filter(name => !(name in used)).sort()];
fill(this.cards.limits, h("table", { class: "limits" },
h("thead", null, h("tr", null, h("th", { scope: "col" }, "Limit"), h("th", { scope: "col", class: "num" }, "Value"), h("th", { scope: "col" }, "In use"))),
h("tbody", null, names.map(name => {
const limit = info.limits[name], part = used[name] / limit;
return h("tr", null, h("th", { scope: "row" }, h("code", { text: name })), h("td", { class: "num", text: limitText(name, limit) }),
h("td", null, name in used ? [h("span", { class: `meter${part > 0.8 ? " full" : ""}` }, h("span", { style: { width: `${Math.min(100, 100 * part).toFixed(1)}%` } })),
h("span", { class: part >= 1 ? "bad" : "soft", text: part >= 1 ? "full" : part > 0 && part < 0.001 ? "< 0.1 %" : `${(100 * part).toFixed(part < 0.1 ? 1 : 0)} %` })] : null));
}))));
},
});
function limitText(name, limit) {
return name.endsWith("Bytes") ? bytesText(limit) : name.endsWith("Seconds") ? durationText(limit * 1e6) : countText(limit);
}
function clockWords(attempt) {
if (!attempt?.platformTime) return [null];
const ahead = Math.round((attempt.end - attempt.platformTime) / 1e6);
if (Math.abs(ahead) <= 60) return ["agrees with the platform's", "good"];
return [`this machine's clock is ${durationText(Math.abs(ahead) * 1e6)} ${ahead > 0 ? "ahead of" : "behind"} the platform's: valid JWTs count as ${ahead > 0 ? "expired" : "not yet valid"}. Set it (timedatectl)`, "bad"];
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
function takeStats(stats) {
app.stats = stats;
app.statsAt = Date.now() * 1000;
noteRates();
app.changed("stats");
}
async function refresh() {
takeStats(await app.call("bridge.stats"));
for (const state of ["pending", "rejected"]) {
const page = await app.call("outbox.list", { state, limit: 500 });
app.listed = { ...app.listed, [state]: { count: page.items.length, next: page.next } };
for (const item of page.items) app.model.takeListed(item);
}
}
app.refresh = refresh;
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
(ticks % 3 === 1 ? refresh() : app.call("bridge.stats").then(takeStats)).catch(() => {});
}
app.model = new InspectorModel(name => app.changed(name));
mountFrame();
connectRecordings();
if (location.protocol.startsWith("http")) connect();
setInterval(tick, 1000);
app.changed("source");
})();
</script>
</body>
</html>

"""#
}
