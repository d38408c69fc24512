import { forget, until } from '@posthorn/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { groupsOf } from '../messages/group.fixture.ts'
import { type MessagingKit, startMessaging, statusEvent } from '../messaging.fixture.ts'

let world: MessagingKit
beforeAll(async () => {
  world = await startMessaging()
})
afterAll(() => world[Symbol.asyncDispose]())

const [ada, grace] = ['+4915112349001', '+4915112349002']

it('a person who is to be forgotten leaves groups without a word, and their vote counts on', async () => {
  const line = await world.connected()
  const our = groupsOf(world, line)
  const { id, providerId } = await our.group()
  const poll = { name: 'When?', options: ['Monday', 'Friday'] }
  const sent = await our.reaches((await our.send({ group: id, poll })).id, 'sent')
  for (const who of [ada, grace]) {
    const event = statusEvent(line, { providerId: sent.providerId ?? '', status: 'read' })
    await world.kit.bus.publish({ ...event, data: { ...event.data, recipientParticipant: who } })
    await our.writes(providerId, who, '2')
  }
  await until(async () => (await our.get(sent.id)).poll?.voters === 2)
  const secret = await our.writes(providerId, ada, 'my secret wish')
  const others = await our.writes(providerId, grace, 'a word for all')

  await forget(world.kit, 'messaging', { workspace: line.workspace, phones: [ada] })

  const tables = ['chat', 'message', 'participant_receipt', 'provider_reference', 'outbox', 'dead_event']
  for (const table of tables) {
    const rows = JSON.stringify(await world.kit.rows(`select t::text as row from ${table} t`))
    expect(rows, table).not.toMatch(/15112349001|secret wish/)
  }
  expect(await our.get(secret.id)).toMatchObject({ group: id, chat: secret.chat, type: 'text' })
  expect((await our.get(others.id)).message).toBe('a word for all')
  const after = await our.get(sent.id)
  expect(after.poll).toMatchObject({ voters: 2, tally: [{ votes: 0 }, { votes: 2 }] })
  const receipts = await world.kit.clients.messaging.messages.receipts.query({ id: sent.id }, our.mine())
  expect(receipts.map(({ status }) => status)).toEqual(['read', 'read'])
})
