import { createHash } from 'node:crypto'
import { z } from 'zod'
import { webhookError } from '../callbacks/envelope.ts'
import { personOf, reportGroup } from '../callbacks/group.ts'
import type { SimulatedGroup } from '../state/groups.ts'
import type { SimulatedNumber } from '../state/numbers.ts'
import type { SimulatorState } from '../state/simulator-state.ts'
import { refuse } from './error-codes.ts'
import { codeNamedIn, newInviteLink, newRequestId } from './groups.ts'
import { check } from './send-body.ts'

type Json = Record<string, unknown>

/** A group and its number. */
export type OwnGroup = { simulator: SimulatorState; number: SimulatedNumber; group: SimulatedGroup }

const product = { messaging_product: 'whatsapp' } as const

/** Returns the requested fields of a group; by default only its id (cloud-api.md section 6). */
export function describeGroup({ number, group }: OwnGroup, fields: string | undefined): Json {
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
  const asked = fields ? fields.split(',').map((field) => field.trim()) : []
  const unknown = asked.find((field) => !Object.hasOwn(all, field))
  if (unknown !== undefined) refuse(100, { details: `Tried accessing nonexisting field (${unknown}).` })
  return { ...product, id: group.id, ...Object.fromEntries(asked.map((field) => [field, all[field]])) }
}

const settingsBody = z
  .strictObject({
    messaging_product: z.literal('whatsapp'),
    subject: z.string().trim().min(1).max(128).optional(),
    description: z.string().max(2048).optional(),
  })
  .refine(({ subject, description }) => (subject ?? description) !== undefined, { message: 'nothing is to change' })

/** Accepts a settings change. A text that ends in `#` and a code fails separately with this code, in a callback. */
export function changeSettings({ simulator, number, group }: OwnGroup, body: Json): Json {
  const { subject, description } = check(settingsBody, body)
  refuseSuspended(group)
  const [name, text] = [outcomeOf(subject), outcomeOf(description)]
  simulator.groups.save({
    ...group,
    ...(name?.update_successful && { subject: name.text }),
    ...(text?.update_successful && { description: text.text }),
  })
  return requested(
    { simulator, number, group },
    { ...(name && { group_subject: name }), ...(text && { group_description: text }) },
  )
}

export function setPicture(own: OwnGroup, { mime, bytes }: { mime: string; bytes: Buffer }): Json {
  refuseSuspended(own.group)
  const sha256 = createHash('sha256').update(bytes).digest('base64')
  return requested(own, { profile_picture: { mime_type: mime, sha256, update_successful: true } })
}

function requested({ simulator, number, group }: OwnGroup, outcomes: Json): Json {
  const request_id = newRequestId()
  const head = { field: 'group_settings_update', type: 'group_settings_update', group_id: group.id } as const
  reportGroup(simulator, number, { ...head, request_id, ...outcomes })
  return { ...product, request_id }
}

function outcomeOf(
  text: string | undefined,
): { text: string; update_successful: boolean; errors?: Json[] } | undefined {
  if (text === undefined) return undefined
  const code = codeNamedIn(text)
  if (code === undefined) return { text, update_successful: true }
  return { text, update_successful: false, errors: [webhookError(code)] }
}

/** Deletes a group. If its description ends in `#` and a code, it stays, and the callback has the code. */
export function deleteGroup({ simulator, number, group }: OwnGroup): Json {
  const code = codeNamedIn(group.description)
  if (code === undefined) simulator.groups.save({ ...group, deleted: true })
  const request_id = newRequestId()
  const head = { field: 'group_lifecycle_update', type: 'group_delete', group_id: group.id } as const
  reportGroup(simulator, number, { ...head, request_id, ...(code !== undefined && { errors: [webhookError(code)] }) })
  return { ...product, success: true, request_id }
}

/** The current link. */
export function readLink({ group }: OwnGroup): Json {
  return { ...product, invite_link: group.inviteLink }
}

/** Creates a new invite link; the old one stops working. */
export function resetLink({ simulator, group }: OwnGroup): Json {
  refuseSuspended(group)
  const { inviteLink } = simulator.groups.save({ ...group, inviteLink: newInviteLink() })
  return { ...product, invite_link: inviteLink }
}

/** A suspended group can only be read and deleted. */
export function refuseSuspended({ suspended }: SimulatedGroup): void {
  if (suspended) refuse(131207)
}
