// The built-in functions.
#include "front/fcl/to_core_internal.h"
#include "front/settings.h"

#include <string.h>

enum { BLOCK_SIZE = 256 };

// How many arrows the type has.
size_t fcl_builtin_arity(FclBuiltin builtin) {
  switch (builtin) {
  case FCL_BUILTIN_BLOCK_SIZE: return 0;
  case FCL_BUILTIN_FST:
  case FCL_BUILTIN_SND:
  case FCL_BUILTIN_LENGTH:
  case FCL_BUILTIN_LENGTH_PULL:
  case FCL_BUILTIN_LENGTH_PUSH:
  case FCL_BUILTIN_PUSH:
  case FCL_BUILTIN_FORCE:
  case FCL_BUILTIN_FORCE_ALL:
  case FCL_BUILTIN_RETURN:
  case FCL_BUILTIN_READ_INT:
  case FCL_BUILTIN_READ_DOUBLE: return 1;
  case FCL_BUILTIN_INDEX:
  case FCL_BUILTIN_GENERATE:
  case FCL_BUILTIN_MAP:
  case FCL_BUILTIN_MAP_PULL:
  case FCL_BUILTIN_MAP_PUSH:
  case FCL_BUILTIN_MAP_PUSH_IX:
  case FCL_BUILTIN_BIND:
  case FCL_BUILTIN_PRINT_INT:
  case FCL_BUILTIN_PRINT_DOUBLE:
  case FCL_BUILTIN_FILTER_GRID:
  case FCL_BUILTIN_DIGIT_GRID:
  case FCL_BUILTIN_BENCHMARK: return 2;
  case FCL_BUILTIN_INTERLEAVE:
  case FCL_BUILTIN_INTERLEAVE_SEQ:
  case FCL_BUILTIN_WHILE:
  case FCL_BUILTIN_POWER:
  case FCL_BUILTIN_POWERI:
  case FCL_BUILTIN_REDUCE_GRID:
  case FCL_BUILTIN_SCAN_GRID:
  case FCL_BUILTIN_SEQFOR: return 3;
  case FCL_BUILTIN_ACCUMULATE: return 4;
#define BUILTIN(id, name, type)
#define SCALAR_BUILTIN(id, name, type, op) case FCL_BUILTIN_##id:
#include "front/fcl/builtins.def"
#undef BUILTIN
#undef SCALAR_BUILTIN
  case FCL_BUILTIN_COUNT: break;
  }
  static const Op OPS[] = {
#define BUILTIN(id, name, type)            [FCL_BUILTIN_##id] = OP_ADD,
#define SCALAR_BUILTIN(id, name, type, op) [FCL_BUILTIN_##id] = OP_##op,
#include "front/fcl/builtins.def"
#undef BUILTIN
#undef SCALAR_BUILTIN
  };
  return op_info(OPS[builtin])->shape == SHAPE_BINARY ? 2 : 1;
}

// ---- Scalars ----

// What a function on scalars gives: the last word of its type.
static Scalar result_scalar(FclBuiltin builtin) {
  static const char *const TYPES[] = {
#define BUILTIN(id, name, type)            [FCL_BUILTIN_##id] = NULL,
#define SCALAR_BUILTIN(id, name, type, op) [FCL_BUILTIN_##id] = type,
#include "front/fcl/builtins.def"
#undef BUILTIN
#undef SCALAR_BUILTIN
  };
  const char *last = strrchr(TYPES[builtin], ' ') + 1;
#define BASE_TYPE(id, name, scalar, class)                                                         \
  if (strcmp(last, name) == 0) return SCALAR_##scalar;
#include "front/fcl/base_types.def"
#undef BASE_TYPE
  INTERNAL_ERROR("a function on scalars that gives none");
}

static const FclValue *scalar_builtin(FclLower *lower, Op op, const FclFunction *function) {
  Atom a = function->arguments[0]->atom;
  Atom result = a;
  size_t mark = emit_mark(&lower->emit);
  if (op == OP_SPOW) {
    Atom b = function->arguments[1]->atom;
    Atom zero = fcl_number(atom_type(b)->scalar, 0);
    fcl_check_run(lower, fcl_scalar(lower, OP_SLE, zero, b), ERROR_RUN_DIVISION,
                  "an integer to the power of {}", &b, 1);
  }
  if (op_info(op)->shape == SHAPE_BINARY)
    result = fcl_scalar(lower, op, a, function->arguments[1]->atom);
  else if (op_info(op)->shape == SHAPE_CONVERT)
    result = fcl_convert(lower, op, a, result_scalar(function->builtin));
  else
    result = fcl_unary(lower, op, a);
  emit_uncheck(&lower->emit, mark);
  return fcl_value_scalar(lower, result);
}

// ---- Pull arrays ----

static const FclValue *generated(FclLower *lower, const void *context, Atom index) {
  return fcl_apply(lower, context, fcl_value_scalar(lower, index));
}

typedef struct FclMapped {
  const FclValue *function;
  const FclPull *pull;
} FclMapped;

