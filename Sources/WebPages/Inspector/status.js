// The state of the bridge: `altcraft-bridge status` and more, as a page.

const platformWords = {
  well: ["answers", "good"], failing: ["answers with errors", "bad"], unreachable: ["cannot be reached", "bad"], untried: ["nothing sent yet", ""],
};

const stateTones = { delivered: "ok", pending: "open", rejected: "error", expired: "error", lost: "error", cleared: "event" };

// Returns a table. A cell is a text, or an element; those of the columns in `numbers` are aligned as numbers.
function table(name, heads, numbers, rows) {
  const align = index => numbers.includes(index) && "num";
  return h("table", { class: name }, h("thead", h("tr", heads.map((text, index) => h("th", { scope: "col", class: align(index), text })))),
    h("tbody", rows.map(cells => h("tr", null, cells.map((cell, index) => h(index ? "td" : "th", { scope: index ? null : "row", class: align(index) }, cell))))));
}

const meter = (part, isFull) => h("span", { class: isFull ? "meter full" : "meter" }, h("span", { style: { width: `${Math.min(100, 100 * part)}%` } }));
const percent = part => part > 0 && part < 0.001 ? "< 0.1 %" : `${(100 * part).toFixed(part < 0.1 ? 1 : 0)} %`;

registerPane({
  id: "status",
  title: "Status",
  order: 5,

  mount(element) {
    this.empty = h("div.empty", h("h2", "No bridge is connected"), h("p", "A recording has the messages of a bridge, not its counters."));
    this.grid = h("div.status");
    this.cards = Object.fromEntries(["Bridge", "Platform", "Jobs", "Time to answer", "Connections", "Limits"].map(title => {
      const card = h("div");
      this.grid.append(h("section.card", { "aria-label": title }, h("h2", title), card));
      return [title, card];
    }));
    element.append(this.empty, this.grid);
  },

  update(changes) {
    const { stats, info } = app;
    this.grid.hidden = app.isRecording || !stats || !info;
    this.empty.hidden = !this.grid.hidden;
    if (this.grid.hidden || !["state", "source", "stats"].some(name => changes.has(name))) return;
    this.showBridge(info, stats);
    this.showJobs(stats.outbox);
    this.showLatency(stats.latencyMicroseconds);
    this.showConnections(stats.connections);
    this.showLimits(info.limits, stats);
  },

  // Shows names and values. An unchanged text is left alone, so that a selection of the reader stays.
  facts(card, facts) {
    const place = this.cards[card], list = place.querySelector("dl") ?? place.appendChild(h("dl.facts"));
    const given = facts.filter(([, text]) => text !== null && text !== undefined), key = given.map(([name]) => name).join();
    if (list.dataset.key !== key) fill(list, given.map(([name]) => [h("dt", { text: name }), h("dd")]));
    list.dataset.key = key;
    list.querySelectorAll("dd").forEach((value, index) => {
      setText(value, given[index][1]);
      value.className = given[index][2] ?? "";
    });
  },

  showBridge(info, stats) {
    const { readiness } = app, { url, state } = stats.platform, [words, tone] = platformWords[state] ?? [state];
    this.facts("Bridge", [
      ["Version", info.version], ["Process", `${info.pid}, up ${durationText(stats.uptimeSeconds * 1e6)}`],
      ["Listens", info.transports.join("\n")], ["Data", info.dataDir], ["App group", info.appGroup],
      ["Durability", `${stats.durability}: jobs survive ${stats.durability === "power" ? "a power failure" : "a crash of the bridge"}`],
      ["Storage", readiness && storageWords(readiness)[0], readiness?.isReady ? "good" : "bad"],
      ["Delivery", `${plural(stats.delivery.attempts, "attempt")}, ${plural(stats.delivery.connections, "connection")}`],
      ["Messages", `${bytesText(stats.bytes.in)} in, ${bytesText(stats.bytes.out)} out`],
      ["Calls", `${plural(stats.calls.requests, "request")}, ${plural(stats.calls.notifications, "notification")}, ${plural(stats.calls.errors, "error")}`],
    ]);
    const last = lastAnswer();
    this.facts("Platform", [
      ["Address", url ?? "not configured: no host has called initialization", url ? "" : "warn"], ["State", url && words, tone],
      ["Last answer", last && `${last.httpCode ? `HTTP ${last.httpCode}` : last.failure}, ${clockText(last.end, 0)}`], ["Clock", ...clockWords(last)],
    ]);
  },

  showJobs(outbox) {
    const names = Object.keys(stateTones), used = names.filter(name => outbox[name]);
    this.facts("Jobs", [["Accepted", countText(outbox.accepted)],
      ...names.map(name => [name[0].toUpperCase() + name.slice(1), outbox[name] || stateTones[name] !== "error" ? countText(outbox[name]) : null, stateTones[name] === "error" ? "bad" : ""]),
      ["Oldest", outbox.oldestPendingAt && `accepted ${dateText(timeOf(outbox.oldestPendingAt), 0)}`]]);
    this.parts ??= this.cards.Jobs.insertBefore(h("div.parts", { "aria-hidden": "true" }), this.cards.Jobs.firstChild);
    fill(this.parts, used.map(name => h("span", { title: name, style: { "flex-grow": String(outbox[name]), background: `var(--tone-${stateTones[name]})` } })));
  },

  showLatency(steps) {
    const sum = steps.reduce((sum, step) => sum + step.count, 0), most = Math.max(...steps.map(step => step.count));
    const from = Math.max(0, steps.findIndex(step => step.count) - 1), to = steps.findLastIndex(step => step.count) + 2;
    let seen = 0;
    fill(this.cards["Time to answer"], sum ? table("histogram", ["Within", "Share", "Requests", "So far"], [0, 2, 3], steps.slice(from, to).map(({ le, count }) => {
      seen += count;
      return [le === null ? "longer" : durationText(le), meter(count / most), countText(count), percent(seen / sum)];
    })) : h("p.soft", "No request yet."));
  },

  showConnections({ open, opened, refused }) {
    const known = [...app.model.connections.values()].filter(connection => connection.isOpen).slice(-50);
    fill(this.cards.Connections, h("p", { text: `${countText(open)} open, ${countText(opened)} since the start, ${countText(refused)} refused` }),
      known.length ? table("", ["Number", "Transport", "Peer", "Calls seen"], [3], known.map(({ number, transport, peer, isOwn, calls }) => [
        isOwn ? `${number} (this page)` : button(number, () => {
          app.select({ connection: number });
          app.showPane("timeline");
        }, { class: "link", "aria-label": `Show only connection ${number}` }), transport, peer && `process ${peer.pid}, user ${peer.uid}`, isOwn ? "" : countText(calls)]))
        : h("p.soft", "Connections are listed as soon as one of their messages is seen."));
  },

  showLimits(limits, { outbox, connections }) {
    const used = { outboxRecords: outbox.pending, outboxBytes: outbox.bytes, connections: connections.open };
    const names = [...Object.keys(used), ...Object.keys(limits).filter(name => !(name in used)).sort()];
    fill(this.cards.Limits, table("limits", ["Limit", "Value", "In use"], [1], names.map(name => {
      const part = used[name] / limits[name];
      return [h("code", { text: name }), limitText(name, limits[name]), name in used && [meter(part, part > 0.8), part >= 1 ? h("b.bad", "full") : percent(part)]];
    })));
  },
});

function limitText(name, limit) {
  return name.endsWith("Bytes") ? bytesText(limit) : name.endsWith("Seconds") ? durationText(limit * 1e6) : countText(limit);
}

// Returns the last attempt that has ended, among the jobs that this page has seen.
function lastAnswer() {
  let last = null;
  for (const { attempts } of app.model.jobs.values()) {
    const attempt = attempts.at(-1);
    if (attempt && attempt.end !== Infinity && !(last?.end > attempt.end)) last = attempt;
  }
  return last;
}

// Compares the clock of this machine with that of the platform, whose answer has its time.
function clockWords(attempt) {
  const ahead = attempt?.clock;
  if (ahead === undefined) return [null];
  if (Math.abs(ahead) < 60e6) return ["agrees with the platform's", "good"];
  return [`${durationText(Math.abs(ahead))} ${ahead > 0 ? "ahead of" : "behind"} the platform's: set it (timedatectl)`, "bad"];
}
