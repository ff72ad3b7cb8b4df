// Which passes there are, and which of them run.
#include "driver/pipeline.h"

#include <stdlib.h>
#include <string.h>

#include "core/core.h"
#include "flat/flat.h"
#include "mem/mem.h"

typedef struct DefaultStep {
  const Pass *pass;
  IrLevel level;
  bool is_for_text; // only for textual IR that goes on to Mem
} DefaultStep;

static const DefaultStep STEPS[] = {
#define PASS(id, level)      {&pass_##id, LEVEL_##level, false},
#define PASS_TEXT(id, level) {&pass_##id, LEVEL_##level, true},
#include "driver/passes.def"
#undef PASS
#undef PASS_TEXT
};

enum { STEP_COUNT = sizeof STEPS / sizeof *STEPS };

static const Target PROCESSOR = {.has_device = false}, DEVICE = {.has_device = true};

// ---- The passes ----

// Is this the first step of its pass?
static bool is_first(size_t step) {
  for (size_t i = 0; i < step; i++)
    if (STEPS[i].pass == STEPS[step].pass) return false;
  return true;
}

size_t pass_count(void) {
  size_t count = 0;
  for (size_t i = 0; i < STEP_COUNT; i++)
    count += is_first(i);
  return count;
}

const Pass *pass_at(size_t position) {
  for (size_t i = 0; i < STEP_COUNT; i++)
    if (is_first(i) && position-- == 0) return STEPS[i].pass;
  INTERNAL_ERROR("pass out of range");
}

const Pass *pass_named(const char *name) {
  for (size_t i = 0; i < STEP_COUNT; i++)
    if (strcmp(STEPS[i].pass->name, name) == 0) return STEPS[i].pass;
  return NULL;
}

bool pipeline_has(const Pass *pass) {
  for (size_t i = 0; i < STEP_COUNT; i++)
    if (STEPS[i].pass == pass && !STEPS[i].is_for_text && !pass->is_for_device) return true;
  return false;
}

bool pipeline_is_lowering(const Pass *pass) { return pass->from != pass->to; }

// The pass of a label like simplify.6; NULL for other names.
static const Pass *pass_labelled(Driver *driver, const char *name) {
  const char *dot = strrchr(name, '.');
  if (!dot || !dot[1] || strspn(dot + 1, "0123456789") != strlen(dot + 1)) return NULL;
  return pass_named(arena_printf(driver->arena, "%.*s", (int)(dot - name), name));
}

static void complain_label(Driver *driver, const Pipeline *pipeline, const Pass *pass,
                           const char *name) {
  size_t runs = 0;
  bool is_whole = false;
  for (size_t i = 0; i < pipeline->steps.count; i++) {
    runs += pipeline->steps.data[i].pass == pass;
    is_whole |= pipeline->steps.data[i].pass->to == LEVEL_MEM;
  }
  diag_error(driver->diag, ERROR_UNKNOWN_PASS, SPAN_NONE, "unknown pass %s", name);
  diag_hint(driver->diag, "this pipeline has %zu run%s of %s%s", runs, runs == 1 ? "" : "s",
            pass->name, is_whole ? "" : "; with --to=mem it is longer");
}

static void complain_unknown(Driver *driver, const char *name) {
  diag_error(driver->diag, ERROR_UNKNOWN_PASS, SPAN_NONE, "unknown pass %s", name);
  Suggestion suggestion = suggestion_for(name);
  for (size_t i = 0; i < STEP_COUNT; i++)
    suggestion_offer(&suggestion, STEPS[i].pass->name);
  if (suggestion.best)
    diag_hint(driver->diag, "did you mean %s?", suggestion.best);
  else
    diag_hint(driver->diag, "ravel passes lists the passes");
}

// ---- Making pipelines ----

static void step_add(Arena *arena, Pipeline *pipeline, const DefaultStep *step) {
  const Pass *pass = step->pass;
  size_t runs = 1;
  for (size_t i = 0; i < pipeline->steps.count; i++)
    runs += pipeline->steps.data[i].pass == pass;
  const char *label = runs == 1 ? pass->name : arena_printf(arena, "%s.%zu", pass->name, runs);
  vec_push(
      arena, &pipeline->steps,
      (Step){.pass = pass, .label = label, .level = step->level, .is_for_text = step->is_for_text});
}

