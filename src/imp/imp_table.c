// Many constants that are stored one after the other become a table that is copied: a C compiler
// takes minutes for some ten thousand stores, and a host would send them to its device one by one.
//
//   array[0] = 3  array[1] = 1  array[2] = 4  ...      =>      array[0] = table of 1000
//
// Literals of any rank end as such stores, since their rows are made where they go.
#include "imp/imp.h"
#include "ir/type.h"

// Fewer stores stay as they are.
enum { LEAST_TABLE = 32 };

// Where a store goes: `distance` elements beyond the place that `base` says, NULL for 0.
typedef struct StorePlace {
  const ImpExp *base;
  int64_t distance;
} StorePlace;

static StorePlace place_of(const ImpExp *index) {
  if (index->kind == IMP_CONST) return (StorePlace){NULL, constant_to_i64(index->as.constant)};
  bool is_sum = index->kind == IMP_OP && index->as.op.op == OP_ADD;
  const ImpExp *last = is_sum ? index->as.op.args[1] : NULL;
  if (!last || last->kind != IMP_CONST) return (StorePlace){index, 0};
  return (StorePlace){index->as.op.args[0], constant_to_i64(last->as.constant)};
}

static bool is_constant_store(const ImpStm *stm) {
  return stm->kind == IMP_STM_STORE && stm->as.set.index && stm->as.set.value->kind == IMP_CONST;
}

static bool is_next(const ImpStm *first, StorePlace start, const ImpStm *stm, size_t count) {
  if (!is_constant_store(stm) || stm->as.set.var != first->as.set.var) return false;
  StorePlace place = place_of(stm->as.set.index);
  if (place.distance != start.distance + (int64_t)count) return false;
  return place.base == start.base ||
         (place.base && start.base && imp_equal(place.base, start.base));
}

// How many stores from here on make a table.
static size_t run_length(const ImpStms *stms, size_t from) {
  const ImpStm *first = stms->data[from];
  if (!is_constant_store(first)) return 0;
  StorePlace start = place_of(first->as.set.index);
  size_t count = 1;
  while (from + count < stms->count && is_next(first, start, stms->data[from + count], count))
    count++;
  return count;
}

static void make_table(Arena *arena, const ImpStms *stms, size_t from, size_t count) {
  Constant *constants = arena_array(arena, Constant, count);
  for (size_t i = 0; i < count; i++)
    constants[i] = stms->data[from + i]->as.set.value->as.constant;
  ImpStm *stm = stms->data[from];
  stm->kind = IMP_STM_TABLE;
  stm->as.set.value = NULL;
  stm->as.set.constants = constants;
  stm->as.set.number = count;
}

static void tables_in(void *context, ImpStms *stms) {
  Arena *arena = context;
  size_t left = 0;
  for (size_t i = 0; i < stms->count;) {
    size_t count = run_length(stms, i);
    bool is_table = count >= LEAST_TABLE;
    if (is_table)
      make_table(arena, stms, i, count);
    else
      count = 1;
    ImpStm *stm = stms->data[i];
    bool is_simd = stm->kind == IMP_STM_FOR &&
                   (stm->as.loop->kind == IMP_FOR_SIMD || stm->as.loop->kind == IMP_FOR_SHORT);
    if (!is_simd) imp_each_body(stm, tables_in, arena);
    stms->data[left++] = stm;
    i += count;
  }
  stms->count = left;
}

static void tables_of_fun(void *context, ImpFun *fun) {
  if (!fun->is_device) tables_in(context, &fun->body);
}

void imp_make_tables(ImpProgram *program) { imp_each_fun(program, tables_of_fun, program->arena); }
