// Edits of the entry point, its arguments, and the other functions.
#include "fuzz/shrink_internal.h"

#include <string.h>

// ---- The entry point and its arguments ----

bool edit_result(FuzzCase *fuzz_case, size_t which) {
  Fun *fun = fuzz_case_entry(fuzz_case);
  size_t rest = fun->result_count - which - 1;
  memmove(fun->results + which, fun->results + which + 1, rest * sizeof *fun->results);
  memmove(fun->body->results + which, fun->body->results + which + 1,
          rest * sizeof *fun->body->results);
  fun->result_count--;
  fun->body->result_count--;
  if (which < fun->result_size_count) fun->result_size_count--;
  EntryValue *params = fun->entry->params; // some are unsigned to the outside
  fuzz_interface(fuzz_case->program, fun);
  fun->entry->params = params;
  return true;
}

bool edit_param(FuzzCase *fuzz_case, size_t which) {
  Fun *fun = fuzz_case_entry(fuzz_case);
  Entry before = *fun->entry;
  for (size_t k = 0; k < fun->result_count; k++) {
    Result *result = &fun->results[k];
    size_t kept = 0;
    for (size_t j = 0; j < result->alias_count; j++)
      if (result->aliases[j] != which)
        result->aliases[kept++] = result->aliases[j] - (result->aliases[j] > which);
    result->alias_count = kept;
  }
  if (which >= fun->size_count) {
    size_t number = which - fun->size_count;
    value_free(&fuzz_case->args[number]);
    memmove(fuzz_case->args + number, fuzz_case->args + number + 1,
            (fuzz_case->arg_count - number - 1) * sizeof *fuzz_case->args);
    fuzz_case->arg_count--;
    remove_at(before.params, &before.param_count, number, sizeof *before.params);
  } else {
    fun->size_count--;
  }
  memmove(fun->params + which, fun->params + which + 1,
          (fun->param_count - which - 1) * sizeof *fun->params);
  fun->param_count--;
  fuzz_interface(fuzz_case->program, fun);
  fun->entry->params = before.params;
  return true;
}

// The value of a size parameter, from the first array that has it.
static int64_t size_of(const FuzzCase *fuzz_case, const Fun *fun, const Var *size) {
  for (size_t k = fun->size_count; k < fun->param_count; k++) {
    const Type *type = fun->params[k].var->type;
    for (size_t j = 0; j < type_rank(type) && !type_is_irregular(type); j++)
      if (type->dims[j].var == size) return fuzz_case->args[k - fun->size_count].shape[j];
  }
  return 0;
}

// Copies the part of an array that is left when it is cut to a smaller shape.
static void copy_part(const Value *from, Value *to, int dim, size_t from_at, size_t to_at) {
  size_t size = prim_size(from->prim);
  if (dim == from->rank) {
    memcpy((char *)to->data + to_at * size, (const char *)from->data + from_at * size, size);
    return;
  }
  for (int64_t k = 0; k < to->shape[dim]; k++)
    copy_part(from, to, dim + 1, from_at * (size_t)from->shape[dim] + (size_t)k,
              to_at * (size_t)to->shape[dim] + (size_t)k);
}

static void cut(Value *value, const int64_t *shape) {
  Value smaller;
  if (!value_make(&smaller, value->prim, value->rank, shape)) fatal_out_of_memory(0);
  copy_part(value, &smaller, 0, 0, 0);
  value_free(value);
  *value = smaller;
}

// How many elements the first `count` rows of an irregular parameter have.
static int64_t rows_total(const FuzzCase *fuzz_case, const Fun *fun, const Var *lengths,
                          int64_t count) {
  int64_t total = 0;
  for (size_t k = fun->size_count; k < fun->param_count; k++) {
    if (fun->params[k].var != lengths) continue;
    const int64_t *data = fuzz_case->args[k - fun->size_count].data;
    for (int64_t j = 0; j < count; j++)
      total += data[j];
  }
  return total;
}

bool edit_size(FuzzCase *fuzz_case, size_t which, bool is_halved) {
  Fun *fun = fuzz_case_entry(fuzz_case);
  const Var *size = fun->params[which].var;
  int64_t old = size_of(fuzz_case, fun, size), new = is_halved ? old / 2 : old - 1;
  if (old <= 0 || (is_halved && old < 4)) return false;
  // Irregular arrays first: their lengths are still whole.
  for (size_t k = fun->param_count; k > fun->size_count; k--) {
    const Type *type = fun->params[k - 1].var->type;
    Value *value = &fuzz_case->args[k - 1 - fun->size_count];
    int64_t shape[VALUE_MAX_RANK];
    if (type_is_irregular(type)) {
      if (type->dims[0].var != size) continue;
      shape[0] = rows_total(fuzz_case, fun, type->dims[1].var, new);
    } else {
      for (size_t j = 0; j < type_rank(type); j++)
        shape[j] = type->dims[j].var == size ? new : value->shape[j];
    }
    if (value->rank > 0) cut(value, shape);
  }
  return true;
}

static bool is_lengths(const Fun *fun, const Var *var) {
  for (size_t k = 0; k < fun->param_count; k++) {
    const Type *type = fun->params[k].var->type;
    for (size_t j = 0; j < type_rank(type); j++)
      if (type->dims[j].var == var) return true;
  }
  return false;
}

