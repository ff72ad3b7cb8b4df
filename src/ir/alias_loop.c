// Sharing through a loop, without walking its body twice.
//
// In the body, parameter k has a root P(k) of its own. The roots R(k) of its next value then tell
// what it holds in later iterations: P(j) in R(k) means "what parameter j held before". A parameter
// is consumed when the body consumes P(k), or hands it on to a consumed one. Then the loop consumes
// the initial value, and the storage of k must in every iteration be apart from that of all other
// parameters and of all variables outside. This holds by induction when
//
//   - the initial value of k shares with no other initial value, and the body uses nothing that
//     shares with it;
//   - R(k) has only roots made in the body, and P(j) of consumed parameters j;
//   - R(k) and R(m) have no root in common, for every other m.
#include "ir/alias_internal.h"

// Which results of a loop are apart is found out for at most this many.
enum { APART_LIMIT = 16 };

typedef struct LoopState {
  Aliases *aliases;
  const Loop *loop;
  const Atom *inits;
  size_t count;
  uint32_t first;   // the first root made inside
  uint32_t entered; // the time
  uint32_t *params; // P, or UINT32_MAX for a parameter without storage
  bool *is_consumed;
  bool *is_reported; // its next value is wrong: nothing is known about its result
  Roots *next;       // R
} LoopState;

static bool is_acc(const Var *var) { return var->type->kind == TYPE_ACC; }

// The parameter of root P(k); false for any other root.
static bool find_param(const LoopState *state, uint32_t id, size_t *position) {
  for (size_t k = 0; k < state->count; k++)
    if (state->params[k] == id) {
      *position = k;
      return true;
    }
  return false;
}

static bool is_param_root(const LoopState *state, uint32_t id) {
  return id >= state->first && root_at(state->aliases, id)->kind == ROOT_LOOP_PARAM;
}

static void bind_params(LoopState *state) {
  Aliases *aliases = state->aliases;
  for (size_t k = 0; k < state->count; k++) {
    const Var *param = state->loop->params[k];
    RootKind kind = is_acc(param) ? ROOT_OWNED : ROOT_LOOP_PARAM;
    uint32_t id = alias_bind_fresh(aliases, param, kind);
    state->params[k] = alias_has_storage(param->type) ? id : UINT32_MAX;
    alias_set_origin(aliases, param, alias_origin(aliases, state->inits[k]));
  }
  if (state->loop->index != NULL) alias_bind(aliases, state->loop->index, (Roots){0});
}

static void walk_inside(LoopState *state) {
  Aliases *aliases = state->aliases;
  const char *outer = aliases->region;
  aliases->depth++;
  aliases->time++;
  state->entered = aliases->time;
  state->first = (uint32_t)aliases->roots.count;
  bind_params(state);
  if (state->loop->condition != NULL) {
    aliases->depth++;
    aliases->region = "the condition of a loop";
    alias_walk_body(aliases, state->loop->condition);
    aliases->depth--;
  }
  aliases->region = "a loop";
  state->next = alias_walk_body(aliases, state->loop->body);
  aliases->depth--;
  aliases->region = outer;
}

// Which parameters the loop consumes: an accumulator is consumed where its initial value is used.
static void close_consumed(LoopState *state) {
  Ids todo = {0};
  for (size_t k = 0; k < state->count; k++) {
    if (state->params[k] == UINT32_MAX || is_acc(state->loop->params[k])) continue;
    state->is_consumed[k] = root_at(state->aliases, state->params[k])->is_consumed;
    if (state->is_consumed[k]) vec_push(state->aliases->arena, &todo, (uint32_t)k);
  }
  while (todo.count > 0) {
    uint32_t k = vec_pop(&todo);
    for (uint32_t i = 0; i < state->next[k].count; i++) {
      size_t j = 0;
      uint32_t id = state->next[k].ids[i];
      if (!is_param_root(state, id) || !find_param(state, id, &j) || state->is_consumed[j])
        continue;
      state->is_consumed[j] = true;
      Root *root = root_at(state->aliases, id);
      root->consumer = root_at(state->aliases, state->params[k])->consumer;
      root->consumed_var = state->loop->params[k];
      vec_push(state->aliases->arena, &todo, (uint32_t)j);
    }
  }
}

