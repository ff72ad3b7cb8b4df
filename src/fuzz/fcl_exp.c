// Expressions of FCL: scalars and pull arrays.
#include <stdarg.h>

#include "fuzz/fcl.h"

size_t weaver_below(Weaver *weaver, size_t count) { return random_below(&weaver->random, count); }

const char *weaver_format(Weaver *weaver, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const char *text = arena_vprintf(weaver->arena, format, arguments);
  va_end(arguments);
  return text;
}

const char *weaver_name(Weaver *weaver, const char *begin) {
  return weaver_format(weaver, "%s%u'", begin, ++weaver->name_count);
}

WovenScope weaver_enter(const Weaver *weaver) {
  return (WovenScope){weaver->arrays.count, weaver->ints.count};
}

void weaver_leave(Weaver *weaver, WovenScope scope) {
  weaver->arrays.count = scope.arrays;
  weaver->ints.count = scope.ints;
}

// ---- Scalars ----

static const char *weave_leaf(Weaver *weaver) {
  static const char *const LITERALS[] = {"0",          "1",     "2",       "3",
                                         "7",          "100",   "(0 - 5)", "(maxi -2 -9)",
                                         "2147483647", "65536", "0x55",    "31"};
  if (weaver->ints.count > 0 && weaver_below(weaver, 3) > 0)
    return weaver->ints.data[weaver_below(weaver, weaver->ints.count)];
  return LITERALS[weaver_below(weaver, sizeof LITERALS / sizeof *LITERALS)];
}

// An element at an index that is there.
static const char *weave_element(Weaver *weaver, int depth) {
  if (weaver->arrays.count == 0) return weave_leaf(weaver);
  WovenArray array = weaver->arrays.data[weaver_below(weaver, weaver->arrays.count)];
  if (array.length == 0) return weaver_format(weaver, "(length %s)", array.text);
  return weaver_format(weaver, "(index %s ((%s & 255) %% length %s))", array.text,
                       weave_int(weaver, depth - 1), array.text);
}

const char *weave_bool(Weaver *weaver, int depth) {
  static const char *const OPS[] = {"==", "!=", "<", "<=", ">", ">="};
  static const char *const JOINS[] = {"&", "|", "^"};
  const char *left = weave_int(weaver, depth - 1), *right = weave_int(weaver, depth - 1);
  size_t choice = weaver_below(weaver, 8);
  if (choice == 0 && depth > 0)
    return weaver_format(weaver, "(%s %s %s)", weave_bool(weaver, depth - 1),
                         JOINS[weaver_below(weaver, 3)], weave_bool(weaver, depth - 1));
  if (choice == 1) return weaver_format(weaver, "(not (%s > %s))", left, right);
  if (choice == 2) return weaver_format(weaver, "(testBit %s (%s & 31))", left, right);
  if (choice == 3) return weaver_format(weaver, "(i2d %s < i2d %s * 0.5)", left, right);
  return weaver_format(weaver, "(%s %s %s)", left, OPS[weaver_below(weaver, 6)], right);
}

const char *weave_int(Weaver *weaver, int depth) {
  static const char *const OPS[] = {"+", "-", "*", "&", "|", "^"};
  static const char *const CALLS[] = {"mini", "maxi", "addi", "subi", "xor", "srl"};
  if (depth <= 0 || weaver->fuel-- <= 0) return weave_leaf(weaver);
  const char *a = weave_int(weaver, depth - 1), *b = weave_int(weaver, depth - 1);
  switch (weaver_below(weaver, 12)) {
  case 0: return weaver_format(weaver, "(%s / %zu)", a, 1 + weaver_below(weaver, 9));
  case 1: return weaver_format(weaver, "(%s %% %zu)", a, 1 + weaver_below(weaver, 9));
  case 2: return weaver_format(weaver, "(%s << (%s & 7))", a, b);
  case 3:
    return weaver_format(weaver, "(if %s then %s else %s)", weave_bool(weaver, depth - 1), a, b);
  case 4: return weaver_format(weaver, "(%s %s %s)", CALLS[weaver_below(weaver, 6)], a, b);
  case 5: return weaver_format(weaver, "(fst (snd (%s, (%s, true))))", b, a);
  case 6: return weaver_format(weaver, "(%s |> absi |> clz)", a);
  case 7: return weaver_format(weaver, "(d2i (i2d (%s & 4095) * 0.25))", a);
  case 8: {
    const char *name = weaver_name(weaver, "k");
    return weaver_format(weaver, "(let %s = %s in %s - %s)", name, a, name, b);
  }
  case 9: return weave_element(weaver, depth);
  default: return weaver_format(weaver, "(%s %s %s)", a, OPS[weaver_below(weaver, 6)], b);
  }
}

// ---- Pull arrays ----

