import { fail, type Id, numbers } from '@posthorn/contracts'
import { readId, shortIdOf } from '../ids.ts'
import { type PhoneNumber } from '../ours.ts'
import { deviceIdOf } from '../shapes/device.ts'
import { allItems } from './query.ts'
import type { Device, Session } from './session.ts'

const validForMs = 10_000
const callersMax = 5_000

function deviceEntryOf(number: PhoneNumber): Device {
  const { id, phone } = number
  const aliases = (number as { aliases?: string[] }).aliases ?? []
  return { id: id as Id<'num'>, device: deviceIdOf({ id, aliases }), phone: phone ?? '', aliases }
}

export async function listNumbers(session: Session): Promise<PhoneNumber[]> {
  return allItems(session, numbers.numbers.list, {})
}

/** Lists the caller's numbers as devices, cached for a few seconds unless `fresh`. */
export async function listDevices(session: Session, { fresh = false } = {}): Promise<Device[]> {
  const book = session.devices
  const { key } = session
  const kept = book.get(key)
  if (!fresh && kept && kept.until > Date.now()) return kept.devices
  const devices = (await allItems(session.plain, numbers.numbers.list, {})).map(deviceEntryOf)
  book.delete(key)
  book.set(key, { until: Date.now() + validForMs, devices })
  const [oldest = key] = book.keys()
  if (book.size > callersMax) book.delete(oldest)
  return devices
}

function matches({ id, aliases }: Device, text: string): boolean {
  const lower = text.toLowerCase()
  return id === text || shortIdOf(id) === lower || aliases.includes(lower)
}

/** Finds a number by an id in any format. Refuses text that isn't an id, and unknown numbers. */
export async function findDevice(session: Session, text: string): Promise<Device> {
  const reference = readId('num', text) ?? fail('device:invalid')
  const wanted = 'id' in reference ? reference.id : text
  const found = (await listDevices(session)).find((each) => matches(each, wanted))
  return (
    found ??
    (await listDevices(session, { fresh: true })).find((each) => matches(each, wanted)) ??
    fail('number:not_found')
  )
}

/** Returns the device for our number id. An unlisted number gets its short id. */
export async function deviceOfNumber(session: Session, id: string): Promise<Device> {
  const found = (await listDevices(session)).find((each) => each.id === id)
  return found ?? { id: id as Id<'num'>, device: shortIdOf(id), phone: '', aliases: [] }
}
