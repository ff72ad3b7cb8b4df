// Reductions and scans of small arrays, whose sizes are constants, combine their elements instead:
//
//   let r: [n][2]f64 = par (i < n) { S  scan (a: [2]f64, b: [2]f64 => B; ne) v }
//     becomes
//   let n0: f64 = index ne[0] …
//   let r: [n][2]f64 = par (i < n) { S  let v0: f64 = index v[0] …
//     scan (a0, a1: f64, b0, b1: f64 => B'; n0, n1) (v0, v1)
//   } then (s0, s1) { let row: [2]f64 = array (s0, s1)  map row }
//
// A product of matrices, of quaternions or of polynomials, say. Otherwise they would be loops
// (operators.c). B' is B as straight code: it is evaluated, with a list of elements for each array,
// and what is computed of scalars is written down. That is possible where B goes through arrays at
// indices that are constants, which they are inside pars and loops over so few points.
//
// On a device, and on the host of a CPU, operators that work element by element are better off as
// columns and rows (columns.c, rows.c).
#include "flat/flat_internal.h"
#include "ir/par.h"
#include "ir/scalar_eval.h"
#include "ir/type.h"

enum {
  CELLS_MOST = 16, // elements of all values that are combined
  ARRAY_MOST = 64, // elements of an array inside the operator
  CODE_MOST = 400  // statements that the operator becomes
};

// The elements of an array in order.
typedef struct CellArray {
  const Type *type; // its sizes are constants
  Atom *atoms;
  size_t count;
} CellArray;

typedef struct Straight {
  Program *program;
  Builder builder; // where the scalar statements go
  Subst *subst;    // scalars
  Map *arrays;     // Var -> CellArray
  size_t size;     // statements
  bool is_choice;  // in a branch that need not be the one that is taken
} Straight;

// ---- Arrays of constant size ----

// How many elements it has; -1 when that is not known, or there are more than so many.
static int64_t count_cells(const Type *type, int64_t most) {
  if (type->kind == TYPE_SCALAR) return 1;
  if (type->kind != TYPE_ARRAY) return -1;
  int64_t count = 1;
  for (size_t i = 0; i < type->rank; i++) {
    if (type->dims[i].var || dim_is_varying(type->dims[i]) || type->dims[i].size > most) return -1;
    count *= type->dims[i].size;
    if (count > most) return -1;
  }
  return count;
}

static CellArray *cells_new(Straight *straight, const Type *type, size_t count) {
  CellArray *cells = arena_make(straight->program->arena, CellArray);
  *cells = (CellArray){.type = type, .count = count};
  cells->atoms = arena_array(straight->program->arena, Atom, count + 1);
  return cells;
}

static bool is_number(Atom atom) { return !atom.var; }

static Atom scalar_of(const Straight *straight, Atom atom) {
  return subst_atom(straight->subst, atom);
}

// The elements of an array, read one by one if it comes from elsewhere. NULL when there are many.
static CellArray *cells_of(Straight *straight, Atom array) {
  CellArray *cells = map_get(straight->arrays, map_key(array.var));
  int64_t count = count_cells(array.var->type, ARRAY_MOST);
  if (cells || count < 0) return cells;
  const Type *type = array.var->type;
  cells = cells_new(straight, type, (size_t)count);
  Atom *at = arena_array(straight->program->arena, Atom, type->rank);
  for (size_t i = 0; i < cells->count; i++) {
    size_t rest = i;
    for (size_t k = type->rank; k-- > 0; rest /= (size_t)type->dims[k].size)
      at[k] = atom_i64((int64_t)(rest % (size_t)type->dims[k].size));
    cells->atoms[i] = atom_var(build_index(&straight->builder, "x", array.var, at, type->rank));
  }
  straight->size += cells->count;
  map_put(straight->arrays, map_key(array.var), cells);
  return cells;
}

