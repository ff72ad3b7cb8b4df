// Private to to_core: how a checked program becomes Core.
//
//   nesl_to_core.c        the whole program: its forms in order, then whatever they reach
//   to_core_layout.c      layouts of data: types, with the functions that a value may be
//   to_core_closure.c     functions as values: making and applying them
//   to_core_data.c        data: sequences as arrays and lengths; elements and selections
//   to_core_shape.c       data in canonical form, and data that leaves blocks
//   to_core_exp.c         expressions
//   to_core_par.c         loops over index spaces: apply-to-each, reductions, scans
//   to_core_fun.c         Core functions, one per instance of a definition; calls
//   to_core_loop.c        functions that call themselves last, as loops
//   to_core_intrinsic.c   what intrinsics do; to_core_scalar.c those on scalars
//   to_core_sequence.c    intrinsics on sequences; to_core_world.c those that act on the world
//   to_core_notation.c    values as texts, made and read by the world outside
//   to_core_entry.c       forms and entry points, and how they are shown
//
// A value is `Data`: a tree that follows its type. A scalar is an atom. A sequence is a dimension
// and the tree of its elements, whose atoms are arrays over the dimensions of all sequences around
// them. So `[(int, [float])]` has a dimension n, an array [n]i64, a dimension s that varies (its
// lengths are an array [n]i64), and an array [n][s]f64. A datatype is what is inside of it.
//
// A function that is a value is what it holds of the variables around it. Where it may be one of
// several, it is a tag and what each of them holds, zeros and empty sequences for those that it is
// not. So the tag tells which code to call, and nothing is left of a function that is known and
// holds nothing.
//
// A dimension inside of another need not vary: rows that are known to have one length keep it, and
// their array is rectangular. Data is *canonical* when all inner dimensions vary, with lengths of
// full rank. What crosses functions is canonical, because a signature knows nothing but types.
#ifndef FRONT_NESL_TO_CORE_INTERNAL_H
#define FRONT_NESL_TO_CORE_INTERNAL_H

#include "front/nesl/check.h"
#include "ir/emit.h"
#include "ir/type.h"

typedef struct Data Data;
typedef struct NeslLayout NeslLayout;
typedef struct NeslCode NeslCode;
typedef struct NeslFrame NeslFrame;
typedef struct NeslLower NeslLower;
typedef struct NeslInstance NeslInstance;
typedef Vec(Dim) DimVec;

// Calls that are evaluated in place may nest this deep.
enum { IN_PLACE_LIMIT = 200 };

// ---- Data ----

typedef enum NeslDataKind { DATA_SCALAR, DATA_PAIR, DATA_SEQUENCE, DATA_FUNCTION } NeslDataKind;

struct Data {
  NeslDataKind kind;
  Atom atom;                  // SCALAR: a scalar, or an array inside of sequences
  const Data *first, *second; // PAIR
  Dim dim;                    // SEQUENCE
  const Data *element;        // SEQUENCE
  const NeslLayout *layout;   // FUNCTION: which it may be
  const Data *content;        // FUNCTION: its parts, a tuple; NULL when there are none
};

// ---- Layouts ----

// A function that may be a value, for types of the type parameters around it.
struct NeslCode {
  size_t id; // from 1
  const NeslFunction *function;
  const NeslExp *lambda; // NULL when it is a function
  NeslTypeParam **params;
  const NeslType **types; // of the params
  size_t type_count;
  size_t capture_count; // how many variables it holds
  const NeslType *to;   // of the result
};

typedef struct Alternative {
  const NeslCode *code;
  const NeslLayout **captures;
} Alternative;

typedef struct NeslAlternatives {
  const Alternative *data; // in the order of their codes
  size_t count;
} NeslAlternatives;

// What data of a type consists of.
struct NeslLayout {
  NeslDataKind kind;
  Scalar scalar;                    // SCALAR
  const NeslLayout *first, *second; // PAIR
  const NeslLayout *element;        // SEQUENCE
  NeslAlternatives alternatives;    // FUNCTION
  const NeslLayout *content;        // FUNCTION: NULL when it has no parts
  bool has_function;                // it is one, or one is in it
  size_t size, depth;               // all layouts in it; functions inside of functions
};

// ---- Where we are ----

// What the names of a function stand for, and the types of its instance.
struct NeslFrame {
  Map *values; // NeslValue -> Data
  NeslTypeParam **params;
  const NeslType **types;
  size_t type_count;
};

