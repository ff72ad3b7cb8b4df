// unroll: a loop over a few points becomes these points, where they call functions or are a
// reduction.
//
//   needs      Flat
//   gives      Flat
//   may skip   yes
//
//   let (s: [2]i64, rs: [2][s]i64) = par@thread (i < 2) {     let (m: i64, r: [m]i64) = call f(x0)
//     let x: … = … i …                                        let (k: i64, q: [k]i64) = call f(x1)
//     let (m: i64, r: [m]i64) = call f(x)                     let s: [2]i64 = array (m, k)
//     map m                                                   …
//     map r                                                   let all: [total]i64 = concat r, q
//   }
//   …
//   let all: [total]i64 = reshape rs
//
// Divide and conquer is written as a par over the few parts. Where it runs on one thread, the rows
// in which the parts were packed for the par, and the rows of its results, are work for nothing:
// once the points are apart, simplify takes each part as it is. The same holds for this few points
// at level grid where there is a lifted version beside them, from flatten: that one runs when there
// are threads.
//
//   let s: f32 = par@thread (k < 9) {                         let d0: i64 = sub i, 1
//     let d: i64 = div k, 3 …                                 let x0: f32 = index a[…]
//     let x: f32 = index a[…]                                 …
//     reduce (add; 0) x                                       let s1: f32 = add 0, x0 …
//   }
//
// The points of a stencil are written as a par over them. Apart, their offsets are constants, and
// the loop around them vectorises. On a device the sums of a product of matrices that could be a
// tile stay together.
//
//   let ys: [19]f32 = par@thread (k < 19) {           let d0: i64 = 0      let d1: i64 = 1 …
//     let d: i64 = index table[k] …             =>    …
//     map y }                                         let ys: [19]f32 = array (y0, y1, …)
//
// Directions, weights and the like are global tables of constants. Their elements are known where
// the points are apart. So are the coefficients of a polynomial, of which a loop takes one in each
// round, when the rounds are.
#include "flat/flat.h"
#include "ir/build.h"
#include "ir/map.h"
#include "ir/par.h"
#include "ir/plan.h"
#include "ir/type.h"
#include "ir/walk.h"

enum {
  POINT_LIMIT = 4,    // of points that call functions
  REDUCED_LIMIT = 16, // of those that are reduced
  SIZE_LIMIT = 192,   // statements that these become
  TABLE_LIMIT = 32,   // points that read tables
  TABLE_SIZE = 768    // statements that these become
};

typedef struct Unroller {
  Program *program;
  Mapper mapper;
  Map *rows;        // a join that is gone -> the rows of its points
  Map *thresholds;  // conditions that ask for enough parallelism
  VarSet tables;    // global lists of constants
  VarSet lists;     // other ones, and slices of them
  bool is_unlifted; // where flatten has a version for more parallelism than there is here
  bool is_for_device;
  Vec(const Par *) maps; // around the statements
} Unroller;

typedef struct UnrollRows {
  Atom *atoms;
  size_t count;
} UnrollRows;

typedef struct UnrollSurvey {
  size_t calls, size;
} UnrollSurvey;

static bool survey_stm(Walker *walker, Stm *stm) {
  UnrollSurvey *survey = walker->context;
  survey->size++;
  survey->calls += stm->exp->op == OP_CALL;
  return true;
}

// Are there calls, outside branches and loops, or there if that is not much in all?
static bool has_call(const Stms *stms, size_t points) {
  UnrollSurvey survey = {0};
  Walker walker = {.context = &survey, .enter = survey_stm};
  for (size_t i = 0; i < stms->count; i++)
    if (stms->data[i]->exp->op == OP_CALL) return true;
  walk_stms(&walker, stms);
  return survey.calls > 0 && survey.size * points <= SIZE_LIMIT;
}

