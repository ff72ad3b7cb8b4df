// The loop: which message asks for what.
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "lsp/lsp_internal.h"

// The errors of the protocol.
enum {
  LSP_PARSE_ERROR = -32700,
  LSP_INVALID_REQUEST = -32600,
  LSP_METHOD_NOT_FOUND = -32601,
  LSP_INVALID_PARAMS = -32602,
  LSP_NOT_INITIALIZED = -32002,
  LSP_CANCELLED = -32800,
  LSP_REQUEST_FAILED = -32803,
};

// How long an editor must be silent, in milliseconds, before a program is compiled.
enum { LSP_SILENCE = 300 };

// ---- Sending ----

void lsp_send(LspServer *server, const StrBuf *message) {
  fprintf(server->output, "Content-Length: %zu\r\n\r\n", message->length);
  fwrite(strbuf_text(message), 1, message->length, server->output);
  // An editor that is gone reads nothing any more; its end of the input tells that, too.
  if (fflush(server->output) != 0) server->is_over = true;
}

static void write_id(JsonWriter *json, const JsonValue *id) {
  json_key(json, "id");
  if (id && id->kind == JSON_STRING)
    json_text(json, id->text, id->length);
  else if (id && id->kind == JSON_NUMBER)
    json_double(json, id->number);
  else
    json_null(json);
}

static JsonWriter reply_begin(StrBuf *message, const JsonValue *id) {
  JsonWriter json = json_begin(message);
  json_begin_object(&json);
  json_key(&json, "jsonrpc"), json_string(&json, "2.0");
  write_id(&json, id);
  return json;
}

static void send_error(LspServer *server, const JsonValue *id, int code, const char *text) {
  StrBuf message = {0};
  JsonWriter json = reply_begin(&message, id);
  json_key(&json, "error"), json_begin_object(&json);
  json_key(&json, "code"), json_int(&json, code);
  json_key(&json, "message"), json_string(&json, text);
  json_end_object(&json), json_end_object(&json);
  json_end(&json);
  lsp_send(server, &message);
  strbuf_free(&message);
}

// ---- Starting and ending ----

static void write_flag(JsonWriter *json, const char *key) {
  json_key(json, key), json_bool(json, true);
}

static void write_triggers(JsonWriter *json, const char *key, const char *characters) {
  json_key(json, key), json_begin_object(json);
  json_key(json, "triggerCharacters"), json_begin_array(json);
  for (; *characters; characters++)
    json_text(json, characters, 1);
  json_end_array(json), json_end_object(json);
}

static void write_capabilities(JsonWriter *json) {
  json_begin_object(json), json_key(json, "capabilities"), json_begin_object(json);
  json_key(json, "positionEncoding"), json_string(json, "utf-16");
  json_key(json, "textDocumentSync"), json_begin_object(json);
  write_flag(json, "openClose");
  json_key(json, "change"), json_int(json, 2);
  json_end_object(json);
  write_flag(json, "hoverProvider");
  write_flag(json, "definitionProvider");
  write_flag(json, "referencesProvider");
  write_flag(json, "documentHighlightProvider");
  write_flag(json, "documentSymbolProvider");
  write_flag(json, "documentFormattingProvider");
  json_key(json, "renameProvider"), json_begin_object(json);
  write_flag(json, "prepareProvider");
  json_end_object(json);
  write_triggers(json, "completionProvider", ".");
  write_triggers(json, "signatureHelpProvider", " (,");
  json_end_object(json);
  json_key(json, "serverInfo"), json_begin_object(json);
  json_key(json, "name"), json_string(json, "ravel");
  json_end_object(json), json_end_object(json);
}

