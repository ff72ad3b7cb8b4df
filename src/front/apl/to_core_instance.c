// Dfns as functions of Core.
//
// A dfn is lowered where it is applied, with all that is known of its arguments. Two sorts become
// functions instead: those that call themselves, directly or through others, and large ones that
// are applied again to arguments of which the same is known. So a tower of functions that each call
// the next one twice is as long as its source.
//
// An *instance* is a dfn for arguments of given types, ranks, and known sizes and elements; of one
// that calls itself only the types and ranks count. A *frame* is what one function of Core can see.
// A name from another frame is frozen: the variables of its value get parameters that stand for
// them. The arguments for these are added to all calls at the end (apl_link), because a function
// that calls itself is called before all its parameters are known. An instance is used again as
// long as the names that it looked up outside have the values that they had then.
//
// What a function that calls itself gives is guessed first: the arms of branches that need it are
// left out. Then the body is lowered with that layout, and again when its result does not fit.
// That a dfn calls itself is seen when it is lowered in place inside of itself; then the whole
// program is lowered again.
#include <string.h>

#include "front/apl/to_core_internal.h"
#include "ir/walk.h"

// Variables, and those that stand for them in another function.
typedef struct Freeze {
  Map *map; // Var -> Var
  VarVec outer, inner;
} Freeze;

struct AplFrame {
  Freeze captures;
  Vec(AplFrame *) origins; // where the captured variables are
};

// A name that was looked up outside.
typedef struct Read {
  const Scope *scope;
  Name name;
  const AplValue *value;
} Read;

struct AplInstance {
  const AplFunction *function;
  AplFrame *frame;
  Fun *fun;
  VarVec params;   // for the arguments
  Var *seed;       // of random numbers, or NULL
  bool is_guessed; // nothing is known of the result yet
  bool has_effects;
  AplLayout result; // sizes that are parameters are not free
  Vec(Read) reads;
  Vec(AplInstance *) callees;
  uint32_t search; // the last one for names that have changed that came here
};

// ---- Giving up ----

void apl_catch_open(AplLower *lower, Catch *catch, CatchKind kind) {
  catch->parent = lower->catch;
  catch->kind = kind;
  catch->block = lower->emit.block;
  catch->certs = lower->emit.certs;
  catch->span = lower->emit.span;
  catch->call = lower->call;
  catch->region = lower->region;
  catch->counters = lower->counters;
  catch->frame = lower->frame;
  catch->instance = lower->instance;
  catch->diag = lower->diag;
  catch->is_trying = lower->is_trying;
  catch->body_inside = lower->body_inside;
  catch->origin = lower->origin;
  catch->call_count = lower->calls.count;
  catch->active_count = lower->active.count;
  catch->instance_count = lower->all_instances.count;
  catch->fun_count = lower->emit.program->funs.count;
  lower->catch = catch;
}

void apl_catch_close(AplLower *lower, Catch *catch) { lower->catch = catch->parent; }

// Forgets the instances that were begun, or made for what is given up.
static void instances_forget(AplLower *lower, size_t count) {
  MapEntry entry;
  Map *kept = map_new(lower->arena);
  if (lower->all_instances.count == count) return;
  lower->all_instances.count = count;
  for (size_t cursor = 0; map_each(lower->instances, &cursor, &entry);)
    for (size_t i = 0; i < count; i++)
      if (lower->all_instances.data[i] == entry.value) map_put(kept, entry.key, entry.value);
  lower->instances = kept;
}

_Noreturn void apl_throw(AplLower *lower, CatchKind kind) {
  Catch *catch = lower->catch;
  while (catch != NULL && catch->kind != kind)
    catch = catch->parent;
  if (catch == NULL)
    apl_unsupported(lower, "a function that calls itself and assigns names outside of it, or gives "
                           "a function");
  while (lower->region != catch->region)
    apl_region_close(lower, lower->region);
  lower->emit.block = catch->block;
  lower->emit.certs = catch->certs;
  lower->emit.span = catch->span;
  lower->call = catch->call;
  lower->counters = catch->counters;
  lower->frame = catch->frame;
  lower->instance = catch->instance;
  lower->diag = catch->diag;
  lower->is_trying = catch->is_trying;
  lower->body_inside = catch->body_inside;
  lower->origin = catch->origin;
  lower->calls.count = catch->call_count;
  lower->active.count = catch->active_count;
  lower->emit.program->funs.count = catch->fun_count;
  instances_forget(lower, catch->instance_count);
  lower->catch = catch->parent;
  longjmp(catch->escape, 1);
}

