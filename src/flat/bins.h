// The inside of the pass bins, shared by its files only. bins.c has its contract.
//
// A nest whose points have rows of a length of their own, in loops of a count of their own, neither
// fits one thread for each point, since the threads of a warp then wait for each other twice, nor
// fits a block for each point, since most of a block has nothing to do. Here points are packed into
// bins, as long as their rows fit side by side into the places of a block, and one block does all
// the points of a bin together: two-level flattening in fast memory (paper 000).
//
// Terms
//   width     of a point: how long its rows are, at most
//   place     one of the BIN_PLACES places of a bin; a thread of the block goes with it
//   segment   the places of a point: as many as its width, and one if that is 0
//   row       an array of a point that is no longer than its width: a place for each element
//   room      an array of a point that may be longer
//   region    the statements of the point, or of a loop in it
//   phase     one par@block over the places: what runs between two times that threads wait
//   done      a point whose loop is over, while others of its bin go on; or that takes another arm
//
// The inspector (bins_pack.c, prelude/flat/bins.core) runs the slice of the point that computes
// widths, counts of loops and lengths of rooms, sorts points by falling counts, so that those of a
// bin end together, and packs them by many threads. The host learns how many bins there are.
//
// The rest is a translation, statement by statement, of the code of a point into phases. Nothing
// but this is made: every value of a point is one of the following.
//   - Scalars (G0) are computed by each thread of the segment, with the same result; so no thread
//     waits for them. One that another phase needs is an array with a value for each place, which
//     only its own thread reads (G11: nothing else is replicated); a cheap one is computed again.
//     Places without a segment follow the first segment of the bin, so that nothing is computed of
//     values that are not there.
//   - Rows are arrays of BIN_PLACES elements. `row[e]` is element first + e (G1, G12), and `first`
//     the first place of the segment; element k of a par over k is that of the place itself. An
//     update of an element is a `put` by the first thread of the segment, none where the segment is
//     done (G2).
//   - Rooms are in device memory (G4), padded to the longest of the bin and transposed: element e
//     of segment number s is element e * segments + s (G1, G13). The kernel owns one row of them
//     for each bin.
//   - A par over a row runs at all places (G3, G8, G9), where the segment is not done. What it
//     reads at its own index is at hand if the phase has made it; what it reads elsewhere must have
//     been made by a phase before.
//   - An element is put to a row or room by its own thread, nowhere where it is out of range, or
//     combined with what is in a row.
//   - Prefixes (G6, G7) are those of flags and values, and the flag says that a segment begins. A
//     reduction is the last of them (G5); where there are no elements, its place has the neutral
//     one. What an operator uses of the point goes with the values, and so does whether there is
//     one at all: no neutral element is the same for all segments then.
//   - A loop (G10) goes round as often as any of its segments wants. A segment that is done keeps
//     its values: what a phase gives for the next round is then what it was in this one. Of a loop
//     with a condition each segment carries whether it holds; that is asked in front of the loop
//     and at the end of each round, by phases like others, and so is whether any segment goes on.
//   - Both arms of a branch run, each for its segments, and then each takes what is its own.
//   - What varies with the place but not with the round is computed before the loop (rounds.c).
// Descriptors (first places, places within, numbers) are made once for each bin.
//
// The kernel leaves scalars and rows at their places. A par over the points reads them there, has
// the outputs of the nest, whatever their modes are, and makes arrays that are as long at all
// points (bins_give.c).
//
// Before, the point is put in terms of maps, prefixes, reductions and puts over rows
// (bins_normal.c), and it is found out how long rows are (bins_size.c). A point may have rows of
// several lengths: the segment is as wide as the longest, and places behind a row have nothing to
// do. So a filter, which leaves a length that nobody knew, leaves a row of the same segment.
//
// What cannot be translated stays with the other versions: `obstacle` says why.
#ifndef RAVEL_FLAT_BINS_H
#define RAVEL_FLAT_BINS_H

#include "flat/flat_internal.h"
#include "ir/build.h"
#include "ir/map.h"
#include "ir/walk.h"

enum {
  BIN_PLACES = 512, // as prelude/flat/bins.core says
  BIN_SHORT = 64    // arrays up to this constant length are rows
};

