import { until } from '@posthorn/testkit'
import { openPatiently, type WatchedPage, wide } from '@posthorn/testkit/browser'
import { eachOf, phoneOf } from '@posthorn/testkit/system'
import { enter, isShown, type Page, screensOf, signUp } from '../dashboard/members.ts'
import { all, type Outcome, type ProofFixture } from '../proof.ts'
import { defaultNumber, preparedInput } from '../scenarios/contract/preparations.ts'
import { type Input, type RestOperation, restOperations } from '../scenarios/contract/requests.ts'
import { mapTexts, prefixOf, TenantFixture } from '../scenarios/contract/tenant.fixture.ts'

/** Strings that run code or add elements when rendered as markup. A field gets the first one, or a shorter one if the first doesn't fit. */
const scripts = [
  `"'><img src=x data-injected onerror=hit()><svg data-injected onload=hit()><script data-injected>hit()</script>{{hit()}}`,
  '"><img src data-injected onerror=hit()>',
  '<b data-injected>',
]
const script: string = scripts[0] ?? ''
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

/** Returns the provider's type for a kind of content. Our names for some kinds differ. */
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
    for (const candidate of [...scripts, scriptUrl]) {
      let at = 0
      // A text with the prefix of an id refers to an object, so it is kept.
      const put = async (text: string) => (at++ === place && prefixOf(text) === undefined ? candidate : text)
      const tried = (await mapTexts(filled, put)) as Input
      if (!operation.input.safeParse(tried).success) continue
      filled = tried
      break
    }
  }
  return JSON.stringify(filled) === JSON.stringify(input) ? undefined : filled
}

/** Creates and changes every kind of object that contains text in a workspace, with scripts as the text. */
async function plantScripts(tenant: TenantFixture): Promise<{ operations: string[]; chats: string[] }> {
  const chats = await writeScripts(tenant)
  const operations: string[] = []
  for (const placed of restOperations.filter(({ rest }) => /^(POST|PATCH|PUT) /.test(rest))) {
    // Preparing an input creates the objects that it refers to, so operations without texts are skipped first.
    if ((await withScripts(placed, placed.operation.example.input as Input)) === undefined) continue
    const input = await withScripts(placed, await preparedInput(tenant, placed))
    if (input !== undefined && (await tenant.call(placed.rest, input)).status < 300) operations.push(placed.rest)
  }
  return { operations, chats }
}

/** Opens a page that notices scripts: each calls `hit`, and a dialog counts too. */
async function openTrap({ system }: TenantFixture): Promise<{ watched: WatchedPage; page: Page; hits: string[] }> {
  const watched = await openPatiently(system, wide)
  const { page } = watched
  const hits: string[] = []
  await page.exposeFunction('hit', () => hits.push(page.url()))
  page.on('dialog', (dialog) => {
    hits.push(`${page.url()} ${dialog.message()}`)
    void dialog.dismiss()
  })
  return { watched, page, hits }
}

type Look = { injected: number; links: number; shows: boolean }

/** Reports a string's effect on the page: elements it added, script URLs, and whether the screen shows it as text. */
const look = async (page: Page): Promise<Look> =>
  (await page.evaluate(`(() => {
    const addresses = [...document.querySelectorAll('[href], [src], [action], [formaction], [srcdoc]')].flatMap((element) =>
      ['href', 'src', 'action', 'formaction', 'srcdoc'].map((name) => element.getAttribute(name) ?? ''))
    const main = document.querySelector('main')
    const fields = [...main?.querySelectorAll('input, textarea') ?? []].map(({ value }) => value)
    return {
      injected: document.querySelectorAll('[data-injected]').length,
      links: addresses.filter((address) => /^\\s*(javascript|vbscript|data:text)/i.test(address)).length,
      shows: [main?.innerText ?? '', ...fields].some((text) => text.includes('data-injected')),
    }
  })()`)) as Look

/** List operations whose items have their own page, and the path of that page. The proof visits some items from each list. */
const details: [list: RestOperation['rest'], path: string][] = [
  ['GET /v1/contacts', 'contacts/'],
  ['GET /v1/messages', 'developer/messages/'],
  ['GET /v1/webhooks', 'developer/webhooks/'],
  ['GET /v1/events', 'developer/events/'],
  ['GET /v1/keys', 'developer/keys/'],
  ['GET /v1/channels', 'broadcasts/'],
  ['GET /v1/segments', 'segments/'],
  ['GET /v1/imports', 'imports/'],
  ['GET /v1/groups', 'groups/'],
]
const detailsOfEach = 3

/**
 * Returns the paths of all screens, of searches for a script, of these chats, and of a few objects of each list. Visiting all objects would
 * take too long, so those with scripts come first.
 */
