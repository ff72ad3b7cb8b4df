// Producers that are computed where they are read, at whatever index and depth.
//
//   let is = par (i < n) { let j: i64 = mul i, 2 map j }
//   … loop … par (k < m) { … let j: i64 = index is[e] … }      =>   … let j: i64 = mul e, 2 …
//
// A producer only maps scalars and has no inner bodies. Its value is put in the place of a read
// when the index is certainly inside, so that no point is computed that was not computed before:
// it is the index of a par or loop over that very size, or a certificate that the read needs says
// so. Which reads are replaced:
//
//   free    no array is read and next to nothing computed, as in iota: every one that may be
//   cheap   at most one element is read and a few operations done: all reads, if all may be, so
//           that the array is gone
//   single  anything that is read once for each point (a par in a branch, say): likewise
//
// An array that the producer reads must not be consumed between it and its readers.
#include "core/fuse.h"
#include "ir/build.h"
#include "ir/map.h"
#include "ir/type.h"
#include "ir/walk.h"

enum { FREE_COST = 6, CHEAP_COST = 8, ROUND_LIMIT = 8 };

typedef struct Producer {
  Stm *stm;
  uint32_t position, last_reader; // in the body
  uint32_t uses, reads, singles;  // of its arrays: all, those that may be replaced, once per point
  bool is_chosen;
  Work work;
} Producer;

typedef struct Inliner {
  Fuser *fuser;
  Stms *stms;
  Map *producers; // array -> Producer *
  Map *reads;     // statement that may be replaced -> Producer *
  Vec(Producer *) all;
  Vec(Stm *) scopes; // statements with bodies around this one
  uint32_t position;
  Subst *subst;
  FuseVars certs; // what the statement of the body needs from now on
} Inliner;

// ---- Producers ----

static bool is_producer(const Fuser *fuser, const Stm *stm) {
  if (stm->exp->op != OP_PAR || stm->attrs.count > 0 || stm->var_count == 0) return false;
  const Par *par = stm->exp->as.par;
  if (par->rank != 1 || par->level != PAR_ANY || par->has_epilogue || par->consumed_count > 0 ||
      par->acc_count > 0 || is_varying(par->space[0]) || is_pinned(fuser->facts, par->indices[0]))
    return false;
  for (size_t i = 0; i < par->body.output_count; i++) {
    const Output *output = &par->body.outputs[i];
    if (output->mode != MODE_MAP || output->value_count != 1) return false;
    if (atom_type(output->values[0])->kind != TYPE_SCALAR) return false;
  }
  return true;
}

static void find_producers(Inliner *inliner) {
  Arena *scratch = inliner->fuser->scratch;
  for (uint32_t i = 0; i < inliner->stms->count; i++) {
    Stm *stm = inliner->stms->data[i];
    if (!is_producer(inliner->fuser, stm)) continue;
    Producer *producer = arena_make(scratch, Producer);
    *producer = (Producer){.stm = stm, .position = i, .last_reader = i};
    producer->work = work_of(&stm->exp->as.par->body.stms);
    if (!producer->work.is_flat) continue;
    vec_push(scratch, &inliner->all, producer);
    for (size_t k = 0; k < stm->var_count; k++)
      map_put(inliner->producers, map_key(stm->vars[k]), producer);
  }
}

// ---- Reads ----

static const Exp *def_of(const Inliner *inliner, Atom atom) {
  const Stm *def = atom.var ? fuse_var(inliner->fuser, atom.var)->def : NULL;
  return def && def->var_count == 1 ? def->exp : NULL;
}

// Does the condition say that the index is below the size, unsigned?
static bool says_inside(const Inliner *inliner, Atom condition, Atom index, Atom size) {
  const Exp *exp = def_of(inliner, condition);
  if (exp && exp->op == OP_AND)
    return says_inside(inliner, exp->args[0], index, size) ||
           says_inside(inliner, exp->args[1], index, size);
  return exp && exp->op == OP_ULT && atom_equal(exp->args[0], index) &&
         atom_equal(exp->args[1], size);
}

static bool is_index_of(const Stm *stm, Atom index, Atom size) {
  const Exp *exp = stm->exp;
  if (exp->op == OP_PAR) {
    const Par *par = exp->as.par;
    return par->rank == 1 && par->indices[0] == index.var && !is_varying(par->space[0]) &&
           atom_equal(dim_size(par->space[0]), size);
  }
  return exp->op == OP_LOOP && exp->as.loop->index == index.var &&
         atom_equal(loop_bound(exp), size);
}

