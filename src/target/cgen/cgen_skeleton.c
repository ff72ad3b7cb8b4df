// Which skeleton of rts/gpu a kernel takes: from what the kernel is to the name that the host knows
// it by, and the files of its text.
#include "target/cgen/cgen.h"

bool kernel_counts(const ImpKernel *kernel) {
  return kernel->as.bins.has_constant &&
         (kernel->as.bins.add_kind == 1 || kernel->as.bins.add_kind == 2);
}

// ---- Checks ----

// What a function does beside computing.
typedef struct Effects {
  bool has_checks, has_others;
} Effects;

static void note_effect(void *context, ImpStm *stm) {
  Effects *effects = context;
  if (stm->kind == IMP_STM_FAIL)
    effects->has_checks = true;
  else if (!imp_stm_has(stm, IMP_PURE))
    effects->has_others = true;
}

static Effects point_effects(const ImpKernel *kernel) {
  bool is_prefix = kernel->functions[IMP_ROLE_TOTAL] != NULL;
  const ImpFun *fun = kernel->functions[is_prefix ? IMP_ROLE_TOTAL : IMP_ROLE_POINT];
  Effects effects = {.has_others = fun == NULL};
  if (fun) imp_walk(&fun->body, note_effect, &effects);
  return effects;
}

bool kernel_is_pure(const ImpKernel *kernel) { return !point_effects(kernel).has_others; }

bool kernel_tries(const ImpKernel *kernel) {
  return kernel_is_pure(kernel) && point_effects(kernel).has_checks;
}

static const KernelSkeleton SKELETONS[] = {
#define SKELETON(id, text, traits, launch, words, ...) {"SKELETON_" #launch, words, {__VA_ARGS__}},
#include "imp/skeletons.def"
#undef SKELETON
};

const KernelSkeleton *kernel_skeleton(const ImpKernel *kernel) {
  return &SKELETONS[kernel->skeleton];
}

size_t kernel_companions(const ImpKernel *kernel) {
  const ImpShape *shape = &kernel->shape;
  return (shape->has_starts ? 1 : 0) + (shape->has_carry ? 1 : 0) + (shape->has_buckets ? 4 : 0);
}

size_t kernel_count(const ImpProgram *program) {
  size_t count = program->kernels.count;
  for (size_t i = 0; i < program->kernels.count; i++)
    count += kernel_companions(program->kernels.data[i]);
  return count;
}
