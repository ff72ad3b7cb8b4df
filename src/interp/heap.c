// The life of the interpreter by heap: frames, entry points, globals.
#include "interp/heap.h"

#include <stdlib.h>

#include "interp/heap_internal.h"
#include "ir/walk.h"

bool heap_refuse(Heap *heap, const char *what) {
  return interp_fail(heap->interp, FAILURE_SUPPORT,
                     "%s are not supported by the interpreter by heap", what);
}

// ---- Frames ----

size_t type_width(const Type *type) {
  return type->kind == TYPE_ARRAY || type->kind == TYPE_SEG ? 2 + 2 * (size_t)view_rank(type) : 1;
}

typedef struct HeapNumbering {
  Heap *heap;
  HeapLayout *layout;
  bool is_global;
} HeapNumbering;

static void number_var(Walker *walker, Var *var) {
  HeapNumbering *numbering = walker->context;
  Heap *heap = numbering->heap;
  HeapLayout *layout = numbering->layout;
  heap->slots[var->index] = (uint32_t)layout->cell_count;
  heap->is_global[var->index] = numbering->is_global;
  if (var->type->kind == TYPE_MEM)
    vec_push(heap->arena, &layout->mems, (uint32_t)layout->cell_count);
  layout->cell_count += type_width(var->type);
}

static void number_fun(Heap *heap, Fun *fun) {
  HeapLayout *layout = arena_make(heap->arena, HeapLayout);
  HeapNumbering numbering = {heap, layout, false};
  Walker walker = {.context = &numbering, .bind = number_var};
  walk_fun(&walker, fun);
  layout->param_count = fun->param_count;
  layout->result_count = fun->result_count;
  layout->params = arena_array(heap->arena, Var *, fun->param_count);
  layout->results = arena_array(heap->arena, Var *, fun->result_count);
  for (size_t i = 0; i < fun->param_count; i++)
    layout->params[i] = fun->params[i].var;
  for (size_t i = 0; i < fun->result_count; i++)
    layout->results[i] = fun->results[i].var;
  map_put(heap->layouts, map_key(fun), layout);
}

static void number_program(Heap *heap) {
  Program *program = heap->program;
  HeapNumbering numbering = {heap, &heap->global_layout, true};
  Walker walker = {.context = &numbering, .bind = number_var};
  for (size_t i = 0; i < program->globals.count; i++)
    walk_global(&walker, program->globals.data[i]);
  heap->globals = arena_array(heap->arena, Cell, heap->global_layout.cell_count);
  heap->has_global = arena_array(heap->arena, bool, program->globals.count + 1);
  for (size_t i = 0; i < program->funs.count; i++)
    number_fun(heap, program->funs.data[i]);
}

static Cell *frame_enter(Heap *heap, const HeapLayout *layout, StackMark *mark) {
  Interp *interp = heap->interp;
  char here;
  size_t limit = interp->options.depth_limit;
  if (interp->depth >= limit) {
    interp_fail(interp, FAILURE_DEPTH, "recursion deeper than %zu calls", limit);
    return NULL;
  }
  // The addresses are compared as numbers: they are in one stack, but not in one object.
  if ((uintptr_t)&here < (uintptr_t)interp->stack_limit) {
    interp_fail(interp, FAILURE_DEPTH, "recursion too deep, after %zu calls", interp->depth);
    return NULL;
  }
  Cell *frame = stack_push(interp, layout->cell_count * sizeof(Cell), mark);
  if (frame == NULL) return NULL;
  if (layout->cell_count > 0) memset(frame, 0, layout->cell_count * sizeof(Cell));
  interp->depth++;
  return frame;
}

static void frame_leave(Heap *heap, const HeapLayout *layout, Cell *frame, StackMark mark) {
  for (size_t i = 0; i < layout->mems.count; i++)
    heap_block_release(heap, frame[layout->mems.data[i]].block);
  stack_pop(heap->interp, mark);
  heap->interp->depth--;
}

// Runs the body of a function whose parameters are bound.
static bool run_fun(Heap *heap, const Fun *fun, const HeapLayout *layout, Cell *frame) {
  if (!run_stms(heap, frame, &fun->body->stms)) return false;
  if (telescope_set(heap, frame, layout->results, frame, fun->body->results,
                    fun->body->result_count))
    return true;
  return interp_failed_at(heap->interp, fun->span, false);
}

