import Foundation
import Glibc
import TestSupport

/// The current resource use of a process, zero if it has exited.
struct ProcessFigures: Sendable, CustomStringConvertible {
  let residentKilobytes: Int
  /// The pages that no other process shares: no files, no libraries.
  let privateKilobytes: Int
  let descriptors: Int
  let threads: Int

  init(of pid: pid_t) {
    func number(_ name: String, _ file: String = "status") -> Int {
      let contents = FileManager.default.contents(atPath: "/proc/\(pid)/\(file)") ?? Data()
      let line = String(decoding: contents, as: UTF8.self).split(separator: "\n")
        .first { $0.hasPrefix(name + ":") }
      return line?.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }.first ?? 0
    }
    residentKilobytes = number("VmRSS")
    privateKilobytes = number("Private_Dirty", "smaps_rollup")
    threads = number("Threads")
    descriptors =
      (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd"))?.count ?? 0
  }

  var description: String {
    "rss \(residentKilobytes) kB, descriptors \(descriptors), threads \(threads)"
  }
}

/// Returns the processes that process `pid` has started, zombies included.
func children(of pid: pid_t) -> [pid_t] {
  let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task")) ?? []
  return tasks.flatMap { task -> [pid_t] in
    let file = "/proc/\(pid)/task/\(task)/children"
    let text = FileManager.default.contents(atPath: file).map {
      String(decoding: $0, as: UTF8.self)
    }
    return (text ?? "").split(separator: " ").compactMap { pid_t($0) }
  }
}

/// Returns the CPU time of all threads of a process so far, in user and kernel mode, or zero if the process
/// has exited.
///
/// The kernel counts it in nanoseconds. Counting instructions would be more exact, but virtual machines often
/// have no counter for them.
func processorTime(of pid: pid_t) -> Duration {
  var clock = clockid_t()
  var time = timespec()
  guard clock_getcpuclockid(pid, &clock) == 0, clock_gettime(clock, &time) == 0 else {
    return .zero
  }
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

/// Returns variables with which a program finds an empty file in place of libcurl.
func environmentWithoutLibcurl(in place: TemporaryDirectory) throws -> [String: String] {
  let folder = place.path + "/lib"
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  try Data().write(to: URL(fileURLWithPath: folder + "/libcurl.so.4"))
  return ["LD_LIBRARY_PATH": folder]
}
