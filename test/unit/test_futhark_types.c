// Futhark's types: how they are printed, when sizes are equal, and what is inferred.
#include <stdio.h>
#include <string.h>

#include "front/futhark/futhark.h"
#include "test/unit/unit.h"

typedef struct TypeCase {
  const char *definition, *scheme;
} TypeCase;

static const TypeCase CASES[] = {
#define TYPE_OF(definition, scheme) {definition, scheme},
#include "test/unit/futhark_types.def"
#undef TYPE_OF
};

enum { CASE_COUNT = sizeof CASES / sizeof *CASES };

typedef struct Fixture {
  Arena *arena;
  Interner *names;
  SourceMap *sources;
  Diag *diag;
} Fixture;

static Fixture fixture_new(void) {
  Fixture fixture;
  fixture.arena = arena_new();
  fixture.names = interner_new(fixture.arena);
  fixture.sources = sources_new(fixture.arena);
  fixture.diag = diag_new(fixture.arena, fixture.sources);
  return fixture;
}

static FutChecked *check_text(Fixture *fixture, const char *text) {
  const SourceFile *file = source_add(fixture->sources, "test.fut", text, strlen(text));
  FutProgram *program = fut_parse(fixture->arena, fixture->names, file, fixture->diag);
  return fut_check(fixture->arena, fixture->names, fixture->sources, fixture->diag, program);
}

// The text without the `*` of uniqueness, which another check infers. A product has blanks around.
static const char *without_stars(Arena *arena, const char *text) {
  char *copy = arena_strndup(arena, text, strlen(text)), *to = copy;
  for (const char *from = copy; *from != '\0'; from++)
    if (*from != '*' || from[1] == ' ') *to++ = *from;
  *to = '\0';
  return copy;
}

static void infers_types(void **state) {
  (void)state;
  Fixture fixture = fixture_new();
  StrBuf text = {0};
  for (size_t i = 0; i < CASE_COUNT; i++)
    strbuf_printf(&text, "%s\n", CASES[i].definition);
  DiagSettings settings = diag_settings_default();
  settings.output = tmpfile();
  diag_configure(fixture.diag, settings);
  const FutChecked *checked = check_text(&fixture, strbuf_text(&text));
  strbuf_free(&text);
  diag_flush(fixture.diag);
  assert_false(checked->has_errors);
  size_t at = 0;
  for (size_t i = 0; i < checked->definitions.count; i++) {
    const FutValue *value = checked->definitions.data[i];
    if (value->is_prelude) continue;
    assert_true(at < CASE_COUNT);
    FutPrinter printer = {.arena = fixture.arena};
    const char *scheme = without_stars(fixture.arena, fut_scheme_text(&printer, &value->scheme));
    if (strcmp(scheme, CASES[at].scheme) != 0) print_error("%s\n", CASES[at].definition);
    assert_string_equal(scheme, CASES[at].scheme);
    at++;
  }
  assert_int_equal(at, CASE_COUNT);
  fclose(settings.output);
  arena_free(fixture.arena);
}

static const char *text_of(Fixture *fixture, const FutType *type) {
  FutPrinter printer = {.arena = fixture->arena};
  return fut_type_text(&printer, type);
}

static void prints_with_the_parentheses_that_are_needed(void **state) {
  (void)state;
  Fixture fixture = fixture_new();
  Arena *arena = fixture.arena;
  const FutType *i32 = fut_type_prim(arena, FUT_PRIM_I32);
  const FutType *arrow = fut_type_arrow(arena, NULL, i32, i32);
  assert_string_equal(text_of(&fixture, fut_type_arrow(arena, NULL, arrow, arrow)),
                      "(i32 -> i32) -> i32 -> i32");
  const FutType *array = fut_type_array(arena, fut_size_const(arena, 3), i32);
  assert_string_equal(text_of(&fixture, fut_type_unique(arena, array, true)), "*[3]i32");
  assert_string_equal(text_of(&fixture, fut_type_tuple(arena, fixture.names, NULL, 0)), "()");
  const FutType *payload[] = {array, arrow};
  FutClause *clause = arena_make(arena, FutClause);
  *clause = (FutClause){intern_str(fixture.names, "c"), payload, 2, FUT_CLAUSE_ANY};
  const FutType *sum = fut_type_sum(arena, clause, 1);
  assert_string_equal(text_of(&fixture, sum), "#c ([3]i32) (i32 -> i32)");
  assert_string_equal(text_of(&fixture, fut_type_array(arena, fut_size_const(arena, 0), sum)),
                      "[0](#c ([3]i32) (i32 -> i32))");
  arena_free(arena);
}

