#include "ir/par.h"
#include "ir/rules_internal.h"

bool rule_operator(Rule *rule, const Lambda *op, const Atom *neutral, const Type *const *types,
                   size_t count) {
  if (op->param_count != 2 * count || op->body->result_count != count) {
    return rule_fail(rule, "an operator on %zu value%s takes %zu and gives %zu, not %zu and %zu",
                     count, count == 1 ? "" : "s", 2 * count, count, op->param_count,
                     op->body->result_count);
  }
  for (size_t i = 0; i < count; i++) {
    if (!rule_expect(rule, "the operator's parameter", atom_var(op->params[i]), types[i]) ||
        !rule_expect(rule, "the operator's parameter", atom_var(op->params[count + i]), types[i]) ||
        !rule_expect(rule, "the operator's result", op->body->results[i], types[i]) ||
        !rule_expect(rule, "the neutral element", neutral[i], types[i]))
      return false;
  }
  return true;
}

// ---- par ----

// The sizes that leave a par: which variables are bound inside, and which results they become. A
// map output may use the sizes that any map output gives, keep and split only those they give
// themselves.
typedef struct ParSizes {
  const Rule *rule;
  VarSet inside;
  Map *results; // Var -> its result number + 1, as a pointer
} ParSizes;

static void bind_all(VarSet *set, Var *const *vars, size_t count) {
  for (size_t i = 0; i < count; i++)
    varset_add(set, vars[i]);
}

static void bind_patterns(VarSet *set, const Stms *stms) {
  for (size_t i = 0; i < stms->count; i++)
    bind_all(set, stms->data[i]->vars, stms->data[i]->var_count);
}

static VarSet par_inside(Rule *rule, const Par *par) {
  VarSet inside = varset_new(rule->program->arena);
  bind_all(&inside, par->indices, par->rank);
  for (size_t i = 0; i < par->consumed_count; i++)
    varset_add(&inside, par->consumed[i].inside);
  bind_patterns(&inside, &par->body.stms);
  bind_all(&inside, par->scan_params, par->scan_param_count);
  bind_patterns(&inside, &par->epilogue.stms);
  return inside;
}

static int32_t par_lift(void *context, Var *var) {
  const ParSizes *sizes = context;
  if (!varset_has(&sizes->inside, var)) return LIFT_OUTSIDE;
  uintptr_t number = (uintptr_t)map_get(sizes->results, map_key(var));
  return number == 0 ? LIFT_ESCAPES : (int32_t)(number - 1);
}

// Does the pattern have a type with this result as a dimension?
static bool is_dimension(const Rule *rule, size_t result) {
  Var *const *vars = rule->declared;
  size_t blocks = 0; // of joins, in front of the results
  while (vars && blocks < rule->declared_count && vars[blocks]->type->kind == TYPE_MEM)
    blocks++;
  for (size_t i = blocks; vars && i < rule->declared_count; i++)
    for (size_t k = 0; blocks + result < i && k < type_rank(vars[i]->type); k++)
      if (vars[i]->type->dims[k].var == vars[blocks + result]) return true;
  return false;
}

// When several results are the same size, it is the one that the pattern says, or the first.
static void par_size(ParSizes *sizes, Atom atom, size_t result) {
  if (!atom.var) return;
  uintptr_t number = (uintptr_t)map_get(sizes->results, map_key(atom.var));
  bool is_other =
      number != 0 && !is_dimension(sizes->rule, number - 1) && is_dimension(sizes->rule, result);
  if (number == 0 || is_other)
    map_put(sizes->results, map_key(atom.var), (void *)(uintptr_t)(result + 1));
}

// Numbers the sizes that map outputs give; returns the number of the next thunk's first result.
static size_t par_map_sizes(const Par *par, const Thunk *thunk, size_t number, ParSizes *sizes) {
  for (size_t i = 0; i < thunk->output_count; i++) {
    const Output *output = &thunk->outputs[i];
    bool is_map = mode_has(output->mode, TRAIT_ELEMENTS);
    for (size_t k = 0; is_map && k < output->value_count; k++)
      par_size(sizes, output->values[k], number + k);
    number += par_result_count(par, output);
  }
  return number;
}

static bool output_lift(Rule *rule, size_t rank, const Dim *space, const Output *output,
                        ParSizes *sizes) {
  for (size_t i = 0; i < output->value_count; i++) {
    const Type *type = type_lift(rule->program, rank, space, atom_type(output->values[i]), par_lift,
                                 sizes, rule->why);
    if (!type) return false;
    rule_result(rule, type);
  }
  return true;
}