static const FclValue *mapped(FclLower *lower, const void *context, Atom index) {
  const FclMapped *map = context;
  return fcl_apply(lower, map->function, fcl_element(lower, map->pull, index));
}

static const FclValue *map_pull(FclLower *lower, const FclValue *function, const FclPull *pull) {
  FclMapped *map = arena_make(lower->arena, FclMapped);
  *map = (FclMapped){function, pull};
  return fcl_value_pull(lower, pull->length, mapped, map);
}

// ---- Programs ----

// A built-in function with all its arguments, to be run.
static const FclValue *delay(FclLower *lower, const FclFunction *function, FclRun *run) {
  FclFunction *copy = arena_make(lower->arena, FclFunction);
  *copy = *function;
  return fcl_value_program(lower, run, copy);
}

static const FclValue *run_return(FclLower *lower, const void *context) {
  (void)lower;
  const FclFunction *function = context;
  return function->arguments[0];
}

static const FclValue *run_bind(FclLower *lower, const void *context) {
  const FclFunction *function = context;
  const FclValue *value = fcl_run(lower, function->arguments[0]);
  return fcl_run(lower, fcl_apply(lower, function->arguments[1], value));
}

// What is in the memory of the level already stays there.
static const FclValue *run_force(FclLower *lower, const void *context) {
  const FclFunction *function = context;
  const FclPush *push = function->arguments[0]->push;
  return fcl_value_stored(lower, fcl_store(lower, push));
}

static const FclValue *run_force_all(FclLower *lower, const void *context) {
  const FclFunction *function = context;
  return fcl_store_all(lower, function->arguments[0]);
}

// The push array is made now; it is written when it is stored.
static const FclValue *run_interleave(FclLower *lower, const void *context) {
  const FclFunction *function = context;
  bool is_lifted = function->builtin == FCL_BUILTIN_INTERLEAVE;
  FclPull *programs = function->arguments[2]->pull;
  Atom count = function->arguments[0]->atom;
  FclPush push = {.kind = is_lifted ? FCL_PUSH_INTERLEAVED : FCL_PUSH_INTERLEAVED_SEQ,
                  .level = function->levels[0] + (is_lifted ? 1 : 0),
                  .length = fcl_scalar(lower, OP_MUL, programs->length, count),
                  .pull = programs,
                  .function = function->arguments[1],
                  .count = count};
  return fcl_value_push(lower, push);
}

static const FclValue *run_while(FclLower *lower, const void *context) {
  const FclFunction *function = context;
  const FclValue *const *arguments = function->arguments;
  return fcl_while(lower, function->levels[0], arguments[0], arguments[1], arguments[2]);
}

// The type of the step says whether it has an index.
static const FclValue *run_power(FclLower *lower, const void *context) {
  const FclFunction *function = context;
  const FclValue *const *arguments = function->arguments;
  bool has_index = function->builtin == FCL_BUILTIN_POWERI;
  if (!has_index) {
    const FclType *step = fcl_type_resolve(function->types[1]);
    has_index = fcl_type_resolve(step->first)->kind == FCL_TYPE_INT;
  }
  return fcl_power(lower, function->levels[0], arguments[0]->atom, arguments[1], has_index,
                   arguments[2]);
}

static const FclValue *run_read(FclLower *lower, const void *context) {
  const FclFunction *function = context;
  return fcl_read(lower, function->arguments[0]->string,
                  function->builtin == FCL_BUILTIN_READ_DOUBLE);
}

static const FclValue *run_print(FclLower *lower, const void *context) {
  const FclFunction *function = context;
  FclStored stored = fcl_store(lower, function->arguments[1]->push);
  fcl_print(lower, &stored, function->arguments[0]->atom,
            function->builtin == FCL_BUILTIN_PRINT_DOUBLE);
  return fcl_value_stored(lower, stored);
}

static const FclValue *run_skeleton(FclLower *lower, const void *context) {
  const FclFunction *function = context;
  const FclValue *const *arguments = function->arguments;
  FclStored stored;
  if (function->builtin == FCL_BUILTIN_FILTER_GRID)
    stored = fcl_filter_grid(lower, arguments[0], arguments[1]->pull);
  else if (function->builtin == FCL_BUILTIN_DIGIT_GRID)
    stored = fcl_digit_grid(lower, arguments[0], arguments[1]->pull);
  else
    stored = fcl_fold_grid(lower, function->builtin == FCL_BUILTIN_SCAN_GRID, arguments[0],
                           arguments[1], arguments[2]->pull);
  return fcl_value_push(lower, (FclPush){.kind = FCL_PUSH_PULL,
                                         .level = FCL_LEVEL_GRID,
                                         .length = stored.length,
                                         .pull = fcl_value_stored(lower, stored)->pull});
}

static const FclValue *run_accumulate(FclLower *lower, const void *context) {
  const FclFunction *function = context;
  const FclValue *const *arguments = function->arguments;
  FclStored stored = fcl_accumulate(lower, function->levels[0], arguments[0], arguments[1],
                                    arguments[2]->atom, arguments[3]->pull);
  return fcl_value_stored(lower, stored);
}

