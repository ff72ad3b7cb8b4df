// Futhark in an editor (front/editor.h).
#include <string.h>

#include "front/editor.h"
#include "front/futhark/futhark.h"
#include "front/futhark/futhark_layout.h"

// ---- Declarations ----

static void add_decls(FrontAnalysis *analysis, const FutDecls *decls, uint32_t depth);

static void add_module_decls(FrontAnalysis *analysis, const FutModule *module, uint32_t depth) {
  for (;;) {
    switch (module->kind) {
    case FUT_MODULE_BODY: add_decls(analysis, &module->body, depth); return;
    case FUT_MODULE_ASCRIBE: module = module->ascribe.module; break;
    case FUT_MODULE_LAMBDA: module = module->lambda.body; break;
    case FUT_MODULE_NAME:
    case FUT_MODULE_APPLY:
    case FUT_MODULE_IMPORT: return;
    }
  }
}

static void add_specs(FrontAnalysis *analysis, const FutModuleType *type, uint32_t depth) {
  if (type->kind != FUT_MODULE_TYPE_SPECS) return;
  for (size_t i = 0; i < type->specs.count; i++) {
    const FutSpec *spec = type->specs.data[i];
    FutIdent name = {0};
    OccurrenceKind kind = OCCURRENCE_VALUE;
    switch (spec->kind) {
    case FUT_SPEC_VALUE: name = spec->value.name; break;
    case FUT_SPEC_TYPE: name = spec->type.name, kind = OCCURRENCE_TYPE; break;
    case FUT_SPEC_MODULE: name = spec->module.name, kind = OCCURRENCE_MODULE; break;
    case FUT_SPEC_BROKEN:
    case FUT_SPEC_INCLUDE: break;
    }
    if (name.name == NULL) continue;
    FrontDeclaration declaration = {kind, name.name, name.span, spec->span, depth};
    vec_push(analysis->arena, &analysis->declarations, declaration);
  }
}

static void add_decl(FrontAnalysis *analysis, const FutDecl *decl, Span span, uint32_t depth) {
  FrontDeclaration declaration = {.kind = OCCURRENCE_VALUE, .span = span, .depth = depth};
  FutIdent name = {0};
  switch (decl->kind) {
  case FUT_DECL_VALUE:
    name = decl->value.binding.name;
    if (decl->value.binding.params.count > 0) declaration.kind = OCCURRENCE_FUNCTION;
    break;
  case FUT_DECL_TYPE: name = decl->type.name, declaration.kind = OCCURRENCE_TYPE; break;
  case FUT_DECL_MODULE: name = decl->module.name, declaration.kind = OCCURRENCE_MODULE; break;
  case FUT_DECL_MODULE_TYPE:
    name = decl->module_type.name, declaration.kind = OCCURRENCE_MODULE_TYPE;
    break;
  case FUT_DECL_LOCAL: add_decl(analysis, decl->local, span, depth); return;
  case FUT_DECL_BROKEN: name = decl->broken; break;
  case FUT_DECL_OPEN:
  case FUT_DECL_IMPORT: return;
  }
  if (name.name == NULL) return;
  declaration.name = name.name;
  declaration.name_span = name.span;
  vec_push(analysis->arena, &analysis->declarations, declaration);
  if (decl->kind == FUT_DECL_MODULE) add_module_decls(analysis, decl->module.module, depth + 1);
  if (decl->kind == FUT_DECL_MODULE_TYPE) add_specs(analysis, decl->module_type.type, depth + 1);
}

static void add_decls(FrontAnalysis *analysis, const FutDecls *decls, uint32_t depth) {
  for (size_t i = 0; i < decls->count; i++)
    add_decl(analysis, decls->data[i], decls->data[i]->span, depth);
}

// ---- Names ----

