"""Writes the manual pages of the command: `tactus --experimental-dump-help | man.py VERSION FOLDER`.

The command's own declarations are the one table of its commands: --help, the completions and these pages come from
it. A page for `tactus`, and one for each of its commands with all that is below it."""
import json
import pathlib
import re
import sys


def roff(text):
    """A text as roff shows it: no line begins with a control character, no escape is meant."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    text = re.sub(r"`([^`]*)`", r"\\fB\1\\fR", text)
    text = re.sub(r"\*([^*\s][^*]*)\*", r"\\fI\1\\fR", text)
    return "\n".join("\\&" + line if line[:1] in ".'" else line for line in text.splitlines())


def shown(argument):
    """Whether a page names an argument: --help and --version are explained once, in tactus(1)."""
    return argument["shouldDisplay"] and argument.get("preferredName", {}).get("name") not in ("help", "version")


def spelled(argument):
    """An argument as one types it, with what it takes."""
    value = argument["valueName"]
    if argument["kind"] == "positional":
        return f"\\fI{roff(value)}\\fR"
    names = ", ".join(f"\\fB{roff(('-' if name['kind'] == 'short' else '--') + name['name'])}\\fR"
                      for name in sorted(argument["names"], key=lambda name: name["kind"] != "short"))
    return names if argument["kind"] == "flag" else f"{names} \\fI{roff(value)}\\fR"


def synopsis(path, command):
    words = [f"\\fB{roff(' '.join(path))}\\fR"]
    arguments = [each for each in command.get("arguments", []) if shown(each)]
    for each in [*(a for a in arguments if a["kind"] != "positional"),
                 *(a for a in arguments if a["kind"] == "positional")]:
        word = spelled(each).split(", ")[-1] if each["kind"] != "positional" else spelled(each)
        word += " ..." if each["isRepeating"] else ""
        words.append(f"[{word}]" if each["isOptional"] else word)
    return " ".join(words)


def body(path, command):
    """What a command does and takes."""
    lines = []
    for text in [command.get("abstract"), command.get("discussion")]:
        if text:
            lines += [".PP", roff(text)]
    for argument in filter(shown, command.get("arguments", [])):
        lines += [".TP", spelled(argument), roff(argument.get("abstract", ""))]
        if argument.get("allValues"):
            lines.append("One of " + ", ".join(roff(each) for each in argument["allValues"]) + ".")
        if argument.get("defaultValue"):
            lines.append(f"Without it: {roff(argument['defaultValue'])}.")
    return lines


def leaves(path, command):
    """The commands below one that have no further ones."""
    below = [each for each in command.get("subcommands", []) if each["commandName"] != "help"]
    if not below:
        yield path, command
    for each in below:
        yield from leaves([*path, each["commandName"]], each)


FILES = [
    ("~/.local/share/tactus/patches", "patches and set lists of the user"),
    ("~/.local/share/tactus/grids", "grids of the user"),
    ("~/.local/share/tactus/concerts", "concerts of the user"),
    ("~/.local/share/tactus/lessons", "lessons of the user"),
    ("~/.local/share/tactus/tangibles", "objects that a touch table recognises"),
    ("~/.config/tactus/network.json", "who may send, and how each surface lies"),
    ("~/.config/tactus/profiles", "input profiles of the user"),
    ("~/.local/share/tactus/pads", "pad profiles of the user"),
]


def page(path, command, version, others):
    name = "-".join(path)
    abstract = command["abstract"].rstrip(".")
    lines = [f'.TH {roff(name.upper())} 1 "" "Tactus {version}" "Tactus"', ".SH NAME",
             f"{roff(name)} \\- {roff(abstract[0].lower() + abstract[1:])}", ".SH SYNOPSIS"]
    found = list(leaves(path, command))
    root = len(path) == 1
    if root:
        lines += [f"\\fB{name}\\fR \\fIcommand\\fR [\\fIargument\\fR ...]", ".SH DESCRIPTION",
                  *body(path, command)[1:], ".SH COMMANDS"]
        for each in others:
            lines += [".TP", f"\\fB{roff('-'.join(path + [each['commandName']]))}\\fR(1)", roff(each["abstract"])]
        lines += [".SH OPTIONS", ".TP", "\\fB\\-h\\fR, \\fB\\-\\-help\\fR",
                  "Explains the command before it, and ends.", ".TP", "\\fB\\-\\-version\\fR",
                  "Prints the version, and ends.", ".SH FILES"]
        for file, what in FILES:
            lines += [".TP", f"\\fI{roff(file)}\\fR", roff(what)]
    elif len(found) == 1:
        lines += [synopsis(path, command), ".SH DESCRIPTION", *body(path, command)[1:]]
    else:
        lines += sum(([synopsis(*each), ".br"] for each in found), [])[:-1]
        lines += [".SH DESCRIPTION", *body(path, command)[1:], ".SH COMMANDS"]
        for each, leaf in found:
            lines += [f".SS {roff(' '.join(each))}", *body(each, leaf)[1:]]
    lines += [".SH EXIT STATUS", "0, 1 for a failure, 64 for words that the command does not know.",
              ".SH SEE ALSO", ", ".join(f"\\fB{roff(each)}\\fR(1)" for each in (
                  ["tactus"] if not root else [f"tactus-{each['commandName']}" for each in others])),
              ".br", "/usr/share/doc/tactus"]
    return "\n".join(lines) + "\n"


def main(version, folder):
    root = json.load(sys.stdin)["command"]
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    commands = [each for each in root["subcommands"] if each["commandName"] != "help"]
    (folder / "tactus.1").write_text(page(["tactus"], root, version, commands))
    for each in commands:
        name = each["commandName"]
        (folder / f"tactus-{name}.1").write_text(page(["tactus", name], each, version, []))


main(*sys.argv[1:])
