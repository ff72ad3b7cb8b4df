// Where variables are used, which types the arrays in a block have, and after which statement a
// block dies: the last one, in the list that binds it, that mentions it or an array in it. When
// that is a branch, the block dies in each arm as soon as that arm is done with it. A block that is
// lent to a function dies likewise, in case the caller gives it up: `owners`.
//
// A keep allocates for all points. Where its block has to wait for a call it is trimmed first: a
// function that calls itself would pile up what it has not used.
#include "ir/par.h"
#include "lower/lower_internal.h"

// ---- Uses and regions ----

typedef struct LowerUses {
  Walker walker;
  Lower *lower;
  uint32_t region, last_region;
  uint32_t depth; // how many pars are around
  bool is_later;  // uses outside pars are counted later
  Vec(const Stm *) scalars;
} LowerUses;

Usage *usage_of(Lower *lower, const Var *var) { return &lower->usage[var->index]; }

static void use_atoms(LowerUses *uses, const Atom *atoms, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (!atoms[i].var) continue;
    Usage *usage = usage_of(uses->lower, atoms[i].var);
    usage->operands++;
    usage->used_in = uses->region;
    if (uses->depth == 0 && !uses->is_later) usage->hosts++;
    if (atoms[i].var->type->kind == TYPE_MEM) usage->escapes = true;
  }
}

// Scalars that the host of a device stores in arrays may stay on the device.
static void use_stored(LowerUses *uses, const Atom *atoms, size_t count) {
  bool was_later = uses->is_later;
  uses->is_later = true;
  use_atoms(uses, atoms, count);
  uses->is_later = was_later;
}

static void use_in_type(Walker *walker, Var *var) {
  LowerUses *uses = walker->context;
  usage_of(uses->lower, var)->types++;
}

static void use_in_place(LowerUses *uses, Atom atom) {
  if (atom.var) usage_of(uses->lower, atom.var)->places++;
}

static void bind_var(LowerUses *uses, Var *var) {
  usage_of(uses->lower, var)->bound_in = uses->region;
  walk_type(&uses->walker, var->type);
  const Place *place = var->type->place;
  if (!place) return;
  use_in_place(uses, place->offset);
  for (size_t i = 0; place->strides && i < var->type->rank; i++)
    use_in_place(uses, place->strides[i]);
  Usage *block = usage_of(uses->lower, place->block);
  block->scalars |= 1u << var->type->scalar;
  if (!block->label) block->label = var->name;
}

static void bind_vars(LowerUses *uses, Var *const *vars, size_t count) {
  for (size_t i = 0; i < count; i++)
    bind_var(uses, vars[i]);
}

static void uses_stms(LowerUses *uses, const Stms *stms);

static void uses_body(LowerUses *uses, const Body *body) {
  uses_stms(uses, &body->stms);
  use_atoms(uses, body->results, body->result_count);
}

static uint32_t region_enter(LowerUses *uses) {
  uint32_t outer = uses->region;
  uses->region = ++uses->last_region;
  return outer;
}

static void uses_lambda(LowerUses *uses, const Lambda *lambda) {
  uint32_t outer = region_enter(uses);
  bind_vars(uses, lambda->params, lambda->param_count);
  uses_body(uses, lambda->body);
  uses->region = outer;
}

static void uses_loop(LowerUses *uses, const Loop *loop) {
  uint32_t outer = region_enter(uses);
  bind_vars(uses, loop->params, loop->param_count);
  if (loop->index) bind_var(uses, loop->index);
  if (loop->condition) {
    uint32_t body = region_enter(uses);
    uses_body(uses, loop->condition);
    uses->region = body;
  }
  uses_body(uses, loop->body);
  uses->region = outer;
}

static void uses_thunk(LowerUses *uses, const Thunk *thunk) {
  uses_stms(uses, &thunk->stms);
  for (size_t i = 0; i < thunk->output_count; i++) {
    const Output *output = &thunk->outputs[i];
    use_atoms(uses, &output->selector, 1);
    use_atoms(uses, output->indices, output->index_count);
    use_atoms(uses, output->values, output->value_count);
  }
}

