// Forms and entry points.
//
// A top-level binding is a global of Core. Every form is an entry point that gives what it shows,
// and so is every function whose type has no parameters. The attributes of an entry point say how
// its values are written in NESL (doc/languages/nesl.md, "Values"):
//
//   #[nesl prints f = fn : int -> int]   a form without a value, and what is printed for it
//   #[nesl shows x : [point]]            a form with a value: its name, and its type
//   #[nesl param [[int]]]                the structure of a parameter, one for each
//   #[nesl result [point(float, int)]]   the structure of the result
#include "front/nesl/to_core_internal.h"

// ---- Globals ----

static bool is_constant(const Data *data) {
  switch (data->kind) {
  case DATA_SCALAR: return data->atom.var == NULL;
  case DATA_PAIR: return is_constant(data->first) && is_constant(data->second);
  case DATA_SEQUENCE: return false;
  case DATA_FUNCTION: return data->content == NULL || is_constant(data->content);
  }
  INTERNAL_ERROR("data that is none");
}

// Evaluates an expression in a body of its own, once, before the first form that needs it.
static const Data *global_make(NeslLower *lower, const NeslExp *exp, const char *name,
                               size_t form) {
  NeslSaved saved = nesl_body_open(lower);
  lower->emit.span = exp->span;
  EmitBlock *block = emit_open(&lower->emit);
  NeslFrame *frame = nesl_frame_new(lower, NULL, NULL, 0);
  const Data *value = nesl_lower_exp(lower, frame, exp);
  if (!is_constant(value) || block->stms.count > 0) { // which may act
    value = nesl_data_canonical(lower, value);
    VarVec vars = {0}, others = {0};
    Atoms atoms = {0}, other_atoms = {0};
    const NeslLayout *layout = nesl_layout_of_data(lower, value);
    const Data *outside = nesl_data_fresh(lower, layout, name, &vars, &others);
    nesl_data_atoms(lower, value, &atoms, &other_atoms);
    vec_append(lower->arena, &vars, others.data, others.count);
    vec_append(lower->arena, &atoms, other_atoms.data, other_atoms.count);
    Global *global = arena_make(lower->arena, Global);
    *global = (Global){.vars = vars.data,
                       .var_count = vars.count,
                       .is_late = true,
                       .span = exp->span,
                       .id = (uint32_t)form + 1};
    global->body = body_new(lower->emit.program, block->stms, atoms.data, atoms.count);
    if (lower->settling == 0) nesl_lower_queue(lower); // what it calls needs its globals first
    vec_push(lower->arena, &lower->emit.program->globals, global);
    value = outside;
  }
  emit_close(&lower->emit, block);
  nesl_body_close(lower, saved);
  return value;
}

static void bind_global(NeslLower *lower, size_t position) {
  const NeslForm *form = lower->checked->forms.data[position];
  const NeslPattern *pattern = form->binding.pattern;
  const char *name = pattern->kind == NESL_PATTERN_NAME ? pattern->variable.name : "value";
  const Data *value =
      global_make(lower, form->binding.value, nesl_core_name(name, "value"), position);
  nesl_bind_pattern(lower, nesl_frame_new(lower, NULL, NULL, 0), pattern, value);
}

// What `it` is after a form.
static void bind_it(NeslLower *lower, size_t position) {
  const NeslForm *form = lower->checked->forms.data[position];
  map_put(lower->globals, map_key(form->expression.it),
          global_make(lower, form->expression.value, "it", position));
}

const Data *nesl_global_find(NeslLower *lower, const NeslValue *value) {
  const Data *data = map_get(lower->globals, map_key(value));
  if (data != NULL) return data;
  const NeslForm *form = lower->checked->forms.data[value->form];
  if (form->kind == NESL_FORM_BINDING)
    bind_global(lower, value->form);
  else if (form->kind == NESL_FORM_EXPRESSION)
    bind_it(lower, value->form);
  else
    INTERNAL_ERROR("the value %s has no meaning yet", value->name);
  return map_get(lower->globals, map_key(value));
}

// ---- Types as the outside sees them ----

