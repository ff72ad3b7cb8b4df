// What the files of lower/ share: the state of the lowering.
//
//   lower.c                    programs, functions, globals, parts
//   lower_uses.c               where variables are used, and when blocks die
//   lower_scalar.c             atoms, scalar statements, checks
//   lower_number.c             whether two addresses are one number
//   lower_array.c              places, elements, copies, and the statements on arrays
//   lower_control.c            branches, loops, calls, and what owns which block
//   lower_par.c                a par as loops
//   lower_output.c             the outputs of a par
//   lower_join.c               results that are appended
//   lower_space.c              irregular spaces
//   lower_cost.c               how much work a point is
//   lower_acc.c                accumulators
//   lower_global.c             globals in functions that kernels call
//   cpu/cpu_parallel.c         a par in chunks, on several threads
//   cpu/cpu_chain.c            all phases of a scan or keep in one parallel loop
//   cpu/cpu_pieces.c           irregular spaces in chunks
//   cpu/cpu_tile.c             matrix-shaped reductions
//   cpu/cpu_strips.c           points that go through loops together
//   cpu/cpu_blocks.c           reductions that are vectorised in blocks of points
//   cpu/cpu_lanes.c            histograms with few bins
//   device/device.c            a par as a kernel
//   device/device_kernel.c     the functions of a kernel
//   device/device_segments.c   a par that accumulates in segments
//   device/device_rows.c       maps that accumulate in rows
//   device/device_histogram.c  histograms as kernels
//   device/device_tile.c       matrix-shaped reductions as a kernel
//   device/device_shape.c      the numbers of kernels
//   device/device_room.c       what the threads of a kernel would allocate
//   device/device_gather.c     joins of kernels
//   device/device_block.c      points that the threads of a block share
//   device/device_loop.c       loops of the host that one thread of a device runs
//
// A variable of Mem is bound in the environment to what stands for it: a scalar to an expression, a
// block to a variable and typed pointers, an array to nothing, as its type says where it is; where
// segments end, made by a kernel, to the last of these numbers, which the host gets from it.
// A body may be lowered several times (an operator is, and a par in phases): each time binds anew.
#ifndef RAVEL_LOWER_LOWER_INTERNAL_H
#define RAVEL_LOWER_LOWER_INTERNAL_H

#include "ir/type.h"
#include "ir/walk.h"
#include "lower/lower.h"

// What is known about a variable before anything is lowered.
typedef struct Usage {
  uint32_t operands; // uses as an operand or result
  uint32_t types;    // uses in types
  uint32_t places;   // those that say where an array is
  uint32_t hosts;    // uses as an operand outside all pars
  uint32_t bound_in; // the region in which it is bound; a loop, a thunk or an operator is one
  uint32_t used_in;  // the region of its last use
  Name label;        // block: the name of the first array in it
  unsigned scalars;  // block: bits of the element types of the arrays in it
  bool escapes;      // block: used as an operand
  bool is_returned;  // block: one of these uses is as a result of the function
  bool is_threshold; // whether there is enough parallelism for a version, and
  uint32_t param;    // with which parameter that was asked
  const Stms *list;  // the statements that bind it
  bool is_index;     // in this list, and not after a check of its own, an element is read there
  bool is_ends;      // array: a descriptor is made of it
} Usage;

// The segment of an irregular space that the statements are in.
typedef struct Segment {
  ImpExp *index;       // of the segment
  ImpExp *start, *end; // its first element, and the one after its last
} Segment;

// Where an accumulator writes, and whether other threads do so too.
typedef struct LowerAcc {
  const AccDecl *decl;
  bool is_shared;
} LowerAcc;

// What stands for a variable.
typedef struct Bound {
  ImpFun *fun;                    // in which this holds
  ImpExp *exp;                    // scalar
  ImpVar *block;                  // block; NULL when it is a local array
  ImpVar *pointers[SCALAR_COUNT]; // block: by element type
  bool is_lent;                   // block: something else releases it
  ImpVar *owner;                  // block: the variable of the caller that holds it, or none
  bool is_hoisted;                // block: allocated in front of the par already
  ImpExp *step;                   // block: from each element to the next; NULL: 1
  LowerAcc acc;                   // accumulator
  const Segment *segment;         // block of a descriptor: the statements are in; NULL: in none
} Bound;

