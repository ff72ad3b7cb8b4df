#include "mem/plan_report.h"

#include "base/json.h"
#include "ir/par.h"
#include "ir/plan.h"
#include "ir/print.h"
#include "ir/type.h"

// ---- Notes ----

typedef struct PlanNote {
  Kernel kernel;
  Obstacle obstacle;
} PlanNote;

typedef struct PlanNotes {
  Vec(PlanNote) all;
} PlanNotes;

static PlanNotes *notes_of(const Program *program, const Par *par) {
  return program->plan_notes ? map_get(program->plan_notes, map_key(par)) : NULL;
}

void plan_note(Program *program, const Par *par, Kernel kernel, Obstacle obstacle) {
  PlanNotes *notes = notes_of(program, par);
  if (!notes) {
    if (!program->plan_notes) program->plan_notes = map_new(program->arena);
    notes = arena_make(program->arena, PlanNotes);
    map_put(program->plan_notes, map_key(par), notes);
  }
  for (size_t i = 0; i < notes->all.count; i++)
    if (notes->all.data[i].kernel == kernel) return;
  PlanNote note = {kernel, obstacle};
  vec_push(program->arena, &notes->all, note);
}

// ---- Conditions ----

// An arm of a choice between versions.
typedef struct PlanVersion {
  struct PlanVersion *outer;
  const struct PlanVersion *first; // the arm before it, or NULL
  const char *condition;
  bool is_taken; // where the condition holds; otherwise where it does not
  bool is_begun; // a par of it was shown
} PlanVersion;

// Statements of a function in front of the one that is looked at, and what it is in.
typedef struct PlanReporter {
  const Program *program;
  const SourceMap *sources;
  Arena *arena;
  Map *definitions;     // Var -> the Exp that it is
  PlanVersion *version; // that is looked at, or NULL
  const char *unit;     // the function, or the global
  bool is_begun;        // a par of it was shown
  StrBuf *out;          // either this one
  JsonWriter *json;     // or this one
} PlanReporter;

// How an op stands between its operands, and how tightly it binds them.
typedef struct Infix {
  Op op;
  int rank;
  const char *text;
} Infix;

enum { INFIX_LOOSE = 1, INFIX_TIGHT = 7 };

static const Infix *infix_of(Op op) {
  static const Infix INFIXES[] = {
      {OP_OR, 2, "or"},   {OP_AND, 3, "and"}, {OP_SLE, 4, "<="}, {OP_SLT, 4, "<"},
      {OP_EQ, 4, "=="},   {OP_ADD, 5, "+"},   {OP_SUB, 5, "-"},  {OP_MUL, 6, "*"},
      {OP_SQUOT, 6, "/"}, {OP_SREM, 6, "%"},
  };
  for (size_t i = 0; i < sizeof INFIXES / sizeof *INFIXES; i++)
    if (INFIXES[i].op == op) return &INFIXES[i];
  return NULL;
}

static void initial_print(StrBuf *out, int64_t initial) {
  if (initial == THRESHOLD_THREADS) {
    strbuf_puts(out, "threads");
  } else if (initial == THRESHOLD_FAST) {
    strbuf_puts(out, "fast memory");
  } else if (initial == THRESHOLD_NEST || initial == THRESHOLD_DEFAULT) {
    strbuf_puts(out, "the target's own");
  } else {
    strbuf_printf(out, "%lld", (long long)initial);
  }
}

static void condition_print(PlanReporter *reporter, StrBuf *out, Atom atom, int around);

// `sweep_3: n * 8 >= threads`
static void threshold_print(PlanReporter *reporter, StrBuf *out, const Exp *exp) {
  strbuf_printf(out, "%s: ", exp->as.threshold.name);
  condition_print(reporter, out, exp->args[0], INFIX_LOOSE);
  strbuf_puts(out, " >= ");
  if (exp->arg_count > 1)
    condition_print(reporter, out, exp->args[1], INFIX_LOOSE);
  else
    initial_print(out, exp->as.threshold.initial);
}

static bool is_bool(Atom atom, bool value) {
  return !atom.var && atom.constant.type == SCALAR_BOOL && atom.constant.value.b == value;
}

