// Accumulators, and combining into an array. When several threads may write to the same element
// the update is one step: an atomic operation where OpenMP has one, otherwise under a lock that is
// chosen by the index.
#include "ir/par.h"
#include "lower/lower_internal.h"

ImpExp *is_within(Lower *lower, const Region *dest, ImpExp *const *indices, size_t count) {
  ImpExp *all = NULL;
  for (size_t i = 0; i < count; i++) {
    ImpExp *test = imp_binary(lower->imp, OP_ULT, indices[i], dest->shape[i]);
    all = all ? imp_binary(lower->imp, OP_AND, all, test) : test;
  }
  return all ? all : imp_const(lower->imp, constant_bool(true));
}

static bool is_atomic(const Lower *lower, Op op, Scalar scalar) {
  if (scalar == SCALAR_F16 || scalar == SCALAR_BOOL) return false;
  bool is_order = op == OP_SMIN || op == OP_SMAX || op == OP_UMIN || op == OP_UMAX ||
                  op == OP_FMIN || op == OP_FMAX;
  if (is_order) return lower->is_device;
  return op == OP_ADD || op == OP_MUL || op == OP_AND || op == OP_OR || op == OP_XOR;
}

// Reads, combines and writes back.
static void combine_plainly(Lower *lower, const Lambda *op, const Region *dests,
                            ImpExp *const *values, size_t count) {
  for (size_t i = 0; i < count; i++) {
    bind_alias(lower, op->params[i],
               imp_use(lower->imp,
                       imp_let(&lower->out, op->params[i]->name, region_load(lower, &dests[i]))));
    bind_scalar(lower, op->params[count + i], values[i]);
  }
  lower_stms(lower, &op->body->stms);
  for (size_t i = 0; i < count; i++)
    region_store(lower, &dests[i], lower_atom(lower, op->body->results[i]));
}

// Which lock the destination has. Blocks of threads have fast memory of their own, and locks.
static ImpExp *lock_number(Lower *lower, const Region *dest) {
  if (!dest->pointer->is_fast) return dest->offset;
  ImpExp *first = imp_sub(lower->imp, imp_thread(lower->imp), imp_lane(lower->imp));
  return imp_add(lower->imp, dest->offset, first);
}

void combine_at(Lower *lower, const Lambda *op, const Region *dests, ImpExp *const *values,
                size_t count, bool is_shared) {
  if (!is_shared) {
    combine_plainly(lower, op, dests, values, count);
    return;
  }
  Op primitive = count == 1 ? operator_primitive(op, 0, 1) : OP_COUNT;
  if (primitive != OP_COUNT && is_atomic(lower, primitive, dests[0].scalar)) {
    imp_atomic(&lower->out, primitive, dests[0].pointer, dests[0].offset, values[0]);
    return;
  }
  ImpVar *place = imp_let(&lower->out, name_of(lower, "place"), lock_number(lower, &dests[0]));
  ImpStm *lock = imp_lock(&lower->out, imp_use(lower->imp, place));
  ImpBuilder saved = lower->out;
  lower->out = imp_into(&saved, &lock->as.branch.body);
  combine_plainly(lower, op, dests, values, count);
  lower->out = saved;
}

// dests[at] := op(dests[at], rows[at]) for every place of the rows.
static void combine_rows(Lower *lower, const Lambda *op, Region *dests, const Atom *values,
                         size_t count, bool is_shared) {
  Region *rows = arena_array(lower->arena, Region, count);
  for (size_t i = 0; i < count; i++)
    rows[i] = region_of(lower, values[i].var);
  ImpBuilder saved = lower->out;
  bool is_host =
      lower->options.target.has_device && !lower->is_device; // elements are fetched one by one
  while (rows[0].rank > 0) {
    bool is_simd = rows[0].rank == 1 && !is_shared && count == 1 && !is_host &&
                   operator_primitive(op, 0, 1) != OP_COUNT;
    ImpVar *index = loop_index(lower, "j");
    ImpFor *loop = imp_for(&lower->out, is_simd ? IMP_FOR_SIMD : IMP_FOR_PLAIN, index,
                           imp_i64(lower->imp, 0), rows[0].shape[0]);
    lower->out = imp_into(&lower->out, &loop->body);
    for (size_t i = 0; i < count; i++) {
      rows[i] = region_row(lower, rows[i], imp_use(lower->imp, index));
      dests[i] = region_row(lower, dests[i], imp_use(lower->imp, index));
    }
  }
  ImpExp **elements = arena_array(lower->imp->arena, ImpExp *, count + 1);
  for (size_t i = 0; i < count; i++)
    elements[i] = imp_use(
        lower->imp, imp_let(&lower->out, name_of(lower, "value"), region_load(lower, &rows[i])));
  combine_at(lower, op, dests, elements, count, is_shared);
  lower->out = saved;
}

