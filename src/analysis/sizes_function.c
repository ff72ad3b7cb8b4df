// Arrays of i64 as functions of their indices.
//
// The function of an array is a polynomial over the placeholders p0, p1, ...: of what a par maps,
// the value with p0 for the index; of a row s[i] of lengths the instance s(i, p0). An array about
// which nothing is known is its own instance at the placeholders. Values are canonical: an integer
// that was read from an array is replaced by the instance, so that equal elements are equal
// polynomials.
#include "analysis/sizes_internal.h"

#include "ir/build.h"
#include "ir/par.h"
#include "ir/type.h"

// ---- Variables that are in no program ----

static Var *ghost_new(Sizes *sizes, Name name, int64_t low) {
  Var *var = arena_make(sizes->arena, Var);
  *var = (Var){.name = name, .type = type_scalar(SCALAR_I64), .index = sizes->program->var_count++};
  define_interval(sizes, var, low, INT64_MAX);
  return var;
}

void functions_start(Sizes *sizes) {
  Name name = intern_str(sizes->program->names, "at");
  for (size_t i = 0; i < PLACEHOLDER_LIMIT; i++)
    sizes->placeholders[i] = ghost_new(sizes, name, 0);
  sizes->summed = ghost_new(sizes, name, 0);
}

const Instance *sizes_instance(Sizes *sizes, const Var *var) {
  return sizes_at(sizes, var)->instance;
}

Var *sizes_placeholder(Sizes *sizes, size_t number) { return sizes->placeholders[number]; }

Var *sizes_sum_placeholder(Sizes *sizes) { return sizes->summed; }

// ---- Polynomials ----

// Calls until one gives false; gives whether none did.
typedef bool VarTest(Sizes *sizes, const Var *var, const void *context);

static bool all_vars(Sizes *sizes, const Poly *poly, VarTest *test, const void *context) {
  for (size_t i = 0; i < poly->count; i++) {
    for (uint32_t k = 0; k < poly->terms[i].degree; k++)
      if (!test(sizes, poly->terms[i].vars[k], context)) return false;
  }
  return true;
}

static bool is_another(Sizes *sizes, const Var *var, const void *context) {
  if (var == context) return false;
  const Instance *instance = sizes_at(sizes, var)->instance;
  for (size_t i = 0; instance && i < instance->arg_count; i++)
    if (!all_vars(sizes, instance->args[i], is_another, context)) return false;
  return true;
}

bool sizes_mentions(Sizes *sizes, const Poly *poly, const Var *var) {
  return poly && !all_vars(sizes, poly, is_another, var);
}

static bool is_plain(Sizes *sizes, const Var *var, const void *context) {
  (void)context;
  return !sizes_at(sizes, var)->element_of;
}

const Poly *sizes_canonical(Sizes *sizes, const Poly *poly) {
  if (!poly || all_vars(sizes, poly, is_plain, NULL)) return poly;
  Algebra *algebra = sizes->algebra;
  const Poly *sum = poly_constant(algebra, 0);
  for (size_t i = 0; i < poly->count; i++) {
    const Poly *product = poly_constant(algebra, poly->terms[i].factor);
    for (uint32_t k = 0; k < poly->terms[i].degree; k++) {
      Var *var = poly->terms[i].vars[k];
      const Poly *value = sizes_at(sizes, var)->element_of;
      product = poly_mul(algebra, product, value ? value : poly_var(algebra, var));
    }
    sum = poly_add(algebra, sum, product);
  }
  return sum;
}

// ---- Instances ----

static bool are_equal(const Poly *const *a, const Poly *const *b, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (!poly_equal(a[i], b[i])) return false;
  return true;
}

static bool raise_depth(Sizes *sizes, const Poly *poly, uint32_t *depth) {
  for (size_t i = 0; poly && i < poly->count; i++) {
    for (uint32_t k = 0; k < poly->terms[i].degree; k++) {
      uint32_t other = sizes_at(sizes, poly->terms[i].vars[k])->depth;
      if (other > *depth) *depth = other;
    }
  }
  return poly != NULL;
}

