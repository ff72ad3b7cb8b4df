// Arrays and their elements.
#include "front/apl/to_core_internal.h"
#include "front/settings.h"
#include "ir/scalar_eval.h"

// ---- Kinds ----

static const struct {
  const char *name;
  Scalar scalar;
  size_t parts;
} KINDS[] = {[APL_BOOL] = {"bool", SCALAR_BOOL, 1},      [APL_SIZE] = {"int", SCALAR_I64, 1},
             [APL_INT] = {"int", SCALAR_I64, 1},         [APL_DOUBLE] = {"double", SCALAR_F64, 1},
             [APL_COMPLEX] = {"complex", SCALAR_F64, 2}, [APL_CHAR] = {"char", SCALAR_I32, 1}};

// The only place that knows how many bits ints have.
Scalar apl_kind_scalar(AplKind kind) {
  bool is_short = kind == APL_INT && front_settings()->has_short_ints;
  return is_short ? SCALAR_I32 : KINDS[kind].scalar;
}

const char *apl_kind_name(AplKind kind) { return KINDS[kind].name; }

const char *apl_kind_class(AplKind kind, AplKind other) {
  return kind != APL_CHAR && other == APL_CHAR ? "a number" : apl_kind_name(kind);
}

size_t apl_kind_parts(AplKind kind) { return KINDS[kind].parts; }

AplKind apl_kind_join(AplLower *lower, AplKind a, AplKind b) {
  if ((a == APL_CHAR) != (b == APL_CHAR)) {
    diag_error(lower->diag, ERROR_APL_DOMAIN, lower->emit.span,
               "DOMAIN ERROR: %s and %s cannot be elements of one array", apl_kind_class(a, b),
               apl_kind_class(b, a));
    diag_hint(lower->diag, "`⍕` gives the text of a number: `'n = ',⍕5`");
    apl_escape(lower);
  }
  return a > b ? a : b;
}

static void put_type(StrBuf *out, const AplValue *value) {
  switch (value->kind) {
  case APL_VALUE_FUNCTION: strbuf_puts(out, "a function"); return;
  case APL_VALUE_OPERATOR: strbuf_puts(out, "an operator"); return;
  case APL_VALUE_TUPLE:
    strbuf_putc(out, '(');
    for (size_t i = 0; i < value->item_count; i++) {
      if (i > 0) strbuf_puts(out, ", ");
      put_type(out, value->items[i]);
    }
    strbuf_putc(out, ')');
    return;
  case APL_VALUE_NESTED:
    strbuf_printf(out, "[[%s]%zu]%u", apl_kind_name(value->items[0]->array.kind),
                  value->item_count - 2, (unsigned)value->items[1]->array.rank);
    return;
  case APL_VALUE_ARRAY: break;
  }
  const AplArray *array = &value->array;
  const char *name = apl_kind_name(array->kind);
  if (array->rank == 0)
    strbuf_puts(out, name);
  else if (array->rank == 1 && array->dims[0].var == NULL)
    strbuf_printf(out, "<%s>%lld", name, (long long)constant_to_i64(array->dims[0].constant));
  else
    strbuf_printf(out, "[%s]%u", name, (unsigned)array->rank);
}

const char *apl_type_text(AplLower *lower, const AplValue *value) {
  StrBuf text = {0};
  put_type(&text, value);
  const char *result = arena_strndup(lower->arena, strbuf_text(&text), text.length);
  strbuf_free(&text);
  return result;
}

// ---- Atoms ----

static bool is_constant(Atom atom) { return atom.var == NULL; }

Atom apl_op1(AplLower *lower, Op op, Atom a) {
  Scalar type = atom_type(a)->scalar;
  Constant result = {.type = type};
  if (is_constant(a) && scalar_eval(op, type, type, &a.constant.value, &result.value)) {
    if (op == OP_ISNAN || op == OP_ISINF) result.type = SCALAR_BOOL;
    return atom_constant(result);
  }
  return emit_unary(&lower->emit, "x", op, a);
}

// ---- Sizes: a variable and a constant ----

