// Contexts, and pars over their points.
#include <string.h>

#include "flat/flatten.h"
#include "ir/rules.h"

// ---- Contexts ----

static Context *context_new(Lift *lift, ContextKind kind, Context *parent, Var *index) {
  Context *context = arena_make(lift->program->arena, Context);
  *context = (Context){.kind = kind, .parent = parent, .index = index, .pos = index};
  context->lengths = map_new(lift->program->arena);
  context->checked = map_new(lift->program->arena);
  map_put(lift->inside, map_key(index), index);
  return context;
}

static Var *position_new(Lift *lift, const char *name) {
  Var *pos = var_new(lift->program, name, type_scalar(SCALAR_I64), lift->host.span);
  map_put(lift->inside, map_key(pos), pos);
  return pos;
}

Context *context_root(Lift *lift, Var *index, Atom count) {
  Context *context = context_new(lift, CONTEXT_ROOT, NULL, index);
  context->count = count;
  return context;
}

Context *context_inner(Lift *lift, Context *parent, Var *index, Atom size) {
  bool is_regular = !flatten_is_atom_at_point(lift, size);
  FlattenSegments *segments = is_regular ? NULL : segments_of(lift, parent, size);
  Context *context = context_new(lift, CONTEXT_INNER, parent, index);
  context->pos = position_new(lift, "pos");
  context->size = size;
  context->segments = segments;
  context->count = segments ? atom_var(segments->total)
                            : build_binary(&lift->host, "points", OP_MUL, parent->count, size);
  return context;
}

Context *context_subset(Lift *lift, Context *parent, Var *subset, Atom count) {
  Context *context = context_new(lift, CONTEXT_SUBSET, parent, position_new(lift, "p"));
  context->subset = subset;
  context->count = count;
  return context;
}

void context_add(Lift *lift, Context *context, Stm *stm) {
  vec_push(lift->program->arena, &context->prefix, stm);
  for (size_t i = 0; i < stm->var_count; i++)
    map_put(lift->inside, map_key(stm->vars[i]), stm->vars[i]);
}

Builder context_builder(Lift *lift, Context *context) {
  return builder_new(lift->program, &context->prefix, lift->host.span);
}

void context_built(Lift *lift, Context *context, size_t first) {
  for (size_t i = first; i < context->prefix.count; i++) {
    Stm *stm = context->prefix.data[i];
    for (size_t k = 0; k < stm->var_count; k++)
      map_put(lift->inside, map_key(stm->vars[k]), stm->vars[k]);
  }
}

void context_consumed(Lift *lift, Context *context, const Par *par) {
  for (size_t i = 0; i < par->consumed_count; i++) {
    Builder builder = context_builder(lift, context);
    size_t first = context->prefix.count;
    Var *inside = par->consumed[i].inside;
    Atom index = atom_var(context->index);
    Exp *element = exp_index(lift->program, par->consumed[i].outside, &index, 1);
    if (type_is_array(inside->type)) {
      Atom row = atom_var(build_let(&builder, inside->name, element));
      Stm *copy = build_stm(&builder, exp_new(lift->program, OP_COPY, &row, 1), &inside, 1);
      map_put(lift->costly, map_key(copy), copy);
    } else {
      build_stm(&builder, element, &inside, 1);
    }
    context_built(lift, context, first);
  }
}

Stm *context_find(const Context *context, const Var *var, const Context **owner) {
  for (; context; context = context->parent) {
    for (size_t i = context->prefix.count; i-- > 0;) {
      Stm *stm = context->prefix.data[i];
      for (size_t k = 0; k < stm->var_count; k++) {
        if (stm->vars[k] != var) continue;
        if (owner) *owner = context;
        return stm;
      }
    }
  }
  return NULL;
}

// ---- Scopes of the host ----

struct HostScope {
  Context *context;
  Stms *prefixes; // of the context and those around it
  Map **lengths, **checked;
  Map *rows, *borrowed;
  Stms *stms;
  Vars checks;
  Map *given;
};

static Map *map_again(Arena *arena, const Map *map) {
  Map *copy = map_new(arena);
  MapEntry entry;
  for (size_t cursor = 0; map_each(map, &cursor, &entry);)
    map_put(copy, entry.key, entry.value);
  return copy;
}

