import { type FilterQuery, LockMode } from '@mikro-orm/core'
import { forWorkspace, type Tx, type VerbContext } from '@posthorn/chassis'
import {
  type ErrorCode,
  type EventData,
  errorCatalog,
  fail,
  failUnknown,
  type groups,
  isErrorCode,
  type OutputOf,
  type Unfilled,
} from '@posthorn/contracts'
import { ChatGroup, ConnectedNumber, type GroupRow } from '../entities/group.ts'

type Context = Pick<VerbContext, 'em'>

/** Finds a group in the caller's workspace and on the caller's numbers, in any status. Fails with `group:not_found`. */
export const findGroup = async ({ em }: Context, id: string): Promise<GroupRow> =>
  (await em.findOne(ChatGroup, { id })) ?? fail('group:not_found')

/** Like `findGroup`, but locks the group until the transaction ends. A change locks its group before anything else. */
export async function findAndLockGroup({ em }: Context, id: string): Promise<GroupRow> {
  const lockMode = LockMode.PESSIMISTIC_WRITE
  return (await em.findOne(ChatGroup, { id }, { lockMode })) ?? fail('group:not_found')
}

/** Locks a group until the transaction ends. Returns null if it doesn't exist. An outcome must be stored only while holding this lock. */
export function lockGroup(
  tx: Tx,
  { workspaceId, groupId: id }: { workspaceId: string; groupId: string },
): Promise<GroupRow | null> {
  const locked = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true }
  return forWorkspace(tx.em, workspaceId).findOne(ChatGroup, { id }, locked)
}

/** Fails unless the group is active and not suspended: in any other, the provider changes nothing. */
export function refuseUnlessActive({ status, suspended }: GroupRow): void {
  if (status !== 'active') fail('group:not_active')
  if (suspended) fail('group:suspended')
}

/** Finds the connected number in the field `number`. Fails if the caller may not use it or it is disconnected. */
export async function findConnectedNumber(
  { em, call }: Pick<VerbContext, 'em' | 'call'>,
  id: string,
): Promise<{ id: string }> {
  if (call.numbers?.every((allowed) => allowed !== id)) failUnknown('number:not_found', 'number')
  const number = (await em.findOne(ConnectedNumber, { id })) ?? failUnknown('number:not_found', 'number')
  if (!number.ciphertext) fail('number:disconnected')
  return number
}

type Changes = OutputOf<typeof groups.groups.get>['changes']

export type Setting = Changes[number]['setting']

/** Returns an error as responses show it. The message is our own, because the provider's may contain text that must not be shown. */
export function errorView(errorCode: string): { errorCode: string; message: string } {
  return { errorCode, message: isErrorCode(errorCode) ? errorCatalog[errorCode].message : errorCode }
}

/** Adds a change, replacing the previous change to the same setting. */
export function withPending(changes: Changes, change: { setting: Setting; to: string | null; at: Date }): Changes {
  const { setting, to, at } = change
  const others = changes.filter((each) => each.setting !== setting)
  return [...others, { setting, status: 'pending', to, error: null, requestedAt: at.toISOString() }]
}

/**
 * Sets the outcome of a setting's last change, even if it has one already: a confirmation may arrive late. Does nothing if another value has
 * been requested since, or if a known value is refused after it was accepted. `to` is absent if the provider doesn't report the value.
 */
export function withOutcome(
  changes: Changes,
  { setting, to, errorCode }: { setting: Setting; to?: string | undefined; errorCode?: ErrorCode | undefined },
): Changes {
  return changes.map((change) => {
    const meant = change.setting === setting && (to === undefined || to === (change.to ?? ''))
    const isInEffect = change.status === 'applied' && to !== undefined
    if (!meant || (errorCode !== undefined && isInEffect)) return change
    return errorCode === undefined
      ? { ...change, status: 'applied', error: null }
      : { ...change, status: 'failed', error: errorView(errorCode) }
  })
}

export const pendingChange = (changes: Changes, setting: Setting): Changes[number] | undefined =>
  changes.find((change) => change.setting === setting && change.status === 'pending')

/** A change to a group that exists at the provider, to be requested from it. Requesting it twice must be safe. */
export type PendingChange =
  | { kind: 'settings'; name?: string; description?: string }
  /** The bytes are stored separately. */
  | { kind: 'image'; sha256: string }
  | { kind: 'invite' }
  | { kind: 'deletion' }
  | { kind: 'removal'; people: string[] }
  | { kind: 'answer'; approve: boolean; requests: string[] }

type GroupChange = Unfilled<Pick<EventData<'group:updated'>, 'change' | 'people' | 'requests'>>

/** Stores a changed group with the next version and announces it. */
export async function announce(tx: Tx, row: GroupRow, change: GroupChange): Promise<void> {
  row.version += 1
  row.updatedAt = new Date()
  await forWorkspace(tx.em, row.workspaceId).flush()
  tx.emit({
    kind: 'group:updated',
    workspace: row.workspaceId,
    data: { ...presentGroup(row), ...change },
    aggregate: { id: row.id, version: row.version },
  })
}

/** Presents a group. An active one that the provider has suspended is shown as suspended. */
export function presentGroup(row: GroupRow): OutputOf<typeof groups.groups.get> {
  const { errorCode, errorMessage } = row
  return {
    id: row.id,
    number: row.numberId,
    name: row.name,
    description: row.description ?? null,
    status: row.status === 'active' && row.suspended ? 'suspended' : row.status,
    joinApproval: row.joinApproval,
    image: row.image ?? null,
    inviteLink: row.inviteLink ?? null,
    providerId: row.providerId ?? null,
    participants: { joined: row.joined, invited: row.invited, requested: row.requested },
    changes: row.changes,
    error: errorCode ? { errorCode, message: errorMessage ?? errorCode } : null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** Returns the filter for groups that are shown with this status. */
export function inStatus(status: OutputOf<typeof groups.groups.get>['status']): FilterQuery<GroupRow> {
  if (status === 'suspended') return { status: 'active', suspended: true }
  return status === 'active' ? { status, suspended: false } : { status }
}
