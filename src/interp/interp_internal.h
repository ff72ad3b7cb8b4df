// The insides of the interpreter, shared by interp*.c, and by heap*.c, the interpreter by heap,
// which has its own machine but reads arguments, fails and recurses by the same means.
//
// A function is compiled once into instructions. Every variable and constant has a slot in the
// function's frame; bodies of loops, branches, pars and operators live in the same frame, so
// running a point of a par allocates nothing. Slots that hold objects (arrays, accumulators) come
// first in the frame: they are null or own one reference, so leaving a frame, also after a failure,
// is releasing them. A variable's object is released, or handed over, at its last use
// (interp_live.c); that is what makes updates happen in place: the holder of the only reference may
// write.
//
// An array is flat (elements with strides) or boxed (one dimension of references to rows). Which
// one follows from the type: as long as what is left of the type is irregular there is a level of
// boxes.
//
// Everything that can fail returns false (or NULL) after interp_fail, and leaves no reference
// behind.
#ifndef RAVEL_INTERP_INTERP_INTERNAL_H
#define RAVEL_INTERP_INTERP_INTERNAL_H

#include <string.h>

#include "interp/interp.h"
#include "ir/scalar_eval.h"
#include "ir/type.h"

// ---- Objects ----

typedef enum ObjectKind { OBJECT_FLAT, OBJECT_BOXED, OBJECT_ACC } ObjectKind;

typedef struct Object {
  uint32_t refs;
  ObjectKind kind;
} Object;

typedef struct Storage {
  size_t refs;
  size_t bytes;           // as charged to the memory limit
  size_t boxes;           // how many items are references to arrays; 0 for elements
  unsigned char *written; // by element, whether it is; NULL: all are (interp_written.c)
  ScalarValue data[];
} Storage;

// `data` points at the first element; `dims` holds the sizes and then the strides in bytes. A boxed
// array has one dimension whatever the rank of its type.
typedef struct Array {
  Object head;
  Scalar element;
  uint32_t rank;
  bool has_overlap; // two indices may mean one element: never written in place
  unsigned char *data;
  Storage *storage;
  int64_t dims[];
} Array;

typedef union InterpSlot {
  ScalarValue scalar;
  Object *object;
  Array *array;
  struct Acc *acc;
} InterpSlot;

// ---- Code ----

typedef enum InstrCode {
  I_NONE, // the scalar instances have the numbers of ScalarInstance
#define INSTANCE_1(ID, FROM, TO, ...) I_##ID##_##FROM##_##TO,
#define INSTANCE_2(ID, FROM, TO, ...) I_##ID##_##FROM##_##TO,
#define INSTANCE_3(ID, FROM, TO, ...) I_##ID##_##FROM##_##TO,
#include "ir/scalar_instances.def"
  I_END,           // of a body
  I_SET,           // d := a, a scalar
  I_TAKE,          // d := a, a moves
  I_SHARE,         // d := a, one more reference
  I_DROP,          // releases d
  I_CHECK_DIVISOR, // b, of scalar type d, is not zero; for the op c, whose first operand is a
  I_CHECK_POWER,   // b, of scalar type d, is not negative; the same
  I_INDEX_1,       // d := a[b], flat, by the size of an element
  I_INDEX_2,
  I_INDEX_4,
  I_INDEX_8,
  I_ELEMENT,  // SelectCode: an element of a flat array
  I_SELECT,   // SelectCode
  I_UPDATE_1, // d := a with [b] = c, flat, moved; by the size of an element
  I_UPDATE_2,
  I_UPDATE_4,
  I_UPDATE_8,
  I_UPDATE,     // SelectCode
  I_SHAPED,     // ShapedCode: reshape, coerce, concat, array
  I_PERMUTE,    // PermuteCode
  I_COPY,       // d := a fresh a
  I_SEGMENT,    // SegmentCode
  I_ASSERT,     // AssertCode
  I_EFFECT,     // EffectCode
  I_RECEIVE,    // EffectCode
  I_ACC_UPDATE, // AccUpdateCode
  I_THRESHOLD,  // d := a reaches the default
  I_JUMP,       // to d
  I_UNLESS,     // when a is false, to d
  I_SWITCH,     // SwitchCode
  I_FOR_BEGIN,  // a := 0, of scalar type b; unless a < c, to d
  I_FOR_NEXT,   // a := a + 1, of scalar type b; when a < c, to d
  I_CALL,       // CallCode
  I_PAR,        // ParCode
  I_WITH_ACC,   // WithAccCode
} InstrCode;

