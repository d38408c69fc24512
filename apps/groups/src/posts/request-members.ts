import type { Tx } from '@posthorn/chassis'
import type { PostRow } from '../entities/post.ts'

type Gathering = Pick<PostRow, 'workspaceId' | 'id' | 'segmentId' | 'gatherAfter'>

/** Requests the next people of a post's segment from the contacts service; a page that comes twice is used once. */
export function requestMembers(
  tx: Pick<Tx, 'emit'>,
  { workspaceId: workspace, id, segmentId, gatherAfter }: Gathering,
) {
  if (!segmentId || gatherAfter === null || gatherAfter === undefined) return
  const data = { segment: segmentId, for: id, after: gatherAfter }
  tx.emit({ kind: 'segment:members_requested', workspace, data, aggregate: { id: `${id} ${gatherAfter}`, version: 1 } })
}
