import { queueTableSettings } from '@posthorn/chassis'

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
  'create index automation_job_due on automation_job (run_at, id)',
  // Runs of automations.
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
    foreign key (workspace_id, automation_id) references automation (workspace_id, id) on delete cascade,
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
