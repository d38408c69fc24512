import { type CallContext, type EventData, isAudited, type Mutation, type Query } from '@posthorn/contracts'
import type { Runtime } from '../runtime.ts'
import type { Tx } from '../tx.ts'
import { type Change, watchChanges } from './changes.ts'
import { createRedactor, type RedactedValue } from './redact.ts'

type AuditRecord = EventData<'audit:recorded'>
type Fields = AuditRecord['given']

/** A call, its input and result, and the rows that it changed. */
export type Action = { call: CallContext; input: unknown; value: unknown; changes: Change[] }

/** Records operations in the audit log, in the same transaction as the operation. */
export type Auditor = { watch(tx: Tx): Change[]; record(tx: Tx, action: Action): void }

const detailBytesMax = 16 * 1024
const changesMax = 20

/** Returns an auditor for operations that the audit log contains; undefined for other operations. */
export function auditorOf(
  runtime: Pick<Runtime, 'name' | 'vault'>,
  route: string,
  operation: Query | Mutation,
): Auditor | undefined {
  if (!isAudited(operation)) return undefined
  const redact = createRedactor(runtime.vault.derive('audit log'), route.split('.')[0] ?? '')
  return {
    watch: (tx) => watchChanges(tx.em),
    record(tx, action) {
      const { call, changes } = action
      // An operator's call names no workspace, so take it from the changed rows. No changed rows means that nothing happened.
      const workspace = call.workspace ?? changes.find((change) => change.workspace !== null)?.workspace
      if (!workspace) return
      const data: AuditRecord = {
        actor: { ...call.actor, name: call.actor.name ?? null },
        service: runtime.name,
        operation: route,
        target: redact(targetOf(action)) as string | null,
        ip: call.ip ?? null,
        requestId: call.requestId,
        ...bounded({
          given: redact(action.input) as Fields,
          changes: changes.slice(0, changesMax).map(toRecord(redact)),
        }),
      }
      const aggregate = { id: call.requestId, version: 1 }
      tx.emit({ kind: 'audit:recorded', workspace, data, aggregate, traceparent: call.traceparent })
    },
  }
}

const toRecord =
  (redact: (value: unknown) => RedactedValue) =>
  ({ thing, id, before, after }: Change): AuditRecord['changes'][number] => ({
    thing,
    // A row's id may be a phone number.
    id: redact(id) as string | null,
    before: before && (redact(before) as Fields),
    after: after && (redact(after) as Fields),
  })

function targetOf({ input, value, changes }: Action): string | null {
  const named = [input, value].map((one) => (one as { id?: unknown } | null | undefined)?.id)
  return (named.find((id) => typeof id === 'string') as string | undefined) ?? changes[0]?.id ?? null
}

function bounded(
  details: Pick<AuditRecord, 'given' | 'changes'>,
): Omit<AuditRecord, 'actor' | 'service' | 'operation' | 'target' | 'ip' | 'requestId'> {
  if (Buffer.byteLength(JSON.stringify(details)) <= detailBytesMax) return { ...details, truncated: false }
  return { given: {}, changes: [], truncated: true }
}
