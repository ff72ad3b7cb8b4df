#include "ir/rules_internal.h"

// ---- Selections ----

// Lengths that a selection changes: what they were, and the result that they become.
typedef struct Changed {
  const Var *var;
  size_t end;
  int32_t result;
} Changed;

typedef struct Selection {
  Program *program;
  const Type *type;
  size_t selected;      // leading dimensions with an index or a range
  const bool *is_range; // per selected dimension
  Dim *dims;            // the result's dimensions so far
  size_t rank;
  size_t *places; // per dimension of `type`: how many dimensions before it are kept
  Vec(Changed) changed;
  Vec(const Type *) types;
} Selection;

// The result that holds the lengths of a dimension that depends on selected ones.
static int32_t selection_change(Selection *selection, Dim dim, size_t position) {
  size_t end = position - dim.skip, start = end - dim_rank(dim);
  for (size_t i = 0; i < selection->changed.count; i++) {
    const Changed *changed = &selection->changed.data[i];
    if (changed->var == dim.var && changed->end == end) return changed->result;
  }
  size_t first = selection->places[start], rank = selection->places[end] - first;
  Changed changed = {.var = dim.var, .end = end, .result = (int32_t)selection->types.count};
  const Dim *dims = selection->dims + first;
  const Type *type = type_with_dims(selection->program, dim.var->type, rank, dims);
  vec_push(selection->program->arena, &selection->types, type);
  vec_push(selection->program->arena, &selection->changed, changed);
  return changed.result;
}

// A whole dimension after the selected ones.
static void selection_keep(Selection *selection, size_t position) {
  Dim dim = selection->type->dims[position];
  size_t end = position - dim.skip;
  if (dim_is_varying(dim) && end - dim_rank(dim) < selection->selected) {
    int32_t result = selection_change(selection, dim, position);
    bool still_varies = selection->places[end] > selection->places[end - dim_rank(dim)];
    dim = dim_result(result);
    if (still_varies) dim.skip = (uint32_t)(selection->rank - selection->places[end]);
  }
  selection->dims[selection->rank++] = dim;
}

bool type_select(Program *program, const Type *type, size_t rank, const bool *is_range,
                 const Dim *counts, Signature *signature, StrBuf *why) {
  if (rank > type->rank) {
    strbuf_printf(why, "%zu dimensions are selected from an array of type ", rank);
    type_print(why, type);
    return false;
  }
  Selection selection = {.program = program, .type = type, .selected = rank, .is_range = is_range};
  selection.dims = arena_array(program->arena, Dim, type->rank);
  selection.places = arena_array(program->arena, size_t, type->rank + 1);
  for (size_t i = 0; i < type->rank; i++) {
    selection.places[i] = selection.rank;
    if (i >= rank) {
      selection_keep(&selection, i);
    } else if (is_range[i]) {
      selection.dims[selection.rank++] = counts[i];
    }
  }
  vec_push(program->arena, &selection.types,
           type_with_dims(program, type, selection.rank, selection.dims));
  *signature = (Signature){.types = selection.types.data, .count = selection.types.count};
  return true;
}

// The selection's signature, by the atoms of a selector that is not an LMAD.
static bool rule_select(Rule *rule, const Selector *selector, const Atom *atoms,
                        Signature *signature) {
  Dim *counts = arena_array(rule->program->arena, Dim, selector->rank);
  for (size_t i = 0; i < selector->rank; i++) {
    if (selector->is_range[i]) counts[i] = dim_atom(atoms[1]);
    atoms += selector->is_range[i] ? 3 : 1;
  }
  const Type *type = atom_type(rule->exp->args[0]);
  return type_select(rule->program, type, selector->rank, selector->is_range, counts, signature,
                     rule->why);
}

// The same for an LMAD: offset, then count and stride of each dimension.
static bool rule_select_lmad(Rule *rule, const Selector *selector, const Atom *atoms,
                             Signature *signature) {
  const Type *type = atom_type(rule->exp->args[0]);
  if (type->rank != 1) return rule_fail(rule, "an LMAD selects from an array of one dimension");
  Dim *dims = arena_array(rule->program->arena, Dim, selector->rank);
  for (size_t i = 0; i < selector->rank; i++)
    dims[i] = dim_atom(atoms[1 + 2 * i]);
  const Type **types = arena_array(rule->program->arena, const Type *, 1);
  types[0] = type_with_dims(rule->program, type, selector->rank, dims);
  *signature = (Signature){.types = types, .count = 1};
  return true;
}

// What the selector of a slice or update selects; its atoms start at operand `first`.
static bool rule_selected(Rule *rule, size_t first, Signature *signature) {
  const Exp *exp = rule->exp;
  const Selector *selector = &exp->as.selector;
  if (exp->arg_count < first || !rule_expect_array(rule, exp->args[0])) return false;
  const Atom *atoms = exp->args + first;
  size_t count = selector_atom_count(selector);
  if (!rule_arg_count(rule, first + count)) return false;
  if (!rule_expect_i64s(rule, "an index, start, count or stride", atoms, count)) return false;
  return selector->is_lmad ? rule_select_lmad(rule, selector, atoms, signature)
                           : rule_select(rule, selector, atoms, signature);
}

