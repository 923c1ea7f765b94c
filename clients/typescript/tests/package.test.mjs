// The use of the client in projects of each kind, where it is linked as a package. `packages/test` tests the packages.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { copyFile, mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { before, after, test } from "node:test";
import { promisify } from "node:util";

import * as support from "./support.mjs";

const client = join(support.root, "clients/typescript");
// A nested run of tests would report to the one around it.
const { NODE_TEST_CONTEXT: _, ...env } = { ...process.env, ALTCRAFT_BRIDGE: support.command };
const cleanups = [];
const file = { after: (cleanup) => cleanups.unshift(cleanup) };
let project;

/** The output of a program that runs in the project. */
async function run(program, ...args) {
  const { stdout } = await promisify(execFile)(program, args, { cwd: project, env });
  return stdout;
}

/** The messages of the compiler. */
async function compile(...args) {
  const options = ["--strict", "--target", "ES2022", "--lib", "ES2022,DOM", "--skipDefaultLibCheck"];
  return run("tsc", ...options, ...args).catch((error) => error.stdout);
}

before(async () => {
  project = await support.temporaryDirectory(file);
  await mkdir(join(project, "node_modules"));
  await symlink(client, join(project, "node_modules/altcraft-bridge"));
  await writeFile(join(project, "package.json"), '{ "name": "app", "private": true }');
});

after(async () => {
  for (const cleanup of cleanups) await cleanup();
});

const readme = await support.readText(join(client, "README.md"));
const blocks = [...readme.matchAll(/```ts\n([^]*?)```/g)].map(([, lines]) => lines);
const isTest = (lines) => lines.includes('from "node:test"');
const [fiveLines, ...otherLines] = blocks.filter((lines) => !isTest(lines));
const [lostAnswer] = blocks.filter(isTest);

function required(lines) {
  return `${lines.replace(/^import (.*) from (.*);$/m, "const $1 = require($2);\n(async () => {")}})();\n`;
}

test("the README begins with five lines", () => {
  assert.equal(fiveLines.trim().split("\n").filter((line) => line && !line.startsWith("import")).length, 5);
});

test("the five lines work with require", async (t) => {
  const platform = await support.startPlatform(t);
  await writeFile(join(project, "pasted.cjs"), required(fiveLines.replace("https://pxl.example.com", platform)));

  assert.match(await run(process.execPath, "pasted.cjs"), /state: 'delivered'/);
});

test("the test of a lost answer in the README passes with the package, and fails without the fault", async (t) => {
  const temporary = await support.temporaryDirectory(t);
  const run = async (name, lines) => {
    await writeFile(join(project, name), lines);
    return promisify(execFile)(process.execPath, ["--test", name], { cwd: project, env: { ...env, TMPDIR: temporary } });
  };

  assert.match((await run("lost.test.mjs", lostAnswer)).stdout, /pass 1\b/);
  const without = lostAnswer.replace('drop: "after"', "delayMs: 1").replace("requestId }", "requestId }, 100");
  await assert.rejects(run("answered.test.mjs", without), ({ stdout }) => stdout.includes("1 of 2 requests arrived within 100 ms"));
});

test("all lines of the README compile as TypeScript, and the types accept and reject as expected", async () => {
  const others = [
    'import { BridgeClosedError, BridgeError } from "altcraft-bridge";',
    "declare const session: { jwt(reason: string): Promise<string>; bridgeToken(): Promise<string> };",
    ...otherLines,
  ];
  await writeFile(join(project, "readme.mts"), [fiveLines, ...others].join("\n"));
  await writeFile(join(project, "lost.test.mts"), lostAnswer);
  await writeFile(join(project, "node.d.ts"), `
  declare module "node:assert/strict" {
    const assert: { equal(actual: unknown, expected: unknown): void; deepEqual(actual: unknown, expected: unknown): void };
    export default assert;
  }
  declare module "node:os" {
    function tmpdir(): string;
  }
  declare module "node:test" {
    function test(name: string, body: (t: { after(cleanup: () => unknown): void }) => Promise<void>): void;
  }
  declare module "node:fs" {
    function mkdtempSync(prefix: string): string;
    function readFileSync(path: string, encoding: "utf8"): string;
    function renameSync(from: string, to: string): void;
    function writeFileSync(path: string, text: string): void;
  }`);
  for (const name of ["typed.mts", "typed.cts"]) await copyFile(join(client, "tests/typed.ts"), join(project, name));

  const options = ["--module", "NodeNext", "--exactOptionalPropertyTypes", "--noEmit"];
  assert.equal(await compile("readme.mts", "lost.test.mts", "node.d.ts", "typed.mts", "typed.cts", ...options), "");
});

