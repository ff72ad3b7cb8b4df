// Producers that are computed where they are read, at whatever index and depth.
//
//   let is = par (i < n) { let j: i64 = mul i, 2 map j }
//   … loop … par (k < m) { … let j: i64 = index is[e] … }      =>   … let j: i64 = mul e, 2 …
//
// A producer only maps scalars and has no inner bodies but branches, or is a nest of such pars. It
// may be read through views: rows, slices, permutations, one dimension as two, and, by what puts or
// combines on a device, two dimensions as one. Its value is put in the place of a read when the
// index is certainly inside, so that no point is computed that was not computed before: it is the
// index of a par or loop over that very size, or a remainder of the size, or a certificate that the
// read needs, or a branch around it, says so. Which reads are replaced:
//
//   free    no array is read and next to nothing computed, as in iota: every one that may be
//   cheap   at most one element is read and a few operations done: all reads, if all may be, so
//           that the array is gone
//   single  anything that is read once for each point (a par in a branch, say): likewise
//
// Through a view or of a nest, an element that is read again in every iteration of a further par or
// loop around the read is not cheap but stored: a matrix product keeps its operands.
//
// A free producer that is the row of every point of a map, as in replicate n (replicate m x), is
// made there, so that it is not stored and copied.
//
// An array that the producer reads must not be consumed between it and its readers.
#include "analysis/cost.h"
#include "core/fuse.h"
#include "ir/build.h"
#include "ir/map.h"
#include "ir/par.h"
#include "ir/type.h"
#include "ir/walk.h"

enum { ROUND_LIMIT = 8 };

enum { NEST_LIMIT = 4 };

typedef struct Producer {
  Stm *stm;
  const Par *nest[NEST_LIMIT];
  size_t depth;
  uint32_t position, last_reader; // in the body
  uint32_t reads, singles;        // those that may be replaced; of those, once per point
  bool is_repeated; // a read of a nest, or through a view, is in a further par or loop
  bool is_complete; // nothing but these reads uses its arrays
  bool is_chosen;
  Work work, outer; // of a point; of what a row of points shares
} Producer;

// An array of a producer, or a view of one.
typedef struct Tracked {
  Producer *producer;
  struct Tracked *parent; // of a view
  Stm *view;
  bool is_closed; // a view that is not read through: it is in the way, unless nothing uses it
  uint32_t uses, replaced; // all; reads that may be replaced, and views that only such reads use
} Tracked;

typedef struct FuseInliner {
  Fuser *fuser;
  Stms *stms;
  Map *tracked; // array -> Tracked *
  Map *reads;   // statement that may be replaced -> Tracked *
  Vec(Producer *) all;
  Vec(Tracked *) arrays; // views after what they view
  FuseScopes scopes;     // statements with bodies around this one
  uint32_t position;
  Subst *subst;
  Vars certs; // what the statement of the body needs from now on
} FuseInliner;

// ---- Producers ----

static bool has_cert(const Stm *stm, const Var *cert) {
  for (size_t i = 0; i < stm->cert_count; i++)
    if (stm->certs[i] == cert) return true;
  return false;
}

// The one inner par of a thunk that makes all that it maps, and needs only what the statement of
// the producer needs, too; NULL when there is none.
static const Stm *inner_par(const Stm *producer, const Thunk *thunk) {
  const Stm *inner = thunk->stms.count > 0 ? vec_last(&thunk->stms) : NULL;
  if (!inner || !par_is_plain(inner)) return NULL;
  for (size_t i = 0; i < inner->cert_count; i++)
    if (!has_cert(producer, inner->certs[i])) return NULL;
  for (size_t i = 0; i < thunk->output_count; i++) {
    size_t k = 0;
    while (k < inner->var_count && inner->vars[k] != thunk->outputs[i].values[0].var)
      k++;
    if (k == inner->var_count) return NULL;
  }
  return inner;
}

