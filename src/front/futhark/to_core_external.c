// External types: what the types of an entry point are called outside, and how they are taken
// apart.
//
// A type that is written as a name, or that is a part of one so written, is called by that name;
// all others by their structure: "(i32, []f64)". An abstract type has a name and no structure.
#include "front/futhark/to_core_internal.h"

typedef struct External {
  FutLower *lower;
  Vec(Opaque) opaques;
} External;

static bool is_transparent(const FutLayout *layout) {
  while (layout->kind == LAYOUT_ARRAY)
    layout = layout->element;
  return layout->kind == LAYOUT_PRIM && !layout->is_unit;
}

// An array of units, which is opaque and cannot be taken apart.
static bool is_units(const FutLayout *layout) {
  while (layout->kind == LAYOUT_ARRAY)
    layout = layout->element;
  return layout->kind == LAYOUT_PRIM && layout->is_unit;
}

// ---- What was written ----

// Without `*`, `?[n].` and the like around it.
static const FutTypeExp *bare(const FutTypeExp *written) {
  while (written) {
    if (written->kind == FUT_TYPE_UNIQUE)
      written = written->unique;
    else if (written->kind == FUT_TYPE_EXISTS)
      written = written->exists.body;
    else
      break;
  }
  return written;
}

// The name that was written, and what it stands for; NULL when it is no name of a type without type
// parameters.
static const FutTypeName *type_name(FutLower *lower, const FutTypeExp *written) {
  if (!written || (written->kind != FUT_TYPE_NAME && written->kind != FUT_TYPE_APPLY)) return NULL;
  const FutTypeName *name = map_get(lower->checked->type_names, map_key(written));
  bool is_plain = name && name->type_param_count == 0 && (name->type || name->is_abstract);
  return is_plain ? name : NULL;
}

static Name spelling(FutLower *lower, const FutTypeExp *written) {
  const FutTypeExp *head = written->kind == FUT_TYPE_APPLY ? written->apply.head : written;
  StrBuf text = {0};
  for (size_t i = 0; i < head->name.qualifier_count; i++)
    strbuf_printf(&text, "%s.", head->name.qualifiers[i]);
  strbuf_puts(&text, head->name.name);
  Name name = intern_str(lower->names, strbuf_text(&text));
  strbuf_free(&text);
  return name;
}

// The definition behind names.
static const FutTypeExp *definition(FutLower *lower, const FutTypeExp *written) {
  const FutTypeName *name;
  written = bare(written);
  while ((name = type_name(lower, written)))
    written = bare(name->written);
  return written;
}

static const FutTypeExp *written_field(const FutTypeExp *written, const FutLayout *layout,
                                       size_t i) {
  if (!written) return NULL;
  if (written->kind == FUT_TYPE_TUPLE)
    return layout->is_tuple && i < written->tuple.count ? written->tuple.data[i] : NULL;
  if (written->kind != FUT_TYPE_RECORD) return NULL;
  for (size_t k = 0; k < written->record.count; k++)
    if (written->record.data[k].name.name == layout->names[i]) return written->record.data[k].type;
  return NULL;
}

static const FutTypeExp *written_payload(const FutTypeExp *written, Name constructor, size_t i) {
  if (!written || written->kind != FUT_TYPE_SUM) return NULL;
  for (size_t k = 0; k < written->sum.count; k++) {
    const FutTypeClause *clause = &written->sum.data[k];
    if (clause->constructor.name == constructor)
      return i < clause->payload.count ? clause->payload.data[i] : NULL;
  }
  return NULL;
}

// ---- Structures ----

static EntryValue value_of(External *external, Name name, const FutTypeExp *written,
                           const FutLayout *layout);

