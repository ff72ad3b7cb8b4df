// Private to to_core: evaluation of a checked program with static structure.
//
//   futhark_to_core.c   the whole program: entry points, then whatever they reach
//   to_core_type.c      layouts: types whose sizes are Core atoms
//   to_core_value.c     static values: taking apart, putting together, coercing
//   to_core_pattern.c   patterns: tests and bindings
//   to_core_exp.c       expressions; to_core_array.c, to_core_control.c, to_core_equal.c
//   to_core_call.c      closures and their application
//   to_core_fun.c       Core functions for first-order definitions, and globals
//   to_core_lift.c      Core functions for others that would be evaluated in place too often
//   to_core_par.c       loops over index spaces; to_core_soac.c the SOACs of the language
//   to_core_intrinsic.c what intrinsics do; to_core_scalar.c those on scalars
//   to_core_trace.c     what programs trace
//   to_core_entry.c     the interface of entry points
//
// Every first-order value is a layout and a list of leaves: Core atoms in the order in which a walk
// of the layout meets scalars. An array has a leaf for every scalar of its element type, with the
// dimensions in front; so an array of records is a record of arrays, and zip and unzip are free.
// A sum has a tag (i8, if that is enough) and the payloads of all constructors; those of the others
// are blank.
#ifndef FRONT_FUTHARK_TO_CORE_INTERNAL_H
#define FRONT_FUTHARK_TO_CORE_INTERNAL_H

#include <setjmp.h>

#include "front/futhark/check.h"
#include "ir/emit.h"
#include "ir/type.h"

typedef struct FutLayout FutLayout;
typedef struct Static Static;
typedef struct Closure Closure;
typedef struct FutFrame FutFrame;
typedef struct FutLower FutLower;

// Calls that are evaluated in place may nest this deep, and use this much stack; more is recursion
// through functions.
enum { IN_PLACE_LIMIT = 1500, STACK_LIMIT = 4 << 20 };

// ---- Layouts: types whose sizes are atoms ----

typedef enum LayoutKind {
  LAYOUT_PRIM,
  LAYOUT_RECORD,
  LAYOUT_SUM,
  LAYOUT_ARRAY,
  LAYOUT_ARROW,
  LAYOUT_ACC // an accumulator: one leaf for the whole of it
} LayoutKind;

typedef struct LayoutClause {
  Name name;
  const FutLayout **payload;
  size_t count;
} LayoutClause;

struct FutLayout {
  LayoutKind kind;
  FutPrim prim;             // PRIM
  bool is_unit;             // PRIM: it stands for a unit at the interface of an entry point
  bool has_function;        // somewhere inside
  bool is_tuple;            // RECORD
  size_t leaf_count;        // how many leaves a value has
  Name *names;              // RECORD, sorted
  const FutLayout **fields; // RECORD
  LayoutClause *clauses;    // SUM, sorted
  size_t count;             // of fields or clauses
  bool is_known;            // ARRAY: whether the size is
  Atom size;
  const FutLayout *element;   // ARRAY; ACC: of the array behind it
  const FutLayout *from, *to; // ARROW
};

// ---- Static values ----

typedef enum StaticKind {
  STATIC_DATA,    // layout and leaves; never a function inside
  STATIC_RECORD,  // with a function inside
  STATIC_CHOICE,  // a constructor of a sum with functions inside: which one is known
  STATIC_FUNCTION // a closure
} StaticKind;

struct Static {
  StaticKind kind;
  const FutLayout *layout; // DATA: all sizes are known. NULL otherwise
  Atom *leaves;            // DATA
  Name *names;             // RECORD, sorted
  Static **fields;         // RECORD; CHOICE: the payload
  size_t count;            // RECORD, CHOICE
  Name constructor;        // CHOICE
  const Closure *closure;
};

typedef enum ClosureKind {
  CLOSURE_LAMBDA,
  CLOSURE_BINDING,   // a definition or local function
  CLOSURE_INTRINSIC, // implemented by name
  CLOSURE_SECTION,   // a section: `function` waits for the other operand
  CLOSURE_PATH,      // (.a[i].b)
  CLOSURE_PARTIAL,   // `function` with its first arguments
  CLOSURE_GUARD,     // `function` under a check: of the argument, with the message
  CLOSURE_HOLE       // fails when it is applied
} ClosureKind;

