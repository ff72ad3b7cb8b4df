// Values that branches and loops hand on; `⍣`.
//
// A branch or a loop gives a value, and new values of names from outside that were assigned an
// element inside. Both are handed on as one tuple, whose *layout* says which kinds and sizes its
// arrays have: a size that is the same on every way is that size, another one is handed on, too.
// The body of a loop is lowered again when its result does not fit the layout that was assumed.
#include "front/apl/to_core_internal.h"

typedef Vec(const AplValue *) ValueVec;
typedef Vec(AplCell *) CellVec;

// ---- Layouts ----

static void collect(AplLower *lower, const AplValue *value, ValueVec *leaves) {
  if (value->kind == APL_VALUE_ARRAY) vec_push(lower->arena, leaves, value);
  if (value->kind != APL_VALUE_TUPLE && value->kind != APL_VALUE_NESTED) return;
  for (size_t i = 0; i < value->item_count; i++)
    collect(lower, value->items[i], leaves);
}

AplLayout apl_layout_of(AplLower *lower, const AplValue *value) {
  AplLayout layout = {.model = value};
  ValueVec leaves = {0};
  collect(lower, value, &leaves);
  for (size_t i = 0; i < leaves.count; i++) {
    const AplArray *array = &leaves.data[i]->array;
    AplSlot slot = {.kind = array->kind, .rank = array->rank};
    slot.dims = arena_array(lower->arena, Atom, array->rank + 1);
    slot.is_free = arena_array(lower->arena, bool, array->rank + 1);
    for (size_t k = 0; k < array->rank; k++)
      slot.dims[k] = array->dims[k];
    vec_push(lower->arena, &layout.slots, slot);
  }
  return layout;
}

static bool is_same_structure(const AplValue *a, const AplValue *b) {
  if (a->kind != b->kind) return false;
  if (a->kind == APL_VALUE_ARRAY) return a->array.rank == b->array.rank;
  bool has_items = a->kind == APL_VALUE_TUPLE || a->kind == APL_VALUE_NESTED;
  if (!has_items) return a == b || a->function == b->function;
  if (a->item_count != b->item_count) return false;
  for (size_t i = 0; i < a->item_count; i++)
    if (!is_same_structure(a->items[i], b->items[i])) return false;
  return true;
}

// Makes room for another value; whether anything changed.
bool apl_layout_join(AplLower *lower, AplLayout *layout, const AplValue *value) {
  if (!is_same_structure(layout->model, value)) {
    bool is_state = layout->model->item_count > 0 &&
                    !is_same_structure(layout->model->items[0], value->items[0]);
    const AplValue *before = is_state ? layout->model->items[0] : layout->model;
    const AplValue *after = is_state ? value->items[0] : value;
    apl_fail(lower, ERROR_APL_RANK,
             "RANK ERROR: the value is %s on one way and %s on another; its rank must stay",
             apl_type_text(lower, before), apl_type_text(lower, after));
  }
  ValueVec leaves = {0};
  bool has_changed = false;
  collect(lower, value, &leaves);
  for (size_t i = 0; i < leaves.count; i++) {
    AplSlot *slot = &layout->slots.data[i];
    const AplArray *array = &leaves.data[i]->array;
    AplKind kind = apl_kind_join(lower, slot->kind, array->kind);
    has_changed = has_changed || kind != slot->kind;
    slot->kind = kind;
    for (size_t k = 0; k < slot->rank; k++) {
      if (slot->is_free[k] || atom_equal(slot->dims[k], array->dims[k])) continue;
      slot->is_free[k] = has_changed = true;
    }
  }
  return has_changed;
}

