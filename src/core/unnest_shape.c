// Shapes of irregular arrays: how many points their dimensions have, and where each point is.
//
//   [n][s]       s: [n]i64                  segment i has s[i] points
//   [n][s][t]    t: [n][s]i64, flat [k]i64  segment (i, j) has t[i, j] points, at
//   offsets_t[offsets_s[i] + j] [n][m][s^1]  s: [n]i64                  segment i has m * s[i]
//   points [m][n][s]    s: [n]i64                  m times the shape [n][s]
//
// The number of a point in row-major order is where its element is.
#include "core/unnest_internal.h"
#include "ir/type.h"

// ---- Arithmetic ----

static bool is_known(Atom atom) { return !atom.var; }

Atom unnest_binary(Unnester *unnester, const char *name, Op op, Atom a, Atom b) {
  return build_binary(&unnester->builder, name, op, a, b);
}

Atom unnest_add(Unnester *unnester, Atom a, Atom b) {
  if (atom_is_i64(a, 0)) return b;
  if (atom_is_i64(b, 0)) return a;
  return unnest_binary(unnester, "at", OP_ADD, a, b);
}

Atom unnest_sub(Unnester *unnester, Atom a, Atom b) {
  return atom_is_i64(b, 0) ? a : unnest_binary(unnester, "at", OP_SUB, a, b);
}

Atom unnest_mul(Unnester *unnester, Atom a, Atom b) {
  if (atom_is_i64(a, 1) || atom_is_i64(b, 0)) return b;
  if (atom_is_i64(b, 1) || atom_is_i64(a, 0)) return a;
  if (is_known(a) && is_known(b)) {
    uint64_t product =
        (uint64_t)constant_to_i64(a.constant) * (uint64_t)constant_to_i64(b.constant);
    return atom_i64((int64_t)product);
  }
  return unnest_binary(unnester, "count", OP_MUL, a, b);
}

// ---- Finding and making ----

size_t varying_rank(const Dim *dims, size_t rank) {
  while (rank > 0 && !dim_is_varying(dims[rank - 1]))
    rank--;
  return rank;
}

static size_t first_needed(const Dim *dims, size_t at) {
  return at - dims[at].skip - dim_rank(dims[at]);
}

// Are the dimensions the same, by name or, where the sizes are given, by definition?
static bool is_same_shape(const Shape *shape, const Dim *dims, size_t rank, Sizes *sizes) {
  if (shape->rank != rank) return false;
  for (size_t i = 0; i < rank; i++) {
    if (dim_equal(shape->dims[i], dims[i])) continue;
    if (!sizes || !sizes_dims_equal(sizes, shape->dims[i], dims[i], NULL)) return false;
  }
  return true;
}

static Sizes *sizes_here(Unnester *unnester) {
  if (!unnester->sizes && unnester->before) {
    unnester->sizes = sizes_new(unnester->scratch, unnester->program, unnester->before);
    sizes_learn(unnester->sizes, unnester->before->body);
  }
  return unnester->sizes;
}

// Shapes that are compared by more than their names, the latest first.
enum { SHAPE_LIMIT = 50 };

Shape *shape_find(Unnester *unnester, const Dim *dims, size_t rank) {
  for (size_t i = unnester->shapes.count; i > 0; i--)
    if (is_same_shape(unnester->shapes.data[i - 1], dims, rank, NULL))
      return unnester->shapes.data[i - 1];
  Sizes *sizes = unnester->shapes.count > 0 ? sizes_here(unnester) : NULL;
  for (size_t i = unnester->shapes.count, looked = 0; sizes && i > 0 && looked < SHAPE_LIMIT;
       i--, looked++)
    if (is_same_shape(unnester->shapes.data[i - 1], dims, rank, sizes))
      return unnester->shapes.data[i - 1];
  return NULL;
}

static Shape *shape_new(Unnester *unnester, const Dim *dims, size_t rank) {
  Shape *shape = arena_make(unnester->program->arena, Shape);
  *shape = (Shape){.dims = dims, .rank = rank, .free = rank, .origin = atom_i64(0)};
  for (size_t i = 0; i < rank; i++) {
    if (!dim_is_varying(dims[i])) continue;
    size_t first = first_needed(dims, i), end = i - dims[i].skip;
    if (first < shape->free) shape->free = first;
    if (end - 1 > shape->last) shape->last = end - 1;
  }
  return shape;
}

