import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

/** A range of the log that is delivered once more to the endpoints of a webhook. */
export const Replay = defineEntity({
  name: 'Replay',
  tableName: 'replay',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    webhookId: p.string(),
    fromAt: p.datetime(),
    toAt: p.datetime(),
    /** Kinds as the caller named them; null: all kinds of the webhook. */
    events: p.array().nullable(),
    chatId: p.string().nullable(),
    onlyFailed: p.boolean(),
    /** True: deliveries that wait for another attempt are made due as well. */
    withWaiting: p.boolean().default(false),
    /** Multiple of the pace of the events; null: as fast as the receiver takes them. */
    speed: p.double().nullable(),
    status: p.string().$type<'running' | 'finished' | 'stopped'>().default('running'),
    createdAt: p.datetime(),
    completedAt: p.datetime().nullable(),
  },
})

/** A row of `replay`. */
export type ReplayRow = InferEntity<typeof Replay>
