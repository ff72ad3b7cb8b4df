// Private to to_core: how a program becomes Core.
//
//   apl_to_core.c         the whole program: its statements, its entry points, errors
//   to_core_phrase.c      phrases, read from right to left
//   to_core_assign.c      assignments
//   to_core_apply.c       functions applied to arguments: dfns, trains, derived functions
//   to_core_instance.c    dfns as functions of Core: those that call themselves, and large ones
//   to_core_state.c       values that branches and loops hand on; `⍣`
//   to_core_inverse.c     `f⍣¯1`
//   to_core_part.c        `@` and `⌺`
//   to_core_value.c       arrays and their elements
//   to_core_nest.c        pars over index spaces
//   to_core_scalar.c      scalar functions; to_core_math.c those of real and complex numbers
//   to_core_complex.c     circle functions, factorials and floor of complex numbers
//   to_core_factorial.c   factorials and binomial coefficients
//   to_core_shape.c       functions that change shapes
//   to_core_layout.c      functions that move elements: take, drop, rotate, catenate
//   to_core_select.c      indexing; to_core_compress.c compression, expansion, first and pick
//   to_core_search.c      searching, sorting, random numbers
//   to_core_rank.c        functions of cells, numbers in other bases
//   to_core_reduce.c      reductions and scans; to_core_product.c inner and outer products
//   to_core_entry.c       annotations and entry points
//   to_core_session.c     statements that are typed at a prompt
//   to_core_system.c      system functions; to_core_file.c files and the clock
//   to_core_nested*.c     nested arrays
//   to_core_show.c        what a program shows
//   to_core_types.c       the types of names, for `ravel check --types`
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
typedef struct AplArray AplArray;
typedef struct AplCell AplCell;
typedef struct AplLower AplLower;
typedef struct Scope Scope;
typedef struct AplRegion AplRegion;
typedef struct Catch Catch;
typedef struct AplFrame AplFrame;
typedef struct AplInstance AplInstance;
typedef struct Signatures Signatures;

enum {
  ITEM_LIMIT = 64,    // vectors with more elements than this are never known element by element
  CALL_LIMIT = 400,   // functions in functions
  OPERAND_LIMIT = 16, // an operator in itself, with operands that grow
  LEAF_LIMIT = 4096,  // arrays in a tuple and the tuples in it
  SHARE_SIZE = 250, // variables of a dfn that is worth a function of its own when it is used again
  SHARE_APPLIED = 16, // this many functions applied to known numbers are as much work as a variable
  IN_PLACE_LIMIT = 3, // such dfns for arguments that differ only in what is known of their elements
};

// ---- Values ----

// An element: a scalar, or the two parts of a complex number.
typedef struct Elem {
  AplKind kind;
  Atom part[2];
} Elem;

struct AplArray {
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
  APL_VALUE_NESTED, // see to_core_nested.c
  APL_VALUE_FUNCTION,
  APL_VALUE_OPERATOR
} AplValueKind;

