import JSONCodec
import PushMessages
import System

/// The options of `push`.
package struct PushOptions: Sendable, Equatable {
  package let message: JSON
  /// The page of the documentation that prints the structure.
  package let source: String
  /// True to pass it to a running bridge instead of printing it.
  package let isForBridge: Bool
  package let destination: Destination

  init(
    _ settings: OptionValues, _ operands: [String], _ commandEnvironment: CommandEnvironment
  ) throws(UsageError) {
    let names = PushSample.names
    guard let name = operands.first else {
      throw .usage("push: needs one of \(names.joined(separator: ", "))", helpOn: .push)
    }
    guard var sample = PushSample(name) else {
      throw .usage(
        "\(name.inMessage): unknown structure\(Suggestion.text(for: name, among: names))",
        helpOn: .push)
    }
    for word in operands.dropFirst() {
      guard let assignment = Assignment(word) else {
        throw .usage("\(word.inMessage): must be KEY=VALUE, as in title=Hello", helpOn: .push)
      }
      guard sample.keys.contains(assignment.name) else {
        let hint = Suggestion.text(for: assignment.name, among: sample.keys)
        throw .usage(
          hint.isEmpty
            ? "\(assignment.name.inMessage): \(name) has only \(sample.keys.joined(separator: ", "))"
            : "\(assignment.name.inMessage): \(name) has no such member\(hint)", helpOn: .push)
      }
      guard sample.values[assignment.name] == nil else {
        throw .usage("\(assignment.name): given twice", helpOn: .push)
      }
      let text = assignment.value
      guard assignment.name != PushSample.badge || Int(decimal: text) != nil else {
        throw .usage("\(word.inMessage): must be an integer", helpOn: .push)
      }
      sample.values[assignment.name] = text
    }
    message = settings.text(.pushForm) == "provider" ? sample.sent : sample.received
    source = sample.structure.source
    isForBridge = settings.isOn(.pushTo)
    destination = try Destination(settings, commandEnvironment)
  }
}
