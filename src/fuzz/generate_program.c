// A whole program: which features it has, its entry point, and the arguments.
#include <string.h>

#include "fuzz/generate.h"
#include "ir/effects.h"
#include "ir/map.h"
#include "ir/print.h"
#include "ir/walk.h"

// ---- Arguments ----

static Prim prim_of(Scalar scalar) {
  Prim prim = PRIM_I64;
  const char *name = scalar_info(scalar)->text;
  if (!prim_from_name(name, strlen(name), &prim)) INTERNAL_ERROR("no value is a %s", name);
  return prim;
}

static size_t scalar_size(Scalar scalar) { return scalar_info(scalar)->width / 8; }

// What is known about the entry point while it is being made.
typedef struct Entrance {
  Author *author;
  Fun *fun;
  Vec(Value) args;
} Entrance;

static void fill(Author *author, Value *value, Scalar scalar) {
  size_t size = scalar_size(scalar);
  for (int64_t k = 0; k < value_count(value); k++) {
    Constant constant = author_constant(author, scalar);
    memcpy((char *)value->data + (size_t)k * size, &constant.value, size);
  }
}

static Value value_new(Scalar scalar, int rank, const int64_t *shape) {
  Value value;
  if (!value_make(&value, prim_of(scalar), rank, shape)) fatal_out_of_memory(0);
  return value;
}

static Var *add_param(Entrance *entrance, const char *name, const Type *type, bool is_consumed) {
  Author *author = entrance->author;
  Fun *fun = entrance->fun;
  Var *var = var_new(author->program, name, type, SPAN_NONE);
  fun->params[fun->param_count++] = (Param){var, is_consumed};
  author_bind(author, var, is_consumed);
  return var;
}

static void add_random_param(Entrance *entrance) {
  Author *author = entrance->author;
  size_t rank = random_below(&author->random, 3);
  const Type *type = author_array_type(author, rank);
  int64_t shape[4] = {0};
  for (size_t k = 0; k < rank; k++) {
    shape[k] = dim_high(author, type->dims[k]);
    // The size of a global is not known here.
    if (dim_low(author, type->dims[k]) != shape[k]) return;
  }
  Value value = value_new(type->scalar, (int)rank, shape);
  fill(author, &value, type->scalar);
  vec_push(author->arena, &entrance->args, value);
  add_param(entrance, rank > 0 ? "xs" : "x", type, rank > 0 && random_chance(&author->random, 25));
}

// One dimension deeper: lengths of the rows' rows, and an array that has them.
static void add_deep_param(Entrance *entrance, Dim *dims, int64_t count) {
  Author *author = entrance->author;
  int64_t total = 0;
  Value lengths = value_new(SCALAR_I64, 1, &count);
  for (int64_t k = 0; k < count; k++) {
    int64_t length = random_between(&author->random, 0, 3);
    memcpy((char *)lengths.data + k * 8, &length, 8);
    total += length;
  }
  vec_push(author->arena, &entrance->args, lengths);
  dims[2] =
      dim_var(add_param(entrance, "deep", type_array(author->program, SCALAR_I64, 2, dims), false));
  facts_range(author, dims[2].var, 0, 3);
  Scalar scalar = author_scalar_type(author);
  Value elements = value_new(scalar, 1, &total);
  fill(author, &elements, scalar);
  vec_push(author->arena, &entrance->args, elements);
  add_param(entrance, "nest", type_array(author->program, scalar, 3, dims), false);
}

// Lengths, and an array that has them: it is passed as its elements in order.
static void add_irregular_param(Entrance *entrance, Var *size) {
  Author *author = entrance->author;
  Dim dims[3] = {dim_var(size)};
  int64_t count = facts_of(author, size)->high, total = 0;
  Value lengths = value_new(SCALAR_I64, 1, &count);
  for (int64_t k = 0; k < count; k++) {
    int64_t length = random_between(&author->random, 0, 4);
    memcpy((char *)lengths.data + k * 8, &length, 8);
    total += length;
  }
  vec_push(author->arena, &entrance->args, lengths);
  dims[1] = dim_var(
      add_param(entrance, "lengths", type_array(author->program, SCALAR_I64, 1, dims), false));
  facts_range(author, dims[1].var, 0, 4);
  Scalar scalar = author_scalar_type(author);
  Value elements = value_new(scalar, 1, &total);
  fill(author, &elements, scalar);
  vec_push(author->arena, &entrance->args, elements);
  add_param(entrance, "rows", type_array(author->program, scalar, 2, dims),
            random_chance(&author->random, 25));
  if (random_chance(&author->random, 50)) add_deep_param(entrance, dims, total);
}

