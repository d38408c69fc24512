import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type { KeyScope } from '@posthorn/contracts'

/** An API key. Looked up by its public part and verified by an HMAC of its secret, which isn't stored. */
export const ApiKey = defineEntity({
  name: 'ApiKey',
  tableName: 'api_key',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    publicId: p.string(),
    secretHmac: p.string(),
    name: p.string(),
    scopes: p.array<KeyScope>(),
    numbers: p.array<string>().nullable(),
    cidrs: p.array<string>().nullable(),
    expiresAt: p.datetime().nullable(),
    revokedAt: p.datetime().nullable(),
    lastUsedAt: p.datetime().nullable(),
    lastUsedFrom: p.string().nullable(),
    createdByType: p.string().$type<'key' | 'member' | 'service'>().nullable(),
    createdById: p.string().nullable(),
    createdByName: p.string().nullable(),
    test: p.boolean().default(false),
    version: p.integer().default(1),
    createdAt: p.datetime(),
  },
})

export type ApiKeyRow = InferEntity<typeof ApiKey>
