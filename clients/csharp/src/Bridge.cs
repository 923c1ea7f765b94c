using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.Sockets;
using System.Text.RegularExpressions;
using System.Threading;
using System.Threading.Tasks;

namespace AltcraftBridge {
    /// <summary>A call that the bridge refused. Each reason has its own class, such as OutboxFullException.</summary>
    public class BridgeException : Exception {
        public BridgeException(long code, string message, IDictionary<string, object> data) : base(message) {
            (Code, Members, Reason, IsRetryable) = (code, data, data.TryGetValue("reason", out var reason) ? reason as string : "", data.TryGetValue("retryable", out var again) && true.Equals(again));
        }
        public long Code { get; }
        /// <summary>The name of the error, such as outboxFull.</summary>
        public string Reason { get; }
        /// <summary>True if the same call may succeed later without a change.</summary>
        public bool IsRetryable { get; }
        /// <summary>The data of the error.</summary>
        public IDictionary<string, object> Members { get; }
    }

    /// <summary>The connection is lost, or cannot be opened. The outcome of a call in flight is unknown.</summary>
    public sealed class BridgeClosedException : Exception {
        public BridgeClosedException(string message, int? exitCode = null, string log = "") : base(log == "" ? message : message + "\n" + log) { (ExitCode, Log) = (exitCode, log); }
        /// <summary>The exit code of the process; 128 and the number of the signal that ended it.</summary>
        public int? ExitCode { get; }
        /// <summary>The last lines of its log.</summary>
        public string Log { get; }
    }

    /// <summary>The client. Listeners run on a thread of their own, one after the other; handlers are tasks.</summary>
    public sealed class Bridge : Methods, IDisposable {
        // Calls that are repeated on each connection; the second list only for a new process.
        private static readonly string[] Registrations = { "setJWTProvider", "setAPNSTokenProvider", "setFCMTokenProvider", "setHMSTokenProvider", "notificationManager.setCustomPushProcessing", "notificationManager.setCustomClickProcessing" };
        private static readonly string[] OfProcess = { "setAppGroup", "notificationManager.setPermission", "backgroundTasks.registerBackgroundTask", "bridge.setLogLevel" };
        private static readonly Dictionary<string, string> OtherNames = new Dictionary<string, string> { ["nse.setAppGroup"] = "setAppGroup", ["nse.setJWTProvider"] = "setJWTProvider", ["subscribeToEvents"] = "events.subscribe", ["unsubscribeFromEvent"] = "events.unsubscribe" };

        /// <summary>A call without an answer.</summary>
        private sealed class Pending {
            public string Method;
            public IDictionary<string, object> Parameters;
            public readonly TaskCompletionSource<object> Result = new TaskCompletionSource<object>(TaskCreationOptions.RunContinuationsAsynchronously);
        }

        private readonly object state = new object();
        private readonly Func<Transport> opener;
        private readonly Func<string> token;
        private readonly System.Action<string> onWarning;
        private readonly BlockingCollection<System.Action> deliveries = new BlockingCollection<System.Action>();
        private readonly ConcurrentDictionary<string, Func<IDictionary<string, object>, Task<object>>> handlers = new ConcurrentDictionary<string, Func<IDictionary<string, object>, Task<object>>>();
        private readonly Dictionary<long, Pending> calls = new Dictionary<long, Pending>();
        private readonly List<KeyValuePair<string, IDictionary<string, object>>> registrations = new List<KeyValuePair<string, IDictionary<string, object>>>();
        private List<KeyValuePair<string, System.Action<object>>> listeners = new List<KeyValuePair<string, System.Action<object>>>();
        private Transport transport;
        private BridgeClosedException end;
        private IDictionary<string, object> subscription;
        private string epoch;
        private long lastId, seq, longest = long.MaxValue;
        private bool reconnects, isOpen;

        /// <summary>The information of the connected bridge about itself.</summary>
        public BridgeInfo Info { get; private set; }

        private Bridge(Func<Transport> opener, Func<string> token, bool reconnects, System.Action<string> onWarning) {
            this.opener = opener;
            this.token = token;
            this.reconnects = reconnects;
            this.onWarning = onWarning;
            try {
                Open();
            } catch {
                transport?.Close();
                throw;
            }
            new Thread(() => { foreach (var delivery in deliveries.GetConsumingEnumerable()) delivery(); }) { IsBackground = true }.Start();
            lock (state) isOpen = true;
        }

