// The part of libcurl that this program uses. The library is found when it is first needed, so that the program is
// built and started without it. The numbers are those of curl/curl.h, which never changes one.
#pragma once

#include <dlfcn.h>
#include <stddef.h>

// Options: a number, an object, a function, or a 64-bit number have different bases.
enum {
  CURLOPT_WRITEDATA = 10001,
  CURLOPT_URL = 10002,
  CURLOPT_PROXY = 10004,
  CURLOPT_ERRORBUFFER = 10010,
  CURLOPT_WRITEFUNCTION = 20011,
  CURLOPT_HTTPHEADER = 10023,
  CURLOPT_HEADERDATA = 10029,
  CURLOPT_SSLVERSION = 32,
  CURLOPT_CUSTOMREQUEST = 10036,
  CURLOPT_POST = 47,
  CURLOPT_CAINFO = 10065,
  CURLOPT_FRESH_CONNECT = 74,
  CURLOPT_FORBID_REUSE = 75,
  CURLOPT_HTTPGET = 80,
  CURLOPT_HTTP_VERSION = 84,
  CURLOPT_CAPATH = 10097,
  CURLOPT_BUFFERSIZE = 98,
  CURLOPT_NOSIGNAL = 99,
  CURLOPT_SHARE = 10100,
  CURLOPT_ACCEPT_ENCODING = 10102,
  CURLOPT_CONNECTTIMEOUT_MS = 156,
  CURLOPT_OPENSOCKETFUNCTION = 20163,
  CURLOPT_OPENSOCKETDATA = 10164,
  CURLOPT_COPYPOSTFIELDS = 10165,
  CURLOPT_NOPROXY = 10177,
  CURLOPT_PROTOCOLS = 181,
  CURLOPT_CLOSESOCKETFUNCTION = 20208,
  CURLOPT_CLOSESOCKETDATA = 10209,
  CURLOPT_HEADEROPT = 229,
  CURLOPT_PATH_AS_IS = 234,
  CURLOPT_PROXY_CAINFO = 10246,
  CURLOPT_PROXY_CAPATH = 10247,
  CURLOPT_SUPPRESS_CONNECT_HEADERS = 265,
  CURLOPT_MAXAGE_CONN = 288,
  CURLOPT_HTTP09_ALLOWED = 285,
  CURLOPT_PREREQFUNCTION = 20312,
  CURLOPT_PREREQDATA = 10313,
  CURLOPT_HEADERFUNCTION = 20079,
  CURLOPT_POSTFIELDSIZE_LARGE = 30120,
  CURLOPT_CA_CACHE_TIMEOUT = 321,
  CURLOPT_QUICK_EXIT = 322,
};

enum {
  CURLINFO_HTTP_CONNECTCODE = 0x200016,
  CURLINFO_OS_ERRNO = 0x200019,
  CURLINFO_NUM_CONNECTS = 0x20001A,
  CURLINFO_TLS_SSL_PTR = 0x40002D,
  CURLINFO_NAMELOOKUP_TIME_T = 0x600033,
  CURLINFO_CONNECT_TIME_T = 0x600034,
  CURLINFO_APPCONNECT_TIME_T = 0x600038,
};

enum {
  CURLMOPT_MAXCONNECTS = 6,
  CURLMOPT_MAX_HOST_CONNECTIONS = 7,
  CURLSHOPT_SHARE = 1,
  CURL_LOCK_DATA_SSL_SESSION = 4,
  CURL_GLOBAL_DEFAULT = 3,
  CURL_HTTP_VERSION_1_1 = 2,
  CURL_HTTP_VERSION_2TLS = 4,
  CURL_SSLVERSION_TLSv1_2 = 6,
  CURLHEADER_SEPARATE = 1,
  CURLPROTO_HTTP = 1,
  CURLPROTO_HTTPS = 2,
  CURL_PREREQFUNC_OK = 0,
  CURL_PREREQFUNC_ABORT = 1,
  CURL_SOCKET_BAD = -1,
};

