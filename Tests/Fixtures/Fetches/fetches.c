/* Makes requests through its host: `fetches/get` asks as it is told, and shows what became of it. */
#include "HTTPExtension.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static sy_status fetches_render(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error);
static sy_status fetches_perform(const sy_screen *screen, const sy_event *event, const sy_error *error);
static sy_status fetches_resolve(const sy_feature *feature, const sy_destination *destination, sy_screen_id id,
                                 const sy_screen **screen, const sy_error *error);
static sy_status fetches_activate(const sy_library *library, const sy_host *host, const sy_context *context,
                                  const sy_feature **feature, const sy_error *error);

#ifndef FEATURE_ID
#define FEATURE_ID "fetches"
#endif
/* The origins that it asks for. */
#ifdef NET
#define MEMBERS ",\"permissions\":[{\"net\":[" NET "],\"reason\":\"To try requests\"}]"
#endif
#define TEXT(name) "{\"name\":\"" name "\",\"type\":\"string\",\"default\":\"\"}"
#define NUMBER(name, value) "{\"name\":\"" name "\",\"type\":\"int\",\"default\":" value "}"
#define INCOMING                                                                                                       \
    "{\"name\":\"get\",\"arguments\":[{\"name\":\"url\",\"type\":\"string\"},"                                            \
    "{\"name\":\"method\",\"type\":\"string\",\"default\":\"GET\"}," TEXT("name") "," TEXT("value") "," TEXT("secret") "," \
    NUMBER("count", "1") "," NUMBER("body", "0") "," NUMBER("timeout", "0") "," NUMBER("cancel", "0") "," NUMBER("pause", "0") "," NUMBER("crash", "0") "]}"
#define RENDER fetches_render
#define PERFORM fetches_perform
#define RESOLVE fetches_resolve
#define ACTIVATE fetches_activate
#include "PlainFeature.h"

static const sy_host *the_host;
static const sy_http *the_http;
static unsigned asked, refused, done, failed;
static uint64_t the_size, the_sent, the_sum, cancels_after;
static uint32_t the_status, the_pause;
static int crashes;
static char the_url[300], the_type[100], the_text[200], the_reason[600], the_failure[600];
static sy_error_code the_code;
static unsigned char *the_body;

static void keep(char *to, size_t size, sy_string text) {
    snprintf(to, size, "%.*s", (int)text.count, text.count ? text.data : "");
}

static void refuse(const sy_error *error, sy_error_code code, sy_string reason) {
    (void)error;
    the_code = code;
    keep(the_failure, sizeof the_failure, reason);
}

static void receive(void *argument, const sy_http_event *event) {
    uint64_t *number = argument;
    switch (event->kind) {
    case SY_HTTP_SENT:
        the_sent = event->sent;
        poll(NULL, 0, (int)the_pause);
        break;
    case SY_HTTP_RESPONSE:
        if (crashes && event->status == 200) abort();
        the_status = event->status;
        keep(the_url, sizeof the_url, event->url);
        for (size_t i = 0; i < event->header_count; i++) {
            const sy_string name = event->headers[i].name;
            if (name.count == 12 && !memcmp(name.data, "content-type", 12)) keep(the_type, sizeof the_type, event->headers[i].value);
        }
        break;
    case SY_HTTP_BODY:
        for (size_t i = 0; i < event->body_size; i++) {
            if (the_size + i < sizeof the_text - 1) the_text[the_size + i] = (char)event->body[i];
            the_sum = the_sum * 31 + event->body[i];
        }
        the_size += event->body_size;
        if (cancels_after && the_size >= cancels_after) {
            the_http->cancel(the_http, *number);
            failed++;
            refuse(NULL, 0, sy_string_from("cancelled"));
        }
        break;
    case SY_HTTP_DONE:
        if (event->code || event->reason.count) {
            failed++;
            the_code = event->code;
            keep(the_reason, sizeof the_reason, event->reason);
        } else {
            done++;
        }
        break;
    default: break;
    }
    the_host->invalidate(the_host, 0);
}

static void put(const sy_view_sink *sink, sy_node_kind kind, const char *text) {
    sy_node node = {.size = sizeof node, .kind = kind, .text = sy_string_from(text), .action = kind == SY_NODE_BUTTON};
    if (sink->begin_node(sink, &node) == SY_OK) sink->end_node(sink);
}

