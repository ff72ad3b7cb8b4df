// The edits themselves.
#include "fuzz/shrink_internal.h"

#include <string.h>

#include "ir/par.h"
#include "ir/walk.h"

// ---- Sites: the statements of a program, in program order ----

static void add_sites(Arena *arena, Sites *sites, Stms *stms, Body **body);

static void add_exp_sites(Arena *arena, Sites *sites, const Exp *exp, Body **body) {
  if (exp->op == OP_IF || exp->op == OP_SWITCH) {
    for (size_t k = 0; k < exp->as.branches.body_count; k++)
      add_sites(arena, sites, &exp->as.branches.bodies[k]->stms, body);
  } else if (exp->op == OP_LOOP) {
    if (exp->as.loop->condition) add_sites(arena, sites, &exp->as.loop->condition->stms, body);
    add_sites(arena, sites, &exp->as.loop->body->stms, body);
  } else if (exp->op == OP_PAR) {
    add_sites(arena, sites, &exp->as.par->body.stms, body);
    add_sites(arena, sites, &exp->as.par->epilogue.stms, body);
  } else if (exp->op == OP_WITH_ACC) {
    add_sites(arena, sites, &exp->as.with_acc->body->stms, body);
  }
}

// What an edit has put in as simple as it gets is marked, so that no edit replaces it again.
static const char PLAIN[] = "plain";

static bool is_marked(const Stm *stm) {
  return stm->attrs.count > 0 && strcmp(stm->attrs.data[0], PLAIN) == 0;
}

void mark_all(Program *program, Stms *stms) {
  for (size_t k = 0; k < stms->count; k++)
    vec_push(program->arena, &stms->data[k]->attrs, intern_str(program->names, PLAIN));
}

static void add_sites(Arena *arena, Sites *sites, Stms *stms, Body **body) {
  for (size_t k = 0; k < stms->count; k++) {
    vec_push(arena, sites, (Site){stms, k, body});
    if (!is_marked(stms->data[k])) add_exp_sites(arena, sites, stms->data[k]->exp, body);
  }
}

Sites sites_of(const FuzzCase *fuzz_case, Arena *arena) {
  Sites sites = {0};
  Program *program = fuzz_case->program;
  for (size_t k = 0; k < program->globals.count; k++)
    add_sites(arena, &sites, &program->globals.data[k]->body->stms,
              &program->globals.data[k]->body);
  for (size_t k = 0; k < program->funs.count; k++)
    add_sites(arena, &sites, &program->funs.data[k]->body->stms, &program->funs.data[k]->body);
  return sites;
}

Stm *site_stm(const Site *site) { return site->stms->data[site->index]; }

void site_replace(const FuzzCase *fuzz_case, const Site *site, const Stms *with, Subst *subst) {
  Arena *arena = fuzz_case->program->arena;
  Stms result = {0};
  for (size_t k = 0; k < site->stms->count; k++) {
    if (k != site->index)
      vec_push(arena, &result, site->stms->data[k]);
    else if (with)
      vec_append(arena, &result, with->data, with->count);
  }
  *site->stms = result;
  *site->body = subst_body(subst, *site->body);
}

void edit_unmark(FuzzCase *fuzz_case) {
  Sites sites = sites_of(fuzz_case, fuzz_case->program->arena);
  for (size_t k = 0; k < sites.count; k++)
    if (is_marked(site_stm(&sites.data[k]))) site_stm(&sites.data[k])->attrs.count = 0;
}

void remove_at(void *items, size_t *count, size_t index, size_t size) {
  char *bytes = items;
  memmove(bytes + index * size, bytes + (index + 1) * size, (*count - index - 1) * size);
  --*count;
}

// ---- Replacing statements ----

bool replace_var(Author *author, Subst *subst, Var *var) {
  if (var->type->kind == TYPE_SCALAR) {
    subst_add(subst, var, atom_constant(author_constant(author, var->type->scalar)));
    return true;
  }
  if (!type_is_array(var->type)) return false;
  Var *made = author_make(author, subst_type(subst, var->type), false);
  subst_add(subst, var, atom_var(made));
  return true;
}

Author plain_author(Program *program, Stms *stms) {
  Author author = author_new(program, stms, 0);
  author.is_plain = true;
  return author;
}

