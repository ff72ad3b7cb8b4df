// Patterns: what they test, and what they bind.
#include <stdlib.h>

#include "front/futhark/to_core_internal.h"

// The value of a number literal. A float is read again in its own precision, rounded once.
Atom number_atom(FutPrim prim, const FutNumber *number, bool is_negative) {
  Scalar scalar = prim_scalar(prim);
  if (fut_prim_is_float(prim)) {
    double value = number->is_float || number->is_huge ? number->real : (double)number->integer;
    if (prim == FUT_PRIM_F32 && number->is_float) value = (double)strtof(number->text, NULL);
    return atom_constant(constant_float(scalar, is_negative ? -value : value));
  }
  uint64_t bits = is_negative ? (uint64_t)0 - number->integer : number->integer;
  return atom_constant(constant_int(scalar, (int64_t)bits));
}

// The parts of a constructor's payload.
static Static *payload_part(FutLower *lower, const Static *value, Name constructor,
                            size_t position) {
  if (value->kind == STATIC_CHOICE) return value->fields[position];
  const FutLayout *layout = value->layout;
  size_t start = 1, clause = layout_clause(layout, constructor);
  for (size_t i = 0; i < clause; i++)
    for (size_t k = 0; k < layout->clauses[i].count; k++)
      start += layout->clauses[i].payload[k]->leaf_count;
  for (size_t k = 0; k < position; k++)
    start += layout->clauses[clause].payload[k]->leaf_count;
  return static_data(lower, layout->clauses[clause].payload[position], value->leaves + start);
}

static Static *tuple_part(FutLower *lower, const Static *value, size_t position) {
  char name[24];
  snprintf(name, sizeof name, "%zu", position);
  return static_project(lower, value, intern_str(lower->names, name));
}

void bind_pattern(FutLower *lower, FutFrame *frame, const FutPattern *pattern,
                  const Static *value) {
  if (value->kind == STATIC_DATA) match_type(lower, frame, pattern->type, value->layout);
  switch (pattern->kind) {
  case FUT_PATTERN_WILDCARD:
  case FUT_PATTERN_NUMBER:
  case FUT_PATTERN_BOOL: return;
  case FUT_PATTERN_NAME: frame_bind(frame, pattern->value, value); return;
  case FUT_PATTERN_TUPLE:
    for (size_t i = 0; i < pattern->tuple.count; i++)
      bind_pattern(lower, frame, pattern->tuple.data[i], tuple_part(lower, value, i));
    return;
  case FUT_PATTERN_RECORD:
    for (size_t i = 0; i < pattern->record.count; i++) {
      const FutPatternField *field = &pattern->record.data[i];
      bind_pattern(lower, frame, field->pattern, static_project(lower, value, field->name.name));
    }
    return;
  case FUT_PATTERN_CONSTRUCTOR:
    for (size_t i = 0; i < pattern->constructor.payload.count; i++)
      bind_pattern(lower, frame, pattern->constructor.payload.data[i],
                   payload_part(lower, value, pattern->constructor.name, i));
    return;
  case FUT_PATTERN_ASCRIBE: bind_pattern(lower, frame, pattern->ascribe.pattern, value); return;
  case FUT_PATTERN_ATTRIBUTE:
    bind_pattern(lower, frame, pattern->attributed.pattern, value);
    return;
  }
}

static Atom test_constructor(FutLower *lower, FutFrame *frame, const FutPattern *pattern,
                             const Static *value) {
  Name name = pattern->constructor.name;
  Atom result = atom_bool(true);
  if (value->kind == STATIC_CHOICE) {
    if (value->constructor != name) return atom_bool(false);
  } else if (value->layout->count > 1) {
    Atom tag = atom_constant(layout_tag(value->layout, layout_clause(value->layout, name)));
    result = emit_binary(&lower->emit, "is_case", OP_EQ, value->leaves[0], tag);
  }
  for (size_t i = 0; i < pattern->constructor.payload.count; i++)
    result = emit_and(&lower->emit, result,
                      test_pattern(lower, frame, pattern->constructor.payload.data[i],
                                   payload_part(lower, value, name, i)));
  return result;
}

