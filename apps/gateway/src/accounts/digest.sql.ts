import { sql } from '@posthorn/chassis'
import type { GatewayRuntime } from '../deps.ts'
import type { Mail } from '../mail/mail.ts'
import { unlinked } from '../mail/outbox.sql.ts'

type Em = Parameters<typeof sql>[0]

const membersMax = 100
const morningHour = 7
const quarterMs = 15 * 60_000

/** Turns a person's daily mail on or off. The first mail is sent the next morning. */
export async function chooseDigest(em: Em, person: string, isDaily: boolean): Promise<void> {
  const statement = `with chosen as (update person set gets_digest = $2 where id = $1)
    update member set digest_at = null where person_id = $1`
  await sql(em, statement, [person, isDaily])
}

/** A member whose digest is due because it is morning in their workspace. */
type Due = { workspace: string; member: string }

/**
 * Returns the members whose digest is due, and schedules their next digest. Each member gets one a day. Someone who just turned it on is
 * only scheduled.
 */
export async function takeDigests(em: Em): Promise<Due[]> {
  const rows = await sql<Due & { zone: string | null; isDue: boolean }>(
    em,
    `select m.workspace_id as workspace, m.id as member, w.settings->>'timeZone' as zone, m.digest_at is not null as "isDue"
     from member m join person p on p.id = m.person_id join workspace w on w.workspace_id = m.workspace_id
     where p.gets_digest and p.proven_at is not null and m.disabled_at is null and (m.digest_at is null or m.digest_at <= now())
     order by m.digest_at limit ${membersMax} for update of m skip locked`,
  )
  for (const { workspace, member, zone } of rows)
    await sql(em, 'update member set digest_at = $3 where workspace_id = $1 and id = $2', [
      workspace,
      member,
      nextMorning(zone ?? 'UTC', Date.now()),
    ])
  return rows.filter(({ isDue }) => isDue)
}

/** Returns the next 7 a.m. in a time zone. Tries each quarter of an hour, because all zones are offset by whole quarters. */
export function nextMorning(timeZone: string, nowMs: number): Date {
  const clock = new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', minute: 'numeric', hourCycle: 'h23' })
  let at = Math.ceil((nowMs + 1) / quarterMs) * quarterMs
  while (clock.format(at) !== `0${morningHour}:00`) at += quarterMs
  return new Date(at)
}

/** Returns a digest's recipient and their access; undefined if they no longer want digests. */
async function digestReader(em: Em, { workspace, member }: Due) {
  const [reader] = await sql<{ email: string; name: string; workspaceName: string; numbers: string[] | null }>(
    em,
    `select p.email, m.name, w.name as "workspaceName", case when m.role in ('admin', 'owner') then null else m.numbers end as numbers
     from member m join person p on p.id = m.person_id join workspace w on w.workspace_id = m.workspace_id
     where m.workspace_id = $1 and m.id = $2 and m.disabled_at is null and p.gets_digest and p.proven_at is not null`,
    [workspace, member],
  )
  return reader
}

/** Summarizes a member's pending work in numbers, without customer data. Returns undefined if there is none. */
export async function writeDigest(
  runtime: GatewayRuntime,
  { workspace, member }: { workspace: string; member: string },
  publicUrl: string,
): Promise<Mail | undefined> {
  const { db, deps } = runtime
  const reader = await db.withScope('all', () => digestReader(db.em(), { workspace, member }))
  if (!reader) return undefined
  const call = deps.clients.calling({
    workspace,
    scopes: ['read'],
    actor: { type: 'member', id: member, name: reader.name },
    ...(reader.numbers && { numbers: reader.numbers as `num_${string}`[] }),
  })
  const { chats, notifications } = deps.clients.messaging
  const waiting = { status: ['open' as const], waiting: true }
  const filters = { mine: { ...waiting, assignee: ['me' as const] }, open: { ...waiting, assignee: ['none' as const] } }
  const [{ mine, open }, mentions] = await Promise.all([
    chats.counts.mutate({ filters }, call),
    notifications.list.query({ unread: true, kind: ['mention'], size: 100 }, call),
  ])
  const lines = [
    lineOf(mine, 'assigned to you'),
    lineOf(open, 'assigned to no one'),
    mentions.items.length > 0
      ? `- ${mentions.items.length}${mentions.next ? '+' : ''} unread mentions of you in notes`
      : '',
  ].filter((line) => line !== '')
  if (lines.length === 0) return undefined
  const place = `${publicUrl}/app/${workspace}`
  const text = `This waits in the workspace "${unlinked(reader.workspaceName)}":

${lines.join('\n')}

${place}/inbox/mine

You get this mail each morning, because you turned it on in your account. Turn it off there: ${place}/me
`
  return { to: reader.email, subject: 'What waits for you in Posthorn', text }
}

type Counted = { total: number; more: boolean } | undefined

/** Returns the line about waiting chats; empty if there are none. `more`: the count stopped before all were counted. */
function lineOf(count: Counted, assignment: string): string {
  if (!count || count.total === 0) return ''
  const { total, more } = count
  return `- ${total}${more ? '+' : ''} ${total === 1 ? 'chat' : 'chats'} ${assignment}, whose customers wait for an answer`
}
