import assert from "node:assert/strict";
import test from "node:test";
import { inspector } from "./parts.mjs";

const { callLanguages, bridgePlace } = inspector(["callLanguages", "bridgePlace"]);
const method = { name: "bridge.ping", params: [] };

for (const [transports, netcat, call] of [
  [["ws:127.0.0.1:8093", "unix:/run/a/rpc.sock", "unix:/run/b.sock"], /^nc -N -U \/run\/a\/rpc\.sock <<'END'\n/, "altcraft-bridge call bridge.ping --socket /run/a/rpc.sock"],
  [["unix:/home/ann's files/b.sock"], /^nc -N -U '\/home\/ann'\\''s files\/b\.sock' <<'END'\n/, "altcraft-bridge call bridge.ping --socket '/home/ann'\\''s files/b.sock'"],
  [["stdio", "ws:127.0.0.1:8093"], /XDG_RUNTIME_DIR/, "altcraft-bridge call bridge.ping --connect ws://127.0.0.1:8093 --token-file /data/rpc.token"],
  [["stdio"], /XDG_RUNTIME_DIR/, "altcraft-bridge call bridge.ping"],
]) {
  test(`commands for a bridge at ${transports.join(" and ")} reach it`, () => {
    const place = bridgePlace({ transports, dataDir: "/data" });
    assert.match(callLanguages.netcat(method, {}, place), netcat);
    assert.equal(callLanguages["altcraft-bridge call"](method, {}, place), call);
  });
}
