// The statements of a body, one after the other.
//
// What is scalar or a view is added to the prefix of the context and runs wherever it is needed. So
// is what is costly without being parallel, but its results are stored when a second par, or points
// of an inner dimension, need them. What is parallel is lifted.
#include "analysis/cost.h"
#include "analysis/nest.h"
#include "flat/flatten.h"
#include "ir/par.h"
#include "ir/rules.h"

// ---- The same at all points ----

static bool is_for_host(const Lift *lift, const Stm *stm) {
  if (!op_is_scalar(stm->exp->op) && stm->exp->op != OP_ASSERT) return false;
  for (size_t i = 0; i < stm->exp->arg_count; i++)
    if (flatten_is_atom_at_point(lift, stm->exp->args[i])) return false;
  for (size_t i = 0; i < stm->cert_count; i++)
    if (flatten_is_at_point(lift, stm->certs[i])) return false;
  return true;
}

// A check that fails only where there is a point.
static Exp *exp_assert_some(Builder *builder, const Exp *exp, Atom is_some) {
  Program *program = builder->program;
  Atom args[3] = {is_some, exp->args[0], atom_bool(true)};
  Atom holds = atom_var(build_let(builder, "holds", exp_new(program, OP_SELECT, args, 3)));
  return exp_assert(program, holds, exp->as.message.text, exp->args + 1, exp->arg_count - 1);
}

// The value of what is only computed where there is a point.
static Exp *exp_if_some(Program *program, const Stm *stm, Atom is_some) {
  Stms stms = {0};
  Builder builder = builder_new(program, &stms, stm->span);
  Atom value = atom_var(build_let(&builder, stm->vars[0]->name, stm->exp));
  Atom none = atom_constant(constant_int(stm->vars[0]->type->scalar, 0));
  return exp_if(program, is_some, body_new(program, stms, &value, 1),
                body_new(program, (Stms){0}, &none, 1));
}

// Runs it on the host. Where there is no point nothing fails, and no size is negative.
static void move_to_host(Lift *lift, const Context *context, Stm *stm) {
  Program *program = lift->program;
  Var *var = stm->vars[0];
  map_remove(lift->inside, map_key(var));
  bool is_failing = op_has(stm->exp->op, FLAG_FAILS);
  if (!is_failing && !type_is_scalar(var->type, SCALAR_I64)) {
    vec_push(program->arena, lift->host.stms, stm);
    return;
  }
  Atom is_some = build_binary(&lift->host, "is_some", OP_SLT, atom_i64(0), context->count);
  Builder builder = lift->host;
  builder.certs = stm->certs;
  builder.cert_count = stm->cert_count;
  Exp *exp;
  if (stm->exp->op == OP_ASSERT) {
    exp = exp_assert_some(&builder, stm->exp, is_some);
  } else if (is_failing) {
    exp = exp_if_some(program, stm, is_some);
  } else {
    Atom args[3] = {is_some, atom_var(build_let(&builder, var->name, stm->exp)), atom_i64(0)};
    exp = exp_new(program, OP_SELECT, args, 3);
  }
  build_stm(&builder, exp, &var, 1);
}

// ---- In the prefix ----

static bool uses_volatile(const Lift *lift, Stm *stm) {
  VarSet used = free_vars_stm(lift->program->arena, stm);
  Var *var = NULL;
  for (size_t cursor = 0; varset_each(&used, &cursor, &var);)
    if (map_find(lift->volatiles, map_key(var), NULL)) return true;
  return false;
}

// Does it need more statements than are worth repeating, up to those that are stored? It is stored
// then, so that what needs it does not begin with all of them: code would grow with the square.
static bool is_long(Lift *lift, Stm *stm) {
  Arena *arena = lift->program->arena;
  Map *seen = map_new(arena);
  Stms needed = {0};
  vec_push(arena, &needed, stm);
  for (size_t i = 0; i < needed.count; i++) {
    VarSet used = free_vars_stm(arena, needed.data[i]);
    Var *var = NULL;
    for (size_t cursor = 0; varset_each(&used, &cursor, &var);) {
      Stm *def = map_get(lift->repeated, map_key(var));
      if (!def || map_find(seen, map_key(def), NULL)) continue;
      map_put(seen, map_key(def), def);
      vec_push(arena, &needed, def);
    }
    if (needed.count > COST_REPEATED) return true;
  }
  return false;
}

static bool is_scalar_stm(const Stm *stm) {
  for (size_t i = 0; i < stm->var_count; i++)
    if (stm->vars[i]->type->kind != TYPE_SCALAR) return false;
  return stm->var_count > 0;
}

