// Constant folding and algebra on scalars.
//
// Every identity here holds bit for bit, but for powers (expand_power). For floats that leaves few:
// `x + -0.0`, `x - 0.0`, `x * 1.0`, `x / 1.0` and the double negation are x. But -0.0 + 0.0 is 0.0,
// and with a nan or an infinity `x * 0.0` and `x - x` are not 0. Integers wrap around, so they may
// be regrouped.
// Multiplication by a power of two stays one: sizes are compared as polynomials, and every target's
// compiler knows the shift.
//
// An operand's definition is looked at only when it needs no certificate (def_of).
#include "core/simplify.h"
#include "ir/build.h"
#include "ir/scalar_eval.h"
#include "ir/type.h"

// ---- Constants ----

static Scalar scalar_of(Atom atom) { return atom_type(atom)->scalar; }

static bool is_float(Atom atom) { return scalar_info(scalar_of(atom))->class == CLASS_FLOAT; }

static bool is_int(Atom atom, int64_t value) {
  return !atom.var && !is_float(atom) && constant_to_i64(atom.constant) == value;
}

static bool is_true(Atom atom) { return scalar_of(atom) == SCALAR_BOOL && is_int(atom, 1); }

static bool is_false(Atom atom) { return scalar_of(atom) == SCALAR_BOOL && is_int(atom, 0); }

// All bits set: -1, or true.
static bool is_full(Atom atom) {
  return scalar_of(atom) == SCALAR_BOOL ? is_true(atom) : is_int(atom, -1);
}

// This very float: 0.0 and -0.0 differ.
static bool is_real(Atom atom, double value) {
  if (atom.var || !is_float(atom)) return false;
  return constant_equal(atom.constant, constant_float(atom.constant.type, value));
}

static Atom int_like(Atom model, int64_t value) {
  return atom_constant(constant_int(scalar_of(model), value));
}

static Atom number_like(Atom model, int value) {
  if (is_float(model)) return atom_constant(constant_float(scalar_of(model), value));
  return int_like(model, value);
}

static Rewrite give_int(Atom model, int64_t value) { return rewrite_atom(int_like(model, value)); }

static Rewrite give_bool(bool value) { return rewrite_atom(atom_bool(value)); }

static Rewrite give_unary(Simplifier *simplifier, Op op, Atom a) {
  return rewrite_exp(exp_new(simplifier->program, op, &a, 1));
}

static Rewrite give_binary(Simplifier *simplifier, Op op, Atom a, Atom b) {
  Atom args[2] = {a, b};
  return rewrite_exp(exp_new(simplifier->program, op, args, 2));
}

static Rewrite give_convert(Simplifier *simplifier, Op op, Atom a, Scalar to) {
  if (scalar_of(a) == to) return rewrite_atom(a);
  return rewrite_exp(exp_convert(simplifier->program, op, a, to));
}

static bool fold_value(Op op, Scalar to, const Atom *args, size_t count, Atom *result) {
  enum { OPERAND_LIMIT = 3 };
  const OpInfo *info = op_info(op);
  ScalarValue values[OPERAND_LIMIT] = {{0}};
  if (count > OPERAND_LIMIT) return false;
  for (size_t i = 0; i < count; i++) {
    if (args[i].var) return false;
    values[i] = args[i].constant.value;
  }
  Scalar type = scalar_of(args[info->shape == SHAPE_SELECT ? 1 : 0]);
  Constant folded = {.type = type};
  if (info->shape == SHAPE_CONVERT) folded.type = to;
  if (info->shape == SHAPE_COMPARE || info->shape == SHAPE_TEST) folded.type = SCALAR_BOOL;
  if (info->shape == SHAPE_TALLY) folded.type = SCALAR_I32;
  if (!scalar_eval(op, type, to, values, &folded.value)) return false;
  *result = atom_constant(folded);
  return true;
}

// Op on two integer constants of one type, which never fails for the ops it is used with.
static Atom fold_binary(Op op, Atom a, Atom b) {
  Atom args[2] = {a, b}, result;
  if (!fold_value(op, SCALAR_BOOL, args, 2, &result))
    INTERNAL_ERROR("cannot fold %s", op_info(op)->text);
  return result;
}

// ---- Arithmetic ----

