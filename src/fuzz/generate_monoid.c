// Operators for reduce, scan, combine and accumulators: associative by construction, with true
// neutral elements, on one value or several, scalars or arrays.
#include <math.h>

#include "fuzz/generate.h"

typedef enum MonoidKind {
  MONOID_SCALAR,                  // one operation on one scalar
  MONOID_COUNT_SUM,               // (count, sum)
  MONOID_SHIFTED,                 // a + b - s, with a value s of the program
  MONOID_ARG_MAX,                 // (value, position): the greatest, and the first among equals
  MONOID_ARRAY,                   // elementwise on a vector
  MONOID_COMMUTES,                // the kinds above commute
  MONOID_FIRST = MONOID_COMMUTES, // (flag, value): the first with a flag
  MONOID_LAST,
  MONOID_SEGMENTED, // (flag, value): a sum that starts anew at each flag
  MONOID_AFFINE,    // x -> a x + b, composed
  MONOID_MATRIX,    // 2 x 2 matrices, multiplied
  MONOID_COUNT
} MonoidKind;

// The lambda that is being built.
typedef struct FuzzOperator {
  Author *author;
  Stms stms;
  Builder builder;
  Var *params[2 * MONOID_LIMIT];
} FuzzOperator;

static void operator_begin(FuzzOperator *operator, Author * author, const Monoid *monoid) {
  *operator=(FuzzOperator){.author = author};
  operator->builder = builder_new(author->program, &operator->stms, SPAN_NONE);
  for (size_t k = 0; k < 2 * monoid->count; k++)
    operator->params[k] = var_new(author->program, k < monoid->count ? "a" : "b",
                                  monoid->types[k % monoid->count], SPAN_NONE);
}

static void operator_end(FuzzOperator *operator, Monoid * monoid, const Atom *results) {
  Body *body = body_new(operator->author->program, operator->stms, results, monoid->count);
  monoid->op = lambda_new(operator->author->program, operator->params, 2 * monoid->count, body);
}

static Atom param(const FuzzOperator *operator, size_t k) { return atom_var(operator->params[k]); }

static Atom binary(FuzzOperator *operator, Op op, Atom a, Atom b) {
  return build_binary(&operator->builder, "c", op, a, b);
}

static Atom choose(FuzzOperator *operator, Atom condition, Atom a, Atom b) {
  Atom args[3] = {condition, a, b};
  Exp *exp = exp_new(operator->author->program, OP_SELECT, args, 3);
  return atom_var(build_let(&operator->builder, "c", exp));
}

// ---- One scalar ----

typedef struct ScalarMonoid {
  Op op;
  ScalarClass class;
  int64_t neutral; // of integers; least and greatest are shifted to the width
  double neutral_float;
} ScalarMonoid;

static const ScalarMonoid SCALAR_MONOIDS[] = {
    {OP_ADD, CLASS_NUM, 0, 0},           {OP_MUL, CLASS_INT, 1, 0},
    {OP_SMIN, CLASS_INT, INT64_MAX, 0},  {OP_SMAX, CLASS_INT, INT64_MIN, 0},
    {OP_UMIN, CLASS_INT, -1, 0},         {OP_UMAX, CLASS_INT, 0, 0},
    {OP_AND, CLASS_BITS, -1, 0},         {OP_OR, CLASS_BITS, 0, 0},
    {OP_XOR, CLASS_BITS, 0, 0},          {OP_EQ, CLASS_BOOL, -1, 0},
    {OP_FMIN, CLASS_FLOAT, 0, INFINITY}, {OP_FMAX, CLASS_FLOAT, 0, -INFINITY},
};

static const ScalarMonoid *scalar_monoid(Author *author, Scalar type) {
  size_t count = sizeof SCALAR_MONOIDS / sizeof *SCALAR_MONOIDS;
  for (;;) {
    const ScalarMonoid *monoid = &SCALAR_MONOIDS[random_below(&author->random, count)];
    if (monoid->class & scalar_info(type)->class) return monoid;
  }
}

static Atom scalar_neutral(const ScalarMonoid *monoid, Scalar type) {
  const ScalarInfo *info = scalar_info(type);
  if (info->class == CLASS_BOOL) return atom_bool(monoid->neutral != 0);
  if (info->class == CLASS_FLOAT) return atom_constant(constant_float(type, monoid->neutral_float));
  int64_t neutral = monoid->neutral;
  if (neutral == INT64_MAX) neutral >>= 64 - info->width;
  if (neutral == INT64_MIN) neutral = -(INT64_MAX >> (64 - info->width)) - 1;
  return atom_constant(constant_int(type, neutral));
}