Shape *shape_declare(Unnester *unnester, const Dim *dims, size_t rank, Atom total) {
  Shape *shape = shape_new(unnester, dims, rank);
  shape->total = total;
  shape->is_named = true;
  vec_push(unnester->program->arena, &unnester->shapes, shape);
  return shape;
}

// The shape with its segments. One that is only declared, far out, is completed here.
static Shape *shape_get(Unnester *unnester, const Dim *dims, size_t rank) {
  Shape *shape = shape_find(unnester, dims, rank);
  if (shape && shape->is_complete) return shape;
  Shape *made = shape_new(unnester, dims, rank);
  if (shape) {
    made->total = shape->total;
    made->is_named = true;
  }
  shape_complete(unnester, made);
  vec_push(unnester->program->arena, &unnester->shapes, made);
  return made;
}

void shape_ready(Unnester *unnester, const Dim *dims, size_t rank) {
  size_t varying = varying_rank(dims, rank);
  if (varying > 0) (void)shape_get(unnester, dims, varying);
}

static Atom shape_total(Unnester *unnester, const Dim *dims, size_t rank) {
  Shape *shape = shape_find(unnester, dims, rank);
  return shape ? shape->total : shape_get(unnester, dims, rank)->total;
}

static Atom product_of(Unnester *unnester, const Dim *dims, size_t rank) {
  Atom product = atom_i64(1);
  for (size_t i = 0; i < rank; i++)
    product = unnest_mul(unnester, product, dim_size(dims[i]));
  return product;
}

Atom points_of(Unnester *unnester, const Dim *dims, size_t rank) {
  size_t varying = varying_rank(dims, rank);
  Atom rest = product_of(unnester, dims + varying, rank - varying);
  return varying == 0 ? rest : unnest_mul(unnester, shape_total(unnester, dims, varying), rest);
}

// Are the lengths of the segments just those of the one dimension after them?
static bool is_plain(const Shape *shape) {
  Dim dim = shape->dims[shape->rank - 1];
  return shape->rank == shape->last + 2 && dim.skip == 0 && dim_rank(dim) == shape->last + 1;
}

static Var *segment_lengths(Unnester *unnester, const Shape *shape) {
  size_t count = shape->last + 1;
  if (is_plain(shape)) return collapse(unnester, shape->dims[count].var, count);
  Atom points = points_of(unnester, shape->dims, count);
  coords_prepare(unnester, shape->dims, count);
  Atom *coords = arena_array(unnester->program->arena, Atom, shape->rank);
  Block block;
  Var *index = par_index_new(unnester, "segment");
  block_open(unnester, &block);
  coords_of(unnester, shape->dims, count, atom_var(index), coords);
  Atom size = atom_i64(1);
  for (size_t i = count; i < shape->rank; i++)
    size = unnest_mul(unnester, size, size_at(unnester, shape->dims, i, coords));
  return build_map(unnester, &block, index, points, size);
}

static Atom build_segments(Unnester *unnester, Var *lengths) {
  Atom operand = atom_var(lengths);
  return atom_var(build_let(&unnester->builder, "segments",
                            exp_new(unnester->program, OP_SEG_MAKE, &operand, 1)));
}

static Var *build_offsets(Unnester *unnester, Atom segments) {
  return build_let(&unnester->builder, "offsets",
                   exp_new(unnester->program, OP_SEG_OFFSETS, &segments, 1));
}

static Atom build_total(Unnester *unnester, Atom segments) {
  return atom_var(build_let(&unnester->builder, "total",
                            exp_new(unnester->program, OP_SEG_TOTAL, &segments, 1)));
}

Var *shape_hand(Unnester *unnester, Shape *shape) {
  if (shape->free > 0 || !is_plain(shape)) return NULL;
  const Var *lengths = elements_of(unnester, shape->dims[shape->rank - 1].var);
  if (lengths->type->rank != 1) return NULL;
  shape->offsets = var_new(unnester->program, "offsets", lengths->type, lengths->span);
  return shape->offsets;
}

