#include "ir/natural.h"

#include "ir/build.h"
#include "ir/map.h"
#include "ir/par.h"
#include "ir/type.h"
#include "ir/walk.h"

// How far definitions are followed.
enum { DEFINITION_DEPTH = 8 };

// Numbers that are parameters and that the types of results name: the results have a size of their
// own for each.
typedef struct AddedSizes {
  Vars params, results;
} AddedSizes;

typedef struct Naturals {
  Program *program;
  Arena *scratch;
  VarSet rows;     // what rows have as their size
  VarSet naturals; // what is bound with an array that has this size, and indices
  VarSet clamped;  // the sizes that take the place of numbers
  Map *defs;       // Var -> Stm that binds it alone
  Map *sizes;      // Var -> Var: the size that takes its place
  Map *added;      // Fun -> AddedSizes
  Mapper mapper;
  bool is_type; // the mapper is at a type
} Naturals;

// ---- What rows have, and what is not negative ----

static void find_rows(Naturals *naturals, const Type *type) {
  for (size_t i = 0; i < type->acc_count; i++)
    find_rows(naturals, type->acc_types[i]);
  for (size_t i = 1; i < type_rank(type); i++) {
    Var *size = type->dims[i].var;
    if (size && type_is_scalar(size->type, SCALAR_I64)) varset_add(&naturals->rows, size);
  }
}

// The sizes of a telescope's arrays that are bound in it.
static void note_telescope(Naturals *naturals, Var *const *vars, size_t count) {
  for (size_t i = 0; i < count; i++)
    for (size_t k = 0; k < type_rank(vars[i]->type); k++)
      for (size_t j = 0; j < i; j++)
        if (vars[j] == vars[i]->type->dims[k].var) varset_add(&naturals->naturals, vars[j]);
}

static void note_bind(Walker *walker, Var *var) { find_rows(walker->context, var->type); }

static bool note_stm(Walker *walker, Stm *stm) {
  Naturals *naturals = walker->context;
  if (stm->var_count == 1) map_put(naturals->defs, map_key(stm->vars[0]), stm);
  note_telescope(naturals, stm->vars, stm->var_count);
  if (stm->exp->op == OP_LOOP) {
    const Loop *loop = stm->exp->as.loop;
    note_telescope(naturals, loop->params, loop->param_count);
    if (loop->index) varset_add(&naturals->naturals, loop->index);
  }
  for (size_t i = 0; stm->exp->op == OP_PAR && i < stm->exp->as.par->rank; i++)
    varset_add(&naturals->naturals, stm->exp->as.par->indices[i]);
  return true;
}

static bool is_natural(const Naturals *naturals, Atom atom, unsigned depth) {
  if (!atom.var) return constant_to_i64(atom.constant) >= 0;
  if (varset_has(&naturals->naturals, atom.var)) return true;
  const Stm *def = map_get(naturals->defs, map_key(atom.var));
  if (!def || depth == 0) return false;
  const Exp *exp = def->exp;
  if (exp->op != OP_ADD && exp->op != OP_MUL && exp->op != OP_SMIN && exp->op != OP_SMAX)
    return false;
  bool is_first = is_natural(naturals, exp->args[0], depth - 1);
  if (exp->op == OP_SMAX && is_first) return true;
  if (exp->op != OP_SMAX && !is_first) return false;
  return is_natural(naturals, exp->args[1], depth - 1);
}

// ---- Sizes in the place of numbers ----

// Do rows have the number, which may be negative?
static bool is_unsafe(const Naturals *naturals, Var *number) {
  return varset_has(&naturals->rows, number) &&
         !is_natural(naturals, atom_var(number), DEFINITION_DEPTH);
}

// Emits the size for such a number.
static void emit_natural(Naturals *naturals, Var *number, Stms *out) {
  if (!is_unsafe(naturals, number)) return;
  Builder builder = builder_new(naturals->program, out, number->span);
  Atom size = build_binary(&builder, "size", OP_SMAX, atom_var(number), atom_i64(0));
  map_put(naturals->sizes, map_key(number), size.var);
  varset_add(&naturals->clamped, size.var);
}

static Atom as_size(const Naturals *naturals, Atom atom) {
  Var *size = atom.var ? map_get(naturals->sizes, map_key(atom.var)) : NULL;
  return size ? atom_var(size) : atom;
}

static Atom map_use(Mapper *mapper, Atom atom) {
  const Naturals *naturals = mapper->context;
  return naturals->is_type ? as_size(naturals, atom) : atom;
}

static Var *map_bind(Mapper *mapper, Var *var) {
  Naturals *naturals = mapper->context;
  naturals->is_type = true;
  var->type = map_type(mapper, var->type);
  naturals->is_type = false;
  return var;
}

