import { migration } from '@posthorn/chassis'

/** Letters that wait to be mailed, links that confirm an address, and which links to set a password came by mail. */
export const mail070 = migration('gateway_070_mail', [
  `create table mail (
    id text collate "C" primary key,
    sealed text not null,
    attempt integer not null default 0,
    run_at timestamptz not null default now(),
    lease_token uuid,
    created_at timestamptz not null default now()
  )`,
  'create index mail_run_at on mail (run_at)',
  `create table confirm_link (
    person_id text collate "C" primary key references person (id) on delete cascade,
    token_hash text not null unique,
    expires_at timestamptz not null
  )`,
  'alter table reset_link add column is_mailed boolean not null default false',
])
