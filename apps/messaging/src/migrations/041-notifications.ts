import { migration } from '@posthorn/chassis'

/** Adds what concerns single members. */
export const messaging041 = migration('messaging_041_notifications', [
  `create table notification (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    member_id text collate "C" not null,
    kind text not null,
    source_id text collate "C" not null,
    chat_id text collate "C",
    number_id text collate "C",
    message_id text collate "C",
    note_id text collate "C",
    webhook_id text collate "C",
    reason text,
    author jsonb,
    created_at timestamptz not null,
    read_at timestamptz,
    primary key (workspace_id, id),
    unique (workspace_id, member_id, source_id),
    foreign key (workspace_id, chat_id) references chat (workspace_id, id) on delete cascade
  )`,
  'create index notification_member on notification (workspace_id, member_id, id)',
  'create index notification_unread on notification (workspace_id, member_id, id) where read_at is null',
  'create index notification_chat on notification (workspace_id, chat_id)',
  'create index notification_created on notification (created_at)',
])