static bool is_inside(const Inliner *inliner, const Stm *stm, Dim dim) {
  Atom index = stm->exp->args[1], size = dim_size(dim);
  if (!index.var)
    return !size.var && constant_to_i64(index.constant) >= 0 &&
           constant_to_i64(index.constant) < constant_to_i64(size.constant);
  for (size_t i = 0; i < inliner->scopes.count; i++)
    if (is_index_of(inliner->scopes.data[i], index, size)) return true;
  for (size_t i = 0; i < stm->cert_count; i++) {
    const Exp *exp = def_of(inliner, atom_var(stm->certs[i]));
    if (exp && exp->op == OP_ASSERT && says_inside(inliner, exp->args[0], index, size)) return true;
  }
  return false;
}

// Is each point read once at most? The one par around it is read at its own index, and no loop.
static bool is_single(const Inliner *inliner, const Stm *stm) {
  size_t pars = 0;
  for (size_t i = 0; i < inliner->scopes.count; i++) {
    const Exp *exp = inliner->scopes.data[i]->exp;
    if (exp->op == OP_IF || exp->op == OP_SWITCH) continue;
    if (exp->op != OP_PAR || pars++ > 0 || exp->as.par->rank != 1 ||
        exp->as.par->indices[0] != stm->exp->args[1].var)
      return false;
  }
  return pars == 1;
}

// The plan takes care of a par that is a neighbour and reads at its own index.
static bool is_neighbour(const Inliner *inliner, const Stm *stm) {
  return inliner->scopes.count == 1 && is_single(inliner, stm);
}

static bool inline_enter(Walker *walker, Stm *stm) {
  Inliner *inliner = walker->context;
  const Exp *exp = stm->exp;
  if (exp->op == OP_INDEX && exp->arg_count == 2 && stm->var_count == 1) {
    Producer *producer = map_get(inliner->producers, map_key(exp->args[0].var));
    bool is_within = inliner->scopes.count > 0; // results of the body itself stay as they are
    if (producer && is_within && !is_pinned(inliner->fuser->facts, stm->vars[0]) &&
        is_inside(inliner, stm, exp->args[0].var->type->dims[0])) {
      producer->reads++;
      producer->singles += is_single(inliner, stm) && !is_neighbour(inliner, stm);
      map_put(inliner->reads, map_key(stm), producer);
    }
  }
  if (op_has(exp->op, FLAG_BODIES)) vec_push(inliner->fuser->scratch, &inliner->scopes, stm);
  return true;
}

static void inline_leave(Walker *walker, Stm *stm) {
  Inliner *inliner = walker->context;
  if (op_has(stm->exp->op, FLAG_BODIES)) (void)vec_pop(&inliner->scopes);
}

static void inline_use(Walker *walker, Var *var) {
  Inliner *inliner = walker->context;
  Producer *producer = map_get(inliner->producers, map_key(var));
  if (!producer) return;
  producer->uses++;
  producer->last_reader = inliner->position;
}

static void find_reads(Inliner *inliner, const Atom *results, size_t result_count) {
  Walker walker = {
      .context = inliner, .use = inline_use, .enter = inline_enter, .leave = inline_leave};
  for (uint32_t i = 0; i < inliner->stms->count; i++) {
    inliner->position = i;
    walk_stm(&walker, inliner->stms->data[i]);
  }
  walk_atoms(&walker, results, result_count);
}

// ---- Choosing ----

typedef struct ReadsOther {
  Inliner *inliner;
  const Producer *self;
  FuseVars arrays;
  bool is_found;
} ReadsOther;

static void other_use(Walker *walker, Var *var) {
  ReadsOther *other = walker->context;
  const Producer *producer = map_get(other->inliner->producers, map_key(var));
  if (producer && producer != other->self && producer->is_chosen) other->is_found = true;
  if (var->type->kind != TYPE_SCALAR) vec_push(other->inliner->fuser->scratch, &other->arrays, var);
}

// Is something consumed, between the producer and its last reader, that shares with its arrays?
static bool is_consumed_before_use(const Inliner *inliner, const Producer *producer,
                                   const FuseVars *arrays) {
  FuseVars consumed = {0};
  for (uint32_t i = producer->position + 1;
       i <= producer->last_reader && i < inliner->stms->count && arrays->count > 0; i++)
    add_consumed(inliner->fuser, inliner->stms->data[i], &consumed);
  for (size_t i = 0; i < consumed.count; i++) {
    for (size_t k = 0; k < arrays->count; k++)
      if (alias_may_share(inliner->fuser->aliases, consumed.data[i], arrays->data[k])) return true;
  }
  return false;
}

