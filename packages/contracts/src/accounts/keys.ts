import { z } from 'zod'
import { mutation, query } from '../contract.ts'
import { actor, idOf, listOf, named, nameText, pageOf, role, time } from '../schemas.ts'

export const keyScopeNames = ['read', 'send', 'manage', 'raw', 'admin', 'erase'] as const

export type KeyScope = (typeof keyScopeNames)[number]

export const keyScopes = named('KeyScopes', z.array(z.enum(keyScopeNames)).min(1).describe('Permissions of the key'))

/** Whether a new key is a test key. Its prefix shows this. */
export const isTest = z
  .boolean()
  .default(false)
  .describe(
    'True: a test key (`ph_test_…`), limited to the simulator numbers in `numbers`, or to all that you may use now',
  )

const cidr = named('AddressRange', z.union([z.cidrv4(), z.cidrv6()], 'must be an address range such as 203.0.113.0/24'))

/** Restrictions on a new key. */
export const keyBounds = {
  numbers: z
    .array(idOf('num'))
    .min(1)
    .max(100)
    .optional()
    .describe(
      'Numbers that the key is limited to: it cannot see anything that belongs only to other numbers, or change anything that affects all numbers',
    ),
  cidrs: z
    .array(cidr)
    .min(1)
    .max(100)
    .optional()
    .describe('Address ranges that the key can be used from, such as `203.0.113.0/24`'),
}

/** Numbers and addresses to which a key is restricted; null if it isn't restricted. */
const bounds = {
  numbers: z.array(idOf('num')).nullable().describe('Numbers that the key is limited to; null: all numbers'),
  cidrs: z.array(z.string()).nullable().describe('Address ranges that the key can be used from; null: any address'),
}

