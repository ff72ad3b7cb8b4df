// Names, scopes and assignments.
#include <string.h>

#include "front/apl/to_core_internal.h"

Scope *apl_scope_new(AplLower *lower, Scope *parent) {
  Scope *scope = arena_make(lower->arena, Scope);
  scope->parent = parent;
  scope->cells = map_new(lower->arena);
  scope->frame = lower->frame;
  return scope;
}

// What belongs to a dfn alone is not seen in those inside of it.
static bool is_own(Name name) {
  static const char *const OWN[] = {"⍺", "⍵", "⍺⍺", "⍵⍵", "∇", "∇∇"};
  for (size_t i = 0; i < sizeof OWN / sizeof *OWN; i++)
    if (strcmp(name, OWN[i]) == 0) return true;
  return false;
}

AplCell *apl_scope_find(const Scope *scope, Name name) {
  for (const Scope *at = scope; at != NULL; at = at->parent) {
    AplCell *cell = map_get(at->cells, map_key(name));
    if (cell != NULL || is_own(name)) return cell;
  }
  return NULL;
}

void apl_scope_bind(AplLower *lower, Scope *scope, Name name, const AplValue *value) {
  AplCell *cell = arena_make(lower->arena, AplCell);
  *cell = (AplCell){.name = name, .value = value, .frame = lower->frame};
  cell->depth = lower->region != NULL ? lower->region->depth : 0;
  map_put(scope->cells, map_key(name), cell);
}

// All regions that the cell is outside of take note, from the innermost on.
const AplValue *apl_prelude(AplLower *lower, const char *name) {
  return apl_scope_find(lower->top->parent, intern_str(lower->names, name))->value;
}

void apl_cell_write(AplLower *lower, AplCell *cell, const AplValue *value) {
  if (cell->frame != lower->frame) apl_throw(lower, CATCH_OUTSIDE);
  for (AplRegion *region = lower->region; region != NULL && cell->depth < region->depth;
       region = region->parent) {
    bool is_noted = false;
    for (size_t i = 0; i < region->writes.count; i++)
      is_noted = is_noted || region->writes.data[i].cell == cell;
    if (is_noted) break;
    CellWrite write = {cell, cell->value, lower->emit.span};
    vec_push(lower->arena, &region->writes, write);
    break; // the outer ones see what this one hands on
  }
  cell->value = value;
}

// ---- Targets ----

static void assign_name(AplLower *lower, Scope *scope, const AplItem *item, const AplValue *value) {
  if (is_own(item->name) && strcmp(item->name, "⍺") != 0)
    apl_fail_at(lower, ERROR_APL_SYNTAX, item->span, "SYNTAX ERROR: `%s` cannot be assigned",
                item->name);
  apl_scope_bind(lower, scope, item->name, value);
}

static bool is_names(const AplPhrase *phrase) {
  for (size_t i = 0; i < phrase->count; i++)
    if (phrase->data[i].kind != APL_ITEM_NAME) return false;
  return true;
}

// As many values as there are names; their number may turn out when the program runs.
static const AplValue *const *group_items(AplLower *lower, const AplValue *value, size_t count) {
  if (value->kind == APL_VALUE_TUPLE) {
    if (value->item_count != count)
      apl_fail(lower, ERROR_APL_LENGTH, "LENGTH ERROR: there are %zu names for %zu values", count,
               value->item_count);
    return value->items;
  }
  const AplValue **items = arena_array(lower->arena, const AplValue *, count + 1);
  bool is_nested = value->kind == APL_VALUE_NESTED;
  const AplArray *array = apl_stored(lower, is_nested ? apl_nested_starts(value) : value);
  if (array->rank > 1)
    apl_fail(lower, ERROR_APL_RANK, "RANK ERROR: there are %zu names for %s", count,
             apl_type_text(lower, value));
  size_t mark = emit_mark(&lower->emit);
  Atom sizes[2] = {atom_i64((int64_t)count), array->rank == 1 ? array->dims[0] : atom_i64(1)};
  if (array->rank == 1)
    apl_check(lower, apl_op2(lower, OP_EQ, sizes[0], sizes[1]), ERROR_APL_LENGTH,
              "LENGTH ERROR: there are {} names for {} values", sizes, 2);
  for (size_t i = 0; i < count; i++) {
    Atom place = atom_i64((int64_t)i);
    items[i] = is_nested ? apl_nested_item(lower, value, &place)
                         : apl_value_scalar(lower, apl_element(lower, array, &place));
  }
  emit_uncheck(&lower->emit, mark);
  return items;
}