test("types work with the older module resolution, and those of React Native and browsers have no function of Node", async () => {
  await copyFile(join(client, "tests/typed.ts"), join(project, "typed.ts"));
  await copyFile(join(client, "examples/react-native/App.tsx"), join(project, "App.tsx"));
  await copyFile(join(client, "tests/react.d.ts"), join(project, "react.d.ts"));
  await writeFile(join(project, "web.mts"), `
    import { Bridge } from "altcraft-bridge/dist/esm/web/index.js";
    import AltcraftSDK, { connect, type EmailSubscription } from "altcraft-bridge/dist/esm/native/react-native.js";
    export const opened: Promise<Bridge> = Bridge.connect({ url: "ws://127.0.0.1:8093", token: async () => "t", waits: true });
    export const mail: EmailSubscription = { type: "email", resource_id: 1, email: "a@b.c" };
    AltcraftSDK.mobileEvent("px", "e", null, null, null, null, null, mail, { campaign: "c" });
    AltcraftSDK.mobileEvent("px", "e", null, null, null, null, null, { campaign: "c" });
    void connect({ host: "10.0.2.2", port: 8093, token: "t" });
    // @ts-expect-error There is no process.
    Bridge.spawn();
    // @ts-expect-error There is no socket.
    Bridge.connect({ socket: "/s" });`);

  const options = ["--jsx", "react", "--module", "CommonJS", "--moduleResolution", "Node", "--noEmit"];
  assert.equal(await compile("typed.ts", "App.tsx", "react.d.ts", "web.mts", ...options), "");
});

test("the package with the program has the version of the client", async () => {
  const manifest = JSON.parse(await support.readText(join(client, "package.json")));
  assert.deepEqual(new Set(Object.values(manifest.optionalDependencies)), new Set([manifest.version]));
});

test("import and require load the same module", async () => {
  await writeFile(join(project, "both.mjs"), `
    import { createRequire } from "node:module";
    import * as imported from "altcraft-bridge";
    import * as functions from "altcraft-bridge/react-native";
    import * as testing from "altcraft-bridge/testing";
    const require = createRequire(import.meta.url);
    for (const [one, other] of [
      [imported, require("altcraft-bridge")], [functions, require("altcraft-bridge/react-native")],
      [testing, require("altcraft-bridge/testing")],
    ]) {
      for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
        if (one[name] !== other[name]) throw new Error(name);
      }
    }
    if (!(await imported.Bridge.spawn({ command: "/none" }).catch((error) => error) instanceof require("altcraft-bridge").BridgeClosedError)) {
      throw new Error("instanceof");
    }
    console.log(Object.keys(imported).length > 20, Object.keys(functions).length > 20, "jwt" in testing);`);

  assert.equal(await run(process.execPath, "both.mjs"), "true true true\n");
});

test("each method and each option has documentation for the editor", async () => {
  const methods = await support.readText(join(project, "node_modules/altcraft-bridge/dist/generated/methods.d.ts"));
  const undocumented = [...methods.matchAll(/(.*)\n +(\w+)\(.*\): Promise/g)].filter(([, before]) => !before.includes("*/"));
  assert.deepEqual(undocumented.map(([, , name]) => name), []);
  const read = (name) => support.readText(join(project, "node_modules/altcraft-bridge/dist", name));
  const bridge = (await read("bridge.d.ts")) + (await read("client.d.ts"));
  for (const name of ["spawn", "connect", "handle", "on", "call", "probe", "close"]) {
    assert.match(bridge, new RegExp(`\\*/\\n    (static )?${name}[<(]`), name);
  }
  const functions = (await read("sdk.d.ts")) + (await read("react-native.d.ts"));
  const bare = [...functions.matchAll(/(.*)\nexport declare function (\w+)/g)].filter(([, before]) => !before.includes("*/"));
  assert.deepEqual(bare.map(([, , name]) => name), []);
});

test("the example logs in and out, and survives a restart of the bridge", { timeout: 60_000 }, async (t) => {
  const platform = await support.startPlatform(t);
  const script = join(client, "examples/login.mjs");
  const { stdout: output } = await promisify(execFile)(process.execPath, [script, platform], { env });

  const lines = output.split("\n").filter((line) => !line.includes("event"));
  assert.deepEqual(lines, [
    "anonymous:", "  subscribed", "logged in:", "  subscribed", "the bridge is killed:", "logged out:", "  subscribed", "",
  ]);
  assert.ok(output.includes("event 230 pushSubscribe.succeeded") && output.includes("event 234 unSuspend.succeeded"));
});