static bool is_plain(const Stms *stms) {
  for (size_t i = 0; i < stms->count; i++) {
    const Stm *stm = stms->data[i];
    if (stm->var_count != 1 || stm->vars[0]->type->kind != TYPE_SCALAR) return false;
    if (!op_is_scalar(stm->exp->op) && stm->exp->op != OP_INDEX) return false;
  }
  return true;
}

// A reduction of scalars by an operator that is a few scalar operations.
static bool is_plain_reduction(const Output *output) {
  if (!mode_has(output->mode, TRAIT_TOTAL) || !is_plain(&output->op->body->stms)) return false;
  for (size_t k = 0; k < output->value_count; k++)
    if (atom_type(output->values[k])->kind != TYPE_SCALAR) return false;
  return true;
}

// sums := op(sums, values)
static void combine(Program *program, const Lambda *op, Atom *sums, const Atom *values,
                    size_t count, Stms *out) {
  Subst *subst = subst_new(program);
  for (size_t i = 0; i < count; i++) {
    subst_add(subst, op->params[i], sums[i]);
    subst_add(subst, op->params[count + i], values[i]);
  }
  for (size_t i = 0; i < op->body->stms.count; i++)
    vec_push(program->arena, out, rename_stm(program, op->body->stms.data[i], subst));
  for (size_t i = 0; i < count; i++)
    sums[i] = subst_atom(subst, op->body->results[i]);
}

// The rows of a join must be vectors to be concatenated; other results are scalars, also reduced.
static bool is_unrollable(const Unroller *unroller, const Stm *stm) {
  const Par *par = stm->exp->as.par;
  bool is_here = par->level == PAR_THREAD || (unroller->is_unlifted && par->level == PAR_GRID);
  if (stm->cert_count > 0 || !is_here || par->rank != 1 || par->has_epilogue) return false;
  if (par->consumed_count + par->acc_count > 0 || par->space[0].var) return false;
  if (par->space[0].size < 1 || par->space[0].size > POINT_LIMIT) return false;
  size_t var = 0;
  for (size_t i = 0; i < par->body.output_count; i++) {
    const Output *output = &par->body.outputs[i];
    const Type *made = stm->vars[var]->type;
    var += mode_has(output->mode, TRAIT_TOTAL) ? output->value_count : 1;
    if (is_plain_reduction(output)) continue;
    if (!mode_has(output->mode, TRAIT_ELEMENTS)) return false;
    const Type *type = atom_type(output->values[0]);
    if (type->kind == TYPE_SCALAR) continue;
    if (type->kind != TYPE_ARRAY || type->rank != 1 || !type_is_irregular(made)) return false;
  }
  return has_call(&par->body.stms, (size_t)par->space[0].size);
}

// Names for what was reduced; simplify takes these away.
static void name_sums(Builder *builder, Var **vars, const Atom *sums, size_t count) {
  for (size_t i = 0; i < count; i++) {
    Atom args[] = {atom_bool(true), sums[i], sums[i]};
    build_stm(builder, exp_new(builder->program, OP_SELECT, args, 3), &vars[i], 1);
  }
}

// The values of an output at all points, one point after the other, become its results.
static void unroll_output(Unroller *unroller, const Output *output, Var **vars,
                          const UnrollRows *rows, Builder *builder, Stms *out) {
  if (!mode_has(output->mode, TRAIT_TOTAL) && type_is_irregular(vars[0]->type)) {
    map_put(unroller->rows, map_key(vars[0]), (void *)rows);
    return;
  }
  if (!mode_has(output->mode, TRAIT_TOTAL)) {
    Exp *array = exp_new(unroller->program, OP_ARRAY, rows->atoms, rows->count);
    build_stm(builder, array, vars, 1);
    return;
  }
  size_t count = output->value_count;
  Atom *sums = arena_array(unroller->program->arena, Atom, count + 1);
  for (size_t k = 0; k < count; k++)
    sums[k] = output->neutral[k];
  for (size_t first = 0; first < rows->count; first += count)
    combine(unroller->program, output->op, sums, rows->atoms + first, count, out);
  name_sums(builder, vars, sums, count);
}

