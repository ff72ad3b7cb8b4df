// Inside the generator: the author, who writes a program statement by statement, and what it knows
// about the variables that it has written.
//
// Three kinds of knowledge make a program right by construction:
//   ranges   of i64 values and of the elements of i64 arrays. Every size has one, so the cost of a
//            par is bounded and an index can be kept inside its array
//   roots    of arrays: the storages that an array may share. Consuming an array kills its roots,
//   and
//            with them everything that shares them. A root may be consumed only behind the barrier
//            (loop, par or operator) behind which it was made
//   scope    what is visible; a frame is a nested list of statements
#ifndef RAVEL_FUZZ_GENERATE_H
#define RAVEL_FUZZ_GENERATE_H

#include "fuzz/fuzz.h"
#include "fuzz/random.h"
#include "ir/build.h"
#include "ir/ir.h"
#include "ir/type.h"

typedef enum Feature {
#define FEATURE(id, ...) FEATURE_##id,
#include "fuzz/features.def"
#undef FEATURE
  FEATURE_COUNT
} Feature;

// An array never has more elements than this in one dimension.
#define SIZE_LIMIT 16

typedef struct StorageRoot {
  bool is_dead;
  bool is_owned; // false: may never be consumed (a parameter, a global, lengths)
  uint32_t barrier;
} StorageRoot;

typedef struct FuzzStorage {
  uint32_t *ids;
  size_t count;
} FuzzStorage;

typedef struct FuzzFacts {
  bool has_range;
  int64_t low, high; // of the value, or of all elements
  bool is_below;     // an index of a par: it is at least 0 and below this dimension
  Dim below;
  FuzzStorage roots;
} FuzzFacts;

// A function that may be called, and what a call costs.
typedef struct Callee {
  Fun *fun;
  int64_t cost;
  bool is_recursive; // its first parameter bounds the depth
  bool is_acting;    // not where nothing is in order
} Callee;

typedef struct Author {
  Program *program;
  Arena *arena;
  Random random;
  Builder builder;
  bool has[FEATURE_COUNT];
  bool is_plain;     // write nothing but constants; for the shrinker
  bool is_unordered; // inside a par: nothing but traces
  bool is_acting;    // something was written that acts in order
  Vec(Var *) scope;
  Map *facts; // Var -> Facts *
  Vec(StorageRoot) roots;
  Vec(Callee) callees;
  Vec(Var *) wishes; // what had better be a result
  uint32_t barrier;
  size_t depth; // of frames
  size_t depth_limit;
  size_t statement_count, statement_limit;
  int64_t multiplicity; // how often the current frame runs at most
  int64_t work, work_limit;
} Author;

// An author without features, at the end of these statements. It knows nothing that is in scope.
Author author_new(Program *program, Stms *stms, uint64_t seed);

// ---- Knowledge (generate.c) ----

FuzzFacts *facts_of(Author *author, const Var *var);
void facts_range(Author *author, const Var *var, int64_t low, int64_t high);
// The range of an i64 atom; false when it is not known.
bool atom_range(Author *author, Atom atom, int64_t *low, int64_t *high);
// The least and greatest size of a dimension. A varying one has those of its lengths.
int64_t dim_low(Author *author, Dim dim);
int64_t dim_high(Author *author, Dim dim);
// The greatest number of elements of a type.
int64_t type_volume(Author *author, const Type *type);
// Does varying dimension number k depend on one of the first `count` dimensions?
bool dim_depends(const Type *type, size_t k, size_t count);

FuzzStorage roots_fresh(Author *author, bool is_owned);
FuzzStorage roots_join(Author *author, FuzzStorage a, FuzzStorage b);
FuzzStorage atom_roots(Author *author, Atom atom);
bool author_is_live(Author *author, const Var *var);
bool author_is_consumable(Author *author, const Var *var);
bool roots_overlap(FuzzStorage a, FuzzStorage b);
void author_consume(Author *author, const Var *var);
void author_disown(Author *author, FuzzStorage roots);

// ---- Frames ----

typedef struct Frame {
  Stms stms;
  Builder outer;
  size_t scope_count;
  int64_t multiplicity;
  uint32_t barrier;
} Frame;

// Starts a nested list of statements that runs at most `times` times.
void frame_enter(Author *author, Frame *frame, int64_t times, bool is_barrier);
// Goes back; what was bound inside is out of scope.
void frame_leave(Author *author, Frame *frame);
// May another frame be opened that runs `times` times as often?
bool author_can_nest(Author *author, int64_t times);
// Was it bound since the scope had `count` variables?
bool author_is_bound_since(Author *author, const Var *var, size_t count);

// ---- Writing statements ----

// Makes a variable visible, with fresh roots.
void author_bind(Author *author, Var *var, bool is_owned);
// Appends a statement with inferred, or with given, result types.
Stm *author_emit(Author *author, const char *name, Exp *exp);
Stm *author_emit_as(Author *author, Exp *exp, Var *const *vars, size_t count);
// Appends a statement that is made already.
void author_adopt(Author *author, Stm *stm);
// The last result of the same.
Var *author_let(Author *author, const char *name, Exp *exp);
Var *author_shape(Author *author, const char *name, Exp *exp, const Type *type);
Atom author_op2(Author *author, const char *name, Op op, Atom a, Atom b);
// Some statements of any enabled kind.
void author_statements(Author *author, size_t count);
bool author_has(const Author *author, Feature feature);

