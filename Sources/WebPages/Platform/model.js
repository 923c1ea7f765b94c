// Requests of this page to the simulator, and what is known about its state.

// Calls a control endpoint. Rejects with the text of a refusal.
async function control(method, path, body, signal) {
  const response = await fetch(path, { method, body, signal, cache: "no-store" });
  const text = await response.text();
  const answer = parsedJSON(text);
  if (!response.ok) throw new Error(answer?.error_text ?? `status ${response.status}`);
  return answer;
}

const shownRequests = 500, shownProfiles = 200;

const model = {
  requests: [],          // oldest first, at most shownRequests
  last: 0,
  state: null,
  script: null,
  campaigns: null,
  isLive: false,
  problem: null,
  listeners: [],
  polling: null,

  changed() { for (const listener of this.listeners) listener(); },

  // Forgets the requests, which were removed, and continues with the next ones.
  restart() {
    this.requests = [];
    this.last = 0;
    this.polling?.abort();
  },

  // Receives requests as they arrive, without an end.
  async follow() {
    for (;;) {
      try {
        if (!this.isLive) await this.begin();
        this.polling = new AbortController();
        const page = await control("GET", `/__requests?since=${this.last}&limit=${shownRequests}&waitMs=5000`,
          undefined, this.polling.signal);
        if (page.last < this.last) this.restart();
        else if (page.requests.length) {
          this.last = page.requests.at(-1).index;
          this.requests = [...this.requests, ...page.requests].slice(-shownRequests);
        }
        await this.refresh();
      } catch (error) {
        if (error.name === "AbortError") continue;
        this.isLive = false;
        this.problem = "The simulator does not answer. The page goes on when it does.";
        this.changed();
        await new Promise(resolve => setTimeout(resolve, 1000));
      }
    }
  },

  // Begins with the last requests: a long record is not transferred as a whole.
  async begin() {
    const state = await control("GET", "/__state?latest=0");
    this.requests = [];
    this.last = Math.max(0, state.requests.last - shownRequests);
    this.isLive = true;
    this.problem = null;
  },

  // Reads the state, the rules and the campaigns.
  async refresh() {
    [this.state, this.script, this.campaigns] = await Promise.all([
      control("GET", `/__state?latest=${shownProfiles}`), control("GET", "/__script"), control("GET", "/__campaigns")]);
    this.changed();
  },
};

// Performs a change, and shows the result or the refusal in `place`.
async function change(place, done, body) {
  try {
    const answer = await body();
    await model.refresh();
    setText(place, done(answer));
    place.className = "good";
  } catch (error) {
    setText(place, error.message);
    place.className = "bad";
  }
  announce(place.textContent);
}
