// What the writers of C files share.
#ifndef RAVEL_TARGET_LIBRARY_TABLE_H
#define RAVEL_TARGET_LIBRARY_TABLE_H

#include "target/library/model.h"

// Appends the calls of the generated functions and the table: `static const ProgramTable
// program_table`, for a unit `const ProgramTable program_table_NUMBER`. They stand behind the
// functions of the program.
void table_write(StrBuf *out, const Model *model, const LibraryOptions *options);

// Appends the declarations of the typed C API, the text of the header; and its functions, which
// stand behind the table.
void api_declare(StrBuf *out, const Model *model, const LibraryOptions *options);
void api_define(StrBuf *out, const Model *model, const LibraryOptions *options);

// The names of the functions of the API: futhark_new_opaque_point and so on. `part` is NULL or the
// name of a field or variant, which is added.
char *api_function(const Model *model, const char *verb, const ModelType *type, const char *part);

#endif
