// Statements of a session, each a global of its own.
//
// What a statement computes is the body of a late global, whose variables are what later
// statements may look at: the parts of the values that names got, in it, and of its own value.
// When the body is closed, these values are made again of the global's variables; that is what
// *settling* means. What is known of them, ranks, numbers and elements that are constants, stays
// known. So types are kept between inputs, and values, which are computed once (front/session.h).
//
// Functions have values in them, too: operands, and what their scopes bind.
#include "front/apl/to_core_internal.h"

typedef struct AplSettling {
  AplLower *lower;
  Map *globals;           // Var -> itself: variables of all globals, which everybody sees
  Map *settled;           // Name -> the value that a cell at top level has, from outside
  Map *outside;           // Var of the body -> Var of the global
  Map *scopes;            // Scope -> itself: those that are settled
  VarVec scalars, arrays; // of the global
  Atoms scalar_atoms, array_atoms;
  SessionNames names; // that the statement gave values
} AplSettling;

// ---- Variables ----

static Var *variable_add(AplSettling *settling, const char *name, const Type *type, Atom atom) {
  AplLower *lower = settling->lower;
  Var *var = var_new(lower->emit.program, name, type, lower->emit.span);
  bool is_scalar = type->rank == 0;
  vec_push(lower->arena, is_scalar ? &settling->scalars : &settling->arrays, var);
  vec_push(lower->arena, is_scalar ? &settling->scalar_atoms : &settling->array_atoms, atom);
  map_put(settling->globals, map_key(var), var);
  return var;
}

static Atom atom_outside(AplSettling *settling, Atom atom) {
  AplLower *lower = settling->lower;
  if (atom.var == NULL || map_get(settling->globals, map_key(atom.var)) != NULL) return atom;
  Var *var = map_get(settling->outside, map_key(atom.var));
  if (var != NULL) return atom_var(var);
  const Type *type = atom.var->type;
  Dim *dims = arena_array(lower->arena, Dim, type->rank + 1);
  for (size_t i = 0; i < type->rank; i++)
    dims[i] = dim_atom(atom_outside(settling, dim_size(type->dims[i])));
  type = type_array(lower->emit.program, type->scalar, type->rank, dims);
  var = variable_add(settling, atom.var->name, type, atom);
  map_put(settling->outside, map_key(atom.var), var);
  if (map_get(lower->naturals, map_key(atom.var)) != NULL) apl_natural(lower, var);
  return atom_var(var);
}

// ---- Values ----

static const AplValue *value_outside(AplSettling *settling, const AplValue *value);

// The scopes of dfns that are still there, as functions know them.
static void scope_settle(AplSettling *settling, Scope *scope) {
  MapEntry entry;
  const Scope *top = settling->lower->top;
  for (; scope != NULL && scope != top && scope != top->parent; scope = scope->parent) {
    if (map_get(settling->scopes, map_key(scope)) != NULL) return;
    map_put(settling->scopes, map_key(scope), scope);
    for (size_t cursor = 0; map_each(scope->cells, &cursor, &entry);) {
      AplCell *cell = (AplCell *)entry.value;
      cell->value = value_outside(settling, cell->value);
    }
  }
}

static const AplFunction *function_outside(AplSettling *settling, const AplFunction *function) {
  AplFunction *copy = arena_make(settling->lower->arena, AplFunction);
  *copy = *function;
  for (size_t i = 0; i < sizeof copy->operands / sizeof *copy->operands; i++)
    if (copy->operands[i] != NULL) copy->operands[i] = value_outside(settling, copy->operands[i]);
  for (size_t i = 0; i < sizeof copy->tines / sizeof *copy->tines; i++)
    if (copy->tines[i] != NULL) copy->tines[i] = value_outside(settling, copy->tines[i]);
  if (copy->axis != NULL) copy->axis = value_outside(settling, copy->axis);
  scope_settle(settling, copy->scope);
  return copy;
}

