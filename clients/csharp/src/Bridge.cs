using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Net;
using System.Text.RegularExpressions;
using System.Threading;
using System.Threading.Tasks;
using Listener = System.Collections.Generic.KeyValuePair<string, System.Action<object>>;
using Members = System.Collections.Generic.IDictionary<string, object>;

namespace AltcraftBridge {
    /// <summary>The client. Listeners run on a thread of their own, one after the other; handlers are tasks.</summary>
    public sealed class Bridge : Methods, IDisposable {
        // Calls that are repeated in this order on each connection; the first ones only for a new process.
        private static readonly string[] OfProcess = { "setAppGroup", "notificationManager.setPermission", "backgroundTasks.registerBackgroundTask", "bridge.setLogLevel" };
        private static readonly string[] OfConnection = { "setJWTProvider", "setAPNSTokenProvider", "setFCMTokenProvider", "setHMSTokenProvider", "notificationManager.setCustomPushProcessing", "notificationManager.setCustomClickProcessing" };
        private static readonly string[] Subscriptions = { "events.subscribe", "outcomes.subscribe" };
        private static readonly TimeSpan Limit = TimeSpan.FromSeconds(30);

        /// <summary>A call without an answer.</summary>
        private sealed class Pending : TaskCompletionSource<object> {
            public readonly Transport Transport;
            public readonly string Method;
            public readonly Members Parameters;
            public Pending(Transport transport, string method, Members parameters) : base(TaskCreationOptions.RunContinuationsAsynchronously) { (Transport, Method, Parameters) = (transport, method, parameters); }
        }

        /// <summary>A message, or a part of one. A member that it lacks is null.</summary>
        private sealed class Message : JsonRecord { public Message(Members json) : base(json) {} }

        private readonly object state = new object();
        private readonly ManualResetEventSlim closing = new ManualResetEventSlim();
        private readonly Func<System.Action<string>, Transport> opener;
        private readonly Func<string> token;
        private readonly System.Action<string> onWarning;
        private readonly ConcurrentDictionary<string, Func<Members, Task<object>>> handlers = new ConcurrentDictionary<string, Func<Members, Task<object>>>();
        private readonly ConcurrentDictionary<long, Pending> calls = new ConcurrentDictionary<long, Pending>();
        // The parameters of calls to repeat; those of subscriptions have their positions.
        private readonly ConcurrentDictionary<string, Message> registrations = new ConcurrentDictionary<string, Message>();
        private List<Listener> listeners = new List<Listener>();
        private readonly Worker deliveries;
        // The connection for calls, and the last one that was opened.
        private volatile Transport transport, newest;
        private Thread reopening;
        private long lastId, longest = long.MaxValue;
        private bool reconnects, isOpen;

        /// <summary>The information of the connected bridge about itself.</summary>
        public BridgeInfo Info { get; private set; }

        private Bridge(Func<System.Action<string>, Transport> open, Func<string> secret, bool again, System.Action<string> warn) {
            (opener, token, reconnects, onWarning) = (open, secret, again, warn ?? (text => Console.Error.WriteLine("altcraft-bridge: " + text)));
            deliveries = new Worker(error => Tell("a listener failed: " + error.Message));
            // A connection that is lost before this point is an error.
            try { Open(); lock (state) isOpen = transport.End == null ? true : throw transport.End; } catch { Emit("closed", null); newest?.Close(); throw; }
        }

        /// <summary>Starts the bridge as a child process. The command is that of ALTCRAFT_BRIDGE, or the one on the PATH.</summary>
        public static Bridge Spawn(string dataDir, string command = null, IEnumerable<string> args = null, IDictionary<string, string> environment = null, bool reconnects = true, System.Action<string> onWarning = null, System.Action<string> onLog = null) {
            var words = new[] { "serve", "--stdio", "--parent-pid", Process.GetCurrentProcess().Id.ToString(), "--data-dir", dataDir }.Concat(args ?? new string[0]);
            var line = string.Join(" ", words.Select(word => '"' + word.Replace("\\", "\\\\").Replace("\"", "\\\"") + '"'));
            return new Bridge(warn => {
                var start = new ProcessStartInfo(command ?? Environment.GetEnvironmentVariable("ALTCRAFT_BRIDGE") ?? "altcraft-bridge", line);
                foreach (var variable in environment ?? new Dictionary<string, string>()) start.EnvironmentVariables[variable.Key] = variable.Value;
                return Transport.Start(start, onLog, warn);
            }, null, reconnects, onWarning);
        }

