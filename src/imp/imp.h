// imp: programs as loops, loads and stores, one step before C.
//
// Imp is a small imperative language of its own. Arrays do not exist in it: a function takes and
// gives scalars and blocks of memory, and reads and writes elements through typed pointers. What is
// freed where is explicit (alloc, release, move), and so is every loop, and how it may be run.
// lower/ makes it from a program at level Mem and decides *how* a par is executed; the writers in
// target/ turn it into text.
//
// Terms
//   scalar     a variable with a number; `is_const` when it never changes after its declaration
//   block      a variable that holds a reference-counted block of memory. One that is declared in
//              a function owns a reference; a parameter is lent by the caller
//   owner      a parameter: the block variable of a caller that does not need the block after the
//              call, or none. Releasing it frees the block as soon as the callee is through with it
//   pointer    the address of the first element of a block, with the type of the elements
//   local      a small array of constant size that lives with its scope, used like a pointer
//   part       a function that runs a chunk of a loop; parallel loops only call parts
//   fail       ends the function with a message; what the function owns is released
//   exact      integer arithmetic that is known not to overflow: it computes an address
//   kernel     a loop that a device runs, as the functions that its skeleton calls (rts/gpu)
//   device     what runs in a kernel; blocks are plain pointers there, and nothing frees anything
//
// Integers wrap around in the language and not in C. So integer arithmetic is written with the
// functions of rts/c/scalar.h, but for addresses, which are exact.
//
// A C compiler must not take minutes. Long lists of constants are tables (imp_table.c). Parallel
// loops become functions, and functions with the same text are merged (imp_outline.c, imp_merge.c):
// a flattened nest makes many descriptors, each by the same running sums. A long function that only
// calls parts, as a lifted one or a top-level form does, is compiled without optimisation
// (imp_fun_is_glue; GLUE in C).
//
// Names are only for the reader: a variable is its ImpVar, and the writers make names unique with
// its number. Every node lives in the arena of its program; imp.h has the only makers of nodes.
// This folder uses base and ir.
#ifndef RAVEL_IMP_IMP_H
#define RAVEL_IMP_IMP_H

#include "ir/ir.h"

typedef struct ImpExp ImpExp;
typedef struct ImpFun ImpFun;
typedef struct ImpStm ImpStm;
typedef struct ImpVar ImpVar;

typedef enum ImpKind { IMP_SCALAR, IMP_BLOCK, IMP_OWNER, IMP_POINTER, IMP_LOCAL } ImpKind;

struct ImpVar {
  ImpKind kind;
  Scalar scalar; // all but blocks and owners: of the value or of the elements
  Name name;
  uint32_t number;  // unique in the program
  int64_t count;    // local: how many elements
  bool is_const;    // scalar, pointer: never assigned
  bool is_restrict; // pointer: nothing else in its scope reaches what is written through it
  bool is_read;     // pointer, parameter of a kernel: nothing is written through it
  ImpVar *block;    // pointer: into which it was made, or NULL
  bool is_lent;     // block: another variable keeps what it holds, so it is not counted
  bool is_global;   // lives in the context
  bool is_index;    // scalar: counts the iterations of a loop
  bool is_chunk;    // scalar: counts chunks of a parallel loop, of which there are few
  bool is_fast;     // block, pointer: in the fast memory that the threads of a block share
  int64_t most;     // scalar that is const: how far from 0 it is at most; 0: not known
  Name access;      // how it is written, when it is a field of what a kernel accumulates; or NULL
};

typedef Vec(ImpVar *) ImpVars;
typedef Vec(ImpExp *) ImpExps;
typedef Vec(ImpStm *) ImpStms;

// ---- Expressions: trees without effects ----

typedef enum ImpExpKind {
  IMP_CONST,
  IMP_VAR,
  IMP_OP,      // a scalar operation of ir/ops.def
  IMP_LOAD,    // pointer[index]
  IMP_THREADS, // how many threads the program may use
  IMP_PARAM,   // the value of a tuning parameter
  IMP_ROOM,    // how many threads of a kernel may run when each needs memory of its own
  IMP_THREAD,  // device: the number of this thread in its kernel
  IMP_LANE,    // device: its number in its block
  IMP_LANES    // device: how many threads its block has
} ImpExpKind;