static void numbers_values_of_one_name(void **state) {
  (void)state;
  Fixture fixture = fixture_new();
  Arena *arena = fixture.arena;
  FutValue first = {.kind = FUT_VALUE_SIZE, .name = intern_str(fixture.names, "n")};
  FutValue second = first;
  const FutType *i32 = fut_type_prim(arena, FUT_PRIM_I32);
  const FutType *inner = fut_type_array(arena, fut_size_value(arena, &second), i32);
  const FutType *outer = fut_type_array(arena, fut_size_value(arena, &first), inner);
  assert_string_equal(text_of(&fixture, outer), "[n][n_2]i32");
  assert_false(fut_size_equal(outer->array.size, inner->array.size));
  arena_free(arena);
}

static void sorts_fields_as_numbers(void **state) {
  (void)state;
  Fixture fixture = fixture_new();
  Arena *arena = fixture.arena;
  enum { COUNT = 12 };
  const FutType *items[COUNT];
  for (size_t i = 0; i < COUNT; i++)
    items[i] = fut_type_prim(arena, i == 10 ? FUT_PRIM_BOOL : FUT_PRIM_I32);
  const FutType *tuple = fut_type_tuple(arena, fixture.names, items, COUNT);
  assert_string_equal(tuple->record.fields[10].name, "10");
  assert_true(fut_type_is_prim(tuple->record.fields[10].type, FUT_PRIM_BOOL));
  assert_true(fut_record_field(tuple, intern_str(fixture.names, "11")) ==
              &tuple->record.fields[11]);
  assert_null(fut_record_field(tuple, intern_str(fixture.names, "12")));
  arena_free(arena);
}

static void compares_constant_sizes_by_value(void **state) {
  (void)state;
  Fixture fixture = fixture_new();
  Arena *arena = fixture.arena;
  FutValue times = {.kind = FUT_VALUE_INTRINSIC, .name = intern_str(fixture.names, "*")};
  const FutSize *factors[] = {fut_size_const(arena, 2), fut_size_const(arena, 3)};
  const FutSize *product = fut_size_apply(arena, &times, factors, 2);
  int64_t constant;
  assert_true(fut_size_constant(product, &constant));
  assert_int_equal(constant, 6);
  assert_true(fut_size_equal(product, fut_size_const(arena, 6)));
  assert_false(fut_size_equal(product, fut_size_const(arena, 5)));
  const FutSize *huge[] = {fut_size_const(arena, INT64_MAX), fut_size_const(arena, 3)};
  assert_false(fut_size_constant(fut_size_apply(arena, &times, huge, 2), &constant));
  arena_free(arena);
}

static void substitutes_without_copying_what_stays(void **state) {
  (void)state;
  Fixture fixture = fixture_new();
  Arena *arena = fixture.arena;
  FutTypeName a = {.name = intern_str(fixture.names, "a")};
  FutTypeName b = {.name = intern_str(fixture.names, "b")};
  const FutType *type =
      fut_type_arrow(arena, NULL, fut_type_param(arena, &a), fut_type_param(arena, &b));
  FutTypeName *from[] = {&a};
  const FutType *to[] = {fut_type_prim(arena, FUT_PRIM_F32)};
  FutSubst subst = {.types = from, .type_by = to, .type_count = 1};
  const FutType *result = fut_type_substitute(arena, type, &subst);
  assert_string_equal(text_of(&fixture, result), "f32 -> b");
  assert_ptr_equal(result->arrow.to, type->arrow.to);
  assert_ptr_equal(fut_type_substitute(arena, result, &subst), result);
  arena_free(arena);
}

UnitCount test_futhark_types(void) {
  static const struct CMUnitTest tests[] = {
      cmocka_unit_test(infers_types),
      cmocka_unit_test(prints_with_the_parentheses_that_are_needed),
      cmocka_unit_test(numbers_values_of_one_name),
      cmocka_unit_test(sorts_fields_as_numbers),
      cmocka_unit_test(compares_constant_sizes_by_value),
      cmocka_unit_test(substitutes_without_copying_what_stays),
  };
  return UNIT_RUN("futhark_types", tests);
}
