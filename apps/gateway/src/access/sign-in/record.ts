import { type Tx } from '@posthorn/chassis'
import { type Id, newId } from '@posthorn/contracts'
import { acrossWorkspaces, changeAcrossWorkspaces, membershipsOf } from '../../accounts/people/person.sql.ts'
import type { GatewayRuntime } from '../../deps.ts'
import type { Exchange } from '../../rest/exchange.ts'

/** A session's start, end or refusal. */
export type SessionEvent = {
  operation: 'session.began' | 'session.refused' | 'session.ended'
  person: string
  session?: string
}

/** Records in the audit log of each of the person's workspaces that they signed in or out, or were refused. */
export async function recordSession(
  runtime: GatewayRuntime,
  { address, requestId, traceparent }: Exchange,
  { operation, person, session }: SessionEvent,
): Promise<void> {
  const memberships = await acrossWorkspaces(runtime, (em) => membershipsOf(em, person))
  if (memberships.length === 0) return
  await changeAcrossWorkspaces(runtime, async (tx) => {
    for (const { workspace, member, name } of memberships) {
      const data = {
        actor: { type: 'member' as const, id: member, name },
        service: 'gateway',
        operation,
        target: session ?? member,
        ip: address || null,
        requestId,
        given: {},
        changes: [],
        truncated: false,
      }
      if (operation === 'session.ended') announceEnd(tx, workspace, member)
      tx.emit({ kind: 'audit:recorded', workspace, data, aggregate: { id: requestId, version: 1 }, traceparent })
    }
  })
}

/** Tells all gateways that a person's sessions have ended, so that their streams end at once. */
export async function announceEnded(runtime: GatewayRuntime, person: string): Promise<void> {
  const memberships = await acrossWorkspaces(runtime, (em) => membershipsOf(em, person))
  if (memberships.length === 0) return
  await changeAcrossWorkspaces(runtime, async (tx) => {
    for (const { workspace, member } of memberships) announceEnd(tx, workspace, member)
  })
}

function announceEnd(tx: Tx, workspace: string, member: string): void {
  const data = { member: member as Id<'mem'> }
  tx.emit({ kind: 'session:ended', workspace, data, aggregate: { id: newId('evt'), version: 1 } })
}