// Fresh variables for what is handed on: the sizes of an array, and its parts.
VarVec apl_layout_vars(AplLower *lower, const AplLayout *layout, const char *name) {
  VarVec vars = {0};
  for (size_t i = 0; i < layout->slots.count; i++) {
    const AplSlot *slot = &layout->slots.data[i];
    Atom *dims = arena_array(lower->arena, Atom, slot->rank + 1);
    for (size_t k = 0; k < slot->rank; k++) {
      dims[k] = slot->dims[k];
      if (!slot->is_free[k]) continue;
      Var *size = var_new(lower->emit.program, "n", type_scalar(SCALAR_I64), lower->emit.span);
      dims[k] = atom_var(size);
      apl_natural(lower, size);
      vec_push(lower->arena, &vars, size);
    }
    const Type *type = apl_part_type(lower, slot->kind, slot->rank, dims);
    for (size_t k = 0; k < apl_kind_parts(slot->kind); k++) {
      Var *part = var_new(lower->emit.program, name, type, lower->emit.span);
      vec_push(lower->arena, &vars, part);
    }
  }
  return vars;
}

// The array of a slot, from the variables that begin at *next.
static const AplValue *slot_value(AplLower *lower, const AplSlot *slot, const VarVec *vars,
                                  size_t *next) {
  Atom *dims = arena_array(lower->arena, Atom, slot->rank + 1);
  Atom data[2];
  for (size_t k = 0; k < slot->rank; k++)
    dims[k] = slot->is_free[k] ? atom_var(vars->data[(*next)++]) : slot->dims[k];
  for (size_t k = 0; k < apl_kind_parts(slot->kind); k++)
    data[k] = atom_var(vars->data[(*next)++]);
  return apl_value_array(lower, apl_array_make(lower, slot->kind, slot->rank, dims, data));
}

static const AplValue *rebuild(AplLower *lower, const AplValue *model, const AplLayout *layout,
                               size_t *slot, const VarVec *vars, size_t *next) {
  if (model->kind == APL_VALUE_ARRAY)
    return slot_value(lower, &layout->slots.data[(*slot)++], vars, next);
  if (model->kind != APL_VALUE_TUPLE && model->kind != APL_VALUE_NESTED) return model;
  const AplValue **items = arena_array(lower->arena, const AplValue *, model->item_count + 1);
  for (size_t i = 0; i < model->item_count; i++)
    items[i] = rebuild(lower, model->items[i], layout, slot, vars, next);
  AplValue *value = (AplValue *)(uintptr_t)apl_value_tuple(lower, items, model->item_count);
  value->kind = model->kind;
  return value;
}

const AplValue *apl_layout_value(AplLower *lower, const AplLayout *layout, const VarVec *vars) {
  size_t slot = 0, next = 0;
  return rebuild(lower, layout->model, layout, &slot, vars, &next);
}

// The atoms of a value in the same order as the variables.
Atoms apl_layout_atoms(AplLower *lower, const AplLayout *layout, const AplValue *value) {
  Atoms atoms = {0};
  ValueVec leaves = {0};
  collect(lower, value, &leaves);
  for (size_t i = 0; i < leaves.count; i++) {
    const AplSlot *slot = &layout->slots.data[i];
    const AplArray *array = apl_stored(lower, apl_as_kind(lower, leaves.data[i], slot->kind));
    for (size_t k = 0; k < slot->rank; k++)
      if (slot->is_free[k]) vec_push(lower->arena, &atoms, array->dims[k]);
    for (size_t k = 0; k < apl_kind_parts(slot->kind); k++)
      vec_push(lower->arena, &atoms, array->data[k]);
  }
  return atoms;
}

// ---- Regions ----

AplRegion *apl_region_open(AplLower *lower) {
  AplRegion *region = arena_make(lower->arena, AplRegion);
  region->parent = lower->region;
  region->depth = region->parent != NULL ? region->parent->depth + 1 : 1;
  lower->region = region;
  lower->inside++;
  return region;
}

void apl_region_close(AplLower *lower, AplRegion *region) {
  for (size_t i = 0; i < region->writes.count; i++)
    region->writes.data[i].cell->value = region->writes.data[i].before;
  lower->region = region->parent;
  lower->inside--;
}

