// Scalars: constants that are interesting, every scalar operation, and operands that keep the
// failing ones from failing.
#include <math.h>

#include "fuzz/generate.h"
#include "ir/map.h"
#include "ir/walk.h"

Scalar author_scalar_type(Author *author) {
  Scalar choices[16];
  size_t count = 0;
  choices[count++] = SCALAR_I64;
  choices[count++] = SCALAR_I64;
  choices[count++] = SCALAR_I32;
  choices[count++] = SCALAR_BOOL;
  if (author_has(author, FEATURE_NARROW)) {
    choices[count++] = SCALAR_I8;
    choices[count++] = SCALAR_I16;
  }
  if (author_has(author, FEATURE_FLOAT)) {
    choices[count++] = SCALAR_F32;
    choices[count++] = SCALAR_F64;
  }
  if (author_has(author, FEATURE_HALF)) choices[count++] = SCALAR_F16;
  return choices[random_below(&author->random, count)];
}

static Constant author_float(Author *author, Scalar type) {
  static const double values[] = {0.0, -0.0, 1.0, -1.0, 0.5, 2.0, 3.0, 10.0, 0.1, -7.25, 1e5, 1e-7};
  size_t choice = random_below(&author->random, 40);
  if (choice == 0) return constant_float(type, (double)NAN);
  if (choice == 1) return constant_float(type, (double)INFINITY);
  if (choice == 2) return constant_float(type, -(double)INFINITY);
  return constant_float(type, values[choice % (sizeof values / sizeof *values)]);
}

Constant author_constant(Author *author, Scalar type) {
  const ScalarInfo *info = scalar_info(type);
  if (author->is_plain)
    return info->class == CLASS_BOOL    ? constant_bool(false)
           : info->class == CLASS_FLOAT ? constant_float(type, 0)
                                        : constant_int(type, 0);
  if (info->class == CLASS_BOOL) return constant_bool(random_chance(&author->random, 50));
  if (info->class == CLASS_FLOAT) return author_float(author, type);
  size_t choice = random_below(&author->random, 12);
  if (choice == 0) return constant_int(type, (int64_t)(UINT64_C(1) << (info->width - 1)));
  if (choice == 1) return constant_int(type, (int64_t)((UINT64_C(1) << (info->width - 1)) - 1));
  if (choice == 2) return constant_int(type, (int64_t)random_next(&author->random));
  if (choice < 6) return constant_int(type, random_between(&author->random, -1, 2));
  return constant_int(type, random_between(&author->random, -20, 20));
}

Atom author_atom(Author *author, Scalar type) {
  if (!author->is_plain && !random_chance(&author->random, 20)) {
    Var *var = author_pick(author, author_is_of_type, type_scalar(type));
    if (var) return atom_var(var);
  }
  return atom_constant(author_constant(author, type));
}

// ---- Operands ----

static Atom convert(Author *author, Op op, Atom atom, Scalar to) {
  return atom_var(author_let(author, "c", exp_convert(author->program, op, atom, to)));
}

static Atom select3(Author *author, Atom condition, Atom a, Atom b) {
  Atom args[3] = {condition, a, b};
  return atom_var(author_let(author, "s", exp_new(author->program, OP_SELECT, args, 3)));
}

// Bits of a nan depend on how it came about, so they must not be looked at.
static Atom without_nan(Author *author, Atom atom) {
  Scalar type = atom_type(atom)->scalar;
  Var *is_nan = author_let(author, "nan", exp_new(author->program, OP_ISNAN, &atom, 1));
  return select3(author, atom_var(is_nan), atom_constant(constant_float(type, 1.0)), atom);
}

// The operand made different from zero in one of several ways.
static Atom nonzero(Author *author, Atom atom) {
  Scalar type = atom_type(atom)->scalar;
  Atom zero = atom_constant(constant_int(type, 0)), one = atom_constant(constant_int(type, 1));
  switch (random_below(&author->random, 3)) {
  case 0: return author_op2(author, "d", OP_OR, atom, one);
  case 1: return select3(author, author_op2(author, "z", OP_EQ, atom, zero), one, atom);
  default: return atom_constant(constant_int(type, random_between(&author->random, 1, 9)));
  }
}

