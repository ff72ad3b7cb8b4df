// The manifest of a library, and the files by which pkg-config and CMake find it.
#include <string.h>

#include "base/json.h"
#include "target/cgen/cgen.h"
#include "target/library/table.h"

typedef struct Manifest {
  JsonWriter json;
  const Model *model;
  const LibraryOptions *options;
} Manifest;

static void put(Manifest *manifest, const char *key, const char *value) {
  json_key(&manifest->json, key);
  json_string(&manifest->json, value);
}

// The name of something in the API.
static void put_name(Manifest *manifest, const char *key, const char *name) {
  put(manifest, key, api_name(manifest->model, manifest->options, name));
}

static void put_operation(Manifest *manifest, const char *key, const ModelType *type) {
  put_name(manifest, key, api_function(manifest->model, key, type, NULL));
}

static const char *type_text(const Manifest *manifest, size_t type) {
  return manifest->model->types.data[type].name;
}

// ---- Entry points ----

static void put_value(Manifest *manifest, size_t type, bool is_unique) {
  put(manifest, "type", type_text(manifest, type));
  json_key(&manifest->json, "unique");
  json_bool(&manifest->json, is_unique);
}

static void put_output(Manifest *manifest, const ModelEntry *entry) {
  json_begin_object(&manifest->json);
  put_value(manifest, entry->result, entry->is_result_unique);
  json_end_object(&manifest->json);
}

// The parameter whose only leaf is this one, or NULL.
static const EntryValue *param_at(const Entry *interface, size_t leaf) {
  size_t first = 0;
  for (size_t i = 0; i < interface->param_count && first <= leaf; i++) {
    if (first == leaf && interface->params[i].count == 1) return &interface->params[i];
    first += interface->params[i].count;
  }
  return NULL;
}

// Two sizes of an entry point may have one name; the later one gets a number.
static const char *size_name(const Manifest *manifest, const Fun *fun, size_t size) {
  Name name = entry_size_name(fun, size);
  for (size_t i = 0; i < size; i++)
    if (strcmp(entry_size_name(fun, i), name) == 0)
      return arena_printf(manifest->model->arena, "%s_%zu", name, size);
  return name;
}

// A dimension: a number, the name of a size or of an integer among the parameters, or null.
static void put_dim(Manifest *manifest, const Fun *fun, const Dim *dim) {
  JsonWriter *json = &manifest->json;
  DimInfo info = entry_dim(fun, dim);
  const EntryValue *param = info.kind == DIM_LEAF ? param_at(fun->entry, (size_t)info.value) : NULL;
  if (info.kind == DIM_CONSTANT)
    json_int(json, info.value);
  else if (info.kind == DIM_SIZE)
    json_string(json, size_name(manifest, fun, (size_t)info.value));
  else if (param)
    json_string(json, param->name);
  else
    json_null(json);
}

// An input: beside its type what its dimensions must be, if it is one array.
static void put_input(Manifest *manifest, const ModelEntry *entry, size_t number, size_t leaf) {
  JsonWriter *json = &manifest->json;
  const EntryValue *param = &entry->fun->entry->params[number];
  json_begin_object(json);
  put(manifest, "name", param->name);
  put_value(manifest, entry->params[number], entry->is_unique[number]);
  const Type *type = param->count == 1 ? entry_leaf(entry->fun, leaf)->type : NULL;
  if (type && type->kind == TYPE_ARRAY) {
    json_key(json, "dims");
    json_begin_array(json);
    for (uint32_t d = 0; d < type->rank; d++)
      put_dim(manifest, entry->fun, &type->dims[d]);
    json_end_array(json);
  }
  json_end_object(json);
}

// ---- What is said about an entry point above it ----

// The text of a line that is nothing but a comment; false for any other.
static bool comment_read(const SourceFile *file, uint32_t line, const char *sign, const char **text,
                         size_t *length) {
  const char *at = source_line(file, line, length);
  size_t sign_length = strlen(sign);
  for (; *length > 0 && (*at == ' ' || *at == '\t'); at++)
    --*length;
  if (*length < sign_length || memcmp(at, sign, sign_length) != 0) return false;
  *text = at + sign_length;
  *length -= sign_length;
  if (*length > 0 && (*text)[0] == ' ') {
    ++*text;
    --*length;
  }
  while (*length > 0 && strchr(" \t\r%", (*text)[*length - 1]))
    --*length;
  return true;
}

