// What points have, in arrays of the host.
//
// A scalar is an array over the points. An array whose sizes are the same at all points is an array
// with one more dimension. An array whose size depends on the point is the elements of all points
// in order, with offsets: `data[offsets[pos] + j]`. Its dimensions up to the last one that depends
// on the point are one dimension of the data.
#include "flat/flatten.h"
#include "ir/rules.h"

// ---- The host's arrays in other shapes ----

bool made_take(Lift *lift, const Var *array) { return map_remove(lift->made, map_key(array)); }

void made_add(Lift *lift, Var *array) { map_put(lift->made, map_key(array), array); }

static Var *host_shaped(Lift *lift, Op op, Var *array, size_t rank, const Dim *dims) {
  Var *shaped =
      var_like(lift->program, array, type_array(lift->program, array->type->scalar, rank, dims));
  Atom operand = atom_var(array);
  build_stm(&lift->host, exp_new(lift->program, op, &operand, 1), &shaped, 1);
  if (made_take(lift, array)) made_add(lift, shaped);
  return shaped;
}

Var *host_reshape(Lift *lift, Var *array, size_t rank, const Dim *dims) {
  return host_shaped(lift, OP_RESHAPE, array, rank, dims);
}

Var *host_coerce(Lift *lift, Var *array, Atom count) {
  const Type *type = array->type;
  if (dim_equal(type->dims[0], dim_atom(count))) return array;
  Dim *dims = arena_array(lift->program->arena, Dim, type->rank);
  for (size_t i = 0; i < type->rank; i++)
    dims[i] = i == 0 ? dim_atom(count) : type->dims[i];
  return host_shaped(lift, OP_COERCE, array, type->rank, dims);
}

// An irregular one becomes one-dimensional first: that is all that may be done with it.
Var *host_merge(Lift *lift, Var *array, size_t space_rank, Atom count) {
  const Type *type = array->type;
  size_t rest = type->rank - space_rank;
  Atom all = count;
  Dim *dims = arena_array(lift->program->arena, Dim, rest + 1);
  dims[0] = dim_atom(count);
  for (size_t i = 0; i < rest; i++) {
    dims[i + 1] = type->dims[space_rank + i];
    if (type_is_irregular(type))
      all = build_binary(&lift->host, "elements", OP_MUL, all, dim_size(dims[i + 1]));
  }
  Dim whole = dim_atom(all);
  if (type_is_irregular(type)) array = host_reshape(lift, array, 1, &whole);
  return rest == 0 && type_is_irregular(type) ? array : host_reshape(lift, array, rest + 1, dims);
}

Var *host_flat(Emission *emission, Var *result) {
  if (!emission->is_nested) return result;
  return host_merge(emission->lift, result, 2, emission->context->count);
}

// ---- Lengths ----

FlattenSegments *segments_new(Lift *lift, Var *lengths) {
  FlattenSegments *segments = arena_make(lift->program->arena, FlattenSegments);
  Atom operand = atom_var(lengths);
  segments->lengths = lengths;
  segments->descriptor =
      build_let(&lift->host, "d", exp_new(lift->program, OP_SEG_MAKE, &operand, 1));
  operand = atom_var(segments->descriptor);
  segments->offsets =
      build_let(&lift->host, "offsets", exp_new(lift->program, OP_SEG_OFFSETS, &operand, 1));
  segments->total =
      build_let(&lift->host, "total", exp_new(lift->program, OP_SEG_TOTAL, &operand, 1));
  return segments;
}

Var *element_of(const Lift *lift, const Context *context, Atom atom) {
  const Context *owner = NULL;
  const Stm *def = atom.var ? context_find(context, atom.var, &owner) : NULL;
  if (!def || owner != context || def->exp->op != OP_INDEX || def->exp->arg_count != 2) return NULL;
  Var *array = def->exp->args[0].var;
  bool is_whole = array->type->rank == 1 && !flatten_is_at_point(lift, array) &&
                  atom_equal(def->exp->args[1], atom_var(context->pos));
  if (!is_whole || def->cert_count > 0) return NULL;
  // Only then is it sure that the array has as many elements as there are points.
  return dim_equal(array->type->dims[0], dim_atom(context->count)) ? array : NULL;
}

Var *store_scalar(Lift *lift, Context *context, Atom atom) {
  Var *array = element_of(lift, context, atom);
  if (array) return array;
  Emission emission = emission_new(lift, context, true);
  emission_need(&emission, atom);
  emission_settle(&emission, true);
  array = element_of(lift, context, atom);
  if (array) return array;
  emission_begin(&emission);
  emission_map(&emission, emission_atom(&emission, atom));
  Stm *stm = emission_end(&emission, atom.var ? atom.var->name : "value");
  return host_flat(&emission, stm->vars[0]);
}

