// The inspector of bins: what is measured of points, and code of prelude/flat/bins.core.
#include <string.h>

#include "base/diag.h"
#include "flat/bins.h"
#include "flat/flat_text.h"
#include "flat/flatten.h"
#include "ir/parse.h"
#include "ir/type.h"

enum { SOME_ROUNDS = 64 }; // of loops of which nothing is known before the point begins

// ---- The slice ----

static const Stm *binding_in(const Stms *stms, const Var *var) {
  for (size_t i = 0; i < stms->count; i++)
    for (size_t k = 0; k < stms->data[i]->var_count; k++)
      if (stms->data[i]->vars[k] == var) return stms->data[i];
  return NULL;
}

// Adds what computes the variable. False when that takes more than a thread has before it begins:
// what points do together, or in loops.
static bool add_to_slice(const Binning *bins, const Par *par, Var *var, Map *slice) {
  Arena *arena = bins->program->arena;
  const Stm *stm = binding_in(&par->body.stms, var);
  if (!stm) return var == par->indices[0] || !varset_has(&bins->bound, var);
  if (map_find(slice, map_key(stm), NULL)) return true;
  Stms own = {.data = (Stm **)&stm, .count = 1};
  if (stm->exp->op == OP_PAR || stm->exp->op == OP_LOOP || !bins_is_own_work(&own)) return false;
  VarSet used = free_vars_stm(arena, (Stm *)stm);
  Var *other;
  for (size_t cursor = 0; varset_each(&used, &cursor, &other);)
    if (!add_to_slice(bins, par, other, slice)) return false;
  map_put(slice, map_key(stm), stm);
  return true;
}

// The counts of loops that are known before the point begins, added up.
static Atom build_rounds(Builder *inside, const Atoms *bounds, Subst *subst) {
  Atom sum = atom_i64(bounds->count > 0 ? 0 : SOME_ROUNDS);
  for (size_t i = 0; i < bounds->count; i++) {
    Atom bound = subst_atom(subst, bounds->data[i]);
    if (atom_type(bound)->scalar != SCALAR_I64)
      bound = build_convert(inside, "bound", OP_SEXT, bound, SCALAR_I64);
    sum = build_binary(inside, "rounds", OP_ADD, sum,
                       build_binary(inside, "rounds", OP_SMAX, bound, atom_i64(0)));
  }
  return sum;
}

bool bins_is_early(const Binning *bins, const Par *par, Var *var) {
  return add_to_slice(bins, par, var, map_new(bins->program->arena));
}

bool bins_measure(Binning *bins, Builder *builder, const Par *par, BinLengths *lengths) {
  Program *program = bins->program;
  Arena *arena = program->arena;
  Map *slice = map_new(arena);
  Atoms bounds = {0};
  bool is_known = true;
  for (size_t i = 0; i < bins->widths.count; i++)
    is_known = is_known && add_to_slice(bins, par, bins->widths.data[i], slice);
  for (size_t i = 0; i < bins->lengths.count; i++)
    is_known = is_known && add_to_slice(bins, par, bins->lengths.data[i], slice);
  if (!is_known)
    bins_obstruct(bins, bins->width->span, "a length that is not known in the beginning");
  if (!is_known) return false;
  for (size_t i = 0; i < par->body.stms.count; i++) {
    const Exp *exp = par->body.stms.data[i]->exp;
    if (exp->op != OP_LOOP || !exp->as.loop->index) continue;
    Atom bound = loop_bound(exp);
    if (!bound.var || add_to_slice(bins, par, bound.var, slice)) vec_push(arena, &bounds, bound);
  }
  Par *made = arena_make(arena, Par);
  *made = (Par){.level = PAR_GRID, .rank = 1, .space = par->space};
  made->indices = arena_array(arena, Var *, 1);
  made->indices[0] = var_like(program, par->indices[0], par->indices[0]->type);
  Subst *subst = subst_new(program);
  subst_add(subst, par->indices[0], atom_var(made->indices[0]));
  for (size_t i = 0; i < par->body.stms.count; i++)
    if (map_find(slice, map_key(par->body.stms.data[i]), NULL))
      vec_push(arena, &made->body.stms, rename_stm(program, par->body.stms.data[i], subst));
  Builder inside = builder_new(program, &made->body.stms, builder->span);
  Atom width = subst_atom(subst, atom_var(bins->widths.data[0])), length = atom_i64(0);
  for (size_t i = 1; i < bins->widths.count; i++)
    width = build_binary(&inside, "width", OP_SMAX, width,
                         subst_atom(subst, atom_var(bins->widths.data[i])));
  if (bins->least > 0)
    width = build_binary(&inside, "width", OP_SMAX, width, atom_i64(bins->least));
  Atom rounds = build_rounds(&inside, &bounds, subst);
  for (size_t i = 0; i < bins->lengths.count; i++)
    length = build_binary(&inside, "length", OP_SMAX, length,
                          subst_atom(subst, atom_var(bins->lengths.data[i])));
  Atom work = build_binary(&inside, "work", OP_MUL, width, rounds);
  Span span = builder->span;
  Vec(Output) outputs = {0};
  vec_push(arena, &outputs, output_map_of(program, width, span));
  vec_push(arena, &outputs, output_map_of(program, rounds, span));
  vec_push(arena, &outputs, output_map_of(program, length, span));
  vec_push(arena, &outputs, output_reduce(program, OP_SMAX, width, span));
  vec_push(arena, &outputs, output_reduce(program, OP_SMAX, work, span));
  made->body.outputs = outputs.data;
  made->body.output_count = outputs.count;
  Stm *stm = build_infer(builder, "measured", exp_par(program, made));
  *lengths = (BinLengths){.widths = atom_var(stm->vars[0]),
                          .rounds = atom_var(stm->vars[1]),
                          .lengths = atom_var(stm->vars[2]),
                          .widest = atom_var(stm->vars[3]),
                          .longest = atom_var(stm->vars[4])};
  return true;
}