static bool edit_replace(FuzzCase *fuzz_case, const Site *site) {
  Stm *stm = site_stm(site);
  Stms made = {0};
  Author author = plain_author(fuzz_case->program, &made);
  Subst *subst = subst_new(fuzz_case->program);
  for (size_t k = 0; k < stm->var_count; k++)
    if (!replace_var(&author, subst, stm->vars[k])) return false;
  mark_all(fuzz_case->program, &made);
  site_replace(fuzz_case, site, &made, subst);
  return true;
}

// Statements in a row that are replaced at once.
#define CHUNK 8

static bool edit_chunk(FuzzCase *fuzz_case, const Site *site) {
  Arena *arena = fuzz_case->program->arena;
  Stms *stms = site->stms, result = {0};
  size_t end = site->index + CHUNK < stms->count ? site->index + CHUNK : stms->count;
  Stms made = {0};
  Author author = plain_author(fuzz_case->program, &made);
  Subst *subst = subst_new(fuzz_case->program);
  for (size_t k = site->index; k < end; k++)
    for (size_t j = 0; j < stms->data[k]->var_count; j++)
      if (!replace_var(&author, subst, stms->data[k]->vars[j])) return false;
  mark_all(fuzz_case->program, &made);
  vec_append(arena, &result, stms->data, site->index);
  vec_append(arena, &result, made.data, made.count);
  vec_append(arena, &result, stms->data + end, stms->count - end);
  *stms = result;
  *site->body = subst_body(subst, *site->body);
  return true;
}

static bool edit_operand(FuzzCase *fuzz_case, const Site *site) {
  Stm *stm = site_stm(site);
  for (size_t k = 0; k < stm->exp->arg_count; k++) {
    if (!type_equal(atom_type(stm->exp->args[k]), stm->vars[0]->type)) continue;
    Subst *subst = subst_new(fuzz_case->program);
    subst_add(subst, stm->vars[0], stm->exp->args[k]);
    site_replace(fuzz_case, site, NULL, subst);
    return true;
  }
  return false;
}

static bool splice(FuzzCase *fuzz_case, const Site *site, const Body *body, Subst *subst) {
  Stm *stm = site_stm(site);
  for (size_t k = 0; k < stm->var_count; k++)
    subst_add(subst, stm->vars[k], body->results[k]);
  site_replace(fuzz_case, site, &body->stms, subst);
  return true;
}

static bool edit_branch(FuzzCase *fuzz_case, const Site *site, size_t which) {
  const Exp *exp = site_stm(site)->exp;
  if ((exp->op != OP_IF && exp->op != OP_SWITCH) || which >= exp->as.branches.body_count)
    return false;
  return splice(fuzz_case, site, exp->as.branches.bodies[which], subst_new(fuzz_case->program));
}

static bool edit_loop(FuzzCase *fuzz_case, const Site *site, bool is_run) {
  Stm *stm = site_stm(site);
  if (stm->exp->op != OP_LOOP) return false;
  const Loop *loop = stm->exp->as.loop;
  Subst *subst = subst_new(fuzz_case->program);
  for (size_t k = 0; k < loop->param_count; k++)
    subst_add(subst, is_run ? loop->params[k] : stm->vars[k], stm->exp->args[k]);
  if (!is_run) {
    site_replace(fuzz_case, site, NULL, subst);
    return true;
  }
  if (loop->index)
    subst_add(subst, loop->index, atom_constant(constant_int(loop->index->type->scalar, 0)));
  return splice(fuzz_case, site, loop->body, subst);
}

void put_behind(const FuzzCase *fuzz_case, const Site *site, Stms *made, Subst *subst) {
  Stms all = {0};
  mark_all(fuzz_case->program, made);
  vec_push(fuzz_case->program->arena, &all, site_stm(site));
  vec_append(fuzz_case->program->arena, &all, made->data, made->count);
  site_replace(fuzz_case, site, &all, subst);
}

