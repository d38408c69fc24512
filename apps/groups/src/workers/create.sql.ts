import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import type { Deadlines } from './provider-calls.ts'

/** A group that can be requested now. `ciphertext` is null if its number was disconnected meanwhile. */
export type Claimed = {
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

/** Takes due groups and stores their attempt, before any call. */
export function claimCreations(em: EntityManager, limit: number): Promise<Claimed[]> {
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

/** Updates a creation after its call. Returns false if another process has taken it since, which then records the outcome. */
export async function moveOn(
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

/** An overdue creation: `calling` if its process died during the call, else not confirmed in time. */
export type Late = Pick<Claimed, 'workspaceId' | 'groupId' | 'numberId' | 'name' | 'attempt'> & { status: string }

/** Returns creations past their deadline. Locks nothing, so the caller must read each again before acting. */
export function lateCreations(em: EntityManager, { leaseSeconds, confirmSeconds }: Deadlines): Promise<Late[]> {
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

/** Deletes updates whose response never arrived. */
export async function dropOldUpdates(em: EntityManager): Promise<void> {
  await sql(em, `delete from early_group_update where received_at < now() - interval '1 day'`)
}
