⍝ The product of two matrices.
run←{ ⍝: int → [double]2
  A←⍵ ⍵⍴0.5+⍳97
  B←⍵ ⍵⍴÷⍳89
  A+.×B
}
⍝ ==
⍝ entry: run
⍝ nobench input { 2i64 } output { [[2.3333333333333335, 1.375], [5.0, 2.875]] }
