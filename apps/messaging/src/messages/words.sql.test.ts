import { startTestService } from '@posthorn/testkit'
import { expect, it } from 'vitest'
import { messagingService } from '../service.ts'
import { wordsOfBody } from './words.sql.ts'

it('words are looked up in their index under row-level security too', async () => {
  await using kit = await startTestService(messagingService)
  await kit.rows('alter table message drop constraint message_pkey cascade')
  await kit.rows('drop index message_chat, message_reference')
  await kit.rows('set role posthorn_messaging')
  await kit.rows(`set enable_seqscan = off`)
  const plan = await kit.rows(`explain select id from message where ${wordsOfBody} @@ 'word'::tsquery`)
  expect(JSON.stringify(plan)).toContain(`Index Cond: (to_tsvector('simple'::regconfig, body) @@ '''word'''::tsquery)`)
})
