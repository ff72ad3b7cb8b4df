// What crosses the boundary of a compiled program: its table, and the objects that go in and out.
//
// A program exports one ProgramTable: its types as the outside sees them, its entry points and its
// tuning parameters. Executables, servers and the typed C API of libraries are written over this
// table and over Objects; only the functions in EntryInfo.call are generated per entry point.
//
// An object of any type is a flat list of leaves, each a scalar or a row-major array. A record has
// the leaves of its fields in order; a sum has a tag and then the leaves of all payloads of all
// variants; an array of such things has an array for each leaf. So a field, a payload or an element
// is a range of leaves.

#ifndef RAVEL_RTS_OBJECT_H
#define RAVEL_RTS_OBJECT_H

#include "rts/c/context.h"
#include "rts/c/notation.h"
#include "rts/c/scalar.h"
#include "rts/c/value.h"

// ---------------------------------------------------------------------------------------------
// Types

typedef enum ObjectKind {
  OBJECT_PRIMITIVE,
  OBJECT_ARRAY, // of primitives, records, sums or what else
  OBJECT_RECORD,
  OBJECT_SUM,
  OBJECT_OPAQUE // nothing is known about its structure
} ObjectKind;

// A field of a record, or of the records in an array: its type, and its first leaf. A payload of a
// variant has no name.
typedef struct FieldInfo {
  const char *name;
  size_t type; // position in the table
  size_t first;
} FieldInfo;

typedef struct VariantInfo {
  const char *name;
  const FieldInfo *payload;
  size_t payload_count;
} VariantInfo;

typedef struct ObjectType {
  const char *name; // as the user sees it: "[]i32", "point"
  ObjectKind kind;
  const ValueType *leaves;
  size_t leaf_count;
  int rank;                // ARRAY
  size_t element;          // ARRAY: position of the type in the table
  const FieldInfo *fields; // RECORD; ARRAY of records
  size_t field_count;
  const VariantInfo *variants; // SUM
  size_t variant_count;
} ObjectType;

// ---------------------------------------------------------------------------------------------
// Objects

// A scalar, or an array of `rank` dimensions.
typedef struct Leaf {
  Prim prim;
  int rank;
  int64_t *shape; // in the object's own memory
  Block *block;
  ScalarValue scalar;
  bool is_exact; // it was read, and all sizes are what somebody wrote
} Leaf;

typedef struct Object {
  const ObjectType *type;
  Leaf *leaves;
  bool is_consumed; // by an entry point: it can only be freed
} Object;

// An object of the type in which nothing is set: no blocks, and shapes and scalars are zero. NULL
// after a failure is recorded.
RTS_API Object *object_new(Context *ctx, const ObjectType *type);
// Frees the object and gives up its blocks; NULL is allowed.
RTS_API void object_free(Context *ctx, Object *object);
// The number of elements of a leaf, 1 for a scalar; and their size in bytes. They saturate.
RTS_API int64_t leaf_count(const Leaf *leaf);
RTS_API int64_t leaf_bytes(const Leaf *leaf);
// A value that shows the leaf, whose memory it borrows; or a *copy that the caller frees.
RTS_API int leaf_show(Context *ctx, const Leaf *leaf, Value *value, void **copy);

// An object of a primitive type, with the scalar at `data`.
RTS_API int object_of_scalar(Context *ctx, const ObjectType *type, const void *data, Object **out);
// An array of primitives. Its elements are copied from `data`; or used where they are and not
// freed, if the origin is BLOCK_FOREIGN.
RTS_API int object_of_array(Context *ctx, const ObjectType *type, const void *data,
                            const int64_t *shape, BlockOrigin origin, Object **out);
// An object that shares all blocks, or that has copies of them.
RTS_API int object_share(Context *ctx, const Object *object, Object **out);
RTS_API int object_copy(Context *ctx, const Object *object, Object **out);
// Copies the blocks that the object shares with others, with constants of the program for example,
// and those whose memory is foreign, so that nobody sees it when they are written.
RTS_API int object_unshare(Context *ctx, Object *object);

// Records: from the values of all fields, and one field. The parts are shared, not copied.
RTS_API int object_of_fields(Context *ctx, const ObjectType *type, Object *const *fields,
                             Object **out);
RTS_API int object_project(Context *ctx, const Object *object, size_t field, Object **out);
// Sums: from a variant and its payload; which variant it is; and the payload, of that variant.
RTS_API int object_of_variant(Context *ctx, const ObjectType *type, size_t variant,
                              Object *const *payload, Object **out);
RTS_API int object_variant(Context *ctx, const Object *object, size_t *variant);
RTS_API int object_destruct(Context *ctx, const Object *object, size_t variant, Object **payload);
// Finds the leaves that belong only to variants that the object, or all objects in an array, are
// not. Such leaves have any shape. `unused` has an item for each leaf, false at first.
RTS_API void leaves_mark_unused(Context *ctx, const ObjectType *type, const Leaf *leaves,
                                bool *unused);
