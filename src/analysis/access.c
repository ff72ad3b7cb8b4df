#include "analysis/access.h"

#include "analysis/address.h"
#include "ir/type.h"
#include "ir/walk.h"

struct AccessSurvey {
  Arena *arena;
  Addresses *addresses;
  Algebra *algebra; // that of the addresses
  RowSpace space;
  const Poly *row;          // the number of the row
  const Poly *point;        // that of the point; NULL while it is not known
  Var *start;               // where the row starts, if rows differ in length and somebody asked
  Map *memory;              // Var, a block -> the types of elements that were seen in it, as bits
  Stms stms;                // of a point, without those inside others
  Vec(Atom) uses;           // values that it hands on
  Vec(const Type *) stores; // arrays that have an element of it
  VarSet live;              // what it really uses: not the sizes of rows that it looks into
  VarSet scattered;         // what is computed from the index in a row, but not by steps
  Map *done;                // the statements that are needed for it
  Traffic traffic;
};

AccessSurvey *access_new(Arena *arena, RowSpace space) {
  AccessSurvey *survey = arena_make(arena, AccessSurvey);
  *survey = (AccessSurvey){.arena = arena,
                           .addresses = addresses_new(arena),
                           .space = space,
                           .memory = map_new(arena),
                           .live = varset_new(arena),
                           .scattered = varset_new(arena),
                           .done = map_new(arena),
                           .traffic = {.is_streaming = true}};
  Algebra *algebra = survey->algebra = addresses_algebra(survey->addresses);
  survey->row = poly_constant(algebra, 0);
  for (size_t i = 0; i < space.outer_count; i++) {
    survey->row =
        poly_mul(algebra, survey->row, address_value(survey->addresses, dim_size(space.sizes[i])));
    survey->row = poly_add(algebra, survey->row, poly_var(algebra, space.outer[i]));
  }
  if (dim_is_varying(space.length)) return survey;
  survey->point =
      poly_mul(algebra, survey->row, address_value(survey->addresses, dim_size(space.length)));
  survey->point = poly_add(algebra, survey->point, poly_var(algebra, space.inner));
  return survey;
}

// ---- How an address moves ----

// Has it a variable that jumps from point to point of a row?
static bool has_scattered(const AccessSurvey *survey, const Poly *poly) {
  for (size_t i = 0; poly && i < poly->count; i++)
    for (size_t k = 0; k < poly->terms[i].degree; k++)
      if (varset_has(&survey->scattered, poly->terms[i].vars[k])) return true;
  return false;
}

// How a polynomial moves with an index.
static AddressStep step_of(AccessSurvey *survey, const Poly *poly, const Var *index) {
  if (index == survey->space.inner && has_scattered(survey, poly)) return STEP_OTHER;
  return address_step(survey->addresses, poly, index);
}

static bool moves_with_row(AccessSurvey *survey, const Poly *poly) {
  if (survey->start && step_of(survey, poly, survey->start) != STEP_NONE) return true;
  for (size_t i = 0; i < survey->space.outer_count; i++)
    if (step_of(survey, poly, survey->space.outer[i]) != STEP_NONE) return true;
  return false;
}

// Does it not move with any index?
static bool is_fixed(AccessSurvey *survey, const Poly *poly) {
  return step_of(survey, poly, survey->space.inner) == STEP_NONE && !moves_with_row(survey, poly);
}

// Is it the number of the point, but for what does not move?
static bool is_by_point(AccessSurvey *survey, const Poly *poly) {
  return survey->point && is_fixed(survey, poly_sub(survey->algebra, poly, survey->point));
}

// Does it move in a row, but not with the number of the point?
static bool is_jumping(AccessSurvey *survey, Atom value) {
  if (!value.var || value.var->type->kind != TYPE_SCALAR) return false;
  const Poly *poly = address_value(survey->addresses, value);
  return step_of(survey, poly, survey->space.inner) != STEP_NONE && !is_by_point(survey, poly);
}

// How it moves from row to row.
static AddressStep row_step(AccessSurvey *survey, const Poly *poly) {
  if (!moves_with_row(survey, poly)) return STEP_NONE;
  const Poly *rest = poly_sub(survey->algebra, poly, survey->row);
  return moves_with_row(survey, rest) ? STEP_OTHER : STEP_ONE;
}

static bool is_along_row(AccessSurvey *survey, const Poly *address) {
  return step_of(survey, address, survey->space.inner) == STEP_ONE &&
         row_step(survey, address) == STEP_OTHER;
}

static bool is_along_column(AccessSurvey *survey, const Poly *address) {
  return step_of(survey, address, survey->space.inner) == STEP_OTHER &&
         row_step(survey, address) == STEP_ONE;
}

