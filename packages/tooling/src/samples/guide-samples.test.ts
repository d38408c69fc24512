import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requestOf, type SampleLanguage } from '@posthorn/docs-site'
import { afterAll, describe, expect, it } from 'vitest'
import { startCapture } from './capture.ts'
import { guideRunners, isInstalled, runSample } from './runners.ts'
import { languagesOf, shownRequests, withIds, writtenIn } from './shown-requests.fixture.ts'

const folder = mkdtempSync(join(tmpdir(), 'posthorn-guides-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const shown = shownRequests.map(({ name, code }) => ({ name, code: withIds(code) }))
const languages = (['node', 'python', 'php', 'ruby', 'go'] as const).filter((language) =>
  isInstalled(guideRunners[language]),
)
/**
 * Whether to run a sample in this test. Samples that differ in form run, and so do some of the rest. A scenario runs all samples against a
 * whole system.
 */
const isRun = (language: SampleLanguage, at: number) => {
  const { form, output, idempotencyKey, query = [] } = requestOf(shown[at]?.code ?? '') ?? {}
  const isSpecial = form ?? output ?? idempotencyKey ?? query[0]
  return language === 'go' ? at % 10 === 0 : isSpecial !== undefined || at % 4 === 0
}
type Captured = Awaited<ReturnType<typeof startCapture>>['take'] extends (part: string) => (infer T)[] ? T : never

describe('the samples of the guides', () => {
  it('are there in six languages for every request', () => {
    expect(shown.length).toBeGreaterThan(70)
    const lacking = shown.filter(({ code }) => languagesOf(code) !== 6)
    expect(lacking).toEqual([])
  })

  it.each(languages)('in %s send what the shown curl command sends', async (language) => {
    const chosen = [...shown.keys()].filter((at) => isRun(language, at))
    const sent = await sentBy(language, chosen)
    const wanted = await (byCurl ??= sentBy('shell', [...shown.keys()]))
    for (const at of chosen) {
      const { name, code = '' } = shown[at] ?? {}
      const keyed = requestOf(code)?.idempotencyKey !== undefined
      expect([name, code, meaningOf(sent.get(at), keyed)]).toEqual([name, code, meaningOf(wanted.get(at), keyed)])
    }
  })

  it.runIf(languages.includes('go'))('in Go are formatted programs', () => {
    const place = join(folder, 'formatted')
    mkdirSync(place)
    for (const [at, { code }] of shown.entries()) writeFileSync(join(place, `${at}.go`), writtenIn('go', code))
    expect(execFileSync('gofmt', ['-l', place], { encoding: 'utf8' })).toBe('')
  })
})

type Sent = Captured | { failure: string }
let byCurl: Promise<Map<number, Sent>> | undefined

async function sentBy(language: SampleLanguage, chosen: readonly number[]): Promise<Map<number, Sent>> {
  await using server = await startCapture()
  const sent = new Map<number, Sent>()
  const run = async (at: number) => {
    const place = join(folder, `${language}-${at}`)
    mkdirSync(place)
    for (const file of ['price-list.pdf', 'contacts.csv']) writeFileSync(join(place, file), `The bytes of ${file}\n`)
    const env = { URL: `${server.url}/${at}`, KEY: 'ph_test_key' }
    const failure = await runSample(guideRunners[language], writtenIn(language, shown[at]?.code ?? ''), place, env)
    const [first, ...more] = server.take(String(at))
    const isRight = failure === undefined && first !== undefined && more.length === 0
    sent.set(at, isRight ? first : { failure: failure ?? `${more.length} more requests` })
  }
  const waiting = [...chosen]
  const lane = async () => {
    for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) await run(at)
  }
  await Promise.all([lane(), lane(), lane()])
  return sent
}

/** Returns a request in a comparable form, in which neither the order of fields nor a form's boundary matters. */
function meaningOf(captured: Sent | undefined, keyed: boolean): unknown {
  if (captured === undefined || 'failure' in captured) return captured
  const { method, path, headers, body } = captured
  const url = new URL(path, 'http://sample.invalid')
  const query = [...url.searchParams].flatMap(([name, value]) => value.split(',').map((each) => [name, each]))
  const isForm = String(headers['content-type']).startsWith('multipart/form-data')
  const sent = isForm ? partsOf(body) : body === '' ? undefined : (JSON.parse(body) as unknown)
  const key = keyed ? headers['idempotency-key'] : undefined
  return { method, path: decodeURIComponent(url.pathname), query, token: headers['token'], key, sent }
}

function partsOf(body: string): Record<string, unknown> {
  const parts = body.split(/^--\S+\r?\n?/m).filter((part) => part.includes('name="'))
  return Object.fromEntries(
    parts.map((part) => {
      const [head = '', text = ''] = part.split('\r\n\r\n')
      const name = /\bname="([^"]+)"/.exec(head)?.[1] ?? ''
      return [name, { filename: /filename="([^"]+)"/.exec(head)?.[1], text: text.trimEnd() }]
    }),
  )
}
