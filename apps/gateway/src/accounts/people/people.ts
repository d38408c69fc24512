import { forWorkspace, type Verb } from '@posthorn/chassis'
import { type accounts, fail, newId } from '@posthorn/contracts'
import { newToken, tokenHashOf } from '../../access/sessions/token.ts'
import type { GatewayRuntime } from '../../deps.ts'
import { Member } from '../../entities/member.ts'
import { Workspace } from '../../entities/workspace.ts'
import { addInvitation, removeFirstInvitations } from '../invitations/invitation.sql.ts'
import { addResetLink, describePerson, listPeople, personById, proveAddress } from './person.sql.ts'

/** Lists the people who use an address. */
export const list: Verb<typeof accounts.people.list, GatewayRuntime> = ({ ctx, input }) =>
  listPeople(ctx.em, input.email)

const validForMs = 86_400_000

/** Creates the first owner's link. There is at most one. */
export const welcome: Verb<typeof accounts.people.welcome, GatewayRuntime> = async ({ ctx, input }) => {
  const { workspace } = input
  const em = forWorkspace(ctx.em, workspace)
  if (!(await em.findOne(Workspace, { workspaceId: workspace }))) fail('workspace:not_found')
  const owner = await em.findOne(Member, { role: 'owner', personId: { $ne: null }, disabledAt: null })
  if (owner) return { token: null, expiresAt: null }
  await removeFirstInvitations(em, workspace)
  const token = newToken()
  const expiresAt = new Date(Date.now() + validForMs)
  const { type, id } = ctx.call.actor
  await addInvitation(em, {
    workspace,
    id: newId('tin'),
    kind: 'first',
    tokenHash: tokenHashOf(token),
    email: null,
    role: 'owner',
    numbers: null,
    createdBy: { type, id },
    expiresAt,
  })
  return { token, expiresAt: expiresAt.toISOString() }
}

/** Confirms a person's address. */
export const confirm: Verb<typeof accounts.people.confirm, GatewayRuntime> = async ({ ctx, input }) => {
  const person = (await personById(ctx.em, input.person)) ?? fail('person:not_found')
  if (!(await proveAddress(ctx.em, person))) fail('person:duplicate')
  return describePerson(ctx.em, (await personById(ctx.em, input.person)) ?? fail('person:not_found'))
}

const resetValidForMs = 1_800_000

/** Creates a link to reset a person's password and, on request, remove their second factor. */
export const reset: Verb<typeof accounts.people.reset, GatewayRuntime> = async ({ ctx, input }) => {
  const person = (await personById(ctx.em, input.person)) ?? fail('person:not_found')
  const token = newToken()
  const expiresAt = new Date(Date.now() + resetValidForMs)
  const { endSecondFactor: endsSecondFactor } = input
  const link = { person: person.id, tokenHash: tokenHashOf(token), endsSecondFactor, isMailed: false, expiresAt }
  await addResetLink(ctx.em, link)
  return { token, expiresAt: expiresAt.toISOString() }
}
