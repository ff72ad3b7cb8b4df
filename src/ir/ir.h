// ir: the one intermediate representation, at the levels Core, Flat and Mem.
//
// A program is a list of globals and functions. A function body is a list of statements in A-normal
// form, each binding variables to one expression, and a list of results. All parallelism is one
// expression, `par`. doc/ir.md specifies the language; this header is its abstract syntax.
//
// Terms
//   atom        a variable or a scalar constant; the only operands there are
//   statement   `let pattern = exp needs (certificates)`; the pattern's variables carry their types
//   telescope   a list of variables in which a type may name variables to its left. Patterns, loop
//               parameters, function parameters and results are telescopes: that is how a size that
//               only becomes known at run time is bound, `let (m: i64, ys: [m]f32) = ...`
//   dimension   a constant, a variable, or varying: a variable that holds an array of lengths
//   thunk       the body of a `par`: statements and outputs over an index space
//   place       at Mem: where an array is, a block of memory and the index function into it
//   level       of the IR: Core, Flat, Mem; of a `par`: thread, block, grid (ParLevel)
//
// Decisions, and their reasons
//   - Statements are in arrays. Passes loop over a body; a million statements need no recursion.
//   - Operands are in one array. Every op except `par` and `with_acc` keeps its operands in `args`,
//     so that uses, substitution, hashing and equality are written once. What is not an operand is
//     in a small union.
//   - Telescopes are the only way to bind sizes: the length of a filter, the size of a row of an
//     irregular array and the result size of a function are one mechanism. rules.h infers
//     signatures, in which a dimension may say "the size that is result k"; binding replaces it.
//   - Varying dimensions count outwards. Lengths of rank r depend on the r dimensions to the left
//     of the one they describe (or ending `skip` further left). So adding an outer dimension is
//     free: the type of an array of such arrays keeps the very same dimension. Counting from the
//     outside would renumber.
//   - A Var is bound once and has an identity. Its spelling is `name.id`, unique within its
//     function; `index` numbers all variables of a program densely. A type that mentions a size
//     which is replaced is updated in the Var itself.
//   - Spans know their calls. What is put in the place of a call, by a front end or by inline, has
//     a span with the number of that call, whose own span has that of the call around it
//     (source_call). Passes copy spans and know nothing of it. A failure shows the calls from
//     there, and functions that are really called add theirs while they return the error: nothing
//     is paid before. Code that becomes one keeps the calls it has in common.
//   - Few ops: `reverse` is a slice with stride -1; iota, replicate and gather are pars.
//   - `split` gives k counts, not an array of counts, so that they can be sizes at once.
//   - With an epilogue, scans are not results: what the epilogue wants to keep it maps. So "is this
//     scan needed as an array" has one answer, visible in the program.
//   - Alias sets live here and not in analysis/, because the verifier needs them. core/facts keeps
//     a coarser relation of its own: it must stay right while simplify rewrites a function round by
//     round, and be recomputed in the time of that function, which the exact analysis of a whole
//     program cannot.
//
// Ownership: every node lives in the program's arena and dies with it. Nodes are made by the
// builders in build.h, which check operands and infer types with the rules in rules.h; the verifier
// (verify.h) asks the same rules. A pass may change nodes in place; a rewriter returns the same
// pointer when nothing changed, so that "did anything happen" is a pointer comparison.
//
// This folder may use base and rts/c, and nothing else.
#ifndef RAVEL_IR_IR_H
#define RAVEL_IR_IR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/base.h"
#include "rts/c/scalar.h"
#include "rts/c/world.h"

typedef struct Atom Atom;
typedef struct Body Body;
typedef struct Exp Exp;
typedef struct Fun Fun;
typedef struct Par Par;
typedef struct Program Program;
typedef struct Stm Stm;
typedef struct Type Type;
typedef struct Var Var;

// The most dimensions that an array or a par of a program may have, as it is written: values that
// are read and written have room for that many (VALUE_MAX_RANK). Passes may make arrays with more.
enum { RANK_MAX = 64 };

