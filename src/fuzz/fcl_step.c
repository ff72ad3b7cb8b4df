// Programs of FCL: what runs at a level.
#include "fuzz/fcl.h"

enum { PIECE = 6 };

// The level after a name that types would say, too.
static const char *level_or_none(Weaver *weaver, WovenLevel level) {
  return weaver_below(weaver, 4) == 0 ? "" : level.text;
}

static WovenLevel level_below(WovenLevel level) {
  return level.height == 2 ? (WovenLevel){"<block>", 1} : (WovenLevel){"<thread>", 0};
}

// ---- Programs ----

// A step of a loop: a function of an array that keeps its length.
static const char *weave_step(Weaver *weaver, WovenLevel level, int length, int depth) {
  WovenScope scope = weaver_enter(weaver);
  const char *name = weaver_name(weaver, "a");
  vec_push(weaver->arena, &weaver->arrays, ((WovenArray){name, length}));
  const char *body = weave_program(weaver, level, length, depth - 1);
  weaver_leave(weaver, scope);
  return weaver_format(weaver, "(fn %s => %s)", name, body);
}

const char *weave_program(Weaver *weaver, WovenLevel level, int length, int depth) {
  WovenScope scope = weaver_enter(weaver);
  const char *steps = "";
  if (depth > 0 && weaver_below(weaver, 3) > 0)
    steps = weave_steps(weaver, level, 1 + weaver_below(weaver, 2), depth - 1);
  WovenArray array = weave_pull(weaver, 2);
  const char *fitted = weave_fit(weaver, array, length);
  const char *push = weaver_format(weaver, "push%s %s", level_or_none(weaver, level), fitted);
  if (weaver_below(weaver, 4) == 0) {
    weaver->ints.count = scope.ints;
    const char *index = weaver_name(weaver, "i"), *x = weaver_name(weaver, "x");
    vec_push(weaver->arena, &weaver->ints, index);
    vec_push(weaver->arena, &weaver->ints, x);
    push = weaver_format(weaver, "mapPush%s (fn %s %s => %s) (%s)", level_or_none(weaver, level),
                         index, x, weave_int(weaver, 2), push);
  }
  weaver_leave(weaver, scope);
  if (steps[0] == '\0') return weaver_format(weaver, "(return%s (%s))", level.text, push);
  return weaver_format(weaver, "(do%s {%s return%s (%s) })", level.text, steps,
                       level_or_none(weaver, level), push);
}

// ---- Statements: each gives what is run, and the length of its array ----

typedef WovenArray WeaveStep(Weaver *weaver, WovenLevel level, int depth);

static WovenArray weave_force(Weaver *weaver, WovenLevel level, int depth) {
  WovenArray a = weave_pull(weaver, 2 + depth % 2);
  if (weaver_below(weaver, 3) == 0)
    return (WovenArray){weaver_format(weaver, "forcePull%s %s", level.text, a.text), a.length};
  return (WovenArray){weaver_format(weaver, "force%s (push%s %s)", level.text,
                                    level_or_none(weaver, level), a.text),
                      a.length};
}

static WovenArray weave_call(Weaver *weaver, WovenLevel level, int depth) {
  if (weaver->shapes.count == 0) return weave_force(weaver, level, depth);
  WovenArray a = weave_pull(weaver, 1);
  const char *name = weaver->shapes.data[weaver_below(weaver, weaver->shapes.count)];
  return (WovenArray){weaver_format(weaver, "forceM%s (%s%s n' %s)", level.text, name,
                                    level_or_none(weaver, level), a.text),
                      a.length};
}