// Adds the cells that were assigned; whether there are new ones.
static bool add_cells(AplLower *lower, CellVec *cells, const AplRegion *region) {
  size_t before = cells->count;
  for (size_t i = 0; i < region->writes.count; i++) {
    bool is_known = false;
    for (size_t k = 0; k < cells->count; k++)
      is_known = is_known || cells->data[k] == region->writes.data[i].cell;
    if (!is_known) vec_push(lower->arena, cells, region->writes.data[i].cell);
  }
  return cells->count > before;
}

// A value together with those of the cells.
static const AplValue *with_cells(AplLower *lower, const AplValue *value, const CellVec *cells) {
  const AplValue **items = arena_array(lower->arena, const AplValue *, cells->count + 1);
  items[0] = value;
  for (size_t i = 0; i < cells->count; i++)
    items[i + 1] = cells->data[i]->value;
  return apl_value_tuple(lower, items, cells->count + 1);
}

static const AplValue *take_cells(AplLower *lower, const AplValue *tuple, const CellVec *cells) {
  for (size_t i = 0; i < cells->count; i++)
    apl_cell_write(lower, cells->data[i], tuple->items[i + 1]);
  return tuple->items[0];
}

// Names keep their rank, too.
static void check_cells(AplLower *lower, const AplLayout *layout, const AplValue *tuple,
                        const CellVec *cells) {
  for (size_t i = 0; i < cells->count; i++) {
    const AplValue *before = layout->model->items[i + 1], *after = tuple->items[i + 1];
    if (is_same_structure(before, after)) continue;
    apl_fail(lower, ERROR_APL_RANK,
             "RANK ERROR: `%s` is %s on one way and %s on another; its rank must stay",
             cells->data[i]->name, apl_type_text(lower, before), apl_type_text(lower, after));
  }
}

// ---- Branches ----

// While the result of a function that calls itself is not known, an arm that needs it is left out.
static const AplValue *guess_arm(AplLower *lower, ValueBody *body, void *context) {
  Catch catch = {0};
  apl_catch_open(lower, &catch, CATCH_GUESS);
  if (setjmp(catch.escape) != 0) return NULL;
  const AplValue *value = body(lower, context);
  apl_catch_close(lower, &catch);
  return value;
}

static const AplValue *branch_guess(AplLower *lower, ValueBody *const bodies[2], void *context) {
  const AplValue *values[2];
  for (size_t i = 0; i < 2; i++) {
    EmitBlock *block = emit_open(&lower->emit);
    AplRegion *region = apl_region_open(lower);
    values[i] = guess_arm(lower, bodies[i], context);
    apl_region_close(lower, region);
    emit_close(&lower->emit, block);
  }
  if (values[0] == NULL && values[1] == NULL) apl_throw(lower, CATCH_GUESS);
  if (values[0] == NULL || values[1] == NULL) return values[0] != NULL ? values[0] : values[1];
  AplLayout layout = apl_layout_of(lower, values[0]);
  apl_layout_join(lower, &layout, values[1]);
  VarVec vars = apl_layout_vars(lower, &layout, "either");
  return apl_layout_value(lower, &layout, &vars);
}

