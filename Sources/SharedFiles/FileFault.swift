// Why requests for files are refused. Any thread.

/// A refusal. The server counts each.
package enum FileFault: String, CaseIterable, Error {
  case badPath = "bad_path"
  case notFound = "not_found"
  case notAllowed = "not_allowed"
  case badMethod = "bad_method"
  case exists
  case noParent = "no_parent"
  case condition
  case locked
  case badLockToken = "bad_lock_token"
  case tooManyLocks = "too_many_locks"
  case badBody = "bad_body"
  case unknownBody = "unknown_body"
  case badHeader = "bad_header"
  case otherServer = "other_server"
  case infiniteDepth = "infinite_depth"
  case tooLarge = "too_large"
  case tooMany = "too_many"
  case diskFull = "disk_full"
  case badRange = "bad_range"
  case busy
  case failed

  package var status: Int {
    switch self {
    case .badPath, .badBody, .badHeader: 400
    case .notFound: 404
    case .notAllowed, .infiniteDepth: 403
    case .badMethod, .exists: 405
    case .noParent, .badLockToken: 409
    case .condition: 412
    case .locked: 423
    case .unknownBody: 415
    case .otherServer: 502
    case .tooLarge: 413
    case .tooMany, .tooManyLocks, .diskFull: 507
    case .badRange: 416
    case .busy: 503
    case .failed: 500
    }
  }

  /// The reason, for people.
  package var sentence: String {
    switch self {
    case .badPath: "The path is not valid."
    case .notFound: "There is no such file."
    case .notAllowed: "This can't be changed here: it is a link or a built-in folder."
    case .badMethod: "This method is not supported here."
    case .exists: "There is already a file or folder of this name."
    case .noParent: "The folder that should contain it does not exist."
    case .condition: "A condition of the request is not met."
    case .locked: "Another program has locked this. Try again when it is done."
    case .badLockToken: "You don't hold this lock."
    case .tooManyLocks: "There are too many locks."
    case .badBody: "The request's XML is not valid, or has a DTD."
    case .unknownBody: "This method takes no body."
    case .badHeader: "A header is not valid."
    case .otherServer: "The destination is on another server."
    case .infiniteDepth: "List one folder at a time, with Depth 0 or 1."
    case .tooLarge: "It is larger than this server accepts."
    case .tooMany: "The folder contains too many files."
    case .diskFull: "The disk is full."
    case .badRange: "The file has no such range."
    case .busy: "Too many files are transferred at once."
    case .failed: "The server couldn't read or write the file."
    }
  }

  /// The element of RFC 4918 that states the condition, if there is one.
  var element: String? {
    switch self {
    case .infiniteDepth: "propfind-finite-depth"
    case .locked: "lock-token-submitted"
    case .badLockToken: "lock-token-matches-request-uri"
    default: nil
    }
  }
}

/// The limits of what is served.
package enum FileLimits {
  /// Bytes of a body of XML.
  package static let body = 16_384
  /// Bytes of an answer of XML, and of the owner of a lock.
  static let (answer, owner) = (8 << 20, 256)
  /// Entries of a listed folder, and of a copied tree.
  static let (entries, copied) = (5000, 10_000)
  static let locks = 512
  /// Free bytes that remain on the disk, unless they are more than a twentieth of it.
  static let reserve: Int64 = 256 << 20
}
