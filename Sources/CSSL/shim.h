// OpenSSL's TLS on memory, and certificates.
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

// Macros, which Swift does not see.
static inline EVP_PKEY *tactus_new_key(void) { return EVP_EC_gen("P-256"); }
/// Requires TLS 1.2 or later. Disables the session cache, which strangers could fill, and frees the buffers of idle
/// connections.
static inline void tactus_set_up(SSL_CTX *context) {
  SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
  SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
}