// May the next statement fail? Not when it needs a certificate: it counts as guarded then.
static bool author_may_fail(const Author *author) {
  return author_has(author, FEATURE_FAILURE) && author->builder.cert_count == 0;
}

static Atom safe_operand(Author *author, Op op, Atom atom) {
  if (author_may_fail(author) && random_chance(&author->random, 30)) return atom;
  Scalar type = atom_type(atom)->scalar;
  if (op == OP_SPOW)
    return author_op2(author, "e", OP_AND, atom, atom_constant(constant_int(type, 7)));
  return nonzero(author, atom);
}

Atom author_exact(Author *author, Scalar type) {
  ScalarClass class = scalar_info(type)->class;
  if (author->is_plain) return atom_constant(author_constant(author, type));
  if (class != CLASS_FLOAT) return author_scalar(author, type);
  Scalar from = random_chance(&author->random, 50) ? SCALAR_I64 : SCALAR_I32;
  Atom small = author_op2(author, "w", OP_SMOD, author_atom(author, from),
                          atom_constant(constant_int(from, random_between(&author->random, 1, 8))));
  return convert(author, OP_SITOFP, small, type);
}

// ---- Operations ----

static bool is_mathematical(Op op) {
  return op_info(op)->operands == CLASS_FLOAT &&
         (op_info(op)->shape == SHAPE_UNARY || op_info(op)->shape == SHAPE_BINARY ||
          op_info(op)->shape == SHAPE_SCALE) &&
         op != OP_FDIV && op != OP_FMIN && op != OP_FMAX && op != OP_FABS && op != OP_FLOOR;
}

static bool is_int(Scalar type) { return scalar_info(type)->class == CLASS_INT; }

// A random type that the op takes, for a random convert a target; false when there is none enabled.
static bool choose_types(Author *author, Op op, Scalar *from, Scalar *to) {
  for (int attempt = 0; attempt < 8; attempt++) {
    *from = author_scalar_type(author);
    *to = author_scalar_type(author);
    if (!(op_info(op)->operands & scalar_info(*from)->class)) continue;
    if (op_info(op)->shape != SHAPE_CONVERT) return true;
    ScalarClass target = scalar_info(*to)->class;
    bool is_right = false;
    if (op == OP_SEXT || op == OP_ZEXT || op == OP_FPTOSI || op == OP_FPTOUI)
      is_right = target == CLASS_INT;
    if (op == OP_FPCONV || op == OP_SITOFP || op == OP_UITOFP) is_right = target == CLASS_FLOAT;
    if (op == OP_BTOI) is_right = *from == SCALAR_BOOL && target != CLASS_BOOL;
    if (op == OP_NTOB) is_right = target == CLASS_BOOL;
    if (op == OP_BITCAST)
      is_right = scalar_info(*from)->width == scalar_info(*to)->width &&
                 (is_int(*from) ? target == CLASS_FLOAT
                                : scalar_info(*from)->class == CLASS_FLOAT && target == CLASS_INT);
    if (is_right) return true;
  }
  return false;
}

static Exp *scalar_exp(Author *author, Op op, Scalar type, Scalar to) {
  Atom args[3] = {author_atom(author, type), author_atom(author, type), author_atom(author, type)};
  if (op_has(op, FLAG_FAILS)) args[1] = safe_operand(author, op, args[1]);
  if (op == OP_COPYSIGN) args[1] = without_nan(author, args[1]);
  if (op == OP_BITCAST && !is_int(type)) args[0] = without_nan(author, args[0]);
  // Conversions one after the other, which a pass may want to merge.
  if (is_int(type) && op_info(op)->shape == SHAPE_CONVERT && random_chance(&author->random, 40)) {
    static const Scalar widths[] = {SCALAR_I8, SCALAR_I16, SCALAR_I32, SCALAR_I64};
    Scalar before = widths[random_below(&author->random, 4)];
    Op extend = random_chance(&author->random, 50) ? OP_SEXT : OP_ZEXT;
    args[0] = convert(author, extend, author_atom(author, before), type);
  }
  size_t count = 1;
  switch (op_info(op)->shape) {
  case SHAPE_CONVERT: return exp_convert(author->program, op, args[0], to);
  case SHAPE_UNARY:
  case SHAPE_TEST:
  case SHAPE_TALLY: break;
  case SHAPE_BINARY:
  case SHAPE_COMPARE: count = 2; break;
  case SHAPE_TERNARY: count = 3; break;
  case SHAPE_SCALE:
    args[1] = author_atom(author, SCALAR_I32);
    count = 2;
    break;
  case SHAPE_SELECT:
    args[0] = author_atom(author, SCALAR_BOOL);
    count = 3;
    break;
  case SHAPE_SPECIAL: INTERNAL_ERROR("%s is not a scalar operation", op_info(op)->text);
  }
  return exp_new(author->program, op, args, count);
}

