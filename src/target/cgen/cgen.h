// cgen: the one writer of C.
//
//   cgen_name.c    names: unique in a function, legal in C, and close to those in the source
//   cgen_exp.c     expressions, with C's own operators where they mean the same as rts/c/scalar.h
//   cgen_stm.c     statements
//   cgen_tile.c    matrix-shaped reductions
//   cgen_fun.c     functions, globals, programs
//   cgen_host.c    statements of the host of a device
//   cgen_device.c  functions and statements of kernels, in the dialect of rts/gpu/dialect.h
//   cgen_team.c    statements of the threads of a block that work together
//   cgen_skeleton.c  which skeleton of rts/gpu a kernel takes
//
// The text is meant to be read: two blanks per level, one statement per line.
#ifndef RAVEL_TARGET_CGEN_CGEN_H
#define RAVEL_TARGET_CGEN_CGEN_H

#include "target/target.h"

typedef struct Cgen {
  StrBuf *out;
  const ImpProgram *program;
  CgenOptions options;
  Arena *arena;
  Map *names;      // ImpVar -> its name in the function that is being written
  Map *taken;      // Name -> the variable that has it
  Map *used;       // ImpVar -> itself: those that the function mentions
  Interner *texts; // of the names
  const ImpFun *fun;
  size_t depth;     // of indentation
  bool is_device;   // a kernel is being written
  bool is_numbered; // names get a number in any case
  bool is_nameless; // all names are numbers, to compare kernels
  unsigned numbers; // of a device: how many names of the function have one
  unsigned team;    // the number of the team body that a failure leaves; 0: it leaves the function
  unsigned team_count;   // how many such bodies the function has had so far
  const char *team_size; // how many threads a block has, in C
  bool tells_failures;   // its threads ask one another at barriers
} Cgen;

// Forgets the names of the previous function.
void cgen_names_clear(Cgen *cgen);
// The C name of a variable of the current function, or of a global.
const char *cgen_name(Cgen *cgen, const ImpVar *var);
// The variable's scope ends; another one may have its name.
void cgen_name_end(Cgen *cgen, const ImpVar *var);
// Appends the characters of a name that C allows, and the others as `_x` and their number; no two
// names give the same.
void cgen_mangle(StrBuf *out, Name name);

// How tightly a C expression binds; an operand that binds less is put in parentheses.
typedef enum CgenBinding {
  BIND_ANY,
  BIND_CONDITION,
  BIND_LOGIC,
  BIND_COMPARE,
  BIND_SUM,
  BIND_PRODUCT,
  BIND_UNARY
} CgenBinding;

void cgen_exp(Cgen *cgen, const ImpExp *exp, CgenBinding binding);
void cgen_stms(Cgen *cgen, const ImpStms *stms);
// Starts a line, indented.
void cgen_line(Cgen *cgen);
// Appends the calls in whose place a span was put, each as a line `called from` with its position,
// after a line break; beyond the limit they are only counted.
void cgen_calls(Cgen *cgen, StrBuf *out, Span span, size_t limit);
// Appends `file:line:column-column`, or nothing when the span is not known.
void cgen_position(Cgen *cgen, StrBuf *out, Span span);
// Appends that and `: ` to a format string, in which a `%` of the path stands for itself.
void cgen_format_position(Cgen *cgen, StrBuf *format, Span span);
// The functions of all tiles of the program, and a call of one.
void cgen_define_tiles(Cgen *cgen);
void cgen_tile(Cgen *cgen, const ImpTile *tile);
// `context_fail(ctx, FORMAT, VALUES...)`, with these expressions as the values.
void cgen_fail_call(Cgen *cgen, const ImpStm *stm, ImpExp *const *values);
// `{\n statements }`
void cgen_braces(Cgen *cgen, const ImpStms *stms);
// `callee(first, results, arguments)`; `first` is "ctx" for the host.
void cgen_call_text(Cgen *cgen, const ImpCall *call, const char *first);
// A list of numbers as an array.
void cgen_numbers(Cgen *cgen, ImpExp *const *exps, size_t count);

// `{ static const TYPE table[] = {...};`, and the end of that scope.
void cgen_table_begin(Cgen *cgen, const ImpStm *stm);
void cgen_table_end(Cgen *cgen);

// Statements that mean something else where blocks are on a device, on the host and there. False:
// they do not.
bool cgen_host_stm(Cgen *cgen, const ImpStm *stm);
bool cgen_device_stm(Cgen *cgen, const ImpStm *stm);
// Of a block of threads. `cgen_leave` is what a failure does after it was noted.
// Begins what the threads of a block do for a point.
void cgen_team_open(Cgen *cgen, const ImpKernel *kernel);
void cgen_team(Cgen *cgen, const ImpStm *stm);
void cgen_barrier(Cgen *cgen, const ImpStm *stm);
void cgen_fold(Cgen *cgen, const ImpFold *fold);
void cgen_leave(Cgen *cgen);
// On the host of a device: which kernels the statements mostly launch, beside those in branches,
// which say so themselves.
void cgen_expect(Cgen *cgen, const ImpStms *stms);
// The tables of kernels and failures, and
//   static int kernel_failure(Context *ctx, int64_t number, const int64_t *values);
void cgen_host_tables(Cgen *cgen);

// Can the statements leave the function by an error?
bool cgen_can_fail(const Cgen *cgen, const ImpStms *stms);

#endif
