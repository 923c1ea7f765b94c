// An app that logs a user in and out, subscribes, sends events and takes a push. README.md has the commands to run it.
// To use the native SDK in place of the bridge, change the import, and remove `connect` and `setJWTProvider`.
import AltcraftSDK from "altcraft-bridge/react-native";
import type { SdkEvent } from "altcraft-bridge/react-native";
import React, { useEffect, useState } from "react";
import { Button, SafeAreaView, ScrollView, Text, TextInput } from "react-native";

/** The simulated platform on the machine of the bridge: the bridge connects to it, not the phone. */
const apiUrl = "http://127.0.0.1:8090";

type Matching = { db_id: number; matching: string; profile_id?: string; email?: string };

const anonymous: Matching = { db_id: 1, matching: "profile_id", profile_id: "phone-7" };
let user = anonymous;

/** Returns a JWT of a user. An app gets it from its server, which signs it. */
function jwtOf(matching: Matching): string {
  return `e30.${base64url(JSON.stringify({ matching: JSON.stringify(matching) }))}.sig`;
}

/** Encodes ASCII text; React Native 0.72 has no `btoa`. */
function base64url(text: string): string {
  const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const bits = Array.from(text, (character) => character.charCodeAt(0).toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,6}/g) ?? []).map((group) => digits[parseInt(group.padEnd(6, "0"), 2)]).join("");
}

// These may be called before there is a connection: they wait for it.
AltcraftSDK.setJWTProvider(() => jwtOf(user));

/** Hands the subscription of this device over to a user. */
async function become(matching: Matching): Promise<string> {
  user = matching;
  const answer = await AltcraftSDK.unSuspendPushSubscription();
  if (answer?.httpCode === 200 && !answer.response?.profile?.subscription) AltcraftSDK.pushSubscribe();
  return answer === null ? "no answer" : `status ${answer.httpCode}`;
}

export default function App(): React.ReactElement {
  const [token, setToken] = useState("");
  const [email, setEmail] = useState("ann@example.com");
  const [state, setState] = useState("not connected");
  const [lines, setLines] = useState<string[]>([]);
  const log = (line: string) => setLines((earlier) => [...earlier.slice(-50), line]);

  useEffect(() => {
    AltcraftSDK.subscribeToEvents(({ code, message }: SdkEvent) => log(`event ${code}: ${message}`));
    return AltcraftSDK.unsubscribeFromEvent;
  }, []);

  async function connect(): Promise<void> {
    const bridge = await AltcraftSDK.connect({ token });
    bridge.on("disconnected", () => setState("reconnecting"));
    bridge.on("reconnected", () => setState("connected"));
    setState("connected");
    await AltcraftSDK.initialize({ apiUrl });
    await AltcraftSDK.setPushToken("ios-firebase", "push-token-of-this-phone");
  }

  const actions: [string, () => void | Promise<void>][] = [
    ["Connect", connect],
    ["Log in", async () => log(`logged in: ${await become({ db_id: 2, matching: "email", email })}`)],
    ["Log out", async () => log(`logged out: ${await become(anonymous)}`)],
    ["Subscribe", () => AltcraftSDK.pushSubscribe(true, { _fname: "Ann" }, null, [{ name: "news", active: true }])],
    ["Send an event", () => AltcraftSDK.mobileEvent("pixel", "order", null, { price: 12.5 }, null, null, null, { campaign: "spring" })],
    // In an app: messaging().onMessage(({ data }) => AltcraftSDK.takePush(data)).
    ["Take a push", () => AltcraftSDK.takePush({ _ac_push: "true", _uid: `phone-${Date.now()}`, _title: "Hello" })],
  ];

  return (
    <SafeAreaView>
      <Text>{state}</Text>
      <TextInput placeholder="the content of rpc.token" value={token} onChangeText={setToken} autoCapitalize="none" />
      <TextInput placeholder="email" value={email} onChangeText={setEmail} autoCapitalize="none" />
      {actions.map(([title, action]) => (
        <Button
          key={title}
          title={title}
          onPress={async () => {
            try {
              await action();
            } catch (error) {
              log(`${title} failed: ${(error as Error).message}`);
            }
          }}
        />
      ))}
      <ScrollView>
        {lines.map((line, index) => (
          <Text key={index}>{line}</Text>
        ))}
      </ScrollView>
    </SafeAreaView>
  );
}
