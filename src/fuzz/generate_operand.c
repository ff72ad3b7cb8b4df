// Maps whose points have operands of their own for what is inside them: the operator and the
// neutral element of a fold, and views that are not row-major, whose elements they copy in order.
#include "fuzz/generate.h"

static Atom last_index(Author *author, Dim dim) {
  return author_op2(author, "last", OP_SUB, dim_size(dim), atom_i64(1));
}

// A matrix seen in another way: transposed, with its rows in reverse, or with its columns.
static Var *turn(Author *author, Var *matrix) {
  Program *program = author->program;
  const Dim *dims = matrix->type->dims;
  size_t way = random_below(&author->random, 3);
  if (way == 0) {
    uint32_t *permutation = arena_array(author->arena, uint32_t, 2);
    permutation[0] = 1;
    return author_let(author, "turned", exp_permute(program, matrix, permutation));
  }
  Selector selector = {.rank = 2, .is_range = arena_array(author->arena, bool, 2)};
  Atom atoms[6];
  for (size_t k = 0; k < 2; k++) {
    bool is_reversed = k + 1 == way;
    selector.is_range[k] = true;
    atoms[3 * k] = is_reversed ? last_index(author, dims[k]) : atom_i64(0);
    atoms[3 * k + 1] = dim_size(dims[k]);
    atoms[3 * k + 2] = atom_i64(is_reversed ? -1 : 1);
  }
  return author_let(author, "turned", exp_slice(program, matrix, selector, atoms, 6));
}

// The elements of a matrix in order.
static Var *elements_of(Author *author, Var *matrix) {
  const Type *type = matrix->type;
  Atom sizes[2] = {dim_size(type->dims[0]), dim_size(type->dims[1])}, operand = atom_var(matrix);
  Atom total = author_op2(author, "total", OP_MUL, sizes[0], sizes[1]);
  facts_range(author, total.var, 0, type_volume(author, type));
  Dim dim = dim_var(total.var);
  return author_shape(author, "elements", exp_new(author->program, OP_RESHAPE, &operand, 1),
                      type_array(author->program, type->scalar, 1, &dim));
}

// Folds a vector; the operator and its neutral element are made of the number.
static Var *fold(Author *author, Var *vector, Atom number, bool is_plain) {
  ParFrame frame;
  Monoid monoid = monoid_shifted(author, vector->type->scalar, number);
  par_begin(author, &frame, vector->type->dims[0]);
  Atom value = atom_var(author_row(author, vector, atom_var(frame.par->indices[0])));
  if (!is_plain) author_statements(author, 1);
  par_fold(author, &frame, &monoid, random_chance(&author->random, 70) ? MODE_REDUCE : MODE_SCAN,
           &value);
  return par_end(author, &frame)->vars[0];
}

// Half of the points do nothing else: a device has kernels for such maps.
bool write_operand(Author *author) {
  Dim dim = author_dim(author), dims[2] = {author_dim(author), author_dim(author)};
  Scalar scalar = random_chance(&author->random, 50) ? SCALAR_I64 : SCALAR_I32;
  bool is_view = random_chance(&author->random, 50), is_plain = random_chance(&author->random, 50);
  const Type *type = type_array(author->program, scalar, is_view ? 2 : 1, dims);
  if (!author_can_nest(author, dim_high(author, dim) * type_volume(author, type))) return false;
  Var *array = author_make(author, type, false);
  Var *numbers = author_make(author, type_array(author->program, scalar, 1, &dim), false);
  ParFrame frame;
  par_begin(author, &frame, dim);
  Atom number = atom_var(author_row(author, numbers, atom_var(frame.par->indices[0])));
  if (!is_plain) author_statements(author, 1);
  Var *vector = is_view ? elements_of(author, turn(author, array)) : array;
  par_map_sized(author, &frame, atom_var(fold(author, vector, number, is_plain)));
  par_end(author, &frame);
  return true;
}
