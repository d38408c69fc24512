import { type contactImport, errorCatalog, isErrorCode } from '@posthorn/contracts'
import type { z } from 'zod'
import type { ImportRow } from '../entities/import.ts'

export function presentImport(row: ImportRow): z.output<typeof contactImport> {
  const { id, status, dryRun, onDuplicate, tags, mapping, errorCode } = row
  const progress = status === 'finished' ? 1 : row.sizeBytes === 0 ? 0 : Math.min(1, row.doneBytes / row.sizeBytes)
  const message = errorCode && isErrorCode(errorCode) ? errorCatalog[errorCode].message : ''
  return {
    id,
    status,
    dryRun,
    onDuplicate,
    tags: [...tags],
    mapping: mapping ?? null,
    counts: {
      rows: row.rows,
      created: row.created,
      updated: row.updated,
      skipped: row.skipped,
      failed: row.failed,
    },
    progress: Math.round(progress * 1000) / 1000,
    error: errorCode ? { errorCode, message } : null,
    createdAt: row.createdAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
  }
}
