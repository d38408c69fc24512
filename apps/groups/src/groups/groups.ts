import { createHash } from 'node:crypto'
import { forWorkspace, listPage, type PreparedVerb, type Tx, uploadedBytes, type Verb } from '@posthorn/chassis'
import { type ErrorCode, fail, type groups, newId } from '@posthorn/contracts'
import type { GroupsRuntime } from '../config.ts'
import { ChatGroup, GroupCreation, type GroupRow, JoinRequest } from '../entities/group.ts'
import { isIn, participantsOf, presentParticipant, recount, writeInvitations } from '../participants/membership.ts'
import { isOpen } from '../participants/participants.ts'
import {
  announce,
  findAndLockGroup,
  findConnectedNumber,
  findGroup,
  inStatus,
  presentGroup,
  refuseUnlessActive,
  withOutcome,
  withPending,
} from './group.ts'
import { endJobs, requestChange } from './updates.sql.ts'

/** Returns the provider's ids for groups, which the simulator needs. Skips groups that the caller may not see or that aren't confirmed. */
export const atProvider: Verb<typeof groups.groups.atProvider, GroupsRuntime> = async ({ ctx, input }) => {
  const rows = await ctx.em.find(ChatGroup, { id: { $in: input.ids } })
  return rows.flatMap(({ id, providerId }) => (providerId ? [{ id, providerId }] : []))
}

/** Accepts a new group. The `create` loop requests it from the provider. */
export const create: Verb<typeof groups.groups.create, GroupsRuntime> = async ({ ctx, input }) => {
  const { em, workspace: workspaceId } = ctx
  const number = await findConnectedNumber(ctx, input.number)
  const row = em.create(ChatGroup, {
    workspaceId,
    id: newId('grp'),
    numberId: number.id,
    name: input.name,
    description: input.description ?? null,
    status: 'creating',
    joinApproval: input.joinApproval,
    updatedAt: new Date(),
  })
  await em.flush()
  em.create(GroupCreation, { workspaceId, groupId: row.id, numberId: number.id, status: 'waiting' })
  const { participants: phones = [], invitation } = input
  const { changed } = await writeInvitations(ctx, row, { phones, invitation })
  await recount(ctx, row)
  await em.flush()
  const group = presentGroup(row)
  ctx.emit({
    kind: 'group:updated',
    data: { ...group, change: 'created', ...(changed.length > 0 && { people: changed.map(presentParticipant) }) },
    aggregate: { id: row.id, version: row.version },
  })
  ctx.wake('create')
  return group
}

/**
 * Records that the provider deleted the group, and announces it. Its members count as having left, its invitations as canceled, and its open
 * join requests as revoked. Changes that it was still waiting for have failed.
 */
export async function endGroup(tx: Tx, row: GroupRow): Promise<void> {
  if (row.status === 'deleted') return
  const em = forWorkspace(tx.em, row.workspaceId)
  const at = new Date()
  row.status = 'deleted'
  row.changes = withOutcome(row.changes, { setting: 'deletion' })
  for (const { setting, status } of row.changes)
    if (status === 'pending') row.changes = withOutcome(row.changes, { setting, errorCode: 'group:not_active' })
  await endJobs(tx.em, row)
  const out = (await participantsOf(tx, row)).filter((each) => isIn(each) || each.status === 'invited')
  for (const each of out) em.assign(each, { status: isIn(each) ? 'left' : 'canceled', invitation: null, leftAt: at })
  const requests = (await em.find(JoinRequest, { groupId: row.id })).filter(isOpen)
  for (const each of requests) em.assign(each, { status: 'revoked', updatedAt: at })
  await recount(tx, row)
  await announce(tx, row, { change: 'deleted', people: out.map(presentParticipant) })
}

/** Records that the provider failed to delete the group, which is unchanged. A group that is already deleted here stays so. */
export async function keepGroup(tx: Tx, row: GroupRow, errorCode: ErrorCode): Promise<void> {
  if (row.status === 'deleted') tx.log.warn({ group: row.id, errorCode }, 'group.left_at_provider')
  if (row.status !== 'deleting') return
  row.status = 'active'
  row.changes = withOutcome(row.changes, { setting: 'deletion', errorCode })
  await announce(tx, row, { change: 'refused' })
}

/** Requests the deletion of a group that the provider confirmed only after its deletion. `deleted` stays the last change announced. */
export async function deleteAtProvider(tx: Tx, row: GroupRow, providerId: string): Promise<void> {
  row.providerId = providerId
  await tx.em.flush()
  await requestChange(tx.em, row, { pending: { kind: 'deletion' } })
  tx.wake('change')
}

