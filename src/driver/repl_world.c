// The world of a session. A form is evaluated in another process, which ends with it, but streams
// stay open and what is read of the input is read once. So the child asks for each effect, through
// a socket, and the session carries it out:
//
//   the child asks   a WorldQuestion, and after it its texts
//   the answer is    a WorldAnswer, and after it the text that is left
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "driver/repl.h"

typedef struct WorldQuestion {
  EffectKind kind;
  int64_t numbers[EFFECT_MAX_NUMBERS];
  size_t counts[EFFECT_MAX_TEXTS]; // of the texts' characters
} WorldQuestion;

typedef struct WorldAnswer {
  bool is_good;
  int64_t results[EFFECT_MAX_RESULTS];
  size_t count; // of the text's characters
} WorldAnswer;

// False when the other process has ended.
static bool socket_write(int socket, const void *data, size_t count) {
  const char *bytes = data;
  while (count > 0) {
    ssize_t sent = send(socket, bytes, count, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    bytes += sent;
    count -= (size_t)sent;
  }
  return true;
}

static bool socket_read(int socket, void *data, size_t count) {
  char *bytes = data;
  while (count > 0) {
    ssize_t got = recv(socket, bytes, count, MSG_WAITALL);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    bytes += got;
    count -= (size_t)got;
  }
  return true;
}

// ---- The child ----

// Takes the answer, whose text is left in the child's own world.
static bool take_answer(int socket, EffectWorld *world, WorldAnswer *answer) {
  if (!socket_read(socket, answer, sizeof *answer)) return false;
  world->text_count = 0;
  world->lacks_memory = false;
  for (size_t rest = answer->count; rest > 0;) {
    char bytes[1 << 12];
    size_t count = rest < sizeof bytes ? rest : sizeof bytes;
    if (!socket_read(socket, bytes, count)) return false;
    world_put(world, bytes, count);
    rest -= count;
  }
  return true;
}

bool world_ask_session(void *context, EffectWorld *world, EffectKind kind, const int64_t *numbers,
                       const WorldText *texts, int64_t *results) {
  int socket = *(const int *)context;
  const EffectInfo *info = effect_info(kind);
  WorldQuestion question = {.kind = kind};
  for (size_t i = 0; i < info->number_count; i++)
    question.numbers[i] = numbers[i];
  for (size_t i = 0; i < info->text_count; i++)
    question.counts[i] = texts[i].count;
  bool is_sent = socket_write(socket, &question, sizeof question);
  for (size_t i = 0; is_sent && i < info->text_count; i++)
    is_sent = socket_write(socket, texts[i].bytes, texts[i].count);
  WorldAnswer answer;
  if (!is_sent || !take_answer(socket, world, &answer)) _Exit(EXIT_INTERNAL); // nobody listens
  for (size_t i = 0; i < info->result_count; i++)
    results[i] = answer.results[i];
  return answer.is_good && !world->lacks_memory;
}

// ---- The session ----

bool session_take_question(int socket, SessionQuestion *taken) {
  WorldQuestion question;
  *taken = (SessionQuestion){0};
  if (!socket_read(socket, &question, sizeof question)) return false;
  taken->kind = question.kind;
  memcpy(taken->numbers, question.numbers, sizeof taken->numbers);
  for (size_t i = 0; i < EFFECT_MAX_TEXTS; i++) {
    size_t count = question.counts[i];
    char *bytes = malloc(count + 1);
    if (bytes == NULL) fatal_out_of_memory(count + 1);
    taken->texts[i] = (WorldText){.bytes = bytes, .count = count};
    if (!socket_read(socket, bytes, count)) return false;
  }
  return true;
}

void session_answer(Repl *repl, int socket, const SessionQuestion *question) {
  EffectWorld *world = &repl->world;
  WorldAnswer answer = {0};
  answer.is_good =
      world_act(world, question->kind, question->numbers, question->texts, answer.results);
  answer.count = world->text_count;
  if (repl->is_interactive) {
    fflush(stdout);
    clearerr(stdin); // what ended one line does not end the session
  }
  // A child that has ended asks for nothing more.
  (void)(socket_write(socket, &answer, sizeof answer) &&
         socket_write(socket, world->text, answer.count));
}

void session_question_free(SessionQuestion *question) {
  for (size_t i = 0; i < EFFECT_MAX_TEXTS; i++)
    free((char *)question->texts[i].bytes);
}