// Is it a step of the pipeline for this target that ends at this level?
static bool is_before(const DefaultStep *step, IrLevel goal, const Target *target) {
  if (step->level > goal || (step->pass->is_for_device && !target->has_device)) return false;
  if (step->is_for_text && goal < LEVEL_MEM) return false;
  return !pipeline_is_lowering(step->pass) || step->pass->to <= goal;
}

static Pipeline pipeline_on(Arena *arena, IrLevel goal, const Target *target) {
  Pipeline pipeline = {.is_verified = pipeline_is_verify_forced(), .target = *target};
  for (size_t i = 0; i < STEP_COUNT; i++)
    if (is_before(&STEPS[i], goal, target)) step_add(arena, &pipeline, &STEPS[i]);
  return pipeline;
}

Pipeline pipeline_default(Arena *arena, IrLevel goal) {
  return pipeline_on(arena, goal, &PROCESSOR);
}

Pipeline pipeline_device(Arena *arena) { return pipeline_on(arena, LEVEL_MEM, &DEVICE); }

// The target of this name; NULL when it is none that code is made for.
static const Target *target_named(const char *name) {
  if (strcmp(name, "opencl") == 0 || strcmp(name, "cuda") == 0) return &DEVICE;
  return strcmp(name, "c") == 0 || strcmp(name, "multicore") == 0 ? &PROCESSOR : NULL;
}

Pipeline pipeline_for(Driver *driver, const Arguments *arguments, const char *last,
                      const char *stop) {
  const char *target = option_text(arguments, OPTION_FOR_TARGET, NULL);
  return pipeline_on(driver->arena,
                     goal_from(last     ? last
                               : target ? "mem"
                                        : NULL,
                               stop),
                     target ? target_named(target) : &PROCESSOR);
}

Pipeline pipeline_lowering(Arena *arena) {
  Pipeline pipeline = {.is_verified = pipeline_is_verify_forced()};
  for (size_t i = 0; i < STEP_COUNT; i++)
    if (STEPS[i].is_for_text || pipeline_is_lowering(STEPS[i].pass))
      step_add(arena, &pipeline, &STEPS[i]);
  return pipeline;
}

Pipeline pipeline_without(Arena *arena, const Pass *pass) {
  Pipeline pipeline = {.is_verified = pipeline_is_verify_forced()};
  IrLevel goal = LEVEL_CORE;
  for (size_t i = 0; i < STEP_COUNT; i++)
    if (STEPS[i].pass == pass && STEPS[i].level > goal) goal = STEPS[i].level;
  unsigned properties = 0;
  for (size_t i = 0; i < STEP_COUNT; i++) {
    const Pass *next = STEPS[i].pass;
    bool is_ready = !(next->needs & ~properties);
    if (!is_before(&STEPS[i], goal, &PROCESSOR) || next == pass ||
        !(is_ready || pipeline_is_lowering(next)))
      continue;
    step_add(arena, &pipeline, &STEPS[i]);
    properties = (properties & ~next->breaks) | next->establishes;
  }
  return pipeline;
}

bool pipeline_of(Driver *driver, const Words *passes, Pipeline *pipeline) {
  const Target *target = passes->count > 0 ? target_named(passes->data[0]) : NULL;
  if (target && passes->count == 1) {
    *pipeline = pipeline_on(driver->arena, LEVEL_MEM, target);
    return true;
  }
  *pipeline = (Pipeline){.is_verified = pipeline_is_verify_forced(),
                         .target = target ? *target : PROCESSOR};
  for (size_t i = target ? 1 : 0; i < passes->count; i++) {
    const Pass *pass = pass_named(passes->data[i]);
    if (!pass) {
      complain_unknown(driver, passes->data[i]);
      return false;
    }
    step_add(driver->arena, pipeline, &(DefaultStep){.pass = pass});
  }
  return true;
}