static void answer_lifecycle(LspServer *server, const JsonValue *id, bool is_initialize,
                             const JsonValue *params) {
  static const char RELATED[] = "capabilities.textDocument.publishDiagnostics.relatedInformation";
  const JsonValue *related = is_initialize && params ? json_find(params, RELATED) : NULL;
  if (related && related->kind == JSON_BOOL) server->shows_related = related->truth;
  StrBuf message = {0};
  JsonWriter json = reply_begin(&message, id);
  json_key(&json, "result");
  if (is_initialize)
    write_capabilities(&json);
  else
    json_null(&json);
  json_end_object(&json);
  json_end(&json);
  server->is_initialized = server->is_initialized || is_initialize;
  server->is_shut_down = !is_initialize;
  lsp_send(server, &message);
  strbuf_free(&message);
}

// ---- Requests ----

static const struct {
  const char *method;
  LspAnswer *answer;
} REQUESTS[] = {
    {"textDocument/hover", lsp_hover},
    {"textDocument/definition", lsp_definition},
    {"textDocument/references", lsp_references},
    {"textDocument/documentHighlight", lsp_highlight},
    {"textDocument/rename", lsp_rename},
    {"textDocument/prepareRename", lsp_prepare_rename},
    {"textDocument/completion", lsp_completion},
    {"textDocument/signatureHelp", lsp_signature_help},
    {"textDocument/documentSymbol", lsp_symbols},
    {"textDocument/formatting", lsp_formatting},
};

static void answer_request(LspServer *server, const JsonValue *id, LspAnswer *answer,
                           const JsonValue *params) {
  const char *uri = params ? json_find_text(params, "textDocument.uri", NULL) : NULL;
  LspDocument *document = uri ? lsp_document_find(server, uri) : NULL;
  if (!document) {
    send_error(server, id, LSP_INVALID_PARAMS, "the text document is not open");
    return;
  }
  StrBuf message = {0};
  const char *error = NULL;
  JsonWriter json = reply_begin(&message, id);
  json_key(&json, "result");
  size_t length = message.length;
  answer(server, document, params, &json, &error);
  if (message.length == length) json_null(&json);
  json_end_object(&json);
  json_end(&json);
  if (error)
    send_error(server, id, LSP_REQUEST_FAILED, error);
  else
    lsp_send(server, &message);
  strbuf_free(&message);
}

static void handle_request(LspServer *server, const JsonValue *id, const char *method,
                           const JsonValue *params) {
  bool is_initialize = strcmp(method, "initialize") == 0;
  if (server->is_shut_down) {
    send_error(server, id, LSP_INVALID_REQUEST, "the server was shut down");
  } else if (is_initialize && server->is_initialized) {
    send_error(server, id, LSP_INVALID_REQUEST, "the server was initialized already");
  } else if (!is_initialize && !server->is_initialized) {
    send_error(server, id, LSP_NOT_INITIALIZED, "the first request must be `initialize`");
  } else if (is_initialize || strcmp(method, "shutdown") == 0) {
    answer_lifecycle(server, id, is_initialize, params);
  } else {
    for (size_t i = 0; i < sizeof REQUESTS / sizeof *REQUESTS; i++)
      if (strcmp(REQUESTS[i].method, method) == 0) {
        answer_request(server, id, REQUESTS[i].answer, params);
        return;
      }
    send_error(server, id, LSP_METHOD_NOT_FOUND, "this method is not known");
  }
}

// ---- Notifications ----

// Other documents may import the one that has changed.
static void documents_touch(LspServer *server, const LspDocument *changed) {
  for (size_t i = 0; i < server->documents.count; i++) {
    LspDocument *document = server->documents.data[i];
    if (document == changed || document->front != changed->front) continue;
    document->is_changed = true;
    document->is_published = document->is_compiled = false;
  }
}

static void handle_open(LspServer *server, const JsonValue *params, const char *uri) {
  const JsonValue *text = json_find(params, "textDocument.text");
  bool is_text = text && text->kind == JSON_STRING;
  const char *language = json_find_text(params, "textDocument.languageId", "");
  lsp_document_open(server, uri, language, is_text ? text->text : "", is_text ? text->length : 0,
                    (int64_t)json_find_number(params, "textDocument.version", 0));
  documents_touch(server, lsp_document_find(server, uri));
}

