# The settings for editors, in the editors that are installed: Vim and Emacs show each language in colours, and Neovim and
# Emacs (with eglot) get errors and types from `ravel lsp`. The grammars of VS Code are read.
. test/cli/lib

export RAVEL
export HOME="$work" XDG_CONFIG_HOME="$work" XDG_DATA_HOME="$work" XDG_STATE_HOME="$work"
arguments='(editors)'
: >"$work/out"
: >"$work/err"
printf -- '-- A comment.\nentry g (x: i32) = x + true\n' >"$work/bad.fut"
printf 'programs = %s\n' examples/primes.fut examples/quicksort.nesl examples/life.apl examples/fcl/reduce.fcl \
  examples/mandelbrot.core | sed "s|programs = |$folder/|" >"$work/programs"
# A quote that is a character begins no string.
printf "def f (c: u8) = c == '\"'\ndef g : i32 = 1\n" >"$work/quote.fut"
printf 'function f(c) : char -> bool = eql(c, `");\nf(`a);\n' >"$work/quote.nesl"
printf '%s\n' "$work/quote.fut" "$work/quote.nesl" >>"$work/programs"

if command -v vim >/dev/null && vim --version | grep -q '+syntax'; then
  cat >"$work/look.vim" <<EOF
set nocompatible runtimepath+=$folder/editors/vim
filetype on
syntax on
redir! > $work/out
for program in readfile('$work/programs')
  exe 'silent edit' program
  let names = {}
  for l in range(1, line('\$'))
    for c in range(1, max([1, col([l, '\$']) - 1]))
      let names[synIDattr(synID(l, c, 1), 'name')] = 1
    endfor
  endfor
  echo &filetype join(sort(keys(names)), ' ')
endfor
redir END
qa!
EOF
  timeout 60 vim -N -u "$work/look.vim" -es </dev/null >/dev/null 2>"$work/err"
  expect out 'futhark  ravelFutharkComment ravelFutharkKeyword ravelFutharkNumber ravelFutharkType'
  expect out 'nesl  ravelNeslComment ravelNeslKeyword ravelNeslNumber ravelNeslString ravelNeslType'
  expect out 'apl  ravelAplArgument ravelAplComment ravelAplNumber'
  expect out 'fcl  ravelFclComment ravelFclKeyword ravelFclNumber ravelFclType'
  expect out 'futhark  ravelFutharkCharacter ravelFutharkKeyword ravelFutharkNumber ravelFutharkType'
  expect out 'nesl  ravelNeslCharacter ravelNeslKeyword ravelNeslType'
  expect out 'ravelcore  ravelCoreComment ravelCoreKeyword ravelCoreNumber ravelCoreType'
fi

if command -v nvim >/dev/null; then
  cat >"$work/look.lua" <<EOF
vim.opt.runtimepath:append('$folder/editors/vim')
require('ravel').setup({ path = os.getenv('RAVEL') })
vim.cmd('filetype plugin on | syntax on')
vim.cmd('edit $work/bad.fut')
vim.wait(20000, function() return #vim.diagnostic.get(0) > 0 end)
for _, d in ipairs(vim.diagnostic.get(0)) do print(d.lnum, d.col, d.message) end
local place = { textDocument = vim.lsp.util.make_text_document_params(), position = { line = 1, character = 6 } }
print(vim.inspect(vim.lsp.buf_request_sync(0, 'textDocument/hover', place, 20000)))
vim.cmd('qa!')
EOF
  timeout 100 nvim --headless -u "$work/look.lua" >"$work/out" 2>&1 </dev/null
  expect out '1 23 the right operand of `+` should have type `i32`'
  expect out 'g : i32 -> i32'
fi

if command -v emacs >/dev/null; then
  cat >"$work/look.el" <<EOF
(require 'cl-lib)
(add-to-list 'load-path "$folder/editors/emacs")
(setq ravel-path (getenv "RAVEL"))
(require 'ravel)
(with-temp-buffer (insert-file-contents "$work/programs")
  (setq programs (split-string (buffer-string) "\n" t)))
(dolist (program programs)
  (find-file program)
  (font-lock-ensure)
  (let (faces)
    (dotimes (i (1- (point-max)))
      (let ((face (get-text-property (1+ i) 'face))) (when face (cl-pushnew (format "%s" face) faces :test 'equal))))
    (princ (format "%s %s\n" major-mode (sort faces 'string<)))))
(when (require 'eglot nil t)
  (find-file "$work/bad.fut")
  (setq eglot-sync-connect 20)
  (apply #'eglot (eglot--guess-contact))
  (let ((tries 0))
    (while (and (< tries 100) (null (flymake-diagnostics))) (accept-process-output nil 0.2) (setq tries (1+ tries))
      (flymake-start)))
  (dolist (d (flymake-diagnostics)) (princ (format "told: %s\n" (flymake-diagnostic-text d))))
  (eglot-shutdown-all))
EOF
  timeout 100 emacs --batch -l "$work/look.el" >"$work/out" 2>"$work/err" </dev/null
  expect out 'futhark-mode (font-lock-comment-delimiter-face font-lock-comment-face font-lock-keyword-face font-lock-type-face)'
  expect out 'nesl-mode (font-lock-comment-delimiter-face font-lock-comment-face font-lock-keyword-face font-lock-string-face'
  expect out 'ravel-apl-mode (font-lock-comment-delimiter-face font-lock-comment-face'
  expect out 'fcl-mode (font-lock-comment-delimiter-face font-lock-comment-face font-lock-keyword-face font-lock-type-face)'
  expect out 'ravel-core-mode (font-lock-comment-delimiter-face font-lock-comment-face font-lock-keyword-face font-lock-type-face)'
  if emacs --batch --eval '(kill-emacs (if (locate-library "eglot") 0 1))' 2>/dev/null; then
    expect out 'told: ravel [E1201]: the right operand of `+` should have type `i32`'
  fi
  cp editors/emacs/*.el "$work"
  emacs --batch -L "$work" -f batch-byte-compile "$work/ravel.el" "$work/ravel-words.el" >"$work/out" 2>"$work/err"
  if grep -v '^Loading' "$work/err" | grep -q Warning; then fail 'ravel.el is compiled with warnings'; else pass; fi
fi

if command -v node >/dev/null; then
  cat >"$work/look.js" <<'EOF'
// Each grammar of the extension finds a comment, a keyword and a number where there are some.
const fs = require("fs"), path = require("path");
const folder = process.argv[2], read = (file) => JSON.parse(fs.readFileSync(path.join(folder, file), "utf8"));
const about = read("package.json");
const samples = { futhark: "def x = 12 -- c", nesl: "let x = 12 % c %", apl: "x←12 ⍝ c", fcl: "fun x = 12 -- c", "ravel-core": "fun x = 12 -- c" };
for (const { language, path: file } of about.contributes.grammars) {
  const found = new Set();
  const look = (pattern) => {
    for (const text of [pattern.match, pattern.begin])
      if (text && new RegExp(text.replace(/^\(\?i\)/, ""), "u").test(samples[language])) found.add((pattern.name || "").split(".")[0]);
    (pattern.patterns || []).forEach(look);
  };
  read(file).patterns.forEach(look);
  console.log(language, [...found].sort().join(" "));
}
about.contributes.languages.forEach(({ configuration }) => read(configuration));
EOF
  node "$work/look.js" editors/vscode >"$work/out" 2>"$work/err"
  for language in futhark nesl fcl ravel-core; do expect out "$language comment constant keyword"; done
  expect out 'apl comment constant'
  if node --check editors/vscode/extension.js; then pass; else fail 'extension.js'; fi
fi

summary