static bool is_mapper(const Fuser *fuser, const Par *par, bool *has_scalars) {
  if (par->rank != 1 || par->level != PAR_ANY || par->has_epilogue || par->consumed_count > 0 ||
      par->acc_count > 0 || dim_is_varying(par->space[0]) ||
      facts_is_pinned(fuser->facts, par->indices[0]))
    return false;
  *has_scalars = true;
  for (size_t i = 0; i < par->body.output_count; i++) {
    const Output *output = &par->body.outputs[i];
    if (!mode_has(output->mode, TRAIT_ELEMENTS) || output->value_count != 1) return false;
    *has_scalars &= atom_type(output->values[0])->kind == TYPE_SCALAR;
  }
  return true;
}

// Finds the nest, from the outside in.
static bool find_nest(const Fuser *fuser, Producer *producer) {
  const Stm *stm = producer->stm;
  if (!par_is_plain(stm) || stm->var_count == 0) return false;
  while (stm && producer->depth < NEST_LIMIT) {
    const Par *par = stm->exp->as.par;
    bool has_scalars;
    if (!is_mapper(fuser, par, &has_scalars)) return false;
    producer->nest[producer->depth++] = par;
    if (has_scalars) {
      producer->work = work_of(&par->body.stms);
      return producer->work.is_flat;
    }
    stm = inner_par(producer->stm, &par->body);
    Stms shared = par->body.stms;
    if (shared.count > 0) shared.count--;
    Work work = work_of(&shared);
    if (!stm || !work.is_flat) return false;
    producer->outer.cost += work.cost;
    producer->outer.reads += work.reads;
    producer->outer.is_safe &= work.is_safe;
  }
  return false;
}

static bool is_producer(const Fuser *fuser, Producer *producer) {
  producer->outer.is_safe = true;
  if (!find_nest(fuser, producer)) return false;
  producer->work.cost += producer->outer.cost;
  producer->work.reads += producer->outer.reads;
  producer->work.is_safe &= producer->outer.is_safe;
  return true;
}

static Tracked *track(FuseInliner *inliner, Var *array, Producer *producer) {
  Arena *scratch = inliner->fuser->scratch;
  Tracked *tracked = arena_make(scratch, Tracked);
  *tracked = (Tracked){.producer = producer};
  map_put(inliner->tracked, map_key(array), tracked);
  vec_push(scratch, &inliner->arrays, tracked);
  return tracked;
}

static void find_producers(FuseInliner *inliner) {
  Arena *scratch = inliner->fuser->scratch;
  for (uint32_t i = 0; i < inliner->stms->count; i++) {
    Stm *stm = inliner->stms->data[i];
    Producer *producer = arena_make(scratch, Producer);
    *producer = (Producer){.stm = stm, .position = i, .last_reader = i};
    if (!is_producer(inliner->fuser, producer)) continue;
    vec_push(scratch, &inliner->all, producer);
    for (size_t k = 0; k < stm->var_count; k++)
      track(inliner, stm->vars[k], producer);
  }
}

// ---- Reads ----

static bool has_argument(const FuseInliner *inliner, const Exp *exp, const Var *index) {
  for (size_t i = 1; i < exp->arg_count; i++)
    if (exp->args[i].var == index || fuse_is_shifted(&inliner->scopes, exp->args[i], index) ||
        fuse_is_rotation(&inliner->scopes, exp->args[i], index))
      return true;
  return false;
}

// Is no element of the viewed array in the view twice?
static bool is_injective(const Exp *view) {
  const Atom *atoms = view->args + 1;
  for (size_t i = 0; view->op == OP_SLICE && i < view->as.selector.rank; i++) {
    bool is_range = view->as.selector.is_range[i];
    if (is_range && (atoms[2].var || constant_to_i64(atoms[2].constant) == 0)) return false;
    atoms += is_range ? 3 : 1;
  }
  return true;
}

// Is the index one that the read, or a view that it goes through, selects an element by?
static bool is_selecting(const FuseInliner *inliner, const Tracked *tracked, const Exp *read,
                         const Var *index) {
  if (has_argument(inliner, read, index)) return true;
  for (; tracked->view; tracked = tracked->parent)
    if (tracked->view->exp->op == OP_INDEX && has_argument(inliner, tracked->view->exp, index))
      return true;
  return false;
}