const AplValue *apl_branch(AplLower *lower, Atom condition, ValueBody *then_body,
                           ValueBody *else_body, void *context) {
  if (condition.var == NULL)
    return (condition.constant.value.b ? then_body : else_body)(lower, context);
  if (apl_is_guessing(lower))
    return branch_guess(lower, (ValueBody *const[2]){then_body, else_body}, context);
  ValueBody *bodies[2] = {then_body, else_body};
  EmitBlock *blocks[2];
  AplRegion *regions[2];
  const AplValue *values[2], *tuples[2];
  ValueVec written[2] = {{0}, {0}};
  CellVec cells = {0};
  size_t mark = emit_mark(&lower->emit);
  for (size_t i = 0; i < 2; i++) {
    blocks[i] = emit_open(&lower->emit);
    regions[i] = apl_region_open(lower);
    values[i] = bodies[i](lower, context);
    add_cells(lower, &cells, regions[i]);
    for (size_t k = 0; k < regions[i]->writes.count; k++)
      vec_push(lower->arena, &written[i], regions[i]->writes.data[k].cell->value);
    emit_uncheck(&lower->emit, mark);
    apl_region_close(lower, regions[i]);
    emit_close(&lower->emit, blocks[i]);
  }
  for (size_t i = 0; i < 2; i++) {
    for (size_t k = 0; k < written[i].count; k++)
      regions[i]->writes.data[k].cell->value = written[i].data[k];
    tuples[i] = with_cells(lower, values[i], &cells);
    for (size_t k = 0; k < written[i].count; k++)
      regions[i]->writes.data[k].cell->value = regions[i]->writes.data[k].before;
  }
  AplLayout layout = apl_layout_of(lower, tuples[0]);
  check_cells(lower, &layout, tuples[1], &cells);
  apl_layout_join(lower, &layout, tuples[1]);
  Body *built[2];
  for (size_t i = 0; i < 2; i++) {
    lower->emit.block = blocks[i];
    Atoms atoms = apl_layout_atoms(lower, &layout, tuples[i]);
    emit_close(&lower->emit, blocks[i]);
    built[i] = body_new(lower->emit.program, blocks[i]->stms, atoms.data, atoms.count);
  }
  VarVec vars = apl_layout_vars(lower, &layout, "either");
  Builder builder = emit_builder(&lower->emit);
  build_stm(&builder, exp_if(lower->emit.program, condition, built[0], built[1]), vars.data,
            vars.count);
  return take_cells(lower, apl_layout_value(lower, &layout, &vars), &cells);
}

// ---- Loops ----

typedef struct AplLooping {
  StepBody *body;
  UntilBody *until; // or NULL: it is counted
  void *context;
  const AplValue *initial; // the state and the cells
  CellVec cells;
  AplLayout layout;
  VarVec params;
  EmitBlock *block;
  Atoms results;
  Atom is_done;
  Var *step; // counts the steps
} AplLooping;

// Lowers the body once; whether it fits the layout.
static bool loop_try(AplLower *lower, AplLooping *looping) {
  size_t mark = emit_mark(&lower->emit);
  looping->params = apl_layout_vars(lower, &looping->layout, "state");
  looping->block = emit_open(&lower->emit);
  AplRegion *region = apl_region_open(lower);
  const AplValue *tuple = apl_layout_value(lower, &looping->layout, &looping->params);
  vec_push(lower->arena, &lower->counters, atom_var(looping->step));
  CellVec cells = looping->cells;
  for (size_t i = 0; i < cells.count; i++)
    apl_cell_write(lower, cells.data[i], tuple->items[i + 1]);
  const AplValue *state = looping->body(lower, tuple->items[0], looping->context);
  const AplValue *next = with_cells(lower, state, &cells);
  if (looping->until != NULL)
    looping->is_done = looping->until(lower, state, tuple->items[0], looping->context);
  lower->counters.count--;
  bool has_new_cells = add_cells(lower, &looping->cells, region);
  check_cells(lower, &looping->layout, next, &cells);
  bool has_changed = apl_layout_join(lower, &looping->layout, next);
  if (!has_new_cells && !has_changed) {
    looping->results = apl_layout_atoms(lower, &looping->layout, next);
    if (looping->until != NULL) {
      Atom goes_on = emit_not(&lower->emit, looping->is_done);
      vec_push(lower->arena, &looping->results, goes_on);
      vec_push(lower->arena, &looping->results,
               apl_add(lower, atom_var(looping->step), atom_i64(1)));
    }
  }
  emit_uncheck(&lower->emit, mark);
  apl_region_close(lower, region);
  emit_close(&lower->emit, looping->block);
  if (has_new_cells) { // their sizes are part of the layout
    looping->initial = with_cells(lower, looping->initial->items[0], &looping->cells);
    AplLayout layout = apl_layout_of(lower, looping->initial);
    for (size_t i = 0; i < looping->layout.slots.count; i++)
      layout.slots.data[i] = looping->layout.slots.data[i];
    looping->layout = layout;
  }
  return !has_new_cells && !has_changed;
}

