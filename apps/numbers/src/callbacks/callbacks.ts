import { createHash } from 'node:crypto'
import { type Announcement, type BatchVerb, listPage, sameText, toFault, type Verb } from '@posthorn/chassis'
import { Fault, fail, newId, type numbers } from '@posthorn/contracts'
import { type CallbackUpdate, parseCallback, verifySignature } from '@posthorn/provider'
import type { NumbersRuntime } from '../config.ts'
import { openCredentials, UnreadUpdate, type UnreadUpdateRow } from '../entities/connected-number.ts'
import { findNumber } from '../numbers/number.ts'
import { withContacts } from '../senders/contacts.sql.ts'
import {
  findCallbackNumbers,
  isAboutAccount,
  type OwnedUpdate,
  type Owner,
  type OwnerSearch,
  ownersOfUpdate,
  recordUpdates,
  type StoredCallback,
  storeCallbacks,
} from './callbacks.sql.ts'

/** Maximum size of one commit. Each 32 KB of a body counts as one; a body can be up to 3 MB. */
const batchSizeMax = 64
/** If this many bodies arrive while others are being stored, the next batch waits for more. */
const busyFrom = 2
/** Larger bodies would delay their own response and the others in the batch. */
const unpackBytesMax = 32 * 1024
const bytesPerPlace = 32 * 1024

/** A body with a valid signature and its updates. `updates` is null if the `unpack` loop must read them. */
type VerifiedCallback = { stored: Omit<StoredCallback, 'unpacked' | 'kept'>; updates: OwnedUpdate[] | null }

/**
 * Receives callbacks: verifies the signature of the raw bytes with the number's current and previous app secrets, and stores a batch in one
 * commit. A body without a valid signature isn't stored or even parsed. A small body that concerns only its own number is announced in the
 * same commit (measured at 50 messages per second: 1.4 fewer transactions per message). If it contains only statuses, its events show all of
 * it, so only its digest is stored. Other bodies, and small ones for which this failed, are left to the `unpack` loop.
 */
export const receive: BatchVerb<typeof numbers.callbacks.receive, NumbersRuntime> = {
  batchSizeMax,
  busyFrom,
  sizeOf: ({ body }) => Math.ceil(body.length / bytesPerPlace),
  async together({ tx, runtime, calls, alone }) {
    const known = await findCallbackNumbers(
      tx.em,
      calls.map(({ input }) => input.number),
    )
    const { secrets, updates: counter } = runtime.deps
    const results = calls.map(({ call, input }): VerifiedCallback | Fault => {
      const number = known.get(input.number)
      const { signature } = input
      const raw = Buffer.from(input.body.buffer, input.body.byteOffset, input.body.byteLength)
      if (!number || signature === undefined) return new Fault('callback:signature_invalid')
      const appSecrets = appSecretsOf(number, { secrets, log: runtime.log })
      if (appSecrets instanceof Fault) return appSecrets
      if (!verifySignature(raw, signature, appSecrets)) return new Fault('callback:signature_invalid')
      const stored = {
        id: newId('cbk'),
        workspaceId: number.workspaceId,
        numberId: number.id,
        // Tells whether the provider sends the same body again.
        sha256: createHash('sha256').update(raw).digest(),
        signature,
        raw,
        traceparent: call.traceparent ?? null,
      }
      return { stored, updates: alone ? null : readOwnUpdates(stored, number, { secrets, log: runtime.log }) }
    })
    const verified = results.filter((each): each is VerifiedCallback => !(each instanceof Fault))
    const bodies = verified.map(({ stored, updates }) => ({
      ...stored,
      unpacked: updates !== null,
      kept: updates === null || !hasOnlyStatuses(updates),
    }))
    const inserted = bodies.length > 0 ? await storeCallbacks(tx.em, bodies) : new Set<string>()
    const added = verified.filter(({ stored }) => inserted.has(stored.id))
    if (added.some(({ updates }) => updates === null)) tx.wake('unpack')
    const unpacked = added.flatMap(({ stored, updates }) =>
      (updates ?? []).map((owned) => ({ owned, traceparent: stored.traceparent })),
    )
    const announcements = unpacked.map(({ owned: { update, owner }, traceparent }) =>
      buildAnnouncement(update, { owner, traceparent }),
    )
    for (const announcement of await withContacts(tx.em, runtime, announcements)) tx.emit(announcement)
    const updates = unpacked.map(({ owned }) => owned)
    await recordUpdates(tx.em, { log: runtime.log, counter }, updates)
    return results.map((each) =>
      each instanceof Fault
        ? { ok: false, error: each }
        : { ok: true, value: { stored: inserted.has(each.stored.id) } },
    )
  },
}

/** Decrypts a number's app secrets. If that fails, only its own callbacks do, not the others in a batch, and the provider sends them again. */
function appSecretsOf(number: Owner, { secrets, log }: Pick<OwnerSearch, 'secrets' | 'log'>): string[] | Fault {
  try {
    return secrets.openAppSecrets(number)
  } catch (err) {
    log.error({ number: number.id, err }, 'callback.owner_unreadable')
    return toFault(err)
  }
}

/**
 * Reads the updates of a body. Returns null unless the body is small and readable, and all of them belong to the number to which it was posted
 * alone: an update about an account may also belong to other numbers.
 */
