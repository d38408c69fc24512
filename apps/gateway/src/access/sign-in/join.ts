import { forWorkspace, type Tx } from '@posthorn/chassis'
import { fail, failField, newId } from '@posthorn/contracts'
import { announceMember, keepOwner, lockTeam, withdrawInvitation } from '../../accounts/members.ts'
import {
  acrossWorkspaces,
  addPerson,
  changeAcrossWorkspaces,
  type Person,
  personById,
} from '../../accounts/person.sql.ts'
import type { GatewayRuntime } from '../../deps.ts'
import { Member, Workspace } from '../../entities/workspace.ts'
import { post } from '../../mail/outbox.sql.ts'
import type { Exchange } from '../../rest/exchange.ts'
import { tokenHashOf } from '../sessions/token.ts'
import { refuseWeak } from './passwords.ts'
import { countConfirmMail, findLink, findPerson, provePerson, type SignInLink, useInvitation } from './prove.sql.ts'

type Joining = {
  token: string
  password: string
  name?: string | undefined
  email?: string | undefined
  workspaceName?: string | undefined
}

type Joined = { person: Person; workspace: string }

/**
 * Adds a person to a link's workspace: the existing person with this address and password, otherwise a new person, who must give a name.
 * Doesn't reveal whether the address has an account elsewhere. Someone who entered the address earlier can't lock out its owner.
 */
export async function join(runtime: GatewayRuntime, exchange: Exchange, input: Joining): Promise<Joined> {
  const link = await acrossWorkspaces(runtime, (em) => findLink(em, tokenHashOf(input.token)))
  if (!link || link.workspace === null || link.kind === 'reset') return fail('link:invalid')
  const email = link.email ?? input.email
  if (email === undefined) return missing('email')
  const { password } = input
  // Check this before looking up anyone, so that a refusal reveals nothing about them.
  if (input.name !== undefined) refuseWeak(password, [input.name, email, link.workspaceName])
  const known =
    input.name === undefined
      ? { person: await provePerson(runtime, exchange, { email, password }) }
      : await findPerson(runtime, exchange, { email, password, joining: true })
  const name = input.name ?? ('person' in known ? known.person.name : missing('name'))
  const hash = 'person' in known ? null : await runtime.deps.passwords.hash(password)
  const entering = { link, input, email, name, known, hash, exchange }
  const person = await changeAcrossWorkspaces(runtime, async (tx) => {
    const entered = await acceptLink(tx, entering)
    if (entered) await askToConfirm(tx, runtime, entered)
    return entered
  })
  // If this fails, the attempt counts. The person has joined in any case.
  if ('takeBack' in known) await known.takeBack().catch(() => {})
  // In the meantime, another link for the same address has created a person. That person may have this password.
  return person ? { person, workspace: link.workspace } : join(runtime, exchange, input)
}

/** Mails a confirmation link if the address isn't confirmed yet and hasn't got too many. */
async function askToConfirm(tx: Tx, runtime: GatewayRuntime, { id, email, isProven }: Person): Promise<void> {
  if (isProven || !runtime.deps.mailer) return
  const { allowed } = await countConfirmMail(tx.em, runtime, email)
  if (allowed) await post(tx, runtime, { kind: 'confirmation', person: id })
}

/** Fails because a field is missing that is optional only for other links. */
function missing(path: string): never {
  return failField(path, 'is required')
}

type Entering = {
  link: SignInLink
  input: Joining
  email: string
  name: string
  known: { person: Person } | { people: Person[] }
  hash: string | null
  exchange: Exchange
}

/**
 * Uses up the link and makes the person a member, with the link's role and numbers. The link for the first owner may also rename the
 * workspace. Returns undefined, without changes, if someone else has begun to use the address since it was looked up.
 */
async function acceptLink(tx: Tx, entering: Entering): Promise<Person | undefined> {
  const { link, input, email, name, known, hash, exchange } = entering
  const workspace = link.workspace as string
  const id = 'person' in known ? known.person.id : newId('per')
  // Changes of the team also lock the team first and invitations second. Another order could deadlock.
  await lockTeam(forWorkspace(tx.em, workspace), workspace)
  if ('people' in known) {
    const seen = known.people.map((person) => person.id)
    if (!(await addPerson(tx.em, { id, email, name, passwordHash: hash }, seen))) return undefined
  }
  const granted = (await useInvitation(tx.em, tokenHashOf(input.token))) ?? fail('link:invalid')
  const member = await becomeMember(tx, { link: { ...link, ...granted }, person: id, email, name })
  if (link.kind === 'first' && input.workspaceName !== undefined) {
    await tx.em.nativeUpdate(Workspace, { workspaceId: workspace }, { name: input.workspaceName })
  }
  const { requestId, address, traceparent } = exchange
  const data = {
    actor: { type: 'member' as const, id: member, name },
    service: 'gateway',
    operation: 'invitation.accepted',
    target: link.id,
    ip: address || null,
    requestId,
    given: {},
    changes: [{ thing: 'member', id: member, before: null, after: { role: granted.role } }],
    truncated: false,
  }
  tx.emit({ kind: 'audit:recorded', workspace, data, aggregate: { id: requestId, version: 1 }, traceparent })
  // The password that was checked may have been changed since. Then no session is opened.
  return 'person' in known ? known.person : ((await personById(tx.em, id)) as Person)
}

/**
 * Links the person to their member record or the one with this address, or creates one, with the link's role and numbers. A disabled member
 * gets access again. An open invitation to their address ends. Fails if no owner could sign in anymore.
 */
async function becomeMember(
  tx: Tx,
  { link, person, email, name }: { link: SignInLink; person: string; email: string; name: string },
): Promise<string> {
  const workspaceId = link.workspace as string
  const em = forWorkspace(tx.em, workspaceId)
  const found = (await em.findOne(Member, { personId: person })) ?? (await em.findOne(Member, { email }))
  if (found?.role === 'owner' && found.personId && !found.disabledAt && link.role !== 'owner')
    await keepOwner({ em }, found)
  const row =
    found ?? em.create(Member, { workspaceId, id: newId('mem'), name, email, role: 'agent', createdAt: new Date() })
  // If a member has no name yet, the address is stored as the name.
  if (row.name === email) row.name = name
  row.personId = person
  row.role = link.role ?? 'agent'
  row.numbers = link.numbers
  row.disabledAt = null
  if (found) row.version = found.version + 1
  await em.flush()
  await withdrawInvitation(em, row)
  announceMember(tx, row)
  return row.id
}