// What a size parameter of a definition is at a use of it.
typedef struct SolvedSize {
  const FutValue *name;
  Atom size;
} SolvedSize;

struct Closure {
  ClosureKind kind;
  const FutExp *exp;         // LAMBDA, SECTION, PATH
  const FutBinding *binding; // BINDING
  FutValue *value;           // BINDING, INTRINSIC
  const FutLayout *instance; // BINDING of a definition, INTRINSIC: its type here
  const SolvedSize *solved;  // BINDING of a definition: sizes that its layout does not show
  size_t solved_count;
  FutFrame *frame;        // LAMBDA, BINDING, SECTION, PATH: where it was made
  bool is_prelude;        // it was made there
  const Static *function; // SECTION, PARTIAL, GUARD
  Static **args;          // PARTIAL, SECTION (one), GUARD (one)
  size_t arg_count;
  const char *message; // GUARD
  ErrorCode code;      // GUARD
  Span span;           // GUARD, HOLE: where it is written
  const FutType *type; // HOLE: of the function
};

// Names of one activation: what values stand for, and what type parameters are.
// The value of a size that is an expression, and the block where it was found.
typedef struct KnownSize {
  const FutSize *size;
  Static *value;
  const EmitBlock *block;
} KnownSize;

struct FutFrame {
  FutFrame *parent;
  Map *values; // FutValue -> Static
  Map *types;  // FutTypeName -> Layout
  Vec(KnownSize) sizes;
};

typedef struct FutInstance FutInstance; // of to_core_fun.c

struct FutLower {
  Arena *arena;
  Interner *names;
  Diag *diag;
  const FutChecked *checked;
  Emitter emit; // its checks are off under #[unsafe]
  FutFrame *top;
  bool is_prelude;            // inside the prelude: spans are those of the program around it
  uint32_t call;              // in whose place this is evaluated, see source_call
  Name function;              // in the prelude: the function whose body this is
  ParLevel level;             // requested by #[sequential] and the like
  Vec(Name) attrs;            // carried by the next par
  size_t depth;               // of calls evaluated in place
  Map *instances;             // interned key -> Instance
  Map *globals;               // FutValue -> Static
  Map *in_place;              // syntax of a function -> how often it was evaluated in place
  Map *lifted;                // interned key -> struct Lifted
  struct Lifted *open_lifted; // the innermost recursive one whose body is lowered now; or NULL
  Map *fun_names;             // Name -> Name, those in use
  Vec(FutInstance *) queue;   // functions whose bodies are to be lowered
  jmp_buf escape;             // where to go when something cannot be lowered
  uintptr_t stack;            // where the stack was at the start
};

// ---- futhark_to_core.c ----

// The span of what comes from this text: it is in the place of the calls that are evaluated now. In
// the prelude it is that of the program around.
Span lower_span(const FutLower *lower, Span text);
// Reports that something cannot be lowered, and gives up.
_Noreturn void lower_unsupported(FutLower *lower, Span span, const char *format, ...)
    PRINTF_LIKE(3, 4);
// The name where Core has such names, else another one.
const char *core_name(const char *name, const char *otherwise);

// ---- to_core_scalar.c ----

Scalar prim_scalar(FutPrim prim);
Atom prim_int(FutPrim prim, int64_t value);
// The atom as the size of an array: 0 in place of a negative constant, whose check has failed
// before.
Atom atom_as_size(Atom atom);

// ---- to_core_type.c ----

const FutLayout *layout_prim(FutLower *lower, FutPrim prim);
const FutLayout *layout_record(FutLower *lower, Name *names, const FutLayout **fields, size_t count,
                               bool is_tuple);
