// Asserts that can be decided in front of their loop or par.
//
// An assert that stands directly in the body is executed at every point i = 0 … n - 1. When its
// condition is made of comparisons whose sides are linear in i, it holds everywhere if it holds at
// both ends: a linear function is least at one end. So the condition is built twice, for i = 0 and
// i = n - 1, and the assert moves in front, guarded by n < 1. It fails there exactly when it would
// have failed inside, although perhaps for another i; the message shows the end that failed.
//
// Which comparisons
//   a < b, a <= b, a = b     both sides are polynomials that do not wrap around (analysis/sizes.h)
//   a < b unsigned           the same, where b is not negative at any point: this is 0 <= a < b; or
//                            a is i + k or k - i, which may wrap around, and b does not change.
//                            When both ends are in 0 … b - 1, nothing between them has wrapped
//                            around: k is not negative, and k + (n - 1) as large as 2^63 looks
//                            negative
//   and, or                  of those; with `or` only one side may change
//   anything that is computed cheaply from what is bound outside: it does not change
#include "core/checks.h"

#include "analysis/poly_atom.h"
#include "ir/build.h"
#include "ir/message.h"
#include "ir/type.h"

// How deep conditions inside conditions, and operands inside operands, are followed.
enum { MOVE_DEPTH = 6 };

typedef struct Mover {
  Checker *checker;
  const CheckScope *scope;
  bool is_varying;   // does the condition, or part of it that is looked at, change?
  const Poly *point; // while building: what stands for the index
  Builder builder;
} Mover;

static bool is_outside(const Mover *mover, const Var *var) {
  return check_var(mover->checker, var)->depth < mover->scope->depth;
}

// ---- Can it move? ----

// Is the polynomial linear in the index, and otherwise of what is bound outside? Notes whether it
// has the index.
static bool is_linear(Mover *mover, const Poly *poly) {
  for (size_t i = 0; poly && i < poly->count; i++) {
    size_t count = 0;
    for (uint32_t k = 0; k < poly->terms[i].degree; k++) {
      const Var *var = poly->terms[i].vars[k];
      if (var == mover->scope->index) {
        count++;
      } else if (!is_outside(mover, var)) {
        return false;
      }
    }
    if (count > 1) return false;
    mover->is_varying |= count > 0;
  }
  return poly != NULL;
}

// i + k or k - i, for a sum that may wrap around: as a polynomial modulo 2^64.
static const Poly *wrapping_sum(Mover *mover, Atom atom) {
  Sizes *sizes = mover->checker->sizes;
  Algebra *algebra = sizes_algebra(sizes);
  const Stm *def = atom.var ? check_var(mover->checker, atom.var)->def : NULL;
  if (!def || (def->exp->op != OP_ADD && def->exp->op != OP_SUB)) return NULL;
  const Poly *a = sizes_poly(sizes, def->exp->args[0]), *b = sizes_poly(sizes, def->exp->args[1]);
  const Poly *sum = def->exp->op == OP_ADD ? poly_add(algebra, a, b) : poly_sub(algebra, a, b);
  const Poly *quotient, *rest;
  int64_t step;
  if (!poly_split(algebra, sum, mover->scope->index, &quotient, &rest)) return NULL;
  bool is_unit = poly_is_constant(quotient, &step) && (step == 1 || step == -1);
  return is_unit && is_linear(mover, rest) ? sum : NULL;
}

// The side of a comparison, or a value of a message, as a polynomial of the index.
static const Poly *side_poly(Mover *mover, Atom atom) {
  const Poly *poly = sizes_poly(mover->checker->sizes, atom);
  bool was_varying = mover->is_varying;
  if (is_linear(mover, poly)) return poly;
  mover->is_varying = was_varying;
  poly = wrapping_sum(mover, atom);
  if (poly) mover->is_varying = true;
  return poly;
}

static bool is_exact(Mover *mover, Atom atom) {
  return is_linear(mover, sizes_poly(mover->checker->sizes, atom));
}

static bool can_move_comparison(Mover *mover, const Exp *exp) {
  Atom a = exp->args[0], b = exp->args[1];
  if (!type_is_scalar(atom_type(a), SCALAR_I64)) return false;
  bool is_unsigned = exp->op == OP_ULT || exp->op == OP_ULE;
  if (!is_unsigned && exp->op != OP_SLT && exp->op != OP_SLE && exp->op != OP_EQ) return false;
  if (!is_unsigned) return is_exact(mover, a) && is_exact(mover, b);
  Sizes *sizes = mover->checker->sizes;
  if (!sizes_prove(sizes, sizes_poly(sizes, b), NULL)) return false;
  if (is_exact(mover, a)) return is_exact(mover, b);
  // The larger side must not change: then a is in one and the same range at both ends.
  bool was_varying = mover->is_varying;
  mover->is_varying = false;
  bool is_fixed = is_exact(mover, b) && !mover->is_varying;
  mover->is_varying = was_varying;
  return is_fixed && side_poly(mover, a);
}

