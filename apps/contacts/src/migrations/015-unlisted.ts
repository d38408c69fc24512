import { migration } from '@posthorn/chassis'

/** The time at which a contact was taken out of the address book; null: it is in it. */
export const contacts015 = migration('contacts_015_unlisted', [
  'alter table contact add column unlisted_at timestamptz',
])
