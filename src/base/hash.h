// Hash functions with fixed seeds: the same input hashes alike in every run and on every machine.
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

// Hashes length bytes.
uint64_t hash_bytes(const void *bytes, size_t length);

// Mixes the bits of a word; a bijection.
uint64_t hash_u64(uint64_t value);

// Combines a running hash with the next one; the order matters.
uint64_t hash_combine(uint64_t hash, uint64_t next);

#endif
