"""The rules that make mutants of a source."""

import hashlib
import re

from swift import ASSIGNMENTS

COMPARISONS = {
    "<": [("bound moved", "<="), ("comparison flipped", ">=")],
    "<=": [("bound moved", "<"), ("comparison flipped", ">")],
    ">": [("bound moved", ">="), ("comparison flipped", "<=")],
    ">=": [("bound moved", ">"), ("comparison flipped", "<")],
    "==": [("comparison flipped", "!=")],
    "!=": [("comparison flipped", "==")],
}
ARITHMETIC = {
    "+": "-", "-": "+", "*": "+", "/": "*", "%": "/", "&+": "&-", "&-": "&+", "&*": "&+", "<<": ">>", ">>": "<<",
    "&<<": "&>>", "&>>": "&<<", "&": "|", "|": "&", "^": "&",
}
LOGIC = {"&&": "||", "||": "&&"}
WORDS = {
    "return", "guard", "if", "while", "where", "else", "in", "case", "throw", "try", "await", "let", "var", "switch",
    "for", "repeat", "do", "catch", "default", "break", "continue", "defer",
}
LOGIC_STOPS = ASSIGNMENTS | {",", ";", "?", ":", "->"}
COMPARE_STOPS = LOGIC_STOPS | set(LOGIC)
ARITHMETIC_STOPS = COMPARE_STOPS | set(COMPARISONS) | {"??", "...", "..<", "as", "is", "===", "!==", "~="}
SWAPPED_CALLS = {"min": "max", "max": "min"}
LOCKS = {"withLock", "update"}
UNCHECKED = re.compile(r"(precondition|preconditionFailure|assert|assertionFailure|fatalError)\b")
SYNC = re.compile(r"\b(sync\w*|fsync|fdatasync|commit\w*)\(")


class Mutant:
    """One change of one place, that is written as a switch."""

    def __init__(self, source, first, last, rule, form, text, mutation):
        self.source, self.first, self.last = source, first, last
        self.rule, self.form, self.text = rule, form, text
        self.start, self.end = source.tokens[first].start, source.tokens[last - 1].end
        function = source.function(first)
        self.function = function[1] or "-"
        self.change = mutation
        self.key = self.id = None

    @property
    def module(self):
        return self.source.path.split("/")[1]


def shortened(text):
    text = re.sub(r"\s*//[^\n]*", "", text)
    text = re.sub(r"\s+", " ", text)
    return text if len(text) <= 90 else text[:60] + " … " + text[-25:]