// `(a b)←values`
static void assign_names(AplLower *lower, Scope *scope, const AplItem *names, size_t count,
                         const AplValue *value) {
  const AplValue *const *items = group_items(lower, value, count);
  for (size_t i = 0; i < count; i++)
    assign_name(lower, scope, &names[i], items[i]);
}

static bool may_be_array(const Scope *scope, const AplItem *item) {
  if (item->kind != APL_ITEM_NAME || is_own(item->name)) return false;
  const AplCell *cell = apl_scope_find(scope, item->name);
  return cell == NULL ||
         (cell->value->kind != APL_VALUE_FUNCTION && cell->value->kind != APL_VALUE_OPERATOR);
}

// `a b←values`: where the names begin that get values together with the last one.
static size_t names_start(const Scope *scope, const AplPhrase *phrase, size_t end) {
  size_t start = end - 1;
  while (start > 0 && !is_own(phrase->data[end - 1].name) &&
         may_be_array(scope, &phrase->data[start - 1]))
    start--;
  return start;
}

// What a name of which a part is assigned stands for, in the scope that has it.
static AplCell *target_cell(AplLower *lower, Scope *scope, const AplItem *name) {
  AplCell *cell = apl_scope_find(scope, name->name);
  if (cell == NULL)
    apl_fail_at(lower, ERROR_APL_VALUE, name->span, "VALUE ERROR: `%s` has no value here",
                name->name);
  if (cell->frame != lower->frame) apl_throw(lower, CATCH_OUTSIDE);
  return cell;
}

// `(2↑name)←value`: what selects elements of the name, which stands last, selects the places that
// are assigned from all places of the array.
//
//   ((a>3)/a)←0        a becomes (⍴a)⍴b, where b←,a and b[(a>3)/(⍴a)⍴⍳×/⍴a]←0
static void assign_selected(AplLower *lower, Scope *scope, const AplItem *item,
                            const AplValue *function, const AplValue *value) {
  AplPhrase selection = *item->group;
  const AplItem *name = selection.count == 0 ? item : &selection.data[selection.count - 1];
  if (name->kind == APL_ITEM_GROUP && selection.count == 1) {
    assign_selected(lower, scope, name, function, value);
    return;
  }
  if (name->kind != APL_ITEM_NAME || is_own(name->name))
    apl_fail_at(lower, ERROR_APL_SYNTAX, name->span,
                "SYNTAX ERROR: the elements that are assigned must be selected from a name, which "
                "stands last in the parentheses");
  AplCell *cell = target_cell(lower, scope, name);
  const AplArray *array = apl_array(lower, cell->value);
  Call ravel = {.right = cell->value};
  const AplValue *elements = apl_array_ravel(lower, &ravel);
  Call count = {.right = apl_value_scalar(lower, apl_int_of(lower, apl_count(lower, array)))};
  const AplValue *places =
      apl_reshape_view(lower, apl_array_iota(lower, &count), array->dims, array->rank);
  Scope *inner = apl_scope_new(lower, scope);
  selection.data = arena_array(lower->arena, AplItem, selection.count);
  memcpy(selection.data, item->group->data, selection.count * sizeof *selection.data);
  AplItem *target = &selection.data[selection.count - 1];
  target->name = intern(lower->names, "⍺←", strlen("⍺←")); // no name of a program
  apl_scope_bind(lower, inner, target->name, places);
  const AplValue *selected = apl_phrase(lower, inner, &selection);
  lower->emit.span = apl_span(lower, item->span);
  if (function != NULL)
    value = apl_apply(lower, function, apl_index(lower, elements, &selected, 1), value, item->span);
  elements = apl_index_assign(lower, elements, &selected, 1, value);
  array = apl_array(lower, cell->value);
  apl_cell_write(lower, cell, apl_reshape_view(lower, elements, array->dims, array->rank));
}

