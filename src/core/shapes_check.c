// Checks of lengths, in front of the par that makes them at each of its points.
//
//   par (i < n) {                           let first: i64 = par (i < n) { the least i where
//     let (m: i64, xs: [m]f64) =              s[i] is not k, else the largest number }
//       index xss[i]                        let ok: bool = eq first, …
//     let same: bool = eq m, k        =>    let (shown: i64) = if ok … else { s[first] }
//     let d: cert = assert same,            let c: cert = assert ok, "… {} … {}", shown, k
//       "… {} … {}", m, k                   let xss1: [n][k]f64 = coerce xss needs (c)
//
// It fails just when some point fails, with the message of the first one that does, so no failure
// is added. Where both sides are lengths at the point, s[i] and t[i], the array with lengths t gets
// the lengths s. Statements that needed the certificate of a point need the one of all.
#include "core/shapes_pass.h"

#include "ir/type.h"
#include "ir/walk.h"

// ---- Asserts about sizes ----

// How many are moved in one function: each costs the length of its body.
enum { RAISE_LIMIT = 500 };

typedef struct Raising {
  Map *positions; // variables bound in the body -> statement's position + 1
  size_t after;   // the position after everything that is used
} Raising;

static void raise_use(Walker *walker, Var *var) {
  Raising *raising = walker->context;
  size_t position = (size_t)(uintptr_t)map_get(raising->positions, map_key(var));
  if (position > raising->after) raising->after = position;
}

static void put_position(Raising *raising, const Stm *stm, size_t position) {
  for (size_t i = 0; i < stm->var_count; i++)
    map_put(raising->positions, map_key(stm->vars[i]), (void *)(uintptr_t)(position + 1));
}

static void move_up(Raising *raising, const Stms *stms, size_t from, size_t to) {
  Stm *stm = stms->data[from];
  for (size_t i = from; i > to; i--) {
    stms->data[i] = stms->data[i - 1];
    put_position(raising, stms->data[i], i);
  }
  stms->data[to] = stm;
  put_position(raising, stm, to);
}

static bool is_bound_size(Namer *namer, Atom atom) {
  return atom.var && type_is_scalar(atom.var->type, SCALAR_I64) &&
         facts_is_size(namer->facts, atom.var);
}

// Moves the statement to just after what it uses.
static void raise_stm(Raising *raising, const Stms *stms, size_t position) {
  Walker walker = {.context = raising, .use = raise_use};
  raising->after = 0;
  walk_stm(&walker, stms->data[position]);
  if (raising->after < position) move_up(raising, stms, position, raising->after);
}

void namer_raise_checks(Namer *namer, const Stms *stms) {
  Raising raising = {.positions = map_new(namer->scratch)};
  bool is_any = false;
  for (size_t i = 0; i < stms->count && !is_any; i++)
    is_any = stms->data[i]->exp->op == OP_ASSERT;
  for (size_t i = 0; i < stms->count && is_any; i++) {
    const Stm *stm = stms->data[i];
    put_position(&raising, stm, i);
    Var *condition = stm->exp->op == OP_ASSERT ? stm->exp->args[0].var : NULL;
    size_t at = condition ? (size_t)(uintptr_t)map_get(raising.positions, map_key(condition)) : 0;
    if (at == 0 || namer->raised == RAISE_LIMIT) continue;
    const Exp *exp = stms->data[at - 1]->exp;
    if (exp->op != OP_EQ || !is_bound_size(namer, exp->args[0]) ||
        !is_bound_size(namer, exp->args[1]))
      continue;
    namer->raised++;
    raise_stm(&raising, stms, at - 1);
    raise_stm(&raising, stms, i);
  }
}

// ---- Checks of lengths ----

typedef struct MovedCheck {
  Namer *namer;
  const Stm *assert;
  ShapeNest nest; // one par
  CheckSide sides[2];
  ShapeCerts certs; // what reading both at all points needs
} MovedCheck;

// Is it what a par of the nest reads at its index, from an array that is known outside?
static bool find_lengths(Namer *namer, const ShapeNest *nest, const Instance *instance,
                         CheckSide *side, ShapeCerts *certs) {
  if (!instance->array || instance->arg_count != 1) return false;
  size_t k = 0;
  while (k < nest->count && poly_is_var(instance->args[0]) != nest->indices[k])
    k++;
  if (k == nest->count || !namer_sees(namer, nest->scope, atom_var(instance->array))) return false;
  side->lengths = instance->array;
  side->index = nest->indices[k];
  side->space = nest->spaces[k];
  return namer_is_same_size(namer, nest->scope, side->space, side->lengths->type->dims[0], certs);
}

