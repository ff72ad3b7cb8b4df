// Layouts: types whose sizes are Core atoms.
#include "front/futhark/to_core_internal.h"

// ---- Making ----

const FutLayout *layout_prim(FutLower *lower, FutPrim prim) {
  FutLayout *layout = arena_make(lower->arena, FutLayout);
  *layout = (FutLayout){.kind = LAYOUT_PRIM, .prim = prim, .leaf_count = 1};
  return layout;
}

const FutLayout *layout_record(FutLower *lower, Name *names, const FutLayout **fields, size_t count,
                               bool is_tuple) {
  FutLayout *layout = arena_make(lower->arena, FutLayout);
  *layout = (FutLayout){.kind = LAYOUT_RECORD, .is_tuple = is_tuple, .names = names};
  layout->fields = fields;
  layout->count = count;
  for (size_t i = 0; i < count; i++) {
    layout->leaf_count += fields[i]->leaf_count;
    layout->has_function = layout->has_function || fields[i]->has_function;
  }
  return layout;
}

const FutLayout *layout_sum(FutLower *lower, LayoutClause *clauses, size_t count) {
  FutLayout *layout = arena_make(lower->arena, FutLayout);
  *layout = (FutLayout){.kind = LAYOUT_SUM, .clauses = clauses, .count = count, .leaf_count = 1};
  for (size_t i = 0; i < count; i++)
    for (size_t k = 0; k < clauses[i].count; k++) {
      layout->leaf_count += clauses[i].payload[k]->leaf_count;
      layout->has_function = layout->has_function || clauses[i].payload[k]->has_function;
    }
  return layout;
}

static const FutLayout *array_of(FutLower *lower, LayoutSize size, const FutLayout *element) {
  FutLayout *layout = arena_make(lower->arena, FutLayout);
  *layout = (FutLayout){.kind = LAYOUT_ARRAY, .is_known = size.is_known, .size = size.size};
  if (size.is_known) layout->size = atom_as_size(size.size);
  layout->element = element;
  layout->leaf_count = element->leaf_count;
  layout->has_function = element->has_function;
  return layout;
}

const FutLayout *layout_array(FutLower *lower, Atom size, const FutLayout *element) {
  return array_of(lower, (LayoutSize){.is_known = true, .size = size}, element);
}

const FutLayout *layout_array_unknown(FutLower *lower, const FutLayout *element) {
  return array_of(lower, (LayoutSize){0}, element);
}

const FutLayout *layout_acc(FutLower *lower, const FutLayout *array) {
  FutLayout *layout = arena_make(lower->arena, FutLayout);
  *layout = (FutLayout){.kind = LAYOUT_ACC, .element = array, .leaf_count = 1};
  return layout;
}

static const FutLayout *layout_arrow(FutLower *lower, const FutLayout *from, const FutLayout *to) {
  FutLayout *layout = arena_make(lower->arena, FutLayout);
  *layout = (FutLayout){.kind = LAYOUT_ARROW, .has_function = true, .from = from, .to = to};
  return layout;
}

// ---- From types ----

// The types and sizes that an abstract type was applied to, for those of its definition.
static FutSubst abstract_subst(const FutType *type) {
  const FutTypeName *name = type->abstract.name;
  return (FutSubst){.types = name->type_params,
                    .type_by = type->abstract.types,
                    .type_count = type->abstract.type_count,
                    .values = name->size_params,
                    .size_by = type->abstract.sizes,
                    .value_count = type->abstract.size_count};
}

const FutType *type_expand(FutLower *lower, const FutType *type) {
  for (;;) {
    type = fut_type_resolve(type);
    if (type->tag != FUT_T_ABSTRACT || type->abstract.name->type == NULL) return type;
    FutSubst subst = abstract_subst(type);
    type = fut_type_substitute(lower->arena, type->abstract.name->type, &subst);
  }
}

static Static *size_static(FutLower *lower, FutFrame *frame, const FutSize *size);

