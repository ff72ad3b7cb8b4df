// The typed C API of a library. Each function is written once, as a declaration for the header or
// with its body: name the type, convert pointers, and let rts/c/library.c do the work.
#include <string.h>

#include "target/cgen/cgen.h"
#include "target/library/table.h"

typedef struct Api {
  StrBuf *out;
  const Model *model;
  const LibraryOptions *options;
  bool has_bodies;
} Api;

static const ModelType *type_of(const Api *api, size_t number) {
  return &api->model->types.data[number];
}

static bool is_primitive(const ModelType *type) { return type->kind == OBJECT_PRIMITIVE; }

char *api_function(const Model *model, const char *verb, const ModelType *type, const char *part) {
  return arena_printf(model->arena, "futhark_%s_%s%s%s", verb, type->c_name, part ? "_" : "",
                      part ? part : "");
}

static const char PREFIX[] = "futhark_";
enum { PREFIX_LENGTH = sizeof PREFIX - 1 };

const char *api_name(const Model *model, const LibraryOptions *options, const char *name) {
  bool is_own = options->prefix && strncmp(name, PREFIX, PREFIX_LENGTH) == 0;
  return is_own ? arena_printf(model->arena, "%s_%s", options->prefix, name + PREFIX_LENGTH) : name;
}

static bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// Appends C in which names begin with `futhark_` so that they begin with the library's own prefix.
// Words of comments stay as they are.
static void put_renamed(StrBuf *out, const char *text, const char *prefix) {
  bool is_comment = false;
  for (const char *at = text; *at != '\0'; at++) {
    is_comment = *at != '\n' && (is_comment || strncmp(at, "//", 2) == 0);
    bool is_start = !is_comment && (at == text || !is_word(at[-1]));
    if (is_start && strncmp(at, PREFIX, PREFIX_LENGTH) == 0) {
      strbuf_printf(out, "%s_", prefix);
      at += PREFIX_LENGTH - 1;
    } else {
      strbuf_putc(out, *at);
    }
  }
}

// `struct futhark_i32_1d *`, or `int32_t `; before a name.
static const char *c_type(const Api *api, const ModelType *type) {
  return arena_printf(api->model->arena, is_primitive(type) ? "%s " : "struct futhark_%s *",
                      type->c_name);
}

// Ends a function whose head was written: with `;`, or with this body.
static void finish(Api *api, const char *format, ...) PRINTF_LIKE(2, 3);
static void finish(Api *api, const char *format, ...) {
  if (!api->has_bodies) {
    strbuf_puts(api->out, ";\n");
    return;
  }
  va_list arguments;
  va_start(arguments, format);
  strbuf_puts(api->out, " {\n");
  strbuf_vprintf(api->out, format, arguments);
  strbuf_puts(api->out, "}\n\n");
  va_end(arguments);
}

// ---- Contexts ----

static void put_config(Api *api) {
  StrBuf *out = api->out;
  strbuf_puts(out, "struct futhark_context_config *futhark_context_config_new(void)");
  finish(api, "  return config_new(&program_table);\n");
  strbuf_puts(out, "void futhark_context_config_free(struct futhark_context_config *cfg)");
  finish(api, "  config_free(cfg);\n");
  static const char *const FLAGS[] = {"debugging", "profiling", "logging"};
  for (size_t i = 0; i < sizeof FLAGS / sizeof *FLAGS; i++) {
    strbuf_printf(
        out, "void futhark_context_config_set_%s(struct futhark_context_config *cfg, int flag)",
        FLAGS[i]);
    finish(api, "  cfg->is_%s = flag != 0;\n", FLAGS[i]);
  }
  strbuf_puts(out,
              "int futhark_context_config_set_tuning_param(struct futhark_context_config *cfg, "
              "const char *param_name, size_t new_value)");
  finish(api, "  return api_set_param(cfg, param_name, new_value);\n");
  strbuf_puts(out, "void futhark_context_config_set_cache_file(struct futhark_context_config *cfg, "
                   "const char *fname)");
  finish(api, "  api_set_text(&cfg->cache_file, fname);\n");
  strbuf_puts(out,
              "void futhark_context_config_set_num_threads(struct futhark_context_config *cfg, "
              "int n)");
  finish(api, "  cfg->num_threads = n < 1 ? 0 : n;\n");
  strbuf_puts(out, "int futhark_get_tuning_param_count(void)");
  finish(api, "  return (int)program_table.param_count;\n");
  static const char *const TEXTS[][2] = {{"name", "name"}, {"class", "family"}};
  for (size_t i = 0; i < 2; i++) {
    strbuf_printf(out, "const char *futhark_get_tuning_param_%s(int i)", TEXTS[i][0]);
    finish(api,
           "  bool is_there = i >= 0 && (size_t)i < program_table.param_count;\n"
           "  return is_there ? program_table.params[i].%s : NULL;\n",
           TEXTS[i][1]);
  }
}

