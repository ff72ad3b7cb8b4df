// Room between the elements of arrays that the threads of a block share.
//
// Fast memory has 32 banks of one word each. Where threads side by side touch elements that are far
// from each other by a multiple of 32 words, as in a column of a matrix with rows of 64, or along a
// diagonal of one with rows of 65, all of them want the same bank, one after the other. With a gap
// of a word after every 32 they find theirs in different ones:
//
//   team { for team j { x = a[j*64 + k] } }
//     becomes
//   team { for team j { x = a[(j*64 + k) + (j*64 + k >> 5)] } }
//
// The host leaves room for the gaps if `has_gaps` (device_block.c). They cost a shift and an
// addition for each access, so what the first warp touches is computed for what is known of an
// index, with 64 for every size that is not: arrays are padded if that saves more rounds than there
// are accesses. All arrays of a kernel are, or none: loops hand them on to each other.
#include "imp/imp.h"
#include "ir/scalar_eval.h"
#include "ir/type.h"

enum { LANES = 32, BANKS = 32, SIZE = 64, DEPTH_MOST = 3, REPEATED = 8 };

typedef struct Padding {
  ImpProgram *imp;
  Map *values;                     // scalar that never changes -> its value
  uint32_t depth;                  // loops around
  int64_t plain, padded, accesses; // rounds; with gaps; those if there were no conflicts
  int width; // bits of the elements; 0: there are none yet, -1: arrays have several
  bool hands, is_possible;
} Padding;

// ---- Where an element is ----

// A gap after 128 bytes, of a word or of an element if that is longer.
static int shift_of(int width) {
  int shift = 4;
  for (int bits = 64; bits > width; bits /= 2)
    shift++;
  return shift;
}

static int64_t gap_of(int width) { return width < 32 ? 32 / width : 1; }

static int64_t padded_at(int64_t index, int width) {
  return index + (index >> shift_of(width)) * gap_of(width);
}

// How many rounds the lanes need for the elements at these places: the most words in a bank.
static int64_t count_rounds(const int64_t *places, int width) {
  int64_t words[LANES], most = 1;
  for (size_t i = 0; i < LANES; i++)
    words[i] = places[i] * width / 32;
  for (size_t i = 0; i < LANES; i++) {
    int64_t count = 0;
    for (size_t k = 0; k < LANES; k++) {
      bool is_first = (words[k] - words[i]) % BANKS == 0;
      for (size_t j = 0; j < k && is_first; j++)
        is_first = words[j] != words[k];
      count += is_first;
    }
    if (count > most) most = count;
  }
  return most;
}

// ---- What an index is ----

static bool evaluate(const Padding *padding, const ImpExp *exp, int64_t lane, ScalarValue *result);

static bool evaluate_op(const Padding *padding, const ImpExp *exp, int64_t lane,
                        ScalarValue *result) {
  ScalarValue args[3];
  for (size_t i = 0; i < exp->as.op.arg_count; i++)
    if (!evaluate(padding, exp->as.op.args[i], lane, &args[i])) return false;
  return scalar_eval(exp->as.op.op, exp->as.op.args[0]->type, exp->type, args, result);
}

static bool sample(Scalar type, int64_t value, ScalarValue *result) {
  *result = (ScalarValue){0};
  if (type == SCALAR_I64) result->i64 = value;
  if (type == SCALAR_I32) result->i32 = (int32_t)value;
  return type == SCALAR_I64 || type == SCALAR_I32;
}

// The value of the expression in a lane. False when it is not known, and may differ between lanes.
static bool evaluate(const Padding *padding, const ImpExp *exp, int64_t lane, ScalarValue *result) {
  switch (exp->kind) {
  case IMP_CONST: *result = exp->as.constant.value; return true;
  case IMP_VAR: {
    const ImpVar *var = exp->as.var;
    const ImpExp *value = map_get(padding->values, map_key(var));
    if (value) return evaluate(padding, value, lane, result);
    // A parameter, or what counts the rounds of a loop; others may be of a lane.
    bool is_even = var->is_const || var->is_index || !map_find(padding->values, map_key(var), NULL);
    return is_even && sample(exp->type, SIZE, result);
  }
  case IMP_OP: return evaluate_op(padding, exp, lane, result);
  case IMP_LANE: return sample(exp->type, lane, result);
  case IMP_LANES: return sample(exp->type, SIZE, result);
  case IMP_LOAD:
  case IMP_THREADS:
  case IMP_PARAM:
  case IMP_ROOM:
  case IMP_THREAD: return false;
  }
  INTERNAL_ERROR("an expression of no kind");
}

static void note_access(Padding *padding, const ImpVar *pointer, const ImpExp *index) {
  if (!pointer->is_fast) return;
  int width = scalar_info(pointer->scalar)->width;
  int64_t plain[LANES], padded[LANES], weight = 1;
  if (width < 8) width = 8;
  if (padding->width != 0 && padding->width != width) padding->width = -1;
  if (padding->width == 0) padding->width = width;
  for (uint32_t i = 0; i < padding->depth && i < DEPTH_MOST; i++)
    weight *= REPEATED;
  for (int64_t lane = 0; lane < LANES; lane++) {
    ScalarValue at;
    if (index->type != SCALAR_I64 || !evaluate(padding, index, lane, &at)) return;
    plain[lane] = at.i64;
    padded[lane] = padded_at(at.i64, width);
  }
  padding->plain += weight * count_rounds(plain, width);
  padding->padded += weight * count_rounds(padded, width);
  padding->accesses += weight;
}

