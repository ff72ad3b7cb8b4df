⍝ A dfn that comes down to a difference is reduced in parallel, as `-` itself.
f←{ ⍝: [double]1 → double
  {⍺-⍵}/⍵
}
⍝ ==
⍝ entry: f
⍝ input { [5.0, 3.0, 1.5] } output { 3.5 }
⍝ input { empty([0]f64) } output { 0.0 }
⍝ structure { par 1 not loop }
⍝ structure c { alloc 0 }