static AplArray array_outside(AplSettling *settling, const AplArray *array) {
  Arena *arena = settling->lower->arena;
  AplArray copy = *array;
  Atom *dims = arena_array(arena, Atom, array->rank + 1);
  for (size_t i = 0; i < array->rank; i++)
    dims[i] = atom_outside(settling, array->dims[i]);
  copy.dims = dims;
  if (array->items == NULL) {
    for (size_t i = 0; i < apl_kind_parts(array->kind); i++)
      copy.data[i] = atom_outside(settling, array->data[i]);
    return copy;
  }
  size_t count = (size_t)constant_to_i64(array->dims[0].constant);
  Elem *items = arena_array(arena, Elem, count + 1);
  for (size_t i = 0; i < count; i++) {
    items[i] = array->items[i];
    for (size_t part = 0; part < apl_kind_parts(array->kind); part++)
      items[i].part[part] = atom_outside(settling, items[i].part[part]);
  }
  copy.items = items;
  copy.is_stored = false; // where they are needed
  copy.block = NULL;
  return copy;
}

static const AplValue *value_outside(AplSettling *settling, const AplValue *value) {
  AplValue *copy = arena_make(settling->lower->arena, AplValue);
  *copy = *value;
  switch (value->kind) {
  case APL_VALUE_ARRAY: copy->array = array_outside(settling, &value->array); break;
  case APL_VALUE_TUPLE:
  case APL_VALUE_NESTED: {
    const AplValue **items =
        arena_array(settling->lower->arena, const AplValue *, value->item_count + 1);
    for (size_t i = 0; i < value->item_count; i++)
      items[i] = value_outside(settling, value->items[i]);
    copy->items = items;
    break;
  }
  case APL_VALUE_FUNCTION:
  case APL_VALUE_OPERATOR: copy->function = function_outside(settling, value->function); break;
  }
  return copy;
}

// ---- What a statement gives ----

// An array as an entry point gives it: stored, in variables of the global.
typedef struct AplGiven {
  AplKind kind;
  size_t rank;
  const Atom *dims;
  Atom data[2];
} AplGiven;

typedef Vec(AplGiven) Givens;

static void give(AplSettling *settling, const AplValue *value, Givens *givens) {
  AplLower *lower = settling->lower;
  if (value->kind == APL_VALUE_TUPLE)
    for (size_t i = 0; i < value->item_count; i++)
      give(settling, value->items[i], givens);
  if (value->kind != APL_VALUE_ARRAY) return;
  const AplArray *array = apl_stored(lower, value);
  AplGiven given = {.kind = array->kind, .rank = array->rank};
  Atom *dims = arena_array(lower->arena, Atom, array->rank + 1);
  for (size_t i = 0; i < array->rank; i++)
    dims[i] = atom_outside(settling, array->dims[i]);
  given.dims = dims;
  for (size_t i = 0; i < apl_kind_parts(array->kind); i++) {
    given.data[i] = atom_outside(settling, array->data[i]);
    if (given.data[i].var == NULL)
      given.data[i] =
          atom_var(variable_add(settling, "it", atom_type(given.data[i]), given.data[i]));
  }
  vec_push(lower->arena, givens, given);
}

static Name external_type(AplLower *lower, const AplGiven *given) {
  StrBuf text = {0};
  for (size_t i = 0; i < given->rank; i++)
    strbuf_puts(&text, "[]");
  strbuf_puts(&text, scalar_info(apl_kind_scalar(given->kind))->text);
  Name name = intern_str(lower->names, strbuf_text(&text));
  strbuf_free(&text);
  return name;
}