// `n * 8 where 256 <= n`, and 0 elsewhere; `not fast_1 and block_1` for a choice of truths
static void choice_print(PlanReporter *reporter, StrBuf *out, const Exp *exp) {
  if (is_bool(exp->args[1], false)) {
    strbuf_puts(out, "not ");
    condition_print(reporter, out, exp->args[0], INFIX_TIGHT);
    strbuf_puts(out, " and ");
    condition_print(reporter, out, exp->args[2], INFIX_LOOSE);
    return;
  }
  condition_print(reporter, out, exp->args[1], INFIX_LOOSE);
  strbuf_puts(out, " where ");
  condition_print(reporter, out, exp->args[0], INFIX_LOOSE);
  if (atom_is_i64(exp->args[2], 0)) return;
  strbuf_puts(out, ", otherwise ");
  condition_print(reporter, out, exp->args[2], INFIX_LOOSE);
}

// What the value was computed from, back to sizes; in parentheses where what is around it binds as
// tightly.
static void condition_print(PlanReporter *reporter, StrBuf *out, Atom atom, int around) {
  const Exp *exp = atom.var ? map_get(reporter->definitions, map_key(atom.var)) : NULL;
  const Infix *infix = exp ? infix_of(exp->op) : NULL;
  bool is_loose = exp && (exp->op == OP_SELECT || exp->op == OP_THRESHOLD);
  bool is_inside = (is_loose && around > 0) || (infix && infix->rank < around);
  if (is_inside) strbuf_putc(out, '(');
  if (infix) {
    condition_print(reporter, out, exp->args[0], infix->rank);
    strbuf_printf(out, " %s ", infix->text);
    condition_print(reporter, out, exp->args[1], infix->rank + 1);
  } else if (exp && exp->op == OP_THRESHOLD) {
    threshold_print(reporter, out, exp);
  } else if (exp && exp->op == OP_SELECT) {
    choice_print(reporter, out, exp);
  } else if (exp && exp->op == OP_SMAX) {
    strbuf_puts(out, "max(");
    condition_print(reporter, out, exp->args[0], 0);
    strbuf_puts(out, ", ");
    condition_print(reporter, out, exp->args[1], 0);
    strbuf_putc(out, ')');
  } else if (atom_is_i64(atom, INT64_MAX)) {
    strbuf_puts(out, "never");
  } else {
    atom_print(out, atom);
  }
  if (is_inside) strbuf_putc(out, ')');
}

// ---- Pars ----

// Where a span begins, as `file:line:column`; `?` without a source.
static const char *place_text(const PlanReporter *reporter, Span span) {
  const SourceFile *file = span_is_known(span) ? source_get(reporter->sources, span.file) : NULL;
  if (!file) return "?";
  uint32_t line, column;
  source_position(file, span.start, &line, &column);
  return arena_printf(reporter->arena, "%s:%u:%u", file->path, line, column);
}

// `(i < n, j < m) map, reduce`
static void head_print(StrBuf *out, const Par *par) {
  strbuf_putc(out, '(');
  for (size_t i = 0; i < par->rank; i++) {
    strbuf_puts(out, i ? ", " : "");
    atom_print(out, atom_var(par->indices[i]));
    strbuf_puts(out, " < ");
    atom_print(out, dim_size(par->space[i]));
  }
  strbuf_putc(out, ')');
  for (size_t i = 0; i < par->body.output_count; i++)
    strbuf_printf(out, "%s%s", i ? ", " : " ", mode_text(par->body.outputs[i].mode));
}

static void kernel_print(StrBuf *out, const Plan *plan) {
  strbuf_puts(out, kernel_traits(plan->kernel)->text);
  if (plan->depth > 0) strbuf_printf(out, "(depth %u)", (unsigned)plan->depth);
  if (plan->side > 0) strbuf_printf(out, "(side %u)", (unsigned)plan->side);
}

static bool is_same_obstacle(const PlanNote *a, const PlanNote *b) {
  return strcmp(a->obstacle.why, b->obstacle.why) == 0 &&
         a->obstacle.where.start == b->obstacle.where.start;
}

// `not tile, sweep: a point reduces nothing (crowd.fut:5:16)`
static void refusals_print(const PlanReporter *reporter, const PlanNotes *notes, int margin) {
  StrBuf *out = reporter->out;
  size_t count = notes ? notes->all.count : 0;
  for (size_t i = 0; i < count; i++) {
    const PlanNote *note = &notes->all.data[i];
    bool is_told = false;
    for (size_t k = 0; k < i; k++)
      is_told = is_told || is_same_obstacle(&notes->all.data[k], note);
    if (is_told) continue;
    const char *between = "not ";
    strbuf_printf(out, "%*s", margin, "");
    for (size_t k = i; k < count; k++, between = ", ")
      if (is_same_obstacle(&notes->all.data[k], note))
        strbuf_printf(out, "%s%s", between, kernel_traits(notes->all.data[k].kernel)->text);
    strbuf_printf(out, ": %s (%s)\n", note->obstacle.why,
                  place_text(reporter, note->obstacle.where));
  }
}

