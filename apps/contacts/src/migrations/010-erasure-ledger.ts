import { migration } from '@posthorn/chassis'

/** Under which ids a person who is to be forgotten was or may have been a contact, and whether the ledger outside of Postgres has it. */
export const contacts010 = migration('contacts_010_erasure_ledger', [
  `alter table erasure
    add column contact_ids text[] not null default '{}',
    add column in_ledger boolean not null default false`,
  `create index erasure_not_in_ledger on erasure (requested_at) where not in_ledger`,
])
