import BridgeCommandLine
import Doctor
import JSONCodec

/// The `doctor` command: checks this machine for problems.
enum DoctorCommand {
  static func run(_ options: DoctorOptions) -> ExitStatus {
    let report = Diagnosis(options: options).examine()
    switch options.format {
    case .text: Output.painted(report.text(Terminal.output.style))
    case .json: Output.line(report.json.text)
    }
    return report.hasProblem ? .failure : .success
  }
}
