import { migration } from '@posthorn/chassis'

/** The ids under which a person who is erased was or may have been a contact, and a mark of erasures in the journal outside of Postgres. */
export const contacts010 = migration('contacts_010_erasure_ledger', [
  `alter table erasure
    add column contact_ids text[] not null default '{}',
    add column in_ledger boolean not null default false`,
  `create index erasure_not_in_ledger on erasure (requested_at) where not in_ledger`,
])