static void bind_cells(Straight *straight, const Var *var, CellArray *cells) {
  map_put(straight->arrays, map_key(var), cells);
}

// Binds a variable to some of the elements.
static void bind_part(Straight *straight, Var *var, const CellArray *cells, size_t first) {
  if (var->type->kind == TYPE_SCALAR) {
    subst_add(straight->subst, var, cells->atoms[first]);
    return;
  }
  CellArray *part = cells_new(straight, var->type, (size_t)count_cells(var->type, ARRAY_MOST));
  for (size_t i = 0; i < part->count; i++)
    part->atoms[i] = cells->atoms[first + i];
  bind_cells(straight, var, part);
}

// Binds a variable to what another atom is.
static bool bind_alike(Straight *straight, Var *var, Atom atom) {
  if (var->type->kind == TYPE_SCALAR) {
    subst_add(straight->subst, var, scalar_of(straight, atom));
    return true;
  }
  const CellArray *cells = atom.var ? cells_of(straight, atom) : NULL;
  if (cells) bind_part(straight, var, cells, 0);
  return cells != NULL;
}

// Appends the elements of an atom.
static bool append_cells(Straight *straight, CellArray *to, Atom atom) {
  if (atom_type(atom)->kind == TYPE_SCALAR) {
    to->atoms[to->count++] = scalar_of(straight, atom);
    return true;
  }
  const CellArray *cells = cells_of(straight, atom);
  for (size_t i = 0; cells && i < cells->count; i++)
    to->atoms[to->count++] = cells->atoms[i];
  return cells != NULL;
}

// ---- Statements ----

static bool straight_stms(Straight *straight, const Stms *stms);

static bool straight_scalar(Straight *straight, const Stm *stm) {
  const Exp *exp = stm->exp;
  Atom args[3];
  ScalarValue values[3], value;
  bool is_known = exp->arg_count <= 3;
  for (size_t i = 0; i < exp->arg_count && i < 3; i++) {
    args[i] = scalar_of(straight, exp->args[i]);
    is_known = is_known && is_number(args[i]);
    if (is_known) values[i] = args[i].constant.value;
  }
  if (exp->arg_count > 3) return false;
  Scalar to = stm->vars[0]->type->scalar;
  if (is_known && scalar_eval(exp->op, atom_type(args[0])->scalar, to, values, &value)) {
    Constant constant = {.type = to, .value = value};
    subst_add(straight->subst, stm->vars[0], atom_constant(constant));
    return true;
  }
  if (straight->is_choice && scalar_can_fail(exp)) return false;
  if (exp->op == OP_SELECT && is_number(args[0])) {
    subst_add(straight->subst, stm->vars[0], args[args[0].constant.value.b ? 1 : 2]);
    return true;
  }
  Exp *made = arena_make(straight->program->arena, Exp);
  *made = *exp;
  made->args = arena_array(straight->program->arena, Atom, 3);
  for (size_t i = 0; i < exp->arg_count; i++)
    made->args[i] = args[i];
  Var *var = var_like(straight->program, stm->vars[0], stm->vars[0]->type);
  build_stm(&straight->builder, made, &var, 1);
  subst_add(straight->subst, stm->vars[0], atom_var(var));
  return ++straight->size <= CODE_MOST;
}

// The number of the first element at some leading indices. False when they are not known, or out of
// range.
static bool find_place(const Straight *straight, const Type *type, const Atom *indices,
                       size_t count, size_t *place) {
  *place = 0;
  for (size_t i = 0; i < type->rank; i++) {
    size_t size = (size_t)type->dims[i].size, at = 0;
    if (i < count) {
      Atom index = scalar_of(straight, indices[i]);
      if (!is_number(index)) return false;
      int64_t number = constant_to_i64(index.constant);
      if (number < 0 || (size_t)number >= size) return false;
      at = (size_t)number;
    }
    *place = *place * size + at;
  }
  return true;
}

