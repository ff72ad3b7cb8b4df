// The fuzzer must find passes that are wrong, each in its own way, and shrink what it finds. A
// fuzzer that finds nothing in a right compiler and nothing in a wrong one would look the same.
#include "test/unit/unit.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/core.h"
#include "fuzz/fuzz.h"
#include "fuzz/random.h"
#include "ir/build.h"
#include "ir/parse.h"
#include "ir/print.h"
#include "ir/walk.h"

// ---- Wrong passes ----

// What a wrong pass does to a statement.
typedef void Spoil(Stm *stm);

static bool spoil_enter(Walker *walker, Stm *stm) {
  (*(Spoil **)walker->context)(stm);
  return true;
}

static Program *spoil_program(Program *program, Spoil *spoil) {
  Walker walker = {.context = &spoil, .enter = spoil_enter};
  walk_program(&walker, program);
  return program;
}

static void xor_is_or(Stm *stm) {
  if (stm->exp->op == OP_XOR) stm->exp->op = OP_OR;
}

static void lose_last(Stm *stm) {
  if (stm->exp->op == OP_IF) stm->exp->as.branches.bodies[0]->stms.count = 0;
}

static void crash_at_scan(Stm *stm) {
  if (stm->exp->op != OP_PAR) return;
  const Thunk *thunk = &stm->exp->as.par->body;
  for (size_t k = 0; k < thunk->output_count; k++)
    if (thunk->outputs[k].mode == MODE_SCAN) INTERNAL_ERROR("a scan was too much");
}

static void hang_at_loop(Stm *stm) {
  while (stm->exp->op == OP_LOOP)
    continue;
}

static void shift_index(Stm *stm) {
  if (stm->exp->op != OP_INDEX || stm->exp->args[1].var) return;
  stm->exp->args[1] = atom_i64(constant_to_i64(stm->exp->args[1].constant) + 100);
}

// Moves a constant operand by one each time it runs.
static void drift(Stm *stm) {
  if (stm->exp->op != OP_AND || stm->exp->args[1].var) return;
  stm->exp->op = OP_OR;
}

static void drift_back(Stm *stm) {
  if (stm->exp->op == OP_OR && !stm->exp->args[1].var) stm->exp->op = OP_XOR;
}

// Lets every check hold.
static void forgive(Stm *stm) {
  if (stm->exp->op == OP_ASSERT) stm->exp->args[0] = atom_bool(true);
}

// Runs what may have run zero times.
static void run_once(Stm *stm) {
  const Exp *exp = stm->exp;
  if (exp->op != OP_LOOP || !exp->as.loop->index || !loop_bound(exp).var) return;
  Scalar type = exp->as.loop->index->type->scalar;
  exp->args[exp->as.loop->param_count] = atom_constant(constant_int(type, 1));
}

// Hands the token on, and that is all.
static void hush(Stm *stm) {
  if (stm->exp->op != OP_EFFECT || stm->var_count > 1) return;
  stm->exp->op = OP_OPAQUE;
  stm->exp->arg_count = 1;
}

// x + 0.0 is not x when x is -0.0, but x + -0.0 is.
static void lose_zero(Stm *stm) {
  for (size_t i = 0; stm->exp->op == OP_ADD && i < 2; i++) {
    Atom *operand = &stm->exp->args[i];
    if (operand->var || scalar_info(operand->constant.type)->class != CLASS_FLOAT) continue;
    if (constant_equal(operand->constant, constant_float(operand->constant.type, 0.0)))
      *operand = atom_constant(constant_float(operand->constant.type, -0.0));
  }
}

