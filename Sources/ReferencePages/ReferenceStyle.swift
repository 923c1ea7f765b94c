/// The style sheet of the page.
enum ReferenceStyle {
  static let css = """
    :root {
      --back: #fff; --text: #1d2430; --soft: #5b6675; --line: #e3e7ec; --panel: #f6f8fa;
      --link: #0b5cad; --must: #a8321f; --mark: #fff3c4; --tag: #e8eef7; --tag-text: #24466e;
      --bad: #fbe9e6; --bad-text: #8f2a1a; --again: #fdf2d8; --again-text: #77530a;
      --mono: ui-monospace, "SF Mono", "Cascadia Code", "DejaVu Sans Mono", Menlo, Consolas, monospace;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --back: #14181e; --text: #dde3ea; --soft: #98a4b3; --line: #2b323c; --panel: #1b2129;
        --link: #7db8f5; --must: #f19a86; --mark: #4a3f10; --tag: #22344c; --tag-text: #b5d2f5;
        --bad: #43231d; --bad-text: #f5b3a4; --again: #3d3013; --again-text: #ecc877;
      }
    }
    * { box-sizing: border-box; }
    html { scroll-padding-top: 1rem; }
    body {
      margin: 0; background: var(--back); color: var(--text); line-height: 1.55;
      font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif;
      display: grid; grid-template-columns: 18.5rem minmax(0, 1fr);
    }
    a { color: var(--link); text-decoration: none; }
    a:hover { text-decoration: underline; }
    code, pre, h3, .type, .code { font-family: var(--mono); }
    code { font-size: .88em; overflow-wrap: anywhere; }
    pre {
      background: var(--panel); border: 1px solid var(--line); border-radius: 6px; margin: .4rem 0 .9rem;
      padding: .7rem .9rem; font-size: .8rem; line-height: 1.5; overflow-x: auto;
    }
    .switch, .bar { position: absolute; left: -100rem; }
    nav {
      position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.2rem 1rem 3rem 1.4rem;
      border-right: 1px solid var(--line); background: var(--panel); font-size: .85rem;
    }
    nav ul { list-style: none; margin: .1rem 0 .5rem; padding: 0 0 0 .35rem; }
    nav li { overflow-wrap: anywhere; line-height: 1.35; padding: .13rem 0 .13rem .5rem; border-left: 2px solid transparent; }
    nav li a { font-family: var(--mono); font-size: .92em; color: var(--text); }
    nav summary { cursor: pointer; padding: .2rem 0; font-weight: 600; }
    nav summary a { color: var(--text); }
    nav .lead { margin: 0 0 .4rem; font-weight: 600; }
    nav .lead a { color: var(--text); }
    nav a[aria-current] { color: var(--link); font-weight: 600; }
    nav li:has(a[aria-current]) { border-left-color: var(--link); }
    nav .results { margin: 0; padding: 0; }
    nav .results li { padding: .22rem 0; border: 0; }
    .results small { display: block; color: var(--soft); font-size: .8em; }
    .results a:focus-visible { outline: 2px solid var(--link); }
    .empty { color: var(--soft); margin: .2rem 0; overflow-wrap: anywhere; }
    .filter {
      width: 100%; margin: 0 0 .9rem; padding: .45rem .6rem; font: inherit; color: inherit;
      background: var(--back); border: 1px solid var(--line); border-radius: 6px;
    }
    main { padding: 1.5rem clamp(1rem, 4vw, 3.5rem) 6rem; max-width: 61rem; }
    h1 { font-size: 1.9rem; line-height: 1.2; margin: .6rem 0 .2rem; }
    .version { color: var(--soft); margin: 0 0 1rem; }
    h2 { font-size: 1.25rem; margin: 2.6rem 0 .3rem; }
    .part-title { font-size: 1.55rem; margin-top: 3.2rem; padding-bottom: .3rem; border-bottom: 2px solid var(--line); }
    .part-title + .group > h2 { margin-top: 1.2rem; }
    h3 { font-size: 1.02rem; margin: 0 0 .4rem; overflow-wrap: anywhere; }
    h3 a { color: inherit; }
    h4 { margin: 1rem 0 .2rem; font-size: .8rem; letter-spacing: .04em; text-transform: uppercase; color: var(--soft); }
    .entry { padding: 1.4rem 0 1.2rem; border-top: 1px solid var(--line); }
    @keyframes found { 0%, 30% { background-color: var(--mark); box-shadow: 0 0 0 .5rem var(--mark); } }
    .entry:target > h3, .event:target { animation: found 3s ease-out; border-radius: 2px; }
    @media (prefers-reduced-motion: reduce) {
      .entry:target > h3, .event:target { animation: none; outline: 2px solid var(--link); outline-offset: .4rem; }
    }
    .entry p { margin: .35rem 0; }
    .aliases { color: var(--soft); font-size: .92rem; }
    .tag {
      font: 600 .72rem/1 system-ui, sans-serif; padding: .2rem .45rem; border-radius: 99px; vertical-align: .12em;
      background: var(--tag); color: var(--tag-text); white-space: nowrap;
    }
    .tag.error { background: var(--bad); color: var(--bad-text); }
    .tag.retryError, .tag.retryable { background: var(--again); color: var(--again-text); }
    dl { margin: .2rem 0 .8rem; }
    dd { margin: 0; }
    .members > div {
      padding: .5rem 0; border-top: 1px solid var(--line);
      display: grid; grid-template-columns: 15rem minmax(0, 1fr); column-gap: 1.4rem;
    }
    .members > div:first-child { border-top: 0; }
    .members dt > code { font-weight: 600; font-size: .88rem; display: block; }
    .members dd { color: var(--text); font-size: .94rem; }
    .members .inside dt { padding-left: 1rem; }
    .facts { color: var(--soft); font-size: .8rem; }
    .facts .type { font-size: .78rem; }
    .must { color: var(--must); font-weight: 600; }
    .facts-list > div { display: grid; grid-template-columns: 8.5rem minmax(0, 1fr); gap: .6rem; padding: .18rem 0; font-size: .92rem; }
    .facts-list dt { color: var(--soft); }
    .example { margin: .25rem 0; }
    .example > summary { cursor: pointer; color: var(--soft); font-size: .9rem; padding: .15rem 0; }
    .tabs { margin: .5rem 0 .9rem; }
    .tab pre { margin-bottom: .4rem; }
    .tab .note { color: var(--soft); font-size: .85rem; border: 1px dashed var(--line); border-radius: 6px; padding: .6rem .9rem; }
    .tablist { display: flex; overflow-x: auto; gap: .15rem; border-bottom: 1px solid var(--line); scrollbar-width: none; }
    .tablist button {
      font: 600 .78rem/1 system-ui, sans-serif; color: var(--soft); background: none; border: 0; border-bottom: 2px solid transparent;
      padding: .5rem .6rem; margin-bottom: -1px; cursor: pointer; white-space: nowrap;
    }
    .tablist button:hover { color: var(--text); }
    .tablist button[aria-selected="true"] { color: var(--link); border-bottom-color: var(--link); }
    .tablist button:focus-visible, .copy:focus-visible, .filter:focus-visible { outline: 2px solid var(--link); outline-offset: -2px; }
    .script .tab, .script .tab > .step { display: none; }
    .script .tab.chosen { display: block; }
    .script .tab pre, .script .tab .note { margin-top: 0; border-top: 0; border-top-left-radius: 0; border-top-right-radius: 0; }
    .code { position: relative; }
    .copy {
      position: absolute; top: .4rem; right: .4rem; font: 600 .72rem/1 system-ui, sans-serif; padding: .35rem .5rem; cursor: pointer;
      color: var(--soft); background: var(--back); border: 1px solid var(--line); border-radius: 5px; opacity: 0;
    }
    .code:hover > .copy, .copy:focus, .copy.done { opacity: 1; }
    .copy.done { color: var(--link); }
    @media (hover: none) {
      .copy { opacity: 1; }
      .code > pre { padding-top: 2.2rem; }
    }
    .step { font-size: .78rem; color: var(--soft); margin: .3rem 0 -.2rem !important; }
    .event { display: grid; grid-template-columns: 5.5rem minmax(0, 1fr); column-gap: 1rem; padding: .65rem 0; border-top: 1px solid var(--line); }
    .limit { grid-template-columns: 12rem minmax(0, 1fr); }
    .event .code { grid-row: 1 / 3; margin: 0; font-weight: 600; font-size: .95rem; }
    .event .code small { display: block; font: .74rem system-ui, sans-serif; color: var(--soft); }
    .event h3 { font-size: .92rem; margin: 0; }
    .event > p:last-child { margin: .1rem 0 0; font-size: .93rem; }
    .never { opacity: .62; }
    [hidden] { display: none !important; }
    @media (max-width: 60rem) {
      html { scroll-padding-top: 3.6rem; }
      body { display: block; }
      .bar {
        position: sticky; left: 0; top: 0; z-index: 2; display: flex; justify-content: space-between; align-items: center;
        padding: .55rem 1rem; background: var(--panel); border-bottom: 1px solid var(--line);
      }
      .bar .name { font-weight: 600; color: var(--text); }
      .menu { cursor: pointer; color: var(--link); padding: .2rem .6rem; border: 1px solid var(--line); border-radius: 6px; }
      nav { display: none; position: fixed; z-index: 1; inset: 2.9rem 0 0; height: auto; border: 0; font-size: 1rem; }
      nav li { padding: .3rem 0 .3rem .5rem; }
      .switch:checked ~ nav { display: block; }
      .switch:focus-visible ~ .bar .menu { outline: 2px solid var(--link); }
      main { padding-top: .5rem; }
      pre { font-size: .74rem; }
      .tablist button { font-size: .72rem; padding: .5rem .42rem; }
      .members > div { display: block; }
      .members dt > code { display: inline; }
      .facts-list > div { display: block; padding: .3rem 0; }
      .event { display: block; }
      .event .code small { display: inline; }
    }
    @media print {
      body { display: block; font-size: 10pt; }
      nav, .bar, .switch, .filter, .copy, .tablist { display: none; }
      main { max-width: none; padding: 0; }
      pre { white-space: pre-wrap; }
      .entry, .event { break-inside: avoid; }
      a { color: inherit; }
    }
    """
}
