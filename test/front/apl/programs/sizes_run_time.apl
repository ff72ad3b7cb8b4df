⍝ Sizes that are numbers of the program are known to be sizes behind their checks: nothing is stored.
diff←{1↓⍵-¯1⌽⍵}
signal←{¯50⌈50⌊50×(diff 0,⍵)÷0.01+⍵}
changes←{ ⍝: int → double
  +/signal ⍳⍵
}
again←{ ⍝: int → double
  +/+/2×⍵ ⍵⍴⍳⍵
}
table←{ ⍝: int → double
  +/+/2×⍵ ⍵⍴⍳⍵×⍵
}
all←{ ⍝: int → [int]1
  ⌽2×¯1↓0,⍳⍵
}
⍝ A number that is no size keeps its value where nothing needs one.
least←{ ⍝: int → int
  ⍵≥0: +/⍳⍵
  ⍵⌊0
}
⍝ ==
⍝ entry: changes
⍝ input { 4i64 } output { 103.46069599683447 }
⍝ input { 1i64 } output { 49.504950495049506 }
⍝ input { 0i64 } output { 0.0 }
⍝ input { -3i64 } error: E1914.*DOMAIN ERROR
⍝ entry: again
⍝ input { 4i64 } output { 80.0 }
⍝ input { 1i64 } output { 2.0 }
⍝ input { 0i64 } output { 0.0 }
⍝ input { -1i64 } error: E1914.*DOMAIN ERROR
⍝ entry: table
⍝ input { 3i64 } output { 90.0 }
⍝ input { 0i64 } output { 0.0 }
⍝ input { -2i64 } error: E1914.*DOMAIN ERROR
⍝ entry: all
⍝ input { 4i64 } output { [6i64, 4i64, 2i64, 0i64] }
⍝ input { 0i64 } output { empty([0]i64) }
⍝ input { -1i64 } error: E1914.*DOMAIN ERROR
⍝ entry: least
⍝ input { 4i64 } output { 10i64 }
⍝ input { -7i64 } output { -7i64 }
⍝ structure { par 7 reduce 6 map 1 not copy not concat }