static void add_stm(Lift *lift, Context *context, Stm *stm) {
  bool is_costly = !cost_is_within(stm->exp, COST_LIMIT_AGAIN) || uses_volatile(lift, stm) ||
                   (is_scalar_stm(stm) && is_long(lift, stm));
  context_add(lift, context, stm);
  for (size_t i = 0; i < stm->var_count && !is_costly; i++)
    map_put(lift->repeated, map_key(stm->vars[i]), stm);
  if (!is_costly) return;
  map_put(lift->costly, map_key(stm), stm);
  for (size_t i = 0; i < stm->var_count && flatten_is_unstorable(stm); i++)
    map_put(lift->volatiles, map_key(stm->vars[i]), stm->vars[i]);
}

// The value under its own name, so that it can be stored.
static Exp *exp_again(Program *program, Var *var) {
  Atom args[3] = {atom_bool(true), atom_var(var), atom_var(var)};
  if (type_is_array(var->type)) return exp_new(program, OP_COPY, args + 1, 1);
  return exp_new(program, OP_SELECT, args, 3);
}

// A par that gives an irregular array beside lengths and others: those can be stored, it cannot.
static void add_joining(Lift *lift, Context *context, Stm *stm) {
  Program *program = lift->program;
  Subst *subst = subst_new(program);
  Stm *copy = rename_stm(program, stm, subst);
  add_stm(lift, context, copy);
  for (size_t i = 0; i < stm->var_count; i++) {
    Var *var = stm->vars[i];
    if (type_is_irregular(var->type)) {
      map_put(lift->joined, map_key(var), copy->vars[i]);
      continue;
    }
    Stms stms = {0};
    Builder builder = builder_new(program, &stms, stm->span);
    Atom again = atom_var(build_let(&builder, var->name, exp_again(program, copy->vars[i])));
    // Its sizes have the names of the first statement too.
    Exp *exp = exp_again(program, again.var);
    if (type_is_array(var->type)) exp = exp_new(program, OP_COERCE, &again, 1);
    build_stm(&builder, exp, &var, 1);
    for (size_t k = 0; k < stms.count; k++)
      add_stm(lift, context, stms.data[k]);
  }
}

static bool is_joining(const Stm *stm) {
  for (size_t i = 0; i < stm->var_count; i++)
    if (type_is_irregular(stm->vars[i]->type)) return stm->exp->op == OP_PAR;
  return false;
}

// ---- Irregular results ----

// `reshape` of an irregular result: the elements of all points are on the host, or the par that
// makes them is in the prefix.
static bool lift_transient(Lift *lift, Context *context, Stm *stm) {
  if (stm->exp->op != OP_RESHAPE) return false;
  Var *operand = stm->exp->args[0].var;
  Var *data = map_get(lift->transients, map_key(operand));
  Var *joined = map_get(lift->joined, map_key(operand));
  if (joined) stm->exp->args[0] = atom_var(joined);
  if (!data) return false;
  if (flatten_is_sized_inside(lift, stm->vars[0]->type))
    bind_product(lift, context, stm->vars[0], data);
  else
    bind_regular(lift, context, stm->vars[0], data);
  return true;
}

// ---- Descriptors inside a point: offsets are a scan of the lengths, the total a sum ----

static Stm *descriptor_par(Lift *lift, const Stm *stm, Var *lengths) {
  Program *program = lift->program;
  Par *par = par_new(program, PAR_THREAD, lengths->type->dims, 1, "j", stm->span);
  Builder builder = builder_new(program, &par->body.stms, stm->span);
  Atom index = atom_var(par->indices[0]);
  Atom length = atom_var(build_index(&builder, "length", lengths, &index, 1));
  Atom is_right = build_binary(&builder, "is_right", OP_SLE, atom_i64(0), length);
  Name text = intern_str(program->names, "the length {} is negative");
  Var *cert = build_let(&builder, "cert", exp_assert(program, is_right, text, &length, 1));
  builder.certs = &cert;
  builder.cert_count = 1;
  Output *output = arena_make(program->arena, Output);
  *output = (Output){.mode = stm->exp->op == OP_SEG_TOTAL ? MODE_REDUCE : MODE_SCAN,
                     .is_exclusive = true,
                     .op = lambda_of(program, OP_ADD, stm->span),
                     .value_count = 1,
                     .span = stm->span};
  output->is_exclusive = mode_has(output->mode, TRAIT_RUNNING);
  output->neutral = arena_make(program->arena, Atom);
  *output->neutral = atom_i64(0);
  output->values = arena_make(program->arena, Atom);
  *output->values = build_binary(&builder, "length", OP_ADD, length, atom_i64(0));
  par->body.outputs = output;
  par->body.output_count = 1;
  Stms stms = {0};
  Builder around = builder_new(program, &stms, stm->span);
  return build_stm(&around, exp_par(program, par), stm->vars, 1);
}