struct AplValue {
  AplValueKind kind;
  AplArray array;               // ARRAY
  const AplValue *const *items; // TUPLE, NESTED: its elements and descriptors
  size_t item_count;
  size_t leaf_count;           // TUPLE: of its items and theirs
  const AplFunction *function; // FUNCTION, OPERATOR
  bool is_picked;              // an item that was selected by an index, which `⊃` leaves as it is
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
struct AplCell {
  Name name;
  const AplValue *value;
  uint32_t depth;  // of the regions around it
  AplFrame *frame; // the function of Core that it is in
};

struct Scope {
  Scope *parent;
  Map *cells; // Name -> Cell
  const AplFunction *function;
  AplFrame *frame;
};

// The body of a branch or a loop: cells from outside that were assigned in it.
typedef struct CellWrite {
  AplCell *cell;
  const AplValue *before;
  Span span;
} CellWrite;

struct AplRegion {
  AplRegion *parent;
  uint32_t depth;
  Vec(CellWrite) writes;
};

typedef struct FrameOf {
  Fun *fun;
  AplFrame *frame;
} FrameOf;

// A dfn that is being lowered in place.
typedef struct Active {
  const AplFunction *function;
} Active;

struct AplLower {
  Arena *arena;
  Interner *names;
  Diag *diag;
  const AplProgram *program;
  Emitter emit;
  jmp_buf escape;
  Scope *top;
  AplRegion *region;
  bool is_quiet;         // an entry point: nothing is shown
  int64_t origin;        // `⎕IO`: the first index
  uint32_t inside;       // how many pars, branches and loops are around: they may never run
  uint32_t body_inside;  // the same at the beginning of the dfn
  Vec(Span) calls;       // of functions, that are being lowered
  uint32_t call;         // in whose place this is lowered, see source_call
  size_t effect_count;   // emitted so far
  uint32_t apply_count;  // of functions, so far
  Map *naturals;         // Var -> itself: those that were bound as sizes
  Map *twins;            // Var -> AplTwin: sizes that are ints of 32 bits, too
  Map *checked;          // Var -> EmitBlock: numbers that were checked to be sizes there
  size_t random_count;   // places with random numbers
  Atoms counters;        // the indices of the pars and loops around
  AplFrame *frame;       // of the function of Core that is being lowered
  AplInstance *instance; // the same, unless it is an entry point
  const char *glyph;     // of the scalar function that is applied, or NULL
  bool is_monadic;       // it has one argument
  bool is_trying;        // errors are given up, and not reported
  Catch *catch;          // where to go on when something is given up
  Map *recursive;        // AplDfn -> itself: those that call themselves
  Map *uses;             // key -> what is known of a dfn for arguments
  Map *instances;        // key -> Instance
  Vec(AplInstance *) all_instances;
  uint32_t search_count; // for names that functions of Core looked up and that have changed
  Vec(FrameOf) frames;   // of the entry points
  Vec(Active) active;
  Signatures *signatures; // of functions, when they are asked for
};

// ---- apl_to_core.c ----

// Why the lowering of the program ends early: an error was reported, or it must be done again.
enum { ESCAPE_NOT, ESCAPE_ERROR, ESCAPE_AGAIN };

_Noreturn void apl_fail(AplLower *lower, ErrorCode code, const char *format, ...) PRINTF_LIKE(3, 4);
_Noreturn void apl_fail_at(AplLower *lower, ErrorCode code, Span span, const char *format, ...)
    PRINTF_LIKE(4, 5);
_Noreturn void apl_unsupported(AplLower *lower, const char *format, ...) PRINTF_LIKE(2, 3);
// Ends the lowering when notes and hints stand after an error.
_Noreturn void apl_escape(AplLower *lower);
// The place of what is written there, in the function that is being lowered.
Span apl_span(const AplLower *lower, Span text);

// ---- to_core_value.c ----

Scalar apl_kind_scalar(AplKind kind);
const char *apl_kind_name(AplKind kind);
// The same for messages; beside characters all numbers are alike.
const char *apl_kind_class(AplKind kind, AplKind other);
size_t apl_kind_parts(AplKind kind);
// The least kind that both can be converted to; DOMAIN ERROR for a character and a number.
AplKind apl_kind_join(AplLower *lower, AplKind a, AplKind b);
// `[int]2`, `<int>3`, `int`; `(int, [double]1)` for a tuple.
const char *apl_type_text(AplLower *lower, const AplValue *value);

Elem apl_elem(AplKind kind, Atom atom);
Elem apl_elem_int(int64_t value);
Elem apl_elem_size(Atom atom);
Elem apl_elem_bool(bool value);
Elem apl_elem_double(double value);
bool apl_elem_is_constant(Elem elem);
// The value of a constant int or bool.
bool apl_elem_to_int(Elem elem, int64_t *value);
Elem apl_convert(AplLower *lower, Elem elem, AplKind kind);
// An int or bool as a size, which has 64 bits.
Atom apl_size_of(AplLower *lower, Elem elem);
// A size or a place, which fits, as an int; and the lowest bits of any number as an int.
Elem apl_int_of(AplLower *lower, Atom size);
Elem apl_int_low(AplLower *lower, Atom number);
// The value of a constant size.
bool apl_size_known(Atom size, int64_t *value);
// SIZE or INT.
bool apl_is_whole(AplKind kind);
// 0 or a blank.
Elem apl_fill(AplKind kind);

const AplValue *apl_value_scalar(AplLower *lower, Elem elem);
// A vector of known elements, which are converted to one kind.
const AplValue *apl_value_items(AplLower *lower, const Elem *items, size_t count, AplKind kind);
const AplValue *apl_value_array(AplLower *lower, AplArray array);
const AplValue *apl_value_function(AplLower *lower, AplFunction function);
const AplValue *apl_value_tuple(AplLower *lower, const AplValue *const *items, size_t count);

// Says so when there is a character among the texts of a tuple.
void apl_hint_character(AplLower *lower, const AplValue *tuple);
// The array that a value is; DOMAIN ERROR for a tuple.
const AplArray *apl_array(AplLower *lower, const AplValue *value);
// The same with its data there.
const AplArray *apl_stored(AplLower *lower, const AplValue *value);
// The element of a scalar or of an array that is known to have just one.
bool apl_is_single(const AplArray *array);
Elem apl_single(AplLower *lower, const AplArray *array);
// The element at indices from 0 on, which are not checked. The array is stored, or a scalar.
Elem apl_element(AplLower *lower, const AplArray *array, const Atom *indices);
// The known elements of a vector or scalar, or NULL.
const Elem *apl_known(AplLower *lower, const AplArray *array, size_t *count);
// The array with elements of another kind.
const AplValue *apl_as_kind(AplLower *lower, const AplValue *value, AplKind kind);
// An array of the given parts.
AplArray apl_array_make(AplLower *lower, AplKind kind, size_t rank, const Atom *dims,
                        const Atom *data);
// Every part of the array through an expression with the given dimensions.
typedef Exp *PartExp(AplLower *lower, Var *part, void *context);
const AplValue *apl_view(AplLower *lower, const AplArray *array, size_t rank, const Atom *dims,
                         const char *name, PartExp *make, void *context);
const Type *apl_part_type(AplLower *lower, AplKind kind, size_t rank, const Atom *dims);
// A number that was checked to be a size; from here on, in this block, it is known to be one. Where
// the check may fail when it runs, any size will do.
Atom apl_checked_size(AplLower *lower, Atom number);
// The number, or 0 when it is known to be negative.
Atom apl_natural_part(Atom number);
// The product of sizes, which is checked to be one; `problem` is said of the array when it is not.
Atom apl_checked_count(AplLower *lower, const Atom *sizes, size_t rank, const char *problem);
// DOMAIN ERROR for what is no int.
void apl_need_int(AplLower *lower, AplKind kind, const char *what, const char *type);
// An int that must be one: a scalar, as an atom of type i64.
Atom apl_int_scalar(AplLower *lower, const AplValue *value, const char *what);
// An int that must be 0 or 1, as a bool. What is lowered while the check is on needs it.
Atom apl_condition(AplLower *lower, const AplValue *value, const char *what);
// The number of all elements.
Atom apl_count(AplLower *lower, const AplArray *array);
const Atom *apl_dims_copy(AplLower *lower, const Atom *dims, size_t rank);

// Records that a variable was bound as the size of an array, and so is never negative. Numbers of
// the program that become sizes are not: they may be looked at where nothing has checked them
// (apl_checked_size).
void apl_natural(AplLower *lower, Var *size);

// i64 arithmetic, folded.
Atom apl_add(AplLower *lower, Atom a, Atom b);
Atom apl_sub(AplLower *lower, Atom a, Atom b);
// a - b as a number of its own, of which a is the sum with b from now on, in this block.
Atom apl_rest(AplLower *lower, Atom a, Atom b);
Atom apl_mul(AplLower *lower, Atom a, Atom b);
Atom apl_max(AplLower *lower, Atom a, Atom b);
Atom apl_min(AplLower *lower, Atom a, Atom b);
// Scalar ops that fold constants.
Atom apl_op1(AplLower *lower, Op op, Atom a);
Atom apl_op2(AplLower *lower, Op op, Atom a, Atom b);
Atom apl_op_convert(AplLower *lower, Op op, Atom a, Scalar to);
// Checks a condition, which may be known: then the error is reported now. `{}` shows the values.
void apl_check(AplLower *lower, Atom condition, ErrorCode code, const char *message,
               const Atom *values, size_t count);
// The same for the sizes of two arrays: `problem: 2 3 and 2 4`.
void apl_check_shapes(AplLower *lower, Atom condition, const char *problem, const AplArray *left,
                      const AplArray *right);

// ---- to_core_nest.c ----

// A par with outputs of any mode.
typedef struct AplSpace {
  EmitSpace emit;
  Atom index;
  AplRegion *region;
  size_t mark;
} AplSpace;

// Pars around each other, one for each dimension, under construction.
typedef struct AplNest {
  size_t rank;
  const Atom *dims;
  AplSpace *spaces;
  Atom *index;
  size_t mark;
} AplNest;

AplNest apl_nest_open(AplLower *lower, const Atom *dims, size_t rank);
// Ends it with an element, or with an array of sizes that are known outside.
const AplValue *apl_nest_close(AplLower *lower, AplNest *nest, Elem elem);
const AplValue *apl_nest_close_array(AplLower *lower, AplNest *nest, const AplArray *inner);

// Elements that are computed at every point of a space, one after the other, because what they do
// or assign outside must be in order.
typedef Elem AplPointBody(AplLower *lower, const Atom *point, void *context);
const AplValue *apl_points_in_order(AplLower *lower, const Atom *dims, size_t rank,
                                    AplPointBody *body, void *context, AplKind kind);
// The coordinates of a point, from its number.
const Atom *apl_coordinates(AplLower *lower, const Atom *dims, size_t rank, Atom number);

// Ends the region of points or of an operator, in which nothing outside may be assigned.
void apl_region_end(AplLower *lower, AplRegion *region);
AplSpace apl_space_open(AplLower *lower, Atom size);
void apl_space_output(AplLower *lower, AplSpace *space, Output output);
Stm *apl_space_close(AplLower *lower, AplSpace *space, const char *name);

// Two blocks that give elements of one kind, as an if.
typedef Elem ElemBody(AplLower *lower, void *context);
Elem apl_if(AplLower *lower, Atom condition, ElemBody *then_body, ElemBody *else_body,
            void *context);

// ---- to_core_scalar.c, to_core_math.c ----

typedef Elem ScalarMonadic(AplLower *lower, Elem a);
typedef Elem ScalarDyadic(AplLower *lower, Elem a, Elem b);

// A scalar function on whole arrays.
const AplValue *apl_map_monadic(AplLower *lower, ScalarMonadic *function, const AplValue *right);
const AplValue *apl_map_dyadic(AplLower *lower, ScalarDyadic *function, const AplValue *left,
                               const AplValue *right);
// The same with an axis in brackets.
const AplValue *apl_map_axes(AplLower *lower, ScalarDyadic *function, const AplValue *axes,
                             const AplValue *left, const AplValue *right);
// Both are numbers, of one kind that is at least `least`.
AplKind apl_numbers(AplLower *lower, Elem *a, Elem *b, AplKind least);
AplKind apl_number(AplLower *lower, Elem *a, AplKind least);
_Noreturn void apl_domain_elem(AplLower *lower, Elem a, Elem b);
// The function that is applied, for messages.
const char *apl_function_text(AplLower *lower);

// ---- to_core_complex.c ----

Elem apl_complex_floor(AplLower *lower, Elem z);
Elem apl_complex_sign(AplLower *lower, Elem z);
Elem apl_complex_circle(AplLower *lower, int64_t which, Elem z);
Elem apl_complex_factorial(AplLower *lower, Elem z);
Elem apl_complex_binomial(AplLower *lower, Elem a, Elem b);

// The sizes that two arrays have in common when single elements extend. LENGTH and RANK ERROR.
typedef struct Pairing {
  const AplArray *arrays[2]; // stored
  bool is_single[2];
  Elem single[2];
  size_t rank;
  const Atom *dims;
} Pairing;
Pairing apl_pair(AplLower *lower, const AplValue *left, const AplValue *right);
Elem apl_pair_element(AplLower *lower, const Pairing *pairing, size_t side, const Atom *index);

// ---- What functions do with arrays ----

// How a function is applied: by itself, or as one derived by an operator.
typedef struct Call {
  const AplFunction *function;
  const AplValue *left, *right; // left is NULL for one argument
} Call;
typedef const AplValue *ArrayFunction(AplLower *lower, const Call *call);

#define PRIMITIVE(id, glyph, role, scalar1, scalar2, array1, array2)                               \
  ScalarMonadic apl_##scalar1;                                                                     \
  ScalarDyadic apl2_##scalar2;                                                                     \
  ArrayFunction apl_array_##array1, apl_array_##array2;
#define SYNONYM(glyph, other)
#include "front/apl/primitives.def"
#undef PRIMITIVE
#undef SYNONYM

// ---- to_core_apply.c ----

const AplValue *apl_apply(AplLower *lower, const AplValue *function, const AplValue *left,
                          const AplValue *right, Span span);
// The statements of a dfn with its arguments, here.
const AplValue *apl_dfn_body(AplLower *lower, const AplValue *function, const AplValue *left,
                             const AplValue *right);
// A function on elements, which must give an element.
Elem apl_apply_elem(AplLower *lower, const AplValue *function, const Elem *left, Elem right);
// The primitive is the one that messages name, until this is given what it returned.
typedef struct AplNamed {
  const char *glyph;
  bool is_monadic;
} AplNamed;
AplNamed apl_name_primitive(AplLower *lower, const AplValue *function, bool is_monadic);
void apl_name_again(AplLower *lower, AplNamed named);
// The scalar function that a primitive is, or NULL.
ScalarMonadic *apl_scalar_monadic(const AplValue *function);
ScalarDyadic *apl_scalar_dyadic(const AplValue *function);
bool apl_is_primitive(const AplValue *function, AplPrimitiveId id);

// ---- to_core_phrase.c ----

const AplValue *apl_phrase(AplLower *lower, Scope *scope, const AplPhrase *phrase);
// The values of statements; that of the last one. NULL when there is none.
const AplValue *apl_statements(AplLower *lower, Scope *scope, const AplStatements *statements);
const AplValue *apl_strand(AplLower *lower, const AplValue *const *items, size_t count);

// ---- to_core_assign.c ----

Scope *apl_scope_new(AplLower *lower, Scope *parent);
AplCell *apl_scope_find(const Scope *scope, Name name);
void apl_scope_bind(AplLower *lower, Scope *scope, Name name, const AplValue *value);
void apl_cell_write(AplLower *lower, AplCell *cell, const AplValue *value);
// A function that the prelude has for the compiler.
const AplValue *apl_prelude(AplLower *lower, const char *name);
// `target ← value`, where the target is the items before `end` of the phrase. Gives where the
// target begins.
size_t apl_assign(AplLower *lower, Scope *scope, const AplPhrase *phrase, size_t end,
                  const AplValue *value);

// `target f← value`: the target becomes `target f value`, in the scope that has the name.
size_t apl_assign_through(AplLower *lower, Scope *scope, const AplPhrase *phrase, size_t end,
                          const AplValue *function, const AplValue *value);

// ---- to_core_state.c ----

// What is lowered until the region is closed may run any number of times, or never. Closing it
// takes back what was assigned to names from outside.
AplRegion *apl_region_open(AplLower *lower);
void apl_region_close(AplLower *lower, AplRegion *region);

// ---- Layouts: what is known of values that branches, loops and functions hand on ----

typedef struct AplSlot {
  AplKind kind;
  uint32_t rank;
  Atom *dims;
  bool *is_free; // the size is handed on
} AplSlot;

typedef struct AplLayout {
  const AplValue *model; // for its structure
  Vec(AplSlot) slots;
} AplLayout;

AplLayout apl_layout_of(AplLower *lower, const AplValue *value);
// Makes room for another value; whether anything changed.
bool apl_layout_join(AplLower *lower, AplLayout *layout, const AplValue *value);
// Fresh variables for what is handed on: the sizes of an array, and its parts.
VarVec apl_layout_vars(AplLower *lower, const AplLayout *layout, const char *name);
const AplValue *apl_layout_value(AplLower *lower, const AplLayout *layout, const VarVec *vars);
// The atoms of a value in the same order as the variables.
Atoms apl_layout_atoms(AplLower *lower, const AplLayout *layout, const AplValue *value);

typedef const AplValue *ValueBody(AplLower *lower, void *context);
const AplValue *apl_branch(AplLower *lower, Atom condition, ValueBody *then_body,
                           ValueBody *else_body, void *context);
typedef const AplValue *StepBody(AplLower *lower, const AplValue *state, void *context);
// Runs the step this many times.
const AplValue *apl_loop(AplLower *lower, Atom count, const AplValue *state, StepBody *body,
                         void *context);
// Runs the step until a condition on the states before and after it holds.
typedef Atom UntilBody(AplLower *lower, const AplValue *next, const AplValue *previous,
                       void *context);
const AplValue *apl_loop_until(AplLower *lower, const AplValue *state, StepBody *body,
                               UntilBody *until, void *context);

// ---- to_core_instance.c ----

// Where lowering goes on when something is given up:
//   GUESS     the result of a function that calls itself is needed, and not known yet
//   OUTSIDE   a function of Core would assign a name outside, or give a function
typedef enum CatchKind { CATCH_GUESS, CATCH_OUTSIDE } CatchKind;

struct Catch {
  jmp_buf escape;
  Catch *parent;
  CatchKind kind;
  EmitBlock *block;
  VarVec certs;
  Span span;
  uint32_t call;
  AplRegion *region;
  Atoms counters;
  AplFrame *frame;
  AplInstance *instance;
  Diag *diag;
  bool is_trying;
  uint32_t body_inside;
  int64_t origin;
  size_t call_count, active_count, instance_count, fun_count;
};

// `if (setjmp(catch.escape) == 0) { …; apl_catch_close } else what was given up`
void apl_catch_open(AplLower *lower, Catch *catch, CatchKind kind);
void apl_catch_close(AplLower *lower, Catch *catch);
_Noreturn void apl_throw(AplLower *lower, CatchKind kind);
bool apl_is_guessing(const AplLower *lower);

AplFrame *apl_frame_new(AplLower *lower);
// The function of Core whose variables are in the frame.
void apl_frame_of_fun(AplLower *lower, Fun *fun, AplFrame *frame);
// What a cell holds, for the function of Core that is being lowered. `scope` is where the name was
// looked up.
const AplValue *apl_cell_read(AplLower *lower, const Scope *scope, const AplCell *cell);
// A dfn applied to arguments: in place, or by a call.
const AplValue *apl_dfn_apply(AplLower *lower, const AplValue *function, const AplValue *left,
                              const AplValue *right);
// Hands what functions use from outside to them. At the end, when all functions are there.
void apl_link(AplLower *lower);

// ---- to_core_select.c ----

const AplValue *apl_index(AplLower *lower, const AplValue *value, const AplValue *const *indices,
                          size_t count);
const AplValue *apl_index_assign(AplLower *lower, const AplValue *value,
                                 const AplValue *const *indices, size_t count,
                                 const AplValue *replacement);
// Elements at indices from 0 on along an axis, which are inside.
const AplValue *apl_gather(AplLower *lower, const AplValue *value, size_t axis,
                           const AplArray *index);

// ---- to_core_shape.c ----

// The numbers that a shape consists of, which are not checked; RANK ERROR when it is none.
const Atom *apl_shape_sizes(AplLower *lower, const AplValue *shape, size_t *rank);

// ---- to_core_layout.c ----

// A range along an axis, as a view; not checked.
const AplValue *apl_slice(AplLower *lower, const AplValue *value, size_t axis, Atom start,
                          Atom count, Atom stride);
// A vector that is known to be empty.
bool apl_is_void(const AplValue *value);
const AplValue *apl_permute(AplLower *lower, const AplValue *value, const uint32_t *permutation);
const AplValue *apl_reshape_view(AplLower *lower, const AplValue *value, const Atom *dims,
                                 size_t rank);

// ---- to_core_reduce.c ----

typedef Elem ElementAt(AplLower *lower, Atom index, void *context);
// The elements at 0 … count-1, combined from right to left.
Elem apl_fold(AplLower *lower, const AplValue *function, AplKind kind, Atom count, ElementAt *at,
              void *context);
// The sum of ints.
Atom apl_sum(AplLower *lower, Atom count, ElementAt *at, void *context);
// All sums of ints up to and with each.
const AplValue *apl_sums(AplLower *lower, Atom count, ElementAt *at, void *context);
// `n f/ x`: the function between the elements of every window of n.
const AplValue *apl_reduce_windows(AplLower *lower, const Call *call);
// The axis that brackets name, or the given one.
size_t apl_axis(AplLower *lower, const Call *call, const AplArray *array, size_t otherwise);

// ---- to_core_inverse.c ----

// What the function, with this left argument unless it is NULL, gives `y` for.
const AplValue *apl_undo(AplLower *lower, const AplValue *function, const AplValue *left,
                         const AplValue *y);

// ---- to_core_search.c ----

// Bits that differ from call to call, for the random numbers of a function.
Atom apl_random_seed(AplLower *lower);
const AplValue *apl_grade(AplLower *lower, const AplValue *value, bool is_down);

// ---- to_core_system.c ----

const AplValue *apl_system(AplLower *lower, Name name);
const AplValue *apl_system_apply(AplLower *lower, const AplFunction *function, const AplValue *left,
                                 const AplValue *right);

// An int as it is when only its lowest 32 bits are kept.
Elem apl_bits_of(AplLower *lower, Elem elem);
// The op that combines bits of numbers of 32 bits; OP_COUNT for other functions.
Op apl_system_op(const AplValue *function);

// ---- to_core_bench.c ----

// Runs a function several times, and shows how long that takes.
const AplValue *apl_bench(AplLower *lower, const AplFunction *function, const AplValue *left,
                          const AplValue *right);

// ---- to_core_file.c ----

// An effect, with any token.
Stm *apl_act(AplLower *lower, EffectKind kind, const Atom *operands, size_t count);
// The text that an effect has left, of this length.
Var *apl_receive(AplLower *lower, Atom length);
const AplValue *apl_now(AplLower *lower, const AplValue *argument);
const AplValue *apl_read_text(AplLower *lower, const AplValue *path);
const AplValue *apl_read_numbers(AplLower *lower, const AplValue *path, AplKind kind);

// ---- to_core_entry.c ----

// Checks the arguments of a dfn against its annotation, and later its result. NULL: it has none.
void *apl_annotation_open(AplLower *lower, const AplFunction *function, const AplValue **left,
                          const AplValue **right);
const AplValue *apl_annotation_close(AplLower *lower, void *opened, const AplValue *result);
// The functions whose annotations are closed, as entry points.
void apl_lower_entries(AplLower *lower);

// ---- to_core_nested.c ----

// The value as a nested array: one already, or a tuple of arrays of one type and rank; or NULL.
const AplValue *apl_nested(AplLower *lower, const AplValue *value);
const AplValue *apl_nested_item(AplLower *lower, const AplValue *nested, const Atom *point);
// Where items begin: an array of the outer shape.
const AplValue *apl_nested_starts(const AplValue *nested);
const AplValue *apl_raveled(AplLower *lower, const AplValue *value);
const AplValue *apl_nested_first(AplLower *lower, const AplValue *nested);
const AplValue *apl_nested_index(AplLower *lower, const AplValue *nested,
                                 const AplValue *const *indices, size_t count);
// The items at indices become others, whose elements are put after all that there are.
const AplValue *apl_nested_assign(AplLower *lower, const AplValue *nested,
                                  const AplValue *const *indices, size_t count,
                                  const AplValue *replacement);
// What is in an enclosed array; other values as they are.
const AplValue *apl_nested_opened(AplLower *lower, const AplValue *value);
const AplValue *apl_nested_places(AplLower *lower, const Atom *dims, size_t rank,
                                  const AplValue *numbers);
const AplValue *apl_nested_reduce(AplLower *lower, const AplValue *function,
                                  const AplValue *nested);
Elem apl_nested_match(AplLower *lower, const AplValue *left, const AplValue *right);
void apl_nested_show(AplLower *lower, const AplValue *nested);
// A primitive with a nested argument; NULL when it has no special meaning.
const AplValue *apl_nested_apply(AplLower *lower, const AplValue *function, const AplValue *left,
                                 const AplValue *right);
// Takes back that a nest was opened, and what is in it.
void apl_nest_undo(AplLower *lower, const AplNest *nest, EmitBlock *block);
// What is computed at every point of a space: an array of elements, or a nested array.
typedef const AplValue *ValuePoint(AplLower *lower, const Atom *point, void *context);
const AplValue *apl_points_any(AplLower *lower, const Atom *dims, size_t rank, ValuePoint *body,
                               void *context);
// The same; arrays are the cells of one array, filled up where they differ in size.
const AplValue *apl_points_cells(AplLower *lower, const Atom *dims, size_t frame, ValuePoint *body,
                                 void *context);
const AplValue *apl_each(AplLower *lower, const AplValue *function, const AplValue *left,
                         const AplValue *right);
const AplValue *apl_outer_any(AplLower *lower, const AplValue *function, const AplValue *left,
                              const AplValue *right);

// ---- to_core_types.c ----

// Records that a function was applied to such arguments.
void apl_types_note(AplLower *lower, const AplValue *function, const AplValue *left,
                    const AplValue *right, const AplValue *result);
void apl_types_print(AplLower *lower);

// ---- to_core_session.c ----

// The statements of a session, of which this many are known: the others have forms, and entry
// points.
void apl_lower_session(AplLower *lower, size_t known, SessionProgram *result);

// ---- to_core_show.c ----

void apl_show(AplLower *lower, const AplValue *value, bool is_last);
// The entry point of the program.
void apl_main_finish(AplLower *lower, EmitBlock *block);

#endif
