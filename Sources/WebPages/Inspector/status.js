// The state of the bridge: `altcraft-bridge status` and more, as a page.

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

  // Shows names and values. An unchanged text is left alone, so that a selection of the reader stays.
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

  // The last attempt that has ended, among the jobs that this page has seen.
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

// Compares the clock of this machine with that of the platform, whose answer says its time.
function clockWords(attempt) {
  if (!attempt?.platformTime) return [null];
  const ahead = Math.round((attempt.end - attempt.platformTime) / 1e6);
  if (Math.abs(ahead) <= 60) return ["agrees with the platform's", "good"];
  return [`this machine's clock is ${durationText(Math.abs(ahead) * 1e6)} ${ahead > 0 ? "ahead of" : "behind"} the platform's: valid JWTs count as ${ahead > 0 ? "expired" : "not yet valid"}. Set it (timedatectl)`, "bad"];
}
