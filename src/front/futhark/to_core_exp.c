// Expressions, evaluated to static values. Statements go to the current block.
#include <string.h>

#include "front/futhark/ast_print.h"
#include "front/futhark/to_core_internal.h"

void bind_unknown(FutLower *lower, FutFrame *frame, const FutExp *exp, const Static *value) {
  if (exp->unknown_count == 0 || value->kind != STATIC_DATA) return;
  Static **known = arena_array(lower->arena, Static *, exp->unknown_count);
  for (uint32_t i = 0; i < exp->unknown_count; i++) {
    known[i] = map_get(frame->values, map_key(exp->unknown[i]));
    map_remove(frame->values, map_key(exp->unknown[i]));
  }
  match_type(lower, frame, exp->type, value->layout);
  // One that only stands inside of a size expression has been bound by a part of the expression.
  for (uint32_t i = 0; i < exp->unknown_count; i++)
    if (known[i] != NULL && map_get(frame->values, map_key(exp->unknown[i])) == NULL)
      frame_bind(frame, exp->unknown[i], known[i]);
}

// ---- Names ----

static Static *closure_of(FutLower *lower, FutValue *value, const FutLayout *instance,
                          SolvedSizes solved) {
  Closure *closure = arena_make(lower->arena, Closure);
  bool is_intrinsic = value->kind == FUT_VALUE_INTRINSIC;
  *closure = (Closure){.kind = is_intrinsic ? CLOSURE_INTRINSIC : CLOSURE_BINDING,
                       .value = value,
                       .binding = value->binding,
                       .instance = instance,
                       .solved = solved.data,
                       .solved_count = solved.count,
                       .frame = lower->top};
  return static_function(lower, closure);
}

Static *lower_name(FutLower *lower, FutFrame *frame, FutValue *value, const FutType *type,
                   Span span) {
  Static *meaning = frame_find(frame, value);
  if (meaning != NULL && meaning->kind == STATIC_FUNCTION && value->kind == FUT_VALUE_FUNCTION &&
      value->scheme.type_count + value->scheme.size_count > 0 && type != NULL) {
    Closure *closure = arena_make(lower->arena, Closure);
    *closure = *meaning->closure;
    closure->instance = layout_of(lower, frame, type);
    SolvedSizes solved = solve_sizes(lower, frame, &value->scheme, type);
    closure->solved = solved.data;
    closure->solved_count = solved.count;
    return static_function(lower, closure);
  }
  if (meaning != NULL) return meaning;
  FutValue *definition = (FutValue *)fut_value_definition(value);
  if (definition != value) {
    meaning = frame_find(frame, definition);
    if (meaning != NULL) return meaning;
  }
  Atom size;
  if (value->equals != NULL && size_atom(lower, frame, value->equals, &size))
    return static_size(lower, size);
  if (definition->kind != FUT_VALUE_DEF && definition->kind != FUT_VALUE_INTRINSIC)
    lower_unsupported(lower, span, "the size `%s` is not known where it is used", value->name);
  const FutLayout *instance = type != NULL ? layout_of(lower, frame, type) : NULL;
  SolvedSizes solved = solve_sizes(lower, frame, &definition->scheme, type);
  if (definition->kind == FUT_VALUE_DEF && definition->binding->params.count == 0)
    return lower_global(lower, definition, instance, solved);
  return closure_of(lower, definition, instance, solved);
}

static Static *lower_var(FutLower *lower, FutFrame *frame, const FutExp *exp) {
  Static *value = lower_name(lower, frame, exp->value, exp->value_type, exp->span);
  for (uint32_t i = 0; i < exp->projection_count; i++)
    value = static_project(lower, value, exp->projections[i]);
  return value;
}

static Static *lower_operator_name(FutLower *lower, FutFrame *frame, const FutExp *exp) {
  return lower_name(lower, frame, exp->value, exp->value_type, exp->span);
}

// ---- Records and sums ----

