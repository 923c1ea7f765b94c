// The agent in a Node process of its own; the test is at its standard input and output.
globalThis.testHost = {
  tell: (text) => process.stdout.write(`${text}\n`),
  foreground: (bridges) => Promise.all([...bridges.values()].map((bridge) => bridge.probe())),
};
const { createInterface } = await import("node:readline");
const lines = createInterface({ input: process.stdin });
lines.on("line", (line) => globalThis.testHost.received(line));
lines.on("close", () => process.exit());
await import("./agent.mjs");
