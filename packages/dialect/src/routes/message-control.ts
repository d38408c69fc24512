import { expiresInSeconds, fail, phoneFault } from '@posthorn/contracts'
import { type Fields, flagOf, refuseField, textOf } from '../face/body.ts'
import { findDevice } from '../face/lines.ts'
import { findChannel, findGroup, findPersonChat } from '../face/lookups.ts'
import type { Session } from '../face/session.ts'
import { readChannel, readGroup, readWid } from '../wid.ts'
import { dateOf, secondsOf } from './fields.ts'
import { type Actions, actionsOf } from './message-actions.ts'
import type { SendInput } from './message-content.ts'

const targets = ['phone', 'group', 'channel', 'chat'] as const

const noTarget = 'Give exactly one target: phone, group, channel or chat.'

export async function targetOf(session: Session, body: Fields): Promise<Partial<SendInput>> {
  const [name, ...more] = targets.filter((target) => body[target] !== undefined)
  if (name === undefined || more.length > 0) {
    const errors = targets.map((path) => ({ path, code: 'target:ambiguous', message: noTarget }))
    fail('request:invalid', { message: noTarget, errors })
  }
  const text = textOf(body, name) ?? ''
  const readers = { phone: readWid, chat: readWid, group: readGroup, channel: readChannel }
  const target = readers[name](text)
  if (target === undefined || (name === 'phone' && !('phone' in target || 'person' in target))) {
    if (name === 'phone')
      fail('phone:invalid', { errors: [{ path: name, code: 'phone:invalid', message: phoneFault(text) }] })
    return refuseField(name, `must be the wid of a ${name}`)
  }
  if ('phone' in target) return { phone: target.phone }
  if ('chat' in target) return { chat: target.chat }
  if ('group' in target) return { group: (await findGroup(session, target)).id }
  if ('channel' in target) return { channel: (await findChannel(session, target)).id }
  return { chat: (await findPersonChat(session, target.person)) ?? fail('chat:not_found') }
}

const typingMax = 25

function dueOf(body: Fields): string | undefined {
  const schedule = body['schedule'] as Fields | undefined
  const now = Date.now()
  const after = (seconds: number) => new Date(now + seconds * 1000).toISOString()
  const date =
    dateOf(body, 'deliverAt') ??
    (schedule?.['date'] === undefined ? undefined : dateOf(schedule, 'date')) ??
    (schedule?.['delayTo'] === undefined ? undefined : after(secondsOf(schedule['delayTo'], 'schedule.delayTo'))) ??
    (schedule?.['delay'] === undefined ? undefined : after(secondsOf(schedule['delay'], 'schedule.delay')))
  return date !== undefined && Date.parse(date) > now ? date : undefined
}

function validityOf(body: Fields): Partial<SendInput> {
  const expiration = body['expiration'] as Fields | string | number | undefined
  if (expiration === undefined || expiration === null) return {}
  const given = typeof expiration === 'object' ? expiration : { duration: expiration }
  if (given['date'] !== undefined) return { expiresAt: dateOf(given, 'date') as string }
  const seconds = secondsOf(given['seconds'] ?? given['duration'], 'expiration')
  return { expiresIn: Math.round(Math.min(expiresInSeconds.max, Math.max(expiresInSeconds.min, seconds))) }
}

/** Returns the fields that control when and how a message is sent. Labels are names, which the sender creates. */
export async function controlOf(
  session: Session,
  body: Fields,
): Promise<{ control: Partial<SendInput> } & Pick<Actions, 'labels' | 'changes'>> {
  const device = textOf(body, 'device')
  const order = flagOf(body, 'order')
  const typing = body['typing']
  const previewUrl = (body['deliveryOptions'] as Fields | undefined)?.['previewUrl']
  const deliverAt = dueOf(body)
  const { actions, labels, changes } = await actionsOf(session, body)
  const given = {
    number: device === undefined ? undefined : (await findDevice(session, device)).id,
    reference: textOf(body, 'reference'),
    priority: textOf(body, 'priority'),
    order: order === undefined ? undefined : order ? 'chat' : 'none',
    deliverAt,
    typing: typeof typing === 'number' && typing >= 1 ? Math.min(typingMax, Math.round(typing)) : undefined,
    previewUrl: typeof previewUrl === 'boolean' ? previewUrl : undefined,
    actions: Object.keys(actions).length > 0 ? actions : undefined,
    ...validityOf(body),
  }
  const control = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  return { control: control as Partial<SendInput>, labels, changes }
}
