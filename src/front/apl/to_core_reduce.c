// Reductions and scans.
//
// A reduction goes from right to left. What is associative is a parallel reduction; `-` and `÷`
// become sums and products; all else is a loop.
#include <math.h>
#include <string.h>

#include "front/apl/to_core_nested.h"

typedef enum CombinerHow {
  COMBINE_PARALLEL,
  COMBINE_FLAGGED, // in parallel, but nothing is known to be neutral
  COMBINE_SEQUENTIAL,
  COMBINE_FIRST, // the first element, or the last one
  COMBINE_LAST
} CombinerHow;

// Every other element is turned around.
typedef enum Alternation { ALTERNATE_NOT, ALTERNATE_SIGN, ALTERNATE_RECIPROCAL } Alternation;

typedef struct Combiner {
  const AplValue *function;
  ScalarDyadic *scalar; // in its place
  CombinerHow how;
  Alternation alternation;
  AplKind kind; // of what is combined
  bool has_neutral, is_commutative;
  bool is_of_bits; // only the lowest 32 bits of elements count
  bool has_order;  // it shows something or assigns names outside
  Elem neutral;
} Combiner;

// ---- What is known of functions ----

typedef struct AplKnown {
  AplPrimitiveId id;
  CombinerHow how;
  int identity; // -1: none
} AplKnown;

static const AplKnown KNOWN[] = {{APL_PLUS_PRIMITIVE, COMBINE_PARALLEL, 0},
                                 {APL_TIMES_PRIMITIVE, COMBINE_PARALLEL, 1},
                                 {APL_MINUS_PRIMITIVE, COMBINE_PARALLEL, 0},
                                 {APL_DIVIDE_PRIMITIVE, COMBINE_PARALLEL, 1},
                                 {APL_AND_PRIMITIVE, COMBINE_PARALLEL, 1},
                                 {APL_OR_PRIMITIVE, COMBINE_PARALLEL, 0},
                                 {APL_EQUAL_PRIMITIVE, COMBINE_SEQUENTIAL, 1},
                                 {APL_NOT_EQUAL_PRIMITIVE, COMBINE_SEQUENTIAL, 0},
                                 {APL_LESS_PRIMITIVE, COMBINE_SEQUENTIAL, 0},
                                 {APL_GREATER_PRIMITIVE, COMBINE_SEQUENTIAL, 0},
                                 {APL_LESS_EQUAL_PRIMITIVE, COMBINE_SEQUENTIAL, 1},
                                 {APL_GREATER_EQUAL_PRIMITIVE, COMBINE_SEQUENTIAL, 1},
                                 {APL_RESIDUE_PRIMITIVE, COMBINE_SEQUENTIAL, 0},
                                 {APL_POWER_PRIMITIVE, COMBINE_SEQUENTIAL, 1},
                                 {APL_LEFT_PRIMITIVE, COMBINE_FIRST, -1},
                                 {APL_RIGHT_PRIMITIVE, COMBINE_LAST, -1}};

static Elem combine(AplLower *lower, const Combiner *combiner, Elem a, Elem b) {
  if (combiner->scalar == NULL) return apl_apply_elem(lower, combiner->function, &a, b);
  AplNamed named = apl_name_primitive(lower, combiner->function, false);
  Elem result = combiner->scalar(lower, a, b);
  apl_name_again(lower, named);
  return result;
}

static Elem extreme_of(AplKind kind, bool is_greatest) {
  if (kind == APL_DOUBLE) return apl_elem_double(is_greatest ? INFINITY : -INFINITY);
  if (kind == APL_SIZE) return apl_elem_size(atom_i64(is_greatest ? INT64_MAX : INT64_MIN));
  bool is_short = apl_kind_scalar(APL_INT) == SCALAR_I32;
  return is_short ? apl_elem_int(is_greatest ? INT32_MAX : INT32_MIN)
                  : apl_elem_int(is_greatest ? INT64_MAX : INT64_MIN);
}

// Differences are sums of which every other element is negated, quotients products of reciprocals.
static void alternate(Combiner *combiner, Alternation alternation) {
  combiner->scalar = alternation == ALTERNATE_SIGN ? apl2_add : apl2_multiply;
  combiner->alternation = alternation;
}

