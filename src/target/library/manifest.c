// The manifest of a library, and the files by which pkg-config and CMake find it.
#include <string.h>

#include "base/json.h"
#include "target/cgen/cgen.h"
#include "target/library/table.h"

typedef struct Manifest {
  JsonWriter json;
  const Model *model;
} Manifest;

static void put(Manifest *manifest, const char *key, const char *value) {
  json_key(&manifest->json, key);
  json_string(&manifest->json, value);
}

static void put_operation(Manifest *manifest, const char *key, const ModelType *type) {
  put(manifest, key, api_function(manifest->model, key, type, NULL));
}

static const char *type_text(const Manifest *manifest, size_t type) {
  return manifest->model->types.data[type].name;
}

// ---- Entry points ----

static void put_value(Manifest *manifest, const char *name, size_t type, bool is_unique) {
  json_begin_object(&manifest->json);
  if (name) put(manifest, "name", name);
  put(manifest, "type", type_text(manifest, type));
  json_key(&manifest->json, "unique");
  json_bool(&manifest->json, is_unique);
  json_end_object(&manifest->json);
}

static void put_names(Manifest *manifest, const char *key, const Name *names, size_t count) {
  json_key(&manifest->json, key);
  json_begin_array(&manifest->json);
  for (size_t i = 0; i < count; i++)
    json_string(&manifest->json, names[i]);
  json_end_array(&manifest->json);
}

static void put_entry(Manifest *manifest, const ModelEntry *entry) {
  JsonWriter *json = &manifest->json;
  const Entry *interface = entry->fun->entry;
  const ImpProgram *program = manifest->model->program;
  StrBuf function = {0};
  strbuf_puts(&function, "futhark_entry_");
  model_entry_name(&function, interface->name);
  json_key(json, interface->name);
  json_begin_object(json);
  put(manifest, "cfun", strbuf_text(&function));
  json_key(json, "tuning_params");
  json_begin_array(json);
  for (size_t i = 0; i < program->params.count; i++)
    if (entry->has_param[i]) json_string(json, program->params.data[i].name);
  json_end_array(json);
  put_names(manifest, "attributes", entry->fun->attrs.data, entry->fun->attrs.count);
  // Since 0.26 there is one output; those who read older manifests look for a list.
  json_key(json, "output");
  put_value(manifest, NULL, entry->result, entry->is_result_unique);
  json_key(json, "outputs");
  json_begin_array(json);
  put_value(manifest, NULL, entry->result, entry->is_result_unique);
  json_end_array(json);
  json_key(json, "inputs");
  json_begin_array(json);
  for (size_t i = 0; i < interface->param_count; i++)
    put_value(manifest, interface->params[i].name, entry->params[i], entry->is_unique[i]);
  json_end_array(json);
  json_end_object(json);
  strbuf_free(&function);
}

// ---- Types ----

static void put_fields(Manifest *manifest, const ModelType *type) {
  JsonWriter *json = &manifest->json;
  json_key(json, "fields");
  json_begin_array(json);
  for (size_t i = 0; i < type->fields.count; i++) {
    const ModelField *field = &type->fields.data[i];
    StrBuf part = {0};
    cgen_mangle(&part, field->name);
    json_begin_object(json);
    put(manifest, "name", field->name);
    put(manifest, "type", type_text(manifest, field->type));
    put(manifest, "project", api_function(manifest->model, "project", type, strbuf_text(&part)));
    json_end_object(json);
    strbuf_free(&part);
  }
  json_end_array(json);
}

static void put_sum(Manifest *manifest, const ModelType *type) {
  JsonWriter *json = &manifest->json;
  json_key(json, "sum");
  json_begin_object(json);
  put_operation(manifest, "variant", type);
  json_key(json, "variants");
  json_begin_array(json);
  for (size_t i = 0; i < type->variants.count; i++) {
    const ModelVariant *variant = &type->variants.data[i];
    json_begin_object(json);
    put(manifest, "name", variant->name);
    put(manifest, "construct", api_function(manifest->model, "new", type, variant->c_name));
    put(manifest, "destruct", api_function(manifest->model, "destruct", type, variant->c_name));
    json_key(json, "payload");
    json_begin_array(json);
    for (size_t k = 0; k < variant->payload.count; k++)
      json_string(json, type_text(manifest, variant->payload.data[k].type));
    json_end_array(json);
    json_end_object(json);
  }
  json_end_array(json);
  json_end_object(json);
}

