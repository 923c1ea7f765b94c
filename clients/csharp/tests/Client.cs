// The features of this client, and the example of the README.
using System;
using System.Collections;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Numerics;
using System.Reflection;
using System.Threading;
using System.Threading.Tasks;
using AltcraftBridge;
using static Support;

internal static class ClientTests {
    private static void With(System.Action<Bridge> body, System.Action<string> onWarning = null) {
        using (var place = new Place())
        using (var bridge = Bridge.Spawn(place.Path + "/data", Command, Limits, onWarning: onWarning)) body(bridge);
    }

    private static T Wait<T>(Task<T> task) => task.GetAwaiter().GetResult();

    private static Configuration Nowhere => new Configuration { ApiUrl = "http://127.0.0.1:9", RToken = "r-1" };

    public static readonly Dictionary<string, System.Action> Tests = new Dictionary<string, System.Action> {
        ["methods have typed parameters and results"] = () => With(bridge => {
            Check(Wait(bridge.Initialization(Nowhere)), "initialization");
            var receipt = Wait(bridge.MobileEvent("px", "buy", payload: new Parameters().With("price", 12.5), requestId: "order-7"));
            Check(receipt.RequestId == "order-7" && receipt.Outcome == null, receipt.ToString());
            var job = Wait(bridge.Outbox.Get("order-7"));
            Check(job.State == "pending" && job.Attempts >= 0 && Wait(bridge.Outbox.Get("other")) == null, job.ToString());
            Check(Wait(bridge.Outbox.List()).Items.Single().RequestId == "order-7", "a list of jobs");
            var error = Fails<ValuesNotScalarException>(() => Wait(bridge.MobileEvent("px", "buy", payload: new Parameters().With("list", new[] { 1L }))));
            Check(error.Reason == "valuesNotScalar" && !error.IsRetryable && error.Code > 0, error.Message);
            Fails<InvalidParamsException>(() => Wait(bridge.Call("outbox.get", new Parameters().With("requestId", 7L))));
            Fails<InvalidCastException>(() => new Configuration { ["apiUrl"] = 7L }.ApiUrl.ToString());
        }),
        ["a time limit and a token cancel a call, and calls may be pending while others are made"] = () => With(bridge => {
            Wait(bridge.Initialization(Nowhere));
            var cancellation = new CancellationTokenSource();
            var waiting = bridge.Call("pushSubscribe", new Parameters().With("wait", "outcome"), cancellation.Token);
            Check(Wait(bridge.Bridge.Ping()) == "pong" && !waiting.IsCompleted, "the first call does not block the second");
            cancellation.Cancel();
            Fails<OperationCanceledException>(() => Wait(waiting));
            Fails<TimeoutException>(() => Wait(bridge.Call("pushSubscribe", new Parameters().With("wait", "outcome"), timeout: TimeSpan.FromMilliseconds(50))));
            foreach (var limit in new[] { TimeSpan.FromDays(60), TimeSpan.MaxValue, Timeout.InfiniteTimeSpan }) {
                Check(Wait(bridge.Call("bridge.ping", new Parameters(), timeout: limit)) as string == "pong", $"a limit of {limit}");
            }
        }),
        ["a time limit also ends calls that a stopped bridge does not read"] = () => With(bridge => {
            Check(Support.Kill((int)bridge.Info.Pid, 19) == 0, "SIGSTOP");
            try {
                var calls = Task.Run(() => Enumerable.Range(0, 4).Select(_ => bridge.Call("bridge.ping", new Parameters().With("x", new string('x', 100000)), timeout: TimeSpan.FromMilliseconds(50))).ToArray());
                Eventually("the calls fail", () => calls.IsCompleted && calls.Result.All(call => call.IsFaulted));
                Check(calls.Result.All(call => call.Exception.InnerException is TimeoutException), "a time limit");
            } finally {
                Support.Kill((int)bridge.Info.Pid, 18);
            }
            Check(Wait(bridge.Bridge.Ping()) == "pong", "it still answers");
        }),
        ["handlers and listeners make calls, and a listener that fails is reported"] = () => {
            var warnings = new List<string>();
            With(bridge => {
                bridge.Handle(Callbacks.ProviderGetToken, async parameters => await bridge.Bridge.Ping() + "-" + parameters["provider"]);
                Wait(bridge.SetFCMTokenProvider("callback"));
                Check(Wait(bridge.GetPushToken()).Token == "pong-ios-firebase", "the token");
                var answer = "";
                bridge.On("*", item => answer = Wait(bridge.Bridge.Ping())).On("*", item => throw new InvalidOperationException("a fault of a listener"));
                Wait(bridge.Events.Subscribe());
                Wait(bridge.Initialization(Nowhere));
                Eventually("a warning", () => { lock (warnings) return answer == "pong" && warnings.Any(text => text.Contains("a fault of a listener")); });
            }, message => { lock (warnings) warnings.Add(message); });
        },
        ["a stream of outcomes ends with its loop, and leaves no listener"] = () => With(bridge => {
            Wait(bridge.Initialization(Nowhere));
            Wait(bridge.PushSubscribe(requestId: "order-7"));
            Wait(bridge.Outbox.Discard(requestId: "order-7"));
            var outcome = (NumberedOutcome)bridge.OutcomeStream(0).First();
            Check(outcome.RequestId == "order-7" && outcome.State == "cleared", outcome.ToString());
            var field = typeof(Bridge).GetField("listeners", BindingFlags.Instance | BindingFlags.NonPublic);
            Check(((ICollection)field.GetValue(bridge)).Count == 0, "a listener is left");
        }),
        ["a client that was closed refuses calls, and its process has ended"] = () => {
            using (var place = new Place()) {
                var bridge = Bridge.Spawn(place.Path + "/data", Command);
                var pid = (int)bridge.Info.Pid;
                bridge.Dispose();
                Check(!Directory.Exists("/proc/" + pid), "the process runs");
                Fails<BridgeClosedException>(() => Wait(bridge.Bridge.Ping()));
                Fails<BridgeClosedException>(() => Bridge.Connect(place.Path + "/none"));
                Fails<BridgeClosedException>(() => Bridge.Spawn(place.Path + "/data", place.Path + "/none"));
            }
        },
        ["integers of any size keep their digits, and invalid JSON is refused"] = () => {
            const string text = "{\"a\":[18446744073709551615,9223372036854775807,-9223372036854775808],\"b\":\"\\u0000\\\"\\\\\u20ac\",\"d\":{},\"e\":[],\"f\":0.5}";
            var value = (IDictionary<string, object>)Json.Parse(text);
            Check(((List<object>)value["a"])[0] is BigInteger && Json.Write(value) == text, Json.Write(value));
            foreach (var bad in new[] { "", "{", "[1,]", "{\"a\":1,}", "nul", "1 2", "\"a", "01x", "{\"a\" 1}" }) Fails<FormatException>(() => Json.Parse(bad));
            Fails<ArgumentException>(() => Json.Write(double.NaN));
            Fails<ArgumentException>(() => Json.Write(new object()));
        },
        ["a client that was closed, or could not connect, leaves no thread and no file"] = () => {
            using (var place = new Place()) {
                Func<int> open = () => Directory.GetDirectories("/proc/self/task").Length + Directory.GetFiles("/proc/self/fd").Length;
                var before = open();
                for (var round = 0; round < 20; round++) {
                    using (Bridge.Spawn(place.Path + "/data", Command)) {}
                    Fails<BridgeClosedException>(() => Bridge.Connect(place.Path + "/none"));
                }
                Eventually("they end", () => open() < before + 15);
            }
        },
        ["invalid UTF-8 is reported or replaced, and an answer that cannot be read fails its call"] = () => {
            var warnings = new List<string>();
            using (var place = new Place()) {
                var environment = new Dictionary<string, string> { ["BRIDGE"] = Command, ["SAYS"] = place.Path + "/says" };
                using (var bridge = Bridge.Spawn(place.Path + "/data", Root + "/clients/conformance/newer-bridge", Limits, environment, onWarning: message => { lock (warnings) warnings.Add(message); })) {
                    using (var says = new FileStream(place.Path + "/says", FileMode.Append)) says.Write(new byte[] { 0xff, (byte)'\n' }, 0, 2);
                    Eventually("a warning", () => { lock (warnings) return warnings.Count == 1; });
                    Wait(bridge.Initialization(Nowhere));
                    Check(Wait(bridge.PushSubscribe(requestId: "order-7", customFields: new Parameters().With("name", "\ud800"))).RequestId == "order-7", "a lone surrogate");
                    var id = 3;
                    foreach (var bad in new[] { "\"result\":1e400}", "\"result\":" + new string('[', 100000), "\"error\":7}", "\"results\":1}" }) {
                        var waiting = bridge.Call("pushSubscribe", new Parameters().With("wait", "outcome"));
                        File.AppendAllText(place.Path + "/says", "{\"jsonrpc\":\"2.0\",\"id\":" + ++id + "," + bad + "\n");
                        Eventually("the call fails", () => waiting.IsFaulted);
                        Check(!(waiting.Exception.InnerException is BridgeException), bad.Substring(0, 10));
                    }
                    Check(Wait(bridge.Bridge.Ping()) == "pong", "it still answers");
                }
            }
        },
        ["all kinds of number and dictionaries are written"] = () => {
            var text = Json.Write(new object[] { 12.5m, -0.1f, 1e-7, uint.MaxValue, ulong.MaxValue, (byte)1, (sbyte)-1, (short)-2, (ushort)2, new Dictionary<string, string> { ["a"] = "b" } });
            Check(text == "[12.5,-0.1,1E-07,4294967295,18446744073709551615,1,-1,-2,2,{\"a\":\"b\"}]", text);
            foreach (var bad in new object[] { float.NaN, 'a', DayOfWeek.Monday, new Dictionary<int, string> { [1] = "b" } }) Fails<ArgumentException>(() => Json.Write(bad));
        },
        ["the example of the README delivers an event"] = () => {
            var readme = File.ReadAllText(Root + "/clients/csharp/README.md");
            var code = readme.Split(new[] { "```csharp\n", "```" }, StringSplitOptions.None)[1];
            using (var platform = new Program("platform"))
            using (var place = new Place()) {
                code = code.Replace("https://pxl.example.com", (string)platform.Ready["url"]).Replace("/var/lib/app/bridge", place.Path + "/data");
                CheckProgram(place, code, "delivered\n");
            }
        },
        ["a program may end without Dispose"] = () => {
            using (var place = new Place())
            using (new Program("serve", "--data-dir", place.Path + "/data", "--socket", place.Path + "/run/bridge.sock")) {
                CheckProgram(place, "static class App { static void Main() => System.Console.WriteLine(AltcraftBridge.Bridge.Connect(\"" + place.Path + "/run/bridge.sock\").Bridge.Ping().Result); }", "pong\n");
            }
        },
    };

    private static void CheckProgram(Place place, string code, string expected) {
        File.WriteAllText(place.Path + "/Example.cs", code);
        File.Copy(typeof(Bridge).Assembly.Location, place.Path + "/AltcraftBridge.dll");
        var start = new ProcessStartInfo("sh", "-c \"mcs -langversion:7.2 -r:AltcraftBridge.dll Example.cs && mono Example.exe\"") { WorkingDirectory = place.Path, UseShellExecute = false, RedirectStandardOutput = true };
        start.EnvironmentVariables["ALTCRAFT_BRIDGE"] = Command;
        using (var process = Process.Start(start)) {
            var output = process.StandardOutput.ReadToEnd();
            process.WaitForExit();
            Check(process.ExitCode == 0 && output == expected, process.ExitCode + ": " + output);
        }
    }
}