typedef enum BinKind {
  BIN_UNIFORM, // the same at all places: `atom`
  BIN_STORED,  // `array` has it for each place
  BIN_RECIPE,  // `recipe` computes it again
  BIN_ROW,     // `array` has its elements
  BIN_ROOM,    // `array` is what the bin has of it
  BIN_LAST     // a reduction: `array` has the prefixes
} BinKind;

typedef struct BinPhase BinPhase;

// What a loop carries. Its latest form has what it began with where segments are done.
typedef struct BinCarried {
  Var *latest;
} BinCarried;

// What a variable of the point is in the bin.
typedef struct BinValue {
  BinKind kind;
  Atom atom;
  Var *array; // NULL: `phase` has not ended yet
  Stm *recipe;
  size_t cost;       // RECIPE: how many statements
  Atom size;         // LAST: how many elements there are, at the point
  BinPhase *phase;   // that makes it
  Atom here;         // in that phase: what it is at the place itself
  BinCarried *keeps; // where segments are done, it is what this was; NULL: anything
} BinValue;

// Where statements go: to the point, or to a loop or an arm in it.
typedef struct BinRegion {
  struct BinRegion *parent;
  Builder host;
  Var *index;     // of the loop; NULL: no segment ends before the others
  Atom bound;     // of the loop, at the point
  Atom condition; // of the arm, at the point; a constant: there is none
  bool is_else;   // segments for which it holds are done
  Map *keeping;   // variable of the point -> BinCarried whose next value it is; NULL: none
} BinRegion;

typedef struct BinOutput {
  Mode mode;        // map; scan, within segments; put, combine; reduce: the largest
  BinValue **gives; // what the results are
  Atom *values;     // where segments are not done
  Atom *otherwise;  // where they are
  size_t count;
  const Output *source; // scan, combine: the operator
  Vars shared;          // scan: scalars of the point that it uses, whose values are the last ones
  BinValue *dest;       // put, combine
} BinOutput;

struct BinPhase {
  Var *place;
  Stms outer;  // at all places
  Stms inner;  // where segments are not done
  Map *known;  // variable of the point -> Atom
  Map *inside; // variable of `inner` -> itself
  VarSet read; // arrays
  Vec(BinOutput) outputs;
};

// The translation of a point.
typedef struct Binning {
  Program *program;
  Span span;
  VarSet bound; // at the point
  Var *width;
  Map *bounds;   // size at the point -> Var: it is at most that
  VarSet sizes;  // of rows
  Vars widths;   // of these, what the inspector measures
  int64_t least; // the longest row of a constant length; -1: none
  Map *values;   // variable of the point -> BinValue
  Vars lengths;  // of rooms
  Vars rooms;    // what the bin has of each
  Var *room;     // how long that is, known to the host
  BinRegion *region;
  BinPhase *phase; // NULL: none has begun
  // What a place knows, as if these were variables of the point.
  Var *first, *within, *number;
  Atom segments; // how many the bin has
  const char *obstacle;
  Span where;
} Binning;

// What the bins leave to a par over the points.
typedef struct BinGiven {
  Stms front; // of the point: what bins do
  Vars vars;  // that it needs of them: scalars and rows
  Par *gather;
} BinGiven;

// Notes why the point cannot be translated.
void bins_obstruct(Binning *bins, Span span, const char *obstacle);

// ---- Phases (bins_phase.c) ----

BinValue *bins_value(const Binning *bins, const Var *var);
// From now on the variable of the point is that.
BinValue *bins_bind(Binning *bins, const Var *var, BinValue value);
// The open phase.
BinPhase *bins_phase(Binning *bins);
// Ends it: its par is built, and what it gives is there.
void bins_end_phase(Binning *bins);
// What stands for an atom of the point in the open phase, which must not make it itself.
Atom bins_atom(Binning *bins, Atom atom);
// In the open phase the variable of the point is this.
void bins_know(Binning *bins, const Var *var, Atom atom);
// A copy of a statement of the point for the open phase, in which variables are what the
// substitution says. Of certificates it needs those that were given in this phase: the phases
// before have ended.
Stm *bins_copy(Binning *bins, Stm *stm, Subst *subst);
// A walker's function, whose context is a VarSet of certificates that statements need no more.
bool bins_strip_enter(Walker *walker, Stm *stm);
// A statement where segments are not done.
void bins_add(Binning *bins, Stm *stm);
// The variable is what each place has: here the atom.
void bins_give(Binning *bins, Var *var, BinKind kind, Atom here);
// What the variable of the point is kept as by segments that are done, or NULL.
BinCarried *bins_keeping(const Binning *bins, const Var *var);
// Prefixes; `is_there` says whether the place has a value.
void bins_scan(Binning *bins, const Output *source, BinValue **gives, const Atom *values,
               Atom is_there);