// What the atom is, when that needs no certificate.
static const Exp *atom_exp(const Mover *mover, Atom atom) {
  const Stm *def = atom.var ? check_var(mover->checker, atom.var)->def : NULL;
  return def && def->cert_count == 0 ? def->exp : NULL;
}

// Is it computed, by cheap operations that do not fail, from what is bound outside?
static bool is_invariant(const Mover *mover, Atom atom, unsigned depth) {
  if (!atom.var || is_outside(mover, atom.var)) return true;
  const Exp *exp = atom_exp(mover, atom);
  if (!exp || depth == 0 || !op_is_scalar(exp->op) || op_has(exp->op, FLAG_FAILS)) return false;
  for (size_t i = 0; i < exp->arg_count; i++) {
    if (!is_invariant(mover, exp->args[i], depth - 1)) return false;
  }
  return true;
}

static bool can_move_condition(Mover *mover, Atom condition, unsigned depth) {
  if (is_invariant(mover, condition, depth)) return true;
  const Exp *exp = atom_exp(mover, condition);
  if (!exp || depth == 0) return false;
  if (op_info(exp->op)->shape == SHAPE_COMPARE) return can_move_comparison(mover, exp);
  if (exp->op != OP_AND && exp->op != OP_OR) return false;
  bool was_varying = mover->is_varying;
  mover->is_varying = false;
  if (!can_move_condition(mover, exp->args[0], depth - 1)) return false;
  bool is_left = mover->is_varying;
  mover->is_varying = false;
  if (!can_move_condition(mover, exp->args[1], depth - 1)) return false;
  bool is_right = mover->is_varying;
  mover->is_varying = was_varying || is_left || is_right;
  return exp->op == OP_AND || !is_left || !is_right;
}

// A value of a message, which may be a choice that an earlier move made.
static bool can_move_value(Mover *mover, Atom value, unsigned depth) {
  if (is_invariant(mover, value, depth)) return true;
  const Exp *exp = atom_exp(mover, value);
  if (exp && exp->op == OP_SELECT && depth > 0)
    return can_move_condition(mover, exp->args[0], depth - 1) &&
           can_move_value(mover, exp->args[1], depth - 1) &&
           can_move_value(mover, exp->args[2], depth - 1);
  return type_is_scalar(atom_type(value), SCALAR_I64) && side_poly(mover, value);
}

static bool can_move_values(Mover *mover, const Stm *stm) {
  for (size_t i = 1; i < stm->exp->arg_count; i++) {
    if (!can_move_value(mover, stm->exp->args[i], MOVE_DEPTH)) return false;
  }
  for (size_t i = 0; i < stm->cert_count; i++) {
    if (!is_outside(mover, stm->certs[i])) return false;
  }
  return true;
}

// ---- Building ----

// Computes again, outside, what does not change.
static Atom build_invariant(Mover *mover, Atom atom) {
  if (!atom.var || is_outside(mover, atom.var)) return atom;
  const Exp *exp = atom_exp(mover, atom);
  Atom args[3];
  for (size_t i = 0; i < exp->arg_count; i++)
    args[i] = build_invariant(mover, exp->args[i]);
  Exp *copy = exp_new(mover->checker->program, exp->op, args, exp->arg_count);
  if (op_info(exp->op)->shape == SHAPE_CONVERT) copy->as.to = exp->as.to;
  return atom_var(build_let(&mover->builder, atom.var->name, copy));
}

// The value at the point; false when that polynomial is too large.
static bool build_side(Mover *mover, Atom atom, Atom *result) {
  if (is_invariant(mover, atom, MOVE_DEPTH)) {
    *result = build_invariant(mover, atom);
    return true;
  }
  Algebra *algebra = sizes_algebra(mover->checker->sizes);
  const Poly *poly = side_poly(mover, atom);
  poly = poly_substitute(algebra, poly, mover->scope->index, mover->point);
  if (poly) *result = build_poly(&mover->builder, "at_end", poly);
  return poly != NULL;
}

static bool build_condition(Mover *mover, Atom condition, Atom *result) {
  if (is_invariant(mover, condition, MOVE_DEPTH)) {
    *result = build_invariant(mover, condition);
    return true;
  }
  const Exp *exp = atom_exp(mover, condition);
  bool is_comparison = op_info(exp->op)->shape == SHAPE_COMPARE;
  Atom sides[2];
  for (size_t i = 0; i < 2; i++) {
    bool is_built = is_comparison ? build_side(mover, exp->args[i], &sides[i])
                                  : build_condition(mover, exp->args[i], &sides[i]);
    if (!is_built) return false;
  }
  const char *name = is_comparison ? "holds" : "hold";
  *result = build_binary(&mover->builder, name, exp->op, sides[0], sides[1]);
  return true;
}

static bool build_value(Mover *mover, Atom value, Atom *result) {
  const Exp *exp = atom_exp(mover, value);
  bool is_select = exp && exp->op == OP_SELECT && !is_invariant(mover, value, MOVE_DEPTH);
  if (!is_select) return build_side(mover, value, result);
  Atom args[3];
  if (!build_condition(mover, exp->args[0], &args[0])) return false;
  if (!build_value(mover, exp->args[1], &args[1])) return false;
  if (!build_value(mover, exp->args[2], &args[2])) return false;
  Exp *chosen = exp_new(mover->checker->program, OP_SELECT, args, 3);
  *result = atom_var(build_let(&mover->builder, "shown", chosen));
  return true;
}

