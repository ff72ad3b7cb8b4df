// Entry points: external values in and out.
//
// Sizes are derived from the shapes of the arguments. An irregular array is one dimension for all
// its dimensions up to the innermost varying one; its lengths are arguments of their own.
#include "interp/interp_internal.h"

#include <stdlib.h>
#include <string.h>

#include "ir/entry.h"
#include "ir/message.h"

// ---- External types ----

static ValueType param_type(const Fun *fun, size_t index) {
  const Entry *entry = fun->entry;
  const Type *type = fun->params[fun->size_count + index].var->type;
  if (entry == NULL) return entry_value_type(type, NULL);
  return entry_leaf_type(type, entry, entry->params, entry->param_count, index);
}

static ValueType result_type(const Fun *fun, size_t index) {
  const Entry *entry = fun->entry;
  const Type *type = fun->results[fun->result_size_count + index].var->type;
  if (entry == NULL) return entry_value_type(type, NULL);
  return entry_leaf_type(type, entry, entry->results, entry->result_count, index);
}

ValueType *entry_param_types(const Fun *entry, size_t *count) {
  *count = entry->param_count - entry->size_count;
  ValueType *types = calloc(*count + 1, sizeof(ValueType));
  if (types == NULL) fatal_out_of_memory(*count * sizeof(ValueType));
  for (size_t i = 0; i < *count; i++)
    types[i] = param_type(entry, i);
  return types;
}

ValueType *entry_result_types(const Fun *entry, size_t *count) {
  *count = entry->result_count - entry->result_size_count;
  ValueType *types = calloc(*count + 1, sizeof(ValueType));
  if (types == NULL) fatal_out_of_memory(*count * sizeof(ValueType));
  for (size_t i = 0; i < *count; i++)
    types[i] = result_type(entry, i);
  return types;
}

// ---- Arguments ----

// What is known about a parameter while the arguments are read.
typedef struct InterpKnown {
  bool is_known;
  bool has_place; // an array told the size:
  size_t index;   // the argument
  uint32_t dim;   // and its dimension
} InterpKnown;

typedef struct InterpReading {
  Interp *interp;
  const Fun *fun;
  const Value *args;
  InterpSlot *params; // as a frame: slot k is parameter k
  InterpKnown *known;
} InterpReading;

static bool fail_argument(InterpReading *reading, size_t index, const char *format, const char *a,
                          const char *b) {
  const Fun *fun = reading->fun;
  StrBuf text = {0};
  entry_print_argument(&text, fun, index, fun->params[fun->size_count + index].var);
  strbuf_printf(&text, " %s%s%s", a, format, b);
  interp_fail(reading->interp, FAILURE_ARGUMENT, "%s", strbuf_text(&text));
  strbuf_free(&text);
  return false;
}

static bool check_argument_type(InterpReading *reading, size_t index) {
  const Value *value = &reading->args[index];
  ValueType expected = param_type(reading->fun, index);
  if (value->prim == expected.prim && value->rank == expected.rank) return true;
  char got[512] = "is ", wanted[512];
  value_type_print(value_type(value), value->shape, got + 3, sizeof got - 3);
  value_type_print(expected, NULL, wanted, sizeof wanted);
  return fail_argument(reading, index, ", but the entry point takes ", got, wanted);
}

// The number of the parameter, or the number of parameters when it is not one.
static size_t param_number(const Fun *fun, const Var *var) {
  size_t number = 0;
  while (number < fun->param_count && fun->params[number].var != var)
    number++;
  return number;
}

static void print_place(StrBuf *text, const Fun *fun, size_t index, uint32_t dim) {
  strbuf_printf(text, "dimension %u of ", dim);
  entry_print_argument(text, fun, index, fun->params[fun->size_count + index].var);
}

