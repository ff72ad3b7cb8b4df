#include "ir/rules.h"

#include <stdarg.h>
#include <string.h>

#include "ir/message.h"
#include "ir/rules_internal.h"

// ---- Saying what is wrong ----

bool rule_fail(Rule *rule, const char *format, ...) {
  va_list args;
  va_start(args, format);
  strbuf_vprintf(rule->why, format, args);
  va_end(args);
  return false;
}

static bool mismatch(StrBuf *why, const char *what, const Type *expected, const Type *found) {
  strbuf_printf(why, "%s should be of type ", what);
  type_print(why, expected);
  strbuf_puts(why, ", but it is of type ");
  type_print(why, found);
  return false;
}

bool rule_mismatch(Rule *rule, const char *what, const Type *expected, const Type *found) {
  return mismatch(rule->why, what, expected, found);
}

bool rule_result(Rule *rule, const Type *type) {
  vec_push(rule->program->arena, &rule->types, type);
  return true;
}

bool rule_arg_count(Rule *rule, size_t count) {
  if (rule->exp->arg_count == count) return true;
  return rule_fail(rule, "`%s` takes %zu operand%s, not %zu", op_info(rule->exp->op)->text, count,
                   count == 1 ? "" : "s", rule->exp->arg_count);
}

bool rule_expect(Rule *rule, const char *what, Atom atom, const Type *expected) {
  const Type *found = atom_type(atom);
  return type_equal(expected, found) || rule_mismatch(rule, what, expected, found);
}

bool rule_expect_i64s(Rule *rule, const char *what, const Atom *atoms, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (!rule_expect(rule, what, atoms[i], type_scalar(SCALAR_I64))) return false;
  }
  return true;
}

bool rule_expect_array(Rule *rule, Atom atom) {
  const Type *type = atom_type(atom);
  if (atom.var && type_is_array(type)) return true;
  strbuf_printf(rule->why, "`%s` needs an array, not a value of type ",
                op_info(rule->exp->op)->text);
  type_print(rule->why, type);
  return false;
}

// ---- Signatures and telescopes ----

// The position of a variable in a telescope, or -1.
static int32_t telescope_find(Var *const *vars, size_t count, const Var *var) {
  for (size_t i = 0; i < count; i++) {
    if (vars[i] == var) return (int32_t)i;
  }
  return -1;
}

// How to replace a dimension by another one with the same place in a type.
typedef Dim DimReplace(void *context, Dim dim);

static const Type *type_replace(Program *program, const Type *type, DimReplace *replace,
                                void *context) {
  if (type->kind == TYPE_ACC) {
    const Type **types = arena_array(program->arena, const Type *, type->acc_count);
    for (size_t i = 0; i < type->acc_count; i++)
      types[i] = type_replace(program, type->acc_types[i], replace, context);
    return type_acc(program, type->acc_count, types, type->acc_rank);
  }
  bool is_same = true;
  for (size_t i = 0; i < type->rank && is_same; i++)
    is_same = dim_equal(type->dims[i], replace(context, type->dims[i]));
  if (is_same) return type;
  Dim *dims = arena_array(program->arena, Dim, type->rank);
  for (size_t i = 0; i < type->rank; i++)
    dims[i] = replace(context, type->dims[i]);
  return type_with_dims(program, type, type->rank, dims);
}

typedef struct RulesTelescope {
  Var *const *vars;
  size_t count;
} RulesTelescope;

static Dim dim_abstract(void *context, Dim dim) {
  const RulesTelescope *telescope = context;
  int32_t position = dim.var ? telescope_find(telescope->vars, telescope->count, dim.var) : -1;
  if (position < 0) return dim;
  dim.var = NULL;
  dim.result = position;
  return dim;
}

Signature signature_of(Program *program, Var *const *vars, size_t count) {
  Signature signature = {.count = count};
  signature.types = arena_array(program->arena, const Type *, count);
  for (size_t i = 0; i < count; i++) {
    RulesTelescope before = {.vars = vars, .count = i};
    signature.types[i] = type_replace(program, vars[i]->type, dim_abstract, &before);
  }
  return signature;
}