// A part that is being written: what it takes from outside, and what to restore afterwards.
typedef struct Capture {
  Var *var;
  Bound outside;
} Capture;

typedef struct LowerPart {
  bool is_kernel;
  ImpFun *fun;
  ImpFun *outer;
  ImpExps args; // one for each parameter of the part
  Vec(Capture) captures;
  ImpBuilder saved;
  ImpStms *saved_prologue;
  ImpStms prologue;
} LowerPart;

// A result of a par that is appended to a block, and where that is.
typedef struct LowerJoin {
  Var *result;    // NULL: this value is not appended
  ImpVar *buffer; // the block that grows
  ImpVar *used;   // how many elements are in it
  ImpVar *room;   // keep: points to it while there is room for all values of the segment
} LowerJoin;

// A block that each point of a par would allocate for a value that is appended.
typedef struct Tail {
  const Var *block;
  const LowerJoin *join;
} Tail;

// The innermost version that statements belong to: the number of its parameter and 1, or 0, and
// whether the comparison holds.
typedef struct ImpGuard {
  uint32_t param;
  bool is_taken;
} ImpGuard;

typedef struct Lower {
  Program *program;
  ImpProgram *imp;
  LowerOptions options;
  Arena *arena;
  Usage *usage;        // by Var.index
  Bound *bound;        // by Var.index
  Map *releases;       // Stm or Stms -> Vars *: the blocks that die after it; Body: before it
  Map *trims;          // Stm -> Vars *: what was kept, in blocks that are trimmed after it
  Map *owners;         // Fun -> Vars *: the blocks that its callers may give up
  Map *funs;           // Fun -> ImpFun
  Map *wanted;         // Fun -> itself: the host calls it
  Map *costs;          // Fun -> double *: see lower_cost.c
  bool has_recursion;  // for a device: some function calls itself
  bool has_effects;    // the program acts on the world outside
  Map *globals;        // Var -> ImpVar, for scalars and blocks
  ImpBuilder out;      // where statements go
  ImpStms *prologue;   // runs first in the current function
  LowerPart *part;     // being written, or NULL
  bool is_device;      // what is written runs on a device
  Map *devices;        // Fun -> ImpFun, as kernels call it
  Map *device_globals; // see lower_global.c
  Vec(Fun *) pending;  // functions that kernels call and that are not lowered yet
  uint32_t part_count;
  Span noted;       // the source line that was noted last
  Vars hoisted;     // the blocks that are allocated in front of their par
  Vec(Tail) tails;  // of the joins whose points are written
  bool is_repeated; // inside a loop of the current function
  ImpGuard guard;   // the version that is written
  bool is_team;     // all threads of a block do this, with the same values (device_block.c)
  bool has_items;   // the threads of a block have several points each of what goes in order
  Map *own;         // array that a thread of a block has its element of -> ImpVar: where; or NULL
  struct LowerNumbers *numbers; // see lower_number.c; NULL until they are needed
} Lower;

// ---- lower_uses.c ----

// Fills usage, releases, trims and owners.
void uses_find(Lower *lower);
// Is a block handed on inside the function, so that another variable may hold it too?
bool lower_is_handed_on(Lower *lower, const Var *block);
// The blocks that die after this statement, after what follows this list of a thunk, or before this
// body; NULL for none.
const Vars *releases_after(const Lower *lower, const void *place);
// What the statement has kept in blocks that are to be trimmed; NULL for none.
const Vars *trims_after(const Lower *lower, const Stm *stm);
// Is the value only used inside pars, so that a device may keep it to itself?
bool lower_is_on_device(Lower *lower, const Var *var);
// Must the host of a device run the par itself, point by point? It calls functions that call
// themselves, which flattening could not lift, and threads have no stack for.
bool lower_is_host_par(Lower *lower, const Par *par);
// The blocks that the function is lent and whose owners it gets too.
const Vars *owners_of(const Lower *lower, const Fun *fun);
Usage *usage_of(Lower *lower, const Var *var);
// Is the block, or an array in it, used in the expression's bodies?
bool lower_is_block_used_inside(Lower *lower, const Exp *exp, const Var *block);

// ---- lower.c ----