function readOwnUpdates(
  stored: VerifiedCallback['stored'],
  number: Owner,
  reading: Pick<OwnerSearch, 'secrets' | 'log'>,
): OwnedUpdate[] | null {
  if (stored.raw.length > unpackBytesMax) return null
  const { provider, phoneNumberId, businessAccountId } = number
  const callback = { ...stored, provider, phoneNumberId, businessAccountId }
  const updates: OwnedUpdate[] = []
  for (const update of parseCallback(stored.raw)) {
    const [owner] = ownersOfUpdate(update, { callback, owners: [], ...reading })
    if (update.kind === 'unreadable' || owner === undefined || isAboutAccount(update)) return null
    updates.push({ update, owner })
  }
  return updates
}

/** Whether a body has only understood statuses and their recipients' identifiers, so that its events show all of it. */
function hasOnlyStatuses(updates: OwnedUpdate[]): boolean {
  return (
    updates.length > 0 &&
    updates.every(({ update: { kind, understood } }) => understood && (kind === 'status' || kind === 'person'))
  )
}

/** Responds to the provider's check of a callback URL: returns the challenge if the token is the number's. */
export const verify: Verb<typeof numbers.callbacks.verify, NumbersRuntime> = async ({ ctx, input }) => {
  const number =
    (await findCallbackNumbers(ctx.em, [input.number])).get(input.number) ?? fail('callback:verify_token_invalid')
  const { verifyToken } = openCredentials(ctx.runtime.vault, number.id, number.credentials)
  if (!sameText(input.verifyToken, verifyToken)) fail('callback:verify_token_invalid')
  return { challenge: input.challenge }
}

/** Returns a connected number's workspace; null if it isn't connected here. The gateway asks before it reads a callback, and for the directory. */
export const findOwner: Verb<typeof numbers.callbacks.findOwner, NumbersRuntime> = async ({ ctx, input }) => {
  const found = (await findCallbackNumbers(ctx.em, [input.number])).get(input.number)
  return { workspace: found?.workspaceId ?? null }
}

type ReadableUpdate = Exclude<CallbackUpdate, { kind: 'unreadable' }>
type UpdateKind =
  | `provider:${'message' | 'echo' | 'person' | 'status' | 'call' | 'preference' | 'group' | 'account'}`
  | 'number:reported'

/** Builds the event that announces an update for its number. Consumers recognize duplicates by the provider's ids. */
export function buildAnnouncement(
  update: ReadableUpdate,
  { owner, traceparent }: { owner: OwnedUpdate['owner']; traceparent: string | null },
): Announcement<UpdateKind> {
  const event = contentOf(update, owner.id)
  return { ...event, workspace: owner.workspaceId, traceparent: traceparent ?? undefined } as Announcement<UpdateKind>
}

/**
 * Returns the kind, data and aggregate of an update's event; `buildAnnouncement` adds its workspace. The aggregate is what the update is
 * about: a chat, a person, a sent message, a call or the number.
 */
function contentOf(update: ReadableUpdate, numberId: string) {
  const { kind } = update
  switch (kind) {
    case 'message':
    case 'echo': {
      const person = kind === 'message' ? update.from : update.to
      const chat = update.groupId ?? person.phone ?? person.userId ?? update.providerId
      return {
        kind: `provider:${kind}`,
        data: pickData(update, numberId),
        aggregate: aggregateOf(`${numberId} ${chat}`),
      }
    }
    case 'person': {
      const { identifiers, timestamp } = update
      return {
        kind: 'provider:person',
        data: { identifiers, timestamp },
        aggregate: aggregateOf(identifiers[0]?.value ?? ''),
      }
    }
    case 'status': {
      return { kind: 'provider:status', data: pickData(update, numberId), aggregate: aggregateOf(update.providerId) }
    }
    case 'report': {
      const { change } = update
      const data = { id: numberId, field: change.field }
      return { kind: 'number:reported', data, callback: change, aggregate: aggregateOf(numberId) }
    }
    case 'call':
      return { kind: 'provider:call', data: pickData(update, numberId), aggregate: aggregateOf(update.callId) }
    case 'preference': {
      const person = update.from.phone ?? update.from.userId ?? ''
      const aggregate = aggregateOf(`${numberId} ${person}`)
      return { kind: 'provider:preference', data: pickData(update, numberId), aggregate }
    }
    default: {
      const { field, raw } = update
      return { kind: `provider:${kind}`, data: { number: numberId, field, raw }, aggregate: aggregateOf(numberId) }
    }
  }
}

/** Names the object that an event is about. The provider doesn't count versions, so the version is always 1 and orders nothing. */
const aggregateOf = (id: string) => ({ id, version: 1 })

/** Returns an update's data for its event: with our number's id, and without the fields that only this service uses. */
function pickData<U extends { kind: string; phoneNumberId: string; understood: boolean }>(update: U, numberId: string) {
  const { kind: _kind, phoneNumberId: _id, understood: _understood, ...data } = update
  return { number: numberId, ...data }
}

/** Lists a number's provider updates that weren't fully read, newest first. */
export const list: Verb<typeof numbers.updates.list, NumbersRuntime> = async ({ ctx, input }) => {
  await findNumber(ctx, input.id)
  const { rows, next } = await listPage<UnreadUpdateRow>(ctx, input, {
    entity: UnreadUpdate,
    list: `updates ${input.id}`,
    order: { column: 'id', direction: 'desc' },
    where: { numberId: input.id },
  })
  const items = rows.map(({ id, field, raw, receivedAt }) => ({
    id,
    field,
    raw: (raw ?? null) as never,
    receivedAt: receivedAt.toISOString(),
  }))
  return { items, next }
}