async function addressesOf(tenant: TenantFixture, chats: readonly string[]): Promise<string[]> {
  const number = await defaultNumber(tenant)
  const found = details.map(async ([list, path]) => {
    const items = await tenant.ok<{ id: string; name?: string }[]>(list, {})
    const planted = items.toSorted((a, b) => Number(hasScript(b)) - Number(hasScript(a)))
    return planted.slice(0, detailsOfEach).map(({ id }) => `${path}${id}`)
  })
  const query = encodeURIComponent(script)
  return [
    ...screensOf({ account: { ...tenant.system.account, number } }),
    ...(await Promise.all(found)).flat(),
    `contacts?q=${query}`,
    `inbox/all?q=${query}`,
    ...chats.map((chat) => `inbox/all/${chat}`),
  ]
}

/** Returns whether an item contains the injected script. Items that do are opened first. */
const hasScript = (item: unknown) => JSON.stringify(item).includes('data-injected')

/** M6: scripts in all text that a workspace and its customers write, on every screen. */
export async function scriptsOnScreens(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  const tenant = await TenantFixture.create(system, script.slice(0, 60), 'http://127.0.0.1:9')
  const { operations, chats } = await plantScripts(tenant)
  const trap = await openTrap(tenant)
  await using watched = trap.watched
  const { page, hits } = trap
  await enter(page, (await signUp(system, tenant.workspace)).email)
  await page.locator('[data-rows]').waitFor()
  const addresses = await addressesOf(tenant, chats)
  const looks: Look[] = []
  const marked: string[] = []
  for (const address of addresses) {
    await page.goto(`/app/${tenant.workspace}/${address}`)
    await (address.startsWith('inbox/') ? page.locator('[data-rows]').waitFor() : isShown(page))
    if (address.startsWith('inbox/all/')) await page.getByRole('article').first().waitFor()
    const seen = await look(page)
    looks.push(seen)
    if (seen.injected + seen.links > 0) marked.push(address)
  }
  const shown = looks.filter(({ shows }) => shows).length
  const { consoleErrors, strayRequests } = watched
  const measured = `scripts taken by ${operations.length} operations and written in ${chats.length} chats; ${addresses.length} addresses, ${shown} of which show them as texts: ${hits.length} ran, ${marked.length} added elements or links, ${strayRequests.length} requests elsewhere, ${consoleErrors.length} errors`
  return all(measured, {
    [`none runs (${hits[0]})`]: hits.length === 0,
    [`none adds an element or a link (${marked[0]})`]: marked.length === 0,
    [`no other host is asked (${strayRequests[0]})`]: strayRequests.length === 0,
    [`the policy has nothing to refuse (${consoleErrors[0]})`]: consoleErrors.length === 0,
    'they are everywhere': operations.length >= 30 && shown >= addresses.length / 2,
  })
}

/** M6-twin: a page that renders a customer's text as markup. */
export async function textAsMarkup(fixture: ProofFixture): Promise<Outcome> {
  const tenant = await TenantFixture.create(await fixture.system(), 'Markup', 'http://127.0.0.1:9')
  const trap = await openTrap(tenant)
  await using watched = trap.watched
  await trap.page.goto('/app/sign-in')
  await isShown(trap.page)
  await trap.page.evaluate(
    `document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(`<p class="${script}"></p><a href="javascript:hit()">x</a>`)})`,
  )
  await until(() => watched.consoleErrors.length > 0, { describe: 'the policy to refuse a script' })
  const { injected, links } = await look(trap.page)
  return all(`${injected} elements, ${links} links, refused by the policy: ${watched.consoleErrors.length}`, {
    'M6 would see it': injected > 0 && links > 0,
  })
}

const elsewhere = [
  'https://evil.example.com/',
  '//evil.example.com/',
  '/\\evil.example.com/',
  '/\t/evil.example.com/',
  '\\\\evil.example.com',
  'javascript:hit()',
  '/app/javascript:hit()',
  'data:text/html,<script>hit()</script>',
  '/%2f%2fevil.example.com/',
]

/** M7: sign-in links that try to lead elsewhere. */
export async function signInLeadsNowhere(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  const tenant = await TenantFixture.create(system, 'Links', 'http://127.0.0.1:9')
  const { email } = await signUp(system, tenant.workspace)
  const ends: string[] = []
  const hits: string[] = []
  for (const next of elsewhere) {
    const trap = await openTrap(tenant)
    await using watched = trap.watched
    await enter(trap.page, email, next)
    await trap.page.waitForURL((url) => !url.pathname.endsWith('/sign-in'))
    hits.push(...trap.hits, ...watched.strayRequests)
    const { origin } = new URL(trap.page.url())
    if (origin !== new URL(system.url).origin) ends.push(`${next} → ${trap.page.url()}`)
  }
  return all(`${elsewhere.length} links: ${ends.length} lead elsewhere, ${hits.length} ran or asked another host`, {
    [`each stays here (${ends[0]})`]: ends.length === 0,
    [`nothing runs or is asked (${hits[0]})`]: hits.length === 0,
  })
}