static bool is_worth_it(const Producer *producer) {
  const Work *work = &producer->work;
  bool is_complete = producer->uses == producer->reads;
  if (producer->reads == 0) return false;
  if (work->is_safe && work->reads == 0 && work->cost <= FREE_COST) return true;
  if (is_complete && work->reads <= 1 && work->cost <= CHEAP_COST) return true;
  return is_complete && producer->reads == 1 && producer->singles == 1;
}

static bool choose(Inliner *inliner) {
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
  Inliner *inliner = mapper->context;
  return subst_atom(inliner->subst, atom);
}

static void add_cert(Inliner *inliner, Var *cert) {
  for (size_t i = 0; i < inliner->certs.count; i++)
    if (inliner->certs.data[i] == cert) return;
  vec_push(inliner->fuser->program->arena, &inliner->certs, cert);
}

static void need_certs(Program *program, Stm *stm, Var *const *certs, size_t count) {
  FuseVars all = {0};
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

static Atom value_of(const Producer *producer, const Var *array) {
  size_t result = 0;
  while (producer->stm->vars[result] != array)
    result++;
  return producer->stm->exp->as.par->body.outputs[result].values[0];
}

// The value of the read; what the read needed, the statements that may fail need now.
static bool inline_stm(Mapper *mapper, Stm *stm, Stms *out) {
  Inliner *inliner = mapper->context;
  Program *program = mapper->program;
  const Producer *producer = map_get(inliner->reads, map_key(stm));
  if (!producer || !producer->is_chosen) return false;
  const Par *par = producer->stm->exp->as.par;
  Subst *copy = subst_new(program);
  subst_add(copy, par->indices[0], map_atom(mapper, stm->exp->args[1]));
  Stm *binder = NULL;
  Atom value = value_of(producer, stm->exp->args[0].var);
  for (size_t i = 0; i < par->body.stms.count; i++) {
    Stm *old = par->body.stms.data[i];
    Stm *fresh = rename_stm(program, old, copy);
    bool is_value = value.var && old->vars[0] == value.var;
    if (is_value) binder = fresh;
    if (is_value || op_has(fresh->exp->op, FLAG_FAILS))
      need_certs(program, fresh, stm->certs, stm->cert_count);
    fuse_define(inliner->fuser, fresh);
    vec_push(program->arena, out, fresh);
  }
  value = subst_atom(copy, value);
  for (size_t i = 0; i < producer->stm->cert_count; i++)
    add_cert(inliner, producer->stm->certs[i]);
  if (stm->cert_count == 0 || binder) {
    subst_add(inliner->subst, stm->vars[0], value);
    return true;
  }
  Atom args[] = {atom_bool(true), value, value};
  Stm *kept = arena_make(program->arena, Stm);
  *kept = *stm;
  kept->exp = exp_new(program, OP_SELECT, args, 3);
  fuse_define(inliner->fuser, kept);
  vec_push(program->arena, out, kept);
  return true;
}

static void rewrite(Inliner *inliner) {
  Program *program = inliner->fuser->program;
  Mapper mapper = {.program = program, .context = inliner, .use = inline_atom, .stm = inline_stm};
  Stms out = {0};
  inliner->subst = subst_new(program);
  for (size_t i = 0; i < inliner->stms->count; i++) {
    Stm *stm = inliner->stms->data[i];
    const Producer *producer = map_get(inliner->producers, map_key(stm->vars[0]));
    if (producer && producer->is_chosen && producer->uses == producer->reads) continue;
    inliner->certs = (FuseVars){0};
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
  Inliner inliner = {.fuser = fuser,
                     .stms = stms,
                     .producers = map_new(fuser->scratch),
                     .reads = map_new(fuser->scratch)};
  find_producers(&inliner);
  if (inliner.all.count == 0) return false;
  find_reads(&inliner, results, result_count);
  if (!choose(&inliner)) return false;
  rewrite(&inliner);
  return true;
}

void fuse_inline(Fuser *fuser, Stms *stms, const Atom *results, size_t result_count) {
  size_t rounds = 0;
  while (rounds < ROUND_LIMIT && inline_round(fuser, stms, results, result_count))
    rounds++;
}
