// Statements: scalars and control.
#include "interp/heap_internal.h"

#include "ir/build.h"
#include "ir/message.h"

// ---- Scalars ----

static bool run_scalar(Heap *heap, Cell *frame, const Stm *stm) {
  const Exp *exp = stm->exp;
  ScalarValue args[3], result;
  for (size_t i = 0; i < exp->arg_count; i++)
    args[i] = atom_value(heap, frame, exp->args[i]);
  size_t typed = op_info(exp->op)->shape == SHAPE_SELECT ? 1 : 0;
  Scalar type = atom_type(exp->args[typed])->scalar;
  if (scalar_eval(exp->op, type, exp->as.to, args, &result)) {
    cell_of(heap, frame, stm->vars[0])->scalar = result;
    return true;
  }
  if (!scalar_fault(exp->op, type, args))
    INTERNAL_ERROR("cannot evaluate %s", op_info(exp->op)->text);
  StrBuf text = {0};
  scalar_fault_show(&text, exp->op, type, args);
  interp_fail(heap->interp, FAILURE_DIVISION, "%s", strbuf_text(&text));
  strbuf_free(&text);
  return false;
}

static bool run_assert(Heap *heap, Cell *frame, const Exp *exp) {
  if (atom_value(heap, frame, exp->args[0]).b) return true;
  StrBuf text = {0};
  const char *at = exp->as.message.text;
  ErrorCode code = message_code(&at);
  for (size_t i = 1; message_text(&text, &at); i++) {
    if (i == exp->arg_count) INTERNAL_ERROR("an assert has too few values");
    message_value(&text, &at, atom_value(heap, frame, exp->args[i]),
                  atom_type(exp->args[i])->scalar);
  }
  interp_fail_assert(heap->interp, code, strbuf_text(&text));
  strbuf_free(&text);
  return false;
}

// A negative count makes an empty block: what would fill it says what is wrong.
static bool run_alloc(Heap *heap, Cell *frame, const Stm *stm) {
  const Exp *exp = stm->exp;
  int64_t count = 1;
  bool is_negative = false, is_empty = false;
  for (size_t i = 0; i < exp->arg_count; i++) {
    int64_t size = atom_number(heap, frame, exp->args[i]);
    is_negative = is_negative || size < 0;
    is_empty = is_empty || size == 0;
    if (size > 0) count = count > INT64_MAX / size ? INT64_MAX : count * size;
  }
  if (is_negative || is_empty) count = 0;
  HeapBlock *block = heap_block_new(heap, stm->vars[0], count, exp->as.to);
  if (block == NULL) return false;
  Cell *cell = cell_of(heap, frame, stm->vars[0]);
  heap_block_release(heap, cell->block);
  cell->block = block;
  return true;
}

// ---- Control ----

// Runs a body and binds the statement's pattern to its results.
static bool run_body(Heap *heap, Cell *frame, const Stm *stm, const Body *body) {
  return run_stms(heap, frame, &body->stms) &&
         telescope_set(heap, frame, stm->vars, frame, body->results, body->result_count);
}

static bool run_if(Heap *heap, Cell *frame, const Stm *stm) {
  const Branches *branches = &stm->exp->as.branches;
  bool condition = atom_value(heap, frame, stm->exp->args[0]).b;
  return run_body(heap, frame, stm, branches->bodies[condition ? 0 : 1]);
}

static bool run_heap_switch(Heap *heap, Cell *frame, const Stm *stm) {
  const Branches *branches = &stm->exp->as.branches;
  Atom atom = stm->exp->args[0];
  int64_t value =
      constant_to_i64((Constant){atom_type(atom)->scalar, atom_value(heap, frame, atom)});
  size_t i = 0;
  while (i + 1 < branches->body_count && constant_to_i64(branches->cases[i]) != value)
    i++;
  return run_body(heap, frame, stm, branches->bodies[i]);
}

// Runs the body once more; the results are the next parameters.
static bool loop_step(Heap *heap, Cell *frame, const Loop *loop) {
  return run_stms(heap, frame, &loop->body->stms) &&
         telescope_set(heap, frame, loop->params, frame, loop->body->results,
                       loop->body->result_count);
}

static bool run_for(Heap *heap, Cell *frame, const Exp *exp) {
  const Loop *loop = exp->as.loop;
  Scalar type = loop->index->type->scalar;
  int64_t bound = constant_to_i64((Constant){type, atom_value(heap, frame, loop_bound(exp))});
  for (int64_t i = 0; i < bound; i++) {
    cell_of(heap, frame, loop->index)->scalar = constant_int(type, i).value;
    if (!loop_step(heap, frame, loop)) return false;
  }
  return true;
}

