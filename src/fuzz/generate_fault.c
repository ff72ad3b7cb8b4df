// Operations that fail whenever they run. They stand where nothing runs, so that moving them adds a
// failure, or at the end of the entry point as a result, so that dropping them loses one.
#include "fuzz/generate.h"

// ---- Values that no pass knows ----

Atom author_unknown(Author *author, Constant value) {
  Atom atom = atom_constant(value);
  Var *var = author_let(author, "u", exp_new(author->program, OP_OPAQUE, &atom, 1));
  if (value.type == SCALAR_I64)
    facts_range(author, var, constant_to_i64(value), constant_to_i64(value));
  return atom_var(var);
}

static Atom perhaps_unknown(Author *author, Constant value) {
  return random_chance(&author->random, 60) ? author_unknown(author, value) : atom_constant(value);
}

static bool is_fixed(Author *author, const Var *var, const void *value) {
  int64_t low, high, wanted = *(const int64_t *)value;
  return type_is_scalar(var->type, SCALAR_I64) &&
         atom_range(author, atom_var((Var *)var), &low, &high) && low == wanted && high == wanted;
}

// A size that is 0, but may be anything as far as passes know.
static Atom unknown_zero(Author *author) {
  int64_t zero = 0;
  Var *var = random_chance(&author->random, 40) ? author_pick(author, is_fixed, &zero) : NULL;
  return var ? atom_var(var) : author_unknown(author, constant_int(SCALAR_I64, 0));
}

// ---- Faults ----

// A fault is planned where its operands are bound, and written where it stands.
typedef enum FaultKind {
  FAULT_DIVISION,
  FAULT_POWER,
  FAULT_INDEX,
  FAULT_ASSERT,
  FAULT_LITERAL,
  FAULT_COERCE,
  FAULT_RESHAPE,
  FAULT_PRODUCT,
  FAULT_SLICE,
  FAULT_LMAD,
  FAULT_UPDATE,
  FAULT_COUNT
} FaultKind;

typedef struct Fault {
  FaultKind kind;
  Op op;
  Atom args[5];
  Var *array;
  Dim wrong;    // a dimension that the array has not
  bool is_back; // to the right shape again
} Fault;

static bool is_vector(Author *author, const Var *var, const void *context) {
  (void)author;
  (void)context;
  return type_is_array(var->type) && var->type->rank == 1;
}

// A vector from the scope, or one that is the same everywhere.
static Var *fault_vector(Author *author) {
  Var *var = author_pick(author, is_vector, NULL);
  if (var && random_chance(&author->random, 50)) return var;
  Atom value = author_atom(author, author_scalar_type(author));
  Dim dim = author_dim(author);
  ParFrame frame;
  par_begin(author, &frame, dim);
  par_map(author, &frame, value);
  return par_end(author, &frame)->vars[0];
}

static Atom index_beyond(Author *author, Dim dim) {
  int64_t beyond = dim_high(author, dim) + random_between(&author->random, 0, 2);
  switch (random_below(&author->random, 3)) {
  case 0: return dim_size(dim);
  case 1: return perhaps_unknown(author, constant_int(SCALAR_I64, -1));
  default: return perhaps_unknown(author, constant_int(SCALAR_I64, beyond));
  }
}

// Numbers of steps and strides that leave every array, though their products wrap around to
// something that is inside, or nearly. The first ones have so few steps that they can be written.
typedef struct Far {
  int64_t count, stride;
} Far;

enum { FAR_WRITABLE = 8 };

static const Far FAR[] = {
    {5, (int64_t)1 << 62},        {3, INT64_MIN},           {3, INT64_MAX},
    {9, -((int64_t)1 << 61)},     {2, INT64_MAX},           {2, INT64_MIN},
    {2, (int64_t)1 << 31},        {2, -((int64_t)1 << 32)}, {((int64_t)1 << 62) + 1, 4},
    {((int64_t)1 << 61) + 1, -8},
};