/** A key, as its owner sees it. */
const ownKey = named(
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

/** An API key in lists, without its secret. */
export const apiKey = named(
  'ApiKey',
  z.object({
    ...ownKey.shape,
    hint: z.string().describe('Public part of the key, to recognize it'),
    test: z.boolean().describe('True for a test key, which reaches only simulator numbers'),
    revokedAt: time.nullable().describe('Time when the key was revoked; null: not revoked'),
    lastUsedAt: time.nullable().describe('Time of the last request, to the minute; null: not used yet'),
    lastUsedFrom: z.string().nullable().describe('IP address of the last request'),
    createdBy: actor.nullable().describe('Creator of the key; null if not recorded'),
    createdAt: time,
  }),
  ownKey,
)

const secret = z.string().describe('The key itself; only in this response')

const at = '2026-11-20T08:30:00.000Z'
const id = 'key_01k5v2s8xgf9hb3m4q7r8t9w0y' as const

export const exampleApiKey = {
  id,
  name: 'shop',
  hint: 'ph_live_k3J9xQ2mZ7aB',
  test: false,
  scopes: ['read', 'send'],
  numbers: null,
  cidrs: null,
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: null,
  lastUsedFrom: null,
  createdBy: { type: 'member', id: 'mem_01k5v2s8xgf9hb3m4q7r8t9w0y', name: 'Ada' },
  createdAt: at,
} satisfies z.input<typeof apiKey>

export const exampleKeyText = 'ph_live_k3J9xQ2mZ7aB_Yw1R5tE8uI2oP4aS6dF7gH9jK1lZ3xC5vB7n2c4f6a'

const never = 'A key can’t exceed its creator’s scopes, numbers, addresses or expiry.'
const one = z.object({ id: idOf('key') })

export const keyOperations = {
  list: query({
    summary: 'List API keys',
    description:
      'Newest first, including revoked keys, without secrets. A key limited to numbers sees only keys limited to some of those numbers.',
    rest: 'GET /v1/keys',
    scope: 'admin',
    limitedBy: 'number',
    input: z.object(listOf(apiKey)),
    output: pageOf(apiKey),
    example: { input: {}, output: { items: [exampleApiKey], next: null } },
  }),
  get: query({
    summary: 'Show an API key',
    description: 'Never returns the secret.',
    rest: 'GET /v1/keys/{id}',
    scope: 'admin',
    limitedBy: 'number',
    input: one,
    output: apiKey,
    errors: ['key:not_found'],
    example: { input: { id }, output: exampleApiKey },
  }),
  create: mutation({
    summary: 'Create an API key',
    description: `The response contains the key itself, once. ${never} Limits that you omit default to yours.`,
    rest: 'POST /v1/keys',
    status: 201,
    scope: 'admin',
    limitedBy: 'number',
    confirmed: true,
    input: z.object({
      name: nameText(100).describe('Name of the key'),
      scopes: keyScopes,
      ...keyBounds,
      test: isTest,
      expiresAt: time.optional().describe('When the key expires'),
    }),
    output: named('NewApiKey', apiKey.extend({ key: secret }), apiKey),
    errors: ['number:not_found', 'key:no_test_number'],
    example: { input: { name: 'shop', scopes: ['read', 'send'] }, output: { ...exampleApiKey, key: exampleKeyText } },
  }),
  update: mutation({
    summary: 'Change an API key',
    description: `Changes the name, addresses and expiry; omitted fields stay. Scopes and numbers cannot change. ${never}`,
    rest: 'PATCH /v1/keys/{id}',
    scope: 'admin',
    limitedBy: 'number',
    input: z.object({
      id: idOf('key'),
      name: nameText(100).optional().describe('New name'),
      cidrs: keyBounds.cidrs.unwrap().nullable().optional().describe('Address ranges; null: any address'),
      expiresAt: time.nullable().optional().describe('When the key expires; null: never'),
    }),
    output: apiKey,
    errors: ['key:not_found', 'confirmation:required'],
    example: { input: { id, name: 'shop' }, output: exampleApiKey },
  }),
  rotate: mutation({
    summary: 'Rotate an API key',
    description: `Creates a key with the same name, scopes and limits; the previous one expires after the grace period. Only this response contains the new key. ${never}`,
    rest: 'POST /v1/keys/{id}/rotate',
    status: 201,
    scope: 'admin',
    limitedBy: 'number',
    confirmed: true,
    input: z.object({
      id: idOf('key'),
      graceHours: z.int().min(0).max(168).default(24).describe('Hours until the previous key expires; 0: at once'),
    }),
    output: named(
      'RotatedApiKey',
      apiKey.extend({ key: secret, previousExpiresAt: time.describe('When the previous key expires') }),
      apiKey,
    ),
    errors: ['key:not_found', 'key:ended'],
    example: {
      input: { id, graceHours: 24 },
      output: { ...exampleApiKey, key: exampleKeyText, previousExpiresAt: '2026-11-21T08:30:00.000Z' },
    },
  }),
  revoke: mutation({
    summary: 'Revoke an API key',
    description: 'Every gateway refuses the key within a second. Revoking it twice changes nothing.',
    rest: 'POST /v1/keys/{id}/revoke',
    scope: 'admin',
    limitedBy: 'number',
    input: one,
    output: apiKey,
    errors: ['key:not_found'],
    example: { input: { id }, output: { ...exampleApiKey, revokedAt: at } },
  }),
  usage: query({
    summary: 'Show how an API key is used',
    description:
      'Requests in the last 30 days by operation and day, latest first. Counts appear within seconds; if a gateway crashes, its latest counts are lost.',
    rest: 'GET /v1/keys/{id}/usage',
    scope: 'admin',
    limitedBy: 'number',
    input: one,
    output: z.object({
      items: z
        .array(
          z.object({
            operation: z.string().describe('Name of the operation in the reference'),
            day: z.string().describe('YYYY-MM-DD, UTC'),
            calls: z.int().describe('Requests on that day'),
            refused: z.int().describe('Requests that got an error'),
          }),
        )
        .describe('Operations used on each day'),
    }),
    errors: ['key:not_found'],
    example: {
      input: { id },
      output: { items: [{ operation: 'messages.send', day: '2026-11-20', calls: 40, refused: 1 }] },
    },
  }),
}