// What a size, or a number on the way to one, is.
static FutPrim size_prim(FutLower *lower, const FutSize *size) {
  const FutType *type = size->type != NULL ? type_expand(lower, size->type) : NULL;
  return type != NULL && type->tag == FUT_T_PRIM ? type->prim : FUT_PRIM_I64;
}

// The function of a size expression, for these arguments.
static Static *size_function(FutLower *lower, FutFrame *frame, const FutValue *function,
                             FutPrim result, Static *const *args, size_t count) {
  Static *callee = frame_find(frame, function);
  if (callee != NULL) return callee;
  const FutLayout *instance = layout_prim(lower, result);
  for (size_t i = count; i > 0; i--)
    instance = layout_arrow(lower, args[i - 1]->layout, instance);
  Closure *closure = arena_make(lower->arena, Closure);
  bool is_intrinsic = function->kind == FUT_VALUE_INTRINSIC;
  *closure = (Closure){.kind = is_intrinsic ? CLOSURE_INTRINSIC : CLOSURE_BINDING,
                       .value = (FutValue *)function,
                       .binding = function->binding,
                       .instance = instance,
                       .frame = lower->top};
  return static_function(lower, closure);
}

// A size expression: arithmetic directly, anything else by applying the function.
static Static *size_apply(FutLower *lower, FutFrame *frame, const FutSize *size) {
  Static **args = arena_array(lower->arena, Static *, size->arg_count);
  for (size_t i = 0; i < size->arg_count; i++) {
    args[i] = size_static(lower, frame, size->args[i]);
    if (args[i] == NULL || args[i]->kind != STATIC_DATA) return NULL;
  }
  const FutValue *function = fut_value_definition(size->value);
  Name name = function->name;
  FutPrim prim = size_prim(lower, size);
  if (prim == FUT_PRIM_I64 && size->arg_count == 2 && function->kind == FUT_VALUE_INTRINSIC &&
      name[1] == '\0' && (name[0] == '+' || name[0] == '-' || name[0] == '*')) {
    Op op = name[0] == '+' ? OP_ADD : name[0] == '-' ? OP_SUB : OP_MUL;
    return static_size(lower,
                       emit_size(&lower->emit, op, static_atom(args[0]), static_atom(args[1])));
  }
  Static *callee = size_function(lower, frame, function, prim, args, size->arg_count);
  if (callee->kind != STATIC_FUNCTION) return NULL;
  return lower_apply(lower, callee, args, size->arg_count, lower->emit.span);
}

// Any other expression, evaluated where its names stand for what the size says.
static Static *size_expression(FutLower *lower, FutFrame *frame, const FutSize *size) {
  FutFrame *inner = frame_new(lower, frame);
  for (size_t i = 0; i < size->arg_count; i++) {
    const FutValue *value = fut_size_resolve(size->args[i])->value;
    if (value != NULL && fut_value_definition(value)->kind == FUT_VALUE_INTRINSIC) continue;
    Static *arg = size_static(lower, frame, size->args[i]);
    if (arg == NULL) return NULL;
    if (i < size->value_count) frame_bind(inner, size->values[i], arg);
  }
  return lower_exp(lower, inner, size->exp);
}

static Static *size_constant(FutLower *lower, const FutSize *size) {
  FutPrim prim = size_prim(lower, size);
  return static_scalar(lower, prim, prim_int(prim, size->constant));
}

// What a size stands for: a number, or inside an application any value. NULL when not known yet.
static Static *size_static(FutLower *lower, FutFrame *frame, const FutSize *size) {
  size = fut_size_resolve(size);
  Static *meaning = NULL;
  switch (size->kind) {
  case FUT_SIZE_CONST: return size_constant(lower, size);
  case FUT_SIZE_APPLY:
  case FUT_SIZE_EXP:
    meaning = frame_find_size(lower, frame, size);
    if (meaning == NULL) {
      bool is_apply = size->kind == FUT_SIZE_APPLY;
      meaning = is_apply ? size_apply(lower, frame, size) : size_expression(lower, frame, size);
      for (size_t i = 0; meaning != NULL && i < size->projection_count; i++)
        meaning = static_project(lower, meaning, size->projections[i]);
      frame_bind_size(lower, frame, size, meaning);
    }
    return meaning;
  case FUT_SIZE_VAR: return NULL;
  case FUT_SIZE_VALUE:
    meaning = frame_find(frame, size->value);
    if (meaning == NULL && size->value->equals != NULL)
      return size_static(lower, frame, size->value->equals);
    if (meaning == NULL && fut_value_definition(size->value)->kind == FUT_VALUE_DEF)
      meaning = lower_name(lower, frame, size->value, size->value->scheme.type, lower->emit.span);
    for (size_t i = 0; meaning != NULL && i < size->projection_count; i++)
      meaning = static_project(lower, meaning, size->projections[i]);
    return meaning;
  }
  return NULL;
}