bool apl_is_guessing(const AplLower *lower) {
  return lower->catch != NULL && lower->catch->kind == CATCH_GUESS;
}

// ---- Freezing ----

static Freeze freeze_new(AplLower *lower) { return (Freeze){.map = map_new(lower->arena)}; }

AplFrame *apl_frame_new(AplLower *lower) {
  AplFrame *frame = arena_make(lower->arena, AplFrame);
  frame->captures = freeze_new(lower);
  return frame;
}

static Var *freeze_var(AplLower *lower, Freeze *freeze, Var *var) {
  Var *known = map_get(freeze->map, map_key(var));
  if (known != NULL) return known;
  const Type *type = var->type;
  if (type->rank > 0) {
    Dim *dims = arena_array(lower->arena, Dim, type->rank);
    for (size_t i = 0; i < type->rank; i++) {
      dims[i] = type->dims[i];
      if (dims[i].var != NULL) dims[i].var = freeze_var(lower, freeze, dims[i].var);
    }
    type = type_array(lower->emit.program, type->scalar, type->rank, dims);
  }
  Var *inner = var_new(lower->emit.program, "x", type, lower->emit.span);
  if (map_get(lower->naturals, map_key(var)) != NULL) apl_natural(lower, inner);
  map_put(freeze->map, map_key(var), inner);
  vec_push(lower->arena, &freeze->outer, var);
  vec_push(lower->arena, &freeze->inner, inner);
  return inner;
}

static Atom freeze_atom(AplLower *lower, Freeze *freeze, Atom atom) {
  return atom.var == NULL ? atom : atom_var(freeze_var(lower, freeze, atom.var));
}

static AplArray freeze_array(AplLower *lower, Freeze *freeze, const AplArray *array) {
  AplArray result = *array;
  Atom *dims = arena_array(lower->arena, Atom, array->rank + 1);
  for (size_t i = 0; i < array->rank; i++)
    dims[i] = freeze_atom(lower, freeze, array->dims[i]);
  result.dims = dims;
  result.block = NULL;
  size_t parts = apl_kind_parts(array->kind);
  if (array->items == NULL) {
    for (size_t i = 0; i < parts; i++)
      result.data[i] = freeze_atom(lower, freeze, array->data[i]);
    return result;
  }
  size_t count = (size_t)constant_to_i64(array->dims[0].constant);
  Elem *items = arena_array(lower->arena, Elem, count + 1);
  for (size_t i = 0; i < count; i++) {
    items[i] = array->items[i];
    for (size_t k = 0; k < parts; k++)
      items[i].part[k] = freeze_atom(lower, freeze, items[i].part[k]);
  }
  result.items = items;
  result.is_stored = false;
  return result;
}

static const AplValue *freeze_value(AplLower *lower, Freeze *freeze, const AplValue *value) {
  if (value == NULL) return NULL;
  AplValue *result = arena_make(lower->arena, AplValue);
  *result = *value;
  switch (value->kind) {
  case APL_VALUE_ARRAY: result->array = freeze_array(lower, freeze, &value->array); break;
  case APL_VALUE_TUPLE:
  case APL_VALUE_NESTED: {
    const AplValue **items = arena_array(lower->arena, const AplValue *, value->item_count + 1);
    for (size_t i = 0; i < value->item_count; i++)
      items[i] = freeze_value(lower, freeze, value->items[i]);
    result->items = items;
    break;
  }
  case APL_VALUE_FUNCTION:
  case APL_VALUE_OPERATOR: {
    AplFunction *function = arena_make(lower->arena, AplFunction);
    *function = *value->function;
    for (size_t i = 0; i < 2; i++)
      function->operands[i] = freeze_value(lower, freeze, function->operands[i]);
    for (size_t i = 0; i < 3; i++)
      function->tines[i] = freeze_value(lower, freeze, function->tines[i]);
    function->axis = freeze_value(lower, freeze, function->axis);
    result->function = function;
  }
  }
  return result;
}

// A value of another frame, in the one that is being lowered.
static const AplValue *capture(AplLower *lower, const AplValue *value, AplFrame *origin) {
  AplFrame *frame = lower->frame;
  const AplValue *result = freeze_value(lower, &frame->captures, value);
  while (frame->origins.count < frame->captures.outer.count)
    vec_push(lower->arena, &frame->origins, origin);
  return result;
}

