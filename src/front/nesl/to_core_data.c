// Data: sequences as arrays and lengths; elements, selections, joining and regrouping.
//
// Every operation walks the tree with the dimensions of the sequences around a node, before (`old`)
// and after (`new`). A dimension that varies has lengths of rank r over the dimensions that end
// `skip` dimensions further out; `dim_first` is the first of them.
#include "front/nesl/to_core_internal.h"

const Data *nesl_data_scalar(NeslLower *lower, Atom atom) {
  Data *data = arena_make(lower->arena, Data);
  *data = (Data){.kind = DATA_SCALAR, .atom = atom};
  return data;
}

const Data *nesl_data_pair(NeslLower *lower, const Data *first, const Data *second) {
  Data *data = arena_make(lower->arena, Data);
  *data = (Data){.kind = DATA_PAIR, .first = first, .second = second};
  return data;
}

const Data *nesl_data_sequence(NeslLower *lower, Dim dim, const Data *element) {
  Data *data = arena_make(lower->arena, Data);
  *data = (Data){.kind = DATA_SEQUENCE, .dim = dim, .element = element};
  return data;
}

const Data *nesl_data_function(NeslLower *lower, const NeslLayout *layout, const Data *content) {
  Data *data = arena_make(lower->arena, Data);
  *data = (Data){.kind = DATA_FUNCTION, .layout = layout, .content = content};
  return data;
}

const Data *nesl_data_tuple(NeslLower *lower, const Data *const *items, size_t count) {
  const Data *tuple = count > 0 ? items[count - 1] : NULL;
  for (size_t i = count; i-- > 1;)
    tuple = nesl_data_pair(lower, items[i - 1], tuple);
  return tuple;
}

const Data *nesl_data_item(const Data *tuple, size_t k, size_t count) {
  for (size_t i = 0; i < k; i++)
    tuple = tuple->second;
  return k + 1 < count ? tuple->first : tuple;
}

Atom nesl_data_size(const Data *sequence) { return dim_size(sequence->dim); }

// ---- Types ----

const NeslType *nesl_type_plain(NeslLower *lower, const NeslType *type) {
  type = nesl_type_resolve(type);
  while (type->tag == NESL_T_DATA)
    type = nesl_type_resolve(nesl_data_content(lower->arena, type));
  return type;
}

const NeslType *nesl_frame_type(NeslLower *lower, const NeslFrame *frame, const NeslType *type) {
  return nesl_type_substitute(lower->arena, type, frame->params, frame->types, frame->type_count);
}

Scalar nesl_type_scalar_of(const NeslType *type) {
  switch (nesl_type_resolve(type)->tag) {
  case NESL_T_INT: return SCALAR_I64;
  case NESL_T_FLOAT: return SCALAR_F64;
  case NESL_T_BOOL: return SCALAR_BOOL;
  case NESL_T_CHAR: return SCALAR_I8;
  case NESL_T_SEQUENCE:
  case NESL_T_PAIR:
  case NESL_T_FUNCTION:
  case NESL_T_DATA:
  case NESL_T_PARAM:
  case NESL_T_VAR:
  case NESL_T_ERROR: break;
  }
  INTERNAL_ERROR("a type that is not scalar");
}

// ---- Walking ----

// The dimensions of the sequences around a node.
typedef struct Around {
  Dim *data;
  size_t count;
} Around;

static Around around_push(NeslLower *lower, Around around, Dim dim) {
  Around result = {.data = arena_array(lower->arena, Dim, around.count + 1),
                   .count = around.count + 1};
  for (size_t i = 0; i < around.count; i++)
    result.data[i] = around.data[i];
  result.data[around.count] = dim;
  return result;
}

static const Type *around_type(NeslLower *lower, Around around, Scalar scalar) {
  return type_array(lower->emit.program, scalar, around.count, around.data);
}

// The first dimension that a varying one depends on, where it stands at `position`.
static size_t dim_first(Dim dim, size_t position) { return position - dim.skip - dim_rank(dim); }

// The array under another type, when its own is not that already.
static Atom as_type(NeslLower *lower, Op op, Atom array, const Type *type) {
  if (type_equal(atom_type(array), type)) return array;
  const char *name = array.var->name;
  return atom_var(
      emit_shaped(&lower->emit, name, exp_new(lower->emit.program, op, &array, 1), type));
}

