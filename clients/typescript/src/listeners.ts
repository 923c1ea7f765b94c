import { describe } from "./errors.js";
import { soon } from "./platform.js";

export type Listener = (event: never) => unknown;

/** Listeners by the name of the notification. */
export class Listeners {
  private readonly all = new Map<string, Set<{ listener: Listener }>>();

  constructor(private readonly warn: (message: string) => void) {}

  /** Returns a function that removes the listener. */
  add(name: string, listener: Listener): () => void {
    const entries = this.all.get(name) ?? new Set();
    const entry = { listener };
    this.all.set(name, entries.add(entry));
    return () => void entries.delete(entry);
  }

  clear(name: string): void {
    this.all.delete(name);
  }

  count(name: string): number {
    return this.all.get(name)?.size ?? 0;
  }

  /** Calls the listeners soon, and in order: after the callers whose responses arrived earlier. */
  emit(name: string, event: unknown): void {
    soon(() => {
      for (const { listener } of [...(this.all.get(name) ?? [])]) void this.call(name, listener, event);
    });
  }

  /** Resolves when all listeners have been called. */
  drained(): Promise<void> {
    return new Promise((resolve) => soon(resolve));
  }

  private async call(name: string, listener: Listener, event: unknown): Promise<void> {
    try {
      await listener(event as never);
    } catch (error) {
      this.warn(`a listener of ${name} failed: ${describe(error)}`);
    }
  }
}
