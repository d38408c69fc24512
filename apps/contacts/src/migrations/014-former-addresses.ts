import { migration } from '@posthorn/chassis'

/** Addresses that contacts had before the provider reported another phone or user id, so that an erasure removes the person under them, too. */
export const contacts014 = migration('contacts_014_former_addresses', [
  `create table former_address (
    workspace_id text collate "C" not null,
    contact_id text collate "C" not null,
    value text collate "C" not null,
    type text not null check (type in ('phone', 'provider_user')),
    changed_at timestamptz not null default now(),
    primary key (workspace_id, contact_id, value),
    foreign key (workspace_id, contact_id) references contact (workspace_id, id) on delete cascade
  )`,
])