static void violate_next(LoopState *state, size_t k, const Var *other) {
  state->is_reported[k] = true;
  alias_report(state->aliases,
               (AliasViolation){.rule = ALIAS_LOOP_NEXT,
                                .var = state->loop->params[k],
                                .other = other,
                                .other_stm = root_at(state->aliases, state->params[k])->consumer});
}

static void check_next(LoopState *state, size_t k) {
  for (uint32_t i = 0; i < state->next[k].count; i++)
    if (state->next[k].ids[i] < state->first) {
      violate_next(state, k, root_at(state->aliases, state->next[k].ids[i])->var);
      return;
    }
  for (size_t m = 0; m < state->count; m++)
    if (m != k && (m > k || !state->is_consumed[m]) && roots_meet(state->next[k], state->next[m])) {
      violate_next(state, k, state->loop->params[m]);
      return;
    }
}

// The loop consumes the initial value of parameter k.
static void consume_initial(LoopState *state, size_t k) {
  Aliases *aliases = state->aliases;
  Atom init = state->inits[k];
  const Stm *consumer = root_at(aliases, state->params[k])->consumer;
  Roots roots = roots_of(aliases, init);
  for (uint32_t i = 0; i < roots.count; i++)
    if (root_at(aliases, roots.ids[i])->last_use >= state->entered) {
      alias_report(aliases, (AliasViolation){.rule = ALIAS_LOOP_USED,
                                             .var = init.var,
                                             .other = state->loop->params[k],
                                             .other_stm = consumer});
      alias_bind(aliases, init.var, (Roots){0});
      return;
    }
  for (size_t m = 0; m < state->count; m++)
    if (m != k && roots_meet(roots, roots_of(aliases, state->inits[m]))) {
      alias_report(aliases, (AliasViolation){.rule = ALIAS_LOOP_INITIAL,
                                             .var = init.var,
                                             .other = state->inits[m].var,
                                             .other_stm = consumer});
      alias_bind(aliases, init.var, (Roots){0});
      return;
    }
  aliases->cause = consumer;
  alias_consume(aliases, init);
  aliases->cause = NULL;
}

// What parameters that are not consumed hold when the loop ends, in terms of roots around the loop,
// of roots made inside, and of consumed parameters.
static Roots *close_results(LoopState *state) {
  Aliases *aliases = state->aliases;
  Roots *sets = arena_array(aliases->arena, Roots, state->count);
  for (size_t k = 0; k < state->count; k++) {
    if (state->params[k] == UINT32_MAX) continue;
    if (state->is_consumed[k] || is_acc(state->loop->params[k]))
      sets[k] = root_single(aliases, state->params[k]);
    else
      sets[k] = roots_of(aliases, state->inits[k]);
  }
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (size_t k = 0; k < state->count; k++) {
      if (state->is_consumed[k]) continue; // apart from all others: P(k) stands for it
      Roots old = sets[k];
      for (uint32_t i = 0; i < state->next[k].count; i++) {
        size_t j = 0;
        uint32_t id = state->next[k].ids[i];
        bool is_param = is_param_root(state, id) && find_param(state, id, &j);
        Roots more = is_param ? sets[j] : root_single(aliases, id);
        sets[k] = roots_union(aliases, sets[k], more);
      }
      if (sets[k].count != old.count) has_changed = true;
    }
  }
  for (size_t k = 0; k < state->count; k++)
    if (state->is_reported[k]) sets[k] = (Roots){0};
  return sets;
}

// May the parameter hold this storage? What is made in the body is not there yet.
static bool may_hold(const LoopState *state, const Roots *sets, size_t k, uint32_t id) {
  return id < state->first && roots_meet(sets[k], (Roots){&id, 1});
}

