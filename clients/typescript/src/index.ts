export { Bridge } from "./bridge.js";
export type { ConnectOptions, PortAddress, SocketAddress, SpawnOptions } from "./options.js";
export * from "./exports.js";