// The instance of the array, or the sum, as a polynomial; unknown when there are too many, or when
// it is not known where the array is bound.
static const Poly *instance_of(Sizes *sizes, Var *array, const Poly *const *args, size_t count) {
  const Instance **list = array ? &sizes_at(sizes, array)->instances : &sizes->sums;
  uint32_t depth = array ? sizes_at(sizes, array)->depth : 0;
  if (array && !sizes_at(sizes, array)->is_bound) return NULL;
  for (size_t i = 0; i < count; i++)
    if (!raise_depth(sizes, args[i], &depth)) return NULL;
  size_t before = 0;
  for (const Instance *instance = *list; instance; instance = instance->next, before++)
    if (are_equal(instance->args, args, count)) return poly_var(sizes->algebra, instance->var);
  if (before == INSTANCES_PER_ARRAY || sizes->instance_count == INSTANCE_LIMIT) return NULL;
  sizes->instance_count++;
  bool is_natural = array && sizes_at(sizes, array)->is_lengths;
  Instance *made = arena_make(sizes->arena, Instance);
  *made = (Instance){.array = array, .arg_count = count, .next = *list};
  made->args = arena_array(sizes->arena, const Poly *, count);
  for (size_t i = 0; i < count; i++)
    made->args[i] = poly_keep(sizes->algebra, args[i]);
  Name name = array ? array->name : intern_str(sizes->program->names, "sum");
  made->var = ghost_new(sizes, name, is_natural ? 0 : INT64_MIN);
  sizes_at(sizes, made->var)->instance = made;
  sizes_at(sizes, made->var)->depth = depth;
  *(array ? &sizes_at(sizes, array)->instances : &sizes->sums) = made;
  return poly_var(sizes->algebra, made->var);
}

const Poly *sizes_sum(Sizes *sizes, const Poly *size, const Poly *body) {
  const Poly *args[] = {size, body};
  return instance_of(sizes, NULL, args, 2);
}

typedef struct Substitution {
  Var *const *from;
  const Poly *const *to;
  size_t count;
} Substitution;

static const Poly *substitute(Sizes *sizes, const Poly *poly, const Substitution *by);

static const Poly *substitute_var(Sizes *sizes, Var *var, const Substitution *by) {
  for (size_t i = 0; i < by->count; i++)
    if (by->from[i] == var) return by->to[i];
  const Instance *instance = sizes_at(sizes, var)->instance;
  if (!instance) return poly_var(sizes->algebra, var);
  const Poly **args = arena_array(sizes->arena, const Poly *, instance->arg_count);
  bool is_same = true;
  for (size_t i = 0; i < instance->arg_count; i++) {
    args[i] = substitute(sizes, instance->args[i], by);
    is_same &= args[i] == instance->args[i];
  }
  if (is_same) return poly_var(sizes->algebra, var);
  if (!instance->array) return sizes_sum(sizes, args[0], args[1]);
  return sizes_apply(sizes, instance->array, args);
}

static bool is_kept(Sizes *sizes, const Var *var, const void *context) {
  const Substitution *by = context;
  for (size_t i = 0; i < by->count; i++)
    if (!is_another(sizes, var, by->from[i])) return false;
  return true;
}

static const Poly *substitute(Sizes *sizes, const Poly *poly, const Substitution *by) {
  if (!poly || all_vars(sizes, poly, is_kept, by)) return poly;
  Algebra *algebra = sizes->algebra;
  const Poly *sum = poly_constant(algebra, 0);
  for (size_t i = 0; i < poly->count; i++) {
    const Poly *product = poly_constant(algebra, poly->terms[i].factor);
    for (uint32_t k = 0; k < poly->terms[i].degree; k++)
      product = poly_mul(algebra, product, substitute_var(sizes, poly->terms[i].vars[k], by));
    sum = poly_add(algebra, sum, product);
  }
  return sum;
}

const Poly *sizes_substitute(Sizes *sizes, const Poly *poly, Var *const *from,
                             const Poly *const *to, size_t count) {
  Substitution by = {.from = from, .to = to, .count = count};
  return substitute(sizes, poly, &by);
}

// ---- Functions ----

static bool is_function(const Type *type) {
  return type->kind == TYPE_ARRAY && type->scalar == SCALAR_I64 && type->rank <= PLACEHOLDER_LIMIT;
}

static void placeholder_polys(Sizes *sizes, size_t first, const Poly **polys) {
  for (size_t i = 0; i + first < PLACEHOLDER_LIMIT; i++)
    polys[i] = poly_var(sizes->algebra, sizes->placeholders[first + i]);
}

const Poly *sizes_function(Sizes *sizes, Var *array) {
  if (!is_function(array->type)) return NULL;
  if (!sizes_at(sizes, array)->function) {
    const Poly *args[PLACEHOLDER_LIMIT];
    placeholder_polys(sizes, 0, args);
    const Poly *own = instance_of(sizes, array, args, array->type->rank);
    sizes_at(sizes, array)->function = own;
  }
  return sizes_at(sizes, array)->function;
}

const Poly *sizes_apply(Sizes *sizes, Var *array, const Poly *const *indices) {
  if (!is_function(array->type)) return NULL;
  const Poly *function = sizes_at(sizes, array)->function;
  const Instance *own =
      function && poly_is_var(function) ? sizes_at(sizes, poly_is_var(function))->instance : NULL;
  if (!function || (own && own->array == array))
    return instance_of(sizes, array, indices, array->type->rank);
  return sizes_substitute(sizes, function, sizes->placeholders, indices, array->type->rank);
}

