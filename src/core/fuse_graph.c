// The program dependence graph of a body, and what it lets fuse.
//
// Nodes are the body's pars; every other statement only makes dependences. A par depends on an
// earlier one openly when each use is a read at the par's own index of what the earlier one has at
// that index too. Every other dependence is closed: through a scalar, a gather, another statement,
// a certificate. So is "reads an array that the later statement consumes": the later one must stay
// later, and nothing that reads the array may move after it. And so is "may fail after this
// effect": what a program shows before it fails, it shows.
//
// A par over the count of a `keep` is over some of the points of the keeping par. It can join that
// par, under the keep's condition, if its index only serves to read what was kept, or was made from
// that point by point.
#include "core/fuse.h"
#include "ir/par.h"
#include "ir/scalar_eval.h"
#include "ir/type.h"
#include "ir/walk.h"

// ---- Bits ----

typedef struct Reach {
  uint64_t *any;    // the nodes that lead here
  uint64_t *broken; // over a closed edge
  uint64_t *late;   // over an EDGE_LATE
  uint64_t *via;    // not a node itself: the nodes that lead here over no other node
} Reach;

static bool has_bit(const uint64_t *bits, uint32_t bit) { return bits[bit / 64] >> (bit % 64) & 1; }

static void add_bit(uint64_t *bits, uint32_t bit) { bits[bit / 64] |= UINT64_C(1) << (bit % 64); }

static void add_bits(uint64_t *bits, const uint64_t *more, size_t words) {
  for (size_t i = 0; i < words; i++)
    bits[i] |= more[i];
}

// ---- Uses of one statement ----

typedef struct Dependence {
  uint32_t user;        // the position of the statement that this was last counted for
  uint32_t total, good; // uses, and those that are reads at the par's own index
  bool is_late;
} Dependence;

typedef struct Uses {
  FuseGraph *graph;
  uint32_t position;
  Stm *stm;
  FuseNode *node; // NULL when the statement is not a node
  uint32_t index_total, index_good;
  Dependence *dependences; // by position
  Vec(uint32_t) touched;
  Vars arrays;
  uint32_t seen;
} Uses;

static Dependence *dependence_on(Uses *uses, uint32_t position) {
  Dependence *dependence = &uses->dependences[position];
  if (dependence->user != uses->position + 1) {
    *dependence = (Dependence){.user = uses->position + 1};
    vec_push(uses->graph->fuser->scratch, &uses->touched, position);
  }
  return dependence;
}

static void note_array(Uses *uses, Var *var, FuseVar *info) {
  if (info->array_stamp != uses->graph->stamp) {
    info->array_stamp = uses->graph->stamp;
    info->array = NO_NODE;
    info->uses = info->own_reads = 0;
  }
  info->uses++;
  if (info->seen == uses->seen) return;
  info->seen = uses->seen;
  vec_push(uses->graph->fuser->scratch, &uses->arrays, var);
  for (size_t i = 0; i < var->type->rank; i++) {
    if (dim_is_varying(var->type->dims[i]))
      vec_push(uses->graph->fuser->scratch, &uses->arrays, var->type->dims[i].var);
  }
}

static void uses_use(Walker *walker, Var *var) {
  Uses *uses = walker->context;
  FuseVar *info = fuse_var(uses->graph->fuser, var);
  if (info->stamp == uses->graph->stamp && info->position != uses->position)
    dependence_on(uses, info->position)->total++;
  if (var->type->kind != TYPE_SCALAR) note_array(uses, var, info);
  if (uses->node && var == uses->node->par->indices[0]) uses->index_total++;
}

bool fuse_is_own_read(const FuseNode *node, const Stm *stm) {
  const Exp *exp = stm->exp;
  return exp->op == OP_INDEX && exp->arg_count > 1 && stm->var_count == 1 &&
         exp->args[1].var == node->par->indices[0] && !type_is_irregular(exp->args[0].var->type);
}

static bool is_in_epilogue(const Par *par, const Output *output) {
  return par->has_epilogue && output >= par->epilogue.outputs &&
         output < par->epilogue.outputs + par->epilogue.output_count;
}