// The size under another name, which is not just an element of an array.
static Atom context_again(Lift *lift, Context *context, Atom size) {
  Builder builder = context_builder(lift, context);
  size_t first = context->prefix.count;
  Atom again = build_binary(&builder, "length", OP_ADD, size, atom_i64(0));
  context_built(lift, context, first);
  return again;
}

FlattenSegments *segments_of(Lift *lift, Context *context, Atom size) {
  FlattenSegments *known = size.var ? map_get(context->lengths, map_key(size.var)) : NULL;
  if (known) return known;
  Atom length = size;
  // An array that is there already has lengths of points that are done too.
  if (context->flags && element_of(lift, context, size))
    length = context_again(lift, context, size);
  FlattenSegments *segments = segments_new(lift, store_scalar(lift, context, length));
  if (size.var) map_put(context->lengths, map_key(size.var), segments);
  return segments;
}

size_t leading_rank(const Lift *lift, const Type *type) {
  for (size_t i = type->rank; i-- > 0;)
    if (type->dims[i].var && flatten_is_at_point(lift, type->dims[i].var)) return i + 1;
  return type->rank;
}

Atom build_length(Builder *builder, const Type *type, size_t leading, Subst *subst) {
  Atom length = atom_i64(1);
  for (size_t i = 0; i < leading; i++) {
    Atom size = dim_size(type->dims[i]);
    if (subst) size = subst_atom(subst, size);
    length = i == 0 ? size : build_binary(builder, "length", OP_MUL, length, size);
  }
  return length;
}

Atom context_length(Lift *lift, Context *context, const Type *type) {
  Builder builder = context_builder(lift, context);
  size_t first = context->prefix.count;
  Atom length = build_length(&builder, type, leading_rank(lift, type), NULL);
  context_built(lift, context, first);
  return length;
}

// ---- Reading at a point ----

static void rows_add(Lift *lift, Context *context, Var *var, Var *data, FlattenSegments *segments) {
  Rows *rows = arena_make(lift->program->arena, Rows);
  *rows = (Rows){.context = context, .data = data, .segments = segments};
  rows->is_owned = made_take(lift, data);
  map_put(lift->rows, map_key(var), rows);
}

// The array from an element on, in the shape of the variable.
static void build_from(Builder *builder, const Lift *lift, Var *var, Var *data, Atom offset) {
  Program *program = builder->program;
  size_t leading = leading_rank(lift, var->type);
  Atom length = build_length(builder, var->type, leading, NULL);
  Atom atoms[3] = {offset, length, atom_i64(1)};
  Exp *slice = exp_slice(program, data, selector_of(program, 1, true), atoms, 3);
  if (leading == 1) {
    build_stm(builder, slice, &var, 1);
  } else {
    Atom flat = atom_var(build_let(builder, var->name, slice));
    build_stm(builder, exp_new(program, OP_RESHAPE, &flat, 1), &var, 1);
  }
}

void bind_at(Lift *lift, Context *context, Var *var, Var *array, Var *offsets, const Var *pos) {
  Builder builder = context_builder(lift, context);
  builder.certs = lift->certs;
  builder.cert_count = lift->cert_count;
  size_t first = context->prefix.count;
  Atom at = atom_var((Var *)pos);
  if (offsets) {
    Atom offset = atom_var(build_index(&builder, "offset", offsets, &at, 1));
    build_from(&builder, lift, var, array, offset);
  } else {
    build_stm(&builder, exp_index(lift->program, array, &at, 1), &var, 1);
  }
  context_built(lift, context, first);
  if (type_is_array(var->type)) map_put(lift->borrowed, map_key(var), var);
}

void bind_element(Lift *lift, Context *context, Var *var, Var *array) {
  bind_at(lift, context, var, array, NULL, context->pos);
  if (type_is_array(var->type)) rows_add(lift, context, var, array, NULL);
}

void bind_rows(Lift *lift, Context *context, Var *var, Var *data, FlattenSegments *segments) {
  bind_at(lift, context, var, data, segments->offsets, context->pos);
  rows_add(lift, context, var, data, segments);
}

