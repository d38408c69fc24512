import { createLeasedQueue, type LeasedJob, type LeasedQueue, rowType, sql, statement } from '@posthorn/chassis'
import type { BusEvent } from '@posthorn/contracts'
import type { PushKind } from './push.sql.ts'

type Em = Parameters<typeof sql>[0]

export const pushLoop = 'push'

/** A pending push to a device, for one kind of event in a workspace. At most one push is sent per minute. */
export type PushJob = LeasedJob & {
  workspace: string
  subscription: string
  kind: PushKind
  /** Number of events since the last push; 0 if none arrived in the minute after it. */
  count: number
  /** Null if there were several chats. */
  chat: string | null
  message: string | null
  sealed: string
  showText: boolean
  member: string | null
  memberName: string | null
  numbers: string[] | null
}

const pauseSeconds = 60

export const pushQueue: LeasedQueue<PushJob> = createLeasedQueue<PushJob>({
  table: 'push',
  key: { workspace_id: 'workspace', subscription_id: 'subscription', kind: 'kind' },
  leaseSeconds: 60,
  retries: { attemptsMax: 5, pausesMs: [5_000, 30_000, 120_000, 600_000] },
  columns: `job.count, job.chat_id as chat, job.message_id as message, s.sealed, s.show_text as "showText", m.id as member,
    m.name as "memberName", case when m.role in ('admin', 'owner') then null else m.numbers end as numbers`,
  from: `job join push_subscription s on s.id = job.subscription_id
    left join member m on m.workspace_id = job.workspace_id and m.person_id = s.person_id and m.disabled_at is null`,
})

const alertRow = rowType<BusEvent<'member:alerted'>>({
  workspace_id: ['text', ({ workspace }) => workspace],
  member_id: ['text', ({ data }) => data.member],
  kind: ['text', ({ data }) => data.kind],
  chat_id: ['text', ({ data }) => data.chat],
  number_id: ['text', ({ data }) => data.number],
  message_id: ['text', ({ data }) => data.message],
})

/** Returns SQL for the value that a column has in all rows of a group; null if it has several. A push that is about one chat leads to it. */
const onlyValue = (column: string) => `case when min(${column}) = max(${column}) then min(${column}) end`
/** Returns SQL for the value that a pending push and new events share; null if they differ. With a count of 0, nothing is pending. */
const stillOnlyValue = (column: string) =>
  `case when p.count = 0 or p.${column} = excluded.${column} then excluded.${column} end`

/** Adds alerts to the pending pushes of the devices that want them, if their member may use the number. */
const addAlerts = statement(
  { alerts: alertRow },
  ({ alerts }) => `insert into push as p (workspace_id, subscription_id, kind, chat_id, message_id, count)
   select a.workspace_id, s.id, a.kind, ${onlyValue('a.chat_id')}, max(a.message_id), count(*)
   from ${alerts.as('a')}
   join member m on m.workspace_id = a.workspace_id and m.id = a.member_id and m.disabled_at is null
     and (m.numbers is null or m.role in ('admin', 'owner') or a.number_id = any(m.numbers))
   join push_subscription s on s.person_id = m.person_id and a.kind = any(s.kinds)
   group by a.workspace_id, s.id, a.kind
   on conflict (workspace_id, subscription_id, kind) do update
     set (count, chat_id, message_id) = (p.count + excluded.count, ${stillOnlyValue('chat_id')}, excluded.message_id)
   returning 1`,
)

/** Queues events for the devices of the members concerned. Returns whether there were any such devices. */
export const queuePushes = async (em: Em, alerts: BusEvent<'member:alerted'>[]): Promise<boolean> =>
  (await sql(em, addAlerts({ alerts }))).length > 0

/**
 * Ends a push that was sent or given up. Events that arrived in the meantime or arrive within a minute wait until the minute ends. If none
 * arrived in that minute, removes the job, unless one has arrived since it was taken, which is then due at once.
 */
export async function settle(em: Em, job: PushJob): Promise<void> {
  const { workspace, subscription, kind, leaseToken, count } = job
  const key = [workspace, subscription, kind, leaseToken]
  if (count === 0) {
    const where = 'workspace_id = $1 and subscription_id = $2 and kind = $3 and lease_token = $4'
    await sql(em, `delete from push where ${where} and count = 0`, key)
    await pushQueue.postpone(em, job, 0)
    return
  }
  await sql(
    em,
    `update push set count = count - $5, attempt = 0, lease_token = null, run_at = now() + interval '${pauseSeconds} seconds'
     where workspace_id = $1 and subscription_id = $2 and kind = $3 and lease_token = $4`,
    [...key, count],
  )
}
