// One par of each cluster.
//
// The cluster's pars are taken in program order. Their statements follow each other in one thunk,
// over the index of the first; where a par reads an array of an earlier one at its own index, the
// value itself is taken. Outputs stay outputs, except arrays that nothing outside the cluster uses.
//
//   - What needs a scan goes to the epilogue.
//   - A par over kept points is computed under the condition of the `keep`: its maps are further
//     values of that keep, its keeps have both conditions, its reductions take the neutral element
//     and its writes the index -1 where the point is not kept. Statements that may fail, or are
//     much work, go into an `if`.
#include <string.h>

#include "analysis/cost.h"
#include "core/fuse.h"
#include "ir/build.h"
#include "ir/map.h"
#include "ir/par.h"
#include "ir/type.h"

typedef struct Merged {
  Output output;
  FuseAtoms values;
  Vars results;
} Merged;

typedef Vec(Merged) Mergeds;

// What is known about a `keep` of the cluster.
typedef struct FuseGuard {
  Atom condition;
  bool is_late;
  size_t output;
} FuseGuard;

typedef struct Merger {
  FuseGraph *graph;
  const uint32_t *plan;
  uint32_t cluster;
  Program *program;
  Subst *subst;
  Mapper mapper;
  FuseNode *node; // the one that is being added
  bool *is_late;  // by node: is it in the epilogue?
  Map *values;    // array -> Atom *, its value at the index
  Map *guards;    // count -> Guard *
  bool has_epilogue;
  Var *index;
  Stms stms[2]; // body and epilogue
  Mergeds outputs[2];
  Vars scan_params, certs;
  Vec(ParInput) consumed;
  Vec(ParInput) accs;
} Merger;

static Arena *arena_of(const Merger *merger) { return merger->program->arena; }

// ---- Values for reads ----

static Atom merge_use(Mapper *mapper, Atom atom) {
  Merger *merger = mapper->context;
  return subst_atom(merger->subst, atom);
}

static bool is_needed_anyway(const Merger *merger, const Stm *stm) {
  for (size_t i = 0; i < stm->cert_count; i++) {
    size_t k = 0;
    while (k < merger->node->stm->cert_count && merger->node->stm->certs[k] != stm->certs[i])
      k++;
    if (k == merger->node->stm->cert_count) return false;
  }
  return true;
}

// The statement with another expression.
static void push_changed(Merger *merger, Stm *stm, Exp *exp, Stms *out) {
  Stm *changed = arena_make(arena_of(merger), Stm);
  *changed = *stm;
  changed->exp = exp;
  stm->vars[0]->type = map_type(&merger->mapper, stm->vars[0]->type);
  fuse_define(merger->graph->fuser, changed);
  vec_push(arena_of(merger), out, changed);
}

static bool merge_stm(Mapper *mapper, Stm *stm, Stms *out) {
  Merger *merger = mapper->context;
  if (!fuse_is_own_read(merger->node, stm)) return false;
  const Exp *exp = stm->exp;
  const Atom *value = map_get(merger->values, map_key(exp->args[0].var));
  if (!value) return false;
  if (exp->arg_count > 2) {
    Atom *indices = arena_array(merger->graph->fuser->scratch, Atom, exp->arg_count);
    for (size_t i = 2; i < exp->arg_count; i++)
      indices[i - 2] = map_atom(mapper, exp->args[i]);
    push_changed(merger, stm, exp_index(merger->program, value->var, indices, exp->arg_count - 2),
                 out);
  } else if (is_needed_anyway(merger, stm) &&
             !facts_is_pinned(merger->graph->fuser->facts, stm->vars[0])) {
    subst_add(merger->subst, stm->vars[0], *value);
  } else { // a certificate that is needed must go on being needed, a size keeps its name
    Atom args[] = {atom_bool(true), *value, *value};
    push_changed(merger, stm, exp_new(merger->program, OP_SELECT, args, 3), out);
  }
  return true;
}

static void set_value(Merger *merger, Var *array, Atom value) {
  Atom *stored = arena_make(merger->graph->fuser->scratch, Atom);
  *stored = value;
  map_put(merger->values, map_key(array), stored);
}

// ---- Outputs ----