static void put_opaque_array(Manifest *manifest, const ModelType *type) {
  JsonWriter *json = &manifest->json;
  bool is_record = manifest->model->types.data[type->element].kind == OBJECT_RECORD;
  json_key(json, is_record ? "record_array" : "opaque_array");
  json_begin_object(json);
  json_key(json, "rank");
  json_int(json, type->rank);
  put(manifest, "elemtype", type_text(manifest, type->element));
  put_operation(manifest, "index", type);
  put_operation(manifest, "shape", type);
  put_operation(manifest, "set", type);
  put_operation(manifest, "new", type);
  if (is_record) {
    put_operation(manifest, "zip", type);
    put_fields(manifest, type);
  }
  json_end_object(json);
}

static void put_structure(Manifest *manifest, const ModelType *type) {
  if (type->kind == OBJECT_RECORD) {
    json_key(&manifest->json, "record");
    json_begin_object(&manifest->json);
    put_operation(manifest, "new", type);
    put_fields(manifest, type);
    json_end_object(&manifest->json);
  } else if (type->kind == OBJECT_SUM) {
    put_sum(manifest, type);
  } else if (type->kind == OBJECT_ARRAY) {
    put_opaque_array(manifest, type);
  }
}

static void put_type(Manifest *manifest, const ModelType *type) {
  static const char *const ARRAY_OPERATIONS[] = {"free",    "shape",      "values", "new",
                                                 "new_raw", "values_raw", "index"};
  static const char *const OPAQUE_OPERATIONS[] = {"free", "store", "restore"};
  JsonWriter *json = &manifest->json;
  bool is_plain = model_is_plain_array(manifest->model, type);
  json_key(json, type->name);
  json_begin_object(json);
  put(manifest, "kind", is_plain ? "array" : "opaque");
  put(manifest, "ctype", arena_printf(manifest->model->arena, "struct futhark_%s *", type->c_name));
  if (is_plain) {
    json_key(json, "rank");
    json_int(json, type->rank);
    put(manifest, "elemtype", type_text(manifest, type->element));
  }
  json_key(json, "ops");
  json_begin_object(json);
  for (size_t i = 0; is_plain && i < sizeof ARRAY_OPERATIONS / sizeof *ARRAY_OPERATIONS; i++)
    put_operation(manifest, ARRAY_OPERATIONS[i], type);
  for (size_t i = 0; !is_plain && i < sizeof OPAQUE_OPERATIONS / sizeof *OPAQUE_OPERATIONS; i++)
    put_operation(manifest, OPAQUE_OPERATIONS[i], type);
  json_end_object(json);
  if (!is_plain) put_structure(manifest, type);
  json_end_object(json);
}

void library_manifest(StrBuf *out, const ImpProgram *program, const LibraryOptions *options) {
  Arena *arena = arena_new();
  Manifest manifest = {.json = json_begin(out), .model = model_new(arena, program)};
  JsonWriter *json = &manifest.json;
  json_begin_object(json);
  put(&manifest, "backend", options->backend);
  put(&manifest, "version", options->version);
  json_key(json, "entry_points");
  json_begin_object(json);
  for (size_t i = 0; i < manifest.model->entries.count; i++)
    put_entry(&manifest, &manifest.model->entries.data[i]);
  json_end_object(json);
  json_key(json, "types");
  json_begin_object(json);
  for (size_t i = 0; i < manifest.model->types.count; i++)
    if (manifest.model->types.data[i].kind != OBJECT_PRIMITIVE)
      put_type(&manifest, &manifest.model->types.data[i]);
  json_end_object(json);
  json_end_object(json);
  json_end(json);
  strbuf_putc(out, '\n');
  arena_free(arena);
}

// ---- For build systems ----

// What else is linked with: the loader of OpenCL; for CUDA what loads its driver.
static const char *device_libraries(const LibraryOptions *options) {
  switch (options->device) {
  case DEVICE_NONE: return "";
  case DEVICE_OPENCL: return "-lOpenCL ";
  case DEVICE_CUDA: return "-ldl ";
  }
  INTERNAL_ERROR("an unknown device");
}