static void put_context(Api *api) {
  StrBuf *out = api->out;
  strbuf_puts(out,
              "struct futhark_context *futhark_context_new(struct futhark_context_config *cfg)");
  finish(api, "  return context_new(cfg);\n");
  strbuf_puts(out, "void futhark_context_free(struct futhark_context *ctx)");
  finish(api, "  context_free(ctx);\n");
  strbuf_puts(out, "int futhark_context_sync(struct futhark_context *ctx)");
  finish(api, "  return api_sync(ctx);\n");
  strbuf_puts(out, "char *futhark_context_get_error(struct futhark_context *ctx)");
  finish(api, "  return context_take_error(ctx);\n");
  strbuf_puts(out, "void futhark_context_set_logging_file(struct futhark_context *ctx, FILE *f)");
  finish(api, "  ctx->log = f;\n");
  strbuf_puts(out, "char *futhark_context_report(struct futhark_context *ctx)");
  finish(api, "  return context_report(ctx);\n");
  strbuf_puts(out, "int futhark_context_clear_caches(struct futhark_context *ctx)");
  finish(api, "  return api_clear_caches(ctx);\n");
  strbuf_puts(out, "void futhark_context_pause_profiling(struct futhark_context *ctx)");
  finish(api, "  api_pause(ctx, true);\n");
  strbuf_puts(out, "void futhark_context_unpause_profiling(struct futhark_context *ctx)");
  finish(api, "  api_pause(ctx, false);\n");
}

// ---- Devices ----

// What memory of the device is called in its own interface.
static const char *raw_type(const Api *api) {
  switch (api->options->device) {
  case DEVICE_NONE: return "unsigned char *";
  case DEVICE_OPENCL: return "cl_mem ";
  case DEVICE_CUDA: return "CUdeviceptr ";
  }
  INTERNAL_ERROR("an unknown device");
}

// The same types again as the headers of OpenCL and CUDA have: nobody needs these to use a library.
static void put_device_types(StrBuf *out, LibraryDevice device) {
  if (device == DEVICE_OPENCL)
    strbuf_puts(out, "typedef struct _cl_mem *cl_mem;\n"
                     "typedef struct _cl_command_queue *cl_command_queue;\n\n");
  if (device == DEVICE_CUDA)
    strbuf_puts(out, "typedef unsigned long long CUdeviceptr;\n"
                     "typedef struct CUstream_st *CUstream;\n\n");
}

// A function that sets a text of the configuration.
static void put_setter(Api *api, const char *name, const char *field) {
  strbuf_printf(api->out,
                "void futhark_context_config_set_%s(struct futhark_context_config *cfg, const char "
                "*s)",
                name);
  finish(api, "  api_set_text(&cfg->%s, s);\n", field);
}

// What Futhark's libraries let a program choose, and this compiler chooses itself.
static void put_unused(Api *api) {
  static const char *const NAMES[] = {
      "default_group_size", "default_thread_block_size", "default_num_groups", "default_grid_size",
      "default_tile_size",  "default_reg_tile_size",     "default_registers",  "default_cache",
      "unified_memory"};
  for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
    strbuf_printf(api->out,
                  "void futhark_context_config_set_%s(struct futhark_context_config *cfg, int "
                  "value)",
                  NAMES[i]);
    finish(api, "  (void)cfg;\n  (void)value;\n");
  }
}