// The values that a telescope is given: those that are its sizes.
static Atom *size_values(const Naturals *naturals, const Atom *atoms, size_t atom_count,
                         Var *const *vars, size_t var_count) {
  Atom *values = arena_array(naturals->program->arena, Atom, atom_count);
  for (size_t i = 0; i < atom_count; i++) {
    bool is_size = i < var_count && varset_has(&naturals->naturals, vars[i]);
    values[i] = is_size ? as_size(naturals, atoms[i]) : atoms[i];
  }
  return values;
}

static void size_results(const Naturals *naturals, Body *body, Var *const *vars, size_t count) {
  body->results = size_values(naturals, body->results, body->result_count, vars, count);
}

// ---- Statements ----

// Ranges have the counts of what they select.
static void size_counts(const Naturals *naturals, Exp *exp) {
  size_t next = exp->op == OP_SLICE ? 1 : 2;
  const Selector *selector = &exp->as.selector;
  Atom *args = arena_array(naturals->program->arena, Atom, exp->arg_count);
  for (size_t i = 0; i < exp->arg_count; i++)
    args[i] = exp->args[i];
  if (selector->is_lmad) next++;
  for (size_t i = 0; i < selector->rank; i++) {
    bool is_range = selector->is_lmad || selector->is_range[i];
    size_t count = selector->is_lmad ? next : next + 1;
    if (is_range) args[count] = as_size(naturals, args[count]);
    next += selector->is_lmad ? 2 : is_range ? 3 : 1;
  }
  exp->args = args;
}

static void size_call(const Naturals *naturals, Exp *exp) {
  const Fun *fun = exp->as.callee;
  Var **params = arena_array(naturals->scratch, Var *, fun->param_count);
  for (size_t i = 0; i < fun->param_count; i++)
    params[i] = fun->params[i].var;
  exp->args = size_values(naturals, exp->args, exp->arg_count, params, fun->param_count);
}

// What comes in: before the bodies inside are mapped.
static void size_inputs(const Naturals *naturals, Exp *exp) {
  if (exp->op == OP_SLICE || exp->op == OP_UPDATE) size_counts(naturals, exp);
  if (exp->op == OP_CALL) size_call(naturals, exp);
  if (exp->op == OP_PAR)
    for (size_t i = 0; i < exp->as.par->rank; i++)
      exp->as.par->space[i] = dim_atom(as_size(naturals, dim_size(exp->as.par->space[i])));
  if (exp->op == OP_LOOP) {
    const Loop *loop = exp->as.loop;
    exp->args = size_values(naturals, exp->args, exp->arg_count, loop->params, loop->param_count);
  }
}

// What is joined has the sum of the sizes that its parts have now; yields it, or a constant when
// they have what they had.
static Atom concat_size(Naturals *naturals, const Stm *stm, Stms *out) {
  const Exp *exp = stm->exp;
  bool is_other = false;
  Atom sum = atom_i64(0);
  Builder builder = builder_new(naturals->program, out, stm->span);
  for (size_t i = 0; i < exp->arg_count; i++) {
    Atom size = dim_size(atom_type(exp->args[i])->dims[exp->as.dim]);
    is_other |= size.var && varset_has(&naturals->clamped, size.var);
  }
  for (size_t i = 0; is_other && i < exp->arg_count; i++) {
    Atom size = dim_size(atom_type(exp->args[i])->dims[exp->as.dim]);
    sum = i == 0 ? size : build_binary(&builder, "size", OP_ADD, sum, size);
  }
  return sum;
}

static bool is_bound_in(const Stms *stms, const Var *var) {
  for (size_t i = stms->count; i > 0; i--)
    for (size_t k = 0; k < stms->data[i - 1]->var_count; k++)
      if (stms->data[i - 1]->vars[k] == var) return true;
  return false;
}