struct ImpExp {
  ImpExpKind kind;
  Scalar type;
  uint32_t size; // how many nodes the tree has
  union {
    Constant constant;
    ImpVar *var;
    struct {
      Op op;
      bool is_exact;
      ImpExp *args[3];
      size_t arg_count;
    } op;
    struct {
      ImpVar *pointer;
      ImpExp *index;
    } load;
    uint32_t param;
    struct {
      ImpExp *size;  // points of the kernel
      ImpExp *bytes; // that each thread needs
    } room;
  } as;
};

// ---- Statements ----

typedef enum ImpStmKind {
#define IMP_STM(id, traits) IMP_STM_##id,
#include "imp/statements.def"
#undef IMP_STM
} ImpStmKind;

// What is true of statements of a kind, apart from those in their bodies.
typedef enum ImpTrait {
  IMP_PURE = 1,  // changes nothing but scalars
  IMP_SIMD = 2,  // may stand in a simd loop
  IMP_HANDS = 4, // a variable holds another block afterwards, or another variable the block
  IMP_LATE = 8,  // values for the host that it does not use may be fetched after it (imp_fetch.c)
  IMP_KNOWN = 16 // what it does to the memory of a block of threads is known (imp_barriers.c)
} ImpTrait;

// How a loop may be run. A simd loop has iterations that do not depend on each other but for its
// reductions; a short one too, but is so short that vectors would only cost time; a parallel one
// also, and its body is one call of a part, or three. The second of three is ordered: it runs for
// one iteration after the other, each when the first call is done. The iterations of a team loop
// are dealt out to the threads of a block of a device.
typedef enum ImpForKind {
  IMP_FOR_PLAIN,
  IMP_FOR_SIMD,
  IMP_FOR_SHORT,
  IMP_FOR_UNROLLED,
  IMP_FOR_PARALLEL,
  IMP_FOR_TEAM
} ImpForKind;

typedef struct ImpReduction {
  Op op;
  ImpVar *var;
} ImpReduction;

typedef Vec(ImpReduction) ImpReductions;

typedef struct ImpFor {
  ImpVar *index;
  ImpExp *first, *last; // first <= index < last
  ImpExp *least, *most; // a chunk of a loop from least to most; NULL: this is all of it
  ImpForKind kind;
  bool is_dynamic; // parallel: chunks are handed out while it runs
  bool is_held;    // what its rounds change of locals is to stay in registers meanwhile
  ImpReductions reductions;
  ImpStms body;
} ImpFor;

// One of the places of a copy: element (i, j) is pointer[offset + i*strides[0] + j*strides[1]].
typedef struct ImpPlace {
  ImpVar *pointer;
  ImpExp *offset;
  ImpExp **strides;
} ImpPlace;

// When both places turn out to be the same nothing is done.
typedef struct ImpCopy {
  Scalar scalar;
  size_t rank;  // at least 1
  bool is_flat; // both places are row-major
  ImpExp **shape;
  ImpPlace to, from;
} ImpCopy;

// out(i, j) = step over k of value(a(i, k), b(k, j)), from the neutral element on, for i < rows,
// j < columns, k < depth. The block `room` has IMP_TILE_ROOM elements (rts/c/tile.h).
enum { IMP_TILE_ROOM = 256 * (48 + 256) };

typedef struct ImpTile {
  Scalar scalar;
  Op step;
  Constant neutral;
  ImpVar *x, *y; // what stands for the two elements in
  ImpExp *value; // a tree of add, sub and mul over them and constants
  ImpExp *rows, *columns, *depth;
  ImpPlace out, a, b; // with two strides each
  ImpVar *room;
} ImpTile;

typedef struct ImpCase {
  Constant value;
  ImpStms body;
} ImpCase;

typedef struct ImpSwitch {
  ImpExp *value;
  Vec(ImpCase) cases;
  ImpStms otherwise;
} ImpSwitch;

typedef struct ImpCall {
  ImpFun *callee;
  ImpExps args;    // scalars, blocks and pointers, as the parameters are; for an owner a block, an
                   // owner, or 0 for none
  ImpVars results; // scalars, and blocks that hold none before
  bool is_ordered; // in a parallel loop: after the same call of the iteration before
} ImpCall;

typedef struct ImpKernel ImpKernel;

// The segments of a kernel that has some: `count` of them, of `size` elements each, or where the
// entries from `first` on of `offsets` say, one more than there are segments.
typedef struct ImpSegments {
  ImpExp *count;
  ImpExp *size;    // NULL when they differ
  ImpVar *offsets; // pointer to i64; NULL when they do not
  ImpExp *first;
  ImpVar *narrow; // not 0: the offsets have 32 bits; NULL: they have not
} ImpSegments;