// ---- Scalars and operations: projections of the tables ----

typedef enum Scalar {
#define SCALAR(id, ...) SCALAR_##id,
#include "ir/scalars.def"
#undef SCALAR
  SCALAR_COUNT
} Scalar;

typedef enum Op {
#define OP(id, ...) OP_##id,
#include "ir/ops.def"
#undef OP
  OP_COUNT
} Op;

// How many operands an op has and what its result is; explained in ops.def.
typedef enum OpShape {
  SHAPE_UNARY,
  SHAPE_BINARY,
  SHAPE_TERNARY,
  SHAPE_COMPARE,
  SHAPE_TEST,
  SHAPE_TALLY,
  SHAPE_SCALE,
  SHAPE_SELECT,
  SHAPE_CONVERT,
  SHAPE_SPECIAL
} OpShape;

// Sets of scalar types, as bits.
typedef enum ScalarClass {
  CLASS_NONE = 0,
  CLASS_BOOL = 1,
  CLASS_INT = 2,
  CLASS_FLOAT = 4,
  CLASS_NUM = CLASS_INT | CLASS_FLOAT,
  CLASS_BITS = CLASS_INT | CLASS_BOOL,
  CLASS_ANY = CLASS_NUM | CLASS_BOOL
} ScalarClass;

// The levels, as bits, and sets of them.
typedef enum IrLevel {
  LEVEL_CORE = 1,
  LEVEL_FLAT = 2,
  LEVEL_MEM = 4,
  LEVEL_VALUES = LEVEL_CORE | LEVEL_FLAT, // arrays are values without a place
  LEVEL_LOW = LEVEL_FLAT | LEVEL_MEM,     // every par has its level
  LEVEL_ALL = LEVEL_VALUES | LEVEL_MEM
} IrLevel;

typedef enum OpFlags {
  FLAG_FAILS = 1,
  FLAG_COMMUTES = 2,
  FLAG_SHAPED = 4,
  FLAG_VIEW = 8,
  FLAG_CONSUMES = 16,
  FLAG_BODIES = 32,
  FLAG_ACTS = 64
} OpFlags;

// What there is to do, as bits; explained in ops.def.
typedef enum OpWork {
  WORK_NONE = 1,
  WORK_VIEW = 2,
  WORK_LOGIC = 4,
  WORK_STEP = 8,
  WORK_DIVIDE = 16,
  WORK_MATH = 32,
  WORK_ELEMENT = 64,
  WORK_STORE = 128,
  WORK_CHECK = 256,
  WORK_CHOICE = 512,
  WORK_LOOP = 1024,
  WORK_OTHER = 2048
} OpWork;

typedef struct OpInfo {
  const char *text;
  OpShape shape;
  ScalarClass operands;
  unsigned levels; // bits of IrLevel
  OpWork work;
  unsigned flags; // bits of OpFlags
} OpInfo;

typedef struct ScalarInfo {
  const char *text;
  unsigned width; // in bits
  ScalarClass class;
} ScalarInfo;

// What an effect takes and gives beside tokens: i64s, texts; i64s.
typedef struct EffectInfo {
  const char *text;
  unsigned number_count, text_count, result_count;
} EffectInfo;

const EffectInfo *effect_info(EffectKind kind);
bool effect_from_text(const char *text, EffectKind *kind);
const OpInfo *op_info(Op op);
const ScalarInfo *scalar_info(Scalar scalar);
// The op or scalar type with this spelling; false when there is none.
bool op_from_text(const char *text, Op *op);
bool scalar_from_text(const char *text, Scalar *scalar);
bool op_has(Op op, OpFlags flag);
bool op_is_scalar(Op op);

// ---- Variables, atoms, types ----

// A variable is bound exactly once in a program. It is spelled `name` when `id` is 0 and `name.id`
// otherwise; the spelling is unique within its function (or global). `index` numbers all variables
// of a program densely, for side tables.
struct Var {
  Name name;
  uint32_t id;
  uint32_t index;
  const Type *type;
  Span span;
};

