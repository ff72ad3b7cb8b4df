// Imp as text.
#include <inttypes.h>

#include "imp/imp.h"
#include "ir/print.h"
#include "ir/type.h"

static void print_stms(StrBuf *out, const ImpStms *stms, size_t depth);

void imp_print_var(StrBuf *out, const ImpVar *var) {
  if (var->access) {
    strbuf_puts(out, var->access);
    return;
  }
  strbuf_printf(out, "%s.%u", var->name, (unsigned)var->number);
}

static void print_list(StrBuf *out, ImpExp *const *exps, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (i > 0) strbuf_puts(out, ", ");
    imp_print_exp(out, exps[i]);
  }
}

// The sign of arithmetic that is shown infix, or NULL.
static const char *infix(Op op) {
  return op == OP_ADD ? " + " : op == OP_SUB ? " - " : op == OP_MUL ? "*" : NULL;
}

static void print_op(StrBuf *out, const ImpExp *exp) {
  const OpInfo *info = op_info(exp->as.op.op);
  if (exp->as.op.is_exact && infix(exp->as.op.op)) {
    strbuf_putc(out, '(');
    imp_print_exp(out, exp->as.op.args[0]);
    strbuf_puts(out, infix(exp->as.op.op));
    imp_print_exp(out, exp->as.op.args[1]);
    strbuf_putc(out, ')');
    return;
  }
  strbuf_printf(out, "%s(", info->text);
  print_list(out, exp->as.op.args, exp->as.op.arg_count);
  if (info->shape == SHAPE_CONVERT) strbuf_printf(out, " : %s", scalar_info(exp->type)->text);
  strbuf_putc(out, ')');
}

void imp_print_exp(StrBuf *out, const ImpExp *exp) {
  switch (exp->kind) {
  case IMP_CONST: constant_print(out, exp->as.constant); return;
  case IMP_VAR: imp_print_var(out, exp->as.var); return;
  case IMP_OP: print_op(out, exp); return;
  case IMP_LOAD:
    imp_print_var(out, exp->as.load.pointer);
    strbuf_putc(out, '[');
    imp_print_exp(out, exp->as.load.index);
    strbuf_putc(out, ']');
    return;
  case IMP_THREADS: strbuf_puts(out, "threads"); return;
  case IMP_PARAM: strbuf_printf(out, "param %u", (unsigned)exp->as.param); return;
  case IMP_THREAD: strbuf_puts(out, "thread"); return;
  case IMP_LANE: strbuf_puts(out, "lane"); return;
  case IMP_LANES: strbuf_puts(out, "lanes"); return;
  case IMP_ROOM:
    strbuf_puts(out, "room(");
    imp_print_exp(out, exp->as.room.size);
    strbuf_puts(out, ", ");
    imp_print_exp(out, exp->as.room.bytes);
    strbuf_putc(out, ')');
    return;
  }
  INTERNAL_ERROR("an expression of no kind");
}

static void print_typed(StrBuf *out, const ImpVar *var) {
  imp_print_var(out, var);
  const char *scalar = scalar_info(var->scalar)->text;
  switch (var->kind) {
  case IMP_SCALAR: strbuf_printf(out, ": %s", scalar); return;
  case IMP_BLOCK: strbuf_puts(out, ": block"); return;
  case IMP_POINTER:
    strbuf_printf(out, ": %s*%s", scalar, var->is_restrict ? " restrict" : "");
    return;
  case IMP_OWNER: strbuf_puts(out, ": owner"); return;
  case IMP_LOCAL: strbuf_printf(out, ": %s[%lld]", scalar, (long long)var->count); return;
  }
  INTERNAL_ERROR("a variable of no kind");
}

static void print_vars(StrBuf *out, const ImpVars *vars) {
  for (size_t i = 0; i < vars->count; i++) {
    if (i > 0) strbuf_puts(out, ", ");
    print_typed(out, vars->data[i]);
  }
}

static void indent(StrBuf *out, size_t depth) { strbuf_fill(out, ' ', 2 * depth); }