bool size_atom(FutLower *lower, FutFrame *frame, const FutSize *size, Atom *atom) {
  const Static *value = size_static(lower, frame, size);
  if (value == NULL || value->kind != STATIC_DATA || value->layout->kind != LAYOUT_PRIM)
    return false;
  *atom = static_atom(value);
  return true;
}

LayoutClause *layout_clauses(FutLower *lower, const FutType *type) {
  LayoutClause *clauses = arena_array(lower->arena, LayoutClause, type->sum.count);
  for (size_t i = 0; i < type->sum.count; i++) {
    size_t count = type->sum.clauses[i].payload_count;
    clauses[i] = (LayoutClause){.name = type->sum.clauses[i].name, .count = count};
    clauses[i].payload = arena_array(lower->arena, const FutLayout *, count);
  }
  return clauses;
}

static const FutLayout *layout_of_sum(FutLower *lower, FutFrame *frame, const FutType *type) {
  LayoutClause *clauses = layout_clauses(lower, type);
  for (size_t i = 0; i < type->sum.count; i++)
    for (size_t k = 0; k < clauses[i].count; k++)
      clauses[i].payload[k] = layout_of(lower, frame, type->sum.clauses[i].payload[k]);
  return layout_sum(lower, clauses, type->sum.count);
}

static const FutLayout *layout_of_record(FutLower *lower, FutFrame *frame, const FutType *type) {
  size_t count = type->record.count;
  Name *names = arena_array(lower->arena, Name, count);
  const FutLayout **fields = arena_array(lower->arena, const FutLayout *, count);
  for (size_t i = 0; i < count; i++) {
    names[i] = type->record.fields[i].name;
    fields[i] = layout_of(lower, frame, type->record.fields[i].type);
  }
  return layout_record(lower, names, fields, count, type->record.is_tuple);
}

// An abstract type without a definition: the accumulators of the prelude.
static const FutLayout *layout_of_abstract(FutLower *lower, FutFrame *frame, const FutType *type) {
  if (type->abstract.type_count == 1)
    return layout_acc(lower, layout_of(lower, frame, type->abstract.types[0]));
  return layout_record(lower, NULL, NULL, 0, false);
}

const FutLayout *layout_of(FutLower *lower, FutFrame *frame, const FutType *type) {
  type = type_expand(lower, type);
  const FutLayout *known;
  LayoutSize size = {0};
  switch (type->tag) {
  case FUT_T_PRIM: return layout_prim(lower, type->prim);
  case FUT_T_RECORD: return layout_of_record(lower, frame, type);
  case FUT_T_SUM: return layout_of_sum(lower, frame, type);
  case FUT_T_ARRAY:
    size.is_known = size_atom(lower, frame, type->array.size, &size.size);
    return array_of(lower, size, layout_of(lower, frame, type->array.element));
  case FUT_T_ARROW:
    return layout_arrow(lower, layout_of(lower, frame, type->arrow.from),
                        layout_of(lower, frame, type->arrow.to));
  case FUT_T_PARAM:
    known = frame_find_type(frame, type->param);
    return known != NULL ? known : layout_record(lower, NULL, NULL, 0, false);
  case FUT_T_ABSTRACT: return layout_of_abstract(lower, frame, type);
  case FUT_T_VAR:
  case FUT_T_ERROR: return layout_record(lower, NULL, NULL, 0, false);
  }
  INTERNAL_ERROR("a type without a tag");
}