const AplValue *apl_cell_read(AplLower *lower, const Scope *scope, const AplCell *cell) {
  if (cell->frame == lower->frame) return cell->value;
  while (scope->frame == lower->frame)
    scope = scope->parent;
  if (lower->instance != NULL) {
    Read read = {scope, cell->name, cell->value};
    vec_push(lower->arena, &lower->instance->reads, read);
  }
  return capture(lower, cell->value, cell->frame);
}

// ---- Keys ----

static void put_value_key(AplLower *lower, StrBuf *out, Freeze *freeze, const AplValue *value);

static void put_function_key(AplLower *lower, StrBuf *out, Freeze *freeze,
                             const AplFunction *function) {
  strbuf_printf(out, "f%d,%d,%d,%p,%p", (int)function->kind, (int)function->primitive,
                function->system, (const void *)function->dfn, (const void *)function->scope);
  for (size_t i = 0; i < 2; i++)
    put_value_key(lower, out, freeze, function->operands[i]);
  for (size_t i = 0; i < 3; i++)
    put_value_key(lower, out, freeze, function->tines[i]);
  put_value_key(lower, out, freeze, function->axis);
}

static void put_atom_key(AplLower *lower, StrBuf *out, Freeze *freeze, Atom atom) {
  if (atom.var == NULL) {
    uint64_t bits = 0;
    if (atom.constant.type == SCALAR_F64)
      memcpy(&bits, &atom.constant.value.f64, sizeof bits);
    else
      bits = (uint64_t)constant_to_i64(atom.constant);
    strbuf_printf(out, "=%d:%llx", (int)atom.constant.type, (unsigned long long)bits);
    return;
  }
  freeze_var(lower, freeze, atom.var);
  for (size_t i = 0; i < freeze->outer.count; i++)
    if (freeze->outer.data[i] == atom.var) strbuf_printf(out, "#%zu", i);
}

// What is known of a value; variables are numbered as they are frozen.
static void put_value_key(AplLower *lower, StrBuf *out, Freeze *freeze, const AplValue *value) {
  if (value == NULL) {
    strbuf_putc(out, '-');
    return;
  }
  if (value->kind == APL_VALUE_TUPLE || value->kind == APL_VALUE_NESTED) {
    strbuf_putc(out, value->kind == APL_VALUE_TUPLE ? '(' : '{');
    for (size_t i = 0; i < value->item_count; i++)
      put_value_key(lower, out, freeze, value->items[i]);
    strbuf_putc(out, ')');
    return;
  }
  if (value->kind != APL_VALUE_ARRAY) {
    put_function_key(lower, out, freeze, value->function);
    return;
  }
  const AplArray *array = &value->array;
  strbuf_printf(out, "[%d,%u", (int)array->kind, (unsigned)array->rank);
  for (size_t i = 0; i < array->rank; i++)
    put_atom_key(lower, out, freeze, array->dims[i]);
  size_t parts = apl_kind_parts(array->kind), count = 0;
  if (array->items != NULL) count = (size_t)constant_to_i64(array->dims[0].constant);
  strbuf_printf(out, array->items != NULL ? "|" : "]");
  for (size_t i = 0; i < count; i++)
    for (size_t k = 0; k < parts; k++)
      put_atom_key(lower, out, freeze, array->items[i].part[k]);
  if (array->items == NULL)
    for (size_t k = 0; k < parts; k++)
      put_atom_key(lower, out, freeze, array->data[k]);
}

// The types and ranks, and possibly the sizes that are numbers.
static void put_type_key(StrBuf *out, const AplValue *value, bool has_sizes) {
  if (value->kind == APL_VALUE_TUPLE || value->kind == APL_VALUE_NESTED) {
    strbuf_putc(out, value->kind == APL_VALUE_TUPLE ? '(' : '{');
    for (size_t i = 0; i < value->item_count; i++)
      put_type_key(out, value->items[i], has_sizes);
    strbuf_putc(out, ')');
    return;
  }
  const AplArray *array = &value->array;
  strbuf_printf(out, "[%d,%u", (int)array->kind, (unsigned)array->rank);
  for (size_t i = 0; i < array->rank && has_sizes; i++)
    if (array->dims[i].var == NULL)
      strbuf_printf(out, "=%lld", (long long)constant_to_i64(array->dims[i].constant));
    else
      strbuf_putc(out, '#');
  strbuf_putc(out, ']');
}

// Which instance of a dfn the arguments need:
//   WHOLE   for all that is known of them, which are frozen on the way
//   SIZED   for their types, ranks and sizes that are numbers
//   TYPED   for their types and ranks
typedef enum KeyKind { KEY_WHOLE, KEY_SIZED, KEY_TYPED } KeyKind;