// ---- Elements and selections ----

typedef enum SelectKind { SELECT_INDEX, SELECT_SLICE, SELECT_COERCE } SelectKind;

typedef struct Select {
  SelectKind kind;
  Atom atoms[3]; // the index; or start, count and stride
} Select;

static Atom select_array(NeslLower *lower, const Select *select, Atom array, const Type *type) {
  Program *program = lower->emit.program;
  if (select->kind == SELECT_COERCE) return as_type(lower, OP_COERCE, array, type);
  Builder builder = emit_builder(&lower->emit);
  Exp *exp = select->kind == SELECT_INDEX
                 ? exp_index(program, array.var, select->atoms, 1)
                 : exp_slice(program, array.var, selector_of(program, 1, true), select->atoms, 3);
  Stm *stm = build_infer(&builder, array.var->name, exp);
  return as_type(lower, OP_COERCE, atom_var(stm->vars[stm->var_count - 1]), type);
}

static Dim select_dim(NeslLower *lower, const Select *select, Dim dim, Around old, Around new) {
  if (!dim_is_varying(dim) || dim_first(dim, old.count) > 0) return dim;
  size_t rank = dim_rank(dim) - (select->kind == SELECT_INDEX ? 1 : 0);
  const Type *type = type_array(lower->emit.program, SCALAR_I64, rank, new.data);
  Atom lengths = select_array(lower, select, atom_var(dim.var), type);
  if (rank == 0) return dim_atom(lengths);
  Dim result = dim_var(lengths.var);
  result.skip = dim.skip;
  return result;
}

static const Data *select_node(NeslLower *lower, const Select *select, const Data *node, Around old,
                               Around new) {
  switch (node->kind) {
  case DATA_SCALAR: {
    const Type *type = around_type(lower, new, atom_type(node->atom)->scalar);
    return nesl_data_scalar(lower, select_array(lower, select, node->atom, type));
  }
  case DATA_PAIR: {
    const Data *first = select_node(lower, select, node->first, old, new);
    return nesl_data_pair(lower, first, select_node(lower, select, node->second, old, new));
  }
  case DATA_SEQUENCE: {
    Dim dim = select_dim(lower, select, node->dim, old, new);
    return nesl_data_sequence(lower, dim,
                              select_node(lower, select, node->element,
                                          around_push(lower, old, node->dim),
                                          around_push(lower, new, dim)));
  }
  case DATA_FUNCTION:
    if (node->content == NULL) return node;
    return nesl_data_function(lower, node->layout,
                              select_node(lower, select, node->content, old, new));
  }
  INTERNAL_ERROR("data that is none");
}

static Around around_one(NeslLower *lower, Dim dim) { return around_push(lower, (Around){0}, dim); }

const Data *nesl_data_index(NeslLower *lower, const Data *sequence, Atom index) {
  Select select = {.kind = SELECT_INDEX, .atoms = {index}};
  return select_node(lower, &select, sequence->element, around_one(lower, sequence->dim),
                     (Around){0});
}

const Data *nesl_data_slice(NeslLower *lower, const Data *sequence, Atom start, Atom count,
                            Atom stride) {
  Select select = {.kind = SELECT_SLICE, .atoms = {start, count, stride}};
  Dim dim = dim_atom(count);
  return nesl_data_sequence(lower, dim,
                            select_node(lower, &select, sequence->element,
                                        around_one(lower, sequence->dim), around_one(lower, dim)));
}

const Data *nesl_data_resize(NeslLower *lower, const Data *sequence, Atom size) {
  if (atom_equal(nesl_data_size(sequence), size)) return sequence;
  Select select = {.kind = SELECT_COERCE};
  Dim dim = dim_atom(size);
  return nesl_data_sequence(lower, dim,
                            select_node(lower, &select, sequence->element,
                                        around_one(lower, sequence->dim), around_one(lower, dim)));
}

// ---- Regrouping: [[t]] and [t] ----

// Regrouping replaces the outermost `from` dimensions by others. Lengths over all of these are
// regrouped alike; lengths over a part of them cannot be.
static bool can_regroup(const Data *node, size_t position, size_t from) {
  switch (node->kind) {
  case DATA_SCALAR: return true;
  case DATA_PAIR:
    return can_regroup(node->first, position, from) && can_regroup(node->second, position, from);
  case DATA_SEQUENCE:
    if (dim_is_varying(node->dim)) {
      size_t first = dim_first(node->dim, position);
      bool has_all = first == 0 && dim_rank(node->dim) >= from;
      if (!has_all && first < from) return false;
    }
    return can_regroup(node->element, position + 1, from);
  case DATA_FUNCTION: return node->content == NULL || can_regroup(node->content, position, from);
  }
  INTERNAL_ERROR("data that is none");
}