bool write_scalar(Author *author) {
  for (int attempt = 0; attempt < 20; attempt++) {
    Op op = (Op)random_below(&author->random, OP_COUNT);
    Scalar from, to;
    if (!op_is_scalar(op) || (is_mathematical(op) && !author_has(author, FEATURE_MATH))) continue;
    if (!choose_types(author, op, &from, &to)) continue;
    author_emit(author, "x", scalar_exp(author, op, from, to));
    return true;
  }
  return false;
}

// A value at which identities break: one of the zeros rather often, and not known to passes.
static Atom delicate(Author *author, Scalar type) {
  if (random_chance(&author->random, 40)) return author_atom(author, type);
  Constant value = author_constant(author, type);
  if (scalar_info(type)->class == CLASS_FLOAT && random_chance(&author->random, 50))
    value = constant_float(type, random_chance(&author->random, 70) ? -0.0 : 0.0);
  return author_unknown(author, value);
}

// An operation with an operand that makes it look superfluous: x + 0, x * 1, x - x.
bool write_identity(Author *author) {
  static const Op ints[] = {OP_ADD,  OP_SUB,  OP_MUL,  OP_AND,  OP_OR,   OP_XOR, OP_SHL,
                            OP_LSHR, OP_ASHR, OP_SMIN, OP_SMAX, OP_UMIN, OP_UMAX};
  static const Op floats[] = {OP_ADD, OP_ADD,  OP_ADD,  OP_SUB, OP_SUB,
                              OP_MUL, OP_FDIV, OP_FMIN, OP_FMAX};
  static const Op bools[] = {OP_AND, OP_OR, OP_XOR, OP_EQ, OP_NE};
  static const double reals[] = {0.0, 0.0, -0.0, 1.0, -1.0};
  Scalar type = author_scalar_type(author);
  for (int attempt = 0; attempt < 4 && scalar_info(type)->class != CLASS_FLOAT; attempt++)
    type = author_scalar_type(author);
  ScalarClass class = scalar_info(type)->class;
  Random *random = &author->random;
  Atom args[2] = {delicate(author, type)};
  Op op = OP_ADD;
  if (class == CLASS_FLOAT) {
    op = floats[random_below(random, sizeof floats / sizeof *floats)];
    args[1] = atom_constant(
        constant_float(type, reals[random_below(random, sizeof reals / sizeof *reals)]));
  } else if (class == CLASS_BOOL) {
    op = bools[random_below(random, sizeof bools / sizeof *bools)];
    args[1] = atom_bool(random_chance(random, 50));
  } else {
    op = ints[random_below(random, sizeof ints / sizeof *ints)];
    args[1] = atom_constant(constant_int(type, random_between(random, -1, 1)));
  }
  if (random_chance(random, 15)) args[1] = args[0];
  bool is_swapped = random_chance(random, 30);
  Atom operands[2] = {args[is_swapped ? 1 : 0], args[is_swapped ? 0 : 1]};
  author_wish(author, author_let(author, "x", exp_new(author->program, op, operands, 2)));
  return true;
}

