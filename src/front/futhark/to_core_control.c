// Branches, matches and loops.
#include "front/futhark/to_core_internal.h"

// ---- Values that leave blocks ----

typedef struct Merging {
  FutLower *lower;
  EmitBlock *const *blocks;
  size_t count;
  Atom **sizes; // per block: all sizes of its value's layout, in order
  size_t next;
  Vec(Var *) vars;  // new sizes
  Vec(size_t) from; // per new size: the first position with it
} Merging;

static bool is_common(const Merging *merging, size_t position) {
  Atom first = merging->sizes[0][position];
  for (size_t b = 0; b < merging->count; b++) {
    Atom size = merging->sizes[b][position];
    if (!atom_equal(first, size)) return false;
    if (size.var != NULL && emit_binds(merging->blocks[b], size.var)) return false;
  }
  return true;
}

static bool is_same_size(const Merging *merging, size_t a, size_t b) {
  for (size_t i = 0; i < merging->count; i++)
    if (!atom_equal(merging->sizes[i][a], merging->sizes[i][b])) return false;
  return true;
}

static LayoutSize merge_size(void *context, LayoutSize size) {
  Merging *merging = context;
  size_t position = merging->next++;
  if (is_common(merging, position)) return size;
  for (size_t i = 0; i < merging->from.count; i++)
    if (is_same_size(merging, merging->from.data[i], position))
      return (LayoutSize){.is_known = true, .size = atom_var(merging->vars.data[i])};
  FutLower *lower = merging->lower;
  Var *var = var_new(lower->emit.program, "n", type_scalar(SCALAR_I64), lower->emit.span);
  vec_push(lower->arena, &merging->vars, var);
  vec_push(lower->arena, &merging->from, position);
  return (LayoutSize){.is_known = true, .size = atom_var(var)};
}

FutMerge merge_values(FutLower *lower, EmitBlock *const *blocks, Static *const *values,
                      size_t count, const char *name) {
  Merging merging = {.lower = lower, .blocks = blocks, .count = count};
  merging.sizes = arena_array(lower->arena, Atom *, count);
  for (size_t b = 0; b < count; b++) {
    merging.sizes[b] = layout_sizes(lower, values[b]->layout).data;
  }
  FutMerge merge = {.layout = layout_map(lower, values[0]->layout, merge_size, &merging)};
  merge.size_count = merging.vars.count;
  merge.count = merge.size_count + merge.layout->leaf_count;
  Var **leaves = layout_vars(lower, merge.layout, name);
  merge.vars = arena_array(lower->arena, Var *, merge.count);
  for (size_t i = 0; i < merge.count; i++)
    merge.vars[i] = i < merge.size_count ? merging.vars.data[i] : leaves[i - merge.size_count];
  merge.results = arena_array(lower->arena, Atom *, count);
  for (size_t b = 0; b < count; b++) {
    merge.results[b] = arena_array(lower->arena, Atom, merge.count);
    for (size_t i = 0; i < merge.count; i++)
      merge.results[b][i] = i < merge.size_count ? merging.sizes[b][merging.from.data[i]]
                                                 : values[b]->leaves[i - merge.size_count];
  }
  return merge;
}

// ---- Branches ----

// `if` or `switch` over blocks that have been closed, and their values; `exp` says which one, and
// has no bodies yet.
static Static *lower_branches(FutLower *lower, Exp *exp, EmitBlock *const *blocks,
                              Static *const *values) {
  Branches *branches = &exp->as.branches;
  for (size_t b = 0; b < branches->body_count; b++)
    if (values[b]->kind != STATIC_DATA)
      lower_unsupported(lower, lower->emit.span, "a branch cannot give a function");
  FutMerge merge = merge_values(lower, blocks, values, branches->body_count, "branch");
  if (merge.count > 0) {
    for (size_t b = 0; b < branches->body_count; b++)
      branches->bodies[b] =
          body_new(lower->emit.program, blocks[b]->stms, merge.results[b], merge.count);
    Builder builder = emit_builder(&lower->emit);
    build_stm(&builder, exp, merge.vars, merge.count);
  }
  return static_of_vars(lower, merge.layout, merge.vars + merge.size_count);
}

