#include "analysis/algebra.h"

#include <stdint.h>
#include <string.h>

#include "ir/type.h"

enum { SCRATCH_BYTES = 128 * 1024, SCRATCH_ALIGN = 16 };

struct Algebra {
  Arena *arena;
  char *scratch; // SCRATCH_BYTES, made when first needed
  size_t used;
  unsigned depth; // of algebra_enter
};

Algebra *algebra_new(Arena *arena) {
  Algebra *algebra = arena_make(arena, Algebra);
  algebra->arena = arena;
  return algebra;
}

size_t algebra_enter(Algebra *algebra) {
  if (!algebra->scratch) algebra->scratch = arena_alloc(algebra->arena, SCRATCH_BYTES);
  algebra->depth++;
  return algebra->used;
}

void algebra_leave(Algebra *algebra, size_t mark) {
  if (algebra->depth == 0) INTERNAL_ERROR("the scratch space of the algebra was not entered");
  algebra->depth--;
  algebra->used = mark;
}

// NULL when the scratch space is full.
static void *algebra_alloc(Algebra *algebra, size_t size) {
  if (algebra->depth == 0) return arena_alloc(algebra->arena, size);
  size_t padded = (size + SCRATCH_ALIGN - 1) / SCRATCH_ALIGN * SCRATCH_ALIGN;
  if (padded > SCRATCH_BYTES - algebra->used) return NULL;
  void *bytes = algebra->scratch + algebra->used;
  algebra->used += padded;
  return bytes;
}

// ---- Numbers ----

bool number_add(int64_t a, int64_t b, int64_t *result) {
  if (b > 0 ? a > INT64_MAX - b : a < INT64_MIN - b) return false;
  *result = a + b;
  return true;
}

bool number_mul(int64_t a, int64_t b, int64_t *result) {
  if (a == 0 || b == 0) {
    *result = 0;
    return true;
  }
  if ((a == -1 && b == INT64_MIN) || (b == -1 && a == INT64_MIN)) return false;
  if (a > 0 ? (b > 0 ? a > INT64_MAX / b : b < INT64_MIN / a)
            : (b > 0 ? a < INT64_MIN / b : b < INT64_MAX / a))
    return false;
  *result = a * b;
  return true;
}

// ---- Terms ----

// Higher degree first, then by the variables.
static int term_compare(const Term *a, const Term *b) {
  if (a->degree != b->degree) return a->degree > b->degree ? -1 : 1;
  for (uint32_t i = 0; i < a->degree; i++) {
    if (a->vars[i]->index != b->vars[i]->index)
      return a->vars[i]->index < b->vars[i]->index ? -1 : 1;
  }
  return 0;
}

static bool term_multiply(const Term *a, const Term *b, Term *result, Var **room) {
  if (a->degree + b->degree > POLY_DEGREE_LIMIT) return false;
  if (!number_mul(a->factor, b->factor, &result->factor)) return false;
  result->degree = a->degree + b->degree;
  result->vars = room;
  uint32_t i = 0, j = 0;
  for (uint32_t k = 0; k < result->degree; k++) {
    bool takes_a = j == b->degree || (i < a->degree && a->vars[i]->index <= b->vars[j]->index);
    room[k] = takes_a ? a->vars[i++] : b->vars[j++];
  }
  return true;
}

// ---- Sums that are being made ----

// Terms in order, with room for their variables. It lives on the stack; seal makes a polynomial.
typedef struct Sum {
  size_t count;
  bool is_unknown;
  Term terms[POLY_TERM_LIMIT];
  Var *room[POLY_TERM_LIMIT][POLY_DEGREE_LIMIT];
} Sum;

static void sum_start(Sum *sum) {
  sum->count = 0;
  sum->is_unknown = false;
}

static void sum_remove(Sum *sum, size_t at) {
  sum->count--;
  for (size_t i = at; i < sum->count; i++) {
    sum->terms[i] = sum->terms[i + 1];
    memcpy(sum->room[i], sum->room[i + 1], sizeof sum->room[i]);
    sum->terms[i].vars = sum->room[i];
  }
}

static void sum_insert(Sum *sum, size_t at, const Term *term) {
  if (sum->count == POLY_TERM_LIMIT) {
    sum->is_unknown = true;
    return;
  }
  for (size_t i = sum->count; i > at; i--) {
    sum->terms[i] = sum->terms[i - 1];
    memcpy(sum->room[i], sum->room[i - 1], sizeof sum->room[i]);
    sum->terms[i].vars = sum->room[i];
  }
  sum->count++;
  sum->terms[at] = *term;
  if (term->degree > 0) memcpy(sum->room[at], term->vars, term->degree * sizeof(Var *));
  sum->terms[at].vars = sum->room[at];
}

static void sum_add(Sum *sum, const Term *term) {
  if (sum->is_unknown || term->factor == 0) return;
  size_t at = 0;
  int order = -1;
  while (at < sum->count && (order = term_compare(&sum->terms[at], term)) < 0)
    at++;
  if (at == sum->count || order > 0) {
    sum_insert(sum, at, term);
    return;
  }
  int64_t factor;
  if (!number_add(sum->terms[at].factor, term->factor, &factor)) {
    sum->is_unknown = true;
  } else if (factor == 0) {
    sum_remove(sum, at);
  } else {
    sum->terms[at].factor = factor;
  }
}

