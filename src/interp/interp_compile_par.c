// Compiling par, with_acc and acc_update. Their bodies are subroutines: code that the statement
// jumps over and that run_par or run_with_acc runs.
#include "interp/interp_compile.h"
#include "ir/par.h"

static LambdaCode compile_lambda(Compiler *compiler, const Lambda *lambda) {
  LambdaCode code = {0};
  if (lambda == NULL) return code;
  code.params = slots_of_vars(compiler, lambda->params, lambda->param_count);
  code.entry = compile_subroutine(compiler, lambda->body);
  code.results = operands_of(compiler, lambda->body->results, lambda->body->result_count);
  code.result_count = lambda->body->result_count;
  return code;
}

static OutputCode compile_output(Compiler *compiler, const Output *output, Var *const *vars,
                                 size_t var_count) {
  OutputCode code = {.mode = output->mode, .is_exclusive = output->is_exclusive};
  code.count = output->value_count;
  code.class_count = output->class_count;
  code.count_results = output_count_results(output);
  code.op = compile_lambda(compiler, output->op);
  if (output->neutral != NULL)
    code.neutral = operands_of(compiler, output->neutral, output->value_count);
  if (output->dests != NULL) code.dests = operands_of(compiler, output->dests, output->value_count);
  if (mode_has(output->mode, TRAIT_SELECTS))
    code.selector = operand_atom(compiler, &output->selector);
  code.indices = slots_of(compiler, output->indices, output->index_count);
  code.index_count = output->index_count;
  code.values = operands_of(compiler, output->values, output->value_count);
  code.result_count = var_count;
  code.results = slots_of_vars(compiler, vars, var_count);
  code.types = arena_array(compiler->arena, TypeCode, var_count);
  for (size_t i = 0; i < var_count; i++)
    code.types[i] = compile_type(compiler, vars[i]->type);
  return code;
}

static ParInputCode *compile_inputs(Compiler *compiler, ParInput *inputs, size_t count) {
  ParInputCode *codes = arena_array(compiler->arena, ParInputCode, count);
  for (size_t i = 0; i < count; i++) {
    codes[i].inside = slot_var(compiler, inputs[i].inside);
    codes[i].outside = operand_var(compiler, inputs[i].outside, &inputs[i].outside);
    codes[i].is_scalar = !interp_is_object_type(inputs[i].inside->type);
  }
  return codes;
}

static uint32_t compile_thunk(Compiler *compiler, const Thunk *thunk) {
  uint32_t entry = emit_here(compiler);
  emit_drops(compiler, compiler->live->drops_at_start, thunk);
  compile_stms(compiler, &thunk->stms);
  emit(compiler, (Instr){.code = I_END});
  return entry;
}

static void compile_outputs(Compiler *compiler, const Stm *stm, const Par *par, ParCode *code) {
  const Thunk *thunks[2] = {&par->body, &par->epilogue};
  size_t next = par_block_count(stm), scan_param = 0;
  for (size_t t = 0; t < (par->has_epilogue ? 2 : 1); t++) {
    for (size_t i = 0; i < thunks[t]->output_count; i++) {
      const Output *output = &thunks[t]->outputs[i];
      size_t count = par_result_count(par, output);
      OutputCode *out = &code->outputs[code->output_count++];
      *out = compile_output(compiler, output, stm->vars + next, count);
      next += count;
      out->is_epilogue = t == 1;
      if (!par_hides(par, output)) continue;
      out->scan_params = slots_of_vars(compiler, par->scan_params + scan_param, out->count);
      scan_param += out->count;
    }
  }
}

void compile_par(Compiler *compiler, const Stm *stm) {
  const Par *par = stm->exp->as.par;
  ParCode *code = arena_make(compiler->arena, ParCode);
  code->rank = par->rank;
  code->space = arena_array(compiler->arena, DimCode, par->rank);
  for (size_t i = 0; i < par->rank; i++)
    code->space[i] = compile_dim(compiler, &par->space[i]);
  code->indices = slots_of_vars(compiler, par->indices, par->rank);
  code->consumed = compile_inputs(compiler, par->consumed, par->consumed_count);
  code->consumed_count = par->consumed_count;
  code->accs = compile_inputs(compiler, par->accs, par->acc_count);
  code->acc_count = par->acc_count;
  size_t outputs = par->body.output_count + (par->has_epilogue ? par->epilogue.output_count : 0);
  code->outputs = arena_array(compiler->arena, OutputCode, outputs);
  uint32_t over = emit(compiler, (Instr){.code = I_JUMP});
  compile_outputs(compiler, stm, par, code);
  code->entry = compile_thunk(compiler, &par->body);
  code->has_epilogue = par->has_epilogue;
  code->is_overwritten = par->is_overwritten;
  if (par->has_epilogue) code->epilogue = compile_thunk(compiler, &par->epilogue);
  emit_patch(compiler, over);
  emit(compiler, (Instr){.code = I_PAR, .as.extra = code});
}

void compile_with_acc(Compiler *compiler, const Exp *exp, uint32_t *dests) {
  const WithAcc *with_acc = exp->as.with_acc;
  WithAccCode *code = arena_make(compiler->arena, WithAccCode);
  uint32_t over = emit(compiler, (Instr){.code = I_JUMP});
  code->accs = arena_array(compiler->arena, AccCode, with_acc->acc_count);
  code->acc_count = with_acc->acc_count;
  for (size_t i = 0; i < with_acc->acc_count; i++) {
    const AccDecl *acc = &with_acc->accs[i];
    code->accs[i].param = slot_var(compiler, acc->param);
    code->accs[i].dests = operands_of(compiler, acc->dests, acc->dest_count);
    code->accs[i].dest_count = acc->dest_count;
    code->accs[i].has_op = acc->op != NULL;
    code->accs[i].is_once = acc->is_once;
    code->accs[i].op = compile_lambda(compiler, acc->op);
  }
  code->entry = compile_subroutine(compiler, with_acc->body);
  code->results = operands_of(compiler, with_acc->body->results, with_acc->body->result_count);
  code->result_count = with_acc->body->result_count;
  code->dests = dests;
  emit_patch(compiler, over);
  emit(compiler, (Instr){.code = I_WITH_ACC, .as.extra = code});
}

void compile_acc_update(Compiler *compiler, const Exp *exp, uint32_t dest) {
  const Type *type = atom_type(exp->args[0]);
  AccUpdateCode *code = arena_make(compiler->arena, AccUpdateCode);
  code->acc = operand_atom(compiler, &exp->args[0]);
  code->dest = dest;
  code->index_count = type->acc_rank;
  code->indices = slots_of(compiler, exp->args + 1, type->acc_rank);
  code->value_count = type->acc_count;
  code->values = operands_of(compiler, exp->args + 1 + type->acc_rank, type->acc_count);
  emit(compiler, (Instr){.code = I_ACC_UPDATE, .as.extra = code});
}