static void put_structure(NeslLower *lower, StrBuf *out, const NeslType *type) {
  type = nesl_type_resolve(type);
  switch (type->tag) {
  case NESL_T_INT: strbuf_puts(out, "int"); return;
  case NESL_T_FLOAT: strbuf_puts(out, "float"); return;
  case NESL_T_BOOL: strbuf_puts(out, "bool"); return;
  case NESL_T_CHAR: strbuf_puts(out, "char"); return;
  case NESL_T_SEQUENCE:
    strbuf_putc(out, '[');
    put_structure(lower, out, type->element);
    strbuf_putc(out, ']');
    return;
  case NESL_T_PAIR:
    strbuf_putc(out, '(');
    for (; type->tag == NESL_T_PAIR; type = nesl_type_resolve(type->pair.second)) {
      put_structure(lower, out, type->pair.first);
      strbuf_puts(out, ", ");
    }
    put_structure(lower, out, type);
    strbuf_putc(out, ')');
    return;
  case NESL_T_FUNCTION: strbuf_puts(out, "fn"); return;
  case NESL_T_DATA: {
    const NeslType *content = nesl_type_resolve(nesl_data_content(lower->arena, type));
    strbuf_puts(out, type->data.datatype->name);
    bool is_tuple = content->tag == NESL_T_PAIR;
    if (!is_tuple) strbuf_putc(out, '(');
    put_structure(lower, out, content);
    if (!is_tuple) strbuf_putc(out, ')');
    return;
  }
  case NESL_T_PARAM:
  case NESL_T_VAR:
  case NESL_T_ERROR: break;
  }
  INTERNAL_ERROR("a type that is not closed");
}

static void add_attribute(NeslLower *lower, Fun *fun, const char *what, const char *text) {
  const char *attribute = arena_printf(lower->arena, "nesl %s %s", what, text);
  vec_push(lower->arena, &fun->attrs, intern_str(lower->names, attribute));
}

const char *nesl_structure_text(NeslLower *lower, const NeslType *type) {
  StrBuf text = {0};
  put_structure(lower, &text, type);
  const char *kept = arena_strndup(lower->arena, strbuf_text(&text), text.length);
  strbuf_free(&text);
  return kept;
}

static void add_structure(NeslLower *lower, Fun *fun, const char *what, const NeslType *type) {
  add_attribute(lower, fun, what, nesl_structure_text(lower, type));
}

static const char *scalar_external(Scalar scalar) {
  return scalar == SCALAR_I8 ? "u8" : scalar_info(scalar)->text;
}

// The leaves of data, from variables on: sizes are not seen.
static Name leaf_type(NeslLower *lower, const Var *var) {
  const char *scalar = scalar_external(var->type->scalar);
  const char *brackets = var->type->rank > 0 ? "[]" : "";
  return intern_str(lower->names, arena_printf(lower->arena, "%s%s", brackets, scalar));
}

static const Opaque *find_opaque(const Entry *entry, Name name) {
  for (size_t i = 0; i < entry->opaque_count; i++)
    if (entry->opaques[i].name == name) return &entry->opaques[i];
  return NULL;
}

static void add_opaque(NeslLower *lower, Entry *entry, Opaque opaque) {
  if (find_opaque(entry, opaque.name) != NULL) return;
  Opaque *opaques = arena_array(lower->arena, Opaque, entry->opaque_count + 1);
  for (size_t i = 0; i < entry->opaque_count; i++)
    opaques[i] = entry->opaques[i];
  opaques[entry->opaque_count++] = opaque;
  entry->opaques = opaques;
}

// A value of one leaf has the type of that; others are records of their leaves, named like the NESL
// type.
static EntryValue external_value(NeslLower *lower, Entry *entry, Name name, const NeslType *type,
                                 Var *const *leaves, size_t count) {
  EntryValue value = {.name = name, .count = (uint32_t)count};
  if (count == 1) {
    value.type = leaf_type(lower, leaves[0]);
    return value;
  }
  NeslPrinter printer = {.arena = lower->arena};
  value.type = intern_str(lower->names, nesl_type_text(&printer, type));
  Opaque opaque = {.name = value.type, .kind = OPAQUE_RECORD, .field_count = count};
  opaque.fields = arena_array(lower->arena, EntryValue, count);
  for (size_t i = 0; i < count; i++)
    opaque.fields[i] =
        (EntryValue){.name = intern_str(lower->names, arena_printf(lower->arena, "%zu", i)),
                     .type = leaf_type(lower, leaves[i]),
                     .count = 1};
  add_opaque(lower, entry, opaque);
  return value;
}

// ---- Entry points ----

// The name of a form's entry point. Names of programs are in lower case, so no function has it.
static Name form_name(NeslLower *lower, Name name) {
  return intern_str(lower->names, arena_printf(lower->arena, "Form_%s", name));
}

static Fun *entry_new(NeslLower *lower, Name name, Span span) {
  Fun *fun = arena_make(lower->arena, Fun);
  fun->name = nesl_fun_name_new(lower, name);
  fun->span = span;
  fun->entry = arena_make(lower->arena, Entry);
  fun->entry->name = fun->name;
  return fun;
}

