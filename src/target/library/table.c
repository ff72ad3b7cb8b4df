// The ProgramTable, and the calls of generated functions.
//
// A call takes the leaves of the arguments apart, calls the function, and puts the result's leaves
// together. The parameters of the function are its sizes, then for each leaf a scalar or a block.
#include <inttypes.h>

#include "target/library/table.h"

#include <string.h>

#include "base/utf8.h"
#include "ir/type.h"
#include "target/cgen/cgen.h"

static void put_string(StrBuf *out, const char *text) { c_string(out, text, strlen(text)); }

// ---- Variables as C expressions ----

typedef struct Glue {
  StrBuf *out;
  const Model *model;
  const Fun *fun;
  Cgen names; // of globals
} Glue;

static const char *scalar_member(Scalar scalar) {
  switch (scalar) {
  case SCALAR_BOOL: return "b";
  case SCALAR_I8: return "i8";
  case SCALAR_I16: return "i16";
  case SCALAR_I32: return "i32";
  case SCALAR_I64: return "i64";
  case SCALAR_F16: return "f16";
  case SCALAR_F32: return "f32";
  case SCALAR_F64: return "f64";
  case SCALAR_COUNT: break;
  }
  INTERNAL_ERROR("a scalar type that is none");
}

// Where the sizes of a head stand, there are also the blocks of its arrays. Size number k is the
// k-th of those that are no blocks; leaves are what follows.
static bool is_block(const Var *var) { return var->type->kind == TYPE_MEM; }

static size_t size_of_param(const Fun *fun, size_t position) {
  size_t number = 0;
  for (size_t i = 0; i < position; i++)
    number += !is_block(fun->params[i].var);
  return number;
}

// The number of the leaf that a parameter or result after the sizes is.
static size_t leaf_of_param(const Fun *fun, size_t position) {
  size_t leaf = 0;
  for (size_t i = fun->size_count; i < position; i++)
    leaf += !is_block(fun->params[i].var);
  return leaf;
}

static size_t leaf_of_result(const Fun *fun, size_t position) {
  size_t leaf = 0;
  for (size_t i = fun->result_size_count; i < position; i++)
    leaf += !is_block(fun->results[i].var);
  return leaf;
}

static bool is_placed_in(const Var *var, const Var *block) {
  return var->type->kind == TYPE_ARRAY && var->type->place && var->type->place->block == block;
}

// The number of the leaf whose block it is.
static size_t leaf_of_param_block(const Fun *fun, const Var *block) {
  for (size_t i = fun->size_count; i < fun->param_count; i++)
    if (is_placed_in(fun->params[i].var, block)) return leaf_of_param(fun, i);
  INTERNAL_ERROR("no parameter of %s is in the block %s", fun->name, block->name);
}

static size_t leaf_of_result_block(const Fun *fun, const Var *block) {
  for (size_t i = fun->result_size_count; i < fun->result_count; i++)
    if (is_placed_in(fun->results[i].var, block)) return leaf_of_result(fun, i);
  INTERNAL_ERROR("no result of %s is in the block %s", fun->name, block->name);
}

// The position of a variable among the parameters or results, or their number when it is none.
static size_t param_position(const Fun *fun, const Var *var) {
  size_t i = 0;
  while (i < fun->param_count && fun->params[i].var != var)
    i++;
  return i;
}

static size_t result_position(const Fun *fun, const Var *var) {
  size_t i = 0;
  while (i < fun->result_count && fun->results[i].var != var)
    i++;
  return i;
}

// The globals of Imp are the scalars and blocks of the program's in order.
static const char *global_text(Glue *glue, const Var *var) {
  const Program *program = glue->model->program->origin;
  size_t at = 0;
  for (size_t i = 0; i < program->globals.count; i++)
    for (size_t k = 0; k < program->globals.data[i]->var_count; k++) {
      const Var *global = program->globals.data[i]->vars[k];
      if (global == var) return cgen_name(&glue->names, glue->model->program->globals.data[at]);
      at += global->type->kind == TYPE_SCALAR || global->type->kind == TYPE_MEM;
    }
  INTERNAL_ERROR("the size %s.%u of an entry point comes from nowhere", var->name, var->id);
}