// The values of the message: those of the first end when the condition fails there.
static bool build_values(Mover *mover, const Stm *stm, const Poly *last, Atom holds, Atom *values) {
  Algebra *algebra = sizes_algebra(mover->checker->sizes);
  for (size_t i = 1; i < stm->exp->arg_count; i++) {
    Atom value = stm->exp->args[i], at_last;
    mover->point = poly_constant(algebra, 0);
    if (!build_value(mover, value, &values[i - 1])) return false;
    if (is_invariant(mover, value, MOVE_DEPTH)) continue;
    mover->point = last;
    if (!build_value(mover, value, &at_last)) return false;
    if (atom_equal(values[i - 1], at_last)) continue;
    Atom args[3] = {holds, at_last, values[i - 1]};
    Exp *chosen = exp_new(mover->checker->program, OP_SELECT, args, 3);
    values[i - 1] = atom_var(build_let(&mover->builder, "shown", chosen));
  }
  return true;
}

// The space is empty, or the condition holds at both ends.
static bool build_assert(Mover *mover, const Stm *stm, Stms *out) {
  Program *program = mover->checker->program;
  Algebra *algebra = sizes_algebra(mover->checker->sizes);
  Atom bound = mover->scope->bound, first, ok;
  const Poly *last = poly_add_constant(algebra, sizes_poly(mover->checker->sizes, bound), -1);
  mover->point = poly_constant(algebra, 0);
  mover->builder = builder_new(program, out, stm->span);
  if (!last || !build_condition(mover, stm->exp->args[0], &first)) return false;
  ok = first;
  if (mover->is_varying) {
    Atom second;
    mover->point = last;
    if (!build_condition(mover, stm->exp->args[0], &second)) return false;
    ok = build_binary(&mover->builder, "both_hold", OP_AND, first, second);
  }
  if (bound.var) {
    Atom is_empty = build_binary(&mover->builder, "is_empty", OP_SLT, bound, atom_i64(1));
    ok = build_binary(&mover->builder, "all_hold", OP_OR, is_empty, ok);
  }
  size_t value_count = stm->exp->arg_count - 1;
  Atom *values = arena_array(program->arena, Atom, value_count);
  if (!build_values(mover, stm, last, first, values)) return false;
  mover->builder.certs = stm->certs;
  mover->builder.cert_count = stm->cert_count;
  Exp *exp = exp_assert(program, ok, stm->exp->as.message.text, values, value_count);
  build_stm(&mover->builder, exp, stm->vars, 1)->attrs = stm->attrs;
  return true;
}

// The assert with `_` in its message for what only a point knows.
static const Stm *without_points(Mover *mover, const Stm *stm) {
  Program *program = mover->checker->program;
  const Exp *exp = stm->exp;
  Atom *values = arena_array(program->arena, Atom, exp->arg_count);
  size_t count = 0;
  StrBuf text = {0};
  const char *at = exp->as.message.text, *piece = at;
  char byte;
  for (size_t i = 1; i < exp->arg_count; piece = at) {
    MessagePiece kind = message_next(&at, &byte);
    bool is_value = kind == MESSAGE_SIGNED || kind == MESSAGE_UNSIGNED;
    bool is_unknown = is_value && !can_move_value(mover, exp->args[i], MOVE_DEPTH);
    if (is_unknown)
      strbuf_putc(&text, '_');
    else
      strbuf_printf(&text, "%.*s", (int)(at - piece), piece);
    if (is_value && !is_unknown) values[count++] = exp->args[i];
    if (is_value) i++;
  }
  strbuf_puts(&text, at);
  Stm *copy = arena_make(program->arena, Stm);
  *copy = *stm;
  Name message = intern_str(program->names, strbuf_text(&text));
  copy->exp = exp_assert(program, exp->args[0], message, values, count);
  strbuf_free(&text);
  return copy;
}

bool move_assert(Checker *checker, const Stm *stm, CheckScope *scope) {
  Mover mover = {.checker = checker, .scope = scope};
  if (!can_move_condition(&mover, stm->exp->args[0], MOVE_DEPTH)) return false;
  bool is_varying = mover.is_varying;
  // Where all points fail alike, there is no reason to ask at each just because the message shows
  // something of its own.
  if (!is_varying && stm->exp->arg_count > 1) stm = without_points(&mover, stm);
  if (!can_move_values(&mover, stm)) return false;
  mover.is_varying = is_varying;
  bool is_never = !scope->bound.var && constant_to_i64(scope->bound.constant) < 1;
  Stms moved = {0};
  if (is_never || !build_assert(&mover, stm, &moved)) return false;
  vec_append(checker->program->arena, &scope->moved, moved.data, moved.count);
  check_var(checker, stm->vars[0])->depth = scope->depth - 1;
  // Inside it holds from here on, on the same witness.
  sizes_assume(checker->sizes, stm->exp->args[0], true, stm->vars[0]);
  return true;
}
