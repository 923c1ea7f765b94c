/// The options of `help`.
package struct HelpOptions: Sendable, Equatable {
  package enum Format: String, Sendable { case text, man }

  package let topic: HelpTopic
  package var format = Format.text
}
