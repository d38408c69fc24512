import { Fault, type InputOf, webhooks } from '@posthorn/contracts'
import type { Webhook } from '@posthorn/dialect'
import { isEventName, webhookLogOf, webhookLogSchema, webhookOf, webhookSchema } from '@posthorn/dialect'
import { z } from 'zod'
import { type Fields, fieldsOf, refuseField, textOf, textsOf } from '../face/body.ts'
import { deviceOfNumber, findDevice } from '../face/lines.ts'
import { findWebhook } from '../face/lookups.ts'
import { allItems, cut, firstItems, windowOf } from '../face/pages.ts'
import { type DialectCall, type DialectRoute, route } from '../face/route.ts'
import type { Session } from '../face/session.ts'

async function view(session: Session, webhook: Webhook) {
  const device = webhook.number === null ? undefined : (await deviceOfNumber(session, webhook.number)).device
  return webhookOf(webhook, device)
}

async function list({ session, query }: DialectCall) {
  const all = await allItems(session, webhooks.webhooks.list, {})
  const shown = await Promise.all(all.map((webhook) => view(session, webhook)))
  const [devices, statuses] = [query.many('devices', 'device'), query.many('status')]
  const search = query.text('search')?.toLowerCase()
  const kept = shown.filter(
    ({ device, status, name, url }) =>
      (!devices || (device !== undefined && devices.includes(device))) &&
      (!statuses || statuses.includes(status)) &&
      (!search || `${name} ${url}`.toLowerCase().includes(search)),
  )
  return cut(kept, windowOf(query))
}

const nameBounds = { min: 2, max: 30 }

function fieldsFrom(body: Fields): { name?: string; url?: string; events?: string[] } {
  const [name, url] = [textOf(body, 'name'), textOf(body, 'url')]
  if (name !== undefined && (name.length < nameBounds.min || name.length > nameBounds.max)) {
    refuseField('name', `must have ${nameBounds.min} to ${nameBounds.max} characters`)
  }
  const given = body['events']
  const events = given === undefined ? undefined : textsOf(Array.isArray(given) ? given : [given], 'events')
  events?.forEach((event, i) => {
    if (!isEventName(event)) refuseField(`events.${i}`, 'is not an event')
  })
  return {
    ...(name === undefined ? {} : { name }),
    ...(url === undefined ? {} : { url }),
    ...(events ? { events } : {}),
  }
}

/** Returns the one header of its own that deliveries may have. */
function headerOf(body: Fields): { secretHeader?: { name: string; value: string } } {
  const headers = body['headers']
  if (typeof headers !== 'object' || headers === null) return {}
  const [[name, value] = []] = Object.entries(headers)
  return name === undefined ? {} : { secretHeader: { name, value: String(value) } }
}

async function numberOf(session: Session, body: Fields): Promise<{ number?: string }> {
  const device = textOf(body, 'device')
  return device === undefined ? {} : { number: (await findDevice(session, device)).id }
}

async function create(call: DialectCall) {
  const { session, query } = call
  const body = fieldsOf(call.body)
  const { url, events, ...more } = fieldsFrom(body)
  if (url === undefined) refuseField('url', 'is required')
  if (events === undefined || events.length === 0) refuseField('events', 'is required')
  const input = { url, events, ...more, ...headerOf(body), ...(await numberOf(session, body)), format: 'dialect' }
  const webhook = await session.ask(webhooks.webhooks.create, input as InputOf<typeof webhooks.webhooks.create>)
  const event = query.text('sample')
  if (event !== undefined)
    await session.ask(webhooks.webhooks.test, { id: webhook.id, event }).catch(ignoreUnknownSample)
  return view(session, webhook)
}

function ignoreUnknownSample(err: unknown): void {
  if (!(err instanceof Fault && err.code === 'event:not_found')) throw err
}

const open = ({ session, parameters }: DialectCall) => findWebhook(session, parameters['id'] ?? '')

async function change(call: DialectCall) {
  const { session } = call
  const { id } = await open(call)
  const body = fieldsOf(call.body)
  return view(
    session,
    await session.ask(webhooks.webhooks.update, { id, ...fieldsFrom(body), ...(await numberOf(session, body)) }),
  )
}

async function remove(call: DialectCall) {
  const { id } = await open(call)
  return view(call.session, await call.session.ask(webhooks.webhooks.remove, { id }))
}

async function enable(call: DialectCall) {
  const { id } = await open(call)
  return view(call.session, await call.session.ask(webhooks.webhooks.enable, { id }))
}

async function logs(call: DialectCall) {
  const { session, query } = call
  const webhook = await open(call)
  const { device } = await view(session, webhook)
  const size = query.int('size', { min: 1, max: 100 }) ?? 20
  const skip = query.int('skip', { min: 0, max: 10_000 }) ?? 0
  const rows = await firstItems(session, webhooks.webhooks.deliveries, { input: { id: webhook.id }, max: skip + size })
  const shown = rows.filter(({ attempts }) => attempts > 0).slice(skip, skip + size)
  return Promise.all(
    shown.map(async ({ id }) => webhookLogOf(await session.ask(webhooks.deliveries.get, { id }), device)),
  )
}

const one = { answer: webhookSchema }

/** Webhooks. */
export const webhookRoutes: readonly DialectRoute[] = [
  route('GET /webhooks', { answer: z.array(webhookSchema) }, list),
  route('POST /webhooks', { ...one, status: 201 }, create),
  route('GET /webhooks/{id}', one, async (call) => view(call.session, await open(call))),
  route('PATCH /webhooks/{id}', one, change),
  route('DELETE /webhooks/{id}', one, remove),
  route('POST /webhooks/{id}/enable', one, enable),
  route('GET /webhooks/{id}/logs', { answer: z.array(webhookLogSchema) }, logs),
]
