import { rowType } from '@posthorn/chassis'
import { idFloor } from '@posthorn/contracts'

export const readHour = rowType<ReadHour>({
  hour: 'timestamptz',
  from_id: ['text', ({ fromId }) => fromId],
  to_id: ['text', ({ toId }) => toId],
  first: 'text',
})

/** SQL condition for messages that no person wrote for this customer: messages from posts and automations. */
export const isWrittenByNone = (message: string) =>
  `(coalesce(${message}.reference, '') like 'pst\\_%' or coalesce(${message}.author->>'type', '') = 'automation')`

/** SQL condition that an incoming message is a question: no rating, and not from the provider (`system`) or a blocked contact. */
export const isQuestion = (message: string) =>
  `(${message}.type <> 'system' and ${message}.content->'blocked' is null and ${message}.content->'rating' is null)`

/** SQL condition for the messages that statistics of answers count. */
export const isCounted = (message: string) =>
  `case when ${message}.direction = 'in' then ${isQuestion(message)} else not ${isWrittenByNone(message)} end`

const author = (field: string) => `case when author->>'type' = 'member' then author->>'${field}' end`

type Source = { workspace: string; numbers: string; hours: string }

/** SQL for the counted messages in these hours, each with the previous message's direction and how many outgoing messages precede it. */
const said = ({ workspace, numbers, hours }: Source) => `
  select h.hour, h.first, m.chat_id, m.id, m.number_id, m.direction, m.created_at, m.author, lag(m.direction) over chats as before,
    count(*) filter (where m.direction = 'out') over (chats rows between unbounded preceding and 1 preceding) as outgoing_before
  from ${hours} h join message m on m.workspace_id = ${workspace} and m.id >= h.from_id and m.id < h.to_id
  where (${numbers}::text[] is null or m.number_id = any(${numbers})) and ${isCounted('m')}
  window chats as (partition by h.first, m.chat_id order by m.id)`

/** Time of a chat's first question that was unanswered when the hours began. */
const askedEarlier = ({ workspace }: Source) => `
  select q.created_at from message q where q.workspace_id = ${workspace} and q.chat_id = said.chat_id and q.id < said.first and q.direction = 'in' and ${isQuestion('q')}
    and q.id > coalesce((
      select a.id from message a where a.workspace_id = ${workspace} and a.chat_id = said.chat_id and a.id < said.first and a.direction = 'out'
        and not ${isWrittenByNone('a')} order by a.id desc limit 1), '')
  order by q.id limit 1`

/** Adds the time of the latest unanswered question. All window functions use the same order, so that messages are sorted only once. */
const asked = (source: Source) => `
  select *, max(created_at) filter (where direction = 'in' and before is distinct from 'in')
      over (partition by first, chat_id order by id rows unbounded preceding) as asked_at,
    case when direction = 'out' and outgoing_before = 0 then (${askedEarlier(source)}) end as asked_earlier_at
  from (${said(source)}) said`

const answerMs = `greatest(0, round(extract(epoch from created_at - coalesce(asked_earlier_at, asked_at)) * 1000))::bigint`

/**
 * SQL that counts questions and answers (`isCounted`) by hour, number and member, and lists the answer times in milliseconds. `member_id`
 * is empty if no member wrote the message. Answers to questions from before these hours are measured from the time of the question.
 */
export const measuredAnswers = (source: Source): string => `
  select hour, number_id, coalesce(${author('id')}, '') as member_id, max(${author('name')}) as name,
    (count(*) filter (where direction = 'in'))::int as incoming, (count(*) filter (where direction = 'out'))::int as outgoing,
    coalesce(array_agg(${answerMs}) filter (where direction = 'out' and (before = 'in' or asked_earlier_at is not null)), '{}') as answer_ms
  from (${asked(source)}) asked
  group by hour, number_id, 3`

export const hourMs = 3_600_000

const dayMs = 24 * hourMs

/** A half-open time range in milliseconds: includes `fromMs`, excludes `toMs`. */
export type Span = { fromMs: number; toMs: number }

/** An hour, or part of one, to read from messages with these ids. `hour` is its start time, and `first` is the start of the whole read. */
type ReadHour = { hour: Date; fromId: string; toId: string; first: string }

/** The period recorded for a workspace: from `fromMs`, or from the beginning if null, except for hours that have changed since. */
export type Recorded = { fromMs: number | null; toMs: number; changed: ReadonlySet<number> }

export const hourOf = (ms: number): number => Math.floor(ms / hourMs) * hourMs

/** Splits a range into hours, in order. The first and last may be partial. */
export function hoursOf({ fromMs, toMs }: Span): Span[] {
  const count = Math.max(0, Math.ceil((toMs - hourOf(fromMs)) / hourMs))
  return Array.from({ length: count }, (_, place) => {
    const beginsMs = hourOf(fromMs) + place * hourMs
    return { fromMs: Math.max(fromMs, beginsMs), toMs: Math.min(toMs, beginsMs + hourMs) }
  })
}

/** Returns each hour's message ids. Adjacent hours have the same `first`, because a question may be from the hour before its answer. */
export function readHours(hours: readonly Span[]): ReadHour[] {
  let first = ''
  let endMs = Number.NaN
  return hours.map(({ fromMs, toMs }) => {
    const fromId = idFloor('msg', fromMs)
    if (fromMs !== endMs) first = fromId
    endMs = toMs
    return { hour: new Date(fromMs), fromId, toId: idFloor('msg', toMs), first }
  })
}

/** Plan for reading a range: starts of recorded days (UTC) and hours, and unrecorded hours. */
type ReadingPlan = { days: number[]; hours: number[]; unrecorded: Span[] }

/**
 * Plans the reading of a range whose buckets begin at `starts`. Partial hours, anything outside the recorded time, and hours that changed
 * since count as unrecorded. A UTC day is read as a whole if it lies in one bucket and none of its hours is missing.
 */
export function planReading(
  range: Span,
  { starts, recorded }: { starts: readonly number[]; recorded: Recorded | undefined },
): ReadingPlan {
  const all = hoursOf(range).flatMap((hour) => splitAt(hour, starts))
  const unrecorded = all.filter((hour) => !recorded || !isRecorded(hour, recorded))
  const missing = new Set(unrecorded)
  const hours = all.filter((hour) => !missing.has(hour)).map(({ fromMs }) => fromMs)
  const divided = new Set(starts.filter((ms) => ms !== dayOf(ms)).map(dayOf))
  const inDay = Map.groupBy(hours, dayOf)
  const days = [...inDay].flatMap(([day, { length }]) => (length === 24 && !divided.has(day) ? day : []))
  const whole = new Set(days)
  return { days, hours: hours.filter((hour) => !whole.has(dayOf(hour))), unrecorded }
}

/** Splits an hour where a bucket begins within it: some time zones differ from UTC by half hours. */
function splitAt({ fromMs, toMs }: Span, starts: readonly number[]): Span[] {
  const begins = [fromMs, ...starts.filter((ms) => ms > fromMs && ms < toMs)]
  return begins.map((ms, i) => ({ fromMs: ms, toMs: begins[i + 1] ?? toMs }))
}

const dayOf = (ms: number): number => Math.floor(ms / dayMs) * dayMs

/** Whether the span is a whole hour that was recorded and hasn't changed since. */
const isRecorded = ({ fromMs, toMs }: Span, { fromMs: beginsMs, toMs: endsMs, changed }: Recorded): boolean =>
  toMs - fromMs === hourMs && fromMs >= (beginsMs ?? fromMs) && toMs <= endsMs && !changed.has(fromMs)
