import { forWorkspace, type Verb, type VerbContext } from '@posthorn/chassis'
import {
  type accounts,
  allOperations,
  fail,
  type Id,
  includesRole,
  leastRoleOf,
  newId,
  type Operation,
  type OutputOf,
} from '@posthorn/contracts'
import { presentKey } from '../access/keys/key.ts'
import { csrfOf, newToken, tokenHashOf } from '../access/sessions/token.ts'
import type { GatewayRuntime } from '../deps.ts'
import { ApiKey, Invitation, Member, Workspace } from '../entities/workspace.ts'
import { limitsOf } from '../limits/limits.ts'
import { lockTeam } from './members.ts'
import {
  acrossWorkspaces,
  addResetLink,
  describePerson,
  lockAddress,
  membershipsOf,
  peopleByEmail,
  personById,
  proveAddress,
  recordForPerson,
} from './person.sql.ts'

/** Lists the people who use an address, for operators. Several can, but only one of them can confirm it. */
export const list: Verb<typeof accounts.people.list, GatewayRuntime> = async ({ ctx: { em }, input }) =>
  Promise.all((await peopleByEmail(em, input.email)).map((person) => describePerson(em, person)))

const welcomeValidForMs = 86_400_000

/** Creates the link for a workspace's first owner, in place of an earlier one. Returns no link if an owner can sign in. */
export const welcome: Verb<typeof accounts.people.welcome, GatewayRuntime> = async ({ ctx, input }) => {
  const { workspace } = input
  const em = forWorkspace(ctx.em, workspace)
  if (!(await em.findOne(Workspace, { workspaceId: workspace }))) fail('workspace:not_found')
  // Two operators at once would otherwise leave two valid links, and someone may be joining with the earlier one.
  await lockTeam(em, workspace)
  await em.nativeDelete(Invitation, { kind: 'first' })
  const owner = await em.findOne(Member, { role: 'owner', personId: { $ne: null }, disabledAt: null })
  if (owner) return { token: null, expiresAt: null }
  const token = newToken()
  const now = Date.now()
  const expiresAt = new Date(now + welcomeValidForMs)
  const { type, id } = ctx.call.actor
  // By the ORM, whose changes tell the audit log the workspace that an operator's call is about.
  em.create(Invitation, {
    workspaceId: workspace,
    id: newId('tin'),
    kind: 'first',
    tokenHash: tokenHashOf(token),
    email: null,
    role: 'owner',
    numbers: null,
    createdBy: `${type} ${id}`,
    createdAt: new Date(now),
    expiresAt,
  })
  await em.flush()
  return { token, expiresAt: expiresAt.toISOString() }
}

/** Confirms a person's address, for operators who have verified it another way. */
export const confirm: Verb<typeof accounts.people.confirm, GatewayRuntime> = async ({ ctx, input }) => {
  const person = (await personById(ctx.em, input.person)) ?? fail('person:not_found')
  await lockAddress(ctx.em, person.email)
  if (!(await proveAddress(ctx.em, person))) fail('person:duplicate')
  await recordForPerson(ctx, { operation: 'people.confirm', person: person.id })
  return describePerson(ctx.em, { ...person, isProven: true })
}

const resetValidForMs = 1_800_000

/** Creates a link for an operator to pass on: it resets a person's password and, on request, removes their second factor. */
export const reset: Verb<typeof accounts.people.reset, GatewayRuntime> = async ({ ctx, input }) => {
  const person = (await personById(ctx.em, input.person)) ?? fail('person:not_found')
  const token = newToken()
  const expiresAt = new Date(Date.now() + resetValidForMs)
  const { endSecondFactor: endsSecondFactor } = input
  const link = { person: person.id, tokenHash: tokenHashOf(token), endsSecondFactor, isMailed: false, expiresAt }
  await addResetLink(ctx.em, link)
  const given = { endSecondFactor: endsSecondFactor }
  await recordForPerson(ctx, { operation: 'people.reset', person: person.id, given })
  return { token, expiresAt: expiresAt.toISOString() }
}

type Context = VerbContext<GatewayRuntime>
type Caller = Pick<OutputOf<typeof accounts.me.get>, 'key' | 'member' | 'may' | 'csrf' | 'workspaces'>

/** Returns the workspace, caller, permissions and limits. The gateway adds the message counts for the day. */
export const get: Verb<typeof accounts.me.get, GatewayRuntime> = async ({ ctx }) => {
  const workspace = (await ctx.em.findOne(Workspace, { workspaceId: ctx.workspace })) ?? fail('workspace:not_found')
  const caller = ctx.call.actor.type === 'member' ? await memberOf(ctx) : await keyOf(ctx)
  const { perKey, perWorkspace } = limitsOf(ctx.config)
  return {
    workspace: { id: workspace.workspaceId, name: workspace.name },
    ...caller,
    limits: { perKey, perWorkspace },
    usage: { day: new Date().toISOString().slice(0, 10), in: null, out: null },
  }
}

/** Describes the API key that made the request, with the operations that its scopes allow. */
async function keyOf(ctx: Context): Promise<Caller> {
  const row = (await ctx.em.findOne(ApiKey, { id: ctx.call.actor.id })) ?? fail('key:not_found')
  const { scopes, numbers, cidrs, expiresAt } = presentKey(row)
  const may = namesOf(ctx, ({ scope }) => scope === null || (scopes as string[]).includes(scope))
  const key = { id: row.id, name: row.name, scopes, numbers, cidrs, expiresAt }
  return { key, member: null, may, csrf: null, workspaces: [] }
}

/** Describes the member who made the request, with the operations that their role allows and all of their workspaces. */
async function memberOf(ctx: Context): Promise<Caller> {
  const { em, call, runtime } = ctx
  const row = (await em.findOne(Member, { id: call.actor.id })) ?? fail('member:not_found')
  const { role } = row
  const numbers = includesRole(role, 'admin') ? null : ((row.numbers ?? null) as Id<'num'>[] | null)
  const memberships = await acrossWorkspaces(runtime, (all) => membershipsOf(all, row.personId ?? ''))
  return {
    key: null,
    member: { id: row.id, name: row.name, email: row.email, role, numbers },
    may: namesOf(ctx, (operation) => operation.scope !== 'operator' && includesRole(role, leastRoleOf(operation))),
    csrf: call.session ? csrfOf(runtime.vault, call.session) : null,
    workspaces: memberships.map(({ workspace: id, workspaceName: name, role: own }) => ({ id, name, role: own })),
  }
}

/** Returns the names of the public operations that are allowed. A caller limited to numbers may not call those that concern them all. */
const namesOf = ({ call }: Context, isAllowed: (operation: Operation) => boolean): string[] =>
  allOperations()
    .filter(({ operation }) => operation.rest !== undefined && isAllowed(operation))
    .filter(({ operation }) => !(call.numbers && operation.limitedBy === 'workspace'))
    .map(({ noun, verb }) => `${noun}.${verb}`)