static void print_place(StrBuf *out, const ImpPlace *place, size_t rank) {
  imp_print_var(out, place->pointer);
  strbuf_puts(out, " + ");
  imp_print_exp(out, place->offset);
  strbuf_puts(out, " {");
  print_list(out, place->strides, rank);
  strbuf_putc(out, '}');
}

static void print_set(StrBuf *out, const ImpStm *stm) {
  ImpVar *var = stm->as.set.var;
  if (stm->kind == IMP_STM_RESULT) {
    strbuf_printf(out, "result %zu", stm->as.set.number);
  } else if (stm->kind == IMP_STM_POST) {
    strbuf_printf(out, "post %zu", stm->as.set.number);
  } else if (stm->kind == IMP_STM_DECLARE || stm->kind == IMP_STM_READ) {
    strbuf_puts(out, stm->kind == IMP_STM_READ ? "read " : var->is_const ? "let " : "var ");
    print_typed(out, var);
  } else {
    if (stm->kind == IMP_STM_ATOMIC)
      strbuf_printf(out, "atomic %s ", op_info(stm->as.set.op)->text);
    imp_print_var(out, var);
  }
  if (stm->as.set.index) {
    strbuf_putc(out, '[');
    imp_print_exp(out, stm->as.set.index);
    strbuf_putc(out, ']');
  }
  if (stm->kind == IMP_STM_TABLE) strbuf_printf(out, " = table of %zu", stm->as.set.number);
  if (!stm->as.set.value) return;
  strbuf_puts(out, " = ");
  imp_print_exp(out, stm->as.set.value);
}

static void print_block(StrBuf *out, const ImpStm *stm, const char *word) {
  strbuf_printf(out, "%s ", word);
  imp_print_var(out, stm->as.block.var);
  if (stm->as.block.from) {
    strbuf_puts(out, ", ");
    imp_print_var(out, stm->as.block.from);
  }
  if (stm->as.block.counts.count == 0) return;
  bool is_typed = stm->kind == IMP_STM_ALLOC || stm->kind == IMP_STM_SHARE ||
                  stm->kind == IMP_STM_RESERVE || stm->kind == IMP_STM_GATHER ||
                  stm->kind == IMP_STM_TRIM;
  if (is_typed) strbuf_printf(out, " : %s", scalar_info(stm->as.block.scalar)->text);
  strbuf_puts(out, ", ");
  print_list(out, stm->as.block.counts.data, stm->as.block.counts.count);
}

static void print_braces(StrBuf *out, const ImpStms *stms, size_t depth) {
  strbuf_puts(out, " {\n");
  print_stms(out, stms, depth + 1);
  indent(out, depth);
  strbuf_putc(out, '}');
}

static void print_for(StrBuf *out, const ImpFor *loop, size_t depth) {
  static const char *const kinds[] = {"for",          "for simd",     "for short",
                                      "for unrolled", "for parallel", "for team"};
  strbuf_printf(out, "%s%s ", kinds[loop->kind], loop->is_dynamic ? " dynamic" : "");
  if (loop->is_held) strbuf_puts(out, "held ");
  print_typed(out, loop->index);
  strbuf_puts(out, " from ");
  imp_print_exp(out, loop->first);
  strbuf_puts(out, " to ");
  imp_print_exp(out, loop->last);
  for (size_t i = 0; i < loop->reductions.count; i++) {
    strbuf_printf(out, " reduce %s ", op_info(loop->reductions.data[i].op)->text);
    imp_print_var(out, loop->reductions.data[i].var);
  }
  print_braces(out, &loop->body, depth);
}

static void print_switch(StrBuf *out, const ImpSwitch *choice, size_t depth) {
  strbuf_puts(out, "switch ");
  imp_print_exp(out, choice->value);
  for (size_t i = 0; i < choice->cases.count; i++) {
    strbuf_puts(out, " case ");
    constant_print(out, choice->cases.data[i].value);
    print_braces(out, &choice->cases.data[i].body, depth);
  }
  strbuf_puts(out, " else");
  print_braces(out, &choice->otherwise, depth);
}

