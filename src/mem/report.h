// What a program at Mem does with memory: the blocks that it allocates, and the copies that are
// left, each with the reason why the array could not be made where it goes.
//
// flat_to_mem notes why it copies, or why a wish was not granted, beside the variable; reuse and
// double_buffer keep variables, so that the notes hold after them, too. Where there is no note, the
// program itself tells: who made the array, and who else uses it. The codes are those of
// doc/errors.md, N22xx.
#ifndef RAVEL_MEM_REPORT_H
#define RAVEL_MEM_REPORT_H

#include "analysis/lmad.h"
#include "base/diag.h"
#include "base/source.h"

typedef struct CopyNote {
  ErrorCode code;
  const char *detail; // more about it, a sentence without its full stop; NULL: nothing
} CopyNote;

// Remembers why the array is copied, or is not made where it is copied to. The last reason counts.
void copy_note(Program *program, const Var *array, ErrorCode code, const char *detail);

// Elements that are moved from one place to another.
typedef struct MemCopy {
  const Stm *stm;
  const Var *array;     // what is copied
  Span span;            // of the statement, or of the nearest one around it that has one
  const char *what;     // moves them: `concat`, `update`
  const Poly *bytes;    // that are moved each time; unknown where sizes vary
  unsigned loops, pars; // around it
  Var *from, *to;       // blocks
  Lmad source, target;
  CopyNote note;
} MemCopy;

typedef struct MemAlloc {
  const Var *block;
  Span span, last; // where it is allocated, and where it is used for the last time
  const Poly *bytes;
  unsigned loops, pars;
  Vec(const Var *) arrays; // that are in it
} MemAlloc;

// A function, or a global.
typedef struct MemUnit {
  const char *name;
  Vec(MemAlloc *) allocs;
  Vec(MemCopy *) copies;
} MemUnit;

typedef struct MemReport {
  Vec(MemUnit *) units;
} MemReport;

MemReport *mem_report_new(Arena *arena, Program *program);
size_t mem_report_copies(const MemReport *report);
// As text for a reader; or as one JSON object.
void mem_report_print(StrBuf *out, const MemReport *report, const SourceMap *sources);
void mem_report_json(StrBuf *out, const MemReport *report, const SourceMap *sources);

#endif
