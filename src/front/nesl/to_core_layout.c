// Layouts: what data consists of, known before there is any.
//
// A function that is a value is one of a closed set of *alternatives*: pieces of code, each with
// what it holds of the variables around it. A layout lists them, in the order of their codes. There
// is one alternative for each code: where two values with the same code meet, what they hold meets,
// too. So sets only grow, and they are finite as long as no function holds itself.
#include "front/nesl/to_core_internal.h"

static NeslLayout *layout_new(NeslLower *lower, NeslDataKind kind) {
  NeslLayout *layout = arena_make(lower->arena, NeslLayout);
  *layout = (NeslLayout){.kind = kind, .size = 1};
  return layout;
}

// Counts a part of a layout.
static const NeslLayout *adopt(NeslLayout *layout, const NeslLayout *part) {
  layout->has_function = layout->has_function || part->has_function;
  layout->size += part->size;
  if (layout->depth < part->depth) layout->depth = part->depth;
  return part;
}

const NeslLayout *nesl_layout_scalar(NeslLower *lower, Scalar scalar) {
  NeslLayout *layout = layout_new(lower, DATA_SCALAR);
  layout->scalar = scalar;
  return layout;
}

const NeslLayout *nesl_layout_pair(NeslLower *lower, const NeslLayout *first,
                                   const NeslLayout *second) {
  NeslLayout *layout = layout_new(lower, DATA_PAIR);
  layout->first = adopt(layout, first);
  layout->second = adopt(layout, second);
  return layout;
}

const NeslLayout *nesl_layout_sequence(NeslLower *lower, const NeslLayout *element) {
  NeslLayout *layout = layout_new(lower, DATA_SEQUENCE);
  layout->element = adopt(layout, element);
  return layout;
}

// The parts of a function: the code that it is, where there are several, and what each holds.
static const NeslLayout *content_layout(NeslLower *lower, NeslAlternatives alternatives) {
  Vec(const NeslLayout *) parts = {0};
  if (alternatives.count > 1) vec_push(lower->arena, &parts, nesl_layout_scalar(lower, SCALAR_I64));
  for (size_t i = 0; i < alternatives.count; i++)
    vec_append(lower->arena, &parts, alternatives.data[i].captures,
               alternatives.data[i].code->capture_count);
  const NeslLayout *content = parts.count > 0 ? parts.data[parts.count - 1] : NULL;
  for (size_t i = parts.count; i-- > 1;)
    content = nesl_layout_pair(lower, parts.data[i - 1], content);
  return content;
}

const NeslLayout *nesl_layout_function(NeslLower *lower, NeslAlternatives alternatives) {
  NeslLayout *layout = layout_new(lower, DATA_FUNCTION);
  layout->alternatives = alternatives;
  const NeslLayout *content = content_layout(lower, alternatives);
  if (content != NULL) layout->content = adopt(layout, content);
  layout->has_function = true;
  layout->depth++;
  return layout;
}

const NeslLayout *nesl_layout_of_type(NeslLower *lower, const NeslType *type) {
  type = nesl_type_plain(lower, type);
  if (type->tag == NESL_T_PAIR) {
    const NeslLayout *first = nesl_layout_of_type(lower, type->pair.first);
    return nesl_layout_pair(lower, first, nesl_layout_of_type(lower, type->pair.second));
  }
  if (type->tag == NESL_T_SEQUENCE)
    return nesl_layout_sequence(lower, nesl_layout_of_type(lower, type->element));
  if (type->tag == NESL_T_FUNCTION) return nesl_layout_function(lower, (NeslAlternatives){0});
  return nesl_layout_scalar(lower, nesl_type_scalar_of(type));
}

const NeslLayout *nesl_layout_of_data(NeslLower *lower, const Data *data) {
  switch (data->kind) {
  case DATA_SCALAR: return nesl_layout_scalar(lower, atom_type(data->atom)->scalar);
  case DATA_PAIR: {
    const NeslLayout *first = nesl_layout_of_data(lower, data->first);
    return nesl_layout_pair(lower, first, nesl_layout_of_data(lower, data->second));
  }
  case DATA_SEQUENCE: return nesl_layout_sequence(lower, nesl_layout_of_data(lower, data->element));
  case DATA_FUNCTION: return data->layout;
  }
  INTERNAL_ERROR("data that is none");
}

// ---- Comparing ----

static bool is_equal_alternative(const Alternative *a, const Alternative *b) {
  if (a->code != b->code) return false;
  for (size_t i = 0; i < a->code->capture_count; i++)
    if (!nesl_layout_equal(a->captures[i], b->captures[i])) return false;
  return true;
}