static void handle_change(LspServer *server, const JsonValue *params, LspDocument *document) {
  const JsonValue *changes = json_find(params, "contentChanges");
  document->version = (int64_t)json_find_number(params, "textDocument.version", 0);
  for (size_t i = 0; changes && changes->kind == JSON_ARRAY && i < changes->count; i++) {
    const JsonValue *change = changes->items[i].value, *text = json_find(change, "text");
    if (text && text->kind == JSON_STRING)
      lsp_document_change(server, document, json_find(change, "range"), text->text, text->length);
  }
  documents_touch(server, document);
}

static void handle_notification(LspServer *server, const char *method, const JsonValue *params) {
  if (strcmp(method, "exit") == 0) {
    server->is_over = true;
    server->status = server->is_shut_down ? EXIT_OK : EXIT_SOURCE_ERROR;
    return;
  }
  const char *uri = params ? json_find_text(params, "textDocument.uri", NULL) : NULL;
  if (!uri || !server->is_initialized) return;
  LspDocument *document = lsp_document_find(server, uri);
  if (strcmp(method, "textDocument/didOpen") == 0) {
    handle_open(server, params, uri);
  } else if (document && strcmp(method, "textDocument/didChange") == 0) {
    handle_change(server, params, document);
  } else if (document && strcmp(method, "textDocument/didClose") == 0) {
    lsp_publish(server, document, NULL);
    lsp_document_close(server, document);
  }
}

// ---- Messages ----

// A message that was read and not looked at yet.
typedef struct LspMessage {
  Arena *arena;
  const JsonValue *value;
  bool is_cancelled;
} LspMessage;

typedef struct LspQueue {
  Arena *arena;
  int input;
  StrBuf bytes;
  Vec(LspMessage) messages;
  size_t next;
  bool is_ended;
} LspQueue;

static bool is_same_id(const JsonValue *a, const JsonValue *b) {
  if (!a || !b || a->kind != b->kind) return false;
  return a->kind == JSON_STRING ? strcmp(a->text, b->text) == 0 : a->number == b->number;
}

static void queue_cancel(LspQueue *queue, const JsonValue *id) {
  for (size_t i = queue->next; i < queue->messages.count; i++)
    if (is_same_id(json_find(queue->messages.data[i].value, "id"), id))
      queue->messages.data[i].is_cancelled = true;
}

static void queue_add(LspServer *server, LspQueue *queue, const char *text, size_t length) {
  Arena *arena = arena_new();
  const char *error;
  size_t offset;
  const JsonValue *value = json_read(arena, text, length, &error, &offset);
  bool is_object = value && value->kind == JSON_OBJECT;
  if (!is_object) {
    send_error(server, NULL, value ? LSP_INVALID_REQUEST : LSP_PARSE_ERROR,
               value ? "a message is an object" : error);
    arena_free(arena);
    return;
  }
  if (strcmp(json_find_text(value, "method", ""), "$/cancelRequest") == 0)
    queue_cancel(queue, json_find(value, "params.id"));
  LspMessage message = {.arena = arena, .value = value};
  vec_push(queue->arena, &queue->messages, message);
}

// Takes all whole messages out of the bytes that were read.
static void queue_cut(LspServer *server, LspQueue *queue) {
  size_t at = 0, start, content, used;
  for (;;) {
    const char *bytes = strbuf_text(&queue->bytes) + at;
    LspFrame frame = lsp_frame_find(bytes, queue->bytes.length - at, &start, &content, &used);
    if (frame == LSP_FRAME_PARTIAL) break;
    if (frame == LSP_FRAME_WHOLE)
      queue_add(server, queue, bytes + start, content);
    else
      send_error(server, NULL, LSP_PARSE_ERROR, "a message without a proper Content-Length");
    at += used;
  }
  if (at == 0) return;
  memmove(queue->bytes.data, queue->bytes.data + at, queue->bytes.length - at);
  queue->bytes.length -= at;
}

