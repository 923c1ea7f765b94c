import BridgeCommandLine
import JSONCodec
import System

/// The report of `doctor`, in the order in which a person would check.
package struct DoctorReport: Sendable {
  struct Section: Sendable {
    let title: String
    let findings: [Finding]
  }

  let settings: [DoctorOptions.Setting]
  let sections: [Section]

  private var findings: [Finding] { sections.flatMap(\.findings) }
  package var hasProblem: Bool { findings.contains(where: \.isProblem) }

  private func count(_ verdict: Finding.Verdict) -> Int {
    findings.count { $0.verdict == verdict }
  }

  /// Formats the report for people: a line for each finding, followed by the advice.
  package func text(_ style: TextStyle) -> String {
    // All findings share one column width, so that all sentences start in the same column.
    let width = TextLayout.leftWidth(findings.map(left))
    var parts = sections.filter { !$0.findings.isEmpty }.map { section in
      ([section.title] + section.findings.map { painted($0, style, width) })
        .joined(separator: "\n")
    }
    if !settings.isEmpty {
      let rows = settings.map { ($0.name, "\($0.value.inMessage) (\($0.source.inMessage))") }
      // The settings follow the findings about them.
      let place = sections.first?.findings.isEmpty == false ? 1 : 0
      parts.insert("Settings\n" + TextLayout.columns(rows), at: place)
    }
    return parts.joined(separator: "\n\n") + "\n\n" + summary + "\n"
  }

  private func painted(_ finding: Finding, _ style: TextStyle, _ width: Int) -> String {
    // Texts from files and from other processes may contain control characters.
    let rows =
      [(left(finding), finding.message.visible)]
      + (finding.remedy.map { [("", "-> " + $0.visible)] } ?? [])
    let verdict = finding.verdict.rawValue
    let rest = TextLayout.columns(rows, leftWidth: width).dropFirst(2 + verdict.count)
    switch finding.verdict {
    case .ok: return "  \(style.green(verdict))\(rest)"
    case .note: return "  \(style.yellow(verdict))\(rest)"
    case .problem: return "  \(style.red(verdict))\(rest)"
    }
  }

  private func left(_ finding: Finding) -> String {
    let verdict = finding.verdict.rawValue
    return verdict + String(repeating: " ", count: 9 - verdict.count) + finding.subject
  }

  private var summary: String {
    let (problems, notes) = (count(.problem), count(.note))
    let count = problems == 1 ? "1 problem" : problems == 0 ? "No problem" : "\(problems) problems"
    return count + (notes == 0 ? "." : notes == 1 ? ", 1 note." : ", \(notes) notes.")
  }

  /// The report for monitoring systems, as one JSON object.
  package var json: JSON {
    let findings = sections.flatMap { section in
      section.findings.map { finding -> JSON in
        [
          "section": .string(section.title), "subject": .string(finding.subject),
          "verdict": .string(finding.verdict.rawValue), "message": .string(finding.message),
          "remedy": finding.remedy.map(JSON.string) ?? .null,
        ]
      }
    }
    let settings = self.settings.map { setting -> JSON in
      [
        "name": .string(setting.name), "value": .string(setting.value),
        "source": .string(setting.source),
      ]
    }
    return [
      "ok": .bool(!hasProblem), "problems": .int(count(.problem)), "notes": .int(count(.note)),
      "settings": .array(settings), "findings": .array(findings),
    ]
  }
}
