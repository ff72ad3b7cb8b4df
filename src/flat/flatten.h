// The inside of the pass flatten, shared by its files only. flatten.c has its contract.
//
// Terms
//   root      the par@grid, or the lifted function, whose points all code is distributed over
//   point     one run of the root's body, or of a body inside it
//   context   a set of points and what each of them knows: the host's arrays by which points are
//             told apart, and a list of cheap statements, the prefix, that computes the rest again
//             wherever it is needed
//   inside    bound at a point, so different at each; everything else belongs to the host
//   emission  one par over the points of a context, with the part of the prefix that it needs
//   stored    computed by an emission, once; the prefix reads it from a host's array
//
// Everything that is made for all points at once, a lifted par, a branch, a call, ends as one more
// statement of the prefix: `let y = index ys[pos]`, `let row = slice data[offsets[pos] : m : 1]`.
// An emission writes the part of the prefix that it needs. So scalar code stays together in thunks,
// and nothing from outside is replicated: it is read through the indices (paper 000, G11 and G12).
//   - Costly statements (loops, sequential pars, copies) are in the prefix too. When a second
//     emission or an inner dimension needs them they are stored: one par maps their results. An
//     array whose size depends on the point is stored as a join.
//   - Inner pars become a dimension, `par@grid (pos < n, j < d)`: there are never more than two,
//     since the points of an inner context are numbered by `pos`. The outer point is found from
//     `pos` by `seg_index`, only where something needs it. The lengths are an array that is there
//     already, or one map.
//   - Branches put the results of each arm to their points, and rows to their offsets, in room that
//     is not cleared before (`overwritten`).
//   - Loops: sizes that are the same in all rounds are stored once. On a device, points that are
//     done are marked, and left behind once they are half of those present. A CPU leaves them
//     behind in every round: marking was measured there and cost up to 1.9 times as much where
//     points end at random times and rows are short, and never less. On an H200 eleven of twelve
//     loops of 10^4 and 10^6 points took 0.49 to 1.0 of the time when they mark, and the twelfth
//     1.12.
//   - Calls: a lifted function takes arrays over the points, and rows as elements with offsets
//     wherever they lie; it ends when there are no points.
//
// Versions. A nest without control flow is flattened: irregular spaces are cut by elements. With
// branches or loops, and on a CPU also where a point makes an array that nothing else sees
// (flattened, all of them exist at once), the flattened version runs when there are few points (on
// a device fewer than 1024), or when one point has more than 1/8 of what its loop begins with;
// otherwise one thread takes a point. A call is lifted when one point has more than 1/8 of the
// elements; so quicksort is flattened at the top and one thread per part at the bottom. A
// sequential target always takes the unlifted versions. On a device recursion is flattened wherever
// that is possible, and several pars over the same row, or one that filters, scatters or combines,
// become one kernel each over all elements, also in branches and loops (map-loop interchange).
//
// What stays a loop inside a point: pars whose operator or neutral element depends on the point;
// pars that write or keep rows of varying size; spaces of several dimensions; statements that give
// accumulators beside other results; loops that write to their rows in place. Regular inner pars
// stay loops on a CPU.
//
// A check of a point runs at all points of its context before something is lifted out of it, so
// that a program fails whether or not it is flattened. Only the check of a value that nothing uses
// is left out: simplify drops such a value with its checks, for every compiled target alike, as it
// may (doc/ir.md). Before storage of points is written to in place, whatever was read from it and
// may be needed later is stored; a statement in a thunk that consumes stored rows gets a copy.
//
// A flattened nest finds its rows from the outside in. Afterwards simplify compares places as
// formulas (core/simplify_order.c): an element whose place adds up to the offset of its segment is
// read there, and lengths that were gathered in their order are the lengths that were there, with
// the descriptor that they have. So a nest of any depth over one sequence has one descriptor for
// each level.
//
// The files
//   flatten           the pass: which pars, which versions
//   flatten_find      what is parallel, cheap, the same at all points
//   flatten_context   contexts and emissions
//   flatten_check     what points check
//   flatten_guard     points that are done
//   flatten_store     what points have in arrays: lengths, offsets, elements in order
//   flatten_stm       statements of a body, one after the other
//   flatten_par       a par inside a point
//   flatten_apart     pars that are taken apart before
//   flatten_update    elements of rows
//   flatten_branch    if and switch
//   flatten_loop      for and while
//   flatten_call      calls: lifted functions
#ifndef RAVEL_FLAT_FLATTEN_H
#define RAVEL_FLAT_FLATTEN_H

