// Maps in place: a par that may overwrite what it reads.
#include "ir/par.h"
#include "ir/type.h"
#include "ir/walk.h"
#include "mem/lmad.h"
#include "mem/reuse.h"

// The array that is written, and the indices of the point that writes an element of it.
typedef struct Target {
  const Type *type;
  const Var *made, *old;
  const Map *replaced;
  Vars point;
  const Stm *writer; // the par whose points write elements
} Target;

Var *block_resolve(const Map *replaced, Var *var) {
  for (Var *next; (next = map_get(replaced, map_key(var)));)
    var = next;
  return var;
}

static bool is_old(const Target *target, const Type *array) {
  return block_resolve(target->replaced, array->place->block) == target->old;
}

// Every thunk runs once per point, and its values are written behind it.
static bool is_plain_map(const Par *par) {
  if (par->has_epilogue) return false;
  for (size_t i = 0; i < par->body.output_count; i++) {
    Mode mode = par->body.outputs[i].mode;
    if (mode != MODE_MAP && mode != MODE_REDUCE) return false;
  }
  return true;
}

// The result of the par that is in the block, whole and in order; NULL when there is none, or
// several.
static const Var *result_in(const Stm *stm, const Var *block, size_t *number) {
  const Var *found = NULL;
  for (size_t i = 0; i < stm->var_count; i++) {
    const Type *type = stm->vars[i]->type;
    if (!is_array(type) || type->place->block != block) continue;
    if (found) return NULL;
    found = stm->vars[i];
    *number = i;
  }
  return found;
}

static const Stm *binder(const Stms *stms, const Var *var) {
  for (size_t i = 0; i < stms->count; i++) {
    for (size_t k = 0; k < stms->data[i]->var_count; k++)
      if (stms->data[i]->vars[k] == var) return stms->data[i];
  }
  return NULL;
}

// Follows a map output to the par that writes the elements: itself, or one that makes the rows
// where they belong.
static bool find_writer(Arena *scratch, const Stm *stm, size_t result, Target *target) {
  const Par *par = stm->exp->as.par;
  size_t first;
  if (!is_plain_map(par)) return false;
  if (par_block_count(stm) > 0) return false;
  const Output *output = par_output_at(par, result, &first);
  if (output->mode != MODE_MAP) return false;
  vec_append(scratch, &target->point, par->indices, par->rank);
  Atom value = output->values[result - first];
  if (atom_type(value)->kind == TYPE_SCALAR) {
    target->writer = stm;
    return target->point.count == target->type->rank;
  }
  const Stm *inner = binder(&par->body.stms, value.var);
  size_t number;
  if (!inner || inner->exp->op != OP_PAR) return false;
  if (result_in(inner, target->made, &number) != value.var) return false;
  return find_writer(scratch, inner, number, target);
}

// ---- Reads ----

typedef struct Reads {
  const Target *target;
  bool is_behind;     // the writer was passed
  unsigned in_writer; // how deep inside the writer
  bool is_right;
} Reads;

// Is it the same shape, in the same order, with elements of the same width?
static bool is_aligned(const Type *array, const Type *target) {
  if (!place_is_plain(array) || array->rank != target->rank) return false;
  if (scalar_info(array->scalar)->width != scalar_info(target->scalar)->width) return false;
  for (size_t k = 0; k < array->rank; k++) {
    if (!dim_equal(array->dims[k], target->dims[k])) return false;
  }
  return true;
}

// Is it an index of the old block at the point itself; or, in front of the writer, in the part that
// belongs to the points around it?
static bool is_own_element(const Reads *reads, const Exp *exp) {
  const Target *target = reads->target;
  size_t outer = target->point.count - target->writer->exp->as.par->rank;
  size_t needed = reads->in_writer > 0 ? target->point.count : outer;
  if (exp->arg_count - 1 != target->type->rank || needed == 0) return false;
  for (size_t k = 0; k < needed; k++) {
    if (exp->args[1 + k].var != target->point.data[k]) return false;
  }
  return true;
}

static bool reads_enter(Walker *walker, Stm *stm) {
  Reads *reads = walker->context;
  const Exp *exp = stm->exp;
  if (stm == reads->target->writer) reads->in_writer++;
  if (exp->op != OP_INDEX || stm->vars[0]->type->kind != TYPE_SCALAR) return true;
  const Type *array = exp->args[0].var->type;
  if (!is_old(reads->target, array)) return true;
  if (reads->is_behind || !is_own_element(reads, exp) || !is_aligned(array, reads->target->type))
    reads->is_right = false;
  return false;
}

static void reads_leave(Walker *walker, Stm *stm) {
  Reads *reads = walker->context;
  if (stm != reads->target->writer) return;
  reads->in_writer--;
  reads->is_behind = true;
}

// Any use but the ones above spoils it.
static void reads_use(Walker *walker, Var *var) {
  Reads *reads = walker->context;
  const Type *type = var->type;
  const Target *target = reads->target;
  bool is_bad = type->kind == TYPE_MEM && block_resolve(target->replaced, var) == target->old;
  if (type->place) is_bad = is_old(target, type);
  for (size_t i = 0; type->kind == TYPE_ACC && i < type->acc_count; i++)
    is_bad = is_bad || is_old(target, type->acc_types[i]);
  if (is_bad) reads->is_right = false;
}

// Is the block as large as the array? Else there are other parts of it, which the old block may not
// have: what is appended to the array is made behind it.
static bool is_whole(Arena *scratch, const Exp *alloc, const Type *array) {
  if (alloc->arg_count != array->rank) return false;
  bool *is_taken = arena_array(scratch, bool, array->rank);
  for (size_t i = 0; i < array->rank; i++) {
    size_t k = 0;
    while (k < array->rank && (is_taken[k] || !dim_equal(dim_atom(alloc->args[i]), array->dims[k])))
      k++;
    if (k == array->rank) return false;
    is_taken[k] = true;
  }
  return true;
}

bool is_map_in_place(Arena *scratch, const Map *replaced, const Stm *stm, const Stm *made,
                     const Var *old) {
  size_t result;
  if (stm->exp->op != OP_PAR) return false;
  const Var *array = result_in(stm, made->vars[0], &result);
  if (!array || !place_is_plain(array->type)) return false;
  if (!is_whole(scratch, made->exp, array->type)) return false;
  Target target = {.type = array->type, .made = made->vars[0], .old = old, .replaced = replaced};
  if (!find_writer(scratch, stm, result, &target)) return false;
  Reads reads = {.target = &target, .is_right = true};
  Walker walker = {.context = &reads, .use = reads_use, .enter = reads_enter, .leave = reads_leave};
  walk_stm(&walker, (Stm *)stm);
  return reads.is_right;
}