// Is the array used by anything outside the cluster?
static bool is_manifest(const Merger *merger, const Var *var) {
  FuseGraph *graph = merger->graph;
  const FuseVar *info = fuse_var(graph->fuser, var);
  if (info->array_stamp != graph->stamp || info->array == NO_NODE) return true;
  const FuseArray *array = &graph->problem->arrays.data[info->array];
  if (array->escapes) return true;
  for (size_t i = 0; i < array->readers.count; i++)
    if (merger->plan[array->readers.data[i]] != merger->cluster) return true;
  return false;
}

static Merged *push_output(Merger *merger, const Output *output, bool is_late) {
  Merged merged = {.output = *output};
  vec_push(merger->graph->fuser->scratch, &merger->outputs[is_late], merged);
  return &vec_last(&merger->outputs[is_late]);
}

static void push_value(Merger *merger, Merged *merged, Atom value, Var *result) {
  vec_push(arena_of(merger), &merged->values, value);
  if (result) vec_push(arena_of(merger), &merged->results, result);
}

static void add_map(Merger *merger, const Output *output, Var *const *results,
                    const FuseGuard *guard, bool is_late) {
  for (size_t i = 0; i < output->value_count; i++) {
    set_value(merger, results[i], output->values[i]);
    if (!is_manifest(merger, results[i])) continue;
    Merged *merged = guard ? &merger->outputs[guard->is_late].data[guard->output]
                           : push_output(merger, output, is_late);
    push_value(merger, merged, output->values[i], results[i]);
  }
}

static void add_keep(Merger *merger, const Output *output, Var *const *results, bool is_late) {
  FuseGuard *guard = arena_make(merger->graph->fuser->scratch, FuseGuard);
  *guard = (FuseGuard){output->selector, is_late, merger->outputs[is_late].count};
  map_put(merger->guards, map_key(results[0]), guard);
  Merged *merged = push_output(merger, output, is_late);
  vec_push(arena_of(merger), &merged->results, results[0]);
  for (size_t i = 0; i < output->value_count; i++) {
    set_value(merger, results[1 + i], output->values[i]);
    if (is_manifest(merger, results[1 + i]))
      push_value(merger, merged, output->values[i], results[1 + i]);
  }
}

// With an epilogue a scan is not a result: it has a parameter there, and where its array is needed,
// the epilogue maps that.
static void add_scan(Merger *merger, const Output *output, Var *const *results) {
  Merged *merged = push_output(merger, output, false);
  for (size_t i = 0; i < output->value_count; i++)
    push_value(merger, merged, output->values[i], merger->has_epilogue ? NULL : results[i]);
  if (!merger->has_epilogue) return;
  for (size_t i = 0; i < output->value_count; i++) {
    const Type *type = atom_type(output->values[i]);
    Var *param = var_like(merger->program, results[i], type);
    vec_push(arena_of(merger), &merger->scan_params, param);
    set_value(merger, results[i], atom_var(param));
    if (!is_manifest(merger, results[i])) continue;
    Output map = {.mode = MODE_MAP, .span = output->span};
    push_value(merger, push_output(merger, &map, true), atom_var(param), results[i]);
  }
}

static void add_other(Merger *merger, const Output *output, Var *const *results, size_t count,
                      bool is_late) {
  Merged *merged = push_output(merger, output, is_late);
  vec_append(arena_of(merger), &merged->values, output->values, output->value_count);
  vec_append(arena_of(merger), &merged->results, results, count);
}

static Atom *map_atoms(Merger *merger, const Atom *atoms, size_t count) {
  Atom *mapped = arena_array(arena_of(merger), Atom, count);
  for (size_t i = 0; i < count; i++)
    mapped[i] = map_atom(&merger->mapper, atoms[i]);
  return mapped;
}

static Output *map_outputs(Merger *merger, const Thunk *thunk) {
  Output *outputs = arena_array(arena_of(merger), Output, thunk->output_count);
  for (size_t i = 0; i < thunk->output_count; i++) {
    outputs[i] = thunk->outputs[i];
    outputs[i].selector = map_atom(&merger->mapper, outputs[i].selector);
    outputs[i].indices = map_atoms(merger, outputs[i].indices, outputs[i].index_count);
    outputs[i].values = map_atoms(merger, outputs[i].values, outputs[i].value_count);
  }
  return outputs;
}

