import { createHmac } from 'node:crypto'
import { all, type Outcome } from '../check.ts'
import type { ProofFixture } from '../proof.fixture.ts'
import { callbackTargetOf, messagesTo, post, sign, textMessage } from './callbacks.ts'

type Case = { name: string; raw: Buffer; signature: string | undefined; passes: boolean }

/** Bodies with signatures; only the first signature is valid. */
function casesOf(body: string, secret: string): Case[] {
  const raw = Buffer.from(body)
  const right = sign(raw, secret)
  const altered = Buffer.from(raw)
  const place = altered.indexOf('D1 https')
  altered[place] = (altered[place] ?? 0) ^ 1
  const rewritten = Buffer.from(JSON.stringify(JSON.parse(body)))
  const sha1 = `sha1=${createHmac('sha1', secret).update(raw).digest('hex')}`
  const refused = (name: string, signature: string | undefined, bytes = raw): Case => ({
    name,
    raw: bytes,
    signature,
    passes: false,
  })
  return [
    { name: 'exact body', raw, signature: right, passes: true },
    refused('altered byte', right, altered),
    refused('no header', undefined),
    refused('empty header', ''),
    refused('another secret', sign(raw, `${secret}x`)),
    refused('sha1', sha1),
    refused('sha1 value as sha256', sha1.replace('sha1', 'sha256')),
    refused('upper-case hex', right.toUpperCase().replace('SHA256', 'sha256')),
    refused('without its prefix', right.slice('sha256='.length)),
    refused('re-serialized body', right, rewritten),
  ]
}

type Take = (raw: Buffer, signature: string | undefined) => Promise<number>

/** The cases that were judged wrong: 200 for the exact body, 401 for all others. */
async function misjudged(cases: readonly Case[], take: Take): Promise<string[]> {
  const wrong: string[] = []
  for (const { name, raw, signature, passes } of cases) {
    const status = await take(raw, signature)
    if (status !== (passes ? 200 : 401)) wrong.push(`${name}: ${status}`)
  }
  return wrong
}

/** D1: only exact bytes with a valid signature are accepted. */
export async function onlyTheExactBytes(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  const target = await callbackTargetOf(system)
  const stored = () => fixture.rows('select id from numbers.callback where number_id = $1', [target.number])
  const before = (await stored()).length
  const cases = casesOf(messagesTo(target, [textMessage('D1 https://example.com/ä')]), target.appSecret)
  const wrong = await misjudged(cases, (raw, signature) => post(target.url, raw, signature))
  const added = (await stored()).length - before
  return all(`${cases.length} bodies: 1 × 200, ${cases.length - 1} × 401, ${added} stored`, {
    [`each judged rightly (${wrong.join(', ')})`]: wrong.length === 0,
    'one stored': added === 1,
  })
}

/** D-twin: a receiver that parses and serializes before it verifies; D1 must notice. */
export async function verifiesWhatItParsed(fixture: ProofFixture): Promise<Outcome> {
  const target = await callbackTargetOf(await fixture.system())
  const cases = casesOf(messagesTo(target, [textMessage('D1 https://example.com/ä')]), target.appSecret)
  const naive: Take = async (raw, signature) =>
    signature === sign(JSON.stringify(JSON.parse(raw.toString())), target.appSecret) ? 200 : 401
  const wrong = await misjudged(cases, naive)
  return all(`a receiver that verifies what it parsed: caught by ${wrong.join(', ')}`, {
    'the checks of D1 see it': wrong.length > 0,
  })
}

/** D9: the provider asks whether the URL accepts callbacks. */
export async function verification(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  const body = { name: 'D9', provider: 'simulator' }
  const made = await system.ok<{ id: string; verifyToken: string }>('POST', '/v1/numbers', { body })
  const challenge = '<script>alert(1)</script>'
  const ask = async (token: string, mode = 'subscribe') => {
    const query = new URLSearchParams({ 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': challenge })
    const answer = await fetch(`${system.url}/callbacks/${made.id}?${query.toString()}`)
    return { status: answer.status, type: answer.headers.get('content-type') ?? '', text: await answer.text(), answer }
  }
  const right = await ask(made.verifyToken)
  const refused = [await ask('wrong'), await ask(''), await ask(made.verifyToken, 'unsubscribe')]
  await system.ok('POST', `/v1/numbers/${made.id}/disconnect`)
  const [type] = right.type.split(';')
  return all(`right token ${right.status} ${type}; wrong ones ${refused.map(({ status }) => status).join(', ')}`, {
    'echoed as plain text': right.status === 200 && type === 'text/plain' && right.text === challenge,
    'not to be sniffed': right.answer.headers.get('x-content-type-options') === 'nosniff',
    'refused otherwise, without an echo': refused.every(
      ({ status, text }) => status === 403 && !text.includes('<script>'),
    ),
  })
}
