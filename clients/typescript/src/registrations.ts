/** The registrations of a host, to repeat on a new connection. */
export class Registrations {
  private readonly calls = new Map<string, object>();

  /** Records a successful call that registers something. The last one of a method counts. */
  record(method: string, parameters: object): void {
    const name = otherNames.get(method) ?? method;
    if (!ofConnection.has(name) && !ofProcess.has(name)) return;
    this.calls.delete(name);
    this.calls.set(name, parameters);
  }

  /** Returns the calls to repeat, in order: the app group first, because others may depend on it. */
  toRepeat(isNewProcess: boolean): [method: string, parameters: object][] {
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
 * Only a restart of the process ends the effect of these. They are not repeated on a connection to the same process,
 * because another host may have changed them.
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