static Opaque record_of(External *external, const FutTypeExp *written, const FutLayout *layout,
                        StrBuf *text) {
  FutLower *lower = external->lower;
  Opaque opaque = {.kind = OPAQUE_RECORD, .field_count = layout->count};
  bool is_tuple = layout->is_tuple || layout->count == 0;
  opaque.fields = arena_array(lower->arena, EntryValue, layout->count);
  strbuf_putc(text, is_tuple ? '(' : '{');
  for (size_t i = 0; i < layout->count; i++) {
    opaque.fields[i] =
        value_of(external, layout->names[i], written_field(written, layout, i), layout->fields[i]);
    if (i > 0) strbuf_puts(text, ", ");
    if (!is_tuple) strbuf_printf(text, "%s: ", layout->names[i]);
    strbuf_puts(text, opaque.fields[i].type);
  }
  strbuf_putc(text, is_tuple ? ')' : '}');
  return opaque;
}

static Opaque sum_of(External *external, const FutTypeExp *written, const FutLayout *layout,
                     StrBuf *text) {
  FutLower *lower = external->lower;
  Opaque opaque = {.kind = OPAQUE_SUM, .variant_count = layout->count};
  opaque.variants = arena_array(lower->arena, OpaqueVariant, layout->count);
  for (size_t i = 0; i < layout->count; i++) {
    const LayoutClause *clause = &layout->clauses[i];
    OpaqueVariant *variant = &opaque.variants[i];
    *variant = (OpaqueVariant){.name = clause->name, .payload_count = clause->count};
    variant->payload = arena_array(lower->arena, EntryValue, clause->count);
    strbuf_printf(text, "%s#%s", i > 0 ? " | " : "", clause->name);
    for (size_t k = 0; k < clause->count; k++) {
      variant->payload[k] =
          value_of(external, NULL, written_payload(written, clause->name, k), clause->payload[k]);
      bool is_open = variant->payload[k].type[0] == '#';
      strbuf_printf(text, is_open ? " (%s)" : " %s", variant->payload[k].type);
    }
  }
  return opaque;
}

static Opaque array_of(External *external, const FutTypeExp *written, const FutLayout *layout,
                       StrBuf *text) {
  Opaque opaque = {.kind = OPAQUE_ARRAY};
  for (; layout->kind == LAYOUT_ARRAY; layout = layout->element) {
    written = definition(external->lower, written);
    written = written && written->kind == FUT_TYPE_ARRAY ? written->array.element : NULL;
    opaque.rank++;
    strbuf_puts(text, "[]");
  }
  opaque.element = value_of(external, NULL, written, layout);
  bool is_open = opaque.element.type[0] == '#';
  strbuf_printf(text, is_open ? "(%s)" : "%s", opaque.element.type);
  return opaque;
}

// ---- Names ----

static bool is_same_values(const EntryValue *a, const EntryValue *b, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (a[i].name != b[i].name || a[i].type != b[i].type || a[i].count != b[i].count) return false;
  return true;
}

static bool is_same_structure(const Opaque *a, const Opaque *b) {
  if (a->kind != b->kind || a->rank != b->rank) return false;
  if (a->field_count != b->field_count || a->variant_count != b->variant_count) return false;
  if (!is_same_values(a->fields, b->fields, a->field_count)) return false;
  if (a->kind == OPAQUE_ARRAY && !is_same_values(&a->element, &b->element, 1)) return false;
  for (size_t i = 0; i < a->variant_count; i++) {
    const OpaqueVariant *left = &a->variants[i], *right = &b->variants[i];
    if (left->name != right->name || left->payload_count != right->payload_count) return false;
    if (!is_same_values(left->payload, right->payload, left->payload_count)) return false;
  }
  return true;
}

// Another type of this name that was met, in this entry point or an earlier one, or NULL.
static const Opaque *opaque_named(External *external, Name name) {
  for (size_t i = 0; i < external->opaques.count; i++)
    if (external->opaques.data[i].name == name) return &external->opaques.data[i];
  for (size_t i = 0; i < external->lower->emit.program->funs.count; i++) {
    const Entry *entry = external->lower->emit.program->funs.data[i]->entry;
    for (size_t k = 0; entry && k < entry->opaque_count; k++)
      if (entry->opaques[k].name == name) return &entry->opaques[k];
  }
  return NULL;
}

