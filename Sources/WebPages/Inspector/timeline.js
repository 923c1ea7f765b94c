// The pane with the timeline: what happened when, in lanes.

const groupWords = { connection: "Calls", user: "Jobs", callback: "Callbacks", platform: "Platform", event: "Events" };
const legendWords = [
  ["ok", "done"], ["error", "failed"], ["open", "in progress"], ["attempt", "attempt"], ["retry", "waits for a retry"], ["user", "… its JWT"],
  ["token", "… a push token"], ["permission", "… the permission"], ["configuration", "… a configuration"], ["lane", "… jobs before it"],
];
const listBound = 150;

const timeline = {
  view: { from: 0, to: 1 },
  isFollowing: true,
  hidden: new Set(),
  count: 0,
};

function timelineShows(span) {
  const { requestIds, connection } = app.selection;
  const job = span.job ?? app.model.jobs.get(span.requestId);
  if (requestIds && !requestIds.has(span.requestId)) return false;
  return connection === null || (span.connection ?? job?.connection) === connection;
}

// Null if everything is shown: no span is then asked for.
function timelineFilter() { return app.selection.requestIds || app.selection.connection !== null ? timelineShows : null; }

function mountTimeline(element) {
  const index = app.model.index;
  timeline.follow = action("Live", () => timeline.isFollowing ? stopFollowing() : follow());
  timeline.range = h("span.soft.clip");
  const groups = Object.entries(groupWords).map(([group, text]) => action(text, event => {
    const isHidden = !timeline.hidden.delete(group) && timeline.hidden.add(group);
    event.currentTarget.setAttribute("aria-pressed", String(!isHidden));
    drawSoon();
  }, { "aria-pressed": "true" }));
  timeline.canvas = h("canvas", {
    id: "timeline-canvas", tabindex: "0", role: "application", "aria-describedby": "timeline-keys",
    "aria-label": "Timeline; the list below has the same",
  });
  timeline.more = h("p.more");
  timeline.table = makeTable("Spans in view, in order of time", [["Time", "118px"], ["Lane", "160px", "wide"], ["Name", "auto", "link"], ["Took", "80px", "num wide"], ["Result", "46%"]], openSpan);
  timeline.body = timeline.table.body;
  timeline.empty = h("div.empty");
  timeline.list = h("div.list", { tabindex: "0", role: "region", "aria-label": "Spans in view" }, timeline.table.element, timeline.more, timeline.empty);
  element.append(
    h("div.tools.bar", timeline.follow,
      h("span.group", action("−", () => zoom(1.6), { "aria-label": "Zoom out" }), action("+", () => zoom(1 / 1.6), { "aria-label": "Zoom in" }),
        action("All", showAll)),
      h("span.group", { role: "group", "aria-label": "Lanes" }, groups), timeline.range,
      h("span.off", { id: "timeline-keys" }, "Left and right move, up and down choose a span, Enter opens it. Plus and minus zoom. Shift with left or right selects a time, Escape ends that. Home shows all, End follows.")),
    timeline.canvas,
    h("div.legend", legendWords.map(([tone, text]) =>
      h("span", h("i.dot", { style: { background: `var(--tone-${tone})` } }), text)),
      h("span.push", "Wheel zooms, drag moves, Shift and drag selects")),
    timeline.list);
  timeline.lanes = {
    get sorted() { return timeline.hidden.size ? index.sorted.filter(lane => !timeline.hidden.has(lane.group)) : index.sorted; },
  };
  timeline.painter = new TimelineCanvas(timeline.canvas, timeline.lanes);
  document.addEventListener("themechange", () => {
    timeline.painter.readTheme();
    drawSoon();
  });
  new ResizeObserver(drawSoon).observe(timeline.canvas);
  connectPointer(timeline.canvas);
  timeline.canvas.addEventListener("keydown", timelineKey);
  timeline.body.addEventListener("pointerover", event => hover(event.target.closest("tr")?.item ?? null));
  follow();
}

// Sets the view, within what can be drawn exactly.
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
  timeline.follow.hidden = app.isRecording;
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
  const width = view.to - view.from, [start, end] = [view.from, view.to].map(time => app.model.timeText(time, width > 20e6 ? 0 : 3));
  setText(timeline.range, `${start} – ${end} (${app.model.spanText(width)})`);
  if (timeline.isFollowing) setTimeout(drawSoon, isCalm.matches ? 1000 : followPause());
  listSoon();
}