static sy_status fetches_render(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
    (void)how, (void)screen, (void)error;
    char line[900];
    snprintf(line, sizeof line, "asked %u, refused %u, done %u, failed %u", asked, refused, done, failed);
    put(sink, SY_NODE_TEXT, line);
    if (the_status) {
        snprintf(line, sizeof line, "%u of %s: %llu bytes of '%s', sum %llx, sent %llu", the_status, the_url,
                 (unsigned long long)the_size, the_type, (unsigned long long)the_sum, (unsigned long long)the_sent);
        put(sink, SY_NODE_TEXT, line);
        snprintf(line, sizeof line, "text: %s", the_text);
        put(sink, SY_NODE_TEXT, line);
    }
    if (*the_failure) put(sink, SY_NODE_TEXT, the_failure);
    if (*the_reason) {
        snprintf(line, sizeof line, "%u: %s", the_code, the_reason);
        put(sink, SY_NODE_TEXT, line);
    }
    put(sink, SY_NODE_BUTTON, "Crash");
    if (asked > refused + done + failed) put(sink, SY_NODE_PROGRESS, "Fetching");
    return SY_OK;
}

static sy_status fetches_perform(const sy_screen *screen, const sy_event *event, const sy_error *error) {
    (void)event, (void)screen, (void)error;
    abort();
}

static int is(sy_string name, const char *other) { return name.count == strlen(other) && !memcmp(name.data, other, name.count); }

static int ask(const sy_http_request *request, int64_t count) {
    the_http = the_host->extension(the_host, sy_string_from(SY_HTTP_EXTENSION));
    if (!the_http) return 0;
    const sy_error answer = {.size = sizeof answer, .fail = refuse};
    for (int64_t i = 0; i < count; i++) {
        static uint64_t number;
        asked++;
        if (the_http->send(the_http, request, receive, &number, &number, &answer) != SY_OK) refused++;
    }
    return 1;
}

static sy_status fetches_resolve(const sy_feature *feature, const sy_destination *destination, sy_screen_id id,
                                 const sy_screen **screen, const sy_error *error) {
    int64_t count = 1, body = 0;
    sy_http_header header = {.size = sizeof header};
    sy_string secret = {0};
    sy_http_request request = {.size = sizeof request, .method = sy_string_from("GET"), .headers = &header,
                               .secret_names = &secret};
    for (size_t i = 0; i < destination->argument_count; i++) {
        const sy_string name = destination->arguments[i].name;
        const sy_value value = destination->arguments[i].value;
        if (is(name, "url")) request.url = value.text;
        if (is(name, "method")) request.method = value.text;
        if (is(name, "name")) header.name = value.text;
        if (is(name, "value")) header.value = value.text;
        if (is(name, "secret")) secret = value.text;
        if (is(name, "count")) count = value.integer;
        if (is(name, "body")) body = value.integer;
        if (is(name, "timeout")) request.timeout = (uint32_t)value.integer;
        if (is(name, "crash")) crashes = value.integer != 0;
        if (is(name, "pause")) the_pause = (uint32_t)value.integer;
        if (is(name, "cancel")) cancels_after = (uint64_t)value.integer;
    }
    /* Secrets that no link and no wiring holds. */
    if (is(header.value, "hush")) header.value = sy_string_from("Bearer hush-hush");
    char url[300];
    if (request.url.count && request.url.count < 200 && request.url.data[request.url.count - 1] == '=') {
        snprintf(url, sizeof url, "%.*sitem-hush", (int)request.url.count, request.url.data);
        request.url = sy_string_from(url);
    }
    request.header_count = header.name.count > 0;
    request.secret_name_count = secret.count > 0;
    if (body > 0) {
        the_body = realloc(the_body, (size_t)body);
        for (int64_t i = 0; i < body; i++) the_body[i] = (unsigned char)('a' + i % 26);
        request.body = the_body;
        request.body_size = (size_t)body;
    }
    if (!ask(&request, count)) return sy_fail(error, SY_ERROR_UNSUPPORTED, "this host makes no requests");
    return plain_main_screen(feature, id, screen, error);
}

static sy_status fetches_activate(const sy_library *library, const sy_host *host, const sy_context *context,
                                  const sy_feature **feature, const sy_error *error) {
    the_host = host;
    const sy_status status = plain_activate(library, host, context, feature, error);
#ifdef PRELOAD
    /* More than half of the requests that one feature may have. */
    const sy_http_request request = {.size = sizeof request, .method = sy_string_from("GET"), .url = sy_string_from(PRELOAD)};
    ask(&request, 9);
#endif
    return status;
}
