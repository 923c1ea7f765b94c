// Generated from the parts in this folder. To write it again: UPDATE=1 swift test --filter Drift
// swift-format-ignore-file

/// The page of the simulated platform, at `/` of its port.
package enum SimulatorPage {
  /// The value of the header Content-Security-Policy: only this style sheet and this script are in force.
  package static let contentSecurityPolicy =
    "default-src 'none'; script-src 'sha256-aytzyZKI0MZFaQnkiGYLMF9mmGRfl+CtvSADhR+QyNQ='; style-src 'sha256-Rgp8v/8O/+fzUELgpn0GFrRe5E1L/pIP2CqRTt9g7gs='; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

  package static let html = #"""
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-aytzyZKI0MZFaQnkiGYLMF9mmGRfl+CtvSADhR+QyNQ='; style-src 'sha256-Rgp8v/8O/+fzUELgpn0GFrRe5E1L/pIP2CqRTt9g7gs='; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>altcraft-bridge simulated platform</title>
<style>
:root{color-scheme:light dark;--page:light-dark(#fafbfc,#0f1317);--panel:light-dark(#ffffff,#151a20);--sunken:light-dark(#f1f4f7,#0b0e12);--hover:light-dark(#eef3f9,#1c232b);--line:light-dark(#e2e7ed,#252d36);--line-strong:light-dark(#c3ccd6,#3c4753);--text:light-dark(#18202a,#dde4eb);--soft:light-dark(#556070,#98a5b3);--accent:light-dark(#0a5cba,#74b6f7);--accent-back:light-dark(#e6f0fb,#17304a);--ok:light-dark(#17734a,#55c794);--ok-back:light-dark(#e3f4eb,#12301f);--bad:light-dark(#b3261a,#f78f82);--bad-back:light-dark(#fcebe9,#3b1b18);--warn:light-dark(#8a5200,#e7b25a);--warn-back:light-dark(#fdf2dd,#35280f);--tone-ok:light-dark(#3da577,#3f9e72);--tone-error:light-dark(#d9483b,#e0645a);--tone-open:light-dark(#4c8fdc,#4f8fd6);--tone-attempt:light-dark(#2c6cb8,#8cc2f7);--tone-retry:light-dark(#e5a83a,#b9822a);--tone-user:light-dark(#a98ae0,#7d62b8);--tone-token:light-dark(#4db3bd,#2f8791);--tone-permission:light-dark(#d77fb4,#a3558a);--tone-configuration:light-dark(#8595c6,#5f6f9f);--tone-lane:light-dark(#c0c8d2,#4a5562);--tone-event:light-dark(#7d8b9c,#8492a2);--radius:6px;--mono:ui-monospace,"SF Mono","Cascadia Code","DejaVu Sans Mono",Menlo,Consolas,monospace;--sans:system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;accent-color:var(--accent)}
:root[data-theme="light"]{color-scheme:light}
:root[data-theme="dark"]{color-scheme:dark}
*,*::before,*::after{box-sizing:border-box}
[hidden]{display:none !important}
body{scrollbar-color:var(--line-strong) transparent;margin:0;background:var(--page);color:var(--text);font:13px/1.45 var(--sans);font-variant-numeric:tabular-nums;-webkit-text-size-adjust:100%}
h1,h2,h3,h4,p,dl,dd,ul,ol,pre,figure{margin:0}
ul,ol{padding:0;list-style:none}
h1{font-size:14px;font-weight:650;letter-spacing:-.005em}
h2{font-size:13px;font-weight:650}
h3{font-size:12px;font-weight:650}
code,pre,.mono{font-family:var(--mono);font-size:12px}
.num{text-align:right;font-variant-numeric:tabular-nums}
.soft{color:var(--soft)}
.good{color:var(--ok)}
.bad{color:var(--bad)}
.warn{color:var(--warn)}
.clip{overflow:hidden;text-overflow:ellipsis;white-space:nowrap;min-width:0}
.off,.off-screen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.off-screen:focus{width:auto;height:auto;clip-path:none;z-index:9;top:6px;left:6px;padding:6px 10px;background:var(--panel);color:var(--accent);border-radius:var(--radius)}
:focus-visible{outline:2px solid var(--accent);outline-offset:1px;border-radius:3px}
button,input,select,textarea{font:inherit;color:inherit}
button{padding:3px 10px;min-height:26px;background:var(--panel);border:1px solid var(--line-strong);border-radius:var(--radius);cursor:pointer;white-space:nowrap}
button:hover:not(:disabled,.primary){background:var(--hover)}
button:disabled{opacity:.55;cursor:default}
button.primary{background:var(--accent);border-color:var(--accent);color:light-dark(#fff,#0b1218);font-weight:600}
button.danger{color:var(--bad);border-color:color-mix(in srgb,var(--bad) 45%,var(--line-strong))}
button.plain{background:none;border-color:transparent;color:var(--soft)}
button.plain:hover:not(:disabled){color:var(--text);background:var(--hover)}
button.link{padding:0;min-height:0;border:0;background:none;color:var(--accent);text-align:left;white-space:normal}
button.link:hover{text-decoration:underline;background:none}
button[aria-pressed="true"]{background:var(--accent-back);border-color:var(--accent);color:var(--accent)}
input:not([type="checkbox"],[type="radio"]),select,textarea{padding:3px 8px;min-height:26px;background:var(--panel);border:1px solid var(--line-strong);border-radius:var(--radius);min-width:0}
textarea{width:100%;font-family:var(--mono);font-size:12px;line-height:1.5;resize:vertical}
::placeholder{color:var(--soft);opacity:1}
label{color:var(--soft)}
.bar{display:flex;flex-wrap:wrap;align-items:center;gap:6px 8px}
.push{margin-left:auto}
.card{background:var(--panel);border:1px solid var(--line);border-radius:var(--radius)}
.tag{display:inline-block;padding:0 6px;border-radius:99px;font-size:11px;line-height:18px;font-weight:600;white-space:nowrap;background:var(--sunken);color:var(--soft)}
.tag.good{background:var(--ok-back);color:var(--ok)}
.tag.bad{background:var(--bad-back);color:var(--bad)}
.tag.warn{background:var(--warn-back);color:var(--warn)}
.tag.accent{background:var(--accent-back);color:var(--accent)}
.dot{display:inline-block;width:8px;height:8px;border-radius:2px;background:var(--soft);flex:none}
.dot.round{border-radius:50%}
table{border-collapse:collapse;width:100%}
th{text-align:left;font-size:11px;font-weight:600;color:var(--soft);white-space:nowrap}
th,td{padding:4px 8px;border-bottom:1px solid var(--line);vertical-align:baseline}
th.num{text-align:right}
tbody tr:hover{background:var(--hover)}
.code{position:relative}
.code > .copy{position:absolute;top:4px;right:4px;padding:1px 8px;min-height:22px;font-size:11px;z-index:1}
pre.json,pre.text{padding:8px 10px;background:var(--sunken);border-radius:var(--radius);line-height:1.5;max-height:60vh;overflow:auto;white-space:pre-wrap;overflow-wrap:anywhere;tab-size:2}
.json-name{color:var(--accent)}
.json-text{color:var(--ok)}
.json-number{color:var(--warn)}
dl.facts{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:3px 14px}
dl.facts dt{color:var(--soft)}
dl.facts dd{overflow-wrap:anywhere}
.empty{padding:28px 20px;max-width:44rem;margin:0 auto;color:var(--soft)}
.empty h2{color:var(--text);font-size:14px}
.empty > * + *{margin-top:8px}
.empty code{color:var(--text)}
.tabs{display:flex;gap:2px;overflow-x:auto;scrollbar-width:none}
.tabs [role="tab"]{border:0;border-bottom:2px solid transparent;border-radius:0;background:none;color:var(--soft);padding:6px 12px;font-weight:600}
.tabs [role="tab"]:hover{color:var(--text)}
.tabs [role="tab"][aria-selected="true"]{color:var(--text);border-bottom-color:var(--accent)}
.tabs [role="tab"]:focus-visible{outline-offset:-2px}
dialog{width:min(34rem,calc(100vw - 24px));padding:16px 18px;color:inherit;background:var(--panel);border:1px solid var(--line-strong);border-radius:10px}
dialog::backdrop{background:rgb(10 14 20 / 45%)}
dialog h2{font-size:14px;margin-bottom:8px}
dialog .bar{justify-content:flex-end;margin-top:14px}
body{height:100dvh;display:flex;flex-direction:column;overflow:hidden}
#head{flex:none;background:var(--panel);border-bottom:1px solid var(--line)}
#head > .bar{padding:8px 16px 6px}
#head nav{padding:0 8px}
#strip{display:grid;grid-template-columns:repeat(6,minmax(0,1fr));border-top:1px solid var(--line);border-bottom:1px solid var(--line)}
#strip > div{padding:5px 16px 6px;border-left:1px solid var(--line);min-width:0}
#strip > div:first-child{border-left:0}
#strip dt{font-size:11px;color:var(--soft);overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
#strip dd{font-weight:600}
#body{flex:1;min-height:0;display:flex}
#panes{flex:1;min-width:0;min-height:0;outline:none}
#panes > section{height:100%;overflow:auto}
#controls{flex:none;width:19rem;overflow:auto;padding:12px 14px 24px;background:var(--panel);border-left:1px solid var(--line);display:grid;gap:18px;align-content:start}
#controls h2{margin-bottom:6px}
#controls p{color:var(--soft)}
#controls .grid{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:6px;margin:8px 0}
#controls .grid button{white-space:normal}
#controls .rules li{padding:4px 0;border-bottom:1px solid var(--line);overflow-wrap:anywhere}
#controls label,form.campaign label{display:grid;grid-template-columns:minmax(0,1fr);gap:2px;font-size:11px}
#controls select,form.campaign input,form.campaign select{width:100%;font-size:13px}
#controls .rules + button{margin-top:8px}
td .tag{margin-left:6px}
.tools{position:sticky;top:0;z-index:1;padding:8px 16px;background:var(--page);border-bottom:1px solid var(--line)}
.tools [type="checkbox"]{vertical-align:-2px}
.tools input[type="search"]{flex:1 1 14rem;font-family:var(--mono);font-size:12px}
.requests{width:100%}
.requests > li{border-bottom:1px solid var(--line);background:var(--panel)}
.requests > li > button{display:grid;grid-template-columns:92px 40px minmax(0,16fr) minmax(0,9fr) 72px minmax(0,18fr);gap:0 10px;align-items:baseline;width:100%;padding:5px 16px;border:0;border-radius:0;background:none;text-align:left;white-space:normal}
.requests > li > button:focus-visible{outline-offset:-2px}
.requests .path{font-family:var(--mono);font-size:12px;overflow-wrap:anywhere}
.requests .status{font-weight:650}
.requests .why{overflow-wrap:anywhere}
.requests .content{padding:6px 16px 14px;display:grid;gap:10px;grid-template-columns:minmax(0,1fr)}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(24rem,100%),1fr));gap:12px;padding:12px 16px;align-items:start}
.cards > .card{padding:10px 14px 12px;display:grid;gap:8px;grid-template-columns:minmax(0,1fr)}
.cards h2{overflow-wrap:anywhere}
.cards .subscription{padding-top:6px;border-top:1px solid var(--line)}
.scroll{overflow-x:auto}
td{overflow-wrap:anywhere}
.scroll td:not(:last-child){overflow-wrap:normal;min-width:5.2rem}
.scroll td:last-child{min-width:6rem}
.title{padding:12px 16px 6px}
form.campaign{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(15rem,100%),1fr));gap:8px 12px;padding:12px 16px}
form.campaign .wide{grid-column:1 / -1}
@media (max-width:900px){body{height:auto;min-height:100dvh;overflow:auto}
#strip{grid-template-columns:repeat(3,minmax(0,1fr))}
#strip > div{padding:3px 12px}
#strip > div:nth-child(4){border-left:0}
#strip > div:nth-child(n + 4){border-top:1px solid var(--line)}
#body{flex-direction:column}
#panes{flex:none}
#panes > section{height:auto;min-height:40dvh;max-height:64dvh}
#controls{width:auto;border-left:0;border-top:1px solid var(--line)}
.requests > li > button{grid-template-columns:92px 40px minmax(0,1fr) 64px}
.requests .id{display:none}
.requests .why{grid-column:1 / -1}}
@media (max-width:560px){#head > .bar{padding:6px 12px}
#head h1 .soft,#strip dt span{display:none}
.requests > li > button{grid-template-columns:92px 34px minmax(0,1fr) auto;padding:5px 12px}
.tabs [role="tab"]{padding:6px 9px}}
</style>
</head>
<body>
<a class="off-screen" href="#panes">Skip to the content</a>
<header id="head">
<div class="bar">
<h1>altcraft-bridge <span class="soft">simulated platform</span></h1>
<span id="live" class="tag">connecting</span>
<span class="bar push"><button type="button" class="plain" id="theme">Theme: system</button></span>
</div>
<dl id="strip" aria-label="Counts">
<div data-strip="requests"><dt>Requests</dt><dd>–</dd></div>
<div data-strip="refused"><dt>Refused<span>, of those shown</span></dt><dd>–</dd></div>
<div data-strip="people"><dt>Profiles</dt><dd>–</dd></div>
<div data-strip="subscribed"><dt>Subscribed<span>, of those shown</span></dt><dd>–</dd></div>
<div data-strip="pushes"><dt>Waiting pushes</dt><dd>–</dd></div>
<div data-strip="rules"><dt>Faults in force</dt><dd>–</dd></div>
</dl>
<nav aria-label="Panes">
<div class="tabs" role="tablist" aria-label="Panes" id="tabs">
<button type="button" role="tab" id="tab-requests" aria-controls="pane-requests">Requests</button>
<button type="button" role="tab" id="tab-people" aria-controls="pane-people">Profiles</button>
<button type="button" role="tab" id="tab-events" aria-controls="pane-events">Events</button>
<button type="button" role="tab" id="tab-pushes" aria-controls="pane-pushes">Campaigns</button>
</div>
</nav>
</header>
<div id="body">
<main id="panes" tabindex="-1">
<section id="pane-requests" role="tabpanel" aria-labelledby="tab-requests"></section>
<section id="pane-people" role="tabpanel" aria-labelledby="tab-people" hidden></section>
<section id="pane-events" role="tabpanel" aria-labelledby="tab-events" hidden></section>
<section id="pane-pushes" role="tabpanel" aria-labelledby="tab-pushes" hidden></section>
</main>
<aside id="controls" aria-label="Faults and state"></aside>
</div>
<div id="announcer" class="off" role="status" aria-live="polite"></div>
<noscript>This page needs JavaScript.</noscript>
<script>
(() => {
"use strict";
const refusedAttributes=new Set(["src","srcdoc","srcset","action","formaction","style","is"]);function h(tag,attributes,...children){const[type,...classes]=tag.split("."),element=document.createElement(type);if(classes.length)element.className=classes.join(" ");if(attributes?.constructor!==Object){children.unshift(attributes);attributes={}}for(const[name,value]of Object.entries(attributes)){if(value===null||value===void 0||value===!1)continue;if(name==="text")element.textContent=textOf(value);else if(name==="value")element.value=value;else if(name==="style"&&typeof value==="object"){for(const[property,text]of Object.entries(value))element.style.setProperty(property,text)}else if(name.startsWith("on")){if(typeof value!=="function")throw new TypeError(name);element.addEventListener(name.slice(2),value)}else if(refusedAttributes.has(name)||(name==="href"&&!String(value).startsWith("#"))){throw new TypeError(name)}else element.setAttribute(name,value===!0?"":textOf(value))}$c(element,children);return element}const textOf=value=>value===null||value===void 0?value:typeof value==="object"?JSON.stringify(value):`${value}`;function $c(element,children){for(const child of children){if(child===null||child===void 0||child===!1)continue;if(Array.isArray(child))$c(element,child);else element.append(child instanceof Node?child:document.createTextNode(textOf(child)))}}function $g(id){return document.getElementById(id)}function $8(element,...children){element.replaceChildren();$c(element,children);return element}function $5(element,text){if(element.textContent!==text)element.textContent=text}function $j(parent,items,key,make,$3){const old=new Map();for(const child of parent.children)if(child.itemKey!==void 0)old.set(child.itemKey,child);let place=parent.firstChild;for(const item of items){const name=key(item);let child=old.get(name);if(child)old.delete(name);else{child=make(item);child.itemKey=name}$3?.(child,item);if(child===place)place=place.nextSibling;else parent.insertBefore(child,place)}for(const child of old.values())child.remove()}function $6(text){const region=$g("announcer");if(region)region.textContent=text}function $1(text,act,attributes){return h("button",{type:"button",onclick:act,...attributes},text)}function $e(...rows){return h("dl.facts",rows.filter(([,value])=>value!==null&&value!==void 0&&value!=="").map(([name,value])=>[h("dt",name),h("dd",null,value)]))}async function $o(text,button){try{await navigator.clipboard.writeText(text);$6("Copied.");const label=button.textContent;button.textContent="Copied";setTimeout(()=>{button.textContent=label},1200)}catch{$6("The browser does not allow copying.")}}const grouped=new Intl.NumberFormat("en",{maximumFractionDigits:0});function countText(number){return Number.isFinite(number)?grouped.format(number).replaceAll(",","\u202f"):"–"}function $9(number,one,many){return`${countText(number)} ${number===1?one:many??one+"s"}`}function $h(bytes){if(!Number.isFinite(bytes))return"–";const units=["bytes","KiB","MiB","GiB"];let unit=0;while(bytes>=1024&&unit<3){bytes/=1024;unit+=1}return`${unit===0||bytes>=100?Math.round(bytes):bytes.toFixed(1)} ${units[unit]}`}function $p(us){if(!Number.isFinite(us))return"–";const sign=us<0?"−":"";us=Math.abs(us);const[size,unit]=us<100?[1,"µs"]:us<1e6?[1e3,"ms"]:us<120e6?[1e6,"s"]:us<7200e6?[60e6,"min"]:us<172800e6?[3600e6,"h"]:[86400e6,"days"],number=us/size;return`${sign}${size===1||size>1e6||number>=100?Math.floor(number):+number.toFixed(number>=10?1:2)} ${unit}`}const two=number=>String(number).padStart(2,"0");function $d(us,digits=3){if(!Number.isFinite(us))return"–";const date=new Date(us/1000);if(Number.isNaN(date.getTime()))return"–";const rest=digits?"."+String(Math.floor(((us%1e6)+1e6)%1e6)).padStart(6,"0").slice(0,digits):"";return`${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}${rest}`}function $15(us,digits=3){const date=new Date(us/1000);if(Number.isNaN(date.getTime()))return"–";return`${date.getFullYear()}-${two(date.getMonth()+1)}-${two(date.getDate())} ${$d(us,digits)}`}function $17(text){return typeof text==="string"?Date.parse(text)*1000:NaN}function $i(value,bound=200000){const text=JSON.stringify(value,null,2)??"";return text.length>bound?`${text.slice(0,bound)}\n… ${$h(text.length-bound)} more`:text}function $r(value){const block=h("pre.json",{tabindex:"0",role:"group","aria-label":"JSON"}),pattern=/("(?:[^"\\]|\\.)*")(:)?|\b(?:true|false|null)\b|-?\d[\d.eE+-]*/g,text=$i(value);if(text.length>40000)return $8(block,text);let at=0;for(const match of text.matchAll(pattern)){if(match.index>at)block.append(text.slice(at,match.index));const kind=match[2]?"name":match[1]?"text":"number";block.append(h("span",{class:`json-${kind}`},match[1]??match[0]),match[2]??"");at=match.index+match[0].length}block.append(text.slice(at));return block}function $4(value){return h("div.code",$1("Copy",event=>$o($i(value,Infinity),event.currentTarget),{class:"copy"}),$r(value))}function $a(text,length){text=String(text);return text.length<=length?text:`${text.slice(0,length-1)}…`}function $x(text){try{return JSON.parse(text)}catch{return void 0}}function $16(caption,columns,chosen){const body=h("tbody",{onclick(event){const row=event.target.closest("tr");if(row)chosen(row.item)}}),make=item=>{const row=h("tr",columns.map(([,,name])=>h("td",name==="link"&&[h("i.dot"),h("button.link",{type:"button"})])));row.item=item;return row},element=h("table",h("caption.off",caption),h("colgroup",columns.map(([,width,name])=>h("col",{style:{width},class:name}))),h("thead",h("tr",columns.map(([title,,name])=>h("th",{scope:"col",class:name},title)))),body);return{element,body,show(items,key,cells){element.hidden=items.length===0;$j(body,items,key,make,(row,item)=>cells(item).forEach(([text,tone="",title=text],column)=>{const cell=row.children[column],name=columns[column][2]??"";cell.title=title;if(name!=="link")cell.className=`${name} ${tone}`;else cell.firstChild.style.background=`var(--tone-${item.tone})`;$5(name==="link"?cell.lastChild:cell,text)}))}}}function $m(list,chosen){const tabs=()=>[...list.querySelectorAll('[role="tab"]')].filter(tab=>!tab.hidden);function choose(tab,isByKey){for(const other of list.querySelectorAll('[role="tab"]')){const isChosen=other===tab;other.setAttribute("aria-selected",String(isChosen));other.tabIndex=isChosen?0:-1;const panel=$g(other.getAttribute("aria-controls"));if(panel)panel.hidden=!isChosen}if(isByKey)tab.focus();tab.scrollIntoView?.({block:"nearest",inline:"nearest"});chosen(tab)}list.addEventListener("click",event=>{const tab=event.target.closest('[role="tab"]');if(tab)choose(tab,!1)});list.addEventListener("keydown",event=>{const all=tabs(),at=all.indexOf(document.activeElement),next={ArrowRight:at+1,ArrowLeft:at-1,Home:0,End:all.length-1}[event.key];if(next===void 0||at<0)return;event.preventDefault();choose(all[(next+all.length)%all.length],!0)});return tab=>choose(tab,!1)}function $n(button){const names=["system","light","dark"];let theme=null;try{theme=localStorage.getItem("theme")}catch{}if(!names.includes(theme))theme="system";function show(){if(theme==="system")delete document.documentElement.dataset.theme;else document.documentElement.dataset.theme=theme;button.textContent=`Theme: ${theme}`;document.dispatchEvent(new Event("themechange"))}button.addEventListener("click",()=>{theme=names[(names.indexOf(theme)+1)%names.length];try{localStorage.setItem("theme",theme)}catch{}show();$6(`Theme: ${theme}.`)});matchMedia("(prefers-color-scheme: dark)").addEventListener("change",show);show()}async function $0(method,path,body,signal){const response=await fetch(path,{method,body,signal,cache:"no-store"}),text=await response.text(),answer=$x(text);if(!response.ok)throw new Error(answer?.error_text??`status ${response.status}`);return answer}const shownRequests=500,shownProfiles=200,model={requests:[],//oldest first,at most shownRequests
last:0,state:null,script:null,campaigns:null,isLive:!1,problem:null,listeners:[],polling:null,changed(){for(const listener of this.listeners)listener()},restart(){this.requests=[];this.last=0;this.polling?.abort()},async follow(){for(;;){try{if(!this.isLive)await this.begin();this.polling=new AbortController();const page=await $0("GET",`/__requests?since=${this.last}&limit=${shownRequests}&waitMs=5000`,void 0,this.polling.signal);if(page.last<this.last)this.restart();else if(page.requests.length){this.last=page.requests.at(-1).index;this.requests=[...this.requests,...page.requests].slice(-shownRequests)}await this.refresh()}catch(error){if(error.name==="AbortError")continue;this.isLive=!1;this.problem="The simulator does not answer. The page goes on when it does.";this.changed();await new Promise(resolve=>setTimeout(resolve,1000))}}},async begin(){const state=await $0("GET","/__state?latest=0");this.requests=[];this.last=Math.max(0,state.requests.last-shownRequests);this.isLive=!0;this.problem=null},async refresh(){[this.state,this.script,this.campaigns]=await Promise.all([$0("GET",`/__state?latest=${shownProfiles}`),$0("GET","/__script"),$0("GET","/__campaigns")]);this.changed()}};async function $3(place,done,body){try{const answer=await body();await model.refresh();$5(place,done(answer));place.className="good"}catch(error){$5(place,error.message);place.className="bad"}$6(place.textContent)}function $b(request){if(request.status===null)return"bad";return request.status<300?(request.why?"warn":"good"):request.status<400?"warn":"bad"}function $10(request,words,onlyRefused){if(onlyRefused&&$b(request)==="good")return !1;const text=`${request.method} ${request.path} ${request.status??"---"} ${request.requestId??""} ${request.why??""}`.toLowerCase();return words.every(word=>text.includes(word))}function $z(request){const body=request.body??request.parts??request.text??null;return h("div",{class:"content"},$e(["Reason",request.why],["Request-ID",request.requestId],["Attempt",request.attempt],["Body",$h(request.bodyBytes)]),Object.keys(request.query).length?h("div",h("h2",{text:"Query"}),$4(request.query)):null,h("div",h("h2",{text:"Headers; secrets are replaced by a fingerprint"}),$4(request.headers)),body===null?null:h("div",h("h2",{text:"Body"}),typeof body==="string"?h("pre.text",{tabindex:"0",text:body}):$4(body)))}function $11(request){const content=h("div",{hidden:!0}),button=h("button",{type:"button","aria-expanded":"false",onclick:()=>{const isOpen=button.getAttribute("aria-expanded")!=="true";button.setAttribute("aria-expanded",String(isOpen));content.hidden=!isOpen;if(isOpen)$8(content,$z(request))}},h("span.soft",{text:$d(request.time*1000)}),h("span",{class:`status ${$b(request)}`,text:request.status??"---"}),h("span.path",{text:`${request.method} ${request.path}`}),h("span.id.mono.soft.clip",{text:request.requestId??"",title:request.requestId??""}),h("span.soft",{text:request.attempt>1?`attempt ${request.attempt}`:""}),h("span",{class:`why ${$b(request)}`,text:request.why??""}));return h("li",null,button,content)}function $w(pane){const search=h("input",{type:"search",placeholder:"Path, status, Request-ID or reason","aria-label":"Search the requests",oninput:update}),refused=h("input",{type:"checkbox",onchange:update}),list=h("ul.requests",{"aria-label":"Requests, the newest first"}),empty=h("div.empty");pane.append(h("div",{class:"tools bar"},search,h("label",null,refused," only refused or disturbed"),$1("Remove all",()=>$0("DELETE","/__requests").then(()=>model.restart()).catch(error=>$6(error.message)))),list,empty);function update(){const words=search.value.toLowerCase().split(/\s+/).filter(word=>word),shown=model.requests.filter(request=>$10(request,words,refused.checked)).reverse();$j(list,shown,request=>request.index,$11);empty.hidden=shown.length>0;if(!shown.length){$8(empty,h("h2",{text:model.requests.length?"No request matches":"No request yet"}),model.requests.length?null:h("p","Pass ",h("code",{text:location.origin})," to the bridge as apiUrl, in a call of initialization. Each request appears here as it arrives, with the reason if it was refused."))}}model.listeners.push(update)}function $14(subscription){const tone={subscribed:"good",suspended:"warn",unsubscribed:"bad"}[subscription.status]??"";return h("div.subscription",h("div.bar",h("span",{class:`tag ${tone}`,text:subscription.status}),h("span",{text:subscription.provider}),h("code.clip",{text:subscription.subscription_id})),$e(["Categories",subscription.cats.map(category=>`${category.title}${category.active?"":" (off)"}`).join(", ")]),Object.keys(subscription.fields).length?h("details",h("summary",{text:"Fields"}),$4(subscription.fields)):null)}function $y(profile,database){const[name,value]=Object.entries(profile.matching??{})[0]??["push subscription",profile.id];return h("article.card",h("div.bar",h("h2",{text:value}),h("span.tag",{text:name}),h("span.soft",{text:`database ${database}, ${profile.id}`})),$e(["Triggers",`${$9(profile.triggers.fired,"request")} may fire them, ${profile.triggers.skipped} may not`]),Object.keys(profile.fields).length?h("details",h("summary",{text:"Profile fields"}),$4(profile.fields)):null,profile.subscriptions.map($14),profile.channelSubscriptions.length?h("details",h("summary",{text:"Other channels"}),$4(profile.channelSubscriptions)):null)}function $f(pane,data,content){let shown=null;model.listeners.push(()=>{const value=data();if(!value)return;const text=JSON.stringify(value);if(text===shown)return;shown=text;$8(pane,content())})}function $v(pane){$f(pane,()=>model.state?.databases,()=>{const{databases}=model.state;if(!databases.length){return h("div.empty",h("h2",{text:"No profile yet"}),h("p",{text:"A profile appears with its first subscription, profile update or mobile event of a JWT."}))}const hidden=databases.reduce((sum,database)=>sum+database.profileCount-database.profiles.length,0);return[hidden?h("p.title.soft",{text:`The latest ${shownProfiles} of each database; ${$9(hidden,"older profile")} not shown.`}):null,h("div.cards",databases.flatMap(database=>
[...database.profiles].reverse().map(profile=>$y(profile,database.id))))]})}function $u(pane){$f(pane,()=>model.state&&[model.state.mobileEvents,model.state.pushEvents],()=>{const{mobileEvents,pushEvents}=model.state;if(!mobileEvents.length&&!pushEvents.length){return h("div.empty",h("h2",{text:"No event yet"}),h("p",{text:"Mobile events appear here, and the deliveries and opens of pushes."}))}return[h("h2.title",{text:"Mobile events"}),h("div.scroll",{tabindex:"0",role:"region","aria-label":"Mobile events"},h("table",h("thead",h("tr",["Time","Name","Pixel","Profile","UTM campaign","Payload"].map(text=>h("th",{scope:"col",text})))),h("tbody",[...mobileEvents].reverse().map(event=>h("tr",[$d(event.time*1e6,0),event.name,event.sid,event.profileId??"–",event.utm.campaign??"–",event.payload?$a(JSON.stringify(event.payload),200):"–"].map(text=>h("td",{text}))))))),h("h2.title",{text:"Pushes reported by devices"}),h("div.scroll",{tabindex:"0",role:"region","aria-label":"Pushes reported by devices"},h("table",h("thead",h("tr",h("th",{scope:"col",text:"smid"}),h("th",{scope:"col",class:"num",text:"Deliveries"}),h("th",{scope:"col",class:"num",text:"Opens"}))),h("tbody",[...pushEvents].reverse().map(push=>h("tr",h("td",{text:push.smid}),h("td.num",{text:push.delivery}),h("td.num",{text:push.open}))))))]})}function $2(text,field,note){return h("label",null,text,field,note??null)}function $7(rows){return h("select",rows.map(([value,text])=>h("option",{value,text})))}function $s(pane){const source=h("span.soft",{text:"The form of the provider of each subscription."}),structure=$7([["","that of the provider"]]),form=$7([["device","as it arrives on a device"],["provider","as it is sent to the push service"]]),fault=$7([["","none"],["lose","the push is lost"],["repeat","the push comes twice"]]),title=h("input",{value:"Sale"}),body=h("input",{value:"Today only"}),link=h("input",{value:"https"+"://example.com/sale"}),token=h("input",{placeholder:"everyone subscribed"}),result=h("span",{role:"status"});structure.addEventListener("change",()=>$5(source,model.campaigns?.structures.find(item=>item.name===structure.value)?.source??"The form of the provider of each subscription."));const send=h("form.campaign",{"aria-label":"Send a campaign",onsubmit:event=>{event.preventDefault();const campaign={message:{title:title.value,body:body.value,clickUrl:link.value},form:form.value,structure:structure.value||null,fault:fault.value||null,audience:token.value?{token:token.value}:null};$3(result,answer=>`Campaign ${answer.id}: ${$9(answer.pushes,"push","pushes")}.`,()=>$0("POST","/__campaigns",JSON.stringify(campaign)))}},$2("Title",title),$2("Text",body),$2("Address that a tap opens",link),$2("Push token",token),$2("Structure",structure),$2("Form",form),$2("Fault on the way",fault),h("div.wide.bar",h("button",{type:"submit",class:"primary"},"Send the campaign"),result,source)),list=h("div.scroll",{tabindex:"0",role:"region","aria-label":"Campaigns"});pane.append(send,list);$f(list,()=>model.campaigns,()=>{const{campaigns,structures}=model.campaigns;if(structure.options.length===1)structure.append(...structures.map(item=>h("option",{value:item.name,text:item.name})));if(!campaigns.length){return h("div.empty",h("h2",{text:"No campaign yet"}),h("p",{text:"A push goes to each subscription. A bridge whose host called push.simulated.subscribe hands it over; then its delivery, its open and the mobile event after it are counted here."}))}const counts=[["sent","Sent"],["received","Received"],["delivered","Delivered"],["opened","Opened"],["attributed","Attributed events"]];return h("table",h("thead",h("tr",h("th",{scope:"col",text:"Campaign"}),h("th",{scope:"col",text:"Message"}),h("th",{scope:"col",text:"Structure"}),counts.map(([,text])=>h("th",{scope:"col",class:"num",text})))),h("tbody",[...campaigns].reverse().map(campaign=>h("tr",h("td",{text:campaign.id}),h("td",{text:$a(campaign.message.title??campaign.message.body??"",80)}),h("td",null,campaign.structure??"by provider",campaign.fault?h("span.tag.warn",{text:campaign.fault}):null),counts.map(([name])=>h("td.num",{text:campaign[name]}))))))})}const faults=[["503",{status:503},"Unavailable: the bridge tries again later"],["429",{status:429,headers:{"Retry-After":"2"}},"Too many requests: the bridge waits two seconds"],["Drop before",{drop:"before"},"The connection is reset; nothing is performed"],["Drop after",{drop:"after"},"The request is performed and its answer lost"],["Slow",{delayMs:3000},"The answer comes three seconds late"],["Hang",{hang:!0},"No answer until the bridge ends the attempt"],["Truncated",{truncateBody:5},"The answer ends after five bytes"]],paths=[["","every request"],["/event/post","mobile events"],["/event/push/*","deliveries and opens"],["/subscription/*","subscriptions"],["/profile/update","profile updates"]];function $q(fault){const known=faults.find(([,value])=>JSON.stringify(value)===JSON.stringify(fault));if(known)return known[0];const{status,delayMs,...rest}=fault,others=Object.keys(rest).length?$a(JSON.stringify(rest),120):null;return[status,delayMs&&`${$p(delayMs*1000)} late`,others].filter(Boolean).join(", ")}function $12(rule){const where=rule.match.path??"every request",rest=rule.times===null?"until removed":`${rule.applied} of ${$9(rule.times,"time")}`;return`${$q(rule.fault)}: ${where}, ${rest}`}function $k(){return(model.script?.rules??[]).filter(rule=>rule.times===null||rule.applied<rule.times)}function $l(title,text,label){return new Promise(resolve=>{const dialog=h("dialog",{"aria-label":title,onclose:()=>{resolve(dialog.returnValue==="yes");dialog.remove()}},h("h2",{text:title}),h("p",{text}),h("div.bar",$1("Cancel",()=>dialog.close("")),$1(label,()=>dialog.close("yes"),{class:"danger"})));document.body.append(dialog);dialog.showModal()})}function $t(pane){const times=$7([["1","the next one"],["3","the next 3"],["10","the next 10"],["","all, until removed"]]),path=$7(paths),result=h("p",{role:"status"}),rules=h("ul.rules",{"aria-label":"Faults in force"}),remove=$1("Remove all faults",()=>$3(result,()=>"No fault is in force.",()=>$0("DELETE","/__script"))),buttons=faults.map(([name,fault,title])=>$1(name,()=>{const rule={match:path.value?{path:path.value}:{},times:times.value?Number(times.value):null,fault};return $3(result,()=>`${name}: ${path.selectedOptions[0].textContent}, ${times.selectedOptions[0].textContent}.`,()=>$0("POST","/__script",JSON.stringify({rules:[rule]})))},{title})),outcome=h("p",{role:"status"}),file=h("input",{type:"file",accept:".json,application/json",hidden:!0,"aria-label":"A file with a state",onchange:async()=>{const chosen=file.files[0];file.value="";if(!chosen)return;const text=await chosen.text();$3(outcome,()=>`The state of ${$a(chosen.name,60)} is in use.`,()=>$0("POST","/__import",text))}}),reset=$1("Reset everything",async()=>{if(!await $l("Reset everything?","Profiles, events, campaigns, waiting pushes, requests and faults are removed.","Reset"))return;await $3(outcome,()=>"Everything was removed.",()=>$0("POST","/__reset"));model.restart()},{class:"danger"});pane.append(h("section",{"aria-labelledby":"faults-title"},h("h2",{id:"faults-title",text:"Faults"}),h("div.grid",$2("For",path),$2("Requests",times)),h("div",{class:"grid"},buttons),result,rules,remove),h("section",{"aria-labelledby":"state-title"},h("h2",{id:"state-title",text:"State"}),h("p",{text:"Profiles, events, campaigns and waiting pushes."}),h("div.grid",$1("Export",()=>location.assign("/__export")),$1("Import",()=>file.click())),file,reset,outcome));model.listeners.push(()=>{const inForce=$k();$8(rules,inForce.map(rule=>h("li",{text:$12(rule)})));remove.hidden=!(model.script?.rules.length)})}function $13(){const set=(name,text)=>$5(document.querySelector(`[data-strip="${name}"] dd`),text),live=document.getElementById("live");$5(live,model.isLive?"live":"not connected");live.className=model.isLive?"tag good":"tag bad";live.title=model.problem??"Requests appear as they arrive.";set("refused",countText(model.requests.filter(request=>$b(request)==="bad").length));if(!model.state)return;const profiles=model.state.databases.flatMap(database=>database.profiles);set("requests",countText(model.state.requests.last));set("people",countText(model.state.databases.reduce((sum,database)=>sum+database.profileCount,0)));set("subscribed",countText(profiles.flatMap(profile=>profile.subscriptions).filter(subscription=>subscription.status==="subscribed").length));set("pushes",countText(model.state.pushes.waiting));set("rules",countText($k().length))}$n(document.getElementById("theme"));const chooseTab=$m(document.getElementById("tabs"),()=>{});$w(document.getElementById("pane-requests"));$v(document.getElementById("pane-people"));$u(document.getElementById("pane-events"));$s(document.getElementById("pane-pushes"));$t(document.getElementById("controls"));model.listeners.push($13);chooseTab(document.getElementById("tab-requests"));model.changed();model.follow();
})();
</script>
</body>
</html>

"""#
}
