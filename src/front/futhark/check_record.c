// What names mean, for editors (front/occurrences.h). Copies of modules and the prelude are not
// told of: nobody looks at their texts, or they were told of where they are written.
#include <string.h>

#include "front/futhark/check_internal.h"
#include "front/futhark/check_module.h"
#include "front/occurrences.h"

static bool is_told(const FutChecker *checker) {
  return !checker->is_prelude && checker->modules->quiet == 0;
}

static OccurrenceKind value_kind(const FutValue *value) {
  if (value->kind == FUT_VALUE_SIZE || value->kind == FUT_VALUE_UNKNOWN) return OCCURRENCE_SIZE;
  const FutType *type = value->scheme.type ? fut_type_resolve(value->scheme.type) : NULL;
  return type && type->tag == FUT_T_ARROW ? OCCURRENCE_FUNCTION : OCCURRENCE_VALUE;
}

OccurrenceKind fut_value_occurrence(const FutValue *value) { return value_kind(value); }

OccurrenceKind fut_type_occurrence(const FutTypeName *type) {
  bool is_parameter = type->type == NULL && !type->is_abstract;
  return is_parameter ? OCCURRENCE_TYPE_PARAMETER : OCCURRENCE_TYPE;
}

Span fut_part_span(const FutQualName *name, uint32_t index) {
  Span span = name->span;
  for (uint32_t i = 0; i < index; i++)
    span.start += (uint32_t)strlen(name->qualifiers[i]) + 1;
  Name part = index == name->qualifier_count ? name->name : name->qualifiers[index];
  if (span.start + strlen(part) <= name->span.end) span.end = span.start + (uint32_t)strlen(part);
  return span;
}

void fut_record_value(const FutChecker *checker, const FutValue *value, Span span,
                      const FutType *use) {
  if (!is_told(checker)) return;
  const FutValue *definition = fut_value_definition(value);
  front_record((Occurrence){.kind = value_kind(value),
                            .name = value->name,
                            .span = span,
                            .definition = definition->span,
                            .what = value,
                            .use = use});
}

void fut_record_new_value(const FutChecker *checker, const FutValue *value) {
  if (!is_told(checker) || value->kind == FUT_VALUE_UNKNOWN) return;
  front_record((Occurrence){.kind = value_kind(value),
                            .name = value->name,
                            .span = value->span,
                            .definition = value->span,
                            .what = value,
                            .is_definition = true});
}

void fut_record_projection(const FutChecker *checker, const FutType *type, Name name, Span span) {
  if (!is_told(checker) || type->tag == FUT_T_ERROR) return;
  front_record((Occurrence){.kind = OCCURRENCE_FIELD, .name = name, .span = span, .what = type});
}

void fut_record_type(const FutChecker *checker, const FutTypeName *type, Name name, Span span,
                     bool is_definition) {
  if (!is_told(checker)) return;
  front_record((Occurrence){.kind = fut_type_occurrence(type),
                            .name = name,
                            .span = span,
                            .definition = type->span,
                            .what = type,
                            .is_definition = is_definition});
}

void fut_record_module(const FutChecker *checker, const FutModuleValue *module, Name name,
                       Span span, bool is_definition) {
  if (!is_told(checker) || module->kind == FUT_MODULE_MISSING) return;
  front_record((Occurrence){.kind = OCCURRENCE_MODULE,
                            .name = name,
                            .span = span,
                            .definition = module->span,
                            .what = module,
                            .is_definition = is_definition});
}

void fut_record_module_type(const FutChecker *checker, const FutSignature *signature, Span span,
                            bool is_definition) {
  if (!is_told(checker)) return;
  front_record((Occurrence){.kind = OCCURRENCE_MODULE_TYPE,
                            .name = signature->name,
                            .span = span,
                            .definition = signature->span,
                            .what = signature,
                            .is_definition = is_definition});
}