// Adds the outputs of a thunk; returns how many results they have.
static size_t add_outputs(Merger *merger, const Output *outputs, size_t count, Var *const *results,
                          const FuseGuard *guard, bool is_late) {
  size_t position = 0;
  for (size_t i = 0; i < count; i++) {
    const Output *output = &outputs[i];
    size_t own = par_result_count(merger->node->par, output);
    if (mode_has(output->mode, TRAIT_ELEMENTS))
      add_map(merger, output, results + position, guard, is_late);
    else if (mode_has(output->mode, TRAIT_DROPS))
      add_keep(merger, output, results + position, is_late);
    else if (mode_has(output->mode, TRAIT_RUNNING) && !par_hides(merger->node->par, output))
      add_scan(merger, output, results + position);
    else
      add_other(merger, output, results + position, own, is_late);
    position += own;
  }
  return position;
}

// ---- Guards ----

static Atom zero_of(Atom value) {
  const Type *type = atom_type(value);
  Constant zero = {.type = type->scalar};
  return atom_constant(zero);
}

// The atoms of an output that depend on the condition, and what stands for them where it is false.
typedef struct Guarded {
  Atom *atom;
  Atom otherwise;
} Guarded;

typedef Vec(Guarded) Guardeds;

static Guardeds guarded_atoms(const Merger *merger, Output *outputs, size_t count, bool is_all) {
  Guardeds all = {0};
  Arena *scratch = merger->graph->fuser->scratch;
  for (size_t i = 0; i < count; i++) {
    Output *output = &outputs[i];
    if (mode_has(output->mode, TRAIT_DROPS))
      vec_push(scratch, &all, (Guarded){&output->selector, atom_bool(false)});
    for (size_t k = 0; k < output->index_count && (k == 0 || is_all); k++)
      vec_push(scratch, &all, (Guarded){&output->indices[k], atom_i64(-1)});
    bool is_reduced = mode_has(output->mode, TRAIT_TOTAL);
    for (size_t k = 0; k < output->value_count && (is_reduced || is_all); k++) {
      Atom otherwise = is_reduced ? output->neutral[k] : zero_of(output->values[k]);
      vec_push(scratch, &all, (Guarded){&output->values[k], otherwise});
    }
  }
  return all;
}

static void guard_by_select(Merger *merger, Guardeds all, const FuseGuard *guard, Stms *stms) {
  Builder builder = builder_new(merger->program, stms, merger->node->stm->span);
  for (size_t i = 0; i < all.count; i++) {
    Atom *atom = all.data[i].atom;
    if (type_is_scalar(atom_type(*atom), SCALAR_BOOL) && !all.data[i].otherwise.var &&
        constant_equal(all.data[i].otherwise.constant, constant_bool(false))) {
      *atom = build_binary(&builder, "is_kept", OP_AND, guard->condition, *atom);
    } else {
      Atom args[] = {guard->condition, *atom, all.data[i].otherwise};
      *atom = atom_var(build_let(&builder, "kept", exp_new(merger->program, OP_SELECT, args, 3)));
    }
  }
}

static void guard_by_if(Merger *merger, Guardeds all, const FuseGuard *guard, Stms *stms) {
  Arena *arena = arena_of(merger);
  Atom *kept = arena_array(arena, Atom, all.count),
       *otherwise = arena_array(arena, Atom, all.count);
  Var **vars = arena_array(arena, Var *, all.count);
  Span span = merger->node->stm->span;
  for (size_t i = 0; i < all.count; i++) {
    kept[i] = *all.data[i].atom;
    otherwise[i] = all.data[i].otherwise;
    vars[i] = var_new(merger->program, "kept", atom_type(kept[i]), span);
    *all.data[i].atom = atom_var(vars[i]);
  }
  Exp *exp =
      exp_if(merger->program, guard->condition, body_new(merger->program, *stms, kept, all.count),
             body_new(merger->program, (Stms){0}, otherwise, all.count));
  *stms = (Stms){0};
  Builder builder = builder_new(merger->program, stms, span);
  fuse_define(merger->graph->fuser, build_stm(&builder, exp, vars, all.count));
}

static void guard_thunk(Merger *merger, Output *outputs, size_t count, const FuseGuard *guard,
                        Stms *stms) {
  Work work = work_of(stms);
  bool is_free = work.is_safe && work.cost <= COST_GUARD;
  Guardeds all = guarded_atoms(merger, outputs, count, !is_free);
  if (is_free)
    guard_by_select(merger, all, guard, stms);
  else
    guard_by_if(merger, all, guard, stms);
}

// ---- Nodes ----