// ---- What a point does ----

static void note_use(AccessSurvey *survey, Atom value) {
  if (!value.var || value.var->type->kind != TYPE_SCALAR) return;
  const Poly *poly = address_value(survey->addresses, value);
  if (!is_fixed(survey, poly) && !is_by_point(survey, poly)) survey->traffic.is_streaming = false;
}

static void note_block(AccessSurvey *survey, const Type *type) {
  uintptr_t bit = (uintptr_t)1 << type->scalar;
  uintptr_t bits = (uintptr_t)map_get(survey->memory, map_key(type->place->block));
  if (!(bits & bit)) survey->traffic.memory_count++; // all bits: the point's own
  map_put(survey->memory, map_key(type->place->block), (void *)(bits | bit));
}

static void note_address(AccessSurvey *survey, const Poly *address, bool is_store) {
  Traffic *traffic = &survey->traffic;
  bool is_row = is_along_row(survey, address) || is_by_point(survey, address);
  bool is_column = is_along_column(survey, address);
  if (!is_fixed(survey, address) && !is_by_point(survey, address)) traffic->is_streaming = false;
  if (is_store) {
    traffic->stores_rows = traffic->stores_rows || is_row;
    traffic->stores_columns = traffic->stores_columns || is_column;
  } else {
    traffic->loads_rows = traffic->loads_rows || is_row;
    traffic->loads_columns = traffic->loads_columns || is_column;
  }
}

static bool has_varying_dim(const Type *type) {
  for (size_t i = 0; i < type->rank; i++)
    if (dim_is_varying(type->dims[i])) return true;
  return false;
}

static void note_element(AccessSurvey *survey, const Type *type, const Atom *indices, size_t count,
                         bool is_store) {
  note_block(survey, type);
  // An array over rows of any length is indexed as the space is, by the number of the point.
  if (has_varying_dim(type)) {
    bool is_row = count > 0 && indices[count - 1].var == survey->space.inner;
    if (is_row && is_store) survey->traffic.stores_rows = true;
    if (is_row && !is_store) survey->traffic.loads_rows = true;
    if (!is_row) survey->traffic.is_streaming = false;
    return;
  }
  note_address(survey, address_element(survey->addresses, type, indices, count), is_store);
}

// Is it the number of the first point of the row, from the descriptor of the rows?
static bool is_start(const AccessSurvey *survey, const Exp *exp) {
  const RowSpace *space = &survey->space;
  if (!dim_is_varying(space->length) || exp->arg_count != 2) return false;
  const Place *place = exp->args[0].var->type->place, *rows = space->length.var->type->place;
  return place->block == rows->block && !place->strides &&
         atom_equal(place->offset, rows->offset) &&
         exp->args[1].var == space->outer[space->outer_count - 1];
}

static void note_start(AccessSurvey *survey, Var *start) {
  Algebra *algebra = survey->algebra;
  if (!survey->start) survey->start = start;
  survey->point =
      poly_add(algebra, poly_var(algebra, survey->start), poly_var(algebra, survey->space.inner));
  address_define(survey->addresses, start, poly_var(algebra, survey->start));
}

static bool is_view(const Stm *stm) {
  bool has_bodies = op_has(stm->exp->op, FLAG_BODIES);
  return stm->var_count == 1 && stm->vars[0]->type->kind == TYPE_ARRAY && !has_bodies;
}

static bool note_stm(Walker *walker, Stm *stm) {
  AccessSurvey *survey = walker->context;
  const Exp *exp = stm->exp;
  if (!map_get(survey->done, map_key(stm))) return false;
  if (exp->op == OP_ALLOC) map_put(survey->memory, map_key(stm->vars[0]), (void *)UINTPTR_MAX);
  if (address_note(survey->addresses, stm)) return true;
  if (exp->op == OP_INDEX && is_start(survey, exp)) {
    note_start(survey, stm->vars[0]);
    return true;
  }
  if (exp->op == OP_INDEX && stm->vars[0]->type->kind == TYPE_SCALAR) {
    note_element(survey, exp->args[0].var->type, exp->args + 1, exp->arg_count - 1, false);
    return true;
  }
  for (size_t i = 0; i < exp->arg_count && !is_view(stm); i++) {
    note_use(survey, exp->args[i]);
    if (op_is_scalar(exp->op) && is_jumping(survey, exp->args[i]))
      varset_add(&survey->scattered, stm->vars[0]);
  }
  return true;
}

// ---- What is used ----

static void live_add(AccessSurvey *survey, Atom atom) {
  if (atom.var) varset_add(&survey->live, atom.var);
}