// When a name was told of, its type need not have been known.
static void settle_kinds(FrontRecorder *recorder) {
  for (size_t i = 0; i < recorder->all.count; i++) {
    Occurrence *occurrence = &recorder->all.data[i];
    if (occurrence->kind <= OCCURRENCE_SIZE)
      occurrence->kind = fut_value_occurrence(occurrence->what);
    else if (occurrence->kind <= OCCURRENCE_TYPE_PARAMETER)
      occurrence->kind = fut_type_occurrence(occurrence->what);
  }
}

static void analyze(FrontAnalysis *analysis, Diag *diag) {
  size_t errors = diag_error_count(diag);
  FutProgram *program = fut_parse(analysis->arena, analysis->names, analysis->file, diag);
  analysis->is_broken = diag_error_count(diag) > errors;
  FutChecked *checked =
      fut_check(analysis->arena, analysis->names, diag_sources(diag), diag, program);
  analysis->scope = checked->scope;
  settle_kinds(&analysis->recorder);
  add_decls(analysis, &program->decls, 0);
}

static const char *value_text(Arena *arena, const Occurrence *occurrence) {
  const FutValue *value = occurrence->what;
  const char *name = occurrence->name;
  if (fut_name_is_symbol(name)) name = arena_printf(arena, "(%s)", name);
  const char *text = arena_printf(arena, "%s%s", name, fut_scheme_typing(arena, &value->scheme));
  bool is_general = value->scheme.type_count + value->scheme.size_count > 0;
  if (!is_general || occurrence->use == NULL) return text;
  FutPrinter printer = {.arena = arena};
  return arena_printf(arena, "%s\n-- here: %s", text, fut_type_text(&printer, occurrence->use));
}

static const char *type_text(Arena *arena, const Occurrence *occurrence) {
  const FutTypeName *type = occurrence->what;
  StrBuf text = {0};
  strbuf_printf(&text, "type %s", occurrence->name);
  size_t next_type = 0, next_size = 0;
  for (size_t i = 0; i < type->type_param_count + type->size_param_count; i++) {
    if (type->param_is_size != NULL && type->param_is_size[i])
      strbuf_printf(&text, " [%s]", type->size_params[next_size++]->name);
    else if (next_type < type->type_param_count)
      strbuf_printf(&text, " '%s", type->type_params[next_type++]->name);
  }
  FutPrinter printer = {.arena = arena};
  if (type->type != NULL && !type->is_abstract)
    strbuf_printf(&text, " = %s", fut_type_text(&printer, type->type));
  const char *result = arena_strndup(arena, strbuf_text(&text), text.length);
  strbuf_free(&text);
  return result;
}

static const char *describe(Arena *arena, const Occurrence *occurrence) {
  switch (occurrence->kind) {
  case OCCURRENCE_VALUE:
  case OCCURRENCE_FUNCTION:
  case OCCURRENCE_SIZE: return value_text(arena, occurrence);
  case OCCURRENCE_TYPE: return type_text(arena, occurrence);
  case OCCURRENCE_TYPE_PARAMETER:
    return arena_printf(arena, "type parameter '%s", occurrence->name);
  case OCCURRENCE_MODULE: return arena_printf(arena, "module %s", occurrence->name);
  case OCCURRENCE_MODULE_TYPE: return arena_printf(arena, "module type %s", occurrence->name);
  case OCCURRENCE_FIELD: {
    FutPrinter printer = {.arena = arena};
    return arena_printf(arena, "%s : %s", occurrence->name,
                        fut_type_text(&printer, occurrence->what));
  }
  case OCCURRENCE_KEYWORD: break;
  }
  return occurrence->name;
}

static const char *document(const Occurrence *occurrence) {
  if (occurrence->kind > OCCURRENCE_SIZE) return NULL;
  const FutValue *value = occurrence->what;
  return fut_value_definition(value)->doc ? fut_value_definition(value)->doc : value->doc;
}

static const char *signature(Arena *arena, const Occurrence *occurrence) {
  if (occurrence->kind != OCCURRENCE_FUNCTION) return NULL;
  FutPrinter printer = {.arena = arena};
  const FutValue *value = occurrence->what;
  return fut_type_text(&printer, value->scheme.type);
}