Static *lower_branch(FutLower *lower, Atom condition, EmitBlock *blocks[2], Static *values[2]) {
  return lower_branches(lower, exp_if(lower->emit.program, condition, NULL, NULL), blocks, values);
}

// A constant condition leaves only one branch; functions may come out of that one.
static bool is_decided(Atom condition, bool *value) {
  *value = condition.constant.value.b;
  return condition.var == NULL;
}

Static *lower_if(FutLower *lower, FutFrame *frame, const FutExp *exp) {
  Atom condition = static_atom(lower_exp(lower, frame, exp->branch.condition));
  bool value;
  if (is_decided(condition, &value))
    return lower_exp(lower, frame, value ? exp->branch.then : exp->branch.otherwise);
  EmitBlock *blocks[2];
  Static *values[2];
  for (size_t b = 0; b < 2; b++) {
    blocks[b] = emit_open(&lower->emit);
    values[b] = lower_exp(lower, frame, b == 0 ? exp->branch.then : exp->branch.otherwise);
    emit_close(&lower->emit, blocks[b]);
  }
  return lower_branch(lower, condition, blocks, values);
}

// ---- Matches: cases are tried in order, the last one always fits ----

// The cases of one `switch`: those from `first` on that ask for a constant, each for its own.
typedef struct Keyed {
  Vec(Constant) keys;
  Vec(size_t) cases; // their positions
  size_t next;       // the case after them
} Keyed;

static bool has_key(const Keyed *keyed, Constant key) {
  for (size_t i = 0; i < keyed->keys.count; i++)
    if (constant_equal(keyed->keys.data[i], key)) return true;
  return false;
}

static Keyed find_keyed(FutLower *lower, const FutExp *exp, const Static *subject, size_t first) {
  Keyed keyed = {.next = first};
  // The last case is not asked: it is what is left.
  for (; keyed.next + 1 < exp->match.cases.count; keyed.next++) {
    Constant key;
    if (!pattern_key(exp->match.cases.data[keyed.next].pattern, subject, &key)) break;
    if (has_key(&keyed, key)) continue;
    vec_push(lower->arena, &keyed.keys, key);
    vec_push(lower->arena, &keyed.cases, keyed.next);
  }
  return keyed;
}

static Static *lower_case_body(FutLower *lower, FutFrame *frame, const FutCase *taken,
                               const Static *subject) {
  bind_pattern(lower, frame, taken->pattern, subject);
  return lower_exp(lower, frame, taken->body);
}

static Static *lower_cases(FutLower *lower, FutFrame *frame, const FutExp *exp,
                           const Static *subject, size_t first);

static Static *lower_switch(FutLower *lower, FutFrame *frame, const FutExp *exp,
                            const Static *subject, const Keyed *keyed) {
  size_t count = keyed->keys.count + 1;
  EmitBlock **blocks = arena_array(lower->arena, EmitBlock *, count);
  Static **values = arena_array(lower->arena, Static *, count);
  for (size_t i = 0; i < count; i++) {
    blocks[i] = emit_open(&lower->emit);
    if (i + 1 == count)
      values[i] = lower_cases(lower, frame, exp, subject, keyed->next);
    else
      values[i] = lower_case_body(lower, frame_new(lower, frame),
                                  &exp->match.cases.data[keyed->cases.data[i]], subject);
    emit_close(&lower->emit, blocks[i]);
  }
  Branches branches = {.bodies = arena_array(lower->arena, Body *, count),
                       .body_count = count,
                       .cases = keyed->keys.data};
  // The tag of a sum is its first leaf, and a number has only one.
  return lower_branches(lower, exp_switch(lower->emit.program, subject->leaves[0], branches),
                        blocks, values);
}

