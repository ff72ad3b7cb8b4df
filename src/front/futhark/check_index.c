// Indexing, slices, updates and ranges, with the sizes that slices and ranges have.
#include "base/internal.h"
#include "front/futhark/check_exp.h"

static const FutSize *unknown_size(FutChecker *checker, Span span, FutValues *unknown) {
  FutValue *value = fut_new_value(checker, FUT_VALUE_UNKNOWN, NULL, span, NULL);
  vec_push(checker->arena, unknown, value);
  return fut_size_value(checker->arena, value);
}

// The difference of sizes, when the operator is known.
static bool difference(FutChecker *checker, const FutSize *left, const FutSize *right,
                       const FutSize **size) {
  const FutSize *subtrahend = fut_size_resolve(right);
  if (subtrahend->kind == FUT_SIZE_CONST && subtrahend->constant == 0) {
    *size = left;
    return true;
  }
  Name minus = intern_str(checker->names, "-");
  FutValue *value = checker->operators ? fut_env_value(checker->operators, minus) : NULL;
  if (!value) return false;
  const FutSize **args = arena_array(checker->arena, const FutSize *, 2);
  args[0] = left;
  args[1] = right;
  *size = fut_size_apply(checker->arena, value, args, 2);
  return true;
}

static bool is_literal(const FutExp *exp, uint64_t value) {
  return exp->kind == FUT_EXP_NUMBER && !exp->number->is_float && exp->number->integer == value;
}

// Whether a slice is all of the array, possibly backwards: `[::-1]`.
static bool is_whole(const FutIndex *index) {
  const FutExp *stride = index->stride;
  if (index->start || index->end) return false;
  if (stride && stride->kind == FUT_EXP_NEGATE) stride = stride->operand;
  return !stride || is_literal(stride, 1);
}

static const FutSize *slice_size(FutChecker *checker, const FutIndex *index, const FutSize *whole,
                                 FutValues *unknown) {
  if (is_whole(index)) return whole;
  const FutSize *start = fut_size_const(checker->arena, 0), *end = whole, *size;
  if (!index->stride && (!index->start || fut_exp_is_size(checker, index->start, &start)) &&
      (!index->end || fut_exp_is_size(checker, index->end, &end)) &&
      difference(checker, end, start, &size))
    return size;
  return unknown_size(checker, index->span, unknown);
}

static void check_slice_part(FutChecker *checker, FutExp *part) {
  if (part)
    fut_check_exp_is(checker, part, fut_type_prim(checker->arena, FUT_PRIM_I64),
                     "a bound or stride of a slice");
}

static void check_one_index(FutChecker *checker, const FutIndex *index) {
  if (index->is_slice) {
    check_slice_part(checker, index->start);
    check_slice_part(checker, index->end);
    check_slice_part(checker, index->stride);
    return;
  }
  const FutType *type = fut_check_exp(checker, index->start, NULL);
  fut_expect(checker, index->start->span,
             fut_new_scalar_var(checker, FUT_SIGNED_PRIMS, index->start->span), type, "an index");
}

// The array type that is indexed; NULL after an error.
static const FutType *indexed_array(FutChecker *checker, const FutType *type, size_t number,
                                    const FutType *whole, Span span) {
  type = fut_type_resolve(type);
  if (type->tag == FUT_T_ARRAY) return type;
  if (type->tag == FUT_T_ERROR) return NULL;
  if (type->tag == FUT_T_VAR) {
    const FutType *array = fut_type_array(checker->arena, fut_new_size_var(checker, span),
                                          fut_new_type_var(checker, span, FUT_UNLIFTED));
    return fut_expect(checker, span, array, type, "what is indexed") ? array : NULL;
  }
  FutPrinter printer = {.arena = checker->arena};
  const char *text = fut_type_text(&printer, whole);
  if (number == 0)
    diag_error(checker->diag, ERROR_FUTHARK_NOT_AN_ARRAY, span,
               "only arrays can be indexed, and this has type `%s`", text);
  else
    diag_error(checker->diag, ERROR_FUTHARK_NOT_AN_ARRAY, span,
               "too many indices: `%s` has %zu dimension%s", text, number, number == 1 ? "" : "s");
  return NULL;
}

