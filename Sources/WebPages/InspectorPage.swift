// Generated from the parts in this folder. To write it again: UPDATE=1 swift test --filter Drift
// swift-format-ignore-file

/// The inspector, which the bridge serves at `/` of its WebSocket port.
package enum InspectorPage {
  /// The value of the header Content-Security-Policy: only this style sheet and this script are in force.
  package static let contentSecurityPolicy =
    "default-src 'none'; script-src 'sha256-T3Wg60KyDXpJzXNMPu+MHoQdOK7D7jZdWk+5KSeZTGE='; style-src 'sha256-SeCqF80K3jCRWSO/nFtdD9hApNV/7PNMR81pyA2XhVk='; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

  package static let html = #"""
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-T3Wg60KyDXpJzXNMPu+MHoQdOK7D7jZdWk+5KSeZTGE='; style-src 'sha256-SeCqF80K3jCRWSO/nFtdD9hApNV/7PNMR81pyA2XhVk='; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>altcraft-bridge inspector</title>
<style>
:root{
color-scheme:light dark;
--page:light-dark(#fafbfc,#0f1317);
--panel:light-dark(#ffffff,#151a20);
--sunken:light-dark(#f1f4f7,#0b0e12);
--hover:light-dark(#eef3f9,#1c232b);
--line:light-dark(#e2e7ed,#252d36);
--line-strong:light-dark(#c3ccd6,#3c4753);
--text:light-dark(#18202a,#dde4eb);
--soft:light-dark(#556070,#98a5b3);
--accent:light-dark(#0a5cba,#74b6f7);
--accent-back:light-dark(#e6f0fb,#17304a);
--ok:light-dark(#17734a,#55c794);
--ok-back:light-dark(#e3f4eb,#12301f);
--bad:light-dark(#b3261a,#f78f82);
--bad-back:light-dark(#fcebe9,#3b1b18);
--warn:light-dark(#8a5200,#e7b25a);
--warn-back:light-dark(#fdf2dd,#35280f);
--tone-ok:light-dark(#3da577,#3f9e72);
--tone-error:light-dark(#d9483b,#e0645a);
--tone-open:light-dark(#4c8fdc,#4f8fd6);
--tone-attempt:light-dark(#2c6cb8,#8cc2f7);
--tone-retry:light-dark(#e5a83a,#b9822a);
--tone-user:light-dark(#a98ae0,#7d62b8);
--tone-token:light-dark(#4db3bd,#2f8791);
--tone-permission:light-dark(#d77fb4,#a3558a);
--tone-configuration:light-dark(#8595c6,#5f6f9f);
--tone-lane:light-dark(#c0c8d2,#4a5562);
--tone-event:light-dark(#7d8b9c,#8492a2);
--radius:6px;
--mono:ui-monospace,"SF Mono","Cascadia Code","DejaVu Sans Mono",Menlo,Consolas,monospace;
--sans:system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;
accent-color:var(--accent);
}
:root[data-theme="light"]{color-scheme:light;}
:root[data-theme="dark"]{color-scheme:dark;}
*,*::before,*::after{box-sizing:border-box;}
[hidden]{display:none !important;}
body{
scrollbar-color:var(--line-strong) transparent;
margin:0;background:var(--page);color:var(--text);
font:13px/1.45 var(--sans);font-variant-numeric:tabular-nums;-webkit-text-size-adjust:100%;
}
h1,h2,h3,h4,p,dl,dd,ul,ol,pre,figure{margin:0;}
ul,ol{padding:0;list-style:none;}
h1{font-size:14px;font-weight:650;letter-spacing:-.005em;}
h2{font-size:13px;font-weight:650;}
h3{font-size:12px;font-weight:650;}
code,pre,.mono{font-family:var(--mono);font-size:12px;}
.num{text-align:right;font-variant-numeric:tabular-nums;}
.soft{color:var(--soft);}
.good{color:var(--ok);}
.bad{color:var(--bad);}
.warn{color:var(--warn);}
.clip{overflow:hidden;text-overflow:ellipsis;white-space:nowrap;min-width:0;}
.off,.off-screen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap;}
.off-screen:focus{
width:auto;height:auto;clip-path:none;z-index:9;top:6px;left:6px;padding:6px 10px;
background:var(--panel);color:var(--accent);border-radius:var(--radius);
}
:focus-visible{outline:2px solid var(--accent);outline-offset:1px;border-radius:3px;}
button,input,select,textarea{font:inherit;color:inherit;}
button{
padding:3px 10px;min-height:26px;background:var(--panel);border:1px solid var(--line-strong);
border-radius:var(--radius);cursor:pointer;white-space:nowrap;
}
button:hover:not(:disabled,.primary){background:var(--hover);}
button:disabled{opacity:.55;cursor:default;}
button.primary{background:var(--accent);border-color:var(--accent);color:light-dark(#fff,#0b1218);font-weight:600;}
button.danger{color:var(--bad);border-color:color-mix(in srgb,var(--bad) 45%,var(--line-strong));}
button.plain{background:none;border-color:transparent;color:var(--soft);}
button.plain:hover:not(:disabled){color:var(--text);background:var(--hover);}
button.link{padding:0;min-height:0;border:0;background:none;color:var(--accent);text-align:left;white-space:normal;}
button.link:hover{text-decoration:underline;background:none;}
button[aria-pressed="true"]{background:var(--accent-back);border-color:var(--accent);color:var(--accent);}
input:not([type="checkbox"],[type="radio"]),select,textarea{
padding:3px 8px;min-height:26px;background:var(--panel);border:1px solid var(--line-strong);border-radius:var(--radius);min-width:0;
}
textarea{width:100%;font-family:var(--mono);font-size:12px;line-height:1.5;resize:vertical;}
::placeholder{color:var(--soft);opacity:1;}
label{color:var(--soft);}
.bar{display:flex;flex-wrap:wrap;align-items:center;gap:6px 8px;}
.push{margin-left:auto;}
.card{background:var(--panel);border:1px solid var(--line);border-radius:var(--radius);}
.tag{
display:inline-block;padding:0 6px;border-radius:99px;font-size:11px;line-height:18px;font-weight:600;white-space:nowrap;
background:var(--sunken);color:var(--soft);
}
.tag.good{background:var(--ok-back);color:var(--ok);}
.tag.bad{background:var(--bad-back);color:var(--bad);}
.tag.warn{background:var(--warn-back);color:var(--warn);}
.tag.accent{background:var(--accent-back);color:var(--accent);}
.dot{display:inline-block;width:8px;height:8px;border-radius:2px;background:var(--soft);flex:none;}
.dot.round{border-radius:50%;}
table{border-collapse:collapse;width:100%;}
th{text-align:left;font-size:11px;font-weight:600;color:var(--soft);white-space:nowrap;}
th,td{padding:4px 8px;border-bottom:1px solid var(--line);vertical-align:baseline;}
th.num{text-align:right;}
tbody tr:hover{background:var(--hover);}
.code{position:relative;}
.code > .copy{position:absolute;top:4px;right:4px;padding:1px 8px;min-height:22px;font-size:11px;z-index:1;}
pre.json,pre.text{
padding:8px 10px;background:var(--sunken);border-radius:var(--radius);line-height:1.5;max-height:60vh;
overflow:auto;white-space:pre-wrap;overflow-wrap:anywhere;tab-size:2;
}
.json-name{color:var(--accent);}
.json-text{color:var(--ok);}
.json-number{color:var(--warn);}
dl.facts{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:3px 14px;}
dl.facts dt{color:var(--soft);}
dl.facts dd{overflow-wrap:anywhere;}
.empty{padding:28px 20px;max-width:44rem;margin:0 auto;color:var(--soft);}
.empty h2{color:var(--text);font-size:14px;}
.empty > * + *{margin-top:8px;}
.empty code{color:var(--text);}
.tabs{display:flex;gap:2px;overflow-x:auto;scrollbar-width:none;}
.tabs [role="tab"]{
border:0;border-bottom:2px solid transparent;border-radius:0;background:none;color:var(--soft);
padding:6px 12px;font-weight:600;
}
.tabs [role="tab"]:hover{color:var(--text);}
.tabs [role="tab"][aria-selected="true"]{color:var(--text);border-bottom-color:var(--accent);}
.tabs [role="tab"]:focus-visible{outline-offset:-2px;}
dialog{
width:min(34rem,calc(100vw - 24px));padding:16px 18px;color:inherit;background:var(--panel);
border:1px solid var(--line-strong);border-radius:10px;
}
dialog::backdrop{background:rgb(10 14 20 / 45%);}
dialog h2{font-size:14px;margin-bottom:8px;}
dialog .bar{justify-content:flex-end;margin-top:14px;}
body{height:100dvh;display:flex;flex-direction:column;overflow:hidden;}
#head{flex:none;background:var(--panel);border-bottom:1px solid var(--line);}
#head > .bar{padding:8px 16px 6px;flex-wrap:nowrap;}
#head > .bar h1{white-space:nowrap;}
#head > .bar .push{flex-wrap:nowrap;}
#strip{display:grid;grid-template-columns:repeat(6,minmax(0,1fr));gap:1px;background:var(--line);border:1px solid var(--line);border-width:1px 0;}
#strip > div{padding:5px 16px 6px;background:var(--panel);}
#strip dt{font-size:11px;color:var(--soft);}
#strip dd{font-weight:600;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;}
#strip [data-tone="good"] dd::before,#strip [data-tone="bad"] dd::before,#strip [data-tone="warn"] dd::before{
content:"";display:inline-block;width:8px;height:8px;margin-right:6px;border-radius:50%;background:var(--tone-ok);
}
#strip [data-tone="bad"] dd{color:var(--bad);}
#strip [data-tone="bad"] dd::before{background:var(--tone-error);border-radius:2px;}
#strip [data-tone="warn"] dd{color:var(--warn);}
#strip [data-tone="warn"] dd::before{background:var(--tone-retry);border-radius:0;margin-left:2px;rotate:45deg;}
#head > nav{display:flex;align-items:center;gap:4px 16px;padding:0 8px;flex-wrap:wrap;}
#head > nav .tabs{flex:none;max-width:100%;}
#selection{padding:3px 8px;min-width:0;}
#selection .tag{max-width:100%;}
#selection button{min-height:22px;padding:0 8px;}
#attention{padding:3px 16px;border-bottom:1px solid var(--line);max-height:152px;overflow-y:auto;}
#attention:has([open]){max-height:34dvh;}
#attention:empty{display:none;}
#attention h2{font-size:11px;color:var(--soft);padding:2px 0;}
#attention summary{display:flex;align-items:baseline;gap:8px;padding:2px 0;cursor:pointer;list-style:none;}
#attention summary .title{font-weight:600;flex:0 1 auto;}
#attention summary .clip{flex:1 1 0;}
#attention summary::after{content:"▸";color:var(--soft);font-size:10px;}
#attention details[open] summary::after{content:"▾";}
#attention details[open] summary .clip{visibility:hidden;}
#attention li .dot{background:var(--tone-error);}
#attention li[data-tone="warn"] .dot{background:var(--tone-retry);border-radius:0;rotate:45deg;}
#attention details p{max-width:84rem;padding:0 16px 4px;color:var(--soft);overflow-wrap:anywhere;}
#attention details button{margin:2px 16px 6px;}
#body{flex:1;min-height:0;display:flex;}
#panes{flex:1;min-width:0;min-height:0;outline:none;}
#panes > section{height:100%;overflow:auto;}
#detail{flex:none;width:min(30rem,40vw);overflow:auto;background:var(--panel);border-left:1px solid var(--line);outline:none;}
#detail > header{position:sticky;top:0;z-index:2;display:flex;gap:8px;align-items:center;padding:8px 8px 8px 14px;background:var(--panel);border-bottom:1px solid var(--line);}
#detail > header h2{flex:1;min-width:0;overflow-wrap:anywhere;}
#detail > .content{padding:10px 14px 24px;display:grid;gap:12px;grid-template-columns:minmax(0,1fr);}
#detail .content h3{margin-bottom:4px;}
.dropping{outline:3px dashed var(--accent);outline-offset:-6px;}
@media (max-width:900px){
#strip{grid-template-columns:repeat(3,minmax(0,1fr));}
#strip > div{padding:3px 12px;}
#body{position:relative;}
#detail{position:absolute;inset:auto 0 0;width:auto;max-height:75%;border-left:0;border-top:1px solid var(--line-strong);box-shadow:0 -6px 24px rgb(0 0 0 / 16%);z-index:5;}
}
@media (max-width:560px){
#head > .bar{padding:6px 12px;}
#head h1 .soft,#source,#open-recording span{display:none;}
#attention{padding:3px 12px;max-height:118px;}
#attention summary .clip{display:none;}
#attention summary .title{flex:1;}
#strip > div{padding:3px 10px;}
#strip dd{white-space:normal;}
.tabs [role="tab"]{padding:6px 9px;}
}
@media (max-height:520px){body{height:auto;min-height:100dvh;overflow:auto;} #body{min-height:380px;}}
#pane-timeline:not([hidden]),#pane-work:not([hidden]){display:flex;flex-direction:column;overflow:hidden;}
.tools{flex:none;padding:6px 16px;border-bottom:1px solid var(--line);background:var(--panel);}
.tools .group{display:flex;}
.tools .group button{border-radius:0;margin-left:-1px;}
.tools .group button:first-child{border-radius:var(--radius) 0 0 var(--radius);margin-left:0;}
.tools .group button:last-child{border-radius:0 var(--radius) var(--radius) 0;}
.tools .group button[aria-pressed="true"]{position:relative;}
#timeline-canvas{display:block;width:100%;flex:3 1 0;min-height:110px;cursor:grab;touch-action:none;}
#timeline-canvas.selecting{cursor:crosshair;}
#timeline-canvas:active{cursor:grabbing;}
#timeline-canvas:focus-visible{outline-offset:-2px;border-radius:0;}
.legend{flex:none;display:flex;flex-wrap:wrap;gap:2px 14px;padding:4px 16px;border-top:1px solid var(--line);background:var(--panel);font-size:11px;color:var(--soft);}
.legend span{display:inline-flex;align-items:center;gap:5px;}
.list{container-type:inline-size;flex:2 1 0;min-height:110px;overflow:auto;border-top:1px solid var(--line-strong);}
.list table{table-layout:fixed;}
.list thead th{position:sticky;top:0;background:var(--sunken);z-index:1;}
.list td,.list th{overflow:hidden;text-overflow:ellipsis;white-space:nowrap;}
.list td:first-child,.list th:first-child{padding-left:16px;}
.list tr.chosen{background:var(--accent-back);}
.list .more{padding:6px 16px;color:var(--soft);}
td .dot{margin-right:7px;vertical-align:0;}
.list button.link{white-space:nowrap;max-width:calc(100% - 16px);overflow:hidden;text-overflow:ellipsis;vertical-align:bottom;}
@media (max-width:640px){
.tools,.legend{padding:5px 10px;}
.legend{display:none;}
#timeline-canvas{flex-grow:2;}
}
@container (max-width:740px){
.list .wide{display:none;}
.list td:first-child,.list th:first-child{padding-left:10px;}
.list col:first-child{width:110px !important;}
.list col:nth-child(2){width:128px !important;}
}
#pane-work .search{flex:1 1 20rem;min-width:8rem;font-family:var(--mono);font-size:12px;}
#pane-work .list{flex:1;border-top:0;}
#pane-work .problem{flex:none;padding:4px 16px;color:var(--warn);background:var(--warn-back);}
#pane-work tbody tr{cursor:pointer;}
.life{border-left:2px solid var(--line);padding-left:12px;}
.life li{display:grid;grid-template-columns:92px minmax(0,1fr);gap:8px;padding:2px 0;overflow-wrap:anywhere;}
.life .future{color:var(--soft);font-style:italic;}
.console{display:grid;grid-template-columns:15rem minmax(0,1fr) minmax(0,1fr);height:100%;min-height:0;}
.console > *{overflow:auto;min-width:0;}
.methods{border-right:1px solid var(--line);background:var(--panel);display:flex;flex-direction:column;}
.methods > input{margin:10px 10px 4px;}
.method-list{overflow:auto;padding:0 6px 16px;flex:1;}
.method-list h3{padding:10px 8px 3px;}
.method-list button{display:block;width:100%;text-align:left;padding:1px 8px;min-height:23px;border:0;font-family:var(--mono);font-size:12px;color:var(--text);overflow:hidden;text-overflow:ellipsis;}
.method-list button[aria-current]{background:var(--accent-back);color:var(--accent);font-weight:600;}
.method-list button:focus-visible{outline-offset:-2px;}
.request{padding:12px 16px 32px;}
.request > select{display:none;width:100%;margin-bottom:10px;}
.request h2{font:650 15px/1.3 var(--mono);overflow-wrap:anywhere;}
.about{margin:4px 0 12px;display:grid;gap:4px;}
.about summary,.field summary{cursor:pointer;}
.about summary{color:var(--soft);}
.about details p{white-space:pre-line;}
.request form{display:grid;gap:12px;}
.request .actions{position:sticky;bottom:-32px;padding:10px 0;background:var(--page);border-top:1px solid var(--line);}
.fields{display:grid;gap:0;}
.field{border:0;border-top:1px solid var(--line);margin:0;padding:8px 0;min-width:0;}
div.field{display:grid;grid-template-columns:minmax(6rem,11rem) minmax(0,1fr);gap:4px 14px;}
.field > label{padding-top:4px;color:var(--text);overflow-wrap:anywhere;}
.field code + .warn{font-size:11px;}
.field input,.field select,.field textarea{width:100%;}
.field .soft{font-size:12px;margin-top:2px;}
.field[open] > summary .soft{display:none;}
fieldset.field > legend{float:left;width:100%;padding:0;}
fieldset.field > legend + *{clear:both;}
.field > .fields,.variant > .fields{margin:6px 0 0 2px;padding-left:12px;border-left:2px solid var(--line);}
.field .field:first-child{border-top:0;}
.variant{margin-top:6px;}
[aria-invalid="true"]{border-color:var(--bad) !important;}
.results{padding:12px 16px 32px;border-left:1px solid var(--line);display:grid;gap:18px;align-content:start;grid-template-columns:minmax(0,1fr);}
.results section,.answer > div{display:grid;gap:6px;grid-template-columns:minmax(0,1fr);}
.results [data-language]{padding:1px 8px;min-height:24px;}
.results [data-language][aria-pressed="true"]{background:var(--accent-back);color:var(--accent);border-color:transparent;}
.results pre.text{min-height:3.4rem;padding-right:4.5rem;}
.callback[open]{display:grid;gap:8px;}
.callback p.bar{margin:0;justify-content:flex-start;}
@media (max-width:1000px){
.console{grid-template-columns:minmax(0,1fr);height:auto;}
.console > *{overflow:visible;}
.methods{display:none;}
.request > select{display:block;}
.request .actions{position:static;}
.results{border-left:0;border-top:1px solid var(--line);}
}
@media (max-width:560px){
.request,.results{padding:12px 12px 24px;}
div.field{grid-template-columns:minmax(0,1fr);}
}
.push-pane{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);min-height:100%;}
.push-pane > div{padding:12px 16px 32px;display:grid;gap:10px;align-content:start;grid-template-columns:minmax(0,1fr);}
.push-pane > div + div{border-left:1px solid var(--line);gap:18px;}
.push-pane section{display:grid;gap:6px;grid-template-columns:minmax(0,1fr);}
.notification{padding:12px 14px;display:grid;gap:4px;max-width:26rem;border-radius:12px;box-shadow:0 1px 4px rgb(0 0 0 / 8%);overflow-wrap:anywhere;}
.notification .title{font-weight:650;font-size:14px;}
.notification .bar{margin-top:6px;}
.way{display:grid;gap:3px;}
.way li{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:12px;overflow-wrap:anywhere;}
.way b{font-weight:600;}
.push-pane summary{cursor:pointer;color:var(--soft);margin:4px 0;}
.status{columns:25rem;column-gap:12px;padding:12px 16px 32px;}
.status > section{padding:12px 14px;margin-bottom:12px;break-inside:avoid;}
.status h2{margin-bottom:8px;}
.status dd{white-space:pre-line;}
.status th,.status td{padding:3px 8px 3px 0;}
.status tbody th{font-weight:400;font-size:inherit;color:var(--text);}
.parts{display:flex;height:10px;gap:2px;margin-bottom:10px;border-radius:3px;overflow:hidden;}
.parts > span{min-width:3px;}
.histogram td:nth-child(2){width:60%;}
.histogram td:last-child{color:var(--soft);}
.histogram th,.histogram td{border:0;white-space:nowrap;}
.meter{display:inline-block;width:100%;height:8px;border-radius:2px;background:var(--sunken);overflow:hidden;vertical-align:middle;}
.meter > span{display:block;height:100%;background:var(--tone-open);}
.meter.full > span{background:var(--tone-error);}
.limits td:last-child{white-space:nowrap;}
.limits .meter{width:min(6rem,50%);margin-right:8px;}
@media (max-width:1000px){
.push-pane{grid-template-columns:minmax(0,1fr);}
.push-pane > div + div{border-left:0;border-top:1px solid var(--line);}
}
@media (max-width:560px){.push-pane > div,.status{padding:12px 12px 24px;}}
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
<input type="file" id="recording-file" hidden>
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
<div id="announcer" class="off" role="status" aria-live="polite"></div>
<noscript>This page needs JavaScript.</noscript>
<script>
(() => {
"use strict";
const refusedAttributes=new Set(["src","srcdoc","srcset","action","formaction","style","is"]);function h(tag,attributes,...children){const[type,...classes]=tag.split("."),element=document.createElement(type);if(classes.length)element.className=classes.join(" ");if(attributes?.constructor!==Object){children.unshift(attributes);attributes={}}
for(const[name,value]of Object.entries(attributes)){if(value===null||value===undefined||value===false)continue;if(name==="text")element.textContent=value;else if(name==="value")element.value=value;else if(name==="style"&&typeof value==="object"){for(const[property,text]of Object.entries(value))element.style.setProperty(property,text)}else if(name.startsWith("on")){if(typeof value!=="function")throw new TypeError(name);element.addEventListener(name.slice(2),value)}else if(refusedAttributes.has(name)||(name==="href"&&!String(value).startsWith("#"))){throw new TypeError(name)}else element.setAttribute(name,value===true?"":String(value))}
addChildren(element,children);return element}
function addChildren(element,children){for(const child of children){if(child===null||child===undefined||child===false)continue;if(Array.isArray(child))addChildren(element,child);else element.append(child instanceof Node?child:document.createTextNode(String(child)))}}
function byId(id){return document.getElementById(id)}
function fill(element,...children){element.replaceChildren();addChildren(element,children);return element}
function setText(element,text){if(element.textContent!==text)element.textContent=text}
function patchList(parent,items,key,make,change){const old=new Map();for(const child of parent.children)if(child.itemKey!==undefined)old.set(child.itemKey,child);let place=parent.firstChild;for(const item of items){const name=key(item);let child=old.get(name);if(child)old.delete(name);else{child=make(item);child.itemKey=name}
change?.(child,item);if(child===place)place=place.nextSibling;else parent.insertBefore(child,place)}
for(const child of old.values())child.remove()}
function announce(text){const region=byId("announcer");if(region)region.textContent=text}
function action(text,act,attributes){return h("button",{type:"button",onclick:act,...attributes},text)}
function facts(...rows){return h("dl.facts",rows.filter(([,value])=>value!==null&&value!==undefined&&value!=="")
.map(([name,value])=>[h("dt",name),h("dd",null,value)]))}
async function copyText(text,button){try{await navigator.clipboard.writeText(text);announce("Copied.");const label=button.textContent;button.textContent="Copied";setTimeout(()=>{button.textContent=label},1200)}catch{announce("The browser does not allow copying.")}}
const grouped=new Intl.NumberFormat("en",{maximumFractionDigits:0});function countText(number){return Number.isFinite(number)?grouped.format(number).replaceAll(",","\u202f"):"–"}
function plural(number,one,many){return`${countText(number)} ${number===1?one:many??one+"s"}`}
function bytesText(bytes){if(!Number.isFinite(bytes))return"–";const units=["bytes","KiB","MiB","GiB"];let unit=0;while(bytes>=1024&&unit<3){bytes/=1024;unit+=1}
return`${unit===0||bytes>=100?Math.round(bytes):bytes.toFixed(1)} ${units[unit]}`}
function durationText(us){if(!Number.isFinite(us))return"–";const sign=us<0?"−":"";us=Math.abs(us);const[size,unit]=us<100?[1,"µs"]:us<1e6?[1e3,"ms"]:us<120e6?[1e6,"s"]
:us<7200e6?[60e6,"min"]:us<172800e6?[3600e6,"h"]:[86400e6,"days"];const number=us/size;return`${sign}${size===1||size>1e6||number>=100?Math.floor(number):+number.toFixed(number>=10?1:2)} ${unit}`}
const two=number=>String(number).padStart(2,"0");function clockText(us,digits=3){if(!Number.isFinite(us))return"–";const date=new Date(us/1000);if(Number.isNaN(date.getTime()))return"–";const rest=digits?"."+String(Math.floor(((us%1e6)+1e6)%1e6)).padStart(6,"0").slice(0,digits):"";return`${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}${rest}`}
function dateText(us,digits=3){const date=new Date(us/1000);if(Number.isNaN(date.getTime()))return"–";return`${date.getFullYear()}-${two(date.getMonth()+1)}-${two(date.getDate())} ${clockText(us,digits)}`}
function timeOf(text){return typeof text==="string"?Date.parse(text)*1000:NaN}
function jsonText(value,bound=200000){const text=JSON.stringify(value,null,2)??"";return text.length>bound?`${text.slice(0,bound)}\n… ${bytesText(text.length-bound)} more`:text}
function jsonBlock(value){const block=h("pre.json",{tabindex:"0",role:"group","aria-label":"JSON"});const pattern=/("(?:[^"\\]|\\.)*")(:)?|\b(?:true|false|null)\b|-?\d[\d.eE+-]*/g;const text=jsonText(value);if(text.length>40000)return fill(block,text);let at=0;for(const match of text.matchAll(pattern)){if(match.index>at)block.append(text.slice(at,match.index));const kind=match[2]?"name":match[1]?"text":"number";block.append(h("span",{class:`json-${kind}`},match[1]??match[0]),match[2]??"");at=match.index+match[0].length}
block.append(text.slice(at));return block}
function jsonPanel(value){return h("div.code",action("Copy",event=>copyText(jsonText(value,Infinity),event.currentTarget),{class:"copy"}),jsonBlock(value))}
function shortened(text,length){text=String(text);return text.length<=length?text:`${text.slice(0,length-1)}…`}
function parsedJSON(text){try{return JSON.parse(text)}catch{return undefined}}
function makeTable(caption,columns,chosen){const body=h("tbody",{onclick(event){const row=event.target.closest("tr");if(row)chosen(row.item)}});const make=item=>{const row=h("tr",columns.map(([,,name])=>h("td",name==="link"&&[h("i.dot"),h("button.link",{type:"button"})])));row.item=item;return row};const element=h("table",h("caption.off",caption),h("colgroup",columns.map(([,width,name])=>h("col",{style:{width},class:name}))),h("thead",h("tr",columns.map(([title,,name])=>h("th",{scope:"col",class:name},title)))),body);return{element,body,show(items,key,cells){element.hidden=items.length===0;patchList(body,items,key,make,(row,item)=>cells(item).forEach(([text,tone="",title=text],column)=>{const cell=row.children[column],name=columns[column][2]??"";cell.title=title;if(name!=="link")cell.className=`${name} ${tone}`;else cell.firstChild.style.background=`var(--tone-${item.tone})`;setText(name==="link"?cell.lastChild:cell,text)}))}}}
class BoundedList{constructor(bound){this.bound=bound;this.items=[];this.dropped=0}
get length(){return this.items.length}
push(item){this.items.push(item);if(this.items.length>this.bound*1.1){const excess=this.items.length-this.bound;this.items.splice(0,excess);this.dropped+=excess}}
last(count){return this.items.slice(-count)}
clear(){this.dropped+=this.items.length;this.items=[]}}
class BoundedMap extends Map{constructor(bound,isDone=()=>true){super();this.bound=bound;this.isDone=isDone}
set(key,value){super.set(key,value);if(this.bound&&this.size>this.bound*1.1)this.shrink();return this}
shrink(){for(const mayStay of[true,false]){for(const[key,value]of this){if(this.size<=this.bound)return;if(!mayStay||this.isDone(value))this.delete(key)}}}}
function lowerBound(items,isAtLeast){let low=0,high=items.length;while(low<high){const middle=(low+high)>>1;if(isAtLeast(items[middle]))high=middle;else low=middle+1}
return low}
function throttled(milliseconds,body){let timer=null,last=0;const run=()=>{timer=null;last=performance.now();body()};return()=>{timer??=setTimeout(run,Math.max(0,last+milliseconds-performance.now()))}}
class RpcError extends Error{constructor(error){super(error?.message??"the bridge is not connected");this.code=error?.code??0;this.data=error?.data??null}}
class RpcConnection{constructor(url,handlers){this.url=url;this.handlers=handlers;this.role=null;this.state="connecting";this.prefix=`page-${Math.random().toString(36).slice(2,10)}-`;this.calls=new Map();this.count=0;this.pause=500;this.ticket=takeTicket();this.session=storedSession()}
get isInvited(){return Boolean(this.ticket||this.session)}
get canControl(){return this.role==="control"}
open(){clearTimeout(this.timer);this.change("connecting");const socket=new WebSocket(this.url,["altcraft-bridge.v1"]);this.socket=socket;socket.onopen=()=>this.authenticate();socket.onmessage=event=>{if(this.socket===socket)this.receive(event.data)};socket.onclose=()=>{if(this.socket===socket)this.closed()}}
async authenticate(){const proof=this.ticket?{ticket:this.ticket}:{token:this.session.token};this.ticket=null;try{const answer=await this.call("bridge.authenticate",proof);if(answer?.session)this.session={token:answer.session,role:answer.role};this.role=answer?.role??this.session?.role??"observer";storeSession(this.session)}catch(error){if(error.code!==-32001)return;this.session=null;storeSession(null);this.change("refused");this.socket.close();return}
this.pause=500;this.change("open")}
closed(){for(const call of this.calls.values())call.reject(new RpcError());this.calls.clear();if(this.state==="refused")return;if(!this.isInvited)return this.change("refused");this.change("waiting");this.timer=setTimeout(()=>this.open(),this.pause);this.pause=Math.min(this.pause*1.7,10000)}
change(state){if(this.state===state&&state!=="connecting")return;this.state=state;this.handlers.state?.(state)}
call(method,params){return new Promise((resolve,reject)=>{if(this.socket?.readyState!==WebSocket.OPEN)return reject(new RpcError());const id=this.prefix+ ++this.count;this.calls.set(id,{resolve,reject});this.send(params===undefined?{jsonrpc:"2.0",id,method}:{jsonrpc:"2.0",id,method,params})})}
send(message){this.socket.send(typeof message==="string"?message:JSON.stringify(message))}
receive(text){const message=parsedJSON(text);if(message===undefined)return;for(const item of Array.isArray(message)?message:[message]){if(typeof item.method==="string"){if(item.id===undefined)this.handlers.notification?.(item.method,item.params??{});else this.answer(item)}else{const call=this.calls.get(item.id);this.calls.delete(item.id);if(item.error)call?.reject(new RpcError(item.error));else call?.resolve(item.result)}}}
async answer(item){let answer;try{if(!this.handlers.request)throw new RpcError({code:-32601,message:"no answer"});answer={jsonrpc:"2.0",id:item.id,result:await this.handlers.request(item.method,item.params??{})}}catch(error){answer={jsonrpc:"2.0",id:item.id,error:{code:error.code||-32603,message:error.message}}}
if(this.socket?.readyState===WebSocket.OPEN)this.send(answer)}}
function takeTicket(){const ticket=/^#ticket=([\w-]+)/.exec(location.hash)?.[1]??null;if(ticket)history.replaceState(null,"",location.pathname+location.search);return ticket}
function storedSession(){try{return JSON.parse(sessionStorage.getItem("session"))}catch{return null}}
function storeSession(session){try{if(session)sessionStorage.setItem("session",JSON.stringify(session));else sessionStorage.removeItem("session")}catch{}}
function connectTabs(list,chosen){const tabs=()=>[...list.querySelectorAll('[role="tab"]')].filter(tab=>!tab.hidden);function choose(tab,isByKey){for(const other of list.querySelectorAll('[role="tab"]')){const isChosen=other===tab;other.setAttribute("aria-selected",String(isChosen));other.tabIndex=isChosen?0:-1;const panel=byId(other.getAttribute("aria-controls"));if(panel)panel.hidden=!isChosen}
if(isByKey)tab.focus();tab.scrollIntoView?.({block:"nearest",inline:"nearest"});chosen(tab)}
list.addEventListener("click",event=>{const tab=event.target.closest('[role="tab"]');if(tab)choose(tab,false)});list.addEventListener("keydown",event=>{const all=tabs(),at=all.indexOf(document.activeElement);const next={ArrowRight:at+1,ArrowLeft:at-1,Home:0,End:all.length-1}[event.key];if(next===undefined||at<0)return;event.preventDefault();choose(all[(next+all.length)%all.length],true)});return tab=>choose(tab,false)}
function connectTheme(button){const names=["system","light","dark"];let theme=null;try{theme=localStorage.getItem("theme")}catch{}
if(!names.includes(theme))theme="system";function show(){if(theme==="system")delete document.documentElement.dataset.theme;else document.documentElement.dataset.theme=theme;button.textContent=`Theme: ${theme}`;document.dispatchEvent(new Event("themechange"))}
button.addEventListener("click",()=>{theme=names[(names.indexOf(theme)+1)%names.length];try{localStorage.setItem("theme",theme)}catch{}
show();announce(`Theme: ${theme}.`)});matchMedia("(prefers-color-scheme: dark)").addEventListener("change",show);show()}
const panes=[];function registerPane(pane){panes.push(pane)}
const app={state:"none",connection:null,model:null,stats:null,info:null,readiness:null,attention:[],selection:{from:null,to:null,requestIds:null,connection:null},pane:null,changes:new Set(),callbackAnswers:[],listeners:[],get canControl(){return this.state==="open"&&this.connection.canControl},get isRecording(){return this.state==="recording"},call(method,params){if(!this.connection||this.isRecording)return Promise.reject(new RpcError());return this.connection.call(method,params)},document(){if(this.isRecording||!this.connection)return Promise.resolve(null);this.discovered??=this.call("rpc.discover").catch(error=>{this.discovered=null;throw error});return this.discovered},onCallback(answer){this.callbackAnswers.push(answer)},onNotification(listener){this.listeners.push(listener)},changed(name){this.changes.add(name);this.updateSoon()},update(){const changes=this.changes;this.changes=new Set();updateFrame(changes);if(this.pane){for(const name of changes)for(const pane of panes)if(pane!==this.pane)pane.missed.add(name);this.pane.update?.(changes)}},select(change){this.selection=change===null
?{from:null,to:null,requestIds:null,connection:null}:{...this.selection,...change};this.changed("selection")},get isSelective(){return Object.values(this.selection).some(value=>value!==null)},showsTime(from,to=from){const range=this.selection;return range.from===null||(to>=range.from&&from<=range.to)},showsJob(job){const{requestIds,connection}=this.selection;return(!requestIds||requestIds.has(job.requestId))&&(connection===null||job.connection===connection)
&&this.showsTime(job.start,job.end)},showsConnection(number){return this.selection.connection===null||this.selection.connection===number},showPane(id){chooseTab(byId(`tab-${id}`))},showDetail(title,...children){const panel=byId("detail");if(panel.hidden)this.detailOpener=document.activeElement;panel.hidden=false;fill(panel,h("header",h("h2",title),action("Close",()=>this.hideDetail(),{class:"plain"})),h("div.content",children));panel.scrollTop=0;panel.focus({preventScroll:true})},hideDetail(){const panel=byId("detail");if(panel.hidden)return;panel.hidden=true;this.detailClosed?.();if(this.detailOpener?.isConnected)this.detailOpener.focus({preventScroll:true})},confirm({title,text,action:label,isDangerous}){return new Promise(resolve=>{const dialog=h("dialog",{"aria-labelledby":"confirm-title",onclose:()=>{dialog.remove();resolve(dialog.returnValue==="yes")}},h("h2",{id:"confirm-title"},title),[text].flat().map(line=>line instanceof Node?line:h("p",line)),h("div.bar",action("Cancel",()=>dialog.close("no")),action(label,()=>dialog.close("yes"),{class:isDangerous?"danger":"primary"})));document.body.append(dialog);dialog.showModal()})},};app.updateSoon=throttled(125,()=>app.update());let chooseTab=null;function mountFrame(){const list=byId("tabs"),main=byId("panes");panes.sort((one,other)=>one.order-other.order);for(const pane of panes){pane.missed=new Set(["state","source","stats","trace","jobs","events","selection","time"]);pane.tab=h("button",{type:"button",role:"tab",id:`tab-${pane.id}`,"aria-controls":`pane-${pane.id}`,"aria-selected":"false",tabindex:"-1",},pane.title);pane.element=h("section",{id:`pane-${pane.id}`,role:"tabpanel","aria-labelledby":`tab-${pane.id}`,tabindex:"0",hidden:true,});list.append(pane.tab);main.append(pane.element)}
chooseTab=connectTabs(list,tab=>choosePane(panes.find(pane=>pane.tab===tab)));connectTheme(byId("theme"));document.addEventListener("keydown",event=>{if(event.key==="Escape"&&!event.defaultPrevented&&!document.querySelector("dialog[open]"))app.hideDetail()});app.showPane(panes[0].id)}
function choosePane(pane){if(app.pane===pane)return;app.pane?.hide?.();app.pane=pane;if(!pane.isMounted){pane.isMounted=true;pane.mount(pane.element,app)}
pane.show?.();const missed=pane.missed;pane.missed=new Set();pane.update?.(missed)}
function updateFrame(changes){if(changes.has("state")||changes.has("source")){const role=byId("role");role.hidden=app.state!=="open"&&app.state!=="recording";role.className=app.canControl?"tag accent":"tag";setText(role,app.isRecording?"recording":app.canControl?"control":"read only");role.title=app.canControl||app.isRecording?"":"For changes run: altcraft-bridge inspect --control"}
if(changes.has("selection")||changes.has("source"))showSelection();updateAttention(changes);updateStrip(changes);refreshJob()}
function showSelection(){const{from,to,requestIds,connection}=app.selection,{model}=app,line=byId("selection");line.hidden=!app.isSelective;const parts=[from!==null&&`${model.timeText(from)} – ${model.timeText(to)} (${model.spanText(to-from)})`,requestIds&&(requestIds.size===1?`job ${shortened([...requestIds][0],13)}`:plural(requestIds.size,"job")),connection&&`connection ${connection}`];fill(line,h("span.soft","Only"),parts.filter(Boolean).map(text=>h("span.tag.accent.clip",text)),action("Show everything",()=>{app.select(null);app.pane.tab.focus()},{class:"plain"}))}
const rateSamples=[];function noteRates(){const{accepted,delivered}=app.stats.outbox,at=performance.now();const last=rateSamples.at(-1);if(last&&accepted<last.accepted)rateSamples.length=0;rateSamples.push({at,accepted,delivered});while(rateSamples.length>2&&at-rateSamples[0].at>10500)rateSamples.shift()}
function rateText(){const first=rateSamples[0],last=rateSamples.at(-1);if(!first||last.at-first.at<500)return"–";const perSecond=name=>{const rate=(last[name]-first[name])*1000/(last.at-first.at);return rate>=10||rate===0?countText(Math.round(rate)):rate.toFixed(1)};return`${perSecond("accepted")}/s in, ${perSecond("delivered")}/s out`}
function setStrip(name,text,tone,title=""){const cell=document.querySelector(`[data-strip="${name}"]`),value=cell.lastElementChild;cell.dataset.tone=tone??"";setText(value,text);cell.title=title}
function updateStrip(changes){const{stats,model}=app;if(changes.has("source"))rateSamples.length=0;setStrip("live",...liveWords[app.state]);setStrip("storage",...storageWords(app.readiness));if(stats){const{pending,bytes,oldestPendingAt}=stats.outbox,oldest=timeOf(oldestPendingAt),age=app.statsAt-oldest;setStrip("pending",`${countText(pending)}${pending?` (${bytesText(bytes)})`:""}`);setStrip("oldest",oldestPendingAt?durationText(Math.max(0,age)):"none",age>600e6?"warn":"",oldestPendingAt?`accepted ${dateText(oldest)}`:"");setStrip("rate",rateText())}else if(app.isRecording){const jobs=[...model.jobs.values()],pending=jobs.filter(job=>job.state==="pending");setStrip("pending",countText(pending.length));setStrip("oldest",pending.length?model.timeText(pending[0].start):"none");setStrip("rate",plural(jobs.length,"job"))}
const{items}=model.syncs;setStrip("sync",items.length?`${durationText(quantile(items,0.5))}, p99 ${durationText(quantile(items,0.99))}`:"–","","Until a job is on the disk: median and 99th percentile")}
const liveWords={open:["live","good"],connecting:["connecting …","warn"],waiting:["lost, connecting again …","bad"],refused:["no access","bad"],recording:["recording"],none:["not connected"],};function storageWords(readiness){if(app.isRecording||!readiness)return["–"];if(readiness.isReady)return["accepts jobs","good"];const words={noSpace:"disk full",readOnly:"disk read-only",ioError:"disk fails"};return[words[readiness.cause]??"refuses jobs","bad",readiness.text]}
const recent=300e6;function findProblems(){const{model}=app,now=model.now,pending=[],rejected=[];for(const job of model.jobs.values()){if(job.state==="pending")pending.push(job);else if(job.state==="rejected"&&(job.isRetryable||model.hasLines||now-job.end<3600e6))rejected.push(job)}
const isRecent=time=>model.hasLines||now-time<recent;const facts={now,pending,rejected,events:model.events.last(300).filter(event=>isRecent(event.start)),refusals:model.refusals.last(300).filter(refusal=>isRecent(refusal.at)),};return[pageProblems,storageProblems,deliveryProblems,waitProblems,laneProblems,rejections,clockProblems,callProblems]
.flatMap(find=>find(facts))}
function problem(id,tone,title,advice,text,act){return{id,tone,title,advice,text,act}}
function searchAct(query){return()=>{app.select(null);app.showPane("work");work.input.value=query;app.changed("jobs")}}
const errorOfJob=job=>textOf(job.lastError?.message??job.attempts.at(-1)?.failure)??"";function pageProblems(){const found=[];if(app.state==="refused")found.push(problem("access","bad","This page has no access any more.","The bridge was restarted. Run altcraft-bridge inspect again."));else if(app.state!=="open"&&app.info)found.push(problem("lost","bad","The bridge does not answer.","The page connects again by itself. After a restart of the bridge, run altcraft-bridge inspect again."));if(app.problem)found.push(problem("problem","bad","The page cannot read the bridge.",app.problem));if(app.model.gaps)found.push(problem("gaps","warn","Some messages are missing on this page.","There were more than it could read. Outcomes of jobs are complete."));return found}
function storageProblems({now,events,refusals,pending}){const found=[],{readiness,stats,info}=app,failures=events.filter(event=>event.code===403);const last=failures.findLast(event=>event.value?.cause)?.value.cause;const refused=refusals.findLast(({at,error})=>error.data?.reason==="storageFailed"&&(app.model.hasLines||now-at<60e6))?.error.data.cause;const cause=readiness&&!readiness.isReady?readiness.cause??"ioError":refused??(readiness||last==="recovered"?null:last);if(cause){const[state,remedy]={noSpace:["is full","Free some space"],readOnly:["is read-only","Mount it writable"]}[cause]??["fails","Check it"];found.push(problem("storage","bad",`The disk ${state}: the bridge refuses new jobs.`,`${remedy}${info?` (data directory ${info.dataDir})`:""}. The bridge tries again by itself. Accepted jobs are safe; calls that got storageFailed must be repeated.`))}
const damage=failures.findLast(event=>event.value?.lost);if(damage)found.push(problem("damage","bad","A file of the outbox was damaged.",`${damage.message}. Check the disk; altcraft-bridge outbox verify shows the place.`));const full=refusals.findLast(refusal=>refusal.error.data?.reason==="outboxFull")?.error.data;const part=name=>stats?.outbox[name==="outboxBytes"?"bytes":"pending"]/info?.limits[name];const limit=full?.limit??["outboxRecords","outboxBytes"].find(name=>part(name)>=0.95);if(limit){const isFull=full||part(limit)>=1;found.push(problem("full",isFull?"bad":"warn",isFull?"The outbox is full: the bridge refuses new jobs (outboxFull).":"The outbox is nearly full.",`${plural(stats?.outbox.pending??pending.length,"job is","jobs are")} pending; the limit ${limit} is ${countText(full?.max??info.limits[limit])}. Find out what the jobs wait for. More room: serve --limit ${limit}=NUMBER.`,"Show them",searchAct("state:pending")))}
return found}
function deliveryProblems({pending}){const failed=pending.filter(job=>job.waitingFor==="retry"||!job.waitingFor&&job.lastError);const job=failed.reduce((one,other)=>(other.attempts.at(-1)?.end??0)>=(one?.attempts.at(-1)?.end??0)?other:one,null);const platform=app.stats?.platform,message=job?errorOfJob(job):"";if(!job&&platform?.state!=="unreachable")return[];const why=message&&`${capital(message).replace(/\.$/,"")}. `,show=["Show them",searchAct("wait:retry")];if(/altcraft-bridge-delivery|delivery process/.test(message)){const isMissing=/not found|cannot be started/.test(message);return[problem("program","bad",`The delivery program ${isMissing?"is missing":"fails"}: jobs are stored, but not sent.`,why+(isMissing?"Put altcraft-bridge-delivery beside altcraft-bridge, from the same build; the bridge then sends by itself.":"See the log of the bridge and altcraft-bridge doctor."),...show)]}
const http=job?.lastError?.httpCode??job?.attempts.at(-1)?.httpCode;const advice=/certificate/i.test(message)?"Check the clock of this machine, and its CA certificates."
:http?"The bridge tries again until the platform works.":`Check that ${platform?.url??"its address"} is right and reachable from here: altcraft-bridge doctor.`;return[problem("platform","bad",http?`The platform answers with errors (HTTP ${http}).`:"The platform cannot be reached.",`${why}${failed.length?`${plural(failed.length,"job waits","jobs wait")} for the next attempt; nothing is lost. `:""}${advice}`,...show)]}
function waitProblems({pending,events}){const texts=[...pending.filter(job=>job.waitingFor==="user").map(errorOfJob),...events.filter(event=>event.code>=540&&event.code<=543).map(event=>event.message)].filter(Boolean);const isExpired=texts.some(text=>text.includes("expired"));const reasons={user:["a valid JWT of its user",isExpired
?"The JWT has expired, and the host returned no other. It must answer provider.getJWT with a new one, or pass one to setJWTProvider. Check also that the clock is right."
:`${texts.length?`${texts.at(-1)}. `:""}A host must call setJWTProvider and answer provider.getJWT, with a JWT of the user to whom the jobs belong.`],token:["a push token","There is none. The host calls setPushToken, or registers a provider, such as setFCMTokenProvider, and answers provider.getToken."],permission:["the permission to notify","The user denied notifications, or was not asked. The host calls requestNotificationPermission, or notificationManager.setPermission."],configuration:["a configuration","This app group has none. The host calls initialization with the apiUrl of the platform."],};return Object.entries(reasons).flatMap(([reason,[what,advice]])=>{const count=pending.filter(job=>job.waitingFor===reason).length;return count?[problem(`wait-${reason}`,"warn",`${plural(count,"job waits","jobs wait")} for ${what}.`,advice,"Show them",searchAct(`wait:${reason}`))]:[]})}
function laneProblems({pending}){const behind=new Map();for(const job of pending)if(job.waitingFor==="lane")behind.set(job.user,(behind.get(job.user)??0)+1);const heads=pending.filter(job=>job.waitingFor!=="lane").sort((one,other)=>one.start-other.start);return[...behind].sort((one,other)=>other[1]-one[1]).slice(0,3).flatMap(([user,count])=>{const head=heads.find(job=>job.user===user)??(user?null:heads[0]);return head?.attemptCount||head?.waitingFor?[problem(`lane-${user}`,"warn",`${plural(count,"job waits","jobs wait")} behind one job of the same user.`,`Jobs of a user are sent in order. The first is ${head.label} ${shortened(head.requestId,13)}: ${jobWords(head)}. If it shall not be sent, discard it.`,"Show the first",()=>showJob(head))]:[]})}
function grouping(items,key){const groups=new Map();for(const item of items){const group=groups.get(key(item));if(group)group[1]+=1;else groups.set(key(item),[item,1])}
return[...groups.values()].sort((one,other)=>other[1]-one[1]).slice(0,3)}
function rejections({rejected}){const why=job=>errorOf(job)||errorOfJob(job);return grouping(rejected,job=>`${job.method} ${job.httpCode} ${why(job)}`).map(([job,count])=>problem(`rejected-${job.requestId}`,"bad",`The platform rejected ${plural(count,`${job.label} job`)}${job.httpCode?` (HTTP ${job.httpCode})`:""}.`,`${why(job)?`Its reason: ${shortened(why(job),300)}. `:""}${job.httpCode===401||job.httpCode===403?"Check the rToken or the JWT":"Correct the data in the host"}; a rejected job is only sent again by a retry.`,"Show them",searchAct(`state:rejected${job.httpCode?` code:${job.httpCode}`:""} method:${job.method}`)))}
function clockProblems(){const{info,stats,model}=app;const found=(difference,other)=>Math.abs(difference)<60e6?[]:[problem("clock","bad",`The clock of this machine is wrong: ${durationText(Math.abs(difference))} ${difference>0?"ahead of":"behind"} ${other}.`,"JWTs expire by the clock. Set it: timedatectl, or time synchronisation.")];if(model.platformClock)return found(model.platformClock,"the platform's clock");return info&&stats?found(app.statsAt-timeOf(info.startedAt)-stats.uptimeSeconds*1e6,"the clock by which the bridge started"):[]}
function callProblems({refusals,now}){const others=refusals.filter(({error})=>!["outboxFull","storageFailed","requestCancelled"].includes(error.data?.reason));const found=grouping(others.reverse(),refusal=>`${refusal.method} ${refusal.error.code}`).map(([{method,error,span},count])=>problem(`refused-${method}-${error.code}`,"warn",`${plural(count,"call")} of ${method} ${count===1?"was":"were"} refused: ${error.code} ${error.data?.reason??""}.`,shortened(error.message,300),"Show the call",()=>showSpan(span)));const silent=app.model.hasLines?null:[...app.model.open.values()].findLast(span=>span.kind==="callback"&&now-span.start>5e6&&now-span.start<recent);if(silent){found.push(problem("silent","warn",`The host does not answer ${silent.label}.`,`Connection ${silent.connection} was asked ${durationText(now-silent.start)} ago. A host must answer callbacks also while it waits itself.`,"Show the callback",()=>showSpan(silent)))}
return found}
let attentionAt=0,attentionIds="";function updateAttention(changes){const time=performance.now(),section=byId("attention");if(time-attentionAt<700&&!changes.has("source")&&!changes.has("state"))return;attentionAt=time;const problems=app.state==="open"||app.isRecording?findProblems():app.info?pageProblems():[];const fresh=problems.find(problem=>!attentionIds.includes(problem.id));if(fresh)announce(`Needs attention: ${fresh.title}`);attentionIds=problems.map(problem=>problem.id).join(" ");if(problems.length===0)return fill(section,app.state==="open"&&h("p.soft","Nothing needs attention."));let list=section.querySelector("ol");if(!list)fill(section,h("h2"),list=h("ol"));setText(section.firstChild,`${plural(problems.length,"thing needs","things need")} attention`);patchList(list,problems,problem=>problem.id,makeProblem,changeProblem)}
function makeProblem(){const item=h("li",h("details",null,h("summary",h("i.dot"),h("b.title"),h("span.soft.clip")),h("p"),action("",()=>item.problem.act())));return item}
function changeProblem(item,problem){item.problem=problem;item.dataset.tone=problem.tone;const[title,start,advice,button]=item.querySelectorAll(".title, .clip, p, button");setText(title,problem.title);setText(start,problem.advice);setText(advice,problem.advice);button.hidden=!problem.act;setText(button,problem.text??"")}
const toneNames=["ok","event","lane","open","attempt","configuration","permission","token","user","retry","error",];const toneRank=Object.fromEntries(toneNames.map((name,rank)=>[name,rank]));const rowHeight=15,laneGap=7,axisHeight=24,barHeight=11;class TimelineCanvas{constructor(canvas,index){this.canvas=canvas;this.index=index;this.context=canvas.getContext("2d",{alpha:false});this.width=0;this.height=0;this.scroll=0;this.batches=Object.fromEntries(toneNames.map(name=>[name,[]]));this.readTheme()}
readTheme(){const probe=h("span");document.body.append(probe);const color=name=>{probe.style.color=`var(--${name})`;return getComputedStyle(probe).color};this.colors=Object.fromEntries(["page","panel","sunken","line","line-strong","text","soft","accent"].map(name=>[name,color(name)]));this.tones=Object.fromEntries(toneNames.map(name=>[name,color(`tone-${name}`)]));probe.remove();this.font=this.context.font=`11px ${getComputedStyle(document.body).fontFamily}`;this.letterWidth=this.context.measureText("abcdefghijklmnopqrstuvwxyzST").width/28}
resize(){const{clientWidth,clientHeight}=this.canvas,ratio=Math.min(devicePixelRatio||1,2);if(this.width===clientWidth&&this.height===clientHeight&&this.ratio===ratio)return;this.width=clientWidth;this.height=clientHeight;this.ratio=ratio;this.canvas.width=Math.round(clientWidth*ratio);this.canvas.height=Math.round(clientHeight*ratio)}
get labelWidth(){return this.width<640?0:148}
get titleHeight(){return this.labelWidth?0:14}
laneHeight(lane){return this.titleHeight+Math.max(1,lane.rows.length)*rowHeight+laneGap}
layout(){let top=axisHeight+4;const places=[],lanes=this.index.sorted,{from,to}=this.view;for(const lane of lanes){if(lanes.length>16&&!lane.rows.some(row=>row.spans[row.firstEndingAfter(from)]?.start<=to))continue;const height=this.laneHeight(lane);places.push({lane,top,height});top+=height}
this.contentHeight=top+6;return places}
fill(color,x,y,width,height){this.context.fillStyle=color;this.context.fillRect(x,y,width,height)}
x(time){return this.labelWidth+(time-this.view.from)*this.scale}
time(x){return this.view.from+(x-this.labelWidth)/this.scale}
draw(view,marks){this.resize();this.view=view;this.scale=(this.width-this.labelWidth)/(view.to-view.from);const{context,width,height}=this;context.setTransform(this.ratio,0,0,this.ratio,0,0);this.fill(this.colors.panel,0,0,width,height);const places=this.layout();this.scroll=Math.max(0,Math.min(this.scroll,this.contentHeight-height));this.places=places.filter(place=>place.top-this.scroll<height&&place.top+place.height-this.scroll>axisHeight);this.labels=[];this.drawLaneGrounds();this.drawSelection(marks.selection);context.save();context.beginPath();context.rect(this.labelWidth,axisHeight,width-this.labelWidth,height-axisHeight);context.clip();this.collect(marks.isShown);this.flush();this.drawLabels();if(marks.now>=view.from&&marks.now<=view.to){this.fill(this.colors.accent,Math.round(this.x(marks.now)),axisHeight,1,height)}
for(const[span,color]of[[marks.hovered,this.colors.soft],[marks.focused,this.colors.accent]]){if(span)this.outline(span,color)}
context.restore();this.drawScrollBar();this.drawLaneTitles();this.drawAxis()}
drawLaneGrounds(){for(const place of this.places)this.fill(this.colors.line,0,Math.round(place.top+place.height-this.scroll)-1,this.width,1)}
drawLaneTitles(){const{context}=this;context.font=this.font;context.textBaseline="middle";for(const{lane,top}of this.places){const y=top-this.scroll+(this.titleHeight?7:barHeight/2+1);if(y<axisHeight)continue;context.fillStyle=this.colors.soft;context.fillText(this.fitted(lane.title,(this.labelWidth||this.width)-20),12,y)}
if(this.labelWidth){this.fill(this.colors.line,this.labelWidth-1,0,1,this.height)}}
fitted(text,width){const most=Math.floor(width/this.letterWidth);return text.length<=most?text:most<2?"":`${text.slice(0,most-1)}…`}
collect(isShown){const{view}=this,left=this.labelWidth,right=this.width;for(const{lane,top}of this.places){let y=Math.round(top-this.scroll+this.titleHeight);for(const row of lane.rows){if(y>axisHeight-rowHeight&&y<this.height)this.collectRow(row,y,left,right,view,isShown);y+=rowHeight}}}
collectRow(row,y,left,right,view,isShown){const{spans}=row,{scale,batches}=this;let mergedAt=-1,mergedTone="",mergedStart=-1;const flushMerged=()=>{if(mergedAt>=0)batches[mergedTone].push(mergedStart,y,mergedAt-mergedStart+1,barHeight);mergedAt=-1};for(let index=row.firstEndingAfter(view.from);index<spans.length;index+=1){const span=spans[index];if(span.start>view.to)break;if(span.end<view.from||(isShown&&!isShown(span)))continue;const x0=left+(span.start-view.from)*scale;const x1=span.end===Infinity?right:left+(span.end-view.from)*scale;if(x1-x0>=(span.kind==="job"?6:2)){flushMerged();this.collectSpan(span,Math.max(x0,left-2),Math.min(x1,right+2),x0,y);continue}
const pixel=Math.floor(x0);if(pixel===mergedAt){if(toneRank[span.tone]<=toneRank[mergedTone])continue;if(mergedStart<mergedAt)batches[mergedTone].push(mergedStart,y,mergedAt-mergedStart,barHeight);mergedStart=pixel;mergedTone=span.tone}else if(pixel===mergedAt+1&&span.tone===mergedTone){mergedAt=pixel}else{flushMerged();mergedStart=mergedAt=pixel;mergedTone=span.tone}
if(span.start===span.end&&scale>2e-4)this.labelInstant(span,row,index,pixel,y)}
flushMerged()}
labelInstant(span,row,index,x,y){const next=row.spans[index+1];const room=(next?(next.start-span.start)*this.scale:this.width-x)-8;if(room>30&&this.labels.length<500)this.labels.push(this.fitted(span.label,room),x+5,y,false)}
collectSpan(span,x0,x1,start,y){const width=x1-x0;if(span.kind!=="job"){this.batches[span.tone].push(x0,y,width,barHeight)}else{this.collectJob(span,x0,x1,y)}
if(width>34&&this.labels.length<500)this.labels.push(this.fitted(span.label,width-8),Math.max(x0,this.labelWidth)+4,y,true)}
collectJob(job,x0,x1,y){const{batches}=this,base=job.state==="pending"?"open":job.tone;batches[base].push(x0,y+barHeight-3,x1-x0,3);for(const wait of job.waits){const from=Math.max(this.x(wait.from),x0),to=Math.min(wait.to===Infinity?x1:this.x(wait.to),x1);if(to-from>=0.5)batches[toneOfWait(wait.reason)].push(from,y,to-from,barHeight)}
for(const attempt of job.attempts){const from=this.x(attempt.start);if(from>x1||from<x0-2)continue;const to=attempt.end===Infinity?x1:Math.min(this.x(attempt.end),x1);batches[attempt.end===Infinity||toneOfAnswer(attempt)==="ok"?"attempt":"error"].push(from,y-1,Math.max(to-from,2),barHeight+2)}
if(job.end!==Infinity&&this.x(job.end)<=x1+1)batches[job.tone].push(x1-3,y-1,3,barHeight+2)}
flush(){const{context}=this;for(const name of toneNames){const batch=this.batches[name];if(batch.length===0)continue;context.fillStyle=this.tones[name];for(let index=0;index<batch.length;index+=4){context.fillRect(batch[index],batch[index+1],batch[index+2],batch[index+3])}
batch.length=0}}
drawLabels(){const{context,labels}=this;context.font=this.font;context.textBaseline="middle";context.fillStyle=this.colors.text;for(let index=0;index<labels.length;index+=4){context.fillText(labels[index],labels[index+1],labels[index+2]+barHeight/2+0.5)}}
drawSelection(selection){if(!selection||selection.from===null)return;const{context}=this;const from=Math.max(this.x(selection.from),this.labelWidth),to=Math.min(this.x(selection.to),this.width);if(to<from)return;context.globalAlpha=0.13;this.fill(this.colors.accent,from,axisHeight,to-from,this.height);context.globalAlpha=1;context.fillRect(from,axisHeight-3,to-from,3)}
outline(span,color){const place=this.places.find(place=>place.lane===span.lane);if(!place)return;const y=Math.round(place.top-this.scroll+this.titleHeight)+span.lane.rows.indexOf(span.row)*rowHeight;const x0=Math.max(this.x(span.start),this.labelWidth+1);const x1=Math.min(span.end===Infinity?this.width:this.x(span.end),this.width-1);this.context.strokeStyle=color;this.context.lineWidth=1.5;this.context.strokeRect(x0-2,y-2.5,Math.max(x1-x0,3)+4,barHeight+5)}
drawScrollBar(){const room=this.height-axisHeight,part=room/(this.contentHeight-axisHeight);if(part>=1)return;this.fill(this.colors["line-strong"],this.width-5,axisHeight+this.scroll*part,4,room*part)}
drawAxis(){const{context,view}=this;this.fill(this.colors.sunken,0,0,this.width,axisHeight-3);this.fill(this.colors.line,0,axisHeight-3,this.width,1);context.font=this.font;context.textBaseline="middle";const step=this.step(),digits=step>=1e6?0:step>=1e3?3:6;for(let time=Math.ceil(view.from/step)*step;time<=view.to;time+=step){const x=Math.round(this.x(time));this.fill(this.colors["line-strong"],x,axisHeight-8,1,6);context.fillStyle=this.colors.soft;if(x+4<this.width-30)context.fillText(app.model.timeText(time,digits),x+4,10)}}
step(){const least=104/this.scale;if(least<1e7||app.model.hasLines){const ten=10**Math.floor(Math.log10(Math.max(least,1)));return[1,2,5,10].map(part=>part*ten).find(step=>step>=least)}
return[15,30,60,120,300,600,1800,3600,7200,21600,43200].map(step=>step*1e6).find(step=>step>=least)??Math.ceil(least/864e8)*864e8}
hit(x,y,isShown){const place=this.places?.find(place=>y>=place.top-this.scroll&&y<place.top+place.height-this.scroll);if(!place||x<this.labelWidth||y<axisHeight)return null;const row=place.lane.rows[Math.floor((y-place.top+this.scroll-this.titleHeight+2)/rowHeight)];if(!row)return null;const reach=5/this.scale,time=this.time(x);let best=null,bestDistance=Infinity;for(let index=row.firstEndingAfter(time-reach);index<row.spans.length;index+=1){const span=row.spans[index];if(span.start>time+reach)break;if(isShown&&!isShown(span))continue;const distance=time<span.start?span.start-time:time>span.end?time-span.end:0;if(distance<bestDistance)[best,bestDistance]=[span,distance]}
return bestDistance<=reach?best:null}}
const groupWords={connection:"Calls",user:"Work",callback:"Callbacks",platform:"Platform",event:"Events"};const legendWords=[["ok","done"],["error","failed"],["open","in progress"],["attempt","attempt"],["retry","waits for a retry"],["user","… its JWT"],["token","… a push token"],["permission","… the permission"],["configuration","… a configuration"],["lane","… jobs before it"],];const listBound=150;const timeline={view:{from:0,to:1},isFollowing:true,hidden:new Set(),count:0,};function timelineShows(span){const{requestIds,connection}=app.selection;const job=span.job??app.model.jobs.get(span.requestId);if(requestIds&&!requestIds.has(span.requestId))return false;return connection===null||(span.connection??job?.connection)===connection}
function timelineFilter(){return app.selection.requestIds||app.selection.connection!==null?timelineShows:null}
function mountTimeline(element){const index=app.model.index;timeline.follow=action("Live",()=>timeline.isFollowing?stopFollowing():follow());timeline.range=h("span.soft.clip");const groups=Object.entries(groupWords).map(([group,text])=>action(text,event=>{const isHidden=!timeline.hidden.delete(group)&&timeline.hidden.add(group);event.currentTarget.setAttribute("aria-pressed",String(!isHidden));drawSoon()},{"aria-pressed":"true"}));timeline.canvas=h("canvas",{id:"timeline-canvas",tabindex:"0",role:"application","aria-describedby":"timeline-keys","aria-label":"Timeline; the list below has the same",});timeline.more=h("p.more");timeline.table=makeTable("Spans in view, in order of time",[["Time","118px"],["Lane","160px","wide"],["Name","auto","link"],["Took","80px","num wide"],["Result","46%"]],openSpan);timeline.body=timeline.table.body;timeline.empty=h("div.empty");timeline.list=h("div.list",{tabindex:"0",role:"region","aria-label":"Spans in view"},timeline.table.element,timeline.more,timeline.empty);element.append(h("div.tools.bar",timeline.follow,h("span.group",action("−",()=>zoom(1.6),{"aria-label":"Zoom out"}),action("+",()=>zoom(1/1.6),{"aria-label":"Zoom in"}),action("All",showAll)),h("span.group",{role:"group","aria-label":"Lanes"},groups),timeline.range,h("span.off",{id:"timeline-keys"},"Left and right move, up and down choose a span, Enter opens it. Plus and minus zoom. Shift with left or right selects a time, Escape ends that. Home shows all, End follows.")),timeline.canvas,h("div.legend",legendWords.map(([tone,text])=>
h("span",h("i.dot",{style:{background:`var(--tone-${tone})`}}),text)),h("span.push","Wheel zooms, drag moves, Shift and drag selects")),timeline.list);timeline.lanes={get sorted(){return timeline.hidden.size?index.sorted.filter(lane=>!timeline.hidden.has(lane.group)):index.sorted},};timeline.painter=new TimelineCanvas(timeline.canvas,timeline.lanes);document.addEventListener("themechange",()=>{timeline.painter.readTheme();drawSoon()});new ResizeObserver(drawSoon).observe(timeline.canvas);connectPointer(timeline.canvas);timeline.canvas.addEventListener("keydown",timelineKey);timeline.body.addEventListener("pointerover",event=>hover(event.target.closest("tr")?.item??null));follow()}
function setView(from,to,keepsFollowing=false){const least=app.model.hasLines?5:20,middle=(from+to)/2;if(to-from<least)[from,to]=[middle-least/2,middle+least/2];if(to-from>60*864e8)return;timeline.view={from,to};if(!keepsFollowing&&timeline.isFollowing)stopFollowing();drawSoon()}
function follow(){timeline.isFollowing=!app.isRecording;timeline.follow.hidden=app.isRecording;timeline.follow.setAttribute("aria-pressed",String(timeline.isFollowing));if(app.isRecording)return showAll();const width=Math.min(Math.max(timeline.view.to-timeline.view.from,5e6),600e6),now=app.model.now;setView(now-(timeline.view.from?width:60e6),now+1,true)}
function stopFollowing(){timeline.isFollowing=false;timeline.follow.setAttribute("aria-pressed","false")}
function showAll(){const{first,last}=app.model.index;if(first>last)return;const margin=Math.max((last-first)*0.02,app.model.hasLines?1:1000);setView(first-margin,last+margin)}
function zoom(factor,around=(timeline.view.from+timeline.view.to)/2){const{from,to}=timeline.view;if(timeline.isFollowing)setView(to-(to-from)*factor,to,true);else setView(around-(around-from)*factor,around+(to-around)*factor)}
function pan(part){const{from,to}=timeline.view,by=(to-from)*part;setView(from+by,to+by)}
function drawSoon(){timeline.frame??=requestAnimationFrame(drawTimeline)}
function drawTimeline(){timeline.frame=null;if(app.pane?.id!=="timeline")return;if(timeline.isFollowing)moveWithTime();const{from,to}=app.selection,{painter,view}=timeline;painter.draw(view,{selection:{from,to},hovered:timeline.hovered,focused:timeline.focused,now:app.model.now,isShown:timelineFilter(),});const width=view.to-view.from,[start,end]=[view.from,view.to].map(time=>app.model.timeText(time,width>20e6?0:3));setText(timeline.range,`${start} – ${end} (${app.model.spanText(width)})`);if(timeline.isFollowing)setTimeout(drawSoon,isCalm.matches?1000:followPause());listSoon()}
const isCalm=matchMedia("(prefers-reduced-motion: reduce)");function followPause(){return Math.min(Math.max((timeline.view.to-timeline.view.from)/timeline.painter.width/1000,33),500)}
function moveWithTime(){const width=timeline.view.to-timeline.view.from,now=app.model.now;timeline.view={from:now-width*0.97,to:now+width*0.03}}
function listSoon(){if(!timeline.isFollowing){clearTimeout(timeline.listTimer);timeline.listTimer=setTimeout(showList,160)}else timeline.listTimer??=setTimeout(showList,250)}
function showList(){timeline.listTimer=null;if(app.pane?.id!=="timeline")return;if(timeline.isFollowing&&timeline.body.matches(":hover, :focus-within"))return;const range=app.selection.from===null?timeline.view:app.selection;const{spans,count}=app.model.index.between(range.from,range.to,listBound,{isNewest:timeline.isFollowing,isWanted:timelineFilter(),lanes:timeline.lanes.sorted,});timeline.listed=spans;timeline.table.show(spans,span=>span.number??=++timeline.count,span=>{const{text,tone}=spanWords(span),{model}=app,isOpen=span.end===Infinity;return[[model.timeText(span.start),"mono soft"],[span.lane?.title??"","soft"],[span.label],[span.end===span.start||isOpen&&model.hasLines?"":isOpen?`${durationText(model.now-span.start)} …`:model.spanText(span.end-span.start)],[text,tone]]});markChosen();setText(timeline.more,count>spans.length?`${countText(spans.length)} of ${countText(count)} are listed, ${timeline.isFollowing?"the newest first":"in order"}. Zoom in, or select a span of time.`:"");timeline.empty.hidden=count>0;if(count===0)fill(timeline.empty,emptyTimeline())}
function markChosen(){for(const row of timeline.body.children)row.classList.toggle("chosen",row.item===timeline.focused)}
function emptyTimeline(){if(app.state!=="open"&&!app.isRecording)return noBridge();if(app.model.index.count)return[h("h2","Nothing in this span of time"),action("Show everything",()=>{app.select(null);showAll()})];return[h("h2","Nothing happened yet"),h("p","Calls, jobs and events appear from now on. Make a call, for example:"),h("pre.text","altcraft-bridge call mobileEvent sid=1 eventName=opened")]}
function noBridge(){return[h("h2",app.state==="refused"||app.state==="none"?"No bridge is open":"The bridge does not answer yet"),h("p","To watch a running bridge, run this command and open the address that it prints, which works once."),h("pre.text","altcraft-bridge inspect"),h("p","To look at a recording of altcraft-bridge serve --record FILE, drop the file here. It needs no bridge, and stays in this browser.")]}
function hover(span){if(timeline.hovered===span)return;timeline.hovered=span;timeline.canvas.title=span?`${span.label}\n${spanWords(span).text}`:"";drawSoon()}
function openSpan(span){timeline.focused=span;markChosen();showSpan(span);drawSoon()}
function chooseSpan(step){const list=timeline.listed??[];const at=list.indexOf(timeline.focused),span=list[at<0?0:at+step];if(!span)return;timeline.focused=span;markChosen();timeline.body.querySelector(".chosen")?.scrollIntoView({block:"nearest"});announce(`${span.label}, ${span.lane.title}, ${spanWords(span).text}`);drawSoon()}
function timelineKey(event){if(event.ctrlKey||event.metaKey||event.altKey)return;const{view}=timeline,width=view.to-view.from;const keys={ArrowLeft:()=>event.shiftKey?growSelection(-width/20):pan(-0.1),ArrowRight:()=>event.shiftKey?growSelection(width/20):pan(0.1),ArrowUp:()=>chooseSpan(-1),ArrowDown:()=>chooseSpan(1),"+":()=>zoom(1/1.6),"-":()=>zoom(1.6),PageUp:()=>scrollLanes(-100),PageDown:()=>scrollLanes(100),Home:showAll,End:follow,Enter:()=>timeline.focused&&openSpan(timeline.focused),Escape:()=>app.select(null),};if(!keys[event.key])return;event.preventDefault();keys[event.key]()}
function growSelection(by){const{from,to}=app.selection;if(timeline.isFollowing)stopFollowing();if(from===null){const middle=(timeline.view.from+timeline.view.to)/2;app.select({from:Math.min(middle,middle+by),to:Math.max(middle,middle+by)})}else app.select(by>0?{to:to+by}:from<to+by?{to:to+by}:{from:from+by});announce(`Selected ${app.model.spanText(app.selection.to-app.selection.from)}.`);drawSoon()}
function scrollLanes(by){timeline.painter.scroll+=by;drawSoon()}
function connectPointer(canvas){const place=event=>{const box=canvas.getBoundingClientRect();return{x:event.clientX-box.left,y:event.clientY-box.top}};canvas.addEventListener("pointerdown",event=>{if(event.button!==0)return;canvas.setPointerCapture(event.pointerId);timeline.drag={isSelection:event.shiftKey,start:place(event),view:timeline.view,scroll:timeline.painter.scroll}});canvas.addEventListener("pointermove",event=>{const point=place(event);if(timeline.drag)return moveDrag(point);canvas.classList.toggle("selecting",event.shiftKey);hover(timeline.painter.hit(point.x,point.y,timelineFilter()))});const end=event=>{const{drag}=timeline;timeline.drag=null;if(!drag||event.type==="pointercancel"||drag.hasMoved)return;const point=place(event),span=timeline.painter.hit(point.x,point.y,timelineFilter());if(span)openSpan(span);else if(app.selection.from!==null)app.select({from:null,to:null})};canvas.addEventListener("pointerup",end);canvas.addEventListener("pointercancel",end);canvas.addEventListener("pointerleave",()=>hover(null));canvas.addEventListener("wheel",event=>{event.preventDefault();const unit=event.deltaMode===1?16:1;if(event.altKey)return scrollLanes(event.deltaY*unit);if(event.shiftKey||Math.abs(event.deltaX)>Math.abs(event.deltaY))return pan((event.deltaX||event.deltaY)*unit/timeline.painter.width);zoom(Math.exp(Math.max(-120,Math.min(120,event.deltaY*unit))/260),timeline.painter.time(place(event).x))},{passive:false})}
function moveDrag(point){const{drag,painter}=timeline;if(!drag.hasMoved&&Math.hypot(point.x-drag.start.x,point.y-drag.start.y)<4)return;drag.hasMoved=true;if(drag.isSelection){const one=painter.time(Math.max(drag.start.x,painter.labelWidth)),other=painter.time(Math.max(point.x,painter.labelWidth));if(timeline.isFollowing)stopFollowing();app.select({from:Math.min(one,other),to:Math.max(one,other)});return drawSoon()}
const by=(drag.start.x-point.x)/painter.scale;painter.scroll=drag.scroll+drag.start.y-point.y;setView(drag.view.from+by,drag.view.to+by)}
registerPane({id:"timeline",title:"Timeline",order:1,mount:mountTimeline,update(changes){if(changes.has("source")){timeline.focused=timeline.hovered=null;follow()}
if(changes.size===1&&changes.has("stats"))return;drawSoon()},});const stateWords={rejected:"rejected by the platform",expired:"expired: its time to live was over",lost:"lost to a damaged file"};function stateTone(job){if(job.state==="delivered")return"good";if(job.state==="pending")return job.waitingFor||job.attemptCount>1?"warn":"";return job.state==="cleared"?"":"bad"}
function answerWords(attempt){if(attempt.httpCode)return`HTTP ${attempt.httpCode}`;return attempt.failure?`no answer: ${attempt.failure}`:"no answer"}
function jobWords(job){if(job.state!=="pending"){const code=job.httpCode&&job.state!=="delivered"?`, HTTP ${job.httpCode}`:"";const why=job.state==="rejected"&&(errorOf(job)||job.lastError?.message);return`${stateWords[job.state]??job.state}${code}${why?`: ${why}`:""}`}
const parts=[];if(job.waitingFor)parts.push(waitWords[job.waitingFor]??`waits for ${job.waitingFor}`);else parts.push(job.attempts.at(-1)?.end===Infinity?"is being sent":"is next");if(job.attemptCount)parts.push(`after ${plural(job.attemptCount,"attempt")}`);if(job.next)parts.push(nextWords(job));if(job.lastError)parts.push(job.lastError.message);return parts.join(", ")}
function nextWords(job){const wait=job.next-app.model.now;return`next at ${app.model.timeText(job.next,0)}${wait>0&&!app.model.hasLines?`, in ${durationText(wait)}`:""}`}
function errorOf(job){return textOf(job.response?.response?.errorText)||null}
const toneWords={ok:"good",error:"bad",retry:"warn"};function spanWords(span){const tone=toneWords[span.tone]??"";switch(span.kind){case"job":return{text:jobWords(span),tone:stateTone(span)};case"event":return{text:span.event.message,tone};case"answer":return{text:answerWords(span.attempt),tone};case"exchange":return{text:span.text,tone};case"call":case"callback":{if(!span.response)return{text:"no answer yet",tone:""};const{error,result}=span.response;if(error)return{text:`${textOf(error.code)} ${textOf(error.message)}`,tone};return{text:span.kind==="callback"&&result===null?"the host answered null":shortened(JSON.stringify(result)??"",160),tone:span.tone==="retry"?tone:""}}
default:return{text:"",tone}}}
function linkToJob(requestId){if(!requestId)return null;return action(requestId,()=>showJob(app.model.job(requestId)),{class:"link mono"})}
function showSpan(span){const{model}=app,{kind,event,connection,request,response}=span;if(kind==="job")return showJob(span);if(span.job)return showJob(span.job);const words=spanWords(span),isInstant=span.start===span.end;const messages=request?[["Request",request],["Answer",response]]
:span.messages?span.messages.map(item=>["Message",item.message??item]):[[event?"Event":"Answer",event??span.outcome]];app.showDetail(`${kind==="callback"?"Callback ":""}${span.label}`,facts(["Result",words.text&&h("span",{class:words.tone,text:words.text})],["Time",model.momentText(span.start)],["Took",isInstant?null:span.end===Infinity?"no answer yet":model.spanText(span.end-span.start)],["Connection",connection&&`${connection} ${model.connections.get(connection)?.transport??""}`],["Job",linkToJob(span.requestId)]),h("div.bar",connection&&action(`Only connection ${connection}`,()=>app.select({connection})),span.requestId&&action("Only this job",()=>selectJob(span))),messages.filter(([,message])=>message).map(([title,message])=>h("div",h("h3",title),jsonPanel(message))))}
function selectJob({requestId}){app.select({requestIds:new Set([requestId])})}
function lifeOf(job){const{model}=app,steps=[],add=(at,text,tone)=>steps.push({at,text,tone});const after=(words,time)=>model.hasLines?"":` ${words} ${durationText(Math.max(0,time))}`;if(job.start)add(job.start,`Accepted${job.connection?` from connection ${job.connection}`:""}`);if(job.durable)add(job.durable,`Durable: on the disk${after("after",job.durable-job.start)}`,"good");for(const attempt of job.attempts){const isOpen=attempt.end===Infinity;add(attempt.start,`Attempt ${attempt.number}: ${isOpen?"sent, no answer yet":answerWords(attempt)+after("after",attempt.end-attempt.start)}`,isOpen?"":toneWords[toneOfAnswer(attempt)])}
for(const wait of job.waits){const isOpen=wait.to===Infinity,words=waitWords[wait.reason]??`waits for ${wait.reason}`;add(wait.from,words.replace("waits",isOpen?"Waits":"Waited")+(isOpen?"":after("for",wait.to-wait.from)),isOpen?"warn":"")}
const unseen=job.attemptCount-job.attempts.length;if(unseen>0)add(job.attempts.length?job.attempts[0].start-1:job.start+1,`${plural(unseen,"attempt")} that this page has not seen`);steps.sort((one,other)=>one.at-other.at);if(job.state!=="pending"){const words=stateWords[job.state]??job.state,code=job.eventCode?`, event ${job.eventCode} ${job.eventName??""}`:"";add(job.end,capital(words)+code.trimEnd()+(job.start?after(", in all",job.end-job.start).slice(1):""),stateTone(job))}else if(job.next)steps.push({at:job.next,text:`Next attempt${after("in",job.next-model.now)}`,isFuture:true});return steps}
const capital=text=>text[0].toUpperCase()+text.slice(1);let shownJob=null;function showJob(job){const life=h("ol.life"),state=h("p"),row=h("div.bar"),answer=h("div");shownJob={job,life,state,row,answer,text:""};app.showDetail(`${job.label} ${shortened(job.requestId,13)}`,state,facts(["Job",h("span.mono",job.requestId)],["User",job.user??(job.user===null?"none: the resource token":null)]),row,h("div",h("h3","History"),life),answer);refreshJob();if(app.state==="open"&&job.state!=="pending"&&!job.response)readJob(job)}
async function readJob(job){try{const item=await app.call("outbox.get",{requestId:job.requestId});if(!item)return;job.response=item.outcome?.response??job.response;app.model.takeListed(item);refreshJob()}catch{}}
function refreshJob(){if(!shownJob?.life.isConnected)return;const{job,life,state,row,answer}=shownJob,words=jobWords(job);setText(state,capital(words).replace(/\.?$/,"."));state.className=stateTone(job);const steps=lifeOf(job);fill(life,steps.map(step=>h("li",{class:step.isFuture?"future":null},h("time.mono.soft",app.model.timeText(step.at)),h("span",{class:step.tone,text:step.text}))));const text=`${job.state} ${job.isRetryable} ${app.canControl} ${Boolean(job.response)}`;if(shownJob.text===text)return;shownJob.text=text;fill(row,action("Only this job",()=>selectJob(job)),app.pane?.id!=="timeline"&&action("Show on the timeline",()=>showOnTimeline(job)),jobActions(job));fill(answer,job.response&&[h("h3","Answer of the platform"),jsonPanel(job.response)])}
function showOnTimeline(job){app.showPane("timeline");const end=job.end===Infinity?app.model.now:job.end,margin=Math.max((end-job.start)*0.15,app.model.hasLines?3:500);timeline.focused=job;setView(job.start-margin,end+margin);selectJob(job)}
const searchNames=["state","method","code","age","user","wait","attempts","id"];const unitSeconds={s:1,m:60,min:60,h:3600,d:86400};function parseSearch(text){const conditions=[],problems=[];for(const match of text.matchAll(/(-?)(?:([a-zA-Z]+):)?("[^"]*"?|\S+)|-|\S+:/g)){const isNot=match[1]==="-";const raw=match[3]??"",value=raw.replace(/^"|"$/g,"");const name=match[2]?.toLowerCase();if(!name){const open=/^(\w+):$/.exec(match[0]);if(open&&searchNames.includes(open[1].toLowerCase()))continue;if(value)conditions.push({text:value.toLowerCase(),isNot});continue}
if(!searchNames.includes(name)){problems.push(`There is no “${name}:”. There are ${searchNames.join(", ")}.`);continue}
const values=value.split(",").filter(Boolean);const parsed=values.map(value=>name==="age"?parseAge(value):name==="attempts"?parseNumber(value):value.toLowerCase());if(parsed.includes(null))problems.push(`“${value}” is not understood. Examples: age:>1h, age:<30s, attempts:>2.`);else if(parsed.length)conditions.push({name,values:parsed,isNot})}
return{conditions,problems}}
function parseAge(value){const match=/^([<>]?)(\d+(?:\.\d+)?)(s|min|m|h|d)?$/i.exec(value);return match&&{sign:match[1]||">",number:match[2]*(unitSeconds[match[3]?.toLowerCase()]??1)}}
function parseNumber(value){const match=/^([<>]?)(\d+)$/.exec(value);return match&&{sign:match[1]||"=",number:Number(match[2])}}
function compares(number,{sign,number:bound}){return sign===">"?number>bound:sign==="<"?number<bound:number===bound}
function matchesSearch(job,conditions,now){return conditions.every(condition=>{const holds=condition.text!==undefined?textOfJob(job).includes(condition.text)
:condition.values.some(value=>holdsFor(job,condition.name,value,now));return holds!==condition.isNot})}
function holdsFor(job,name,value,now){switch(name){case"state":return job.state.startsWith(value);case"method":return(job.method??"").toLowerCase().startsWith(value);case"code":return[job.httpCode,job.eventCode,job.lastError?.code,job.lastError?.httpCode].some(code=>code!==null&&code!==undefined&&String(code)===value);case"age":return compares((now-job.start)/1e6,value);case"user":return value==="none"?!job.user:(job.user??"").toLowerCase().startsWith(value);case"wait":return(job.waitingFor??"")===value;case"attempts":return compares(job.attemptCount,value);case"id":return job.requestId.toLowerCase().startsWith(value)}}
function textOfJob(job){return[job.requestId,job.method,job.user,job.eventName,job.lastError?.message,job.response?.response?.errorText].filter(Boolean).join("\n").toLowerCase()}
function filterOfSearch(conditions,jobs,now){const filter={};for(const{name,values,isNot}of conditions){if(isNot||filter[name])return null;filter[name]=values}
const{state,method,code,age,...others}=filter,result={};if(Object.keys(others).length||state?.length>1||age?.length>1)return null;if(state)result.state=["pending","rejected"].find(name=>name.startsWith(state[0]));if(state&&!result.state)return null;if(method)result.method=[...new Set(jobs.map(job=>job.method))];if(code){result.code=code.map(Number);if(jobs.some(job=>!result.code.includes(job.state==="pending"?job.lastError?.code:job.eventCode)))return null}
if(age){const time=new Date(now/1000-age[0].number*1000).toISOString();if(age[0].sign==="=")return null;result[age[0].sign===">"?"acceptedBefore":"acceptedAfter"]=time}
return Object.keys(result).length?result:null}
const work={listed:[],bound:200};const workChoices=[["Pending","state:pending"],["Rejected","state:rejected"],["Delivered","state:delivered"],["All",""]];function mountWork(element){work.input=h("input.search",{type:"search","aria-label":"Search jobs",placeholder:"state:rejected code:400 age:>1h method:mobileEvent user:… text",spellcheck:"false",autocomplete:"off",value:"state:pending",oninput:()=>app.changed("jobs"),});work.choices=workChoices.map(([text,query])=>action(text,()=>{work.input.value=query;work.bound=200;showWork()}));work.retry=action("Retry these …",()=>changeAll("outbox.retry"));work.discard=action("Discard these …",()=>changeAll("outbox.discard"),{class:"danger"});work.more=action("Show more",async()=>{work.bound+=500;for(const state of["pending","rejected"])await app.readMore(state);showWork()});work.problem=h("p.problem",{role:"alert"});work.count=h("span.soft.clip");work.table=makeTable("Jobs",[["Accepted","118px"],["Method","160px","link"],["User","104px","wide"],["State","88px","wide"],["Attempts","80px","num wide"],["Reason and next step","auto"]],showJob);work.empty=h("div.empty");element.append(h("div.tools.bar",h("span.group",{role:"group","aria-label":"States"},work.choices),work.input,work.count,work.retry,work.discard),work.problem,h("div.list",{tabindex:"0",role:"region","aria-label":"Jobs"},work.table.element,h("div.more",work.more),work.empty))}
function showWork(){const{model}=app,query=work.input.value.trim(),{conditions,problems}=parseSearch(query);const found=[...model.jobs.values()].filter(job=>app.showsJob(job)&&matchesSearch(job,conditions,model.now));found.sort((one,other)=>isDone(one)-isDone(other)||(isDone(one)?other.end-one.end:one.start-other.start));Object.assign(work,{listed:found,conditions});work.table.show(found.slice(0,work.bound),job=>job.requestId,job=>{const tone=stateTone(job);return[[model.timeText(job.start),"mono soft",model.momentText(job.start)],[job.label],[job.user?shortened(job.user,10):"–","mono soft",job.user??""],[job.state,tone],[countText(job.attemptCount)],[jobWords(job),tone]]});workChoices.forEach(([,text],index)=>work.choices[index].setAttribute("aria-pressed",String(query===text)));work.problem.hidden=problems.length===0;setText(work.problem,problems.join(" "));setText(work.count,plural(found.length,"job"));work.more.hidden=found.length<=work.bound&&!app.listed?.pending?.next&&!app.listed?.rejected?.next;const canChange=app.canControl&&problems.length===0;work.retry.hidden=!canChange||!found.some(job=>job.isRetryable);work.discard.hidden=!canChange||!found.some(job=>job.isRetryable||job.state==="pending");work.empty.hidden=found.length>0;if(found.length===0)fill(work.empty,emptyWork(query))}
function emptyWork(query){if(app.state!=="open"&&!app.isRecording)return noBridge();const[title,text]=app.isSelective?["No such job in the selection","“Show everything”, above, ends the selection."]
:query==="state:pending"?["Nothing is pending","Every accepted job has ended. “All” shows the last ones."]
:query?["No job matches",`The search knows ${searchNames.join(": ")}: and words of ids, methods and errors.`]
:["No jobs yet","A durable call, such as mobileEvent, makes a job, which appears here with all that happens to it."];return[h("h2",title),h("p",text)]}
function jobActions(job){if(!app.canControl)return[];const actions=[];if(job.isRetryable)actions.push(action("Retry",()=>changeOne("outbox.retry",job)));if(job.isRetryable||job.state==="pending")actions.push(action("Discard …",()=>changeOne("outbox.discard",job),{class:"danger"}));if(job.state==="pending"&&job.waitingFor==="retry")actions.push(action("Send all waiting jobs now",()=>perform(()=>app.call("outbox.flush"))));return actions}
async function changeOne(method,job){if(method==="outbox.discard"&&!await app.confirm({title:"Discard this job?",action:"Discard",isDangerous:true,text:`${job.label} ${job.requestId} will never be sent. This cannot be undone.`,}))return;await perform(()=>app.call(method,{requestId:job.requestId}))}
async function changeAll(method){const isRetry=method==="outbox.retry",verb=isRetry?"Retry":"Discard";const jobs=work.listed.filter(job=>job.isRetryable||!isRetry&&job.state==="pending");const filter=app.isSelective?null:filterOfSearch(work.conditions,jobs,app.model.now);let count=Math.min(jobs.length,1000);if(filter){const answer=await perform(()=>app.call(method,{filter,dryRun:true}),true);if(!answer)return;count=answer.matched}
if(count===0)return announce("No job matches.");if(!await app.confirm({title:`${verb} ${plural(count,"job")}?`,action:`${verb} ${plural(count,"job")}`,isDangerous:!isRetry,text:[isRetry?"They are sent again, with the same ids and a new time to live.":"They will never be sent. This cannot be undone.",filter?jsonBlock(filter):"They are changed one by one, as the bridge has no filter for this search."],}))return;await perform(async()=>{if(filter)return app.call(method,{filter});let done=0;for(const job of jobs.slice(0,count)){await app.call(method,{requestId:job.requestId}).then(()=>{done+=1},()=>{})}
return{matched:count,done}})}
async function perform(call,isQuiet=false){try{const answer=await call();if(isQuiet)return answer;announce(answer?.done!==undefined?`Done for ${answer.done} of ${plural(answer.matched,"job")}.`:"Done.");await app.refresh();return answer}catch(error){app.showDetail("The bridge refused",h("p.bad",error.message),error.data&&jsonPanel(error.data));return null}}
registerPane({id:"work",title:"Work",order:2,mount:mountWork,update(changes){if(changes.has("source")&&app.isRecording)work.input.value="";if(changes.size===1&&changes.has("stats"))return;showWork()},});class RecordingError extends Error{}
function parseRecording(text){const lines=text.split("\n");if(!lines[0].startsWith("altcraft-bridge recording ")){throw new RecordingError(`This is no recording of altcraft-bridge serve --record: it begins with “${shortened(lines[0],40)}”.`)}
const items=[],sessions=[];lines.forEach((line,index)=>{const at=index+1;if(line===""||line.startsWith("#"))return;const head=/^altcraft-bridge recording (\d+) (.*)$/.exec(line);if(head){if(head[1]!=="1")throw new RecordingError(`The recording has another format, ${head[1]}.`);return sessions.push(parsedJSON(head[2]))}
const item=parseRecordedLine(line,at,sessions.length);if(!item)throw new RecordingError(`Line ${at} cannot be read: “${shortened(line,40)}”.`);items.push(item)});return{facts:sessions[0],items}}
function parseRecordedLine(line,at,session){const[first,second=""]=line.split(" ",2);if(first==="http"){const[,method,path]=line.split(" ",3),outcome=parsedJSON(line.slice(`http ${method} ${path} `.length));return outcome&&{kind:"http",at,method,path,outcome}}
if(first==="lost")return{kind:"lost",at,count:Number(second)};const number=Number(first);if(!Number.isInteger(number)||number<1)return null;const connection=number+(session-1)*100000,rest=line.slice(first.length+second.length+2);const wire={kind:"wire",at,connection};switch(second){case"open":return{...wire,event:"opened",transport:rest};case"-->":case"<--":{const message=parsedJSON(rest);return{...wire,event:"message",direction:second==="-->"?"received":"sent",bytes:rest.length,message:message??null,fault:message===undefined?"not JSON":undefined}}
case"tooLong":case"malformedHeader":case"foreignProtocol":
return{...wire,event:"fault",fault:`${second} ${rest}`};case"end":return{...wire,event:"inputEnded"};case"close":return{...wire,event:"closed"};default:return null}}
function playRecording({items},model){model.reset();model.hasLines=true;let exchange=null;model.takeAnswer=(span,item)=>takeRecordedAnswer(span,item,model);model.takeEventOfJob=event=>{takeRecordedEvent(event,exchange,model);if(event.requestId)exchange=null};for(const item of items){model.clock=item.at;if(item.kind==="wire")takeRecorded(item,model);else if(item.kind==="lost")model.gaps+=item.count||1;else if(item.kind==="http"){exchange=item;const{failure,body}=item.outcome,status=numberOf(item.outcome.status);model.index.add(model.index.lane("platform","","platform"),{start:item.at,end:item.at,tone:toneOfAnswer({httpCode:status}),kind:"exchange",outcome:item.outcome,label:`${status??"no answer"} ${item.method} ${item.path}`,text:status?`HTTP ${status}${body?.error_text?`: ${textOf(body.error_text)}`:""}`:`no answer: ${textOf(failure)}`,})}}
model.takeAnswer=model.takeEventOfJob=null}
function takeRecorded(item,model){try{model.takeTrace(item,null)}catch{model.gaps+=1}}
function takeRecordedAnswer(span,item,model){const{result}=span.response,method=span.label;if(!result||span.kind!=="call")return;if(method==="outbox.get")return model.takeListed(result);if(method==="outbox.list")return result.items?.forEach(job=>model.takeListed(job));if(method==="outcomes.list")return result.outcomes?.forEach(outcome=>model.takeOutcome(outcome));if(typeof result.requestId!=="string"||method.includes(".")&&!method.startsWith("nse."))return;const job=model.job(result.requestId,{method});job.method=job.label=method;if(!(job.start<=span.start))model.moveStart(job,span.start);job.connection=span.connection;if(result.outcome&&result.outcome.state!=="pending"){if(job.end===Infinity)model.end(job,item.at,result.outcome.state,result.outcome.eventCode);model.answered(job,result.outcome.response)}
model.refresh(job)}
function takeRecordedEvent(event,exchange,model){if(!event.requestId||event.type==="event"&&event.code<230)return;const job=model.job(event.requestId),at=event.start,response=event.value?.response_with_http_code??null;if(Number.isNaN(job.start))job.start=exchange?.at??at;if(response||event.code===500){model.endWait(job,exchange?.at??at);job.attemptCount+=1;job.attempts.push({number:job.attemptCount,start:exchange?.at??at,end:at,httpCode:numberOf(response?.httpCode),failure:response?null:event.message})}
if(event.type==="retryError"){model.endWait(job,at);const reason={503:"user",504:"permission",502:"token"}[event.code]??"retry";job.waits.push({from:at,to:Infinity,reason});job.waitingFor=reason;model.answered(job,response);job.lastError={code:event.code,httpCode:job.httpCode,message:event.message}}else if(response||event.code>=600){const state=event.code>=600?{600:"expired",601:"cleared",602:"lost"}[event.code]:event.type==="error"?"rejected":"delivered";if(job.end===Infinity)model.end(job,at,state??"cleared",event.code);job.eventName=textOf(event.name);model.answered(job,response)}
model.refresh(job)}
async function openRecording(file){let recording;try{recording=parseRecording(await file.text())}catch(error){if(!(error instanceof RecordingError))throw error;return app.showDetail("The file cannot be opened",h("p.bad",error.message))}
app.state="recording";app.connection?.socket?.close();Object.assign(app,{stats:null,info:null,readiness:null,listed:null,problem:null});app.select(null);app.hideDetail();playRecording(recording,app.model);setText(byId("source"),`${file.name}, bridge ${textOf(recording.facts?.version)}`);app.changed("state");app.changed("source");announce(`Opened ${file.name}.`)}
function connectRecordings(){const input=byId("recording-file");byId("open-recording").addEventListener("click",()=>input.click());input.addEventListener("change",()=>{if(input.files[0])openRecording(input.files[0]);input.value=""});for(const type of["dragover","dragleave","drop"]){document.addEventListener(type,event=>{if(!event.dataTransfer.types.includes("Files"))return;event.preventDefault();document.body.classList.toggle("dropping",type==="dragover");if(type==="drop")openRecording(event.dataTransfer.files[0])})}}
const mostRows=10;class SpanRow{constructor(){this.spans=[];this.reach=[]}
hasRoom(span){const spans=this.spans,last=spans.length-1;if(last<0||spans[last].end<=span.start)return true;const at=this.firstStartingAfter(span.start);return(at===0||spans[at-1].end<=span.start)&&(at>last||spans[at].start>=span.end)}
firstStartingAfter(time){return lowerBound(this.spans,span=>span.start>time)}
add(span){const at=this.spans.length===0||this.spans.at(-1).start<=span.start
?this.spans.length:this.firstStartingAfter(span.start);if(at===this.spans.length)this.spans.push(span);else this.spans.splice(at,0,span);this.refresh(at)}
refresh(at){const{spans,reach}=this;let most=at>0?reach[at-1]:-Infinity;for(let index=at;index<spans.length;index+=1){most=Math.max(most,spans[index].end);reach[index]=most}
reach.length=spans.length}
changed(span){let at=lowerBound(this.spans,other=>other.start>=span.start);while(at<this.spans.length&&this.spans[at]!==span)at+=1;if(at<this.spans.length)this.refresh(at)}
firstEndingAfter(time){const reach=this.reach;let low=0,high=reach.length;while(low<high){const middle=(low+high)>>1;if(reach[middle]>time)high=middle;else low=middle+1}
return low}}
const laneGroups=["connection","user","callback","platform","event"];class SpanIndex{constructor(bound=60000){this.bound=bound;this.clear()}
clear(){this.lanes=new Map();this.sorted=[];this.count=0;this.first=Infinity;this.last=-Infinity;this.version=0}
lane(group,name,title){const key=`${group}:${name}`;let lane=this.lanes.get(key);if(!lane){lane={key,group,name,title,rows:[],number:this.lanes.size};this.lanes.set(key,lane);this.sorted=[...this.lanes.values()].sort((one,other)=>
laneGroups.indexOf(one.group)-laneGroups.indexOf(other.group)||one.number-other.number)}
return lane}
add(lane,span){let row=lane.rows.find(row=>row.hasRoom(span));if(!row){if(lane.rows.length<mostRows)lane.rows.push(row=new SpanRow());else row=lane.rows.at(-1)}
span.lane=lane;span.row=row;row.add(span);this.count+=1;this.reached(span);if(this.count>this.bound*1.1)this.drop(this.count-this.bound)}
remove(span){const{row}=span,at=row.spans.indexOf(span);if(at>=0)row.spans.splice(at,1);row.refresh(Math.max(at,0));if(span.lane.rows.every(row=>row.spans.length===0))this.forget(span.lane);span.row=span.lane=null;if(at>=0)this.count-=1}
forget(lane){this.lanes.delete(lane.key);this.sorted=this.sorted.filter(other=>other!==lane)}
changed(span){span.row?.changed(span);this.reached(span)}
reached(span){this.version+=1;if(span.start<this.first)this.first=span.start;const end=span.end===Infinity?span.start:span.end;if(end>this.last)this.last=end}
drop(count){const starts=this.all().map(span=>span.start).sort((one,other)=>one-other);const from=starts[count];for(const lane of this.lanes.values()){for(const row of lane.rows){row.spans=row.spans.filter(span=>span.start>=from);row.refresh(0)}
if(lane.rows.every(row=>row.spans.length===0))this.forget(lane)}
this.count=this.all().length;this.first=from;this.version+=1}
all(){return this.sorted.flatMap(lane=>lane.rows.flatMap(row=>row.spans))}
between(from,to,bound,{isNewest=false,isWanted=null,lanes=this.sorted}={}){const found=[];let count=0;for(const row of lanes.flatMap(lane=>lane.rows)){const{spans}=row,low=row.firstEndingAfter(from),high=row.firstStartingAfter(to);let taken=0;for(let step=0;step<high-low&&(taken<bound||isWanted);step+=1){const span=spans[isNewest?high-1-step:low+step];if(span.end<from||isWanted&&!isWanted(span))continue;if(taken<bound)found.push(span);taken+=1}
count+=isWanted?taken:Math.max(high-low,0)}
found.sort((one,other)=>isNewest?other.start-one.start:one.start-other.start);return{spans:found.slice(0,bound),count}}}
const toneOfWait=reason=>Object.hasOwn(toneRank,reason)?reason:"open";const numberOf=value=>typeof value==="number"?value:undefined;const textOf=value=>value===null||value===undefined||typeof value==="string"?value:JSON.stringify(value);const waitWords={retry:"waits for its next attempt",user:"waits for a valid JWT of its user",token:"waits for a push token",permission:"waits for the permission to notify",configuration:"waits for a configuration",lane:"waits behind other jobs of its user",};function toneOfAnswer({httpCode}){return!httpCode||httpCode>=500?"retry":httpCode<300?"ok":"error"}
const isDone=job=>job.end!==Infinity;class InspectorModel{constructor(changed){this.changed=changed;this.index=new SpanIndex();this.reset()}
reset(){this.wire=new BoundedList(20000);this.events=new BoundedList(10000);this.jobs=new BoundedMap(25000,isDone);this.open=new BoundedMap(20000);this.connections=new BoundedMap(2000,connection=>!connection.isOpen);this.syncs=new BoundedList(400);this.eventNames=new BoundedMap(12000);this.refusals=new BoundedList(500);this.gaps=0;this.platformClock=null;this.hasLines=false;this.index.clear()}
get now(){return this.hasLines?this.index.last+1:Date.now()*1000}
timeText(time,digits=3){return this.hasLines?`line ${Math.round(time)}`:clockText(time,digits)}
spanText(time){return this.hasLines?plural(Math.round(time),"line"):durationText(time)}
momentText(time){return this.hasLines?`line ${Math.round(time)}`:dateText(time)}
connectionOf(number){let connection=this.connections.get(number);if(!connection){connection={number,transport:null,peer:null,isOpen:true,calls:0};this.connections.set(number,connection)}
return connection}
takeTrace(item,ownPrefix){if(item.kind==="job")return this.takeStep(item);if(item.kind!=="wire")return;const connection=this.connectionOf(item.connection);if(item.transport)connection.transport=item.transport;if(item.event==="opened"){connection.peer=item.peer??null;connection.isOpen=true}
if(item.event==="closed")connection.isOpen=false;const messages=item.event==="message"?[item.message].flat().filter(Boolean):[];if(ownPrefix&&messages.some(message=>String(message.id).startsWith(ownPrefix)))connection.isOwn=true;if(connection.isOwn)return;this.wire.push(item);if(item.event==="message"){if(messages.length===0)this.addInstant(item,item.fault?`unreadable message: ${item.fault}`:`message of ${bytesText(item.bytes)}`,item.fault?"error":"event");for(const message of messages)this.takeMessage(item,message)}else if(item.event!=="inputEnded"){const words={opened:"opened",closed:"closed",dropped:"a message had no room",fault:`cannot be read: ${item.fault}`};this.addInstant(item,words[item.event]??String(item.event),item.event==="fault"||item.event==="dropped"?"error":"event")}
this.changed("trace")}
connectionLane(number){const transport=this.connections.get(number)?.transport;return this.index.lane("connection",number,`connection ${number}${transport?` · ${transport}`:""}`)}
addInstant(item,label,tone){this.index.add(this.connectionLane(item.connection),{start:item.at,end:item.at,tone,label,kind:"message",connection:item.connection,messages:[item],})}
takeMessage(item,message){const isReceived=item.direction==="received";const key=side=>`${item.connection} ${side} ${JSON.stringify(message.id)}`;if(typeof message.method==="string"&&message.id!==undefined){const lane=isReceived?this.connectionLane(item.connection):this.index.lane("callback","","callbacks");const span={start:item.at,end:Infinity,tone:"open",label:message.method,kind:isReceived?"call":"callback",connection:item.connection,request:message,response:null,messages:[item],requestId:message.params?.requestId??null,};if(isReceived)this.connectionOf(item.connection).calls+=1;this.open.set(key(item.direction),span);this.index.add(lane,span)}else if(message.id!==undefined&&message.method===undefined){const name=key(isReceived?"sent":"received"),span=this.open.get(name);if(!span)return;this.open.delete(name);span.end=item.at;span.response=message;span.messages.push(item);span.tone=message.error?"error":span.kind==="callback"&&message.result===null?"retry":"ok";span.requestId=message.result?.requestId??span.requestId;if(message.error&&span.kind==="call"){const{code,message:text,data}=message.error;this.refusals.push({at:item.at,method:span.label,error:{code:numberOf(code),message:textOf(text)??"",data:{...data,reason:textOf(data?.reason)}},span})}
this.index.changed(span);this.takeAnswer?.(span,item)}else if(isReceived){this.addInstant(item,`${textOf(message.method)} (notification)`,"event")}else if(message.method==="event"&&message.params){this.takeEvent(message.params,this.hasLines?item.at:undefined)}}
job(requestId,facts={}){requestId=textOf(requestId)??"?";let job=this.jobs.get(requestId);if(!job){job={kind:"job",requestId,start:NaN,end:Infinity,attempts:[],attemptCount:0,waits:[],state:"pending",tone:"open",lane:null,row:null,};this.jobs.set(requestId,job)}
job.method??=textOf(facts.method);if(job.user===undefined&&facts.user!==undefined){job.user=textOf(facts.user);if(job.row)this.index.remove(job)}
job.label=job.method??"job";return job}
place(job){if(job.row||Number.isNaN(job.start))return;const title=job.user?`user ${shortened(job.user,12)}`:job.user===null?"no user":this.hasLines?"jobs":"earlier jobs";this.index.add(this.index.lane("user",String(job.user),title),job)}
moveStart(job,start){if(job.row)this.index.remove(job);job.start=start}
takeStep(item){const job=this.job(item.requestId,item);if(Number.isNaN(job.start))job.start=item.at;job.isTraced=true;switch(item.step){case"accepted":
this.moveStart(job,item.at);job.connection=item.connection;break;case"durable":
job.durable=item.at;this.syncs.push(item.at-job.start);break;case"attempt":
this.endWait(job,item.at);job.attempts.push({number:item.attempt,start:item.at,end:Infinity});if(job.attempts.length>200)job.attempts.shift();job.attemptCount=Math.max(job.attemptCount,item.attempt);job.next=null;break;case"answer":this.takeAttemptAnswer(job,item);break;case"waiting":
this.endWait(job,item.at);job.waits.push({from:item.at,to:Infinity,reason:item.waitingFor});if(job.waits.length>200)job.waits.shift();job.waitingFor=item.waitingFor;job.next=item.until??null;break;case"retried":
job.end=Infinity;job.state="pending";job.isRetryable=false;break;case"ended":
this.end(job,item.at,item.state,item.eventCode);break}
this.refresh(job);this.changed("trace")}
takeAttemptAnswer(job,item){let attempt=job.attempts.findLast(attempt=>attempt.number===item.attempt);if(!attempt){attempt={number:item.attempt,start:item.at-(item.durationUs??0),end:Infinity};job.attempts.push(attempt)}
attempt.end=item.at;attempt.httpCode=numberOf(item.httpCode);attempt.failure=textOf(item.failure);if(item.platformTime)this.platformClock=attempt.clock=item.at-item.platformTime;job.attemptCount=Math.max(job.attemptCount,item.attempt);job.httpCode=attempt.httpCode;this.index.add(this.index.lane("platform","","platform"),{start:Math.min(attempt.start,item.at),end:item.at,tone:toneOfAnswer(attempt),label:`${attempt.httpCode??"no answer"} ${job.label}`,kind:"answer",requestId:job.requestId,job,attempt,})}
endWait(job,at){const wait=job.waits.at(-1);if(wait&&wait.to===Infinity)wait.to=at;job.waitingFor=null}
end(job,at,state,eventCode){this.endWait(job,at);job.end=at;job.state=textOf(state)||"ended";job.eventCode=numberOf(eventCode)??job.eventCode;job.next=null;const attempt=job.attempts.at(-1);if(attempt&&attempt.end===Infinity)attempt.end=at}
answered(job,response,httpCode){job.httpCode=numberOf(httpCode)??numberOf(response?.httpCode)??job.httpCode;job.response=response??job.response}
refresh(job){job.tone=job.state==="delivered"?"ok"
:job.state==="pending"?toneOfWait(job.waitingFor):job.state==="cleared"?"event":"error";if(job.row)this.index.changed(job);else this.place(job);this.changed("jobs")}
takeListed(item){const job=this.job(item.requestId,item),at=this.hasLines?this.clock:timeOf(item.createdAt);if(Number.isNaN(job.start))job.start=at;job.attemptCount=Math.max(job.attemptCount,numberOf(item.attempts)??0);if(item.lastError)job.lastError={...item.lastError,message:textOf(item.lastError.message)};job.isRetryable=item.retryable;if(item.state==="pending"){if(isDone(job)&&job.state!=="rejected")return;job.end=Infinity;job.state="pending";job.next=item.nextAttemptAt?timeOf(item.nextAttemptAt):null;if(job.waitingFor!==item.waitingFor){if(!job.isTraced)this.endWait(job,this.now);job.waitingFor=textOf(item.waitingFor);if(job.waitingFor&&!job.isTraced)job.waits.push({from:job.waits.length?this.now:job.start,to:Infinity,reason:job.waitingFor})}}else{this.end(job,isDone(job)?job.end:this.hasLines?this.clock:timeOf(item.endedAt),item.state,item.outcome?.eventCode);this.answered(job,item.outcome?.response,item.lastError?.httpCode)}
this.refresh(job)}
takeOutcome(item){const job=this.job(item.requestId,item);if(Number.isNaN(job.start))job.start=this.hasLines?this.clock:timeOf(item.acceptedAt);this.end(job,isDone(job)?job.end:this.hasLines?this.clock:timeOf(item.endedAt),item.state,item.eventCode);job.eventName=textOf(item.name);this.answered(job,item.response,item.httpCode);job.attemptCount=Math.max(job.attemptCount,numberOf(item.attempts)??0);this.refresh(job)}
takeEvent(event,at){const name=`${textOf(event.epoch)} ${textOf(event.seq)}`;if(this.eventNames.has(name))return;this.eventNames.set(name,true);event={...event,code:numberOf(event.code),name:textOf(event.name),message:textOf(event.message)??"",requestId:textOf(event.requestId),start:at??timeOf(event.date),};this.events.push(event);const tone=event.type==="error"?"error":event.type==="retryError"?"retry":"event";this.index.add(this.index.lane("event","","events"),{start:event.start,end:event.start,tone,label:`${event.code} ${event.name}`,kind:"event",requestId:event.requestId,event,});const job=event.requestId?this.jobs.get(event.requestId):null;if(job&&tone!=="event"){job.lastError={code:event.code,httpCode:event.value?.response_with_http_code?.httpCode??null,message:event.message}}
this.takeEventOfJob?.(event);this.changed("events")}}
function quantile(numbers,part){const sorted=[...numbers].sort((one,other)=>one-other);return sorted[Math.floor(sorted.length*part)]}
const isObject=value=>value!==null&&typeof value==="object"&&!Array.isArray(value);const types={schemas:{},read(schema){if(schema.$ref)return{kind:"named",name:schema.$ref.split("/").pop()};if(schema.allOf?.length===1)return this.read(schema.allOf[0]);const choices=schema.oneOf??(schema.type===undefined?schema.anyOf:undefined);if(choices)return this.union(choices.map(choice=>this.read(choice)));if("const"in schema)return{kind:"constant",value:schema.const};if(schema.enum)return this.withNull(schema.enum.includes(null),{kind:"choice",values:schema.enum.filter(value=>value!==null)});if(!Array.isArray(schema.type))return this.plain(schema.type,schema);const all=schema.type.filter(name=>name!=="null").map(name=>this.plain(name,schema));return this.withNull(schema.type.includes("null"),all.length===1?all[0]:{kind:"union",of:all})},union(all){if(all.length===2&&all[0].kind==="choice"&&this.bare(all[1]).kind==="string")return all[1];const others=all.filter(type=>type.kind!=="null");return this.withNull(others.length<all.length,others.length===1?others[0]:{kind:"union",of:others})},plain(name,schema){if(name==="array")return{kind:"list",of:this.read(schema.items??{})};if(name!=="object")return{kind:name??"any"};if(schema.properties){return{kind:"record",fields:Object.entries(schema.properties).map(([name,inner])=>this.field(name,inner,schema.required?.includes(name)))}}
return isObject(schema.additionalProperties)?{kind:"dictionary",of:this.read(schema.additionalProperties)}:{kind:"map"}},field(name,schema,isRequired){return{name,schema,isRequired:Boolean(isRequired),type:this.read(schema)}},parameters(method){return method.params.map(param=>this.field(param.name,{description:param.summary,...param.schema},param.required))},named(name){return this.schemas[name]?this.read(this.schemas[name]):{kind:"any"}},withNull(isNullable,type){return isNullable?{kind:"optional",of:type}:type},bare(type){return type.kind==="optional"?type.of:type},};const isUpper=letter=>letter!==undefined&&letter!==letter.toLowerCase();function snakeCase(text){let words="";for(let i=0;i<text.length;i++){const isNext=text[i+1]!==undefined&&text[i+1]!==text[i+1].toUpperCase();if(i>0&&isUpper(text[i])&&(!isUpper(text[i-1])||isNext))words+="_";words+=text[i].toLowerCase()}
return words}
const pythonKeywords=("False None True and as assert async await break class continue def del elif else except finally for from global if import in is "
+"lambda nonlocal not or pass raise return try while with yield self timeout").split(" ");const pythonName=text=>snakeCase(text)+(pythonKeywords.includes(snakeCase(text))?"_":"");const labelled=(label,piece)=>({label,piece});const group=(open,items,close,last="")=>({open,items,close,last});const codeLine=piece=>typeof piece==="string"?piece
:piece.piece!==undefined?piece.label+codeLine(piece.piece)
:piece.items.length?piece.open+piece.items.map(codeLine).join(", ")+piece.close:piece.open.trim()+piece.close.trim();const isGroup=piece=>typeof piece==="object"&&(piece.piece===undefined||isGroup(piece.piece));function layout(piece,unit="  ",indentation="",used=0){const line=codeLine(piece),inner=indentation+unit;if(typeof piece==="string"||indentation.length+used+line.length<=80)return line;if(piece.piece!==undefined)return piece.label+layout(piece.piece,unit,indentation,used+piece.label.length);const first=piece.items.slice(0,-1),final=piece.items.at(-1);if(!final)return line;if(piece.open.endsWith("(")&&isGroup(final)&&first.every(item=>typeof item==="string")){const start=piece.open+first.map(item=>item+", ").join("");return start+layout(final,unit,indentation,used+start.length)+piece.close}
const lines=piece.items.map(item=>inner+layout(item,unit,inner));return piece.open.trimEnd()+"\n"+lines.join(",\n")+piece.last+"\n"+indentation+piece.close.trim()}
function literal(json,rules){const inside=item=>literal(item,rules);if(Array.isArray(json))return group(rules.list,json.map(inside),rules.listEnd,rules.last);if(isObject(json))return group(rules.object,Object.entries(json).map(([name,item])=>labelled(rules.key(name),inside(item))),rules.objectEnd,rules.last);return rules.words?.[String(json)]&&typeof json!=="string"?rules.words[String(json)]:JSON.stringify(json)}
const literals={TypeScript:{list:"[",listEnd:"]",object:"{ ",objectEnd:" }",last:",",key:name=>(/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name)?name:JSON.stringify(name))+": ",},Python:{list:"[",listEnd:"]",object:"{",objectEnd:"}",last:",",key:name=>JSON.stringify(name)+": ",words:{null:"None",true:"True",false:"False"},},Go:{list:"[]any{",listEnd:"}",object:"altcraft.JSONObject{",objectEnd:"}",last:",",key:name=>JSON.stringify(name)+": ",words:{null:"nil"},},Java:{list:"List.of(",listEnd:")",object:"Map.of(",objectEnd:")",last:"",key:name=>JSON.stringify(name)+", "},};const callLanguages={netcat:(method,params)=>"nc -N -U \"$XDG_RUNTIME_DIR/altcraft-bridge/rpc.sock\" <<'END'\n"
+JSON.stringify({jsonrpc:"2.0",id:1,method:method.name,...(Object.keys(params).length?{params}:{})})+"\nEND","altcraft-bridge call"(method,params){const isPlain=text=>/^[A-Za-z0-9._:/@-]+$/.test(text)&&parsedJSON(text)===undefined;const words=Object.entries(params).map(([key,value])=>typeof value==="number"||typeof value==="boolean"||(typeof value==="string"&&isPlain(value))
?`${key}=${value}`:null);return["altcraft-bridge call",method.name,...(words.includes(null)?["'"+readable(params).replaceAll("'","'\\''")+"'"]:words)].join(" ")},TypeScript(method,params){const args=Object.keys(params).length?[literal(params,literals.TypeScript)]:[];return layout(labelled(`${resultName(method,"const result = ")}await bridge.${method.name}`,group("(",args,");")))},Python(method,params){const given=types.parameters(method).filter(field=>field.name in params),value=field=>literal(params[field.name],literals.Python);const args=[...given.filter(field=>field.isRequired).map(value),...given.filter(field=>!field.isRequired).map(field=>labelled(pythonName(field.name)+"=",value(field)))];const name=method.name.split(".").map(pythonName).join(".");return layout(labelled(`${resultName(method,"result = ")}bridge.${name}`,group("(",args,")",",")),"    ")},Go:(method,params)=>"var result any\n"
+layout(labelled("err := client.Call",group("(",["ctx",JSON.stringify(method.name),literal(params,literals.Go),"&result"],")",",")),"\t"),Java(method,params){const map=/null/.test(JSON.stringify(params))||Object.keys(params).length>10
?group("JsonParser.parseString(",[JSON.stringify(JSON.stringify(params))],").getAsJsonObject().asMap()"):literal(params,literals.Java);return layout(labelled("var result = bridge.call",group("(",[JSON.stringify(method.name),map],").join();")))},};const resultName=(method,text)=>method.result.schema.const===undefined?text:"";function spaced(value){if(Array.isArray(value))return"["+value.map(spaced).join(", ")+"]";return isObject(value)?"{"+Object.entries(value).map(([key,item])=>JSON.stringify(key)+": "+spaced(item)).join(", ")+"}":JSON.stringify(value)}
function readable(value,width=84,indentation=""){const line=spaced(value),inner=indentation+"  ";if(indentation.length+line.length<=width||value===null||typeof value!=="object")return line;if(Array.isArray(value))return"[\n"+value.map(item=>inner+readable(item,width,inner)).join(",\n")+"\n"+indentation+"]";const lines=Object.entries(value).map(([name,item])=>{const key=JSON.stringify(name)+": ";return inner+key+readable(item,width-key.length,inner)});return"{\n"+lines.join(",\n")+"\n"+indentation+"}"}
class FormError extends Error{constructor(message,input){super(message);this.input=input}}
let controlCount=0;class Forms{constructor(onChange){this.onChange=onChange}
fields(fields,depth=0){const rows=fields.map(field=>this.row(field,depth));return{element:h("div",{class:"fields"},rows.map(row=>row.element)),read:()=>{const object={},missing=[];for(const row of rows){const value=row.read();if(value!==undefined)object[row.field.name]=value;else if(row.field.isRequired)missing.push(row)}
if(missing.length&&(depth===0||Object.keys(object).length))missing[0].fail(`${missing[0].field.name} is required.`);return depth&&!Object.keys(object).length?undefined:object},write:value=>{if(value!==undefined&&!isObject(value))return false;if(value&&Object.keys(value).some(key=>!fields.some(field=>field.name===key)))return false;return rows.map(row=>row.write(value?.[row.field.name])).every(Boolean)},}}
row(field,depth){const id=`field-${++controlCount}`;const[text,example]=splitExample(field.schema.description??"");const control=this.control(field.type,{id,example,isRequired:field.isRequired,depth,isDefault:field.schema.default});const problem=h("p",{class:"bad",id:`${id}-problem`,role:"alert",hidden:true});const note=h("p",{class:"soft",id:`${id}-note`,text});const input=control.input??control.element;const name=[h("code",{text:field.name}),field.isRequired?h("span",{class:"warn",text:" required"}):null];input.setAttribute("aria-describedby",text?`${id}-note ${id}-problem`:`${id}-problem`);if(field.isRequired&&control.input)input.setAttribute("aria-required","true");let element;if(control.input){element=h("div",{class:"field"},h("label",{for:id},name),h("div",null,control.element,problem,text?note:null))}else if(field.isRequired){element=h("fieldset",{class:"field"},h("legend",null,name),text?note:null,problem,control.element)}else{element=h("details",{class:"field"},h("summary",null,name," ",h("span",{class:"soft clip",text:text.split(". ")[0]})),problem,control.element)}
const clear=()=>{problem.hidden=true;input.removeAttribute("aria-invalid")};element.addEventListener("input",clear);return{field,element,fail(message){throw new FormError(message,{input,problem})},read(){clear();try{return control.read()}catch(error){if(error instanceof FormError&&!error.input)error.input={input,problem};throw error}},write(value){clear();if(element.tagName==="DETAILS")element.open=value!==undefined;return control.write(value)},}}
control(type,place){const bare=types.bare(type),isNullable=type.kind==="optional"&&place.isRequired;if(bare.kind==="named"){const named=types.named(bare.name);if(place.depth<5)return this.control(types.withNull(type.kind==="optional"||named.kind==="optional",types.bare(named)),place)}
if(bare.kind==="union"||(isNullable&&bare.kind!=="any")){return this.variants([...(bare.kind==="union"?bare.of:[bare]),...(isNullable?[{kind:"null"}]:[])],place)}
switch(bare.kind){case"record":return this.fields(bare.fields,place.depth+1);case"choice":return this.choice(bare.values.map(value=>[value,value]),place);case"boolean":return this.choice([["true",true],["false",false]],place);case"constant":return this.choice([[JSON.stringify(bare.value),bare.value]],place);case"string":return this.text(place);case"integer":case"number":return this.number(bare,place);default:return this.json(bare,place)}}
choice(options,place){const none=place.isDefault===undefined?place.isRequired?"choose …":"not given":`not given (${place.isDefault})`;const input=h("select",{id:place.id,oninput:this.onChange},h("option",{value:""},none),options.map(([text],index)=>h("option",{value:index,text})));return{element:input,input,read:()=>input.value===""?undefined:options[input.value][1],write:value=>{const index=options.findIndex(option=>option[1]===value);input.value=index<0?"":index;return value===undefined||index>=0},}}
text(place){const input=h("input",{id:place.id,type:"text",autocomplete:"off",spellcheck:"false",placeholder:plainExample(place.example),oninput:this.onChange});return{element:input,input,read:()=>input.value===""?undefined:input.value,write:value=>{input.value=typeof value==="string"?value:"";return value===undefined||input.value!==""&&!/[\r\n]/.test(value)},}}
number(type,place){const input=h("input",{id:place.id,type:"text",inputmode:type.kind==="integer"?"numeric":"decimal",autocomplete:"off",placeholder:place.isDefault??plainExample(place.example),oninput:this.onChange,});return{element:input,input,read:()=>{const text=input.value.trim(),value=parsedJSON(text);if(text==="")return undefined;if(typeof value!=="number")throw new FormError(`${shortened(text,40)} is no number.`);if(type.kind==="integer"&&!Number.isInteger(value))throw new FormError(`${shortened(text,40)} is no whole number.`);return value},write:value=>{input.value=typeof value==="number"?value:"";return value===undefined||typeof value==="number"},}}
json(type,place){const words={list:"a list",map:"an object",dictionary:"an object"};const input=h("textarea",{id:place.id,rows:2,spellcheck:"false",placeholder:place.example||`${words[type.kind]??"a value"}, as JSON`,oninput:this.onChange,});return{element:input,input,read:()=>{if(input.value.trim()==="")return undefined;const value=parsedJSON(input.value);if(value===undefined)throw new FormError(jsonProblem(input.value));return value},write:value=>{input.value=value===undefined?"":readable(value,60);input.rows=Math.min(12,Math.max(2,input.value.split("\n").length));return value===undefined||(type.kind==="list"?Array.isArray(value):type.kind==="any"||isObject(value))},}}
variants(all,place){const controls=all.map((type,index)=>{const fixed=type.kind==="null"?null:type.kind==="constant"?type.value:undefined;if(fixed!==undefined)return{read:()=>fixed,write:value=>value===fixed};const control=this.control(type,{...place,id:`${place.id}-${index}`,isRequired:true,depth:place.depth+1});control.input?.setAttribute("aria-label",variantName(type));return{...control,part:h("div",{class:"variant",hidden:true},control.element)}});const input=h("select",{id:place.id,oninput:()=>{show();this.onChange()}},h("option",{value:""},place.isRequired?"choose …":"not given"),all.map((type,index)=>h("option",{value:index,text:variantName(type)})));const show=()=>controls.forEach(({part},index)=>{if(part)part.hidden=input.value!==String(index)});return{element:h("div",null,input,controls.map(control=>control.part)),input,read:()=>controls[input.value]?.read(),write:value=>{const index=value===undefined?-1:controls.findIndex(control=>control.write(value));controls.forEach((control,other)=>{if(other!==index)control.write(undefined)});input.value=index<0?"":index;show();return value===undefined||index>=0},}}}
function variantName(type){if(type.kind==="constant")return JSON.stringify(type.value);if(type.kind==="named")return type.name;if(type.kind==="record")return`{${type.fields.map(field=>field.name).join(", ")}}`;return{string:"text",map:"object",dictionary:"object"}[type.kind]??type.kind}
function splitExample(text){const match=/^(.*?) ?Example: `(.*)`\.$/.exec(text);return match?[match[1],match[2]]:[text,""]}
const plainExample=example=>typeof parsedJSON(example)==="string"?parsedJSON(example):example;function jsonProblem(text){try{JSON.parse(text)}catch(error){return`This is no JSON: ${error.message}`}
return""}
function showFormError(error){const{input,problem}=error.input??{};if(!problem)return false;for(let place=problem.parentElement;place;place=place.parentElement)if(place.tagName==="DETAILS")place.open=true;setText(problem,error.message);problem.hidden=false;input.setAttribute("aria-invalid","true");input.focus();return true}
const button=action;const part=(title,...children)=>h("section",{"aria-label":title},h("h3",null,title),children);const showOnlyJob=id=>button(`job ${shortened(id,13)}`,()=>{app.select({requestIds:new Set([id]),connection:null,from:null,to:null});app.showPane("work")},{class:"link"});const forControl="This page can only read. For changes run: altcraft-bridge inspect --control";registerPane({id:"console",title:"Console",order:3,language:"netcat",sent:0,mount(element){this.find=h("input",{type:"search",placeholder:"Find a method","aria-label":"Find a method",oninput:()=>this.showMethods(),onkeydown:event=>event.key==="Enter"&&this.list.querySelector("button")?.click()});this.list=h("div",{class:"method-list"});this.picker=h("select",{"aria-label":"Method",onchange:()=>this.open(this.picker.value)});this.heading=h("h2");this.about=h("div",{class:"about"});this.examples=h("select",{id:"console-example",onchange:()=>this.useExample(this.examples.value)});this.formButton=button("Form",()=>this.showForm());this.textButton=button("JSON",()=>this.showText());this.text=h("textarea",{rows:10,spellcheck:"false","aria-label":"Parameters as JSON",oninput:()=>this.changed()});this.fields=h("div");this.sendButton=h("button",{class:"primary"},"Call");this.checkButton=button("Only check",()=>this.send(true));this.note=h("p",{class:"soft"});this.problem=h("p",{class:"bad",role:"alert"});this.answer=h("div",{"aria-live":"polite"});this.languages=h("div",{class:"bar",role:"group","aria-label":"Language"},Object.keys(callLanguages).map(language=>button(language,()=>{this.language=language;this.changed()},{class:"plain","data-language":language})));this.code=h("pre",{class:"text",tabindex:"0",role:"group","aria-label":"The call as code"});this.empty=h("div",{class:"empty"});this.body=h("div",{class:"console",hidden:true},h("nav",{class:"methods","aria-label":"Methods"},this.find,this.list),h("div",{class:"request"},this.picker,this.heading,this.about,h("form",{novalidate:true,onsubmit:event=>{event.preventDefault();this.send(false)}},h("div",{class:"bar"},h("label",{for:"console-example"},"Example"),this.examples,h("span",{class:"bar push",role:"group","aria-label":"Parameters as"},this.formButton,this.textButton)),this.fields,this.text,this.problem,h("div",{class:"bar actions"},this.sendButton,this.checkButton,this.note))),h("div",{class:"results"},h("section",{class:"answer","aria-label":"Answer"},this.answer),part("Copy as",this.languages,h("div",{class:"code"},button("Copy",event=>copyText(this.code.textContent,event.currentTarget),{class:"copy"}),this.code))));element.append(this.empty,this.body)},update(changes){if(!changes.has("state")&&!changes.has("source"))return;if(app.state==="open")this.load();else if(!this.document||app.isRecording)this.showEmpty();this.showRights()},showEmpty(problem){this.body.hidden=true;this.empty.hidden=false;fill(this.empty,h("h2",null,app.isRecording?"A recording answers no calls":"No bridge is connected"),h("p",null,problem??"The console calls the methods of a running bridge. Open this page with: altcraft-bridge inspect"))},async load(){let document;try{document=await app.document()}catch(error){return this.document||this.showEmpty(error.message)}
this.empty.hidden=true;this.body.hidden=false;if(!document||JSON.stringify(document)===JSON.stringify(this.document))return;this.document=document;types.schemas=document.components.schemas;this.methods=document.methods.filter(method=>!method["x-alias-of"]&&method.name!=="bridge.authenticate");fill(this.picker,this.groups(this.methods).map(([name,methods])=>
h("optgroup",{label:name},methods.map(method=>h("option",{value:method.name,text:method.name})))));this.open("mobileEvent")},groups(methods){const groups=new Map();for(const method of methods){const name=method.name.includes(".")?method.name.split(".")[0]:"Altcraft SDK";groups.set(name,[...groups.get(name)??[],method])}
return[...groups]},showMethods(){const words=this.find.value.toLowerCase().split(/\s+/);const found=this.methods.filter(method=>words.every(word=>`${method.name} ${method.summary}`.toLowerCase().includes(word)));fill(this.list,found.length?null:h("p",{class:"soft"},"No method has these words."),this.groups(found).map(([name,methods])=>[h("h3",{class:"caps",text:name}),h("ul",null,methods.map(method=>
h("li",null,button(method.name.split(".").at(-1),()=>this.open(method.name),{class:"plain",title:method.summary,"aria-label":method.name,"aria-current":method===this.method&&"true",}))))]))},open(name){const method=this.methods.find(method=>method.name===name),hasFocus=this.list.contains(document.activeElement);if(!method)return;this.method=method;this.picker.value=name;this.showMethods();if(hasFocus)this.list.querySelector("[aria-current]")?.focus();setText(this.heading,name);fill(this.about,h("p",null,method.summary," ",method["x-durable"]&&h("span",{class:"tag",title:"Answered when its job is on the disk."},"durable")),method.description&&h("details",null,h("summary",null,"More"),h("p",{text:method.description})));this.control=new Forms(()=>this.changed()).fields(types.parameters(method));fill(this.fields,method.params.length?this.control.element:h("p",{class:"soft"},"No parameters."));this.cases=[{name:"none",params:[]},...method.examples,...(method["x-error-examples"]??[]).map(example=>({...example,name:`refused: ${example.name}`}))];fill(this.examples,this.cases.map((example,index)=>h("option",{value:index,text:example.name})));this.examples.value=method.params.some(param=>param.required)?1:0;this.showAnswer(null);this.useExample(this.examples.value);this.showRights()},useExample(index){const params=Object.fromEntries(this.cases[index].params.map(param=>[param.name,param.value]));if(this.method["x-durable"])delete params.requestId;this.isText=!this.control.write(params)||this.isText;this.text.value=readable(params,60);this.showMode()},showMode(){this.text.hidden=!this.isText;this.fields.hidden=this.isText;this.text.rows=Math.min(24,Math.max(6,this.text.value.split("\n").length+1));this.formButton.setAttribute("aria-pressed",String(!this.isText));this.textButton.setAttribute("aria-pressed",String(this.isText));this.changed()},showForm(){const params=this.isText?this.current():{};if(!this.isText||(isObject(params)&&this.control.write(params))){this.isText=false;this.showMode()}else setText(this.problem,params?"The form has no fields for these parameters.":jsonProblem(this.text.value))},showText(){if(!this.isText)this.text.value=readable(this.current()??{},60);this.isText=true;this.showMode()},read(){if(!this.isText)return this.control.read();const params=parsedJSON(this.text.value.trim()||"{}");if(!params||typeof params!=="object")throw new FormError(jsonProblem(this.text.value)||"Parameters are an object or a list.");return params},current(){try{return this.read()}catch{return null}},changed(){setText(this.problem,"");for(const one of this.languages.children)one.setAttribute("aria-pressed",String(one.dataset.language===this.language));const params=this.current();setText(this.code,!params?"Required parameters are missing.":Array.isArray(params)&&this.language!=="netcat"
?"Only netcat can pass parameters by position.":callLanguages[this.language](this.method,params))},showRights(){const isOpen=app.state==="open",isAllowed=app.canControl||(isOpen&&this.method?.["x-observer"]===true);this.sendButton.disabled=!isAllowed;this.checkButton.disabled=!isOpen;setText(this.note,isAllowed?"":isOpen?forControl:"There is no connection to the bridge.")},async send(isCheck){let params;setText(this.problem,"");try{params=this.read()}catch(error){return showFormError(error)||setText(this.problem,error.message)}
const method=this.method.name,began=performance.now(),number=this.sent+=1;fill(this.answer,h("h3",null,"Answer"),h("p",{class:"soft"},"Waiting for the answer …"));const given=Object.keys(params).length?params:undefined;const answer=await(isCheck?app.call("bridge.check",{method,params:given}):app.call(method,given)).then(result=>({result}),error=>({error}));if(number===this.sent&&this.method.name===method)this.showAnswer({...answer,isCheck,took:(performance.now()-began)*1000})},showAnswer(answer){if(!answer){this.sent+=1;return fill(this.answer,h("h3",null,"Answer"),h("p",{class:"soft"},"Nothing has been called yet."))}
const{result,error,isCheck,took}=answer,id=!isCheck&&result?.requestId;fill(this.answer,h("div",{class:"bar"},h("h3",null,isCheck?"Check":"Answer"),error?h("span",{class:"tag bad",text:`${error.code} ${error.data?.reason??"error"}`}):h("span",{class:"tag good"},isCheck?"would be accepted":"ok"),h("span",{class:"soft",text:`after ${durationText(took)}`}),typeof id==="string"&&showOnlyJob(id)),error&&h("p",{class:"bad",text:error.message}),jsonPanel(error?error.data:result))},});const standingAnswers=new Map();let callbackQueue=Promise.resolve();app.onCallback((method,params)=>{if(!app.canControl)return undefined;const key=`${method} ${params.provider}`;if(standingAnswers.has(key))return Promise.resolve(standingAnswers.get(key));const until=performance.now()+(app.info?.limits.callbackSeconds??10)*1000;return callbackQueue=callbackQueue.then(()=>askForCallback(method,params,key,until))});const callbackWords={"provider.getJWT":["a JWT","text"],"provider.getToken":["a push token","text"],"provider.deleteToken":["the deletion of a push token","choice"],"notificationManager.requestAuthorization":["the permission to notify","choice"],};function askForCallback(method,params,key,until){const[words,kind]=callbackWords[method]??[`an answer to ${method}`,"json"];return new Promise(resolve=>{let given=null;const input=kind!=="choice"&&h("textarea",{rows:4,spellcheck:"false","aria-label":"The answer",value:method==="provider.getJWT"?sampleJWT():kind==="json"?"null":""});const keep=h("input",{type:"checkbox",id:"callback-keep"}),rest=h("span",{class:"soft push"}),problem=h("p",{class:"bad",role:"alert"});const finish=value=>{if(value===undefined||value==="")return setText(problem,value===""?"The answer is empty.":jsonProblem(input.value));if(keep.checked)standingAnswers.set(key,value);given=value;dialog.close()};const dialog=h("dialog",{"aria-labelledby":"callback-title",class:"callback",onclose:()=>{clearInterval(timer);dialog.remove();resolve(given)}},h("h2",{id:"callback-title",text:`The bridge asks for ${words}`}),h("p",{class:"soft",text:`${method} ${shortened(JSON.stringify(params),300)}`}),input,problem,h("p",{class:"bar"},keep,h("label",{for:"callback-keep"},"Give the same answer to later questions of this page")),h("div",{class:"bar"},rest,button(input?"No answer":"No",()=>finish(input?null:false)),button(input?"Answer":"Yes",()=>finish(input?kind==="json"?parsedJSON(input.value):input.value.trim():true),{class:"primary"})));const show=()=>{const left=until-performance.now();if(left<=0)dialog.close();else setText(rest,`${Math.ceil(left/1000)} s left`)};const timer=setInterval(show,500);document.body.append(dialog);dialog.showModal();show()})}
function sampleJWT(){const encoded=value=>btoa(JSON.stringify(value)).replaceAll("=","").replaceAll("+","-").replaceAll("/","_");const matching=JSON.stringify({db_id:1,matching:"email",email:"ann@example.com"});return`${encoded({alg:"none",typ:"JWT"})}.${encoded({matching,exp:Math.floor(Date.now()/1000)+3600})}.`}
const pushSamples={apns:{"aps":{"badge":3,"sound":"Sound","mutable_content":1,"alert":{"title":"Title","subtitle":"SubTitle","body":"Body"}},"click-url":"ClickURL","icon":"Icon","media":"Media","hub_link":{"open":"URLOpenEvent","ack":"URLDelivEvent"}},fcmV1IOS:{"aps":{"badge":3,"sound":"Sound","mutable_content":1,"alert":{"title":"Title","subtitle":"SubTitle","body":"Body"}},"click-url":"ClickURL","uid":"UID","launch_id":"LaunchID","hub_link":"{\"open\": \"URLOpenEvent\", \"ack\": \"URLDelivEvent\"}","media":"Media","mediaUrl":"Icon"},fcmV1Android:{"uid":"UID","launch_id":"LaunchID","hub_link":"{\"open\": \"URLOpenEvent\", \"ack\": \"URLDelivEvent\"}","title":"Title","body":"Body","icon":"Icon","image":"Image","click_action":"ClickURL","sound":"Sound"},fcmLegacyIOS:{"aps":{"alert":{"title":"Title","body":"Body"},"sound":"Sound"},"uid":"UID","message":"Body","mediaUrl":"Icon","media":"Media","launch_id":"LaunchID","hub_link":"{\"open\":\"URLOpenEvent\",\"ack\":\"URLDelivEvent\"}"},fcmLegacyAndroid:{"uid":"UID","message":"Body","mediaUrl":"Icon","image":"Image","launch_id":"LaunchID","hub_link":"{\"open\":\"URLOpenEvent\",\"ack\":\"URLDelivEvent\"}","title":"Title","body":"Body","icon":"Icon","click_action":"ClickURL","sound":"Sound"},hmsIOS:{"apple":"red","aps":{"alert":{"title":"Title","subtitle":"SubTitle","body":"Body"},"badge":3,"mutable_content":1,"sound":"Sound"},"click-url":"ClickURL","hub_link":"{\"open\": \"URLOpenEvent\", \"ack\": \"URLDelivEvent\"}","launch_id":"LaunchID","mediaUrl":"Icon","uid":"UID"},hmsAndroid:{"hub_link":"{\"open\": \"URLOpenEvent\", \"ack\": \"URLDelivEvent\"}","launch_id":"LaunchID","uid":"UID","title":"Title","body":"Body","icon":"Icon","sound":"Sound"},appMetricaIOS:{"aps":{"alert":{"title":"Title","body":"Body"},"badge":3},"hub_link":"{\"ack\":\"URLDelivEvent\",\"open\":\"URLOpenEvent\"}","icon":"Icon","media":"Media"},appMetricaAndroid:{"hub_link":"{\"ack\":\"URLDelivEvent\",\"open\":\"URLOpenEvent\"}","title":"Title","body":"Body","image":"Icon"},ruStore:{"uid":"UID","message":"Body","mediaUrl":"Icon","image":"Image","launch_id":"LaunchID","hub_link":"{\"open\": \"URLOpenEvent\", \"ack\": \"URLDelivEvent\"}","title":"Title","body":"Body","icon":"Icon","click_action":"ClickURL","sound":"Sound"},};const pushValues={Title:"Spring sale",SubTitle:"Only today",Body:"20 % off everything, until midnight.",Sound:"default",LaunchID:"launch-1",};for(const word of["Media","Banner","Image","Icon","ClickURL","URL","URLOpenEvent","URLDelivEvent"]){pushValues[word]=["https:","","example.com",word.toLowerCase()].join("/")}
registerPane({id:"push",title:"Push",order:4,taken:null,mount(element){this.structure=h("select",{id:"push-structure",onchange:()=>this.useSample()},Object.keys(pushSamples).map(name=>h("option",null,name)));this.text=h("textarea",{id:"push-message",rows:20,spellcheck:"false","aria-describedby":"push-problem",oninput:()=>this.edited()});this.problem=h("p",{class:"bad",id:"push-problem",role:"alert"});this.takeButton=button("Take the push",()=>this.take(),{class:"primary"});this.note=h("p",{class:"soft"});[this.shown,this.reading,this.way]=[h("div"),h("div"),h("div",{"aria-live":"polite"})];element.append(h("div",{class:"push-pane"},h("div",null,h("div",{class:"bar"},h("label",{for:"push-structure"},"Structure"),this.structure,button("Start again",()=>this.useSample(),{class:"push"})),h("label",{for:"push-message"},"The message, as it arrives on the device"),this.text,this.problem,h("div",{class:"bar"},this.takeButton,this.note)),h("div",null,part("Notification",this.shown),part("What happens",this.way),part("What the bridge reads",this.reading))));this.parseSoon=throttled(200,()=>this.parse());app.onNotification((method,params)=>this.taken&&this.notice(method,params));this.structure.value="fcmV1IOS";this.useSample()},update(changes){if(changes.has("state")||changes.has("source")){this.takeButton.disabled=!app.canControl;setText(this.note,app.canControl?"":app.state==="open"?forControl:"There is no connection to the bridge.");this.parseSoon()}
if(changes.has("jobs"))this.showWay()},useSample(){const uid=`uid-${Math.random().toString(36).slice(2,10)}`;this.text.value=JSON.stringify(pushSamples[this.structure.value],null,2).replace(/\b[A-Z]\w+\b/g,word=>word==="UID"?uid:pushValues[word]??word);this.taken=null;this.edited();this.showWay()},edited(){this.parsed=null;this.message=parsedJSON(this.text.value);setText(this.problem,isObject(this.message)?"":jsonProblem(this.text.value)||"A push is an object.");this.parseSoon()},async parse(){const message=this.message;if(this.parsed)return;let text=!app.canControl?"The bridge reads pushes for pages that may control it.":isObject(message)?"":"The message cannot be read.";if(!text){try{const parsed=await app.call("parsePush",{message});if(message===this.message)this.parsed=parsed}catch(error){text=error.message}}
this.showParsed(text)},showParsed(text){const push=this.parsed;if(!push){fill(this.reading,h("p",{class:"soft",text}));return fill(this.shown,h("p",{class:"soft",text}))}
if(!push.isAltcraft){fill(this.reading,h("p",null,"This is no push of the platform: it has none of its marks. The app must handle it itself."),jsonPanel(push));return fill(this.shown,h("p",{class:"soft"},"Nothing is shown."))}
const act=(label,identifier,tone)=>button(label,()=>this.click(identifier,label),{class:tone,disabled:!this.taken});fill(this.shown,h("div",{class:"card notification"},push.silent?h("p",{class:"soft"},"A silent push: nothing is shown."):[h("p",{class:"title",text:push.title??"No title"}),push.subtitle&&h("p",{text:push.subtitle}),h("p",{text:push.body??""}),push.media&&h("p",{class:"soft clip",text:`Image ${push.media}`})],h("div",{class:"bar"},act("Tap",undefined,"primary"),push.buttons.map(one=>act(one.label,one.identifier)),act("Dismiss","com.apple.UNNotificationDismissActionIdentifier","plain"))),!this.taken&&h("p",{class:"soft"},"Take the push first: then the notification can be tapped."));const facts={Structure:push.structure,UID:push.uid??"none: neither delivery nor open can be reported (event 451)",Link:push.clickUrl??"none",Launch:push.launchId??"none"};fill(this.reading,h("dl",{class:"facts"},Object.entries(facts).map(([name,value])=>[h("dt",{text:name}),h("dd",{class:name==="UID"&&!push.uid&&"warn",text:value})])),h("details",null,h("summary",null,"All of it, as parsePush answers"),jsonPanel(push)))},async take(){if(!isObject(this.message))return this.text.focus();await this.parse();this.taken={steps:[],jobs:new Set()};this.step("Taken","takePush");await app.call("takePush",{message:this.message}).catch(error=>this.step("Refused",error.message,"bad"));this.showParsed()},async click(actionIdentifier,label){this.step(`“${label}” clicked`,"notificationManager.didReceive");const{title,subtitle,body}=this.parsed,content={userInfo:this.message};for(const[name,text]of Object.entries({title,subtitle,body}))if(typeof text==="string")content[name]=text;try{const answer=await app.call("notificationManager.didReceive",{response:{actionIdentifier,request:{identifier:"inspector",content}}});this.step(answer.url?`Opens ${answer.url}`:"Opens nothing",`handled by: ${answer.handledBy}`)}catch(error){this.step("Refused",error.message,"bad")}},step(text,note,tone){this.taken.steps.push({at:app.model.now,text,note,tone});if(this.taken.steps.length>100)this.taken.steps.shift();this.showWay()},notice(method,params){if(["deliveryEvent","openEvent"].includes(params.method)||/^pushEvent/.test(params.name)){if(params.requestId&&this.taken.jobs.size<100)this.taken.jobs.add(params.requestId);this.showWay()}else if(method==="event"&&!params.requestId&&params.code>=200){this.step(`${params.code} ${params.name}`,params.message,params.type==="error"&&"bad")}},showWay(){if(!this.taken)return fill(this.way,h("p",{class:"soft"},"Nothing yet. A push that is taken is reported to the platform as delivered, a tap as opened."));const jobs=[...this.taken.jobs].map(id=>app.model.jobs.get(id)).filter(Boolean).map(job=>({at:job.start,job}));fill(this.way,h("ol",{class:"way"},[...this.taken.steps,...jobs].sort((one,other)=>one.at-other.at).map(({at,job,text,note,tone})=>
h("li",null,h("span",{class:"soft mono",text:clockText(at,1)}),h("span",null,h("b",{class:tone,text:text??{openEvent:"Open",deliveryEvent:"Delivery"}[job.method]??job.method})," ",job?[h("span",{class:`tag ${job.state==="delivered"?"good":job.state==="pending"?"warn":"bad"}`,text:job.state==="pending"?waitWords[job.waitingFor]??"on its way to the platform":job.state})," ",showOnlyJob(job.requestId),job.state!=="delivered"&&job.lastError&&h("span",{class:"soft",text:` ${job.lastError.message}`})]
:h("span",{class:"soft",text:note}))))))},});const platformWords={well:["answers","good"],failing:["answers with errors","bad"],unreachable:["cannot be reached","bad"],untried:["nothing sent yet",""],};const stateTones={delivered:"ok",pending:"open",rejected:"error",expired:"error",lost:"error",cleared:"event"};function table(name,heads,numbers,rows){const align=index=>numbers.includes(index)&&"num";return h("table",{class:name},h("thead",null,h("tr",null,heads.map((text,index)=>h("th",{scope:"col",class:align(index),text})))),h("tbody",null,rows.map(cells=>h("tr",null,cells.map((cell,index)=>h(index?"td":"th",{scope:index?null:"row",class:align(index)},cell))))))}
const meter=(part,isFull)=>h("span",{class:isFull?"meter full":"meter"},h("span",{style:{width:`${Math.min(100,100*part)}%`}}));const percent=part=>part>0&&part<0.001?"< 0.1 %":`${(100*part).toFixed(part<0.1?1:0)} %`;registerPane({id:"status",title:"Status",order:5,mount(element){this.empty=h("div",{class:"empty"},h("h2",null,"No bridge is connected"),h("p",null,"A recording has the messages of a bridge, not its counters."));this.grid=h("div",{class:"status"});this.cards=Object.fromEntries(["Bridge","Platform","Jobs","Time to answer","Connections","Limits"].map(title=>{const card=h("div");this.grid.append(h("section",{class:"card","aria-label":title},h("h2",null,title),card));return[title,card]}));element.append(this.empty,this.grid)},update(changes){const{stats,info}=app;this.grid.hidden=app.isRecording||!stats||!info;this.empty.hidden=!this.grid.hidden;if(this.grid.hidden||!["state","source","stats"].some(name=>changes.has(name)))return;this.showBridge(info,stats);this.showJobs(stats.outbox);this.showLatency(stats.latencyMicroseconds);this.showConnections(stats.connections);this.showLimits(info.limits,stats)},facts(card,facts){const place=this.cards[card],list=place.querySelector("dl")??place.appendChild(h("dl",{class:"facts"}));const given=facts.filter(([,text])=>text!==null&&text!==undefined),key=given.map(([name])=>name).join();if(list.dataset.key!==key)fill(list,given.map(([name])=>[h("dt",{text:name}),h("dd")]));list.dataset.key=key;list.querySelectorAll("dd").forEach((value,index)=>{setText(value,given[index][1]);value.className=given[index][2]??""})},showBridge(info,stats){const{readiness}=app,{url,state}=stats.platform,[words,tone]=platformWords[state]??[state];this.facts("Bridge",[["Version",info.version],["Process",`${info.pid}, up ${durationText(stats.uptimeSeconds*1e6)}`],["Listens",info.transports.join("\n")],["Data",info.dataDir],["App group",info.appGroup],["Durability",`${stats.durability}: jobs survive ${stats.durability==="power"?"a power failure":"a crash of the bridge"}`],["Storage",readiness&&storageWords(readiness)[0],readiness?.isReady?"good":"bad"],["Delivery",`${plural(stats.delivery.attempts,"attempt")}, ${plural(stats.delivery.workerStarts,"start")} of the delivery program`],["Messages",`${bytesText(stats.bytes.in)} in, ${bytesText(stats.bytes.out)} out`],["Calls",`${plural(stats.calls.requests,"request")}, ${plural(stats.calls.notifications,"notification")}, ${plural(stats.calls.errors,"error")}`],]);const last=lastAnswer();this.facts("Platform",[["Address",url??"not configured: no host has called initialization",url?"":"warn"],["State",url&&words,tone],["Last answer",last&&`${last.httpCode?`HTTP ${last.httpCode}`:last.failure}, ${clockText(last.end,0)}`],["Clock",...clockWords(last)],])},showJobs(outbox){const names=Object.keys(stateTones),used=names.filter(name=>outbox[name]);this.facts("Jobs",[["Accepted",countText(outbox.accepted)],...names.map(name=>[name[0].toUpperCase()+name.slice(1),outbox[name]||stateTones[name]!=="error"?countText(outbox[name]):null,stateTones[name]==="error"?"bad":""]),["Oldest",outbox.oldestPendingAt&&`accepted ${dateText(timeOf(outbox.oldestPendingAt),0)}`]]);this.parts??=this.cards.Jobs.insertBefore(h("div",{class:"parts","aria-hidden":"true"}),this.cards.Jobs.firstChild);fill(this.parts,used.map(name=>h("span",{title:name,style:{"flex-grow":String(outbox[name]),background:`var(--tone-${stateTones[name]})`}})))},showLatency(steps){const sum=steps.reduce((sum,step)=>sum+step.count,0),most=Math.max(...steps.map(step=>step.count));const from=Math.max(0,steps.findIndex(step=>step.count)-1),to=steps.findLastIndex(step=>step.count)+2;let seen=0;fill(this.cards["Time to answer"],sum?table("histogram",["Within","Share","Requests","So far"],[0,2,3],steps.slice(from,to).map(({le,count})=>{seen+=count;return[le===null?"longer":durationText(le),meter(count/most),countText(count),percent(seen/sum)]})):h("p",{class:"soft"},"No request yet."))},showConnections({open,opened,refused}){const known=[...app.model.connections.values()].filter(connection=>connection.isOpen).slice(-50);fill(this.cards.Connections,h("p",{text:`${countText(open)} open, ${countText(opened)} since the start, ${countText(refused)} refused`}),known.length?table("",["Number","Transport","Peer","Calls seen"],[3],known.map(({number,transport,peer,isOwn,calls})=>[isOwn?`${number} (this page)`:button(number,()=>{app.select({connection:number});app.showPane("timeline")},{class:"link","aria-label":`Show only connection ${number}`}),transport,peer&&`process ${peer.pid}, user ${peer.uid}`,isOwn?"":countText(calls)]))
:h("p",{class:"soft"},"Connections are listed as soon as one of their messages is seen."))},showLimits(limits,{outbox,connections}){const used={outboxRecords:outbox.pending,outboxBytes:outbox.bytes,connections:connections.open};const names=[...Object.keys(used),...Object.keys(limits).filter(name=>!(name in used)).sort()];fill(this.cards.Limits,table("limits",["Limit","Value","In use"],[1],names.map(name=>{const part=used[name]/limits[name];return[h("code",{text:name}),limitText(name,limits[name]),name in used&&[meter(part,part>0.8),part>=1?h("b",{class:"bad"},"full"):percent(part)]]})))},});function limitText(name,limit){return name.endsWith("Bytes")?bytesText(limit):name.endsWith("Seconds")?durationText(limit*1e6):countText(limit)}
function lastAnswer(){let last=null;for(const{attempts}of app.model.jobs.values()){const attempt=attempts.at(-1);if(attempt&&attempt.end!==Infinity&&!(last?.end>attempt.end))last=attempt}
return last}
function clockWords(attempt){const ahead=attempt?.clock;if(ahead===undefined)return[null];if(Math.abs(ahead)<60e6)return["agrees with the platform's","good"];return[`${durationText(Math.abs(ahead))} ${ahead>0?"ahead of":"behind"} the platform's: set it (timedatectl)`,"bad"]}
function connect(){const scheme=location.protocol==="https:"?"wss":"ws";app.connection=new RpcConnection(`${scheme}://${location.host}/rpc`,{state:connectionChanged,notification:takeNotification,request(method,params){for(const answer of app.callbackAnswers){const promise=answer(method,params);if(promise!==undefined)return promise}
throw new RpcError({code:-32601,message:"no answer"})},});if(app.connection.isInvited)app.connection.open();else connectionChanged("refused")}
function connectionChanged(state){if(app.isRecording)return;app.state=state;app.changed("state");if(state==="open")subscribe()}
const position={trace:null,events:null,outcome:null,epoch:null};async function subscribe(){try{app.info=await app.call("bridge.info");if(position.epoch!==app.info.epoch){if(position.epoch!==null){app.model.reset();app.changed("source")}
Object.assign(position,{trace:null,events:null,outcome:null,epoch:app.info.epoch});app.discovered=null}
const after=number=>number===null?{}:{since:number,epoch:position.epoch};await refresh();const trace=await app.call("trace.subscribe",after(position.trace));if(trace?.gap)gap();const events=await app.call("events.subscribe",after(position.events??0));position.events??=events.seq;const page=await app.call("outcomes.list",{limit:1});const first=position.outcome??Math.max(0,page.last-500);await app.call("outcomes.subscribe",{after:Math.max(first,page.first-1)})}catch(error){if(error.code)app.problem=error.message;app.changed("state")}}
function gap(){app.model.gaps+=1;app.changed("trace")}
function takeNotification(method,params){switch(method){case"trace":
position.trace=params.seq;app.model.takeTrace(params,app.connection.prefix);break;case"event":
position.events=params.seq;app.model.takeEvent(params);if(params.code===403)readStorage();break;case"outcome":
position.outcome=params.outcome;app.model.takeOutcome(params);break;case"trace.gap":case"events.gap":case"outcomes.gap":gap();break}
for(const listener of app.listeners)listener(method,params)}
async function readStorage(){try{const answer=await fetch("/readyz",{cache:"no-store"}),text=await answer.text();app.readiness={isReady:answer.ok,text,cause:/\((\w+)\)/.exec(text)?.[1]??null}}catch{app.readiness=null}
app.changed("stats")}
function takeStats(stats){app.stats=stats;app.statsAt=Date.now()*1000;noteRates();app.changed("stats")}
async function refresh(){takeStats(await app.call("bridge.stats"));for(const state of["pending","rejected"]){const page=await app.call("outbox.list",{state,limit:500});app.listed={...app.listed,[state]:{count:page.items.length,next:page.next}};for(const item of page.items)app.model.takeListed(item)}}
app.refresh=refresh;app.readMore=async state=>{const after=app.listed?.[state]?.next;if(!after)return;const page=await app.call("outbox.list",{state,limit:1000,after});app.listed[state]={count:app.listed[state].count+page.items.length,next:page.next};for(const item of page.items)app.model.takeListed(item)};let ticks=0;function tick(){app.changed("time");if(app.state!=="open"||document.hidden)return;ticks+=1;if(ticks%2===1)readStorage();(ticks%3===1?refresh():app.call("bridge.stats").then(takeStats)).catch(()=>{})}
app.model=new InspectorModel(name=>app.changed(name));mountFrame();connectRecordings();if(location.protocol.startsWith("http"))connect();setInterval(tick,1000);app.changed("source");
})();
</script>
</body>
</html>

"""#
}
