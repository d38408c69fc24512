import { asObject, asText, itemsOf } from './json.ts'
import { fileOf, type GraphCall, multipart } from './media-calls.ts'
import { groupOutcome, providerErrors } from './outcome.ts'
import type { GroupCalls, GroupOutcome, NewGroup, NumberAccess, ProviderError } from './provider.ts'

const product = { messaging_product: 'whatsapp' }

/** The documentation has `profile_picture_file` in its table and `file` in its example, which appears to have been run. */
const pictureField = 'file'

export function groupCalls(call: GraphCall): GroupCalls {
  const ask = async (
    access: NumberAccess,
    request: { method: 'POST' | 'DELETE'; path: string; body?: object; form?: ReturnType<typeof multipart> },
  ): Promise<GroupOutcome> => {
    const { method, path, body, form } = request
    const sent = form ?? (body && { body: JSON.stringify({ ...product, ...body }) })
    return aboutGroup(groupOutcome(await call(access, { method, path, ...sent }), new Date(), answered), access, path)
  }
  const pathOf = (groupId: string, rest = '') => `/${encodeURIComponent(groupId)}${rest}`
  return {
    createGroup: (access, group) =>
      ask(access, { method: 'POST', path: pathOf(access.phoneNumberId, '/groups'), body: groupBody(group) }),
    changeGroup: (access, groupId, changes) => ask(access, { method: 'POST', path: pathOf(groupId), body: changes }),
    setGroupImage: (access, groupId, { bytes, ...about }) =>
      ask(access, {
        method: 'POST',
        path: pathOf(groupId),
        form: multipart(pictureField, fileOf(bytes, about), product),
      }),
    deleteGroup: (access, groupId) => ask(access, { method: 'DELETE', path: pathOf(groupId) }),
    removeParticipants: (access, groupId, users) =>
      ask(access, {
        method: 'DELETE',
        path: pathOf(groupId, '/participants'),
        body: { participants: users.map((user) => ({ user })) },
      }),
    resetInviteLink: (access, groupId) =>
      ask(access, { method: 'POST', path: pathOf(groupId, '/invite_link'), body: {} }),
    answerJoinRequests: (access, groupId, { approve, ids }) =>
      ask(access, {
        method: approve ? 'POST' : 'DELETE',
        path: pathOf(groupId, '/join_requests'),
        body: { join_requests: ids },
      }),
  }
}

/** Corrects the meaning of "object not found" for a path with a group: the group is missing, so the number isn't suspended. */
function aboutGroup(outcome: GroupOutcome, access: NumberAccess, path: string): GroupOutcome {
  const gone = outcome.outcome === 'refused' && outcome.error.code === 100 && outcome.suspendsNumber
  if (!gone || path.startsWith(`/${encodeURIComponent(access.phoneNumberId)}/`)) return outcome
  return { ...outcome, suspendsNumber: false, error: { ...outcome.error, errorCode: 'group:not_found' } }
}

const groupBody = ({ subject, description, joinApproval }: NewGroup): Record<string, unknown> => ({
  subject,
  ...(description !== undefined && { description }),
  join_approval_mode: joinApproval ? 'approval_required' : 'auto_approve',
})

/** Returns the outcome that a successful response proves, if any. With a request id, the result follows in a callback. */
function answered(value: unknown): GroupOutcome | undefined {
  const body = asObject(value)
  const requestId = asText(body?.request_id)
  if (requestId !== undefined) return { outcome: 'requested', requestId }
  const inviteLink = asText(body?.invite_link)
  if (inviteLink !== undefined) return { outcome: 'done', inviteLink }
  const taken = body?.approved_join_requests ?? body?.rejected_join_requests
  const failed = body?.failed_join_requests
  if (taken !== undefined || failed !== undefined)
    return { outcome: 'done', taken: itemsOf(taken).flatMap((id) => asText(id) ?? []), failed: failedRequests(failed) }
  return body?.success === true || body?.success === 'true' ? { outcome: 'done' } : undefined
}

/** Reads which requests to join couldn't be answered, and why. */
const failedRequests = (failed: unknown): { id: string; error?: ProviderError }[] =>
  itemsOf(failed).flatMap((value) => {
    const item = asObject(value)
    const id = asText(item?.join_request_id)
    if (id === undefined) return []
    const error = providerErrors(item?.errors)[0]
    return [{ id, ...(error !== undefined && { error }) }]
  })