#include "flat/budget.h"
#include "ir/build.h"
#include "ir/map.h"
#include "ir/target.h"
#include "ir/walk.h"

// What is little: threads of the target would be idle. A CPU leaves regular parallelism inside a
// point to a loop, and arrays that only one point sees to its thread, unless there are few points.
// Threads of a device have little memory and no stack, so there recursion is always lifted, and
// they are bad at reading rows; what a point checks for its inner par is checked with the lengths.
typedef struct FlattenFew {
  int64_t points; // fewer than this
  int64_t shares; // more points, if the longest has more than such a share of the work
  int64_t rows;   // fewer points than this many times the length of their rows
  int64_t sums;   // fewer than this, where each has a long reduction
} FlattenFew;

// A point with more than such a share of the work makes the others wait.
enum { FLATTEN_PIECES = 8 };

// Lengths of segments on the host: everything has `count` entries.
typedef struct FlattenSegments {
  Var *lengths;
  Var *descriptor;
  Var *offsets;
  Var *total;
  Var **certs; // whatever uses the lengths needs these
  size_t cert_count;
} FlattenSegments;

typedef enum ContextKind {
  CONTEXT_ROOT,  // pos is the index
  CONTEXT_INNER, // each point of the parent has some: `index` counts them
  CONTEXT_SUBSET // some points of the parent
} ContextKind;

// The points of a context are numbered by `pos`. A prefix names variables of the context and of
// those around it.
typedef struct Context Context;
struct Context {
  ContextKind kind;
  Context *parent;
  Var *index;
  Var *pos;
  Atom count;                // how many points
  Atom size;                 // INNER: of each point of the parent, when all have equally many
  FlattenSegments *segments; // INNER: otherwise
  Var *subset;               // SUBSET: the points in the parent
  Var *flags;                // SUBSET: which points are not done yet; NULL: all
  Stms prefix;
  Map *lengths; // size at a point -> Segments
  Map *checked; // certificate of the prefix -> its Stm: given for all points
  Vars given;   // SUBSET: certificates that were given before there were these points
};

// An array that each point has, as one array of the host.
typedef struct Rows {
  Context *context;
  Var *data;                 // per point a row, or all elements in order
  FlattenSegments *segments; // NULL: a row for each point
  bool is_owned;             // nothing else has this storage
} Rows;

typedef struct Flatten Flatten;

typedef struct Lift {
  Flatten *flatten;
  Program *program;
  Builder host;    // where the host's statements go
  bool lifts_rows; // the target is a device, and this root has several
  bool lifts_sums; // or long reductions that are not one kernel with what is around them
  Map *inside;     // Var -> itself
  Map *masks;      // Fun -> bool *: lifted parameters of those that call each other with this one
  Map *used;       // Var -> itself: something at the points of the root uses it; NULL: all are
  Map *rows;       // array at a point -> Rows: its elements on the host
  Map *borrowed;   // array at a point -> itself: it is in storage of the host
  Map *costly;     // Stm of a prefix -> itself: run it once only
  Map *repeated;   // variable at a point -> the other statement of a prefix that makes it
  Map *volatiles;  // variable at a point -> itself: made by a costly statement, cannot be stored
  Map *made;       // array of the host -> itself: this pass made it and nothing else names it
  Var **certs;     // what is bound at a point needs these
  size_t cert_count;
  Vars checks;     // the host's: given when all points were checked
  Map *given;      // certificate at a point -> itself: one of those says the same
  Map *transients; // irregular result -> Var: its elements in order, on the host
  Map *joined;     // irregular result -> Var: the one in the prefix
  Map *accs;       // accumulator at a point -> Var: what it is on the host
  Map *described;  // descriptor at a point -> Var: the lengths it was made from
} Lift;

struct Flatten {
  Program *program;
  Diag *diag;
  bool has_effects; // somewhere
  const Target *target;
  const FlattenFew *few;
  Mapper mapper;
  Subst *replaced;    // result of a par that was flattened -> what it is
  Map *transients;    // irregular result on the host -> Var: its elements in order
  Map *parallel_funs; // Fun -> itself: calls of it are worth lifting
  Map *lifted_funs;   // name of the lifted function and its pattern -> Lifted (flatten_call.c)
  FlatBudget budget;  // as many as there are nests
  size_t depth;       // pars around the statement
};

enum { ENOUGH_WORK = 32768 }; // elements that are worth taking points apart