typedef struct Size {
  Atom base;
  int64_t offset;
} Size;

// The sum that the size was computed as.
static Size size_split(const AplLower *lower, Atom atom) {
  Size size = {.base = atom};
  for (const EmitBlock *block = lower->emit.block; block != NULL; block = block->parent)
    for (size_t i = 0; i < block->facts.count; i++) {
      const SizeFact *fact = &block->facts.data[i];
      if (!atom_equal(fact->result, atom) || !is_constant(fact->right)) continue;
      if (fact->op != OP_ADD && fact->op != OP_SUB) continue;
      int64_t offset = constant_to_i64(fact->right.constant);
      return (Size){fact->left, fact->op == OP_ADD ? offset : -offset};
    }
  return size;
}

// The greater or lesser of such a sum, whose variable is not negative, and a constant.
static bool fold_extreme(Op op, Size size, Atom a, Atom b, Atom *result) {
  if (is_constant(a) == is_constant(b) || (op != OP_SMIN && op != OP_SMAX)) return false;
  if (size.offset < constant_to_i64(is_constant(a) ? a.constant : b.constant)) return false;
  *result = is_constant(a) == (op == OP_SMIN) ? a : b;
  return true;
}

static bool is_natural(const AplLower *lower, Atom atom) {
  return atom.var != NULL && map_get(lower->naturals, map_key(atom.var)) != NULL;
}

// What follows for a sum with a constant when the variable is a size: 1 is the lesser of 1 and n+1.
static bool size_fold(AplLower *lower, Op op, Atom a, Atom b, Atom *result) {
  bool is_sum = op == OP_ADD || op == OP_SUB;
  if (is_sum ? is_constant(a) || !is_constant(b) : is_constant(a) == is_constant(b)) return false;
  Atom variable = is_constant(a) ? b : a;
  int64_t number = constant_to_i64(is_constant(a) ? a.constant : b.constant);
  Size size = size_split(lower, variable);
  if (is_sum) {
    int64_t offset = size.offset + (op == OP_ADD ? number : -number);
    if (size.offset == 0) return false;
    *result = emit_size(&lower->emit, OP_ADD, size.base, atom_i64(offset));
    return true;
  }
  if (!is_natural(lower, size.base)) return false;
  if (fold_extreme(op, size, a, b, result)) return true;
  bool is_left = is_constant(a);
  if (op == OP_SLE && is_left && size.offset >= number) return *result = atom_bool(true), true;
  if (op == OP_SLT && is_left && size.offset > number) return *result = atom_bool(true), true;
  return false;
}

void apl_natural(AplLower *lower, Var *size) { map_put(lower->naturals, map_key(size), size); }

static bool is_comparison(Op op) { return op_info(op)->shape == SHAPE_COMPARE; }

Atom apl_op2(AplLower *lower, Op op, Atom a, Atom b) {
  Scalar type = atom_type(a)->scalar;
  if (is_constant(a) && is_constant(b)) {
    ScalarValue args[2] = {a.constant.value, b.constant.value};
    Constant result = {.type = is_comparison(op) ? SCALAR_BOOL : type};
    if (scalar_eval(op, type, result.type, args, &result.value)) return atom_constant(result);
  }
  if (type == SCALAR_I64 && op == OP_ADD && is_constant(a)) { // the constant behind
    Atom constant = a;
    a = b;
    b = constant;
  }
  Atom folded;
  if (type == SCALAR_I64 && size_fold(lower, op, a, b, &folded)) return folded;
  if (type == SCALAR_I64 && (op == OP_ADD || op == OP_SUB || op == OP_MUL))
    return emit_size(&lower->emit, op, a, b);
  if (type == SCALAR_BOOL && op == OP_AND) return emit_and(&lower->emit, a, b);
  return emit_binary(&lower->emit, "x", op, a, b);
}

Atom apl_op_convert(AplLower *lower, Op op, Atom a, Scalar to) {
  Scalar type = atom_type(a)->scalar;
  Constant result = {.type = to};
  if (is_constant(a) && scalar_eval(op, type, to, &a.constant.value, &result.value))
    return atom_constant(result);
  return emit_convert(&lower->emit, "x", op, a, to);
}