// Is each point read at most once? Every par around it selects, and there is no loop.
static bool is_single(const FuseInliner *inliner, const Tracked *tracked, const Stm *stm) {
  for (size_t i = 0; i < inliner->scopes.around.count; i++) {
    const Exp *exp = inliner->scopes.around.data[i]->exp;
    if (exp->op == OP_IF || exp->op == OP_SWITCH) continue;
    if (exp->op != OP_PAR || exp->as.par->rank != 1 ||
        !is_selecting(inliner, tracked, stm->exp, exp->as.par->indices[0]))
      return false;
  }
  for (; tracked->view; tracked = tracked->parent)
    if (!is_injective(tracked->view->exp)) return false;
  return true;
}

// Is there a par or loop around the read for which the element is the same every time?
static bool is_repeated(const FuseInliner *inliner, const Tracked *tracked, const Stm *stm) {
  return (tracked->view || tracked->producer->depth > 1) && !is_single(inliner, tracked, stm);
}

// The plan takes care of a par that is a neighbour and reads at its own index.
static bool is_neighbour(const FuseInliner *inliner, const Tracked *tracked, const Stm *stm) {
  const Exp *exp = inliner->scopes.around.data[0]->exp;
  bool is_near = inliner->scopes.around.count == 1 || tracked->producer->depth > 1;
  return is_near && !tracked->view && exp->op == OP_PAR && exp->as.par->rank == 1 &&
         exp->as.par->indices[0] == stm->exp->args[1].var;
}

// One dimension as two: its size is the product of theirs, so that the reshape cannot fail.
static bool is_unflatten(const FuseInliner *inliner, const Stm *stm) {
  const Type *from = stm->exp->args[0].var->type, *to = stm->vars[0]->type;
  if (from->rank != 1 || to->rank != 2) return false;
  const Exp *product = fuse_def_of(&inliner->scopes, dim_size(from->dims[0]));
  if (!product || product->op != OP_MUL) return false;
  for (size_t i = 0; i < 2; i++)
    if (!fuse_is_size_of(inliner->fuser, to->dims[i], product->args[i])) return false;
  return true;
}

// The factors of a size that is a product: a constant and variables. A size is not negative.
static int64_t note_factors(const FuseInliner *inliner, Atom size, FuseAtoms *factors) {
  if (!size.var) return constant_to_i64(size.constant);
  const Exp *product = fuse_def_of(&inliner->scopes, size);
  if (product && product->op == OP_MUL)
    return note_factors(inliner, product->args[0], factors) *
           note_factors(inliner, product->args[1], factors);
  if (product && product->op == OP_SMAX && atom_is_i64(product->args[1], 0))
    return note_factors(inliner, product->args[0], factors);
  vec_push(inliner->fuser->scratch, factors, size);
  return 1;
}

// Is the size the product of the two by its definition?
static bool is_product_of(const FuseInliner *inliner, Dim whole, Dim a, Dim b) {
  FuseAtoms left = {0}, right = {0};
  int64_t is = note_factors(inliner, dim_size(whole), &left);
  int64_t of =
      note_factors(inliner, dim_size(a), &right) * note_factors(inliner, dim_size(b), &right);
  if (is != of || left.count != right.count) return false;
  for (size_t i = 0; i < left.count; i++) {
    size_t k = 0;
    while (k < right.count && right.data[k].var != left.data[i].var)
      k++;
    if (k == right.count) return false;
    right.data[k] = atom_i64(0);
  }
  return true;
}

// Two dimensions as one: which is the first of them? -1 when it is another reshape.
static int merged_dim(const FuseInliner *inliner, const Stm *stm) {
  const Type *from = stm->exp->args[0].var->type, *to = stm->vars[0]->type;
  if (from->rank != to->rank + 1) return -1;
  size_t first = 0;
  while (first + 1 < to->rank && dim_equal(from->dims[first], to->dims[first]))
    first++;
  for (size_t i = first + 1; i < to->rank; i++)
    if (!dim_equal(from->dims[i + 1], to->dims[i])) return -1;
  bool is_product =
      is_product_of(inliner, to->dims[first], from->dims[first], from->dims[first + 1]);
  return is_product ? (int)first : -1;
}