Atom test_pattern(FutLower *lower, FutFrame *frame, const FutPattern *pattern,
                  const Static *value) {
  Atom result = atom_bool(true);
  Atom constant;
  switch (pattern->kind) {
  case FUT_PATTERN_WILDCARD:
  case FUT_PATTERN_NAME: return result;
  case FUT_PATTERN_NUMBER:
    constant = number_atom(value->layout->prim, pattern->number.value, pattern->number.is_negative);
    return emit_binary(&lower->emit, "is_case", OP_EQ, static_atom(value), constant);
  case FUT_PATTERN_BOOL:
    return pattern->is_true ? static_atom(value) : emit_not(&lower->emit, static_atom(value));
  case FUT_PATTERN_TUPLE:
    for (size_t i = 0; i < pattern->tuple.count; i++)
      result =
          emit_and(&lower->emit, result,
                   test_pattern(lower, frame, pattern->tuple.data[i], tuple_part(lower, value, i)));
    return result;
  case FUT_PATTERN_RECORD:
    for (size_t i = 0; i < pattern->record.count; i++) {
      const FutPatternField *field = &pattern->record.data[i];
      Static *part = static_project(lower, value, field->name.name);
      result = emit_and(&lower->emit, result, test_pattern(lower, frame, field->pattern, part));
    }
    return result;
  case FUT_PATTERN_CONSTRUCTOR: return test_constructor(lower, frame, pattern, value);
  case FUT_PATTERN_ASCRIBE: return test_pattern(lower, frame, pattern->ascribe.pattern, value);
  case FUT_PATTERN_ATTRIBUTE: return test_pattern(lower, frame, pattern->attributed.pattern, value);
  }
  INTERNAL_ERROR("a pattern without a kind");
}

// Whether every value matches, as far as can be told without looking at one.
static bool is_irrefutable(const FutPattern *pattern) {
  switch (pattern->kind) {
  case FUT_PATTERN_WILDCARD:
  case FUT_PATTERN_NAME: return true;
  case FUT_PATTERN_TUPLE:
    for (size_t i = 0; i < pattern->tuple.count; i++)
      if (!is_irrefutable(pattern->tuple.data[i])) return false;
    return true;
  case FUT_PATTERN_RECORD:
    for (size_t i = 0; i < pattern->record.count; i++)
      if (!is_irrefutable(pattern->record.data[i].pattern)) return false;
    return true;
  case FUT_PATTERN_ASCRIBE: return is_irrefutable(pattern->ascribe.pattern);
  case FUT_PATTERN_ATTRIBUTE: return is_irrefutable(pattern->attributed.pattern);
  case FUT_PATTERN_NUMBER:
  case FUT_PATTERN_BOOL:
  case FUT_PATTERN_CONSTRUCTOR: return false;
  }
  INTERNAL_ERROR("a pattern without a kind");
}

bool pattern_key(const FutPattern *pattern, const Static *value, Constant *key) {
  if (value->kind != STATIC_DATA || value->layout->leaf_count == 0) return false;
  if (value->leaves[0].var == NULL) return false;
  const FutLayout *layout = value->layout;
  switch (pattern->kind) {
  case FUT_PATTERN_NUMBER:
    if (fut_prim_is_float(layout->prim)) return false;
    *key = number_atom(layout->prim, pattern->number.value, pattern->number.is_negative).constant;
    return true;
  case FUT_PATTERN_CONSTRUCTOR:
    for (size_t i = 0; i < pattern->constructor.payload.count; i++)
      if (!is_irrefutable(pattern->constructor.payload.data[i])) return false;
    *key = layout_tag(layout, layout_clause(layout, pattern->constructor.name));
    return true;
  case FUT_PATTERN_ASCRIBE: return pattern_key(pattern->ascribe.pattern, value, key);
  case FUT_PATTERN_ATTRIBUTE: return pattern_key(pattern->attributed.pattern, value, key);
  case FUT_PATTERN_WILDCARD:
  case FUT_PATTERN_NAME:
  case FUT_PATTERN_BOOL:
  case FUT_PATTERN_TUPLE:
  case FUT_PATTERN_RECORD: return false;
  }
  INTERNAL_ERROR("a pattern without a kind");
}