Atom apl_add(AplLower *lower, Atom a, Atom b) { return apl_op2(lower, OP_ADD, a, b); }

// ---- Differences ----

enum { TERM_LIMIT = 16, TERM_DEPTH = 8 };

// A number, and variables with factors.
typedef struct Difference {
  int64_t number;
  Var *vars[TERM_LIMIT];
  int64_t factors[TERM_LIMIT];
  size_t count;
} Difference;

static const SizeFact *sum_fact(const AplLower *lower, Atom atom) {
  for (const EmitBlock *block = lower->emit.block; block != NULL; block = block->parent)
    for (size_t i = block->facts.count; i-- > 0;) {
      const SizeFact *fact = &block->facts.data[i];
      bool is_sum = fact->op == OP_ADD || fact->op == OP_SUB;
      if (is_sum && atom_equal(fact->result, atom)) return fact;
    }
  return NULL;
}

// Adds the number so many times, as the sum that it was computed as; false when that is too long.
static bool difference_add(const AplLower *lower, Difference *difference, Atom atom, int64_t factor,
                           unsigned depth) {
  if (is_constant(atom)) {
    int64_t product = mul_i64(constant_to_i64(atom.constant), factor);
    difference->number = add_i64(difference->number, product);
    return true;
  }
  const SizeFact *fact = depth > 0 ? sum_fact(lower, atom) : NULL;
  if (fact != NULL) {
    int64_t second = fact->op == OP_ADD ? factor : sub_i64(0, factor);
    return difference_add(lower, difference, fact->left, factor, depth - 1) &&
           difference_add(lower, difference, fact->right, second, depth - 1);
  }
  size_t i = 0;
  while (i < difference->count && difference->vars[i] != atom.var)
    i++;
  if (i == TERM_LIMIT) return false;
  if (i == difference->count) difference->factors[difference->count++] = 0;
  difference->vars[i] = atom.var;
  difference->factors[i] = add_i64(difference->factors[i], factor);
  return true;
}

// Of sums in which the same variables are as often the difference is known.
Atom apl_sub(AplLower *lower, Atom a, Atom b) {
  Difference difference = {0};
  bool is_known = difference_add(lower, &difference, a, 1, TERM_DEPTH) &&
                  difference_add(lower, &difference, b, -1, TERM_DEPTH);
  for (size_t i = 0; i < difference.count; i++)
    is_known &= difference.factors[i] == 0;
  return is_known ? atom_i64(difference.number) : apl_op2(lower, OP_SUB, a, b);
}

Atom apl_rest(AplLower *lower, Atom a, Atom b) {
  if (is_constant(a) || atom_is_i64(b, 0)) return apl_sub(lower, a, b);
  Atom rest = emit_binary(&lower->emit, "rest", OP_SUB, a, b);
  SizeFact fact = {.op = OP_ADD, .left = rest, .right = b, .result = a};
  vec_push(lower->emit.program->arena, &lower->emit.block->facts, fact);
  return rest;
}

// ---- Products and extrema ----

Atom apl_mul(AplLower *lower, Atom a, Atom b) { return apl_op2(lower, OP_MUL, a, b); }

// Is there a check around that the number is a size?
static bool is_checked(const AplLower *lower, Atom number) {
  const EmitBlock *where = map_get(lower->checked, map_key(number.var));
  for (const EmitBlock *block = lower->emit.block; where != NULL && block != NULL;
       block = block->parent)
    if (block == where) return true;
  return false;
}

// Of sizes, which count as such after their checks too: there nothing else can be seen of them.
static Atom extreme(AplLower *lower, Op op, Atom a, Atom b) {
  if (atom_equal(a, b)) return a;
  Atom variable = is_constant(a) ? b : a, folded;
  Size size = size_split(lower, variable);
  bool is_size = size.base.var != NULL && is_checked(lower, size.base);
  if (is_size && fold_extreme(op, size, a, b, &folded)) return folded;
  return apl_op2(lower, op, a, b);
}