static void sum_add_product(Sum *sum, const Term *a, const Term *b) {
  Var *room[POLY_DEGREE_LIMIT];
  Term product;
  if (term_multiply(a, b, &product, room)) {
    sum_add(sum, &product);
  } else {
    sum->is_unknown = true;
  }
}

static const Poly *poly_build(Algebra *algebra, const Term *source, size_t count) {
  size_t var_count = 0;
  for (size_t i = 0; i < count; i++)
    var_count += source[i].degree;
  size_t size = sizeof(Poly) + count * sizeof(Term) + var_count * sizeof(Var *);
  Poly *poly = algebra_alloc(algebra, size);
  if (!poly) return NULL;
  Term *terms = (Term *)(poly + 1);
  Var **vars = (Var **)(terms + count);
  for (size_t i = 0; i < count; i++) {
    terms[i] = (Term){.factor = source[i].factor, .degree = source[i].degree, .vars = vars};
    for (uint32_t k = 0; k < source[i].degree; k++)
      *vars++ = source[i].vars[k];
  }
  *poly = (Poly){.count = count, .terms = terms};
  return poly;
}

static const Poly *sum_seal(Algebra *algebra, const Sum *sum) {
  return sum->is_unknown ? NULL : poly_build(algebra, sum->terms, sum->count);
}

// ---- Making ----

const Poly *poly_keep(Algebra *algebra, const Poly *poly) {
  if (!poly || algebra->depth == 0) return poly;
  unsigned depth = algebra->depth;
  algebra->depth = 0;
  const Poly *kept = poly_build(algebra, poly->terms, poly->count);
  algebra->depth = depth;
  return kept;
}

const Poly *poly_constant(Algebra *algebra, int64_t value) {
  Term term = {.factor = value};
  return poly_build(algebra, &term, value == 0 ? 0 : 1);
}

const Poly *poly_var(Algebra *algebra, Var *var) {
  Term term = {.factor = 1, .degree = 1, .vars = &var};
  return poly_build(algebra, &term, 1);
}

const Poly *poly_add(Algebra *algebra, const Poly *a, const Poly *b) {
  if (!a || !b) return NULL;
  if (a->count == 0) return b;
  if (b->count == 0) return a;
  Sum sum;
  sum_start(&sum);
  for (size_t i = 0; i < a->count; i++)
    sum_add(&sum, &a->terms[i]);
  for (size_t i = 0; i < b->count; i++)
    sum_add(&sum, &b->terms[i]);
  return sum_seal(algebra, &sum);
}

const Poly *poly_mul(Algebra *algebra, const Poly *a, const Poly *b) {
  if (!a || !b) return NULL;
  Sum sum;
  sum_start(&sum);
  for (size_t i = 0; i < a->count; i++) {
    for (size_t k = 0; k < b->count; k++)
      sum_add_product(&sum, &a->terms[i], &b->terms[k]);
  }
  return sum_seal(algebra, &sum);
}

const Poly *poly_scale(Algebra *algebra, const Poly *a, int64_t value) {
  if (!a || value == 1) return a;
  Sum sum;
  Term factor = {.factor = value};
  sum_start(&sum);
  for (size_t i = 0; i < a->count && value != 0; i++)
    sum_add_product(&sum, &a->terms[i], &factor);
  return sum_seal(algebra, &sum);
}

const Poly *poly_negate(Algebra *algebra, const Poly *a) { return poly_scale(algebra, a, -1); }

const Poly *poly_sub(Algebra *algebra, const Poly *a, const Poly *b) {
  return poly_add(algebra, a, poly_negate(algebra, b));
}

const Poly *poly_add_constant(Algebra *algebra, const Poly *a, int64_t value) {
  return poly_add(algebra, a, poly_constant(algebra, value));
}

static bool term_has(const Term *term, const Var *var) {
  for (uint32_t i = 0; i < term->degree; i++) {
    if (term->vars[i] == var) return true;
  }
  return false;
}

// The term without one occurrence of the variable.
static Term term_without(const Term *term, const Var *var, Var **room) {
  uint32_t count = 0;
  bool is_found = false;
  for (uint32_t i = 0; i < term->degree; i++) {
    if (!is_found && term->vars[i] == var) {
      is_found = true;
    } else {
      room[count++] = term->vars[i];
    }
  }
  return (Term){.factor = term->factor, .degree = count, .vars = room};
}

bool poly_split(Algebra *algebra, const Poly *poly, const Var *var, const Poly **quotient,
                const Poly **rest) {
  if (!poly) return false;
  Sum with, without;
  sum_start(&with);
  sum_start(&without);
  for (size_t i = 0; i < poly->count; i++) {
    Var *room[POLY_DEGREE_LIMIT];
    const Term *term = &poly->terms[i];
    Term reduced = *term;
    if (term_has(term, var)) reduced = term_without(term, var, room);
    sum_add(reduced.degree < term->degree ? &with : &without, &reduced);
  }
  *quotient = sum_seal(algebra, &with);
  *rest = sum_seal(algebra, &without);
  return *quotient && *rest;
}

