// What the files of the lowering share.
//
// Lowering is staging. An expression is evaluated in the compiler to an FclValue; what costs
// something when the program runs becomes statements of Core on the way:
//
//   a scalar      an atom; operators are statements, unless their operands are known
//   a pull array  a length and a function of the index, evaluated where an element is needed
//   a push array  a tree of what it is made of: a pull array, interleaved programs, a loop
//   a program     what is emitted when it is run; running it twice emits it twice
//
// A push array becomes statements when it is stored (to_core_store.c): a pull array is a `par` at
// its level, interleaved programs are a `par` one level up with their code inside. Every `par` here
// has its level written on it, and is a store that the source asks for.
//
// Where statements go is the Emitter's block. A value from outside of a block may be used in it,
// but not the other way round; types make sure of that. What was computed already and is still in
// sight is not computed again (fcl_scalar, and the elements of pull arrays).
//
// Ints are i32, sizes of Core i64: fcl_size and fcl_length convert, and know what came from what,
// so that equal lengths have one name.
#ifndef FRONT_FCL_TO_CORE_INTERNAL_H
#define FRONT_FCL_TO_CORE_INTERNAL_H

#include <setjmp.h>

#include "front/fcl/fcl_to_core.h"
#include "front/fcl/types.h"
#include "ir/emit.h"

typedef struct FclLower FclLower;
typedef struct FclValue FclValue;
typedef struct FclFrame FclFrame;

// ---- Values ----

typedef enum FclValueKind {
  FCL_VALUE_SCALAR,
  FCL_VALUE_UNIT,
  FCL_VALUE_STRING,
  FCL_VALUE_PAIR,
  FCL_VALUE_FUNCTION,
  FCL_VALUE_PULL,
  FCL_VALUE_PUSH,
  FCL_VALUE_PROGRAM
} FclValueKind;

// Applies a function that C code made, gives an element, runs a program.
typedef const FclValue *FclCall(FclLower *lower, const void *context, const FclValue *argument);
typedef const FclValue *FclElement(FclLower *lower, const void *context, Atom index);
typedef const FclValue *FclRun(FclLower *lower, const void *context);

enum { FCL_ARITY_MAX = 4 };

// A lambda that waits for parameter number `next`; a built-in function with some of its arguments;
// or C code.
typedef struct FclFunction {
  const FclExp *lambda; // NULL: not one
  size_t next;
  const FclFrame *frame;
  FclCall *call; // NULL: a built-in function, or a lambda
  const void *context;
  FclBuiltin builtin;
  const uint32_t *levels; // of a built-in function
  const FclType **types;
  const FclValue *arguments[FCL_ARITY_MAX];
  size_t count;
} FclFunction;

typedef struct FclKnownElement {
  Atom index;
  const EmitBlock *block;
  const FclValue *value;
  bool is_checked; // it hangs on a check of the index
} FclKnownElement;

typedef struct FclPull {
  Atom length; // i32
  FclElement *element;
  const void *context;
  Vec(FclKnownElement) known;
} FclPull;

typedef enum FclPushKind {
  FCL_PUSH_PULL,
  FCL_PUSH_MAPPED,
  FCL_PUSH_INTERLEAVED,     // of programs of the level below
  FCL_PUSH_INTERLEAVED_SEQ, // of programs of the same level
  FCL_PUSH_LOOP
} FclPushKind;

typedef struct FclPush {
  FclPushKind kind;
  uint32_t level;
  Atom length;              // i32
  FclPull *pull;            // PULL; INTERLEAVED: of programs
  struct FclPush *inner;    // MAPPED; LOOP: the initial content, or NULL
  const FclValue *function; // MAPPED: of index and value; INTERLEAVED: of a pair of indices; LOOP
  Atom count;               // INTERLEAVED: elements of each program; LOOP: how many writes
  const FclType *element;   // LOOP
  Span span;
} FclPush;

struct FclValue {
  FclValueKind kind;
  union {
    Atom atom;
    const FrontString *string;
    struct {
      const FclValue *first, *second;
    } pair;
    FclFunction *function;
    FclPull *pull;
    FclPush *push;
    struct {
      FclRun *run;
      const void *context;
    } program;
  };
};

// ---- Environments ----

// What a name is bound to: a value, or, when its scheme is general, an expression that is evaluated
// for each use; or what the variables of a scheme are.
struct FclFrame {
  const FclFrame *parent;
  const FclVariable *variable;
  const FclValue *value;
  const FclFrame *around;  // of an expression
  const FclScheme *scheme; // of an instance
  const uint32_t *levels;
  const FclType **types;
};