static Static *lower_cases(FutLower *lower, FutFrame *frame, const FutExp *exp,
                           const Static *subject, size_t first) {
  const FutCase *taken = &exp->match.cases.data[first];
  FutFrame *inner = frame_new(lower, frame);
  if (first + 1 == exp->match.cases.count) return lower_case_body(lower, inner, taken, subject);
  Keyed keyed = find_keyed(lower, exp, subject, first);
  if (keyed.keys.count > 1) return lower_switch(lower, frame, exp, subject, &keyed);
  Atom condition = test_pattern(lower, inner, taken->pattern, subject);
  bool value;
  if (is_decided(condition, &value))
    return value ? lower_case_body(lower, inner, taken, subject)
                 : lower_cases(lower, frame, exp, subject, first + 1);
  EmitBlock *blocks[2];
  Static *values[2];
  blocks[0] = emit_open(&lower->emit);
  values[0] = lower_case_body(lower, inner, taken, subject);
  emit_close(&lower->emit, blocks[0]);
  blocks[1] = emit_open(&lower->emit);
  values[1] = lower_cases(lower, frame, exp, subject, first + 1);
  emit_close(&lower->emit, blocks[1]);
  return lower_branch(lower, condition, blocks, values);
}

Static *lower_match(FutLower *lower, FutFrame *frame, const FutExp *exp) {
  Static *subject = lower_exp(lower, frame, exp->match.subject);
  return lower_cases(lower, frame, exp, subject, 0);
}

// ---- Loops ----

// Whether iterations may differ in the size: it is one of those that the loop lists.
static bool is_varying_size(const FutExp *loop, const FutSize *size) {
  size = fut_size_resolve(size);
  if (size->kind == FUT_SIZE_VAR) return true;
  if (size->arg_count > 0) {
    for (size_t i = 0; i < size->arg_count; i++)
      if (is_varying_size(loop, size->args[i])) return true;
    return false;
  }
  for (uint32_t i = 0; size->kind == FUT_SIZE_VALUE && i < loop->loop.varying_count; i++)
    if (loop->loop.varying[i] == size->value) return true;
  return false;
}

// A size that the loop carries along.
typedef struct Varying {
  const FutSize *size;
  Var *var;
  Atom initial;
} Varying;

typedef struct FutLoopState {
  FutLower *lower;
  FutFrame *frame;
  const FutExp *exp;
  Vec(Varying) varying;
} FutLoopState;

// Walks the type and the initial layout together; returns the layout of the parameters.
static const FutLayout *loop_layout(FutLoopState *state, const FutType *type,
                                    const FutLayout *initial);

static LayoutSize loop_size(FutLoopState *state, const FutSize *size, const FutLayout *initial) {
  FutLower *lower = state->lower;
  LayoutSize known = {0};
  if (!is_varying_size(state->exp, size)) {
    known.is_known = size_atom(lower, state->frame, size, &known.size);
    if (known.is_known) return known;
  }
  known.is_known = true;
  for (size_t i = 0; i < state->varying.count; i++)
    if (fut_size_equal(state->varying.data[i].size, size) &&
        atom_equal(state->varying.data[i].initial, initial->size))
      return known.size = atom_var(state->varying.data[i].var), known;
  Var *var = var_new(lower->emit.program, "n", type_scalar(SCALAR_I64), lower->emit.span);
  Varying varying = {.size = size, .var = var, .initial = initial->size};
  vec_push(lower->arena, &state->varying, varying);
  known.size = atom_var(var);
  return known;
}

static const FutLayout *loop_clauses(FutLoopState *state, const FutType *type,
                                     const FutLayout *initial) {
  Arena *arena = state->lower->arena;
  LayoutClause *clauses = arena_array(arena, LayoutClause, initial->count);
  for (size_t i = 0; i < initial->count; i++) {
    clauses[i] = initial->clauses[i];
    clauses[i].payload = arena_array(arena, const FutLayout *, clauses[i].count);
    for (size_t k = 0; k < clauses[i].count; k++)
      clauses[i].payload[k] =
          loop_layout(state, type->sum.clauses[i].payload[k], initial->clauses[i].payload[k]);
  }
  return layout_sum(state->lower, clauses, initial->count);
}

