/// What `completion` prints: commands, flags and fixed values from the same tables as everything else.
enum CompletionScript {
  static func text(for shell: Shell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  private static var bash: String {
    let cases = CommandName.allCases.map { command in
      let words = command.flags.map { "--\($0.name)" } + command.operandChoices
      return "    \(command.rawValue)) words='\(words.joined(separator: " "))' ;;"
    }
    // A flag of one name can take different values in two commands, so the command is part of the case.
    let values = CommandName.allCases.flatMap { command in
      command.flags.compactMap { flag in bashValues(command, flag) }
    }
    return """
      _altcraft_bridge() {
        local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} words=
        if [ "$COMP_CWORD" -eq 1 ]; then
          COMPREPLY=($(compgen -W '\(commandNames)' -- "$current"))
          return
        fi
        case "${COMP_WORDS[1]} $previous" in
      \(values.joined(separator: "\n"))
        esac
        case ${COMP_WORDS[1]} in
      \(cases.joined(separator: "\n"))
        esac
        COMPREPLY=($(compgen -W "$words" -- "$current"))
      }
      complete -o default -F _altcraft_bridge altcraft-bridge

      """
  }

  private static func bashValues(_ command: CommandName, _ flag: Flag) -> String? {
    let reply: String
    switch flag.value {
    case .yesOrNo: return nil
    case .choice(let choices):
      reply = "$(compgen -W '\(choices.joined(separator: " "))' -- \"$current\")"
    case .file: reply = "$(compgen -f -- \"$current\")"
    case .directory: reply = "$(compgen -d -- \"$current\")"
    case .text, .integer, .loopback, .assignment: reply = ""
    }
    return "    '\(command.rawValue) --\(flag.name)') COMPREPLY=(\(reply)); return ;;"
  }

  private static var zsh: String {
    let commands = CommandName.allCases.map { "    '\($0.rawValue):\(zshText($0.summary))'" }
    let cases = CommandName.allCases.map { command in
      let flags = command.flags.map(zshFlag)
      let operands =
        command.operandChoices.isEmpty
        ? "'*:argument:_files'"
        : "'1:word:(\(command.operandChoices.joined(separator: " ")))' '*:file:_files'"
      let arguments = (flags + [operands]).joined(separator: " \\\n        ")
      return "    \(command.rawValue)) _arguments -s \\\n        \(arguments) ;;"
    }
    return """
      #compdef altcraft-bridge
      _altcraft-bridge() {
        local -a commands
        commands=(
      \(commands.joined(separator: "\n"))
        )
        if (( CURRENT == 2 )); then
          _describe command commands
          return
        fi
        local command=${words[2]}
        shift words
        (( CURRENT-- ))
        case $command in
      \(cases.joined(separator: "\n"))
        esac
      }
      compdef _altcraft-bridge altcraft-bridge

      """
  }

  private static func zshFlag(_ flag: Flag) -> String {
    let doc = "[\(zshText(flag.doc))]"
    let star = flag.isRepeatable ? "*" : ""
    let action: String
    switch flag.value {
    case .yesOrNo: return "'\(star)--\(flag.name)\(doc)'"
    case .choice(let choices): action = ":value:(\(choices.joined(separator: " ")))"
    case .file: action = ":file:_files"
    case .directory: action = ":directory:_files -/"
    case .text, .integer, .loopback, .assignment: action = ":value: "
    }
    return "'\(star)--\(flag.name)=\(doc)\(action)'"
  }

  /// Colons and brackets end a description, and a quote the word around it.
  private static func zshText(_ text: String) -> String {
    text.map { character -> String in
      switch character {
      case ":", "[", "]": "\\\(character)"
      case "'": "'\\''"
      default: String(character)
      }
    }.joined()
  }

  private static var fish: String {
    let commands = CommandName.allCases.map {
      "complete -c altcraft-bridge -n __fish_use_subcommand -f -a \($0.rawValue)"
        + " -d '\(fishText($0.summary))'"
    }
    let rest = CommandName.allCases.flatMap { command -> [String] in
      let seen = "complete -c altcraft-bridge -n '__fish_seen_subcommand_from \(command.rawValue)'"
      let flags = command.flags.map { "\(seen) \(fishFlag($0)) -d '\(fishText($0.doc))'" }
      let choices = command.operandChoices.joined(separator: " ")
      return flags + (choices.isEmpty ? [] : ["\(seen) -f -a '\(choices)'"])
    }
    return (commands + rest).joined(separator: "\n") + "\n"
  }

  private static func fishFlag(_ flag: Flag) -> String {
    switch flag.value {
    case .yesOrNo: "-f -l \(flag.name)"
    case .choice(let choices): "-x -l \(flag.name) -a '\(choices.joined(separator: " "))'"
    case .file: "-r -F -l \(flag.name)"
    case .directory: "-x -l \(flag.name) -a '(__fish_complete_directories)'"
    case .text, .integer, .loopback, .assignment: "-x -l \(flag.name)"
    }
  }

  private static func fishText(_ text: String) -> String {
    text.map { $0 == "'" ? "\\'" : String($0) }.joined()
  }

  private static var commandNames: String {
    CommandName.allCases.map(\.rawValue).joined(separator: " ")
  }
}