const FutLayout *layout_array(FutLower *lower, Atom size, const FutLayout *element);
const FutLayout *layout_array_unknown(FutLower *lower, const FutLayout *element);
const FutLayout *layout_sum(FutLower *lower, LayoutClause *clauses, size_t count);
// The clauses of a sum type, whose payloads are to be filled in.
LayoutClause *layout_clauses(FutLower *lower, const FutType *type);
const FutLayout *layout_acc(FutLower *lower, const FutLayout *array);
// The layout of a type; sizes that are not known yet stay unknown.
const FutLayout *layout_of(FutLower *lower, FutFrame *frame, const FutType *type);
// The value of a size; false when it is not known yet.
bool size_atom(FutLower *lower, FutFrame *frame, const FutSize *size, Atom *atom);
// Binds type parameters and sizes of the pattern that have no meaning yet.
void match_type(FutLower *lower, FutFrame *frame, const FutType *pattern, const FutLayout *layout);
typedef Vec(SolvedSize) SolvedSizes;
// What the sizes inside of a definition's size expressions are where it has this type: `n` is `k`
// when `[n + 1]t` has become `[k + 1]t`.
SolvedSizes solve_sizes(FutLower *lower, FutFrame *frame, const FutScheme *scheme,
                        const FutType *type);
// Binds those that have no meaning yet.
void bind_solved(FutLower *lower, FutFrame *frame, const SolvedSize *solved, size_t count);
// Gives the unknown sizes of a value's type the meaning outside that they have inside.
void export_sizes(FutLower *lower, FutFrame *inner, FutFrame *outer, const FutType *type);
// The layout without its `count` outer dimensions.
const FutLayout *layout_peel(const FutLayout *layout, size_t count);
// What to do with each dimension: the new one.
typedef struct LayoutSize {
  bool is_known;
  Atom size;
} LayoutSize;
typedef LayoutSize LayoutMap(void *context, LayoutSize size);
const FutLayout *layout_map(FutLower *lower, const FutLayout *layout, LayoutMap *map,
                            void *context);
// All sizes, in the order in which layout_map meets them.
Atoms layout_sizes(FutLower *lower, const FutLayout *layout);
// `layout` with unknown sizes taken from another layout of the same structure.
const FutLayout *layout_fill(FutLower *lower, const FutLayout *layout, const FutLayout *from);
bool layout_is_known(const FutLayout *layout);
// The Core types of its leaves.
const Type **layout_types(FutLower *lower, const FutLayout *layout);
// Appends the type without sizes, as a key and as an external type.
void layout_print(StrBuf *out, const FutLayout *layout);
// The type behind an abstract one; others as they are.
const FutType *type_expand(FutLower *lower, const FutType *type);
// The position of a constructor.
size_t layout_clause(const FutLayout *layout, Name name);
// The tag of a sum's constructor at a position.
Constant layout_tag(const FutLayout *layout, size_t clause);

// ---- to_core_value.c ----

FutFrame *frame_new(FutLower *lower, FutFrame *parent);
void frame_bind(FutFrame *frame, const FutValue *value, const Static *meaning);
// NULL when it has no meaning here.
Static *frame_find(const FutFrame *frame, const FutValue *value);
const FutLayout *frame_find_type(const FutFrame *frame, const FutTypeName *name);
// What a size that is an expression was found to be, so that it is not computed again; NULL when
// that is not known here.
Static *frame_find_size(const FutLower *lower, const FutFrame *frame, const FutSize *size);
void frame_bind_size(FutLower *lower, FutFrame *frame, const FutSize *size, Static *value);

Static *static_data(FutLower *lower, const FutLayout *layout, const Atom *leaves);
Static *static_scalar(FutLower *lower, FutPrim prim, Atom atom);
Static *static_size(FutLower *lower, Atom atom);
Static *static_unit(FutLower *lower);
Static *static_function(FutLower *lower, const Closure *closure);
Static *static_record(FutLower *lower, Name *names, Static **fields, size_t count, bool is_tuple);
Static *static_project(FutLower *lower, const Static *record, Name field);
Static *static_with_field(FutLower *lower, const Static *record, Name field, Static *value);
// The same for records that are the elements of an array of `rank` dimensions.
Static *static_project_rows(FutLower *lower, const Static *array, Name field, size_t rank);
Static *static_with_row_field(FutLower *lower, const Static *array, Name field, size_t rank,
                              Static *value);