typedef struct ImpLaunch {
  ImpKernel *kernel;
  ImpExp *size;          // how many points; of segments with their ends
  ImpSegments *segments; // NULL when it has none
  ImpExp *threads;       // how many threads at most; NULL: as many as the device likes
  ImpExp *bins;          // histogram: how many; NULL otherwise
  ImpExp
      *rows; // with bins: this many equal parts of the points each have their own part of the bins
  ImpExp *lanes;   // block: how many threads can do something at a time
  ImpExp *room;    // block: bytes of fast memory for arrays
  ImpExps args;    // for the parameters of the kernel
  ImpVars results; // i64: what its result function stores
} ImpLaunch;

// What the threads of a block have, combined in their order. Afterwards acc is what a thread and
// all before it have, before what those before it have, unless it is the first, and total what all
// have.
typedef struct ImpFold {
  ImpVars acc, before, total; // scalars; before: as many or none
  ImpVars other;              // declared for `combine`
  ImpStms combine;            // acc := other op acc
} ImpFold;

typedef struct ImpFetch {
  ImpVars vars; // scalars: what is in slots 0, 1, …
} ImpFetch;

typedef struct ImpFail {
  Name message; // ir/message.h says how it is read
  ImpExps values;
} ImpFail;

// Characters in memory, one after the other.
typedef struct ImpText {
  ImpVar *pointer;
  ImpExp *first, *count;
} ImpText;

typedef struct ImpEffect {
  EffectKind kind;
  bool is_receive; // the one text is written: what the last effect left
  Name message;    // trace: ir/message.h says how it is read
  ImpExps numbers; // trace: the values
  Vec(ImpText) texts;
  ImpVars results; // i64
} ImpEffect;

struct ImpStm {
  ImpStmKind kind;
  Span span;
  union {
    struct { // declare, assign, store, atomic, result, read, post, table
      ImpVar *var;
      ImpExp *index; // store, atomic, table; declare: of the first element of a pointer, NULL for 0
      ImpExp *value; // declare: NULL for none, a block for a pointer
      Op op;         // atomic
      size_t number; // result: which one; post: the slot; table: how many constants
      const Constant *constants;
    } set;
    struct { // lock: the number; if, while: the condition; team: only the body
      ImpExp *condition;
      ImpStms head; // while: runs before the condition
      ImpStms body;
      ImpStms otherwise; // if
    } branch;
    struct { // alloc, release, ref, move, reserve, trim, slots, park, take, share, gather
      ImpVar *var;
      ImpVar *from;   // ref, move, take, share, gather; park: what is moved to the slot of var
      ImpExps counts; // alloc, trim: their product is the number of elements; reserve: the first
                      // and the product of the others; slots, gather: how many; park, take: which
                      // one; share: the first element
      Scalar scalar;  // alloc, reserve, trim, share, gather
    } block;
    ImpCopy *copy;
    ImpTile *tile;
    ImpSwitch *choice;
    ImpFor *loop;
    ImpCall *call;
    ImpLaunch *launch;
    ImpFetch *fetch;
    ImpFold *fold;
    ImpFail *fail;
    ImpEffect *effect;
    struct { // work: which of ImpProgram.works, operations on floats, bytes
      size_t number;
      ImpExp *ops, *bytes;
    } work;
    bool is_plain; // barrier: no thread can have failed since the last one
  } as;
};

// ---- Functions and programs ----

struct ImpFun {
  Name name;
  ImpVars params; // in values: scalars, blocks that are lent, their owners at the end, and pointers
                  // for a part
  ImpVars results; // what kinds of variables the results are
  ImpVars blocks;  // what it owns; each holds none at first, and is released at the end
  ImpStms body;
  bool is_part;
  bool is_device;
  Fun *origin; // NULL for a part
  Span span;
};

// The text that a kernel is made of. It calls the functions of the kernel, which all take its
// parameters first; rts/gpu/README.md says what they must do.
typedef enum ImpSkeleton {
#define SKELETON(id, ...) IMP_SKELETON_##id,
#include "imp/skeletons.def"
#undef SKELETON
} ImpSkeleton;

