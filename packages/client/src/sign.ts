import { createHmac } from 'node:crypto'
import { type CallContext, callContext } from '@posthorn/contracts'

/** A caller, known to the services by name: set in their `SERVICE_CREDENTIALS`. */
export type Credential = { name: string; secret: string }

/** The signed wire form of a call's context; a service refuses any other. */
export function signContext(context: CallContext, credential: Credential): string {
  const payload = Buffer.from(JSON.stringify(callContext.parse(context))).toString('base64url')
  return `${payload}.${credential.name}.${createHmac('sha256', credential.secret).update(payload).digest('base64url')}`
}