        /// <summary>Starts the bridge as a child process. The command is that of ALTCRAFT_BRIDGE, or the one on the PATH.</summary>
        public static Bridge Spawn(string dataDir, string command = null, IEnumerable<string> args = null, IDictionary<string, string> environment = null, bool reconnects = true, System.Action<string> onWarning = null, System.Action<string> onLog = null) {
            var words = new[] { "serve", "--stdio", "--parent-pid", Process.GetCurrentProcess().Id.ToString(), "--data-dir", dataDir }.Concat(args ?? new string[0]);
            var line = string.Join(" ", words.Select(word => '"' + word.Replace("\\", "\\\\").Replace("\"", "\\\"") + '"'));
            return new Bridge(() => {
                var start = new ProcessStartInfo(command ?? Environment.GetEnvironmentVariable("ALTCRAFT_BRIDGE") ?? "altcraft-bridge", line);
                foreach (var variable in environment ?? new Dictionary<string, string>()) start.EnvironmentVariables[variable.Key] = variable.Value;
                return Transport.Start(start, onLog);
            }, null, reconnects, onWarning);
        }

        /// <summary>Connects to the Unix socket of a service.</summary>
        public static Bridge Connect(string socket, bool reconnects = true, System.Action<string> onWarning = null) =>
            new Bridge(() => Transport.Connect(new UnixDomainSocketEndPoint(socket)), null, reconnects, onWarning);

        /// <summary>Connects to a port of this machine with the token, or the file that has it.</summary>
        public static Bridge Connect(int port, string token = null, string tokenFile = null, bool reconnects = true, System.Action<string> onWarning = null) =>
            new Bridge(() => Transport.Connect(new IPEndPoint(IPAddress.Loopback, port)), token == null && tokenFile == null ? (Func<string>)null : () => token ?? File.ReadAllText(tokenFile).Trim(), reconnects, onWarning);

        private void Open() {
            var opened = opener();
            lock (state) (transport, end) = (opened, null);
            new Thread(() => ReadAll(opened)) { IsBackground = true }.Start();
            var limit = TimeSpan.FromSeconds(30);
            if (token != null) Wait(Call("bridge.authenticate", new Parameters().With("token", token()), timeout: limit));
            Info = new BridgeInfo(Read.Object(Wait(Call("bridge.info", new Parameters(), timeout: limit))));
            if (Info.Limits.TryGetValue("frameBytes", out var max)) longest = (long)max;
            if (Info.SchemaDigest != Schema.Digest) Warn("the bridge has another version of the interface: " + Info.Version);
        }

        private static void Begin(Task call) => call.ContinueWith(ended => ended.Exception);

        private static T Wait<T>(Task<T> task) => task.GetAwaiter().GetResult();

        public override async Task<T> Call<T>(string method, object parameters, Func<object, T> read) => read(await Call(method, parameters).ConfigureAwait(false));

        /// <summary>Calls a method by name. After the time limit, or if the token is cancelled, the call is cancelled; its job continues.</summary>
        public async Task<object> Call(string method, object parameters, CancellationToken cancellation = default(CancellationToken), TimeSpan? timeout = null) {
            var pending = new Pending { Method = method, Parameters = Read.Object((parameters as JsonRecord)?.Json ?? parameters) };
            var id = Interlocked.Increment(ref lastId);
            var line = Json.Write(new Parameters().With("jsonrpc", "2.0").With("id", id).With("method", method).With("params", pending.Parameters));
            if (System.Text.Encoding.UTF8.GetByteCount(line) > longest) {
                throw Errors.Of(-32003, $"the limit frameBytes of {longest} bytes is exceeded", new Parameters().With("reason", "tooLarge").With("retryable", false).With("limit", "frameBytes").With("max", longest));
            }
            lock (state) {
                if (end != null) throw end;
                calls[id] = pending;
            }
            transport.Send(line);
            using (var timer = timeout == null ? null : new Timer(_ => GiveUp(id, pending, new TimeoutException($"{method}: no answer within {timeout}")), null, timeout.Value, Timeout.InfiniteTimeSpan))
            using (cancellation.Register(() => GiveUp(id, pending, new OperationCanceledException(cancellation)))) {
                return await pending.Result.Task.ConfigureAwait(false);
            }
        }

        private void GiveUp(long id, Pending pending, Exception error) {
            if (Taken(id) == null) return;
            transport.Send(Json.Write(new Parameters().With("jsonrpc", "2.0").With("method", "$/cancelRequest").With("params", new Parameters().With("id", id))));
            pending.Result.TrySetException(error);
        }