bool edit_value(FuzzCase *fuzz_case, size_t which) {
  const Fun *fun = fuzz_case_entry(fuzz_case);
  if (is_lengths(fun, fun->params[fun->size_count + which].var)) return false;
  Value *value = &fuzz_case->args[which];
  size_t size = (size_t)value_count(value) * prim_size(value->prim);
  bool is_changed = false;
  for (size_t k = 0; k < size; k++)
    is_changed = is_changed || ((char *)value->data)[k] != 0;
  if (is_changed) memset(value->data, 0, size);
  return is_changed;
}

// ---- Functions that are called ----

bool edit_fun(FuzzCase *fuzz_case, size_t which) {
  Program *program = fuzz_case->program;
  if (which >= program->funs.count) {
    remove_at(program->globals.data, &program->globals.count, which - program->funs.count,
              sizeof *program->globals.data);
    return true;
  }
  Fun *fun = program->funs.data[which];
  if (fun->entry) return false;
  Sites sites = sites_of(fuzz_case, program->arena);
  for (size_t k = 0; k < sites.count; k++) {
    const Exp *exp = site_stm(&sites.data[k])->exp;
    if (exp->op == OP_CALL && exp->as.callee == fun && sites.data[k].body != &fun->body)
      return false;
  }
  remove_at(program->funs.data, &program->funs.count, which, sizeof *program->funs.data);
  return true;
}

// The next call of the function at or after a position in the program; NULL when there is none.
static const Site *next_call(const Sites *sites, const Fun *fun, size_t *position) {
  for (; *position < sites->count; ++*position) {
    const Exp *exp = site_stm(&sites->data[*position])->exp;
    if (exp->op == OP_CALL && exp->as.callee == fun) return &sites->data[(*position)++];
  }
  return NULL;
}

// Calls give one result less; a constant stands for it.
static bool drop_from_call(FuzzCase *fuzz_case, const Site *site, size_t which) {
  Stm *stm = site_stm(site);
  Stms made = {0};
  Author author = plain_author(fuzz_case->program, &made);
  Subst *subst = subst_new(fuzz_case->program);
  if (!replace_var(&author, subst, stm->vars[which])) return false;
  remove_at(stm->vars, &stm->var_count, which, sizeof *stm->vars);
  put_behind(fuzz_case, site, &made, subst);
  return true;
}

// A value that nothing uses; otherwise the verifier refuses the program.
static bool edit_global_value(Global *global, size_t which) {
  if (which >= global->var_count) return false;
  remove_at(global->vars, &global->var_count, which, sizeof *global->vars);
  remove_at(global->body->results, &global->body->result_count, which, sizeof(Atom));
  return true;
}

bool edit_fun_result(FuzzCase *fuzz_case, size_t position) {
  Program *program = fuzz_case->program;
  size_t number = position / PARTS;
  if (number >= program->funs.count)
    return edit_global_value(program->globals.data[number - program->funs.count], position % PARTS);
  Fun *fun = program->funs.data[position / PARTS];
  size_t which = position % PARTS, next = 0;
  if (fun->entry || which >= fun->result_count) return false;
  remove_at(fun->results, &fun->result_count, which, sizeof *fun->results);
  remove_at(fun->body->results, &fun->body->result_count, which, sizeof(Atom));
  if (which < fun->result_size_count) fun->result_size_count--;
  // Every replacement changes the lists, so they are looked at anew; what was put in holds no
  // calls.
  for (;;) {
    Sites sites = sites_of(fuzz_case, program->arena);
    const Site *site = next_call(&sites, fun, &next);
    if (!site) return true;
    if (site_stm(site)->var_count > fun->result_count && !drop_from_call(fuzz_case, site, which))
      return false;
  }
}

bool edit_fun_param(FuzzCase *fuzz_case, size_t position) {
  Program *program = fuzz_case->program;
  Fun *fun = program->funs.data[position / PARTS];
  size_t which = position % PARTS, next = 0;
  if (fun->entry || which >= fun->param_count) return false;
  Stms made = {0};
  Author author = plain_author(program, &made);
  Subst *subst = subst_new(program);
  if (!replace_var(&author, subst, fun->params[which].var)) return false;
  for (size_t k = 0; k < fun->result_count; k++) {
    fun->results[k].var->type = subst_type(subst, fun->results[k].var->type);
    fun->results[k].alias_count = 0;
  }
  for (size_t k = 0; k < fun->param_count; k++)
    fun->params[k].var->type = subst_type(subst, fun->params[k].var->type);
  mark_all(program, &made);
  vec_append(program->arena, &made, fun->body->stms.data, fun->body->stms.count);
  fun->body->stms = made;
  fun->body = subst_body(subst, fun->body);
  remove_at(fun->params, &fun->param_count, which, sizeof *fun->params);
  if (which < fun->size_count) fun->size_count--;
  Sites sites = sites_of(fuzz_case, program->arena);
  for (const Site *site; (site = next_call(&sites, fun, &next)) != NULL;) {
    Exp *exp = site_stm(site)->exp;
    remove_at(exp->args, &exp->arg_count, which, sizeof *exp->args);
  }
  return true;
}
