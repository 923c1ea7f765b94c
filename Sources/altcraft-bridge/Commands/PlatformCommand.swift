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
    let simulator = Simulator(port: options.listen.port, host: options.listen.host.rawValue)
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
      return .configuration
    }
    _ = signals.next()
    simulator.stop()
    return .success
  }

  private static func readyLine(_ address: SimulatorAddress) -> String {
    let ready: JSON = [
      "ready": true, "version": .string(BridgeVersion.current), "pid": .int(getpid()),
      "url": .string(address.url),
    ]
    return ready.text
  }
}