static void choose_params(Entrance *entrance) {
  static const int64_t sizes[] = {0, 1, 2, 3, 4, 5, 7, 9};
  Author *author = entrance->author;
  Fun *fun = entrance->fun;
  fun->params = arena_array(author->arena, Param, 16);
  fun->size_count = 1 + random_below(&author->random, 2);
  Var *last = NULL;
  for (size_t k = 0; k < fun->size_count; k++) {
    int64_t size = sizes[random_below(&author->random, sizeof sizes / sizeof *sizes)];
    last = add_param(entrance, "n", type_scalar(SCALAR_I64), false);
    facts_range(author, last, size, size);
  }
  // Every size needs an array that it can be seen from.
  for (size_t k = 0; k < fun->size_count; k++) {
    Dim dim = dim_var(fun->params[k].var);
    Scalar scalar = author_scalar_type(author);
    int64_t size = dim_high(author, dim);
    Value value = value_new(scalar, 1, &size);
    fill(author, &value, scalar);
    vec_push(author->arena, &entrance->args, value);
    add_param(entrance, "xs", type_array(author->program, scalar, 1, &dim),
              random_chance(&author->random, 25));
  }
  for (size_t k = 1 + random_below(&author->random, 4); k > 0; k--)
    add_random_param(entrance);
  if (author_has(author, FEATURE_IRREGULAR) && random_chance(&author->random, 60))
    add_irregular_param(entrance, last);
}

// ---- Results ----

static bool can_be_result(Author *author, const Var *var, const void *context) {
  (void)author;
  (void)context;
  return var->type->kind == TYPE_SCALAR || type_is_array(var->type);
}

typedef struct Exits {
  Entrance *entrance;
  Subst *subst;
  Vec(Var *) sizes;  // that are bound inside, and leave in front
  Vec(Var *) values; // what leaves
  VarSet seen;
  VarSet kept; // lengths
  FuzzStorage taken;
  const Var *doomed;
  FuzzStorage lengths; // of results that have them in their types, and which cannot be copied
} Exits;

static bool is_param(const Fun *fun, const Var *var) {
  for (size_t k = 0; k < fun->param_count; k++)
    if (fun->params[k].var == var) return true;
  return false;
}

static bool is_global(const Program *program, const Var *var) {
  for (size_t k = 0; k < program->globals.count; k++)
    for (size_t j = 0; j < program->globals.data[k]->var_count; j++)
      if (program->globals.data[k]->vars[j] == var) return true;
  return false;
}

// May all lengths in the type leave as they are?
static bool lengths_may_leave(Exits *exits, const Type *type) {
  Author *author = exits->entrance->author;
  const Fun *fun = exits->entrance->fun;
  for (size_t k = 0; k < type_rank(type); k++) {
    Var *var = type->dims[k].var;
    if (!dim_is_varying(type->dims[k]) || is_param(fun, var) || varset_has(&exits->kept, var))
      continue;
    if (varset_has(&exits->seen, var)) return false;
    FuzzStorage roots = facts_of(author, var)->roots;
    if (roots_overlap(roots, exits->lengths)) return false;
    for (size_t j = 0; j < roots.count; j++)
      if (author->roots.data[roots.ids[j]].barrier != author->barrier) return false;
    for (size_t j = 0; j < fun->param_count; j++)
      if (roots_overlap(roots, facts_of(author, fun->params[j].var)->roots)) return false;
    exits->lengths = roots_join(author, exits->lengths, roots);
  }
  return true;
}

// Lets a value leave, after the sizes and lengths in its type.
static void add_exit(Exits *exits, Var *var) {
  Author *author = exits->entrance->author;
  for (size_t k = 0; k < type_rank(var->type); k++) {
    Dim dim = var->type->dims[k];
    if (!dim.var || is_param(exits->entrance->fun, dim.var) ||
        is_global(author->program, dim.var) || !varset_add(&exits->seen, dim.var))
      continue;
    if (dim_is_varying(dim)) {
      varset_add(&exits->kept, dim.var);
      add_exit(exits, dim.var);
    } else {
      vec_push(author->arena, &exits->sizes, dim.var);
    }
  }
  vec_push(author->arena, &exits->values, var);
}