// What skeletons have in common, as bits.
typedef enum ImpSkeletonTrait {
  IMP_PLAIN = 1,     // finds what it reads and writes by numbers of points: imp_needs_trust
  IMP_OFFERS = 2,    // points offer values, of which some are stored, when their places are known
  IMP_SEGMENTED = 4, // accumulates anew in each segment: as.segments
  IMP_PRODUCT = 8,   // a step for each element of a row and a column, or of all points: as.product
  IMP_BINS = 16,     // combines values into bins: as.bins
  IMP_SHARED = 32    // a point is what the threads of a block do together: as.block
} ImpSkeletonTrait;

#define IMP_ROLES(X)                                                                               \
  X(NEUTRAL, "neutral") /* acc := what changes nothing */                                          \
  X(START, "start")     /* acc := the value before the first point */                              \
  X(COMBINE, "combine") /* acc := acc op other */                                                  \
  X(TOTAL, "total")     /* acc := acc op the values at a point, and nothing else */                \
  X(POINT, "point")     /* the same, and everything else that is done at the point */              \
  X(FINISH, "finish")   /* scan, if acc has only the values to be shown: all but accumulating;     \
                           tile: what is done with the sum at a row and column */                  \
  X(LOAD_A, "load_a")   /* tile: a := what a step takes of a row */                                \
  X(LOAD_B, "load_b")   /* tile: b := what a step takes of a column */                             \
  X(STEP, "step")       /* tile: acc := acc op the values made of a and b */                       \
  X(PLACE_A, "place_a") /* tile, if a is an element in memory: which one of `bases` */             \
  X(PLACE_B, "place_b") /* likewise */                                                             \
  X(STORE, "store")     /* keep: acc, which point gave, becomes the kept value of a number;        \
                           histogram: acc is combined into the bin of a number */                  \
  X(RESULT, "result")   /* stores what the host wants to know of acc; keep: of the count */        \
  X(END, "end")         /* segments: what is done with acc after the last point of a segment */

typedef enum ImpRole {
#define X(id, text) IMP_ROLE_##id,
  IMP_ROLES(X)
#undef X
      IMP_ROLE_COUNT
} ImpRole;

// The operands of a tile, and its sizes.
enum { IMP_SIDE_A, IMP_SIDE_B, IMP_SIDES };
enum { IMP_EXTENT_ROWS, IMP_EXTENT_COLUMNS, IMP_EXTENT_DEPTH, IMP_EXTENTS };

// How a kernel runs: the numbers in its skeleton (lower/device/device_shape.c).
typedef struct ImpShape {
  int64_t block;    // threads of a block
  int64_t items;    // points of a thread in a tile
  int64_t tile;     // points of a block at a time
  int64_t width;    // neighbours that it takes at a time
  int64_t lanes;    // values that it accumulates side by side; tile: blocks at a time
  int64_t warp;     // threads that run in step
  int64_t state;    // words of the state of a tile
  int64_t blocks;   // that a processor should run at a time
  bool is_wide;     // histogram: four neighbours are loaded at once
  bool has_names;   // segments: fast memory has the segment of each point, which is told it
  bool divides;     // segments: points are told theirs, which are found by division
  bool has_starts;  // a kernel before it finds where tiles start
  bool has_buckets; // four kernels sort the points by bins, in its place
  bool has_carry;   // a kernel after it finishes what is in several tiles
} ImpShape;

typedef struct ImpReduceKernel {
  bool is_commutative; // the points may be combined in any order
} ImpReduceKernel;

typedef struct ImpScanKernel {
  bool is_exclusive; // finish wants what is before the point
  bool makes_ends;   // where segments end; the last one is its result
} ImpScanKernel;

typedef struct ImpSplitKernel {
  uint32_t class_count;
} ImpSplitKernel;

// Which segment, its first point, and the number of the point in it: parameters of total and point,
// where start + inside is the index; the first two of end.
typedef struct ImpSegmentKernel {
  ImpVar *segment, *start, *inside;
  bool is_irregular;   // segments differ in size
  bool has_narrow;     // their offsets may have 32 bits
  bool is_exclusive;   // of prefixes: finish wants what is before the point
  bool stores_rows;    // of prefixes: what points store is by row in any case
  bool is_commutative; // the points of a segment may be combined in any order
} ImpSegmentKernel;