bool nesl_layout_equal(const NeslLayout *a, const NeslLayout *b) {
  if (a == b || !a->has_function) return true;
  switch (a->kind) {
  case DATA_SCALAR: return true;
  case DATA_PAIR:
    return nesl_layout_equal(a->first, b->first) && nesl_layout_equal(a->second, b->second);
  case DATA_SEQUENCE: return nesl_layout_equal(a->element, b->element);
  case DATA_FUNCTION:
    if (a->alternatives.count != b->alternatives.count) return false;
    for (size_t i = 0; i < a->alternatives.count; i++)
      if (!is_equal_alternative(&a->alternatives.data[i], &b->alternatives.data[i])) return false;
    return true;
  }
  INTERNAL_ERROR("a layout that is none");
}

void nesl_layout_key(const NeslLayout *layout, StrBuf *out) {
  switch (layout->kind) {
  case DATA_SCALAR: strbuf_putc(out, '.'); return;
  case DATA_PAIR:
    strbuf_putc(out, '(');
    nesl_layout_key(layout->first, out);
    nesl_layout_key(layout->second, out);
    strbuf_putc(out, ')');
    return;
  case DATA_SEQUENCE:
    strbuf_putc(out, '[');
    nesl_layout_key(layout->element, out);
    strbuf_putc(out, ']');
    return;
  case DATA_FUNCTION:
    strbuf_putc(out, '{');
    for (size_t i = 0; i < layout->alternatives.count; i++) {
      const Alternative *alternative = &layout->alternatives.data[i];
      strbuf_printf(out, "%zu", alternative->code->id);
      for (size_t k = 0; k < alternative->code->capture_count; k++)
        nesl_layout_key(alternative->captures[k], out);
      strbuf_putc(out, ';');
    }
    strbuf_putc(out, '}');
    return;
  }
}

// ---- Joining ----

static Alternative join_captures(NeslLower *lower, const Alternative *a, const Alternative *b) {
  size_t count = a->code->capture_count;
  Alternative joined = {.code = a->code,
                        .captures = arena_array(lower->arena, const NeslLayout *, count)};
  for (size_t i = 0; i < count; i++)
    joined.captures[i] = nesl_layout_join(lower, a->captures[i], b->captures[i]);
  return joined;
}

static NeslAlternatives join_alternatives(NeslLower *lower, NeslAlternatives a,
                                          NeslAlternatives b) {
  Alternative *data = arena_array(lower->arena, Alternative, a.count + b.count);
  size_t count = 0, i = 0, k = 0;
  while (i < a.count || k < b.count) {
    bool is_left = k == b.count || (i < a.count && a.data[i].code->id <= b.data[k].code->id);
    bool is_both = is_left && k < b.count && a.data[i].code == b.data[k].code;
    data[count++] = is_both   ? join_captures(lower, &a.data[i++], &b.data[k++])
                    : is_left ? a.data[i++]
                              : b.data[k++];
  }
  return (NeslAlternatives){data, count};
}

const NeslLayout *nesl_layout_join(NeslLower *lower, const NeslLayout *a, const NeslLayout *b) {
  if (nesl_layout_equal(a, b)) return a;
  switch (a->kind) {
  case DATA_SCALAR: return a;
  case DATA_PAIR: {
    const NeslLayout *first = nesl_layout_join(lower, a->first, b->first);
    return nesl_layout_pair(lower, first, nesl_layout_join(lower, a->second, b->second));
  }
  case DATA_SEQUENCE:
    return nesl_layout_sequence(lower, nesl_layout_join(lower, a->element, b->element));
  case DATA_FUNCTION:
    return nesl_layout_function(lower, join_alternatives(lower, a->alternatives, b->alternatives));
  }
  INTERNAL_ERROR("a layout that is none");
}

// ---- Data of a layout ----

Atom nesl_scalar_zero(Scalar scalar) {
  if (scalar == SCALAR_BOOL) return atom_bool(false);
  if (scalar == SCALAR_F64) return atom_constant(constant_float(scalar, 0.0));
  return atom_constant(constant_int(scalar, 0));
}

const Data *nesl_data_zeros(NeslLower *lower, const NeslLayout *layout) {
  switch (layout->kind) {
  case DATA_SCALAR: return nesl_data_scalar(lower, nesl_scalar_zero(layout->scalar));
  case DATA_PAIR: {
    const Data *first = nesl_data_zeros(lower, layout->first);
    return nesl_data_pair(lower, first, nesl_data_zeros(lower, layout->second));
  }
  case DATA_SEQUENCE: return nesl_data_empty(lower, layout->element);
  case DATA_FUNCTION:
    return nesl_data_function(
        lower, layout, layout->content == NULL ? NULL : nesl_data_zeros(lower, layout->content));
  }
  INTERNAL_ERROR("a layout that is none");
}