// A line for the unit, and for each version, that a par is shown of for the first time. Gives how
// deep the par is.
static int heads_print(const PlanReporter *reporter, PlanVersion *version) {
  StrBuf *out = reporter->out;
  if (!version) return 1;
  int depth = heads_print(reporter, version->outer);
  if (version->is_begun) return depth + 1;
  bool is_second = version->first && version->first->is_begun;
  strbuf_fill(out, ' ', 2 * (size_t)depth);
  if (is_second)
    strbuf_puts(out, "otherwise:\n");
  else
    strbuf_printf(out, "%s %s:\n", version->is_taken ? "if" : "unless", version->condition);
  version->is_begun = true;
  return depth + 1;
}

static void par_text(PlanReporter *reporter, const Stm *stm) {
  StrBuf *out = reporter->out;
  const Par *par = stm->exp->as.par;
  if (!reporter->is_begun)
    strbuf_printf(out, "%s%s:\n", out->length > 0 ? "\n" : "", reporter->unit);
  reporter->is_begun = true;
  int margin = 2 * heads_print(reporter, reporter->version);
  strbuf_printf(out, "%*s", margin, "");
  if (stm->var_count > 0) atom_print(out, atom_var(stm->vars[stm->var_count - 1]));
  strbuf_printf(out, " at %s: ", place_text(reporter, stm->span));
  head_print(out, par);
  strbuf_putc(out, '\n');
  for (const Plan *plan = par->plan; plan; plan = plan->otherwise) {
    strbuf_printf(out, "%*s%s ", margin + 2, "", plan == par->plan ? "by" : "else");
    kernel_print(out, plan);
    if (plan->otherwise) {
      strbuf_puts(out, " if ");
      condition_print(reporter, out, plan->condition, 0);
    }
    strbuf_putc(out, '\n');
  }
  refusals_print(reporter, notes_of(reporter->program, par), margin + 2);
}

static void json_buffer(JsonWriter *json, const char *key, StrBuf *text) {
  json_key(json, key), json_text(json, strbuf_text(text), text->length);
  strbuf_clear(text);
}

static void par_json(PlanReporter *reporter, const Stm *stm) {
  JsonWriter *json = reporter->json;
  const Par *par = stm->exp->as.par;
  const PlanNotes *notes = notes_of(reporter->program, par);
  StrBuf text = {0};
  json_begin_object(json);
  json_key(json, "unit"), json_string(json, reporter->unit);
  json_key(json, "at"), json_string(json, place_text(reporter, stm->span));
  head_print(&text, par);
  json_buffer(json, "par", &text);
  json_key(json, "versions");
  json_begin_array(json);
  for (const PlanVersion *version = reporter->version; version; version = version->outer) {
    json_begin_object(json);
    json_key(json, version->is_taken ? "if" : "unless"), json_string(json, version->condition);
    json_end_object(json);
  }
  json_end_array(json);
  json_key(json, "plan");
  json_begin_array(json);
  for (const Plan *plan = par->plan; plan; plan = plan->otherwise) {
    json_begin_object(json);
    kernel_print(&text, plan);
    json_buffer(json, "kernel", &text);
    if (plan->otherwise) {
      condition_print(reporter, &text, plan->condition, 0);
      json_buffer(json, "if", &text);
    }
    json_end_object(json);
  }
  json_end_array(json);
  json_key(json, "refused");
  json_begin_array(json);
  for (size_t i = 0; notes && i < notes->all.count; i++) {
    const PlanNote *note = &notes->all.data[i];
    json_begin_object(json);
    json_key(json, "kernel"), json_string(json, kernel_traits(note->kernel)->text);
    json_key(json, "why"), json_string(json, note->obstacle.why);
    json_key(json, "at"), json_string(json, place_text(reporter, note->obstacle.where));
    json_end_object(json);
  }
  json_end_array(json);
  json_end_object(json);
  strbuf_free(&text);
}

