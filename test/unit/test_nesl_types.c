// NESL's types: what is inferred, and how it is printed.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "front/nesl/nesl.h"
#include "test/unit/unit.h"

typedef struct TypeCase {
  const char *text, *type;
} TypeCase;

static const TypeCase CASES[] = {
#define TYPE_OF(text, type) {text, type},
#include "test/unit/nesl_types.def"
#undef TYPE_OF
};

// A checked program without the prelude; errors fail the test.
typedef struct Check {
  Arena *arena;
  NeslChecked *checked;
} Check;

static Check check_text(const char *text) {
  Check check = {.arena = arena_new()};
  SourceMap *sources = sources_new(check.arena);
  Diag *diag = diag_new(check.arena, sources);
  Interner *names = interner_new(check.arena);
  const char *whole = arena_printf(check.arena, "%s;", text);
  const SourceFile *file = source_add(sources, "test.nesl", whole, strlen(whole));
  const NeslProgram *program = nesl_parse(check.arena, names, file, diag);
  check.checked = nesl_check(check.arena, names, diag, NULL, program);
  diag_flush(diag);
  if (check.checked->has_errors) fail_msg("%s", text);
  return check;
}

static const char *form_type(Arena *arena, const NeslForm *form) {
  NeslPrinter printer = {.arena = arena};
  if (form->kind == NESL_FORM_FUNCTION)
    return nesl_function_text(&printer, form->function.function);
  if (form->kind == NESL_FORM_BINDING) return nesl_type_text(&printer, form->binding.pattern->type);
  assert_int_equal(form->kind, NESL_FORM_EXPRESSION);
  return nesl_value_text(&printer, form->expression.it);
}

static void infers_types(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
    Check check = check_text(CASES[i].text);
    const char *type = form_type(check.arena, vec_last(&check.checked->forms));
    if (strcmp(type, CASES[i].type) != 0) print_error("%s\n", CASES[i].text);
    assert_string_equal(type, CASES[i].type);
    arena_free(check.arena);
  }
}

// ---- What the lowering relies on ----

static void calls_know_their_instances(void **state) {
  (void)state;
  Check check = check_text("function pair(x, y) = (x, y); function g(z) = pair(z, 1); g(\"a\")");
  NeslForm *const *forms = check.checked->forms.data;
  const NeslFunction *pair = forms[0]->function.function, *g = forms[1]->function.function;
  const NeslExp *inner = forms[1]->function.body, *outer = forms[2]->expression.value;
  assert_ptr_equal(inner->function, pair);
  assert_int_equal(pair->param_count, 2);
  const NeslType *first = nesl_type_resolve(inner->instance[0]);
  assert_int_equal(first->tag, NESL_T_PARAM);
  assert_ptr_equal(first->param, g->params[0]);
  assert_int_equal(nesl_type_resolve(inner->instance[1])->tag, NESL_T_INT);
  // In the instance of the call outside, everything inside is closed.
  NeslPrinter printer = {.arena = check.arena};
  const NeslType *closed =
      nesl_type_substitute(check.arena, inner->type, g->params, outer->instance, g->param_count);
  assert_string_equal(nesl_type_text(&printer, closed), "([char], int)");
  assert_true(nesl_type_equal(closed, outer->type));
  assert_true(nesl_type_hash(closed) == nesl_type_hash(outer->type));
  assert_false(g->is_recursive);
  arena_free(check.arena);
}

static void groups_share_parameters(void **state) {
  (void)state;
  Check check = check_text("function g(x, n) = if n == 0 then x else h(n - 1, x); "
                           "function h(n, y) = g(y, n)");
  NeslForm *const *forms = check.checked->forms.data;
  const NeslFunction *g = forms[0]->function.function, *h = forms[1]->function.function;
  const NeslExp *call = forms[1]->function.body;
  assert_true(g->is_recursive && h->is_recursive);
  assert_ptr_equal(call->function, g);
  assert_int_equal(g->param_count, 1);
  assert_ptr_equal(nesl_type_resolve(call->instance[0])->param, h->params[0]);
  arena_free(check.arena);
}

static void datatypes_have_contents(void **state) {
  (void)state;
  Check check = check_text("datatype point(a, [a]) :: (a in number); point(1, [2])");
  NeslPrinter printer = {.arena = check.arena};
  const NeslType *type = check.checked->forms.data[1]->expression.it->type;
  const NeslType *content = nesl_data_content(check.arena, type);
  assert_string_equal(nesl_type_text(&printer, content), "(int, [int])");
  arena_free(check.arena);
}

static void classes_meet(void **state) {
  (void)state;
  NeslClass both = NESL_CLASS_ANY;
  assert_true(nesl_class_meet(NESL_CLASS_ANY, NESL_CLASS_NUMBER, &both));
  assert_int_equal(both, NESL_CLASS_NUMBER);
  assert_true(nesl_class_meet(NESL_CLASS_LOGICAL, NESL_CLASS_ORDINAL, &both));
  assert_int_equal(both, NESL_CLASS_LOGICAL);
  assert_false(nesl_class_meet(NESL_CLASS_LOGICAL, NESL_CLASS_NUMBER, &both));
  assert_true(nesl_class_is_within(NESL_CLASS_NUMBER, NESL_CLASS_ORDINAL));
  assert_false(nesl_class_is_within(NESL_CLASS_ORDINAL, NESL_CLASS_LOGICAL));
}

UnitCount test_nesl_types(void) {
  static const struct CMUnitTest tests[] = {
      cmocka_unit_test(infers_types),
      cmocka_unit_test(calls_know_their_instances),
      cmocka_unit_test(groups_share_parameters),
      cmocka_unit_test(datatypes_have_contents),
      cmocka_unit_test(classes_meet),
  };
  return UNIT_RUN("nesl_types", tests);
}