// The first statement that reads what the reshape gives, through further ones; NULL when there is
// none.
static const Stm *find_reader(const FuseInliner *inliner, const Stm *reshape) {
  const Var *var = reshape->vars[0];
  for (size_t i = (size_t)inliner->position + 1; i < inliner->stms->count; i++) {
    Stm *stm = inliner->stms->data[i];
    VarSet used = free_vars_stm(inliner->fuser->scratch, stm);
    if (!varset_has(&used, var)) continue;
    if (stm->exp->op != OP_RESHAPE) return stm;
    var = stm->vars[0];
  }
  return NULL;
}

// Is it for a par of a device that puts or combines? Others are made nests (fuse_flatten.c).
static bool has_writer(const FuseInliner *inliner, const Stm *reshape) {
  if (!inliner->fuser->is_device || inliner->fuser->depth > 0) return false;
  const Stm *reader = find_reader(inliner, reshape);
  if (!reader || reader->exp->op != OP_PAR) return false;
  const Thunk *body = &reader->exp->as.par->body;
  for (size_t i = 0; i < body->output_count; i++)
    if (mode_has(body->outputs[i].mode, TRAIT_WRITES)) return true;
  return false;
}

static bool is_view(const FuseInliner *inliner, const Stm *stm) {
  const Exp *exp = stm->exp;
  if (type_is_irregular(exp->args[0].var->type)) return false;
  if (exp->op == OP_INDEX) return fuse_are_inside(&inliner->scopes, stm);
  if (exp->op == OP_SLICE) return !exp->as.selector.is_lmad;
  if (exp->op == OP_RESHAPE && merged_dim(inliner, stm) >= 0) return has_writer(inliner, stm);
  return exp->op == OP_PERMUTE || (exp->op == OP_RESHAPE && is_unflatten(inliner, stm));
}

static void note_operand(FuseInliner *inliner, Stm *stm, Tracked *tracked) {
  bool is_read = stm->exp->op == OP_INDEX && stm->vars[0]->type->kind == TYPE_SCALAR;
  if (tracked->is_closed) return;
  if (!is_read) {
    bool is_open = is_view(inliner, stm);
    if (!is_open && stm->exp->op != OP_RESHAPE) return;
    Tracked *view = track(inliner, stm->vars[0], tracked->producer);
    view->parent = tracked;
    view->view = stm;
    view->is_closed = !is_open;
    return;
  }
  // Results of the body itself stay as they are.
  Producer *producer = tracked->producer;
  if (inliner->scopes.around.count == 0 || facts_is_pinned(inliner->fuser->facts, stm->vars[0]) ||
      !fuse_are_inside(&inliner->scopes, stm))
    return;
  producer->reads++;
  producer->singles += is_single(inliner, tracked, stm) && !is_neighbour(inliner, tracked, stm);
  producer->is_repeated |= is_repeated(inliner, tracked, stm);
  tracked->replaced++;
  map_put(inliner->reads, map_key(stm), tracked);
}

static bool inline_enter(Walker *walker, Stm *stm) {
  FuseInliner *inliner = walker->context;
  const Exp *exp = stm->exp;
  Var *operand = exp->arg_count > 0 && stm->var_count == 1 ? exp->args[0].var : NULL;
  Tracked *tracked = operand ? map_get(inliner->tracked, map_key(operand)) : NULL;
  if (tracked) note_operand(inliner, stm, tracked);
  if (op_has(exp->op, FLAG_BODIES)) vec_push(inliner->fuser->scratch, &inliner->scopes.around, stm);
  return true;
}

static void inline_leave(Walker *walker, Stm *stm) {
  FuseInliner *inliner = walker->context;
  if (op_has(stm->exp->op, FLAG_BODIES)) (void)vec_pop(&inliner->scopes.around);
}

static void inline_use(Walker *walker, Var *var) {
  FuseInliner *inliner = walker->context;
  Tracked *tracked = map_get(inliner->tracked, map_key(var));
  if (!tracked) return;
  tracked->uses++;
  tracked->producer->last_reader = inliner->position;
}

// A view that only replaced reads use is a replaced use of what it views.
static void find_complete(FuseInliner *inliner) {
  for (size_t i = 0; i < inliner->all.count; i++)
    inliner->all.data[i]->is_complete = true;
  for (size_t i = inliner->arrays.count; i-- > 0;) {
    Tracked *tracked = inliner->arrays.data[i];
    bool is_complete = tracked->uses == tracked->replaced;
    if (tracked->view)
      tracked->parent->replaced += is_complete;
    else
      tracked->producer->is_complete &= is_complete;
  }
}

