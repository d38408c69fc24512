import { migration } from '@posthorn/chassis'

/** Notes when a contact wrote the newest word that opts out or in, and what it and the newest preference say. */
export const contacts017 = migration('contacts_017_consent_words', [
  'alter table contact add column word_at timestamptz, add column said_out boolean not null default false, add column prefers_out boolean not null default false',
])
