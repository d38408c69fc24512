import { startTestService } from '@posthorn/testkit'
import { expect, it } from 'vitest'
import { messagingService } from '../service.ts'
import { hasWords } from './matches.sql.ts'

it('words are looked up in their index under row-level security too', async () => {
  await using service = await startTestService(messagingService)
  await service.rows('alter table message drop constraint message_pkey cascade')
  await service.rows('drop index message_chat, message_reference')
  await service.rows('set role posthorn_messaging')
  await service.rows(`set enable_seqscan = off`)
  const plan = JSON.stringify(await service.rows(`explain select id from message where ${hasWords("'word'")}`))
  expect(plan).toContain(`Index Cond: (to_tsvector('simple'::regconfig, body) @@ '''word'''::tsquery)`)
  expect(plan).toContain(`Index Cond: (folded_words @@ '''word'''::tsquery)`)
})