// What stands for a variable, in the current function.
Bound *bound_of(Lower *lower, Var *var);
// Binds a variable in the current function; forgets what it was bound to before.
Bound *bind(Lower *lower, Var *var);
// Opens a part: statements go to it until part_close, which restores the environment.
void part_open(Lower *lower, LowerPart *part, const char *what);
void part_close(Lower *lower, LowerPart *part);
// A parameter of the open part that has this value outside.
ImpExp *part_take(Lower *lower, const char *name, ImpExp *value);
// The same for a value that may depend on what is on the device.
ImpExp *part_take_value(Lower *lower, const char *name, ImpExp *value);
ImpVar *part_take_pointer(Lower *lower, ImpVar *pointer);
Name name_of(Lower *lower, const char *text);
// The function as kernels call it.
ImpFun *device_fun(Lower *lower, Fun *fun);
// The target cannot do this.
void refuse(Lower *lower, Span span, const char *message);

// ---- lower_global.c ----

// Binds a global in a function that kernels call.
void device_bind_global(Lower *lower, Var *var, Bound *bound, ImpVar *global);
// Afterwards: callers give functions the globals that they take.
void device_pass_globals(Lower *lower);

// ---- lower_scalar.c ----

ImpExp *lower_atom(Lower *lower, Atom atom);
// The number of a dimension.
ImpExp *lower_dim(Lower *lower, Dim dim);
// Binds a scalar to a value: declares it, or remembers the expression when it is used once nearby.
// Does it need what is on the device?
bool lower_has_load(const ImpExp *exp);
void bind_scalar(Lower *lower, Var *var, ImpExp *value);
// Binds a scalar to an expression that stays as it is while the variable is in use.
void bind_alias(Lower *lower, Var *var, ImpExp *value);
void lower_scalar_stm(Lower *lower, const Stm *stm);
void lower_assert(Lower *lower, const Stm *stm);
void lower_stms(Lower *lower, const Stms *stms);
void lower_stm(Lower *lower, const Stm *stm);
// Releases the blocks that die after this statement or list.
void lower_releases(Lower *lower, const void *place);
// The values of atoms, evaluated before any of `targets` changes, are assigned to them.
void assign_all(Lower *lower, ImpVar *const *targets, ImpExp *const *values, size_t count);

// ---- lower_number.c ----

// The variable, which never changes, has this value.
void number_bind(Lower *lower, const ImpVar *var, const ImpExp *value);
// Are two numbers known to be the same, modulo 2^64?
bool number_is_same(Lower *lower, const ImpExp *a, const ImpExp *b);
// Until all is forgotten, the variable stands for what has this value, which is said more plainly
// so. It may be known once.
void number_know(Lower *lower, ImpExp *use, const ImpExp *value);
void numbers_forget(Lower *lower);
// The variable that has this value, or the value as it is.
ImpExp *number_known(Lower *lower, ImpExp *exp);
// Addresses: one of these variables plus something else where that is possible.
ImpExp *number_sum(Lower *lower, ImpExp *a, ImpExp *b);
ImpExp *number_product(Lower *lower, ImpExp *a, ImpExp *b);

// ---- lower_array.c ----

// An array, or a part of one: where its elements are.
typedef struct Region {
  const Var *block;
  Scalar scalar;
  size_t rank;
  ImpVar *pointer;
  ImpExp *offset;
  ImpExp **shape;
  ImpExp **strides;
  bool is_flat; // row-major
} Region;

Region region_of(Lower *lower, const Var *array);
// Sets the strides of dense rows.
void region_make_dense(Lower *lower, Region *region);
// The element or row at these leading indices.
Region region_at(Lower *lower, Region region, ImpExp *const *indices, size_t count);
// Row `index` alone.
Region region_row(Lower *lower, Region region, ImpExp *index);
// What a selector selects; `atoms` are its operands.
Region region_select(Lower *lower, Region region, const Selector *selector, const Atom *atoms);
ImpExp *region_load(Lower *lower, const Region *region);
void region_store(Lower *lower, const Region *region, ImpExp *value);
// Copies elements in order, unless both are known to be the same place.
void region_copy(Lower *lower, const Region *to, const Region *from);
// Puts a value, scalar or array, where it belongs.
void region_put(Lower *lower, const Region *to, Atom value);
void lower_array_stm(Lower *lower, const Stm *stm);

// ---- lower_control.c ----

