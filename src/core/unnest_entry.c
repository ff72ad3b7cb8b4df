// Entry points: the outside gives the lengths and the elements of an irregular array apart, so
// whether they agree is asked where the entry point starts. What uses the elements needs the
// answer; when nothing does, the first result needs it: an entry point whose parameters disagree is
// not run.
#include "core/unnest_internal.h"
#include "ir/entry.h"
#include "ir/type.h"

Atom build_fold(Unnester *unnester, Block *block, Var *index, Atom count, Op op, Atom neutral,
                Atom value) {
  Program *program = unnester->program;
  Var *params[2];
  for (size_t i = 0; i < 2; i++)
    params[i] = var_new(program, "part", atom_type(value), unnester->builder.span);
  Block inside;
  block_close(unnester, block);
  block_open(unnester, &inside);
  Atom both = unnest_binary(unnester, "both", op, atom_var(params[0]), atom_var(params[1]));
  block_close(unnester, &inside);
  Par *par = par_new_at(program, PAR_ANY, dim_atom(count), index);
  Atom *atoms = arena_array(program->arena, Atom, 2);
  atoms[0] = value;
  atoms[1] = neutral;
  par->body = (Thunk){.stms = block->stms, .output_count = 1};
  par->body.outputs = arena_make(program->arena, Output);
  *par->body.outputs =
      (Output){.mode = MODE_REDUCE,
               .is_commutative = true,
               .op = lambda_new(program, params, 2, body_new(program, inside.stms, &both, 1)),
               .values = atoms,
               .value_count = 1,
               .neutral = atoms + 1,
               .span = unnester->builder.span};
  return atom_var(build_let(&unnester->builder, "whole", exp_par(program, par)));
}

static Atom smallest(Unnester *unnester, Var *lengths) {
  Var *flat = collapse(unnester, lengths, lengths->type->rank);
  Var *index = par_index_new(unnester, "segment");
  Block block;
  block_open(unnester, &block);
  Atom at = atom_var(index);
  Atom size = atom_var(build_index(&unnester->builder, "size", flat, &at, 1));
  return build_fold(unnester, &block, index, dim_size(flat->type->dims[0]), OP_SMIN, atom_i64(0),
                    size);
}

// Do the lengths of the shape fit its total? The builder's certificates say so.
static void check_shape(Unnester *unnester, const Fun *fun, const Var *old, size_t index,
                        Shape *shape) {
  size_t rank = shape->rank;
  StrBuf text = {0};
  strbuf_puts(&text, "{!E0405}");
  entry_print_misfit(&text, fun, index, old, true);
  Atom least = smallest(unnester, old->type->dims[rank - 1].var);
  Atom is_natural = unnest_binary(unnester, "is_natural", OP_SLE, atom_i64(0), least);
  unnest_require(unnester, is_natural, strbuf_text(&text), &least, 1);
  if (!shape->is_complete) shape_complete(unnester, shape);
  Atom counted = shape_counted(unnester, shape);
  Atom is_right = unnest_binary(unnester, "is_right", OP_EQ, counted, shape->total);
  strbuf_clear(&text);
  strbuf_puts(&text, "{!E0405}");
  entry_print_misfit(&text, fun, index, old, false);
  Atom values[2] = {counted, shape->total};
  unnest_require(unnester, is_right, strbuf_text(&text), values, 2);
  strbuf_free(&text);
  shape->certs = unnester->builder.certs;
  shape->cert_count = unnester->builder.cert_count;
  shape->given = shape->total;
  shape->total = counted;
}

Var *check_entry(Unnester *unnester, const Fun *fun, Var *old, Var *param, size_t index) {
  Shape *shape =
      shape_find(unnester, old->type->dims, varying_rank(old->type->dims, old->type->rank));
  if (!shape->certs) check_shape(unnester, fun, old, index, shape);
  unnester->builder.certs = shape->certs;
  unnester->builder.cert_count = shape->cert_count;
  Atom operand = atom_var(param);
  Var *checked = var_like(unnester->program, param, unnest_type(unnester, old->type));
  build_stm(&unnester->builder, exp_new(unnester->program, OP_COERCE, &operand, 1), &checked, 1);
  elements_set(unnester, old, checked);
  return unnester->builder.certs[unnester->builder.cert_count - 1];
}

void give_results(Unnester *unnester, const Fun *fun, Atom *results, size_t count) {
  for (size_t i = 0; i < count; i++) {
    Var *said = fun->results[i].var;
    if (said->type->kind != TYPE_ARRAY || type_equal(said->type, atom_type(results[i]))) continue;
    for (size_t k = 0; k < unnester->shapes.count; k++) {
      const Shape *shape = unnester->shapes.data[k];
      bool is_given = shape->certs && atom_equal(shape->given, dim_size(said->type->dims[0])) &&
                      atom_equal(shape->total, dim_size(atom_type(results[i])->dims[0]));
      if (!is_given) continue;
      unnester->builder.certs = shape->certs;
      unnester->builder.cert_count = shape->cert_count;
      Var *result = var_like(unnester->program, said, said->type);
      build_stm(&unnester->builder, exp_new(unnester->program, OP_COERCE, &results[i], 1), &result,
                1);
      unnester->builder.cert_count = 0;
      results[i] = atom_var(result);
      break;
    }
  }
}

typedef struct Use {
  const Vars *vars;
  bool is_found;
} Use;

static void use_find(Walker *walker, Var *var) {
  Use *use = walker->context;
  for (size_t i = 0; i < use->vars->count; i++)
    use->is_found = use->is_found || use->vars->data[i] == var;
}

void keep_check(Unnester *unnester, Var *cert, const Vars *checked, Atom *results, size_t count) {
  Use use = {.vars = checked};
  Walker walker = {.context = &use, .use = use_find};
  walk_stms(&walker, unnester->builder.stms);
  for (size_t i = 0; i < count; i++)
    if (results[i].var) use_find(&walker, results[i].var);
  if (use.is_found || count == 0) return;
  unnester->builder.certs = &cert;
  unnester->builder.cert_count = 1;
  Exp *exp = exp_new(unnester->program, OP_OPAQUE, &results[count - 1], 1);
  results[count - 1] = atom_var(build_let(&unnester->builder, "result", exp));
  unnester->builder.cert_count = 0;
}
