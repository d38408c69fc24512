import { type Announcement, listPage, type Verb } from '@posthorn/chassis'
import type { numbers } from '@posthorn/contracts'
import type { CallbackUpdate } from '@posthorn/provider'
import type { NumbersRuntime } from '../config.ts'
import { UnreadUpdate, type UnreadUpdateRow } from '../entities/connected-number.ts'
import { findNumber } from '../numbers/access.ts'

type ReadableUpdate = Exclude<CallbackUpdate, { kind: 'unreadable' }>
type Kind =
  | `provider:${'message' | 'echo' | 'person' | 'status' | 'call' | 'preference' | 'group' | 'account'}`
  | 'number:reported'
type Owner = { id: string; workspaceId: string }

/** Builds the event that announces an update for its number. Consumers recognize duplicates by the provider's ids. */
export function buildAnnouncement(
  update: ReadableUpdate,
  { owner, traceparent }: { owner: Owner; traceparent: string | null },
): Announcement<Kind> {
  const event = buildEvent(update, owner.id)
  return { ...event, workspace: owner.workspaceId, traceparent: traceparent ?? undefined } as Announcement<Kind>
}

/**
 * Builds the event without its workspace. The aggregate is what the update is about: a chat, a person, a sent message, a call or the
 * number.
 */
function buildEvent(update: ReadableUpdate, numberId: string) {
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

/** Returns the object that an event is about. The provider does not count versions, so the version is always 1. */
const aggregateOf = (id: string) => ({ id, version: 1 })

/** Returns an update's data without the fields that only this service uses. */
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