static void combiner_primitive(AplLower *lower, Combiner *combiner, AplPrimitiveId id) {
  combiner->how = COMBINE_SEQUENTIAL;
  if (id == APL_CEILING_PRIMITIVE || id == APL_FLOOR_PRIMITIVE) {
    combiner->how = COMBINE_PARALLEL;
    combiner->has_neutral = combiner->is_commutative = true;
    combiner->neutral = extreme_of(combiner->kind, id == APL_FLOOR_PRIMITIVE);
    return;
  }
  for (size_t i = 0; i < sizeof KNOWN / sizeof *KNOWN; i++) {
    if (KNOWN[i].id != id) continue;
    combiner->how = KNOWN[i].how;
    combiner->has_neutral = KNOWN[i].identity >= 0;
    if (combiner->has_neutral && combiner->kind != APL_CHAR)
      combiner->neutral = apl_convert(lower, apl_elem_bool(KNOWN[i].identity == 1), combiner->kind);
  }
  combiner->is_commutative = combiner->how == COMBINE_PARALLEL;
  bool is_parity = id == APL_EQUAL_PRIMITIVE || id == APL_NOT_EQUAL_PRIMITIVE;
  if (is_parity && combiner->kind == APL_BOOL) combiner->how = COMBINE_PARALLEL;
  if (id == APL_MINUS_PRIMITIVE) alternate(combiner, ALTERNATE_SIGN);
  if (id == APL_DIVIDE_PRIMITIVE) alternate(combiner, ALTERNATE_RECIPROCAL);
}

// An op of Core that is associative, or becomes one, and what is neutral for it. `is_turned`: its
// right operand comes first.
static bool combiner_op(Combiner *combiner, Op op, bool is_turned) {
  if (op == OP_SUB && !is_turned) alternate(combiner, ALTERNATE_SIGN);
  if (op == OP_FDIV && !is_turned) alternate(combiner, ALTERNATE_RECIPROCAL);
  if (combiner->alternation != ALTERNATE_NOT) op = op == OP_SUB ? OP_ADD : OP_MUL;
  switch ((int)op) {
  case OP_ADD: combiner->neutral = apl_elem_int(0); break;
  case OP_MUL: combiner->neutral = apl_elem_int(1); break;
  case OP_SMAX:
  case OP_FMAX: combiner->neutral = extreme_of(combiner->kind, false); break;
  case OP_SMIN:
  case OP_FMIN: combiner->neutral = extreme_of(combiner->kind, true); break;
  case OP_AND: combiner->neutral = apl_elem_bool(true); break;
  case OP_OR:
  case OP_XOR: combiner->neutral = apl_elem_bool(false); break;
  default: return false;
  }
  bool is_logic = op == OP_AND || op == OP_OR || op == OP_XOR;
  if (is_logic && combiner->kind != APL_BOOL) return false;
  combiner->how = COMBINE_PARALLEL;
  combiner->has_neutral = combiner->is_commutative = true;
  return true;
}

static Elem elem_params(AplLower *lower, AplKind kind, const char *name, Var **vars) {
  Elem elem = {.kind = kind};
  for (size_t i = 0; i < apl_kind_parts(kind); i++) {
    vars[i] =
        var_new(lower->emit.program, name, type_scalar(apl_kind_scalar(kind)), lower->emit.span);
    elem.part[i] = atom_var(vars[i]);
  }
  return elem;
}

// A lambda of two elements that stands outside of everything around it. `has_order`: whether what
// it does must be done in order; NULL when it must not be.
static Lambda *combiner_lambda(AplLower *lower, const Combiner *combiner, AplKind *kind,
                               bool *has_order) {
  Var *params[4];
  size_t parts = apl_kind_parts(combiner->kind);
  Elem a = elem_params(lower, combiner->kind, "a", params);
  Elem b = elem_params(lower, combiner->kind, "b", params + parts);
  VarVec certs = lower->emit.certs;
  lower->emit.certs = (VarVec){0};
  EmitBlock *block = emit_open(&lower->emit);
  AplRegion *region = apl_region_open(lower);
  size_t effects = lower->effect_count;
  Elem result = combine(lower, combiner, a, b);
  *kind = result.kind;
  bool is_good = apl_kind_parts(result.kind) == parts && result.kind <= combiner->kind;
  if (is_good) result = apl_convert(lower, result, combiner->kind);
  if (has_order != NULL) {
    *has_order = lower->effect_count > effects || region->writes.count > 0;
    apl_region_close(lower, region);
  } else {
    apl_region_end(lower, region);
  }
  emit_close(&lower->emit, block);
  lower->emit.certs = certs;
  if (!is_good) return NULL;
  return lambda_new(lower->emit.program, params, 2 * parts,
                    body_new(lower->emit.program, block->stms, result.part, parts));
}