static Name instance_key(AplLower *lower, const AplFunction *function, const AplValue *left,
                         const AplValue *right, KeyKind kind, Freeze *freeze) {
  StrBuf text = {0};
  Freeze of_function = freeze_new(lower);
  put_function_key(lower, &text, &of_function, function);
  // Which variables operands have counts, beside what is known of them.
  for (size_t i = 0; i < of_function.outer.count; i++)
    strbuf_printf(&text, "@%p", (const void *)of_function.outer.data[i]);
  strbuf_printf(&text, "o%lldk%d", (long long)lower->origin, (int)kind);
  if (kind == KEY_WHOLE) {
    put_value_key(lower, &text, freeze, left);
    put_value_key(lower, &text, freeze, right);
  } else {
    if (left != NULL) put_type_key(&text, left, kind == KEY_SIZED);
    strbuf_putc(&text, '/');
    put_type_key(&text, right, kind == KEY_SIZED);
  }
  Name key = intern(lower->names, strbuf_text(&text), text.length);
  strbuf_free(&text);
  return key;
}

// ---- Making instances ----

static Name fun_name_new(AplLower *lower) {
  for (size_t i = lower->emit.program->funs.count;; i++) {
    Name name = intern_str(lower->names, arena_printf(lower->arena, "dfn_%zu", i));
    bool is_taken = map_get(lower->top->cells, map_key(name)) != NULL;
    for (size_t k = 0; k < lower->all_instances.count; k++)
      is_taken = is_taken || lower->all_instances.data[k]->fun->name == name;
    if (!is_taken) return name;
  }
}

static void set_params(AplLower *lower, AplInstance *instance) {
  Fun *fun = instance->fun;
  fun->param_count = instance->params.count;
  fun->params = arena_array(lower->arena, Param, fun->param_count + 1);
  for (size_t i = 0; i < fun->param_count; i++)
    fun->params[i].var = instance->params.data[i];
}

static void set_results(AplLower *lower, AplInstance *instance) {
  VarVec vars = apl_layout_vars(lower, &instance->result, "result");
  Fun *fun = instance->fun;
  fun->result_count = vars.count;
  fun->results = arena_array(lower->arena, Result, vars.count + 1);
  for (size_t i = 0; i < vars.count; i++)
    fun->results[i] = (Result){.var = vars.data[i]};
}

// Sizes that the caller does not know otherwise are handed on.
static void free_sizes(const AplInstance *instance, AplLayout *layout, bool frees_all) {
  for (size_t i = 0; i < layout->slots.count; i++) {
    AplSlot *slot = &layout->slots.data[i];
    for (size_t k = 0; k < slot->rank; k++) {
      bool is_param = slot->dims[k].var == NULL;
      for (size_t p = 0; p < instance->params.count; p++)
        is_param = is_param || slot->dims[k].var == instance->params.data[p];
      slot->is_free[k] = frees_all || !is_param;
    }
  }
}

static bool is_of_arrays(const AplValue *value) {
  if (value->kind != APL_VALUE_TUPLE && value->kind != APL_VALUE_NESTED)
    return value->kind == APL_VALUE_ARRAY;
  for (size_t i = 0; i < value->item_count; i++)
    if (!is_of_arrays(value->items[i])) return false;
  return true;
}

// The dfn's arguments as parameters, and its operands as captures.
typedef struct AplApplied {
  const AplValue *function, *left, *right;
  bool is_recursive;
} AplApplied;

// Lowers the body in a frame of its own; the statements are left in the block.
static const AplValue *body_value(AplLower *lower, AplInstance *instance, const AplApplied *applied,
                                  EmitBlock **block) {
  Catch saved;
  apl_catch_open(lower, &saved, CATCH_OUTSIDE); // only for what it saves
  lower->catch = saved.parent;
  instance->frame = apl_frame_new(lower);
  instance->reads.count = instance->callees.count = 0;
  lower->frame = instance->frame;
  lower->instance = instance;
  lower->emit.block = NULL;
  lower->emit.certs = (VarVec){0};
  lower->counters = (Atoms){0};
  lower->call = 0;
  if (instance->seed != NULL) vec_push(lower->arena, &lower->counters, atom_var(instance->seed));
  AplRegion *region = apl_region_open(lower);
  *block = emit_open(&lower->emit);
  const AplValue *function = capture(lower, applied->function, saved.frame);
  const AplValue *value = apl_dfn_body(lower, function, applied->left, applied->right);
  if (!is_of_arrays(value)) apl_throw(lower, CATCH_OUTSIDE);
  if (!instance->is_guessed) {
    if (!applied->is_recursive) {
      instance->result = apl_layout_of(lower, value);
      free_sizes(instance, &instance->result, false);
    } else if (apl_layout_join(lower, &instance->result, value)) {
      value = NULL;
    }
    if (value != NULL) {
      Atoms atoms = apl_layout_atoms(lower, &instance->result, value);
      instance->fun->body = body_new(lower->emit.program, (*block)->stms, atoms.data, atoms.count);
    }
  }
  emit_close(&lower->emit, *block);
  apl_region_close(lower, region);
  lower->emit.block = saved.block;
  lower->emit.certs = saved.certs;
  lower->counters = saved.counters;
  lower->call = saved.call;
  lower->frame = saved.frame;
  lower->instance = saved.instance;
  return value;
}

