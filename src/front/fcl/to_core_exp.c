// Expressions, names and applications.
#include "front/fcl/to_core_internal.h"

enum { DEPTH_LIMIT = 4000, STEP_LIMIT = 20000000 };

// ---- Environments ----

static const FclFrame *frame_add(FclLower *lower, FclFrame frame) {
  FclFrame *copy = arena_make(lower->arena, FclFrame);
  *copy = frame;
  return copy;
}

static const FclFrame *bind_pattern(FclLower *lower, const FclFrame *frame,
                                    const FclPattern *pattern, const FclValue *value) {
  switch (pattern->kind) {
  case FCL_PATTERN_WILDCARD:
  case FCL_PATTERN_UNIT: return frame;
  case FCL_PATTERN_NAME:
    return frame_add(lower,
                     (FclFrame){.parent = frame, .variable = pattern->variable, .value = value});
  case FCL_PATTERN_PAIR:
    frame = bind_pattern(lower, frame, pattern->first, value->pair.first);
    return bind_pattern(lower, frame, pattern->second, value->pair.second);
  }
  return frame;
}

// ---- Levels and types of an instance ----

// What the level is here. One that nothing says is used by nothing.
static uint32_t level_in(const FclFrame *frame, const FclLevel *level) {
  FclLevel known = fcl_level_resolve(level);
  if (known.variable == NULL) return known.up;
  for (; frame != NULL; frame = frame->parent)
    for (size_t i = 0; frame->scheme != NULL && i < frame->scheme->levels.count; i++)
      if (frame->scheme->levels.data[i] == known.variable) return frame->levels[i] + known.up;
  return known.up;
}

const FclType *fcl_type_in(FclLower *lower, const FclFrame *frame, const FclType *type) {
  type = fcl_type_resolve(type);
  if (type->kind == FCL_TYPE_VARIABLE) {
    for (; frame != NULL; frame = frame->parent)
      for (size_t i = 0; frame->scheme != NULL && i < frame->scheme->types.count; i++)
        if (frame->scheme->types.data[i] == type->variable) return frame->types[i];
    return type;
  }
  if (type->first == NULL) return type;
  FclType *copy = arena_make(lower->arena, FclType);
  *copy = *type;
  copy->first = fcl_type_in(lower, frame, type->first);
  if (type->second != NULL) copy->second = fcl_type_in(lower, frame, type->second);
  if (type->level != NULL)
    copy->level = fcl_level(lower->arena, NULL, level_in(frame, type->level));
  return copy;
}

// ---- Names ----

static const FclFrame *find_frame(const FclFrame *frame, const FclVariable *variable) {
  for (; frame != NULL; frame = frame->parent)
    if (frame->variable == variable) return frame;
  return NULL;
}

static const FclValue *builtin_value(FclLower *lower, FclFunction function) {
  if (fcl_builtin_arity(function.builtin) == 0) return fcl_builtin(lower, &function);
  FclValue *value = arena_make(lower->arena, FclValue);
  value->kind = FCL_VALUE_FUNCTION;
  value->function = arena_make(lower->arena, FclFunction);
  *value->function = function;
  return value;
}

const FclValue *fcl_use(FclLower *lower, const FclFrame *frame, const FclUse *use) {
  const FclVariable *variable = use->variable;
  const FclFrame *found = find_frame(frame, variable);
  if (found != NULL && found->value != NULL) return found->value;
  const FclScheme *scheme = variable->scheme;
  uint32_t *levels = arena_array(lower->arena, uint32_t, scheme->levels.count);
  const FclType **types = arena_array(lower->arena, const FclType *, scheme->types.count);
  for (size_t i = 0; i < scheme->levels.count; i++)
    levels[i] = level_in(frame, use->level_arguments[i]);
  for (size_t i = 0; i < scheme->types.count; i++)
    types[i] = fcl_type_in(lower, frame, use->type_arguments[i]);
  if (variable->is_builtin)
    return builtin_value(
        lower, (FclFunction){.builtin = variable->builtin, .levels = levels, .types = types});
  const FclFrame *around = found == NULL ? NULL : found->around;
  FclFrame instance = {.parent = around, .scheme = scheme, .levels = levels, .types = types};
  return fcl_lower_exp(lower, frame_add(lower, instance), variable->binding->value);
}

// ---- Applications ----

static const FclValue *apply_lambda(FclLower *lower, const FclFunction *function,
                                    const FclValue *argument) {
  const FclExp *lambda = function->lambda;
  const FclFrame *frame = bind_pattern(lower, function->frame,
                                       lambda->lambda.parameters.data[function->next], argument);
  if (function->next + 1 == lambda->lambda.parameters.count)
    return fcl_lower_exp(lower, frame, lambda->lambda.body);
  FclValue *value = arena_make(lower->arena, FclValue);
  value->kind = FCL_VALUE_FUNCTION;
  value->function = arena_make(lower->arena, FclFunction);
  *value->function = (FclFunction){.lambda = lambda, .next = function->next + 1, .frame = frame};
  return value;
}