// What build systems call the library: they split names at blanks and other signs.
static const char *target_name(StrBuf *text, const LibraryOptions *options) {
  for (const char *at = options->name; *at != '\0'; at++) {
    bool is_plain = (*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z') ||
                    (*at >= '0' && *at <= '9') || strchr("_-.+", *at) != NULL;
    strbuf_putc(text, is_plain ? *at : '_');
  }
  return strbuf_text(text);
}

// The name as people read it, on one line, without what pkg-config replaces.
static const char *shown_name(StrBuf *text, const LibraryOptions *options) {
  for (const char *at = options->name; *at != '\0'; at++)
    strbuf_putc(text, (unsigned char)*at < ' ' || strchr("$#\\\x7f", *at) ? '_' : *at);
  return strbuf_text(text);
}

// The folder of the file comes with its blanks escaped.
void library_pkg_config(StrBuf *out, const LibraryOptions *options) {
  StrBuf text = {0}, shown = {0};
  const char *name = target_name(&text, options), *title = shown_name(&shown, options);
  strbuf_printf(out,
                LIBRARY_MARK_BUILD "%s. After building the library:\n"
                                   "# cc %s -fPIC -shared -o lib%s.so '%s.c' %s-lm -pthread\n"
                                   "prefix=${pcfiledir}\n\n"
                                   "Name: %s\n"
                                   "Description: %s, compiled by ravel %s\n"
                                   "Version: 1.0\n"
                                   "Cflags: -I${prefix}\n"
                                   "Libs: -L${prefix} -l%s\n"
                                   "Libs.private: %s%s-lm -pthread\n",
                options->version, options->flags, name, title, device_libraries(options), title,
                title, options->version, name, options->cgen.has_threads ? "-fopenmp " : "",
                device_libraries(options));
  strbuf_free(&text);
  strbuf_free(&shown);
}

// The file's name in a quoted argument, in which signs of CMake stand for themselves.
static const char *quoted_name(StrBuf *text, const LibraryOptions *options) {
  for (const char *at = options->name; *at != '\0'; at++) {
    if (*at == '\n') {
      strbuf_puts(text, "\\n");
    } else {
      if (strchr("\"\\$@;#", *at)) strbuf_putc(text, '\\');
      strbuf_putc(text, *at);
    }
  }
  return strbuf_text(text);
}

void library_cmake(StrBuf *out, const LibraryOptions *options) {
  StrBuf text = {0}, quoted = {0};
  const char *name = target_name(&text, options), *file = quoted_name(&quoted, options);
  strbuf_printf(out,
                LIBRARY_MARK_BUILD
                "%s.\n"
                "# include(\"%s.cmake\"), then target_link_libraries(program PRIVATE %s)\n"
                "add_library(%s STATIC \"${CMAKE_CURRENT_LIST_DIR}/%s.c\")\n"
                "target_include_directories(%s PUBLIC \"${CMAKE_CURRENT_LIST_DIR}\")\n"
                "target_compile_options(%s PRIVATE %s)\n"
                "set_target_properties(%s PROPERTIES POSITION_INDEPENDENT_CODE ON)\n"
                "find_package(Threads REQUIRED)\n"
                "target_link_libraries(%s PUBLIC m Threads::Threads)\n",
                options->version, file, name, name, file, name, name, options->flags, name, name);
  if (options->device == DEVICE_OPENCL)
    strbuf_printf(out,
                  "find_package(OpenCL REQUIRED)\n"
                  "target_link_libraries(%s PUBLIC OpenCL::OpenCL)\n",
                  name);
  if (options->device == DEVICE_CUDA)
    strbuf_printf(out, "target_link_libraries(%s PUBLIC ${CMAKE_DL_LIBS})\n", name);
  if (options->cgen.has_threads)
    strbuf_printf(out,
                  "find_package(OpenMP REQUIRED COMPONENTS C)\n"
                  "target_link_libraries(%s PUBLIC OpenMP::OpenMP_C)\n",
                  name);
  strbuf_free(&text);
  strbuf_free(&quoted);
}