// Is it nothing but an op of its two parameters, maybe the other way round?
static bool is_single_op(const Lambda *lambda, Op *op, bool *is_turned) {
  const Body *body = lambda->body;
  if (lambda->param_count != 2 || body->stms.count != 1) return false;
  const Exp *exp = body->stms.data[0]->exp;
  if (exp->arg_count != 2 || body->results[0].var != body->stms.data[0]->vars[0]) return false;
  const Var *a = exp->args[0].var, *b = exp->args[1].var;
  *op = exp->op;
  *is_turned = a == lambda->params[1];
  return (a == lambda->params[0] && b == lambda->params[1]) ||
         (a == lambda->params[1] && b == lambda->params[0]);
}

static bool is_vouched(const AplValue *function) {
  if (function->function->kind != APL_FN_DFN) return false;
  const AplDfn *dfn = function->function->dfn;
  for (size_t i = 0; i < dfn->annotations.count; i++) {
    const char *text = dfn->annotations.data[i].text;
    while (*text == ' ')
      text++;
    if (strncmp(text, "assoc", 5) == 0) return true;
  }
  return false;
}

static Elem both_and(AplLower *lower, Elem a, Elem b) {
  return apl_elem(APL_INT, apl_op2(lower, OP_AND, a.part[0], b.part[0]));
}

static Elem both_or(AplLower *lower, Elem a, Elem b) {
  return apl_elem(APL_INT, apl_op2(lower, OP_OR, a.part[0], b.part[0]));
}

static Elem both_xor(AplLower *lower, Elem a, Elem b) {
  return apl_elem(APL_INT, apl_op2(lower, OP_XOR, a.part[0], b.part[0]));
}

// Bits of numbers that were made to have 32 of them before.
static Combiner combiner_bits(AplLower *lower, const AplValue *function, AplKind kind, Op op) {
  Combiner combiner = {.function = function, .how = COMBINE_PARALLEL, .kind = APL_INT};
  if (kind > APL_INT)
    apl_fail(lower, ERROR_APL_DOMAIN, "DOMAIN ERROR: the function takes ints, not %s",
             apl_kind_name(kind));
  combiner.scalar = op == OP_AND ? both_and : op == OP_OR ? both_or : both_xor;
  combiner.is_of_bits = combiner.has_neutral = combiner.is_commutative = true;
  combiner.neutral = apl_elem_int(op == OP_AND ? -1 : 0);
  return combiner;
}

// Finds the kind that the function keeps, and how it can be combined.
static Combiner combiner_find(AplLower *lower, const AplValue *function, AplKind kind) {
  Combiner combiner = {.function = function, .kind = kind, .how = COMBINE_SEQUENTIAL};
  bool is_primitive = function->function->kind == APL_FN_PRIMITIVE;
  Op bits = apl_system_op(function);
  if (bits != OP_COUNT) return combiner_bits(lower, function, kind, bits);
  combiner.scalar = apl_scalar_dyadic(function);
  if (is_primitive && combiner.scalar == NULL) {
    combiner_primitive(lower, &combiner, function->function->primitive);
    if (combiner.how != COMBINE_SEQUENTIAL) return combiner;
  }
  Lambda *lambda = NULL;
  AplKind result = kind;
  while ((lambda = combiner_lambda(lower, &combiner, &result, &combiner.has_order)) == NULL)
    combiner.kind = apl_kind_join(lower, combiner.kind, result);
  if (is_primitive) {
    // One that gives more than it takes is seen at once; `=` of ints gives less.
    AplKind closed = result > kind ? result : kind;
    combiner.kind = closed;
    combiner_primitive(lower, &combiner, function->function->primitive);
    return combiner;
  }
  Op op;
  bool is_turned;
  if (result == combiner.kind && is_single_op(lambda, &op, &is_turned) &&
      combiner_op(&combiner, op, is_turned)) {
    if (combiner.neutral.kind != combiner.kind && combiner.kind != APL_CHAR)
      combiner.neutral = apl_convert(lower, combiner.neutral, combiner.kind);
    return combiner;
  }
  if (is_vouched(function) && !combiner.has_order) combiner.how = COMBINE_FLAGGED;
  return combiner;
}

// ---- Elements that are combined ----

typedef struct AplSource {
  ElementAt *at;
  void *context;
  const Combiner *combiner;
} AplSource;

static Elem source_element(AplLower *lower, const AplSource *source, Atom index) {
  const Combiner *combiner = source->combiner;
  Elem elem = apl_convert(lower, source->at(lower, index, source->context), combiner->kind);
  if (combiner->is_of_bits) {
    return apl_bits_of(lower, elem);
  }
  if (combiner->alternation == ALTERNATE_NOT) return elem;
  Atom parity = apl_op2(lower, OP_AND, index, atom_i64(1));
  Atom is_odd = apl_op2(lower, OP_EQ, parity, atom_i64(1));
  Elem other = combiner->alternation == ALTERNATE_SIGN ? apl_negate(lower, elem)
                                                       : apl_reciprocal(lower, elem);
  for (size_t i = 0; i < apl_kind_parts(elem.kind); i++)
    elem.part[i] = emit_select(&lower->emit, is_odd, other.part[i], elem.part[i]);
  return elem;
}