static const Data *regroup_node(NeslLower *lower, const Data *node, Around old, Around new,
                                size_t from) {
  switch (node->kind) {
  case DATA_SCALAR: {
    const Type *type = around_type(lower, new, atom_type(node->atom)->scalar);
    return nesl_data_scalar(lower, as_type(lower, OP_RESHAPE, node->atom, type));
  }
  case DATA_PAIR: {
    const Data *first = regroup_node(lower, node->first, old, new, from);
    return nesl_data_pair(lower, first, regroup_node(lower, node->second, old, new, from));
  }
  case DATA_SEQUENCE: {
    Dim dim = node->dim;
    if (dim_is_varying(dim) && dim_first(dim, old.count) < from) {
      size_t rank = dim_rank(dim) + new.count - old.count;
      const Type *type = type_array(lower->emit.program, SCALAR_I64, rank, new.data);
      Atom lengths = as_type(lower, OP_RESHAPE, atom_var(dim.var), type);
      dim = dim_var(lengths.var);
      dim.skip = node->dim.skip;
    }
    return nesl_data_sequence(lower, dim,
                              regroup_node(lower, node->element, around_push(lower, old, node->dim),
                                           around_push(lower, new, dim), from));
  }
  case DATA_FUNCTION:
    if (node->content == NULL) return node;
    return nesl_data_function(lower, node->layout,
                              regroup_node(lower, node->content, old, new, from));
  }
  INTERNAL_ERROR("data that is none");
}

// The elements of rows of one length, and of two sequences: too many when the number is none.
static Atom checked_product(NeslLower *lower, Atom rows, Atom length) {
  size_t mark = emit_mark(&lower->emit);
  Atom values[2] = {rows, length};
  nesl_emit_check(lower, emit_fits(&lower->emit, rows, length), ERROR_RUN_COUNT,
                  "{} sequences of length {} have too many elements", values, 2);
  Atom product = emit_size(&lower->emit, OP_MUL, rows, length);
  emit_uncheck(&lower->emit, mark);
  return product;
}

// The check counts until the caller ends it: what is joined needs it, too.
static Atom checked_sum(NeslLower *lower, Atom left, Atom right) {
  Atom sum = emit_size(&lower->emit, OP_ADD, left, right), values[2] = {left, right};
  nesl_emit_check(lower, emit_binary(&lower->emit, "has_room", OP_SLE, atom_i64(0), sum),
                  ERROR_RUN_COUNT, "sequences of lengths {} and {} have too many elements", values,
                  2);
  return sum;
}

const Data *nesl_data_flatten(NeslLower *lower, const Data *sequence) {
  if (!can_regroup(sequence->element->element, 2, 2))
    sequence = nesl_data_canonical(lower, sequence);
  Dim rows = sequence->element->dim;
  Atom size = nesl_data_size(sequence);
  Atom total = dim_is_varying(rows) ? nesl_lower_total(lower, size, rows.var)
                                    : checked_product(lower, size, dim_size(rows));
  Around old = around_push(lower, around_one(lower, sequence->dim), rows);
  Dim dim = dim_atom(total);
  return nesl_data_sequence(
      lower, dim, regroup_node(lower, sequence->element->element, old, around_one(lower, dim), 2));
}

const Data *nesl_data_partition(NeslLower *lower, const Data *sequence, Atom count, Var *lengths) {
  if (!can_regroup(sequence->element, 1, 1)) sequence = nesl_data_canonical(lower, sequence);
  Dim outer = dim_atom(count), inner = dim_var(lengths);
  Around new = around_push(lower, around_one(lower, outer), inner);
  const Data *element =
      regroup_node(lower, sequence->element, around_one(lower, sequence->dim), new, 1);
  return nesl_data_sequence(lower, outer, nesl_data_sequence(lower, inner, element));
}

static const Data *same_length(NeslLower *lower, Atom index, void *context) {
  (void)index;
  return nesl_data_scalar(lower, *(Atom *)context);
}

