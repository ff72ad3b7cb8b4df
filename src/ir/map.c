#include "ir/map.h"

#include <string.h>

#include "ir/type.h"

// Every function here that maps a list takes `changed` and sets it when the result is not the very
// same; the owner of the list then copies itself.

// ---- Uses ----

Atom map_atom(Mapper *mapper, Atom atom) {
  return atom.var && mapper->use ? mapper->use(mapper, atom) : atom;
}

static Var *map_use(Mapper *mapper, Var *var, bool *changed) {
  Atom atom = map_atom(mapper, atom_var(var));
  if (!atom.var) INTERNAL_ERROR("a constant cannot stand for %s here", var->name);
  if (atom.var != var) *changed = true;
  return atom.var;
}

static void *list_copy(Mapper *mapper, const void *list, size_t count, size_t size) {
  if (!list) return NULL;
  void *copy = arena_alloc(mapper->program->arena, count * size);
  if (count > 0) memcpy(copy, list, count * size);
  return copy;
}

static Atom *map_atoms(Mapper *mapper, Atom *atoms, size_t count, bool *changed) {
  if (!atoms) return NULL;
  Atom *copy = mapper->always_copies ? list_copy(mapper, atoms, count, sizeof *atoms) : NULL;
  for (size_t i = 0; i < count; i++) {
    Atom atom = map_atom(mapper, atoms[i]);
    if (!copy && !atom_equal(atom, atoms[i])) copy = list_copy(mapper, atoms, count, sizeof *atoms);
    if (copy) copy[i] = atom;
  }
  if (!copy) return atoms;
  *changed = true;
  return copy;
}

static Var **map_uses(Mapper *mapper, Var **vars, size_t count, bool *changed) {
  bool is_new = mapper->always_copies;
  Var **copy = list_copy(mapper, vars, count, sizeof *vars);
  for (size_t i = 0; i < count; i++)
    copy[i] = map_use(mapper, vars[i], &is_new);
  if (!is_new) return vars;
  *changed = true;
  return copy;
}

static Dim map_dim(Mapper *mapper, Dim dim) {
  if (!dim.var) return dim;
  Dim mapped = dim_atom(map_atom(mapper, atom_var(dim.var)));
  mapped.skip = dim.skip;
  return mapped;
}

static Dim *map_dims(Mapper *mapper, Dim *dims, size_t rank, bool *changed) {
  Dim *copy = mapper->always_copies ? list_copy(mapper, dims, rank, sizeof *dims) : NULL;
  for (size_t i = 0; i < rank; i++) {
    Dim dim = map_dim(mapper, dims[i]);
    if (!copy && !dim_equal(dim, dims[i])) copy = list_copy(mapper, dims, rank, sizeof *dims);
    if (copy) copy[i] = dim;
  }
  if (!copy) return dims;
  *changed = true;
  return copy;
}

static const Place *map_place(Mapper *mapper, const Place *place, size_t rank, bool *changed) {
  if (!place) return NULL;
  Place *mapped = list_copy(mapper, place, 1, sizeof *place);
  bool is_new = mapper->always_copies;
  mapped->block = map_use(mapper, place->block, &is_new);
  mapped->offset = map_atom(mapper, place->offset);
  is_new |= !atom_equal(mapped->offset, place->offset);
  mapped->strides = map_atoms(mapper, place->strides, rank, &is_new);
  if (!is_new) return place;
  *changed = true;
  return mapped;
}

const Type *map_type(Mapper *mapper, const Type *type) {
  if (type->kind == TYPE_SCALAR || type->kind == TYPE_CERT || type->kind == TYPE_MEM) return type;
  bool changed = false;
  if (type->kind == TYPE_ACC) {
    const Type **types = arena_array(mapper->program->arena, const Type *, type->acc_count);
    for (size_t i = 0; i < type->acc_count; i++) {
      types[i] = map_type(mapper, type->acc_types[i]);
      changed |= types[i] != type->acc_types[i];
    }
    return changed ? type_acc(mapper->program, type->acc_count, types, type->acc_rank) : type;
  }
  Dim *dims = map_dims(mapper, type->dims, type->rank, &changed);
  const Place *place = map_place(mapper, type->place, type->rank, &changed);
  if (!changed) return type;
  const Type *mapped = type_with_dims(mapper->program, type, type->rank, dims);
  return place ? type_with_place(mapper->program, mapped, place) : mapped;
}