// Notes the size of a dimension of an argument as the outside sees it, or compares it with what is
// known.
static bool note_size(InterpReading *reading, const Dim *dim, size_t index, uint32_t external) {
  const Fun *fun = reading->fun;
  int64_t size = reading->args[index].shape[external];
  StrBuf text = {0};
  if (size > VALUE_MAX_SIZE) {
    print_place(&text, fun, index, external);
    strbuf_printf(&text, " is %lld, which is more than 2^60", (long long)size);
  } else if (dim->var == NULL) {
    if (dim->size == size) return true;
    print_place(&text, fun, index, external);
    strbuf_printf(&text, " must be %lld, but is %lld", (long long)dim->size, (long long)size);
  } else {
    size_t number = param_number(fun, dim->var);
    if (number == fun->param_count) return true; // a global; the shape is checked later
    InterpKnown *known = &reading->known[number];
    int64_t old = reading->params[number].scalar.i64;
    if (!known->is_known) {
      reading->params[number].scalar.i64 = size;
      *known = (InterpKnown){.is_known = true, .has_place = true, .index = index, .dim = external};
      return true;
    }
    if (old == size) return true;
    strbuf_printf(&text, "size %s is %lld", dim->var->name, (long long)old);
    if (known->has_place) {
      strbuf_puts(&text, " in ");
      print_place(&text, fun, known->index, known->dim);
    }
    strbuf_printf(&text, " but %lld in ", (long long)size);
    print_place(&text, fun, index, external);
  }
  interp_fail(reading->interp, FAILURE_ARGUMENT, "%s", strbuf_text(&text));
  strbuf_free(&text);
  return false;
}

// Reads scalars, and derives sizes from the dimensions that can be seen.
static bool read_sizes(InterpReading *reading) {
  const Fun *fun = reading->fun;
  size_t count = fun->param_count - fun->size_count;
  for (size_t i = 0; i < count; i++) {
    size_t number = fun->size_count + i;
    if (!check_argument_type(reading, i)) return false;
    const Value *value = &reading->args[i];
    if (value->rank > 0) continue;
    memcpy(&reading->params[number].scalar, value->data, prim_size(value->prim));
    reading->known[number].is_known = true;
  }
  for (size_t i = 0; i < count; i++) {
    const Type *type = fun->params[fun->size_count + i].var->type;
    uint32_t merged = entry_merged_dims(type);
    if (merged == 1 && !note_size(reading, &type->dims[0], i, 0)) return false;
    for (uint32_t k = merged; merged > 0 && k < type->rank; k++)
      if (!note_size(reading, &type->dims[k], i, 1 + k - merged)) return false;
  }
  for (size_t i = 0; i < fun->size_count; i++) {
    if (reading->known[i].is_known || fun->params[i].var->type->kind == TYPE_MEM) continue;
    StrBuf text = {0};
    var_print(&text, fun->params[i].var);
    interp_fail(reading->interp, FAILURE_ARGUMENT, "no argument tells the size %s",
                strbuf_text(&text));
    strbuf_free(&text);
    return false;
  }
  return true;
}

// The type of a parameter with parameters as slots; global sizes as constants. NULL: out of memory.
static bool entry_type(const InterpReading *reading, const Type *type, TypeCode *code,
                       DimCode *dims) {
  *code = (TypeCode){.scalar = type->scalar, .rank = type->rank, .dims = dims};
  for (uint32_t i = 0; i < type->rank; i++) {
    const Dim *dim = &type->dims[i];
    dims[i] = (DimCode){.kind = DIM_CONSTANT, .size = dim->size};
    if (dim->var == NULL) continue;
    size_t number = param_number(reading->fun, dim->var);
    if (number == reading->fun->param_count) {
      InterpSlot *global = global_value(reading->interp, dim->var);
      if (global == NULL || dim_is_varying(*dim)) return false;
      dims[i].size = global->scalar.i64;
      continue;
    }
    dims[i].kind = dim_is_varying(*dim) ? DIM_VARYING : DIM_SLOT;
    dims[i].slot = (uint32_t)number;
    dims[i].rank = (uint32_t)dim_rank(*dim);
    dims[i].skip = dim->skip;
    if (dim_is_varying(*dim) && i - dim->skip > code->boxes) code->boxes = i - dim->skip;
  }
  return true;
}

// The smallest of the lengths, or 0.
static bool least_length(Interp *interp, Array *lengths, int64_t *least) {
  Array *flat = array_flatten(interp, lengths, SCALAR_I64);
  if (flat == NULL) return false;
  const int64_t *data = (const int64_t *)(const void *)flat->data;
  *least = 0;
  for (int64_t i = 0; i < array_shape(flat)[0]; i++)
    if (data[i] < *least) *least = data[i];
  array_release(interp, flat);
  return true;
}