static const FutLayout *loop_layout(FutLoopState *state, const FutType *type,
                                    const FutLayout *initial) {
  FutLower *lower = state->lower;
  type = type_expand(lower, type);
  if (type->tag == FUT_T_ARRAY && initial->kind == LAYOUT_ARRAY) {
    LayoutSize size = loop_size(state, type->array.size, initial);
    return layout_array(lower, size.size,
                        loop_layout(state, type->array.element, initial->element));
  }
  if (type->tag == FUT_T_RECORD && initial->kind == LAYOUT_RECORD &&
      type->record.count == initial->count) {
    const FutLayout **fields = arena_array(lower->arena, const FutLayout *, initial->count);
    for (size_t i = 0; i < initial->count; i++)
      fields[i] = loop_layout(state, type->record.fields[i].type, initial->fields[i]);
    return layout_record(lower, initial->names, fields, initial->count, initial->is_tuple);
  }
  if (type->tag == FUT_T_SUM && initial->kind == LAYOUT_SUM)
    return loop_clauses(state, type, initial);
  return initial;
}

typedef struct Renaming {
  const FutLoopState *state;
  const Atom *to;
} Renaming;

static LayoutSize rename_varying(void *context, LayoutSize size) {
  const Renaming *renaming = context;
  for (size_t i = 0; i < renaming->state->varying.count; i++)
    if (size.size.var == renaming->state->varying.data[i].var)
      return (LayoutSize){.is_known = true, .size = renaming->to[i]};
  return size;
}

// The atoms for the parameters; coerces in the current block.
static Atom *loop_values(FutLower *lower, const FutLoopState *state, const FutLayout *layout,
                         const Static *value) {
  size_t size_count = state->varying.count;
  Atom *atoms = arena_array(lower->arena, Atom, size_count + layout->leaf_count);
  Atoms params = layout_sizes(lower, layout), values = layout_sizes(lower, value->layout);
  for (size_t i = 0; i < size_count; i++)
    for (size_t k = params.count; k > 0; k--)
      if (params.data[k - 1].var == state->varying.data[i].var) atoms[i] = values.data[k - 1];
  Renaming renaming = {.state = state, .to = atoms};
  Static *fitted =
      static_coerce(lower, value, layout_map(lower, layout, rename_varying, &renaming));
  for (size_t i = 0; i < layout->leaf_count; i++)
    atoms[size_count + i] = fitted->leaves[i];
  return atoms;
}

typedef struct LoopParts {
  FutFrame *frame;
  Loop *loop;
  Atom bound;
  Static *array; // of `for x in array`
} LoopParts;

// The head of a `for`: the index and what its pattern is bound to. Unsigned bounds are counted in
// i64, because the index of a Core loop is signed.
static void loop_index(FutLower *lower, const FutExp *exp, LoopParts *parts, const Static *bound) {
  FutPrim prim = bound->layout->prim;
  Scalar scalar = prim_scalar(prim);
  parts->bound = static_atom(bound);
  bool is_widened = !fut_prim_is_signed(prim) && scalar != SCALAR_I64;
  if (is_widened)
    parts->bound = emit_convert(&lower->emit, "bound", OP_ZEXT, parts->bound, SCALAR_I64);
  const FutPattern *element = exp->loop.element;
  const char *name = core_name(element->kind == FUT_PATTERN_NAME ? element->name : NULL, "i");
  Scalar index = is_widened ? SCALAR_I64 : scalar;
  parts->loop->index = var_new(lower->emit.program, name, type_scalar(index), lower->emit.span);
}

static void loop_head(FutLower *lower, const FutExp *exp, LoopParts *parts, Static *bound) {
  if (exp->loop.form == FUT_LOOP_FOR) {
    loop_index(lower, exp, parts, bound);
  } else if (exp->loop.form == FUT_LOOP_FOR_IN) {
    parts->array = bound;
    parts->bound = bound->layout->size;
    parts->loop->index =
        var_new(lower->emit.program, "i", type_scalar(SCALAR_I64), lower->emit.span);
  }
}

