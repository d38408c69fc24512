import { type ErrorCode, errorCatalog, type group, isErrorCode } from '@posthorn/contracts'
import type { z } from 'zod'

type Changes = z.output<typeof group>['changes']

/** Something about a group that can be changed. */
export type Setting = Changes[number]['setting']

/** An error of ours as answers show it. The words are ours: those of the provider may repeat what should not be shown. */
export function errorView(errorCode: string): { errorCode: string; message: string } {
  return { errorCode, message: isErrorCode(errorCode) ? errorCatalog[errorCode].message : errorCode }
}

/** Returns the changes with a new one, in the place of the last of that setting. */
export function withPending(changes: Changes, change: { setting: Setting; to: string | null; at: Date }): Changes {
  const { setting, to, at } = change
  const others = changes.filter((each) => each.setting !== setting)
  return [...others, { setting, status: 'pending', to, error: null, requestedAt: at.toISOString() }]
}

/**
 * Returns the changes with the outcome of one; unchanged when another value of that setting was requested since, or none was. `to` is absent where
 * the provider does not say which value it means.
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

/** The change of a setting that the provider has not confirmed yet. */
export function pendingChange(changes: Changes, setting: Setting): Changes[number] | undefined {
  return changes.find((change) => change.setting === setting && change.status === 'pending')
}

/** A change of an active group that the provider is requested to make. Each may be requested twice without harm. */
export type PendingChange =
  | { kind: 'settings'; name?: string; description?: string }
  /** The bytes lie beside it. */
  | { kind: 'image'; sha256: string }
  | { kind: 'invite' }
  | { kind: 'deletion' }
  /** Ids of participants. */
  | { kind: 'removal'; people: string[] }
  | { kind: 'answer'; approve: boolean; requests: string[] }