// (x op c1) op c2 is x op (c1 op c2), for an associative op on integers.
static Rewrite regroup(Simplifier *simplifier, Op op, Atom a, Atom b) {
  const Exp *inner = def_of(simplifier, a, op);
  if (b.var || is_float(b) || !inner || inner->args[1].var) return rewrite_none();
  return give_binary(simplifier, op, inner->args[0], fold_binary(op, inner->args[1], b));
}

// One of two constants: what a number is that comes of a truth value.
typedef struct NumberChoice {
  Atom condition, arms[2];
} NumberChoice;

static bool choice_of(Simplifier *simplifier, Atom atom, NumberChoice *choice) {
  const Exp *exp = def_of(simplifier, atom, OP_SELECT);
  if (exp && !exp->args[1].var && !exp->args[2].var) {
    *choice = (NumberChoice){exp->args[0], {exp->args[1], exp->args[2]}};
    return true;
  }
  exp = def_of(simplifier, atom, OP_BTOI);
  if (exp) *choice = (NumberChoice){exp->args[0], {number_like(atom, 1), number_like(atom, 0)}};
  return exp != NULL;
}

static Rewrite give_choice(Simplifier *simplifier, Atom condition, Atom a, Atom b) {
  Atom args[3] = {condition, a, b};
  return rewrite_exp(exp_new(simplifier->program, OP_SELECT, args, 3));
}

// `op` of a choice and a constant is a choice between what it gives for both.
//
//   let x: i64 = btoi c : i64
//   let y: i64 = add x, 3         =>   let z: i64 = select c, 400, 300
//   let z: i64 = mul y, 100
//
// Sums of truth values stay sums: they are counted, and are parts of sizes.
static Rewrite choose(Simplifier *simplifier, Op op, Atom a, Atom b) {
  NumberChoice choice;
  if (b.var) return rewrite_none();
  const Exp *sum = op == OP_MUL && !is_float(b) ? def_of(simplifier, a, OP_ADD) : NULL;
  bool is_sum = sum && !sum->args[1].var;
  if (!choice_of(simplifier, is_sum ? sum->args[0] : a, &choice)) return rewrite_none();
  if (op != OP_MUL && !def_of(simplifier, a, OP_SELECT)) return rewrite_none();
  for (size_t i = 0; i < 2; i++) {
    if (is_sum) choice.arms[i] = fold_binary(OP_ADD, choice.arms[i], sum->args[1]);
    choice.arms[i] = fold_binary(op, choice.arms[i], b);
  }
  return give_choice(simplifier, choice.condition, choice.arms[0], choice.arms[1]);
}

// A constant without a choice is one, too, and so is 1 without a truth value.
static Rewrite choose_rest(Simplifier *simplifier, Atom a, Atom b) {
  NumberChoice choice;
  if (a.var || !choice_of(simplifier, b, &choice)) return rewrite_none();
  bool is_one = is_int(a, 1) || is_real(a, 1.0);
  if (!is_one && !def_of(simplifier, b, OP_SELECT)) return rewrite_none();
  return give_choice(simplifier, choice.condition, fold_binary(OP_SUB, a, choice.arms[0]),
                     fold_binary(OP_SUB, a, choice.arms[1]));
}

static Rewrite rewrite_add(Simplifier *simplifier, Atom a, Atom b) {
  if (is_int(b, 0) || is_real(b, -0.0)) return rewrite_atom(a);
  if (is_float(a)) return choose(simplifier, OP_ADD, a, b);
  const Exp *left = def_of(simplifier, a, OP_SUB), *right = def_of(simplifier, b, OP_SUB);
  if (left && atom_equal(left->args[1], b)) return rewrite_atom(left->args[0]);
  if (right && atom_equal(right->args[1], a)) return rewrite_atom(right->args[0]);
  if (left && !left->args[1].var && !b.var)
    return give_binary(simplifier, OP_ADD, left->args[0], fold_binary(OP_SUB, b, left->args[1]));
  Rewrite rewrite = choose(simplifier, OP_ADD, a, b);
  return rewrite.kind != REWRITE_NONE ? rewrite : regroup(simplifier, OP_ADD, a, b);
}

