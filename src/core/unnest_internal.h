// The inside of unnest, shared by its files only. core/unnest.c has the contract.
#ifndef RAVEL_CORE_UNNEST_INTERNAL_H
#define RAVEL_CORE_UNNEST_INTERNAL_H

#include "analysis/analysis.h"
#include "base/vec.h"
#include "ir/build.h"
#include "ir/walk.h"

// How many points lie under the dimensions of irregular arrays, and where: the shape of some
// dimensions of which the last one varies. Nothing depends on the first `free` ones; what follows
// them is the shape `inner`. Without such dimensions, `last` is the last one that something depends
// on. Each point of the dimensions up to it starts a segment; how long it is and where it starts is
// in `lengths` and `offsets`, which are [points]i64. The offsets count from `origin`.
typedef struct Shape Shape;
struct Shape {
  const Dim *dims;
  size_t rank;
  Atom total;    // how many points there are
  bool is_named; // the total is known by name already, say as a parameter
  bool is_complete;
  size_t free;
  Shape *inner;
  size_t last;
  Var *lengths, *offsets;
  Atom origin;
  Var **certs; // of an entry point's value: that its total is the one given; NULL: not checked
  size_t cert_count;
  Atom given;
};

// The segment of each point of a shape.
typedef struct Owners {
  const Shape *shape;
  Var *array;
} Owners;

// What stands for one variable of a telescope: itself (or its elements), or the total of its shape.
typedef struct Slot {
  bool is_total;
  size_t from; // position in the old telescope
} Slot;

typedef struct UnnestPlan {
  Slot *data;
  size_t count, capacity;
} UnnestPlan;

typedef struct Unnester {
  Program *program;
  Diag *diag;
  Map *elements;       // irregular array, or accumulator of such -> the Var that stands for it
  Vec(Shape *) shapes; // known here, the innermost scope last
  Vec(Owners) owners;  // likewise
  Map *signatures;     // Fun -> Signature of it (unnest.c)
  Map *handed;         // Fun -> size_t *, how many of its last parameters are offsets
  Builder builder;     // where statements go
  bool has_failed;     // a refusal was reported
  const Fun *before;   // the function as it was; NULL: a signature or global
  Sizes *sizes;        // what is known about it; NULL: not asked yet
  Arena *scratch;      // for these
} Unnester;

// ---- Arithmetic, with constants folded ----

Atom unnest_add(Unnester *unnester, Atom a, Atom b);
Atom unnest_sub(Unnester *unnester, Atom a, Atom b);
Atom unnest_mul(Unnester *unnester, Atom a, Atom b);
Atom unnest_binary(Unnester *unnester, const char *name, Op op, Atom a, Atom b);

// ---- Bodies: statements go to a list of their own until it is closed ----

typedef struct Block {
  Stms stms;
  Stms *outer;
  size_t shape_count, owner_count;
  Var **certs;
  size_t cert_count;
} Block;

void block_open(Unnester *unnester, Block *block);
void block_close(Unnester *unnester, Block *block);
// One statement or value: `par (p < count) { ... map value }` over what the block holds, which is
// closed. The index is made by par_index_new before.
Var *par_index_new(Unnester *unnester, const char *name);
Var *build_map(Unnester *unnester, Block *block, Var *index, Atom count, Atom value);
Atom *build_if(Unnester *unnester, Atom condition, Block *then_block, const Atom *then_results,
               Block *else_block, const Atom *else_results, size_t count);

// ---- Shapes (unnest_shape.c) ----

// One more than the position of the innermost varying dimension; 0 when there is none.
size_t varying_rank(const Dim *dims, size_t rank);
// The shape of these dimensions, by whatever names: what is equal by definition has one descriptor.
Shape *shape_find(Unnester *unnester, const Dim *dims, size_t rank);
// A shape whose total is known by this name.
Shape *shape_declare(Unnester *unnester, const Dim *dims, size_t rank, Atom total);
// Finds the segments, also of a shape that was only declared.
void shape_complete(Unnester *unnester, Shape *shape);
// The parameter by which a function is handed the offsets of a shape; NULL when it finds them.
Var *shape_hand(Unnester *unnester, Shape *shape);
// Such offsets, for a call.
Atom shape_handed(Unnester *unnester, const Dim *dims, size_t rank);
// Has the segments of these dimensions found here, for what comes inside.
void shape_ready(Unnester *unnester, const Dim *dims, size_t rank);
// The total by its segments, also when it has a name.
Atom shape_counted(Unnester *unnester, const Shape *shape);
// How many points these dimensions have.
Atom points_of(Unnester *unnester, const Dim *dims, size_t rank);
// The size of dimension `at` at these coordinates of the dimensions before it.
Atom size_at(Unnester *unnester, const Dim *dims, size_t at, const Atom *coords);
// The number of the point with these coordinates, counted in row-major order.
Atom position_of(Unnester *unnester, const Dim *dims, size_t rank, const Atom *coords);
// The same, or -1 when a coordinate is out of range.
Atom position_within(Unnester *unnester, const Dim *dims, size_t rank, const Atom *coords);
// The coordinates of a point. What it needs is made by coords_prepare, outside a par.
void coords_prepare(Unnester *unnester, const Dim *dims, size_t rank);
void coords_of(Unnester *unnester, const Dim *dims, size_t rank, Atom point, Atom *coords);

