import type { IncomingMessage, ServerResponse } from 'node:http'
import { hasBody, isoTimeSql, readBody, sql, type Verb } from '@posthorn/chassis'
import { type accounts, allOperations, fail, invalidRequest, type PlacedOperation } from '@posthorn/contracts'
import type { AnyTRPCRouter } from '@trpc/server'
import { demandSession, type PageAnswer, pageEndpoint } from '../access/sessions/endpoint.ts'
import type { Session } from '../access/sessions/session.sql.ts'
import { refuseOtherPages } from '../access/sessions/token.ts'
import { describePerson, type ListedPerson, personById, recordForPerson } from '../accounts/person.sql.ts'
import type { GatewayRuntime } from '../deps.ts'
import { type Exchange, idempotencyKeyOf } from '../rest/exchange.ts'
import { parseBody } from '../rest/request/body.ts'
import { type QueryDecoder, queryDecoder } from '../rest/request/query.ts'
import { type CallOptions, type Dispatch, dispatchLocally, dispatchOver } from '../rest/route.ts'

/** Path prefix for calls from operator pages: `/app/operator/<service>/<noun>/<verb>`. */
export const operatorPath = '/app/operator/'

const bodyBytesMax = 16 * 1024

/** Operations that operator pages use. No other operations can be called here. */
const offered = new Set([
  'process.get',
  'deadEvents.list',
  'deadEvents.get',
  'deadEvents.applyAgain',
  'deadEvents.discard',
  'quarantine.get',
  'quarantine.release',
  'installation.queues',
  'installation.failures',
  'workspaces.list',
  'workspaces.create',
  'people.welcome',
])

type OfferedOperation = PlacedOperation & { dispatch: Dispatch; decode: QueryDecoder }

/** Creates the endpoint for operators: people with operator permission and a second factor. Apart from `/v1`, whose keys have no access. */
export function operatorEndpoint(
  runtime: GatewayRuntime,
  ownRouter: AnyTRPCRouter,
): (req: IncomingMessage, res: ServerResponse) => Promise<void> {
  const clients = runtime.deps.unbatchedClients
  const operations = new Map(
    allOperations()
      .filter(({ noun, verb }) => offered.has(`${noun}.${verb}`))
      .map((placed): [string, OfferedOperation] => {
        const dispatch =
          placed.service === 'gateway' ? dispatchLocally(ownRouter, placed) : dispatchOver(clients, placed)
        return [
          `${placed.service}/${placed.noun}/${placed.verb}`,
          { ...placed, dispatch, decode: queryDecoder(placed.operation.input.shape) },
        ]
      }),
  )
  return pageEndpoint(runtime, 'operator', (exchange) => serve(runtime, exchange, operations))
}

/** Serves an operator's call: checks its origin, session, permission and input. Changes need a recent password, and are logged with the operator. */
async function serve(
  runtime: GatewayRuntime,
  exchange: Exchange,
  operations: ReadonlyMap<string, OfferedOperation>,
): Promise<PageAnswer> {
  const { req, path } = exchange
  const placed = operations.get(path.slice(operatorPath.length)) ?? fail('route:not_found')
  const { operation } = placed
  const method = operation.kind === 'query' ? 'GET' : 'POST'
  if (req.method !== method) fail('route:method_not_allowed', { allow: [method] })
  refuseOtherPages(exchange)
  const session = await demandSession(runtime, exchange, 'open')
  refuseNonOperators(session)
  if (operation.kind === 'mutation' && !session.hasConfirmed) fail('confirmation:required')
  const given = await inputOf(exchange, placed.decode)
  const parsed = operation.input.safeParse(given)
  if (!parsed.success) throw invalidRequest(parsed.error, { known: Object.keys(operation.input.shape), given })
  const body = await placed.dispatch(parsed.data, asOperator(exchange, session))
  if (operation.kind === 'mutation') {
    const { service, noun, verb } = placed
    runtime.log.warn(
      { requestId: exchange.requestId, operator: session.person.id, service, noun, verb },
      'operator.acted',
    )
  }
  return { status: 200, body }
}

/** Reads the input from the query of a GET or the body of a POST. */
async function inputOf(exchange: Exchange, decode: QueryDecoder): Promise<unknown> {
  const { req, query } = exchange
  if (req.method === 'GET') return decode(new URLSearchParams(query))
  return hasBody(req) ? parseBody(req, await readBody(exchange, bodyBytesMax)) : {}
}

/** Fails unless the person is an operator with a second factor. */
function refuseNonOperators({ person }: Session): void {
  if (!person.isOperator)
    fail('role:insufficient', {
      message: 'Only operators of the installation may see this; `posthorn operator add` makes one.',
    })
  if (!person.hasSecondFactor)
    fail('role:insufficient', { message: 'Operators sign in with a second factor; add one under My account first.' })
}

/** Returns the identity of an operator's calls. The audit log shows the person's name, because an operator is no member of the workspace. */
function asOperator({ req, requestId, traceparent, address }: Exchange, { person }: Session): CallOptions {
  const idempotencyKey = idempotencyKeyOf(req)
  return {
    workspace: null,
    actor: { type: 'service', id: 'operator', name: person.name },
    scopes: ['operator'],
    requestId,
    traceparent,
    ...(address ? { ip: address } : {}),
    ...(idempotencyKey ? { idempotencyKey } : {}),
    onReplayed: () => {},
  }
}

/** Makes a person with a confirmed address an operator. */
export const add: Verb<typeof accounts.operators.add, GatewayRuntime> = async ({ ctx, input }) => {
  const person = (await personById(ctx.em, input.person)) ?? fail('person:not_found')
  if (!person.isProven) fail('person:unproven')
  // Keeps the earlier time of someone who is an operator already.
  await sql(ctx.em, 'update person set operator_since = coalesce(operator_since, now()) where id = $1', [person.id])
  await recordForPerson(ctx, { operation: 'operators.add', person: person.id })
  return (await findOperator(ctx.em, person.id)) ?? fail('person:not_found')
}

/** Lists the operators by name. */
export const list: Verb<typeof accounts.operators.list, GatewayRuntime> = async ({ ctx: { em } }) => {
  const statement = 'select id from person where operator_since is not null order by name, email, id'
  const rows = await sql<{ id: string }>(em, statement)
  return (await Promise.all(rows.map(({ id }) => findOperator(em, id)))).filter((found) => found !== undefined)
}

/** Takes the operator's permission away from a person. Their account stays. */
export const remove: Verb<typeof accounts.operators.remove, GatewayRuntime> = async ({ ctx, input }) => {
  const { person: id } = input
  const statement = 'update person set operator_since = null where id = $1 and operator_since is not null returning 1'
  if ((await sql(ctx.em, statement, [id])).length === 0) fail('person:not_found')
  await recordForPerson(ctx, { operation: 'operators.remove', person: id })
  return { id, deleted: true }
}

type Em = Parameters<typeof sql>[0]

/** An operator of the installation, with their workspaces. */
type Operator = Omit<ListedPerson, 'operator' | 'proven'> & { since: string }

/** Returns an operator with their workspaces; undefined if the person is none. */
async function findOperator(em: Em, id: string): Promise<Operator | undefined> {
  const statement = `select ${isoTimeSql('operator_since')} as since from person where id = $1 and operator_since is not null`
  const [row] = await sql<{ since: string }>(em, statement, [id])
  const person = row && (await personById(em, id))
  if (!row || !person) return undefined
  const { operator: _, proven: __, ...described } = await describePerson(em, person)
  return { ...described, since: row.since }
}