static Static *lower_tuple(FutLower *lower, FutFrame *frame, const FutExp *exp) {
  size_t count = exp->items.count;
  Name *names = arena_array(lower->arena, Name, count);
  Static **fields = arena_array(lower->arena, Static *, count);
  for (size_t i = 0; i < count; i++) {
    char name[24];
    snprintf(name, sizeof name, "%zu", i);
    names[i] = intern_str(lower->names, name);
    fields[i] = lower_exp(lower, frame, exp->items.data[i]);
  }
  return static_record(lower, names, fields, count, count > 0);
}

// Fields are evaluated as written and sorted as their type is.
static Static *lower_record(FutLower *lower, FutFrame *frame, const FutExp *exp) {
  const FutType *type = type_expand(lower, exp->type);
  size_t count = exp->record.count;
  if (type->tag != FUT_T_RECORD || type->record.count != count)
    INTERNAL_ERROR("a record of another type");
  Name *names = arena_array(lower->arena, Name, count);
  Static **fields = arena_array(lower->arena, Static *, count);
  for (size_t i = 0; i < count; i++)
    names[i] = type->record.fields[i].name;
  for (size_t i = 0; i < count; i++) {
    Static *value = lower_exp(lower, frame, exp->record.data[i].value);
    for (size_t k = 0; k < count; k++)
      if (names[k] == exp->record.data[i].name.name) fields[k] = value;
  }
  return static_record(lower, names, fields, count, type->record.is_tuple);
}

// A sum with functions inside is static: only where its constructor is known can it be used.
static Static *static_choice(FutLower *lower, Name constructor, Static **payload, size_t count) {
  Static *value = arena_make(lower->arena, Static);
  *value = (Static){.kind = STATIC_CHOICE, .constructor = constructor, .fields = payload};
  value->count = count;
  return value;
}

static Static *lower_constructor(FutLower *lower, FutFrame *frame, const FutExp *exp) {
  const FutExps *arguments = &exp->constructor.arguments;
  Static **args = arena_array(lower->arena, Static *, arguments->count);
  for (size_t i = 0; i < arguments->count; i++)
    args[i] = lower_exp(lower, frame, arguments->data[i]);
  const FutLayout *type = layout_of(lower, frame, exp->type);
  if (type->has_function)
    return static_choice(lower, exp->constructor.name.name, args, arguments->count);
  size_t chosen = layout_clause(type, exp->constructor.name.name);
  LayoutClause *clauses = arena_array(lower->arena, LayoutClause, type->count);
  Atom *leaves = arena_array(lower->arena, Atom, type->leaf_count);
  size_t next = 0;
  leaves[next++] = atom_constant(layout_tag(type, chosen));
  for (size_t i = 0; i < type->count; i++) {
    clauses[i] = type->clauses[i];
    clauses[i].payload = arena_array(lower->arena, const FutLayout *, clauses[i].count);
    for (size_t k = 0; k < clauses[i].count; k++) {
      Static *part = i == chosen ? args[k] : static_blank(lower, type->clauses[i].payload[k]);
      clauses[i].payload[k] = part->layout;
      for (size_t j = 0; j < part->layout->leaf_count; j++)
        leaves[next++] = part->leaves[j];
    }
  }
  return static_data(lower, layout_sum(lower, clauses, type->count), leaves);
}

// ---- Application ----

static Static *lower_application(FutLower *lower, FutFrame *frame, const FutExp *exp) {
  size_t count = exp->apply.arguments.count;
  Static **args = arena_array(lower->arena, Static *, count);
  // The last one first: the others may need sizes that it makes.
  for (size_t i = count; i-- > 0;)
    args[i] = lower_exp(lower, frame, exp->apply.arguments.data[i]);
  Static *function = lower_exp(lower, frame, exp->apply.function);
  if (exp->automap != NULL)
    return lower_automap(lower, frame, function, args, exp->automap, count, exp->type, exp->span);
  return lower_apply(lower, function, args, count, exp->span);
}

