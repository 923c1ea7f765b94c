import AltcraftEngine
import AltcraftMethods
import JSONCodec
import JSONRPC

/// The output of `completion`: commands, flags and fixed values, taken from the same pages as the help.
package enum CompletionScript {
  package static func text(for shell: Shell) -> String {
    switch shell {
    case .bash: BashCompletion.text
    case .zsh: ZshCompletion.text
    case .fish: FishCompletion.text
    }
  }
}

/// The candidates that are the same for all shells.
enum CompletionWords {
  /// The words `KEY=` of the parameters of each method and each structure of `push`.
  static let parameters: [Parameters] = ofMethods + ofPushes

  struct Parameters {
    let command: CommandName
    let operand: String
    let words: [String]
  }

  private static var ofMethods: [Parameters] {
    Catalog.methods.flatMap { method -> [Parameters] in
      let words = method.declaration.parameters.map { "\($0.name)=" }
      guard !words.isEmpty else { return [] }
      return ([method.name] + method.aliases).map {
        Parameters(command: .call, operand: $0, words: words)
      }
    }
  }

  private static var ofPushes: [Parameters] {
    PushSample.names.map { name in
      let words = (PushSample(name)?.keys ?? []).map { "\($0)=" }
      return Parameters(command: .push, operand: name, words: words)
    }
  }

  /// The fixed values of a flag; empty for a flag with other values.
  static func values(of flag: Flag) -> [String] {
    switch flag.value {
    case .choice(let choices): choices
    case .assignment: Limits.names.map { "\($0)=" }
    case .text where flag == .codes:
      EventCatalog.entries.filter(\.isEmitted).map { String($0.code.rawValue) }
    case .yesOrNo, .text, .file, .directory, .integer, .loopback, .origin: []
    }
  }
}

enum BashCompletion {
  static var text: String {
    let names = CommandName.allCases.map(\.rawValue).joined(separator: " ")
    // A command without operands has only flags, so these are offered before a dash is typed.
    let operands = CommandName.allCases.map { command in
      let page = command.page
      let words = page.operands == nil ? flagNames(command) : page.operandChoices
      return "      \(command.rawValue)) words='\(words.joined(separator: " "))' ;;"
    }
    let flags = CommandName.allCases.map {
      "      \($0.rawValue)) words=\"\(flagNames($0).joined(separator: " ")) $words\" ;;"
    }
    // Flags of the same name can take different values in two commands, so the command is part of the case.
    let values = CommandName.allCases.flatMap { command in
      command.flags.compactMap { flag in
        action(flag).map { "    '\(command.rawValue) --\(flag.name)') \($0); return ;;" }
      }
    }
    // Readline splits `--flag=value` and `bridge.ping` or not, depending on the user's configuration.
    return """
      _altcraft_bridge() {
        local command=${COMP_WORDS[1]} current=${COMP_WORDS[COMP_CWORD]} words= operands=0 index
        local first=
        local previous=${COMP_WORDS[COMP_CWORD-1]}
        [ "$current" != = ] || current=
        [ "$previous" != = ] || previous=${COMP_WORDS[COMP_CWORD-2]}
        COMPREPLY=()
        if [ "$COMP_CWORD" -eq 1 ]; then
          mapfile -t COMPREPLY < <(compgen -W '\(names) --help --version' -- "$current")
          return
        fi
        case "$command $previous" in
      \(values.joined(separator: "\n"))
        esac
        for ((index = 2; index < COMP_CWORD; index++)); do
          case ${COMP_WORDS[index]} in
            -*) case "$command ${COMP_WORDS[index]}" in
      \(taking.joined(separator: "\n"))
            esac ;;
            =) index=$((index + 1)) ;;
            *) operands=$((operands + 1)); [ "$operands" -ne 1 ] || first=${COMP_WORDS[index]} ;;
          esac
        done
        if [[ $current == -* ]]; then
          words=--help
          case $command in
      \(flags.joined(separator: "\n"))
          esac
        elif [ "$operands" -eq 0 ]; then
          case $command in
      \(operands.joined(separator: "\n"))
          esac
        elif [ "$operands" -eq 1 ] && [ "${COMP_WORDS[COMP_CWORD]}" != = ]; then
          case "$command $first" in
      \(parameters.joined(separator: "\n"))
          esac
        fi
        case "$command $operands" in
      \(files.joined(separator: "\n"))
        esac
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
      }
      complete -F _altcraft_bridge altcraft-bridge

      """
  }

