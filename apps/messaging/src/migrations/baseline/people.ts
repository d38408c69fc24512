/** People: members, contacts and recipients. */
export const people = [
  // Members that chats can be assigned to, copied from the gateway's events.
  `create table member (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    name text not null,
    email text not null,
    disabled boolean not null default false,
    removed boolean not null default false,
    version integer not null,
    primary key (workspace_id, id)
  )`,
  'create index member_email on member (workspace_id, email)',
  // Departments, copied from the gateway's events. Automations assign chats to a department's members.
  `create table department (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    members text[] not null,
    removed boolean not null default false,
    version integer not null,
    primary key (workspace_id, id)
  )`,
  // Contact data that message events include. A contact that has no custom fields and isn't blocked has no row.
  `create table contact_fact (
    workspace_id text collate "C" not null,
    contact_id text collate "C" not null,
    fields jsonb not null,
    blocked boolean not null,
    version integer not null,
    primary key (workspace_id, contact_id)
  )`,
  // Identifiers of people who have more than one. An identifier without a row stands for a separate person.
  `create table person_identifier (
    workspace_id text collate "C" not null,
    value text collate "C" not null,
    type text not null,
    person text collate "C" not null, -- the identifier used to store chats and send messages
    since timestamptz not null, -- when it became theirs
    released_at timestamptz, -- when it stopped being theirs
    primary key (workspace_id, value)
  )`,
  'create index person_identifier_person on person_identifier (workspace_id, person)',
  // Blocked recipients. Every address of a blocked contact has a row.
  `create table blocked_recipient (
    workspace_id text collate "C" not null,
    recipient text collate "C" not null,
    contact_id text collate "C" not null,
    primary key (workspace_id, recipient)
  )`,
  'create index blocked_recipient_contact on blocked_recipient (workspace_id, contact_id)',
  // Recipients who opted out. Every address of the contact has a row. The row is kept after an opt-in, because its version makes late
  // events ineffective.
  `create table opted_out_recipient (
    workspace_id text collate "C" not null,
    recipient text collate "C" not null,
    contact_id text collate "C" not null,
    opted_out boolean not null,
    version integer not null,
    primary key (workspace_id, recipient)
  )`,
  'create index opted_out_recipient_contact on opted_out_recipient (workspace_id, contact_id)',
]