static void monoid_scalar(Author *author, Monoid *monoid) {
  Scalar type = author_scalar_type(author);
  const ScalarMonoid *scalar = scalar_monoid(author, type);
  *monoid = (Monoid){MONOID_SCALAR, 1, {type_scalar(type)}, {scalar_neutral(scalar, type)}, 0, 0};
  FuzzOperator operator;
  operator_begin(&operator, author, monoid);
  Atom result = binary(&operator, scalar->op, param(&operator, 0), param(&operator, 1));
  operator_end(&operator, monoid, &result);
}

// ---- Several values ----

static Scalar int_type(Author *author) {
  return random_chance(&author->random, 50) ? SCALAR_I64 : SCALAR_I32;
}

static Atom int_atom(Scalar type, int64_t value) {
  return atom_constant(constant_int(type, value));
}

static void monoid_count_sum(Author *author, Monoid *monoid) {
  Scalar type = int_type(author);
  *monoid = (Monoid){MONOID_COUNT_SUM,
                     2,
                     {type_scalar(SCALAR_I64), type_scalar(type)},
                     {atom_i64(0), int_atom(type, 0)},
                     0,
                     0};
  FuzzOperator operator;
  operator_begin(&operator, author, monoid);
  Atom results[2] = {binary(&operator, OP_ADD, param(&operator, 0), param(&operator, 2)),
                     binary(&operator, OP_ADD, param(&operator, 1), param(&operator, 3))};
  operator_end(&operator, monoid, results);
}

Monoid monoid_shifted(Author *author, Scalar type, Atom shift) {
  Monoid monoid = {MONOID_SHIFTED, 1, {type_scalar(type)}, {shift}, 0, true};
  FuzzOperator operator;
  operator_begin(&operator, author, &monoid);
  Atom sum = binary(&operator, OP_ADD, param(&operator, 0), param(&operator, 1));
  Atom result = binary(&operator, OP_SUB, sum, shift);
  operator_end(&operator, & monoid, &result);
  return monoid;
}

static void monoid_shifted_any(Author *author, Monoid *monoid) {
  Scalar type = int_type(author);
  *monoid = monoid_shifted(author, type, author_atom(author, type));
}

static void monoid_arg_max(Author *author, Monoid *monoid) {
  Scalar type = int_type(author);
  int64_t least = type == SCALAR_I64 ? INT64_MIN : INT32_MIN;
  *monoid = (Monoid){MONOID_ARG_MAX,
                     2,
                     {type_scalar(type), type_scalar(SCALAR_I64)},
                     {int_atom(type, least), atom_i64(INT64_MAX)},
                     0,
                     0};
  FuzzOperator operator;
  operator_begin(&operator, author, monoid);
  Atom a = param(&operator, 0), b = param(&operator, 2);
  Atom is_greater = binary(&operator, OP_SLT, b, a);
  Atom is_equal = binary(&operator, OP_EQ, a, b);
  Atom is_before = binary(&operator, OP_SLE, param(&operator, 1), param(&operator, 3));
  Atom is_first = binary(&operator, OP_AND, is_equal, is_before);
  Atom is_left = binary(&operator, OP_OR, is_greater, is_first);
  Atom results[2] = {choose(&operator, is_left, a, b),
                     choose(&operator, is_left, param(&operator, 1), param(&operator, 3))};
  operator_end(&operator, monoid, results);
}

static void monoid_flagged(Author *author, Monoid *monoid, MonoidKind kind) {
  Scalar type = int_type(author);
  *monoid = (Monoid){
      kind, 2, {type_scalar(SCALAR_BOOL), type_scalar(type)}, {atom_bool(false), int_atom(type, 0)},
      0,    0};
  FuzzOperator operator;
  operator_begin(&operator, author, monoid);
  Atom a = param(&operator, 1), b = param(&operator, 3);
  Atom results[2] = {binary(&operator, OP_OR, param(&operator, 0), param(&operator, 2))};
  if (kind == MONOID_FIRST)
    results[1] = choose(&operator, param(&operator, 0), a, b);
  else if (kind == MONOID_LAST)
    results[1] = choose(&operator, param(&operator, 2), b, a);
  else
    results[1] = choose(&operator, param(&operator, 2), b, binary(&operator, OP_ADD, a, b));
  operator_end(&operator, monoid, results);
}

static void monoid_affine(Author *author, Monoid *monoid) {
  Scalar type = int_type(author);
  const Type *scalar = type_scalar(type);
  *monoid =
      (Monoid){MONOID_AFFINE, 2, {scalar, scalar}, {int_atom(type, 1), int_atom(type, 0)}, 0, 0};
  FuzzOperator operator;
  operator_begin(&operator, author, monoid);
  Atom scaled = binary(&operator, OP_MUL, param(&operator, 1), param(&operator, 2));
  Atom results[2] = {binary(&operator, OP_MUL, param(&operator, 0), param(&operator, 2)),
                     binary(&operator, OP_ADD, scaled, param(&operator, 3))};
  operator_end(&operator, monoid, results);
}