Atom shape_handed(Unnester *unnester, const Dim *dims, size_t rank) {
  const Shape *shape = shape_get(unnester, dims, rank);
  // What has other names for its sizes has another type.
  bool is_named_so = is_same_shape(shape, dims, rank, NULL);
  if (is_named_so && shape->offsets && atom_is_i64(shape->origin, 0))
    return atom_var(shape->offsets);
  Var *lengths = collapse(unnester, dims[rank - 1].var, rank - 1);
  return atom_var(build_offsets(unnester, build_segments(unnester, lengths)));
}

// The one size of segments, when they have one that is known here.
static bool is_uniform(Unnester *unnester, const Shape *shape, Atom *size) {
  Sizes *sizes = is_plain(shape) ? sizes_here(unnester) : NULL;
  const Poly *poly;
  if (!sizes || !sizes_is_uniform(sizes, shape->dims[shape->rank - 1].var, &poly)) return false;
  int64_t number;
  Var *var = poly_is_var(poly);
  if (poly_is_constant(poly, &number)) *size = atom_i64(number);
  if (var) *size = atom_var(var);
  return poly_is_constant(poly, &number) || (var && !sizes_instance(sizes, var));
}

// Has a name of its own, since it may have to leave a par.
static Atom uniform_total(Unnester *unnester, const Shape *shape, Atom size) {
  Atom points = points_of(unnester, shape->dims, shape->last + 1);
  if (is_known(points) && is_known(size)) return unnest_mul(unnester, points, size);
  return unnest_binary(unnester, "total", OP_MUL, points, size);
}

void shape_complete(Unnester *unnester, Shape *shape) {
  shape->is_complete = true;
  if (shape->free > 0) {
    shape->inner = shape_get(unnester, shape->dims + shape->free, shape->rank - shape->free);
    if (!shape->is_named) shape->total = shape_counted(unnester, shape);
    return;
  }
  shape->lengths = segment_lengths(unnester, shape);
  if (shape->offsets) return; // a parameter, as the total is
  Atom segments = build_segments(unnester, shape->lengths), size;
  shape->offsets = build_offsets(unnester, segments);
  if (shape->is_named) return;
  shape->total = is_uniform(unnester, shape, &size) ? uniform_total(unnester, shape, size)
                                                    : build_total(unnester, segments);
}

Atom shape_counted(Unnester *unnester, const Shape *shape) {
  if (shape->free > 0) {
    Atom outer = product_of(unnester, shape->dims, shape->free);
    return unnest_mul(unnester, outer, shape->inner->total);
  }
  return build_total(unnester, build_segments(unnester, shape->lengths));
}

// ---- Where a point is ----

static Atom lookup(Unnester *unnester, const char *name, Var *array, Atom at) {
  return atom_var(build_index(&unnester->builder, name, array, &at, 1));
}

static Atom segment_start(Unnester *unnester, const Shape *shape, Atom segment) {
  return unnest_sub(unnester, lookup(unnester, "start", shape->offsets, segment), shape->origin);
}

Atom size_at(Unnester *unnester, const Dim *dims, size_t at, const Atom *coords) {
  if (!dim_is_varying(dims[at])) return dim_size(dims[at]);
  Var *lengths = dims[at].var;
  const Atom *own = coords + first_needed(dims, at);
  size_t rank = lengths->type->rank, varying = varying_rank(lengths->type->dims, rank);
  Atoms indices = {0};
  if (varying > 0)
    vec_push(unnester->program->arena, &indices,
             position_of(unnester, lengths->type->dims, varying, own));
  vec_append(unnester->program->arena, &indices, own + varying, rank - varying);
  return atom_var(build_index(&unnester->builder, "size", elements_of(unnester, lengths),
                              indices.data, indices.count));
}

// Goes on to count in row-major order through dimensions from `first` to `end`.
static Atom row_major(Unnester *unnester, const Dim *dims, size_t first, size_t end,
                      const Atom *coords, Atom base) {
  for (size_t i = first; i < end; i++) {
    if (!atom_is_i64(base, 0))
      base = unnest_mul(unnester, base, size_at(unnester, dims, i, coords));
    base = unnest_add(unnester, base, coords[i]);
  }
  return base;
}