static void put_size(Glue *glue, const Dim *dim) {
  const Fun *fun = glue->fun;
  if (!dim->var) {
    strbuf_printf(glue->out, "INT64_C(%lld)", (long long)dim->size);
    return;
  }
  size_t result = result_position(fun, dim->var), param = param_position(fun, dim->var);
  if (result < fun->result_size_count)
    strbuf_printf(glue->out, "size_%zu", result);
  else if (result < fun->result_count)
    strbuf_printf(glue->out, "out[%zu].scalar.i64", leaf_of_result(fun, result));
  else if (param < fun->size_count)
    strbuf_printf(glue->out, "sizes[%zu]", size_of_param(fun, param));
  else if (param < fun->param_count)
    strbuf_printf(glue->out, "in[%zu].scalar.i64", leaf_of_param(fun, param));
  else
    strbuf_puts(glue->out, global_text(glue, dim->var));
}

// ---- Calls ----

static void put_arguments(Glue *glue) {
  const Fun *fun = glue->fun;
  StrBuf *out = glue->out;
  for (size_t i = 0; i < fun->result_count; i++) {
    const Var *var = fun->results[i].var;
    if (is_block(var))
      strbuf_printf(out, ", &out[%zu].block", leaf_of_result_block(fun, var));
    else if (i < fun->result_size_count)
      strbuf_printf(out, ", &size_%zu", i);
    else if (var->type->kind == TYPE_SCALAR)
      strbuf_printf(out, ", &out[%zu].scalar.%s", leaf_of_result(fun, i),
                    scalar_member(var->type->scalar));
  }
  for (size_t i = 0; i < fun->param_count; i++) {
    const Var *var = fun->params[i].var;
    if (is_block(var))
      strbuf_printf(out, ", in[%zu].block", leaf_of_param_block(fun, var));
    else if (i < fun->size_count)
      strbuf_printf(out, ", sizes[%zu]", size_of_param(fun, i));
    else if (var->type->kind == TYPE_SCALAR)
      strbuf_printf(out, ", in[%zu].scalar.%s", leaf_of_param(fun, i),
                    scalar_member(var->type->scalar));
  }
}

// Sizes that are global values are not known to the table: they are compared here.
static void put_global_checks(Glue *glue) {
  const Fun *fun = glue->fun;
  for (size_t i = fun->size_count; i < fun->param_count; i++) {
    const Type *type = fun->params[i].var->type;
    for (uint32_t d = 0; type->kind == TYPE_ARRAY && d < type->rank; d++) {
      const Dim *dim = &type->dims[d];
      if (!dim->var || param_position(fun, dim->var) < fun->param_count) continue;
      size_t leaf = leaf_of_param(fun, i);
      strbuf_printf(glue->out, "  if (in[%zu].shape[%u] != ", leaf, d);
      put_size(glue, dim);
      strbuf_puts(glue->out, ")\n    return context_fail(ctx, \"dimension %d of %s must be %lld, "
                             "but is %lld\", ");
      strbuf_printf(glue->out, "%u, ", d);
      put_string(glue->out, fun->params[i].var->name);
      strbuf_puts(glue->out, ", (long long)");
      put_size(glue, dim);
      strbuf_printf(glue->out, ", (long long)in[%zu].shape[%u]);\n", leaf, d);
    }
  }
}

static void put_shapes(Glue *glue) {
  const Fun *fun = glue->fun;
  for (size_t i = fun->result_size_count; i < fun->result_count; i++) {
    const Type *type = fun->results[i].var->type;
    for (uint32_t d = 0; type->kind == TYPE_ARRAY && d < type->rank; d++) {
      strbuf_printf(glue->out, "  out[%zu].shape[%u] = ", leaf_of_result(fun, i), d);
      put_size(glue, &type->dims[d]);
      strbuf_puts(glue->out, ";\n");
    }
  }
}

static void put_call_name(Glue *glue, size_t number) {
  strbuf_printf(glue->out, "call_%zu_", number);
  cgen_mangle(glue->out, glue->fun->entry->name);
}

