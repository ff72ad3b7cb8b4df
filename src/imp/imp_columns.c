// Says of a kernel over segments whether it goes through memory by columns: neighbouring segments
// are neighbours there, and neighbouring points of a segment are not.
#include "imp/imp.h"

// How an index moves with a variable.
typedef enum Stride { STRIDE_NONE, STRIDE_ONE, STRIDE_OTHER } Stride;

static Stride stride_of(const ImpExp *exp, const ImpVar *var) {
  if (exp->kind == IMP_VAR) return exp->as.var == var ? STRIDE_ONE : STRIDE_NONE;
  if (exp->kind != IMP_OP) return exp->kind == IMP_CONST ? STRIDE_NONE : STRIDE_OTHER;
  Stride stride = STRIDE_NONE;
  bool is_sum = exp->as.op.op == OP_ADD;
  for (size_t i = 0; i < exp->as.op.arg_count; i++) {
    Stride part = stride_of(exp->as.op.args[i], var);
    if (part == STRIDE_NONE) continue;
    stride = is_sum && stride == STRIDE_NONE ? part : STRIDE_OTHER;
  }
  return stride;
}

typedef struct Columns {
  const ImpKernel *kernel;
  bool has_column, has_row;
} Columns;

static void note_load(Columns *columns, const ImpExp *index) {
  const ImpKernel *kernel = columns->kernel;
  bool is_numbered = stride_of(index, kernel->index) != STRIDE_NONE ||
                     stride_of(index, kernel->start) != STRIDE_NONE;
  Stride segment = stride_of(index, kernel->segment), inside = stride_of(index, kernel->inside);
  if (is_numbered || (segment == STRIDE_OTHER && inside == STRIDE_ONE)) columns->has_row = true;
  if (segment == STRIDE_ONE && inside == STRIDE_OTHER) columns->has_column = true;
}

static void note_loads(Columns *columns, const ImpExp *exp) {
  if (!exp) return;
  if (exp->kind == IMP_LOAD) {
    note_load(columns, exp->as.load.index);
    note_loads(columns, exp->as.load.index);
  }
  for (size_t i = 0; exp->kind == IMP_OP && i < exp->as.op.arg_count; i++)
    note_loads(columns, exp->as.op.args[i]);
}

static void note_stm(void *context, ImpStm *stm) {
  bool is_set =
      stm->kind == IMP_STM_DECLARE || stm->kind == IMP_STM_ASSIGN || stm->kind == IMP_STM_STORE;
  if (is_set) note_loads(context, stm->as.set.value);
}

bool imp_is_by_column(const ImpKernel *kernel) {
  Columns columns = {.kernel = kernel};
  const ImpFun *point = kernel->functions[IMP_ROLE_POINT];
  if (!point || !kernel->segment) return false;
  imp_walk(&point->body, note_stm, &columns);
  return columns.has_column && !columns.has_row;
}
