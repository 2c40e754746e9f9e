// The address of the page that `tactus surface` serves on this machine, as its file says. Main thread.
import Foundation
import Stores
import WebPage

/// Looks for the page from time to time.
struct PlayPage {
  /// The address of a page that is served; nil: none.
  private(set) var address: String?
  private var last = Date.distantPast
  private static let period = 1.0

  /// Whether another page is served than at the last call.
  mutating func look() -> Bool {
    guard -last.timeIntervalSinceNow >= Self.period else { return false }
    last = Date()
    let before = address
    address = ServedPage.read(folder: UserFolders.configuration()).flatMap { text in
      let root = try? JSONSerialization.jsonObject(with: Data(text.bytes)) as? [String: Any]
      return root?["address"] as? String
    }
    return address != before && address != nil
  }

  /// The address without its token, which lets in: for logs, which others may read.
  var publicAddress: String? {
    address.map { $0.components(separatedBy: "/join/")[0] }
  }

  /// The code to scan, if the terminal can show it.
  var code: String? {
    let environment = ProcessInfo.processInfo.environment
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    return locale.uppercased().contains("UTF") ? address.flatMap { QRCode($0) }?.terminalText : nil
  }
}
