// Arrays of a block whose elements each belong to one thread live in its registers.
//
//   share sums, room : i8, 0
//   let a: f64* = sums                          local a[1]
//   for round < n {                             for round < n {
//     team { at = lane; a[at] = a[at] + x }  =>   team { at = lane; a[0] = a[0] + x }
//   }                                           }
//
// A loop that is dealt out gives a thread the same elements each time. Where all loops that are at
// an array are at their own elements only, no thread sees what another one stores there, so there
// is nothing to store. Arrays with few elements for a thread only: all of its arrays must fit its
// registers. A block variable may hold such an array under another name, but not one of several.
#include "imp/imp.h"
#include "ir/type.h"

enum { OWN_BYTES = 32 }; // of one array, in one thread

typedef struct Owning {
  ImpProgram *program;
  Arena *scratch;
  const Map *rounds; // index of a loop that is dealt out -> which of its rounds it is
  Map *outer;        // block -> one whose array it has
  Map *places;       // block that is a place in fast memory -> itself
  Map *shared;       // block, of its group the last one -> itself: an element is seen by others
  Map *scalars;      // the same -> a pointer to its elements
  Map *locals;       // the same -> what stands for it, or NULL
  bool is_unknown;   // something may be in any of the blocks
} Owning;

// ---- Which arrays ----

static const ImpVar *group_of(const Owning *owning, const ImpVar *block) {
  for (const ImpVar *next; (next = map_get(owning->outer, map_key(block))) != NULL;)
    block = next;
  return block;
}

static void note_shared(const Owning *owning, const ImpVar *block) {
  const ImpVar *group = group_of(owning, block);
  map_put(owning->shared, map_key(group), group);
}

static bool is_shared(const Owning *owning, const ImpVar *group) {
  return map_find(owning->shared, map_key(group), NULL);
}

static void join_groups(const Owning *owning, const ImpVar *block, const ImpVar *from) {
  const ImpVar *a = group_of(owning, block), *b = group_of(owning, from);
  if (a != b) map_put(owning->outer, map_key(a), b);
}

// What has blocks by which names.
static void note_group(void *context, ImpStm *stm) {
  const Owning *owning = context;
  if (stm->kind == IMP_STM_REF || stm->kind == IMP_STM_MOVE)
    join_groups(owning, stm->as.block.var, stm->as.block.from);
}

// A group has one place, and is handed on in no other way.
static void note_place(void *context, ImpStm *stm) {
  const Owning *owning = context;
  bool hands = imp_stm_has(stm, IMP_HANDS) && stm->kind != IMP_STM_REF && stm->kind != IMP_STM_MOVE;
  if (!hands) return;
  const ImpVar *group = group_of(owning, stm->as.block.var);
  if (stm->kind != IMP_STM_SHARE || map_find(owning->places, map_key(group), NULL))
    note_shared(owning, group);
  map_put(owning->places, map_key(group), group);
  if (stm->as.block.from) note_shared(owning, stm->as.block.from);
}

// The block that a variable is, or points into, in fast memory; NULL for others.
static const ImpVar *fast_block(const ImpVar *var) {
  if (!var->is_fast) return NULL;
  return var->kind == IMP_BLOCK ? var : var->kind == IMP_POINTER ? var->block : NULL;
}

static void note_access(Owning *owning, const ImpVar *pointer, const ImpExp *index) {
  const ImpVar *block = fast_block(pointer);
  if (pointer->is_fast && !block) owning->is_unknown = true;
  if (!block) return;
  const ImpVar *group = group_of(owning, block);
  const ImpVar *first = map_get(owning->scalars, map_key(group));
  bool is_own = index && index->kind == IMP_VAR &&
                map_find(owning->rounds, map_key(index->as.var), NULL) &&
                (!first || first->scalar == pointer->scalar);
  if (!is_own) note_shared(owning, group);
  if (!first) map_put(owning->scalars, map_key(group), pointer);
}

