// From a function to instructions. interp_compile_par.c has the statements that hold operators.
#include "interp/interp_compile.h"

#include <string.h>

// ---- Emission ----

uint32_t emit(Compiler *compiler, Instr instr) {
  vec_push(compiler->arena, &compiler->instrs, instr);
  vec_push(compiler->arena, &compiler->spans, compiler->span);
  return (uint32_t)compiler->instrs.count - 1;
}

uint32_t emit_here(const Compiler *compiler) { return (uint32_t)compiler->instrs.count; }

// Lets the jump at `instr` lead to the next instruction.
void emit_patch(Compiler *compiler, uint32_t instr) {
  compiler->instrs.data[instr].d = emit_here(compiler);
}

static void emit_extra(Compiler *compiler, InstrCode code, const void *extra) {
  emit(compiler, (Instr){.code = code, .as.extra = extra});
}

static uint32_t constant_slot(Compiler *compiler, ScalarValue value) {
  uint32_t base = compiler->live->object_count + compiler->live->scalar_count;
  vec_push(compiler->arena, &compiler->constants, value);
  return base + (uint32_t)compiler->constants.count - 1;
}

// A slot for a moment; nothing that lives there is released.
static uint32_t scratch_slot(Compiler *compiler) {
  ScalarValue zero;
  memset(&zero, 0, sizeof zero);
  return constant_slot(compiler, zero);
}

uint32_t slot_var(const Compiler *compiler, const Var *var) {
  return liveness_slot(compiler->live, var);
}

uint32_t slot_atom(Compiler *compiler, const Atom *atom) {
  if (atom->var != NULL) return slot_var(compiler, atom->var);
  uint64_t bits;
  memcpy(&bits, &atom->constant.value, sizeof bits);
  void *known;
  if (map_find(compiler->constant_slots, bits, &known)) return (uint32_t)(uintptr_t)known;
  uint32_t slot = constant_slot(compiler, atom->constant.value);
  map_put(compiler->constant_slots, bits, (void *)(uintptr_t)slot);
  return slot;
}

uint32_t *slots_of(Compiler *compiler, const Atom *atoms, size_t count) {
  uint32_t *slots = arena_array(compiler->arena, uint32_t, count);
  for (size_t i = 0; i < count; i++)
    slots[i] = slot_atom(compiler, &atoms[i]);
  return slots;
}

uint32_t *slots_of_vars(Compiler *compiler, Var *const *vars, size_t count) {
  uint32_t *slots = arena_array(compiler->arena, uint32_t, count);
  for (size_t i = 0; i < count; i++)
    slots[i] = slot_var(compiler, vars[i]);
  return slots;
}

Operand operand_var(const Compiler *compiler, const Var *var, const void *key) {
  return (Operand){.slot = slot_var(compiler, var),
                   .is_object = interp_is_object_type(var->type),
                   .is_last = map_get(compiler->live->last_uses, map_key(key)) != NULL};
}

Operand operand_atom(Compiler *compiler, const Atom *atom) {
  if (atom->var != NULL) return operand_var(compiler, atom->var, atom);
  return (Operand){.slot = slot_atom(compiler, atom)};
}

Operand *operands_of(Compiler *compiler, const Atom *atoms, size_t count) {
  Operand *operands = arena_array(compiler->arena, Operand, count);
  for (size_t i = 0; i < count; i++)
    operands[i] = operand_atom(compiler, &atoms[i]);
  return operands;
}

static void emit_move(Compiler *compiler, uint32_t dest, Operand source) {
  if (dest == source.slot) return;
  InstrCode code = !source.is_object ? I_SET : source.is_last ? I_TAKE : I_SHARE;
  emit(compiler, (Instr){.code = code, .d = dest, .a = source.slot});
}

void emit_drops(Compiler *compiler, const Map *drops, const void *place) {
  const SlotList *list = map_get(drops, map_key(place));
  for (size_t i = 0; list != NULL && i < list->count; i++)
    emit(compiler, (Instr){.code = I_DROP, .d = list->data[i]});
}

// ---- Types ----

DimCode compile_dim(const Compiler *compiler, const Dim *dim) {
  if (dim->var == NULL) return (DimCode){.kind = DIM_CONSTANT, .size = dim->size};
  DimCode code = {.kind = DIM_SLOT, .slot = slot_var(compiler, dim->var)};
  if (!dim_is_varying(*dim)) return code;
  code.kind = DIM_VARYING;
  code.rank = (uint32_t)dim_rank(*dim);
  code.skip = dim->skip;
  return code;
}

