// Private to the module checker: declarations, modules, module types and files.
//
//   check.c            a whole program: the prelude, then its declarations
//   check_decl.c       declarations in order
//   check_entry.c      what can be called from outside
//   check_module.c     module expressions: a parametric module is syntax with its environment, and
//                      an application checks a copy of the body with the parameter bound
//   check_signature.c  module types, evaluated to environments
//   scheme_fits.c      whether a value is as general as a specification
//   check_name.c       what names mean where they are used
//   import.c           files
//   prelude.c          files that are part of the compiler
//   check_unused.c     warnings about names that are never used
//
// A module type is evaluated anew wherever it is used. What its abstract types become depends on
// the use: new types that nobody knows (a parameter of a parametric module while its body is
// checked), the types of a module (the argument of a parametric module, or a module that must
// implement the module type), or new types that stand for those (what an ascription shows).
#ifndef FRONT_FUTHARK_CHECK_MODULE_H
#define FRONT_FUTHARK_CHECK_MODULE_H

#include "front/futhark/check_internal.h"
#include "front/futhark/env.h"

// The declarations around what is checked now.
typedef struct FutDeclScope FutDeclScope;
struct FutDeclScope {
  const FutDeclScope *outer;
  const FutDecls *decls;
  size_t at;
};

typedef struct FutFile {
  Name path;          // canonical
  FutEnv *names;      // what it exports; NULL while it is checked
  Span imported;      // where it was first imported
  const char *folder; // where its own imports are looked for; NULL inside the prelude
} FutFile;

struct FutModules {
  Map *files; // canonical path -> FutFile *
  Vec(FutFile *) open;
  FutEnv *prelude;           // the parent of every file's scope
  const FutDeclScope *scope; // of the file that is checked now
  uint32_t module_depth;     // how many module bodies are around the declaration
  uint32_t quiet;            // warnings are off while > 0: a copy is checked, or the prelude
  uint32_t instances;        // how many applications of parametric modules are in progress
  uint32_t instance_count;   // and how many there were
};

// ---- Names (check_name.c) ----

// A module in checker->env; never NULL, but MISSING when it was reported.
FutModuleValue *fut_resolve_module(FutChecker *checker, FutQualName name);
// The same for a module that is bound, opened or passed on, which `intrinsics` cannot be.
FutModuleValue *fut_resolve_module_value(FutChecker *checker, FutQualName name);
// A module type in checker->env; NULL when that was reported, now or before.
FutSignature *fut_resolve_module_type(FutChecker *checker, FutQualName name);
// A module that has every name, after an error.
FutModuleValue *fut_module_missing(Arena *arena, Name name, Span span);
// Whether a module has names; reports it when it is parametric.
bool fut_module_expect_structure(FutChecker *checker, const FutModuleValue *module, Span span);
// `a.b.c`, for messages.
const char *fut_qual_name_text(Arena *arena, FutQualName name);

// ---- Declarations (check_decl.c) ----

// Checks declarations in a new scope inside checker->env. Yields the names that they export.
FutEnv *fut_check_decls(FutChecker *checker, const FutDecls *decls);
// The same, and sets checker->env to the scope itself, with what is local and imported.
FutEnv *fut_enter_decls(FutChecker *checker, const FutDecls *decls);

// Makes a definition an entry point if it is where entry points are; reports what it must not be.
// is_explicit: it is declared as one; otherwise it is `main`.
void fut_check_entry(FutChecker *checker, FutValue *value, const FutIdent *name, bool is_explicit);

// ---- Modules (check_module.c) ----

// What a module expression denotes; MISSING after an error.
FutModuleValue *fut_check_module(FutChecker *checker, const FutModule *module);
// A module declaration: its parameters make it parametric, its ascription is that of the result.
FutModuleValue *fut_check_module_decl(FutChecker *checker, const FutDecl *decl);
// Applies a parametric module; span is that of the application.
FutModuleValue *fut_module_apply(FutChecker *checker, const FutModuleValue *function,
                                 const FutModuleValue *argument, Span span, Span argument_span);
// Gives the abstract types of a module names for messages, which say where they are from: `m.t`.
void fut_module_qualify(FutChecker *checker, const FutModuleValue *module, Name name);
// Evaluates something in another environment.
FutEnv *fut_enter_env(FutChecker *checker, FutEnv *env);

// ---- Module types (check_signature.c) ----

// Reports the errors of a module type that was declared.
void fut_signature_check(FutChecker *checker, FutSignature *signature);
// A module of which nothing but its type is known. MISSING after an error.
FutModuleValue *fut_signature_bare(FutChecker *checker, const FutModuleType *type, Name name,
                                   Span span);
// A module as the module type shows it, with its own types: the argument of a parametric module.
// Reports what does not fit; then NULL.
FutModuleValue *fut_signature_match(FutChecker *checker, const FutModuleType *type,
                                    const FutModuleValue *module, Span span);
// The same with abstract types hidden: `module : type`.
FutModuleValue *fut_signature_ascribe(FutChecker *checker, const FutModuleType *type,
                                      const FutModuleValue *module, Span span);
// Applies a parametric module that is seen through a module type. Without an argument (NULL) only
// the module type itself is checked.
FutModuleValue *fut_signature_apply_view(FutChecker *checker, const FutModuleValue *view,
                                         const FutModuleValue *argument, Span span);
// Every value of a module type as an intrinsic.
FutModuleValue *fut_signature_intrinsics(FutChecker *checker, const FutModuleType *type);

// ---- Schemes (scheme_fits.c) ----

// Why a value does not fit a specification; NULL when nothing more can be said than both types.
bool fut_scheme_fits_because(FutChecker *checker, const FutScheme *have, const FutScheme *want,
                             const char **reason);

// ---- Files (import.c, prelude.c) ----

// What a file exports, read when it is first needed; MISSING after an error.
FutModuleValue *fut_import(FutChecker *checker, FrontString path, Span span);
// The same for a declaration, which may not open the prelude once more.
FutModuleValue *fut_import_decl(FutChecker *checker, FrontString path, Span span);
// Checks a program that is not imported; yields what it exports.
FutEnv *fut_import_program(FutChecker *checker, const FutProgram *program, bool is_embedded);
// Checks an input of a session, in the scope of the inputs before it. Yields the scope inside of
// it.
FutEnv *fut_import_input(FutChecker *checker, const FutProgram *program, FutEnv *around);
// The syntax of an embedded file, which must exist.
FutProgram *fut_prelude_program(FutChecker *checker, const char *name);

// A file of the prelude, as it is embedded in the compiler: "prelude.fut".
typedef struct FutPreludeFile {
  const char *name;
  const char *text;
  size_t length;
} FutPreludeFile;

const FutPreludeFile *fut_prelude_file(const char *name);

// ---- Warnings (check_unused.c) ----

// Warns about names inside a checked definition that are never used.
void fut_check_unused(FutChecker *checker, const FutBinding *binding);

#endif
