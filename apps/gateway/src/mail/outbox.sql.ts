import { createHmac } from 'node:crypto'
import { createLeasedQueue, type LeasedJob, type LeasedQueue, sql, type Tx, type Vault } from '@posthorn/chassis'
import type { GatewayRuntime } from '../deps.ts'
import type { Letter } from './letter.ts'

type Em = Parameters<typeof sql>[0]

/** A mail in the outbox. */
export type MailJob = LeasedJob & { id: string; sealed: string }

export const mailLoop = 'mail'

const minuteMs = 60_000
const givenUpAfter = `interval '1 day'`

/** Mails in the outbox. They expire by age, not by number of attempts. */
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

/** Vault purpose of a mail. */
export const letterPurpose = (id: string): string => `mail ${id}`

/**
 * Puts a mail into the outbox, replacing a waiting one of its kind to the same address. False if the installation sends no mail. Looks up no
 * one, so that it takes the same time for every address.
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

function recipientOf(letter: Letter): string {
  if (letter.kind === 'confirmation') return letter.person
  return letter.kind === 'digest' ? letter.member : letter.email
}

/** Decrypts the mail of a job. */
export function openLetter(vault: Vault, { id, sealed }: MailJob): Letter {
  return JSON.parse(vault.open(sealed, letterPurpose(id))) as Letter
}

/** Deletes mails that couldn't be sent for a day. Returns how many. */
export async function deleteLate(em: Em): Promise<number> {
  return (await sql(em, `delete from mail where created_at < now() - ${givenUpAfter} returning 1`)).length
}
