// Views, literals and copies.
//
//   index (array (a, b, c))[1]   =>  b               when the elements are scalars
//   index (array (3, 5, 7))[i]   =>  i * 2 + 3       when i is known to be inside
//   index (par { map v })[i]     =>  v               when v is a scalar from outside the par, and
//                                                    i is known to be inside
//   index (par (k < n) { map k })[i]   =>  i         likewise
//   index (index xs[i])[j]       =>  index xs[i, j]
//   index (permute xs)[i, j]     =>  index xs[j, i]
//   permute (permute xs)         =>  one permute, or xs
//   slice xs[0 : n : 1]          =>  xs              when xs has n rows
//   slice (concat xs, ys)[k : n : 1]  =>  xs or ys   when it is all of one and neither is consumed
//   index (seg_offsets d)[1]     =>  a               for d = seg_make (array (a, b)) of sizes
//   seg_total d                  =>  add a, b        likewise
//   reshape xs, coerce xs        =>  xs              when xs has that type already
//   reshape (reshape xs), coerce (coerce xs)   =>   one, when the first checks nothing more
//   copy xs                      =>  xs              when xs is fresh and used only here
//   array of, concat of literals =>  a view of one literal, when there are many constants
//
// A view shares storage with what it views, so passing it by changes no rule of consumption: while
// the view may be used, so may its operand. The same is not true of a copy, and therefore an index
// of a copy stays: its operand may be consumed by now.
//
// What fails stays while its value is needed: no rule here makes a value of an index that may be
// out of bounds, of a literal that may not have the size of its type, or of two shapes that may
// differ.
#include <string.h>

#include "analysis/algebra.h"
#include "core/simplify.h"
#include "ir/build.h"
#include "ir/par.h"
#include "ir/type.h"

// Fewer constants stay in the literals they are in, where an index finds them.
enum { LITERAL_LEAST = 1024 };

static const Type *type_of(Atom atom) { return atom_type(atom); }

// ---- index ----

bool simplify_is_inside(Simplifier *simplifier, Atom index, Dim dim) {
  if (index.var) return simplify_is_index_below(simplifier, index, dim_size(dim));
  return !dim.var && constant_to_i64(index.constant) >= 0 &&
         constant_to_i64(index.constant) < dim.size;
}

static Rewrite index_literal(Simplifier *simplifier, const Exp *literal, const Exp *exp) {
  Atom index = exp->args[1];
  Dim dim = type_of(exp->args[0])->dims[0];
  if (exp->arg_count != 2 || index.var || !simplify_is_inside(simplifier, index, dim))
    return rewrite_none();
  if ((uint64_t)dim.size != literal->arg_count) return rewrite_none();
  Atom element = literal->args[constant_to_i64(index.constant)];
  return type_of(element)->kind == TYPE_SCALAR ? rewrite_atom(element) : rewrite_none();
}

// An element of a slice of a list, by constants.
static Rewrite index_slice(Simplifier *simplifier, const Exp *slice, const Exp *exp) {
  const Exp *literal = def_of(simplifier, slice->args[0], OP_ARRAY);
  const Selector *selector = &slice->as.selector;
  Atom start = slice->args[1];
  if (!literal || selector->is_lmad || selector->rank != 1 || !selector->is_range[0])
    return rewrite_none();
  Atom index = exp->args[1], step = slice->args[3];
  if (exp->arg_count != 2 || start.var || index.var || step.var) return rewrite_none();
  int64_t number = constant_to_i64(index.constant), at;
  if (!number_mul(number, constant_to_i64(step.constant), &at) ||
      !number_add(at, constant_to_i64(start.constant), &at))
    return rewrite_none();
  if (!simplify_is_inside(simplifier, index, type_of(exp->args[0])->dims[0])) return rewrite_none();
  if (at < 0 || (uint64_t)at >= literal->arg_count) return rewrite_none();
  Atom element = literal->args[at];
  return type_of(element)->kind == TYPE_SCALAR ? rewrite_atom(element) : rewrite_none();
}

