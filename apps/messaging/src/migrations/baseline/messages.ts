import { defaultPartition, growingTableSettings, hotTableSettings, queueTableSettings } from '@posthorn/chassis'
import { createTextFunctions } from '@posthorn/contracts'

/**
 * Fill factor in percent. A message is updated about four times soon after it is stored. An update that fits on its page writes to no
 * index, in particular not to the expensive full-text index. Measured: with full pages, that index added 20-25 µs to three status changes;
 * with this setting, it added nothing.
 */
export const messageFillfactor = 70

export const messages = [
  createTextFunctions.spacedWords,
  createTextFunctions.unspacedParts,
  // Returns the words of a text, the parts of text that has no spaces between words, and emoji.
  `create function words_of(value text) returns tsvector language sql immutable parallel safe
    return spaced_words(folded(value)) || array_to_tsvector(unspaced_parts(folded(value)))`,
  // Incoming and outgoing messages. Pages have free space for status updates, so that these updates don't write to any index.
  `create table message (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    number_id text collate "C" not null,
    chat_id text collate "C" not null,
    group_id text collate "C",
    direction text not null check (direction in ('in', 'out')),
    recipient text not null, -- the other party's address
    phone text,
    type text not null,
    content jsonb, -- all content except plain text, as in the API
    body text,
    -- words without case or accents; null for ASCII text, which is indexed by message_words
    folded_words tsvector generated always as
      (case when octet_length(body) > length(body) then words_of(body) end) stored,
    preview_url boolean,
    quote_id text collate "C",
    reference text, -- the caller's reference, or the post
    priority text,
    ordered boolean,
    on_unknown text check (on_unknown in ('hold', 'resend')),
    status text not null,
    status_at jsonb not null,
    history jsonb, -- statuses before each retry
    outcome_unknown boolean not null default false, -- a call got no response
    error jsonb,
    provider_id text,
    pricing jsonb,
    attempts integer not null default 0,
    sender jsonb,
    author jsonb, -- who sent it, with their name at the time
    raw jsonb, -- the message as sent by the provider
    traceparent text, -- trace of the request to send the message
    deliver_at timestamptz,
    expires_at timestamptz,
    version integer not null default 1,
    created_at timestamptz not null default now(),
    primary key (workspace_id, id)
  ) partition by range (id)`,
  defaultPartition('message', `with (fillfactor = ${messageFillfactor})`),
  'create index message_chat on message (chat_id, id)',
  // Finds the messages of a number among those of a busier one, such as for a key that is limited to it.
  'create index message_number on message (workspace_id, number_id, id)',
  // Finds failed messages. An index on the status would have to be written by each status update.
  'create index message_failed on message (workspace_id, id) where error is not null',
  'create index message_reference on message (workspace_id, reference, id) where reference is not null',
  'create index message_group on message (workspace_id, group_id, id) where group_id is not null',
  `create index message_file on message (workspace_id, (content->'media'->>'file'))
     where content->'media'->>'file' is not null`,
  // Under row-level security, a condition can use an index only if it is leakproof. Postgres treats coalesce as leaky, so this index has
  // none. The next index has one for sweeps, because their role sees every row.
  `create index message_words on message using gin (to_tsvector('simple', body)) where body is not null`,
  `create index message_header_file on message (workspace_id, (coalesce(content->'header'->'media'->>'file', content->'templateMedia'->>'file')))
     where coalesce(content->'header'->'media'->>'file', content->'templateMedia'->>'file') is not null`,
  `create index message_native_media on message (workspace_id) where content->'nativeMedia' is not null`,
  'create index message_folded_words on message using gin (folded_words) where folded_words is not null',
  // Maps the provider's message ids to our messages.
  `create table provider_reference (
    number_id text collate "C" not null,
    provider_id text not null,
    workspace_id text collate "C" not null,
    message_id text collate "C", -- null: amendments are waiting for the message
    extra boolean not null default false, -- the id of an amendment or of an earlier call: the message has another one
    primary key (number_id, provider_id)
  ) ${growingTableSettings}`,
  'create index provider_reference_extra on provider_reference (message_id) where extra',
  // The status of a group message for each participant.
  `create table participant_receipt (
    workspace_id text collate "C" not null,
    message_id text collate "C" not null,
    participant text not null,
    status_at jsonb not null,
    error jsonb,
    primary key (workspace_id, message_id, participant)
  ) ${hotTableSettings}`,
  // Edits, deletions and reactions that arrived before the message that they apply to.
  `create table pending_amendment (
    workspace_id text collate "C" not null,
    number_id text collate "C" not null,
    subject_id text collate "C" not null, -- the provider's id for the message
    id text collate "C" not null,
    event jsonb not null,
    due_at timestamptz not null, -- when to give up waiting for the message
    received_at timestamptz not null default now(),
    primary key (number_id, subject_id, id)
  )`,
  'create index pending_amendment_due on pending_amendment (due_at)',
]

