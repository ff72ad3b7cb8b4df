// base: what every other part of ravel stands on.
//
// This folder knows nothing about languages, the IR or targets. It includes only itself and libc.
//
// Memory. The compiler allocates from arenas (arena.h): a stage writes into a fresh arena, and the
// old arena is freed as a whole. There is no per-object free and no reference count. Vectors
// (vec.h), maps (map.h) and interned names (intern.h) all live in an arena. The one exception is
// StrBuf (strbuf.h), a text buffer on the heap, because text is mostly written, flushed and
// dropped. Out of memory is final: a message and exit code 5 (internal.h).
//
// Text. Sources are UTF-8 (utf8.h). A Name is an interned string: equal text is equal pointer. A
// SourceMap owns all sources of a compilation; a Span is a half-open byte range in one of them and
// travels with every expression (source.h).
//
// Errors. What is wrong with the user's program or command line goes through a Diag (diag.h), with
// a code from errors.def. What is wrong with ravel itself is an INTERNAL_ERROR (internal.h).
//
// Determinism. Nothing here depends on addresses or on the time: maps are iterated in insertion
// order, hashes have fixed seeds. (A map keyed by pointers is also iterated in insertion order.)
//
// There are no mutable globals, with one documented exception: the hook of internal.h.
#ifndef BASE_BASE_H
#define BASE_BASE_H

#include "base/arena.h"
#include "base/attributes.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/intern.h"
#include "base/internal.h"
#include "base/json.h"
#include "base/json_read.h"
#include "base/limit.h"
#include "base/map.h"
#include "base/source.h"
#include "base/stack.h"
#include "base/strbuf.h"
#include "base/suggest.h"
#include "base/utf8.h"
#include "base/vec.h"

#endif
