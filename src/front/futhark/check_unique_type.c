// The `*` of types: where they are written, and which types may stand for which.
#include "front/futhark/check_unique_internal.h"

const FutType *fut_type_not_unique(Arena *arena, const FutType *type) {
  type = fut_type_resolve(type);
  if (!fut_type_has_unique(type)) return type;
  FutType *copy = arena_make(arena, FutType);
  *copy = *type;
  copy->is_unique = false;
  if (type->tag == FUT_T_RECORD) {
    copy->record.fields = arena_array(arena, FutField, type->record.count);
    for (size_t i = 0; i < type->record.count; i++) {
      copy->record.fields[i].name = type->record.fields[i].name;
      copy->record.fields[i].type = fut_type_not_unique(arena, type->record.fields[i].type);
    }
  }
  return copy;
}

bool fut_type_has_unique(const FutType *type) {
  type = fut_type_resolve(type);
  if (type->is_unique) return true;
  if (type->tag == FUT_T_RECORD) {
    for (size_t i = 0; i < type->record.count; i++) {
      if (fut_type_has_unique(type->record.fields[i].type)) return true;
    }
  }
  if (type->tag == FUT_T_SUM) {
    for (size_t i = 0; i < type->sum.count; i++) {
      const FutClause *clause = &type->sum.clauses[i];
      for (size_t j = 0; j < clause->payload_count; j++) {
        if (fut_type_has_unique(clause->payload[j])) return true;
      }
    }
  }
  return false;
}

// Whether values of a type may have memory.
static bool has_storage(const FutType *type) {
  type = fut_type_resolve(type);
  if (type->tag == FUT_T_PRIM || type->tag == FUT_T_ARROW) return false;
  if (type->tag != FUT_T_RECORD && type->tag != FUT_T_SUM) return true;
  const FutType *part;
  for (size_t i = 0; (part = fut_type_part(type, i)); i++)
    if (has_storage(part)) return true;
  return false;
}

bool fut_type_has_unique_storage(const FutType *type) {
  type = fut_type_resolve(type);
  if (type->tag == FUT_T_ARROW) return false;
  if (type->tag != FUT_T_RECORD) return fut_type_has_unique(type) && has_storage(type);
  for (size_t i = 0; i < type->record.count; i++)
    if (fut_type_has_unique_storage(type->record.fields[i].type)) return true;
  return false;
}

// Whether some array in a result is not fresh. Values of other types may be scalars, and are let
// through.
static bool result_shares(const FutType *type) {
  type = fut_type_resolve(type);
  if (type->is_unique) return false;
  if (type->tag == FUT_T_ARRAY) return true;
  if (type->tag != FUT_T_RECORD) return false;
  for (size_t i = 0; i < type->record.count; i++)
    if (result_shares(type->record.fields[i].type)) return true;
  return false;
}

static FutMisfit result_misfit(const FutType *want, const FutType *have) {
  want = fut_type_resolve(want);
  have = fut_type_resolve(have);
  if (want->tag == FUT_T_ARROW) return fut_type_misfit(want, have);
  if (want->is_unique) return result_shares(have) ? FUT_MISFIT_SHARES : FUT_FITS;
  if (want->tag != FUT_T_RECORD || have->tag != FUT_T_RECORD || have->is_unique) return FUT_FITS;
  for (size_t i = 0; i < want->record.count; i++) {
    const FutField *field = fut_record_field(have, want->record.fields[i].name);
    FutMisfit misfit = field ? result_misfit(want->record.fields[i].type, field->type) : FUT_FITS;
    if (misfit != FUT_FITS) return misfit;
  }
  return FUT_FITS;
}

FutMisfit fut_type_misfit(const FutType *want, const FutType *have) {
  want = fut_type_resolve(want);
  have = fut_type_resolve(have);
  if (want->tag != FUT_T_ARROW || have->tag != FUT_T_ARROW) return FUT_FITS;
  bool is_allowed = fut_type_has_unique(want->arrow.from);
  if (fut_type_has_unique(have->arrow.from) && !is_allowed) return FUT_MISFIT_CONSUMES;
  // What the function is given must fit what it expects in turn.
  FutMisfit misfit = fut_type_misfit(have->arrow.from, want->arrow.from);
  return misfit != FUT_FITS ? misfit : result_misfit(want->arrow.to, have->arrow.to);
}

static bool syntax_has_unique(const FutTypeExp *syntax) {
  switch (syntax->kind) {
  case FUT_TYPE_UNIQUE: return true;
  case FUT_TYPE_TUPLE:
    for (size_t i = 0; i < syntax->tuple.count; i++) {
      if (syntax_has_unique(syntax->tuple.data[i])) return true;
    }
    return false;
  case FUT_TYPE_RECORD:
    for (size_t i = 0; i < syntax->record.count; i++) {
      if (syntax_has_unique(syntax->record.data[i].type)) return true;
    }
    return false;
  case FUT_TYPE_SUM:
    for (size_t i = 0; i < syntax->sum.count; i++) {
      const FutTypeExps *payload = &syntax->sum.data[i].payload;
      for (size_t j = 0; j < payload->count; j++) {
        if (syntax_has_unique(payload->data[j])) return true;
      }
    }
    return false;
  case FUT_TYPE_EXISTS: return syntax_has_unique(syntax->exists.body);
  case FUT_TYPE_ARRAY:
  case FUT_TYPE_ARROW:
  case FUT_TYPE_NAME:
  case FUT_TYPE_APPLY: return false;
  }
  return false;
}

