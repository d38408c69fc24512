import { defineEntity, p } from '@mikro-orm/core'

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