// The comment right above the definition, up to the tests in it.
static void put_doc(Manifest *manifest, const Fun *fun) {
  const char *sign = manifest->options->comment, *text;
  const SourceMap *sources = manifest->model->program->sources;
  const SourceFile *file = sources ? source_get(sources, fun->span.file) : NULL;
  uint32_t last, column;
  size_t length;
  if (!file || !sign || !span_is_known(fun->span)) return;
  source_position(file, fun->span.start, &last, &column);
  uint32_t first = last;
  while (first > 1 && comment_read(file, first - 1, sign, &text, &length))
    first--;
  StrBuf doc = {0};
  for (uint32_t line = first; line < last; line++) {
    comment_read(file, line, sign, &text, &length);
    if (length >= 2 && memcmp(text, "==", 2) == 0) break;
    if (line == first && length > 0 && *text == '|') { // how Futhark marks documentation
      size_t skipped = length > 1 && text[1] == ' ' ? 2 : 1;
      text += skipped;
      length -= skipped;
    }
    if (doc.length > 0) strbuf_putc(&doc, '\n');
    strbuf_write(&doc, text, length);
  }
  if (doc.length > 0) put(manifest, "doc", strbuf_text(&doc));
  strbuf_free(&doc);
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
  put_name(manifest, "cfun", strbuf_text(&function));
  json_key(json, "tuning_params");
  json_begin_array(json);
  for (size_t i = 0; i < program->params.count; i++)
    if (entry->has_param[i]) json_string(json, program->params.data[i].threshold.name);
  json_end_array(json);
  put_names(manifest, "attributes", entry->fun->attrs.data, entry->fun->attrs.count);
  put_doc(manifest, entry->fun);
  // Since 0.26 there is one output; those who read older manifests look for a list.
  json_key(json, "output");
  put_output(manifest, entry);
  json_key(json, "outputs");
  json_begin_array(json);
  put_output(manifest, entry);
  json_end_array(json);
  json_key(json, "inputs");
  json_begin_array(json);
  for (size_t i = 0, leaf = 0; i < interface->param_count; i++) {
    put_input(manifest, entry, i, leaf);
    leaf += interface->params[i].count;
  }
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
    put_name(manifest, "project",
             api_function(manifest->model, "project", type, strbuf_text(&part)));
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
    put_name(manifest, "construct", api_function(manifest->model, "new", type, variant->c_name));
    put_name(manifest, "destruct",
             api_function(manifest->model, "destruct", type, variant->c_name));
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
                                                 "new_raw", "values_raw", "index",  "unshare"};
  static const char *const OPAQUE_OPERATIONS[] = {"free", "store", "restore", "unshare"};
  JsonWriter *json = &manifest->json;
  bool is_plain = model_is_plain_array(manifest->model, type);
  json_key(json, type->name);
  json_begin_object(json);
  put(manifest, "kind", is_plain ? "array" : "opaque");
  const char *structure = arena_printf(manifest->model->arena, "futhark_%s", type->c_name);
  put(manifest, "ctype",
      arena_printf(manifest->model->arena, "struct %s *",
                   api_name(manifest->model, manifest->options, structure)));
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
  Manifest manifest = {
      .json = json_begin(out), .model = model_new(arena, program), .options = options};
  JsonWriter *json = &manifest.json;
  json_begin_object(json);
  put(&manifest, "backend", options->backend);
  put(&manifest, "version", options->version);
  put(&manifest, "prefix", options->prefix ? options->prefix : "futhark");
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

const char *library_target(Arena *arena, const LibraryOptions *options) {
  StrBuf text = {0};
  const char *name = arena_printf(arena, "%s", target_name(&text, options));
  strbuf_free(&text);
  return name;
}