static void unroll(Unroller *unroller, const Stm *stm, Stms *out) {
  Program *program = unroller->program;
  const Par *par = stm->exp->as.par;
  size_t points = (size_t)par->space[0].size, results = par->body.output_count;
  UnrollRows *rows = arena_array(program->arena, UnrollRows, results + 1);
  for (size_t i = 0; i < results; i++) {
    size_t count = points * par->body.outputs[i].value_count;
    rows[i] = (UnrollRows){.atoms = arena_array(program->arena, Atom, count + 1), .count = count};
  }
  for (size_t point = 0; point < points; point++) {
    Subst *subst = subst_new(program);
    subst_add(subst, par->indices[0], atom_i64((int64_t)point));
    for (size_t i = 0; i < par->body.stms.count; i++)
      vec_push(program->arena, out, rename_stm(program, par->body.stms.data[i], subst));
    for (size_t i = 0; i < results; i++) {
      const Output *output = &par->body.outputs[i];
      for (size_t k = 0; k < output->value_count; k++)
        rows[i].atoms[point * output->value_count + k] = subst_atom(subst, output->values[k]);
    }
  }
  Builder builder = builder_new(program, out, stm->span);
  size_t var = 0;
  for (size_t i = 0; i < results; i++) {
    const Output *output = &par->body.outputs[i];
    unroll_output(unroller, output, stm->vars + var, &rows[i], &builder, out);
    var += mode_has(output->mode, TRAIT_TOTAL) ? output->value_count : 1;
  }
}

// ---- Reductions ----

static bool is_small_reduction(const Stm *stm) {
  const Par *par = stm->exp->as.par;
  if (stm->cert_count > 0 || par->level != PAR_THREAD || par->rank != 1 || par->has_epilogue)
    return false;
  if (par->consumed_count + par->acc_count > 0 || par->space[0].var) return false;
  if (par->space[0].size < 1 || par->space[0].size > REDUCED_LIMIT) return false;
  size_t size = par->body.stms.count;
  for (size_t i = 0; i < par->body.output_count; i++) {
    const Output *output = &par->body.outputs[i];
    if (!is_plain_reduction(output)) return false;
    size += output->op->body->stms.count;
  }
  return is_plain(&par->body.stms) && size * (size_t)par->space[0].size <= SIZE_LIMIT;
}

// The index of an element moves with this index, by itself.
static bool has_index(const Exp *load, const Var *index) {
  for (size_t i = 1; i < load->arg_count; i++)
    if (load->args[i].var == index) return true;
  return false;
}

static bool is_wide(Dim dim) { return dim.var || dim.size >= PLAN_TILE_LEAST; }

// How many elements the points load that move with the first index, and with the second one, too,
// when that is not NULL.
static size_t count_loads(const Par *par, const Var *index, const Var *other) {
  size_t count = 0;
  for (size_t i = 0; i < par->body.stms.count; i++) {
    const Exp *exp = par->body.stms.data[i]->exp;
    if (exp->op == OP_INDEX && has_index(exp, index) && (!other || has_index(exp, other))) count++;
  }
  return count;
}

// Could a device take the sums of all points as tiles: are there enough steps, rows and columns,
// and is each element of a row or of a column? Small matrices must be of a batch.
static bool is_product(const Unroller *unroller, const Par *par) {
  if (!unroller->is_for_device) return false;
  const Var *column = NULL, *row = NULL;
  Dim columns = par->space[0], rows = columns;
  bool has_batch = false;
  for (size_t i = unroller->maps.count; i-- > 0;) {
    const Par *map = unroller->maps.data[i];
    for (size_t k = map->rank; k-- > 0;) {
      const Var *index = map->indices[k];
      if (row) {
        has_batch = has_batch || (count_loads(par, index, row) && count_loads(par, index, column));
      } else {
        *(column ? &row : &column) = index;
        *(row ? &rows : &columns) = map->space[k];
      }
    }
  }
  if (!row || count_loads(par, row, column) > 0) return false;
  if (count_loads(par, row, NULL) == 0 || count_loads(par, column, NULL) == 0) return false;
  return (is_wide(rows) && is_wide(columns) && par->space[0].size >= PLAN_TILE_STEPS) ||
         (has_batch && plan_batch_side(rows, columns, par->space[0]) > 0);
}