static Atom shape_position(Unnester *unnester, const Shape *shape, const Atom *coords) {
  if (shape->free > 0) {
    Atom outer = row_major(unnester, shape->dims, 0, shape->free, coords, atom_i64(0));
    return unnest_add(unnester, unnest_mul(unnester, outer, shape->inner->total),
                      shape_position(unnester, shape->inner, coords + shape->free));
  }
  size_t count = shape->last + 1;
  Atom segment = position_of(unnester, shape->dims, count, coords);
  Atom start = segment_start(unnester, shape, segment);
  Atom within = row_major(unnester, shape->dims, count, shape->rank, coords, atom_i64(0));
  return unnest_add(unnester, start, within);
}

Atom position_of(Unnester *unnester, const Dim *dims, size_t rank, const Atom *coords) {
  size_t varying = varying_rank(dims, rank);
  Atom base = atom_i64(0);
  if (varying > 0) base = shape_position(unnester, shape_get(unnester, dims, varying), coords);
  return row_major(unnester, dims, varying, rank, coords, base);
}

// The sizes of dimensions up to the next varying one are known once those before are in range.
static Atom position_from(Unnester *unnester, const Dim *dims, size_t first, size_t rank,
                          const Atom *coords) {
  if (first == rank) return position_of(unnester, dims, rank, coords);
  Atom is_within = atom_bool(true);
  size_t end = first;
  for (; end < rank && (end == first || !dim_is_varying(dims[end])); end++) {
    Atom size = size_at(unnester, dims, end, coords);
    Atom is_below = unnest_binary(unnester, "is_within", OP_ULT, coords[end], size);
    is_within = is_within.var ? unnest_binary(unnester, "is_within", OP_AND, is_within, is_below)
                              : is_below;
  }
  Block inside, outside;
  block_open(unnester, &inside);
  Atom position = position_from(unnester, dims, end, rank, coords);
  block_close(unnester, &inside);
  block_open(unnester, &outside);
  block_close(unnester, &outside);
  Atom nowhere = atom_i64(-1);
  return *build_if(unnester, is_within, &inside, &position, &outside, &nowhere, 1);
}

Atom position_within(Unnester *unnester, const Dim *dims, size_t rank, const Atom *coords) {
  shape_ready(unnester, dims, rank);
  return position_from(unnester, dims, 0, rank, coords);
}

// ---- Which point it is ----

static Var *owners_find(const Unnester *unnester, const Shape *shape) {
  for (size_t i = unnester->owners.count; i > 0; i--)
    if (unnester->owners.data[i - 1].shape == shape) return unnester->owners.data[i - 1].array;
  return NULL;
}

static void owners_make(Unnester *unnester, const Shape *shape) {
  if (owners_find(unnester, shape)) return;
  Program *program = unnester->program;
  Atom segments = build_segments(unnester, shape->lengths);
  Dim dim = dim_atom(shape->total);
  Var *array =
      var_new(program, "owners", type_array(program, SCALAR_I64, 1, &dim), unnester->builder.span);
  build_stm(&unnester->builder, exp_new(program, OP_SEG_INDEX, &segments, 1), &array, 1);
  vec_push(program->arena, &unnester->owners, ((Owners){shape, array}));
}

void coords_prepare(Unnester *unnester, const Dim *dims, size_t rank) {
  size_t varying = varying_rank(dims, rank);
  if (varying == 0) return;
  const Shape *shape = shape_get(unnester, dims, varying);
  if (shape->free > 0) {
    coords_prepare(unnester, shape->inner->dims, shape->inner->rank);
    return;
  }
  coords_prepare(unnester, dims, shape->last + 1);
  owners_make(unnester, shape);
}

