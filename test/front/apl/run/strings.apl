⍝ Characters are code points.
⎕←'hello'
⎕←'x'
⎕←''
⎕←'it''s'
⎕←"say ""hi"""
⎕←'aé⍵',' ok'
⎕←2 2⍴'abcd'
⎕←'abc'[3 1]
⎕←≢'abc'
⎕←'a'='banana'
+/'a'='banana'
⍝ ==
⍝ shows {
⍝ hello
⍝ [](x)
⍝
⍝ it's
⍝ say "hi"
⍝ aé⍵ ok
⍝
⍝ ab
⍝ cd
⍝
⍝ ca
⍝ [](3)
⍝ [6](0,1,0,1,0,1)
⍝ [](3.0)
⍝ }
