// Statements of the threads of a block that work at one point together (rts/gpu/team.h).
#include "ir/type.h"
#include "target/cgen/cgen.h"

// ---- Failures ----

static void note_failure(void *context, ImpStm *stm) {
  bool can_fail = stm->kind == IMP_STM_FAIL || stm->kind == IMP_STM_CALL ||
                  stm->kind == IMP_STM_ALLOC || stm->kind == IMP_STM_RESERVE;
  if (can_fail) *(bool *)context = true;
}

static bool can_fail(const ImpStms *stms) {
  bool is_found = false;
  imp_walk(stms, note_failure, &is_found);
  return is_found;
}

// A thread that has failed goes on after the body, so that it meets the others at barriers. The
// label is outside the braces: what they declare is not jumped into.
void cgen_team(Cgen *cgen, const ImpStm *stm) {
  bool is_left = can_fail(&stm->as.branch.body);
  if (is_left) cgen->team = ++cgen->team_count;
  cgen_line(cgen);
  cgen_braces(cgen, &stm->as.branch.body);
  if (is_left) strbuf_printf(cgen->out, " left_%u:;", cgen->team);
  strbuf_putc(cgen->out, '\n');
  cgen->team = 0;
}

// Does a barrier ask whether a thread has failed?
static void note_question(void *context, ImpStm *stm) {
  if (stm->kind == IMP_STM_BARRIER && !stm->as.is_plain) *(bool *)context = true;
}

void cgen_team_open(Cgen *cgen, const ImpKernel *kernel) {
  const ImpFun *point = kernel->functions[IMP_ROLE_POINT];
  cgen->team_size = "TEAM_SIZE";
  if (kernel->as.block.threads > 0)
    cgen->team_size = arena_printf(cgen->arena, "%lld", (long long)kernel->shape.block);
  cgen->tells_failures = false;
  imp_walk(&point->body, note_question, &cgen->tells_failures);
  if (cgen->tells_failures) strbuf_puts(cgen->out, "  int has_failed = 0;\n");
}

void cgen_leave(Cgen *cgen) {
  if (cgen->team > 0 && cgen->tells_failures)
    strbuf_printf(cgen->out, "{ has_failed = 1; goto left_%u; }\n", cgen->team);
  else if (cgen->team > 0)
    strbuf_printf(cgen->out, "goto left_%u;\n", cgen->team);
  else
    strbuf_puts(cgen->out, "return RT_FAILURE;\n");
}

void cgen_barrier(Cgen *cgen, const ImpStm *stm) {
  cgen_line(cgen);
  if (cgen->team_count > 0 && !stm->as.is_plain)
    strbuf_puts(cgen->out, "if (team_has_failed(has_failed, slots)) return RT_FAILURE;\n");
  else
    strbuf_puts(cgen->out, "BARRIER();\n");
}

// ---- Folds ----

static void open_braces(Cgen *cgen, const char *head) {
  cgen_line(cgen);
  strbuf_printf(cgen->out, "%s{\n", head);
  cgen->depth++;
}

static void close_braces(Cgen *cgen) {
  cgen->depth--;
  cgen_line(cgen);
  strbuf_puts(cgen->out, "}\n");
}

static void write_line(Cgen *cgen, const char *line) {
  cgen_line(cgen);
  strbuf_printf(cgen->out, "%s\n", line);
}

static void write_combine(Cgen *cgen, const ImpFold *fold, const char *condition) {
  open_braces(cgen, condition);
  cgen_stms(cgen, &fold->combine);
  close_braces(cgen);
}

// `slot_k[AT] = acc`
static void write_slots(Cgen *cgen, const ImpFold *fold, const char *at) {
  for (size_t i = 0; i < fold->acc.count; i++) {
    cgen_line(cgen);
    strbuf_printf(cgen->out, "slot%zu[%s] = %s;\n", i, at, cgen_name(cgen, fold->acc.data[i]));
  }
}

static void read_slots(Cgen *cgen, const ImpVars *vars, const char *at) {
  for (size_t i = 0; i < vars->count; i++) {
    cgen_line(cgen);
    strbuf_printf(cgen->out, "%s = slot%zu[%s];\n", cgen_name(cgen, vars->data[i]), i, at);
  }
}

// A value of another lane of the warp.
static void read_below(Cgen *cgen, const ImpVars *to, const ImpFold *fold, const char *distance) {
  for (size_t i = 0; i < to->count; i++) {
    const ImpVar *acc = fold->acc.data[i];
    cgen_line(cgen);
    strbuf_printf(cgen->out, "%s = below_%s(", cgen_name(cgen, to->data[i]),
                  scalar_info(acc->scalar)->text);
    strbuf_printf(cgen->out, "%s, %s);\n", cgen_name(cgen, acc), distance);
  }
}