bool check_side(Namer *namer, const ShapeNest *nest, CheckSide *side, ShapeCerts *certs) {
  const Poly *poly = sizes_canonical(namer->sizes, sizes_poly(namer->sizes, side->atom));
  Var *var = poly ? poly_is_var(poly) : NULL;
  int64_t number;
  if (poly && poly_is_constant(poly, &number)) {
    side->outside = atom_i64(number);
    return true;
  }
  if (!var) return false;
  const Instance *instance = sizes_instance(namer->sizes, var);
  if (instance) return find_lengths(namer, nest, instance, side, certs);
  side->outside = subst_atom(namer->subst, atom_var(var));
  return type_is_scalar(var->type, SCALAR_I64) && namer_sees(namer, nest->scope, atom_var(var));
}

const Exp *checked_equality(Namer *namer, const Stm *assert) {
  Atom condition = assert->exp->args[0];
  const Stm *def = condition.var ? namer_at(namer, condition.var)->def : NULL;
  if (!def || def->exp->op != OP_EQ || use_count(namer->facts, assert->vars[0]) > 0) return NULL;
  return type_is_scalar(atom_type(def->exp->args[0]), SCALAR_I64) ? def->exp : NULL;
}

static bool is_shown(const MovedCheck *check, Atom value) {
  return atom_equal(value, check->sides[0].atom) || atom_equal(value, check->sides[1].atom) ||
         value.var == check->nest.indices[0] || namer_sees(check->namer, check->nest.scope, value);
}

// Is it a check that can move?
static bool find_check(MovedCheck *check) {
  Namer *namer = check->namer;
  const Exp *exp = check->assert->exp, *equality = checked_equality(namer, check->assert);
  if (!equality) return false;
  for (size_t i = 0; i < check->assert->cert_count; i++)
    if (!namer_sees(namer, check->nest.scope, atom_var(check->assert->certs[i]))) return false;
  certs_add(namer, &check->certs, check->assert->certs, check->assert->cert_count);
  for (size_t i = 0; i < 2; i++) {
    check->sides[i].atom = equality->args[i];
    if (!check_side(namer, &check->nest, &check->sides[i], &check->certs)) return false;
  }
  for (size_t i = 1; i < exp->arg_count; i++)
    if (!is_shown(check, exp->args[i])) return false;
  const CheckSide *sides = check->sides;
  if (!sides[0].lengths && !sides[1].lengths) return false;
  return sides[0].lengths != sides[1].lengths;
}

// ---- Arrays that gain by it ----

// Which lengths give way: those that are not a size, or the later ones.
static size_t loser(const MovedCheck *check) {
  const CheckSide *sides = check->sides;
  if (!sides[0].lengths || !sides[1].lengths) return sides[0].lengths ? 0 : 1;
  Namer *namer = check->namer;
  return namer_at(namer, sides[0].lengths)->order > namer_at(namer, sides[1].lengths)->order ? 0
                                                                                             : 1;
}

void arrays_with(Namer *namer, const ShapeNest *nest, const CheckSide *side, const Stms *stms,
                 ShapeArrays *arrays) {
  for (size_t i = 0; i < stms->count; i++) {
    const Exp *exp = stms->data[i]->exp;
    if (exp->op != OP_INDEX || exp->args[1].var != side->index) continue;
    Var *array = exp->args[0].var;
    Var *own = simple_lengths(array->type);
    if (!own || !sizes_arrays_equal(namer->sizes, own, side->lengths, NULL)) continue;
    if (namer_at(namer, array)->better) continue;
    if (!namer_sees(namer, nest->scope, atom_var(array))) continue;
    size_t k = 0;
    while (k < arrays->count && arrays->data[k] != array)
      k++;
    if (k == arrays->count) vec_push(namer->scratch, arrays, array);
  }
}

// ---- Building ----

static Atom build_side(Builder *builder, const CheckSide *side, Atom index) {
  if (!side->lengths) return side->outside;
  return atom_var(
      build_let(builder, "length", exp_index(builder->program, side->lengths, &index, 1)));
}

static Lambda *least_operator(Program *program, Span span) {
  Var *params[2];
  for (size_t i = 0; i < 2; i++)
    params[i] = var_new(program, i == 0 ? "a" : "b", type_scalar(SCALAR_I64), span);
  Stms stms = {0};
  Builder builder = builder_new(program, &stms, span);
  Atom least = build_binary(&builder, "least", OP_SMIN, atom_var(params[0]), atom_var(params[1]));
  return lambda_new(program, params, 2, body_new(program, stms, &least, 1));
}

Atom build_first(Builder *builder, Dim space, const CheckSide *a, const CheckSide *b) {
  Program *program = builder->program;
  Par *par = par_new(program, PAR_ANY, &space, 1, "i", builder->span);
  Atom index = atom_var(par->indices[0]);
  Builder inside = builder_new(program, &par->body.stms, builder->span);
  Atom left = build_side(&inside, a, index), right = build_side(&inside, b, index);
  Atom args[] = {build_binary(&inside, "is_same", OP_EQ, left, right), atom_i64(INT64_MAX), index};
  Output output = {.mode = MODE_REDUCE, .is_commutative = true, .value_count = 1};
  output.span = builder->span;
  output.op = least_operator(program, builder->span);
  output.values = arena_array(program->arena, Atom, 2);
  output.values[0] = atom_var(build_let(&inside, "at", exp_new(program, OP_SELECT, args, 3)));
  output.neutral = output.values + 1;
  output.neutral[0] = atom_i64(INT64_MAX);
  thunk_give(program, &par->body, output);
  return atom_var(build_let(builder, "first", exp_par(program, par)));
}

