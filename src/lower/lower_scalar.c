// Atoms, scalar statements and checks; and which file lowers which statement.
#include <math.h>

#include "lower/lower_internal.h"

// An expression larger than this gets a name, however often it is used.
enum { EXPRESSION_LIMIT = 12 };

ImpExp *lower_atom(Lower *lower, Atom atom) {
  if (!atom.var) return imp_const(lower->imp, atom.constant);
  Bound *bound = bound_of(lower, atom.var);
  if (!bound->exp) INTERNAL_ERROR("%s.%u is not a scalar", atom.var->name, (unsigned)atom.var->id);
  return bound->exp;
}

ImpExp *lower_dim(Lower *lower, Dim dim) {
  // A descriptor stands for the number of all elements.
  if (dim_is_varying(dim) && dim.var->type->kind != TYPE_SEG)
    INTERNAL_ERROR("an array whose lengths are %s", dim.var->name);
  return lower_atom(lower, dim_size(dim));
}

void bind_alias(Lower *lower, Var *var, ImpExp *value) { bind(lower, var)->exp = value; }

// Does evaluating it later give the same value? Loads may see stores in between.
static bool is_pure(const ImpExp *exp) {
  if (exp->kind == IMP_LOAD) return false;
  if (exp->kind != IMP_OP) return true;
  for (size_t i = 0; i < exp->as.op.arg_count; i++)
    if (!is_pure(exp->as.op.args[i])) return false;
  return true;
}

static bool is_fixed(const ImpExp *exp) {
  return exp->kind == IMP_CONST || (exp->kind == IMP_VAR && exp->as.var->is_const);
}

// A size plus or minus a constant: what is asked about borders stays visible.
static bool is_near_size(const ImpExp *exp) {
  if (exp->kind != IMP_OP || exp->type != SCALAR_I64) return false;
  if (exp->as.op.op != OP_ADD && exp->as.op.op != OP_SUB) return false;
  const ImpExp *size = exp->as.op.args[0], *offset = exp->as.op.args[1];
  return is_fixed(size) && size->kind == IMP_VAR && !size->as.var->is_index &&
         offset->kind == IMP_CONST;
}

// What says where an array is cannot overflow. NULL when the value is something else.
static ImpExp *address_of(Lower *lower, const ImpExp *value) {
  if (value->kind != IMP_OP || value->type != SCALAR_I64 || value->as.op.arg_count != 2)
    return NULL;
  ImpExp *a = value->as.op.args[0], *b = value->as.op.args[1];
  if (!is_fixed(a)) a = address_of(lower, a);
  if (!is_fixed(b)) b = address_of(lower, b);
  if (!a || !b) return NULL;
  if (value->as.op.op == OP_ADD) return number_sum(lower, a, b);
  if (value->as.op.op == OP_SUB) return imp_sub(lower->imp, a, b);
  return value->as.op.op == OP_MUL ? number_product(lower, a, b) : NULL;
}

// Does it need what is on the device?
bool lower_has_load(const ImpExp *exp) {
  if (exp->kind == IMP_LOAD) return true;
  for (size_t i = 0; exp->kind == IMP_OP && i < exp->as.op.arg_count; i++)
    if (lower_has_load(exp->as.op.args[i])) return true;
  return false;
}

void bind_scalar(Lower *lower, Var *var, ImpExp *value) {
  if (lower->options.target.has_device && !lower->is_device && lower_has_load(value)) {
    bind_alias(lower, var, value);
    return;
  }
  const Usage *usage = usage_of(lower, var);
  bool is_place = usage->operands == 0 && usage->places > 0 && usage->types == usage->places;
  ImpExp *address = is_place && value->size <= EXPRESSION_LIMIT ? address_of(lower, value) : NULL;
  if (address || is_near_size(value)) {
    bind_alias(lower, var, address ? address : value);
    return;
  }
  // An expression has no place of its own: where places count, a value is a statement.
  bool is_once = usage->operands == 1 && usage->types == 0 && usage->bound_in == usage->used_in &&
                 !lower->options.has_places;
  if (!is_fixed(value) && !(is_once && value->size <= EXPRESSION_LIMIT && is_pure(value))) {
    ImpVar *named = imp_let(&lower->out, var->name, value);
    number_bind(lower, named, value);
    value = imp_use(lower->imp, named);
  }
  bind_alias(lower, var, value);
}

