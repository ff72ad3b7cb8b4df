-- Characters, words and lines, with a monoid over pieces of text.
-- ==
-- input { [32u8, 32u8, 116u8, 104u8, 101u8, 32u8, 113u8, 117u8, 105u8, 99u8, 107u8, 32u8, 32u8, 98u8, 114u8, 111u8, 119u8, 110u8, 10u8, 102u8, 111u8, 120u8, 32u8] }
-- output { 23i64 4i64 1i64 }
-- input { empty([0]u8) } output { 0i64 0i64 0i64 }
-- input { [119u8, 111u8, 114u8, 100u8] } output { 4i64 1i64 0i64 }

-- ==
-- entry: longest
-- input { [32u8, 32u8, 116u8, 104u8, 101u8, 32u8, 113u8, 117u8, 105u8, 99u8, 107u8, 32u8, 32u8, 98u8, 114u8, 111u8, 119u8, 110u8, 10u8, 102u8, 111u8, 120u8, 32u8] }
-- output { 5i64 }

-- A piece of text: does it begin and end inside of a word, and how many words and lines begin in it?
type piece = {begins: bool, ends: bool, words: i64, lines: i64, chars: i64, empty: bool}

def none : piece = {begins = false, ends = false, words = 0, lines = 0, chars = 0, empty = true}

def is_blank (c: u8) : bool = c == ' ' || c == '\n' || c == '\t'

def piece_of (c: u8) : piece =
  let word = !(is_blank c)
  in {begins = word, ends = word, words = i64.bool word, lines = i64.bool (c == '\n'), chars = 1, empty = false}

def combine (a: piece) (b: piece) : piece =
  if a.empty then b
  else if b.empty then a
  else {begins = a.begins,
        ends = b.ends,
        words = a.words + b.words - i64.bool (a.ends && b.begins),
        lines = a.lines + b.lines,
        chars = a.chars + b.chars,
        empty = false}

entry main (text: []u8) : (i64, i64, i64) =
  let {chars, words, lines, begins = _, ends = _, empty = _} =
    text |> map piece_of |> reduce combine none
  in (chars, words, lines)

-- The length of the longest word: a segmented count.
entry longest (text: []u8) : i64 =
  text
  |> map (\c -> if is_blank c then (true, 0) else (false, 1))
  |> scan (\(f, a) (g, b) -> (f || g, if g then b else a + b)) (false, 0)
  |> map (.1)
  |> i64.maximum
