#include "mem/histogram.h"

#include "analysis/cost.h"
#include "ir/par.h"
#include "ir/plan.h"
#include "ir/type.h"
#include "mem/segmented.h"

HistogramAdd histogram_add(const Output *output) {
  if (output->value_count != 1 || operator_primitive(output->op, 0, 1) != OP_ADD) return ADD_NONE;
  Scalar scalar = atom_type(output->neutral[0])->scalar;
  if (scalar == SCALAR_F32) return ADD_F32;
  if (scalar == SCALAR_F64) return ADD_F64;
  if (scalar == SCALAR_I64) return ADD_I64;
  return scalar_info(scalar)->class == CLASS_INT ? ADD_I32 : ADD_NONE;
}

bool histogram_is_constant(const Output *output) {
  for (size_t k = 0; k < output->value_count; k++)
    if (output->values[k].var) return false;
  return true;
}

int64_t histogram_value_bytes(const Output *output) {
  PlanBytes bytes = {0};
  for (size_t k = 0; k < output->value_count; k++)
    plan_bytes_add(&bytes, atom_type(output->neutral[k])->scalar);
  return plan_bytes(&bytes);
}

int64_t histogram_bin_bytes(const Output *output) {
  int64_t bytes = histogram_value_bytes(output);
  bool has_lock = histogram_add(output) == ADD_NONE && bytes > 8;
  return bytes + (has_lock ? 4 : 0);
}

size_t histogram_parts(const Par *par, const Output *output, const Type *dest) {
  size_t count = 0;
  while (count < output->index_count && count + 1 < par->rank &&
         output->indices[count].var == par->indices[count] &&
         dim_equal(dest->dims[count], par->space[count]))
    count++;
  return count;
}

bool histogram_can_sort(const Par *par, const Output *output) {
  return histogram_value_bytes(output) <= 8 && cost_stms(&par->body.stms) <= COST_LONG &&
         !segmented_needs_memory(par);
}

int64_t histogram_ranges(const Output *output, bool can_sort) {
  if (!can_sort) return 7;
  if (histogram_add(output) == ADD_NONE) return 2;
  return histogram_value_bytes(output) > 4 ? 3 : 5;
}