typedef struct ImpProductKernel {
  int64_t side;                 // rows and columns of a block; 0 for a sweep
  ImpVars sides[IMP_SIDES];     // what is loaded
  bool is_by_row[IMP_SIDES];    // elements of a row are neighbours in memory
  ImpExp *extents[IMP_EXTENTS]; // constants or parameters
  ImpVar *bases[IMP_SIDES];     // the parameter that points to the elements, or NULL
} ImpProductKernel;

typedef struct ImpBinsKernel {
  int add_kind;      // values are added, as i32, i64, f32, f64: 1 to 4; otherwise 0
  bool has_constant; // all points have the same values
  bool can_sort;     // see mem/histogram.h
  int64_t ranges;    // of bins, at most
} ImpBinsKernel;

typedef struct ImpBlockKernel {
  size_t fold_count; // the most values that threads combine at a time
  int64_t threads;   // that it has, if that is a constant; otherwise 0
  size_t own_words;  // of arrays that threads have in registers, an element each
  ImpExp *has_gaps;  // 1 if there are gaps in the arrays that the threads share, otherwise 0
} ImpBlockKernel;

struct ImpKernel {
  Name name;
  Span span;
  const char *makes; // the outputs of the par in words: `reduce add, map`
  ImpSkeleton skeleton;
  ImpShape shape;
  ImpVars params;                    // what all functions take
  ImpVars fields;                    // what is accumulated: scalars
  ImpVar *index;                     // of total, point and store: the number of the point
  ImpFun *functions[IMP_ROLE_COUNT]; // NULL where the skeleton needs none
  bool has_room;                     // threads have memory of their own
  bool has_heap;                     // threads allocate
  bool is_long;                      // a point is much work
  bool can_fail;                     // a check may fail
  bool needs_trust;                  // see imp_needs_trust
  const ImpKernel *twin; // an earlier kernel with the same text, to run instead, or NULL
  union {
    ImpReduceKernel reduce;
    ImpScanKernel scan;
    ImpSplitKernel split;
    ImpSegmentKernel segments; // IMP_SEGMENTED
    ImpProductKernel product;  // IMP_PRODUCT
    ImpBinsKernel bins;        // IMP_BINS
    ImpBlockKernel block;      // IMP_SHARED
  } as;
};

// Something that the target cannot do.
typedef struct ImpRefusal {
  Span span;
  const char *message;
} ImpRefusal;

// What counts operations and bytes for a profile (imp_work.c): a source line, or a kernel.
typedef struct ImpWork {
  const ImpKernel *kernel; // NULL: a line
  Name file;
  uint32_t line;
} ImpWork;

// A par that the host runs in place of a device, because of an effect or of recursion inside.
typedef struct ImpHostPar {
  Span span;
  bool is_acting;
} ImpHostPar;

// A tuning parameter: what the degree of parallelism of a version is compared with. Comparisons are
// a forest: a parameter whose version is part of another one counts only when that one's comparison
// came out so.
typedef struct ImpParam {
  Threshold threshold;
  Span span;        // of what has versions
  Name degree;      // what the amount is called
  uint32_t parent;  // its number and 1; 0: it has none
  bool is_taken;    // when the parent's comparison holds; or when it does not
  bool is_computed; // what it is unless it is tuned; its value is 0 then
} ImpParam;

typedef struct ImpProgram {
  Arena *arena;
  Interner *names;
  Vec(ImpFun *) funs;
  ImpVars globals;           // scalars and blocks in the context
  ImpFun *init;              // computes them; NULL when there are none
  Vec(ImpParam) params;      // the tuning parameters
  Vec(ImpKernel *) kernels;  // in the order of their launches in the text
  Vec(ImpFun *) devices;     // functions that kernels call, callees first
  Vec(ImpRefusal) refusals;  // if there are any, nothing else counts
  Vec(ImpWork) works;        // imp_count_work
  Vec(ImpHostPar) host_pars; // for a device: pars that the host runs itself, each once
  Map *failures;             // imp_number_failures
  bool has_heap;             // some kernel has_heap
  bool is_plain;             // asked for: kernels as if threads could not shuffle
  uint32_t last_number;      // of ImpVar.number
  const Program *origin;     // at level Mem
  SourceMap *sources;        // may be NULL
} ImpProgram;

// ---- What is done with a program ----

