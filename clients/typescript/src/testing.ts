// Helpers for tests of a host, in Node only: a simulated platform that fails on request, and JWTs for it.
import { spawn } from "node:child_process";

import { bridgeCommand } from "./command.js";
import { describe } from "./errors.js";
import type { JSONObject, JSONValue } from "./generated/types.js";
import { parseJSON, stringifyJSON } from "./json.js";
import { LineSplitter } from "./ndjson.js";

export { jwt } from "./jwt.js";
export type { Claims } from "./jwt.js";

/** Requests of the bridge. An omitted member matches all of them. */
export interface RequestMatch {
  /** The exact path, or its start before a `*`, such as `/subscription/*`. */
  path?: string;
  method?: string;
  requestId?: string;
}

/** A failure, and the requests that it applies to. `delayMs` can be used alone, or with any other failure. */
export interface Fault extends RequestMatch {
  /** The number, from 1, of the only request that fails, among those that match. */
  nth?: number;
  /** The number of requests that fail; without it all of them, until `reset`. */
  times?: number;
  /** Answers with this status, `headers` and `body`, and does not execute the request. */
  status?: number;
  headers?: Record<string, string>;
  body?: JSONValue;
  /** Resets the connection. After the request is executed ("after"), this loses the answer. */
  drop?: "before" | "after";
  /** Executes the request, and ends the answer after this number of bytes of its body. */
  truncateBody?: number;
  /** Redirects to this URL. */
  redirect?: string;
  /** Never answers. */
  hang?: true;
  /** Answers this number of milliseconds later. */
  delayMs?: number;
}

/** A request that reached the platform. A form has `parts` in place of `body`, other content has `text`. */
export interface RecordedRequest {
  index: number;
  /** Milliseconds since 1970. */
  time: number;
  method: string;
  path: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  requestId: string | null;
  /** The number of this request, from 1, among those with its `Request-ID`. */
  attempt: number;
  body?: JSONValue;
  parts?: JSONObject;
  text?: string;
  /** Null if no answer was sent. */
  status: number | null;
  errorText: string | null;
  fault: JSONObject | null;
}

/** A campaign, whose pushes are composed for each subscription. */
export interface Campaign {
  /** The values of the message, such as `title`, `body` and `clickUrl`. */
  message: JSONObject;
  /** The subscriptions that get it; by default all. */
  audience?: { databaseId?: number; profileId?: string; provider?: string; token?: string; category?: string };
  /** One of the ten structures, such as "apns"; by default that of the provider of the subscription. */
  structure?: string;
  /** The form: as it arrives on a device (the default), or as the platform sends it to the push service. */
  form?: "device" | "provider";
  /** The push is lost, or comes twice. */
  fault?: "lose" | "repeat";
  /** The UTM campaign; by default the id. */
  utm?: string;
}

/** A push for one device. Pass its `message` to `takePush`. */
export interface Push {
  number: number;
  time: number;
  token: string;
  campaign: string | null;
  message: JSONObject;
}

/** The profiles and events of the platform. */
export interface PlatformState {
  databases: { id: number; profiles: JSONObject[] }[];
  mobileEvents: JSONObject[];
  pushEvents: { smid: string; delivery: number; open: number }[];
}

/** A simulated platform in its own process, which ends with the process of the tests at the latest. */
export class SimulatedPlatform {
  private constructor(
    /** The `apiUrl` of a configuration. */
    readonly url: string,
    /** Ends the platform and its process. */
    readonly stop: () => Promise<void>,
  ) {}