// Records that the body shows something or takes random numbers; whether that is new.
static bool note_actions(AplLower *lower, AplInstance *instance, size_t effects, size_t randoms) {
  bool is_new = lower->effect_count > effects && !instance->has_effects;
  instance->has_effects = instance->has_effects || is_new;
  if (lower->random_count == randoms || instance->seed != NULL) return is_new;
  instance->seed = var_new(lower->emit.program, "seed", type_scalar(SCALAR_I64), lower->emit.span);
  vec_push(lower->arena, &instance->params, instance->seed);
  set_params(lower, instance);
  return true;
}

// Finds what a function that calls itself gives; what is lowered for that is forgotten.
static void guess_result(AplLower *lower, AplInstance *instance, const AplApplied *applied) {
  Catch catch = {0};
  EmitBlock *block;
  size_t funs = lower->emit.program->funs.count, instances = lower->all_instances.count;
  size_t effects = lower->effect_count, randoms = lower->random_count;
  instance->is_guessed = true;
  apl_catch_open(lower, &catch, CATCH_GUESS);
  if (setjmp(catch.escape) != 0)
    apl_fail_at(lower, ERROR_APL_VALUE, instance->function->dfn->span,
                "VALUE ERROR: the function calls itself on every way, so it has no value");
  const AplValue *value = body_value(lower, instance, applied, &block);
  apl_catch_close(lower, &catch);
  lower->emit.program->funs.count = funs;
  instances_forget(lower, instances);
  instance->is_guessed = false;
  note_actions(lower, instance, effects, randoms);
  instance->result = apl_layout_of(lower, value);
  free_sizes(instance, &instance->result, false);
}

static AplInstance *instance_begin(AplLower *lower, const AplFunction *function, Name key) {
  AplInstance *instance = arena_make(lower->arena, AplInstance);
  instance->function = function;
  instance->fun = arena_make(lower->arena, Fun);
  instance->fun->name = fun_name_new(lower);
  instance->fun->span = function->dfn->span;
  map_put(lower->instances, map_key(key), instance);
  vec_push(lower->arena, &lower->all_instances, instance);
  vec_push(lower->arena, &lower->emit.program->funs, instance->fun);
  return instance;
}

// The arguments as one tuple, and which of their sizes are handed over.
static const AplValue *arguments_of(AplLower *lower, const AplValue *left, const AplValue *right) {
  const AplValue *items[2] = {right, left};
  return apl_value_tuple(lower, items, left != NULL ? 2 : 1);
}

static AplLayout arguments_layout(AplLower *lower, const AplValue *tuple, bool frees_all) {
  static const AplInstance none; // without parameters
  AplLayout layout = apl_layout_of(lower, tuple);
  free_sizes(&none, &layout, frees_all);
  return layout;
}

static AplInstance *instance_recursive(AplLower *lower, const AplValue *function,
                                       const AplValue *tuple, Name key) {
  AplInstance *instance = instance_begin(lower, function->function, key);
  AplLayout layout = arguments_layout(lower, tuple, true);
  instance->params = apl_layout_vars(lower, &layout, "x");
  const AplValue *inner = apl_layout_value(lower, &layout, &instance->params);
  set_params(lower, instance);
  AplApplied applied = {function, inner->item_count > 1 ? inner->items[1] : NULL, inner->items[0],
                        true};
  EmitBlock *block;
  size_t funs = lower->emit.program->funs.count, instances = lower->all_instances.count;
  guess_result(lower, instance, &applied);
  for (bool is_done = false; !is_done;) {
    lower->emit.program->funs.count = funs;
    instances_forget(lower, instances);
    set_results(lower, instance);
    size_t effects = lower->effect_count, randoms = lower->random_count;
    is_done = body_value(lower, instance, &applied, &block) != NULL;
    is_done = !note_actions(lower, instance, effects, randoms) && is_done;
  }
  return instance;
}

