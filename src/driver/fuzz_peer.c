#include "driver/fuzz_peer.h"

#include <stdlib.h>
#include <string.h>

#include "driver/process.h"

// How long it may take, in seconds.
#define PEER_TIMEOUT 30

typedef struct Peer {
  Driver *driver;
  const char *command;
  const char *extension;
} Peer;

// A run of the command on a program, with what it printed.
typedef struct PeerRun {
  Scratch scratch;
  const char *program, *input, *output, *errors;
  ProcessEnd end;
} PeerRun;

static void peer_write(const Peer *peer, const char *path, const char *text, size_t length) {
  const char *error = NULL;
  if (!file_write(peer->driver->arena, path, text, length, &error))
    INTERNAL_ERROR("cannot write %s: %s", path, error);
}

static void run_open(const Peer *peer, PeerRun *run, const char *text) {
  Arena *arena = peer->driver->arena;
  const char *error = NULL;
  if (!scratch_open(peer->driver, &run->scratch, scratch_parent(), &error))
    INTERNAL_ERROR("cannot make a temporary folder: %s", error);
  const char *name = arena_printf(arena, "program%s", peer->extension);
  run->program = path_join(arena, run->scratch.folder, name);
  run->input = path_join(arena, run->scratch.folder, "input");
  run->output = path_join(arena, run->scratch.folder, "output");
  run->errors = path_join(arena, run->scratch.folder, "errors");
  peer_write(peer, run->program, text, strlen(text));
  peer_write(peer, run->input, "", 0);
}

// Runs it to its end. A command that is not there, or does not end, is no verdict.
static void run_command(const Peer *peer, PeerRun *run, const char *verb) {
  Arena *arena = peer->driver->arena;
  Words words = words_split(arena, peer->command, strlen(peer->command));
  vec_push(arena, &words, verb);
  vec_push(arena, &words, run->program);
  Process process = {.words = &words,
                     .input = run->input,
                     .output = run->output,
                     .errors = run->errors,
                     .timeout = PEER_TIMEOUT};
  run->end = process_run(peer->driver, &run->scratch, &process);
  if (!run->end.is_started) INTERNAL_ERROR("cannot run %s", peer->command);
  if (run->end.is_late) INTERNAL_ERROR("%s does not end", peer->command);
}

static bool run_is_good(const PeerRun *run) { return run->end.code == 0 && run->end.signal == 0; }

static void put_file(Arena *arena, StrBuf *out, const char *path) {
  const char *error = NULL;
  size_t length = 0;
  char *text = file_read(arena, path, SIZE_MAX, &length, &error);
  if (text) strbuf_write(out, text, length);
}

static bool peer_accepts(void *context, const char *text, StrBuf *said) {
  const Peer *peer = context;
  PeerRun run;
  run_open(peer, &run, text);
  run_command(peer, &run, "check");
  put_file(peer->driver->arena, said, run.errors);
  scratch_close(&run.scratch);
  return run_is_good(&run);
}

static void put_args(StrBuf *out, const FuzzCase *fuzz_case) {
  Writer *writer = writer_to_memory();
  ValueError error;
  size_t length;
  if (!writer) fatal_out_of_memory(0);
  for (size_t k = 0; k < fuzz_case->arg_count; k++)
    if (!value_show(writer, &fuzz_case->args[k], false, &error))
      INTERNAL_ERROR("cannot print a value: %s", error.message);
  const char *text = writer_data(writer, &length);
  strbuf_write(out, text, length);
  writer_free(writer);
}

// Reads the results; what cannot be read is a failure that says so.
static bool read_results(const FuzzCase *fuzz_case, const StrBuf *text, Value **results,
                         size_t *result_count, StrBuf *said) {
  const Entry *entry = fuzz_case_entry(fuzz_case)->entry;
  Reader *reader = reader_from_memory(strbuf_text(text), text->length);
  if (!reader) fatal_out_of_memory(0);
  *results = calloc(entry->result_count + 1, sizeof **results);
  if (!*results) fatal_out_of_memory(0);
  bool is_good = true;
  ValueError error;
  for (size_t k = 0; k < entry->result_count && is_good; k++) {
    ValueType type;
    const char *name = entry->results[k].type;
    is_good = value_type_parse(name, strlen(name), &type, NULL) &&
              value_read(reader, &type, &(*results)[k], &error);
    *result_count += is_good;
    if (!is_good) strbuf_printf(said, "result %zu cannot be read: %s\n", k, error.message);
  }
  reader_free(reader);
  return is_good;
}

static bool peer_run(void *context, const char *text, const FuzzCase *fuzz_case, Value **results,
                     size_t *result_count, StrBuf *said) {
  const Peer *peer = context;
  PeerRun run;
  StrBuf data = {0};
  run_open(peer, &run, text);
  put_args(&data, fuzz_case);
  peer_write(peer, run.input, strbuf_text(&data), data.length);
  run_command(peer, &run, "run");
  strbuf_clear(&data);
  put_file(peer->driver->arena, &data, run.output);
  put_file(peer->driver->arena, said, run.errors);
  scratch_close(&run.scratch);
  *results = NULL;
  *result_count = 0;
  bool is_good = run_is_good(&run) && read_results(fuzz_case, &data, results, result_count, said);
  strbuf_free(&data);
  return is_good;
}

FuzzPeer fuzz_peer_new(Driver *driver, const char *command, const char *extension) {
  Peer *peer = arena_make(driver->arena, Peer);
  *peer = (Peer){driver, command, extension};
  return (FuzzPeer){peer, peer_accepts, peer_run};
}
