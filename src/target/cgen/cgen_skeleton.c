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

// `@seg`: of sums that start anew with each segment.
static const KernelSkeleton SKELETONS[] = {
    [IMP_SKELETON_KEEP] = {"SKELETON_KEEP",
                           "filter",
                           {"fit_keep.kernel", "tally.kernel", "keep.kernel"}},
    [IMP_SKELETON_SPLIT] = {"SKELETON_KEEP",
                            "partition",
                            {"fit_split.kernel", "tally.kernel", "split.kernel"}},
    [IMP_SKELETON_MAP] = {"SKELETON_MAP", "map", {"fit_map.kernel", "map.kernel"}},
    [IMP_SKELETON_REDUCE] = {"SKELETON_REDUCE",
                             "reduction",
                             {"fit_acc.kernel", "fit_reduce.kernel", "block.kernel",
                              "reduce.kernel"}},
    [IMP_SKELETON_SCAN] = {"SKELETON_SCAN",
                           "scan",
                           {"fit_acc.kernel", "fit_scan.kernel", "block.kernel", "look.kernel",
                            "scan.kernel"}},
    [IMP_SKELETON_WALK] = {"SKELETON_WALK",
                           "segmented walk",
                           {"fit_acc.kernel", "fit_segments.kernel", "segments.kernel",
                            "partition.kernel", "block.kernel", "block.kernel@seg", "look.kernel",
                            "walk.kernel"}},
    [IMP_SKELETON_SEG_REDUCE] = {"SKELETON_SEG_REDUCE",
                                 "segmented reduction",
                                 {"fit_acc.kernel", "fit_segments.kernel", "segments.kernel",
                                  "partition.kernel", "block.kernel", "block.kernel@seg",
                                  "look.kernel", "names.kernel", "seg_reduce.kernel"}},
    [IMP_SKELETON_ROWS] = {"SKELETON_ROWS",
                           "reduction of rows",
                           {"fit_acc.kernel", "fit_segments.kernel", "block.kernel",
                            "rows.kernel"}},
    [IMP_SKELETON_COLUMNS] = {"SKELETON_COLUMNS",
                              "reduction of columns",
                              {"fit_acc.kernel", "fit_segments.kernel", "block.kernel",
                               "rows.kernel"}},
    [IMP_SKELETON_SEG_SCAN] = {"SKELETON_SEG_SCAN",
                               "segmented scan",
                               {"fit_acc.kernel", "fit_segments.kernel", "segments.kernel",
                                "partition.kernel", "block.kernel", "block.kernel@seg",
                                "look.kernel", "names.kernel", "seg_scan.kernel"}},
    [IMP_SKELETON_COLUMN_SCAN] = {"SKELETON_COLUMN_SCAN",
                                  "scan of columns",
                                  {"fit_acc.kernel", "fit_segments.kernel", "block.kernel",
                                   "look.kernel", "column_scan.kernel"}},
    [IMP_SKELETON_HISTOGRAM] = {"SKELETON_HISTOGRAM",
                                "histogram",
                                {"fit_acc.kernel", "block.kernel", "bins.kernel",
                                 "histogram.kernel"}},
    [IMP_SKELETON_DIRECT] = {"SKELETON_DIRECT",
                             "histogram in device memory",
                             {"fit_acc.kernel", "block.kernel", "bins.kernel", "direct.kernel"}},
    [IMP_SKELETON_BUCKETS] = {"SKELETON_DIRECT",
                              "histogram by sorting",
                              {"fit_acc.kernel", "block.kernel", "bins.kernel", "direct.kernel",
                               "buckets.kernel"}},
    [IMP_SKELETON_SWEEP] = {"SKELETON_PRODUCT", "sweep", {"sweep.kernel"}},
    [IMP_SKELETON_TILE] = {"SKELETON_PRODUCT", "tiled product", {"tile.kernel"}},
    [IMP_SKELETON_BLOCK] = {"SKELETON_BLOCK", "block", {"team.kernel"}}};

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