// Takes the coordinates from `first` to `end` off a number in row-major order; what is left is the
// number in the dimensions before.
static Atom split_coords(Unnester *unnester, const Dim *dims, size_t first, size_t end, Atom point,
                         Atom *coords, bool is_all) {
  for (size_t i = end; i > first; i--) {
    if (is_all && i == first + 1) {
      coords[first] = point;
      return atom_i64(0);
    }
    Atom size = size_at(unnester, dims, i - 1, coords);
    coords[i - 1] = unnest_binary(unnester, "coordinate", OP_SMOD, point, size);
    point = unnest_binary(unnester, "rest", OP_SDIV, point, size);
  }
  return point;
}

static void shape_coords(Unnester *unnester, const Shape *shape, Atom point, Atom *coords) {
  if (shape->free > 0) {
    Atom size = shape->inner->total;
    Atom inner = unnest_binary(unnester, "rest", OP_SMOD, point, size);
    Atom outer = unnest_binary(unnester, "rest", OP_SDIV, point, size);
    split_coords(unnester, shape->dims, 0, shape->free, outer, coords, true);
    shape_coords(unnester, shape->inner, inner, coords + shape->free);
    return;
  }
  size_t count = shape->last + 1;
  Atom segment = lookup(unnester, "segment", owners_find(unnester, shape), point);
  Atom within = unnest_sub(unnester, point, segment_start(unnester, shape, segment));
  coords_of(unnester, shape->dims, count, segment, coords);
  split_coords(unnester, shape->dims, count, shape->rank, within, coords, true);
}

void coords_of(Unnester *unnester, const Dim *dims, size_t rank, Atom point, Atom *coords) {
  size_t varying = varying_rank(dims, rank);
  Atom left = split_coords(unnester, dims, varying, rank, point, coords, varying == 0);
  if (varying > 0)
    shape_coords(unnester, shape_get(unnester, dims, varying), varying == rank ? point : left,
                 coords);
}

// ---- Ranges of points ----

// In row-major order from dimension `first` on, the coordinates before being `base`.
static Range row_range(Unnester *unnester, const Dim *dims, size_t first, size_t rank,
                       const Atom *coords, size_t fixed, const Range *range, Atom base) {
  Range points = {.count = atom_i64(1)};
  points.start = row_major(unnester, dims, first, fixed, coords, base);
  size_t next = fixed > first ? fixed : first;
  if (range && fixed >= first) {
    points.start = unnest_mul(unnester, points.start, size_at(unnester, dims, next, coords));
    points.start = unnest_add(unnester, points.start, range->start);
    points.count = range->count;
    next++;
  }
  for (size_t i = next; i < rank; i++) {
    Atom size = size_at(unnester, dims, i, coords);
    points.start = unnest_mul(unnester, points.start, size);
    points.count = unnest_mul(unnester, points.count, size);
  }
  return points;
}

// The points of these segments, of which there may be none.
static Range segments_range(Unnester *unnester, const Shape *shape, Range segments) {
  Atom is_some = unnest_binary(unnester, "is_some", OP_SLT, atom_i64(0), segments.count);
  Block some, none;
  block_open(unnester, &some);
  Atom start = segment_start(unnester, shape, segments.start);
  Atom last =
      unnest_sub(unnester, unnest_add(unnester, segments.start, segments.count), atom_i64(1));
  Atom last_start = segment_start(unnester, shape, last);
  Atom last_size = lookup(unnester, "size", shape->lengths, last);
  Atom end = unnest_add(unnester, last_start, last_size);
  Atom found[2] = {start, unnest_sub(unnester, end, start)};
  block_close(unnester, &some);
  block_open(unnester, &none);
  block_close(unnester, &none);
  Atom nothing[2] = {atom_i64(0), atom_i64(0)};
  Atom *results = build_if(unnester, is_some, &some, found, &none, nothing, 2);
  return (Range){results[0], results[1]};
}

