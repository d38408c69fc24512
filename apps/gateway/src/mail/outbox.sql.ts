import { createHmac } from 'node:crypto'
import { createLeasedQueue, type LeasedJob, type LeasedQueue, sql, type Tx, type Vault } from '@posthorn/chassis'
import { newToken, tokenHashOf } from '../access/sessions/token.ts'
import { addConfirmLink, findLink } from '../access/sign-in/prove.sql.ts'
import { addResetLink, lockAddress, ownerOf, peopleByEmail, personById } from '../accounts/person.sql.ts'
import type { GatewayRuntime } from '../deps.ts'
import type { Mail } from './mail.ts'

type Em = Parameters<typeof sql>[0]

/** A mail to send. It is rendered when sent, so that its link is fresh and goes to the person who should get it at that time. */
type Letter =
  | { kind: 'invitation'; workspace: string; email: string; token: string }
  | { kind: 'confirmation'; person: string }
  | { kind: 'reset'; email: string }
  | { kind: 'digest'; workspace: string; member: string }

export type MailJob = LeasedJob & { id: string; sealed: string }

export const mailLoop = 'mail'

const minuteMs = 60_000
/** A mail that could not be sent for this long is deleted. */
export const givenUpAfterMs = 86_400_000

/** Outbox for mail. A mail expires by age, not by number of attempts. */
export const mailQueue: LeasedQueue<MailJob> = createLeasedQueue<MailJob>({
  table: 'mail',
  key: { id: 'id' },
  workspaceless: true,
  // Longer than the longest attempt.
  leaseSeconds: 90,
  retries: {
    attemptsMax: Number.POSITIVE_INFINITY,
    pausesMs: [minuteMs / 2, minuteMs, 5 * minuteMs, 15 * minuteMs, 30 * minuteMs, 60 * minuteMs],
  },
  columns: 'job.sealed',
})

/** Purpose for which the vault encrypts a mail. */
export const letterPurpose = (mailId: string): string => `mail ${mailId}`

/**
 * Puts a mail into the outbox, replacing a pending mail of the same kind to the same recipient. Returns false if the installation sends no
 * mail. Doesn't look up the person, so that timing doesn't reveal whether the address is known.
 */
export async function post(
  { em, wake }: Pick<Tx, 'em' | 'wake'>,
  { vault, deps }: GatewayRuntime,
  letter: Letter,
): Promise<boolean> {
  if (!deps.mailer) return false
  const name = `${letter.kind} ${recipientOf(letter)}`
  const id = createHmac('sha256', vault.derive('mail')).update(name).digest('base64url')
  await sql(
    em,
    `insert into mail (id, sealed) values ($1, $2) on conflict (id) do update
       set (sealed, created_at, run_at, attempt, lease_token) = (excluded.sealed, now(), now(), 0, null)`,
    [id, vault.seal(JSON.stringify(letter), letterPurpose(id))],
  )
  wake(mailLoop)
  return true
}

/** Returns what identifies the recipient: mails of one kind to the same recipient replace each other. */
function recipientOf(letter: Letter): string {
  if (letter.kind === 'confirmation') return letter.person
  if (letter.kind === 'invitation') return `${letter.workspace} ${letter.email}`
  return letter.kind === 'digest' ? letter.member : letter.email
}

/** Decrypts a mail. Mails are stored encrypted, because they contain addresses and links. */
export const openLetter = (vault: Vault, { id, sealed }: MailJob): Letter =>
  JSON.parse(vault.open(sealed, letterPurpose(id))) as Letter

/** Deletes mails that could not be sent within a day, and returns how many. */
export const deleteLate = async (em: Em): Promise<number> =>
  (await sql(em, `delete from mail where created_at < now() - interval '${givenUpAfterMs} milliseconds' returning 1`))
    .length

/** Records how the mail of an invitation ended, which the inviter sees. Of other mails, no one sees it. */
export async function recordOutcome(em: Em, letter: Letter, mailStatus: 'sent' | 'failed'): Promise<void> {
  if (letter.kind !== 'invitation') return
  const statement = 'update invitation set mail_status = $2 where token_hash = $1'
  await sql(em, statement, [tokenHashOf(letter.token), mailStatus])
}

/** Mails that are rendered using only this service's own rows. */
type OwnLetter = Exclude<Letter, { kind: 'digest' }>

const confirmValidForMs = 86_400_000
const resetValidForMs = 3_600_000

/** Renders a mail, and stores its link if that is new. Returns undefined if no one should receive it anymore. */
export async function writeMail(em: Em, letter: OwnLetter, publicUrl: string): Promise<Mail | undefined> {
  if (letter.kind === 'invitation') return writeInvitation(em, letter, publicUrl)
  return letter.kind === 'reset'
    ? writeReset(em, letter.email, publicUrl)
    : writeConfirmation(em, letter.person, publicUrl)
}

