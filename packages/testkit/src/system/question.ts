import { type Receiver, until } from '@posthorn/test-servers'
import type { RunningSystem } from './running-system.ts'

/** A hook request as Zapier passes it to a trigger: body as text, headers with the prefix `Http-`. */
type RawRequest = { content: string; headers: Record<string, string> }

const question = 'Is it there yet?'

/** Simulates a customer's question. Returns the signed request that the receiver got, and the same request with altered text. */
export async function receiveQuestion(
  system: RunningSystem,
  options: { receiver: Receiver; phone: string },
): Promise<{ question: string; signed: RawRequest; altered: RawRequest }> {
  const message = { from: options.phone, type: 'text', text: question }
  await system.ok('POST', `/v1/numbers/${system.account.number}/simulate`, { body: { message } })
  const request = await until(() => options.receiver.requests.find(({ body }) => body.includes(question)))
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [`Http-${name}`, String(value)]),
  )
  const signed = { content: request.body.toString(), headers }
  return { question, signed, altered: { ...signed, content: signed.content.replace('there', 'here') } }
}