// A new value of the type.
static Atom fresh_scalar(Author *author, Scalar type) {
  for (int attempt = 0; attempt < 20; attempt++) {
    Op op = (Op)random_below(&author->random, OP_COUNT);
    if (!op_is_scalar(op) || (is_mathematical(op) && !author_has(author, FEATURE_MATH))) continue;
    OpShape shape = op_info(op)->shape;
    Scalar from = type, to = type;
    if (type == SCALAR_BOOL && (shape == SHAPE_COMPARE || shape == SHAPE_TEST)) {
      if (!choose_types(author, op, &from, &to)) continue;
    } else if ((shape != SHAPE_UNARY && shape != SHAPE_BINARY && shape != SHAPE_SELECT) ||
               !(op_info(op)->operands & scalar_info(type)->class)) {
      continue;
    }
    return atom_var(author_let(author, "x", scalar_exp(author, op, from, to)));
  }
  return author_atom(author, type);
}

static bool holds_scalar(Author *author, const Var *var, const void *type) {
  (void)author;
  return type_is_array(var->type) && var->type->scalar == ((const Type *)type)->scalar;
}

Atom author_scalar(Author *author, Scalar type) {
  if (author->is_plain || author->statement_count >= author->statement_limit)
    return author_atom(author, type);
  size_t choice = random_below(&author->random, 10);
  if (choice < 3) return fresh_scalar(author, type);
  if (choice < 6) {
    Var *array = author_pick(author, holds_scalar, type_scalar(type));
    if (array) return author_element(author, array);
  }
  return author_atom(author, type);
}

// ---- Sizes and indices ----

static bool is_small(Author *author, const Var *var, const void *high) {
  const FuzzFacts *facts = facts_of(author, var);
  return type_is_scalar(var->type, SCALAR_I64) && facts->has_range && facts->low >= 0 &&
         facts->high <= *(const int64_t *)high;
}

static Atom new_size(Author *author, int64_t high) {
  Atom modulus = atom_i64(high + 1);
  Atom size = author_op2(author, "n", OP_SMOD, author_atom(author, SCALAR_I64), modulus);
  facts_range(author, size.var, 0, high);
  return size;
}

Atom author_size(Author *author, int64_t high) {
  size_t choice = author->is_plain ? 2 : random_below(&author->random, 10);
  if (choice < 2) return new_size(author, high);
  if (choice < 4) return atom_i64(random_between(&author->random, 0, high));
  Var *var = author_pick(author, is_small, &high);
  return var ? atom_var(var) : atom_i64(random_between(&author->random, 0, high));
}

bool write_size(Author *author) {
  int64_t high = random_between(&author->random, 1, 6);
  if (random_chance(&author->random, 50)) {
    new_size(author, high);
    return true;
  }
  Atom a = author_size(author, high), b = author_size(author, high);
  int64_t a_low, a_high, b_low, b_high;
  if (!atom_range(author, a, &a_low, &a_high) || !atom_range(author, b, &b_low, &b_high))
    return false;
  if (a_high + b_high <= SIZE_LIMIT && random_chance(&author->random, 40)) {
    Atom sum = author_op2(author, "n", OP_ADD, a, b);
    facts_range(author, sum.var, a_low + b_low, a_high + b_high);
    return true;
  }
  Atom least = author_op2(author, "n", OP_SMIN, a, b);
  facts_range(author, least.var, a_low < b_low ? a_low : b_low, a_high < b_high ? a_high : b_high);
  return true;
}

static bool is_index_of(Author *author, const Var *var, const void *context) {
  const FuzzFacts *facts = facts_of(author, var);
  Dim dim = *(const Dim *)context;
  if (!type_is_scalar(var->type, SCALAR_I64)) return false;
  if (facts->is_below && dim_equal(facts->below, dim)) return true;
  return facts->has_range && facts->low >= 0 && facts->high < dim_low(author, dim);
}