// The sum takes the place of the size that the whole had, where that is bound beside it. One that
// is bound around it may be the size of something there too: then the whole is made with the sum,
// and coerced.
static void emit_concat(Naturals *naturals, Stm *stm, Stms *out) {
  Program *program = naturals->program;
  Var **whole = &stm->vars[stm->var_count - 1];
  uint32_t dim = stm->exp->as.dim;
  Dim total = (*whole)->type->dims[dim];
  // The fields of an array of tuples are joined one after the other, and have one size.
  bool is_sized = total.var && map_find(naturals->sizes, map_key(total.var), NULL);
  Atom sum = is_sized ? atom_i64(0) : concat_size(naturals, stm, out);
  bool is_inside = total.var && is_bound_in(out, total.var);
  if (sum.var && is_inside) map_put(naturals->sizes, map_key(total.var), sum.var);
  stm = map_stm(&naturals->mapper, stm);
  vec_push(program->arena, out, stm);
  if (!sum.var || !total.var || is_inside) return;
  whole = &stm->vars[stm->var_count - 1];
  const Type *type = (*whole)->type;
  Dim *dims = arena_array(program->arena, Dim, type->rank);
  for (uint32_t i = 0; i < type->rank; i++)
    dims[i] = i == dim ? dim_atom(sum) : type->dims[i];
  Var *made = var_like(program, *whole, type_with_dims(program, type, type->rank, dims));
  Var *coerced = *whole;
  *whole = made;
  Builder builder = builder_new(program, out, stm->span);
  Atom operand = atom_var(made);
  build_stm(&builder, exp_new(program, OP_COERCE, &operand, 1), &coerced, 1);
}

// Numbers that are parameters of a function or `for` loop get their sizes in its body.
static void size_params(Naturals *naturals, Var *const *params, size_t count, Body *body) {
  Stms stms = {0};
  for (size_t i = 0; i < count; i++)
    emit_natural(naturals, params[i], &stms);
  if (stms.count == 0) return;
  for (size_t i = 0; i < body->stms.count; i++)
    vec_push(naturals->program->arena, &stms, body->stms.data[i]);
  body->stms = stms;
}

// Sizes of rows that leave a par as lengths.
static void size_outputs(const Naturals *naturals, const Stm *stm) {
  const Par *par = stm->exp->as.par;
  for (size_t i = 0; i < stm->var_count; i++) {
    size_t first;
    const Output *output = par_output_at(par, i, &first);
    if (mode_has(output->mode, TRAIT_ELEMENTS) && varset_has(&naturals->naturals, stm->vars[i]))
      output->values[i - first] = as_size(naturals, output->values[i - first]);
  }
}

// What leaves the bodies inside.
static void size_leaving(const Naturals *naturals, const Stm *stm) {
  const Exp *exp = stm->exp;
  if (exp->op == OP_IF || exp->op == OP_SWITCH)
    for (size_t i = 0; i < exp->as.branches.body_count; i++)
      size_results(naturals, exp->as.branches.bodies[i], stm->vars, stm->var_count);
  if (exp->op == OP_LOOP)
    size_results(naturals, exp->as.loop->body, exp->as.loop->params, exp->as.loop->param_count);
  if (exp->op == OP_PAR) size_outputs(naturals, stm);
}

// A call, whose function may have more results now. Arrays that it gives with other sizes than the
// caller has for them get those by a coerce.
static void emit_call(Naturals *naturals, const Stm *stm, Stms *out) {
  Program *program = naturals->program;
  const AddedSizes *sizes = map_get(naturals->added, map_key(stm->exp->as.callee));
  size_t added = sizes ? sizes->results.count : 0;
  Builder builder = builder_new(program, out, stm->span);
  builder.certs = stm->certs;
  builder.cert_count = stm->cert_count;
  Stm *made = build_infer(&builder, stm->exp->as.callee->name, stm->exp);
  made->attrs = stm->attrs;
  Subst *subst = subst_new(program);
  for (size_t i = 0; i < stm->var_count; i++) {
    Var **fresh = &made->vars[added + i], *old = stm->vars[i];
    (*fresh)->type = subst_type(subst, (*fresh)->type);
    if (type_equal((*fresh)->type, old->type)) {
      subst_add(subst, *fresh, atom_var(old));
      *fresh = old;
      continue;
    }
    Atom operand = atom_var(*fresh);
    build_stm(&builder, exp_new(program, OP_COERCE, &operand, 1), &old, 1);
  }
}

static bool map_statement(Mapper *mapper, Stm *stm, Stms *out) {
  Naturals *naturals = mapper->context;
  size_inputs(naturals, stm->exp);
  if (stm->exp->op == OP_LOOP && stm->exp->as.loop->index)
    size_params(naturals, stm->exp->as.loop->params, stm->exp->as.loop->param_count,
                stm->exp->as.loop->body);
  if (stm->exp->op == OP_CONCAT) {
    emit_concat(naturals, stm, out);
    return true;
  }
  Stm *mapped = map_stm(mapper, stm);
  size_leaving(naturals, mapped);
  if (mapped->exp->op == OP_CALL)
    emit_call(naturals, mapped, out);
  else
    vec_push(naturals->program->arena, out, mapped);
  for (size_t i = 0; i < mapped->var_count; i++)
    emit_natural(naturals, mapped->vars[i], out);
  return true;
}

