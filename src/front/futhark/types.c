// Types and sizes: looking at them, comparing them, making them.
#include "front/futhark/types.h"

#include <stdlib.h>
#include <string.h>

#include "base/internal.h"

// ---- Looking ----

const FutType *fut_type_resolve(const FutType *type) {
  while (type->tag == FUT_T_VAR && type->var->link)
    type = type->var->link;
  return type;
}

const FutSize *fut_size_resolve(const FutSize *size) {
  for (;;) {
    const FutSize *next = NULL;
    if (size->kind == FUT_SIZE_VAR) next = size->var->link;
    if (size->kind == FUT_SIZE_VALUE) next = size->value->equals;
    if (!next) return size;
    size = next;
  }
}

size_t fut_type_rank(const FutType *type) {
  size_t rank = 0;
  for (type = fut_type_resolve(type); type->tag == FUT_T_ARRAY; rank++)
    type = fut_type_resolve(type->array.element);
  return rank;
}

const FutType *fut_type_peel(const FutType *type, size_t rank) {
  for (type = fut_type_resolve(type); rank > 0; rank--) {
    if (type->tag != FUT_T_ARRAY) INTERNAL_ERROR("a type has too few dimensions");
    type = fut_type_resolve(type->array.element);
  }
  return type;
}

bool fut_type_is_prim(const FutType *type, FutPrim prim) {
  type = fut_type_resolve(type);
  return type->tag == FUT_T_PRIM && type->prim == prim;
}

const FutType *fut_type_part(const FutType *type, size_t index) {
  switch (type->tag) {
  case FUT_T_ARRAY: return index == 0 ? type->array.element : NULL;
  case FUT_T_ARROW: return index == 0 ? type->arrow.from : index == 1 ? type->arrow.to : NULL;
  case FUT_T_RECORD: return index < type->record.count ? type->record.fields[index].type : NULL;
  case FUT_T_SUM:
    for (size_t i = 0; i < type->sum.count; i++) {
      const FutClause *clause = &type->sum.clauses[i];
      if (index < clause->payload_count) return clause->payload[index];
      index -= clause->payload_count;
    }
    return NULL;
  case FUT_T_ABSTRACT:
    return index < type->abstract.type_count ? type->abstract.types[index] : NULL;
  case FUT_T_PRIM:
  case FUT_T_VAR:
  case FUT_T_PARAM:
  case FUT_T_ERROR: return NULL;
  }
  INTERNAL_ERROR("a type has an unknown tag");
}

const FutSize *fut_type_size(const FutType *type, size_t index) {
  if (type->tag == FUT_T_ARRAY) return index == 0 ? type->array.size : NULL;
  if (type->tag != FUT_T_ABSTRACT || index >= type->abstract.size_count) return NULL;
  return type->abstract.sizes[index];
}

bool fut_type_has_function(const FutType *type) {
  type = fut_type_resolve(type);
  switch (type->tag) {
  case FUT_T_ARROW: return true;
  case FUT_T_ARRAY: return fut_type_has_function(type->array.element);
  case FUT_T_RECORD:
    for (size_t i = 0; i < type->record.count; i++)
      if (fut_type_has_function(type->record.fields[i].type)) return true;
    return false;
  case FUT_T_SUM:
    for (size_t i = 0; i < type->sum.count; i++)
      for (size_t j = 0; j < type->sum.clauses[i].payload_count; j++)
        if (fut_type_has_function(type->sum.clauses[i].payload[j])) return true;
    return false;
  case FUT_T_PARAM: return type->param->liftedness == FUT_LIFTED;
  case FUT_T_ABSTRACT: return type->abstract.name->liftedness == FUT_LIFTED;
  case FUT_T_PRIM:
  case FUT_T_VAR:
  case FUT_T_ERROR: return false;
  }
  INTERNAL_ERROR("a type has an unknown tag");
}

bool fut_type_has_equality(const FutType *type) {
  type = fut_type_resolve(type);
  switch (type->tag) {
  case FUT_T_ARRAY: return fut_type_has_equality(type->array.element);
  case FUT_T_RECORD:
    for (size_t i = 0; i < type->record.count; i++)
      if (!fut_type_has_equality(type->record.fields[i].type)) return false;
    return true;
  case FUT_T_SUM:
    for (size_t i = 0; i < type->sum.count; i++)
      for (size_t j = 0; j < type->sum.clauses[i].payload_count; j++)
        if (!fut_type_has_equality(type->sum.clauses[i].payload[j])) return false;
    return true;
  case FUT_T_PARAM: return type->param->constraint.kind != FUT_ANY_TYPE;
  case FUT_T_ARROW:
  case FUT_T_ABSTRACT: return false;
  case FUT_T_PRIM:
  case FUT_T_VAR:
  case FUT_T_ERROR: return true;
  }
  INTERNAL_ERROR("a type has an unknown tag");
}