static Rewrite rewrite_sub(Simplifier *simplifier, Atom a, Atom b) {
  if (is_int(b, 0) || is_real(b, 0.0)) return rewrite_atom(a);
  Rewrite rest = choose_rest(simplifier, a, b);
  if (rest.kind != REWRITE_NONE) return rest;
  if (is_float(a)) return choose(simplifier, OP_SUB, a, b);
  if (atom_equal(a, b)) return give_int(a, 0);
  if (is_int(a, 0)) return give_unary(simplifier, OP_NEG, b);
  const Exp *sum = def_of(simplifier, a, OP_ADD);
  if (sum && atom_equal(sum->args[0], b)) return rewrite_atom(sum->args[1]);
  if (sum && atom_equal(sum->args[1], b)) return rewrite_atom(sum->args[0]);
  if (sum && !sum->args[1].var && !b.var)
    return give_binary(simplifier, OP_ADD, sum->args[0], fold_binary(OP_SUB, sum->args[1], b));
  const Exp *taken = def_of(simplifier, b, OP_ADD);
  for (size_t i = 0; taken && i < 2; i++)
    if (atom_equal(taken->args[i], a)) return give_unary(simplifier, OP_NEG, taken->args[1 - i]);
  if (taken && !taken->args[1].var && !a.var)
    return give_binary(simplifier, OP_SUB, fold_binary(OP_SUB, a, taken->args[1]), taken->args[0]);
  const Exp *difference = def_of(simplifier, a, OP_SUB);
  if (difference && !difference->args[1].var && !b.var) {
    Atom total = fold_binary(OP_ADD, difference->args[1], b);
    return give_binary(simplifier, OP_SUB, difference->args[0], total);
  }
  return choose(simplifier, OP_SUB, a, b);
}

static Rewrite rewrite_mul(Simplifier *simplifier, Atom a, Atom b) {
  if (is_int(b, 1) || is_real(b, 1.0)) return rewrite_atom(a);
  if (is_int(b, 0)) return rewrite_atom(b);
  if (is_int(b, -1)) return give_unary(simplifier, OP_NEG, a);
  Rewrite rewrite = choose(simplifier, OP_MUL, a, b);
  return rewrite.kind != REWRITE_NONE ? rewrite : regroup(simplifier, OP_MUL, a, b);
}

static bool is_quotient(Op op) {
  return op == OP_SDIV || op == OP_UDIV || op == OP_SQUOT || op == OP_FDIV;
}

static bool is_remainder(Op op) { return op == OP_SMOD || op == OP_UMOD || op == OP_SREM; }

static bool is_extremum(Op op) {
  return op == OP_SMIN || op == OP_UMIN || op == OP_FMIN || op == OP_SMAX || op == OP_UMAX ||
         op == OP_FMAX;
}

// An index is its own remainder by its bound.
static Rewrite rewrite_division(Simplifier *simplifier, Op op, Atom a, Atom b) {
  if (is_remainder(op) && simplify_is_index_below(simplifier, a, b)) return rewrite_atom(a);
  if (is_quotient(op) && simplify_is_index_below(simplifier, a, b)) return give_int(a, 0);
  if (is_quotient(op) && (is_int(b, 1) || is_real(b, 1.0))) return rewrite_atom(a);
  if (is_remainder(op) && is_int(b, 1)) return give_int(a, 0);
  return rewrite_none();
}

// A square is a product, of floats too, where it is as exact as can be.
static Rewrite rewrite_power(Simplifier *simplifier, Atom a, Atom b) {
  if (is_int(b, 1) || is_real(b, 1.0)) return rewrite_atom(a);
  if (is_int(b, 0)) return give_int(a, 1);
  if (is_int(b, 2) || is_real(b, 2.0)) return give_binary(simplifier, OP_MUL, a, a);
  return rewrite_none();
}

static Atom product_of(Builder *builder, Atom a, int64_t count) {
  if (count == 1) return a;
  bool is_square = count % 2 == 0;
  Atom rest = product_of(builder, a, is_square ? count / 2 : count - 1);
  return build_binary(builder, "power", OP_MUL, rest, is_square ? rest : a);
}

// How many factors the power has, when it is small and constant; otherwise 0.
static int64_t factor_count(const Exp *exp) {
  enum { FACTORS_LEAST = 3, FACTORS_MOST = 8 };
  if (exp->op != OP_SPOW && exp->op != OP_UPOW && exp->op != OP_FPOW) return 0;
  if (!exp->args[0].var || scalar_of(exp->args[0]) == SCALAR_F16) return 0;
  for (int64_t count = FACTORS_LEAST; count <= FACTORS_MOST; count++)
    if (is_int(exp->args[1], count) || is_real(exp->args[1], (double)count)) return count;
  return 0;
}

