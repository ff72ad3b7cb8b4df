// Which elements are read: is an index certainly inside an array, so that the element exists?
//
// It is when it is the index of a par or loop around the read over that very size, or a remainder
// of the size, or a certificate that the read needs says so; or when the branches around it do.
// These are followed from the outside in: below an index i < n, a branch where i < m has i < m, and
// the other one has i - m < n - m, about which the branches inside of it may say more. That is how
// arrays that are joined are read, also several in a row. Sums are compared as polynomials of their
// definitions: that is right in arithmetic that wraps around.
#include "analysis/algebra.h"
#include "core/fuse.h"
#include "ir/build.h"
#include "ir/type.h"

const Exp *fuse_def_of(const FuseScopes *scopes, Atom atom) {
  const Stm *def = atom.var ? fuse_var(scopes->fuser, atom.var)->def : NULL;
  return def && def->var_count == 1 ? def->exp : NULL;
}

bool fuse_is_size_of(Fuser *fuser, Dim dim, Atom number) {
  Atom size = dim_size(dim);
  const Stm *def = size.var ? fuse_var(fuser, size.var)->def : NULL;
  if (atom_equal(size, number)) return true;
  return def && def->exp->op == OP_SMAX && atom_equal(def->exp->args[0], number) &&
         atom_is_i64(def->exp->args[1], 0);
}

static bool is_op_of(const FuseScopes *scopes, Atom result, Op op, Atom a, Atom b) {
  const Exp *exp = fuse_def_of(scopes, result);
  return exp && exp->op == op && atom_equal(exp->args[0], a) && atom_equal(exp->args[1], b);
}

// Does the condition say that the number is from 1 to the size, and is the index one less?
static bool says_counted(const FuseScopes *scopes, const Exp *both, Atom index, Atom size) {
  const Exp *less = fuse_def_of(scopes, index);
  if (!less || less->op != OP_SUB || !atom_is_i64(less->args[1], 1)) return false;
  for (size_t i = 0; i < 2; i++)
    if (is_op_of(scopes, both->args[i], OP_SLE, atom_i64(1), less->args[0]) &&
        is_op_of(scopes, both->args[1 - i], OP_SLE, less->args[0], size))
      return true;
  return false;
}

// Does the condition say that the index is below the size, unsigned, or its place, counted from 1,
// within the size?
static bool says_inside(const FuseScopes *scopes, Atom condition, Atom index, Atom size) {
  const Exp *exp = fuse_def_of(scopes, condition);
  if (exp && exp->op == OP_AND)
    return says_inside(scopes, exp->args[0], index, size) ||
           says_inside(scopes, exp->args[1], index, size) || says_counted(scopes, exp, index, size);
  return exp && exp->op == OP_ULT && atom_equal(exp->args[0], index) &&
         atom_equal(exp->args[1], size);
}

static bool is_index_of(const Stm *stm, Atom index, Atom size) {
  const Exp *exp = stm->exp;
  if (exp->op == OP_PAR) {
    const Par *par = exp->as.par;
    return par->rank == 1 && par->indices[0] == index.var && !dim_is_varying(par->space[0]) &&
           atom_equal(dim_size(par->space[0]), size);
  }
  return exp->op == OP_LOOP && exp->as.loop->index == index.var &&
         atom_equal(loop_bound(exp), size);
}

static bool has_stm(const Body *body, const Stm *stm) {
  for (size_t i = 0; i < body->stms.count; i++)
    if (body->stms.data[i] == stm) return true;
  return false;
}

// The size of the par or loop whose index the atom is; false when it is not an index.
static bool find_range(const FuseScopes *scopes, Atom index, Atom *size) {
  for (size_t i = 0; i < scopes->around.count; i++) {
    const Exp *exp = scopes->around.data[i]->exp;
    bool is_par = exp->op == OP_PAR && exp->as.par->rank == 1 &&
                  exp->as.par->indices[0] == index.var && !dim_is_varying(exp->as.par->space[0]);
    bool is_loop = exp->op == OP_LOOP && exp->as.loop->index && exp->as.loop->index == index.var;
    if (is_par) *size = dim_size(exp->as.par->space[0]);
    if (is_loop) *size = loop_bound(exp);
    if (is_par || is_loop) return true;
  }
  return false;
}

// Is `sum` a + b, as far as definitions tell?
static bool is_sum(const FuseScopes *scopes, Atom sum, Atom a, Atom b) {
  if (!sum.var && !a.var && !b.var)
    return constant_to_i64(sum.constant) ==
           add_i64(constant_to_i64(a.constant), constant_to_i64(b.constant));
  return is_op_of(scopes, sum, OP_ADD, a, b) || is_op_of(scopes, sum, OP_ADD, b, a) ||
         is_op_of(scopes, a, OP_SUB, sum, b) || is_op_of(scopes, b, OP_SUB, sum, a);
}

