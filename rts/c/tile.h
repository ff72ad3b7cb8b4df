// Matrix-shaped reductions: out(i, j) = op over k of value(a(i, k), b(k, j)), for any strides.
//
// TILE_DEFINE makes a function for one element type, operator and value. It packs blocks of a and b
// so that the innermost loop reads both in order, and keeps a tile of results in vector registers:
// TILE_ROWS rows, TILE_VECTORS vectors wide. Vectors are those of GCC and clang; with another
// compiler a vector is one element, and the code is the same.
#ifndef RAVEL_RTS_TILE_H
#define RAVEL_RTS_TILE_H

#include <stdint.h>

#if defined(__AVX512F__)
#define TILE_BYTES 64
#elif defined(__AVX__)
#define TILE_BYTES 32
#else
#define TILE_BYTES 16
#endif

#if defined(__GNUC__)
#define TILE_VECTOR(type)                                                                          \
  type __attribute__((vector_size(TILE_BYTES), aligned(sizeof(type)), may_alias))
#define TILE_LANES(type) (TILE_BYTES / (int)sizeof(type))
#else
#define TILE_VECTOR(type) type
#define TILE_LANES(type)  1
#endif

enum {
  TILE_ROWS = 6,    // of a register tile
  TILE_VECTORS = 2, // its width
  TILE_DEPTH = 256, // of a packed block: the part of b of a tile stays in the first cache
  TILE_HEIGHT = 48, // rows of a packed block of a
  TILE_WIDTH = 256  // columns of a packed block of b; both stay in the second cache
};

// How many elements of room the function needs.
#define TILE_ROOM (TILE_DEPTH * (TILE_HEIGHT + TILE_WIDTH))

static inline int64_t tile_least(int64_t a, int64_t b) { return a < b ? a : b; }

// A vector with this element in each lane; vectors stay as they are.
#define TILE_EACH(T, x) ((x) - (tile_##T){0})

// Minima and maxima of vectors of elements of type T; the other operand where one is nan. ORDER is
// the type as which elements are compared, MASK the one of what a comparison gives.
#if defined(__GNUC__)
#define TILE_ORDER(T, TYPE, ORDER, MASK)                                                           \
  typedef TILE_VECTOR(TYPE) tile_##T;                                                              \
  typedef TILE_VECTOR(ORDER) tile_order_##T;                                                       \
  typedef TILE_VECTOR(MASK) tile_mask_##T;                                                         \
  static inline tile_##T tile_select_##T(tile_mask_##T mask, tile_##T x, tile_##T y) {             \
    return (tile_##T)((mask & (tile_mask_##T)x) | (~mask & (tile_mask_##T)y));                     \
  }                                                                                                \
  static inline tile_##T tile_min_##T(tile_##T x, tile_##T y) {                                    \
    tile_order_##T a = (tile_order_##T)x, b = (tile_order_##T)y;                                   \
    return tile_select_##T((tile_mask_##T)(a < b) | (tile_mask_##T)(b != b), x, y);                \
  }                                                                                                \
  static inline tile_##T tile_max_##T(tile_##T x, tile_##T y) {                                    \
    tile_order_##T a = (tile_order_##T)x, b = (tile_order_##T)y;                                   \
    return tile_select_##T((tile_mask_##T)(a > b) | (tile_mask_##T)(b != b), x, y);                \
  }
#else
#define TILE_ORDER(T, TYPE, ORDER, MASK)                                                           \
  typedef TYPE tile_##T;                                                                           \
  static inline tile_##T tile_min_##T(tile_##T x, tile_##T y) {                                    \
    return (ORDER)x < (ORDER)y || y != y ? x : y;                                                  \
  }                                                                                                \
  static inline tile_##T tile_max_##T(tile_##T x, tile_##T y) {                                    \
    return (ORDER)x > (ORDER)y || y != y ? x : y;                                                  \
  }
#endif

TILE_ORDER(i8, uint8_t, int8_t, int8_t)
TILE_ORDER(i16, uint16_t, int16_t, int16_t)
TILE_ORDER(i32, uint32_t, int32_t, int32_t)
TILE_ORDER(i64, uint64_t, int64_t, int64_t)
TILE_ORDER(f32, float, float, int32_t)
TILE_ORDER(f64, double, double, int64_t)

