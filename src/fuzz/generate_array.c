// Arrays: choosing types, making an array of a given type, and every array operation.
#include "fuzz/generate.h"

// ---- Types ----

static bool is_size(Author *author, const Var *var, const void *context) {
  (void)context;
  const FuzzFacts *facts = facts_of(author, var);
  return type_is_scalar(var->type, SCALAR_I64) && facts->has_range && facts->low >= 0 &&
         facts->high <= SIZE_LIMIT && !facts->is_below;
}

Dim author_dim(Author *author) {
  static const int64_t sizes[] = {0, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 5, 5, 6};
  if (random_chance(&author->random, 65)) {
    Var *var = author_pick(author, is_size, NULL);
    if (var) return dim_var(var);
  }
  return dim_const(sizes[random_below(&author->random, sizeof sizes / sizeof *sizes)]);
}

const Type *author_array_type(Author *author, size_t rank) {
  Dim dims[4];
  int64_t volume = 1;
  for (size_t k = 0; k < rank; k++) {
    dims[k] = author_dim(author);
    volume *= dim_high(author, dims[k]);
    if (volume > 60) {
      dims[k] = dim_const(random_between(&author->random, 1, 2));
      volume = 60;
    }
  }
  return type_array(author->program, author_scalar_type(author), rank, dims);
}

const Type *type_drop(Program *program, const Type *type, size_t count) {
  return type_array(program, type->scalar, type->rank - count, type->dims + count);
}

// ---- Rows ----

// Gives the sizes that a selection of `array` bound to its left the ranges of the lengths they came
// from, and the selection itself the range of the elements.
static void record_selection(Author *author, const Stm *stm, const Var *array, size_t count) {
  size_t next = 0;
  for (size_t k = 0; k < array->type->rank && next + 1 < stm->var_count; k++) {
    if (!dim_depends(array->type, k, count)) continue;
    Dim dim = array->type->dims[k];
    facts_range(author, stm->vars[next++], dim_low(author, dim), dim_high(author, dim));
  }
  const FuzzFacts *facts = facts_of(author, array);
  if (facts->has_range) facts_range(author, stm->vars[stm->var_count - 1], facts->low, facts->high);
}

Var *author_row(Author *author, Var *array, Atom index) {
  Stm *stm = author_emit(author, "row", exp_index(author->program, array, &index, 1));
  record_selection(author, stm, array, 1);
  return stm->vars[stm->var_count - 1];
}

// ---- Making ----

// What dimension `k` of `type` is in row `index`, given the row's dimensions before it.
static Dim row_dim(Author *author, const Type *type, size_t k, Atom index, const Dim *row) {
  Dim dim = type->dims[k];
  if (!dim_depends(type, k, 1)) return dim;
  Var *lengths = author_row(author, dim.var, index);
  if (!type_is_array(lengths->type)) return dim_var(lengths);
  size_t first = k - dim.skip - dim_rank(dim);
  const Type *wanted = type_array(author->program, SCALAR_I64, lengths->type->rank, row + first);
  if (!type_equal(lengths->type, wanted)) {
    Atom operand = atom_var(lengths);
    Exp *coerce = exp_new(author->program, OP_COERCE, &operand, 1);
    Var *renamed = author_shape(author, "lengths", coerce, wanted);
    facts_range(author, renamed, dim_low(author, dim), dim_high(author, dim));
    lengths = renamed;
  }
  dim.var = lengths;
  return dim;
}

Var *author_make(Author *author, const Type *type, bool is_exact) {
  ParFrame frame;
  par_begin(author, &frame, type->dims[0]);
  Atom index = atom_var(frame.par->indices[0]);
  Atom value;
  if (type->rank == 1) {
    value = is_exact ? author_exact(author, type->scalar) : author_scalar(author, type->scalar);
  } else {
    Dim *row = arena_array(author->arena, Dim, type->rank - 1);
    for (size_t k = 1; k < type->rank; k++)
      row[k - 1] = row_dim(author, type, k, index, row);
    const Type *inner = type_array(author->program, type->scalar, type->rank - 1, row);
    value = atom_var(is_exact ? author_make(author, inner, true) : author_array(author, inner));
  }
  par_map_sized(author, &frame, value);
  Stm *stm = par_end(author, &frame);
  Var *made = stm->vars[stm->var_count - 1];
  if (type_equal(made->type, type)) return made;
  Atom operand = atom_var(made);
  return author_shape(author, "made", exp_new(author->program, OP_COERCE, &operand, 1), type);
}