// May what these parameters hold next share storage, given which of them are apart now?
static bool is_next_shared(const LoopState *state, const bool *are_apart, const Roots *sets,
                           size_t k, size_t m) {
  for (uint32_t a = 0; a < state->next[k].count; a++)
    for (uint32_t b = 0; b < state->next[m].count; b++) {
      size_t i = 0, j = 0;
      uint32_t first = state->next[k].ids[a], second = state->next[m].ids[b];
      bool is_first = find_param(state, first, &i), is_second = find_param(state, second, &j);
      if (first == second) return true;
      if (is_first && is_second && !are_apart[i * state->count + j]) return true;
      if (is_first && may_hold(state, sets, i, second)) return true;
      if (is_second && may_hold(state, sets, j, first)) return true;
    }
  return false;
}

// Which results are in storage of their own next to each other, although by their roots, which tell
// what they held in any iteration, they might share it: (new, old) = (f(new, old), new). They are
// apart when the initial values are, and the next ones are when they are now.
static void note_apart(LoopState *state, const Stm *stm, const Roots *sets) {
  Aliases *aliases = state->aliases;
  size_t count = state->count;
  if (count > APART_LIMIT) return;
  bool *are_apart = arena_array(aliases->arena, bool, count *count);
  for (size_t k = 0; k < count; k++)
    for (size_t m = 0; m < count; m++)
      are_apart[k * count + m] =
          k != m && !state->is_reported[k] && !state->is_reported[m] &&
          !roots_meet(roots_of(aliases, state->inits[k]), roots_of(aliases, state->inits[m]));
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (size_t k = 0; k < count; k++)
      for (size_t m = 0; m < count; m++) {
        if (!are_apart[k * count + m] || !is_next_shared(state, are_apart, sets, k, m)) continue;
        are_apart[k * count + m] = are_apart[m * count + k] = false;
        has_changed = true;
      }
  }
  alias_note_apart(aliases, stm->vars, count, are_apart);
}

// Now that the roots of all iterations are known, say what storage the parameters may be in.
static void set_param_bases(LoopState *state) {
  Aliases *aliases = state->aliases;
  for (size_t k = 0; k < state->count; k++) {
    if (state->params[k] == UINT32_MAX) continue;
    Roots base = roots_base(
        aliases, roots_union(aliases, roots_of(aliases, state->inits[k]), state->next[k]));
    Root *root = root_at(aliases, state->params[k]);
    root->base = base_union(aliases, root->base, base);
    for (uint32_t i = 0; root->is_merged && i < base.count; i++)
      storage_merge(aliases, state->params[k], base.ids[i]);
  }
}

void alias_walk_loop(Aliases *aliases, const Stm *stm) {
  const Loop *loop = stm->exp->as.loop;
  LoopState state = {.aliases = aliases, .loop = loop, .inits = stm->exp->args};
  state.count = loop->param_count;
  state.params = arena_array(aliases->arena, uint32_t, state.count);
  state.is_consumed = arena_array(aliases->arena, bool, state.count);
  state.is_reported = arena_array(aliases->arena, bool, state.count);
  alias_use_all(aliases, state.inits, state.count);
  walk_inside(&state);
  for (size_t k = 0; k < state.count; k++) {
    const Var *origin = alias_origin(aliases, state.inits[k]);
    alias_expect_origin(aliases, loop->body->results[k], origin);
    alias_set_origin(aliases, stm->vars[k], origin);
  }
  close_consumed(&state);
  set_param_bases(&state);
  for (size_t k = 0; k < state.count; k++)
    if (state.is_consumed[k]) check_next(&state, k);
  for (size_t k = 0; k < state.count; k++)
    if (state.is_consumed[k]) consume_initial(&state, k);
  Roots *sets = close_results(&state);
  note_apart(&state, stm, sets);
  alias_bind_results(aliases, stm->vars, sets, state.count, state.first);
}