void lower_alloc(Lower *lower, const Stm *stm);
// How many elements an allocation has when it may live on the stack; otherwise -1.
int64_t local_count(Lower *lower, const Stm *stm);
// Declares the pointers of a block that is now in this variable.
void bind_block(Lower *lower, Var *var, ImpVar *block, bool is_lent);
// Puts the block that an atom stands for in a variable that holds none.
void block_take(Lower *lower, ImpVar *to, Atom from, bool may_move);
// Is the result the only one of the body with this block, from here on?
bool lower_is_last_result(const Body *body, size_t k);
void lower_choice(Lower *lower, const Stm *stm);
// What follows belongs to the version for which the condition holds, if it asks a threshold; and
// then to the one for which it does not. The first gives what the choice itself belongs to.
ImpGuard guard_enter(Lower *lower, Atom condition);
void guard_turn(Lower *lower, Atom condition);
void lower_repeat(Lower *lower, const Stm *stm);
// Does one thread of a device run the loop (device_loop.c)? Then it does.
bool lower_is_device_loop(const Lower *lower, const Stm *stm);
void launch_loop(Lower *lower, const Stm *stm);
// On the host of a device: one thread computes a value of what is on the device, and stores it.
void launch_store(Lower *lower, const Region *region, ImpExp *value);
void lower_invoke(Lower *lower, const Stm *stm);
// Gives the results of a body as those of the current function.
void lower_results(Lower *lower, const Body *body);

// ---- lower_par.c, lower_output.c, cpu_parallel.c ----

// What is done about an output in a loop.
typedef enum Action {
  ACTION_NONE,
  ACTION_FULL,
  ACTION_TOTAL, // scan: only what is carried on
  ACTION_COUNT, // keep, split: only the counts
  ACTION_OFFER, // keep, split in two: gives the values and whether they are kept, or of the first
                // class, to `carry` and `count`
  ACTION_CHANGE // reduce: sets `count` if the point would change what is carried
} Action;

typedef struct OutputState {
  const Output *output;
  Action action;
  Var *const *results; // the variables of the pattern that it gives
  ImpVar **carry;      // reduce, scan: one per value
  ImpVar *count;       // keep: where the next value goes
  ImpVar *places;      // split: where the next value of each class goes, or how many there are
  Region *dests;       // combine: instead of the destinations; NULL: these
  ImpVar *lanes;       // combine: instead of both; NULL: those
  ImpExp *lane;        // the one for this point
  LowerJoin *joins;    // one per value; NULL: none is appended
  bool is_epilogue;
  bool is_given; // scan: `carry` is what is shown
} OutputState;

typedef struct ParState {
  const Stm *stm;
  const Par *par;
  OutputState *outputs; // of the thunk, then of the epilogue
  size_t output_count;
  VarSet needed;          // the variables that the actions need; without a map: all
  bool is_whole;          // nothing is left out
  bool is_value;          // what is carried becomes the value at the point: nothing is combined
  bool is_shared;         // other threads combine with the same destinations
  size_t varying;         // the dimension that varies with the one in front of it; 0: none
  const Segment *segment; // the current one
  ImpExp *length;         // its size there
} ParState;

void lower_par(Lower *lower, const Stm *stm);
void par_state_init(Lower *lower, ParState *state, const Stm *stm);
// The statements and outputs of the thunk, or of the epilogue; or only the outputs.
void par_emit_thunk(Lower *lower, ParState *state, bool is_epilogue);
void par_emit_outputs(Lower *lower, ParState *state, bool is_epilogue);
void par_actions(Lower *lower, ParState *state, Action scans, Action counts, Action others);
// Finds what the actions that are set need.
void par_needs(Lower *lower, ParState *state);
// Afterwards: the checks of the thunk, or of the epilogue, are needed as well.
void par_needs_checks(Lower *lower, ParState *state, bool is_epilogue);
// The loops over all outer dimensions and the innermost one.
void par_emit_space(Lower *lower, ParState *state);
// Opens the loops over the dimensions from `first` on but for the innermost one.
void par_emit_outer(Lower *lower, ParState *state, ImpExp **outer, size_t first);
// One loop over part of the innermost dimension; outer indices are bound.
void par_emit_loop(Lower *lower, ParState *state, ImpExp *first, ImpExp *last);
// The same without other versions.
void par_emit_points(Lower *lower, ParState *state, ImpExp *first, ImpExp *last);
// One loop, which it gives.
ImpFor *par_emit_for(Lower *lower, ParState *state, ImpExp *first, ImpExp *last);
// Does the output only reduce, or count, in a way that can be vectorised?
bool lower_is_vector_output(const OutputState *output);
// Are there only scalar statements, stores and branches in the loop?
bool lower_is_simple_loop(const ImpFor *loop);
// What one point does; the indices are bound.
void par_emit_point(Lower *lower, ParState *state);
// Declares what the outputs carry through a loop, with their values at its start.
void outputs_begin(Lower *lower, ParState *state);
// A kept value that was offered goes to its place, by its number.
void keep_store(Lower *lower, const ParState *state, const OutputState *output, ImpExp *at);
// Binds what they have in the end to the results, or stores it at the outer indices.
void outputs_end(Lower *lower, ParState *state, ImpExp *const *outer);
// Has its mode one of these traits?
bool output_has(const OutputState *output, unsigned traits);
// What one point does for the output; the thunk's values are bound.
void output_emit(Lower *lower, ParState *state, OutputState *output, ImpExp *const *indices);
// carry := op(carry, values)
void operator_apply(Lower *lower, const Lambda *op, ImpVar *const *carry, ImpExp *const *values,
                    size_t count);