// Appends the program as text, for people and tests.
void imp_print(StrBuf *out, const ImpProgram *program);
// The class of a parameter, as executables of Futhark's compiler tell it: what it is at first, and
// the comparisons on the way to it: `threshold(32, !outer_1)`.
void imp_print_class(StrBuf *out, const ImpProgram *program, size_t number);
// Does it say what fits into fast memory? Then it is a property of the device, and not tuned.
bool imp_param_is_limit(const ImpParam *param);
// Appends one expression.
void imp_print_fun(StrBuf *out, const ImpFun *fun);
void imp_print_exp(StrBuf *out, const ImpExp *exp);
// Appends `name.number`.
void imp_print_var(StrBuf *out, const ImpVar *var);

// Does the kernel find elements by what it loads, so that it must not run on what a kernel that has
// failed left behind?
bool imp_needs_trust(Arena *arena, const ImpProgram *program, const ImpKernel *kernel);
// Finds which kernels allocate.
void imp_find_heaps(ImpProgram *program);

// Checks that variables are declared once and before use, that kinds and types fit, and that loops
// hold nothing that their kind forbids; a violation is an internal error.
void imp_verify(const ImpProgram *program);

// Peels the iterations at the borders off loops that ask whether they are there.
void imp_peel(ImpProgram *program);
// Splits loops where the answer to what they ask changes (imp_split.c).
void imp_split(ImpProgram *program);
// How many iterations of the loop make a vector, when some may be done twice; 0: none may.
int64_t imp_overlap(const ImpFor *loop);

// Makes tables of many constants that are stored one after the other (imp_table.c).
void imp_make_tables(ImpProgram *program);
// Numbers what can fail on a device (imp_failures.c), when nothing changes any more; and the number
// of such a statement.
void imp_number_failures(ImpProgram *program);
size_t imp_failure_number(const ImpProgram *program, const ImpStm *stm);
// Makes functions of parallel loops, parts themselves (imp_outline.c).
void imp_outline(ImpProgram *program);
// Makes one of the parts that do the same (imp_merge.c).
void imp_merge(ImpProgram *program);
// Has the program count its operations and the bytes that it loads and stores (imp_work.c).
void imp_count_work(ImpProgram *program, bool has_device);
// Removes declarations that nothing uses.
void imp_clean(ImpProgram *program);
// Has the host wait for what the device leaves for it as late and as seldom as possible
// (imp_fetch.c).
void imp_fetch(ImpProgram *program);

// ---- Makers ----

ImpVar *imp_var(ImpProgram *program, ImpKind kind, Scalar scalar, Name name);

ImpExp *imp_const(ImpProgram *program, Constant constant);
ImpExp *imp_i64(ImpProgram *program, int64_t value);
ImpExp *imp_zero(ImpProgram *program, Scalar scalar);
ImpExp *imp_use(ImpProgram *program, ImpVar *var);
// A scalar operation; `to` is the type of the result of a conversion, ignored otherwise.
ImpExp *imp_op(ImpProgram *program, Op op, Scalar to, ImpExp *const *args, size_t count);
ImpExp *imp_binary(ImpProgram *program, Op op, ImpExp *a, ImpExp *b);
// Arithmetic on addresses; operations with 0 and 1 are folded.
ImpExp *imp_add(ImpProgram *program, ImpExp *a, ImpExp *b);
ImpExp *imp_sub(ImpProgram *program, ImpExp *a, ImpExp *b);
ImpExp *imp_mul(ImpProgram *program, ImpExp *a, ImpExp *b);
// How far from 0 an integer is at most, as far as its text tells; INT64_MAX: nothing is known.
int64_t imp_most(const ImpExp *exp);
// Does the operation on such integers not overflow?
bool imp_fits(Op op, ImpExp *const *args);
// The same value, which is known to be an index of an array's dimension.
ImpExp *imp_index(ImpProgram *program, ImpExp *exp);
ImpExp *imp_load(ImpProgram *program, ImpVar *pointer, ImpExp *index);
ImpExp *imp_threads(ImpProgram *program);
// The value of a parameter; the first that is asked for under a name stays.
ImpExp *imp_param(ImpProgram *program, const ImpParam *param);
ImpExp *imp_room(ImpProgram *program, ImpExp *size, ImpExp *bytes);
ImpExp *imp_thread(ImpProgram *program);
ImpExp *imp_lane(ImpProgram *program);
ImpExp *imp_lanes(ImpProgram *program);
// The negation of a condition.
ImpExp *imp_not(ImpProgram *program, ImpExp *condition);
bool imp_is_i64(const ImpExp *exp, int64_t value);
// The same tree?
bool imp_equal(const ImpExp *a, const ImpExp *b);