static Atom far_start(Author *author) {
  static const int64_t starts[] = {0, 1, 3, -1, INT64_MAX, INT64_MIN, (int64_t)1 << 62};
  int64_t start = starts[random_below(&author->random, sizeof starts / sizeof *starts)];
  return perhaps_unknown(author, constant_int(SCALAR_I64, start));
}

// Start, count and stride; an LMAD has another count and stride, of which the count is not 0.
static void plan_far(Author *author, Fault *fault) {
  size_t count = fault->kind == FAULT_UPDATE ? FAR_WRITABLE : sizeof FAR / sizeof *FAR;
  Far far = FAR[random_below(&author->random, count)];
  bool is_beyond = random_chance(&author->random, 20);
  fault->array = fault_vector(author);
  fault->args[0] = is_beyond ? atom_i64(INT64_MAX) : far_start(author);
  if (is_beyond) far = (Far){2, 5};
  fault->args[1] = atom_i64(far.count);
  fault->args[2] = perhaps_unknown(author, constant_int(SCALAR_I64, far.stride));
  fault->args[3] = atom_i64(random_between(&author->random, 1, 2));
  int64_t other = random_chance(&author->random, 50) ? far.stride : 1;
  fault->args[4] = perhaps_unknown(author, constant_int(SCALAR_I64, other));
}

// An array without elements, and sizes whose product wraps around to 0.
static void plan_product(Author *author, Fault *fault) {
  ParFrame frame;
  Atom value = author_atom(author, author_scalar_type(author));
  par_begin(author, &frame, dim_atom(unknown_zero(author)));
  par_map(author, &frame, value);
  fault->array = par_end(author, &frame)->vars[0];
  bool is_even = random_chance(&author->random, 50);
  int64_t sizes[2] = {(int64_t)1 << (is_even ? 32 : 62), (int64_t)1 << (is_even ? 32 : 2)};
  for (size_t k = 0; k < 2; k++)
    fault->args[k] = perhaps_unknown(author, constant_int(SCALAR_I64, sizes[k]));
}

static void plan_division(Author *author, Fault *fault) {
  static const Op ops[] = {OP_SDIV, OP_UDIV, OP_SMOD, OP_UMOD, OP_SQUOT, OP_SREM};
  Scalar type = random_chance(&author->random, 70) ? SCALAR_I64 : SCALAR_I32;
  fault->op = ops[random_below(&author->random, sizeof ops / sizeof *ops)];
  fault->args[0] = author_atom(author, type);
  fault->args[1] = perhaps_unknown(author, constant_int(type, 0));
}

static Fault fault_plan(Author *author) {
  Fault fault = {.kind = (FaultKind)random_below(&author->random, FAULT_COUNT)};
  switch (fault.kind) {
  case FAULT_DIVISION: plan_division(author, &fault); break;
  case FAULT_POWER:
    fault.args[0] = author_atom(author, SCALAR_I32);
    fault.args[1] = perhaps_unknown(author, constant_int(SCALAR_I32, -2));
    break;
  case FAULT_INDEX:
    fault.array = fault_vector(author);
    fault.args[0] = index_beyond(author, fault.array->type->dims[0]);
    break;
  case FAULT_ASSERT:
    fault.args[0] = perhaps_unknown(author, constant_bool(false));
    fault.args[1] = author_atom(author, SCALAR_I64);
    fault.args[2] = random_chance(&author->random, 50) ? atom_i64(0) : fault.args[1];
    break;
  case FAULT_LITERAL:
    for (size_t k = 0; k < 3; k++)
      fault.args[k] = author_atom(author, SCALAR_I64);
    fault.wrong = dim_atom(perhaps_unknown(author, constant_int(SCALAR_I64, 4)));
    break;
  case FAULT_COERCE:
  case FAULT_RESHAPE: {
    fault.array = fault_vector(author);
    int64_t size = dim_high(author, fault.array->type->dims[0]) + 1;
    fault.wrong = dim_atom(author_unknown(author, constant_int(SCALAR_I64, size)));
    fault.is_back = random_chance(&author->random, 60);
    break;
  }
  case FAULT_PRODUCT: plan_product(author, &fault); break;
  case FAULT_SLICE:
  case FAULT_LMAD:
  case FAULT_UPDATE: plan_far(author, &fault); break;
  case FAULT_COUNT: INTERNAL_ERROR("not a fault");
  }
  return fault;
}