const Poly *poly_substitute(Algebra *algebra, const Poly *poly, const Var *var, const Poly *by) {
  if (!poly || !poly_has_var(poly, var)) return poly;
  const Poly *quotient, *rest;
  if (!by || !poly_split(algebra, poly, var, &quotient, &rest)) return NULL;
  // By Horner's rule: the quotient has one occurrence less.
  quotient = poly_substitute(algebra, quotient, var, by);
  return poly_add(algebra, poly_mul(algebra, quotient, by), rest);
}

// term / by, when it divides.
static bool term_divide(const Term *term, const Term *by, Term *result, Var **room) {
  if (by->factor == 0 || term->degree < by->degree) return false;
  if (by->factor == -1 && term->factor == INT64_MIN) return false;
  if (term->factor % by->factor != 0) return false;
  *result = (Term){.factor = term->factor / by->factor, .vars = room};
  uint32_t k = 0;
  for (uint32_t i = 0; i < term->degree; i++) {
    if (k < by->degree && term->vars[i] == by->vars[k]) {
      k++;
    } else {
      room[result->degree++] = term->vars[i];
    }
  }
  return k == by->degree;
}

const Poly *poly_divide(Algebra *algebra, const Poly *poly, const Poly *divisor) {
  if (!poly || !divisor || divisor->count == 0) return NULL;
  const Poly *quotient = poly_constant(algebra, 0);
  // Each step removes the leading term, since the order of terms respects products.
  for (size_t step = 0; poly && step < POLY_TERM_LIMIT; step++) {
    if (poly->count == 0) return quotient;
    Var *room[POLY_DEGREE_LIMIT];
    Term leading;
    if (!term_divide(&poly->terms[0], &divisor->terms[0], &leading, room)) return NULL;
    const Poly *part = poly_build(algebra, &leading, 1);
    quotient = poly_add(algebra, quotient, part);
    poly = poly_sub(algebra, poly, poly_mul(algebra, part, divisor));
  }
  return NULL;
}

// ---- Asking ----

int poly_compare(const Poly *a, const Poly *b) {
  if (a->count != b->count) return a->count < b->count ? -1 : 1;
  for (size_t i = 0; i < a->count; i++) {
    int order = term_compare(&a->terms[i], &b->terms[i]);
    if (order != 0) return order;
    if (a->terms[i].factor != b->terms[i].factor)
      return a->terms[i].factor < b->terms[i].factor ? -1 : 1;
  }
  return 0;
}

bool poly_equal(const Poly *a, const Poly *b) { return a && b && poly_compare(a, b) == 0; }

uint64_t poly_hash(const Poly *poly) {
  uint64_t hash = poly->count;
  for (size_t i = 0; i < poly->count; i++) {
    hash = hash_combine(hash, (uint64_t)poly->terms[i].factor);
    for (uint32_t k = 0; k < poly->terms[i].degree; k++)
      hash = hash_combine(hash, poly->terms[i].vars[k]->index);
  }
  return hash;
}

bool poly_is_zero(const Poly *poly) { return poly && poly->count == 0; }

bool poly_is_constant(const Poly *poly, int64_t *value) {
  if (!poly || poly->count > 1 || (poly->count == 1 && poly->terms[0].degree > 0)) return false;
  *value = poly->count == 0 ? 0 : poly->terms[0].factor;
  return true;
}

Var *poly_is_var(const Poly *poly) {
  if (!poly || poly->count != 1 || poly->terms[0].degree != 1 || poly->terms[0].factor != 1)
    return NULL;
  return poly->terms[0].vars[0];
}

bool poly_has_var(const Poly *poly, const Var *var) {
  for (size_t i = 0; poly && i < poly->count; i++) {
    if (term_has(&poly->terms[i], var)) return true;
  }
  return false;
}

static void term_print(StrBuf *out, const Term *term, bool is_first) {
  bool is_negative = term->factor < 0;
  uint64_t size = is_negative ? 0 - (uint64_t)term->factor : (uint64_t)term->factor;
  if (is_first) {
    if (is_negative) strbuf_puts(out, "-");
  } else {
    strbuf_puts(out, is_negative ? " - " : " + ");
  }
  bool has_number = size != 1 || term->degree == 0;
  if (has_number) strbuf_printf(out, "%llu", (unsigned long long)size);
  for (uint32_t i = 0; i < term->degree; i++) {
    if (has_number || i > 0) strbuf_puts(out, "*");
    var_print(out, term->vars[i]);
  }
}

void poly_print(StrBuf *out, const Poly *poly) {
  if (!poly) {
    strbuf_puts(out, "?");
    return;
  }
  if (poly->count == 0) strbuf_puts(out, "0");
  for (size_t i = 0; i < poly->count; i++)
    term_print(out, &poly->terms[i], i == 0);
}