// The first lanes of a warp, by exchanging values: those below the limit.
static void write_warp(Cgen *cgen, const ImpFold *fold, const char *limit) {
  open_braces(cgen, arena_printf(cgen->arena,
                                 "for (int distance = 1; distance < %s; distance *= 2) ", limit));
  read_below(cgen, &fold->other, fold, "distance");
  write_combine(cgen, fold, "if (lane % WARP >= distance) ");
  close_braces(cgen);
}

static void write_by_warps(Cgen *cgen, const ImpFold *fold) {
  write_warp(cgen, fold, "WARP");
  open_braces(cgen, "if (lane % WARP == WARP - 1) ");
  write_slots(cgen, fold, "lane / WARP");
  close_braces(cgen);
  write_line(cgen, "BARRIER();");
  open_braces(cgen, arena_printf(cgen->arena, "if (%s > WARP) ", cgen->team_size));
  // The first warp does the same with what the warps have.
  open_braces(cgen, "if (lane < WARP) ");
  for (size_t i = 0; i < fold->acc.count; i++) {
    const ImpVar *acc = fold->acc.data[i];
    cgen_line(cgen);
    strbuf_printf(cgen->out, "const %s mine%zu = %s;\n", c_scalar_type(acc->scalar), i,
                  cgen_name(cgen, acc));
  }
  read_slots(cgen, &fold->acc, "lane"); // after the last warp: nothing that counts
  write_warp(cgen, fold, arena_printf(cgen->arena, "%s / WARP", cgen->team_size));
  write_slots(cgen, fold, "lane");
  for (size_t i = 0; i < fold->acc.count; i++) {
    cgen_line(cgen);
    strbuf_printf(cgen->out, "%s = mine%zu;\n", cgen_name(cgen, fold->acc.data[i]), i);
  }
  close_braces(cgen);
  write_line(cgen, "BARRIER();");
  open_braces(cgen, "if (lane >= WARP) ");
  read_slots(cgen, &fold->other, "lane / WARP - 1");
  write_combine(cgen, fold, "");
  close_braces(cgen);
  close_braces(cgen);
  read_slots(cgen, &fold->total, arena_printf(cgen->arena, "(%s - 1) / WARP", cgen->team_size));
  if (fold->before.count == 0) return;
  read_below(cgen, &fold->other, fold, "1");
  open_braces(cgen, "if (lane % WARP == 0 && lane > 0) ");
  read_slots(cgen, &fold->other, "lane / WARP - 1");
  close_braces(cgen);
}

static void write_by_slots(Cgen *cgen, const ImpFold *fold) {
  write_slots(cgen, fold, "lane");
  write_line(cgen, "BARRIER();");
  open_braces(cgen,
              arena_printf(cgen->arena, "for (int distance = 1; distance < %s; distance *= 2) ",
                           cgen->team_size));
  open_braces(cgen, "if (lane >= distance) ");
  read_slots(cgen, &fold->other, "lane - distance");
  close_braces(cgen);
  write_line(cgen, "BARRIER();");
  write_combine(cgen, fold, "if (lane >= distance) ");
  write_slots(cgen, fold, "lane");
  write_line(cgen, "BARRIER();");
  close_braces(cgen);
  read_slots(cgen, &fold->total, arena_printf(cgen->arena, "%s - 1", cgen->team_size));
  if (fold->before.count > 0) read_slots(cgen, &fold->other, "lane > 0 ? lane - 1 : 0");
}

// In the end threads still read slots: there is a barrier in front of the next fold.
void cgen_fold(Cgen *cgen, const ImpFold *fold) {
  open_braces(cgen, "");
  for (size_t i = 0; i < fold->other.count; i++) {
    const ImpVar *other = fold->other.data[i];
    const char *type = c_scalar_type(other->scalar);
    const char *element = other->scalar == SCALAR_BOOL ? "Bool" : type;
    cgen_line(cgen);
    strbuf_printf(cgen->out, "%s %s = 0;\n", type, cgen_name(cgen, other));
    cgen_line(cgen);
    strbuf_printf(cgen->out, "LOCAL %s *slot%zu = (LOCAL %s *)(slots + TEAM_SLOTS * %zu);\n",
                  element, i, element, i * 8);
  }
  strbuf_puts(cgen->out, "#if WARP > 1\n");
  write_by_warps(cgen, fold);
  strbuf_puts(cgen->out, "#else\n");
  write_by_slots(cgen, fold);
  strbuf_puts(cgen->out, "#endif\n");
  if (fold->before.count > 0) {
    open_braces(cgen, "if (lane > 0) ");
    for (size_t i = 0; i < fold->before.count; i++) {
      cgen_line(cgen);
      strbuf_printf(cgen->out, "%s = ", cgen_name(cgen, fold->before.data[i]));
      strbuf_printf(cgen->out, "%s;\n", cgen_name(cgen, fold->other.data[i]));
    }
    close_braces(cgen);
  }
  close_braces(cgen);
  for (size_t i = 0; i < fold->other.count; i++)
    cgen_name_end(cgen, fold->other.data[i]);
}