// `&&` and `||` evaluate their right operand only when it decides.
static Static *lower_short_circuit(FutLower *lower, FutFrame *frame, const FutExp *exp,
                                   bool is_and) {
  Atom left = static_atom(lower_exp(lower, frame, exp->binary.left));
  if (left.var == NULL && left.constant.value.b != is_and)
    return static_scalar(lower, FUT_PRIM_BOOL, left);
  EmitBlock *blocks[2];
  Static *values[2];
  size_t right = is_and ? 0 : 1;
  blocks[right] = emit_open(&lower->emit);
  values[right] = lower_exp(lower, frame, exp->binary.right);
  emit_close(&lower->emit, blocks[right]);
  if (blocks[right]->stms.count == 0) {
    Atom atom = static_atom(values[right]);
    return static_scalar(lower, FUT_PRIM_BOOL,
                         emit_binary(&lower->emit, "both", is_and ? OP_AND : OP_OR, left, atom));
  }
  blocks[1 - right] = emit_open(&lower->emit);
  values[1 - right] = static_scalar(lower, FUT_PRIM_BOOL, atom_bool(!is_and));
  emit_close(&lower->emit, blocks[1 - right]);
  return lower_branch(lower, left, blocks, values);
}

static Static *lower_binary(FutLower *lower, FutFrame *frame, const FutExp *exp) {
  const FutValue *definition = fut_value_definition(exp->value);
  if (definition->kind == FUT_VALUE_INTRINSIC && exp->automap == NULL) {
    bool is_and = strcmp(definition->name, "&&") == 0;
    if (is_and || strcmp(definition->name, "||") == 0)
      return lower_short_circuit(lower, frame, exp, is_and);
  }
  // A function on the left may need sizes that the right operand makes, as in `f <| x`.
  const FutExp *operands[2] = {exp->binary.left, exp->binary.right};
  size_t first = type_expand(lower, operands[0]->type)->tag == FUT_T_ARROW ? 1 : 0;
  Static *args[2];
  args[first] = lower_exp(lower, frame, operands[first]);
  args[1 - first] = lower_exp(lower, frame, operands[1 - first]);
  Static *function = lower_operator_name(lower, frame, exp);
  for (uint32_t i = 0; i < exp->projection_count; i++)
    function = static_project(lower, function, exp->projections[i]);
  if (exp->automap != NULL)
    return lower_automap(lower, frame, function, args, exp->automap, 2, exp->type, exp->span);
  return lower_apply(lower, function, args, 2, exp->span);
}

static Static *lower_unary(FutLower *lower, FutFrame *frame, const FutExp *exp) {
  const FutExp *operand = exp->operand;
  if (exp->kind == FUT_EXP_NEGATE && operand->kind == FUT_EXP_NUMBER && exp->automap == NULL) {
    const FutType *type = type_expand(lower, operand->type);
    if (type->tag == FUT_T_PRIM)
      return static_scalar(lower, type->prim, number_atom(type->prim, operand->number, true));
  }
  Static *arg = lower_exp(lower, frame, operand);
  if (exp->value == NULL) {
    Op op = exp->kind == FUT_EXP_NEGATE ? OP_NEG : OP_NOT;
    return static_scalar(lower, arg->layout->prim,
                         emit_unary(&lower->emit, "negated", op, static_atom(arg)));
  }
  Static *function = lower_operator_name(lower, frame, exp);
  if (exp->automap != NULL)
    return lower_automap(lower, frame, function, &arg, exp->automap, 1, exp->type, exp->span);
  return lower_apply(lower, function, &arg, 1, exp->span);
}

// ---- Functions ----

static Static *lower_closure(FutLower *lower, FutFrame *frame, const FutExp *exp) {
  Closure *closure = arena_make(lower->arena, Closure);
  *closure = (Closure){.exp = exp, .frame = frame, .is_prelude = lower->is_prelude};
  if (exp->kind == FUT_EXP_LAMBDA) closure->kind = CLOSURE_LAMBDA;
  if (exp->kind == FUT_EXP_SECTION_PATH) closure->kind = CLOSURE_PATH;
  if (exp->kind == FUT_EXP_SECTION_LEFT || exp->kind == FUT_EXP_SECTION_RIGHT) {
    closure->kind = CLOSURE_SECTION;
    closure->args = arena_array(lower->arena, Static *, 1);
    closure->args[0] = lower_exp(lower, frame, exp->section.operand);
    closure->arg_count = 1;
    Static *function = lower_operator_name(lower, frame, exp);
    for (uint32_t i = 0; i < exp->projection_count; i++)
      function = static_project(lower, function, exp->projections[i]);
    closure->function = function;
  }
  return static_function(lower, closure);
}

