⍝ --int=32: entry points take and give arrays of i32.
⍝ ==
⍝ int: 32
⍝ entry: squares
⍝ input { [1i32,65536i32,65537i32,-3i32] } output { [1i32,0i32,131073i32,9i32] }
⍝ input { empty([0]i32) } output { empty([0]i32) }
⍝ entry: total
⍝ input { [2147483647i32,1i32] } output { -2147483648i32 }
⍝ entry: rows
⍝ input { [[1i32,2i32],[3i32,4i32]] 3i32 } output { [6i32,12i32] }
⍝ entry: grade
⍝ input { [3i32,-2147483648i32,2147483647i32,0i32] } output { [2i32,4i32,1i32,3i32] }
⍝ entry: mean
⍝ input { [1i32,2i32,4i32] } output { 2.3333333333333335 }
⍝ entry: count
⍝ input { [true,false,true] } output { 2i32 }
squares←{⍝: <int>n → <int>n
  ⍵×⍵
}
total←{⍝: [int]1 → int
  +/⍵
}
rows←{⍝: [int]2 → int → [int]1
  ⍵×2 4
}
grade←{⍝: <int>n → <int>n
  ⍋⍵
}
mean←{⍝: [int]1 → double
  (+/⍵)÷≢⍵
}
count←{⍝: [bool]1 → int
  +/⍵
}
