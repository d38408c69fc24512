import { migration } from '@posthorn/chassis'

/** People that have a chat: by phone, or by contact where the phone is hidden. */
export const contacts007 = migration('contacts_007_chats', [
  `create table known_chat (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    person text not null,
    primary key (workspace_id, id)
  )`,
  'create index known_chat_person on known_chat (workspace_id, person)',
])
