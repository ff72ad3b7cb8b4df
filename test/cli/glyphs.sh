# Typing APL without its keyboard: files, ravel glyphs, the prompt.
. test/cli/lib

# The list, and both directions; strings and comments stay, annotations do not.
ravel glyphs
expect_status 0
expect out '  `r  ⍴  shape, reshape'
expect out '  ``  ⋄  statement separator'

cat >"$work/keys.apl" <<'END'
a`[2 3`r`i6 `, `r stays, and so does '
f`[{ `,: [int]2 `] [int]1
  +/`w}
`l`['it''s `r',"`i" `` `h`a`["`r
f a `` b[1;`$x]`[`'`21.5E`23
END
cat >"$work/glyphs.apl" <<'END'
a←2 3⍴⍳6 ⍝ `r stays, and so does '
f←{ ⍝: [int]2 → [int]1
  +/⍵}
⎕←'it''s `r',"`i" ⋄ ∆⍺←"`r
f a ⋄ b[1;⍋x]←⍕¯1.5E¯3
END
ravel glyphs keys.apl
expect_status 0
expect_exactly out "$(cat "$work/glyphs.apl")"
ravel glyphs --keys glyphs.apl
expect_status 0
expect_exactly out "$(cat "$work/keys.apl")"
# What is converted already stays.
ravel glyphs glyphs.apl
expect_exactly out "$(cat "$work/glyphs.apl")"
ravel glyphs -k keys.apl -o same.apl
expect_status 0
cmp -s "$work/same.apl" "$work/keys.apl" && pass || fail "same.apl differs"
input '+/`i10'
ravel glyphs -
expect_exactly out '+/⍳10'
printf '\377' >"$work/bad.apl"
ravel glyphs bad.apl
expect_status 1
expect err 'is not valid UTF-8'
ravel glyphs missing.apl
expect_status 1

# Programs mean the same when they are typed with keys.
for program in run/arithmetic_int run/circles programs/life programs/hotspot programs/sobol_pi; do
  file=$folder/test/front/apl/$program.apl
  ravel run --interpret "$file"
  cp "$work/out" "$work/expected"
  "$RAVEL" glyphs --keys "$file" >"$work/typed.apl"
  ravel run --interpret typed.apl
  expect_exactly out "$(cat "$work/expected")"
done

# Mistakes are shown as they were typed.
echo '1 2+`i3' >"$work/wrong.apl"
ravel check wrong.apl
expect_status 1
expect err '1 | 1 2+`i3'
expect err '  |    ^'
echo 'a`[`A' >"$work/wrong.apl"
ravel check wrong.apl
expect_status 1
expect err '`ravel glyphs` lists them'

# Keys become glyphs while they are typed; what is pasted is left alone.
keys --language=apl <<'END'
ready
type a`[2 3`r`i6\r
see a←2 3⍴⍳6
ready
type +/a\r
see 6 15
ready
type \e[200~+/`i4\e[201~\r
see +/`i4
see 10
ready
type '`r'`8`$\x7f'a'\r
see '⍴'≠'a'
see 1
ready
type \x04
end 0
END
summary