/** Jobs that send messages and receipts. */
export const queue = [
  // Messages that are still to be sent.
  `create table send_job (
    message_id text collate "C" primary key,
    workspace_id text collate "C" not null,
    number_id text collate "C" not null,
    chat_id text collate "C" not null,
    recipient text not null,
    status text not null default 'waiting' check (status in ('waiting', 'calling', 'unknown')),
    priority smallint not null,
    ordered boolean not null,
    on_unknown text not null,
    post_id text collate "C",
    requeued boolean not null default false, -- queued again or no longer scheduled: it was due at once, but not when its id was made
    due_at timestamptz not null, -- when the message was supposed to be sent; determines the order in a chat
    run_at timestamptz not null, -- when the next attempt may begin
    waits_for text check (waits_for in ('retry', 'pair_limit', 'window_closed', 'quiet_hours', 'typing')),
    announced_reason text, -- reason for waiting that was last announced; null: none yet
    expires_at timestamptz not null,
    valid_from timestamptz, -- when quiet hours ended that moved expires_at; null: it counts from due_at
    attempt integer not null default 0, -- calls to the provider
    failures integer not null default 0, -- failed calls that may be retried
    lease_until timestamptz,
    lease_token uuid,
    lease_owner text -- the process that holds the job; its record of calls shows which calls it never made
  ) ${queueTableSettings}`,
  `create index send_job_claim on send_job (number_id, priority desc, run_at, message_id) where status = 'waiting'`,
  'create index send_job_order on send_job (chat_id, due_at, message_id) where ordered',
  'create index send_job_expiry on send_job (expires_at)',
  `create index send_job_delay on send_job (run_at) where waits_for in ('retry', 'pair_limit')`,
  'create index send_job_requeued on send_job (run_at) where requeued',
  `create index send_job_lease on send_job (lease_until) where status <> 'waiting'`,
  'create index send_job_workspace on send_job (workspace_id)',
  `create index send_job_held on send_job (chat_id) where waits_for = 'window_closed'`,
  // Finds the next due time across all numbers. The index is on an expression, so that queries for one number's due jobs don't use it.
  `create index send_job_next on send_job ((run_at at time zone 'UTC')) where status = 'waiting'`,
  'create index send_job_post on send_job (post_id) where post_id is not null',
  // Provider calls that send messages.
  `create table send_attempt (
    id text collate "C" primary key,
    workspace_id text collate "C" not null,
    message_id text collate "C" not null,
    attempt integer not null,
    outcome text not null default 'calling',
    error jsonb,
    started_at timestamptz not null default now(),
    ended_at timestamptz
  ) partition by range (id)`,
  defaultPartition('send_attempt'),
  'create index send_attempt_message on send_attempt (message_id)',
  // Read receipts and typing indicators that are still to be sent to the provider.
  `create table receipt_job (
    message_id text collate "C" primary key,
    workspace_id text collate "C" not null,
    number_id text collate "C" not null,
    provider_id text, -- null: typing indicator only
    run_at timestamptz not null default now(),
    attempt integer not null default 0,
    typing boolean not null default false,
    lease_token uuid
  ) ${queueTableSettings}`,
  'create index receipt_job_turn on receipt_job (workspace_id, run_at)',
]

/** Files and received media. */
export const files = [
  // Stored files.
  `create table file (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    sha256 text not null,
    filename text not null,
    mime text not null,
    kind text not null,
    size integer not null,
    place text not null, -- where the bytes are stored; files with the same bytes share a place
    shared boolean not null default true, -- uploaded by a caller that may use all numbers
    number_ids text[] not null default '{}', -- numbers that the file belongs to
    expires_at timestamptz,
    created_at timestamptz not null default now(),
    primary key (workspace_id, id)
  )`,
  'create index file_expiry on file (expires_at) where expires_at is not null',
  'create index file_sha256 on file (workspace_id, sha256)',
  'create index file_place on file (workspace_id, place)',
  'create index file_numbers on file using gin (number_ids)',
  // The provider's ids for uploaded files. The provider keeps the files for 30 days.
  `create table file_upload (
    workspace_id text collate "C" not null,
    number_id text collate "C" not null,
    place text collate "C" not null,
    media_id text not null,
    uploaded_at timestamptz not null default now(),
    primary key (workspace_id, place, number_id)
  )`,
  // Stored bytes that belong to no file: uploads in progress, or the bytes of deleted files.
  `create table orphaned_blob (
    workspace_id text collate "C" not null,
    place text not null,
    due_at timestamptz not null,
    primary key (workspace_id, place)
  )`,
  'create index orphaned_blob_due on orphaned_blob (due_at)',
  // Received media that is still to be fetched from the provider.
  `create table media_job (
    message_id text collate "C" primary key,
    workspace_id text collate "C" not null,
    number_id text collate "C" not null,
    media_id text not null,
    run_at timestamptz not null default now(),
    attempt integer not null default 0,
    lease_token uuid
  ) ${hotTableSettings}`,
  'create index media_job_run on media_job (run_at)',
  'create index media_job_turn on media_job (workspace_id, run_at)',
]
