" Written by scripts/editor-grammars.
if exists('b:current_syntax')
  finish
endif
syntax case match
syntax match ravelAplComment "⍝.*$"
syntax region ravelAplString start=+"+ skip=+\\.+ end=+"+
syntax region ravelAplQuote start=+'+ end=+'+
syntax match ravelAplArgument "[⍺⍵∇]"
highlight default link ravelAplQuote String
highlight default link ravelAplArgument Identifier
syntax match ravelAplNumber "\<[0-9][0-9a-zA-Z_.]*"
highlight default link ravelAplKeyword Keyword
highlight default link ravelAplType Type
highlight default link ravelAplComment Comment
highlight default link ravelAplString String
highlight default link ravelAplNumber Number
let b:current_syntax = 'apl'
