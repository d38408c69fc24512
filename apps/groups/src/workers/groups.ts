import type { EntityManager } from '@mikro-orm/postgresql'
import { backoffMs, eachApart, inTransaction, type Round, sql, type Tx, type Worker } from '@posthorn/chassis'
import type { ErrorCode } from '@posthorn/contracts'
import type { GroupOutcome, NumberAccess, Provider } from '@posthorn/provider'
import type { GroupsRuntime } from '../config.ts'
import type { GroupRow } from '../entities/group.ts'
import { applyOutcome, applyRequested, failGroup, refuseRequested, settleByUpdate } from '../groups/apply-update.ts'
import { lockGroup, type PendingChange } from '../groups/group.ts'
import {
  claimJobs,
  type EndingJob,
  endJob,
  groupOfLostRequest,
  type Job,
  lateJobs,
  lockUpdates,
  moveJob,
  releaseJobs,
  takeEarlyUpdate,
} from '../groups/updates.sql.ts'
import {
  callProvider,
  callRound,
  type Deadlines,
  pollMs,
  requestNumberCheck,
  retryMs,
  throttledPauseMs,
} from './provider-calls.ts'

/** A creation or change of a group that the provider throttles for longer than this has failed. */
const throttledMsMax = 24 * 3_600_000

/** Requests new groups from the provider, again only if a request was throttled or not sent. Ends groups that weren't confirmed in time. */
export const create: Worker<GroupsRuntime> = { name: 'create', pollMs, outward: true, run: createRound }

/** Makes the creation calls that are due, and gives up those that are late. */
function createRound(runtime: GroupsRuntime): Promise<Round> {
  const em = runtime.db.em()
  return callRound<Claimed>(runtime, {
    table: 'group_creation',
    async giveUpLate(deadlines) {
      const late = await lateCreations(em, deadlines)
      await eachApart(late, (each) => inTransaction(runtime, (tx) => giveUpCreation(tx, each)))
    },
    claim: (limit) => inTransaction(runtime, (tx) => claimCreations(tx.em, limit)),
    call: (claimed) => requestGroup(runtime, claimed),
  })
}

/** Marks a call without a response as unknown, because it may still be confirmed. Fails a creation that wasn't confirmed in time. */
async function giveUpCreation(tx: Tx, late: Late): Promise<void> {
  await lockUpdates(tx.em, late.numberId)
  const row = await lockGroup(tx, late)
  if (row?.status !== 'creating') return
  if (late.status !== 'calling') return failGroup(tx, row, 'group:outcome_unknown')
  await moveCreation(tx.em, late, { status: 'unknown', attempt: late.attempt, afterMs: 0 })
  await settleLost(tx, late)
}

/** Requests a group from the provider and records the outcome. */
async function requestGroup(runtime: GroupsRuntime, claimed: Claimed): Promise<void> {
  const { name: subject, description, joinApproval } = claimed
  const outcome = await callProvider(runtime, claimed, (provider, access) =>
    provider.createGroup(access, { subject, joinApproval, ...(description !== null && { description }) }),
  )
  await inTransaction(runtime, (tx) => recordCreation(tx, claimed, outcome))
}

/** Records the outcome of a call, and applies updates that waited for it because they could have been about its group. */
async function recordCreation(tx: Tx, claimed: Claimed, outcome: GroupOutcome | null): Promise<void> {
  await lockUpdates(tx.em, claimed.numberId)
  const row = await lockGroup(tx, claimed)
  if (row?.status !== 'creating') return
  await recordOutcome(tx, row, claimed, outcome)
  await settleLost(tx, claimed)
}