typedef struct Instr {
  InstrCode code;
  uint32_t d, a, b;
  union {
    uint32_t c;
    const void *extra;
  } as;
} Instr;

// A use of a slot. An object is shared (one more reference) unless this is its last use.
typedef struct Operand {
  uint32_t slot;
  bool is_object;
  bool is_last;
} Operand;

typedef enum DimKind { DIM_CONSTANT, DIM_SLOT, DIM_VARYING } DimKind;

typedef struct DimCode {
  DimKind kind;
  int64_t size;  // constant
  uint32_t slot; // of the size or the lengths
  uint32_t rank, skip;
} DimCode;

// A type as run time needs it. `boxes` leading dimensions are levels of boxes.
typedef struct TypeCode {
  Scalar scalar;
  uint32_t rank, boxes;
  DimCode *dims;
} TypeCode;

typedef struct LambdaCode {
  uint32_t *params;
  Operand *results;
  size_t result_count;
  uint32_t entry;
} LambdaCode;

// A length that a selection binds: what `lengths` has at the selected dimensions from `first` on.
typedef struct LengthCode {
  uint32_t dest, lengths;
  uint32_t first, rank;
  uint32_t boxes; // of the result
} LengthCode;

// index, slice, update
typedef struct SelectCode {
  Selector selector; // an index: no ranges
  Operand array, value;
  uint32_t *atoms;
  size_t atom_count;
  LengthCode *lengths;
  size_t length_count;
  uint32_t dest;
  TypeCode type;  // of the result
  bool is_scalar; // the result, or the value written
} SelectCode;

typedef struct ShapedCode {
  Op op;
  uint32_t dim;
  Operand *args;
  size_t arg_count;
  TypeCode type;
  uint32_t dest;
} ShapedCode;

typedef struct PermuteCode {
  const uint32_t *permutation;
  uint32_t source, dest;
  TypeCode type;
} PermuteCode;

typedef struct SegmentCode {
  Op op;
  uint32_t source, dest;
  TypeCode type;
} SegmentCode;

typedef struct AssertCode {
  uint32_t condition;
  Name text;
  uint32_t *values;
  Scalar *types;
  size_t value_count;
} AssertCode;

typedef struct EffectCode {
  const Exp *exp;
  uint32_t *args; // slots
  uint32_t *dests;
  TypeCode type; // receive: of the text
} EffectCode;

typedef struct AccUpdateCode {
  Operand acc;
  uint32_t dest;
  uint32_t *indices;
  size_t index_count;
  Operand *values;
  size_t value_count;
} AccUpdateCode;

typedef struct SwitchCode {
  uint32_t value;
  Scalar type;
  const Constant *cases;
  uint32_t *targets; // one more than cases
  size_t case_count;
} SwitchCode;

typedef struct CallCode {
  struct Code *callee;
  Operand *args;
  size_t arg_count;
  uint32_t *dests;
} CallCode;

typedef struct OutputCode {
  Mode mode;
  bool is_exclusive;
  bool is_epilogue;

  size_t count; // of values
  LambdaCode op;
  Operand *neutral, *dests;
  Operand selector;
  uint32_t class_count;
  size_t count_results; // how many results are counts
  uint32_t *indices;
  size_t index_count;
  Operand *values;
  uint32_t *results;     // slots
  size_t result_count;   // 0 for the scans in front of an epilogue
  TypeCode *types;       // of the results
  uint32_t *scan_params; // of a scan in front of an epilogue
} OutputCode;