// The parameters whose storage a result shares; none when it must be copied.
static Atom settle(Exits *exits, Var *var, Result *result) {
  Author *author = exits->entrance->author;
  const Fun *fun = exits->entrance->fun;
  FuzzStorage roots = facts_of(author, var)->roots;
  Atom atom = atom_var(var);
  if (!type_is_array(var->type)) return atom;
  if (varset_has(&exits->kept, var)) return atom;
  bool is_settled = !roots_overlap(roots, exits->taken) && !roots_overlap(roots, exits->lengths);
  size_t found = 0;
  exits->taken = roots_join(author, exits->taken, roots);
  result->aliases = arena_array(author->arena, uint32_t, fun->param_count);
  for (size_t k = 0; k < fun->param_count; k++) {
    if (!roots_overlap(roots, facts_of(author, fun->params[k].var)->roots)) continue;
    found++;
    if (!fun->params[k].is_consumed) result->aliases[result->alias_count++] = (uint32_t)k;
  }
  for (size_t k = 0; k < roots.count; k++)
    if (author->roots.data[roots.ids[k]].barrier != author->barrier) is_settled = false;
  if (is_settled && found <= 1) return atom;
  result->alias_count = 0;
  return atom_var(author_let(author, "copy", exp_new(author->program, OP_COPY, &atom, 1)));
}

static void add_result(Exits *exits, Fun *fun, Var *var, Atom *atoms) {
  Author *author = exits->entrance->author;
  Result *result = &fun->results[fun->result_count];
  const Type *type = subst_type(exits->subst, var->type);
  const char *name = var == exits->doomed ? FUZZ_DOOMED : "out";
  result->var = var_new(author->program, name, type, SPAN_NONE);
  if (!is_param(fun, var) && !is_global(author->program, var))
    subst_add(exits->subst, var, atom_var(result->var));
  atoms[fun->result_count++] = settle(exits, var, result);
}

static void try_exit(Exits *exits, Var *var) {
  if (varset_has(&exits->seen, var) || !lengths_may_leave(exits, var->type)) return;
  varset_add(&exits->seen, var);
  add_exit(exits, var);
}

// Something that fails; nothing else uses it.
static Var *choose_doom(Author *author) {
  size_t count = author->scope.count;
  Var *doomed = author_doom(author);
  author->scope.count = count;
  return doomed;
}

static void choose_results(Entrance *entrance, Frame *frame) {
  Author *author = entrance->author;
  Fun *fun = entrance->fun;
  Exits exits = {.entrance = entrance, .subst = subst_new(author->program)};
  exits.seen = varset_new(author->arena);
  exits.kept = varset_new(author->arena);
  if (author_has(author, FEATURE_DOOM)) {
    Var *doomed = choose_doom(author);
    exits.doomed = doomed;
    try_exit(&exits, doomed);
  }
  for (size_t k = 2 + random_below(&author->random, 5); k > 0; k--) {
    Var *var = author_pick(author, can_be_result, NULL);
    if (var) try_exit(&exits, var);
  }
  for (size_t k = 0; k < author->wishes.count; k++) {
    Var *var = author->wishes.data[k];
    bool is_there = author_is_bound_since(author, var, 0) && author_is_live(author, var);
    if (is_there && random_chance(&author->random, 70)) try_exit(&exits, var);
  }
  size_t count = exits.sizes.count + exits.values.count;
  Atom *atoms = arena_array(author->arena, Atom, count);
  fun->results = arena_array(author->arena, Result, count);
  for (size_t k = 0; k < exits.sizes.count; k++)
    add_result(&exits, fun, exits.sizes.data[k], atoms);
  fun->result_size_count = exits.sizes.count;
  for (size_t k = 0; k < exits.values.count; k++)
    add_result(&exits, fun, exits.values.data[k], atoms);
  fun->body = body_new(author->program, frame->stms, atoms, count);
}

// ---- The program ----

