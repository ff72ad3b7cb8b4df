" Written by scripts/editor-grammars.
if exists('b:current_syntax')
  finish
endif
syntax case match
syntax keyword ravelFclKeyword true false sig fun val fn let in if then else do case of forall
syntax keyword ravelFclType int double bool string
syntax match ravelFclComment "--.*$"
syntax region ravelFclString start=+"+ skip=+\\.+ end=+"+
syntax match ravelFclNumber "\<[0-9][0-9a-zA-Z_.]*"
highlight default link ravelFclKeyword Keyword
highlight default link ravelFclType Type
highlight default link ravelFclComment Comment
highlight default link ravelFclString String
highlight default link ravelFclNumber Number
let b:current_syntax = 'fcl'
