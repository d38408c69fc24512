import { migration } from '@posthorn/chassis'

/** Says of which senders the id is that of a contact, and finds all addresses of one. */
export const numbers012 = migration('numbers_012_identifiers', [
  'alter table sender add column is_contact boolean not null default false',
  'create index sender_contact on sender (workspace_id, contact_id)',
])
