import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { valueHead, webhookError } from '../callbacks/envelope.ts'
import { groupPeopleMax, type SimulatedGroup, type SimulatedNumber, userIdOf, waIdOf } from '../state/numbers.ts'
import type { SimulatorState } from '../state/simulator-state.ts'
import { check, fieldsNamed, type Reply, refuse } from './reply.ts'
import { underOutage } from './send.ts'

type Field = 'group_lifecycle_update' | 'group_participants_update' | 'group_settings_update' | 'group_status_update'

/** Reports a change of a group in a callback. `item` has the fields of its only entry in `groups[]`. */
export function reportGroup(
  simulator: SimulatorState,
  number: SimulatedNumber,
  { field, ...item }: { field: Field; type: string; [name: string]: unknown },
): void {
  const reported = { timestamp: String(Math.floor(Date.now() / 1000)), ...item }
  simulator.report(number, () => ({ field, value: { ...valueHead(number), groups: [reported] } }))
}

/** Returns a person as represented in callbacks and responses, without the phone number if it is hidden. */
export function personOf(number: SimulatedNumber, person: string): { wa_id?: string; user_id: string } {
  return { ...(person.startsWith('+') && { wa_id: waIdOf(person) }), user_id: userIdOf(number, person) }
}

/** Adds a person who is not in the group yet, drops their request to join, and reports that they joined. The caller checks for room. */
export function admit(
  simulator: SimulatorState,
  number: SimulatedNumber,
  { group, person }: { group: SimulatedGroup; person: string },
): SimulatedGroup {
  const requests = group.requests.filter((request) => request.person !== person)
  const joined = simulator.groups.save({ ...group, requests, people: [...group.people, person] })
  reportGroup(simulator, number, {
    field: 'group_participants_update',
    type: 'group_participants_add',
    group_id: group.id,
    reason: 'invite_link',
    added_participants: [personOf(number, person)],
  })
  return joined
}

type Json = Record<string, unknown>

/** A group, the number that it belongs to, and the simulator that has both. */
export type OwnGroup = { simulator: SimulatorState; number: SimulatedNumber; group: SimulatedGroup }

const product = { messaging_product: 'whatsapp' } as const

/** Returns a group's requested fields, by default only its id. `fields`: the query's, as sent. */
export function describeGroup({ number, group }: OwnGroup, fields: unknown): Json {
  const all: Json = {
    id: group.id,
    subject: group.subject,
    description: group.description ?? '',
    join_approval_mode: group.joinApproval ? 'approval_required' : 'auto_approve',
    suspended: group.suspended === true,
    creation_timestamp: Math.floor(group.createdAtMs / 1000),
    total_participant_count: group.people.length,
    participants: group.people.map((person) => personOf(number, person)),
  }
  const names = fieldsNamed(fields, { known: Object.keys(all), usual: [] })
  return { ...product, id: group.id, ...Object.fromEntries(names.map((field) => [field, all[field]])) }
}

const settingsBody = z
  .strictObject({
    messaging_product: z.literal('whatsapp'),
    subject: z.string().trim().min(1).max(128).optional(),
    description: z.string().max(2048).optional(),
  })
  .refine(({ subject, description }) => (subject ?? description) !== undefined, { message: 'nothing is to change' })

/** Accepts a settings change. A setting whose text ends in `#` and an error code is reported as failed with that code. */
export function changeSettings({ simulator, number, group }: OwnGroup, body: Json): Json {
  const { subject, description } = check(settingsBody, body)
  refuseSuspended(group)
  const [newSubject, newDescription] = [outcomeOf(subject), outcomeOf(description)]
  simulator.groups.save({
    ...group,
    ...(newSubject?.update_successful && { subject: newSubject.text }),
    ...(newDescription?.update_successful && { description: newDescription.text }),
  })
  return reportSettings(
    { simulator, number, group },
    { ...(newSubject && { group_subject: newSubject }), ...(newDescription && { group_description: newDescription }) },
  )
}

/** Accepts a new picture, except of a suspended group, and reports it. It isn't kept, because no request returns it. */
export function setPicture(own: OwnGroup, { mime, bytes }: { mime: string; bytes: Buffer }): Json {
  refuseSuspended(own.group)
  const sha256 = createHash('sha256').update(bytes).digest('base64')
  return reportSettings(own, { profile_picture: { mime_type: mime, sha256, update_successful: true } })
}

/** Reports the outcome of each changed setting in a callback, and returns the request id that the callback repeats. */
function reportSettings({ simulator, number, group }: OwnGroup, outcomes: Json): Json {
  const request_id = newRequestId()
  const head = { field: 'group_settings_update', type: 'group_settings_update', group_id: group.id } as const
  reportGroup(simulator, number, { ...head, request_id, ...outcomes })
  return { ...product, request_id }
}

/** Returns the outcome of changing a setting to a text: success, or the error that the text names. Undefined without a text. */
function outcomeOf(
  text: string | undefined,
): { text: string; update_successful: boolean; errors?: Json[] } | undefined {
  if (text === undefined) return undefined
  const code = codeNamedIn(text)
  if (code === undefined) return { text, update_successful: true }
  return { text, update_successful: false, errors: [webhookError(code)] }
}

/** Deletes a group. If its description ends in `#` and an error code, the group is kept and the callback reports that code. */
export function deleteGroup({ simulator, number, group }: OwnGroup): Json {
  const code = codeNamedIn(group.description)
  if (code === undefined) simulator.groups.save({ ...group, deleted: true })
  const request_id = newRequestId()
  const head = { field: 'group_lifecycle_update', type: 'group_delete', group_id: group.id } as const
  reportGroup(simulator, number, { ...head, request_id, ...(code !== undefined && { errors: [webhookError(code)] }) })
  return { ...product, success: true, request_id }
}

