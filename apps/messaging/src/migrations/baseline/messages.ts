import { defaultPartition, growingTableSettings, hotTableSettings } from '@posthorn/chassis'
import { createTextFunctions } from '@posthorn/contracts'

/**
 * Fill factor in percent. A message is updated about four times soon after it is stored; an update that fits its page writes no index, in particular
 * not the expensive full-text index. Measured: on full pages, that index added 20-25 µs to three status changes; with this, nothing.
 */
export const messageFillfactor = 70

export const messages = [
  createTextFunctions.spacedWords,
  createTextFunctions.unspacedParts,
  // Words of a text, parts of text without spaces, and emoji.
  `create function words_of(value text) returns tsvector language sql immutable parallel safe
    return spaced_words(folded(value)) || array_to_tsvector(unspaced_parts(folded(value)))`,
  // Messages in both directions. Pages leave space for status updates, so that these write no index.
  `create table message (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    number_id text collate "C" not null,
    chat_id text collate "C" not null,
    group_id text collate "C",
    direction text not null check (direction in ('in', 'out')),
    recipient text not null, -- the address at the other end
    phone text,
    type text not null,
    content jsonb, -- all but plain text, as in the API
    body text,
    -- words without case and accents; null for ASCII text, which message_words finds
    folded_words tsvector generated always as
      (case when octet_length(body) > length(body) then words_of(body) end) stored,
    preview_url boolean,
    quote_id text collate "C",
    reference text, -- of the caller, or the post
    priority text,
    ordered boolean,
    on_unknown text check (on_unknown in ('hold', 'resend')),
    status text not null,
    status_at jsonb not null,
    history jsonb, -- statuses before each retry
    outcome_unknown boolean not null default false, -- a call had no response
    error jsonb,
    provider_id text,
    pricing jsonb,
    attempts integer not null default 0,
    sender jsonb,
    author jsonb, -- who sent it, by the name of that time
    raw jsonb, -- as the provider sent it
    traceparent text, -- trace of the call that requested the message
    deliver_at timestamptz,
    expires_at timestamptz,
    version integer not null default 1,
    created_at timestamptz not null default now(),
    primary key (workspace_id, id)
  ) partition by range (id)`,
  defaultPartition('message', `with (fillfactor = ${messageFillfactor})`),
  'create index message_chat on message (workspace_id, chat_id, id)',
  'create index message_reference on message (workspace_id, reference, id) where reference is not null',
  'create index message_group on message (workspace_id, group_id, id) where group_id is not null',
  `create index message_file on message (workspace_id, (content->'media'->>'file'))
     where content->'media'->>'file' is not null`,
  // Row-level security only lets leakproof functions use an index, so there is no coalesce.
  `create index message_words on message using gin (to_tsvector('simple', body)) where body is not null`,
  `create index message_header_file on message (workspace_id, (coalesce(content->'header'->'media'->>'file', content->'templateMedia'->>'file')))
     where coalesce(content->'header'->'media'->>'file', content->'templateMedia'->>'file') is not null`,
  `create index message_native_media on message (workspace_id) where content->'nativeMedia' is not null`,
  'create index message_folded_words on message using gin (folded_words) where folded_words is not null',
  // Messages by their id at the provider.
  `create table provider_reference (
    number_id text collate "C" not null,
    provider_id text not null,
    workspace_id text collate "C" not null,
    message_id text collate "C", -- null: amendments wait for the message
    primary key (number_id, provider_id)
  ) ${growingTableSettings}`,
  // Status of a message to a group for each participant.
  `create table participant_receipt (
    workspace_id text collate "C" not null,
    message_id text collate "C" not null,
    participant text not null,
    status_at jsonb not null,
    error jsonb,
    primary key (workspace_id, message_id, participant)
  ) ${hotTableSettings}`,
  // Edits, deletions and reactions that arrived before their message.
  `create table pending_amendment (
    workspace_id text collate "C" not null,
    number_id text collate "C" not null,
    subject_id text collate "C" not null, -- id of the message at the provider
    id text collate "C" not null,
    event jsonb not null,
    due_at timestamptz not null, -- when it is given up
    received_at timestamptz not null default now(),
    primary key (number_id, subject_id, id)
  )`,
  'create index pending_amendment_due on pending_amendment (due_at)',
]