// A dimension that names a result becomes one of this size.
static Dim dim_instantiate(Dim dim, Atom size) {
  Dim instance = dim_atom(size);
  instance.skip = dim.skip;
  return instance;
}

static Dim dim_of_atoms(void *context, Dim dim) {
  const Atom *atoms = context;
  return dim.result < 0 ? dim : dim_instantiate(dim, atoms[dim.result]);
}

static Dim dim_of_vars(void *context, Dim dim) {
  Var *const *vars = context;
  return dim.result < 0 ? dim : dim_instantiate(dim, atom_var(vars[dim.result]));
}

bool signature_accepts(Program *program, const Signature *signature, const Atom *atoms,
                       size_t count, StrBuf *why) {
  if (count != signature->count) {
    strbuf_printf(why, "%zu value%s expected, not %zu", signature->count,
                  signature->count == 1 ? " was" : "s were", count);
    return false;
  }
  for (size_t i = 0; i < count; i++) {
    const Type *found = atom_type(atoms[i]);
    const Type *type = signature->types[i];
    const Type *expected = type_replace(program, type, dim_of_atoms, (void *)atoms);
    if (type_equal(expected, found)) continue;
    char what[32];
    snprintf(what, sizeof what, "value %zu", i + 1);
    return mismatch(why, count == 1 ? "the value" : what, expected, found);
  }
  return true;
}

bool telescope_accepts(Program *program, Var *const *vars, const Atom *atoms, size_t count,
                       size_t atom_count, StrBuf *why) {
  Signature signature = signature_of(program, vars, count);
  return signature_accepts(program, &signature, atoms, atom_count, why);
}

void signature_name(Program *program, const Signature *signature, Var *const *vars) {
  for (size_t i = 0; i < signature->count; i++)
    vars[i]->type = type_replace(program, signature->types[i], dim_of_vars, (void *)vars);
}

Var **signature_bind(Program *program, const Signature *signature, const char *name, Span span) {
  Var **vars = arena_array(program->arena, Var *, signature->count);
  for (size_t i = 0; i < signature->count; i++)
    vars[i] = var_new(program, name, signature->types[i], span);
  signature_name(program, signature, vars);
  return vars;
}

bool stms_bind(const Stms *stms, const Var *var) {
  for (size_t i = 0; i < stms->count; i++) {
    if (telescope_find(stms->data[i]->vars, stms->data[i]->var_count, var) >= 0) return true;
  }
  return false;
}

// Results that leave a scope, numbered from `base`.
typedef struct Leaving {
  const Atom *atoms;
  size_t count;
  size_t base;
  const VarSet *inside;
  const Var *escaped;
} Leaving;

static Dim dim_leave(void *context, Dim dim) {
  Leaving *leaving = context;
  if (!dim.var || !varset_has(leaving->inside, dim.var)) return dim;
  for (size_t i = 0; i < leaving->count; i++) {
    if (leaving->atoms[i].var != dim.var) continue;
    dim.var = NULL;
    dim.result = (int32_t)(leaving->base + i);
    return dim;
  }
  leaving->escaped = dim.var;
  return dim;
}

bool rule_leave(Rule *rule, const Atom *atoms, size_t count, const VarSet *inside) {
  Leaving leaving = {.atoms = atoms, .base = rule->types.count, .inside = inside};
  for (size_t i = 0; i < count; i++) {
    leaving.count = i;
    const Type *type = atom_type(atoms[i]);
    const Type *outside = type_replace(rule->program, type, dim_leave, &leaving);
    if (leaving.escaped) {
      strbuf_puts(rule->why, "the size ");
      var_print(rule->why, leaving.escaped);
      strbuf_puts(rule->why, " is bound inside and must be a result too, to the left");
      return false;
    }
    rule_result(rule, outside);
  }
  return true;
}

// ---- Scalar operations ----

static ScalarClass convert_target(Op op) {
  if (op == OP_SEXT || op == OP_ZEXT || op == OP_FPTOSI || op == OP_FPTOUI) return CLASS_INT;
  if (op == OP_FPCONV || op == OP_SITOFP || op == OP_UITOFP) return CLASS_FLOAT;
  if (op == OP_NTOB) return CLASS_BOOL;
  return CLASS_NUM;
}

