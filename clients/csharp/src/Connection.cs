using System;
using System.Collections.Concurrent;
using System.Diagnostics;
using System.IO;
using System.Net;
using System.Net.Sockets;
using System.Text;
using System.Threading;

namespace AltcraftBridge {
    /// <summary>The connection is lost, or cannot be opened. The outcome of a call in flight is unknown.</summary>
    public sealed class BridgeClosedException : Exception {
        public BridgeClosedException(string message, int? exitCode = null, string log = "") : base(log == "" ? message : message + "\n" + log) { (ExitCode, Log) = (exitCode, log); }
        internal BridgeClosedException(BridgeClosedException other) : base(other.Message) { (ExitCode, Log) = (other.ExitCode, other.Log); }
        /// <summary>The exit code of the process; 128 and the number of the signal that ended it.</summary>
        public int? ExitCode { get; }
        /// <summary>The last lines of its log.</summary>
        public string Log { get; }
    }

    /// <summary>The address of a Unix socket, for which .NET Standard 2.0 has no class.</summary>
    internal sealed class UnixEndPoint : EndPoint {
        private readonly string path;
        public UnixEndPoint(string path) { this.path = path; }
        public override AddressFamily AddressFamily => AddressFamily.Unix;
        public override string ToString() => path;
        public override SocketAddress Serialize() {
            var bytes = Encoding.UTF8.GetBytes(path + "\0");
            var address = new SocketAddress(AddressFamily, 2 + bytes.Length);
            for (var index = 0; index < bytes.Length; index++) address[2 + index] = bytes[index];
            return address;
        }
    }

    /// <summary>A thread that does what it is given, in order.</summary>
    internal sealed class Worker {
        private readonly BlockingCollection<System.Action> tasks = new BlockingCollection<System.Action>();
        public Worker(System.Action<Exception> onError) {
            new Thread(() => { foreach (var task in tasks.GetConsumingEnumerable()) Try(task, onError); }) { IsBackground = true }.Start();
        }

        public static void Try(System.Action task, System.Action<Exception> onError) { try { task(); } catch (Exception error) { onError(error); } }
        public void Do(System.Action task) { lock (tasks) if (!tasks.IsAddingCompleted) tasks.Add(task); }
        public void End(System.Action last) { lock (tasks) { Do(last); tasks.CompleteAdding(); } }
    }

    /// <summary>A connection as lines: those of a process, or of a socket.</summary>
    internal sealed class Transport {
        private static readonly Encoding UTF8 = new UTF8Encoding(false);
        private readonly StreamReader input;
        private readonly Stream output;
        private readonly System.Action endOutput;
        // The reader sees the end of a connection.
        private readonly Worker writer = new Worker(error => {});
        private readonly Process process;
        private readonly Thread logger;
        private readonly StringBuilder log = new StringBuilder();
        private BridgeClosedException reason;
        private readonly ManualResetEventSlim exited = new ManualResetEventSlim(), over = new ManualResetEventSlim();
        /// <summary>The thread that reads; null when the connection ends.</summary>
        public Thread Reader;
        /// <summary>The reason for its end; null before it. Each call throws a copy, because an exception grows whenever it is thrown.</summary>
        public BridgeClosedException End { get => reason == null ? null : new BridgeClosedException(reason); set { reason = value; over.Set(); } }

        private Transport(Stream from, Stream to, System.Action end, Process child = null, System.Action<string> onLog = null) {
            (input, output, endOutput, process) = (new StreamReader(from, UTF8), to, end, child);
            if (child != null) (logger = new Thread(() => ReadLog(child.StandardError, onLog)) { IsBackground = true }).Start();
        }

        public static Transport Start(ProcessStartInfo start, System.Action<string> onLog, System.Action<string> warn) {
            (start.UseShellExecute, start.RedirectStandardInput, start.RedirectStandardOutput, start.RedirectStandardError) = (false, true, true, true);
            System.Action<string> logged = line => Worker.Try(() => onLog?.Invoke(line), error => warn("onLog failed: " + error.Message));
            try {
                var process = Process.Start(start);
                return new Transport(process.StandardOutput.BaseStream, process.StandardInput.BaseStream, process.StandardInput.BaseStream.Close, process, logged);
            } catch (Exception error) when (error is System.ComponentModel.Win32Exception || error is IOException) {
                throw new BridgeClosedException($"cannot start {start.FileName}: {error.Message}");
            }
        }

        public static Transport Connect(EndPoint address) {
            var family = address.AddressFamily;
            var socket = new Socket(family, SocketType.Stream, family == AddressFamily.Unix ? ProtocolType.Unspecified : ProtocolType.Tcp);
            try { socket.Connect(address); } catch (Exception error) when (error is SocketException || error is IOException) {
                socket.Close();
                throw new BridgeClosedException($"no bridge at {address}: {error.Message}");
            }
            if (family != AddressFamily.Unix) socket.NoDelay = true;
            var stream = new NetworkStream(socket, true);
            return new Transport(stream, stream, () => socket.Shutdown(SocketShutdown.Send));
        }

        private void ReadLog(StreamReader lines, System.Action<string> onLog) {
            for (string line; (line = lines.ReadLine()) != null; onLog(line)) lock (log) log.Append(line).Append('\n').Remove(0, Math.Max(0, log.Length - 4096));
            lines.Close();
        }

        /// <summary>Returns the next line; null at the end. A line that is cut off is not a message.</summary>
        public string ReadLine() {
            var (line, letter) = (new StringBuilder(), 0);
            Worker.Try(() => { while ((letter = input.Read()) >= 0 && letter != '\n') line.Append((char)letter); if (letter < 0) input.Close(); }, error => letter = -1);
            return letter < 0 ? null : line.ToString();
        }

        /// <summary>Sends a line without waiting for the bridge to read it.</summary>
        public void Send(string line) {
            var bytes = UTF8.GetBytes(line + "\n");
            writer.Do(() => { output.Write(bytes, 0, bytes.Length); output.Flush(); });
        }

        /// <summary>Closes the output after the lines so far. The bridge answers the calls in flight and ends, or is killed.</summary>
        public void Close() {
            writer.End(endOutput);
            if (!over.Wait(6000)) { Cut(); over.Wait(6000); }
        }

        private void Cut() => Worker.Try(process == null ? output.Close : (System.Action)process.Kill, error => {});

        /// <summary>Waits for the end of a process. Returns true if its output does not end then, because another one holds it.</summary>
        public bool IsHeld() { process?.WaitForExit(); exited.Set(); return process != null && !over.Wait(1000); }

        /// <summary>Waits for the end of the process, and describes it; null if that was done before.</summary>
        public BridgeClosedException Reason() {
            if (Interlocked.Exchange(ref Reader, null) == null) return null;
            writer.End(endOutput);
            if (process == null) return new BridgeClosedException("the connection to the bridge is lost");
            while (!exited.Wait(10000)) Cut();
            logger.Join(1000);
            using (process) lock (log) return new BridgeClosedException("the bridge has ended", process.ExitCode, log.ToString());
        }
    }
}
