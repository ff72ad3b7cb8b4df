// Sizes that leave the scope of what they mention, and results of branches whose sizes differ.
#include "base/internal.h"
#include "front/futhark/check_exp.h"

static bool has_value(const FutValues *values, const FutValue *value) {
  for (size_t i = 0; values && i < values->count; i++)
    if (values->data[i] == value) return true;
  return false;
}

static bool size_leaves(const FutClosing *closing, const FutSize *size) {
  size = fut_size_resolve(size);
  if (size->kind == FUT_SIZE_VAR && size->var->level > closing->var_level)
    size->var->level = closing->var_level;
  if (size->kind == FUT_SIZE_VALUE) {
    const FutValue *value = size->value;
    if (has_value(closing->leaving, value)) return true;
    return value->level > closing->level && !has_value(closing->staying, value) &&
           !has_value(&closing->bound, value);
  }
  for (size_t i = 0; i < size->arg_count; i++)
    if (size_leaves(closing, size->args[i])) return true;
  return false;
}

static const FutType *close_type(FutClosing *closing, const FutType *type);

static const FutSize *find_closed(const FutClosing *closing, const FutSize *size) {
  for (size_t i = 0; i < closing->closed.count; i++)
    if (fut_size_equal(closing->closed.data[i].inside, size))
      return closing->closed.data[i].outside;
  return NULL;
}

// A new unknown size that stands outside for the size inside.
static const FutSize *add_closed(FutClosing *closing, const FutSize *size) {
  FutChecker *checker = closing->checker;
  Name name = size->kind == FUT_SIZE_VALUE ? size->value->name : NULL;
  FutValue *value = fut_new_value(checker, FUT_VALUE_UNKNOWN, name, closing->span,
                                  fut_type_prim(checker->arena, FUT_PRIM_I64));
  value->level = closing->level;
  vec_push(checker->arena, closing->unknown, value);
  const FutSize *outside = fut_size_value(checker->arena, value);
  FutClosedSize closed = {size, outside};
  vec_push(checker->arena, &closing->closed, closed);
  return outside;
}

// The size with everything replaced that already stands for something outside.
static const FutSize *replace_closed(const FutClosing *closing, const FutSize *size) {
  size = fut_size_resolve(size);
  const FutSize *outside = find_closed(closing, size);
  if (outside || size->arg_count == 0) return outside ? outside : size;
  Arena *arena = closing->checker->arena;
  const FutSize **args = arena_array(arena, const FutSize *, size->arg_count);
  for (size_t i = 0; i < size->arg_count; i++)
    args[i] = replace_closed(closing, size->args[i]);
  FutSize *copy = arena_make(arena, FutSize);
  *copy = *size;
  copy->args = args;
  return copy;
}

// The size as it is seen outside. One that is named by itself somewhere keeps its relation to the
// others: ([k]t, [n - k]t).
static const FutSize *close_size(FutClosing *closing, const FutSize *size) {
  size = fut_size_resolve(size);
  if (!size_leaves(closing, size)) return size;
  const FutSize *outside = replace_closed(closing, size);
  return size_leaves(closing, outside) ? add_closed(closing, size) : outside;
}

static const FutType *close_record(FutClosing *closing, const FutType *type) {
  Arena *arena = closing->checker->arena;
  FutField *fields = arena_array(arena, FutField, type->record.count);
  bool has_changed = false;
  for (size_t i = 0; i < type->record.count; i++) {
    fields[i] = type->record.fields[i];
    fields[i].type = close_type(closing, fields[i].type);
    has_changed |= fields[i].type != type->record.fields[i].type;
  }
  if (!has_changed) return type;
  return fut_type_unique(arena,
                         fut_type_record(arena, fields, type->record.count, type->record.is_tuple),
                         type->is_unique);
}