// ---- Matching ----

static void match_size(FutLower *lower, FutFrame *frame, const FutSize *size,
                       const FutLayout *layout) {
  size = fut_size_resolve(size);
  if (layout->is_known && size->arg_count > 0 && frame_find_size(lower, frame, size) == NULL)
    frame_bind_size(lower, frame, size, static_size(lower, layout->size));
  if (!layout->is_known || size->kind != FUT_SIZE_VALUE || size->projection_count > 0) return;
  FutValueKind kind = size->value->kind;
  if (kind != FUT_VALUE_SIZE && kind != FUT_VALUE_UNKNOWN) return;
  if (frame_find(frame, size->value) == NULL)
    frame_bind(frame, size->value, static_size(lower, layout->size));
}

static void match_param(FutLower *lower, FutFrame *frame, const FutTypeName *name,
                        const FutLayout *layout) {
  const FutLayout *known = frame_find_type(frame, name);
  if (known == NULL)
    map_put(frame->types, map_key(name), layout);
  else if (map_find(frame->types, map_key(name), NULL) && !layout_is_known(known))
    map_put(frame->types, map_key(name), layout_fill(lower, known, layout));
}

static void match_clauses(FutLower *lower, FutFrame *frame, const FutType *type,
                          const FutLayout *layout) {
  for (size_t i = 0; i < type->sum.count && i < layout->count; i++)
    for (size_t k = 0; k < type->sum.clauses[i].payload_count; k++)
      match_type(lower, frame, type->sum.clauses[i].payload[k], layout->clauses[i].payload[k]);
}

void match_type(FutLower *lower, FutFrame *frame, const FutType *pattern, const FutLayout *layout) {
  if (pattern == NULL || layout == NULL) return;
  pattern = type_expand(lower, pattern);
  if (pattern->tag == FUT_T_PARAM) {
    match_param(lower, frame, pattern->param, layout);
  } else if (pattern->tag == FUT_T_ARRAY && layout->kind == LAYOUT_ARRAY) {
    match_size(lower, frame, pattern->array.size, layout);
    match_type(lower, frame, pattern->array.element, layout->element);
  } else if (pattern->tag == FUT_T_RECORD && layout->kind == LAYOUT_RECORD) {
    for (size_t i = 0; i < pattern->record.count && i < layout->count; i++)
      match_type(lower, frame, pattern->record.fields[i].type, layout->fields[i]);
  } else if (pattern->tag == FUT_T_SUM && layout->kind == LAYOUT_SUM) {
    match_clauses(lower, frame, pattern, layout);
  } else if (pattern->tag == FUT_T_ARROW && layout->kind == LAYOUT_ARROW) {
    match_type(lower, frame, pattern->arrow.from, layout->from);
    match_type(lower, frame, pattern->arrow.to, layout->to);
  } else if (pattern->tag == FUT_T_ABSTRACT && layout->kind == LAYOUT_ACC) {
    match_type(lower, frame, pattern->abstract.types[0], layout->element);
  }
}

// ---- Solving ----

typedef struct Solving {
  FutLower *lower;
  FutFrame *frame; // of the use
  const FutScheme *scheme;
  SolvedSizes solved;
} Solving;

static void solve_parameter(Solving *solving, const FutValue *name, const FutSize *size) {
  bool is_parameter = false;
  for (size_t i = 0; i < solving->scheme->size_count; i++)
    is_parameter |= solving->scheme->sizes[i] == name;
  SolvedSize solved = {.name = name};
  if (is_parameter && size_atom(solving->lower, solving->frame, size, &solved.size))
    vec_push(solving->lower->arena, &solving->solved, solved);
}