// A name stands for all runs of the pass, a label for one; the first is also called `simplify.1`.
static bool step_matches(const Step *step, const char *name) {
  const char *pass = step->pass->name;
  if (strcmp(step->label, name) == 0 || strcmp(pass, name) == 0) return true;
  size_t length = strlen(pass);
  return strcmp(step->label, pass) == 0 && strncmp(name, pass, length) == 0 &&
         strcmp(name + length, ".1") == 0;
}

// Nothing was skipped: fails, or warns when there is such a pass.
static bool complain_not_skipped(Driver *driver, const Pipeline *pipeline, const char *name) {
  const Pass *pass = pass_named(name), *labelled = pass_labelled(driver, name);
  if (labelled) {
    complain_label(driver, pipeline, labelled, name);
    return false;
  }
  if (!pass) {
    complain_unknown(driver, name);
    return false;
  }
  diag_warning(driver->diag, ERROR_NOT_SKIPPED, SPAN_NONE, "%s does not run in this pipeline",
               name);
  if (pipeline_has(pass))
    diag_hint(driver->diag, "ravel passes lists the passes; --to=flat and --to=mem go further");
  return true;
}

bool pipeline_skip(Driver *driver, Pipeline *pipeline, const char *name) {
  size_t kept = 0, count = pipeline->steps.count;
  for (size_t i = 0; i < count; i++) {
    Step step = pipeline->steps.data[i];
    if (!step_matches(&step, name)) {
      pipeline->steps.data[kept++] = step;
    } else if (pipeline_is_lowering(step.pass)) {
      diag_error(driver->diag, ERROR_PASS_ORDER, SPAN_NONE,
                 "%s cannot be skipped: it leads to the next level", name);
      return false;
    }
  }
  pipeline->steps.count = kept;
  return kept < count || complain_not_skipped(driver, pipeline, name);
}

bool pipeline_stop_after(Driver *driver, Pipeline *pipeline, const char *name) {
  if (strcmp(name, "parse") == 0) {
    pipeline->steps.count = 0;
    return true;
  }
  for (size_t i = 0; i < pipeline->steps.count; i++)
    if (step_matches(&pipeline->steps.data[i], name)) {
      pipeline->steps.count = i + 1;
      return true;
    }
  if (!pass_named(name)) {
    complain_unknown(driver, name);
  } else {
    diag_error(driver->diag, ERROR_PASS_ORDER, SPAN_NONE, "%s does not run in this pipeline", name);
  }
  return false;
}

static bool pipeline_dump_after(Driver *driver, Pipeline *pipeline, const char *name) {
  bool is_all = strcmp(name, "all") == 0, is_known = is_all || pass_named(name);
  for (size_t i = 0; i < pipeline->steps.count; i++) {
    if (!is_all && !step_matches(&pipeline->steps.data[i], name)) continue;
    pipeline->steps.data[i].is_dumped = true;
    is_known = true;
  }
  if (!is_known) complain_unknown(driver, name);
  return is_known;
}

bool pipeline_is_verify_forced(void) {
#ifdef RAVEL_ALWAYS_VERIFY
  return true;
#else
  const char *setting = getenv("RAVEL_VERIFY");
  return setting && strcmp(setting, "1") == 0;
#endif
}

IrLevel goal_from(const char *last, const char *stop) {
  for (IrLevel level = LEVEL_CORE; last && level <= LEVEL_MEM; level = (IrLevel)(level << 1))
    if (strcmp(last, level_name(level)) == 0) return level;
  return stop ? LEVEL_MEM : LEVEL_CORE;
}

static bool pipeline_skip_all(Driver *driver, const Arguments *arguments, Pipeline *pipeline) {
  Words skipped = option_words(driver->arena, arguments, OPTION_SKIP);
  pipeline->target.fuses_greedily = option_is_set(arguments, OPTION_NO_ILP);
  for (size_t i = 0; i < skipped.count; i++)
    if (!pipeline_skip(driver, pipeline, skipped.data[i])) return false;
  return true;
}