void combine_rows_at(Lower *lower, const Lambda *op, Region *dests, const Atom *values,
                     size_t count, bool is_shared) {
  if (!is_shared || lower->is_device) {
    combine_rows(lower, op, dests, values, count, is_shared);
    return;
  }
  ImpVar *place = imp_let(&lower->out, name_of(lower, "place"), dests[0].offset);
  ImpStm *lock = imp_lock(&lower->out, imp_use(lower->imp, place));
  ImpBuilder saved = lower->out;
  lower->out = imp_into(&saved, &lock->as.branch.body);
  combine_rows(lower, op, dests, values, count, false);
  lower->out = saved;
}

void lower_with_acc(Lower *lower, const Stm *stm) {
  const WithAcc *with_acc = stm->exp->as.with_acc;
  for (size_t i = 0; i < with_acc->acc_count; i++)
    bind(lower, with_acc->accs[i].param)->acc = (LowerAcc){.decl = &with_acc->accs[i]};
  lower_stms(lower, &with_acc->body->stms);
  size_t next = 0;
  for (size_t i = 0; i < with_acc->acc_count; i++)
    next += with_acc->accs[i].dest_count;
  for (size_t i = with_acc->acc_count; i < with_acc->body->result_count; i++, next++) {
    Var *result = stm->vars[next];
    Atom value = with_acc->body->results[i];
    if (result->type->kind == TYPE_SCALAR) {
      bind_scalar(lower, result, lower_atom(lower, value));
    } else if (result->type->kind == TYPE_MEM) {
      ImpVar *block = imp_block(&lower->out, result->name);
      bool is_own = usage_of(lower, value.var)->list == &with_acc->body->stms;
      block_take(lower, block, value, is_own);
      bind_block(lower, result, block, false);
    } else if (result->type->kind == TYPE_ACC) {
      bind(lower, result)->acc = bound_of(lower, value.var)->acc;
    }
  }
}

void lower_acc_update(Lower *lower, const Stm *stm) {
  const Exp *exp = stm->exp;
  LowerAcc target = bound_of(lower, exp->args[0].var)->acc;
  const AccDecl *acc = target.decl;
  bind(lower, stm->vars[0])->acc = target;
  size_t count = acc->dest_count, rank = exp->arg_count - 1 - count;
  if (count == 0) return;
  Region *dests = arena_array(lower->arena, Region, count);
  ImpExp **indices = arena_array(lower->imp->arena, ImpExp *, rank + 1);
  for (size_t i = 0; i < count; i++)
    dests[i] = region_of(lower, acc->dests[i].var);
  for (size_t i = 0; i < rank; i++) {
    indices[i] = lower_atom(lower, exp->args[1 + i]);
    if (indices[i]->kind != IMP_VAR && indices[i]->kind != IMP_CONST)
      indices[i] = imp_use(lower->imp, imp_let(&lower->out, name_of(lower, "at"), indices[i]));
  }
  ImpStm *test = imp_if(&lower->out, is_within(lower, &dests[0], indices, rank));
  ImpBuilder saved = lower->out;
  lower->out = imp_into(&saved, &test->as.branch.body);
  for (size_t i = 0; i < count; i++)
    dests[i] = region_at(lower, dests[i], indices, rank);
  if (acc->op && acc_is_by_element(acc)) {
    combine_rows_at(lower, acc->op, dests, exp->args + 1 + rank, count, target.is_shared);
  } else if (acc->op) {
    ImpExp **values = arena_array(lower->imp->arena, ImpExp *, count + 1);
    for (size_t i = 0; i < count; i++)
      values[i] = lower_atom(lower, exp->args[1 + rank + i]);
    combine_at(lower, acc->op, dests, values, count, target.is_shared);
  } else {
    for (size_t i = 0; i < count; i++)
      region_put(lower, &dests[i], exp->args[1 + rank + i]);
  }
  lower->out = saved;
}
