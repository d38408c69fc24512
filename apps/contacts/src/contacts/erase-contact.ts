import { Contact, type ContactRow } from '../entities/contact.ts'
import { ContactTombstone } from '../entities/contact-tombstone.ts'
import { beginErasure, type ErasureContext } from '../erasures/erasures.ts'

/**
 * Deletes a contact that is locked, leaving its bare id behind, so that it is never given again, and begins to erase the person everywhere
 * else. `erasure`: the id of one that a restore has undone.
 */
export async function eraseContact(
  ctx: ErasureContext,
  row: ContactRow,
  opts: { erasure?: string } = {},
): Promise<{ deletedAt: string; erasure: string }> {
  const { em, workspace: workspaceId } = ctx
  const goneAt = new Date()
  const version = row.version + 1
  em.create(ContactTombstone, { workspaceId, id: row.id, version, goneAt })
  const erasure = await beginErasure(ctx, row, { requestedAt: goneAt, ...(opts.erasure ? { id: opts.erasure } : {}) })
  await em.flush()
  await em.nativeDelete(Contact, { id: row.id })
  const data = { id: row.id, deletedAt: goneAt.toISOString(), mergedInto: null }
  ctx.emit({ kind: 'contact:deleted', data, aggregate: { id: row.id, version } })
  return { deletedAt: data.deletedAt, erasure: erasure.id }
}
