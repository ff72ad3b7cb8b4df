// Scopes as maps from names, looked up from the inside out.
#include "front/futhark/env.h"

FutEnv *fut_env_new(Arena *arena, FutEnv *parent) {
  FutEnv *env = arena_make(arena, FutEnv);
  env->arena = arena;
  env->parent = parent;
  return env;
}

static void bind(FutEnv *env, Map **map, Name name, const void *meaning) {
  if (*map == NULL) *map = map_new(env->arena);
  map_put(*map, map_key(name), meaning);
}

static void *meaning_here(const Map *map, Name name) {
  return map == NULL ? NULL : map_get(map, map_key(name));
}

void fut_env_add_value(FutEnv *env, Name name, FutValue *value) {
  bind(env, &env->values, name, value);
  if (env->modules != NULL) map_remove(env->modules, map_key(name));
}

void fut_env_add_type(FutEnv *env, Name name, FutTypeName *type) {
  bind(env, &env->types, name, type);
}

void fut_env_add_module(FutEnv *env, Name name, FutModuleValue *module) {
  bind(env, &env->modules, name, module);
  if (env->values != NULL) map_remove(env->values, map_key(name));
}

void fut_env_add_module_type(FutEnv *env, Name name, FutSignature *signature) {
  bind(env, &env->module_types, name, signature);
}

void fut_env_open(FutEnv *env, const FutEnv *from) {
  MapEntry entry;
  if (from->values != NULL)
    for (size_t cursor = 0; map_each(from->values, &cursor, &entry);)
      fut_env_add_value(env, (Name)(uintptr_t)entry.key, entry.value);
  if (from->modules != NULL)
    for (size_t cursor = 0; map_each(from->modules, &cursor, &entry);)
      fut_env_add_module(env, (Name)(uintptr_t)entry.key, entry.value);
  if (from->types != NULL)
    for (size_t cursor = 0; map_each(from->types, &cursor, &entry);)
      fut_env_add_type(env, (Name)(uintptr_t)entry.key, entry.value);
  if (from->module_types != NULL)
    for (size_t cursor = 0; map_each(from->module_types, &cursor, &entry);)
      fut_env_add_module_type(env, (Name)(uintptr_t)entry.key, entry.value);
  if (from->is_incomplete) env->is_incomplete = true;
}

FutValue *fut_env_value(const FutEnv *env, Name name) {
  for (; env != NULL; env = env->parent) {
    FutValue *value = meaning_here(env->values, name);
    if (value != NULL) return value;
    if (meaning_here(env->modules, name) != NULL) return NULL;
  }
  return NULL;
}

FutModuleValue *fut_env_module(const FutEnv *env, Name name) {
  for (; env != NULL; env = env->parent) {
    FutModuleValue *module = meaning_here(env->modules, name);
    if (module != NULL) return module;
    if (meaning_here(env->values, name) != NULL) return NULL;
  }
  return NULL;
}

FutTypeName *fut_env_type(const FutEnv *env, Name name) {
  for (; env != NULL; env = env->parent) {
    FutTypeName *type = meaning_here(env->types, name);
    if (type != NULL) return type;
  }
  return NULL;
}

FutSignature *fut_env_module_type(const FutEnv *env, Name name) {
  for (; env != NULL; env = env->parent) {
    FutSignature *signature = meaning_here(env->module_types, name);
    if (signature != NULL) return signature;
  }
  return NULL;
}

bool fut_env_is_incomplete(const FutEnv *env) {
  for (; env != NULL; env = env->parent)
    if (env->is_incomplete) return true;
  return false;
}

static void offer_all(const Map *map, Suggestion *suggestion) {
  if (map == NULL) return;
  MapEntry entry;
  for (size_t cursor = 0; map_each(map, &cursor, &entry);)
    suggestion_offer(suggestion, (const char *)(uintptr_t)entry.key);
}

void fut_env_suggest(const FutEnv *env, unsigned spaces, Suggestion *suggestion) {
  for (; env != NULL; env = env->parent) {
    if (spaces & FUT_SPACE_VALUE) offer_all(env->values, suggestion);
    if (spaces & FUT_SPACE_TYPE) offer_all(env->types, suggestion);
    if (spaces & FUT_SPACE_MODULE) offer_all(env->modules, suggestion);
    if (spaces & FUT_SPACE_MODULE_TYPE) offer_all(env->module_types, suggestion);
  }
}