// What is added to `a` gives `sum`.
static bool find_addend(const FuseScopes *scopes, Atom sum, Atom a, Atom *addend) {
  const Exp *exp = fuse_def_of(scopes, sum);
  if (!exp || exp->op != OP_ADD) return false;
  for (size_t i = 0; i < 2; i++)
    if (atom_equal(exp->args[i], a)) return *addend = exp->args[1 - i], true;
  return false;
}

// Is `rest` a - b?
static bool is_difference(const FuseScopes *scopes, Atom rest, Atom a, Atom b) {
  Atom addend;
  if (is_op_of(scopes, rest, OP_SUB, a, b)) return true;
  return find_addend(scopes, rest, a, &addend) && !b.var && !addend.var &&
         add_i64(constant_to_i64(b.constant), constant_to_i64(addend.constant)) == 0;
}

// The number that a size stands for that is 0 when the number is negative.
static Atom plain_size(const FuseScopes *scopes, Atom size) {
  const Exp *exp = fuse_def_of(scopes, size);
  bool is_natural = exp && exp->op == OP_SMAX && atom_is_i64(exp->args[1], 0);
  return is_natural ? exp->args[0] : size;
}

// Is it a remainder of the size, or of 1 if that is larger?
static bool is_remainder_of(const FuseScopes *scopes, Atom part, Atom size) {
  const Exp *exp = fuse_def_of(scopes, part);
  if (!exp || (exp->op != OP_SMOD && exp->op != OP_UMOD)) return false;
  return atom_equal(exp->args[1], size) ||
         is_op_of(scopes, exp->args[1], OP_SMAX, size, atom_i64(1)) ||
         is_op_of(scopes, exp->args[1], OP_SMAX, plain_size(scopes, size), atom_i64(1));
}

// Is it certainly at least 0 and below the size: a constant, or a remainder?
static bool is_part_of(const FuseScopes *scopes, Atom part, Atom size) {
  if (!part.var && constant_to_i64(part.constant) == 0) return true;
  if (!part.var)
    return !size.var && constant_to_i64(part.constant) > 0 &&
           constant_to_i64(part.constant) <= constant_to_i64(size.constant);
  return is_remainder_of(scopes, part, size);
}

// What is known where an index is chosen: `number`, below `range`, is below `limit` or is not.
typedef struct FuseChoice {
  Atom number, range, limit;
  bool is_below;
} FuseChoice;

// An array of n elements that is rotated by k is read at i + k where i < n - k, and at i - (n - k)
// elsewhere.
static bool is_rotated_inside(const FuseScopes *scopes, const FuseChoice *choice, Atom index,
                              Atom size) {
  Atom amount;
  if (choice->is_below)
    return find_addend(scopes, index, choice->number, &amount) &&
           is_part_of(scopes, amount, size) && is_sum(scopes, size, choice->limit, amount);
  if (!is_difference(scopes, index, choice->number, choice->limit)) return false;
  const Exp *exp = fuse_def_of(scopes, choice->limit);
  return atom_equal(choice->range, size) &&
         (is_part_of(scopes, choice->limit, size) ||
          (exp && exp->op == OP_SUB && atom_equal(exp->args[0], size) &&
           is_part_of(scopes, exp->args[1], size)));
}

static bool find_choice(const FuseScopes *scopes, Atom condition, FuseChoice *choice) {
  const Exp *exp = fuse_def_of(scopes, condition);
  if (!exp || exp->op != OP_SLT) return false;
  choice->number = exp->args[0];
  choice->limit = exp->args[1];
  return find_range(scopes, choice->number, &choice->range);
}

// Does a branch around the read, or the choice of the index, make it one of a rotated array?
static bool is_rotated_read(const FuseScopes *scopes, const Stm *stm, Atom index, Atom size) {
  const Exp *exp = fuse_def_of(scopes, index);
  FuseChoice choice;
  if (exp && exp->op == OP_SELECT && find_choice(scopes, exp->args[0], &choice)) {
    bool is_inside = true;
    for (size_t i = 0; i < 2; i++) {
      choice.is_below = i == 0;
      is_inside = is_inside && is_rotated_inside(scopes, &choice, exp->args[1 + i], size);
    }
    if (is_inside) return true;
  }
  for (size_t i = scopes->around.count; i-- > 0; stm = scopes->around.data[i]) {
    exp = scopes->around.data[i]->exp;
    if (exp->op != OP_IF || !find_choice(scopes, exp->args[0], &choice)) continue;
    choice.is_below = has_stm(exp->as.branches.bodies[0], stm);
    if (is_rotated_inside(scopes, &choice, index, size)) return true;
  }
  return false;
}