// ---- Members ----

static void add_member(const FrontAnalysis *analysis, OccurrenceKind kind, Name name,
                       const void *what, FrontMembers *out) {
  FrontMember member = {kind, name, what};
  if (front_is_letter(name[0])) vec_push(analysis->arena, out, member);
}

static void add_env(const FrontAnalysis *analysis, const FutEnv *env, FrontMembers *out) {
  MapEntry entry;
  for (size_t cursor = 0; env->values != NULL && map_each(env->values, &cursor, &entry);)
    add_member(analysis, fut_value_occurrence(entry.value), (Name)(uintptr_t)entry.key, entry.value,
               out);
  for (size_t cursor = 0; env->types != NULL && map_each(env->types, &cursor, &entry);)
    add_member(analysis, fut_type_occurrence(entry.value), (Name)(uintptr_t)entry.key, entry.value,
               out);
  for (size_t cursor = 0; env->modules != NULL && map_each(env->modules, &cursor, &entry);)
    if (strcmp((Name)(uintptr_t)entry.key, "intrinsics") != 0)
      add_member(analysis, OCCURRENCE_MODULE, (Name)(uintptr_t)entry.key, entry.value, out);
  for (size_t cursor = 0;
       env->module_types != NULL && map_each(env->module_types, &cursor, &entry);)
    add_member(analysis, OCCURRENCE_MODULE_TYPE, (Name)(uintptr_t)entry.key, entry.value, out);
}

// The module of a qualifier, which may itself be qualified: `a.b`.
static const FutEnv *find_module(const FrontAnalysis *analysis, Name qualifier) {
  const FutEnv *env = analysis->scope;
  for (const char *part = qualifier; env != NULL;) {
    size_t length = strcspn(part, ".");
    const FutModuleValue *module = fut_env_module(env, intern(analysis->names, part, length));
    env = module != NULL && module->kind == FUT_STRUCTURE ? module->env : NULL;
    if (part[length] == '\0') break;
    part += length + 1;
  }
  return env;
}

static void members(const FrontAnalysis *analysis, Name qualifier, FrontMembers *out) {
  if (qualifier != NULL) {
    const FutEnv *env = find_module(analysis, qualifier);
    if (env != NULL) add_env(analysis, env, out);
    return;
  }
  for (const FutEnv *env = analysis->scope; env != NULL; env = env->parent)
    add_env(analysis, env, out);
}

static void fields(const FrontAnalysis *analysis, const Occurrence *record, FrontMembers *out) {
  const FutType *type = record->use;
  if (record->kind == OCCURRENCE_FIELD) type = record->what;
  if (record->kind <= OCCURRENCE_SIZE && type == NULL)
    type = ((const FutValue *)record->what)->scheme.type;
  if (type == NULL) return;
  type = fut_type_resolve(type);
  if (type->tag != FUT_T_RECORD) return;
  for (size_t i = 0; i < type->record.count; i++) {
    FrontMember member = {OCCURRENCE_FIELD, type->record.fields[i].name,
                          type->record.fields[i].type};
    vec_push(analysis->arena, out, member);
  }
}

static void tree(Arena *arena, Interner *names, const SourceFile *file, Diag *diag, StrBuf *out) {
  fut_program_print(fut_parse(arena, names, file, diag), FUT_PRINT_PARENTHESISED, out);
}

const FrontEditor futhark_editor = {.lex = fut_lex,
                                    .tokens = FUT_TOKENS,
                                    .token_count = FUT_TOKEN_CASE + 1,
                                    .name_token = FUT_TOKEN_NAME,
                                    .is_juxtaposed = true,
                                    .analyze = analyze,
                                    .describe = describe,
                                    .document = document,
                                    .signature = signature,
                                    .members = members,
                                    .fields = fields,
                                    .layout = fut_layout,
                                    .tree = tree};
