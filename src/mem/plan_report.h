// Why each par became the kernels that it is: the alternatives of its plan, with what they ask for,
// and the kernels that were refused, with what was in the way. Kernels for other outputs than it
// has (ir/kernels.def) are not mentioned.
//
// The pass `plan` notes what it refuses beside the par; it is the last one, so that the notes hold.
#ifndef RAVEL_MEM_PLAN_REPORT_H
#define RAVEL_MEM_PLAN_REPORT_H

#include "base/source.h"
#include "base/strbuf.h"
#include "ir/ir.h"

// Remembers why the par is not this kernel. The first reason counts.
void plan_note(Program *program, const Par *par, Kernel kernel, Obstacle obstacle);

// Of all pars that have plans. As text for a reader; or as one JSON object.
void plan_report_print(StrBuf *out, const Program *program, const SourceMap *sources);
void plan_report_json(StrBuf *out, const Program *program, const SourceMap *sources);

#endif