static void put_device(Api *api) {
  StrBuf *out = api->out;
  bool is_cuda = api->options->device == DEVICE_CUDA;
  if (api->options->device == DEVICE_NONE) return;
  put_setter(api, "device", "device");
  put_unused(api);
  strbuf_puts(out, "void futhark_context_config_set_default_threshold(struct "
                   "futhark_context_config *cfg, int value)");
  finish(api, "  config_set_thresholds(cfg, value);\n");
  strbuf_printf(out,
                "void futhark_context_config_add_%s_option(struct futhark_context_config *cfg, "
                "const char *opt)",
                is_cuda ? "nvrtc" : "build");
  finish(api, "  (void)config_add_build_option(cfg, opt);\n");
  strbuf_puts(out, "const char *futhark_context_config_get_program(struct futhark_context_config "
                   "*cfg)");
  finish(api, "  return config_program(cfg);\n");
  put_setter(api, "program", "program");
  if (!is_cuda) put_setter(api, "platform", "platform");
  const char *what = is_cuda ? "stream" : "command_queue";
  const char *type = is_cuda ? "CUstream" : "cl_command_queue";
  strbuf_printf(out,
                "void futhark_context_config_set_%s(struct futhark_context_config *cfg, %s %s)",
                what, type, is_cuda ? "stream" : "queue");
  finish(api, "  cfg->queue = %s;\n", is_cuda ? "stream" : "queue");
  strbuf_printf(out, "%s futhark_context_get_%s(struct futhark_context *ctx)", type, what);
  finish(api, "  return device_queue(ctx);\n");
}

// ---- Arrays ----

static const char *numbered(const Api *api, const char *before, uint32_t count) {
  StrBuf text = {0};
  for (uint32_t i = 0; i < count; i++)
    strbuf_printf(&text, "%s%s%u", i > 0 ? ", " : "", before, i);
  const char *kept = arena_printf(api->model->arena, "%s", strbuf_text(&text));
  strbuf_free(&text);
  return kept;
}

// What objects of all types have.
static void put_common(Api *api, const char *name) {
  strbuf_printf(api->out,
                "int futhark_free_%s(struct futhark_context *ctx, struct futhark_%s *obj)", name,
                name);
  finish(api, "  return api_free(ctx, obj);\n");
  strbuf_printf(api->out,
                "int futhark_unshare_%s(struct futhark_context *ctx, struct futhark_%s *obj)", name,
                name);
  finish(api, "  return api_unshare(ctx, obj);\n");
}

static void put_plain_array(Api *api, const ModelType *type, size_t number) {
  StrBuf *out = api->out;
  const char *element = type_of(api, type->element)->c_name, *name = type->c_name;
  const char *dims = numbered(api, "int64_t dim", type->rank);
  const char *shape = numbered(api, "dim", type->rank);
  bool is_address = api->options->device == DEVICE_CUDA;
  strbuf_printf(
      out, "struct futhark_%s *futhark_new_%s(struct futhark_context *ctx, const %s *data, %s)",
      name, name, element, dims);
  finish(api, "  return api_array_new(ctx, %zu, data, (int64_t[]){%s}, BLOCK_OWN);\n", number,
         shape);
  strbuf_printf(out,
                "struct futhark_%s *futhark_new_raw_%s(struct futhark_context *ctx, %sdata, %s)",
                name, name, raw_type(api), dims);
  finish(api, "  return api_array_new(ctx, %zu, %sdata, (int64_t[]){%s}, BLOCK_FOREIGN);\n", number,
         is_address ? "(const void *)(uintptr_t)" : "", shape);
  put_common(api, name);
  strbuf_printf(out,
                "int futhark_values_%s(struct futhark_context *ctx, struct futhark_%s *arr, %s "
                "*data)",
                name, name, element);
  finish(api, "  return api_array_values(ctx, arr, data);\n");
  strbuf_printf(out, "%sfuthark_values_raw_%s(struct futhark_context *ctx, struct futhark_%s *arr)",
                raw_type(api), name, name);
  finish(api, "  (void)ctx;\n  return %sapi_array_raw(arr);\n",
         is_address ? "(CUdeviceptr)(uintptr_t)" : "");
  strbuf_printf(out,
                "int futhark_index_%s(struct futhark_context *ctx, %s *out, struct futhark_%s "
                "*arr, %s)",
                name, element, name, numbered(api, "int64_t i", type->rank));
  finish(api, "  return api_array_index(ctx, out, arr, (int64_t[]){%s});\n",
         numbered(api, "i", type->rank));
  strbuf_printf(out,
                "const int64_t *futhark_shape_%s(struct futhark_context *ctx, struct futhark_%s "
                "*arr)",
                name, name);
  finish(api, "  (void)ctx;\n  return api_array_shape(arr);\n");
}

// ---- Parts ----

// The parameters for fields: `, const struct futhark_i32_1d *f_x, const double f_y`.
static void put_part_params(Api *api, const ModelFields *fields) {
  for (size_t i = 0; i < fields->count; i++)
    strbuf_printf(api->out, ", const %sf_%s", c_type(api, type_of(api, fields->data[i].type)),
                  fields->data[i].c_name);
}