struct FclLower {
  Arena *arena;
  Interner *names;
  Diag *diag;
  Emitter emit;
  uint32_t call;        // in whose place is emitted what is emitted now
  uint32_t depth;       // of calls
  uint64_t steps;       // applications so far
  Map *sizes, *lengths; // Conversions by variable
  Map *homes;           // EmitBlocks of what was computed, by variable
  Map *held;            // FclStored by each of its arrays, where a level has it in memory
  EmitBlock *floor;     // which nothing leaves: an arm, or what is tried out
  jmp_buf escape;
};

// ---- fcl_to_core.c ----

_Noreturn void fcl_fail(FclLower *lower, ErrorCode code, Span span, const char *format, ...)
    PRINTF_LIKE(4, 5);
// A check of the running program, which counts until emit_uncheck.
void fcl_check_run(FclLower *lower, Atom condition, ErrorCode code, const char *message,
                   const Atom *values, size_t count);

// ---- to_core_scalar.c ----

Atom fcl_int(int64_t value);
// A whole number of any scalar type, or a truth.
Atom fcl_number(Scalar scalar, int64_t value);
bool fcl_is_constant(Atom atom, int64_t *value);
bool fcl_is_int(Atom atom, int64_t value);
// An operation on scalars that is folded, and computed once in a scope.
Atom fcl_scalar(FclLower *lower, Op op, Atom a, Atom b);
Atom fcl_unary(FclLower *lower, Op op, Atom a);
Atom fcl_convert(FclLower *lower, Op op, Atom a, Scalar to);
Atom fcl_binary(FclLower *lower, FclOperator op, Atom a, Atom b);
// An int as a size of Core, and the reverse.
Atom fcl_size(FclLower *lower, Atom length);
Atom fcl_length(FclLower *lower, Atom size);
// The most elements that an array has: a little less than an int can count, so that an index after
// the end, as in `(n + 255) / 256`, does not wrap around.
enum { FCL_LENGTH_MOST = 2147418112 };
// The length of an array that comes from outside, whose elements may be more than an int can say.
Atom fcl_count(FclLower *lower, Atom size);
// The size of an array that is made with this length, which is checked not to be negative.
Atom fcl_checked_size(FclLower *lower, Atom length);
// Says that a size and a length are the same number.
void fcl_note_size(FclLower *lower, Atom size, Atom length);
// What is evaluated between these two is tried out: its statements are forgotten.
typedef struct FclProbe {
  size_t mark;
  EmitBlock *block, *floor;
} FclProbe;

FclProbe fcl_probe_open(FclLower *lower);
void fcl_probe_close(FclLower *lower, FclProbe probe);
// Is the block around, or the same as, where statements go?
bool fcl_is_visible(const FclLower *lower, const EmitBlock *block);

// ---- to_core_value.c ----

const FclValue *fcl_value_scalar(FclLower *lower, Atom atom);
const FclValue *fcl_value_unit(FclLower *lower);
const FclValue *fcl_value_pair(FclLower *lower, const FclValue *first, const FclValue *second);
const FclValue *fcl_value_call(FclLower *lower, FclCall *call, const void *context);
const FclValue *fcl_value_pull(FclLower *lower, Atom length, FclElement *element,
                               const void *context);
const FclValue *fcl_value_push(FclLower *lower, FclPush push);
const FclValue *fcl_value_program(FclLower *lower, FclRun *run, const void *context);
// The scalars of a value in order, and a value like it with others.
void fcl_value_atoms(FclLower *lower, const FclValue *value, Atoms *atoms);
const FclValue *fcl_value_like(FclLower *lower, const FclValue *model, const Atom **atoms);
// A value of a base type with zeros.
const FclValue *fcl_value_zero(FclLower *lower, const FclType *type);

// ---- to_core_exp.c ----

const FclValue *fcl_lower_exp(FclLower *lower, const FclFrame *frame, const FclExp *exp);
const FclValue *fcl_apply(FclLower *lower, const FclValue *function, const FclValue *argument);
const FclValue *fcl_run(FclLower *lower, const FclValue *program);
// A branch between scalars, or the arm that is known to be taken.
const FclValue *fcl_branch(FclLower *lower, Atom condition, FclRun *then, FclRun *otherwise,
                           const void *context);
// What a name stands for, taken at these levels and types.
const FclValue *fcl_use(FclLower *lower, const FclFrame *frame, const FclUse *use);
const FclType *fcl_type_in(FclLower *lower, const FclFrame *frame, const FclType *type);

