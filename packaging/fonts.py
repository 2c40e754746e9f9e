#!/usr/bin/env python3
"""Makes the bundle's two fonts of Inter (Debian: fonts-inter, python3-fonttools), and the table of advance
widths from which the view lays texts out. Run it again only to add letters; what it writes is kept in git.

    packaging/fonts.py [FOLDER OF Inter-Regular.otf]

The fonts are parts of Inter: Latin, Greek, Cyrillic and some signs, without kerning and features, so that a text
is as wide as the sum of its letters. Digits are those of one width, so that a number stays where it is while it
changes. All figures of the table are in parts of the fonts' em of 2816 units."""
import pathlib
import sys

from fontTools import subset
from fontTools.ttLib import TTFont

HERE = pathlib.Path(__file__).resolve().parents[1]
RANGES = [
    (0x20, 0x7E), (0xA0, 0x24F), (0x2B0, 0x2DD), (0x300, 0x304), (0x370, 0x3FF), (0x400, 0x52F),
    (0x1E00, 0x1EFF), (0x2010, 0x2027), (0x2030, 0x203A), (0x2070, 0x209C), (0x20AC, 0x20AC),
    (0x2116, 0x2122), (0x2150, 0x215E), (0x2190, 0x2199), (0x2202, 0x2265), (0x25A0, 0x25CF), (0x2669, 0x266F),
]
FACES = [("regular", "Regular"), ("semibold", "SemiBold")]
# Two letters a width: digits to this base, from `#` on, without the backslash.
DIGITS = "".join(chr(c) for c in range(35, 127) if chr(c) != "\\")


def digits_of_one_width(font):
    """What the feature tnum puts in a glyph's place."""
    table = font["GSUB"].table
    found = {}
    for record in table.FeatureList.FeatureRecord:
        for index in record.Feature.LookupListIndex if record.FeatureTag == "tnum" else []:
            for part in table.LookupList.Lookup[index].SubTable:
                found |= getattr(getattr(part, "ExtSubTable", part), "mapping", {})
    return found


def face(folder, name, style):
    """The part of one face, under a name of its own."""
    options = subset.Options()
    options.layout_features = []
    options.drop_tables += ["GSUB", "GPOS", "GDEF", "DSIG", "BASE", "STAT", "meta"]
    options.name_IDs = [0, 1, 2, 4, 5, 6, 7, 13, 14]
    options.notdef_outline = True
    options.hinting = False
    options.recalc_timestamp = False
    font = TTFont(folder / f"Inter-{style}.otf", recalcTimestamp=False)
    tabular = digits_of_one_width(font)
    for table in font["cmap"].tables:
        for digit in range(0x30, 0x3A):
            if digit in table.cmap:
                table.cmap[digit] = tabular.get(table.cmap[digit], table.cmap[digit])
    wanted = {c for first, last in RANGES for c in range(first, last + 1)} & set(font.getBestCmap())
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=wanted)
    cutter.subset(font)
    for record in font["name"].names:
        text = {1: "Tactus", 2: style, 4: f"Tactus {style}", 6: f"Tactus-{style}"}.get(record.nameID)
        if text:
            font["name"].setName(text, record.nameID, record.platformID, record.platEncID, record.langID)
    top = font["CFF "].cff
    top.fontNames = [f"Tactus-{style}"]
    path = HERE / f"bundle/fonts/{name}.otf"
    font.save(path)
    widths = {code: font["hmtx"][glyph][0] for code, glyph in font.getBestCmap().items()}
    print(f"{path}: {path.stat().st_size:,} bytes, {len(widths)} letters")
    return widths, font["hmtx"][".notdef"][0]


def rows(widths):
    """The table's words: two letters for each code point of the ranges, `##` where there is none."""
    words = "".join(
        DIGITS[widths.get(code, 0) // 91] + DIGITS[widths.get(code, 0) % 91]
        for first, last in RANGES for code in range(first, last + 1))
    return [words[at:at + 96] for at in range(0, len(words), 96)]


def table(faces):
    lines = [
        "// The advance widths of the bundle's fonts. Written by packaging/fonts.py. Any thread.", "",
        "/// Widths in units of the em, two letters a code point; `##` where the fonts have no letter.",
        "enum AdvanceTable {",
        "  /// The em in units.", "  static var em: Float { 2816 }",
        "  /// The width of the box that stands for a letter that is missing.",
        f"  static var missing: Int {{ {faces[0][1][1]} }}", "",
        "  /// The index in the table of a code point; nil if it is in no range.",
        "  static func index(of code: UInt32) -> Int? {", "    switch code {",
    ]
    count = 0
    for first, last in RANGES:
        lines.append(f"    case {first:#x}...{last:#x}: Int(code) - {first - count}")
        count += last - first + 1
    lines += ["    default: nil", "    }", "  }"]
    for name, (widths, _) in faces:
        lines += ["", f"  static var {name}: StaticString {{", '    """']
        lines += [f"    {row}\\" for row in rows(widths)[:-1]] + [f"    {rows(widths)[-1]}"]
        lines += ['    """', "  }"]
    (HERE / "Sources/Paint/AdvanceTable.swift").write_text("\n".join(lines + ["}", ""]))


if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "/usr/share/fonts/opentype/inter")
    table([(name, face(folder, name, style)) for name, style in FACES])
