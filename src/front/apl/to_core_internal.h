// Private to to_core: how a program becomes Core.
//
//   apl_to_core.c         the whole program: its statements, its entry points, errors
//   to_core_phrase.c      phrases, read from right to left
//   to_core_assign.c      assignments
//   to_core_apply.c       functions applied to arguments: dfns, trains, derived functions
//   to_core_state.c       values that branches and loops hand on; `⍣`
//   to_core_value.c       arrays and their elements
//   to_core_nest.c        pars over index spaces
//   to_core_scalar.c      scalar functions; to_core_math.c those of real and complex numbers
//   to_core_shape.c       functions that change shapes
//   to_core_layout.c      functions that move elements: take, drop, rotate, catenate
//   to_core_select.c      indexing; to_core_compress.c compression, expansion, first and pick
//   to_core_search.c      searching, sorting, random numbers
//   to_core_rank.c        functions of cells, numbers in other bases
//   to_core_reduce.c      reductions and scans; to_core_product.c inner and outer products
//   to_core_entry.c       annotations and entry points
//   to_core_session.c     statements that are typed at a prompt
//   to_core_system.c      system functions; to_core_file.c files and the clock
//   to_core_show.c        what a program shows
//
// A value is an array, a tuple of values, a function or an operator. What is known of an array
// beside its element type and rank are its sizes, each a constant or a variable, and, of a vector
// of constant length, possibly its elements: the shape of an array is such a vector, so that
// arithmetic on shapes is done here and gives sizes.
#ifndef FRONT_APL_TO_CORE_INTERNAL_H
#define FRONT_APL_TO_CORE_INTERNAL_H

#include <setjmp.h>

#include "front/apl/ast.h"
#include "front/session.h"
#include "ir/emit.h"
#include "ir/type.h"

typedef struct AplValue AplValue;
typedef struct AplFunction AplFunction;
typedef struct Array Array;
typedef struct Cell Cell;
typedef struct Lower Lower;
typedef struct Scope Scope;
typedef struct Region Region;
typedef Vec(Atom) AtomVec;

enum {
  ITEM_LIMIT = 64,  // vectors with more elements than this are never known element by element
  CALL_LIMIT = 400, // functions in functions
};

// ---- Values ----

// An element: a scalar, or the two parts of a complex number.
typedef struct Elem {
  AplKind kind;
  Atom part[2];
} Elem;

struct Array {
  AplKind kind;
  uint32_t rank;
  const Atom *dims;
  bool is_stored;    // data is there; otherwise only the elements are known
  Atom data[2];      // of the parts: scalars for rank 0
  EmitBlock *block;  // where known elements were stored; NULL: data is valid wherever it is seen
  const Elem *items; // the elements of a vector of constant length, or NULL
  Span lost;         // what gave it, for messages about sizes that are not known
};

typedef enum AplValueKind {
  APL_VALUE_ARRAY,
  APL_VALUE_TUPLE,
  APL_VALUE_FUNCTION,
  APL_VALUE_OPERATOR
} AplValueKind;

struct AplValue {
  AplValueKind kind;
  Array array;                  // ARRAY
  const AplValue *const *items; // TUPLE
  size_t item_count;
  const AplFunction *function; // FUNCTION, OPERATOR
};

typedef enum AplFunctionKind {
  APL_FN_PRIMITIVE,
  APL_FN_DFN,
  APL_FN_DERIVED, // of a primitive operator
  APL_FN_TRAIN,
  APL_FN_SYSTEM
} AplFunctionKind;

// A function or an operator. A dfn with operands is a function again.
struct AplFunction {
  AplFunctionKind kind;
  bool is_dyadic; // an operator with two operands
  Span span;
  AplPrimitiveId primitive;    // PRIMITIVE, DERIVED
  const AplDfn *dfn;           // DFN
  Scope *scope;                // DFN: around it
  int system;                  // SYSTEM
  const AplValue *operands[2]; // DERIVED, DFN; NULL: none, or the jot of an outer product
  const AplValue *tines[3];    // TRAIN: left, middle, right; without a left one: an atop
  const AplValue *axis;        // DERIVED, PRIMITIVE: in brackets, or NULL
};

// ---- Names ----

// What a name stands for now. Regions notice when one from outside gets another value.
struct Cell {
  Name name;
  const AplValue *value;
  uint32_t depth; // of the regions around it
};

struct Scope {
  Scope *parent;
  Map *cells; // Name -> Cell
  const AplFunction *function;
};

// The body of a branch or a loop: cells from outside that were assigned in it.
typedef struct CellWrite {
  Cell *cell;
  const AplValue *before;
} CellWrite;

struct Region {
  Region *parent;
  uint32_t depth;
  Vec(CellWrite) writes;
};

