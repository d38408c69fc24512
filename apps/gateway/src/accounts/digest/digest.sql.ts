import { sql } from '@posthorn/chassis'

type Em = Parameters<typeof sql>[0]

const membersMax = 100
const morningHour = 7
const quarterMs = 15 * 60_000

/** Turns a person's daily mail on or off. The first one comes the next morning. */
export async function chooseDigest(em: Em, person: string, isDaily: boolean): Promise<void> {
  await sql(em, 'update person set gets_digest = $2 where id = $1', [person, isDaily])
  await sql(em, 'update member set digest_at = null where person_id = $1', [person])
}

/** A member in whose workspace it is morning. */
type Due = { workspace: string; member: string }

/** Returns the members whose mail is due, each once a day. Plans the next one of all. */
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

/** Returns the next time that it is seven in the morning in a time zone. */
export function nextMorning(timeZone: string, now: number): Date {
  const clock = new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', minute: 'numeric', hourCycle: 'h23' })
  let at = Math.ceil((now + 1) / quarterMs) * quarterMs
  while (clock.format(at) !== `0${morningHour}:00`) at += quarterMs
  return new Date(at)
}

/** Who gets a digest, and what they may see; undefined if they don't want it anymore. */
export async function digestReader(em: Em, { workspace, member }: Due) {
  const [reader] = await sql<{ email: string; name: string; workspaceName: string; numbers: string[] | null }>(
    em,
    `select p.email, m.name, w.name as "workspaceName", case when m.role in ('admin', 'owner') then null else m.numbers end as numbers
     from member m join person p on p.id = m.person_id join workspace w on w.workspace_id = m.workspace_id
     where m.workspace_id = $1 and m.id = $2 and m.disabled_at is null and p.gets_digest and p.proven_at is not null`,
    [workspace, member],
  )
  return reader
}