static void put_call(Glue *glue, size_t number) {
  strbuf_puts(glue->out, "\nstatic int ");
  put_call_name(glue, number);
  strbuf_puts(glue->out, "(Context *ctx, const int64_t *sizes, const Leaf *in, Leaf *out) {\n"
                         "  (void)sizes, (void)in, (void)out;\n");
  for (size_t i = 0; i < glue->fun->result_size_count; i++)
    if (!is_block(glue->fun->results[i].var))
      strbuf_printf(glue->out, "  int64_t size_%zu = 0;\n", i);
  put_global_checks(glue);
  strbuf_puts(glue->out, "  int error = ");
  c_fun_name(glue->out, glue->fun->name);
  strbuf_puts(glue->out, "(ctx");
  put_arguments(glue);
  strbuf_puts(glue->out, ");\n  if (error != RT_OK) return error;\n");
  put_shapes(glue);
  strbuf_puts(glue->out, "  return RT_OK;\n}\n");
}

// ---- Types ----

static const char *kind_text(ObjectKind kind) {
  switch (kind) {
  case OBJECT_PRIMITIVE: return "OBJECT_PRIMITIVE";
  case OBJECT_ARRAY: return "OBJECT_ARRAY";
  case OBJECT_RECORD: return "OBJECT_RECORD";
  case OBJECT_SUM: return "OBJECT_SUM";
  case OBJECT_OPAQUE: return "OBJECT_OPAQUE";
  }
  INTERNAL_ERROR("a kind of objects that is none");
}

static const char *prim_text(Prim prim) {
  static const char *const TEXTS[] = {
#define X(ID, NAME, TAG, SIZE) [PRIM_##ID] = "PRIM_" #ID,
      VALUE_PRIMS(X)
#undef X
  };
  return TEXTS[prim];
}

static void put_fields(StrBuf *out, const ModelFields *fields) {
  strbuf_puts(out, "(const FieldInfo[]){");
  for (size_t i = 0; i < fields->count; i++) {
    const ModelField *field = &fields->data[i];
    strbuf_puts(out, i > 0 ? ", {" : "{");
    if (field->name)
      put_string(out, field->name);
    else
      strbuf_puts(out, "NULL");
    strbuf_printf(out, ", %zu, %zu}", field->type, field->first);
  }
  strbuf_printf(out, "}, %zu", fields->count);
}

static void put_variants(StrBuf *out, const ModelType *type) {
  strbuf_puts(out, "(const VariantInfo[]){");
  for (size_t i = 0; i < type->variants.count; i++) {
    const ModelVariant *variant = &type->variants.data[i];
    strbuf_puts(out, i > 0 ? ", {" : "{");
    put_string(out, variant->name);
    strbuf_puts(out, ", ");
    if (variant->payload.count > 0)
      put_fields(out, &variant->payload);
    else
      strbuf_puts(out, "NULL, 0");
    strbuf_putc(out, '}');
  }
  strbuf_printf(out, "}, %zu", type->variants.count);
}

static void put_type(StrBuf *out, const ModelType *type) {
  strbuf_puts(out, "    {");
  put_string(out, type->name);
  strbuf_printf(out, ", %s, ", kind_text(type->kind));
  strbuf_puts(out, type->leaf_count > 0 ? "(const ValueType[]){" : "NULL");
  for (size_t i = 0; i < type->leaf_count; i++)
    strbuf_printf(out, "%s{%s, %d}", i > 0 ? ", " : "", prim_text(type->leaves[i].prim),
                  type->leaves[i].rank);
  strbuf_printf(out, "%s, %zu, %u, %zu, ", type->leaf_count > 0 ? "}" : "", type->leaf_count,
                type->rank, type->element);
  if (type->fields.count > 0)
    put_fields(out, &type->fields);
  else
    strbuf_puts(out, "NULL, 0");
  strbuf_puts(out, ", ");
  if (type->variants.count > 0)
    put_variants(out, type);
  else
    strbuf_puts(out, "NULL, 0");
  strbuf_puts(out, "},\n");
}

// ---- Entry points ----

static void put_params(StrBuf *out, const ModelEntry *entry) {
  const Entry *interface = entry->fun->entry;
  strbuf_puts(out, interface->param_count > 0 ? "(const ParamInfo[]){" : "NULL");
  for (size_t i = 0; i < interface->param_count; i++) {
    strbuf_puts(out, i > 0 ? ", {" : "{");
    put_string(out, interface->params[i].name);
    strbuf_printf(out, ", %zu, %s}", entry->params[i], entry->is_unique[i] ? "true" : "false");
  }
  strbuf_printf(out, "%s, %zu", interface->param_count > 0 ? "}" : "", interface->param_count);
}