struct NeslLower {
  Arena *arena;
  Interner *names;
  Diag *diag;
  const NeslChecked *checked;
  Emitter emit;
  size_t prelude_depth; // inside of the prelude spans stay those of the call
  Name prelude_name;    // there: the function that the program calls
  size_t depth;         // of calls in place
  bool has_failed;      // a function without end was reported; what is lowered is dropped
  Map *codes;           // by name -> Code
  size_t code_count;
  Map *instances; // by name -> Instance
  Vec(NeslInstance *) queue;
  Vec(NeslInstance *)
      settled;       // those whose results are functions, in the order of their beginnings
  size_t settling;   // how many of them are being lowered
  Map *fun_names;    // those that are taken
  Map *globals;      // NeslValue -> Data
  Map *prelude;      // name -> NeslFunction, of the prelude
  size_t rand_count; // how many calls of rand, or of what calls it, were lowered
  Atom seed;         // of this call of the function, when it calls rand
};

// ---- nesl_to_core.c ----

// The name where Core has such names, else another one.
const char *nesl_core_name(const char *name, const char *otherwise);

// Checks a condition; what is reported names the function of the prelude that was called.
void nesl_emit_check(NeslLower *lower, Atom condition, ErrorCode code, const char *message,
                     const Atom *values, size_t count);

// ---- to_core_layout.c ----

const NeslLayout *nesl_layout_scalar(NeslLower *lower, Scalar scalar);
const NeslLayout *nesl_layout_pair(NeslLower *lower, const NeslLayout *first,
                                   const NeslLayout *second);
const NeslLayout *nesl_layout_sequence(NeslLower *lower, const NeslLayout *element);
const NeslLayout *nesl_layout_function(NeslLower *lower, NeslAlternatives alternatives);
// The layout of a type, with functions that are none, and that of data.
const NeslLayout *nesl_layout_of_type(NeslLower *lower, const NeslType *type);
const NeslLayout *nesl_layout_of_data(NeslLower *lower, const Data *data);
// These are about layouts of one type: whether they are the same, a text that tells them apart, and
// the least layout that both can be converted to.
bool nesl_layout_equal(const NeslLayout *a, const NeslLayout *b);
void nesl_layout_key(const NeslLayout *layout, StrBuf *out);
const NeslLayout *nesl_layout_join(NeslLower *lower, const NeslLayout *a, const NeslLayout *b);
// The least layout that all values can be converted to; NULL when there is no function in them.
const NeslLayout *nesl_data_common(NeslLower *lower, const Data *const *values, size_t count);
// The value in a layout that may be more functions than its own.
const Data *nesl_data_convert(NeslLower *lower, const Data *data, const NeslLayout *layout);
bool nesl_data_has_function(const Data *data);
// A value that nobody looks at: zeros and empty sequences.
const Data *nesl_data_zeros(NeslLower *lower, const NeslLayout *layout);
Atom nesl_scalar_zero(Scalar scalar);
// Which code a function is, and what it holds when it is the alternative at a position.
Atom nesl_function_tag(const Data *function);
const Data **nesl_function_captures(NeslLower *lower, const Data *function, size_t position);

// ---- to_core_closure.c ----

// The code of a function, or of a lambda in a frame.
const NeslCode *nesl_code_of_function(NeslLower *lower, const NeslFunction *function,
                                      const NeslType **types);
const Data *nesl_lower_function(NeslLower *lower, NeslFrame *frame, const NeslExp *exp);
const Data *nesl_lower_lambda(NeslLower *lower, NeslFrame *frame, const NeslExp *exp);
const Data *nesl_lower_call_value(NeslLower *lower, NeslFrame *frame, const NeslExp *exp);
// `eql` and `name` of functions, and what is shown of a value that has some.
const Data *nesl_lower_function_eql(NeslLower *lower, const Data *pair);
const Data *nesl_lower_function_names(NeslLower *lower, const Data *sequence);
const Data *nesl_data_shown(NeslLower *lower, const Data *data);

// ---- to_core_data.c ----

const Data *nesl_data_function(NeslLower *lower, const NeslLayout *layout, const Data *content);
// NULL for no items, one item is itself.
const Data *nesl_data_tuple(NeslLower *lower, const Data *const *items, size_t count);
// The first, second, element or content of all nodes.
typedef enum DataPart { PART_FIRST, PART_SECOND, PART_ELEMENT, PART_CONTENT } DataPart;
const Data **nesl_data_parts(NeslLower *lower, const Data *const *nodes, size_t count,
                             DataPart part);
