// Data in canonical form, and data that leaves blocks: pars, branches, functions.
#include "front/nesl/to_core_internal.h"

// The dimensions of the sequences around a node.
typedef struct NeslPath {
  Dim *data;
  size_t count;
} NeslPath;

static NeslPath path_push(NeslLower *lower, NeslPath path, Dim dim) {
  NeslPath result = {.data = arena_array(lower->arena, Dim, path.count + 1),
                     .count = path.count + 1};
  for (size_t i = 0; i < path.count; i++)
    result.data[i] = path.data[i];
  result.data[path.count] = dim;
  return result;
}

static const Type *path_type(NeslLower *lower, NeslPath path, Scalar scalar) {
  return type_array(lower->emit.program, scalar, path.count, path.data);
}

static Atom coerced(NeslLower *lower, Atom array, const Type *type) {
  if (type_equal(atom_type(array), type)) return array;
  Exp *exp = exp_new(lower->emit.program, OP_COERCE, &array, 1);
  return atom_var(emit_shaped(&lower->emit, array.var->name, exp, type));
}

static bool is_canonical_dim(Dim dim, size_t position) {
  return position == 0 || (dim_rank(dim) == position && dim.skip == 0);
}

// ---- Canonical form ----

// An array of lengths under construction, by a nest of maps.
typedef struct NeslFilling {
  NeslPath path;
  Dim dim; // what the lengths are
  Atom *indices;
  size_t count; // of indices so far
} NeslFilling;

static Atom index_lengths(NeslLower *lower, Var *lengths, const Atom *indices, size_t count) {
  return atom_var(
      emit_let(&lower->emit, "length", exp_index(lower->emit.program, lengths, indices, count)));
}

static const Data *fill_point(NeslLower *lower, Atom index, void *context) {
  NeslFilling *filling = context;
  filling->indices[filling->count++] = index;
  const Data *result;
  if (filling->count < filling->path.count) {
    Dim next = filling->path.data[filling->count];
    Atom size = index_lengths(lower, next.var, filling->indices, filling->count);
    result = nesl_lower_map(lower, size, fill_point, filling);
  } else if (dim_is_varying(filling->dim)) {
    size_t rank = dim_rank(filling->dim);
    size_t first = filling->path.count - filling->dim.skip - rank;
    result = nesl_data_scalar(
        lower, index_lengths(lower, filling->dim.var, filling->indices + first, rank));
  } else {
    result = nesl_data_scalar(lower, dim_size(filling->dim));
  }
  filling->count--;
  return result;
}

// The same over plain sizes: all points in a row.
typedef struct PlainFilling {
  Dim dim;
  Atom lengths;       // those of a varying dimension, in a row
  Atom count, repeat; // how many they are, and how many points each stands for
} PlainFilling;

static Atom plain_total(NeslLower *lower, const Dim *dims, size_t count) {
  Atom total = count > 0 ? dim_size(dims[0]) : atom_i64(1);
  for (size_t i = 1; i < count; i++)
    total = emit_size(&lower->emit, OP_MUL, total, dim_size(dims[i]));
  return total;
}

static Atom reshaped(NeslLower *lower, Atom array, const Type *type) {
  if (type_equal(atom_type(array), type)) return array;
  Exp *exp = exp_new(lower->emit.program, OP_RESHAPE, &array, 1);
  return atom_var(emit_shaped(&lower->emit, "lengths", exp, type));
}

static const Data *fill_plain(NeslLower *lower, Atom index, void *context) {
  const PlainFilling *filling = context;
  if (!dim_is_varying(filling->dim)) return nesl_data_scalar(lower, dim_size(filling->dim));
  Atom row = emit_binary(&lower->emit, "row", OP_SQUOT, index, filling->repeat);
  Atom at = emit_binary(&lower->emit, "at", OP_SREM, row, filling->count);
  return nesl_data_scalar(lower, index_lengths(lower, filling->lengths.var, &at, 1));
}