type Invitation = Extract<Letter, { kind: 'invitation' }>

/** Writes an invitation. Returns undefined if it was used or withdrawn, or has expired. */
async function writeInvitation(em: Em, { email, token }: Invitation, publicUrl: string): Promise<Mail | undefined> {
  const link = await findLink(em, tokenHashOf(token))
  if (!link) return undefined
  const text = `You are invited to the workspace "${unlinked(link.workspaceName ?? '')}" at ${publicUrl}.

Open this link to join. It works once, until ${minuteText(link.expiresAt)}.

${publicUrl}/app/welcome#${token}

If you did not expect this invitation, ignore this mail.
`
  return { to: email, subject: 'Your invitation to Posthorn', text }
}

/** Writes a confirmation mail with a new link. Returns undefined if the address is confirmed already, or the person was removed. */
async function writeConfirmation(em: Em, personId: string, publicUrl: string): Promise<Mail | undefined> {
  const person = await personById(em, personId)
  if (!person || person.isProven) return undefined
  const token = newToken()
  await addConfirmLink(em, {
    person: personId,
    tokenHash: tokenHashOf(token),
    expiresAt: new Date(Date.now() + confirmValidForMs),
  })
  const text = `Someone joined a workspace at ${publicUrl} with this address. If it was you, open this link and confirm that the address is yours. It works once, for one day.

${publicUrl}/app/confirm#${token}

If it was not you, ignore this mail: the account then does not count as yours.
`
  return { to: person.email, subject: 'Confirm your address for Posthorn', text }
}

/** Writes a mail with a new link to set a password. Returns undefined if the address belongs to no one. */
async function writeReset(em: Em, email: string, publicUrl: string): Promise<Mail | undefined> {
  await lockAddress(em, email)
  const person = ownerOf(await peopleByEmail(em, email))
  if (!person) return undefined
  const token = newToken()
  await addResetLink(em, {
    person: person.id,
    tokenHash: tokenHashOf(token),
    endsSecondFactor: false,
    isMailed: true,
    expiresAt: new Date(Date.now() + resetValidForMs),
  })
  const text = `Someone asked for a new password for the account with this address at ${publicUrl}. If it was you, open this link and choose one. It works once, for one hour.

${publicUrl}/app/reset#${token}

If it was not you, ignore this mail: your password stays as it is.
`
  return { to: email, subject: 'Your new password for Posthorn', text }
}

/** Returns an ISO time as people read it, to the minute. */
const minuteText = (time: string) => `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`

/** Makes a user-chosen name safe: one line, without text that mail clients turn into links, which anyone could send in our name. */
const unlinked = (name: string): string => name.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').replaceAll(/[.:/@](?=\S)/g, '$& ')

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

/** Returns up to 100 members whose digest is due, and schedules their next: one a day. A digest just turned on is only scheduled. */
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

/**
 * Returns a digest's recipient and their numbers, null for all; undefined if they no longer want digests, are disabled, or have not
 * confirmed their address.
 */
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

/**
 * Summarizes a member's pending work in numbers, without customer data. Returns undefined if there is none, or if they should
 * get no digest anymore.
 */
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
  // Like the inbox's view of waiting chats.
  const waiting = { status: ['open' as const, 'pending' as const], waiting: true, snoozed: false }
  const filters = { mine: { ...waiting, assignee: ['me' as const] }, open: { ...waiting, assignee: ['none' as const] } }
  const [{ mine, open }, mentions] = await Promise.all([
    chats.counts.mutate({ filters }, call),
    notifications.list.query({ unread: true, kind: ['mention'], size: 100 }, call),
  ])
  const lines = [
    lineOf(mine, 'assigned to you'),
    lineOf(open, 'assigned to no one'),
    mentions.items.length > 0
      ? `- ${mentions.items.length}${mentions.next ? '+' : ''} unread ${mentions.items.length === 1 ? 'mention' : 'mentions'} of you in notes`
      : '',
  ].filter((line) => line !== '')
  if (lines.length === 0) return undefined
  const workspaceUrl = `${publicUrl}/app/${workspace}`
  const text = `This waits in the workspace "${unlinked(reader.workspaceName)}":

${lines.join('\n')}

${workspaceUrl}/inbox/mine

You get this mail each morning, because you turned it on in your account. Turn it off there: ${workspaceUrl}/me
`
  return { to: reader.email, subject: 'What waits for you in Posthorn', text }
}

/** Returns the line about waiting chats; empty if there are none. `more`: the count stopped before all were counted. */
function lineOf(count: { total: number; more: boolean } | undefined, assignment: string): string {
  if (!count || count.total === 0) return ''
  const { total, more } = count
  return `- ${total}${more ? '+' : ''} ${total === 1 ? 'chat' : 'chats'} ${assignment}, whose customers wait for an answer`
}
