import { type CallbackUpdate, verifySignature } from '@posthorn/provider'
import type { SealedNumber, SecretCache } from './secret-cache.ts'

/** A body whose signature is proven, with the number it was posted for. */
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

/** A connected number that updates of another number's callback may belong to. */
export type Owner = SealedNumber & { workspaceId: string; provider: string; phoneNumberId: string }

type Readable = Exclude<CallbackUpdate, { kind: 'unreadable' }>

/**
 * Whose an update is: the number's to which the body came, if it names that one; else the number's it names, provided the body is
 * proven by an app secret of that number too. Undefined: nobody's, it must not reach anyone.
 */
export function ownerOf(
  update: CallbackUpdate,
  { callback, owners, secrets }: { callback: ProvenCallback; owners: Owner[]; secrets: SecretCache },
): { id: string; workspaceId: string } | undefined {
  if (update.kind === 'unreadable') return undefined
  const self = { id: callback.numberId, workspaceId: callback.workspaceId }
  if (update.phoneNumberId === undefined) return concernsAccount(update, callback) ? self : undefined
  if (update.phoneNumberId === callback.phoneNumberId) return self
  const owner = owners.find(
    ({ provider, phoneNumberId }) => provider === callback.provider && phoneNumberId === update.phoneNumberId,
  )
  if (!owner || !verifySignature(callback.raw, callback.signature, secrets.appSecretsOf(owner))) return undefined
  return owner
}

/** News of an account, which name no number, are for the numbers of that account only. */
function concernsAccount(update: Readable, callback: ProvenCallback): boolean {
  return update.kind !== 'account' || update.businessAccountId === (callback.businessAccountId ?? '')
}
