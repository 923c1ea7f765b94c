"""The tokens of a Swift source, its brackets, statements and functions: as much of the syntax as the rules need."""

import re

CONTROL = {"if", "else", "guard", "while", "for", "do", "catch", "repeat", "defer"}
TYPES = {"struct", "class", "enum", "protocol", "extension", "actor"}
FUNCTIONS = {"func", "init", "deinit", "subscript"}
ACCESSORS = {"get", "set", "didSet", "willSet", "_read", "_modify"}
ASSIGNMENTS = {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "&+=", "&-="}
PAIRS = {"(": ")", "[": "]", "{": "}"}

TOKEN = re.compile(
    r"""(?P<space>[ \t]+)|(?P<line>\n)|(?P<comment>//[^\n]*)|(?P<block>/\*)"""
    r"""|(?P<string>\#*\")|(?P<number>0x[0-9A-Fa-f_]+|0[bo][0-7_]+|\d[\d_]*(?:\.\d[\d_]*)?(?:e-?\d+)?)"""
    r"""|(?P<id>\#?[A-Za-z_][A-Za-z0-9_]*|`\w+`|\$\d+|@[A-Za-z_]\w*)"""
    r"""|(?P<dots>\.\.\.|\.\.<|\.)|(?P<op>[/=\-+!*%<>&|^~?]+)|(?P<punct>[()\[\]{},;:\\])""",
    re.VERBOSE)


class Token:
    """A token with its place in the text."""

    __slots__ = ("kind", "text", "start", "end", "after_line", "after_space", "before_space", "parent", "match")

    def __init__(self, kind, text, start, after_line, after_space):
        self.kind, self.text, self.start, self.end = kind, text, start, start + len(text)
        self.after_line, self.after_space, self.before_space = after_line, after_space, False
        self.parent = self.match = None


class Statement:
    """A statement of a block: the tokens from `first` up to `last`."""

    def __init__(self, first, last, block):
        self.first, self.last, self.block = first, last, block


