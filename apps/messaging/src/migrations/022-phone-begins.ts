import { migration } from '@posthorn/chassis'

/** Chats by how their phone begins, too: a search for the first digits of a phone needs no other index. */
export const messaging022 = migration('messaging_022_phone_begins', [
  'create index chat_phone_begins on chat (workspace_id, phone text_pattern_ops) where phone is not null',
  'drop index chat_phone',
  'alter index chat_phone_begins rename to chat_phone',
])