static void find_reads(FuseInliner *inliner, const Atom *results, size_t result_count) {
  Walker walker = {
      .context = inliner, .use = inline_use, .enter = inline_enter, .leave = inline_leave};
  for (uint32_t i = 0; i < inliner->stms->count; i++) {
    inliner->position = i;
    walk_stm(&walker, inliner->stms->data[i]);
  }
  walk_atoms(&walker, results, result_count);
  find_complete(inliner);
}

// ---- Choosing ----

typedef struct ReadsOther {
  FuseInliner *inliner;
  const Producer *self;
  Vars arrays;
  bool is_found;
} ReadsOther;

static void other_use(Walker *walker, Var *var) {
  ReadsOther *other = walker->context;
  const Tracked *tracked = map_get(other->inliner->tracked, map_key(var));
  if (tracked && tracked->producer != other->self && tracked->producer->is_chosen)
    other->is_found = true;
  if (var->type->kind != TYPE_SCALAR) vec_push(other->inliner->fuser->scratch, &other->arrays, var);
}

// Is something consumed, between the producer and its last reader, that shares with its arrays?
static bool is_consumed_before_use(const FuseInliner *inliner, const Producer *producer,
                                   const Vars *arrays) {
  Vars consumed = {0};
  for (uint32_t i = producer->position + 1;
       i <= producer->last_reader && i < inliner->stms->count && arrays->count > 0; i++)
    consumed_by_stm(inliner->fuser->scratch, inliner->stms->data[i], &consumed);
  for (size_t i = 0; i < consumed.count; i++) {
    for (size_t k = 0; k < arrays->count; k++)
      if (alias_may_share(inliner->fuser->aliases, consumed.data[i], arrays->data[k])) return true;
  }
  return false;
}

static bool is_free(const Work *work) {
  return work->is_safe && work->reads == 0 && work->cost <= COST_FREE;
}

static bool is_worth_it(const Producer *producer) {
  const Work *work = &producer->work;
  bool is_complete = producer->is_complete;
  if (producer->reads == 0) return false;
  if (is_free(work)) return true;
  if (!is_complete || producer->is_repeated) return false;
  if (work->reads <= 1 && work->cost <= COST_CHEAP) return true;
  bool is_shared = producer->outer.cost > COST_CHEAP || producer->outer.reads > 1;
  return !is_shared && producer->reads == 1 && producer->singles == 1;
}

bool fuse_is_cheap_nest(const Fuser *fuser, Stm *stm) {
  Producer producer = {.stm = stm};
  return is_producer(fuser, &producer) && producer.outer.cost <= COST_CHEAP &&
         producer.outer.reads <= 1;
}

static bool choose(FuseInliner *inliner) {
  bool is_any = false;
  for (size_t i = 0; i < inliner->all.count; i++) {
    Producer *producer = inliner->all.data[i];
    ReadsOther other = {.inliner = inliner, .self = producer};
    Walker walker = {.context = &other, .use = other_use};
    walk_thunk(&walker, &producer->stm->exp->as.par->body);
    producer->is_chosen = is_worth_it(producer) && !other.is_found &&
                          !is_consumed_before_use(inliner, producer, &other.arrays);
    is_any |= producer->is_chosen;
  }
  return is_any;
}

// ---- Rewriting ----

static Atom inline_atom(Mapper *mapper, Atom atom) {
  FuseInliner *inliner = mapper->context;
  return subst_atom(inliner->subst, atom);
}

static void add_cert(FuseInliner *inliner, Var *cert) {
  for (size_t i = 0; i < inliner->certs.count; i++)
    if (inliner->certs.data[i] == cert) return;
  vec_push(inliner->fuser->program->arena, &inliner->certs, cert);
}

static void need_certs(Program *program, Stm *stm, Var *const *certs, size_t count) {
  Vars all = {0};
  vec_append(program->arena, &all, stm->certs, stm->cert_count);
  for (size_t i = 0; i < count; i++) {
    size_t k = 0;
    while (k < all.count && all.data[k] != certs[i])
      k++;
    if (k == all.count) vec_push(program->arena, &all, certs[i]);
  }
  stm->certs = all.data;
  stm->cert_count = all.count;
}