// How far element number i is from the one before it; arithmetic wraps around.
static Constant distance(const Exp *literal, size_t i) {
  Constant from = literal->args[i - 1].constant, to = literal->args[i].constant;
  return constant_int(to.type,
                      (int64_t)((uint64_t)constant_to_i64(to) - (uint64_t)constant_to_i64(from)));
}

// Are the elements constant whole numbers at equal distances?
static bool is_progression(const Exp *literal) {
  if (literal->arg_count < 2) return false;
  for (size_t i = 0; i < literal->arg_count; i++)
    if (literal->args[i].var) return false;
  if (scalar_info(literal->args[0].constant.type)->class != CLASS_INT) return false;
  for (size_t i = 2; i < literal->arg_count; i++)
    if (!constant_equal(distance(literal, i), distance(literal, 1))) return false;
  return true;
}

void compute_element(Simplifier *simplifier, Stm *stm, Stms *out) {
  const Exp *exp = stm->exp;
  if (exp->op != OP_INDEX || exp->arg_count != 2 || !exp->args[1].var) return;
  const Exp *literal = def_of(simplifier, exp->args[0], OP_ARRAY);
  Dim dim = type_of(exp->args[0])->dims[0];
  if (!literal || !simplify_is_inside(simplifier, exp->args[1], dim)) return;
  if ((uint64_t)dim.size != literal->arg_count || !is_progression(literal)) return;
  Program *program = simplifier->program;
  Atom first = literal->args[0], step = atom_constant(distance(literal, 1)), at = exp->args[1];
  Stms made = {0};
  Builder builder = builder_new(program, &made, stm->span);
  if (first.constant.type != SCALAR_I64)
    at =
        atom_var(build_let(&builder, "at", exp_convert(program, OP_SEXT, at, first.constant.type)));
  at = build_binary(&builder, "at", OP_MUL, at, step);
  visit_stms(simplifier, &made, out);
  Atom sum[] = {resolve(simplifier, at), first};
  stm->exp = exp_new(program, OP_ADD, sum, 2);
  simplifier->has_changed = true;
}

// Is this value of the par's thunk bound around the par? Scopes are numbered as they are entered,
// so one that encloses the par's result has no greater number.
static bool is_outside(Simplifier *simplifier, const Par *par, const Var *array, Atom value) {
  if (!value.var) return true;
  if (value.var == par->indices[0]) return false;
  for (size_t i = 0; i < par->consumed_count; i++) {
    if (value.var == par->consumed[i].inside) return false;
  }
  return var_state(simplifier, value.var)->scope <= var_state(simplifier, array)->scope;
}

// The output of a par that gives this array, and the array's place among its results.
const Output *output_of(const Stm *def, const Var *array, size_t *place) {
  size_t result = 0, first;
  while (def->vars[result] != array)
    result++;
  const Output *output = par_output_at(def->exp->as.par, result, &first);
  *place = result - first;
  return output;
}

// The value of a `map` output that is the same at every point, or the index itself.
static Rewrite index_replicate(Simplifier *simplifier, const Stm *def, const Var *array,
                               const Exp *exp) {
  const Par *par = def->exp->as.par;
  if (par->rank != 1 || exp->arg_count != 2 || par->has_epilogue) return rewrite_none();
  size_t place;
  const Output *output = output_of(def, array, &place);
  if (!mode_has(output->mode, TRAIT_ELEMENTS) ||
      !simplify_is_inside(simplifier, exp->args[1], par->space[0]))
    return rewrite_none();
  Atom value = output->values[place];
  if (value.var == par->indices[0]) return rewrite_atom(exp->args[1]);
  bool is_same = type_of(value)->kind == TYPE_SCALAR && is_outside(simplifier, par, array, value);
  return is_same ? rewrite_atom(value) : rewrite_none();
}