// ---- to_core_builtin.c ----

size_t fcl_builtin_arity(FclBuiltin builtin);
// What #BlockSize is.
uint32_t fcl_block_size(void);
const FclValue *fcl_builtin(FclLower *lower, const FclFunction *function);

// ---- to_core_array.c ----

// An element, with a check that there is one; without.
const FclValue *fcl_index(FclLower *lower, const FclPull *pull, Atom index);
const FclValue *fcl_element(FclLower *lower, const FclPull *pull, Atom index);

// The value, which hangs on the checks that count now also where none of the statements from this
// one on computed it.
const FclValue *fcl_value_checked(FclLower *lower, const FclValue *value, size_t first);

// Elements in memory: arrays in place of scalars; or, of an array of length 1 at level thread, the
// scalars themselves.
typedef struct FclStored {
  const FclValue *elements;
  Atom length; // i32
  bool is_single;
  uint32_t held; // one more than the level in whose memory it is; 0: not known
} FclStored;

const FclValue *fcl_value_stored(FclLower *lower, FclStored stored);
// Is the push array nothing but an array that its level has in memory?
bool fcl_is_held(const FclPush *push, FclStored *stored);

// ---- to_core_store.c ----

// Stores a push array.
FclStored fcl_store(FclLower *lower, const FclPush *push);
// Stores a push array as the first elements of arrays of this length, like those of the model; the
// others are zeros.
FclStored fcl_store_first(FclLower *lower, const FclPush *push, const FclValue *model, Atom length);
// Is an element of interleaved programs written at the same index in both push arrays?
bool fcl_is_same_order(FclLower *lower, const FclPush *left, const FclPush *right);
EmitSpace fcl_space_open(FclLower *lower, Atom size, uint32_t level);
// Adds a map of each scalar of the value.
void fcl_space_map(FclLower *lower, EmitSpace *space, const FclValue *value);
// Closes it; the value with the results in place of its scalars.
const FclValue *fcl_space_close(FclLower *lower, EmitSpace *space, const FclValue *model,
                                const char *name);
// The par is never read before it is overwritten, so that it need not be made.
const FclValue *fcl_blank(FclLower *lower, const FclValue *model, Atom size, uint32_t level,
                          bool is_overwritten);

// ---- to_core_zip.c ----

// Stores a tuple of push arrays at once; the pull arrays in the same tuples.
const FclValue *fcl_store_all(FclLower *lower, const FclValue *pushes);

// ---- to_core_loop.c ----

const FclValue *fcl_while(FclLower *lower, uint32_t level, const FclValue *condition,
                          const FclValue *step, const FclValue *start);
const FclValue *fcl_power(FclLower *lower, uint32_t level, Atom count, const FclValue *step,
                          bool has_index, const FclValue *start);
FclStored fcl_store_loop(FclLower *lower, const FclPush *push);

// A loop of Core under construction: statements go to its body.
typedef struct FclLoop {
  Loop *loop;
  EmitBlock *block;
  Atoms starts;
  Atom bound;
} FclLoop;

// The parameters have the types of what they start with.
FclLoop fcl_loop_open(FclLower *lower, const Atom *starts, size_t count);
// Makes it count, and gives the index: an int.
Atom fcl_loop_count(FclLower *lower, FclLoop *loop, Atom bound);
void fcl_loop_close(FclLower *lower, FclLoop *loop, const Atom *nexts, Atom *results);

// ---- to_core_grid.c ----

// All elements combined, or all prefixes; those for which the function holds.
FclStored fcl_fold_grid(FclLower *lower, bool is_scan, const FclValue *function,
                        const FclValue *neutral, const FclPull *pull);
// This many elements, which begin as the neutral one: with each pair's value the function combines
// the element of its index.
FclStored fcl_accumulate(FclLower *lower, uint32_t level, const FclValue *function,
                         const FclValue *neutral, Atom length, const FclPull *pairs);
FclStored fcl_filter_grid(FclLower *lower, const FclValue *function, const FclPull *pull);
// Ordered by the lowest four bits of what the function gives, stably.
FclStored fcl_digit_grid(FclLower *lower, const FclValue *function, const FclPull *pull);

// ---- to_core_world.c ----

const FclValue *fcl_read(FclLower *lower, const FrontString *path, bool is_double);
void fcl_print(FclLower *lower, const FclStored *stored, Atom count, bool is_double);
void fcl_benchmark(FclLower *lower, Atom count, const FclValue *program);

#endif