static void uses_outside(LowerUses *uses, const Thunk *thunk) {
  for (size_t i = 0; i < thunk->output_count; i++) {
    const Output *output = &thunk->outputs[i];
    if (output->op) uses_lambda(uses, output->op);
    if (output->neutral) use_atoms(uses, output->neutral, output->value_count);
    if (output->dests) use_atoms(uses, output->dests, output->value_count);
  }
}

bool lower_is_host_par(Lower *lower, const Par *par) {
  return (lower->has_recursion && par_reaches_recursion(lower->arena, par)) ||
         (lower->has_effects && par_reaches_effect(lower->arena, par));
}

static void uses_par(LowerUses *uses, const Par *par) {
  uint32_t depth = uses->depth;
  uses_outside(uses, &par->body);
  if (par->has_epilogue) uses_outside(uses, &par->epilogue);
  for (size_t i = 0; i < par->rank; i++)
    if (par->space[i].var) usage_of(uses->lower, par->space[i].var)->types++;
  uint32_t outer = region_enter(uses);
  // The one point of a space without dimensions is not a kernel.
  if (depth > 0 || (par->rank > 0 && !lower_is_host_par(uses->lower, par))) uses->depth++;
  bind_vars(uses, par->indices, par->rank);
  for (size_t i = 0; i < par->acc_count; i++) {
    bind_var(uses, par->accs[i].inside);
    use_atoms(uses, &(Atom){.var = par->accs[i].outside}, 1);
  }
  uses_thunk(uses, &par->body);
  if (par->has_epilogue) {
    bind_vars(uses, par->scan_params, par->scan_param_count);
    uses_thunk(uses, &par->epilogue);
  }
  uses->depth = depth;
  uses->region = outer;
}

static void uses_with_acc(LowerUses *uses, const WithAcc *with_acc) {
  for (size_t i = 0; i < with_acc->acc_count; i++) {
    const AccDecl *acc = &with_acc->accs[i];
    use_atoms(uses, acc->dests, acc->dest_count);
    if (acc->op) uses_lambda(uses, acc->op);
    if (acc->op) use_atoms(uses, acc->neutral, acc->dest_count);
    bind_var(uses, acc->param);
  }
  uses_body(uses, with_acc->body);
}

static void uses_exp(LowerUses *uses, const Exp *exp) {
  if (exp->op == OP_UPDATE) {
    use_atoms(uses, exp->args, 1);
    use_stored(uses, exp->args + 1, 1);
    use_atoms(uses, exp->args + 2, exp->arg_count - 2);
  } else if (exp->op == OP_ARRAY) {
    use_stored(uses, exp->args, exp->arg_count);
  } else {
    use_atoms(uses, exp->args, exp->arg_count);
  }
  if (exp->op == OP_IF || exp->op == OP_SWITCH) {
    for (size_t i = 0; i < exp->as.branches.body_count; i++)
      uses_body(uses, exp->as.branches.bodies[i]);
  } else if (exp->op == OP_LOOP) {
    uses_loop(uses, exp->as.loop);
  } else if (exp->op == OP_PAR) {
    uses_par(uses, exp->as.par);
  } else if (exp->op == OP_WITH_ACC) {
    uses_with_acc(uses, exp->as.with_acc);
  }
}

// The host needs these.
static void use_on_host(LowerUses *uses, const Exp *exp) {
  for (size_t i = 0; i < exp->arg_count; i++)
    if (exp->args[i].var) usage_of(uses->lower, exp->args[i].var)->hosts++;
}

// What is an index wherever it is bound does not overflow: no array has so many elements. A check
// would have to come first.
static void use_as_index(LowerUses *uses, const Stms *stms, const Stm *stm) {
  if (stm->exp->op != OP_INDEX || stm->cert_count > 0) return;
  for (size_t i = 1; i < stm->exp->arg_count; i++) {
    Usage *usage = stm->exp->args[i].var ? usage_of(uses->lower, stm->exp->args[i].var) : NULL;
    if (usage && usage->list == stms) usage->is_index = true;
  }
}

