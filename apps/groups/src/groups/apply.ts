import type { Tx } from '@posthorn/chassis'
import type { GroupUpdate } from '@posthorn/provider'
import type { GroupRow } from '../entities/chat-group.ts'
import { announcePeople, keepIn, letGo, takeIn } from '../participants/book.ts'
import { closeRequestsOf, recordRequest } from '../requests/book.ts'
import { announce } from './announce.ts'
import { applySettings } from './apply-settings.ts'
import { endGroup, keepGroup } from './end.ts'
import { settleByNews } from './settle.ts'

/** What the provider says of a group that is made holds by what it says, whoever asked for it. */
export async function applyNews(tx: Tx, row: GroupRow, news: GroupUpdate): Promise<void> {
  const at = new Date(news.at)
  if (news.kind === 'create') return settleByNews(tx, row, news)
  if (row.state === 'deleted') return
  switch (news.kind) {
    case 'delete':
      return news.error ? keepGroup(tx, row, news.error.errorCode) : endGroup(tx, row)
    case 'joined': {
      const joined = await takeIn(tx, row, { people: news.people, at })
      await closeRequestsOf(tx, row, news.people)
      return announcePeople(tx, row, joined)
    }
    case 'removed':
      return applyRemoval(tx, row, news)
    case 'request':
      return recordRequest(tx, row, news)
    case 'settings':
      return applySettings(tx, row, news)
    case 'suspension':
      if (row.suspended === news.suspended) return
      row.suspended = news.suspended
      return announce(tx, row, { change: news.suspended ? 'suspended' : 'cleared' })
  }
}

/** Who was not in the group is out of it all the same. */
async function applyRemoval(tx: Tx, row: GroupRow, news: Extract<GroupUpdate, { kind: 'removed' }>): Promise<void> {
  const at = new Date(news.at)
  const failed = news.failed.map((each) => ({
    ...each,
    errorCode: each.error?.errorCode ?? ('provider:refused' as const),
  }))
  const strangers = failed.filter(({ errorCode }) => errorCode === 'participant:not_found')
  const gone = await letGo(tx, row, { people: [...news.people, ...strangers], byUs: news.byUs, at })
  const kept = await keepIn(tx, row, failed)
  await announcePeople(tx, row, [...gone, ...kept])
}