struct Lower {
  Arena *arena;
  Interner *names;
  Diag *diag;
  const AplProgram *program;
  Emitter emit;
  jmp_buf escape;
  Scope *top;
  Region *region;
  bool is_quiet;       // an entry point: nothing is shown
  uint32_t inside;     // how many pars, branches and loops are around: they may never run
  Vec(Span) calls;     // of functions, that are being lowered
  size_t effect_count; // emitted so far
  Map *naturals;       // Var -> itself: those that were bound as sizes
  size_t random_count; // places with random numbers
  AtomVec counters;    // the indices of the pars and loops around
};

// ---- apl_to_core.c ----

_Noreturn void apl_fail(Lower *lower, ErrorCode code, const char *format, ...) PRINTF_LIKE(3, 4);
_Noreturn void apl_fail_at(Lower *lower, ErrorCode code, Span span, const char *format, ...)
    PRINTF_LIKE(4, 5);
_Noreturn void apl_unsupported(Lower *lower, const char *format, ...) PRINTF_LIKE(2, 3);
// Ends the lowering when notes and hints stand behind an error.
_Noreturn void apl_escape(Lower *lower);

// ---- to_core_value.c ----

Scalar apl_kind_scalar(AplKind kind);
const char *apl_kind_name(AplKind kind);
size_t apl_kind_parts(AplKind kind);
// The least kind that both can be converted to; DOMAIN ERROR for a character and a number.
AplKind apl_kind_join(Lower *lower, AplKind a, AplKind b);
// `[int]2`, `<int>3`, `int`; `(int, [double]1)` for a tuple.
const char *apl_type_text(Lower *lower, const AplValue *value);

Elem apl_elem(AplKind kind, Atom atom);
Elem apl_elem_int(int64_t value);
Elem apl_elem_bool(bool value);
Elem apl_elem_double(double value);
bool apl_elem_is_constant(Elem elem);
// The value of a constant int or bool.
bool apl_elem_to_int(Elem elem, int64_t *value);
Elem apl_convert(Lower *lower, Elem elem, AplKind kind);
// 0 or a blank.
Elem apl_fill(AplKind kind);

const AplValue *apl_value_scalar(Lower *lower, Elem elem);
// A vector of known elements, which are converted to one kind.
const AplValue *apl_value_items(Lower *lower, const Elem *items, size_t count, AplKind kind);
const AplValue *apl_value_array(Lower *lower, Array array);
const AplValue *apl_value_function(Lower *lower, AplFunction function);
const AplValue *apl_value_tuple(Lower *lower, const AplValue *const *items, size_t count);

// The array that a value is; DOMAIN ERROR for a tuple.
const Array *apl_array(Lower *lower, const AplValue *value);
// The same with its data there.
const Array *apl_stored(Lower *lower, const AplValue *value);
// The element of a scalar or of an array that is known to have just one.
bool apl_is_single(const Array *array);
Elem apl_single(Lower *lower, const Array *array);
// The element at indices from 0 on, which are not checked. The array is stored, or a scalar.
Elem apl_element(Lower *lower, const Array *array, const Atom *indices);
// The known elements of a vector or scalar, or NULL.
const Elem *apl_known(Lower *lower, const Array *array, size_t *count);
// The array with elements of another kind.
const AplValue *apl_as_kind(Lower *lower, const AplValue *value, AplKind kind);
// An array of the given parts.
Array apl_array_make(Lower *lower, AplKind kind, size_t rank, const Atom *dims, const Atom *data);
// Every part of the array through an expression with the given dimensions.
typedef Exp *PartExp(Lower *lower, Var *part, void *context);
const AplValue *apl_view(Lower *lower, const Array *array, size_t rank, const Atom *dims,
                         const char *name, PartExp *make, void *context);
const Type *apl_part_type(Lower *lower, AplKind kind, size_t rank, const Atom *dims);
// A number that was checked to be a size, where that may fail when it runs: then any size will do.
Atom apl_checked_size(Atom number);
// An int that must be one: a scalar, as an atom of type i64.
Atom apl_int_scalar(Lower *lower, const AplValue *value, const char *what);
// The number of all elements.
Atom apl_count(Lower *lower, const Array *array);
const Atom *apl_dims_copy(Lower *lower, const Atom *dims, size_t rank);

// Records that a variable was bound as the size of an array, and so is never negative. Numbers of
// the program that become sizes are not: they may be looked at where nothing has checked them.
void apl_natural(Lower *lower, Var *size);

