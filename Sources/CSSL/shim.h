// OpenSSL's TLS on memory, and certificates.
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

// Macros, which Swift does not see.
static inline EVP_PKEY *tactus_new_key(void) { return EVP_EC_gen("P-256"); }
/// TLS 1.2 or later. Nothing is kept of sessions that have ended, of which strangers can make as many as they like,
/// and the buffers of a silent connection are freed.
static inline void tactus_set_up(SSL_CTX *context) {
  SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
  SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
}
