// inline: put functions in the place of their calls.
//
// Takes and gives   Core. Changes the program in place.
// Breaks            PROPERTY_SIMPLE.
// Cost              linear in the size of the result, which is bounded (see below).
//
//   fun square (x: f64) -> (y: f64) = { let y2: f64 = mul x, x in (y2) }
//   entry main (a: f64) -> (b: f64) = { let b1: f64 = call square(a) in (b1) }
//
//   entry main (a: f64) -> (b: f64) = { let y2.7: f64 = mul a, a in (y2.7) }
//
// The functions that are inlined are those called once, small ones, those marked `#[inline]`, and
// those called inside a par, directly or through other calls: a par runs on a device, where there
// are no calls. Recursive functions and those marked `#[noinline]` never are. Callees come before
// callers, so what is inlined is finished and each call is looked at once. Small functions make a
// program larger by a constant factor, those called once do not at all, and calls inside calls are
// followed only as far as no statement is copied more than DEPTH_LIMIT times. For the others there
// is a budget for the whole program, so that a tower of functions that each call the next one twice
// does not explode.
//
// What replaces a call keeps the callee's spans, and knows the call (source_call). The statements
// that can fail, and those that make results, need the call's certificates. A call that needs one
// and whose callee gives back a parameter or a constant stays: there would be nothing to need it.
// Functions that neither an entry point nor a global reaches are removed.
#include <string.h>

#include "core/core.h"
#include "core/facts.h"
#include "ir/build.h"
#include "ir/map.h"
#include "ir/rules.h"
#include "ir/type.h"
#include "ir/walk.h"

enum {
  DEPTH_LIMIT = 32,    // how deep calls of functions called once may nest and still all be inlined
  SMALL_SIZE = 16,     // statements of a function that is always inlined
  BUDGET_BASE = 4000,  // statements that large functions called in pars may add,
  BUDGET_FACTOR = 4,   // and this many times the program's statements
  CALLER_LIMIT = 4000, // statements of a function into which no such function goes any more
};

// What is known about a function.
typedef struct Node {
  Fun *fun;
  size_t size;       // statements, nested ones included
  size_t call_count; // of calls to it
  size_t depth;      // how often the statements it now has were copied on the way
  Vec(struct Node *) callees;
  bool is_in_par; // called inside a par, perhaps through others
  bool is_recursive, is_reached;
  uint32_t order, low; // of Tarjan's algorithm; 0: not seen yet
  bool is_on_stack;
} Node;

typedef Vec(Node *) Nodes;

typedef struct Inliner {
  Program *program;
  Arena *scratch;
  Facts *facts;
  Map *nodes; // Fun -> Node
  Nodes all;
  Nodes stack, sorted; // callees before callers
  uint32_t last_order;
  Node *caller;
  size_t par_depth;
  size_t budget; // statements that may still be added
  Subst *subst;  // results of calls
  SourceMap *sources;
} Inliner;

// ---- The call graph ----

static Node *node_of(Inliner *inliner, Fun *fun) { return map_get(inliner->nodes, map_key(fun)); }

static bool graph_enter(Walker *walker, Stm *stm) {
  Inliner *inliner = walker->context;
  if (inliner->caller) inliner->caller->size++;
  if (stm->exp->op == OP_PAR) inliner->par_depth++;
  if (stm->exp->op != OP_CALL) return true;
  Node *callee = node_of(inliner, stm->exp->as.callee);
  callee->call_count++;
  callee->is_in_par |= inliner->par_depth > 0;
  if (inliner->caller) vec_push(inliner->scratch, &inliner->caller->callees, callee);
  return true;
}

static void graph_leave(Walker *walker, Stm *stm) {
  Inliner *inliner = walker->context;
  if (stm->exp->op == OP_PAR) inliner->par_depth--;
}

static void build_graph(Inliner *inliner) {
  Program *program = inliner->program;
  for (size_t i = 0; i < program->funs.count; i++) {
    Node *node = arena_make(inliner->scratch, Node);
    node->fun = program->funs.data[i];
    map_put(inliner->nodes, map_key(node->fun), node);
    vec_push(inliner->scratch, &inliner->all, node);
  }
  Walker walker = {.context = inliner, .enter = graph_enter, .leave = graph_leave};
  for (size_t i = 0; i < program->globals.count; i++)
    walk_global(&walker, program->globals.data[i]);
  for (size_t i = 0; i < inliner->all.count; i++) {
    inliner->caller = inliner->all.data[i];
    walk_fun(&walker, inliner->caller->fun);
  }
  inliner->caller = NULL;
  inliner->budget = BUDGET_BASE;
  for (size_t i = 0; i < inliner->all.count; i++)
    inliner->budget += BUDGET_FACTOR * inliner->all.data[i]->size;
}

