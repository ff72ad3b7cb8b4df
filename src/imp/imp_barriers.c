// Barriers that nothing needs.
//
// Lowering has the threads of a block wait around everything that they share (device_block.c). Two
// of them need to only where one writes what the other reads or writes, on different sides of the
// barrier. That one has failed they may learn at a later one.
//
//   team { a[…] = … }                     team { a[…] = … }
//   barrier                               team { b[…] = … }
//   team { b[…] = … }               =>    barrier
//   barrier                               for i … {
//   for i … {                               team { … a[…] … b[…] … }
//     barrier                               barrier
//     team { … a[…] … b[…] … }            }
//     barrier
//   }
//
// At one that stays threads ask whether another one has failed, unless none can have: such a
// barrier is plain. So that those of a loop are, one in front of it asks. At the end nothing is
// left that a failure could keep from being done.
//
// Elements that a thread has to itself in all its loops are no reason to wait, nor is what the
// first thread alone does. Where no two rounds of a loop need a barrier, there is none in it.
//
// Memory is told apart by arrays: each that has a place in fast memory of its own, what may be in
// any of these, and the device's memory, all of which is one. Only whole lists of statements are
// looked at, in order: what is done since the last barrier (pending), and what is done until the
// next one. Around a loop the end of an iteration is in front of the next one; so that this is
// known the last barrier of its body stays.
#include "imp/imp.h"

// An array (see array_of), and whether each thread is at its own elements only: those whose number
// is the index of a loop that is dealt out, which the same thread has in every such loop.
typedef struct TeamAccess {
  const ImpVar *array;
  Scalar scalar; // of its elements here
  bool is_own;
  bool is_first; // only the first thread is there
} TeamAccess;

// What statements do to memory.
typedef struct TeamEffects {
  Vec(TeamAccess) read, written;
  bool reads_slots, writes_slots; // values that threads exchange
  bool can_fail;
  bool has_while;  // which may not end for what a thread that has failed left behind
  bool is_unknown; // anything
} TeamEffects;

typedef struct Thinning {
  ImpProgram *program;
  Arena *scratch;
  Map *placed;        // block in fast memory -> itself, when it has one place only
  Map *replaced;      // block -> itself: it is one or another of these
  Map *shifted;       // pointer -> itself: to some other element than the first
  const ImpVar *fast; // stands for what may be in any array in fast memory
  const ImpVar *device;
} Thinning;

// ---- Arrays ----

static void note_place(void *context, ImpStm *stm) {
  Thinning *thinning = context;
  if (stm->kind == IMP_STM_SHARE) {
    const ImpVar *var = stm->as.block.var;
    bool is_second = map_find(thinning->placed, map_key(var), NULL);
    map_put(is_second ? thinning->replaced : thinning->placed, map_key(var), var);
  } else if (stm->kind == IMP_STM_DECLARE && stm->as.set.var->kind == IMP_POINTER) {
    if (stm->as.set.index) map_put(thinning->shifted, map_key(stm->as.set.var), stm->as.set.var);
  } else if (imp_stm_has(stm, IMP_HANDS)) {
    map_put(thinning->replaced, map_key(stm->as.block.var), stm->as.block.var);
  }
}

// The array that a pointer is into; NULL for one of the thread's own.
static const ImpVar *array_of(const Thinning *thinning, const ImpVar *pointer) {
  if (pointer->kind == IMP_LOCAL) return NULL;
  if (!pointer->is_fast) return thinning->device;
  const ImpVar *block = pointer->block;
  bool is_alone = block && map_find(thinning->placed, map_key(block), NULL) &&
                  !map_find(thinning->replaced, map_key(block), NULL);
  return is_alone ? block : thinning->fast;
}

// May two threads be at the same element?
static bool may_meet(const Thinning *thinning, TeamAccess a, TeamAccess b) {
  bool is_one = a.array != thinning->device && a.array != thinning->fast;
  if (a.is_first && b.is_first) return false;
  if (a.array == b.array) return !is_one || !a.is_own || !b.is_own || a.scalar != b.scalar;
  if (a.array == thinning->device || b.array == thinning->device) return false;
  return a.array == thinning->fast || b.array == thinning->fast;
}

// ---- TeamEffects ----

typedef struct TeamEffectSearch {
  const Thinning *thinning;
  TeamEffects *effects;
  bool is_alike;       // all threads do the same, and so fail together
  bool is_first;       // only the first thread does this
  const ImpVar *index; // of the last loop that is dealt out
} TeamEffectSearch;