// ---- Scalar operations ----

// How large a float is at most, when it was made of integers and constants in a way that gives no
// nan; otherwise infinity.
static double most(const ImpExp *exp) {
  if (exp->kind == IMP_CONST && exp->type == SCALAR_F64) return fabs(exp->as.constant.value.f64);
  if (exp->kind != IMP_OP || exp->type != SCALAR_F64) return INFINITY;
  ImpExp *const *args = exp->as.op.args;
  Op op = exp->as.op.op;
  if (op == OP_SITOFP) return ldexp(1, (int)scalar_info(args[0]->type)->width - 1);
  if (op == OP_FLOOR || op == OP_CEIL || op == OP_TRUNC) return most(args[0]) + 1;
  if (op == OP_ADD || op == OP_SUB) return most(args[0]) + most(args[1]);
  bool is_scaled = op == OP_MUL || (op == OP_FDIV && args[1]->kind == IMP_CONST);
  double first = is_scaled ? most(args[0]) : INFINITY, second = is_scaled ? most(args[1]) : 0;
  bool is_finite = isfinite(first) && isfinite(second) && (op == OP_MUL || second > 0);
  return !is_finite ? INFINITY : op == OP_MUL ? first * second : first / second;
}

// A float that is known to be smaller is within i64.
static bool is_exact(Op op, ImpExp *const *args, Scalar to) {
  if (op == OP_FPTOSI && to == SCALAR_I64) return most(args[0]) < 0x1.fp62;
  return imp_fits(op, args);
}

// Is it a number other than a zero, which has two signs, and a nan?
static bool is_plain_number(const ImpExp *exp) {
  if (exp->kind != IMP_CONST) return false;
  double number = exp->type == SCALAR_F64   ? exp->as.constant.value.f64
                  : exp->type == SCALAR_F32 ? (double)exp->as.constant.value.f32
                                            : 0;
  return number < 0 || number > 0;
}

// The least of a number and something is the same the other way round, and the second operand is
// asked whether it is a nan.
static void order_extremes(Op op, ImpExp **args) {
  if ((op != OP_FMIN && op != OP_FMAX) || !is_plain_number(args[0])) return;
  ImpExp *number = args[0];
  args[0] = args[1];
  args[1] = number;
}

void lower_scalar_stm(Lower *lower, const Stm *stm) {
  const Exp *exp = stm->exp;
  ImpExp *args[3];
  for (size_t i = 0; i < exp->arg_count; i++)
    args[i] = lower_atom(lower, exp->args[i]);
  order_extremes(exp->op, args);
  Scalar to = op_info(exp->op)->shape == SHAPE_CONVERT ? exp->as.to : args[0]->type;
  ImpExp *value = imp_op(lower->imp, exp->op, to, args, exp->arg_count);
  value->as.op.is_exact = is_exact(exp->op, args, to);
  if (usage_of(lower, stm->vars[0])->is_index) value = imp_index(lower->imp, value);
  bind_scalar(lower, stm->vars[0], number_known(lower, value));
}

void assign_all(Lower *lower, ImpVar *const *targets, ImpExp *const *values, size_t count) {
  ImpExp **ready = arena_array(lower->arena, ImpExp *, count + 1);
  for (size_t i = 0; i < count; i++) {
    ready[i] = values[i];
    if (count > 1 && !is_fixed(values[i]))
      ready[i] = imp_use(lower->imp, imp_let(&lower->out, targets[i]->name, values[i]));
  }
  for (size_t i = 0; i < count; i++) {
    if (ready[i]->kind == IMP_VAR && ready[i]->as.var == targets[i]) continue;
    imp_assign(&lower->out, targets[i], ready[i]);
  }
}

// ---- Checks ----