static bool rule_convert(Rule *rule, Scalar from) {
  Op op = rule->exp->op;
  Scalar to = rule->exp->as.to;
  if (!(scalar_info(to)->class & convert_target(op)))
    return rule_fail(rule, "`%s` does not convert to %s", op_info(op)->text, scalar_info(to)->text);
  bool is_castable = scalar_info(from)->width == scalar_info(to)->width &&
                     scalar_info(from)->class != scalar_info(to)->class;
  if (op == OP_BITCAST && !is_castable) {
    return rule_fail(rule, "`bitcast` converts between int and float of one width, not %s to %s",
                     scalar_info(from)->text, scalar_info(to)->text);
  }
  return rule_result(rule, type_scalar(to));
}

static size_t shape_arg_count(OpShape shape) {
  switch (shape) {
  case SHAPE_UNARY:
  case SHAPE_TEST:
  case SHAPE_TALLY:
  case SHAPE_CONVERT: return 1;
  case SHAPE_BINARY:
  case SHAPE_COMPARE:
  case SHAPE_SCALE: return 2;
  case SHAPE_TERNARY:
  case SHAPE_SELECT: return 3;
  case SHAPE_SPECIAL: break;
  }
  INTERNAL_ERROR("a special op has no fixed number of operands");
}

// The first operand of type t.
static size_t shape_first(OpShape shape) { return shape == SHAPE_SELECT ? 1 : 0; }

static bool is_in_class(const Type *type, ScalarClass class) {
  return type->kind == TYPE_SCALAR && (scalar_info(type->scalar)->class & class);
}

size_t exp_odd_operand(const Exp *exp) {
  const OpInfo *info = op_info(exp->op);
  size_t none = exp->arg_count, first = shape_first(info->shape);
  if (!op_is_scalar(exp->op) || info->shape == SHAPE_SCALE) return none;
  if (none != shape_arg_count(info->shape)) return none;
  const Type *type = atom_type(exp->args[first]);
  if (!is_in_class(type, info->operands)) return none;
  if (first == 1 && !type_is_scalar(atom_type(exp->args[0]), SCALAR_BOOL)) return none;
  size_t odd = first + 1;
  while (odd < none && type_equal(type, atom_type(exp->args[odd])))
    odd++;
  return odd;
}

static bool rule_scalar(Rule *rule) {
  const OpInfo *info = op_info(rule->exp->op);
  const Atom *args = rule->exp->args;
  if (!rule_arg_count(rule, shape_arg_count(info->shape))) return false;
  size_t first = shape_first(info->shape);
  const Type *type = atom_type(args[first]);
  if (!is_in_class(type, info->operands)) {
    strbuf_printf(rule->why, "`%s` does not work on values of type ", info->text);
    type_print(rule->why, type);
    return false;
  }
  if (first == 1 && !rule_expect(rule, "the condition", args[0], type_scalar(SCALAR_BOOL)))
    return false;
  bool is_scale = info->shape == SHAPE_SCALE;
  if (is_scale && !rule_expect(rule, "the exponent", args[1], type_scalar(SCALAR_I32)))
    return false;
  size_t odd = exp_odd_operand(rule->exp);
  if (odd < rule->exp->arg_count)
    return rule_mismatch(rule, "the other operand", type, atom_type(args[odd]));
  if (info->shape == SHAPE_CONVERT) return rule_convert(rule, type->scalar);
  if (info->shape == SHAPE_COMPARE || info->shape == SHAPE_TEST)
    return rule_result(rule, type_scalar(SCALAR_BOOL));
  if (info->shape == SHAPE_TALLY) return rule_result(rule, type_scalar(SCALAR_I32));
  return rule_result(rule, type);
}

// ---- Checks and odds and ends ----

// How many values a message shows, or -1 when a place is malformed.
static int message_places(const char *text) {
  int places = 0;
  char byte;
  message_code(&text);
  for (;;) {
    switch (message_next(&text, &byte)) {
    case MESSAGE_END: return places;
    case MESSAGE_CHAR: break;
    case MESSAGE_SIGNED:
    case MESSAGE_UNSIGNED: places++; break;
    case MESSAGE_CODE: // not at the beginning
    case MESSAGE_MALFORMED: return -1;
    }
  }
}