// A size that is a parameter itself can be seen in the layout; only those inside are looked for.
static void solve_size(Solving *solving, const FutSize *pattern, const FutSize *size) {
  pattern = fut_size_resolve(pattern);
  size = fut_size_resolve(size);
  if (!fut_size_is_alike(pattern, size)) return;
  for (size_t i = 0; i < pattern->arg_count; i++) {
    const FutSize *arg = fut_size_resolve(pattern->args[i]);
    if (arg->kind == FUT_SIZE_VALUE && arg->projection_count == 0)
      solve_parameter(solving, arg->value, size->args[i]);
    else
      solve_size(solving, arg, size->args[i]);
  }
}

static void solve_type(Solving *solving, const FutType *pattern, const FutType *type) {
  pattern = type_expand(solving->lower, pattern);
  type = type_expand(solving->lower, type);
  if (pattern->tag != type->tag) return;
  if (pattern->tag == FUT_T_ARRAY) {
    solve_size(solving, pattern->array.size, type->array.size);
    solve_type(solving, pattern->array.element, type->array.element);
  } else if (pattern->tag == FUT_T_ARROW) {
    solve_type(solving, pattern->arrow.from, type->arrow.from);
    solve_type(solving, pattern->arrow.to, type->arrow.to);
  } else if (pattern->tag == FUT_T_RECORD) {
    for (size_t i = 0; i < pattern->record.count && i < type->record.count; i++)
      solve_type(solving, pattern->record.fields[i].type, type->record.fields[i].type);
  } else if (pattern->tag == FUT_T_SUM) {
    for (size_t i = 0; i < pattern->sum.count && i < type->sum.count; i++)
      for (size_t k = 0; k < pattern->sum.clauses[i].payload_count; k++)
        solve_type(solving, pattern->sum.clauses[i].payload[k], type->sum.clauses[i].payload[k]);
  }
}

SolvedSizes solve_sizes(FutLower *lower, FutFrame *frame, const FutScheme *scheme,
                        const FutType *type) {
  Solving solving = {.lower = lower, .frame = frame, .scheme = scheme};
  if (scheme->size_count > 0 && type != NULL) solve_type(&solving, scheme->type, type);
  return solving.solved;
}

void bind_solved(FutLower *lower, FutFrame *frame, const SolvedSize *solved, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (frame_find(frame, solved[i].name) == NULL)
      frame_bind(frame, solved[i].name, static_size(lower, solved[i].size));
}

static void export_size(FutFrame *inner, FutFrame *outer, const FutSize *size) {
  size = fut_size_resolve(size);
  for (size_t i = 0; i < size->arg_count; i++)
    export_size(inner, outer, size->args[i]);
  if (size->kind != FUT_SIZE_VALUE || size->value->kind != FUT_VALUE_UNKNOWN) return;
  Static *meaning = frame_find(inner, size->value);
  if (meaning != NULL) frame_bind(outer, size->value, meaning);
}

void export_sizes(FutLower *lower, FutFrame *inner, FutFrame *outer, const FutType *type) {
  type = type_expand(lower, type);
  if (type->tag == FUT_T_ARRAY) {
    export_size(inner, outer, type->array.size);
    export_sizes(lower, inner, outer, type->array.element);
  }
  for (size_t i = 0; type->tag == FUT_T_RECORD && i < type->record.count; i++)
    export_sizes(lower, inner, outer, type->record.fields[i].type);
  for (size_t i = 0; type->tag == FUT_T_SUM && i < type->sum.count; i++)
    for (size_t k = 0; k < type->sum.clauses[i].payload_count; k++)
      export_sizes(lower, inner, outer, type->sum.clauses[i].payload[k]);
}

// ---- Changing ----

const FutLayout *layout_peel(const FutLayout *layout, size_t count) {
  for (; count > 0; count--)
    layout = layout->element;
  return layout;
}

