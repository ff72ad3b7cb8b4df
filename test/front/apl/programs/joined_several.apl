⍝ Arrays that are joined several times in a row are index arithmetic: nothing is stored before they are reduced.
around←{ ⍝: [double]1 → double
  +/0,⍵,0
}
differences←{ ⍝: [double]1 → double
  p←0,⍵,0 ⋄ +/(2↓p)×¯2↓p
}
ends←{ ⍝: [double]1 → double
  +/(1↑⍵),⍵,¯1↑⍵
}
four←{ ⍝: [double]1 → [double]1
  +\⍵,1,(⌽⍵),2,⍵
}
rows←{ ⍝: [double]2 → double
  +/+/0⍪⍵⍪0
}
times←{ ⍝: [double]2 → double
  +/,⍵⍪⍵⍪⍵
}
edges←{ ⍝: [double]2 → double
  +/+/(1↑⍵)⍪⍵⍪¯1↑⍵
}
⍝ ==
⍝ entry: around
⍝ input { [1.5, 2.0] } output { 3.5 }
⍝ input { [4.0] } output { 4.0 }
⍝ input { empty([0]f64) } output { 0.0 }
⍝ entry: differences
⍝ input { [1.0, 2.0, 4.0] } output { 4.0 }
⍝ input { [1.0] } output { 0.0 }
⍝ input { empty([0]f64) } output { 0.0 }
⍝ entry: ends
⍝ input { [1.0, 2.0, 4.0] } output { 12.0 }
⍝ input { [3.0] } output { 9.0 }
⍝ input { empty([0]f64) } output { 0.0 }
⍝ entry: four
⍝ input { [1.0, 4.0] } output { [1.0, 5.0, 6.0, 10.0, 11.0, 13.0, 14.0, 18.0] }
⍝ input { empty([0]f64) } output { [1.0, 3.0] }
⍝ entry: rows
⍝ input { [[1.0, 2.0], [3.0, 4.0]] } output { 10.0 }
⍝ input { empty([0][2]f64) } output { 0.0 }
⍝ input { empty([2][0]f64) } output { 0.0 }
⍝ entry: times
⍝ input { [[1.0, 2.0], [3.0, 4.0]] } output { 30.0 }
⍝ input { empty([0][2]f64) } output { 0.0 }
⍝ entry: edges
⍝ input { [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]] } output { 35.0 }
⍝ input { [[7.0]] } output { 21.0 }
⍝ input { empty([0][2]f64) } output { 0.0 }
⍝ structure { par 10 not copy not concat }
⍝ structure c { alloc 1, copies 0 }