void lower_assert(Lower *lower, const Stm *stm) {
  const Exp *exp = stm->exp;
  if (lower->options.is_unsafe) return;
  if (!exp->args[0].var && exp->args[0].constant.value.b) return;
  ImpStm *test = imp_if(&lower->out, imp_not(lower->imp, lower_atom(lower, exp->args[0])));
  ImpBuilder inside = imp_into(&lower->out, &test->as.branch.body);
  ImpExps values = {0};
  for (size_t i = 1; i < exp->arg_count; i++)
    vec_push(lower->arena, &values, lower_atom(lower, exp->args[i]));
  imp_fail(&inside, exp->as.message.text, &values);
}

// ---- Effects ----

static void add_text(Lower *lower, ImpEffect *effect, const Var *array) {
  Region region = region_of(lower, array);
  ImpText text = {.pointer = region.pointer, .first = region.offset, .count = region.shape[0]};
  vec_push(lower->imp->arena, &effect->texts, text);
}

// From here on statements are in order, so the token is any number.
static void add_results(Lower *lower, ImpEffect *effect, ImpVar **results, const Stm *stm) {
  bind_alias(lower, stm->vars[0], imp_i64(lower->imp, 0));
  for (size_t i = 1; i < stm->var_count; i++) {
    vec_push(lower->imp->arena, &effect->results, results[i]);
    bind_alias(lower, stm->vars[i], imp_use(lower->imp, results[i]));
  }
}

static void lower_effect(Lower *lower, const Stm *stm) {
  const Exp *exp = stm->exp;
  EffectKind kind = exp->as.effect.kind;
  const EffectInfo *info = effect_info(kind);
  if (lower->is_device) {
    refuse(lower, stm->span, "an effect in a kernel");
    return;
  }
  ImpVar **results = arena_array(lower->arena, ImpVar *, stm->var_count);
  for (size_t i = 1; i < stm->var_count; i++)
    results[i] = imp_declare(&lower->out, stm->vars[i]->name, SCALAR_I64, imp_i64(lower->imp, 0));
  ImpEffect *effect = imp_effect(&lower->out, kind);
  effect->message = exp->as.effect.text;
  size_t numbers = kind == EFFECT_TRACE ? exp->arg_count - 1 : info->number_count;
  for (size_t i = 1; i <= numbers; i++)
    vec_push(lower->imp->arena, &effect->numbers, lower_atom(lower, exp->args[i]));
  for (size_t i = 0; i < info->text_count; i++)
    add_text(lower, effect, exp->args[1 + numbers + i].var);
  add_results(lower, effect, results, stm);
}

static void lower_receive(Lower *lower, const Stm *stm) {
  if (lower->is_device) {
    refuse(lower, stm->span, "an effect in a kernel");
    return;
  }
  ImpEffect *effect = imp_effect(&lower->out, EFFECT_COUNT);
  effect->is_receive = true;
  add_text(lower, effect, stm->vars[0]);
  bind_alias(lower, stm->vars[1], imp_i64(lower->imp, 0));
}

// ---- All statements ----

// What a threshold is at first where tests force a level: always reached, or never. Those of
// kernels (ir/kernels.def) choose between ways to run one level.
static Threshold forced_threshold(const Lower *lower, Threshold threshold) {
  ParLevel forced = lower->options.level;
  if (forced != PAR_ANY && threshold.level != PAR_ANY)
    threshold.initial = threshold.level == forced ? 1 : INT64_MAX;
  return threshold;
}

// Without threads, and inside a thread of a device, nothing has enough parallelism.
static void lower_threshold(Lower *lower, const Stm *stm) {
  bool is_alone = lower->options.target.has_device ? lower->is_device : !lower->options.is_parallel;
  if (is_alone) {
    bind_alias(lower, stm->vars[0], imp_const(lower->imp, constant_bool(false)));
    return;
  }
  Usage *usage = usage_of(lower, stm->vars[0]);
  const Var *degree = stm->exp->args[0].var;
  ImpParam param = {.threshold = forced_threshold(lower, stm->exp->as.threshold),
                    .span = stm->span,
                    .degree = degree ? degree->name : NULL,
                    .parent = lower->guard.param,
                    .is_taken = lower->guard.is_taken};
  bool is_forced = param.threshold.initial != stm->exp->as.threshold.initial;
  param.is_computed = stm->exp->arg_count == 2 && !is_forced;
  ImpExp *limit = imp_param(lower->imp, &param);
  usage->is_threshold = true;
  usage->param = limit->as.param;
  if (param.is_computed) {
    ImpExp *is_set = imp_binary(lower->imp, OP_SLT, imp_i64(lower->imp, 0), limit);
    ImpExp *args[] = {is_set, limit, lower_atom(lower, stm->exp->args[1])};
    limit = imp_op(lower->imp, OP_SELECT, SCALAR_I64, args, 3);
  }
  ImpExp *amount = lower_atom(lower, stm->exp->args[0]);
  bind_scalar(lower, stm->vars[0], imp_binary(lower->imp, OP_SLE, limit, amount));
}