TypeCode compile_type(Compiler *compiler, const Type *type) {
  TypeCode code = {.scalar = type->kind == TYPE_SEG ? SCALAR_I64 : type->scalar};
  if (type->kind != TYPE_ARRAY && type->kind != TYPE_SEG) return code;
  code.rank = type->rank;
  code.dims = arena_array(compiler->arena, DimCode, type->rank);
  for (uint32_t i = 0; i < type->rank; i++) {
    code.dims[i] = compile_dim(compiler, &type->dims[i]);
    // What is left of the type is irregular as long as a dimension depends on one inside it.
    if (code.dims[i].kind == DIM_VARYING && i - code.dims[i].skip > code.boxes)
      code.boxes = i - code.dims[i].skip;
  }
  return code;
}

// ---- Bodies ----

void compile_stms(Compiler *compiler, const Stms *stms) {
  for (size_t i = 0; i < stms->count; i++)
    compile_stm(compiler, stms->data[i]);
}

// A body inside a statement; its results go to the slots.
static void compile_body_to(Compiler *compiler, const Body *body, const uint32_t *dests) {
  emit_drops(compiler, compiler->live->drops_at_start, body);
  compile_stms(compiler, &body->stms);
  for (size_t i = 0; i < body->result_count; i++)
    emit_move(compiler, dests[i], operand_atom(compiler, &body->results[i]));
}

// A body that is run by itself; its caller reads the results.
uint32_t compile_subroutine(Compiler *compiler, const Body *body) {
  uint32_t entry = emit_here(compiler);
  emit_drops(compiler, compiler->live->drops_at_start, body);
  compile_stms(compiler, &body->stms);
  emit(compiler, (Instr){.code = I_END});
  return entry;
}

// ---- Control ----

static void compile_if(Compiler *compiler, const Exp *exp, const uint32_t *dests) {
  uint32_t condition = slot_atom(compiler, &exp->args[0]);
  uint32_t to_else = emit(compiler, (Instr){.code = I_UNLESS, .a = condition});
  compile_body_to(compiler, exp->as.branches.bodies[0], dests);
  uint32_t to_end = emit(compiler, (Instr){.code = I_JUMP});
  emit_patch(compiler, to_else);
  compile_body_to(compiler, exp->as.branches.bodies[1], dests);
  emit_patch(compiler, to_end);
}

static void compile_switch(Compiler *compiler, const Exp *exp, const uint32_t *dests) {
  const Branches *branches = &exp->as.branches;
  SwitchCode *code = arena_make(compiler->arena, SwitchCode);
  code->value = slot_atom(compiler, &exp->args[0]);
  code->type = atom_type(exp->args[0])->scalar;
  code->cases = branches->cases;
  code->case_count = branches->body_count - 1;
  code->targets = arena_array(compiler->arena, uint32_t, branches->body_count);
  uint32_t *to_end = arena_array(compiler->arena, uint32_t, branches->body_count);
  emit_extra(compiler, I_SWITCH, code);
  for (size_t i = 0; i < branches->body_count; i++) {
    code->targets[i] = emit_here(compiler);
    compile_body_to(compiler, branches->bodies[i], dests);
    to_end[i] = emit(compiler, (Instr){.code = I_JUMP});
  }
  for (size_t i = 0; i < branches->body_count; i++)
    emit_patch(compiler, to_end[i]);
}

// The next values of a loop's parameters. They are moved one after the other when no value is a
// parameter that was overwritten before, and through scratch slots otherwise.
static void compile_next(Compiler *compiler, const Loop *loop, const uint32_t *params) {
  size_t count = loop->param_count;
  bool has_conflict = false;
  Map *written = map_new(compiler->arena);
  for (size_t i = 0; i < count; i++) {
    const Var *var = loop->body->results[i].var;
    if (var != NULL && map_find(written, map_key(var), NULL)) has_conflict = true;
    map_put(written, map_key(loop->params[i]), loop);
  }
  Operand *values = operands_of(compiler, loop->body->results, count);
  uint32_t *scratch = arena_array(compiler->arena, uint32_t, count);
  for (size_t i = 0; i < count; i++) {
    scratch[i] = has_conflict ? scratch_slot(compiler) : params[i];
    emit_move(compiler, scratch[i], values[i]);
  }
  for (size_t i = 0; has_conflict && i < count; i++)
    emit_move(compiler, params[i],
              (Operand){.slot = scratch[i], .is_object = values[i].is_object, .is_last = true});
}

