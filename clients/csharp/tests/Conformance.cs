// The scenarios that every client runs, over one kind of connection.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net;
using System.Threading;
using System.Threading.Tasks;
using AltcraftBridge;
using static Support;
using Members = System.Collections.Generic.IDictionary<string, object>;

/// Runs the steps of one scenario.
internal sealed class Player : IDisposable {
    /// The members of each step, beside the first one, which names the kind of step.
    private static readonly Dictionary<string, string> Steps = new Dictionary<string, string> {
        ["call"] = "with result error until timesOut", ["begin"] = "with as", ["cancel"] = "", ["end"] = "result error cancelled closed",
        ["handle"] = "answer afterMs fails never", ["asked"] = "with", ["subscribe"] = "", ["event"] = "like", ["unknown"] = "like", ["gap"] = "count",
        ["outcomes"] = "ends", ["platform"] = "", ["sent"] = "count like", ["kill"] = "", ["reconnected"] = "", ["gone"] = "", ["says"] = "",
        ["start"] = "status log", ["connect"] = "error",
    };

    private readonly string way;
    private readonly Members scenario;
    private readonly Place place = new Place();
    private readonly Program platform = new Program("platform");
    private readonly List<Members> events = new List<Members>(), unknown = new List<Members>(), gaps = new List<Members>();
    private readonly List<KeyValuePair<string, Members>> requests = new List<KeyValuePair<string, Members>>();
    private readonly List<string> warnings = new List<string>();
    private readonly Dictionary<string, Task<object>> calls = new Dictionary<string, Task<object>>();
    private readonly Dictionary<string, CancellationTokenSource> cancellations = new Dictionary<string, CancellationTokenSource>();
    private int losses, reconnections, seen, port;
    private Program served;
    private Bridge bridge;

    public Player(string way, Members scenario) {
        this.way = way;
        this.scenario = scenario;
    }

    private IEnumerable<Members> Scenes => ((List<object>)scenario["steps"]).Cast<Members>();

    public void Play() {
        if (way != "spawn") Serve();
        bridge = Open();
        bridge.On("*", item => Add(events, item)).On("unknown", item => Add(unknown, item)).On("gap", item => Add(gaps, item))
            .On("disconnected", error => losses++).On("reconnected", info => reconnections++);
        foreach (var step in Scenes) {
            var kind = step.Keys.First();
            Check(Steps.ContainsKey(kind) && step.Keys.Skip(1).All(Steps[kind].Split(' ').Contains), "unknown step " + Json.Write(step));
            try {
                Play(kind, step);
            } catch (Exception error) {
                throw new Failure(Json.Write(step) + ": " + error);
            }
        }
        var named = Scenes.Where(step => step.ContainsKey("unknown")).Select(step => step["unknown"]);
        lock (unknown) Check(unknown.All(one => named.Contains(one["name"])), "unknown events");
        lock (warnings) Check(warnings.Count == 0, string.Join("\n", warnings));
    }

    public void Dispose() {
        bridge?.Dispose();
        served?.Dispose();
        platform.Dispose();
        place.Dispose();
    }

    private static void Add(List<Members> items, object item) {
        lock (items) items.Add(((JsonRecord)item).Json);
    }

    private bool Any(List<Members> items, object sample) {
        lock (items) return items.Any(item => IsLike(sample, item));
    }

    private IEnumerable<string> AllLimits => Limits.Concat(scenario.ContainsKey("limits") ? ((List<object>)scenario["limits"]).SelectMany(limit => new[] { "--limit", (string)limit }) : new string[0]);

    private Bridge Open(string token = null) {
        System.Action<string> warn = message => { lock (warnings) warnings.Add(message); };
        if (way == "socket") return Bridge.Connect(place.Path + "/run/bridge.sock", onWarning: warn);
        if (way == "tcp") return Bridge.Connect(port, token, token == null ? place.Path + "/data/rpc.token" : null, onWarning: warn);
        var isNewer = Scenes.Any(step => step.ContainsKey("says"));
        var environment = new Dictionary<string, string> { ["BRIDGE"] = Command, ["SAYS"] = place.Path + "/says" };
        return Bridge.Spawn(place.Path + "/data", isNewer ? Root + "/clients/conformance/newer-bridge" : Command, AllLimits, environment, onWarning: warn);
    }