// The entry point of a statement: its value, of which perhaps all is known before, and that it is
// done.
static Fun *entry_make(AplSettling *settling, size_t position, const Givens *givens, Atom done,
                       bool is_shown) {
  AplLower *lower = settling->lower;
  VarVec sizes = {0}, arrays = {0};
  Atoms atoms = {0}, data = {0};
  Vec(EntryValue) values = {0};
  StrBuf kinds = {0};
  strbuf_puts(&kinds, is_shown ? "apl shows" : "apl keeps");
  for (size_t i = 0; i < givens->count; i++) {
    const AplGiven *given = &givens->data[i];
    Atom *dims = arena_array(lower->arena, Atom, given->rank + 1);
    for (size_t k = 0; k < given->rank; k++) {
      Var *size = var_new(lower->emit.program, "n", type_scalar(SCALAR_I64), lower->emit.span);
      vec_push(lower->arena, &sizes, size);
      vec_push(lower->arena, &atoms, given->dims[k]);
      dims[k] = atom_var(size);
    }
    for (size_t part = 0; part < apl_kind_parts(given->kind); part++) {
      const Type *type = apl_part_type(lower, given->kind, given->rank, dims);
      vec_push(lower->arena, &arrays,
               var_new(lower->emit.program, "result", type, lower->emit.span));
      vec_push(lower->arena, &data, given->data[part]);
      vec_push(lower->arena, &values,
               ((EntryValue){.type = external_type(lower, given), .count = 1}));
    }
    strbuf_printf(&kinds, " %s", apl_kind_name(given->kind));
  }
  if (done.var != NULL) {
    vec_push(lower->arena, &arrays,
             var_new(lower->emit.program, "done", atom_type(done), lower->emit.span));
    vec_push(lower->arena, &data, done);
    vec_push(lower->arena, &values,
             ((EntryValue){.type = intern_str(lower->names, "i64"), .count = 1}));
  }
  Fun *fun = arena_make(lower->arena, Fun);
  fun->name = intern_str(lower->names, arena_printf(lower->arena, "statement_%zu", position));
  fun->span = lower->emit.span;
  fun->entry = arena_make(lower->arena, Entry);
  *fun->entry = (Entry){.name = fun->name, .results = values.data, .result_count = values.count};
  fun->result_size_count = sizes.count;
  vec_append(lower->arena, &sizes, arrays.data, arrays.count);
  vec_append(lower->arena, &atoms, data.data, data.count);
  fun->result_count = sizes.count;
  fun->results = arena_array(lower->arena, Result, sizes.count);
  for (size_t i = 0; i < sizes.count; i++)
    fun->results[i].var = sizes.data[i];
  fun->body = body_new(lower->emit.program, (Stms){0}, atoms.data, atoms.count);
  vec_push(lower->arena, &fun->attrs, intern_str(lower->names, strbuf_text(&kinds)));
  strbuf_free(&kinds);
  vec_push(lower->arena, &lower->emit.program->funs, fun);
  return fun;
}

// ---- Statements ----

// `name←`, `name[…]←`, `name+←`, `(a b)←`, `⎕←`: nothing is shown.
static bool is_assignment(const AplPhrase *phrase) {
  size_t arrow = phrase->count > 1 && phrase->data[1].kind == APL_ITEM_INDEX ? 2 : 1;
  bool has_function = phrase->count > arrow && (phrase->data[arrow].kind == APL_ITEM_PRIMITIVE ||
                                                phrase->data[arrow].kind == APL_ITEM_DFN);
  if (has_function) arrow++;
  return phrase->count > arrow && phrase->data[arrow].kind == APL_ITEM_ARROW;
}

// Cells at top level that got another value.
static void cells_settle(AplSettling *settling) {
  MapEntry entry;
  AplLower *lower = settling->lower;
  for (size_t cursor = 0; map_each(lower->top->cells, &cursor, &entry);) {
    AplCell *cell = (AplCell *)entry.value;
    if (map_get(settling->settled, map_key(cell->name)) == cell->value) continue;
    cell->value = value_outside(settling, cell->value);
    map_put(settling->settled, map_key(cell->name), cell->value);
    vec_push(lower->arena, &settling->names, cell->name);
  }
}

static void global_make(AplSettling *settling, const EmitBlock *block, size_t position, Span span) {
  AplLower *lower = settling->lower;
  Global *global = arena_make(lower->arena, Global);
  vec_append(lower->arena, &settling->scalars, settling->arrays.data, settling->arrays.count);
  vec_append(lower->arena, &settling->scalar_atoms, settling->array_atoms.data,
             settling->array_atoms.count);
  *global = (Global){.vars = settling->scalars.data,
                     .var_count = settling->scalars.count,
                     .is_late = true,
                     .span = span,
                     .id = (uint32_t)position + 1};
  global->body = body_new(lower->emit.program, block->stms, settling->scalar_atoms.data,
                          settling->scalar_atoms.count);
  vec_push(lower->arena, &lower->emit.program->globals, global);
}