static void uses_stms(LowerUses *uses, const Stms *stms) {
  for (size_t i = 0; i < stms->count; i++) {
    const Stm *stm = stms->data[i];
    uses->is_later = uses->depth == 0 && op_is_scalar(stm->exp->op);
    if (uses->is_later) vec_push(uses->lower->arena, &uses->scalars, stm);
    uint32_t depth = uses->depth;
    if (depth == 0 && lower_is_device_loop(uses->lower, stm)) uses->depth++;
    uses_exp(uses, stm->exp);
    uses->depth = depth;
    uses->is_later = false;
    // What kernels need is allocated in front of them.
    if (stm->exp->op == OP_ALLOC) use_on_host(uses, stm->exp);
    bool is_descriptor = stm->exp->op == OP_SEG_MAKE && stm->exp->arg_count > 1;
    if (is_descriptor) usage_of(uses->lower, stm->exp->args[1].var)->is_ends = true;
    use_as_index(uses, stms, stm);
    bind_vars(uses, stm->vars, stm->var_count);
    for (size_t k = 0; k < stm->var_count; k++)
      usage_of(uses->lower, stm->vars[k])->list = stms;
  }
}

bool lower_is_on_device(Lower *lower, const Var *var) {
  const Usage *usage = usage_of(lower, var);
  return lower->options.target.has_device && usage->hosts == 0 && usage->types == 0;
}

// A scalar that is computed on the host, but only needed inside pars, is computed there.
static void uses_of_scalars(LowerUses *uses) {
  for (size_t i = uses->scalars.count; i-- > 0;) {
    const Stm *stm = uses->scalars.data[i];
    if (!lower_is_on_device(uses->lower, stm->vars[0])) use_on_host(uses, stm->exp);
  }
}

// ---- When blocks die ----

typedef struct Deaths {
  Lower *lower;
  Map *last; // block -> the statement that mentions it last, for the blocks of one list
  Stm *stm;  // the statement of the list that is being walked
} Deaths;

static Var *block_of(Var *var) {
  if (var->type->kind == TYPE_MEM) return var;
  return var->type->place ? var->type->place->block : NULL;
}

static void mention(Walker *walker, Var *var) {
  Deaths *deaths = walker->context;
  const Var *block = block_of(var);
  if (block && map_find(deaths->last, map_key(block), NULL))
    map_put(deaths->last, map_key(block), deaths->stm);
}

// Bodies inside a statement have lists of their own.
static bool enter_list(Walker *walker, Stm *stm);

// Adds a variable to the list of a statement or other place.
static void list_add(Lower *lower, Map *lists, const void *place, Var *var) {
  Vars *list = map_get(lists, map_key(place));
  if (!list) {
    list = arena_make(lower->arena, Vars);
    map_put(lists, map_key(place), list);
  }
  vec_push(lower->arena, list, var);
}

static bool is_among(const Var *var, const Body *body) {
  for (size_t i = 0; body && i < body->result_count; i++)
    if (body->results[i].var == var) return true;
  return false;
}

// ---- Trims ----

// Does the statement call a function?
static bool note_call(Walker *walker, Stm *stm) {
  bool *has_call = walker->context;
  *has_call = *has_call || stm->exp->op == OP_CALL;
  return !*has_call;
}

static bool has_call(const Stm *stm) {
  bool is_found = false;
  Walker walker = {.context = &is_found, .enter = note_call};
  walk_stm(&walker, (Stm *)stm);
  return is_found;
}

// What the statements after a keep do with the block of what was kept.
typedef struct Rest {
  const Var *block;
  VarSet known; // the array that was kept, and its views
  bool is_other;
} Rest;

static void rest_use(Walker *walker, Var *var) {
  Rest *rest = walker->context;
  const Place *place = var->type->place;
  if (place && place->block == rest->block && !varset_has(&rest->known, var)) rest->is_other = true;
}

