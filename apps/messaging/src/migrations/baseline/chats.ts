import { growingTable, hotTableSettings, queueTableSettings } from '@posthorn/chassis'
import { createTextFunctions } from '@posthorn/contracts'

/** Chats, and a team's work on them. */
export const chats = [
  createTextFunctions.folded,
  // Returns every trigram of a string. Duplicates are fine, because the index drops them. The function uses a loop, because a query would
  // be planned for each new chat.
  `create function trigrams(value text) returns text[] language plpgsql immutable parallel safe as $$
    declare
      folded text := lower(value);
      parts text[] := '{}';
    begin
      for i in 1 .. coalesce(length(folded), 0) - 2 loop
        parts := parts || substr(folded, i, 3);
      end loop;
      return parts;
    end
  $$`,
  // Labels for chats.
  `create table label (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    name text not null,
    name_key text not null, -- the name in the form used for comparison: names that differ only in case are equal
    color text not null,
    description text,
    merged_ids text[] not null default '{}', -- labels merged into this one
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (workspace_id, id),
    unique (workspace_id, name_key)
  )`,
  // Saved replies: messages that a team often sends.
  `create table reply (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    name text not null,
    name_key text not null,
    shortcut text,
    folder text,
    message text not null,
    author jsonb not null,
    version integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (workspace_id, id),
    unique (workspace_id, name_key),
    unique (workspace_id, shortcut)
  )`,
  // Saved views of the inbox.
  `create table view (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    name text not null,
    name_key text not null,
    owner text collate "C" not null, -- the member or key; empty: the team
    filter jsonb not null,
    sort text not null,
    author jsonb not null,
    version integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (workspace_id, id),
    unique (workspace_id, owner, name_key)
  )`,
  // A conversation with a person, group or broadcast channel.
  `create table chat (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    number_id text collate "C" not null,
    recipient text not null, -- the address that messages are sent to
    type text not null default 'direct' check (type in ('direct', 'group', 'channel')),
    name text,
    phone text,
    contact_id text collate "C",
    group_id text collate "C",
    status text not null default 'open' check (status in ('open', 'pending', 'resolved', 'archived')),
    waiting_since timestamptz, -- time of the customer's oldest unanswered message
    snooze jsonb,
    snoozed_until timestamptz,
    pinned boolean not null default false,
    muted boolean not null default false,
    assignee_id text collate "C",
    assignee jsonb, -- copy of the details that lists show, kept current by chat_refresh
    label_ids text[] not null default '{}',
    labels jsonb not null default '[]',
    rating jsonb, -- the customer's latest rating
    unread_count integer not null default 0,
    read_to text collate "C", -- incoming messages with lower ids are read; null: the chat was never read as a whole
    first_message_id text collate "C", -- the message that started the chat
    last_message jsonb, -- the parts of it that lists show
    last_message_at timestamptz not null,
    failed boolean not null default false, -- the newest message failed
    last_inbound_at timestamptz,
    last_outbound_at timestamptz,
    answered_in_app_at timestamptz, -- time of the last message that the business sent from the provider's app
    window_closes_at timestamptz, -- free-form messages may be sent until then
    version integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (workspace_id, id),
    unique (workspace_id, number_id, recipient)
  ) with (fillfactor = 80, ${growingTable})`,
  'create index chat_newest on chat (workspace_id, last_message_at desc, id desc)',
  'create index chat_updated on chat (workspace_id, updated_at)',
  'create index chat_assignee on chat (workspace_id, assignee_id) where assignee_id is not null',
  `create index chat_labels on chat using gin (label_ids) where label_ids <> '{}'`,
  'create index chat_group on chat (workspace_id, group_id) where group_id is not null',
  'create index chat_phone on chat (workspace_id, phone text_pattern_ops) where phone is not null',
  'create index chat_waiting on chat (workspace_id, waiting_since, id) where waiting_since is not null',
  'create index chat_window on chat (workspace_id, window_closes_at, id) where window_closes_at is not null',
  'create index chat_written on chat (workspace_id, last_message_at desc, id desc) where last_inbound_at is not null',
  'create index chat_unread on chat (workspace_id, last_message_at desc, id desc) where unread_count > 0',
  'create index chat_snoozed on chat (workspace_id, last_message_at desc, id desc) where snooze is not null',
  'create index chat_wakes on chat (snoozed_until) where snoozed_until is not null',
  'create index chat_failed on chat (workspace_id, last_message_at desc, id desc) where failed',
  // Parts of names and phones, used for search. They are in a separate table, because every message updates its chat's row, and each update
  // would also write to the index.
  `create table chat_search (
    workspace_id text collate "C" not null,
    chat_id text collate "C" not null,
    trigrams text[] not null,
    primary key (workspace_id, chat_id),
    foreign key (workspace_id, chat_id) references chat (workspace_id, id) on delete cascade
  )`,
  'create index chat_search_trigrams on chat_search using gin (trigrams)',
  // Triggers maintain the search table, because several parts of the code store chats. The search path is fixed, because an operator's
  // session may have a different one.
  `create function note_chat_search() returns trigger language plpgsql set search_path from current as $$ begin
    insert into chat_search (workspace_id, chat_id, trigrams)
      values (new.workspace_id, new.id, trigrams(folded(new.name)) || trigrams(new.phone))
      on conflict (workspace_id, chat_id) do update set trigrams = excluded.trigrams;
    return null;
  end $$`,
  `create trigger chat_is_made after insert on chat for each row execute function note_chat_search()`,
  `create trigger chat_is_renamed after update of name, phone on chat for each row
    when (old.name is distinct from new.name or old.phone is distinct from new.phone) execute function note_chat_search()`,
  // Ids of chats that were merged into another chat.
  `create table chat_alias (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    chat_id text collate "C" not null,
    primary key (workspace_id, id),
    foreign key (workspace_id, chat_id) references chat (workspace_id, id) on delete cascade
  )`,
  'create index chat_alias_chat on chat_alias (workspace_id, chat_id)',
  // Changes to a chat, with the time and author of each change.
  `create table chat_change (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    chat_id text collate "C" not null,
    change text not null,
    author jsonb,
    detail jsonb,
    created_at timestamptz not null default now(),
    primary key (workspace_id, id),
    foreign key (workspace_id, chat_id) references chat (workspace_id, id) on delete cascade
  )`,
  'create index chat_change_chat on chat_change (workspace_id, chat_id, id)',
  // Internal notes.
  `create table note (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    chat_id text collate "C" not null,
    body text not null,
    author jsonb not null,
    mentions text[] not null default '{}', -- members who were mentioned
    edited_at timestamptz,
    created_at timestamptz not null default now(),
    primary key (workspace_id, id),
    foreign key (workspace_id, chat_id) references chat (workspace_id, id) on delete cascade
  )`,
  'create index note_chat on note (workspace_id, chat_id, id)',
  `create index note_mentions on note using gin (mentions) where mentions <> '{}'`,
  // Labels and members that have changed. Some chats don't show the changes yet.
  `create table chat_refresh (
    workspace_id text collate "C" not null,
    subject_id text collate "C" not null, -- what changed
    shown jsonb, -- the parts of it that chats show; null: it was deleted
    author jsonb,
    primary key (workspace_id, subject_id)
  ) ${hotTableSettings}`,
  // Changes to make to a chat after a message has been sent.
  `create table chat_action (
    message_id text collate "C" primary key,
    workspace_id text collate "C" not null,
    chat_id text collate "C" not null,
    actions jsonb not null
  ) ${hotTableSettings}`,
  'create index chat_action_turn on chat_action (workspace_id, message_id)',
  // Events that a member should see and that were caused by someone else.
  `create table notification (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    member_id text collate "C" not null,
    kind text not null,
    source_id text collate "C" not null, -- the event; used to notify a member only once about each event
    chat_id text collate "C",
    number_id text collate "C",
    message_id text collate "C",
    note_id text collate "C",
    webhook_id text collate "C",
    reason text,
    author jsonb,
    read_at timestamptz,
    created_at timestamptz not null,
    primary key (workspace_id, id),
    unique (workspace_id, member_id, source_id),
    foreign key (workspace_id, chat_id) references chat (workspace_id, id) on delete cascade
  )`,
  'create index notification_member on notification (workspace_id, member_id, id)',
  'create index notification_unread on notification (workspace_id, member_id, id) where read_at is null',
  'create index notification_chat on notification (workspace_id, chat_id)',
  'create index notification_created on notification (created_at)',
]

