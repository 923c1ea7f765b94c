import { createHash, randomBytes } from "node:crypto";
import { get } from "node:http";
import type { Request, Response } from "node:http";
import type { Socket } from "node:net";

import { BridgeClosedError, describe } from "./errors.js";
import type { Ending } from "./errors.js";
import { offered, subprotocol, webSocketURL } from "./subprotocol.js";
import { exitTimeout } from "./transport.js";
import type { Transport, TransportEvents } from "./transport.js";

const opcodes = { continuation: 0, text: 1, close: 8, ping: 9, pong: 10 } as const;

/** Connects to the WebSocket of a running bridge. Node has a client of its own only since version 22. */
export function openNodeWebSocket(url: string, token: string | undefined, events: TransportEvents): Transport {
  const key = randomBytes(16).toString("base64");
  let socket: Socket | undefined;
  let waiting: string[] = [];
  let isOver = false;
  let whenOver = (): void => {};
  const over = new Promise<void>((resolve) => (whenOver = resolve));
  const finish = (ending: Ending): void => {
    if (isOver) return;
    isOver = true;
    request.destroy();
    socket?.destroy();
    whenOver();
    events.closed(ending);
  };
  const refuse = (why: string, cause?: unknown): void => finish({ message: `the bridge cannot be reached: ${why}`, cause });
  const write = (opcode: number, payload: Buffer): void => void socket?.write(frame(opcode, payload));
  /** Each side sends one close frame, and nothing after it. */
  let hasClosed = false;
  const writeClose = (payload: Buffer): void => {
    if (!hasClosed) write(opcodes.close, payload);
    hasClosed = true;
  };
  const send = (line: string): void => write(opcodes.text, Buffer.from(line));

  const headers = {
    connection: "Upgrade",
    upgrade: "websocket",
    "sec-websocket-version": "13",
    "sec-websocket-key": key,
    "sec-websocket-protocol": offered(token).join(", "),
  };
  const request = start(webSocketURL(url).replace(/^ws:/, "http:"), headers);
  request.on("error", (cause) => refuse(cause.message, cause));
  request.on("response", (response) => {
    const parts: Buffer[] = [];
    response.on("data", (chunk) => parts.push(chunk));
    response.on("close", () => refuse(`status ${response.statusCode}: ${firstLine(Buffer.concat(parts).toString())}`));
  });
  request.on("upgrade", (response, opened, head) => {
    if (!isAccepted(response, key)) return refuse("it does not speak the protocol of the bridge");
    socket = opened;
    let hasBeenClosed = false;
    let ending: Ending = { message: "the connection to the bridge has ended" };
    const reader = new FrameReader((opcode, payload) => {
      if (hasBeenClosed) return;
      if (opcode === opcodes.text) {
        events.line(payload.toString());
      } else if (opcode === opcodes.ping) {
        write(opcodes.pong, payload);
      } else if (opcode === opcodes.close) {
        const code = payload.length < 2 ? 1005 : payload.readUInt16BE(0);
        ending = { message: `the bridge has closed the connection: ${code} ${payload.subarray(2)}`.trim() };
        hasBeenClosed = true;
        writeClose(payload);
        opened.end();
      }
    });
    opened.setNoDelay();
    opened.on("error", (cause) => (ending = { message: `the connection to the bridge has ended: ${cause.message}`, cause }));
    opened.on("close", () => finish(ending));
    opened.on("data", (chunk) => reader.push(chunk));
    for (const line of waiting) send(line);
    waiting = [];
    reader.push(head);
  });

  return {
    closesBothWays: true,
    send: (line) => {
      if (socket === undefined) waiting.push(line);
      else if (!hasClosed) send(line);
    },
    close: async () => {
      const ending = { message: "the bridge was closed" };
      if (socket === undefined) finish(ending);
      const normal = Buffer.alloc(2);
      normal.writeUInt16BE(1000, 0);
      writeClose(normal);
      const timer = setTimeout(() => finish(ending), exitTimeout);
      await over;
      clearTimeout(timer);
    },
    kill: () => finish({ message: "the connection to the bridge was dropped" }),
  };
}

function start(url: string, headers: Record<string, string>): Request {
  try {
    return get(url, { headers, agent: false });
  } catch (cause) {
    throw new BridgeClosedError({ message: `the bridge cannot be reached: ${describe(cause)}`, cause });
  }
}

/** Returns the first line of a body, which may be a whole page, bounded. */
function firstLine(body: string): string {
  return body.trim().split("\n", 1)[0]!.slice(0, 200);
}

function isAccepted({ headers }: Response, key: string): boolean {
  const expected = createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
  return headers["sec-websocket-accept"] === expected && headers["sec-websocket-protocol"] === subprotocol;
}

/** Returns a frame of a client, with a mask. */
function frame(opcode: number, payload: Buffer): Buffer {
  const { length } = payload;
  const size = length < 126 ? 0 : length < 65_536 ? 2 : 8;
  const head = Buffer.alloc(2 + size);
  head[0] = 0x80 | opcode;
  head[1] = 0x80 | (size === 0 ? length : size === 2 ? 126 : 127);
  if (size === 2) head.writeUInt16BE(length, 2);
  if (size === 8) head.writeBigUInt64BE(BigInt(length), 2);
  const mask = randomBytes(4);
  const masked = Buffer.concat([head, mask, payload]);
  const start = head.length + 4;
  for (let index = 0; index < length; index += 1) masked[start + index]! ^= mask[index & 3]!;
  return masked;
}

/** Splits a stream into the messages and control frames of a server. */
class FrameReader {
  private chunks: Buffer[] = [];
  private length = 0;
  /** The number of bytes without which no frame is complete. */
  private needed = 2;
  private message: Buffer[] = [];

  constructor(private readonly received: (opcode: number, payload: Buffer) => void) {}

  push(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.length += chunk.length;
    while (this.length >= this.needed) {
      let bytes = this.chunks.length === 1 ? this.chunks[0]! : Buffer.concat(this.chunks);
      const size = sizeOf(bytes);
      if (size <= bytes.length) {
        this.frame(bytes, size);
        bytes = bytes.subarray(size);
      }
      this.chunks = [bytes];
      this.length = bytes.length;
      this.needed = sizeOf(bytes);
    }
  }

  private frame(bytes: Buffer, size: number): void {
    const isLast = (bytes[0]! & 0x80) !== 0;
    const opcode = bytes[0]! & 0x0f;
    const payload = bytes.subarray(headSize(bytes), size);
    if (opcode > 7) return this.received(opcode, payload);
    this.message.push(payload);
    if (!isLast) return;
    const message = this.message.length === 1 ? payload : Buffer.concat(this.message);
    this.message = [];
    this.received(opcodes.text, message);
  }
}

/** Returns the size of the frame, or the number of bytes that tell it. */
function sizeOf(bytes: Buffer): number {
  const head = headSize(bytes);
  if (bytes.length < head) return head;
  const short = bytes[1]! & 0x7f;
  if (short < 126) return head + short;
  return head + (short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2)));
}

function headSize(bytes: Buffer): number {
  if (bytes.length < 2) return 2;
  const short = bytes[1]! & 0x7f;
  return short < 126 ? 2 : short === 126 ? 4 : 10;
}
