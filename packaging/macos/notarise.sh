#!/bin/sh
# Has Apple look through an image, and staples the answer to it: notarise.sh IMAGE.DMG
# NOTARY_KEY is the text of an App Store Connect key (.p8), NOTARY_KEY_ID and NOTARY_ISSUER are its names. Without a key
# the image stays as it is, and macOS warns whoever opens it.
set -eu

image=$1
if [ -z "${NOTARY_KEY:-}" ]; then
    echo "not notarised: there is no key"
    exit 0
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
umask 077
printf '%s\n' "$NOTARY_KEY" > "$folder/key.p8"
xcrun notarytool submit "$image" --key "$folder/key.p8" --key-id "$NOTARY_KEY_ID" --issuer "$NOTARY_ISSUER" \
    --wait --timeout 30m
xcrun stapler staple "$image"
spctl --assess --type open --context context:primary-signature --verbose "$image"