// ---- What is what (flatten_find.c) ----

bool flatten_is_at_point(const Lift *lift, const Var *var);
bool flatten_is_atom_at_point(const Lift *lift, Atom atom);
// Does any dimension depend on the point?
bool flatten_is_sized_inside(const Lift *lift, const Type *type);
// May the variable, of a point of the root, be used by anything?
bool flatten_is_needed(const Lift *lift, const Var *var);
// Does the statement hold a par whose size depends on the point, or a call of a parallel function?
bool flatten_is_worth_lifting(const Lift *lift, const Stm *stm);
// Does the statement hold a call of a parallel function?
bool flatten_has_parallel_call(const Lift *lift, const Stm *stm);
// Is a row of this size not very short?
bool flatten_is_long_row(Dim dim);
// Do several pars of the statements go over rows that each point has for itself, and that are not
// very short, or one such par beside other long ones? One that filters, scatters or combines counts
// as several, and so does one in a branch or loop.
bool flatten_has_several_rows(const Lift *lift, const Stms *stms);
// Is one of them a long reduction, whatever it reads?
bool flatten_has_long_sum(const Lift *lift, const Stms *stms);
// Do some filter, scatter or combine what they compute, not what is in memory? A thread with little
// to do is better at that; also at reductions, unless there are few points.
bool flatten_has_computed_rows(const Lift *lift, const Stms *stms);
// How long such rows are, of the first par when that is the same for all points; otherwise 0.
Atom row_length(const Lift *lift, const Stms *stms);
// Is a par of the statements in a branch or loop, so that lifting it is more than another
// dimension?
bool flatten_is_complicated(const Lift *lift, const Stms *stms);
// Does it give a value that cannot be an element of an array?
bool flatten_is_unstorable(const Stm *stm);
bool flatten_has_acc(const Stm *stm);
// Does the body use irregular arrays for more than reshaping what a par gives? The pass unnest
// leaves no such code.
bool flatten_has_irregular_arrays(const Body *body);
// The functions with a par whose size is not a constant in them or in what they call.
void find_parallel_funs(Flatten *flatten);

// ---- Contexts (flatten_context.c) ----

Context *context_root(Lift *lift, Var *index, Atom count);
Context *context_inner(Lift *lift, Context *parent, Var *index, Atom size);
Context *context_subset(Lift *lift, Context *parent, Var *subset, Atom count);
// Adds a statement to what each point knows.
void context_add(Lift *lift, Context *context, Stm *stm);
// A builder of statements for the prefix; context_built must be told what it builds.
Builder context_builder(Lift *lift, Context *context);
void context_built(Lift *lift, Context *context, size_t first);
// Adds the arrays that the statement may consume: what it does consume (consumed_by_stm), and what
// a loop begins with. Of statements: also those whose storage they consume by another name that
// they bind.
void flatten_may_consume(Arena *arena, const Stm *stm, VarSet *vars);
void flatten_may_consume_stms(Arena *arena, const Stms *stms, VarSet *vars);
// What the par consumes, at the index of the context: copies.
void context_consumed(Lift *lift, Context *context, const Par *par);
// The statement of the prefixes that binds the variable, or NULL.
Stm *context_find(const Context *context, const Var *var, const Context **owner);

// A par that is being made.
typedef struct Emission {
  Lift *lift;
  Context *context;
  bool is_nested; // INNER: the space has two dimensions; otherwise all points are one
  Par *par;
  Subst *subst;
  VarSet needed;
  VarSet kept; // what the outputs give, so that no statement may consume it
  Vec(Output) outputs;
  Builder body;
} Emission;

Emission emission_new(Lift *lift, Context *context, bool is_nested);
void emission_need(Emission *emission, Atom atom);
void emission_need_stms(Emission *emission, const Stms *stms);
// Writes the statements that are needed; then emission_atom says what stands for an atom.
void emission_begin(Emission *emission);
// Writes the statement of the prefix, or other statements, with fresh names.
void emission_add(Emission *emission, Builder *builder, Stm *stm);
void emission_add_stms(Emission *emission, Builder *builder, const Stms *stms);
Atom emission_atom(Emission *emission, Atom atom);
void emission_map(Emission *emission, Atom value);
// The par, on the host.
Stm *emission_end(Emission *emission, const char *name);
// Stores what is needed and must not run again at other points; call before emission_begin.
// With `is_own` also those of the emission's own context.
void emission_settle(Emission *emission, bool is_own);

// ---- Checks of points (flatten_check.c) ----