typedef struct ParInputCode {
  uint32_t inside;
  Operand outside;
  bool is_scalar;
} ParInputCode;

typedef struct ParCode {
  size_t rank;
  DimCode *space;
  uint32_t *indices;
  ParInputCode *consumed, *accs;
  size_t consumed_count, acc_count;
  OutputCode *outputs;
  size_t output_count;
  bool has_epilogue, is_overwritten;
  uint32_t entry, epilogue;
} ParCode;

typedef struct AccCode {
  uint32_t param;
  Operand *dests;
  size_t dest_count;
  bool has_op, is_once;
  LambdaCode op;
} AccCode;

typedef struct WithAccCode {
  AccCode *accs;
  size_t acc_count;
  uint32_t entry;
  Operand *results; // of the body
  size_t result_count;
  uint32_t *dests; // of the statement
} WithAccCode;

typedef struct Import {
  uint32_t global, slot;
  bool is_object;
} Import;

// A compiled function or global. Frame: objects, scalars, constants.
typedef struct Code {
  Instr *instrs;
  Span *spans; // of the instructions
  uint32_t object_count, slot_count, constant_start;
  ScalarValue *constants;
  size_t constant_count;
  Import *imports;
  size_t import_count;
  uint32_t *params;
  size_t param_count;
  Operand *results;
  size_t result_count;
  Name name;
  Span span;
} Code;

// ---- Machine ----

typedef struct Acc {
  Object head;
  const Code *code; // where the operator's body is, and the frame it runs in
  InterpSlot *frame;
  const AccCode *decl;
  unsigned char *written; // once: by element, whether it is; otherwise NULL
  Array *dests[];
} Acc;

typedef struct StackChunk StackChunk;
struct StackChunk {
  StackChunk *previous, *next;
  size_t size, used;
  ScalarValue data[];
};

typedef struct StackMark {
  StackChunk *chunk;
  size_t used;
} StackMark;

struct Interp {
  Program *program;
  InterpOptions options;
  Arena *arena;
  Code *funs;    // as program->funs
  Code *globals; // as program->globals
  InterpSlot *global_values;
  bool *is_global_object;
  size_t global_count; // of values
  bool *has_global;    // by number: was computed
  StackChunk *stack;
  size_t depth;
  const char *stack_limit; // the machine stack must not grow below this
  size_t bytes;            // in storages
  bool has_failed, has_span;
  Failure failure;
  EffectWorld world;
  bool is_mute; // nothing is printed or traced
};

// ---- interp.c ----

// Records the first failure; always false. Whatever runs the statement adds the span.
bool interp_fail(Interp *interp, FailureKind kind, const char *format, ...) PRINTF_LIKE(3, 4);
// The same for an assert with a message that begins with its code.
bool interp_fail_assert(Interp *interp, ErrorCode code, const char *text);
// A statement has failed, or one inside it has. Always false.
bool interp_failed_at(Interp *interp, Span span, bool is_call);
// Takes memory for frames, last in first out. NULL after failing.
void *stack_push(Interp *interp, size_t size, StackMark *mark);
void stack_pop(Interp *interp, StackMark mark);
// Computes the globals that the entry point needs, and those that are not late, unless that has
// happened.
bool interp_globals(Interp *interp, const Fun *fun);
// Forgets the last failure and runs the action on a stack as large as can be had.
typedef bool InterpAction(void *data);
bool interp_on_stack(Interp *interp, InterpAction *action, void *data);

// ---- interp_effect.c ----

// Carries out an effect whose operands are known; `values` are those of a trace. The results are
// the next token and what else there is.
typedef struct Act {
  const Exp *exp;
  const int64_t *numbers; // from the token on
  const WorldText *texts;
  const ScalarValue *values;
} Act;

bool interp_act(Interp *interp, const Act *act, int64_t *results);
// The text that the last effect left, which must have this many characters; NULL after failing.
const char *interp_received(Interp *interp, int64_t count);
bool run_effect(Interp *interp, InterpSlot *frame, const EffectCode *code);
bool run_receive(Interp *interp, InterpSlot *frame, const EffectCode *code);