// Some whole numbers are unsigned to the outside; the bits are the same.
static void make_unsigned(Author *author, const Fun *fun, FuzzCase *fuzz_case) {
  for (size_t k = 0; k < fuzz_case->arg_count; k++) {
    Value *value = &fuzz_case->args[k];
    EntryValue *outside = &fun->entry->params[k];
    if (!prim_is_signed(value->prim) || !random_chance(&author->random, 10)) continue;
    StrBuf name = {0};
    strbuf_puts(&name, prim_name(value->prim));
    name.data[0] = 'u';
    prim_from_name(name.data, name.length, &value->prim);
    strbuf_clear(&name);
    for (int j = 0; j < value->rank; j++)
      strbuf_puts(&name, "[]");
    strbuf_puts(&name, prim_name(value->prim));
    outside->type = intern_str(author->program->names, strbuf_text(&name));
    strbuf_free(&name);
  }
}

static EntryValue entry_value(Program *program, const Var *var, bool has_name) {
  StrBuf type = {0};
  type_print_external(&type, var->type);
  EntryValue value = {has_name ? var->name : NULL, intern_str(program->names, strbuf_text(&type)),
                      1};
  strbuf_free(&type);
  return value;
}

void fuzz_interface(Program *program, Fun *fun) {
  Entry *entry = arena_make(program->arena, Entry);
  fun->entry = entry;
  entry->name = fun->name;
  entry->param_count = fun->param_count - fun->size_count;
  entry->params = arena_array(program->arena, EntryValue, entry->param_count);
  for (size_t k = 0; k < entry->param_count; k++)
    entry->params[k] = entry_value(program, fun->params[fun->size_count + k].var, true);
  entry->result_count = fun->result_count - fun->result_size_count;
  entry->results = arena_array(program->arena, EntryValue, entry->result_count);
  for (size_t k = 0; k < entry->result_count; k++)
    entry->results[k] = entry_value(program, fun->results[fun->result_size_count + k].var, false);
}

// Nests and little else: what flattening takes as a whole, and other features would stop it.
static void choose_nest_features(Author *author) {
  static const Feature always[] = {FEATURE_SCALAR, FEATURE_SIZE,      FEATURE_ELEMENT,
                                   FEATURE_PAR,    FEATURE_IRREGULAR, FEATURE_NEST};
  static const Feature sometimes[] = {
      FEATURE_ROW,       FEATURE_IF,     FEATURE_FOR,    FEATURE_WHILE,     FEATURE_CALL,
      FEATURE_RECURSION, FEATURE_REDUCE, FEATURE_SCAN,   FEATURE_KEEP,      FEATURE_SPLIT,
      FEATURE_CONCAT,    FEATURE_SLICE,  FEATURE_UPDATE, FEATURE_DUPLICATE, FEATURE_FILL};
  for (size_t k = 0; k < sizeof always / sizeof *always; k++)
    author->has[always[k]] = true;
  for (size_t k = 0; k < sizeof sometimes / sizeof *sometimes; k++)
    author->has[sometimes[k]] = random_chance(&author->random, 35);
}

static void choose_features(Author *author) {
  if (random_chance(&author->random, 30)) {
    choose_nest_features(author);
    return;
  }
  static const unsigned percents[FEATURE_COUNT] = {
#define FEATURE(id, name, percent, weight, production) percent,
#include "fuzz/features.def"
#undef FEATURE
  };
  bool has_all = random_chance(&author->random, 10);
  for (size_t k = 0; k < FEATURE_COUNT; k++) {
    bool is_for_all = has_all && k != FEATURE_FAILURE && k != FEATURE_DOOM;
    author->has[k] = random_chance(&author->random, percents[k]) || is_for_all;
  }
  if (author_has(author, FEATURE_DOOM)) author->has[FEATURE_FAILURE] = false;
}