        /// <summary>Registers the handler of a request of the bridge; Callbacks has their names.</summary>
        public Bridge Handle(string name, Func<IDictionary<string, object>, Task<object>> handler) {
            handlers[name] = handler;
            return this;
        }

        /// <summary>Registers a listener of an event by name, or of *, unknown, gap, outcome, outcomesGap, disconnected, reconnected, closed.</summary>
        public Bridge On(string kind, System.Action<object> listener) {
            lock (state) listeners = listeners.Concat(new[] { new KeyValuePair<string, System.Action<object>>(kind, listener) }).ToList();
            return this;
        }

        /// <summary>Reads each end of a job after that number: a NumberedOutcome, or the members of a gap. Ends with the client.</summary>
        public IEnumerable<object> OutcomeStream(long? after = null) {
            var items = new BlockingCollection<object>();
            var last = after;
            var mine = new Dictionary<string, System.Action<object>> {
                ["outcome"] = items.Add, ["outcomesGap"] = items.Add, ["closed"] = _ => items.CompleteAdding(),
                ["reconnected"] = info => Begin(Call("outcomes.subscribe", new Parameters().With("after", last))),
            };
            foreach (var listener in mine) On(listener.Key, listener.Value);
            var position = Wait(Outcomes.Subscribe(after));
            last = last ?? position.Last;
            try {
                foreach (var item in items.GetConsumingEnumerable()) {
                    last = item is NumberedOutcome outcome ? outcome.Outcome : (long)((IDictionary<string, object>)item)["to"];
                    yield return item;
                }
            } finally {
                lock (state) listeners = listeners.Except(mine).ToList();
                if (end == null) Begin(Outcomes.Unsubscribe());
            }
        }

        /// <summary>Ends the connection; the bridge answers the calls in flight first.</summary>
        public void Dispose() {
            lock (state) reconnects = isOpen = false;
            transport.Close();
            for (var ended = DateTime.UtcNow.AddSeconds(15); DateTime.UtcNow < ended; Thread.Sleep(2)) lock (state) if (end != null) break;
            Emit("closed", null);
        }

        private void Warn(string message) => (onWarning ?? (text => Console.Error.WriteLine("altcraft-bridge: " + text)))(message);

        private void Emit(string kind, object item) {
            lock (state) {
                if (deliveries.IsAddingCompleted) return;
                foreach (var listener in listeners.Where(listener => listener.Key == kind)) {
                    deliveries.Add(() => {
                        try {
                            listener.Value(item);
                        } catch (Exception error) {
                            Warn($"a listener of {kind} failed: {error.Message}");
                        }
                    });
                }
                if (kind == "closed") deliveries.CompleteAdding();
            }
        }

        private void ReadAll(Transport source) {
            for (string line; (line = source.ReadLine()) != null;) {
                if (line == "") continue;
                try {
                    Dispatch(Read.Object(Json.Parse(line)), source);
                } catch (Exception error) {
                    Warn($"an invalid message: {line.Substring(0, Math.Min(200, line.Length))}: {error.Message}");
                    var answer = Regex.Match(line, "^{\"jsonrpc\":\"2.0\",\"id\":([0-9]{1,18}),");
                    if (answer.Success) Taken(long.Parse(answer.Groups[1].Value))?.Result.TrySetException(error);
                }
            }
            Lost(source.End());
        }

        private void Dispatch(IDictionary<string, object> message, Transport source) {
            message.TryGetValue("id", out var id);
            message.TryGetValue("params", out var parameters);
            if (message.TryGetValue("method", out var method)) {
                if (id == null) Notified((string)method, parameters as IDictionary<string, object>);
                else Task.Run(() => Answer(id, (string)method, parameters as IDictionary<string, object>, source));
                return;
            }
            var error = message.TryGetValue("error", out var failure) ? Refusal(Read.Object(failure)) : null;
            var result = error == null ? message["result"] : null;
            if (id == null) Warn("the bridge refused a message: " + error?.Message);
            var pending = id is long number ? Taken(number) : null;
            if (pending == null) return;
            try {
                if (error != null) throw error;
                Succeeded(OtherNames.TryGetValue(pending.Method, out var name) ? name : pending.Method, pending.Parameters, result);
                pending.Result.TrySetResult(result);
            } catch (Exception fault) {
                pending.Result.TrySetException(fault);
            }
        }

        private Pending Taken(long id) {
            lock (state) {
                if (calls.TryGetValue(id, out var pending)) calls.Remove(id);
                return pending;
            }
        }

