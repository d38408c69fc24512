import { databaseTime, forWorkspace, type Tx } from '@posthorn/chassis'
import { type ErrorCode, errorCatalog, isLater } from '@posthorn/contracts'
import type { GroupOutcome, GroupUpdate, SettingResult } from '@posthorn/provider'
import { GroupCreation, type GroupRow } from '../entities/group.ts'
import {
  announcePeople,
  participantsOf,
  recordJoined,
  recordLeft,
  recordRefused,
  sendInvitations,
} from '../participants/membership.ts'
import { closeRequestsOf, recordAnswers, recordRequest } from '../participants/participants.ts'
import { announce, type PendingChange, pendingChange, type Setting, withOutcome } from './group.ts'
import { deleteAtProvider, endGroup, keepGroup } from './groups.ts'
import { type CreationUpdate, requestChange } from './updates.sql.ts'

/** Applies a provider update about a group, no matter who requested the change. A deleted group takes only outcomes of its creation and deletion. */
export async function applyUpdate(tx: Tx, row: GroupRow, update: GroupUpdate): Promise<void> {
  const at = new Date(update.at)
  if (update.kind === 'create') return settleByUpdate(tx, row, update)
  if (row.status === 'deleted' && update.kind !== 'delete') return
  switch (update.kind) {
    case 'delete':
      return update.error ? keepGroup(tx, row, update.error.errorCode) : endGroup(tx, row)
    case 'joined': {
      const joined = await recordJoined(tx, row, { people: update.people, at })
      await closeRequestsOf(tx, row, update.people)
      return announcePeople(tx, row, joined)
    }
    case 'removed':
      return applyRemoval(tx, row, update)
    case 'request':
      return recordRequest(tx, row, update)
    case 'settings':
      return applySettings(tx, row, update)
    case 'suspension':
      if (!takeReport(row, 'suspended', { at, value: standingOf(update), before: standingOf(row) })) return
      if (row.suspended === update.suspended) return
      row.suspended = update.suspended
      return announce(tx, row, { change: update.suspended ? 'suspended' : 'cleared' })
  }
}

/** String for comparing reports. Within the same second, `cleared` wins over `begun`, because a suspension must begin before it ends. */
const standingOf = ({ suspended }: { suspended: boolean }) => (suspended ? 'begun' : 'cleared')

/** Applies the reported outcome of a change that was requested here. An image's outcome doesn't say which image was requested; the change does. */
export async function applyOutcome(tx: Tx, row: GroupRow, pending: PendingChange, update: GroupUpdate): Promise<void> {
  if (update.error) return refuseRequested(tx, row, { pending, errorCode: update.error.errorCode })
  if (update.kind !== 'settings' || !update.image || pending.kind !== 'image') return applyUpdate(tx, row, update)
  return applyUpdate(tx, row, { ...update, image: { ...update.image, text: pending.sha256 } })
}

/** Records who left or was removed, and whose removal failed. Someone whom the provider can't find in the group is no longer in it. */
async function applyRemoval(tx: Tx, row: GroupRow, update: Extract<GroupUpdate, { kind: 'removed' }>): Promise<void> {
  const at = new Date(update.at)
  const failed = update.failed.map((each) => ({
    ...each,
    errorCode: each.error?.errorCode ?? ('provider:refused' as const),
  }))
  const absent = failed.filter(({ errorCode }) => errorCode === 'participant:not_found')
  const { people: reported, byUs } = update
  const gone = await recordLeft(tx, row, { people: [...reported, ...absent], reported, byUs, at })
  const kept = await recordRefused(tx, row, failed)
  await announcePeople(tx, row, [...gone, ...kept])
}

/** Applies a change that the provider confirmed right away. */
export async function applyRequested(
  tx: Tx,
  row: GroupRow,
  { pending, done }: { pending: PendingChange; done: Extract<GroupOutcome, { outcome: 'done' }> },
): Promise<void> {
  // The provider gives no time, and its reports are compared with this one.
  const at = await databaseTime(tx.em)
  const ok = (text?: string) => ({ ok: true, ...(text !== undefined && { text }) })
  switch (pending.kind) {
    case 'settings': {
      const { name, description } = pending
      const settings = {
        ...(name !== undefined && { name: ok(name) }),
        ...(description !== undefined && { description: ok(description) }),
      }
      return applySettings(tx, row, { kind: 'settings', at: at.toISOString(), ...settings })
    }
    case 'image':
      return applySettings(tx, row, { kind: 'settings', at: at.toISOString(), image: ok(pending.sha256) })
    case 'invite':
      return done.inviteLink === undefined
        ? refuseRequested(tx, row, { pending, errorCode: 'provider:refused' })
        : applyLink(tx, row, done.inviteLink)
    case 'deletion':
      return endGroup(tx, row)
    case 'removal': {
      const people = await namesOfListed(tx, row, pending.people)
      return announcePeople(tx, row, await recordLeft(tx, row, { people, byUs: true, at }))
    }
    case 'answer': {
      const { taken = [], failed = [] } = done
      const refused = pending.requests.filter((id) => !taken.includes(id))
      const errorOf = (id: string) => failed.find((each) => each.id === id)?.error?.errorCode ?? 'provider:refused'
      const causes = refused.map((id) => ({ id, errorCode: errorOf(id) }))
      return recordAnswers(tx, row, { approve: pending.approve, taken, failed: causes })
    }
  }
}