static bool run_while(Heap *heap, Cell *frame, const Loop *loop) {
  for (;;) {
    if (!run_stms(heap, frame, &loop->condition->stms)) return false;
    if (!atom_value(heap, frame, loop->condition->results[0]).b) return true;
    if (!loop_step(heap, frame, loop)) return false;
  }
}

static bool run_loop(Heap *heap, Cell *frame, const Stm *stm) {
  const Exp *exp = stm->exp;
  const Loop *loop = exp->as.loop;
  size_t count = loop->param_count;
  if (!telescope_set(heap, frame, loop->params, frame, exp->args, count)) return false;
  if (!(loop->index != NULL ? run_for(heap, frame, exp) : run_while(heap, frame, loop)))
    return false;
  StackMark mark;
  Atom *params = stack_push(heap->interp, count * sizeof(Atom), &mark);
  if (params == NULL) return false;
  for (size_t i = 0; i < count; i++)
    params[i] = atom_var(loop->params[i]);
  bool is_ok = telescope_set(heap, frame, stm->vars, frame, params, count);
  stack_pop(heap->interp, mark);
  return is_ok;
}

static bool run_heap_call(Heap *heap, Cell *frame, const Stm *stm) {
  const Exp *exp = stm->exp;
  size_t arg_width = atoms_width(exp->args, exp->arg_count), result_width = 0;
  for (size_t i = 0; i < stm->var_count; i++)
    result_width += type_width(stm->vars[i]->type);
  StackMark mark;
  Cell *args = stack_push(heap->interp, (arg_width + result_width) * sizeof(Cell), &mark);
  if (args == NULL) return false;
  Cell *results = args + arg_width;
  atoms_load(heap, frame, exp->args, exp->arg_count, args);
  bool is_ok = heap_call(heap, exp->as.callee, args, results) &&
               telescope_bind(heap, frame, stm->vars, stm->var_count, results);
  stack_pop(heap->interp, mark);
  return is_ok;
}

// ---- Statements ----

static bool run_stm(Heap *heap, Cell *frame, const Stm *stm) {
  const Exp *exp = stm->exp;
  switch (exp->op) {
  case OP_INDEX:
  case OP_SLICE:
  case OP_UPDATE:
  case OP_RESHAPE:
  case OP_COERCE:
  case OP_PERMUTE:
  case OP_CONCAT:
  case OP_ARRAY:
  case OP_COPY:
  case OP_OPAQUE: return run_array_op(heap, frame, stm);
  case OP_ASSERT: return run_assert(heap, frame, exp);
  case OP_EFFECT: return run_heap_effect(heap, frame, stm);
  case OP_RECEIVE: return run_heap_receive(heap, frame, stm);
  case OP_ACC_UPDATE: return run_heap_acc_update(heap, frame, stm);
  case OP_THRESHOLD:
    cell_of(heap, frame, stm->vars[0])->scalar =
        constant_bool(atom_number(heap, frame, exp->args[0]) >=
                      heap->interp->options.default_threshold)
            .value;
    return true;
  case OP_IF: return run_if(heap, frame, stm);
  case OP_SWITCH: return run_heap_switch(heap, frame, stm);
  case OP_LOOP: return run_loop(heap, frame, stm);
  case OP_CALL: return run_heap_call(heap, frame, stm);
  case OP_PAR: return run_heap_par(heap, frame, stm);
  case OP_WITH_ACC: return run_heap_with_acc(heap, frame, stm);
  case OP_SEG_MAKE:
  case OP_SEG_OFFSETS:
  case OP_SEG_TOTAL: return run_heap_segment(heap, frame, stm);
  case OP_SEG_LENGTHS:
  case OP_SEG_INDEX:
  case OP_SEG_FLAGS: break;
  case OP_ALLOC: return run_alloc(heap, frame, stm);
#include "ir/scalar_cases.def"
    return run_scalar(heap, frame, stm);
  case OP_COUNT: break;
  }
  INTERNAL_ERROR("cannot run op %d", (int)exp->op);
}

bool run_stms(Heap *heap, Cell *frame, const Stms *stms) {
  for (size_t i = 0; i < stms->count; i++) {
    if (run_stm(heap, frame, stms->data[i])) continue;
    const Stm *stm = stms->data[i];
    return interp_failed_at(heap->interp, stm->span, stm->exp->op == OP_CALL);
  }
  return true;
}