const FclValue *fcl_apply(FclLower *lower, const FclValue *function, const FclValue *argument) {
  const FclFunction *known = function->function;
  if (++lower->steps > STEP_LIMIT || lower->depth > DEPTH_LIMIT)
    fcl_fail(lower, ERROR_FCL_UNSUPPORTED, lower->emit.span,
             "what costs nothing is evaluated by the compiler, and this does not come to an end");
  lower->depth++;
  const FclValue *result = NULL;
  if (known->lambda != NULL) {
    result = apply_lambda(lower, known, argument);
  } else if (known->call != NULL) {
    result = known->call(lower, known->context, argument);
  } else {
    FclFunction next = *known;
    next.arguments[next.count++] = argument;
    if (next.count == fcl_builtin_arity(next.builtin)) {
      result = fcl_builtin(lower, &next);
    } else {
      FclValue *value = arena_make(lower->arena, FclValue);
      value->kind = FCL_VALUE_FUNCTION;
      value->function = arena_make(lower->arena, FclFunction);
      *value->function = next;
      result = value;
    }
  }
  lower->depth--;
  return result;
}

const FclValue *fcl_run(FclLower *lower, const FclValue *program) {
  return program->program.run(lower, program->program.context);
}

// What a lambda of another definition emits is in the place of this application.
static const FclValue *lower_apply(FclLower *lower, const FclFrame *frame, const FclExp *exp) {
  const FclValue *function = NULL, *argument = NULL;
  if (exp->apply.is_piped) argument = fcl_lower_exp(lower, frame, exp->apply.argument);
  function = fcl_lower_exp(lower, frame, exp->apply.function);
  if (!exp->apply.is_piped) argument = fcl_lower_exp(lower, frame, exp->apply.argument);
  const FclExp *lambda = function->function->lambda;
  uint32_t outer = lower->call;
  Span span = exp->span;
  span.call = outer;
  lower->emit.span = span;
  bool is_elsewhere = lambda != NULL && lambda->span.file != exp->span.file;
  if (is_elsewhere) lower->call = source_call(diag_sources(lower->diag), span);
  const FclValue *result = fcl_apply(lower, function, argument);
  lower->call = outer;
  return result;
}

// ---- Branches ----

const FclValue *fcl_branch(FclLower *lower, Atom condition, FclRun *then, FclRun *otherwise,
                           const void *context) {
  if (condition.var == NULL)
    return condition.constant.value.b ? then(lower, context) : otherwise(lower, context);
  Body *bodies[2];
  const FclValue *model = NULL;
  for (size_t i = 0; i < 2; i++) {
    EmitBlock *block = emit_open(&lower->emit), *floor = lower->floor;
    lower->floor = block;
    model = i == 0 ? then(lower, context) : otherwise(lower, context);
    lower->floor = floor;
    emit_close(&lower->emit, block);
    Atoms atoms = {0};
    fcl_value_atoms(lower, model, &atoms);
    bodies[i] = body_new(lower->emit.program, block->stms, atoms.data, atoms.count);
  }
  Builder builder = emit_builder(&lower->emit);
  Stm *stm =
      build_infer(&builder, "chosen", exp_if(lower->emit.program, condition, bodies[0], bodies[1]));
  Atom *results = arena_array(lower->arena, Atom, stm->var_count);
  for (size_t i = 0; i < stm->var_count; i++)
    results[i] = atom_var(stm->vars[i]);
  const Atom *at = results;
  return fcl_value_like(lower, model, &at);
}

typedef struct FclIf {
  const FclFrame *frame;
  const FclExp *exp;
} FclIf;

static const FclValue *lower_then(FclLower *lower, const void *context) {
  const FclIf *choice = context;
  return fcl_lower_exp(lower, choice->frame, choice->exp->branch.then);
}

static const FclValue *lower_otherwise(FclLower *lower, const void *context) {
  const FclIf *choice = context;
  return fcl_lower_exp(lower, choice->frame, choice->exp->branch.otherwise);
}

static const FclValue *lower_if(FclLower *lower, const FclFrame *frame, const FclExp *exp) {
  Atom condition = fcl_lower_exp(lower, frame, exp->branch.condition)->atom;
  return fcl_branch(lower, condition, lower_then, lower_otherwise, &(FclIf){frame, exp});
}

// The arm for the level that it is here.
static const FclValue *lower_case(FclLower *lower, const FclFrame *frame, const FclExp *exp) {
  uint32_t level = level_in(frame, exp->choice.asked);
  for (size_t i = 0; i < exp->choice.arms.count; i++) {
    const FclArm *arm = &exp->choice.arms.data[i];
    uint32_t up = arm->pattern.up;
    if (arm->scheme == NULL ? level != up : level < up) continue;
    uint32_t *below = arena_make(lower->arena, uint32_t);
    *below = level - up;
    FclFrame instance = {.parent = frame, .scheme = arm->scheme, .levels = below};
    return fcl_lower_exp(lower, frame_add(lower, instance), arm->body);
  }
  INTERNAL_ERROR("no arm for a level");
}