// A row's row is a row. What the row needs, the element needs from now on.
static Rewrite index_index(Simplifier *simplifier, const Stm *def, Stm *stm) {
  const Exp *inner = def->exp, *exp = stm->exp;
  if (type_is_irregular(type_of(inner->args[0]))) return rewrite_none();
  add_certs(simplifier, stm, def);
  Atom *indices = arena_array(simplifier->scratch, Atom, inner->arg_count + exp->arg_count);
  size_t count = 0;
  for (size_t i = 1; i < inner->arg_count; i++)
    indices[count++] = inner->args[i];
  for (size_t i = 1; i < exp->arg_count; i++)
    indices[count++] = exp->args[i];
  return rewrite_exp(exp_index(simplifier->program, inner->args[0].var, indices, count));
}

static Rewrite index_permute(Simplifier *simplifier, const Exp *inner, const Exp *exp) {
  const Type *type = type_of(inner->args[0]);
  if (type_is_irregular(type) || exp->arg_count - 1 != type->rank) return rewrite_none();
  Atom *indices = arena_array(simplifier->scratch, Atom, type->rank);
  for (size_t i = 0; i < type->rank; i++)
    indices[inner->as.permutation[i]] = exp->args[1 + i];
  return rewrite_exp(exp_index(simplifier->program, inner->args[0].var, indices, type->rank));
}

// ---- Descriptors of a few segments ----

// The lengths in a literal of which the descriptor is made, all of them sizes; else NULL.
static const Exp *segment_lengths(Simplifier *simplifier, Atom descriptor) {
  const Exp *made = def_of(simplifier, descriptor, OP_SEG_MAKE);
  const Exp *lengths = made ? def_of(simplifier, made->args[0], OP_ARRAY) : NULL;
  for (size_t i = 0; lengths && i < lengths->arg_count; i++)
    if (!simplify_is_size_of_array(simplifier, lengths->args[i])) return NULL;
  return lengths;
}

// The sum of the first lengths, of at most two.
static Rewrite sum_of(Simplifier *simplifier, const Exp *lengths, size_t count) {
  if (count == 0) return rewrite_atom(atom_i64(0));
  if (count == 1) return rewrite_atom(lengths->args[0]);
  if (count > 2) return rewrite_none();
  return rewrite_exp(exp_new(simplifier->program, OP_ADD, lengths->args, 2));
}

static Rewrite index_offsets(Simplifier *simplifier, const Exp *offsets, const Exp *exp) {
  const Exp *lengths = segment_lengths(simplifier, offsets->args[0]);
  Atom index = exp->args[1];
  if (!lengths || index.var || constant_to_i64(index.constant) < 0) return rewrite_none();
  size_t count = (size_t)constant_to_i64(index.constant);
  return count < lengths->arg_count ? sum_of(simplifier, lengths, count) : rewrite_none();
}

static Rewrite rewrite_total(Simplifier *simplifier, const Exp *exp) {
  const Exp *lengths = segment_lengths(simplifier, exp->args[0]);
  return lengths ? sum_of(simplifier, lengths, lengths->arg_count) : rewrite_none();
}

// ---- Which rule ----

static Rewrite rewrite_index(Simplifier *simplifier, Stm *stm) {
  const Exp *exp = stm->exp;
  Var *array = exp->args[0].var;
  if (exp->arg_count == 1) return rewrite_atom(exp->args[0]);
  const Exp *table = map_get(simplifier->tables, map_key(array));
  if (table) return index_literal(simplifier, table, exp);
  const Stm *def = var_state(simplifier, array)->def;
  if (!def || stm->var_count != 1) return rewrite_none();
  if (def->exp->op == OP_INDEX) return index_index(simplifier, def, stm);
  if (def->cert_count > 0) return rewrite_none();
  if (def->exp->op == OP_ARRAY) return index_literal(simplifier, def->exp, exp);
  if (def->exp->op == OP_SLICE) return index_slice(simplifier, def->exp, exp);
  if (def->exp->op == OP_PAR) return index_replicate(simplifier, def, array, exp);
  if (def->exp->op == OP_PERMUTE) return index_permute(simplifier, def->exp, exp);
  if (def->exp->op == OP_SEG_OFFSETS) return index_offsets(simplifier, def->exp, exp);
  return rewrite_none();
}

// ---- Other views ----

