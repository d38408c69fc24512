import { type ErrorCode, errorCatalog, type group, isErrorCode } from '@posthorn/contracts'
import type { z } from 'zod'

type Changes = z.output<typeof group>['changes']

/** A setting of a group. */
export type Setting = Changes[number]['setting']

/** Returns one of our errors for responses, in our words: the provider's may contain what should not be shown. */
export function errorView(errorCode: string): { errorCode: string; message: string } {
  return { errorCode, message: isErrorCode(errorCode) ? errorCatalog[errorCode].message : errorCode }
}

/** Adds a change, replacing the setting's last one. */
export function withPending(changes: Changes, change: { setting: Setting; to: string | null; at: Date }): Changes {
  const { setting, to, at } = change
  const others = changes.filter((each) => each.setting !== setting)
  return [...others, { setting, status: 'pending', to, error: null, requestedAt: at.toISOString() }]
}

/**
 * Sets the outcome of a change. Nothing changes if another value was requested since, or none was. `to` is absent if the provider doesn't say
 * which value it means.
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

/** Returns a setting's change that the provider hasn't confirmed yet. */
export function pendingChange(changes: Changes, setting: Setting): Changes[number] | undefined {
  return changes.find((change) => change.setting === setting && change.status === 'pending')
}

/** A change of an active group to request from the provider. Each can be requested twice. */
export type PendingChange =
  | { kind: 'settings'; name?: string; description?: string }
  /** The bytes are stored separately. */
  | { kind: 'image'; sha256: string }
  | { kind: 'invite' }
  | { kind: 'deletion' }
  /** Ids of participants. */
  | { kind: 'removal'; people: string[] }
  | { kind: 'answer'; approve: boolean; requests: string[] }