static void settling_begin(AplSettling *settling) {
  settling->outside = map_new(settling->lower->arena);
  settling->scopes = map_new(settling->lower->arena);
  settling->scalars = settling->arrays = (VarVec){0};
  settling->scalar_atoms = settling->array_atoms = (Atoms){0};
  settling->names = (SessionNames){0};
}

static void form_describe(AplLower *lower, SessionForm *form, const AplValue *value) {
  if (value->kind == APL_VALUE_FUNCTION)
    form->kind = "function";
  else if (value->kind == APL_VALUE_OPERATOR)
    form->kind = "operator";
  else
    form->type = arena_printf(lower->arena, " : %s", apl_type_text(lower, value));
}

static Name source_text(AplLower *lower, Span span) {
  const SourceFile *file = source_get(diag_sources(lower->diag), span.file);
  return intern(lower->names, file->text + span.start, span.end - span.start);
}

// What the statement defines, and its value.
static void forms_add(AplSettling *settling, const AplStatement *statement, const AplValue *value,
                      Fun *entry, SessionProgram *result) {
  AplLower *lower = settling->lower;
  SessionForm first = {.entry = entry, .span = statement->span};
  Name it = intern_str(lower->names, "it");
  form_describe(lower, &first, value);
  if (!is_assignment(statement->phrase)) {
    first.is_expression = true;
    first.name = first.type != NULL ? it : source_text(lower, statement->span);
  }
  vec_push(lower->arena, &result->forms, first);
  for (size_t i = 0; i < settling->names.count; i++) {
    SessionForm form = {.name = settling->names.data[i], .span = statement->span};
    if (form.name == it) continue;
    form_describe(lower, &form, apl_scope_find(lower->top, form.name)->value);
    vec_push(lower->arena, &result->forms, form);
  }
}

static void statement_lower(AplSettling *settling, const AplStatement *statement, size_t position,
                            SessionProgram *result) {
  AplLower *lower = settling->lower;
  Givens givens = {0};
  settling_begin(settling);
  EmitBlock *block = emit_open(&lower->emit);
  lower->emit.span = statement->span;
  const AplValue *value = apl_phrase(lower, lower->top, statement->phrase);
  lower->emit.span = statement->span;
  bool is_array = value->kind == APL_VALUE_ARRAY || value->kind == APL_VALUE_TUPLE;
  bool is_shown = is_array && !is_assignment(statement->phrase);
  bool is_nested = value->kind == APL_VALUE_NESTED && !is_assignment(statement->phrase);
  if (is_nested) apl_show(lower, value, false); // its items, here
  if (is_shown || is_nested)
    apl_scope_bind(lower, lower->top, intern_str(lower->names, "it"), value);
  give(settling, value, &givens);
  cells_settle(settling);
  Atom done = atom_i64(0);
  bool has_statements =
      block->stms.count > 0 || settling->scalars.count + settling->arrays.count > 0;
  if (block->stms.count > 0)
    done = atom_var(variable_add(settling, "done", type_scalar(SCALAR_I64), done));
  if (has_statements) global_make(settling, block, position, statement->span);
  emit_close(&lower->emit, block);
  emit_uncheck(&lower->emit, 0);
  if (result == NULL) return;
  bool has_entry = has_statements || is_shown;
  Fun *entry = has_entry ? entry_make(settling, position, &givens, done, is_shown) : NULL;
  forms_add(settling, statement, value, entry, result);
}

void apl_lower_session(AplLower *lower, size_t known, SessionProgram *result) {
  AplSettling settling = {.lower = lower};
  settling.globals = map_new(lower->arena);
  settling.settled = map_new(lower->arena);
  const AplStatements *statements = &lower->program->statements;
  for (size_t i = 0; i < statements->count; i++)
    statement_lower(&settling, &statements->data[i], i, i < known ? NULL : result);
}