// ---- Indices through views ----

typedef struct Chain {
  FuseInliner *inliner;
  Mapper *mapper;
  Builder builder;
  FuseAtoms indices; // into the array that was reached
  Vars certs;        // of the views and the read
} Chain;

static void slice_indices(Chain *chain, const Exp *exp) {
  Arena *scratch = chain->inliner->fuser->scratch;
  FuseAtoms indices = {0};
  size_t next = 0;
  const Atom *atoms = exp->args + 1;
  for (size_t i = 0; i < exp->as.selector.rank; i++) {
    bool is_range = exp->as.selector.is_range[i];
    Atom index = map_atom(chain->mapper, atoms[0]);
    if (is_range) {
      Atom stride = map_atom(chain->mapper, atoms[2]);
      Atom offset =
          build_binary(&chain->builder, "offset", OP_MUL, chain->indices.data[next++], stride);
      index = build_binary(&chain->builder, "index", OP_ADD, index, offset);
    }
    vec_push(scratch, &indices, index);
    atoms += is_range ? 3 : 1;
  }
  vec_append(scratch, &indices, chain->indices.data + next, chain->indices.count - next);
  chain->indices = indices;
}

static void permute_indices(Chain *chain, const Exp *exp) {
  size_t count = chain->indices.count;
  Atom *indices = arena_array(chain->inliner->fuser->scratch, Atom, count);
  for (size_t i = 0; i < count; i++)
    indices[exp->as.permutation[i]] = chain->indices.data[i];
  chain->indices = (FuseAtoms){.data = indices, .count = count, .capacity = count};
}

static void row_indices(Chain *chain, const Exp *exp) {
  Arena *scratch = chain->inliner->fuser->scratch;
  FuseAtoms indices = {0};
  for (size_t i = 1; i < exp->arg_count; i++)
    vec_push(scratch, &indices, map_atom(chain->mapper, exp->args[i]));
  vec_append(scratch, &indices, chain->indices.data, chain->indices.count);
  chain->indices = indices;
}

static void unflatten_indices(Chain *chain, const Stm *stm) {
  Atom width = map_atom(chain->mapper, dim_size(stm->vars[0]->type->dims[1]));
  Atom row = build_binary(&chain->builder, "row", OP_MUL, chain->indices.data[0], width);
  Atom index = build_binary(&chain->builder, "index", OP_ADD, row, chain->indices.data[1]);
  chain->indices = (FuseAtoms){0};
  vec_push(chain->inliner->fuser->scratch, &chain->indices, index);
}

// The index into two dimensions as one becomes two; there is an element, so they are not empty.
static void merge_indices(Chain *chain, const Stm *stm, size_t first) {
  Arena *scratch = chain->inliner->fuser->scratch;
  Atom width = map_atom(chain->mapper, dim_size(stm->exp->args[0].var->type->dims[first + 1]));
  FuseAtoms indices = {0};
  vec_append(scratch, &indices, chain->indices.data, first);
  chain->builder.certs = chain->certs.data;
  chain->builder.cert_count = chain->certs.count;
  Atom at = chain->indices.data[first];
  vec_push(scratch, &indices, build_binary(&chain->builder, "row", OP_SDIV, at, width));
  vec_push(scratch, &indices, build_binary(&chain->builder, "column", OP_SMOD, at, width));
  vec_append(scratch, &indices, chain->indices.data + first + 1, chain->indices.count - first - 1);
  chain->builder.certs = NULL;
  chain->builder.cert_count = 0;
  chain->indices = indices;
}