Atom apl_max(AplLower *lower, Atom a, Atom b) { return extreme(lower, OP_SMAX, a, b); }
Atom apl_min(AplLower *lower, Atom a, Atom b) { return extreme(lower, OP_SMIN, a, b); }

// A message with its values, for a condition that is known to be false.
static const char *message_text(AplLower *lower, const char *message, const Atom *values,
                                size_t count) {
  StrBuf text = {0};
  size_t next = 0;
  for (const char *at = message; *at != '\0'; at++) {
    bool is_value = at[0] == '{' && at[1] == '}' && next < count;
    if (is_value && values[next].var == NULL)
      strbuf_printf(&text, "%lld", (long long)constant_to_i64(values[next].constant));
    else if (is_value)
      strbuf_puts(&text, "n");
    else
      strbuf_putc(&text, *at);
    next += is_value;
    at += is_value;
  }
  const char *result = arena_strndup(lower->arena, strbuf_text(&text), text.length);
  strbuf_free(&text);
  return result;
}

// What is inside of pars, loops and branches may never run.
void apl_check(AplLower *lower, Atom condition, ErrorCode code, const char *message,
               const Atom *values, size_t count) {
  if (is_constant(condition) && !condition.constant.value.b && lower->inside == 0)
    apl_fail(lower, code, "%s", message_text(lower, message, values, count));
  emit_check(&lower->emit, condition, code, message, values, count);
}

static void put_shape(AplLower *lower, const AplArray *array, StrBuf *message, Atoms *values) {
  for (size_t i = 0; i < array->rank; i++) {
    strbuf_puts(message, i > 0 ? " {}" : "{}");
    vec_push(lower->arena, values, array->dims[i]);
  }
}

void apl_check_shapes(AplLower *lower, Atom condition, const char *problem, const AplArray *left,
                      const AplArray *right) {
  StrBuf message = {0};
  Atoms values = {0};
  strbuf_printf(&message, "LENGTH ERROR: %s: ", problem);
  put_shape(lower, left, &message, &values);
  strbuf_puts(&message, " and ");
  put_shape(lower, right, &message, &values);
  const char *text = arena_strndup(lower->arena, strbuf_text(&message), message.length);
  strbuf_free(&message);
  apl_check(lower, condition, ERROR_APL_LENGTH, text, values.data, values.count);
}

Atom apl_natural_part(Atom number) {
  return is_constant(number) && constant_to_i64(number.constant) < 0 ? atom_i64(0) : number;
}

Atom apl_checked_size(AplLower *lower, Atom number) {
  if (is_constant(number)) return apl_natural_part(number);
  if (!is_checked(lower, number)) map_put(lower->checked, map_key(number.var), lower->emit.block);
  return number;
}

// ---- Elements ----

static bool is_around(const AplLower *lower, const EmitBlock *block) {
  for (const EmitBlock *at = lower->emit.block; at != NULL; at = at->parent)
    if (at == block) return true;
  return false;
}

Elem apl_elem(AplKind kind, Atom atom) { return (Elem){.kind = kind, .part = {atom, atom}}; }

Elem apl_elem_int(int64_t value) {
  return apl_elem(APL_INT, atom_constant(constant_int(apl_kind_scalar(APL_INT), value)));
}

Elem apl_elem_size(Atom atom) { return apl_elem(APL_SIZE, atom); }

Elem apl_elem_bool(bool value) { return apl_elem(APL_BOOL, atom_bool(value)); }

Elem apl_elem_double(double value) {
  return apl_elem(APL_DOUBLE, atom_constant(constant_float(SCALAR_F64, value)));
}

bool apl_elem_is_constant(Elem elem) {
  for (size_t i = 0; i < apl_kind_parts(elem.kind); i++)
    if (!is_constant(elem.part[i])) return false;
  return true;
}

bool apl_size_known(Atom size, int64_t *value) {
  return apl_elem_to_int(apl_elem_size(size), value);
}