const FutLayout *layout_map(FutLower *lower, const FutLayout *layout, LayoutMap *map,
                            void *context) {
  LayoutSize size;
  const FutLayout **fields;
  LayoutClause *clauses;
  switch (layout->kind) {
  case LAYOUT_PRIM:
  case LAYOUT_ARROW: return layout;
  case LAYOUT_ACC: return layout_acc(lower, layout_map(lower, layout->element, map, context));
  case LAYOUT_ARRAY:
    size = map(context, (LayoutSize){.is_known = layout->is_known, .size = layout->size});
    return array_of(lower, size, layout_map(lower, layout->element, map, context));
  case LAYOUT_RECORD:
    fields = arena_array(lower->arena, const FutLayout *, layout->count);
    for (size_t i = 0; i < layout->count; i++)
      fields[i] = layout_map(lower, layout->fields[i], map, context);
    return layout_record(lower, layout->names, fields, layout->count, layout->is_tuple);
  case LAYOUT_SUM:
    clauses = arena_array(lower->arena, LayoutClause, layout->count);
    for (size_t i = 0; i < layout->count; i++) {
      const LayoutClause *old = &layout->clauses[i];
      clauses[i] = (LayoutClause){.name = old->name, .count = old->count};
      clauses[i].payload = arena_array(lower->arena, const FutLayout *, old->count);
      for (size_t k = 0; k < old->count; k++)
        clauses[i].payload[k] = layout_map(lower, old->payload[k], map, context);
    }
    return layout_sum(lower, clauses, layout->count);
  }
  INTERNAL_ERROR("a layout without a kind");
}

typedef Vec(LayoutSize) LayoutSizes;

typedef struct Collecting {
  Arena *arena;
  LayoutSizes sizes;
} Collecting;

static LayoutSize collect_size(void *context, LayoutSize size) {
  Collecting *collecting = context;
  vec_push(collecting->arena, &collecting->sizes, size);
  return size;
}

typedef struct FutFilling {
  LayoutSizes from;
  size_t next;
} FutFilling;

static LayoutSize fill_size(void *context, LayoutSize size) {
  FutFilling *filling = context;
  size_t position = filling->next++;
  if (size.is_known || position >= filling->from.count) return size;
  return filling->from.data[position];
}

typedef struct SizeList {
  Arena *arena;
  Atoms sizes;
} SizeList;

static LayoutSize list_size(void *context, LayoutSize size) {
  SizeList *list = context;
  vec_push(list->arena, &list->sizes, size.size);
  return size;
}

Atoms layout_sizes(FutLower *lower, const FutLayout *layout) {
  SizeList list = {.arena = lower->arena};
  layout_map(lower, layout, list_size, &list);
  return list.sizes;
}

const FutLayout *layout_fill(FutLower *lower, const FutLayout *layout, const FutLayout *from) {
  if (layout_is_known(layout)) return layout;
  Collecting collecting = {.arena = lower->arena};
  layout_map(lower, from, collect_size, &collecting);
  FutFilling filling = {.from = collecting.sizes};
  return layout_map(lower, layout, fill_size, &filling);
}

// ---- Asking ----

bool layout_is_known(const FutLayout *layout) {
  bool is_known = true;
  switch (layout->kind) {
  case LAYOUT_PRIM:
  case LAYOUT_ARROW: return true;
  case LAYOUT_ACC: return layout_is_known(layout->element);
  case LAYOUT_ARRAY: return layout->is_known && layout_is_known(layout->element);
  case LAYOUT_RECORD:
    for (size_t i = 0; i < layout->count; i++)
      is_known = is_known && layout_is_known(layout->fields[i]);
    return is_known;
  case LAYOUT_SUM:
    for (size_t i = 0; i < layout->count; i++)
      for (size_t k = 0; k < layout->clauses[i].count; k++)
        is_known = is_known && layout_is_known(layout->clauses[i].payload[k]);
    return is_known;
  }
  INTERNAL_ERROR("a layout without a kind");
}

size_t layout_clause(const FutLayout *layout, Name name) {
  for (size_t i = 0; i < layout->count; i++)
    if (layout->clauses[i].name == name) return i;
  INTERNAL_ERROR("no constructor #%s in a sum", name);
}

// Nearly every sum has a tag of eight bits.
static Scalar tag_scalar(const FutLayout *layout) {
  if (layout->count <= (size_t)INT8_MAX + 1) return SCALAR_I8;
  return layout->count <= (size_t)INT16_MAX + 1 ? SCALAR_I16 : SCALAR_I32;
}

