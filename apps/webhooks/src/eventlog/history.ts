import type { FilterQuery } from '@mikro-orm/core'
import type { VerbContext } from '@posthorn/chassis'
import { idFloor, type webhooks } from '@posthorn/contracts'
import type { z } from 'zod'
import type { WebhooksRuntime } from '../config.ts'
import { Event, type EventRow } from '../entities/event.ts'
import { coveredKinds } from '../formats/formats.ts'
import type { ChatEventsQuery } from './of-chat.sql.ts'

type Input = z.output<typeof webhooks.events.list.input>

/** Conditions on events other than the starting sequence. Event ids contain their time, which selects the partitions. */
export function conditionsOf(input: Partial<Input>): FilterQuery<EventRow>[] {
  const { events, before, occurredAfter, occurredBefore, message, number } = input
  return [
    ...(events ? [{ kind: { $in: coveredKinds(events) } }] : []),
    ...(before === undefined ? [] : [{ sequence: { $lt: before } }]),
    ...(occurredAfter === undefined ? [] : [{ id: { $gte: idFloor('evt', Date.parse(occurredAfter)) } }]),
    ...(occurredBefore === undefined ? [] : [{ id: { $lt: idFloor('evt', Date.parse(occurredBefore)) } }]),
    ...(message === undefined ? [] : [{ messageId: message }]),
    ...(number ? [{ numberId: { $in: number } }] : []),
  ]
}

export function chatQueryOf(ctx: VerbContext<WebhooksRuntime>, input: Input & { chat: string }): ChatEventsQuery {
  const { after, before, chat, events, message, number, occurredAfter, occurredBefore, size } = input
  const floorOf = (time: string | undefined) => (time === undefined ? null : idFloor('evt', Date.parse(time)))
  return {
    workspace: ctx.workspace,
    chat,
    after,
    before: before ?? null,
    first: floorOf(occurredAfter),
    end: floorOf(occurredBefore),
    kinds: events ? coveredKinds(events) : null,
    message: message ?? null,
    numbers: number ?? null,
    visible: ctx.call.numbers ?? null,
    size,
  }
}

export function findNewestEvents(ctx: VerbContext<WebhooksRuntime>, input: Input): Promise<EventRow[]> {
  const after = input.after > 0 ? [{ sequence: { $gt: input.after } }] : []
  return ctx.em.find(
    Event,
    { $and: [...conditionsOf(input), ...after] },
    { orderBy: { sequence: 'desc' }, limit: input.size, disableIdentityMap: true },
  )
}