bool apl_elem_to_int(Elem elem, int64_t *value) {
  if (elem.kind > APL_INT || !is_constant(elem.part[0])) return false;
  *value = constant_to_i64(elem.part[0].constant);
  return true;
}

// The same number in the other width. `block`: where it is seen; NULL: wherever the number is.
typedef struct AplTwin {
  Var *var;
  EmitBlock *block;
} AplTwin;

static void twin_put(AplLower *lower, const Var *var, Var *other, EmitBlock *block) {
  AplTwin *twin = arena_make(lower->arena, AplTwin);
  *twin = (AplTwin){other, block};
  map_put(lower->twins, map_key(var), twin);
}

// An int becomes a size, or the other way round. A size that became an int of 32 bits is the same
// variable again when it is converted back, so that sizes that are equal have one name.
static Atom whole_convert(AplLower *lower, Atom atom, Scalar to) {
  if (atom_type(atom)->scalar == to) return atom;
  const AplTwin *twin = atom.var != NULL ? map_get(lower->twins, map_key(atom.var)) : NULL;
  if (twin != NULL && (twin->block == NULL || is_around(lower, twin->block)))
    return atom_var(twin->var);
  Atom result = apl_op_convert(lower, OP_SEXT, atom, to);
  if (atom.var == NULL) return result;
  if (to == SCALAR_I64) twin_put(lower, result.var, atom.var, NULL);
  twin_put(lower, atom.var, result.var, lower->emit.block);
  return result;
}

bool apl_is_whole(AplKind kind) { return kind == APL_SIZE || kind == APL_INT; }

Elem apl_convert(AplLower *lower, Elem elem, AplKind kind) {
  if (elem.kind == kind) return elem;
  if (apl_is_whole(elem.kind) && apl_is_whole(kind))
    return apl_elem(kind, whole_convert(lower, elem.part[0], apl_kind_scalar(kind)));
  if (kind == APL_CHAR || elem.kind == APL_CHAR || elem.kind > kind)
    apl_fail(lower, ERROR_APL_DOMAIN, "DOMAIN ERROR: %s cannot be made %s",
             apl_kind_name(elem.kind), apl_kind_name(kind));
  Atom atom = elem.part[0];
  if (elem.kind == APL_BOOL)
    atom = apl_op_convert(lower, OP_BTOI, atom, apl_kind_scalar(kind));
  else if (apl_is_whole(elem.kind))
    atom = apl_op_convert(lower, OP_SITOFP, atom, SCALAR_F64);
  Elem result = apl_elem(kind, atom);
  if (kind == APL_COMPLEX) result.part[1] = atom_constant(constant_float(SCALAR_F64, 0));
  return result;
}

Atom apl_size_of(AplLower *lower, Elem elem) { return apl_convert(lower, elem, APL_SIZE).part[0]; }

Elem apl_int_low(AplLower *lower, Atom number) {
  return apl_convert(lower, apl_elem_size(number), APL_INT);
}

Elem apl_int_of(AplLower *lower, Atom size) {
  Elem elem = apl_int_low(lower, size);
  bool is_other = elem.part[0].var != NULL && elem.part[0].var != size.var;
  if (is_other) twin_put(lower, elem.part[0].var, size.var, NULL);
  return elem;
}

Elem apl_fill(AplKind kind) {
  switch (kind) {
  case APL_BOOL: return apl_elem_bool(false);
  case APL_SIZE: return apl_elem_size(atom_i64(0));
  case APL_INT: return apl_elem_int(0);
  case APL_DOUBLE: return apl_elem_double(0);
  case APL_COMPLEX: {
    Elem zero = apl_elem_double(0);
    zero.kind = APL_COMPLEX;
    return zero;
  }
  case APL_CHAR: return apl_elem(APL_CHAR, atom_constant(constant_int(SCALAR_I32, ' ')));
  }
  INTERNAL_ERROR("a kind that is none");
}

// ---- Making values ----