static WovenArray weave_power(Weaver *weaver, WovenLevel level, int depth) {
  WovenArray a = weave_pull(weaver, 1);
  const char *step = weave_step(weaver, level, a.length, depth);
  const char *count = weaver_below(weaver, 2) == 0 ? "(n' & 3)" : "2";
  const char *index = weaver_below(weaver, 3) == 0 ? "fn round => " : "";
  const char *begin = *index ? "poweri" : "power";
  return (WovenArray){weaver_format(weaver, "%s%s %s (%s%s) (return%s (push%s %s))", begin,
                                    level.text, count, index, step, level_or_none(weaver, level),
                                    level_or_none(weaver, level), a.text),
                      a.length};
}

// Halves the array until it is short, or lets a number grow.
static WovenArray weave_while(Weaver *weaver, WovenLevel level, int depth) {
  WovenArray a = weave_pull(weaver, 1 + depth % 2);
  const char *start = weaver_format(weaver, "(return%s (push%s %s))", level.text,
                                    level_or_none(weaver, level), a.text);
  int limit = 1 + (int)weaver_below(weaver, 4), length = a.length;
  if (a.length > 0 && weaver_below(weaver, 2) == 0)
    return (WovenArray){
        weaver_format(weaver,
                      "while%s (fn a => (index a 0 & 65535) < %d) (fn a => return%s (push%s (map "
                      "(fn x => (x & 1023) + %d) a))) %s",
                      level.text, 40 * limit, level.text, level_or_none(weaver, level), 10 * limit,
                      start),
        a.length};
  while (length > limit)
    length = (length + 1) / 2;
  return (WovenArray){
      weaver_format(
          weaver,
          "while%s (fn a => length a > %d) (fn a => return%s (push%s (generate ((length a "
          "+ 1) / 2) (fn i => index a i + index a (length a - 1 - i))))) %s",
          level.text, limit, level.text, level_or_none(weaver, level), start),
      length};
}

// Pieces of an array, each handed to a program; `places` is how they are interleaved.
static WovenArray weave_pieces(Weaver *weaver, WovenLevel level, WovenLevel inner, int depth,
                               const char *concat, const char *interleave) {
  WovenArray a = weave_pull(weaver, 1);
  int size = 1 + (int)weaver_below(weaver, PIECE), rows = a.length / size;
  const char *step = weave_step(weaver, inner, size, depth);
  const char *split = weaver_below(weaver, 2) == 0 ? "splitUp" : "coalesce";
  const char *pieces = weaver_format(weaver, "(map %s (%s %d %s))", step, split, size, a.text);
  const char *combined = NULL;
  switch (weaver_below(weaver, 4)) {
  case 0:
    combined = weaver_format(weaver, "%s%s %d (fn (i, j) => j * %d + i) %s", interleave, inner.text,
                             size, rows, pieces);
    break;
  case 1:
    combined =
        weaver_format(weaver, "%s%s %d (fn sh => (length %s / %d - 1 - fst sh) * %d + snd sh) %s",
                      interleave, inner.text, size, a.text, size, size, pieces);
    break;
  default: combined = weaver_format(weaver, "%s%s %d %s", concat, inner.text, size, pieces);
  }
  return (WovenArray){weaver_format(weaver, "forceM%s (%s)", level.text, combined), rows * size};
}

static WovenArray weave_sequence(Weaver *weaver, WovenLevel level, int depth) {
  return weave_pieces(weaver, level, level, depth, "concatSeq", "interleaveSeq");
}

static WovenArray weave_deal(Weaver *weaver, WovenLevel level, int depth) {
  if (level.height < 1) return weave_sequence(weaver, level, depth);
  return weave_pieces(weaver, level, level_below(level), depth, "concat", "interleave");
}

static const char *weave_operator(Weaver *weaver) {
  static const char *const OPS[] = {"addi", "maxi", "mini", "xor", "muli"};
  return OPS[weaver_below(weaver, sizeof OPS / sizeof *OPS)];
}

