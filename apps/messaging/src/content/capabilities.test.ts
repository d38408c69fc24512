import { messageTypes, newId } from '@posthorn/contracts'
import { expect, it } from 'vitest'
import { useMessaging } from '../messaging.fixture.ts'

const { fixture, connected } = useMessaging()

const capabilities = () => fixture.service.clients.messaging.capabilities
const caller = (options = {}) => fixture.service.as(connected.workspace, options)

it('a number shows every kind of message, and refuses with the very words the table has', async () => {
  const shown = await capabilities().get.query({ id: connected.number }, caller())
  expect(shown.messages.map(({ type }) => type)).toEqual([...messageTypes])
  expect(shown).toMatchObject({ customerWindowHours: 24, buttons: { repliesMax: 3 }, channels: 'rendered' })
  expect(shown.media.find(({ kind }) => kind === 'sticker')).toMatchObject({ mimes: ['image/webp'], caption: false })
  const poll = shown.messages.find(({ type }) => type === 'poll')
  expect(poll).toEqual({ type: 'poll', direct: 'rendered', group: 'rendered', channel: 'rendered', instead: null })
  const phone = '+15557770001'
  const { chat } = await fixture.service.clients.messaging.messages.send.mutate({ phone, message: 'x' }, caller())
  await fixture.service.rows(`update chat set type = 'group' where id = '${chat}'`)
  const location = shown.messages.find(({ type }) => type === 'location')
  expect(location).toMatchObject({ direct: 'native', group: 'unsupported', channel: 'native' })
  const place = { chat, location: { latitude: 1, longitude: 1 } }
  const refusal = fixture.service.clients.messaging.messages.send.mutate(place, caller())
  await expect(refusal).rejects.toThrow(location?.instead?.group)
})

it('the capabilities of a number of another workspace, or of one that the key may not use, are not shown', async () => {
  const refusal = { data: { fault: { code: 'number:not_found' } } }
  const other = fixture.service.as(fixture.service.workspace())
  await expect(capabilities().get.query({ id: connected.number }, other)).rejects.toMatchObject(refusal)
  const limited = caller({ numbers: [newId('num')] })
  await expect(capabilities().get.query({ id: connected.number }, limited)).rejects.toMatchObject(refusal)
})
