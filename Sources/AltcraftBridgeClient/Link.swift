import BridgeClient
import JSONCodec
import Synchronization
import System

/// One connection, with the process at its other end if the client started it.
final class Link: Sendable {
  let connection: BridgeConnection
  let process: PipedProcess?
  /// The limit `frameBytes` of the bridge, once it is known.
  private let frameBytes = Mutex<Int64?>(nil)
  /// The text about the ended process, for all calls that fail with it.
  private let report = Mutex<Task<String, Never>?>(nil)

  init(_ connection: BridgeConnection, process: PipedProcess? = nil) {
    self.connection = connection
    self.process = process
  }

  /// Makes a call. `answered` gets its result on the thread that reads, before the next message is read.
  func call(
    _ method: String, _ parameters: [String: JSONValue] = [:], within time: Duration,
    answered: @escaping @Sendable (JSON) -> Void = { _ in }
  ) async throws(BridgeError) -> JSONValue {
    let bytes = JSON.object(JSONValue.object(parameters)).bytes
    let request = connection.request(method, bytes)
    // The lowest limit that a bridge may have.
    if request.message.count > 1024 { try await checkSize(request.message.count, within: time) }
    do throws(CallFailure) {
      return JSONValue(try await connection.call(request, within: time, answered: answered))
    } catch {
      let failure = BridgeError(error)
      guard case .disconnected(let message) = failure, let process else { throw failure }
      throw .disconnected(message + (await text(about: process)))
    }
  }

  private func text(about process: PipedProcess) async -> String {
    let report = report.withLock { report in
      let begun = report ?? Task { await process.report }
      report = begun
      return begun
    }
    return await report.value
  }

  /// Throws if a message is too long. The bridge would refuse it too, but then it ends most connections.
  private func checkSize(_ count: Int, within time: Duration) async throws(BridgeError) {
    var max = frameBytes.withLock { $0 }
    if max == nil {
      max = try await call("bridge.info", within: time)["limits"]?["frameBytes"]?.intValue
      frameBytes.withLock { $0 = max }
    }
    guard let max, count > max else { return }
    throw .refused(
      code: -32003, reason: "tooLarge", message: "the limit frameBytes of \(max) bytes is exceeded",
      data: [
        "reason": "tooLarge", "retryable": false, "limit": "frameBytes", "max": .int(max),
      ])
  }

  /// Ends the connection after the calls in flight, and the process, at the deadline at the latest. Returns its status. Blocks.
  func close(until deadline: Deadline) -> Int32? {
    connection.finishSending()
    // A function of the host that closes the client may run on the thread that reads.
    if !connection.isReadingHere, !connection.waitForEnd(until: deadline) { connection.abort() }
    guard let process else { return nil }
    // A process that hangs would keep the directory.
    return process.waitForExit(until: deadline) ?? process.end(timeout: .zero)
  }
}

extension PipedProcess {
  /// The status of the ended process and the last lines of its log, as a text after a reason.
  fileprivate var report: String {
    get async {
      let status = await onThread { self.waitForExit(until: .after(.seconds(5))) }
      guard let status else { return "" }
      let lines = ["; the process has ended with status \(status)"] + errorLines.suffix(20)
      return lines.joined(separator: "\n")
    }
  }
}

/// Runs a function that blocks on a thread of its own: those of tasks are few.
func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
  await withCheckedContinuation { continuation in
    PosixThread.require { continuation.resume(returning: body()) }
  }
}