// Where statements go.
typedef struct ImpBuilder {
  ImpProgram *program;
  ImpFun *fun;
  ImpStms *stms;
  Span span;
} ImpBuilder;

// The same function, another list.
ImpBuilder imp_into(ImpBuilder *builder, ImpStms *stms);
ImpStm *imp_emit(ImpBuilder *builder, ImpStmKind kind);
// Declares a scalar that is never assigned, with this value.
ImpVar *imp_let(ImpBuilder *builder, Name name, ImpExp *value);
// Declares a scalar that is assigned later; `value` may be NULL.
ImpVar *imp_declare(ImpBuilder *builder, Name name, Scalar scalar, ImpExp *value);
// A pointer to the elements of a block.
ImpVar *imp_pointer(ImpBuilder *builder, Name name, Scalar scalar, ImpVar *block);
// The same from this element on.
ImpVar *imp_pointer_at(ImpBuilder *builder, Name name, Scalar scalar, ImpVar *block, ImpExp *index);
ImpVar *imp_local(ImpBuilder *builder, Name name, Scalar scalar, int64_t count);
// A block variable that the function owns; it holds none.
ImpVar *imp_block(ImpBuilder *builder, Name name);
void imp_assign(ImpBuilder *builder, ImpVar *var, ImpExp *value);
void imp_store(ImpBuilder *builder, ImpVar *pointer, ImpExp *index, ImpExp *value);
void imp_atomic(ImpBuilder *builder, Op op, ImpVar *pointer, ImpExp *index, ImpExp *value);
void imp_alloc(ImpBuilder *builder, ImpVar *block, Scalar scalar, ImpExp *const *counts,
               size_t count);
// Room for `used` elements and the product of the counts.
void imp_reserve(ImpBuilder *builder, ImpVar *block, Scalar scalar, ImpExp *used,
                 ImpExp *const *counts, size_t count);
void imp_slots(ImpBuilder *builder, ImpVar *block, ImpExp *count);
void imp_park(ImpBuilder *builder, ImpVar *slots, ImpExp *number, ImpVar *block);
void imp_take(ImpBuilder *builder, ImpVar *block, ImpVar *slots, ImpExp *number);
// The block keeps room for this many elements, the product of the counts.
void imp_trim(ImpBuilder *builder, ImpVar *block, Scalar scalar, ImpExp *const *counts,
              size_t count);
void imp_release(ImpBuilder *builder, ImpVar *block);
void imp_ref(ImpBuilder *builder, ImpVar *to, ImpVar *from);
void imp_move(ImpBuilder *builder, ImpVar *to, ImpVar *from);
void imp_result(ImpBuilder *builder, size_t number, ImpExp *value);
void imp_fail(ImpBuilder *builder, Name message, const ImpExps *values);
// These give the node, whose lists of statements are then filled.
ImpStm *imp_if(ImpBuilder *builder, ImpExp *condition);
ImpStm *imp_lock(ImpBuilder *builder, ImpExp *number);
ImpStm *imp_while(ImpBuilder *builder);
ImpStm *imp_team(ImpBuilder *builder);
ImpFold *imp_fold(ImpBuilder *builder);
void imp_barrier(ImpBuilder *builder);
ImpFor *imp_for(ImpBuilder *builder, ImpForKind kind, ImpVar *index, ImpExp *first, ImpExp *last);
ImpSwitch *imp_switch(ImpBuilder *builder, ImpExp *value);
ImpCall *imp_call(ImpBuilder *builder, ImpFun *callee);
// An effect; the caller adds operands and results.
ImpEffect *imp_effect(ImpBuilder *builder, EffectKind kind);
ImpCopy *imp_copy(ImpBuilder *builder, Scalar scalar, size_t rank);
ImpTile *imp_tile(ImpBuilder *builder);
ImpLaunch *imp_launch(ImpBuilder *builder, ImpKernel *kernel);
// Declares a scalar that has the value of an element on the device.
ImpVar *imp_read(ImpBuilder *builder, Name name, ImpVar *pointer, ImpExp *index);
// The block `to` is what `from` has from this element on.
void imp_share(ImpBuilder *builder, ImpVar *to, ImpVar *from, Scalar scalar, ImpExp *first);