// The types of the values, whose sizes must be known outside.
static const Type **output_types(Rule *rule, const Output *output, const VarSet *inside) {
  const Type **types = arena_array(rule->program->arena, const Type *, output->value_count);
  for (size_t i = 0; i < output->value_count; i++) {
    types[i] = atom_type(output->values[i]);
    for (size_t k = 0; k < types[i]->rank; k++) {
      const Var *var = types[i]->dims[k].var;
      if (!var || !varset_has(inside, var)) continue;
      rule_fail(rule, "the size ");
      var_print(rule->why, var);
      rule_fail(rule, " of a value to combine must be known outside the par");
      return NULL;
    }
  }
  return types;
}

static bool output_fold(Rule *rule, const Par *par, const Output *output, ParSizes *sizes) {
  const Type **types = output_types(rule, output, &sizes->inside);
  if (!types || !rule_operator(rule, output->op, output->neutral, types, output->value_count))
    return false;
  if (par_hides(par, output)) return true;
  size_t rank = mode_has(output->mode, TRAIT_TOTAL) ? par->rank - 1 : par->rank;
  return output_lift(rule, rank, par->space, output, sizes);
}

// keep and split: counts per segment, then the values.
static bool output_select(Rule *rule, const Par *par, const Output *output,
                          const ParSizes *around) {
  bool is_keep = mode_has(output->mode, TRAIT_DROPS);
  const Type *expected = type_scalar(is_keep ? SCALAR_BOOL : SCALAR_I64);
  if (!rule_expect(rule, is_keep ? "the condition" : "the class", output->selector, expected))
    return false;
  size_t first = rule->types.count;
  size_t counts = is_keep ? 1 : output->class_count;
  for (size_t i = 0; i < counts; i++)
    rule_result(rule, type_array(rule->program, SCALAR_I64, par->rank - 1, par->space));
  ParSizes sizes = {
      .rule = rule, .inside = around->inside, .results = map_new(rule->program->arena)};
  for (size_t i = 0; i < output->value_count; i++)
    par_size(&sizes, output->values[i], first + counts + i);
  Dim *space = arena_array(rule->program->arena, Dim, par->rank);
  for (size_t i = 0; i < par->rank; i++)
    space[i] = par->space[i];
  if (is_keep) space[par->rank - 1] = dim_result((int32_t)first);
  return output_lift(rule, par->rank, space, output, &sizes);
}

// An operator over scalars combines rows element by element; these must be alike then.
static bool element_types(Rule *rule, const Type **rows, size_t count) {
  for (size_t i = 0; i < count; i++) {
    bool is_alike = rows[i]->rank == rows[0]->rank;
    for (size_t k = 0; is_alike && k < rows[0]->rank; k++)
      is_alike = dim_equal(rows[i]->dims[k], rows[0]->dims[k]) && !dim_is_varying(rows[i]->dims[k]);
    if (!is_alike)
      return rule_fail(rule, "rows that are combined element by element must have one shape");
  }
  for (size_t i = 0; i < count; i++)
    rows[i] = type_scalar(rows[i]->scalar);
  return true;
}

static bool output_write(Rule *rule, const Output *output) {
  if (!rule_expect_i64s(rule, "an index", output->indices, output->index_count)) return false;
  const Type **rows = arena_array(rule->program->arena, const Type *, output->value_count);
  for (size_t i = 0; i < output->value_count; i++) {
    if (!rule_expect_array(rule, output->dests[i])) return false;
    rows[i] = rule_row(rule, atom_type(output->dests[i]), output->index_count);
    if (!rows[i] || !rule_expect(rule, "the value to write", output->values[i], rows[i]))
      return false;
    rule_result(rule, atom_type(output->dests[i]));
  }
  if (output->index_count == 0) return rule_fail(rule, "a write needs an index");
  if (mode_has(output->mode, TRAIT_REPLACES)) return true;
  if (output_is_by_element(output) && !element_types(rule, rows, output->value_count)) return false;
  return rule_operator(rule, output->op, output->neutral, rows, output->value_count);
}

static bool output_acc(Rule *rule, const Output *output) {
  if (output->value_count != 1 || atom_type(output->values[0])->kind != TYPE_ACC)
    return rule_fail(rule, "the output `acc` gives one accumulator");
  return rule_result(rule, atom_type(output->values[0]));
}

