import { migration, workspaceSettingTable } from '@posthorn/chassis'
import { createTextFunctions } from '@posthorn/contracts'

export const baseline = migration('contacts_001_baseline', [
  createTextFunctions.folded,
  createTextFunctions.spaced,
  // Returns every trigram of a name. The cost is set high, so that Postgres looks up names in the index instead of scanning them.
  `create function trigrams(value text) returns text[] language sql immutable parallel safe cost 10000
    return (
      select coalesce(array_agg(distinct substr(padded, i, 3)), '{}')
      from (select '  ' || regexp_replace(btrim(spaced(folded(coalesce(value, '')))), '\\s+', '  ', 'g') || ' ' as padded) as p,
        generate_series(1, length(padded) - 2) as i
    )`,
  // Workspace settings that this service uses, copied from the gateway's events.
  workspaceSettingTable,
  // A person known to a workspace.
  `create table contact (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    name text,
    first_name text,
    last_name text,
    -- a column because under row-level security, a condition can use an index only if it is leakproof, and trigrams() isn't
    name_trigrams text[] not null generated always as (trigrams(name)) stored,
    phone text,
    email text,
    username text,
    username_at timestamptz, -- time of the report that contained the username; reports can arrive in any order
    company text,
    country text,
    language text,
    tags text[] not null default '{}',
    fields jsonb not null default '{}',
    source text not null check (source in ('api', 'message', 'import')),
    -- numbers that the contact belongs to: those that have a chat with it, and those that its creator was limited to
    number_ids text[] not null default '{}',
    last_message_at timestamptz,
    unlisted_at timestamptz, -- when the contact was removed from the address book; null: it is listed
    blocked boolean not null default false,
    opted_out_at timestamptz,
    stopped boolean not null default false, -- was opted out only by a preference at the provider
    preference_at timestamptz, -- time of the latest preference reported by the provider
    word_at timestamptz, -- when the contact last sent a word that opts out or in
    said_out boolean not null default false, -- that word was an opt-out
    prefers_out boolean not null default false, -- the latest preference is an opt-out
    version integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (workspace_id, id)
  )`,
  'create index contact_newest on contact (workspace_id, created_at desc, id desc)',
  'create index contact_phone on contact (workspace_id, phone text_pattern_ops)',
  'create index contact_email on contact (workspace_id, lower(email) text_pattern_ops) where email is not null',
  'create index contact_updated on contact (workspace_id, updated_at desc, id desc)',
  `create index contact_username on contact (workspace_id, lower(username) text_pattern_ops)
     where username is not null`,
  'create index contact_name on contact using gin (name_trigrams)',
  'create index contact_numbers on contact using gin (number_ids)',
  // Contacts' phones and user ids.
  `create table identity (
    workspace_id text collate "C" not null,
    type text not null check (type in ('phone', 'provider_user', 'provider_parent_user')),
    value text collate "C" not null,
    contact_id text collate "C" not null,
    since timestamptz not null default now(), -- when it was first known to be theirs
    primary key (workspace_id, type, value),
    foreign key (workspace_id, contact_id) references contact (workspace_id, id) on delete cascade
  )`,
  'create index identity_contact on identity (workspace_id, contact_id)',
  'create index identity_value on identity (workspace_id, value text_pattern_ops)',
  // Contacts' previous phones and user ids. They are kept so that an erasure covers them.
  `create table previous_address (
    workspace_id text collate "C" not null,
    contact_id text collate "C" not null,
    value text collate "C" not null,
    type text not null check (type in ('phone', 'provider_user', 'provider_parent_user')),
    changed_at timestamptz not null default now(),
    primary key (workspace_id, contact_id, value),
    foreign key (workspace_id, contact_id) references contact (workspace_id, id) on delete cascade
  )`,
  'create index previous_address_value on previous_address (workspace_id, value)',
  // Contacts that were merged or deleted. No contact gets such an id again (`isGone`).
  `create table gone_contact (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    merged_into text collate "C",
    gone_at timestamptz not null default now(),
    version integer not null,
    primary key (workspace_id, id)
  )`,
  'create index gone_contact_target on gone_contact (workspace_id, merged_into) where merged_into is not null',
  // The person in each chat, copied from the messaging service's events.
  `create table known_chat (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    person text collate "C" not null, -- the phone or, if it is hidden, the contact or user id
    number_id text collate "C",
    primary key (workspace_id, id)
  )`,
  'create index known_chat_person on known_chat (workspace_id, person)',
  // Contacts whose opt-out still has to be announced in a separate event.
  `create table opt_out_announcement (
    workspace_id text collate "C" not null,
    contact_id text collate "C" not null,
    primary key (workspace_id, contact_id)
  )`,
  // A saved contact filter.
  `create table segment (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    name text not null,
    description text,
    filter jsonb not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (workspace_id, id),
    constraint segment_name unique (workspace_id, name)
  )`,
  // An import of contacts, with its progress.
  `create table import (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    status text not null check (status in ('fetching', 'running', 'finished', 'failed')),
    url text,
    format text not null default 'csv' check (format in ('csv', 'json')),
    dry_run boolean not null, -- only checks the file for errors
    on_duplicate text not null check (on_duplicate in ('skip', 'update', 'error')),
    tags text[] not null,
    asked_mapping jsonb not null, -- the attribute of each column, as requested
    mapping jsonb, -- the attribute of each column of the file
    delimiter text,
    columns text[],
    size_bytes bigint not null default 0,
    done_bytes bigint not null default 0,
    rows integer not null default 0,
    created integer not null default 0,
    updated integer not null default 0,
    skipped integer not null default 0,
    failed integer not null default 0,
    error_code text,
    lease_until timestamptz,
    attempts integer not null default 0, -- attempts in a row that neither fetched the file nor stored its next rows
    touched_at timestamptz not null default now(), -- determines which import gets the next turn
    completed_at timestamptz,
    done_lines integer not null default 0, -- lines of the file that have been read
    created_at timestamptz not null default now(),
    primary key (workspace_id, id)
  )`,
  `create index import_open on import (touched_at) where status in ('fetching', 'running')`,
  // The uploaded file as UTF-8, split into pieces. The storage is external: the file is read only once, so compression isn't worthwhile.
  `create table import_piece (
    workspace_id text collate "C" not null,
    import_id text collate "C" not null,
    position integer not null,
    data bytea storage external not null,
    primary key (workspace_id, import_id, position),
    foreign key (workspace_id, import_id) references import (workspace_id, id) on delete cascade
  )`,
  // Rows that an import refused.
  `create table import_error (
    workspace_id text collate "C" not null,
    import_id text collate "C" not null,
    id text collate "C" not null,
    row integer not null,
    column_name text not null,
    error_code text not null,
    message text not null,
    value text,
    line integer, -- line of the file where the row begins
    cells jsonb, -- the row as it appeared in the file
    primary key (workspace_id, import_id, id),
    foreign key (workspace_id, import_id) references import (workspace_id, id) on delete cascade
  )`,
  // Identifiers and contacts that earlier rows of a dry run would have created or updated, with the tags and fields of these rows.
  `create table import_seen (
    workspace_id text collate "C" not null,
    import_id text collate "C" not null,
    identifier text collate "C" not null,
    person text collate "C" not null, -- id of the contact, or first identifier of a new one; its row has the tags and fields
    tags text[] not null,
    fields text[] not null,
    primary key (workspace_id, import_id, identifier),
    foreign key (workspace_id, import_id) references import (workspace_id, id) on delete cascade
  )`,
  // The erasure of a person from all services, with its progress.
  `create table erasure (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    contact_id text collate "C" not null,
    contact_ids text[] not null default '{}', -- other contact ids that the person has had
    sealed text, -- the person's identifiers; null once the erasure is complete
    done jsonb not null default '{}', -- services that have erased the person
    requested_at timestamptz not null,
    completed_at timestamptz,
    in_journal boolean not null default false, -- recorded in the journal outside Postgres
    primary key (workspace_id, id)
  )`,
  'create index erasure_not_in_journal on erasure (requested_at) where not in_journal',
  // Triggers maintain contacts' numbers, because many parts of the code store chats and identities.
  `create function give_numbers_of_chats() returns trigger language plpgsql set search_path from current as $$ begin
    update contact c set number_ids = array(select unnest(c.number_ids || a.number_ids) as id group by id order by id)
    from (
      select t.workspace_id, coalesce(i.contact_id, t.person) as id, array_agg(distinct t.number_id::text) as number_ids
      from touched t left join identity i on i.workspace_id = t.workspace_id and i.value = t.person
      where t.number_id is not null group by 1, 2
    ) a
    where c.workspace_id = a.workspace_id and c.id = a.id and not c.number_ids @> a.number_ids;
    return null;
  end $$`,
  `create function give_numbers_of_identities() returns trigger language plpgsql set search_path from current as $$ begin
    update contact c set number_ids = array(select unnest(c.number_ids || a.number_ids) as id group by id order by id)
    from (
      select t.workspace_id, t.contact_id as id, array_agg(distinct k.number_id::text) as number_ids
      from touched t join known_chat k on k.workspace_id = t.workspace_id and k.person = t.value
      where k.number_id is not null group by 1, 2
    ) a
    where c.workspace_id = a.workspace_id and c.id = a.id and not c.number_ids @> a.number_ids;
    return null;
  end $$`,
  ...['insert', 'update'].flatMap((change) =>
    [
      ['known_chat', 'give_numbers_of_chats'],
      ['identity', 'give_numbers_of_identities'],
    ].map(
      ([
        table,
        give,
      ]) => `create trigger ${table}_${change}_numbers after ${change} on ${table} referencing new table as touched
        for each statement execute function ${give}()`,
    ),
  ),
  `create function take_numbers_of_chats() returns trigger language plpgsql set search_path from current as $$ begin
    new.number_ids := array(
      select unnest(new.number_ids) as id union select k.number_id from known_chat k
      where k.workspace_id = new.workspace_id and k.person = new.id and k.number_id is not null order by id);
    return new;
  end $$`,
  `create trigger contact_numbers before insert on contact for each row execute function take_numbers_of_chats()`,
])