// NULL: it must be lowered in place. Errors are only reported there, where more may be known.
static AplInstance *instance_shared(AplLower *lower, const AplApplied *applied,
                                    const VarVec *params, Name key) {
  Catch catch = {0};
  EmitBlock *block;
  size_t effects = lower->effect_count, randoms = lower->random_count;
  apl_catch_open(lower, &catch, CATCH_OUTSIDE);
  if (setjmp(catch.escape) != 0) return NULL;
  lower->diag = diag_new(lower->arena, diag_sources(lower->diag));
  lower->is_trying = true;
  AplInstance *instance = instance_begin(lower, applied->function->function, key);
  instance->params = *params;
  set_params(lower, instance);
  body_value(lower, instance, applied, &block);
  // Random numbers depend on what is around the call.
  if (lower->random_count > randoms) apl_throw(lower, CATCH_OUTSIDE);
  apl_catch_close(lower, &catch);
  lower->diag = catch.diag;
  lower->is_trying = catch.is_trying;
  instance->has_effects = lower->effect_count > effects;
  // The results' types name parameters, and sizes that are results.
  set_results(lower, instance);
  return instance;
}

// ---- Calls ----

// Have all names that it looked up outside the same values still?
static bool instance_is_good(AplInstance *instance, uint32_t search) {
  if (instance->search == search) return true;
  instance->search = search;
  bool is_good = true;
  for (size_t i = 0; i < instance->reads.count && is_good; i++) {
    const Read *read = &instance->reads.data[i];
    const AplCell *cell = apl_scope_find(read->scope, read->name);
    is_good = cell != NULL && cell->value == read->value;
  }
  for (size_t i = 0; i < instance->callees.count && is_good; i++)
    is_good = instance_is_good(instance->callees.data[i], search);
  return is_good;
}

static const AplValue *instance_call(AplLower *lower, AplInstance *instance, const Atoms *atoms) {
  if (instance->is_guessed) apl_throw(lower, CATCH_GUESS);
  if (lower->instance != NULL) vec_push(lower->arena, &lower->instance->callees, instance);
  if (instance->has_effects) lower->effect_count++;
  Atoms operands = *atoms;
  if (instance->seed != NULL) vec_push(lower->arena, &operands, apl_random_seed(lower));
  Exp *exp = exp_call(lower->emit.program, instance->fun, operands.data, operands.count);
  Builder builder = emit_builder(&lower->emit);
  Stm *stm = build_infer(&builder, "called", exp);
  VarVec vars = {0};
  for (size_t i = 0; i < stm->var_count; i++)
    vec_push(lower->arena, &vars, stm->vars[i]);
  // Sizes that are parameters are what the call hands over for them.
  AplLayout layout = instance->result;
  layout.slots.data = NULL;
  layout.slots.count = layout.slots.capacity = 0;
  for (size_t i = 0; i < instance->result.slots.count; i++) {
    AplSlot slot = instance->result.slots.data[i];
    Atom *dims = arena_array(lower->arena, Atom, slot.rank + 1);
    for (size_t k = 0; k < slot.rank; k++) {
      dims[k] = slot.dims[k];
      for (size_t p = 0; p < instance->params.count; p++)
        if (dims[k].var == instance->params.data[p] && dims[k].var != NULL)
          dims[k] = operands.data[p];
    }
    slot.dims = dims;
    vec_push(lower->arena, &layout.slots, slot);
  }
  return apl_layout_value(lower, &layout, &vars);
}

static AplInstance *instance_find(AplLower *lower, Name key) {
  AplInstance *instance = map_get(lower->instances, map_key(key));
  return instance != NULL && instance_is_good(instance, ++lower->search_count) ? instance : NULL;
}

static const AplValue *call_recursive(AplLower *lower, const AplValue *function,
                                      const AplValue *left, const AplValue *right) {
  if (!is_of_arrays(right) || (left != NULL && !is_of_arrays(left)))
    apl_unsupported(lower, "a function that calls itself with a function as argument");
  Name key = instance_key(lower, function->function, left, right, KEY_TYPED, NULL);
  const AplValue *tuple = arguments_of(lower, left, right);
  AplInstance *instance = instance_find(lower, key);
  if (instance == NULL) instance = instance_recursive(lower, function, tuple, key);
  AplLayout layout = arguments_layout(lower, tuple, true);
  Atoms atoms = apl_layout_atoms(lower, &layout, tuple);
  return instance_call(lower, instance, &atoms);
}

