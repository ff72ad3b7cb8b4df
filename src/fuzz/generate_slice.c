// Selections: slices by ranges and by LMADs, and updates of a selection.
#include "fuzz/generate.h"

// A range of a dimension: start, count and stride; all of it is inside.
typedef struct FuzzRange {
  Atom start, count, stride;
} FuzzRange;

static Atom ranged_op2(Author *author, Op op, Atom a, Atom b, int64_t low, int64_t high) {
  Atom result = author_op2(author, "n", op, a, b);
  facts_range(author, result.var, low, high);
  return result;
}

// Where there is at most one element the stride does not matter, however long it is.
static int64_t idle_stride(Author *author, int64_t count, int64_t stride) {
  static const int64_t strides[] = {INT64_MAX, INT64_MIN, (int64_t)1 << 62, -((int64_t)1 << 31)};
  if (count > 1 || !random_chance(&author->random, 15)) return stride;
  return strides[random_below(&author->random, sizeof strides / sizeof *strides)];
}

// A range with constants, inside every dimension of at least `low` elements.
static FuzzRange constant_range(Author *author, int64_t low, bool is_injective) {
  int64_t count = random_between(&author->random, 0, low < 4 ? low : 4);
  int64_t reach = count > 1 ? (low - 1) / (count - 1) : 2;
  int64_t stride = random_between(&author->random, 0, reach);
  if (is_injective && stride == 0) stride = count > 1 && reach == 0 ? 0 : 1;
  int64_t extent = count > 0 ? (count - 1) * stride : 0;
  int64_t spare = low - 1 - extent;
  int64_t start = count > 0 && spare > 0 ? random_between(&author->random, 0, spare) : 0;
  if (random_chance(&author->random, 30)) {
    start += extent;
    stride = -stride;
  }
  return (FuzzRange){atom_i64(start), atom_i64(count),
                     atom_i64(idle_stride(author, count, stride))};
}

static FuzzRange author_range(Author *author, Dim dim, bool is_injective) {
  Atom size = dim_size(dim), zero = atom_i64(0), one = atom_i64(1);
  int64_t low = dim_low(author, dim), high = dim_high(author, dim);
  switch (random_below(&author->random, 6)) {
  case 0: return (FuzzRange){zero, size, one};
  case 1: return (FuzzRange){author_op2(author, "last", OP_SUB, size, one), size, atom_i64(-1)};
  case 2: {
    Atom half = ranged_op2(author, OP_SDIV, size, atom_i64(2), low / 2, high / 2);
    return (FuzzRange){zero, half, atom_i64(2)};
  }
  case 3: {
    Atom wish = author_size(author, 4);
    int64_t wish_low = 0, wish_high = 4;
    atom_range(author, wish, &wish_low, &wish_high);
    Atom count = ranged_op2(author, OP_SMIN, wish, size, wish_low < low ? wish_low : low,
                            wish_high < high ? wish_high : high);
    bool is_suffix = random_chance(&author->random, 50);
    return (FuzzRange){is_suffix ? author_op2(author, "start", OP_SUB, size, count) : zero, count,
                       one};
  }
  case 4:
    if (low > 0 && !is_injective) return (FuzzRange){zero, author_size(author, 4), zero};
    return (FuzzRange){zero, size, one};
  default: return constant_range(author, low, is_injective);
  }
}

typedef struct FuzzSelection {
  Selector selector;
  Atom atoms[16];
  size_t atom_count;
  Dim dims[8]; // the counts of the ranges
  size_t dim_count;
} FuzzSelection;

// A selection of the leading dimensions; false when one may be empty where an index is wanted.
static bool choose_selection(Author *author, const Type *type, bool is_injective,
                             FuzzSelection *selection) {
  size_t rank = 1 + random_below(&author->random, type->rank);
  *selection = (FuzzSelection){.selector = selector_of(author->program, rank, true)};
  for (size_t k = 0; k < rank; k++) {
    if (dim_is_varying(type->dims[k])) {
      if (k == 0) return false;
      selection->selector.rank = (uint32_t)k;
      break;
    }
    Atom index;
    if (random_chance(&author->random, 35) && author_index(author, type->dims[k], &index)) {
      selection->selector.is_range[k] = false;
      selection->atoms[selection->atom_count++] = index;
      continue;
    }
    FuzzRange range = author_range(author, type->dims[k], is_injective);
    selection->atoms[selection->atom_count++] = range.start;
    selection->atoms[selection->atom_count++] = range.count;
    selection->atoms[selection->atom_count++] = range.stride;
    selection->dims[selection->dim_count++] = dim_atom(range.count);
  }
  return true;
}

