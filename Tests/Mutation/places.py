"""Finds functions of Swift sources by their names, and the places in their bodies where `Tests/mutate` can
make a small wrong change."""
import re
from dataclasses import dataclass

COMMENT_OR_STRING = re.compile(
    r'//[^\n]*|/\*.*?\*/|(#*)""".*?"""\1|(#+)".*?"\2'
    r'|"(?:\\\((?:[^()"]|\([^()]*\)|"[^"]*")*\)|\\.|[^"\\\n])*"', re.S)
DECLARATION = re.compile(
    r"(?<![.`])\b(?:(?:struct|class|enum|extension|protocol|actor)\s+(?P<type>[\w.]+)"
    r"|func\s+(?P<function>[^\s(<]+)|(?P<special>init|deinit|subscript)\b|(?:var|let)\s+(?P<property>\w+))")
OPENING, CLOSING = "([{", ")]}"
# A statement goes on in the next line if its line ends, or the next one begins, like this.
UNFINISHED = re.compile(r"[-+*/%&|<>=?:,(\[{]\s*$")
CONTINUES = re.compile(r"\s*([.?:{]|[-+*/%&|<>=]+ |where\b|->)")

# Tokens and what they become. Binary operators have a space on either side, as swift format writes them.
SWAPS = {
    "<": ["<=", ">"], "<=": ["<", ">="], ">": [">=", "<"], ">=": [">", "<="], "==": ["!="], "!=": ["=="],
    "+": ["-"], "-": ["+"], "&+": ["&-"], "&-": ["&+"], "+=": ["-="], "-=": ["+="], "*": ["/"], "/": ["*"],
    "&&": ["||"], "||": ["&&"], "&": ["|"], "|": ["&"], "<<": [">>"], ">>": ["<<"], "..<": ["..."], "!": [""],
    "min": ["max"], "max": ["min"], "least": ["greatest"], "greatest": ["least"],
    "true": ["false"], "false": ["true"],
}
SWAPPED = re.compile(
    r"(?<= )(?:<=|>=|==|!=|<<|>>|&&|\|\||&[-+]|[-+]=|[-+*/<>&|])(?=[ \n])|\.\.<|(?<=[ (\[{])!(?=[\w(])"
    r"|(?<![a-zA-Z0-9])(?:min|max|least|greatest)(?=\()|\b(?:true|false)\b")
# Not a part of a name, nor an element of a tuple.
NUMBER = re.compile(
    r"(?<![\w$#])(?<!(?<!\.)\.)(?:0x[\da-fA-F_]+|\d[\d_]*(?:\.\d[\d_]*)?(?:e[-+]?\d+)?)(?!\w|\.\w)")
# A call as a statement of its own: at the beginning of a line, of a case's code or of a block in one line.
CALL = re.compile(
    r"^(?:[ \t]*|[ \t]*(?:case\b.*?|default): |[ \t]*(?:\} else|(?:if|else|for|while|guard)\b.*?) \{ )"
    r"(?P<call>(?:try[?!]? )?(?:[a-zA-Z_$][\w$]*[?!]?\.)*(?P<name>[a-z_]\w*)\()", re.M)
KEYWORDS = {"if", "guard", "while", "for", "switch", "return", "throw", "case", "init"}


@dataclass
class Function:
    """A declaration with a body: a function, an initializer, a subscript or a property."""
    name: str
    begin: int
    end: int


@dataclass
class Site:
    """A place that can be changed, by which operator, and what it becomes."""
    operator: str
    begin: int
    end: int
    new: str


def masked(text):
    """The text with spaces instead of comments and of what strings contain; all places stay the same."""
    def blank(match):
        spaces = re.sub(r"[^\n]", " ", match[0])
        return spaces if match[0].startswith("/") else '"' + spaces[1:-1] + '"'
    return COMMENT_OR_STRING.sub(blank, text)


def closing(code, at):
    """The place of the bracket that closes the one at `at`."""
    depth = 0
    for place in range(at, len(code)):
        depth += (code[place] in OPENING) - (code[place] in CLOSING)
        if depth == 0:
            return place
    return len(code)


def is_finished(code, newline):
    """Whether a statement ends with this line."""
    begin = code.rfind("\n", 0, newline) + 1
    return not UNFINISHED.search(code[begin:newline]) and not CONTINUES.match(code, newline + 1)


def body(code, at, end):
    """Where the body of a declaration opens. A requirement of a protocol has none."""
    while at < end:
        if code[at] == "{":
            return at
        if code[at] in "([":
            at = closing(code, at)
        elif code[at] in CLOSING or code[at] == "\n" and is_finished(code, at):
            return None
        at += 1
    return None


def statement_end(code, at, end):
    """Where the statement at `at` ends."""
    while at < end:
        if code[at] in OPENING:
            at = closing(code, at)
        elif code[at] in CLOSING or code[at] == "\n" and is_finished(code, at):
            return at
        at += 1
    return end


def functions(code, begin=0, end=None, outer=""):
    """The functions of masked code, named `Type.function`. Declarations in a body belong to its function."""
    end = len(code) if end is None else end
    found = []
    while match := DECLARATION.search(code, begin, end):
        begin = match.end()
        if match["property"]:
            begin = statement_end(code, begin, end)
            found.append(Function(outer + match["property"], match.end(), begin))
            continue
        opened = body(code, begin, end)
        if opened is None:
            continue
        begin = closing(code, opened) + 1
        if match["type"]:
            found += functions(code, opened + 1, begin - 1, outer + match["type"] + ".")
        else:
            name = match["function"] or match["special"]
            found.append(Function(outer + name, opened + 1, begin - 1))
    return found


def other_number(text):
    """A whole number plus one, or a fraction times one and a half."""
    digits = text.replace("_", "")
    if digits.startswith("0x"):
        return hex(int(digits, 16) + 1)
    if digits.isdecimal():
        return str(int(digits) + 1)
    return repr(float(digits) * 1.5 or 1.0)


def calls(code, function):
    """The statements that are only a call."""
    for match in CALL.finditer(code, function.begin, function.end):
        before = code.rfind("\n", 0, match.start())
        end = closing(code, match.end("call") - 1) + 1
        rest = code[end:code.find("\n", end)].strip()
        is_whole = rest == "" and is_finished(code, code.find("\n", end)) or rest.startswith("}")
        is_first = before < function.begin or is_finished(code, before)
        if match["name"] not in KEYWORDS and is_first and is_whole:
            yield Site("call", match.start("call"), end, "_ = ()")


def sites(code, function):
    """The places of a function, in the order of its text."""
    found = list(calls(code, function))
    for match in SWAPPED.finditer(code, function.begin, function.end):
        for new in SWAPS[match[0]]:
            found.append(Site(f"{match[0]} to {new or 'nothing'}", match.start(), match.end(), new))
    for match in NUMBER.finditer(code, function.begin, function.end):
        found.append(Site("number", match.start(), match.end(), other_number(match[0])))
    return sorted(found, key=lambda site: (site.begin, -site.end))
