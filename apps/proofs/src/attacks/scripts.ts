import { until } from '@posthorn/testkit'
import { eachOf, phoneOf } from '@posthorn/testkit/system'
import { defaultNumber, preparedInput } from '../scenarios/contract/preparations.ts'
import { type Input, type RestOperation, restOperations } from '../scenarios/contract/requests.ts'
import { mapTexts, prefixOf, type TenantFixture } from '../scenarios/contract/tenant.fixture.ts'

/** Strings that run code or add elements when rendered as markup. A field gets the first one, or a shorter one if the first doesn't fit. */
const scripts = [
  `"'><img src=x data-injected onerror=hit()><svg data-injected onload=hit()><script data-injected>hit()</script>{{hit()}}`,
  '"><img src data-injected onerror=hit()>',
  '<b data-injected>',
]
export const script: string = scripts[0] ?? ''
const scriptUrl = 'javascript:hit()'

/** Contents of customers' messages, by provider type. */
const contents: Readonly<Record<string, object>> = {
  image: { caption: script },
  video: { caption: script },
  audio: {},
  sticker: {},
  document: { filename: `${script}.pdf`, caption: script },
  location: { latitude: 1, longitude: 1, name: script, address: script, url: scriptUrl },
  contacts: [
    {
      name: { formatted_name: script, first_name: script },
      org: { company: script, title: script },
      phones: [{ phone: script, type: script, wa_id: '4915112345678' }],
      emails: [{ email: script, type: script }],
      urls: [{ url: scriptUrl, type: script }],
    },
  ],
  button: { text: script, payload: script },
  interactive: { type: 'button_reply', button_reply: { id: script, title: script } },
  list: { type: 'list_reply', list_reply: { id: script, title: script, description: script } },
  form: {
    type: 'nfm_reply',
    nfm_reply: { name: script, body: script, response_json: JSON.stringify({ [script]: script }) },
  },
  order: {
    catalog_id: script,
    text: script,
    product_items: [{ product_retailer_id: script, quantity: 1, item_price: 1, currency: script }],
  },
  system: { type: 'customer_identity_changed', body: script },
  unsupported: { type: script },
  hologram: { [script]: script },
  referral: { body: script, headline: script, source_url: scriptUrl, image_url: scriptUrl },
}

/** Returns the provider's type for a kind of content. Some kinds have a different name here. */
const typeOf = (name: string) => (name === 'list' || name === 'form' ? 'interactive' : name)

/**
 * Sends text messages and messages of every other type from customers whose names are scripts, each in a separate chat. Returns the chats.
 */
async function writeScripts(tenant: TenantFixture): Promise<string[]> {
  const id = await defaultNumber(tenant)
  const texts = [script, `${scriptUrl} https://x.example.com/"onmouseover="hit() *${script}* \`${script}\``]
  const messages: object[] = [
    ...texts.map((text) => ({ text })),
    ...Object.entries(contents).map(([name, content]) => ({ type: typeOf(name), content })),
  ]
  await eachOf(messages.length, 4, async (i) => {
    const from = phoneOf(870_000 + i)
    const message = { from, name: script.slice(0, 100), ...messages[i] }
    await tenant.ok('POST /v1/numbers/{id}/simulate', { id, message })
  })
  const listed = () => tenant.ok<{ id: string }[]>('GET /v1/chats', { size: 200 })
  const found = await until(async () => ((await listed()).length >= messages.length ? listed() : undefined), {
    timeoutMs: 120_000,
    describe: 'the chats of all customers',
  })
  return found.map((chat) => chat.id)
}

/** Puts the longest script that fits into each text field of an input. Returns undefined if no text field can contain a script. */
async function withScripts({ operation }: RestOperation, input: Input): Promise<Input | undefined> {
  const places: number[] = []
  await mapTexts(input, async (text) => (places.push(places.length), text))
  let filled = input
  for (const place of places) {
    for (const given of [...scripts, scriptUrl]) {
      let at = 0
      const put = async (text: string) => (at++ === place && prefixOf(text) === undefined ? given : text)
      const tried = (await mapTexts(filled, put)) as Input
      if (!operation.input.safeParse(tried).success) continue
      filled = tried
      break
    }
  }
  return JSON.stringify(filled) === JSON.stringify(input) ? undefined : filled
}

type Planted = { operations: string[]; chats: string[] }

/** Creates and changes every kind of object that contains text in a workspace, with scripts as the text. */
export async function plantScripts(tenant: TenantFixture): Promise<Planted> {
  const chats = await writeScripts(tenant)
  const operations: string[] = []
  for (const placed of restOperations.filter(({ rest }) => /^(POST|PATCH|PUT) /.test(rest))) {
    if ((await withScripts(placed, placed.operation.example.input as Input)) === undefined) continue
    const input = await withScripts(placed, await preparedInput(tenant, placed))
    if (input !== undefined && (await tenant.call(placed.rest, input)).status < 300) operations.push(placed.rest)
  }
  return { operations, chats }
}
