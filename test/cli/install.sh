# make install and uninstall, and what the tables of options become: pages for man, completions for shells.
. test/cli/lib

arguments="(scripts/install)"
: >"$work/out"
: >"$work/err"
if scripts/install "$RAVEL" "$work/usr" >"$work/out" 2>"$work/err"; then pass; else fail "expected it to install"; fi
for file in bin/ravel share/man/man1/ravel.1.gz share/man/man1/ravel-run.1.gz share/ravel/examples/kmeans.fut \
  share/bash-completion/completions/ravel share/zsh/vendor-completions/_ravel share/fish/vendor_completions.d/ravel.fish \
  share/doc/ravel/tutorial.md share/ravel/python/ravel/__init__.py share/ravel/python/examples/gallery.py; do
  if [ -s "$work/usr/$file" ]; then pass; else fail "expected $file"; fi
done
if "$work/usr/bin/ravel" --version >"$work/out"; then pass; else fail "expected what was installed to run"; fi
# Again, over the first; and away with it, but not with what others put there.
scripts/install "$RAVEL" "$work/usr" && pass || fail "expected it to install again"
: >"$work/usr/bin/other"
scripts/install --remove "$work/usr"
if [ "$(cd "$work/usr" && find . -type f)" = ./bin/other ]; then pass; else fail "expected only other files to stay"; fi
if scripts/install --remove "$work/usr" 2>"$work/err"; then fail "expected nothing to remove"; else pass; fi
expect err "there is no ravel in $work/usr"

# Every command and option is in its page and in the completions.
commands=$("$RAVEL" --help | sed -n '/^Commands/,/^$/s/^  \([a-z]*\)  .*/\1/p')
for shell in bash zsh fish; do
  ravel help --as=$shell
  expect_status 0
  for command in $commands; do expect out "$command"; done
  expect out "error-limit"
  cp "$work/out" "$work/completions"
  if command -v $shell >/dev/null; then
    if $shell -n "$work/completions" 2>"$work/err"; then pass; else fail "$shell cannot read it"; fi
  fi
done
for command in $commands; do
  ravel help --as=man "$command"
  expect_status 0
  expect out '.TH "RAVEL-'
  cp "$work/out" "$work/page"
  for option in $("$RAVEL" help "$command" | sed -n 's/^  [ -].*--\([a-zA-Z0-9-]*\).*/\1/p'); do
    if sed 's/\\//g' "$work/page" | grep -qF -- "--$option"; then pass; else fail "--$option is not in the page"; fi
  done
done
if command -v man >/dev/null; then
  ravel help --as=man run
  if man -l "$work/out" >"$work/text" 2>"$work/err" && [ ! -s "$work/err" ]; then pass; else fail "man cannot read it"; fi
fi
if command -v bash >/dev/null; then
  "$RAVEL" help --as=bash >"$work/completions"
  found=$(bash -c '. "$1"; COMP_WORDS=(ravel run --targ); COMP_CWORD=2; compopt() { :; }; _ravel; echo "${COMPREPLY[*]}"' - "$work/completions")
  if [ "$found" = "--target=" ]; then pass; else fail "expected --target=, not $found"; fi
  found=$(bash -c '. "$1"; COMP_WORDS=(ravel run --target = mul); COMP_CWORD=4; _ravel; echo "${COMPREPLY[*]}"' - "$work/completions")
  if [ "$found" = multicore ]; then pass; else fail "expected multicore, not $found"; fi
fi

# What was found; and what is shown of warnings.
ravel --version --verbose
expect_status 0
for name in cc OpenMP OpenCL CUDA lp_solve; do expect out "$name "; done
CC=nothing ravel --version --verbose
expect out "not found (nothing)"

printf 'entry main (n: i32) : i32 = match n case _ -> 1 case 0 -> 2\n' >"$work/warned.fut"
ravel check warned.fut
expect_status 0
expect err "warning[W1501]"
for option in -w -q --no-warnings --quiet; do
  ravel check $option warned.fut
  expect_status 0
  expect_empty err
done
ravel check --Werror warned.fut
expect_status 1
expect err "error["
ravel run --Werror warned.fut 1
expect_status 1
expect_empty out
# The same of a program in the cache, which is not run; without the option it is, with its warning.
for again in first second; do
  ravel run warned.fut 1
  expect_status 0
  expect_exactly out "1i32"
  expect err "warning[W1501]"
  ravel run --Werror warned.fut 1
  expect_status 1
  expect_empty out
  expect err "error[W1501]"
  ravel profile --Werror warned.fut 1
  expect_status 1
  expect_empty out
  ravel build --shared -o warned warned.fut
  expect_status 0
  ravel build --shared --Werror -o warned warned.fut
  expect_status 1
  expect err "error[W1501]"
done
# A test may expect its warning.
printf -- '-- ==\n-- input { 1 } output { 1 }\n' >>"$work/warned.fut"
ravel test warned.fut
expect_status 0
ravel test --Werror warned.fut
expect_status 1
expect out "error[W1501]"
printf -- '-- ==\n-- warning: W1501\n' >>"$work/warned.fut"
ravel test --Werror warned.fut
expect_status 0

# What is done is told to who wants to know.
echo 'entry main (n: i32) = n + 1' >"$work/told.fut"
ravel run -v --target=c told.fut 1
expect_status 0
expect_exactly out "2i32"
expect err "ravel: told.fut is compiled for c"
expect err "ravel: ${CC:-cc} "
ravel run --verbose --target=c told.fut 1
expect err "ravel: told.fut for c is in the cache: "
expect err "ravel: the program runs"
ravel check -v told.fut
expect_exactly err "ravel: told.fut is checked"
for command in c build "build --shared"; do
  # shellcheck disable=SC2086 # several words
  ravel $command -v --no-cache told.fut
  expect_status 0
  expect err "ravel: ${CC:-cc} "
done
ravel bench -v told.fut
expect_status 2
for option in -q -w --json; do
  ravel check $option told.fut
  expect_empty err
done

# Folders are checked as a whole.
mkdir -p "$work/sub/deep"
echo 'entry main (n: i32) = n' >"$work/sub/good.fut"
echo 'entry main (n: i32) = m' >"$work/sub/deep/bad.fut"
ravel check sub
expect_status 1
expect err "sub/deep/bad.fut:1:23"
rm "$work/sub/deep/bad.fut"
ravel check sub
expect_status 0
expect_empty err
summary
