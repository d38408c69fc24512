import { listPage, type PreparedVerb, type Verb, type VerbContext } from '@posthorn/chassis'
import { type accounts, fail, type Id, includesRole, newId, type OutputOf, type Role } from '@posthorn/contracts'
import { requireNumbers, withinNumbers } from '../access/keys/key.ts'
import { newToken, tokenHashOf } from '../access/sessions/token.ts'
import { mayMailInvitation } from '../access/sign-in/prove.sql.ts'
import type { GatewayRuntime } from '../deps.ts'
import { Invitation, type InvitationRow, Member } from '../entities/workspace.ts'
import { givenUpAfterMs, post } from '../mail/outbox.sql.ts'
import { announceMember, lockTeam, refuseBeyond } from './members.ts'

const validForMs = 7 * 86_400_000
const openMax = 500

/**
 * Invites someone to the caller's workspace, in place of an earlier invitation to the address. Only this response contains the link, which is
 * also mailed on request if there is a mail server. `member:duplicate` if they joined or are disabled.
 */
export const create: PreparedVerb<typeof accounts.invitations.create, GatewayRuntime, void> = {
  prepare: ({ ctx, input }) => requireNumbers(ctx, { workspace: ctx.workspace, numbers: input.numbers }),
  async run({ ctx, input }) {
    const { em, call, workspace, config } = ctx
    const { email, role, numbers = call.numbers ?? null } = input
    refuseBeyond(call, { role, numbers })
    await lockTeam(em, workspace)
    if (await em.findOne(Member, { email, $or: [{ personId: { $ne: null } }, { disabledAt: { $ne: null } }] })) {
      fail('member:duplicate')
    }
    for (const earlier of await em.find(Invitation, { kind: 'invitation', email })) {
      // Replacing an invitation withdraws it, which needs the same rights.
      refuseBeyond(call, earlier)
      em.remove(earlier)
    }
    await em.flush()
    const now = Date.now()
    const open = { kind: 'invitation' as const, expiresAt: { $gt: new Date(now) } }
    if ((await em.count(Invitation, open)) >= openMax) fail('invitation:too_many')
    const token = newToken()
    const row = em.create(Invitation, {
      workspaceId: workspace,
      id: newId('tin'),
      kind: 'invitation',
      tokenHash: tokenHashOf(token),
      email,
      role,
      numbers: numbers && [...numbers],
      createdBy: `${call.actor.type} ${call.actor.id}`,
      createdAt: new Date(now),
      expiresAt: new Date(now + validForMs),
    })
    await em.flush()
    await makeMember(ctx, { email, role, numbers, name: input.name })
    if (input.mail && (await mail(ctx, { email, token }))) em.assign(row, { mailStatus: 'waiting' })
    await em.flush()
    return { ...presentInvitation(row), link: `${config.PUBLIC_URL ?? ''}/app/welcome#${token}` }
  },
}

/** Mails the link. Returns false if someone has to pass on the link by hand. */
async function mail(
  ctx: VerbContext<GatewayRuntime>,
  { email, token }: { email: string; token: string },
): Promise<boolean> {
  const { em, runtime, workspace } = ctx
  if (!runtime.deps.mailer || !(await mayMailInvitation(em, runtime, { email, workspace }))) return false
  return post(ctx, runtime, { kind: 'invitation', workspace, email, token })
}

/** Updates the member with this address, who hasn't joined yet, or creates one if the invitation has a name, to assign chats to them. */
async function makeMember(
  ctx: VerbContext<GatewayRuntime>,
  invited: { email: string; role: Role; numbers: readonly string[] | null; name: string | undefined },
): Promise<void> {
  const { em, workspace: workspaceId, call } = ctx
  const { email, role, numbers } = invited
  const found = await em.findOne(Member, { email })
  const name = invited.name ?? found?.name
  if (name === undefined) return
  if (found) refuseBeyond(call, found)
  const row = found ?? em.create(Member, { workspaceId, id: newId('mem'), name, email, createdAt: new Date() })
  em.assign(row, { name, role, numbers: numbers && [...numbers] })
  if (found) row.version = found.version + 1
  await em.flush()
  announceMember(ctx, row)
}

export const get: Verb<typeof accounts.invitations.get, GatewayRuntime> = async ({ ctx, input }) =>
  presentInvitation(await findInvitation(ctx, input.id))

export const list: Verb<typeof accounts.invitations.list, GatewayRuntime> = async ({ ctx, input }) => {
  const page = await listPage<InvitationRow>(ctx, input, {
    entity: Invitation,
    list: 'invitations',
    order: { column: 'id', direction: 'desc' },
    where: { $and: [{ kind: 'invitation', expiresAt: { $gt: new Date() } }, withinNumbers(ctx.call)] },
  })
  return { items: page.rows.map(presentInvitation), next: page.next }
}

/** Withdraws an invitation: its link no longer works. */
export const remove: Verb<typeof accounts.invitations.remove, GatewayRuntime> = async ({ ctx, input }) => {
  const row = await findInvitation(ctx, input.id)
  refuseBeyond(ctx.call, row)
  ctx.em.remove(row)
  await ctx.em.flush()
  return { id: input.id, deleted: true }
}

/** Finds an invitation to the caller's workspace. A restricted caller sees only invitations limited to its own numbers. */
async function findInvitation({ em, call }: Pick<VerbContext, 'em' | 'call'>, id: string): Promise<InvitationRow> {
  const seen = { $and: [{ id, kind: 'invitation' as const }, withinNumbers(call)] }
  return (await em.findOne(Invitation, seen)) ?? fail('invitation:not_found')
}

/** Presents an invitation without the secret of its link. A mail that waited for too long has failed: the outbox deletes it without a word. */
function presentInvitation(row: InvitationRow): OutputOf<typeof accounts.invitations.list>['items'][number] {
  const { id, email, role, numbers, mailStatus = null, expiresAt, createdAt } = row
  const isGivenUp = mailStatus === 'waiting' && createdAt.getTime() < Date.now() - givenUpAfterMs
  return {
    id: id as Id<'tin'>,
    email: email ?? '',
    role,
    numbers: includesRole(role, 'admin') ? null : ((numbers ?? null) as Id<'num'>[] | null),
    mailStatus: isGivenUp ? 'failed' : mailStatus,
    expiresAt: expiresAt.toISOString(),
    createdAt: createdAt.toISOString(),
  }
}
