// Matrix-shaped reductions at Mem: what the kernels `tile` and `sweep` need to know of a nest.
#ifndef RAVEL_MEM_PRODUCT_H
#define RAVEL_MEM_PRODUCT_H

#include "analysis/address.h"
#include "ir/map.h"
#include "ir/walk.h"
#include "mem/nests.h"

enum { PRODUCT_A, PRODUCT_B, PRODUCT_SIDES };
enum { PRODUCT_AXES_MOST = 16 };

typedef enum ProductRole { PRODUCT_BATCH, PRODUCT_ROW, PRODUCT_COLUMN, PRODUCT_ROLES } ProductRole;

// A dimension of the maps.
typedef struct ProductAxis {
  const Par *par;
  size_t dim;
  ProductRole role;
} ProductAxis;

typedef struct Product {
  Arena *arena;
  bool is_sweep; // all dimensions are rows, and steps have a side of their own
  MapNest nest;
  const Stm *reduce;                   // in the last map
  ProductAxis axes[PRODUCT_AXES_MOST]; // of all maps; the last one is a column
  size_t axis_count;
  size_t row;                  // the last axis of rows
  VarSet inside;               // what is bound in the nest
  Addresses *addresses;        // of what is loaded
  VarSet sides[PRODUCT_SIDES]; // what a step takes of a load
  int64_t bytes;               // of a sum
  Obstacle obstacle;           // why it is none
} Product;

// Is the nest of this map a product for the kernel, `tile` or `sweep`?
bool product_find(Arena *arena, const Stm *outer, Kernel kernel, Product *product);
// Is the statement of the reduction done in a step, and not by a load?
bool product_is_step(const Product *product, const Stm *stm);
// Are elements of a side that follow each other in a row neighbours in memory?
bool product_is_by_row(const Product *product, size_t side);
// Does the load step by one in memory when this index does?
bool product_is_dense(const Product *product, const Stm *load, const Var *index);
// Is the axis the only one of its role, or of a size so that neighbours in groups of four agree on
// the others?
bool product_is_grouped(const Product *product, const ProductAxis *axis);

#endif
