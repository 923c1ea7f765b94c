/** The parts of Node, browsers and React Native that this client uses where they exist. */
interface Platform {
  readonly setImmediate?: (body: () => void) => void;
  readonly MessageChannel?: new () => Channel;
  readonly crypto?: { getRandomValues?: (bytes: Uint8Array) => void };
  readonly process?: { emitWarning?: (message: string, type: string) => void };
  readonly console?: { warn?: (message: string) => void };
}

interface Channel {
  readonly port1: { onmessage: () => void };
  readonly port2: { postMessage(message: null): void };
}

const platform = globalThis as Platform;

/** Reports a problem that is not an error. */
export function warn(message: string): void {
  const { process, console } = platform;
  if (typeof process?.emitWarning === "function") process.emitWarning(message, "AltcraftBridgeWarning");
  else console?.warn?.(`altcraft-bridge: ${message}`);
}

const bodies: (() => void)[] = [];
let channel: Channel | undefined;

/** Calls functions soon and in order: after the callers whose promises are already resolved. */
export function soon(body: () => void): void {
  if (platform.setImmediate !== undefined) return platform.setImmediate(body);
  if (platform.MessageChannel === undefined) return void setTimeout(body, 0);
  // A browser delays the timers of a page in the background, but not its messages.
  if (channel === undefined) {
    channel = new platform.MessageChannel();
    channel.port1.onmessage = () => bodies.shift()?.();
  }
  bodies.push(body);
  channel.port2.postMessage(null);
}

let fill: ((bytes: Uint8Array) => void) | undefined;

/** Sets the source of random bytes, where there is no `crypto.getRandomValues`. */
export function setRandomSource(source: (bytes: Uint8Array) => void): void {
  fill = source;
}

/** Returns a new identifier of 128 bits, in hex digits. */
export function newIdentifier(): string {
  const bytes = new Uint8Array(16);
  const { crypto } = platform;
  if (fill !== undefined) fill(bytes);
  else if (typeof crypto?.getRandomValues === "function") crypto.getRandomValues(bytes);
  else fillWithoutCrypto(bytes);
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Counts identifiers, so that two of one process differ even if the random numbers repeat. */
let count = 0;

/** Writes the time, a count and 64 bits of `Math.random`: unique enough to recognise a repeated call. */
function fillWithoutCrypto(bytes: Uint8Array): void {
  let time = Date.now();
  for (let index = 5; index >= 0; index -= 1) {
    bytes[index] = time % 256;
    time = Math.floor(time / 256);
  }
  count += 1;
  bytes[6] = count >> 8;
  bytes[7] = count;
  for (let index = 8; index < 16; index += 1) bytes[index] = Math.floor(Math.random() * 256);
}