// Tarjan's strongly connected components: a component is finished after those it calls, and is
// recursive when it has several members or one that calls itself.
static void sort_from(Inliner *inliner, Node *node) {
  node->order = node->low = ++inliner->last_order;
  node->is_on_stack = true;
  vec_push(inliner->scratch, &inliner->stack, node);
  for (size_t i = 0; i < node->callees.count; i++) {
    Node *callee = node->callees.data[i];
    if (callee == node) node->is_recursive = true;
    if (callee->order == 0) {
      sort_from(inliner, callee);
      if (callee->low < node->low) node->low = callee->low;
    } else if (callee->is_on_stack && callee->order < node->low) {
      node->low = callee->order;
    }
  }
  if (node->low != node->order) return;
  bool has_several = vec_last(&inliner->stack) != node;
  Node *member;
  do {
    member = vec_pop(&inliner->stack);
    member->is_on_stack = false;
    member->is_recursive |= has_several;
    vec_push(inliner->scratch, &inliner->sorted, member);
  } while (member != node);
}

static void sort_graph(Inliner *inliner) {
  for (size_t i = 0; i < inliner->all.count; i++) {
    if (inliner->all.data[i]->order == 0) sort_from(inliner, inliner->all.data[i]);
  }
  // Callers come last, so going backwards each function knows where it is called from.
  for (size_t i = inliner->sorted.count; i-- > 0;) {
    Node *node = inliner->sorted.data[i];
    for (size_t k = 0; k < node->callees.count && node->is_in_par; k++)
      node->callees.data[k]->is_in_par = true;
  }
}

// ---- Which calls ----

static bool has_attr(const Fun *fun, const char *text) {
  for (size_t i = 0; i < fun->attrs.count; i++) {
    if (strcmp(fun->attrs.data[i], text) == 0) return true;
  }
  return false;
}

static bool binds_result(const Stm *stm, const Atom *results, size_t count) {
  for (size_t i = 0; i < stm->var_count; i++) {
    for (size_t k = 0; k < count; k++) {
      if (results[k].var == stm->vars[i]) return true;
    }
  }
  return false;
}

// Is every result made by one of the body's own statements?
static bool makes_results(const Body *body) {
  for (size_t i = 0; i < body->result_count; i++) {
    if (!body->results[i].var || !stms_bind(&body->stms, body->results[i].var)) return false;
  }
  return true;
}

// Takes the callee's size from the budget, if there is enough.
static bool is_affordable(Inliner *inliner, const Node *callee) {
  size_t size = inliner->caller ? inliner->caller->size : 0;
  if (size + callee->size > CALLER_LIMIT || callee->size > inliner->budget) return false;
  inliner->budget -= callee->size;
  return true;
}

static bool is_inlined(Inliner *inliner, const Stm *stm) {
  const Node *callee = node_of(inliner, stm->exp->as.callee);
  if (callee->is_recursive || has_attr(callee->fun, "noinline")) return false;
  if (stm->cert_count > 0 && !makes_results(callee->fun->body)) return false;
  if (has_attr(callee->fun, "inline")) return true;
  if (callee->size <= SMALL_SIZE) return true;
  if (callee->call_count == 1 && callee->depth < DEPTH_LIMIT) return true;
  return callee->is_in_par && is_affordable(inliner, callee);
}

// ---- Putting the body in place ----

// A pinned result keeps its name: whatever binds it in the body binds that name instead.
static Atom pinned_use(Mapper *mapper, Atom atom) {
  Atom *pair = mapper->context;
  return atom.var == pair[0].var ? pair[1] : atom;
}

static Var *pinned_bind(Mapper *mapper, Var *var) {
  var->type = map_type(mapper, var->type);
  Atom *pair = mapper->context;
  return var == pair[0].var ? pair[1].var : var;
}

