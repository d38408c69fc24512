import { faultOf, type RouterOf, signContext, signContexts } from '@posthorn/client'
import { callContextHeader, exampleMessage, Fault, messaging, newId } from '@posthorn/contracts'
import { createTRPCClient, httpBatchLink } from '@trpc/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BatchVerb, defineService, implement } from '../index.ts'
import { startTestService, type TestService } from '../testing/service.fixture.ts'

const contract = { messages: { send: messaging.messages.send } }

/** The text `broken` breaks the contract. */
const shownOf = (text = '') => (text === 'broken' ? 7 : text)

const send: BatchVerb<typeof messaging.messages.send> = {
  batchSizeMax: 64,
  together: async ({ calls }) =>
    calls.map(({ input, call }) =>
      input.message === 'refuse'
        ? { ok: false, error: new Fault('queue:full', { retryAfter: 5 }) }
        : {
            ok: true,
            value: { ...exampleMessage, message: shownOf(input.message) as string, reference: call.requestId },
          },
    ),
}

let fixture: TestService
beforeAll(async () => {
  const router = implement(contract, { messages: { send } })
  const parts = { config: {}, entities: [], migrations: [], deps: async () => ({}), subscribers: [], workers: [] }
  fixture = await startTestService({ ...defineService({ name: 'messaging', router, ...parts }), template: 'batches' })
})
afterAll(() => fixture[Symbol.asyncDispose]())

const credential = { name: 'test', secret: 'test-credential-of-at-least-32-characters' }
const context = (over = {}) => ({
  workspace: newId('ws'),
  actor: { type: 'service' as const, id: 'test' },
  scopes: ['send' as const],
  requestId: 'r-1',
  expiresAt: Math.floor(Date.now() / 1000) + 60,
  ...over,
})
const valid = { phone: '+4915112345678', message: 'Hello' }
/** A valid call, invalid input, a refusal by the verb, a missing scope, and a call without context. */
const inputs = [valid, { ...valid, phone: 'nope', shade: 'red' }, { ...valid, message: 'refuse' }, valid, valid]
const broken = { ...valid, message: 'broken' }
/** Inputs by index, as tRPC sends them. */
const bodyOf = (all: unknown[]) => JSON.stringify(Object.fromEntries(all.entries()))
const tokens = () =>
  [context(), context(), context(), context({ scopes: [] })].map((each) => signContext(each, credential)).join(',')

function post(
  calls: number,
  { token, body, type = 'application/json' }: { token: string; body: string; type?: string },
) {
  const paths = Array.from({ length: calls }, () => 'messages.send').join(',')
  const headers = { 'content-type': type, [callContextHeader]: token }
  return fetch(`${fixture.service.url}/trpc/${paths}?batch=1`, { method: 'POST', headers, body })
}

type Results = { result?: { data: unknown }; error?: { data: { fault: { code: string } } } }[]
const codesOf = async (answer: Response) =>
  ((await answer.json()) as Results).map(({ error }) => error?.data.fault.code ?? 'done')

describe('a batch of calls of a batch verb', () => {
  it.each([
    ['calls that end in different ways', inputs.length, bodyOf(inputs)],
    ['calls that are all done', 2, bodyOf([valid, valid])],
    ['a body without one of the inputs', 2, bodyOf([valid])],
    ['a response that breaks the contract beside one that does not', 2, bodyOf([broken, valid])],
  ])('%s are answered as by the server of tRPC', async (_, calls, body) => {
    const token = tokens()
    const own = await post(calls, { token, body })
    // tRPC's server handles requests that the shortcut doesn't.
    const stock = await post(calls, { token, body, type: 'application/json; charset=utf-8' })
    expect([own, stock].map(({ headers }) => headers.has('content-length'))).toEqual([true, false])
    expect([own.status, await own.json()]).toEqual([stock.status, await stock.json()])
  })

  it('is refused as malformed when its body is no JSON', async () => {
    expect(await codesOf(await post(2, { token: tokens(), body: '{"0":' }))).toEqual(Array(2).fill('request:malformed'))
  })

  it('serves the stock client of tRPC, results and errors', async () => {
    const link = httpBatchLink<RouterOf<typeof contract>>({
      url: `${fixture.service.url}/trpc`,
      methodOverride: 'POST',
      headers: ({ opList }) => ({
        [callContextHeader]: opList.map(({ id }) => signContext(context({ requestId: `r-${id}` }), credential)).join(),
      }),
    })
    const client = createTRPCClient<RouterOf<typeof contract>>({ links: [link] })
    const [done, ...refused] = await Promise.all([
      client.messages.send.mutate(valid),
      client.messages.send.mutate(inputs[1] as never).catch(faultOf),
      client.messages.send.mutate({ ...valid, message: 'refuse' }).catch(faultOf),
    ])
    expect(done).toMatchObject({ message: 'Hello', reference: 'r-1' })
    expect(refused).toMatchObject([{ code: 'request:invalid' }, { code: 'queue:full', retryAfter: 5 }])
    expect((refused[0] as Fault).errors.map(({ path }) => path).sort()).toEqual(['phone', 'shade'])
  })

  it('returns a response that breaks the contract, since what it reports is committed', async () => {
    const answer = await post(2, { token: tokens(), body: bodyOf([broken, valid]) })
    const data = ((await answer.json()) as Results).map(({ result }) => result?.data)
    expect([answer.status, data]).toMatchObject([200, [{ message: 7 }, { message: valid.message }]])
  })

  it('serves our client, results and errors, each call with its own context', async () => {
    const workspaces = Array.from({ length: 40 }, () => fixture.workspace())
    const call = (message: string, place: number) =>
      fixture.clients.messaging.messages.send
        .mutate({ ...valid, message }, fixture.as(workspaces[place] as string, { requestId: `own-${place}` }))
        .then(({ reference }) => reference, faultOf)
    for (let round = 0; round < 2; round++) {
      const answers = await Promise.all(workspaces.map((_, i) => call(i % 2 ? 'refuse' : 'Hello', i)))
      const codes = answers.map((answer) => (answer instanceof Fault ? answer.code : answer))
      expect(codes).toEqual(workspaces.map((_, i) => (i % 2 ? 'queue:full' : `own-${i}`)))
    }
  })
})

describe('one token for all contexts of a batch', () => {
  const batch = (token: string, calls = 2) => post(calls, { token, body: bodyOf(Array(calls).fill(valid)) })

  it('counts for each call by itself', async () => {
    const token = signContexts([context(), context({ expiresAt: 1 }), context({ scopes: ['read'] })], credential)
    expect(await codesOf(await batch(token, 4))).toEqual([
      'done',
      'session:invalid',
      'scope:missing',
      'session:invalid',
    ])
  })

  it.each([
    ['with a forged signature', () => `${signContexts([context(), context()], credential).slice(0, -4)}AAAA`],
    ['signed by a stranger', () => signContexts([context(), context()], { ...credential, name: 'stranger' })],
    [
      'signed with a wrong secret',
      () => signContexts([context(), context()], { name: 'test', secret: 'x'.repeat(40) }),
    ],
    [
      'beside another token',
      () =>
        Array(2)
          .fill(signContexts([context(), context()], credential))
          .join(','),
    ],
    ['with more contexts than a batch may have', () => signContexts(Array(33).fill(context()), credential)],
  ])('is refused %s', async (_, token) => {
    expect(await codesOf(await batch(token()))).toEqual(['session:invalid', 'session:invalid'])
  })
})
