import { z } from 'zod'
import { webhookError } from '../callbacks/envelope.ts'
import { admit, personOf, reportGroup } from '../callbacks/group.ts'
import { groupPeopleMax } from '../state/groups.ts'
import { type OwnGroup, refuseSuspended } from './group-node.ts'
import { newRequestId } from './groups.ts'
import { waIdOf } from './recipient.ts'
import { check } from './send-body.ts'

type Json = Record<string, unknown>

const product = z.literal('whatsapp')
const removalBody = z.strictObject({
  messaging_product: product,
  participants: z
    .array(z.strictObject({ user: z.string().min(1) }))
    .min(1)
    .max(groupPeopleMax),
})
const answerBody = z.strictObject({ messaging_product: product, join_requests: z.array(z.string().min(1)).min(1) })

/** Removes people; a callback reports who was removed and who could not be. */
export function removePeople({ simulator, number, group }: OwnGroup, body: Json): Json {
  const { participants } = check(removalBody, body)
  refuseSuspended(group)
  const named = participants.map(({ user }) => ({ input: user, person: group.people.find(isCalled(user)) }))
  const gone = named.flatMap(({ person }) => person ?? [])
  const people = group.people.filter((person) => !gone.includes(person))
  simulator.groups.save({ ...group, people, removed: [...group.removed, ...gone] })
  const removed = named.flatMap(({ input, person }) => (person ? [{ input, ...personOf(number, person) }] : []))
  const outsiders = named.filter(({ person }) => person === undefined)
  const failed = outsiders.map(({ input }) => ({ input, errors: [webhookError(131212)] }))
  const request_id = newRequestId()
  reportGroup(simulator, number, {
    field: 'group_participants_update',
    type: 'group_participants_remove',
    group_id: group.id,
    request_id,
    initiated_by: 'business',
    ...(removed.length > 0 && { removed_participants: removed }),
    ...(failed.length > 0 && { failed_participants: failed }),
  })
  return { messaging_product: 'whatsapp', request_id }
}

/** Whether a person has this phone, with or without plus, or this user id. */
function isCalled(user: string): (person: string) => boolean {
  return (person) => person === user || (person.startsWith('+') && waIdOf(person) === user.replace(/[^\dA-Za-z.]/g, ''))
}

/** Pending join requests. */
export function listRequests({ number, group }: OwnGroup): Json {
  const data = group.requests.map(({ id, person, atMs }) => {
    return { join_request_id: id, ...personOf(number, person), creation_timestamp: Math.floor(atMs / 1000) }
  })
  return { data }
}

/** Approves or rejects join requests; the response has a result for each. */
export function answerRequests(own: OwnGroup, { approve, body }: { approve: boolean; body: Json }): Json {
  const { simulator, number } = own
  refuseSuspended(own.group)
  const taken: string[] = []
  const failed: Json[] = []
  for (const id of check(answerBody, body).join_requests) {
    const group = simulator.groups.get(number.phoneNumberId, own.group.id) ?? own.group
    const request = group.requests.find((each) => each.id === id)
    const full = approve && group.people.length >= groupPeopleMax
    if (request === undefined || full) {
      failed.push({ join_request_id: id, errors: [webhookError(request === undefined ? 131213 : 131204)] })
      continue
    }
    taken.push(id)
    if (approve) admit(simulator, number, { group, person: request.person })
    else simulator.groups.save({ ...group, requests: group.requests.filter((each) => each.id !== id) })
  }
  return {
    messaging_product: 'whatsapp',
    [approve ? 'approved_join_requests' : 'rejected_join_requests']: taken,
    ...(failed.length > 0 && { failed_join_requests: failed, errors: [webhookError(131201)] }),
  }
}
