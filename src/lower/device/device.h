// How pars become kernels: what the files of this folder share. A Grid is the par
// that is being made one; device_kernel.c writes the functions of its kernels (imp.h:
// IMP_ROLES).
#ifndef RAVEL_LOWER_DEVICE_H
#define RAVEL_LOWER_DEVICE_H

#include "lower/lower_internal.h"
#include "mem/nests.h"

typedef struct Grid {
  Lower *lower;
  const Stm *stm;
  const Par *par;
  ImpKernel *kernel;
  LowerPart part;
  LowerRoom room;
  const MapNest *nest; // rows: the maps around the par, which is that of a row
  ImpVar **cells; // per variable that the par binds: where its value stays on the device, or NULL
  ImpVar ***classes; // per output: the fields with the places of its classes, for a split
} Grid;

ImpExp *grid_number(Grid *grid, int64_t value);
// Names a value, unless it is a constant or has a name.
ImpExp *grid_let(Grid *grid, const char *name, ImpExp *value);
// The product of sizes of the space. Points that nothing is stored for may be more than can be
// counted: then the program fails.
ImpExp *grid_product(Grid *grid, const char *name, const ImpExps *sizes);
// How many points and ends this many segments of one size have.
ImpExp *grid_steps(Grid *grid, ImpExp *count, ImpExp *size);
// A fresh state of the outputs of the par, whose points are of different threads.
ParState grid_state(Grid *grid);
// How many points the first dimensions have. One that varies stands for itself and the one in front
// of it.
ImpExp *grid_points(Grid *grid, const ParState *state, size_t rank);
// The outputs accumulate in the fields of another state.
void grid_take_fields(ParState *state, const ParState *from);
// On the host, before the kernel: memory for scalars that only kernels need.
void grid_make_cells(Grid *grid);
// On the host, after the launch: binds the results of the par that are scalars.
void grid_bind_scalars(Grid *grid, ImpLaunch *launch);

// How much work a point of the par is, with what the maps around it do for it.
int64_t grid_cost(const Grid *grid);
// Begins a kernel; `size` points that are this much work each. Statements then go to its functions,
// one at a time.
void kernel_open(Grid *grid, ImpSkeleton skeleton, ImpExp *size, int64_t cost);
// Closes the kernel and launches it. Gives the launch.
ImpLaunch *kernel_close(Grid *grid, ImpExp *size);
void function_open(Grid *grid, ImpRole role);
void function_close(Grid *grid, ImpRole role);
// In a function: takes the index of an innermost dimension of this size off a number.
ImpExp *grid_split_index(Grid *grid, ImpExp **rest, ImpExp *size, const char *name);
// In a function: the indices of the point, or of the segment, from its number. A dimension that
// varies and the one in front of it are numbered together, by elements.
void grid_bind_indices(Grid *grid, ParState *state, size_t rank, ImpExp **outer);
// In a function: the memory for results, and storing all results of the par that are scalars.
ImpVar *kernel_results(Grid *grid);
void kernel_store_scalars(Grid *grid, const ParState *state);
// Functions neutral, start and combine, for all that the outputs accumulate. `starts`: where the
// classes of splits start, or NULL.
void kernel_emit_operator(Grid *grid, ParState *state, ImpVar *const *starts);
// Function start alone.
void kernel_emit_start(Grid *grid, ParState *state);
// Function `role`: what happens at one point, for outputs with these actions.
void kernel_emit_point(Grid *grid, ParState *state, ImpRole role);
// What a map does beside the par inside it.
void grid_emit_around(Lower *lower, const Stm *outer, const Stm *inner);

// ---- device_gather.c ----

// Runs a par with joins, whose threads go over points, over segments of the innermost dimension, or
// over all.
typedef enum Grain { GRAIN_POINT, GRAIN_SEGMENT, GRAIN_ALL } Grain;
void launch_joins(Grid *grid, Grain grain);

// ---- device_kernel.c ----

// All functions of a filter, for the one output that keeps values; or that splits them in classes,
// which start at `starts`.
void kernel_emit_keep(Grid *grid, ParState *state, OutputState *output, ImpVar *const *starts);
// Function result.
void kernel_emit_result(Grid *grid, ParState *state);

// ---- device_segments.c ----

// What accumulates in each segment of the innermost dimension, balanced over elements.
void launch_balanced(Grid *grid, ImpSkeleton skeleton);
// The same for outputs that reduce, scan and map; `end` writes the function of that name.
void launch_accumulating(Grid *grid, ImpSkeleton skeleton, ParState *state, ImpSegments *segments,
                         ImpExp *size, void (*end)(Grid *grid, ParState *state));

// Filters whose kept values are those of all segments one after the other.
void launch_kept(Grid *grid, ImpSkeleton skeleton);

// ---- device_rows.c ----

// In a function of a point: the indices, and what the row needs of the maps around it.
void rows_bind_point(Grid *grid);
// Maps around the par of a row, as a kernel over the elements of all rows.
void launch_rows(Grid *grid, ImpSkeleton skeleton);

// ---- device_histogram.c ----

// A kernel for each combine output, and one for the others.
void launch_histograms(Grid *grid, ImpSkeleton skeleton);

// ---- device_block.c ----

// A block of threads for each point; with items, threads have several points of what is combined in
// order.
void launch_block(Grid *grid, bool has_items);
// The points of a par of a team, dealt out to the threads.
void team_points(Lower *lower, ParState *state);

// ---- device_fold.c ----

void fold_sums(Lower *lower, ParState *state);
void fold_in_rounds(Lower *lower, ParState *state);

// ---- device_tile.c ----

// A matrix-shaped reduction, in tiles or by a sweep.
void launch_product(Grid *grid, const Plan *plan);

// ---- device_shape.c ----

// Afterwards: gives each kernel its shape, with warps or without.
void device_shapes(ImpProgram *imp, LowerOptions options);

#endif