// Statements of a body of the host may store what a point has, but what they store is not visible
// after the body.
HostScope *host_enter(Lift *lift, Context *context, Stms *stms) {
  Arena *arena = lift->program->arena;
  HostScope *scope = arena_make(arena, HostScope);
  *scope = (HostScope){.context = context, .rows = lift->rows, .borrowed = lift->borrowed};
  scope->stms = lift->host.stms;
  scope->checks = lift->checks;
  scope->given = lift->given;
  lift->given = map_again(arena, lift->given);
  size_t depth = 0;
  for (Context *around = context; around; around = around->parent)
    depth++;
  scope->prefixes = arena_array(arena, Stms, depth);
  scope->lengths = arena_array(arena, Map *, depth);
  scope->checked = arena_array(arena, Map *, depth);
  depth = 0;
  for (Context *around = context; around; around = around->parent, depth++) {
    scope->prefixes[depth] = around->prefix;
    scope->lengths[depth] = around->lengths;
    scope->checked[depth] = around->checked;
    Stms copy = {0};
    vec_append(arena, &copy, around->prefix.data, around->prefix.count);
    around->prefix = copy;
    around->lengths = map_again(arena, around->lengths);
    around->checked = map_again(arena, around->checked);
  }
  lift->rows = map_again(arena, lift->rows);
  lift->borrowed = map_again(arena, lift->borrowed);
  lift->host.stms = stms;
  return scope;
}

void host_leave(Lift *lift, HostScope *scope) {
  size_t depth = 0;
  for (Context *around = scope->context; around; around = around->parent, depth++) {
    around->prefix = scope->prefixes[depth];
    around->lengths = scope->lengths[depth];
    around->checked = scope->checked[depth];
  }
  lift->rows = scope->rows;
  lift->borrowed = scope->borrowed;
  lift->host.stms = scope->stms;
  lift->checks = scope->checks;
  lift->given = scope->given;
}

// ---- The statements of all contexts around a point, in order ----

typedef struct Link {
  Stm *stm;
  Context *owner; // NULL: it only says where the point is
  Stm *host;      // what the host must have done for it, or NULL
  bool is_needed;
} Link;

typedef Vec(Link) Links;

typedef struct FlattenChain {
  Lift *lift;
  const Context *context; // of the point
  Links links;
} FlattenChain;

static void chain_push(FlattenChain *chain, Stm *stm, Context *owner, Stm *host) {
  Link link = {.stm = stm, .owner = owner, .host = host};
  vec_push(chain->lift->program->arena, &chain->links, link);
}

// `var = exp`, which only says where the point is.
static void chain_bind(FlattenChain *chain, Var *var, Exp *exp, Stm *host) {
  Stms stms = {0};
  Builder builder = builder_new(chain->lift->program, &stms, chain->lift->host.span);
  chain_push(chain, build_stm(&builder, exp, &var, 1), NULL, host);
}

static Atom chain_let(FlattenChain *chain, const char *name, Exp *exp) {
  Var *var = var_new(chain->lift->program, name, type_scalar(SCALAR_I64), chain->lift->host.span);
  chain_bind(chain, var, exp, NULL);
  return atom_var(var);
}

// Was it checked before there were such points, so that nothing at them has to wait for it?
static bool is_given(const FlattenChain *chain, const Var *cert) {
  if (map_find(chain->lift->given, map_key(cert), NULL)) return true;
  for (const Context *context = chain->context; context; context = context->parent) {
    if (context->segments && segments_have(context->segments, cert)) return true;
    for (size_t i = 0; i < context->given.count; i++)
      if (context->given.data[i] == cert) return true;
  }
  return false;
}

static Stm *without_given(FlattenChain *chain, Stm *stm) {
  Arena *arena = chain->lift->program->arena;
  Vars left = {0};
  for (size_t i = 0; i < stm->cert_count; i++)
    if (!is_given(chain, stm->certs[i])) vec_push(arena, &left, stm->certs[i]);
  if (left.count == stm->cert_count) return stm;
  Stm *copy = arena_make(arena, Stm);
  *copy = *stm;
  copy->certs = left.data;
  copy->cert_count = left.count;
  return copy;
}

static void chain_prefix(FlattenChain *chain, Context *context) {
  for (size_t i = 0; i < context->prefix.count; i++)
    chain_push(chain, without_given(chain, context->prefix.data[i]), context, NULL);
}