  private static var parameters: [String] {
    CompletionWords.parameters.map {
      "      '\($0.command.rawValue) \($0.operand)') words='\($0.words.joined(separator: " "))'; "
        + "compopt -o nospace 2>/dev/null || : ;;"
    }
  }

  /// The operands that are names of files.
  private static var files: [String] {
    CommandName.allCases.compactMap { command in
      guard let place = command.page.fileOperand else { return nil }
      let kind = place.isDirectory ? "-d" : "-f"
      return "    '\(command.rawValue) \(place.index)') \(names(kind)); return ;;"
    }
  }

  private static func names(_ kind: String) -> String {
    "compopt -o filenames 2>/dev/null || :; mapfile -t COMPREPLY < <(compgen \(kind) -- \"$current\")"
  }

  private static func flagNames(_ command: CommandName) -> [String] {
    command.flags.map { "--\($0.name)" }
  }

  /// The flags whose value is the next word, unless an equals sign precedes it.
  private static var taking: [String] {
    let flags = CommandName.allCases.flatMap { command in
      command.flags.filter { $0.placeholder != nil }.map { "'\(command.rawValue) --\($0.name)'" }
    }
    return [
      "        \(flags.joined(separator: " | "))) [ \"${COMP_WORDS[index+1]}\" = = ] || index=$((index + 1)) ;;"
    ]
  }

  /// Returns the shell code that completes the value of a flag; nil if the flag has no value.
  private static func action(_ flag: Flag) -> String? {
    switch flag.value {
    case .yesOrNo: nil
    case .file: names("-f")
    case .directory: names("-d")
    case .text where flag == .codes:
      // The last of several codes.
      "mapfile -t COMPREPLY < <(compgen -P \"${current%\"${current##*,}\"}\" "
        + "-W '\(CompletionWords.values(of: flag).joined(separator: " "))' -- \"${current##*,}\")"
    case .choice, .text, .integer, .loopback, .assignment, .origin:
      "mapfile -t COMPREPLY < <(compgen -W '\(CompletionWords.values(of: flag).joined(separator: " "))' -- \"$current\")"
    }
  }
}

enum ZshCompletion {
  static var text: String {
    let commands = CommandName.allCases.map {
      "    '\($0.rawValue):\(escaped($0.page.summary))'"
    }
    let cases = CommandName.allCases.map { command in
      let choices = command.page.operandChoices.joined(separator: " ")
      let first = choices.isEmpty ? [] : ["'1:word:(\(choices))'"]
      let operands = first + [rest(of: command)]
      let arguments = (command.flags.map(flag) + ["'--help[explain it]'"] + operands)
        .joined(separator: " \\\n        ")
      return "    \(command.rawValue)) _arguments -s \\\n        \(arguments) ;;"
    }
    // In a directory of $fpath the file is the function; a sourced file has to register it.
    return """
      #compdef altcraft-bridge
      _altcraft-bridge-parameters() {
        case $line[1] in
      \(parameters)
        esac
      }
      _altcraft-bridge() {
        local -a commands
        commands=(
      \(commands.joined(separator: "\n"))
        )
        if (( CURRENT == 2 )); then
          _describe command commands
          return
        fi
        local command=${words[2]} line
        shift words
        (( CURRENT-- ))
        case $command in
      \(cases.joined(separator: "\n"))
        esac
      }
      if [[ $funcstack[1] == _altcraft-bridge ]]; then
        _altcraft-bridge "$@"
      else
        compdef _altcraft-bridge altcraft-bridge
      fi

      """
  }

  /// Describes the operands after the fixed words.
  private static func rest(of command: CommandName) -> String {
    if command == .call || command == .push {
      return "'*:parameter:_altcraft-bridge-parameters'"
    }
    guard let place = command.page.fileOperand else { return "'*: :'" }
    return place.isDirectory ? "'*:directory:_files -/'" : "'*:file:_files'"
  }

  private static var parameters: String {
    CompletionWords.parameters.map {
      "    \($0.operand)) compadd -S '' -- \($0.words.joined(separator: " ")) ;;"
    }.joined(separator: "\n")
  }