// Where an array is must be known to reach an element.
static void live_add_place(AccessSurvey *survey, const Type *type) {
  live_add(survey, type->place->offset);
  for (size_t i = 0; type->place->strides && i < type->rank; i++)
    live_add(survey, type->place->strides[i]);
  for (size_t i = 1; !type->place->strides && i < type->rank; i++)
    live_add(survey, dim_size(type->dims[i]));
}

static void live_add_all(AccessSurvey *survey, const Atom *atoms, size_t count) {
  for (size_t i = 0; i < count; i++)
    live_add(survey, atoms[i]);
}

static void live_stms(AccessSurvey *survey, const Stms *stms);

static void live_body(AccessSurvey *survey, const Body *body) {
  if (!body) return;
  live_add_all(survey, body->results, body->result_count);
  live_stms(survey, &body->stms);
}

static void live_thunk(AccessSurvey *survey, const Thunk *thunk) {
  for (size_t i = 0; i < thunk->output_count; i++) {
    const Output *output = &thunk->outputs[i];
    live_add_all(survey, output->values, output->value_count);
    live_add_all(survey, output->indices, output->index_count);
    live_add(survey, output->selector);
    if (output->op) live_body(survey, output->op->body);
  }
  live_stms(survey, &thunk->stms);
}

static void live_inside(AccessSurvey *survey, const Exp *exp) {
  if (exp->op == OP_IF || exp->op == OP_SWITCH) {
    for (size_t i = 0; i < exp->as.branches.body_count; i++)
      live_body(survey, exp->as.branches.bodies[i]);
  } else if (exp->op == OP_LOOP) {
    live_body(survey, exp->as.loop->body);
    live_body(survey, exp->as.loop->condition);
  } else if (exp->op == OP_PAR) {
    if (exp->as.par->has_epilogue) live_thunk(survey, &exp->as.par->epilogue);
    live_thunk(survey, &exp->as.par->body);
  } else if (exp->op == OP_WITH_ACC) {
    live_body(survey, exp->as.with_acc->body);
  }
}

// Does the statement do anything that is used? Then so is what it takes.
static void live_before(AccessSurvey *survey, Stm *stm) {
  const Exp *exp = stm->exp;
  bool is_scalar = op_is_scalar(exp->op) || exp->op == OP_INDEX;
  if (is_view(stm) || (is_scalar && !varset_has(&survey->live, stm->vars[0]))) return;
  map_put(survey->done, map_key(stm), stm);
  live_add_all(survey, exp->args, exp->arg_count);
  for (size_t i = 0; i < exp->arg_count; i++)
    if (exp->args[i].var && type_is_array(exp->args[i].var->type))
      live_add_place(survey, exp->args[i].var->type);
  live_inside(survey, exp);
}

// Goes back from what is used to what that is made of.
static void live_stms(AccessSurvey *survey, const Stms *stms) {
  for (size_t i = stms->count; i-- > 0;)
    live_before(survey, stms->data[i]);
}

void access_stms(AccessSurvey *survey, const Stms *stms) {
  vec_append(survey->arena, &survey->stms, stms->data, stms->count);
}

void access_use(AccessSurvey *survey, Atom value) {
  vec_push(survey->arena, &survey->uses, value);
  live_add(survey, value);
}

void access_store(AccessSurvey *survey, const Type *type) {
  if (type->kind != TYPE_ARRAY) return;
  vec_push(survey->arena, &survey->stores, type);
  live_add_place(survey, type);
}

// The element of a point, in an array over all points or over those of its row.
static void note_store(AccessSurvey *survey, const Type *type) {
  const RowSpace *space = &survey->space;
  size_t count = space->outer_count + 1, from = type->rank < count ? count - type->rank : 0;
  Atom *indices = arena_array(survey->arena, Atom, count);
  for (size_t i = 0; i < count; i++)
    indices[i] = atom_var(i < space->outer_count ? space->outer[i] : space->inner);
  note_element(survey, type, indices + from, count - from, true);
}

Traffic access_traffic(AccessSurvey *survey) {
  Walker walker = {.context = survey, .enter = note_stm};
  live_stms(survey, &survey->stms);
  walk_stms(&walker, &survey->stms);
  for (size_t i = 0; i < survey->uses.count; i++)
    note_use(survey, survey->uses.data[i]);
  for (size_t i = 0; i < survey->stores.count; i++)
    note_store(survey, survey->stores.data[i]);
  return survey->traffic;
}

bool traffic_is_by_column(const Traffic *traffic, bool has_stores) {
  bool is_column = traffic->loads_columns || (has_stores && traffic->stores_columns);
  return is_column && !traffic->loads_rows;
}
