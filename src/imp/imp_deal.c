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
// count rounds of a loop that has one.
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

static void deal_loop(const Dealing *dealing, ImpStm *stm, int64_t count, ImpStms *out) {
  ImpProgram *program = dealing->program;
  ImpFor *loop = stm->as.loop;
  ImpBuilder builder = {.program = program, .fun = dealing->fun, .stms = out, .span = stm->span};
  int64_t rounds = (count + dealing->threads - 1) / dealing->threads;
  ImpExp *at = imp_lane(program);
  if (rounds > 1) {
    ImpVar *round = imp_var(program, IMP_SCALAR, SCALAR_I64, intern_str(program->names, "k"));
    round->is_index = true;
    ImpFor *unrolled =
        imp_for(&builder, IMP_FOR_UNROLLED, round, imp_i64(program, 0), imp_i64(program, rounds));
    ImpExp *before = imp_mul(program, imp_use(program, round), imp_i64(program, dealing->threads));
    at = imp_add(program, at, before);
    builder = imp_into(&builder, &unrolled->body);
  }
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
    if (kernel->skeleton != IMP_SKELETON_BLOCK || kernel->as.block.threads == 0) continue;
    ImpFun *point = kernel->functions[IMP_ROLE_POINT];
    Dealing dealing = {program, point, kernel->shape.block};
    deal_list(&dealing, &point->body);
  }
}
