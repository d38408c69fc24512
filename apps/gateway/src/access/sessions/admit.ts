import { isDeepStrictEqual } from 'node:util'
import { Fault, fail, type Id, includesRole, leastRoleOf, type Operation, scopesOfRole } from '@posthorn/contracts'
import { acrossWorkspaces, type Membership, membershipsOf } from '../../accounts/person.sql.ts'
import type { GatewayRuntime } from '../../deps.ts'
import { refuseMoving } from '../../installation/moves.sql.ts'
import { apiKeyOf, type Exchange, unavailable } from '../../rest/exchange.ts'
import type { Caller } from '../auth/keyring.ts'
import { noteUse, type Session, sessionById, sessionOf } from './session.sql.ts'
import { refuseOtherPages, refuseWithoutCsrf, sessionTokenOf } from './token.ts'

/** Name of the header, and of the query parameter, that name the workspace. */
const workspaceField = 'workspace'
/** Header of requests that a page sends by itself, while no one uses it. */
const idleField = 'idle'

/**
 * Whether a request has a session cookie. Fails if it also has a key. Without both, a request that names a workspace is from a page whose
 * cookie has expired: it is refused for its session, not for a key that it never had.
 */
export function hasSession(exchange: Exchange): boolean {
  const hasKey = apiKeyOf(exchange.req) !== undefined
  if (sessionTokenOf(exchange) === undefined) return !hasKey && exchange.req.headers[workspaceField] !== undefined
  if (hasKey) fail('credentials:ambiguous')
  return true
}

/**
 * Returns the session's member in the workspace that the request names. Refuses requests of other pages, and changes without the CSRF token.
 * Removes the workspace from the query.
 */
export async function authenticateMember(runtime: GatewayRuntime, exchange: Exchange): Promise<Caller> {
  refuseOtherPages(exchange)
  const { session, membership } = await findMember(
    runtime,
    exchange,
    namedWorkspace(exchange),
    sessionOf(runtime, exchange),
  )
  refuseWithoutCsrf(exchange, runtime.vault, session.id)
  const caller = callerOf(session, membership)
  exchange.query = withoutWorkspace(exchange.query)
  return caller
}

/**
 * Whether a request's session is still open, and the caller is still the same member with at least the same role and the same numbers. Open
 * streams are checked with this, because they were opened with these rights. A file goes on when its session's token is renewed. An event
 * stream doesn't, because it has no end, and someone may have copied its token.
 */
export async function isMemberStill(
  runtime: GatewayRuntime,
  exchange: Exchange,
  { workspace, member, numbers, key: id }: Caller,
  isFile: boolean,
): Promise<boolean> {
  const session = isFile ? sessionById(runtime, id) : sessionOf(runtime, exchange)
  return findMember(runtime, exchange, workspace, session).then(
    ({ session, membership }) =>
      membership.member === member?.id &&
      includesRole(membership.role, member.role) &&
      isDeepStrictEqual(setOf(callerOf(session, membership).numbers), setOf(numbers)),
    (err: unknown) => {
      if (err instanceof Fault && err.status < 500) return false
      throw err
    },
  )
}

/** Returns a list of numbers without its order. Undefined means that no list limits them. */
const setOf = (numbers: Caller['numbers']) => numbers && new Set(numbers)

/** Returns a request's open session and the person's membership in the named workspace. Records the use at most once a minute. */
async function findMember(
  runtime: GatewayRuntime,
  exchange: Exchange,
  named: string | null,
  finding: Promise<Session | undefined>,
): Promise<{ session: Session; membership: Membership }> {
  try {
    const session = await finding
    if (!session || session.awaitsCode) return fail('session:required')
    const memberships = await acrossWorkspaces(runtime, (em) => membershipsOf(em, session.person.id))
    const membership = chooseMembership(named, memberships)
    refuseMoving(runtime, exchange, membership.workspace)
    // Neither an open event stream nor what a page reads by itself means that the person is active.
    const { accept, [idleField]: idle } = exchange.req.headers
    const isInput = accept !== 'text/event-stream' && idle === undefined
    // A new session is recorded as used when it is created, but a membership only once the person uses its workspace.
    if ((session.isSeenAtOld || membership.isSeenAtOld) && isInput)
      await acrossWorkspaces(runtime, (em) => noteUse(em, session.id, [membership.member]))
    return { session, membership }
  } catch (err) {
    return unavailable(err)
  }
}

/** Returns the workspace that a request names in its header or, as `EventSource` has to, in its query; null if it names none. */
function namedWorkspace({ req, query }: Exchange): string | null {
  const header = req.headers[workspaceField]
  return typeof header === 'string' ? header : new URLSearchParams(query).get(workspaceField)
}

/** Returns the membership in the named workspace, or the person's only membership if none is named. */
function chooseMembership(named: string | null, memberships: Membership[]): Membership {
  if (named) return memberships.find(({ workspace }) => workspace === named) ?? fail('workspace:not_found')
  const [only, ...others] = memberships
  if (!only) return fail('workspace:not_found')
  return others.length === 0 ? only : fail('workspace:required')
}

/**
 * Removes the parameter `workspace`, because it selects the membership and is no field of any operation. Clients that can't set headers,
 * such as `EventSource`, use it in place of the header.
 */
function withoutWorkspace(query: string): string {
  if (!query.includes(workspaceField)) return query
  const rest = new URLSearchParams(query)
  rest.delete(workspaceField)
  return rest.toString()
}

/** Returns the member as a caller. The numbers of admins and owners are not limited, even if some are stored from an earlier role. */
function callerOf(session: Session, { workspace, countries, member, name, role, numbers }: Membership): Caller {
  const isLimited = numbers !== null && !includesRole(role, 'admin')
  return {
    workspace,
    key: session.id,
    name,
    member: { id: member, role, hasConfirmed: session.hasConfirmed },
    scopes: scopesOfRole(role),
    countries,
    ...(isLimited ? { numbers: numbers as Id<'num'>[] } : {}),
  }
}

/** Fails unless the member's role and a recent password allow the operation. Adds its scope, because services check scopes, not roles. */
export function permitMember(caller: Caller, operation: Operation): Caller {
  const { member, scopes } = caller
  const least = leastRoleOf(operation)
  const { scope } = operation
  if (!member || scope === 'operator' || !includesRole(member.role, least)) {
    return fail('role:insufficient', {
      message: `This needs the role ${least}; ask an owner or admin of the workspace.`,
    })
  }
  if (operation.confirmed && !member.hasConfirmed) fail('confirmation:required')
  return scope && !scopes.includes(scope) ? { ...caller, scopes: [...scopes, scope] } : caller
}