Var *nesl_data_lengths(NeslLower *lower, const Data *sequence) {
  Dim rows = sequence->element->dim;
  if (dim_is_varying(rows)) return rows.var;
  Atom length = dim_size(rows);
  return nesl_lower_map(lower, nesl_data_size(sequence), same_length, &length)->element->atom.var;
}

// ---- Joining ----

// Do all nodes have this dimension, so that it need not be joined? What varies with the outermost
// dimension of what is appended must be joined.
static bool has_common_dim(const Data *const *nodes, size_t count, size_t position, bool appends) {
  Dim dim = nodes[0]->dim;
  for (size_t i = 1; i < count; i++)
    if (!dim_equal(nodes[i]->dim, dim)) return false;
  return !appends || !dim_is_varying(dim) || dim_first(dim, position) > 0;
}

static const Data *data_part(const Data *node, DataPart part) {
  switch (part) {
  case PART_FIRST: return node->first;
  case PART_SECOND: return node->second;
  case PART_ELEMENT: return node->element;
  case PART_CONTENT: return node->content;
  }
  INTERNAL_ERROR("a part that is none");
}

const Data **nesl_data_parts(NeslLower *lower, const Data *const *nodes, size_t count,
                             DataPart part) {
  const Data **parts = arena_array(lower->arena, const Data *, count);
  for (size_t i = 0; i < count; i++)
    parts[i] = data_part(nodes[i], part);
  return parts;
}

// Are all inner dimensions common, or canonical?
static bool can_join(NeslLower *lower, const Data *const *nodes, size_t count, size_t position,
                     bool appends) {
  switch (nodes[0]->kind) {
  case DATA_SCALAR: return true;
  case DATA_PAIR:
    return can_join(lower, nesl_data_parts(lower, nodes, count, PART_FIRST), count, position,
                    appends) &&
           can_join(lower, nesl_data_parts(lower, nodes, count, PART_SECOND), count, position,
                    appends);
  case DATA_SEQUENCE:
    for (size_t i = 0; i < count && !has_common_dim(nodes, count, position, appends); i++)
      if (dim_rank(nodes[i]->dim) != position || nodes[i]->dim.skip > 0) return false;
    return can_join(lower, nesl_data_parts(lower, nodes, count, PART_ELEMENT), count, position + 1,
                    appends);
  case DATA_FUNCTION:
    return nodes[0]->content == NULL ||
           can_join(lower, nesl_data_parts(lower, nodes, count, PART_CONTENT), count, position,
                    appends);
  }
  INTERNAL_ERROR("data that is none");
}

// Joins arrays: as the rows of an array, or one after the other.
static Atom join_arrays(NeslLower *lower, const Atom *arrays, size_t count, bool appends,
                        const Type *type) {
  Exp *exp = appends ? exp_concat(lower->emit.program, 0, arrays, count)
                     : exp_new(lower->emit.program, OP_ARRAY, arrays, count);
  return atom_var(emit_shaped(&lower->emit, "joined", exp, type));
}

static const Data *join_node(NeslLower *lower, const Data *const *nodes, size_t count, Around new,
                             bool appends) {
  size_t position = new.count - (appends ? 0 : 1);
  Atom *arrays = arena_array(lower->arena, Atom, count);
  switch (nodes[0]->kind) {
  case DATA_SCALAR: {
    for (size_t i = 0; i < count; i++)
      arrays[i] = nodes[i]->atom;
    const Type *type = around_type(lower, new, atom_type(arrays[0])->scalar);
    return nesl_data_scalar(lower, join_arrays(lower, arrays, count, appends, type));
  }
  case DATA_PAIR: {
    const Data **firsts = nesl_data_parts(lower, nodes, count, PART_FIRST);
    const Data **seconds = nesl_data_parts(lower, nodes, count, PART_SECOND);
    const Data *first = join_node(lower, firsts, count, new, appends);
    return nesl_data_pair(lower, first, join_node(lower, seconds, count, new, appends));
  }
  case DATA_SEQUENCE: {
    Dim dim = nodes[0]->dim;
    if (!has_common_dim(nodes, count, position, appends)) {
      for (size_t i = 0; i < count; i++)
        arrays[i] =
            dim_is_varying(nodes[i]->dim) ? atom_var(nodes[i]->dim.var) : dim_size(nodes[i]->dim);
      const Type *type = around_type(lower, new, SCALAR_I64);
      dim = dim_var(join_arrays(lower, arrays, count, appends, type).var);
    }
    return nesl_data_sequence(lower, dim,
                              join_node(lower, nesl_data_parts(lower, nodes, count, PART_ELEMENT),
                                        count, around_push(lower, new, dim), appends));
  }
  case DATA_FUNCTION:
    if (nodes[0]->content == NULL) return nodes[0];
    return nesl_data_function(
        lower, nodes[0]->layout,
        join_node(lower, nesl_data_parts(lower, nodes, count, PART_CONTENT), count, new, appends));
  }
  INTERNAL_ERROR("data that is none");
}