class Source:
    """The structure of one file."""

    def __init__(self, path, text):
        self.path, self.text = path, text
        self.tokens = self._tokenize()
        self._match()
        self.blocks = {}  # the index of a brace: its kind, the name and the result of its function
        self.statements = []
        self._read_block(-1, "file", "", None)

    def _string_end(self, start):
        text, hashes = self.text, 0
        while text[start + hashes] == "#":
            hashes += 1
        fence = '"""' if text.startswith('"""', start + hashes) else '"'
        at = start + hashes + len(fence)
        escape, close = "\\" + "#" * hashes, fence + "#" * hashes
        while not text.startswith(close, at):
            if text.startswith(escape + "(", at):
                at = self._interpolation_end(at + len(escape) + 1)
            elif text.startswith(escape, at):
                at += len(escape) + 1
            else:
                at += 1
        return at + len(close)

    def _interpolation_end(self, at):
        depth = 1
        while depth:
            if self.text[at] == '"':
                at = self._string_end(at)
                continue
            depth += {"(": 1, ")": -1}.get(self.text[at], 0)
            at += 1
        return at

    def _tokenize(self):
        tokens, at, after_line, after_space = [], 0, True, True
        while at < len(self.text):
            found = TOKEN.match(self.text, at)
            if not found:
                raise ValueError(f"{self.path}: no token at {self.text[at:at + 20]!r}")
            kind, text = found.lastgroup, found.group()
            if kind in ("space", "line", "comment", "block"):
                if kind == "block":
                    text = self.text[at:self.text.index("*/", at) + 2]
                after_line |= "\n" in text
                after_space = True
                if tokens:
                    tokens[-1].before_space = True
                at += len(text)
                continue
            if kind == "string":
                text = self.text[at:self._string_end(at)]
            touches = not after_space and tokens and (
                tokens[-1].kind in ("id", "number", "string") or tokens[-1].text in ")]}?!")
            if kind == "op" and touches and text[0] in "?!" and len(text) > 1:
                text = text[0]
            tokens.append(Token("op" if kind == "dots" else kind, text, at, after_line, after_space))
            at += len(text)
            after_line = after_space = False
        if tokens:
            tokens[-1].before_space = True
        return tokens

    def _match(self):
        open_brackets = []
        for index, token in enumerate(self.tokens):
            if token.kind == "punct" and token.text in ")]}":
                start = open_brackets.pop()
                token.match, self.tokens[start].match = start, index
            token.parent = open_brackets[-1] if open_brackets else -1
            if token.kind == "punct" and token.text in PAIRS:
                open_brackets.append(index)

    def is_infix(self, index):
        """Returns whether the token is an operator between two operands."""
        token = self.tokens[index]
        return token.kind == "op" and token.text != "." and (
            token.text in ("..<", "...") or token.after_space and token.before_space)

    def next(self, index):
        """Returns the token behind a token, or behind its group of brackets."""
        token = self.tokens[index]
        return (token.match if token.match is not None and token.match > index else index) + 1

    def previous(self, index):
        """Returns the token before a token; the start of a group of brackets."""
        token = self.tokens[index - 1]
        return token.match if token.match is not None and token.match < index - 1 else index - 1

    def _continues(self, index, first):
        """Returns whether a token that begins a line belongs to the statement before it."""
        token, before = self.tokens[index], self.tokens[index - 1]
        if before.text in (",", "->", ":") or before.text in ASSIGNMENTS or self.is_infix(index - 1):
            return True
        if token.text in (".", ",", "else", "catch", "where", "{", "?", ":", "->", "as"):
            return True
        if before.text in ("return", "guard", "if", "throw", "try", "while", "in", "case") and before.kind == "id":
            return before.text != "return" or token.text != "}"
        if before.kind == "id" and before.text.startswith("@") or first <= index - 1 and self._is_attribute(first, index):
            return True
        return self.is_infix(index) or token.text in ("is",)

    def _is_attribute(self, first, index):
        return self.tokens[first].text.startswith("@") and self.next(first) >= index or (
            self.tokens[first].text.startswith("@") and self.tokens[first + 1].text == "("
            and self.next(first + 1) >= index)

    def _read_block(self, brace, kind, name, result):
        """Reads the statements of a block, and the blocks in them."""
        end = self.tokens[brace].match if brace >= 0 else len(self.tokens)
        self.blocks[brace] = (kind, name, result)
        at, block = brace + 1, []
        if kind == "closure":
            at = self._closure_start(at, end)
        while at < end:
            if kind == "switch" and self.tokens[at].text in ("case", "default"):
                self._read_label(at)
                while self.tokens[at].text != ":":
                    at = self.next(at)
                at += 1
                continue
            first = at
            while True:
                at = self.next(at)
                if at >= end or self.tokens[at].text == ";":
                    break
                if kind == "switch" and self.tokens[at].after_line and self.tokens[at].text in ("case", "default"):
                    break
                if self.tokens[at].after_line and not self._continues(at, first):
                    break
            statement = Statement(first, min(at, end), brace)
            block.append(statement)
            self.statements.append(statement)
            if at < end and self.tokens[at].text == ";":
                at += 1
        for statement in block:
            self._read_groups(statement.first, statement.last, kind, name, result, statement.first)

    def _read_label(self, at):
        """Reads the closures of a `case`."""
        while self.tokens[at].text != ":":
            if self.tokens[at].text in PAIRS:
                self._read_groups(at + 1, self.tokens[at].match, "paren", "", None, at + 1)
            at = self.next(at)

    def _closure_start(self, at, end):
        start = at
        while at < end and not (at > start and self.tokens[at].after_line and self.tokens[at - 1].text != "{"
                                and not self._continues(at, start)):
            if self.tokens[at].text == "in":
                return at + 1 if self.tokens[start].text != "for" else start
            at = self.next(at)
        return start

    def _read_groups(self, first, last, kind, name, result, start):
        """Reads the groups of brackets between two tokens of a statement that begins at `start`."""
        at = segment = first
        while at < last:
            token = self.tokens[at]
            if token.kind == "punct" and token.text == "{":
                self._read_block(at, *self._kind(start, segment, at, kind, name, result))
                segment = token.match + 1
            elif token.kind == "punct" and token.text in "([":
                self._read_groups(at + 1, token.match, "paren", name, None, at + 1)
            at = self.next(at)

    def _kind(self, start, segment, brace, outer, name, result):
        """Returns kind, function and result of a block."""
        words, at = [], segment
        while at < brace:
            words.append(at)
            at = self.next(at)
        texts = [self.tokens[index].text for index in words if self.tokens[index].kind == "id"]
        if outer != "paren":
            whole, at = [], start
            while at < brace:
                whole.append(at)
                at = self.next(at)
            is_member = outer in ("file", "type")
            for index in whole:
                word, before = self.tokens[index], self.tokens[index - 1].text if index else ""
                if word.kind != "id" or before == ".":
                    continue
                if word.text in TYPES and is_member and word.text != "class" or (
                        word.text == "class" and is_member
                        and self.tokens[index + 1].text not in ("func", "var")):
                    return "type", self.tokens[index + 1].text, None
                if word.text in FUNCTIONS and (is_member or word.text == "func"):
                    title = self.tokens[index + 1].text if word.text == "func" else word.text
                    return "func", title, self._result(brace, "->")
                if word.text == "var" and is_member and not any(self.tokens[i].text == "=" for i in whole):
                    return "func", self.tokens[index + 1].text, self._result(brace, ":")
            if texts and texts[0] in ACCESSORS and len(words) <= 4:
                return "func", name, result if texts[0] == "get" else None
            if "switch" in texts:
                return "switch", name, result
            if "guard" in texts and texts[-1] != "else":
                return "closure", name, None
            if CONTROL & set(texts):
                return "control", name, result
        elif "switch" in texts:
            return "switch", name, None
        elif "if" in texts or "else" in texts:
            return "control", name, None
        return "closure", name, None

    def _result(self, brace, mark):
        if self.tokens[brace - 1].text in (")", "throws", "init", "deinit") and mark == "->":
            return "Void" if not self._has_arrow(brace) else None
        return "Bool" if [self.tokens[brace - 2].text, self.tokens[brace - 1].text] == [mark, "Bool"] else None

    def _has_arrow(self, brace):
        """Returns whether a function whose brace follows a bracket has a result."""
        at = brace
        while at > 0 and not self.tokens[at].text in FUNCTIONS:
            if self.tokens[at].text == "->":
                return True
            at = self.previous(at)
        return False

    def function(self, index):
        """Returns the name of the function that contains a token, or that of the type; kind and result of its block."""
        parent = self.tokens[index].parent
        while parent >= 0 and parent not in self.blocks:
            parent = self.tokens[parent].parent
        return self.blocks[parent] if parent >= 0 else ("file", "", None)

    def is_code(self, index):
        """Returns whether a token is in a function or a closure."""
        parent = self.tokens[index].parent
        while parent >= 0:
            if parent in self.blocks and self.blocks[parent][0] in ("func", "closure"):
                return True
            parent = self.tokens[parent].parent
        return False

    def slice(self, first, last):
        """Returns the text of the tokens from `first` up to `last`."""
        return self.text[self.tokens[first].start:self.tokens[last - 1].end]
