/** As much of an AbortSignal as a call needs. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

export interface CallOptions {
  /** Gives the call up after so many milliseconds, with a `CallTimeoutError`. */
  timeoutMs?: number | undefined;
  /** Gives the call up when it is aborted, with a `CallAbortedError`. */
  signal?: AbortSignalLike | undefined;
}

/** Makes calls by name. */
export interface Caller {
  call<Result>(method: string, parameters?: object, options?: CallOptions): Promise<Result>;
}
