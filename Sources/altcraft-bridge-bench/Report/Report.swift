import JSONCodec

/// All measurements, and the machine they were made on.
struct Report {
  let machine: Machine
  let options: BenchOptions
  private(set) var rows: [Row] = []

  init(_ machine: Machine, _ options: BenchOptions) {
    self.machine = machine
    self.options = options
  }

  mutating func add(_ rows: [Row]) { self.rows += rows }
}

// Text for people.
extension Report {
  /// Returns the text of one group: a table for each run of rows with the same quantities.
  func text(of group: Group) -> String {
    var tables: [(quantities: [Quantity], rows: [Row])] = []
    for row in rows where row.group == group {
      let quantities = Quantity.allCases.filter { quantity in
        row.entries.contains { $0[quantity] != nil }
      }
      if tables.last?.quantities == quantities {
        tables[tables.count - 1].rows.append(row)
      } else {
        tables.append((quantities, [row]))
      }
    }
    return "\(group.rawValue): \(group.summary)\n"
      + tables.map { "\n" + table($0.rows, $0.quantities).text }.joined()
  }

  private func table(_ rows: [Row], _ quantities: [Quantity]) -> Table {
    let hasBaseline = rows.contains { $0.baseline != nil }
    let hasGoals = rows.contains { !$0.goals.isEmpty }
    var table = Table(
      head: ["", ""] + quantities.map(\.heading) + (hasBaseline ? ["× floor"] : [])
        + [hasGoals ? "goal" : ""])
    for row in rows {
      for (index, entry) in row.entries.enumerated() {
        let figures = quantities.map { quantity in
          entry[quantity]?.text(decimals: quantity.decimals) ?? ""
        }
        table.add(
          [index == 0 ? row.name : "", entry.label] + figures
            + (hasBaseline ? [ratio(of: entry.label, in: row)] : [])
            + [index == 0 ? goals(of: row) : ""])
      }
    }
    return table
  }

  private func ratio(of label: String, in row: Row) -> String {
    guard let baseline = row.baseline,
      let ratio = row.ratio(row.measure, of: label, to: baseline.label)
    else { return "" }
    return ratio.text(decimals: 2)
  }

  private func goals(of row: Row) -> String {
    row.goals.compactMap { goal in
      guard let value = goal.value(in: row) else { return nil }
      let (sign, limit) =
        switch goal.bound {
        case .atMost(let limit): ("≤", limit)
        case .atLeast(let limit): ("≥", limit)
        }
      let verdict = goal.isMet(by: value) ? "met" : "MISSED"
      guard let of = goal.of else {
        let decimals = goal.quantity.decimals
        return "\(verdict): \(value.text(decimals: decimals)) \(sign) \(limit.text(decimals: 0)) "
          + goal.quantity.unit
      }
      return "\(verdict): \(goal.quantity.name) \(value.text(decimals: 2)) \(sign) "
        + "\(limit.text(decimals: 2)) × \(of)"
    }.joined(separator: "; ")
  }

  /// The number of goals that were met, and the missed goals.
  var summary: String {
    let judged = rows.flatMap { row in
      row.goals.compactMap { goal in goal.value(in: row).map { (row, goal.isMet(by: $0)) } }
    }
    let missed = judged.filter { !$0.1 }
    return "\(judged.count - missed.count) of \(judged.count) goals met"
      + (missed.isEmpty
        ? "" : "; missed:\n" + missed.map { "  \($0.0.group.rawValue): \($0.0.name)\n" }.joined())
  }
}

// JSON for programs.
extension Report {
  var json: JSON {
    ["machine": machine.json, "options": options.json, "rows": .array(rows.map(\.json))]
  }
}

extension Row {
  fileprivate var json: JSON {
    [
      "group": .string(group.rawValue), "case": .string(name), "measure": .string(measure.rawValue),
      "entries": .array(entries.map(\.json)),
      "ratios": .array(
        entries.dropFirst().map { other in
          let ratio = entries.first.flatMap { subject in
            self.ratio(measure, of: subject.label, to: other.label)
          }
          return ["of": .string(other.label), "value": .figure(ratio)]
        }),
      "goals": .array(goals.map { json(of: $0) }),
    ]
  }

  private func json(of goal: Goal) -> JSON {
    let value = goal.value(in: self)
    let (kind, limit) =
      switch goal.bound {
      case .atMost(let limit): ("atMost", limit)
      case .atLeast(let limit): ("atLeast", limit)
      }
    return [
      "quantity": .string(goal.quantity.rawValue), "of": .optional(goal.of),
      "bound": .string(kind), "limit": .figure(limit), "value": .figure(value),
      "met": value.map { .bool(goal.isMet(by: $0)) } ?? .null,
    ]
  }
}

extension Row.Entry {
  fileprivate var json: JSON {
    let figures = Quantity.allCases.compactMap { quantity in
      self[quantity].map { JSONObject.Member(key: quantity.rawValue, value: .figure($0)) }
    }
    let head: JSONObject = ["label": .string(label), "rounds": .int(rounds.count)]
    return .object(JSONObject(head.members + figures))
  }
}

extension JSON {
  /// Rounds to four decimals: more would be noise.
  static func figure(_ value: Double?) -> JSON {
    value.flatMap { JSONNumber(($0 * 10_000).rounded() / 10_000) }.map(JSON.number) ?? .null
  }
}
