import { request } from 'node:http'
import { eachOf, newWorkspace, phoneOf, type RunningSystem } from '@posthorn/testkit/system'
import { all, type Outcome } from '../check.ts'
import type { ProofFixture } from '../proof.fixture.ts'

type Message = { id: string }

const send = (system: RunningSystem, body: object, idempotencyKey: string) =>
  system.call<Message>('POST', '/v1/messages', { body, idempotencyKey })

/** A5: one key, fifty requests at once. */
export async function fiftyAtOnce(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  const body = { phone: phoneOf(30_000), message: 'once', reference: 'a5' }
  const answers = await eachOf(50, 50, () => send(system, body, 'a5-key'))
  const accepted = answers.filter(({ status }) => status === 201)
  const ids = new Set(accepted.map((answer) => answer.body.id))
  const replayed = accepted.filter(({ headers }) => headers.get('idempotent-replayed') === 'true').length
  const rows = await fixture.rows(`select id from messaging.message where reference = 'a5'`)
  const late = answers.filter(({ status }) => status === 409).length
  return all(
    `${accepted.length} × 201 with ${ids.size} id, ${replayed} replayed, ${late} × 409, ${rows.length} stored`,
    {
      'one message': rows.length === 1 && ids.size === 1,
      'all but one replayed': replayed === accepted.length - 1,
      'nothing but 201 and 409': accepted.length + late === 50,
    },
  )
}

/** A6: the fingerprint covers the canonical JSON. */
export async function otherBody(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  const phone = phoneOf(30_001)
  const first = await send(system, { phone, message: 'a6', reference: 'a6' }, 'a6-key')
  const reordered = await send(system, { reference: 'a6', message: 'a6', phone }, 'a6-key')
  const changed = await send(system, { phone, message: 'a6!', reference: 'a6' }, 'a6-key')
  return all(`same body in another order ${reordered.status}, one character more ${changed.status}`, {
    'order does not count': reordered.status === 201 && reordered.body.id === first.body.id,
    'a character does': changed.status === 422,
  })
}

/** A7: a key belongs to its workspace and its route. */
export async function sameKeyElsewhere(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  const other = await newWorkspace(system, 'A7')
  const label = (key?: string) =>
    system.call<Message>('POST', '/v1/labels', {
      body: { name: 'A7', color: '#112233' },
      idempotencyKey: 'a7-key',
      ...(key === undefined ? {} : { key }),
    })
  const message = await send(system, { phone: phoneOf(30_002), message: 'a7' }, 'a7-key')
  const [here, there] = [await label(), await label(other.key)]
  const ids = new Set([message.body.id, here.body.id, there.body.id])
  return all(`${[message, here, there].map(({ status }) => status).join(', ')} with ${ids.size} ids`, {
    'three things': ids.size === 3 && [message, here, there].every(({ status }) => status === 201),
  })
}

export async function malformedKeys(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  const before = await fixture.rows(`select id from messaging.message where reference = 'a10'`)
  const body = JSON.stringify({ phone: phoneOf(30_003), message: 'a10', reference: 'a10' })
  const url = `${system.url}/v1/messages`
  const statuses: number[] = []
  for (const value of ['', 'x'.repeat(256), 'schlüssel', ['one', 'two']]) {
    const headers = { Token: system.account.key, 'content-type': 'application/json', 'Idempotency-Key': value }
    statuses.push(
      await new Promise<number>((resolve, reject) => {
        const call = request(url, { method: 'POST', headers }, (answer) => {
          answer.resume().once('end', () => resolve(answer.statusCode ?? 0))
        })
        call.once('error', reject).end(body)
      }),
    )
  }
  const after = await fixture.rows(`select id from messaging.message where reference = 'a10'`)
  return all(`answers ${statuses.join(', ')}; ${after.length - before.length} stored`, {
    'each is 400': statuses.every((status) => status === 400),
    'nothing stored': after.length === before.length,
  })
}