// Finds how many dimensions of each leaf count: none where it is unused, and only the outer ones
// where an array of records or sums has no elements, since its inner sizes are not known. All
// dimensions of an exact leaf count. False when there is no memory.
RTS_API bool leaves_count_dims(Context *ctx, const ObjectType *type, const Leaf *leaves,
                               int *counted);
// Arrays of anything: from copies of the elements in row-major order, an element, and replacing an
// element in place. The shape is the first leaf's.
RTS_API int object_of_elements(Context *ctx, const ObjectType *type, const int64_t *shape,
                               Object *const *elements, Object **out);
RTS_API int object_index(Context *ctx, const Object *object, const int64_t *indices, Object **out);
RTS_API int object_set(Context *ctx, Object *object, const int64_t *indices, const Object *element);
// Arrays of records: from arrays of the fields, which must agree in shape, and are shared.
RTS_API int object_zip(Context *ctx, const ObjectType *type, Object *const *fields, Object **out);

// ---------------------------------------------------------------------------------------------
// Objects as data

// Reads the leaves of an object of this type. If it fails, `error` says why, or the context.
RTS_API int object_read(Context *ctx, const ObjectType *type, Reader *reader, Object **out,
                        ValueError *error);
// The same for an object in the notation of NESL, or as leaves.
RTS_API int object_read_notation(Context *ctx, const ObjectType *type, const char *notation,
                                 Reader *reader, Object **out, ValueError *error);
// Writes the leaves: in binary, or as text with a newline behind each. If it fails, `error` says
// why, or the context.
RTS_API bool object_write(Context *ctx, const Object *object, Writer *writer, bool is_binary,
                          ValueError *error);
// Writes the object in the notation of NESL, with this many elements of each sequence.
RTS_API bool object_write_notation(Context *ctx, const Object *object, const char *notation,
                                   int64_t limit, Writer *writer, ValueError *error);
// The object as bytes that object_restore reads: the number of bytes, and the bytes, which the
// caller frees, if `bytes` is not NULL.
RTS_API int object_store(Context *ctx, const Object *object, void **bytes, size_t *size);
// Fails for bytes that are not of an object of this type.
RTS_API int object_restore(Context *ctx, const ObjectType *type, const void *bytes, Object **out);

// ---------------------------------------------------------------------------------------------
// Entry points

// What a dimension of a parameter's leaf must be: a number; size number k of the entry point; or
// scalar leaf k, of all leaves of all parameters; or nothing that can be checked here.
typedef enum DimKind { DIM_CONSTANT, DIM_SIZE, DIM_LEAF, DIM_FREE } DimKind;

typedef struct DimInfo {
  DimKind kind;
  int64_t value;
} DimInfo;

typedef struct ParamInfo {
  const char *name;
  size_t type; // position in the table
  bool is_unique;
} ParamInfo;

// Calls the generated function. `sizes` and `in` (all leaves of all parameters) are as the function
// expects them; `in` keeps its blocks. It fills `out`, the leaves of the result, which gets a
// reference to each block.
typedef int EntryCall(Context *ctx, const int64_t *sizes, const Leaf *in, Leaf *out);

typedef struct EntryInfo {
  const char *name;
  const ParamInfo *params;
  size_t param_count;
  size_t result; // position of its type in the table
  bool is_result_unique;
  const char *const *attributes;
  size_t attribute_count;
  const size_t *tuning; // positions of the tuning parameters that it consults
  size_t tuning_count;
  const char *const *size_names;
  size_t size_count;
  const DimInfo *dims; // of all dimensions of all leaves of all parameters, in order
  EntryCall *call;
} EntryInfo;

// A line of the source in which the program can fail.
typedef struct SourceLine {
  const char *file;
  uint32_t line;      // from 1
  const char *text;   // without its line break; NULL when it is too long to be shown
  const char *widths; // how many columns each character takes, as digits; NULL: all take one
} SourceLine;

// What counts its work for a profile: a kernel, or a source line, which has no name.
typedef struct WorkPlace {
  const char *name, *where;
} WorkPlace;

struct ProgramTable {
  const char *name;     // of the program, for messages
  const char *backend;  // "c"
  const char *compiler; // and its version
  const ObjectType *types;
  size_t type_count;
  const EntryInfo *entries;
  size_t entry_count;
  const TuningParam *params;
  size_t param_count;
  size_t globals_size;
  int (*globals_init)(Context *ctx); // NULL if there is nothing to do
  void (*globals_free)(Context *ctx);
  const struct GpuProgram *gpu; // what runs on a device, in rts/gpu; or NULL
  bool is_recursive;            // does a function call itself?
  const SourceLine *lines;      // an item without a file ends them; NULL: there are none
  const WorkPlace *works;
  size_t work_count;
};

// Calls an entry point: checks the types of the arguments and their sizes, and makes an object of
// the result. Arguments of unique parameters are consumed, whether it fails or not.
RTS_API int entry_call(Context *ctx, const EntryInfo *entry, Object *const *in, Object **out);
// The entry point or type of this name, or NULL.
RTS_API const EntryInfo *entry_named(const ProgramTable *table, const char *name);
RTS_API const ObjectType *type_named(const ProgramTable *table, const char *name);

#endif
