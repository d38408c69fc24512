import { migration } from '@posthorn/chassis'

/** Adds what people need to work on chats: pins, mutes, assignees, labels, notes, and the search in what was written. */
export const messaging003 = migration('messaging_003_inbox', [
  `alter table chat
    add pinned boolean not null default false,
    add muted boolean not null default false,
    add assignee_id text collate "C",
    add assignee jsonb,
    add label_ids text[] not null default '{}',
    add labels jsonb not null default '[]'`,
  `create index chat_assignee on chat (workspace_id, assignee_id) where assignee_id is not null`,
  `create index chat_labels on chat using gin (label_ids) where label_ids <> '{}'`,
  `create table member (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    version integer not null,
    name text not null,
    email text not null,
    primary key (workspace_id, id)
  )`,
  `create index member_email on member (workspace_id, email)`,
  `create table label (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    name text not null,
    name_key text not null,
    color text not null,
    description text,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (workspace_id, id),
    unique (workspace_id, name_key)
  )`,
  `create table note (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    chat_id text collate "C" not null,
    body text not null,
    author jsonb not null,
    created_at timestamptz not null default now(),
    primary key (workspace_id, id),
    foreign key (workspace_id, chat_id) references chat (workspace_id, id) on delete cascade
  )`,
  `create index note_chat on note (workspace_id, chat_id, id)`,
  `create index message_words on message using gin (to_tsvector('simple', coalesce(body, ''))) where body is not null`,
  `alter table receipt_job add typing boolean not null default false`,
])
