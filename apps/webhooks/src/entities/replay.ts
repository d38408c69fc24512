import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

/** A range of log entries to deliver again to a webhook's endpoints. */
export const Replay = defineEntity({
  name: 'Replay',
  tableName: 'replay',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    webhookId: p.string(),
    fromAt: p.datetime(),
    toAt: p.datetime(),
    /** Event kinds as the caller named them; null for all kinds that the webhook subscribes to. */
    events: p.array().nullable(),
    chatId: p.string().nullable(),
    onlyFailed: p.boolean(),
    /** Whether deliveries waiting for a retry also become due. */
    withWaiting: p.boolean().default(false),
    /** Multiple of the original speed; null for as fast as the receiver accepts. */
    speed: p.double().nullable(),
    status: p.string().$type<'running' | 'finished' | 'stopped'>().default('running'),
    createdAt: p.datetime(),
    completedAt: p.datetime().nullable(),
  },
})

export type ReplayRow = InferEntity<typeof Replay>

/**
 * Counts of an endpoint's responses to replayed deliveries, updated as attempts end. `ok`: 2xx; `refused`: another status; `silent`: no
 * response; `fixed`: 2xx now but not before; `broken`: the reverse.
 */
export const ReplayAnswers = defineEntity({
  name: 'ReplayAnswers',
  tableName: 'replay_answers',
  properties: {
    workspaceId: p.string().primary(),
    replayId: p.string().primary(),
    endpointId: p.string().primary(),
    ok: p.integer().default(0),
    refused: p.integer().default(0),
    silent: p.integer().default(0),
    fixed: p.integer().default(0),
    broken: p.integer().default(0),
  },
})

/** Progress of a replay for an endpoint: all events up to `checkpoint` are done. */
export const ReplayEndpoint = defineEntity({
  name: 'ReplayEndpoint',
  tableName: 'replay_endpoint',
  properties: {
    workspaceId: p.string().primary(),
    replayId: p.string().primary(),
    endpointId: p.string().primary(),
    checkpoint: p.string(),
    queued: p.integer().default(0),
    done: p.boolean().default(false),
    beforeOk: p.integer().default(0),
    beforeRefused: p.integer().default(0),
    beforeSilent: p.integer().default(0),
    beforeNone: p.integer().default(0),
  },
})