Var *author_array(Author *author, const Type *type) {
  if (!author->is_plain && random_chance(&author->random, 70)) {
    Var *var = author_pick(author, author_is_of_type, type);
    if (var) return var;
  }
  return author_make(author, type, false);
}

static bool is_owned_of_type(Author *author, const Var *var, const void *type) {
  return type_equal(var->type, type) && author_is_consumable(author, var);
}

Var *author_owned(Author *author, const Type *type, bool is_exact) {
  if (!is_exact && random_chance(&author->random, 60)) {
    Var *var = author_pick(author, is_owned_of_type, type);
    if (var) return var;
  }
  return author_make(author, type, is_exact);
}

Atom author_value(Author *author, const Type *type) {
  if (type->kind == TYPE_SCALAR) return author_scalar(author, type->scalar);
  return atom_var(author_array(author, type));
}

// ---- Elements ----

// `if 0 < n then xs[..] else constant`, for an array whose first dimension may be empty.
static Atom guarded_element(Author *author, Var *array) {
  Scalar scalar = array->type->scalar;
  if (dim_high(author, array->type->dims[0]) == 0 && random_chance(&author->random, 80))
    return author_atom(author, scalar);
  Atom size = dim_size(array->type->dims[0]);
  Atom is_some = author_op2(author, "some", OP_SLT, atom_i64(0), size);
  Frame then_frame, else_frame;
  frame_enter(author, &then_frame, 1, false);
  Atom index = author_op2(author, "i", OP_SMOD, author_atom(author, SCALAR_I64), size);
  Var *row = author_row(author, array, index);
  Atom found = type_is_array(row->type) ? author_element(author, row) : atom_var(row);
  Body *then_body = body_new(author->program, then_frame.stms, &found, 1);
  frame_leave(author, &then_frame);
  frame_enter(author, &else_frame, 1, false);
  Atom other = author_atom(author, scalar);
  Body *else_body = body_new(author->program, else_frame.stms, &other, 1);
  frame_leave(author, &else_frame);
  Exp *exp = exp_if(author->program, is_some, then_body, else_body);
  return atom_var(author_shape(author, "e", exp, type_scalar(scalar)));
}

static Var *author_check(Author *author, Atom index, Dim dim) {
  Program *program = author->program;
  Atom size = dim_size(dim);
  Atom is_low = author_op2(author, "low", OP_SLE, atom_i64(0), index);
  Atom is_high = author_op2(author, "high", OP_SLT, index, size);
  Atom is_fine = author_op2(author, "fine", OP_AND, is_low, is_high);
  Atom shown[2] = {index, size};
  Name message = intern_str(program->names, "index {} out of bounds for length {}");
  return author_let(author, "cert", exp_assert(program, is_fine, message, shown, 2));
}

// Asserts the indices, all of them: what needs a certificate counts as guarded. Lets the next
// statement need that.
static void author_guard(Author *author, const Atom *indices, const Dim *dims, size_t count) {
  Var **certs = arena_array(author->arena, Var *, count);
  for (size_t k = 0; k < count; k++)
    certs[k] = author_check(author, indices[k], dims[k]);
  author->builder.certs = certs;
  author->builder.cert_count = count;
}

Atom author_element(Author *author, Var *array) {
  const Type *type = array->type;
  Atom indices[8];
  size_t count = 0;
  while (count < type->rank && !dim_is_varying(type->dims[count]) &&
         author_index(author, type->dims[count], &indices[count]))
    count++;
  if (count == 0) return guarded_element(author, array);
  if (author_has(author, FEATURE_ASSERT) && random_chance(&author->random, 40))
    author_guard(author, indices, type->dims, count);
  Stm *stm = author_emit(author, "e", exp_index(author->program, array, indices, count));
  author->builder.certs = NULL;
  author->builder.cert_count = 0;
  record_selection(author, stm, array, count);
  Var *element = stm->vars[stm->var_count - 1];
  return type_is_array(element->type) ? author_element(author, element) : atom_var(element);
}

