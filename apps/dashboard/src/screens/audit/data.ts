import type { AuditEntry } from '@posthorn/sdk'
import { api } from '../../api/client.ts'
import { paged } from '../../api/paged.ts'
import { type AuditFilter, inputOf } from './filter.ts'

/** The audit log, newest first. */
export const auditQuery = (workspace: string, filter: AuditFilter) =>
  paged<AuditEntry>(['audit', workspace, filter], (cursor, options) =>
    api.audit.list({ size: 50, ...cursor, ...inputOf(filter) }, options).page(),
  )
