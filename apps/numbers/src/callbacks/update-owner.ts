import { type CallbackUpdate, verifySignature } from '@posthorn/provider'
import type { SealedNumber, SecretCache } from './secret-cache.ts'

/** A body with a valid signature, and the number it was posted for. */
export type ProvenCallback = {
  workspaceId: string
  numberId: string
  raw: Buffer
  signature: string
  traceparent: string | null
  provider: string
  phoneNumberId: string
  businessAccountId: string | null
}

/** A connected number that another number's callback may contain updates of. */
export type Owner = SealedNumber & { workspaceId: string; provider: string; phoneNumberId: string }

type ReadableUpdate = Exclude<CallbackUpdate, { kind: 'unreadable' }>

/**
 * Finds an update's owner: the number the body was posted for, if the update names it; else the number it names, if the signature is also valid
 * with that number's app secret. Undefined if no one may receive it.
 */
export function ownerOfUpdate(
  update: CallbackUpdate,
  { callback, owners, secrets }: { callback: ProvenCallback; owners: Owner[]; secrets: SecretCache },
): { id: string; workspaceId: string } | undefined {
  if (update.kind === 'unreadable') return undefined
  const self = { id: callback.numberId, workspaceId: callback.workspaceId }
  if (update.phoneNumberId === undefined) return isOfAccount(update, callback) ? self : undefined
  if (update.phoneNumberId === callback.phoneNumberId) return self
  const owner = owners.find(
    ({ provider, phoneNumberId }) => provider === callback.provider && phoneNumberId === update.phoneNumberId,
  )
  if (!owner || !verifySignature(callback.raw, callback.signature, secrets.openAppSecrets(owner))) return undefined
  return owner
}

/** Whether an update is about the number's account; such updates name no number. */
function isOfAccount(update: ReadableUpdate, callback: ProvenCallback): boolean {
  return (
    (update.kind !== 'account' && update.kind !== 'report') ||
    update.businessAccountId === (callback.businessAccountId ?? '')
  )
}
