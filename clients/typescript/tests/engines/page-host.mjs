// Connects the agent in a page to the test, by requests to the server of the page. Messages stay in order.
const { origin } = globalThis.location;
let last = Promise.resolve();

globalThis.testHost = {
  tell(text) {
    last = last.then(() => fetch(`${origin}/tell`, { method: "POST", body: text })).catch(() => {});
  },
  foreground() {
    document.dispatchEvent(new Event("visibilitychange"));
  },
};

async function listen() {
  for (;;) {
    const response = await fetch(`${origin}/commands`, { method: "POST" });
    for (const text of await response.json()) {
      if (text === "reload") return globalThis.location.reload();
      globalThis.testHost.received(text);
    }
  }
}

// The agent is ready when all modules have run.
setTimeout(() => listen().catch(() => {}), 0);