// i64 arithmetic, folded.
Atom apl_add(Lower *lower, Atom a, Atom b);
Atom apl_sub(Lower *lower, Atom a, Atom b);
Atom apl_mul(Lower *lower, Atom a, Atom b);
Atom apl_max(Lower *lower, Atom a, Atom b);
Atom apl_min(Lower *lower, Atom a, Atom b);
// Scalar ops that fold constants.
Atom apl_op1(Lower *lower, Op op, Atom a);
Atom apl_op2(Lower *lower, Op op, Atom a, Atom b);
Atom apl_op_convert(Lower *lower, Op op, Atom a, Scalar to);
// Checks a condition, which may be known: then the error is reported now. `{}` shows the values.
void apl_check(Lower *lower, Atom condition, ErrorCode code, const char *message,
               const Atom *values, size_t count);

// ---- to_core_nest.c ----

// Pars around each other, one for each dimension, under construction.
typedef struct Nest {
  size_t rank;
  const Atom *dims;
  Par **pars;
  EmitBlock **blocks;
  Atom *index;
  size_t mark;
} Nest;

Nest apl_nest_open(Lower *lower, const Atom *dims, size_t rank);
// Ends it with an element, or with an array of sizes that are known outside.
const AplValue *apl_nest_close(Lower *lower, Nest *nest, Elem elem);
const AplValue *apl_nest_close_array(Lower *lower, Nest *nest, const Array *inner);

// What is computed at every point of a space; in order, if it shows something.
typedef Elem PointBody(Lower *lower, const Atom *point, void *context);
const AplValue *apl_points(Lower *lower, const Atom *dims, size_t rank, PointBody *body,
                           void *context);
// The coordinates of a point, from its number.
const Atom *apl_coordinates(Lower *lower, const Atom *dims, size_t rank, Atom number);

// A par with outputs of any mode.
typedef struct Space {
  Par *par;
  Atom index;
  EmitBlock *block;
  size_t mark;
  Vec(Output) outputs;
} Space;
Space apl_space_open(Lower *lower, Atom size);
void apl_space_output(Lower *lower, Space *space, Output output);
Stm *apl_space_close(Lower *lower, Space *space, const char *name);

// Two blocks that give elements of one kind, as an if.
typedef Elem ElemBody(Lower *lower, void *context);
Elem apl_if(Lower *lower, Atom condition, ElemBody *then_body, ElemBody *else_body, void *context);

// ---- to_core_scalar.c, to_core_math.c ----

typedef Elem ScalarMonadic(Lower *lower, Elem a);
typedef Elem ScalarDyadic(Lower *lower, Elem a, Elem b);

// A scalar function on whole arrays.
const AplValue *apl_map_monadic(Lower *lower, ScalarMonadic *function, const AplValue *right);
const AplValue *apl_map_dyadic(Lower *lower, ScalarDyadic *function, const AplValue *left,
                               const AplValue *right);
// Both are numbers, of one kind that is at least `least`.
AplKind apl_numbers(Lower *lower, Elem *a, Elem *b, AplKind least);
AplKind apl_number(Lower *lower, Elem *a, AplKind least);
_Noreturn void apl_domain_elem(Lower *lower, Elem a, Elem b);

// The sizes that two arrays have in common when single elements extend. LENGTH and RANK ERROR.
typedef struct Pairing {
  const Array *arrays[2]; // stored
  bool is_single[2];
  Elem single[2];
  size_t rank;
  const Atom *dims;
} Pairing;
Pairing apl_pair(Lower *lower, const AplValue *left, const AplValue *right);
Elem apl_pair_element(Lower *lower, const Pairing *pairing, size_t side, const Atom *index);

// ---- What functions do with arrays ----

// How a function is applied: by itself, or as one derived by an operator.
typedef struct Call {
  const AplFunction *function;
  const AplValue *left, *right; // left is NULL for one argument
} Call;
typedef const AplValue *ArrayFunction(Lower *lower, const Call *call);

#define PRIMITIVE(id, glyph, role, scalar1, scalar2, array1, array2)                               \
  ScalarMonadic apl_##scalar1;                                                                     \
  ScalarDyadic apl2_##scalar2;                                                                     \
  ArrayFunction apl_array_##array1, apl_array_##array2;
#define SYNONYM(glyph, other)
#include "front/apl/primitives.def"
#undef PRIMITIVE
#undef SYNONYM

// ---- to_core_apply.c ----

const AplValue *apl_apply(Lower *lower, const AplValue *function, const AplValue *left,
                          const AplValue *right, Span span);
// A function on elements, which must give an element.
Elem apl_apply_elem(Lower *lower, const AplValue *function, const Elem *left, Elem right);
// The scalar function that a primitive is, or NULL.
ScalarMonadic *apl_scalar_monadic(const AplValue *function);
ScalarDyadic *apl_scalar_dyadic(const AplValue *function);
bool apl_is_primitive(const AplValue *function, AplPrimitiveId id);