// A small power is a product, of squares where there are some, and powers share them.
//
//   let y: f64 = fpow x, 5.0    =>    let a: f64 = mul x, x
//                                     let b: f64 = mul a, a
//                                     let y: f64 = mul b, x
//
// Of floats it may be off by 4 units in the last place, as the vector functions of a C library may,
// but it is ten times as fast as a function for all powers. Halves have too few digits for that.
void expand_power(Simplifier *simplifier, Stm *stm, Stms *out) {
  int64_t count = factor_count(stm->exp);
  if (count == 0) return;
  bool is_square = count % 2 == 0;
  Atom a = stm->exp->args[0];
  Stms made = {0};
  Builder builder = builder_new(simplifier->program, &made, stm->span);
  Atom rest = product_of(&builder, a, is_square ? count / 2 : count - 1);
  visit_stms(simplifier, &made, out);
  rest = resolve(simplifier, rest);
  Atom factors[] = {rest, is_square ? rest : a};
  stm->exp = exp_new(simplifier->program, OP_MUL, factors, 2);
  simplifier->has_changed = true;
}

// The number x whose bit `bit` is looked at, if the atom says whether it is set.
static bool is_bit_test(Simplifier *simplifier, Atom atom, Atom *x, Atom *bit) {
  const Exp *test = def_of(simplifier, atom, OP_NE);
  if (!test || !is_int(test->args[1], 0)) return false;
  const Exp *masked = def_of(simplifier, test->args[0], OP_AND);
  for (size_t i = 0; masked && i < 2; i++) {
    const Exp *mask = def_of(simplifier, masked->args[i], OP_SHL);
    if (!mask || !is_int(mask->args[0], 1)) continue;
    *x = masked->args[1 - i];
    *bit = mask->args[1];
    return true;
  }
  return false;
}

static Rewrite rewrite_bits(Simplifier *simplifier, Op op, Atom a, Atom b) {
  bool is_same = atom_equal(a, b);
  if (op == OP_XOR) {
    if (is_same) return give_int(a, 0);
    if (is_int(b, 0)) return rewrite_atom(a);
    if (is_full(b)) return give_unary(simplifier, OP_NOT, a);
    return regroup(simplifier, op, a, b);
  }
  if (is_same) return rewrite_atom(a);
  if (is_int(b, 0)) return rewrite_atom(op == OP_AND ? b : a);
  if (is_full(b)) return rewrite_atom(op == OP_AND ? a : b);
  return regroup(simplifier, op, a, b);
}

static Rewrite rewrite_shift(Op op, Atom a, Atom b) {
  if (is_int(b, 0) || is_int(a, 0)) return rewrite_atom(a);
  if (b.var || op == OP_ASHR) return rewrite_none();
  // The amount is unsigned: a negative one is beyond every width.
  int64_t amount = constant_to_i64(b.constant);
  bool is_beyond = amount < 0 || amount >= (int64_t)scalar_info(scalar_of(a))->width;
  return is_beyond ? give_int(a, 0) : rewrite_none();
}

// ---- Comparison, choice, negation ----

// eq and ne of a bool and a constant.
static Rewrite rewrite_bool_equality(Simplifier *simplifier, Op op, Atom a, Atom b) {
  if (b.var || scalar_of(b) != SCALAR_BOOL) return rewrite_none();
  bool is_kept = is_true(b) == (op == OP_EQ);
  return is_kept ? rewrite_atom(a) : give_unary(simplifier, OP_NOT, a);
}

static bool is_index(Simplifier *simplifier, Atom atom) {
  return atom.var && var_state(simplifier, atom.var)->has_bound;
}

// The bounds checks of a plain `xs[i]`.
static Rewrite rewrite_index_check(Simplifier *simplifier, Op op, Atom a, Atom b) {
  bool is_less = op == OP_SLT || op == OP_ULT, is_at_most = op == OP_SLE || op == OP_ULE;
  if ((is_less || is_at_most) && simplify_is_index_below(simplifier, a, b)) return give_bool(true);
  if ((is_less || is_at_most) && simplify_is_index_below(simplifier, b, a)) return give_bool(false);
  if (op == OP_SLE && is_int(a, 0) && is_index(simplifier, b)) return give_bool(true);
  if (op == OP_SLT && is_int(b, 0) && is_index(simplifier, a)) return give_bool(false);
  return rewrite_none();
}

