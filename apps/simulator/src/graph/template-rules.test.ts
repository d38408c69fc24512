import { type Bound, newId, numbers, providerBounds } from '@posthorn/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { codeOf, startFixture } from '../simulator.fixture.ts'

type Bounded = Extract<keyof typeof providerBounds, `template${'H' | 'B' | 'F'}${string}`>

/** A template to create, in our format and the provider's. */
type Created = { ours: object; path: string; theirs: { type: string; [field: string]: unknown }; code?: number }

const x = (count: number) => 'x'.repeat(count)
const buttons = (texts: string[], path: string): Created => ({
  ours: { buttons: texts.map((text) => ({ text })) },
  path,
  theirs: { type: 'BUTTONS', buttons: texts.map((text) => ({ type: 'QUICK_REPLY', text })) },
})
const line = (name: 'header' | 'body' | 'footer', text: string, code = 100): Created => ({
  ours: { [name]: text },
  path: name,
  theirs: { type: name.toUpperCase(), text },
  code,
})

/** For each limit on creation, a template in which the limited length or count is `n`. */
const templates: Record<Bounded, (n: number) => Created> = {
  templateHeader: (n) => line('header', x(n)),
  templateBody: (n) => line('body', x(n), n === 0 ? 100 : 131009),
  templateFooter: (n) => line('footer', x(n)),
  templateButtons: (n) =>
    buttons(
      Array.from({ length: n }, (_, i) => `b${i}`),
      'buttons',
    ),
  templateButtonText: (n) => buttons([x(n)], 'buttons.0.text'),
}

let fixture: Awaited<ReturnType<typeof startFixture>>
beforeAll(async () => {
  fixture = await startFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

const pathsOf = (ours: object) => {
  const named = { id: newId('num'), name: 'parcel', language: 'en', category: 'UTILITY' }
  const { error } = numbers.templates.create.input.safeParse({ ...named, body: 'Hello', ...ours })
  return error?.issues.map(({ path }) => path.join('.')) ?? []
}

let made = 0
async function codeOfCreate(theirs: Created['theirs']): Promise<number | undefined> {
  const { number, call } = fixture
  const components = theirs.type === 'BODY' ? [theirs] : [{ type: 'BODY', text: 'Hello' }, theirs]
  const body = { name: `parcel_${(made += 1)}`, language: 'en', category: 'UTILITY', components }
  const path = `/v24.0/${number.businessAccountId}/message_templates`
  const answer = await call('POST', path, { token: number.accessToken, body })
  return answer.status === 200 ? undefined : codeOf(answer)
}

async function expectRefused({ ours, path, theirs, code = 131009 }: Created): Promise<void> {
  expect(pathsOf(ours)).toContain(path)
  expect(await codeOfCreate(theirs)).toBe(code)
}

it.each(Object.entries(templates))(
  'contract and simulator create a template with %s at its bounds and refuse it beyond',
  async (name, make) => {
    const { min, max }: Bound = providerBounds[name as Bounded]
    for (const n of [min, max]) {
      const { ours, theirs } = make(n)
      expect([n, pathsOf(ours), await codeOfCreate(theirs)]).toEqual([n, [], undefined])
    }
    await expectRefused(make(min - 1))
    await expectRefused(make(max + 1))
  },
)

it.each([
  ['a blank header', line('header', '\u200b')],
  ['a blank body', line('body', ' ')],
  ['a blank footer', line('footer', '\u2800')],
  ['a blank button', buttons(['\ufeff'], 'buttons.0.text')],
  ['a header whose variable has no example', line('header', 'Order {{1}}')],
  [
    'a URL whose variable has no example',
    {
      ours: { buttons: [{ text: 'Track', url: 'https://shop.example.com/{{1}}' }] },
      path: 'buttons.0.url',
      theirs: { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Track', url: 'https://shop.example.com/{{1}}' }] },
      code: 100,
    },
  ],
])('contract and simulator refuse a template with %s', async (_name, created) => expectRefused(created))