/** Records that a change was refused, not confirmed, or never sent. A group or person that the provider can't find counts as deleted or removed. */
export async function refuseRequested(
  tx: Tx,
  row: GroupRow,
  { pending, errorCode }: { pending: PendingChange; errorCode: ErrorCode },
): Promise<void> {
  switch (pending.kind) {
    case 'settings': {
      const { name, description } = pending
      const settings = [
        ...(name === undefined ? [] : [{ setting: 'name' as const, to: name }]),
        ...(description === undefined ? [] : [{ setting: 'description' as const, to: description }]),
      ]
      return refuseSettings(tx, row, { settings, errorCode })
    }
    case 'image':
      return refuseSettings(tx, row, { settings: [{ setting: 'image', to: pending.sha256 }], errorCode })
    case 'invite':
      return refuseSettings(tx, row, { settings: [{ setting: 'invite' }], errorCode })
    case 'deletion':
      return errorCode === 'group:not_found' ? endGroup(tx, row) : keepGroup(tx, row, errorCode)
    case 'removal': {
      const isAbsent = errorCode === 'participant:not_found'
      if (isAbsent && pending.people.length > 1) return removeEach(tx, row, pending.people)
      const people = await namesOfListed(tx, row, pending.people)
      const refused = people.map((each) => ({ ...each, errorCode }))
      const changed = isAbsent
        ? await recordLeft(tx, row, { people, byUs: true, at: await databaseTime(tx.em) })
        : await recordRefused(tx, row, refused)
      return announcePeople(tx, row, changed)
    }
    case 'answer': {
      const failed = pending.requests.map((id) => ({ id, errorCode }))
      return recordAnswers(tx, row, { approve: pending.approve, taken: [], failed })
    }
  }
}

/** Requests each removal separately, because a refusal of several together does not say whom the provider can't find in the group. */
async function removeEach(tx: Tx, row: GroupRow, people: string[]): Promise<void> {
  for (const id of people) await requestChange(tx.em, row, { pending: { kind: 'removal', people: [id] } })
  tx.wake('change')
}

/** Returns those of these people who are still listed, named as the provider names people. Recording that others left would list them again. */
async function namesOfListed(tx: Tx, row: GroupRow, ids: string[]): Promise<{ input: string }[]> {
  const known = await participantsOf(tx, row)
  return known.filter(({ id }) => ids.includes(id)).map(({ id }) => ({ input: id }))
}

type Reported = 'name' | 'description' | 'image' | 'suspended'

/** Applies the reported outcome for each setting. Applies accepted values regardless of who requested them. */
async function applySettings(
  tx: Tx,
  row: GroupRow,
  { name, description, image, at }: Extract<GroupUpdate, { kind: 'settings' }>,
): Promise<void> {
  const outcomes = [
    { setting: 'name' as const, update: name },
    { setting: 'description' as const, update: description },
    { setting: 'image' as const, update: image },
  ].flatMap(({ setting, update }) => (update ? [{ setting, update, at: new Date(at) }] : []))
  const before = JSON.stringify(row.changes)
  for (const outcome of outcomes) applySetting(row, outcome)
  const isChanged = JSON.stringify(row.changes) !== before
  if (outcomes.some(({ update }) => update.ok)) await announce(tx, row, { change: 'changed' })
  if (isChanged && outcomes.some(({ update }) => !update.ok)) await announce(tx, row, { change: 'refused' })
}

type Report = { at: Date; value: string; before: string }

/**
 * Records the time of a report, unless a later one was applied earlier: then returns false. The provider's times have a resolution of one second.
 * Within a second, the last requested value wins, then the value whose text sorts last, in whatever order the reports arrive.
 */
function takeReport(row: GroupRow, setting: Reported, { at, value, before }: Report): boolean {
  const last = row.reportedAt[setting]
  const requested = row.changes.find((change) => change.setting === setting)
  const stamp = (time: string, text: string) => ({
    at: `${time.slice(0, 'yyyy-mm-ddThh:mm:ss'.length)}Z`,
    text: `${Number(requested !== undefined && text === (requested.to ?? ''))}${text}`,
  })
  const time = at.toISOString()
  if (last !== undefined && isLater(stamp(last, before), stamp(time, value))) return false
  row.reportedAt = { ...row.reportedAt, [setting]: time }
  return true
}

