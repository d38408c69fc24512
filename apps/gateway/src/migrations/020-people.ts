import { migration } from '@posthorn/chassis'

/** People who sign in, their sessions, invitations, and what ties a member to a person. */
export const people020 = migration('gateway_020_people', [
  `create table person (
    id text collate "C" primary key,
    email text not null unique,
    name text not null,
    password_hash text,
    second_factor text,
    second_factor_since timestamptz,
    last_step bigint,
    created_at timestamptz not null default now()
  )`,
  `create table recovery_code (
    person_id text collate "C" not null references person (id) on delete cascade,
    code_hash text not null,
    primary key (person_id, code_hash)
  )`,
  `create table session (
    token_hash text primary key,
    id text collate "C" not null unique,
    person_id text collate "C" not null references person (id) on delete cascade,
    awaits_code boolean not null,
    address text,
    agent text,
    created_at timestamptz not null default now(),
    confirmed_at timestamptz not null default now(),
    seen_at timestamptz not null default now(),
    ends_at timestamptz not null
  )`,
  'create index session_person on session (person_id)',
  `create table reset_link (
    token_hash text primary key,
    person_id text collate "C" not null references person (id) on delete cascade,
    expires_at timestamptz not null
  )`,
  `create unlogged table sign_in_tries (
    name text primary key,
    at timestamptz[] not null,
    taken boolean not null
  )`,
  `alter table member
     add column person_id text collate "C" references person (id) on delete set null,
     add column role text not null default 'agent' check (role in ('viewer', 'agent', 'admin', 'owner')),
     add column numbers text[],
     add column disabled_at timestamptz,
     add column seen_at timestamptz`,
  'create unique index member_person on member (workspace_id, person_id)',
  'create index member_of_person on member (person_id)',
  'alter table audit_entry add column actor_name text',
  `create table invitation (
    workspace_id text collate "C" not null references workspace (workspace_id),
    id text collate "C" not null,
    kind text not null check (kind in ('first', 'invitation')),
    token_hash text not null unique,
    email text,
    role text not null check (role in ('viewer', 'agent', 'admin', 'owner')),
    numbers text[],
    created_by text not null,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    primary key (workspace_id, id)
  )`,
])