// Does the operator, or its neutral element, depend on the point?
bool bins_is_special(const Binning *bins, const Output *source);
// The array with the element written, or combined as the source says; none where `at` is out of
// range.
void bins_put(Binning *bins, const Output *source, BinValue *dest, BinValue *gives, Atom at,
              Atom value);
// The largest of the values of segments that are not done, or 0; ends the phase.
Atom bins_most(Binning *bins, Atom value);

// ---- Statements (bins_lift.c) ----

bool bins_is_scalar(const Var *var); // or a certificate
// Does the open phase make the variable, so that what it is can only be read in another one?
bool bins_must_wait(const Binning *bins, const Var *var);
// What stands for an atom of the point, in another phase if it must wait.
Atom bins_settled(Binning *bins, Atom atom);
// Does a thread do all of it by itself, and gives scalars or views?
bool bins_is_own_work(const Stms *stms);
bool bins_is_inside(const Binning *bins, Atom atom);
// Writes the statements as phases of the region.
void bins_lift_stms(Binning *bins, const Stms *stms);
// Writes the statements in front of the end of the point as phases, and then what it gives: arrays
// of the bin.
void bins_lift(Binning *bins, const BinGiven *given, Atom *results);

// ---- Before (bins_normal.c, bins_size.c) ----

// The statements in the terms that bins know.
Stms bins_normalise(Binning *bins, Stms stms);
// The constant step of a slice of one dimension; 0 when it is no such slice.
int64_t bins_slice_step(const Stm *stm);
// The size of the point is at most the other one.
void bins_bound_size(Binning *bins, const Var *size, Var *by);
// Finds the sizes of rows and rooms.
void bins_find_sizes(Binning *bins, const Par *par);
bool bins_is_size(const Binning *bins, Atom size);
// Is it an array as those that are rows: of a length that depends on the point, or a short one?
bool bins_is_row_type(const Binning *bins, const Type *type);

// ---- Loops and branches (bins_control.c) ----

// In the open phase, the element of the place itself.
Atom bins_own_element(Binning *bins, Var *array);
void bins_lift_loop(Binning *bins, Stm *stm);
void bins_lift_if(Binning *bins, Stm *stm);

// ---- The inspector (bins_pack.c) ----

// Does the point know the variable before it begins?
bool bins_is_early(const Binning *bins, const Par *par, Var *var);

// What is known of all points before they are packed.
typedef struct BinLengths {
  Atom widths, rounds, lengths; // arrays
  Atom widest, longest;         // width; how many elements a point goes through in all rounds
} BinLengths;

// Writes the par that computes them. False, and the obstacle is set, when a point knows them too
// late.
bool bins_measure(Binning *bins, Builder *builder, const Par *par, BinLengths *lengths);

typedef struct BinPacking {
  Atom bins, elements;
  Var *places; // of each point: the first
  Var *heads;
} BinPacking;

// Writes the inspector; the room of the bins becomes known.
BinPacking bins_pack(Binning *bins, Builder *builder, Atom points, const BinLengths *lengths);
// Writes the descriptor of a bin: what its places know.
void bins_describe(Binning *bins, Builder *builder, const Par *par, Atom bin, Var *heads,
                   Var *widths);

// ---- What points give (bins_give.c) ----

BinGiven bins_find_given(Binning *bins, const Par *par);
Var *bins_reshape(Builder *builder, const char *name, Var *array, size_t rank, const Dim *dims);
// Writes the par over the points, with the pattern of the nest; the body of the version.
Body *bins_gather(Binning *bins, Builder *host, const Stm *stm, const BinGiven *given,
                  const Stm *kernel, const BinPacking *packing);

#endif