static const FutType *close_sum(FutClosing *closing, const FutType *type) {
  Arena *arena = closing->checker->arena;
  FutClause *clauses = arena_array(arena, FutClause, type->sum.count);
  bool has_changed = false;
  for (size_t i = 0; i < type->sum.count; i++) {
    const FutClause *old = &type->sum.clauses[i];
    clauses[i] = *old;
    clauses[i].payload = arena_array(arena, const FutType *, old->payload_count);
    for (size_t j = 0; j < old->payload_count; j++) {
      clauses[i].payload[j] = close_type(closing, old->payload[j]);
      has_changed |= clauses[i].payload[j] != old->payload[j];
    }
  }
  if (!has_changed) return type;
  return fut_type_unique(arena, fut_type_sum(arena, clauses, type->sum.count), type->is_unique);
}

static const FutType *close_array(FutClosing *closing, const FutType *type) {
  const FutSize *size = close_size(closing, type->array.size);
  const FutType *element = close_type(closing, type->array.element);
  if (size == type->array.size && element == type->array.element) return type;
  Arena *arena = closing->checker->arena;
  return fut_type_unique(arena, fut_type_array(arena, size, element), type->is_unique);
}

static const FutType *close_arrow(FutClosing *closing, const FutType *type) {
  Arena *arena = closing->checker->arena;
  size_t bound_before = closing->bound.count;
  const FutType *from = close_type(closing, type->arrow.from);
  if (type->arrow.parameter) vec_push(arena, &closing->bound, type->arrow.parameter);
  for (size_t i = 0; i < type->arrow.unknown_count; i++)
    vec_push(arena, &closing->bound, type->arrow.unknown[i]);
  const FutType *to = close_type(closing, type->arrow.to);
  closing->bound.count = bound_before;
  if (from == type->arrow.from && to == type->arrow.to) return type;
  FutType *copy = arena_make(arena, FutType);
  *copy = *type;
  copy->arrow.from = from;
  copy->arrow.to = to;
  return copy;
}

static const FutType *close_abstract(FutClosing *closing, const FutType *type) {
  Arena *arena = closing->checker->arena;
  FutType *copy = arena_make(arena, FutType);
  *copy = *type;
  copy->abstract.types = arena_array(arena, const FutType *, type->abstract.type_count);
  copy->abstract.sizes = arena_array(arena, const FutSize *, type->abstract.size_count);
  for (size_t i = 0; i < type->abstract.type_count; i++)
    copy->abstract.types[i] = close_type(closing, type->abstract.types[i]);
  for (size_t i = 0; i < type->abstract.size_count; i++)
    copy->abstract.sizes[i] = close_size(closing, type->abstract.sizes[i]);
  return copy;
}

static const FutType *close_type(FutClosing *closing, const FutType *type) {
  const FutType *resolved = fut_type_resolve(type);
  switch (resolved->tag) {
  case FUT_T_VAR:
    if (resolved->var->level > closing->var_level) resolved->var->level = closing->var_level;
    return resolved;
  case FUT_T_PRIM:
  case FUT_T_PARAM:
  case FUT_T_ERROR: return resolved;
  case FUT_T_RECORD: return close_record(closing, resolved);
  case FUT_T_SUM: return close_sum(closing, resolved);
  case FUT_T_ARRAY: return close_array(closing, resolved);
  case FUT_T_ARROW: return close_arrow(closing, resolved);
  case FUT_T_ABSTRACT:
    return resolved->abstract.type_count + resolved->abstract.size_count > 0
               ? close_abstract(closing, resolved)
               : resolved;
  }
  INTERNAL_ERROR("a type has an unknown tag");
}

// Adds the sizes that are named by themselves and leave.
static void close_names(FutClosing *closing, const FutType *type) {
  type = fut_type_resolve(type);
  if (type->tag == FUT_T_ARROW) return;
  const FutSize *size;
  for (size_t i = 0; (size = fut_type_size(type, i)); i++) {
    size = fut_size_resolve(size);
    if (size->kind == FUT_SIZE_VALUE && size_leaves(closing, size) && !find_closed(closing, size))
      add_closed(closing, size);
  }
  const FutType *part;
  for (size_t i = 0; (part = fut_type_part(type, i)); i++)
    close_names(closing, part);
}