// Multiplying by 0 or 1 changes no width.
static Rewrite rewrite_fits(Atom a, Atom b) {
  bool is_small = is_int(a, 0) || is_int(b, 0) || is_int(a, 1) || is_int(b, 1);
  return is_small ? give_bool(true) : rewrite_none();
}

// A comparison of a choice with a constant says which one it is, or nothing.
static Rewrite compare_choice(Simplifier *simplifier, Op op, Atom a, Atom b) {
  NumberChoice choice;
  bool is_left = a.var != NULL; // the choice
  if (is_left == (b.var != NULL) || scalar_of(a) == SCALAR_BOOL) return rewrite_none();
  if (!choice_of(simplifier, is_left ? a : b, &choice)) return rewrite_none();
  for (size_t i = 0; i < 2; i++)
    choice.arms[i] =
        is_left ? fold_binary(op, choice.arms[i], b) : fold_binary(op, a, choice.arms[i]);
  return give_choice(simplifier, choice.condition, choice.arms[0], choice.arms[1]);
}

// Where only a constant is compared that fits into it, a number need not be widened.
//
//   let y: i64 = sext x : i64
//   let c: bool = ne y, 0             =>   let c: bool = ne x, 0i32
static Rewrite compare_narrow(Simplifier *simplifier, Op op, Atom a, Atom b) {
  bool is_left = a.var != NULL;
  Atom constant = is_left ? b : a;
  const Exp *wide = def_of(simplifier, is_left ? a : b, OP_SEXT);
  if (!wide || constant.var || op == OP_ULT || op == OP_ULE) return rewrite_none();
  Atom narrow = int_like(wide->args[0], constant_to_i64(constant.constant));
  bool is_wider = scalar_info(scalar_of(a))->width > scalar_info(scalar_of(narrow))->width;
  bool is_same = constant_to_i64(narrow.constant) == constant_to_i64(constant.constant);
  if (!is_wider || !is_same) return rewrite_none();
  return give_binary(simplifier, op, is_left ? wide->args[0] : narrow,
                     is_left ? narrow : wide->args[0]);
}

static Rewrite rewrite_compare(Simplifier *simplifier, Op op, Atom a, Atom b) {
  if (op == OP_SMULFITS) return rewrite_fits(a, b);
  if (atom_equal(a, b)) {
    if (op == OP_FLT) return give_bool(false); // also for nan
    if (!is_float(a)) return give_bool(op == OP_EQ || op == OP_SLE || op == OP_ULE);
  }
  if (op == OP_ULT && is_int(b, 0)) return give_bool(false);
  if (op == OP_ULE && is_int(a, 0)) return give_bool(true);
  Rewrite rewrite = compare_choice(simplifier, op, a, b);
  if (rewrite.kind == REWRITE_NONE) rewrite = compare_narrow(simplifier, op, a, b);
  if (rewrite.kind != REWRITE_NONE) return rewrite;
  if (op == OP_EQ || op == OP_NE) return rewrite_bool_equality(simplifier, op, a, b);
  return rewrite_index_check(simplifier, op, a, b);
}

// Are the integers a and b equal where the condition holds? An index below 1 is 0.
static bool says_equal(Simplifier *simplifier, Atom condition, Atom a, Atom b) {
  const Exp *equal = def_of(simplifier, condition, OP_EQ);
  const Exp *below = def_of(simplifier, condition, OP_SLT);
  if (is_float(a)) return false;
  if (equal && atom_equal(equal->args[0], a)) return atom_equal(equal->args[1], b);
  if (equal && atom_equal(equal->args[0], b)) return atom_equal(equal->args[1], a);
  return below && is_int(below->args[1], 1) && is_index(simplifier, below->args[0]) &&
         is_int(a, 0) && atom_equal(below->args[0], b);
}