// A call of the instance for just these arguments; NULL: it must be lowered in place.
static const AplValue *call_whole(AplLower *lower, const AplValue *function, const AplValue *left,
                                  const AplValue *right, Name key, const Freeze *used) {
  AplInstance *instance = instance_find(lower, key);
  if (instance == NULL) {
    Freeze freeze = freeze_new(lower);
    AplApplied applied = {.function = function};
    applied.left = freeze_value(lower, &freeze, left);
    applied.right = freeze_value(lower, &freeze, right);
    instance = instance_shared(lower, &applied, &freeze.inner, key);
  }
  if (instance == NULL) return NULL;
  Atoms atoms = {0};
  for (size_t i = 0; i < used->outer.count; i++)
    vec_push(lower->arena, &atoms, atom_var(used->outer.data[i]));
  return instance_call(lower, instance, &atoms);
}

// The same for arguments of such sizes.
static const AplValue *call_sized(AplLower *lower, const AplValue *function, const AplValue *left,
                                  const AplValue *right, Name key) {
  AplInstance *instance = instance_find(lower, key);
  const AplValue *tuple = arguments_of(lower, left, right);
  AplLayout layout = arguments_layout(lower, tuple, false);
  if (instance == NULL) {
    VarVec params = apl_layout_vars(lower, &layout, "x");
    const AplValue *inner = apl_layout_value(lower, &layout, &params);
    AplApplied applied = {.function = function, .right = inner->items[0]};
    if (left != NULL) applied.left = inner->items[1];
    instance = instance_shared(lower, &applied, &params, key);
  }
  if (instance == NULL) return NULL;
  Atoms atoms = apl_layout_atoms(lower, &layout, tuple);
  return instance_call(lower, instance, &atoms);
}

static bool is_active(const AplLower *lower, const AplFunction *function) {
  for (size_t i = 0; i < lower->active.count; i++) {
    const AplFunction *other = lower->active.data[i].function;
    if (other->dfn == function->dfn && other->scope == function->scope &&
        other->operands[0] == function->operands[0] && other->operands[1] == function->operands[1])
      return true;
  }
  return false;
}

// How often it is being lowered, each time with other operands or in another scope.
static size_t active_count(const AplLower *lower, const AplDfn *dfn) {
  size_t count = 0;
  for (size_t i = 0; i < lower->active.count; i++)
    count += lower->active.data[i].function->dfn == dfn;
  return count;
}

// What is known of a dfn for arguments: how many variables it had in place, or how much work it was
// when it gives what is known, and how often.
typedef struct AplUse {
  uint32_t size, count;
} AplUse;

static AplUse *use_of(AplLower *lower, Name key) {
  AplUse *use = map_get(lower->uses, map_key(key));
  if (use != NULL) return use;
  use = arena_make(lower->arena, AplUse);
  map_put(lower->uses, map_key(key), use);
  return use;
}

static const AplValue *apply_in_place(AplLower *lower, const AplValue *function,
                                      const AplValue *left, const AplValue *right,
                                      AplUse *const uses[2]) {
  if (is_active(lower, function->function)) {
    map_put(lower->recursive, map_key(function->function->dfn), function->function->dfn);
    longjmp(lower->escape, ESCAPE_AGAIN);
  }
  bool has_operand = function->function->operands[0] != NULL;
  if (has_operand && active_count(lower, function->function->dfn) >= OPERAND_LIMIT)
    apl_unsupported(lower, "an operator that applies itself to other operands more than %d deep",
                    OPERAND_LIMIT);
  uint32_t before = lower->emit.program->var_count, applied_before = lower->apply_count;
  Active active = {function->function};
  vec_push(lower->arena, &lower->active, active);
  uint32_t call = lower->call;
  lower->call = source_call(diag_sources(lower->diag), lower->emit.span);
  const AplValue *result = apl_dfn_body(lower, function, left, right);
  lower->call = call;
  lower->active.count--;
  uint32_t size = lower->emit.program->var_count - before;
  uint32_t work = (lower->apply_count - applied_before) / SHARE_APPLIED;
  for (size_t i = 0; i < 2 && uses != NULL; i++) {
    uses[i]->size = size > work ? size : work;
    uses[i]->count++;
  }
  return result;
}

// Arguments with all that is needed to freeze them.
static void store_all(AplLower *lower, const AplValue *value) {
  if (value == NULL) return;
  if (value->kind == APL_VALUE_ARRAY && value->array.items == NULL) apl_stored(lower, value);
  if (value->kind != APL_VALUE_TUPLE && value->kind != APL_VALUE_NESTED) return;
  for (size_t i = 0; i < value->item_count; i++)
    store_all(lower, value->items[i]);
}