static void walk_dim(FutUnique *unique, const FutDim *dim) {
  if (!dim->size) return;
  fut_unique_enter(unique, FUT_SCOPE_CONDITION, "the size");
  fut_unique_exp(unique, dim->size);
  fut_unique_leave(unique);
}

void fut_unique_sizes(FutUnique *unique, const FutTypeExp *type) {
  switch (type->kind) {
  case FUT_TYPE_NAME: return;
  case FUT_TYPE_UNIQUE: fut_unique_sizes(unique, type->unique); return;
  case FUT_TYPE_EXISTS: fut_unique_sizes(unique, type->exists.body); return;
  case FUT_TYPE_ARRAY:
    walk_dim(unique, &type->array.dim);
    fut_unique_sizes(unique, type->array.element);
    return;
  case FUT_TYPE_ARROW:
    fut_unique_sizes(unique, type->arrow.from);
    fut_unique_sizes(unique, type->arrow.to);
    return;
  case FUT_TYPE_TUPLE:
    for (size_t i = 0; i < type->tuple.count; i++)
      fut_unique_sizes(unique, type->tuple.data[i]);
    return;
  case FUT_TYPE_RECORD:
    for (size_t i = 0; i < type->record.count; i++)
      fut_unique_sizes(unique, type->record.data[i].type);
    return;
  case FUT_TYPE_SUM:
    for (size_t i = 0; i < type->sum.count; i++)
      for (size_t j = 0; j < type->sum.data[i].payload.count; j++)
        fut_unique_sizes(unique, type->sum.data[i].payload.data[j]);
    return;
  case FUT_TYPE_APPLY:
    for (size_t i = 0; i < type->apply.arguments.count; i++) {
      const FutTypeArg *argument = &type->apply.arguments.data[i];
      if (argument->is_dim)
        walk_dim(unique, &argument->dim);
      else
        fut_unique_sizes(unique, argument->type);
    }
    return;
  }
}

bool fut_pattern_has_unique(const FutPattern *pattern) {
  switch (pattern->kind) {
  case FUT_PATTERN_ASCRIBE:
    return syntax_has_unique(pattern->ascribe.type) ||
           fut_pattern_has_unique(pattern->ascribe.pattern);
  case FUT_PATTERN_ATTRIBUTE: return fut_pattern_has_unique(pattern->attributed.pattern);
  case FUT_PATTERN_TUPLE:
    for (size_t i = 0; i < pattern->tuple.count; i++) {
      if (fut_pattern_has_unique(pattern->tuple.data[i])) return true;
    }
    return false;
  case FUT_PATTERN_RECORD:
    for (size_t i = 0; i < pattern->record.count; i++) {
      if (fut_pattern_has_unique(pattern->record.data[i].pattern)) return true;
    }
    return false;
  case FUT_PATTERN_CONSTRUCTOR:
    for (size_t i = 0; i < pattern->constructor.payload.count; i++) {
      if (fut_pattern_has_unique(pattern->constructor.payload.data[i])) return true;
    }
    return false;
  case FUT_PATTERN_WILDCARD:
  case FUT_PATTERN_NAME:
  case FUT_PATTERN_NUMBER:
  case FUT_PATTERN_BOOL: return false;
  }
  return false;
}

// The syntax of a field; tuples have theirs in order, and so do the fields of their types.
static const FutTypeExp *syntax_field(const FutTypeExp *syntax, Name name, size_t index) {
  if (syntax->kind == FUT_TYPE_TUPLE) {
    return index < syntax->tuple.count ? syntax->tuple.data[index] : NULL;
  }
  if (syntax->kind != FUT_TYPE_RECORD) return NULL;
  for (size_t i = 0; i < syntax->record.count; i++) {
    if (syntax->record.data[i].name.name == name) return syntax->record.data[i].type;
  }
  return NULL;
}

const FutType *fut_type_with_syntax(Arena *arena, const FutType *type, const FutTypeExp *syntax) {
  type = fut_type_resolve(type);
  while (syntax->kind == FUT_TYPE_EXISTS)
    syntax = syntax->exists.body;
  if (type->tag == FUT_T_ARROW) return type;
  if (syntax_has_unique(syntax) && (syntax->kind == FUT_TYPE_UNIQUE || type->tag != FUT_T_RECORD)) {
    return fut_type_unique(arena, type, true);
  }
  if (type->tag != FUT_T_RECORD) return fut_type_unique(arena, type, false);
  FutType *copy = arena_make(arena, FutType);
  *copy = *type;
  copy->is_unique = false;
  copy->record.fields = arena_array(arena, FutField, type->record.count);
  for (size_t i = 0; i < type->record.count; i++) {
    const FutField *field = &type->record.fields[i];
    const FutTypeExp *part = syntax_field(syntax, field->name, i);
    copy->record.fields[i] = *field;
    if (part) copy->record.fields[i].type = fut_type_with_syntax(arena, field->type, part);
  }
  return copy;
}
