// The declarations of browsers and React Native that this client uses. None is in the public types.

interface WebSocketEvent {
  readonly data?: unknown;
  readonly code?: number;
  readonly reason?: string;
  /** The description of an error, in React Native only. */
  readonly message?: string;
}

interface WebSocket {
  onopen: (() => void) | null;
  onmessage: ((event: WebSocketEvent) => void) | null;
  onerror: ((event: WebSocketEvent) => void) | null;
  onclose: ((event: WebSocketEvent) => void) | null;
  send(text: string): void;
  close(code?: number): void;
}

declare const WebSocket: new (url: string, protocols: string[]) => WebSocket;

interface EventTargetLike {
  addEventListener(type: string, listener: () => void): void;
  removeEventListener(type: string, listener: () => void): void;
}

declare module "react-native" {
  const AppState: {
    addEventListener(type: "change", listener: (state: string) => void): { remove(): void };
  };
  const NativeModules: {
    readonly SourceCode?: { readonly scriptURL?: string; getConstants?(): { readonly scriptURL?: string } };
  };
}