static const Output *output_of(const FuseNode *node, const Var *var, size_t *place) {
  size_t result = 0, first;
  while (node->stm->vars[result] != var)
    result++;
  const Output *output = par_output_at(node->par, result, &first);
  *place = result - first;
  return output;
}

// What an array weighs: the bytes of an element, and four times as much for each further dimension.
static uint32_t array_weight(const Type *type) {
  uint32_t weight = (scalar_info(type->scalar)->width + 7) / 8;
  for (size_t i = 1; i < type->rank && i < 5; i++)
    weight *= 4;
  return weight;
}

// The array's number among those that plans weigh; makes one when it is new.
static FuseArray *array_of(FuseGraph *graph, Var *var) {
  FuseVar *info = fuse_var(graph->fuser, var);
  if (info->array_stamp != graph->stamp) {
    *info = (FuseVar){.stamp = info->stamp,
                      .position = info->position,
                      .def = info->def,
                      .array_stamp = graph->stamp,
                      .array = NO_NODE};
  }
  if (info->array == NO_NODE) {
    info->array = (uint32_t)graph->problem->arrays.count;
    FuseArray array = {.producer = NO_NODE, .weight = array_weight(var->type)};
    vec_push(graph->fuser->scratch, &graph->problem->arrays, array);
  }
  return &graph->problem->arrays.data[info->array];
}

static void add_reader(Uses *uses, Var *var) {
  FuseGraph *graph = uses->graph;
  uint32_t node = (uint32_t)(uses->node - graph->nodes.data);
  FuseArray *array = array_of(graph, var);
  if (array->readers.count == 0 || vec_last(&array->readers) != node)
    vec_push(graph->fuser->scratch, &array->readers, node);
}

// Can the value that the producer has at this index stand for what is read? A row that needs a
// certificate has no statement that could go on needing it, and lengths that are pinned have none
// that could give them another name.
static bool is_same_value(const Fuser *fuser, const Stm *stm, Atom value) {
  const Type *type = stm->vars[0]->type;
  if (stm->exp->arg_count > 2) return true;
  bool is_named = stm->cert_count > 0 || facts_is_pinned(fuser->facts, stm->vars[0]);
  if (is_named && type->kind != TYPE_SCALAR) return false;
  return type_equal(type, atom_type(value));
}

static bool uses_enter(Walker *walker, Stm *stm) {
  Uses *uses = walker->context;
  FuseGraph *graph = uses->graph;
  FuseNode *node = uses->node;
  if (!node || stm == uses->stm || !fuse_is_own_read(node, stm)) return true;
  Var *array = stm->exp->args[0].var;
  const FuseVar *info = fuse_var(graph->fuser, array);
  add_reader(uses, array);
  if (info->stamp != graph->stamp || graph->node_of[info->position] == NO_NODE) return true;
  uint32_t maker = graph->node_of[info->position];
  FuseNode *producer = &graph->nodes.data[maker];
  size_t place;
  const Output *output = output_of(producer, array, &place);
  bool is_shared = dim_equal(producer->par->space[0], node->par->space[0]);
  bool is_kept = mode_has(output->mode, TRAIT_DROPS) && node->kept == output;
  bool is_mapped = mode_has(output->mode, TRAIT_ELEMENTS | TRAIT_RUNNING) && is_shared;
  if (!is_kept && !is_mapped) return true;
  size_t value = place - output_count_results(output);
  if (!is_same_value(graph->fuser, stm, output->values[value])) return true;
  Dependence *dependence = dependence_on(uses, info->position);
  dependence->good++;
  dependence->is_late |=
      mode_has(output->mode, TRAIT_RUNNING) || is_in_epilogue(producer->par, output);
  fuse_var(graph->fuser, array)->own_reads++;
  if (!mode_has(output->mode, TRAIT_RUNNING)) {
    uses->index_good++;
    vec_push(graph->fuser->scratch, &node->sources, maker);
  }
  return true;
}

// ---- Nodes ----