        /// <summary>Connects to the Unix socket of a service.</summary>
        public static Bridge Connect(string socket, bool reconnects = true, System.Action<string> onWarning = null) =>
            new Bridge(warn => Transport.Connect(new UnixEndPoint(socket)), null, reconnects, onWarning);

        /// <summary>Connects to a port of this machine with the token, or the file that has it.</summary>
        public static Bridge Connect(int port, string token = null, string tokenFile = null, bool reconnects = true, System.Action<string> onWarning = null) =>
            new Bridge(warn => Transport.Connect(new IPEndPoint(IPAddress.Loopback, port)), token == null && tokenFile == null ? (Func<string>)null : () => token ?? File.ReadAllText(tokenFile).Trim(), reconnects, onWarning);

        /// <summary>Opens a connection, repeats the registrations on it, uses it for calls, and resumes the subscriptions.</summary>
        private void Open() {
            var opened = opener(Warn);
            (opened.Reader = new Thread(() => ReadAll(opened)) { IsBackground = true }).Start();
            new Thread(() => { if (opened.IsHeld()) Lost(opened); }) { IsBackground = true }.Start();
            lock (state) { newest = opened; if (closing.IsSet) throw new BridgeClosedException("the client was closed"); }
            if (token != null) Wait(Call(opened, "bridge.authenticate", new Parameters().With("token", token()), timeout: Limit));
            var info = new BridgeInfo(Read.Object(Wait(Call(opened, "bridge.info", new Parameters(), timeout: Limit))));
            if (info.Limits.TryGetValue("frameBytes", out var max)) longest = (long)max;
            if (info.SchemaDigest != Schema.Digest) Warn("the bridge has another version of the interface: " + info.Version);
            Repeat(info.Epoch == Info?.Epoch ? OfConnection : OfProcess.Concat(OfConnection), opened);
            lock (state) (transport, Info) = (opened, info);
            Repeat(Subscriptions, opened);
        }

        private void Warn(string text) => deliveries.Do(() => Tell(text));
        private void Tell(string text) => Worker.Try(() => onWarning(text), error => Console.Error.WriteLine($"altcraft-bridge: {text}; onWarning failed: {error.Message}"));
        private static T Wait<T>(Task<T> task) => task.GetAwaiter().GetResult();
        public override async Task<T> Call<T>(string method, object parameters, Func<object, T> read) => read(await Call(method, parameters).ConfigureAwait(false));

        /// <summary>Calls a method by name. After the time limit, or if the token is cancelled, the call is cancelled; its job continues. A limit over 49 days is none.</summary>
        public Task<object> Call(string method, object parameters, CancellationToken cancellation = default(CancellationToken), TimeSpan? timeout = null) => Call(transport, method, parameters, cancellation, timeout);

        private async Task<object> Call(Transport target, string method, object parameters, CancellationToken cancellation = default(CancellationToken), TimeSpan? timeout = null) {
            var pending = new Pending(target, method, Read.Object((parameters as JsonRecord)?.Json ?? parameters));
            var id = Interlocked.Increment(ref lastId);
            var line = Json.Write(Version.With("id", id).With("method", method).With("params", pending.Parameters));
            if (System.Text.Encoding.UTF8.GetByteCount(line) > longest) {
                var data = new Parameters().With("reason", "tooLarge").With("retryable", false).With("limit", "frameBytes").With("max", longest);
                throw new TooLargeException(-32003, $"the limit frameBytes of {longest} bytes is exceeded", data);
            }
            lock (state) { if (target.End != null) throw target.End; calls[id] = pending; }
            target.Send(line);
            using (var timer = timeout == null ? null : new Timer(_ => GiveUp(id, new TimeoutException($"{method}: no answer within {timeout}")), null, timeout < TimeSpan.Zero && timeout != Timeout.InfiniteTimeSpan ? TimeSpan.Zero : timeout.Value.TotalMilliseconds < uint.MaxValue - 1 ? timeout.Value : Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan))
            using (cancellation.Register(() => GiveUp(id, new OperationCanceledException(cancellation)))) {
                return await pending.Task.ConfigureAwait(false);
            }
        }