static void compile_loop(Compiler *compiler, const Exp *exp, const uint32_t *dests) {
  const Loop *loop = exp->as.loop;
  uint32_t *params = slots_of_vars(compiler, loop->params, loop->param_count);
  for (size_t i = 0; i < loop->param_count; i++)
    emit_move(compiler, params[i], operand_atom(compiler, &exp->args[i]));
  Instr step = {.code = I_FOR_BEGIN};
  uint32_t to_end, start = emit_here(compiler);
  if (loop->index != NULL) {
    step.a = slot_var(compiler, loop->index);
    step.b = loop->index->type->scalar;
    step.as.c = slot_atom(compiler, &exp->args[loop->param_count]);
    to_end = emit(compiler, step);
    start = emit_here(compiler);
  } else {
    emit_drops(compiler, compiler->live->drops_at_start, loop->condition);
    compile_stms(compiler, &loop->condition->stms);
    to_end = emit(compiler, (Instr){.code = I_UNLESS,
                                    .a = slot_atom(compiler, &loop->condition->results[0])});
  }
  emit_drops(compiler, compiler->live->drops_at_start, loop->body);
  compile_stms(compiler, &loop->body->stms);
  compile_next(compiler, loop, params);
  step.code = loop->index != NULL ? I_FOR_NEXT : I_JUMP;
  step.d = start;
  emit(compiler, step);
  emit_patch(compiler, to_end);
  for (size_t i = 0; i < loop->param_count; i++) {
    bool is_object = interp_is_object_type(loop->params[i]->type);
    emit_move(compiler, dests[i],
              (Operand){.slot = params[i], .is_object = is_object, .is_last = true});
  }
}

static void compile_call(Compiler *compiler, const Exp *exp, uint32_t *dests) {
  CallCode *code = arena_make(compiler->arena, CallCode);
  code->callee = map_get(compiler->codes, map_key(exp->as.callee));
  if (code->callee == NULL) INTERNAL_ERROR("a call of an unknown function");
  code->args = operands_of(compiler, exp->args, exp->arg_count);
  code->arg_count = exp->arg_count;
  code->dests = dests;
  emit_extra(compiler, I_CALL, code);
}

// ---- Scalars and arrays ----

static void compile_scalar(Compiler *compiler, const Exp *exp, uint32_t dest) {
  const OpInfo *info = op_info(exp->op);
  Scalar type = atom_type(exp->args[info->shape == SHAPE_SELECT ? 1 : 0])->scalar;
  Scalar to = info->shape == SHAPE_CONVERT ? exp->as.to : type;
  ScalarInstance instance = scalar_instance(exp->op, type, to);
  if (instance == SCALAR_INSTANCE_NONE)
    INTERNAL_ERROR("%s is not defined at %s", info->text, scalar_info(type)->text);
  Instr instr = {.code = (InstrCode)instance, .d = dest};
  instr.a = slot_atom(compiler, &exp->args[0]);
  if (exp->arg_count > 1) instr.b = slot_atom(compiler, &exp->args[1]);
  if (exp->arg_count > 2) instr.as.c = slot_atom(compiler, &exp->args[2]);
  if (op_has(exp->op, FLAG_FAILS)) {
    InstrCode check = exp->op == OP_SPOW ? I_CHECK_POWER : I_CHECK_DIVISOR;
    emit(compiler, (Instr){.code = check, .d = type, .a = instr.a, .b = instr.b, .as.c = exp->op});
  }
  emit(compiler, instr);
}

// The instruction for elements of this size, given the one for bytes.
static InstrCode sized(InstrCode first, Scalar element) {
  unsigned size = SCALAR_SIZE(element), code = first;
  while (size > 1) {
    size /= 2;
    code++;
  }
  return (InstrCode)code;
}

