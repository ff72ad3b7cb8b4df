// Says whether a kernel over segments goes through memory by columns: neighbouring segments are
// neighbours there, and neighbouring points of a segment are not.
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
  bool loads_columns, loads_rows, stores_columns, stores_rows;
} Columns;

static bool is_row(const ImpKernel *kernel, const ImpExp *index) {
  if (stride_of(index, kernel->index) != STRIDE_NONE) return true;
  if (stride_of(index, kernel->start) != STRIDE_NONE) return true;
  return stride_of(index, kernel->segment) == STRIDE_OTHER &&
         stride_of(index, kernel->inside) == STRIDE_ONE;
}

static bool is_column(const ImpKernel *kernel, const ImpExp *index) {
  return !is_row(kernel, index) && stride_of(index, kernel->segment) == STRIDE_ONE &&
         stride_of(index, kernel->inside) == STRIDE_OTHER;
}

static void note_loads(Columns *columns, const ImpExp *exp) {
  if (!exp) return;
  if (exp->kind == IMP_LOAD) {
    const ImpExp *index = exp->as.load.index;
    columns->loads_rows = columns->loads_rows || is_row(columns->kernel, index);
    columns->loads_columns = columns->loads_columns || is_column(columns->kernel, index);
    note_loads(columns, index);
  }
  for (size_t i = 0; exp->kind == IMP_OP && i < exp->as.op.arg_count; i++)
    note_loads(columns, exp->as.op.args[i]);
}

static void note_stm(void *context, ImpStm *stm) {
  Columns *columns = context;
  bool is_set =
      stm->kind == IMP_STM_DECLARE || stm->kind == IMP_STM_ASSIGN || stm->kind == IMP_STM_STORE;
  if (is_set) note_loads(columns, stm->as.set.value);
  if (stm->kind != IMP_STM_STORE) return;
  columns->stores_rows = columns->stores_rows || is_row(columns->kernel, stm->as.set.index);
  columns->stores_columns =
      columns->stores_columns || is_column(columns->kernel, stm->as.set.index);
}

void imp_survey_columns(ImpKernel *kernel) {
  Columns columns = {.kernel = kernel};
  const ImpFun *point = kernel->functions[IMP_ROLE_POINT];
  if (!point || !kernel->segment) return;
  imp_walk(&point->body, note_stm, &columns);
  bool is_prefix = kernel->functions[IMP_ROLE_TOTAL] != NULL;
  bool has_column = columns.loads_columns || (is_prefix && columns.stores_columns);
  kernel->is_by_column = has_column && !columns.loads_rows;
  kernel->stores_rows = columns.stores_rows && !columns.stores_columns;
}