// Where the path has plain sizes only, one map gives all lengths. A nest for each dimension of a
// literal would be as long as the cube of their number.
static Atom plain_lengths(NeslLower *lower, Dim dim, NeslPath plain) {
  PlainFilling filling = {.dim = dim};
  if (dim_is_varying(dim)) {
    size_t rank = dim_rank(dim), first = plain.count - dim.skip - rank;
    filling.count = plain_total(lower, plain.data + first, rank);
    filling.repeat = plain_total(lower, plain.data + first + rank, dim.skip);
    Dim row = dim_atom(filling.count);
    filling.lengths =
        reshaped(lower, atom_var(dim.var), type_array(lower->emit.program, SCALAR_I64, 1, &row));
  }
  Atom total = plain_total(lower, plain.data, plain.count);
  const Data *lengths = nesl_lower_map(lower, total, fill_plain, &filling);
  return reshaped(lower, lengths->element->atom, path_type(lower, plain, SCALAR_I64));
}

static bool is_plain(NeslPath path) {
  for (size_t i = 0; i < path.count; i++)
    if (dim_is_varying(path.data[i])) return false;
  return true;
}

// Lengths of full rank. `given` are the dimensions of the path as they were before.
static Dim canonical_dim(NeslLower *lower, Dim dim, NeslPath path, NeslPath given) {
  if (path.count == 0) return dim;
  const Type *type = path_type(lower, path, SCALAR_I64);
  if (is_canonical_dim(dim, path.count))
    return dim_var(coerced(lower, atom_var(dim.var), type).var);
  if (is_plain(given)) return dim_var(coerced(lower, plain_lengths(lower, dim, given), type).var);
  NeslFilling filling = {.path = path, .dim = dim};
  filling.indices = arena_array(lower->arena, Atom, path.count);
  const Data *lengths = nesl_lower_map(lower, dim_size(path.data[0]), fill_point, &filling);
  while (lengths->kind == DATA_SEQUENCE)
    lengths = lengths->element;
  return dim_var(coerced(lower, lengths->atom, type).var);
}

static const Data *canonical_node(NeslLower *lower, const Data *node, NeslPath path,
                                  NeslPath given) {
  switch (node->kind) {
  case DATA_SCALAR:
    if (path.count == 0) return node;
    return nesl_data_scalar(
        lower, coerced(lower, node->atom, path_type(lower, path, atom_type(node->atom)->scalar)));
  case DATA_PAIR: {
    const Data *first = canonical_node(lower, node->first, path, given);
    return nesl_data_pair(lower, first, canonical_node(lower, node->second, path, given));
  }
  case DATA_SEQUENCE: {
    Dim dim = canonical_dim(lower, node->dim, path, given);
    return nesl_data_sequence(lower, dim,
                              canonical_node(lower, node->element, path_push(lower, path, dim),
                                             path_push(lower, given, node->dim)));
  }
  case DATA_FUNCTION:
    if (node->content == NULL) return node;
    return nesl_data_function(lower, node->layout,
                              canonical_node(lower, node->content, path, given));
  }
  INTERNAL_ERROR("data that is none");
}

const Data *nesl_data_canonical(NeslLower *lower, const Data *data) {
  return canonical_node(lower, data, (NeslPath){0}, (NeslPath){0});
}

// ---- Signatures ----

static Var *fresh_var(NeslLower *lower, const char *name, NeslPath path, Scalar scalar,
                      VarVec *vars) {
  Var *var = var_new(lower->emit.program, name, path_type(lower, path, scalar), lower->emit.span);
  vec_push(lower->arena, vars, var);
  return var;
}

