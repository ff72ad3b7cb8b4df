# ravel fmt: layout, idempotence, and that a program stays the same.
. test/cli/lib

cat >"$work/a.fut" <<'END'
-- | Doc.
def  f  ( x :i32 )=x+1 -- trailing  


-- Own.
entry main [n] (xs: [n]f64) (factor: f64) (offset: f64) (limit: f64) (another: f64) =
      let y = map (\x -> x*factor + offset) xs   -- scale
      let z =
          reduce (+) 0 y
   in if z > limit
          then z
       else if z < another then another
         else
           xs
            |> map (\x -> x*factor)
            |> filter (>limit)
            |> reduce (+) 0
module m = {
      def k = [1,2,
        3]
      }
END
cat >"$work/a.expected" <<'END'
-- | Doc.
def f (x :i32) = x + 1 -- trailing

-- Own.
entry main [n]
    (xs: [n]f64)
    (factor: f64)
    (offset: f64)
    (limit: f64)
    (another: f64) =
  let y = map (\x -> x * factor + offset) xs -- scale
  let z =
    reduce (+) 0 y
  in if z > limit
     then z
     else if z < another then another
     else
       xs
       |> map (\x -> x * factor)
       |> filter (>limit)
       |> reduce (+) 0
module m = {
  def k = [1, 2,
           3]
}
END
cp "$work/a.fut" "$work/b.fut"
ravel fmt --check a.fut
expect_status 1
expect_exactly out 'a.fut'
cmp -s "$work/a.fut" "$work/b.fut" && pass || fail '--check wrote'
ravel fmt a.fut
expect_status 0
expect_empty out
diff "$work/a.fut" "$work/a.expected" >"$work/out" && pass || fail 'another layout'
ravel fmt --check a.fut
expect_status 0
expect_empty out

# stdin; folders; what cannot be read stays as it is.
cp "$work/b.fut" "$work/in"
ravel fmt --language=futhark -
expect_exactly out "$(cat "$work/a.expected")"
rm "$work/in"
mkdir -p "$work/d/e"
printf 'let   x=1 in x;  \n\n\n\nfunction f(a)=a+1;' >"$work/d/e/p.nesl"
printf 'def f = (\n' >"$work/d/bad.fut"
printf 'x←1   \n\n\n\n⎕←x' >"$work/d/q.apl"
ravel fmt d
expect_status 1
expect err 'd/bad.fut:'
[ "$(cat "$work/d/bad.fut")" = 'def f = (' ] && pass || fail 'a broken file was changed'
[ "$(cat "$work/d/e/p.nesl")" = 'let x = 1 in x;

function f(a) = a + 1;' ] && pass || fail 'NESL'
[ "$(cat "$work/d/q.apl")" = 'x←1

⎕←x' ] && pass || fail 'APL'
ravel fmt missing.fut
expect_status 1
ravel fmt x.unknown
expect_status 2
[ -z "$(find "$work/d" -name '*tmp*')" ] && pass || fail 'temporary files stay'

# Every program of ours: laid out twice it is the same as once, and so is the Core that is made of it.
# fmt itself compares tokens and trees, and calls a difference an internal error.
count=0
for file in $(find "$folder/examples" "$folder/test/programs" "$folder/test/front/futhark/small" \
  "$folder/test/front/nesl/classic" -name '*.fut' -o -name '*.nesl' | sort); do
  language=futhark
  [ "${file##*.}" = nesl ] && language=nesl
  copy=$(dirname "$file")/$(basename "$file")
  (cd "$(dirname "$file")" && "$RAVEL" fmt --language=$language - <"$file") >"$work/once" 2>"$work/err"
  status=$?
  [ $status -eq 1 ] && continue
  arguments="fmt $copy"
  expect_status 0
  "$RAVEL" fmt --language=$language - <"$work/once" >"$work/twice" 2>>"$work/err"
  cmp -s "$work/once" "$work/twice" && pass || fail 'not idempotent'
  # Some of them, since each is compiled twice.
  count=$((count + 1))
  [ $((count % 6)) -eq 0 ] || continue
  (cd "$(dirname "$file")" && "$RAVEL" dump --language=$language --after=parse - <"$file") >"$work/before" 2>/dev/null
  (cd "$(dirname "$file")" && "$RAVEL" dump --language=$language --after=parse - <"$work/once") >"$work/after" 2>/dev/null
  cmp -s "$work/before" "$work/after" && pass || fail 'another Core'
done

summary
