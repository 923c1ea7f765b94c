// The vectors: values of each type and calls of each method, right and wrong ones, with the verdict.
using System;
using System.Collections;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using AltcraftBridge;
using static Support;
using Members = System.Collections.Generic.IDictionary<string, object>;

internal static class VectorTests {
    private static readonly string[] Texts = File.ReadAllLines(Root + "/schema/vectors.jsonl");
    private static readonly List<Members> Lines = Texts.Select(text => (Members)Json.Parse(text)).ToList();

    public static readonly Dictionary<string, System.Action> Tests = new Dictionary<string, System.Action> {
        ["classes read and keep the right values, and refuse most others"] = () => {
            int right = 0, wrong = 0, refused = 0;
            foreach (var line in Lines.Where(line => line.ContainsKey("type"))) {
                var kind = typeof(Bridge).Assembly.GetType("AltcraftBridge." + line["type"]);
                if (kind == null || !typeof(JsonRecord).IsAssignableFrom(kind)) continue;
                var problem = Problem(kind, line["value"]);
                if (false.Equals(line["valid"])) {
                    wrong++;
                    if (problem != null) refused++;
                    Check(problem != null || line["value"] is Members, Json.Write(line));
                } else if (problem == null || !Json.Write(line["value"]).Contains("9223372036854775808")) {
                    right++;
                    Check(problem == null, Json.Write(line) + ": " + problem);
                }
            }
            Check(right > 700 && refused > wrong / 2, $"{right} right values, {refused} of {wrong} wrong ones refused");
            Record(new Parameters().With("vectors", "values").With("right", right).With("wrong", refused).With("of", wrong));
        },
        ["the bridge gets each call as it was made"] = () => {
            using (var place = new Place())
            using (var bridge = Bridge.Spawn(place.Path + "/data", Command)) {
                var given = (Members)Lines[0]["given"];
                bridge.Call((string)given["method"], given["params"]).GetAwaiter().GetResult();
                var lines = Lines.Where(line => line.ContainsKey("method")).ToList();
                Check(lines.Count > 4000, "too few calls: " + lines.Count);
                var calls = lines.Select(line => bridge.Call("bridge.check", new Parameters().With("method", line["method"]).With("params", line["params"]))).ToList();
                foreach (var pair in lines.Zip(calls, (line, call) => new { line, call })) {
                    object verdict = true;
                    try {
                        pair.call.GetAwaiter().GetResult();
                    } catch (BridgeException error) {
                        var found = new Parameters().With("code", error.Code).With("reason", error.Reason);
                        if (error.Members.TryGetValue("parameter", out var parameter)) found.With("parameter", parameter);
                        verdict = found;
                    }
                    var expected = pair.line.TryGetValue("error", out var refusal) ? refusal : pair.line["valid"];
                    Check(Json.Write(expected) == Json.Write(verdict), Json.Write(pair.line) + ": " + Json.Write(verdict));
                }
                Record(new Parameters().With("vectors", "calls").With("right", lines.Count));
            }
        },
        ["values are written as they were read"] = () => {
            for (var index = 0; index < Texts.Length; index++) {
                var written = Json.Write(Lines[index]).Replace("1E+308", "1e308");
                Check(written == Texts[index], written);
            }
        },
    };

    /// Returns the reason why a value cannot be read; null if all its members can.
    private static string Problem(Type kind, object value) {
        try {
            if (!(value is Members)) return "not an object";
            ReadAll(Activator.CreateInstance(kind, value));
            return null;
        } catch (TargetInvocationException error) {
            var cause = error.InnerException;
            return cause is InvalidCastException ? cause.Message : throw cause;
        }
    }

    private static void ReadAll(object value) {
        if (value is IEnumerable items && !(value is string) && !(value is Members)) foreach (var item in items) ReadAll(item);
        if (!(value is JsonRecord)) return;
        foreach (var property in value.GetType().GetProperties(BindingFlags.Public | BindingFlags.Instance | BindingFlags.DeclaredOnly)) {
            ReadAll(property.GetValue(value));
        }
    }
}
