// The packages, installed into an empty project and used there.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";

import * as support from "./support.mjs";

test("the packages install without a registry, bring the bridge, and work", { timeout: 120_000 }, async (t) => {
  const output = await support.temporaryDirectory(t);
  const project = await support.temporaryDirectory(t);
  const client = join(support.root, "clients/typescript");
  execFileSync(join(client, "pack"), [dirname(support.command), output], { stdio: "pipe" });
  writeFileSync(join(project, "package.json"), '{ "name": "app", "private": true, "type": "module" }');
  const packages = readdirSync(output).map((name) => join(output, name));
  assert.equal(packages.length, 2);
  const install = ["install", "--offline", "--no-audit", "--no-fund", "--silent", ...packages];
  execFileSync("npm", install, { cwd: project, stdio: "pipe" });
  const app = `
    import { Bridge } from "altcraft-bridge";
    const bridge = await Bridge.spawn({ dataDir: "./data" });
    console.log(await bridge.bridge.ping());
    await bridge.close();
  `;
  writeFileSync(join(project, "app.mjs"), app);

  const { ALTCRAFT_BRIDGE: _, ...env } = process.env;
  const said = execFileSync("node", ["app.mjs"], { cwd: project, env: { ...env, PATH: dirname(process.execPath) } });

  assert.equal(said.toString(), "pong\n");
});
