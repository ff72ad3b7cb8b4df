// The matrix of patterns: what it misses, and whether a row adds something.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "front/futhark/check_match_internal.h"

// Beyond this much work a match counts as complete: it would take too long to tell.
enum { STEP_LIMIT = 4000000 };

static const FutCell ANY = {.kind = FUT_CELL_ANY};

// ---- From patterns to cells ----

static FutCell *cell_make(FutMatrix *matrix, FutCellKind kind, const FutType *type, size_t count) {
  FutCell *cell = arena_make(matrix->arena, FutCell);
  *cell = (FutCell){.kind = kind, .type = type, .count = count};
  cell->items = arena_array(matrix->arena, const FutCell *, count);
  return cell;
}

static uint64_t number_key(const FutPattern *pattern, const FutType *type) {
  const FutNumber *number = pattern->number.value;
  bool is_negative = pattern->number.is_negative;
  if (type->tag == FUT_T_PRIM && fut_prim_is_float(type->prim)) {
    double real = number->is_float || number->is_huge ? number->real : (double)number->integer;
    if (is_negative && real != 0) real = -real;
    uint64_t bits;
    memcpy(&bits, &real, sizeof bits);
    return bits;
  }
  uint64_t key = is_negative ? 0 - number->integer : number->integer;
  int width = type->tag == FUT_T_PRIM ? fut_prim_bits(type->prim) : 64;
  return width < 64 ? key & ((UINT64_C(1) << width) - 1) : key;
}

static FutCell *literal_new(FutMatrix *matrix, const FutType *type, uint64_t key) {
  FutCell *cell = cell_make(matrix, FUT_CELL_LITERAL, type, 0);
  cell->key = key;
  return cell;
}

static const FutCell *broken(FutMatrix *matrix) {
  matrix->is_broken = true;
  return &ANY;
}

static const FutCell *record_cell(FutMatrix *matrix, const FutPattern *pattern,
                                  const FutType *type) {
  if (type->tag != FUT_T_RECORD) return broken(matrix);
  FutCell *cell = cell_make(matrix, FUT_CELL_RECORD, type, type->record.count);
  for (size_t i = 0; i < cell->count; i++) {
    const FutField *field = &type->record.fields[i];
    const FutPattern *part = NULL;
    if (pattern->kind == FUT_PATTERN_TUPLE) {
      if (i < pattern->tuple.count) part = pattern->tuple.data[i];
    } else {
      for (size_t j = 0; j < pattern->record.count; j++) {
        if (pattern->record.data[j].name.name == field->name)
          part = pattern->record.data[j].pattern;
      }
    }
    cell->items[i] = part ? fut_cell_new(matrix, part, field->type) : &ANY;
  }
  return cell;
}

static const FutCell *clause_cell(FutMatrix *matrix, const FutPattern *pattern,
                                  const FutType *type) {
  const FutPatterns *payload = &pattern->constructor.payload;
  const FutClause *clause =
      type->tag == FUT_T_SUM ? fut_sum_clause(type, pattern->constructor.name) : NULL;
  if (!clause || clause->payload_count != payload->count) return broken(matrix);
  FutCell *cell = cell_make(matrix, FUT_CELL_CLAUSE, type, payload->count);
  cell->name = clause->name;
  for (size_t i = 0; i < payload->count; i++) {
    cell->items[i] = fut_cell_new(matrix, payload->data[i], clause->payload[i]);
  }
  return cell;
}

const FutCell *fut_cell_new(FutMatrix *matrix, const FutPattern *pattern, const FutType *type) {
  if (!type) return broken(matrix);
  type = fut_type_resolve(type);
  switch (pattern->kind) {
  case FUT_PATTERN_WILDCARD:
  case FUT_PATTERN_NAME: return &ANY;
  case FUT_PATTERN_NUMBER: {
    FutCell *cell = literal_new(matrix, type, number_key(pattern, type));
    cell->is_char = pattern->number.value->is_character;
    return cell;
  }
  case FUT_PATTERN_BOOL: return literal_new(matrix, type, pattern->is_true);
  case FUT_PATTERN_TUPLE:
  case FUT_PATTERN_RECORD: return record_cell(matrix, pattern, type);
  case FUT_PATTERN_CONSTRUCTOR: return clause_cell(matrix, pattern, type);
  case FUT_PATTERN_ASCRIBE: return fut_cell_new(matrix, pattern->ascribe.pattern, type);
  case FUT_PATTERN_ATTRIBUTE: return fut_cell_new(matrix, pattern->attributed.pattern, type);
  }
  return broken(matrix);
}

// ---- Splitting a column ----

static bool is_same_head(const FutCell *left, const FutCell *right) {
  if (left->kind != right->kind) return false;
  switch (left->kind) {
  case FUT_CELL_ANY:
  case FUT_CELL_RECORD: return true;
  case FUT_CELL_CLAUSE: return left->name == right->name;
  case FUT_CELL_LITERAL: return left->key == right->key;
  }
  return false;
}

