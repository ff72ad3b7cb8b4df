// Entry points: the functions that the outside calls.
//
// The interface keeps names, signedness and opaque types (to_core_external.c). A parameter or
// result that is a scalar or an array of scalars is one value, with its type: "u8", "[][]f32".
// Anything else is an opaque type of as many values as it has leaves: records field by field, sums
// as a tag and all payloads, and an array of them as one array per leaf. A tuple as the whole
// result is several results.
#include "front/futhark/ast_print.h"
#include "front/futhark/to_core_internal.h"

typedef struct EntryParams {
  Vec(Param) sizes, leaves;
  Vec(const FutLayout *) layouts;
  Vec(Name) names;
} EntryParams;

static Name pattern_name(FutLower *lower, const FutPattern *pattern, size_t position) {
  pattern = fut_pattern_bare(pattern);
  if (pattern->kind == FUT_PATTERN_NAME) return pattern->name;
  char name[32];
  snprintf(name, sizeof name, "arg%zu", position);
  return intern_str(lower->names, name);
}

// Every size of a parameter is its own; that sizes of the type agree is seen from the names, and
// checked for computed ones.
typedef struct EntrySizes {
  FutLower *lower;
  FutFrame *frame;
  EntryParams *params;
} EntrySizes;

static Atom entry_size(EntrySizes *sizes, const FutSize *size) {
  FutLower *lower = sizes->lower;
  size = fut_size_resolve(size);
  if (size->kind == FUT_SIZE_CONST) return atom_i64(size->constant);
  if (size->kind == FUT_SIZE_VALUE) {
    const Static *known = frame_find(sizes->frame, size->value);
    for (size_t i = 0; known != NULL && i < size->projection_count; i++)
      known = static_project(lower, known, size->projections[i]);
    if (known != NULL && known->kind == STATIC_DATA && known->layout->kind == LAYOUT_PRIM)
      return static_atom(known);
  }
  const char *name = size->kind == FUT_SIZE_VALUE ? core_name(size->value->name, "n") : "n";
  Var *var = var_new(lower->emit.program, name, type_scalar(SCALAR_I64), lower->emit.span);
  Param param = {.var = var};
  vec_push(lower->arena, &sizes->params->sizes, param);
  bool is_name = size->kind == FUT_SIZE_VALUE && size->projection_count == 0;
  if (is_name && fut_value_definition(size->value)->kind != FUT_VALUE_DEF)
    frame_bind(sizes->frame, size->value, static_size(lower, atom_var(var)));
  return atom_var(var);
}

static const FutLayout *entry_layout(EntrySizes *sizes, const FutType *type) {
  FutLower *lower = sizes->lower;
  type = type_expand(lower, type);
  if (type->tag == FUT_T_ARRAY) {
    Atom size = entry_size(sizes, type->array.size);
    return layout_array(lower, size, entry_layout(sizes, type->array.element));
  }
  if (type->tag == FUT_T_SUM) {
    LayoutClause *clauses = layout_clauses(lower, type);
    for (size_t i = 0; i < type->sum.count; i++)
      for (size_t k = 0; k < clauses[i].count; k++)
        clauses[i].payload[k] = entry_layout(sizes, type->sum.clauses[i].payload[k]);
    return layout_sum(lower, clauses, type->sum.count);
  }
  if (type->tag != FUT_T_RECORD) return layout_of(lower, sizes->frame, type);
  size_t count = type->record.count;
  Name *names = arena_array(lower->arena, Name, count);
  const FutLayout **fields = arena_array(lower->arena, const FutLayout *, count);
  for (size_t i = 0; i < count; i++) {
    names[i] = type->record.fields[i].name;
    fields[i] = entry_layout(sizes, type->record.fields[i].type);
  }
  return layout_record(lower, names, fields, count, type->record.is_tuple);
}

// ---- Units ----

