// `tactus commons`: makes, fills, builds and checks a commons, and gets documents of others. Main thread.
import ArgumentParser
import Commons
import CommonsBuilder
import Console
import Foundation
import Performances
import Stores

struct CommonsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "commons",
    abstract:
      "Publishes patches, grids, takes, tunings and sounds as a web site, and checks what others contribute.",
    discussion: """
      A commons is a folder with a file for each document and a description of it: author, license, lineage. \
      `tactus commons build` renders each document and writes a site of static files, which any web server \
      serves. The format is in docs/commons.md.
      """,
    subcommands: [
      New.self, Add.self, Build.self, Verify.self, Pack.self, Search.self, Get.self, Answer.self,
    ])

  struct Place: ParsableArguments {
    @Argument(help: "The folder of the commons.", completion: .directory)
    var folder: String
  }

  struct New: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Makes a commons.")

    @OptionGroup var place: Place
    @Option(help: "The name on its pages.")
    var name = "Commons"
    @Option(
      help: "The address of its site, https://…; then its pages can be opened in Tactus without scripts.")
    var address: String?
    @Flag(help: "Add the patches and grids that come with Tactus.")
    var factory = false
    @OptionGroup var bundle: BundleOption

    func validate() throws {
      guard 1...CommonsEntry.nameLimit ~= name.utf8.count else {
        throw ValidationError("--name must have 1 to \(CommonsEntry.nameLimit) bytes.")
      }
      if let address, !address.hasPrefix("https://") {
        throw ValidationError("--address must begin with https://.")
      }
    }

    func run() throws {
      var about = CommonsAbout()
      about.name = [UInt8](name.utf8)
      about.address = [UInt8]((address ?? "").utf8)
      let folder = try CommonsFolder.make(place.folder, about)
      let count = factory ? try CommonsAdding(folder).addLibrary(bundle: bundle.path()) : 0
      report("\(place.folder): a commons with \(count == 1 ? "1 entry" : "\(count) entries")")
      report("Next: tactus commons \(factory ? "build" : "add") \(place.folder)")
    }
  }

  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Adds patches, grids, takes, tunings, sounds, scenes and contributions to a commons.",
      discussion: "The kind of a document follows from its content and its ending.")

    @OptionGroup var place: Place
    @Argument(help: "Files; of contributions (.tactuscommons) everything in them.", completion: .file())
    var files: [String]
    @OptionGroup var description: Description

    func run() throws {
      let adding = CommonsAdding(try CommonsFolder(place.folder))
      for file in files {
        for name in try adding.add(file, description.values()) {
          report("\(place.folder)/entries/\(name).json")
        }
      }
    }
  }

  /// What an author says about a document.
  struct Description: ParsableArguments {
    @Option(help: "The author; otherwise that of the document.")
    var author: String?
    @Option(help: "The license: CC0-1.0, CC-BY-4.0, CC-BY-SA-4.0 or ISC.")
    var license: String?
    @Option(help: "The name; otherwise that of the document or of its file.")
    var name: String?
    @Option(help: "A category, such as pad or bass.")
    var category: String?
    @Option(help: "Words by which it is found, separated by commas.")
    var tags: String?
    @Option(help: "A description, and how to play it.")
    var description: String?
    @Option(help: "The performance that plays it to listeners.", completion: NamedKind.performance.completion)
    var performance: String?
    @Option(help: "The document from which it was made: a name in the commons, or the SHA-256 of its file.")
    var parent: String?

    func values() throws -> CommonsAdding.Values {
      CommonsAdding.Values(
        author: author,
        license: try license.map { text in
          guard let license = CommonsLicense.allCases.first(where: { "\($0.symbol)" == text }) else {
            let names = CommonsLicense.allCases.map { "\($0.symbol)" }
            throw UsageError(
              "--license must be \(names.dropLast().joined(separator: ", ")) or \(names.last!)")
          }
          return license
        }, name: name, category: category,
        tags: tags?.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) },
        description: description,
        performance: try performance.map { try NamedKind.performance.path(of: $0) }, parent: parent)
    }
  }

  struct Pack: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Writes documents with their descriptions and sounds into one file to send.",
      discussion:
        "Each is rendered as `tactus commons build` does, so that you know that it will be accepted.")

    @Argument(help: "Files, like those of `tactus commons add`.", completion: .file())
    var files: [String]
    @Option(name: .shortAndLong, help: "The contribution to write, .tactuscommons.")
    var output: String
    @OptionGroup var description: Description
    @OptionGroup var bundle: BundleOption

    func validate() throws {
      guard output.hasSuffix(CommonsContribution.ending) else {
        throw ValidationError("--output must end in \(CommonsContribution.ending).")
      }
    }

    func run() throws {
      try Self.write(files, try description.values(), to: output, bundle: bundle.path())
      report("\(output): \(counted(files.count, "document"))")
    }

    /// Writes documents into one file, if a commons would accept them.
    static func write(
      _ files: [String], _ values: CommonsAdding.Values, to output: String, bundle: String
    ) throws {
      let file = try PendingFile(output)
      let path = FileManager.default.temporaryDirectory.appendingPathComponent("tactus-\(UUID().uuidString)")
        .path
      defer { try? FileManager.default.removeItem(atPath: path) }
      let folder = try CommonsFolder.make(path, CommonsAbout())
      for name in files { _ = try CommonsAdding(folder).add(name, values) }
      let refusals = try CommonsBuild(folder, bundle: bundle, engine: Version.text).renderAll()
      if !refusals.isEmpty { throw CommandError(refusals.joined(separator: "\n")) }
      try file.write(bytes: CommonsContribution(folder).text)
      try file.commit()
    }
  }

  struct Search: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Searches a commons by words: name, title, author, kind, category.",
      discussion:
        "Sends nothing but requests for parts of the index. Without a network, what was loaded before is searched."
    )

    @Argument(help: "The address, https://….")
    var address: String
    @Argument(help: "Words, or beginnings of words.")
    var words: [String]
    @Option(help: "The most results.")
    var limit = 30
    @OptionGroup var listing: Listing

    func validate() throws {
      guard 1...1000 ~= limit else { throw ValidationError("--limit must be 1 to 1000.") }
    }

    func run() throws {
      var client = try CommonsClient(address)
      var list = ListReport(listing)
      for hit in try client.search(words.joined(separator: " "), limit: limit) {
        list.add(
          hit.name, shown(hit.title), shown(hit.author), shown(hit.kind), shown(hit.category),
          fields: [
            "name": hit.name, "title": hit.title, "author": hit.author, "kind": hit.kind,
            "category": hit.category,
          ])
      }
      list.finish()
    }
  }

  struct Get: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Gets a document of a commons, with its sounds, and adds it to yours.",
      discussion: "What is there is not replaced: a document of another content gets another name.")

    @Argument(help: "The address, https://….")
    var address: String
    @Argument(help: "The name of the entry, as `tactus commons search` shows it.")
    var name: String
    @Option(name: .shortAndLong, help: "The file to write instead.", completion: .file())
    var output: String?

    func run() throws {
      var client = try CommonsClient(address)
      let found = try client.get(name)
      let license = "\(found.entry.license.symbol)"
      let credit = "“\(shown(found.entry.name))” by \(shown(found.entry.author)), \(license)"
      if let output {
        let file = try PendingFile(output)
        try file.write(bytes: found.document)
        try file.commit()
        return report("\(output): \(credit)")
      }
      report("\(try Received.add(found)): \(credit)")
    }
  }

  /// Answers the windows of plugins, which start it: an object of JSON (docs/window.md).
  struct Answer: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Answers a window of a plugin.", shouldDisplay: false)

    @Argument(help: "The address; patch or grid; search, preview, load or pack; and what is meant.")
    var words: [String]

    func validate() throws {
      guard words.count == (words.count > 2 && words[2] == "pack" ? 6 : 4) else {
        throw ValidationError("these are no words of a window.")
      }
    }

    func run() throws {
      let answer: [String: Any]
      do { answer = try self.answer() } catch { answer = ["error": sentence(of: error)] }
      printText(jsonText(answer, isPretty: false) + "\n")
    }

    private func answer() throws -> [String: Any] {
      let (address, kind, task) = (words[0], words[1], words[2])
      if task == "pack" { return try pack() }
      var client = try CommonsClient(address)
      if task == "search" {
        let hits = try client.search("\(words[3]) \(kind)", limit: 40).filter { $0.kind == kind }
        let found = hits.map {
          [
            "file": "commons/\($0.name)", "name": $0.title, "category": $0.category,
            "text": "by \($0.author)",
          ]
        }
        let count = hits.count == 1 ? "1 entry" : "\(hits.count) entries"
        return [
          "commons": ["address": address, "searched": words[3], "found": found] as [String: Any],
          "said": count + (client.isOffline ? ", of what was loaded before." : "."),
        ]
      }
      let found = try client.get(words[3])
      if task == "preview" {
        // It is not the user's yet: its folders are in the cache.
        try? FileManager.default.removeItem(atPath: CommonsClient.previewFolder())
        setenv("XDG_DATA_HOME", try CommonsClient.previewFolder(), 1)
      }
      let file = URL(fileURLWithPath: try Received.add(found))
      let entry = found.entry
      return [
        "folder": file.deletingLastPathComponent().path,
        "name": file.deletingPathExtension().lastPathComponent,
        "said": "“\(shown(entry.name))” by \(shown(entry.author)), \(entry.license.symbol)",
      ]
    }

    private func pack() throws -> [String: Any] {
      guard let license = CommonsLicense.allCases.first(where: { "\($0.symbol)" == words[4] }) else {
        throw UsageError("“\(shown(words[4]))” is no license of a commons")
      }
      let folder = "\(string(UserFolders.data()))/contributions"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let name = URL(fileURLWithPath: words[3]).deletingPathExtension().lastPathComponent
      let output = "\(folder)/\(name)\(CommonsContribution.ending)"
      try Pack.write(
        [words[3]], CommonsAdding.Values(author: words[5], license: license), to: output,
        bundle: BundleOption.standard())
      return ["said": "Packed as \(output). Send it to those who keep the commons."]
    }
  }

  struct Build: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Checks and renders new entries in a closed box, and writes the site.",
      discussion: """
        Only what is new is rendered. An entry that can't be read, or whose sound is not the stated one, is refused \
        with a sentence and is not on the site; then the command fails.
        """)

    @OptionGroup var place: Place
    @Option(help: "Renders at a time; otherwise one for each processor.")
    var jobs: Int?
    @OptionGroup var bundle: BundleOption

    func validate() throws {
      if let jobs, !(1...256 ~= jobs) { throw ValidationError("--jobs must be 1 to 256.") }
    }

    func run() throws {
      let build = try CommonsBuild(
        CommonsFolder(place.folder), bundle: bundle.path(), engine: Version.text, workers: jobs)
      let start = Date()
      let found = try build.run { reportProgress($0, $1) }
      for refusal in found.refusals { report("refused: \(refusal)") }
      let seconds = String(format: "%.1f", -start.timeIntervalSinceNow)
      report(
        "\(place.folder)/site: \(found.published) published, \(found.rendered) rendered, "
          + "\(found.refusals.count) refused, \(counted(found.written, "file")) written in \(seconds) s")
      if !found.refusals.isEmpty { throw ExitCode.failure }
    }
  }

  struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Renders entries again, and compares them with what they state and with the site.")

    @OptionGroup var place: Place
    @Argument(help: "Names of entries; otherwise all.")
    var names: [String] = []
    @Option(help: "Renders at a time; otherwise one for each processor.")
    var jobs: Int?
    @OptionGroup var bundle: BundleOption

    func validate() throws {
      if let jobs, !(1...256 ~= jobs) { throw ValidationError("--jobs must be 1 to 256.") }
    }

    func run() throws {
      let build = try CommonsBuild(
        CommonsFolder(place.folder), bundle: bundle.path(), engine: Version.text, workers: jobs)
      let found = try build.verify(names) { reportProgress($0, $1) }
      for fault in found.faults { report(fault) }
      report(
        "\(found.count == 1 ? "1 entry" : "\(found.count) entries") verified, \(found.faults.count) differ")
      if !found.faults.isEmpty { throw ExitCode.failure }
    }
  }
}

/// Prints the number of finished entries, on a terminal only.
private func reportProgress(_ done: Int, _ all: Int) {
  guard isatty(STDERR_FILENO) != 0, done == all || done % 8 == 0 else { return }
  reportText("\r\(done) of \(all)\(done == all ? "\n" : "")")
}