static void entry_finish(NeslLower *lower, Fun *fun, EmitBlock *block, const NeslType *type,
                         const Data *value) {
  VarVec vars = {0}, others = {0};
  Atoms atoms = {0}, other_atoms = {0};
  value = nesl_data_shown(lower, value);
  nesl_data_fresh(lower, nesl_layout_of_data(lower, value), "result", &vars, &others);
  nesl_data_atoms(lower, nesl_data_canonical(lower, value), &atoms, &other_atoms);
  vec_append(lower->arena, &atoms, other_atoms.data, other_atoms.count);
  fun->result_size_count = vars.count;
  vec_append(lower->arena, &vars, others.data, others.count);
  fun->result_count = vars.count;
  fun->results = arena_array(lower->arena, Result, vars.count);
  for (size_t i = 0; i < vars.count; i++)
    fun->results[i].var = vars.data[i];
  fun->body = body_new(lower->emit.program, block->stms, atoms.data, atoms.count);
  fun->entry->results = arena_array(lower->arena, EntryValue, 1);
  fun->entry->result_count = 1;
  fun->entry->results[0] = external_value(lower, fun->entry, NULL, type, others.data, others.count);
  vec_push(lower->arena, &lower->emit.program->funs, fun);
}

// The body of a form: what is evaluated, or a value that is known.
static void form_body(NeslLower *lower, Fun *fun, const NeslType *type, const NeslExp *exp,
                      const NeslValue *value, bool is_acting) {
  NeslSaved saved = nesl_body_open(lower);
  lower->emit.span = fun->span;
  EmitBlock *block = emit_open(&lower->emit);
  const Data *data = exp != NULL ? nesl_lower_exp(lower, nesl_frame_new(lower, NULL, NULL, 0), exp)
                                 : nesl_global_find(lower, value);
  if (is_acting) nesl_end_line(lower);
  entry_finish(lower, fun, block, type, data);
  emit_close(&lower->emit, block);
  nesl_body_close(lower, saved);
  nesl_lower_queue(lower);
}

// A form that shows a value.
static void form_value(NeslLower *lower, Name name, const NeslType *type, const NeslExp *exp,
                       const NeslValue *value, const NeslForm *form, Span span) {
  Fun *fun = entry_new(lower, form_name(lower, name), span);
  NeslPrinter printer = {.arena = lower->arena};
  add_attribute(lower, fun, "shows",
                arena_printf(lower->arena, "%s : %s", name, nesl_type_text(&printer, type)));
  add_structure(lower, fun, "result", type);
  form_body(lower, fun, type, exp, value, form->is_acting);
}

// A form that shows a text.
static void form_text(NeslLower *lower, Name name, const char *text, Span span) {
  Fun *fun = entry_new(lower, form_name(lower, name), span);
  add_attribute(lower, fun, "prints", text);
  fun->body = body_new(lower->emit.program, (Stms){0}, NULL, 0);
  vec_push(lower->arena, &lower->emit.program->funs, fun);
}

static void form_function(NeslLower *lower, const NeslFunction *function) {
  NeslPrinter printer = {.arena = lower->arena};
  const char *text = arena_printf(lower->arena, "%s = fn : %s", function->name,
                                  nesl_function_text(&printer, function));
  form_text(lower, function->name, text, function->span);
}

// A function that is written at top level, with type parameters: there is nothing to evaluate.
static void form_scheme(NeslLower *lower, const NeslValue *value) {
  NeslPrinter printer = {.arena = lower->arena};
  const char *text =
      arena_printf(lower->arena, "%s = fn : %s", value->name, nesl_value_text(&printer, value));
  form_text(lower, value->name, text, value->span);
}

static void form_names(NeslLower *lower, const NeslForm *form, const NeslPattern *pattern) {
  switch (pattern->kind) {
  case NESL_PATTERN_WILDCARD: return;
  case NESL_PATTERN_NAME:
    form_value(lower, pattern->variable.name, pattern->type, NULL, pattern->variable.value, form,
               pattern->span);
    return;
  case NESL_PATTERN_TUPLE:
    for (size_t i = 0; i < pattern->items.count; i++)
      form_names(lower, form, pattern->items.data[i]);
    return;
  case NESL_PATTERN_DATA: form_names(lower, form, pattern->data.argument); return;
  }
}

static void form_expression(NeslLower *lower, const NeslForm *form, size_t position) {
  const NeslExp *exp = form->expression.value;
  NeslValue *it = form->expression.it;
  Name name = intern_str(lower->names, "it");
  if (it->param_count > 0) {
    form_scheme(lower, it);
    return;
  }
  if (!it->is_used && !lower->checked->is_session) {
    form_value(lower, name, exp->type, exp, NULL, form, form->span);
    return;
  }
  bind_it(lower, position);
  form_value(lower, name, exp->type, NULL, it, form, form->span);
}

