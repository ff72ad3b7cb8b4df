# ravel explain: what the index of errors says about a code.
. test/cli/lib

ravel explain E1301
expect_status 0
expect out "E1301 sizes do not agree"
expect out '    error[E1301]: '
expect_empty err
if head -n 1 "$work/out" | grep -qx "E1301 sizes do not agree"; then pass; else fail "expected the title first"; fi
if grep -q '^```\|^## ' "$work/out"; then fail "expected no Markdown"; else pass; fi
if [ -n "$(tail -n 1 "$work/out")" ]; then pass; else fail "expected no blank line at the end"; fi

# As a user may write it.
cp "$work/out" "$work/entry"
for code in e1301 1301; do
  ravel explain "$code"
  expect_status 0
  if cmp -s "$work/out" "$work/entry"; then pass; else fail "expected the entry of E1301"; fi
done

ravel explain W0001 E0001
expect_status 0
expect out "W0001 nothing is cached"
expect out "E0001 cannot read file"

ravel explain E0O01
expect_status 2
expect_empty out
expect err "error[E0017]: no message has the code E0O01"
expect err "hint: did you mean E0001?"

ravel explain nonsense
expect_status 2
expect err "hint: ravel explain lists the codes"
ravel explain --json nonsense
expect_status 2
expect err '"code":"E0017"'

# One that is wrong does not hide the others.
ravel explain E0001 nonsense
expect_status 2
expect out "E0001 cannot read file"
expect err "error[E0017]"

# All codes have a title, and every one can be explained.
ravel explain
expect_status 0
expect out "E0001  cannot read file"
codes=$(cut -d ' ' -f 1 "$work/out")
count=$(grep -c '^ERROR(' src/base/errors.def)
if [ "$(printf '%s\n' "$codes" | wc -l)" -eq "$count" ]; then pass; else fail "expected $count codes"; fi
cp "$work/out" "$work/titles"
# shellcheck disable=SC2086
ravel explain $codes
expect_status 0
expect_empty err
for code in $codes; do
  if grep -q "^$code " "$work/out"; then pass; else fail "expected an entry of $code"; fi
done

summary
