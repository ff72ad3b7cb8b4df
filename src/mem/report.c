#include "mem/report.h"

#include "ir/par.h"
#include "ir/type.h"
#include "ir/walk.h"
#include "mem/lmad.h"

void copy_note(Program *program, const Var *array, ErrorCode code, const char *detail) {
  CopyNote *note = arena_make(program->arena, CopyNote);
  *note = (CopyNote){.code = code, .detail = detail};
  if (!program->copy_notes) program->copy_notes = map_new(program->arena);
  map_put(program->copy_notes, map_key(array), note);
}

// A function on its way into the report.
typedef struct MemReporter {
  Arena *arena;
  Program *program;
  Lmads *lmads;
  Stms nowhere;     // where the arithmetic of places goes
  Map *definitions; // Var -> Stm
  Map *uses;        // Var -> how often
  Map *allocs;      // block -> MemAlloc
  MemUnit *unit;
  unsigned loops, pars;
  Span span; // of the statement that is looked at, or around it
} MemReporter;

// ---- Why ----

static const CopyNote *note_of(const MemReporter *reporter, const Var *var) {
  const Map *notes = reporter->program->copy_notes;
  return notes ? map_get(notes, map_key(var)) : NULL;
}

static bool is_view(const Exp *exp) {
  return exp->op == OP_INDEX || exp->op == OP_SLICE || exp->op == OP_PERMUTE ||
         exp->op == OP_COERCE || exp->op == OP_OPAQUE || exp->op == OP_UPDATE ||
         exp->op == OP_RESHAPE;
}

static const Stm *definition_of(const MemReporter *reporter, const Var *var) {
  return map_get(reporter->definitions, map_key(var));
}

static CopyNote note_with(const MemReporter *reporter, ErrorCode code, const char *format,
                          const Var *var) {
  return (CopyNote){.code = code, .detail = arena_printf(reporter->arena, format, var->name)};
}

// Why the array was not made where it is copied to: what was noted, or what the program shows.
static CopyNote find_note(const MemReporter *reporter, const Stm *stm, Var *array) {
  const CopyNote *note = stm->exp->op == OP_COPY ? note_of(reporter, stm->vars[0]) : NULL;
  if (note) return *note;
  if (stm->exp->op == OP_COPY)
    return note_with(reporter, ERROR_COPY_ASKED, "`%s` stays as it is", array);
  Var *origin = array;
  for (;;) {
    note = note_of(reporter, origin);
    if (note) return *note;
    if ((uintptr_t)map_get(reporter->uses, map_key(origin)) > 1 && origin != array)
      return note_with(reporter, ERROR_COPY_SHARED, "`%s`, of which it is a view, is used again",
                       origin);
    const Stm *def = definition_of(reporter, origin);
    if (!def)
      return note_with(reporter, ERROR_COPY_ELSEWHERE, "`%s` comes from around this part", origin);
    if (!is_view(def->exp)) break;
    if (def->exp->op == OP_RESHAPE && def->exp->args[0].var->type->place &&
        def->exp->args[0].var->type->place->block != origin->type->place->block)
      break;
    origin = def->exp->args[0].var;
  }
  if ((uintptr_t)map_get(reporter->uses, map_key(array)) > 1)
    return note_with(reporter, ERROR_COPY_SHARED, "`%s` is used more than once", array);
  return note_with(reporter, ERROR_COPY_MAKER, "what makes `%s` does not make it elsewhere",
                   origin);
}

// ---- Places ----

static Lmad lmad_at(const MemReporter *reporter, const Type *type, const Place *place) {
  Algebra *algebra = lmads_algebra(reporter->lmads);
  const Poly *sizes[LMAD_RANK_LIMIT];
  if (type->rank > LMAD_RANK_LIMIT || type_is_irregular(type)) return (Lmad){0};
  for (size_t k = 0; k < type->rank; k++)
    sizes[k] = lmads_poly(reporter->lmads, dim_size(type->dims[k]));
  Lmad lmad = lmad_row_major(algebra, sizes, type->rank);
  lmad.offset = lmads_poly(reporter->lmads, place->offset);
  for (size_t k = 0; place->strides && k < type->rank; k++)
    lmad.dims[k].stride = lmads_poly(reporter->lmads, place->strides[k]);
  return lmad;
}