// The columns without the first, and with the parts of head before them.
static FutRow row_split(FutMatrix *matrix, FutRow row, size_t width, const FutCell *head) {
  size_t count = head ? head->count : 0;
  FutRow split = arena_array(matrix->arena, const FutCell *, count + width);
  for (size_t i = 0; i < count; i++) {
    split[i] = row[0]->kind == FUT_CELL_ANY ? &ANY : row[0]->items[i];
  }
  for (size_t i = 1; i < width; i++)
    split[count + i - 1] = row[i];
  return split;
}

// The rows that a value with this head may match; only those without a head when it is NULL.
static FutRows rows_split(FutMatrix *matrix, const FutRows *rows, size_t width,
                          const FutCell *head) {
  FutRows split = {0};
  for (size_t i = 0; i < rows->count; i++) {
    const FutCell *first = rows->data[i][0];
    matrix->steps++;
    if (first->kind != FUT_CELL_ANY && (!head || !is_same_head(first, head))) continue;
    vec_push(matrix->arena, &split, row_split(matrix, rows->data[i], width, head));
  }
  return split;
}

typedef Vec(const FutCell *) Heads;

// The different constructors in the first column.
static Heads column_heads(FutMatrix *matrix, const FutRows *rows) {
  Heads heads = {0};
  for (size_t i = 0; i < rows->count; i++) {
    const FutCell *first = rows->data[i][0];
    if (first->kind == FUT_CELL_ANY) continue;
    bool is_known = false;
    for (size_t j = 0; j < heads.count && !is_known; j++) {
      is_known = is_same_head(heads.data[j], first);
      matrix->steps++;
    }
    if (!is_known) vec_push(matrix->arena, &heads, first);
  }
  return heads;
}

static bool heads_are_complete(const Heads *heads) {
  if (heads->count == 0) return false;
  const FutCell *first = heads->data[0];
  if (first->kind == FUT_CELL_RECORD) return true;
  if (first->kind == FUT_CELL_CLAUSE) return heads->count == first->type->sum.count;
  if (first->type->tag != FUT_T_PRIM) return false;
  if (first->type->prim == FUT_PRIM_BOOL) return heads->count == 2;
  return fut_prim_bits(first->type->prim) == 8 && heads->count == 256;
}

static bool heads_have(const Heads *heads, uint64_t key) {
  for (size_t i = 0; i < heads->count; i++) {
    if (heads->data[i]->key == key) return true;
  }
  return false;
}

// A literal that is not among the heads.
static const FutCell *literal_missing(FutMatrix *matrix, const Heads *heads) {
  const FutCell *first = heads->data[0];
  FutCell *cell = cell_make(matrix, FUT_CELL_LITERAL, first->type, 0);
  bool is_prim = first->type->tag == FUT_T_PRIM;
  if (is_prim && first->type->prim == FUT_PRIM_BOOL) {
    cell->key = !first->key;
    return cell;
  }
  cell->is_example = true;
  cell->is_char = first->is_char;
  bool is_float = is_prim && fut_prim_is_float(first->type->prim);
  for (uint64_t i = 0; i <= heads->count; i++) {
    cell->key = first->is_char ? 'a' + i : i;
    if (is_float) {
      double real = (double)i;
      memcpy(&cell->key, &real, sizeof real);
    }
    if (!heads_have(heads, cell->key)) break;
  }
  return cell;
}

// What stands in a column whose heads do not cover everything.
static const FutCell *head_missing(FutMatrix *matrix, const Heads *heads) {
  if (heads->count == 0) return &ANY;
  const FutCell *first = heads->data[0];
  if (first->kind != FUT_CELL_CLAUSE) return literal_missing(matrix, heads);
  for (size_t i = 0; i < first->type->sum.count; i++) {
    const FutClause *clause = &first->type->sum.clauses[i];
    bool is_used = false;
    for (size_t j = 0; j < heads->count; j++)
      is_used |= heads->data[j]->name == clause->name;
    if (is_used) continue;
    FutCell *cell = cell_make(matrix, FUT_CELL_CLAUSE, first->type, clause->payload_count);
    cell->name = clause->name;
    for (size_t j = 0; j < cell->count; j++)
      cell->items[j] = &ANY;
    return cell;
  }
  return &ANY;
}

// ---- The two questions ----

// A row that no row covers, or NULL.
static FutRow find_missing(FutMatrix *matrix, const FutRows *rows, size_t width) {
  if (matrix->steps++ > STEP_LIMIT) return NULL;
  if (width == 0) return rows->count == 0 ? arena_array(matrix->arena, const FutCell *, 1) : NULL;
  Heads heads = column_heads(matrix, rows);
  bool is_complete = heads_are_complete(&heads);
  for (size_t i = 0; i < (is_complete ? heads.count : 1); i++) {
    const FutCell *head = is_complete ? heads.data[i] : NULL;
    size_t count = head ? head->count : 0;
    FutRows split = rows_split(matrix, rows, width, head);
    FutRow rest = find_missing(matrix, &split, count + width - 1);
    if (!rest) continue;
    FutRow missing = arena_array(matrix->arena, const FutCell *, width);
    if (head) {
      FutCell *cell = cell_make(matrix, head->kind, head->type, count);
      cell->name = head->name;
      cell->key = head->key;
      cell->is_char = head->is_char;
      for (size_t j = 0; j < count; j++)
        cell->items[j] = rest[j];
      missing[0] = cell;
    } else {
      missing[0] = head_missing(matrix, &heads);
    }
    for (size_t j = 1; j < width; j++)
      missing[j] = rest[count + j - 1];
    return missing;
  }
  return NULL;
}