// The operands after the first are the values of the message.
static bool rule_message(Rule *rule, const char *text) {
  const Exp *exp = rule->exp;
  int places = message_places(text);
  if (places < 0)
    return rule_fail(rule, "a place in the message is neither `{}` nor `{:u}`; a brace in the text "
                           "is doubled: `{{`, `}}`");
  if ((size_t)places != exp->arg_count - 1) {
    return rule_fail(rule, "the message has %d place%s for %zu value%s", places,
                     places == 1 ? "" : "s", exp->arg_count - 1, exp->arg_count == 2 ? "" : "s");
  }
  for (size_t i = 1; i < exp->arg_count; i++) {
    if (atom_type(exp->args[i])->kind != TYPE_SCALAR)
      return rule_fail(rule, "a message shows only scalars");
  }
  return true;
}

static bool rule_assert(Rule *rule) {
  const Exp *exp = rule->exp;
  if (exp->arg_count == 0) return rule_arg_count(rule, 1);
  return rule_expect(rule, "the condition", exp->args[0], type_scalar(SCALAR_BOOL)) &&
         rule_message(rule, exp->as.message.text) && rule_result(rule, type_cert());
}

static bool rule_text(Rule *rule, Atom atom) {
  const Type *type = atom_type(atom);
  if (type->kind == TYPE_ARRAY && type->rank == 1 && type->scalar == SCALAR_I8) return true;
  return rule_fail(rule, "a text must be an array of i8 with one dimension");
}

static bool rule_effect(Rule *rule) {
  const Exp *exp = rule->exp;
  const EffectInfo *info = effect_info(exp->as.effect.kind);
  size_t count = 1 + (size_t)info->number_count + info->text_count;
  bool is_open = exp->as.effect.kind == EFFECT_CLOCK || exp->as.effect.kind == EFFECT_TRACE;
  if (is_open ? exp->arg_count == 0 : exp->arg_count != count) return rule_arg_count(rule, count);
  if (!rule_expect_i64s(rule, "the token", exp->args, 1)) return false;
  if (!rule_expect_i64s(rule, "a number", exp->args + 1, info->number_count)) return false;
  for (size_t i = 0; i < info->text_count; i++)
    if (!rule_text(rule, exp->args[1 + info->number_count + i])) return false;
  if (exp->as.effect.kind == EFFECT_TRACE && !rule_message(rule, exp->as.effect.text)) return false;
  for (size_t i = 0; i < 1 + (size_t)info->result_count; i++)
    rule_result(rule, type_scalar(SCALAR_I64));
  return true;
}

// The text has the shape of the pattern.
static bool rule_receive(Rule *rule) {
  if (!rule_arg_count(rule, 1) || !rule_expect_i64s(rule, "the token", rule->exp->args, 1))
    return false;
  if (rule->declared_count != 2 || rule->declared[0]->type->kind != TYPE_ARRAY ||
      rule->declared[0]->type->rank != 1 || rule->declared[0]->type->scalar != SCALAR_I8)
    return rule_fail(rule, "`receive` gives an array of i8 with one dimension, and a token");
  return rule_result(rule, rule->declared[0]->type) && rule_result(rule, type_scalar(SCALAR_I64));
}

static bool rule_opaque(Rule *rule) {
  for (size_t i = 0; i < rule->exp->arg_count; i++)
    rule_result(rule, atom_type(rule->exp->args[i]));
  return true;
}

static bool rule_threshold(Rule *rule) {
  const Exp *exp = rule->exp;
  if (exp->arg_count != 2 && !rule_arg_count(rule, 1)) return false;
  return rule_expect_i64s(rule, "the amount", exp->args, 1) &&
         rule_expect_i64s(rule, "what it is at first", exp->args + 1, exp->arg_count - 1) &&
         rule_result(rule, type_scalar(SCALAR_BOOL));
}

// ---- Control ----

