// The author: what it knows, how it nests, and how it chooses what to write next.
#include "fuzz/generate.h"

#include <string.h>

typedef struct FeatureInfo {
  const char *name;
  unsigned percent, weight;
  Production *production;
} FeatureInfo;

static const FeatureInfo FEATURES[FEATURE_COUNT] = {
#define FEATURE(id, name, percent, weight, production) {name, percent, weight, production},
#include "fuzz/features.def"
#undef FEATURE
};

bool no_production(Author *author) {
  (void)author;
  return false;
}

Author author_new(Program *program, Stms *stms, uint64_t seed) {
  return (Author){
      .program = program,
      .arena = program->arena,
      .random = random_new(seed),
      .builder = builder_new(program, stms, SPAN_NONE),
      .facts = map_new(program->arena),
      .multiplicity = 1,
      .depth_limit = 8,
      .statement_limit = 1000,
      .work_limit = INT32_MAX,
  };
}

bool author_has(const Author *author, Feature feature) { return author->has[feature]; }

// ---- Ranges ----

FuzzFacts *facts_of(Author *author, const Var *var) {
  FuzzFacts *facts = map_get(author->facts, map_key(var));
  if (!facts) {
    facts = arena_make(author->arena, FuzzFacts);
    map_put(author->facts, map_key(var), facts);
  }
  return facts;
}

void facts_range(Author *author, const Var *var, int64_t low, int64_t high) {
  FuzzFacts *facts = facts_of(author, var);
  facts->has_range = true;
  facts->low = low;
  facts->high = high;
}

bool atom_range(Author *author, Atom atom, int64_t *low, int64_t *high) {
  if (!atom.var) {
    if (atom.constant.type != SCALAR_I64) return false;
    *low = *high = constant_to_i64(atom.constant);
    return true;
  }
  FuzzFacts *facts = facts_of(author, atom.var);
  *low = facts->low;
  *high = facts->high;
  return facts->has_range;
}

int64_t dim_low(Author *author, Dim dim) {
  if (!dim.var) return dim.size;
  FuzzFacts *facts = facts_of(author, dim.var);
  return facts->has_range && facts->low > 0 ? facts->low : 0;
}

int64_t dim_high(Author *author, Dim dim) {
  if (!dim.var) return dim.size;
  FuzzFacts *facts = facts_of(author, dim.var);
  return facts->has_range ? facts->high : SIZE_LIMIT;
}

int64_t type_volume(Author *author, const Type *type) {
  int64_t volume = 1;
  for (size_t k = 0; k < type_rank(type); k++)
    volume *= dim_high(author, type->dims[k]);
  return volume;
}

bool dim_depends(const Type *type, size_t k, size_t count) {
  Dim dim = type->dims[k];
  return dim_is_varying(dim) && k - dim.skip - dim_rank(dim) < count;
}

// ---- Storage ----

FuzzStorage roots_fresh(Author *author, bool is_owned) {
  uint32_t *ids = arena_array(author->arena, uint32_t, 1);
  ids[0] = (uint32_t)author->roots.count;
  vec_push(author->arena, &author->roots, (StorageRoot){false, is_owned, author->barrier});
  return (FuzzStorage){ids, 1};
}

FuzzStorage roots_join(Author *author, FuzzStorage a, FuzzStorage b) {
  FuzzStorage both = {arena_array(author->arena, uint32_t, a.count + b.count), 0};
  for (size_t k = 0; k < a.count; k++)
    both.ids[both.count++] = a.ids[k];
  for (size_t k = 0; k < b.count; k++)
    both.ids[both.count++] = b.ids[k];
  return both;
}

FuzzStorage atom_roots(Author *author, Atom atom) {
  return atom.var ? facts_of(author, atom.var)->roots : (FuzzStorage){NULL, 0};
}

bool roots_overlap(FuzzStorage a, FuzzStorage b) {
  for (size_t i = 0; i < a.count; i++)
    for (size_t j = 0; j < b.count; j++)
      if (a.ids[i] == b.ids[j]) return true;
  return false;
}

bool author_is_live(Author *author, const Var *var) {
  FuzzStorage roots = facts_of(author, var)->roots;
  for (size_t k = 0; k < roots.count; k++)
    if (author->roots.data[roots.ids[k]].is_dead) return false;
  return true;
}

bool author_is_consumable(Author *author, const Var *var) {
  FuzzStorage roots = facts_of(author, var)->roots;
  for (size_t k = 0; k < roots.count; k++) {
    StorageRoot root = author->roots.data[roots.ids[k]];
    if (root.is_dead || !root.is_owned || root.barrier != author->barrier) return false;
  }
  return roots.count > 0;
}

void author_consume(Author *author, const Var *var) {
  FuzzStorage roots = facts_of(author, var)->roots;
  for (size_t k = 0; k < roots.count; k++)
    author->roots.data[roots.ids[k]].is_dead = true;
}

void author_disown(Author *author, FuzzStorage roots) {
  for (size_t k = 0; k < roots.count; k++)
    author->roots.data[roots.ids[k]].is_owned = false;
}

// ---- Frames ----

void frame_enter(Author *author, Frame *frame, int64_t times, bool is_barrier) {
  *frame =
      (Frame){{0}, author->builder, author->scope.count, author->multiplicity, author->barrier};
  author->builder = builder_new(author->program, &frame->stms, SPAN_NONE);
  author->multiplicity *= times < 1 ? 1 : times;
  author->depth++;
  // Barriers are numbered apart, so that what one loop made is foreign to the next.
  if (is_barrier) {
    author->barrier = (uint32_t)author->roots.count + 1;
    roots_fresh(author, false);
  }
}

