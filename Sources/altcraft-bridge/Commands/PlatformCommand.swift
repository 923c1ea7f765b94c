import AltcraftEngine
import AltcraftMethods
import BridgeCommandLine
import Glibc
import JSONCodec
import PlatformSimulator
import System
import Transports

/// The `platform` command: runs the simulated Altcraft platform until it is interrupted.
enum PlatformCommand {
  static func run(_ options: PlatformOptions) -> ExitStatus {
    // Block the signals before the simulator starts threads, so that only this thread receives them.
    let signals = SignalWaiter([SIGINT, SIGTERM, SIGHUP])
    var settings = SimulatorOptions(
      host: options.listen.host.rawValue, port: options.listen.port)
    settings.stateFile = options.stateFile
    settings.complain = { StandardOutput.errorLine("altcraft-bridge: \($0)") }
    if options.isVerbose || Terminal.output.isTerminal {
      settings.observe = { StandardOutput.painted(line($0, Terminal.output.style) + "\n") }
    }
    let simulator = Simulator(settings)
    do throws(PlatformScriptError) {
      if let script = options.script { try simulator.script(PlatformScript(file: script)) }
    } catch {
      StandardOutput.errorLine("altcraft-bridge: \(error.message)")
      return .configuration
    }
    do throws(ParentWatch.Problem) {
      if let pid = options.parentPid {
        _ = try ParentWatch(.process(pid)) { kill(getpid(), SIGTERM) }
      }
    } catch {
      let failure = StartError(error)
      StandardOutput.errorLine("altcraft-bridge: \(failure.message)")
      return failure.status
    }
    do throws(SimulatorError) {
      let address = try simulator.start()
      StandardOutput.errorLine(readyLine(address))
    } catch {
      StandardOutput.errorLine("altcraft-bridge: \(error.message)")
      if case .inUse = error { return .directoryInUse }
      return .configuration
    }
    _ = signals.next()
    simulator.stop()
    return .success
  }

  private static func line(_ request: RecordedRequest, _ style: TextStyle) -> String {
    let time = LocalTime.text(Timestamp(milliseconds: request.time).text)
    let attempt = request.attempt > 1 ? " attempt \(request.attempt)" : ""
    let id = request.requestID.map { " " + String($0.prefix(8)).inMessage } ?? ""
    let status = request.status.map(String.init) ?? "---"
    let isRefused = request.status.map { $0 >= 400 } ?? true
    let shown = isRefused ? style.red(status) : style.green(status)
    let why = request.why.map { "  " + $0.inMessage } ?? ""
    return "\(style.dim(time)) \(shown) \(request.method) \(request.path)"
      + style.cyan(id) + attempt + why
  }

  private static func readyLine(_ address: SimulatorAddress) -> String {
    let ready: JSON = [
      "ready": true, "version": .string(BridgeVersion.current), "pid": .int(getpid()),
      "url": .string(address.url),
    ]
    return ready.text
  }
}