// ---- Code that is text ----

static const Fun *text_function(Program *program, const char *name) {
  const FlatText *text = FLAT_TEXTS;
  SourceMap *sources = sources_new(program->arena);
  while (text->name && strcmp(text->name, "bins.core") != 0)
    text++;
  if (!text->name) INTERNAL_ERROR("bins.core is not embedded");
  const SourceFile *file = source_add(sources, text->name, text->text, text->length);
  Diag *diag = diag_new(program->arena, sources);
  const Program *parsed = program_parse(program->arena, program->names, file, diag);
  const Fun *fun = parsed ? program_find(parsed, intern_str(program->names, name)) : NULL;
  if (!fun) INTERNAL_ERROR("bins.core has no %s", name);
  return fun;
}

static bool set_span(Walker *walker, Stm *stm) {
  const Span *span = walker->context;
  stm->span = *span;
  for (size_t i = 0; i < stm->var_count; i++)
    stm->vars[i]->span = *span;
  if (stm->exp->op == OP_PAR) {
    Par *par = stm->exp->as.par;
    for (size_t i = 0; i < par->body.output_count; i++)
      par->body.outputs[i].span = *span;
  }
  return true;
}

// Writes the statements, whose failures and launches are those of the place.
static void build_text(Builder *builder, const Stms *stms, Subst *subst) {
  Walker walker = {.context = &builder->span, .enter = set_span};
  for (size_t i = 0; i < stms->count; i++) {
    Stm *copy = rename_stm(builder->program, stms->data[i], subst);
    walk_stm(&walker, copy);
    vec_push(builder->program->arena, builder->stms, copy);
  }
}

BinPacking bins_pack(Binning *bins, Builder *builder, Atom points, const BinLengths *lengths) {
  const Fun *fun = text_function(bins->program, "pack");
  Subst *subst = subst_new(bins->program);
  const Atom args[] = {points, lengths->widths, lengths->rounds, lengths->lengths};
  for (size_t i = 0; i < fun->param_count; i++)
    subst_add(subst, fun->params[i].var, args[i]);
  build_text(builder, &fun->body->stms, subst);
  Atom results[5];
  for (size_t i = 0; i < 5; i++)
    results[i] = subst_atom(subst, fun->body->results[i]);
  bins->room = results[3].var;
  return (BinPacking){.elements = results[0],
                      .bins = results[1],
                      .places = results[2].var,
                      .heads = results[4].var};
}

void bins_describe(Binning *bins, Builder *builder, const Par *par, Atom bin, Var *heads,
                   Var *widths) {
  Program *program = bins->program;
  const Fun *fun = text_function(program, "describe");
  const Par *text = fun->body->stms.data[0]->exp->as.par;
  Subst *subst = subst_new(program);
  subst_add(subst, fun->params[2].var, atom_var(heads));
  subst_add(subst, fun->params[3].var, atom_var(widths));
  subst_add(subst, text->indices[0], bin);
  build_text(builder, &text->body.stms, subst);
  const Type *index = type_scalar(SCALAR_I64);
  bins->first = var_new(program, "first", index, bins->span);
  bins->within = var_new(program, "within", index, bins->span);
  bins->number = var_new(program, "number", index, bins->span);
  const Var *vars[] = {bins->first, bins->within, bins->number, par->indices[0], bins->width};
  for (size_t i = 0; i < 5; i++) {
    Atom array = subst_atom(subst, text->body.outputs[i].values[0]);
    bins_bind(bins, vars[i], (BinValue){.kind = BIN_STORED, .array = array.var});
  }
  bins->segments = subst_atom(subst, text->body.outputs[5].values[0]);
}