// ---- Numbers that are known to be below others ----

enum { KNOWN_LIMIT = 32, SUM_DEPTH = 16 };

// 0 <= number < end.
typedef struct FuseKnown {
  const Poly *number, *end;
} FuseKnown;

typedef struct FuseKnowns {
  const FuseScopes *scopes;
  Algebra *algebra;
  FuseKnown data[KNOWN_LIMIT];
  size_t count;
} FuseKnowns;

// The number as a sum of products, by its definition.
static const Poly *sum_of(const FuseKnowns *knowns, Atom atom, unsigned depth) {
  Algebra *algebra = knowns->algebra;
  if (!type_is_scalar(atom_type(atom), SCALAR_I64)) return NULL;
  if (!atom.var) return poly_constant(algebra, constant_to_i64(atom.constant));
  const Exp *exp = fuse_def_of(knowns->scopes, atom);
  Op op = exp ? exp->op : OP_COUNT;
  if (depth == 0 || (op != OP_ADD && op != OP_SUB && op != OP_MUL))
    return poly_var(algebra, atom.var);
  const Poly *left = sum_of(knowns, exp->args[0], depth - 1);
  const Poly *right = sum_of(knowns, exp->args[1], depth - 1);
  if (op == OP_MUL) return poly_mul(algebra, left, right);
  return op == OP_ADD ? poly_add(algebra, left, right) : poly_sub(algebra, left, right);
}

static const Poly *size_sum(const FuseKnowns *knowns, Atom size) {
  return sum_of(knowns, plain_size(knowns->scopes, size), SUM_DEPTH);
}

static void know(FuseKnowns *knowns, const Poly *number, const Poly *end) {
  if (number && end && knowns->count < KNOWN_LIMIT)
    knowns->data[knowns->count++] = (FuseKnown){number, end};
}

// A number of which something is known is below the limit, or is not.
static void know_order(FuseKnowns *knowns, Atom number, Atom limit, bool is_below) {
  Algebra *algebra = knowns->algebra;
  const Poly *sum = sum_of(knowns, number, SUM_DEPTH), *least = sum_of(knowns, limit, SUM_DEPTH);
  size_t count = knowns->count;
  for (size_t i = 0; i < count; i++) {
    const FuseKnown *known = &knowns->data[i];
    if (!poly_equal(known->number, sum)) continue;
    if (is_below)
      know(knowns, sum, least);
    else
      know(knowns, poly_sub(algebra, sum, least), poly_sub(algebra, known->end, least));
  }
}

// Does it say that a number is between 0 and a limit?
static void know_between(FuseKnowns *knowns, const Exp *both) {
  for (size_t i = 0; i < 2; i++) {
    const Exp *below = fuse_def_of(knowns->scopes, both->args[i]);
    if (below && below->op == OP_SLT &&
        is_op_of(knowns->scopes, both->args[1 - i], OP_SLE, atom_i64(0), below->args[0]))
      know(knowns, sum_of(knowns, below->args[0], SUM_DEPTH),
           sum_of(knowns, below->args[1], SUM_DEPTH));
  }
}

static void know_condition(FuseKnowns *knowns, Atom condition, bool holds) {
  const Exp *exp = fuse_def_of(knowns->scopes, condition);
  if (exp && exp->op == OP_SLT) know_order(knowns, exp->args[0], exp->args[1], holds);
  if (exp && exp->op == OP_AND && holds) know_between(knowns, exp);
}

static void know_scope(FuseKnowns *knowns, const Stm *scope, const Stm *inside) {
  const Exp *exp = scope->exp;
  if (exp->op == OP_IF) {
    know_condition(knowns, exp->args[0], has_stm(exp->as.branches.bodies[0], inside));
  } else if (exp->op == OP_PAR && exp->as.par->rank == 1 &&
             !dim_is_varying(exp->as.par->space[0])) {
    know(knowns, poly_var(knowns->algebra, exp->as.par->indices[0]),
         size_sum(knowns, dim_size(exp->as.par->space[0])));
  } else if (exp->op == OP_LOOP && exp->as.loop->index) {
    Atom index = atom_var(exp->as.loop->index);
    know(knowns, sum_of(knowns, index, 0), size_sum(knowns, loop_bound(exp)));
  }
}

static bool is_known_below(const FuseKnowns *knowns, Atom index, const Poly *size) {
  const Poly *sum = sum_of(knowns, index, SUM_DEPTH);
  for (size_t i = 0; i < knowns->count; i++)
    if (poly_equal(knowns->data[i].number, sum) && poly_equal(knowns->data[i].end, size))
      return true;
  return false;
}

