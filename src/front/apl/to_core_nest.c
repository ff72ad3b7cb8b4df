// Pars over index spaces.
#include "front/apl/to_core_internal.h"

AplSpace apl_space_open(AplLower *lower, Atom size) {
  AplSpace space = {.mark = emit_mark(&lower->emit), .emit = emit_space_open(&lower->emit, size)};
  space.index = space.emit.index;
  space.region = apl_region_open(lower);
  vec_push(lower->arena, &lower->counters, space.index);
  return space;
}

void apl_space_output(AplLower *lower, AplSpace *space, Output output) {
  emit_space_output(&lower->emit, &space->emit, output);
}

// Points and the calls of an operator have no order: names from outside keep their values in them.
void apl_region_end(AplLower *lower, AplRegion *region) {
  if (region->writes.count > 0)
    apl_fail_at(
        lower, ERROR_APL_NO_ORDER, region->writes.data[0].span,
        "DOMAIN ERROR: `%s` is assigned from inside of a scan or a product, which has no order",
        region->writes.data[0].cell->name);
  apl_region_close(lower, region);
}

Stm *apl_space_close(AplLower *lower, AplSpace *space, const char *name) {
  apl_region_end(lower, space->region);
  lower->counters.count--;
  emit_uncheck(&lower->emit, space->mark);
  return emit_space_close(&lower->emit, &space->emit, name);
}

// ---- Nests ----

// Behind a check that fails when it runs a size may be known and negative: there any size will do.
AplNest apl_nest_open(AplLower *lower, const Atom *dims, size_t rank) {
  Atom *sizes = arena_array(lower->arena, Atom, rank + 1);
  for (size_t i = 0; i < rank; i++)
    sizes[i] = apl_natural_part(dims[i]);
  AplNest nest = {.rank = rank, .dims = sizes};
  nest.mark = emit_mark(&lower->emit);
  nest.spaces = arena_array(lower->arena, AplSpace, rank + 1);
  nest.index = arena_array(lower->arena, Atom, rank + 1);
  for (size_t i = 0; i < rank; i++) {
    nest.spaces[i] = apl_space_open(lower, sizes[i]);
    nest.index[i] = nest.spaces[i].index;
  }
  return nest;
}

// Closes all pars, which map these atoms.
static void nest_map(AplLower *lower, AplNest *nest, Atom *atoms, size_t count) {
  for (size_t k = nest->rank; k-- > 0;) {
    AplSpace *space = &nest->spaces[k];
    space->mark = nest->mark;
    for (size_t i = 0; i < count; i++) {
      Atom *value = arena_make(lower->arena, Atom);
      *value = atoms[i];
      Output output = {.mode = MODE_MAP, .values = value, .value_count = 1};
      apl_space_output(lower, space, output);
    }
    Stm *stm = apl_space_close(lower, space, "xs");
    for (size_t i = 0; i < count; i++)
      atoms[i] = atom_var(stm->vars[i]);
  }
}

const AplValue *apl_nest_close(AplLower *lower, AplNest *nest, Elem elem) {
  nest_map(lower, nest, elem.part, apl_kind_parts(elem.kind));
  return apl_value_array(lower,
                         apl_array_make(lower, elem.kind, nest->rank, nest->dims, elem.part));
}

const AplValue *apl_nest_close_array(AplLower *lower, AplNest *nest, const AplArray *inner) {
  Atom data[2] = {inner->data[0], inner->data[1]};
  nest_map(lower, nest, data, apl_kind_parts(inner->kind));
  size_t rank = nest->rank + inner->rank;
  Atom *dims = arena_array(lower->arena, Atom, rank + 1);
  for (size_t i = 0; i < rank; i++)
    dims[i] = i < nest->rank ? nest->dims[i] : inner->dims[i - nest->rank];
  return apl_value_array(lower, apl_array_make(lower, inner->kind, rank, dims, data));
}

// ---- Branches of elements ----

Elem apl_if(AplLower *lower, Atom condition, ElemBody *then_body, ElemBody *else_body,
            void *context) {
  if (condition.var == NULL)
    return condition.constant.value.b ? then_body(lower, context) : else_body(lower, context);
  ElemBody *bodies[2] = {then_body, else_body};
  EmitBlock *blocks[2];
  Elem elems[2];
  size_t mark = emit_mark(&lower->emit);
  lower->inside++;
  for (size_t i = 0; i < 2; i++) {
    blocks[i] = emit_open(&lower->emit);
    elems[i] = bodies[i](lower, context);
    emit_uncheck(&lower->emit, mark);
    emit_close(&lower->emit, blocks[i]);
  }
  AplKind kind = apl_kind_join(lower, elems[0].kind, elems[1].kind);
  Body *built[2];
  for (size_t i = 0; i < 2; i++) {
    lower->emit.block = blocks[i];
    elems[i] = apl_convert(lower, elems[i], kind);
    emit_close(&lower->emit, blocks[i]);
    built[i] = body_new(lower->emit.program, blocks[i]->stms, elems[i].part, apl_kind_parts(kind));
  }
  lower->inside--;
  Builder builder = emit_builder(&lower->emit);
  Stm *stm = build_infer(&builder, "x", exp_if(lower->emit.program, condition, built[0], built[1]));
  Elem result = {.kind = kind};
  for (size_t i = 0; i < apl_kind_parts(kind); i++)
    result.part[i] = atom_var(stm->vars[i]);
  return result;
}

// ---- Points ----

const Atom *apl_coordinates(AplLower *lower, const Atom *dims, size_t rank, Atom number) {
  Atom *point = arena_array(lower->arena, Atom, rank + 1);
  for (size_t i = rank; i-- > 0;) {
    point[i] = number;
    if (i == 0) break;
    Atom size = apl_max(lower, dims[i], atom_i64(1));
    point[i] = apl_op2(lower, OP_SREM, number, size);
    number = apl_op2(lower, OP_SQUOT, number, size);
  }
  return point;
}

typedef struct Ordered {
  AplPointBody *body;
  void *context;
  const Atom *dims;
  size_t rank;
} Ordered;

static const AplValue *ordered_step(AplLower *lower, const AplValue *state, void *context) {
  const Ordered *ordered = context;
  Atom number = vec_last(&lower->counters);
  const Atom *point = apl_coordinates(lower, ordered->dims, ordered->rank, number);
  Elem elem = ordered->body(lower, point, ordered->context);
  AplArray next = state->array;
  Selector selector = selector_of(lower->emit.program, 1, false);
  for (size_t i = 0; i < apl_kind_parts(elem.kind); i++)
    next.data[i] = atom_var(emit_let(&lower->emit, "next",
                                     exp_update(lower->emit.program, state->array.data[i].var,
                                                selector, &number, 1, elem.part[i])));
  return apl_value_array(lower, next);
}

const AplValue *apl_points_in_order(AplLower *lower, const Atom *dims, size_t rank,
                                    AplPointBody *body, void *context, AplKind kind) {
  Ordered ordered = {body, context, dims, rank};
  Atom count = atom_i64(1);
  for (size_t i = 0; i < rank; i++)
    count = apl_mul(lower, count, dims[i]);
  AplNest nest = apl_nest_open(lower, &count, 1);
  const AplValue *none = apl_nest_close(lower, &nest, apl_fill(kind));
  const AplValue *all = apl_loop(lower, count, none, ordered_step, &ordered);
  return apl_reshape_view(lower, all, dims, rank);
}
