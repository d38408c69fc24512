import { z } from 'zod'
import { idOf } from '../ids.ts'
import { named } from '../names.ts'
import { time } from '../primitives.ts'
import { role } from '../roles.ts'
import { keyScopes } from './key-bounds.ts'

/** Numbers and addresses to which a key is restricted; null if it isn't restricted. */
export const bounds = {
  numbers: z.array(idOf('num')).nullable().describe('Numbers that the key is limited to; null: all numbers'),
  cidrs: z.array(z.string()).nullable().describe('Address ranges that the key can be used from; null: any address'),
}

/** A key, as its owner sees it. */
export const ownKey = named(
  'OwnKey',
  z.object({
    id: idOf('key'),
    name: z.string().describe('Name of the key'),
    scopes: keyScopes,
    ...bounds,
    expiresAt: time.nullable().describe('When the key expires; null: never'),
  }),
)

const workspace = { id: idOf('ws'), name: z.string().describe('Name of the workspace') }

const rate = named(
  'RateOfRequests',
  z.object({
    perSecond: z.number().describe('Average requests per second'),
    burst: z.number().describe('Requests that may be sent at once'),
  }),
)

/** Fields about the caller: a key, or the member of a session. */
export const callerFields = {
  workspace: z.object(workspace).describe('Workspace of the caller'),
  key: ownKey.nullable().describe('The key of this request, without its secret; null for a member'),
  member: z
    .object({
      id: idOf('mem'),
      name: z.string().describe('Full name'),
      email: z.string().describe('Email address'),
      role,
      numbers: z.array(idOf('num')).nullable().describe('Numbers that the member is limited to; null: all numbers'),
    })
    .nullable()
    .describe('Member whose session made the request; null for a key'),
  may: z.array(z.string()).describe('Operations that the caller may use, as named in the reference'),
  csrf: z.string().nullable().describe('Value of the `Csrf` header for this session; null for a key'),
  workspaces: z
    .array(z.object({ ...workspace, role }))
    .describe('Workspaces that the person belongs to; empty for a key'),
  limits: z
    .object({
      perKey: rate.describe('Limit for this key or session'),
      perWorkspace: rate.describe('Limit for all keys and sessions of the workspace combined'),
    })
    .describe('Request limits'),
}
