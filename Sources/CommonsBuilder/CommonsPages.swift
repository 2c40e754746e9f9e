// The pages of a commons: HTML without inline scripts and styles. All texts of entries are escaped here. Any thread.
import Commons
import Console
import Foundation
import Patches
import Text

/// A text with the characters of HTML as entities, for contents and for attributes in double quotes.
func escaped(_ text: String) -> String {
  var out = ""
  out.reserveCapacity(text.utf8.count)
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": out += "&amp;"
    case "<": out += "&lt;"
    case ">": out += "&gt;"
    case "\"": out += "&quot;"
    case "'": out += "&#39;"
    default: out.unicodeScalars.append(scalar)
    }
  }
  return out
}

/// A text of an entry, escaped.
func escaped(_ text: [UInt8]) -> String { escaped(string(text)) }

/// The frame of every page.
struct CommonsPage {
  let about: CommonsAbout
  /// The path to the root of the site: empty or `../`, repeated.
  let root: String
  let title: String

  /// Only files of the site are loaded, and only scripts of files run.
  private static let policy =
    "default-src 'none'; img-src 'self'; media-src 'self'; font-src 'self'; style-src 'self'; script-src 'self'; "
    + "connect-src 'self'; base-uri 'none'; form-action 'none'"

  func html(_ body: String) -> String {
    let name = escaped(about.name)
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(Self.policy)">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="referrer" content="no-referrer">
      <meta name="theme-color" content="#0d1014">
      <title>\(title.isEmpty ? name : "\(escaped(title)) · \(name)")</title>
      <link rel="icon" href="\(root)icon.svg">
      <link rel="stylesheet" href="\(root)commons.css">
      <script type="module" src="\(root)commons.js"></script>
      </head>
      <body data-root="\(root)">
      <a class="skip" href="#main">Skip to the content</a>
      <header>
      <p class="brand"><a href="\(root)index.html"><img src="\(root)icon.svg" alt="" width="28" height="28">\(name)</a></p>
      <form id="search" role="search" hidden>
      <input type="search" id="words" autocomplete="off" maxlength="120" placeholder="Search" aria-label="Search by name, author, tag or word">
      </form>
      </header>
      <main id="main" tabindex="-1">
      \(body)
      </main>
      <footer>
      <p>\(about.description.isEmpty ? "" : escaped(about.description) + " ")<a href="\(root)play/">Play Tactus in this browser</a></p>
      </footer>
      </body>
      </html>

      """
  }
}

extension PublishedEntry {
  /// The name of its page below the root.
  var page: String { "entries/\(name).html" }
  var kind: String { "\(string(UTF8Text(entry.kind.symbol).bytes))" }
  var ending: String { string(UTF8Text(entry.kind.ending).bytes) }
  /// The path of the document below the root.
  var document: String { "files/\(string(entry.file))\(ending)" }

  /// Its card in a list.
  /// - Parameter level: the heading's level.
  func card(_ root: String, level: Int = 3) -> String {
    let name = escaped(entry.name)
    let facts = [kind, escaped(entry.category)].filter { !$0.isEmpty }.joined(separator: " · ")
    var text = "<li class=\"card\"><article>"
    text +=
      hasSound
      ? "<img src=\"\(root)pictures/\(key).svg\" alt=\"\" width=\"640\" height=\"360\" loading=\"lazy\">"
      : "<div class=\"blank\"></div>"
    text += "<h\(level)><a href=\"\(root)\(page)\">\(name)</a></h\(level)>"
    text += "<p class=\"facts\">\(facts) · by \(escaped(entry.author))</p>"
    if hasSound { text += player(root) }
    return text + "</article></li>\n"
  }

  /// The player of its sound.
  func player(_ root: String) -> String {
    "<audio controls preload=\"none\" src=\"\(root)sounds/\(key).mp3\""
      + (hasHands ? " data-hands=\"\(root)hands/\(key).json\"" : "")
      + " aria-label=\"\(escaped(entry.name))\"></audio>"
  }
}

/// The page of an entry.
struct EntryPage {
  let item: PublishedEntry
  /// The entry from which it was made, and those that were made from it.
  let parent: PublishedEntry?
  let forks: [PublishedEntry]
  let alike: [PublishedEntry]
  /// The place in the index.
  let number: Int
  /// The paths of values that differ from the parent, with both values.
  let changes: [(path: String, old: String, new: String)]
  let address: [UInt8]

  private static let root = "../"
  private static let plays: Set<CommonsKind> = [.patch, .grid, .take]

  var body: String {
    let entry = item.entry
    var text = "<article class=\"entry\" data-number=\"\(number)\">\n"
    if item.hasSound {
      text +=
        "<img class=\"large\" src=\"../pictures/\(item.key).svg\" alt=\"\" width=\"640\" height=\"360\">\n"
    }
    text += "<h1>\(escaped(entry.name))</h1>\n<p class=\"facts\">\(item.kind)"
    if !entry.category.isEmpty {
      text +=
        " · <a href=\"../category/\(CommonsSite.slug(entry.category))/index.html\">\(escaped(entry.category))</a>"
    }
    text +=
      " · by <a href=\"../author/\(CommonsSite.slug(entry.author))/index.html\">\(escaped(entry.author))</a></p>\n"
    if item.hasSound { text += item.player(Self.root) + "\n" }
    if !entry.description.isEmpty { text += "<p class=\"words\">\(escaped(entry.description))</p>\n" }
    text += "<p class=\"deeds\">"
    if Self.plays.contains(entry.kind) {
      text +=
        "<a class=\"button first\" href=\"../play/?entry=\(item.name)\">Play in the page</a>"
        + "<a class=\"button\" data-open=\"\(item.document)\" \(openLink)>Open in Tactus</a>"
    }
    text +=
      "<a class=\"button\" href=\"../\(item.document)\" download=\"\(item.name)\(item.ending)\">Download</a>"
    if !entry.performance.isEmpty {
      text +=
        "<a class=\"button\" href=\"../files/\(string(entry.performance)).tactus\" download=\"\(item.name).tactus\">"
        + "The performance</a>"
    }
    text += "</p>\n"
    if let parent { text += comparison(with: parent) }
    text += facts
    if !forks.isEmpty { text += list("Made from this", forks) }
    if !alike.isEmpty { text += list("Sounds like this", alike) }
    return text + "</article>"
  }

  /// The address is written if it is known; otherwise the script makes it of the page's own.
  private var openLink: String {
    guard let link = CommonsSite.openLink(address, item.document) else { return "hidden" }
    return "href=\"\(escaped(link))\""
  }

  private var facts: String {
    let entry = item.entry
    let address = entry.license == .isc ? "../isc.txt" : "\(entry.license.address)"
    let license =
      "<a href=\"\(address)\" rel=\"license noreferrer\">"
      + "\(string(UTF8Text(entry.license.symbol).bytes))</a>"
    var rows = [("License", license)]
    if !entry.tags.isEmpty {
      rows.append(
        (
          "Tags",
          entry.tags.map { "<a href=\"../tag/\(CommonsSite.slug($0))/index.html\">\(escaped($0))</a>" }
            .joined(separator: ", ")
        ))
    }
    if !entry.date.isEmpty { rows.append(("Published", escaped(entry.date))) }
    for sound in entry.sounds {
      rows.append(
        ("Sound", "<a href=\"../files/\(string(sound.file)).wav\" download>\(escaped(sound.name))</a>"))
    }
    if item.hasSound { rows.append(("Loudness", "\(item.facts.loudness) LUFS")) }
    rows.append(("File", "<code>\(string(entry.file))</code>"))
    for version in entry.versions { rows.append(("Earlier version", "<code>\(string(version))</code>")) }
    for render in entry.renders {
      rows.append(("Rendered by Tactus \(escaped(render.engine))", "<code>\(string(render.hash))</code>"))
    }
    return "<h2>About</h2>\n<dl>\n" + rows.map { "<dt>\($0)</dt><dd>\($1)</dd>\n" }.joined() + "</dl>\n"
  }

  private func comparison(with parent: PublishedEntry) -> String {
    var text =
      "<section class=\"compare\">\n<h2>Made from <a href=\"../\(parent.page)\">\(escaped(parent.entry.name))</a></h2>\n"
    text += "<p class=\"facts\">by \(escaped(parent.entry.author))</p>\n"
    if parent.hasSound { text += parent.player(Self.root) + "\n" }
    if !changes.isEmpty {
      text +=
        "<details><summary>\(counted(changes.count, "change"))</summary>\n<table>\n"
        + "<tr><th>Value</th><th>Before</th><th>Now</th></tr>\n"
      for change in changes.prefix(200) {
        text +=
          "<tr><th scope=\"row\">\(escaped(change.path))</th><td>\(escaped(change.old))</td>"
          + "<td>\(escaped(change.new))</td></tr>\n"
      }
      text += "</table></details>\n"
    }
    return text + "</section>\n"
  }

  private func list(_ title: String, _ items: [PublishedEntry]) -> String {
    "<h2>\(title)</h2>\n<ul class=\"cards\">\n\(items.map { $0.card(Self.root) }.joined())</ul>\n"
  }
}
