import { createHmac } from 'node:crypto'
import { type CallContext, callContext } from '@posthorn/contracts'

/** Fields of a call's context that the caller sets; the rest of the signed context is filled in. */
export type CallOptions = Partial<Omit<CallContext, 'expiresAt'>> & { onReplayed?: () => void }

/** A caller that services know by name from their `SERVICE_CREDENTIALS`. */
export type Credential = { name: string; secret: string }

/** Returns a call's context in the signed wire format. Services refuse any other format. */
export function signContext(context: CallContext, credential: Credential): string {
  return signed(callContext.parse(context), credential)
}

/** Returns the contexts of a batch in their signed wire format, as one token. */
export function signContexts(contexts: CallContext[], credential: Credential): string {
  return signed(contexts, credential)
}

/** Returns a value as a token: its JSON, the caller's name, and a signature. Services look up the secret by that name. */
function signed(value: unknown, { name, secret }: Credential): string {
  const payload = Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${payload}.${name}.${createHmac('sha256', secret).update(payload).digest('base64url')}`
}
