import Glibc
import System

/// The time that a host waits for its first answer.
enum StartGroup {
  private struct Contestant {
    let label: String
    let command: [String]
    var request = RequestTemplate.pingText
    /// True if each start gets a new data directory.
    var newDirectory = false
  }

  static func measure(_ bench: Bench) throws(BenchError) -> [Row] {
    bench.workspace.allow(seconds: 60)
    let count = bench.count(20, quick: 5)
    var contestants = [
      Contestant(
        label: "bridge",
        command: Bridge.startCommand(bench, directory: bench.workspace.newPath("outbox"))),
      Contestant(
        label: "floor (json)", command: [try copyOfProgram(bench), "floor", "json", "stdio"]),
    ]
    contestants += bench.options.peers.map {
      Contestant(label: $0.label, command: $0.command, request: $0.request)
    }
    let fresh = Contestant(
      label: "bridge", command: Bridge.startCommand(bench, directory: ""), newDirectory: true)
    var rows = [
      Row(.start, "warm", .milliseconds), Row(.start, "warm, new data directory", .milliseconds),
      Row(.start, "cold (files of the program dropped from the cache)", .milliseconds),
    ]
    var files: [[String]] = []
    for contestant in contestants { files.append(try filesOfRunning(contestant, bench)) }
    try bench.rounds("start") { _ throws(BenchError) in
      for (index, contestant) in contestants.enumerated() {
        rows[0].add(try measure(contestant, count, bench, dropping: []), of: contestant.label)
        if index < 2 {
          let first = index == 0 ? fresh : contestant
          rows[1].add(try measure(first, count, bench, dropping: []), of: first.label)
        }
        rows[2].add(
          try measure(contestant, max(count / 4, 2), bench, dropping: files[index]),
          of: contestant.label)
      }
    }
    return rows
  }

  private static func measure(
    _ contestant: Contestant, _ count: Int, _ bench: Bench, dropping files: [String]
  ) throws(BenchError) -> Sample {
    var times: [UInt64] = []
    for _ in 0..<count {
      var command = contestant.command
      if contestant.newDirectory { command[command.count - 1] = bench.workspace.newPath("outbox") }
      for file in files { drop(file) }
      let start = MonotonicTime.now()
      let process = try MeasuredProcess(command, bench.workspace)
      _ = try answer(of: process, contestant.request)
      times.append(MonotonicTime.now() - start)
      process.end()
      if contestant.newDirectory { Files.remove(command[command.count - 1]) }
    }
    times.sort()
    func milliseconds(_ share: Double) -> Double {
      Double(Statistics.percentile(share, ofSorted: times) ?? 0) / 1e6
    }
    return Sample([.milliseconds: milliseconds(0.5), .p90Milliseconds: milliseconds(0.9)])
  }

  private static func answer(
    of process: MeasuredProcess, _ request: String
  ) throws(BenchError) -> LoadResult {
    try Load(template: RequestTemplate(request), inFlight: 1, count: 1).run(over: [
      RawConnection(process)
    ])
  }

  private static func filesOfRunning(
    _ contestant: Contestant, _ bench: Bench
  ) throws(BenchError) -> [String] {
    let process = try MeasuredProcess(contestant.command, bench.workspace)
    defer { process.end() }
    _ = try answer(of: process, contestant.request)
    return ProcessFigures.mappedFiles(of: process.pid)
  }

  /// Drops the file from the page cache. Pages that another process has mapped stay.
  private static func drop(_ file: String) {
    let descriptor = open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
    close(descriptor)
  }

  /// Copies this program, which has its own file mapped: the cold baseline needs a file that can be dropped.
  private static func copyOfProgram(_ bench: Bench) throws(BenchError) -> String {
    let path = bench.workspace.newPath("floor")
    let source = open(bench.options.program, O_RDONLY | O_CLOEXEC)
    let copy = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o700)
    defer {
      close(source)
      close(copy)
    }
    guard source >= 0, copy >= 0 else { throw BenchError(call: path) }
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = read(source, &buffer, buffer.count)
      guard count > 0 else { break }
      guard File.write(Array(buffer[..<count]), to: copy) else { throw BenchError(call: path) }
    }
    // Only pages that are on disk can be dropped.
    fsync(copy)
    return path
  }
}