typedef struct Range {
  Atom start, count;
} Range;

// The consecutive points with these first `fixed` coordinates and, unless `range` is NULL, the next
// coordinate in it.
Range range_of(Unnester *unnester, const Dim *dims, size_t rank, const Atom *coords, size_t fixed,
               const Range *range);
// Makes known the shape of that selection, whose dimensions are `selected`. When it finds the
// consecutive points on the way, `points` (unless NULL) becomes them: true.
bool shape_select(Unnester *unnester, const Dim *dims, size_t rank, const Atom *coords,
                  size_t fixed, const Range *range, const Dim *selected, size_t selected_rank,
                  Range *points);

// ---- Elements (unnest.c) ----

// What stands for a variable or atom.
Var *elements_of(Unnester *unnester, Var *var);
Atom unnest_atom(Unnester *unnester, Atom atom);
Atom *unnest_atoms(Unnester *unnester, const Atom *atoms, size_t count);
void elements_set(Unnester *unnester, Var *var, Var *elements);
bool unnest_is_nested(const Type *type); // an irregular array, or an accumulator of such
// The type of what stands for a value of this type.
const Type *unnest_type(Unnester *unnester, const Type *type);
// The type [points of the first dimensions][the rest], whose rest may be irregular itself.
const Type *collapsed_type(Unnester *unnester, const Type *type, size_t rank);
// The elements of an array in this type: a view of them.
Var *collapse(Unnester *unnester, Var *array, size_t rank);
// Binds `var`, a variable of the old program, to these elements.
void bind_elements(Unnester *unnester, Var *var, Var *elements);
Var *build_reshape(Unnester *unnester, Var *array, const Type *type);
void unnest_stms(Unnester *unnester, const Stms *stms);
Lambda *unnest_lambda(Unnester *unnester, const Lambda *lambda);
// Refuses a construct.
void unnest_refuse(Unnester *unnester, const char *what);

// ---- Selections and checks (unnest_array.c, unnest_check.c) ----

// What a selector says about one dimension.
typedef struct UnnestChoice {
  bool is_range;
  Atom start, count, stride; // an index is its start
} UnnestChoice;

// The operand's coordinates of a point of a selection.
void source_coords(Unnester *unnester, const UnnestChoice *choices, size_t count, size_t rank,
                   const Atom *coords, Atom *source);

// Must the statement that is being made be checked?
bool unnest_is_unchecked(const Unnester *unnester);
// Everything that is built from now on for this statement needs that the condition holds.
void unnest_require(Unnester *unnester, Atom condition, const char *text, const Atom *values,
                    size_t count);
// Unless it is checked: is the selection within the array?
void check_selection(Unnester *unnester, const Dim *dims, const UnnestChoice *choices,
                     size_t count);
// Unless it is checked: are there as many elements as the pattern says?
void check_count(Unnester *unnester, Atom present, Atom said);

// An array that is part of another one, whole: in front of its coordinates may stand `lead`, and
// along one dimension the arrays `before` stand in front of it. `all`, unless NULL, are those that
// together make that dimension.
typedef struct Part {
  const Dim *dims;
  size_t rank, along;
  bool has_lead;
  Atom lead;
  const Atom *before, *all;
  size_t before_count, all_count;
} Part;

// Does it have the sizes that the whole has there?
void check_part(Unnester *unnester, const Part *part, const Dim *whole);

// ---- Offsets that functions are handed (unnest_offsets.c) ----

// Drops those that no function needs.
void drop_handed(Unnester *unnester);

// ---- Entry points (unnest_entry.c) ----

// `par (index < count) { ... reduce (op; neutral) value }` over what the block holds, which is
// closed.
Atom build_fold(Unnester *unnester, Block *block, Var *index, Atom count, Op op, Atom neutral,
                Atom value);
// Asks whether the elements of an entry point's value number `index` are as many as its lengths
// say. The certificate; from now on `old` stands for elements that need it.
Var *check_entry(Unnester *unnester, const Fun *fun, Var *old, Var *param, size_t index);
// Results of an entry point whose size is that of an argument get it by the argument's own name.
void give_results(Unnester *unnester, const Fun *fun, Atom *results, size_t count);
// Has a result need the certificate when nothing uses what was checked by it.
void keep_check(Unnester *unnester, Var *cert, const Vars *checked, Atom *results, size_t count);

// ---- Statements ----

// The statement without irregular arrays (unnest_array.c, unnest_par.c).
void unnest_index(Unnester *unnester, const Stm *stm);
void unnest_slice(Unnester *unnester, const Stm *stm);
void unnest_update(Unnester *unnester, const Stm *stm);
void unnest_shaped(Unnester *unnester, const Stm *stm); // reshape, coerce
void unnest_permute(Unnester *unnester, const Stm *stm);
void unnest_concat(Unnester *unnester, const Stm *stm);
void unnest_literal(Unnester *unnester, const Stm *stm);
void unnest_par(Unnester *unnester, const Stm *stm);
// Splits of rows that differ in size (unnest_split.c): false when there are none.
bool unnest_splits(Unnester *unnester, const Stm *stm);
bool unnest_has_sized_splits(const Par *par);
void unnest_with_acc(Unnester *unnester, const Stm *stm);
void unnest_acc_update(Unnester *unnester, const Stm *stm);

#endif
