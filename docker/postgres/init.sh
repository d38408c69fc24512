#!/bin/sh
# Creates, for every service, a login role and a private schema with the same name, a role that owns the tables, and a role that sees the
# rows of every workspace. Runs on an empty data folder, and can be run again after an upgrade.
set -eu

give_schema() {
  psql -v ON_ERROR_STOP=1 -v role="$1" -v password="$2" -v database="$POSTGRES_DB" \
    --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
select format('create role %I', :'role') where to_regrole(quote_ident(:'role')) is null \gexec
alter role :"role" login password :'password';
grant connect, temporary on database :"database" to :"role";
select set_config('provision.schema', :'role', false), set_config('provision.role', :'role', false);
do $provision$
declare
  place text := current_setting('provision.schema');
  request text := current_setting('provision.role');
  owner text := request || '_owner';
  sweep text := request || '_sweep';
  role text;
  thing record;
begin
  foreach role in array array[request, owner, sweep] loop
    begin
      if to_regrole(quote_ident(role)) is null then execute format('create role %I', role); end if;
    exception when duplicate_object or unique_violation then null;
    end;
  end loop;
  foreach role in array array[owner, sweep] loop
    if not exists (select from pg_auth_members where roleid = to_regrole(quote_ident(role)) and member = to_regrole(quote_ident(request)) and not inherit_option) then
      execute format('grant %I to %I with inherit false, set true', role, request);
    end if;
    if not pg_has_role(current_user, role, 'member') then execute format('grant %I to current_user', role); end if;
  end loop;
  execute format('create schema if not exists %I authorization %I', place, owner);
  for thing in select nspname from pg_namespace where nspname = place and nspowner <> to_regrole(quote_ident(owner)) loop
    execute format('alter schema %I owner to %I', place, owner);
  end loop;
  for thing in select relname, relkind from pg_class where relnamespace = to_regnamespace(quote_ident(place))
    and relowner <> to_regrole(quote_ident(owner)) and relkind in ('r', 'p', 'v') loop
    execute format('alter table %I.%I owner to %I', place, thing.relname, owner);
  end loop;
  for thing in select oid::regprocedure as name from pg_proc where pronamespace = to_regnamespace(quote_ident(place))
    and proowner <> to_regrole(quote_ident(owner)) loop
    execute format('alter function %s owner to %I', thing.name, owner);
  end loop;
  execute format('grant usage on schema %I to %I, %I', place, request, sweep);
  if (select rolsuper from pg_roles where rolname = current_user) then
    for thing in select oid::regprocedure as name from pg_proc where not proleakproof and oid = any (array[
      'ts_match_vq(tsvector,tsquery)', 'to_tsvector(regconfig,text)', 'arraycontains(anyarray,anyarray)',
      'arrayoverlap(anyarray,anyarray)', 'textlike(text,text)', 'lower(text)']::regprocedure[]) loop
      execute format('alter function %s leakproof', thing.name);
    end loop;
    execute format('grant pg_read_all_stats to %I', sweep);
  end if;
end
$provision$;
SQL
}

give_schema gateway "$GATEWAY_DB_PASSWORD"
give_schema messaging "$MESSAGING_DB_PASSWORD"
give_schema contacts "$CONTACTS_DB_PASSWORD"
give_schema groups "$GROUPS_DB_PASSWORD"
give_schema numbers "$NUMBERS_DB_PASSWORD"
give_schema webhooks "$WEBHOOKS_DB_PASSWORD"