void bind_product(Lift *lift, Context *context, Var *var, Var *data) {
  FlattenSegments *segments = segments_of(lift, context, context_length(lift, context, var->type));
  size_t leading = leading_rank(lift, var->type), rank = 1 + var->type->rank - leading;
  Dim *dims = arena_array(lift->program->arena, Dim, rank);
  for (size_t i = 0; i < rank; i++)
    dims[i] = i == 0 ? dim_var(segments->total) : var->type->dims[leading - 1 + i];
  if (data->type->rank != rank) data = host_reshape(lift, data, rank, dims);
  bind_rows(lift, context, var, data, segments);
}

void bind_regular(Lift *lift, Context *context, Var *var, Var *data) {
  size_t rank = 1 + (size_t)var->type->rank;
  Dim *dims = arena_array(lift->program->arena, Dim, rank);
  for (size_t i = 0; i < rank; i++)
    dims[i] = i == 0 ? dim_atom(context->count) : var->type->dims[i - 1];
  bind_element(lift, context, var, host_reshape(lift, data, rank, dims));
}

Atom build_element(Builder *builder, Var *array, size_t leading, Atom at) {
  Atom *indices = arena_array(builder->program->arena, Atom, leading);
  for (size_t i = leading; i-- > 1;) {
    Atom size = dim_size(array->type->dims[i]);
    indices[i] = build_binary(builder, "at", OP_SREM, at, size);
    at = build_binary(builder, "at", OP_SQUOT, at, size);
  }
  indices[0] = at;
  return atom_var(build_index(builder, "x", array, indices, leading));
}

// ---- Storing ----

typedef struct Store {
  Lift *lift;
  Context *context;
  Stm *const *stms;
  size_t count;
  Emission emission;
  Map *lengths; // Var: a length in the emission -> Var: its result on the host
  size_t taken;
} Store;

static bool is_in(const Store *store, const Stm *stm) {
  for (size_t i = 0; i < store->count; i++)
    if (store->stms[i] == stm) return true;
  return false;
}

static void store_outputs(Store *store, const Var *var) {
  Emission *emission = &store->emission;
  Atom value = emission_atom(emission, atom_var((Var *)var));
  if (type_is_array(var->type) && flatten_is_sized_inside(store->lift, var->type)) {
    size_t leading = leading_rank(store->lift, var->type);
    Atom length = build_length(&emission->body, var->type, leading, emission->subst);
    emission_map(emission, length);
    if (leading > 1) {
      const Type *type = value.var->type;
      size_t rank = type->rank - leading + 1;
      Dim *dims = arena_array(store->lift->program->arena, Dim, rank);
      for (size_t i = 0; i < rank; i++)
        dims[i] = i == 0 ? dim_atom(length) : type->dims[leading - 1 + i];
      Var *flat = var_like(store->lift->program, var,
                           type_array(store->lift->program, type->scalar, rank, dims));
      build_stm(&emission->body, exp_new(store->lift->program, OP_RESHAPE, &value, 1), &flat, 1);
      value = atom_var(flat);
    }
  }
  emission_map(emission, value);
}

// What the par gives for the variable, read at the point from now on.
static void store_bind(Store *store, Var *var, Var *const *results) {
  Lift *lift = store->lift;
  if (!type_is_array(var->type) || !flatten_is_sized_inside(lift, var->type)) {
    bind_element(lift, store->context, var, host_flat(&store->emission, results[store->taken++]));
    return;
  }
  Var *lengths = results[store->taken++];
  Var *joined = results[store->taken++];
  bool is_one = leading_rank(lift, var->type) == 1;
  Var *size = var->type->dims[0].var;
  FlattenSegments *segments = is_one ? map_get(store->context->lengths, map_key(size)) : NULL;
  if (!segments) segments = segments_new(lift, lengths);
  if (is_one) map_put(store->context->lengths, map_key(size), segments);
  Var *data = host_merge(lift, joined, 2, atom_var(segments->total));
  bind_rows(lift, store->context, var, data, segments);
}

static bool must_be_joined(const Lift *lift, Stm *const *stms, size_t count) {
  for (size_t i = 0; i < count; i++)
    for (size_t k = 0; k < stms[i]->var_count; k++)
      if (type_is_array(stms[i]->vars[k]->type) &&
          flatten_is_sized_inside(lift, stms[i]->vars[k]->type))
        return true;
  return false;
}