static const FclValue *run_benchmark(FclLower *lower, const void *context) {
  const FclFunction *function = context;
  fcl_benchmark(lower, function->arguments[0]->atom, function->arguments[1]);
  return fcl_value_unit(lower);
}

// ---- Push arrays ----

static const FclValue *make_push(FclLower *lower, const FclFunction *function) {
  FclPull *pull = function->arguments[0]->pull;
  return fcl_value_push(lower, (FclPush){.kind = FCL_PUSH_PULL,
                                         .level = function->levels[0],
                                         .length = pull->length,
                                         .pull = pull});
}

static const FclValue *map_push(FclLower *lower, const FclFunction *function) {
  FclPush *inner = function->arguments[1]->push;
  return fcl_value_push(lower, (FclPush){.kind = FCL_PUSH_MAPPED,
                                         .level = inner->level,
                                         .length = inner->length,
                                         .inner = inner,
                                         .function = function->arguments[0]});
}

static const FclValue *make_loop(FclLower *lower, const FclFunction *function) {
  const FclValue *start = function->arguments[0];
  bool has_content = start->kind == FCL_VALUE_PUSH;
  return fcl_value_push(lower, (FclPush){.kind = FCL_PUSH_LOOP,
                                         .level = FCL_LEVEL_THREAD,
                                         .length = has_content ? start->push->length : start->atom,
                                         .inner = has_content ? start->push : NULL,
                                         .function = function->arguments[2],
                                         .count = function->arguments[1]->atom,
                                         .element = function->types[0]});
}

uint32_t fcl_block_size(void) {
  uint64_t size = front_settings()->block_size;
  return size == 0 ? BLOCK_SIZE : (uint32_t)size;
}

const FclValue *fcl_builtin(FclLower *lower, const FclFunction *function) {
  const FclValue *const *arguments = function->arguments;
  switch (function->builtin) {
  case FCL_BUILTIN_FST: return arguments[0]->pair.first;
  case FCL_BUILTIN_SND: return arguments[0]->pair.second;
  case FCL_BUILTIN_LENGTH:
  case FCL_BUILTIN_LENGTH_PULL: return fcl_value_scalar(lower, arguments[0]->pull->length);
  case FCL_BUILTIN_LENGTH_PUSH: return fcl_value_scalar(lower, arguments[0]->push->length);
  case FCL_BUILTIN_INDEX: return fcl_index(lower, arguments[0]->pull, arguments[1]->atom);
  case FCL_BUILTIN_GENERATE:
    return fcl_value_pull(lower, arguments[0]->atom, generated, arguments[1]);
  case FCL_BUILTIN_MAP:
  case FCL_BUILTIN_MAP_PULL: return map_pull(lower, arguments[0], arguments[1]->pull);
  case FCL_BUILTIN_MAP_PUSH:
  case FCL_BUILTIN_MAP_PUSH_IX: return map_push(lower, function);
  case FCL_BUILTIN_PUSH: return make_push(lower, function);
  case FCL_BUILTIN_FORCE: return delay(lower, function, run_force);
  case FCL_BUILTIN_FORCE_ALL: return delay(lower, function, run_force_all);
  case FCL_BUILTIN_RETURN: return delay(lower, function, run_return);
  case FCL_BUILTIN_BIND: return delay(lower, function, run_bind);
  case FCL_BUILTIN_INTERLEAVE:
  case FCL_BUILTIN_INTERLEAVE_SEQ: return delay(lower, function, run_interleave);
  case FCL_BUILTIN_WHILE: return delay(lower, function, run_while);
  case FCL_BUILTIN_POWER:
  case FCL_BUILTIN_POWERI: return delay(lower, function, run_power);
  case FCL_BUILTIN_SEQFOR: return make_loop(lower, function);
  case FCL_BUILTIN_BLOCK_SIZE: return fcl_value_scalar(lower, fcl_int(fcl_block_size()));
  case FCL_BUILTIN_READ_INT:
  case FCL_BUILTIN_READ_DOUBLE: return delay(lower, function, run_read);
  case FCL_BUILTIN_PRINT_INT:
  case FCL_BUILTIN_PRINT_DOUBLE: return delay(lower, function, run_print);
  case FCL_BUILTIN_REDUCE_GRID:
  case FCL_BUILTIN_SCAN_GRID:
  case FCL_BUILTIN_FILTER_GRID:
  case FCL_BUILTIN_DIGIT_GRID: return delay(lower, function, run_skeleton);
  case FCL_BUILTIN_ACCUMULATE: return delay(lower, function, run_accumulate);
  case FCL_BUILTIN_BENCHMARK: return delay(lower, function, run_benchmark);
#define BUILTIN(id, name, type)
#define SCALAR_BUILTIN(id, name, type, op)                                                         \
  case FCL_BUILTIN_##id:                                                                           \
    return scalar_builtin(lower, OP_##op, function);
#include "front/fcl/builtins.def"
#undef BUILTIN
#undef SCALAR_BUILTIN
  case FCL_BUILTIN_COUNT: break;
  }
  INTERNAL_ERROR("a built-in function that is none");
}