void lower_par_parallel(Lower *lower, const Stm *stm);
// The size of a dimension of the space; one that varies in the current segment.
ImpExp *space_size(Lower *lower, const ParState *state, size_t dim);
void lower_par_device(Lower *lower, const Stm *stm);
// The element that changes nothing, for operations on integers that have a simple one.
bool identity_of(Op op, Scalar scalar, Constant *identity);
// The loop over the innermost dimension and what is around it; outer indices are bound.
void par_emit_segment(Lower *lower, ParState *state, ImpExp *const *outer);
// Is there any point in the space?
ImpExp *par_is_run(Lower *lower, const Par *par);
// An index for a loop of the lowering's own.
ImpVar *loop_index(Lower *lower, const char *name);
// One that counts the chunks of a parallel loop.
ImpVar *chunk_index(Lower *lower);
// How much work one point is, roughly in operations, and whether points may differ a lot.
typedef struct Cost {
  double amount;
  Var *length;  // how long the costliest loop is, if the host knows it, or NULL; then the work
  double fixed; // is rather this
  double each;  // and this times the length
  bool is_irregular;
} Cost;
Cost par_cost(Lower *lower, const Par *par);
// This many points are worth a thread.
ImpExp *par_grain(Lower *lower, const Par *par);
// Allocates what each point would allocate for itself, and releases it after the loop. `is_run`
// says whether there is any point.
void par_hoist(Lower *lower, const Par *par, ImpExp *is_run, ImpVars *hoisted);
void par_unhoist(Lower *lower, const ImpVars *hoisted);

// ---- lower_join.c ----

// Finds the joins of the par.
void joins_init(Lower *lower, ParState *state);
LowerJoin *join_of(const OutputState *output, size_t k);
// Before and after all points: makes the blocks, binds them.
void joins_begin(Lower *lower, ParState *state);
void joins_end(Lower *lower, ParState *state);
// Before a segment of this many points.
void joins_begin_segment(Lower *lower, ParState *state, ImpExp *size);
void join_append(Lower *lower, const LowerJoin *join, Atom value);
// A value that is kept; with a condition, its place is only taken if that holds.
void join_keep(Lower *lower, const LowerJoin *join, Atom value, ImpExp *is_kept);
// Makes room in the block of a join instead of an allocation; false when the allocation is for
// something else.
bool tail_alloc(Lower *lower, const Stm *stm);

// ---- lower_space.c ----

void lower_segment_stm(Lower *lower, const Stm *stm);
// The pointer to the offsets of the descriptor of the varying dimension.
Region segment_offsets(Lower *lower, const ParState *state);
// The offset of this number.
ImpExp *segment_offset(Lower *lower, const Region *offsets, ImpExp *number);
// The first `count` of these indices as those of a result: the varying dimension and the one in
// front of it are one. Sets count to how many there are.
ImpExp **space_indices(Lower *lower, const ParState *state, ImpExp *const *indices, size_t *count);
// The start or end of the current segment, when the index asks for that; otherwise NULL.
ImpExp *segment_known(Lower *lower, const Region *region);
// Enters a segment; the index of the segment is bound.
void segment_enter(Lower *lower, ParState *state, ImpExp *index, ImpExp *start, ImpExp *end);
// The segment around of the space's descriptor, and back to that.
const Segment *segment_around(Lower *lower, const ParState *state);
void segment_leave(Lower *lower, const ParState *state, const Segment *around);

