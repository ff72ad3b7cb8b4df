// The inside of flat, shared by its files only.
#ifndef RAVEL_FLAT_FLAT_INTERNAL_H
#define RAVEL_FLAT_FLAT_INTERNAL_H

#include "ir/build.h"
#include "ir/map.h"

typedef struct Flattener {
  Program *program;
  Mapper mapper;
  bool is_for_device;     // launches cost: no loops over rows on the host
  size_t depth;           // pars around the statement
  uint32_t version_count; // thresholds named so far
  Subst *spliced;         // results of pars without a space -> what they are
  Map *settled;           // Par: no versions of it
  Map *fills;             // arrays all of whose elements are one constant -> that Atom *
  Map *inner_funs;        // Fun -> the copy for the inside of pars
  Map *parallel_funs;     // Fun -> itself, when a par is in it or in what it calls
} Flattener;

// A name for the next threshold: "reduce_3".
Name threshold_name(Flattener *flattener, const char *what);

// ---- Pieces of code (pieces.c) ----

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
// A copy of an array, so that nobody else has its storage; a scalar as it is.
Atom build_owned(Builder *builder, Atom atom);
// Is the atom made by one of the statements, not merely passed on or looked at by it?
bool is_fresh_in(const Stms *stms, Atom atom);
// The statement needs from now on what the other one needs, too.
void needs_add(Program *program, Stm *stm, const Stm *other);
// An array of this type whose elements are all zero: room for what is written later.
Var *build_room(Flattener *flattener, Builder *builder, const Type *type);
Atom build_write(Flattener *flattener, Builder *builder, Var *array, const Atom *indices,
                 size_t count, Atom value);

// ---- The parts ----

// Has it an output that combines arrays?
bool has_array_operator(const Par *par);
// Writes what stands for a par that combines arrays: Core statements in which every such output is
// a loop, which may hold further pars that combine arrays. False when a value that had to leave the
// par is irregular; the par then stays as it is.
bool operators_expand(Flattener *flattener, const Stm *stm, Stms *out);

// Notes the arrays of one value that are made in the body (rows.c).
void find_fills(Flattener *flattener, Body *body);
// The par with operators over scalars where they work element by element; itself without any.
Stm *operators_peel(Flattener *flattener, Stm *stm);
// The same for the accumulators of a with_acc.
Stm *accs_peel(Flattener *flattener, Stm *stm);
// Gives the output an operator over scalars, when its operator works element by element.
bool operator_on_elements(Flattener *flattener, Output *output);
// What pars of the operator need is needed by the statement from now on.
void operator_certs(Flattener *flattener, const Lambda *op, Stm *stm);
// Writes what stands for a reduction or scan of rows: one of each column. False when the operator
// does not work element by element (columns.c).
bool columns_expand(Flattener *flattener, Builder *builder, const Stm *stm);

// Does the output combine arrays?
bool combines_arrays(const Output *output);
// Can parts of the par become pars of their own? Not when a value that would have to be handed on
// has a size that is only known inside.
bool can_split(Arena *arena, const Par *par);
// The par, and its epilogue as a par behind it.
void split_epilogue(Flattener *flattener, const Stm *stm, Stms *out);
// The par without the outputs that are taken, and each of these in a par behind it.
typedef bool IsTaken(const Output *output);
void split_outputs(Flattener *flattener, const Stm *stm, IsTaken *is_taken, Stms *out);
// For a device: the par without its reductions and scans, when points have long pars inside.
bool split_sums(Flattener *flattener, const Stm *stm, Stms *out);

// Is the par worth a second version? Then what stands for it, with both, goes to `out`.
bool versions_split(Flattener *flattener, const Stm *stm, Stms *out);
// The body, in place, without thresholds: at a point all versions but the last would be no faster,
// since all points together have what is parallel, and one thread of a device cannot ask.
Body *versions_settle(Program *program, Body *body);

#endif