// `fn x => e`, with the parameter in scope.
static const char *weave_function(Weaver *weaver, int depth) {
  WovenScope scope = weaver_enter(weaver);
  const char *name = weaver_name(weaver, "x");
  vec_push(weaver->arena, &weaver->ints, name);
  const char *body = weave_int(weaver, depth);
  weaver_leave(weaver, scope);
  return weaver_format(weaver, "(fn %s => %s)", name, body);
}

const char *weave_fit(Weaver *weaver, WovenArray array, int length) {
  const char *index = weaver_name(weaver, "i");
  if (array.length == length) return array.text;
  if (array.length == 0)
    return weaver_format(weaver, "(map (fn %s => %s + length %s) (iota %d))", index, index,
                         array.text, length);
  if (array.length < length && weaver_below(weaver, 2) == 0)
    return weaver_format(weaver, "(pad %d %s %s)", length, weave_leaf(weaver), array.text);
  return weaver_format(weaver, "(generate %d (fn %s => index %s (%s %% length %s)))", length, index,
                       array.text, index, array.text);
}

static WovenArray weave_source(Weaver *weaver) {
  if (weaver->arrays.count > 0 && weaver_below(weaver, 5) > 0)
    return weaver->arrays.data[weaver_below(weaver, weaver->arrays.count)];
  int length = (int)weaver_below(weaver, 9);
  return (WovenArray){weaver_format(weaver, "(iota %d)", length), length};
}

static WovenArray weave_part(Weaver *weaver, WovenArray a) {
  int half = a.length / 2, count = 1 + (int)weaver_below(weaver, 4);
  switch (weaver_below(weaver, 6)) {
  case 0: return (WovenArray){weaver_format(weaver, "(fst (halve %s))", a.text), half};
  case 1: return (WovenArray){weaver_format(weaver, "(snd (evenOdds %s))", a.text), half};
  case 2:
    return (WovenArray){weaver_format(weaver, "(take %d %s)", count, a.text),
                        count < a.length ? count : a.length};
  case 3:
    return (WovenArray){weaver_format(weaver, "(snd (splitAt %d %s))", count, a.text),
                        count < a.length ? a.length - count : 0};
  default: break;
  }
  bool is_row = weaver_below(weaver, 2) == 0;
  if (a.length < count) return a;
  return (WovenArray){weaver_format(weaver, "(index (%s %d %s) %zu)",
                                    is_row ? "splitUp" : "coalesce", count, a.text,
                                    weaver_below(weaver, (size_t)(a.length / count))),
                      count};
}

WovenArray weave_pull(Weaver *weaver, int depth) {
  if (depth <= 0 || weaver->fuel-- <= 0) return weave_source(weaver);
  WovenArray a = weave_pull(weaver, depth - 1);
  switch (weaver_below(weaver, 9)) {
  case 0: return (WovenArray){weaver_format(weaver, "(reverse %s)", a.text), a.length};
  case 1:
  case 2:
    return (WovenArray){weaver_format(weaver, "(map %s %s)", weave_function(weaver, depth), a.text),
                        a.length};
  case 3: {
    WovenArray b = weave_pull(weaver, depth - 1);
    WovenScope scope = weaver_enter(weaver);
    const char *x = weaver_name(weaver, "x"), *y = weaver_name(weaver, "y");
    vec_push(weaver->arena, &weaver->ints, x);
    vec_push(weaver->arena, &weaver->ints, y);
    const char *text = weaver_format(weaver, "(zipWith (fn %s %s => %s) %s %s)", x, y,
                                     weave_int(weaver, depth), a.text, b.text);
    weaver_leave(weaver, scope);
    return (WovenArray){text, a.length < b.length ? a.length : b.length};
  }
  case 4:
    return (WovenArray){
        weaver_format(weaver, "(generate (length %s) %s)", a.text, weave_function(weaver, depth)),
        a.length};
  case 5: return weave_part(weaver, a);
  case 6: {
    size_t rows = a.length % 3 == 0 ? 3 : a.length % 2 == 0 ? 2 : 1;
    return (WovenArray){
        weaver_format(weaver, "(transpose %zu %zu %s)", rows, (size_t)a.length / rows, a.text),
        a.length};
  }
  case 7: {
    if (a.length == 0) return a;
    WovenArray b = weave_pull(weaver, depth - 1);
    return (WovenArray){weaver_format(weaver, "(gather (map (fn i => (i & 63) %% %d) %s) %s)",
                                      a.length, b.text, a.text),
                        b.length};
  }
  default: {
    const char *pairs =
        weaver_format(weaver, "(map (fn x => (x, %s)) %s)", weave_bool(weaver, depth - 1), a.text);
    return (WovenArray){
        weaver_format(weaver, "(map (fn (x, c) => if c then x else negatei x) %s)", pairs),
        a.length};
  }
  }
}