static void print_branch(StrBuf *out, const ImpStm *stm, size_t depth, const char *word) {
  strbuf_printf(out, "%s", word);
  if (stm->as.branch.head.count > 0) print_braces(out, &stm->as.branch.head, depth);
  strbuf_putc(out, ' ');
  imp_print_exp(out, stm->as.branch.condition);
  print_braces(out, &stm->as.branch.body, depth);
  if (stm->as.branch.otherwise.count == 0) return;
  strbuf_puts(out, " else");
  print_braces(out, &stm->as.branch.otherwise, depth);
}

static void print_copy(StrBuf *out, const ImpCopy *copy) {
  strbuf_puts(out, "copy [");
  print_list(out, copy->shape, copy->rank);
  strbuf_puts(out, "] to ");
  print_place(out, &copy->to, copy->rank);
  strbuf_puts(out, " from ");
  print_place(out, &copy->from, copy->rank);
}

static void print_tile(StrBuf *out, const ImpTile *tile) {
  ImpExp *sizes[] = {tile->rows, tile->columns, tile->depth};
  strbuf_puts(out, "tile [");
  print_list(out, sizes, 3);
  strbuf_puts(out, "] to ");
  print_place(out, &tile->out, 2);
  strbuf_printf(out, " %s of ", op_info(tile->step)->text);
  imp_print_exp(out, tile->value);
  strbuf_puts(out, " from ");
  print_place(out, &tile->a, 2);
  strbuf_puts(out, " and ");
  print_place(out, &tile->b, 2);
}

static void print_call(StrBuf *out, const ImpCall *call) {
  strbuf_printf(out, "%scall %s(", call->is_ordered ? "ordered " : "", call->callee->name);
  print_list(out, call->args.data, call->args.count);
  strbuf_puts(out, ") -> (");
  for (size_t i = 0; i < call->results.count; i++) {
    if (i > 0) strbuf_puts(out, ", ");
    imp_print_var(out, call->results.data[i]);
  }
  strbuf_putc(out, ')');
}

static void print_segments(StrBuf *out, const ImpSegments *segments) {
  strbuf_puts(out, ", segments ");
  imp_print_exp(out, segments->count);
  strbuf_puts(out, segments->size ? " of " : " by ");
  if (segments->size) imp_print_exp(out, segments->size);
  if (segments->offsets) imp_print_var(out, segments->offsets);
  if (segments->narrow) strbuf_puts(out, ", ");
  if (segments->narrow) imp_print_var(out, segments->narrow);
}

static void print_launch(StrBuf *out, const ImpLaunch *launch) {
  strbuf_printf(out, "launch %s[", launch->kernel->name);
  imp_print_exp(out, launch->size);
  if (launch->bins) {
    strbuf_puts(out, ", bins ");
    imp_print_exp(out, launch->bins);
    strbuf_puts(out, " in ");
    imp_print_exp(out, launch->rows);
  }
  if (launch->threads) {
    strbuf_puts(out, ", threads ");
    imp_print_exp(out, launch->threads);
  }
  if (launch->lanes) {
    strbuf_puts(out, ", lanes ");
    imp_print_exp(out, launch->lanes);
    strbuf_puts(out, ", fast ");
    imp_print_exp(out, launch->room);
  }
  if (launch->segments) print_segments(out, launch->segments);
  strbuf_puts(out, "](");
  print_list(out, launch->args.data, launch->args.count);
  strbuf_puts(out, ") -> (");
  print_vars(out, &launch->results);
  strbuf_putc(out, ')');
}

static void print_fold(StrBuf *out, const ImpFold *fold, size_t depth) {
  strbuf_puts(out, "fold (");
  print_vars(out, &fold->acc);
  strbuf_puts(out, ") before (");
  print_vars(out, &fold->before);
  strbuf_puts(out, ") total (");
  print_vars(out, &fold->total);
  strbuf_puts(out, ") other (");
  print_vars(out, &fold->other);
  strbuf_putc(out, ')');
  print_braces(out, &fold->combine, depth);
}