static bool straight_index(Straight *straight, const Stm *stm) {
  const Exp *exp = stm->exp;
  const CellArray *cells = cells_of(straight, exp->args[0]);
  size_t place;
  if (!cells || !find_place(straight, cells->type, exp->args + 1, exp->arg_count - 1, &place) ||
      count_cells(stm->vars[0]->type, ARRAY_MOST) < 0)
    return false;
  bind_part(straight, stm->vars[0], cells, place);
  return true;
}

static bool straight_update(Straight *straight, const Stm *stm) {
  const Exp *exp = stm->exp;
  const Selector *selector = &exp->as.selector;
  const CellArray *cells = cells_of(straight, exp->args[0]);
  if (!cells || selector->is_lmad) return false;
  for (size_t i = 0; i < selector->rank; i++)
    if (selector->is_range[i]) return false;
  size_t place;
  if (!find_place(straight, cells->type, exp->args + 2, exp->arg_count - 2, &place)) return false;
  CellArray *part = cells_new(straight, cells->type, ARRAY_MOST);
  part->count = 0;
  if (!append_cells(straight, part, exp->args[1])) return false;
  CellArray *made = cells_new(straight, cells->type, cells->count);
  for (size_t i = 0; i < cells->count; i++)
    made->atoms[i] =
        i >= place && i < place + part->count ? part->atoms[i - place] : cells->atoms[i];
  bind_cells(straight, stm->vars[0], made);
  return true;
}

// An array of these, one behind the other.
static bool straight_list(Straight *straight, Var *var, const Atom *args, size_t count) {
  if (count_cells(var->type, ARRAY_MOST) < 0) return false;
  CellArray *cells = cells_new(straight, var->type, ARRAY_MOST);
  cells->count = 0;
  for (size_t i = 0; i < count; i++)
    if (!append_cells(straight, cells, args[i])) return false;
  bind_cells(straight, var, cells);
  return true;
}

// sums := op(sums, values)
static bool straight_apply(Straight *straight, const Lambda *op, CellArray *sums,
                           Atom const *values) {
  size_t count = op->param_count / 2, first = 0;
  for (size_t i = 0; i < count; i++) {
    bind_part(straight, op->params[i], sums, first);
    first += (size_t)count_cells(op->params[i]->type, ARRAY_MOST);
    if (!bind_alike(straight, op->params[count + i], values[i])) return false;
  }
  if (!straight_stms(straight, &op->body->stms)) return false;
  sums->count = 0;
  for (size_t i = 0; i < count; i++)
    if (!append_cells(straight, sums, op->body->results[i])) return false;
  return true;
}

static bool straight_point(Straight *straight, const Par *par, int64_t point, CellArray **made) {
  subst_add(straight->subst, par->indices[0], atom_i64(point));
  if (!straight_stms(straight, &par->body.stms)) return false;
  for (size_t i = 0; i < par->body.output_count; i++) {
    const Output *output = &par->body.outputs[i];
    bool is_map = mode_has(output->mode, TRAIT_ELEMENTS);
    if (is_map ? !append_cells(straight, made[i], output->values[0])
               : !straight_apply(straight, output->op, made[i], output->values))
      return false;
  }
  return true;
}