// Checks indices and yields what they select.
static const FutType *select_part(FutChecker *checker, const FutIndices *indices,
                                  const FutType *array, Span span, FutValues *unknown) {
  const FutSize **dims = arena_array(checker->arena, const FutSize *, indices->count);
  size_t dim_count = 0;
  const FutType *type = array;
  bool is_broken = false;
  for (size_t i = 0; i < indices->count; i++) {
    const FutIndex *index = &indices->data[i];
    check_one_index(checker, index);
    if (is_broken) continue;
    const FutType *indexed = indexed_array(checker, type, i, array, span);
    is_broken = !indexed;
    if (is_broken) continue;
    if (index->is_slice)
      dims[dim_count++] = slice_size(checker, index, indexed->array.size, unknown);
    type = indexed->array.element;
  }
  if (is_broken) return fut_type_error(checker->arena);
  for (size_t i = dim_count; i-- > 0;)
    type = fut_type_array(checker->arena, dims[i], type);
  return type;
}

const FutType *fut_check_index(FutChecker *checker, FutExp *exp) {
  FutValues unknown = {0};
  const FutType *array = fut_check_exp(checker, exp->index.array, NULL);
  const FutType *type =
      select_part(checker, &exp->index.indices, array, exp->index.array->span, &unknown);
  exp->unknown = unknown.data;
  exp->unknown_count = (uint32_t)unknown.count;
  return type;
}

// ---- Paths ----

// The type of what a path leads to.
static const FutType *path_part(FutChecker *checker, const FutPath *path, const FutType *type,
                                Span span, FutValues *unknown) {
  for (size_t i = 0; i < path->count; i++) {
    const FutStep *step = &path->data[i];
    if (step->field.name) {
      type = fut_project(checker, type, step->field.name, step->field.span);
      fut_record_projection(checker, type, step->field.name, step->field.span);
    } else {
      type = select_part(checker, &step->indices, type, i == 0 ? span : step->indices.data[0].span,
                         unknown);
    }
  }
  return type;
}

// The record type with another type at the end of a path of fields; NULL when part of it is not
// known yet.
static const FutType *replace_path(FutChecker *checker, const FutType *type, const FutPath *path,
                                   size_t depth, const FutType *by) {
  if (depth == path->count) return by;
  type = fut_type_resolve(type);
  if (type->tag != FUT_T_RECORD) return NULL;
  FutField *fields = arena_array(checker->arena, FutField, type->record.count);
  for (size_t i = 0; i < type->record.count; i++) {
    fields[i] = type->record.fields[i];
    if (fields[i].name == path->data[depth].field.name)
      fields[i].type = replace_path(checker, fields[i].type, path, depth + 1, by);
    if (fields[i].type == NULL) return NULL;
  }
  return fut_type_record(checker->arena, fields, type->record.count, type->record.is_tuple);
}

// The type of a record must be known where a field of it is replaced. Reports it if not.
static bool check_is_known(FutChecker *checker, const FutPath *path, const FutType *type,
                           Span span) {
  for (size_t i = 0; i < path->count && path->data[i].field.name; i++) {
    const FutIdent *field = &path->data[i].field;
    type = fut_type_resolve(type);
    if (type->tag == FUT_T_VAR) {
      diag_error(checker->diag, ERROR_FUTHARK_AMBIGUOUS, span,
                 "the type of the record is not known here, but an update of `%s` needs it",
                 field->name);
      diag_hint(checker->diag, "write down the type of the record where it is bound");
      return false;
    }
    const FutField *part = type->tag == FUT_T_RECORD ? fut_record_field(type, field->name) : NULL;
    if (!part) return true; // which is an error of its own
    type = part->type;
  }
  return true;
}

