// What the threads of a block use that work at one point together (team.kernel): values of other
// threads, and an end for all when one has failed.
//
//   TEAM_SIZE        how many threads the block has: whole warps, or any number where WARP is 1
//   TEAM_SLOTS       how many values are exchanged at a time

#ifdef __CUDACC__
#define TEAM_SIZE ((int)blockDim.x)
#else
#define TEAM_SIZE ((int)get_local_size(0))
#endif
#define TEAM_SLOTS (WARP > 1 ? WARP : TEAM_SIZE)

#if WARP > 1
// The value of the thread this far below in the warp; of the first ones, their own.
DEVICE uint32_t below_word(uint32_t word, int distance) { return FROM_BELOW(word, distance); }
DEVICE bool below_bool(bool x, int distance) { return below_word(x, distance) != 0; }
DEVICE int8_t below_i8(int8_t x, int distance) { return (int8_t)below_word((uint32_t)x, distance); }
DEVICE int16_t below_i16(int16_t x, int distance) {
  return (int16_t)below_word((uint32_t)x, distance);
}
DEVICE int32_t below_i32(int32_t x, int distance) {
  return (int32_t)below_word((uint32_t)x, distance);
}
DEVICE int64_t below_i64(int64_t x, int distance) {
  const uint32_t low = below_word((uint32_t)x, distance);
  return (int64_t)((uint64_t)below_word((uint32_t)((uint64_t)x >> 32), distance) << 32 | low);
}
DEVICE Half below_f16(Half x, int distance) { return (Half)below_word((uint32_t)x, distance); }
DEVICE float below_f32(float x, int distance) {
  return float_from_bits(below_word(bits_of_float(x), distance));
}
DEVICE double below_f64(double x, int distance) {
  return double_from_bits((uint64_t)below_i64((int64_t)bits_of_double(x), distance));
}
#endif

// The number of this thread in a block of at most this many. What is computed from it is so for
// each point anew: kept from one point to the next it would take most registers.
DEVICE int team_lane(int most) {
  int lane = LOCAL_ID;
#ifdef __CUDACC__
  asm volatile("" : "+r"(lane));
  __builtin_assume(lane >= 0 && lane < most);
#endif
  return lane;
}

// A barrier that tells all threads whether one of them has failed.
DEVICE bool team_has_failed(int has_failed, LOCAL uint8_t *slots) {
#ifdef __CUDACC__
  (void)slots;
  return __syncthreads_or(has_failed) != 0;
#else
  LOCAL int *flag = (LOCAL int *)slots;
  BARRIER();
  if (LOCAL_ID == 0) *flag = 0;
  BARRIER();
  if (has_failed) *flag = 1;
  BARRIER();
  const bool any = *flag != 0;
  BARRIER();
  return any;
#endif
}
