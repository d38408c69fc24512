import { createHash } from 'node:crypto'
import { on, sql } from '@posthorn/chassis'
import type { EventData } from '@posthorn/contracts'
import type { NumbersRuntime } from '../config.ts'

type Call = EventData<'provider:call'>

/** Announces each unanswered customer call, once. */
export const announceMissedCalls = on<'provider:call', NumbersRuntime>('provider:call', async ({ tx, events }) => {
  for (const { workspace, data, traceparent } of events) {
    if (!isMissed(data)) continue
    const { number, callId, timestamp, from, status } = data
    const inserted = await sql(
      tx.em,
      `insert into missed_call (workspace_id, number_id, digest) select workspace_id, id, $3 from number
       where workspace_id = $1 and id = $2 on conflict do nothing returning 1`,
      [workspace, number, createHash('sha256').update(callId).digest()],
    )
    if (inserted.length === 0) continue
    const { phone, userId, name } = from
    tx.emit({
      kind: 'call:missed',
      workspace,
      data: { number, call: callId, from: { phone, userId, name }, endedAt: timestamp, ...(status && { status }) },
      aggregate: { id: callId, version: 1 },
      ...(traceparent === undefined ? {} : { traceparent }),
    })
  }
})

/** An answered call has a duration when it ends. */
function isMissed({ direction, event, status, seconds = 0 }: Call): boolean {
  return direction === 'in' && event === 'terminate' && seconds === 0 && status !== 'COMPLETED'
}