static bool rest_enter(Walker *walker, Stm *stm) {
  Rest *rest = walker->context;
  const Exp *exp = stm->exp;
  bool is_view = op_has(exp->op, FLAG_VIEW) || exp->op == OP_UPDATE;
  for (size_t i = 0; i < stm->var_count && is_view; i++)
    if (exp->args[0].var && varset_has(&rest->known, exp->args[0].var))
      varset_add(&rest->known, stm->vars[i]);
  return true;
}

// Is there only the kept array in the block from now on, and a call before the block dies?
static bool is_trimmed(Lower *lower, const Stms *stms, size_t at, Var *kept, const Stm *last) {
  Rest rest = {.block = kept->type->place->block, .known = varset_new(lower->arena)};
  Walker walker = {.context = &rest, .use = rest_use, .bind = rest_use, .enter = rest_enter};
  varset_add(&rest.known, kept);
  bool is_across = false;
  for (size_t i = at + 1; i < stms->count && !rest.is_other; i++) {
    rest_enter(&walker, stms->data[i]);
    walk_stm(&walker, stms->data[i]);
    is_across = is_across || has_call(stms->data[i]);
    if (stms->data[i] == last) break;
  }
  return is_across && !rest.is_other;
}

static bool is_trimmable(const Stm *stm, const Var *kept) {
  const Place *place = kept->type->place;
  if (!place || place->strides || !atom_is_i64(place->offset, 0)) return false;
  for (size_t i = 0; i < stm->var_count; i++)
    if (stm->vars[i] == place->block) return false; // a join
  return kept->type->rank > 0 && !type_is_irregular(kept->type);
}

// The blocks of this list that are trimmed after the par at this place of it.
static void find_trims(Deaths *deaths, const Stms *stms, size_t at) {
  Lower *lower = deaths->lower;
  Stm *stm = stms->data[at];
  if (stm->exp->op != OP_PAR || lower->options.target.has_device || stm->exp->as.par->rank != 1)
    return;
  for (size_t i = par_block_count(stm); i < stm->var_count; i++) {
    size_t first = 0;
    const Output *output = par_output_at(stm->exp->as.par, i - par_block_count(stm), &first);
    Var *kept = stm->vars[i];
    if (!mode_has(output->mode, TRAIT_DROPS) || kept->type->kind != TYPE_ARRAY) continue;
    if (!is_trimmable(stm, kept)) continue;
    Var *block = kept->type->place->block;
    const Stm *last = map_get(deaths->last, map_key(block));
    if (!last || usage_of(lower, block)->list != stms) continue;
    if (is_trimmed(lower, stms, at, kept, last)) list_add(lower, lower->trims, stm, kept);
  }
}

// ---- Lists ----

typedef struct Mention {
  const Var *block;
  bool is_found;
} Mention;

static void note_mention(Walker *walker, Var *var) {
  Mention *mention = walker->context;
  if (block_of(var) == mention->block) mention->is_found = true;
}

// The last statement of the list that mentions the block, or NULL.
static const Stm *last_mention(const Stms *stms, const Var *block) {
  Mention mention = {.block = block};
  Walker walker = {.context = &mention, .use = note_mention, .bind = note_mention};
  for (size_t i = stms->count; i-- > 0;) {
    walk_stm(&walker, stms->data[i]);
    if (mention.is_found) return stms->data[i];
  }
  return NULL;
}

// The block dies after the statement, or inside it already.
static void die_after(Lower *lower, const Stm *stm, Var *block) {
  list_add(lower, lower->releases, stm, block);
  if (stm->exp->op != OP_IF && stm->exp->op != OP_SWITCH) return;
  for (size_t i = 0; i < stm->exp->as.branches.body_count; i++) {
    const Body *body = stm->exp->as.branches.bodies[i];
    if (is_among(block, body)) continue;
    const Stm *last = last_mention(&body->stms, block);
    if (last)
      die_after(lower, last, block);
    else
      list_add(lower, lower->releases, body, block);
  }
}

