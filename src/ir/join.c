#include "ir/join.h"

#include "ir/type.h"
#include "ir/walk.h"

// What is known about an irregular array: the statement that binds it, how deep it stands, and how
// often it is used, and used by a reshape beside that statement or in the type of another result of
// it.
typedef struct Join {
  Var *var;
  const Stm *stm;
  size_t depth, uses, reshapes;
} Join;

typedef struct Search {
  Walker walker;
  Arena *arena;
  Map *joins;
  size_t depth;
} Search;

static Join *join_of(Search *search, Var *var) {
  Join *join = map_get(search->joins, map_key(var));
  if (join) return join;
  join = arena_make(search->arena, Join);
  join->var = var;
  map_put(search->joins, map_key(var), join);
  return join;
}

static bool is_irregular_array(const Type *type) {
  return type_is_array(type) && type_is_irregular(type);
}

static void search_use(Walker *walker, Var *var) {
  if (is_irregular_array(var->type)) join_of(walker->context, var)->uses++;
}

static void search_bind(Walker *walker, Var *var) {
  if (is_irregular_array(var->type)) (void)join_of(walker->context, var);
}

// A scope that sees the array and is as deep as its statement is the list where that stands, or the
// epilogue after it.
static bool search_enter(Walker *walker, Stm *stm) {
  Search *search = walker->context;
  search->depth++;
  for (size_t i = 0; i < stm->var_count; i++) {
    if (!is_irregular_array(stm->vars[i]->type)) continue;
    Join *join = join_of(search, stm->vars[i]);
    join->stm = stm;
    join->depth = search->depth;
    const Type *type = stm->vars[i]->type;
    for (size_t k = 0; k < type->rank; k++) {
      Var *lengths = type->dims[k].var;
      if (dim_is_varying(type->dims[k]) && is_irregular_array(lengths->type) &&
          join_of(search, lengths)->stm == stm)
        join_of(search, lengths)->reshapes++;
    }
  }
  if (stm->exp->op != OP_RESHAPE || !is_irregular_array(atom_type(stm->exp->args[0]))) return true;
  Join *join = join_of(search, stm->exp->args[0].var);
  if (!type_is_irregular(stm->vars[0]->type) && join->depth == search->depth) join->reshapes++;
  return true;
}

static void search_leave(Walker *walker, Stm *stm) {
  (void)stm;
  Search *search = walker->context;
  search->depth--;
}

bool find_no_join(Arena *arena, Program *program, NoJoin *found) {
  Search search = {.arena = arena, .joins = map_new(arena)};
  search.walker = (Walker){.context = &search,
                           .use = search_use,
                           .bind = search_bind,
                           .enter = search_enter,
                           .leave = search_leave};
  walk_program(&search.walker, program);
  MapEntry entry;
  for (size_t cursor = 0; map_each(search.joins, &cursor, &entry);) {
    const Join *join = entry.value;
    if (join->stm && join->stm->exp->op == OP_PAR && join->uses == join->reshapes) continue;
    *found = (NoJoin){join->var, join->stm};
    return true;
  }
  return false;
}