// An index that is the size of a result must keep its name, and so stays by itself; so does what
// asks for its level, because it asks to be stored.
static bool is_node(const Fuser *fuser, const Stm *stm) {
  if (stm->exp->op != OP_PAR || stm->var_count == 0) return false;
  const Par *par = stm->exp->as.par;
  return par->rank == 1 && par->level == PAR_ANY && !dim_is_varying(par->space[0]) &&
         !facts_is_pinned(fuser->facts, par->indices[0]);
}

static bool has_scan(const Thunk *thunk) { return thunk_has(thunk, TRAIT_RUNNING); }

// Can the outputs take values of all points, with a stand-in where a point is not kept?
static bool is_guardable(const Par *par) {
  if (par->has_epilogue || par->consumed_count > 0 || par->acc_count > 0) return false;
  for (size_t i = 0; i < par->body.output_count; i++) {
    const Output *output = &par->body.outputs[i];
    if (mode_has(output->mode, TRAIT_RUNNING | TRAIT_SORTS | TRAIT_HANDS_ON)) return false;
    if (output->dests && output->index_count == 0) return false;
    for (size_t k = 0; k < output->value_count; k++)
      if (atom_type(output->values[k])->kind != TYPE_SCALAR) return false;
  }
  return true;
}

static bool fails_enter(Walker *walker, Stm *stm) {
  bool *may_fail = walker->context;
  if (scalar_can_fail(stm->exp)) *may_fail = true;
  return true;
}

// May an operator fail that would combine neutral elements for what is not kept?
static bool may_reduction_fail(const Thunk *thunk) {
  bool may_fail = false;
  Walker walker = {.context = &may_fail, .enter = fails_enter};
  for (size_t i = 0; i < thunk->output_count; i++)
    if (mode_has(thunk->outputs[i].mode, TRAIT_TOTAL))
      walk_body(&walker, thunk->outputs[i].op->body);
  return may_fail;
}

static void find_keeper(FuseGraph *graph, FuseNode *node) {
  Var *size = node->par->space[0].var;
  node->keeper = NO_NODE;
  if (!size || may_reduction_fail(&node->par->body)) return;
  const FuseVar *info = fuse_var(graph->fuser, size);
  if (info->stamp != graph->stamp || graph->node_of[info->position] == NO_NODE) return;
  uint32_t maker = graph->node_of[info->position];
  size_t place;
  const Output *output = output_of(&graph->nodes.data[maker], size, &place);
  if (!mode_has(output->mode, TRAIT_DROPS) || place != 0) return;
  node->keeper = maker;
  node->kept = output;
}

static void add_arrays(FuseGraph *graph, uint32_t number) {
  const FuseNode *node = &graph->nodes.data[number];
  for (size_t i = 0; i < node->stm->var_count; i++) {
    Var *var = node->stm->vars[i];
    size_t place;
    Mode mode = output_of(node, var, &place)->mode;
    bool is_made = mode_has(mode, TRAIT_ELEMENTS | TRAIT_RUNNING | TRAIT_SELECTS);
    if (is_made && type_is_array(var->type)) array_of(graph, var)->producer = number;
  }
}

// ---- Edges ----

static EdgeKind edge_kind(const FuseGraph *graph, const Uses *uses, uint32_t position) {
  const Dependence *dependence = &uses->dependences[position];
  if (!uses->node || graph->node_of[position] == NO_NODE || dependence->good < dependence->total)
    return EDGE_CLOSED;
  return dependence->is_late ? EDGE_LATE : EDGE_BODY;
}

// The space of a par over kept points, and the sizes of its results, may be the count.
static void count_own_size(Uses *uses) {
  const FuseNode *node = uses->node;
  if (node->keeper == NO_NODE) return;
  const Var *size = node->par->space[0].var;
  Dependence *dependence = dependence_on(uses, uses->graph->nodes.data[node->keeper].position);
  dependence->good++;
  dependence->is_late |= is_in_epilogue(uses->graph->nodes.data[node->keeper].par, node->kept);
  for (size_t i = 0; i < node->stm->var_count; i++) {
    const Type *type = node->stm->vars[i]->type;
    for (size_t k = 0; k < type->rank; k++)
      dependence->good += type->dims[k].var == size;
  }
}