// ---- Bindings ----

static Var *map_bind(Mapper *mapper, Var *var, bool *changed) {
  if (!mapper->bind) {
    var->type = map_type(mapper, var->type);
    return var;
  }
  Var *bound = mapper->bind(mapper, var);
  if (bound != var) *changed = true;
  return bound;
}

static Var **map_binds(Mapper *mapper, Var **vars, size_t count, bool *changed) {
  bool is_new = mapper->always_copies;
  Var **copy = list_copy(mapper, vars, count, sizeof *vars);
  for (size_t i = 0; i < count; i++)
    copy[i] = map_bind(mapper, vars[i], &is_new);
  if (!is_new) return vars;
  *changed = true;
  return copy;
}

// ---- Bodies ----

#define node_copy(mapper, node) list_copy((mapper), (node), 1, sizeof *(node))

static Attrs map_attrs(Mapper *mapper, Attrs attrs) {
  if (mapper->always_copies)
    attrs.data = list_copy(mapper, attrs.data, attrs.capacity, sizeof *attrs.data);
  return attrs;
}

Stm *map_stm(Mapper *mapper, Stm *stm) {
  Stm mapped = *stm;
  bool changed = mapper->always_copies;
  mapped.certs = map_uses(mapper, stm->certs, stm->cert_count, &changed);
  mapped.exp = map_exp(mapper, stm->exp);
  changed |= mapped.exp != stm->exp;
  mapped.vars = map_binds(mapper, stm->vars, stm->var_count, &changed);
  mapped.attrs = map_attrs(mapper, stm->attrs);
  return changed ? node_copy(mapper, &mapped) : stm;
}

Stms map_stms(Mapper *mapper, Stms stms) {
  Stms out = {0};
  for (size_t i = 0; i < stms.count; i++) {
    if (mapper->stm && mapper->stm(mapper, stms.data[i], &out)) continue;
    vec_push(mapper->program->arena, &out, map_stm(mapper, stms.data[i]));
  }
  if (mapper->always_copies || out.count != stms.count) return out;
  for (size_t i = 0; i < stms.count; i++) {
    if (out.data[i] != stms.data[i]) return out;
  }
  return stms;
}

Body *map_body(Mapper *mapper, Body *body) {
  Body mapped = *body;
  bool changed = mapper->always_copies;
  mapped.stms = map_stms(mapper, body->stms);
  changed |= mapped.stms.data != body->stms.data;
  mapped.results = map_atoms(mapper, body->results, body->result_count, &changed);
  return changed ? node_copy(mapper, &mapped) : body;
}

static Body *map_part(Mapper *mapper, Body *body, bool *changed) {
  if (!body) return NULL;
  Body *mapped = map_body(mapper, body);
  *changed |= mapped != body;
  return mapped;
}

Lambda *map_lambda(Mapper *mapper, Lambda *lambda) {
  Lambda mapped = *lambda;
  bool changed = mapper->always_copies;
  mapped.params = map_binds(mapper, lambda->params, lambda->param_count, &changed);
  mapped.body = map_part(mapper, lambda->body, &changed);
  return changed ? node_copy(mapper, &mapped) : lambda;
}

static Lambda *map_operator(Mapper *mapper, Lambda *op, bool *changed) {
  if (!op) return NULL;
  Lambda *mapped = map_lambda(mapper, op);
  *changed |= mapped != op;
  return mapped;
}

// ---- par and with_acc ----

