// The drawing of the timeline on a canvas. Only spans in view are visited; spans narrower than a pixel merge; rectangles
// are collected by colour, and each colour is set once for a frame.

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

  // Reads the colours of the style sheet.
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
    this.font = this.context.font = `11px ${getComputedStyle(document.body).fontFamily}`;
    this.letterWidth = this.context.measureText("abcdefghijklmnopqrstuvwxyzST").width / 28;
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

  // The width of the names of lanes; on a narrow screen names stand above their lanes.
  get labelWidth() { return this.width < 640 ? 0 : 148; }
  get titleHeight() { return this.labelWidth ? 0 : 14; }

  laneHeight(lane) { return this.titleHeight + Math.max(1, lane.rows.length) * rowHeight + laneGap; }

  // Returns the lanes with their places, from the top of the first one.
  layout() {
    let top = axisHeight + 4;
    const places = [], lanes = this.index.sorted, { from, to } = this.view;
    for (const lane of lanes) {
      // Each command is a connection: of many lanes, those without anything in view are left out.
      if (lanes.length > 16 && !lane.rows.some(row => row.spans[row.firstEndingAfter(from)]?.start <= to)) continue;
      const height = this.laneHeight(lane);
      places.push({ lane, top, height });
      top += height;
    }
    this.contentHeight = top + 6;
    return places;
  }

  fill(color, x, y, width, height) {
    this.context.fillStyle = color;
    this.context.fillRect(x, y, width, height);
  }

  x(time) { return this.labelWidth + (time - this.view.from) * this.scale; }
  time(x) { return this.view.from + (x - this.labelWidth) / this.scale; }

  // Draws a frame. `view` has from and to; `marks` has selection, hovered, focused, now, and isShown(span).
  draw(view, marks) {
    this.resize();
    this.view = view;
    this.scale = (this.width - this.labelWidth) / (view.to - view.from);
    const { context, width, height } = this;
    context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    this.fill(this.colors.panel, 0, 0, width, height);
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
      this.fill(this.colors.accent, Math.round(this.x(marks.now)), axisHeight, 1, height);
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
    for (const place of this.places) this.fill(this.colors.line, 0, Math.round(place.top + place.height - this.scroll) - 1, this.width, 1);
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
      this.fill(this.colors.line, this.labelWidth - 1, 0, 1, this.height);
    }
  }

  // Returns the start of a text that fits, by the mean width of a letter.
  fitted(text, width) {
    const most = Math.floor(width / this.letterWidth);
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
    const { spans, starts, ends, tones } = row, { scale, batches } = this, { from, to } = view;
    let mergedAt = -1, mergedTone = 0, mergedStart = -1, coveredTo = -1, coveredFrom = -1, coveredTone = -1;
    const flushMerged = end => {
      if (mergedAt >= 0 && mergedStart <= end) batches[toneNames[mergedTone]].push(mergedStart, y, end - mergedStart + 1, barHeight);
      mergedAt = -1;
    };
    for (let index = row.firstEndingAfter(from); index < starts.length; index += 1) {
      const start = starts[index], end = ends[index], tone = tones[index];
      if (start > to) break;
      if (end < from || isShown && !isShown(spans[index])) continue;
      const x0 = left + (start - from) * scale, x1 = end === Infinity ? right : left + (end - from) * scale;
      // Of spans that lie over each other in a full lane, only the starts are drawn, one in a pixel.
      if (x1 <= coveredTo && tone === coveredTone) {
        if (x0 >= coveredFrom + 2) batches.event.push(coveredFrom = x0, y, 1, barHeight);
        continue;
      }
      if (x1 - x0 >= 2 && (x1 - x0 >= 6 || spans[index].kind !== "job")) {
        flushMerged(mergedAt);
        // Names over each other cannot be read.
        const isFree = x0 >= coveredTo;
        coveredFrom = x0;
        coveredTo = x1;
        coveredTone = tone;
        this.collectSpan(spans[index], Math.max(x0, left - 2), Math.min(x1, right + 2), y, isFree);
        continue;
      }
      // Narrow spans: one rectangle for neighbouring pixels of one tone.
      const pixel = Math.floor(x0);
      if (pixel === mergedAt) {
        if (tone <= mergedTone) continue;
        flushMerged(pixel - 1);
      } else if (pixel === mergedAt + 1 && tone === mergedTone) {
        mergedAt = pixel;
        continue;
      } else flushMerged(mergedAt);
      mergedStart = mergedAt = pixel;
      mergedTone = tone;
      if (start === end && scale > 2e-4) this.labelInstant(spans[index], row, index, pixel, y);
    }
    flushMerged(mergedAt);
  }

  // The name of an instant stands behind it where there is room.
  labelInstant(span, row, index, x, y) {
    const next = row.spans[index + 1];
    const room = (next ? (next.start - span.start) * this.scale : this.width - x) - 8;
    if (room > 30 && this.labels.length < 500) this.labels.push(this.fitted(span.label, room), x + 5, y);
  }

  collectSpan(span, x0, x1, y, isFree) {
    const width = x1 - x0;
    if (span.kind !== "job") {
      this.batches[span.tone].push(x0, y, width, barHeight);
    } else {
      this.collectJob(span, x0, x1, y);
    }
    // A job without waits is a thin line, on which its name stands.
    if (isFree && width > 34 && this.labels.length < 500) this.labels.push(this.fitted(span.label, width - 8), Math.max(x0, this.labelWidth) + 4, span.waits?.length === 0 ? y - 3 : y);
  }

  // A job: its state as a thin line, its waits in colour, its attempts as ticks, and its end.
  collectJob(job, x0, x1, y) {
    const { batches } = this, base = job.state === "pending" ? "open" : job.tone;
    batches[base].push(x0, y + barHeight - 3, x1 - x0, 3);
    for (const wait of job.waits) {
      const from = Math.max(this.x(wait.from), x0), to = Math.min(wait.to === Infinity ? x1 : this.x(wait.to), x1);
      if (to - from >= 0.5) batches[toneOfWait(wait.reason)].push(from, y, to - from, barHeight);
    }
    for (const attempt of job.attempts) {
      const from = this.x(attempt.start);
      if (from > x1 || from < x0 - 2) continue;
      const to = attempt.end === Infinity ? x1 : Math.min(this.x(attempt.end), x1);
      batches[attempt.end === Infinity || toneOfAnswer(attempt) === "ok" ? "attempt" : "error"].push(from, y - 1, Math.max(to - from, 2), barHeight + 2);
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
    for (let index = 0; index < labels.length; index += 3) {
      context.fillText(labels[index], labels[index + 1], labels[index + 2] + barHeight / 2 + 0.5);
    }
  }

  drawSelection(selection) {
    if (!selection || selection.from === null) return;
    const { context } = this;
    const from = Math.max(this.x(selection.from), this.labelWidth), to = Math.min(this.x(selection.to), this.width);
    if (to < from) return;
    context.globalAlpha = 0.13;
    this.fill(this.colors.accent, from, axisHeight, to - from, this.height);
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
    this.fill(this.colors["line-strong"], this.width - 5, axisHeight + this.scroll * part, 4, room * part);
  }

  drawAxis() {
    const { context, view } = this;
    this.fill(this.colors.sunken, 0, 0, this.width, axisHeight - 3);
    this.fill(this.colors.line, 0, axisHeight - 3, this.width, 1);
    context.font = this.font;
    context.textBaseline = "middle";
    const step = this.step(), digits = step >= 1e6 ? 0 : step >= 1e3 ? 3 : 6;
    const first = app.model.hasLines ? Math.max(view.from, 1) : view.from;
    for (let time = Math.ceil(first / step) * step; time <= view.to; time += step) {
      const x = Math.round(this.x(time));
      this.fill(this.colors["line-strong"], x, axisHeight - 8, 1, 6);
      context.fillStyle = this.colors.soft;
      if (x + 4 < this.width - 30) context.fillText(app.model.timeText(time, digits), x + 4, 10);
    }
  }

  // Returns the distance of the marks of the axis: a round number of seconds that leaves room for the texts.
  step() {
    const least = 104 / this.scale;
    if (least < 1e7 || app.model.hasLines) {
      const ten = 10 ** Math.floor(Math.log10(Math.max(least, 1)));
      return [1, 2, 5, 10].map(part => part * ten).find(step => step >= least);
    }
    return [15, 30, 60, 120, 300, 600, 1800, 3600, 7200, 21600, 43200].map(step => step * 1e6).find(step => step >= least) ?? Math.ceil(least / 864e8) * 864e8;
  }

  // Returns the span at a point: one that contains it, else the nearest within a few pixels.
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