// Makes the indices into the producer's array of those that the read has; returns that array.
static Var *follow(Chain *chain, const Tracked *tracked, const Stm *read) {
  Arena *arena = chain->inliner->fuser->program->arena;
  Var *array = read->exp->args[0].var;
  row_indices(chain, read->exp);
  vec_append(arena, &chain->certs, read->certs, read->cert_count);
  for (; tracked->view; tracked = tracked->parent) {
    const Stm *stm = tracked->view;
    vec_append(arena, &chain->certs, stm->certs, stm->cert_count);
    if (stm->exp->op == OP_SLICE)
      slice_indices(chain, stm->exp);
    else if (stm->exp->op == OP_PERMUTE)
      permute_indices(chain, stm->exp);
    else if (stm->exp->op == OP_INDEX)
      row_indices(chain, stm->exp);
    else if (merged_dim(chain->inliner, stm) >= 0)
      merge_indices(chain, stm, (size_t)merged_dim(chain->inliner, stm));
    else
      unflatten_indices(chain, stm);
    array = stm->exp->args[0].var;
  }
  return array;
}

// ---- The value of a read ----

static Atom value_at(const Par *par, Var *const *results, const Var *result) {
  size_t place = 0;
  while (results[place] != result)
    place++;
  return par->body.outputs[place].values[0];
}

// A certificate that is needed must still be needed when the value is already there.
static void push_kept(FuseInliner *inliner, const Stm *stm, Atom value, const Vars *certs,
                      Stms *out) {
  Program *program = inliner->fuser->program;
  Atom args[] = {atom_bool(true), value, value};
  Stm *kept = arena_make(program->arena, Stm);
  *kept = *stm;
  kept->exp = exp_new(program, OP_SELECT, args, 3);
  need_certs(program, kept, certs->data, certs->count);
  fuse_define(inliner->fuser, kept);
  vec_push(program->arena, out, kept);
}

static void push_renamed(FuseInliner *inliner, Stm *stm, Subst *copy, const Vars *certs,
                         bool is_value, Stms *out) {
  Program *program = inliner->fuser->program;
  Stm *fresh = rename_stm(program, stm, copy);
  if (is_value || op_has(fresh->exp->op, FLAG_FAILS | FLAG_BODIES))
    need_certs(program, fresh, certs->data, certs->count);
  fuse_define_inside(inliner->fuser, fresh);
  vec_push(program->arena, out, fresh);
}

// Computes the point of the producer; what the read needed, the statements that may fail need now.
static bool push_point(FuseInliner *inliner, const Producer *producer, const Chain *chain,
                       Var *array, Subst *copy, Atom *value, Stms *out) {
  Var *const *results = producer->stm->vars;
  bool is_bound = false;
  for (size_t level = 0; level < producer->depth; level++) {
    const Par *par = producer->nest[level];
    bool is_last = level + 1 == producer->depth;
    const Stms *stms = &par->body.stms;
    *value = value_at(par, results, array);
    subst_add(copy, par->indices[0], chain->indices.data[level]);
    for (size_t i = 0; i < stms->count - !is_last; i++) {
      bool is_value = is_last && value->var && stms->data[i]->vars[0] == value->var;
      is_bound |= is_value;
      push_renamed(inliner, stms->data[i], copy, &chain->certs, is_value, out);
    }
    if (is_last) break;
    results = vec_last(stms)->vars;
    array = value->var;
  }
  *value = subst_atom(copy, *value);
  return is_bound;
}

static bool is_dropped_view(const FuseInliner *inliner, const Stm *stm) {
  if (stm->var_count != 1) return false;
  const Tracked *tracked = map_get(inliner->tracked, map_key(stm->vars[0]));
  return tracked && tracked->view && tracked->producer->is_chosen && tracked->producer->is_complete;
}

static bool inline_stm(Mapper *mapper, Stm *stm, Stms *out) {
  FuseInliner *inliner = mapper->context;
  Program *program = mapper->program;
  if (is_dropped_view(inliner, stm)) return true;
  const Tracked *tracked = map_get(inliner->reads, map_key(stm));
  if (!tracked || !tracked->producer->is_chosen) return false;
  const Producer *producer = tracked->producer;
  Chain chain = {inliner, mapper, builder_new(program, out, stm->span), {0}, {0}};
  size_t first = out->count;
  Var *array = follow(&chain, tracked, stm);
  for (size_t i = first; i < out->count; i++)
    fuse_define(inliner->fuser, out->data[i]);
  Subst *copy = subst_new(program);
  Atom value;
  bool is_bound = push_point(inliner, producer, &chain, array, copy, &value, out);
  for (size_t i = 0; i < producer->stm->cert_count; i++)
    add_cert(inliner, producer->stm->certs[i]);
  if (chain.certs.count == 0 || is_bound)
    subst_add(inliner->subst, stm->vars[0], value);
  else
    push_kept(inliner, stm, value, &chain.certs, out);
  return true;
}

