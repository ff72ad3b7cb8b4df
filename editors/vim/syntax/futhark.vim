" Written by scripts/editor-grammars.
if exists('b:current_syntax')
  finish
endif
syntax case match
syntax keyword ravelFutharkKeyword true false if then else def let loop in val for do with local open include import type entry module while assert match case
syntax keyword ravelFutharkType i8 i16 i32 i64 u8 u16 u32 u64 f16 f32 f64 bool
syntax match ravelFutharkComment "--.*$"
syntax match ravelFutharkCharacter +'\%(\\.\|[^'\\]\)'+
highlight default link ravelFutharkCharacter Character
syntax region ravelFutharkString start=+"+ skip=+\\.+ end=+"+
syntax match ravelFutharkNumber "\<[0-9][0-9a-zA-Z_.]*"
highlight default link ravelFutharkKeyword Keyword
highlight default link ravelFutharkType Type
highlight default link ravelFutharkComment Comment
highlight default link ravelFutharkString String
highlight default link ravelFutharkNumber Number
let b:current_syntax = 'futhark'