static const Poly *bytes_of(const MemReporter *reporter, Scalar scalar, const Atom *counts,
                            size_t count) {
  Algebra *algebra = lmads_algebra(reporter->lmads);
  unsigned width = scalar_info(scalar)->width;
  const Poly *bytes = poly_constant(algebra, width < 8 ? 1 : width / 8);
  for (size_t i = 0; i < count; i++)
    bytes = poly_mul(algebra, bytes, lmads_poly(reporter->lmads, counts[i]));
  return bytes;
}

static const Poly *type_bytes(const MemReporter *reporter, const Type *type) {
  if (type_is_irregular(type)) return NULL;
  Atom *counts = arena_array(reporter->arena, Atom, type->rank);
  for (size_t k = 0; k < type->rank; k++)
    counts[k] = dim_size(type->dims[k]);
  return bytes_of(reporter, type->scalar, counts, type->rank);
}

static void add_copy(MemReporter *reporter, const Stm *stm, Var *array, const char *what,
                     const Place *to, CopyNote note) {
  MemCopy *copy = arena_make(reporter->arena, MemCopy);
  const Place *from = array->type->place;
  *copy = (MemCopy){.stm = stm,
                    .array = array,
                    .span = reporter->span,
                    .what = what,
                    .bytes = type_bytes(reporter, array->type),
                    .loops = reporter->loops,
                    .pars = reporter->pars,
                    .from = from->block,
                    .to = to->block,
                    .source = lmad_at(reporter, array->type, from),
                    .target = lmad_at(reporter, array->type, to),
                    .note = note};
  vec_push(reporter->arena, &reporter->unit->copies, copy);
}

// The statement puts the value there. It is a copy unless the value is there.
static void look_at_put(MemReporter *reporter, const Stm *stm, Atom value, const char *what,
                        const Place *to) {
  if (!value.var || !type_is_array(value.var->type)) return;
  const Type *type = value.var->type;
  if (!lmads_same_place(reporter->lmads, type->place, to, type->rank))
    add_copy(reporter, stm, value.var, what, to, find_note(reporter, stm, value.var));
}

// ---- Statements ----

static void look_at_concat(MemReporter *reporter, const Stm *stm) {
  Lmads *lmads = reporter->lmads;
  Builder builder = builder_new(reporter->program, &reporter->nowhere, SPAN_NONE);
  const Exp *exp = stm->exp;
  const Type *whole = stm->vars[0]->type;
  size_t dim = exp->as.dim;
  Atom start = atom_i64(0);
  for (size_t i = 0; i < exp->arg_count; i++) {
    const Type *part = atom_type(exp->args[i]);
    Place to = place_part(lmads, &builder, whole, dim, start, part);
    look_at_put(reporter, stm, exp->args[i], "concat", &to);
    start = lmads_add(lmads, &builder, start, dim_size(part->dims[dim]));
  }
}

static void look_at_array(MemReporter *reporter, const Stm *stm) {
  Builder builder = builder_new(reporter->program, &reporter->nowhere, SPAN_NONE);
  for (size_t i = 0; i < stm->exp->arg_count; i++) {
    Atom index = atom_i64((int64_t)i);
    if (!type_is_array(atom_type(stm->exp->args[i]))) return;
    Place to = place_index(reporter->lmads, &builder, stm->vars[0]->type, &index, 1);
    look_at_put(reporter, stm, stm->exp->args[i], "array", &to);
  }
}

static void look_at_update(MemReporter *reporter, const Stm *stm) {
  const Exp *exp = stm->exp;
  Atom value = exp->args[1];
  if (!type_is_array(atom_type(value))) return;
  Builder builder = builder_new(reporter->program, &reporter->nowhere, SPAN_NONE);
  Place to = place_slice(reporter->lmads, &builder, stm->vars[0]->type, &exp->as.selector,
                         exp->args + 2, value.var->type);
  look_at_put(reporter, stm, value, "update", &to);
}

