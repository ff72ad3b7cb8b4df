// The inside of flat, shared by its files only.
#ifndef RAVEL_FLAT_FLAT_INTERNAL_H
#define RAVEL_FLAT_FLAT_INTERNAL_H

#include "flat/budget.h"
#include "ir/build.h"
#include "ir/map.h"

typedef struct Flattener {
  Program *program;
  Diag *diag;
  Mapper mapper;
  bool is_for_device; // launches cost: no loops over rows on the host
  size_t depth;       // pars around the statement
  FlatBudget budget;  // of versions
  Subst *spliced;     // results of pars without a space -> what they are
  Map *settled;       // Par: no versions of it
  Map *fills;         // arrays all of whose elements are one constant -> that Atom *
  Map *inner_funs;    // Fun -> the copy for the inside of pars
  Map *parallel_funs; // Fun -> itself, when a par is in it or in what it calls
} Flattener;

// ---- Pieces of code (pieces.c) ----

// The statement that binds the variable; NULL when none does.
const Stm *binding_of(const Stms *stms, const Var *var);

Body *body_of(Flattener *flattener, Stms stms, const Atom *results, size_t count);
// The thunk's statements for index `at`, with fresh names; the substitution then knows them.
Subst *build_thunk(Builder *builder, const Par *par, Atom at);
Atom *subst_atoms(Flattener *flattener, Subst *subst, const Atom *atoms, size_t count);
// Parameters named like the operator's, of the types of these values.
Var **params_like(Flattener *flattener, Var *const *models, const Atom *values, size_t count);
Atom *atoms_of(Flattener *flattener, Var *const *vars, size_t count);
Var *index_new(Flattener *flattener, const char *name, Span span);
// A counted loop over these parameters; the body was built already.
Exp *exp_for(Flattener *flattener, Var **params, const Atom *inits, size_t count, Var *index,
             Atom bound, Body *body);
// A copy of an array, so that nothing else shares its storage; a scalar stays as it is.
Atom build_owned(Builder *builder, Atom atom);
// Does one of the statements make the atom, rather than merely pass it on or look at it?
bool flat_is_fresh_in(const Stms *stms, Atom atom);
// From now on the statement also needs what the other one needs.
void needs_add(Program *program, Stm *stm, const Stm *other);
// An array of this type whose elements are all zero: room for what is written later.
Var *build_room(Flattener *flattener, Builder *builder, const Type *type);
Atom build_write(Flattener *flattener, Builder *builder, Var *array, const Atom *indices,
                 size_t count, Atom value);

// The most points that a par inside the outer one has with those inside it; 1 when there is none
// (degree.c).
Atom build_degree(Builder *builder, const Par *outer);
// The product of two degrees, or the largest number.
Atom build_degree_times(Builder *builder, const char *name, Atom a, Atom b);

// The element at these indices of an array that this point of the par makes by maps, computed
// without the array (elements.c). False when that is not so, or too much to do again; nothing is
// built then.
bool build_element_again(Builder *builder, const Par *par, Atom point, Var *array, const Atom *at,
                         size_t count, Atom *result);

// ---- The parts ----

// Does it have an output that combines arrays?
bool flat_has_array_operator(const Par *par);
// Writes what stands for a par that combines arrays: Core statements in which every such output is
// a loop, which may hold further pars that combine arrays. False when a value that had to leave the
// par is irregular; the par then stays as it is.
bool operators_expand(Flattener *flattener, const Stm *stm, Stms *out);

// Writes what stands for a par that combines small arrays of constant size: one that combines their
// elements (cells.c). False when there are none for which that is better.
bool cells_expand(Flattener *flattener, const Stm *stm, Stms *out);

// Notes the arrays of one value that are made in the body (rows.c).
void find_fills(Flattener *flattener, Body *body);
// The par with operators over scalars where they work element by element; the par itself if none
// does.
Stm *operators_peel(Flattener *flattener, Stm *stm);
// The same for the accumulators of a with_acc.
Stm *accs_peel(Flattener *flattener, Stm *stm);
// Gives the output an operator over scalars, when its operator works element by element.
bool operator_on_elements(Flattener *flattener, Output *output);
// From now on the statement needs whatever the pars of the operator need.
void operator_certs(Flattener *flattener, const Lambda *op, Stm *stm);
// Writes what stands for a reduction or scan of rows: one of each column. False when the operator
// does not work element by element (columns.c).
bool columns_expand(Flattener *flattener, Builder *builder, const Stm *stm);

// Does the output combine arrays?
bool combines_arrays(const Output *output);
// Can parts of the par become pars of their own? Not when a value that would have to be handed on
// has a size that is only known inside.
bool split_is_possible(Arena *arena, const Par *par);
// The par, and its epilogue as a par after it.
void split_epilogue(Flattener *flattener, const Stm *stm, Stms *out);
// The par without the outputs that are taken out, and each of these in a par after it.
typedef bool IsTaken(const Output *output);
void split_outputs(Flattener *flattener, const Stm *stm, IsTaken *is_taken, Stms *out);
// Is it a split? Has the par one? Are all that it has such of scalars into a few classes? Is it its
// only output, and what its points do light enough to be done twice? (split_row.c)
bool split_row_is_output(const Output *output);
bool split_row_is_in(const Par *par);
bool split_row_has_scalars(const Par *par);
bool split_row_is_plain(const Par *par);
// The pars that stand for such a split: of the counts, and of the arrays, in these rooms.
Stm *split_row_counts(Program *program, const Stm *stm);
Stm *split_row_places(Program *program, const Stm *stm, Var *const *rooms);

// Does a block of threads share the par when it is taken apart? The statement, or what stands for
// it then (blocks_apart.c).
bool blocks_can_take_apart(Arena *arena, const Par *par);
void blocks_take_apart(Program *program, Stm *stm, Stms *out);

// For a device: the par without its reductions and scans, when points have long pars inside.
bool split_sums(Flattener *flattener, const Stm *stm, Stms *out);

// Is the par worth a second version? Then what stands for it, with both, goes to `out`.
bool versions_split(Flattener *flattener, const Stm *stm, Stms *out);
// The body, in place, without thresholds: at a point no version would be faster than the last one,
// since it is all points together that are parallel, and a single thread of a device cannot ask.
Body *versions_settle(Program *program, Body *body);

#endif