// What the outputs take from around the par, on a copy of the list.
static void map_outputs_outside(Mapper *mapper, Thunk *thunk, bool *changed) {
  thunk->outputs = list_copy(mapper, thunk->outputs, thunk->output_count, sizeof *thunk->outputs);
  for (size_t i = 0; i < thunk->output_count; i++) {
    Output *output = &thunk->outputs[i];
    output->op = map_operator(mapper, output->op, changed);
    output->neutral = map_atoms(mapper, output->neutral, output->value_count, changed);
    output->dests = map_atoms(mapper, output->dests, output->value_count, changed);
  }
}

static void map_thunk(Mapper *mapper, Thunk *thunk, bool *changed) {
  Stms stms = map_stms(mapper, thunk->stms);
  *changed |= stms.data != thunk->stms.data;
  thunk->stms = stms;
  for (size_t i = 0; i < thunk->output_count; i++) {
    Output *output = &thunk->outputs[i];
    Atom selector = map_atom(mapper, output->selector);
    *changed |= !atom_equal(selector, output->selector);
    output->selector = selector;
    output->indices = map_atoms(mapper, output->indices, output->index_count, changed);
    output->values = map_atoms(mapper, output->values, output->value_count, changed);
  }
}

static ParInput *map_inputs(Mapper *mapper, ParInput *inputs, size_t count, bool *changed) {
  ParInput *copy = list_copy(mapper, inputs, count, sizeof *inputs);
  for (size_t i = 0; i < count; i++)
    copy[i].outside = map_use(mapper, inputs[i].outside, changed);
  return copy;
}

static void map_insides(Mapper *mapper, ParInput *inputs, size_t count, bool *changed) {
  for (size_t i = 0; i < count; i++)
    inputs[i].inside = map_bind(mapper, inputs[i].inside, changed);
}

static Plan *map_plan(Mapper *mapper, Plan *plan, bool *changed) {
  if (!plan) return NULL;
  Plan mapped = *plan;
  bool is_other = mapper->always_copies;
  mapped.otherwise = map_plan(mapper, plan->otherwise, &is_other);
  if (plan->otherwise) mapped.condition = *map_atoms(mapper, &plan->condition, 1, &is_other);
  *changed |= is_other;
  return is_other ? node_copy(mapper, &mapped) : plan;
}

static Par *map_par(Mapper *mapper, Par *par) {
  Par mapped = *par;
  bool changed = mapper->always_copies;
  map_outputs_outside(mapper, &mapped.body, &changed);
  if (par->has_epilogue) map_outputs_outside(mapper, &mapped.epilogue, &changed);
  mapped.space = map_dims(mapper, par->space, par->rank, &changed);
  mapped.plan = map_plan(mapper, par->plan, &changed);
  mapped.consumed = map_inputs(mapper, par->consumed, par->consumed_count, &changed);
  mapped.accs = map_inputs(mapper, par->accs, par->acc_count, &changed);
  mapped.indices = map_binds(mapper, par->indices, par->rank, &changed);
  map_insides(mapper, mapped.consumed, par->consumed_count, &changed);
  map_insides(mapper, mapped.accs, par->acc_count, &changed);
  map_thunk(mapper, &mapped.body, &changed);
  mapped.scan_params = map_binds(mapper, par->scan_params, par->scan_param_count, &changed);
  if (par->has_epilogue) map_thunk(mapper, &mapped.epilogue, &changed);
  return changed ? node_copy(mapper, &mapped) : par;
}

static Loop *map_loop(Mapper *mapper, Loop *loop) {
  Loop mapped = *loop;
  bool changed = mapper->always_copies;
  mapped.params = map_binds(mapper, loop->params, loop->param_count, &changed);
  if (loop->index) mapped.index = map_bind(mapper, loop->index, &changed);
  mapped.condition = map_part(mapper, loop->condition, &changed);
  mapped.body = map_part(mapper, loop->body, &changed);
  return changed ? node_copy(mapper, &mapped) : loop;
}