// An array of units has a size, but no leaves that could show it. At the interface it is an array
// of truth values that nobody looks at; outside it is opaque.
static const FutLayout *units_shown(FutLower *lower, const FutLayout *layout) {
  if (layout->kind == LAYOUT_ARRAY) {
    bool is_innermost = layout->leaf_count == 0 && layout->element->kind != LAYOUT_ARRAY;
    if (!is_innermost)
      return layout_array(lower, layout->size, units_shown(lower, layout->element));
    FutLayout *unit = arena_make(lower->arena, FutLayout);
    *unit = *layout_prim(lower, FUT_PRIM_BOOL);
    unit->is_unit = true;
    return layout_array(lower, layout->size, unit);
  }
  if (layout->kind == LAYOUT_RECORD) {
    const FutLayout **fields = arena_array(lower->arena, const FutLayout *, layout->count);
    for (size_t i = 0; i < layout->count; i++)
      fields[i] = units_shown(lower, layout->fields[i]);
    return layout_record(lower, layout->names, fields, layout->count, layout->is_tuple);
  }
  if (layout->kind != LAYOUT_SUM) return layout;
  LayoutClause *clauses = arena_array(lower->arena, LayoutClause, layout->count);
  for (size_t i = 0; i < layout->count; i++) {
    clauses[i] = layout->clauses[i];
    clauses[i].payload = arena_array(lower->arena, const FutLayout *, clauses[i].count);
    for (size_t k = 0; k < clauses[i].count; k++)
      clauses[i].payload[k] = units_shown(lower, layout->clauses[i].payload[k]);
  }
  return layout_sum(lower, clauses, layout->count);
}

// Which leaves are units.
static void find_units(const FutLayout *layout, bool **next) {
  switch (layout->kind) {
  case LAYOUT_ARRAY: find_units(layout->element, next); return;
  case LAYOUT_RECORD:
    for (size_t i = 0; i < layout->count; i++)
      find_units(layout->fields[i], next);
    return;
  case LAYOUT_SUM:
    *(*next)++ = false; // the tag
    for (size_t i = 0; i < layout->count; i++)
      for (size_t k = 0; k < layout->clauses[i].count; k++)
        find_units(layout->clauses[i].payload[k], next);
    return;
  case LAYOUT_PRIM: *(*next)++ = layout->is_unit; return;
  case LAYOUT_ARROW:
  case LAYOUT_ACC: break;
  }
  INTERNAL_ERROR("a function at the interface of an entry point");
}

static const bool *units_of(FutLower *lower, const FutLayout *shown) {
  bool *is_unit = arena_array(lower->arena, bool, shown->leaf_count);
  bool *next = is_unit;
  find_units(shown, &next);
  return is_unit;
}

static Static *units_removed(FutLower *lower, const Static *value, const FutLayout *layout) {
  const bool *is_unit = units_of(lower, value->layout);
  Atom *leaves = arena_array(lower->arena, Atom, layout->leaf_count);
  size_t count = 0;
  for (size_t i = 0; i < value->layout->leaf_count; i++)
    if (!is_unit[i]) leaves[count++] = value->leaves[i];
  return static_data(lower, layout, leaves);
}

static Static *units_added(FutLower *lower, const Static *value) {
  const FutLayout *shown = units_shown(lower, value->layout);
  const bool *is_unit = units_of(lower, shown);
  const Type **types = layout_types(lower, shown);
  Atom *leaves = arena_array(lower->arena, Atom, shown->leaf_count);
  size_t count = 0;
  for (size_t i = 0; i < shown->leaf_count; i++)
    leaves[i] = is_unit[i] ? atom_blank(lower, types[i]) : value->leaves[count++];
  return static_data(lower, shown, leaves);
}

// ---- Parameters and results ----

static bool is_consumed_type(FutLower *lower, const FutType *type) {
  const FutType *resolved = fut_type_resolve(type);
  return resolved->is_unique || type_expand(lower, resolved)->is_unique;
}

static void entry_params(FutLower *lower, FutFrame *frame, const FutBinding *binding,
                         EntryParams *params) {
  EntrySizes sizes = {.lower = lower, .frame = frame, .params = params};
  for (size_t i = 0; i < binding->params.count; i++) {
    const FutPattern *pattern = binding->params.data[i];
    const FutLayout *layout = entry_layout(&sizes, pattern->type);
    if (layout->has_function)
      lower_unsupported(lower, pattern->span, "an entry point cannot take a function");
    Name name = pattern_name(lower, pattern, i);
    const FutLayout *shown = units_shown(lower, layout);
    Var **vars = layout_vars(lower, shown, core_name(name, "arg"));
    for (size_t k = 0; k < shown->leaf_count; k++) {
      bool is_consumed = is_consumed_type(lower, pattern->type) && type_is_array(vars[k]->type);
      Param param = {.var = vars[k], .is_consumed = is_consumed};
      vec_push(lower->arena, &params->leaves, param);
    }
    vec_push(lower->arena, &params->layouts, shown);
    vec_push(lower->arena, &params->names, name);
    Static *value = units_removed(lower, static_of_vars(lower, shown, vars), layout);
    bind_pattern(lower, frame, pattern, value);
    if (!layout_is_known(layout)) INTERNAL_ERROR("an entry point of unknown shape");
    // `[n + 1]`: the size that came must be the one that the type says.
    frame->sizes.count = 0;
    value =
        static_check_shape(lower, value, layout_of(lower, frame, pattern->type), SHAPE_OF_ARGUMENT);
    bind_pattern(lower, frame, pattern, value);
  }
}