static bool straight_par(Straight *straight, const Stm *stm) {
  const Par *par = stm->exp->as.par;
  if (par->rank != 1 || par->has_epilogue || par->consumed_count + par->acc_count > 0) return false;
  if (dim_is_varying(par->space[0]) || par->space[0].var || par->space[0].size > ARRAY_MOST)
    return false;
  CellArray **made = arena_array(straight->program->arena, CellArray *, par->body.output_count + 1);
  for (size_t i = 0; i < stm->var_count; i++)
    if (count_cells(stm->vars[i]->type, ARRAY_MOST) < 0) return false;
  for (size_t i = 0, var = 0; i < par->body.output_count; i++) {
    const Output *output = &par->body.outputs[i];
    bool is_sum = mode_has(output->mode, TRAIT_TOTAL);
    if (!is_sum && !mode_has(output->mode, TRAIT_ELEMENTS)) return false;
    made[i] = cells_new(straight, stm->vars[var]->type, ARRAY_MOST);
    made[i]->count = 0;
    for (size_t k = 0; k < output->value_count && is_sum; k++)
      if (!append_cells(straight, made[i], output->neutral[k])) return false;
    var += output->value_count;
  }
  for (int64_t point = 0; point < par->space[0].size; point++)
    if (!straight_point(straight, par, point, made)) return false;
  for (size_t i = 0, var = 0; i < par->body.output_count; i++)
    for (size_t k = 0, first = 0; k < par->body.outputs[i].value_count; k++, var++) {
      bind_part(straight, stm->vars[var], made[i], first);
      first += (size_t)count_cells(stm->vars[var]->type, ARRAY_MOST);
    }
  return true;
}

static bool straight_loop(Straight *straight, const Stm *stm) {
  const Loop *loop = stm->exp->as.loop;
  Atom bound = loop->index ? scalar_of(straight, loop_bound(stm->exp)) : atom_var(stm->vars[0]);
  if (!is_number(bound) || constant_to_i64(bound.constant) > ARRAY_MOST) return false;
  const Atom *values = stm->exp->args;
  for (int64_t round = 0; round <= constant_to_i64(bound.constant) || round == 0; round++) {
    bool is_last = round >= constant_to_i64(bound.constant);
    CellArray *next = cells_new(straight, NULL, ARRAY_MOST * loop->param_count);
    next->count = 0;
    for (size_t i = 0; i < loop->param_count; i++)
      if (count_cells(loop->params[i]->type, ARRAY_MOST) < 0 ||
          !append_cells(straight, next, values[i]))
        return false;
    for (size_t i = 0, first = 0; i < loop->param_count; i++) {
      bind_part(straight, is_last ? stm->vars[i] : loop->params[i], next, first);
      first += (size_t)count_cells(loop->params[i]->type, ARRAY_MOST);
    }
    if (is_last) return true;
    subst_add(straight->subst, loop->index,
              atom_constant(constant_int(loop->index->type->scalar, round)));
    if (!straight_stms(straight, &loop->body->stms)) return false;
    values = loop->body->results;
  }
  return true;
}

// Both branches are done, which must not be able to fail, and one is chosen.
static bool straight_choice(Straight *straight, const Stm *stm) {
  const Branches *branches = &stm->exp->as.branches;
  Atom condition = scalar_of(straight, stm->exp->args[0]);
  if (is_number(condition)) {
    const Body *body = branches->bodies[condition.constant.value.b ? 0 : 1];
    if (!straight_stms(straight, &body->stms)) return false;
    for (size_t i = 0; i < stm->var_count; i++)
      if (!bind_alike(straight, stm->vars[i], body->results[i])) return false;
    return true;
  }
  bool was_choice = straight->is_choice;
  straight->is_choice = true;
  for (size_t i = 0; i < 2; i++)
    if (!straight_stms(straight, &branches->bodies[i]->stms)) return false;
  straight->is_choice = was_choice;
  for (size_t i = 0; i < stm->var_count; i++) {
    const Type *type = stm->vars[i]->type;
    if (count_cells(type, ARRAY_MOST) < 0) return false;
    CellArray *arms[2];
    for (size_t k = 0; k < 2; k++) {
      arms[k] = cells_new(straight, type, ARRAY_MOST);
      arms[k]->count = 0;
      if (!append_cells(straight, arms[k], branches->bodies[k]->results[i])) return false;
    }
    for (size_t k = 0; k < arms[0]->count; k++) {
      Atom args[] = {condition, arms[0]->atoms[k], arms[1]->atoms[k]};
      Exp *select = exp_new(straight->program, OP_SELECT, args, 3);
      arms[0]->atoms[k] = atom_var(build_let(&straight->builder, "chosen", select));
    }
    straight->size += arms[0]->count;
    bind_part(straight, stm->vars[i], arms[0], 0);
  }
  return true;
}