// A par's statements, run once.
static bool edit_unwrap(FuzzCase *fuzz_case, const Site *site) {
  Stm *stm = site_stm(site);
  const Par *par = stm->exp->as.par;
  Stms made = {0};
  Author author = plain_author(fuzz_case->program, &made);
  Subst *subst = subst_new(fuzz_case->program);
  for (size_t k = 0; k < par->rank; k++)
    subst_add(subst, par->indices[k], atom_i64(0));
  for (size_t k = 0; k < par->consumed_count; k++)
    if (!replace_var(&author, subst, par->consumed[k].inside)) return false;
  for (size_t k = 0; k < par->scan_param_count; k++)
    if (!replace_var(&author, subst, par->scan_params[k])) return false;
  for (size_t k = 0; k < stm->var_count; k++)
    if (!replace_var(&author, subst, stm->vars[k])) return false;
  mark_all(fuzz_case->program, &made);
  vec_append(author.arena, &made, par->body.stms.data, par->body.stms.count);
  vec_append(author.arena, &made, par->epilogue.stms.data, par->epilogue.stms.count);
  site_replace(fuzz_case, site, &made, subst);
  return true;
}

// Drops result number `which` of a branch, or parameter number `which` of a loop.
static bool edit_part(FuzzCase *fuzz_case, const Site *site, size_t which) {
  Stm *stm = site_stm(site);
  Exp *exp = stm->exp;
  Stms made = {0};
  Author author = plain_author(fuzz_case->program, &made);
  Subst *subst = subst_new(fuzz_case->program);
  if (exp->op == OP_LOOP) {
    Loop *loop = exp->as.loop;
    subst_add(subst, stm->vars[which], exp->args[which]);
    subst_add(subst, loop->params[which], exp->args[which]);
    remove_at(loop->params, &loop->param_count, which, sizeof *loop->params);
    remove_at(exp->args, &exp->arg_count, which, sizeof *exp->args);
    remove_at(loop->body->results, &loop->body->result_count, which, sizeof(Atom));
  } else {
    if (!replace_var(&author, subst, stm->vars[which])) return false;
    for (size_t k = 0; k < exp->as.branches.body_count; k++) {
      Body *body = exp->as.branches.bodies[k];
      remove_at(body->results, &body->result_count, which, sizeof(Atom));
    }
  }
  remove_at(stm->vars, &stm->var_count, which, sizeof *stm->vars);
  put_behind(fuzz_case, site, &made, subst);
  return true;
}

// ---- Parts of statements ----

static size_t output_width(const Par *par, const Output *output) {
  if (par_hides(par, output)) return 0;
  size_t counts = output_count_results(output);
  return counts + output->value_count;
}

// Constants stand for what the epilogue sees of scan number `which` among the outputs.
static bool drop_scan_params(FuzzCase *fuzz_case, Par *par, size_t which, Subst *subst) {
  Stms made = {0};
  Author author = plain_author(fuzz_case->program, &made);
  size_t first = 0;
  for (size_t k = 0; k < which; k++)
    if (mode_has(par->body.outputs[k].mode, TRAIT_RUNNING))
      first += par->body.outputs[k].value_count;
  for (size_t k = 0; k < par->body.outputs[which].value_count; k++) {
    if (!replace_var(&author, subst, par->scan_params[first])) return false;
    remove_at(par->scan_params, &par->scan_param_count, first, sizeof *par->scan_params);
  }
  mark_all(fuzz_case->program, &made);
  vec_append(author.arena, &made, par->epilogue.stms.data, par->epilogue.stms.count);
  par->epilogue.stms = made;
  return true;
}

// Drops output number `which` of the thunk whose results begin at `first`.
static bool drop_output(FuzzCase *fuzz_case, const Site *site, Thunk *thunk, size_t first,
                        size_t which) {
  Stm *stm = site_stm(site);
  Par *par = stm->exp->as.par;
  const Output *output = &thunk->outputs[which];
  if (mode_has(output->mode, TRAIT_HANDS_ON)) return false;
  for (size_t k = 0; k < which; k++)
    first += output_width(par, &thunk->outputs[k]);
  Stms made = {0};
  Author author = plain_author(fuzz_case->program, &made);
  Subst *subst = subst_new(fuzz_case->program);
  if (par_hides(par, output) && !drop_scan_params(fuzz_case, par, which, subst)) return false;
  size_t width = output_width(par, output);
  for (size_t k = 0; k < width; k++)
    if (!replace_var(&author, subst, stm->vars[first + k])) return false;
  memmove(stm->vars + first, stm->vars + first + width,
          (stm->var_count - first - width) * sizeof *stm->vars);
  stm->var_count -= width;
  memmove(thunk->outputs + which, thunk->outputs + which + 1,
          (thunk->output_count - which - 1) * sizeof *thunk->outputs);
  thunk->output_count--;
  put_behind(fuzz_case, site, &made, subst);
  return true;
}

