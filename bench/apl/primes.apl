⍝ Primes: the numbers that one number, themselves, divides, by a table of remainders.
run←{ ⍝: int → double
  A←1↓⍳⍵
  +/(1=+⌿0=A∘.|A)/A
}
⍝ ==
⍝ entry: run
⍝ nobench input { 30i64 } output { 129.0 }
