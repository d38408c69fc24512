import { type EventData, exampleMessage, newId } from '@posthorn/contracts'
import { busEvent, eraseAgain, requestErasure, textOfRows, until } from '@posthorn/testkit'
import { expect, it } from 'vitest'
import { buildMessagesBody, buildTexts, postCallback, readAppSecret, sign, useNumbers } from '../numbers.fixture.ts'

const { fixture } = useNumbers()

it('an erased person is in no stored callback, no unread update and no phone record', async () => {
  const { service } = fixture
  const workspace = service.workspace()
  const input = { name: 'Shop', provider: 'simulator' } as const
  const { id, phoneNumberId } = await service.clients.numbers.numbers.create.mutate(input, service.as(workspace))
  const body = buildMessagesBody('1', buildTexts(phoneNumberId, ['wamid.gone']))
  await postCallback(service, { number: id, body, signature: sign(body, await readAppSecret(service, id)) })
  const unread = buildMessagesBody('1', { ...buildTexts(phoneNumberId, ['wamid.unread']), statuses: [{ status: 'x' }] })
  const strange = Buffer.from(unread.toString().replaceAll('"text"', '"hologram"'))
  await postCallback(service, { number: id, body: strange, signature: sign(strange, await readAppSecret(service, id)) })
  const updates = () =>
    service.rows<{ raw: object }>('select raw from unread_update where workspace_id = $1', [workspace])
  expect(JSON.stringify(await updates())).toContain('wamid.unread')
  const [from = ''] = /"from":"(\d+)"/.exec(body.toString())?.slice(1) ?? []
  expect(from).not.toBe('')
  const data = {
    ...exampleMessage,
    id: newId('msg'),
    phone: `+${from}`,
    number: id,
  } as unknown as EventData<'message:in'>
  await service.bus.publish(busEvent({ event: 'message:in', workspace, data }))
  const records = () => service.rows('select 1 from known_phone where workspace_id = $1', [workspace])
  await until(async () => (await records()).length === 1)
  await requestErasure(service, 'numbers', { workspace, phones: [`+${from}`] })
  expect(await records()).toEqual([])
  expect(JSON.stringify(await updates())).not.toContain(from)
  const stored = await service.rows('select length(raw) as size from callback where number_id = $1', [id])
  expect(stored).toEqual([{ size: 0 }, { size: 0 }])
  const outbox = await service.rows('select payload from outbox where workspace_id = $1', [workspace])
  expect(textOfRows(outbox)).not.toContain(from)
  expect(
    await postCallback(service, { number: id, body, signature: sign(body, await readAppSecret(service, id)) }),
  ).toEqual({ stored: false })
})

it('someone whose number is longer than that of an erased person keeps callbacks, unread updates and dead events', async () => {
  const { service } = fixture
  const workspace = service.workspace()
  const { id, phoneNumberId } = await service.clients.numbers.numbers.create.mutate(
    { name: 'Shop', provider: 'simulator' },
    service.as(workspace),
  )
  const others = ['155502001001', '9155502001', '91555020019']
  for (const [i, phone] of others.entries()) {
    const body = Buffer.from(
      buildMessagesBody('1', buildTexts(phoneNumberId, [`wamid.longer${i}`]))
        .toString()
        .replaceAll('4915112345678', phone),
    )
    const strange = Buffer.from(body.toString().replaceAll('"text"', '"hologram"'))
    for (const each of [body, strange])
      await postCallback(service, { number: id, body: each, signature: sign(each, await readAppSecret(service, id)) })
    await service.rows(
      `insert into dead_event (consumer, event_id, kind, payload, error, deliveries) values ('numbers', $1, 'message:in', $2, '', 10)`,
      [newId('evt'), JSON.stringify({ workspace, data: { phone: `+${phone}` } })],
    )
  }
  await requestErasure(service, 'numbers', { workspace, phones: ['+155502001'] })
  const kept = async (text: string) => textOfRows(await service.rows(text, [workspace]))
  for (const text of [
    `select convert_from(raw, 'UTF8') as raw from callback where workspace_id = $1`,
    'select raw from unread_update where workspace_id = $1',
    'select payload from dead_event where strpos(payload, $1) > 0',
  ])
    for (const phone of others) expect(await kept(text), text).toContain(phone)
})

it.each([
  ['message', 0, (id: string, from: string, timestamp: string) => ({ messages: [{ ...text(id), from, timestamp }] })],
  ['message', 6, (id: string, from: string, timestamp: string) => ({ messages: [{ ...text(id), from, timestamp }] })],
  [
    'call',
    0,
    (id: string, from: string, timestamp: string) => ({ calls: [{ id, from, timestamp, event: 'connect' }] }),
  ],
])(
  'a %s that an erased person made before the request and that arrives %i days after it is not announced',
  async (_, days, build) => {
    const { service } = fixture
    const workspace = service.workspace()
    const { id, phoneNumberId } = await service.clients.numbers.numbers.create.mutate(
      { name: 'Shop', provider: 'simulator' },
      service.as(workspace),
    )
    const [gone, other] = ['15550200201', '15550200202']
    await requestErasure(service, 'numbers', { workspace, phones: [`+${gone}`] })
    const earlier =
      'update erasure_job set requested_at = requested_at - make_interval(days => $1) where workspace_id = $2'
    await service.rows(earlier, [days, workspace])
    await eraseAgain(service, 'numbers', workspace)
    const [past, future] = [-60 - days * 86_400, 60].map((seconds) =>
      String(Math.floor(Date.now() / 1000) + seconds),
    ) as [string, string]
    for (const [from, at] of [
      [gone, past],
      [other, past],
      [gone, future],
    ] as const) {
      const field = build(newId('evt'), from, at)
      const metadata = { display_phone_number: '15552000000', phone_number_id: phoneNumberId }
      const changes = [{ field: 'calls' in field ? 'calls' : 'messages', value: { metadata, ...field } }]
      const body = Buffer.from(JSON.stringify({ object: 'whatsapp_business_account', entry: [{ id: '1', changes }] }))
      await postCallback(service, { number: id, body, signature: sign(body, await readAppSecret(service, id)) })
    }
    const announced = () =>
      service.bus.published.flatMap(({ workspace: owner, data }) => {
        const { from } = data as { from?: { phone?: string } }
        return owner === workspace && from ? [from.phone] : []
      })
    await until(() => announced().length >= 2)
    expect(announced()).toEqual([`+${other}`, `+${gone}`])
  },
)

const text = (id: string) => ({ id, type: 'text', text: { body: 'Hello' } })
