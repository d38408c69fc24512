import type { EntityManager } from '@mikro-orm/postgresql'
import { rowType, sql, statement } from '@posthorn/chassis'
import { type Answer, answerOf } from './attempt.ts'
import type { ClaimedJob } from './claim.sql.ts'

type Answered = { job: ClaimedJob; result: { status: number | null } }

type Changes = { workspaceId: string; replayId: string; endpointId: string } & Record<
  Answer | 'fixed' | 'broken',
  number
>

const changesRow = rowType<Changes>({
  workspace_id: ['text', ({ workspaceId }) => workspaceId],
  replay_id: ['text', ({ replayId }) => replayId],
  endpoint_id: ['text', ({ endpointId }) => endpointId],
  ok: 'integer',
  refused: 'integer',
  silent: 'integer',
  fixed: 'integer',
  broken: 'integer',
})

/** Adds changes to the counts of replays. */
const addChanges = statement(
  { changes: changesRow },
  ({
    changes,
  }) => `update replay_answers a set ok = a.ok + c.ok, refused = a.refused + c.refused, silent = a.silent + c.silent,
     fixed = a.fixed + c.fixed, broken = a.broken + c.broken
   from ${changes.as('c')}
   where a.workspace_id = c.workspace_id and a.replay_id = c.replay_id and a.endpoint_id = c.endpoint_id`,
)

/** Counts responses to replayed deliveries. A delivery's last response replaces its earlier ones in the same replay. */
export async function countReplayAnswers(em: EntityManager, attempts: readonly Answered[]): Promise<void> {
  const changes = sumChanges(attempts)
  if (changes.length > 0) await sql(em, addChanges({ changes }))
}

/**
 * Returns what attempts add to the counts of their replays, by endpoint. What an earlier attempt of the same delivery added is subtracted.
 */
function sumChanges(attempts: readonly Answered[]): Changes[] {
  const byEndpoint = new Map<string, Changes>()
  for (const { job, result } of attempts) {
    const { workspaceId, replayId, endpointId, replayBefore: before, replayNow: last } = job
    if (replayId === null) continue
    const key = `${replayId} ${endpointId}`
    const zero = { ok: 0, refused: 0, silent: 0, fixed: 0, broken: 0 }
    const counts = byEndpoint.get(key) ?? { workspaceId, replayId, endpointId, ...zero }
    byEndpoint.set(key, counts)
    const answer = answerOf(result.status)
    counts[answer] += 1
    if (last !== null) counts[last] -= 1
    counts.fixed += Number(isFixed(before, answer)) - Number(isFixed(before, last))
    counts.broken += Number(isBroken(before, answer)) - Number(isBroken(before, last))
  }
  return [...byEndpoint.values()]
}

/** Whether a delivery succeeds that did not before the replay. `answer`: its response in the replay; null: none yet. */
const isFixed = (answerBefore: string | null, answer: Answer | null) => answerBefore !== 'ok' && answer === 'ok'
/** Whether a delivery fails that succeeded before the replay. */
const isBroken = (answerBefore: string | null, answer: Answer | null) =>
  answerBefore === 'ok' && answer !== null && answer !== 'ok'
