// Makes a function of each parallel loop, so that imp_merge finds those that do the same: a C
// compiler makes a function of such a loop anyway, and takes its time for each.
//
//   for parallel c.1 from 0 to n.2 { call f_part_3(c.1, n.2, xs.4) }    becomes
//   call f_loop_3(n.2, xs.4) -> ()
#include "base/intern.h"
#include "base/map.h"
#include "imp/imp.h"

typedef struct Outline {
  ImpProgram *program;
  Arena *arena;
  Vec(ImpFun *) made;
  ImpFun *fun;
  ImpExps args;
  uint32_t count;
} Outline;

// What stands for an operand of the loop inside the function.
static ImpExp *take(Outline *outline, ImpExp *operand) {
  ImpProgram *program = outline->program;
  bool is_var = operand->kind == IMP_VAR;
  if (operand->kind == IMP_CONST || (is_var && operand->as.var->is_global)) return operand;
  for (size_t i = 0; is_var && i < outline->args.count; i++) {
    const ImpExp *arg = outline->args.data[i];
    if (arg->kind == IMP_VAR && arg->as.var == operand->as.var)
      return imp_use(program, outline->fun->params.data[i]);
  }
  const ImpVar *var = is_var ? operand->as.var : NULL;
  ImpVar *param = imp_var(program, var ? var->kind : IMP_SCALAR, var ? var->scalar : operand->type,
                          var ? var->name : intern_str(program->names, "value"));
  param->is_restrict = var && var->is_restrict;
  param->is_const = !var || var->is_const;
  vec_push(program->arena, &outline->fun->params, param);
  vec_push(program->arena, &outline->args, operand);
  return imp_use(program, param);
}

static bool is_plain(const ImpExp *exp) {
  return exp->kind != IMP_VAR || (exp->as.var->kind != IMP_OWNER && exp->as.var->kind != IMP_LOCAL);
}

static bool can_outline(const ImpFor *loop) {
  if (!is_plain(loop->last) || loop->first->kind != IMP_CONST) return false;
  for (size_t i = 0; i < loop->body.count; i++) {
    const ImpCall *call = loop->body.data[i]->as.call;
    for (size_t k = 0; k < call->args.count; k++)
      if (!is_plain(call->args.data[k])) return false;
    if (call->results.count > 0) return false;
  }
  return true;
}

static void outline_loop(void *context, ImpStm *stm) {
  Outline *outline = context;
  ImpProgram *program = outline->program;
  if (stm->kind != IMP_STM_FOR || stm->as.loop->kind != IMP_FOR_PARALLEL) return;
  ImpFor *loop = stm->as.loop;
  if (!can_outline(loop)) return;
  const ImpFun *part = loop->body.data[0]->as.call->callee;
  ImpFun *fun = outline->fun = arena_make(program->arena, ImpFun);
  const char *name =
      arena_printf(program->arena, "%s_loop_%u", part->name, (unsigned)++outline->count);
  *fun = (ImpFun){.name = intern_str(program->names, name), .is_part = true, .span = stm->span};
  outline->args = (ImpExps){0};
  loop->last = take(outline, loop->last);
  for (size_t i = 0; i < loop->body.count; i++) {
    ImpExps *args = &loop->body.data[i]->as.call->args;
    for (size_t k = 0; k < args->count; k++)
      if (args->data[k]->kind != IMP_VAR || args->data[k]->as.var != loop->index)
        args->data[k] = take(outline, args->data[k]);
  }
  ImpStm *inside = arena_make(program->arena, ImpStm);
  *inside = *stm;
  vec_push(program->arena, &fun->body, inside);
  vec_push(outline->arena, &outline->made, fun);
  ImpCall *call = arena_make(program->arena, ImpCall);
  *call = (ImpCall){.callee = fun, .args = outline->args};
  stm->kind = IMP_STM_CALL;
  stm->as.call = call;
}

void imp_outline(ImpProgram *program) {
  Outline outline = {.program = program, .arena = arena_new()};
  if (program->init) imp_walk(&program->init->body, outline_loop, &outline);
  for (size_t i = 0; i < program->funs.count; i++)
    imp_walk(&program->funs.data[i]->body, outline_loop, &outline);
  for (size_t i = 0; i < outline.made.count; i++)
    vec_push(program->arena, &program->funs, outline.made.data[i]);
  arena_free(outline.arena);
}
