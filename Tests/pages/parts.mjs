// Loads the scripts of a page as the browser does, without a browser: one scope for all parts.
import { readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";

const root = new URL("../../Sources/WebPages/", import.meta.url);

// Returns the values of the names, as declared by the parts of the inspector. `start.js` is left out: it starts the page.
export function inspector(names, globals = {}) {
  const page = readFileSync(new URL("Inspector/inspector.html", root), "utf8");
  const parts = [...page.matchAll(/<script src="([^"]+)">/g)].map(match => match[1]).filter(path => path !== "start.js");
  const context = createContext({
    performance, setTimeout, clearTimeout, console, Intl, URL,
    matchMedia: () => ({ matches: false, addEventListener() {} }), ...globals,
  });
  const text = parts.map(path => readFileSync(new URL(path, new URL("Inspector/", root)), "utf8")).join("\n");
  return runInContext(`(() => {\n"use strict";\n${text}\nreturn { ${names.join(", ")} };\n})()`, context);
}

// Returns a generator of numbers below a bound, the same in each run.
export function random(seed) {
  return bound => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor(seed / 2147483648 * bound);
  };
}
