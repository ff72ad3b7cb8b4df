// The interpreter by heap: it runs programs at Mem with blocks of memory and index functions, and
// fails when their places are wrong. doc/ir.md, "Memory (Mem)", says what each statement moves;
// this interpreter moves just that and checks what the statement claims. It must agree with the
// interpreter by value (interp.h), which ignores places.
//
// Targets may run the points of a par twice: for the totals of a scan or the counts of a keep, and
// then for what they give. With the option is_rehearsed the interpreter does so, too, and nothing
// may be read then that only the first run wrote. With is_shared it also checks what threads of a
// device that share a row need.
#ifndef RAVEL_INTERP_HEAP_H
#define RAVEL_INTERP_HEAP_H

#include "interp/interp.h"

typedef struct Heap Heap;

// Prepares a verified program at Mem. It must outlive the interpreter and not change meanwhile.
Heap *heap_new(Program *program, InterpOptions options);
void heap_free(Heap *heap);
// As interp_redirect does.
void heap_redirect(Heap *heap, FILE *out, FILE *traces);

// Runs an entry point, as interp_run does.
bool heap_run(Heap *heap, Fun *entry, const Value *args, size_t arg_count, Value **results,
              size_t *result_count, Failure *failure);

#endif