static WithAcc *map_with_acc(Mapper *mapper, WithAcc *with_acc) {
  WithAcc mapped = *with_acc;
  bool changed = mapper->always_copies;
  size_t count = with_acc->acc_count;
  mapped.accs = list_copy(mapper, with_acc->accs, count, sizeof *mapped.accs);
  for (size_t i = 0; i < count; i++) {
    AccDecl *acc = &mapped.accs[i];
    acc->dests = map_atoms(mapper, acc->dests, acc->dest_count, &changed);
    acc->op = map_operator(mapper, acc->op, &changed);
    acc->neutral = map_atoms(mapper, acc->neutral, acc->dest_count, &changed);
  }
  for (size_t i = 0; i < count; i++)
    mapped.accs[i].param = map_bind(mapper, mapped.accs[i].param, &changed);
  mapped.body = map_part(mapper, with_acc->body, &changed);
  return changed ? node_copy(mapper, &mapped) : with_acc;
}

// ---- Expressions ----

static void map_branches(Mapper *mapper, Branches *branches, bool *changed) {
  Body **bodies = list_copy(mapper, branches->bodies, branches->body_count, sizeof *bodies);
  for (size_t i = 0; i < branches->body_count; i++)
    bodies[i] = map_part(mapper, branches->bodies[i], changed);
  branches->bodies = bodies;
  if (mapper->always_copies && branches->cases)
    branches->cases =
        list_copy(mapper, branches->cases, branches->body_count - 1, sizeof *branches->cases);
}

// The part of an expression beside its operands.
static void map_payload(Mapper *mapper, Exp *exp, bool *changed) {
  if (exp->op == OP_IF || exp->op == OP_SWITCH) {
    map_branches(mapper, &exp->as.branches, changed);
  } else if (exp->op == OP_LOOP) {
    Loop *loop = exp->as.loop;
    exp->as.loop = map_loop(mapper, loop);
    *changed |= exp->as.loop != loop;
  } else if (exp->op == OP_PAR) {
    Par *par = exp->as.par;
    exp->as.par = map_par(mapper, par);
    *changed |= exp->as.par != par;
  } else if (exp->op == OP_WITH_ACC) {
    WithAcc *with_acc = exp->as.with_acc;
    exp->as.with_acc = map_with_acc(mapper, with_acc);
    *changed |= exp->as.with_acc != with_acc;
  } else if (exp->op == OP_CALL && mapper->callee) {
    Fun *callee = exp->as.callee;
    exp->as.callee = mapper->callee(mapper, callee);
    *changed |= exp->as.callee != callee;
  } else if (mapper->always_copies && exp->op == OP_PERMUTE) {
    size_t rank = type_rank(atom_type(exp->args[0]));
    exp->as.permutation = list_copy(mapper, exp->as.permutation, rank, sizeof(uint32_t));
  } else if (mapper->always_copies && (exp->op == OP_SLICE || exp->op == OP_UPDATE)) {
    Selector *selector = &exp->as.selector;
    selector->is_range = list_copy(mapper, selector->is_range, selector->rank, sizeof(bool));
  }
}

Exp *map_exp(Mapper *mapper, Exp *exp) {
  Exp mapped = *exp;
  bool changed = mapper->always_copies;
  mapped.args = map_atoms(mapper, exp->args, exp->arg_count, &changed);
  map_payload(mapper, &mapped, &changed);
  return changed ? node_copy(mapper, &mapped) : exp;
}

void map_fun(Mapper *mapper, Fun *fun) {
  bool changed = false; // the function itself stays
  for (size_t i = 0; i < fun->param_count; i++)
    fun->params[i].var = map_bind(mapper, fun->params[i].var, &changed);
  for (size_t i = 0; i < fun->result_count; i++)
    fun->results[i].var = map_bind(mapper, fun->results[i].var, &changed);
  fun->body = map_body(mapper, fun->body);
}

void map_program(Mapper *mapper, Program *program) {
  for (size_t i = 0; i < program->globals.count; i++)
    program->globals.data[i]->body = map_body(mapper, program->globals.data[i]->body);
  for (size_t i = 0; i < program->funs.count; i++)
    map_fun(mapper, program->funs.data[i]);
}