// ---- interp_compile.c, interp_live.c ----

// Compiles all globals and functions of the program.
void interp_compile(Interp *interp);

// What interp_live.c finds out about a function, by the address of the use, statement or body.
typedef struct SlotList {
  uint32_t *data;
  size_t count, capacity;
} SlotList;

typedef struct VarList {
  Var **data;
  size_t count, capacity;
} VarList;

typedef struct Liveness {
  uint32_t *slots;     // by Var.index; of scalars, counted from object_count on
  Map *last_uses;      // Atom or ParInput.outside -> non-null
  Map *drops_after;    // Stm -> SlotList
  Map *drops_at_start; // Body, Thunk -> SlotList
  uint32_t object_count, scalar_count;
  VarList imports; // globals used
} Liveness;

typedef struct LiveState LiveState;
// Tables for all functions of the program, in the arena.
LiveState *live_state_new(const Program *program, Arena *arena);
// Numbers the slots of a function (or global) and finds last uses. Good until the next one.
const Liveness *liveness_run(LiveState *state, Var *const *params, size_t param_count, Body *body);
uint32_t liveness_slot(const Liveness *liveness, const Var *var);
// Whether a value of this type is an object.
bool interp_is_object_type(const Type *type);

// ---- interp_array.c ----

#define SCALAR_SIZE(scalar) (scalar_info(scalar)->width / 8)

static inline int64_t *array_shape(Array *array) { return array->dims; }
static inline int64_t *array_strides(Array *array) { return array->dims + array->rank; }

void object_release_last(Interp *interp, Object *object);
static inline void object_release(Interp *interp, Object *object) {
  if (object != NULL && --object->refs == 0) object_release_last(interp, object);
}
static inline Array *array_retain(Array *array) {
  array->head.refs++;
  return array;
}
static inline void array_release(Interp *interp, Array *array) {
  if (array != NULL) object_release(interp, &array->head);
}

// Uses an operand: the caller then owns a reference.
static inline InterpSlot operand_use(InterpSlot *frame, Operand operand) {
  InterpSlot value = frame[operand.slot];
  if (operand.is_object) {
    if (operand.is_last)
      frame[operand.slot].object = NULL;
    else
      value.object->refs++;
  }
  return value;
}
static inline void slot_release(Interp *interp, InterpSlot value, bool is_object) {
  if (is_object) object_release(interp, value.object);
}

// Writes a scalar of that many bytes.
static inline void scalar_store(unsigned char *to, InterpSlot value, size_t size) {
  switch (size) {
  case 1: memcpy(to, &value, 1); break;
  case 2: memcpy(to, &value, 2); break;
  case 4: memcpy(to, &value, 4); break;
  default: memcpy(to, &value, 8); break;
  }
}

// The product of sizes; false when one is negative or it is too large.
bool shape_count(const int64_t *shape, size_t rank, int64_t *count);
// A flat array of its own, elements unset; a boxed one of null rows. NULL after failing.
Array *array_flat(Interp *interp, Scalar element, size_t rank, const int64_t *shape);
Array *array_boxed(Interp *interp, int64_t count);
// Storage for elements, or for boxes when `boxes` is not 0.
Storage *storage_new(Interp *interp, int64_t count, size_t size, bool is_boxed);
Storage *storage_resize(Interp *interp, Storage *storage, int64_t count, size_t size);
void storage_release(Interp *interp, Storage *storage);
// A header over storage that is shared with others; sizes and strides are to be set, or are those
// of consecutive elements from `offset` on.
Array *array_over(Interp *interp, Storage *storage, Scalar element, size_t rank);
Array *array_block(Interp *interp, Storage *storage, Scalar element, size_t rank,
                   const int64_t *shape, int64_t offset);
