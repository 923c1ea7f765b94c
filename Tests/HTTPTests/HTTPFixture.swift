import Foundation
import HTTP
import TestSupport

/// Makes a client that no variable of this process affects.
func makeClient(_ change: (inout HTTPSettings) -> Void = { _ in }) -> CurlHTTPClient {
  var settings = HTTPSettings(concurrency: 16)
  change(&settings)
  return CurlHTTPClient(userAgent: "altcraft-bridge/0.0.0-test", settings: settings)
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
  of request: HTTPRequest, _ client: CurlHTTPClient
) async -> Result<HTTPResponse, HTTPFailure> {
  do throws(HTTPFailure) {
    return .success(try await client.send(request))
  } catch {
    return .failure(error)
  }
}

/// Sends a request and returns the status of its answer; nil without an answer.
func statusOfAnswer(from url: String, _ client: CurlHTTPClient) async -> Int? {
  await outcome(of: post(url), client).status
}

/// Returns the peak resident memory of this process in bytes.
func peakResidentBytes() throws -> Int {
  let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
  let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
  return (line?.split(separator: " ").compactMap { Int($0) }.first ?? .max / 1024) * 1024
}

extension Result where Success == HTTPResponse, Failure == HTTPFailure {
  var status: Int? {
    if case .success(let response) = self { response.status } else { nil }
  }

  var failure: TransportFailure? {
    if case .failure(.transport(let failure)) = self { failure } else { nil }
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
