// Loops that are dealt out to a known number of threads.
//
// The source may say how many threads a block has (device_shape.c). Where it also says how many
// iterations there are, every thread knows its own:
//
//   for team i < 256 { … }     by 256 threads   =>   i = lane; …
//   for team i < 64 { … }      by 256 threads   =>   if lane < 64 { i = lane; … }
//   for team i < 1024 { … }    by 256 threads   =>   for unrolled k < 4 { i = lane + k*256; … }
//   for team i < 300 { … }     by 256 threads   =>   for unrolled k < 2 {
//                                                      i = lane + k*256
//                                                      if i < 300 { … }
//                                                    }
//
// A compiler of C does not know that the number of a thread is less than that of all, and would
// count rounds of a loop that has one. Nor does it see that what the number of threads can be
// divided by divides the rounds apart from the lanes:
//
//   i / 32, i % 32   where i = lane + k*256   =>   (lane >> 5) + k*8, lane & 31
#include "imp/imp.h"
#include "ir/type.h"

enum { ROUND_LIMIT = 16 };

typedef struct Dealing {
  ImpProgram *program;
  ImpFun *fun;
  int64_t threads;
} Dealing;

// How many iterations, if that is a number; 0 if it is not, or they would be much code.
static int64_t dealt_count(const Dealing *dealing, const ImpFor *loop) {
  if (loop->kind != IMP_FOR_TEAM || loop->last->kind != IMP_CONST) return 0;
  if (loop->first->kind != IMP_LANE) return 0;
  int64_t count = constant_to_i64(loop->last->as.constant);
  return count > 0 && count <= ROUND_LIMIT * dealing->threads ? count : 0;
}

// ---- Rows and columns ----

// A loop that is dealt out.
typedef struct DealtRounds {
  ImpProgram *program;
  Map *numbers;  // variable that is the index -> itself
  ImpVar *round; // NULL: there is one only
  int64_t threads;
} DealtRounds;

static bool is_dealt(const DealtRounds *dealt, const ImpExp *exp) {
  if (exp->kind == IMP_VAR) return map_find(dealt->numbers, map_key(exp->as.var), NULL);
  bool is_narrow = exp->kind == IMP_OP && exp->as.op.op == OP_SEXT;
  return is_narrow && is_dealt(dealt, exp->as.op.args[0]);
}

static void note_dealt(void *context, ImpStm *stm) {
  DealtRounds *dealt = context;
  if (stm->kind != IMP_STM_DECLARE || !stm->as.set.var->is_const || !stm->as.set.value) return;
  if (stm->as.set.value->kind == IMP_OP && is_dealt(dealt, stm->as.set.value))
    map_put(dealt->numbers, map_key(stm->as.set.var), stm->as.set.var);
}

static ImpExp *in_type(ImpProgram *program, ImpExp *exp, Scalar type) {
  return exp->type == type ? exp : imp_op(program, OP_SEXT, type, &exp, 1);
}

// The lane in the place of the index. Lanes are not negative, so that there are shifts and masks
// for powers of two.
static ImpExp *part_of_lane(ImpProgram *program, const ImpExp *division, int64_t divisor) {
  Scalar type = division->type;
  bool is_rest = division->as.op.op == OP_SREM;
  ImpExp *args[2] = {in_type(program, imp_lane(program), type), division->as.op.args[1]};
  Op op = division->as.op.op;
  if ((divisor & (divisor - 1)) == 0) {
    int64_t shift = 0;
    while (divisor >> (shift + 1) > 0)
      shift++;
    op = is_rest ? OP_AND : OP_LSHR;
    args[1] = imp_const(program, constant_int(type, is_rest ? divisor - 1 : shift));
  }
  return imp_op(program, op, type, args, 2);
}

