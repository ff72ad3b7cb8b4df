// Copies of loops for passes that write a loop more than once: with variables of their own, and
// with what is known in one of the copies in its place. Branches whose condition is known are left
// out.
#ifndef RAVEL_IMP_IMP_COPY_H
#define RAVEL_IMP_IMP_COPY_H

#include "imp/imp.h"

typedef struct ImpCopier {
  ImpProgram *program;
  Map *renamed; // ImpVar -> the copy that stands for it
  Map *values;  // ImpVar -> its value, when it is never assigned; those of copies are added
  void *context;
  // What is copied in the place of the expression; NULL: itself. May be NULL.
  const ImpExp *(*known)(void *context, const ImpExp *exp);
} ImpCopier;

ImpFor *imp_copy_for(ImpCopier *copier, const ImpFor *loop);

// Adds the values of all scalars that are never assigned.
void imp_note_values(Map *values, const ImpStms *stms);
// Adds all scalars that are declared or assigned, under themselves.
void imp_note_bound(Map *inside, const ImpStms *stms);
// The value that the expression has, as far as these tell. What is loaded may change.
const ImpExp *imp_value_of(const Map *values, const ImpExp *exp);

#endif
