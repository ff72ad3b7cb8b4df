⍝ Between an array's source and its reduction, scan, filter or result nothing is stored: blocks are those of results.
reversed←{ ⍝: int → int
  +/⌽⍳⍵
}
turned←{ ⍝: int → int
  +/3⌽⍳⍵
}
cut←{ ⍝: int → int
  +/2↓¯2↓⍳⍵
}
taken←{ ⍝: int → int
  +/5↑⍳⍵
}
joined←{ ⍝: int → int
  +/(⍳⍵),⌽⍳⍵
}
ravelled←{ ⍝: int → int
  +/,(⍳⍵)∘.×⍳⍵
}
transposed←{ ⍝: int → int
  ⌈/+/⍉(⍳⍵)∘.-⌽⍳⍵
}
scanned←{ ⍝: int → [int]1
  +\⌽⍳⍵
}
filtered←{ ⍝: int → [int]1
  a←1⌽⍳⍵ ⋄ (0=3|a)/a
}
inner←{ ⍝: int → int
  +/(⍳⍵)+.×⍉(⍵ ⍵⍴⍳⍵×⍵)
}
corner←{ ⍝: int → int
  +/,2 3↓⍵ ⍵⍴⍳⍵×⍵
}
upside←{ ⍝: int → int
  +/,⊖⍉⍵ 4⍴⍳⍵
}
squares←{ ⍝: int → int
  +/{⍵×⍵}¨1↓⍳⍵
}
steps←{ ⍝: int → int
  +/(1↓⍳⍵)-¯1↓⍳⍵
}
count←{ ⍝: int → int
  ≢(2|⍳⍵)/⍳⍵
}
gathered←{ ⍝: int → [int]1
  ×\(⍳⍵)[⌽⍳⍵]
}
product←{ ⍝: int → int
  +/((⍳⍵)∘.=⍳⍵)+.×⍳⍵
}
views←{ ⍝: [int]2 → int
  +/+/⍉⌽⍉⊖1↓⍵
}
twice←{ ⍝: [int]2 → [int]1
  +⌿2×1 1↓⌽⍵,⍵
}
spread←{ ⍝: [double]1 → double
  (⌈/⍵)-⌊/(¯1⌽⍵)×⌽⍵
}
mean←{ ⍝: int → double
  (+/÷⍳⍵)÷⍵
}
positive←{ ⍝: [int]1 → [int]1
  (⍵>0)/⌽⍵+1
}
tally←{ ⍝: int → int
  ≢,⍳⍵
}
⍝ ==
⍝ entry: reversed
⍝ input { 7i64 } output { 28i64 }
⍝ input { 1i64 } output { 1i64 }
⍝ input { 0i64 } output { 0i64 }
⍝ input { -1i64 } error: E1914.*DOMAIN ERROR
⍝ entry: turned
⍝ input { 7i64 } output { 28i64 }
⍝ input { 1i64 } output { 1i64 }
⍝ input { 0i64 } output { 0i64 }
⍝ input { -1i64 } error: E1914.*DOMAIN ERROR
⍝ entry: cut
⍝ input { 7i64 } output { 12i64 }
⍝ input { 1i64 } output { 0i64 }
⍝ input { 0i64 } output { 0i64 }
⍝ input { -1i64 } error: E1914.*DOMAIN ERROR
⍝ entry: taken
⍝ input { 7i64 } output { 15i64 }
⍝ input { 1i64 } output { 1i64 }
⍝ input { 0i64 } output { 0i64 }
⍝ input { -1i64 } error: E1914.*DOMAIN ERROR
⍝ entry: joined
⍝ input { 7i64 } output { 56i64 }
⍝ input { 1i64 } output { 2i64 }
⍝ input { 0i64 } output { 0i64 }
⍝ input { -1i64 } error: E1914.*DOMAIN ERROR
⍝ entry: ravelled
⍝ input { 7i64 } output { 784i64 }
⍝ input { 1i64 } output { 1i64 }
⍝ input { 0i64 } output { 0i64 }
⍝ input { -1i64 } error: E1914.*DOMAIN ERROR
⍝ entry: transposed
⍝ input { 7i64 } output { 21i64 }
⍝ input { 1i64 } output { 0i64 }
⍝ input { 0i64 } output { -9223372036854775808i64 }
⍝ input { -1i64 } error: E1914.*DOMAIN ERROR
⍝ entry: scanned
⍝ input { 7i64 } output { [7i64, 13i64, 18i64, 22i64, 25i64, 27i64, 28i64] }
⍝ input { 1i64 } output { [1i64] }
⍝ input { 0i64 } output { empty([0]i64) }
⍝ input { -1i64 } error: E1914.*DOMAIN ERROR
⍝ entry: filtered
⍝ input { 7i64 } output { [3i64, 6i64] }
⍝ input { 1i64 } output { empty([0]i64) }
⍝ input { 0i64 } output { empty([0]i64) }
⍝ input { -1i64 } error: E1914.*DOMAIN ERROR
⍝ entry: inner
⍝ input { 7i64 } output { 5096i64 }
⍝ input { 1i64 } output { 1i64 }
⍝ input { 0i64 } output { 0i64 }
⍝ input { -1i64 } error: E1914.*DOMAIN ERROR
⍝ entry: corner
⍝ input { 7i64 } output { 670i64 }
⍝ input { 1i64 } output { 0i64 }
⍝ input { 0i64 } output { 0i64 }
⍝ input { -1i64 } error: E1914.*DOMAIN ERROR
⍝ entry: upside
⍝ input { 7i64 } output { 112i64 }
⍝ input { 1i64 } output { 4i64 }
⍝ input { 0i64 } output { 0i64 }
⍝ input { -1i64 } error: E1914.*DOMAIN ERROR
⍝ entry: squares
⍝ input { 7i64 } output { 139i64 }
⍝ input { 1i64 } output { 0i64 }
⍝ input { 0i64 } output { 0i64 }
⍝ input { -1i64 } error: E1914.*DOMAIN ERROR
⍝ entry: steps
⍝ input { 7i64 } output { 6i64 }
⍝ input { 1i64 } output { 0i64 }
⍝ input { 0i64 } output { 0i64 }
⍝ input { -1i64 } error: E1914.*DOMAIN ERROR
⍝ entry: count
⍝ input { 7i64 } output { 4i64 }
⍝ input { 1i64 } output { 1i64 }
⍝ input { 0i64 } output { 0i64 }
⍝ input { -1i64 } error: E1914.*DOMAIN ERROR
⍝ entry: gathered
⍝ input { 7i64 } output { [7i64, 42i64, 210i64, 840i64, 2520i64, 5040i64, 5040i64] }
⍝ input { 1i64 } output { [1i64] }
⍝ input { 0i64 } output { empty([0]i64) }
⍝ input { -1i64 } error: E1914.*DOMAIN ERROR
⍝ entry: product
⍝ input { 7i64 } output { 28i64 }
⍝ input { 1i64 } output { 1i64 }
⍝ input { 0i64 } output { 0i64 }
⍝ input { -1i64 } error: E1914.*DOMAIN ERROR
⍝ entry: views
⍝ input { [[1i64,2i64,3i64],[4i64,5i64,6i64]] } output { 15i64 }
⍝ input { [[7i64]] } output { 0i64 }
⍝ input { empty([0][3]i64) } output { 0i64 }
⍝ entry: twice
⍝ input { [[1i64,2i64,3i64],[4i64,5i64,6i64]] } output { [10i64, 8i64, 12i64, 10i64, 8i64] }
⍝ input { [[7i64]] } output { [0i64] }
⍝ entry: spread
⍝ input { [1.5,-2.0,4.0] } output { 7.0 }
⍝ input { [3.0] } output { -6.0 }
⍝ entry: mean
⍝ input { 4i64 } output { 0.5208333333333333 }
⍝ input { 1i64 } output { 1.0 }
⍝ entry: positive
⍝ input { [3i64,-1i64,5i64] } output { [6i64, 4i64] }
⍝ input { empty([0]i64) } output { empty([0]i64) }
⍝ entry: tally
⍝ input { 7i64 } output { 7i64 }
⍝ input { 1i64 } output { 1i64 }
⍝ input { 0i64 } output { 0i64 }
⍝ input { -1i64 } error: E1914.*DOMAIN ERROR
⍝ structure c { alloc 5, copies 0 }
⍝ structure cuda { copies 0 }