// An array of pointers to them. C has no arrays without elements, so NULL ends it.
static const char *part_pointers(const Api *api, const ModelFields *fields) {
  StrBuf text = {0};
  strbuf_puts(&text, "(const void *const[]){");
  for (size_t i = 0; i < fields->count; i++)
    strbuf_printf(&text, "%sf_%s, ", is_primitive(type_of(api, fields->data[i].type)) ? "&" : "",
                  fields->data[i].c_name);
  strbuf_puts(&text, "NULL}");
  const char *kept = arena_printf(api->model->arena, "%s", strbuf_text(&text));
  strbuf_free(&text);
  return kept;
}

// A body that calls `call`, which fills `object`, and hands that over in *out.
static void finish_object(Api *api, const char *call) {
  finish(api,
         "  void *object = NULL;\n"
         "  int error = %s;\n"
         "  if (error == FUTHARK_SUCCESS) *out = object;\n"
         "  return error;\n",
         call);
}

// A function that gives an object or scalar: `int NAME(ctx, T *out, `; the rest follows.
static void put_giving(Api *api, const char *name, const ModelType *result) {
  strbuf_printf(api->out, "int %s(struct futhark_context *ctx, %s*out", name, c_type(api, result));
}

static void finish_giving(Api *api, const ModelType *result, const char *before,
                          const char *behind) {
  Arena *arena = api->model->arena;
  if (is_primitive(result))
    finish(api, "  return %sout%s;\n", before, behind);
  else
    finish_object(api, arena_printf(arena, "%s&object%s", before, behind));
}

static void put_fields(Api *api, const ModelType *type) {
  Arena *arena = api->model->arena;
  for (size_t i = 0; i < type->fields.count; i++) {
    const ModelField *field = &type->fields.data[i];
    const ModelType *result = type_of(api, field->type);
    const char *part = type->is_tuple || field->c_name[0] == 'v' ? field->name : field->c_name;
    StrBuf mangled = {0};
    cgen_mangle(&mangled, part);
    put_giving(api, api_function(api->model, "project", type, strbuf_text(&mangled)), result);
    strbuf_free(&mangled);
    strbuf_printf(api->out, ", const struct futhark_%s *obj)", type->c_name);
    finish_giving(api, result, "api_project(ctx, ", arena_printf(arena, ", obj, %zu)", i));
  }
}

static void put_record(Api *api, const ModelType *type, size_t number) {
  put_giving(api, api_function(api->model, "new", type, NULL), type);
  put_part_params(api, &type->fields);
  strbuf_putc(api->out, ')');
  finish_object(api, arena_printf(api->model->arena, "api_record_new(ctx, %zu, &object, %s)",
                                  number, part_pointers(api, &type->fields)));
  put_fields(api, type);
}

static void put_opaque_array(Api *api, const ModelType *type, size_t number) {
  const Model *model = api->model;
  Arena *arena = model->arena;
  const ModelType *element = type_of(api, type->element);
  const char *indices = numbered(api, "int64_t i", type->rank);
  put_giving(api, api_function(model, "index", type, NULL), element);
  strbuf_printf(api->out, ", struct futhark_%s *arr, %s)", type->c_name, indices);
  finish_giving(api, element, "api_array_index(ctx, ",
                arena_printf(arena, ", arr, (int64_t[]){%s})", numbered(api, "i", type->rank)));
  strbuf_printf(
      api->out, "int %s(struct futhark_context *ctx, struct futhark_%s *arr, const %selem, %s)",
      api_function(model, "set", type, NULL), type->c_name, c_type(api, element), indices);
  finish(api, "  return api_array_set(ctx, arr, elem, (int64_t[]){%s});\n",
         numbered(api, "i", type->rank));
  strbuf_printf(api->out, "const int64_t *%s(struct futhark_context *ctx, struct futhark_%s *arr)",
                api_function(model, "shape", type, NULL), type->c_name);
  finish(api, "  (void)ctx;\n  return api_array_shape(arr);\n");
  put_giving(api, api_function(model, "new", type, NULL), type);
  strbuf_printf(api->out, ", %s*elems, %s)", c_type(api, element),
                numbered(api, "int64_t dim", type->rank));
  finish_object(api, arena_printf(arena,
                                  "api_array_of_elements(ctx, %zu, &object, (const void "
                                  "*const *)elems, (int64_t[]){%s})",
                                  number, numbered(api, "dim", type->rank)));
  if (element->kind != OBJECT_RECORD) return;
  put_giving(api, api_function(model, "zip", type, NULL), type);
  put_part_params(api, &type->fields);
  strbuf_putc(api->out, ')');
  finish_object(api, arena_printf(arena, "api_array_zip(ctx, %zu, &object, %s)", number,
                                  part_pointers(api, &type->fields)));
  put_fields(api, type);
}