// ---- Units ----

static void report_stms(PlanReporter *reporter, const Stms *stms);

// The arms of a choice between versions run under what it asks.
static void report_arms(PlanReporter *reporter, const Exp *exp) {
  const Branches *branches = &exp->as.branches;
  PlanVersion arms[2] = {{.outer = reporter->version, .is_taken = true},
                         {.outer = reporter->version}};
  StrBuf condition = {0};
  if (exp->op == OP_IF) condition_print(reporter, &condition, exp->args[0], 0);
  bool is_version = strchr(strbuf_text(&condition), ':') != NULL;
  for (size_t i = 0; i < branches->body_count; i++) {
    if (is_version) {
      arms[i].condition = strbuf_text(&condition);
      arms[i].first = i > 0 ? &arms[0] : NULL;
      reporter->version = &arms[i];
    }
    report_stms(reporter, &branches->bodies[i]->stms);
    reporter->version = arms[0].outer;
  }
  strbuf_free(&condition);
}

static void report_stm(PlanReporter *reporter, const Stm *stm) {
  const Exp *exp = stm->exp;
  for (size_t i = 0; i < stm->var_count; i++)
    map_put(reporter->definitions, map_key(stm->vars[i]), (void *)exp);
  if (exp->op == OP_IF || exp->op == OP_SWITCH) {
    report_arms(reporter, exp);
  } else if (exp->op == OP_LOOP) {
    if (exp->as.loop->condition) report_stms(reporter, &exp->as.loop->condition->stms);
    report_stms(reporter, &exp->as.loop->body->stms);
  } else if (exp->op == OP_WITH_ACC) {
    report_stms(reporter, &exp->as.with_acc->body->stms);
  } else if (exp->op == OP_PAR && exp->as.par->plan && reporter->out) {
    par_text(reporter, stm);
  } else if (exp->op == OP_PAR && exp->as.par->plan) {
    par_json(reporter, stm);
  }
}

static void report_stms(PlanReporter *reporter, const Stms *stms) {
  for (size_t i = 0; i < stms->count; i++)
    report_stm(reporter, stms->data[i]);
}

static void report_unit(PlanReporter *reporter, const char *name, const Body *body) {
  reporter->unit = name;
  reporter->is_begun = false;
  report_stms(reporter, &body->stms);
}

static void report_program(PlanReporter *reporter) {
  const Program *program = reporter->program;
  reporter->arena = arena_new();
  reporter->definitions = map_new(reporter->arena);
  for (size_t i = 0; i < program->globals.count; i++) {
    const Global *global = program->globals.data[i];
    report_unit(reporter, global->vars[global->var_count - 1]->name, global->body);
  }
  for (size_t i = 0; i < program->funs.count; i++)
    report_unit(reporter, program->funs.data[i]->name, program->funs.data[i]->body);
}

void plan_report_print(StrBuf *out, const Program *program, const SourceMap *sources) {
  PlanReporter reporter = {.program = program, .sources = sources, .out = out};
  report_program(&reporter);
  for (size_t i = 0; i < program->obstacles.count; i++) {
    const VersionObstacle *obstacle = &program->obstacles.data[i];
    strbuf_printf(out, "%sno version `%s`: %s (%s)\n", i == 0 ? "\n" : "", obstacle->version,
                  obstacle->why, place_text(&reporter, obstacle->span));
  }
  arena_free(reporter.arena);
}

void plan_report_json(StrBuf *out, const Program *program, const SourceMap *sources) {
  JsonWriter json = json_begin(out);
  PlanReporter reporter = {.program = program, .sources = sources, .json = &json};
  json_begin_object(&json);
  json_key(&json, "pars");
  json_begin_array(&json);
  report_program(&reporter);
  json_end_array(&json);
  json_key(&json, "impossible");
  json_begin_array(&json);
  for (size_t i = 0; i < program->obstacles.count; i++) {
    const VersionObstacle *obstacle = &program->obstacles.data[i];
    json_begin_object(&json);
    json_key(&json, "version"), json_string(&json, obstacle->version);
    json_key(&json, "why"), json_string(&json, obstacle->why);
    json_key(&json, "at"), json_string(&json, place_text(&reporter, obstacle->span));
    json_end_object(&json);
  }
  json_end_array(&json);
  json_end_object(&json);
  json_end(&json);
  strbuf_putc(out, '\n');
  arena_free(reporter.arena);
}
