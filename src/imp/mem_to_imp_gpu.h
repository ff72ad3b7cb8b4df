// How mem_to_imp makes kernels of pars: what mem_to_imp_gpu.c and its kin share. A Grid is the par
// that is being made one; mem_to_imp_kernel.c writes the functions of its kernels (imp.h:
// IMP_ROLES).
#ifndef RAVEL_IMP_MEM_TO_IMP_GPU_H
#define RAVEL_IMP_MEM_TO_IMP_GPU_H

#include "imp/mem_to_imp.h"

// A split into more classes is done by one thread.
enum { SPLIT_BITS = 3, CLASSES_MAX = 1 << SPLIT_BITS };

typedef struct Grid {
  Lower *lower;
  const Stm *stm;
  const Par *par;
  ImpKernel *kernel;
  Part part;
  Room room;
  const Stm *const *nest; // the maps around the par of a row, outermost first
  size_t depth;           // how many
  ImpVar **cells; // per variable that the par binds: where its value stays on the device, or NULL
  ImpVar ***classes; // per output: the fields with the places of its classes, for a split
} Grid;

ImpExp *grid_number(Grid *grid, int64_t value);
// Names a value, unless it is a constant or has a name.
ImpExp *grid_let(Grid *grid, const char *name, ImpExp *value);
// The product of sizes of the space. Points that nothing is stored for may be more than can be
// counted: then the program fails.
ImpExp *grid_product(Grid *grid, const char *name, const ImpExps *sizes);
// How many points and ends so many segments of one size have.
ImpExp *grid_steps(Grid *grid, ImpExp *count, ImpExp *size);
// A fresh state of the outputs of the par.
ParState grid_state(Grid *grid);
// How many points the first dimensions have. One that varies stands for itself and the one in front
// of it.
ImpExp *grid_points(Grid *grid, const ParState *state, size_t rank);
// Does an operator of the par, or a neutral element, depend on what a point of a par around it
// binds? Threads combine what belongs to different points, so they know no such thing.
bool par_accumulates_by_point(Lower *lower, const Par *par, const Par *around);
// May the points of all reductions of a par be combined in any order?
bool par_commutes(const ParState *state);
// Do points change the same elements?
bool grid_is_sharing(const ParState *state);
// The outputs accumulate in the fields of another state.
void grid_take_fields(ParState *state, const ParState *from);
// On the host, before the kernel: memory for scalars that only kernels need.
void grid_make_cells(Grid *grid);
// On the host, after the launch: binds the results of the par that are scalars.
void grid_bind_scalars(Grid *grid, ImpLaunch *launch);

// Begins a kernel; `size` points. Statements then go to its functions, one at a time.
void kernel_open(Grid *grid, ImpSkeleton skeleton, ImpExp *size);
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
// Runs a par with joins (mem_to_imp_gather.c). Accumulating: not all of its outputs are done point
// by point.
void launch_joins(Grid *grid, bool is_accumulating);
// All functions of a filter, for the one output that keeps values; or that splits them in classes,
// which start at `starts`.
void kernel_emit_keep(Grid *grid, ParState *state, OutputState *output, ImpVar *const *starts);
// Function result.
void kernel_emit_result(Grid *grid, ParState *state);

// ---- mem_to_imp_gpu_segments.c ----

// What accumulates in each segment of the innermost dimension, balanced over elements. False when
// that is not possible.
bool launch_balanced(Grid *grid, bool is_deep);
// The same for outputs that reduce, scan and map; `end` writes the function of that name.
void launch_accumulating(Grid *grid, ParState *state, ImpSegments *segments, ImpExp *size,
                         void (*end)(Grid *grid, ParState *state));

// Filters whose kept values are those of all segments behind each other. False when that is not
// possible.
bool launch_kept(Grid *grid);

// ---- mem_to_imp_gpu_rows.c ----

// Goes down a nest of maps whose outermost is nest[0], with room for NEST_MOST; sets the depth.
// Gives the par of a row, when the innermost map does little beside reducing or scanning rows; NULL
// when there is none.
enum { NEST_MOST = 8 };
typedef enum RowKind {
  ROW_OWN, // rows that lie in memory one behind the other
  ROW_LONG // that are perhaps long
} RowKind;
const Stm *nest_find_row(Lower *lower, const Stm **nest, size_t *depth, RowKind kind);
// In a function of a point: the indices, and what the row needs of the maps around it.
void rows_bind_point(Grid *grid);
// The maps of `nest` around the par of a row, which is the par of the grid.
void launch_rows(Grid *grid);
// The same when there are fewer than this, fewer than a device has threads; of columns, fewer than
// it needs to read memory at its rate with one each. Gives the `if`, whose other branch has no
// statements yet.
enum { FEW_ROWS = 16384, FEW_COLUMNS = 131072 };
ImpStm *launch_few_rows(Grid *grid);

// ---- mem_to_imp_gpu_histogram.c ----

// Has the par combine outputs of scalars, and at most maps and puts beside them?
bool grid_has_histograms(const ParState *state);
// A kernel for each combine output, and one for the others.
void launch_histograms(Grid *grid);

// ---- mem_to_imp_gpu_tile.c ----

// When the par is a matrix-shaped reduction: launches it in tiles under a condition on the sizes,
// and gives the `if`, whose other branch has no statements yet. NULL when it is none.
ImpStm *grid_tile(Grid *grid);

#endif