static Output combiner_output(AplLower *lower, const Combiner *combiner, Mode mode, Elem elem) {
  AplKind kind;
  size_t parts = apl_kind_parts(combiner->kind);
  Output output = {.mode = mode, .value_count = parts};
  output.is_commutative = mode == MODE_REDUCE && combiner->is_commutative;
  output.op = combiner_lambda(lower, combiner, &kind, NULL);
  output.values = arena_array(lower->arena, Atom, parts);
  output.neutral = arena_array(lower->arena, Atom, parts);
  for (size_t i = 0; i < parts; i++) {
    output.values[i] = elem.part[i];
    output.neutral[i] = combiner->neutral.part[i];
  }
  return output;
}

// ---- Without a neutral element: a flag says whether there is a value ----

typedef struct Flagged {
  const Combiner *combiner;
  Elem a, b;
  Atom has_a;
} Flagged;

static Elem flagged_both(AplLower *lower, void *context) {
  const Flagged *flagged = context;
  Elem result = combine(lower, flagged->combiner, flagged->a, flagged->b);
  return apl_convert(lower, result, flagged->combiner->kind);
}

static Elem flagged_one(AplLower *lower, void *context) {
  const Flagged *flagged = context;
  Elem result = flagged->b;
  for (size_t i = 0; i < apl_kind_parts(result.kind); i++)
    result.part[i] =
        emit_select(&lower->emit, flagged->has_a, flagged->a.part[i], flagged->b.part[i]);
  return result;
}

static Output flagged_output(AplLower *lower, const Combiner *combiner, Mode mode, Elem elem) {
  size_t parts = apl_kind_parts(combiner->kind);
  Var *params[6];
  Var **b_params = params + parts + 1;
  const Type *flag = type_scalar(SCALAR_BOOL);
  params[0] = var_new(lower->emit.program, "has_a", flag, lower->emit.span);
  b_params[0] = var_new(lower->emit.program, "has_b", flag, lower->emit.span);
  Flagged flagged = {.combiner = combiner, .has_a = atom_var(params[0])};
  flagged.a = elem_params(lower, combiner->kind, "a", params + 1);
  flagged.b = elem_params(lower, combiner->kind, "b", b_params + 1);
  VarVec certs = lower->emit.certs;
  lower->emit.certs = (VarVec){0};
  EmitBlock *block = emit_open(&lower->emit);
  AplRegion *region = apl_region_open(lower);
  Atom has_both = apl_op2(lower, OP_AND, flagged.has_a, atom_var(b_params[0]));
  Elem result = apl_if(lower, has_both, flagged_both, flagged_one, &flagged);
  Atom results[3] = {apl_op2(lower, OP_OR, flagged.has_a, atom_var(b_params[0])), result.part[0],
                     result.part[1]};
  apl_region_end(lower, region);
  emit_close(&lower->emit, block);
  lower->emit.certs = certs;
  Output output = {.mode = mode, .value_count = parts + 1};
  output.op = lambda_new(lower->emit.program, params, 2 * parts + 2,
                         body_new(lower->emit.program, block->stms, results, parts + 1));
  output.values = arena_array(lower->arena, Atom, parts + 1);
  output.neutral = arena_array(lower->arena, Atom, parts + 1);
  output.values[0] = atom_bool(true);
  output.neutral[0] = atom_bool(false);
  for (size_t i = 0; i < parts; i++) {
    output.values[i + 1] = elem.part[i];
    output.neutral[i + 1] = apl_fill(combiner->kind).part[i];
  }
  return output;
}

// ---- Folding ----

static Elem elem_of_vars(AplKind kind, Var *const *vars) {
  Elem elem = {.kind = kind};
  for (size_t i = 0; i < apl_kind_parts(kind); i++)
    elem.part[i] = atom_var(vars[i]);
  return elem;
}

static void check_some(AplLower *lower, Atom count) {
  apl_check(lower, apl_op2(lower, OP_SLT, atom_i64(0), count), ERROR_APL_DOMAIN,
            "DOMAIN ERROR: the reduction of an empty axis by this function has no value", NULL, 0);
}