  private static func flag(_ flag: Flag) -> String {
    let doc = "[\(escaped(flag.doc))]"
    let star = flag.isRepeatable ? "*" : ""
    let action: String
    switch flag.value {
    case .yesOrNo: return "'\(star)--\(flag.name)\(doc)'"
    case .file: action = ":file:_files"
    case .directory: action = ":directory:_files -/"
    case .choice, .text, .integer, .loopback, .assignment, .origin:
      let values = CompletionWords.values(of: flag).joined(separator: " ")
      action = values.isEmpty ? ":value: " : ":value:(\(values))"
    }
    return "'\(star)--\(flag.name)=\(doc)\(action)'"
  }

  /// Escapes the colons and brackets that end a description, and the quotes that end its word.
  private static func escaped(_ text: String) -> String {
    text.map { character -> String in
      switch character {
      case ":", "[", "]": "\\\(character)"
      case "'": "'\\''"
      default: String(character)
      }
    }.joined()
  }
}

enum FishCompletion {
  static var text: String {
    let commands = CommandName.allCases.map {
      "complete -c altcraft-bridge -n __fish_use_subcommand -f -a \($0.rawValue)"
        + " -d '\(escaped($0.page.summary))'"
    }
    let rest = CommandName.allCases.flatMap { command -> [String] in
      let line = "complete -c altcraft-bridge -n '__altcraft_bridge_is \(command.rawValue)'"
      let flags = command.flags.map { "\(line) \(flag($0)) -d '\(escaped($0.doc))'" }
      let choices = command.page.operandChoices.joined(separator: " ")
      let first = "complete -c altcraft-bridge -n '__altcraft_bridge_is_first \(command.rawValue)'"
      return flags + (choices.isEmpty ? [] : ["\(first) -f -a '\(choices)'"])
    }
    let parameters = CompletionWords.parameters.map {
      "complete -c altcraft-bridge -n '__altcraft_bridge_has \($0.command.rawValue) \($0.operand)' "
        + "-f -a '\($0.words.joined(separator: " "))'"
    }
    let files = CommandName.allCases.filter { $0.page.fileOperand != nil }.map {
      "complete -c altcraft-bridge -n '__altcraft_bridge_is \($0.rawValue)' -F"
    }
    return functions
      + (["complete -c altcraft-bridge -f"] + commands + rest + parameters + files).joined(
        separator: "\n") + "\n"
  }

  private static var functions: String {
    let switches = Set(CommandName.allCases.flatMap(\.flags).filter { $0.placeholder == nil })
    let alone = ["--help"] + switches.map { "--\($0.name)" }.sorted()
    return """
      function __altcraft_bridge_is
        set -l words (commandline -opc)
        test "$words[2]" = $argv[1]
      end

      # Whether the command is that one, with that operand.
      function __altcraft_bridge_has
        __altcraft_bridge_is $argv[1]; or return 1
        set -l words (commandline -opc)
        contains -- $argv[2] $words[3..]
      end

      # Whether the command is that one, and nothing but flags stands behind it.
      function __altcraft_bridge_is_first
        __altcraft_bridge_is $argv[1]; or return 1
        set -l words (commandline -opc)
        set -e words[1..2]
        while set -q words[1]
          switch $words[1]
            case '--*=*' \(alone.joined(separator: " "))
              set -e words[1]
            case '-*'
              set -e words[1..2]
            case '*'
              return 1
          end
        end
      end


      """
  }

  private static func flag(_ flag: Flag) -> String {
    switch flag.value {
    case .yesOrNo: "-f -l \(flag.name)"
    case .file: "-r -F -l \(flag.name)"
    case .directory: "-x -l \(flag.name) -a '(__fish_complete_directories)'"
    case .choice, .text, .integer, .loopback, .assignment, .origin:
      "-x -l \(flag.name)" + values(CompletionWords.values(of: flag))
    }
  }

  private static func values(_ values: [String]) -> String {
    values.isEmpty ? "" : " -a '\(values.joined(separator: " "))'"
  }

  private static func escaped(_ text: String) -> String {
    text.map { $0 == "'" ? "\\'" : String($0) }.joined()
  }
}