// ---- to_core_phrase.c ----

const AplValue *apl_phrase(Lower *lower, Scope *scope, const AplPhrase *phrase);
// The values of statements; that of the last one. NULL when there is none.
const AplValue *apl_statements(Lower *lower, Scope *scope, const AplStatements *statements);
const AplValue *apl_strand(Lower *lower, const AplValue *const *items, size_t count);

// ---- to_core_assign.c ----

Scope *apl_scope_new(Lower *lower, Scope *parent);
Cell *apl_scope_find(const Scope *scope, Name name);
void apl_scope_bind(Lower *lower, Scope *scope, Name name, const AplValue *value);
void apl_cell_write(Lower *lower, Cell *cell, const AplValue *value);
// `target ← value`, where the target is the items before `end` of the phrase. Gives where the
// target begins.
size_t apl_assign(Lower *lower, Scope *scope, const AplPhrase *phrase, size_t end,
                  const AplValue *value);

// ---- to_core_state.c ----

typedef const AplValue *ValueBody(Lower *lower, void *context);
const AplValue *apl_branch(Lower *lower, Atom condition, ValueBody *then_body, ValueBody *else_body,
                           void *context);
typedef const AplValue *StepBody(Lower *lower, const AplValue *state, void *context);
// Runs the step so many times.
const AplValue *apl_loop(Lower *lower, Atom count, const AplValue *state, StepBody *body,
                         void *context);
// Runs the step until a condition on the states before and behind it holds.
typedef Atom UntilBody(Lower *lower, const AplValue *next, const AplValue *previous, void *context);
const AplValue *apl_loop_until(Lower *lower, const AplValue *state, StepBody *body,
                               UntilBody *until, void *context);

// ---- to_core_select.c ----

const AplValue *apl_index(Lower *lower, const AplValue *value, const AplValue *const *indices,
                          size_t count);
const AplValue *apl_index_assign(Lower *lower, const AplValue *value,
                                 const AplValue *const *indices, size_t count,
                                 const AplValue *replacement);
// Elements at indices from 0 on along an axis, which are inside.
const AplValue *apl_gather(Lower *lower, const AplValue *value, size_t axis, const Array *index);

// ---- to_core_layout.c ----

// A range along an axis, as a view; not checked.
const AplValue *apl_slice(Lower *lower, const AplValue *value, size_t axis, Atom start, Atom count,
                          Atom stride);
const AplValue *apl_permute(Lower *lower, const AplValue *value, const uint32_t *permutation);
const AplValue *apl_reshape_view(Lower *lower, const AplValue *value, const Atom *dims,
                                 size_t rank);

// ---- to_core_reduce.c ----

typedef Elem ElementAt(Lower *lower, Atom index, void *context);
// The elements at 0 … count-1, combined from right to left.
Elem apl_fold(Lower *lower, const AplValue *function, AplKind kind, Atom count, ElementAt *at,
              void *context);
// The sum of ints.
Atom apl_sum(Lower *lower, Atom count, ElementAt *at, void *context);
// All sums of ints up to and with each.
const AplValue *apl_sums(Lower *lower, Atom count, ElementAt *at, void *context);
// The axis that brackets name, or the given one.
size_t apl_axis(Lower *lower, const Call *call, const Array *array, size_t otherwise);

// ---- to_core_search.c ----

const AplValue *apl_grade(Lower *lower, const AplValue *value, bool is_down);

// ---- to_core_system.c ----

const AplValue *apl_system(Lower *lower, Name name);
const AplValue *apl_system_apply(Lower *lower, const AplFunction *function, const AplValue *left,
                                 const AplValue *right);

// ---- to_core_file.c ----

const AplValue *apl_now(Lower *lower, const AplValue *argument);
const AplValue *apl_read_text(Lower *lower, const AplValue *path);
const AplValue *apl_read_numbers(Lower *lower, const AplValue *path, AplKind kind);

// ---- to_core_entry.c ----

// Checks the arguments of a dfn against its annotation, and later its result. NULL: it has none.
void *apl_annotation_open(Lower *lower, const AplFunction *function, const AplValue **left,
                          const AplValue **right);
const AplValue *apl_annotation_close(Lower *lower, void *opened, const AplValue *result);
// The functions whose annotations are closed, as entry points.
void apl_lower_entries(Lower *lower);

// ---- to_core_session.c ----

// The statements of a session, of which so many are known: the others have forms, and entry points.
void apl_lower_session(Lower *lower, size_t known, SessionProgram *result);

// ---- to_core_show.c ----

void apl_show(Lower *lower, const AplValue *value, bool is_last);
// The entry point of the program.
void apl_main_finish(Lower *lower, EmitBlock *block);

#endif
