import { newId } from '@posthorn/contracts'
import { busEvent, startHttpServer, until } from '@posthorn/testkit'
import { expect, it } from 'vitest'
import { openChatByText, phoneChange } from '../../chats/inbox.fixture.ts'
import { startMessaging, startOnSlowProvider, statusEvent } from '../../messaging.fixture.ts'

const refuses = (id: string) => `
  create function refuse() returns trigger language plpgsql as 'begin raise exception ''cannot be stored''; end';
  create trigger refuse before update on send_attempt for each row when (new.message_id = '${id}') execute function refuse()`

it('an outcome that cannot be stored leaves the other outcomes of its batch alone, and is stored once it can be', async () => {
  await using fixture = await startOnSlowProvider()
  const { calls, answer } = fixture.provider
  const as = fixture.service.as((await fixture.connectNumber()).workspace)
  const { send, list } = fixture.service.clients.messaging.messages
  const phones = Array.from({ length: 30 }, (_, i) => `+49151000020${10 + i}`)
  const sent = await Promise.all(phones.map((phone) => send.mutate({ phone, message: 'x' }, as)))
  const odd = sent[15]?.id ?? ''
  await fixture.service.rows(refuses(odd))
  await until(() => calls.length === phones.length)
  for (const i of calls.keys()) answer(i, { status: 200, body: { messages: [{ id: `wamid.${i}` }] } })
  const sending = async () => (await list.query({ status: ['sending'] }, as)).items.map(({ id }) => id)
  await until(async () => (await sending()).length <= 1, { timeoutMs: 8_000 })
  expect(await sending()).toEqual([odd])
  // Dropping the trigger can deadlock with a settlement: it locks the partition before the table.
  await fixture.service.rows(
    `create or replace function refuse() returns trigger language plpgsql as 'begin return new; end'`,
  )
  await until(async () => (await sending()).length === 0, { timeoutMs: 8_000 })
})

it.each(['sent', 'failed'] as const)(
  'a message that the provider holds is sending until it reports %s',
  async (status) => {
    const held = { messages: [{ id: 'wamid.held', message_status: 'held_for_quality_assessment' }] }
    await using provider = await startHttpServer((req, res) => {
      req.resume()
      req.on('end', () => res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(held)))
    })
    await using fixture = await startMessaging({ SIMULATOR_URL: provider.url })
    const connected = await fixture.connectNumber()
    const as = fixture.service.as(connected.workspace)
    const { send, get } = fixture.service.clients.messaging.messages
    const { id } = await send.mutate({ phone: '+4915100002100', message: 'x' }, as)
    await until(async () => (await fixture.service.rows('select 1 from send_job')).length === 0)
    expect(await get.query({ id }, as)).toMatchObject({ status: 'sending', error: null })
    await fixture.service.apply(statusEvent(connected, { providerId: 'wamid.held', status, callbackTag: `${id}:1` }))
    expect(await get.query({ id }, as)).toMatchObject({ status, providerId: 'wamid.held' })
  },
)

it('a message is tried again at the phone number that its customer changed to during the call, and its post learns it', async () => {
  await using fixture = await startOnSlowProvider()
  const connected = await fixture.connectNumber()
  const { workspace, number } = connected
  const [previous, phone] = ['+4915100002201', '+4915100002202']
  await openChatByText(fixture, connected, { phone: previous })
  const post = newId('pst')
  const data = { number, phones: [previous], reference: post, message: { message: 'x' } }
  await fixture.service.apply(busEvent({ event: 'message:requested', workspace, data }))
  await until(() => fixture.provider.calls.length === 1)
  await fixture.service.apply(phoneChange(connected, previous, phone))
  fixture.provider.answer(0, { status: 500, body: { error: { code: 131000, message: 'Something went wrong' } } })
  const { list } = fixture.service.clients.messaging.messages
  const listed = async () => (await list.query({ reference: post }, fixture.service.as(workspace))).items
  await until(async () => (await listed())[0]?.phone === phone)
  expect(await fixture.service.rows('select recipient from send_job')).toEqual([{ recipient: phone }])
  const isChange = ({ event }: { event: string }) => event === 'post:recipient_changed'
  const announced = await until(() => fixture.service.bus.published.find(isChange))
  expect(announced.data).toEqual({ post, previous, phone })
})
