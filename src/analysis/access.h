// access: how what the points of rows read and write moves through memory.
//
// Rows are what a kernel over segments goes through: each point of the outer indices has one, and
// the points of all rows are numbered, row by row. An address is a polynomial over these indices;
// what a point loads, and indices of loops inside it, count as unknown constants.
//
//   xs[i, j] of [n][m]f32, rows (i < n) of (j < m)     i*m + j: the number of the point
//   xs[j, i] of [m][n]f32                              j*n + i: neighbouring rows are neighbours
#ifndef RAVEL_ANALYSIS_ACCESS_H
#define RAVEL_ANALYSIS_ACCESS_H

#include "ir/ir.h"

typedef struct RowSpace {
  Var *const *outer; // the indices around the rows, outermost first
  const Dim *sizes;  // of them
  size_t outer_count;
  Var *inner; // the index in a row
  Dim length; // of a row
} RowSpace;

// What the points do to memory.
typedef struct Traffic {
  bool is_streaming;  // nothing but the number of the point says what it does
  bool loads_rows;    // neighbours in a row are neighbours in memory
  bool loads_columns; // neighbouring rows are, but not neighbours in a row
  bool stores_rows, stores_columns;
  size_t memory_count; // blocks, by the type of their elements
} Traffic;

typedef struct AccessSurvey AccessSurvey;

AccessSurvey *access_new(Arena *arena, RowSpace space);
// What a point does, in order; what it does with these values, and the arrays over all points, or
// over those of its row, that it stores an element in. Of the rest only what these need counts.
void access_stms(AccessSurvey *survey, const Stms *stms);
void access_use(AccessSurvey *survey, Atom value);
void access_store(AccessSurvey *survey, const Type *type);
Traffic access_traffic(AccessSurvey *survey);

// Does a kernel go through memory best by columns: are neighbouring rows neighbours there, and is
// no row read along itself? What is stored counts where each point stores.
bool traffic_is_by_column(const Traffic *traffic, bool has_stores);

#endif
