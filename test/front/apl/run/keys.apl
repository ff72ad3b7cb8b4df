⍝ A backquote and a key type a glyph; in strings and comments they are themselves.
⍝ ==
⍝ shows {
⍝ [](5.5)
⍝ [3](0.001,-4.5,-2.0)
⍝ `r in a string
⍝ [](7)
⍝ [](12)
⍝ [3](1,2,3)
⍝ 
⍝  22 28
⍝  49 64
⍝ 
⍝ [](1)
⍝ [2](0,1)
⍝ [](10.0)
⍝ }
mean`[+/`=`"
`l`[mean `i10 `, a comment: `r stays
`l`[1E`23 `24.5 `22 `` `l`['`r in a string'
`h`[3 `` `l`[`h∆`[7
twice`[{`a`a `a`a `w}
`l`[(2`j`-)twice `h
`l`[`},1↓0 1 2 3
`l`[(2 3`r`i6)+.`-3 2`r`i6
`l`[3`4 3
`l`[1 0`81 1
f`[{ `,: int `] int
  `w+`h}
f 7
