import type { Tx } from '@posthorn/chassis'
import type { ErrorCode } from '@posthorn/contracts'
import type { GroupUpdate, SettingResult } from '@posthorn/provider'
import type { GroupRow } from '../entities/chat-group.ts'
import { sendInvitations } from '../participants/invitation.ts'
import { announcePeople, isBefore, participantsOf } from '../participants/record.ts'
import { announce } from './announce.ts'
import { pendingChange, type Setting, withOutcome } from './changes.ts'

/** A fact of a group that the provider reports. */
type Reported = 'name' | 'description' | 'image' | 'suspended'
type Outcome = { setting: Exclude<Reported, 'suspended'>; update: SettingResult; at: Date }

/** The provider says of each setting what became of it; those that it took hold, asked for here or not. */
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

/** Notes the time of a report on a fact; false: a later one came before. */
export function takeReport(row: GroupRow, fact: Reported, at: Date): boolean {
  const before = row.reportedAt[fact]
  if (before !== undefined && isBefore(at, new Date(before))) return false
  row.reportedAt = { ...row.reportedAt, [fact]: at.toISOString() }
  return true
}

function applyOne(row: GroupRow, { setting, update, at }: Outcome): void {
  const { ok, text, error } = update
  const to = setting === 'image' ? undefined : text
  const wanted = pendingChange(row.changes, setting)?.to ?? null
  const errorCode = ok ? undefined : (error?.errorCode ?? 'provider:refused')
  row.changes = withOutcome(row.changes, { setting, to, errorCode })
  if (!ok || !takeReport(row, setting, at)) return
  if (setting === 'name') row.name = text ?? wanted ?? row.name
  else if (setting === 'description') row.description = (text ?? wanted) || null
  else row.image = { sha256: wanted ?? update.sha256 ?? '', setAt: at.toISOString() }
}

/** Settings that were asked for were refused as a whole. */
export async function refuseSettings(
  tx: Tx,
  row: GroupRow,
  { settings, errorCode }: { settings: { setting: Setting; to?: string }[]; errorCode: ErrorCode },
): Promise<void> {
  for (const { setting, to } of settings) row.changes = withOutcome(row.changes, { setting, to, errorCode })
  await announce(tx, row, { change: 'refused' })
}

/** There is a new link: who was invited with the old one must be invited again, and whom the first was waited for is invited now. */
export async function applyLink(tx: Tx, row: GroupRow, link: string): Promise<void> {
  row.inviteLink = link
  row.changes = withOutcome(row.changes, { setting: 'invite' })
  const people = await participantsOf(tx, row)
  const stranded = people.filter(({ state, invitationStatus }) => state === 'invited' && invitationStatus !== 'waiting')
  for (const each of stranded) tx.em.assign(each, { state: 'canceled', leftAt: new Date() })
  await announce(tx, row, { change: 'changed' })
  await announcePeople(tx, row, stranded)
  await sendInvitations(tx, row)
  await tx.em.flush()
}