typedef struct Constant {
  Scalar type;
  ScalarValue value; // bytes beyond the member are zero, so that constants compare by memcmp
} Constant;

// A variable, or a constant when `var` is NULL.
struct Atom {
  Var *var;
  Constant constant;
};

// One dimension of an array type or of a par's index space. It is
//   a constant     var = NULL and result < 0
//   a variable     var: i64
//   varying        var: [..]i64, or a segment descriptor at Flat, of rank r > 0: the size at the r
//                  enclosing dimensions that end `skip` dimensions further out. In [n][s]t with
//                  s: [n]i64 row i has s[i] elements; in [n][m][s^1]t every row of matrix i has.
//   a result       result >= 0: the size is what the result of that number says. Only in the
//                  signatures that rules.h infers, never in a program.
typedef struct Dim {
  Var *var;
  int64_t size;
  int32_t result;
  uint32_t skip;
} Dim;

typedef enum TypeKind {
  TYPE_SCALAR,
  TYPE_ARRAY,
  TYPE_CERT, // what an assert gives, and what the statements it protects need
  TYPE_ACC,  // an accumulator over consumed arrays
  TYPE_SEG,  // a segment descriptor: the lengths of a varying dimension below `dims`
  TYPE_MEM   // a block of memory
} TypeKind;

// Where an array is at Mem: in a block, at an index function. Element (i, j) is element
// offset + i * strides[0] + j * strides[1] of the block, counted in elements of the array's own
// scalar type. Places are not semantic: types are equal whatever their places.
typedef struct Place {
  Var *block;    // of TYPE_MEM
  Atom offset;   // i64
  Atom *strides; // i64, one per dimension; NULL: row-major, the elements in order without gaps
} Place;

// Types are immutable and may be shared.
struct Type {
  TypeKind kind;
  Scalar scalar;          // scalar, array: of the elements
  uint32_t rank;          // array, seg: at least 1
  Dim *dims;              // array, seg
  uint32_t acc_count;     // acc: how many arrays it writes
  const Type **acc_types; // acc: their types
  uint32_t acc_rank;      // acc: how many leading dimensions an update indexes
  const Place *place;     // array: where it is, at Mem; NULL below
};

// ---- Statements ----

typedef Vec(Stm *) Stms;
typedef Vec(Var *) Vars;
typedef Vec(Atom) Atoms;

// `#[text]`; the text is kept as written. No source language can write these.
//
// An attribute of an assert, at Core and Flat: a size that is used depends on it, so that it stays
// though nothing needs its certificate.
#define ATTR_SIZE "for a size"
// An attribute of an assert: its condition says of the updates by LMADs that need it that they
// select no element twice.
#define ATTR_ONCE "each once"
// An attribute of a coerce that the passes made: it gives a size another name, and no program asked
// for what it needs.
#define ATTR_RENAMED "renamed"
// An attribute of an opaque that a front end writes: its first operand and result are tokens
// (effects.h), and the others are computed, and checked, though nothing uses them.
#define ATTR_NEEDED "needed"
typedef struct Attrs {
  Name *data;
  size_t count, capacity;
} Attrs;

struct Stm {
  Var **vars; // the pattern, a telescope; may be empty
  size_t var_count;
  Exp *exp;
  Var **certs; // the certificates it needs
  size_t cert_count;
  Attrs attrs;
  Span span;
};

struct Body {
  Stms stms;
  Atom *results;
  size_t result_count;
};

typedef struct Lambda {
  Var **params;
  size_t param_count;
  Body *body;
} Lambda;

// ---- Expressions ----

// What `slice` and `update` select. Either per leading dimension an index or a range, or an LMAD:
// offset + {(count : stride), ...} over a one-dimensional array. The atoms are operands of the
// expression, in order: an index is one atom, a range three (start, count, stride); an LMAD its
// offset and then count and stride of each dimension.
typedef struct Selector {
  bool is_lmad;
  uint32_t rank;  // selected dimensions; for an LMAD the dimensions of the result
  bool *is_range; // per dimension, when not an LMAD
} Selector;

