// OpenSSL's TLS on memory, and certificates.
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

// Macros, which Swift does not see.
static inline EVP_PKEY *tactus_new_key(void) { return EVP_EC_gen("P-256"); }
static inline int tactus_least_tls_1_2(SSL_CTX *context) {
  return (int)SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
}