/** Records a call's outcome; null if the number can't call. Success without a request id counts as unknown: only the name confirms it. */
async function recordOutcome(tx: Tx, row: GroupRow, claimed: Claimed, outcome: GroupOutcome | null): Promise<void> {
  const { workspaceId, numberId, attempt } = claimed
  if (outcome === null) return failGroup(tx, row, 'number:disconnected')
  switch (outcome.outcome) {
    case 'requested': {
      const { requestId } = outcome
      if (!(await moveCreation(tx.em, claimed, { status: 'requested', attempt, afterMs: 0 }))) return
      row.requestId = requestId
      await tx.em.flush()
      const update = await takeEarlyUpdate(tx.em, { workspaceId, numberId, requestId })
      if (update?.kind === 'create') await settleByUpdate(tx, row, update)
      return
    }
    case 'done':
    case 'unknown':
      await moveCreation(tx.em, claimed, { status: 'unknown', attempt, afterMs: 0 })
      return
    case 'throttled': {
      // A group that is being created can't be deleted, so it must not wait without end.
      if (Date.now() - row.createdAt.getTime() > throttledMsMax) return failGroup(tx, row, outcome.error.errorCode)
      const afterMs = outcome.retryAfterMs ?? throttledPauseMs
      await moveCreation(tx.em, claimed, { status: 'waiting', attempt: attempt - 1, afterMs })
      return
    }
    case 'not_sent':
      if (attempt > retryMs.length) return failGroup(tx, row, outcome.error.errorCode)
      await moveCreation(tx.em, claimed, { status: 'waiting', attempt, afterMs: backoffMs(attempt, retryMs) })
      return
    case 'refused':
      if (outcome.suspendsNumber) requestNumberCheck(tx, claimed, outcome.error.errorCode)
      return failGroup(tx, row, outcome.error.errorCode)
  }
}

