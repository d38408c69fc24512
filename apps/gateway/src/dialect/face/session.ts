import {
  allOperations,
  fail,
  type InputOf,
  invalidRequest,
  type Mutation,
  type OutputOf,
  type Query,
} from '@posthorn/contracts'
import type { Caller } from '../../auth/keyring.ts'
import type { GatewayDeps } from '../../deps.ts'
import { callOptionsOf } from '../../rest/call.ts'
import { type CallOptions, type Dispatch, dispatchOver, faultBehind } from '../../rest/dispatch.ts'
import type { Exchange } from '../../rest/exchange.ts'
import type { Route } from '../../rest/route.ts'
import type { Joining } from '../../sign-in/join.ts'
import type { LineBook } from './device.ts'

type Operation = Query | Mutation

/** Finds how an operation of the contract is called. */
export type DispatchBook = ReadonlyMap<Operation, Dispatch>

/** Returns how each operation is called: as the public route does, or directly where it has none; `plain`: always directly, without facts of other services. */
export function dispatchBooks(
  routes: readonly Route[],
  deps: Pick<GatewayDeps, 'clients'>,
): { dispatches: DispatchBook; plain: DispatchBook } {
  const plain = new Map(
    allOperations()
      .filter(({ service }) => service !== 'gateway')
      .map((placed) => [placed.operation, dispatchOver(deps.clients, placed)] as const),
  )
  const routed = routes.map(({ operation, dispatch }) => [operation, dispatch] as const)
  return { dispatches: new Map([...plain, ...routed]), plain }
}

/** Parts of the gateway that the face uses. */
export type FaceParts = {
  dispatches: DispatchBook
  plain: DispatchBook
  lines: LineBook
  /** Lets a person join by a link, with a password. */
  join(exchange: Exchange, joining: Joining): Promise<unknown>
  deps: Pick<GatewayDeps, 'unbatchedClients'>
}

/** Asks an operation in the caller's name. */
type Ask = <Op extends Operation>(operation: Op, input: InputOf<Op>) => Promise<OutputOf<Op>>

/** A request of a caller: it asks the operations of the main API in the caller's name. */
export type Session = {
  exchange: Exchange
  caller: Caller
  parts: FaceParts
  ask: Ask
  /** Asks a service alone: without the facts of others that the public route adds. */
  plain: { ask: Ask }
  /** Identity of the caller, for calls that carry bytes. */
  identity(): CallOptions
  refuseWithout(scope: Operation['scope']): void
}

type SessionOptions = { exchange: Exchange; caller: Caller; parts: FaceParts; idempotencyKey: string | undefined }

/** Opens the session of a request. The first change of a request has its idempotency key. */
export function openSession({ exchange, caller, parts, idempotencyKey }: SessionOptions): Session {
  let unusedKey = idempotencyKey
  const refuseWithout = (scope: Operation['scope']) => {
    if (scope === null || caller.scopes.includes(scope as never)) return
    const message = `This operation needs the scope ${scope}; make a key with \`posthorn operator key create --scopes read,send,manage,${scope}\`.`
    fail('scope:missing', { message })
  }
  const askIn =
    (book: DispatchBook): Ask =>
    async (operation, input) => {
      refuseWithout(operation.scope)
      const parsed = operation.input.safeParse(input)
      if (!parsed.success)
        throw invalidRequest(parsed.error, { known: Object.keys(operation.input.shape), given: input })
      const dispatch = book.get(operation)
      if (dispatch === undefined) throw new Error('an operation of the dialect is not in the contract')
      const isKeyed = operation.kind === 'mutation' && unusedKey !== undefined
      const call = callOptionsOf(exchange, { caller, idempotencyKey: isKeyed ? unusedKey : undefined })
      if (isKeyed) unusedKey = undefined
      try {
        return (await dispatch(parsed.data, call)) as OutputOf<typeof operation>
      } catch (err) {
        throw faultBehind(err)
      }
    }
  return {
    exchange,
    caller,
    parts,
    refuseWithout,
    identity: () => callOptionsOf(exchange, { caller, idempotencyKey: undefined }),
    ask: askIn(parts.dispatches),
    plain: { ask: askIn(parts.plain) },
  }
}