/** Automations, their due runs, what they did, and customers' ratings. */
export const automations = [
  // Rules that act in chats.
  `create table automation (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    name text not null,
    name_key text not null, -- the name in the form used for comparison
    enabled boolean not null,
    trigger text not null,
    conditions jsonb not null,
    actions jsonb not null,
    turn text collate "C", -- the member who was assigned the last chat
    author jsonb not null,
    version integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (workspace_id, id),
    unique (workspace_id, name_key)
  )`,
  // Runs that are due. The table has no reference to the chat: removing a chat would wait for its runs, which wait for the chat.
  `create table automation_job (
    id text collate "C" primary key, -- the id of the run
    workspace_id text collate "C" not null,
    automation_id text collate "C" not null,
    chat_id text collate "C" not null,
    message_id text collate "C", -- the customer's message; null: the chat was resolved
    trigger text not null, -- the automation's trigger; rated: the customer is thanked for a rating
    at timestamptz not null,
    attempts integer not null default 0,
    run_at timestamptz not null default clock_timestamp() -- an event's runs are due in the order of their automations
  ) ${queueTableSettings}`,
  'create index automation_job_turn on automation_job (workspace_id, run_at, id)',
  'create index automation_job_chat on automation_job (workspace_id, chat_id, run_at, id)',
  // Runs of automations. They stay when their automation is deleted, until they are old.
  `create table automation_run (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    automation_id text collate "C" not null,
    chat_id text collate "C" not null,
    message_id text collate "C",
    reply_id text collate "C", -- the message that was sent
    status text not null,
    shown jsonb not null, -- the run as shown in its chat's history
    created_at timestamptz not null,
    primary key (workspace_id, id),
    foreign key (workspace_id, chat_id) references chat (workspace_id, id) on delete cascade
  )`,
  'create index automation_run_automation on automation_run (workspace_id, automation_id, id)',
  'create index automation_run_chat on automation_run (workspace_id, chat_id, automation_id, id)',
  'create index automation_run_created on automation_run (created_at)',
  // Requests for a rating, and the customers' answers.
  `create table rating (
    workspace_id text collate "C" not null,
    id text collate "C" not null, -- the run that asked for the rating
    chat_id text collate "C" not null,
    number_id text collate "C" not null,
    message_id text collate "C" not null, -- the question
    member_id text collate "C", -- the assignee when the chat was resolved
    score smallint check (score between 1 and 5), -- null: not answered
    asked_at timestamptz not null,
    expires_at timestamptz not null, -- answers are accepted until then
    rated_at timestamptz,
    primary key (workspace_id, id),
    foreign key (workspace_id, chat_id) references chat (workspace_id, id) on delete cascade
  )`,
  'create index rating_chat on rating (workspace_id, chat_id, asked_at)',
  'create index rating_asked on rating (workspace_id, asked_at)',
]
