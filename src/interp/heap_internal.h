// The insides of the interpreter by heap, shared by heap*.c only.
//
// Bodies are evaluated as they stand, statement by statement. The variables of a function live in
// the cells of a frame; nested bodies share the frame of their function. A scalar, a block or an
// accumulator has one cell; an array has its place: the block, the offset, the sizes and the
// strides. An irregular array is seen as its elements in order, in one dimension, and a segment
// descriptor as its numbers. The elements are in the blocks. All globals, with what is bound inside
// their bodies, share one frame of their own.
//
// Races. Time is a number that grows whenever a par or a point of a par begins. The points that are
// running form a stack of levels; a level knows when its par began and when its point began. What
// happened at time t is concurrent with what happens now exactly when some level has
//
//   begin <= t < point
//
// for then t belongs to an earlier point of that par. Before `begin` everything is ordered before
// the par, and from `point` on it is the same point, pars inside it that have ended included.
//
// So an element needs to remember only times: of a write and of a read. One of each is enough,
// whatever the nesting. When the remembered read is concurrent with now, it stays, and otherwise
// now replaces it: if now is concurrent with something that comes later, so is a read that is
// concurrent with now. (Points run one after the other, so being concurrent is transitive in the
// order of time.) The same holds for writes, of which two concurrent ones are a race anyway, unless
// both belong to one `put`, `combine` or accumulator; these have a number, their group.
//
// What a par does at the end of a segment (store the results of `reduce` and the counts, order the
// values of `split`) happens in a point of its own, which is concurrent with all the others.
//
// Rehearsals. A par whose points targets may run twice runs them before it begins, too. What was
// written then and is not written again must not be read: its content depends on the target. A par
// inside a rehearsal has none of its own. Outputs are not written in a rehearsal, and accumulators
// from around it take nothing.
//
// Rows. Where a point of a map at level grid has one map inside and is otherwise light, a device
// may share out the points of the inner one among threads, each of which runs what is around it. So
// what that reads is not overwritten inside, and it reads nothing that was written there. Of the
// reads that an element remembers those count that come from around.
//
// Copies. A statement that copies takes a new time. An element that it writes and reads at that
// very time would depend on the order: source and target overlap without being equal.
//
// Blocks are counted by the cells of type `mem` that hold them. After a failure nothing is counted
// any more: all blocks are freed.
#ifndef RAVEL_INTERP_HEAP_INTERNAL_H
#define RAVEL_INTERP_HEAP_INTERNAL_H

#include "interp/heap.h"
#include "interp/interp_internal.h"

// More dimensions are refused, so that views have a fixed size.
enum { VIEW_MAX_RANK = 64 };

typedef struct HeapBlock HeapBlock;
typedef struct HeapAcc HeapAcc;

typedef union Cell {
  ScalarValue scalar;
  int64_t number;
  HeapBlock *block;
  HeapAcc *acc;
} Cell;

// When an element was written and read; 0: never. `group` says by what it was written.
typedef struct Stamp {
  uint64_t write, read, group;
} Stamp;

struct HeapBlock {
  size_t refs;
  HeapBlock *previous, *next; // of all blocks
  const Var *var;             // what it was called first
  size_t bytes, granule;      // there is a stamp for each granule bytes
  size_t capacity;            // bytes that there is room for
  unsigned char *data;
  Stamp *stamps;
};

// An array as run time sees it: where its elements are.
typedef struct View {
  HeapBlock *block;
  int64_t offset;
  Scalar element;
  uint32_t rank;
  int64_t shape[VIEW_MAX_RANK], strides[VIEW_MAX_RANK];
} View;

// An accumulator: the frame holds its destinations and what its operator needs.
struct HeapAcc {
  const AccDecl *decl;
  Cell *frame;
  uint64_t group;
};

// A par that is running, and its current point. It is rehearsed from `rehearsed` to `begin`.
typedef struct HeapLevel {
  uint64_t rehearsed, begin, point;
  bool is_end;    // of a segment, not a point of the space
  bool is_shared; // threads may share the row of a point, which the par inside makes between these:
  uint64_t row_begin, row_end;
  const Par *par;
  Cell *frame;
} HeapLevel;

// The frame of a function.
typedef struct HeapLayout {
  Var **params, **results;
  size_t param_count, result_count;
  size_t cell_count;
  Vec(uint32_t) mems; // the cells that hold blocks
} HeapLayout;

struct Heap {
  Interp *interp; // for arguments, failures and stacks
  Program *program;
  Arena *arena;
  uint32_t *slots; // by Var.index: the first cell in its frame
  bool *is_global; // by Var.index: in the frame of the globals
  Map *layouts;    // Fun -> Layout
  HeapLayout global_layout;
  Cell *globals;
  bool has_globals; // the cells of globals are in use
  bool *has_global; // by number: was computed
  HeapBlock *blocks;
  uint64_t time, group, copy_time; // the last: of the copy under way, or 0
  uint64_t rehearsal; // groups up to this one are from outside of it; 0: nothing is rehearsed
  HeapLevel *levels;
  size_t level_count, level_capacity;
};

// ---- heap.c ----

