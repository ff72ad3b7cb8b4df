#include "test/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver/pipeline.h"
#include "ir/build.h"

static Program *pass_nothing(Program *program, const Target *target, Diag *diag) {
  (void)target;
  (void)diag;
  return program;
}

static Program *pass_crash(Program *program, const Target *target, Diag *diag) {
  (void)target;
  (void)program, (void)diag;
  INTERNAL_ERROR("a fault that was made for a test");
}

// Makes a function whose result is bound nowhere.
static Program *pass_spoil(Program *program, const Target *target, Diag *diag) {
  (void)target;
  (void)diag;
  Fun *fun = program->funs.data[0];
  Atom result = atom_var(var_new(program, "ghost", type_scalar(SCALAR_I32), SPAN_NONE));
  fun->body = body_new(program, (Stms){0}, &result, 1);
  return program;
}

// Changes the program in place: 7, 8, 9.
static Program *pass_count_up(Program *program, const Target *target, Diag *diag) {
  (void)target;
  (void)diag;
  Atom *result = &program->funs.data[0]->body->results[0];
  *result = atom_constant(constant_int(SCALAR_I32, result->constant.value.i32 + 1));
  return program;
}

static Program *pass_refuse(Program *program, const Target *target, Diag *diag) {
  (void)target;
  (void)program;
  diag_error(diag, ERROR_OPERANDS, SPAN_NONE, "an error in the user's program");
  return NULL;
}

static const Pass NOTHING = {"nothing", "does nothing", LEVEL_ALL,   LEVEL_ALL, 0, 0,
                             0,         false,          pass_nothing};
static const Pass SETTLE = {"settle",        "", LEVEL_ALL, LEVEL_ALL,   0,
                            PROPERTY_SIMPLE, 0,  false,     pass_nothing};
static const Pass UPSET = {"upset",         "",    LEVEL_ALL,   LEVEL_ALL, 0, 0,
                           PROPERTY_SIMPLE, false, pass_nothing};
static const Pass NEEDY = {"needy", "", LEVEL_ALL, LEVEL_ALL,   PROPERTY_SIMPLE,
                           0,       0,  false,     pass_nothing};
static const Pass FLATTY = {"flatty", "", LEVEL_FLAT, LEVEL_FLAT, 0, 0, 0, false, pass_nothing};
static const Pass CRASH = {"crash", "", LEVEL_ALL, LEVEL_ALL, 0, 0, 0, false, pass_crash};
static const Pass SPOIL = {"spoil", "", LEVEL_ALL, LEVEL_ALL, 0, 0, 0, false, pass_spoil};
static const Pass COUNT_UP = {"count_up", "", LEVEL_ALL, LEVEL_ALL, 0, 0, 0, false, pass_count_up};
static const Pass REFUSE = {"refuse", "", LEVEL_ALL, LEVEL_ALL, 0, 0, 0, false, pass_refuse};

// `entry main () -> (x: i32) = { in (7) }`
static Program *program_seven(Driver *driver) {
  Program *program = program_new(driver->arena, driver->names, LEVEL_CORE);
  Fun *fun = arena_make(driver->arena, Fun);
  fun->name = intern_str(driver->names, "main");
  fun->results = arena_make(driver->arena, Result);
  fun->results->var = var_new(program, "x", type_scalar(SCALAR_I32), SPAN_NONE);
  fun->result_count = 1;
  Atom seven = atom_constant(constant_int(SCALAR_I32, 7));
  fun->body = body_new(program, (Stms){0}, &seven, 1);
  vec_push(driver->arena, &program->funs, fun);
  return program;
}

typedef struct FusionPlan {
  const Pass *passes[4];
  bool is_verified;
  const char *folder;
} FusionPlan;

// Runs the passes; the exit code, with 0 for success.
static int plan_run(const FusionPlan *plan) {
  DiagSettings settings = diag_settings_default();
  settings.color = DIAG_COLOR_NEVER;
  Driver driver = driver_open(settings);
  driver.crash_folder = plan->folder;
  Pipeline pipeline = {.is_verified = plan->is_verified};
  for (size_t i = 0; i < 4 && plan->passes[i]; i++)
    vec_push(driver.arena, &pipeline.steps,
             (Step){.pass = plan->passes[i], .label = plan->passes[i]->name});
  int status = EXIT_OK;
  Program *program = pipeline_run(&driver, &pipeline, program_seven(&driver), &status);
  assert_true((program != NULL) == (status == EXIT_OK));
  driver_close(&driver);
  return status;
}

