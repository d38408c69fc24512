import { type Agent, request } from 'undici'
import { callbackUrlOf, type SimulatedNumber } from '../state/numbers.ts'
import { callbackBody, encodeBody, signatureOf, type Update } from './envelope.ts'

const timeoutMs = 10_000

/** Posts a signed callback. Returns true if the receiver responds with exactly 200 within 10 s. */
export async function postCallback(agent: Agent, number: SimulatedNumber, updates: Update[]): Promise<boolean> {
  const body = encodeBody(callbackBody(number, updates))
  try {
    const answer = await request(callbackUrlOf(number), {
      method: 'POST',
      dispatcher: agent,
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        'content-type': 'application/json',
        'user-agent': 'facebookexternalua',
        'x-hub-signature-256': signatureOf(body, number.appSecret),
      },
      body,
    })
    await answer.body.dump()
    return answer.statusCode === 200
  } catch {
    return false
  }
}

/** Verifies a callback URL (cloud-api.md 5.1). Returns true if it responds with 200 and the challenge. */
export async function verifyCallback(url: string, verifyToken: string, challenge: string): Promise<boolean> {
  try {
    const address = new URL(url)
    address.searchParams.set('hub.mode', 'subscribe')
    address.searchParams.set('hub.challenge', challenge)
    address.searchParams.set('hub.verify_token', verifyToken)
    const answer = await request(address, { signal: AbortSignal.timeout(timeoutMs) })
    return (await answer.body.text()) === challenge && answer.statusCode === 200
  } catch {
    return false
  }
}
