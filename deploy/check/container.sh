#!/bin/sh
# container.sh ARCHIVE BASE [FLAG...]: builds the image of a release on this base, and runs it with these flags of
# `podman run`. Called by `cargo xtask release --check`.
set -eu

archive=$1
base=$2
shift 2
folder=$(mktemp -d)
name=frontdesk-check-$$
trap 'podman rm -f "$name" >/dev/null 2>&1 || true; podman volume rm -f "$name" >/dev/null 2>&1 || true; rm -rf "$folder"' EXIT
tar -xzf "$archive" -C "$folder"
cd "$folder"/*

podman build --quiet --format docker --build-arg BASE="$base" --tag localhost/frontdesk-check .
for round in first second; do
    podman run --detach --name "$name" "$@" --network none --read-only --cap-drop all \
        --security-opt no-new-privileges --volume "$name:/data" localhost/frontdesk-check >/dev/null
    left=300
    until podman healthcheck run "$name" >/dev/null 2>&1; do
        left=$((left - 1))
        if test "$left" -eq 0 || ! podman container inspect --format '{{.State.Running}}' "$name" | grep -q true; then
            podman logs "$name"
            exit 1
        fi
        sleep 0.1
    done
    podman logs "$name" | grep -q 'Set up your shop: http'
    podman stop --time 15 "$name" >/dev/null
    test "$(podman container inspect --format '{{.State.ExitCode}}' "$name")" = 0
    podman rm "$name" >/dev/null
    echo "the $round start is healthy and stops"
done