// `name[i;j]←value`, in the scope that has the name; `name[i;j] f←value` with a function.
static void assign_indexed(AplLower *lower, Scope *scope, const AplItem *name, const AplItem *index,
                           const AplValue *function, const AplValue *value) {
  Span outer = lower->emit.span;
  if (name->kind != APL_ITEM_NAME)
    apl_fail_at(lower, ERROR_APL_SYNTAX, name->span,
                "SYNTAX ERROR: only elements of a name can be assigned");
  size_t count = index->indices.count;
  const AplValue **indices = arena_array(lower->arena, const AplValue *, count);
  for (size_t i = count; i-- > 0;)
    if (index->indices.data[i]->count > 0)
      indices[i] = apl_phrase(lower, scope, index->indices.data[i]);
  AplCell *cell = target_cell(lower, scope, name);
  lower->emit.span = apl_span(lower, index->span);
  if (function != NULL)
    value = apl_apply(lower, function, apl_index(lower, cell->value, indices, count), value,
                      index->span);
  apl_cell_write(lower, cell, apl_index_assign(lower, cell->value, indices, count, value));
  lower->emit.span = outer;
}

// `⎕IO←0`: known before the program runs, from here on.
static void assign_system(AplLower *lower, const AplItem *item, const AplValue *value) {
  int64_t origin;
  if (strcmp(item->name, "IO") != 0)
    apl_fail(lower, ERROR_APL_SYNTAX, "SYNTAX ERROR: `⎕%s` cannot be assigned", item->name);
  const AplArray *array = apl_array(lower, value);
  if (lower->inside > lower->body_inside)
    apl_unsupported(lower, "`⎕IO` that is assigned on one way only");
  if (!apl_is_single(array) || !apl_elem_to_int(apl_single(lower, array), &origin) || origin < 0 ||
      origin > 1)
    apl_fail(lower, ERROR_APL_DOMAIN, "DOMAIN ERROR: `⎕IO` is 0 or 1, written down");
  lower->origin = origin;
}

size_t apl_assign(AplLower *lower, Scope *scope, const AplPhrase *phrase, size_t end,
                  const AplValue *value) {
  if (end == 0)
    apl_fail_at(lower, ERROR_APL_SYNTAX, phrase->data[0].span,
                "SYNTAX ERROR: there is no name before `←`");
  const AplItem *item = &phrase->data[end - 1];
  Span outer = lower->emit.span;
  lower->emit.span = apl_span(lower, item->span);
  size_t start = end - 1;
  switch (item->kind) {
  case APL_ITEM_NAME:
    start = names_start(scope, phrase, end);
    if (start == end - 1)
      assign_name(lower, scope, item, value);
    else
      assign_names(lower, scope, &phrase->data[start], end - start, value);
    break;
  case APL_ITEM_GROUP:
    if (is_names(item->group))
      assign_names(lower, scope, item->group->data, item->group->count, value);
    else
      assign_selected(lower, scope, item, NULL, value);
    break;
  case APL_ITEM_SYSTEM: assign_system(lower, item, value); break;
  case APL_ITEM_QUAD: apl_show(lower, value, false); break;
  case APL_ITEM_INDEX:
    if (end < 2)
      apl_fail(lower, ERROR_APL_SYNTAX, "SYNTAX ERROR: there is no name before the brackets");
    assign_indexed(lower, scope, &phrase->data[end - 2], item, NULL, value);
    start = end - 2;
    break;
  case APL_ITEM_NUMBERS:
  case APL_ITEM_STRING:
  case APL_ITEM_ZILDE:
  case APL_ITEM_PRIMITIVE:
  case APL_ITEM_ARROW:
  case APL_ITEM_DFN: apl_fail(lower, ERROR_APL_SYNTAX, "SYNTAX ERROR: only a name can be assigned");
  }
  lower->emit.span = outer;
  return start;
}

size_t apl_assign_through(AplLower *lower, Scope *scope, const AplPhrase *phrase, size_t end,
                          const AplValue *function, const AplValue *value) {
  const AplItem *item = &phrase->data[end - 1];
  if (item->kind == APL_ITEM_INDEX && end > 1) {
    assign_indexed(lower, scope, &phrase->data[end - 2], item, function, value);
    return end - 2;
  }
  if (item->kind == APL_ITEM_GROUP) {
    assign_selected(lower, scope, item, function, value);
    return end - 1;
  }
  if (item->kind != APL_ITEM_NAME || is_own(item->name))
    apl_fail_at(lower, ERROR_APL_SYNTAX, item->span, "SYNTAX ERROR: only a name can be assigned");
  AplCell *cell = target_cell(lower, scope, item);
  apl_cell_write(lower, cell, apl_apply(lower, function, cell->value, value, item->span));
  return end - 1;
}