#define WRONG_PASS(id, spoil)                                                                      \
  static Program *run_##id(Program *program, const Target *target, Diag *diag) {                   \
    (void)target;                                                                                  \
    (void)diag;                                                                                    \
    return spoil_program(program, spoil);                                                          \
  }                                                                                                \
  static const Pass id = {.name = #id, .from = LEVEL_CORE, .to = LEVEL_CORE, .run = run_##id};

WRONG_PASS(confuses, xor_is_or)
WRONG_PASS(loses, lose_last)
WRONG_PASS(crashes, crash_at_scan)
WRONG_PASS(hangs, hang_at_loop)
WRONG_PASS(shifts, shift_index)
WRONG_PASS(forgives, forgive)
WRONG_PASS(hurries, run_once)
WRONG_PASS(rounds, lose_zero)
WRONG_PASS(hushes, hush)

static Program *run_drifts(Program *program, const Target *target, Diag *diag) {
  (void)target;
  (void)diag;
  spoil_program(program, drift_back);
  return spoil_program(program, drift);
}
static const Pass drifts = {
    .name = "drifts", .from = LEVEL_CORE, .to = LEVEL_CORE, .run = run_drifts};

static Program *run_refuses(Program *program, const Target *target, Diag *diag) {
  (void)target;
  (void)program;
  diag_error(diag, ERROR_OPERANDS, SPAN_NONE, "this pass refuses everything");
  return NULL;
}
static const Pass refuses = {
    .name = "refuses", .from = LEVEL_CORE, .to = LEVEL_CORE, .run = run_refuses};

// ---- Finding and shrinking ----

static bool count_enter(Walker *walker, Stm *stm) {
  (void)stm;
  ++*(size_t *)walker->context;
  return true;
}

static size_t statement_count(Program *program) {
  size_t count = 0;
  Walker walker = {.context = &count, .enter = count_enter};
  walk_program(&walker, program);
  return count;
}

// Some seed must show this finding, and one of the first programs that do, so many of them, must
// shrink to at most so many statements. What hangs is not shrunk here: every step that succeeds
// would wait for the time limit. What few programs show takes more seeds, after some changes of the
// generator.
enum { SEEDS_TO_TRY = 2000 };

static void expect_found_in(const Pass *pass, FindingKind kind, size_t most, size_t programs) {
  const Pass *const passes[] = {pass};
  FuzzVariant variant = {pass->name, {0}, passes, 1, kind == FINDING_UNSTABLE};
  FuzzChecks checks = {.variants = &variant, .variant_count = 1, .only_stage = pass->name};
  for (uint64_t seed = 1; seed < SEEDS_TO_TRY; seed++) {
    Arena *arena = arena_new();
    FuzzCase whole = fuzz_generate(arena, interner_new(arena), seed);
    Finding finding = {0}, again = {0};
    bool is_found = !fuzz_check_apart(&whole, &checks, 1, &finding) && finding.kind == kind;
    if (is_found && kind != FINDING_TIMEOUT) {
      assert_string_equal(finding.stage, pass->name);
      FuzzCase least = fuzz_shrink(&whole, &checks, 1, &finding);
      size_t count = statement_count(least.program);
      assert_false(fuzz_check_apart(&least, &checks, 1, &again));
      assert_int_equal(again.kind, kind);
      is_found = count <= most || --programs == 0;
      if (is_found && count > most) {
        StrBuf text = {0};
        fuzz_case_print(&text, &least);
        print_error("shrunk to %zu statements, not %zu:\n%s", count, most, strbuf_text(&text));
        strbuf_free(&text);
      }
      assert_true(count <= most || !is_found);
      fuzz_case_free(&least);
      arena_free(least.program->arena);
    }
    strbuf_free(&finding.message);
    strbuf_free(&again.message);
    fuzz_case_free(&whole);
    arena_free(arena);
    if (is_found) return;
  }
  fail_msg("no seed shows that %s is wrong", pass->name);
}

// The first program that shows it must shrink.
static void expect_found(const Pass *pass, FindingKind kind, size_t most) {
  expect_found_in(pass, kind, most, 1);
}

// The first programs have globals of several values, of which the shrinker leaves alone what is not
// used.
static void finds_wrong_results(void **state) {
  (void)state;
  expect_found_in(&confuses, FINDING_RESULT, 3, 8);
}

static void finds_invalid_programs(void **state) {
  (void)state;
  expect_found(&loses, FINDING_INVALID, 5);
}

static void finds_crashes(void **state) {
  (void)state;
  // The greatest operator has 12 statements, which the shrinker leaves alone.
  expect_found(&crashes, FINDING_CRASH, 13);
}

static void finds_endless_loops(void **state) {
  (void)state;
  expect_found(&hangs, FINDING_TIMEOUT, 6);
}

static void finds_added_failures(void **state) {
  (void)state;
  expect_found(&shifts, FINDING_FAILURE, 4);
}

static void finds_lost_failures(void **state) {
  (void)state;
  expect_found(&forgives, FINDING_LOST, 3);
}

// The first program has the lengths of irregular rows, of which the shrinker leaves what makes
// them.
static void finds_what_should_not_run(void **state) {
  (void)state;
  expect_found_in(&hurries, FINDING_FAILURE, 5, 12);
}

static void finds_zeros_of_the_other_sign(void **state) {
  (void)state;
  expect_found(&rounds, FINDING_RESULT, 3);
}

static void finds_lost_effects(void **state) {
  (void)state;
  expect_found(&hushes, FINDING_SAID, 2);
}

static FuzzCase parsed_case(Arena *arena, const char *text) {
  SourceMap *sources = sources_new(arena);
  const SourceFile *file = source_add(sources, "doomed", text, strlen(text));
  Diag *diag = diag_new(arena, sources);
  FuzzCase fuzz_case = {.program = program_parse(arena, interner_new(arena), file, diag)};
  assert_non_null(fuzz_case.program);
  return fuzz_case;
}

static bool must_fail(const char *body) {
  Arena *arena = arena_new();
  char *text = arena_printf(arena, "entry main () -> (doomed: i64) = { %s }", body);
  FuzzCase fuzz_case = parsed_case(arena, text);
  bool is_certain = fuzz_must_fail(&fuzz_case);
  arena_free(arena);
  return is_certain;
}

// A failure must stay only when it is of the doomed result's own statement.
static void knows_which_failures_stay(void **state) {
  (void)state;
  assert_true(must_fail("let a: i64 = sdiv 1, 0 in (a)"));
  assert_true(
      must_fail("let c: cert = assert false, \"no\" let a: i64 = add 1, 2 needs (c) in (a)"));
  assert_true(must_fail("let n: i64 = opaque 4 let xs: [n]i64 = array (1, 2) "
                        "let a: i64 = index xs[0] in (a)"));
  assert_false(must_fail("let b: i64 = sdiv 1, 0 let a: i64 = sdiv b, 1 in (a)"));
  assert_false(must_fail("let b: i64 = sdiv 1, 0 let a: i64 = mul b, 0 in (a)"));
  assert_false(must_fail("let a: i64 = if true then { let b: i64 = sdiv 1, 0 in (3) } "
                         "else { in (4) } in (a)"));
  assert_false(must_fail("let c: cert = assert true, \"no\" let xs: [1]i64 = par (i < 1) { map 0 } "
                         "let a: i64 = par (i < 1) { let b: i64 = sdiv 1, 0 "
                         "reduce (p: i64, q: i64 => { in (p) }; 0) 5 } needs (c) in (a)"));
}

// ---- Guards ----

// Does the program of the seed, once guarded, fail other than by an assert?
static bool has_unguarded_failure(uint64_t seed, bool *is_failure) {
  Arena *arena = arena_new();
  FuzzCase fuzz_case = fuzz_generate(arena, interner_new(arena), seed);
  Program *program = pass_guard.run(fuzz_case.program, &(Target){0}, diag_new(arena, NULL));
  SaidStreams streams;
  said_open(&streams);
  Interp *interp = interp_new(program, (InterpOptions){0});
  interp_redirect(interp, streams.out, streams.traces);
  Value *results = NULL;
  size_t count = 0;
  Failure failure = {0};
  *is_failure = !interp_run(interp, fuzz_case_entry(&fuzz_case), fuzz_case.args,
                            fuzz_case.arg_count, &results, &count, &failure);
  // Irregular arrays, whose shape is shown as [2][], are guarded by a later pass.
  bool is_unguarded = *is_failure &&
                      (failure.kind == FAILURE_BOUNDS || failure.kind == FAILURE_DIVISION) &&
                      !strstr(failure.message, "[]");
  if (*is_failure) free(failure.message);
  for (size_t k = 0; k < count; k++)
    value_free(&results[k]);
  free(results);
  interp_free(interp);
  Said said = said_close(&streams);
  said_free(&said);
  fuzz_case_free(&fuzz_case);
  arena_free(arena);
  return is_unguarded;
}

// Compiled code checks nothing but asserts, so a statement that needs a certificate, and thereby
// counts as guarded, must not fail itself.
static void what_needs_a_certificate_is_right(void **state) {
  (void)state;
  size_t failures = 0;
  for (uint64_t seed = 4001; seed <= 6500; seed++) {
    bool is_failure = false;
    if (has_unguarded_failure(seed, &is_failure)) fail_msg("seed %u", (unsigned)seed);
    failures += is_failure;
  }
  assert_true(failures > 0);
}

// ---- Versions ----

// Two versions of a program that fails: `%s` with much parallelism, `%s` with little.
static Program *run_versions(Program *program, const char *much, const char *little) {
  char *text = arena_printf(program->arena,
                            "flat entry main () -> (a: i64) = { let m: bool = threshold \"m\", 9 "
                            "let a: i64 = if m then { %s } else { %s } in (a) }",
                            much, little);
  return parsed_case(program->arena, text).program;
}

#define FAILING "let c: cert = assert false, \"no\" let b: i64 = add 1, 2 needs (c) in (b)"

static Program *run_drops_much(Program *program, const Target *target, Diag *diag) {
  (void)target;
  (void)diag;
  return run_versions(program, "in (1)", FAILING);
}

static Program *run_drops_little(Program *program, const Target *target, Diag *diag) {
  (void)target;
  (void)diag;
  return run_versions(program, FAILING, "in (1)");
}

static Program *run_drops_both(Program *program, const Target *target, Diag *diag) {
  (void)target;
  (void)diag;
  return run_versions(program, "in (1)", "in (1)");
}

static Program *run_drops_none(Program *program, const Target *target, Diag *diag) {
  (void)target;
  (void)diag;
  return run_versions(program, FAILING, FAILING);
}

// A target that fails, or gives a number, whatever the program is.
static void *open_stub(void *context) { return context; }

static size_t add_stub(void *batch, const FuzzCase *lowered, size_t target) {
  (void)batch, (void)lowered;
  return target;
}

static bool build_stub(void *batch, StrBuf *why) {
  (void)batch, (void)why;
  return true;
}

static bool run_stub(void *batch, size_t number, const FuzzCase *fuzz_case, Value **results,
                     size_t *result_count, Said *said, Failure *failure) {
  (void)number, (void)fuzz_case, (void)results, (void)result_count, (void)said;
  const bool *is_failing = batch;
  if (!*is_failing) return true;
  *failure = (Failure){.kind = FAILURE_ASSERT, .message = strdup("no")};
  return false;
}

static void close_stub(void *batch) { (void)batch; }

static FindingKind found_compiled(Program *(*run)(Program *, const Target *, Diag *),
                                  bool is_failing) {
  const Pass pass = {.name = "versions", .run = run};
  const Pass *const passes[] = {&pass};
  const FuzzVariant lowering = {"lowering", {0}, passes, 1, false};
  static const char *const targets[] = {"stub"};
  FuzzCompiler compiler = {.context = &is_failing,
                           .targets = targets,
                           .target_count = 1,
                           .lowering = &lowering,
                           .open = open_stub,
                           .add = add_stub,
                           .build = build_stub,
                           .run = run_stub,
                           .close = close_stub};
  FuzzChecks checks = {.compiler = &compiler};
  Arena *arena = arena_new();
  FuzzCase whole = parsed_case(arena, "entry main () -> (a: i64) = { " FAILING " }");
  Finding finding = {0};
  fuzz_check(&whole, &checks, &finding);
  strbuf_free(&finding.message);
  fuzz_case_free(&whole);
  arena_free(arena);
  return finding.kind;
}

// Versions may drop different failures, and a target may take either.
static void compares_with_both_versions(void **state) {
  (void)state;
  assert_int_equal(found_compiled(run_drops_much, true), FINDING_NONE);
  assert_int_equal(found_compiled(run_drops_much, false), FINDING_NONE);
  assert_int_equal(found_compiled(run_drops_little, true), FINDING_NONE);
  assert_int_equal(found_compiled(run_drops_little, false), FINDING_NONE);
  assert_int_equal(found_compiled(run_drops_both, true), FINDING_FAILURE);
  assert_int_equal(found_compiled(run_drops_both, false), FINDING_NONE);
  assert_int_equal(found_compiled(run_drops_none, true), FINDING_NONE);
  assert_int_equal(found_compiled(run_drops_none, false), FINDING_LOST);
}

static void finds_what_changes_again(void **state) {
  (void)state;
  expect_found(&drifts, FINDING_UNSTABLE, 4);
}

static void finds_errors_of_passes(void **state) {
  (void)state;
  expect_found(&refuses, FINDING_PASS, 1);
}

// ---- The rest ----

static void a_seed_names_a_program(void **state) {
  (void)state;
  StrBuf texts[3] = {{0}};
  for (size_t k = 0; k < 3; k++) {
    Arena *arena = arena_new();
    FuzzCase fuzz_case = fuzz_generate(arena, interner_new(arena), k == 2 ? 8 : 7);
    fuzz_case_print(&texts[k], &fuzz_case);
    fuzz_case_free(&fuzz_case);
    arena_free(arena);
  }
  assert_string_equal(strbuf_text(&texts[0]), strbuf_text(&texts[1]));
  assert_string_not_equal(strbuf_text(&texts[0]), strbuf_text(&texts[2]));
  for (size_t k = 0; k < 3; k++)
    strbuf_free(&texts[k]);
}

// ---- Futhark programs ----

static void a_seed_names_a_futhark_program(void **state) {
  (void)state;
  StrBuf texts[3] = {{0}};
  for (size_t k = 0; k < 3; k++) {
    Arena *arena = arena_new();
    FuzzText text = fuzz_futhark(arena, k == 2 ? 8 : 7);
    fuzz_text_print(&texts[k], &text, "--");
    fuzz_text_free(&text);
    arena_free(arena);
  }
  assert_string_equal(strbuf_text(&texts[0]), strbuf_text(&texts[1]));
  assert_string_not_equal(strbuf_text(&texts[0]), strbuf_text(&texts[2]));
  for (size_t k = 0; k < 3; k++)
    strbuf_free(&texts[k]);
}

// Every form of the language that the generator knows, and every mistake, occurs in some program.
static void writes_all_of_futhark(void **state) {
  (void)state;
  static const char *const forms[] = {
      "module type ", "module F",   ") = {\n",      "type t",
      "'t",           " with t = ", "open P",       "#none",
      "match ",       "case ",      "loop ",        " for ",
      " while ",      " in v",      "let [k",       ":> ",
      "?[k",          "++",         "|> ",          "(+)",
      "(.0)",         "(\\x",       "map2 ",        "map3 ",
      "scan ",        "reduce ",    "reduce_comm ", "filter ",
      "partition ",   "scatter ",   "hist ",        "reduce_by_index ",
      "zip ",         "zip3 ",      "unzip ",       "flatten ",
      "unflatten ",   "transpose ", "rotate ",      "reverse ",
      "[::-1]",       "tabulate ",  "replicate ",   "iota ",
      "foldl ",       "foldr ",     "*[n",          " with [",
      " with a = ",   "let v",      "length ",      "take ",
      "tail ",        "drop ",      "concat ",      "(copy ",
      " with a[",     " with 0[",   "].a = ",       "].0 = ",
      " : f32) * (",  "(-(",        "let v",        ".a["};
  static const char *const mistakes[] = {
#define CASE                       NULL
#define MISTAKE(place, name, text) name,
#include "fuzz/futhark_mistakes.def"
#undef MISTAKE
#undef CASE
  };
  enum { FORMS = sizeof forms / sizeof *forms, MISTAKES = sizeof mistakes / sizeof *mistakes };
  bool has_form[FORMS] = {false}, has_mistake[MISTAKES] = {false};
  for (uint64_t seed = 1; seed <= 6000; seed++) {
    Arena *arena = arena_new();
    FuzzText text = fuzz_futhark(arena, seed);
    for (size_t k = 0; k < FORMS; k++)
      has_form[k] = has_form[k] || strstr(text.text, forms[k]);
    for (size_t k = 0; k < MISTAKES && text.mistake; k++)
      has_mistake[k] = has_mistake[k] || strcmp(mistakes[k], text.mistake) == 0;
    fuzz_text_free(&text);
    arena_free(arena);
  }
  for (size_t k = 0; k < FORMS; k++)
    if (!has_form[k]) fail_msg("no program has '%s'", forms[k]);
  for (size_t k = 0; k < MISTAKES; k++)
    if (!has_mistake[k]) fail_msg("no program has the mistake '%s'", mistakes[k]);
}

// ---- APL programs ----

// Every glyph that the generator knows, and every mistake and doom, occurs in some program.
static void writes_all_of_apl(void **state) {
  (void)state;
  static const char *const forms[] = {
      "+", "-",  "×",  "⌈",  "⌊", "|", "~", "∧", "∨", "⍲",  "⍱",     "<",       "≤",  "=", "≥",
      ">", "≠",  "⍴",  ",",  "⍪", "⌽", "⊖", "⍉", "↑", "↓",  "⍳",     "∊",       "≢",  "≡", "⊃",
      "⍋", "⍒",  "∪",  "⍸",  "⊥", "⊤", "¨", "⍨", "∘", "⍣",  "∘.",    "+.×",     "/[", "⌿", "\\",
      "⍀", "⍵:", "⎕←", "(v", ";", "J", "'", "⍬", "¯", "∘×", "{⍵⌈⍺}", "{⍺+2×⍵}", "]←"};
  static const char *const fates[] = {
#define MISTAKE(name, text) name,
#define DOOM(name, text)    name,
#include "fuzz/apl_dooms.def"
#include "fuzz/apl_mistakes.def"
#undef MISTAKE
#undef DOOM
  };
  enum { FORMS = sizeof forms / sizeof *forms, FATES = sizeof fates / sizeof *fates };
  bool has_form[FORMS] = {false}, has_fate[FATES] = {false};
  for (uint64_t seed = 1; seed <= 2000; seed++) {
    Arena *arena = arena_new();
    FuzzText text = fuzz_apl(arena, seed), again = fuzz_apl(arena, seed);
    assert_string_equal(text.text, again.text);
    for (size_t k = 0; k < FORMS && !text.is_open; k++)
      has_form[k] = has_form[k] || strstr(text.text, forms[k]);
    const char *fate = text.mistake ? text.mistake : text.doomed;
    for (size_t k = 0; k < FATES && fate; k++)
      has_fate[k] = has_fate[k] || strcmp(fates[k], fate) == 0;
    fuzz_text_free(&text);
    fuzz_text_free(&again);
    arena_free(arena);
  }
  for (size_t k = 0; k < FORMS; k++)
    if (!has_form[k]) fail_msg("no program has %s", forms[k]);
  for (size_t k = 0; k < FATES; k++)
    if (!has_fate[k]) fail_msg("no program has this: %s", fates[k]);
}

// ---- What is written ----

typedef struct Seen {
  bool ops[OP_COUNT], modes[MODE_COUNT];
  size_t epilogues, consumed, exclusive;
} Seen;

static void see_outputs(Seen *seen, const Thunk *thunk) {
  for (size_t k = 0; k < thunk->output_count; k++) {
    seen->modes[thunk->outputs[k].mode] = true;
    seen->exclusive += thunk->outputs[k].is_exclusive;
  }
}

static bool see_stm(Walker *walker, Stm *stm) {
  Seen *seen = walker->context;
  seen->ops[stm->exp->op] = true;
  if (stm->exp->op != OP_PAR) return true;
  const Par *par = stm->exp->as.par;
  see_outputs(seen, &par->body);
  see_outputs(seen, &par->epilogue);
  seen->epilogues += par->has_epilogue;
  seen->consumed += par->consumed_count;
  return true;
}

// Descriptors at Core are only made by a pass, so no front end and no generator writes them.
static bool is_written(Op op) {
  return (op_info(op)->levels & LEVEL_CORE) && strncmp(op_info(op)->text, "seg_", 4) != 0;
}

// Every op of Core and every mode occurs in some program.
static void generates_everything(void **state) {
  (void)state;
  Seen seen = {.ops = {false}};
  for (uint64_t seed = 1; seed <= 1500; seed++) {
    Arena *arena = arena_new();
    FuzzCase fuzz_case = fuzz_generate(arena, interner_new(arena), seed);
    Walker walker = {.context = &seen, .enter = see_stm};
    walk_program(&walker, fuzz_case.program);
    fuzz_case_free(&fuzz_case);
    arena_free(arena);
  }
  for (size_t op = 0; op < OP_COUNT; op++)
    if (!seen.ops[op] && is_written((Op)op))
      fail_msg("no program has the op %s", op_info((Op)op)->text);
  for (size_t mode = 0; mode < MODE_COUNT; mode++)
    if (!seen.modes[mode]) fail_msg("no program has output mode %zu", mode);
  assert_true(seen.epilogues > 0 && seen.consumed > 0 && seen.exclusive > 0);
}

static void random_numbers_keep_their_bounds(void **state) {
  (void)state;
  Random random = random_new(1), same = random_new(1), other = random_new(2);
  assert_true(random_next(&random) == random_next(&same));
  assert_true(random_next(&random) != random_next(&other));
  bool seen[3] = {false};
  for (int k = 0; k < 1000; k++) {
    int64_t number = random_between(&random, -1, 1);
    assert_in_range(number + 1, 0, 2);
    seen[number + 1] = true;
    assert_int_equal(random_below(&random, 1), 0);
    assert_false(random_chance(&random, 0));
    assert_true(random_chance(&random, 100));
  }
  assert_true(seen[0] && seen[1] && seen[2]);
}

// The whole run: what is found is counted, told and saved, and a crash does not stop the others.
static void runs_to_the_end(void **state) {
  (void)state;
  char folder[] = "/tmp/ravel-fuzz-XXXXXX";
  assert_non_null(mkdtemp(folder));
  const Pass *const passes[] = {&crashes};
  FuzzVariant variant = {"crashes", {0}, passes, 1, false};
  char *text = NULL;
  size_t length = 0;
  FILE *output = open_memstream(&text, &length);
  FuzzOptions options = {.seed = 1,
                         .count = 60,
                         .jobs = 2,
                         .timeout = 5,
                         .variants = &variant,
                         .variant_count = 1,
                         .folder = folder,
                         .is_kept_whole = true,
                         .output = output};
  FuzzSummary summary = fuzz_run(&options);
  fclose(output);
  assert_int_equal(summary.passed + summary.failed, 60);
  assert_true(summary.failed > 1 && summary.passed > 1);
  size_t told = 0;
  for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
    if (strncmp(line, "  saved as ", 11) != 0) continue;
    told++;
    assert_int_equal(unlink(line + 11), 0);
  }
  assert_int_equal(told, summary.failed);
  assert_int_equal(rmdir(folder), 0);
  free(text);
}

UnitCount test_fuzz(void) {
  static const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_numbers_keep_their_bounds),
      cmocka_unit_test(a_seed_names_a_program),
      cmocka_unit_test(generates_everything),
      cmocka_unit_test(a_seed_names_a_futhark_program),
      cmocka_unit_test(writes_all_of_futhark),
      cmocka_unit_test(writes_all_of_apl),
      cmocka_unit_test(finds_wrong_results),
      cmocka_unit_test(finds_invalid_programs),
      cmocka_unit_test(finds_crashes),
      cmocka_unit_test(finds_endless_loops),
      cmocka_unit_test(finds_added_failures),
      cmocka_unit_test(finds_lost_failures),
      cmocka_unit_test(finds_what_should_not_run),
      cmocka_unit_test(finds_zeros_of_the_other_sign),
      cmocka_unit_test(finds_lost_effects),
      cmocka_unit_test(knows_which_failures_stay),
      cmocka_unit_test(what_needs_a_certificate_is_right),
      cmocka_unit_test(compares_with_both_versions),
      cmocka_unit_test(finds_what_changes_again),
      cmocka_unit_test(finds_errors_of_passes),
      cmocka_unit_test(runs_to_the_end),
  };
  return UNIT_RUN("fuzz", tests);
}
