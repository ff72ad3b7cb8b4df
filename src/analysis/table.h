// Tables with an entry for each variable that was asked for. Entries are zero at first and stay
// where they are. The variables of one function are numbered close together, so entries live in
// pages: a table of one function costs nothing for the others.
#ifndef RAVEL_ANALYSIS_TABLE_H
#define RAVEL_ANALYSIS_TABLE_H

#include "ir/ir.h"

typedef struct VarTable {
  Arena *arena;
  size_t item_size;
  char **pages;
  size_t page_count;
} VarTable;

VarTable table_new(Arena *arena, size_t item_size);
// The entry of the variable, made when there is none.
void *table_at(VarTable *table, const Var *var);
// The entry, or NULL when there is none near it.
const void *table_find(const VarTable *table, const Var *var);

#endif
