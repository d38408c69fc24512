import { forWorkspace, type Verb } from '@posthorn/chassis'
import { type accounts, fail } from '@posthorn/contracts'
import type { GatewayRuntime } from '../deps.ts'
import { AuditEntry } from '../entities/audit-entry.ts'
import { Workspace } from '../entities/workspace.ts'
import { firstLink } from './audit.sql.ts'
import { faultOf } from './chain.ts'
import { presentEntry } from './present.ts'

/** Recomputes the stored chain of a workspace, one page at a time. */
export const verify: Verb<typeof accounts.audit.verify, GatewayRuntime> = async ({ ctx, input }) => {
  const { workspace, after, size } = input
  const em = forWorkspace(ctx.em, workspace)
  if (!(await em.findOne(Workspace, { workspaceId: workspace }))) fail('workspace:not_found')
  let last = after ?? (await firstLink(em, workspace))
  const rows = await em.find(
    AuditEntry,
    { sequence: { $gt: last.sequence } },
    { orderBy: [{ sequence: 'asc' }, { id: 'asc' }], limit: size },
  )
  for (const [index, row] of rows.entries()) {
    const entry = presentEntry(row)
    const reason = faultOf(last, entry)
    if (reason) return { entries: index, last, fault: { sequence: entry.sequence, reason }, next: null }
    last = { sequence: entry.sequence, hash: entry.hash }
  }
  return { entries: rows.length, last, fault: null, next: rows.length === size ? last : null }
}