static Range shape_range(Unnester *unnester, const Shape *shape, const Atom *coords, size_t fixed,
                         const Range *range) {
  size_t free = shape->free, count = shape->last + 1;
  size_t taken = fixed + (range ? 1 : 0);
  if (free > 0 && taken <= free) {
    Range points = row_range(unnester, shape->dims, 0, free, coords, fixed, range, atom_i64(0));
    points.start = unnest_mul(unnester, points.start, shape->inner->total);
    points.count = unnest_mul(unnester, points.count, shape->inner->total);
    return points;
  }
  if (free > 0) {
    Atom outer = row_major(unnester, shape->dims, 0, free, coords, atom_i64(0));
    Range points = shape_range(unnester, shape->inner, coords + free, fixed - free, range);
    outer = unnest_mul(unnester, outer, shape->inner->total);
    points.start = unnest_add(unnester, outer, points.start);
    return points;
  }
  if (fixed < count) {
    Range segments = range_of(unnester, shape->dims, count, coords, fixed, range);
    return segments_range(unnester, shape, segments);
  }
  Atom segment = position_of(unnester, shape->dims, count, coords);
  Range points =
      row_range(unnester, shape->dims, count, shape->rank, coords, fixed, range, atom_i64(0));
  points.start = unnest_add(unnester, segment_start(unnester, shape, segment), points.start);
  return points;
}

Range range_of(Unnester *unnester, const Dim *dims, size_t rank, const Atom *coords, size_t fixed,
               const Range *range) {
  size_t varying = varying_rank(dims, rank), taken = fixed + (range ? 1 : 0);
  if (varying == 0) return row_range(unnester, dims, 0, rank, coords, fixed, range, atom_i64(0));
  if (taken > varying) {
    Atom base = position_of(unnester, dims, varying, coords);
    return row_range(unnester, dims, varying, rank, coords, fixed, range, base);
  }
  Range points = shape_range(unnester, shape_get(unnester, dims, varying), coords, fixed, range);
  Atom rest = product_of(unnester, dims + varying, rank - varying);
  return (Range){unnest_mul(unnester, points.start, rest),
                 unnest_mul(unnester, points.count, rest)};
}

static Var *view(Unnester *unnester, Var *array, Range range) {
  Selector selector = selector_of(unnester->program, 1, true);
  Atom atoms[3] = {range.start, range.count, atom_i64(1)};
  return build_let(&unnester->builder, array->name,
                   exp_slice(unnester->program, array, selector, atoms, 3));
}

// The segments of the selection are some of the shape's own, so its descriptor is a view of the
// shape's.
static void shape_narrow(Unnester *unnester, const Shape *shape, const Atom *coords, size_t fixed,
                         const Range *range, const Dim *selected, size_t rank, Range *points) {
  size_t count = shape->last + 1;
  Shape *narrow = shape_new(unnester, selected, rank);
  narrow->free = 0; // the segments are there, also when nothing depends on the first dimension
  narrow->last = shape->last - fixed;
  size_t varying = varying_rank(shape->dims, count);
  size_t inner = varying_rank(selected, narrow->last + 1);
  if (inner > 0 && varying > 0)
    shape_select(unnester, shape->dims, varying, coords, fixed, range, selected, inner, NULL);
  Range segments = range_of(unnester, shape->dims, count, coords, fixed, range);
  Range found = segments_range(unnester, shape, segments);
  narrow->lengths = view(unnester, shape->lengths, segments);
  narrow->offsets = view(unnester, shape->offsets, segments);
  narrow->origin = unnest_add(unnester, shape->origin, found.start);
  narrow->total = found.count;
  if (points) *points = found;
  narrow->is_complete = true;
  vec_push(unnester->program->arena, &unnester->shapes, narrow);
}

bool shape_select(Unnester *unnester, const Dim *dims, size_t rank, const Atom *coords,
                  size_t fixed, const Range *range, const Dim *selected, size_t selected_rank,
                  Range *points) {
  Shape *known = shape_find(unnester, selected, selected_rank);
  if (known && known->is_complete) return false;
  const Shape *shape = shape_get(unnester, dims, rank);
  size_t free = shape->free;
  if (free == 0 && fixed <= shape->last && selected_rank == rank - fixed) {
    shape_narrow(unnester, shape, coords, fixed, range, selected, selected_rank, points);
    return true;
  }
  if (free > 0 && fixed >= free)
    shape_select(unnester, shape->inner->dims, shape->inner->rank, coords + free, fixed - free,
                 range, selected, selected_rank, NULL);
  else
    (void)shape_get(unnester, selected, selected_rank);
  return false;
}