// An element of an array that is never made.
static Var *element_of(Author *author, Var *array) {
  Atom indices[2] = {atom_i64(0), atom_i64(0)};
  return author_let(author, "bad", exp_index(author->program, array, indices, array->type->rank));
}

static Var *write_shapes(Author *author, const Fault *fault) {
  Program *program = author->program;
  Op op = fault->kind == FAULT_COERCE ? OP_COERCE : OP_RESHAPE;
  Dim dims[2] = {fault->wrong, dim_const(1)};
  const Type *right = fault->array->type;
  const Type *wrong = type_array(program, right->scalar, op == OP_COERCE ? 1 : 2, dims);
  Atom operand = atom_var(fault->array);
  Var *array = author_shape(author, "wrong", exp_new(program, op, &operand, 1), wrong);
  operand = atom_var(array);
  if (fault->is_back)
    array = author_shape(author, "right", exp_new(program, op, &operand, 1), right);
  return element_of(author, array);
}

static Var *write_product(Author *author, const Fault *fault) {
  Dim dims[2] = {dim_atom(fault->args[0]), dim_atom(fault->args[1])};
  const Type *type = type_array(author->program, fault->array->type->scalar, 2, dims);
  Atom operand = atom_var(fault->array);
  Exp *reshape = exp_new(author->program, OP_RESHAPE, &operand, 1);
  return element_of(author, author_shape(author, "wrong", reshape, type));
}

static Var *write_far_slice(Author *author, const Fault *fault) {
  Program *program = author->program;
  bool is_lmad = fault->kind == FAULT_LMAD;
  Selector selector =
      is_lmad ? (Selector){.is_lmad = true, .rank = 2} : selector_of(program, 1, true);
  Exp *slice = exp_slice(program, fault->array, selector, fault->args, is_lmad ? 5 : 3);
  return element_of(author, author_let(author, "far", slice));
}

// Writes zeros to a copy.
static Var *write_far_update(Author *author, const Fault *fault) {
  Program *program = author->program;
  Atom array = atom_var(fault->array), zeros[9];
  Scalar scalar = fault->array->type->scalar;
  size_t count = (size_t)constant_to_i64(fault->args[1].constant);
  for (size_t k = 0; k < count; k++)
    zeros[k] = atom_constant((Constant){.type = scalar});
  Dim dim = dim_const((int64_t)count);
  Exp *literal = exp_new(program, OP_ARRAY, zeros, count);
  Var *value = author_shape(author, "zeros", literal, type_array(program, scalar, 1, &dim));
  Var *copy = author_let(author, "copy", exp_new(program, OP_COPY, &array, 1));
  bool is_lmad = constant_to_i64(fault->args[3].constant) == 1;
  Selector selector =
      is_lmad ? (Selector){.is_lmad = true, .rank = 1} : selector_of(program, 1, true);
  Exp *update = exp_update(program, copy, selector, fault->args, 3, atom_var(value));
  author_consume(author, copy);
  return element_of(author, author_let(author, "far", update));
}

// A number that is known without the statement that gives it, which needs the certificate.
static Var *write_needy(Author *author, const Atom *args) {
  Program *program = author->program;
  Body *bodies[2];
  switch (random_below(&author->random, 3)) {
  case 0: return author_let(author, "bad", exp_new(program, OP_ADD, args, 2));
  case 1:
    for (size_t k = 0; k < 2; k++)
      bodies[k] = body_new(program, (Stms){0}, &args[k], 1);
    return author_shape(author, "bad", exp_if(program, atom_bool(true), bodies[0], bodies[1]),
                        type_scalar(SCALAR_I64));
  default: {
    ParFrame frame;
    par_begin(author, &frame, dim_const(0));
    par_sum(author, &frame, args[0]);
    return par_end(author, &frame)->vars[0];
  }
  }
}

