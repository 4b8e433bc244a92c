#!/bin/sh
# tarball.sh ARCHIVE [EMULATOR]: unpacks a release and starts its program, of another processor by an emulator. Called by
# `cargo xtask release --check`.
set -eu

folder=$(mktemp -d)
server=
trap 'test -z "$server" || kill "$server" 2>/dev/null || true; rm -rf "$folder"' EXIT
tar -xzf "$1" -C "$folder"
emulator=${2-}
cd "$folder"/*

$emulator ./frontdesk serve --listen 127.0.0.1:0 --operator-listen 127.0.0.1:0 --data "$folder/data" >"$folder/output" &
server=$!
left=300
until grep -q 'Set up your shop' "$folder/output"; do
    left=$((left - 1))
    test "$left" -gt 0 && kill -0 "$server"
    sleep 0.1
done
$emulator ./frontdesk healthcheck --data "$folder/data"
python3 - "$(sed -n 's/^listening on //p' "$folder/output")" <<'PYTHON'
import sys, urllib.request

for path, wanted in [("/desk/", "<script"), ("/chat_online/embed.js", "Frontdesk"), ("/readyz", "ready")]:
    page = urllib.request.urlopen(sys.argv[1] + path, timeout=10).read().decode()
    assert wanted in page, f"{path} lacks {wanted}: {page[:200]}"
PYTHON
kill "$server"
wait "$server"
server=

for page in man/*.1; do
    mandoc -Tlint -Werror "$page"
done
bash -n completions/frontdesk.bash
for text in 'ring' 'react-dom'; do
    grep -q "$text" LICENSES-THIRD-PARTY.txt
done
