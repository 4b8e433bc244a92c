#!/bin/sh
# debian.sh PACKAGE: installs, kills, upgrades and removes the package on a Debian that runs systemd. Called by
# `cargo xtask release --check`, in a container.
set -eux

config=/etc/frontdesk/frontdesk.toml
until_true() {
    left=600
    until "$@"; do
        left=$((left - 1))
        test "$left" -gt 0
        sleep 0.1
    done
}
main_pid() { systemctl show -p MainPID --value frontdesk; }
is_healthy() { frontdesk healthcheck --config "$config"; }
was_restarted() { test "$(systemctl show -p NRestarts --value frontdesk)" -ge 1 && is_healthy; }

until_true systemctl is-system-running --wait
dpkg -i "$1"
systemctl is-active frontdesk
systemctl is-enabled frontdesk
systemd-analyze verify --man=no frontdesk.service frontdesk.socket
test "$(systemctl is-enabled frontdesk.socket || true)" = disabled
systemctl status frontdesk --no-pager
is_healthy
test "$(stat -c %U "/proc/$(main_pid)")" = frontdesk
test "$(stat -c %U:%a /var/lib/frontdesk)" = frontdesk:700
test "$(stat -c %U:%G:%a "$config")" = root:frontdesk:640
runuser -u frontdesk -- frontdesk setup-link --config "$config"
ls /usr/share/man/man1/frontdesk.1*
test -f /usr/share/bash-completion/completions/frontdesk

# A server that hangs is restarted by the watchdog.
mkdir -p /run/systemd/system/frontdesk.service.d
printf '[Service]\nWatchdogSec=2\n' >/run/systemd/system/frontdesk.service.d/check.conf
systemctl daemon-reload
systemctl restart frontdesk
kill -STOP "$(main_pid)"
until_true was_restarted

# An upgrade keeps the settings and restarts the server.
sed -i 's/^#log_format = "human"/log_format = "json"/' "$config"
dpkg -i "$1"
grep -q '^log_format = "json"' "$config"
until_true is_healthy

# systemd holds the address while the server is away: the first connection starts it.
systemctl stop frontdesk
systemctl enable --now frontdesk.socket
bash -c 'exec 3<>/dev/tcp/127.0.0.1/8080'
until_true is_healthy
systemctl disable --now frontdesk.socket

# `remove` keeps the data, `purge` does not.
dpkg -r frontdesk
test -d /var/lib/frontdesk/store
test "$(systemctl is-active frontdesk || true)" = inactive
dpkg -P frontdesk
test ! -e /var/lib/frontdesk
test ! -e /etc/frontdesk
dpkg -i "$1"
until_true is_healthy