static bool rule_results(Rule *rule, const Signature *signature) {
  for (size_t i = 0; i < signature->count; i++)
    rule_result(rule, signature->types[i]);
  return true;
}

const Type *rule_row(Rule *rule, const Type *array, size_t index_count) {
  bool *is_range = arena_array(rule->program->arena, bool, index_count);
  Signature signature;
  if (!type_select(rule->program, array, index_count, is_range, NULL, &signature, rule->why))
    return NULL;
  if (signature.count == 1) return signature.types[0];
  rule_fail(rule, "the rows of an array of type ");
  type_print(rule->why, array);
  rule_fail(rule, " have no common size");
  return NULL;
}

bool rule_index(Rule *rule) {
  const Exp *exp = rule->exp;
  if (exp->arg_count < 2) return rule_fail(rule, "`index` needs an array and at least one index");
  size_t count = exp->arg_count - 1;
  if (!rule_expect_array(rule, exp->args[0])) return false;
  if (!rule_expect_i64s(rule, "an index", exp->args + 1, count)) return false;
  const Type *type = atom_type(exp->args[0]);
  bool *is_range = arena_array(rule->program->arena, bool, count);
  Signature signature;
  return type_select(rule->program, type, count, is_range, NULL, &signature, rule->why) &&
         rule_results(rule, &signature);
}

bool rule_slice(Rule *rule) {
  Signature signature;
  return rule_selected(rule, 1, &signature) && rule_results(rule, &signature);
}

bool rule_update(Rule *rule) {
  Signature signature;
  if (!rule_selected(rule, 2, &signature)) return false;
  if (signature.count != 1)
    return rule_fail(rule, "a selection whose lengths vary cannot be updated as a whole");
  return rule_expect(rule, "the new value", rule->exp->args[1], signature.types[0]) &&
         rule_result(rule, atom_type(rule->exp->args[0]));
}

// ---- Shapes given by the pattern ----

// The declared result: an array of this element type and, unless 0, this rank.
static bool rule_shaped(Rule *rule, Scalar scalar, size_t rank) {
  const char *text = op_info(rule->exp->op)->text;
  if (!rule->declared || rule->declared_count != 1 || !rule->declared[0]->type)
    return rule_fail(rule, "`%s` takes the shape of its one result from the pattern's type", text);
  const Type *type = rule->declared[0]->type;
  if (type_is_array(type) && type->scalar == scalar && (rank == 0 || type->rank == rank))
    return rule_result(rule, type);
  if (rank == 0) {
    rule_fail(rule, "`%s` gives an array of %s, not ", text, scalar_info(scalar)->text);
  } else {
    rule_fail(rule, "`%s` gives an array of %s with %zu dimension%s, not ", text,
              scalar_info(scalar)->text, rank, rank == 1 ? "" : "s");
  }
  type_print(rule->why, type);
  return false;
}

// The rules trust the declared dimensions, even constants that can never be right: a pass that puts
// a constant in the place of a size must not make a program illegal that only fails when it runs.

bool rule_reshape(Rule *rule) {
  return rule_arg_count(rule, 1) && rule_expect_array(rule, rule->exp->args[0]) &&
         rule_shaped(rule, atom_type(rule->exp->args[0])->scalar, 0);
}

bool rule_coerce(Rule *rule) {
  if (!rule_arg_count(rule, 1) || !rule_expect_array(rule, rule->exp->args[0])) return false;
  const Type *type = atom_type(rule->exp->args[0]);
  return rule_shaped(rule, type->scalar, type->rank);
}

bool rule_concat(Rule *rule) {
  const Exp *exp = rule->exp;
  if (exp->arg_count == 0) return rule_fail(rule, "`concat` needs at least one array");
  for (size_t i = 0; i < exp->arg_count; i++) {
    if (!rule_expect_array(rule, exp->args[i])) return false;
    const Type *first = atom_type(exp->args[0]), *type = atom_type(exp->args[i]);
    if (type->rank != first->rank || type->scalar != first->scalar)
      return rule_mismatch(rule, "each array", first, type);
  }
  const Type *type = atom_type(exp->args[0]);
  if (exp->as.dim >= type->rank)
    return rule_fail(rule, "there is no dimension %u to concatenate along", exp->as.dim);
  return rule_shaped(rule, type->scalar, type->rank);
}

// Without a pattern: the type of a literal of scalars, or of arrays of one regular type.
static bool rule_array_infer(Rule *rule) {
  const Exp *exp = rule->exp;
  if (exp->arg_count == 0 || type_is_irregular(atom_type(exp->args[0])))
    return rule_shaped(rule, 0, 0);
  const Type *type = atom_type(exp->args[0]);
  for (size_t i = 1; i < exp->arg_count; i++) {
    if (!rule_expect(rule, "each element", exp->args[i], type)) return false;
  }
  Dim *dims = arena_array(rule->program->arena, Dim, 1 + (size_t)type->rank);
  dims[0] = dim_const((int64_t)exp->arg_count);
  for (size_t i = 0; i < type->rank; i++)
    dims[1 + i] = type->dims[i];
  return rule_result(rule, type_array(rule->program, type->scalar, 1 + (size_t)type->rank, dims));
}

