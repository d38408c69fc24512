import { migration } from '@posthorn/chassis'

/**
 * Identifiers of people who are known by several: the one under which their chats are kept and messages go, and since and until when each
 * is theirs. An identifier without a row is a person of its own.
 */
export const messaging046 = migration('messaging_046_people', [
  `create table person_identifier (
    workspace_id text collate "C" not null,
    value text collate "C" not null,
    type text not null,
    person text collate "C" not null,
    since timestamptz not null,
    released_at timestamptz,
    primary key (workspace_id, value)
  )`,
  'create index person_identifier_person on person_identifier (workspace_id, person)',
])