// The blocks of a list, and those in `others` (NULL: none). One that is a result of the body (NULL:
// none) lives on; one that is used after the list (NULL: none) is released there.
static void deaths_list(Lower *lower, const Stms *stms, const Body *body, const VarSet *behind,
                        const Vars *others) {
  Deaths deaths = {.lower = lower, .last = map_new(lower->arena)};
  Walker walker = {.context = &deaths, .use = mention, .bind = mention};
  Vars blocks = {0};
  for (size_t i = 0; others && i < others->count; i++) {
    map_put(deaths.last, map_key(others->data[i]), NULL);
    vec_push(lower->arena, &blocks, others->data[i]);
  }
  for (size_t i = 0; i < stms->count; i++) {
    deaths.stm = stms->data[i];
    for (size_t k = 0; k < stms->data[i]->var_count; k++) {
      Var *var = stms->data[i]->vars[k];
      if (var->type->kind != TYPE_MEM) continue;
      map_put(deaths.last, map_key(var), stms->data[i]);
      vec_push(lower->arena, &blocks, var);
      usage_of(lower, var)->list = stms;
    }
    walk_stm(&walker, stms->data[i]);
  }
  for (size_t i = 0; i < blocks.count; i++) {
    Var *var = blocks.data[i];
    const Stm *stm = map_get(deaths.last, map_key(var));
    if (is_among(var, body)) continue;
    if (behind && varset_has(behind, var))
      list_add(lower, lower->releases, stms, var);
    else if (stm)
      die_after(lower, stm, var);
  }
  for (size_t i = 0; i < stms->count && !behind; i++)
    find_trims(&deaths, stms, i);
}

static void deaths_body(Lower *lower, const Body *body) {
  deaths_list(lower, &body->stms, body, NULL, NULL);
}

static void mention_behind(Walker *walker, Var *var) {
  Var *block = block_of(var);
  if (block) varset_add(walker->context, block);
}

static void outputs_behind(Walker *walker, const Thunk *thunk) {
  for (size_t i = 0; i < thunk->output_count; i++)
    walk_atoms(walker, thunk->outputs[i].values, thunk->outputs[i].value_count);
}

// The outputs use what the statements in front of them make, and so does the epilogue.
static void deaths_thunks(Lower *lower, const Par *par) {
  VarSet behind = varset_new(lower->arena);
  Walker walker = {.context = &behind, .use = mention_behind};
  outputs_behind(&walker, &par->epilogue);
  deaths_list(lower, &par->epilogue.stms, NULL, &behind, NULL);
  outputs_behind(&walker, &par->body);
  walk_stms(&walker, &par->epilogue.stms);
  deaths_list(lower, &par->body.stms, NULL, &behind, NULL);
}

// Handles the lists of all bodies in a statement, at any depth.
static bool enter_list(Walker *walker, Stm *stm) {
  Lower *lower = walker->context;
  const Exp *exp = stm->exp;
  if (exp->op == OP_IF || exp->op == OP_SWITCH) {
    for (size_t i = 0; i < exp->as.branches.body_count; i++)
      deaths_body(lower, exp->as.branches.bodies[i]);
  } else if (exp->op == OP_LOOP) {
    deaths_body(lower, exp->as.loop->body);
    if (exp->as.loop->condition) deaths_body(lower, exp->as.loop->condition);
  } else if (exp->op == OP_PAR) {
    const Par *par = exp->as.par;
    deaths_thunks(lower, par);
    for (size_t i = 0; i < par->body.output_count; i++)
      if (par->body.outputs[i].op) deaths_body(lower, par->body.outputs[i].op->body);
    for (size_t i = 0; i < par->epilogue.output_count; i++)
      if (par->epilogue.outputs[i].op) deaths_body(lower, par->epilogue.outputs[i].op->body);
  } else if (exp->op == OP_WITH_ACC) {
    deaths_body(lower, exp->as.with_acc->body);
    for (size_t i = 0; i < exp->as.with_acc->acc_count; i++)
      if (exp->as.with_acc->accs[i].op) deaths_body(lower, exp->as.with_acc->accs[i].op->body);
  }
  return true;
}

