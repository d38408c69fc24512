import type { Tx } from '@posthorn/chassis'
import type { ErrorCode } from '@posthorn/contracts'
import type { ImportRow } from '../entities/import.ts'
import { removeFile } from './pieces.sql.ts'
import { presentImport } from './present.ts'

/** Ends an import, announces it, and removes what is no longer needed. */
export async function finish(tx: Tx, job: ImportRow, errorCode?: ErrorCode): Promise<void> {
  job.status = errorCode === undefined ? 'finished' : 'failed'
  if (errorCode !== undefined) job.errorCode = errorCode
  job.completedAt = new Date()
  await tx.em.flush()
  await removeFile(tx.em, job)
  tx.emit({
    kind: 'import:finished',
    workspace: job.workspaceId,
    data: presentImport(job),
    aggregate: { id: job.id, version: 1 },
  })
}