FutLiftedness fut_type_liftedness(const FutType *type) {
  FutLiftedness lifted = FUT_UNLIFTED;
  type = fut_type_resolve(type);
  switch (type->tag) {
  case FUT_T_PRIM:
  case FUT_T_VAR:
  case FUT_T_ERROR:
  case FUT_T_ARRAY: break;
  case FUT_T_ARROW: return FUT_LIFTED;
  case FUT_T_RECORD:
    for (size_t i = 0; i < type->record.count; i++) {
      FutLiftedness inner = fut_type_liftedness(type->record.fields[i].type);
      if (inner > lifted) lifted = inner;
    }
    break;
  case FUT_T_SUM:
    for (size_t i = 0; i < type->sum.count; i++)
      for (size_t j = 0; j < type->sum.clauses[i].payload_count; j++) {
        FutLiftedness inner = fut_type_liftedness(type->sum.clauses[i].payload[j]);
        if (inner > lifted) lifted = inner;
      }
    break;
  case FUT_T_PARAM: return type->param->liftedness;
  case FUT_T_ABSTRACT:
    lifted = type->abstract.name->liftedness;
    for (size_t i = 0; i < type->abstract.type_count; i++) {
      FutLiftedness inner = fut_type_liftedness(type->abstract.types[i]);
      if (inner > lifted) lifted = inner;
    }
    break;
  }
  return lifted;
}

const FutField *fut_record_field(const FutType *type, Name name) {
  for (size_t i = 0; i < type->record.count; i++)
    if (type->record.fields[i].name == name) return &type->record.fields[i];
  return NULL;
}

const FutClause *fut_sum_clause(const FutType *type, Name name) {
  for (size_t i = 0; i < type->sum.count; i++)
    if (type->sum.clauses[i].name == name) return &type->sum.clauses[i];
  return NULL;
}

const FutValue *fut_value_definition(const FutValue *value) {
  while (value->original)
    value = value->original;
  return value;
}

static bool is_size_of(const FutSize *size, const FutValue *value) {
  size = fut_size_resolve(size);
  if (size->kind == FUT_SIZE_VALUE) return size->value == value;
  for (size_t i = 0; i < size->arg_count; i++)
    if (is_size_of(size->args[i], value)) return true;
  return false;
}

bool fut_type_mentions(const FutType *type, const FutValue *value) {
  type = fut_type_resolve(type);
  const FutSize *size;
  for (size_t i = 0; (size = fut_type_size(type, i)); i++)
    if (is_size_of(size, value)) return true;
  const FutType *part;
  for (size_t i = 0; (part = fut_type_part(type, i)); i++)
    if (fut_type_mentions(part, value)) return true;
  return false;
}

bool fut_type_shows(const FutType *type, const FutSize *size) {
  type = fut_type_resolve(type);
  if (type->tag == FUT_T_ERROR) return true;
  if (type->tag == FUT_T_ARROW) return false;
  const FutSize *own;
  for (size_t i = 0; (own = fut_type_size(type, i)); i++)
    if (fut_size_equal(own, size)) return true;
  const FutType *part;
  for (size_t i = 0; (part = fut_type_part(type, i)); i++)
    if (fut_type_shows(part, size)) return true;
  return false;
}

// ---- Comparing ----

// The value of an operator of the language on constants; false when it is not known.
static bool fold_constants(const FutValue *function, int64_t left, int64_t right, int64_t *result) {
  const FutValue *definition = fut_value_definition(function);
  const int64_t limit = INT64_C(1) << 31;
  if (definition->kind != FUT_VALUE_INTRINSIC) return false;
  if (left < -limit || left > limit || right < -limit || right > limit) return false;
  if (strcmp(definition->name, "+") == 0)
    *result = left + right;
  else if (strcmp(definition->name, "-") == 0)
    *result = left - right;
  else if (strcmp(definition->name, "*") == 0)
    *result = left * right;
  else
    return false;
  return true;
}