static void rewrite(FuseInliner *inliner) {
  Program *program = inliner->fuser->program;
  Mapper mapper = {.program = program, .context = inliner, .use = inline_atom, .stm = inline_stm};
  Stms out = {0};
  inliner->subst = subst_new(program);
  for (size_t i = 0; i < inliner->stms->count; i++) {
    Stm *stm = inliner->stms->data[i];
    const Tracked *tracked =
        stm->var_count > 0 ? map_get(inliner->tracked, map_key(stm->vars[0])) : NULL;
    if (tracked && tracked->producer->is_chosen && tracked->producer->is_complete) continue;
    inliner->certs = (Vars){0};
    Stms one = {.data = &stm, .count = 1, .capacity = 1};
    Stms mapped = map_stms(&mapper, one);
    if (mapped.count > 0)
      need_certs(program, vec_last(&mapped), inliner->certs.data, inliner->certs.count);
    for (size_t k = 0; k < mapped.count; k++)
      fuse_define(inliner->fuser, mapped.data[k]);
    vec_append(program->arena, &out, mapped.data, mapped.count);
  }
  *inliner->stms = out;
}

static bool inline_round(Fuser *fuser, Stms *stms, const Atom *results, size_t result_count) {
  FuseInliner inliner = {.fuser = fuser,
                         .stms = stms,
                         .scopes = {.fuser = fuser, .algebra = fuser->algebra},
                         .tracked = map_new(fuser->scratch),
                         .reads = map_new(fuser->scratch)};
  find_producers(&inliner);
  if (inliner.all.count == 0) return false;
  find_reads(&inliner, results, result_count);
  if (!choose(&inliner)) return false;
  rewrite(&inliner);
  return true;
}

// ---- Rows ----

// What each point gives as it is, if it costs next to nothing: the statement of the list that makes
// it, else NULL.
static Stm *free_row(const Fuser *fuser, const Map *makers, Atom value) {
  Stm *stm = value.var ? map_get(makers, map_key(value.var)) : NULL;
  Producer producer = {.stm = stm};
  return stm && is_producer(fuser, &producer) && is_free(&producer.work) ? stm : NULL;
}

// A row that is made in front of the par, and costs next to nothing, is made by each point.
static void fill_rows(Fuser *fuser, const Map *makers, Stm *stm) {
  Program *program = fuser->program;
  Par *par = stm->exp->as.par;
  for (size_t i = 0; i < par->body.output_count; i++) {
    Output *output = &par->body.outputs[i];
    Stm *row =
        mode_has(output->mode, TRAIT_ELEMENTS) ? free_row(fuser, makers, output->values[0]) : NULL;
    if (!row) continue;
    Subst *subst = subst_new(program);
    Stm *copy = rename_stm(program, row, subst);
    need_certs(program, stm, row->certs, row->cert_count);
    copy->cert_count = 0; // so that the nest can be a row itself
    fuse_define(fuser, copy);
    vec_push(program->arena, &par->body.stms, copy);
    Atom value = subst_atom(subst, output->values[0]);
    output->values = arena_make(program->arena, Atom);
    output->values[0] = value;
  }
}

void fuse_fill(Fuser *fuser, Stms *stms) {
  Map *makers = map_new(fuser->scratch);
  for (size_t i = 0; i < stms->count; i++) {
    Stm *stm = stms->data[i];
    if (stm->exp->op != OP_PAR) continue;
    if (!stm->exp->as.par->has_epilogue) fill_rows(fuser, makers, stm);
    for (size_t k = 0; k < stm->var_count; k++)
      map_put(makers, map_key(stm->vars[k]), stm);
  }
}

void fuse_inline(Fuser *fuser, Stms *stms, const Atom *results, size_t result_count) {
  size_t rounds = 0;
  while (rounds < ROUND_LIMIT && inline_round(fuser, stms, results, result_count))
    rounds++;
}