static Exp *exp_two(Program *program, Op op, Atom a, Atom b) {
  Atom args[2] = {a, b};
  return exp_new(program, op, args, 2);
}

static Exp *exp_at(Program *program, Var *array, Atom at) {
  return exp_index(program, array, &at, 1);
}

// The segment of the point: needs an array of the host that only this statement reads.
static void chain_segment(FlattenChain *chain, Context *context) {
  Program *program = chain->lift->program;
  const FlattenSegments *segments = context->segments;
  Dim dim = dim_var(segments->total);
  Stms stms = {0};
  Builder builder = builder_new(program, &stms, chain->lift->host.span);
  Var *owners =
      var_new(program, "segment", type_array(program, SCALAR_I64, 1, &dim), chain->lift->host.span);
  Atom descriptor = atom_var(segments->descriptor);
  Stm *host = build_stm(&builder, exp_new(program, OP_SEG_INDEX, &descriptor, 1), &owners, 1);
  chain_bind(chain, context->parent->pos, exp_at(program, owners, atom_var(context->pos)), host);
}

static void chain_flat(FlattenChain *chain, Context *context) {
  Program *program = chain->lift->program;
  Atom pos = atom_var(context->pos);
  Context *parent = context->parent;
  if (context->kind == CONTEXT_SUBSET) {
    chain_bind(chain, parent->pos, exp_at(program, context->subset, pos), NULL);
  } else if (context->kind == CONTEXT_INNER && context->segments) {
    chain_segment(chain, context);
    Atom offset = chain_let(chain, "offset",
                            exp_at(program, context->segments->offsets, atom_var(parent->pos)));
    chain_bind(chain, context->index, exp_two(program, OP_SUB, pos, offset), NULL);
  } else if (context->kind == CONTEXT_INNER) {
    chain_bind(chain, parent->pos, exp_two(program, OP_SQUOT, pos, context->size), NULL);
    chain_bind(chain, context->index, exp_two(program, OP_SREM, pos, context->size), NULL);
  }
  if (parent) chain_flat(chain, parent);
  chain_prefix(chain, context);
}

// For a space of two dimensions: the parent's point, and the index in it.
static void chain_nested(FlattenChain *chain, Context *context) {
  Program *program = chain->lift->program;
  Context *parent = context->parent;
  chain_flat(chain, parent);
  Atom first;
  if (context->segments) {
    first = chain_let(chain, "offset",
                      exp_at(program, context->segments->offsets, atom_var(parent->pos)));
  } else {
    first =
        chain_let(chain, "offset", exp_two(program, OP_MUL, atom_var(parent->pos), context->size));
  }
  chain_bind(chain, context->pos, exp_two(program, OP_ADD, first, atom_var(context->index)), NULL);
  chain_prefix(chain, context);
}

static bool binds_needed(const Lift *lift, const Stm *stm, const VarSet *needed) {
  for (size_t i = 0; i < stm->var_count; i++)
    if (varset_has(needed, stm->vars[i]) && !map_find(lift->accs, map_key(stm->vars[i]), NULL))
      return true;
  return false;
}

// Marks the statements that are needed, and what they need themselves.
static FlattenChain chain_of(Emission *emission) {
  Lift *lift = emission->lift;
  FlattenChain chain = {.lift = lift, .context = emission->context};
  if (emission->is_nested)
    chain_nested(&chain, emission->context);
  else
    chain_flat(&chain, emission->context);
  for (size_t i = chain.links.count; i-- > 0;) {
    Link *link = &chain.links.data[i];
    if (!binds_needed(lift, link->stm, &emission->needed)) continue;
    link->is_needed = true;
    VarSet used = free_vars_stm(lift->program->arena, link->stm);
    Var *var = NULL;
    for (size_t cursor = 0; varset_each(&used, &cursor, &var);)
      varset_add(&emission->needed, var);
  }
  return chain;
}

// ---- Emissions ----

static Var *emission_index(Emission *emission, Var *model) {
  Var *index = var_like(emission->lift->program, model, model->type);
  subst_add(emission->subst, model, atom_var(index));
  return index;
}

