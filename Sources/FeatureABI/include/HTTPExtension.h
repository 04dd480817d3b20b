/*
 * The host's extension "switchyard.http/1": makes requests of HTTP and HTTPS for the feature.
 *
 *     static void received(void *argument, const sy_http_event *event) {
 *         struct items *items = argument;
 *         switch (event->kind) {
 *         case SY_HTTP_RESPONSE: items->status = event->status; break;
 *         case SY_HTTP_BODY: items_append(items, event->body, event->body_size); break;
 *         case SY_HTTP_DONE: items_finish(items, event->code, event->reason); break; // no reason: all is well
 *         }
 *     }
 *
 *     const sy_http *http = host->extension(host, sy_string_from(SY_HTTP_EXTENSION));
 *     sy_http_request request = {.size = sizeof request, .method = sy_string_from("GET"),
 *                                .url = sy_string_from("https://api.example.org/items")};
 *     if (http) return http->send(http, &request, received, items, &items->request, error);
 *
 * A feature in a process of its own has no sockets, resolves no names and has no TLS: the host has all that in another
 * process, which knows nothing of the user. The manifest asks for the origin under "permissions", and the operator allows
 * it in the wiring file:
 *
 *     "permissions": [{"net": ["https://api.example.org"], "reason": "To show the items"}]
 *
 * An origin is a scheme, a host and a port. In a permission, "*" may stand for the first label of the host. A name that has
 * an address of the loopback or of a private network is refused, except "localhost", and unless an allowed origin names that
 * address.
 *
 * The host follows up to 10 redirects, each of which must lead to an allowed origin. What comes from another origin than
 * was asked has had no headers of the request but Accept, Accept-Language, Content-Language, Content-Type and User-Agent. It
 * asks for compressed bodies and unpacks them, unless the request has a header Accept-Encoding. It keeps no cookies and no
 * cache. A connection is kept for the next request; where it falls before anything of an answer has come, the request is
 * sent again over another one, unless it is a POST or a PATCH, which are sent once (RFC 9110, section 9.2.2). The
 * certificates are those of the system, or of SSL_CERT_FILE and SSL_CERT_DIR; proxies those of http_proxy, HTTPS_PROXY,
 * ALL_PROXY and NO_PROXY, all of them the operator's.
 *
 * The rules of FeatureABI.h and of its sy_host hold here too.
 */
#ifndef SWITCHYARD_HTTP_EXTENSION_H
#define SWITCHYARD_HTTP_EXTENSION_H

#include "FeatureABI.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SY_HTTP_EXTENSION "switchyard.http/1"

/* A field of the head of a request or of a response. */
typedef struct sy_http_header {
    uint32_t size;
    uint32_t reserved; /* 0 */
    sy_string name;    /* of a request: letters, digits and !#$%&'*+-.^_`|~. Of a response: in lower case */
    sy_string value;   /* of a request: printable ASCII, spaces and tabs. Of a response: as the server says it */
} sy_http_header;

typedef struct sy_http_request {
    uint32_t size;
    uint32_t timeout;                /* the longest time for all of it in milliseconds; 0 for any time */
    sy_string method;                /* GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS */
    sy_string url;                   /* absolute, in ASCII, percent-encoded: https://api.example.org/items?page=2 */
    const sy_http_header *headers;   /* up to 1,000 with 64 KiB in all */
    size_t header_count;
    const uint8_t *body;             /* up to 64 MiB unless the wiring says otherwise */
    size_t body_size;                /* 0 for none */
    const sy_string *secret_names;   /* names of headers, and of items of the query, whose values no recording may have */
    size_t secret_name_count;
} sy_http_request;

/* What an event tells. A feature skips a kind that it does not know. */
enum {
    SY_HTTP_SENT = 0,     /* sent: the bytes of the body that have gone to the server, from 0 again after a redirect */
    SY_HTTP_RESPONSE = 1, /* once, before the body: status, url, headers; not at all if nothing was answered */
    SY_HTTP_BODY = 2,     /* the next bytes of the response's body, in order */
    SY_HTTP_DONE = 3      /* the last event: code and reason */
};

typedef struct sy_http_event {
    uint32_t size;
    uint32_t kind;
    uint32_t status;                 /* SY_HTTP_RESPONSE: from 200 to 599 as a rule. 404 and 500 are responses too */
    sy_error_code code;              /* SY_HTTP_DONE: the kind of the reason, which may be 0, SY_ERROR_OTHER */
    uint64_t sent;
    sy_string url;                   /* SY_HTTP_RESPONSE: the URL that has answered, after redirects */
    const sy_http_header *headers;   /* SY_HTTP_RESPONSE: in the order of the response; a name may occur again */
    size_t header_count;
    const uint8_t *body;
    size_t body_size;
    sy_string reason;                /* SY_HTTP_DONE: a sentence for the user; empty when all of the response was received */
} sy_http_event;

/* Receives what becomes of a request. The event and all that it points to are the host's, and gone when the function
 * returns. The argument may be freed in SY_HTTP_DONE, or after cancel.
 *
 * The codes of SY_HTTP_DONE: SY_ERROR_NOT_FOUND: no machine has that name. SY_ERROR_UNAVAILABLE: the server does not answer,
 * is silent for 30 seconds, breaks off, or does not prove who it is; or the time of the request is over.
 * SY_ERROR_NOT_ALLOWED: the address or a redirect is not allowed. SY_ERROR_LIMIT: the response is larger than the host
 * takes: 64 KiB of headers, 64 MiB of body unless the wiring says otherwise; or it redirects without end.
 * SY_ERROR_UNSUPPORTED: the machine has no libcurl. SY_ERROR_INVALID_STATE: the feature ends. */
typedef void (*sy_http_receive)(void *argument, const sy_http_event *event);

typedef struct sy_http {
    uint32_t size;
    uint32_t reserved; /* 0 */
    void *instance;

    /* Makes a request. SY_OK: the host calls receive(argument, ...) on the main thread, never before this returns and never
     * after deactivate has begun, and with SY_HTTP_DONE exactly once, unless the request is cancelled. What is not done by
     * then is done just before. The host keeps copies of what the request points to. `*number` becomes its number, which
     * is not 0; `number` may be null.
     *
     * A request goes on if the call of the feature fails in which it was made. SY_ERROR_INVALID_ARGUMENT: the method, the URL
     * or a header is none, or the host writes that header itself, such as Host and Content-Length. SY_ERROR_NOT_ALLOWED: the
     * feature does not have the permission; one that the wiring does not confine needs none. SY_ERROR_LIMIT: 16 requests of
     * the feature are under way, or this one is too large. SY_ERROR_INVALID_STATE in render, save, restore, destroy and
     * deactivate. [main-thread, active] */
    sy_status (*send)(const struct sy_http *table, const sy_http_request *request, sy_http_receive receive,
                      void *argument, uint64_t *number, const sy_error *error);

    /* Ends a request at once: its function is not called any more, also if this is called in it. A number of none, or of one
     * that is done, has no effect. Also in destroy, where a screen ends what only it waits for. [main-thread, active] */
    void (*cancel)(const struct sy_http *table, uint64_t number);
} sy_http;

#ifdef __cplusplus
}
#endif

#endif
