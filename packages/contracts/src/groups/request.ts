import { z } from 'zod'
import { mutation, query } from '../contract.ts'
import { keptError } from '../fault.ts'
import { idOf, listOf, named, oneOrMany, pageOf, text, time } from '../schemas.ts'
import { exampleGroup } from './group.ts'

const status = named(
  'JoinRequestStatus',
  z
    .enum(['pending', 'approving', 'approved', 'rejecting', 'rejected', 'revoked'])
    .describe('approving, rejecting: the provider has not confirmed it yet; revoked: withdrawn by the person'),
)

export const joinRequest = named(
  'JoinRequest',
  z.object({
    id: z.string().describe("The provider's id for the request"),
    phone: z.string().nullable().describe('Phone number of the person; null when hidden'),
    userId: z.string().nullable().describe("The provider's id for the person; null when unknown"),
    status,
    error: keptError.nullable().describe('Why the last decision was not applied; it can be repeated'),
    createdAt: time,
    updatedAt: time,
  }),
)

const { id, createdAt } = exampleGroup
const exampleRequest = {
  id: 'MTY0NjcwNDM1OTU6MTIwMzYzNDA0Njk0MjMzODIw',
  phone: '+4915112345678',
  userId: null,
  status: 'pending' as const,
  error: null,
  createdAt,
  updatedAt: createdAt,
}
const byId = z.object({ id: idOf('grp') })
const answered = byId.extend({ requests: z.array(text(1, 256)).min(1).max(100).describe('Ids of requests') })
const errors = ['group:not_found', 'join_request:not_found', 'group:not_active', 'group:suspended'] as const
const afterwards =
  'Returns the status of each request; the result follows (`group:updated` with `requests`). Requests already decided or withdrawn stay as they are.'

export const joinRequests = {
  list: query({
    summary: 'List requests to join a group',
    description: 'Newest first; decided requests stay listed with their status.',
    rest: 'GET /v1/groups/{id}/requests',
    scope: 'read',
    limitedBy: 'number',
    input: byId.extend({
      status: oneOrMany(status).describe('Only requests with these statuses'),
      ...listOf(joinRequest),
    }),
    output: pageOf(joinRequest),
    errors: ['group:not_found'],
    example: { input: { id, status: ['pending'] }, output: { items: [exampleRequest], next: null } },
  }),
  approve: mutation({
    summary: 'Approve requests to join a group',
    description: `The people join the group when the provider confirms. ${afterwards}`,
    rest: 'POST /v1/groups/{id}/requests/approve',
    scope: 'manage',
    limitedBy: 'number',
    input: answered,
    output: z.array(joinRequest),
    errors: [...errors],
    example: { input: { id, requests: [exampleRequest.id] }, output: [{ ...exampleRequest, status: 'approving' }] },
  }),
  reject: mutation({
    summary: 'Reject requests to join a group',
    description: `The people may request to join again. ${afterwards}`,
    rest: 'POST /v1/groups/{id}/requests/reject',
    scope: 'manage',
    limitedBy: 'number',
    input: answered,
    output: z.array(joinRequest),
    errors: [...errors],
    example: { input: { id, requests: [exampleRequest.id] }, output: [{ ...exampleRequest, status: 'rejecting' }] },
  }),
}