// Binds another name for a size or for lengths, by operations that change nothing.
static void bind_same(Inliner *inliner, const Stm *stm, Stms *out, Var *var, Atom result) {
  Builder builder = builder_new(inliner->program, out, stm->span);
  Atom args[2] = {result, atom_i64(0)};
  if (!type_is_array(var->type)) {
    build_stm(&builder, exp_new(inliner->program, OP_ADD, args, 2), &var, 1);
    return;
  }
  bool is_alike = type_equal(var->type, atom_type(result));
  Exp *copy = exp_new(inliner->program, OP_COPY, args, 1);
  if (is_alike) {
    build_stm(&builder, copy, &var, 1);
    return;
  }
  args[0] = atom_var(build_let(&builder, "lengths", copy));
  build_stm(&builder, exp_new(inliner->program, OP_COERCE, args, 1), &var, 1);
}

static bool is_bound(const Stm *call, const Body *body, const Var *var) {
  for (size_t i = 0; i < call->var_count; i++) {
    if (call->vars[i] == var) return false; // by another name, which it must keep
  }
  return var && stms_bind(&body->stms, var);
}

// Lengths can be bound in the body only when their sizes have the same names there.
static Body *keep_pinned(Inliner *inliner, const Stm *stm, Body *body) {
  Subst *known = subst_new(inliner->program);
  for (size_t i = 0; i < stm->var_count; i++) {
    Var *var = stm->vars[i];
    Atom result = body->results[i];
    if (!facts_is_pinned(inliner->facts, var)) {
      if (result.var != var) subst_add(known, var, result);
      continue;
    }
    var->type = subst_type(known, var->type);
    if (is_bound(stm, body, result.var) && type_equal(var->type, atom_type(result))) {
      Atom pair[2] = {result, atom_var(var)};
      Mapper mapper = {
          .program = inliner->program, .context = pair, .use = pinned_use, .bind = pinned_bind};
      body = map_body(&mapper, body);
    } else {
      bind_same(inliner, stm, &body->stms, var, result);
      body->results[i] = atom_var(var);
    }
  }
  return body;
}

static void add_needs(Inliner *inliner, const Stm *call, const Body *body) {
  for (size_t i = 0; i < body->stms.count && call->cert_count > 0; i++) {
    Stm *stm = body->stms.data[i];
    bool can_fail = op_has(stm->exp->op, FLAG_FAILS) || op_has(stm->exp->op, FLAG_BODIES);
    if (!can_fail && !binds_result(stm, body->results, body->result_count)) continue;
    size_t count = stm->cert_count + call->cert_count;
    Var **certs = arena_array(inliner->program->arena, Var *, count);
    memcpy(certs, call->certs, call->cert_count * sizeof *certs);
    if (stm->cert_count > 0)
      memcpy(certs + call->cert_count, stm->certs, stm->cert_count * sizeof *certs);
    stm->certs = certs;
    stm->cert_count = count;
  }
}

// Binds what is left of the pattern: a result whose type names a pinned size has the size's other
// name in the body.
static void bind_results(Inliner *inliner, const Stm *stm, const Body *body, Stms *out) {
  for (size_t i = 0; i < stm->var_count; i++) {
    Var *var = stm->vars[i];
    Atom result = body->results[i];
    if (result.var == var) continue;
    var->type = subst_type(inliner->subst, var->type);
    bool needs_name = result.var && facts_is_pinned(inliner->facts, result.var) &&
                      facts_is_output(inliner->facts, var);
    if (needs_name) {
      bind_same(inliner, stm, out, var, result);
    } else if (type_equal(var->type, atom_type(result))) {
      subst_add(inliner->subst, var, result);
    } else {
      Builder builder = builder_new(inliner->program, out, stm->span);
      build_stm(&builder, exp_new(inliner->program, OP_COERCE, &result, 1), &var, 1);
    }
  }
}

static void grow(Node *caller, const Node *callee) {
  caller->size += callee->size - 1; // the call itself is gone
  bool is_deeper = callee->size > SMALL_SIZE && callee->depth >= caller->depth;
  if (is_deeper) caller->depth = callee->depth + 1;
}

// Where a body is told in whose place it stands.
typedef struct Placing {
  SourceMap *sources;
  Span call;
} Placing;

static bool place_enter(Walker *walker, Stm *stm) {
  Placing *placing = walker->context;
  // One that binds nothing need not be a copy.
  if (stm->var_count > 0) stm->span = source_called(placing->sources, stm->span, placing->call);
  return true;
}