// Reads what is there, waiting at most this many milliseconds for the first byte; -1: for ever.
// False when nothing came.
static bool queue_read(LspServer *server, LspQueue *queue, int timeout) {
  char buffer[1 << 16];
  bool has_come = false;
  struct pollfd input = {.fd = queue->input, .events = POLLIN};
  while (!queue->is_ended && poll(&input, 1, timeout) > 0) {
    ssize_t count = read(queue->input, buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0)
      queue->is_ended = true;
    else
      strbuf_write(&queue->bytes, buffer, (size_t)count);
    has_come = true;
    timeout = 0;
  }
  if (has_come) queue_cut(server, queue);
  return has_come;
}

static void handle_message(LspServer *server, const LspMessage *message) {
  const JsonValue *id = json_find(message->value, "id");
  const char *method = json_find_text(message->value, "method", NULL);
  const JsonValue *params = json_find(message->value, "params");
  if (message->is_cancelled && method)
    send_error(server, id, LSP_CANCELLED, "the request was cancelled");
  else if (method && id)
    handle_request(server, id, method, params);
  else if (method)
    handle_notification(server, method, params);
  // Without a method it answers a request of ours, and there are none.
}

// ---- When the editor is silent ----

// Sends diagnostics that are not up to date; whether there was something to do.
static void publish_checked(LspServer *server) {
  for (size_t i = 0; i < server->documents.count; i++) {
    LspDocument *document = server->documents.data[i];
    if (document->is_published) continue;
    const LspAnalysis *analysis = lsp_document_analysis(server, document);
    lsp_publish(server, document, analysis);
    document->is_published = true;
    bool is_checked_only = document->front && document->front->editor &&
                           document->front->editor->analyze && lsp_analysis_errors(analysis) == 0;
    document->is_compiled = !is_checked_only;
  }
}

static bool has_uncompiled(const LspServer *server) {
  for (size_t i = 0; i < server->documents.count; i++)
    if (!server->documents.data[i]->is_compiled) return true;
  return false;
}

// Compiles one document.
static void publish_compiled(LspServer *server) {
  for (size_t i = 0; i < server->documents.count; i++) {
    LspDocument *document = server->documents.data[i];
    if (document->is_compiled) continue;
    document->is_compiled = true;
    LspAnalysis *analysis = lsp_analyze(server, document, NULL, true);
    if (analysis->diagnostics.count != document->analysis->diagnostics.count ||
        analysis->has_failed)
      lsp_publish(server, document, analysis);
    lsp_analysis_free(analysis);
    return;
  }
}

int lsp_serve(int input, FILE *output) {
  LspServer server = {.arena = arena_new(), .output = output, .status = EXIT_SOURCE_ERROR};
  LspQueue queue = {.arena = server.arena, .input = input};
  signal(SIGPIPE, SIG_IGN);
  while (!server.is_over) {
    queue_read(&server, &queue, 0);
    if (queue.next < queue.messages.count) {
      LspMessage message = queue.messages.data[queue.next++];
      handle_message(&server, &message);
      arena_free(message.arena);
      if (queue.next == queue.messages.count) queue.next = queue.messages.count = 0;
      continue;
    }
    if (queue.is_ended) break;
    publish_checked(&server);
    if (!queue_read(&server, &queue, has_uncompiled(&server) ? LSP_SILENCE : -1))
      publish_compiled(&server);
  }
  for (; queue.next < queue.messages.count; queue.next++)
    arena_free(queue.messages.data[queue.next].arena);
  while (server.documents.count > 0)
    lsp_document_close(&server, server.documents.data[0]);
  strbuf_free(&queue.bytes);
  arena_free(server.arena);
  return server.status;
}
