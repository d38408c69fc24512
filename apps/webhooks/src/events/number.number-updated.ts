import { forWorkspace, on } from '@posthorn/chassis'
import type { WebhooksRuntime } from '../config.ts'
import { WorkspaceNumber } from '../entities/webhook.ts'

/** Tracks the workspace's numbers, so that webhooks can filter by them. */
export const numberFromUpdate = on<'number:updated', WebhooksRuntime>('number:updated', async ({ tx, events }) => {
  for (const { workspace, data } of events) {
    await forWorkspace(tx.em, workspace).upsert(WorkspaceNumber, { workspaceId: workspace, id: data.id })
  }
})
