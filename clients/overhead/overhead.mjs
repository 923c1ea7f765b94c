// Makes calls and prints the duration of each, in nanoseconds. overhead/run starts it for TypeScript.
import { createRequire } from "node:module";
import { connect } from "node:net";
import { createInterface } from "node:readline";

// The same import as in a program that has installed the package.
const { Bridge } = createRequire(import.meta.url)("../typescript");

const path = process.argv[2];
const ping = '{"jsonrpc":"2.0","id":1,"method":"bridge.ping"}\n';
const socket = connect(path);
const bridge = await Bridge.connect({ socket: path });

const ways = {
  raw: () =>
    new Promise((resolve) => {
      socket.once("data", resolve);
      socket.write(ping);
    }),
  client: () => bridge.bridge.ping(),
};

for await (const line of createInterface({ input: process.stdin })) {
  const [way, count] = line.split(" ");
  const times = [];
  for (let index = 0; index < Number(count); index += 1) {
    const start = process.hrtime.bigint();
    await ways[way]();
    times.push(process.hrtime.bigint() - start);
  }
  console.log(times.join(" "));
}
socket.end();
await bridge.close();