static const AplValue *loop_run(AplLower *lower, AplLooping *looping, const AplValue *state,
                                Atom count) {
  looping->initial = with_cells(lower, state, &looping->cells);
  looping->layout = apl_layout_of(lower, looping->initial);
  looping->step = var_new(lower->emit.program, "t", type_scalar(SCALAR_I64), lower->emit.span);
  while (!loop_try(lower, looping))
    continue;
  Emitter *emit = &lower->emit;
  Loop *loop = arena_make(lower->arena, Loop);
  Atoms inits = apl_layout_atoms(lower, &looping->layout, looping->initial);
  VarVec results = apl_layout_vars(lower, &looping->layout, "state");
  if (looping->until != NULL) {
    const Type *type = type_scalar(SCALAR_BOOL);
    Var *goes_on = var_new(emit->program, "goes_on", type, emit->span);
    Atom condition = atom_var(goes_on);
    vec_push(lower->arena, &looping->params, goes_on);
    vec_push(lower->arena, &results, var_new(emit->program, "goes_on", type, emit->span));
    vec_push(lower->arena, &inits, atom_bool(true));
    vec_push(lower->arena, &looping->params, looping->step);
    vec_push(lower->arena, &results, var_like(emit->program, looping->step, looping->step->type));
    vec_push(lower->arena, &inits, atom_i64(0));
    loop->condition = body_new(emit->program, (Stms){0}, &condition, 1);
  } else {
    loop->index = looping->step;
  }
  loop->params = looping->params.data;
  loop->param_count = looping->params.count;
  loop->body =
      body_new(emit->program, looping->block->stms, looping->results.data, looping->results.count);
  Builder builder = emit_builder(emit);
  build_stm(&builder, exp_loop(emit->program, loop, inits.data, count), results.data,
            results.count);
  return take_cells(lower, apl_layout_value(lower, &looping->layout, &results), &looping->cells);
}

const AplValue *apl_loop(AplLower *lower, Atom count, const AplValue *state, StepBody *body,
                         void *context) {
  AplLooping looping = {.body = body, .context = context};
  return loop_run(lower, &looping, state, count);
}

const AplValue *apl_loop_until(AplLower *lower, const AplValue *state, StepBody *body,
                               UntilBody *until, void *context) {
  AplLooping looping = {.body = body, .until = until, .context = context};
  return loop_run(lower, &looping, state, atom_i64(0));
}

// ---- Power ----

typedef struct Repeated {
  const AplValue *function, *left, *state, *test;
  Span span;
} Repeated;

static const AplValue *repeat_step(AplLower *lower, const AplValue *state, void *context) {
  const Repeated *repeated = context;
  return apl_apply(lower, repeated->function, repeated->left, state, repeated->span);
}

static const AplValue *repeat_back(AplLower *lower, const AplValue *state, void *context) {
  const Repeated *repeated = context;
  return apl_undo(lower, repeated->function, repeated->left, state);
}

static const AplValue *repeat_once(AplLower *lower, void *context) {
  return repeat_step(lower, ((const Repeated *)context)->state, context);
}

static const AplValue *repeat_not(AplLower *lower, void *context) {
  (void)lower;
  return ((const Repeated *)context)->state;
}

// Do two doubles differ by no more than rounding does?
static Elem is_near(AplLower *lower, Elem a, Elem b) {
  static const double TOLERANCE = 1e-14;
  if (a.kind != APL_DOUBLE || b.kind != APL_DOUBLE) return apl2_equal(lower, a, b);
  Elem distance = apl_magnitude(lower, apl2_subtract(lower, a, b));
  Elem size = apl2_maximum(lower, apl_magnitude(lower, a), apl_magnitude(lower, b));
  Elem near =
      apl2_less_equal(lower, distance, apl2_multiply(lower, size, apl_elem_double(TOLERANCE)));
  return apl2_or(lower, near, apl2_equal(lower, a, b));
}