    private void Serve() {
        var where = way == "socket" ? new[] { "--socket", place.Path + "/run/bridge.sock" } : new[] { "--listen", "127.0.0.1:" + port, "--require-token" };
        served = new Program(new[] { "serve", "--data-dir", place.Path + "/data" }.Concat(where).Concat(AllLimits).ToArray());
        if (way == "tcp") port = int.Parse(((string)((List<object>)served.Ready["listen"])[0]).Split(':').Last());
    }

    private object Given(Members step) =>
        Json.Parse(Json.Write(step.TryGetValue("with", out var given) ? given : new Parameters()).Replace("$PLATFORM", (string)platform.Ready["url"]).Replace("$LONG", new string('x', 65536)));

    private Members Http(string path, object body = null) {
        using (var client = new WebClient()) {
            var url = (string)platform.Ready["url"] + path;
            return (Members)Json.Parse(body == null ? client.DownloadString(url) : client.UploadString(url, Json.Write(body)));
        }
    }

    private static object Like(Members step, string name) {
        var sample = new Parameters().With("name", step[name]);
        if (step.TryGetValue("like", out var like)) foreach (var member in (Members)like) sample[member.Key] = member.Value;
        return sample;
    }

    private void Expect(Func<object> call, Members step) {
        object result;
        try {
            result = call();
        } catch (TimeoutException error) {
            Check(step.ContainsKey("timesOut"), error.Message);
            return;
        } catch (OperationCanceledException error) {
            Check(step.ContainsKey("cancelled"), error.Message);
            return;
        } catch (BridgeClosedException error) {
            Check(step.ContainsKey("closed"), error.Message);
            var closed = (Members)step["closed"];
            if (way == "spawn") Check(error.ExitCode == 128 + (long)closed["signal"] && error.Log.Contains((string)closed["log"]), $"{error.ExitCode}: {error.Log}");
            return;
        } catch (BridgeException error) {
            var found = new Parameters().With("reason", error.Reason).With("code", error.Code).With("retryable", error.IsRetryable).With("data", error.Members);
            Check(step.TryGetValue("error", out var sample) && IsLike(sample, found), Json.Write(found));
            Check(string.Equals(error.GetType().Name.Replace("Exception", ""), error.Reason.EndsWith("Error") ? error.Reason.Substring(0, error.Reason.Length - 5) : error.Reason, StringComparison.OrdinalIgnoreCase), error.GetType().Name);
            return;
        }
        Check(!new[] { "error", "cancelled", "closed", "timesOut" }.Any(step.ContainsKey), "it succeeded: " + Json.Write(result));
        if (step.TryGetValue("result", out var like)) Check(IsLike(like, result), Json.Write(result));
    }

