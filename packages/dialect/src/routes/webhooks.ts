import { defined, fail, failField, type InputOf, webhooks } from '@posthorn/contracts'
import { z } from 'zod'
import { allItems, findDevice, findId, type Webhook } from '../api/lookups.ts'
import { cut, type Fields, fieldsOf, flagOf, textOf, textsOf, windowOf } from '../api/request.ts'
import { type DialectCall, type DialectRoute, route, type Session } from '../api/route.ts'
import { readShortId } from '../ids.ts'
import { webhookLogOf, webhookLogSchema, webhookOf, webhookSchema } from '../shapes/small.ts'
import { eventNamesOf, isEventName, kindsOfEventName, unknownEvent } from '../words.ts'

/** Finds the webhook in the path by an id in any format, or fails. */
async function webhookInPath({ session, parameters }: DialectCall): Promise<Webhook> {
  const id = (await findId(session, 'whk', parameters['id'] ?? '')) ?? fail('webhook:not_found')
  return session.ask(webhooks.webhooks.get, { id })
}

/** Lists webhooks. The query's conditions are applied here, because the main API's list has none of them. */
async function list({ session, query }: DialectCall) {
  const shown = (await allItems(session, webhooks.webhooks.list, {})).map(webhookOf)
  const devices = query.many('devices', 'device')?.map((text) => readShortId('num', text))
  const statuses = query.many('status')
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

type WebhookFields = {
  name?: string
  url?: string
  events?: string[]
  secretHeader?: { name: string; value: string } | null
}

/** Reads a webhook's fields, within the dialect's limits. `shown`: names that the webhook has now, which may be ours, such as `message:*`. */
function fieldsFrom(given: unknown, shown: readonly string[] = []): WebhookFields {
  const body = fieldsOf(given)
  const [name, url] = [textOf(body, 'name'), textOf(body, 'url')]
  if (name !== undefined && (name.length < nameBounds.min || name.length > nameBounds.max)) {
    failField('name', `must have ${nameBounds.min} to ${nameBounds.max} characters`)
  }
  const events = body['events'] === undefined ? undefined : textsOf([body['events']].flat(), 'events')
  events?.forEach((event, i) => {
    if (!isEventName(event) && !shown.includes(event)) failField(`events.${i}`, unknownEvent)
  })
  return { ...defined({ name, url, events }), ...headerOf(given as Fields) }
}

/** Returns the custom header to send with deliveries; null if the body states that there is none. Only one is allowed. */
function headerOf({ headers }: Fields): Pick<WebhookFields, 'secretHeader'> {
  if (headers === undefined || headers === '') return {}
  if (typeof headers !== 'object' || Array.isArray(headers)) failField('headers', 'must be an object')
  const [[name, value] = [], ...more] = Object.entries(headers ?? {})
  if (more.length > 0) failField('headers', 'may have one header')
  return { secretHeader: name === undefined ? null : { name, value: String(value) } }
}

/** Returns a webhook's number, if its body names a device. Refuses an empty name or several: the webhook would be for all. */
async function numberIn(session: Session, body: unknown): Promise<{ number?: string }> {
  const given = body as Fields
  const named = ['device', 'devices'].filter((name) => given[name] !== undefined)
  if (named.length === 0) return {}
  const texts = named.map((name) => textsOf([given[name]].flat(), name))
  const [device = '', ...more] = new Set(texts.flat())
  const [name = ''] = named
  if (device === '' || texts.some((each) => each.length === 0))
    failField(name, 'must be a device; leave it out for all devices')
  if (more.length > 0) failField(name, 'must be one device, or left out for all devices')
  return { number: (await findDevice(session, device)).id }
}

/** Pauses a webhook, or resumes it with all its endpoints. Does nothing if it is as requested. */
async function applyActive(session: Session, webhook: Webhook, active: boolean | undefined): Promise<Webhook> {
  const isActive = webhook.status === 'active'
  const isAllActive = isActive && webhook.endpoints.every(({ status }) => status === 'active')
  if (active === undefined || (active ? isAllActive : !isActive)) return webhook
  return session.ask(active ? webhooks.webhooks.resume : webhooks.webhooks.pause, { id: webhook.id })
}

/** Creates a webhook in the dialect's format, paused if `active` is false. With `sample` in the query, it gets a sample event. */
async function create(call: DialectCall) {
  const { session } = call
  const { url, events = [], secretHeader, ...more } = fieldsFrom(call.body)
  const active = flagOf(fieldsOf(call.body), 'active')
  if (url === undefined) failField('url', 'is required')
  const [first] = events
  if (first === undefined) failField('events', 'is required')
  const sample = sampleOf(call, first)
  const header = secretHeader ? { secretHeader } : {}
  const paused = active === false ? ({ status: 'paused' } as const) : {}
  const number = await numberIn(session, call.body)
  const input = { url, events, ...more, ...header, ...number, ...paused, format: 'dialect' }
  const webhook = await session.ask(webhooks.webhooks.create, input as InputOf<typeof webhooks.webhooks.create>)
  if (sample !== undefined) deliverSample(session, webhook, sample)
  return webhookOf(webhook)
}

/** Returns the event to send as a sample: the one named in the query, or the webhook's first event. Undefined if none is requested. */
function sampleOf({ query }: DialectCall, firstEvent: string): string | undefined {
  const given = query.text('sample')
  if (given === undefined || ['false', '0'].includes(given)) return undefined
  if (['true', '1'].includes(given)) return firstEvent
  if (!isEventName(given) || kindsOfEventName(given).length === 0) failField('sample', 'is not an event with a sample')
  return given
}

/** Posts a sample after the response, because some receivers start listening only once they know the webhook. The result is ignored. */
function deliverSample(session: Session, { id }: Webhook, eventName: string): void {
  session.afterwards(() => {
    session.ask(webhooks.webhooks.test, { id, event: eventName }).catch(() => undefined)
  })
}

/** Returns the kinds for event names, for a webhook that keeps our format. A name that the webhook shows keeps the kinds that it shows. */
function kindsFor({ events }: Webhook, names: readonly string[]): string[] {
  const kinds = names.flatMap((name, i): readonly string[] => {
    const kept = events.filter((kind) => eventNamesOf([kind])[0] === name)
    const found = kept.length > 0 ? kept : kindsOfEventName(name)
    return found.length > 0 ? found : failField(`events.${i}`, 'is an event that is never sent; leave it out')
  })
  return [...new Set(kinds)]
}

/** Changes a webhook. One with our format, made with the main API, gets the kinds of events that the names mean. */
async function change(call: DialectCall) {
  const { session } = call
  const webhook = await webhookInPath(call)
  const { id, format } = webhook
  const { events, ...more } = fieldsFrom(call.body, eventNamesOf(webhook.events))
  const active = flagOf(fieldsOf(call.body), 'active')
  const eventChange = events && { events: format === 'dialect' ? events : kindsFor(webhook, events) }
  const input = { id, ...more, ...eventChange, ...(await numberIn(session, call.body)) }
  return webhookOf(await applyActive(session, await session.ask(webhooks.webhooks.update, input), active))
}

async function remove(call: DialectCall) {
  const webhook = await webhookInPath(call)
  await call.session.ask(webhooks.webhooks.remove, { id: webhook.id })
  return webhookOf(webhook)
}

async function enable(call: DialectCall) {
  const { id } = await webhookInPath(call)
  return webhookOf(await call.session.ask(webhooks.webhooks.resume, { id }))
}

/** Lists the deliveries to a webhook that have been attempted. */
async function logs(call: DialectCall) {
  const { session, query } = call
  const webhook = await webhookInPath(call)
  const size = query.int('size', { min: 1, max: 100 }) ?? 20
  const skip = query.int('skip', { min: 0, max: 10_000 }) ?? 0
  const rows = await session.ask(webhooks.deliveries.attempted, { webhook: webhook.id, skip, size })
  return rows.map((row) => webhookLogOf(row, webhookOf(webhook).device))
}

const one = { answer: webhookSchema }
const fields = 'name url events device devices headers active'

export const webhookRoutes: readonly DialectRoute[] = [
  route('GET /webhooks', { answer: z.array(webhookSchema) }, list),
  route('POST /webhooks', { ...one, status: 201, fields }, create),
  route('GET /webhooks/{id}', one, async (call) => webhookOf(await webhookInPath(call))),
  route('PATCH /webhooks/{id}', { ...one, fields }, change),
  route('DELETE /webhooks/{id}', one, remove),
  route('POST /webhooks/{id}/enable', one, enable),
  route('GET /webhooks/{id}/logs', { answer: z.array(webhookLogSchema) }, logs),
]