static bool is_useful(FutMatrix *matrix, const FutRows *rows, FutRow row, size_t width) {
  if (matrix->steps++ > STEP_LIMIT) return true;
  if (width == 0 || rows->count == 0) return rows->count == 0;
  if (row[0]->kind != FUT_CELL_ANY) {
    FutRows split = rows_split(matrix, rows, width, row[0]);
    size_t count = row[0]->count;
    return is_useful(matrix, &split, row_split(matrix, row, width, row[0]), count + width - 1);
  }
  Heads heads = column_heads(matrix, rows);
  if (!heads_are_complete(&heads)) {
    FutRows split = rows_split(matrix, rows, width, NULL);
    return is_useful(matrix, &split, row_split(matrix, row, width, NULL), width - 1);
  }
  for (size_t i = 0; i < heads.count; i++) {
    const FutCell *head = heads.data[i];
    FutRows split = rows_split(matrix, rows, width, head);
    FutRow part = row_split(matrix, row, width, head);
    if (is_useful(matrix, &split, part, head->count + width - 1)) return true;
  }
  return false;
}

const FutCell *fut_match_missing(FutMatrix *matrix, const FutRows *rows) {
  FutRow missing = find_missing(matrix, rows, 1);
  return missing ? missing[0] : NULL;
}

bool fut_match_is_useful(FutMatrix *matrix, const FutRows *rows, const FutCell *cell) {
  return is_useful(matrix, rows, &cell, 1);
}

// ---- Printing ----

static const char *literal_text(Arena *arena, const FutCell *cell) {
  FutPrim prim = cell->type->tag == FUT_T_PRIM ? cell->type->prim : FUT_PRIM_NONE;
  if (prim == FUT_PRIM_BOOL) return cell->key ? "true" : "false";
  if (cell->is_char) {
    if (cell->key == '\'' || cell->key == '\\')
      return arena_printf(arena, "'\\%c'", (int)cell->key);
    if (cell->key >= ' ' && cell->key <= '~') return arena_printf(arena, "'%c'", (int)cell->key);
    return arena_printf(arena, "%" PRIu64, cell->key);
  }
  if (fut_prim_is_float(prim)) {
    double real;
    memcpy(&real, &cell->key, sizeof real);
    const char *text = arena_printf(arena, "%.17g", real);
    return strpbrk(text, ".en") ? text : arena_printf(arena, "%s.0", text);
  }
  bool is_signed = prim != FUT_PRIM_NONE && fut_prim_is_signed(prim);
  int width = prim == FUT_PRIM_NONE ? 64 : fut_prim_bits(prim);
  if (is_signed && (cell->key >> (width - 1) & 1)) {
    uint64_t magnitude = 0 - cell->key;
    if (width < 64) magnitude &= (UINT64_C(1) << width) - 1;
    return arena_printf(arena, "-%" PRIu64, magnitude);
  }
  return arena_printf(arena, "%" PRIu64, cell->key);
}

static const char *record_text(Arena *arena, const FutCell *cell) {
  bool is_tuple = cell->type->record.is_tuple;
  const char *text = is_tuple ? "(" : "{";
  for (size_t i = 0; i < cell->count; i++) {
    const char *comma = i == 0 ? "" : ", ";
    const char *item = fut_cell_text(arena, cell->items[i]);
    if (is_tuple) {
      text = arena_printf(arena, "%s%s%s", text, comma, item);
    } else {
      Name name = cell->type->record.fields[i].name;
      text = arena_printf(arena, "%s%s%s = %s", text, comma, name, item);
    }
  }
  return arena_printf(arena, "%s%s", text, is_tuple || cell->count == 0 ? ")" : "}");
}

const char *fut_cell_text(Arena *arena, const FutCell *cell) {
  switch (cell->kind) {
  case FUT_CELL_ANY: return "_";
  case FUT_CELL_LITERAL: return literal_text(arena, cell);
  case FUT_CELL_RECORD: return cell->count == 0 ? "()" : record_text(arena, cell);
  case FUT_CELL_CLAUSE: {
    const char *text = arena_printf(arena, "#%s", cell->name);
    for (size_t i = 0; i < cell->count; i++) {
      const FutCell *item = cell->items[i];
      const char *part = fut_cell_text(arena, item);
      bool is_nested = (item->kind == FUT_CELL_CLAUSE && item->count > 0) || part[0] == '-';
      text = arena_printf(arena, is_nested ? "%s (%s)" : "%s %s", text, part);
    }
    return text;
  }
  }
  return "_";
}