// Both sides where they differ.
static void build_shown(MovedCheck *check, Builder *builder, Atom ok, Atom first, Atom *shown) {
  Program *program = builder->program;
  Stms stms = {0};
  Builder inside = builder_new(program, &stms, check->assert->span);
  Atom found[2], none[2] = {atom_i64(0), atom_i64(0)};
  Var *vars[2];
  for (size_t i = 0; i < 2; i++) {
    found[i] = build_side(&inside, &check->sides[i], first);
    vars[i] = var_new(program, "shown", type_scalar(SCALAR_I64), check->assert->span);
    shown[i] = atom_var(vars[i]);
  }
  build_stm(
      builder,
      exp_if(program, ok, body_new(program, (Stms){0}, none, 2), body_new(program, stms, found, 2)),
      vars, 2);
}

static Var *build_check(MovedCheck *check) {
  Namer *namer = check->namer;
  Program *program = namer->program;
  const Exp *exp = check->assert->exp;
  Builder builder = builder_new(program, namer->out, check->assert->span);
  builder.certs = check->certs.data;
  builder.cert_count = check->certs.count;
  Atom first = build_first(&builder, check->nest.spaces[0], &check->sides[0], &check->sides[1]);
  Atom shown[2];
  Atom ok = build_binary(&builder, "is_same", OP_EQ, first, atom_i64(INT64_MAX));
  build_shown(check, &builder, ok, first, shown);
  Atom *values = arena_array(program->arena, Atom, exp->arg_count);
  for (size_t i = 1; i < exp->arg_count; i++) {
    values[i - 1] = subst_atom(namer->subst, exp->args[i]);
    if (exp->args[i].var == check->nest.indices[0]) values[i - 1] = first;
    for (size_t k = 0; k < 2; k++)
      if (atom_equal(exp->args[i], check->sides[k].atom)) values[i - 1] = shown[k];
  }
  Var *cert = namer_fresh(namer, check->assert->vars[0], type_cert(), check->nest.scope);
  Exp *assert = exp_assert(program, ok, exp->as.message.text, values, exp->arg_count - 1);
  build_stm(&builder, assert, &cert, 1);
  return cert;
}

static void move_check(MovedCheck *check, const Stms *stms) {
  Namer *namer = check->namer;
  if (!find_check(check)) return;
  const CheckSide *lost = &check->sides[loser(check)], *won = &check->sides[1 - loser(check)];
  ShapeArrays arrays = {0};
  arrays_with(namer, &check->nest, lost, stms, &arrays);
  if (arrays.count == 0 || (won->lengths && facts_is_owned(namer->facts, won->lengths))) return;
  Var *cert = build_check(check);
  certs_add(namer, &check->certs, &cert, 1);
  Dim by = won->lengths ? dim_var(won->lengths) : dim_atom(won->outside);
  namer_set_every(namer, lost->lengths, by, &check->certs, check->nest.scope);
  for (size_t i = 0; i < arrays.count; i++) {
    Var *array = arrays.data[i];
    const Dim *first = won->lengths ? &won->lengths->type->dims[0] : NULL;
    const Type *type =
        type_with_lengths(namer->program, array->type, simple_lengths(array->type), by, first);
    namer_improve(namer, array, type, &check->certs, check->nest.scope, check->assert->span);
  }
  namer_at(namer, check->assert->vars[0])->given = cert;
}

bool nest_enter(Namer *namer, ShapeNest *nest, const Par *par) {
  if (par->rank != 1 || dim_is_varying(par->space[0]) || nest->count == NEST_LIMIT) return false;
  Dim space = par->space[0];
  if (space.var) space = dim_atom(subst_atom(namer->subst, atom_var(space.var)));
  nest->indices[nest->count] = par->indices[0];
  nest->spaces[nest->count] = space;
  nest->count++;
  return true;
}

void namer_move_checks(Namer *namer, Stm *stm, uint32_t scope) {
  const Stms *stms = &stm->exp->as.par->body.stms;
  ShapeNest nest = {.scope = scope};
  if (!nest_enter(namer, &nest, stm->exp->as.par)) return;
  for (size_t i = 0; i < stms->count; i++) {
    if (stms->data[i]->exp->op != OP_ASSERT) continue;
    MovedCheck check = {.namer = namer, .assert = stms->data[i], .nest = nest};
    move_check(&check, stms);
  }
}