static void print_effect(StrBuf *out, const ImpEffect *effect) {
  strbuf_printf(out, "%s ", effect->is_receive ? "receive" : effect_info(effect->kind)->text);
  if (effect->message) strbuf_printf(out, "\"%s\" ", effect->message);
  print_list(out, effect->numbers.data, effect->numbers.count);
  for (size_t i = 0; i < effect->texts.count; i++) {
    const ImpText *text = &effect->texts.data[i];
    strbuf_putc(out, ' ');
    imp_print_var(out, text->pointer);
    strbuf_putc(out, '[');
    imp_print_exp(out, text->first);
    strbuf_puts(out, " : ");
    imp_print_exp(out, text->count);
    strbuf_putc(out, ']');
  }
  strbuf_puts(out, " -> (");
  print_vars(out, &effect->results);
  strbuf_putc(out, ')');
}

static void print_stm(StrBuf *out, const ImpStm *stm, size_t depth) {
  switch (stm->kind) {
  case IMP_STM_DECLARE:
  case IMP_STM_ASSIGN:
  case IMP_STM_STORE:
  case IMP_STM_ATOMIC:
  case IMP_STM_TABLE:
  case IMP_STM_READ:
  case IMP_STM_POST:
  case IMP_STM_RESULT: print_set(out, stm); return;
  case IMP_STM_LOCK: print_branch(out, stm, depth, "lock"); return;
  case IMP_STM_IF: print_branch(out, stm, depth, "if"); return;
  case IMP_STM_WHILE: print_branch(out, stm, depth, "while"); return;
  case IMP_STM_COPY: print_copy(out, stm->as.copy); return;
  case IMP_STM_TILE: print_tile(out, stm->as.tile); return;
  case IMP_STM_SWITCH: print_switch(out, stm->as.choice, depth); return;
  case IMP_STM_FOR: print_for(out, stm->as.loop, depth); return;
  case IMP_STM_ALLOC: print_block(out, stm, "alloc"); return;
  case IMP_STM_RELEASE: print_block(out, stm, "release"); return;
  case IMP_STM_REF: print_block(out, stm, "ref"); return;
  case IMP_STM_MOVE: print_block(out, stm, "move"); return;
  case IMP_STM_RESERVE: print_block(out, stm, "reserve"); return;
  case IMP_STM_TRIM: print_block(out, stm, "trim"); return;
  case IMP_STM_SLOTS: print_block(out, stm, "slots"); return;
  case IMP_STM_PARK: print_block(out, stm, "park"); return;
  case IMP_STM_TAKE: print_block(out, stm, "take"); return;
  case IMP_STM_SHARE: print_block(out, stm, "share"); return;
  case IMP_STM_GATHER: print_block(out, stm, "gather"); return;
  case IMP_STM_LAUNCH: print_launch(out, stm->as.launch); return;
  case IMP_STM_FETCH:
    strbuf_puts(out, "fetch (");
    print_vars(out, &stm->as.fetch->vars);
    strbuf_putc(out, ')');
    return;
  case IMP_STM_CALL: print_call(out, stm->as.call); return;
  case IMP_STM_FAIL:
    strbuf_printf(out, "fail \"%s\" ", stm->as.fail->message);
    print_list(out, stm->as.fail->values.data, stm->as.fail->values.count);
    return;
  case IMP_STM_EFFECT: print_effect(out, stm->as.effect); return;
  case IMP_STM_TEAM:
    strbuf_puts(out, "team");
    print_braces(out, &stm->as.branch.body, depth);
    return;
  case IMP_STM_BARRIER: strbuf_puts(out, stm->as.is_plain ? "barrier plain" : "barrier"); return;
  case IMP_STM_FOLD: print_fold(out, stm->as.fold, depth); return;
  case IMP_STM_NOTE: strbuf_puts(out, "note"); return;
  case IMP_STM_WORK:
    strbuf_printf(out, "work %zu operations ", stm->as.work.number);
    imp_print_exp(out, stm->as.work.ops);
    strbuf_puts(out, " bytes ");
    imp_print_exp(out, stm->as.work.bytes);
    return;
  }
  INTERNAL_ERROR("a statement of no kind");
}

