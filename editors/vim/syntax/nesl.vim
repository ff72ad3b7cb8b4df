" Written by scripts/editor-grammars.
if exists('b:current_syntax')
  finish
endif
syntax case ignore
syntax keyword ravelNeslKeyword true false if then else let in function datatype
syntax keyword ravelNeslType int float bool char
syntax region ravelNeslComment start="%" end="%"
syntax match ravelNeslCharacter +`\%(\\.\|.\)+
highlight default link ravelNeslCharacter Character
syntax region ravelNeslString start=+"+ skip=+\\.+ end=+"+
syntax match ravelNeslNumber "\<[0-9][0-9a-zA-Z_.]*"
highlight default link ravelNeslKeyword Keyword
highlight default link ravelNeslType Type
highlight default link ravelNeslComment Comment
highlight default link ravelNeslString String
highlight default link ravelNeslNumber Number
let b:current_syntax = 'nesl'