bool rule_array(Rule *rule) {
  const Exp *exp = rule->exp;
  for (size_t i = 0; i < exp->arg_count; i++) {
    const Type *type = atom_type(exp->args[i]), *first = atom_type(exp->args[0]);
    if (type->kind != TYPE_SCALAR && type->kind != TYPE_ARRAY)
      return rule_fail(rule, "only scalars and arrays can be elements of an array");
    if (type->rank != first->rank || type->scalar != first->scalar)
      return rule_mismatch(rule, "each element", first, type);
  }
  if (!rule->declared) return rule_array_infer(rule);
  if (rule->declared_count == 1 && exp->arg_count == 0)
    return rule_shaped(rule, rule->declared[0]->type->scalar, 0);
  if (exp->arg_count == 0) return rule_shaped(rule, SCALAR_I64, 0);
  const Type *first = atom_type(exp->args[0]);
  return rule_shaped(rule, first->scalar, 1 + (size_t)first->rank);
}

bool rule_copy(Rule *rule) {
  return rule_arg_count(rule, 1) && rule_expect_array(rule, rule->exp->args[0]) &&
         rule_result(rule, atom_type(rule->exp->args[0]));
}

bool rule_alloc(Rule *rule) {
  return rule_expect_i64s(rule, "a count of elements", rule->exp->args, rule->exp->arg_count) &&
         rule_result(rule, type_mem());
}

// ---- Permutations ----

// Moves a varying dimension along: what it depends on must stay together and to its left.
static bool permute_dim(Rule *rule, Dim *dim, size_t from, size_t to, const size_t *places) {
  size_t rank = dim_rank(*dim);
  if (rank == 0) return true;
  size_t end = from - dim->skip, start = end - rank;
  for (size_t i = start + 1; i < end; i++) {
    if (places[i] != places[i - 1] + 1)
      return rule_fail(rule, "the permutation takes dimensions apart that lengths depend on");
  }
  if (places[end - 1] >= to)
    return rule_fail(rule, "the permutation moves a dimension before one that it depends on");
  dim->skip = (uint32_t)(to - places[end - 1] - 1);
  return true;
}

bool rule_permute(Rule *rule) {
  if (!rule_arg_count(rule, 1) || !rule_expect_array(rule, rule->exp->args[0])) return false;
  const Type *type = atom_type(rule->exp->args[0]);
  const uint32_t *permutation = rule->exp->as.permutation;
  size_t *places = arena_array(rule->program->arena, size_t, type->rank);
  bool *is_placed = arena_array(rule->program->arena, bool, type->rank);
  for (size_t i = 0; i < type->rank; i++) {
    if (permutation[i] >= type->rank || is_placed[permutation[i]])
      return rule_fail(rule, "that is not a permutation of %u dimensions", type->rank);
    is_placed[permutation[i]] = true;
    places[permutation[i]] = i;
  }
  Dim *dims = arena_array(rule->program->arena, Dim, type->rank);
  for (size_t i = 0; i < type->rank; i++) {
    dims[i] = type->dims[permutation[i]];
    if (!permute_dim(rule, &dims[i], permutation[i], i, places)) return false;
  }
  return rule_result(rule, type_with_dims(rule->program, type, type->rank, dims));
}

// ---- Segment descriptors ----

// At Mem the second operand is where the segments end.
bool rule_seg_make(Rule *rule) {
  size_t count = rule->program->level == LEVEL_MEM ? 2 : 1;
  if (!rule_arg_count(rule, count) || !rule_expect_array(rule, rule->exp->args[0])) return false;
  const Type *type = atom_type(rule->exp->args[0]);
  if (type->scalar != SCALAR_I64) return rule_fail(rule, "lengths must be i64");
  if (count == 2 && !rule_expect(rule, "where the segments end", rule->exp->args[1], type))
    return false;
  return rule_result(rule, type_seg(rule->program, type->rank, type->dims));
}

bool rule_seg_view(Rule *rule) {
  if (!rule_arg_count(rule, 1)) return false;
  const Type *type = atom_type(rule->exp->args[0]);
  const char *text = op_info(rule->exp->op)->text;
  if (type->kind != TYPE_SEG) return rule_fail(rule, "`%s` needs a segment descriptor", text);
  if (rule->exp->op == OP_SEG_TOTAL) return rule_result(rule, type_scalar(SCALAR_I64));
  if (rule->exp->op == OP_SEG_INDEX) return rule_shaped(rule, SCALAR_I64, 1);
  if (rule->exp->op == OP_SEG_FLAGS) return rule_shaped(rule, SCALAR_BOOL, 1);
  return rule_result(rule, type_array(rule->program, SCALAR_I64, type->rank, type->dims));
}