const AplValue *apl_dfn_apply(AplLower *lower, const AplValue *function, const AplValue *left,
                              const AplValue *right) {
  const AplFunction *dfn = function->function;
  if (map_get(lower->recursive, map_key(dfn->dfn)) != NULL)
    return call_recursive(lower, function, left, right);
  bool is_plain = is_of_arrays(right) && (left == NULL || is_of_arrays(left));
  if (!is_plain) return apply_in_place(lower, function, left, right, NULL);
  store_all(lower, left);
  store_all(lower, right);
  Freeze freeze = freeze_new(lower);
  Name whole = instance_key(lower, dfn, left, right, KEY_WHOLE, &freeze);
  Name sized = instance_key(lower, dfn, left, right, KEY_SIZED, NULL);
  AplUse *const uses[2] = {use_of(lower, whole), use_of(lower, sized)};
  const AplValue *result = NULL;
  if (uses[0]->size >= SHARE_SIZE)
    result = call_whole(lower, function, left, right, whole, &freeze);
  else if (uses[1]->size >= SHARE_SIZE && uses[1]->count >= IN_PLACE_LIMIT)
    result = call_sized(lower, function, left, right, sized);
  return result != NULL ? result : apply_in_place(lower, function, left, right, uses);
}

// ---- Linking ----

void apl_frame_of_fun(AplLower *lower, Fun *fun, AplFrame *frame) {
  FrameOf of = {fun, frame};
  vec_push(lower->arena, &lower->frames, of);
}

typedef struct Linking {
  AplLower *lower;
  AplFrame *frame; // of the function that is walked
  bool appends;    // otherwise only what is missing is captured
  bool has_changed;
} Linking;

static const AplInstance *instance_of(const AplLower *lower, const Fun *fun) {
  for (size_t i = 0; i < lower->all_instances.count; i++)
    if (lower->all_instances.data[i]->fun == fun) return lower->all_instances.data[i];
  return NULL;
}

static void link_call(Linking *linking, Exp *exp) {
  AplLower *lower = linking->lower;
  const AplInstance *instance = instance_of(lower, exp->as.callee);
  if (instance == NULL) return;
  AplFrame *callee = instance->frame, *frame = linking->frame;
  Atoms atoms = {0};
  for (size_t i = 0; i < exp->arg_count; i++)
    vec_push(lower->arena, &atoms, exp->args[i]);
  for (size_t i = 0; i < callee->captures.outer.count; i++) {
    Var *var = callee->captures.outer.data[i];
    if (callee->origins.data[i] != frame) {
      size_t before = frame->captures.outer.count;
      var = freeze_var(lower, &frame->captures, var);
      while (frame->origins.count < frame->captures.outer.count)
        vec_push(lower->arena, &frame->origins, callee->origins.data[i]);
      linking->has_changed = linking->has_changed || frame->captures.outer.count > before;
    }
    vec_push(lower->arena, &atoms, atom_var(var));
  }
  if (!linking->appends) return;
  exp->args = atoms.data;
  exp->arg_count = atoms.count;
}

static bool link_stm(Walker *walker, Stm *stm) {
  if (stm->exp->op == OP_CALL) link_call(walker->context, stm->exp);
  return true;
}

static void link_all(AplLower *lower, Linking *linking) {
  Walker walker = {.context = linking, .enter = link_stm};
  linking->has_changed = false;
  for (size_t i = 0; i < lower->frames.count; i++) {
    linking->frame = lower->frames.data[i].frame;
    walk_body(&walker, lower->frames.data[i].fun->body);
  }
  linking->frame = lower->frame;
  for (size_t i = 0; i < lower->emit.program->globals.count; i++)
    walk_body(&walker, lower->emit.program->globals.data[i]->body);
  for (size_t i = 0; i < lower->all_instances.count; i++) {
    linking->frame = lower->all_instances.data[i]->frame;
    walk_body(&walker, lower->all_instances.data[i]->fun->body);
  }
}

void apl_link(AplLower *lower) {
  Linking linking = {.lower = lower};
  do {
    link_all(lower, &linking);
  } while (linking.has_changed);
  linking.appends = true;
  link_all(lower, &linking);
  for (size_t i = 0; i < lower->all_instances.count; i++) {
    AplInstance *instance = lower->all_instances.data[i];
    vec_append(lower->arena, &instance->params, instance->frame->captures.inner.data,
               instance->frame->captures.inner.count);
    set_params(lower, instance);
  }
}
