// Entry points, and the lowering as a whole.
#include "front/fcl/fcl_to_core.h"

#include <ctype.h>
#include <stdarg.h>
#include <string.h>

#include "front/fcl/to_core_internal.h"
#include "ir/effects.h"
#include "ir/natural.h"
#include "ir/own.h"

// ---- Errors ----

_Noreturn void fcl_fail(FclLower *lower, ErrorCode code, Span span, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  diag_verror(lower->diag, code, span, format, arguments);
  va_end(arguments);
  const SourceMap *sources = diag_sources(lower->diag);
  for (Span call = source_caller(sources, span); span_is_known(call);
       call = source_caller(sources, call))
    diag_note(lower->diag, call, "in what is called here");
  longjmp(lower->escape, 1);
}

void fcl_check_run(FclLower *lower, Atom condition, ErrorCode code, const char *message,
                   const Atom *values, size_t count) {
  emit_check(&lower->emit, condition, code, message, values, count);
}

// ---- Types of entry points ----

// A scalar, or a pair of such; outside, the scalars one after the other.
static bool is_base(const FclType *type) {
  Scalar scalar;
  type = fcl_type_resolve(type);
  if (type->kind == FCL_TYPE_PAIR) return is_base(type->first) && is_base(type->second);
  return fcl_type_scalar(type, &scalar);
}

// Outside, an array for each scalar of an element, all of one length.
static bool is_array(const FclType *type) {
  type = fcl_type_resolve(type);
  return type->kind == FCL_TYPE_PULL && is_base(type->first);
}

static bool is_grid(const FclLevel *level) {
  FclLevel known = fcl_level_resolve(level);
  return known.variable == NULL && known.up == FCL_LEVEL_GRID;
}

// May this be what an entry point gives?
static bool is_result(const FclType *type) {
  type = fcl_type_resolve(type);
  if (is_base(type) || is_array(type)) return true;
  if (type->kind != FCL_TYPE_PROGRAM || !is_grid(type->level)) return false;
  const FclType *value = fcl_type_resolve(type->first);
  if (is_base(value) || is_array(value)) return true;
  return value->kind == FCL_TYPE_PUSH && is_grid(value->level) && is_base(value->first);
}

// Is it a name outside, too?
static bool is_plain_name(Name name) {
  for (const char *at = name; *at != '\0'; at++)
    if (!isalnum((unsigned char)*at) && *at != '_') return false;
  return true;
}

static bool is_entry(const FclVariable *variable) {
  if (fcl_scheme_is_general(variable->scheme) || !is_plain_name(variable->name)) return false;
  const FclType *type = fcl_type_resolve(variable->scheme->type);
  for (; type->kind == FCL_TYPE_FUNCTION; type = fcl_type_resolve(type->second))
    if (!is_base(type->first) && !is_array(type->first)) return false;
  return is_result(type);
}

// ---- Entry points ----

typedef struct FclInterface {
  VarVec sizes, values;
  Vec(EntryValue) params;
} FclInterface;

static Name external_type(FclLower *lower, Scalar scalar, bool is_array) {
  return intern_str(lower->names, arena_printf(lower->arena, "%s%s", is_array ? "[]" : "",
                                               scalar_info(scalar)->text));
}

// The name that a definition gives to a parameter, or one that says its number.
static Name param_name(FclLower *lower, const FclVariable *variable, size_t number) {
  const FclExp *value = variable->binding->value;
  size_t first = 0;
  for (; value->kind == FCL_EXP_LAMBDA; value = value->lambda.body) {
    const FclPatterns *patterns = &value->lambda.parameters;
    if (number < first + patterns->count) {
      const FclPattern *pattern = patterns->data[number - first];
      if (pattern->kind != FCL_PATTERN_NAME || !is_plain_name(pattern->name)) break;
      return pattern->name;
    }
    first += patterns->count;
  }
  return intern_str(lower->names, arena_printf(lower->arena, "x%zu", number));
}

// The parameters for the scalars of a type, or for arrays of them of this size.
static const FclValue *entry_leaves(FclLower *lower, FclInterface *signature, const FclType *type,
                                    Name name, Var *size) {
  type = fcl_type_resolve(type);
  if (type->kind == FCL_TYPE_PAIR) {
    Name left = intern_str(lower->names, arena_printf(lower->arena, "%s_1", name));
    Name right = intern_str(lower->names, arena_printf(lower->arena, "%s_2", name));
    const FclValue *first = entry_leaves(lower, signature, type->first, left, size);
    return fcl_value_pair(lower, first, entry_leaves(lower, signature, type->second, right, size));
  }
  Scalar scalar = SCALAR_I32;
  fcl_type_scalar(type, &scalar);
  EntryValue value = {.name = name, .type = external_type(lower, scalar, size != NULL), .count = 1};
  vec_push(lower->arena, &signature->params, value);
  const Type *core = type_scalar(scalar);
  if (size != NULL) {
    Dim dim = dim_var(size);
    core = type_array(lower->emit.program, scalar, 1, &dim);
  }
  Var *var = var_new(lower->emit.program, name, core, lower->emit.span);
  vec_push(lower->arena, &signature->values, var);
  return fcl_value_scalar(lower, atom_var(var));
}