// A new block with the contents of `count` slots, in order. Slot k of a device is two words: the
// block that was parked there, and how many elements of it count.
void imp_gather(ImpBuilder *builder, ImpVar *block, ImpVar *slots, Scalar scalar, ImpExp *count);

// ---- Looking inside ----

// Calls `visit` for every function: of the host, of the device, and of kernels.
typedef void ImpVisitFun(void *context, ImpFun *fun);
void imp_each_fun(const ImpProgram *program, ImpVisitFun *visit, void *context);
// Adds to counts[ImpVar.number] how often the function uses a variable.
void imp_count_uses(const ImpFun *fun, uint32_t *counts);
// The same for a list of statements.
void imp_count_stms(const ImpStms *stms, uint32_t *counts);
// Says for each tuning parameter whether the function, or one that it calls, asks for it.
void imp_note_params(const ImpProgram *program, const ImpFun *fun, bool *has_param);
// Has threads of a block tell what failed after their loops (imp_defer.c).
void imp_defer_failures(ImpProgram *program);
// Removes barriers of blocks of threads that nothing needs (imp_barriers.c).
void imp_thin_barriers(ImpProgram *program);
// Has neighbouring loops of a block tell what failed after the last one (imp_defer.c).
void imp_join_teams(ImpProgram *program);
// Leaves gaps in arrays that blocks of threads share, where threads side by side would want the
// same bank of fast memory (imp_pad.c).
void imp_pad(ImpProgram *program);
// Tells kernels of blocks what the host knows of their parameters (imp_settle.c).
void imp_settle(ImpProgram *program);
// Writes out the loops that are dealt out to a known number of threads, when it is known how
// kernels run (imp_deal.c).
void imp_deal(ImpProgram *program);
// Offsets that only skeletons read have 32 bits where that is enough (imp_narrow.c).
void imp_narrow(ImpProgram *program);
// Removes declarations that nothing uses from one function.
void imp_clean_fun(const ImpProgram *program, ImpFun *fun);
// The name of a role: "point".
const char *imp_role_text(ImpRole role);
// The name of a skeleton: "seg_scan".
const char *imp_skeleton_text(ImpSkeleton skeleton);
// Has it one of these traits?
bool imp_skeleton_has(ImpSkeleton skeleton, unsigned traits);
// The bytes of what the kernel accumulates.
int64_t imp_acc_bytes(const ImpKernel *kernel);
// The name of a side or an extent of a tile: "a", "rows".
const char *imp_side_text(size_t side);
const char *imp_extent_text(size_t extent);

bool imp_stm_has(const ImpStm *stm, ImpTrait trait);
// Calls `visit` for every statement, outer ones first.
typedef void ImpVisit(void *context, ImpStm *stm);
void imp_walk(const ImpStms *stms, ImpVisit *visit, void *context);
// The same, and then for those of each function that they call. `seen` keeps the functions that
// were entered, so that none is entered twice.
void imp_walk_calls(const ImpStms *stms, Map *seen, ImpVisit *visit, void *context);
// Calls `visit` for the lists of statements that are directly inside a statement.
typedef void ImpVisitStms(void *context, ImpStms *stms);
void imp_each_body(ImpStm *stm, ImpVisitStms *visit, void *context);
// Calls the visitor for what the statement itself uses: its expressions, which are not NULL, and
// the variables that it names beside them, if it asks for these.
typedef struct ImpUseVisitor {
  void *context;
  void (*exp)(void *context, const ImpExp *exp);
  void (*var)(void *context, const ImpVar *var);
} ImpUseVisitor;

void imp_each_use(const ImpUseVisitor *visitor, const ImpStm *stm);
// The expression with `map` applied to its operands and indices; the same when all stay.
typedef ImpExp *ImpMapExp(void *context, ImpExp *exp);
ImpExp *imp_map_args(ImpProgram *program, ImpExp *exp, ImpMapExp *map, void *context);
// Puts what `map` gives in the place of the expressions of a statement that computes, stores or
// decides; what hands on blocks, copies and launches stays.
void imp_map_stm(ImpStm *stm, ImpMapExp *map, void *context);
// Whether a function calls itself, perhaps through others.
bool imp_fun_is_recursive(const ImpFun *fun);
// Does it only call parts and other functions, without any but very short loops, and is it so long
// that optimising it would take a while?
bool imp_fun_is_glue(const ImpFun *fun);

#endif