// A value made of a layout and variables bound to its leaves.
Static *static_of_vars(FutLower *lower, const FutLayout *layout, Var *const *vars);
// Fresh variables for the leaves of a layout.
Var **layout_vars(FutLower *lower, const FutLayout *layout, const char *name);
// The one atom of a scalar.
Atom static_atom(const Static *value);
// The element or row; indices are not checked.
Static *static_index(FutLower *lower, const Static *array, const Atom *indices, size_t count);
// The same value with the sizes of another layout, which are known to be equal. Sizes that are
// unknown there stay.
Static *static_coerce(FutLower *lower, const Static *value, const FutLayout *layout);
// A value that is never looked at, and one leaf of such.
Atom atom_blank(FutLower *lower, const Type *type);
Static *static_blank(FutLower *lower, const FutLayout *layout);
bool static_has_function(const Static *value);

// ---- to_core_pattern.c ----

void bind_pattern(FutLower *lower, FutFrame *frame, const FutPattern *pattern, const Static *value);
// Whether the value matches; constant true when it always does.
Atom test_pattern(FutLower *lower, FutFrame *frame, const FutPattern *pattern, const Static *value);
// Whether matching is a comparison of the value's first leaf, a variable integer, with a constant.
bool pattern_key(const FutPattern *pattern, const Static *value, Constant *key);
Atom number_atom(FutPrim prim, const FutNumber *number, bool is_negative);

// ---- to_core_exp.c and what it calls ----

Static *lower_exp(FutLower *lower, FutFrame *frame, const FutExp *exp);
// Binds the unknown sizes that the expression lists.
void bind_unknown(FutLower *lower, FutFrame *frame, const FutExp *exp, const Static *value);
// What a name stands for here.
Static *lower_name(FutLower *lower, FutFrame *frame, FutValue *value, const FutType *type,
                   Span span);

Static *lower_if(FutLower *lower, FutFrame *frame, const FutExp *exp);
Static *lower_match(FutLower *lower, FutFrame *frame, const FutExp *exp);
Static *lower_loop(FutLower *lower, FutFrame *frame, const FutExp *exp);
// `if` with two blocks that have been closed, and their values.
Static *lower_branch(FutLower *lower, Atom condition, EmitBlock *blocks[2], Static *values[2]);

Static *lower_array(FutLower *lower, FutFrame *frame, const FutExp *exp);
Static *lower_string(FutLower *lower, const FutExp *exp);
Static *lower_range(FutLower *lower, FutFrame *frame, const FutExp *exp);
Static *lower_index(FutLower *lower, FutFrame *frame, const Static *array,
                    const FutIndices *indices, Span span);
Static *lower_update(FutLower *lower, FutFrame *frame, const Static *source, const FutPath *path,
                     const FutExp *value, Span span);
// Replaces a selection of every leaf.
Static *static_update(FutLower *lower, const Static *array, Selector selector, const Atom *atoms,
                      size_t count, const Static *value);
Static *static_slice(FutLower *lower, const Static *array, Selector selector, const Atom *atoms,
                     size_t count, const FutLayout *layout);
Static *lower_size_coercion(FutLower *lower, FutFrame *frame, const FutExp *exp);
// What says which shape a value must have.
typedef enum ShapeDemand {
  SHAPE_OF_TYPE,
  SHAPE_OF_SLICE,
  SHAPE_OF_ROW,
  SHAPE_OF_ARGUMENT
} ShapeDemand;
// Checks that the sizes are equal where the names differ, and coerces.
Static *static_check_shape(FutLower *lower, const Static *value, const FutLayout *layout,
                           ShapeDemand demand);
Atom static_equal(FutLower *lower, const Static *left, const Static *right);

// ---- to_core_call.c, to_core_fun.c ----

Static *lower_apply(FutLower *lower, const Static *function, Static *const *args, size_t count,
                    Span span);
// Applies with the outer dimensions of arguments mapped over; `type` is that of the result.
Static *lower_automap(FutLower *lower, FutFrame *frame, const Static *function, Static *const *args,
                      const uint32_t *depths, size_t count, const FutType *type, Span span);
Static *lower_call(FutLower *lower, const Closure *closure, FutFrame *frame, Static *const *args,
                   Span span);
Static *lower_global(FutLower *lower, FutValue *value, const FutLayout *instance,
                     SolvedSizes solved);
// Whether an application of the definition becomes a call of a Core function.
bool closure_is_first_order(FutLower *lower, const Closure *closure, FutFrame *frame,
                            Static *const *args);