static void form_lower(NeslLower *lower, size_t position) {
  const NeslForm *form = lower->checked->forms.data[position];
  switch (form->kind) {
  case NESL_FORM_BROKEN: return;
  case NESL_FORM_FUNCTION: form_function(lower, form->function.function); return;
  case NESL_FORM_DATATYPE: form_function(lower, form->datatype.datatype->constructor); return;
  case NESL_FORM_BINDING:
    if (form->binding.pattern->kind == NESL_PATTERN_NAME &&
        form->binding.pattern->variable.value->param_count > 0) {
      form_scheme(lower, form->binding.pattern->variable.value);
      return;
    }
    bind_global(lower, position);
    form_names(lower, form, form->binding.pattern);
    return;
  case NESL_FORM_EXPRESSION: form_expression(lower, form, position); return;
  }
}

// ---- Functions ----

// A parameter of an entry point: a part of the function's.
static const Data *entry_param(NeslLower *lower, Fun *fun, const NeslPattern *pattern,
                               const NeslType *type, size_t position, VarVec *sizes,
                               VarVec *others) {
  const char *name = pattern->kind == NESL_PATTERN_NAME
                         ? pattern->variable.name
                         : arena_printf(lower->arena, "arg%zu", position);
  size_t first = others->count;
  const Data *data = nesl_data_fresh(lower, nesl_layout_of_type(lower, type),
                                     nesl_core_name(name, "arg"), sizes, others);
  fun->entry->params[position] = external_value(lower, fun->entry, intern_str(lower->names, name),
                                                type, others->data + first, others->count - first);
  add_structure(lower, fun, "param", type);
  return data;
}

static const Data *entry_params(NeslLower *lower, Fun *fun, const NeslFunction *function) {
  const NeslPattern *pattern = function->form->parameter;
  size_t count = pattern->kind == NESL_PATTERN_TUPLE ? pattern->items.count : 1;
  VarVec sizes = {0}, others = {0};
  const Data **items = arena_array(lower->arena, const Data *, count);
  fun->entry->params = arena_array(lower->arena, EntryValue, count);
  fun->entry->param_count = count;
  const NeslType *type = nesl_type_resolve(function->from);
  for (size_t i = 0; i < count; i++) {
    bool is_last = i + 1 == count;
    const NeslPattern *item = count > 1 ? pattern->items.data[i] : pattern;
    items[i] = entry_param(lower, fun, item, is_last ? type : type->pair.first, i, &sizes, &others);
    if (!is_last) type = nesl_type_resolve(type->pair.second);
  }
  fun->size_count = sizes.count;
  fun->param_count = sizes.count + others.count;
  fun->params = arena_array(lower->arena, Param, fun->param_count);
  for (size_t i = 0; i < fun->param_count; i++)
    fun->params[i].var = i < sizes.count ? sizes.data[i] : others.data[i - sizes.count];
  return nesl_data_tuple(lower, items, count);
}

static void entry_function(NeslLower *lower, const NeslFunction *function) {
  Fun *fun = entry_new(lower, function->name, function->span);
  fun->entry->name = function->name;
  NeslSaved saved = nesl_body_open(lower);
  lower->emit.span = function->span;
  EmitBlock *block = emit_open(&lower->emit);
  const Data *argument = entry_params(lower, fun, function);
  const Data *value =
      nesl_apply_code(lower, nesl_code_of_function(lower, function, NULL), NULL, argument);
  add_structure(lower, fun, "result", function->to);
  entry_finish(lower, fun, block, function->to, value);
  emit_close(&lower->emit, block);
  nesl_body_close(lower, saved);
  nesl_lower_queue(lower);
}

// The last definition of a name is the one that the outside can call.
static bool is_callable(const NeslForms *forms, size_t position) {
  const NeslForm *form = forms->data[position];
  if (form->kind != NESL_FORM_FUNCTION || form->is_prelude) return false;
  const NeslFunction *function = form->function.function;
  if (function->param_count > 0) return false;
  // The outside has no functions.
  if (nesl_type_has_function(function->from) || nesl_type_has_function(function->to)) return false;
  for (size_t i = position + 1; i < forms->count; i++)
    if (forms->data[i]->kind == NESL_FORM_FUNCTION &&
        forms->data[i]->function.function->name == function->name)
      return false;
  return true;
}

void nesl_lower_forms(NeslLower *lower) {
  const NeslForms *forms = &lower->checked->forms;
  for (size_t i = lower->checked->first; i < forms->count; i++)
    form_lower(lower, i);
  if (lower->checked->is_session) return;
  for (size_t i = 0; i < forms->count; i++)
    if (is_callable(forms, i)) entry_function(lower, forms->data[i]->function.function);
}