static void inline_call(Inliner *inliner, const Stm *stm, Stms *out) {
  Fun *callee = stm->exp->as.callee;
  Subst *subst = subst_new(inliner->program);
  for (size_t i = 0; i < callee->param_count; i++)
    subst_add(subst, callee->params[i].var, stm->exp->args[i]);
  Body *body = rename_body(inliner->program, callee->body, subst);
  Placing placing = {inliner->sources, stm->span};
  Walker walker = {.context = &placing, .enter = place_enter};
  if (placing.sources != NULL) walk_body(&walker, body);
  add_needs(inliner, stm, body);
  body = keep_pinned(inliner, stm, body);
  vec_append(inliner->program->arena, out, body->stms.data, body->stms.count);
  bind_results(inliner, stm, body, out);
  if (inliner->caller) grow(inliner->caller, node_of(inliner, callee));
}

static Atom inline_use(Mapper *mapper, Atom atom) {
  Inliner *inliner = mapper->context;
  return subst_atom(inliner->subst, atom);
}

static bool inline_stm(Mapper *mapper, Stm *stm, Stms *out) {
  Inliner *inliner = mapper->context;
  if (stm->exp->op != OP_CALL || !is_inlined(inliner, stm)) return false;
  Stm *mapped = map_stm(mapper, stm);
  inline_call(inliner, mapped, out);
  return true;
}

static Mapper inline_mapper(Inliner *inliner) {
  inliner->subst = subst_new(inliner->program);
  return (Mapper){
      .program = inliner->program, .context = inliner, .use = inline_use, .stm = inline_stm};
}

// ---- The pass ----

static void reach(Inliner *inliner, Fun *fun);

static bool reach_enter(Walker *walker, Stm *stm) {
  if (stm->exp->op == OP_CALL) reach(walker->context, stm->exp->as.callee);
  return true;
}

static void reach(Inliner *inliner, Fun *fun) {
  Node *node = node_of(inliner, fun);
  if (node->is_reached) return;
  node->is_reached = true;
  Walker walker = {.context = inliner, .enter = reach_enter};
  walk_fun(&walker, fun);
}

static void remove_unreached(Inliner *inliner) {
  Program *program = inliner->program;
  Walker walker = {.context = inliner, .enter = reach_enter};
  for (size_t i = 0; i < program->globals.count; i++)
    walk_global(&walker, program->globals.data[i]);
  for (size_t i = 0; i < program->funs.count; i++) {
    if (program->funs.data[i]->entry) reach(inliner, program->funs.data[i]);
  }
  size_t count = 0;
  for (size_t i = 0; i < program->funs.count; i++) {
    Fun *fun = program->funs.data[i];
    if (node_of(inliner, fun)->is_reached) program->funs.data[count++] = fun;
  }
  program->funs.count = count;
}

static Program *inline_run(Program *program, const Target *target, Diag *diag) {
  (void)target;
  Arena *scratch = arena_new();
  Inliner inliner = {.program = program,
                     .scratch = scratch,
                     .nodes = map_new(scratch),
                     .sources = diag_sources(diag)};
  inliner.facts = facts_new(program, scratch);
  build_graph(&inliner);
  sort_graph(&inliner);
  for (size_t i = 0; i < inliner.sorted.count; i++) {
    inliner.caller = inliner.sorted.data[i];
    if (inliner.caller->callees.count == 0) continue;
    facts_of_fun(inliner.facts, inliner.caller->fun);
    Mapper mapper = inline_mapper(&inliner);
    map_fun(&mapper, inliner.caller->fun);
  }
  inliner.caller = NULL;
  for (size_t i = 0; i < program->globals.count; i++) {
    facts_of_global(inliner.facts, program->globals.data[i]);
    Mapper mapper = inline_mapper(&inliner);
    program->globals.data[i]->body = map_body(&mapper, program->globals.data[i]->body);
  }
  remove_unreached(&inliner);
  arena_free(scratch);
  return program;
}

const Pass pass_inline = {.name = "inline",
                          .purpose = "put functions in the place of their calls",
                          .from = LEVEL_CORE,
                          .to = LEVEL_CORE,
                          .breaks = PROPERTY_SIMPLE,
                          .run = inline_run};
