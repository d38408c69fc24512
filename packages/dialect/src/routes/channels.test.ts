import { newId, numbers } from '@posthorn/contracts'
import { expect, it } from 'vitest'
import { readQuery } from '../api/request.ts'
import type { Session } from '../api/route.ts'
import { shortIdOf } from '../ids.ts'
import { channelRoutes } from './channels.ts'

const [owner, other] = [newId('num'), newId('num')]
const channel = { id: newId('chn'), number: owner, name: 'Offers', description: null, subscribers: 0, createdAt: '' }
const asked = async (operation: unknown) => {
  if (operation === numbers.numbers.list)
    return { items: [owner, other].map((id) => ({ id, phone: null })), next: null }
  return channel
}

it.each(['GET', 'PATCH', 'DELETE'])('%s finds a channel only under the device it belongs to', async (method) => {
  const route = channelRoutes.find((each) => each.method === method && each.path.endsWith('/channels/{c}'))
  const call = (device: string) =>
    route?.handle({
      session: { ask: asked, plain: { ask: asked }, devices: new Map(), key: 'key' } as unknown as Session,
      parameters: { d: shortIdOf(device), c: channel.id },
      query: readQuery(''),
      body: { name: 'Best' },
    })
  await expect(call(other)).rejects.toMatchObject({ code: 'channel:not_found' })
  await expect(call(owner)).resolves.toBeDefined()
})