static Elem fold_parallel(AplLower *lower, const AplSource *source, Atom count) {
  const Combiner *combiner = source->combiner;
  bool is_flagged = combiner->how == COMBINE_FLAGGED;
  if (is_flagged) check_some(lower, count);
  AplSpace space = apl_space_open(lower, count);
  Elem elem = source_element(lower, source, space.index);
  Output output = is_flagged ? flagged_output(lower, combiner, MODE_REDUCE, elem)
                             : combiner_output(lower, combiner, MODE_REDUCE, elem);
  apl_space_output(lower, &space, output);
  Stm *stm = apl_space_close(lower, &space, "reduced");
  return elem_of_vars(combiner->kind, stm->vars + (is_flagged ? 1 : 0));
}

typedef struct Sequence {
  const AplSource *source;
  Atom count;
} Sequence;

// From the last element to the first.
static Elem fold_loop(AplLower *lower, void *context) {
  const Sequence *sequence = context;
  const AplSource *source = sequence->source;
  const Combiner *combiner = source->combiner;
  Emitter *emit = &lower->emit;
  size_t parts = apl_kind_parts(combiner->kind), mark = emit_mark(emit);
  Atom last = apl_sub(lower, sequence->count, atom_i64(1));
  Elem init = source_element(lower, source, last);
  Loop *loop = arena_make(lower->arena, Loop);
  loop->params = arena_array(lower->arena, Var *, parts);
  loop->param_count = parts;
  Elem state = elem_params(lower, combiner->kind, "state", loop->params);
  loop->index = var_new(emit->program, "t", type_scalar(SCALAR_I64), emit->span);
  EmitBlock *block = emit_open(emit);
  AplRegion *region = apl_region_open(lower);
  vec_push(lower->arena, &lower->counters, atom_var(loop->index));
  Atom index = apl_sub(lower, apl_sub(lower, last, atom_i64(1)), atom_var(loop->index));
  Elem next = combine(lower, combiner, source_element(lower, source, index), state);
  next = apl_convert(lower, next, combiner->kind);
  lower->counters.count--;
  apl_region_end(lower, region);
  emit_uncheck(emit, mark);
  emit_close(emit, block);
  loop->body = body_new(emit->program, block->stms, next.part, parts);
  Builder builder = emit_builder(emit);
  Stm *stm = build_infer(&builder, "folded", exp_loop(emit->program, loop, init.part, last));
  return elem_of_vars(combiner->kind, stm->vars);
}

static const AplValue *ordered_step(AplLower *lower, const AplValue *state, void *context) {
  const Sequence *sequence = context;
  const AplSource *source = sequence->source;
  Atom before = apl_sub(lower, sequence->count, atom_i64(2));
  Atom index = apl_sub(lower, before, vec_last(&lower->counters));
  Elem left = source_element(lower, source, index), right = apl_single(lower, &state->array);
  Elem next = combine(lower, source->combiner, left, right);
  return apl_value_scalar(lower, apl_convert(lower, next, source->combiner->kind));
}

// The same for a function that shows something or assigns names outside.
static Elem fold_in_order(AplLower *lower, Sequence *sequence) {
  Atom last = apl_sub(lower, sequence->count, atom_i64(1));
  Elem init = source_element(lower, sequence->source, last);
  const AplValue *state = apl_value_scalar(lower, init);
  return apl_single(lower, &apl_loop(lower, last, state, ordered_step, sequence)->array);
}

static Elem fold_empty(AplLower *lower, void *context) {
  (void)lower;
  return ((const Sequence *)context)->source->combiner->neutral;
}

static Elem fold_with(AplLower *lower, const AplSource *source, Atom count) {
  Sequence sequence = {source, count};
  Atom is_some = apl_op2(lower, OP_SLT, atom_i64(0), count);
  switch (source->combiner->how) {
  case COMBINE_PARALLEL:
  case COMBINE_FLAGGED: return fold_parallel(lower, source, count);
  case COMBINE_FIRST:
    check_some(lower, count);
    return source->at(lower, atom_i64(0), source->context);
  case COMBINE_LAST:
    check_some(lower, count);
    return source->at(lower, apl_sub(lower, count, atom_i64(1)), source->context);
  case COMBINE_SEQUENTIAL: break;
  }
  if (source->combiner->has_neutral)
    return apl_if(lower, is_some, fold_loop, fold_empty, &sequence);
  check_some(lower, count);
  return source->combiner->has_order ? fold_in_order(lower, &sequence)
                                     : fold_loop(lower, &sequence);
}

Elem apl_fold(AplLower *lower, const AplValue *function, AplKind kind, Atom count, ElementAt *at,
              void *context) {
  Combiner combiner = combiner_find(lower, function, kind);
  AplSource source = {at, context, &combiner};
  return fold_with(lower, &source, count);
}

// ---- Scans ----