// A view whose elements are in another block than those of its operand is a copy.
static void look_at_view(MemReporter *reporter, const Stm *stm) {
  const Var *result = stm->vars[stm->var_count - 1];
  Var *array = stm->exp->args[0].var;
  if (!array || !type_is_array(result->type) || !type_is_array(array->type)) return;
  if (result->type->place->block == array->type->place->block) return;
  ErrorCode code = stm->exp->op == OP_RESHAPE ? ERROR_COPY_ORDER : ERROR_COPY_ASKED;
  add_copy(reporter, stm, array, op_info(stm->exp->op)->text, result->type->place,
           (CopyNote){.code = code});
}

// Rows that points give: those of a map have a place each, others go where data says.
static void look_at_rows(MemReporter *reporter, const Stm *stm, const Thunk *thunk, Var **results) {
  const Par *par = stm->exp->as.par;
  Builder builder = builder_new(reporter->program, &reporter->nowhere, SPAN_NONE);
  Atom *indices = arena_array(reporter->arena, Atom, par->rank);
  for (size_t k = 0; k < par->rank; k++)
    indices[k] = atom_var(par->indices[k]);
  for (size_t i = 0; i < thunk->output_count; i++) {
    const Output *output = &thunk->outputs[i];
    size_t count = par_result_count(par, output);
    // What goes to the epilogue has no results.
    bool has_rows = !mode_has(output->mode, TRAIT_HANDS_ON) && count >= output->value_count;
    Var **values = has_rows ? results + count - output->value_count : results;
    for (size_t k = 0; has_rows && k < output->value_count; k++) {
      const Type *result = values[k]->type;
      Var *row = output->values[k].var;
      if (!row || !type_is_array(row->type) || !type_is_array(result)) continue;
      if (!mode_has(output->mode, TRAIT_ELEMENTS) || type_is_irregular(result)) {
        add_copy(reporter, stm, row, "par", result->place, (CopyNote){.code = ERROR_COPY_DATA});
      } else {
        Place to = place_index(reporter->lmads, &builder, result, indices, par->rank);
        look_at_put(reporter, stm, output->values[k], "par", &to);
      }
    }
    results += count;
  }
}

static void look_at_par(MemReporter *reporter, const Stm *stm) {
  const Par *par = stm->exp->as.par;
  Var **results = stm->vars + par_block_count(stm);
  reporter->pars++;
  look_at_rows(reporter, stm, &par->body, results);
  for (size_t i = 0; i < par->body.output_count; i++)
    results += par_result_count(par, &par->body.outputs[i]);
  if (par->has_epilogue) look_at_rows(reporter, stm, &par->epilogue, results);
  reporter->pars--;
}

static void look_at_alloc(MemReporter *reporter, const Stm *stm) {
  MemAlloc *alloc = arena_make(reporter->arena, MemAlloc);
  *alloc =
      (MemAlloc){.block = stm->vars[0],
                 .span = reporter->span,
                 .last = reporter->span,
                 .bytes = bytes_of(reporter, stm->exp->as.to, stm->exp->args, stm->exp->arg_count),
                 .loops = reporter->loops,
                 .pars = reporter->pars};
  map_put(reporter->allocs, map_key(alloc->block), alloc);
  vec_push(reporter->arena, &reporter->unit->allocs, alloc);
}