static void deaths_find(Lower *lower, const Body *body, const Vars *lent) {
  Walker walker = {.context = lower, .enter = enter_list};
  deaths_list(lower, &body->stms, body, NULL, lent);
  walk_body(&walker, body);
}

// ---- Owners ----

static bool note_making(Walker *walker, Stm *stm) {
  bool *is_making = walker->context;
  *is_making = *is_making || stm->exp->op == OP_CALL || stm->exp->op == OP_ALLOC;
  return !*is_making;
}

// The blocks that the function is lent and that are worth giving up: it makes others, and does not
// return them.
static Vars find_owners(Lower *lower, const Fun *fun) {
  Vars owners = {0};
  bool is_making = false;
  Walker walker = {.context = &is_making, .enter = note_making};
  walk_body(&walker, fun->body);
  for (size_t i = 0; i < fun->param_count && is_making && !fun->entry; i++) {
    Var *param = fun->params[i].var;
    if (param->type->kind != TYPE_MEM || is_among(param, fun->body)) continue;
    vec_push(lower->arena, &owners, param);
  }
  return owners;
}

const Vars *owners_of(const Lower *lower, const Fun *fun) {
  return map_get(lower->owners, map_key(fun));
}

const Vars *trims_after(const Lower *lower, const Stm *stm) {
  return map_get(lower->trims, map_key(stm));
}

const Vars *releases_after(const Lower *lower, const void *place) {
  return map_get(lower->releases, map_key(place));
}

bool lower_is_handed_on(Lower *lower, const Var *block) {
  const Usage *usage = usage_of(lower, block);
  return usage->operands > (usage->is_returned ? 1u : 0u);
}

// ---- Is a block used inside? ----

typedef struct LowerSearch {
  const Var *block;
  bool is_found;
} LowerSearch;

static void search_use(Walker *walker, Var *var) {
  LowerSearch *search = walker->context;
  if (var == search->block || (var->type->place && var->type->place->block == search->block))
    search->is_found = true;
}

bool lower_is_block_used_inside(Lower *lower, const Exp *exp, const Var *block) {
  (void)lower;
  LowerSearch search = {.block = block};
  Walker walker = {.context = &search, .use = search_use, .bind = search_use};
  Exp inside = *exp;
  inside.arg_count = 0;
  walk_exp(&walker, &inside);
  return search.is_found;
}

// ---- All of a program ----

void uses_find(Lower *lower) {
  Program *program = lower->program;
  lower->usage = arena_array(lower->arena, Usage, program->var_count + 1);
  lower->releases = map_new(lower->arena);
  lower->trims = map_new(lower->arena);
  lower->owners = map_new(lower->arena);
  for (size_t i = 0; i < program->funs.count && lower->options.target.has_device; i++)
    lower->has_recursion =
        lower->has_recursion || fun_is_recursive(lower->arena, program->funs.data[i]);
  lower->has_effects = program_has_effects(program);
  LowerUses uses = {.lower = lower};
  uses.walker = (Walker){.context = &uses, .use = use_in_type};
  for (size_t i = 0; i < program->globals.count; i++) {
    Global *global = program->globals.data[i];
    region_enter(&uses);
    uses_body(&uses, global->body);
    bind_vars(&uses, global->vars, global->var_count);
    deaths_find(lower, global->body, NULL);
  }
  for (size_t i = 0; i < program->funs.count; i++) {
    Fun *fun = program->funs.data[i];
    region_enter(&uses);
    for (size_t k = 0; k < fun->param_count; k++)
      bind_var(&uses, fun->params[k].var);
    uses_body(&uses, fun->body);
    for (size_t k = 0; k < fun->body->result_count; k++)
      if (fun->body->results[k].var) usage_of(lower, fun->body->results[k].var)->is_returned = true;
    Vars *owners = arena_make(lower->arena, Vars);
    *owners = find_owners(lower, fun);
    map_put(lower->owners, map_key(fun), owners);
    deaths_find(lower, fun->body, owners);
  }
  uses_of_scalars(&uses);
}