static void lower_local_function(FutLower *lower, FutFrame *frame, const FutExp *exp) {
  const FutBinding *binding = &exp->let_function.binding;
  Closure *closure = arena_make(lower->arena, Closure);
  *closure = (Closure){.kind = CLOSURE_BINDING,
                       .binding = binding,
                       .value = binding->value,
                       .frame = frame,
                       .is_prelude = lower->is_prelude};
  frame_bind(frame, binding->value, static_function(lower, closure));
}

// ---- Bindings ----

static void lower_let(FutLower *lower, FutFrame *frame, const FutExp *exp) {
  Static *value = lower_exp(lower, frame, exp->let.value);
  bind_pattern(lower, frame, exp->let.pattern, value);
  for (size_t i = 0; i < exp->let.sizes.count && exp->let.size_values != NULL; i++) {
    const FutValue *name = exp->let.size_values[i];
    Atom size;
    if (name->equals != NULL && size_atom(lower, frame, name->equals, &size))
      frame_bind(frame, name, static_size(lower, size));
  }
}

static void lower_let_update(FutLower *lower, FutFrame *frame, const FutExp *exp) {
  Static *source = lower_name(lower, frame, exp->value, exp->value_type, exp->span);
  Static *value =
      lower_update(lower, frame, source, &exp->let_update.path, exp->let_update.value, exp->span);
  frame_bind(frame, exp->let_update.updated, value);
}

// A chain of bindings, without recursion over its length.
static Static *lower_lets(FutLower *lower, FutFrame *frame, const FutExp *exp) {
  Vec(const FutExp *) chain = {0};
  frame = frame_new(lower, frame);
  FutFrame *outer = frame->parent;
  for (;;) {
    lower->emit.span = lower_span(lower, exp->span);
    if (exp->kind == FUT_EXP_LET) {
      lower_let(lower, frame, exp);
      vec_push(lower->arena, &chain, exp);
      exp = exp->let.body;
    } else if (exp->kind == FUT_EXP_LET_UPDATE) {
      lower_let_update(lower, frame, exp);
      vec_push(lower->arena, &chain, exp);
      exp = exp->let_update.body;
    } else if (exp->kind == FUT_EXP_LET_FUNCTION) {
      lower_local_function(lower, frame, exp);
      vec_push(lower->arena, &chain, exp);
      exp = exp->let_function.body;
    } else {
      break;
    }
  }
  Static *value = lower_exp(lower, frame, exp);
  for (size_t i = chain.count; i > 1; i--)
    bind_unknown(lower, frame, chain.data[i - 1], value);
  export_sizes(lower, frame, outer, chain.data[0]->type);
  bind_unknown(lower, outer, chain.data[0], value);
  return value;
}

// ---- Attributes ----

// `unsafe` drops checks, `sequential` asks for loops, `trace` shows the value; others stand at the
// pars made inside.
static Static *lower_attributed(FutLower *lower, FutFrame *frame, const FutExp *exp) {
  bool is_unsafe = lower->emit.is_unsafe;
  ParLevel level = lower->level;
  size_t attr_count = lower->attrs.count;
  const FutAttribute *attribute = exp->attributed.attribute;
  bool is_traced = strcmp(attribute->name, "trace") == 0;
  if (strcmp(attribute->name, "unsafe") == 0) {
    lower->emit.is_unsafe = true;
  } else if (strcmp(attribute->name, "sequential") == 0) {
    lower->level = PAR_THREAD;
  } else if (!is_traced) {
    StrBuf text = {0};
    fut_attribute_print(attribute, &text);
    vec_push(lower->arena, &lower->attrs, intern_str(lower->names, strbuf_text(&text)));
    strbuf_free(&text);
  }
  Static *value = lower_exp(lower, frame, exp->attributed.value);
  lower->emit.is_unsafe = is_unsafe;
  lower->level = level;
  lower->attrs.count = attr_count;
  return is_traced ? lower_trace_attribute(lower, exp, value) : value;
}