static const AplValue *scan_parallel(AplLower *lower, const AplSource *source, Atom count) {
  const Combiner *combiner = source->combiner;
  bool is_flagged = combiner->how == COMBINE_FLAGGED;
  AplSpace space = apl_space_open(lower, count);
  Elem elem = source_element(lower, source, space.index);
  Output output = is_flagged ? flagged_output(lower, combiner, MODE_SCAN, elem)
                             : combiner_output(lower, combiner, MODE_SCAN, elem);
  apl_space_output(lower, &space, output);
  Stm *stm = apl_space_close(lower, &space, "scanned");
  elem = elem_of_vars(combiner->kind, stm->vars + (is_flagged ? 1 : 0));
  return apl_value_array(lower, apl_array_make(lower, combiner->kind, 1, &count, elem.part));
}

// All prefixes, each reduced by itself.
static const AplValue *scan_prefixes(AplLower *lower, const AplSource *source, Atom count) {
  AplNest nest = apl_nest_open(lower, &count, 1);
  Atom length = apl_add(lower, nest.index[0], atom_i64(1));
  return apl_nest_close(lower, &nest, fold_with(lower, source, length));
}

static const AplValue *scan_with(AplLower *lower, const AplValue *function, AplKind kind,
                                 Atom count, ElementAt *at, void *context) {
  Combiner combiner = combiner_find(lower, function, kind);
  AplSource source = {at, context, &combiner};
  bool is_parallel = combiner.how == COMBINE_PARALLEL || combiner.how == COMBINE_FLAGGED;
  return (is_parallel ? scan_parallel : scan_prefixes)(lower, &source, count);
}

static const AplValue *plus_function(AplLower *lower) {
  AplFunction function = {.kind = APL_FN_PRIMITIVE, .primitive = APL_PLUS_PRIMITIVE};
  return apl_value_function(lower, function);
}

Atom apl_sum(AplLower *lower, Atom count, ElementAt *at, void *context) {
  return apl_fold(lower, plus_function(lower), APL_SIZE, count, at, context).part[0];
}

const AplValue *apl_sums(AplLower *lower, Atom count, ElementAt *at, void *context) {
  return scan_with(lower, plus_function(lower), APL_SIZE, count, at, context);
}

// ---- Along an axis ----

size_t apl_axis(AplLower *lower, const Call *call, const AplArray *array, size_t otherwise) {
  const AplValue *given = call->function != NULL ? call->function->axis : NULL;
  if (given == NULL) return otherwise;
  int64_t axis;
  const AplArray *number = apl_array(lower, given);
  if (number->kind > APL_INT || !apl_is_single(number) ||
      !apl_elem_to_int(apl_single(lower, number), &axis))
    apl_fail(lower, ERROR_APL_RANK,
             "RANK ERROR: an axis must be a number that is known before "
             "the program runs");
  if (axis < lower->origin || axis - lower->origin >= (int64_t)array->rank)
    apl_fail(lower, ERROR_APL_INDEX, "INDEX ERROR: there is no axis %lld, the argument has %u",
             (long long)axis, (unsigned)array->rank);
  return (size_t)(axis - lower->origin);
}

typedef struct Axis {
  const AplArray *array;
  size_t axis;
  Atom *index;
} Axis;

static Elem axis_element(AplLower *lower, Atom index, void *context) {
  Axis *axis = context;
  axis->index[axis->axis] = index;
  return apl_element(lower, axis->array, axis->index);
}

// The sizes of all axes but one, and room for an index.
static const Atom *axis_others(AplLower *lower, Axis *axis) {
  const AplArray *array = axis->array;
  Atom *dims = arena_array(lower->arena, Atom, array->rank);
  for (size_t i = 0, k = 0; i < array->rank; i++)
    if (i != axis->axis) dims[k++] = array->dims[i];
  axis->index = arena_array(lower->arena, Atom, array->rank);
  return dims;
}

static void axis_point(Axis *axis, const Atom *point) {
  for (size_t i = 0, k = 0; i < axis->array->rank; i++)
    if (i != axis->axis) axis->index[i] = point[k++];
}

// A nest over all axes but one.
static AplNest axis_open(AplLower *lower, Axis *axis) {
  const Atom *dims = axis_others(lower, axis);
  AplNest nest = apl_nest_open(lower, dims, axis->array->rank - 1);
  axis_point(axis, nest.index);
  return nest;
}

// The rows along an axis, which are reduced one after the other.
typedef struct OrderedRows {
  Axis *axis;
  const AplSource *source;
} OrderedRows;

static Elem ordered_row(AplLower *lower, const Atom *point, void *context) {
  const OrderedRows *rows = context;
  axis_point(rows->axis, point);
  return fold_with(lower, rows->source, rows->axis->array->dims[rows->axis->axis]);
}

