import { defined, eachItem, fail, failField, messaging } from '@posthorn/contracts'
import { z } from 'zod'
import { absentFor, deviceInPath, findDevice, findGroup, findMessageId, requirePhone } from '../api/lookups.ts'
import { dateOf, fieldsOf, flagOf, itemsOf, justAfter, textOf, textsOf } from '../api/request.ts'
import { type DialectCall, type DialectRoute, route } from '../api/route.ts'
import { readGroup } from '../ids.ts'
import { queueOf, queueSchema } from '../shapes/device.ts'

/** Finds the id of the number whose device is in the path. */
const numberIdOf = async (call: DialectCall) => (await deviceInPath(call)).id

const show = async (call: DialectCall) =>
  queueOf(await call.session.ask(messaging.queues.get, { id: await numberIdOf(call) }))

/** Meaning of the dialect's words: `reject` refuses new messages but sends waiting ones; `freeze` also sends nothing. */
const statuses = {
  active: { verb: 'resume', refuses: false },
  pause: { verb: 'pause', refuses: false },
  paused: { verb: 'pause', refuses: false },
  reject: { verb: 'resume', refuses: true },
  freeze: { verb: 'pause', refuses: true },
} as const

/** Sets a queue's status. The main API has two settings instead: whether the queue sends, and whether it refuses new messages. */
async function change(call: DialectCall) {
  const id = await numberIdOf(call)
  const status = textOf(fieldsOf(call.body), 'status') ?? ''
  if (!Object.hasOwn(statuses, status)) failField('status', 'must be active, pause, reject or freeze')
  const { verb, refuses } = statuses[status as keyof typeof statuses]
  await call.session.ask(messaging.queues[verb], { id })
  return queueOf(await call.session.ask(messaging.queues.update, { id, refuses }))
}

/** Moves a device's waiting messages to another device. */
async function move(call: DialectCall) {
  const id = await numberIdOf(call)
  const target = textOf(fieldsOf(call.body), 'device') ?? failField('device', 'is required')
  const number = (await findDevice(call.session, target)).id
  const moved = await eachPart(async () => {
    const { moved: done, remaining } = await call.session.ask(messaging.queues.move, { id, number })
    return { done, remaining }
  })
  return { moved }
}

/** Repeats an operation that does only a part at a time, until nothing remains or it does nothing. Returns how much it did in all. */
async function eachPart(doPart: () => Promise<{ done: number; remaining: number }>): Promise<number> {
  let total = 0
  for (;;) {
    const { done, remaining } = await doPart()
    total += done
    if (done === 0 || remaining === 0) return total
  }
}

/**
 * Cancels a number's messages by id, and returns how many. Fails at one that is another number's or can't be canceled any more; those before
 * it stay canceled.
 */
async function cancelByIds({ session }: DialectCall, numberId: string, texts: readonly string[]): Promise<number> {
  let removed = 0
  for (const text of texts) {
    const id = await findMessageId(session, text)
    const { number } = await session.ask(messaging.messages.get, { id })
    if (number !== numberId) fail('message:not_found')
    await session.ask(messaging.messages.cancel, { id })
    removed += 1
  }
  return removed
}

/**
 * Cancels waiting messages that a queue purge can't select: messages to a group, or messages accepted after a given time. Returns how many;
 * skips those that can't be canceled any more.
 */
async function cancelSelected(
  { session }: DialectCall,
  selection: { number: string; group?: string; after?: string | undefined; before?: string | undefined },
  withScheduled: boolean,
): Promise<number> {
  const { number, group, after, before } = selection
  const rows = eachItem(session, messaging.messages.list, {
    number: [number],
    direction: 'out',
    status: withScheduled ? ['queued', 'scheduled'] : ['queued'],
    ...defined({ group, createdAfter: justAfter(after), createdBefore: before }),
  })
  let removed = 0
  for await (const { id } of rows) {
    const ended = await session
      .ask(messaging.messages.cancel, { id })
      .catch(absentFor('message:not_editable', 'message:not_found'))
    if (ended) removed += 1
  }
  return removed
}

/**
 * Cancels waiting messages, scheduled ones too unless `skipScheduled`: by id, group, time or phone number, or all without a condition. Refuses
 * combinations that no operation can select. The route refuses unknown and empty conditions, because ignoring one would cancel all.
 */
async function purge(call: DialectCall) {
  const { session, query } = call
  const id = await numberIdOf(call)
  const body = fieldsOf(call.body)
  const many = (name: string) => (body[name] === undefined ? query.many(name) : textsOf(itemsOf(body, name), name))
  const includeScheduled = !(flagOf(body, 'skipScheduled') === true || query.flag('skipScheduled') === true)
  const [before, after] = [dateOf(body, 'before') ?? query.time('before'), dateOf(body, 'after') ?? query.time('after')]
  const [ids, groups, texts] = [many('ids'), many('groups'), many('phones')]
  if (ids) {
    if (groups || texts || before !== undefined || after !== undefined || !includeScheduled)
      fail('request:invalid', { message: 'Send ids without other conditions.' })
    return { removed: await cancelByIds(call, id, ids) }
  }
  if (groups) {
    if (texts) fail('request:invalid', { message: 'Send phones or groups, not both.' })
    let removed = 0
    for (const text of groups) {
      const group = (await findGroup(session, readGroup(text), id)).id
      removed += await cancelSelected(call, { number: id, group, after, before }, includeScheduled)
    }
    return { removed }
  }
  const phones = texts?.map((phone, i) => requirePhone(phone, `phones.${i}`))
  if (after !== undefined) {
    if (phones) fail('request:invalid', { message: 'Send phones or after, not both.' })
    return { removed: await cancelSelected(call, { number: id, after, before }, includeScheduled) }
  }
  const filter = defined({ phones, createdBefore: before })
  const removed = await eachPart(async () => {
    const { canceled, remaining } = await session.ask(messaging.queues.purge, { id, includeScheduled, ...filter })
    return { done: canceled, remaining }
  })
  return { removed }
}

export const queueRoutes: readonly DialectRoute[] = [
  route('GET /devices/{d}/queue', { answer: queueSchema }, show),
  route('POST /devices/{d}/queue', { answer: queueSchema, fields: 'status' }, change),
  // Conditions that are ignored would move or cancel all messages.
  route(
    'PATCH /devices/{d}/queue',
    { answer: z.object({ moved: z.int() }), fields: 'device', inert: 'wait', selects: true },
    move,
  ),
  route(
    'DELETE /devices/{d}/queue',
    {
      answer: z.object({ removed: z.int() }),
      fields: 'skipScheduled before after ids groups phones',
      inert: 'wait',
      selects: true,
    },
    purge,
  ),
]