// The certificates of the context that were not yet given for all of its points.
Vars checks_pending(Lift *lift, Context *context);
// Notes what the statement checks, which the emission runs at all points of its context.
void check_seen(const Emission *emission, Stm *stm);
// Checks what all points of the context check and has not yet run at all of them; called before
// something is lifted out that might run only at some.
void checks_run(Lift *lift, Context *context);
// The statement of the host runs after all checks so far.
void checks_need(const Lift *lift, Stm *stm);
// The lengths of a size that may be asked for only after certificates of the statement, which is a
// par. True when these are known to have been given wherever the lengths are used. With
// `checks_ahead` the same for what statements of the par and its slices need: they then need it no
// longer.
bool context_guard(Lift *lift, Context *context, Atom size, Stm *stm);
// Was the certificate given when the lengths were computed?
bool segments_have(const FlattenSegments *segments, const Var *cert);

// ---- Points that are done (flatten_guard.c) ----

// Can the statements run over a context some points of which are done?
bool flatten_can_guard(Lift *lift, const Stms *stms);
// Puts what the emission runs at the points of such a context under their flags; emission_end calls
// it.
void emission_guard(Emission *emission);

// ---- Arrays of points (flatten_store.c) ----

// Stores the results of these statements of the prefix.
void store_stms(Lift *lift, Context *context, Stm *const *stms, size_t count);
// The scalar at all points, as an array of the host.
Var *store_scalar(Lift *lift, Context *context, Atom atom);
// The lengths of one size of each point.
FlattenSegments *segments_of(Lift *lift, Context *context, Atom size);
FlattenSegments *segments_new(Lift *lift, Var *lengths);
// How many leading dimensions there are up to the last one that depends on the point; all when none
// does.
size_t leading_rank(const Lift *lift, const Type *type);
// The product of the leading dimensions, with what stands for them.
Atom build_length(Builder *builder, const Type *type, size_t leading, Subst *subst);
// The same as an atom of the context.
Atom context_length(Lift *lift, Context *context, const Type *type);
// The result of an emission over all points, in order.
Var *host_flat(Emission *emission, Var *result);
// Binds the array at each point to its part of the data, which has the elements of all points in
// order.
void bind_rows(Lift *lift, Context *context, Var *var, Var *data, FlattenSegments *segments);
// The same, when the lengths have to be computed first.
void bind_product(Lift *lift, Context *context, Var *var, Var *data);
// The same for an array whose sizes are the same at all points.
void bind_regular(Lift *lift, Context *context, Var *var, Var *data);
// Binds a scalar or row at each point to the element of the host's array.
void bind_element(Lift *lift, Context *context, Var *var, Var *array);
// Binds a variable at each point to the host's array at a position, which is known at the point, or
// to its elements from the offset that stands there.
void bind_at(Lift *lift, Context *context, Var *var, Var *array, Var *offsets, const Var *pos);
// The elements of the array at all points in order.
Rows *rows_of(Lift *lift, Context *context, Var *var);
// The storage of the array at all points, to be written to.
Rows *rows_to_write(Lift *lift, Context *context, Var *dest);
// The rows of the array, if the host has them already.
Rows *rows_known(const Lift *lift, const Context *context, const Var *var);
// The host's array from which each point of this very context reads its element, when the variable
// is just that; or NULL.
Var *element_of(const Lift *lift, const Context *context, Atom atom);
// Did this pass make the array? From now on something else names it.
bool made_take(Lift *lift, const Var *array);
void made_add(Lift *lift, Var *array);
// The host's array as one of this shape.
Var *host_reshape(Lift *lift, Var *array, size_t rank, const Dim *dims);
Var *host_coerce(Lift *lift, Var *array, Atom count);
// A result over a space of two dimensions, with this many points instead of them.
Var *host_merge(Lift *lift, Var *array, size_t space_rank, Atom count);
// Reads element number `at` of the array's first dimensions in row-major order.
Atom build_element(Builder *builder, Var *array, size_t leading, Atom at);

// ---- Statements (flatten_stm.c, flatten_par.c and further) ----

void lift_stms(Lift *lift, Context *context, const Stms *stms);
void lift_stm(Lift *lift, Context *context, Stm *stm);
bool flatten_can_lift_par(Lift *lift, const Stm *stm);
void lift_par(Lift *lift, Context *context, Stm *stm);
// What an output of a par over a context's points is on the host.
typedef struct FlattenGiven {
  Var *var;                  // for arrays along an inner dimension: of all points in order
  FlattenSegments *segments; // keep: what each point has
  bool is_joined;            // the elements of values whose size depends on the point
  Rows *written;             // put, combine: what was written to
} FlattenGiven;