// The lengths that a selection binds in front of its result. Which dimension a length is for can be
// seen in the result's type, of which the pattern names the lengths.
static void compile_lengths(Compiler *compiler, const Stm *stm, SelectCode *code) {
  const Type *source = stm->exp->args[0].var->type;
  const Var *result = stm->vars[stm->var_count - 1];
  code->lengths = arena_array(compiler->arena, LengthCode, stm->var_count);
  for (size_t i = 0; i + 1 < stm->var_count; i++) {
    const Var *var = stm->vars[i];
    size_t kept = 0;
    for (uint32_t k = 0; k < source->rank; k++) {
      bool is_range =
          code->selector.is_range != NULL && k < code->selector.rank && code->selector.is_range[k];
      if (k < code->selector.rank && !is_range) continue;
      const Dim *dim = &result->type->dims[kept++];
      if (dim->var != var || !dim_is_varying(source->dims[k])) continue;
      DimCode lengths = compile_dim(compiler, &source->dims[k]);
      code->lengths[code->length_count++] =
          (LengthCode){.dest = slot_var(compiler, var),
                       .lengths = lengths.slot,
                       .first = k - lengths.skip - lengths.rank,
                       .rank = lengths.rank,
                       .boxes = compile_type(compiler, var->type).boxes};
      break;
    }
  }
  if (code->length_count + 1 != stm->var_count)
    INTERNAL_ERROR("a selection binds a length that its result does not have");
}

static void compile_select(Compiler *compiler, const Stm *stm) {
  const Exp *exp = stm->exp;
  const Var *result = stm->vars[stm->var_count - 1];
  const Type *source = exp->args[0].var->type;
  uint32_t dest = slot_var(compiler, result), array = slot_var(compiler, exp->args[0].var);
  bool is_scalar = !interp_is_object_type(result->type);
  if (exp->op == OP_INDEX && is_scalar && source->rank == 1) {
    emit(compiler, (Instr){.code = sized(I_INDEX_1, source->scalar),
                           .d = dest,
                           .a = array,
                           .b = slot_atom(compiler, &exp->args[1])});
    return;
  }
  SelectCode *code = arena_make(compiler->arena, SelectCode);
  if (exp->op == OP_SLICE)
    code->selector = exp->as.selector;
  else
    code->selector.rank = (uint32_t)exp->arg_count - 1;
  code->array = (Operand){.slot = array, .is_object = true};
  code->atoms = slots_of(compiler, exp->args + 1, exp->arg_count - 1);
  code->dest = dest;
  code->type = compile_type(compiler, result->type);
  code->is_scalar = is_scalar;
  compile_lengths(compiler, stm, code);
  bool is_flat = compile_type(compiler, source).boxes == 0;
  bool is_element = exp->op == OP_INDEX && is_scalar && is_flat;
  emit_extra(compiler, is_element ? I_ELEMENT : I_SELECT, code);
}

static void compile_update(Compiler *compiler, const Exp *exp, uint32_t dest) {
  const Type *type = atom_type(exp->args[0]);
  Operand array = operand_atom(compiler, &exp->args[0]);
  const Selector *selector = &exp->as.selector;
  bool is_scalar = !interp_is_object_type(atom_type(exp->args[1]));
  bool is_element = !selector->is_lmad && selector->rank == 1 && type->rank == 1 && is_scalar;
  if (is_element && array.is_last) {
    emit(compiler, (Instr){.code = sized(I_UPDATE_1, type->scalar),
                           .d = dest,
                           .a = array.slot,
                           .b = slot_atom(compiler, &exp->args[2]),
                           .as.c = slot_atom(compiler, &exp->args[1])});
    return;
  }
  SelectCode *code = arena_make(compiler->arena, SelectCode);
  code->selector = *selector;
  code->array = array;
  code->value = operand_atom(compiler, &exp->args[1]);
  code->atoms = slots_of(compiler, exp->args + 2, exp->arg_count - 2);
  code->dest = dest;
  code->is_scalar = is_scalar;
  emit_extra(compiler, I_UPDATE, code);
}

static void compile_shaped(Compiler *compiler, const Stm *stm) {
  const Exp *exp = stm->exp;
  ShapedCode *code = arena_make(compiler->arena, ShapedCode);
  code->op = exp->op;
  if (exp->op == OP_CONCAT) code->dim = exp->as.dim;
  code->args = operands_of(compiler, exp->args, exp->arg_count);
  code->arg_count = exp->arg_count;
  code->type = compile_type(compiler, stm->vars[0]->type);
  code->dest = slot_var(compiler, stm->vars[0]);
  emit_extra(compiler, I_SHAPED, code);
}