bool write_element(Author *author) {
  Var *array = author_pick(author, author_is_any_array, NULL);
  if (!array) return false;
  author_element(author, array);
  return true;
}

static bool is_matrix(Author *author, const Var *var, const void *context) {
  (void)author;
  (void)context;
  return type_is_array(var->type) && var->type->rank >= 2;
}

bool write_row(Author *author) {
  Var *array = author_pick(author, is_matrix, NULL);
  Atom index;
  if (!array || !author_index(author, array->type->dims[0], &index)) return false;
  author_row(author, array, index);
  return true;
}

// ---- The other operations ----

bool write_permute(Author *author) {
  Var *array = author_pick(author, is_matrix, NULL);
  if (!array) return false;
  size_t rank = array->type->rank;
  uint32_t *permutation = arena_array(author->arena, uint32_t, rank);
  uint32_t *place = arena_array(author->arena, uint32_t, rank);
  for (size_t k = 0; k < rank; k++)
    permutation[k] = (uint32_t)k;
  for (size_t k = rank; k > 1; k--) {
    size_t other = random_below(&author->random, k);
    uint32_t kept = permutation[k - 1];
    permutation[k - 1] = permutation[other];
    permutation[other] = kept;
  }
  for (size_t k = 0; k < rank; k++)
    place[permutation[k]] = (uint32_t)k;
  for (size_t k = 0; k < rank; k++) {
    Dim dim = array->type->dims[k];
    if (!dim_is_varying(dim)) continue;
    // What a dimension depends on must stay together, in order, and to its left.
    size_t first = k - dim.skip - dim_rank(dim);
    for (size_t j = 0; j < dim_rank(dim); j++)
      if (place[first + j] != place[first] + j || place[first + j] > place[k]) return false;
  }
  author_let(author, "p", exp_permute(author->program, array, permutation));
  return true;
}

static Atom sum_of(Author *author, Atom a, Atom b, Op op) {
  int64_t a_low, a_high, b_low, b_high;
  bool is_known = atom_range(author, a, &a_low, &a_high) && atom_range(author, b, &b_low, &b_high);
  if (!a.var && !b.var) return atom_i64(op == OP_ADD ? a_low + b_low : a_low * b_low);
  Atom result = author_op2(author, "n", op, a, b);
  if (is_known && op == OP_ADD) facts_range(author, result.var, a_low + b_low, a_high + b_high);
  if (is_known && op == OP_MUL) facts_range(author, result.var, a_low * b_low, a_high * b_high);
  return result;
}

// Irregular arrays one after the other: their lengths are concatenated too.
static bool concat_ragged(Author *author) {
  Var *a = author_pick(author, author_is_ragged, NULL);
  Var *b = a ? author_pick(author, author_is_ragged, a->type) : NULL;
  if (!a || type_volume(author, a->type) + type_volume(author, b->type) > 200) return false;
  Dim parts[2] = {a->type->dims[1], b->type->dims[1]};
  Atom total = sum_of(author, dim_size(a->type->dims[0]), dim_size(b->type->dims[0]), OP_ADD);
  Dim dims[2] = {dim_atom(total)};
  Atom lengths[2] = {atom_var(parts[0].var), atom_var(parts[1].var)},
       rows[2] = {atom_var(a), atom_var(b)};
  dims[1] = dim_var(author_shape(author, "lengths", exp_concat(author->program, 0, lengths, 2),
                                 type_array(author->program, SCALAR_I64, 1, dims)));
  int64_t a_low = dim_low(author, parts[0]), b_low = dim_low(author, parts[1]);
  int64_t a_high = dim_high(author, parts[0]), b_high = dim_high(author, parts[1]);
  facts_range(author, dims[1].var, a_low < b_low ? a_low : b_low,
              a_high > b_high ? a_high : b_high);
  author_shape(author, "both", exp_concat(author->program, 0, rows, 2),
               type_array(author->program, a->type->scalar, 2, dims));
  return true;
}