static void plan_exit(void *data) { exit(plan_run(data)); }

// The child's exit code; its stderr must contain the text.
static int plan_exit_code(FusionPlan plan, const char *text) {
  UnitChild child = unit_run_child(plan_exit, &plan);
  if (!strstr(child.error_text, text)) fail_msg("no '%s' in: %s", text, child.error_text);
  return child.exit_code;
}

static void runs_what_is_ready(void **state) {
  (void)state;
  assert_int_equal(plan_run(&(FusionPlan){{NULL}, true, NULL}), EXIT_OK);
  assert_int_equal(plan_run(&(FusionPlan){{&NOTHING, &NOTHING}, true, NULL}), EXIT_OK);
  assert_int_equal(plan_run(&(FusionPlan){{&SETTLE, &NOTHING, &NEEDY}, true, NULL}), EXIT_OK);
}

static void refuses_what_is_not_ready(void **state) {
  (void)state;
  assert_int_equal(plan_exit_code((FusionPlan){{&NEEDY}, true, NULL}, "error[E0010]: needy needs"),
                   EXIT_USAGE);
  assert_int_equal(plan_exit_code((FusionPlan){{&NEEDY}, true, NULL}, "run simplify first"),
                   EXIT_USAGE);
  assert_int_equal(plan_exit_code((FusionPlan){{&SETTLE, &UPSET, &NEEDY}, true, NULL}, "E0010"),
                   EXIT_USAGE);
  assert_int_equal(plan_exit_code((FusionPlan){{&FLATTY}, true, NULL},
                                  "it works at level flat, but the program is at level core"),
                   EXIT_USAGE);
}

static void an_error_in_the_program_is_no_bug(void **state) {
  (void)state;
  assert_int_equal(plan_exit_code((FusionPlan){{&REFUSE}, true, NULL}, "in the user's program"),
                   EXIT_SOURCE_ERROR);
}

// A bug names its pass and leaves the program before the pass behind.
static void check_bug(const Pass *pass, const char *text) {
  char folder[] = "/tmp/ravel-unit-XXXXXX", path[128], saved[512] = {0};
  assert_non_null(mkdtemp(folder));
  assert_int_equal(plan_exit_code((FusionPlan){{&COUNT_UP, &COUNT_UP, pass}, true, folder}, text),
                   EXIT_INTERNAL);
  snprintf(path, sizeof path, "%s/ravel-crash-%s.core", folder, pass->name);
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  assert_true(fread(saved, 1, sizeof saved - 1, file) > 0);
  fclose(file);
  assert_non_null(strstr(saved, "9i32"));
  assert_int_equal(remove(path), 0);
  assert_int_equal(rmdir(folder), 0);
}

static void a_bug_names_its_pass(void **state) {
  (void)state;
  check_bug(&CRASH, "a bug in the pass crash");
  check_bug(&SPOIL, "a bug in the pass spoil");
}

static void verifies_only_when_asked(void **state) {
  (void)state;
  assert_int_equal(plan_run(&(FusionPlan){{&SPOIL}, false, NULL}), EXIT_OK);
}

// Every pass of the table can be left out, unless it leads to another level.
static void skips_any_pass(void **state) {
  (void)state;
  Arena *arena = arena_new();
  for (size_t i = 0; i < pass_count(); i++) {
    if (pipeline_is_lowering(pass_at(i))) continue;
    Pipeline part = pipeline_without(arena, pass_at(i));
    for (size_t k = 0; k < part.steps.count; k++)
      assert_true(part.steps.data[k].pass != pass_at(i));
  }
  arena_free(arena);
}

UnitCount test_pipeline(void) {
  static const struct CMUnitTest tests[] = {
      cmocka_unit_test(runs_what_is_ready),
      cmocka_unit_test(refuses_what_is_not_ready),
      cmocka_unit_test(an_error_in_the_program_is_no_bug),
      cmocka_unit_test(a_bug_names_its_pass),
      cmocka_unit_test(verifies_only_when_asked),
      cmocka_unit_test(skips_any_pass),
  };
  return UNIT_RUN("pipeline", tests);
}
