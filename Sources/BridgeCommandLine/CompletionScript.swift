import AltcraftEngine
import AltcraftMethods
import JSONCodec
import JSONRPC
import PushMessages

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
  /// The words `KEY=` of `jwt`, of each method and of each structure of `push`.
  static let parameters: [Parameters] = [ofJWT] + ofMethods + ofPushes

  struct Parameters {
    let command: CommandName
    /// The names that stand as the first operand; empty for a command without one.
    let operands: [String]
    let names: [String]
    /// The words behind a dot or an equals sign: members of objects and fixed values.
    let inner: [String]
  }

  private static var ofJWT: Parameters {
    let values = UnsignedJWT.matchings.map { "matching=\($0)" }
    return Parameters(
      command: .jwt, operands: [], names: UnsignedJWT.keys.map { "\($0)=" }, inner: values)
  }

  private static var ofMethods: [Parameters] {
    Catalog.methods.compactMap { method -> Parameters? in
      let parameters = method.declaration.parameters
      guard !parameters.isEmpty else { return nil }
      return Parameters(
        command: .call, operands: [method.name] + method.aliases,
        names: parameters.map { "\($0.name)=" },
        inner: parameters.flatMap { inner($0.name, ParameterType($0.schema), depth: 2) })
    }
  }

  private static var ofPushes: [Parameters] {
    PushSample.names.map { name in
      let words = (PushSample(name)?.keys ?? []).map { "\($0)=" }
      return Parameters(command: .push, operands: [name], names: words, inner: [])
    }
  }

  /// Returns the values and members of a parameter, down to a depth.
  private static func inner(_ path: String, _ type: ParameterType, depth: Int) -> [String] {
    let values = type.choices.map { "\(path)=\($0)" }
    guard depth > 0 else { return values }
    return type.memberNames.reduce(into: values) { words, name in
      let member = "\(path).\(name)"
      words.append("\(member)=")
      if let type = type.member(name) { words += inner(member, type, depth: depth - 1) }
    }
  }

  /// Returns the fixed values of a flag; empty for a flag with other values.
  static func values(of flag: Flag) -> [String] {
    switch flag.value {
    case .choice(let choices): choices
    case .assignment: Limits.names.map { "\($0)=" }
    case .text where flag == .connect: ["127.0.0.1:", "ws://127.0.0.1:"]
    case .text where flag == .codes:
      EventCatalog.entries.filter(\.isEmitted).map { String($0.code.rawValue) }
    case .yesOrNo, .text, .file, .directory, .proxy, .integer, .loopback, .origin: []
    }
  }

  /// Returns whether the values of a flag are the beginnings of words: no space follows them.
  static func areBeginnings(_ flag: Flag) -> Bool {
    values(of: flag).first.map { $0.hasSuffix("=") || $0.hasSuffix(":") } ?? false
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
        local first= key= inner=
        local previous=${COMP_WORDS[COMP_CWORD-1]}
        if [ "$current" = = ]; then
          current= key=$previous
        elif [ "$previous" = = ]; then
          previous=${COMP_WORDS[COMP_CWORD-2]}
          key=$previous
        fi
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
        if [[ -z $key && $current == -* ]]; then
          words=--help
          case $command in
      \(flags.joined(separator: "\n"))
          esac
        elif [[ -z $key && $operands -eq 0 && $command != jwt ]]; then
          case $command in
      \(operands.joined(separator: "\n"))
          esac
        else
          case "$command $first" in
      \(parameters.joined(separator: "\n"))
          esac
          if [ -n "$key" ]; then
            # The words without the key: Readline replaces only what follows the equals sign.
            mapfile -t COMPREPLY < <(compgen -W "$inner" -X "$key=" -- "$key=$current")
            COMPREPLY=("${COMPREPLY[@]#"$key="}")
            return
          fi
          case $current in *[.=]*) words=$inner ;; esac
        fi
        [[ $current == -* ]] || case "$command $operands" in
      \(files.joined(separator: "\n"))
        esac
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
        [[ ${COMPREPLY[0]-} != *= ]] || compopt -o nospace 2>/dev/null || :
      }
      complete -F _altcraft_bridge altcraft-bridge

      """
  }

  private static var parameters: [String] {
    CompletionWords.parameters.map { entry in
      let command = entry.command.rawValue
      let patterns =
        entry.operands.isEmpty
        ? "'\(command) '*" : entry.operands.map { "'\(command) \($0)'" }.joined(separator: " | ")
      return "      \(patterns)) words='\(entry.names.joined(separator: " "))' "
        + "inner='\(entry.inner.joined(separator: " "))' ;;"
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
    case .choice, .text, .proxy, .integer, .loopback, .assignment, .origin:
      "mapfile -t COMPREPLY < <(compgen -W '\(CompletionWords.values(of: flag).joined(separator: " "))' -- \"$current\")"
        + (CompletionWords.areBeginnings(flag) ? "; compopt -o nospace 2>/dev/null || :" : "")
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
      let operands = first + rest(of: command)
      let arguments = (command.flags.map(flag) + ["'--help[explain it]'"] + operands)
        .joined(separator: " \\\n        ")
      return "    \(command.rawValue)) _arguments -s \\\n        \(arguments) ;;"
    }
    // In a directory of $fpath the file is the function; a sourced file has to register it.
    return """
      #compdef altcraft-bridge
      _altcraft-bridge-parameters() {
        local -a names inner
        case "$command $line[1]" in
      \(parameters)
        esac
        if [[ $PREFIX == *[.=]* ]]; then
          compadd -S '' -- ${(M)inner:#*=}
          compadd -- ${inner:#*=}
        else
          compadd -S '' -- $names
        fi
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

  /// Describes the operands after the fixed words, if there are any.
  private static func rest(of command: CommandName) -> [String] {
    if CompletionWords.parameters.contains(where: { $0.command == command }) {
      return ["'*:parameter:_altcraft-bridge-parameters'"]
    }
    guard let place = command.page.fileOperand else { return [] }
    return [place.isDirectory ? "'*:directory:_files -/'" : "'*:file:_files'"]
  }

  private static var parameters: String {
    CompletionWords.parameters.map { entry in
      let command = entry.command.rawValue
      let patterns =
        entry.operands.isEmpty
        ? "'\(command) '*" : entry.operands.map { "'\(command) \($0)'" }.joined(separator: "|")
      return "    \(patterns)) names=(\(entry.names.joined(separator: " "))) "
        + "inner=(\(entry.inner.joined(separator: " "))) ;;"
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
    case .text where flag == .codes:
      let codes = CompletionWords.values(of: flag).joined(separator: " ")
      action = ":codes:_sequence compadd - \(codes)"
    case .choice, .text, .proxy, .integer, .loopback, .assignment, .origin:
      let values = CompletionWords.values(of: flag).joined(separator: " ")
      action =
        CompletionWords.areBeginnings(flag)
        ? ":value:compadd -S \"\" - \(escaped(values))"
        : values.isEmpty ? ":value: " : ":value:(\(values))"
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
      let first =
        "complete -c altcraft-bridge -n '__altcraft_bridge_is_operand \(command.rawValue) 0'"
      return flags + (choices.isEmpty ? [] : ["\(first) -f -a '\(choices)'"])
    }
    let parameters = CompletionWords.parameters.map { entry in
      let place = ([entry.command.rawValue] + entry.operands).joined(separator: " ")
      let words = [entry.names, entry.inner].map { "\"\($0.joined(separator: " "))\"" }
      return "complete -c altcraft-bridge -n '__altcraft_bridge_has \(place)' "
        + "-f -a '(__altcraft_bridge_offer \(words.joined(separator: " ")))'"
    }
    let files = CommandName.allCases.compactMap { command -> String? in
      guard let place = command.page.fileOperand else { return nil }
      let kind = place.isDirectory ? "-f -a '(__fish_complete_directories)'" : "-F"
      return "complete -c altcraft-bridge "
        + "-n '__altcraft_bridge_is_operand \(command.rawValue) \(place.index)' \(kind)"
    }
    return functions
      + ([
        "complete -c altcraft-bridge -f", "complete -c altcraft-bridge -l help -d 'explain it'",
      ] + commands + rest + parameters + files).joined(
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

      # Whether the command is that one, with one of the operands if there are any.
      function __altcraft_bridge_has
        __altcraft_bridge_is $argv[1]; or return 1
        set -q argv[2]; or return 0
        set -l words (commandline -opc)
        for word in $argv[2..]
          contains -- $word $words[3..]; and return 0
        end
        return 1
      end

      # Whether the command is that one, with so many operands before the cursor.
      function __altcraft_bridge_is_operand
        __altcraft_bridge_is $argv[1]; or return 1
        set -l words (commandline -opc)
        set -l count 0
        set -e words[1..2]
        while set -q words[1]
          switch $words[1]
            case '--*=*' \(alone.joined(separator: " "))
              set -e words[1]
            case '-*'
              set -e words[1..2]
            case '*'
              set count (math $count + 1)
              set -e words[1]
          end
        end
        test $count -eq $argv[2]
      end

      # Prints the names of parameters, or the words behind a dot or an equals sign.
      function __altcraft_bridge_offer
        if string match -qr '[.=]' -- (commandline -ct)
          string split ' ' -- $argv[2]
        else
          string split ' ' -- $argv[1]
        end
      end

      # Prints the codes behind those that are already typed.
      function __altcraft_bridge_codes
        set -l before (string replace -r '^--codes=' '' -- (commandline -ct) | string match -r '^.*,')
        set -q before[1]; or set before ''
        printf '%s\\n' $before$argv
      end


      """
  }

  private static func flag(_ flag: Flag) -> String {
    switch flag.value {
    case .yesOrNo: "-f -l \(flag.name)"
    case .file: "-r -F -l \(flag.name)"
    case .directory: "-x -l \(flag.name) -a '(__fish_complete_directories)'"
    case .text where flag == .codes:
      "-x -l \(flag.name) -a '(__altcraft_bridge_codes "
        + "\(CompletionWords.values(of: flag).joined(separator: " ")))'"
    case .choice, .text, .proxy, .integer, .loopback, .assignment, .origin:
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