DimInfo entry_dim(const Fun *fun, const Dim *dim) {
  if (!dim->var) return (DimInfo){DIM_CONSTANT, dim->size};
  size_t position = param_position(fun, dim->var);
  if (position < fun->size_count) return (DimInfo){DIM_SIZE, (int64_t)size_of_param(fun, position)};
  if (position < fun->param_count)
    return (DimInfo){DIM_LEAF, (int64_t)leaf_of_param(fun, position)};
  return (DimInfo){DIM_FREE, 0};
}

static const char *dim_kind_text(DimKind kind) {
  switch (kind) {
  case DIM_CONSTANT: return "DIM_CONSTANT";
  case DIM_SIZE: return "DIM_SIZE";
  case DIM_LEAF: return "DIM_LEAF";
  case DIM_FREE: return "DIM_FREE";
  }
  INTERNAL_ERROR("a dimension of no kind");
}

static void put_dim(StrBuf *out, const Fun *fun, const Dim *dim) {
  DimInfo info = entry_dim(fun, dim);
  strbuf_printf(out, "{%s, INT64_C(%lld)}, ", dim_kind_text(info.kind), (long long)info.value);
}

const Var *entry_leaf(const Fun *fun, size_t leaf) {
  for (size_t i = fun->size_count; i < fun->param_count; i++)
    if (!is_block(fun->params[i].var) && leaf-- == 0) return fun->params[i].var;
  INTERNAL_ERROR("%s has fewer leaves", fun->name);
}

Name entry_size_name(const Fun *fun, size_t size) {
  for (size_t i = 0; i < fun->size_count; i++)
    if (!is_block(fun->params[i].var) && size-- == 0) return fun->params[i].var->name;
  INTERNAL_ERROR("%s has fewer sizes", fun->name);
}

static void put_dims(StrBuf *out, const Fun *fun) {
  strbuf_puts(out, "(const DimInfo[]){");
  for (size_t i = fun->size_count; i < fun->param_count; i++) {
    const Type *type = fun->params[i].var->type;
    for (uint32_t d = 0; type->kind == TYPE_ARRAY && d < type->rank; d++)
      put_dim(out, fun, &type->dims[d]);
  }
  strbuf_puts(out, "{DIM_FREE, 0}}");
}

static void put_names(StrBuf *out, const Fun *fun) {
  strbuf_puts(out, "(const char *const[]){");
  for (size_t i = 0; i < fun->size_count; i++) {
    if (is_block(fun->params[i].var)) continue;
    put_string(out, fun->params[i].var->name);
    strbuf_puts(out, ", ");
  }
  strbuf_printf(out, "NULL}, %zu", size_of_param(fun, fun->size_count));
}

static void put_attributes(StrBuf *out, const Fun *fun) {
  strbuf_puts(out, "(const char *const[]){");
  for (size_t i = 0; i < fun->attrs.count; i++) {
    put_string(out, fun->attrs.data[i]);
    strbuf_puts(out, ", ");
  }
  strbuf_printf(out, "NULL}, %zu", fun->attrs.count);
}

// Which entry point consults which parameter is not followed: each may consult all.
static void put_tuning(StrBuf *out, const Model *model) {
  strbuf_puts(out, "(const size_t[]){");
  for (size_t i = 0; i < model->program->params.count; i++)
    strbuf_printf(out, "%zu, ", i);
  strbuf_printf(out, "0}, %zu", model->program->params.count);
}

static void put_entry(Glue *glue, size_t number) {
  StrBuf *out = glue->out;
  const ModelEntry *entry = &glue->model->entries.data[number];
  strbuf_puts(out, "    {");
  put_string(out, entry->fun->entry->name);
  strbuf_puts(out, ", ");
  put_params(out, entry);
  strbuf_printf(out, ", %zu, %s,\n     ", entry->result,
                entry->is_result_unique ? "true" : "false");
  put_attributes(out, entry->fun);
  strbuf_puts(out, ", ");
  put_tuning(out, glue->model);
  strbuf_puts(out, ",\n     ");
  put_names(out, entry->fun);
  strbuf_puts(out, ", ");
  put_dims(out, entry->fun);
  strbuf_puts(out, ", ");
  put_call_name(glue, number);
  strbuf_puts(out, "},\n");
}

// ---- The table ----

// What a threshold is at first: how much parallel work is enough to use it all.
enum { ENOUGH = 1 << 15 };