static Rewrite rewrite_select(Simplifier *simplifier, Atom condition, Atom a, Atom b) {
  if (!condition.var) return rewrite_atom(is_true(condition) ? a : b);
  if (atom_equal(a, b) || says_equal(simplifier, condition, a, b)) return rewrite_atom(b);
  if (is_true(a) && is_false(b)) return rewrite_atom(condition);
  if (is_false(a) && is_true(b)) return give_unary(simplifier, OP_NOT, condition);
  bool is_number = scalar_of(a) != SCALAR_BOOL && atom_equal(a, number_like(a, 1));
  if (is_number && atom_equal(b, number_like(b, 0)))
    return give_convert(simplifier, OP_BTOI, condition, scalar_of(a));
  // A choice between a boolean and a constant is a conjunction or disjunction.
  if (is_false(b) || is_true(a)) {
    Atom both[2] = {condition, is_true(a) ? b : a};
    return rewrite_exp(exp_new(simplifier->program, is_true(a) ? OP_OR : OP_AND, both, 2));
  }
  const Exp *negation = def_of(simplifier, condition, OP_NOT);
  if (!negation) return rewrite_none();
  Atom args[3] = {negation->args[0], b, a};
  return rewrite_exp(exp_new(simplifier->program, OP_SELECT, args, 3));
}

// The comparison that holds when this one, with operands exchanged where an order turns round, does
// not. The orders of floats have none: neither a < b nor b <= a holds for a nan.
static bool op_negate(Op op, Op *negated, bool *is_exchanged) {
  static const Op pairs[][2] = {{OP_EQ, OP_NE},   {OP_NE, OP_EQ},   {OP_SLT, OP_SLE},
                                {OP_SLE, OP_SLT}, {OP_ULT, OP_ULE}, {OP_ULE, OP_ULT}};
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    if (pairs[i][0] != op) continue;
    *negated = pairs[i][1];
    *is_exchanged = op != OP_EQ && op != OP_NE;
    return true;
  }
  return false;
}

static Rewrite rewrite_not(Simplifier *simplifier, Atom a) {
  const Exp *inner = def_of(simplifier, a, OP_NOT);
  if (inner) return rewrite_atom(inner->args[0]);
  const Stm *def = a.var ? var_state(simplifier, a.var)->def : NULL;
  Op op;
  bool is_exchanged;
  if (!def || def->cert_count > 0 || !op_negate(def->exp->op, &op, &is_exchanged))
    return rewrite_none();
  const Atom *args = def->exp->args;
  return give_binary(simplifier, op, args[is_exchanged ? 1 : 0], args[is_exchanged ? 0 : 1]);
}

// f(f(x)) is x, or f(x) when the op changes nothing the second time.
static Rewrite rewrite_twice(Simplifier *simplifier, Op op, Atom a) {
  const Exp *inner = def_of(simplifier, a, op);
  if (!inner) return rewrite_none();
  return rewrite_atom(op == OP_NEG ? inner->args[0] : a);
}

// ---- Conversion ----

// An integer conversion of an integer conversion, from width `first` over `middle` to `last`.
static Rewrite rewrite_extension(Simplifier *simplifier, Op op, Atom a, Scalar to) {
  if (scalar_of(a) == to) return rewrite_atom(a);
  const Exp *inner = def_of(simplifier, a, OP_SEXT);
  if (!inner) inner = def_of(simplifier, a, OP_ZEXT);
  if (!inner) return rewrite_none();
  Atom source = inner->args[0];
  unsigned first = scalar_info(scalar_of(source))->width;
  unsigned middle = scalar_info(scalar_of(a))->width;
  unsigned last = scalar_info(to)->width;
  if (last <= first && last <= middle) return give_convert(simplifier, OP_SEXT, source, to);
  if (middle < first) return rewrite_none();
  bool is_positive = inner->op == OP_ZEXT && middle > first;
  if (last <= middle || inner->op == op || is_positive)
    return give_convert(simplifier, inner->op, source, to);
  return rewrite_none();
}

// What widens exactly may be skipped by the conversion that follows.
static Rewrite rewrite_after(Simplifier *simplifier, Op op, Op widening, Atom a, Scalar to) {
  const Exp *inner = def_of(simplifier, a, widening);
  if (!inner) return rewrite_none();
  Atom source = inner->args[0];
  if (scalar_info(scalar_of(source))->width > scalar_info(scalar_of(a))->width)
    return rewrite_none();
  return give_convert(simplifier, op, source, to);
}