// Does its statement make the array afresh, so that its variable is the only name of it?
static bool is_fresh(const Stm *def, const Var *array) {
  Op op = def->exp->op;
  if (op == OP_COPY || op == OP_ARRAY || op == OP_CONCAT) return true;
  if (op != OP_PAR || def->exp->as.par->has_epilogue) return false;
  size_t place;
  Mode mode = output_of(def, array, &place)->mode;
  return mode_has(mode, TRAIT_ELEMENTS | TRAIT_SELECTS);
}

// Can nothing look at the array but one statement after the one that made it?
static bool is_for_one(Simplifier *simplifier, Atom array) {
  const VarState *state = var_state(simplifier, array.var);
  return state->def && state->scope == simplifier->scope &&
         use_count(simplifier->facts, array.var) == 1 && is_fresh(state->def, array.var);
}

// The part of a concatenation of vectors that the slice is all of.
static Rewrite slice_concat(Simplifier *simplifier, const Exp *concat, const Stm *stm) {
  const Exp *exp = stm->exp;
  if (concat->arg_count != 2 || type_of(exp->args[0])->rank != 1) return rewrite_none();
  Atom first = dim_size(type_of(concat->args[0])->dims[0]);
  Atom second = dim_size(type_of(concat->args[1])->dims[0]);
  Atom part;
  if (atom_is_i64(exp->args[1], 0) && atom_equal(exp->args[2], first))
    part = concat->args[0];
  else if (atom_equal(exp->args[1], first) && atom_equal(exp->args[2], second))
    part = concat->args[1];
  else
    return rewrite_none();
  bool is_read = facts_is_only_read(simplifier->facts, part.var) &&
                 !facts_is_owned(simplifier->facts, stm->vars[0]);
  return is_read || is_for_one(simplifier, part) ? rewrite_atom(part) : rewrite_none();
}

static Rewrite rewrite_slice(Simplifier *simplifier, const Stm *stm) {
  const Exp *exp = stm->exp;
  const Selector *selector = &exp->as.selector;
  const Type *type = type_of(exp->args[0]);
  if (selector->is_lmad || type_is_irregular(type) || stm->var_count != 1) return rewrite_none();
  const Exp *concat = def_of(simplifier, exp->args[0], OP_CONCAT);
  if (concat && selector->rank == 1 && selector->is_range[0] && atom_is_i64(exp->args[3], 1)) {
    Rewrite rewrite = slice_concat(simplifier, concat, stm);
    if (rewrite.kind != REWRITE_NONE) return rewrite;
  }
  for (size_t i = 0; i < selector->rank; i++) {
    const Atom *range = exp->args + 1 + 3 * i;
    if (!selector->is_range[i] || !atom_is_i64(range[0], 0) || !atom_is_i64(range[2], 1) ||
        !atom_equal(range[1], dim_size(type->dims[i])))
      return rewrite_none();
  }
  return rewrite_atom(exp->args[0]);
}

enum { CONCAT_LIMIT = 8 };

// The arguments of a concatenation that is an argument itself; NULL when it has to stay. What it
// copies must still be there.
static const Exp *inner_concat(Simplifier *simplifier, const Exp *exp, Atom array) {
  const Exp *inner = array.var ? def_of(simplifier, array, OP_CONCAT) : NULL;
  if (!inner || inner->as.dim != exp->as.dim || type_is_irregular(type_of(array))) return NULL;
  for (size_t i = 0; i < inner->arg_count; i++)
    if (facts_is_owned(simplifier->facts, inner->args[i].var)) return NULL;
  return inner;
}

// A concatenation of concatenations is one, so that nothing is copied twice.
static Rewrite rewrite_concat(Simplifier *simplifier, const Stm *stm) {
  const Exp *exp = stm->exp;
  if (stm->var_count != 1) return rewrite_none();
  size_t count = 0, found = 0;
  for (size_t i = 0; i < exp->arg_count; i++) {
    const Exp *inner = inner_concat(simplifier, exp, exp->args[i]);
    count += inner ? inner->arg_count : 1;
    found += inner != NULL;
  }
  if (found == 0 || count > CONCAT_LIMIT) return rewrite_none();
  Atom *args = arena_array(simplifier->program->arena, Atom, count), *next = args;
  for (size_t i = 0; i < exp->arg_count; i++) {
    const Exp *inner = inner_concat(simplifier, exp, exp->args[i]);
    if (!inner) *next++ = exp->args[i];
    for (size_t k = 0; inner && k < inner->arg_count; k++)
      *next++ = inner->args[k];
  }
  return rewrite_exp(exp_concat(simplifier->program, exp->as.dim, args, count));
}

