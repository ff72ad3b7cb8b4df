// Parts that do the same become one. Flattened programs make many descriptors, each with the same
// running sums, and versions of one nest have equal pieces; without this a C compiler works on all
// of them. Two parts are the same when their texts are, with variables numbered as they are
// declared, and when what can fail in them stands at the same places of the source. Of the calls
// around these places, which are known when functions were put in the place of their calls, the
// part that stays knows those that it has in common with the others.
//
//   part f_totals_1(chunk.4: i64, …) { … }
//   part f_totals_9(chunk.7: i64, …) { … }
//   call f_totals_1(c.1, …)  call f_totals_9(c.2, …)
//     becomes
//   part f_totals_1(chunk.4: i64, …) { … }
//   call f_totals_1(c.1, …)  call f_totals_1(c.2, …)
#include "base/intern.h"
#include "base/map.h"
#include "imp/imp.h"

typedef struct Merge {
  ImpProgram *program;
  Arena *arena;
  Interner *texts;
  Map *first; // text -> ImpFun
  Map *same;  // ImpFun -> the one in its place
} Merge;

// Variables with the names that they had.
typedef struct Renamed {
  Arena *arena;
  Name name; // that all have meanwhile
  ImpVars vars;
  Vec(ImpVar) before;
  bool is_special; // the text does not say everything
} Renamed;

static void rename_var(Renamed *renamed, ImpVar *var) {
  vec_push(renamed->arena, &renamed->vars, var);
  vec_push(renamed->arena, &renamed->before, *var);
  var->name = renamed->name;
  var->number = (uint32_t)renamed->vars.count;
}

static void rename_vars(Renamed *renamed, const ImpVars *vars) {
  for (size_t i = 0; i < vars->count; i++)
    rename_var(renamed, vars->data[i]);
}

static void rename_declared(void *context, ImpStm *stm) {
  Renamed *renamed = context;
  if (stm->kind == IMP_STM_DECLARE) rename_var(renamed, stm->as.set.var);
  if (stm->kind == IMP_STM_FOR) rename_var(renamed, stm->as.loop->index);
  if (stm->kind == IMP_STM_TABLE || stm->kind == IMP_STM_TILE || stm->kind == IMP_STM_LAUNCH ||
      stm->kind == IMP_STM_READ || stm->kind == IMP_STM_EFFECT)
    renamed->is_special = true;
}

static bool can_fail(const ImpStm *stm) {
  return stm->kind == IMP_STM_FAIL || stm->kind == IMP_STM_ALLOC || stm->kind == IMP_STM_RESERVE ||
         stm->kind == IMP_STM_TRIM || stm->kind == IMP_STM_SLOTS;
}

// What the text of a statement leaves out.
static void note_rest(void *context, ImpStm *stm) {
  StrBuf *text = context;
  if (can_fail(stm))
    strbuf_printf(text, "at %u %u %u\n", (unsigned)stm->span.file, (unsigned)stm->span.start,
                  (unsigned)stm->span.end);
  if (stm->kind == IMP_STM_COPY)
    strbuf_printf(text, "copy %d %d\n", (int)stm->as.copy->scalar, (int)stm->as.copy->is_flat);
}

// The text of a part, or NULL when there is more to it.
static Name text_of(Merge *merge, ImpFun *part) {
  Renamed renamed = {.arena = merge->arena, .name = intern_str(merge->texts, "v")};
  StrBuf text = {0};
  Name name = part->name;
  part->name = renamed.name;
  rename_vars(&renamed, &part->params);
  rename_vars(&renamed, &part->blocks);
  imp_walk(&part->body, rename_declared, &renamed);
  imp_print_fun(&text, part);
  imp_walk(&part->body, note_rest, &text);
  for (size_t i = 0; i < renamed.vars.count; i++)
    *renamed.vars.data[i] = renamed.before.data[i];
  part->name = name;
  Name result = renamed.is_special ? NULL : intern(merge->texts, text.data, text.length);
  strbuf_free(&text);
  return result;
}

// ---- Calls around what can fail ----

typedef struct Listing {
  Arena *arena;
  Vec(ImpStm *) stms;
} Listing;

static void list_failing(void *context, ImpStm *stm) {
  Listing *listing = context;
  if (can_fail(stm)) vec_push(listing->arena, &listing->stms, stm);
}

// The part says about its callers only what is also true of the other one's.
static void merge_callers(const Merge *merge, ImpFun *part, ImpFun *other) {
  if (!merge->program->sources) return;
  Listing own = {.arena = merge->arena}, others = {.arena = merge->arena};
  imp_walk(&part->body, list_failing, &own);
  imp_walk(&other->body, list_failing, &others);
  for (size_t i = 0; i < own.stms.count; i++) {
    Span *span = &own.stms.data[i]->span;
    span->call = source_common_call(merge->program->sources, *span, others.stms.data[i]->span);
  }
}

static void redirect(void *context, ImpStm *stm) {
  Merge *merge = context;
  if (stm->kind != IMP_STM_CALL) return;
  ImpFun *other = map_get(merge->same, map_key(stm->as.call->callee));
  if (other) stm->as.call->callee = other;
}

void imp_merge(ImpProgram *program) {
  Arena *arena = arena_new();
  Merge merge = {.program = program,
                 .arena = arena,
                 .texts = interner_new(arena),
                 .first = map_new(arena),
                 .same = map_new(arena)};
  size_t kept = 0;
  for (size_t i = 0; i < program->funs.count; i++) {
    ImpFun *fun = program->funs.data[i];
    Name text = fun->is_part ? text_of(&merge, fun) : NULL;
    ImpFun *first = text ? map_get(merge.first, map_key(text)) : NULL;
    if (first) {
      map_put(merge.same, map_key(fun), first);
      merge_callers(&merge, first, fun);
      continue;
    }
    if (text) map_put(merge.first, map_key(text), fun);
    program->funs.data[kept++] = fun;
  }
  program->funs.count = kept;
  for (size_t i = 0; i < kept; i++)
    imp_walk(&program->funs.data[i]->body, redirect, &merge);
  if (program->init) imp_walk(&program->init->body, redirect, &merge);
  arena_free(arena);
}
