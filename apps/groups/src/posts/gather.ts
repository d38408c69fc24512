import type { Tx } from '@posthorn/chassis'
import type { PostRow } from '../entities/post.ts'

/** Asks the contacts service for the next people of a post's segment; a page that is asked for twice is taken once. */
export function askForPeople(
  tx: Pick<Tx, 'emit'>,
  {
    workspaceId: workspace,
    id,
    segmentId,
    gatherAfter,
  }: Pick<PostRow, 'workspaceId' | 'id' | 'segmentId' | 'gatherAfter'>,
): void {
  if (!segmentId || gatherAfter === null || gatherAfter === undefined) return
  const data = { segment: segmentId, for: id, after: gatherAfter }
  tx.emit({ kind: 'segment:asked', workspace, data, aggregate: { id: `${id} ${gatherAfter}`, version: 1 } })
}