static bool lift_descriptor(Lift *lift, Context *context, Stm *stm) {
  Op op = stm->exp->op;
  if (op == OP_SEG_MAKE) {
    Var *lengths = stm->exp->args[0].var;
    if (lengths->type->rank == 1 && flatten_is_sized_inside(lift, lengths->type))
      map_put(lift->described, map_key(stm->vars[0]), lengths);
    return false;
  }
  if (op != OP_SEG_TOTAL && op != OP_SEG_OFFSETS) return false;
  Var *lengths = map_get(lift->described, map_key(stm->exp->args[0].var));
  if (!lengths) return false;
  Stm *par = descriptor_par(lift, stm, lengths);
  lift_enter(lift, &par->exp->as.par->body.stms);
  lift_par(lift, context, par);
  return true;
}

// ---- Concatenation: each element from the array that it is in ----

bool flatten_is_liftable_concat(const Lift *lift, const Stm *stm) {
  if (stm->exp->op != OP_CONCAT || stm->vars[0]->type->rank != 1) return false;
  bool is_row = lift->lifts_rows && flatten_is_long_row(stm->vars[0]->type->dims[0]);
  return is_row || flatten_is_sized_inside(lift, stm->vars[0]->type);
}

// The element at `at` of the arrays from number `from` on.
static Atom build_part(Builder *builder, const Exp *concat, size_t from, Atom at) {
  Program *program = builder->program;
  Var *array = concat->args[from].var;
  if (from + 1 == concat->arg_count) return atom_var(build_index(builder, "x", array, &at, 1));
  Atom size = dim_size(array->type->dims[0]);
  Atom is_here = build_binary(builder, "is_here", OP_SLT, at, size);
  Stms here = {0}, later = {0};
  Builder then_builder = builder_new(program, &here, builder->span);
  Builder else_builder = builder_new(program, &later, builder->span);
  Atom x = atom_var(build_index(&then_builder, "x", array, &at, 1));
  Atom rest = build_binary(&else_builder, "at", OP_SUB, at, size);
  Atom y = build_part(&else_builder, concat, from + 1, rest);
  Exp *choice =
      exp_if(program, is_here, body_new(program, here, &x, 1), body_new(program, later, &y, 1));
  return atom_var(build_let(builder, "x", choice));
}

// The atoms that the atom is the sum of.
static void add_terms(Lift *lift, const Context *context, Atom atom, Atoms *terms) {
  const Stm *def = atom.var ? context_find(context, atom.var, NULL) : NULL;
  if (!def || def->exp->op != OP_ADD) {
    vec_push(lift->program->arena, terms, atom);
    return;
  }
  add_terms(lift, context, def->exp->args[0], terms);
  add_terms(lift, context, def->exp->args[1], terms);
}

// Is the size of the whole just the sum of the sizes of its parts?
static bool is_sum_of_parts(Lift *lift, const Context *context, const Stm *stm) {
  Atoms whole = {0}, parts = {0};
  add_terms(lift, context, dim_size(stm->vars[0]->type->dims[0]), &whole);
  for (size_t i = 0; i < stm->exp->arg_count; i++)
    add_terms(lift, context, dim_size(stm->exp->args[i].var->type->dims[0]), &parts);
  if (whole.count != parts.count) return false;
  for (size_t i = 0; i < whole.count; i++) {
    size_t k = 0;
    while (k < parts.count && !atom_equal(parts.data[k], whole.data[i]))
      k++;
    if (k == parts.count) return false;
    parts.data[k] = parts.data[--parts.count];
  }
  return true;
}

// The sum of the parts is the size of the whole: otherwise it fails as `concat` does.
static Var *build_parts_check(Builder *builder, const Stm *stm) {
  Program *program = builder->program;
  Atom size = dim_size(stm->vars[0]->type->dims[0]), sum = atom_i64(0);
  for (size_t i = 0; i < stm->exp->arg_count; i++)
    sum = build_binary(builder, "sum", OP_ADD, sum, dim_size(stm->exp->args[i].var->type->dims[0]));
  Atom is_right = build_binary(builder, "is_right", OP_EQ, sum, size);
  Name text = intern_str(program->names, "the pattern says [{}], but the array has shape [{}]");
  Atom values[2] = {size, sum};
  return build_let(builder, "cert", exp_assert(program, is_right, text, values, 2));
}