// A conversion that takes another one back.
static Rewrite rewrite_back(Simplifier *simplifier, Op op, Atom a, Scalar to) {
  const Exp *inner = def_of(simplifier, a, op == OP_NTOB ? OP_BTOI : OP_BITCAST);
  bool is_back = inner && scalar_of(inner->args[0]) == to;
  return is_back ? rewrite_atom(inner->args[0]) : rewrite_none();
}

// A conversion of a choice is one between what it makes of both.
static Rewrite convert_choice(Simplifier *simplifier, Op op, Atom a, Scalar to) {
  NumberChoice choice;
  Atom arms[2];
  if (op == OP_BTOI || !choice_of(simplifier, a, &choice)) return rewrite_none();
  for (size_t i = 0; i < 2; i++)
    if (!fold_value(op, to, &choice.arms[i], 1, &arms[i])) return rewrite_none();
  return give_choice(simplifier, choice.condition, arms[0], arms[1]);
}

static Rewrite rewrite_convert(Simplifier *simplifier, Op op, Atom a, Scalar to) {
  Rewrite rewrite = convert_choice(simplifier, op, a, to);
  if (rewrite.kind != REWRITE_NONE) return rewrite;
  if (op == OP_SEXT || op == OP_ZEXT) return rewrite_extension(simplifier, op, a, to);
  if (op == OP_FPCONV && scalar_of(a) == to) return rewrite_atom(a);
  if (op == OP_FPCONV) return rewrite_after(simplifier, op, OP_FPCONV, a, to);
  if (op == OP_SITOFP) return rewrite_after(simplifier, op, OP_SEXT, a, to);
  if (op == OP_UITOFP) return rewrite_after(simplifier, op, OP_ZEXT, a, to);
  if (op == OP_NTOB || op == OP_BITCAST) return rewrite_back(simplifier, op, a, to);
  return rewrite_none();
}

// A bit as a number is shifted to its place.
//
//   let m: i32 = shl 1i32, k
//   let y: i32 = and x, m                 let y: i32 = lshr x, k
//   let c: bool = ne y, 0i32      =>      let b: i32 = and y, 1i32
//   let b: i64 = btoi c : i64             let b: i64 = sext y : i64
void shift_bit(Simplifier *simplifier, Stm *stm, Stms *out) {
  Atom x, bit;
  if (stm->exp->op != OP_BTOI || !is_bit_test(simplifier, stm->exp->args[0], &x, &bit)) return;
  Scalar to = stm->exp->as.to;
  bool is_real = scalar_info(to)->class == CLASS_FLOAT;
  Stms made = {0};
  Builder builder = builder_new(simplifier->program, &made, stm->span);
  Atom moved = build_binary(&builder, "bit", OP_LSHR, x, bit);
  Atom last = build_binary(&builder, "bit", OP_AND, moved, int_like(x, 1));
  visit_stms(simplifier, &made, out);
  last = resolve(simplifier, last);
  stm->exp = exp_convert(simplifier->program, is_real ? OP_SITOFP : OP_SEXT, last, to);
  simplifier->has_changed = true;
}

// Is it as good in another type, a constant or something widened?
static bool is_narrow(Simplifier *simplifier, Atom atom, unsigned width) {
  const Exp *wide = def_of(simplifier, atom, OP_SEXT);
  if (!wide) wide = def_of(simplifier, atom, OP_ZEXT);
  return !atom.var || (wide && scalar_info(scalar_of(wide->args[0]))->width <= width);
}

// The low bits of a sum depend on those of its operands alone.
//
//   let a: i64 = sext x : i64             let y: i32 = sext b : i32
//   let s: i64 = mul a, b         =>      let r: i32 = mul x, y
//   let r: i32 = sext s : i32
void narrow_arithmetic(Simplifier *simplifier, Stm *stm, Stms *out) {
  const Exp *exp = stm->exp, *wide = NULL;
  if ((exp->op != OP_SEXT && exp->op != OP_ZEXT) || !exp->args[0].var) return;
  unsigned width = scalar_info(exp->as.to)->width;
  if (width >= scalar_info(scalar_of(exp->args[0]))->width) return;
  if (use_count(simplifier->facts, exp->args[0].var) != 1) return;
  static const Op ops[] = {OP_ADD, OP_SUB, OP_MUL, OP_AND, OP_OR, OP_XOR};
  for (size_t i = 0; i < sizeof ops / sizeof *ops && !wide; i++)
    wide = def_of(simplifier, exp->args[0], ops[i]);
  if (!wide || (!is_narrow(simplifier, wide->args[0], width) &&
                !is_narrow(simplifier, wide->args[1], width)))
    return;
  Stms made = {0};
  Builder builder = builder_new(simplifier->program, &made, stm->span);
  Atom args[2];
  for (size_t i = 0; i < 2; i++)
    args[i] = build_convert(&builder, stm->vars[0]->name, OP_SEXT, wide->args[i], exp->as.to);
  visit_stms(simplifier, &made, out);
  resolve_all(simplifier, args, 2);
  stm->exp = exp_new(simplifier->program, wide->op, args, 2);
  simplifier->has_changed = true;
}