static const Data *fresh_node(NeslLower *lower, const NeslLayout *layout, const char *name,
                              NeslPath path, VarVec *sizes, VarVec *others) {
  switch (layout->kind) {
  case DATA_SCALAR: {
    Var *var = fresh_var(lower, name, path, layout->scalar, others);
    return nesl_data_scalar(lower, atom_var(var));
  }
  case DATA_PAIR: {
    const Data *first = fresh_node(lower, layout->first, name, path, sizes, others);
    return nesl_data_pair(lower, first,
                          fresh_node(lower, layout->second, name, path, sizes, others));
  }
  case DATA_SEQUENCE: {
    bool is_inside = path.count > 0;
    Dim dim = dim_var(fresh_var(lower, is_inside ? "lengths" : "n", path, SCALAR_I64,
                                is_inside ? others : sizes));
    path = path_push(lower, path, dim);
    return nesl_data_sequence(lower, dim,
                              fresh_node(lower, layout->element, name, path, sizes, others));
  }
  case DATA_FUNCTION: {
    const Data *content = NULL;
    if (layout->content != NULL)
      content = fresh_node(lower, layout->content, name, path, sizes, others);
    return nesl_data_function(lower, layout, content);
  }
  }
  INTERNAL_ERROR("a layout that is none");
}

const Data *nesl_data_fresh(NeslLower *lower, const NeslLayout *layout, const char *name,
                            VarVec *sizes, VarVec *others) {
  return fresh_node(lower, layout, name, (NeslPath){0}, sizes, others);
}

static void atoms_node(NeslLower *lower, const Data *node, bool is_inside, Atoms *sizes,
                       Atoms *others) {
  switch (node->kind) {
  case DATA_SCALAR: vec_push(lower->arena, others, node->atom); return;
  case DATA_PAIR:
    atoms_node(lower, node->first, is_inside, sizes, others);
    atoms_node(lower, node->second, is_inside, sizes, others);
    return;
  case DATA_SEQUENCE:
    if (is_inside)
      vec_push(lower->arena, others, atom_var(node->dim.var));
    else
      vec_push(lower->arena, sizes, dim_size(node->dim));
    atoms_node(lower, node->element, true, sizes, others);
    return;
  case DATA_FUNCTION:
    if (node->content != NULL) atoms_node(lower, node->content, is_inside, sizes, others);
    return;
  }
}

void nesl_data_atoms(NeslLower *lower, const Data *data, Atoms *sizes, Atoms *others) {
  atoms_node(lower, data, false, sizes, others);
}

// Variables that become data one after the other.
typedef struct NeslSource {
  Var *const *sizes, *const *others;
  size_t size_count, other_count; // how many were taken
} NeslSource;

static const Data *vars_node(NeslLower *lower, const NeslLayout *layout, bool is_inside,
                             NeslSource *source) {
  switch (layout->kind) {
  case DATA_SCALAR: return nesl_data_scalar(lower, atom_var(source->others[source->other_count++]));
  case DATA_PAIR: {
    const Data *first = vars_node(lower, layout->first, is_inside, source);
    return nesl_data_pair(lower, first, vars_node(lower, layout->second, is_inside, source));
  }
  case DATA_SEQUENCE: {
    Dim dim = dim_var(is_inside ? source->others[source->other_count++]
                                : source->sizes[source->size_count++]);
    return nesl_data_sequence(lower, dim, vars_node(lower, layout->element, true, source));
  }
  case DATA_FUNCTION: {
    const Data *content = NULL;
    if (layout->content != NULL) content = vars_node(lower, layout->content, is_inside, source);
    return nesl_data_function(lower, layout, content);
  }
  }
  INTERNAL_ERROR("a layout that is none");
}

const Data *nesl_data_of_vars(NeslLower *lower, const NeslLayout *layout, Var *const *sizes,
                              Var *const *others) {
  NeslSource source = {.sizes = sizes, .others = others};
  return vars_node(lower, layout, false, &source);
}

// ---- Out of a par ----

static bool is_inner(const EmitBlock *block, Dim dim) {
  return dim.var != NULL && emit_binds(block, dim.var);
}

// Lengths from inside that depend on a part of the dimensions around them cannot be lifted.
static bool can_lift(const EmitBlock *block, const Data *node, size_t position) {
  switch (node->kind) {
  case DATA_SCALAR: return true;
  case DATA_PAIR:
    return can_lift(block, node->first, position) && can_lift(block, node->second, position);
  case DATA_SEQUENCE:
    if (dim_is_varying(node->dim) && is_inner(block, node->dim) &&
        dim_rank(node->dim) + node->dim.skip != position)
      return false;
    return can_lift(block, node->element, position + 1);
  case DATA_FUNCTION: return node->content == NULL || can_lift(block, node->content, position);
  }
  INTERNAL_ERROR("data that is none");
}

