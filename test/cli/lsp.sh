# The language server, driven by a scripted editor.
. test/cli/lib

ravel lsp extra
expect_status 2
ravel lsp
expect_status 1
expect_empty out

if command -v python3 >/dev/null; then
  timeout 300 python3 test/cli/lsp_client.py "$RAVEL" "$folder" >"$work/lines" 2>&1
  set -- $(tail -n 1 "$work/lines")
  case ${1:-} in
  *[!0-9]* | '') arguments='lsp'; fail "$(tail -n 5 "$work/lines")" ;;
  *)
    sed '$d' "$work/lines"
    passed=$((passed + $1))
    failed=$((failed + $2))
    ;;
  esac
fi

summary