static void add_edge(FuseGraph *graph, Reach *reach, size_t words, uint32_t from, uint32_t to,
                     EdgeKind kind) {
  uint32_t source = graph->node_of[from], target = graph->node_of[to];
  vec_push(graph->fuser->scratch, &graph->edges, (FuseEdge){from, to, kind != EDGE_CLOSED});
  Reach *in = &reach[from], *out = &reach[to];
  add_bits(out->broken, kind == EDGE_CLOSED ? in->any : in->broken, words);
  add_bits(out->late, kind == EDGE_LATE ? in->any : in->late, words);
  add_bits(out->any, in->any, words);
  if (source == NO_NODE) {
    add_bits(out->via, in->via, words);
    return;
  }
  add_bit(out->any, source);
  if (kind == EDGE_CLOSED) add_bit(out->broken, source);
  if (kind == EDGE_LATE) add_bit(out->late, source);
  if (kind == EDGE_CLOSED || target == NO_NODE) {
    add_bit(out->via, source);
  } else {
    FuseNode *node = &graph->nodes.data[target];
    vec_push(graph->fuser->scratch, &graph->problem->edges, (FuseEdge){source, target, true});
    if (kind == EDGE_LATE)
      vec_push(graph->fuser->scratch, &node->late, source);
    else
      vec_push(graph->fuser->scratch, &node->early, source);
  }
}

// Whatever reads storage that this statement consumes comes before it.
static void add_consumer_edges(FuseGraph *graph, Reach *reach, size_t words, const Vars *arrays,
                               uint32_t position) {
  Vars consumed = {0};
  consumed_by_stm(graph->fuser->scratch, graph->stms->data[position], &consumed);
  for (uint32_t reader = 0; consumed.count > 0 && reader < position; reader++) {
    bool is_reader = false;
    for (size_t i = 0; !is_reader && i < arrays[reader].count; i++) {
      for (size_t k = 0; !is_reader && k < consumed.count; k++)
        is_reader =
            alias_may_share(graph->fuser->aliases, arrays[reader].data[i], consumed.data[k]);
    }
    if (is_reader) add_edge(graph, reach, words, reader, position, EDGE_CLOSED);
  }
}

// What may fail stays behind the effects that are in front of it.
static void add_effect_edge(FuseGraph *graph, Reach *reach, size_t words, uint32_t position) {
  const Stm *stm = graph->stms->data[position];
  if (!graph->fuser->has_effects) return;
  if (graph->last_effect != NO_POSITION && fuse_may_fail(stm))
    add_edge(graph, reach, words, graph->last_effect, position, EDGE_CLOSED);
  if (stm_reaches_effect(graph->fuser->scratch, stm)) graph->last_effect = position;
}

static void visit_stm(FuseGraph *graph, Reach *reach, size_t words, Vars *arrays,
                      Dependence *dependences, uint32_t position) {
  Uses uses = {.graph = graph,
               .position = position,
               .stm = graph->stms->data[position],
               .dependences = dependences,
               .seen = ++graph->fuser->last_stamp};
  uint32_t number = graph->node_of[position];
  if (number != NO_NODE) {
    uses.node = &graph->nodes.data[number];
    find_keeper(graph, uses.node);
    add_arrays(graph, number);
  }
  Walker walker = {.context = &uses, .use = uses_use, .enter = uses_enter};
  walk_stm(&walker, uses.stm);
  if (uses.node) {
    count_own_size(&uses);
    uses.node->is_guardable = is_guardable(uses.node->par) && uses.index_total == uses.index_good;
  }
  for (size_t i = 0; i < uses.touched.count; i++)
    add_edge(graph, reach, words, uses.touched.data[i], position,
             edge_kind(graph, &uses, uses.touched.data[i]));
  arrays[position] = uses.arrays;
  add_consumer_edges(graph, reach, words, arrays, position);
  add_effect_edge(graph, reach, words, position);
}

// ---- The problem ----

static uint32_t keeper_of(const FuseGraph *graph, uint32_t node) {
  return graph->nodes.data[node].keeper;
}