// Numbers that go on changing in their last bit only are taken to be the same by `⍣≡`.
static Atom is_settled(AplLower *lower, const AplValue *next, const AplValue *previous) {
  const AplArray *a = apl_array(lower, next), *b = apl_array(lower, previous);
  Call near = {.left = next, .right = previous};
  bool is_double = a->kind == APL_DOUBLE && b->kind == APL_DOUBLE && a->rank == b->rank;
  for (size_t i = 0; i < a->rank && is_double; i++)
    is_double = atom_equal(a->dims[i], b->dims[i]);
  if (!is_double)
    return apl_single(lower, apl_stored(lower, apl_array_match(lower, &near))).part[0];
  Call ravel = {.right = apl_map_dyadic(lower, is_near, next, previous)};
  AplFunction all = {.kind = APL_FN_DERIVED, .primitive = APL_SLASH_PRIMITIVE};
  AplFunction and = {.kind = APL_FN_PRIMITIVE, .primitive = APL_AND_PRIMITIVE};
  all.operands[0] = apl_value_function(lower, and);
  Call reduce = {.function = &all, .right = apl_array_ravel(lower, &ravel)};
  return apl_single(lower, apl_stored(lower, apl_array_reduce_last(lower, &reduce))).part[0];
}

static Atom repeat_until(AplLower *lower, const AplValue *next, const AplValue *previous,
                         void *context) {
  const Repeated *repeated = context;
  if (apl_is_primitive(repeated->test, APL_MATCH_PRIMITIVE) && next->kind == APL_VALUE_ARRAY &&
      previous->kind == APL_VALUE_ARRAY)
    return is_settled(lower, next, previous);
  const AplValue *value = apl_apply(lower, repeated->test, next, previous, repeated->span);
  size_t mark = emit_mark(&lower->emit);
  Atom holds = apl_condition(lower, value, "the condition of `⍣`");
  emit_uncheck(&lower->emit, mark);
  return holds;
}

static const AplValue *repeat(AplLower *lower, const Call *call) {
  Repeated repeated = {.function = call->function->operands[0],
                       .left = call->left,
                       .state = call->right,
                       .span = lower->emit.span};
  const AplValue *times = call->function->operands[1];
  if (times->kind == APL_VALUE_FUNCTION) {
    repeated.test = times;
    return apl_loop_until(lower, call->right, repeat_step, repeat_until, &repeated);
  }
  Atom count = apl_int_scalar(lower, times, "the right operand of `⍣`");
  int64_t known;
  if (times->array.kind == APL_BOOL) {
    Atom condition = apl_single(lower, apl_stored(lower, times)).part[0];
    return apl_branch(lower, condition, repeat_once, repeat_not, &repeated);
  }
  bool is_known = apl_size_known(count, &known);
  if (is_known && known == -1)
    return apl_undo(lower, repeated.function, repeated.left, repeated.state);
  if (is_known && known < 0)
    return apl_loop(lower, atom_i64(-known), call->right, repeat_back, &repeated);
  if (is_known && known == 0) return call->right;
  size_t mark = emit_mark(&lower->emit);
  bool is_natural = count.var != NULL && map_get(lower->naturals, map_key(count.var)) != NULL;
  if (!is_known && !is_natural)
    apl_check(lower, apl_op2(lower, OP_SLE, atom_i64(0), count), ERROR_APL_DOMAIN,
              "DOMAIN ERROR: ⍣ does not undo a function {} times", &count, 1);
  if (emit_mark(&lower->emit) > mark) count = apl_max(lower, count, atom_i64(0)); // which needs it
  emit_uncheck(&lower->emit, mark);
  return apl_loop(lower, count, call->right, repeat_step, &repeated);
}

const AplValue *apl_array_repeat(AplLower *lower, const Call *call) { return repeat(lower, call); }

const AplValue *apl_array_repeat_two(AplLower *lower, const Call *call) {
  return repeat(lower, call);
}