// What only one level can do.
static WovenArray weave_own(Weaver *weaver, WovenLevel level, int depth) {
  WovenArray a = weave_pull(weaver, 1 + depth % 2);
  const char *op = weave_operator(weaver);
  size_t choice = weaver_below(weaver, 4);
  if (a.length > 0 && weaver_below(weaver, 6) == 0)
    return (WovenArray){
        weaver_format(weaver, "accumulate%s addi 0 %d (map (fn x => ((x & 63) %% %d, x)) %s)",
                      level.text, a.length, a.length, a.text),
        a.length};
  if (level.height == 0 && choice == 0)
    return (WovenArray){weaver_format(weaver, "force (scanl1 %s %s)", op, a.text), a.length};
  if (level.height == 0 && choice == 1)
    return (WovenArray){
        weaver_format(weaver, "force (scanl %s %s %s)", op, weave_int(weaver, 1), a.text),
        a.length + 1};
  if (level.height == 0 && choice == 2 && a.length > 0)
    return (WovenArray){
        weaver_format(weaver,
                      "force (seqfor (push %s) 5 (fn read i => (i * 3 %% %d, read (i %% %d) + i)))",
                      a.text, a.length, a.length),
        a.length};
  if (level.height == 0)
    return (WovenArray){weaver_format(weaver, "force (foldl %s 1 %s)", op, a.text), 1};
  if (level.height == 2 && choice == 0)
    return (WovenArray){weaver_format(weaver, "forceM (scan addi 0 %s)", a.text), a.length};
  if (level.height == 2 && choice == 1)
    return (WovenArray){weaver_format(weaver, "forceM (scanGrid addi 0 %s)", a.text), a.length};
  if (level.height == 2 && choice == 2)
    return (WovenArray){weaver_format(weaver, "forceM (filterGrid (fn x => x == x) %s)", a.text),
                        a.length};
  if (level.height == 2 && a.length > 0)
    return (WovenArray){
        weaver_format(weaver, "liftM<grid> (fn x => generate 1 (fn i => x)) (reduceFull %s %s)", op,
                      a.text),
        1};
  if (a.length == 0) return weave_force(weaver, level, depth);
  return (WovenArray){
      weaver_format(weaver, "forceM%s (reduce%s %s %s)", level.text, level.text, op, a.text), 1};
}

static WovenArray weave_pairs(Weaver *weaver, WovenLevel level, int depth) {
  WovenArray a = weave_pull(weaver, 1 + depth % 2);
  const char *forced =
      weaver_format(weaver, "force%s (push%s (map (fn x => (x, (x > 3, i2d x))) %s))", level.text,
                    level_or_none(weaver, level), a.text);
  return (WovenArray){
      weaver_format(weaver,
                    "liftM%s (map (fn (x, (c, d)) => if c then x + d2i (d * 0.5) else x)) (%s)",
                    level.text, forced),
      a.length};
}

static WovenArray weave_all(Weaver *weaver, WovenLevel level, int depth) {
  WovenArray a = weave_pull(weaver, 1 + depth % 2);
  const char *push = weaver_format(weaver, "mapPush%s (fn i x => x - i) (push%s (reverse %s))",
                                   level.text, level_or_none(weaver, level), a.text);
  const char *both = weaver_format(weaver, "forceAll%s ((push%s %s, %s))", level.text,
                                   level_or_none(weaver, level), a.text, push);
  return (WovenArray){weaver_format(weaver, "liftM%s (fn (p, q) => zipWith xor p (reverse q)) (%s)",
                                    level.text, both),
                      a.length};
}

const char *weave_steps(Weaver *weaver, WovenLevel level, size_t count, int depth) {
  static WeaveStep *const STEPS[] = {
      weave_force, weave_force,    weave_call, weave_power, weave_while, weave_deal, weave_deal,
      weave_deal,  weave_sequence, weave_own,  weave_pairs, weave_own,   weave_all};
  const char *text = "";
  for (size_t i = 0; i < count; i++) {
    WeaveStep *step =
        depth > 0 ? STEPS[weaver_below(weaver, sizeof STEPS / sizeof *STEPS)] : weave_force;
    WovenArray run = step(weaver, level, depth);
    const char *name = weaver_name(weaver, "v");
    text = weaver_format(weaver, "%s %s <- %s;\n ", text, name, run.text);
    vec_push(weaver->arena, &weaver->arrays, ((WovenArray){name, run.length}));
    if (run.length == 0 || weaver_below(weaver, 4) > 0) continue;
    const char *scalar = weaver_name(weaver, "s");
    text = weaver_format(weaver, "%s let %s = last %s;\n ", text, scalar, name);
    vec_push(weaver->arena, &weaver->ints, scalar);
  }
  return text;
}

