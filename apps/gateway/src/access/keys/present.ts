import type { apiKey, Id } from '@posthorn/contracts'
import type { z } from 'zod'
import type { ApiKeyRow } from '../../entities/api-key.ts'
import { hintOf } from '../auth/key-format.ts'

/** Presents a key, without its secret. */
export function presentKey(row: ApiKeyRow): z.output<typeof apiKey> {
  const { createdByType: type, createdById: by, createdByName: name } = row
  return {
    id: row.id,
    name: row.name,
    hint: hintOf(row.publicId, row.test),
    test: row.test,
    scopes: row.scopes,
    numbers: (row.numbers ?? null) as Id<'num'>[] | null,
    cidrs: row.cidrs ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    lastUsedFrom: row.lastUsedFrom ?? null,
    createdBy: type && by ? { type, id: by, name: name ?? null } : null,
    createdAt: row.createdAt.toISOString(),
  }
}