static bool straight_stm(Straight *straight, const Stm *stm) {
  const Exp *exp = stm->exp;
  if (stm->cert_count > 0 || stm->var_count == 0 || straight->size > CODE_MOST) return false;
  if (op_is_scalar(exp->op) && !op_has(exp->op, FLAG_ACTS)) return straight_scalar(straight, stm);
  if (exp->op == OP_INDEX) return straight_index(straight, stm);
  if (exp->op == OP_UPDATE) return straight_update(straight, stm);
  if (exp->op == OP_ARRAY) return straight_list(straight, stm->vars[0], exp->args, exp->arg_count);
  if (exp->op == OP_COPY || exp->op == OP_RESHAPE)
    return straight_list(straight, stm->vars[0], exp->args, 1);
  if (exp->op == OP_PAR) return straight_par(straight, stm);
  if (exp->op == OP_LOOP) return straight_loop(straight, stm);
  return exp->op == OP_IF && straight_choice(straight, stm);
}

static bool straight_stms(Straight *straight, const Stms *stms) {
  for (size_t i = 0; i < stms->count; i++)
    if (!straight_stm(straight, stms->data[i])) return false;
  return true;
}

// ---- Operators ----

static size_t side_count(const Output *output) {
  int64_t count = 0;
  for (size_t i = 0; i < output->value_count; i++) {
    int64_t cells = count_cells(output->op->params[i]->type, CELLS_MOST);
    if (cells < 1) return 0;
    count += cells;
  }
  return count <= CELLS_MOST ? (size_t)count : 0;
}

// Parameters for the elements of those of one side.
static void add_params(Straight *straight, const Lambda *op, size_t first, size_t count,
                       Var **params, size_t *made) {
  for (size_t i = first; i < first + count; i++) {
    const Type *type = op->params[i]->type;
    CellArray *cells = cells_new(straight, type, (size_t)count_cells(type, CELLS_MOST));
    for (size_t k = 0; k < cells->count; k++) {
      params[*made] = var_like(straight->program, op->params[i], type_scalar(type->scalar));
      cells->atoms[k] = atom_var(params[(*made)++]);
    }
    bind_part(straight, op->params[i], cells, 0);
  }
}

// The operator over elements; NULL when its body is no straight code.
static Lambda *straight_operator(Flattener *flattener, const Output *output, size_t count) {
  Program *program = flattener->program;
  Stms stms = {0};
  Straight straight = {.program = program, .subst = subst_new(program)};
  straight.arrays = map_new(program->arena);
  straight.builder = builder_new(program, &stms, output->span);
  Var **params = arena_array(program->arena, Var *, 2 * count);
  size_t made = 0;
  add_params(&straight, output->op, 0, output->value_count, params, &made);
  add_params(&straight, output->op, output->value_count, output->value_count, params, &made);
  CellArray *results = cells_new(&straight, NULL, count);
  results->count = 0;
  if (!straight_stms(&straight, &output->op->body->stms)) return NULL;
  for (size_t i = 0; i < output->value_count; i++)
    if (!append_cells(&straight, results, output->op->body->results[i])) return NULL;
  return lambda_new(program, params, 2 * count,
                    body_new(program, stms, results->atoms, results->count));
}

// ---- Outputs ----

// The elements of some values, read one by one at the builder.
static Atom *read_cells(Builder *builder, const Atom *values, size_t value_count, size_t count) {
  Straight straight = {.program = builder->program, .builder = *builder};
  straight.subst = subst_new(builder->program);
  straight.arrays = map_new(builder->program->arena);
  CellArray *cells = cells_new(&straight, NULL, count);
  cells->count = 0;
  for (size_t i = 0; i < value_count; i++)
    if (!append_cells(&straight, cells, values[i])) INTERNAL_ERROR("elements that are not known");
  return cells->atoms;
}