static TeamAccess access_of(const TeamEffectSearch *search, const ImpVar *pointer,
                            const ImpExp *index) {
  bool is_own = search->index && index && index->kind == IMP_VAR &&
                index->as.var == search->index &&
                !map_find(search->thinning->shifted, map_key(pointer), NULL);
  const ImpVar *array = array_of(search->thinning, pointer);
  return (TeamAccess){
      .array = array, .scalar = pointer->scalar, .is_own = is_own, .is_first = search->is_first};
}

static void add_read(const TeamEffectSearch *search, const ImpVar *pointer, const ImpExp *index) {
  TeamAccess access = access_of(search, pointer, index);
  if (access.array) vec_push(search->thinning->scratch, &search->effects->read, access);
}

static void add_write(const TeamEffectSearch *search, const ImpVar *pointer, const ImpExp *index) {
  TeamAccess access = access_of(search, pointer, index);
  if (access.array) vec_push(search->thinning->scratch, &search->effects->written, access);
}

static void add_loads(const TeamEffectSearch *search, const ImpExp *exp) {
  if (!exp) return;
  if (exp->kind == IMP_LOAD) {
    add_read(search, exp->as.load.pointer, exp->as.load.index);
    add_loads(search, exp->as.load.index);
  }
  for (size_t i = 0; exp->kind == IMP_OP && i < exp->as.op.arg_count; i++)
    add_loads(search, exp->as.op.args[i]);
}

static void add_exp(void *context, const ImpExp *exp) { add_loads(context, exp); }

// The statement itself, without those inside it.
static void add_stm(void *context, ImpStm *stm) {
  TeamEffectSearch *search = context;
  TeamEffects *effects = search->effects;
  bool is_pointer = stm->kind == IMP_STM_DECLARE && stm->as.set.var->kind == IMP_POINTER;
  if (stm->kind == IMP_STM_STORE) {
    add_write(search, stm->as.set.var, stm->as.set.index);
  } else if (stm->kind == IMP_STM_ATOMIC) {
    add_write(search, stm->as.set.var, NULL);
  } else if (stm->kind == IMP_STM_COPY) {
    add_write(search, stm->as.copy->to.pointer, NULL);
    add_read(search, stm->as.copy->from.pointer, NULL);
  } else if (stm->kind == IMP_STM_FOLD) {
    effects->reads_slots = effects->writes_slots = true;
  } else if (stm->kind == IMP_STM_WHILE) {
    effects->has_while = true; // and its condition
  } else if (stm->kind == IMP_STM_FOR && stm->as.loop->kind == IMP_FOR_TEAM) {
    search->index = stm->as.loop->index;
  } else if (stm->kind == IMP_STM_FAIL) {
    effects->can_fail |= !search->is_alike;
  } else if (!imp_stm_has(stm, IMP_KNOWN)) {
    effects->is_unknown = effects->can_fail = true;
  }
  if (is_pointer)
    add_loads(search, stm->as.set.index);
  else
    imp_each_use(&(ImpUseVisitor){.context = search, .exp = add_exp}, stm);
}

static bool is_for_first(const ImpStm *stm) {
  const ImpExp *condition = stm->kind == IMP_STM_IF ? stm->as.branch.condition : NULL;
  return condition && condition->kind == IMP_OP && condition->as.op.op == OP_EQ &&
         condition->as.op.args[0]->kind == IMP_LANE && imp_is_i64(condition->as.op.args[1], 0) &&
         stm->as.branch.otherwise.count == 0;
}

// The statements, and all that are inside them.
static void add_stms(void *context, ImpStms *stms) {
  TeamEffectSearch *search = context;
  for (size_t i = 0; i < stms->count; i++) {
    bool was_first = search->is_first;
    add_stm(search, stms->data[i]);
    search->is_first = was_first || is_for_first(stms->data[i]);
    imp_each_body(stms->data[i], add_stms, search);
    search->is_first = was_first;
  }
}

static void note_team(void *context, ImpStm *stm) {
  if (stm->kind == IMP_STM_TEAM) *(bool *)context = true;
}

static void add_effects(const Thinning *thinning, TeamEffects *effects, ImpStm *stm) {
  ImpStms one = {.data = &stm, .count = 1};
  bool has_team = false;
  imp_walk(&one, note_team, &has_team);
  TeamEffectSearch search = {.thinning = thinning, .effects = effects, .is_alike = !has_team};
  add_stms(&search, &one);
}

static void add_all(const Thinning *thinning, TeamEffects *effects, const ImpStms *stms,
                    size_t from) {
  for (size_t i = from; i < stms->count; i++)
    add_effects(thinning, effects, stms->data[i]);
}