// ---- Everything ----

static Static *lower_number(FutLower *lower, const FutExp *exp) {
  const FutType *type = type_expand(lower, exp->type);
  if (type->tag != FUT_T_PRIM) INTERNAL_ERROR("a number that is no scalar");
  return static_scalar(lower, type->prim, number_atom(type->prim, exp->number, false));
}

static Static *lower_any(FutLower *lower, FutFrame *frame, const FutExp *exp) {
  Static *value;
  switch (exp->kind) {
  case FUT_EXP_HOLE: return lower_hole(lower, frame, exp->type, exp->span);
  case FUT_EXP_NUMBER: return lower_number(lower, exp);
  case FUT_EXP_BOOL: return static_scalar(lower, FUT_PRIM_BOOL, atom_bool(exp->is_true));
  case FUT_EXP_STRING: return lower_string(lower, exp);
  case FUT_EXP_VAR: return lower_var(lower, frame, exp);
  case FUT_EXP_TUPLE: return lower_tuple(lower, frame, exp);
  case FUT_EXP_RECORD: return lower_record(lower, frame, exp);
  case FUT_EXP_ARRAY: return lower_array(lower, frame, exp);
  case FUT_EXP_APPLY: return lower_application(lower, frame, exp);
  case FUT_EXP_CONSTRUCTOR: return lower_constructor(lower, frame, exp);
  case FUT_EXP_BINARY: return lower_binary(lower, frame, exp);
  case FUT_EXP_NEGATE:
  case FUT_EXP_NOT: return lower_unary(lower, frame, exp);
  case FUT_EXP_RANGE: return lower_range(lower, frame, exp);
  case FUT_EXP_ASCRIBE: return lower_exp(lower, frame, exp->ascribe.value);
  case FUT_EXP_COERCE: return lower_size_coercion(lower, frame, exp);
  case FUT_EXP_INDEX:
    value = lower_exp(lower, frame, exp->index.array);
    return lower_index(lower, frame, value, &exp->index.indices, exp->span);
  case FUT_EXP_PROJECT:
    value = lower_exp(lower, frame, exp->project.record);
    return static_project(lower, value, exp->project.field.name);
  case FUT_EXP_UPDATE:
    value = lower_exp(lower, frame, exp->update.source);
    return lower_update(lower, frame, value, &exp->update.path, exp->update.value, exp->span);
  case FUT_EXP_OPEN: return lower_exp(lower, frame, exp->open.body);
  case FUT_EXP_SECTION_LEFT:
  case FUT_EXP_SECTION_RIGHT:
  case FUT_EXP_SECTION_PATH:
  case FUT_EXP_LAMBDA: return lower_closure(lower, frame, exp);
  case FUT_EXP_IF: return lower_if(lower, frame, exp);
  case FUT_EXP_LET:
  case FUT_EXP_LET_UPDATE:
  case FUT_EXP_LET_FUNCTION: return lower_lets(lower, frame, exp);
  case FUT_EXP_LOOP: return lower_loop(lower, frame, exp);
  case FUT_EXP_MATCH: return lower_match(lower, frame, exp);
  case FUT_EXP_ASSERT: return lower_assertion(lower, frame, exp);
  case FUT_EXP_ATTRIBUTE: return lower_attributed(lower, frame, exp);
  }
  INTERNAL_ERROR("an expression without a kind");
}

Static *lower_exp(FutLower *lower, FutFrame *frame, const FutExp *exp) {
  Span span = lower->emit.span;
  lower->emit.span = lower_span(lower, exp->span);
  Static *value = lower_any(lower, frame, exp);
  bind_unknown(lower, frame, exp, value);
  lower->emit.span = span;
  return value;
}
