import type { Verb, VerbContext } from '@posthorn/chassis'
import {
  type accounts,
  allOperations,
  fail,
  type Id,
  includesRole,
  leastRoleOf,
  type Operation,
  type OutputOf,
} from '@posthorn/contracts'
import { presentKey } from '../../access/keys/key.ts'
import { csrfOf } from '../../access/sessions/token.ts'
import type { GatewayRuntime } from '../../deps.ts'
import { ApiKey } from '../../entities/api-key.ts'
import { Member } from '../../entities/member.ts'
import { Workspace } from '../../entities/workspace.ts'
import { limitsOf } from '../../limits/limits.ts'
import { acrossWorkspaces, membershipsOf } from '../people/person.sql.ts'

type Context = VerbContext<GatewayRuntime>
type Account = OutputOf<typeof accounts.me.get>
type Caller = Pick<Account, 'key' | 'member' | 'may' | 'csrf' | 'workspaces'>

/** Returns workspace, caller, permissions and limits. The gateway adds the day's messages. */
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

async function keyOf(ctx: Context): Promise<Caller> {
  const row = (await ctx.em.findOne(ApiKey, { id: ctx.call.actor.id })) ?? fail('key:not_found')
  const { scopes, numbers, cidrs, expiresAt } = presentKey(row)
  const may = namesOf(ctx, ({ scope }) => scope === null || (scopes as string[]).includes(scope))
  const key = { id: row.id, name: row.name, scopes, numbers, cidrs, expiresAt }
  return { key, member: null, may, csrf: null, workspaces: [] }
}

async function memberOf(ctx: Context): Promise<Caller> {
  const { em, call, runtime } = ctx
  const row = (await em.findOne(Member, { id: call.actor.id })) ?? fail('member:not_found')
  const { role } = row
  const numbers = (row.numbers ?? null) as Id<'num'>[] | null
  const memberships = await acrossWorkspaces(runtime, (all) => membershipsOf(all, row.personId ?? ''))
  return {
    key: null,
    member: { id: row.id, name: row.name, email: row.email, role, numbers },
    may: namesOf(ctx, (operation) => operation.scope !== 'operator' && includesRole(role, leastRoleOf(operation))),
    csrf: call.session ? csrfOf(runtime.vault, call.session) : null,
    workspaces: memberships.map(({ workspace: id, workspaceName: name, role: own }) => ({ id, name, role: own })),
  }
}

/** Returns the names of the allowed public operations. */
function namesOf({ call }: Context, isAllowed: (operation: Operation) => boolean): string[] {
  return allOperations()
    .filter(({ operation }) => operation.rest !== undefined && isAllowed(operation))
    .filter(({ operation }) => !(call.numbers && operation.limitedBy === 'workspace'))
    .map(({ noun, verb }) => `${noun}.${verb}`)
}
