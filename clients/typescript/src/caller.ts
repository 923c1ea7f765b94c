/** The part of an AbortSignal that a call needs. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

export interface CallOptions {
  /** Cancels the call after this number of milliseconds, with a `CallTimeoutError`. */
  timeoutMs?: number | undefined;
  /** Cancels the call when the signal is aborted, with a `CallAbortedError`. */
  signal?: AbortSignalLike | undefined;
}

/** Makes calls by name. */
export interface Caller {
  call<Result>(method: string, parameters?: object, options?: CallOptions): Promise<Result>;
}