static bool rule_output(Rule *rule, const Par *par, const Output *output, ParSizes *sizes) {
  bool is_segmented = mode_has(output->mode, TRAIT_ACCUMULATES);
  if (is_segmented && par->rank == 0)
    return rule_fail(rule, "a par without dimensions has nothing to combine or select");
  switch (output->mode) {
  case MODE_MAP: return output_lift(rule, par->rank, par->space, output, sizes);
  case MODE_REDUCE:
  case MODE_SCAN: return output_fold(rule, par, output, sizes);
  case MODE_KEEP:
  case MODE_SPLIT: return output_select(rule, par, output, sizes);
  case MODE_PUT:
  case MODE_COMBINE: return output_write(rule, output);
  case MODE_ACC: return output_acc(rule, output);
  case MODE_COUNT: break;
  }
  INTERNAL_ERROR("an output without a mode");
}

static bool rule_outputs(Rule *rule, const Par *par, const Thunk *thunk, ParSizes *sizes) {
  for (size_t i = 0; i < thunk->output_count; i++) {
    if (!rule_output(rule, par, &thunk->outputs[i], sizes)) return false;
  }
  return true;
}

static bool rule_inputs(Rule *rule, const Par *par) {
  for (size_t i = 0; i < par->consumed_count; i++) {
    const ParInput *input = &par->consumed[i];
    const Type *array = input->outside->type;
    if (!rule_expect_array(rule, atom_var(input->outside))) return false;
    for (size_t k = 0; k < par->rank; k++) {
      if (array->rank < par->rank || !dim_equal(array->dims[k], par->space[k]))
        return rule_fail(rule,
                         "a consumed array must have the par's space as its first dimensions");
    }
    const Type *row = rule_row(rule, array, par->rank);
    if (!row || !rule_expect(rule, "the owned element", atom_var(input->inside), row)) return false;
  }
  for (size_t i = 0; i < par->acc_count; i++) {
    const Type *type = par->accs[i].outside->type;
    if (type->kind != TYPE_ACC) return rule_fail(rule, "only an accumulator can be threaded");
    if (!rule_expect(rule, "the threaded accumulator", atom_var(par->accs[i].inside), type))
      return false;
  }
  return true;
}

// The epilogue's names for the scans' results must be of the scanned types.
static bool rule_scan_params(Rule *rule, const Par *par) {
  size_t count = 0;
  for (size_t i = 0; i < par->body.output_count; i++) {
    const Output *output = &par->body.outputs[i];
    bool is_scan = mode_has(output->mode, TRAIT_RUNNING);
    for (size_t k = 0; is_scan && k < output->value_count; k++, count++) {
      if (count >= par->scan_param_count) continue;
      Atom param = atom_var(par->scan_params[count]);
      if (!rule_expect(rule, "the scan's result", param, atom_type(output->values[k])))
        return false;
    }
  }
  if (count == par->scan_param_count) return true;
  return rule_fail(rule, "the epilogue names %zu scan result%s, but there %s %zu",
                   par->scan_param_count, par->scan_param_count == 1 ? "" : "s",
                   count == 1 ? "is" : "are", count);
}

// Does the shape of the result vary with other results of the par?
static bool is_join(const Rule *rule, const Type *type) {
  for (size_t i = 0; i < type->rank; i++) {
    int32_t result = type->dims[i].result;
    if (type->kind == TYPE_ARRAY && result >= 0 && type_is_array(rule->types.data[result]))
      return true;
  }
  return false;
}

// At Mem the block of each join is bound in front of all results.
static void rule_join_blocks(Rule *rule) {
  size_t count = rule->types.count, blocks = 0;
  const Type **types = arena_array(rule->program->arena, const Type *, count);
  for (size_t i = 0; i < count; i++) {
    types[i] = rule->types.data[i];
    if (is_join(rule, types[i])) blocks++;
  }
  if (blocks == 0) return;
  rule->types.count = 0;
  for (size_t i = 0; i < blocks; i++)
    rule_result(rule, type_mem());
  for (size_t i = 0; i < count; i++) {
    const Type *type = types[i];
    if (type->kind == TYPE_ARRAY) {
      Dim *dims = arena_array(rule->program->arena, Dim, type->rank);
      for (size_t k = 0; k < type->rank; k++) {
        dims[k] = type->dims[k];
        if (dims[k].result >= 0) dims[k].result += (int32_t)blocks;
      }
      type = type_with_dims(rule->program, type, type->rank, dims);
    }
    rule_result(rule, type);
  }
}