const FutType *fut_close_type(FutClosing *closing, const FutType *type) {
  close_names(closing, type);
  return close_type(closing, type);
}

// ---- Which unknown sizes an expression makes ----

static void collect_size(FutChecker *checker, const FutSize *size, uint32_t first_id,
                         FutValues *values) {
  size = fut_size_resolve(size);
  for (size_t i = 0; i < size->arg_count; i++)
    collect_size(checker, size->args[i], first_id, values);
  if (size->kind != FUT_SIZE_VALUE || size->value->kind != FUT_VALUE_UNKNOWN) return;
  if (size->value->id >= first_id && !has_value(values, size->value))
    vec_push(checker->arena, values, size->value);
}

void fut_collect_unknown(FutChecker *checker, const FutType *type, uint32_t first_id,
                         FutValues *values) {
  type = fut_type_resolve(type);
  if (type->tag == FUT_T_ARROW) return;
  const FutSize *size;
  for (size_t i = 0; (size = fut_type_size(type, i)); i++)
    collect_size(checker, size, first_id, values);
  const FutType *part;
  for (size_t i = 0; (part = fut_type_part(type, i)); i++)
    fut_collect_unknown(checker, part, first_id, values);
}

static void collect_open_size(FutChecker *checker, const FutSize *size, FutOpenSizes *sizes) {
  size = fut_size_resolve(size);
  for (size_t i = 0; i < size->arg_count; i++)
    collect_open_size(checker, size->args[i], sizes);
  if (size->kind != FUT_SIZE_VAR) return;
  for (size_t i = 0; i < sizes->count; i++)
    if (sizes->data[i] == size->var) return;
  vec_push(checker->arena, sizes, size->var);
}

void fut_collect_open_sizes(FutChecker *checker, const FutType *type, FutOpenSizes *sizes) {
  type = fut_type_resolve(type);
  const FutSize *size;
  for (size_t i = 0; (size = fut_type_size(type, i)); i++)
    collect_open_size(checker, size, sizes);
  const FutType *part;
  for (size_t i = 0; (part = fut_type_part(type, i)); i++)
    fut_collect_open_sizes(checker, part, sizes);
}

// ---- Joining ----

// Two sizes that differ, and what stands for them both.
typedef struct JoinedSize {
  const FutSize *left, *right, *joined;
} JoinedSize;

typedef struct FutJoin {
  FutChecker *checker;
  FutMismatch *mismatch;
  Span span;
  bool is_made; // inside of a constructor, where what it is applied to decides open sizes
  Vec(JoinedSize) sizes;
} FutJoin;

static const FutType *join(FutJoin *state, const FutType *left, const FutType *right);

static const FutSize *join_size(FutJoin *state, const FutSize *left, const FutSize *right) {
  FutChecker *checker = state->checker;
  left = fut_size_resolve(left);
  right = fut_size_resolve(right);
  if (fut_size_equal(left, right)) return left;
  bool is_open = left->kind == FUT_SIZE_VAR || right->kind == FUT_SIZE_VAR;
  FutMismatch ignored = {0};
  if (state->is_made && is_open && fut_unify_size(checker, left, right, &ignored))
    return fut_size_resolve(left);
  // Sizes that agree within each type agree in the joined one: ([n]t, [n]t) and ([m]t, [m]t).
  for (size_t i = 0; i < state->sizes.count; i++)
    if (fut_size_equal(state->sizes.data[i].left, left) &&
        fut_size_equal(state->sizes.data[i].right, right))
      return state->sizes.data[i].joined;
  FutValue *value = fut_new_value(checker, FUT_VALUE_UNKNOWN, NULL, state->span,
                                  fut_type_prim(checker->arena, FUT_PRIM_I64));
  JoinedSize size = {left, right, fut_size_value(checker->arena, value)};
  vec_push(checker->arena, &state->sizes, size);
  return size.joined;
}