static bool is_in_cluster(const Merger *merger, uint32_t node) {
  return node != NO_NODE && merger->plan[node] == merger->cluster;
}

static bool is_late_node(const Merger *merger, const FuseNode *node) {
  for (size_t i = 0; i < node->late.count; i++)
    if (is_in_cluster(merger, node->late.data[i])) return true;
  for (size_t i = 0; i < node->early.count; i++)
    if (is_in_cluster(merger, node->early.data[i]) && merger->is_late[node->early.data[i]])
      return true;
  return is_in_cluster(merger, node->keeper) && merger->is_late[node->keeper];
}

static void add_certs(Merger *merger, const Stm *stm) {
  for (size_t i = 0; i < stm->cert_count; i++) {
    size_t k = 0;
    while (k < merger->certs.count && merger->certs.data[k] != stm->certs[i])
      k++;
    if (k == merger->certs.count) vec_push(arena_of(merger), &merger->certs, stm->certs[i]);
  }
}

static void add_node(Merger *merger, uint32_t number) {
  FuseNode *node = &merger->graph->nodes.data[number];
  Par *par = node->par;
  Arena *arena = arena_of(merger);
  bool is_late = merger->is_late[number];
  merger->node = node;
  if (par->indices[0] != merger->index)
    subst_add(merger->subst, par->indices[0], atom_var(merger->index));
  const FuseGuard *guard = NULL;
  if (is_in_cluster(merger, node->keeper))
    guard = map_get(merger->guards, map_key(par->space[0].var));
  Stms stms = map_stms(&merger->mapper, par->body.stms);
  Output *outputs = map_outputs(merger, &par->body);
  if (guard) guard_thunk(merger, outputs, par->body.output_count, guard, &stms);
  vec_append(arena, &merger->stms[is_late], stms.data, stms.count);
  size_t results =
      add_outputs(merger, outputs, par->body.output_count, node->stm->vars, guard, is_late);
  if (par->has_epilogue) {
    vec_append(arena, &merger->scan_params, par->scan_params, par->scan_param_count);
    Stms late = map_stms(&merger->mapper, par->epilogue.stms);
    vec_append(arena, &merger->stms[1], late.data, late.count);
    add_outputs(merger, map_outputs(merger, &par->epilogue), par->epilogue.output_count,
                node->stm->vars + results, NULL, true);
  }
  vec_append(arena, &merger->consumed, par->consumed, par->consumed_count);
  vec_append(arena, &merger->accs, par->accs, par->acc_count);
  add_certs(merger, node->stm);
}

// ---- The par ----

static Thunk thunk_of(Merger *merger, bool is_late, Vars *results) {
  Mergeds *merged = &merger->outputs[is_late];
  Thunk thunk = {.stms = merger->stms[is_late], .output_count = merged->count};
  thunk.outputs = arena_array(arena_of(merger), Output, merged->count);
  for (size_t i = 0; i < merged->count; i++) {
    Merged *output = &merged->data[i];
    output->output.values = output->values.data;
    output->output.value_count = output->values.count;
    thunk.outputs[i] = output->output;
    vec_append(arena_of(merger), results, output->results.data, output->results.count);
  }
  return thunk;
}

static Stm *make_par(Merger *merger, const FuseNode *first) {
  Par *par = arena_make(arena_of(merger), Par);
  Vars results = {0};
  *par = *first->par;
  par->consumed = merger->consumed.data;
  par->consumed_count = merger->consumed.count;
  par->accs = merger->accs.data;
  par->acc_count = merger->accs.count;
  par->body = thunk_of(merger, false, &results);
  par->has_epilogue = merger->has_epilogue;
  par->scan_params = merger->scan_params.data;
  par->scan_param_count = merger->scan_params.count;
  par->epilogue = thunk_of(merger, true, &results);
  if (results.count == 0) return NULL;
  Stms out = {0};
  Builder builder = builder_new(merger->program, &out, merger->node->stm->span);
  builder.certs = merger->certs.data;
  builder.cert_count = merger->certs.count;
  Stm *stm = build_stm(&builder, exp_par(merger->program, par), results.data, results.count);
  stm->attrs = first->stm->attrs;
  fuse_define(merger->graph->fuser, stm);
  return stm;
}

