import Glibc
import System

/// The system's figures about a process.
enum ProcessFigures {
  struct Memory: Equatable {
    /// The memory that no other process has mapped: it would be free without this process.
    var privateKilobytes: Double
    var residentKilobytes: Double
    var threads: Double
  }

  static func memory(of process: pid_t) -> Memory {
    let status = File.text("/proc/\(process)/status")
    let mappings = File.text("/proc/\(process)/smaps_rollup")
    return Memory(
      privateKilobytes: number("Private_Clean:", in: mappings)
        + number("Private_Dirty:", in: mappings),
      residentKilobytes: number("VmRSS:", in: status), threads: number("Threads:", in: status))
  }

  /// Returns the CPU time of all its threads in nanoseconds, in user and kernel mode.
  static func cpuTime(of process: pid_t) -> UInt64 {
    var clock = clockid_t()
    guard clock_getcpuclockid(process, &clock) == 0 else { return 0 }
    return MonotonicTime.read(clock)
  }

  /// Returns the context switches of all its threads so far.
  static func switches(of process: pid_t) -> Double {
    threads(of: process).reduce(0) { sum, thread in
      let status = File.text("/proc/\(process)/task/\(thread)/status")
      return sum + number("voluntary_ctxt_switches:", in: status)
        + number("nonvoluntary_ctxt_switches:", in: status)
    }
  }

  /// Returns its writes to files so far. Data sent to sockets does not count, so for a bridge that answers over
  /// sockets these are the writes to its log, each of which is followed by a sync.
  static func writes(of process: pid_t) -> Double {
    number("syscw:", in: File.text("/proc/\(process)/io"))
  }

  static func threads(of process: pid_t) -> [pid_t] {
    names(in: "/proc/\(process)/task").compactMap { pid_t($0) }
  }

  /// Returns the processes that its threads have started and not waited for.
  static func children(of process: pid_t) -> [pid_t] {
    threads(of: process).flatMap { thread in
      File.text("/proc/\(process)/task/\(thread)/children").split(separator: " ")
        .compactMap { pid_t($0) }
    }
  }

  /// Returns the files it runs from: the program and the libraries it loaded.
  static func mappedFiles(of process: pid_t) -> [String] {
    let lines = File.text("/proc/\(process)/maps").split(separator: "\n")
    let paths = lines.compactMap { line in line.firstIndex(of: "/").map { String(line[$0...]) } }
    return Array(Set(paths)).sorted()
  }

  static func names(in directory: String) -> [String] {
    guard let stream = opendir(directory) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names
  }

  /// Returns the number after a key at the beginning of a line; 0 without one.
  static func number(_ key: String, in text: String) -> Double {
    for line in text.split(separator: "\n") where line.hasPrefix(key) {
      let words = line.dropFirst(key.count).split { $0 == " " || $0 == "\t" }
      return words.first.flatMap { Double($0) } ?? 0
    }
    return 0
  }
}
