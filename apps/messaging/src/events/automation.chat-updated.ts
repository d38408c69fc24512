import { on } from '@posthorn/chassis'
import type { EventData } from '@posthorn/contracts'
import { queueRuns } from '../automations/jobs.sql.ts'
import type { MessagingRuntime } from '../config.ts'

/** Queues the automations that a resolved chat triggers. What an automation did triggers none. */
export const automationFromResolved = on<'chat:updated', MessagingRuntime>(
  'chat:updated',
  async ({ tx, events }) => {
    for (const { workspace, data, occurredAt: at } of events)
      await queueRuns(tx, { workspace, chat: data.id, message: null, triggers: ['chat_resolved'], at })
  },
  ({ data }) => isTrigger(data),
)

function isTrigger({ change, type, by }: EventData<'chat:updated'>): boolean {
  return change === 'resolved' && type === 'direct' && by?.type !== 'automation'
}