static const AplValue *reduce_rows(AplLower *lower, const AplValue *function, Axis *axis) {
  const AplArray *array = axis->array;
  Combiner combiner = combiner_find(lower, function, array->kind);
  AplSource source = {axis_element, axis, &combiner};
  if (combiner.has_order && array->rank > 1) {
    OrderedRows rows = {axis, &source};
    const Atom *dims = axis_others(lower, axis);
    return apl_points_in_order(lower, dims, array->rank - 1, ordered_row, &rows, combiner.kind);
  }
  AplNest nest = axis_open(lower, axis);
  Elem elem = fold_with(lower, &source, array->dims[axis->axis]);
  return apl_nest_close(lower, &nest, elem);
}

// Short vectors of known ints, such as shapes, are reduced here.
static const AplValue *reduce_known(AplLower *lower, const AplValue *function,
                                    const AplArray *array) {
  size_t count;
  ScalarDyadic *scalar = apl_scalar_dyadic(function);
  if (array->items == NULL || array->kind > APL_INT || scalar == NULL) return NULL;
  const Elem *items = apl_known(lower, array, &count);
  if (count == 0 || count > 16) return NULL;
  Elem result = items[count - 1];
  for (size_t i = count - 1; i-- > 0;)
    result = scalar(lower, items[i], result);
  bool is_sum = apl_is_primitive(function, APL_PLUS_PRIMITIVE);
  if (is_sum && result.kind == APL_BOOL) result = apl_convert(lower, result, APL_INT);
  return apl_value_scalar(lower, result);
}

// Items that differ are combined one by one.
static const AplValue *reduce_tuple(AplLower *lower, const AplValue *function,
                                    const AplValue *tuple) {
  size_t count = tuple->item_count;
  const AplValue *result = tuple->items[count - 1];
  for (size_t i = count - 1; i-- > 0;)
    result = apl_apply(lower, function, tuple->items[i], result, lower->emit.span);
  return result->kind == APL_VALUE_ARRAY ? apl_enclosed(lower, result) : result;
}

static const AplValue *reduce(AplLower *lower, const Call *call, bool is_last) {
  const AplValue *function = call->function->operands[0];
  const AplValue *nested = apl_nested(lower, call->right);
  if (nested != NULL) return apl_nested_reduce(lower, function, nested);
  if (call->right->kind == APL_VALUE_TUPLE) return reduce_tuple(lower, function, call->right);
  bool is_ravel = apl_is_primitive(function, APL_RAVEL_PRIMITIVE);
  if (is_ravel && apl_array(lower, call->right)->rank == 1) {
    Call enclose = {.right = call->right};
    return apl_array_enclose(lower, &enclose);
  }
  const AplArray *array = apl_array(lower, call->right);
  if (array->rank == 0) return call->right;
  size_t along = apl_axis(lower, call, array, is_last ? array->rank - 1 : 0);
  const AplValue *known = reduce_known(lower, function, array);
  if (known != NULL) return known;
  size_t mark = emit_mark(&lower->emit);
  Axis axis = {.array = apl_stored(lower, call->right), .axis = along};
  const AplValue *result = reduce_rows(lower, function, &axis);
  emit_uncheck(&lower->emit, mark);
  return result;
}

const AplValue *apl_array_reduce_last(AplLower *lower, const Call *call) {
  return reduce(lower, call, true);
}

const AplValue *apl_array_reduce_first(AplLower *lower, const Call *call) {
  return reduce(lower, call, false);
}

// ---- Windows ----

// Windows of `length` elements along an axis, of which one is combined; backwards for a negative
// left argument.
typedef struct Window {
  Axis axis;
  Atom start, length, is_backward;
} Window;

static Elem window_element(AplLower *lower, Atom index, void *context) {
  Window *window = context;
  Atom last = apl_sub(lower, window->length, atom_i64(1));
  Atom place = emit_select(&lower->emit, window->is_backward, apl_sub(lower, last, index), index);
  return axis_element(lower, apl_add(lower, window->start, place), &window->axis);
}

// A few elements are combined one by one.
static Elem window_known(AplLower *lower, const AplValue *function, Window *window,
                         int64_t length) {
  Elem result = window_element(lower, atom_i64(length - 1), window);
  for (int64_t i = length - 1; i-- > 0;) {
    Elem left = window_element(lower, atom_i64(i), window);
    result = apl_apply_elem(lower, function, &left, result);
  }
  return result;
}

typedef struct Windows {
  Window window;
  const AplValue *function;
  int64_t length;
  Span span;
} Windows;