static void lower_special(Lower *lower, const Stm *stm) {
  static void (*const by_op[OP_COUNT])(Lower *, const Stm *) = {
      [OP_ASSERT] = lower_assert,
      [OP_THRESHOLD] = lower_threshold,
      [OP_IF] = lower_choice,
      [OP_SWITCH] = lower_choice,
      [OP_LOOP] = lower_repeat,
      [OP_CALL] = lower_invoke,
      [OP_PAR] = lower_par,
      [OP_WITH_ACC] = lower_with_acc,
      [OP_ACC_UPDATE] = lower_acc_update,
      [OP_EFFECT] = lower_effect,
      [OP_RECEIVE] = lower_receive,
      [OP_ALLOC] = lower_alloc,
      [OP_SEG_MAKE] = lower_segment_stm,
      [OP_SEG_OFFSETS] = lower_segment_stm,
      [OP_SEG_TOTAL] = lower_segment_stm,
  };
  Op op = stm->exp->op;
  (by_op[op] ? by_op[op] : lower_array_stm)(lower, stm);
}

static void note_line(Lower *lower, const Stm *stm) {
  if (!lower->options.has_lines || !span_is_known(stm->span) || !lower->imp->sources) return;
  const SourceFile *file = source_get(lower->imp->sources, stm->span.file);
  uint32_t line, column, last = 0;
  source_position(file, stm->span.start, &line, &column);
  if (span_is_known(lower->noted)) source_position(file, lower->noted.start, &last, &column);
  if (lower->noted.file == stm->span.file && line == last) return;
  lower->noted = stm->span;
  imp_emit(&lower->out, IMP_STM_NOTE);
}

void lower_releases(Lower *lower, const void *place) {
  const Vars *dying = releases_after(lower, place);
  for (size_t i = 0; dying && i < dying->count; i++) {
    Bound *bound = &lower->bound[dying->data[i]->index];
    if (bound->fun != lower->out.fun || !bound->block) continue;
    if (bound->owner)
      imp_release(&lower->out, bound->owner);
    else if (!bound->is_lent)
      imp_release(&lower->out, bound->block);
  }
}

// Blocks that hold less than they were made for.
static void lower_trims(Lower *lower, const Stm *stm) {
  const Vars *kept = trims_after(lower, stm);
  for (size_t i = 0; kept && i < kept->count; i++) {
    const Type *type = kept->data[i]->type;
    Var *var = type->place->block;
    const Bound *bound = &lower->bound[var->index];
    if (bound->fun != lower->out.fun || bound->is_lent || bound->is_hoisted || !bound->block)
      continue;
    ImpExp **counts = arena_array(lower->arena, ImpExp *, type->rank + 1);
    for (size_t k = 0; k < type->rank; k++)
      counts[k] = lower_dim(lower, type->dims[k]);
    imp_trim(&lower->out, bound->block, type->scalar, counts, type->rank);
    bind_block(lower, var, bound->block, false);
  }
}

void lower_stm(Lower *lower, const Stm *stm) {
  Span outer = lower->out.span;
  lower->out.span = stm->span;
  note_line(lower, stm);
  if (op_is_scalar(stm->exp->op))
    lower_scalar_stm(lower, stm);
  else
    lower_special(lower, stm);
  lower_trims(lower, stm);
  lower_releases(lower, stm);
  lower->out.span = outer;
}

void lower_stms(Lower *lower, const Stms *stms) {
  for (size_t i = 0; i < stms->count; i++)
    lower_stm(lower, stms->data[i]);
}
