import { migration } from '@posthorn/chassis'

/** Addresses of people count beyond the workspaces they joined once they are proven, so that several people can have entered one. */
export const provenAddresses050 = migration('gateway_050_proven_addresses', [
  'alter table person drop constraint person_email_key, add column proven_at timestamptz',
  'create index person_email on person (email)',
  'create unique index person_proven on person (email) where proven_at is not null',
  'alter table reset_link add column ends_second_factor boolean not null default false',
])