static Dim space_of(const FuseGraph *graph, uint32_t node) {
  return graph->nodes.data[node].par->space[0];
}

// From the first node up through its keepers to one over the space of some keeper of the other;
// NO_NODE when there is none, or a par on the way cannot be guarded.
static uint32_t climb(const FuseGraph *graph, uint32_t node, uint32_t other) {
  for (uint32_t up = node; up != NO_NODE; up = keeper_of(graph, up)) {
    for (uint32_t peer = other; peer != NO_NODE; peer = keeper_of(graph, peer))
      if (dim_equal(space_of(graph, up), space_of(graph, peer))) return up;
    if (!graph->nodes.data[up].is_guardable) return NO_NODE;
  }
  return NO_NODE;
}

static void need_keepers(FuseGraph *graph, uint32_t a, uint32_t b, uint32_t node, uint32_t top) {
  while (node != top) {
    node = keeper_of(graph, node);
    if (node != a && node != b)
      vec_push(graph->fuser->scratch, &graph->problem->needs, (FuseNeed){a, b, a, node});
  }
}

static bool have_equal_attrs(const Stm *a, const Stm *b) {
  if (a->attrs.count != b->attrs.count) return false;
  if (a->exp->as.par->is_overwritten != b->exp->as.par->is_overwritten) return false;
  for (size_t i = 0; i < a->attrs.count; i++)
    if (a->attrs.data[i] != b->attrs.data[i]) return false;
  return true;
}

static bool has_array_results(const Par *par) {
  for (size_t i = 0; i < par->body.output_count; i++)
    for (size_t k = 0; k < par->body.outputs[i].value_count; k++)
      if (type_is_array(atom_type(par->body.outputs[i].values[k]))) return true;
  return false;
}

// Matrix products stay by themselves, unless each row of the result becomes scalars at once: then
// the matrix need not exist.
static bool spares_products(const FuseNode *first, const FuseNode *second, uint32_t number) {
  if (!first->is_product && !second->is_product) return true;
  if (second->is_product || has_array_results(second->par)) return false;
  for (size_t i = 0; i < second->sources.count; i++)
    if (second->sources.data[i] == number) return true;
  return false;
}

// Has the par others inside, and none of them this space?
static bool has_other_spaces(const Par *par, Dim space) {
  bool has_pars = false;
  for (size_t i = 0; i < par->body.stms.count; i++) {
    const Exp *exp = par->body.stms.data[i]->exp;
    if (exp->op != OP_PAR || fuse_makes_numbers(par->body.stms.data[i])) continue;
    if (exp->as.par->rank != 1 || dim_equal(exp->as.par->space[0], space)) return false;
    has_pars = true;
  }
  return has_pars;
}

static bool has_only_maps(const Par *par) {
  for (size_t i = 0; i < par->body.output_count; i++)
    if (!mode_has(par->body.outputs[i].mode, TRAIT_ELEMENTS)) return false;
  return !par->has_epilogue;
}

// Does one of two maps, a nest, make rows of another size than the other? Together they would not
// be a nest any more, and a device has no kernel for that with a thread for each element.
static bool are_uneven(const FuseGraph *graph, const FuseNode *first, const FuseNode *second) {
  const Par *a = first->par, *b = second->par;
  if (!graph->fuser->is_device || !has_only_maps(a) || !has_only_maps(b)) return false;
  while (a && b) {
    const Par *in_a = fuse_row_map(a), *in_b = fuse_row_map(b);
    if (in_a && in_b && !dim_equal(in_a->space[0], in_b->space[0])) return true;
    if (in_a && !in_b && has_other_spaces(b, in_a->space[0])) return true;
    if (in_b && !in_a && has_other_spaces(a, in_b->space[0])) return true;
    a = in_a;
    b = in_b;
  }
  return false;
}

static bool has_accumulating(const Thunk *thunk) {
  return thunk_has(thunk, TRAIT_TOTAL | TRAIT_SELECTS);
}

