// Value numbering. The statements seen so far in the enclosing scopes stand in one hash table, in
// the order in which they were seen, so that leaving a scope is cutting off the end.
//
//   let a: f64 = mul x, y              let a: f64 = mul x, y
//   let b: f64 = mul y, x         =>   let c: f64 = add a, a
//   let c: f64 = add a, b
//
// Shared are scalar ops, views, checks, and arrays that nothing owns (facts.h). Not shared are
// calls and statements with bodies.
#include <string.h>

#include "core/simplify.h"
#include "ir/type.h"

typedef struct NumberEntry {
  uint64_t hash;
  Stm *stm;
  size_t next; // in its bucket, as position + 1
} NumberEntry;

struct Numbering {
  Arena *scratch;
  Vec(NumberEntry) entries;
  size_t *buckets;     // position + 1 of the latest entry
  size_t bucket_count; // a power of two
};

Numbering *numbering_new(Arena *scratch) {
  Numbering *numbers = arena_make(scratch, Numbering);
  numbers->scratch = scratch;
  numbers->bucket_count = 256;
  numbers->buckets = arena_array(scratch, size_t, numbers->bucket_count);
  return numbers;
}

size_t numbering_count(const Numbering *numbers) { return numbers->entries.count; }

static size_t *bucket_of(const Numbering *numbers, uint64_t hash) {
  return &numbers->buckets[hash & (numbers->bucket_count - 1)];
}

// An entry is the head of its bucket when all later ones are gone.
void numbering_cut(Numbering *numbers, size_t count) {
  while (numbers->entries.count > count) {
    NumberEntry entry = vec_pop(&numbers->entries);
    *bucket_of(numbers, entry.hash) = entry.next;
  }
}

static void numbering_link(Numbering *numbers, size_t position) {
  NumberEntry *entry = &numbers->entries.data[position];
  size_t *bucket = bucket_of(numbers, entry->hash);
  entry->next = *bucket;
  *bucket = position + 1;
}

static void numbering_add(Numbering *numbers, uint64_t hash, Stm *stm) {
  vec_push(numbers->scratch, &numbers->entries, (NumberEntry){.hash = hash, .stm = stm});
  if (numbers->entries.count <= numbers->bucket_count) {
    numbering_link(numbers, numbers->entries.count - 1);
    return;
  }
  numbers->bucket_count *= 4;
  numbers->buckets = arena_array(numbers->scratch, size_t, numbers->bucket_count);
  for (size_t i = 0; i < numbers->entries.count; i++)
    numbering_link(numbers, i);
}

// ---- What counts as the same ----

// The payload of these ops, beside the operands, is compared too. An assert's message is not: of
// two equal checks the first one speaks.
static bool is_shareable(const Simplifier *simplifier, const Stm *stm) {
  Op op = stm->exp->op;
  if (stm->var_count == 0 || op == OP_OPAQUE || op == OP_CALL || op_has(op, FLAG_BODIES) ||
      op_has(op, FLAG_CONSUMES) || op_has(op, FLAG_ACTS))
    return false;
  if (simplify_has_places(simplifier)) return op_is_scalar(op) || op == OP_ASSERT;
  if (op_is_scalar(op) || op_has(op, FLAG_VIEW)) return true;
  for (size_t i = 0; i < stm->var_count; i++) {
    if (type_is_array(stm->vars[i]->type) && facts_is_owned(simplifier->facts, stm->vars[i]))
      return false;
  }
  return true;
}

static size_t compared_args(const Exp *exp) { return exp->op == OP_ASSERT ? 1 : exp->arg_count; }

static uint64_t atom_hash(Atom atom) {
  if (atom.var) return hash_u64((uint64_t)atom.var->index + 1);
  uint64_t bits = 0;
  memcpy(&bits, &atom.constant.value, sizeof bits);
  return hash_combine(hash_u64(bits), (uint64_t)atom.constant.type);
}

static uint64_t exp_hash(const Exp *exp) {
  uint64_t hash = hash_u64((uint64_t)exp->op);
  if (op_has(exp->op, FLAG_COMMUTES))
    return hash_combine(hash, atom_hash(exp->args[0]) + atom_hash(exp->args[1]));
  if (op_info(exp->op)->shape == SHAPE_CONVERT) hash = hash_combine(hash, exp->as.to);
  for (size_t i = 0; i < compared_args(exp); i++)
    hash = hash_combine(hash, atom_hash(exp->args[i]));
  return hash;
}

static bool args_equal(const Exp *a, const Exp *b) {
  size_t count = compared_args(a);
  if (count != compared_args(b)) return false;
  if (op_has(a->op, FLAG_COMMUTES) && atom_equal(a->args[0], b->args[1]) &&
      atom_equal(a->args[1], b->args[0]))
    return true;
  for (size_t i = 0; i < count; i++) {
    if (!atom_equal(a->args[i], b->args[i])) return false;
  }
  return true;
}

static bool selector_equal(const Selector *a, const Selector *b) {
  if (a->is_lmad != b->is_lmad || a->rank != b->rank) return false;
  for (size_t i = 0; i < a->rank && !a->is_lmad; i++) {
    if (a->is_range[i] != b->is_range[i]) return false;
  }
  return true;
}

static bool permutation_equal(const Exp *a, const Exp *b) {
  for (size_t i = 0; i < type_rank(atom_type(a->args[0])); i++) {
    if (a->as.permutation[i] != b->as.permutation[i]) return false;
  }
  return true;
}

static bool payload_equal(const Exp *a, const Exp *b) {
  if (op_info(a->op)->shape == SHAPE_CONVERT) return a->as.to == b->as.to;
  if (a->op == OP_SLICE) return selector_equal(&a->as.selector, &b->as.selector);
  if (a->op == OP_PERMUTE) return permutation_equal(a, b);
  if (a->op == OP_CONCAT) return a->as.dim == b->as.dim;
  if (a->op == OP_THRESHOLD) return a->as.threshold.name == b->as.threshold.name;
  return true;
}

static bool stm_equal(const Stm *a, const Stm *b) {
  if (a->exp->op != b->exp->op || a->var_count != b->var_count) return false;
  if (!args_equal(a->exp, b->exp) || !payload_equal(a->exp, b->exp)) return false;
  if (!op_has(a->exp->op, FLAG_SHAPED)) return true;
  for (size_t i = 0; i < a->var_count; i++) {
    if (!type_equal(a->vars[i]->type, b->vars[i]->type)) return false;
  }
  return true;
}

Stm *numbering_find(Simplifier *simplifier, Stm *stm) {
  if (!is_shareable(simplifier, stm)) return NULL;
  Numbering *numbers = simplifier->numbers;
  uint64_t hash = exp_hash(stm->exp);
  for (size_t at = *bucket_of(numbers, hash); at != 0; at = numbers->entries.data[at - 1].next) {
    const NumberEntry *entry = &numbers->entries.data[at - 1];
    if (entry->hash != hash || !stm_equal(entry->stm, stm)) continue;
    return is_shareable(simplifier, entry->stm) ? entry->stm : NULL;
  }
  numbering_add(numbers, hash, stm);
  return NULL;
}