const Data *nesl_data_scalar(NeslLower *lower, Atom atom);
const Data *nesl_data_pair(NeslLower *lower, const Data *first, const Data *second);
const Data *nesl_data_sequence(NeslLower *lower, Dim dim, const Data *element);
// Component k of the `count` of a right-nested tuple.
const Data *nesl_data_item(const Data *tuple, size_t k, size_t count);
// The size of a sequence that is not inside of another.
Atom nesl_data_size(const Data *sequence);
// The type without links, aliases of type parameters and datatypes at its top.
const NeslType *nesl_frame_type(NeslLower *lower, const NeslFrame *frame, const NeslType *type);
const NeslType *nesl_type_plain(NeslLower *lower, const NeslType *type);
Scalar nesl_type_scalar_of(const NeslType *type);
// The element at an index, which is not checked.
const Data *nesl_data_index(NeslLower *lower, const Data *sequence, Atom index);
// The elements from a start on, this many, in steps of a stride; not checked.
const Data *nesl_data_slice(NeslLower *lower, const Data *sequence, Atom start, Atom count,
                            Atom stride);
// The same sequence with another name for its size, which is equal.
const Data *nesl_data_resize(NeslLower *lower, const Data *sequence, Atom size);
// Does any dimension of a sequence's elements depend on where they are?
// [[t]] as [t], and back with the given lengths (an array of `count` of them).
const Data *nesl_data_flatten(NeslLower *lower, const Data *sequence);
const Data *nesl_data_partition(NeslLower *lower, const Data *sequence, Atom count, Var *lengths);
// The lengths of the sequences in a sequence, as an array.
Var *nesl_data_lengths(NeslLower *lower, const Data *sequence);
// A sequence of these, which all have one type.
const Data *nesl_data_literal(NeslLower *lower, const Data *const *items, size_t count);
const Data *nesl_data_append(NeslLower *lower, const Data *left, const Data *right);
// The sequence without elements.
const Data *nesl_data_empty(NeslLower *lower, const NeslLayout *element);

// ---- to_core_shape.c ----

// The same value in canonical form.
const Data *nesl_data_canonical(NeslLower *lower, const Data *data);
// Canonical data of fresh variables, which are appended in order: sizes to one list, the others to
// another.
const Data *nesl_data_fresh(NeslLower *lower, const NeslLayout *layout, const char *name,
                            VarVec *sizes, VarVec *others);
// The atoms of canonical data in the same order.
void nesl_data_atoms(NeslLower *lower, const Data *data, Atoms *sizes, Atoms *others);
// Data of this layout from variables in the same order.
const Data *nesl_data_of_vars(NeslLower *lower, const NeslLayout *layout, Var *const *sizes,
                              Var *const *others);
// A value with the sizes of the space of a par in front: what a `map` of it gives. The block is
// that of the par's body and still open.
typedef struct NeslLifting {
  Atoms outputs;     // what to map, in order
  size_t size_count; // how many of them are sizes
  const Data *inner; // the value inside
} NeslLifting;
NeslLifting nesl_data_lift(NeslLower *lower, const EmitBlock *block, const Data *inner);
// The value outside, of the variables that the maps gave.
const Data *nesl_lifting_data(NeslLower *lower, const NeslLifting *lifting, Dim space,
                              Var *const *vars);
// The value that two blocks give, which are closed by this.
const Data *nesl_data_branch(NeslLower *lower, Atom condition, EmitBlock *blocks[2],
                             const Data *values[2]);
// The same for a switch over an integer: one block for each case, and a last one for all others.
const Data *nesl_data_switch(NeslLower *lower, Atom subject, Constant *cases, EmitBlock **blocks,
                             const Data **values, size_t count);

// ---- to_core_exp.c ----

const Data *nesl_lower_exp(NeslLower *lower, NeslFrame *frame, const NeslExp *exp);
const Data *nesl_lower_string(NeslLower *lower, const char *bytes, size_t length);
void nesl_bind_pattern(NeslLower *lower, NeslFrame *frame, const NeslPattern *pattern,
                       const Data *value);
NeslFrame *nesl_frame_new(NeslLower *lower, NeslTypeParam **params, const NeslType **types,
                          size_t count);
const Data *nesl_frame_find(NeslLower *lower, const NeslFrame *frame, const NeslValue *value);