bool heap_call(Heap *heap, const Fun *fun, Cell *args, Cell *results) {
  const HeapLayout *layout = map_get(heap->layouts, map_key(fun));
  StackMark mark;
  Cell *frame = frame_enter(heap, layout, &mark);
  if (frame == NULL) return false;
  bool is_ok = telescope_bind(heap, frame, layout->params, layout->param_count, args) &&
               run_fun(heap, fun, layout, frame);
  for (size_t i = 0; is_ok && i < layout->result_count; i++) {
    Atom result = atom_var(layout->results[i]);
    atoms_load(heap, frame, &result, 1, results);
    results += type_width(layout->results[i]->type);
  }
  if (is_ok)
    frame_leave(heap, layout, frame, mark);
  else // the blocks are freed all at once
    stack_pop(heap->interp, mark), heap->interp->depth--;
  return is_ok;
}

// ---- Life ----

Heap *heap_new(Program *program, InterpOptions options) {
  if (program->level != LEVEL_MEM) INTERNAL_ERROR("the program is not at Mem");
  Arena *arena = arena_new();
  Heap *heap = arena_make(arena, Heap);
  heap->arena = arena;
  heap->program = program;
  heap->interp = interp_new(program, options);
  heap->slots = arena_array(arena, uint32_t, program->var_count + 1);
  heap->is_global = arena_array(arena, bool, program->var_count + 1);
  heap->layouts = map_new(arena);
  heap->time = 1;
  number_program(heap);
  return heap;
}

void heap_redirect(Heap *heap, FILE *out, FILE *traces) {
  interp_redirect(heap->interp, out, traces);
}

void heap_free(Heap *heap) {
  if (heap == NULL) return;
  heap_blocks_free(heap);
  interp_free(heap->interp);
  free(heap->levels);
  arena_free(heap->arena);
}

// ---- Entry points ----

typedef struct HeapRun {
  Heap *heap;
  const Fun *fun;
  const Value *args;
  size_t arg_count;
  Value *values;
} HeapRun;

// Those that are not late, and those that the entry point needs. After a failure all blocks are
// gone, and everything is computed again.
static bool run_globals(Heap *heap, const Fun *fun) {
  const Program *program = heap->program;
  if (!heap->has_globals && heap->global_layout.cell_count > 0)
    memset(heap->globals, 0, heap->global_layout.cell_count * sizeof(Cell));
  if (!heap->has_globals && program->globals.count > 0)
    memset(heap->has_global, 0, program->globals.count * sizeof(bool));
  heap->has_globals = true;
  Arena *scratch = arena_new();
  const bool *first = globals_needed(scratch, program, NULL);
  const bool *needed = globals_needed(scratch, program, fun);
  bool is_ok = true;
  for (size_t i = 0; is_ok && i < program->globals.count; i++) {
    const Global *global = program->globals.data[i];
    if (heap->has_global[i] || !(first[i] || needed[i])) continue;
    is_ok = run_stms(heap, heap->globals, &global->body->stms) &&
            telescope_set(heap, heap->globals, global->vars, heap->globals, global->body->results,
                          global->body->result_count);
    heap->has_global[i] = is_ok;
  }
  arena_free(scratch);
  return is_ok;
}

// Puts an argument into a block of its own, as the entry point expects it.
static bool bind_array(Heap *heap, Cell *frame, const Var *var, Array *array) {
  int64_t count = array_count(array);
  const Var *block_var = var->type->place->block;
  HeapBlock *block = heap_block_new(heap, block_var, count, var->type->scalar);
  if (block == NULL) return false;
  heap_block_release(heap, cell_of(heap, frame, block_var)->block);
  cell_of(heap, frame, block_var)->block = block;
  View view;
  if (!view_of_type(heap, frame, var->type, &view)) return false;
  unsigned char *next = block->data;
  array_write_elements(array, &next);
  for (int64_t i = 0; i < count; i++)
    block->stamps[i].write = heap->time;
  view_store(heap, frame, var, &view);
  return true;
}

static bool bind_arguments(Heap *heap, const Fun *fun, Cell *frame, const InterpSlot *params) {
  for (size_t i = 0; i < fun->param_count; i++) {
    const Var *var = fun->params[i].var;
    if (var->type->kind == TYPE_SCALAR) cell_of(heap, frame, var)->scalar = params[i].scalar;
  }
  for (size_t i = 0; i < fun->param_count; i++) {
    const Var *var = fun->params[i].var;
    if (!type_is_array(var->type)) continue;
    if (type_is_irregular(var->type)) return heap_refuse(heap, "irregular arrays");
    if (!bind_array(heap, frame, var, params[i].array)) return false;
  }
  return true;
}

