// Maps whose points reduce or scan a row each, as kernels over the elements of all rows.
//
//   par@grid (i < n) {                        segments: n of m elements
//     let a: f32 = index w[i]                 point(e, i, start, j):  let x = xs[e]; acc += x*w[i]
//     let y: f32 = par@thread (j < m) {    => end(i, start):          zs[i] = sqrt(acc)
//       let x: f32 = index xs[i, j]
//       let p: f32 = mul x, a
//       reduce (add; 0.0) p
//     }
//     let z: f32 = sqrt y
//     map z
//   }
#include "ir/par.h"
#include "lower/device/device.h"

// The indices of all maps around the row.
static void bind_outer(Grid *grid) {
  Lower *lower = grid->lower;
  ImpExp *rest = imp_use(lower->imp, grid->kernel->as.segments.segment);
  for (size_t k = grid->nest->depth; k-- > 0;) {
    const Par *par = grid->nest->maps[k]->exp->as.par;
    for (size_t i = par->rank; i-- > 0;) {
      bool is_last = k == 0 && i == 0;
      ImpExp *size = lower_dim(lower, par->space[i]);
      bind_alias(lower, par->indices[i],
                 is_last ? rest : grid_split_index(grid, &rest, size, par->indices[i]->name));
    }
  }
}

void rows_bind_point(Grid *grid) {
  Lower *lower = grid->lower;
  ImpProgram *imp = lower->imp;
  const ImpSegmentKernel *segments = &grid->kernel->as.segments;
  ImpExp *inside = imp_use(imp, segments->inside), *segment = imp_use(imp, segments->segment);
  bind_outer(grid);
  bind_alias(lower, grid->par->indices[0], inside);
  ImpExp *start = imp_use(imp, segments->start), *point = imp_use(imp, grid->kernel->index);
  number_know(lower, point, imp_add(imp, start, inside));
  number_know(lower, start, imp_mul(imp, segment, lower_dim(lower, grid->par->space[0])));
  Stms around = nest_around_row(lower->arena, grid->nest);
  for (size_t i = 0; i < around.count; i++)
    lower_stm(lower, around.data[i]);
}

// What the maps do with the results of a row.
static void emit_end(Grid *grid, ParState *row) {
  Lower *lower = grid->lower;
  function_open(grid, IMP_ROLE_END);
  bind_outer(grid);
  for (size_t k = 0; k < grid->nest->depth; k++) {
    const Stms *stms = &grid->nest->maps[k]->exp->as.par->body.stms;
    for (size_t i = 0; i < stms->count; i++) {
      if (stms->data[i] == grid->stm)
        outputs_end(lower, row, NULL);
      else if (stms->data[i]->exp->op != OP_PAR)
        lower_stm(lower, stms->data[i]);
    }
  }
  const Par *par = grid->nest->maps[grid->nest->depth - 1]->exp->as.par;
  ParState state;
  par_state_init(lower, &state, grid->nest->maps[grid->nest->depth - 1]);
  ImpExp **indices = arena_array(lower->imp->arena, ImpExp *, par->rank + 1);
  for (size_t i = 0; i < par->rank; i++)
    indices[i] = lower_atom(lower, atom_var(par->indices[i]));
  for (size_t i = 0; i < state.output_count; i++) {
    Atom value = state.outputs[i].output->values[0];
    if (!value.var || !type_is_array(value.var->type))
      output_emit(lower, &state, &state.outputs[i], indices);
  }
  function_close(grid, IMP_ROLE_END);
}

// How many rows there are.
static ImpExp *count_rows(Grid *grid) {
  Lower *lower = grid->lower;
  ImpExps sizes = {0};
  for (size_t k = 0; k < grid->nest->depth; k++)
    for (size_t i = 0; i < grid->nest->maps[k]->exp->as.par->rank; i++)
      vec_push(lower->arena, &sizes, lower_dim(lower, grid->nest->maps[k]->exp->as.par->space[i]));
  return grid_product(grid, "count", &sizes);
}

void launch_rows(Grid *grid, ImpSkeleton skeleton) {
  Lower *lower = grid->lower;
  ImpProgram *imp = lower->imp;
  ParState state = grid_state(grid);
  ImpSegments *segments = arena_make(imp->arena, ImpSegments);
  *segments =
      (ImpSegments){.count = count_rows(grid), .size = lower_dim(lower, grid->par->space[0])};
  ImpExp *size = grid_steps(grid, segments->count, segments->size);
  launch_accumulating(grid, skeleton, &state, segments, size, emit_end);
}
