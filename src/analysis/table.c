#include "analysis/table.h"

#include <string.h>

enum { PAGE_BITS = 7, PAGE_ITEMS = 1 << PAGE_BITS };

VarTable table_new(Arena *arena, size_t item_size) {
  return (VarTable){.arena = arena, .item_size = item_size};
}

const void *table_find(const VarTable *table, const Var *var) {
  size_t page = var->index >> PAGE_BITS;
  if (page >= table->page_count || !table->pages[page]) return NULL;
  return table->pages[page] + (var->index % PAGE_ITEMS) * table->item_size;
}

void *table_at(VarTable *table, const Var *var) {
  size_t page = var->index >> PAGE_BITS;
  if (page >= table->page_count) {
    size_t count = 2 * page + 8;
    char **pages = arena_array(table->arena, char *, count);
    if (table->page_count > 0) memcpy(pages, table->pages, table->page_count * sizeof *pages);
    table->pages = pages;
    table->page_count = count;
  }
  if (!table->pages[page])
    table->pages[page] = arena_alloc_array(table->arena, PAGE_ITEMS, table->item_size);
  return table->pages[page] + (var->index % PAGE_ITEMS) * table->item_size;
}