// `if` has two bodies, then and else, and no cases. `switch` has one body per case and a last,
// default one.
typedef struct Branches {
  Body **bodies;
  size_t body_count;
  Constant *cases; // body_count - 1 of them, for `switch`
} Branches;

// operands: the initial values, then for a `for` loop the bound
typedef struct Loop {
  Var **params; // a telescope
  size_t param_count;
  Var *index;      // for: counts 0 <= index < bound, signed; NULL for while
  Body *condition; // while: one bool result; sees the parameters; NULL for for
  Body *body;      // results: the parameters' next values
} Loop;

// operands: the condition, then the values for the `{}` places of the message
typedef struct Message {
  Name text; // message.h says how it is read
} Message;

// operands: the token; numbers and texts as the kind has them; for clock anything that is to be
// computed before; for trace the values of the message. Results: the next token, and numbers.
typedef struct Effect {
  EffectKind kind;
  Name text; // trace: the message (message.h); NULL otherwise
} Effect;

typedef struct AccDecl {
  Var *param; // of TYPE_ACC, bound in the body
  Atom *dests;
  size_t dest_count;
  Lambda *op;    // combines the old and the new values; NULL: plain writes
  Atom *neutral; // dest_count of them when there is an op
  bool is_once;  // the program says that no element is written twice; of rank 1, without an op
} AccDecl;

// results: the destinations of every accumulator, then the body's results after the accumulators
typedef struct WithAcc {
  AccDecl *accs;
  size_t acc_count;
  Body *body; // its first acc_count results are the final accumulators
} WithAcc;

typedef enum ParLevel { PAR_ANY, PAR_THREAD, PAR_BLOCK, PAR_GRID } ParLevel;

// A tunable number. `initial` is what it is unless it is tuned: a number, or one of these.
typedef struct Threshold {
  Name name;
  int64_t initial;
  ParLevel level; // where it is reached, pars inside a nest run at this level; PAR_ANY: no matter
} Threshold;

enum {
  THRESHOLD_DEFAULT = 0,  // the target's own
  THRESHOLD_THREADS = -1, // as many as the device runs at a time
  THRESHOLD_FAST = -2,    // as many as a block may have bytes of fast memory
  THRESHOLD_NEST = -3,    // the target's own, between a nest and what it is taken apart to
};

// `args` holds the operands of every op except `par` and `with_acc`, which name theirs.
struct Exp {
  Op op;
  Atom *args;
  size_t arg_count;
  union {
    Scalar to;             // the CONVERT ops; alloc: of the elements
    Selector selector;     // slice: array, atoms; update: array, value, atoms
    uint32_t *permutation; // permute: result dimension k is operand dimension permutation[k]
    uint32_t dim;          // concat: the dimension along which
    Message message;       // assert
    Effect effect;
    Threshold threshold;
    Fun *callee;       // call: sizes and parameters in order
    Branches branches; // if: condition; switch: an integer
    Loop *loop;
    Par *par;
    WithAcc *with_acc;
  } as;
};

// ---- par ----

typedef enum Mode {
#define MODE(id, ...) MODE_##id,
#include "ir/modes.def"
#undef MODE
  MODE_COUNT
} Mode;

