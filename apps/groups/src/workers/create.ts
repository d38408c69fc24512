import { backoffMs, inTransaction, type Round, type Tx, type Worker } from '@posthorn/chassis'
import type { GroupOutcome } from '@posthorn/provider'
import type { GroupsRuntime } from '../config.ts'
import { failGroup, lockGroup, settleByUpdate } from '../groups/settle.ts'
import { lockUpdates, takeEarlyUpdate } from '../groups/updates.sql.ts'
import { type Claimed, claimCreations, dropOldUpdates, type Late, lateCreations, moveOn } from './create.sql.ts'
import { callProvider, callRound, pollMs, retryMs, throttledPauseMs } from './provider-calls.ts'
import { requestNumberCheck } from './request-number-check.ts'

/** Requests groups from the provider, each once, and ends those that weren't confirmed in time. */
export const create: Worker<GroupsRuntime> = { name: 'create', pollMs, outward: true, run: createRound }

function createRound(runtime: GroupsRuntime): Promise<Round> {
  const em = runtime.db.em()
  return callRound<Claimed>(runtime, {
    table: 'group_creation',
    async giveUpLate(deadlines) {
      await dropOldUpdates(em)
      for (const late of await lateCreations(em, deadlines)) await inTransaction(runtime, (tx) => giveUp(tx, late))
    },
    claim: (limit) => inTransaction(runtime, (tx) => claimCreations(tx.em, limit)),
    call: (claimed) => request(runtime, claimed),
  })
}

/** Marks a call without response as unknown, since it may still be confirmed. Fails what wasn't confirmed in time. */
async function giveUp(tx: Tx, late: Late): Promise<void> {
  await lockUpdates(tx.em, late.numberId)
  const row = await lockGroup(tx, late)
  if (row?.status !== 'creating') return
  if (late.status !== 'calling') return failGroup(tx, row, 'group:outcome_unknown')
  await becomeUnknown(tx, late)
}

async function becomeUnknown(
  tx: Tx,
  creation: Pick<Late, 'workspaceId' | 'groupId' | 'numberId' | 'name' | 'attempt'>,
) {
  const next = { status: 'unknown' as const, attempt: creation.attempt, afterMs: 0 }
  if (await moveOn(tx.em, creation, next)) await settleEarly(tx, creation, { subject: creation.name })
}

async function request(runtime: GroupsRuntime, claimed: Claimed): Promise<void> {
  const { name: subject, description, joinApproval } = claimed
  const outcome = await callProvider(runtime, claimed, (provider, line) =>
    provider.createGroup(line, { subject, joinApproval, ...(description !== null && { description }) }),
  )
  await inTransaction(runtime, (tx) => record(tx, claimed, outcome))
}

async function record(tx: Tx, claimed: Claimed, outcome: GroupOutcome | null): Promise<void> {
  const { attempt } = claimed
  await lockUpdates(tx.em, claimed.numberId)
  const row = await lockGroup(tx, claimed)
  if (row?.status !== 'creating') return
  if (outcome === null) return failGroup(tx, row, 'number:disconnected')
  switch (outcome.outcome) {
    case 'requested':
      if (!(await moveOn(tx.em, claimed, { status: 'requested', attempt, afterMs: 0 }))) return
      row.requestId = outcome.requestId
      await tx.em.flush()
      return settleEarly(tx, claimed, { requestId: outcome.requestId })
    case 'done':
    case 'unknown':
      return becomeUnknown(tx, claimed)
    case 'throttled': {
      const afterMs = outcome.retryAfterMs ?? throttledPauseMs
      await moveOn(tx.em, claimed, { status: 'waiting', attempt: attempt - 1, afterMs })
      return
    }
    case 'not_sent':
      if (attempt > retryMs.length) return failGroup(tx, row, outcome.error.errorCode)
      await moveOn(tx.em, claimed, { status: 'waiting', attempt, afterMs: backoffMs(attempt, retryMs) })
      return
    case 'refused':
      if (outcome.suspendsNumber) requestNumberCheck(tx, claimed, outcome.error.errorCode)
      return failGroup(tx, row, outcome.error.errorCode)
  }
}

/** Applies an update that arrived before the response. */
async function settleEarly(
  tx: Tx,
  about: Pick<Claimed, 'workspaceId' | 'groupId' | 'numberId'>,
  wanted: { requestId?: string; subject?: string },
): Promise<void> {
  const { workspaceId, numberId } = about
  const update = await takeEarlyUpdate(tx.em, { workspaceId, numberId, ...wanted })
  const row = update && (await lockGroup(tx, about))
  if (row && update.kind === 'create') await settleByUpdate(tx, row, update)
}
