import Foundation
import Glibc
import JSONCodec
import TestSupport
import Testing

/// Tests of the TCP token across starts, and of the file of `--config`.
@Suite(.timeLimit(.minutes(10))) struct TokenFileTests {
  private let place = TemporaryDirectory()
  private var file: String { ServiceProcess.dataDirectory(in: place) + "/rpc.token" }

  private func token() throws -> String {
    var status = stat()
    try #require(lstat(file, &status) == 0)
    #expect(status.st_mode & S_IFMT == S_IFREG && status.st_mode & 0o7777 == 0o600)
    let text = String(decoding: FileManager.default.contents(atPath: file) ?? Data(), as: UTF8.self)
    #expect(text.utf8.count == 64 && text.allSatisfy { $0.isHexDigit })
    return text
  }

  @Test("it is new at each start, removed by a clean stop, and an earlier one is useless")
  func rotation() async throws {
    var earlier: [String] = []
    for isClean in [true, false, false, true] {
      let bridge = try ServiceProcess(
        serving: ["--listen", "127.0.0.1:0", "--require-token"], in: place)
      try await bridge.ready()
      let token = try token()
      #expect(!earlier.contains(token))

      for old in earlier {
        let stranger = try await bridge.connectTCP()
        let refused = try await stranger.refusal(
          of: "bridge.authenticate", ["token": .string(old)])
        #expect(refused.code == -32001)
        try await stranger.waitForEnd()
      }
      let friend = try await bridge.connectTCP()
      #expect(try await friend.call("bridge.authenticate", ["token": .string(token)]) == true)
      #expect(try await friend.call("bridge.ping") == "pong")
      #expect(!bridge.errorText.contains(token))

      bridge.send(signal: isClean ? SIGTERM : SIGKILL)
      #expect(try await bridge.waitForExit() == (isClean ? .exited(0) : .killed(SIGKILL)))
      #expect(FileManager.default.fileExists(atPath: file) == !isClean)
      expectTidy(bridge)
      earlier.append(token)
    }
  }

  @Test("the file of --config may be a link, as in a mounted volume, and is only read")
  func linkedConfiguration() async throws {
    let target = place.path + "/real.json"
    let link = place.path + "/config.json"
    try Data(#"{"appGroup":"from the file","limit":{"depth":32}}"#.utf8)
      .write(to: URL(fileURLWithPath: target))
    try #require(chmod(target, 0o440) == 0 && symlink(target, link) == 0)
    let before = try Snapshot(of: place.path, without: ["."])

    try await withBridge(["--config", link], in: place) { bridge in
      let info = try await bridge.stdio.call("bridge.info")
      #expect(info["appGroup"] == "from the file" && info["limits"]?["depth"] == 32)
      try await bridge.stdio.storeToken("http://127.0.0.1:9")
    }

    let after = try Snapshot(of: place.path, without: ["."])
    for (name, entry) in before.entries { #expect(after.entries[name] == entry, "\(name)") }
  }

  @Test(
    "an unreadable configuration is reported in one line, and nothing is started",
    arguments: ["nowhere", "folder", "loop", "/dev/zero"])
  func unreadableConfiguration(_ target: String) async throws {
    try #require(mkdir(place.path + "/folder", 0o700) == 0)
    try #require(symlink(target, place.path + "/loop") == 0)

    let bridge = try ServiceProcess(serving: ["--config", place.path + "/loop"], in: place)

    #expect(try await bridge.waitForExit() == .exited(78))
    let lines = bridge.errorText.split(separator: "\n")
    #expect(lines.count == 1 && lines.first?.contains(place.path + "/loop") == true)
    #expect(bridge.stdio.bytes.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: bridge.dataDirectory))
  }
}
