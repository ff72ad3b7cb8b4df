# APL programs whose numbers are small show the same with ints of 32 bits, which arrays store.
. test/cli/lib

# Those that have larger numbers, or say how large an int is.
large='arithmetic_int empty grade numbers_more matrices numbers inner_maximum_plus reduce_maximum
  reduce_minimum window_maximum_1 window_maximum_2 black_scholes easter easter_only idioms_two
  empties fibs numerics simulation least_int_drop binomials'

for file in test/front/apl/run/*.apl test/front/apl/practice/*.apl test/front/apl/shapes/*.apl \
  test/front/apl/programs/*.apl; do
  case " $(echo $large) " in *" $(basename "$file" .apl) "*) continue ;; esac
  ravel run --interpret "$folder/$file"
  cp "$work/out" "$work/long"
  ravel run --interpret --int=32 "$folder/$file"
  expect_exactly out "$(cat "$work/long")"
done

# Arrays of ints are stored as such.
echo '⎕←+⌿⌷⍳1000000' >"$work/large.apl"
ravel dump --after=flat_to_mem --int=32 large.apl
expect out '[1000000]i32'
ravel check --types --int=32 "$folder/test/front/apl/short/sizes.apl"
expect_status 0
expect out 'n : int'

# The number that is too large is marked, not the others beside it.
echo 'x←1 3000000000 5' >"$work/range.apl"
ravel check --int=32 range.apl
expect_status 1
expect_exactly err 'error[E1906]: SYNTAX ERROR: this number is out of range for an int of 32 bits
 --> range.apl:1:5
  |
1 | x←1 3000000000 5
  |     ^^^^^^^^^^'

# At the prompt, too.
input 'x←65536
x×x
1+2 2⍴2147483647'
ravel repl --language=apl --int=32
expect_exactly out '0
¯2147483648 ¯2147483648
¯2147483648 ¯2147483648'

summary
