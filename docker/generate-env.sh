#!/bin/sh
# Writes docker/.env from docker/.env.example, with a random secret for each password and secret that is empty there.
# Each begins with a letter: NATS reads what begins as a number does, such as 5e…, as one and then refuses its configuration.
set -eu
cd "$(dirname "$0")"
[ -e .env ] && { echo "docker/.env exists already: remove it first if its secrets are not in use" >&2; exit 1; }
umask 077
while IFS= read -r line; do
  case "$line" in
    MASTER_KEYS=) echo "MASTER_KEYS=1:$(openssl rand -base64 32)" ;;
    *_PASSWORD= | *_SECRET=) echo "${line}s$(openssl rand -hex 32)" ;;
    *) echo "$line" ;;
  esac
done < .env.example > .env
echo "wrote docker/.env: set PUBLIC_URL there, and keep a copy of MASTER_KEYS"
