import { defineEntity, p } from '@mikro-orm/core'

/** How far a replay is for one endpoint: every event up to `checkpoint` was looked at. */
export const ReplayLane = defineEntity({
  name: 'ReplayLane',
  tableName: 'replay_lane',
  properties: {
    workspaceId: p.string().primary(),
    replayId: p.string().primary(),
    endpointId: p.string().primary(),
    checkpoint: p.string(),
    queued: p.integer().default(0),
    done: p.boolean().default(false),
  },
})
