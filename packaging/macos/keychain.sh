#!/bin/sh
# Puts the certificate of MACOS_CERTIFICATE (a .p12 in base64, opened by MACOS_CERTIFICATE_PASSWORD) into a keychain of
# its own, and prints the name it signs with. Without a certificate it prints nothing, and nothing is signed.
set -eu

if [ -z "${MACOS_CERTIFICATE:-}" ]; then
    exit 0
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
keychain="${RUNNER_TEMP:-$HOME/Library/Keychains}/openclaw-desktop.keychain-db"
password=$(openssl rand -hex 24)

umask 077
printf '%s' "$MACOS_CERTIFICATE" | openssl base64 -d -A > "$folder/certificate.p12"
security create-keychain -p "$password" "$keychain" >&2
security set-keychain-settings -lut 21600 "$keychain" >&2
security unlock-keychain -p "$password" "$keychain" >&2
security import "$folder/certificate.p12" -P "$MACOS_CERTIFICATE_PASSWORD" -f pkcs12 -T /usr/bin/codesign \
    -k "$keychain" >&2
# Else codesign would ask in a window whether it may use the key.
security set-key-partition-list -S apple-tool:,apple: -s -k "$password" "$keychain" > /dev/null
security list-keychains -d user -s "$keychain" login.keychain-db >&2
security find-identity -v -p codesigning "$keychain" | sed -n 's/^ *1) [0-9A-F]* "\(.*\)"$/\1/p'
