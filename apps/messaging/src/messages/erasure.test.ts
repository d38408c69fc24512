import { copiedId, copyRow, eraseAgain, incomingMessage, requestErasure, textOfRows, until } from '@posthorn/testkit'
import { expect, it } from 'vitest'
import { statusEvent, useMessaging } from '../messaging.fixture.ts'
import { groupFixture } from './group.fixture.ts'

const { fixture } = useMessaging()

const [ada, grace] = ['+4915112349001', '+4915112349002']

it('a person who is being erased leaves groups without a word, and their vote counts on', async () => {
  const connected = await fixture.connectNumber()
  const groups = groupFixture(fixture, connected)
  const { id, providerId } = await groups.createGroup()
  const poll = { name: 'When?', options: ['Monday', 'Friday'] }
  const sent = await groups.awaitStatus((await groups.send({ group: id, poll })).id, 'sent')
  for (const who of [ada, grace]) {
    const event = statusEvent(connected, { providerId: sent.providerId ?? '', status: 'read' })
    await fixture.service.bus.publish({ ...event, data: { ...event.data, recipientParticipant: who } })
    await groups.receiveText(providerId, who, '2')
  }
  await until(async () => (await groups.get(sent.id)).poll?.voters === 2)
  const secret = await groups.receiveText(providerId, ada, 'my secret wish')
  const others = await groups.receiveText(providerId, grace, 'a word for all')

  await fixture.service.rows('update message set raw = $1 where id = $2', [
    JSON.stringify({ context: { from: ada.slice(1), id: secret.providerId } }),
    others.id,
  ])

  await requestErasure(fixture.service, 'messaging', { workspace: connected.workspace, phones: [ada] })

  const tables = ['chat', 'message', 'participant_receipt', 'provider_reference', 'outbox', 'dead_event']
  for (const table of tables) {
    const rows = textOfRows(await fixture.service.rows(`select * from ${table}`))
    expect(rows, table).not.toMatch(/15112349001|secret wish/)
  }
  expect(await groups.get(secret.id)).toMatchObject({ group: id, chat: secret.chat, type: 'text' })
  expect((await groups.get(others.id)).message).toBe('a word for all')
  const after = await groups.get(sent.id)
  expect(after.poll).toMatchObject({ voters: 2, tally: [{ votes: 0 }, { votes: 2 }] })
  const receipts = await fixture.service.clients.messaging.messages.receipts.query({ id: sent.id }, groups.caller())
  expect(receipts.map(({ status }) => status)).toEqual(['read', 'read'])
})

it('a receipt of an erased person that arrives later is erased along with a late message, and counts once', async () => {
  const connected = await fixture.connectNumber()
  const groups = groupFixture(fixture, connected)
  const { workspace } = connected
  const { id, providerId } = await groups.createGroup()
  const sent = await groups.awaitStatus((await groups.send({ group: id, message: 'Hello all' })).id, 'sent')
  const receipt = async (status: 'delivered' | 'read') => {
    const event = statusEvent(connected, { providerId: sent.providerId ?? '', status })
    await fixture.service.apply({ ...event, data: { ...event.data, recipientParticipant: ada } })
  }
  const timestamp = new Date().toISOString()
  await receipt('delivered')
  await requestErasure(fixture.service, 'messaging', { workspace, phones: [ada] })
  await receipt('read')
  const late = { number: connected.number, groupId: providerId, timestamp, content: { type: 'text' as const } }
  await fixture.service.apply(incomingMessage(workspace, { phone: ada }, late))
  await eraseAgain(fixture.service, 'messaging', workspace)
  expect(textOfRows(await fixture.service.rows('select * from participant_receipt'))).not.toMatch(/15112349001/)
  const receipts = await fixture.service.clients.messaging.messages.receipts.query({ id: sent.id }, groups.caller())
  expect(receipts.map(({ status }) => status)).toEqual(['read'])
})

it('what names a longer number than that of an erased person stays', async () => {
  const connected = await fixture.connectNumber()
  const groups = groupFixture(fixture, connected)
  const { providerId } = await groups.createGroup()
  const longer = ['4915112349003001', '94915112349003', '949151123490031']
  const raw = JSON.stringify({ froms: longer })
  const { id } = await groups.receiveText(providerId, grace, 'a word from a longer number')
  await fixture.service.rows('update message set raw = $1 where id = $2', [raw, id])
  await fixture.service.rows(
    `insert into pending_amendment (workspace_id, number_id, subject_id, id, event, due_at) values ($1, $2, $2, $2, $3, 'infinity')`,
    [connected.workspace, connected.number, raw],
  )
  await requestErasure(fixture.service, 'messaging', { workspace: connected.workspace, phones: ['+4915112349003'] })
  const kept = `select raw from message where raw is not null and workspace_id = $1
    union all select event from pending_amendment where workspace_id = $1`
  expect(await fixture.service.rows(kept, [connected.workspace])).toEqual(Array(2).fill({ raw: { froms: longer } }))
})

it('an erased person is named by none of very many messages of others in a group', async () => {
  const connected = await fixture.connectNumber()
  const groups = groupFixture(fixture, connected)
  const { providerId } = await groups.createGroup()
  const { id } = await groups.receiveText(providerId, grace, 'a word for all')
  const raw = JSON.stringify({ context: { from: '4915112349004' } })
  const content = JSON.stringify({
    reactions: [{ emoji: '👍', from: { phone: '+4915112349004' }, at: new Date().toISOString() }],
  })
  await fixture.service.rows('update message set raw = $1, content = $2 where id = $3', [raw, content, id])
  const changes = `jsonb_build_object('id', ${copiedId('id')})`
  await copyRow(fixture.service, { table: 'message', where: 'id = $1', params: [id], count: 2_001, changes })
  await requestErasure(fixture.service, 'messaging', { workspace: connected.workspace, phones: ['+4915112349004'] })
  const naming = `select id from message where workspace_id = $1 and (raw is not null or content::text like '%49004%')`
  expect(await fixture.service.rows(naming, [connected.workspace])).toEqual([])
})

it('the erasure of what a person wrote in a group locks the chat before its messages, as all that comes in', async () => {
  const connected = await fixture.connectNumber()
  const groups = groupFixture(fixture, connected)
  const { rows } = fixture.service
  const { providerId } = await groups.createGroup()
  const written = await groups.receiveText(providerId, '+4915112349005', 'to be erased')
  await rows('begin')
  await rows('select 1 from chat where id = $1 for update', [written.chat])
  const erased = requestErasure(fixture.service, 'messaging', {
    workspace: connected.workspace,
    phones: ['+4915112349005'],
  })
  const waits = 'select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))'
  await until(async () => (await rows(waits)).length > 0)
  const free = await rows('select 1 from message where id = $1 for update skip locked', [written.id])
  await rows('commit')
  expect(free).toHaveLength(1)
  await erased
  expect((await groups.get(written.id)).message).toBeNull()
})
