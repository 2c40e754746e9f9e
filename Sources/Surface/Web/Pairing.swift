// Who may speak: the token of the address, the cookie that a browser gets for it, where requests come from.
// The server's event loop.
import NIOHTTP1
import SharedFiles

/// The token of one server, and what it says to the head of a request.
struct Pairing {
  /// Why a request is refused. Each is counted.
  enum Fault: String, CaseIterable, Error {
    case badToken = "bad_token"
    case badHost = "bad_host"
    case badOrigin = "bad_origin"
    case noCookie = "no_cookie"
    case noPassword = "no_password"
    case wrongPassword = "wrong_password"
    case badMethod = "bad_method"
    case unknownPath = "unknown_path"
    case tooManyJoins = "too_many_joins"
    case tooManyBrowsers = "too_many_browsers"
    case tooManyConnections = "too_many_connections"
    case tooManyRequests = "too_many_requests"
    case slowRequest = "slow_request"
    case slowAnswer = "slow_answer"
    case longRequest = "long_request"
    case badFrame = "bad_frame"
    case badMessage = "bad_message"
    case tooManyMessages = "too_many_messages"
    case notDown = "not_down"

    /// The reason, as shown in the console.
    var sentence: String {
      switch self {
      case .badToken: "its link contains a wrong token"
      case .badHost: "it used an unknown host name"
      case .badOrigin: "its request came from another site's page"
      case .noCookie: "it has not joined yet"
      case .noPassword: "it sent no password for files"
      case .wrongPassword: "it sent a wrong password for files"
      case .badMethod: "its request method is not supported"
      case .unknownPath: "it requested a file that does not exist"
      case .tooManyJoins: "too many wrong tokens"
      case .tooManyBrowsers: "16 browsers are already connected"
      case .tooManyConnections: "too many connections from one address"
      case .tooManyRequests: "more than 100 requests on one connection"
      case .slowRequest: "it connected but sent no complete request"
      case .slowAnswer: "it did not read the response"
      case .longRequest: "a request longer than 8 KiB, or several at once"
      case .badFrame, .badMessage: "it sent an invalid message"
      case .tooManyMessages: "more than 2,000 messages a second"
      case .notDown: "it moved a touch that it had not begun"
      }
    }

    var status: HTTPResponseStatus {
      switch self {
      case .badToken, .noCookie, .noPassword, .wrongPassword: .unauthorized
      case .badHost: .misdirectedRequest
      case .badOrigin: .forbidden
      case .badMethod: .methodNotAllowed
      case .unknownPath: .notFound
      case .tooManyJoins, .tooManyRequests: .tooManyRequests
      case .tooManyBrowsers, .tooManyConnections: .serviceUnavailable
      case .slowRequest, .slowAnswer, .longRequest, .badFrame, .badMessage, .tooManyMessages, .notDown:
        .badRequest
      }
    }
  }

  /// 128 random bits as 22 letters, digits, `-` and `_`.
  let token: String
  /// Browsers keep one cookie for all ports of a machine, so each port has a name of its own.
  let cookieName: String
  /// The accepted values of Host: address or name, and port.
  let hosts: [String]
  let isSecure: Bool
  /// The address at which it is bound.
  let address: String
  /// Joins with a wrong token that may still come, and when there may be one more.
  private var joins = Self.joinLimit
  private var nextJoin: Int64 = 0

  /// Wrong tokens that are read at once; then one each six seconds.
  static let joinLimit = 10
  private static let joinPeriod: Int64 = 6_000_000_000

  init(token: String, address: String, port: Int, names: [String], isSecure: Bool) {
    (self.token, self.address) = (token, address)
    self.isSecure = isSecure
    cookieName = "tactus_\(port)"
    let standard = isSecure ? 443 : 80
    hosts = names.flatMap { port == standard ? [$0, "\($0):\(port)"] : ["\($0):\(port)"] }
  }

  /// A token that cannot be guessed.
  static func newToken() -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    var source = SystemRandomNumberGenerator()
    return String((0..<22).map { _ in letters[Int(source.next() & 63)] })
  }

  /// Whether the request was meant for this server: a page of another name that leads here is not.
  func checkHost(_ head: HTTPRequestHead) throws(Fault) {
    let hosts = head.headers["host"]
    guard hosts.count == 1, self.hosts.contains(hosts[0].lowercased()) else { throw .badHost }
  }

  /// Whether the browser has joined.
  func checkCookie(_ head: HTTPRequestHead) throws(Fault) {
    let cookies = head.headers["cookie"].flatMap { $0.split(separator: ";") }
    for cookie in cookies {
      let parts = cookie.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
      if parts.count == 2, parts[0] == cookieName, FilePasswords.isSame(parts[1], token) { return }
    }
    throw .noCookie
  }

  /// Whether a WebSocket is opened by a page of this server: another port of this machine is another one, and
  /// sends the cookie all the same.
  func checkOrigin(_ head: HTTPRequestHead) throws(Fault) {
    let origins = head.headers["origin"]
    let scheme = isSecure ? "https://" : "http://"
    guard origins.count == 1, let host = head.headers["host"].first else { throw .badOrigin }
    guard origins[0].lowercased() == scheme + host.lowercased() else { throw .badOrigin }
  }

  /// Whether a token is the right one, at `now` in nanoseconds. Wrong ones are read ten times a minute.
  mutating func checkToken(_ given: some StringProtocol, at now: Int64) throws(Fault) {
    if FilePasswords.isSame(given, token) { return }
    while joins < Self.joinLimit, now >= nextJoin {
      joins += 1
      nextJoin += Self.joinPeriod
    }
    if joins == 0 { throw .tooManyJoins }
    if joins == Self.joinLimit { nextJoin = now + Self.joinPeriod }
    joins -= 1
    throw .badToken
  }

  /// The cookie of a browser that has shown the token. `Lax`, because a link of another program leads here.
  var setCookie: String {
    "\(cookieName)=\(token); HttpOnly; SameSite=Lax; Path=/; Max-Age=31536000\(isSecure ? "; Secure" : "")"
  }
}