static bool enter_stm(Walker *walker, Stm *stm) {
  MemReporter *reporter = walker->context;
  const Exp *exp = stm->exp;
  if (stm->span.file) reporter->span = stm->span;
  if (op_is_scalar(exp->op)) lmads_learn(reporter->lmads, stm);
  if (exp->op == OP_ALLOC) look_at_alloc(reporter, stm);
  if (exp->op == OP_CONCAT) look_at_concat(reporter, stm);
  if (exp->op == OP_ARRAY) look_at_array(reporter, stm);
  if (exp->op == OP_UPDATE) look_at_update(reporter, stm);
  if (exp->op == OP_COPY)
    look_at_put(reporter, stm, exp->args[0], "copy", stm->vars[0]->type->place);
  else if (is_view(exp) && exp->op != OP_UPDATE)
    look_at_view(reporter, stm);
  reporter->loops += exp->op == OP_LOOP;
  reporter->pars += exp->op == OP_PAR;
  return true;
}

static void leave_stm(Walker *walker, Stm *stm) {
  MemReporter *reporter = walker->context;
  reporter->loops -= stm->exp->op == OP_LOOP;
  reporter->pars -= stm->exp->op == OP_PAR;
  if (stm->span.file) reporter->span = stm->span;
  if (stm->exp->op == OP_PAR) look_at_par(reporter, stm);
}

// ---- Blocks ----

static MemAlloc *alloc_of(const MemReporter *reporter, const Var *var) {
  const Var *block = var->type->kind == TYPE_MEM                    ? var
                     : type_is_array(var->type) && var->type->place ? var->type->place->block
                                                                    : NULL;
  return block ? map_get(reporter->allocs, map_key(block)) : NULL;
}

static void use_var(Walker *walker, Var *var) {
  MemReporter *reporter = walker->context;
  MemAlloc *alloc = alloc_of(reporter, var);
  if (alloc) alloc->last = reporter->span;
}

static void bind_var(Walker *walker, Var *var) {
  MemReporter *reporter = walker->context;
  MemAlloc *alloc = type_is_array(var->type) ? alloc_of(reporter, var) : NULL;
  if (!alloc) return;
  const Stm *def = definition_of(reporter, var);
  if (def && is_view(def->exp)) return;
  vec_push(reporter->arena, &alloc->arrays, var);
}

// ---- Units ----

static void count_use(Walker *walker, Var *var) {
  const MemReporter *reporter = walker->context;
  uintptr_t count = (uintptr_t)map_get(reporter->uses, map_key(var));
  map_put(reporter->uses, map_key(var), (void *)(count + 1));
}

static bool note_definition(Walker *walker, Stm *stm) {
  const MemReporter *reporter = walker->context;
  for (size_t i = 0; i < stm->var_count; i++)
    map_put(reporter->definitions, map_key(stm->vars[i]), stm);
  return true;
}

static void report_body(MemReporter *reporter, MemReport *report, const char *name, Span span,
                        const Body *body) {
  reporter->unit = arena_make(reporter->arena, MemUnit);
  reporter->unit->name = name;
  reporter->span = span;
  vec_push(reporter->arena, &report->units, reporter->unit);
  Walker first = {.context = reporter, .use = count_use, .enter = note_definition};
  walk_body(&first, body);
  Walker second = {.context = reporter,
                   .use = use_var,
                   .bind = bind_var,
                   .enter = enter_stm,
                   .leave = leave_stm};
  walk_body(&second, body);
}

MemReport *mem_report_new(Arena *arena, Program *program) {
  MemReport *report = arena_make(arena, MemReport);
  MemReporter reporter = {.arena = arena,
                          .program = program,
                          .lmads = lmads_new(program, arena),
                          .definitions = map_new(arena),
                          .uses = map_new(arena),
                          .allocs = map_new(arena)};
  for (size_t i = 0; i < program->globals.count; i++) {
    const Global *global = program->globals.data[i];
    report_body(&reporter, report, global->vars[global->var_count - 1]->name, global->span,
                global->body);
  }
  for (size_t i = 0; i < program->funs.count; i++) {
    const Fun *fun = program->funs.data[i];
    report_body(&reporter, report, fun->name, fun->span, fun->body);
  }
  return report;
}

size_t mem_report_copies(const MemReport *report) {
  size_t count = 0;
  for (size_t i = 0; i < report->units.count; i++)
    count += report->units.data[i]->copies.count;
  return count;
}