export const get: Verb<typeof groups.groups.get, GroupsRuntime> = async ({ ctx, input }) =>
  presentGroup(await findGroup(ctx, input.id))

export const list: Verb<typeof groups.groups.list, GroupsRuntime> = async ({ ctx, input }) => {
  const page = await listPage<GroupRow>(ctx, input, {
    entity: ChatGroup,
    list: 'groups',
    order: { column: 'createdAt', direction: 'desc' },
    where: { $and: [input.number ? { numberId: input.number } : {}, input.status ? inStatus(input.status) : {}] },
  })
  return { items: page.rows.map(presentGroup), next: page.next }
}

/** Requests the deletion of an active group. One whose creation failed is deleted at once; one that is being created can't be deleted. */
export const remove: Verb<typeof groups.groups.remove, GroupsRuntime> = async ({ ctx, input }) => {
  const row = await findAndLockGroup(ctx, input.id)
  switch (row.status) {
    case 'creating':
      return fail('group:not_active', {
        message: 'The group is still being created; delete it when it is active or failed.',
      })
    case 'failed':
      row.status = 'deleted'
      await announce(ctx, row, { change: 'deleted' })
      break
    case 'active':
      row.status = 'deleting'
      row.changes = withPending(row.changes, { setting: 'deletion', to: null, at: new Date() })
      await requestChange(ctx.em, row, { pending: { kind: 'deletion' } })
      await announce(ctx, row, { change: 'deleting' })
      ctx.wake('change')
      break
    case 'deleting':
    case 'deleted':
  }
  return presentGroup(row)
}

/** Accepts a new image. Its bytes are kept until the provider has it. */
export const setImage: PreparedVerb<typeof groups.groups.setImage, GroupsRuntime, Buffer> = {
  async prepare({ input, upload }) {
    const content = await uploadedBytes(upload, input.content)
    const { width, height } = jpegSize(content) ?? fail('group:image_invalid')
    if (width !== height || width < groupImage.pixelsMin || content.length > groupImage.bytesMax)
      fail('group:image_invalid')
    return content
  },
  async run({ ctx, input, prepared: content }) {
    const row = await findAndLockGroup(ctx, input.id)
    refuseUnlessActive(row)
    const sha256 = createHash('sha256').update(content).digest('hex')
    row.changes = withPending(row.changes, { setting: 'image', to: sha256, at: new Date() })
    await requestChange(ctx.em, row, { pending: { kind: 'image', sha256 }, content })
    await announce(ctx, row, { change: 'changing' })
    ctx.wake('change')
    return presentGroup(row)
  },
}

/** Changes the name or description. The `change` loop requests the change from the provider. */
export const update: Verb<typeof groups.groups.update, GroupsRuntime> = async ({ ctx, input }) => {
  const row = await findAndLockGroup(ctx, input.id)
  refuseUnlessActive(row)
  const { name, description, joinApproval = row.joinApproval } = input
  if (joinApproval !== row.joinApproval)
    fail('capability:unsupported', {
      message: 'joinApproval cannot be changed after a group is created; create a new group.',
    })
  if (name === undefined && description === undefined) return presentGroup(row)
  const at = new Date()
  if (name !== undefined) row.changes = withPending(row.changes, { setting: 'name', to: name, at })
  if (description !== undefined) row.changes = withPending(row.changes, { setting: 'description', to: description, at })
  const settings = {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description: description ?? '' }),
  }
  await requestChange(ctx.em, row, { pending: { kind: 'settings', ...settings } })
  await announce(ctx, row, { change: 'changing' })
  ctx.wake('change')
  return presentGroup(row)
}

/** Limits of a group image: a square JPEG. The provider requires at least 192 pixels and at most 5 MB. */
const groupImage = { pixelsMin: 192, bytesMax: 5 * 1024 * 1024 } as const

/** Markers for frame headers (ISO 10918-1, table B.1): C0–CF except C4 (tables), C8 (reserved) and CC (conditioning). */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** Reads the size of a JPEG from its frame header. Returns undefined if it isn't a JPEG or has no frame header. */
export function jpegSize(bytes: Uint8Array): { width: number; height: number } | undefined {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 2
  while (at + 9 <= bytes.length) {
    const marker = view.getUint8(at + 1)
    if (view.getUint8(at) !== 0xff) return undefined
    // Any number of 0xff bytes may precede a marker.
    if (marker === 0xff) at += 1
    else if (isFrame(marker)) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    else at += 2 + view.getUint16(at + 2)
  }
  return undefined
}