// Binds types and sizes of a definition's scheme and its parameters in a new frame.
FutFrame *closure_frame(FutLower *lower, const Closure *closure, Static *const *args);
// Starts a body of its own: no checks and no statements from outside.
typedef struct FutSaved {
  EmitBlock *block;
  Span span;
  size_t cert_count, depth;
  Var **certs;
  bool is_prelude;
  uint32_t call;
} FutSaved;
FutSaved body_open(FutLower *lower);
void body_close(FutLower *lower, FutSaved saved);
// Evaluates the body of a lambda or binding.
Static *lower_closure_body(FutLower *lower, const Closure *closure, Static *const *args);
// Whether evaluation in place has nested too deeply.
bool lower_is_too_deep(const FutLower *lower);

// ---- to_core_guard.c ----

Static *lower_assertion(FutLower *lower, FutFrame *frame, const FutExp *exp);
// A value of the type, which fails when it is used.
Static *lower_hole(FutLower *lower, FutFrame *frame, const FutType *type, Span span);
Static *apply_guarded(FutLower *lower, const Closure *closure, Static *const *args, size_t count,
                      Span span);

// ---- to_core_lift.c ----

// Counts an evaluation in place; whether the function should rather be called.
bool lift_is_due(FutLower *lower, const Closure *closure, Static *const *args, size_t count);
// Calls the Core function of a lambda or binding; NULL when it has to be evaluated in place.
Static *lower_lifted(FutLower *lower, const Closure *closure, Static *const *args, size_t count);

// Lowers the functions in the queue.
void lower_queue(FutLower *lower);
Name lower_fun_name(FutLower *lower, Name name);

// Values that leave blocks: one result per size that the outside does not know, then the leaves.
typedef struct FutMerge {
  const FutLayout *layout; // with the sizes' variables
  Var **vars;              // the sizes, then the leaves
  size_t size_count, count;
  Atom **results; // per block
} FutMerge;
FutMerge merge_values(FutLower *lower, EmitBlock *const *blocks, Static *const *values,
                      size_t count, const char *name);

// ---- to_core_par.c ----

// What is computed at a point; `index` is where.
typedef Static *FutPointBody(FutLower *lower, Atom index, void *context);
// Where the row's sizes come from when they are not visible outside: the type of the result, of
// which `depth` dimensions are mapped over. type NULL: nowhere.
typedef struct RowType {
  FutFrame *frame;
  const FutType *type;
  const FutLayout *layout; // instead of a type
  size_t depth;
} RowType;
Static *lower_map(FutLower *lower, Atom size, RowType row, FutPointBody *body, void *context);
// Where a point gives a pair: the rows that are first, one after the other, and an array of what is
// second. `result` is what is known of the layout of both; or NULL.
Static *lower_flat_map(FutLower *lower, Atom size, const FutLayout *result, FutPointBody *body,
                       void *context);
// A par under construction.
EmitSpace space_open(FutLower *lower, Atom size);
void space_output(FutLower *lower, EmitSpace *space, Output output);
Stm *space_close(FutLower *lower, EmitSpace *space, const char *name);
// An operator on values of this layout.
Lambda *lower_operator(FutLower *lower, const Static *function, const FutLayout *layout);

// ---- to_core_soac.c, to_core_intrinsic.c, to_core_scalar.c ----

typedef struct FutCall {
  FutValue *value;
  const FutLayout *instance; // of the whole function type
  const FutLayout *result;   // its result's
  Static **args;
  size_t count;
  Span span;
} FutCall;

// How many arguments an intrinsic takes.
size_t intrinsic_arity(const FutValue *value);
Static *lower_intrinsic(FutLower *lower, const FutCall *call);

// ---- to_core_trace.c ----

// Traces what an expression with the attribute `trace` gives, and gives it.
Static *lower_trace_attribute(FutLower *lower, const FutExp *exp, Static *value);

// ---- to_core_entry.c ----

void lower_entry(FutLower *lower, FutValue *entry);

// ---- to_core_external.c ----

// Fill in how the outside sees the parameters, with their layouts and names; and then the results,
// of which all are in one layout. `written` is the declared type of the result, or NULL.
void external_params(FutLower *lower, Entry *entry, const FutPatterns *patterns,
                     const FutLayout *const *layouts, const Name *names);
void external_results(FutLower *lower, Entry *entry, const FutTypeExp *written,
                      const FutLayout *layout);

#endif