static void compile_permute(Compiler *compiler, const Stm *stm) {
  PermuteCode *code = arena_make(compiler->arena, PermuteCode);
  code->permutation = stm->exp->as.permutation;
  code->source = slot_atom(compiler, &stm->exp->args[0]);
  code->dest = slot_var(compiler, stm->vars[0]);
  code->type = compile_type(compiler, stm->vars[0]->type);
  emit_extra(compiler, I_PERMUTE, code);
}

static void compile_segment(Compiler *compiler, const Stm *stm) {
  SegmentCode *code = arena_make(compiler->arena, SegmentCode);
  code->op = stm->exp->op;
  code->source = slot_atom(compiler, &stm->exp->args[0]);
  code->dest = slot_var(compiler, stm->vars[0]);
  code->type = compile_type(compiler, stm->vars[0]->type);
  emit_extra(compiler, I_SEGMENT, code);
}

static void compile_assert(Compiler *compiler, const Exp *exp) {
  AssertCode *code = arena_make(compiler->arena, AssertCode);
  code->condition = slot_atom(compiler, &exp->args[0]);
  code->text = exp->as.message.text;
  code->value_count = exp->arg_count - 1;
  code->values = slots_of(compiler, exp->args + 1, code->value_count);
  code->types = arena_array(compiler->arena, Scalar, code->value_count);
  for (size_t i = 0; i < code->value_count; i++)
    code->types[i] = atom_type(exp->args[1 + i])->scalar;
  emit_extra(compiler, I_ASSERT, code);
}

static void compile_effect(Compiler *compiler, const Stm *stm, uint32_t *dests) {
  EffectCode *code = arena_make(compiler->arena, EffectCode);
  code->exp = stm->exp;
  code->args = slots_of(compiler, stm->exp->args, stm->exp->arg_count);
  code->dests = dests;
  if (stm->exp->op == OP_RECEIVE) code->type = compile_type(compiler, stm->vars[0]->type);
  emit_extra(compiler, stm->exp->op == OP_RECEIVE ? I_RECEIVE : I_EFFECT, code);
}

// ---- Statements ----

static void compile_exp(Compiler *compiler, const Stm *stm) {
  const Exp *exp = stm->exp;
  uint32_t *dests = slots_of_vars(compiler, stm->vars, stm->var_count);
  switch (exp->op) {
  case OP_INDEX:
  case OP_SLICE: compile_select(compiler, stm); return;
  case OP_UPDATE: compile_update(compiler, exp, dests[0]); return;
  case OP_RESHAPE:
  case OP_COERCE:
  case OP_CONCAT:
  case OP_ARRAY: compile_shaped(compiler, stm); return;
  case OP_PERMUTE: compile_permute(compiler, stm); return;
  case OP_COPY:
    emit(compiler, (Instr){.code = I_COPY, .d = dests[0], .a = slot_atom(compiler, &exp->args[0])});
    return;
  case OP_OPAQUE:
    for (size_t i = 0; i < exp->arg_count; i++)
      emit_move(compiler, dests[i], operand_atom(compiler, &exp->args[i]));
    return;
  case OP_ALLOC: return; // a value needs no place
  case OP_ASSERT: compile_assert(compiler, exp); return;
  case OP_EFFECT:
  case OP_RECEIVE: compile_effect(compiler, stm, dests); return;
  case OP_ACC_UPDATE: compile_acc_update(compiler, exp, dests[0]); return;
  case OP_THRESHOLD:
    emit(compiler,
         (Instr){.code = I_THRESHOLD, .d = dests[0], .a = slot_atom(compiler, &exp->args[0])});
    return;
  case OP_IF: compile_if(compiler, exp, dests); return;
  case OP_SWITCH: compile_switch(compiler, exp, dests); return;
  case OP_LOOP: compile_loop(compiler, exp, dests); return;
  case OP_CALL: compile_call(compiler, exp, dests); return;
  case OP_PAR: compile_par(compiler, stm); return;
  case OP_WITH_ACC: compile_with_acc(compiler, exp, dests); return;
  case OP_SEG_MAKE:
  case OP_SEG_LENGTHS:
  case OP_SEG_OFFSETS:
  case OP_SEG_TOTAL:
  case OP_SEG_INDEX:
  case OP_SEG_FLAGS: compile_segment(compiler, stm); return;
#include "ir/scalar_cases.def"
    compile_scalar(compiler, exp, dests[0]);
    return;
  case OP_COUNT: break;
  }
  INTERNAL_ERROR("cannot compile op %d", (int)exp->op);
}