void frame_leave(Author *author, Frame *frame) {
  author->builder = frame->outer;
  author->scope.count = frame->scope_count;
  author->multiplicity = frame->multiplicity;
  author->barrier = frame->barrier;
  author->depth--;
}

bool author_can_nest(Author *author, int64_t times) {
  return author->depth < author->depth_limit && author->statement_count < author->statement_limit &&
         author->work + author->multiplicity * times * 4 < author->work_limit;
}

bool author_is_bound_since(Author *author, const Var *var, size_t count) {
  for (size_t k = count; k < author->scope.count; k++)
    if (author->scope.data[k] == var) return true;
  return false;
}

// ---- Writing ----

void author_bind(Author *author, Var *var, bool is_owned) {
  if (type_is_array(var->type)) {
    facts_of(author, var)->roots = roots_fresh(author, is_owned);
    for (size_t k = 0; k < var->type->rank; k++)
      if (var->type->dims[k].var)
        author_disown(author, facts_of(author, var->type->dims[k].var)->roots);
  }
  vec_push(author->arena, &author->scope, var);
}

// The storage of all lengths in a type; a row's lengths are views of them.
static FuzzStorage lengths_roots(Author *author, const Type *type) {
  FuzzStorage roots = {NULL, 0};
  for (size_t k = 0; k < type_rank(type); k++)
    if (dim_is_varying(type->dims[k]))
      roots = roots_join(author, roots, facts_of(author, type->dims[k].var)->roots);
  return roots;
}

static void author_record(Author *author, Stm *stm) {
  const Exp *exp = stm->exp;
  author->statement_count++;
  author->work += author->multiplicity;
  bool is_view = op_has(exp->op, FLAG_VIEW) && exp->op != OP_UPDATE;
  for (size_t k = 0; k < stm->var_count; k++) {
    Var *var = stm->vars[k];
    author_bind(author, var, true);
    if (!is_view || !type_is_array(var->type)) continue;
    bool is_opaque = exp->op == OP_OPAQUE;
    if (is_opaque || k + 1 == stm->var_count)
      facts_of(author, var)->roots = atom_roots(author, exp->args[is_opaque ? k : 0]);
    else
      facts_of(author, var)->roots = lengths_roots(author, atom_type(exp->args[0]));
  }
}

Stm *author_emit(Author *author, const char *name, Exp *exp) {
  Stm *stm = build_infer(&author->builder, name, exp);
  author_record(author, stm);
  return stm;
}

Stm *author_emit_as(Author *author, Exp *exp, Var *const *vars, size_t count) {
  Stm *stm = build_stm(&author->builder, exp, vars, count);
  author_record(author, stm);
  return stm;
}

void author_adopt(Author *author, Stm *stm) {
  vec_push(author->arena, author->builder.stms, stm);
  author_record(author, stm);
}

Var *author_let(Author *author, const char *name, Exp *exp) {
  Stm *stm = author_emit(author, name, exp);
  return stm->vars[stm->var_count - 1];
}

Var *author_shape(Author *author, const char *name, Exp *exp, const Type *type) {
  Var *var = var_new(author->program, name, type, SPAN_NONE);
  author_emit_as(author, exp, &var, 1);
  return var;
}

Atom author_op2(Author *author, const char *name, Op op, Atom a, Atom b) {
  Atom args[2] = {a, b};
  return atom_var(author_let(author, name, exp_new(author->program, op, args, 2)));
}

void author_wish(Author *author, Var *var) { vec_push(author->arena, &author->wishes, var); }

Var *author_pick(Author *author, Wanted *wanted, const void *context) {
  size_t count = 0;
  Var **found = arena_array(author->arena, Var *, author->scope.count + 1);
  for (size_t k = 0; k < author->scope.count; k++) {
    Var *var = author->scope.data[k];
    if (wanted(author, var, context) && author_is_live(author, var)) found[count++] = var;
  }
  if (count == 0) return NULL;
  size_t a = random_below(&author->random, count), b = random_below(&author->random, count);
  return found[a > b ? a : b];
}

bool author_is_any_array(Author *author, const Var *var, const void *context) {
  (void)author;
  (void)context;
  return type_is_array(var->type);
}

bool author_is_of_type(Author *author, const Var *var, const void *type) {
  (void)author;
  return type_equal(var->type, type);
}

static void author_statement(Author *author) {
  unsigned total = 0;
  for (size_t k = 0; k < FEATURE_COUNT; k++)
    if (author->has[k]) total += FEATURES[k].weight;
  for (int attempt = 0; attempt < 6; attempt++) {
    size_t choice = random_below(&author->random, total);
    for (size_t k = 0; k < FEATURE_COUNT; k++) {
      if (!author->has[k]) continue;
      if (choice < FEATURES[k].weight) {
        if (FEATURES[k].production(author)) return;
        break;
      }
      choice -= FEATURES[k].weight;
    }
  }
}

void author_statements(Author *author, size_t count) {
  for (size_t k = 0; k < count; k++) {
    if (author->statement_count >= author->statement_limit || author->work >= author->work_limit)
      return;
    author_statement(author);
  }
}