// Of an index that is chosen both are inside, each where it is chosen.
static bool is_chosen_below(FuseKnowns *knowns, Atom index, const Poly *size) {
  const Exp *exp = fuse_def_of(knowns->scopes, index);
  if (!exp || exp->op != OP_SELECT) return false;
  size_t count = knowns->count;
  for (size_t i = 0; i < 2; i++) {
    know_condition(knowns, exp->args[0], i == 0);
    bool is_below = is_known_below(knowns, exp->args[1 + i], size);
    knowns->count = count;
    if (!is_below) return false;
  }
  return true;
}

// Do the pars, loops and branches around the read say that the index is below the size?
static bool is_below_around(const FuseScopes *scopes, const Stm *stm, Atom index, Atom size) {
  FuseKnowns knowns = {.scopes = scopes, .algebra = scopes->algebra};
  size_t mark = algebra_enter(scopes->algebra), count = scopes->around.count;
  for (size_t i = 0; i < count; i++)
    know_scope(&knowns, scopes->around.data[i], i + 1 < count ? scopes->around.data[i + 1] : stm);
  const Poly *end = size_sum(&knowns, size);
  bool is_below = is_known_below(&knowns, index, end) || is_chosen_below(&knowns, index, end);
  algebra_leave(scopes->algebra, mark);
  return is_below;
}

// ---- Indices ----

// Is the read in a branch that is taken when there are elements at all?
static bool is_some_there(const FuseScopes *scopes, const Stm *stm, Atom size) {
  if (!size.var) return constant_to_i64(size.constant) > 0;
  Atom plain = plain_size(scopes, size);
  for (size_t i = scopes->around.count; i-- > 0; stm = scopes->around.data[i]) {
    const Exp *exp = scopes->around.data[i]->exp;
    if (exp->op != OP_IF || !has_stm(exp->as.branches.bodies[0], stm)) continue;
    if (is_op_of(scopes, exp->args[0], OP_SLT, atom_i64(0), size) ||
        is_op_of(scopes, exp->args[0], OP_SLT, atom_i64(0), plain))
      return true;
  }
  return false;
}

static bool is_inside(const FuseScopes *scopes, const Stm *stm, Atom index, Dim dim) {
  Atom size = dim_size(dim);
  if (!index.var)
    return !size.var && constant_to_i64(index.constant) >= 0 &&
           constant_to_i64(index.constant) < constant_to_i64(size.constant);
  for (size_t i = 0; i < scopes->around.count; i++)
    if (is_index_of(scopes->around.data[i], index, size)) return true;
  if (is_rotated_read(scopes, stm, index, size)) return true;
  if (is_remainder_of(scopes, index, size) && is_some_there(scopes, stm, size)) return true;
  for (size_t i = 0; i < stm->cert_count; i++) {
    const Exp *exp = fuse_def_of(scopes, atom_var(stm->certs[i]));
    if (exp && exp->op == OP_ASSERT && says_inside(scopes, exp->args[0], index, size)) return true;
  }
  return is_below_around(scopes, stm, index, size);
}

bool fuse_are_inside(const FuseScopes *scopes, const Stm *stm) {
  const Type *type = stm->exp->args[0].var->type;
  for (size_t i = 1; i < stm->exp->arg_count; i++)
    if (!is_inside(scopes, stm, stm->exp->args[i], type->dims[i - 1])) return false;
  return true;
}

// Is it the index of the par around it, rotated: each place once?
bool fuse_is_rotation(const FuseScopes *scopes, Atom place, const Var *index) {
  const Exp *exp = fuse_def_of(scopes, place);
  FuseChoice choice;
  Atom amount;
  return exp && exp->op == OP_SELECT && find_choice(scopes, exp->args[0], &choice) &&
         choice.number.var == index && find_addend(scopes, exp->args[1], choice.number, &amount) &&
         is_sum(scopes, choice.range, choice.limit, amount) &&
         is_difference(scopes, exp->args[2], choice.number, choice.limit);
}

// Is it the index and something that only depends on sizes: each place once?
bool fuse_is_shifted(const FuseScopes *scopes, Atom place, const Var *index) {
  FuseKnowns knowns = {.scopes = scopes, .algebra = scopes->algebra};
  size_t mark = algebra_enter(scopes->algebra);
  const Poly *quotient, *rest;
  int64_t factor;
  bool is_shifted =
      poly_split(scopes->algebra, sum_of(&knowns, place, SUM_DEPTH), index, &quotient, &rest) &&
      poly_is_constant(quotient, &factor) && (factor == 1 || factor == -1);
  for (size_t i = 0; is_shifted && i < rest->count; i++)
    for (uint32_t k = 0; k < rest->terms[i].degree; k++)
      is_shifted &= facts_is_size(scopes->fuser->facts, rest->terms[i].vars[k]);
  algebra_leave(scopes->algebra, mark);
  return is_shifted;
}