static const FutType *join_records(FutJoin *state, const FutType *left, const FutType *right) {
  Arena *arena = state->checker->arena;
  size_t count = left->record.count;
  bool is_same = count == right->record.count;
  for (size_t i = 0; is_same && i < count; i++)
    is_same = left->record.fields[i].name == right->record.fields[i].name;
  if (!is_same) return fut_unify(state->checker, left, right, state->mismatch) ? left : NULL;
  FutField *fields = arena_array(arena, FutField, count);
  for (size_t i = 0; i < count; i++) {
    fields[i].name = left->record.fields[i].name;
    fields[i].type = join(state, left->record.fields[i].type, right->record.fields[i].type);
    if (!fields[i].type) return NULL;
  }
  return fut_type_record(arena, fields, count, left->record.is_tuple);
}

// A value that another constructor makes leaves the sizes of this one to the other value.
static bool has_idle(const FutClause *a, const FutClause *b) {
  return a->use == FUT_CLAUSE_IDLE || b->use == FUT_CLAUSE_IDLE;
}

static FutClauseUse join_use(FutClauseUse a, FutClauseUse b) {
  if (a == FUT_CLAUSE_ANY || b == FUT_CLAUSE_ANY) return FUT_CLAUSE_ANY;
  return a == b ? a : FUT_CLAUSE_MADE;
}

static const FutType *join_sums(FutJoin *state, const FutType *left, const FutType *right) {
  Arena *arena = state->checker->arena;
  bool is_same = left->sum.count == right->sum.count;
  for (size_t i = 0; is_same && i < left->sum.count; i++)
    is_same = left->sum.clauses[i].name == right->sum.clauses[i].name &&
              left->sum.clauses[i].payload_count == right->sum.clauses[i].payload_count;
  if (!is_same) return fut_unify(state->checker, left, right, state->mismatch) ? left : NULL;
  FutClause *clauses = arena_array(arena, FutClause, left->sum.count);
  for (size_t i = 0; i < left->sum.count; i++) {
    const FutClause *a = &left->sum.clauses[i], *b = &right->sum.clauses[i];
    clauses[i] = *a;
    clauses[i].payload = arena_array(arena, const FutType *, a->payload_count);
    clauses[i].use = join_use(a->use, b->use);
    bool was_made = state->is_made;
    state->is_made = clauses[i].use != FUT_CLAUSE_ANY || has_idle(a, b);
    for (size_t j = 0; j < a->payload_count; j++) {
      clauses[i].payload[j] = join(state, a->payload[j], b->payload[j]);
      if (!clauses[i].payload[j]) return NULL;
    }
    state->is_made = was_made;
  }
  return fut_type_sum(arena, clauses, left->sum.count);
}

static const FutType *join_abstracts(FutJoin *state, const FutType *left, const FutType *right) {
  Arena *arena = state->checker->arena;
  if (left->abstract.name != right->abstract.name)
    return fut_unify(state->checker, left, right, state->mismatch) ? left : NULL;
  FutType *copy = arena_make(arena, FutType);
  *copy = *left;
  copy->abstract.types = arena_array(arena, const FutType *, left->abstract.type_count);
  copy->abstract.sizes = arena_array(arena, const FutSize *, left->abstract.size_count);
  for (size_t i = 0; i < left->abstract.type_count; i++) {
    copy->abstract.types[i] = join(state, left->abstract.types[i], right->abstract.types[i]);
    if (!copy->abstract.types[i]) return NULL;
  }
  for (size_t i = 0; i < left->abstract.size_count; i++)
    copy->abstract.sizes[i] = join_size(state, left->abstract.sizes[i], right->abstract.sizes[i]);
  return copy;
}

