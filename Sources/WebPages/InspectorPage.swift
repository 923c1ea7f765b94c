// Generated from the parts in this folder. To write it again: UPDATE=1 swift test --filter Drift
// swift-format-ignore-file

/// The inspector, which the bridge serves at `/` of its WebSocket port.
package enum InspectorPage {
  /// The value of the header Content-Security-Policy: only this style sheet and this script are in force.
  package static let contentSecurityPolicy =
    "default-src 'none'; script-src 'sha256-VhPS70rguI2IJKCmRh5zRYFDClNZpZxcdeZ8HTuUKPU='; style-src 'sha256-UeGSARXSoASH9MiySaJN4IpThC6kgYiVlZk7i4d+kJU='; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

  package static let html = #"""
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-VhPS70rguI2IJKCmRh5zRYFDClNZpZxcdeZ8HTuUKPU='; style-src 'sha256-UeGSARXSoASH9MiySaJN4IpThC6kgYiVlZk7i4d+kJU='; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'">
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
button:hover:not(:disabled){background:var(--hover);}
button:disabled{opacity:.55;cursor:default;}
button.primary{background:var(--accent);border-color:var(--accent);color:light-dark(#fff,#0b1218);font-weight:600;}
button.primary:hover{filter:brightness(1.08);}
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
.json-word,.json-number{color:var(--warn);}
dl.facts{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:3px 14px;}
dl.facts dt{color:var(--soft);}
dl.facts dd{overflow-wrap:anywhere;}
.empty{padding:28px 20px;max-width:44rem;margin:0 auto;color:var(--soft);}
.empty h2{color:var(--text);font-size:14px;margin-bottom:6px;}
.empty p + p,.empty p + pre,.empty pre + p{margin-top:8px;}
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
@media (prefers-reduced-motion:no-preference){
button,.tabs [role="tab"]{transition:background-color .12s,color .12s,border-color .12s;}
}
@media (pointer:coarse){button,input,select{min-height:34px;}}
body{height:100dvh;display:flex;flex-direction:column;overflow:hidden;}
#head{flex:none;background:var(--panel);border-bottom:1px solid var(--line);}
#head > .bar{padding:8px 16px 6px;flex-wrap:nowrap;}
#head > .bar h1{white-space:nowrap;}
#head > .bar .push{flex-wrap:nowrap;}
#strip{display:grid;grid-template-columns:repeat(6,minmax(0,1fr));border-top:1px solid var(--line);border-bottom:1px solid var(--line);}
#strip > div{padding:5px 16px 6px;border-left:1px solid var(--line);min-width:0;}
#strip > div:first-child{border-left:0;}
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
#drop{
position:fixed;inset:0;z-index:20;display:grid;place-items:center;background:color-mix(in srgb,var(--page) 85%,transparent);
border:3px dashed var(--accent);font-size:16px;font-weight:600;pointer-events:none;
}
@media (max-width:900px){
#strip{grid-template-columns:repeat(3,minmax(0,1fr));}
#strip > div{padding:3px 12px;}
#strip > div:nth-child(4){border-left:0;}
#strip > div:nth-child(n + 4){border-top:1px solid var(--line);}
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
const refusedAttributes=new Set(["src","srcdoc","srcset","action","formaction","style","is"]);function h(tag,attributes,...children){const[type,...classes]=tag.split("."),element=document.createElement(type);if(classes.length)element.className=classes.join(" ");if(attributes?.constructor!==Object){children.unshift(attributes);attributes={};}
for(const[name,value]of Object.entries(attributes)){if(value===null||value===undefined||value===false)continue;if(name==="text")element.textContent=value;else if(name==="value")element.value=value;else if(name==="style"&&typeof value==="object"){for(const[property,text]of Object.entries(value))element.style.setProperty(property,text);}else if(name.startsWith("on")){if(typeof value!=="function")throw new TypeError(`${name} is not a function`);element.addEventListener(name.slice(2),value);}else if(refusedAttributes.has(name)||(name==="href"&&!String(value).startsWith("#"))){throw new TypeError(`the attribute ${name} is not allowed`);}else element.setAttribute(name,value===true?"":String(value));}
addChildren(element,children);return element;}
function addChildren(element,children){for(const child of children){if(child===null||child===undefined||child===false)continue;if(Array.isArray(child))addChildren(element,child);else element.append(child instanceof Node?child:document.createTextNode(String(child)));}}
function fill(element,...children){element.replaceChildren();addChildren(element,children);return element;}
function setText(element,text){if(element.textContent!==text)element.textContent=text;}
function patchList(parent,items,key,make,change){const old=new Map();for(const child of parent.children)if(child.itemKey!==undefined)old.set(child.itemKey,child);let place=parent.firstChild;for(const item of items){const name=key(item);let child=old.get(name);if(child)old.delete(name);else{child=make(item);child.itemKey=name;}
change?.(child,item);if(child===place)place=place.nextSibling;else parent.insertBefore(child,place);}
for(const child of old.values())child.remove();}
function announce(text){const region=document.getElementById("announcer");if(region)region.textContent=region.textContent===text?text+"\u00a0":text;}
function action(text,act,attributes){return h("button",{type:"button",onclick:act,...attributes},text);}
function facts(...rows){return h("dl.facts",rows.filter(([,value])=>value!==null&&value!==undefined&&value!=="")
.map(([name,value])=>[h("dt",name),h("dd",null,value)]));}
async function copyText(text,button){try{await navigator.clipboard.writeText(text);announce("Copied.");const label=button.textContent;button.textContent="Copied";setTimeout(()=>{button.textContent=label;},1200);}catch{announce("The browser does not allow copying.");}}
const grouped=new Intl.NumberFormat("en",{maximumFractionDigits:0});function countText(number){return Number.isFinite(number)?grouped.format(number).replaceAll(",","\u202f"):"–";}
function plural(number,one,many){return`${countText(number)} ${number===1?one:many??one+"s"}`;}
function bytesText(bytes){if(!Number.isFinite(bytes))return"–";const units=["bytes","KiB","MiB","GiB"];let unit=0;while(bytes>=1024&&unit<3){bytes/=1024;unit+=1;}
return`${unit===0||bytes>=100?Math.round(bytes):bytes.toFixed(1)} ${units[unit]}`;}
function durationText(us){if(!Number.isFinite(us))return"–";const sign=us<0?"−":"";us=Math.abs(us);const[size,unit]=us<100?[1,"µs"]:us<1e6?[1e3,"ms"]:us<120e6?[1e6,"s"]
:us<7200e6?[60e6,"min"]:us<172800e6?[3600e6,"h"]:[86400e6,"days"];const number=us/size;return`${sign}${size===1||size>1e6||number>=100?Math.floor(number):+number.toFixed(number>=10?1:2)} ${unit}`;}
const two=number=>String(number).padStart(2,"0");function clockText(us,digits=3){if(!Number.isFinite(us))return"–";const date=new Date(us/1000);if(Number.isNaN(date.getTime()))return"–";const rest=digits?"."+String(Math.floor(((us%1e6)+1e6)%1e6)).padStart(6,"0").slice(0,digits):"";return`${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}${rest}`;}
function dateText(us,digits=3){const date=new Date(us/1000);if(Number.isNaN(date.getTime()))return"–";return`${date.getFullYear()}-${two(date.getMonth()+1)}-${two(date.getDate())} ${clockText(us,digits)}`;}
function timeOf(text){return typeof text==="string"?Date.parse(text)*1000:NaN;}
function jsonText(value,bound=200000){const text=JSON.stringify(value,null,2)??"";return text.length>bound?`${text.slice(0,bound)}\n… ${bytesText(text.length-bound)} more`:text;}
function jsonBlock(value){const block=h("pre.json",{tabindex:"0",role:"group","aria-label":"JSON"});const pattern=/("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|-?\d[\d.eE+-]*/g;const text=jsonText(value);if(text.length>40000)return fill(block,text);let at=0;for(const match of text.matchAll(pattern)){if(match.index>at)block.append(text.slice(at,match.index));const kind=match[2]?"name":match[1]?"text":match[3]?"word":"number";block.append(h("span",{class:`json-${kind}`},match[1]??match[0]),match[2]??"");at=match.index+match[0].length;}
block.append(text.slice(at));return block;}
function jsonPanel(value){return h("div.code",action("Copy",event=>copyText(jsonText(value,Infinity),event.currentTarget),{class:"copy"}),jsonBlock(value));}
function shortened(text,length){text=String(text);return text.length<=length?text:`${text.slice(0,length-1)}…`;}
function parsedJSON(text){try{return JSON.parse(text);}catch{return undefined;}}
function makeTable(caption,columns,chosen){const body=h("tbody",{onclick(event){const row=event.target.closest("tr");if(row)chosen(row.item);}});const make=item=>{const row=h("tr",columns.map(([,,name])=>h("td",name==="link"&&[h("i.dot"),h("button.link",{type:"button"})])));row.item=item;return row;};const element=h("table",h("caption.off",caption),h("colgroup",columns.map(([,width,name])=>h("col",{style:{width},class:name}))),h("thead",h("tr",columns.map(([title,,name])=>h("th",{scope:"col",class:name},title)))),body);return{element,body,show(items,key,cells){element.hidden=items.length===0;patchList(body,items,key,make,(row,item)=>cells(item).forEach(([text,tone="",title=text],column)=>{const cell=row.children[column],name=columns[column][2]??"";cell.title=title;if(name!=="link")cell.className=`${name} ${tone}`;else cell.firstChild.style.background=`var(--tone-${item.tone})`;setText(name==="link"?cell.lastChild:cell,text);}));}};}
class BoundedList{constructor(bound){this.bound=bound;this.items=[];this.dropped=0;}
get length(){return this.items.length;}
push(item){this.items.push(item);if(this.items.length>this.bound*1.1){const excess=this.items.length-this.bound;this.items.splice(0,excess);this.dropped+=excess;}}
last(count){return this.items.slice(-count);}
clear(){this.dropped+=this.items.length;this.items=[];}}
class BoundedMap extends Map{constructor(bound,isDone=()=>true){super();this.bound=bound;this.isDone=isDone;}
set(key,value){super.set(key,value);if(this.bound&&this.size>this.bound*1.1)this.shrink();return this;}
shrink(){for(const mayStay of[true,false]){for(const[key,value]of this){if(this.size<=this.bound)return;if(!mayStay||this.isDone(value))this.delete(key);}}}}
function lowerBound(items,isAtLeast){let low=0,high=items.length;while(low<high){const middle=(low+high)>>1;if(isAtLeast(items[middle]))high=middle;else low=middle+1;}
return low;}
function throttled(milliseconds,body){let timer=null,last=0;const run=()=>{timer=null;last=performance.now();body();};return()=>{timer??=setTimeout(run,Math.max(0,last+milliseconds-performance.now()));};}
class RpcError extends Error{constructor(error){super(error?.message??"the connection is closed");this.code=error?.code??0;this.data=error?.data??null;}}
class RpcConnection{constructor(url,handlers){this.url=url;this.handlers=handlers;this.role=null;this.state="connecting";this.prefix=`page-${Math.random().toString(36).slice(2,10)}-`;this.calls=new Map();this.count=0;this.pause=500;this.ticket=takeTicket();this.session=storedSession();}
get isInvited(){return Boolean(this.ticket||this.session);}
get canControl(){return this.role==="control";}
open(){clearTimeout(this.timer);this.change("connecting");const socket=new WebSocket(this.url,["altcraft-bridge.v1"]);this.socket=socket;socket.onopen=()=>this.authenticate();socket.onmessage=event=>{if(this.socket===socket)this.receive(event.data);};socket.onclose=()=>{if(this.socket===socket)this.closed();};}
async authenticate(){const proof=this.ticket?{ticket:this.ticket}:{token:this.session.token};this.ticket=null;try{const answer=await this.call("bridge.authenticate",proof);if(answer?.session)this.session={token:answer.session,role:answer.role};this.role=answer?.role??this.session?.role??"observer";storeSession(this.session);}catch(error){if(error.code!==-32001)return;this.session=null;storeSession(null);this.change("refused");this.socket.close();return;}
this.pause=500;this.change("open");}
closed(){for(const call of this.calls.values())call.reject(new RpcError({message:"the connection was closed",code:0}));this.calls.clear();if(this.state==="refused")return;if(!this.isInvited)return this.change("refused");this.change("waiting");this.timer=setTimeout(()=>this.open(),this.pause);this.pause=Math.min(this.pause*1.7,10000);}
change(state){if(this.state===state&&state!=="connecting")return;this.state=state;this.handlers.state?.(state);}
call(method,params){return new Promise((resolve,reject)=>{if(this.socket?.readyState!==WebSocket.OPEN)return reject(new RpcError({message:"there is no connection to the bridge"}));const id=this.prefix+ ++this.count;this.calls.set(id,{resolve,reject});this.send(params===undefined?{jsonrpc:"2.0",id,method}:{jsonrpc:"2.0",id,method,params});});}
send(message){this.socket.send(typeof message==="string"?message:JSON.stringify(message));}
receive(text){const message=parsedJSON(text);if(message===undefined)return;for(const item of Array.isArray(message)?message:[message]){if(typeof item.method==="string"){if(item.id===undefined)this.handlers.notification?.(item.method,item.params??{});else this.answer(item);}else{const call=this.calls.get(item.id);this.calls.delete(item.id);if(item.error)call?.reject(new RpcError(item.error));else call?.resolve(item.result);}}}
async answer(item){let answer;try{if(!this.handlers.request)throw new RpcError({code:-32601,message:"this page answers no callbacks"});answer={jsonrpc:"2.0",id:item.id,result:await this.handlers.request(item.method,item.params??{})};}catch(error){answer={jsonrpc:"2.0",id:item.id,error:{code:error.code||-32603,message:error.message}};}
if(this.socket?.readyState===WebSocket.OPEN)this.send(answer);}}
function takeTicket(){const ticket=/^#ticket=([\w-]+)/.exec(location.hash)?.[1]??null;if(ticket)history.replaceState(null,"",location.pathname+location.search);return ticket;}
function storedSession(){try{return JSON.parse(sessionStorage.getItem("session"));}catch{return null;}}
function storeSession(session){try{if(session)sessionStorage.setItem("session",JSON.stringify(session));else sessionStorage.removeItem("session");}catch{/* A page from a file has no storage in some browsers. */}}
function connectTabs(list,chosen){const tabs=()=>[...list.querySelectorAll('[role="tab"]')].filter(tab=>!tab.hidden);function choose(tab,isByKey){for(const other of list.querySelectorAll('[role="tab"]')){const isChosen=other===tab;other.setAttribute("aria-selected",String(isChosen));other.tabIndex=isChosen?0:-1;const panel=document.getElementById(other.getAttribute("aria-controls"));if(panel)panel.hidden=!isChosen;}
if(isByKey)tab.focus();tab.scrollIntoView?.({block:"nearest",inline:"nearest"});chosen(tab);}
list.addEventListener("click",event=>{const tab=event.target.closest('[role="tab"]');if(tab)choose(tab,false);});list.addEventListener("keydown",event=>{const all=tabs(),at=all.indexOf(document.activeElement);const next={ArrowRight:at+1,ArrowLeft:at-1,Home:0,End:all.length-1}[event.key];if(next===undefined||at<0)return;event.preventDefault();choose(all[(next+all.length)%all.length],true);});return tab=>choose(tab,false);}
function connectTheme(button){const names=["system","light","dark"];let theme=null;try{theme=localStorage.getItem("theme");}catch{/* A page from a file has no storage in some browsers. */}
if(!names.includes(theme))theme="system";function show(){if(theme==="system")delete document.documentElement.dataset.theme;else document.documentElement.dataset.theme=theme;button.textContent=`Theme: ${theme}`;document.dispatchEvent(new Event("themechange"));}
button.addEventListener("click",()=>{theme=names[(names.indexOf(theme)+1)%names.length];try{localStorage.setItem("theme",theme);}catch{/* As above. */}
show();announce(`Theme: ${theme}.`);});matchMedia("(prefers-color-scheme: dark)").addEventListener("change",show);show();}
const panes=[];function registerPane(pane){panes.push(pane);}
const app={state:"none",connection:null,model:null,stats:null,info:null,readiness:null,attention:[],selection:{from:null,to:null,requestIds:null,connection:null},pane:null,changes:new Set(),callbackAnswers:[],listeners:[],get canControl(){return this.state==="open"&&this.connection.canControl;},get isRecording(){return this.state==="recording";},call(method,params){if(!this.connection||this.isRecording)return Promise.reject(new RpcError({message:"no bridge is connected"}));return this.connection.call(method,params);},document(){if(this.isRecording||!this.connection)return Promise.resolve(null);this.discovered??=this.call("rpc.discover").catch(error=>{this.discovered=null;throw error;});return this.discovered;},onCallback(answer){this.callbackAnswers.push(answer);},onNotification(listener){this.listeners.push(listener);},changed(name){this.changes.add(name);this.updateSoon();},update(){const changes=this.changes;this.changes=new Set();updateFrame(changes);if(this.pane){for(const name of changes)for(const pane of panes)if(pane!==this.pane)pane.missed.add(name);this.pane.update?.(changes);}},select(change){this.selection=change===null
?{from:null,to:null,requestIds:null,connection:null}:{...this.selection,...change};this.changed("selection");},get isSelective(){return Object.values(this.selection).some(value=>value!==null);},showsTime(from,to=from){const range=this.selection;return range.from===null||(to>=range.from&&from<=range.to);},showsJob(job){const{requestIds,connection}=this.selection;return(!requestIds||requestIds.has(job.requestId))&&(connection===null||job.connection===connection)
&&this.showsTime(job.start,job.end);},showsConnection(number){return this.selection.connection===null||this.selection.connection===number;},showPane(id){chooseTab(document.getElementById(`tab-${id}`));},showDetail(title,...children){const panel=document.getElementById("detail");if(panel.hidden)this.detailOpener=document.activeElement;panel.hidden=false;fill(panel,h("header",h("h2",title),action("Close",()=>this.hideDetail(),{class:"plain"})),h("div.content",children));panel.scrollTop=0;panel.focus({preventScroll:true});},hideDetail(){const panel=document.getElementById("detail");if(panel.hidden)return;panel.hidden=true;this.detailClosed?.();if(this.detailOpener?.isConnected)this.detailOpener.focus({preventScroll:true});},confirm({title,text,action:label,isDangerous}){return new Promise(resolve=>{const dialog=h("dialog",{"aria-labelledby":"confirm-title",onclose:()=>{dialog.remove();resolve(dialog.returnValue==="yes");}},h("h2",{id:"confirm-title"},title),[text].flat().map(line=>line instanceof Node?line:h("p",line)),h("div.bar",action("Cancel",()=>dialog.close("no")),action(label,()=>dialog.close("yes"),{class:isDangerous?"danger":"primary"})));document.body.append(dialog);dialog.showModal();});},};app.updateSoon=throttled(125,()=>app.update());let chooseTab=null;function mountFrame(){const list=document.getElementById("tabs"),main=document.getElementById("panes");panes.sort((one,other)=>one.order-other.order);for(const pane of panes){pane.missed=new Set(["state","source","stats","trace","jobs","events","selection","time"]);pane.tab=h("button",{type:"button",role:"tab",id:`tab-${pane.id}`,"aria-controls":`pane-${pane.id}`,"aria-selected":"false",tabindex:"-1",},pane.title);pane.element=h("section",{id:`pane-${pane.id}`,role:"tabpanel","aria-labelledby":`tab-${pane.id}`,tabindex:"0",hidden:true,});list.append(pane.tab);main.append(pane.element);}
chooseTab=connectTabs(list,tab=>choosePane(panes.find(pane=>pane.tab===tab)));connectTheme(document.getElementById("theme"));document.addEventListener("keydown",event=>{if(event.key==="Escape"&&!event.defaultPrevented&&!document.querySelector("dialog[open]"))app.hideDetail();});app.showPane(panes[0].id);}
function choosePane(pane){if(app.pane===pane)return;app.pane?.hide?.();app.pane=pane;if(!pane.isMounted){pane.isMounted=true;pane.mount(pane.element,app);}
pane.show?.();const missed=pane.missed;pane.missed=new Set();pane.update?.(missed);}
function updateFrame(changes){if(changes.has("state")||changes.has("source")){const role=document.getElementById("role");role.hidden=app.state!=="open"&&app.state!=="recording";role.className=app.canControl?"tag accent":"tag";setText(role,app.isRecording?"recording":app.canControl?"control":"read only");role.title=app.canControl||app.isRecording?"":"For changes run: altcraft-bridge inspect --control";}
if(changes.has("selection")||changes.has("source"))showSelection();updateAttention(changes);updateStrip(changes);refreshJob();}
function showSelection(){const{from,to,requestIds,connection}=app.selection,{model}=app,line=document.getElementById("selection");line.hidden=!app.isSelective;const parts=[from!==null&&`${model.timeText(from)} – ${model.timeText(to)} (${model.spanText(to-from)})`,requestIds&&(requestIds.size===1?`job ${shortened([...requestIds][0],13)}`:plural(requestIds.size,"job")),connection&&`connection ${connection}`];fill(line,h("span.soft","Only"),parts.filter(Boolean).map(text=>h("span.tag.accent.clip",text)),action("Show everything",()=>{app.select(null);app.pane.tab.focus();},{class:"plain"}));}
const rateSamples=[];function noteRates(){const{accepted,delivered}=app.stats.outbox,at=performance.now();const last=rateSamples.at(-1);if(last&&accepted<last.accepted)rateSamples.length=0;rateSamples.push({at,accepted,delivered});while(rateSamples.length>2&&at-rateSamples[0].at>10500)rateSamples.shift();}
function rateText(){const first=rateSamples[0],last=rateSamples.at(-1);if(!first||last.at-first.at<500)return"–";const perSecond=name=>{const rate=(last[name]-first[name])*1000/(last.at-first.at);return rate>=10||rate===0?countText(Math.round(rate)):rate.toFixed(1);};return`${perSecond("accepted")}/s in, ${perSecond("delivered")}/s out`;}
function setStrip(name,text,tone,title=""){const cell=document.querySelector(`[data-strip="${name}"]`),value=cell.lastElementChild;cell.dataset.tone=tone??"";setText(value,text);cell.title=title;}
function updateStrip(changes){const{stats,model}=app;if(changes.has("source"))rateSamples.length=0;setStrip("live",...liveWords[app.state]);setStrip("storage",...storageWords(app.readiness));if(stats){const{pending,bytes,oldestPendingAt}=stats.outbox,oldest=timeOf(oldestPendingAt),age=app.statsAt-oldest;setStrip("pending",`${countText(pending)}${pending?` (${bytesText(bytes)})`:""}`);setStrip("oldest",oldestPendingAt?durationText(Math.max(0,age)):"none",age>600e6?"warn":"",oldestPendingAt?`accepted ${dateText(oldest)}`:"");setStrip("rate",rateText());}else if(app.isRecording){const jobs=[...model.jobs.values()],pending=jobs.filter(job=>job.state==="pending");setStrip("pending",countText(pending.length));setStrip("oldest",pending.length?model.timeText(pending[0].start):"none");setStrip("rate",plural(jobs.length,"job"));}
const{items}=model.syncs;setStrip("sync",items.length?`${durationText(quantile(items,0.5))}, p99 ${durationText(quantile(items,0.99))}`:"–","","From the acceptance of a job until it is on the disk: median and 99th percentile");}
const liveWords={open:["live","good"],connecting:["connecting …","warn"],waiting:["lost, connecting again …","bad"],refused:["no access","bad"],recording:["recording"],none:["not connected"],};function storageWords(readiness){if(app.isRecording||!readiness)return["–"];if(readiness.isReady)return["accepts jobs","good"];const words={noSpace:"disk full",readOnly:"disk read-only",ioError:"disk fails"};return[words[readiness.cause]??"refuses jobs","bad",readiness.text];}
const recent=300e6;function findProblems(){const{model}=app,now=model.now,pending=[],rejected=[];for(const job of model.jobs.values()){if(job.state==="pending")pending.push(job);else if(job.state==="rejected"&&(job.isRetryable||model.hasLines||now-job.end<3600e6))rejected.push(job);}
const isRecent=time=>model.hasLines||now-time<recent;const facts={now,pending,rejected,events:model.events.last(300).filter(event=>isRecent(event.start)),refusals:model.refusals.last(300).filter(refusal=>isRecent(refusal.at)),};return[pageProblems,storageProblems,deliveryProblems,waitProblems,laneProblems,rejections,clockProblems,callProblems]
.flatMap(find=>find(facts));}
function problem(id,tone,title,advice,text,act){return{id,tone,title,advice,text,act};}
function searchAct(query){return()=>{app.select(null);app.showPane("work");work.input.value=query;app.changed("jobs");};}
const errorOfJob=job=>job.lastError?.message??job.attempts.at(-1)?.failure??"";function pageProblems(){const found=[];if(app.state==="waiting")found.push(problem("lost","bad","The bridge does not answer.","The page connects again by itself. After a restart of the bridge, run altcraft-bridge inspect again."));if(app.problem)found.push(problem("problem","bad","The page cannot read the bridge.",app.problem));if(app.model.gaps)found.push(problem("gaps","warn","Some messages are missing on this page.","There were more than it could read. The outcomes of jobs are complete."));return found;}
function storageProblems({events,refusals,pending}){const found=[],{readiness,stats,info}=app,failures=events.filter(event=>event.code===403);const last=failures.findLast(event=>event.value?.cause)?.value.cause;const cause=readiness?readiness.isReady?null:readiness.cause??"ioError":last==="recovered"?null:last;if(cause){const[state,remedy]={noSpace:["is full","Free some space"],readOnly:["is read-only","Mount it writable"]}[cause]??["fails","Check it"];found.push(problem("storage","bad",`The disk ${state}: the bridge refuses new jobs.`,`${remedy}${info?` (data directory ${info.dataDir})`:""}. The bridge tries the disk again by itself. Accepted jobs are safe; a caller that got storageFailed repeats its call with the same requestId.`));}
const damage=failures.findLast(event=>event.value?.lost);if(damage)found.push(problem("damage","bad","A file of the outbox was damaged.",`${damage.message}. Check the disk; altcraft-bridge outbox verify shows the place.`));const full=refusals.findLast(refusal=>refusal.error.data?.reason==="outboxFull")?.error.data;const limit=full?.limit??["outboxRecords","outboxBytes"].find(name=>stats?.outbox[name==="outboxBytes"?"bytes":"pending"]>=0.95*info?.limits[name]);if(limit){found.push(problem("full",full?"bad":"warn",full?"The outbox is full: the bridge refuses new jobs (outboxFull).":"The outbox is nearly full.",`${plural(stats?.outbox.pending??pending.length,"job is","jobs are")} pending; the limit ${limit} is ${countText(full?.max??info.limits[limit])}. Jobs leave the outbox when they are delivered: find out what they wait for. More room: serve --limit ${limit}=NUMBER.`,"Show them",searchAct("state:pending")));}
return found;}
function deliveryProblems({pending}){const failed=pending.filter(job=>job.waitingFor==="retry"||!job.waitingFor&&job.lastError);const job=failed.reduce((one,other)=>(other.attempts.at(-1)?.end??0)>=(one?.attempts.at(-1)?.end??0)?other:one,null);const platform=app.stats?.platform,message=job?errorOfJob(job):"";if(!job&&platform?.state!=="unreachable")return[];const why=message&&`${message.replace(/\.$/,"")}. `,show=["Show them",searchAct("wait:retry")];if(/altcraft-bridge-delivery|delivery process/.test(message)){const isMissing=/not found|cannot be started/.test(message);return[problem("program","bad",`The delivery program ${isMissing?"is missing":"fails"}: jobs are stored, but not sent.`,why+(isMissing?"Put altcraft-bridge-delivery beside altcraft-bridge, from the same build; the bridge then sends by itself.":"See the log of the bridge and altcraft-bridge doctor."),...show)];}
const http=job?.lastError?.httpCode??job?.attempts.at(-1)?.httpCode;const advice=/certificate/i.test(message)?"Check the clock of this machine, and its CA certificates."
:http?"The bridge tries again until the platform works.":`Check that ${platform?.url??"its address"} is right and reachable from here: altcraft-bridge doctor.`;return[problem("platform","bad",http?`The platform answers with errors (HTTP ${http}).`:"The platform cannot be reached.",`${why}${failed.length?`${plural(failed.length,"job waits","jobs wait")} for the next attempt; nothing is lost. `:""}${advice}`,...show)];}
function waitProblems({pending,events}){const texts=[...pending.filter(job=>job.waitingFor==="user").map(errorOfJob),...events.filter(event=>event.code>=540&&event.code<=543).map(event=>event.message)].filter(Boolean);const isExpired=texts.some(text=>text.includes("expired"));const reasons={user:["a valid JWT of its user",isExpired
?"The JWT has expired, and the host returned no other. It must answer provider.getJWT with a new one, or pass one to setJWTProvider. Check also that the clock is right."
:`${texts.length?`${texts.at(-1)}. `:""}A host must call setJWTProvider and answer provider.getJWT, with a JWT of the user to whom the jobs belong.`],token:["a push token","There is none. The host calls setPushToken, or registers a provider (setFCMTokenProvider, setAPNSTokenProvider, setHMSTokenProvider) and answers provider.getToken."],permission:["the permission to notify","The user denied notifications, or was not asked. The host calls requestNotificationPermission, or notificationManager.setPermission."],configuration:["a configuration","This app group has none. The host calls initialization with the apiUrl of the platform."],};return Object.entries(reasons).flatMap(([reason,[what,advice]])=>{const count=pending.filter(job=>job.waitingFor===reason).length;return count?[problem(`wait-${reason}`,"warn",`${plural(count,"job waits","jobs wait")} for ${what}.`,advice,"Show them",searchAct(`wait:${reason}`))]:[];});}
function laneProblems({pending}){const behind=new Map();for(const job of pending)if(job.waitingFor==="lane")behind.set(job.user,(behind.get(job.user)??0)+1);const heads=pending.filter(job=>job.waitingFor!=="lane").sort((one,other)=>one.start-other.start);return[...behind].sort((one,other)=>other[1]-one[1]).slice(0,3).flatMap(([user,count])=>{const head=heads.find(job=>job.user===user)??(user?null:heads[0]);return head?.attemptCount||head?.waitingFor?[problem(`lane-${user}`,"warn",`${plural(count,"job waits","jobs wait")} behind one job of the same user.`,`Jobs of a user are sent in order. The first is ${head.label} ${shortened(head.requestId,13)}: ${jobWords(head)}. If it shall not be sent, discard it.`,"Show the first",()=>showJob(head))]:[];});}
function grouping(items,key){const groups=new Map();for(const item of items){const group=groups.get(key(item));if(group)group[1]+=1;else groups.set(key(item),[item,1]);}
return[...groups.values()].sort((one,other)=>other[1]-one[1]).slice(0,3);}
function rejections({rejected}){const why=job=>errorOf(job)||errorOfJob(job);return grouping(rejected,job=>`${job.method} ${job.httpCode} ${why(job)}`).map(([job,count])=>problem(`rejected-${job.requestId}`,"bad",`The platform rejected ${plural(count,`${job.label} job`)}${job.httpCode?` (HTTP ${job.httpCode})`:""}.`,`${why(job)?`Its reason: ${shortened(why(job),300)}. `:""}${job.httpCode===401||job.httpCode===403?"Check the rToken or the JWT":"Correct the data in the host"}; a rejected job is only sent again by a retry.`,"Show them",searchAct(`state:rejected${job.httpCode?` code:${job.httpCode}`:""} method:${job.method}`)));}
function clockProblems({pending,now}){const{info,stats,model}=app;const found=(difference,other)=>Math.abs(difference)<60e6?[]:[problem("clock","bad",`The clock of this machine is wrong: ${durationText(Math.abs(difference))} ${difference>0?"ahead of":"behind"} ${other}.`,"JWTs expire by the clock, and jobs have a time to live. Set it: timedatectl, or time synchronisation.")];if(model.hasLines)return[];const last=model.platformClock?found(model.platformClock,"the platform's clock"):[];if(last.length)return last;const ahead=Math.max(0,...pending.map(job=>job.start-now));if(ahead>60e6)return found(-ahead,"the time at which its jobs were accepted");return info&&stats?found(app.statsAt-timeOf(info.startedAt)-stats.uptimeSeconds*1e6,"the clock by which the bridge started"):[];}
function callProblems({refusals,now}){const others=refusals.filter(({error})=>!["outboxFull","storageFailed","requestCancelled"].includes(error.data?.reason));const found=grouping(others.reverse(),refusal=>`${refusal.method} ${refusal.error.code}`).map(([{method,error,span},count])=>problem(`refused-${method}-${error.code}`,"warn",`${plural(count,"call")} of ${method} ${count===1?"was":"were"} refused: ${error.code} ${error.data?.reason??""}.`,shortened(error.message,300),"Show the call",()=>showSpan(span)));const silent=app.model.hasLines?null:[...app.model.open.values()].findLast(span=>span.kind==="callback"&&now-span.start>5e6&&now-span.start<recent);if(silent){found.push(problem("silent","warn",`The host does not answer ${silent.label}.`,`Connection ${silent.connection} was asked ${durationText(now-silent.start)} ago. A host must answer callbacks, also while it waits for an answer itself.`,"Show the callback",()=>showSpan(silent)));}
return found;}
let attentionAt=0,attentionIds="";function updateAttention(changes){const time=performance.now(),section=document.getElementById("attention");if(time-attentionAt<700&&!changes.has("source")&&!changes.has("state"))return;attentionAt=time;const problems=["open","waiting","recording"].includes(app.state)?findProblems():[];const fresh=problems.find(problem=>!attentionIds.includes(problem.id));if(fresh)announce(`Needs attention: ${fresh.title}`);attentionIds=problems.map(problem=>problem.id).join(" ");if(problems.length===0)return fill(section,app.state==="open"&&h("p.soft","Nothing needs attention."));let list=section.querySelector("ol");if(!list)fill(section,h("h2"),list=h("ol"));setText(section.firstChild,`${plural(problems.length,"thing needs","things need")} attention`);patchList(list,problems,problem=>problem.id,makeProblem,changeProblem);}
function makeProblem(){const item=h("li",h("details",null,h("summary",h("i.dot"),h("b.title"),h("span.soft.clip")),h("p"),action("",()=>item.problem.act())));return item;}
function changeProblem(item,problem){item.problem=problem;item.dataset.tone=problem.tone;const[title,start,advice,button]=item.querySelectorAll(".title, .clip, p, button");setText(title,problem.title);setText(start,problem.advice);setText(advice,problem.advice);button.hidden=!problem.act;setText(button,problem.text??"");}
const toneNames=["ok","event","lane","open","attempt","configuration","permission","token","user","retry","error",];const toneRank=Object.fromEntries(toneNames.map((name,rank)=>[name,rank]));const rowHeight=15,laneGap=7,axisHeight=24,barHeight=11;class TimelineCanvas{constructor(canvas,index){this.canvas=canvas;this.index=index;this.context=canvas.getContext("2d",{alpha:false});this.width=0;this.height=0;this.scroll=0;this.batches=Object.fromEntries(toneNames.map(name=>[name,[]]));this.readTheme();}
readTheme(){const probe=h("span");document.body.append(probe);const color=name=>{probe.style.color=`var(--${name})`;return getComputedStyle(probe).color;};this.colors=Object.fromEntries(["page","panel","sunken","line","line-strong","text","soft","accent"].map(name=>[name,color(name)]));this.tones=Object.fromEntries(toneNames.map(name=>[name,color(`tone-${name}`)]));probe.remove();this.font=`11px ${getComputedStyle(document.body).fontFamily}`;}
resize(){const{clientWidth,clientHeight}=this.canvas,ratio=Math.min(devicePixelRatio||1,2);if(this.width===clientWidth&&this.height===clientHeight&&this.ratio===ratio)return;this.width=clientWidth;this.height=clientHeight;this.ratio=ratio;this.canvas.width=Math.round(clientWidth*ratio);this.canvas.height=Math.round(clientHeight*ratio);}
get labelWidth(){return this.width<640?0:136;}
get titleHeight(){return this.labelWidth?0:14;}
laneHeight(lane){return this.titleHeight+Math.max(1,lane.rows.length)*rowHeight+laneGap;}
layout(){let top=axisHeight+4;const places=[],lanes=this.index.sorted,{from,to}=this.view;for(const lane of lanes){if(lanes.length>16&&!lane.rows.some(row=>row.spans[row.firstEndingAfter(from)]?.start<=to))continue;const height=this.laneHeight(lane);places.push({lane,top,height});top+=height;}
this.contentHeight=top+6;return places;}
fill(color,x,y,width,height){this.context.fillStyle=color;this.context.fillRect(x,y,width,height);}
x(time){return this.labelWidth+(time-this.view.from)*this.scale;}
time(x){return this.view.from+(x-this.labelWidth)/this.scale;}
draw(view,marks){this.resize();this.view=view;this.scale=(this.width-this.labelWidth)/(view.to-view.from);const{context,width,height}=this;context.setTransform(this.ratio,0,0,this.ratio,0,0);this.fill(this.colors.panel,0,0,width,height);const places=this.layout();this.scroll=Math.max(0,Math.min(this.scroll,this.contentHeight-height));this.places=places.filter(place=>place.top-this.scroll<height&&place.top+place.height-this.scroll>axisHeight);this.labels=[];this.drawLaneGrounds();this.drawSelection(marks.selection);context.save();context.beginPath();context.rect(this.labelWidth,axisHeight,width-this.labelWidth,height-axisHeight);context.clip();this.collect(marks.isShown);this.flush();this.drawLabels();if(marks.now>=view.from&&marks.now<=view.to){this.fill(this.colors.accent,Math.round(this.x(marks.now)),axisHeight,1,height);}
for(const[span,color]of[[marks.hovered,this.colors.soft],[marks.focused,this.colors.accent]]){if(span)this.outline(span,color);}
context.restore();this.drawScrollBar();this.drawLaneTitles();this.drawAxis();}
drawLaneGrounds(){for(const place of this.places)this.fill(this.colors.line,0,Math.round(place.top+place.height-this.scroll)-1,this.width,1);}
drawLaneTitles(){const{context}=this;context.font=this.font;context.textBaseline="middle";for(const{lane,top}of this.places){const y=top-this.scroll+(this.titleHeight?7:barHeight/2+1);if(y<axisHeight)continue;context.fillStyle=this.colors.soft;context.fillText(this.fitted(lane.title,(this.labelWidth||this.width)-20),12,y);}
if(this.labelWidth){this.fill(this.colors.line,this.labelWidth-1,0,1,this.height);}}
fitted(text,width){const most=Math.floor(width/5.9);return text.length<=most?text:most<2?"":`${text.slice(0,most-1)}…`;}
collect(isShown){const{view}=this,left=this.labelWidth,right=this.width;for(const{lane,top}of this.places){let y=Math.round(top-this.scroll+this.titleHeight);for(const row of lane.rows){if(y>axisHeight-rowHeight&&y<this.height)this.collectRow(row,y,left,right,view,isShown);y+=rowHeight;}}}
collectRow(row,y,left,right,view,isShown){const{spans}=row,{scale,batches}=this;let mergedAt=-1,mergedTone="",mergedStart=-1;const flushMerged=()=>{if(mergedAt>=0)batches[mergedTone].push(mergedStart,y,mergedAt-mergedStart+1,barHeight);mergedAt=-1;};for(let index=row.firstEndingAfter(view.from);index<spans.length;index+=1){const span=spans[index];if(span.start>view.to)break;if(span.end<view.from||(isShown&&!isShown(span)))continue;const x0=left+(span.start-view.from)*scale;const x1=span.end===Infinity?right:left+(span.end-view.from)*scale;if(x1-x0>=(span.kind==="job"?6:2)){flushMerged();this.collectSpan(span,Math.max(x0,left-2),Math.min(x1,right+2),x0,y);continue;}
const pixel=Math.floor(x0);if(pixel===mergedAt){if(toneRank[span.tone]<=toneRank[mergedTone])continue;if(mergedStart<mergedAt)batches[mergedTone].push(mergedStart,y,mergedAt-mergedStart,barHeight);mergedStart=pixel;mergedTone=span.tone;}else if(pixel===mergedAt+1&&span.tone===mergedTone){mergedAt=pixel;}else{flushMerged();mergedStart=mergedAt=pixel;mergedTone=span.tone;}
if(span.start===span.end&&scale>2e-4)this.labelInstant(span,row,index,pixel,y);}
flushMerged();}
labelInstant(span,row,index,x,y){const next=row.spans[index+1];const room=(next?(next.start-span.start)*this.scale:this.width-x)-8;if(room>30&&this.labels.length<500)this.labels.push(this.fitted(span.label,room),x+5,y,false);}
collectSpan(span,x0,x1,start,y){const width=x1-x0;if(span.kind!=="job"){this.batches[span.tone].push(x0,y,width,barHeight);}else{this.collectJob(span,x0,x1,y);}
if(width>34&&this.labels.length<500)this.labels.push(this.fitted(span.label,width-8),Math.max(x0,this.labelWidth)+4,y,true);}
collectJob(job,x0,x1,y){const{batches}=this,base=job.state==="pending"?"open":job.tone;batches[base].push(x0,y+barHeight-3,x1-x0,3);for(const wait of job.waits){const from=Math.max(this.x(wait.from),x0),to=Math.min(wait.to===Infinity?x1:this.x(wait.to),x1);if(to-from>=0.5)batches[toneOfWait[wait.reason]??"lane"].push(from,y,to-from,barHeight);}
for(const attempt of job.attempts){const from=this.x(attempt.start);if(from>x1||from<x0-2)continue;const to=attempt.end===Infinity?x1:Math.min(this.x(attempt.end),x1);batches[attempt.end===Infinity||toneOfAnswer(attempt)==="ok"?"attempt":"error"].push(from,y-1,Math.max(to-from,2),barHeight+2);}
if(job.end!==Infinity&&this.x(job.end)<=x1+1)batches[job.tone].push(x1-3,y-1,3,barHeight+2);}
flush(){const{context}=this;for(const name of toneNames){const batch=this.batches[name];if(batch.length===0)continue;context.fillStyle=this.tones[name];for(let index=0;index<batch.length;index+=4){context.fillRect(batch[index],batch[index+1],batch[index+2],batch[index+3]);}
batch.length=0;}}
drawLabels(){const{context,labels}=this;context.font=this.font;context.textBaseline="middle";context.fillStyle=this.colors.text;for(let index=0;index<labels.length;index+=4){context.fillText(labels[index],labels[index+1],labels[index+2]+barHeight/2+0.5);}}
drawSelection(selection){if(!selection||selection.from===null)return;const{context}=this;const from=Math.max(this.x(selection.from),this.labelWidth),to=Math.min(this.x(selection.to),this.width);if(to<from)return;context.globalAlpha=0.13;this.fill(this.colors.accent,from,axisHeight,to-from,this.height);context.globalAlpha=1;context.fillRect(from,axisHeight-3,to-from,3);}
outline(span,color){const place=this.places.find(place=>place.lane===span.lane);if(!place)return;const y=Math.round(place.top-this.scroll+this.titleHeight)+span.lane.rows.indexOf(span.row)*rowHeight;const x0=Math.max(this.x(span.start),this.labelWidth+1);const x1=Math.min(span.end===Infinity?this.width:this.x(span.end),this.width-1);this.context.strokeStyle=color;this.context.lineWidth=1.5;this.context.strokeRect(x0-2,y-2.5,Math.max(x1-x0,3)+4,barHeight+5);}
drawScrollBar(){const room=this.height-axisHeight,part=room/(this.contentHeight-axisHeight);if(part>=1)return;this.fill(this.colors["line-strong"],this.width-5,axisHeight+this.scroll*part,4,room*part);}
drawAxis(){const{context,view}=this;this.fill(this.colors.sunken,0,0,this.width,axisHeight-3);this.fill(this.colors.line,0,axisHeight-3,this.width,1);context.font=this.font;context.textBaseline="middle";const step=this.step(),digits=step>=1e6?0:step>=1e3?3:6;for(let time=Math.ceil(view.from/step)*step;time<=view.to;time+=step){const x=Math.round(this.x(time));this.fill(this.colors["line-strong"],x,axisHeight-8,1,6);context.fillStyle=this.colors.soft;if(x+4<this.width-30)context.fillText(app.model.timeText(time,digits),x+4,10);}}
step(){const least=104/this.scale;if(least<1e7||app.model.hasLines){const ten=10**Math.floor(Math.log10(Math.max(least,1)));return[1,2,5,10].map(part=>part*ten).find(step=>step>=least);}
return[15,30,60,120,300,600,1800,3600,7200,21600,43200].map(step=>step*1e6).find(step=>step>=least)??Math.ceil(least/864e8)*864e8;}
hit(x,y,isShown){const place=this.places?.find(place=>y>=place.top-this.scroll&&y<place.top+place.height-this.scroll);if(!place||x<this.labelWidth||y<axisHeight)return null;const row=place.lane.rows[Math.floor((y-place.top+this.scroll-this.titleHeight+2)/rowHeight)];if(!row)return null;const reach=5/this.scale,time=this.time(x);let best=null,bestDistance=Infinity;for(let index=row.firstEndingAfter(time-reach);index<row.spans.length;index+=1){const span=row.spans[index];if(span.start>time+reach)break;if(isShown&&!isShown(span))continue;const distance=time<span.start?span.start-time:time>span.end?time-span.end:0;if(distance<bestDistance)[best,bestDistance]=[span,distance];}
return bestDistance<=reach?best:null;}}
const groupWords={connection:"Calls",user:"Work",callback:"Callbacks",platform:"Platform",event:"Events"};const legendWords=[["ok","done"],["error","failed"],["open","in progress"],["attempt","attempt"],["retry","waits for a retry"],["user","… its JWT"],["token","… a push token"],["permission","… the permission"],["configuration","… a configuration"],["lane","… jobs before it"],];const listBound=150;const timeline={view:{from:0,to:1},isFollowing:true,hidden:new Set(),hovered:null,focused:null,drag:null,};function timelineShows(span){const{requestIds,connection}=app.selection;if(!requestIds&&connection===null)return true;const job=span.kind==="job"?span:span.job??(span.requestId?app.model.jobs.get(span.requestId):null);if(requestIds&&!requestIds.has(span.requestId??""))return false;return connection===null||(span.connection??job?.connection??null)===connection;}
function timelineFilter(){const{requestIds,connection}=app.selection;return requestIds||connection!==null?timelineShows:null;}
function mountTimeline(element){const index=app.model.index;const button=(text,label,act,attributes)=>action(text,act,{"aria-label":label,title:label,...attributes});timeline.follow=button("Live","Follow what happens now",()=>timeline.isFollowing?stopFollowing():follow());timeline.range=h("span.soft.clip");const groups=Object.entries(groupWords).map(([group,text])=>button(text,`Show the lanes: ${text}`,event=>{const isHidden=!timeline.hidden.delete(group)&&timeline.hidden.add(group);event.currentTarget.setAttribute("aria-pressed",String(!isHidden));drawSoon();},{"aria-pressed":"true"}));timeline.canvas=h("canvas",{id:"timeline-canvas",tabindex:"0",role:"application","aria-describedby":"timeline-keys","aria-label":"Timeline. The list below has the same spans.",});timeline.more=h("p.more");timeline.table=makeTable("What the timeline shows, in order of time",[["Time","118px"],["Lane","160px","wide"],["What","auto","link"],["Took","80px","num wide"],["Result","46%"]],openSpan);timeline.body=timeline.table.body;timeline.empty=h("div.empty");timeline.list=h("div.list",{tabindex:"0",role:"region","aria-label":"Spans in view"},timeline.table.element,timeline.more,timeline.empty);element.append(h("div.tools.bar",timeline.follow,h("span.group",button("−","Zoom out",()=>zoom(1.6)),button("+","Zoom in",()=>zoom(1/1.6)),button("All","Show everything that is known",showAll)),h("span.group",{role:"group","aria-label":"Lanes"},groups),timeline.range,h("span.off",{id:"timeline-keys"},"Arrow keys left and right move, up and down choose a span, Enter opens it. Plus and minus zoom. Shift with an arrow key selects a span of time, Escape ends the selection. Home shows everything, End follows what happens now.")),timeline.canvas,h("div.legend",{"aria-label":"Colours",role:"group"},legendWords.map(([tone,text])=>
h("span",h("i.dot",{style:{background:`var(--tone-${tone})`}}),text)),h("span.push","Wheel zooms, drag moves, Shift and drag selects")),timeline.list);timeline.lanes={get sorted(){return timeline.hidden.size?index.sorted.filter(lane=>!timeline.hidden.has(lane.group)):index.sorted;},};timeline.painter=new TimelineCanvas(timeline.canvas,timeline.lanes);document.addEventListener("themechange",()=>{timeline.painter.readTheme();drawSoon();});new ResizeObserver(drawSoon).observe(timeline.canvas);connectPointer(timeline.canvas);timeline.canvas.addEventListener("keydown",timelineKey);timeline.body.addEventListener("pointerover",event=>hover(event.target.closest("tr")?.item??null));follow();}
function setView(from,to,keepsFollowing=false){const least=app.model.hasLines?5:20,middle=(from+to)/2;if(to-from<least)[from,to]=[middle-least/2,middle+least/2];if(to-from>60*864e8)return;timeline.view={from,to};if(!keepsFollowing&&timeline.isFollowing)stopFollowing();drawSoon();}
function follow(){timeline.isFollowing=!app.isRecording;timeline.follow.hidden=app.isRecording;timeline.follow.setAttribute("aria-pressed",String(timeline.isFollowing));if(app.isRecording)return showAll();const width=Math.min(Math.max(timeline.view.to-timeline.view.from,5e6),600e6),now=app.model.now;setView(now-(timeline.view.from?width:60e6),now+1,true);}
function stopFollowing(){timeline.isFollowing=false;timeline.follow.setAttribute("aria-pressed","false");}
function showAll(){const{first,last}=app.model.index;if(first>last)return;const margin=Math.max((last-first)*0.02,app.model.hasLines?1:1000);setView(first-margin,last+margin);}
function zoom(factor,around=(timeline.view.from+timeline.view.to)/2){const{from,to}=timeline.view;if(timeline.isFollowing)setView(to-(to-from)*factor,to,true);else setView(around-(around-from)*factor,around+(to-around)*factor);}
function pan(part){const{from,to}=timeline.view,by=(to-from)*part;setView(from+by,to+by);}
function drawSoon(){timeline.frame??=requestAnimationFrame(drawTimeline);}
function drawTimeline(){timeline.frame=null;if(app.pane?.id!=="timeline")return;if(timeline.isFollowing)moveWithTime();const{from,to}=app.selection,{painter,view}=timeline;painter.draw(view,{selection:{from,to},hovered:timeline.hovered,focused:timeline.focused,now:app.model.now,isShown:timelineFilter(),});setText(timeline.range,`${app.model.timeText(view.from,view.to-view.from>20e6?0:3)} – ${app.model.timeText(view.to,view.to-view.from>20e6?0:3)} (${app.model.spanText(view.to-view.from)})`);if(timeline.isFollowing)setTimeout(drawSoon,isCalm.matches?1000:followPause());listSoon();}
const isCalm=matchMedia("(prefers-reduced-motion: reduce)");function followPause(){return Math.min(Math.max((timeline.view.to-timeline.view.from)/timeline.painter.width/1000,33),500);}
function moveWithTime(){const width=timeline.view.to-timeline.view.from,now=app.model.now;timeline.view={from:now-width*0.97,to:now+width*0.03};}
function listSoon(){if(!timeline.isFollowing){clearTimeout(timeline.listTimer);timeline.listTimer=setTimeout(showList,160);}else timeline.listTimer??=setTimeout(showList,250);}
function showList(){timeline.listTimer=null;if(app.pane?.id!=="timeline")return;if(timeline.isFollowing&&timeline.body.matches(":hover, :focus-within"))return;const range=app.selection.from===null?timeline.view:app.selection;const{spans,count}=app.model.index.between(range.from,range.to,listBound,{isNewest:timeline.isFollowing,isWanted:timelineFilter(),lanes:timeline.lanes.sorted,});timeline.listed=spans;timeline.table.show(spans,span=>span.number??=++timeline.count,span=>{const{text,tone}=spanWords(span),{model}=app,isOpen=span.end===Infinity;return[[model.timeText(span.start),"mono soft"],[span.lane?.title??"","soft"],[span.label],[span.end===span.start||isOpen&&model.hasLines?"":isOpen?`${durationText(model.now-span.start)} …`:model.spanText(span.end-span.start)],[text,tone]];});markChosen();setText(timeline.more,count>spans.length?`${countText(spans.length)} of ${countText(count)} are listed, ${timeline.isFollowing?"the newest first":"in order"}. Zoom in, or select a span of time.`:"");timeline.empty.hidden=count>0;if(count===0)fill(timeline.empty,emptyTimeline());}
timeline.count=0;function markChosen(){for(const row of timeline.body.children)row.classList.toggle("chosen",row.item===timeline.focused);}
function emptyTimeline(){if(app.state!=="open"&&!app.isRecording)return noBridge();if(app.model.index.count)return[h("h2","Nothing in this span of time"),action("Show everything",()=>{app.select(null);showAll();})];return[h("h2","Nothing happened yet"),h("p","Calls, jobs and events appear from now on. Make a call, for example:"),h("pre.text","altcraft-bridge call mobileEvent sid=1 eventName=opened")];}
function noBridge(){return[h("h2",app.state==="refused"||app.state==="none"?"No bridge is open":"The bridge does not answer yet"),h("p","To watch a running bridge, run this command and open the address that it prints. The address works once, and until the bridge ends."),h("pre.text","altcraft-bridge inspect"),h("p","To look at a recording of altcraft-bridge serve --record FILE, drop the file here or choose “Open a recording”. It needs no bridge, and stays in this browser.")];}
function hover(span){if(timeline.hovered===span)return;timeline.hovered=span;timeline.canvas.title=span?`${span.label}\n${spanWords(span).text}`:"";drawSoon();}
function openSpan(span){timeline.focused=span;markChosen();showSpan(span);drawSoon();}
function chooseSpan(step){const list=timeline.listed??[];const at=list.indexOf(timeline.focused),span=list[at<0?0:at+step];if(!span)return;timeline.focused=span;markChosen();timeline.body.querySelector(".chosen")?.scrollIntoView({block:"nearest"});announce(`${span.label}, ${span.lane.title}, ${spanWords(span).text}`);drawSoon();}
function timelineKey(event){if(event.ctrlKey||event.metaKey||event.altKey)return;const{view}=timeline,width=view.to-view.from;const keys={ArrowLeft:()=>event.shiftKey?growSelection(-width/20):pan(-0.1),ArrowRight:()=>event.shiftKey?growSelection(width/20):pan(0.1),ArrowUp:()=>chooseSpan(-1),ArrowDown:()=>chooseSpan(1),"+":()=>zoom(1/1.6),"=":()=>zoom(1/1.6),"-":()=>zoom(1.6),PageUp:()=>scrollLanes(-100),PageDown:()=>scrollLanes(100),Home:showAll,End:follow,Enter:()=>timeline.focused&&openSpan(timeline.focused),Escape:()=>app.select(null),};if(!keys[event.key])return;event.preventDefault();keys[event.key]();}
function growSelection(by){const{from,to}=app.selection;if(timeline.isFollowing)stopFollowing();if(from===null){const middle=(timeline.view.from+timeline.view.to)/2;app.select({from:Math.min(middle,middle+by),to:Math.max(middle,middle+by)});}else app.select(by>0?{to:to+by}:from<to+by?{to:to+by}:{from:from+by});announce(`Selected ${app.model.spanText(app.selection.to-app.selection.from)}.`);drawSoon();}
function scrollLanes(by){timeline.painter.scroll+=by;drawSoon();}
function connectPointer(canvas){const place=event=>{const box=canvas.getBoundingClientRect();return{x:event.clientX-box.left,y:event.clientY-box.top};};canvas.addEventListener("pointerdown",event=>{if(event.button!==0)return;canvas.setPointerCapture(event.pointerId);timeline.drag={isSelection:event.shiftKey,start:place(event),view:timeline.view,scroll:timeline.painter.scroll};});canvas.addEventListener("pointermove",event=>{const point=place(event);if(timeline.drag)return moveDrag(point);canvas.classList.toggle("selecting",event.shiftKey);hover(timeline.painter.hit(point.x,point.y,timelineFilter()));});const end=event=>{const{drag}=timeline;timeline.drag=null;if(!drag||event.type==="pointercancel"||drag.hasMoved)return;const point=place(event),span=timeline.painter.hit(point.x,point.y,timelineFilter());if(span)openSpan(span);else if(app.selection.from!==null)app.select({from:null,to:null});};canvas.addEventListener("pointerup",end);canvas.addEventListener("pointercancel",end);canvas.addEventListener("pointerleave",()=>hover(null));canvas.addEventListener("dblclick",event=>zoom(1/2.5,timeline.painter.time(place(event).x)));canvas.addEventListener("wheel",event=>{event.preventDefault();const unit=event.deltaMode===1?16:1;if(event.altKey)return scrollLanes(event.deltaY*unit);const sideways=event.shiftKey&&event.deltaX===0?event.deltaY:event.deltaX;if(Math.abs(sideways)>Math.abs(event.deltaY)||event.shiftKey)return pan(sideways*unit/timeline.painter.width);zoom(Math.exp(Math.max(-120,Math.min(120,event.deltaY*unit))/260),timeline.painter.time(place(event).x));},{passive:false});}
function moveDrag(point){const{drag,painter}=timeline;if(!drag.hasMoved&&Math.hypot(point.x-drag.start.x,point.y-drag.start.y)<4)return;drag.hasMoved=true;if(drag.isSelection){const one=painter.time(Math.max(drag.start.x,painter.labelWidth)),other=painter.time(Math.max(point.x,painter.labelWidth));if(timeline.isFollowing)stopFollowing();app.select({from:Math.min(one,other),to:Math.max(one,other)});return drawSoon();}
const by=(drag.start.x-point.x)/painter.scale;painter.scroll=drag.scroll+drag.start.y-point.y;setView(drag.view.from+by,drag.view.to+by);}
registerPane({id:"timeline",title:"Timeline",order:1,mount:mountTimeline,update(changes){if(changes.has("source")){timeline.focused=timeline.hovered=null;follow();}
if(changes.size===1&&changes.has("stats"))return;drawSoon();},});const stateWords={rejected:"rejected by the platform",expired:"expired: its time to live was over",lost:"lost to a damaged file"};function stateTone(job){if(job.state==="delivered")return"good";if(job.state==="pending")return job.waitingFor||job.attemptCount>1?"warn":"";return job.state==="cleared"?"":"bad";}
function answerWords(attempt){if(attempt.httpCode)return`HTTP ${attempt.httpCode}`;return attempt.failure?`no answer: ${attempt.failure}`:"no answer";}
function jobWords(job){if(job.state!=="pending"){const code=job.httpCode&&job.state!=="delivered"?`, HTTP ${job.httpCode}`:"";const why=job.state==="rejected"&&(errorOf(job)||job.lastError?.message);return`${stateWords[job.state]??job.state}${code}${why?`: ${why}`:""}`;}
const parts=[];if(job.waitingFor)parts.push(waitWords[job.waitingFor]??`waits for ${job.waitingFor}`);else parts.push(job.attempts.at(-1)?.end===Infinity?"is being sent":"is next");if(job.attemptCount)parts.push(`after ${plural(job.attemptCount,"attempt")}`);if(job.next)parts.push(nextWords(job));if(job.lastError)parts.push(job.lastError.message);return parts.join(", ");}
function nextWords(job){const wait=job.next-app.model.now;return`next at ${app.model.timeText(job.next,0)}${wait>0&&!app.model.hasLines?`, in ${durationText(wait)}`:""}`;}
function errorOf(job){return job.response?.response?.errorText||null;}
const toneWords={ok:"good",error:"bad",retry:"warn"};function spanWords(span){const tone=toneWords[span.tone]??"";switch(span.kind){case"job":return{text:jobWords(span),tone:stateTone(span)};case"event":return{text:span.event.message,tone};case"answer":return{text:answerWords(span.attempt),tone};case"exchange":return{text:span.text,tone};case"call":case"callback":{if(!span.response)return{text:"no answer yet",tone:""};const{error,result}=span.response;if(error)return{text:`${error.code} ${error.message}`,tone};return{text:span.kind==="callback"&&result===null?"the host answered null":shortened(JSON.stringify(result)??"",160),tone:span.tone==="retry"?tone:""};}
default:return{text:"",tone};}}
function linkToJob(requestId){if(!requestId)return null;return action(requestId,()=>showJob(app.model.job(requestId)),{class:"link mono"});}
function showSpan(span){const{model}=app,{kind,event,connection,request,response}=span;if(kind==="job")return showJob(span);if(span.job)return showJob(span.job);const words=spanWords(span),isInstant=span.start===span.end;const messages=request?[["Request",request],["Answer",response]]
:span.messages?span.messages.map(item=>["Message",item.message??item]):[[event?"Event":"Answer",event??span.outcome]];app.showDetail(`${kind==="callback"?"Callback ":""}${span.label}`,facts(["Result",words.text&&h("span",{class:words.tone,text:words.text})],["Time",model.momentText(span.start)],["Took",isInstant?null:span.end===Infinity?"no answer yet":model.spanText(span.end-span.start)],["Connection",connection&&`${connection} ${model.connections.get(connection)?.transport??""}`],["Job",linkToJob(span.requestId)]),h("div.bar",connection&&action(`Only connection ${connection}`,()=>app.select({connection})),span.requestId&&action("Only this job",()=>selectJob(span))),messages.filter(([,message])=>message).map(([title,message])=>h("div",h("h3",title),jsonPanel(message))));}
function selectJob({requestId}){app.select({requestIds:new Set([requestId])});}
function lifeOf(job){const{model}=app,steps=[],add=(at,text,tone)=>steps.push({at,text,tone});const after=(words,time)=>model.hasLines?"":` ${words} ${durationText(Math.max(0,time))}`;if(job.start)add(job.start,`Accepted${job.connection?` from connection ${job.connection}`:""}`);if(job.durable)add(job.durable,`Durable: on the disk${after("after",job.durable-job.start)}`,"good");for(const attempt of job.attempts){const isOpen=attempt.end===Infinity;add(attempt.start,`Attempt ${attempt.number}: ${isOpen?"sent, no answer yet":answerWords(attempt)+after("after",attempt.end-attempt.start)}`,isOpen?"":toneWords[toneOfAnswer(attempt)]);}
for(const wait of job.waits){const isOpen=wait.to===Infinity,words=waitWords[wait.reason]??`waits for ${wait.reason}`;add(wait.from,words.replace("waits",isOpen?"Waits":"Waited")+(isOpen?"":after("for",wait.to-wait.from)),isOpen?"warn":"");}
const unseen=job.attemptCount-job.attempts.length;if(unseen>0)add(job.attempts.length?job.attempts[0].start-1:job.start+1,`${plural(unseen,"attempt")} that this page has not seen`);steps.sort((one,other)=>one.at-other.at);if(job.state!=="pending"){const words=stateWords[job.state]??job.state,code=job.eventCode?`, event ${job.eventCode} ${job.eventName??""}`:"";add(job.end,capital(words)+code.trimEnd()+(job.start?after(", in all",job.end-job.start).slice(1):""),stateTone(job));}else if(job.next)steps.push({at:job.next,text:`Next attempt${after("in",job.next-model.now)}`,isFuture:true});return steps;}
const capital=text=>text[0].toUpperCase()+text.slice(1);let shownJob=null;function showJob(job){const life=h("ol.life"),state=h("p"),row=h("div.bar"),answer=h("div");shownJob={job,life,state,row,answer,text:""};app.showDetail(`${job.label} ${shortened(job.requestId,13)}`,state,facts(["Job",h("span.mono",job.requestId)],["User",job.user??(job.user===null?"none: the resource token":null)],["App group",job.appGroup]),row,h("div",h("h3","What happened"),life),answer);refreshJob();if(app.state==="open"&&job.state!=="pending"&&!job.response)readJob(job);}
async function readJob(job){try{const item=await app.call("outbox.get",{requestId:job.requestId});if(!item)return;job.response=item.outcome?.response??job.response;app.model.takeListed(item);refreshJob();}catch{/* The panel then shows what is known. */}}
function refreshJob(){if(!shownJob?.life.isConnected)return;const{job,life,state,row,answer}=shownJob,words=jobWords(job);setText(state,capital(words).replace(/\.?$/,"."));state.className=stateTone(job);const steps=lifeOf(job);fill(life,steps.map(step=>h("li",{class:step.isFuture?"future":null},h("time.mono.soft",app.model.timeText(step.at)),h("span",{class:step.tone,text:step.text}))));const text=`${job.state} ${job.isRetryable} ${app.canControl} ${Boolean(job.response)}`;if(shownJob.text===text)return;shownJob.text=text;fill(row,action("Only this job",()=>selectJob(job)),app.pane?.id!=="timeline"&&action("Show on the timeline",()=>showOnTimeline(job)),jobActions(job));fill(answer,job.response&&[h("h3","Answer of the platform"),jsonPanel(job.response)]);}
function showOnTimeline(job){app.showPane("timeline");const end=job.end===Infinity?app.model.now:job.end,margin=Math.max((end-job.start)*0.15,app.model.hasLines?3:500);timeline.focused=job;setView(job.start-margin,end+margin);selectJob(job);}
const searchNames=["state","method","code","age","user","wait","attempts","id"];const unitSeconds={s:1,m:60,min:60,h:3600,d:86400};function parseSearch(text){const conditions=[],problems=[];for(const match of text.matchAll(/(-?)(?:([a-zA-Z]+):)?("[^"]*"?|\S+)|-|\S+:/g)){const isNot=match[1]==="-";const raw=match[3]??"",value=raw.replace(/^"|"$/g,"");const name=match[2]?.toLowerCase();if(!name){const open=/^(\w+):$/.exec(match[0]);if(open&&searchNames.includes(open[1].toLowerCase()))continue;if(value)conditions.push({text:value.toLowerCase(),isNot});continue;}
if(!searchNames.includes(name)){problems.push(`There is no “${name}:”. There are ${searchNames.join(", ")}.`);continue;}
const values=value.split(",").filter(Boolean);const parsed=values.map(value=>name==="age"?parseAge(value):name==="attempts"?parseNumber(value):value.toLowerCase());if(parsed.includes(null))problems.push(name==="age"?`“${value}” is no age. Examples: age:>1h, age:<30s, age:>2d.`:`“${value}” is no number. Examples: attempts:>2, attempts:0.`);else if(parsed.length)conditions.push({name,values:parsed,isNot});}
return{conditions,problems};}
function parseAge(value){const match=/^([<>]?)(\d+(?:\.\d+)?)(s|min|m|h|d)?$/i.exec(value);return match&&{sign:match[1]||">",number:match[2]*(unitSeconds[match[3]?.toLowerCase()]??1)};}
function parseNumber(value){const match=/^([<>]?)(\d+)$/.exec(value);return match&&{sign:match[1]||"=",number:Number(match[2])};}
function compares(number,{sign,number:bound}){return sign===">"?number>bound:sign==="<"?number<bound:number===bound;}
function matchesSearch(job,conditions,now){return conditions.every(condition=>{const holds=condition.text!==undefined?textOfJob(job).includes(condition.text)
:condition.values.some(value=>holdsFor(job,condition.name,value,now));return holds!==condition.isNot;});}
function holdsFor(job,name,value,now){switch(name){case"state":return job.state.startsWith(value);case"method":return(job.method??"").toLowerCase().startsWith(value);case"code":return[job.httpCode,job.eventCode,job.lastError?.code,job.lastError?.httpCode].some(code=>code!==null&&code!==undefined&&String(code)===value);case"age":return compares((now-job.start)/1e6,value);case"user":return value==="none"?!job.user:(job.user??"").toLowerCase().startsWith(value);case"wait":return(job.waitingFor??"")===value;case"attempts":return compares(job.attemptCount,value);case"id":return job.requestId.toLowerCase().startsWith(value);}}
function textOfJob(job){return[job.requestId,job.method,job.user,job.eventName,job.lastError?.message,job.response?.response?.errorText].filter(Boolean).join("\n").toLowerCase();}
function filterOfSearch(conditions,jobs,now){const filter={};for(const{name,values,isNot}of conditions){if(isNot||filter[name])return null;filter[name]=values;}
const{state,method,code,age,...others}=filter,result={};if(Object.keys(others).length||state?.length>1||age?.length>1)return null;if(state)result.state=["pending","rejected"].find(name=>name.startsWith(state[0]));if(state&&!result.state)return null;if(method)result.method=[...new Set(jobs.map(job=>job.method))];if(code){result.code=code.map(Number);if(jobs.some(job=>!result.code.includes(job.state==="pending"?job.lastError?.code:job.eventCode)))return null;}
if(age){const time=new Date(now/1000-age[0].number*1000).toISOString();if(age[0].sign==="=")return null;result[age[0].sign===">"?"acceptedBefore":"acceptedAfter"]=time;}
return Object.keys(result).length?result:null;}
const work={listed:[],bound:200};const workChoices=[["Pending","state:pending"],["Rejected","state:rejected"],["Delivered","state:delivered"],["All",""]];function mountWork(element){work.input=h("input.search",{type:"search","aria-label":"Search jobs",placeholder:"state:rejected code:400 age:>1h method:mobileEvent user:… text",spellcheck:"false",autocomplete:"off",value:"state:pending",oninput:()=>app.changed("jobs"),});work.choices=workChoices.map(([text,query])=>action(text,()=>{work.input.value=query;work.bound=200;showWork();}));work.retry=action("Retry these …",()=>changeAll("outbox.retry"));work.discard=action("Discard these …",()=>changeAll("outbox.discard"),{class:"danger"});work.more=action("Show more",async()=>{work.bound+=500;for(const state of["pending","rejected"])await app.readMore(state);showWork();});work.problem=h("p.problem",{role:"alert"});work.count=h("span.soft.clip");work.table=makeTable("Jobs",[["Accepted","118px"],["Method","160px","link"],["User","104px","wide"],["State","88px","wide"],["Attempts","80px","num wide"],["Why, and what is next","auto"]],showJob);work.empty=h("div.empty");element.append(h("div.tools.bar",h("span.group",{role:"group","aria-label":"States"},work.choices),work.input,work.count,work.retry,work.discard),work.problem,h("div.list",{tabindex:"0",role:"region","aria-label":"Jobs"},work.table.element,h("div.more",work.more),work.empty));}
function showWork(){const{model}=app,query=work.input.value.trim(),{conditions,problems}=parseSearch(query);const found=[...model.jobs.values()].filter(job=>app.showsJob(job)&&matchesSearch(job,conditions,model.now));found.sort((one,other)=>isDone(one)-isDone(other)||(isDone(one)?other.end-one.end:one.start-other.start));Object.assign(work,{listed:found,conditions});work.table.show(found.slice(0,work.bound),job=>job.requestId,job=>{const tone=stateTone(job);return[[model.timeText(job.start),"mono soft",model.momentText(job.start)],[job.label],[job.user?shortened(job.user,10):"–","mono soft",job.user??""],[job.state,tone],[countText(job.attemptCount)],[jobWords(job),tone]];});workChoices.forEach(([,text],index)=>work.choices[index].setAttribute("aria-pressed",String(query===text)));work.problem.hidden=problems.length===0;setText(work.problem,problems.join(" "));setText(work.count,plural(found.length,"job"));work.more.hidden=found.length<=work.bound&&!app.listed?.pending?.next&&!app.listed?.rejected?.next;const canChange=app.canControl&&problems.length===0;work.retry.hidden=!canChange||!found.some(job=>job.isRetryable);work.discard.hidden=!canChange||!found.some(job=>job.isRetryable||job.state==="pending");work.empty.hidden=found.length>0;if(found.length===0)fill(work.empty,emptyWork(query));}
function emptyWork(query){if(app.state!=="open"&&!app.isRecording)return noBridge();const[title,text]=app.isSelective?["No such job in the selection","“Show everything”, above, ends the selection."]
:query==="state:pending"?["Nothing is pending","Every accepted job has ended. “All” shows the last ones."]
:query?["No job matches",`The search knows ${searchNames.join(": ")}: and words of ids, methods and errors.`]
:["No jobs yet","A durable call, such as mobileEvent or pushSubscribe, makes a job, which appears here with all that happens to it."];return[h("h2",title),h("p",text)];}
function jobActions(job){if(!app.canControl)return[];const actions=[];if(job.isRetryable)actions.push(action("Retry",()=>changeOne("outbox.retry",job)));if(job.isRetryable||job.state==="pending")actions.push(action("Discard …",()=>changeOne("outbox.discard",job),{class:"danger"}));if(job.state==="pending"&&job.waitingFor==="retry")actions.push(action("Send all waiting jobs now",()=>perform(()=>app.call("outbox.flush"))));return actions;}
async function changeOne(method,job){if(method==="outbox.discard"&&!await app.confirm({title:"Discard this job?",action:"Discard",isDangerous:true,text:`${job.label} ${job.requestId} will never be sent. This cannot be undone.`,}))return;await perform(()=>app.call(method,{requestId:job.requestId}));}
async function changeAll(method){const isRetry=method==="outbox.retry",verb=isRetry?"Retry":"Discard";const jobs=work.listed.filter(job=>job.isRetryable||!isRetry&&job.state==="pending");const filter=app.isSelective?null:filterOfSearch(work.conditions,jobs,app.model.now);let count=Math.min(jobs.length,1000);if(filter){const answer=await perform(()=>app.call(method,{filter,dryRun:true}),true);if(!answer)return;count=answer.matched;}
if(count===0)return announce("No job matches.");if(!await app.confirm({title:`${verb} ${plural(count,"job")}?`,action:`${verb} ${plural(count,"job")}`,isDangerous:!isRetry,text:[isRetry?"They are sent again, with the same ids and a new time to live.":"They will never be sent. This cannot be undone.",filter?jsonBlock(filter):"They are changed one by one, as the bridge has no filter for this search."],}))return;await perform(async()=>{if(filter)return app.call(method,{filter});let done=0;for(const job of jobs.slice(0,count)){await app.call(method,{requestId:job.requestId}).then(()=>{done+=1;},()=>{});}
return{matched:count,done};});}
async function perform(call,isQuiet=false){try{const answer=await call();if(isQuiet)return answer;announce(answer?.done!==undefined?`Done for ${answer.done} of ${plural(answer.matched,"job")}.`:"Done.");await app.refresh();return answer;}catch(error){app.showDetail("The bridge refused",h("p.bad",error.message),error.data&&jsonPanel(error.data));return null;}}
registerPane({id:"work",title:"Work",order:2,mount:mountWork,update(changes){if(changes.has("source")&&app.isRecording)work.input.value="";if(changes.size===1&&changes.has("stats"))return;showWork();},});class RecordingError extends Error{}
function parseRecording(text){const lines=text.split("\n");if(!lines[0].startsWith("altcraft-bridge recording ")){throw new RecordingError(`This is no recording of altcraft-bridge serve --record: it begins with “${shortened(lines[0],40)}”.`);}
const items=[],sessions=[];lines.forEach((line,index)=>{const at=index+1;if(line===""||line.startsWith("#"))return;const head=/^altcraft-bridge recording (\d+) (.*)$/.exec(line);if(head){if(head[1]!=="1")throw new RecordingError(`The recording has another format, ${head[1]}. This page reads format 1.`);return sessions.push(parsedJSON(head[2]));}
const item=parseRecordedLine(line,at,sessions.length);if(!item)throw new RecordingError(`Line ${at} cannot be read: “${shortened(line,40)}”.`);items.push(item);});return{facts:sessions[0],items};}
function parseRecordedLine(line,at,session){const[first,second=""]=line.split(" ",2);if(first==="http"){const[,method,path]=line.split(" ",3),outcome=parsedJSON(line.slice(`http ${method} ${path} `.length));return outcome&&{kind:"http",at,method,path,outcome};}
if(first==="lost")return{kind:"lost",at,count:Number(second)};const number=Number(first);if(!Number.isInteger(number)||number<1)return null;const connection=number+(session-1)*100000,rest=line.slice(first.length+second.length+2);const wire={kind:"wire",at,connection};switch(second){case"open":return{...wire,event:"opened",transport:rest};case"-->":case"<--":{const message=parsedJSON(rest);return{...wire,event:"message",direction:second==="-->"?"received":"sent",bytes:rest.length,message:message??null,fault:message===undefined?"not JSON":undefined};}
case"tooLong":case"malformedHeader":case"foreignProtocol":
return{...wire,event:"fault",fault:{tooLong:`longer than ${rest} bytes`,malformedHeader:"no valid header"}[second]??"not JSON-RPC"};case"end":return{...wire,event:"inputEnded"};case"close":return{...wire,event:"closed"};default:return null;}}
function playRecording({items},model){model.reset();model.hasLines=true;let exchange=null;model.takeAnswer=(span,item)=>takeRecordedAnswer(span,item,model);model.takeEventOfJob=event=>{takeRecordedEvent(event,exchange,model);if(event.requestId)exchange=null;};for(const item of items){model.clock=item.at;if(item.kind==="wire")model.takeTrace(item,null);else if(item.kind==="lost")model.gaps+=item.count||1;else if(item.kind==="http"){exchange=item;const{status,failure,body}=item.outcome;model.index.add(model.index.lane("platform","","platform"),{start:item.at,end:item.at,tone:toneOfAnswer({httpCode:status}),kind:"exchange",outcome:item.outcome,label:`${status??"no answer"} ${item.method} ${item.path}`,text:status?`HTTP ${status}${body?.error_text?`: ${body.error_text}`:""}`:`no answer: ${failure}`,});}}
model.takeAnswer=model.takeEventOfJob=null;}
function takeRecordedAnswer(span,item,model){const{result}=span.response,method=span.label;if(!result||typeof result!=="object"||span.kind!=="call")return;if(method==="outbox.get")return model.takeListed(result);if(method==="outbox.list")return result.items?.forEach(job=>model.takeListed(job));if(method==="outcomes.list")return result.outcomes?.forEach(outcome=>model.takeOutcome(outcome));if(typeof result.requestId!=="string"||method.includes(".")&&!method.startsWith("nse."))return;const job=model.job(result.requestId,{method});job.method=job.label=method;if(!(job.start<=span.start))model.moveStart(job,span.start);job.connection=span.connection;if(result.outcome&&result.outcome.state!=="pending"){if(job.end===Infinity)model.end(job,item.at,result.outcome.state,result.outcome.eventCode);job.response=result.outcome.response;job.httpCode=result.outcome.response?.httpCode??job.httpCode;}
model.refresh(job);}
function takeRecordedEvent(event,exchange,model){if(!event.requestId||event.type==="event"&&event.code<230)return;const job=model.job(event.requestId),at=event.start,response=event.value?.response_with_http_code??null;if(Number.isNaN(job.start))job.start=exchange?.at??at;if(response||event.code===500){model.endWait(job,exchange?.at??at);job.attemptCount+=1;job.attempts.push({number:job.attemptCount,start:exchange?.at??at,end:at,httpCode:response?.httpCode??null,failure:response?null:event.message});}
if(event.type==="retryError"){model.endWait(job,at);const reason={503:"user",504:"permission",502:"token"}[event.code]??"retry";job.waits.push({from:at,to:Infinity,reason});job.waitingFor=reason;job.httpCode=response?.httpCode??null;job.lastError={code:event.code,httpCode:job.httpCode,message:event.message};}else if(response||event.code>=600){const state=event.code>=600?{600:"expired",601:"cleared",602:"lost"}[event.code]:event.type==="error"?"rejected":"delivered";if(job.end===Infinity)model.end(job,at,state??"cleared",event.code);job.eventName=event.name;job.response=response??job.response;job.httpCode=response?.httpCode??job.httpCode;}
model.refresh(job);}
async function openRecording(file){let recording;try{recording=parseRecording(await file.text());}catch(error){if(!(error instanceof RecordingError))throw error;return app.showDetail("The file cannot be opened",h("p.bad",error.message));}
app.state="recording";app.connection?.socket?.close();Object.assign(app,{stats:null,info:null,readiness:null,listed:null,problem:null});app.select(null);app.hideDetail();playRecording(recording,app.model);const version=recording.facts?.version?`, bridge ${recording.facts.version}`:"";setText(document.getElementById("source"),`${file.name} (${bytesText(file.size)}${version})`);app.changed("state");app.changed("source");announce(`Opened ${file.name}.`);}
function connectRecordings(){const input=document.getElementById("recording-file"),zone=document.getElementById("drop");document.getElementById("open-recording").addEventListener("click",()=>input.click());input.addEventListener("change",()=>{if(input.files[0])openRecording(input.files[0]);input.value="";});const holdsFile=event=>[...event.dataTransfer?.types??[]].includes("Files");document.addEventListener("dragover",event=>{if(!holdsFile(event))return;event.preventDefault();zone.hidden=false;});document.addEventListener("dragleave",event=>{if(!event.relatedTarget)zone.hidden=true;});document.addEventListener("drop",event=>{zone.hidden=true;if(!holdsFile(event))return;event.preventDefault();openRecording(event.dataTransfer.files[0]);});}
const mostRows=10;class SpanRow{constructor(){this.spans=[];this.reach=[];}
hasRoom(span){const spans=this.spans,last=spans.length-1;if(last<0||spans[last].end<=span.start)return true;const at=this.firstStartingAfter(span.start);return(at===0||spans[at-1].end<=span.start)&&(at>last||spans[at].start>=span.end);}
firstStartingAfter(time){return lowerBound(this.spans,span=>span.start>time);}
add(span){const at=this.spans.length===0||this.spans.at(-1).start<=span.start
?this.spans.length:this.firstStartingAfter(span.start);if(at===this.spans.length)this.spans.push(span);else this.spans.splice(at,0,span);this.refresh(at);}
refresh(at){const{spans,reach}=this;let most=at>0?reach[at-1]:-Infinity;for(let index=at;index<spans.length;index+=1){most=Math.max(most,spans[index].end);reach[index]=most;}
reach.length=spans.length;}
changed(span){let at=lowerBound(this.spans,other=>other.start>=span.start);while(at<this.spans.length&&this.spans[at]!==span)at+=1;if(at<this.spans.length)this.refresh(at);}
firstEndingAfter(time){const reach=this.reach;let low=0,high=reach.length;while(low<high){const middle=(low+high)>>1;if(reach[middle]>time)high=middle;else low=middle+1;}
return low;}}
const laneGroups=["connection","user","callback","platform","event"];class SpanIndex{constructor(bound=60000){this.bound=bound;this.clear();}
clear(){this.lanes=new Map();this.sorted=[];this.count=0;this.first=Infinity;this.last=-Infinity;this.version=0;}
lane(group,name,title){const key=`${group}:${name}`;let lane=this.lanes.get(key);if(!lane){lane={key,group,name,title,rows:[],number:this.lanes.size};this.lanes.set(key,lane);this.sorted=[...this.lanes.values()].sort((one,other)=>
laneGroups.indexOf(one.group)-laneGroups.indexOf(other.group)||one.number-other.number);}
return lane;}
add(lane,span){let row=lane.rows.find(row=>row.hasRoom(span));if(!row){if(lane.rows.length<mostRows)lane.rows.push(row=new SpanRow());else row=lane.rows.at(-1);}
span.lane=lane;span.row=row;row.add(span);this.count+=1;this.reached(span);if(this.count>this.bound*1.1)this.drop(this.count-this.bound);}
remove(span){const{row}=span,at=row.spans.indexOf(span);row.spans.splice(at,1);row.refresh(at);if(span.lane.rows.every(row=>row.spans.length===0))this.forget(span.lane);span.row=span.lane=null;this.count-=1;}
forget(lane){this.lanes.delete(lane.key);this.sorted=this.sorted.filter(other=>other!==lane);}
changed(span){span.row?.changed(span);this.reached(span);}
reached(span){this.version+=1;if(span.start<this.first)this.first=span.start;const end=span.end===Infinity?span.start:span.end;if(end>this.last)this.last=end;}
drop(count){const starts=this.all().map(span=>span.start).sort((one,other)=>one-other);const from=starts[count];for(const lane of this.lanes.values()){for(const row of lane.rows){row.spans=row.spans.filter(span=>span.start>=from);row.refresh(0);}
if(lane.rows.every(row=>row.spans.length===0))this.forget(lane);}
this.count=this.all().length;this.first=from;this.version+=1;}
all(){return this.sorted.flatMap(lane=>lane.rows.flatMap(row=>row.spans));}
between(from,to,bound,{isNewest=false,isWanted=null,lanes=this.sorted}={}){const found=[];let count=0;for(const row of lanes.flatMap(lane=>lane.rows)){const{spans}=row,low=row.firstEndingAfter(from),high=row.firstStartingAfter(to);let taken=0;for(let step=0;step<high-low&&(taken<bound||isWanted);step+=1){const span=spans[isNewest?high-1-step:low+step];if(span.end<from||isWanted&&!isWanted(span))continue;if(taken<bound)found.push(span);taken+=1;}
count+=isWanted?taken:Math.max(high-low,0);}
found.sort((one,other)=>isNewest?other.start-one.start:one.start-other.start);return{spans:found.slice(0,bound),count};}}
const toneOfWait={retry:"retry",user:"user",token:"token",permission:"permission",configuration:"configuration",lane:"lane",};const waitWords={retry:"waits for its next attempt",user:"waits for a valid JWT of its user",token:"waits for a push token",permission:"waits for the permission to notify",configuration:"waits for a configuration",lane:"waits behind other jobs of its user",};function toneOfAnswer({httpCode}){return!httpCode||httpCode>=500?"retry":httpCode<300?"ok":"error";}
const isDone=job=>job.end!==Infinity;class InspectorModel{constructor(changed){this.changed=changed;this.index=new SpanIndex();this.reset();}
reset(){this.wire=new BoundedList(20000);this.events=new BoundedList(10000);this.jobs=new BoundedMap(25000,isDone);this.open=new BoundedMap(20000);this.connections=new BoundedMap(2000,connection=>!connection.isOpen);this.syncs=new BoundedList(400);this.eventNames=new BoundedMap(12000);this.refusals=new BoundedList(500);this.gaps=0;this.platformClock=null;this.hasLines=false;this.index.clear();for(const name of["trace","jobs","events"])this.changed(name);}
get now(){return this.hasLines?this.index.last+1:Date.now()*1000;}
timeText(time,digits=3){return this.hasLines?`line ${Math.round(time)}`:clockText(time,digits);}
spanText(time){return this.hasLines?plural(Math.round(time),"line"):durationText(time);}
momentText(time){return this.hasLines?`line ${Math.round(time)}`:dateText(time);}
connectionOf(number){let connection=this.connections.get(number);if(!connection){connection={number,transport:null,peer:null,isOpen:true,isOwn:false,calls:0};this.connections.set(number,connection);}
return connection;}
takeTrace(item,ownPrefix){if(item.kind==="job")return this.takeStep(item);if(item.kind!=="wire")return;const connection=this.connectionOf(item.connection);if(item.transport)connection.transport=item.transport;if(item.event==="opened"){connection.peer=item.peer??null;connection.isOpen=true;}
if(item.event==="closed")connection.isOpen=false;const messages=item.event==="message"?[item.message].flat().filter(Boolean):[];if(ownPrefix&&messages.some(message=>String(message.id).startsWith(ownPrefix)))connection.isOwn=true;if(connection.isOwn)return;this.wire.push(item);if(item.event==="message"){if(messages.length===0)this.addInstant(item,item.fault?`unreadable message: ${item.fault}`:`message of ${bytesText(item.bytes)}`,item.fault?"error":"event");for(const message of messages)this.takeMessage(item,message);}else if(item.event!=="inputEnded"){const words={opened:"opened",closed:"closed",dropped:"a message had no room",fault:`cannot be read: ${item.fault}`};this.addInstant(item,words[item.event]??String(item.event),item.event==="fault"||item.event==="dropped"?"error":"event");}
this.changed("trace");}
connectionLane(number){const transport=this.connections.get(number)?.transport;return this.index.lane("connection",number,`connection ${number}${transport?` · ${transport}`:""}`);}
addInstant(item,label,tone){this.index.add(this.connectionLane(item.connection),{start:item.at,end:item.at,tone,label,kind:"message",connection:item.connection,messages:[item],});}
takeMessage(item,message){const isReceived=item.direction==="received";const key=side=>`${item.connection} ${side} ${JSON.stringify(message.id)}`;if(typeof message.method==="string"&&message.id!==undefined){const lane=isReceived?this.connectionLane(item.connection):this.index.lane("callback","","callbacks");const span={start:item.at,end:Infinity,tone:"open",label:message.method,kind:isReceived?"call":"callback",connection:item.connection,request:message,response:null,messages:[item],requestId:message.params?.requestId??null,};if(isReceived)this.connectionOf(item.connection).calls+=1;this.open.set(key(item.direction),span);this.index.add(lane,span);}else if(message.id!==undefined&&message.method===undefined){const name=key(isReceived?"sent":"received"),span=this.open.get(name);if(!span)return;this.open.delete(name);span.end=item.at;span.response=message;span.messages.push(item);span.tone=message.error?"error":span.kind==="callback"&&message.result===null?"retry":"ok";span.requestId=message.result?.requestId??span.requestId;if(message.error&&span.kind==="call"){this.refusals.push({at:item.at,method:span.label,error:message.error,span});}
this.index.changed(span);this.takeAnswer?.(span,item);}else if(isReceived){this.addInstant(item,`${message.method} (notification)`,"event");}else if(message.method==="event"&&message.params){this.takeEvent(message.params,this.hasLines?item.at:undefined);}}
job(requestId,facts={}){let job=this.jobs.get(requestId);if(!job){job={kind:"job",requestId,method:null,label:"",user:undefined,connection:null,start:NaN,end:Infinity,durable:null,attempts:[],attemptCount:0,waits:[],state:"pending",waitingFor:null,next:null,lastError:null,eventCode:null,httpCode:null,response:null,outcome:null,isRetryable:false,tone:"open",lane:null,row:null,};this.jobs.set(requestId,job);}
job.method??=facts.method??null;if(job.user===undefined&&facts.user!==undefined){job.user=facts.user;if(job.row)this.index.remove(job);}
job.label=job.method??"job";return job;}
place(job){if(job.row||Number.isNaN(job.start))return;const title=job.user?`user ${shortened(job.user,12)}`:job.user===null?"no user":this.hasLines?"jobs":"earlier jobs";this.index.add(this.index.lane("user",String(job.user),title),job);}
moveStart(job,start){if(job.row)this.index.remove(job);job.start=start;}
takeStep(item){const job=this.job(item.requestId,item);if(Number.isNaN(job.start))job.start=item.at;job.isTraced=true;switch(item.step){case"accepted":
this.moveStart(job,item.at);job.connection=item.connection??null;break;case"durable":
job.durable=item.at;this.syncs.push(item.at-job.start);break;case"attempt":
this.endWait(job,item.at);job.attempts.push({number:item.attempt,start:item.at,end:Infinity,httpCode:null,failure:null});if(job.attempts.length>200)job.attempts.shift();job.attemptCount=Math.max(job.attemptCount,item.attempt);job.next=null;break;case"answer":this.takeAttemptAnswer(job,item);break;case"waiting":
this.endWait(job,item.at);job.waits.push({from:item.at,to:Infinity,reason:item.waitingFor});if(job.waits.length>200)job.waits.shift();job.waitingFor=item.waitingFor;job.next=item.until??null;break;case"retried":
job.end=Infinity;job.state="pending";job.isRetryable=false;break;case"ended":
this.end(job,item.at,item.state,item.eventCode);job.outcome=item.outcome??job.outcome;break;}
this.refresh(job);this.changed("trace");}
takeAttemptAnswer(job,item){let attempt=job.attempts.findLast(attempt=>attempt.number===item.attempt);if(!attempt){attempt={number:item.attempt,start:item.at-(item.durationUs??0),end:Infinity,httpCode:null,failure:null};job.attempts.push(attempt);}
attempt.end=item.at;attempt.httpCode=item.httpCode??null;attempt.failure=item.failure??null;if(item.platformTime)this.platformClock=attempt.clock=item.at-item.platformTime;job.attemptCount=Math.max(job.attemptCount,item.attempt);job.httpCode=attempt.httpCode;this.index.add(this.index.lane("platform","","platform"),{start:Math.min(attempt.start,item.at),end:item.at,tone:toneOfAnswer(attempt),label:`${attempt.httpCode??"no answer"} ${job.label}`,kind:"answer",requestId:job.requestId,job,attempt,});}
endWait(job,at){const wait=job.waits.at(-1);if(wait&&wait.to===Infinity)wait.to=at;job.waitingFor=null;}
end(job,at,state,eventCode){this.endWait(job,at);job.end=at;job.state=state;job.eventCode=eventCode??job.eventCode;job.next=null;const attempt=job.attempts.at(-1);if(attempt&&attempt.end===Infinity)attempt.end=at;}
refresh(job){job.tone=job.state==="delivered"?"ok"
:job.state==="pending"?toneOfWait[job.waitingFor]??"open":job.state==="cleared"?"event":"error";if(job.row)this.index.changed(job);else this.place(job);this.changed("jobs");}
takeListed(item){const job=this.job(item.requestId,item),at=this.hasLines?this.clock:timeOf(item.createdAt);if(Number.isNaN(job.start))job.start=at;job.createdAt=item.createdAt;job.attemptCount=Math.max(job.attemptCount,item.attempts);job.lastError=item.lastError??job.lastError;job.isRetryable=item.retryable;if(item.state==="pending"){if(isDone(job)&&job.state!=="rejected")return;job.end=Infinity;job.state="pending";job.next=item.nextAttemptAt?timeOf(item.nextAttemptAt):null;if(job.waitingFor!==item.waitingFor){if(!job.isTraced)this.endWait(job,this.now);job.waitingFor=item.waitingFor;if(item.waitingFor&&!job.isTraced)job.waits.push({from:job.waits.length?this.now:job.start,to:Infinity,reason:item.waitingFor});}}else{job.state=item.state;job.waitingFor=null;job.next=null;job.eventCode=item.outcome?.eventCode??job.eventCode;job.httpCode=item.lastError?.httpCode??item.outcome?.response?.httpCode??job.httpCode;job.response=item.outcome?.response??job.response;if(job.end===Infinity)this.end(job,this.hasLines?this.clock:timeOf(item.endedAt),item.state,job.eventCode);}
this.refresh(job);}
takeOutcome(item){const job=this.job(item.requestId,item);if(Number.isNaN(job.start))job.start=this.hasLines?this.clock:timeOf(item.acceptedAt);if(job.end===Infinity)this.end(job,this.hasLines?this.clock:timeOf(item.endedAt),item.state,item.eventCode);job.state=item.state;job.createdAt=item.acceptedAt;job.outcome=item.outcome;job.eventCode=item.eventCode;job.eventName=item.name;job.httpCode=item.httpCode??job.httpCode;job.response=item.response??job.response;job.attemptCount=Math.max(job.attemptCount,item.attempts);this.refresh(job);}
takeEvent(event,at){const name=`${event.epoch} ${event.seq}`;if(this.eventNames.has(name))return;this.eventNames.set(name,true);event={...event,start:at??timeOf(event.date)};this.events.push(event);const tone=event.type==="error"?"error":event.type==="retryError"?"retry":"event";this.index.add(this.index.lane("event","","events"),{start:event.start,end:event.start,tone,label:`${event.code} ${event.name}`,kind:"event",requestId:event.requestId,event,});const job=event.requestId?this.jobs.get(event.requestId):null;if(job&&tone!=="event"){job.lastError={code:event.code,httpCode:event.value?.response_with_http_code?.httpCode??null,message:event.message};}
this.takeEventOfJob?.(event);this.changed("events");}}
function quantile(numbers,part){if(numbers.length===0)return NaN;const sorted=[...numbers].sort((one,other)=>one-other);return sorted[Math.min(sorted.length-1,Math.floor(sorted.length*part))];}
function connect(){const scheme=location.protocol==="https:"?"wss":"ws";app.connection=new RpcConnection(`${scheme}://${location.host}/rpc`,{state:connectionChanged,notification:takeNotification,request(method,params){for(const answer of app.callbackAnswers){const promise=answer(method,params);if(promise!==undefined)return promise;}
throw new RpcError({code:-32601,message:"this page answers no such callback"});},});if(app.connection.isInvited)app.connection.open();else connectionChanged("refused");}
function connectionChanged(state){if(app.isRecording)return;app.state=state;app.changed("state");if(state==="open")subscribe();}
const position={trace:null,events:null,outcome:null,epoch:null};async function subscribe(){try{app.info=await app.call("bridge.info");if(position.epoch!==app.info.epoch){if(position.epoch!==null){app.model.reset();app.changed("source");}
Object.assign(position,{trace:null,events:null,outcome:null,epoch:app.info.epoch});app.discovered=null;}
const after=number=>number===null?{}:{since:number,epoch:position.epoch};await refresh();const trace=await app.call("trace.subscribe",after(position.trace));if(trace?.gap)gap();const events=await app.call("events.subscribe",after(position.events??0));position.events??=events.seq;const page=await app.call("outcomes.list",{limit:1});const first=position.outcome??Math.max(0,page.last-500);await app.call("outcomes.subscribe",{after:Math.max(first,page.first-1)});}catch(error){if(error.code)app.problem=error.message;app.changed("state");}}
function gap(){app.model.gaps+=1;app.changed("trace");}
function takeNotification(method,params){switch(method){case"trace":
position.trace=params.seq;app.model.takeTrace(params,app.connection.prefix);break;case"event":
position.events=params.seq;app.model.takeEvent(params);if(params.code===403)readStorage();break;case"outcome":
position.outcome=params.outcome;app.model.takeOutcome(params);break;case"trace.gap":case"events.gap":case"outcomes.gap":gap();break;}
for(const listener of app.listeners)listener(method,params);}
async function readStorage(){try{const answer=await fetch("/readyz",{cache:"no-store"}),text=await answer.text();app.readiness={isReady:answer.ok,text,cause:/\((\w+)\)/.exec(text)?.[1]??null};}catch{app.readiness=null;}
app.changed("stats");}
function takeStats(stats){app.stats=stats;app.statsAt=Date.now()*1000;noteRates();app.changed("stats");}
async function refresh(){takeStats(await app.call("bridge.stats"));for(const state of["pending","rejected"]){const page=await app.call("outbox.list",{state,limit:500});app.listed={...app.listed,[state]:{count:page.items.length,next:page.next}};for(const item of page.items)app.model.takeListed(item);}}
app.refresh=refresh;app.readMore=async state=>{const after=app.listed?.[state]?.next;if(!after)return;const page=await app.call("outbox.list",{state,limit:1000,after});app.listed[state]={count:app.listed[state].count+page.items.length,next:page.next};for(const item of page.items)app.model.takeListed(item);};let ticks=0;function tick(){app.changed("time");if(app.state!=="open"||document.hidden)return;ticks+=1;if(ticks%2===1)readStorage();(ticks%3===1?refresh():app.call("bridge.stats").then(takeStats)).catch(()=>{});}
app.model=new InspectorModel(name=>app.changed(name));mountFrame();connectRecordings();if(location.protocol.startsWith("http"))connect();setInterval(tick,1000);app.changed("source");
})();
</script>
</body>
</html>

"""#
}
