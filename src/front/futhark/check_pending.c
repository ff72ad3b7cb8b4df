// Stands in for names and modules until their checker is here; delete this file then.
#include "base/internal.h"
#include "front/futhark/check_internal.h"

FutValue *fut_find_value(FutChecker *checker, const FutQualName *name, uint32_t *projection_count) {
  *projection_count = 0;
  return fut_env_value(checker->env, name->name);
}

FutTypeName *fut_find_type(FutChecker *checker, const FutQualName *name) {
  return fut_env_type(checker->env, name->name);
}

FutEnv *fut_find_module(FutChecker *checker, const FutQualName *name) {
  const FutModuleValue *module = fut_env_module(checker->env, name->name);
  return module ? module->env : NULL;
}