// ---- What a kernel touches ----

static void note_loads(Padding *padding, const ImpExp *exp) {
  if (!exp) return;
  if (exp->kind == IMP_LOAD) {
    note_loads(padding, exp->as.load.index);
    note_access(padding, exp->as.load.pointer, exp->as.load.index);
  }
  for (size_t i = 0; exp->kind == IMP_OP && i < exp->as.op.arg_count; i++)
    note_loads(padding, exp->as.op.args[i]);
}

static void note_stms(void *context, ImpStms *stms);

static void note_set(Padding *padding, const ImpStm *stm) {
  const ImpVar *var = stm->as.set.var;
  if (stm->kind == IMP_STM_DECLARE && var->kind == IMP_POINTER) {
    if (var->is_fast && stm->as.set.index) padding->is_possible = false;
    return;
  }
  note_loads(padding, stm->as.set.index);
  note_loads(padding, stm->as.set.value);
  if (stm->kind == IMP_STM_STORE || stm->kind == IMP_STM_ATOMIC)
    note_access(padding, var, stm->as.set.index);
  if (stm->kind == IMP_STM_DECLARE && var->kind == IMP_SCALAR)
    map_put(padding->values, map_key(var), var->is_const ? stm->as.set.value : NULL);
}

// The threads have the iterations of a team loop, one after the other.
static void note_for(Padding *padding, ImpFor *loop) {
  bool is_team = loop->kind == IMP_FOR_TEAM;
  if (is_team) map_put(padding->values, map_key(loop->index), loop->first);
  note_loads(padding, loop->first);
  note_loads(padding, loop->last);
  padding->depth += !is_team;
  note_stms(padding, &loop->body);
  padding->depth -= !is_team;
}

static void note_exp(void *context, const ImpExp *exp) { note_loads(context, exp); }

static void note_stm(Padding *padding, ImpStm *stm) {
  bool is_loop = stm->kind == IMP_STM_WHILE;
  if (!imp_stm_has(stm, IMP_KNOWN) || stm->kind == IMP_STM_COPY) padding->is_possible = false;
  if (!padding->is_possible) return;
  if (stm->kind == IMP_STM_REF || stm->kind == IMP_STM_MOVE) padding->hands = true;
  if (stm->kind == IMP_STM_DECLARE || stm->kind == IMP_STM_ASSIGN || stm->kind == IMP_STM_STORE ||
      stm->kind == IMP_STM_ATOMIC) {
    note_set(padding, stm);
  } else if (stm->kind == IMP_STM_FOR) {
    note_for(padding, stm->as.loop);
  } else {
    padding->depth += is_loop;
    imp_each_use(&(ImpUseVisitor){.context = padding, .exp = note_exp}, stm);
    imp_each_body(stm, note_stms, padding);
    padding->depth -= is_loop;
  }
}

static void note_stms(void *context, ImpStms *stms) {
  for (size_t i = 0; i < stms->count; i++)
    note_stm(context, stms->data[i]);
}

// ---- Gaps ----

static ImpExp *pad_index(const Padding *padding, const ImpVar *pointer, ImpExp *index) {
  if (!pointer->is_fast) return index;
  ImpProgram *imp = padding->imp;
  int width = scalar_info(pointer->scalar)->width < 8 ? 8 : scalar_info(pointer->scalar)->width;
  ImpExp *gaps = imp_binary(imp, OP_ASHR, index, imp_i64(imp, shift_of(width)));
  return imp_add(imp, index, imp_mul(imp, gaps, imp_i64(imp, gap_of(width))));
}

// The expression with padded loads; the same when it has none.
static ImpExp *pad_exp(void *context, ImpExp *exp) {
  const Padding *padding = context;
  ImpExp *made = imp_map_args(padding->imp, exp, pad_exp, context);
  if (made->kind != IMP_LOAD) return made;
  ImpExp *index = pad_index(padding, made->as.load.pointer, made->as.load.index);
  if (index == made->as.load.index) return made;
  return imp_load(padding->imp, made->as.load.pointer, index);
}

static void pad_stm(void *context, ImpStm *stm) {
  imp_map_stm(stm, pad_exp, context);
  if (stm->kind == IMP_STM_STORE || stm->kind == IMP_STM_ATOMIC)
    stm->as.set.index = pad_index(context, stm->as.set.var, stm->as.set.index);
}

void imp_pad(ImpProgram *program) {
  Arena *scratch = arena_new();
  for (size_t i = 0; i < program->kernels.count; i++) {
    const ImpKernel *kernel = program->kernels.data[i];
    if (!imp_skeleton_has(kernel->skeleton, IMP_SHARED)) continue;
    ImpFun *point = kernel->functions[IMP_ROLE_POINT];
    Padding padding = {.imp = program, .values = map_new(scratch), .is_possible = true};
    note_stms(&padding, &point->body);
    bool is_mixed = padding.width < 0 && padding.hands;
    if (!padding.is_possible || is_mixed) continue;
    if (padding.plain - padding.padded <= padding.accesses) continue;
    imp_walk(&point->body, pad_stm, &padding);
    kernel->as.block.has_gaps->as.constant = constant_int(SCALAR_I64, 1);
  }
  arena_free(scratch);
}