static ImpExp *divide_dealt(void *context, ImpExp *exp) {
  DealtRounds *dealt = context;
  ImpProgram *program = dealt->program;
  ImpExp *made = imp_map_args(program, exp, divide_dealt, context);
  bool divides = made->kind == IMP_OP && (made->as.op.op == OP_SQUOT || made->as.op.op == OP_SREM);
  if (!divides || made->as.op.args[1]->kind != IMP_CONST) return made;
  int64_t divisor = constant_to_i64(made->as.op.args[1]->as.constant);
  bool is_apart = !dealt->round || (divisor > 0 && dealt->threads % divisor == 0);
  if (divisor <= 0 || !is_apart || !is_dealt(dealt, made->as.op.args[0])) return made;
  ImpExp *own = part_of_lane(program, made, divisor);
  if (made->as.op.op == OP_SREM || !dealt->round) return own;
  ImpExp *before = imp_mul(program, in_type(program, imp_use(program, dealt->round), made->type),
                           imp_const(program, constant_int(made->type, dealt->threads / divisor)));
  return imp_add(program, own, before);
}

static void divide_stm(void *context, ImpStm *stm) { imp_map_stm(stm, divide_dealt, context); }

static void divide_rounds(const Dealing *dealing, const ImpFor *loop, ImpVar *round) {
  DealtRounds dealt = {dealing->program, map_new(dealing->program->arena), round, dealing->threads};
  map_put(dealt.numbers, map_key(loop->index), loop->index);
  imp_walk(&loop->body, note_dealt, &dealt);
  imp_walk(&loop->body, divide_stm, &dealt);
}

// ---- Loops ----

static void deal_loop(const Dealing *dealing, ImpStm *stm, int64_t count, ImpStms *out) {
  ImpProgram *program = dealing->program;
  ImpFor *loop = stm->as.loop;
  ImpBuilder builder = {.program = program, .fun = dealing->fun, .stms = out, .span = stm->span};
  int64_t rounds = (count + dealing->threads - 1) / dealing->threads;
  ImpExp *at = imp_lane(program);
  ImpVar *round = NULL;
  if (rounds > 1) {
    round = imp_var(program, IMP_SCALAR, SCALAR_I64, intern_str(program->names, "k"));
    round->is_index = true;
    ImpFor *unrolled =
        imp_for(&builder, IMP_FOR_UNROLLED, round, imp_i64(program, 0), imp_i64(program, rounds));
    ImpExp *before = imp_mul(program, imp_use(program, round), imp_i64(program, dealing->threads));
    at = imp_add(program, at, before);
    builder = imp_into(&builder, &unrolled->body);
  }
  divide_rounds(dealing, loop, round);
  if (count < dealing->threads) {
    ImpExp *is_some = imp_binary(program, OP_SLT, at, imp_i64(program, count));
    builder = imp_into(&builder, &imp_if(&builder, is_some)->as.branch.body);
  }
  loop->index->is_index = false;
  loop->index->is_const = true;
  ImpStm *declared = imp_emit(&builder, IMP_STM_DECLARE);
  declared->as.set.var = loop->index;
  declared->as.set.value = at;
  if (count > dealing->threads && count % dealing->threads != 0) {
    ImpExp *is_some =
        imp_binary(program, OP_SLT, imp_use(program, loop->index), imp_i64(program, count));
    builder = imp_into(&builder, &imp_if(&builder, is_some)->as.branch.body);
  }
  vec_append(program->arena, builder.stms, loop->body.data, loop->body.count);
}

static void deal_list(void *context, ImpStms *stms) {
  const Dealing *dealing = context;
  ImpStms out = {0};
  for (size_t i = 0; i < stms->count; i++) {
    ImpStm *stm = stms->data[i];
    int64_t count = stm->kind == IMP_STM_FOR ? dealt_count(dealing, stm->as.loop) : 0;
    imp_each_body(stm, deal_list, context);
    if (count > 0)
      deal_loop(dealing, stm, count, &out);
    else
      vec_push(dealing->program->arena, &out, stm);
  }
  *stms = out;
}

void imp_deal(ImpProgram *program) {
  for (size_t i = 0; i < program->kernels.count; i++) {
    const ImpKernel *kernel = program->kernels.data[i];
    if (!imp_skeleton_has(kernel->skeleton, IMP_SHARED) || kernel->as.block.threads == 0) continue;
    ImpFun *point = kernel->functions[IMP_ROLE_POINT];
    Dealing dealing = {program, point, kernel->shape.block};
    deal_list(&dealing, &point->body);
    imp_clean_fun(program, point);
  }
}
