import AltcraftMethods
import BridgeCommandLine
import Glibc
import System

@main
enum AltcraftBridge {
  static func main() {
    InheritedSignals.reset()
    OrphanReaper.startIfNeeded()
    // A reader that has closed the pipe makes that write fail; it does not end the process.
    signal(SIGPIPE, SIG_IGN)
    let status = run()
    guard let error = StandardOutput.error else { exit(status.rawValue) }
    StandardOutput.errorLine("altcraft-bridge: \(error.message)")
    exit((status == .success ? .failure : status).rawValue)
  }

  private static func run() -> ExitStatus {
    do throws(UsageError) {
      let command = try Arguments.parse(try ProcessArguments.words(), .ofThisProcess)
      // `serve` checks the descriptors that it was passed.
      if case .serve = command {} else { StandardOutput.reserveNumbers() }
      return run(command)
    } catch {
      for line in error.message.split(separator: "\n") {
        StandardOutput.errorLine("altcraft-bridge: \(line)")
      }
      return error.status
    }
  }

  private static func run(_ command: Command) -> ExitStatus {
    switch command {
    case .serve(let options): return ServeCommand.run(options)
    case .schema(let format): SchemaCommand.run(format)
    case .generate(let options): return GenerateCommand.run(options)
    case .outbox(let options): return OutboxCommand.run(options)
    case .replay(let options): return ReplayCommand.run(options)
    case .call(let options): return CallCommand.run(options)
    case .events(let options): return EventsCommand.run(options)
    case .status(let options): return StatusCommand.run(options)
    case .top(let options): return TopCommand.run(options)
    case .endpoint(let options): return EndpointCommand.run(options)
    case .inspect(let options): return InspectCommand.run(options)
    case .jwt(let jwt):
      if let warning = jwt.warning { StandardOutput.errorLine("altcraft-bridge: \(warning)") }
      StandardOutput.line(jwt.text)
    case .push(let options): return PushCommand.run(options)
    case .demo(let isFast): return DemoCommand.run(isFast: isFast)
    case .platform(let options): return PlatformCommand.run(options)
    case .doctor(let options): return DoctorCommand.run(options)
    case .service(let options): return ServiceCommand.run(options)
    case .completion(let shell): StandardOutput.text(CompletionScript.text(for: shell))
    case .version: StandardOutput.line("altcraft-bridge \(BridgeVersion.current)")
    case .help(let options): HelpCommand.run(options)
    }
    return .success
  }
}