// An array of this type of elements, or the only one; binds the variable if there is one.
static Atom build_array(Builder *builder, Var *var, const Type *type, const Atom *atoms) {
  Program *program = builder->program;
  if (type->kind == TYPE_SCALAR) return atoms[0];
  size_t rows = (size_t)type->dims[0].size, each = 1;
  for (size_t i = 1; i < type->rank; i++)
    each *= (size_t)type->dims[i].size;
  const Type *row = type->rank == 1
                        ? type_scalar(type->scalar)
                        : type_array(program, type->scalar, type->rank - 1, type->dims + 1);
  Atom *args = arena_array(program->arena, Atom, rows);
  for (size_t i = 0; i < rows; i++)
    args[i] = build_array(builder, NULL, row, atoms + i * each);
  Exp *exp = exp_new(program, OP_ARRAY, args, rows);
  if (var) build_stm(builder, exp, &var, 1);
  return atom_var(var ? var : build_let(builder, "cells", exp));
}

// A par whose outputs become those of elements.
typedef struct CellPar {
  Flattener *flattener;
  const Stm *stm;
  Par *par;
  Builder before, inside, behind, after;
  Vec(Output) outputs, shown; // of the body, and of the epilogue
  Vars made, shows;           // what these give
  Vars prefixes;
  size_t taken; // of the results of the statement
} CellPar;

// What a scan gives at a point, which the epilogue shows.
static void show_prefix(CellPar *cells, const Type *type, Var *const *prefixes) {
  Program *program = cells->flattener->program;
  Atom *atoms = atoms_of(cells->flattener, prefixes, (size_t)count_cells(type, CELLS_MOST));
  Atom *value = arena_make(program->arena, Atom);
  *value = build_array(&cells->behind, NULL, type, atoms);
  vec_push(
      program->arena, &cells->shown,
      ((Output){.mode = MODE_MAP, .values = value, .value_count = 1, .span = cells->stm->span}));
  vec_push(program->arena, &cells->shows, cells->stm->vars[cells->taken++]);
}

// An output that stays, but that the prefixes of a scan are shown by the epilogue.
static void keep_output(CellPar *cells, const Output *output, bool has_epilogue) {
  Arena *arena = cells->flattener->program->arena;
  vec_push(arena, &cells->outputs, *output);
  if (!has_epilogue || !mode_has(output->mode, TRAIT_RUNNING)) {
    for (size_t k = par_result_count(cells->par, output); k > 0; k--)
      vec_push(arena, &cells->made, cells->stm->vars[cells->taken++]);
    return;
  }
  for (size_t k = 0; k < output->value_count; k++) {
    const Var *param = output->op->params[k];
    Var *prefix = var_like(cells->flattener->program, param, param->type);
    vec_push(arena, &cells->prefixes, prefix);
    show_prefix(cells, param->type, &prefix);
  }
}

static void change_output(CellPar *cells, const Output *output, Lambda *op) {
  Program *program = cells->flattener->program;
  Arena *arena = program->arena;
  size_t count = op->param_count / 2, first = 0;
  Output made = *output;
  made.op = op;
  made.value_count = count;
  made.neutral = read_cells(&cells->before, output->neutral, output->value_count, count);
  made.values = read_cells(&cells->inside, output->values, output->value_count, count);
  vec_push(arena, &cells->outputs, made);
  Var **vars = arena_array(arena, Var *, count);
  for (size_t i = 0; i < count; i++)
    vars[i] = var_like(program, op->params[i], op->params[i]->type);
  bool is_scan = mode_has(output->mode, TRAIT_RUNNING);
  vec_append(arena, is_scan ? &cells->prefixes : &cells->made, vars, count);
  for (size_t i = 0; i < output->value_count; i++) {
    const Type *type = output->op->params[i]->type;
    if (is_scan) {
      show_prefix(cells, type, vars + first);
    } else {
      Var *result = cells->stm->vars[cells->taken++];
      Atom *atoms = atoms_of(cells->flattener, vars + first, (size_t)count_cells(type, CELLS_MOST));
      if (type->kind == TYPE_SCALAR)
        cells->made.data[cells->made.count - count + first] = result;
      else
        build_array(&cells->after, result, type, atoms);
    }
    first += (size_t)count_cells(type, CELLS_MOST);
  }
}