// ---- Tables ----

static bool is_list(const Exp *exp) {
  if (exp->op != OP_ARRAY) return false;
  for (size_t k = 0; k < exp->arg_count; k++)
    if (exp->args[k].var) return false;
  return true;
}

static bool is_table(const Global *global, const Var *value) {
  const Stms *stms = &global->body->stms;
  for (size_t i = 0; i < stms->count; i++)
    if (stms->data[i]->var_count > 0 && stms->data[i]->vars[0] == value)
      return is_list(stms->data[i]->exp);
  return false;
}

static void find_tables(Unroller *unroller) {
  Program *program = unroller->program;
  unroller->tables = varset_new(program->arena);
  unroller->lists = varset_new(program->arena);
  for (size_t i = 0; i < program->globals.count; i++) {
    const Global *global = program->globals.data[i];
    for (size_t k = 0; k < global->var_count; k++)
      if (is_table(global, global->body->results[k].var))
        varset_add(&unroller->tables, global->vars[k]);
  }
}

// Counts the statements: scalars, also elements, checks, and choices between them. False when there
// is anything else.
static bool count_scalars(const Stms *stms, size_t *count) {
  for (size_t i = 0; i < stms->count; i++) {
    const Stm *stm = stms->data[i];
    const Exp *exp = stm->exp;
    ++*count;
    for (size_t k = 0; k < stm->var_count; k++)
      if (type_is_array(stm->vars[k]->type)) return false;
    if (exp->op == OP_IF) {
      for (size_t k = 0; k < 2; k++)
        if (!count_scalars(&exp->as.branches.bodies[k]->stms, count)) return false;
    } else if (!op_is_scalar(exp->op) && exp->op != OP_INDEX && exp->op != OP_ASSERT) {
      return false;
    }
  }
  return true;
}

// Does a point read the element of a table that has its own number?
static bool reads_table(const Unroller *unroller, const Par *par) {
  for (size_t i = 0; i < par->body.stms.count; i++) {
    const Exp *exp = par->body.stms.data[i]->exp;
    if (exp->op == OP_INDEX && varset_has(&unroller->tables, exp->args[0].var) &&
        exp->args[1].var == par->indices[0])
      return true;
  }
  return false;
}

// Maps and reductions of scalars, by points that read tables.
static bool is_tabled(const Unroller *unroller, const Stm *stm) {
  const Par *par = stm->exp->as.par;
  if (stm->cert_count > 0 || par->level != PAR_THREAD || par->rank != 1 || par->has_epilogue)
    return false;
  if (par->consumed_count + par->acc_count > 0 || par->space[0].var) return false;
  if (par->space[0].size < 1 || par->space[0].size > TABLE_LIMIT) return false;
  size_t size = 0;
  for (size_t i = 0; i < par->body.output_count; i++) {
    const Output *output = &par->body.outputs[i];
    if (is_plain_reduction(output))
      size += output->op->body->stms.count;
    else if (!mode_has(output->mode, TRAIT_ELEMENTS) ||
             atom_type(output->values[0])->kind != TYPE_SCALAR)
      return false;
  }
  return reads_table(unroller, par) && count_scalars(&par->body.stms, &size) &&
         size * (size_t)par->space[0].size <= TABLE_SIZE;
}

// A list that the statement gives, or a slice of one.
static void note_list(Unroller *unroller, const Stm *stm) {
  const Exp *exp = stm->exp;
  bool is_slice = exp->op == OP_SLICE && varset_has(&unroller->lists, exp->args[0].var);
  if (is_slice || is_list(exp)) varset_add(&unroller->lists, stm->vars[0]);
}

