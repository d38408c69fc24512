import { on, type Tx } from '@posthorn/chassis'
import { type GroupUpdate, parseGroupUpdate } from '@posthorn/provider'
import type { GroupsRuntime } from '../config.ts'
import { applyNews } from '../groups/apply.ts'
import { giveUp } from '../groups/fulfil.ts'
import {
  type CreationNews,
  groupAtProvider,
  groupOfRequest,
  keepEarlyNews,
  lockNews,
  unknownGroupNamed,
} from '../groups/news.sql.ts'
import { lockGroup, settleByNews } from '../groups/settle.ts'
import { endJob, jobOfRequest } from '../workers/job.sql.ts'

/** Whose news it is, and what. */
type Told<N extends GroupUpdate = GroupUpdate> = { workspaceId: string; numberId: string; news: N }

/** The provider says what happened to a group, or how the making of one ended. */
export const groupFromProvider = on<'provider:group', GroupsRuntime>('provider:group', async ({ tx, events }) => {
  for (const { workspace: workspaceId, occurredAt, data } of events) {
    const news = parseGroupUpdate(data.field, data.raw, new Date(occurredAt))
    if (!news) continue
    const numberId = data.number
    await lockNews(tx.em, numberId)
    if (news.kind === 'create') await hearOfCreation(tx, { workspaceId, numberId, news })
    else await hear(tx, { workspaceId, numberId, news })
  }
})

/**
 * Found by the id of the request, or by number and subject when the answer that named the request was lost. News that fit none yet
 * are kept, for they may be faster than the answer.
 */
async function hearOfCreation(tx: Tx, about: Told<CreationNews>): Promise<void> {
  const groupId = (await groupOfRequest(tx.em, about)) ?? (await unknownGroupNamed(tx.em, about))
  const row = groupId === undefined ? null : await lockGroup(tx, { workspaceId: about.workspaceId, groupId })
  if (row) await settleByNews(tx, row, about.news)
  else await keepEarlyNews(tx.em, about)
}

/** News of our own request end it; those faster than its answer wait for it. Groups that were not made here are not ours to keep. */
async function hear(tx: Tx, about: Told): Promise<void> {
  const { workspaceId, news } = about
  const groupId = await groupAtProvider(tx.em, about)
  const row = groupId === undefined ? null : await lockGroup(tx, { workspaceId, groupId })
  if (!row) return
  const { requestId, error } = news
  const found = requestId && (await jobOfRequest(tx.em, { workspaceId, groupId: row.id, requestId }))
  if (!found) return applyNews(tx, row, news)
  if (!found.job) return found.unnamed ? keepEarlyNews(tx.em, about) : applyNews(tx, row, news)
  await endJob(tx.em, found.job)
  if (error) await giveUp(tx, row, { wish: found.job.wish, errorCode: error.errorCode })
  else await applyNews(tx, row, news)
  tx.wake('change')
}
