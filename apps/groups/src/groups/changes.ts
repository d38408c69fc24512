import type { FilterQuery } from '@mikro-orm/core'
import { forWorkspace, type Tx } from '@posthorn/chassis'
import {
  type ErrorCode,
  type EventData,
  errorCatalog,
  type group,
  isErrorCode,
  type Unfilled,
} from '@posthorn/contracts'
import type { z } from 'zod'
import type { GroupRow } from '../entities/group.ts'

type Changes = z.output<typeof group>['changes']

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
 * Sets the outcome of a setting's change. Does nothing if no change is pending or another value has been requested since. `to` is absent if
 * the provider doesn't report the value.
 */
export function withOutcome(
  changes: Changes,
  { setting, to, errorCode }: { setting: Setting; to?: string | undefined; errorCode?: ErrorCode | undefined },
): Changes {
  return changes.map((change) => {
    const meant = change.setting === setting && (to === undefined || to === (change.to ?? ''))
    if (!meant) return change
    return errorCode === undefined
      ? { ...change, status: 'applied', error: null }
      : { ...change, status: 'failed', error: errorView(errorCode) }
  })
}

export function pendingChange(changes: Changes, setting: Setting): Changes[number] | undefined {
  return changes.find((change) => change.setting === setting && change.status === 'pending')
}

/** A change to an active group, to be requested from the provider. Requesting it twice must be safe. */
export type PendingChange =
  | { kind: 'settings'; name?: string; description?: string }
  /** The bytes are stored separately. */
  | { kind: 'image'; sha256: string }
  | { kind: 'invite' }
  | { kind: 'deletion' }
  | { kind: 'removal'; people: string[] }
  | { kind: 'answer'; approve: boolean; requests: string[] }

type GroupChange = Unfilled<Pick<EventData<'group:updated'>, 'change' | 'people' | 'requests'>>

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

export function presentGroup(row: GroupRow): z.output<typeof group> {
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

export function inStatus(status: z.output<typeof group>['status']): FilterQuery<GroupRow> {
  if (status === 'suspended') return { status: 'active', suspended: true }
  return status === 'active' ? { status, suspended: false } : { status }
}