// The same for functions that may give arrays.
static const AplValue *window_value(AplLower *lower, const Atom *point, void *context) {
  Windows *windows = context;
  Window *window = &windows->window;
  window->axis.index = arena_array(lower->arena, Atom, window->axis.array->rank);
  for (size_t i = 0; i < window->axis.array->rank; i++)
    window->axis.index[i] = point[i];
  window->start = point[window->axis.axis];
  Elem last = window_element(lower, atom_i64(windows->length - 1), window);
  const AplValue *result = apl_value_scalar(lower, last);
  for (int64_t i = windows->length - 1; i-- > 0;) {
    Elem left = window_element(lower, atom_i64(i), window);
    result =
        apl_apply(lower, windows->function, apl_value_scalar(lower, left), result, windows->span);
  }
  return result;
}

static const AplValue *reduce_windows(AplLower *lower, const Call *call, bool is_last) {
  enum { SHORT = 8 };
  const AplValue *function = call->function->operands[0];
  Atom amount = apl_int_scalar(lower, call->left, "the left argument of a reduction");
  size_t mark = emit_mark(&lower->emit);
  const AplArray *array = apl_stored(lower, call->right);
  if (array->rank == 0)
    apl_fail(lower, ERROR_APL_RANK, "RANK ERROR: there are no windows of %s",
             apl_type_text(lower, call->right));
  Window window = {.axis = {.array = array}};
  size_t at = window.axis.axis = apl_axis(lower, call, array, is_last ? array->rank - 1 : 0);
  window.length = apl_op1(lower, OP_SABS, amount);
  window.is_backward = apl_op2(lower, OP_SLT, amount, atom_i64(0));
  Atom limit = apl_add(lower, array->dims[at], atom_i64(1));
  Atom values[2] = {window.length, array->dims[at]};
  apl_check(lower, apl_op2(lower, OP_SLE, window.length, limit), ERROR_APL_LENGTH,
            "LENGTH ERROR: a window of {} elements is too long for an axis of {}", values, 2);
  Atom *dims = arena_array(lower->arena, Atom, array->rank);
  for (size_t i = 0; i < array->rank; i++)
    dims[i] = i == at ? apl_natural_part(apl_sub(lower, limit, window.length)) : array->dims[i];
  int64_t length;
  bool is_short = apl_size_known(window.length, &length) && length > 0 && length <= SHORT;
  if (is_short && apl_scalar_dyadic(function) == NULL) {
    Windows windows = {window, function, length, lower->emit.span};
    const AplValue *result = apl_points_any(lower, dims, array->rank, window_value, &windows);
    emit_uncheck(&lower->emit, mark);
    return result;
  }
  AplNest nest = apl_nest_open(lower, dims, array->rank);
  window.axis.index = arena_array(lower->arena, Atom, array->rank);
  for (size_t i = 0; i < array->rank; i++)
    window.axis.index[i] = nest.index[i];
  window.start = nest.index[at];
  Elem elem = is_short
                  ? window_known(lower, function, &window, length)
                  : apl_fold(lower, function, array->kind, window.length, window_element, &window);
  const AplValue *result = apl_nest_close(lower, &nest, elem);
  emit_uncheck(&lower->emit, mark);
  return result;
}

const AplValue *apl_reduce_windows(AplLower *lower, const Call *call) {
  AplPrimitiveId id = call->function->primitive;
  if (id != APL_SLASH_PRIMITIVE && id != APL_SLASH_FIRST_PRIMITIVE)
    apl_fail(lower, ERROR_APL_SYNTAX, "SYNTAX ERROR: a scan takes one argument");
  return reduce_windows(lower, call, id == APL_SLASH_PRIMITIVE);
}

static const AplValue *scan(AplLower *lower, const Call *call, bool is_last) {
  const AplValue *function = call->function->operands[0];
  const AplArray *array = apl_stored(lower, call->right);
  if (array->rank == 0) return call->right;
  Axis axis = {.array = array};
  axis.axis = apl_axis(lower, call, array, is_last ? array->rank - 1 : 0);
  AplNest nest = axis_open(lower, &axis);
  const AplValue *row =
      scan_with(lower, function, array->kind, array->dims[axis.axis], axis_element, &axis);
  const AplValue *result = apl_nest_close_array(lower, &nest, &row->array);
  uint32_t *order = arena_array(lower->arena, uint32_t, array->rank);
  for (uint32_t i = 0; i < array->rank; i++)
    order[i] = i < axis.axis ? i : i == axis.axis ? array->rank - 1 : i - 1;
  return apl_permute(lower, result, order);
}

const AplValue *apl_array_scan_last(AplLower *lower, const Call *call) {
  return scan(lower, call, true);
}

const AplValue *apl_array_scan_first(AplLower *lower, const Call *call) {
  return scan(lower, call, false);
}
