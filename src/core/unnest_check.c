// Checks of what hand-written programs do with irregular arrays. The pass `guard` checks regular
// arrays; here the sizes are found where the lengths are flat already. A statement that needs a
// certificate counts as guarded, and in a program that was not written by hand all are.
#include "core/unnest_internal.h"
#include "ir/type.h"

bool unnest_is_unchecked(const Unnester *unnester) {
  return unnester->program->is_unguarded && unnester->builder.cert_count == 0;
}

void unnest_require(Unnester *unnester, Atom condition, const char *text, const Atom *values,
                    size_t count) {
  Program *program = unnester->program;
  Name message = intern_str(program->names, text);
  Var *cert = build_let(&unnester->builder, "checked",
                        exp_assert(program, condition, message, values, count));
  Vars certs = {0};
  vec_append(program->arena, &certs, unnester->builder.certs, unnester->builder.cert_count);
  vec_push(program->arena, &certs, cert);
  unnester->builder.certs = certs.data;
  unnester->builder.cert_count = certs.count;
}

// ---- Selections ----

static Atom both(Unnester *unnester, Atom a, Atom b) {
  return unnest_binary(unnester, "fits", OP_AND, a, b);
}

// Are the first and the last place within the size, or are there none?
static Atom is_range_within(Unnester *unnester, const UnnestChoice *choice, Atom size) {
  Atom steps = unnest_binary(unnester, "steps", OP_SUB, choice->count, atom_i64(1));
  Atom reach = unnest_binary(unnester, "reach", OP_MUL, steps, choice->stride);
  Atom last = unnest_binary(unnester, "last", OP_ADD, choice->start, reach);
  Atom fits = unnest_binary(unnester, "fits", OP_SMULFITS, steps, choice->stride);
  fits = both(unnester, fits, unnest_binary(unnester, "fits", OP_ULT, choice->start, size));
  fits = both(unnester, fits, unnest_binary(unnester, "fits", OP_ULT, last, size));
  Atom is_empty = unnest_binary(unnester, "is_empty", OP_EQ, choice->count, atom_i64(0));
  return unnest_binary(unnester, "fits", OP_OR, is_empty, fits);
}

static Atom is_within(Unnester *unnester, const UnnestChoice *choice, Atom size) {
  if (choice->is_range) return is_range_within(unnester, choice, size);
  return unnest_binary(unnester, "fits", OP_ULT, choice->start, size);
}

// The size differs between the selected rows: is the choice within it for all of them?
static void check_in_rows(Unnester *unnester, const Dim *dims, const UnnestChoice *choices,
                          size_t at) {
  Arena *arena = unnester->program->arena;
  Dim *counts = arena_array(arena, Dim, at);
  size_t ranges = 0;
  for (size_t i = 0; i < at; i++)
    if (choices[i].is_range) counts[ranges++] = dim_atom(choices[i].count);
  Atom points = points_of(unnester, counts, ranges);
  shape_ready(unnester, dims, at);
  Atom *coords = arena_array(arena, Atom, at + 1), *rows = arena_array(arena, Atom, at);
  Var *index = par_index_new(unnester, "point");
  Block block;
  block_open(unnester, &block);
  coords_of(unnester, counts, ranges, atom_var(index), coords);
  source_coords(unnester, choices, at, at, coords, rows);
  Atom fits = is_within(unnester, &choices[at], size_at(unnester, dims, at, rows));
  fits = build_fold(unnester, &block, index, points, OP_AND, atom_bool(true), fits);
  unnest_require(unnester, fits, "{!E0402}a slice is out of bounds in a row", NULL, 0);
}