// ---- Substitution ----

static Atom subst_use(Mapper *mapper, Atom atom) { return subst_atom(mapper->context, atom); }

Subst *subst_new(Program *program) {
  Subst *subst = arena_make(program->arena, Subst);
  subst->atoms = map_new(program->arena);
  subst->mapper = (Mapper){.program = program, .context = subst, .use = subst_use};
  return subst;
}

void subst_add(Subst *subst, Var *var, Atom atom) {
  Atom *stored = arena_make(subst->mapper.program->arena, Atom);
  *stored = atom;
  map_put(subst->atoms, map_key(var), stored);
}

Atom subst_atom(Subst *subst, Atom atom) {
  while (atom.var) {
    const Atom *next = map_get(subst->atoms, map_key(atom.var));
    if (!next) break;
    atom = *next;
  }
  return atom;
}

const Type *subst_type(Subst *subst, const Type *type) { return map_type(&subst->mapper, type); }

Body *subst_body(Subst *subst, Body *body) { return map_body(&subst->mapper, body); }

Exp *subst_exp(Subst *subst, Exp *exp) { return map_exp(&subst->mapper, exp); }

// ---- Functions ----

static Name unused_name(const Program *program, Name name) {
  Name inner = name;
  for (unsigned i = 0; program_find(program, inner); i++)
    inner =
        intern_str(program->names, i == 0 ? arena_printf(program->arena, "%s_inner", name)
                                          : arena_printf(program->arena, "%s_inner_%u", name, i));
  return inner;
}

static Var *rename_var(Subst *subst, Program *program, Var *var) {
  Var *copy = var_like(program, var, subst_type(subst, var->type));
  subst_add(subst, var, atom_var(copy));
  return copy;
}

Fun *fun_copy(Program *program, const Fun *fun) {
  Fun *copy = arena_make(program->arena, Fun);
  Subst *subst = subst_new(program);
  *copy = *fun;
  copy->name = unused_name(program, fun->name);
  copy->entry = NULL;
  copy->params = arena_array(program->arena, Param, fun->param_count);
  for (size_t i = 0; i < fun->param_count; i++) {
    copy->params[i] = fun->params[i];
    copy->params[i].var = rename_var(subst, program, fun->params[i].var);
  }
  copy->results = arena_array(program->arena, Result, fun->result_count);
  for (size_t i = 0; i < fun->result_count; i++) {
    copy->results[i] = fun->results[i];
    copy->results[i].var = rename_var(subst, program, fun->results[i].var);
    copy->results[i].aliases = arena_array(program->arena, uint32_t, fun->results[i].alias_count);
    for (size_t k = 0; k < fun->results[i].alias_count; k++)
      copy->results[i].aliases[k] = fun->results[i].aliases[k];
  }
  copy->body = rename_body(program, fun->body, subst);
  return copy;
}

// ---- Copies ----

static Var *rename_bind(Mapper *mapper, Var *var) {
  Subst *subst = mapper->context;
  Var *fresh = var_like(mapper->program, var, map_type(mapper, var->type));
  subst_add(subst, var, atom_var(fresh));
  return fresh;
}

static Mapper rename_mapper(Program *program, Subst *subst) {
  return (Mapper){.program = program,
                  .context = subst,
                  .use = subst_use,
                  .bind = rename_bind,
                  .always_copies = true};
}

Body *rename_body(Program *program, Body *body, Subst *subst) {
  Mapper mapper = rename_mapper(program, subst);
  return map_body(&mapper, body);
}

Lambda *rename_lambda(Program *program, Lambda *lambda, Subst *subst) {
  Mapper mapper = rename_mapper(program, subst);
  return map_lambda(&mapper, lambda);
}

Stm *rename_stm(Program *program, Stm *stm, Subst *subst) {
  Mapper mapper = rename_mapper(program, subst);
  return map_stm(&mapper, stm);
}

typedef struct Clone {
  Map *vars; // old Var -> new Var
  Map *funs; // old Fun -> new Fun
} Clone;