void compile_stm(Compiler *compiler, const Stm *stm) {
  Span outer = compiler->span;
  compiler->span = stm->span;
  compile_exp(compiler, stm);
  emit_drops(compiler, compiler->live->drops_after, stm);
  compiler->span = outer;
}

// ---- Functions ----

static void compile_code(Compiler *compiler, Var *const *params, size_t param_count, Body *body,
                         Code *code) {
  compiler->live = liveness_run(compiler->live_state, params, param_count, body);
  compiler->instrs = (InstrList){0};
  compiler->spans = (SpanList){0};
  compiler->constants = (ConstantList){0};
  compiler->constant_slots = map_new(compiler->scratch);
  compiler->span = code->span;
  compile_subroutine(compiler, body);
  code->params = slots_of_vars(compiler, params, param_count);
  code->param_count = param_count;
  code->results = operands_of(compiler, body->results, body->result_count);
  code->result_count = body->result_count;
  code->instrs = compiler->instrs.data;
  code->spans = compiler->spans.data;
  code->constants = compiler->constants.data;
  code->constant_count = compiler->constants.count;
  code->object_count = compiler->live->object_count;
  code->constant_start = code->object_count + compiler->live->scalar_count;
  code->slot_count = code->constant_start + (uint32_t)code->constant_count;
  code->import_count = compiler->live->imports.count;
  code->imports = arena_array(compiler->arena, Import, code->import_count);
  for (size_t i = 0; i < code->import_count; i++) {
    const Var *var = compiler->live->imports.data[i];
    code->imports[i] = (Import){.global = compiler->global_numbers[var->index],
                                .slot = slot_var(compiler, var),
                                .is_object = interp_is_object_type(var->type)};
  }
}

static void compile_globals(Compiler *compiler, Interp *interp) {
  const Program *program = interp->program;
  for (size_t i = 0; i < program->globals.count; i++) {
    const Global *global = program->globals.data[i];
    for (size_t k = 0; k < global->var_count; k++)
      compiler->global_numbers[global->vars[k]->index] = (uint32_t)interp->global_count++;
  }
  interp->global_values = arena_array(compiler->arena, InterpSlot, interp->global_count);
  interp->is_global_object = arena_array(compiler->arena, bool, interp->global_count);
  interp->globals = arena_array(compiler->arena, Code, program->globals.count);
  interp->has_global = arena_array(compiler->arena, bool, program->globals.count + 1);
  size_t number = 0;
  for (size_t i = 0; i < program->globals.count; i++) {
    const Global *global = program->globals.data[i];
    interp->globals[i].span = global->span;
    compile_code(compiler, NULL, 0, global->body, &interp->globals[i]);
    for (size_t k = 0; k < global->var_count; k++)
      interp->is_global_object[number++] = interp_is_object_type(global->vars[k]->type);
  }
}

static void compile_fun(Compiler *compiler, const Fun *fun, Code *code) {
  Var **params = arena_array(compiler->scratch, Var *, fun->param_count);
  for (size_t i = 0; i < fun->param_count; i++)
    params[i] = fun->params[i].var;
  compile_code(compiler, params, fun->param_count, fun->body, code);
}

void interp_compile(Interp *interp) {
  const Program *program = interp->program;
  Arena *scratch = arena_new();
  Compiler compiler = {.arena = interp->arena,
                       .scratch = scratch,
                       .live_state = live_state_new(program, scratch),
                       .codes = map_new(scratch)};
  compiler.global_numbers = arena_array(scratch, uint32_t, program->var_count + 1);
  interp->funs = arena_array(interp->arena, Code, program->funs.count);
  for (size_t i = 0; i < program->funs.count; i++) {
    interp->funs[i].name = program->funs.data[i]->name;
    interp->funs[i].span = program->funs.data[i]->span;
    map_put(compiler.codes, map_key(program->funs.data[i]), &interp->funs[i]);
  }
  compile_globals(&compiler, interp);
  for (size_t i = 0; i < program->funs.count; i++)
    compile_fun(&compiler, program->funs.data[i], &interp->funs[i]);
  arena_free(scratch);
}
