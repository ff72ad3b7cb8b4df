// Annotations that let a compiler check more, and that mean nothing where it cannot.
#ifndef BASE_ATTRIBUTES_H
#define BASE_ATTRIBUTES_H

// Marks a function whose parameter number `text` is a printf format for the arguments from `first`
// on (counted from 1; `first` is 0 when it takes a va_list).
#if defined(__GNUC__)
#define PRINTF_LIKE(text, first) __attribute__((format(printf, text, first)))
#else
#define PRINTF_LIKE(text, first)
#endif

#endif