// What is watched while it runs.
static bool pipeline_watch(Driver *driver, const Arguments *arguments, Pipeline *pipeline) {
  Words dumped = option_words(driver->arena, arguments, OPTION_DUMP_AFTER);
  for (size_t i = 0; i < dumped.count; i++)
    if (!pipeline_dump_after(driver, pipeline, dumped.data[i])) return false;
  pipeline->is_timed = option_is_set(arguments, OPTION_TIME_PASSES);
  pipeline->is_json = option_is_set(arguments, OPTION_JSON);
  pipeline->is_verified |= option_is_set(arguments, OPTION_VERIFY);
  return true;
}

bool pipeline_to_mem(Driver *driver, const Arguments *arguments, bool has_device,
                     Pipeline *pipeline) {
  *pipeline =
      has_device ? pipeline_device(driver->arena) : pipeline_default(driver->arena, LEVEL_MEM);
  return pipeline_skip_all(driver, arguments, pipeline) &&
         pipeline_watch(driver, arguments, pipeline);
}

bool pipeline_from(Driver *driver, const Arguments *arguments, Pipeline *pipeline) {
  Words passes = option_words(driver->arena, arguments, OPTION_PASS);
  const char *stop = option_text(arguments, OPTION_STOP_AFTER, NULL);
  if (option_is_set(arguments, OPTION_PASS) && option_is_set(arguments, OPTION_SKIP)) {
    diag_error(driver->diag, ERROR_BAD_OPTION, SPAN_NONE,
               "--skip leaves passes out of the default pipeline and does not go with --pass");
    return false;
  }
  // The interpreter by heap needs level Mem.
  const char *usual = option_is_set(arguments, OPTION_HEAP) ? "mem" : NULL;
  const char *last = option_text(arguments, OPTION_TO, usual);
  if (!option_is_set(arguments, OPTION_PASS))
    *pipeline = pipeline_for(driver, arguments, last, stop);
  else if (!pipeline_of(driver, &passes, pipeline))
    return false;
  const char *target = option_text(arguments, OPTION_FOR_TARGET, NULL);
  if (target) pipeline->target = *target_named(target);
  if (!pipeline_skip_all(driver, arguments, pipeline)) return false;
  if (stop && !pipeline_stop_after(driver, pipeline, stop)) return false;
  return pipeline_watch(driver, arguments, pipeline);
}

// ---- ravel passes ----

const char *level_name(IrLevel level) {
  switch (level) {
  case LEVEL_CORE: return "core";
  case LEVEL_FLAT: return "flat";
  case LEVEL_VALUES: return "core, flat";
  case LEVEL_MEM: return "mem";
  case LEVEL_LOW: return "flat, mem";
  case LEVEL_ALL: return "all";
  }
  INTERNAL_ERROR("level %d", (int)level);
}

int command_passes(Driver *driver, const Arguments *arguments) {
  (void)arguments;
  StrBuf text = {0};
  strbuf_puts(&text, "Passes\n");
  for (size_t i = 0; i < pass_count(); i++) {
    const Pass *pass = pass_at(i);
    const char *level = level_name(pass->from);
    if (pipeline_is_lowering(pass))
      level = arena_printf(driver->arena, "%s to %s", level, level_name(pass->to));
    strbuf_printf(&text, "  %-12s %-12s %s\n", pass->name, level, pass->purpose);
  }
  strbuf_puts(&text, "\nDefault pipeline\n ");
  Pipeline pipeline = pipeline_default(driver->arena, LEVEL_MEM);
  for (size_t i = 0; i < pipeline.steps.count; i++)
    strbuf_printf(&text, "%s %s", i ? "," : "", pipeline.steps.data[i].label);
  strbuf_puts(&text, "\n\nFor targets with a device\n ");
  pipeline = pipeline_device(driver->arena);
  for (size_t i = 0; i < pipeline.steps.count; i++)
    strbuf_printf(&text, "%s %s", i ? "," : "", pipeline.steps.data[i].label);
  strbuf_printf(&text, "\n\n%s\n", fuse_planner());
  int status = text_write(driver, NULL, strbuf_text(&text), text.length);
  strbuf_free(&text);
  return status;
}
