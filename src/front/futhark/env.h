// Environments: what names mean. Terms and modules share a namespace; types and module types have
// their own.
//
// A scope of a module's body has two environments: the one in which names are looked up, whose
// parent is the scope around it, and the module's own names, which `local` keeps out.
#ifndef FRONT_FUTHARK_ENV_H
#define FRONT_FUTHARK_ENV_H

#include "base/map.h"
#include "base/suggest.h"
#include "front/futhark/ast.h"
#include "front/futhark/types.h"

typedef struct FutEnv FutEnv;
typedef struct FutSignature FutSignature;
typedef struct FutModuleValue FutModuleValue;

typedef enum FutModuleValueKind {
  FUT_STRUCTURE,      // names
  FUT_FUNCTOR,        // a parametric module: syntax with the environment where it was written
  FUT_FUNCTOR_VIEW,   // a parametric module seen through a module type `(p: S) -> T`
  FUT_MODULE_MISSING, // something already reported: it seems to have every name
} FutModuleValueKind;

struct FutModuleValue {
  FutModuleValueKind kind;
  Name name;
  Span span;
  FutEnv *env; // STRUCTURE: its own names, without a parent. Otherwise where the syntax was written
  // FUNCTOR: the parameters from `first` on are still to come.
  const FutModuleParams *params;
  size_t first;
  const FutModuleType *ascription; // of the result; may be NULL
  const FutModule *body;
  bool is_broken; // the body has errors, so that it need not be checked again
  // FUNCTOR_VIEW
  const FutModuleType *view;   // an arrow
  const FutModuleValue *inner; // what is seen; NULL for the parameter of a parametric module
  bool is_transparent;         // the types of the result are not hidden
};

// A module type: its syntax with the environment in which it was written.
struct FutSignature {
  Name name;
  Span span;
  const FutModuleType *syntax;
  FutEnv *env;
  FutModuleValue *bare; // what it describes, to find errors in module types that include it
  bool is_broken;       // it has errors, which were reported
};

// One scope. A name bound here hides the parent's. Maps are made when they are needed.
struct FutEnv {
  Arena *arena;
  FutEnv *parent;
  Map *values;         // Name -> FutValue *
  Map *types;          // Name -> FutTypeName *
  Map *modules;        // Name -> FutModuleValue *
  Map *module_types;   // Name -> FutSignature *
  const FutEnv *whole; // of a module seen through its type: what is behind; NULL otherwise
  bool is_incomplete;  // names that could not be read would be here; an unknown name is no error
};

// A new scope; parent may be NULL.
FutEnv *fut_env_new(Arena *arena, FutEnv *parent);

// Binds a name, hiding an older binding.
void fut_env_add_value(FutEnv *env, Name name, FutValue *value);
void fut_env_add_type(FutEnv *env, Name name, FutTypeName *type);
void fut_env_add_module(FutEnv *env, Name name, FutModuleValue *module);
void fut_env_add_module_type(FutEnv *env, Name name, FutSignature *signature);

// Adds all names of `from` itself (not of its parents) to `env`: `open`.
void fut_env_open(FutEnv *env, const FutEnv *from);

// The innermost meaning of an unqualified name; NULL when there is none. A value hides a module of
// the same name further out, and the other way round.
FutValue *fut_env_value(const FutEnv *env, Name name);
FutTypeName *fut_env_type(const FutEnv *env, Name name);
FutModuleValue *fut_env_module(const FutEnv *env, Name name);
FutSignature *fut_env_module_type(const FutEnv *env, Name name);

// Whether some scope from here outwards lacks names that could not be read.
bool fut_env_is_incomplete(const FutEnv *env);

typedef enum FutNamespace {
  FUT_SPACE_VALUE = 1,
  FUT_SPACE_TYPE = 2,
  FUT_SPACE_MODULE = 4,
  FUT_SPACE_MODULE_TYPE = 8,
} FutNamespace;

// Offers all visible names of some namespaces (a sum of them) to a suggestion.
void fut_env_suggest(const FutEnv *env, unsigned spaces, Suggestion *suggestion);

#endif