static bool rule_cases(Rule *rule) {
  const Branches *branches = &rule->exp->as.branches;
  const Type *type = atom_type(rule->exp->args[0]);
  if (type->kind != TYPE_SCALAR || scalar_info(type->scalar)->class != CLASS_INT)
    return rule_fail(rule, "`switch` needs an integer");
  for (size_t i = 0; i + 1 < branches->body_count; i++) {
    if (!rule_expect(rule, "a case", atom_constant(branches->cases[i]), type)) return false;
    for (size_t k = 0; k < i; k++) {
      if (constant_equal(branches->cases[i], branches->cases[k]))
        return rule_fail(rule, "case %lld stands twice",
                         (long long)constant_to_i64(branches->cases[i]));
    }
  }
  return true;
}

static bool rule_branches(Rule *rule) {
  const Branches *branches = &rule->exp->as.branches;
  Signature signature;
  if (rule->declared) {
    signature = signature_of(rule->program, rule->declared, rule->declared_count);
    for (size_t i = 0; i < signature.count; i++)
      rule_result(rule, signature.types[i]);
  } else {
    const Body *first = branches->bodies[0];
    VarSet inside = bound_vars_stms(rule->program->arena, &first->stms);
    if (!rule_leave(rule, first->results, first->result_count, &inside)) return false;
    signature = (Signature){.types = rule->types.data, .count = rule->types.count};
  }
  for (size_t i = 0; i < branches->body_count; i++) {
    const Body *body = branches->bodies[i];
    if (signature_accepts(rule->program, &signature, body->results, body->result_count, rule->why))
      continue;
    return rule_fail(rule, ", in branch %zu of `%s`", i + 1, op_info(rule->exp->op)->text);
  }
  return true;
}

static bool rule_if(Rule *rule) {
  return rule_arg_count(rule, 1) &&
         rule_expect(rule, "the condition", rule->exp->args[0], type_scalar(SCALAR_BOOL)) &&
         rule_branches(rule);
}

static bool rule_switch(Rule *rule) {
  return rule_arg_count(rule, 1) && rule_cases(rule) && rule_branches(rule);
}

static bool rule_loop_head(Rule *rule, const Loop *loop) {
  if (!rule_arg_count(rule, loop->param_count + (loop->index ? 1 : 0))) return false;
  if (loop->index) {
    const Type *type = loop->index->type;
    if (type->kind != TYPE_SCALAR || scalar_info(type->scalar)->class != CLASS_INT)
      return rule_fail(rule, "the index of a loop must be an integer");
    return rule_expect(rule, "the bound", loop_bound(rule->exp), type);
  }
  if (loop->condition->result_count != 1)
    return rule_fail(rule, "the condition of `while` gives one bool");
  return rule_expect(rule, "the condition", loop->condition->results[0], type_scalar(SCALAR_BOOL));
}

static bool rule_loop(Rule *rule) {
  const Loop *loop = rule->exp->as.loop;
  if (!rule_loop_head(rule, loop)) return false;
  Signature signature = signature_of(rule->program, loop->params, loop->param_count);
  if (!signature_accepts(rule->program, &signature, rule->exp->args, loop->param_count, rule->why))
    return rule_fail(rule, ", among the loop's initial values");
  const Body *body = loop->body;
  if (!signature_accepts(rule->program, &signature, body->results, body->result_count, rule->why))
    return rule_fail(rule, ", among the results of the loop's body");
  for (size_t i = 0; i < signature.count; i++)
    rule_result(rule, signature.types[i]);
  return true;
}

// The callee's variables and what stands for them at the call.
typedef struct CallDims {
  const Fun *callee;
  const Atom *args;
} CallDims;

static Dim dim_of_call(void *context, Dim dim) {
  const CallDims *call = context;
  if (!dim.var) return dim;
  for (size_t i = 0; i < call->callee->param_count; i++) {
    if (call->callee->params[i].var == dim.var) return dim_instantiate(dim, call->args[i]);
  }
  for (size_t i = 0; i < call->callee->result_count; i++) {
    if (call->callee->results[i].var != dim.var) continue;
    dim.var = NULL;
    dim.result = (int32_t)i;
    return dim;
  }
  return dim; // a global
}

