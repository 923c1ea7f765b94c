// Shared by the tests: the programs, a platform, a bridge on a socket, and the comparison with a sample.
import { spawn } from "node:child_process";
import { appendFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = join(dirname(fileURLToPath(import.meta.url)), "../../..");
export const command = process.env.ALTCRAFT_BRIDGE ?? join(root, ".build/debug/altcraft-bridge");

export const limits = ["retryFirstSeconds=0.05", "retryMaxSeconds=0.2", "callbackSeconds=1"].flatMap(
  (limit) => ["--limit", limit],
);

export async function temporaryDirectory(t) {
  const path = await mkdtemp(join(tmpdir(), "altcraft-bridge-ts-"));
  t.after(() => rm(path, { recursive: true, force: true }));
  return path;
}

/** Starts a program and waits for its ready line; ends it with the test. */
export async function start(t, args) {
  const child = spawn(command, args, { stdio: ["ignore", "ignore", "pipe"] });
  t.after(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const over = new Promise((resolve) => child.once("close", resolve));
    child.kill("SIGKILL");
    await over;
  });
  let text = "";
  const ready = await new Promise((resolve, reject) => {
    child.stderr.on("data", (chunk) => {
      text += chunk;
      const line = text.split("\n").find((line) => line.startsWith("{"));
      if (line !== undefined && text.includes("\n")) resolve(JSON.parse(line));
    });
    child.on("close", () => reject(new Error(`${args[0]} ended: ${text}`)));
  });
  return { child, ready };
}

export async function startPlatform(t) {
  const { ready } = await start(t, ["platform"]);
  return ready.url;
}

/** Waits until `body` returns something, for ten seconds. */
export async function eventually(what, body) {
  for (const end = Date.now() + 10_000; Date.now() < end; ) {
    const found = await body();
    if (found !== undefined && found !== false) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`it never happened: ${what}`);
}

/** Returns true if a value has all members of the sample. */
export function isLike(sample, value) {
  if (Array.isArray(sample)) {
    return (
      Array.isArray(value) &&
      sample.length === value.length &&
      sample.every((item, index) => isLike(item, value[index]))
    );
  }
  if (typeof sample === "object" && sample !== null) {
    return (
      typeof value === "object" &&
      value !== null &&
      Object.entries(sample).every(([name, member]) => isLike(member, value[name]))
    );
  }
  return sample === value;
}

export async function readText(path) {
  return readFile(path, "utf8");
}

/** Adds a line to the results, from which the table of capabilities is made. */
export async function record(result) {
  const folder = process.env.CONFORMANCE_RESULTS;
  if (folder) await appendFile(join(folder, "typescript.jsonl"), JSON.stringify(result) + "\n");
}
