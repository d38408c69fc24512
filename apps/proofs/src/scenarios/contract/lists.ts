import { type IdPrefix, parseRest } from '@posthorn/contracts'
import { phoneOf } from '@posthorn/testkit/system'
import { askedByTwo } from './preparations.ts'
import { type RestOperation, restOperations } from './requests.ts'
import { prefixOf, type World } from './world.ts'

/** Makes two of what a list without a parent shows. */
export async function twoOf(world: World, { operation }: RestOperation): Promise<void> {
  const kind = prefixOf((operation.example.output as { items: { id?: unknown }[] }).items[0]?.id)
  if (kind) await Promise.all([world.make(kind), world.make(kind)])
}

/** Parents whose two items no POST to the path of their list makes. */
const parents: Partial<Record<string, (world: World) => Promise<string>>> = {
  'GET /v1/chats/{id}/messages': async (world) => {
    const id = await world.make('chat')
    await world.ok('POST /v1/messages', { chat: id, message: 'And another' })
    return id
  },
  'GET /v1/segments/{id}/contacts': async (world) => {
    await Promise.all([world.make('con'), world.make('con')])
    const filter = { attribute: 'blocked', is: false }
    return (await world.ok('POST /v1/segments', { name: `Everybody ${Date.now()}`, filter })).id
  },
  'GET /v1/contacts/imports/{id}/errors': async (world) => {
    const contacts = [{ phone: '12' }, { phone: 'none' }]
    return (await world.ok('POST /v1/contacts/imports', { contacts })).id
  },
  'GET /v1/channels/{id}/subscribers': async (world) => {
    const id = await world.make('chn')
    await world.ok('POST /v1/channels/{id}/subscribers', { id, phones: [phoneOf(490_001), phoneOf(490_002)] })
    return id
  },
  'GET /v1/channels/{id}/posts': async (world) => {
    const id = await world.make('chn')
    await world.ok('POST /v1/channels/{id}/subscribers', { id, phones: [phoneOf(490_001)] })
    for (const message of ['One', 'Two']) await world.ok('POST /v1/channels/{id}/posts', { id, message })
    return id
  },
  'GET /v1/groups/{id}/requests': askedByTwo,
  'GET /v1/webhooks/{id}/deliveries': async (world) => {
    const id = await world.make('whk')
    await Promise.all([world.make('chat'), world.make('chat')])
    return id
  },
  'GET /v1/webhooks/{id}/replays': async (world) => {
    const id = await world.make('whk')
    const from = new Date(Date.now() - 3_600_000).toISOString()
    for (let i = 0; i < 2; i++) await world.ok('POST /v1/webhooks/{id}/replay', { id, from })
    return id
  },
}

/** The parent of a list with two items at least: by the table, or by the POST to the list's own path. */
export async function listedParent(world: World, placed: RestOperation): Promise<string> {
  const made = await parents[placed.rest]?.(world)
  if (made !== undefined) return made
  const { path, parameters } = parseRest(placed.rest)
  const creating = restOperations.find(({ rest }) => rest === `POST ${path}`)
  const [parent = ''] = parameters
  const example = (placed.operation.example.input as Record<string, unknown>)[parent]
  const prefix = prefixOf(example)
  if (creating === undefined || prefix === undefined)
    throw new Error(`say in lists.ts how ${placed.rest} gets two items`)
  const id = await world.make(prefix satisfies IdPrefix)
  for (let i = 0; i < 2; i++) await world.ok(creating.rest, { ...(await world.inputOf(creating)), [parent]: id })
  return id
}