// What modes have in common, as bits.
typedef enum ModeTrait {
  TRAIT_FREE = 1,        // what a point gives is its own matter
  TRAIT_ACCUMULATES = 2, // it depends on other points of the segment
  TRAIT_FOLDS = 4,       // by an operator over their values
  TRAIT_PREFIX = 8,      // namely those before it
  TRAIT_SELECTS = 16,    // which of the values there are, or in which order, is said by a selector
  TRAIT_WRITES = 32,     // into a destination, at indices
  TRAIT_OPERATES = 64,   // has an operator and neutral elements
  TRAIT_ELEMENTS = 128,  // the element at the index of a point is its value
  TRAIT_TOTAL = 256,     // a segment has one element, made of all values
  TRAIT_RUNNING = 512,   // the element at the index of a point is made of the values up to it
  TRAIT_DROPS = 1024,    // some values are left out: how many there are is a result
  TRAIT_SORTS = 2048,    // the values are ordered by classes: how many each has is a result
  TRAIT_REPLACES = 4096, // what is written does not depend on what was there
  TRAIT_ADDS = 8192,     // what is written is combined with what was there
  TRAIT_HANDS_ON = 16384 // gives what statements of the thunk wrote to, not a value
} ModeTrait;

// One output: a mode applied to k values. `op`, `neutral` and `dests` are in the scope around the
// par, the others in the scope of the thunk. Results, in order:
//   map      k arrays                        reduce   k values (per segment)
//   scan     k arrays                        keep     a count (per segment), then k arrays
//   split    class_count counts (per segment), then k arrays
//   put, combine   k arrays: the destinations afterwards
//   acc      k = 1 accumulator
typedef struct Output {
  Mode mode;
  bool is_exclusive;    // scan
  bool is_commutative;  // reduce, combine: known to be
  Lambda *op;           // reduce, scan, combine: 2k parameters, k results
  Atom *neutral;        // reduce, scan, combine: k
  Atom *dests;          // put, combine: k, consumed
  Atom selector;        // keep: bool; split: i64 class in 0 .. class_count - 1
  uint32_t class_count; // split; otherwise 0
  Atom *indices;        // put, combine: i64; a write out of range is ignored
  size_t index_count;
  Atom *values;
  size_t value_count;
  Span span;
} Output;

typedef struct Thunk {
  Stms stms;
  Output *outputs;
  size_t output_count;
} Thunk;

// An array that the par consumes, or an accumulator that it threads. `inside` is what the thunk
// sees: the owned element of the array at the par's indices, or the accumulator.
typedef struct ParInput {
  Var *inside;
  Var *outside;
} ParInput;

typedef enum Kernel {
#define KERNEL(id, ...) KERNEL_##id,
#include "ir/kernels.def"
#undef KERNEL
  KERNEL_COUNT
} Kernel;

typedef struct KernelTraits {
  const char *text;
  unsigned modes; // bits of Mode
  bool has_depth, has_side;
  bool has_rows; // goes through rows; its depth is 0 when these are a dimension of the par
  const char *purpose;
} KernelTraits;

// How a par at level grid runs on a device: as this kernel if the condition holds, otherwise as the
// next one says. The last one has no condition. It is a matter of speed only.
typedef struct Plan {
  Kernel kernel;
  uint32_t depth; // of the maps, each inside the one before, whose points are threads; or 0
  uint32_t side;  // of a square, or 0
  Atom condition; // bool; only with `otherwise`
  struct Plan *otherwise;
} Plan;

// The space is a telescope of indices: dimension k may vary with the dimensions before it. An empty
// space is run once. Reductions, scans, keep and split work within the innermost dimension.
struct Par {
  ParLevel level; // PAR_ANY at Core, unless it is a request
  Var **indices;
  Dim *space;
  size_t rank;
  bool is_turned;      // Flat, Mem: arrays of arrays are stored with the space's dimensions last
  bool is_overwritten; // what it gives is room: no element is read before one is written there
  Plan *plan;          // NULL before it is planned, and for targets without a device
  ParInput *consumed;
  size_t consumed_count;
  ParInput *accs;
  size_t acc_count;
  Thunk body;
  bool has_epilogue;
  // What the epilogue calls the scans' results at its index. With an epilogue the scans are not
  // results of the par.
  Var **scan_params;
  size_t scan_param_count;
  Thunk epilogue; // sees the indices, the body's variables and scan_params; no scans
};

// ---- Functions and programs ----

typedef struct Param {
  Var *var;
  bool is_consumed;
} Param;