bool fut_size_constant(const FutSize *size, int64_t *constant) {
  size = fut_size_resolve(size);
  int64_t left, right;
  *constant = size->constant;
  if (size->kind != FUT_SIZE_APPLY) return size->kind == FUT_SIZE_CONST;
  return size->arg_count == 2 && fut_size_constant(size->args[0], &left) &&
         fut_size_constant(size->args[1], &right) &&
         fold_constants(size->value, left, right, constant);
}

// Whether two sizes of one kind take the same fields.
static bool is_same_projection(const FutSize *left, const FutSize *right) {
  if (left->projection_count != right->projection_count) return false;
  for (size_t i = 0; i < left->projection_count; i++)
    if (left->projections[i] != right->projections[i]) return false;
  return true;
}

bool fut_size_is_alike(const FutSize *left, const FutSize *right) {
  if (left->kind != right->kind || left->arg_count != right->arg_count ||
      !is_same_projection(left, right))
    return false;
  if (left->kind == FUT_SIZE_APPLY)
    return fut_value_definition(left->value) == fut_value_definition(right->value);
  return left->kind == FUT_SIZE_EXP && left->id == right->id &&
         strcmp(left->text, right->text) == 0;
}

bool fut_size_equal(const FutSize *left, const FutSize *right) {
  left = fut_size_resolve(left);
  right = fut_size_resolve(right);
  if (left == right) return true;
  int64_t left_constant, right_constant;
  if (left->kind != right->kind)
    return fut_size_constant(left, &left_constant) && fut_size_constant(right, &right_constant) &&
           left_constant == right_constant;
  switch (left->kind) {
  case FUT_SIZE_CONST: return left->constant == right->constant;
  case FUT_SIZE_VAR: return left->var == right->var;
  case FUT_SIZE_VALUE:
    return is_same_projection(left, right) &&
           fut_value_definition(left->value) == fut_value_definition(right->value);
  case FUT_SIZE_APPLY:
  case FUT_SIZE_EXP:
    if (fut_size_constant(left, &left_constant) && fut_size_constant(right, &right_constant))
      return left_constant == right_constant;
    if (!fut_size_is_alike(left, right)) return false;
    for (size_t i = 0; i < left->arg_count; i++)
      if (!fut_size_equal(left->args[i], right->args[i])) return false;
    return true;
  }
  INTERNAL_ERROR("a size has an unknown kind");
}

static bool is_record_equal(const FutType *left, const FutType *right) {
  if (left->record.count != right->record.count) return false;
  for (size_t i = 0; i < left->record.count; i++) {
    const FutField *a = &left->record.fields[i], *b = &right->record.fields[i];
    if (a->name != b->name || !fut_type_equal(a->type, b->type)) return false;
  }
  return true;
}

static bool is_sum_equal(const FutType *left, const FutType *right) {
  if (left->sum.count != right->sum.count) return false;
  for (size_t i = 0; i < left->sum.count; i++) {
    const FutClause *a = &left->sum.clauses[i], *b = &right->sum.clauses[i];
    if (a->name != b->name || a->payload_count != b->payload_count) return false;
    for (size_t j = 0; j < a->payload_count; j++)
      if (!fut_type_equal(a->payload[j], b->payload[j])) return false;
  }
  return true;
}

static bool is_abstract_equal(const FutType *left, const FutType *right) {
  if (left->abstract.name != right->abstract.name ||
      left->abstract.type_count != right->abstract.type_count ||
      left->abstract.size_count != right->abstract.size_count)
    return false;
  for (size_t i = 0; i < left->abstract.type_count; i++)
    if (!fut_type_equal(left->abstract.types[i], right->abstract.types[i])) return false;
  for (size_t i = 0; i < left->abstract.size_count; i++)
    if (!fut_size_equal(left->abstract.sizes[i], right->abstract.sizes[i])) return false;
  return true;
}

bool fut_type_equal(const FutType *left, const FutType *right) {
  left = fut_type_resolve(left);
  right = fut_type_resolve(right);
  if (left == right) return true;
  if (left->tag != right->tag) return false;
  switch (left->tag) {
  case FUT_T_PRIM: return left->prim == right->prim;
  case FUT_T_VAR: return left->var == right->var;
  case FUT_T_PARAM: return left->param == right->param;
  case FUT_T_ERROR: return true;
  case FUT_T_ARRAY:
    return fut_size_equal(left->array.size, right->array.size) &&
           fut_type_equal(left->array.element, right->array.element);
  case FUT_T_ARROW:
    return left->arrow.parameter == right->arrow.parameter &&
           fut_type_equal(left->arrow.from, right->arrow.from) &&
           fut_type_equal(left->arrow.to, right->arrow.to);
  case FUT_T_RECORD: return is_record_equal(left, right);
  case FUT_T_SUM: return is_sum_equal(left, right);
  case FUT_T_ABSTRACT: return is_abstract_equal(left, right);
  }
  INTERNAL_ERROR("a type has an unknown tag");
}

