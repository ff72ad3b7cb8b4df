// Says which loops may do some of their iterations twice.
//
// The middle of a peeled loop begins at 1 rather than 0. In vectors from there, every access
// crosses a line of the cache, and what is left at the end is done one by one: in rows of a
// thousand elements the two cost a tenth and more. Blocks of a vector that begin at multiples of
// its width have neither problem, if the first and the last block may overlap their neighbours
// (imp_peel.c writes them).
//
// An iteration may be repeated when it leaves nothing but elements that it stores, and reads none
// of what the loop stores. mem's passes write in place only through the very block that is read:
// what is reached through another pointer of the same type is another block.
#include "imp/imp.h"
#include "ir/type.h"

enum { VECTOR_BYTES = 64 };

typedef struct Repeat {
  Arena *arena;
  ImpVars stored, loaded, own; // own: declared inside
  int64_t width;               // of the smallest element that is stored
  bool is_refused;
} Repeat;

static void note_loads(Repeat *repeat, const ImpExp *exp) {
  if (!exp) return;
  if (exp->kind == IMP_LOAD) {
    vec_push(repeat->arena, &repeat->loaded, exp->as.load.pointer);
    note_loads(repeat, exp->as.load.index);
  }
  for (size_t i = 0; exp->kind == IMP_OP && i < exp->as.op.arg_count; i++)
    note_loads(repeat, exp->as.op.args[i]);
}

static void note_store(Repeat *repeat, const ImpStm *stm) {
  ImpVar *pointer = stm->as.set.var;
  unsigned bits = scalar_info(pointer->scalar)->width;
  int64_t width = bits <= 8 ? 1 : bits / 8;
  if (pointer->kind != IMP_POINTER) repeat->is_refused = true;
  vec_push(repeat->arena, &repeat->stored, pointer);
  if (repeat->width == 0 || width < repeat->width) repeat->width = width;
}

static bool is_own(const Repeat *repeat, const ImpVar *var) {
  for (size_t i = 0; i < repeat->own.count; i++)
    if (repeat->own.data[i] == var) return true;
  return false;
}

static void note_stm(void *context, ImpStm *stm) {
  Repeat *repeat = context;
  if (!imp_stm_has(stm, IMP_SIMD)) repeat->is_refused = true;
  if (repeat->is_refused || stm->kind == IMP_STM_NOTE) return;
  if (stm->kind == IMP_STM_IF) {
    note_loads(repeat, stm->as.branch.condition);
    return;
  }
  if (stm->kind == IMP_STM_DECLARE) {
    if (stm->as.set.var->kind != IMP_SCALAR) repeat->is_refused = true;
    vec_push(repeat->arena, &repeat->own, stm->as.set.var);
  } else if (stm->kind == IMP_STM_STORE) {
    note_store(repeat, stm);
  } else if (stm->kind != IMP_STM_ASSIGN || !is_own(repeat, stm->as.set.var)) {
    repeat->is_refused = true;
  }
  note_loads(repeat, stm->as.set.index);
  note_loads(repeat, stm->as.set.value);
}

static bool is_apart(const ImpVar *stored, const ImpVar *loaded) {
  if (loaded->kind == IMP_LOCAL) return true; // and what is stored to is not one
  if (loaded == stored || (loaded->block && loaded->block == stored->block)) return false;
  return loaded->scalar == stored->scalar || stored->is_restrict;
}

int64_t imp_overlap(const ImpFor *loop) {
  if (loop->kind != IMP_FOR_SIMD || loop->reductions.count > 0) return 0;
  Repeat repeat = {.arena = arena_new()};
  imp_walk(&loop->body, note_stm, &repeat);
  for (size_t i = 0; i < repeat.stored.count; i++)
    for (size_t k = 0; k < repeat.loaded.count; k++)
      repeat.is_refused |= !is_apart(repeat.stored.data[i], repeat.loaded.data[k]);
  arena_free(repeat.arena);
  return repeat.is_refused || repeat.width == 0 ? 0 : VECTOR_BYTES / repeat.width;
}