static Atom clone_use(Mapper *mapper, Atom atom) {
  Clone *clone = mapper->context;
  Var *var = map_get(clone->vars, map_key(atom.var));
  if (!var) INTERNAL_ERROR("the variable %s.%u is not in scope", atom.var->name, atom.var->id);
  return atom_var(var);
}

static Var *clone_bind(Mapper *mapper, Var *var) {
  Clone *clone = mapper->context;
  Var *copy = node_copy(mapper, var);
  copy->type = map_type(mapper, var->type);
  map_put(clone->vars, map_key(var), copy);
  return copy;
}

static Fun *clone_callee(Mapper *mapper, Fun *fun) {
  Clone *clone = mapper->context;
  return map_get(clone->funs, map_key(fun));
}

static void clone_opaque(Mapper *mapper, Opaque *opaque) {
  opaque->fields = list_copy(mapper, opaque->fields, opaque->field_count, sizeof *opaque->fields);
  opaque->variants =
      list_copy(mapper, opaque->variants, opaque->variant_count, sizeof *opaque->variants);
  for (size_t i = 0; i < opaque->variant_count; i++) {
    OpaqueVariant *variant = &opaque->variants[i];
    variant->payload =
        list_copy(mapper, variant->payload, variant->payload_count, sizeof *variant->payload);
  }
}

static Entry *clone_entry(Mapper *mapper, Entry *entry) {
  if (!entry) return NULL;
  Entry *copy = node_copy(mapper, entry);
  copy->params = list_copy(mapper, entry->params, entry->param_count, sizeof *entry->params);
  copy->results = list_copy(mapper, entry->results, entry->result_count, sizeof *entry->results);
  copy->opaques = list_copy(mapper, entry->opaques, entry->opaque_count, sizeof *entry->opaques);
  for (size_t i = 0; i < copy->opaque_count; i++)
    clone_opaque(mapper, &copy->opaques[i]);
  return copy;
}

// A copy whose variables and body are still the old ones.
static Fun *clone_fun_head(Mapper *mapper, Fun *fun) {
  Fun *copy = node_copy(mapper, fun);
  copy->params = list_copy(mapper, fun->params, fun->param_count, sizeof *fun->params);
  copy->results = list_copy(mapper, fun->results, fun->result_count, sizeof *fun->results);
  for (size_t i = 0; i < fun->result_count; i++) {
    Result *result = &copy->results[i];
    result->aliases =
        list_copy(mapper, result->aliases, result->alias_count, sizeof *result->aliases);
  }
  copy->entry = clone_entry(mapper, fun->entry);
  copy->attrs = map_attrs(mapper, fun->attrs);
  return copy;
}

Program *program_clone(const Program *program, Arena *arena) {
  Program *copy = program_new(arena, program->names, program->level);
  copy->var_count = program->var_count;
  copy->last_id = program->last_id;
  copy->is_unguarded = program->is_unguarded;
  copy->block_size = program->block_size;
  Clone clone = {.vars = map_new(arena), .funs = map_new(arena)};
  Mapper mapper = {.program = copy,
                   .context = &clone,
                   .use = clone_use,
                   .bind = clone_bind,
                   .callee = clone_callee,
                   .always_copies = true};
  for (size_t i = 0; i < program->funs.count; i++) {
    Fun *fun = clone_fun_head(&mapper, program->funs.data[i]);
    map_put(clone.funs, map_key(program->funs.data[i]), fun);
    vec_push(arena, &copy->funs, fun);
  }
  for (size_t i = 0; i < program->globals.count; i++) {
    Global *global = node_copy(&mapper, program->globals.data[i]);
    bool changed = false;
    global->body = map_body(&mapper, global->body);
    global->vars = map_binds(&mapper, global->vars, global->var_count, &changed);
    vec_push(arena, &copy->globals, global);
  }
  for (size_t i = 0; i < copy->funs.count; i++)
    map_fun(&mapper, copy->funs.data[i]);
  return copy;
}