// May the node be in the epilogue of a scan? A kernel has its prefixes when it is nearly done:
// there is no second round of combining, and one thread would have to do it all.
static bool fits_epilogue(const FuseGraph *graph, const FuseNode *node) {
  if (node->has_scan) return false;
  if (!graph->fuser->is_device || graph->fuser->depth > 0) return true;
  return !has_accumulating(&node->par->body) && !has_accumulating(&node->par->epilogue);
}

// Is the node a histogram that is a kernel of its own? Beside other outputs it would be combined in
// device memory, or be made a kernel of its own later.
static bool is_apart(const FuseGraph *graph, const FuseNode *node) {
  if (!graph->fuser->is_device || graph->fuser->depth > 0) return false;
  const Thunk *body = &node->par->body;
  return thunk_has(body, TRAIT_ADDS);
}

// Is what the node makes read by others of `feeds` only, at their own index, so that it vanishes
// when it is fused with them?
static bool is_feeder(const FuseGraph *graph, const FuseNode *node, const bool *feeds) {
  const Thunk *body = &node->par->body;
  if (!thunk_has_only(body, TRAIT_ELEMENTS | TRAIT_DROPS)) return false;
  if (node->par->has_epilogue) return false;
  for (size_t k = 0; k < node->stm->var_count; k++) {
    const FuseVar *info = fuse_var(graph->fuser, node->stm->vars[k]);
    if (info->array_stamp != graph->stamp || info->array == NO_NODE) continue;
    const FuseArray *array = &graph->problem->arrays.data[info->array];
    if (info->uses != info->own_reads) return false;
    for (size_t j = 0; j < array->readers.count; j++)
      if (!feeds[array->readers.data[j]]) return false;
  }
  return true;
}

// Which nodes up to `b` are there for `b` only.
static void find_feeders(const FuseGraph *graph, uint32_t b, bool *feeds) {
  for (uint32_t i = 0; i < graph->nodes.count; i++)
    feeds[i] = i == b;
  for (uint32_t a = b; a-- > 0;)
    feeds[a] = is_feeder(graph, &graph->nodes.data[a], feeds);
}

static bool relate(FuseGraph *graph, const Reach *reach, uint32_t a, uint32_t b) {
  const FuseNode *first = &graph->nodes.data[a], *second = &graph->nodes.data[b];
  const Reach *to = &reach[second->position];
  if (has_bit(to->broken, a) || (has_bit(to->late, a) && !fits_epilogue(graph, second)))
    return false;
  if (first->par->level != second->par->level || !have_equal_attrs(first->stm, second->stm))
    return false;
  if (!spares_products(first, second, a) || are_uneven(graph, first, second)) return false;
  uint32_t left = climb(graph, a, b), right = climb(graph, b, a);
  if (left == NO_NODE || right == NO_NODE) return false;
  need_keepers(graph, a, b, a, left);
  need_keepers(graph, a, b, b, right);
  return true;
}

// A par joins its keeper only with everything between the two.
static void need_sources(FuseGraph *graph) {
  for (uint32_t i = 0; i < graph->nodes.count; i++) {
    const FuseNode *node = &graph->nodes.data[i];
    for (size_t k = 0; node->keeper != NO_NODE && k < node->sources.count; k++) {
      uint32_t source = node->sources.data[k];
      FuseNeed need = {node->keeper, i, source, i};
      if (source != node->keeper) vec_push(graph->fuser->scratch, &graph->problem->needs, need);
    }
  }
}

static void close_edges(FuseGraph *graph, const Reach *reach) {
  FuseProblem *problem = graph->problem;
  for (size_t i = 0; i < problem->edges.count; i++) {
    FuseEdge *edge = &problem->edges.data[i];
    edge->is_open = fuse_is_possible(problem, edge->from, edge->to);
  }
  for (uint32_t b = 0; b < graph->nodes.count; b++) {
    const uint64_t *via = reach[graph->nodes.data[b].position].via;
    for (uint32_t a = 0; a < b; a++) {
      if (has_bit(via, a))
        vec_push(graph->fuser->scratch, &problem->edges, (FuseEdge){a, b, false});
    }
  }
}