static inline Cell *cell_of(const Heap *heap, Cell *frame, const Var *var) {
  return (heap->is_global[var->index] ? heap->globals : frame) + heap->slots[var->index];
}
static inline ScalarValue atom_value(const Heap *heap, Cell *frame, Atom atom) {
  return atom.var == NULL ? atom.constant.value : cell_of(heap, frame, atom.var)->scalar;
}
static inline int64_t atom_number(const Heap *heap, Cell *frame, Atom atom) {
  return atom_value(heap, frame, atom).i64;
}
// Fails because the interpreter cannot do that; always false.
bool heap_refuse(Heap *heap, const char *what);
// How many cells a value of this type has.
size_t type_width(const Type *type);
// Calls a function: arguments and results are values one after the other, as atoms_load gives them.
bool heap_call(Heap *heap, const Fun *fun, Cell *args, Cell *results);

// ---- heap_block.c ----

// A fresh block for this many elements, held once; `var` names it. NULL after failing.
HeapBlock *heap_block_new(Heap *heap, const Var *var, int64_t count, Scalar element);
static inline HeapBlock *heap_block_retain(HeapBlock *block) {
  if (block != NULL) block->refs++;
  return block;
}
void heap_block_release(Heap *heap, HeapBlock *block);
// Makes the block larger, so that it has this many elements of the type; what it has stays.
bool heap_block_grow(Heap *heap, HeapBlock *block, int64_t count, Scalar element);
// Frees all blocks, whatever holds them.
void heap_blocks_free(Heap *heap);

// Reads or writes an element at an index that is counted in elements of that type. A group is 0, or
// that of concurrent writes that are not a race.
bool element_read(Heap *heap, HeapBlock *block, int64_t index, Scalar element, uint64_t group,
                  ScalarValue *value);
bool element_write(Heap *heap, HeapBlock *block, int64_t index, Scalar element, uint64_t group,
                   ScalarValue value);

// A par begins; a point of the innermost par begins, or what ends a segment; the innermost par
// ends.
bool level_push(Heap *heap, const Par *par, Cell *frame);
void level_point(Heap *heap, bool is_end);
// What the innermost par did so far was its rehearsal.
void level_begin_again(Heap *heap);
void level_pop(Heap *heap);

// ---- heap_view.c ----

// Offsets and strides may be anything; what overflows ends outside the block.
static inline int64_t wrap_add(int64_t a, int64_t b) {
  return (int64_t)((uint64_t)a + (uint64_t)b);
}
static inline int64_t wrap_mul(int64_t a, int64_t b) {
  return (int64_t)((uint64_t)a * (uint64_t)b);
}

// How many dimensions an array of this type has as a view.
uint32_t view_rank(const Type *type);
// The array that a variable holds.
void view_load(const Heap *heap, Cell *frame, const Var *var, View *view);
// Where the type says that the array is.
bool view_of_type(Heap *heap, Cell *frame, const Type *type, View *view);
// Makes the variable hold the array.
void view_store(const Heap *heap, Cell *frame, const Var *var, const View *view);
void view_copy_header(View *to, const View *from);
// Fixes the leading dimensions at these indices, which are inside.
void view_at(View *view, const int64_t *indices, size_t count);
// Sets the strides of elements in order without gaps.
void view_make_row_major(View *view);
int64_t view_count(const View *view);
bool view_has_shape(const View *a, const View *b);
// Do they select the very same elements in the same order?
bool view_equal(const View *a, const View *b);
// The same, whatever the shapes.
bool view_equal_in_order(const View *a, const View *b);
// The index in the block of the next element in order; start with all of `path` 0.
bool view_next(const View *view, int64_t *path);
int64_t view_index(const View *view, const int64_t *path);
void view_print_shape(StrBuf *out, const View *view);

// Begins and ends a statement that copies: what it reads and writes must not overlap.
void copy_begin(Heap *heap);
void copy_end(Heap *heap);
// Copies the elements in order, unless they are there already; the counts are equal.
bool view_copy(Heap *heap, const View *to, const View *from, uint64_t group);
// Writes the value, a scalar when the target has no dimensions, to a place of its shape.
bool view_write(Heap *heap, Cell *frame, const View *to, Atom value, uint64_t group);

// Fails because the variable is said to be in one place and is in another.
bool fail_place(Heap *heap, const Var *var, const View *said, const View *real);
bool fail_pattern(Heap *heap, const View *said, const View *real);

// Loads values of atoms, blocks retained, one after the other. `cells` has room for them.
void atoms_load(Heap *heap, Cell *frame, const Atom *atoms, size_t count, Cell *cells);
size_t atoms_width(const Atom *atoms, size_t count);
// Binds a telescope to such values; arrays must be where their types say.
bool telescope_bind(Heap *heap, Cell *frame, Var *const *vars, size_t count, Cell *cells);
// Binds variables to atoms: loads, then binds.
bool telescope_set(Heap *heap, Cell *frame, Var *const *vars, Cell *from, const Atom *atoms,
                   size_t count);

// ---- heap_exec.c, heap_array.c, heap_par.c ----

bool run_stms(Heap *heap, Cell *frame, const Stms *stms);
// index, slice, update, reshape, coerce, permute, opaque, copy, concat, array
bool run_array_op(Heap *heap, Cell *frame, const Stm *stm);
// seg_make, seg_offsets, seg_total
bool run_heap_segment(Heap *heap, Cell *frame, const Stm *stm);
bool run_heap_par(Heap *heap, Cell *frame, const Stm *stm);
bool run_heap_with_acc(Heap *heap, Cell *frame, const Stm *stm);
bool run_heap_effect(Heap *heap, Cell *frame, const Stm *stm);
bool run_heap_receive(Heap *heap, Cell *frame, const Stm *stm);
bool run_heap_acc_update(Heap *heap, Cell *frame, const Stm *stm);

#endif
