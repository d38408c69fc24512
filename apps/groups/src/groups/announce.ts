import { forWorkspace, type Tx } from '@posthorn/chassis'
import type { EventData, Unfilled } from '@posthorn/contracts'
import type { GroupRow } from '../entities/group.ts'
import { presentGroup } from './present.ts'

/** A change of a group, and the people and requests it is about. */
export type GroupChange = Unfilled<Pick<EventData<'group:updated'>, 'change' | 'people' | 'requests'>>

/** Stores a changed group as a new version, and announces the change. */
export async function announce(tx: Tx, row: GroupRow, change: GroupChange): Promise<void> {
  row.version += 1
  row.updatedAt = new Date()
  await forWorkspace(tx.em, row.workspaceId).flush()
  tx.emit({
    kind: 'group:updated',
    workspace: row.workspaceId,
    data: { ...presentGroup(row), ...change },
    aggregate: { id: row.id, version: row.version },
  })
}