// ---- Twins ----

// An index that is out of range where two arrays differ.
static const char *weave_same(Weaver *weaver, const char *left, const char *right) {
  const char *count = weaver_name(weaver, "c"), *zero = weaver_name(weaver, "z");
  return weaver_format(
      weaver,
      "  %s <- reduceGrid addi (length %s - length %s) (zipWith (fn x y => b2i (x != y)) %s %s);\n"
      "  %s <- force<grid> (push<grid> (generate 1 (fn i => index (iota 1) %s)));\n",
      count, left, right, left, right, zero, count);
}

static const char *weave_levels(Weaver *weaver, const char *function) {
  WovenArray a = weave_pull(weaver, 1);
  const char *grid = weaver_name(weaver, "t"), *block = weaver_name(weaver, "t");
  const char *thread = weaver_name(weaver, "t");
  const char *text =
      weaver_format(weaver,
                    "  %s <- forceM<grid> (%s<grid> n' %s);\n"
                    "  %s <- forceM (concat<block> %d (generate 1 (fn b => %s n' %s)));\n"
                    "  %s <- forceM (concat<block> %d (generate 1 (fn b => "
                    "concat<thread> %d (generate 1 (fn t => %s n' %s)))));\n",
                    grid, function, a.text, block, a.length, function, a.text, thread, a.length,
                    a.length, function, a.text);
  return weaver_format(weaver, "%s%s%s", text, weave_same(weaver, grid, block),
                       weave_same(weaver, grid, thread));
}

// Rows one after the other, as columns, and with something added while they are written.
static const char *weave_orders(Weaver *weaver) {
  WovenArray a = weave_pull(weaver, 1);
  int size = 1 + (int)weaver_below(weaver, PIECE), rows = a.length / size;
  WovenLevel block = {"<block>", 1};
  const char *pieces = weaver_name(weaver, "p"), *plain = weaver_name(weaver, "t");
  const char *turned = weaver_name(weaver, "t");
  const char *text =
      weaver_format(weaver,
                    "  let %s = map %s (splitUp %d %s);\n"
                    "  %s <- forceM (concat<block> %d %s);\n"
                    "  %s <- forceM (interleave<block> %d (fn (i, j) => j * %d + i) %s);\n",
                    pieces, weave_step(weaver, block, size, 2), size, a.text, plain, size, pieces,
                    turned, size, rows, pieces);
  const char *back = weaver_format(weaver, "(transpose %d %d %s)", size, rows, turned);
  const char *mapped = weaver_name(weaver, "t");
  const char *counted =
      weaver_format(weaver, "(zipWith (fn x i => x + 3 * i) %s (iota %d))", plain, rows * size);
  text = weaver_format(weaver,
                       "%s  %s <- forceM (liftM (mapPush<grid> (fn i x => x + 3 * i)) "
                       "(concat<block> %d %s));\n",
                       text, mapped, size, pieces);
  return weaver_format(weaver, "%s%s%s", text, weave_same(weaver, plain, back),
                       weave_same(weaver, mapped, counted));
}

const char *weave_twins(Weaver *weaver) {
  const char *text = weave_orders(weaver);
  for (size_t i = 0; i < weaver->shapes.count; i++)
    text = weaver_format(weaver, "%s%s", text, weave_levels(weaver, weaver->shapes.data[i]));
  return text;
}
