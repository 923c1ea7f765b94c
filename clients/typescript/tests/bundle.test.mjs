// The package as applications bundle it for React Native and for browsers: without Node, small, and only the used parts.
import assert from "node:assert/strict";
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";

import { bundle, missing } from "./engines.mjs";
import * as support from "./support.mjs";

const client = join(support.root, "clients/typescript");
const manifest = JSON.parse(await readFile(join(client, "package.json"), "utf8"));
const skip = missing.bundler;
const conditions = ["react-native", "browser"];

/** The maximum size of the whole package, compressed, in bytes. */
const bound = 25_000;

/** Bundles a module of an application; returns the text and the modules in it. */
async function bundled(t, condition, lines) {
  const directory = await support.temporaryDirectory(t);
  await mkdir(join(directory, "node_modules"));
  await symlink(client, join(directory, "node_modules/altcraft-bridge"));
  const [entry, metafile, output] = ["app.mjs", "meta.json", "out.js"].map((name) => join(directory, name));
  await writeFile(entry, lines);
  await bundle(entry, condition, "--minify", `--metafile=${metafile}`, `--outfile=${output}`);
  const text = await readFile(output, "utf8");
  const { inputs } = JSON.parse(await readFile(metafile, "utf8"));
  return { text, inputs };
}

const everything = `
  import AltcraftSDK, * as functions from "altcraft-bridge/react-native";
  import * as core from "altcraft-bridge";
  globalThis.all = [AltcraftSDK, functions, core];`;

for (const condition of conditions) {
  test(`the whole package for ${condition} reaches nothing of Node, and is small`, { skip }, async (t) => {
    const { text, inputs } = await bundled(t, condition, everything);

    const imported = Object.values(inputs).flatMap((input) => input.imports.map(({ path }) => path));
    assert.ok(imported.length > 20, "the modules are in the bundle");
    assert.deepEqual(imported.filter((path) => path.startsWith("node:")), []);
    assert.doesNotMatch(text, /node:|\brequire\b|\bBuffer\b/);
    const size = gzipSync(text, { level: 9 }).length;
    t.diagnostic(`${condition}: ${text.length} bytes, ${size} compressed`);
    assert.ok(size <= bound, `${size} bytes`);
  });

  test(`a module of Node in a bundle for ${condition} is an error`, { skip }, async (t) => {
    await assert.rejects(bundled(t, condition, 'import { connect } from "node:net"; connect();'), /node:net/);
    const helpers = 'import { jwt } from "altcraft-bridge/testing"; console.log(jwt);';
    await assert.rejects(bundled(t, condition, helpers), /node:child_process/);
  });

  test(`an application for ${condition} contains only the used parts`, { skip }, async (t) => {
    const whole = await bundled(t, condition, everything);
    const nothing = await bundled(t, condition, 'import "altcraft-bridge"; import "altcraft-bridge/react-native";');
    const one = await bundled(t, condition, 'import { BridgeError } from "altcraft-bridge"; console.log(BridgeError);');
    const core = await bundled(t, condition, 'import { Bridge } from "altcraft-bridge"; Bridge.connect({ url: "ws://x" });');

    assert.ok(nothing.text.length < 100, nothing.text.slice(0, 500));
    assert.ok(one.text.length < 1500, `${one.text.length} bytes`);
    assert.ok(core.text.length < whole.text.length);
    assert.doesNotMatch(core.text, /AltcraftSdkEvent/);
  });
}

test("there is no dependency, and tools without export conditions find the same modules", async () => {
  assert.deepEqual([manifest.dependencies, manifest.peerDependencies], [undefined, undefined]);
  const functions = JSON.parse(await readFile(join(client, "react-native/package.json"), "utf8"));
  for (const condition of conditions) {
    assert.equal(manifest[condition], manifest.exports["."][condition].default);
    assert.equal(functions[condition], `.${manifest.exports["./react-native"][condition].default}`);
    for (const path of [".", "./react-native"]) {
      const { types, default: module } = manifest.exports[path][condition];
      assert.match(await readFile(join(client, module), "utf8"), /export/);
      assert.match(await readFile(join(client, types), "utf8"), /export/);
    }
  }
});