static bool is_recursive(const ImpProgram *program) {
  for (size_t i = 0; i < program->funs.count; i++)
    if (imp_fun_is_recursive(program->funs.data[i])) return true;
  return false;
}

// ---- Lines of the source ----

typedef struct LibraryLines {
  StrBuf *out;
  const ImpProgram *program;
  Map *seen; // file and line -> it is written
} LibraryLines;

// How many columns each character takes, where it is not one for all.
static void put_widths(StrBuf *out, const char *text, size_t length) {
  StrBuf widths = {0};
  bool is_plain = true;
  for (size_t at = 0; at < length;) {
    uint32_t codepoint = 0;
    size_t size = utf8_decode(text + at, length - at, &codepoint);
    int width = size == 0 || codepoint < 0x20 ? 1 : utf8_width(codepoint);
    is_plain = is_plain && width == 1;
    strbuf_putc(&widths, (char)('0' + width));
    at += size == 0 ? 1 : size;
  }
  if (is_plain)
    strbuf_puts(out, "NULL");
  else
    put_string(out, strbuf_text(&widths));
  strbuf_free(&widths);
}

// Writes the line in which a span begins, unless it is there.
static void put_line(LibraryLines *lines, Span span) {
  enum { LENGTH_LIMIT = 200 };
  const SourceMap *sources = lines->program->sources;
  const SourceFile *file = sources ? source_get(sources, span.file) : NULL;
  if (!file || !span_is_known(span)) return;
  uint32_t line, column;
  source_position(file, span.start, &line, &column);
  uint64_t key = (uint64_t)file->id << 32 | line;
  if (map_get(lines->seen, key)) return;
  map_put(lines->seen, key, lines);
  size_t length;
  const char *text = source_line(file, line, &length);
  strbuf_puts(lines->out, "    {");
  put_string(lines->out, file->path);
  strbuf_printf(lines->out, ", %u, ", (unsigned)line);
  if (length <= LENGTH_LIMIT)
    c_string(lines->out, text, length);
  else
    strbuf_puts(lines->out, "NULL");
  strbuf_puts(lines->out, ", ");
  put_widths(lines->out, text, length <= LENGTH_LIMIT ? length : 0);
  strbuf_puts(lines->out, "},\n");
}

static void put_stm_line(void *context, ImpStm *stm) {
  const LibraryLines *lines = context;
  bool is_call = stm->kind == IMP_STM_CALL && !stm->as.call->callee->is_part;
  bool can_fail = is_call || stm->kind == IMP_STM_FAIL || stm->kind == IMP_STM_ALLOC ||
                  stm->kind == IMP_STM_RESERVE;
  if (!can_fail || !lines->program->sources) return;
  for (Span span = stm->span; span_is_known(span);
       span = source_caller(lines->program->sources, span))
    put_line(context, span);
}

static void put_fun_lines(void *context, ImpFun *fun) {
  if (imp_fun_is_recursive(fun)) put_line(context, fun->span);
  imp_walk(&fun->body, put_stm_line, context);
}

// The lines in which the program can fail, and those of the calls around, which an executable shows
// when it does.
static void put_lines(StrBuf *out, const ImpProgram *program, Arena *arena) {
  LibraryLines lines = {.out = out, .program = program, .seen = map_new(arena)};
  strbuf_puts(out, "\nstatic const SourceLine LINES[] = {\n");
  imp_each_fun(program, put_fun_lines, &lines);
  strbuf_puts(out, "    {NULL, 0, NULL, NULL},\n};\n");
}

// What counts its work for a profile: kernels under the names and places of their launches.
static void put_works(Glue *glue) {
  const ImpProgram *program = glue->model->program;
  strbuf_puts(glue->out, "\nstatic const WorkPlace WORKS[] = {\n");
  for (size_t i = 0; i < program->works.count; i++) {
    const ImpWork *work = &program->works.data[i];
    const ImpKernel *kernel = work->kernel;
    StrBuf where = {0}, name = {0};
    if (kernel) cgen_position(&glue->names, &where, kernel->span);
    if (kernel) cgen_mangle(&name, kernel->twin ? kernel->twin->name : kernel->name);
    if (!kernel) strbuf_printf(&where, "%s:%u", work->file, (unsigned)work->line);
    strbuf_printf(glue->out, "    {%s", kernel ? "" : "NULL");
    if (kernel) c_string(glue->out, strbuf_text(&name), name.length);
    strbuf_puts(glue->out, ", ");
    c_string(glue->out, strbuf_text(&where), where.length);
    strbuf_puts(glue->out, "},\n");
    strbuf_free(&where);
    strbuf_free(&name);
  }
  strbuf_puts(glue->out, "};\n");
}