// The outputs of a par whose statements were lifted already, one for each result.
FlattenGiven *lift_outputs(Lift *lift, Context *context, const Stm *stm);
// Statements of a body of the statement need what it needs itself.
void stms_need(Lift *lift, const Stms *stms, const Stm *around);
// Filters of rows (flatten_keep.c): is the statement one whose rows may be made again? What stands
// for it: a filter of their numbers, and the rows with these.
bool flatten_is_row_filter(const Lift *lift, const Stm *stm);
Stms split_row_filter(Lift *lift, const Stm *stm);
// Is it a concatenation of rows, each element of which belongs to one point?
bool flatten_is_liftable_concat(const Lift *lift, const Stm *stm);
// Pars that are lifted in several parts (flatten_apart.c): splits, and scans whose epilogue
// accumulates, for a device.
bool flatten_has_busy_epilogue(const Par *par);
bool flatten_can_lift_apart(Lift *lift, const Stm *stm);
void lift_apart(Lift *lift, Context *context, Stm *stm);
// Updates of an element of a row that the point has made (flatten_update.c): do the statements have
// one?
bool flatten_has_updated_row(const Lift *lift, const Stms *stms);
bool flatten_can_lift_update(const Lift *lift, const Context *context, const Stm *stm);
void lift_update(Lift *lift, Context *context, Stm *stm);
bool flatten_can_lift_branches(const Stm *stm);
void lift_branches(Lift *lift, Context *context, Stm *stm);

// The operator over two numbers.
Lambda *lambda_of(Program *program, Op op, Span span);
// The output that combines the numbers, none of which is negative, by an operator.
Output output_reduce(Program *program, Op op, Atom value, Span span);
// The output that writes the value to the array.
Output output_put(Program *program, Var *dest, Atom at, Atom value, Span span);
// What is known about the contexts, to be forgotten when a body of the host is left.
typedef struct HostScope HostScope;

// From now on the host's statements go to the list; host_leave goes back.
HostScope *host_enter(Lift *lift, Context *context, Stms *stms);
void host_leave(Lift *lift, HostScope *scope);
// All elements at all points in order: the data and how many there are.
typedef struct Elements {
  Atom total;
  Var *data;
} Elements;

// For a variable of this type the elements of the value; dimensions after the leading ones stay.
Elements point_elements(Lift *lift, Context *context, Atom value, const Type *like);
// A scalar, or an array whose sizes are the same at all points, as an array of the host.
Var *array_of(Lift *lift, Context *context, Atom value);
bool flatten_can_lift_loop(Lift *lift, const Stm *stm);
void lift_loop(Lift *lift, Context *context, Stm *stm);
// Room for what is written later: an array of zeros. Where `is_overwritten` every element is
// written before it is read.
Var *host_room(Lift *lift, const char *name, Scalar scalar, size_t rank, const Dim *dims,
               bool is_overwritten);
// What each point has for some variables, as values of the host that nothing else owns: for a
// scalar an array over the points, for an array the number of all elements and the elements.
void give_values(Lift *lift, Context *context, const Atom *values, Var *const *likes, size_t count,
                 Atoms *results);
// Variables of the host for them, and the variables at a point bound to them.
Vars given_vars(Lift *lift, const Context *context, Var *const *vars, size_t count, Span span);
void bind_values(Lift *lift, Context *context, Var *const *vars, size_t count, Var *const *given);
// How many elements the arrays among the arguments have whose sizes depend on the point: those of
// all points, and of the one that has most. False when there are no such arrays.
typedef struct FlattenWork {
  Atom total, most;
} FlattenWork;
bool build_work(Lift *lift, Context *context, const Stm *stm, FlattenWork *work);
// Is the version that takes points apart chosen? What is compared is its own degree, and what that
// must be at first is 1 where points alone have too little parallelism.
Atom build_is_flat(Flatten *flatten, Builder *host, Atom degree, Atom is_few);
bool flatten_can_lift_call(Lift *lift, const Stm *stm);
void lift_call(Lift *lift, Context *context, Stm *stm);

Lift *lift_new(Flatten *flatten, Stms *out, const Stm *stm);
// Everything bound by the statements, nested ones too, is inside.
void lift_enter(Lift *lift, const Stms *stms);

#endif