// The types of the type parameters of the function that is called or is the value, or of the
// variable.
const NeslType **nesl_call_types(NeslLower *lower, const NeslFrame *frame, const NeslExp *exp);

// The bindings of a let.
void nesl_bind_let(NeslLower *lower, NeslFrame *frame, const NeslExp *exp);

// ---- to_core_loop.c ----

// Does the function call itself, and always as the last thing that it does?
bool nesl_is_loop(NeslLower *lower, const NeslInstance *instance);
// The result of such a function.
const Data *nesl_lower_loop(NeslLower *lower, const NeslInstance *instance, const Data *parameter);

// ---- to_core_par.c ----

// A par under construction.
// Ends a par that maps a value: the sequence of its values.
const Data *nesl_space_map(NeslLower *lower, EmitSpace *space, Atom size, const Data *value);
// Ends a par that keeps the values where the condition holds.
const Data *nesl_space_keep(NeslLower *lower, EmitSpace *space, Atom condition, const Data *value);

// What is computed at a point; `index` is where.
typedef const Data *NeslPointBody(NeslLower *lower, Atom index, void *context);
const Data *nesl_lower_map(NeslLower *lower, Atom size, NeslPointBody *body, void *context);

const Data *nesl_lower_each(NeslLower *lower, NeslFrame *frame, const NeslExp *exp);

// An associative operation on scalars.
typedef struct NeslMonoid {
  Op op;
  Atom neutral;
  bool is_commutative;
} NeslMonoid;
Atom nesl_lower_reduce(NeslLower *lower, NeslMonoid monoid, Atom size, Var *array);
Var *nesl_lower_scan(NeslLower *lower, NeslMonoid monoid, Atom size, Var *array, bool is_exclusive);
// The sum of an array of lengths.
Atom nesl_lower_total(NeslLower *lower, Atom size, Var *lengths);

// ---- to_core_fun.c ----

// Applies a function: a call, or in place.
const Data *nesl_lower_apply(NeslLower *lower, const NeslFunction *function, const NeslType **types,
                             const Data *argument, Span span);
// Applies the function of the prelude with this name, at these types.
const Data *nesl_lower_prelude(NeslLower *lower, const char *name, const NeslType **types,
                               size_t count, const Data *argument);
// Applies the code of a function, or of a lambda that holds a tuple (NULL for nothing).
const Data *nesl_apply_code(NeslLower *lower, const NeslCode *code, const Data *captures,
                            const Data *argument);
// Lowers the functions in the queue.
void nesl_lower_queue(NeslLower *lower);
Name nesl_fun_name_new(NeslLower *lower, Name name);
const NeslCode *nesl_instance_code(const NeslInstance *instance);
// The layouts of its parameter and of its result.
const NeslLayout *nesl_instance_from(const NeslInstance *instance);
const NeslLayout *nesl_instance_to(const NeslInstance *instance);

// Starts a body of its own: no checks and no statements from outside.
typedef struct NeslSaved {
  EmitBlock *block;
  Span span;
  VarVec certs;
  size_t prelude_depth, depth;
  Atom seed;
} NeslSaved;
NeslSaved nesl_body_open(NeslLower *lower);
void nesl_body_close(NeslLower *lower, NeslSaved saved);

// ---- to_core_intrinsic.c and others ----

// A call of an intrinsic.
typedef struct Intrinsic {
  NeslIntrinsic id;
  const NeslType **types; // of its type parameters
  const Data *argument;
} Intrinsic;

const Data *nesl_lower_intrinsic(NeslLower *lower, const Intrinsic *call);

// ---- to_core_scalar.c ----

// The op for int, float, or char and bool.
Atom nesl_lower_compare(NeslLower *lower, Op signed_op, Op float_op, Op unsigned_op,
                        const NeslType *type, Atom a, Atom b);