static Rewrite rewrite_permute(Simplifier *simplifier, const Exp *exp) {
  size_t rank = type_rank(type_of(exp->args[0]));
  bool is_identity = true;
  for (size_t i = 0; i < rank; i++)
    is_identity = is_identity && exp->as.permutation[i] == i;
  if (is_identity) return rewrite_atom(exp->args[0]);
  const Exp *inner = def_of(simplifier, exp->args[0], OP_PERMUTE);
  if (!inner || type_is_irregular(type_of(inner->args[0]))) return rewrite_none();
  uint32_t *permutation = arena_array(simplifier->scratch, uint32_t, rank);
  for (size_t i = 0; i < rank; i++)
    permutation[i] = inner->as.permutation[exp->as.permutation[i]];
  return rewrite_exp(exp_permute(simplifier->program, inner->args[0].var, permutation));
}

// ---- Shapes ----

enum { FACTOR_LIMIT = 16 };

// The number of elements of a type: the product of a constant and some variables.
typedef struct Volume {
  uint64_t constant; // wraps around, as `mul` does
  const Var *factors[FACTOR_LIMIT];
  size_t count;
  bool is_known;
} Volume;

static void volume_add(Simplifier *simplifier, Volume *volume, Atom size) {
  const Exp *product = def_of(simplifier, size, OP_MUL);
  if (product && volume->count < FACTOR_LIMIT) {
    for (size_t i = 0; i < 2; i++)
      volume_add(simplifier, volume, resolve(simplifier, product->args[i]));
  } else if (!size.var) {
    volume->constant *= (uint64_t)constant_to_i64(size.constant);
  } else if (volume->count < FACTOR_LIMIT) {
    volume->factors[volume->count++] = size.var;
  } else {
    volume->is_known = false;
  }
}

static Volume volume_of(Simplifier *simplifier, const Type *type) {
  Volume volume = {.constant = 1, .is_known = true};
  for (size_t i = 0; i < type->rank; i++)
    volume_add(simplifier, &volume, dim_size(type->dims[i]));
  return volume;
}

static bool volume_equal(Volume a, Volume b) {
  if (!a.is_known || !b.is_known || a.constant != b.constant || a.count != b.count) return false;
  for (size_t i = 0; i < a.count; i++) {
    size_t k = i;
    while (k < b.count && b.factors[k] != a.factors[i])
      k++;
    if (k == b.count) return false;
    b.factors[k] = b.factors[i];
  }
  return true;
}

// Does the shape in the middle check nothing that a step from the first to the last would not?
static bool is_stopover(Simplifier *simplifier, Op op, const Type *first, const Type *middle,
                        const Type *last) {
  if (op == OP_RESHAPE) {
    Volume volume = volume_of(simplifier, middle);
    return volume_equal(volume, volume_of(simplifier, first)) ||
           volume_equal(volume, volume_of(simplifier, last));
  }
  for (size_t i = 0; i < middle->rank; i++) {
    if (!dim_equal(middle->dims[i], first->dims[i]) && !dim_equal(middle->dims[i], last->dims[i]))
      return false;
  }
  return true;
}

// The operand when it has the wanted type already, else the operand's own operand.
static Rewrite rewrite_shaped(Simplifier *simplifier, const Stm *stm) {
  const Exp *exp = stm->exp;
  resolve_types(simplifier, stm->vars, stm->var_count);
  if (type_equal(type_of(exp->args[0]), stm->vars[0]->type)) return rewrite_atom(exp->args[0]);
  const Exp *inner = def_of(simplifier, exp->args[0], exp->op);
  if (!inner && exp->op == OP_RESHAPE) return rewrite_ordered(simplifier, stm);
  if (!inner) return rewrite_none();
  const Type *first = type_of(inner->args[0]), *middle = type_of(exp->args[0]),
             *last = stm->vars[0]->type;
  if (type_is_irregular(first) || type_is_irregular(middle) || type_is_irregular(last) ||
      !is_stopover(simplifier, exp->op, first, middle, last))
    return rewrite_none();
  return rewrite_exp(exp_new(simplifier->program, exp->op, inner->args, 1));
}