Emission emission_new(Lift *lift, Context *context, bool is_nested) {
  Program *program = lift->program;
  Emission emission = {.lift = lift,
                       .context = context,
                       .is_nested = is_nested && context->kind == CONTEXT_INNER,
                       .subst = subst_new(program),
                       .needed = varset_new(program->arena),
                       .kept = varset_new(program->arena)};
  Par *par = arena_make(program->arena, Par);
  *par = (Par){.level = PAR_GRID, .rank = emission.is_nested ? 2 : 1};
  par->indices = arena_array(program->arena, Var *, par->rank);
  par->space = arena_array(program->arena, Dim, par->rank);
  if (emission.is_nested) {
    par->indices[0] = emission_index(&emission, context->parent->pos);
    par->space[0] = dim_atom(context->parent->count);
    par->indices[1] = emission_index(&emission, context->index);
    par->space[1] =
        context->segments ? dim_var(context->segments->descriptor) : dim_atom(context->size);
  } else {
    par->indices[0] = emission_index(&emission, context->pos);
    par->space[0] = dim_atom(context->count);
  }
  emission.par = par;
  return emission;
}

void emission_need(Emission *emission, Atom atom) {
  if (atom.var) varset_add(&emission->needed, atom.var);
}

void emission_need_stms(Emission *emission, const Stms *stms) {
  Body body = {.stms = *stms};
  VarSet used = free_vars_body(emission->lift->program->arena, &body);
  Var *var = NULL;
  for (size_t cursor = 0; varset_each(&used, &cursor, &var);)
    varset_add(&emission->needed, var);
}

// Stores the statements of one context; what they depend on further out is stored before.
static void settle_context(Emission *emission, Context *owner) {
  Lift *lift = emission->lift;
  FlattenChain chain = chain_of(emission);
  Vec(Stm *) stms = {0};
  for (size_t i = 0; i < chain.links.count; i++) {
    const Link *link = &chain.links.data[i];
    if (link->is_needed && link->owner == owner && !flatten_is_unstorable(link->stm) &&
        map_find(lift->costly, map_key(link->stm), NULL))
      vec_push(lift->program->arena, &stms, link->stm);
  }
  if (stms.count > 0) store_stms(lift, owner, stms.data, stms.count);
}

void emission_settle(Emission *emission, bool is_own) {
  VarSet wanted = varset_new(emission->lift->program->arena);
  Var *var = NULL;
  for (size_t cursor = 0; varset_each(&emission->needed, &cursor, &var);)
    varset_add(&wanted, var);
  for (Context *owner = emission->context; owner; owner = owner->parent) {
    if (owner == emission->context && !is_own) continue;
    settle_context(emission, owner);
    // What is stored now needs less than before.
    emission->needed = varset_new(emission->lift->program->arena);
    for (size_t cursor = 0; varset_each(&wanted, &cursor, &var);)
      varset_add(&emission->needed, var);
  }
}

// ---- What a statement consumes ----

static void add_arrays(const Atom *atoms, size_t count, VarSet *vars) {
  for (size_t i = 0; i < count; i++)
    if (atoms[i].var && type_is_array(atoms[i].var->type)) varset_add(vars, atoms[i].var);
}

// Adds to what is in the set whose storage it may share, as far as these statements bind it.
static void share_stms(Arena *arena, const Stms *stms, VarSet *vars);

// Adds the arrays whose storage result number `k` of the statement may share.
static void share_result(Arena *arena, const Stm *stm, size_t k, VarSet *vars) {
  const Exp *exp = stm->exp;
  if (exp->op == OP_OPAQUE) {
    add_arrays(&exp->args[k], 1, vars);
  } else if (op_has(exp->op, FLAG_VIEW) && exp->op != OP_UPDATE) {
    add_arrays(exp->args, 1, vars);
  } else if (exp->op == OP_IF || exp->op == OP_SWITCH) {
    for (size_t i = 0; i < exp->as.branches.body_count; i++) {
      const Body *body = exp->as.branches.bodies[i];
      add_arrays(&body->results[k], 1, vars);
      share_stms(arena, &body->stms, vars);
    }
  } else if (exp->op == OP_WITH_ACC) {
    const WithAcc *with_acc = exp->as.with_acc;
    size_t dest_count = stm->var_count + with_acc->acc_count - with_acc->body->result_count;
    if (k < dest_count) return;
    add_arrays(&with_acc->body->results[k - dest_count + with_acc->acc_count], 1, vars);
    share_stms(arena, &with_acc->body->stms, vars);
  } else if (exp->op == OP_LOOP) {
    VarSet used = free_vars_exp(arena, exp);
    Var *var = NULL;
    for (size_t cursor = 0; varset_each(&used, &cursor, &var);)
      if (type_is_array(var->type)) varset_add(vars, var);
  } else if (exp->op == OP_CALL) {
    const Result *result = &exp->as.callee->results[k];
    for (size_t i = 0; i < result->alias_count; i++)
      add_arrays(&exp->args[result->aliases[i]], 1, vars);
  }
}