static const FclValue *entry_param(FclLower *lower, FclInterface *signature, const FclType *type,
                                   Name name) {
  if (is_base(type)) return entry_leaves(lower, signature, type, name, NULL);
  Var *size = var_new(lower->emit.program, "n", type_scalar(SCALAR_I64), lower->emit.span);
  vec_push(lower->arena, &signature->sizes, size);
  const FclType *element = fcl_type_resolve(type)->first;
  FclStored stored = {.elements = entry_leaves(lower, signature, element, name, size),
                      .length = fcl_count(lower, atom_var(size))};
  return fcl_value_stored(lower, stored);
}

// An array that an entry point gives is stored by the grid.
static FclStored entry_store(FclLower *lower, const FclValue *value) {
  if (value->kind == FCL_VALUE_PUSH) return fcl_store(lower, value->push);
  FclPush push = {.kind = FCL_PUSH_PULL,
                  .level = FCL_LEVEL_GRID,
                  .length = value->pull->length,
                  .pull = value->pull};
  return fcl_store(lower, &push);
}

static void entry_result(FclLower *lower, Fun *fun, const FclValue *value, EmitBlock *block) {
  Program *program = lower->emit.program;
  bool is_plain = value->kind == FCL_VALUE_SCALAR || value->kind == FCL_VALUE_PAIR;
  Atoms atoms = {0};
  VarVec vars = {0};
  if (!is_plain) {
    FclStored stored = entry_store(lower, value);
    vec_push(lower->arena, &atoms, fcl_size(lower, stored.length));
    vec_push(lower->arena, &vars, var_new(program, "n", type_scalar(SCALAR_I64), lower->emit.span));
    value = stored.elements;
  }
  fcl_value_atoms(lower, value, &atoms);
  fun->result_size_count = vars.count;
  fun->entry->result_count = atoms.count - vars.count;
  fun->entry->results = arena_array(lower->arena, EntryValue, fun->entry->result_count);
  for (size_t i = 0; i < fun->entry->result_count; i++) {
    Scalar scalar = atom_type(atoms.data[fun->result_size_count + i])->scalar;
    const Type *type = type_scalar(scalar);
    if (!is_plain) {
      Dim dim = dim_var(vars.data[0]);
      type = type_array(program, scalar, 1, &dim);
    }
    vec_push(lower->arena, &vars, var_new(program, "result", type, lower->emit.span));
    fun->entry->results[i] =
        (EntryValue){.type = external_type(lower, scalar, !is_plain), .count = 1};
  }
  fun->result_count = vars.count;
  fun->results = arena_array(lower->arena, Result, vars.count);
  for (size_t i = 0; i < vars.count; i++)
    fun->results[i].var = vars.data[i];
  fun->body = body_new(program, block->stms, atoms.data, atoms.count);
}

static Fun *fun_new(FclLower *lower, const FclVariable *variable) {
  Fun *fun = arena_make(lower->arena, Fun);
  fun->name = variable->name;
  fun->span = lower->emit.span = variable->span;
  fun->entry = arena_make(lower->arena, Entry);
  fun->entry->name = fun->name;
  return fun;
}

// The value of a definition that is not general.
static const FclValue *definition_value(FclLower *lower, const FclVariable *variable) {
  return fcl_lower_exp(lower, NULL, variable->binding->value);
}

static void lower_entry(FclLower *lower, const FclVariable *variable) {
  Fun *fun = fun_new(lower, variable);
  FclInterface signature = {0};
  EmitBlock *block = emit_open(&lower->emit);
  const FclType *type = fcl_type_resolve(variable->scheme->type);
  Vec(const FclValue *) arguments = {0};
  for (; type->kind == FCL_TYPE_FUNCTION; type = fcl_type_resolve(type->second)) {
    Name name = param_name(lower, variable, arguments.count);
    const FclValue *argument = entry_param(lower, &signature, type->first, name);
    vec_push(lower->arena, &arguments, argument);
  }
  vec_append(lower->arena, &block->bound, signature.sizes.data, signature.sizes.count);
  vec_append(lower->arena, &block->bound, signature.values.data, signature.values.count);
  const FclValue *value = definition_value(lower, variable);
  for (size_t i = 0; i < arguments.count; i++)
    value = fcl_apply(lower, value, arguments.data[i]);
  if (value->kind == FCL_VALUE_PROGRAM) value = fcl_run(lower, value);
  entry_result(lower, fun, value, block);
  emit_close(&lower->emit, block);
  emit_uncheck(&lower->emit, 0);
  fun->size_count = signature.sizes.count;
  vec_append(lower->arena, &signature.sizes, signature.values.data, signature.values.count);
  fun->param_count = signature.sizes.count;
  fun->params = arena_array(lower->arena, Param, fun->param_count);
  for (size_t i = 0; i < fun->param_count; i++)
    fun->params[i].var = signature.sizes.data[i];
  fun->entry->params = signature.params.data;
  fun->entry->param_count = signature.params.count;
  vec_push(lower->arena, &lower->emit.program->funs, fun);
}

