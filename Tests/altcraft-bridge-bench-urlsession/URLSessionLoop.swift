import Dispatch
import Foundation
import FoundationNetworking
import Glibc
import Synchronization

/// A program with the arguments `URL COUNT CONCURRENCY [CONTENT-TYPE BODY]`: it sends COUNT posts, CONCURRENCY at once,
/// and prints the elapsed seconds and the CPU seconds. Plain URLSession: the upper bound for the speed of a delivery.
@main
enum URLSessionLoop {
  static func main() {
    let words = CommandLine.arguments
    guard words.count == 4 || words.count == 6, let url = URL(string: words[1]),
      let count = Int(words[2]), count > 0,
      let concurrency = Int(words[3]), (1...count).contains(concurrency)
    else {
      FileHandle.standardError.write(Data("needs URL COUNT CONCURRENCY [CONTENT-TYPE BODY]\n".utf8))
      exit(EXIT_FAILURE)
    }
    let content =
      words.count == 6
      ? Content(type: words[4], body: Data(words[5].utf8))
      : Content(
        type: "application/json", body: Data(#"{"time":1700000000,"smid":"uid-10000000"}"#.utf8))
    let loop = Loop(url, concurrency, content)
    loop.run(50)
    let (start, cpu) = (ContinuousClock.now, clock())
    loop.run(count)
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let used = Double(clock() - cpu) / 1_000_000
    FileHandle.standardOutput.write(Data("\(seconds) \(used)\n".utf8))
  }
}

private struct Content {
  let type: String
  let body: Data
}

private final class Loop: Sendable {
  private let session: URLSession
  private let url: URL
  private let concurrency: Int
  private let content: Content
  private let left = Mutex(0)

  init(_ url: URL, _ concurrency: Int, _ content: Content) {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpMaximumConnectionsPerHost = concurrency
    configuration.timeoutIntervalForRequest = 10
    configuration.urlCache = nil
    session = URLSession(configuration: configuration)
    self.url = url
    self.concurrency = concurrency
    self.content = content
  }

  /// Returns after that many answers. A missing answer ends the process.
  func run(_ count: Int) {
    left.withLock { $0 = count }
    let ended = DispatchGroup()
    for _ in 0..<concurrency {
      ended.enter()
      next(ended)
    }
    ended.wait()
  }

  private func next(_ ended: DispatchGroup) {
    let goesOn = left.withLock { left in
      left -= 1
      return left >= 0
    }
    guard goesOn else { return ended.leave() }
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.setValue(content.type, forHTTPHeaderField: "Content-Type")
    request.setValue("Bearer rtoken@bench", forHTTPHeaderField: "Authorization")
    request.setValue(UUID().uuidString.lowercased(), forHTTPHeaderField: "Request-ID")
    request.httpBody = content.body
    session.dataTask(with: request) { [self] _, response, error in
      guard response is HTTPURLResponse else {
        FileHandle.standardError.write(Data("\(error.map { "\($0)" } ?? "no answer")\n".utf8))
        exit(EXIT_FAILURE)
      }
      next(ended)
    }.resume()
  }
}
