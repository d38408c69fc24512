import { createHash } from 'node:crypto'
import type { Announcement, BatchVerb } from '@posthorn/chassis'
import { type CallContext, Fault, newId, type numbers } from '@posthorn/contracts'
import { parseCallback, verifySignature } from '@posthorn/provider'
import type { NumbersRuntime } from '../config.ts'
import { withContacts } from '../senders/contacts.sql.ts'
import { buildAnnouncement } from './announce-update.ts'
import { type CallbackNumber, numbersOfCallbacks, type StoredCallback, storeCallbacks } from './callbacks.sql.ts'
import type { SecretCache } from './secret-cache.ts'
import { ownerOf } from './update-owner.ts'

/** Bodies that share one commit at most; each may have 3 MB (cloud-api.md 5.3). */
const batchSizeMax = 20
/** A larger body would keep its answer waiting, and that of those beside it. */
const unpackedAtOnceBytesMax = 32 * 1024

/** A proven body, and what it says; null: that is for the loop to find out. */
type Taken = { stored: Omit<StoredCallback, 'unpacked'>; announcements: Announcement[] | null }

/**
 * Takes callbacks: proves the signature on the raw bytes with the app secrets of the number, current and previous, and stores them
 * with one commit for all that came together. Nothing of a body that is not proven is kept, or even parsed. A small body that speaks of its
 * own number only is announced with the same commit (measured at 50 messages a second: 1.4 transactions a message less); every other,
 * and one that failed so, is left to the loop `unpack`.
 */
export const receive: BatchVerb<typeof numbers.callbacks.receive, NumbersRuntime> = {
  batchSizeMax,
  async together({ tx, runtime, calls, alone }) {
    const known = await numbersOfCallbacks(
      tx.em,
      calls.map(({ input }) => input.number),
    )
    const { secrets } = runtime.deps
    const judged = calls.map(({ call, input }): Taken | Fault => {
      const number = known.get(input.number)
      if (!number) return new Fault('number:not_found')
      const { signature } = input
      const raw = Buffer.from(input.body, 'base64')
      if (signature === undefined || !verifySignature(raw, signature, secrets.appSecretsOf(number)))
        return new Fault('callback:signature_invalid')
      const stored = storedOf({ number, raw, signature, call })
      return { stored, announcements: alone ? null : announcementsOf(stored, number, secrets) }
    })
    const taken = judged.filter((each): each is Taken => !(each instanceof Fault))
    const bodies = taken.map(({ stored, announcements }) => ({ ...stored, unpacked: announcements !== null }))
    const fresh = bodies.length > 0 ? await storeCallbacks(tx.em, bodies) : new Set<string>()
    const news = taken.filter(({ stored }) => fresh.has(stored.id))
    if (news.some(({ announcements }) => announcements === null)) tx.wake('unpack')
    const announced = news.flatMap(({ announcements }) => announcements ?? [])
    for (const announcement of await withContacts(tx.em, announced)) tx.emit(announcement)
    return judged.map((each) =>
      each instanceof Fault ? { ok: false, error: each } : { ok: true, value: { stored: fresh.has(each.stored.id) } },
    )
  },
}

type Received = { number: CallbackNumber; raw: Buffer; signature: string; call: CallContext }

function storedOf({ number, raw, signature, call }: Received): Taken['stored'] {
  return {
    id: newId('cbk'),
    workspaceId: number.workspaceId,
    numberId: number.id,
    sha256: createHash('sha256').update(raw).digest(),
    signature,
    raw,
    traceparent: call.traceparent ?? null,
  }
}

/** What a body says, when that is quickly told: all of it can be read and belongs to the number it was posted for. */
function announcementsOf(stored: Taken['stored'], number: CallbackNumber, secrets: SecretCache): Announcement[] | null {
  if (stored.raw.length > unpackedAtOnceBytesMax) return null
  const { provider, phoneNumberId, businessAccountId } = number
  const callback = { ...stored, provider, phoneNumberId, businessAccountId }
  const announcements: Announcement[] = []
  for (const update of parseCallback(stored.raw)) {
    const owner = ownerOf(update, { callback, owners: [], secrets })
    if (update.kind === 'unreadable' || owner === undefined) return null
    announcements.push(buildAnnouncement(update, { owner, traceparent: stored.traceparent }))
  }
  return announcements
}