/** Sets the outcome of a setting's change, and the setting itself if it was accepted and no later report is known. */
function applySetting(
  row: GroupRow,
  { setting, update, at }: { setting: Exclude<Reported, 'suspended'>; update: SettingResult; at: Date },
): void {
  const { ok, text: to, error } = update
  const wanted = pendingChange(row.changes, setting)?.to ?? undefined
  const errorCode = ok ? undefined : (error?.errorCode ?? 'provider:refused')
  row.changes = withOutcome(row.changes, { setting, to, errorCode })
  const before = { name: row.name, description: row.description ?? '', image: row.image?.sha256 ?? '' }[setting]
  const value = to ?? wanted ?? update.sha256 ?? ''
  if (!ok || !takeReport(row, setting, { at, value, before })) return
  if (setting === 'name') row.name = value || row.name
  else if (setting === 'description') row.description = value || null
  else row.image = { sha256: value, setAt: at.toISOString() }
}

/** Marks changes as failed and announces it, if there are any. `to`: the refused value; a change with another value stays pending. */
async function refuseSettings(
  tx: Tx,
  row: GroupRow,
  { settings, errorCode }: { settings: { setting: Setting; to?: string }[]; errorCode: ErrorCode },
): Promise<void> {
  const before = JSON.stringify(row.changes)
  for (const { setting, to } of settings) row.changes = withOutcome(row.changes, { setting, to, errorCode })
  if (JSON.stringify(row.changes) !== before) await announce(tx, row, { change: 'refused' })
}

/** Applies a new link. The old one no longer works, so invitations with it are canceled. People waiting for the first link are invited now. */
async function applyLink(tx: Tx, row: GroupRow, link: string): Promise<void> {
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

/**
 * Ends a group's creation with the reported outcome. A late confirmation activates a group that failed only for lack of it. If the group was
 * deleted meanwhile, it is deleted at the provider, too.
 */
export async function settleByUpdate(tx: Tx, row: GroupRow, update: CreationUpdate): Promise<void> {
  const isOpen = row.status === 'creating' || row.errorCode === 'group:outcome_unknown'
  if (!isOpen || row.providerId) return
  const { error, groupId, inviteLink = null, requestId = row.requestId ?? null } = update
  const isDeleted = row.status === 'deleted'
  if (error) return isDeleted ? undefined : failGroup(tx, row, error.errorCode)
  if (groupId === undefined) return
  if (isDeleted) return deleteAtProvider(tx, row, groupId)
  await endCreation(tx, row, {
    status: 'active',
    providerId: groupId,
    inviteLink,
    requestId,
    errorCode: null,
    errorMessage: null,
  })
}

/** Ends a failed creation. The error message is our own, because the provider's may contain text that must not be shown. */
export async function failGroup(tx: Tx, row: GroupRow, errorCode: ErrorCode): Promise<void> {
  const errorMessage = errorCatalog[errorCode].message
  await endCreation(tx, row, { status: 'failed', errorCode, errorMessage })
}

/** Ends the creation of a group as active or failed, announces it, and sends or fails its invitations. */
async function endCreation(
  tx: Tx,
  row: GroupRow,
  outcome: Partial<GroupRow> & { status: 'active' | 'failed' },
): Promise<void> {
  const em = forWorkspace(tx.em, row.workspaceId)
  em.assign(row, outcome)
  await announce(tx, row, { change: outcome.status })
  await em.nativeDelete(GroupCreation, { workspaceId: row.workspaceId, groupId: row.id })
  if (outcome.status === 'active') await openGroup(tx, row)
  else await failInvitations(tx, row, outcome.errorCode ?? 'provider:refused')
}

/** Invites the people who are waiting for the group. If it has no link yet, only requests one: `applyLink` invites them. */
async function openGroup(tx: Tx, row: GroupRow): Promise<void> {
  if (row.inviteLink === null) {
    await requestChange(tx.em, row, { pending: { kind: 'invite' } })
    tx.wake('change')
  }
  await sendInvitations(tx, row)
  await tx.em.flush()
}

/** Fails the invitations to a group that was not created. */
async function failInvitations(tx: Tx, row: GroupRow, errorCode: string): Promise<void> {
  const invited = (await participantsOf(tx, row)).filter(({ status }) => status === 'invited')
  for (const each of invited)
    tx.em.assign(each, { status: 'failed', errorCode, invitation: null, invitationStatus: 'failed' })
  await announcePeople(tx, row, invited)
}