Array *array_view(Interp *interp, Array *array, size_t rank);
static inline Array **array_rows(Array *array, int64_t index) {
  return (Array **)(void *)(array->data + index * array_strides(array)[0]);
}

// Number of elements of a flat array.
int64_t array_count(Array *array);
bool array_is_contiguous(Array *array);
// Copies the elements of flat arrays of equal shape; the target is written, whatever else sees it.
bool array_copy_elements(Interp *interp, Array *to, Array *from);
// Writes all elements in order, boxes included.
void array_write_elements(Array *array, unsigned char **out);
// All elements, boxes included, as one consecutive one-dimensional array. Does not consume.
Array *array_flatten(Interp *interp, Array *array, Scalar element);
Array *array_copy(Interp *interp, Array *array);
// Consumes a reference; the result has no other owner and may be written.
Array *array_own(Interp *interp, Array *array);
// Equal sizes, in boxes too.
bool array_same_shape(Array *a, Array *b);
// Appends `[2][3]`; a row's size that is not the same everywhere is left out.
void array_print_shape(StrBuf *out, Array *array);
// The same array with this many levels of boxes, at least; a new reference.
Array *array_box(Interp *interp, Array *array, uint32_t boxes);
// The row, or of a one-dimensional flat array the element; a new reference.
bool array_row(Interp *interp, Array *array, int64_t index, InterpSlot *row);
// Is a row of this array a scalar?
static inline bool has_scalar_rows(Array *array) {
  return array->head.kind == OBJECT_FLAT && array->rank == 1;
}
// Makes one array of rows (references are taken): boxed, or flat by copying, when all must have one
// shape. `shape` gives the row's shape when there are no rows.
Array *array_from_rows(Interp *interp, Array **rows, int64_t count, bool is_boxed, Scalar element,
                       size_t row_rank, const int64_t *row_shape);

// ---- interp_written.c ----

// Nothing of the array is written yet.
bool array_blank(Interp *interp, Array *array);
// For arrays whose storage knows what is written: the element at this place is; fails unless it is.
void array_note_written(Array *array, const unsigned char *place);
bool array_check_written(Interp *interp, const Array *array, const unsigned char *place);
// Fails unless all elements are written, boxes included.
bool array_check_all(Interp *interp, Array *array);
// Arrays of equal shape, of which the elements are copied; a row of a list, whose elements are the
// storage's from `first` on.
bool array_copy_written(Interp *interp, Array *to, Array *from);
bool storage_add_written(Interp *interp, Storage *storage, size_t first, Array *row);

// ---- interp_select.c ----

// What happens to one dimension.
typedef struct Component {
  bool is_range;
  int64_t start, count, stride;
} Component;

// Are all the selected places of a dimension inside?
bool component_fits(const Component *component, int64_t size);
// Adds count - 1 steps to the reach of an LMAD in one direction; false when it overflows.
bool lmad_reach(int64_t *low, int64_t *high, int64_t count, int64_t stride);
// Appends `index 3`, `index [1, 2]` or `slice [0 : 2 : 1, 3]`.
void print_selection(StrBuf *out, const Component *components, size_t count);

typedef enum Outcome { OUTCOME_OK, OUTCOME_OUTSIDE, OUTCOME_FAILED } Outcome;

// The selection as a view where it can be; a scalar when all dimensions of a flat array are
// indexed.
Outcome array_select(Interp *interp, Array *array, const Component *components, size_t count,
                     uint32_t boxes, InterpSlot *result);
// Replaces the selection; the array in the holder is made its own first.
Outcome array_store(Interp *interp, Array **holder, const Component *components, size_t count,
                    InterpSlot value, bool is_scalar);
// One i64 of lengths of any rank; false when it is outside.
bool array_length_at(Array *lengths, const int64_t *path, size_t rank, int64_t *length);

bool run_select(Interp *interp, InterpSlot *frame, const SelectCode *code);
bool run_update(Interp *interp, InterpSlot *frame, const SelectCode *code);
bool fail_index(Interp *interp, Array *array, const int64_t *indices, size_t count);

