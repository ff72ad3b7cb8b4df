// Whole FCL programs.
#include "fuzz/fcl.h"

#include <string.h>

#include "base/strbuf.h"
#include "fuzz/fuzz.h"

enum { FUEL = 50, DEPTH = 3, LENGTH_MOST = 40 };

typedef struct WovenTemplate {
  const char *what, *text;
} WovenTemplate;

static const WovenTemplate MISTAKES[] = {
#define MISTAKE(what, text) {what, text},
#include "fuzz/fcl_mistakes.def"
#undef MISTAKE
};

static const WovenTemplate DOOMS[] = {
#define DOOM(what, text) {what, text},
#include "fuzz/fcl_dooms.def"
#undef DOOM
};

// ---- Arguments ----

static Value value_of(Weaver *weaver, int rank, int64_t length) {
  Value value;
  if (!value_make(&value, PRIM_I32, rank, &length)) fatal_out_of_memory(0);
  for (int64_t i = 0; i < value_count(&value); i++)
    ((int32_t *)value.data)[i] = (int32_t)random_between(&weaver->random, -20, 100);
  return value;
}

// ---- Definitions ----

// A text in which each `%s` stands for the next of these.
static void put_filled(StrBuf *out, const char *text, const char *const *fills) {
  for (const char *hole; (hole = strstr(text, "%s")) != NULL; text = hole + 2)
    strbuf_printf(out, "%.*s%s", (int)(hole - text), text, *fills++);
  strbuf_puts(out, text);
}

// A function of every level, which keeps the length of its array. Nothing is known of that. One
// hole is what happens to an element, another one the function itself.
static void put_function(Weaver *weaver, StrBuf *out) {
  static const char *const BODIES[] = {
      "return<l> (push<l> (map (fn x => %s) a))",
      "do<l> { b <- force<l> (push<l> (map (fn x => %s) a)); return<l> (push<l> (reverse b)) }",
      "do { b <- power<l> (n' & 1) (fn c => return<l> (push<l> (map (fn x => %s) c))) (return<l> "
      "(push<l> a)); "
      "return<l> (push<l> b) }",
      "bind<l> (force<l> (push<l> a)) (fn b => return<l> (push<l> (generate (length b) (fn i => "
      "let x = "
      "index b (length b - 1 - i) in %s))))",
      "return<l> (mapPush<l> (fn i x => %s) (push<l> a))",
      "interleaveSeq<l> 1 (fn (i, j) => i) (generate (length a) (fn i => let x = index a i in "
      "return<l> "
      "(push<l> (generate 1 (fn j => %s)))))",
      "case <l> of | <thread> => return<thread> (push<thread> (map (fn x => %s) a)) | <1+m> => "
      "concat<m> 1 (map (fn x => %s<m> n' (generate 1 (fn i => x))) a)",
      "case <l> of | <1+m> => concat<m> (length a) (generate 1 (fn i => do<m> { p <- %s n' a; b <- "
      "force<m> p; return<m> (push<m> b) })) | <thread> => return<thread> (push<thread> (map (fn x "
      "=> %s) a))"};
  enum { WITH_CASE = sizeof BODIES / sizeof *BODIES - 2 };
  const char *name = weaver_name(weaver, "f");
  size_t choice = weaver_below(weaver, sizeof BODIES / sizeof *BODIES);
  WovenScope scope = weaver_enter(weaver);
  vec_push(weaver->arena, &weaver->ints, "x");
  vec_push(weaver->arena, &weaver->ints, "n'");
  weaver->fuel = FUEL;
  const char *exp = weave_int(weaver, 3);
  weaver_leave(weaver, scope);
  if (choice >= WITH_CASE || weaver_below(weaver, 3) > 0)
    strbuf_printf(out, "sig %s : forall <l>. int -> [int] -> Program<l> [int]<l>\n", name);
  const char *fills[2] = {exp, name};
  if (choice == WITH_CASE + 1) fills[0] = name, fills[1] = exp;
  strbuf_printf(out, "fun %s<l> n' a = ", name);
  put_filled(out, BODIES[choice], fills);
  strbuf_putc(out, '\n');
  vec_push(weaver->arena, &weaver->shapes, name);
}

// ---- The program ----

FuzzText fuzz_fcl(Arena *arena, uint64_t seed) {
  Weaver weaver = {.arena = arena, .random = random_new(seed)};
  StrBuf out = {0};
  size_t fate = weaver_below(&weaver, 100);
  const WovenTemplate *mistake =
      fate < 15 ? &MISTAKES[weaver_below(&weaver, sizeof MISTAKES / sizeof *MISTAKES)] : NULL;
  const WovenTemplate *doom =
      fate >= 85 ? &DOOMS[weaver_below(&weaver, sizeof DOOMS / sizeof *DOOMS)] : NULL;
  int length = weaver_below(&weaver, 8) == 0 ? 0 : (int)weaver_below(&weaver, LENGTH_MOST);
  FuzzText text = {.arg_count = 2, .args = arena_array(arena, Value, 2)};
  text.args[0] = value_of(&weaver, 0, 0);
  text.args[1] = value_of(&weaver, 1, length);
  size_t function_count = 1 + weaver_below(&weaver, 3);
  for (size_t i = 0; i < function_count; i++)
    put_function(&weaver, &out);
  if (mistake) strbuf_printf(&out, "%s\n", mistake->text);
  vec_push(arena, &weaver.arrays, ((WovenArray){"xs'", length}));
  vec_push(arena, &weaver.ints, "n'");
  weaver.fuel = FUEL;
  const char *steps =
      weave_steps(&weaver, (WovenLevel){"<grid>", 2}, 2 + weaver_below(&weaver, 3), DEPTH);
  strbuf_printf(
      &out,
      "sig main : int -> [int] -> Program<grid> [int]<grid>\nfun main n' xs' = do<grid> {\n ");
  strbuf_printf(&out, "%s", steps);
  weaver.fuel = FUEL;
  WovenArray result = weave_pull(&weaver, 2);
  strbuf_puts(&out, weave_twins(&weaver));
  if (doom)
    strbuf_printf(&out, " doomed' <- %s;\n  return<grid> (push<grid> (reverse doomed')) }\n",
                  doom->text);
  else
    strbuf_printf(&out, " return<grid> (push<grid> %s) }\n", result.text);
  text.text = arena_strndup(arena, strbuf_text(&out), out.length);
  text.mistake = mistake ? mistake->what : NULL;
  text.is_sound = true;
  text.doomed = doom ? doom->what : NULL;
  strbuf_free(&out);
  return text;
}
