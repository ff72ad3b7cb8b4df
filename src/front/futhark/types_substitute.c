// Replacing type parameters and sizes in types.
#include "base/internal.h"
#include "front/futhark/types.h"

const FutSize *fut_size_project(Arena *arena, const FutSize *record, const Name *fields,
                                size_t count) {
  record = fut_size_resolve(record);
  if (count == 0) return record;
  size_t before = record->projection_count;
  Name *all = arena_array(arena, Name, before + count);
  for (size_t i = 0; i < before + count; i++)
    all[i] = i < before ? record->projections[i] : fields[i - before];
  FutSize *size = arena_make(arena, FutSize);
  *size = *record;
  size->projections = all;
  size->projection_count = before + count;
  return size;
}

const FutSize *fut_size_substitute(Arena *arena, const FutSize *size, const FutSubst *subst) {
  const FutSize *resolved = fut_size_resolve(size);
  switch (resolved->kind) {
  case FUT_SIZE_CONST:
  case FUT_SIZE_VAR: return resolved;
  case FUT_SIZE_VALUE:
    for (size_t i = 0; i < subst->value_count; i++)
      if (subst->values[i] == resolved->value)
        return fut_size_project(arena, subst->size_by[i], resolved->projections,
                                resolved->projection_count);
    return resolved;
  case FUT_SIZE_APPLY:
  case FUT_SIZE_EXP: {
    const FutSize **args = NULL;
    for (size_t i = 0; i < resolved->arg_count; i++) {
      const FutSize *arg = fut_size_substitute(arena, resolved->args[i], subst);
      if (arg == resolved->args[i] && !args) continue;
      if (!args) {
        args = arena_array(arena, const FutSize *, resolved->arg_count);
        for (size_t j = 0; j < i; j++)
          args[j] = resolved->args[j];
      }
      args[i] = arg;
    }
    if (!args) return resolved;
    FutSize *copy = arena_make(arena, FutSize);
    *copy = *resolved;
    copy->args = args;
    return copy;
  }
  }
  INTERNAL_ERROR("a size has an unknown kind");
}

static FutType *type_copy(Arena *arena, const FutType *type) {
  FutType *copy = arena_make(arena, FutType);
  *copy = *type;
  return copy;
}

static const FutType *substitute_record(Arena *arena, const FutType *type, const FutSubst *subst) {
  FutField *fields = NULL;
  for (size_t i = 0; i < type->record.count; i++) {
    const FutField *old = &type->record.fields[i];
    const FutType *changed = fut_type_substitute(arena, old->type, subst);
    if (changed == old->type && !fields) continue;
    if (!fields) {
      fields = arena_array(arena, FutField, type->record.count);
      for (size_t j = 0; j < i; j++)
        fields[j] = type->record.fields[j];
    }
    fields[i] = (FutField){old->name, changed};
  }
  if (!fields) return type;
  FutType *copy = type_copy(arena, type);
  copy->record.fields = fields;
  return copy;
}

// Replaces in a list of types; the same list when nothing changed.
static const FutType **substitute_types(Arena *arena, const FutType **types, size_t count,
                                        const FutSubst *subst) {
  const FutType **result = NULL;
  for (size_t i = 0; i < count; i++) {
    const FutType *changed = fut_type_substitute(arena, types[i], subst);
    if (changed == types[i] && !result) continue;
    if (!result) {
      result = arena_array(arena, const FutType *, count);
      for (size_t j = 0; j < i; j++)
        result[j] = types[j];
    }
    result[i] = changed;
  }
  return result ? result : types;
}

static const FutType *substitute_sum(Arena *arena, const FutType *type, const FutSubst *subst) {
  FutClause *clauses = NULL;
  for (size_t i = 0; i < type->sum.count; i++) {
    const FutClause *old = &type->sum.clauses[i];
    const FutType **payload = substitute_types(arena, old->payload, old->payload_count, subst);
    if (payload == old->payload && !clauses) continue;
    if (!clauses) {
      clauses = arena_array(arena, FutClause, type->sum.count);
      for (size_t j = 0; j < i; j++)
        clauses[j] = type->sum.clauses[j];
    }
    clauses[i] = (FutClause){old->name, payload, old->payload_count, old->use};
  }
  if (!clauses) return type;
  FutType *copy = type_copy(arena, type);
  copy->sum.clauses = clauses;
  return copy;
}

static const FutType *substitute_abstract(Arena *arena, const FutType *type,
                                          const FutSubst *subst) {
  const FutType **types =
      substitute_types(arena, type->abstract.types, type->abstract.type_count, subst);
  const FutSize **sizes = NULL;
  for (size_t i = 0; i < type->abstract.size_count; i++) {
    const FutSize *changed = fut_size_substitute(arena, type->abstract.sizes[i], subst);
    if (changed == type->abstract.sizes[i] && !sizes) continue;
    if (!sizes) {
      sizes = arena_array(arena, const FutSize *, type->abstract.size_count);
      for (size_t j = 0; j < i; j++)
        sizes[j] = type->abstract.sizes[j];
    }
    sizes[i] = changed;
  }
  if (types == type->abstract.types && !sizes) return type;
  FutType *copy = type_copy(arena, type);
  copy->abstract.types = types;
  if (sizes) copy->abstract.sizes = sizes;
  return copy;
}

static const FutType *substitute_array(Arena *arena, const FutType *type, const FutSubst *subst) {
  const FutSize *size = fut_size_substitute(arena, type->array.size, subst);
  const FutType *element = fut_type_substitute(arena, type->array.element, subst);
  if (size == type->array.size && element == type->array.element) return type;
  if (element->tag == FUT_T_ERROR) return element;
  FutType *copy = type_copy(arena, type);
  copy->array.size = size;
  copy->array.element = element;
  return copy;
}

static const FutType *substitute_arrow(Arena *arena, const FutType *type, const FutSubst *subst) {
  const FutType *from = fut_type_substitute(arena, type->arrow.from, subst);
  const FutType *to = fut_type_substitute(arena, type->arrow.to, subst);
  if (from == type->arrow.from && to == type->arrow.to) return type;
  FutType *copy = type_copy(arena, type);
  copy->arrow.from = from;
  copy->arrow.to = to;
  return copy;
}

static const FutType *substitute_param(Arena *arena, const FutType *type, const FutSubst *subst) {
  for (size_t i = 0; i < subst->type_count; i++)
    if (subst->types[i] == type->param)
      return type->is_unique ? fut_type_unique(arena, subst->type_by[i], true) : subst->type_by[i];
  return type;
}

static const FutType *substitute_resolved(Arena *arena, const FutType *type,
                                          const FutSubst *subst) {
  switch (type->tag) {
  case FUT_T_PRIM:
  case FUT_T_VAR:
  case FUT_T_ERROR: return type;
  case FUT_T_PARAM: return substitute_param(arena, type, subst);
  case FUT_T_RECORD: return substitute_record(arena, type, subst);
  case FUT_T_SUM: return substitute_sum(arena, type, subst);
  case FUT_T_ARRAY: return substitute_array(arena, type, subst);
  case FUT_T_ARROW: return substitute_arrow(arena, type, subst);
  case FUT_T_ABSTRACT: return substitute_abstract(arena, type, subst);
  }
  INTERNAL_ERROR("a type has an unknown tag");
}

const FutType *fut_type_substitute(Arena *arena, const FutType *type, const FutSubst *subst) {
  const FutType *resolved = fut_type_resolve(type);
  const FutType *result = substitute_resolved(arena, resolved, subst);
  return type->is_unique ? fut_type_unique(arena, result, true) : result;
}
