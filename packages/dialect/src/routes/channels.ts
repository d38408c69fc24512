import { defined, fail, failField, groups } from '@posthorn/contracts'
import { z } from 'zod'
import { type Channel, deviceInPath, findChannel, pageOfItems } from '../api/lookups.ts'
import { fieldsOf, textOf, windowOf } from '../api/request.ts'
import { absent, type Device, type DialectCall, type DialectRoute, route } from '../api/route.ts'
import { readChannel } from '../ids.ts'
import { channelOf, channelSchema } from '../shapes/small.ts'

async function list({ session, parameters, query }: DialectCall) {
  const { id: number, device } = await deviceInPath({ session, parameters })
  const rows = await pageOfItems(session, groups.channels.list, { input: { number }, ...windowOf(query) })
  return rows.map((channel) => channelOf(channel, device))
}

async function create({ session, parameters, body }: DialectCall) {
  const { id: number, device } = await deviceInPath({ session, parameters })
  const fields = fieldsOf(body)
  const description = textOf(fields, 'description')
  const name = textOf(fields, 'name') ?? failField('name', 'is required')
  const channel = await session.ask(groups.channels.create, { number, name, ...defined({ description }) })
  return channelOf(channel, device)
}

/** Finds the device and the channel in the path. Fails for a channel of another device. */
async function channelInPath({ session, parameters }: DialectCall): Promise<{ device: Device; channel: Channel }> {
  const device = await deviceInPath({ session, parameters })
  const channel = await findChannel(session, readChannel(parameters['c'] ?? ''))
  return channel.number === device.id ? { device, channel } : fail('channel:not_found')
}

async function get(call: DialectCall) {
  const { device, channel } = await channelInPath(call)
  return channelOf(channel, device.device)
}

async function change(call: DialectCall) {
  const { device, channel } = await channelInPath(call)
  const fields = fieldsOf(call.body)
  const [name, description] = [textOf(fields, 'name'), textOf(fields, 'description')]
  const changed = await call.session.ask(groups.channels.update, { id: channel.id, ...defined({ name, description }) })
  return channelOf(changed, device.device)
}

async function remove(call: DialectCall) {
  const { device, channel } = await channelInPath(call)
  await call.session.ask(groups.channels.remove, { id: channel.id })
  return channelOf(channel, device.device)
}

const differs = 'A channel is an audience of the workspace; each person gets a separate message.'
const one = { answer: channelSchema, differs }
const c = '/devices/{d}/channels/{c}'
const notFollowed = 'The official channel has no channels that people follow; there is nothing to search or join.'

export const channelRoutes: readonly DialectRoute[] = [
  route('GET /devices/{d}/channels', { answer: z.array(channelSchema), differs }, list),
  route('POST /devices/{d}/channels', { ...one, status: 201, fields: 'name description' }, create),
  route(`GET ${c}`, one, get),
  route(`PATCH ${c}`, { ...one, fields: 'name description' }, change),
  route(`DELETE ${c}`, one, remove),
  absent(`PUT ${c}/image`, 'Channels have no picture here.'),
  absent('PUT /devices/{d}/channels', notFollowed),
  absent('PATCH /devices/{d}/channels', notFollowed),
]