// The type of a value that has either type; NULL when they differ in more than sizes.
static const FutType *join(FutJoin *state, const FutType *left, const FutType *right) {
  left = fut_type_resolve(left);
  right = fut_type_resolve(right);
  if (left->tag == FUT_T_ERROR || right->tag == FUT_T_ERROR)
    return left->tag == FUT_T_ERROR ? left : right;
  if (left->tag == right->tag) {
    if (left->tag == FUT_T_RECORD) return join_records(state, left, right);
    if (left->tag == FUT_T_SUM) return join_sums(state, left, right);
    if (left->tag == FUT_T_ABSTRACT) return join_abstracts(state, left, right);
    if (left->tag == FUT_T_ARRAY) {
      const FutType *element = join(state, left->array.element, right->array.element);
      if (!element) return NULL;
      return fut_type_array(state->checker->arena,
                            join_size(state, left->array.size, right->array.size), element);
    }
  }
  if (!fut_unify(state->checker, left, right, state->mismatch)) return NULL;
  return fut_type_resolve(left);
}

const FutType *fut_join(FutChecker *checker, const FutType *first, const FutType *other, Span span,
                        Span other_span, const char *why) {
  FutMismatch mismatch = {0};
  FutJoin state = {.checker = checker, .mismatch = &mismatch, .span = span};
  const FutType *joined = join(&state, first, other);
  if (joined) return joined;
  fut_report_mismatch(checker, other_span, first, other, &mismatch, why);
  return fut_type_error(checker->arena);
}

// ---- Refreshing ----

const FutType *fut_refresh_sizes(FutChecker *checker, const FutType *type, Span span) {
  Arena *arena = checker->arena;
  type = fut_type_resolve(type);
  switch (type->tag) {
  case FUT_T_PRIM:
  case FUT_T_VAR:
  case FUT_T_PARAM:
  case FUT_T_ARROW:
  case FUT_T_ERROR: return type;
  case FUT_T_ARRAY:
    return fut_type_array(arena, fut_new_size_var(checker, span),
                          fut_refresh_sizes(checker, type->array.element, span));
  case FUT_T_RECORD: {
    FutField *fields = arena_array(arena, FutField, type->record.count);
    for (size_t i = 0; i < type->record.count; i++)
      fields[i] = (FutField){type->record.fields[i].name,
                             fut_refresh_sizes(checker, type->record.fields[i].type, span)};
    return fut_type_record(arena, fields, type->record.count, type->record.is_tuple);
  }
  case FUT_T_SUM: {
    FutClause *clauses = arena_array(arena, FutClause, type->sum.count);
    for (size_t i = 0; i < type->sum.count; i++) {
      clauses[i] = type->sum.clauses[i];
      clauses[i].payload = arena_array(arena, const FutType *, clauses[i].payload_count);
      for (size_t j = 0; j < clauses[i].payload_count; j++)
        clauses[i].payload[j] = fut_refresh_sizes(checker, type->sum.clauses[i].payload[j], span);
    }
    return fut_type_sum(arena, clauses, type->sum.count);
  }
  case FUT_T_ABSTRACT: {
    FutType *copy = arena_make(arena, FutType);
    *copy = *type;
    copy->abstract.types = arena_array(arena, const FutType *, type->abstract.type_count);
    copy->abstract.sizes = arena_array(arena, const FutSize *, type->abstract.size_count);
    for (size_t i = 0; i < type->abstract.type_count; i++)
      copy->abstract.types[i] = fut_refresh_sizes(checker, type->abstract.types[i], span);
    for (size_t i = 0; i < type->abstract.size_count; i++)
      copy->abstract.sizes[i] = fut_new_size_var(checker, span);
    return copy;
  }
  }
  INTERNAL_ERROR("a type has an unknown tag");
}
