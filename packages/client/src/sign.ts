import { createHmac } from 'node:crypto'
import { type CallContext, callContext } from '@posthorn/contracts'

/** A caller, known to the services by name: set in their `SERVICE_CREDENTIALS`. */
export type Credential = { name: string; secret: string }

/** The signed wire form of a call's context; a service refuses any other. */
export function signContext(context: CallContext, credential: Credential): string {
  return signed(callContext.parse(context), credential)
}

/** The signed wire form of the contexts of a batch, in one token. */
export function signContexts(contexts: CallContext[], credential: Credential): string {
  return signed(contexts, credential)
}

function signed(value: unknown, { name, secret }: Credential): string {
  const payload = Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${payload}.${name}.${createHmac('sha256', secret).update(payload).digest('base64url')}`
}