// What the body starts with: the element's pattern.
static void loop_bind_element(FutLower *lower, const FutExp *exp, const LoopParts *parts,
                              const Static *bound) {
  if (exp->loop.form == FUT_LOOP_WHILE) return;
  Atom index = atom_var(parts->loop->index);
  Static *element;
  if (exp->loop.form == FUT_LOOP_FOR_IN) {
    element = static_index(lower, parts->array, &index, 1);
  } else {
    FutPrim prim = bound->layout->prim;
    Scalar scalar = prim_scalar(prim);
    if (!type_is_scalar(parts->loop->index->type, scalar))
      index = emit_convert(&lower->emit, "i", OP_ZEXT, index, scalar);
    element = static_scalar(lower, prim, index);
  }
  bind_pattern(lower, parts->frame, exp->loop.element, element);
}

static Body *loop_condition(FutLower *lower, const FutExp *exp, FutFrame *frame) {
  EmitBlock *block = emit_open(&lower->emit);
  Atom condition = static_atom(lower_exp(lower, frame, exp->loop.bound));
  emit_close(&lower->emit, block);
  return body_new(lower->emit.program, block->stms, &condition, 1);
}

Static *lower_loop(FutLower *lower, FutFrame *frame, const FutExp *exp) {
  if (exp->loop.initial == NULL) INTERNAL_ERROR("the checker left a loop without initial values");
  Static *initial = lower_exp(lower, frame, exp->loop.initial);
  Static *bound =
      exp->loop.form == FUT_LOOP_WHILE ? NULL : lower_exp(lower, frame, exp->loop.bound);
  if (initial->kind != STATIC_DATA)
    lower_unsupported(lower, exp->span, "a loop cannot carry a function");
  FutLoopState state = {.lower = lower, .frame = frame, .exp = exp};
  const FutLayout *layout = loop_layout(&state, exp->loop.pattern->type, initial->layout);
  Var **leaves = layout_vars(lower, layout, "carried");
  size_t size_count = state.varying.count, count = size_count + layout->leaf_count;
  LoopParts parts = {.frame = frame_new(lower, frame), .loop = arena_make(lower->arena, Loop)};
  Loop *loop = parts.loop;
  loop->param_count = count;
  loop->params = arena_array(lower->arena, Var *, count);
  for (size_t i = 0; i < count; i++)
    loop->params[i] = i < size_count ? state.varying.data[i].var : leaves[i - size_count];
  loop_head(lower, exp, &parts, bound);
  Atom *inits = loop_values(lower, &state, layout, initial);
  bind_pattern(lower, parts.frame, exp->loop.pattern, static_of_vars(lower, layout, leaves));
  if (exp->loop.form == FUT_LOOP_WHILE) loop->condition = loop_condition(lower, exp, parts.frame);
  EmitBlock *block = emit_open(&lower->emit);
  loop_bind_element(lower, exp, &parts, bound);
  Static *next = lower_exp(lower, parts.frame, exp->loop.body);
  if (next->kind != STATIC_DATA) INTERNAL_ERROR("a loop's body gives a function");
  Atom *nexts = loop_values(lower, &state, layout, next);
  emit_close(&lower->emit, block);
  loop->body = body_new(lower->emit.program, block->stms, nexts, count);
  if (count == 0) return static_unit(lower);
  Builder builder = emit_builder(&lower->emit);
  Stm *stm = build_infer(&builder, "loop", exp_loop(lower->emit.program, loop, inits, parts.bound));
  Atom *sizes = arena_array(lower->arena, Atom, size_count);
  for (size_t i = 0; i < size_count; i++)
    sizes[i] = atom_var(stm->vars[i]);
  Renaming renaming = {.state = &state, .to = sizes};
  return static_of_vars(lower, layout_map(lower, layout, rename_varying, &renaming),
                        stm->vars + size_count);
}