// Is it the number of the round, in whatever width?
static bool is_round(const Loop *loop, Atom atom) {
  if (atom.var == loop->index) return true;
  for (size_t i = 0; i < loop->body->stms.count; i++) {
    const Stm *stm = loop->body->stms.data[i];
    if (stm->exp->op == OP_SEXT && stm->vars[0] == atom.var)
      return stm->exp->args[0].var == loop->index;
  }
  return false;
}

// A loop over scalars that takes the element of a list with the number of the round.
static bool is_listed(const Unroller *unroller, const Stm *stm) {
  const Loop *loop = stm->exp->as.loop;
  if (!loop->index || stm->cert_count > 0) return false;
  Atom bound = loop_bound(stm->exp);
  if (bound.var || constant_to_i64(bound.constant) < 1) return false;
  if (constant_to_i64(bound.constant) > REDUCED_LIMIT) return false;
  for (size_t i = 0; i < loop->param_count; i++)
    if (loop->params[i]->type->kind != TYPE_SCALAR) return false;
  bool is_read = false;
  const Stms *stms = &loop->body->stms;
  for (size_t i = 0; i < stms->count; i++) {
    const Exp *exp = stms->data[i]->exp;
    is_read |= exp->op == OP_INDEX && exp->arg_count == 2 && is_round(loop, exp->args[1]) &&
               (varset_has(&unroller->lists, exp->args[0].var) ||
                varset_has(&unroller->tables, exp->args[0].var));
  }
  size_t size = 0;
  return is_read && count_scalars(stms, &size) &&
         size * (size_t)constant_to_i64(bound.constant) <= SIZE_LIMIT;
}

static void unroll_loop(Unroller *unroller, const Stm *stm, Stms *out) {
  Program *program = unroller->program;
  const Loop *loop = stm->exp->as.loop;
  Atom bound = loop_bound(stm->exp);
  Atom *values = arena_array(program->arena, Atom, loop->param_count + 1);
  for (size_t i = 0; i < loop->param_count; i++)
    values[i] = stm->exp->args[i];
  for (int64_t round = 0; round < constant_to_i64(bound.constant); round++) {
    Subst *subst = subst_new(program);
    subst_add(subst, loop->index, atom_constant(constant_int(loop->index->type->scalar, round)));
    for (size_t i = 0; i < loop->param_count; i++)
      subst_add(subst, loop->params[i], values[i]);
    for (size_t i = 0; i < loop->body->stms.count; i++)
      vec_push(program->arena, out, rename_stm(program, loop->body->stms.data[i], subst));
    for (size_t i = 0; i < loop->param_count; i++)
      values[i] = subst_atom(subst, loop->body->results[i]);
  }
  Builder builder = builder_new(program, out, stm->span);
  name_sums(&builder, stm->vars, values, stm->var_count);
}

static void unroll_reduction(Unroller *unroller, const Stm *stm, Stms *out) {
  Program *program = unroller->program;
  const Par *par = stm->exp->as.par;
  Atom *sums = arena_array(program->arena, Atom, stm->var_count + 1);
  Atom *values = arena_array(program->arena, Atom, stm->var_count + 1);
  for (int64_t point = 0; point < par->space[0].size; point++) {
    Subst *subst = subst_new(program);
    subst_add(subst, par->indices[0], atom_i64(point));
    for (size_t i = 0; i < par->body.stms.count; i++)
      vec_push(program->arena, out, rename_stm(program, par->body.stms.data[i], subst));
    size_t first = 0;
    for (size_t i = 0; i < par->body.output_count; i++) {
      const Output *output = &par->body.outputs[i];
      for (size_t k = 0; k < output->value_count; k++) {
        if (point == 0) sums[first + k] = output->neutral[k];
        values[first + k] = subst_atom(subst, output->values[k]);
      }
      combine(program, output->op, sums + first, values + first, output->value_count, out);
      first += output->value_count;
    }
  }
  Builder builder = builder_new(program, out, stm->span);
  name_sums(&builder, stm->vars, sums, stm->var_count);
}