// VALUE(x, y) and STEP(sum, value) are expressions by operators and TILE_ORDER's functions, on
// vectors and elements alike.
#define TILE_DEFINE(name, type, neutral, VALUE, STEP)                                              \
  typedef TILE_VECTOR(type) name##_vector;                                                         \
  enum { name##_lanes = TILE_LANES(type), name##_columns = TILE_VECTORS * TILE_LANES(type) };      \
                                                                                                   \
  /* One register tile: STEP over `depth` columns of a and packed rows of b. */                    \
  static inline void name##_kernel(int64_t depth, const type *restrict a, int64_t a_i,             \
                                   int64_t a_k, const type *restrict b, type *restrict tile,       \
                                   int64_t stride, int is_first) {                                 \
    name##_vector sums[TILE_ROWS][TILE_VECTORS];                                                   \
    for (int i = 0; i < TILE_ROWS; i++)                                                            \
      for (int j = 0; j < TILE_VECTORS; j++)                                                       \
        sums[i][j] = (name##_vector){0} + (neutral);                                               \
    for (int i = 0; i < TILE_ROWS && !is_first; i++)                                               \
      for (int j = 0; j < TILE_VECTORS; j++)                                                       \
        sums[i][j] = *(const name##_vector *)(tile + i * stride + j * name##_lanes);               \
    for (int64_t k = 0; k < depth; k++) {                                                          \
      name##_vector row[TILE_VECTORS];                                                             \
      for (int j = 0; j < TILE_VECTORS; j++)                                                       \
        row[j] = *(const name##_vector *)(b + k * name##_columns + j * name##_lanes);              \
      for (int i = 0; i < TILE_ROWS; i++)                                                          \
        for (int j = 0; j < TILE_VECTORS; j++)                                                     \
          sums[i][j] = STEP(sums[i][j], VALUE(a[i * a_i + k * a_k], row[j]));                      \
    }                                                                                              \
    for (int i = 0; i < TILE_ROWS; i++)                                                            \
      for (int j = 0; j < TILE_VECTORS; j++)                                                       \
        *(name##_vector *)(tile + i * stride + j * name##_lanes) = sums[i][j];                     \
  }                                                                                                \
                                                                                                   \
  /* Packs `count` vectors of length `depth` in groups of `group`, padded with zeros. */           \
  static inline void name##_pack(type *restrict to, const type *restrict from, int64_t count,      \
                                 int64_t stride, int64_t depth, int64_t step, int group) {         \
    for (int64_t i = 0; i < count; i += group) {                                                   \
      int64_t rest = tile_least(group, count - i);                                                 \
      if (stride == 1 && rest == group) {                                                          \
        for (int64_t k = 0; k < depth; k++)                                                        \
          for (int64_t q = 0; q < group; q++)                                                      \
            to[k * group + q] = from[i + q + k * step];                                            \
      } else {                                                                                     \
        for (int64_t q = 0; q < group; q++)                                                        \
          for (int64_t k = 0; k < depth; k++)                                                      \
            to[k * group + q] = q < rest ? from[(i + q) * stride + k * step] : (type)0;            \
      }                                                                                            \
      to += depth * group;                                                                         \
    }                                                                                              \
  }                                                                                                \
                                                                                                   \
  static inline void name##_block(int64_t rows, int64_t columns, int64_t depth, int is_first,      \
                                  const type *restrict a, int64_t a_i, int64_t a_k,                \
                                  const type *restrict b, type *restrict out, int64_t out_i,       \
                                  int64_t out_j) {                                                 \
    for (int64_t j = 0; j < columns; j += name##_columns) {                                        \
      int64_t width = tile_least(name##_columns, columns - j);                                     \
      for (int64_t i = 0; i < rows; i += TILE_ROWS) {                                              \
        int64_t height = tile_least(TILE_ROWS, rows - i);                                          \
        const type *from = a + (a_k == 1 ? i * a_i : i * depth);                                   \
        type *to = out + i * out_i + j * out_j;                                                    \
        if (out_j == 1 && height == TILE_ROWS && width == name##_columns) {                        \
          name##_kernel(depth, from, a_i, a_k, b + j * depth, to, out_i, is_first);                \
          continue;                                                                                \
        }                                                                                          \
        type tile[TILE_ROWS * name##_columns] = {0};                                               \
        for (int64_t p = 0; p < height && !is_first; p++)                                          \
          for (int64_t q = 0; q < width; q++)                                                      \
            tile[p * name##_columns + q] = to[p * out_i + q * out_j];                              \
        name##_kernel(depth, from, a_i, a_k, b + j * depth, tile, name##_columns, is_first);       \
        for (int64_t p = 0; p < height; p++)                                                       \
          for (int64_t q = 0; q < width; q++)                                                      \
            to[p * out_i + q * out_j] = tile[p * name##_columns + q];                              \
      }                                                                                            \
    }                                                                                              \
  }                                                                                                \
                                                                                                   \
  static void name(int64_t n, int64_t m, int64_t p, type *restrict out, int64_t out_i,             \
                   int64_t out_j, const type *restrict a, int64_t a_i, int64_t a_k,                \
                   const type *restrict b, int64_t b_k, int64_t b_j, type *restrict room) {        \
    type *packed_a = room, *packed_b = room + TILE_DEPTH * TILE_HEIGHT;                            \
    for (int64_t i = 0; i < n && p <= 0; i++)                                                      \
      for (int64_t j = 0; j < m; j++)                                                              \
        out[i * out_i + j * out_j] = neutral;                                                      \
    for (int64_t j = 0; j < m; j += TILE_WIDTH) {                                                  \
      int64_t columns = tile_least(TILE_WIDTH, m - j);                                             \
      for (int64_t k = 0; k < p; k += TILE_DEPTH) {                                                \
        int64_t depth = tile_least(TILE_DEPTH, p - k);                                             \
        name##_pack(packed_b, b + k * b_k + j * b_j, columns, b_j, depth, b_k, name##_columns);    \
        /* Rows of a that stand in order are read where they are. */                               \
        int64_t direct = a_k == 1 ? n / TILE_ROWS * TILE_ROWS : 0;                                 \
        name##_block(direct, columns, depth, k == 0, a + k, a_i, 1, packed_b, out + j * out_j,     \
                     out_i, out_j);                                                                \
        for (int64_t i = direct; i < n; i += TILE_HEIGHT) {                                        \
          int64_t rows = tile_least(TILE_HEIGHT, n - i);                                           \
          name##_pack(packed_a, a + i * a_i + k * a_k, rows, a_i, depth, a_k, TILE_ROWS);          \
          name##_block(rows, columns, depth, k == 0, packed_a, 1, TILE_ROWS, packed_b,             \
                       out + i * out_i + j * out_j, out_i, out_j);                                 \
        }                                                                                          \
      }                                                                                            \
    }                                                                                              \
  }

#endif