// Are the lengths of an irregular array fine? Otherwise the failure says what is wrong with the
// argument, in the words of the compiled program.
static bool check_lengths(InterpReading *reading, size_t index, const TypeCode *code) {
  Interp *interp = reading->interp;
  const Var *var = reading->fun->params[reading->fun->size_count + index].var;
  uint32_t rank = entry_merged_dims(var->type);
  if (rank < 2) return true;
  ScalarValue values[2] = {{0}};
  if (!least_length(interp, reading->params[code->dims[rank - 1].slot].array, &values[0].i64))
    return false;
  bool is_negative = values[0].i64 < 0;
  if (!is_negative) {
    if (!shape_rows(interp, reading->params, code, rank, &values[0].i64)) return false;
    values[1].i64 = reading->args[index].shape[0];
    if (values[0].i64 == values[1].i64) return true;
  }
  StrBuf format = {0}, text = {0};
  entry_print_misfit(&format, reading->fun, index, var, is_negative);
  const char *at = strbuf_text(&format);
  for (size_t i = 0; message_text(&text, &at); i++)
    message_value(&text, &at, values[i], SCALAR_I64);
  interp_fail(interp, FAILURE_ARGUMENT, "%s", strbuf_text(&text));
  strbuf_free(&format);
  strbuf_free(&text);
  return false;
}

// The caller gave the sizes: says which argument does not fit them.
static void blame_argument(InterpReading *reading, size_t index) {
  Failure *failure = &reading->interp->failure;
  const Var *var = reading->fun->params[reading->fun->size_count + index].var;
  StrBuf text = {0};
  entry_print_argument(&text, reading->fun, index, var);
  strbuf_puts(&text, " does not fit its type ");
  type_print(&text, var->type);
  strbuf_printf(&text, ": %s", failure->message);
  free(failure->message);
  failure->message = strbuf_take(&text);
  failure->kind = FAILURE_ARGUMENT;
}

// Lengths are not trusted: none may be negative.
static bool read_array(InterpReading *reading, size_t index) {
  Interp *interp = reading->interp;
  const Fun *fun = reading->fun;
  size_t number = fun->size_count + index;
  const Value *value = &reading->args[index];
  const Type *type = fun->params[number].var->type;
  StackMark mark;
  DimCode *dims = stack_push(interp, type->rank * sizeof(DimCode), &mark);
  if (dims == NULL) return false;
  TypeCode code;
  int64_t count = value_count(value);
  Array *flat = NULL, *array = NULL;
  if (!entry_type(reading, type, &code, dims))
    fail_argument(reading, index, "has lengths that are not a parameter", "", "");
  else if (check_lengths(reading, index, &code))
    flat = array_flat(interp, type->scalar, 1, &count);
  if (flat != NULL) {
    memcpy(flat->data, value->data, (size_t)count * SCALAR_SIZE(type->scalar));
    array = shape_apply(interp, reading->params, flat, &code);
  }
  if (array == NULL && interp->failure.kind == FAILURE_SHAPE) blame_argument(reading, index);
  array_release(interp, flat);
  stack_pop(interp, mark);
  reading->params[number].array = array;
  return array != NULL;
}

bool entry_arguments(Interp *interp, const Fun *fun, const Value *args, size_t arg_count,
                     InterpSlot *params) {
  size_t count = fun->param_count - fun->size_count;
  if (arg_count != count)
    return interp_fail(interp, FAILURE_ARGUMENT, "%s takes %zu argument%s, not %zu", fun->name,
                       count, count == 1 ? "" : "s", arg_count);
  InterpKnown *known = calloc(fun->param_count + 1, sizeof(InterpKnown));
  if (known == NULL) return interp_fail(interp, FAILURE_MEMORY, "out of memory");
  InterpReading reading = {
      .interp = interp, .fun = fun, .args = args, .params = params, .known = known};
  memset(params, 0, fun->param_count * sizeof(InterpSlot));
  bool is_ok = read_sizes(&reading);
  size_t done = 0;
  for (; is_ok && done < count; done++) {
    if (!interp_is_object_type(fun->params[fun->size_count + done].var->type)) continue;
    is_ok = read_array(&reading, done);
  }
  for (size_t i = 0; !is_ok && i < done; i++)
    if (interp_is_object_type(fun->params[fun->size_count + i].var->type))
      object_release(interp, params[fun->size_count + i].object);
  free(known);
  return is_ok;
}

// ---- Results ----