// ---- Bindings ----

static const FclFrame *lower_bindings(FclLower *lower, const FclFrame *frame,
                                      const FclBindings *bindings) {
  for (size_t i = 0; i < bindings->count; i++) {
    const FclBinding *binding = bindings->data[i];
    if (binding->scheme != NULL && fcl_scheme_is_general(binding->scheme)) {
      FclFrame general = {.parent = frame, .variable = binding->pattern->variable, .around = frame};
      frame = frame_add(lower, general);
      continue;
    }
    const FclValue *value = fcl_lower_exp(lower, frame, binding->value);
    frame = bind_pattern(lower, frame, binding->pattern, value);
  }
  return frame;
}

// ---- do ----

typedef struct FclSequence {
  const FclFrame *frame;
  const FclExp *exp;
  uint32_t call;
} FclSequence;

static const FclValue *run_sequence(FclLower *lower, const void *context) {
  const FclSequence *sequence = context;
  const FclFrame *frame = sequence->frame;
  const FclValue *result = NULL;
  uint32_t outer = lower->call;
  lower->call = sequence->call;
  const FclStatements *statements = &sequence->exp->sequence.statements;
  for (size_t i = 0; i < statements->count; i++) {
    const FclStatement *statement = &statements->data[i];
    if (statement->kind == FCL_STATEMENT_LET) {
      frame = lower_bindings(lower, frame, &statement->lets);
      continue;
    }
    const FclValue *program = fcl_lower_exp(lower, frame, statement->value);
    lower->emit.span = statement->value->span;
    lower->emit.span.call = lower->call;
    result = fcl_run(lower, program);
    if (statement->kind == FCL_STATEMENT_BIND)
      frame = bind_pattern(lower, frame, statement->pattern, result);
  }
  lower->call = outer;
  return result;
}

const FclValue *fcl_lower_exp(FclLower *lower, const FclFrame *frame, const FclExp *exp) {
  Span outer = lower->emit.span;
  const FclValue *value = NULL;
  lower->emit.span = exp->span;
  lower->emit.span.call = lower->call;
  switch (exp->kind) {
  case FCL_EXP_INT: value = fcl_value_scalar(lower, fcl_int(exp->integer)); break;
  case FCL_EXP_LONG: value = fcl_value_scalar(lower, atom_i64(exp->integer)); break;
  case FCL_EXP_BYTE:
    value = fcl_value_scalar(lower, atom_constant(constant_int(SCALAR_I8, exp->integer)));
    break;
  case FCL_EXP_DOUBLE:
    value = fcl_value_scalar(lower, atom_constant(constant_float(SCALAR_F64, exp->real)));
    break;
  case FCL_EXP_FLOAT:
    value = fcl_value_scalar(lower, atom_constant(constant_float(SCALAR_F32, exp->real)));
    break;
  case FCL_EXP_BOOL: value = fcl_value_scalar(lower, atom_bool(exp->truth)); break;
  case FCL_EXP_STRING: {
    FclValue *string = arena_make(lower->arena, FclValue);
    string->kind = FCL_VALUE_STRING;
    string->string = exp->string;
    value = string;
    break;
  }
  case FCL_EXP_UNIT: value = fcl_value_unit(lower); break;
  case FCL_EXP_NAME: value = fcl_use(lower, frame, exp->use); break;
  case FCL_EXP_PAIR: {
    const FclValue *first = fcl_lower_exp(lower, frame, exp->pair.first);
    value = fcl_value_pair(lower, first, fcl_lower_exp(lower, frame, exp->pair.second));
    break;
  }
  case FCL_EXP_LAMBDA: {
    FclValue *lambda = arena_make(lower->arena, FclValue);
    lambda->kind = FCL_VALUE_FUNCTION;
    lambda->function = arena_make(lower->arena, FclFunction);
    *lambda->function = (FclFunction){.lambda = exp, .frame = frame};
    value = lambda;
    break;
  }
  case FCL_EXP_APPLY: value = lower_apply(lower, frame, exp); break;
  case FCL_EXP_BINARY: {
    Atom left = fcl_lower_exp(lower, frame, exp->binary.left)->atom;
    Atom right = fcl_lower_exp(lower, frame, exp->binary.right)->atom;
    value = fcl_value_scalar(lower, fcl_binary(lower, exp->binary.op, left, right));
    break;
  }
  case FCL_EXP_LET:
    value = fcl_lower_exp(lower, lower_bindings(lower, frame, &exp->let.bindings), exp->let.body);
    break;
  case FCL_EXP_IF: value = lower_if(lower, frame, exp); break;
  case FCL_EXP_CASE: value = lower_case(lower, frame, exp); break;
  case FCL_EXP_DO: {
    FclSequence *sequence = arena_make(lower->arena, FclSequence);
    *sequence = (FclSequence){frame, exp, lower->call};
    value = fcl_value_program(lower, run_sequence, sequence);
    break;
  }
  }
  lower->emit.span = outer;
  return value;
}