static size_t output_of(NeslLower *lower, Atoms *outputs, Atom atom) {
  for (size_t i = 0; i < outputs->count; i++)
    if (atom.var != NULL && outputs->data[i].var == atom.var) return i;
  vec_push(lower->arena, outputs, atom);
  return outputs->count - 1;
}

// Sizes first, so that they are to the left of what has them.
static void lift_sizes(NeslLower *lower, const EmitBlock *block, const Data *node, Atoms *outputs) {
  switch (node->kind) {
  case DATA_SCALAR: return;
  case DATA_PAIR:
    lift_sizes(lower, block, node->first, outputs);
    lift_sizes(lower, block, node->second, outputs);
    return;
  case DATA_SEQUENCE:
    if (is_inner(block, node->dim)) output_of(lower, outputs, atom_var(node->dim.var));
    lift_sizes(lower, block, node->element, outputs);
    return;
  case DATA_FUNCTION:
    if (node->content != NULL) lift_sizes(lower, block, node->content, outputs);
    return;
  }
}

static void lift_atoms(NeslLower *lower, const Data *node, Atoms *outputs) {
  switch (node->kind) {
  case DATA_SCALAR: output_of(lower, outputs, node->atom); return;
  case DATA_PAIR:
    lift_atoms(lower, node->first, outputs);
    lift_atoms(lower, node->second, outputs);
    return;
  case DATA_SEQUENCE: lift_atoms(lower, node->element, outputs); return;
  case DATA_FUNCTION:
    if (node->content != NULL) lift_atoms(lower, node->content, outputs);
    return;
  }
}

NeslLifting nesl_data_lift(NeslLower *lower, const EmitBlock *block, const Data *inner) {
  if (!can_lift(block, inner, 0)) inner = nesl_data_canonical(lower, inner);
  NeslLifting lifting = {.inner = inner};
  lift_sizes(lower, block, inner, &lifting.outputs);
  lifting.size_count = lifting.outputs.count;
  lift_atoms(lower, inner, &lifting.outputs);
  return lifting;
}

typedef struct NeslLifted {
  NeslLower *lower;
  const Atoms *outputs;
  size_t size_count; // the first outputs are sizes
  Var *const *vars;
  size_t next_constant;
} NeslLifted;

static Var *lifted_var(NeslLifted *lifted, Atom atom, size_t count) {
  for (size_t i = 0; i < count; i++) {
    Atom output = lifted->outputs->data[i];
    if (atom.var != NULL && output.var == atom.var) return lifted->vars[i];
    // Constants are mapped one by one, in order.
    if (atom.var == NULL && output.var == NULL && i >= lifted->next_constant) {
      lifted->next_constant = i + 1;
      return lifted->vars[i];
    }
  }
  return NULL;
}

static const Data *lifted_node(NeslLifted *lifted, const Data *node, size_t position) {
  NeslLower *lower = lifted->lower;
  switch (node->kind) {
  case DATA_SCALAR:
    return nesl_data_scalar(lower,
                            atom_var(lifted_var(lifted, node->atom, lifted->outputs->count)));
  case DATA_PAIR: {
    const Data *first = lifted_node(lifted, node->first, position);
    return nesl_data_pair(lower, first, lifted_node(lifted, node->second, position));
  }
  case DATA_SEQUENCE: {
    Dim dim = node->dim;
    Var *outer = dim.var != NULL ? lifted_var(lifted, atom_var(dim.var), lifted->size_count) : NULL;
    if (outer != NULL) {
      dim = dim_var(outer);
      dim.skip = dim_is_varying(node->dim) ? node->dim.skip : (uint32_t)position;
    }
    return nesl_data_sequence(lower, dim, lifted_node(lifted, node->element, position + 1));
  }
  case DATA_FUNCTION:
    if (node->content == NULL) return node;
    return nesl_data_function(lower, node->layout, lifted_node(lifted, node->content, position));
  }
  INTERNAL_ERROR("data that is none");
}