Atom nesl_lower_division(NeslLower *lower, Op op, Atom a, Atom b);
Atom nesl_lower_divide(NeslLower *lower, const NeslType *type, Atom a, Atom b);
Atom nesl_lower_power(NeslLower *lower, const NeslType *type, Atom a, Atom b);
Atom nesl_lower_extreme(NeslLower *lower, const NeslType *type, Atom a, Atom b, bool is_greatest);
Atom nesl_lower_negated(NeslLower *lower, Op op, Atom a, Atom b);
Atom nesl_lower_abs(NeslLower *lower, const NeslType *type, Atom a);
Atom nesl_lower_code_char(NeslLower *lower, Atom code);
// The operand, which must not be negative.
Atom nesl_lower_radicand(NeslLower *lower, Atom a);
// Keys in the order of the values: that for sorting has -0.0 before 0.0, the other one has them
// equal.
Atom nesl_lower_sort_key(NeslLower *lower, const NeslType *type, Atom a);
Atom nesl_lower_order_key(NeslLower *lower, const NeslType *type, Atom a);
Atom nesl_lower_rounded(NeslLower *lower, Op op, Atom a);
Atom nesl_lower_order_value(NeslLower *lower, const NeslType *type, Atom key);
Atom nesl_lower_sign(NeslLower *lower, const NeslType *type, Atom a);
// Bits that depend on the place, on the indices around it and on the seed of this call.
Atom nesl_lower_random_bits(NeslLower *lower);
Atom nesl_lower_rand(NeslLower *lower, const NeslType *type, Atom a);

// ---- to_core_sequence.c ----

void nesl_check_index(NeslLower *lower, Atom index, Atom size);
NeslMonoid nesl_number_monoid(Op op, int64_t neutral, const NeslType *type);
NeslMonoid nesl_extreme_monoid(const NeslType *type, bool is_greatest);
NeslMonoid nesl_logical_monoid(Op op, bool neutral, const NeslType *type);
// `otherwise` is what is said of an empty sequence, when that is wrong.
const Data *nesl_lower_reduction(NeslLower *lower, NeslMonoid monoid, const Data *sequence,
                                 const char *otherwise);
const Data *nesl_lower_scanned(NeslLower *lower, NeslMonoid monoid, const Data *sequence);
const Data *nesl_lower_dist(NeslLower *lower, const Data *value, Atom count);
const Data *nesl_lower_subseq(NeslLower *lower, const Data *sequence, Atom start, Atom end);
const Data *nesl_lower_reverse(NeslLower *lower, const Data *sequence);
// The length of the first inner sequence; 0 when there is none.
Atom nesl_lower_width(NeslLower *lower, const Data *sequence);
// The row of a matrix, which must have this length.
const Data *nesl_lower_row(NeslLower *lower, const Data *row, Atom size);
const Data *nesl_lower_zip(NeslLower *lower, const Data *left, const Data *right);
const Data *nesl_lower_unzip(NeslLower *lower, const Data *sequence);
const Data *nesl_lower_partition(NeslLower *lower, const Data *sequence, const Data *counts);
const Data *nesl_lower_read(NeslLower *lower, const Data *sequence, const Data *indices);
const Data *nesl_lower_write(NeslLower *lower, const Data *sequence, const Data *pairs);
const Data *nesl_lower_radix(NeslLower *lower, const Data *classes, const Data *values);

// ---- to_core_world.c ----

const Data *nesl_lower_effect(NeslLower *lower, NeslIntrinsic id, const Data *argument);
// What an effect does with these operands, after its token; its text, where it leaves one, is
// behind its status.
const Data *nesl_lower_act(NeslLower *lower, EffectKind kind, const Data *argument);
// What is shown next begins a line.
void nesl_end_line(NeslLower *lower);
// The value of the expression, and the seconds that evaluating it takes.
const Data *nesl_lower_time(NeslLower *lower, NeslFrame *frame, const NeslExp *exp);
// The same of a value that is there already: what `time` does as a value, which is called like any
// other function.
const Data *nesl_lower_time_of_value(NeslLower *lower, const Data *value);
// The seconds on the clock when a value is there.
const Data *nesl_lower_clock(NeslLower *lower, const Data *value);

// ---- to_core_notation.c ----

// The text of a value, and the value that a text is, whether it is one, and else why not. The world
// outside knows how: the program hands over, and gets, the bytes of leaves.
const Data *nesl_lower_notate(NeslLower *lower, const NeslType *type, const Data *value);
const Data *nesl_lower_parse(NeslLower *lower, const NeslType *type, const Data *text);

// ---- to_core_entry.c ----

// A closed type with datatypes as the outside sees it: `[point(float, int)]`.
const char *nesl_structure_text(NeslLower *lower, const NeslType *type);

// The forms of the program, as globals and entry points.
void nesl_lower_forms(NeslLower *lower);
// What a top-level name stands for: a name of the prelude is evaluated when it is first met.
const Data *nesl_global_find(NeslLower *lower, const NeslValue *value);

#endif