// The interpreter by value reads the arguments, so that both complain alike.
static bool read_arguments(HeapRun *run, Cell *frame) {
  Interp *interp = run->heap->interp;
  const Fun *fun = run->fun;
  StackMark mark;
  InterpSlot *params = stack_push(interp, fun->param_count * sizeof(InterpSlot), &mark);
  if (params == NULL) return false;
  bool is_ok = entry_arguments(interp, fun, run->args, run->arg_count, params);
  if (is_ok) {
    is_ok = bind_arguments(run->heap, fun, frame, params);
    for (size_t i = 0; i < fun->param_count; i++)
      if (interp_is_object_type(fun->params[i].var->type)) object_release(interp, params[i].object);
  }
  stack_pop(interp, mark);
  return is_ok;
}

static bool write_array(Heap *heap, const View *view, Value *value) {
  int64_t path[VIEW_MAX_RANK] = {0};
  size_t size = SCALAR_SIZE(view->element);
  if (view_count(view) == 0) return true;
  unsigned char *out = value->data;
  do {
    ScalarValue element;
    if (!element_read(heap, view->block, view_index(view, path), view->element, 0, &element))
      return false;
    memcpy(out, &element, size);
    out += size;
  } while (view_next(view, path));
  return true;
}

static bool write_result(HeapRun *run, Cell *frame, const Var *var, Prim prim, Value *value) {
  Heap *heap = run->heap;
  View view = {.rank = 0};
  bool is_scalar = var->type->kind == TYPE_SCALAR;
  if (!is_scalar) view_load(heap, frame, var, &view);
  if (!result_check_shape(heap->interp, view.shape, view.rank)) return false;
  if (!value_make(value, prim, (int)view.rank, view.shape))
    return interp_fail(heap->interp, FAILURE_MEMORY, "out of memory");
  if (!is_scalar) return write_array(heap, &view, value);
  memcpy(value->data, &cell_of(heap, frame, var)->scalar, prim_size(prim));
  return true;
}

static bool write_results(HeapRun *run, Cell *frame) {
  const Fun *fun = run->fun;
  size_t count;
  ValueType *types = entry_result_types(fun, &count);
  bool is_ok = true;
  for (size_t i = 0; is_ok && i < count; i++)
    is_ok = write_result(run, frame, fun->results[fun->result_size_count + i].var, types[i].prim,
                         &run->values[i]);
  free(types);
  return is_ok;
}

static bool names_global(const Heap *heap, const Fun *fun) {
  for (size_t i = 0; i < fun->param_count; i++) {
    const Type *type = fun->params[i].var->type;
    for (size_t k = 0; k < type_rank(type); k++)
      if (type->dims[k].var != NULL && heap->is_global[type->dims[k].var->index]) return true;
  }
  return false;
}

// The globals, by heap; and by value, without a word, where the sizes of arguments name them.
static bool compute_globals(Heap *heap, const Fun *fun) {
  if (!run_globals(heap, fun)) return false;
  if (!names_global(heap, fun)) return true;
  heap->interp->is_mute = true;
  bool is_ok = interp_globals(heap->interp, NULL);
  heap->interp->is_mute = false;
  return is_ok;
}

static bool run_entry(void *data) {
  HeapRun *run = data;
  Heap *heap = run->heap;
  const HeapLayout *layout = map_get(heap->layouts, map_key(run->fun));
  if (!compute_globals(heap, run->fun)) return false;
  StackMark mark;
  Cell *frame = frame_enter(heap, layout, &mark);
  if (frame == NULL) return false;
  bool is_ok = read_arguments(run, frame) && run_fun(heap, run->fun, layout, frame) &&
               write_results(run, frame);
  if (is_ok)
    frame_leave(heap, layout, frame, mark);
  else
    stack_pop(heap->interp, mark), heap->interp->depth--;
  return is_ok;
}

bool heap_run(Heap *heap, Fun *entry, const Value *args, size_t arg_count, Value **results,
              size_t *result_count, Failure *failure) {
  size_t count = entry->result_count - entry->result_size_count;
  Value *values = calloc(count + 1, sizeof(Value));
  if (values == NULL) fatal_out_of_memory(count * sizeof(Value));
  HeapRun run = {heap, entry, args, arg_count, values};
  heap->level_count = 0;
  if (interp_on_stack(heap->interp, run_entry, &run)) {
    *results = values;
    *result_count = count;
    return true;
  }
  heap_blocks_free(heap);
  heap->has_globals = false;
  for (size_t i = 0; i < count; i++)
    value_free(&values[i]);
  free(values);
  *failure = heap->interp->failure;
  return false;
}
