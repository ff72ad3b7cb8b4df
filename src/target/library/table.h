// What the writers of C files share.
#ifndef RAVEL_TARGET_LIBRARY_TABLE_H
#define RAVEL_TARGET_LIBRARY_TABLE_H

#include "target/library/model.h"

// Appends the calls of the generated functions and the table: `static const ProgramTable
// program_table`, for a unit `const ProgramTable program_table_NUMBER`. They stand after the
// functions of the program.
void table_write(StrBuf *out, const Model *model, const LibraryOptions *options);

// What a dimension of a parameter of an entry point must be; the variable that is this leaf of its
// parameters; and how one of its sizes is called.
DimInfo entry_dim(const Fun *fun, const Dim *dim);
const Var *entry_leaf(const Fun *fun, size_t leaf);
Name entry_size_name(const Fun *fun, size_t size);

// Appends the declarations of the typed C API, the text of the header; and its functions, which
// stand after the table.
void api_declare(StrBuf *out, const Model *model, const LibraryOptions *options);
void api_define(StrBuf *out, const Model *model, const LibraryOptions *options);

// The names of the functions of the API: futhark_new_opaque_point and so on. `part` is NULL or the
// name of a field or variant, which is added.
char *api_function(const Model *model, const char *verb, const ModelType *type, const char *part);
// The same for any name of the API: `futhark_` in front of it becomes the library's own prefix.
const char *api_name(const Model *model, const LibraryOptions *options, const char *name);

#endif
