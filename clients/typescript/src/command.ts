import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The program to start: that of `ALTCRAFT_BRIDGE`, of the package for this platform, or on the PATH. */
export function bridgeCommand(): string {
  const named = process.env["ALTCRAFT_BRIDGE"];
  if (named !== undefined && named !== "") return named;
  return packagedCommand() ?? "altcraft-bridge";
}

function packagedCommand(): string | undefined {
  try {
    const manifest = require.resolve(`altcraft-bridge-${process.platform}-${process.arch}/package.json`);
    const program = join(dirname(manifest), "bin", "altcraft-bridge");
    return existsSync(program) ? program : undefined;
  } catch {
    return undefined;
  }
}