static void monoid_matrix(Author *author, Monoid *monoid) {
  Scalar type = int_type(author);
  const Type *scalar = type_scalar(type);
  Atom zero = int_atom(type, 0), one = int_atom(type, 1);
  *monoid =
      (Monoid){MONOID_MATRIX, 4, {scalar, scalar, scalar, scalar}, {one, zero, zero, one}, 0, 0};
  FuzzOperator operator;
  operator_begin(&operator, author, monoid);
  Atom results[4];
  for (size_t row = 0; row < 2; row++)
    for (size_t column = 0; column < 2; column++) {
      Atom left =
          binary(&operator, OP_MUL, param(&operator, 2 * row), param(&operator, 4 + column));
      Atom right =
          binary(&operator, OP_MUL, param(&operator, 2 * row + 1), param(&operator, 6 + column));
      results[2 * row + column] = binary(&operator, OP_ADD, left, right);
    }
  operator_end(&operator, monoid, results);
}

// ---- Vectors ----

static void monoid_array(Author *author, Monoid *monoid) {
  Dim dim = author_dim(author);
  Scalar type = author_scalar_type(author);
  const Type *vector = type_array(author->program, type, 1, &dim);
  const ScalarMonoid *scalar = scalar_monoid(author, type);
  ParFrame frame;
  par_begin(author, &frame, dim);
  par_map(author, &frame, scalar_neutral(scalar, type));
  Var *neutral = par_end(author, &frame)->vars[0];
  *monoid = (Monoid){MONOID_ARRAY, 1, {vector}, {atom_var(neutral)}, 0, 0};
  // The lambda is written by the author, into a frame that becomes its body.
  Frame body;
  FuzzOperator operator;
  operator_begin(&operator, author, monoid);
  frame_enter(author, &body, 1, true);
  par_begin(author, &frame, dim);
  Atom index = atom_var(frame.par->indices[0]);
  Var *a = author_row(author, operator.params[0], index);
  Var *b = author_row(author, operator.params[1], index);
  par_map(author, &frame, author_op2(author, "c", scalar->op, atom_var(a), atom_var(b)));
  Atom result = atom_var(par_end(author, &frame)->vars[0]);
  frame_leave(author, &body);
  operator.stms = body.stms;
  operator_end(&operator, monoid, &result);
}

Monoid monoid_new(Author *author, bool must_commute) {
  Monoid monoid = {0};
  size_t count = must_commute ? MONOID_COMMUTES : MONOID_COUNT;
  bool is_simple = random_chance(&author->random, 40);
  MonoidKind kind = is_simple ? MONOID_SCALAR : (MonoidKind)random_below(&author->random, count);
  switch (kind) {
  case MONOID_SCALAR: monoid_scalar(author, &monoid); break;
  case MONOID_COUNT_SUM: monoid_count_sum(author, &monoid); break;
  case MONOID_SHIFTED: monoid_shifted_any(author, &monoid); break;
  case MONOID_ARG_MAX: monoid_arg_max(author, &monoid); break;
  case MONOID_ARRAY: monoid_array(author, &monoid); break;
  case MONOID_FIRST:
  case MONOID_LAST:
  case MONOID_SEGMENTED: monoid_flagged(author, &monoid, kind); break;
  case MONOID_AFFINE: monoid_affine(author, &monoid); break;
  case MONOID_MATRIX: monoid_matrix(author, &monoid); break;
  case MONOID_COUNT: INTERNAL_ERROR("not an operator");
  }
  monoid.is_commutative = kind < MONOID_COMMUTES;
  if (!must_commute && author_has(author, FEATURE_EFFECT) && random_chance(&author->random, 8))
    author_trace_in(author, monoid.op->body);
  return monoid;
}

void monoid_values(Author *author, const Monoid *monoid, Atom *values) {
  for (size_t k = 0; k < monoid->count; k++) {
    const Type *type = monoid->types[k];
    bool is_float = scalar_info(type->scalar)->class == CLASS_FLOAT;
    if (!type_is_array(type))
      values[k] = author_exact(author, type->scalar);
    else
      values[k] = atom_var(is_float ? author_make(author, type, true) : author_array(author, type));
  }
  // Without its flag the value must be neutral, or the neutral element would not be.
  if (monoid->kind == MONOID_FIRST || monoid->kind == MONOID_LAST) {
    Atom args[3] = {values[0], values[1], monoid->neutral[1]};
    values[1] = atom_var(author_let(author, "v", exp_new(author->program, OP_SELECT, args, 3)));
  }
}