// Is it better combined by columns or rows?
static bool is_elementwise(Flattener *flattener, const Output *output) {
  Output copy = *output;
  bool is_host = flattener->depth == 0 || !flattener->is_for_device;
  return is_host && operator_on_elements(flattener, &copy);
}

// The operators over elements; false when there are none.
static bool find_operators(Flattener *flattener, const Par *par, Lambda **ops) {
  bool is_any = false;
  for (size_t i = 0; i < par->body.output_count; i++) {
    const Output *output = &par->body.outputs[i];
    ops[i] = NULL;
    if (!combines_arrays(output)) continue;
    size_t count = mode_has(output->mode, TRAIT_FOLDS) ? side_count(output) : 0;
    if (count > 0 && !is_elementwise(flattener, output))
      ops[i] = straight_operator(flattener, output, count);
    is_any = is_any || ops[i];
  }
  return is_any;
}

static CellPar cell_par(Flattener *flattener, const Stm *stm, Stms *before, Stms *after) {
  Program *program = flattener->program;
  const Par *from = stm->exp->as.par;
  CellPar cells = {.flattener = flattener, .stm = stm};
  cells.par = arena_make(program->arena, Par);
  *cells.par = *from;
  cells.par->body.stms = (Stms){0};
  vec_append(program->arena, &cells.par->body.stms, from->body.stms.data, from->body.stms.count);
  cells.before = builder_new(program, before, stm->span);
  cells.inside = builder_new(program, &cells.par->body.stms, stm->span);
  cells.behind = builder_new(program, &cells.par->epilogue.stms, stm->span);
  cells.after = builder_new(program, after, stm->span);
  return cells;
}

bool cells_expand(Flattener *flattener, const Stm *stm, Stms *out) {
  Arena *arena = flattener->program->arena;
  const Par *par = stm->exp->as.par;
  if (par->has_epilogue || par->rank != 1) return false;
  Lambda **ops = arena_array(arena, Lambda *, par->body.output_count + 1);
  if (!find_operators(flattener, par, ops)) return false;
  bool has_prefixes = false;
  for (size_t i = 0; i < par->body.output_count; i++)
    has_prefixes = has_prefixes || (ops[i] && mode_has(par->body.outputs[i].mode, TRAIT_RUNNING));
  Stms after = {0};
  CellPar cells = cell_par(flattener, stm, out, &after);
  for (size_t i = 0; i < par->body.output_count; i++) {
    const Output *output = &par->body.outputs[i];
    if (ops[i])
      change_output(&cells, output, ops[i]);
    else
      keep_output(&cells, output, has_prefixes);
  }
  Par *made = cells.par;
  made->body.outputs = cells.outputs.data;
  made->body.output_count = cells.outputs.count;
  made->has_epilogue = has_prefixes;
  made->scan_params = cells.prefixes.data;
  made->scan_param_count = cells.prefixes.count;
  made->epilogue.outputs = cells.shown.data;
  made->epilogue.output_count = cells.shown.count;
  vec_append(arena, &cells.made, cells.shows.data, cells.shows.count);
  Stm *bound = build_stm(&cells.before, exp_par(flattener->program, made), cells.made.data,
                         cells.made.count);
  bound->attrs = stm->attrs;
  needs_add(flattener->program, bound, stm);
  vec_append(arena, out, after.data, after.count);
  return true;
}