        private static Parameters Version => new Parameters().With("jsonrpc", "2.0");
        private Pending Taken(long id) => calls.TryRemove(id, out var pending) ? pending : null;

        private void GiveUp(long id, Exception error) {
            if (!(Taken(id) is Pending pending)) return;
            pending.Transport.Send(Json.Write(Version.With("method", "$/cancelRequest").With("params", new Parameters().With("id", id))));
            pending.TrySetException(error);
        }

        /// <summary>Registers the handler of a request of the bridge; Callbacks has their names.</summary>
        public Bridge Handle(string name, Func<Members, Task<object>> handler) { handlers[name] = handler; return this; }

        /// <summary>Registers a listener of an event by name, or of *, unknown, gap, outcome, outcomesGap, disconnected, reconnected, closed.</summary>
        public Bridge On(string kind, System.Action<object> listener) { Listen(new Listener(kind, listener)); return this; }

        private void Listen(params Listener[] more) { lock (state) listeners = listeners.Concat(more).ToList(); }

        /// <summary>
        /// Reads each outcome after that number of that epoch: a NumberedOutcome, or the members of a gap, whose reason is
        /// rolledBack if the position is not of this data directory: then all kept ones follow. Ends with the client.
        /// </summary>
        public IEnumerable<object> OutcomeStream(long? after = null, string epoch = null) {
            var items = new BlockingCollection<object>();
            var mine = new[] { new Listener("outcome", items.Add), new Listener("outcomesGap", items.Add), new Listener("closed", _ => items.CompleteAdding()) };
            Listen(mine);
            try {
                Wait(Outcomes.Subscribe(after, epoch));
                foreach (var item in items.GetConsumingEnumerable()) yield return item;
            } finally {
                lock (state) listeners = listeners.Except(mine).ToList();
                registrations.TryRemove("outcomes.subscribe", out _);
                Outcomes.Unsubscribe().ContinueWith(ended => ended.Exception);
            }
        }

        /// <summary>Ends the connection; the bridge answers the calls in flight first.</summary>
        public void Dispose() {
            lock (state) { isOpen = false; closing.Set(); }
            newest.Close();
            if (reopening != Thread.CurrentThread) reopening?.Join(15000);
            Emit("closed", null);
        }

        private void Emit(string kind, object item) {
            lock (state) {
                foreach (var listener in listeners.Where(listener => listener.Key == kind)) deliveries.Do(() => listener.Value(item));
                if (kind == "closed") deliveries.End(() => {});
            }
        }

        private void ReadAll(Transport source) {
            for (string line; (line = source.ReadLine()) != null;) {
                try {
                    if (line != "") Dispatch(new Message(Read.Object(Json.Parse(line))), source);
                } catch (Exception error) {
                    Warn($"an invalid message: {line.Substring(0, Math.Min(200, line.Length))}: {error.Message}");
                    var answer = Regex.Match(line, "^{\"jsonrpc\":\"2.0\",\"id\":([0-9]{1,18}),");
                    if (answer.Success) Taken(long.Parse(answer.Groups[1].Value))?.TrySetException(error);
                }
            }
            Lost(source);
        }

        private void Dispatch(Message message, Transport source) {
            var (id, method, parameters) = (message["id"], (string)message["method"], message["params"] as Members ?? new Parameters());
            var pending = method == null && id is long number ? Taken(number) : null;
            if (method != null && id != null) Task.Run(() => Answer(id, method, parameters, source));
            else if (method != null) Notified(method, new Message(parameters));
            else if (pending != null) Settle(pending, message);
            else if (id == null) Warn("the bridge refused a message: " + message);
        }

        private void Settle(Pending call, Message answer) => Worker.Try(() => {
            if (answer["error"] is object refusal) throw Errors.Of(Read.Object(refusal));
            Succeeded(Schema.Aliases.TryGetValue(call.Method, out var name) ? name : call.Method, call.Parameters, answer.Json["result"]);
            call.TrySetResult(answer["result"]);
        }, error => call.TrySetException(error));

