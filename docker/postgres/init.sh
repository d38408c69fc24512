#!/bin/sh
# Gives every service a login role and a schema of the same name that nobody else sees. Runs once, on an empty data folder.
set -eu

give_room() {
  psql -v ON_ERROR_STOP=1 -v role="$1" -v password="$2" -v database="$POSTGRES_DB" \
    --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
create role :"role" login password :'password';
grant connect, temporary on database :"database" to :"role";
create schema :"role" authorization :"role";
SQL
}

give_room gateway "$GATEWAY_DB_PASSWORD"
give_room messaging "$MESSAGING_DB_PASSWORD"
give_room contacts "$CONTACTS_DB_PASSWORD"
give_room groups "$GROUPS_DB_PASSWORD"
give_room numbers "$NUMBERS_DB_PASSWORD"
give_room webhooks "$WEBHOOKS_DB_PASSWORD"