static void note_exp(void *context, const ImpExp *exp) {
  Owning *owning = context;
  if (exp->kind == IMP_VAR && fast_block(exp->as.var)) note_shared(owning, fast_block(exp->as.var));
  if (exp->kind == IMP_LOAD) {
    note_access(owning, exp->as.load.pointer, exp->as.load.index);
    note_exp(context, exp->as.load.index);
  }
  for (size_t i = 0; exp->kind == IMP_OP && i < exp->as.op.arg_count; i++)
    note_exp(context, exp->as.op.args[i]);
}

static void note_var(void *context, const ImpVar *var) {
  if (fast_block(var)) note_shared(context, fast_block(var));
}

static void note_stm(void *context, ImpStm *stm) {
  Owning *owning = context;
  bool is_pointer = stm->kind == IMP_STM_DECLARE && stm->as.set.var->kind == IMP_POINTER;
  if (is_pointer) {
    const ImpVar *block = fast_block(stm->as.set.var);
    if (block && stm->as.set.index) note_shared(owning, block);
  } else if (stm->kind == IMP_STM_STORE) {
    note_access(owning, stm->as.set.var, stm->as.set.index);
    note_exp(context, stm->as.set.value);
  } else {
    imp_each_use(&(ImpUseVisitor){context, note_exp, note_var}, stm);
  }
}

// ---- Registers ----

static ImpVar *local_of(const Owning *owning, const ImpVar *pointer) {
  const ImpVar *block = fast_block(pointer);
  return block ? map_get(owning->locals, map_key(group_of(owning, block))) : NULL;
}

static ImpExp *own_exp(void *context, ImpExp *exp) {
  const Owning *owning = context;
  ImpExp *made = imp_map_args(owning->program, exp, own_exp, context);
  ImpVar *local = made->kind == IMP_LOAD ? local_of(owning, made->as.load.pointer) : NULL;
  if (!local) return made;
  ImpExp *round = map_get(owning->rounds, map_key(made->as.load.index->as.var));
  return imp_load(owning->program, local, round);
}

static void own_stm(void *context, ImpStm *stm) {
  const Owning *owning = context;
  imp_map_stm(stm, own_exp, context);
  ImpVar *local = stm->kind == IMP_STM_STORE ? local_of(owning, stm->as.set.var) : NULL;
  if (!local) return;
  stm->as.set.index = map_get(owning->rounds, map_key(stm->as.set.index->as.var));
  stm->as.set.var = local;
}

void imp_own(ImpProgram *program, ImpFun *point, const Map *rounds, int64_t most) {
  Arena *scratch = arena_new();
  Owning owning = {.program = program,
                   .scratch = scratch,
                   .rounds = rounds,
                   .outer = map_new(scratch),
                   .places = map_new(scratch),
                   .shared = map_new(scratch),
                   .scalars = map_new(scratch),
                   .locals = map_new(scratch)};
  imp_walk(&point->body, note_group, &owning);
  imp_walk(&point->body, note_place, &owning);
  imp_walk(&point->body, note_stm, &owning);
  ImpStms body = {0};
  ImpBuilder builder = {.program = program, .fun = point, .stms = &body, .span = point->span};
  MapEntry entry;
  for (size_t cursor = 0; !owning.is_unknown && map_each(owning.scalars, &cursor, &entry);) {
    const ImpVar *pointer = entry.value, *group = group_of(&owning, pointer->block);
    bool fits = most * scalar_info(pointer->scalar)->width / 8 <= OWN_BYTES;
    if (!fits || is_shared(&owning, group) || !map_find(owning.places, map_key(group), NULL))
      continue;
    map_put(owning.locals, map_key(group),
            imp_local(&builder, pointer->name, pointer->scalar, most));
  }
  if (body.count > 0) {
    imp_walk(&point->body, own_stm, &owning);
    vec_append(program->arena, &body, point->body.data, point->body.count);
    point->body = body;
  }
  arena_free(scratch);
}
