import { until } from '@posthorn/testkit'
import {
  callbackTargetOf,
  type Event,
  type Listening,
  listen,
  messagesTo,
  postSigned,
  textMessage,
} from '@posthorn/testkit/system'
import { quiescence } from '../load.ts'
import { all, type Outcome, type ProofFixture } from '../proof.ts'

type MessageView = { type?: string; message?: string }

const viewOf = ({ data }: Event) => data as MessageView
/** Returns the events that report a message with this text. */
const withText = (webhook: Listening, text: string) =>
  webhook.received().filter((event) => viewOf(event).message === text)

const replacement = '\uFFFD'

/** Strings as they appear in a callback's JSON, and as events must report them. */
const oddTexts: readonly { name: string; json: string; expected: string }[] = [
  { name: 'NUL', json: '"D7 a\\u0000b"', expected: `D7 a${replacement}b` },
  { name: 'lone surrogate', json: '"D7 c\\ud800d"', expected: `D7 c${replacement}d` },
  { name: '4,096 emoji', json: `"${'🦊'.repeat(4_096)}"`, expected: '🦊'.repeat(4_096) },
  { name: 'right-to-left override', json: '"D7 \\u202egnp.exe"', expected: 'D7 \u202egnp.exe' },
]

const hugeText = 'x'.repeat(100_000)

/** D7: characters that break databases and displays. */
export async function oddCharacters(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  await using webhook = await listen(system, { events: ['message:in'] })
  const target = await callbackTargetOf(system)
  const statuses: number[] = []
  for (const { json } of [...oddTexts, { json: JSON.stringify(hugeText) }]) {
    const raw = messagesTo(target, [textMessage('PLACE')]).replace('"PLACE"', () => json)
    statuses.push(await postSigned(target, raw))
  }
  const { requests } = webhook.receiver
  await until(() => requests.length >= statuses.length, { timeoutMs: 20_000 }).catch(() => undefined)
  await quiescence(fixture)
  const cut = webhook.received().find(({ data }) => data['message'] === undefined)
  const whole = await system.ok<MessageView>('GET', `/v1/messages/${cut?.data.id}`)
  const missing = oddTexts.filter(({ expected }) => withText(webhook, expected).length !== 1).map(({ name }) => name)
  const valid = requests.filter(({ json, verified }) => json !== undefined && verified === true).length
  const largest = Math.max(...requests.map(({ body }) => body.length))
  return all(
    `${statuses.length} texts: ${[...new Set(statuses)].join(', ')}; ${valid} of ${requests.length} deliveries are valid JSON and signed, the largest of ${largest} bytes`,
    {
      'all answered 200': statuses.every((status) => status === 200),
      [`each is announced, what cannot be stored as U+FFFD (${missing.join(', ')})`]: missing.length === 0,
      'every delivery is valid JSON': valid === requests.length && requests.length === statuses.length,
      'what is too long for an event is named there and whole by its id':
        whole.message === hugeText &&
        (cut as { truncated?: string[] } | undefined)?.truncated?.includes('message') === true,
    },
  )
}