static bool edit_output(FuzzCase *fuzz_case, const Site *site, size_t which) {
  const Exp *exp = site_stm(site)->exp;
  if (exp->op != OP_PAR) return false;
  Par *par = exp->as.par;
  size_t count = par->body.output_count, first = 0;
  if (which < count) return drop_output(fuzz_case, site, &par->body, 0, which);
  for (size_t k = 0; k < count; k++)
    first += output_width(par, &par->body.outputs[k]);
  if (which - count < par->epilogue.output_count)
    return drop_output(fuzz_case, site, &par->epilogue, first, which - count);
  return false;
}

static bool edit_constant(const Site *site, size_t which, int64_t value) {
  Exp *exp = site_stm(site)->exp;
  Scalar type = atom_type(exp->args[which])->scalar;
  ScalarClass class = scalar_info(type)->class;
  Constant constant = class == CLASS_BOOL    ? constant_bool(value != 0)
                      : class == CLASS_FLOAT ? constant_float(type, (double)value)
                                             : constant_int(type, value);
  exp->args[which] = atom_constant(constant);
  return true;
}

// ---- Dead code ----

static void count_use(Walker *walker, Var *var) { varset_add(walker->context, var); }

static void look_for_acts(Walker *walker, Stm *stm) {
  *(bool *)walker->context |= op_has(stm->exp->op, FLAG_ACTS) || stm->exp->op == OP_CALL;
}

// May it act on the world outside? Then it is no dead code, though nothing uses it.
static bool may_act(Stm *stm) {
  bool is_acting = false;
  Walker walker = {.context = &is_acting, .leave = look_for_acts};
  walk_stm(&walker, stm);
  return is_acting;
}

static bool drop_dead_stms(Stms *stms, const VarSet *used) {
  size_t kept = 0;
  for (size_t k = 0; k < stms->count; k++) {
    Stm *stm = stms->data[k];
    bool is_used = may_act(stm);
    for (size_t j = 0; j < stm->var_count; j++)
      is_used = is_used || varset_has(used, stm->vars[j]);
    if (is_used) stms->data[kept++] = stm;
  }
  bool is_changed = kept < stms->count;
  stms->count = kept;
  return is_changed;
}

// Drops the functions that nobody calls; recursion keeps a function alive, which is rare enough.
static bool drop_dead_funs(FuzzCase *fuzz_case) {
  Program *program = fuzz_case->program;
  Sites sites = sites_of(fuzz_case, program->arena);
  Map *called = map_new(program->arena);
  for (size_t k = 0; k < sites.count; k++) {
    const Exp *exp = site_stm(&sites.data[k])->exp;
    if (exp->op == OP_CALL) map_put(called, map_key(exp->as.callee), exp->as.callee);
  }
  size_t kept = 0;
  for (size_t k = 0; k < program->funs.count; k++) {
    Fun *fun = program->funs.data[k];
    if (fun->entry || map_get(called, map_key(fun))) program->funs.data[kept++] = fun;
  }
  bool is_changed = kept < program->funs.count;
  program->funs.count = kept;
  return is_changed;
}

static bool drop_dead_globals(Program *program, const VarSet *used) {
  size_t kept = 0;
  for (size_t k = 0; k < program->globals.count; k++) {
    Global *global = program->globals.data[k];
    bool is_used = false;
    for (size_t j = 0; j < global->var_count; j++)
      is_used = is_used || varset_has(used, global->vars[j]);
    if (is_used) program->globals.data[kept++] = global;
  }
  bool is_changed = kept < program->globals.count;
  program->globals.count = kept;
  return is_changed;
}