// ---- interp_shape.c ----

// The size of a dimension at the point `path` of the dimensions in front of it.
bool dim_evaluate(Interp *interp, InterpSlot *frame, const DimCode *dim, const int64_t *path,
                  size_t position, int64_t *size);
// Fails unless the array has the sizes of the type.
bool shape_check(Interp *interp, InterpSlot *frame, Array *array, const TypeCode *type);
// An array of the type without elements, flat.
Array *shape_empty(Interp *interp, InterpSlot *frame, const TypeCode *type);
// Elements in order (consecutive, one-dimensional) as an array of the type.
Array *shape_apply(Interp *interp, InterpSlot *frame, Array *flat, const TypeCode *type);
// How many rows the first `rank` dimensions of the type make.
bool shape_rows(Interp *interp, InterpSlot *frame, const TypeCode *type, size_t rank,
                int64_t *count);
bool run_shaped(Interp *interp, InterpSlot *frame, const ShapedCode *code);
bool run_permute(Interp *interp, InterpSlot *frame, const PermuteCode *code);
bool run_segment(Interp *interp, InterpSlot *frame, const SegmentCode *code);

// ---- interp_list.c ----

// Values of the points of a par, in order, as they become an array.
typedef enum ListKind { LIST_SCALARS, LIST_ROWS, LIST_BOXES } ListKind;

typedef struct List {
  ListKind kind;
  Scalar element;
  size_t size; // of an item in bytes; of rows, known from the first on
  Storage *storage;
  int64_t count, capacity;
  size_t row_rank;
  int64_t *row_shape; // of rows
  int64_t row_count;  // elements of a row
  bool has_row;
} List;

// A list for `capacity` values that will be nested below `outer` dimensions of the type.
bool list_start(Interp *interp, List *list, const TypeCode *type, size_t outer, int64_t capacity);
// Appends a value, taking its reference.
bool list_push(Interp *interp, List *list, InterpSlot value);
void list_free(Interp *interp, List *list);
// Reorders the items from `start` to the end: item k goes to place[k].
bool list_permute(Interp *interp, List *list, int64_t start, const int64_t *places);
// The finished value: the items as the innermost of `outer` dimensions of the type.
bool list_finish(Interp *interp, InterpSlot *frame, List *list, const TypeCode *type, size_t outer,
                 InterpSlot *result);

// ---- interp_par.c, interp_exec.c ----

bool run_par(Interp *interp, const Code *code, InterpSlot *frame, const ParCode *par);
bool run_with_acc(Interp *interp, const Code *code, InterpSlot *frame, const WithAccCode *with_acc);
bool run_acc_update(Interp *interp, InterpSlot *frame, const AccUpdateCode *update);
// Runs a body from an instruction to its I_END.
bool exec(Interp *interp, const Code *code, uint32_t entry, InterpSlot *frame);
// Runs an operator on accumulated values and new ones, both owned; the results replace the first.
bool exec_lambda(Interp *interp, const Code *code, InterpSlot *frame, const LambdaCode *lambda,
                 InterpSlot *left, InterpSlot *right);
// Runs a function. Arguments are taken; results are stored in `results`.
bool exec_code(Interp *interp, const Code *code, const InterpSlot *args, InterpSlot *results);

// The value of a global, or NULL when the variable is not one.
InterpSlot *global_value(Interp *interp, const Var *var);

// ---- interp_entry.c ----

// External arguments as the function's parameters, sizes first; false after failing, then nothing
// is left to release.
bool entry_arguments(Interp *interp, const Fun *fun, const Value *args, size_t arg_count,
                     InterpSlot *params);
// Results as external values; takes the references either way. `params` is what the entry point was
// given, of which the sizes are asked.
bool entry_results(Interp *interp, const Fun *fun, const InterpSlot *params, InterpSlot *results,
                   Value *values);
// May the shape be that of a result? What comes out can go in again. Fails otherwise.
bool result_check_shape(Interp *interp, const int64_t *shape, size_t rank);

#endif
