import { on, sql, type Tx } from '@posthorn/chassis'
import { parseGroupUpdate } from '@posthorn/provider'
import type { GroupsRuntime } from '../config.ts'
import { applyOutcome, applyUpdate, settleByUpdate } from '../groups/apply-update.ts'
import { lockGroup } from '../groups/group.ts'
import {
  type CreationUpdate,
  endJob,
  groupAtProvider,
  groupOfLostRequest,
  groupOfRequest,
  jobOfRequest,
  keepEarlyUpdate,
  lockUpdates,
  type NumberUpdate,
} from '../groups/updates.sql.ts'

/** Applies provider updates about a group or the outcome of its creation. */
export const groupFromProvider = on<'provider:group', GroupsRuntime>('provider:group', async ({ tx, events }) => {
  for (const { workspace: workspaceId, occurredAt, data } of events) {
    const update = parseGroupUpdate(data.field, data.raw, new Date(occurredAt))
    if (!update) continue
    const numberId = data.number
    await lockUpdates(tx.em, numberId)
    if (update.kind === 'create') await applyToCreation(tx, { workspaceId, numberId, update })
    else await applyToGroup(tx, { workspaceId, numberId, update })
    // Stores the report's time even if nothing else changed.
    await tx.em.flush()
  }
})

/**
 * Finds the group by request id or, if the response with the id was lost, by number and subject. An update without a match is kept, because
 * it may arrive before the response.
 */
async function applyToCreation(tx: Tx, numberUpdate: NumberUpdate<CreationUpdate>): Promise<void> {
  const { workspaceId, numberId, update } = numberUpdate
  const named = { workspaceId, numberId, subject: update.subject }
  const groupId = (await groupOfRequest(tx.em, numberUpdate)) ?? (await groupOfLostRequest(tx.em, named))
  const row = groupId === undefined ? null : await lockGroup(tx, { workspaceId, groupId })
  if (row) await settleByUpdate(tx, row, update)
  else await keepEarlyUpdate(tx.em, numberUpdate)
}

/**
 * Applies an update to its group, and ends the job that requested it. Keeps an update that precedes its response. Ignores groups that weren't
 * created here.
 */
async function applyToGroup(tx: Tx, numberUpdate: NumberUpdate): Promise<void> {
  const { workspaceId, update } = numberUpdate
  const groupId = await groupAtProvider(tx.em, numberUpdate)
  const row = groupId === undefined ? null : await lockGroup(tx, { workspaceId, groupId })
  if (!row) return
  const { requestId } = update
  const found = requestId && (await jobOfRequest(tx.em, { workspaceId, groupId: row.id, requestId }))
  if (!found) return applyUpdate(tx, row, update)
  if (!found.job) return found.awaitsRequestId ? keepEarlyUpdate(tx.em, numberUpdate) : applyUpdate(tx, row, update)
  await endJob(tx.em, found.job)
  await applyOutcome(tx, row, found.job.pending, update)
  tx.wake('change')
}

/** Stores the number data needed for provider calls. Ignores outdated versions. */
export const numberFromCredentials = on<'number:credentials', GroupsRuntime>(
  'number:credentials',
  async ({ tx, events }) => {
    for (const { workspace, data, aggregate } of events) {
      await sql(
        tx.em,
        `insert into known_number as n (workspace_id, id, provider, ciphertext, version) values ($1, $2, $3, $4, $5)
         on conflict (workspace_id, id) do update
           set provider = excluded.provider, ciphertext = excluded.ciphertext, version = excluded.version
           where n.version < excluded.version`,
        [workspace, data.number.id, data.number.provider, data.ciphertext, aggregate.version],
      )
    }
    tx.wake('create')
  },
)