export const readLink = ({ group }: OwnGroup): Json => ({ ...product, invite_link: group.inviteLink })

/** Creates a new invite link and invalidates the old one. Refused for a suspended group. */
export function resetLink({ simulator, group }: OwnGroup): Json {
  refuseSuspended(group)
  const { inviteLink } = simulator.groups.save({ ...group, inviteLink: newInviteLink() })
  return { ...product, invite_link: inviteLink }
}

/** Throws if the group is suspended. A suspended group can only be read and deleted. */
function refuseSuspended({ suspended }: SimulatedGroup): void {
  if (suspended) refuse(131207)
}

const whatsApp = z.literal('whatsapp')
const removalBody = z.strictObject({
  messaging_product: whatsApp,
  participants: z
    .array(z.strictObject({ user: z.string().min(1) }))
    .min(1)
    .max(groupPeopleMax),
})
const answerBody = z.strictObject({ messaging_product: whatsApp, join_requests: z.array(z.string().min(1)).min(1) })

/** Removes people from a group. A callback reports who was removed and who couldn't be. */
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

/** Matches a person by phone number, with or without a plus, or by user id. */
const isCalled =
  (user: string): ((person: string) => boolean) =>
  (person) =>
    person === user || (person.startsWith('+') && waIdOf(person) === user.replace(/[^\dA-Za-z.]/g, ''))

export function listRequests({ number, group }: OwnGroup): Json {
  const data = group.requests.map(({ id, person, atMs }) => {
    return { join_request_id: id, ...personOf(number, person), creation_timestamp: Math.floor(atMs / 1000) }
  })
  return { data }
}

/** Approves or rejects join requests. The response has a result for each. */
export function answerRequests(own: OwnGroup, { approve, body }: { approve: boolean; body: Json }): Json {
  const { simulator, number } = own
  refuseSuspended(own.group)
  const decided: string[] = []
  const failed: Json[] = []
  for (const id of check(answerBody, body).join_requests) {
    const group = simulator.groups.get(number.phoneNumberId, own.group.id) ?? own.group
    const request = group.requests.find((each) => each.id === id)
    const full = approve && group.people.length >= groupPeopleMax
    if (request === undefined || full) {
      failed.push({ join_request_id: id, errors: [webhookError(request === undefined ? 131213 : 131204)] })
      continue
    }
    decided.push(id)
    if (approve) admit(simulator, number, { group, person: request.person })
    else simulator.groups.save({ ...group, requests: group.requests.filter((each) => each.id !== id) })
  }
  return {
    messaging_product: 'whatsapp',
    [approve ? 'approved_join_requests' : 'rejected_join_requests']: decided,
    ...(failed.length > 0 && { failed_join_requests: failed, errors: [webhookError(131201)] }),
  }
}

const groupBody = z.strictObject({
  messaging_product: z.literal('whatsapp'),
  subject: z.string().trim().min(1).max(128),
  description: z.string().max(2048).optional(),
  join_approval_mode: z.enum(['auto_approve', 'approval_required']).default('auto_approve'),
})

/** Returns the error code after `#` at the end of a text. A test names one to have a request accepted that fails later. */
function codeNamedIn(text: string | undefined): number | undefined {
  const code = /#(\d{1,6})$/.exec(text ?? '')?.[1]
  return code === undefined ? undefined : Number(code)
}

/** Returns a new request id, which is repeated in the callback that reports the result. */
const newRequestId = (): string => randomBytes(16).toString('hex').toUpperCase()

const newInviteLink = (): string => `https://chat.whatsapp.com/${randomBytes(12).toString('base64url')}`

/** Accepts a new group. Returns a request id, which is repeated in the callback that reports the result. */
export function createGroup(simulator: SimulatorState, number: SimulatedNumber, body: Record<string, unknown>): Reply {
  const group = check(groupBody, body)
  if (number.groups === false) refuse(131215)
  return underOutage(simulator, number, () => {
    const requestId = newRequestId()
    reportGroup(simulator, number, {
      field: 'group_lifecycle_update',
      type: 'group_create',
      request_id: requestId,
      ...createOrFail(simulator, number, group),
    })
    return { messaging_product: 'whatsapp', request_id: requestId }
  })
}

/** Creates the group, unless its subject names an error. Returns the fields of the callback that reports either. */
function createOrFail(
  simulator: SimulatorState,
  number: SimulatedNumber,
  requested: z.output<typeof groupBody>,
): Record<string, unknown> {
  const { subject, description, join_approval_mode } = requested
  const code = codeNamedIn(subject)
  const id = Buffer.from(`capi_group:${number.phoneNumberId}:${randomBytes(9).toString('hex')}`).toString('base64url')
  if (code !== undefined) return { group_id: id, errors: [webhookError(code)] }
  const { inviteLink } = simulator.groups.save({
    id,
    phoneNumberId: number.phoneNumberId,
    subject,
    description,
    joinApproval: join_approval_mode === 'approval_required',
    inviteLink: newInviteLink(),
    createdAtMs: Date.now(),
    people: [],
    removed: [],
    requests: [],
  })
  return { group_id: id, subject, ...(description && { description }), invite_link: inviteLink, join_approval_mode }
}

export function listGroups(simulator: SimulatorState, { phoneNumberId }: SimulatedNumber): Record<string, unknown> {
  const groups = simulator.groups.of(phoneNumberId).map(({ id, subject, createdAtMs }) => {
    return { id, subject, created_at: String(Math.floor(createdAtMs / 1000)) }
  })
  return { data: { groups } }
}
