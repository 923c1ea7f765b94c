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
            *) operands=$((operands + 1)) ;;
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
        fi
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
      }
      complete -o default -F _altcraft_bridge altcraft-bridge

      """
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
    case .choice(let choices):
      "mapfile -t COMPREPLY < <(compgen -W '\(choices.joined(separator: " "))' -- \"$current\")"
    case .file: "mapfile -t COMPREPLY < <(compgen -f -- \"$current\")"
    case .directory: "mapfile -t COMPREPLY < <(compgen -d -- \"$current\")"
    case .text, .integer, .loopback, .assignment: "compopt +o default 2>/dev/null || :"
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
      let operands =
        choices.isEmpty ? ["'*:file:_files'"] : ["'1:word:(\(choices))'", "'*:file:_files'"]
      let arguments = (command.flags.map(flag) + ["'--help[explain it]'"] + operands)
        .joined(separator: " \\\n        ")
      return "    \(command.rawValue)) _arguments -s \\\n        \(arguments) ;;"
    }
    // In a directory of $fpath the file is the function; a sourced file has to register it.
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
      if [[ $funcstack[1] == _altcraft-bridge ]]; then
        _altcraft-bridge "$@"
      else
        compdef _altcraft-bridge altcraft-bridge
      fi

      """
  }

  private static func flag(_ flag: Flag) -> String {
    let doc = "[\(escaped(flag.doc))]"
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
    return functions + (commands + rest).joined(separator: "\n") + "\n"
  }

  private static var functions: String {
    let switches = Set(CommandName.allCases.flatMap(\.flags).filter { $0.placeholder == nil })
    let alone = ["--help"] + switches.map { "--\($0.name)" }.sorted()
    return """
      function __altcraft_bridge_is
        set -l words (commandline -opc)
        test "$words[2]" = $argv[1]
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
    case .choice(let choices): "-x -l \(flag.name) -a '\(choices.joined(separator: " "))'"
    case .file: "-r -F -l \(flag.name)"
    case .directory: "-x -l \(flag.name) -a '(__fish_complete_directories)'"
    case .text, .integer, .loopback, .assignment: "-x -l \(flag.name)"
    }
  }

  private static func escaped(_ text: String) -> String {
    text.map { $0 == "'" ? "\\'" : String($0) }.joined()
  }
}