// The ranges of the lengths that a selection of irregular rows gives.
static void record_lengths(Author *author, const Stm *stm, const Type *type, size_t count) {
  size_t next = 0;
  for (size_t k = 0; k < type->rank && next + 1 < stm->var_count; k++)
    if (dim_depends(type, k, count))
      facts_range(author, stm->vars[next++], dim_low(author, type->dims[k]),
                  dim_high(author, type->dims[k]));
}

bool write_slice(Author *author) {
  Var *array = author_pick(author, author_is_any_array, NULL);
  FuzzSelection selection;
  if (!array || !choose_selection(author, array->type, false, &selection)) return false;
  Stm *stm = author_emit(
      author, "slice",
      exp_slice(author->program, array, selection.selector, selection.atoms, selection.atom_count));
  record_lengths(author, stm, array->type, selection.selector.rank);
  const FuzzFacts *facts = facts_of(author, array);
  if (facts->has_range) facts_range(author, stm->vars[stm->var_count - 1], facts->low, facts->high);
  return true;
}

static bool is_vector(Author *author, const Var *var, const void *context) {
  (void)context;
  return type_is_array(var->type) && var->type->rank == 1 &&
         dim_low(author, var->type->dims[0]) > 0;
}

// An LMAD inside `low` elements. An injective one visits no element twice.
static FuzzSelection choose_lmad(Author *author, int64_t low, bool is_injective) {
  FuzzSelection selection = {.selector = {.is_lmad = true}};
  size_t rank = 1 + random_below(&author->random, 3);
  int64_t spare = low - 1, offset = 0, extent = 1;
  selection.atom_count = 1;
  selection.selector.rank = (uint32_t)rank;
  for (size_t k = 0; k < rank; k++) {
    // Seen from the last dimension outwards, a stride at least the extent of what is inside keeps
    // the elements apart.
    size_t place = rank - 1 - k;
    int64_t count = random_between(&author->random, 1, 3);
    int64_t most = count > 1 ? spare / (count - 1) : 3;
    int64_t least = is_injective ? extent : 0;
    if (least > most) count = 1, most = least;
    int64_t stride = random_between(&author->random, least, most);
    int64_t reach = (count - 1) * stride;
    spare -= reach;
    extent += reach;
    if (random_chance(&author->random, 30)) {
      offset += reach;
      stride = -stride;
    }
    selection.atoms[1 + 2 * place] = atom_i64(count);
    selection.atoms[2 + 2 * place] = atom_i64(idle_stride(author, count, stride));
    selection.dims[place] = dim_const(count);
    selection.atom_count += 2;
  }
  selection.dim_count = rank;
  selection.atoms[0] =
      atom_i64(offset + (spare > 0 ? random_between(&author->random, 0, spare) : 0));
  return selection;
}

bool write_lmad(Author *author) {
  Var *array = author_pick(author, is_vector, NULL);
  if (!array) return false;
  FuzzSelection selection = choose_lmad(author, dim_low(author, array->type->dims[0]), false);
  author_let(
      author, "view",
      exp_slice(author->program, array, selection.selector, selection.atoms, selection.atom_count));
  return true;
}

// ---- Updates ----

static bool is_regular_owned(Author *author, const Var *var, const void *context) {
  (void)context;
  return type_is_array(var->type) && !type_is_irregular(var->type) &&
         author_is_consumable(author, var);
}

bool write_update(Author *author) {
  Var *array = author_pick(author, is_regular_owned, NULL);
  if (!array)
    array =
        author_make(author, author_array_type(author, 1 + random_below(&author->random, 2)), false);
  const Type *type = array->type;
  FuzzSelection selection;
  if (author_has(author, FEATURE_LMAD) && is_vector(author, array, NULL) &&
      random_chance(&author->random, 30))
    selection = choose_lmad(author, dim_low(author, type->dims[0]), true);
  else if (!choose_selection(author, type, true, &selection))
    return false;
  Dim dims[8];
  size_t rank = selection.dim_count;
  for (size_t k = 0; k < rank; k++)
    dims[k] = selection.dims[k];
  if (!selection.selector.is_lmad)
    for (size_t k = selection.selector.rank; k < type->rank; k++)
      dims[rank++] = type->dims[k];
  Atom value = author_value(author, type_array(author->program, type->scalar, rank, dims));
  if (roots_overlap(atom_roots(author, value), atom_roots(author, atom_var(array))))
    value = atom_var(author_let(author, "copy", exp_new(author->program, OP_COPY, &value, 1)));
  Exp *exp = exp_update(author->program, array, selection.selector, selection.atoms,
                        selection.atom_count, value);
  author_consume(author, array);
  author_let(author, "new", exp);
  return true;
}
