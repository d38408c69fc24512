import { type CallContext, fail, type Mutation, type Query, refuseLimited } from '@posthorn/contracts'

/** Refuses a call without a valid context, or whose context lacks what the operation needs. */
export function authorize(call: CallContext | null | undefined, operation: Query | Mutation): CallContext {
  if (!call) fail('session:invalid')
  if (operation.scope && !call.scopes.includes(operation.scope)) {
    fail('scope:missing', { message: `This operation needs the scope ${operation.scope}.` })
  }
  if (operation.limitedBy === 'workspace') refuseLimited(call)
  const needsWorkspace = operation.scope !== 'operator' && operation.rest !== undefined
  if (needsWorkspace && call.workspace === null)
    fail('session:invalid', { message: 'The signed context names no workspace.' })
  return call
}