        private static BridgeException Refusal(IDictionary<string, object> error) =>
            Errors.Of((long)error["code"], (string)error["message"], error.TryGetValue("data", out var data) && data is IDictionary<string, object> members ? members : new Parameters());

        private async Task Answer(object id, string method, IDictionary<string, object> parameters, Transport source) {
            var answer = new Parameters().With("jsonrpc", "2.0").With("id", id);
            try {
                var result = await HandlerOf(method)(parameters ?? new Parameters()).ConfigureAwait(false);
                source.Send(Json.Write(answer.With("result", result)));
            } catch (Exception error) {
                answer.Remove("result");
                source.Send(Json.Write(answer.With("error", new Parameters().With("code", -32000L).With("message", error.Message))));
            }
        }

        private Func<IDictionary<string, object>, Task<object>> HandlerOf(string name) =>
            handlers.TryGetValue(name, out var handler) ? handler : throw new InvalidOperationException("no handler for " + name);

        private void Notified(string method, IDictionary<string, object> parameters) {
            if (method == "event") {
                var happened = new Event(parameters);
                Advance(happened.Epoch, happened.Seq);
                var isKnown = KnownEvents.Codes.ContainsKey(happened.Name);
                Emit(isKnown ? "*" : "unknown", happened);
                if (isKnown) Emit(happened.Name, happened);
            } else if (method == "events.gap") {
                var gap = new EventGap(parameters);
                Advance(gap["epoch"] as string, gap["to"] as long? ?? 0);
                Emit("gap", gap);
            } else if (method == "outcome") Emit("outcome", new NumberedOutcome(parameters));
            else if (method == "outcomes.gap") Emit("outcomesGap", parameters);
        }

        private void Advance(string ofEpoch, long to) {
            lock (state) if (ofEpoch == epoch) seq = Math.Max(seq, to);
        }

        private void Succeeded(string method, IDictionary<string, object> parameters, object result) {
            lock (state) {
                if (Registrations.Contains(method) || OfProcess.Contains(method)) {
                    registrations.RemoveAll(other => other.Key == method);
                    registrations.Add(new KeyValuePair<string, IDictionary<string, object>>(method, parameters));
                } else if (method == "events.subscribe") {
                    var position = new EventPosition(Read.Object(result));
                    parameters.TryGetValue("since", out var since);
                    (subscription, epoch) = (parameters, position.Epoch);
                    seq = since == null ? position.Seq : position.Gap == null ? (long)since : position.Oldest == null ? position.Seq : position.Oldest.Value - 1;
                    if (position.Gap != null) Emit("gap", position.Gap);
                } else if (method == "events.unsubscribe") subscription = null;
                else if (method == "bridge.shutdown") reconnects = false;
            }
        }

        private void Lost(BridgeClosedException error) {
            List<Pending> failed;
            bool wasOpen;
            lock (state) {
                (end, wasOpen, isOpen, failed) = (error, isOpen, false, calls.Values.ToList());
                calls.Clear();
            }
            foreach (var pending in failed) pending.Result.TrySetException(error);
            if (!wasOpen) return;
            Emit(reconnects ? "disconnected" : "closed", error);
            if (reconnects) Reopen();
        }

        private void Reopen() {
            for (var pause = 100; reconnects && !Environment.HasShutdownStarted; pause = Math.Min(2 * pause, 10000)) {
                Thread.Sleep(pause);
                try {
                    var before = Info.Epoch;
                    Open();
                    Resume(Info.Epoch != before);
                    lock (state) {
                        if (end != null) continue;
                        isOpen = reconnects;
                    }
                    if (!reconnects) transport.Close();
                    Emit("reconnected", Info);
                    return;
                } catch (Exception) {
                    transport.Close();
                }
            }
        }

        private void Resume(bool isNewProcess) {
            List<KeyValuePair<string, IDictionary<string, object>>> repeated;
            lock (state) repeated = registrations.Where(one => isNewProcess || !OfProcess.Contains(one.Key)).OrderBy(one => one.Key != "setAppGroup").ToList();
            foreach (var one in repeated) {
                try {
                    Wait(Call(one.Key, one.Value, timeout: TimeSpan.FromSeconds(30)));
                } catch (BridgeException error) {
                    Warn($"{one.Key} could not be registered again: {error.Message}");
                }
            }
            if (subscription == null) return;
            Wait(Call("events.subscribe", new Dictionary<string, object>(subscription) { ["epoch"] = epoch, ["since"] = seq }, timeout: TimeSpan.FromSeconds(30)));
        }
    }
}