// The results of an entry point on their way out.
typedef struct Writing {
  Interp *interp;
  const Fun *fun;
  const InterpSlot *params, *results;
} Writing;

// The size of a dimension that does not vary, as the result's type says it.
static int64_t dim_value(const Writing *writing, Dim dim) {
  const Fun *fun = writing->fun;
  if (dim.var == NULL) return dim.size;
  size_t number = param_number(fun, dim.var);
  if (number < fun->param_count) return writing->params[number].scalar.i64;
  for (size_t i = 0; i < fun->result_count; i++)
    if (fun->results[i].var == dim.var) return writing->results[i].scalar.i64;
  return global_value(writing->interp, dim.var)->scalar.i64;
}

// How many rows of rank `inner` an irregular array holds.
static int64_t row_count(Array *array, uint32_t inner) {
  int64_t count = array->head.kind == OBJECT_FLAT ? 1 : 0;
  if (array->head.kind == OBJECT_FLAT) {
    for (uint32_t k = 0; k + inner < array->rank; k++)
      count *= array_shape(array)[k];
    return count;
  }
  for (int64_t i = 0; i < array_shape(array)[0]; i++)
    count += row_count(*array_rows(array, i), inner);
  return count;
}

// The external shape: the first dimension is whatever the elements need, the others as in the rows.
static void external_shape(const Writing *writing, const Type *type, Array *array, int64_t *shape) {
  uint32_t merged = entry_merged_dims(type), inner = type->rank - merged;
  shape[0] = row_count(array, inner);
  for (uint32_t k = 0; k < inner; k++)
    shape[1 + k] = array->head.kind == OBJECT_FLAT ? array_shape(array)[merged + k]
                                                   : dim_value(writing, type->dims[merged + k]);
}

bool result_check_shape(Interp *interp, const int64_t *shape, size_t rank) {
  for (size_t d = 0; d < rank; d++)
    if (shape[d] > VALUE_MAX_SIZE)
      return interp_fail(interp, FAILURE_SHAPE,
                         "dimension %zu of a result is %lld, which is more than 2^60", d,
                         (long long)shape[d]);
  return true;
}

static bool write_result(const Writing *writing, const Type *type, ValueType external,
                         InterpSlot slot, Value *value) {
  Interp *interp = writing->interp;
  bool is_made;
  if (external.rank == 0) {
    is_made = value_make(value, external.prim, 0, NULL);
    if (is_made) memcpy(value->data, &slot.scalar, prim_size(external.prim));
    return is_made || interp_fail(interp, FAILURE_MEMORY, "out of memory");
  }
  if (external.rank > VALUE_MAX_RANK)
    return interp_fail(interp, FAILURE_SHAPE, "a result has more than %d dimensions",
                       VALUE_MAX_RANK);
  int64_t shape[VALUE_MAX_RANK];
  if (!array_check_all(interp, slot.array)) return false;
  Array *flat = array_flatten(interp, slot.array, type->scalar);
  if (flat == NULL) return false;
  external_shape(writing, type, slot.array, shape);
  if (!result_check_shape(interp, shape, (size_t)external.rank)) {
    array_release(interp, flat);
    return false;
  }
  int64_t count;
  if (!shape_count(shape, (size_t)external.rank, &count) || count != array_shape(flat)[0]) {
    array_release(interp, flat);
    return interp_fail(interp, FAILURE_SHAPE, "the rows of a result differ in shape");
  }
  is_made = value_make(value, external.prim, external.rank, shape);
  if (is_made && array_shape(flat)[0] > 0)
    memcpy(value->data, flat->data, (size_t)array_shape(flat)[0] * prim_size(external.prim));
  array_release(interp, flat);
  return is_made || interp_fail(interp, FAILURE_MEMORY, "out of memory");
}

bool entry_results(Interp *interp, const Fun *fun, const InterpSlot *params, InterpSlot *results,
                   Value *values) {
  Writing writing = {interp, fun, params, results};
  bool is_ok = true;
  for (size_t i = fun->result_size_count; is_ok && i < fun->result_count; i++) {
    size_t index = i - fun->result_size_count;
    const Type *type = fun->results[i].var->type;
    is_ok = write_result(&writing, type, result_type(fun, index), results[i], &values[index]);
  }
  for (size_t i = 0; i < fun->result_count; i++)
    slot_release(interp, results[i], interp_is_object_type(fun->results[i].var->type));
  return is_ok;
}