        private async Task Answer(object id, string method, Members parameters, Transport source) {
            try {
                if (!handlers.ContainsKey(method)) throw new InvalidOperationException("no handler for " + method);
                source.Send(Json.Write(Version.With("id", id).With("result", await handlers[method](parameters).ConfigureAwait(false))));
            } catch (Exception error) {
                source.Send(Json.Write(Version.With("id", id).With("error", new Parameters().With("code", -32000L).With("message", error.Message))));
            }
        }

        private void Notified(string method, Message parameters) {
            if (method == "event" || method == "events.gap") Advance("events.subscribe", "since", parameters["seq"] ?? parameters["to"], parameters["epoch"]);
            if (method == "outcome" || method == "outcomes.gap") {
                lock (state) if (registrations.TryGetValue("outcomes.subscribe", out var position)) {
                    position["after"] = parameters["outcome"] ?? parameters["to"];
                    position["epoch"] = parameters["epoch"];
                }
            }
            if (method == "event") {
                var happened = new Event(parameters.Json);
                var isKnown = KnownEvents.Codes.ContainsKey(happened.Name);
                Emit(isKnown ? "*" : "unknown", happened);
                if (isKnown) Emit(happened.Name, happened);
            } else if (method == "events.gap") Emit("gap", new EventGap(parameters.Json));
            else if (method == "outcome") Emit("outcome", new NumberedOutcome(parameters.Json));
            else if (method == "outcomes.gap") Emit("outcomesGap", parameters.Json);
        }

        private void Advance(string method, string name, object to, object epoch) {
            lock (state) if (registrations.TryGetValue(method, out var position) && (epoch == null || epoch.Equals(position["epoch"]))) position[name] = Math.Max((long)position[name], to as long? ?? 0);
        }

        private void Succeeded(string method, Members parameters, object result) {
            lock (state) {
                var call = new Message(new Dictionary<string, object>(parameters));
                if (OfProcess.Concat(OfConnection).Concat(Subscriptions).Contains(method)) registrations[method] = call;
                if (method == "events.subscribe") {
                    var position = new EventPosition(Read.Object(result));
                    call["since"] = Convert.ToInt64(position.Gap == null ? call["since"] ?? position.Seq : position.Oldest - 1 ?? position.Seq);
                    call["epoch"] = position.Epoch;
                    if (position.Gap != null) Emit("gap", position.Gap);
                } else if (method == "outcomes.subscribe" && call["after"] == null) {
                    var position = Read.Object(result);
                    call["after"] = Convert.ToInt64(position["last"]);
                    call["epoch"] = position["epoch"];
                }
                else if (method.EndsWith(".unsubscribe")) registrations.TryRemove(method.Replace(".un", "."), out _);
                else if (method == "bridge.shutdown") reconnects = false;
            }
        }

        private void Lost(Transport source) {
            if (!(source.Reason() is BridgeClosedException error)) return;
            lock (state) {
                (source.End, reopening, isOpen) = (error, isOpen && source == transport ? Thread.CurrentThread : reopening, isOpen && source != transport);
                foreach (var call in calls.Where(call => call.Value.Transport == source)) Taken(call.Key)?.TrySetException(source.End);
            }
            if (reopening != Thread.CurrentThread) return;
            Emit(reconnects ? "disconnected" : "closed", error);
            if (reconnects) Reopen();
        }

        private void Reopen() {
            for (var pause = 100; !closing.Wait(pause) && reconnects && !Environment.HasShutdownStarted; pause = Math.Min(2 * pause, 10000)) {
                try {
                    Open();
                    lock (state) { if (transport.End != null || closing.IsSet) continue; isOpen = true; }
                    Emit("reconnected", Info);
                    return;
                } catch (Exception) { newest.Close(); }
            }
            Emit("closed", null);
        }

        private void Repeat(IEnumerable<string> methods, Transport target) {
            foreach (var method in methods.Where(registrations.ContainsKey)) {
                try {
                    Wait(Call(target, method, registrations[method], timeout: Limit));
                } catch (BridgeException error) when (!error.IsRetryable) {
                    Warn($"{method} could not be registered again: {error.Message}");
                }
            }
        }
    }
}