// ---- Functions ----

static Vars param_vars(Naturals *naturals, const Fun *fun) {
  Vars vars = {0};
  for (size_t i = 0; i < fun->param_count; i++)
    vec_push(naturals->scratch, &vars, fun->params[i].var);
  return vars;
}

static Vars result_vars(Naturals *naturals, const Fun *fun) {
  Vars vars = {0};
  for (size_t i = 0; i < fun->result_count; i++)
    vec_push(naturals->scratch, &vars, fun->results[i].var);
  return vars;
}

static void note_fun(Naturals *naturals, Walker *walker, Fun *fun) {
  Vars params = param_vars(naturals, fun), results = result_vars(naturals, fun);
  walk_fun(walker, fun);
  note_telescope(naturals, params.data, params.count);
  note_telescope(naturals, results.data, results.count);
}

// Which sizes the function's results need.
static AddedSizes *find_added(Naturals *naturals, const Fun *fun) {
  AddedSizes *added = arena_make(naturals->scratch, AddedSizes);
  for (size_t i = 0; i < fun->param_count; i++) {
    Var *param = fun->params[i].var;
    bool is_named = false;
    for (size_t k = 0; k < fun->result_count; k++)
      for (size_t j = 0; j < type_rank(fun->results[k].var->type); j++)
        is_named |= fun->results[k].var->type->dims[j].var == param;
    if (!is_named || !is_unsafe(naturals, param)) continue;
    Var *size = var_like(naturals->program, param, param->type);
    varset_add(&naturals->naturals, size);
    vec_push(naturals->scratch, &added->params, param);
    vec_push(naturals->scratch, &added->results, size);
  }
  return added;
}

// Gives the function these results, and its results types that name them.
static void add_results(Naturals *naturals, Fun *fun) {
  AddedSizes *added = find_added(naturals, fun);
  Arena *arena = naturals->program->arena;
  size_t count = added->results.count;
  if (count == 0) return;
  map_put(naturals->added, map_key(fun), added);
  Subst *subst = subst_new(naturals->program);
  Result *results = arena_array(arena, Result, count + fun->result_count);
  Atom *atoms = arena_array(arena, Atom, count + fun->result_count);
  for (size_t i = 0; i < count; i++) {
    subst_add(subst, added->params.data[i], atom_var(added->results.data[i]));
    results[i] = (Result){.var = added->results.data[i]};
    atoms[i] = atom_var(added->params.data[i]);
  }
  for (size_t i = 0; i < fun->result_count; i++) {
    results[count + i] = fun->results[i];
    results[count + i].var->type = subst_type(subst, results[count + i].var->type);
    atoms[count + i] = fun->body->results[i];
  }
  fun->results = results;
  fun->result_count += count;
  fun->result_size_count += count;
  fun->body->results = atoms;
  fun->body->result_count += count;
}

static void clamp_fun(Naturals *naturals, Fun *fun) {
  Vars params = param_vars(naturals, fun), results = result_vars(naturals, fun);
  size_params(naturals, params.data, params.count, fun->body);
  map_fun(&naturals->mapper, fun);
  size_results(naturals, fun->body, results.data, results.count);
}

void program_clamp_sizes(Program *program) {
  Arena *scratch = arena_new();
  Naturals naturals = {.program = program, .scratch = scratch};
  naturals.rows = varset_new(scratch);
  naturals.naturals = varset_new(scratch);
  naturals.clamped = varset_new(scratch);
  naturals.defs = map_new(scratch);
  naturals.sizes = map_new(scratch);
  naturals.added = map_new(scratch);
  naturals.mapper = (Mapper){.program = program,
                             .context = &naturals,
                             .use = map_use,
                             .bind = map_bind,
                             .stm = map_statement};
  Walker walker = {.context = &naturals, .bind = note_bind, .enter = note_stm};
  for (size_t i = 0; i < program->globals.count; i++) {
    Global *global = program->globals.data[i];
    walk_global(&walker, global);
    note_telescope(&naturals, global->vars, global->var_count);
  }
  for (size_t i = 0; i < program->funs.count; i++)
    note_fun(&naturals, &walker, program->funs.data[i]);
  for (size_t i = 0; i < program->funs.count; i++)
    add_results(&naturals, program->funs.data[i]);
  for (size_t i = 0; i < program->globals.count; i++) {
    Global *global = program->globals.data[i];
    global->body = map_body(&naturals.mapper, global->body);
    size_results(&naturals, global->body, global->vars, global->var_count);
  }
  for (size_t i = 0; i < program->funs.count; i++)
    clamp_fun(&naturals, program->funs.data[i]);
  arena_free(scratch);
}