static void share_stms(Arena *arena, const Stms *stms, VarSet *vars) {
  for (size_t i = stms->count; i-- > 0;) {
    const Stm *stm = stms->data[i];
    for (size_t k = 0; k < stm->var_count; k++)
      if (varset_has(vars, stm->vars[k])) share_result(arena, stm, k, vars);
  }
}

static void consumed_outputs(const Thunk *thunk, VarSet *vars) {
  for (size_t i = 0; i < thunk->output_count; i++)
    if (thunk->outputs[i].dests)
      add_arrays(thunk->outputs[i].dests, thunk->outputs[i].value_count, vars);
}

void flatten_may_consume_stms(Arena *arena, const Stms *stms, VarSet *vars) {
  for (size_t i = 0; i < stms->count; i++)
    flatten_may_consume(arena, stms->data[i], vars);
  share_stms(arena, stms, vars);
}

static void consumed_inside(Arena *arena, const Exp *exp, VarSet *vars) {
  if (exp->op == OP_LOOP) {
    add_arrays(exp->args, exp->arg_count, vars);
  } else if (exp->op == OP_PAR) {
    for (size_t i = 0; i < exp->as.par->consumed_count; i++)
      varset_add(vars, exp->as.par->consumed[i].outside);
    consumed_outputs(&exp->as.par->body, vars);
    consumed_outputs(&exp->as.par->epilogue, vars);
  } else if (exp->op == OP_WITH_ACC) {
    const WithAcc *with_acc = exp->as.with_acc;
    for (size_t i = 0; i < with_acc->acc_count; i++)
      add_arrays(with_acc->accs[i].dests, with_acc->accs[i].dest_count, vars);
    flatten_may_consume_stms(arena, &with_acc->body->stms, vars);
  } else if (exp->op == OP_IF || exp->op == OP_SWITCH) {
    for (size_t i = 0; i < exp->as.branches.body_count; i++)
      flatten_may_consume_stms(arena, &exp->as.branches.bodies[i]->stms, vars);
  } else {
    INTERNAL_ERROR("flatten does not know the bodies of %s", op_info(exp->op)->text);
  }
}

void flatten_may_consume(Arena *arena, const Stm *stm, VarSet *vars) {
  const Exp *exp = stm->exp;
  if (op_has(exp->op, FLAG_CONSUMES)) add_arrays(exp->args, 1, vars);
  if (op_has(exp->op, FLAG_BODIES)) consumed_inside(arena, exp, vars);
  for (size_t i = 0; exp->op == OP_CALL && i < exp->arg_count; i++)
    if (exp->as.callee->params[i].is_consumed) add_arrays(&exp->args[i], 1, vars);
}

// May the variable share storage with an array of the host that this pass has made, or with one
// that must be left as it is?
static bool is_borrowed(const Emission *emission, const Var *var, unsigned depth) {
  const Lift *lift = emission->lift;
  if (!type_is_array(var->type)) return false;
  if (map_find(lift->borrowed, map_key(var), NULL)) return true;
  if (varset_has(&emission->kept, var)) return true;
  const Stm *def = context_find(emission->context, var, NULL);
  if (!def || depth == 0) return def == NULL && !flatten_is_at_point(lift, var);
  VarSet shared = varset_new(lift->program->arena);
  for (size_t k = 0; k < def->var_count; k++)
    if (def->vars[k] == var) share_result(lift->program->arena, def, k, &shared);
  bool is_view = op_has(def->exp->op, FLAG_VIEW);
  Var *other = NULL;
  for (size_t cursor = 0; varset_each(&shared, &cursor, &other);)
    if ((is_view || flatten_is_at_point(lift, other)) && is_borrowed(emission, other, depth - 1))
      return true;
  return false;
}

enum { VIEW_DEPTH = 64 };