const Atom *apl_dims_copy(AplLower *lower, const Atom *dims, size_t rank) {
  Atom *copy = arena_array(lower->arena, Atom, rank + 1);
  for (size_t i = 0; i < rank; i++)
    copy[i] = dims[i];
  return copy;
}

AplArray apl_array_make(AplLower *lower, AplKind kind, size_t rank, const Atom *dims,
                        const Atom *data) {
  AplArray array = {.kind = kind,
                    .rank = (uint32_t)rank,
                    .dims = apl_dims_copy(lower, dims, rank),
                    .is_stored = true,
                    .lost = lower->emit.span};
  for (size_t i = 0; i < apl_kind_parts(kind); i++)
    array.data[i] = data[i];
  return array;
}

const AplValue *apl_value_array(AplLower *lower, AplArray array) {
  AplValue *value = arena_make(lower->arena, AplValue);
  *value = (AplValue){.kind = APL_VALUE_ARRAY, .array = array};
  return value;
}

const AplValue *apl_value_scalar(AplLower *lower, Elem elem) {
  return apl_value_array(lower, apl_array_make(lower, elem.kind, 0, NULL, elem.part));
}

const AplValue *apl_value_items(AplLower *lower, const Elem *items, size_t count, AplKind kind) {
  Atom dim = atom_i64((int64_t)count);
  AplArray array = {.kind = kind, .rank = 1, .dims = apl_dims_copy(lower, &dim, 1)};
  Elem *copy = arena_array(lower->arena, Elem, count + 1);
  for (size_t i = 0; i < count; i++)
    copy[i] = apl_convert(lower, items[i], kind);
  array.items = copy;
  array.lost = lower->emit.span;
  const AplValue *value = apl_value_array(lower, array);
  if (count <= ITEM_LIMIT) return value;
  AplArray stored = *apl_stored(lower, value);
  stored.items = NULL;
  stored.block = NULL;
  return apl_value_array(lower, stored);
}

const AplValue *apl_value_function(AplLower *lower, AplFunction function) {
  AplFunction *copy = arena_make(lower->arena, AplFunction);
  AplValue *value = arena_make(lower->arena, AplValue);
  *copy = function;
  *value = (AplValue){.kind = APL_VALUE_FUNCTION, .function = copy};
  return value;
}

// Functions that call themselves with ever larger tuples end at the limit.
const AplValue *apl_value_tuple(AplLower *lower, const AplValue *const *items, size_t count) {
  const AplValue **copy = arena_array(lower->arena, const AplValue *, count + 1);
  AplValue *value = arena_make(lower->arena, AplValue);
  *value = (AplValue){.kind = APL_VALUE_TUPLE, .items = copy, .item_count = count};
  for (size_t i = 0; i < count; i++) {
    copy[i] = items[i];
    value->leaf_count += items[i]->kind == APL_VALUE_TUPLE ? items[i]->leaf_count : 1;
  }
  if (value->leaf_count > LEAF_LIMIT)
    apl_unsupported(lower, "a tuple of more than %d arrays", LEAF_LIMIT);
  return value;
}

// ---- Arrays ----

void apl_hint_character(AplLower *lower, const AplValue *tuple) {
  bool has_scalar = false, has_text = false;
  for (size_t i = 0; i < tuple->item_count; i++) {
    const AplValue *item = tuple->items[i];
    if (item->kind != APL_VALUE_ARRAY || item->array.kind != APL_CHAR) return;
    has_scalar |= item->array.rank == 0;
    has_text |= item->array.rank == 1;
  }
  if (has_scalar && has_text)
    diag_hint(lower->diag, "one character is a scalar; `(,'x')` is a text of one character");
}

const AplArray *apl_array(AplLower *lower, const AplValue *value) {
  if (value->kind == APL_VALUE_ARRAY) return &value->array;
  if (value->kind == APL_VALUE_TUPLE) {
    diag_error(lower->diag, ERROR_APL_DOMAIN, lower->emit.span,
               "DOMAIN ERROR: the argument must be a simple array, but it is a tuple: %s",
               apl_type_text(lower, value));
    apl_hint_character(lower, value);
    apl_escape(lower);
  }
  if (value->kind == APL_VALUE_NESTED)
    apl_fail(lower, ERROR_APL_DOMAIN,
             "DOMAIN ERROR: the argument must be a simple array, but it is nested: %s",
             apl_type_text(lower, value));
  apl_fail(lower, ERROR_APL_SYNTAX, "SYNTAX ERROR: expected an array, found %s",
           apl_type_text(lower, value));
}