// The entry point shall give this, if it is still there then.
void author_wish(Author *author, Var *var);

// Picks a live variable in scope that is wanted, rather a recent one; NULL when there is none.
typedef bool Wanted(Author *author, const Var *var, const void *context);
Var *author_pick(Author *author, Wanted *wanted, const void *context);
bool author_is_any_array(Author *author, const Var *var, const void *context);
bool author_is_of_type(Author *author, const Var *var, const void *type);

// ---- Scalars (generate_scalar.c) ----

Scalar author_scalar_type(Author *author);
Constant author_constant(Author *author, Scalar type);
// A constant or a variable in scope.
Atom author_atom(Author *author, Scalar type);
// The same, or a new value.
Atom author_scalar(Author *author, Scalar type);
// A float (or other number) that is a small whole number, so that sums of it are exact.
Atom author_exact(Author *author, Scalar type);
// An i64 from 0 to `high`.
Atom author_size(Author *author, int64_t high);
// An index inside the dimension; false when it may be empty.
bool author_index(Author *author, Dim dim, Atom *index);

// ---- Arrays (generate_array.c) ----

Dim author_dim(Author *author);
const Type *author_array_type(Author *author, size_t rank);
// An array of just this type: a new one, or perhaps one that is in scope.
Var *author_make(Author *author, const Type *type, bool is_exact);
Var *author_array(Author *author, const Type *type);
// The same, and it may be consumed.
Var *author_owned(Author *author, const Type *type, bool is_exact);
// A value of the type, whatever it is.
Atom author_value(Author *author, const Type *type);
// Some element of an array, at a safe index.
Atom author_element(Author *author, Var *array);
// The row at an index: the last result; sizes that it binds are given their ranges.
Var *author_row(Author *author, Var *array, Atom index);
// The copy of the type with its first dimensions removed; they may not influence the others.
const Type *type_drop(Program *program, const Type *type, size_t count);

// An operator with its neutral element: k values of any type.
#define MONOID_LIMIT 4
typedef struct Monoid {
  int kind;
  size_t count;
  const Type *types[MONOID_LIMIT];
  Atom neutral[MONOID_LIMIT];
  Lambda *op;
  bool is_commutative;
} Monoid;

// ---- par (generate_par.c) ----

typedef struct ParFrame {
  Par *par;
  Frame frame;
  Vec(Output) outputs;
  size_t inner; // the scope's size inside, after the index
  bool was_unordered;
} ParFrame;

void par_begin(Author *author, ParFrame *frame, Dim dim);
// A par without dimensions, which runs once.
void par_begin_once(Author *author, ParFrame *frame);
void par_map(Author *author, ParFrame *frame, Atom value);
// Adds the i64 values of all points up.
void par_sum(Author *author, ParFrame *frame, Atom value);
// Folds the values of all points: reduces or scans them.
void par_fold(Author *author, ParFrame *frame, const Monoid *monoid, Mode mode, const Atom *values);
// Its points consume the rows of an array: gives the row inside.
Var *par_consume(Author *author, ParFrame *frame, Var *array);
// Writes `map` for the value after the sizes in its type that were bound inside.
void par_map_sized(Author *author, ParFrame *frame, Atom value);
Stm *par_end(Author *author, ParFrame *frame);
// A par with outputs of any kind; its points work on the elements or rows of `source`, unless NULL.
bool author_par(Author *author, Dim dim, Var *source);

// Any operator; its neutral elements are written here.
Monoid monoid_new(Author *author, bool must_commute);
// a + b - shift on integers, whose neutral element is the shift.
Monoid monoid_shifted(Author *author, Scalar type, Atom shift);
// Values that the operator treats associatively.
void monoid_values(Author *author, const Monoid *monoid, Atom *values);

// Describes the entry point to the outside by its own types.
void fuzz_interface(Program *program, Fun *fun);

// ---- Faults (generate_fault.c) ----

// A value that no pass knows.
Atom author_unknown(Author *author, Constant value);
// Something that certainly fails when it runs, for the end of the entry point.
Var *author_doom(Author *author);

// ---- Effects (generate_effect.c) ----

// A trace of the results at the end of a body.
void author_trace_in(Author *author, Body *body);

// ---- Control (generate_control.c) ----

// Writes functions that may be called later on.
void author_callees(Author *author, size_t count);
void author_globals(Author *author, size_t count);

// ---- Irregular arrays (generate_ragged.c) ----

// The most rows, and elements in a row, of an irregular array that leaves a body or goes to a call.
#define RAGGED_ROWS   6
#define RAGGED_LENGTH 5

// Has it two dimensions, the second one varying? With a type, also of its scalar type.
bool author_is_ragged(Author *author, const Var *var, const void *type);
// A new irregular array of such a size.
Var *author_ragged(Author *author, Scalar scalar);
// The same, or one in scope.
Var *author_any_ragged(Author *author, Scalar scalar);

// The productions; each says whether it wrote something.
typedef bool Production(Author *author);
#define FEATURE(id, name, percent, weight, production) Production production;
#include "fuzz/features.def"
#undef FEATURE

#endif
