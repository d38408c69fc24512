import { defineEntity, p } from '@mikro-orm/core'

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