// To consume an array is to own it, but what was stored belongs to the host, and what is kept to
// the outputs: until copies_end a copy stands for such an array. Gives what stood for them before.
static Atom *copies_begin(Emission *emission, Builder *builder, const VarSet *consumed) {
  Program *program = emission->lift->program;
  Atom *arrays = arena_array(program->arena, Atom, varset_count(consumed));
  Var *var = NULL;
  size_t count = 0;
  for (size_t cursor = 0; varset_each(consumed, &cursor, &var); count++) {
    arrays[count] = atom_i64(0);
    bool is_bound =
        flatten_is_at_point(emission->lift, var) && context_find(emission->context, var, NULL);
    if (!is_bound || !is_borrowed(emission, var, VIEW_DEPTH)) continue;
    arrays[count] = subst_atom(emission->subst, atom_var(var));
    Exp *copy = exp_new(program, OP_COPY, &arrays[count], 1);
    subst_add(emission->subst, var, atom_var(build_let(builder, var->name, copy)));
  }
  return arrays;
}

static void copies_end(const Emission *emission, const VarSet *consumed, const Atom *arrays) {
  Var *var = NULL;
  size_t count = 0;
  for (size_t cursor = 0; varset_each(consumed, &cursor, &var); count++)
    if (arrays[count].var) subst_add(emission->subst, var, arrays[count]);
}

void emission_add(Emission *emission, Builder *builder, Stm *stm) {
  Program *program = emission->lift->program;
  VarSet consumed = varset_new(program->arena);
  flatten_may_consume(program->arena, stm, &consumed);
  Atom *arrays = copies_begin(emission, builder, &consumed);
  vec_push(program->arena, builder->stms, rename_stm(program, stm, emission->subst));
  copies_end(emission, &consumed, arrays);
}

void emission_add_stms(Emission *emission, Builder *builder, const Stms *stms) {
  Program *program = emission->lift->program;
  VarSet consumed = varset_new(program->arena);
  flatten_may_consume_stms(program->arena, stms, &consumed);
  Atom *arrays = copies_begin(emission, builder, &consumed);
  for (size_t i = 0; i < stms->count; i++)
    vec_push(program->arena, builder->stms, rename_stm(program, stms->data[i], emission->subst));
  copies_end(emission, &consumed, arrays);
}

// Accumulators that are needed come from the host.
static void emission_accs(Emission *emission) {
  Lift *lift = emission->lift;
  Vec(ParInput) accs = {0};
  Var *var = NULL;
  for (size_t cursor = 0; varset_each(&emission->needed, &cursor, &var);) {
    Var *outside = map_get(lift->accs, map_key(var));
    if (!outside) continue;
    ParInput input = {.inside = var_like(lift->program, var, outside->type), .outside = outside};
    vec_push(lift->program->arena, &accs, input);
    subst_add(emission->subst, var, atom_var(input.inside));
  }
  emission->par->accs = accs.data;
  emission->par->acc_count = accs.count;
}

void emission_begin(Emission *emission) {
  Lift *lift = emission->lift;
  FlattenChain chain = chain_of(emission);
  emission->body = builder_new(lift->program, &emission->par->body.stms, lift->host.span);
  emission_accs(emission);
  for (size_t i = 0; i < chain.links.count; i++) {
    const Link *link = &chain.links.data[i];
    if (!link->is_needed) continue;
    if (link->host) vec_push(lift->program->arena, lift->host.stms, link->host);
    emission_add(emission, &emission->body, link->stm);
    if (link->owner == emission->context) check_seen(emission, link->stm);
  }
}

Atom emission_atom(Emission *emission, Atom atom) { return subst_atom(emission->subst, atom); }

void emission_map(Emission *emission, Atom value) {
  const Lift *lift = emission->lift;
  vec_push(lift->program->arena, &emission->outputs,
           output_map_of(lift->program, value, lift->host.span));
}

Stm *emission_end(Emission *emission, const char *name) {
  Par *par = emission->par;
  emission_guard(emission);
  par->body.outputs = emission->outputs.data;
  par->body.output_count = emission->outputs.count;
  Stm *stm = build_infer(&emission->lift->host, name, exp_par(emission->lift->program, par));
  checks_need(emission->lift, stm);
  for (size_t i = 0; i < stm->var_count; i++)
    if (type_is_array(stm->vars[i]->type)) made_add(emission->lift, stm->vars[i]);
  return stm;
}
