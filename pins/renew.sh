#!/bin/sh
# Writes pins/*.txt by `uv pip compile`: every package with the hashes of all its public files, for
# Python 3.11 and newer on any processor. `make pins` keeps the versions where it can, `make pins
# UPGRADE=--upgrade` takes the newest. What stands in base.txt is left out of the others.
set -eu
cd "$(dirname "$0")/.."
uv=$1
shift

pin() {
  out=$1
  shift
  "$uv" pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate \
    --custom-compile-command 'make pins' --output-file "pins/$out.txt" "$@"
}

printf 'pip\nsetuptools\n' | pin tools "$@" -
pin base "$@" pyproject.toml
in_base=$(sed -n 's/^\([a-z0-9-]*\)==.*/--no-emit-package \1/p' pins/base.txt)
for extra in pi postgres bench test; do
  # shellcheck disable=SC2086 # one word each
  pin "$extra" "$@" --extra "$extra" --constraint pins/base.txt $in_base pyproject.toml
done