static void find_escapes(FuseGraph *graph) {
  FuseProblem *problem = graph->problem;
  for (uint32_t i = 0; i < graph->nodes.count; i++) {
    const Stm *stm = graph->nodes.data[i].stm;
    for (size_t k = 0; k < stm->var_count; k++) {
      const FuseVar *info = fuse_var(graph->fuser, stm->vars[k]);
      if (info->array_stamp != graph->stamp || info->array == NO_NODE) continue;
      FuseArray *array = &problem->arrays.data[info->array];
      array->escapes = info->uses != info->own_reads;
      for (size_t j = 0; j < array->readers.count; j++)
        array->escapes |= !fuse_is_possible(problem, i, array->readers.data[j]);
    }
  }
}

static bool make_problem(FuseGraph *graph, const Reach *reach) {
  bool is_any = false;
  bool *feeds = arena_array(graph->fuser->scratch, bool, graph->nodes.count);
  for (uint32_t b = 0; b < graph->nodes.count; b++) {
    bool is_alone = is_apart(graph, &graph->nodes.data[b]);
    if (is_alone) find_feeders(graph, b, feeds);
    for (uint32_t a = 0; a < b; a++) {
      bool is_possible = !is_apart(graph, &graph->nodes.data[a]) && (!is_alone || feeds[a]);
      bool is_related = is_possible && relate(graph, reach, a, b);
      set_fusible(graph->problem, a, b, is_related);
      is_any |= is_related;
    }
  }
  need_sources(graph);
  close_edges(graph, reach);
  find_escapes(graph);
  return is_any;
}

static void bind_stms(FuseGraph *graph) {
  for (uint32_t i = 0; i < graph->stms->count; i++) {
    Stm *stm = graph->stms->data[i];
    graph->node_of[i] = NO_NODE;
    for (size_t k = 0; k < stm->var_count; k++) {
      FuseVar *info = fuse_var(graph->fuser, stm->vars[k]);
      info->stamp = graph->stamp;
      info->position = i;
    }
    if (!is_node(graph->fuser, stm)) continue;
    graph->node_of[i] = (uint32_t)graph->nodes.count;
    Par *par = stm->exp->as.par;
    FuseNode node = {.stm = stm,
                     .par = par,
                     .position = i,
                     .keeper = NO_NODE,
                     .has_scan = has_scan(&par->body),
                     .is_product = fuse_is_matrix_product(graph->fuser, par)};
    vec_push(graph->fuser->scratch, &graph->nodes, node);
  }
}

static void use_results(FuseGraph *graph, const Atom *results, size_t result_count) {
  for (size_t i = 0; i < result_count; i++) {
    FuseVar *info = results[i].var ? fuse_var(graph->fuser, results[i].var) : NULL;
    if (info && info->array_stamp == graph->stamp) info->uses++;
  }
}

FuseGraph *fuse_graph(Fuser *fuser, Stms *stms, const Atom *results, size_t result_count) {
  size_t pars = 0;
  for (size_t i = 0; i < stms->count; i++)
    pars += is_node(fuser, stms->data[i]);
  if (pars < 2) return NULL;
  Arena *scratch = fuser->scratch;
  FuseGraph *graph = arena_make(scratch, FuseGraph);
  *graph = (FuseGraph){
      .fuser = fuser, .stms = stms, .stamp = ++fuser->last_stamp, .last_effect = NO_POSITION};
  graph->node_of = arena_array(scratch, uint32_t, stms->count);
  graph->problem = fuse_problem_new(scratch, (uint32_t)pars);
  bind_stms(graph);
  size_t words = (pars + 63) / 64;
  Reach *reach = arena_array(scratch, Reach, stms->count);
  Vars *arrays = arena_array(scratch, Vars, stms->count);
  Dependence *dependences = arena_array(scratch, Dependence, stms->count);
  for (uint32_t i = 0; i < stms->count; i++) {
    uint64_t *bits = arena_array(scratch, uint64_t, 4 * words);
    reach[i] = (Reach){bits, bits + words, bits + 2 * words, bits + 3 * words};
    visit_stm(graph, reach, words, arrays, dependences, i);
  }
  use_results(graph, results, result_count);
  return make_problem(graph, reach) ? graph : NULL;
}
