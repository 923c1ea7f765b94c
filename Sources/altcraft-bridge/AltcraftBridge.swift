import AltcraftMethods
import BridgeCommandLine
import Glibc
import System

@main
enum AltcraftBridge {
  static func main() {
    // A reader that has closed the pipe makes that write fail; it does not end the process.
    signal(SIGPIPE, SIG_IGN)
    exit(run().rawValue)
  }

  private static func run() -> ExitStatus {
    do throws(UsageError) {
      let words = Array(ProcessArguments.all.dropFirst())
      return run(try Arguments.parse(words, .ofThisProcess))
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
    case .schema(let format): return SchemaCommand.run(format)
    case .generate(let options): return GenerateCommand.run(options)
    case .outbox(let options): return OutboxCommand.run(options)
    case .replay(let options): return ReplayCommand.run(options)
    case .call(let options): return CallCommand.run(options)
    case .events(let options): return EventsCommand.run(options)
    case .status(let options): return StatusCommand.run(options)
    case .top(let options): return TopCommand.run(options)
    case .endpoint(let options): return EndpointCommand.run(options)
    case .jwt(let token): return StandardOutput.line(token).status
    case .push(let options): return PushCommand.run(options)
    case .demo(let isFast): return DemoCommand.run(isFast: isFast)
    case .platform(let options): return PlatformCommand.run(options)
    case .doctor(let options): return DoctorCommand.run(options)
    case .service(let options): return ServiceCommand.run(options)
    case .completion(let shell):
      return StandardOutput.text(CompletionScript.text(for: shell)).status
    case .version: return StandardOutput.line("altcraft-bridge \(BridgeVersion.current)").status
    case .help(let options): return HelpCommand.run(options)
    }
  }
}

extension Bool {
  /// The exit status after printing: a reader that closes early, like `head`, needs no error message.
  fileprivate var status: ExitStatus { self ? .success : .failure }
}