void check_selection(Unnester *unnester, const Dim *dims, const UnnestChoice *choices,
                     size_t count) {
  if (!unnest_is_unchecked(unnester)) return;
  Atom *coords = arena_array(unnester->program->arena, Atom, count);
  bool has_range = false;
  for (size_t i = 0; i < count; i++) {
    coords[i] = choices[i].start;
    if (!choices[i].is_range) continue;
    Atom is_natural = unnest_binary(unnester, "is_natural", OP_SLE, atom_i64(0), choices[i].count);
    unnest_require(unnester, is_natural, "{!E0404}a slice of {} elements", &choices[i].count, 1);
  }
  for (size_t i = 0; i < count; i++) {
    if (has_range && dim_is_varying(dims[i])) {
      check_in_rows(unnester, dims, choices, i);
      continue;
    }
    Atom size = size_at(unnester, dims, i, coords);
    Atom values[4] = {choices[i].start, size};
    const char *text = "{!E0402}index {} is out of bounds for size {}";
    if (choices[i].is_range) {
      text = "{!E0402}slice {} : {} : {} is out of bounds for size {}";
      values[1] = choices[i].count;
      values[2] = choices[i].stride;
      values[3] = size;
    }
    unnest_require(unnester, is_within(unnester, &choices[i], size), text, values,
                   choices[i].is_range ? 4 : 2);
    has_range = has_range || choices[i].is_range;
  }
}

// ---- Shapes ----

void check_count(Unnester *unnester, Atom present, Atom said) {
  if (!unnest_is_unchecked(unnester) || atom_equal(present, said)) return;
  Atom is_same = unnest_binary(unnester, "is_same", OP_EQ, said, present);
  unnest_require(unnester, is_same, "{!E0404}the pattern says {} elements, but the array has {}",
                 (Atom[]){said, present}, 2);
}

static void require_same(Unnester *unnester, Atom said, Atom present) {
  if (atom_equal(said, present)) return;
  Atom is_same = unnest_binary(unnester, "is_same", OP_EQ, said, present);
  unnest_require(unnester, is_same, "{!E0404}the pattern says a size of {}, but the array has {}",
                 (Atom[]){said, present}, 2);
}

// The coordinates in the whole of a point of the part.
static void whole_coords(Unnester *unnester, const Part *part, size_t rank, const Atom *coords,
                         Atom *whole) {
  size_t lead = part->has_lead ? 1 : 0;
  if (part->has_lead) whole[0] = part->lead;
  for (size_t i = 0; i < rank; i++)
    whole[lead + i] = coords[i];
  if (rank <= part->along) return;
  for (size_t i = 0; i < part->before_count; i++) {
    Atom size = size_at(unnester, atom_type(part->before[i])->dims, part->along, coords);
    whole[part->along] = unnest_add(unnester, whole[part->along], size);
  }
}

// What the dimension must have in the whole: all parts together along the one where they meet.
static Atom part_size(Unnester *unnester, const Part *part, size_t at, const Atom *coords) {
  if (at != part->along || !part->all) return size_at(unnester, part->dims, at, coords);
  Atom size = atom_i64(0);
  for (size_t i = 0; i < part->all_count; i++)
    size = unnest_add(unnester, size, size_at(unnester, atom_type(part->all[i])->dims, at, coords));
  return size;
}

void check_part(Unnester *unnester, const Part *part, const Dim *whole) {
  Arena *arena = unnester->program->arena;
  size_t lead = part->has_lead ? 1 : 0;
  for (size_t i = 0; i < part->rank; i++) {
    bool is_plain = !dim_is_varying(part->dims[i]) && !dim_is_varying(whole[lead + i]);
    if (is_plain) {
      require_same(unnester, dim_size(whole[lead + i]), part_size(unnester, part, i, NULL));
      continue;
    }
    if (!part->all && lead == 0 && dim_equal(part->dims[i], whole[i])) continue;
    coords_prepare(unnester, part->dims, i);
    shape_ready(unnester, whole, lead + i);
    Atom points = points_of(unnester, part->dims, i);
    Atom *coords = arena_array(arena, Atom, i + 1), *around = arena_array(arena, Atom, i + 2);
    Var *index = par_index_new(unnester, "point");
    Block block;
    block_open(unnester, &block);
    coords_of(unnester, part->dims, i, atom_var(index), coords);
    whole_coords(unnester, part, i, coords, around);
    Atom said = size_at(unnester, whole, lead + i, around);
    Atom present = part_size(unnester, part, i, coords);
    Atom is_same = unnest_binary(unnester, "is_same", OP_EQ, said, present);
    is_same = build_fold(unnester, &block, index, points, OP_AND, atom_bool(true), is_same);
    unnest_require(unnester, is_same, "{!E0404}the pattern says other lengths than the array has",
                   NULL, 0);
  }
}