// ---- Sums ----

// The outputs of a destruct: scalars where they go, objects by way of a pointer.
static void put_destruct(Api *api, const ModelType *type, size_t variant) {
  const ModelFields *payload = &type->variants.data[variant].payload;
  StrBuf before = {0}, pointers = {0}, after = {0};
  strbuf_printf(api->out, "int %s(struct futhark_context *ctx",
                api_function(api->model, "destruct", type, type->variants.data[variant].c_name));
  for (size_t i = 0; i < payload->count; i++) {
    const ModelType *part = type_of(api, payload->data[i].type);
    strbuf_printf(api->out, ", %s*v%zu", c_type(api, part), i);
    if (is_primitive(part)) {
      strbuf_printf(&pointers, "v%zu, ", i);
    } else {
      strbuf_printf(&before, "  void *object_%zu = NULL;\n", i);
      strbuf_printf(&pointers, "&object_%zu, ", i);
      strbuf_printf(&after, "  if (error == FUTHARK_SUCCESS) *v%zu = object_%zu;\n", i, i);
    }
  }
  strbuf_printf(api->out, ", const struct futhark_%s *obj)", type->c_name);
  finish(api,
         "%s  int error = api_destruct(ctx, (void *const[]){%sNULL}, obj, %zu);\n"
         "%s  return error;\n",
         strbuf_text(&before), strbuf_text(&pointers), variant, strbuf_text(&after));
  strbuf_free(&before);
  strbuf_free(&pointers);
  strbuf_free(&after);
}

static void put_sum(Api *api, const ModelType *type, size_t number) {
  const Model *model = api->model;
  strbuf_printf(api->out, "int %s(struct futhark_context *ctx, const struct futhark_%s *obj)",
                api_function(model, "variant", type, NULL), type->c_name);
  finish(api, "  return api_variant(ctx, obj);\n");
  for (size_t i = 0; i < type->variants.count; i++) {
    const ModelVariant *variant = &type->variants.data[i];
    put_giving(api, api_function(model, "new", type, variant->c_name), type);
    put_part_params(api, &variant->payload);
    strbuf_putc(api->out, ')');
    finish_object(api, arena_printf(model->arena, "api_sum_new(ctx, %zu, %zu, &object, %s)", number,
                                    i, part_pointers(api, &variant->payload)));
    put_destruct(api, type, i);
  }
}

// ---- Types and entry points ----

static void put_opaque(Api *api, const ModelType *type, size_t number) {
  const char *name = type->c_name;
  put_common(api, name);
  strbuf_printf(api->out,
                "int futhark_store_%s(struct futhark_context *ctx, const struct futhark_%s *obj, "
                "void **p, size_t *n)",
                name, name);
  finish(api, "  return api_store(ctx, obj, p, n);\n");
  strbuf_printf(api->out,
                "struct futhark_%s *futhark_restore_%s(struct futhark_context *ctx, const void *p)",
                name, name);
  finish(api, "  return api_restore(ctx, %zu, p);\n", number);
  if (type->kind == OBJECT_RECORD) put_record(api, type, number);
  if (type->kind == OBJECT_SUM) put_sum(api, type, number);
  if (type->kind == OBJECT_ARRAY) put_opaque_array(api, type, number);
}

static void put_type(Api *api, size_t number) {
  const ModelType *type = type_of(api, number);
  if (is_primitive(type)) return;
  if (!api->has_bodies) {
    strbuf_puts(api->out, "\n// ");
    c_comment(api->out, type->name, strlen(type->name));
    strbuf_printf(api->out, "\nstruct futhark_%s;\n", type->c_name);
  }
  if (model_is_plain_array(api->model, type))
    put_plain_array(api, type, number);
  else
    put_opaque(api, type, number);
}

static void put_tuning(Api *api, const ModelEntry *entry, const char *name) {
  strbuf_printf(api->out, "const int *futhark_tuning_params_for_%s(void)", name);
  StrBuf numbers = {0};
  for (size_t i = 0; i < api->model->program->params.count; i++)
    if (entry->has_param[i]) strbuf_printf(&numbers, "%zu, ", i);
  finish(api, "  static const int NUMBERS[] = {%s-1};\n  return NUMBERS;\n", strbuf_text(&numbers));
  strbuf_free(&numbers);
}

