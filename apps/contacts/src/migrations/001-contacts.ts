import { migration } from '@posthorn/chassis'

/** Contacts and their identities. */
export const contacts001 = migration('contacts_001_contacts', [
  `create table contact (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    name text,
    phone text,
    email text,
    company text,
    source text not null check (source in ('api', 'message')),
    version integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    last_message_at timestamptz,
    primary key (workspace_id, id)
  )`,
  `create index contact_newest on contact (workspace_id, created_at desc, id desc)`,
  `create table identity (
    workspace_id text collate "C" not null,
    type text not null check (type in ('phone', 'provider_user')),
    value text not null,
    contact_id text collate "C" not null,
    primary key (workspace_id, type, value),
    foreign key (workspace_id, contact_id) references contact (workspace_id, id) on delete cascade
  )`,
  `create index identity_contact on identity (workspace_id, contact_id)`,
])
