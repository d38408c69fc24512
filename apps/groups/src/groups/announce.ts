import { forWorkspace, type Tx } from '@posthorn/chassis'
import type { EventData } from '@posthorn/contracts'
import type { GroupRow } from '../entities/chat-group.ts'
import { presentGroup } from './present.ts'

/** What happened to a group, and who and what of it beside the group itself. */
export type News = Pick<EventData<'group:updated'>, 'change' | 'people' | 'requests'>

/** Stores a changed group as its next version, and announces what happened. */
export async function announce(tx: Tx, row: GroupRow, news: News): Promise<void> {
  row.version += 1
  row.updatedAt = new Date()
  await forWorkspace(tx.em, row.workspaceId).flush()
  tx.emit({
    kind: 'group:updated',
    workspace: row.workspaceId,
    data: { ...presentGroup(row), ...news },
    aggregate: { id: row.id, version: row.version },
  })
}
