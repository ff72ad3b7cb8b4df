// What the typed C API of a library is made of. The generated functions only name types and convert
// pointers; everything happens here.
//
// These functions may be called by several threads with one context: they wait for each other. They
// return the codes of the C API, which differ from those of the run-time system. A parameter or
// result that can be of any type is passed as `void *`: for a primitive type it points to a scalar,
// else an argument is an Object and a result is the address of a `void *` that receives one.

#ifndef RAVEL_RTS_LIBRARY_H
#define RAVEL_RTS_LIBRARY_H

#include "rts/c/object.h"

enum { API_SUCCESS = 0, API_PROGRAM_ERROR = 2, API_OUT_OF_MEMORY = 3 };

// Calls entry point number `entry`.
RTS_API int api_call(Context *ctx, size_t entry, void *out, const void *const *in);

// For objects of any type.
RTS_API int api_free(Context *ctx, void *object);
RTS_API int api_unshare(Context *ctx, void *object);
RTS_API int api_store(Context *ctx, const void *object, void **bytes, size_t *size);
RTS_API void *api_restore(Context *ctx, size_t type, const void *bytes);

// For arrays.
RTS_API void *api_array_new(Context *ctx, size_t type, const void *data, const int64_t *shape,
                            BlockOrigin origin);
RTS_API int api_array_values(Context *ctx, const void *object, void *data);
RTS_API void *api_array_raw(const void *object);
RTS_API const int64_t *api_array_shape(const void *object);
RTS_API int api_array_index(Context *ctx, void *out, const void *object, const int64_t *indices);
RTS_API int api_array_set(Context *ctx, void *object, const void *element, const int64_t *indices);
RTS_API int api_array_of_elements(Context *ctx, size_t type, void **out,
                                  const void *const *elements, const int64_t *shape);
RTS_API int api_array_zip(Context *ctx, size_t type, void **out, const void *const *fields);

// For records, and arrays of records.
RTS_API int api_record_new(Context *ctx, size_t type, void **out, const void *const *fields);
RTS_API int api_project(Context *ctx, void *out, const void *object, size_t field);

// For sums. The variant is -1 where the object is none.
RTS_API int api_sum_new(Context *ctx, size_t type, size_t variant, void **out,
                        const void *const *payload);
RTS_API int api_destruct(Context *ctx, void *const *out, const void *object, size_t variant);
RTS_API int api_variant(Context *ctx, const void *object);

// For contexts and configurations.
RTS_API void api_pause(Context *ctx, bool is_paused);
RTS_API int api_clear_caches(Context *ctx);
RTS_API int api_sync(Context *ctx);
RTS_API int api_set_param(Config *config, const char *name, size_t value);
// Sets a text of the configuration to a copy of this one, or to NULL.
RTS_API void api_set_text(char **slot, const char *text);

#endif