const Type *apl_part_type(AplLower *lower, AplKind kind, size_t rank, const Atom *dims) {
  Dim *sizes = arena_array(lower->arena, Dim, rank + 1);
  for (size_t i = 0; i < rank; i++)
    sizes[i] = dim_atom(dims[i]);
  return type_array(lower->emit.program, apl_kind_scalar(kind), rank, sizes);
}

// Known elements are stored where they are needed first; that may be inside of something.
const AplArray *apl_stored(AplLower *lower, const AplValue *value) {
  const AplArray *array = apl_array(lower, value);
  if (array->is_stored && (array->block == NULL || is_around(lower, array->block))) return array;
  AplArray stored = *array;
  size_t count = (size_t)constant_to_i64(array->dims[0].constant);
  const Type *type = apl_part_type(lower, array->kind, 1, array->dims);
  for (size_t part = 0; part < apl_kind_parts(array->kind); part++) {
    Atom *atoms = arena_array(lower->arena, Atom, count + 1);
    for (size_t i = 0; i < count; i++)
      atoms[i] = array->items[i].part[part];
    Exp *exp = exp_new(lower->emit.program, OP_ARRAY, atoms, count);
    stored.data[part] = atom_var(emit_shaped(&lower->emit, "items", exp, type));
  }
  stored.is_stored = true;
  stored.block = lower->emit.block;
  // The value is the same; that it is stored now is a cache.
  AplValue *cached = (AplValue *)(uintptr_t)value;
  cached->array = stored;
  return &cached->array;
}

bool apl_is_single(const AplArray *array) {
  for (size_t i = 0; i < array->rank; i++)
    if (!atom_is_i64(array->dims[i], 1)) return false;
  return true;
}

// After a check that fails the place may be outside: that is for the stored array to say.
static const Elem *known_item(const AplArray *array, Atom place) {
  int64_t at;
  bool is_inside =
      apl_size_known(place, &at) && at >= 0 && at < constant_to_i64(array->dims[0].constant);
  return is_inside ? &array->items[at] : NULL;
}

Elem apl_element(AplLower *lower, const AplArray *array, const Atom *indices) {
  Elem elem = {.kind = array->kind};
  const Elem *item = array->items != NULL ? known_item(array, indices[0]) : NULL;
  if (item != NULL) return *item;
  for (size_t i = 0; i < apl_kind_parts(array->kind); i++) {
    elem.part[i] = array->data[i];
    if (array->rank > 0)
      elem.part[i] = atom_var(
          emit_let(&lower->emit, "x",
                   exp_index(lower->emit.program, array->data[i].var, indices, array->rank)));
  }
  return elem;
}

Elem apl_single(AplLower *lower, const AplArray *array) {
  if (array->items != NULL) return array->items[0];
  Atom *zeros = arena_array(lower->arena, Atom, array->rank + 1);
  for (size_t i = 0; i < array->rank; i++)
    zeros[i] = atom_i64(0);
  return apl_element(lower, array, zeros);
}

const Elem *apl_known(AplLower *lower, const AplArray *array, size_t *count) {
  *count = 1;
  if (array->rank == 0) {
    Elem *item = arena_make(lower->arena, Elem);
    *item = apl_element(lower, array, NULL);
    return item;
  }
  if (array->rank != 1 || array->dims[0].var != NULL) return NULL;
  *count = (size_t)constant_to_i64(array->dims[0].constant);
  if (array->items != NULL || *count > 16) return array->items;
  Elem *items = arena_array(lower->arena, Elem, *count + 1);
  for (size_t i = 0; i < *count; i++) {
    Atom index = atom_i64((int64_t)i);
    items[i] = apl_element(lower, array, &index);
  }
  return items;
}