void store_stms(Lift *lift, Context *context, Stm *const *stms, size_t count) {
  Store store = {.lift = lift, .context = context, .stms = stms, .count = count};
  store.emission = emission_new(lift, context, !must_be_joined(lift, stms, count));
  for (size_t i = 0; i < count; i++) {
    for (size_t k = 0; k < stms[i]->var_count; k++) {
      emission_need(&store.emission, atom_var(stms[i]->vars[k]));
      varset_add(&store.emission.kept, stms[i]->vars[k]);
    }
  }
  emission_settle(&store.emission, false);
  emission_begin(&store.emission);
  for (size_t i = 0; i < count; i++)
    for (size_t k = 0; k < stms[i]->var_count; k++)
      store_outputs(&store, stms[i]->vars[k]);
  Stm *par = emission_end(&store.emission, stms[0]->var_count > 0 ? stms[0]->vars[0]->name : "x");
  Stms old = context->prefix;
  context->prefix = (Stms){0};
  // The results come in the order of `stms`, which is the order of the prefix.
  for (size_t i = 0; i < old.count; i++) {
    if (!is_in(&store, old.data[i])) {
      vec_push(lift->program->arena, &context->prefix, old.data[i]);
      continue;
    }
    for (size_t k = 0; k < old.data[i]->var_count; k++)
      store_bind(&store, old.data[i]->vars[k], par->vars);
  }
}

// Reads all elements of the array at all points, in order.
static void store_gathered(Lift *lift, Context *context, Var *var, Rows *rows) {
  Program *program = lift->program;
  const Type *type = var->type;
  size_t leading = leading_rank(lift, type);
  bool is_regular = !flatten_is_sized_inside(lift, type);
  Atom length;
  if (is_regular)
    length = build_length(&lift->host, type, leading, NULL);
  else
    length = context_length(lift, context, type);
  Var *at = var_new(program, "j", type_scalar(SCALAR_I64), lift->host.span);
  Context *inner = context_inner(lift, context, at, length);
  Emission emission = emission_new(lift, inner, true);
  emission_need(&emission, atom_var(var));
  for (size_t i = 0; i < type->rank; i++)
    emission_need(&emission, dim_size(type->dims[i]));
  emission_settle(&emission, true);
  emission_begin(&emission);
  Var *array = emission_atom(&emission, atom_var(var)).var;
  Atom x = build_element(&emission.body, array, leading, emission_atom(&emission, atom_var(at)));
  emission_map(&emission, x);
  Var *data = host_flat(&emission, emission_end(&emission, var->name)->vars[0]);
  if (is_regular) {
    Dim *dims = arena_array(program->arena, Dim, 1 + (size_t)type->rank);
    for (size_t i = 0; i <= type->rank; i++)
      dims[i] = i == 0 ? dim_atom(context->count) : type->dims[i - 1];
    data = host_reshape(lift, data, 1 + (size_t)type->rank, dims);
  }
  *rows = (Rows){.context = context, .data = data, .segments = inner->segments};
  rows->is_owned = made_take(lift, data);
}

Rows *rows_known(const Lift *lift, const Context *context, const Var *var) {
  Rows *rows = map_get(lift->rows, map_key(var));
  return rows && rows->context == context ? rows : NULL;
}

Rows *rows_of(Lift *lift, Context *context, Var *var) {
  Rows *rows = rows_known(lift, context, var);
  if (rows) return rows;
  const Context *owner = NULL;
  Stm *def = context_find(context, var, &owner);
  if (def && owner == context && !flatten_is_unstorable(def) &&
      map_find(lift->costly, map_key(def), NULL)) {
    store_stms(lift, context, &def, 1);
    rows = map_get(lift->rows, map_key(var));
    if (rows) return rows;
  }
  rows = arena_make(lift->program->arena, Rows);
  store_gathered(lift, context, var, rows);
  return rows;
}

Var *array_of(Lift *lift, Context *context, Atom value) {
  if (!type_is_array(atom_type(value))) return store_scalar(lift, context, value);
  return rows_of(lift, context, value.var)->data;
}

Elements point_elements(Lift *lift, Context *context, Atom value, const Type *like) {
  Rows *rows = rows_of(lift, context, value.var);
  Elements elements = {.data = rows->data};
  if (rows->segments) {
    elements.total = dim_size(rows->data->type->dims[0]);
    return elements;
  }
  const Type *type = value.var->type;
  size_t leading = leading_rank(lift, like), rank = 1 + type->rank - leading;
  elements.total = context->count;
  for (size_t i = 0; i < leading; i++)
    elements.total =
        build_binary(&lift->host, "elements", OP_MUL, elements.total, dim_size(type->dims[i]));
  Dim *dims = arena_array(lift->program->arena, Dim, rank);
  for (size_t i = 0; i < rank; i++)
    dims[i] = i == 0 ? dim_atom(elements.total) : type->dims[leading - 1 + i];
  elements.data = host_reshape(lift, rows->data, rank, dims);
  return elements;
}