FuzzCase fuzz_generate(Arena *arena, Interner *names, uint64_t seed) {
  Program *program = program_new(arena, names, LEVEL_CORE);
  program->is_unguarded = true;
  Stms nowhere = {0};
  Author author = author_new(program, &nowhere, seed);
  choose_features(&author);
  author.statement_limit = 10 + random_below(&author.random, 30);
  author.work_limit = 400;
  author.depth_limit = 2 + random_below(&author.random, 4);
  if (author_has(&author, FEATURE_GLOBAL))
    author_globals(&author, 1 + random_below(&author.random, 2));
  if (author_has(&author, FEATURE_CALL))
    author_callees(&author, 1 + random_below(&author.random, 2));
  Fun *fun = arena_make(arena, Fun);
  fun->name = intern_str(names, "main");
  Entrance entrance = {.author = &author, .fun = fun};
  Frame frame;
  frame_enter(&author, &frame, 1, true);
  choose_params(&entrance);
  size_t size = 2 + random_below(&author.random, random_chance(&author.random, 20) ? 60 : 18);
  author.statement_limit = author.statement_count + 10 + random_below(&author.random, 150);
  author.work_limit = 1000 + (int64_t)random_below(&author.random, 3000);
  author.work = 0;
  if (author_has(&author, FEATURE_NEST)) {
    author.work_limit *= 4;
    author.depth_limit += 2;
  }
  author_statements(&author, size);
  choose_results(&entrance, &frame);
  frame_leave(&author, &frame);
  fuzz_interface(program, fun);
  vec_push(arena, &program->funs, fun);
  FuzzCase fuzz_case = {
      .program = program, .args = entrance.args.data, .arg_count = entrance.args.count};
  make_unsigned(&author, fun, &fuzz_case);
  return fuzz_case;
}

void fuzz_case_free(FuzzCase *fuzz_case) {
  for (size_t k = 0; k < fuzz_case->arg_count; k++)
    value_free(&fuzz_case->args[k]);
}

Fun *fuzz_case_entry(const FuzzCase *fuzz_case) {
  const Program *program = fuzz_case->program;
  for (size_t k = 0; k < program->funs.count; k++)
    if (program->funs.data[k]->entry) return program->funs.data[k];
  INTERNAL_ERROR("a generated program without an entry point");
}

FuzzCase fuzz_case_clone(const FuzzCase *fuzz_case, Arena *arena) {
  FuzzCase clone = {program_clone(fuzz_case->program, arena),
                    arena_array(arena, Value, fuzz_case->arg_count), fuzz_case->arg_count,
                    fuzz_case->sources, fuzz_case->is_doomed};
  for (size_t k = 0; k < fuzz_case->arg_count; k++) {
    const Value *from = &fuzz_case->args[k];
    Value *to = &clone.args[k];
    if (!value_make(to, from->prim, from->rank, from->shape)) fatal_out_of_memory(0);
    memcpy(to->data, from->data, (size_t)value_count(from) * prim_size(from->prim));
  }
  return clone;
}

FuzzCase fuzz_case_thread(const FuzzCase *fuzz_case, Arena *arena, Diag *diag) {
  static const EffectWords WORDS = {
      .in_par = ERROR_OPERANDS, .par = "a par", .elsewhere = ERROR_OPERANDS};
  FuzzCase threaded = fuzz_case_clone(fuzz_case, arena);
  if (!program_thread_effects(threaded.program, diag, &WORDS)) threaded.program = NULL;
  return threaded;
}

static void print_threaded(StrBuf *out, const FuzzCase *fuzz_case) {
  Arena *arena = arena_new();
  FuzzCase threaded = fuzz_case_thread(fuzz_case, arena, diag_new(arena, NULL));
  program_print(out, threaded.program ? threaded.program : fuzz_case->program);
  fuzz_case_free(&threaded);
  arena_free(arena);
}

void fuzz_case_print(StrBuf *out, const FuzzCase *fuzz_case) {
  print_threaded(out, fuzz_case);
  Writer *writer = writer_to_memory();
  if (!writer) fatal_out_of_memory(0);
  ValueError error;
  strbuf_puts(out, "-- ==\n-- input {");
  for (size_t k = 0; k < fuzz_case->arg_count; k++)
    if (!writer_put(writer, " ", 1, &error) ||
        !value_write_text(writer, &fuzz_case->args[k], &error))
      INTERNAL_ERROR("cannot print a value: %s", error.message);
  size_t length;
  const char *text = writer_data(writer, &length);
  strbuf_write(out, text, length);
  strbuf_puts(out, fuzz_doomed_result(fuzz_case, NULL) ? " } error: .\n" : " }\n");
  writer_free(writer);
}
