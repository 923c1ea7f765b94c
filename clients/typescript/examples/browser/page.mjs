// A page that logs a user in and out, subscribes, sends events and takes a push, like examples/react-native/App.tsx.
// See README.md for how to open it.
import AltcraftSDK from "../../dist/esm/web/react-native.js";

const element = (id) => document.getElementById(id);
const text = (id) => element(id).value;

function log(line) {
  const item = document.createElement("li");
  item.textContent = line;
  element("log").append(item);
}

/** Returns a JWT of a user; in an app, its server creates and signs it. */
function jwtOf(matching) {
  const encoded = btoa(JSON.stringify({ matching: JSON.stringify(matching) }));
  return `e30.${encoded.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}.sig`;
}

const anonymous = { db_id: 1, matching: "profile_id", profile_id: "browser-7" };
let user = anonymous;

/** Hands the subscription of this device over to a user. */
async function become(matching, name) {
  user = matching;
  const answer = await AltcraftSDK.unSuspendPushSubscription();
  if (answer?.httpCode === 200 && !answer.response?.profile?.subscription) AltcraftSDK.pushSubscribe();
  log(`${name}: ${answer === null ? "no answer" : `status ${answer.httpCode}`}`);
}

const actions = {
  async connect() {
    const bridge = await AltcraftSDK.connect({ host: text("host"), port: Number(text("port")), token: text("token") });
    const show = (state) => (element("state").textContent = state);
    bridge.on("disconnected", () => show("reconnecting"));
    bridge.on("reconnected", () => show("connected"));
    show("connected");
    await AltcraftSDK.initialize({ apiUrl: text("apiUrl") });
    await AltcraftSDK.setPushToken("ios-firebase", "push-token-of-this-page");
    log("connected");
  },
  logIn: () => become({ db_id: 2, matching: "email", email: text("email") }, "logged in"),
  logOut: () => become(anonymous, "logged out"),
  subscribe() {
    AltcraftSDK.pushSubscribe(true, { _fname: "Ann" }, null, [{ name: "news", active: true }]);
  },
  event() {
    AltcraftSDK.mobileEvent("pixel", "order", null, { price: 12.5 }, null, null, null, { campaign: "spring" });
  },
  push() {
    AltcraftSDK.takePush({ _ac_push: "true", _uid: `page-${Date.now()}`, _title: "Hello", _body: "A push" });
  },
};

// These may be called before there is a bridge: they wait for it.
AltcraftSDK.setJWTProvider(() => jwtOf(user));
AltcraftSDK.subscribeToEvents(({ code, message }) => log(`event ${code}: ${message}`));

for (const [id, action] of Object.entries(actions)) {
  element(id).addEventListener("click", async () => {
    try {
      await action();
    } catch (error) {
      log(`${id} failed: ${error.message}`);
    }
  });
}
