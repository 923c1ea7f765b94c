import { describe } from "./errors.js";

export type Listener = (happening: never) => unknown;

/** Those who are told of what happens, by name. */
export class Listeners {
  private readonly all = new Map<string, Set<{ listener: Listener }>>();

  constructor(private readonly warn: (message: string) => void) {}

  /** Returns what takes the listener back. */
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

  /** Tells them soon, and in order: after those who wait for an answer that came before have it. */
  tell(name: string, happening: unknown): void {
    setImmediate(() => {
      for (const { listener } of [...(this.all.get(name) ?? [])]) void this.call(name, listener, happening);
    });
  }

  /** Resolves when all have been told. */
  haveBeenTold(): Promise<void> {
    return new Promise((resolve) => void setImmediate(resolve));
  }

  private async call(name: string, listener: Listener, happening: unknown): Promise<void> {
    try {
      await listener(happening as never);
    } catch (error) {
      this.warn(`a listener of ${name} failed: ${describe(error)}`);
    }
  }
}
