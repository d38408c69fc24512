import { type EventData, exampleMessage, newId } from '@posthorn/contracts'
import { busEvent, forget, until } from '@posthorn/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { appSecretOf, callback, messagesBody, type NumbersSetup, sign, startNumbers, textsTo } from '../setup.suite.ts'

let setup: NumbersSetup
beforeAll(async () => {
  setup = await startNumbers()
})
afterAll(() => setup[Symbol.asyncDispose]())

it('a person who is to be forgotten stands in no stored callback, and is not known on the channel', async () => {
  const { kit } = setup
  const workspace = kit.workspace()
  const input = { name: 'Shop', provider: 'simulator' } as const
  const { id, phoneNumberId } = await kit.clients.numbers.numbers.create.mutate(input, kit.as(workspace))
  const body = messagesBody('1', textsTo(phoneNumberId, ['wamid.gone']))
  await callback(kit, { number: id, body, signature: sign(body, await appSecretOf(kit, id)) })
  const [from = ''] = /"from":"(\d+)"/.exec(body.toString())?.slice(1) ?? []
  expect(from).not.toBe('')
  const data = {
    ...exampleMessage,
    id: newId('msg'),
    phone: `+${from}`,
    number: id,
  } as unknown as EventData<'message:in'>
  await kit.bus.publish(busEvent({ event: 'message:in', workspace, data }))
  const known = () => kit.rows('select 1 from known_phone where workspace_id = $1', [workspace])
  await until(async () => (await known()).length === 1)
  await forget(kit, 'numbers', { workspace, phones: [`+${from}`] })
  expect(await known()).toEqual([])
  const stored = await kit.rows('select length(raw) as size from provider_inbox where number_id = $1', [id])
  expect(stored).toEqual([{ size: 0 }])
  const outbox = await kit.rows('select payload from outbox where workspace_id = $1', [workspace])
  expect(JSON.stringify(outbox)).not.toContain(from)
  expect(await callback(kit, { number: id, body, signature: sign(body, await appSecretOf(kit, id)) })).toEqual({
    stored: false,
  })
})