static bool edit_dead(FuzzCase *fuzz_case) {
  Program *program = fuzz_case->program;
  bool is_changed = false;
  for (bool is_new = true; is_new;) {
    VarSet used = varset_new(program->arena);
    Walker walker = {.context = &used, .use = count_use};
    walk_program(&walker, program);
    is_new = drop_dead_globals(program, &used);
    Sites sites = sites_of(fuzz_case, program->arena);
    for (size_t k = 0; k < sites.count; k++)
      if (sites.data[k].index == 0) is_new = drop_dead_stms(sites.data[k].stms, &used) || is_new;
    is_new = drop_dead_funs(fuzz_case) || is_new;
    is_changed = is_changed || is_new;
  }
  return is_changed;
}

// ---- Where an edit is possible ----

static bool has_operand(const Stm *stm) {
  if (stm->var_count != 1 || stm->exp->op == OP_PAR || stm->exp->op == OP_WITH_ACC) return false;
  for (size_t k = 0; k < stm->exp->arg_count; k++)
    if (type_equal(atom_type(stm->exp->args[k]), stm->vars[0]->type)) return true;
  return false;
}

// From variables and other constants to 1, from all to 0, and never back.
static bool can_be_constant(const Exp *exp, size_t which, int64_t value) {
  if (which >= exp->arg_count) return false;
  Atom atom = exp->args[which];
  if (atom_type(atom)->kind != TYPE_SCALAR) return false;
  if (atom.var) return true;
  double old = scalar_info(atom.constant.type)->class == CLASS_FLOAT
                   ? constant_to_double(atom.constant)
                   : (double)constant_to_i64(atom.constant);
  return value == 0 ? old != 0 : old != 0 && old != 1;
}

static bool site_allows(const Stm *stm, EditKind kind, size_t part) {
  const Exp *exp = stm->exp;
  bool is_branch = exp->op == OP_IF || exp->op == OP_SWITCH;
  switch (kind) {
  case EDIT_DROP: return true;
  case EDIT_CHUNK:
  case EDIT_REPLACE: return !is_marked(stm);
  case EDIT_SKIP_LOOP:
  case EDIT_UNROLL: return exp->op == OP_LOOP;
  case EDIT_UNWRAP: return exp->op == OP_PAR && !is_marked(stm) && exp->as.par->acc_count == 0;
  case EDIT_PART: return (is_branch || exp->op == OP_LOOP) && part < stm->var_count;
  case EDIT_OPERAND: return has_operand(stm);
  case EDIT_CERTS: return stm->cert_count > 0;
  case EDIT_BRANCH: return is_branch && part < exp->as.branches.body_count;
  case EDIT_OUTPUT:
    return exp->op == OP_PAR && !is_marked(stm) &&
           exp->as.par->body.output_count + exp->as.par->epilogue.output_count > 1 &&
           part < exp->as.par->body.output_count + exp->as.par->epilogue.output_count;
  case EDIT_ZERO: return can_be_constant(exp, part, 0);
  case EDIT_ONE: return can_be_constant(exp, part, 1);
  case EDIT_RESULT:
  case EDIT_DEAD:
  case EDIT_FUN:
  case EDIT_FUN_RESULT:
  case EDIT_FUN_PARAM:
  case EDIT_PARAM:
  case EDIT_SIZE:
  case EDIT_VALUE:
  case EDIT_COUNT: break;
  }
  return true;
}

// ---- All of them ----

size_t edit_positions(const FuzzCase *fuzz_case, EditKind kind) {
  const Fun *fun = fuzz_case_entry(fuzz_case);
  Arena *arena = arena_new();
  size_t count = sites_of(fuzz_case, arena).count;
  arena_free(arena);
  switch (kind) {
  case EDIT_RESULT: return fun->result_count;
  case EDIT_DEAD: return 1;
  case EDIT_FUN: return fuzz_case->program->funs.count + fuzz_case->program->globals.count;
  case EDIT_FUN_RESULT:
    return (fuzz_case->program->funs.count + fuzz_case->program->globals.count) * PARTS;
  case EDIT_FUN_PARAM: return fuzz_case->program->funs.count * PARTS;
  case EDIT_PARAM: return fun->param_count;
  case EDIT_SIZE: return 2 * fun->size_count;
  case EDIT_VALUE: return fuzz_case->arg_count;
  case EDIT_DROP:
  case EDIT_CHUNK:
  case EDIT_REPLACE:
  case EDIT_SKIP_LOOP:
  case EDIT_UNROLL:
  case EDIT_OPERAND:
  case EDIT_UNWRAP:
  case EDIT_CERTS: return count;
  case EDIT_PART:
  case EDIT_BRANCH:
  case EDIT_OUTPUT:
  case EDIT_ZERO:
  case EDIT_ONE: return count * PARTS;
  case EDIT_COUNT: break;
  }
  INTERNAL_ERROR("not an edit");
}

