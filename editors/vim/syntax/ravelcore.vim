" Written by scripts/editor-grammars.
if exists('b:current_syntax')
  finish
endif
syntax case match
syntax keyword ravelCoreKeyword fun entry global let in par outputs then if else loop for while do switch acc_update acos acosh acospi add alloc and array ashr asin asinh asinpi assert atan atan2 atan2pi atanh atanpi bitcast btoi call cbrt ceil clz coerce concat copy copysign cos cosh cospi ctz effect eq erf erfc exp exp2 expm1 fabs fdiv fle floor flt fma fmax fmin fmod fpconv fpow fptosi fptoui fsgn gamma hypot if index isinf isnan ldexp lgamma log log10 log1p log2 loop lshr mul ne neg nextafter not ntob opaque or par permute popcount receive reshape round rsqrt sabs sdiv seg_flags seg_index seg_lengths seg_make seg_offsets seg_total select sext shl sin sinh sinpi sitofp sle slice slt smax smin smod smulfits smulhi spow sqrt squot srem ssgn sub switch tan tanh tanpi threshold trunc udiv uitofp ule ult umax umin umod umulhi update upow usgn with_acc xor zext
syntax keyword ravelCoreType bool i8 i16 i32 i64 f16 f32 f64
syntax match ravelCoreComment "--.*$"
syntax region ravelCoreString start=+"+ skip=+\\.+ end=+"+
syntax match ravelCoreNumber "\<[0-9][0-9a-zA-Z_.]*"
highlight default link ravelCoreKeyword Keyword
highlight default link ravelCoreType Type
highlight default link ravelCoreComment Comment
highlight default link ravelCoreString String
highlight default link ravelCoreNumber Number
let b:current_syntax = 'core'
