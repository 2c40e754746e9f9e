// A certificate of our own, made when it is first needed and kept, so that a browser asks once. Main thread.
import CSSL
import Console
import Foundation

/// Key and certificate of one address, for all connections.
package final class Certificate {
  let context: OpaquePointer
  /// SHA-256 of the certificate as browsers show it.
  package let fingerprint: String

  /// 397 days: browsers refuse certificates that are valid for longer.
  private static let lifetime = 86_400 * 397

  /// Reads the certificate of these names, or makes one and keeps it for its user alone.
  /// - Parameters:
  ///   - names: addresses and names under which the server is reached.
  ///   - folder: where it is kept; nil: nowhere.
  /// - Throws: what OpenSSL cannot do.
  package init(names: [String], folder: String?) throws {
    guard let context = SSL_CTX_new(TLS_server_method()) else {
      throw CommandError("no TLS: libssl fails (does `openssl version` run?)")
    }
    self.context = context
    tactus_set_up(context)
    let path = folder.map { "\($0)/surface-\(names[0]).pem" }
    if let path, let kept = Self.read(path, names) {
      defer { X509_free(kept.certificate) }
      defer { EVP_PKEY_free(kept.key) }
      fingerprint = try Self.use(kept.key, kept.certificate, in: context)
      return
    }
    guard let key = tactus_new_key(), let certificate = X509_new() else {
      throw CommandError("no certificate: libcrypto fails (does `openssl version` run?)")
    }
    defer { EVP_PKEY_free(key) }
    defer { X509_free(certificate) }
    Self.fill(certificate, key, names)
    fingerprint = try Self.use(key, certificate, in: context)
    if let path, let folder { Self.write(key, certificate, path, folder) }
  }

  deinit { SSL_CTX_free(context) }

  private static func fill(_ certificate: OpaquePointer, _ key: OpaquePointer, _ names: [String]) {
    X509_set_version(certificate, 2)
    ASN1_INTEGER_set(X509_get_serialNumber(certificate), Int.random(in: 1...Int(Int32.max)))
    X509_gmtime_adj(X509_getm_notBefore(certificate), -86_400)
    X509_gmtime_adj(X509_getm_notAfter(certificate), lifetime)
    X509_set_pubkey(certificate, key)
    let name = X509_get_subject_name(certificate)
    X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_UTF8, "Tactus", -1, -1, 0)
    X509_set_issuer_name(certificate, name)
    let alternatives = names.map { (isAddress($0) ? "IP:" : "DNS:") + $0 }.joined(separator: ",")
    let rows: [(Int32, String)] = [
      (NID_subject_alt_name, alternatives), (NID_ext_key_usage, "serverAuth"),
      (NID_basic_constraints, "critical,CA:FALSE"),
    ]
    for (kind, value) in rows {
      guard let row = X509V3_EXT_conf_nid(nil, nil, kind, value) else { continue }
      X509_add_ext(certificate, row, -1)
      X509_EXTENSION_free(row)
    }
    X509_sign(certificate, key, EVP_sha256())
  }

  private static func isAddress(_ name: String) -> Bool {
    var address = in_addr()
    return inet_pton(AF_INET, name, &address) == 1
  }

  private static func use(
    _ key: OpaquePointer, _ certificate: OpaquePointer, in context: OpaquePointer
  ) throws -> String {
    guard SSL_CTX_use_certificate(context, certificate) == 1, SSL_CTX_use_PrivateKey(context, key) == 1 else {
      ERR_clear_error()
      throw CommandError("the certificate cannot be used: libssl refuses it")
    }
    var (digest, size) = ([UInt8](repeating: 0, count: 32), UInt32(0))
    X509_digest(certificate, EVP_sha256(), &digest, &size)
    return digest.map { String(format: "%02X", $0) }.joined(separator: ":")
  }

  /// Reads the stored certificate, unless it ends within a week or lacks a name.
  private static func read(
    _ path: String, _ names: [String]
  ) -> (key: OpaquePointer, certificate: OpaquePointer)? {
    guard let file = BIO_new_file(path, "r") else {
      ERR_clear_error()
      return nil
    }
    defer { BIO_free(file) }
    let key = PEM_read_bio_PrivateKey(file, nil, nil, nil)
    let certificate = PEM_read_bio_X509(file, nil, nil, nil)
    var soon = time(nil) + 7 * 86_400
    guard let key, let certificate, X509_cmp_time(X509_get0_notAfter(certificate), &soon) > 0,
      names.allSatisfy({
        isAddress($0)
          ? X509_check_ip_asc(certificate, $0, 0) == 1 : X509_check_host(certificate, $0, 0, 0, nil) == 1
      })
    else {
      ERR_clear_error()
      EVP_PKEY_free(key)
      X509_free(certificate)
      return nil
    }
    return (key, certificate)
  }

  /// Keeps them. If that fails, the browser asks again next time.
  private static func write(
    _ key: OpaquePointer, _ certificate: OpaquePointer, _ path: String, _ folder: String
  ) {
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let descriptor = open(path, O_CREAT | O_WRONLY | O_TRUNC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0, let file = BIO_new_fd(descriptor, BIO_CLOSE) else { return }
    PEM_write_bio_PrivateKey(file, key, nil, nil, 0, nil, nil)
    PEM_write_bio_X509(file, certificate)
    BIO_free(file)
  }
}
