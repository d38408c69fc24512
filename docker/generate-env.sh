#!/bin/sh
# Creates docker/.env from docker/.env.example, with random values for the passwords and secrets between our own programs.
# Each starts with a letter, because NATS reads values such as 5e… as numbers and then rejects its configuration.
set -eu
command -v openssl >/dev/null || { echo "openssl is needed" >&2; exit 1; }
cd "$(dirname "$0")"
[ -e .env ] && { echo "docker/.env already exists: remove it first if its secrets are not in use" >&2; exit 1; }
umask 077
while IFS= read -r line; do
  case "$line" in
    MASTER_KEYS=) echo "MASTER_KEYS=1:$(openssl rand -base64 32)" ;;
    *_PASSWORD= | GATEWAY_SECRET= | OPERATOR_SECRET=) echo "${line}s$(openssl rand -hex 32)" ;;
    *) echo "$line" ;;
  esac
done < .env.example > .env
echo "wrote docker/.env: set PUBLIC_URL there, and keep a copy of MASTER_KEYS"
