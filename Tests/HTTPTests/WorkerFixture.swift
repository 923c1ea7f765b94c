import Foundation
import HTTP
import TestSupport

/// Starts a real delivery process. The grace is long, so that a slow machine does not make it look hung.
func makeProcess(
  _ path: String = builtProduct("altcraft-bridge-delivery"),
  _ change: (inout WorkerHTTPClient.Settings) -> Void = { _ in },
  report: @escaping @Sendable (WorkerHTTPClient.Report) -> Void = { _ in }
) -> WorkerHTTPClient {
  var settings = WorkerHTTPClient.Settings()
  settings.grace = .seconds(5)
  change(&settings)
  return WorkerHTTPClient(
    path: path, userAgent: "altcraft-bridge/0.0.0-test", settings: settings, report: report)
}

func post(
  _ url: String, headers: [HTTPHeader] = [], body: String = "{}",
  deadline: Duration = testTimeout * 3, responseLimit: Int = 1 << 16
) -> HTTPRequest {
  HTTPRequest(
    method: "POST", url: url,
    headers: [HTTPHeader("Content-Type", "application/json")] + headers,
    body: Array(body.utf8), deadline: deadline, responseLimit: responseLimit)
}

/// Sends a request and returns the outcome as a comparable value.
func outcome(
  of request: HTTPRequest, _ process: WorkerHTTPClient
) async -> Result<HTTPResponse, HTTPFailure> {
  do throws(HTTPFailure) {
    return .success(try await process.send(request))
  } catch {
    return .failure(error)
  }
}

/// Sends a request and returns the status of its answer; nil without an answer.
func statusOfAnswer(from url: String, _ process: WorkerHTTPClient) async -> Int? {
  await outcome(of: post(url), process).status
}

/// Writes a shell script that replaces the executable. Another process writes it: if this one had it open, a
/// process started meanwhile by another test would inherit the descriptor, and the script could not be
/// executed.
func script(_ text: String, in directory: TemporaryDirectory) throws -> String {
  let path = directory.path + "/altcraft-bridge-delivery"
  let writing = #"printf '#!/bin/sh\n%s\n' "$1" >"$2"; chmod 700 "$2""#
  try SpawnedProcess("/bin/sh", ["-c", writing, "", text, path]).wait()
  return path
}

/// Returns true if the process exists, even as a zombie.
func exists(_ processID: Int32) -> Bool {
  FileManager.default.fileExists(atPath: "/proc/\(processID)")
}

/// Returns the peak resident memory of the process.
func peakResidentBytes(_ processID: Int32) throws -> Int {
  let status = try String(contentsOfFile: "/proc/\(processID)/status", encoding: .utf8)
  let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
  return (line?.split(separator: " ").compactMap { Int($0) }.first ?? .max / 1024) * 1024
}

/// Measures the peak memory of the process until it is gone or the task is cancelled. A process that takes
/// too long over an answer is killed soon.
func watchMemory(of processID: Int32) -> Task<Int, Never> {
  Task {
    var peak = 0
    while let now = try? peakResidentBytes(processID), now < 1 << 40 {
      peak = max(peak, now)
      if Task.isCancelled { break }
      try? await Task.sleep(for: .milliseconds(2))
    }
    return peak
  }
}

extension Result where Success == HTTPResponse, Failure == HTTPFailure {
  var status: Int? {
    if case .success(let response) = self { response.status } else { nil }
  }

  var transportMessage: String? {
    if case .failure(.transport(let message)) = self { message } else { nil }
  }

  var workerMessage: String? {
    if case .failure(.worker(let message)) = self { message } else { nil }
  }
}

/// The format that encloses a compressed stream.
enum BombWrapping: Sendable {
  case gzip, zlib

  var head: [UInt8] {
    switch self {
    case .gzip: [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
    case .zlib: [0x78, 0x9C]
    }
  }
}

/// Returns a compressed stream of that many zero bytes, about 1/150 of their number: fixed Huffman codes, a
/// zero and then copies of it, 258 at a time.
func compressedBomb(of count: Int, _ wrapping: BombWrapping) -> [UInt8] {
  var bytes = wrapping.head
  var pending: UInt64 = 0
  var pendingCount: UInt64 = 0
  // Appends bits in the order of the stream, low bit first.
  func put(_ bits: UInt64, _ count: UInt64) {
    pending |= bits << pendingCount
    pendingCount += count
    while pendingCount >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: pending))
      pending >>= 8
      pendingCount -= 8
    }
  }
  put(0b0000_1100_011, 11)  // The last block, fixed codes, the byte zero.
  for _ in 0..<(count / 258) { put(0b0_0000_1010_0011, 13) }  // Length 258, distance 1.
  put(0, 14)  // End of block, and padding.
  return bytes + [0, 0, 0, 0, 0, 0, 0, 0]
}
