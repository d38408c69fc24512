import { migration } from '@posthorn/chassis'

/** Facts of contacts that events about messages carry: custom fields, and blocked. Contacts without either have no row. */
export const messaging034 = migration('messaging_034_contact_facts', [
  `create table contact_fact (
    workspace_id text collate "C" not null,
    contact_id text collate "C" not null,
    fields jsonb not null,
    blocked boolean not null,
    version integer not null,
    primary key (workspace_id, contact_id)
  )`,
])