const Data *nesl_lifting_data(NeslLower *lower, const NeslLifting *lifting, Dim space,
                              Var *const *vars) {
  NeslLifted lifted = {.lower = lower, .outputs = &lifting->outputs, .vars = vars};
  lifted.size_count = lifting->size_count;
  return nesl_data_sequence(lower, space, lifted_node(&lifted, lifting->inner, 0));
}

// ---- Out of branches ----

// Nodes that stand at the same place in the values of all blocks become one.
typedef struct Branch {
  NeslLower *lower;
  EmitBlock **blocks;
  size_t count;
  VarVec vars;
  Atoms *results; // one for each block
} Branch;

// Is it the same in all blocks, and from outside?
static bool is_outside(const Branch *branch, const Atom *atoms) {
  for (size_t i = 0; i < branch->count; i++) {
    if (!atom_equal(atoms[i], atoms[0])) return false;
    if (atoms[0].var != NULL && emit_binds(branch->blocks[i], atoms[0].var)) return false;
  }
  return true;
}

static bool is_common_dim(const Branch *branch, const Data *const *nodes) {
  Dim dim = nodes[0]->dim;
  for (size_t i = 0; i < branch->count; i++) {
    if (!dim_equal(nodes[i]->dim, dim)) return false;
    if (dim.var != NULL && emit_binds(branch->blocks[i], dim.var)) return false;
  }
  return true;
}

static bool are_canonical_dims(const Branch *branch, const Data *const *nodes, size_t position) {
  for (size_t i = 0; i < branch->count; i++)
    if (!is_canonical_dim(nodes[i]->dim, position)) return false;
  return true;
}

static const Data **branch_parts(const Branch *branch, const Data *const *nodes, DataPart part) {
  return nesl_data_parts(branch->lower, nodes, branch->count, part);
}

static bool can_merge(const Branch *branch, const Data *const *nodes, size_t position) {
  switch (nodes[0]->kind) {
  case DATA_SCALAR: return true;
  case DATA_PAIR:
    return can_merge(branch, branch_parts(branch, nodes, PART_FIRST), position) &&
           can_merge(branch, branch_parts(branch, nodes, PART_SECOND), position);
  case DATA_SEQUENCE:
    if (!is_common_dim(branch, nodes) && !are_canonical_dims(branch, nodes, position)) return false;
    return can_merge(branch, branch_parts(branch, nodes, PART_ELEMENT), position + 1);
  case DATA_FUNCTION:
    return nodes[0]->content == NULL ||
           can_merge(branch, branch_parts(branch, nodes, PART_CONTENT), position);
  }
  INTERNAL_ERROR("data that is none");
}

static Var *merge_var(Branch *branch, const char *name, const Type *type, const Atom *atoms) {
  NeslLower *lower = branch->lower;
  Var *var = var_new(lower->emit.program, name, type, lower->emit.span);
  vec_push(lower->arena, &branch->vars, var);
  for (size_t i = 0; i < branch->count; i++)
    vec_push(lower->arena, &branch->results[i], atoms[i]);
  return var;
}

static Atom dim_as_atom(Dim dim) { return dim_is_varying(dim) ? atom_var(dim.var) : dim_size(dim); }

static const Data *merge_scalar(Branch *branch, const Data *const *nodes, NeslPath path) {
  NeslLower *lower = branch->lower;
  Atom *atoms = arena_array(lower->arena, Atom, branch->count);
  for (size_t i = 0; i < branch->count; i++)
    atoms[i] = nodes[i]->atom;
  if (is_outside(branch, atoms)) return nodes[0];
  const Type *type = path_type(lower, path, atom_type(atoms[0])->scalar);
  return nesl_data_scalar(lower, atom_var(merge_var(branch, "branch", type, atoms)));
}

