// What a program shows.
//
// The entry point `main` gives everything that the program shows, in order, as results. Its
// attributes say how the run-time system writes them (rts/c/notation_apl.h):
//
//   #[apl program]        it is the program
//   #[apl shows int 2]    the next result is a matrix of ints; complex numbers have two results
#include "front/apl/to_core_internal.h"

void apl_show(Lower *lower, const AplValue *value, bool is_last) {
  if (value->kind == APL_VALUE_FUNCTION || value->kind == APL_VALUE_OPERATOR) {
    if (!is_last) apl_fail(lower, ERROR_APL_DOMAIN, "DOMAIN ERROR: a function cannot be shown");
    return;
  }
  if (value->kind == APL_VALUE_TUPLE) {
    for (size_t i = 0; i < value->item_count; i++)
      apl_show(lower, value->items[i], is_last);
    return;
  }
  if (lower->is_quiet) return;
  if (lower->inside > 0) apl_unsupported(lower, "output inside of a loop, a condition or `¨`");
  bool is_number = value->array.rank == 0 && value->array.kind < APL_DOUBLE;
  if (is_last && is_number) value = apl_as_kind(lower, value, APL_DOUBLE);
  Shown shown = {.value = value, .is_last = is_last};
  vec_push(lower->arena, &lower->shown, shown);
}

// ---- The entry point ----

typedef struct Results {
  VarVec sizes, leaves;
  AtomVec size_atoms, leaf_atoms;
} Results;

static void add_result(Lower *lower, Results *results, const Array *array) {
  Atom *dims = arena_array(lower->arena, Atom, array->rank + 1);
  for (size_t i = 0; i < array->rank; i++) {
    dims[i] = array->dims[i];
    if (dims[i].var == NULL) continue;
    Var *size = var_new(lower->emit.program, "n", type_scalar(SCALAR_I64), lower->emit.span);
    vec_push(lower->arena, &results->sizes, size);
    vec_push(lower->arena, &results->size_atoms, dims[i]);
    dims[i] = atom_var(size);
  }
  const Type *type = apl_part_type(lower, array->kind, array->rank, dims);
  for (size_t i = 0; i < apl_kind_parts(array->kind); i++) {
    Var *leaf = var_new(lower->emit.program, "shown", type, lower->emit.span);
    vec_push(lower->arena, &results->leaves, leaf);
    vec_push(lower->arena, &results->leaf_atoms, array->data[i]);
  }
}

static void add_attribute(Lower *lower, Fun *fun, const char *text) {
  vec_push(lower->arena, &fun->attrs, intern_str(lower->names, text));
}

static Name leaf_type(Lower *lower, const Type *type) {
  StrBuf text = {0};
  for (size_t i = 0; i < type_rank(type); i++)
    strbuf_puts(&text, "[]");
  strbuf_puts(&text, scalar_info(type->scalar)->text);
  Name name = intern_str(lower->names, strbuf_text(&text));
  strbuf_free(&text);
  return name;
}

// One value has its own type; several are a record.
static void entry_results(Lower *lower, Entry *entry, const VarVec *leaves) {
  if (leaves->count == 0) return;
  EntryValue *value = entry->results = arena_array(lower->arena, EntryValue, 1);
  entry->result_count = 1;
  value->count = (uint32_t)leaves->count;
  value->type = leaf_type(lower, leaves->data[0]->type);
  if (leaves->count == 1) return;
  value->type = intern_str(lower->names, "shown");
  Opaque *opaque = entry->opaques = arena_array(lower->arena, Opaque, 1);
  entry->opaque_count = 1;
  *opaque = (Opaque){.name = value->type, .kind = OPAQUE_RECORD, .field_count = leaves->count};
  opaque->fields = arena_array(lower->arena, EntryValue, leaves->count);
  for (size_t i = 0; i < leaves->count; i++)
    opaque->fields[i] =
        (EntryValue){.name = intern_str(lower->names, arena_printf(lower->arena, "%zu", i)),
                     .type = leaf_type(lower, leaves->data[i]->type),
                     .count = 1};
}

void apl_main_finish(Lower *lower, EmitBlock *block) {
  Fun *fun = arena_make(lower->arena, Fun);
  Results results = {0};
  fun->name = intern_str(lower->names, "main");
  fun->span = (Span){lower->program->file->id, 0, 0};
  fun->entry = arena_make(lower->arena, Entry);
  fun->entry->name = fun->name;
  add_attribute(lower, fun, "apl program");
  for (size_t i = 0; i < lower->shown.count; i++) {
    const Array *array = apl_stored(lower, lower->shown.data[i].value);
    add_attribute(lower, fun,
                  arena_printf(lower->arena, "apl shows %s %u", apl_kind_name(array->kind),
                               (unsigned)array->rank));
    add_result(lower, &results, array);
  }
  fun->result_size_count = results.sizes.count;
  vec_append(lower->arena, &results.size_atoms, results.leaf_atoms.data, results.leaf_atoms.count);
  entry_results(lower, fun->entry, &results.leaves);
  vec_append(lower->arena, &results.sizes, results.leaves.data, results.leaves.count);
  fun->result_count = results.sizes.count;
  fun->results = arena_array(lower->arena, Result, fun->result_count + 1);
  for (size_t i = 0; i < fun->result_count; i++)
    fun->results[i].var = results.sizes.data[i];
  fun->body =
      body_new(lower->emit.program, block->stms, results.size_atoms.data, results.size_atoms.count);
  vec_push(lower->arena, &lower->emit.program->funs, fun);
}
