// `tactus password`: the passwords for `tactus surface --files`. Main thread.
import ArgumentParser
import Console
import Foundation
import Performances
import SharedFiles
import Stores

struct PasswordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "password",
    abstract: "Makes, lists and revokes the passwords for `tactus surface --files`.",
    discussion: """
      Make one for each computer or tablet, so that you can revoke one and keep the others. A running server notices at once. \
      Only hashes are kept, in surface-passwords.json beside your other settings.
      """,
    subcommands: [Add.self, List.self, Revoke.self])

  private static func passwords() throws -> FilePasswords {
    try FilePasswords(folder: string(UserFolders.configuration()))
  }

  private static let completion = CompletionKind.custom { _, _, prefix in
    ((try? passwords())?.all.map(\.name) ?? []).filter { $0.hasPrefix(prefix) }
  }

  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Makes a password, and prints it once.")

    @Argument(help: "A name by which you know the device.")
    var name: String

    func run() throws {
      var passwords = try PasswordCommand.passwords()
      printLine(try passwords.add(name))
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Lists the names, and when each was made.")

    @OptionGroup var listing: Listing

    func run() throws {
      var list = ListReport(listing)
      for each in try PasswordCommand.passwords().all {
        list.add(shown(each.name), each.made, fields: ["name": each.name, "made": each.made])
      }
      list.finish()
    }
  }

  struct Revoke: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Deletes a password: nobody can use it again.")

    @Argument(help: "Its name.", completion: PasswordCommand.completion)
    var name: String

    func run() throws {
      var passwords = try PasswordCommand.passwords()
      try passwords.revoke(name)
    }
  }
}