    private void Play(string kind, Members step) {
        switch (kind) {
            case "call":
                var method = (string)step["call"];
                if (step.TryGetValue("until", out var until)) {
                    Eventually(method + " answers that", () => IsLike(until, bridge.Call(method, Given(step)).GetAwaiter().GetResult()));
                } else {
                    var limit = step.TryGetValue("timesOut", out var milliseconds) ? TimeSpan.FromMilliseconds((long)milliseconds) : (TimeSpan?)null;
                    Expect(() => bridge.Call(method, Given(step), timeout: limit).GetAwaiter().GetResult(), step);
                }
                break;
            case "begin":
                var cancellation = new CancellationTokenSource();
                cancellations[(string)step["as"]] = cancellation;
                calls[(string)step["as"]] = bridge.Call((string)step["begin"], Given(step), cancellation.Token);
                break;
            case "cancel": cancellations[(string)step["cancel"]].Cancel(); break;
            case "end": Expect(() => calls[(string)step["end"]].GetAwaiter().GetResult(), step); break;
            case "handle": Handle(step); break;
            case "asked":
                var sample = step.TryGetValue("with", out var given) ? given : new Parameters();
                Eventually(step["asked"] + " is asked", () => { lock (requests) return requests.Any(one => one.Key == (string)step["asked"] && IsLike(sample, one.Value)); });
                break;
            case "subscribe": bridge.Call("events.subscribe", step["subscribe"]).GetAwaiter().GetResult(); break;
            case "event": Eventually(Json.Write(Like(step, "event")), () => Any(events, Like(step, "event"))); break;
            case "unknown": Eventually(Json.Write(Like(step, "unknown")), () => Any(unknown, Like(step, "unknown"))); break;
            case "gap":
                Eventually("a gap", () => Any(gaps, step["gap"]));
                if (step.TryGetValue("count", out var count)) lock (gaps) Check(gaps.Count == (long)count && IsLike(step["gap"], gaps.Last()), Json.Write(gaps));
                break;
            case "outcomes":
                var samples = (List<object>)step["ends"];
                var ends = bridge.OutcomeStream((long)step["outcomes"]).Take(samples.Count).Select(one => (object)((JsonRecord)one).Json).ToList();
                Check(IsLike(samples, ends), Json.Write(ends));
                break;
            case "platform": Check(true.Equals(Http("/__script", step["platform"])["ok"]), "the script"); break;
            case "sent":
                var found = (List<object>)Http("/__requests?path=" + Uri.EscapeDataString((string)step["sent"]) + "&count=" + step["count"])["requests"];
                Check(found.Count == (long)step["count"] && IsLike(step.TryGetValue("like", out var last) ? last : new Parameters(), found.Last()), Json.Write(found));
                break;
            case "kill":
                seen = reconnections;
                Check(Kill((int)bridge.Info.Pid, 9) == 0, "kill");
                if (served == null) break;
                served.WaitForExit();
                Serve();
                break;
            case "reconnected": Eventually("reconnected", () => reconnections > seen); break;
            case "gone":
                Eventually("its end", () => {
                    try {
                        bridge.Bridge.Ping().GetAwaiter().GetResult();
                        return false;
                    } catch (BridgeClosedException) {
                        return true;
                    } catch (BridgeException) {
                        return false;
                    }
                });
                Thread.Sleep(300);
                Check(losses == 0 && reconnections == 0, "it reconnected");
                break;
            case "says": File.AppendAllText(place.Path + "/says", Json.Write(step["says"]) + "\n"); break;
            case "start":
                var error = Fails<BridgeClosedException>(() => Bridge.Spawn(place.Path + "/other", Command, ((List<object>)step["start"]).Cast<string>()));
                Check(error.ExitCode == (long)step["status"] && error.Log.Contains((string)step["log"]), $"{error.ExitCode}: {error.Log}");
                break;
            case "connect": Expect(() => Open((string)step["connect"]), step); break;
        }
    }

    private void Handle(Members step) {
        var name = (string)step["handle"];
        bridge.Handle(name, async parameters => {
            lock (requests) requests.Add(new KeyValuePair<string, Members>(name, parameters));
            if (step.ContainsKey("never")) await Task.Delay(Timeout.Infinite);
            if (step.ContainsKey("fails")) throw new InvalidOperationException((string)step["fails"]);
            if (step.ContainsKey("afterMs")) await Task.Delay((int)(long)step["afterMs"]);
            return step["answer"];
        });
    }
}

internal static class Conformance {
    public static IEnumerable<KeyValuePair<string, System.Action>> Tests(string way) {
        var suite = (Members)Json.Parse(File.ReadAllText(Root + "/clients/conformance/scenarios.json"));
        foreach (Members scenario in (List<object>)suite["scenarios"]) {
            if (scenario.ContainsKey("only") && !way.Equals(scenario["only"])) continue;
            yield return new KeyValuePair<string, System.Action>($"{way}: {scenario["name"]}", () => {
                using (var player = new Player(way, scenario)) player.Play();
                Record(new Parameters().With("scenario", scenario["name"]).With("way", way));
            });
        }
    }
}