// ---- copy ----

static Rewrite rewrite_copy(Simplifier *simplifier, const Exp *exp) {
  return is_for_one(simplifier, exp->args[0]) ? rewrite_atom(exp->args[0]) : rewrite_none();
}

// ---- Literals ----

// Does it certainly have this many elements?
static bool has_elements(const Type *type, size_t count) {
  uint64_t volume = 1;
  for (size_t i = 0; i < type->rank; i++) {
    if (type->dims[i].var) return false;
    volume *= (uint64_t)type->dims[i].size;
  }
  return volume == count;
}

// The constants of a literal of any shape; NULL for other arrays.
static const Exp *literal_of(Simplifier *simplifier, Atom atom) {
  const Exp *exp = def_of(simplifier, atom, OP_ARRAY);
  const Exp *view = exp ? NULL : def_of(simplifier, atom, OP_RESHAPE);
  if (view) exp = def_of(simplifier, view->args[0], OP_ARRAY);
  for (size_t i = 0; exp && i < exp->arg_count; i++)
    if (exp->args[i].var) return NULL;
  return exp;
}

static bool are_literals(Simplifier *simplifier, const Exp *exp, size_t *count) {
  *count = 0;
  for (size_t i = 0; i < exp->arg_count; i++) {
    const Exp *literal = literal_of(simplifier, exp->args[i]);
    if (!literal || !has_elements(type_of(exp->args[i]), literal->arg_count)) return false;
    *count += literal->arg_count;
  }
  return *count >= LITERAL_LEAST;
}

void join_literals(Simplifier *simplifier, Stm *stm, Stms *out) {
  Exp *exp = stm->exp;
  bool is_joined = exp->op == OP_ARRAY || (exp->op == OP_CONCAT && exp->as.dim == 0);
  if (!is_joined || exp->arg_count == 0 || !exp->args[0].var ||
      type_is_irregular(stm->vars[0]->type))
    return;
  size_t count;
  if (!are_literals(simplifier, exp, &count)) return;
  if (exp->op == OP_ARRAY && !has_elements(stm->vars[0]->type, count)) return;
  Program *program = simplifier->program;
  Atom *constants = arena_array(program->arena, Atom, count), *next = constants;
  for (size_t i = 0; i < exp->arg_count; i++) {
    const Exp *literal = literal_of(simplifier, exp->args[i]);
    memcpy(next, literal->args, literal->arg_count * sizeof *next);
    next += literal->arg_count;
  }
  Stms made = {0};
  Builder builder = builder_new(program, &made, stm->span);
  Atom all = atom_var(build_let(&builder, "literal", exp_new(program, OP_ARRAY, constants, count)));
  keep_stm(simplifier, made.data[0], out);
  stm->exp = exp_new(program, stm->vars[0]->type->rank == 1 ? OP_COERCE : OP_RESHAPE, &all, 1);
  simplifier->has_changed = true;
}

Rewrite rewrite_array(Simplifier *simplifier, Stm *stm) {
  Op op = stm->exp->op;
  if (op == OP_INDEX) return rewrite_index(simplifier, stm);
  if (op == OP_SLICE) return rewrite_slice(simplifier, stm);
  if (op == OP_CONCAT) return rewrite_concat(simplifier, stm);
  if (op == OP_PERMUTE) return rewrite_permute(simplifier, stm->exp);
  if (op == OP_RESHAPE || op == OP_COERCE) return rewrite_shaped(simplifier, stm);
  if (op == OP_COPY) return rewrite_copy(simplifier, stm->exp);
  if (op == OP_SEG_TOTAL) return rewrite_total(simplifier, stm->exp);
  return rewrite_none();
}