// ---- main ----

static void emit_failure(FclLower *lower, const char *text) {
  Atoms atoms = {0};
  for (const char *at = text; *at != '\0'; at++)
    vec_push(lower->arena, &atoms, atom_constant(constant_int(SCALAR_I8, *at)));
  Program *program = lower->emit.program;
  Dim dim = dim_const((int64_t)atoms.count);
  Exp *array = exp_new(program, OP_ARRAY, atoms.data, atoms.count);
  Var *var = emit_shaped(&lower->emit, "text", array, type_array(program, SCALAR_I8, 1, &dim));
  Atom operands[2] = {atom_i64(0), atom_var(var)};
  Builder builder = emit_builder(&lower->emit);
  Effect effect = {.kind = EFFECT_FAIL};
  build_infer(&builder, "fail", exp_effect(program, effect, operands, 2));
}

// What `ravel run` executes. One that cannot be run fails only when it is.
static void lower_main(FclLower *lower, const FclVariable *variable) {
  FclPrinter printer = {.arena = lower->arena};
  Fun *fun = fun_new(lower, variable);
  EmitBlock *block = emit_open(&lower->emit);
  const FclType *type = fcl_type_resolve(variable->scheme->type);
  bool is_program = type->kind == FCL_TYPE_PROGRAM && is_grid(type->level);
  if (is_program && !fcl_scheme_is_general(variable->scheme))
    fcl_run(lower, definition_value(lower, variable));
  else
    emit_failure(lower,
                 arena_printf(lower->arena, "main is of type %s; only a Program<grid> can be run",
                              fcl_scheme_text(&printer, variable->scheme)));
  emit_close(&lower->emit, block);
  emit_uncheck(&lower->emit, 0);
  fun->body = body_new(lower->emit.program, block->stms, NULL, 0);
  vec_push(lower->arena, &lower->emit.program->funs, fun);
}

// ---- The program ----

static bool is_hidden(const FclChecked *checked, size_t position) {
  for (size_t i = position + 1; i < checked->definitions.count; i++)
    if (checked->definitions.data[i].variable->name ==
        checked->definitions.data[position].variable->name)
      return true;
  return false;
}

static void lower_program(FclLower *lower, const FclChecked *checked) {
  for (size_t i = 0; i < checked->definitions.count; i++) {
    const FclVariable *variable = checked->definitions.data[i].variable;
    const FclType *type = fcl_type_resolve(variable->scheme->type);
    bool is_main = strcmp(variable->name, "main") == 0;
    bool is_function = type->kind == FCL_TYPE_FUNCTION;
    if (is_hidden(checked, i)) continue;
    if (is_main && (!is_function || !is_entry(variable)))
      lower_main(lower, variable);
    else if (is_entry(variable))
      lower_entry(lower, variable);
  }
}

Program *fcl_to_core(Arena *arena, Interner *names, Diag *diag, const FclProgram *program,
                     const FclChecked *checked) {
  (void)program;
  FclLower *lower = arena_make(arena, FclLower);
  *lower = (FclLower){.arena = arena, .names = names, .diag = diag};
  lower->emit.program = program_new(arena, names, LEVEL_CORE);
  lower->emit.program->block_size = fcl_block_size();
  lower->sizes = map_new(arena);
  lower->lengths = map_new(arena);
  lower->homes = map_new(arena);
  lower->held = map_new(arena);
  if (setjmp(lower->escape) != 0) return NULL;
  lower_program(lower, checked);
  program_own(lower->emit.program);
  program_clamp_sizes(lower->emit.program);
  EffectWords words = {.in_par = ERROR_FCL_NO_ORDER,
                       .par = "a program below level grid",
                       .instead = "print at level grid",
                       .elsewhere = ERROR_FCL_UNSUPPORTED};
  return program_thread_effects(lower->emit.program, diag, &words) ? lower->emit.program : NULL;
}