static bool rule_par_outputs(Rule *rule) {
  const Par *par = rule->exp->as.par;
  if (!dims_check(par->rank, par->space, rule->why)) return false;
  for (size_t i = 0; i < par->rank; i++) {
    if (!rule_expect_i64s(rule, "an index", &(Atom){.var = par->indices[i]}, 1)) return false;
  }
  if (!rule_inputs(rule, par)) return false;
  ParSizes sizes = {
      .rule = rule, .inside = par_inside(rule, par), .results = map_new(rule->program->arena)};
  size_t number = par_map_sizes(par, &par->body, 0, &sizes);
  if (par->has_epilogue) par_map_sizes(par, &par->epilogue, number, &sizes);
  if (!rule_outputs(rule, par, &par->body, &sizes)) return false;
  if (!par->has_epilogue) return true;
  for (size_t i = 0; i < par->epilogue.output_count; i++) {
    if (mode_has(par->epilogue.outputs[i].mode, TRAIT_RUNNING))
      return rule_fail(rule, "an epilogue cannot scan");
  }
  return rule_scan_params(rule, par) && rule_outputs(rule, par, &par->epilogue, &sizes);
}

bool rule_par(Rule *rule) {
  if (!rule_par_outputs(rule)) return false;
  if (rule->program->level == LEVEL_MEM) rule_join_blocks(rule);
  return true;
}

// ---- Accumulators ----

static bool rule_acc_decl(Rule *rule, const AccDecl *acc) {
  const Type *type = acc->param->type;
  if (type->kind != TYPE_ACC || type->acc_count != acc->dest_count)
    return rule_fail(rule, "an accumulator needs a type with one array per destination");
  const Type **rows = arena_array(rule->program->arena, const Type *, acc->dest_count);
  for (size_t i = 0; i < acc->dest_count; i++) {
    if (!rule_expect_array(rule, acc->dests[i]) ||
        !rule_expect(rule, "the destination", acc->dests[i], type->acc_types[i]))
      return false;
    rows[i] = rule_row(rule, type->acc_types[i], type->acc_rank);
    if (!rows[i]) return false;
    rule_result(rule, type->acc_types[i]);
  }
  if (type->acc_rank == 0) return rule_fail(rule, "an accumulator indexes at least one dimension");
  if (acc->is_once && (type->acc_rank > 1 || acc->op))
    return rule_fail(rule, "what is written once is an accumulator of rank 1 without an operator");
  if (acc_is_by_element(acc) && !element_types(rule, rows, acc->dest_count)) return false;
  return !acc->op || rule_operator(rule, acc->op, acc->neutral, rows, acc->dest_count);
}

bool rule_with_acc(Rule *rule) {
  const WithAcc *with_acc = rule->exp->as.with_acc;
  const Body *body = with_acc->body;
  for (size_t i = 0; i < with_acc->acc_count; i++) {
    if (!rule_acc_decl(rule, &with_acc->accs[i])) return false;
  }
  if (body->result_count < with_acc->acc_count)
    return rule_fail(rule, "the first results of the body must be the accumulators");
  for (size_t i = 0; i < with_acc->acc_count; i++) {
    const Type *type = with_acc->accs[i].param->type;
    if (!rule_expect(rule, "the final accumulator", body->results[i], type)) return false;
  }
  VarSet inside = bound_vars_stms(rule->program->arena, &body->stms);
  return rule_leave(rule, body->results + with_acc->acc_count,
                    body->result_count - with_acc->acc_count, &inside);
}

bool rule_acc_update(Rule *rule) {
  const Exp *exp = rule->exp;
  if (exp->arg_count == 0 || atom_type(exp->args[0])->kind != TYPE_ACC)
    return rule_fail(rule, "`acc_update` needs an accumulator");
  const Type *type = atom_type(exp->args[0]);
  if (!rule_arg_count(rule, 1 + (size_t)type->acc_rank + type->acc_count)) return false;
  if (!rule_expect_i64s(rule, "an index", exp->args + 1, type->acc_rank)) return false;
  for (size_t i = 0; i < type->acc_count; i++) {
    const Type *row = rule_row(rule, type->acc_types[i], type->acc_rank);
    Atom value = exp->args[1 + type->acc_rank + i];
    if (!row || !rule_expect(rule, "the value to write", value, row)) return false;
  }
  return rule_result(rule, type);
}
