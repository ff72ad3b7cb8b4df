// ravel repl: the prompt.
//
//   command_repl.c     the loop: reads an input, runs it
//   repl_session.c     inputs: what was defined, and the values that were computed
//   repl_evaluate.c    evaluation in another process, interpreted or compiled
//   repl_compiled.c    the compiled way
//   repl_world.c       effects, which the session carries out for the other process
//   repl_show.c        values as Futhark and textual IR write them
//   repl_layout.c      values as APL shows them
//   repl_command.c     what begins with a colon
//   repl_complete.c    completion of names, commands and files
//   edit/edit.h        the line editor, which knows nothing of all this
//
// The state of a session is a list of texts and a list of values (front/session.h). An input is
// compiled with the texts before it, in a driver of its own that is closed afterwards. Each of its
// forms that has a value is evaluated once, by a program that takes the values it needs as
// arguments and gives back those that are new (core/closed.h). So nothing is evaluated twice.
//
// Evaluation happens in a child process: to stop it is to end the process, and a form that fails in
// whatever way leaves the session as it was. The interpreter starts at once. A form that takes long
// is compiled meanwhile, and the first of both to have a value wins.
#ifndef RAVEL_DRIVER_REPL_H
#define RAVEL_DRIVER_REPL_H

#include "driver/driver.h"
#include "edit/edit.h"

// Something that was defined, for `:defs`.
typedef struct ReplDefinition {
  const char *name, *type, *kind;
} ReplDefinition;

typedef struct ReplInput {
  const char *path; // "<input 3>", or that of a file
  const char *text;
  size_t length;
  bool is_file;
  bool is_expression; // it only defines `it`
  Vec(ReplDefinition) definitions;
} ReplInput;

// The values of a global: one for each of its variables.
typedef struct ReplValue {
  uint32_t id;
  Span span; // of its definition, while its input is new
  Values values;
} ReplValue;

typedef enum ReplCompiling { COMPILE_AUTO, COMPILE_NEVER, COMPILE_ALWAYS } ReplCompiling;

typedef struct Repl {
  Driver *driver;             // of the command line
  const Arguments *arguments; // say how messages are shown
  Arena *arena;               // lives as long as the session
  const Front *front;
  Vec(ReplInput) inputs;
  Vec(ReplInput) imports; // files that inputs import, as they were when they were read
  Vec(ReplValue) values;
  size_t number; // of the inputs that were typed so far
  bool is_interactive;
  bool is_over;
  int status; // of the first input that failed
  int64_t limit;
  ReplCompiling compiling;
  EffectWorld world; // streams that are open
  bool is_plain;     // APL shows arrays without brackets
} Repl;

// ---- repl_session.c ----

typedef struct ReplRun {
  const char *path, *text;
  size_t length;
  bool is_file;
  bool is_quiet; // values are computed, and nothing is shown
  bool is_timed; // tells how long it took
  bool is_whole; // shows all elements of values
} ReplRun;

// Compiles and evaluates an input and shows what it gives; keeps what it defines. Gives an exit
// code.
int repl_run(Repl *repl, const ReplRun *run);
// The same for the text of a file.
int repl_load(Repl *repl, const char *path);
// The types of the forms in a text; the program after a pass of the pipeline.
int repl_type(Repl *repl, const char *text);
int repl_dump(Repl *repl, const char *pass, const char *text);
// Forgets everything; the same, and reads files and definitions again.
void repl_clear(Repl *repl);
int repl_reload(Repl *repl);
// Does the text go on in the next line?
bool repl_is_open(Repl *repl, const char *text, size_t length);
// The names that the next input may use, in the arena.
SessionNames repl_names(Repl *repl, Arena *arena);

// ---- repl_evaluate.c, repl_compiled.c ----

typedef enum EvaluationEnd { EVALUATION_DONE, EVALUATION_FAILED, EVALUATION_STOPPED } EvaluationEnd;

typedef struct Evaluation {
  Driver *driver; // has the sources
  Program *program;
  Fun *entry;
  const Values *arguments;
  uint32_t newest; // the source of the new input
  bool is_plain;   // APL shows arrays without brackets
  // What it was:
  Values results;
  Failure failure;
  double seconds;
  bool is_compiled;
} Evaluation;

// Runs an entry point in another process.
EvaluationEnd evaluate(Repl *repl, Evaluation *evaluation);
// Forgets that the user pressed Ctrl-C: what that was meant for is over.
void forget_interrupts(void);
// Compiles the program and runs it, in this process. False when it cannot be compiled.
bool evaluate_compiled(Evaluation *evaluation, bool *is_good);

// ---- repl_world.c ----

// An effect that the other process asks for.
typedef struct SessionQuestion {
  EffectKind kind;
  int64_t numbers[EFFECT_MAX_NUMBERS];
  WorldText texts[EFFECT_MAX_TEXTS]; // malloc'ed
} SessionQuestion;

// A WorldAct: asks the session through the socket that the context points to.
bool world_ask_session(void *context, EffectWorld *world, EffectKind kind, const int64_t *numbers,
                       const WorldText *texts, int64_t *results);
// Takes the next question, which is there; false when the other process has ended. Free it.
bool session_take_question(int socket, SessionQuestion *taken);
// Carries it out in the world of the session, and answers.
void session_answer(Repl *repl, int socket, const SessionQuestion *question);
void session_question_free(SessionQuestion *question);

// ---- repl_show.c ----

// Writes the results of an entry point as Futhark writes values: (1, {x = [2.0, ...]}).
bool results_show(Writer *writer, const Fun *entry, const Value *results, int64_t limit,
                  ValueError *error);

// ---- repl_layout.c ----

// Is it a statement of APL?
bool entry_is_statement(const Fun *entry);
// Writes what a statement gives, unless that is only kept.
bool layout_show(const Repl *repl, Writer *writer, const Fun *entry, const Values *results,
                 int64_t limit, ValueError *error);

// ---- repl_complete.c ----

// Adds what the word before the cursor may become.
void repl_complete(Repl *repl, const char *text, size_t cursor, EditChoices *choices);

// ---- repl_command.c ----

// Runs a line that begins with a colon.
void repl_command(Repl *repl, const char *line);
size_t repl_command_count(void);
const char *repl_command_name(size_t position);
const char *repl_command_argument(size_t position);
// Does the word, which may be cut short, stand for the command of this name?
bool repl_command_is(const char *word, size_t length, const char *name);

#endif
