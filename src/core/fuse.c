// fuse: make one par of several.
//
// Takes and gives   Core. Changes the program in place.
// Breaks            PROPERTY_SIMPLE: views and outputs that nothing uses any more are left.
// Cost              about linear in the size; planning a body is bounded (fuse_plan.h).
//
//   let ys = par (i < n) {                    let s = par (j < n) {
//     let x: f64 = index xs[i]                  let x: f64 = index xs[j]
//     let y: f64 = mul x, x                     let y: f64 = mul x, x
//     map y                               =>    reduce (add; 0.0) y
//   }                                         }
//   let s = par (j < n) {
//     let y: f64 = index ys[j]
//     reduce (add; 0.0) y
//   }
//
// Every body is taken by itself, the outer ones first: what was in two thunks is in one when the
// inner bodies are looked at. A body is fused in three steps.
//
//   1. A producer that only maps, and is cheap or read once, is computed where it is read, or
//      copied to as a row (fuse_inline.c).
//   2. Pars over flattened nests and views become nests (fuse_flatten.c). Through views they now
//      read producers, which are looked at once more.
//   3. The pars that are left form a dependence graph (fuse_graph.c). A plan says which of them
//      become one, so that the memory traffic, the storage of intermediate arrays and the number of
//      passes are least (fuse_plan.h); it is exact by integer programming when the body is not too
//      large. Each cluster of the plan is then one par (fuse_merge.c).
//
// No work is done twice unless it is cheap. Failures: a point of a producer is computed only where
// its value was computed before, so none is added; points that nothing reads are dropped. A failure
// may come later than it did, but not before an effect that it came after.
#include "core/fuse.h"
#include "core/core.h"
#include "ir/type.h"
#include "ir/walk.h"

FuseVar *fuse_var(Fuser *fuser, const Var *var) {
  if (var->index >= fuser->capacity) {
    size_t capacity = 2 * (size_t)fuser->program->var_count + 64;
    FuseVar *vars = arena_array(fuser->scratch, FuseVar, capacity);
    for (size_t i = 0; i < fuser->capacity; i++)
      vars[i] = fuser->vars[i];
    fuser->vars = vars;
    fuser->capacity = capacity;
  }
  return &fuser->vars[var->index];
}

void fuse_define(Fuser *fuser, Stm *stm) {
  for (size_t i = 0; i < stm->var_count; i++)
    fuse_var(fuser, stm->vars[i])->def = stm;
}

static bool define_enter(Walker *walker, Stm *stm) {
  fuse_define(walker->context, stm);
  return true;
}

void fuse_define_inside(Fuser *fuser, Stm *stm) {
  Walker walker = {.context = fuser, .enter = define_enter};
  walk_stm(&walker, stm);
}

// ---- Bodies ----

static void fuse_inside(Fuser *fuser, Stm *stm);

static void fuse_stms(Fuser *fuser, Stms *stms, const Atom *results, size_t result_count) {
  // What was changed around these statements may have copied them.
  for (size_t i = 0; i < stms->count; i++)
    fuse_define(fuser, stms->data[i]);
  fuse_fill(fuser, stms);
  fuse_inline(fuser, stms, results, result_count);
  if (fuse_flatten(fuser, stms)) fuse_inline(fuser, stms, results, result_count);
  FuseGraph *graph = fuse_graph(fuser, stms, results, result_count);
  if (graph) {
    uint32_t *plan = plan_best(graph->problem, fuser->use_ilp);
    bool is_any = false;
    for (uint32_t i = 0; i < graph->nodes.count; i++)
      is_any |= plan[i] != i;
    if (is_any) fuse_merge(graph, plan);
  }
  for (size_t i = 0; i < stms->count; i++)
    if (op_has(stms->data[i]->exp->op, FLAG_BODIES)) fuse_inside(fuser, stms->data[i]);
}

static void fuse_body(Fuser *fuser, Body *body) {
  fuse_stms(fuser, &body->stms, body->results, body->result_count);
}