// ---- Making ----

static FutType *type_new(Arena *arena, FutTypeTag tag) {
  FutType *type = arena_make(arena, FutType);
  type->tag = tag;
  return type;
}

const FutType *fut_type_prim(Arena *arena, FutPrim prim) {
  FutType *type = type_new(arena, FUT_T_PRIM);
  type->prim = prim;
  return type;
}

const FutType *fut_type_array(Arena *arena, const FutSize *size, const FutType *element) {
  if (fut_type_resolve(element)->tag == FUT_T_ERROR) return element;
  FutType *type = type_new(arena, FUT_T_ARRAY);
  type->array.size = size;
  type->array.element = element;
  return type;
}

const FutType *fut_type_arrow(Arena *arena, FutValue *parameter, const FutType *from,
                              const FutType *to) {
  FutType *type = type_new(arena, FUT_T_ARROW);
  type->arrow.parameter = parameter;
  type->arrow.from = from;
  type->arrow.to = to;
  return type;
}

static int compare_names(Name left, Name right) {
  bool is_left_number = left[0] >= '0' && left[0] <= '9';
  bool is_right_number = right[0] >= '0' && right[0] <= '9';
  if (is_left_number && is_right_number && strlen(left) != strlen(right))
    return strlen(left) < strlen(right) ? -1 : 1;
  return strcmp(left, right);
}

static int compare_fields(const void *left, const void *right) {
  return compare_names(((const FutField *)left)->name, ((const FutField *)right)->name);
}

static int compare_clauses(const void *left, const void *right) {
  return compare_names(((const FutClause *)left)->name, ((const FutClause *)right)->name);
}

const FutType *fut_type_record(Arena *arena, FutField *fields, size_t count, bool is_tuple) {
  if (count > 1) qsort(fields, count, sizeof *fields, compare_fields);
  FutType *type = type_new(arena, FUT_T_RECORD);
  type->record.fields = fields;
  type->record.count = count;
  type->record.is_tuple = is_tuple;
  return type;
}

const FutType *fut_type_tuple(Arena *arena, Interner *names, const FutType **items, size_t count) {
  FutField *fields = arena_array(arena, FutField, count);
  for (size_t i = 0; i < count; i++) {
    fields[i].name = intern_str(names, arena_printf(arena, "%zu", i));
    fields[i].type = items[i];
  }
  return fut_type_record(arena, fields, count, true);
}

const FutType *fut_type_sum(Arena *arena, FutClause *clauses, size_t count) {
  if (count > 1) qsort(clauses, count, sizeof *clauses, compare_clauses);
  FutType *type = type_new(arena, FUT_T_SUM);
  type->sum.clauses = clauses;
  type->sum.count = count;
  return type;
}

const FutType *fut_type_param(Arena *arena, FutTypeName *name) {
  FutType *type = type_new(arena, FUT_T_PARAM);
  type->param = name;
  return type;
}

const FutType *fut_type_error(Arena *arena) { return type_new(arena, FUT_T_ERROR); }

const FutType *fut_type_unique(Arena *arena, const FutType *type, bool is_unique) {
  if (type->is_unique == is_unique) return type;
  FutType *copy = arena_make(arena, FutType);
  *copy = *type;
  copy->is_unique = is_unique;
  return copy;
}

const FutSize *fut_size_const(Arena *arena, int64_t constant) {
  FutSize *size = arena_make(arena, FutSize);
  size->kind = FUT_SIZE_CONST;
  size->constant = constant;
  return size;
}

const FutSize *fut_size_value(Arena *arena, FutValue *value) {
  FutSize *size = arena_make(arena, FutSize);
  size->kind = FUT_SIZE_VALUE;
  size->value = value;
  return size;
}

const FutSize *fut_size_apply(Arena *arena, FutValue *function, const FutSize **args,
                              size_t arg_count) {
  FutSize *size = arena_make(arena, FutSize);
  size->kind = FUT_SIZE_APPLY;
  size->value = function;
  size->args = args;
  size->arg_count = arg_count;
  return size;
}