static void put_entry(Api *api, size_t number) {
  const ModelEntry *entry = &api->model->entries.data[number];
  const Entry *interface = entry->fun->entry;
  const ModelType *result = type_of(api, entry->result);
  StrBuf pointers = {0}, name = {0};
  model_entry_name(&name, interface->name);
  strbuf_printf(api->out, "int futhark_entry_%s(struct futhark_context *ctx, %s*out0",
                strbuf_text(&name), c_type(api, result));
  for (size_t i = 0; i < interface->param_count; i++) {
    const ModelType *type = type_of(api, entry->params[i]);
    strbuf_printf(api->out, ", const %sin%zu", c_type(api, type), i);
    strbuf_printf(&pointers, "%sin%zu, ", is_primitive(type) ? "&" : "", i);
  }
  strbuf_putc(api->out, ')');
  const char *in = strbuf_text(&pointers);
  if (is_primitive(result))
    finish(api, "  return api_call(ctx, %zu, out0, (const void *const[]){%sNULL});\n", number, in);
  else
    finish(api,
           "  void *object = NULL;\n"
           "  int error = api_call(ctx, %zu, &object, (const void *const[]){%sNULL});\n"
           "  if (error == FUTHARK_SUCCESS) *out0 = object;\n"
           "  return error;\n",
           number, in);
  put_tuning(api, entry, strbuf_text(&name));
  strbuf_free(&pointers);
  strbuf_free(&name);
}

static void put_all(Api *api) {
  put_config(api);
  if (!api->has_bodies) strbuf_putc(api->out, '\n');
  put_context(api);
  put_device(api);
  for (size_t i = 0; i < api->model->types.count; i++)
    put_type(api, i);
  if (!api->has_bodies) strbuf_puts(api->out, "\n// Entry points\n");
  for (size_t i = 0; i < api->model->entries.count; i++)
    put_entry(api, i);
}

static void put_header(StrBuf *out, const Model *model, const LibraryOptions *options) {
  Api api = {.out = out, .model = model, .options = options};
  StrBuf guard_text = {0};
  cgen_mangle(&guard_text, options->name);
  const char *guard = strbuf_text(&guard_text);
  strbuf_printf(out, LIBRARY_MARK_C "%s: the C API, which doc/library.md describes, of ",
                options->version);
  c_comment(out, options->name, strlen(options->name));
  strbuf_printf(out,
                "\n#ifndef FUTHARK_API_%s_H\n#define FUTHARK_API_%s_H\n"
                "#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n#include "
                "<stdio.h>\n\n"
                "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n"
                "#define FUTHARK_BACKEND_%s\n"
                "#define FUTHARK_SUCCESS 0\n"
                "#define FUTHARK_PROGRAM_ERROR 2\n"
                "#define FUTHARK_OUT_OF_MEMORY 3\n\n"
                "struct futhark_context_config;\nstruct futhark_context;\n\n",
                guard, guard, options->backend);
  put_device_types(out, options->device);
  // A structure is named before the functions that mention it.
  for (size_t i = 0; i < model->types.count; i++)
    if (!is_primitive(&model->types.data[i]))
      strbuf_printf(out, "struct futhark_%s;\n", model->types.data[i].c_name);
  put_all(&api);
  strbuf_puts(out, "\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n");
  strbuf_free(&guard_text);
}

static void put_bodies(StrBuf *out, const Model *model, const LibraryOptions *options) {
  Api api = {.out = out, .model = model, .options = options, .has_bodies = true};
  put_all(&api);
}

// With a prefix, the text is written first and its names replaced then: they are everywhere.
static void put_prefixed(StrBuf *out, const Model *model, const LibraryOptions *options,
                         void put(StrBuf *, const Model *, const LibraryOptions *)) {
  if (!options->prefix) {
    put(out, model, options);
    return;
  }
  StrBuf text = {0};
  put(&text, model, options);
  put_renamed(out, strbuf_text(&text), options->prefix);
  strbuf_free(&text);
}

void api_declare(StrBuf *out, const Model *model, const LibraryOptions *options) {
  put_prefixed(out, model, options, put_header);
}

void api_define(StrBuf *out, const Model *model, const LibraryOptions *options) {
  put_prefixed(out, model, options, put_bodies);
}