// ---- device_room.c ----

// A block that every thread of a kernel has for itself.
typedef struct Expanded {
  Var *var;
  Scalar scalar;
  ImpVar *block; // of all threads, on the host
  ImpExp *size;  // elements of a thread, on the host
  bool is_interleaved;
} Expanded;

typedef struct LowerRoom {
  Vec(Expanded) blocks;
  ImpExp *threads; // NULL when there are none
} LowerRoom;

// Allocates on the host what the points of a par would allocate, for `size` points, as far as it
// is known there.
void room_open(Lower *lower, LowerRoom *room, const Par *par, ImpExp *size);
// In a kernel: binds the variables to the share of this thread.
void room_bind(Lower *lower, const LowerRoom *room);
// On the host: releases the blocks.
void room_close(Lower *lower, const LowerRoom *room);

// ---- device_block.c ----

// The points of a par are dealt out to the threads of a block.
void lower_par_team(Lower *lower, const Stm *stm);
// Where the threads have an array to themselves, each its element; NULL: it is in memory.
ImpVar *team_own(const Lower *lower, const Var *array);
// A copy of such an array. False, and nothing is done, when it is none.
bool team_copy_own(Lower *lower, const Var *to, const Var *from);
// Of what a loop hands on: what its parameters have at first, what they have in the next round, and
// what is left of them.
void team_begin_loop(Lower *lower, const Stm *stm);
void team_next_round(Lower *lower, const Loop *loop);
void team_end_loop(Lower *lower, const Stm *stm);
// All threads of a block wait for each other, unless they have just done so.
void team_wait(Lower *lower);
// From here on the first thread of a block alone, after such a wait. Gives what to go on with.
ImpBuilder team_alone(Lower *lower);

// ---- cpu_tile.c ----

// When the par is a matrix-shaped reduction: emits a tile for these rows under a condition on the
// sizes, and gives the `if`, whose other branch has no statements yet. Otherwise NULL.
ImpStm *tile_emit(Lower *lower, const ParState *state, ImpExp *first, ImpExp *last);

// Could the par be a matrix-shaped reduction?
bool lower_is_tile_shaped(const Par *par);

// ---- cpu_strips.c ----

// When the points of the par go through loops of the same length: emits the loop over these points
// in strips, which go through them together. False, and nothing is emitted, when they do not.
bool strips_emit(Lower *lower, ParState *state, ImpExp *first, ImpExp *last);

// ---- cpu_blocks.c ----

// When the par reduces what most points leave as it is, or adds up floats beside what goes from
// point to point: emits the loop over these points in blocks. False, and nothing is emitted, when
// it is something else.
bool blocks_emit(Lower *lower, ParState *state, ImpExp *first, ImpExp *last);
// Sets the output's `count` if the point would change what is carried.
void blocks_note_change(Lower *lower, const OutputState *output);

// ---- cpu_lanes.c ----

// When the par is a cheap histogram: emits it for few bins under a condition on the sizes, and
// gives the `if`, whose other branch has no statements yet. Otherwise NULL.
ImpStm *lanes_emit(Lower *lower, ParState *state, ImpExp *first, ImpExp *last);
// The lane of the destination for this point.
Region lanes_region(Lower *lower, const OutputState *output, Region dest);

// ---- lower_acc.c ----

void lower_with_acc(Lower *lower, const Stm *stm);
void lower_acc_update(Lower *lower, const Stm *stm);
// dests[k][index] := op(dests[k][index], values[k]), as one step when other threads do so too.
void combine_at(Lower *lower, const Lambda *op, const Region *dests, ImpExp *const *values,
                size_t count, bool is_shared);
// The same for rows, element by element. A row is locked once, where there are locks.
void combine_rows_at(Lower *lower, const Lambda *op, Region *dests, const Atom *values,
                     size_t count, bool is_shared);
// Are the indices within these dimensions of the destination?
ImpExp *is_within(Lower *lower, const Region *dest, ImpExp *const *indices, size_t count);

#endif