static Dim merge_dim(Branch *branch, const Data *const *nodes, NeslPath path) {
  if (is_common_dim(branch, nodes)) return nodes[0]->dim;
  NeslLower *lower = branch->lower;
  Atom *atoms = arena_array(lower->arena, Atom, branch->count);
  for (size_t i = 0; i < branch->count; i++)
    atoms[i] = dim_as_atom(nodes[i]->dim);
  return dim_var(merge_var(branch, path.count == 0 ? "n" : "lengths",
                           path_type(lower, path, SCALAR_I64), atoms));
}

static const Data *merge_node(Branch *branch, const Data *const *nodes, NeslPath path) {
  NeslLower *lower = branch->lower;
  switch (nodes[0]->kind) {
  case DATA_SCALAR: return merge_scalar(branch, nodes, path);
  case DATA_PAIR: {
    const Data *first = merge_node(branch, branch_parts(branch, nodes, PART_FIRST), path);
    return nesl_data_pair(lower, first,
                          merge_node(branch, branch_parts(branch, nodes, PART_SECOND), path));
  }
  case DATA_SEQUENCE: {
    Dim dim = merge_dim(branch, nodes, path);
    const Data **elements = branch_parts(branch, nodes, PART_ELEMENT);
    return nesl_data_sequence(lower, dim,
                              merge_node(branch, elements, path_push(lower, path, dim)));
  }
  case DATA_FUNCTION:
    if (nodes[0]->content == NULL) return nodes[0];
    return nesl_data_function(lower, nodes[0]->layout,
                              merge_node(branch, branch_parts(branch, nodes, PART_CONTENT), path));
  }
  INTERNAL_ERROR("data that is none");
}

// Converts the values to one layout (where it is not NULL) or to canonical form, each in its block.
static const Data **prepare(Branch *branch, const Data **values, const NeslLayout *layout) {
  NeslLower *lower = branch->lower;
  EmitBlock *outer = lower->emit.block;
  const Data **prepared = arena_array(lower->arena, const Data *, branch->count);
  for (size_t i = 0; i < branch->count; i++) {
    lower->emit.block = branch->blocks[i];
    prepared[i] = layout != NULL ? nesl_data_convert(lower, values[i], layout)
                                 : nesl_data_canonical(lower, values[i]);
  }
  lower->emit.block = outer;
  return prepared;
}

// Of the cases there is one less than of blocks; NULL for a condition.
static const Data *lower_branches(NeslLower *lower, Atom subject, Constant *cases,
                                  EmitBlock **blocks, const Data **values, size_t count) {
  Branch branch = {.lower = lower, .blocks = blocks, .count = count};
  branch.results = arena_array(lower->arena, Atoms, count);
  const NeslLayout *layout = nesl_data_common(lower, values, count);
  if (layout != NULL) values = prepare(&branch, values, layout);
  if (!can_merge(&branch, values, 0)) values = prepare(&branch, values, NULL);
  const Data *result = merge_node(&branch, values, (NeslPath){0});
  bool is_nothing = true; // what has no value may still act
  for (size_t i = 0; i < count; i++)
    is_nothing = is_nothing && blocks[i]->stms.count == 0;
  if (branch.vars.count == 0 && is_nothing) return result;
  Branches branches = {.body_count = count, .cases = cases};
  branches.bodies = arena_array(lower->arena, Body *, count);
  for (size_t i = 0; i < count; i++)
    branches.bodies[i] = body_new(lower->emit.program, blocks[i]->stms, branch.results[i].data,
                                  branch.results[i].count);
  Program *program = lower->emit.program;
  Exp *exp = cases != NULL ? exp_switch(program, subject, branches)
                           : exp_if(program, subject, branches.bodies[0], branches.bodies[1]);
  Builder builder = emit_builder(&lower->emit);
  build_stm(&builder, exp, branch.vars.data, branch.vars.count);
  return result;
}

const Data *nesl_data_branch(NeslLower *lower, Atom condition, EmitBlock *blocks[2],
                             const Data *values[2]) {
  return lower_branches(lower, condition, NULL, blocks, values, 2);
}

const Data *nesl_data_switch(NeslLower *lower, Atom subject, Constant *cases, EmitBlock **blocks,
                             const Data **values, size_t count) {
  return lower_branches(lower, subject, cases, blocks, values, count);
}