// Arguments of the wrong size are a failure also when nothing uses their elements: a part of the
// result, a number if there is one, needs the checks of all arguments.
static Static *guard_result(FutLower *lower, Static *result, const VarVec *checks) {
  if (checks->count == 0 || result->kind != STATIC_DATA || result->layout->leaf_count == 0)
    return result;
  Atom *leaves = arena_array(lower->arena, Atom, result->layout->leaf_count);
  size_t guarded = 0;
  for (size_t i = 0; i < result->layout->leaf_count; i++) {
    leaves[i] = result->leaves[i];
    if (type_is_array(atom_type(leaves[guarded])) && !type_is_array(atom_type(leaves[i])))
      guarded = i;
  }
  size_t mark = emit_mark(&lower->emit);
  vec_append(lower->arena, &lower->emit.certs, checks->data, checks->count);
  leaves[guarded] = atom_var(emit_let(
      &lower->emit, "checked", exp_new(lower->emit.program, OP_OPAQUE, &leaves[guarded], 1)));
  emit_uncheck(&lower->emit, mark);
  return static_data(lower, result->layout, leaves);
}

static Static *entry_body(FutLower *lower, FutFrame *frame, const FutBinding *binding,
                          const EmitBlock *block) {
  VarVec checks = {0};
  for (size_t i = 0; i < block->stms.count; i++)
    if (block->stms.data[i]->exp->op == OP_ASSERT)
      vec_push(lower->arena, &checks, block->stms.data[i]->vars[0]);
  return guard_result(lower, lower_exp(lower, frame, binding->body), &checks);
}

static void entry_finish(FutLower *lower, Fun *fun, EmitBlock *block, Static *result,
                         const FutTypeExp *written, const EntryParams *params) {
  FutMerge merge = merge_values(lower, &block, &result, 1, "result");
  fun->size_count = params->sizes.count;
  fun->param_count = fun->size_count + params->leaves.count;
  fun->params = arena_array(lower->arena, Param, fun->param_count);
  for (size_t i = 0; i < fun->param_count; i++)
    fun->params[i] =
        i < fun->size_count ? params->sizes.data[i] : params->leaves.data[i - fun->size_count];
  fun->result_size_count = merge.size_count;
  fun->result_count = merge.count;
  fun->results = arena_array(lower->arena, Result, fun->result_count);
  for (size_t i = 0; i < fun->result_count; i++)
    fun->results[i].var = merge.vars[i];
  fun->body = body_new(lower->emit.program, block->stms, merge.results[0], merge.count);
  external_results(lower, fun->entry, written, merge.layout);
}

// Tools that call entry points see their attributes.
static void entry_attributes(FutLower *lower, Fun *fun, const FutAttributes *attributes) {
  for (size_t i = 0; i < attributes->count; i++) {
    StrBuf text = {0};
    fut_attribute_print(attributes->data[i], &text);
    vec_push(lower->arena, &fun->attrs, intern_str(lower->names, strbuf_text(&text)));
    strbuf_free(&text);
  }
}

void lower_entry(FutLower *lower, FutValue *entry) {
  Fun *fun = arena_make(lower->arena, Fun);
  fun->name = lower_fun_name(lower, entry->name);
  fun->span = entry->span;
  fun->entry = arena_make(lower->arena, Entry);
  fun->entry->name = entry->name;
  const FutBinding *binding = entry->binding;
  entry_attributes(lower, fun, &binding->attributes);
  lower->emit.span = entry->span;
  EmitBlock *block = emit_open(&lower->emit);
  FutFrame *frame = frame_new(lower, lower->top);
  EntryParams params = {0};
  Static *result = NULL;
  if (lower->checked->is_session) {
    result = lower_global(lower, entry, NULL, (SolvedSizes){0});
  } else {
    entry_params(lower, frame, binding, &params);
    result = entry_body(lower, frame, binding, block);
  }
  if (result->kind != STATIC_DATA)
    lower_unsupported(lower, entry->span, "an entry point cannot give a function");
  result = units_added(lower, result);
  emit_close(&lower->emit, block);
  external_params(lower, fun->entry, &binding->params, params.layouts.data, params.names.data);
  entry_finish(lower, fun, block, result, binding->return_type, &params);
  vec_push(lower->arena, &lower->emit.program->funs, fun);
}
