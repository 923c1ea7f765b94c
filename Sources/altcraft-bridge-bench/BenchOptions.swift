import Glibc
import JSONCodec

/// The options of a measurement.
struct BenchOptions: Equatable {
  var rounds = 5
  var groups = Group.allCases
  var isQuick = false
  var isFull = false
  var allowsDebug = false
  /// The directory for data. The default is on disk; that of temporary files is not on many systems.
  var directory = "/var/tmp"
  /// The path of the program under test. The default is the one next to this program.
  var bridge: String
  /// The path of this program.
  var program: String
  var jsonFile: String?
  var peers: [Peer] = []

  struct Peer: Equatable {
    let label: String
    let command: [String]
    /// The request text, with `%d` in place of the number.
    var request = RequestTemplate.pingText
  }

  var json: JSON {
    [
      "rounds": .int(rounds), "groups": .array(groups.map { .string($0.rawValue) }),
      "quick": .bool(isQuick), "full": .bool(isFull),
    ]
  }
}

/// The command that the command line selects.
enum BenchCommand: Equatable {
  case measure(BenchOptions)
  case help
  /// This program as the other end of a connection, or as a platform.
  case floor([String])
  case platform([String])
}

extension BenchCommand {
  /// Parses the command line. `program` is the path of this program.
  static func parse(_ words: [String], program: String) throws(BenchError) -> BenchCommand {
    switch words.first {
    case "floor": return .floor(Array(words.dropFirst()))
    case "platform": return .platform(Array(words.dropFirst()))
    default: break
    }
    let folder = program.lastIndex(of: "/").map { program[..<$0] } ?? "."
    var options = BenchOptions(bridge: folder + "/altcraft-bridge", program: program)
    var rest = words[...]
    while let word = rest.popFirst() {
      switch word {
      case "--help", "-h", "help": return .help
      case "--quick": options.isQuick = true
      case "--full": options.isFull = true
      case "--allow-debug": options.allowsDebug = true
      default:
        guard let value = rest.popFirst() else {
          throw BenchError("\(word): unknown flag, or its value is missing; see --help")
        }
        try options.set(word, value)
      }
    }
    // A quick run only shows that everything works and which figures are far off.
    if options.isQuick, !words.contains("--rounds") { options.rounds = 2 }
    return .measure(options)
  }
}

extension BenchOptions {
  fileprivate mutating func set(_ name: String, _ value: String) throws(BenchError) {
    switch name {
    case "--rounds":
      guard let number = Int(value), (1...1000).contains(number) else {
        throw BenchError("--rounds: must be a number from 1 to 1000, got \(value)")
      }
      rounds = number
    case "--only":
      groups = []
      for name in value.split(separator: ",") {
        guard let group = Group(rawValue: String(name)) else {
          let known = Group.allCases.map(\.rawValue).joined(separator: ", ")
          throw BenchError("--only: unknown group \(name); the groups are \(known)")
        }
        groups.append(group)
      }
    case "--directory": directory = value
    case "--bridge": bridge = value
    case "--json": jsonFile = value
    case "--peer":
      guard let equals = value.firstIndex(of: "="), equals != value.startIndex else {
        throw BenchError("--peer: must be LABEL=COMMAND, got \(value)")
      }
      let command = value[value.index(after: equals)...].split(separator: " ").map(String.init)
      guard !command.isEmpty else { throw BenchError("--peer: \(value) has no command") }
      peers.append(Peer(label: String(value[..<equals]), command: command))
    case "--peer-request":
      guard !peers.isEmpty, value.contains("%d") else {
        throw BenchError("--peer-request: must follow --peer and contain %d in place of the id")
      }
      peers[peers.count - 1].request = value
    default: throw BenchError("\(name): unknown flag; see --help")
    }
  }
}

enum BenchHelp {
  static let text = """
    altcraft-bridge-bench [OPTION]…

    Measures altcraft-bridge (the program in the same directory) against the best result of this machine, the
    floor: an echo of bytes over the same transport, or a bare write and fdatasync in the same directory.
    Results are ratios to the floors of the same run; do not compare the figures of two runs.

      --rounds N         rounds, in which each case is measured in turn (5); medians are shown
      --only GROUP,…     \(Group.allCases.map(\.rawValue).joined(separator: ", "))
      --quick            fewer calls, two rounds: under a minute, for a first impression
      --full             include cases that take minutes: a million pending records
      --directory DIR    parent of the temporary data directories (/var/tmp)
      --bridge PATH      the altcraft-bridge to measure
      --json FILE        also write all figures to FILE
      --peer LABEL=COMMAND        also measure another server over stdio, in ping and start
      --peer-request JSON         the request to that server, with %d in place of the id
      --allow-debug      measure a debug build; its figures are not meaningful

    Exits with status 0 when everything was measured, whether or not goals were met.

    """
}