  /** Starts a platform on a free port, with the program of `Bridge.spawn`. `args` are more of its arguments. */
  static async start(options: { command?: string; args?: readonly string[] } = {}): Promise<SimulatedPlatform> {
    const args = ["platform", "--parent-pid", String(process.pid), ...(options.args ?? [])];
    const child = spawn(options.command ?? bridgeCommand(), args, { stdio: ["ignore", "ignore", "pipe"] });
    const over = new Promise<void>((resolve) => child.on("close", () => resolve()));
    const url = await new Promise<string>((resolve, reject) => {
      const log: string[] = [];
      const lines = new LineSplitter((line) => {
        if (line.startsWith("{")) resolve((JSON.parse(line) as { url: string }).url);
        log.push(line);
      });
      const fail = (cause: string): void => reject(new Error(`the simulated platform cannot be started: ${cause}`));
      child.stderr?.on("data", (chunk) => lines.push(chunk));
      child.on("error", (cause) => fail(describe(cause)));
      child.on("close", () => fail(log.join("\n")));
    });
    // A test that does not stop the platform can still end.
    child.unref();
    child.stderr?.unref();
    return new SimulatedPlatform(url, () => {
      // The process is over when its output has ended too.
      child.ref();
      child.stderr?.ref();
      child.kill("SIGTERM");
      return over;
    });
  }

  /** Makes requests fail. Of several faults, the first that applies is used. */
  async fail(...faults: Fault[]): Promise<void> {
    const rules = faults.map(({ path, method, requestId, nth, times, ...fault }) => {
      return { match: { path, method, requestId, nth }, times, fault };
    });
    await this.control("POST", "/__script", { rules });
  }

  /** Adds faults and changes the settings, with the content of a file for `altcraft-bridge platform --script`. */
  async script(script: JSONObject): Promise<void> {
    await this.control("POST", "/__script", script);
  }

  /** Returns the requests that have arrived, the oldest first. */
  async requests(match: RequestMatch = {}): Promise<RecordedRequest[]> {
    return this.recorded({ ...match });
  }

  /** Waits for this number of requests; throws if fewer arrive within `timeoutMs`, 10 s by default and at most 60 s. */
  async waitForRequests(count: number, match: RequestMatch = {}, timeoutMs = 10_000): Promise<RecordedRequest[]> {
    const found = await this.recorded({ ...match, count: String(count), waitMs: String(timeoutMs) });
    if (found.length >= count) return found;
    const list = found.map(({ method, path, requestId, status }) => `\n${method} ${path} ${requestId}: ${status}`);
    throw new Error(`${found.length} of ${count} requests arrived within ${timeoutMs} ms${list.join("")}`);
  }

  /** Sends a campaign; returns its id and the number of its pushes. */
  async sendPush(campaign: Campaign): Promise<{ id: string; pushes: number }> {
    return this.control("POST", "/__campaigns", campaign);
  }

  /** Receives a push as the device with this push token; throws if none arrives within `timeoutMs`, at most 60 s. */
  async waitForPush(token: string, timeoutMs = 10_000): Promise<Push> {
    const path = `/__pushes?${new URLSearchParams([["token", token]])}`;
    const { pushes: [push] } = await this.control<{ pushes: Push[] }>("GET", `${path}&waitMs=${timeoutMs}`);
    if (push === undefined) throw new Error(`no push arrived within ${timeoutMs} ms`);
    await this.control("GET", `${path}&since=${push.number}`);
    return push;
  }

  /** Returns the profiles and events of the platform. */
  async state(): Promise<PlatformState> {
    return this.control("GET", "/__state");
  }

  /** Removes all faults, requests, profiles and events, and restores the settings. */
  async reset(): Promise<void> {
    await this.control("POST", "/__reset");
  }

  private async recorded(query: Record<string, string | undefined>): Promise<RecordedRequest[]> {
    const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
    const path = `/__requests?${new URLSearchParams(given)}`;
    return (await this.control<{ requests: RecordedRequest[] }>("GET", path)).requests;
  }

  private async control<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    const options = body === undefined ? { method } : { method, body: stringifyJSON(body) };
    const response = await fetch(this.url + path, options);
    const answer = parseJSON(await response.text()) as { error_text?: string };
    if (!response.ok) throw new Error(`${method} ${path}: ${answer.error_text}`);
    return answer as Answer;
  }
}