const AplValue *apl_as_kind(AplLower *lower, const AplValue *value, AplKind kind) {
  const AplArray *array = apl_array(lower, value);
  if (array->kind == kind) return value;
  bool is_whole = apl_is_whole(array->kind) && apl_is_whole(kind);
  if (is_whole && array->items == NULL && apl_kind_scalar(APL_INT) == SCALAR_I64) {
    AplArray same = *array;
    same.kind = kind;
    return apl_value_array(lower, same);
  }
  if (array->items != NULL)
    return apl_value_items(lower, array->items, (size_t)constant_to_i64(array->dims[0].constant),
                           kind);
  AplNest nest = apl_nest_open(lower, array->dims, array->rank);
  Elem elem = apl_convert(lower, apl_element(lower, array, nest.index), kind);
  return apl_nest_close(lower, &nest, elem);
}

const AplValue *apl_view(AplLower *lower, const AplArray *array, size_t rank, const Atom *dims,
                         const char *name, PartExp *make, void *context) {
  Atom data[2];
  const Type *type = apl_part_type(lower, array->kind, rank, dims);
  for (size_t i = 0; i < apl_kind_parts(array->kind); i++)
    data[i] =
        atom_var(emit_shaped(&lower->emit, name, make(lower, array->data[i].var, context), type));
  return apl_value_array(lower, apl_array_make(lower, array->kind, rank, dims, data));
}

void apl_need_int(AplLower *lower, AplKind kind, const char *what, const char *type) {
  if (kind <= APL_INT) return;
  diag_error(lower->diag, ERROR_APL_DOMAIN, lower->emit.span,
             "DOMAIN ERROR: %s must be int, but it is %s", what, type);
  if (kind == APL_DOUBLE)
    diag_hint(lower->diag, "`⌊x` is an int; `÷` and `*` give doubles, also of whole numbers");
  apl_escape(lower);
}

Atom apl_int_scalar(AplLower *lower, const AplValue *value, const char *what) {
  const AplArray *array = apl_array(lower, value);
  if (!apl_is_single(array))
    apl_fail(lower, ERROR_APL_RANK, "RANK ERROR: %s must be a scalar, but it is %s", what,
             apl_type_text(lower, value));
  apl_need_int(lower, array->kind, what, apl_type_text(lower, value));
  return apl_size_of(lower, apl_single(lower, apl_stored(lower, value)));
}

Atom apl_condition(AplLower *lower, const AplValue *value, const char *what) {
  Atom number = apl_int_scalar(lower, value, what);
  if (value->array.kind == APL_BOOL) return apl_single(lower, apl_stored(lower, value)).part[0];
  StrBuf message = {0};
  strbuf_printf(&message, "DOMAIN ERROR: %s is 0 or 1, but it is {}", what);
  const char *text = arena_strndup(lower->arena, strbuf_text(&message), message.length);
  strbuf_free(&message);
  apl_check(lower, apl_op2(lower, OP_ULE, number, atom_i64(1)), ERROR_APL_DOMAIN, text, &number, 1);
  return apl_op2(lower, OP_NE, number, atom_i64(0));
}

Atom apl_checked_count(AplLower *lower, const Atom *sizes, size_t rank, const char *problem) {
  Atom count = atom_i64(1), fits = atom_bool(true);
  for (size_t i = 0; i < rank; i++) {
    fits = emit_and(&lower->emit, fits, emit_fits(&lower->emit, count, sizes[i]));
    count = apl_mul(lower, count, sizes[i]);
  }
  const char *message = arena_printf(lower->arena, "DOMAIN ERROR: the array %s", problem);
  apl_check(lower, fits, ERROR_APL_DOMAIN, message, NULL, 0);
  return apl_checked_size(lower, count);
}

Atom apl_count(AplLower *lower, const AplArray *array) {
  Atom count = atom_i64(1);
  for (size_t i = 0; i < array->rank; i++)
    count = apl_mul(lower, count, array->dims[i]);
  return count;
}
