// The types of a program's names, in the notation of the paper: `ravel check --types`.
//
//   A : [int]2                    an array of rank 2
//   diff : <int>16 → <int>15      a function, for each sort of arguments that it was applied to
//   mean : [double]1 → double
//   n : S(int,3)                  a number that is known; SV: a vector of one such number
#include <stdio.h>

#include "front/apl/to_core_internal.h"
#include "front/settings.h"

// A function that was applied to arguments of such types.
typedef struct AplSignature {
  const AplFunction *function;
  Name arguments;
  const char *result;
} AplSignature;

struct Signatures {
  Vec(AplSignature) all;
};

static void put_known(StrBuf *out, const AplArray *array, const Elem *elem, const char *name) {
  int64_t number = 0;
  apl_elem_to_int(*elem, &number);
  strbuf_printf(out, "%s(%s,%lld)", name, apl_kind_name(array->kind), (long long)number);
}

static void put_precise(AplLower *lower, StrBuf *out, const AplValue *value) {
  if (value->kind == APL_VALUE_TUPLE) {
    strbuf_putc(out, '(');
    for (size_t i = 0; i < value->item_count; i++) {
      if (i > 0) strbuf_puts(out, ", ");
      put_precise(lower, out, value->items[i]);
    }
    strbuf_putc(out, ')');
    return;
  }
  if (value->kind == APL_VALUE_ARRAY && apl_is_single(&value->array) && value->array.rank < 2) {
    const AplArray *array = &value->array;
    int64_t number;
    Elem elem = {.kind = APL_CHAR};
    if (array->rank == 0) elem = (Elem){array->kind, {array->data[0], array->data[1]}};
    if (array->items != NULL) elem = array->items[0];
    if (apl_elem_to_int(elem, &number)) {
      put_known(out, array, &elem, array->rank == 0 ? "S" : "SV");
      return;
    }
  }
  strbuf_puts(out, apl_type_text(lower, value));
}

// Functions of Core see copies of functions from outside.
static bool is_same(const AplFunction *a, const AplFunction *b) {
  return a == b || (a->kind == APL_FN_DFN && b->kind == APL_FN_DFN && a->dfn == b->dfn);
}

void apl_types_note(AplLower *lower, const AplValue *function, const AplValue *left,
                    const AplValue *right, const AplValue *result) {
  if (!front_settings()->shows_types) return;
  if (lower->signatures == NULL) lower->signatures = arena_make(lower->arena, Signatures);
  StrBuf text = {0};
  if (left != NULL) {
    strbuf_puts(&text, apl_type_text(lower, left));
    strbuf_puts(&text, " → ");
  }
  strbuf_puts(&text, apl_type_text(lower, right));
  AplSignature signature = {function->function,
                            intern(lower->names, strbuf_text(&text), text.length),
                            apl_type_text(lower, result)};
  strbuf_free(&text);
  for (size_t i = 0; i < lower->signatures->all.count; i++) {
    AplSignature *other = &lower->signatures->all.data[i];
    bool is_known =
        is_same(other->function, signature.function) && other->arguments == signature.arguments;
    if (!is_known) continue;
    other->result = signature.result; // the last one: what a function gives may be guessed first
    return;
  }
  vec_push(lower->arena, &lower->signatures->all, signature);
}

static void print_function(const AplLower *lower, const AplCell *cell) {
  bool is_applied = false;
  size_t count = lower->signatures != NULL ? lower->signatures->all.count : 0;
  for (size_t i = 0; i < count; i++) {
    const AplSignature *signature = &lower->signatures->all.data[i];
    if (!is_same(signature->function, cell->value->function)) continue;
    printf("%s : %s → %s\n", cell->name, signature->arguments, signature->result);
    is_applied = true;
  }
  if (!is_applied)
    printf("%s : %s\n", cell->name,
           cell->value->kind == APL_VALUE_OPERATOR ? "an operator" : "a function, never applied");
}

void apl_types_print(AplLower *lower) {
  MapEntry entry;
  if (!front_settings()->shows_types) return;
  for (size_t cursor = 0; map_each(lower->top->cells, &cursor, &entry);) {
    const AplCell *cell = entry.value;
    bool is_function =
        cell->value->kind == APL_VALUE_FUNCTION || cell->value->kind == APL_VALUE_OPERATOR;
    if (is_function) {
      print_function(lower, cell);
      continue;
    }
    StrBuf text = {0};
    put_precise(lower, &text, cell->value);
    printf("%s : %s\n", cell->name, strbuf_text(&text));
    strbuf_free(&text);
  }
}
