import { z } from 'zod'
import { mutation, query } from '../contract.ts'
import { idOf } from '../ids.ts'
import { text, time } from '../primitives.ts'
import { isTest, keyBounds, keyScopes } from './key-bounds.ts'
import { apiKey, exampleApiKey, exampleKeyText } from './keys.ts'

const workspaceKey = apiKey.extend({ workspace: idOf('ws') })

const workspace = 'ws_01k5v2s8xgf9hb3m4q7r8t9w0y'
const { id } = exampleApiKey
const example = { ...exampleApiKey, workspace } as const satisfies z.input<typeof workspaceKey>

/** Operator operations on keys of all workspaces. */
export const workspaceKeyOperations = {
  create: mutation({
    summary: 'Create an API key of a workspace',
    description:
      'For operators. Only this response contains the key itself; the system stores its id and an HMAC of its secret. With `numbers`, the key is limited to these numbers: it cannot see anything that belongs only to other numbers, or change anything that affects all numbers. With `cidrs`, the key works only from these addresses; other requests get 403.',
    scope: 'operator',
    input: z.object({
      workspace: idOf('ws'),
      name: text(1, 100),
      scopes: keyScopes.default(['read', 'send', 'manage']),
      ...keyBounds,
      test: isTest,
      expiresAt: time.optional(),
    }),
    output: workspaceKey.extend({ key: z.string() }),
    errors: ['workspace:not_found', 'number:not_found', 'key:no_test_number'],
    example: { input: { workspace, name: 'shop' }, output: { ...example, key: exampleKeyText } },
  }),
  list: query({
    summary: 'List API keys of workspaces',
    description: 'For operators. Of one workspace, or of all.',
    scope: 'operator',
    input: z.object({ workspace: idOf('ws').optional() }),
    output: z.array(workspaceKey),
    errors: [],
    example: { input: {}, output: [example] },
  }),
  revoke: mutation({
    summary: 'Revoke an API key of a workspace',
    description: 'For operators. Every gateway refuses the key within one second. Revoking it twice changes nothing.',
    scope: 'operator',
    input: z.object({ id: idOf('key') }),
    output: workspaceKey,
    errors: ['key:not_found'],
    example: { input: { id }, output: { ...example, revokedAt: exampleApiKey.createdAt } },
  }),
}
