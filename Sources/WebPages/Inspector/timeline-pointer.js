// The pointer on the timeline: drag moves, shift and drag selects, the wheel zooms, a click opens.

function connectPointer(canvas) {
  const place = event => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  canvas.addEventListener("pointerdown", event => {
    if (event.button !== 0) return;
    canvas.setPointerCapture(event.pointerId);
    timeline.drag = { isSelection: event.shiftKey, start: place(event), view: timeline.view, scroll: timeline.painter.scroll };
  });
  canvas.addEventListener("pointermove", event => {
    const point = place(event);
    if (timeline.drag) return moveDrag(point);
    canvas.classList.toggle("selecting", event.shiftKey);
    hover(timeline.painter.hit(point.x, point.y, timelineFilter()));
  });
  const end = event => {
    const { drag } = timeline;
    timeline.drag = null;
    if (!drag || event.type === "pointercancel" || drag.hasMoved) return;
    const point = place(event), span = timeline.painter.hit(point.x, point.y, timelineFilter());
    if (span) openSpan(span);
    else if (app.selection.from !== null) app.select({ from: null, to: null });
  };
  canvas.addEventListener("pointerup", end);
  canvas.addEventListener("pointercancel", end);
  canvas.addEventListener("pointerleave", () => hover(null));
  canvas.addEventListener("wheel", event => {
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 16 : 1;
    if (event.altKey) return scrollLanes(event.deltaY * unit);
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return pan((event.deltaX || event.deltaY) * unit / timeline.painter.width);
    zoom(Math.exp(Math.max(-120, Math.min(120, event.deltaY * unit)) / 260), timeline.painter.time(place(event).x));
  }, { passive: false });
}

function moveDrag(point) {
  const { drag, painter } = timeline;
  if (!drag.hasMoved && Math.hypot(point.x - drag.start.x, point.y - drag.start.y) < 4) return;
  drag.hasMoved = true;
  if (drag.isSelection) {
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
      follow();
    }
    if (changes.size === 1 && changes.has("stats")) return;
    drawSoon();
  },
});