static TeamEffects join(const Thinning *thinning, const TeamEffects *a, const TeamEffects *b) {
  TeamEffects both = {.reads_slots = a->reads_slots || b->reads_slots,
                      .writes_slots = a->writes_slots || b->writes_slots,
                      .can_fail = a->can_fail || b->can_fail,
                      .has_while = a->has_while || b->has_while,
                      .is_unknown = a->is_unknown || b->is_unknown};
  vec_append(thinning->scratch, &both.read, a->read.data, a->read.count);
  vec_append(thinning->scratch, &both.read, b->read.data, b->read.count);
  vec_append(thinning->scratch, &both.written, a->written.data, a->written.count);
  vec_append(thinning->scratch, &both.written, b->written.data, b->written.count);
  return both;
}

// Does one write what the other one reads or writes?
static bool overwrites(const Thinning *thinning, const TeamEffects *writer,
                       const TeamEffects *other) {
  for (size_t i = 0; i < writer->written.count; i++) {
    for (size_t k = 0; k < other->read.count; k++)
      if (may_meet(thinning, writer->written.data[i], other->read.data[k])) return true;
    for (size_t k = 0; k < other->written.count; k++)
      if (may_meet(thinning, writer->written.data[i], other->written.data[k])) return true;
  }
  return writer->writes_slots && (other->reads_slots || other->writes_slots);
}

static bool is_needed(const Thinning *thinning, const TeamEffects *pending,
                      const TeamEffects *next) {
  return (pending->can_fail && next->has_while) || pending->is_unknown || next->is_unknown ||
         overwrites(thinning, pending, next) || overwrites(thinning, next, pending);
}

static bool does_nothing(const TeamEffects *effects) {
  return effects->read.count + effects->written.count == 0 && !effects->reads_slots &&
         !effects->writes_slots && !effects->can_fail && !effects->is_unknown;
}

// ---- Lists ----

static void note_barrier(void *context, ImpStm *stm) {
  if (stm->kind == IMP_STM_BARRIER || stm->kind == IMP_STM_FOLD) *(bool *)context = true;
}

static bool has_barriers(const ImpStms *stms) {
  bool is_found = false;
  imp_walk(stms, note_barrier, &is_found);
  return is_found;
}

static bool holds_barriers(ImpStm *stm) {
  ImpStms one = {.data = &stm, .count = 1};
  return has_barriers(&one);
}

// The position after the last barrier of the list; 0 when that is inside a statement.
static size_t last_barrier(const ImpStms *stms) {
  for (size_t i = stms->count; i-- > 0;) {
    if (stms->data[i]->kind == IMP_STM_BARRIER) return i + 1;
    if (holds_barriers(stms->data[i])) return 0;
  }
  return 0;
}

// What is done from here to the next barrier. False when the list ends before.
static bool find_next(const Thinning *thinning, const ImpStms *stms, size_t from,
                      TeamEffects *next) {
  for (size_t i = from; i < stms->count; i++) {
    if (stms->data[i]->kind == IMP_STM_BARRIER) return true;
    add_effects(thinning, next, stms->data[i]);
    if (stms->data[i]->kind == IMP_STM_FOLD) return true;
  }
  return false;
}

static void thin_list(const Thinning *thinning, ImpStms *stms, TeamEffects *pending, size_t kept,
                      bool is_whole);

// What comes after the last barrier of an iteration is in front of the next one.
static void thin_loop(const Thinning *thinning, ImpStm *stm, ImpStms *body, TeamEffects *pending) {
  size_t last = last_barrier(body);
  TeamEffects around = *pending;
  TeamEffectSearch search = {.thinning = thinning, .effects = &around};
  add_stm(&search, stm);
  if (stm->kind == IMP_STM_WHILE) add_all(thinning, &around, &stm->as.branch.head, 0);
  bool is_known = last > 0 && (stm->kind != IMP_STM_WHILE || !has_barriers(&stm->as.branch.head));
  if (!is_known) {
    *pending = (TeamEffects){.is_unknown = true, .can_fail = true};
    return;
  }
  TeamEffects inside = around, tail = {0};
  add_all(thinning, &tail, body, last);
  inside = join(thinning, &inside, &tail);
  thin_list(thinning, body, &inside, last - 1, false);
  *pending = join(thinning, &around, &inside);
}

static void thin_inside(const Thinning *thinning, ImpStm *stm, TeamEffects *pending) {
  if (stm->kind == IMP_STM_FOR) {
    thin_loop(thinning, stm, &stm->as.loop->body, pending);
  } else if (stm->kind == IMP_STM_WHILE) {
    thin_loop(thinning, stm, &stm->as.branch.body, pending);
  } else if (stm->kind == IMP_STM_IF) {
    TeamEffectSearch search = {.thinning = thinning, .effects = pending};
    add_loads(&search, stm->as.branch.condition);
    TeamEffects otherwise = join(thinning, pending, &(TeamEffects){0});
    thin_list(thinning, &stm->as.branch.body, pending, SIZE_MAX, false);
    thin_list(thinning, &stm->as.branch.otherwise, &otherwise, SIZE_MAX, false);
    *pending = join(thinning, pending, &otherwise);
  } else {
    *pending = (TeamEffects){.is_unknown = true, .can_fail = true};
  }
}