// ---- The program ----

static bool is_version(const Unroller *unroller, const Stm *stm) {
  Var *condition = stm->exp->args[0].var;
  return condition && map_get(unroller->thresholds, map_key(condition));
}

// The branch for little parallelism is the second one.
static Stm *unroll_version(Unroller *unroller, const Stm *stm) {
  Program *program = unroller->program;
  Stm *version = arena_make(program->arena, Stm);
  *version = *stm;
  version->exp = arena_make(program->arena, Exp);
  *version->exp = *stm->exp;
  Body **bodies = arena_array(program->arena, Body *, 2);
  bodies[0] = map_body(&unroller->mapper, stm->exp->as.branches.bodies[0]);
  unroller->is_unlifted = true;
  bodies[1] = map_body(&unroller->mapper, stm->exp->as.branches.bodies[1]);
  unroller->is_unlifted = false;
  version->exp->as.branches.bodies = bodies;
  return version;
}

static bool unroll_stm(Mapper *mapper, Stm *stm, Stms *out) {
  Unroller *unroller = mapper->context;
  Program *program = unroller->program;
  if (stm->exp->op == OP_RESHAPE) {
    const UnrollRows *rows = map_get(unroller->rows, map_key(stm->exp->args[0].var));
    if (!rows) return false;
    Stm *joined = arena_make(program->arena, Stm);
    *joined = *stm;
    joined->exp = exp_concat(program, 0, rows->atoms, rows->count);
    vec_push(program->arena, out, joined);
    return true;
  }
  note_list(unroller, stm);
  if (stm->exp->op == OP_LOOP && is_listed(unroller, stm)) {
    unroll_loop(unroller, stm, out);
    return true;
  }
  if (stm->exp->op == OP_THRESHOLD)
    map_put(unroller->thresholds, map_key(stm->vars[0]), stm->vars[0]);
  if (stm->exp->op == OP_IF && !unroller->is_unlifted && is_version(unroller, stm)) {
    vec_push(program->arena, out, unroll_version(unroller, stm));
    return true;
  }
  if (stm->exp->op != OP_PAR) return false;
  if (!is_unrollable(unroller, stm)) {
    // What is inside a par at level grid is at level thread.
    bool was_unlifted = unroller->is_unlifted;
    unroller->is_unlifted = false;
    vec_push(program->arena, &unroller->maps, stm->exp->as.par);
    Stm *mapped = map_stm(mapper, stm);
    unroller->maps.count--;
    unroller->is_unlifted = was_unlifted;
    if (is_tabled(unroller, mapped))
      unroll(unroller, mapped, out);
    else if (is_small_reduction(mapped) && !is_product(unroller, mapped->exp->as.par))
      unroll_reduction(unroller, mapped, out);
    else
      vec_push(program->arena, out, mapped);
    return true;
  }
  unroll(unroller, map_stm(mapper, stm), out);
  return true;
}

static Program *unroll_run(Program *program, const Target *target, Diag *diag) {
  (void)diag;
  Unroller unroller = {.program = program,
                       .rows = map_new(program->arena),
                       .thresholds = map_new(program->arena),
                       .is_for_device = target->has_device};
  find_tables(&unroller);
  unroller.mapper = (Mapper){.program = program, .context = &unroller, .stm = unroll_stm};
  map_program(&unroller.mapper, program);
  return program;
}

const Pass pass_unroll = {.name = "unroll",
                          .purpose = "take a loop over a few points apart",
                          .from = LEVEL_FLAT,
                          .to = LEVEL_FLAT,
                          .breaks = PROPERTY_SIMPLE,
                          .run = unroll_run};