typedef struct PathFlags {
  bool has_index, has_slice;
} PathFlags;

static PathFlags path_flags(const FutPath *path) {
  PathFlags flags = {false, false};
  for (size_t i = 0; i < path->count; i++) {
    const FutIndices *indices = &path->data[i].indices;
    flags.has_index |= indices->count > 0;
    for (size_t k = 0; k < indices->count; k++)
      flags.has_slice |= indices->data[k].is_slice;
  }
  return flags;
}

const FutType *fut_check_new_part(FutChecker *checker, const FutPath *path, const FutType *type,
                                  Span span, FutExp *value) {
  type = fut_type_unique(checker->arena, type, false);
  FutValues unknown = {0};
  if (!check_is_known(checker, path, type, span)) {
    fut_check_exp(checker, value, NULL);
    return fut_type_error(checker->arena);
  }
  const FutType *part = path_part(checker, path, type, span, &unknown);
  const FutType *wanted = part, *result = type;
  PathFlags flags = path_flags(path);
  // A field as a whole may be replaced by one of other sizes; what is in an array may not. Sizes of
  // a replaced slice are compared at run time.
  if (!flags.has_index) {
    wanted = fut_refresh_sizes(checker, part, span);
    result = replace_path(checker, type, path, 0, wanted);
  }
  if (!result) {
    result = type;
    wanted = part;
  }
  const FutType *found = fut_check_exp(checker, value, wanted);
  if (flags.has_slice) wanted = fut_refresh_sizes(checker, wanted, span);
  fut_expect(checker, value->span, wanted, found,
             flags.has_index ? "the new value" : "the new value of the field");
  return result;
}

const FutType *fut_check_update(FutChecker *checker, FutExp *exp) {
  const FutType *type = fut_check_exp(checker, exp->update.source, NULL);
  return fut_check_new_part(checker, &exp->update.path, type, exp->update.source->span,
                            exp->update.value);
}

const FutType *fut_check_section_path(FutChecker *checker, FutExp *exp, const FutType *expected) {
  const FutType *hint = expected ? fut_type_resolve(expected) : NULL;
  const FutType *from = hint && hint->tag == FUT_T_ARROW
                            ? hint->arrow.from
                            : fut_new_type_var(checker, exp->span, FUT_LIFTED);
  FutValues unknown = {0};
  const FutType *part = path_part(checker, &exp->section_path, from, exp->span, &unknown);
  FutType *arrow = arena_make(checker->arena, FutType);
  *arrow = *fut_type_arrow(checker->arena, NULL, from, part);
  arrow->arrow.unknown = unknown.data;
  arrow->arrow.unknown_count = unknown.count;
  return arrow;
}

// ---- Ranges ----

// Whether a part of a range can be part of its size: a literal, or an i64 that can be written down.
static bool is_range_size(FutChecker *checker, const FutExp *exp, const FutSize **size) {
  if (exp->kind != FUT_EXP_NUMBER && !fut_type_is_prim(exp->type, FUT_PRIM_I64)) return false;
  return fut_exp_is_size(checker, exp, size);
}

const FutSize *fut_range_size(FutChecker *checker, FutExp *exp) {
  const FutExp *first = exp->range.first, *second = exp->range.second;
  const FutSize *size, *start;
  bool is_plain = !second || (is_literal(first, 0) && is_literal(second, 1)) ||
                  (is_literal(first, 1) && is_literal(second, 2));
  if (is_plain && is_range_size(checker, exp->range.last, &size)) {
    if (exp->range.end == FUT_RANGE_TO && is_literal(first, 1)) return size;
    if (exp->range.end == FUT_RANGE_UPTO && is_range_size(checker, first, &start) &&
        difference(checker, size, start, &size))
      return size;
  }
  FutValues unknown = {0};
  size = unknown_size(checker, exp->span, &unknown);
  exp->unknown = unknown.data;
  exp->unknown_count = 1;
  return size;
}