const isCalm = matchMedia("(prefers-reduced-motion: reduce)");

// The time in which the view moves by a pixel, within limits.
function followPause() {
  return Math.min(Math.max((timeline.view.to - timeline.view.from) / timeline.painter.width / 1000, 33), 500);
}

function moveWithTime() {
  const width = timeline.view.to - timeline.view.from, now = app.model.now;
  timeline.view = { from: now - width * 0.97, to: now + width * 0.03 };
}

// The list is drawn when the view no longer moves: it must not slow down a drag.
function listSoon() {
  if (!timeline.isFollowing) {
    clearTimeout(timeline.listTimer);
    timeline.listTimer = setTimeout(showList, 160);
  } else timeline.listTimer ??= setTimeout(showList, 250);
}

function showList() {
  timeline.listTimer = null;
  if (app.pane?.id !== "timeline") return;
  // Rows that move away under the pointer, or under the focus, cannot be chosen.
  if (timeline.isFollowing && timeline.body.matches(":hover, :focus-within")) return;
  const range = app.selection.from === null ? timeline.view : app.selection;
  const { spans, count } = app.model.index.between(range.from, range.to, listBound, {
    isNewest: timeline.isFollowing, isWanted: timelineFilter(), lanes: timeline.lanes.sorted,
  });
  timeline.listed = spans;
  timeline.table.show(spans, span => span.number ??= ++timeline.count, span => {
    const { text, tone } = spanWords(span), { model } = app, isOpen = span.end === Infinity;
    return [[model.timeText(span.start), "mono soft"], [span.lane?.title ?? "", "soft"], [span.label],
      [span.end === span.start || isOpen && model.hasLines ? "" : isOpen ? `${durationText(model.now - span.start)} …` : model.spanText(span.end - span.start)], [text, tone]];
  });
  markChosen();
  setText(timeline.more, count > spans.length ? `${countText(spans.length)} of ${countText(count)} are listed, ${timeline.isFollowing ? "the newest first" : "in order"}. Zoom in, or select a span of time.` : "");
  timeline.empty.hidden = count > 0;
  if (count === 0) fill(timeline.empty, emptyTimeline());
}

function markChosen() {
  for (const row of timeline.body.children) row.classList.toggle("chosen", row.item === timeline.focused);
}

function emptyTimeline() {
  if (app.state !== "open" && !app.isRecording) return noBridge();
  if (app.model.index.count) return [h("h2", "Nothing in this span of time"), action("Show everything", () => { app.select(null); showAll(); })];
  return [h("h2", "Nothing happened yet"), h("p", "Calls, jobs and events appear from now on. Make a call, for example:"),
    h("pre.text", "altcraft-bridge call mobileEvent sid=1 eventName=opened")];
}

// The words of a page without a bridge.
function noBridge() {
  return [h("h2", app.state === "refused" || app.state === "none" ? "No bridge is open" : "The bridge does not answer yet"),
    h("p", "To watch a running bridge, run this command and open the address that it prints, which works once."),
    h("pre.text", "altcraft-bridge inspect"),
    h("p", "To look at a recording of altcraft-bridge serve --record FILE, drop the file here. It needs no bridge, and stays in this browser.")];
}

function hover(span) {
  if (timeline.hovered === span) return;
  timeline.hovered = span;
  timeline.canvas.title = span ? `${span.label}\n${spanWords(span).text}` : "";
  drawSoon();
}

function openSpan(span) {
  timeline.focused = span;
  markChosen();
  showSpan(span);
  drawSoon();
}

// Moves the choice in the list by one, and the view to it.
function chooseSpan(step) {
  const list = timeline.listed ?? [];
  const at = list.indexOf(timeline.focused), span = list[at < 0 ? 0 : at + step];
  if (!span) return;
  timeline.focused = span;
  markChosen();
  timeline.body.querySelector(".chosen")?.scrollIntoView({ block: "nearest" });
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
    "+": () => zoom(1 / 1.6), "-": () => zoom(1.6),
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