static void lift_concat(Lift *lift, Context *context, Stm *stm) {
  Program *program = lift->program;
  Stms stms = {0};
  Builder around = builder_new(program, &stms, stm->span);
  bool is_right = is_sum_of_parts(lift, context, stm);
  Var *cert = is_right ? NULL : build_parts_check(&around, stm);
  for (size_t i = 0; i < stms.count; i++)
    add_stm(lift, context, stms.data[i]);
  Par *par = par_new(program, PAR_THREAD, stm->vars[0]->type->dims, 1, "j", stm->span);
  Builder builder = builder_new(program, &par->body.stms, stm->span);
  Atom part = build_part(&builder, stm->exp, 0, atom_var(par->indices[0]));
  thunk_give_maps(program, &par->body, &part, 1, stm->span);
  lift_enter(lift, &par->body.stms);
  stms.count = 0;
  Stm *made = build_stm(&around, exp_par(program, par), stm->vars, 1);
  made->certs = arena_array(program->arena, Var *, stm->cert_count + 1);
  for (size_t i = 0; i < stm->cert_count; i++)
    made->certs[i] = stm->certs[i];
  made->cert_count = stm->cert_count;
  if (cert) made->certs[made->cert_count++] = cert;
  lift_par(lift, context, made);
}

// ---- Statements ----

static bool lift_parallel(Lift *lift, Context *context, Stm *stm) {
  Op op = stm->exp->op;
  if (flatten_can_lift_apart(lift, stm))
    lift_apart(lift, context, stm);
  else if (op == OP_PAR && flatten_can_lift_par(lift, stm))
    lift_par(lift, context, stm);
  else if ((op == OP_IF || op == OP_SWITCH) && flatten_can_lift_branches(stm))
    lift_branches(lift, context, stm);
  else if (op == OP_LOOP && flatten_can_lift_loop(lift, stm))
    lift_loop(lift, context, stm);
  else if (op == OP_CALL && flatten_can_lift_call(lift, stm))
    lift_call(lift, context, stm);
  else
    return false;
  return true;
}

// A nest of maps around a reduction, of sizes that are the same at all points, is left to a kernel
// of its own, which may have tiles.
static bool is_sum_nest(const Lift *lift, const Stm *stm) {
  if (!lift->lifts_rows || !nest_is_sums(stm)) return false;
  VarSet used = free_vars_stm(lift->program->arena, (Stm *)stm);
  Var *var = NULL;
  for (size_t cursor = 0; varset_each(&used, &cursor, &var);)
    if (flatten_is_at_point(lift, var) && type_is_array(var->type) &&
        flatten_is_sized_inside(lift, var->type))
      return false;
  for (const Stm *next = stm; next;) {
    const Par *par = next->exp->as.par;
    for (size_t i = 0; i < par->rank; i++)
      if (flatten_is_atom_at_point(lift, dim_size(par->space[i]))) return false;
    next = NULL;
    for (size_t i = 0; i < par->body.stms.count; i++)
      if (par->body.stms.data[i]->exp->op == OP_PAR) next = par->body.stms.data[i];
  }
  return true;
}

static void lift_any(Lift *lift, Context *context, Stm *stm) {
  if (lift_transient(lift, context, stm) || lift_descriptor(lift, context, stm)) return;
  if (is_for_host(lift, stm)) {
    move_to_host(lift, context, stm);
    return;
  }
  if (flatten_is_liftable_concat(lift, stm)) {
    lift_concat(lift, context, stm);
    return;
  }
  if (flatten_is_row_filter(lift, stm)) {
    Stms parts = split_row_filter(lift, stm);
    lift_enter(lift, &parts);
    lift_stms(lift, context, &parts);
    return;
  }
  if (flatten_can_lift_update(lift, context, stm)) {
    lift_update(lift, context, stm);
    return;
  }
  if (flatten_is_worth_lifting(lift, stm) && !is_sum_nest(lift, stm) &&
      lift_parallel(lift, context, stm))
    return;
  if (is_joining(stm))
    add_joining(lift, context, stm);
  else
    add_stm(lift, context, stm);
}

// What is emitted for a statement is from its place in the source, as profiles show it.
void lift_stm(Lift *lift, Context *context, Stm *stm) {
  Span around = lift->host.span;
  if (span_is_known(stm->span)) lift->host.span = stm->span;
  lift_any(lift, context, stm);
  lift->host.span = around;
}

void lift_stms(Lift *lift, Context *context, const Stms *stms) {
  for (size_t i = 0; i < stms->count; i++)
    lift_stm(lift, context, stms->data[i]);
}