bool write_concat(Author *author) {
  Var *array = author_pick(author, author_is_any_array, NULL);
  if (!array) return false;
  if (type_is_irregular(array->type)) return concat_ragged(author);
  uint32_t d = (uint32_t)random_below(&author->random, array->type->rank);
  size_t count = 1 + random_below(&author->random, 3);
  Atom parts[3] = {atom_var(array)};
  Dim dims[8];
  for (size_t k = 0; k < array->type->rank; k++)
    dims[k] = array->type->dims[k];
  Atom total = dim_size(dims[d]);
  for (size_t k = 1; k < count; k++) {
    if (random_chance(&author->random, 60)) dims[d] = author_dim(author);
    const Type *type = type_with_dims(author->program, array->type, array->type->rank, dims);
    parts[k] = atom_var(author_array(author, type));
    total = sum_of(author, total, dim_size(dims[d]), OP_ADD);
  }
  dims[d] = dim_atom(total);
  const Type *type = type_with_dims(author->program, array->type, array->type->rank, dims);
  if (type_volume(author, type) > 200) return false;
  author_shape(author, "both", exp_concat(author->program, d, parts, count), type);
  return true;
}

// Rows of different lengths.
static bool write_ragged_literal(Author *author) {
  Scalar scalar = author_scalar_type(author);
  Atom sizes[2], rows[2];
  int64_t highest = 0;
  for (size_t k = 0; k < 2; k++) {
    Dim dim = author_dim(author);
    sizes[k] = dim_size(dim);
    rows[k] = atom_var(author_array(author, type_array(author->program, scalar, 1, &dim)));
    if (dim_high(author, dim) > highest) highest = dim_high(author, dim);
  }
  Dim dims[2] = {dim_const(2)};
  Var *lengths = author_shape(author, "lengths", exp_new(author->program, OP_ARRAY, sizes, 2),
                              type_array(author->program, SCALAR_I64, 1, dims));
  facts_range(author, lengths, 0, highest);
  dims[1] = dim_var(lengths);
  author_shape(author, "lit", exp_new(author->program, OP_ARRAY, rows, 2),
               type_array(author->program, scalar, 2, dims));
  return true;
}

bool write_literal(Author *author) {
  if (author_has(author, FEATURE_IRREGULAR) && random_chance(&author->random, 25))
    return write_ragged_literal(author);
  size_t rank = random_chance(&author->random, 70) ? 0 : 1;
  const Type *element = author_array_type(author, rank);
  size_t count = random_below(&author->random, 5);
  Atom parts[5];
  for (size_t k = 0; k < count; k++)
    parts[k] = author_value(author, element);
  Dim dims[2] = {dim_const((int64_t)count)};
  if (rank == 1) dims[1] = element->dims[0];
  const Type *type = type_array(author->program, element->scalar, rank + 1, dims);
  author_shape(author, "lit", exp_new(author->program, OP_ARRAY, parts, count), type);
  return true;
}

bool write_copy(Author *author) {
  Var *array = author_pick(author, author_is_any_array, NULL);
  if (!array) return false;
  Atom operand = atom_var(array);
  Var *copy = author_let(author, "copy", exp_new(author->program, OP_COPY, &operand, 1));
  const FuzzFacts *facts = facts_of(author, array);
  if (facts->has_range) facts_range(author, copy, facts->low, facts->high);
  return true;
}

// The sum of all elements of an i64 array.
static Atom total_of(Author *author, Var *lengths) {
  int64_t volume = type_volume(author, lengths->type) * dim_high(author, dim_var(lengths));
  ParFrame frame;
  par_begin(author, &frame, lengths->type->dims[0]);
  Var *row = author_row(author, lengths, atom_var(frame.par->indices[0]));
  Atom value = type_is_array(row->type) ? total_of(author, row) : atom_var(row);
  par_sum(author, &frame, value);
  Stm *stm = par_end(author, &frame);
  facts_range(author, stm->vars[0], 0, volume);
  return atom_var(stm->vars[0]);
}

static bool reshape_to(Author *author, Var *array, size_t rank, const Dim *dims) {
  Atom operand = atom_var(array);
  const Type *type = type_array(author->program, array->type->scalar, rank, dims);
  Exp *exp = exp_new(author->program, OP_RESHAPE, &operand, 1);
  author_shape(author, "r", exp, type);
  return true;
}

