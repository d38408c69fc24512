import { defaultPartition, migration, queueTableSettings } from '@posthorn/chassis'

export const baseline = migration('gateway_001_baseline', [
  // A tenant.
  `create table workspace (
    workspace_id text collate "C" primary key,
    name text not null,
    opted_out_messages text not null default 'send' check (opted_out_messages in ('send', 'refuse')),
    settings jsonb not null default '{}', -- settings that differ from their defaults, except opted_out_messages
    version integer not null default 1, -- determines the order of the events that contain the settings
    created_at timestamptz not null default now()
  )`,
  // A workspace that is moving between installations. The command that moves it writes this row.
  `create table workspace_move (
    workspace_id text collate "C" primary key,
    status text not null check (status in ('leaving', 'gone', 'arriving')),
    numbers text[] not null default '{}', -- our ids of its numbers, as in their callback URLs
    since timestamptz not null default now()
  )`,
  // Each number's country, copied from the numbers service's events.
  `create table number_country (
    workspace_id text collate "C" not null,
    number_id text collate "C" not null,
    country text,
    version integer not null,
    primary key (workspace_id, number_id)
  )`,
  // Someone who signs in to one or more workspaces. Several people can use the same email address, but only one of them can confirm it.
  `create table person (
    id text collate "C" primary key,
    email text not null,
    name text not null,
    password_hash text,
    second_factor text, -- sealed secret for one-time passwords
    second_factor_since timestamptz,
    last_step bigint, -- time step of the last one-time password, which can't be used again
    operator_since timestamptz, -- set for people who operate the installation
    proven_at timestamptz, -- when the person confirmed that the email address is theirs
    gets_digest boolean not null default false, -- gets a daily email about what is waiting
    created_at timestamptz not null default now()
  )`,
  'create index person_email on person (email)',
  'create unique index person_proven on person (email) where proven_at is not null',
  // A signed-in browser.
  `create table session (
    token_hash text primary key,
    id text collate "C" not null unique,
    person_id text collate "C" not null references person (id) on delete cascade,
    awaits_code boolean not null, -- true until the second factor is entered
    address text, -- IP address used to sign in
    agent text, -- browser used to sign in, as it names itself
    confirmed_at timestamptz not null default now(), -- when the person last entered a password or code
    seen_at timestamptz not null default now(),
    ends_at timestamptz not null,
    created_at timestamptz not null default now()
  )`,
  'create index session_person on session (person_id)',
  // Unused recovery codes for the second factor.
  `create table recovery_code (
    person_id text collate "C" not null references person (id) on delete cascade,
    code_hash text not null,
    primary key (person_id, code_hash)
  )`,
  // Links to reset a password.
  `create table reset_link (
    token_hash text primary key,
    person_id text collate "C" not null references person (id) on delete cascade,
    expires_at timestamptz not null,
    ends_second_factor boolean not null default false,
    is_mailed boolean not null default false -- the link was sent by email
  )`,
  // Links to confirm a person's email address.
  `create table confirm_link (
    person_id text collate "C" primary key references person (id) on delete cascade,
    token_hash text not null unique,
    expires_at timestamptz not null
  )`,
  // Emails that are waiting to be sent.
  `create table mail (
    id text collate "C" primary key,
    sealed text not null,
    attempt integer not null default 0,
    run_at timestamptz not null default now(),
    lease_token uuid,
    created_at timestamptz not null default now()
  )`,
  'create index mail_run_at on mail (run_at)',
  // The installation's key pair for push services.
  `create table push_key (
    id text primary key check (id = 'vapid'),
    public_key text not null,
    sealed text not null -- the private key
  )`,
  // A browser that receives push notifications.
  `create table push_subscription (
    id text collate "C" primary key, -- hash of the endpoint
    person_id text collate "C" not null references person (id) on delete cascade,
    session_id text collate "C" not null, -- last session in this browser; pushes end when the person ends it
    sealed text not null, -- endpoint and keys
    kinds text[] not null, -- kinds of events that the person wants to be notified about
    show_text boolean not null,
    agent text,
    created_at timestamptz not null default now(),
    renewed_at timestamptz not null default now()
  )`,
  'create index push_subscription_person on push_subscription (person_id)',
  // Events that are waiting to be pushed to a browser.
  `create table push (
    workspace_id text collate "C" not null,
    subscription_id text collate "C" not null references push_subscription (id) on delete cascade,
    kind text collate "C" not null,
    count integer not null, -- events since the last push
    chat_id text collate "C", -- null: more than one chat
    message_id text collate "C",
    attempt integer not null default 0,
    run_at timestamptz not null default now(),
    lease_token uuid,
    primary key (workspace_id, subscription_id, kind)
  ) ${queueTableSettings}`,
  'create index push_run_at on push (workspace_id, run_at)',
  'create index push_subscription_id on push (subscription_id)',
  // Recent attempts to sign in, and mails, by what they are counted for. The table is unlogged, so its rows may be lost when Postgres crashes.
  `create unlogged table sign_in_tries (
    name text primary key, -- HMAC of what they are counted for, such as an address
    at timestamptz[] not null,
    taken boolean not null -- whether the last attempt was allowed
  )`,
  // Someone who belongs to a workspace and can be assigned chats.
  `create table member (
    workspace_id text collate "C" not null references workspace (workspace_id),
    id text collate "C" not null,
    name text not null,
    email text not null,
    person_id text collate "C" references person (id) on delete set null, -- null until the member can sign in
    role text not null default 'agent' check (role in ('viewer', 'agent', 'admin', 'owner')),
    color text,
    numbers text[], -- numbers that the member may see; null: all
    disabled_at timestamptz,
    seen_at timestamptz,
    digest_at timestamptz, -- when the next daily email is due; null: not scheduled yet
    version integer not null default 1,
    created_at timestamptz not null default now(),
    primary key (workspace_id, id),
    unique (workspace_id, email)
  )`,
  'create unique index member_person on member (workspace_id, person_id)',
  'create index member_of_person on member (person_id)',
  // A group of members within a team.
  `create table department (
    workspace_id text collate "C" not null references workspace (workspace_id),
    id text collate "C" not null,
    name text not null,
    name_key text not null, -- the name in the form used for comparison: names that differ only in case are equal
    description text,
    color text,
    icon text,
    version integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (workspace_id, id),
    unique (workspace_id, name_key)
  )`,
  // Members of each department.
  `create table department_member (
    workspace_id text collate "C" not null,
    department_id text collate "C" not null,
    member_id text collate "C" not null,
    primary key (workspace_id, department_id, member_id),
    foreign key (workspace_id, department_id) references department (workspace_id, id) on delete cascade,
    foreign key (workspace_id, member_id) references member (workspace_id, id) on delete cascade
  )`,
  'create index department_of_member on department_member (workspace_id, member_id)',
  // A pending invitation to a workspace.
  `create table invitation (
    workspace_id text collate "C" not null references workspace (workspace_id),
    id text collate "C" not null,
    kind text not null check (kind in ('first', 'invitation')), -- first: the first owner's link
    token_hash text not null unique,
    email text,
    role text not null check (role in ('viewer', 'agent', 'admin', 'owner')),
    numbers text[],
    created_by text not null,
    mail_status text check (mail_status in ('waiting', 'sent', 'failed')), -- of the mail with the link; null: none
    expires_at timestamptz not null,
    created_at timestamptz not null default now(),
    primary key (workspace_id, id)
  )`,
  // An API key. The secret itself is not stored.
  `create table api_key (
    workspace_id text collate "C" not null references workspace (workspace_id),
    id text collate "C" not null,
    public_id text collate "C" not null, -- the part of the key that is used to find the row
    secret_hmac text not null,
    name text not null,
    scopes text[] not null,
    numbers text[], -- numbers that the key may use; null: all
    cidrs text[], -- IP addresses that the key may be used from; null: any
    test boolean not null default false, -- works only with simulator numbers
    expires_at timestamptz,
    revoked_at timestamptz,
    rotated_at timestamptz, -- since then the key has a successor
    last_used_at timestamptz,
    created_by_type text check (created_by_type in ('key', 'member', 'service')),
    created_by_id text,
    created_by_name text,
    last_used_from text,
    version integer not null default 1,
    created_at timestamptz not null default now(),
    primary key (workspace_id, id)
  )`,
  'create unique index api_key_public_id on api_key (public_id)',
  'create unique index api_key_id on api_key (id)',
  // The number of requests for each key, day and operation.
  `create table key_use (
    workspace_id text collate "C" not null,
    key_id text collate "C" not null,
    day date not null,
    operation text collate "C" not null,
    calls bigint not null,
    refused bigint not null,
    primary key (workspace_id, key_id, day, operation)
  )`,
  'create index key_use_day on key_use (day)',
  // The number of recipients that a key's assistant wrote to on the last day that it sent anything.
  `create table assistant_day (
    workspace_id text collate "C" not null,
    key_id text collate "C" not null,
    day date not null,
    recipients integer not null,
    primary key (workspace_id, key_id)
  )`,
  // Rate limits shared by all gateways. The table is unlogged: after Postgres crashes, all buckets are full.
  `create unlogged table rate_bucket (
    name text collate "C" primary key,
    tokens double precision not null,
    granted double precision not null, -- tokens leased to gateways so far
    at timestamptz not null
  ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000)`,
  // A workspace's audit log. Each entry contains the hash of the previous entry.
  `create table audit_entry (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    sequence bigint not null,
    created_at timestamptz(3) not null,
    actor_type text not null,
    actor_id text not null,
    actor_name text,
    service text not null,
    operation text not null,
    target text,
    ip text,
    request_id text not null,
    details text not null, -- input and changes as JSON
    previous text not null, -- hash of the previous entry
    hash text not null,
    primary key (workspace_id, id)
  ) partition by range (id)`,
  defaultPartition('audit_entry'),
  'create index audit_entry_sequence on audit_entry (workspace_id, sequence)',
  'create index audit_entry_actor on audit_entry (workspace_id, actor_id, id)',
  'create index audit_entry_target on audit_entry (workspace_id, target, id)',
  // The point at which a chain of hashes continues after its oldest months have been deleted.
  `create table audit_checkpoint (
    workspace_id text collate "C" not null,
    sequence bigint not null,
    id text collate "C" not null,
    hash text not null,
    made_at timestamptz not null default now(),
    primary key (workspace_id, sequence)
  )`,
  `create function refuse_change() returns trigger language plpgsql as $$
   begin
     raise exception 'the audit log is only added to';
   end $$`,
  ...['audit_entry', 'audit_checkpoint'].flatMap((table) => [
    `create trigger ${table}_is_final before update or delete on ${table} for each row execute function refuse_change()`,
    `create trigger ${table}_is_kept before truncate on ${table} for each statement execute function refuse_change()`,
  ]),
])