// Writes the fault; its value is a scalar.
static Var *fault_write(Author *author, const Fault *fault) {
  Program *program = author->program;
  switch (fault->kind) {
  case FAULT_DIVISION:
    return author_let(author, "bad", exp_new(program, fault->op, fault->args, 2));
  case FAULT_POWER: return author_let(author, "bad", exp_new(program, OP_SPOW, fault->args, 2));
  case FAULT_INDEX:
    return author_let(author, "bad", exp_index(program, fault->array, fault->args, 1));
  case FAULT_ASSERT: {
    Name message = intern_str(program->names, "this must not happen");
    Var **cert = arena_array(author->arena, Var *, 1);
    cert[0] = author_let(author, "cert", exp_assert(program, fault->args[0], message, NULL, 0));
    author->builder.certs = cert;
    author->builder.cert_count = 1;
    Var *bad = write_needy(author, fault->args + 1);
    author->builder.certs = NULL;
    author->builder.cert_count = 0;
    return bad;
  }
  case FAULT_LITERAL: {
    Exp *literal = exp_new(program, OP_ARRAY, fault->args, 3);
    const Type *type = type_array(program, SCALAR_I64, 1, &fault->wrong);
    return element_of(author, author_shape(author, "wrong", literal, type));
  }
  case FAULT_COERCE:
  case FAULT_RESHAPE: return write_shapes(author, fault);
  case FAULT_PRODUCT: return write_product(author, fault);
  case FAULT_SLICE:
  case FAULT_LMAD: return write_far_slice(author, fault);
  case FAULT_UPDATE: return write_far_update(author, fault);
  case FAULT_COUNT: break;
  }
  INTERNAL_ERROR("not a fault");
}

// ---- Where nothing runs ----

static Atom idle_sum(Author *author, Atom a, Atom b) {
  bool is_bool = atom_type(a)->scalar == SCALAR_BOOL;
  return author_op2(author, "t", is_bool ? OP_XOR : OP_ADD, a, b);
}

// A loop that does not run; with a bound it is a `for`.
static Var *idle_loop(Author *author, const Fault *fault, Scalar scalar, const Atom *bound) {
  Program *program = author->program;
  Loop *loop = arena_make(author->arena, Loop);
  Atom initial = author_atom(author, scalar), condition = atom_bool(false);
  if (!bound) condition = author_unknown(author, constant_bool(false));
  Var *param = var_new(program, "s", type_scalar(scalar), SPAN_NONE);
  loop->params = arena_make(author->arena, Var *);
  loop->params[0] = param;
  loop->param_count = 1;
  if (bound)
    loop->index = var_new(program, "j", type_scalar(SCALAR_I64), SPAN_NONE);
  else
    loop->condition = body_new(program, (Stms){0}, &condition, 1);
  Frame frame;
  frame_enter(author, &frame, 1, true);
  if (bound) author_bind(author, loop->index, false);
  author_bind(author, param, false);
  author_statements(author, random_below(&author->random, 2));
  Atom next = idle_sum(author, atom_var(param), atom_var(fault_write(author, fault)));
  loop->body = body_new(program, frame.stms, &next, 1);
  frame_leave(author, &frame);
  return author_let(author, "idle",
                    exp_loop(program, loop, &initial, bound ? *bound : atom_i64(0)));
}

static Var *idle_par(Author *author, const Fault *fault) {
  ParFrame frame;
  par_begin(author, &frame, dim_atom(unknown_zero(author)));
  author_statements(author, random_below(&author->random, 2));
  par_map(author, &frame, atom_var(fault_write(author, fault)));
  return par_end(author, &frame)->vars[0];
}

