import type { Tx } from '@posthorn/chassis'
import { type ErrorCode, isLater } from '@posthorn/contracts'
import type { GroupUpdate, SettingResult } from '@posthorn/provider'
import type { GroupRow } from '../entities/group.ts'
import { sendInvitations } from '../participants/invitation.ts'
import { announcePeople, participantsOf } from '../participants/record.ts'
import { announce } from './announce.ts'
import { pendingChange, type Setting, withOutcome } from './changes.ts'

/** A property of a group that the provider reports. */
type Reported = 'name' | 'description' | 'image' | 'suspended'
type Outcome = { setting: Exclude<Reported, 'suspended'>; update: SettingResult; at: Date }

/** Applies the reported outcome of each setting. Accepted values apply, no matter who requested them. */
export async function applySettings(
  tx: Tx,
  row: GroupRow,
  { name, description, image, at }: Extract<GroupUpdate, { kind: 'settings' }>,
): Promise<void> {
  const outcomes = [
    { setting: 'name' as const, update: name },
    { setting: 'description' as const, update: description },
    { setting: 'image' as const, update: image },
  ].flatMap(({ setting, update }) => (update ? [{ setting, update, at: new Date(at) }] : []))
  for (const outcome of outcomes) applyOne(row, outcome)
  for (const [ok, change] of [
    [true, 'changed'],
    [false, 'refused'],
  ] as const)
    if (outcomes.some(({ update }) => update.ok === ok)) await announce(tx, row, { change })
}

/** A report of a property: its time, value, and the value so far. */
type Report = { at: Date; value: string; before: string }

/**
 * Records the time of a report. Returns false if a later one came before. The provider's times are in seconds: within the same second, the last
 * requested value wins, then the one whose text sorts last, in whatever order they arrive.
 */
export function takeReport(row: GroupRow, fact: Reported, { at, value, before }: Report): boolean {
  const last = row.reportedAt[fact]
  const asked = row.changes.find(({ setting }) => setting === fact)
  const stamp = (time: string, text: string) => ({
    at: `${time.slice(0, 'yyyy-mm-ddThh:mm:ss'.length)}Z`,
    text: `${Number(asked !== undefined && text === (asked.to ?? ''))}${text}`,
  })
  const time = at.toISOString()
  if (last !== undefined && isLater(stamp(last, before), stamp(time, value))) return false
  row.reportedAt = { ...row.reportedAt, [fact]: time }
  return true
}

function applyOne(row: GroupRow, { setting, update, at }: Outcome): void {
  const { ok, text, error } = update
  const to = setting === 'image' ? undefined : text
  const wanted = pendingChange(row.changes, setting)?.to ?? undefined
  const errorCode = ok ? undefined : (error?.errorCode ?? 'provider:refused')
  row.changes = withOutcome(row.changes, { setting, to, errorCode })
  const before = { name: row.name, description: row.description ?? '', image: row.image?.sha256 ?? '' }[setting]
  const value = (setting === 'image' ? (wanted ?? update.sha256) : (text ?? wanted)) ?? ''
  if (!ok || !takeReport(row, setting, { at, value, before })) return
  if (setting === 'name') row.name = value || row.name
  else if (setting === 'description') row.description = value || null
  else row.image = { sha256: value, setAt: at.toISOString() }
}

/** Requested settings were all refused. */
export async function refuseSettings(
  tx: Tx,
  row: GroupRow,
  { settings, errorCode }: { settings: { setting: Setting; to?: string }[]; errorCode: ErrorCode },
): Promise<void> {
  for (const { setting, to } of settings) row.changes = withOutcome(row.changes, { setting, to, errorCode })
  await announce(tx, row, { change: 'refused' })
}

/** The link changed: people invited with the old one must be invited again, and those waiting for the first link are invited now. */
export async function applyLink(tx: Tx, row: GroupRow, link: string): Promise<void> {
  row.inviteLink = link
  row.changes = withOutcome(row.changes, { setting: 'invite' })
  const people = await participantsOf(tx, row)
  const stranded = people.filter(
    ({ status, invitationStatus }) => status === 'invited' && invitationStatus !== 'waiting',
  )
  for (const each of stranded) tx.em.assign(each, { status: 'canceled', leftAt: new Date() })
  await announce(tx, row, { change: 'changed' })
  await announcePeople(tx, row, stranded)
  await sendInvitations(tx, row)
  await tx.em.flush()
}
