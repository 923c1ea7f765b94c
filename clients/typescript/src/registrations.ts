/** What was registered with the bridge, and has to be registered again after it was lost. */
export class Registrations {
  private readonly calls = new Map<string, object>();

  /** Keeps a call that has succeeded, where it registers something. The last one of a method counts. */
  note(method: string, parameters: object): void {
    const name = otherNames.get(method) ?? method;
    if (!ofConnection.has(name) && !ofProcess.has(name)) return;
    this.calls.delete(name);
    this.calls.set(name, parameters);
  }

  /** The calls to make again, in order: the app group first, as the others may go by it. */
  again(isNewProcess: boolean): [method: string, parameters: object][] {
    const calls = [...this.calls].filter(([method]) => isNewProcess || ofConnection.has(method));
    return calls.sort(([one], [other]) => Number(other === "setAppGroup") - Number(one === "setAppGroup"));
  }
}

const ofConnection: ReadonlySet<string> = new Set([
  "setJWTProvider",
  "setAPNSTokenProvider",
  "setFCMTokenProvider",
  "setHMSTokenProvider",
  "notificationManager.setCustomPushProcessing",
  "notificationManager.setCustomClickProcessing",
]);

/**
 * These are forgotten only with the process. A connection that comes back to the same process leaves them
 * alone: another host may have changed them.
 */
const ofProcess: ReadonlySet<string> = new Set([
  "setAppGroup",
  "notificationManager.setPermission",
  "backgroundTasks.registerBackgroundTask",
  "bridge.setLogLevel",
]);

const otherNames: ReadonlyMap<string, string> = new Map([
  ["nse.setAppGroup", "setAppGroup"],
  ["nse.setJWTProvider", "setJWTProvider"],
]);
