import { messageTypes, newId } from '@posthorn/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Line, type MessagingKit, startMessaging } from '../messaging.fixture.ts'

let world: MessagingKit
let line: Line
beforeAll(async () => {
  world = await startMessaging()
  line = await world.connected()
})
afterAll(() => world[Symbol.asyncDispose]())

const capabilities = () => world.kit.clients.messaging.capabilities
const mine = (options = {}) => world.kit.as(line.workspace, options)

it('a number shows every kind of message, and refuses with the very words the table has', async () => {
  const shown = await capabilities().get.query({ id: line.number }, mine())
  expect(shown.messages.map(({ type }) => type)).toEqual([...messageTypes])
  expect(shown).toMatchObject({ customerWindowHours: 24, buttons: { repliesMax: 3 }, channels: 'rendered' })
  expect(shown.media.find(({ kind }) => kind === 'sticker')).toMatchObject({ mimes: ['image/webp'], caption: false })
  const poll = shown.messages.find(({ type }) => type === 'poll')
  expect(poll).toEqual({ type: 'poll', direct: 'rendered', group: 'rendered', channel: 'rendered' })
  const phone = '+15557770001'
  const { chat } = await world.kit.clients.messaging.messages.send.mutate({ phone, message: 'x' }, mine())
  await world.kit.rows(`update chat set type = 'group' where id = '${chat}'`)
  const location = shown.messages.find(({ type }) => type === 'location')
  expect(location).toMatchObject({ direct: 'native', group: 'unsupported', channel: 'native' })
  const place = { chat, location: { latitude: 1, longitude: 1 } }
  const refusal = world.kit.clients.messaging.messages.send.mutate(place, mine())
  await expect(refusal).rejects.toThrow(location?.instead?.group)
})

it('what a number of another workspace, or one the key may not use, can do is not told', async () => {
  const refusal = { data: { fault: { code: 'number:not_found' } } }
  const other = world.kit.as(world.kit.workspace())
  await expect(capabilities().get.query({ id: line.number }, other)).rejects.toMatchObject(refusal)
  const limited = mine({ numbers: [newId('num')] })
  await expect(capabilities().get.query({ id: line.number }, limited)).rejects.toMatchObject(refusal)
})