bool nesl_data_has_function(const Data *data) {
  switch (data->kind) {
  case DATA_SCALAR: return false;
  case DATA_PAIR:
    return nesl_data_has_function(data->first) || nesl_data_has_function(data->second);
  case DATA_SEQUENCE: return nesl_data_has_function(data->element);
  case DATA_FUNCTION: return true;
  }
  INTERNAL_ERROR("data that is none");
}

// How many parts the content of a function has.
static size_t part_count(NeslAlternatives alternatives) {
  size_t count = alternatives.count > 1 ? 1 : 0;
  for (size_t i = 0; i < alternatives.count; i++)
    count += alternatives.data[i].code->capture_count;
  return count;
}

Atom nesl_function_tag(const Data *function) {
  NeslAlternatives alternatives = function->layout->alternatives;
  if (alternatives.count == 0) return atom_i64(0);
  if (alternatives.count == 1) return atom_i64((int64_t)alternatives.data[0].code->id);
  return nesl_data_item(function->content, 0, part_count(alternatives))->atom;
}

const Data **nesl_function_captures(NeslLower *lower, const Data *function, size_t position) {
  NeslAlternatives alternatives = function->layout->alternatives;
  size_t total = part_count(alternatives), first = alternatives.count > 1 ? 1 : 0;
  for (size_t i = 0; i < position; i++)
    first += alternatives.data[i].code->capture_count;
  size_t count = alternatives.data[position].code->capture_count;
  const Data **captures = arena_array(lower->arena, const Data *, count);
  for (size_t i = 0; i < count; i++)
    captures[i] = nesl_data_item(function->content, first + i, total);
  return captures;
}

// The place of a code among alternatives; their number when it is not there.
static size_t find_code(NeslAlternatives alternatives, const NeslCode *code) {
  size_t i = 0;
  while (i < alternatives.count && alternatives.data[i].code != code)
    i++;
  return i;
}

static const Data *convert_function(NeslLower *lower, const Data *function,
                                    const NeslLayout *layout) {
  NeslAlternatives from = function->layout->alternatives, to = layout->alternatives;
  Vec(const Data *) parts = {0};
  if (to.count > 1)
    vec_push(lower->arena, &parts, nesl_data_scalar(lower, nesl_function_tag(function)));
  for (size_t i = 0; i < to.count; i++) {
    size_t place = find_code(from, to.data[i].code);
    const Data **held = place < from.count ? nesl_function_captures(lower, function, place) : NULL;
    for (size_t k = 0; k < to.data[i].code->capture_count; k++)
      vec_push(lower->arena, &parts,
               held != NULL ? nesl_data_convert(lower, held[k], to.data[i].captures[k])
                            : nesl_data_zeros(lower, to.data[i].captures[k]));
  }
  return nesl_data_function(lower, layout, nesl_data_tuple(lower, parts.data, parts.count));
}

typedef struct NeslLayoutConversion {
  const Data *sequence;
  const NeslLayout *element;
} NeslLayoutConversion;

static const Data *convert_point(NeslLower *lower, Atom index, void *context) {
  const NeslLayoutConversion *conversion = context;
  const Data *element = nesl_data_index(lower, conversion->sequence, index);
  return nesl_data_convert(lower, element, conversion->element);
}

const Data *nesl_data_convert(NeslLower *lower, const Data *data, const NeslLayout *layout) {
  if (!layout->has_function || nesl_layout_equal(nesl_layout_of_data(lower, data), layout))
    return data;
  switch (data->kind) {
  case DATA_SCALAR: return data;
  case DATA_PAIR: {
    const Data *first = nesl_data_convert(lower, data->first, layout->first);
    return nesl_data_pair(lower, first, nesl_data_convert(lower, data->second, layout->second));
  }
  case DATA_SEQUENCE: {
    NeslLayoutConversion conversion = {data, layout->element};
    return nesl_lower_map(lower, nesl_data_size(data), convert_point, &conversion);
  }
  case DATA_FUNCTION: return convert_function(lower, data, layout);
  }
  INTERNAL_ERROR("data that is none");
}

const NeslLayout *nesl_data_common(NeslLower *lower, const Data *const *values, size_t count) {
  if (!nesl_data_has_function(values[0])) return NULL;
  const NeslLayout *layout = nesl_layout_of_data(lower, values[0]);
  for (size_t i = 1; i < count; i++)
    layout = nesl_layout_join(lower, layout, nesl_layout_of_data(lower, values[i]));
  return layout;
}