// The par of the cluster; NULL when nothing uses its results.
static Stm *merge_cluster(FuseGraph *graph, const uint32_t *plan, uint32_t cluster) {
  Arena *scratch = graph->fuser->scratch;
  Merger merger = {.graph = graph,
                   .plan = plan,
                   .cluster = cluster,
                   .program = graph->fuser->program,
                   .subst = subst_new(graph->fuser->program),
                   .is_late = arena_array(scratch, bool, graph->nodes.count),
                   .values = map_new(scratch),
                   .guards = map_new(scratch)};
  merger.mapper =
      (Mapper){.program = merger.program, .context = &merger, .use = merge_use, .stm = merge_stm};
  merger.index = graph->nodes.data[cluster].par->indices[0];
  for (uint32_t i = cluster; i < graph->nodes.count; i++) {
    if (plan[i] != cluster) continue;
    merger.is_late[i] = is_late_node(&merger, &graph->nodes.data[i]);
    merger.has_epilogue |= merger.is_late[i] || graph->nodes.data[i].par->has_epilogue;
  }
  for (uint32_t i = cluster; i < graph->nodes.count; i++)
    if (plan[i] == cluster) add_node(&merger, i);
  return make_par(&merger, &graph->nodes.data[cluster]);
}

// ---- The order of the statements ----

typedef struct Order {
  FuseGraph *graph;
  const uint32_t *plan;
  uint32_t *last;     // by node: the last position of its cluster, at the cluster's first node
  uint32_t *next;     // by node: the next one of its cluster
  size_t *first_edge; // by position; the edges that lead there are together
  bool *is_done;      // by position; for a cluster, of its first node
  Stms out;
} Order;

static void place(Order *order, uint32_t position);

static void place_sources(Order *order, uint32_t position) {
  const FuseGraph *graph = order->graph;
  for (size_t i = order->first_edge[position]; i < order->first_edge[position + 1]; i++)
    place(order, graph->edges.data[i].from);
}

// Puts the statement, or the cluster that it is in, after everything that it depends on.
static void place(Order *order, uint32_t position) {
  FuseGraph *graph = order->graph;
  Arena *arena = graph->fuser->program->arena;
  uint32_t node = graph->node_of[position];
  uint32_t first = node == NO_NODE ? position : graph->nodes.data[order->plan[node]].position;
  if (order->is_done[first]) return;
  order->is_done[first] = true;
  if (node == NO_NODE || order->next[order->plan[node]] == NO_NODE) {
    place_sources(order, first);
    vec_push(arena, &order->out, graph->stms->data[first]);
    return;
  }
  uint32_t cluster = order->plan[node];
  for (uint32_t i = cluster; i != NO_NODE; i = order->next[i])
    place_sources(order, graph->nodes.data[i].position);
  Stm *merged = merge_cluster(graph, order->plan, cluster);
  if (merged) vec_push(arena, &order->out, merged);
}

static void find_members(Order *order) {
  uint32_t count = (uint32_t)order->graph->nodes.count;
  for (uint32_t i = 0; i < count; i++)
    order->next[i] = NO_NODE;
  for (uint32_t i = count; i-- > 0;) {
    uint32_t cluster = order->plan[i];
    if (cluster == i) continue;
    order->next[i] = order->next[cluster];
    order->next[cluster] = i;
    if (order->last[cluster] == 0) order->last[cluster] = order->graph->nodes.data[i].position;
  }
}

void fuse_merge(FuseGraph *graph, const uint32_t *plan) {
  Arena *scratch = graph->fuser->scratch;
  size_t count = graph->stms->count;
  Order order = {.graph = graph, .plan = plan};
  order.last = arena_array(scratch, uint32_t, graph->nodes.count);
  order.next = arena_array(scratch, uint32_t, graph->nodes.count);
  order.first_edge = arena_array(scratch, size_t, count + 1);
  order.is_done = arena_array(scratch, bool, count);
  find_members(&order);
  for (size_t i = 0; i < graph->edges.count; i++)
    order.first_edge[graph->edges.data[i].to + 1]++;
  for (size_t i = 0; i < count; i++)
    order.first_edge[i + 1] += order.first_edge[i];
  for (uint32_t i = 0; i < count; i++) {
    uint32_t node = graph->node_of[i];
    bool is_early =
        node != NO_NODE && order.next[plan[node]] != NO_NODE && i < order.last[plan[node]];
    if (!is_early) place(&order, i);
  }
  *graph->stms = order.out;
  graph->fuser->has_changed = true;
}