// Results of a transfer.
enum {
  CURLE_OK = 0,
  CURLE_UNSUPPORTED_PROTOCOL = 1,
  CURLE_COULDNT_RESOLVE_PROXY = 5,
  CURLE_COULDNT_RESOLVE_HOST = 6,
  CURLE_COULDNT_CONNECT = 7,
  CURLE_WEIRD_SERVER_REPLY = 8,
  CURLE_HTTP2 = 16,
  CURLE_WRITE_ERROR = 23,
  CURLE_SSL_CONNECT_ERROR = 35,
  CURLE_ABORTED_BY_CALLBACK = 42,
  CURLE_UNKNOWN_OPTION = 48,
  CURLE_GOT_NOTHING = 52,
  CURLE_SEND_ERROR = 55,
  CURLE_RECV_ERROR = 56,
  CURLE_HTTP2_STREAM = 92,
  CURLE_PROXY = 97,
};

struct curl_slist;

struct curl_sockaddr {
  int family, socktype, protocol;
  unsigned int addrlen;
};

// The description of the library, as far as every version has it.
struct curl_version {
  int age;
  const char *version;
  unsigned int version_num;
  const char *host;
  int features;
  const char *ssl_version;
  long ssl_version_num;
  const char *libz_version;
  const char *const *protocols;
  const char *ares;
  int ares_num;
  const char *libidn;
  int iconv_ver_num;
  const char *libssh_version;
  unsigned int brotli_ver_num;
  const char *brotli_version;
  unsigned int nghttp2_ver_num;
  const char *nghttp2_version;
  const char *quic_version;
  const char *cainfo;
  const char *capath;
};

// A finished transfer.
struct curl_message {
  int kind;
  void *easy;
  union {
    void *object;
    int result;
  } data;
};

struct curl_functions {
  int (*global_init)(long flags);
  const struct curl_version *(*version_info)(int age);
  void *(*easy_init)(void);
  void (*easy_cleanup)(void *easy);
  int (*easy_setopt)(void *easy, int option, ...);
  int (*easy_getinfo)(void *easy, int info, ...);
  const char *(*easy_strerror)(int result);
  struct curl_slist *(*slist_append)(struct curl_slist *list, const char *text);
  void (*slist_free_all)(struct curl_slist *list);
  void *(*share_init)(void);
  int (*share_setopt)(void *share, int option, ...);
  int (*share_cleanup)(void *share);
  void *(*multi_init)(void);
  int (*multi_cleanup)(void *multi);
  int (*multi_setopt)(void *multi, int option, ...);
  int (*multi_add_handle)(void *multi, void *easy);
  int (*multi_remove_handle)(void *multi, void *easy);
  int (*multi_perform)(void *multi, int *running);
  struct curl_message *(*multi_info_read)(void *multi, int *left);
  int (*multi_poll)(void *multi, void *others, unsigned int count, int milliseconds, int *ready);
  int (*multi_wakeup)(void *multi);
  // Of OpenSSL, where libcurl uses it; otherwise NULL.
  int (*ssl_has_pending)(const void *ssl);
  void (*ssl_protocol)(const void *ssl, const unsigned char **name, unsigned int *length);
};

struct curl_tls_session {
  int backend;
  void *ssl;
};

