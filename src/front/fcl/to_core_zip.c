// `forceAll`: push arrays of one structure are one push array of tuples, which is stored.
//
// Pull arrays are put side by side element by element, and interleaved programs program by program:
// so there must be as many, each must give as many elements, and in the same order. What is mapped
// over one of the arrays is mapped over its part of the tuples.
#include "front/fcl/to_core_internal.h"

_Noreturn static void fail_structure(FclLower *lower, const char *why) {
  fcl_fail(lower, ERROR_FCL_STRUCTURE, lower->emit.span,
           "`forceAll` stores arrays of one structure, and %s", why);
}

static void check_equal(FclLower *lower, Atom left, Atom right, const char *what) {
  int64_t counts[2];
  if (atom_equal(left, right)) return;
  if (fcl_is_constant(left, &counts[0]) && fcl_is_constant(right, &counts[1]))
    fcl_fail(lower, ERROR_FCL_STRUCTURE, lower->emit.span,
             "the arrays of a `forceAll` have %lld and %lld %s", (long long)counts[0],
             (long long)counts[1], what);
  const char *message =
      arena_printf(lower->arena, "the arrays of a `forceAll` have {} and {} %s", what);
  Atom values[2] = {left, right};
  fcl_check_run(lower, fcl_scalar(lower, OP_EQ, left, right), ERROR_FCL_STRUCTURE, message, values,
                2);
}

typedef struct FclZipped {
  const FclPull *left, *right;
} FclZipped;

static const FclPush *zip(FclLower *lower, const FclPush *left, const FclPush *right);

// ---- Elements ----

static const FclValue *zipped_element(FclLower *lower, const void *context, Atom index) {
  const FclZipped *zipped = context;
  const FclValue *left = fcl_element(lower, zipped->left, index);
  return fcl_value_pair(lower, left, fcl_element(lower, zipped->right, index));
}

// A loop of a thread is stored now.
static const FclPull *elements_of(FclLower *lower, const FclPush *push) {
  if (push->kind == FCL_PUSH_LOOP)
    return fcl_value_stored(lower, fcl_store_loop(lower, push))->pull;
  return push->kind == FCL_PUSH_PULL ? push->pull : NULL;
}

static const FclPush *zip_pulls(FclLower *lower, const FclPush *left, const FclPush *right) {
  FclZipped *zipped = arena_make(lower->arena, FclZipped);
  *zipped = (FclZipped){elements_of(lower, left), elements_of(lower, right)};
  if (zipped->left == NULL || zipped->right == NULL)
    fail_structure(lower, "here one is pushed, and one is made of programs");
  check_equal(lower, left->length, right->length, "elements");
  FclPush push = {.kind = FCL_PUSH_PULL,
                  .level = left->level,
                  .length = left->length,
                  .pull = fcl_value_pull(lower, left->length, zipped_element, zipped)->pull};
  return fcl_value_push(lower, push)->push;
}

// ---- Functions that are mapped ----

typedef struct FclPart {
  const FclValue *function, *index;
  bool is_right;
} FclPart;

static const FclValue *map_part(FclLower *lower, const void *context, const FclValue *pair) {
  const FclPart *part = context;
  const FclValue *old = part->is_right ? pair->pair.second : pair->pair.first;
  const FclValue *value = fcl_apply(lower, fcl_apply(lower, part->function, part->index), old);
  return part->is_right ? fcl_value_pair(lower, pair->pair.first, value)
                        : fcl_value_pair(lower, value, pair->pair.second);
}

static const FclValue *map_part_at(FclLower *lower, const void *context, const FclValue *index) {
  FclPart *part = arena_make(lower->arena, FclPart);
  *part = *(const FclPart *)context;
  part->index = index;
  return fcl_value_call(lower, map_part, part);
}

static const FclPush *zip_mapped(FclLower *lower, const FclPush *left, const FclPush *right) {
  bool is_right = left->kind != FCL_PUSH_MAPPED;
  FclPart *part = arena_make(lower->arena, FclPart);
  *part = (FclPart){.function = is_right ? right->function : left->function, .is_right = is_right};
  const FclPush *inner = is_right ? zip(lower, left, right->inner) : zip(lower, left->inner, right);
  FclPush push = {.kind = FCL_PUSH_MAPPED,
                  .level = inner->level,
                  .length = inner->length,
                  .inner = (FclPush *)inner,
                  .function = fcl_value_call(lower, map_part_at, part)};
  return fcl_value_push(lower, push)->push;
}

// ---- Programs ----

static const FclValue *run_both(FclLower *lower, const void *context) {
  const FclValue *const *programs = context;
  const FclPush *left = fcl_run(lower, programs[0])->push;
  const FclPush *right = fcl_run(lower, programs[1])->push;
  return fcl_value_push(lower, *zip(lower, left, right));
}

static const FclValue *zipped_program(FclLower *lower, const void *context, Atom index) {
  const FclZipped *zipped = context;
  const FclValue **programs = arena_array(lower->arena, const FclValue *, 2);
  programs[0] = fcl_element(lower, zipped->left, index);
  programs[1] = fcl_element(lower, zipped->right, index);
  return fcl_value_program(lower, run_both, programs);
}

static const FclPush *zip_programs(FclLower *lower, const FclPush *left, const FclPush *right) {
  if (left->kind != right->kind)
    fail_structure(lower, "here programs run beside each other in one, and one after the other in "
                          "another one");
  if (!fcl_is_same_order(lower, left, right))
    fail_structure(lower, "the programs of these are interleaved in different orders");
  FclZipped *zipped = arena_make(lower->arena, FclZipped);
  *zipped = (FclZipped){left->pull, right->pull};
  check_equal(lower, left->pull->length, right->pull->length, "programs");
  check_equal(lower, left->count, right->count, "elements of each program");
  FclPush push = *left;
  push.pull = fcl_value_pull(lower, left->pull->length, zipped_program, zipped)->pull;
  return fcl_value_push(lower, push)->push;
}

static bool has_programs(const FclPush *push) {
  return push->kind == FCL_PUSH_INTERLEAVED || push->kind == FCL_PUSH_INTERLEAVED_SEQ;
}

static const FclPush *zip(FclLower *lower, const FclPush *left, const FclPush *right) {
  if (left->kind == FCL_PUSH_MAPPED || right->kind == FCL_PUSH_MAPPED)
    return zip_mapped(lower, left, right);
  if (has_programs(left) && has_programs(right)) return zip_programs(lower, left, right);
  return zip_pulls(lower, left, right);
}

// ---- Tuples ----

static const FclPush *zip_all(FclLower *lower, const FclValue *pushes) {
  if (pushes->kind == FCL_VALUE_PUSH) return pushes->push;
  const FclPush *left = zip_all(lower, pushes->pair.first);
  return zip(lower, left, zip_all(lower, pushes->pair.second));
}

static const FclValue *unzip(FclLower *lower, const FclValue *pushes, FclStored stored) {
  if (pushes->kind == FCL_VALUE_PUSH) return fcl_value_stored(lower, stored);
  FclStored left = stored, right = stored;
  left.elements = stored.elements->pair.first;
  right.elements = stored.elements->pair.second;
  const FclValue *first = unzip(lower, pushes->pair.first, left);
  return fcl_value_pair(lower, first, unzip(lower, pushes->pair.second, right));
}

const FclValue *fcl_store_all(FclLower *lower, const FclValue *pushes) {
  size_t mark = emit_mark(&lower->emit);
  FclStored stored = fcl_store(lower, zip_all(lower, pushes));
  emit_uncheck(&lower->emit, mark);
  return unzip(lower, pushes, stored);
}