// The folder of the file comes with its blanks escaped.
void library_pkg_config(StrBuf *out, const LibraryOptions *options) {
  StrBuf text = {0}, shown = {0};
  const char *name = target_name(&text, options), *title = shown_name(&shown, options);
  strbuf_printf(out, LIBRARY_MARK_BUILD "%s.", options->version);
  if (options->build == LIBRARY_SOURCE)
    strbuf_printf(out,
                  " After building the library:\n"
                  "# cc %s -fPIC -shared -o lib%s.so '%s.c' %s-lm -pthread",
                  options->flags, name, title, device_libraries(options));
  strbuf_printf(out,
                "\nprefix=${pcfiledir}\n\n"
                "Name: %s\n"
                "Description: %s, compiled by ravel %s\n"
                "Version: 1.0\n"
                "Cflags: -I${prefix}\n"
                "Libs: -L${prefix} -l%s",
                title, title, options->version, name);
  // An archive does not say what it needs.
  if (options->build != LIBRARY_SHARED)
    strbuf_printf(out, "%s%s%s-lm -pthread",
                  options->build == LIBRARY_STATIC ? " " : "\nLibs.private: ",
                  options->cgen.has_threads ? "-fopenmp " : "", device_libraries(options));
  strbuf_putc(out, '\n');
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

// What a program with the library is linked with, too.
static void put_cmake_needs(StrBuf *out, const LibraryOptions *options, const char *name,
                            const char *keyword) {
  strbuf_printf(out,
                "find_package(Threads REQUIRED)\n"
                "target_link_libraries(%s %s m Threads::Threads)\n",
                name, keyword);
  if (options->device == DEVICE_OPENCL)
    strbuf_printf(out,
                  "find_package(OpenCL REQUIRED)\n"
                  "target_link_libraries(%s %s OpenCL::OpenCL)\n",
                  name, keyword);
  if (options->device == DEVICE_CUDA)
    strbuf_printf(out, "target_link_libraries(%s %s ${CMAKE_DL_LIBS})\n", name, keyword);
  if (options->cgen.has_threads)
    strbuf_printf(out,
                  "find_package(OpenMP REQUIRED COMPONENTS C)\n"
                  "target_link_libraries(%s %s OpenMP::OpenMP_C)\n",
                  name, keyword);
}

static void put_cmake_static(StrBuf *out, const LibraryOptions *options, const char *name) {
  strbuf_printf(out,
                LIBRARY_MARK_BUILD
                "%s.\n"
                "add_library(%s STATIC IMPORTED)\n"
                "set_target_properties(%s PROPERTIES\n"
                "  IMPORTED_LOCATION \"${CMAKE_CURRENT_LIST_DIR}/lib%s.a\"\n"
                "  INTERFACE_INCLUDE_DIRECTORIES \"${CMAKE_CURRENT_LIST_DIR}\")\n",
                options->version, name, name, name);
  put_cmake_needs(out, options, name, "INTERFACE");
}

static void put_cmake_shared(StrBuf *out, const LibraryOptions *options, const char *name) {
  strbuf_printf(out,
                LIBRARY_MARK_BUILD
                "%s.\n"
                "add_library(%s SHARED IMPORTED)\n"
                "set_target_properties(%s PROPERTIES\n"
                "  IMPORTED_LOCATION \"${CMAKE_CURRENT_LIST_DIR}/lib%s.so\" IMPORTED_NO_SONAME ON\n"
                "  INTERFACE_INCLUDE_DIRECTORIES \"${CMAKE_CURRENT_LIST_DIR}\")\n",
                options->version, name, name, name);
}

static void put_cmake_source(StrBuf *out, const LibraryOptions *options, const char *name) {
  StrBuf quoted = {0};
  const char *file = quoted_name(&quoted, options);
  strbuf_printf(out,
                LIBRARY_MARK_BUILD
                "%s.\n"
                "# include(\"%s.cmake\"), then target_link_libraries(program PRIVATE %s)\n"
                "add_library(%s STATIC \"${CMAKE_CURRENT_LIST_DIR}/%s.c\")\n"
                "target_include_directories(%s PUBLIC \"${CMAKE_CURRENT_LIST_DIR}\")\n"
                "target_compile_options(%s PRIVATE %s)\n"
                "set_target_properties(%s PROPERTIES POSITION_INDEPENDENT_CODE ON)\n",
                options->version, file, name, name, file, name, name, options->flags, name);
  put_cmake_needs(out, options, name, "PUBLIC");
  strbuf_free(&quoted);
}

void library_cmake(StrBuf *out, const LibraryOptions *options) {
  StrBuf text = {0};
  const char *name = target_name(&text, options);
  switch (options->build) {
  case LIBRARY_SOURCE: put_cmake_source(out, options, name); break;
  case LIBRARY_SHARED: put_cmake_shared(out, options, name); break;
  case LIBRARY_STATIC: put_cmake_static(out, options, name); break;
  }
  strbuf_free(&text);
}