// An irregular array to its elements, and perhaps back again.
static bool reshape_irregular(Author *author, Var *array) {
  const Type *type = array->type;
  size_t innermost = 0;
  for (size_t k = 0; k < type->rank; k++)
    if (dim_is_varying(type->dims[k])) innermost = k;
  Dim varying = type->dims[innermost];
  if (dim_rank(varying) != innermost || !author_is_live(author, varying.var)) return false;
  Dim dims[8] = {dim_atom(total_of(author, varying.var))};
  size_t rank = 1;
  for (size_t k = innermost + 1; k < type->rank; k++)
    dims[rank++] = type->dims[k];
  reshape_to(author, array, rank, dims);
  if (random_chance(&author->random, 50))
    reshape_to(author, vec_last(&author->scope), type->rank, type->dims);
  return true;
}

bool write_reshape(Author *author) {
  Var *array = author_pick(author, author_is_any_array, NULL);
  if (!array) return false;
  const Type *type = array->type;
  if (type_is_irregular(type)) return reshape_irregular(author, array);
  Dim dims[8];
  if (type->rank >= 2 && random_chance(&author->random, 50)) {
    Atom total = dim_size(type->dims[0]);
    for (size_t k = 1; k < type->rank; k++)
      total = sum_of(author, total, dim_size(type->dims[k]), OP_MUL);
    dims[0] = dim_atom(total);
    return reshape_to(author, array, 1, dims);
  }
  if (type->rank >= 3) return false;
  // The dimensions in another order, or with a 1 among them.
  size_t rank = 0;
  bool is_swapped = type->rank == 2 && random_chance(&author->random, 50);
  for (size_t k = 0; k < type->rank; k++)
    dims[rank++] = type->dims[is_swapped ? type->rank - 1 - k : k];
  if (!is_swapped) {
    dims[rank++] = dim_const(1);
    if (random_chance(&author->random, 50)) {
      dims[rank - 1] = dims[0];
      dims[0] = dim_const(1);
    }
  }
  return reshape_to(author, array, rank, dims);
}

bool write_coerce(Author *author) {
  Var *array = author_pick(author, author_is_any_array, NULL);
  if (!array) return false;
  size_t k = random_below(&author->random, array->type->rank);
  Dim dims[8];
  for (size_t j = 0; j < array->type->rank; j++)
    dims[j] = array->type->dims[j];
  int64_t low = dim_low(author, dims[k]), high = dim_high(author, dims[k]);
  if (dim_is_varying(dims[k])) {
    Atom operand = atom_var(dims[k].var);
    dims[k].var = author_let(author, "same", exp_new(author->program, OP_COPY, &operand, 1));
  } else {
    // Dimensions to the right whose lengths have this one would have to be renamed too.
    for (size_t j = k + 1; j < array->type->rank; j++)
      if (dim_is_varying(dims[j])) return false;
    Atom size = dim_size(dims[k]);
    dims[k] = dim_var(author_let(author, "same", exp_new(author->program, OP_OPAQUE, &size, 1)));
  }
  // Deeper lengths that have these lengths as a dimension would have to be renamed too.
  for (size_t j = k + 1; j < array->type->rank; j++)
    if (dim_rank(dims[j]) > 1) return false;
  facts_range(author, dims[k].var, low, high);
  const Type *type = type_with_dims(author->program, array->type, array->type->rank, dims);
  Atom operand = atom_var(array);
  author_shape(author, "alike", exp_new(author->program, OP_COERCE, &operand, 1), type);
  return true;
}

bool write_irregular(Author *author) {
  Dim dim = author_dim(author);
  if (!author_can_nest(author, dim_high(author, dim) * 8)) return false;
  ParFrame frame;
  par_begin(author, &frame, dim);
  author_statements(author, random_below(&author->random, 3));
  size_t shape = random_below(&author->random, 4);
  if (shape == 0 && author->depth < author->depth_limit && write_irregular(author)) {
    // The rows are irregular themselves.
    Var *inner = vec_last(&author->scope);
    par_map_sized(author, &frame, atom_var(inner));
  } else {
    int64_t most = random_between(&author->random, 1, 5);
    Dim dims[2] = {dim_atom(author_size(author, most)),
                   dim_const(random_between(&author->random, 1, 3))};
    const Type *type =
        type_array(author->program, author_scalar_type(author), 1 + (shape == 1), dims);
    par_map_sized(author, &frame, atom_var(author_array(author, type)));
  }
  par_end(author, &frame);
  return true;
}
