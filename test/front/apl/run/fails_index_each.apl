⍝ An index that is known to be out of range fails where it may never run.
+/{'ab'[0]='a'}¨⍳3
⍝ ==
⍝ shows {
⍝ error: E1915.*INDEX ERROR: index 0 is out of range for an axis of length 2
⍝ }
