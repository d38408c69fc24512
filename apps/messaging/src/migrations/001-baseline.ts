import { migration } from '@posthorn/chassis'
import { automations, chats } from './baseline/chats.ts'
import { numbers, people } from './baseline/known.ts'
import { files, messages, queue } from './baseline/messages.ts'

const digits = '0123456789abcdefghjkmnpqrstvwxyz'
/** Lengths of an id's prefix and of the time that follows it. */
const [prefixLength, timeLength] = ['msg_'.length, 10]

/** SQL expression for an id's time, in milliseconds since 1970. A single expression, so that Postgres can inline the function. */
const idTimeSql = Array.from({ length: timeLength }, (_, place) => {
  const digit = `strpos('${digits}', substr(id, ${prefixLength + place + 1}, 1)) - 1`
  return `(${digit}) * ${32n ** BigInt(timeLength - 1 - place)}::bigint`
}).join(' + ')

/** Condition: the message is an answer. Messages from posts and automations don't count as answers. */
const isAnswer = (message: string) =>
  `${message}.direction = 'out' and coalesce(${message}.reference, '') not like 'pst\\_%' and coalesce(${message}.author->>'type', '') <> 'automation'`

/** Message statistics by hour and by day. */
const answers = [
  // Message statistics for each hour.
  `create table answer_hour (
    workspace_id text collate "C" not null,
    hour timestamptz not null,
    number_id text collate "C" not null,
    member_id text collate "C" not null,
    name text,
    incoming integer not null,
    outgoing integer not null,
    answer_ms bigint[] not null, -- response times
    primary key (workspace_id, hour, number_id, member_id)
  )`,
  // Message statistics for each day.
  `create table answer_day (
    workspace_id text collate "C" not null,
    day timestamptz not null,
    number_id text collate "C" not null,
    member_id text collate "C" not null,
    name text,
    incoming integer not null,
    outgoing integer not null,
    answer_ms bigint[] not null, -- response times
    primary key (workspace_id, day, number_id, member_id)
  )`,
  // The period that the statistics cover.
  `create table answer_range (
    workspace_id text collate "C" primary key,
    from_at timestamptz not null,
    to_at timestamptz not null,
    is_whole boolean not null default false -- true once there are no messages before from_at
  )`,
  // Hours whose messages changed after the hour was counted.
  `create table answer_change (
    workspace_id text collate "C" not null,
    hour timestamptz not null
  )`,
  'create index answer_change_hour on answer_change (workspace_id, hour)',
  // Triggers record changes, because several parts of the code, and operators too, add and remove messages. A message that is stored on
  // time costs only one comparison.
  `create function answer_hour_of(id text) returns timestamptz language sql immutable parallel safe as $$
    select to_timestamp(((${idTimeSql}) / 3600000 * 3600)::float8)
  $$`,
  // Looks only for rows of the same transaction: the `answers` loop may use up those of another before this one commits.
  `create function note_late_message() returns trigger language plpgsql set search_path from current as $$ begin
    insert into answer_change (workspace_id, hour)
    select distinct new.workspace_id, answer_hour_of(changed.id) from (
      select new.id union all (
        select m.id from message m where m.workspace_id = new.workspace_id and m.chat_id = new.chat_id and m.id > new.id and ${isAnswer('m')}
        order by m.id limit 1)
    ) changed
    where not exists (select 1 from answer_change c where c.workspace_id = new.workspace_id and c.hour = answer_hour_of(changed.id)
      and c.xmin = pg_current_xact_id()::xid);
    return null;
  end $$`,
  `create function note_removed_messages() returns trigger language plpgsql set search_path from current as $$ begin
    insert into answer_change (workspace_id, hour)
    with chats as materialized (
      select workspace_id, chat_id, min(id) as first, max(id) as last from removed group by workspace_id, chat_id
    )
    select distinct changed.workspace_id, answer_hour_of(changed.id) from (
      select workspace_id, id from removed
      union all select m.workspace_id, m.id from chats c join message m on m.workspace_id = c.workspace_id and m.chat_id = c.chat_id
        and m.id > c.first and m.id < c.last
      union all select next.workspace_id, next.id from chats c cross join lateral (
        select m.workspace_id, m.id from message m where m.workspace_id = c.workspace_id and m.chat_id = c.chat_id and m.id > c.last and ${isAnswer('m')}
        order by m.id limit 1) next
    ) changed;
    return null;
  end $$`,
  `create trigger message_is_late after insert on message for each row
    when (new.created_at < date_trunc('hour', now() - interval '8 minutes', 'UTC')) execute function note_late_message()`,
  `create trigger message_is_removed after delete on message referencing old table as removed for each statement
    execute function note_removed_messages()`,
]

export const baseline = migration('messaging_001_baseline', [
  ...numbers,
  ...people,
  ...chats,
  ...automations,
  ...messages,
  ...queue,
  ...files,
  ...answers,
])
