⍝ Primes up to a number that is only known at run time: that it is not negative is checked, and nothing is stored.
primes←{ ⍝: int → int
  A←1↓⍳⍵
  +/(1=+⌿0=A∘.|A)/A
}
⍝ ==
⍝ entry: primes
⍝ input { 30i64 } output { 129i64 }
⍝ input { 0i64 } output { 0i64 }
⍝ input { 1i64 } output { 0i64 }
⍝ input { 2i64 } output { 2i64 }
⍝ input { -1i64 } error: E1914.*DOMAIN ERROR
⍝ structure { par 2 reduce 2 not map not copy }
⍝ structure c { par@grid 1, alloc 0 }
⍝ structure cuda { par@grid 2, alloc 1, copies 0 }