Constant layout_tag(const FutLayout *layout, size_t clause) {
  return constant_int(tag_scalar(layout), (int64_t)clause);
}

typedef Vec(Dim) FutTypeDims;
typedef Vec(const Type *) Types;

static void leaf_types(FutLower *lower, const FutLayout *layout, FutTypeDims *dims, Types *types) {
  const Type *acc;
  Scalar scalar;
  switch (layout->kind) {
  case LAYOUT_PRIM:
    scalar = prim_scalar(layout->prim);
    vec_push(lower->arena, types, type_array(lower->emit.program, scalar, dims->count, dims->data));
    return;
  case LAYOUT_RECORD:
    for (size_t i = 0; i < layout->count; i++)
      leaf_types(lower, layout->fields[i], dims, types);
    return;
  case LAYOUT_SUM:
    scalar = tag_scalar(layout);
    vec_push(lower->arena, types, type_array(lower->emit.program, scalar, dims->count, dims->data));
    for (size_t i = 0; i < layout->count; i++)
      for (size_t k = 0; k < layout->clauses[i].count; k++)
        leaf_types(lower, layout->clauses[i].payload[k], dims, types);
    return;
  case LAYOUT_ARRAY:
    if (!layout->is_known) INTERNAL_ERROR("a size is not known");
    vec_push(lower->arena, dims, dim_atom(layout->size));
    leaf_types(lower, layout->element, dims, types);
    dims->count--;
    return;
  case LAYOUT_ACC:
    acc = type_acc(lower->emit.program, layout->element->leaf_count,
                   layout_types(lower, layout->element), 1);
    vec_push(lower->arena, types, acc);
    return;
  case LAYOUT_ARROW: INTERNAL_ERROR("a function has no leaves");
  }
}

const Type **layout_types(FutLower *lower, const FutLayout *layout) {
  FutTypeDims dims = {0};
  Types types = {0};
  leaf_types(lower, layout, &dims, &types);
  return types.data;
}

static void sum_print(StrBuf *out, const FutLayout *layout) {
  for (size_t i = 0; i < layout->count; i++) {
    strbuf_printf(out, "%s#%s", i > 0 ? " | " : "", layout->clauses[i].name);
    for (size_t k = 0; k < layout->clauses[i].count; k++) {
      strbuf_putc(out, ' ');
      bool is_sum = layout->clauses[i].payload[k]->kind == LAYOUT_SUM;
      if (is_sum) strbuf_putc(out, '(');
      layout_print(out, layout->clauses[i].payload[k]);
      if (is_sum) strbuf_putc(out, ')');
    }
  }
}

void layout_print(StrBuf *out, const FutLayout *layout) {
  switch (layout->kind) {
  case LAYOUT_PRIM: strbuf_puts(out, fut_prim_text(layout->prim)); return;
  case LAYOUT_RECORD:
    strbuf_putc(out, layout->is_tuple || layout->count == 0 ? '(' : '{');
    for (size_t i = 0; i < layout->count; i++) {
      if (i > 0) strbuf_puts(out, ", ");
      if (!layout->is_tuple) strbuf_printf(out, "%s: ", layout->names[i]);
      layout_print(out, layout->fields[i]);
    }
    strbuf_putc(out, layout->is_tuple || layout->count == 0 ? ')' : '}');
    return;
  case LAYOUT_SUM: sum_print(out, layout); return;
  case LAYOUT_ARRAY:
    strbuf_puts(out, "[]");
    if (layout->element->kind == LAYOUT_SUM) strbuf_putc(out, '(');
    layout_print(out, layout->element);
    if (layout->element->kind == LAYOUT_SUM) strbuf_putc(out, ')');
    return;
  case LAYOUT_ACC:
    strbuf_puts(out, "acc ");
    layout_print(out, layout->element);
    return;
  case LAYOUT_ARROW:
    strbuf_putc(out, '(');
    layout_print(out, layout->from);
    strbuf_puts(out, " -> ");
    layout_print(out, layout->to);
    strbuf_putc(out, ')');
    return;
  }
}
