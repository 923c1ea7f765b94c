using System;
using System.Collections.Concurrent;
using System.Diagnostics;
using System.IO;
using System.Net.Sockets;
using System.Text;
using System.Threading;

namespace AltcraftBridge {
    /// <summary>A connection as lines: those of a process, or of a socket.</summary>
    internal sealed class Transport {
        private static readonly Encoding UTF8 = new UTF8Encoding(false);
        private readonly StreamReader input;
        private readonly Stream output;
        private readonly BlockingCollection<byte[]> unsent = new BlockingCollection<byte[]>();
        private readonly Process process;
        private readonly Thread log;
        private readonly StringBuilder lines = new StringBuilder();

        private Transport(Stream input, Stream output, Process process = null, System.Action<string> onLog = null) {
            this.input = new StreamReader(input, UTF8);
            this.output = output;
            this.process = process;
            new Thread(WriteAll) { IsBackground = true }.Start();
            if (process == null) return;
            log = new Thread(() => {
                for (string line; (line = process.StandardError.ReadLine()) != null; onLog?.Invoke(line)) {
                    lock (lines) lines.Append(line).Append('\n').Remove(0, Math.Max(0, lines.Length - 4096));
                }
                process.StandardError.Close();
            }) { IsBackground = true };
            log.Start();
        }

        public static Transport Start(ProcessStartInfo start, System.Action<string> onLog) {
            (start.UseShellExecute, start.RedirectStandardInput, start.RedirectStandardOutput, start.RedirectStandardError) = (false, true, true, true);
            try {
                var process = Process.Start(start);
                return new Transport(process.StandardOutput.BaseStream, process.StandardInput.BaseStream, process, onLog);
            } catch (Exception error) when (error is System.ComponentModel.Win32Exception || error is IOException) {
                throw new BridgeClosedException($"cannot start {start.FileName}: {error.Message}");
            }
        }

        public static Transport Connect(System.Net.EndPoint address) {
            var family = address.AddressFamily;
            var socket = new Socket(family, SocketType.Stream, family == AddressFamily.Unix ? ProtocolType.Unspecified : ProtocolType.Tcp);
            try {
                socket.Connect(address);
            } catch (Exception error) when (error is SocketException || error is IOException) {
                socket.Close();
                throw new BridgeClosedException($"no bridge at {address}: {error.Message}");
            }
            if (family != AddressFamily.Unix) socket.NoDelay = true;
            var stream = new NetworkStream(socket, true);
            return new Transport(stream, stream);
        }

        /// <summary>Returns the next line; null at the end.</summary>
        public string ReadLine() {
            try {
                return input.ReadLine();
            } catch (Exception error) when (error is IOException || error is ObjectDisposedException) {
                return null;
            }
        }

        /// <summary>Sends a line without waiting for the bridge to read it.</summary>
        public void Send(string line) {
            lock (unsent) if (!unsent.IsAddingCompleted) unsent.Add(UTF8.GetBytes(line + "\n"));
        }

        /// <summary>Closes the output after the lines so far. The bridge answers the calls in flight, and ends its output.</summary>
        public void Close() {
            lock (unsent) unsent.CompleteAdding();
        }

        private void WriteAll() {
            foreach (var bytes in unsent.GetConsumingEnumerable()) Try(() => { output.Write(bytes, 0, bytes.Length); output.Flush(); });
            Try(output.Close);
        }

        private static void Try(System.Action action) {
            try {
                action();
            } catch (Exception error) when (error is IOException || error is ObjectDisposedException) {
                // The reader sees the end.
            }
        }

        /// <summary>Waits for the end of the process, and describes it.</summary>
        public BridgeClosedException End() {
            Close();
            input.Close();
            if (process == null) return new BridgeClosedException("the connection to the bridge is lost");
            if (!process.WaitForExit(10000)) process.Kill();
            process.WaitForExit();
            log.Join(1000);
            lock (lines) return new BridgeClosedException("the bridge has ended", process.ExitCode, lines.ToString());
        }
    }
}
