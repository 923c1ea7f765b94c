// A host that logs a user in and out as described in the documentation, and survives a restart of the bridge.
// It uses the platform at 127.0.0.1:8090 (`altcraft-bridge platform --listen 127.0.0.1:8090`) or the one given as the
// argument. Run it in clients/typescript, with altcraft-bridge on the PATH or named by ALTCRAFT_BRIDGE:
//
//     ./build && node examples/login.mjs
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Bridge } from "../dist/index.mjs";

const apiUrl = process.argv[2] ?? "http://127.0.0.1:8090";

/** Returns a JWT of a user; in an app, its server creates it. This example does not sign it. */
function jwtOf(matching) {
  const payload = Buffer.from(JSON.stringify({ matching: JSON.stringify(matching) }));
  return `e30.${payload.toString("base64url")}.sig`;
}

const anonymous = jwtOf({ db_id: 1, matching: "profile_id", profile_id: "device-7" });
const ann = jwtOf({ db_id: 2, matching: "email", email: "ann@example.com" });
let jwt = anonymous;

const directory = await mkdtemp(join(tmpdir(), "altcraft-login-"));
const bridge = await Bridge.spawn({ dataDir: join(directory, "data") });
bridge.on("*", (event) => console.log(`  event ${event.code} ${event.name}`));
bridge.handle("provider.getJWT", () => jwt);
bridge.handle("provider.getToken", () => "push-token-of-this-device");
await bridge.events.subscribe();
await bridge.initialization({ configuration: { apiUrl } });
await bridge.setJWTProvider({ provider: "callback" });
await bridge.setFCMTokenProvider({ provider: "callback" });

/** Hands the device over to the user of that JWT. */
async function become(name, token) {
  jwt = token;
  console.log(`${name}:`);
  const answer = await bridge.unSuspendPushSubscription();
  if (answer?.httpCode === 200 && !answer.response?.profile?.subscription) {
    await bridge.pushSubscribe({ wait: "outcome" });
  }
  const status = await bridge.getStatusForCurrentSubscription();
  console.log(`  ${status?.response?.profile?.subscription?.status}`);
}

await become("anonymous", anonymous);
await become("logged in", ann);

console.log("the bridge is killed:");
const isBack = new Promise((resolve) => bridge.on("reconnected", resolve));
process.kill(bridge.info.pid, "SIGKILL");
await isBack;

await become("logged out", anonymous);
await bridge.close();
await rm(directory, { recursive: true });