// Loads the library. Returns NULL, or what is missing.
static inline const char *curl_load(struct curl_functions *curl) {
  void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return dlerror();
#define CURL_FIND(name) \
  *(void **)&curl->name = dlsym(library, "curl_" #name); \
  if (curl->name == NULL) return "libcurl.so.4 is too old: it has no curl_" #name;
  CURL_FIND(global_init)
  CURL_FIND(version_info)
  CURL_FIND(easy_init)
  CURL_FIND(easy_cleanup)
  CURL_FIND(easy_setopt)
  CURL_FIND(easy_getinfo)
  CURL_FIND(easy_strerror)
  CURL_FIND(slist_append)
  CURL_FIND(slist_free_all)
  CURL_FIND(share_init)
  CURL_FIND(share_setopt)
  CURL_FIND(share_cleanup)
  CURL_FIND(multi_init)
  CURL_FIND(multi_cleanup)
  CURL_FIND(multi_setopt)
  CURL_FIND(multi_add_handle)
  CURL_FIND(multi_remove_handle)
  CURL_FIND(multi_perform)
  CURL_FIND(multi_info_read)
  CURL_FIND(multi_poll)
  CURL_FIND(multi_wakeup)
#undef CURL_FIND
  void *tls = dlopen("libssl.so.3", RTLD_NOW | RTLD_NOLOAD);
  if (tls == NULL) tls = dlopen("libssl.so.1.1", RTLD_NOW | RTLD_NOLOAD);
  *(void **)&curl->ssl_has_pending = tls == NULL ? NULL : dlsym(tls, "SSL_has_pending");
  *(void **)&curl->ssl_protocol = tls == NULL ? NULL : dlsym(tls, "SSL_get0_alpn_selected");
  return curl->global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK ? NULL : "libcurl.so.4 cannot be initialised";
}

// The variadic functions, by the type of the value.
static inline int curl_set_number(const struct curl_functions *curl, void *easy, int option, long value) {
  return curl->easy_setopt(easy, option, value);
}
static inline int curl_set_object(const struct curl_functions *curl, void *easy, int option, const void *value) {
  return curl->easy_setopt(easy, option, value);
}
static inline int curl_set_body(const struct curl_functions *curl, void *easy, const void *bytes, long long count) {
  int result = curl->easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, count);
  return result == CURLE_OK ? curl->easy_setopt(easy, CURLOPT_COPYPOSTFIELDS, bytes) : result;
}
static inline int curl_set_receiver(
    const struct curl_functions *curl, void *easy, int option,
    size_t (*function)(char *bytes, size_t size, size_t count, void *context)) {
  return curl->easy_setopt(easy, option, function);
}
static inline int curl_set_opening(
    const struct curl_functions *curl, void *easy,
    int (*function)(void *context, int purpose, struct curl_sockaddr *address)) {
  return curl->easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, function);
}
static inline int curl_set_closing(
    const struct curl_functions *curl, void *easy, int (*function)(void *context, int socket)) {
  return curl->easy_setopt(easy, CURLOPT_CLOSESOCKETFUNCTION, function);
}
static inline int curl_set_before_request(
    const struct curl_functions *curl, void *easy,
    int (*function)(void *context, char *peer, char *own, int peer_port, int own_port)) {
  return curl->easy_setopt(easy, CURLOPT_PREREQFUNCTION, function);
}
static inline long curl_number(const struct curl_functions *curl, void *easy, int info) {
  long value = 0;
  return curl->easy_getinfo(easy, info, &value) == CURLE_OK ? value : 0;
}
static inline long long curl_microseconds(const struct curl_functions *curl, void *easy, int info) {
  long long value = 0;
  return curl->easy_getinfo(easy, info, &value) == CURLE_OK ? value : 0;
}
// The session of OpenSSL of the connection to the server; NULL if there is none.
static inline void *curl_ssl(const struct curl_functions *curl, void *easy) {
  struct curl_tls_session *session = NULL;
  if (curl->ssl_has_pending == NULL || curl->ssl_protocol == NULL) return NULL;
  if (curl->easy_getinfo(easy, CURLINFO_TLS_SSL_PTR, &session) != CURLE_OK || session == NULL) return NULL;
  return session->backend == 1 ? session->ssl : NULL;
}
// Whether OpenSSL has something that was received and not yet read, also if that is unknown.
static inline int curl_may_have_input(const struct curl_functions *curl, void *easy) {
  void *ssl = curl_ssl(curl, easy);
  return ssl == NULL || curl->ssl_has_pending(ssl);
}
static inline int curl_is_http2(const struct curl_functions *curl, void *easy) {
  const unsigned char *name = NULL;
  unsigned int length = 0;
  void *ssl = curl_ssl(curl, easy);
  if (ssl != NULL) curl->ssl_protocol(ssl, &name, &length);
  return length == 2 && name[0] == 'h' && name[1] == '2';
}
static inline int curl_set_kept_connections(const struct curl_functions *curl, void *multi, long count) {
  return curl->multi_setopt(multi, CURLMOPT_MAXCONNECTS, count);
}
static inline int curl_set_connections_to_host(const struct curl_functions *curl, void *multi, long count) {
  return curl->multi_setopt(multi, CURLMOPT_MAX_HOST_CONNECTIONS, count);
}
static inline int curl_share_sessions(const struct curl_functions *curl, void *share) {
  return curl->share_setopt(share, CURLSHOPT_SHARE, CURL_LOCK_DATA_SSL_SESSION);
}