static bool rule_call(Rule *rule) {
  const Fun *callee = rule->exp->as.callee;
  Var **params = arena_array(rule->program->arena, Var *, callee->param_count);
  for (size_t i = 0; i < callee->param_count; i++)
    params[i] = callee->params[i].var;
  if (!telescope_accepts(rule->program, params, rule->exp->args, callee->param_count,
                         rule->exp->arg_count, rule->why))
    return rule_fail(rule, ", in a call of `%s`", callee->name);
  CallDims call = {.callee = callee, .args = rule->exp->args};
  for (size_t i = 0; i < callee->result_count; i++) {
    const Type *type = callee->results[i].var->type;
    rule_result(rule, type_replace(rule->program, type, dim_of_call, &call));
  }
  return true;
}

// ---- The rules ----

static bool rule_special(Rule *rule) {
  switch (rule->exp->op) {
  case OP_INDEX: return rule_index(rule);
  case OP_SLICE: return rule_slice(rule);
  case OP_UPDATE: return rule_update(rule);
  case OP_RESHAPE: return rule_reshape(rule);
  case OP_COERCE: return rule_coerce(rule);
  case OP_PERMUTE: return rule_permute(rule);
  case OP_CONCAT: return rule_concat(rule);
  case OP_ARRAY: return rule_array(rule);
  case OP_COPY: return rule_copy(rule);
  case OP_ALLOC: return rule_alloc(rule);
  case OP_OPAQUE: return rule_opaque(rule);
  case OP_ASSERT: return rule_assert(rule);
  case OP_EFFECT: return rule_effect(rule);
  case OP_RECEIVE: return rule_receive(rule);
  case OP_ACC_UPDATE: return rule_acc_update(rule);
  case OP_THRESHOLD: return rule_threshold(rule);
  case OP_IF: return rule_if(rule);
  case OP_SWITCH: return rule_switch(rule);
  case OP_LOOP: return rule_loop(rule);
  case OP_CALL: return rule_call(rule);
  case OP_PAR: return rule_par(rule);
  case OP_WITH_ACC: return rule_with_acc(rule);
  case OP_SEG_MAKE: return rule_seg_make(rule);
  case OP_SEG_LENGTHS:
  case OP_SEG_OFFSETS:
  case OP_SEG_TOTAL:
  case OP_SEG_INDEX:
  case OP_SEG_FLAGS: return rule_seg_view(rule);
#include "ir/scalar_cases.def"
    break;
  case OP_COUNT: break;
  }
  INTERNAL_ERROR("no rule for op %d", (int)rule->exp->op);
}

bool exp_infer(Program *program, const Exp *exp, Var *const *declared, size_t declared_count,
               Signature *signature, StrBuf *why) {
  Rule rule = {.program = program,
               .exp = exp,
               .declared = declared,
               .declared_count = declared_count,
               .why = why};
  bool is_right = op_is_scalar(exp->op) ? rule_scalar(&rule) : rule_special(&rule);
  *signature = (Signature){.types = rule.types.data, .count = rule.types.count};
  return is_right;
}

bool exp_check(Program *program, const Exp *exp, Var *const *vars, size_t var_count, StrBuf *why) {
  Signature signature;
  static Var *const none[1] = {NULL}; // so that an empty pattern is still a declared one
  if (!exp_infer(program, exp, vars ? vars : none, var_count, &signature, why)) return false;
  if (signature.count != var_count) {
    strbuf_printf(why, "`%s` gives %zu result%s, but the pattern has %zu", op_info(exp->op)->text,
                  signature.count, signature.count == 1 ? "" : "s", var_count);
    return false;
  }
  for (size_t i = 0; i < var_count; i++) {
    const Type *type = type_replace(program, signature.types[i], dim_of_vars, (void *)vars);
    if (type_equal(type, vars[i]->type)) continue;
    StrBuf name = {0};
    var_print(&name, vars[i]);
    mismatch(why, strbuf_text(&name), type, vars[i]->type);
    strbuf_free(&name);
    return false;
  }
  return true;
}