bool author_index(Author *author, Dim dim, Atom *index) {
  if (author_may_fail(author) && random_chance(&author->random, 10)) {
    *index = author_atom(author, SCALAR_I64);
    return true;
  }
  if (!author->is_plain && random_chance(&author->random, 75)) {
    Var *var = author_pick(author, is_index_of, &dim);
    if (var) {
      *index = atom_var(var);
      return true;
    }
  }
  int64_t low = dim_low(author, dim);
  if (low < 1) return false;
  if (author->is_plain || random_chance(&author->random, 40)) {
    *index = atom_i64(random_between(&author->random, 0, low - 1));
  } else {
    *index = author_op2(author, "i", OP_SMOD, author_atom(author, SCALAR_I64), dim_size(dim));
    facts_of(author, index->var)->is_below = true;
    facts_of(author, index->var)->below = dim;
  }
  return true;
}

// ---- Statements about statements ----

bool write_assert(Author *author) {
  Program *program = author->program;
  Atom a = author_atom(author, SCALAR_I64), b = author_atom(author, SCALAR_I64);
  Atom least = author_op2(author, "least", OP_SMIN, a, b);
  Atom condition = author_op2(author, "ok", OP_SLE, least, a);
  if (author_has(author, FEATURE_FAILURE) && random_chance(&author->random, 10))
    condition = author_atom(author, SCALAR_BOOL);
  Atom shown[2] = {a, b};
  Name message = intern_str(program->names, "{} is not above {:u}");
  Var **cert = arena_array(author->arena, Var *, 1);
  cert[0] = author_let(author, "cert", exp_assert(program, condition, message, shown, 2));
  // Whatever is written next needs it, also a branch, a loop, a par or a call.
  author->builder.certs = cert;
  author->builder.cert_count = 1;
  author_statements(author, 1);
  author->builder.certs = NULL;
  author->builder.cert_count = 0;
  return true;
}

static bool is_opaque_able(Author *author, const Var *var, const void *context) {
  (void)author;
  (void)context;
  return var->type->kind == TYPE_SCALAR ||
         (type_is_array(var->type) && !type_is_irregular(var->type));
}

bool write_opaque(Author *author) {
  Atom args[2];
  size_t count = 1 + random_below(&author->random, 2);
  for (size_t k = 0; k < count; k++) {
    Var *var = author_pick(author, is_opaque_able, NULL);
    if (!var) return false;
    args[k] = atom_var(var);
  }
  author_emit(author, "o", exp_new(author->program, OP_OPAQUE, args, count));
  return true;
}

// May the statement be run again? What it consumed from outside would not be live any more.
static bool is_repeatable(Author *author, Stm *stm) {
  if (op_has(stm->exp->op, FLAG_CONSUMES) || stm->exp->op == OP_WITH_ACC || stm->cert_count > 0)
    return false;
  // What these give may share storage in ways that only their productions know.
  if (stm->exp->op == OP_IF || stm->exp->op == OP_SWITCH || stm->exp->op == OP_LOOP ||
      stm->exp->op == OP_CALL || stm->exp->op == OP_ASSERT)
    return false;
  VarSet free = free_vars_stm(author->arena, stm);
  Var *var;
  for (size_t cursor = 0; varset_each(&free, &cursor, &var);)
    if (var->type->kind == TYPE_ACC || !author_is_live(author, var)) return false;
  return true;
}

static void swap_operands(Author *author, Exp *exp) {
  if (!op_has(exp->op, FLAG_COMMUTES) || !random_chance(&author->random, 30)) return;
  Atom first = exp->args[0];
  exp->args[0] = exp->args[1];
  exp->args[1] = first;
}

// Writes an earlier statement of this frame once more, or a variant with the operands exchanged.
bool write_duplicate(Author *author) {
  const Stms *stms = author->builder.stms;
  if (stms->count == 0) return false;
  Stm *stm = stms->data[random_below(&author->random, stms->count)];
  int64_t cost = stm->exp->op == OP_PAR ? 200 : 1;
  if (!is_repeatable(author, stm) || !author_can_nest(author, cost)) return false;
  Stm *twin = rename_stm(author->program, stm, subst_new(author->program));
  swap_operands(author, twin->exp);
  author_adopt(author, twin);
  author->work += author->multiplicity * cost;
  for (size_t k = 0; k < stm->var_count; k++) {
    const FuzzFacts *known = facts_of(author, stm->vars[k]);
    if (known->has_range) facts_range(author, twin->vars[k], known->low, known->high);
  }
  return true;
}