static void set_function(Sizes *sizes, Var *array, const Poly *function) {
  if (function) sizes_at(sizes, array)->function = poly_keep(sizes->algebra, function);
}

// Is it known outside the par with this index, but for the index?
static bool is_visible(Sizes *sizes, const Var *var, const void *context) {
  const Var *index = context;
  uint32_t depth = sizes_at(sizes, index)->depth;
  const Instance *instance = sizes_at(sizes, var)->instance;
  if (!instance) return var == index || sizes_at(sizes, var)->depth < depth;
  if (instance->array && sizes_at(sizes, instance->array)->depth >= depth) return false;
  for (size_t i = 0; i < instance->arg_count; i++)
    if (!all_vars(sizes, instance->args[i], is_visible, context)) return false;
  return true;
}

// The value at every index of the par, as a function of the index and the value's own indices.
static const Poly *mapped_function(Sizes *sizes, Var *index, Atom value) {
  const Poly *own;
  bool is_row = value.var && is_function(value.var->type);
  if (is_row && value.var->type->rank == PLACEHOLDER_LIMIT) return NULL;
  if (is_row) {
    const Poly *moved[PLACEHOLDER_LIMIT];
    placeholder_polys(sizes, 1, moved);
    own = sizes_apply(sizes, value.var, moved);
  } else {
    own = sizes_canonical(sizes, sizes_poly(sizes, value));
  }
  if (!own || !all_vars(sizes, own, is_visible, index)) return NULL;
  const Poly *at = poly_var(sizes->algebra, sizes->placeholders[0]);
  return sizes_substitute(sizes, own, &index, &at, 1);
}

static bool is_addition(const Output *output) {
  const Lambda *op = output->op;
  if (output->value_count != 1 || output->neutral[0].var || op->body->stms.count != 1) return false;
  const Stm *stm = op->body->stms.data[0];
  const Exp *exp = stm->exp;
  if (constant_to_i64(output->neutral[0].constant) != 0 || exp->op != OP_ADD) return false;
  bool is_straight = exp->args[0].var == op->params[0] && exp->args[1].var == op->params[1];
  bool is_crossed = exp->args[0].var == op->params[1] && exp->args[1].var == op->params[0];
  return op->body->results[0].var == stm->vars[0] && (is_straight || is_crossed);
}

// A sum wraps around like any other, so it is itself, but for the same size and values the same.
static void define_total(Sizes *sizes, Var *var, const Par *par, const Output *output) {
  if (!type_is_scalar(var->type, SCALAR_I64) || !is_addition(output)) return;
  const Poly *body = mapped_function(sizes, par->indices[0], output->values[0]);
  const Poly *size = sizes_canonical(sizes, sizes_poly(sizes, dim_size(par->space[0])));
  if (!body || !size || sizes_mentions(sizes, body, sizes->summed)) return;
  const Poly *at = poly_var(sizes->algebra, sizes->summed);
  body = sizes_substitute(sizes, body, &sizes->placeholders[0], &at, 1);
  sizes_at(sizes, var)->element_of = sizes_sum(sizes, size, body);
}

static void define_par(Sizes *sizes, const Stm *stm) {
  const Par *par = stm->exp->as.par;
  if (par->rank != 1 || dim_is_varying(par->space[0])) return;
  Var *const *results = stm->vars + par_block_count(stm);
  for (size_t i = 0; results + i < stm->vars + stm->var_count; i++) {
    size_t first;
    const Output *output = par_output_at(par, i, &first);
    Var *var = results[i];
    if (mode_has(output->mode, TRAIT_ELEMENTS) && is_function(var->type))
      set_function(sizes, var, mapped_function(sizes, par->indices[0], output->values[i - first]));
    if (mode_has(output->mode, TRAIT_TOTAL)) define_total(sizes, var, par, output);
  }
}

// ---- Selections ----

// The indices of the operand, over placeholders for those of the result. False for an LMAD.
static bool selected_args(Sizes *sizes, const Exp *exp, const Poly **args, size_t *selected,
                          bool *is_range) {
  size_t rank = exp->args[0].var->type->rank;
  bool is_slice = exp->op == OP_SLICE;
  if (rank > PLACEHOLDER_LIMIT || (is_slice && exp->as.selector.is_lmad)) return false;
  *selected = is_slice ? exp->as.selector.rank : exp->arg_count - 1;
  const Atom *atoms = exp->args + 1;
  for (size_t i = 0; i < *selected; i++) {
    is_range[i] = is_slice && exp->as.selector.is_range[i];
    args[i] = sizes_canonical(sizes, sizes_poly(sizes, atoms[0]));
    if (is_range[i] && !atom_is_i64(atoms[2], 1)) // the stride, times the placeholder that comes
      args[i] = NULL;
    atoms += is_range[i] ? 3 : 1;
  }
  for (size_t i = *selected; i < rank; i++) {
    is_range[i] = true;
    args[i] = poly_constant(sizes->algebra, 0);
  }
  return true;
}

