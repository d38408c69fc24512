import { on } from '@posthorn/chassis'
import { groupNews } from '@posthorn/provider'
import type { GroupsRuntime } from '../config.ts'
import { groupOfRequest, keepEarlyNews, lockNews, unknownGroupNamed } from '../groups/news.sql.ts'
import { lockGroup, settleByNews } from '../groups/settle.ts'

/**
 * The provider says how the making of a group ended: found by the id of the request, or by number and subject when the answer that
 * named the request was lost. News that fit none yet are kept, for they may be faster than the answer.
 */
export const groupFromProvider = on<'provider:group', GroupsRuntime>('provider:group', async ({ tx, events }) => {
  for (const { workspace: workspaceId, data } of events) {
    const news = groupNews(data.field, data.raw)
    if (news?.kind !== 'create') continue
    await lockNews(tx.em, data.number)
    const about = { workspaceId, numberId: data.number, news }
    const groupId = (await groupOfRequest(tx.em, about)) ?? (await unknownGroupNamed(tx.em, about))
    const row = groupId === undefined ? null : await lockGroup(tx, { workspaceId, groupId })
    if (row) await settleByNews(tx, row, news)
    else await keepEarlyNews(tx.em, about)
  }
})