static void put_table(StrBuf *out, const Model *model, const LibraryOptions *options) {
  if (options->form == LIBRARY_UNIT)
    strbuf_printf(out,
                  "\nextern const ProgramTable program_table_%zu;\n"
                  "const ProgramTable program_table_%zu = {\n    .name = ",
                  options->unit, options->unit);
  else
    strbuf_puts(out, "\nstatic const ProgramTable program_table = {\n    .name = ");
  put_string(out, options->name);
  strbuf_puts(out, ",\n    .backend = ");
  put_string(out, options->backend);
  strbuf_puts(out, ",\n    .compiler = ");
  put_string(out, options->version);
  strbuf_printf(out, ",\n    .types = TYPES,\n    .type_count = %zu,\n", model->types.count);
  strbuf_printf(out, "    .entries = ENTRIES,\n    .entry_count = %zu,\n", model->entries.count);
  strbuf_printf(out, "    .params = PARAMS,\n    .param_count = %zu,\n",
                model->program->params.count);
  strbuf_puts(out, "    .globals_size = sizeof(struct Globals),\n"
                   "    .globals_init = globals_init,\n"
                   "    .globals_free = globals_free,\n");
  if (options->device != DEVICE_NONE) strbuf_puts(out, "    .gpu = &GPU_PROGRAM,\n");
  if (is_recursive(model->program)) strbuf_puts(out, "    .is_recursive = true,\n");
  if (options->form == LIBRARY_EXECUTABLE) strbuf_puts(out, "    .lines = LINES,\n");
  if (model->program->works.count > 0)
    strbuf_printf(out, "    .works = WORKS,\n    .work_count = %zu,\n",
                  model->program->works.count);
  strbuf_puts(out, "};\n");
}

void table_write(StrBuf *out, const Model *model, const LibraryOptions *options) {
  Arena *arena = arena_new();
  Glue glue = {.out = out, .model = model};
  glue.names = (Cgen){.program = model->program, .arena = arena, .texts = interner_new(arena)};
  cgen_names_clear(&glue.names);
  for (size_t i = 0; i < model->entries.count; i++) {
    glue.fun = model->entries.data[i].fun;
    put_call(&glue, i);
  }
  strbuf_puts(out, "\nstatic const ObjectType TYPES[] = {\n");
  for (size_t i = 0; i < model->types.count; i++)
    put_type(out, &model->types.data[i]);
  strbuf_puts(out, "    {NULL, OBJECT_OPAQUE, NULL, 0, 0, 0, NULL, 0, NULL, 0},\n};\n");
  strbuf_puts(out, "\nstatic const EntryInfo ENTRIES[] = {\n");
  for (size_t i = 0; i < model->entries.count; i++) {
    glue.fun = model->entries.data[i].fun;
    put_entry(&glue, i);
  }
  strbuf_puts(out, "    {NULL, NULL, 0, 0, false, NULL, 0, NULL, 0, NULL, 0, NULL, NULL},\n};\n");
  strbuf_puts(out, "\nstatic const TuningParam PARAMS[] = {\n");
  for (size_t i = 0; i < model->program->params.count; i++) {
    strbuf_puts(out, "    {");
    const Threshold *param = &model->program->params.data[i].threshold;
    bool is_plain = param->initial == THRESHOLD_DEFAULT || param->initial == THRESHOLD_NEST;
    put_string(out, param->name);
    strbuf_puts(out, ", \"");
    imp_print_class(out, model->program, i);
    bool is_computed = model->program->params.data[i].is_computed;
    strbuf_printf(out, "\", %" PRId64 "},\n", is_computed ? 0 : is_plain ? ENOUGH : param->initial);
  }
  strbuf_puts(out, "    {NULL, NULL, 0},\n};\n");
  if (options->form == LIBRARY_EXECUTABLE) put_lines(out, model->program, arena);
  if (model->program->works.count > 0) put_works(&glue);
  put_table(out, model, options);
  arena_free(arena);
}