static void print_stms(StrBuf *out, const ImpStms *stms, size_t depth) {
  for (size_t i = 0; i < stms->count; i++) {
    indent(out, depth);
    print_stm(out, stms->data[i], depth);
    strbuf_putc(out, '\n');
  }
}

void imp_print_fun(StrBuf *out, const ImpFun *fun) {
  strbuf_printf(out, "%s %s(",
                fun->is_part     ? "part"
                : fun->is_device ? "device"
                                 : "fun",
                fun->name);
  print_vars(out, &fun->params);
  strbuf_puts(out, ") -> (");
  print_vars(out, &fun->results);
  strbuf_puts(out, ") owns (");
  print_vars(out, &fun->blocks);
  strbuf_puts(out, ")");
  print_braces(out, &fun->body, 0);
  strbuf_putc(out, '\n');
}

static void print_kernel(StrBuf *out, const ImpKernel *kernel) {
  strbuf_printf(out, "\nkernel %s %s(", imp_skeleton_text(kernel->skeleton), kernel->name);
  print_vars(out, &kernel->params);
  strbuf_puts(out, ") accumulates (");
  print_vars(out, &kernel->fields);
  strbuf_puts(out, ")\n");
  for (size_t i = 0; imp_skeleton_has(kernel->skeleton, IMP_PRODUCT) && i < IMP_SIDES; i++) {
    strbuf_printf(out, "loads %s (", imp_side_text(i));
    print_vars(out, &kernel->as.product.sides[i]);
    strbuf_puts(out, kernel->as.product.is_by_row[i] ? ") by rows\n" : ") by columns\n");
  }
  for (size_t role = 0; role < IMP_ROLE_COUNT; role++)
    if (kernel->functions[role]) imp_print_fun(out, kernel->functions[role]);
}

// The comparisons on the way to a parameter, from the root: `name`, or `!name` if it must fail.
static void print_path(StrBuf *out, const ImpProgram *program, const ImpParam *param) {
  if (param->parent == 0) return;
  const ImpParam *parent = &program->params.data[param->parent - 1];
  print_path(out, program, parent);
  strbuf_printf(out, "%s%s%s", parent->parent ? " " : "", param->is_taken ? "" : "!",
                parent->threshold.name);
}

void imp_print_class(StrBuf *out, const ImpProgram *program, size_t number) {
  const ImpParam *param = &program->params.data[number];
  int64_t initial = param->threshold.initial;
  strbuf_puts(out, imp_param_is_limit(param) ? "limit(" : "threshold(");
  if (initial == THRESHOLD_FAST)
    strbuf_puts(out, "fast");
  else if (initial == THRESHOLD_THREADS)
    strbuf_puts(out, "threads");
  else if (initial == THRESHOLD_DEFAULT || initial == THRESHOLD_NEST)
    strbuf_puts(out, "def");
  else
    strbuf_printf(out, "%" PRId64, initial);
  strbuf_puts(out, ", ");
  print_path(out, program, param);
  strbuf_putc(out, ')');
}

bool imp_param_is_limit(const ImpParam *param) {
  return param->threshold.initial == THRESHOLD_FAST;
}

void imp_print(StrBuf *out, const ImpProgram *program) {
  for (size_t i = 0; i < program->params.count; i++)
    strbuf_printf(out, "param %zu \"%s\"\n", i, program->params.data[i].threshold.name);
  if (program->init) {
    strbuf_puts(out, "globals (");
    print_vars(out, &program->globals);
    strbuf_puts(out, ")\n\n");
    imp_print_fun(out, program->init);
  }
  for (size_t i = 0; i < program->funs.count; i++) {
    if (i > 0 || program->init) strbuf_putc(out, '\n');
    imp_print_fun(out, program->funs.data[i]);
  }
  for (size_t i = 0; i < program->devices.count; i++) {
    strbuf_putc(out, '\n');
    imp_print_fun(out, program->devices.data[i]);
  }
  for (size_t i = 0; i < program->kernels.count; i++)
    print_kernel(out, program->kernels.data[i]);
}
