// When sizes agree: sizes are equal when they are written alike, after variables have been solved.
#include "base/internal.h"
#include "front/futhark/check_internal.h"

bool fut_size_has_variable(const FutSize *size) {
  size = fut_size_resolve(size);
  if (size->kind == FUT_SIZE_VAR) return true;
  for (size_t i = 0; i < size->arg_count; i++)
    if (fut_size_has_variable(size->args[i])) return true;
  return false;
}

bool fut_size_admit(const FutSize *size, uint32_t level, const FutSizeVar *var,
                    const FutValues *bound, FutMismatch *mismatch) {
  size = fut_size_resolve(size);
  switch (size->kind) {
  case FUT_SIZE_CONST: return true;
  case FUT_SIZE_VAR:
    if (size->var == var) {
      mismatch->kind = FUT_MISMATCH_INFINITE;
      return false;
    }
    if (size->var->level > level) size->var->level = level;
    return true;
  case FUT_SIZE_VALUE:
    if (size->value->level <= level) return true;
    for (size_t i = 0; bound && i < bound->count; i++)
      if (bound->data[i] == size->value) return true;
    mismatch->kind = FUT_MISMATCH_ESCAPE;
    mismatch->value = size->value;
    return false;
  case FUT_SIZE_APPLY:
  case FUT_SIZE_EXP:
    for (size_t i = 0; i < size->arg_count; i++)
      if (!fut_size_admit(size->args[i], level, var, bound, mismatch)) return false;
    return true;
  }
  INTERNAL_ERROR("a size has an unknown kind");
}

static bool bind_size(FutSizeVar *var, const FutSize *size, FutMismatch *mismatch) {
  if (size->kind == FUT_SIZE_VAR && size->var == var) return true;
  if (!fut_size_admit(size, var->level, var, NULL, mismatch)) {
    // A size that would contain itself is no more than another one.
    if (mismatch->kind == FUT_MISMATCH_INFINITE) mismatch->kind = FUT_MISMATCH_SIZES;
    return false;
  }
  if (size->kind == FUT_SIZE_VAR) {
    // What is left keeps what is said of either of them.
    size->var->is_written |= var->is_written;
    size->var->is_result |= var->is_result;
    if (!size->var->of) size->var->of = var->of;
  }
  var->link = size;
  return true;
}

bool fut_unify_size(FutChecker *checker, const FutSize *expected, const FutSize *found,
                    FutMismatch *mismatch) {
  if (checker->ignores_sizes) return true;
  expected = fut_size_resolve(expected);
  found = fut_size_resolve(found);
  if (fut_size_equal(expected, found)) return true;
  mismatch->expected_size = expected;
  mismatch->found_size = found;
  if (found->kind == FUT_SIZE_VAR) return bind_size(found->var, expected, mismatch);
  if (expected->kind == FUT_SIZE_VAR) return bind_size(expected->var, found, mismatch);
  if (fut_size_is_alike(expected, found)) {
    bool agrees = true;
    for (size_t i = 0; agrees && i < expected->arg_count; i++)
      agrees = fut_unify_size(checker, expected->args[i], found->args[i], mismatch);
    if (agrees) return true;
  } else if (fut_size_has_variable(expected) || fut_size_has_variable(found)) {
    FutDeferred deferred = checker->unifying;
    deferred.expected = expected;
    deferred.found = found;
    vec_push(checker->arena, &checker->deferred, deferred);
    return true;
  }
  mismatch->kind = FUT_MISMATCH_SIZES;
  mismatch->expected_size = expected;
  mismatch->found_size = found;
  return false;
}

// Compares what was deferred once more; whether that solved anything.
static bool retry_deferred(FutChecker *checker) {
  size_t count = checker->deferred.count;
  FutDeferred *pending = arena_array(checker->arena, FutDeferred, count);
  for (size_t i = 0; i < count; i++)
    pending[i] = checker->deferred.data[i];
  checker->deferred.count = 0;
  for (size_t i = 0; i < count; i++) {
    FutMismatch mismatch = {0};
    checker->unifying = pending[i];
    if (!fut_unify_size(checker, pending[i].expected, pending[i].found, &mismatch))
      fut_report_mismatch(checker, pending[i].span, pending[i].whole_expected,
                          pending[i].whole_found, &mismatch, pending[i].why);
  }
  return checker->deferred.count < count;
}

void fut_finish_deferred(FutChecker *checker) {
  // Solving one equation may make another one decidable, so that the order does not matter.
  while (checker->deferred.count > 0 && retry_deferred(checker))
    continue;
  for (size_t i = 0; i < checker->deferred.count; i++) {
    const FutDeferred *deferred = &checker->deferred.data[i];
    FutMismatch mismatch = {.kind = FUT_MISMATCH_SIZES,
                            .expected_size = deferred->expected,
                            .found_size = deferred->found};
    if (deferred->whole_expected)
      fut_report_mismatch(checker, deferred->span, deferred->whole_expected, deferred->whole_found,
                          &mismatch, deferred->why);
  }
  checker->deferred.count = 0;
}