// The operator of a reduction of nothing, which gives the neutral element.
static Var *idle_operator(Author *author, const Fault *fault, Scalar scalar) {
  Program *program = author->program;
  Atom neutral = atom_constant((Constant){.type = scalar});
  Var *params[2] = {var_new(program, "a", type_scalar(scalar), SPAN_NONE),
                    var_new(program, "b", type_scalar(scalar), SPAN_NONE)};
  ParFrame frame;
  par_begin(author, &frame, dim_atom(unknown_zero(author)));
  Atom value = author_atom(author, scalar);
  Frame inside;
  frame_enter(author, &inside, 1, true);
  for (size_t k = 0; k < 2; k++)
    author_bind(author, params[k], false);
  Atom sum = idle_sum(author, atom_var(params[0]), atom_var(params[1]));
  sum = idle_sum(author, sum, atom_var(fault_write(author, fault)));
  Lambda *op = lambda_new(program, params, 2, body_new(program, inside.stms, &sum, 1));
  frame_leave(author, &inside);
  Output output = {.mode = MODE_REDUCE, .op = op, .value_count = 1};
  output.neutral = arena_make(author->arena, Atom);
  output.values = arena_make(author->arena, Atom);
  *output.neutral = neutral;
  *output.values = value;
  vec_push(author->arena, &frame.outputs, output);
  return par_end(author, &frame)->vars[0];
}

static Var *idle_branch(Author *author, const Fault *fault, Scalar scalar) {
  Atom condition = author_unknown(author, constant_bool(false));
  Atom other = author_atom(author, scalar);
  Frame frame;
  frame_enter(author, &frame, 1, false);
  Atom bad = atom_var(fault_write(author, fault));
  Body *then_body = body_new(author->program, frame.stms, &bad, 1);
  frame_leave(author, &frame);
  Body *else_body = body_new(author->program, (Stms){0}, &other, 1);
  Exp *exp = exp_if(author->program, condition, then_body, else_body);
  return author_shape(author, "idle", exp, type_scalar(scalar));
}

static Scalar fault_scalar(const Fault *fault) {
  if (fault->array) return fault->array->type->scalar;
  return fault->kind == FAULT_ASSERT ? SCALAR_I64 : atom_type(fault->args[0])->scalar;
}

bool write_idle(Author *author) {
  if (!author_can_nest(author, 2)) return false;
  Fault fault = fault_plan(author);
  Scalar scalar = fault_scalar(&fault);
  Var *idle = NULL;
  switch (random_below(&author->random, 5)) {
  case 0: {
    bool is_negative = random_chance(&author->random, 20);
    Atom bound =
        is_negative ? author_unknown(author, constant_int(SCALAR_I64, -1)) : unknown_zero(author);
    idle = idle_loop(author, &fault, scalar, &bound);
    break;
  }
  case 1: idle = idle_loop(author, &fault, scalar, NULL); break;
  case 2: idle = idle_par(author, &fault); break;
  case 3: idle = idle_operator(author, &fault, scalar); break;
  default: idle = idle_branch(author, &fault, scalar); break;
  }
  author_wish(author, idle);
  return true;
}

// ---- Doom ----

// A par whose last points are beyond an array.
static Var *doomed_par(Author *author) {
  Var *array = fault_vector(author);
  int64_t size = dim_high(author, array->type->dims[0]) + 1;
  ParFrame frame;
  par_begin(author, &frame, dim_atom(perhaps_unknown(author, constant_int(SCALAR_I64, size))));
  Atom index = atom_var(frame.par->indices[0]);
  par_map(author, &frame,
          atom_var(author_let(author, "bad", exp_index(author->program, array, &index, 1))));
  return par_end(author, &frame)->vars[0];
}

Var *author_doom(Author *author) {
  if (random_chance(&author->random, 20)) return doomed_par(author);
  Fault fault = fault_plan(author);
  return fault_write(author, &fault);
}