// ---- Loops without barriers ----

static void drop_barriers(void *context, ImpStms *stms) {
  ImpStms rest = {0};
  const Thinning *thinning = context;
  for (size_t i = 0; i < stms->count; i++) {
    if (stms->data[i]->kind == IMP_STM_BARRIER) continue;
    imp_each_body(stms->data[i], drop_barriers, context);
    vec_push(thinning->program->arena, &rest, stms->data[i]);
  }
  *stms = rest;
}

// Is what a thread does in any round nothing to the others in any other one?
static bool needs_no_barrier(const Thinning *thinning, ImpStm *stm) {
  TeamEffects effects = {0};
  if (stm->kind != IMP_STM_FOR) return false;
  add_effects(thinning, &effects, stm);
  return !effects.reads_slots && !effects.writes_slots && !effects.can_fail &&
         !effects.is_unknown && !overwrites(thinning, &effects, &effects);
}

// A loop whose barriers would ask in each round for what has failed in front of it.
static bool asks_in_vain(const Thinning *thinning, ImpStm *stm, const TeamEffects *pending) {
  bool is_loop = stm->kind == IMP_STM_FOR || stm->kind == IMP_STM_WHILE;
  TeamEffects inside = {0};
  if (!is_loop || !pending->can_fail || pending->is_unknown) return false;
  add_effects(thinning, &inside, stm);
  return !inside.can_fail && !inside.is_unknown;
}

static ImpStm *new_barrier(const Thinning *thinning, const ImpStm *stm) {
  ImpStm *barrier = arena_make(thinning->program->arena, ImpStm);
  *barrier = (ImpStm){.kind = IMP_STM_BARRIER, .span = stm->span};
  return barrier;
}

// `kept` is the position of a barrier that stays; the list is whole when all threads wait behind
// it.
static void thin_list(const Thinning *thinning, ImpStms *stms, TeamEffects *pending, size_t kept,
                      bool is_whole) {
  ImpStms thinned = {0};
  for (size_t i = 0; i < stms->count; i++) {
    ImpStm *stm = stms->data[i];
    if (holds_barriers(stm) && needs_no_barrier(thinning, stm))
      imp_each_body(stm, drop_barriers, (void *)thinning);
    if (stm->kind == IMP_STM_BARRIER) {
      TeamEffects next = {0};
      bool is_inside = find_next(thinning, stms, i + 1, &next);
      bool is_last = !is_inside && is_whole && does_nothing(&next);
      bool is_bounded = is_inside || is_whole;
      if (i != kept && is_bounded && (is_last || !is_needed(thinning, pending, &next))) continue;
      stm->as.is_plain = !pending->can_fail && !pending->is_unknown;
      *pending = (TeamEffects){0};
    } else if (stm->kind == IMP_STM_FOLD) {
      *pending = (TeamEffects){.reads_slots = true, .can_fail = pending->can_fail};
    } else if (holds_barriers(stm)) {
      if (asks_in_vain(thinning, stm, pending)) {
        vec_push(thinning->program->arena, &thinned, new_barrier(thinning, stm));
        *pending = (TeamEffects){0};
      }
      thin_inside(thinning, stm, pending);
    } else {
      add_effects(thinning, pending, stm);
    }
    vec_push(thinning->program->arena, &thinned, stm);
  }
  *stms = thinned;
}

void imp_thin_barriers(ImpProgram *program) {
  Arena *scratch = arena_new();
  static const ImpVar fast = {.kind = IMP_BLOCK}, device = {.kind = IMP_BLOCK};
  for (size_t i = 0; i < program->kernels.count; i++) {
    const ImpKernel *kernel = program->kernels.data[i];
    if (!imp_skeleton_has(kernel->skeleton, IMP_SHARED)) continue;
    Thinning thinning = {.program = program,
                         .scratch = scratch,
                         .placed = map_new(scratch),
                         .replaced = map_new(scratch),
                         .shifted = map_new(scratch),
                         .fast = &fast,
                         .device = &device};
    ImpFun *point = kernel->functions[IMP_ROLE_POINT];
    TeamEffects pending = {0};
    imp_walk(&point->body, note_place, &thinning);
    thin_list(&thinning, &point->body, &pending, SIZE_MAX, true);
  }
  arena_free(scratch);
}