// The values as they are when all may be the same functions.
static const Data *const *agree(NeslLower *lower, const Data *const *values, size_t count) {
  const NeslLayout *layout = nesl_data_common(lower, values, count);
  if (layout == NULL) return values;
  const Data **agreed = arena_array(lower->arena, const Data *, count);
  for (size_t i = 0; i < count; i++)
    agreed[i] = nesl_data_convert(lower, values[i], layout);
  return agreed;
}

const Data *nesl_data_literal(NeslLower *lower, const Data *const *items, size_t count) {
  items = agree(lower, items, count);
  if (!can_join(lower, items, count, 0, false)) {
    const Data **canonical = arena_array(lower->arena, const Data *, count);
    for (size_t i = 0; i < count; i++)
      canonical[i] = nesl_data_canonical(lower, items[i]);
    items = canonical;
  }
  Dim dim = dim_const((int64_t)count);
  return nesl_data_sequence(lower, dim,
                            join_node(lower, items, count, around_one(lower, dim), false));
}

const Data *nesl_data_append(NeslLower *lower, const Data *left, const Data *right) {
  const Data *both[2] = {left, right};
  const Data *const *agreed = agree(lower, both, 2);
  left = agreed[0];
  right = agreed[1];
  const Data *sides[2] = {left->element, right->element};
  if (!can_join(lower, sides, 2, 1, true)) {
    left = nesl_data_canonical(lower, left);
    right = nesl_data_canonical(lower, right);
    sides[0] = left->element;
    sides[1] = right->element;
  }
  size_t mark = emit_mark(&lower->emit);
  Dim dim = dim_atom(checked_sum(lower, nesl_data_size(left), nesl_data_size(right)));
  const Data *joined = join_node(lower, sides, 2, around_one(lower, dim), true);
  emit_uncheck(&lower->emit, mark);
  return nesl_data_sequence(lower, dim, joined);
}

// ---- Nothing ----

static Var *empty_array(NeslLower *lower, Around around, Scalar scalar) {
  EmitSpace space = emit_space_open(&lower->emit, atom_i64(0));
  Output output = {.mode = MODE_MAP, .value_count = 1};
  output.values = arena_array(lower->arena, Atom, 1);
  output.values[0] = nesl_scalar_zero(scalar);
  emit_space_output(&lower->emit, &space, output);
  Atom array = atom_var(emit_space_close(&lower->emit, &space, "nothing")->vars[0]);
  return as_type(lower, OP_RESHAPE, array, around_type(lower, around, scalar)).var;
}

static const Data *empty_node(NeslLower *lower, const NeslLayout *layout, Around around) {
  switch (layout->kind) {
  case DATA_SCALAR:
    return nesl_data_scalar(lower, atom_var(empty_array(lower, around, layout->scalar)));
  case DATA_PAIR: {
    const Data *first = empty_node(lower, layout->first, around);
    return nesl_data_pair(lower, first, empty_node(lower, layout->second, around));
  }
  case DATA_SEQUENCE: {
    Dim dim = dim_var(empty_array(lower, around, SCALAR_I64));
    return nesl_data_sequence(lower, dim,
                              empty_node(lower, layout->element, around_push(lower, around, dim)));
  }
  case DATA_FUNCTION:
    return nesl_data_function(
        lower, layout, layout->content == NULL ? NULL : empty_node(lower, layout->content, around));
  }
  INTERNAL_ERROR("a layout that is none");
}

const Data *nesl_data_empty(NeslLower *lower, const NeslLayout *element) {
  Dim dim = dim_const(0);
  return nesl_data_sequence(lower, dim, empty_node(lower, element, around_one(lower, dim)));
}