/** Gives groups whose response was lost the updates with their name that arrived while a request for that name had no response. */
async function settleLost(tx: Tx, creation: Pick<Late, 'workspaceId' | 'numberId' | 'name'>): Promise<void> {
  const { workspaceId, numberId, name: subject } = creation
  const named = { workspaceId, numberId, subject }
  const groupId = await groupOfLostRequest(tx.em, named)
  const row = groupId === undefined ? null : await lockGroup(tx, { workspaceId, groupId })
  const update = row && (await takeEarlyUpdate(tx.em, { ...named, createdAt: row.createdAt }))
  if (!row || update?.kind !== 'create') return
  await settleByUpdate(tx, row, update)
  await settleLost(tx, creation)
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

/**
 * Moves a creation on from its call. Returns false if the call is recorded already, or was given up: then only its request id is still of use,
 * because the confirmation names it.
 */
async function moveCreation(
  em: EntityManager,
  claimed: Pick<Claimed, 'workspaceId' | 'groupId' | 'attempt'>,
  next: { status: 'waiting' | 'requested' | 'unknown'; attempt: number; afterMs: number },
): Promise<boolean> {
  const moved = await sql(
    em,
    `update group_creation set status = $4, attempt = $5, run_at = now() + make_interval(secs => $6)
     where workspace_id = $1 and group_id = $2 and attempt = $3
       and (status = 'calling' or status = 'unknown' and $4 = 'requested') returning 1`,
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

/** Requests changes to groups from the provider, one at a time per group. Ends changes that weren't confirmed in time. */
export const change: Worker<GroupsRuntime> = { name: 'change', pollMs, outward: true, run: changeRound }

/** Makes the calls for changes that are due. Those whose process died are made again; those that weren't confirmed in time fail. */
function changeRound(runtime: GroupsRuntime): Promise<Round> {
  const em = runtime.db.em()
  return callRound<Job>(runtime, {
    table: 'group_job',
    async giveUpLate(deadlines) {
      await releaseJobs(em, deadlines)
      const late = await lateJobs(em, deadlines)
      await eachApart(late, (each) => inTransaction(runtime, (tx) => refuseChange(tx, each, 'group:outcome_unknown')))
    },
    claim: (limit) => inTransaction(runtime, (tx) => claimJobs(tx.em, limit)),
    call: (job) => makeChange(runtime, job),
  })
}

/** Makes the call for a job and records its outcome. */
async function makeChange(runtime: GroupsRuntime, job: Job): Promise<void> {
  const outcome = await callProvider(runtime, job, (provider, access) => sendChange(provider, access, job))
  await inTransaction(runtime, (tx) => recordChange(tx, job, outcome))
}

/** Requests a change from the provider. */
function sendChange(
  provider: Provider,
  access: NumberAccess,
  { pending, content, groupProviderId: group }: Job,
): Promise<GroupOutcome> {
  switch (pending.kind) {
    case 'settings': {
      const { name: subject, description } = pending
      return provider.changeGroup(access, group, {
        ...(subject !== undefined && { subject }),
        ...(description !== undefined && { description }),
      })
    }
    case 'image': {
      const image = { bytes: content ?? Buffer.alloc(0), mime: 'image/jpeg', filename: 'group.jpg' }
      return provider.setGroupImage(access, group, image)
    }
    case 'invite':
      return provider.resetInviteLink(access, group)
    case 'deletion':
      return provider.deleteGroup(access, group)
    case 'removal':
      return provider.removeParticipants(access, group, pending.people)
    case 'answer':
      return provider.answerJoinRequests(access, group, { approve: pending.approve, ids: pending.requests })
  }
}

/** Records the outcome of a call, or null if the number can't make calls. A throttled call doesn't count as an attempt. */
async function recordChange(tx: Tx, job: Job, outcome: GroupOutcome | null): Promise<void> {
  const { attempt } = job
  if (outcome === null) return refuseChange(tx, job, 'number:disconnected')
  switch (outcome.outcome) {
    case 'requested':
      return awaitUpdate(tx, job, outcome.requestId)
    case 'done':
      return finishChange(tx, job, async (row) => applyRequested(tx, row, { pending: job.pending, done: outcome }))
    case 'throttled': {
      // The group's other changes wait for this one, and a group that is being deleted accepts none.
      if (job.ageMs > throttledMsMax) return refuseChange(tx, job, outcome.error.errorCode)
      const afterMs = outcome.retryAfterMs ?? throttledPauseMs
      await moveJob(tx.em, job, { status: 'waiting', attempt: attempt - 1, afterMs })
      return
    }
    case 'unknown':
    case 'not_sent': {
      if (attempt > retryMs.length)
        return refuseChange(tx, job, outcome.outcome === 'unknown' ? 'group:outcome_unknown' : outcome.error.errorCode)
      await moveJob(tx.em, job, { status: 'waiting', attempt, afterMs: backoffMs(attempt, retryMs) })
      return
    }
    case 'refused':
      if (outcome.suspendsNumber) requestNumberCheck(tx, job, outcome.error.errorCode)
      return refuseChange(tx, job, outcome.error.errorCode)
  }
}

/** Stores the request's id: the provider's update names it, not the job. Applies the update if it arrived before the response. */
async function awaitUpdate(tx: Tx, job: Job, requestId: string): Promise<void> {
  const { workspaceId, numberId, attempt } = job
  await lockUpdates(tx.em, numberId)
  if (!(await moveJob(tx.em, job, { status: 'requested', attempt, afterMs: 0, requestId }))) return
  const update = await takeEarlyUpdate(tx.em, { workspaceId, numberId, requestId })
  if (!update) return
  await finishChange(tx, job, (row) => applyOutcome(tx, row, job.pending, update))
}

/** Ends the job of a change that failed: refused, not confirmed in time, or never sent. */
function refuseChange(tx: Tx, job: EndingJob & { pending: PendingChange }, errorCode: ErrorCode): Promise<void> {
  return finishChange(tx, job, async (row) => refuseRequested(tx, row, { pending: job.pending, errorCode }))
}

/** Ends a job with its outcome, unless it has already ended or changed. The group's next job can then run. */
async function finishChange(tx: Tx, job: EndingJob, end: (row: GroupRow) => Promise<void>): Promise<void> {
  await lockUpdates(tx.em, job.numberId)
  const row = await lockGroup(tx, job)
  if (!row || !(await endJob(tx.em, job))) return
  await end(row)
  tx.wake('change')
}