class Rules:
    """All mutants of one source."""

    def __init__(self, source):
        self.source, self.tokens = source, source.tokens
        self.mutants = []
        self.comparisons = set()
        self.deferred = {
            self.tokens[index + 1].text
            for index, token in enumerate(self.tokens) if token.text in ("let", "var") and self._is_deferred(index)}
        for index, token in enumerate(self.tokens):
            self._token(index, token)
        for statement in source.statements:
            self._statement(statement)
        self._blocks()
        self._name()

    def _add(self, first, last, rule, form, text, change=None):
        if first < last:
            before = shortened(self.source.slice(first, last))
            self.mutants.append(
                Mutant(self.source, first, last, rule, form, text, change or f"{before} => {shortened(text)}"))

    def _is_deferred(self, index):
        """Returns whether a variable gets its first value later."""
        at = index + 2
        if at >= len(self.tokens) or self.tokens[at].text != ":" or not self.source.is_code(index):
            return False
        while at < len(self.tokens) and not self.tokens[at].after_line:
            if self.tokens[at].text in ("=", "{", ")"):
                return False
            at = self.source.next(at)
        return True

    def _is_stop(self, index, stops):
        token = self.tokens[index]
        if token.kind == "id" and token.text in WORDS and self.tokens[index - 1].text != ".":
            return True
        if token.text in stops:
            return token.text not in "?" or self.source.is_infix(index)
        return token.text == "{" and self.source.blocks.get(index, ("",))[0] in ("control", "switch", "func")

    def _segment(self, index, stops):
        """Returns the expression around an operator."""
        group = self.tokens[index].parent
        begin, end = group + 1, self.tokens[group].match if group >= 0 else len(self.tokens)
        if group < 0 or self.tokens[group].text == "{":
            begin, end = self._bounds(index, begin, end)
        first = index
        while first > begin:
            before = self.source.previous(first)
            if self._is_stop(before, stops) or before < begin:
                break
            first = before
        last = index + 1
        while last < end and not self._is_stop(last, stops):
            last = self.source.next(last)
        return first, last

    def _bounds(self, index, begin, end):
        for statement in self.source.statements:
            if statement.first <= index < statement.last and statement.block == self.tokens[index].parent:
                return statement.first, statement.last
        return begin, end

    def _replaced(self, first, last, index, text):
        token = self.tokens[index]
        start, whole = self.tokens[first].start, self.source.slice(first, last)
        return whole[:token.start - start] + text + whole[token.end - start:]

    def _is_value(self, index):
        """Returns whether a constant at that place may be replaced by an expression."""
        return self.source.is_code(index) or self._is_type_constant(index)

    def _is_type_constant(self, index):
        group = self.tokens[index].parent
        while group >= 0 and self.tokens[group].text != "{":
            group = self.tokens[group].parent
        at = index
        while at > max(group, 0):
            at -= 1
            if self.tokens[at].text in ("func", "case", "init", "subscript"):
                return False
            if self.tokens[at].text in ("let", "var"):
                return any(self.tokens[i].text == "=" for i in range(at, index))
        return False

    def _token(self, index, token):
        if token.kind == "number" and self._is_value(index):
            self._number(index, token)
        if token.kind == "id" and token.text in ("true", "false") and self._is_value(index):
            other = "false" if token.text == "true" else "true"
            rule = "result negated" if self.tokens[index - 1].text == "return" else "constant changed"
            self._add(index, index + 1, rule, "expression", other, f"{self._line(index)} => {other}")
        if not self.source.is_code(index):
            return
        if token.kind == "id" and token.text in SWAPPED_CALLS and self.tokens[index + 1].text == "(" \
                and self.tokens[index - 1].text not in (".", "func"):
            last = self.source.next(index + 1)
            self._add(index, last, "min/max swapped", "expression",
                      self._replaced(index, last, index, SWAPPED_CALLS[token.text]))
        if token.text == "?" and self.source.is_infix(index):
            self._condition(*self._left_of(index), {"condition negated"})
        if token.kind == "id" and token.text == "where" and self.tokens[index - 1].text != ".":
            first, last = self._element(index + 1)
            self._condition(first, last, {"condition negated", "condition forced"}, keeps=True)
        if token.text == "!" and not self.source.is_infix(index) and token.after_space | (
                self.tokens[index - 1].text in "([{") and not token.before_space:
            self._negation(index)
        if not self.source.is_infix(index):
            return
        if token.text in COMPARISONS and self.tokens[index + 1].text != "nil":
            self.comparisons.add(index)
            for rule, other in COMPARISONS[token.text]:
                self._operator(index, COMPARE_STOPS, rule, other)
        elif token.text in COMPARISONS:
            self.comparisons.add(index)
            self._operator(index, COMPARE_STOPS, "comparison flipped", COMPARISONS[token.text][0][1])
        elif token.text in ARITHMETIC and not self._joins_texts(index):
            self._operator(index, ARITHMETIC_STOPS, "arithmetic changed", ARITHMETIC[token.text])
        elif token.text in LOGIC:
            self._operator(index, LOGIC_STOPS, "and/or swapped", LOGIC[token.text])

    def _operator(self, index, stops, rule, other):
        first, last = self._segment(index, stops)
        self._add(first, last, rule, "expression", self._replaced(first, last, index, other))

    def _joins_texts(self, index):
        first, last = self._segment(index, ARITHMETIC_STOPS)
        return any(self.tokens[at].kind == "string" for at in range(first, last))

    def _negation(self, index):
        first, last = self._segment(index, COMPARE_STOPS | set(COMPARISONS))
        if first == index:
            self._add(first, last, "negation left out", "expression", self.source.slice(first + 1, last))

    def _number(self, index, token):
        before = self.tokens[index - 1]
        if token.text.startswith(("0o", "0b")):
            return
        if before.text in (".", "#") or before.text == "-" and not self.source.is_infix(index - 1):
            return
        if self.tokens[index + 1].text == "." and not self.tokens[index + 1].after_space and \
                self.tokens[index + 2].kind == "number":
            return
        text = token.text.replace("_", "")
        if "." in text or "e" in text and not text.startswith("0x"):
            other = str(float(text) * 2 + 1)
        else:
            value = int(text, 0)
            other = "0" if value == 1 else str(value + 1)
        self._add(index, index + 1, "constant changed", "expression", other, f"{self._line(index)} => {other}")

    def _line(self, index):
        """Returns the line of a token, in which it is marked."""
        token, text = self.tokens[index], self.source.text
        start, end = text.rfind("\n", 0, token.start) + 1, text.find("\n", token.end)
        return shortened(f"{text[start:token.start].strip()} [{token.text}] {text[token.end:end].strip()}")

    def _left_of(self, index):
        first = index
        group = self.tokens[index].parent
        begin = self._bounds(index, group + 1, index)[0] if group < 0 or self.tokens[group].text == "{" else group + 1
        while first > begin:
            before = self.source.previous(first)
            if self._is_stop(before, LOGIC_STOPS) or before < begin:
                break
            first = before
        return first, index

    def _element(self, first):
        """Returns the condition that begins there."""
        last = first
        group = self.tokens[first].parent
        end = self.tokens[group].match if group >= 0 else len(self.tokens)
        while last < end and self.tokens[last].text not in (",", ":", "else", "=") and not (
                self.tokens[last].text == "{" and self.source.blocks.get(last, ("",))[0] in ("control", "switch")):
            if self.tokens[last].text == "?" and self.source.is_infix(last):
                return first, first
            last = self.source.next(last)
        return first, last

    def _condition(self, first, last, rules, keeps=False, forced=None):
        """Adds the mutants of one condition."""
        if first >= last or self.tokens[first].text in ("let", "var", "case") or self.tokens[first].text[0] == "#":
            return
        text = self.source.slice(first, last)
        at, operators = first, []
        while at < last:
            if self.source.is_infix(at):
                operators.append(at)
            at = self.source.next(at)
        is_comparison = len(operators) == 1 and operators[0] in self.comparisons or any(
            self.tokens[at].text in COMPARISONS for at in operators) and not any(
            self.tokens[at].text in LOGIC for at in operators)
        if "condition negated" in rules and not is_comparison:
            self._add(first, last, "condition negated", "expression", f"!({text})")
        if "condition forced" in rules:
            for value in [forced] if forced else ["true", "false"]:
                self._add(first, last, "condition forced", "expression", value)

    def _statement(self, statement):
        first, last = statement.first, statement.last
        if not self.source.is_code(first) and self.source.blocks[statement.block][0] not in ("func", "closure"):
            return
        at = first
        while at < last:
            token = self.tokens[at]
            if token.kind == "id" and token.text in ("if", "guard", "while") and self.tokens[at - 1].text != ".":
                self._conditions(at, token.text, last)
            at = self.source.next(at)
        self._result(statement)
        form = self._form(statement)
        if self._is_value(statement.first) and self._is_result(statement):
            return
        if form in ("call", "assignment"):
            rule = form + " left out"
            text = self.source.slice(first, last)
            if form == "call" and SYNC.search(text):
                rule = "sync left out"
            self._add(first, last, rule, "left out", "", shortened(text))
            if form == "call":
                self._lock(statement)
        elif form == "jump":
            self._add(first, last, "jump left out", "left out", "", f"{self._context(statement)}")
        elif form == "return":
            self._lock(statement)

    def _is_result(self, statement):
        """Returns whether a statement is the only one of a closure, or of a function with a result."""
        kind, _, result = self.source.blocks[statement.block]
        return (kind == "closure" or kind == "func" and result != "Void") and sum(
            other.block == statement.block for other in self.source.statements) == 1

    def _context(self, statement):
        """Returns the text of the statement around a jump."""
        block = statement.block
        start = block
        while start > 0 and not self.tokens[start].after_line:
            start -= 1
        return shortened(self.source.slice(start, min(statement.last, block + 12) if block + 12 > statement.last
                                           else statement.last))

    def _conditions(self, at, word, end):
        at += 1
        while at < end:
            first, last = self._element(at)
            if first == last:
                return
            if word == "guard":
                self._condition(first, last, {"condition negated", "condition forced"}, forced="true")
            else:
                self._condition(first, last, {"condition negated", "condition forced"}, forced="false")
            at = last
            while at < end and self.tokens[at].text not in (",", "else", "{"):
                at = self.source.next(at)
            if at >= end or self.tokens[at].text != ",":
                return
            at += 1

    def _result(self, statement):
        """Negates a result of type Bool."""
        kind, _, result = self.source.blocks[statement.block]
        if result != "Bool":
            return
        first, last = statement.first, statement.last
        if self.tokens[first].text == "return":
            first += 1
        elif kind != "func" or sum(s.block == statement.block for s in self.source.statements) != 1:
            return
        if first >= last or self.tokens[first].text in ("true", "false", "if", "switch", "get", "set", "guard"):
            return
        at = first
        while at < last:
            if self.source.is_infix(at) and self.tokens[at].text in COMPARISONS:
                return
            at = self.source.next(at)
        if self.tokens[first].text in ("try", "await"):
            first += 1
        self._add(first, last, "result negated", "expression", f"!({self.source.slice(first, last)})")

    def _form(self, statement):
        """Returns the form of a simple statement; nil for any other."""
        first, last = statement.first, statement.last
        words = [self.tokens[first].text]
        if words[0] in ("continue", "break", "return") and last == first + 1:
            return "jump" if not self._ends_guard(statement) else None
        if words[0] == "return":
            return "return"
        at = first
        if words[0] == "_" and self.tokens[first + 1].text == "=":
            at = first + 2
        while self.tokens[at].text in ("try", "await"):
            at = at + 1
        if self.tokens[at].text in ("!", "?") or self.tokens[at].kind not in ("id",) and self.tokens[at].text not in "(.":
            return None
        if self.tokens[at].text in WORDS or self.tokens[at].text[0] in "@#" or self.tokens[at].text in (
                "func", "struct", "enum", "typealias", "static", "private", "throw", "nonisolated", "weak", "unowned",
                "package", "lazy", "final", "class", "extension", "import", "mutating", "convenience", "required",
                "override", "true", "false", "nil"):
            return None
        if UNCHECKED.match(self.tokens[at].text):
            return None
        operators, scan = [], at
        while scan < last:
            if self.source.is_infix(scan):
                operators.append(self.tokens[scan].text)
            if self.tokens[scan].text in ("{",) and self.source.blocks[scan][0] != "closure":
                return None
            scan = self.source.next(scan)
        if any(operator in ASSIGNMENTS for operator in operators):
            return self._assignment(statement)
        if operators or self.tokens[last - 1].text not in ")}" or last - at < 2:
            return None
        if self.tokens[at].text[0].isupper() and self.tokens[at + 1].text == "(":
            return None
        return "call"

    def _assignment(self, statement):
        kind, name, _ = self.source.blocks[statement.block]
        target = self.tokens[statement.first].text
        if target in self.deferred and self.tokens[statement.first + 1].text in ASSIGNMENTS:
            return None
        if self._function_name(statement) == "init":
            return None
        return "assignment"

    def _function_name(self, statement):
        return self.source.blocks[statement.block][1]

    def _ends_guard(self, statement):
        block = statement.block
        return block > 0 and self.tokens[block - 1].text == "else"

    def _lock(self, statement):
        """Releases a lock after the first statement under it."""
        brace = self.tokens[statement.last - 1].match
        if brace is None or self.tokens[brace].text != "{" or self.tokens[brace - 1].text not in LOCKS:
            return
        inner = [s for s in self.source.statements if s.block == brace]
        if len(inner) < 2 or self.tokens[inner[0].first].text in ("let", "var", "guard", "defer", "if", "switch"):
            return
        start = statement.first
        result = ""
        if self.tokens[start].text == "return":
            start, result = start + 1, "return "
        head = self.source.slice(start, inner[0].first)
        one, rest = self.source.slice(inner[0].first, inner[0].last), self.source.slice(inner[1].first, inner[-1].last)
        self._add(statement.first, statement.last, "lock narrowed", "instead",
                  f"{head} {one} }}; {result}{head} {rest} }}", f"lock released after {shortened(one)}")

    def _blocks(self):
        """Swaps two neighbours of a block."""
        by_block = {}
        for statement in self.source.statements:
            by_block.setdefault(statement.block, []).append(statement)
        for statements in by_block.values():
            index = 0
            while index + 1 < len(statements):
                one, two = statements[index], statements[index + 1]
                forms = [self._form(one), self._form(two)] if self.source.is_code(one.first) else [None]
                if forms in (["call", "call"], ["call", "assignment"], ["assignment", "call"]):
                    first, second = self.source.slice(one.first, one.last), self.source.slice(two.first, two.last)
                    self._add(one.first, two.last, "order swapped", "instead", f"{second}\n{first}",
                              f"{shortened(first)} <=> {shortened(second)}")
                    index += 2
                else:
                    index += 1

    def _name(self):
        seen = {}
        for mutant in self.mutants:
            path = mutant.source.path.removeprefix("Sources/")
            key = f"{path}: {mutant.function}: {mutant.rule}: {mutant.change}"
            seen[key] = seen.get(key, 0) + 1
            mutant.key = key if seen[key] == 1 else f"{key} #{seen[key]}"


def order(key):
    """Returns the place of a mutant in the order of the choice, which does not depend on the others."""
    return hashlib.sha256(key.encode()).hexdigest()
