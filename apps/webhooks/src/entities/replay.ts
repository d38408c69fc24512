import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

/** Counts of the answers of one endpoint to the deliveries of a replay, changed as attempts end. */
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

/** Progress of a replay for one endpoint: every event up to `checkpoint` was considered. */
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