// Lengths over the dimensions from start to end: each is fixed, or free from an offset on.
static const Poly *selected_lengths(Sizes *sizes, Var *lengths, const Poly *const *args,
                                    const bool *is_range, size_t start) {
  const Poly *at[PLACEHOLDER_LIMIT];
  size_t free_count = 0;
  for (size_t i = 0; i < lengths->type->rank; i++) {
    at[i] = args[start + i];
    if (is_range[start + i])
      at[i] = poly_add(sizes->algebra, at[i],
                       poly_var(sizes->algebra, sizes->placeholders[free_count++]));
    if (!at[i]) return NULL;
  }
  return sizes_apply(sizes, lengths, at);
}

static void define_selected(Sizes *sizes, Var *var, const Poly *value) {
  if (!value) return;
  if (type_is_scalar(var->type, SCALAR_I64))
    sizes_at(sizes, var)->element_of = poly_keep(sizes->algebra, value);
  else
    set_function(sizes, var, value);
}

// The lengths that a row or slice gives come first, in the order of the dimensions; rules_array.c.
static void define_selection(Sizes *sizes, const Stm *stm) {
  const Exp *exp = stm->exp;
  Var *array = exp->args[0].var;
  const Type *type = array->type;
  const Poly *args[PLACEHOLDER_LIMIT];
  bool is_range[PLACEHOLDER_LIMIT];
  size_t selected, next = 0;
  if (!selected_args(sizes, exp, args, &selected, is_range)) return;
  for (size_t i = selected; i < type->rank; i++) {
    Dim dim = type->dims[i];
    size_t end = i - dim.skip, start = end - dim_rank(dim);
    bool is_changed = dim_is_varying(dim) && start < selected;
    for (size_t k = selected; k < i && is_changed; k++)
      is_changed = type->dims[k].var != dim.var || k - type->dims[k].skip != end;
    if (!is_changed) continue;
    if (next + 1 >= stm->var_count) return;
    Var *var = stm->vars[next++];
    if (dim.var->type->kind == TYPE_ARRAY)
      define_selected(sizes, var, selected_lengths(sizes, dim.var, args, is_range, start));
  }
  Var *result = stm->vars[stm->var_count - 1];
  if (!is_function(type)) return;
  if (type_is_scalar(result->type, SCALAR_I64) || is_function(result->type))
    define_selected(sizes, result, selected_lengths(sizes, array, args, is_range, 0));
}

// ---- Statements ----

static void define_same(Sizes *sizes, const Stm *stm) {
  Var *result = stm->vars[stm->var_count - 1], *source = stm->exp->args[0].var;
  if (source && is_function(result->type) && is_function(source->type) &&
      source->type->rank == result->type->rank)
    set_function(sizes, result, sizes_function(sizes, source));
}

void define_functions(Sizes *sizes, const Stm *stm) {
  Op op = stm->exp->op;
  if (op == OP_PAR) define_par(sizes, stm);
  if (op == OP_INDEX || op == OP_SLICE) define_selection(sizes, stm);
  if (op == OP_COERCE || op == OP_COPY) define_same(sizes, stm);
}

void bind_lengths(Sizes *sizes, Var *const *vars, size_t count) {
  for (size_t i = 0; i < count; i++) {
    const Type *type = vars[i]->type;
    if (type->kind == TYPE_ARRAY) {
      sizes_at(sizes, vars[i])->depth = sizes->depth;
      sizes_at(sizes, vars[i])->is_bound = true;
    }
    for (size_t k = 0; type->kind == TYPE_ARRAY && k < type->rank; k++) {
      Var *lengths = type->dims[k].var;
      for (size_t j = 0; j < i && lengths && dim_is_varying(type->dims[k]); j++)
        if (vars[j] == lengths) sizes_at(sizes, lengths)->is_lengths = true;
    }
  }
}

// ---- Asking ----

bool sizes_arrays_equal(Sizes *sizes, Var *a, Var *b, Witnesses *witnesses) {
  if (a == b) return true;
  if (type_rank(a->type) != type_rank(b->type)) return false;
  const Poly *left = sizes_function(sizes, a), *right = sizes_function(sizes, b);
  return left && right &&
         prove_zero(sizes->bounds, poly_sub(sizes->algebra, left, right), witnesses);
}

bool sizes_is_uniform(Sizes *sizes, Var *array, const Poly **size) {
  const Poly *function = sizes_function(sizes, array);
  if (!function) return false;
  for (size_t i = 0; i < array->type->rank; i++)
    if (sizes_mentions(sizes, function, sizes->placeholders[i])) return false;
  *size = function;
  return true;
}