// Describes the type under the name that was written, unless that is taken by another type.
static Name describe(External *external, Name wanted, Name structural, Opaque opaque) {
  const Opaque *other = wanted ? opaque_named(external, wanted) : NULL;
  bool is_free = wanted && (!other || is_same_structure(other, &opaque));
  opaque.name = is_free ? wanted : structural;
  for (size_t i = 0; i < external->opaques.count; i++)
    if (external->opaques.data[i].name == opaque.name) return opaque.name;
  vec_push(external->lower->arena, &external->opaques, opaque);
  return opaque.name;
}

static EntryValue value_of(External *external, Name name, const FutTypeExp *written,
                           const FutLayout *layout) {
  FutLower *lower = external->lower;
  EntryValue value = {.name = name, .count = (uint32_t)layout->leaf_count};
  StrBuf text = {0};
  written = bare(written);
  const FutTypeName *named = type_name(lower, written);
  if (is_transparent(layout)) {
    value.count = 1;
    layout_print(&text, layout);
    value.type = intern_str(lower->names, strbuf_text(&text));
  } else if (is_units(layout)) {
    for (; layout->kind == LAYOUT_ARRAY; layout = layout->element)
      strbuf_puts(&text, "[]");
    strbuf_puts(&text, "()");
    value.type = intern_str(lower->names, strbuf_text(&text));
  } else if (named && named->is_abstract) {
    value.type = spelling(lower, written);
  } else {
    const FutTypeExp *inner = definition(lower, written);
    Opaque opaque;
    if (layout->kind == LAYOUT_RECORD)
      opaque = record_of(external, inner, layout, &text);
    else if (layout->kind == LAYOUT_SUM)
      opaque = sum_of(external, inner, layout, &text);
    else
      opaque = array_of(external, inner, layout, &text);
    Name structural = intern_str(lower->names, strbuf_text(&text));
    value.type = describe(external, named ? spelling(lower, written) : NULL, structural, opaque);
  }
  strbuf_free(&text);
  return value;
}

void external_params(FutLower *lower, Entry *entry, const FutPatterns *patterns,
                     const FutLayout *const *layouts, const Name *names) {
  External external = {.lower = lower};
  entry->param_count = patterns->count;
  entry->params = arena_array(lower->arena, EntryValue, patterns->count);
  for (size_t i = 0; i < patterns->count; i++) {
    const FutPattern *pattern = patterns->data[i];
    while (pattern->kind == FUT_PATTERN_ATTRIBUTE)
      pattern = pattern->attributed.pattern;
    const FutTypeExp *written = pattern->kind == FUT_PATTERN_ASCRIBE ? pattern->ascribe.type : NULL;
    entry->params[i] = value_of(&external, names[i], written, layouts[i]);
  }
  entry->opaques = external.opaques.data;
  entry->opaque_count = external.opaques.count;
}

void external_results(FutLower *lower, Entry *entry, const FutTypeExp *written,
                      const FutLayout *layout) {
  External external = {.lower = lower};
  vec_append(lower->arena, &external.opaques, entry->opaques, entry->opaque_count);
  written = bare(written);
  // A tuple is several results, unless it has a name.
  bool is_split = layout->kind == LAYOUT_RECORD && layout->is_tuple && !type_name(lower, written);
  entry->result_count = is_split ? layout->count : 1;
  entry->results = arena_array(lower->arena, EntryValue, entry->result_count);
  for (size_t i = 0; is_split && i < layout->count; i++)
    entry->results[i] =
        value_of(&external, NULL, written_field(written, layout, i), layout->fields[i]);
  if (!is_split) entry->results[0] = value_of(&external, NULL, written, layout);
  entry->opaques = external.opaques.data;
  entry->opaque_count = external.opaques.count;
}
