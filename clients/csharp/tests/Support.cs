// Shared by the tests: the programs, a platform, and the comparison with a sample.
using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Runtime.InteropServices;
using System.Threading;
using AltcraftBridge;

internal sealed class Failure : Exception {
    public Failure(string message) : base(message) {}
}

internal static class Support {
    public static readonly string Root = Path.GetFullPath(Path.Combine(AppDomain.CurrentDomain.BaseDirectory, "../../.."));
    public static readonly string Command = Environment.GetEnvironmentVariable("ALTCRAFT_BRIDGE") ?? Path.Combine(Root, ".build/debug/altcraft-bridge");
    public static readonly string[] Limits = { "--limit", "retryFirstSeconds=0.05", "--limit", "retryMaxSeconds=0.2", "--limit", "callbackSeconds=1" };

    [DllImport("libc", EntryPoint = "kill")]
    public static extern int Kill(int process, int signal);

    public static void Check(bool isSo, string what) {
        if (!isSo) throw new Failure(what);
    }

    public static void Eventually(string what, Func<bool> isSo) {
        for (var end = DateTime.UtcNow.AddSeconds(10); !isSo(); Thread.Sleep(5)) Check(DateTime.UtcNow < end, "it never happened: " + what);
    }

    public static T Fails<T>(System.Action body) where T : Exception {
        try {
            body();
        } catch (T error) {
            return error;
        }
        throw new Failure("no " + typeof(T));
    }

    /// Returns true if a value has all members of the sample.
    public static bool IsLike(object sample, object value) {
        if (sample is IDictionary<string, object> members) return value is IDictionary<string, object> other && members.All(member => other.ContainsKey(member.Key) && IsLike(member.Value, other[member.Key]));
        if (sample is List<object> items) return value is List<object> found && found.Count == items.Count && items.Zip(found, IsLike).All(isLike => isLike);
        return Equals(sample, value);
    }

    /// Adds a line to the results, from which the table of capabilities is made.
    public static void Record(Parameters result) {
        var folder = Environment.GetEnvironmentVariable("CONFORMANCE_RESULTS");
        if (string.IsNullOrEmpty(folder)) return;
        using (var file = new FileStream(Path.Combine(folder, "csharp.jsonl"), FileMode.Append, FileAccess.Write, FileShare.ReadWrite)) {
            var bytes = System.Text.Encoding.UTF8.GetBytes(Json.Write(result) + "\n");
            file.Write(bytes, 0, bytes.Length);
        }
    }

    /// Runs the tests by name, and returns the status of the program.
    public static int Run(IEnumerable<KeyValuePair<string, System.Action>> tests) {
        int passed = 0, failed = 0;
        foreach (var test in tests) {
            try {
                test.Value();
                passed++;
            } catch (Exception error) {
                failed++;
                Console.WriteLine($"failed: {test.Key}: {error}");
            }
        }
        Console.WriteLine($"{passed} passed, {failed} failed");
        return failed == 0 ? 0 : 1;
    }
}

/// A temporary directory, which ends with the test.
internal sealed class Place : IDisposable {
    public readonly string Path = System.IO.Path.Combine(System.IO.Path.GetTempPath(), "altcraft-cs-" + Guid.NewGuid().ToString("N").Substring(0, 12));
    public Place() { Directory.CreateDirectory(Path); }
    public void Dispose() {
        try {
            Directory.Delete(Path, true);
        } catch (IOException) {
            // A process that ends still writes in it.
        }
    }
}

/// A program of this project, once it is ready; it ends with the test.
internal sealed class Program : IDisposable {
    private readonly Process process;
    public readonly IDictionary<string, object> Ready;

    public Program(params string[] args) {
        var start = new ProcessStartInfo(Support.Command, string.Join(" ", args.Select(word => '"' + word + '"'))) { UseShellExecute = false, RedirectStandardError = true, RedirectStandardInput = true, RedirectStandardOutput = true };
        process = Process.Start(start);
        var log = "";
        for (string line; (line = process.StandardError.ReadLine()) != null; log += line + "\n") {
            if (!line.StartsWith("{")) continue;
            Ready = (IDictionary<string, object>)Json.Parse(line);
            new Thread(() => process.StandardError.ReadToEnd()) { IsBackground = true }.Start();
            return;
        }
        throw new Failure(args[0] + " ended: " + log);
    }

    public void WaitForExit() => process.WaitForExit(10000);

    public void Dispose() {
        if (!process.HasExited) process.Kill();
        process.WaitForExit();
    }
}
