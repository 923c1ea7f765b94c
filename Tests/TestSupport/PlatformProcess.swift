import Glibc
import JSONCodec

/// A process of `altcraft-bridge platform`, queried through its control endpoints.
package final class PlatformProcess: Sendable {
  package let url: String
  package let process: ServiceProcess
  private let port: UInt16

  package init(_ arguments: [String] = []) async throws {
    process = try ServiceProcess(
      ["platform", "--listen", "127.0.0.1:0"] + arguments, log: WireLog(nil))
    let line = try await process.ready()
    url = line["url"]?.stringValue ?? ""
    port = UInt16(url.split(separator: ":").last ?? "") ?? 0
  }

  package func script(_ script: JSON) throws { _ = try request("POST", "/__script", script.bytes) }
  package func clearScript() throws { _ = try request("DELETE", "/__script") }

  /// Sends one request on a separate connection.
  package func request(_ method: String, _ path: String, _ body: [UInt8] = []) throws -> JSON {
    let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    defer { close(number) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let isConnected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    let head =
      "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n"
      + "Content-Type: application/json\r\nContent-Length: \(body.count)\r\n\r\n"
    var rest = (Array(head.utf8) + body)[...]
    while isConnected, !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(number, $0.baseAddress, $0.count) }
      guard count > 0 else { break }
      rest = rest.dropFirst(count)
    }
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while rest.isEmpty {
      let count = read(number, &buffer, buffer.count)
      guard count > 0 else { break }
      answer += buffer[..<count]
    }
    guard let end = answer.firstRange(of: Array("\r\n\r\n".utf8)),
      answer.starts(with: Array("HTTP/1.1 200".utf8))
    else {
      let text = String(decoding: answer.prefix(300), as: UTF8.self)
      throw Overdue("\(method) \(path): \(text)")
    }
    return try JSONParser.parse(Array(answer[end.upperBound...]), limits: .generous).value
  }
}