typedef struct Result {
  Var *var;          // its type may name parameters and results to the left
  uint32_t *aliases; // the parameters (by position) whose storage it may share
  size_t alias_count;
} Result;

// How the outside sees a parameter or result: its name, and its type as the user wrote it ("[]u8",
// or the name of an opaque type made of `count` values).
typedef struct EntryValue {
  Name name; // NULL for results
  Name type;
  uint32_t count;
} EntryValue;

// How the outside may take an opaque type apart. The values of a record are those of its fields in
// order; of a sum a number, which says which variant it is, and those of all payloads of all
// variants; of an array as many arrays as an element has values. An opaque type without such a
// description is a whole.
typedef enum OpaqueKind { OPAQUE_RECORD, OPAQUE_SUM, OPAQUE_ARRAY } OpaqueKind;

typedef struct OpaqueVariant {
  Name name;
  EntryValue *payload; // without names
  size_t payload_count;
} OpaqueVariant;

typedef struct Opaque {
  Name name;
  OpaqueKind kind;
  EntryValue *fields; // RECORD; in a tuple they are called 0, 1, ...
  size_t field_count;
  OpaqueVariant *variants; // SUM
  size_t variant_count;
  EntryValue element; // ARRAY: not an array itself
  uint32_t rank;      // ARRAY
} Opaque;

typedef struct Entry {
  Name name;
  EntryValue *params;
  size_t param_count;
  EntryValue *results;
  size_t result_count;
  Opaque *opaques; // the opaque types of the values above, and of their parts
  size_t opaque_count;
} Entry;

// The first `size_count` parameters and `result_size_count` results are sizes and, at Mem, blocks,
// offsets and strides: ordinary values inside the program, but derived from the arrays, not read or
// shown, at an entry point.
struct Fun {
  Name name;
  Param *params;
  size_t param_count, size_count;
  Result *results;
  size_t result_count, result_size_count;
  Body *body;
  Entry *entry; // NULL when it is not an entry point
  Attrs attrs;
  Span span;
};

// Values computed once per context, before any entry point runs; late ones before the first that
// needs them, in order.
typedef struct Global {
  Var **vars; // a telescope
  size_t var_count;
  bool is_late;
  Body *body;
  Span span;
  uint32_t id; // of the definition in its source, the same whatever follows that; 0: it has none
} Global;

// What is in the way of a version, or of a kernel: for people.
typedef struct Obstacle {
  const char *why; // NULL: nothing
  Span where;
} Obstacle;

// A version that a nest does not have.
typedef struct VersionObstacle {
  const char *version; // what its threshold would be called
  const char *why;
  Span span; // of what is in the way
} VersionObstacle;

struct Program {
  Arena *arena;
  Interner *names;
  IrLevel level;
  Vec(Global *) globals;  // each sees the ones before it
  Vec(Fun *) funs;        // all see each other and all globals
  uint32_t var_count;     // of Var.index
  uint32_t last_id;       // of Var.id
  uint32_t block_size;    // how many threads the source gives to a block; 0: it says nothing
  bool is_unguarded;      // written by hand: what may fail need not have its assert
  const char *entry_hint; // how its author gives it an entry point; NULL: nothing is known
  Vec(VersionObstacle) obstacles; // for people
  Map *copy_notes; // at Mem, Var -> why it is copied (mem/report.h); NULL: nothing is known
  Map *plan_notes; // at Mem, Par -> which kernels it is not (mem/plan_report.h); NULL: as above
};

// Notes what is in the way, if it is the first thing and somebody asks, so the obstacle is not
// NULL. Gives false, which is what those who look for one answer then.
bool obstacle_note(Obstacle *obstacle, const char *why, Span where);

// Notes once that a nest does not have this version.
void program_obstruct(Program *program, const char *version, const char *why, Span span);
// A new, empty program. The arena and the interner outlive it.
Program *program_new(Arena *arena, Interner *names, IrLevel level);
// The function of this name, or NULL.
Fun *program_find(const Program *program, Name name);

#endif
