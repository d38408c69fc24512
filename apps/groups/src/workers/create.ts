import type { EntityManager } from '@mikro-orm/postgresql'
import { backoffMs, inTransaction, type Round, sql, type Tx, type Worker } from '@posthorn/chassis'
import type { GroupOutcome } from '@posthorn/provider'
import type { GroupsRuntime } from '../config.ts'
import { failGroup, settleByUpdate } from '../groups/apply-update.ts'
import { lockGroup } from '../groups/group.ts'
import { lockUpdates, takeEarlyUpdate } from '../groups/updates.sql.ts'
import {
  callProvider,
  callRound,
  type Deadlines,
  pollMs,
  requestNumberCheck,
  retryMs,
  throttledPauseMs,
} from './provider-calls.ts'

/** Requests each group from the provider once. Ends groups that weren't confirmed in time. */
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

/** Marks a call without a response as unknown, because it may still be confirmed. Fails a creation that wasn't confirmed in time. */
async function giveUp(tx: Tx, late: Late): Promise<void> {
  await lockUpdates(tx.em, late.numberId)
  const row = await lockGroup(tx, late)
  if (row?.status !== 'creating') return
  if (late.status !== 'calling') return failGroup(tx, row, 'group:outcome_unknown')
  await becomeUnknown(tx, late)
}

/**
 * Marks a creation as unknown, unless its confirmation has already arrived. Without the request's id, the confirmation is found by the
 * group's name.
 */
async function becomeUnknown(
  tx: Tx,
  creation: Pick<Late, 'workspaceId' | 'groupId' | 'numberId' | 'name' | 'attempt'>,
) {
  const next = { status: 'unknown' as const, attempt: creation.attempt, afterMs: 0 }
  if (await moveOn(tx.em, creation, next)) await settleEarly(tx, creation, { subject: creation.name })
}

/** Requests a group from the provider and records the outcome. */
async function request(runtime: GroupsRuntime, claimed: Claimed): Promise<void> {
  const { name: subject, description, joinApproval } = claimed
  const outcome = await callProvider(runtime, claimed, (provider, access) =>
    provider.createGroup(access, { subject, joinApproval, ...(description !== null && { description }) }),
  )
  await inTransaction(runtime, (tx) => record(tx, claimed, outcome))
}

/**
 * Records the outcome of a call, or null if the number can't make calls. A success without a request id can be confirmed only by name, so
 * it counts as unknown.
 */
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

/** Ends a creation with the update that arrived before the response, if there is one. */
async function settleEarly(
  tx: Tx,
  creation: Pick<Claimed, 'workspaceId' | 'groupId' | 'numberId'>,
  request: { requestId?: string; subject?: string },
): Promise<void> {
  const { workspaceId, numberId } = creation
  const update = await takeEarlyUpdate(tx.em, { workspaceId, numberId, ...request })
  const row = update && (await lockGroup(tx, creation))
  if (row && update.kind === 'create') await settleByUpdate(tx, row, update)
}

/** A group that can be requested now. `ciphertext` is null if its number has been disconnected. */
type Claimed = {
  workspaceId: string
  groupId: string
  numberId: string
  attempt: number
  name: string
  description: string | null
  joinApproval: boolean
  provider: 'cloud' | 'simulator'
  ciphertext: string | null
}

/** Claims due groups and records the attempt before any call. */
function claimCreations(em: EntityManager, limit: number): Promise<Claimed[]> {
  return sql<Claimed>(
    em,
    `update group_creation c set status = 'calling', attempt = c.attempt + 1, called_at = now()
     from chat_group g, known_number n
     where (c.workspace_id, c.group_id) in (
       select workspace_id, group_id from group_creation where status = 'waiting' and run_at <= now()
       order by run_at limit $1 for update skip locked
     ) and g.workspace_id = c.workspace_id and g.id = c.group_id
       and n.workspace_id = c.workspace_id and n.id = c.number_id
     returning c.workspace_id as "workspaceId", c.group_id as "groupId", c.number_id as "numberId", c.attempt,
       g.name, g.description, g.join_approval as "joinApproval", n.provider, n.ciphertext`,
    [limit],
  )
}

/** Updates a creation after its call. Returns false if another process has claimed it since; that process records the outcome. */
async function moveOn(
  em: EntityManager,
  claimed: Pick<Claimed, 'workspaceId' | 'groupId' | 'attempt'>,
  next: { status: 'waiting' | 'requested' | 'unknown'; attempt: number; afterMs: number },
): Promise<boolean> {
  const moved = await sql(
    em,
    `update group_creation set status = $4, attempt = $5, run_at = now() + make_interval(secs => $6)
     where workspace_id = $1 and group_id = $2 and attempt = $3 and status = 'calling' returning 1`,
    [claimed.workspaceId, claimed.groupId, claimed.attempt, next.status, next.attempt, next.afterMs / 1_000],
  )
  return moved.length > 0
}

/** An overdue creation. `calling` means that its process died during the call; any other status means that it wasn't confirmed in time. */
type Late = Pick<Claimed, 'workspaceId' | 'groupId' | 'numberId' | 'name' | 'attempt'> & { status: string }

/** Returns creations past their deadline. Locks nothing, so the caller must read each again before acting. */
function lateCreations(em: EntityManager, { leaseSeconds, confirmSeconds }: Deadlines): Promise<Late[]> {
  return sql<Late>(
    em,
    `select c.workspace_id as "workspaceId", c.group_id as "groupId", c.number_id as "numberId", g.name, c.attempt, c.status
     from group_creation c join chat_group g on g.workspace_id = c.workspace_id and g.id = c.group_id
     where c.status = 'calling' and c.called_at < now() - make_interval(secs => $1)
       or c.status in ('requested', 'unknown') and c.called_at < now() - make_interval(secs => $2)
     order by c.called_at limit 100`,
    [leaseSeconds, confirmSeconds],
  )
}

/** Deletes updates for which no response showed their group. */
async function dropOldUpdates(em: EntityManager): Promise<void> {
  await sql(em, `delete from early_group_update where received_at < now() - interval '1 day'`)
}
