import Glibc
import PlatformSimulator
import System

/// A running simulated platform.
final class BaselinePlatform {
  enum Behaviour: String { case outage, answering }

  let process: MeasuredProcess
  let url: String

  init(_ behaviour: Behaviour, _ bench: Bench) throws(BenchError) {
    process = try MeasuredProcess(
      [bench.options.program, "platform", behaviour.rawValue], bench.workspace)
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while read(process.reading, &byte, 1) == 1, byte != 0x0A { line.append(byte) }
    url = String(decoding: line, as: UTF8.self)
    guard url.hasPrefix("http") else {
      throw BenchError("the platform did not start: \(process.errorText)")
    }
  }
}

/// The command `platform outage|answering`: a simulated platform in a separate process, so that its cost
/// counts neither for the bridge nor for this program. It ends when its standard input ends.
enum BaselinePlatformCommand {
  static func run(_ words: [String]) throws(BenchError) {
    var options = SimulatorOptions()
    options.limits.recordedRequests = 100
    options.limits.mobileEvents = 100
    let simulator = Simulator(options)
    if words.first == "outage" {
      // Nothing is retried for an hour, so that no delivery disturbs the measurement.
      let answer = Fault.status(503, headers: [Fault.Header("Retry-After", "3600")])
      do throws(PlatformScriptError) {
        try simulator.script([ScriptRule(fault: answer)])
      } catch {
        throw BenchError(error.message)
      }
    }
    do throws(SimulatorError) {
      StandardOutput.text(try simulator.start().url + "\n")
    } catch {
      throw BenchError(error.message)
    }
    var byte: UInt8 = 0
    while read(STDIN_FILENO, &byte, 1) > 0 {}
    simulator.stop()
  }
}