// ---- All of them ----

static Rewrite rewrite_binary(Simplifier *simplifier, Op op, Atom a, Atom b) {
  if (op == OP_ADD) return rewrite_add(simplifier, a, b);
  if (op == OP_SUB) return rewrite_sub(simplifier, a, b);
  if (op == OP_MUL) return rewrite_mul(simplifier, a, b);
  if (op == OP_AND || op == OP_OR || op == OP_XOR) return rewrite_bits(simplifier, op, a, b);
  if (op == OP_SHL || op == OP_LSHR || op == OP_ASHR) return rewrite_shift(op, a, b);
  if (op == OP_SPOW || op == OP_UPOW || op == OP_FPOW) return rewrite_power(simplifier, a, b);
  if (is_quotient(op) || is_remainder(op)) return rewrite_division(simplifier, op, a, b);
  if (is_extremum(op) && atom_equal(a, b)) return rewrite_atom(a);
  return rewrite_none();
}

// -(x c) is x (-c), of floats too: signs are exact.
static Rewrite negate_factor(Simplifier *simplifier, Atom a) {
  const Exp *product = def_of(simplifier, a, OP_MUL);
  Atom negated;
  if (!product || product->args[1].var) return rewrite_none();
  if (!fold_value(OP_NEG, SCALAR_BOOL, &product->args[1], 1, &negated)) return rewrite_none();
  return give_binary(simplifier, OP_MUL, product->args[0], negated);
}

static Rewrite rewrite_unary(Simplifier *simplifier, Op op, Atom a) {
  if (op == OP_NOT) return rewrite_not(simplifier, a);
  bool is_stable = op == OP_SABS || op == OP_FABS || op == OP_FLOOR || op == OP_CEIL ||
                   op == OP_TRUNC || op == OP_ROUND || op == OP_SSGN || op == OP_USGN;
  if (op != OP_NEG) return is_stable ? rewrite_twice(simplifier, op, a) : rewrite_none();
  Rewrite rewrite = rewrite_twice(simplifier, op, a);
  return rewrite.kind != REWRITE_NONE ? rewrite : negate_factor(simplifier, a);
}

Rewrite rewrite_scalar(Simplifier *simplifier, const Exp *exp) {
  const Atom *args = exp->args;
  const OpInfo *info = op_info(exp->op);
  Atom folded;
  Scalar to = info->shape == SHAPE_CONVERT ? exp->as.to : SCALAR_BOOL;
  if (fold_value(exp->op, to, args, exp->arg_count, &folded)) return rewrite_atom(folded);
  // A constant stands on the right, where the rules look for it.
  if (op_has(exp->op, FLAG_COMMUTES) && !args[0].var && args[1].var)
    return give_binary(simplifier, exp->op, args[1], args[0]);
  switch (info->shape) {
  case SHAPE_UNARY: return rewrite_unary(simplifier, exp->op, args[0]);
  case SHAPE_BINARY: return rewrite_binary(simplifier, exp->op, args[0], args[1]);
  case SHAPE_COMPARE: return rewrite_compare(simplifier, exp->op, args[0], args[1]);
  case SHAPE_SELECT: return rewrite_select(simplifier, args[0], args[1], args[2]);
  case SHAPE_CONVERT: return rewrite_convert(simplifier, exp->op, args[0], to);
  case SHAPE_TERNARY:
  case SHAPE_TEST:
  case SHAPE_TALLY:
  case SHAPE_SCALE:
  case SHAPE_SPECIAL: break;
  }
  return rewrite_none();
}