static bool is_of_parts(EditKind kind) {
  return kind == EDIT_BRANCH || kind == EDIT_PART || kind == EDIT_OUTPUT || kind == EDIT_ZERO ||
         kind == EDIT_ONE;
}

static bool is_of_sites(EditKind kind) {
  return kind != EDIT_RESULT && kind != EDIT_DEAD && kind != EDIT_FUN && kind != EDIT_FUN_RESULT &&
         kind != EDIT_FUN_PARAM && kind != EDIT_PARAM && kind != EDIT_SIZE && kind != EDIT_VALUE;
}

bool edit_is_possible(const FuzzCase *fuzz_case, EditKind kind, size_t position) {
  if (!is_of_sites(kind)) return true;
  Arena *arena = arena_new();
  Sites sites = sites_of(fuzz_case, arena);
  size_t number = is_of_parts(kind) ? position / PARTS : position;
  bool is_possible =
      number < sites.count && site_allows(site_stm(&sites.data[number]), kind, position % PARTS);
  arena_free(arena);
  return is_possible;
}

static bool edit_site(FuzzCase *fuzz_case, const Site *site, EditKind kind, size_t part) {
  switch (kind) {
  case EDIT_DROP: site_replace(fuzz_case, site, NULL, subst_new(fuzz_case->program)); return true;
  case EDIT_CHUNK: return edit_chunk(fuzz_case, site);
  case EDIT_REPLACE: return edit_replace(fuzz_case, site);
  case EDIT_SKIP_LOOP: return edit_loop(fuzz_case, site, false);
  case EDIT_UNROLL: return edit_loop(fuzz_case, site, true);
  case EDIT_UNWRAP: return edit_unwrap(fuzz_case, site);
  case EDIT_PART: return edit_part(fuzz_case, site, part);
  case EDIT_OPERAND: return edit_operand(fuzz_case, site);
  case EDIT_CERTS: site_stm(site)->cert_count = 0; return true;
  case EDIT_BRANCH: return edit_branch(fuzz_case, site, part);
  case EDIT_OUTPUT: return edit_output(fuzz_case, site, part);
  case EDIT_ZERO: return edit_constant(site, part, 0);
  case EDIT_ONE: return edit_constant(site, part, 1);
  case EDIT_RESULT:
  case EDIT_DEAD:
  case EDIT_FUN:
  case EDIT_FUN_RESULT:
  case EDIT_FUN_PARAM:
  case EDIT_PARAM:
  case EDIT_SIZE:
  case EDIT_VALUE:
  case EDIT_COUNT: break;
  }
  INTERNAL_ERROR("not an edit of a statement");
}

bool edit_apply(FuzzCase *fuzz_case, EditKind kind, size_t position) {
  if (!edit_is_possible(fuzz_case, kind, position)) return false;
  if (kind == EDIT_RESULT) return edit_result(fuzz_case, position);
  if (kind == EDIT_DEAD) return edit_dead(fuzz_case);
  if (kind == EDIT_FUN) return edit_fun(fuzz_case, position);
  if (kind == EDIT_FUN_RESULT) return edit_fun_result(fuzz_case, position);
  if (kind == EDIT_FUN_PARAM) return edit_fun_param(fuzz_case, position);
  if (kind == EDIT_PARAM) return edit_param(fuzz_case, position);
  if (kind == EDIT_SIZE) return edit_size(fuzz_case, position / 2, position % 2 == 1);
  if (kind == EDIT_VALUE) return edit_value(fuzz_case, position);
  Sites sites = sites_of(fuzz_case, fuzz_case->program->arena);
  const Site *site = &sites.data[is_of_parts(kind) ? position / PARTS : position];
  return edit_site(fuzz_case, site, kind, position % PARTS);
}