typedef struct Used {
  Arena *arena;
  FuseAtoms atoms;
} Used;

static void used_use(Walker *walker, Var *var) {
  Used *used = walker->context;
  vec_push(used->arena, &used->atoms, atom_var(var));
}

// The results of a thunk are what its outputs take; its epilogue may use anything.
static void fuse_thunk(Fuser *fuser, Par *par, Thunk *thunk) {
  Used used = {.arena = fuser->scratch};
  Walker walker = {.context = &used, .use = used_use};
  Thunk outputs = *thunk;
  outputs.stms = (Stms){0};
  walk_thunk(&walker, &outputs);
  if (thunk == &par->body && par->has_epilogue) walk_thunk(&walker, &par->epilogue);
  fuse_stms(fuser, &thunk->stms, used.atoms.data, used.atoms.count);
  for (size_t i = 0; i < thunk->output_count; i++)
    if (thunk->outputs[i].op) fuse_body(fuser, thunk->outputs[i].op->body);
}

static void fuse_inside(Fuser *fuser, Stm *stm) {
  Exp *exp = stm->exp;
  if (exp->op == OP_IF || exp->op == OP_SWITCH) {
    for (size_t i = 0; i < exp->as.branches.body_count; i++)
      fuse_body(fuser, exp->as.branches.bodies[i]);
  } else if (exp->op == OP_LOOP) {
    if (exp->as.loop->condition) fuse_body(fuser, exp->as.loop->condition);
    fuse_body(fuser, exp->as.loop->body);
  } else if (exp->op == OP_PAR) {
    fuser->depth++;
    fuse_thunk(fuser, exp->as.par, &exp->as.par->body);
    if (exp->as.par->has_epilogue) fuse_thunk(fuser, exp->as.par, &exp->as.par->epilogue);
    fuser->depth--;
  } else if (exp->op == OP_WITH_ACC) {
    for (size_t i = 0; i < exp->as.with_acc->acc_count; i++)
      if (exp->as.with_acc->accs[i].op) fuse_body(fuser, exp->as.with_acc->accs[i].op->body);
    fuse_body(fuser, exp->as.with_acc->body);
  } else {
    INTERNAL_ERROR("fuse does not know the bodies of %s", op_info(exp->op)->text);
  }
}

// ---- The pass ----

static Program *fuse_program(Program *program, const Target *target) {
  Arena *scratch = arena_new();
  Fuser fuser = {.program = program,
                 .scratch = scratch,
                 .algebra = algebra_new(scratch),
                 .use_ilp = !target->fuses_greedily,
                 .is_device = target->has_device,
                 .has_effects = program_has_effects(program)};
  fuser.aliases = alias_analyse(scratch, program, NULL);
  Walker walker = {.context = &fuser, .enter = define_enter};
  walk_program(&walker, program);
  fuser.facts = facts_new(program, scratch);
  for (size_t i = 0; i < program->globals.count; i++) {
    facts_of_global(fuser.facts, program->globals.data[i]);
    fuse_body(&fuser, program->globals.data[i]->body);
  }
  for (size_t i = 0; i < program->funs.count; i++) {
    facts_of_fun(fuser.facts, program->funs.data[i]);
    fuse_body(&fuser, program->funs.data[i]->body);
  }
  arena_free(scratch);
  return program;
}

const char *fuse_planner(void) {
  return fuse_has_ilp() ? "Fusion is planned by integer programming (lp_solve)."
                        : "Fusion is planned greedily: built without lp_solve.";
}

static Program *fuse_run(Program *program, const Target *target, Diag *diag) {
  (void)diag;
  return fuse_program(program, target);
}

const Pass pass_fuse = {.name = "fuse",
                        .purpose = "make one par of several",
                        .from = LEVEL_CORE,
                        .to = LEVEL_CORE,
                        .breaks = PROPERTY_SIMPLE,
                        .run = fuse_run};
