import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { exampleWebhook, messaging } from '@posthorn/contracts'
import { type Receiver, startReceiver, until } from '@posthorn/testkit'
import { closeBrowser, openWatchedPage, type WatchedPage } from '@posthorn/testkit/browser'
import { RunningSystem, repositoryRoot } from '@posthorn/testkit/system'

type Language = {
  name: string
  /** The client's name on the page. `marker` is a string that only its samples contain. */
  client: string
  marker: string
  /** Command that succeeds if the tool is installed. */
  check: readonly string[]
  file: string
  /** Turns a fragment into a runnable program. */
  complete?: (code: string) => string
  command: (file: string) => readonly string[]
}

const languages: readonly Language[] = [
  {
    name: 'Shell',
    client: 'Curl',
    marker: 'curl http',
    check: ['curl', '--version'],
    file: 'sample.sh',
    command: (file) => ['bash', file],
  },
  {
    name: 'Node.js',
    client: 'Fetch',
    marker: 'fetch(',
    check: [process.execPath, '--version'],
    file: 'sample.mjs',
    command: (file) => [process.execPath, file],
  },
  {
    name: 'Python',
    client: 'Requests',
    marker: 'requests.post(',
    check: ['/usr/bin/python3', '-c', 'import requests'],
    file: 'sample.py',
    // The page shows only the call.
    complete: (code) => (code.includes('import requests') ? code : `import requests\n${code}`),
    command: (file) => ['/usr/bin/python3', file],
  },
  {
    name: 'PHP',
    client: 'cURL',
    marker: 'curl_init(',
    check: ['php', '-r', 'curl_init();'],
    file: 'sample.php',
    complete: (code) => (code.includes('<?php') ? code : `<?php\n${code}`),
    command: (file) => ['php', file],
  },
  {
    name: 'Ruby',
    client: 'net::http',
    marker: 'Net::HTTP',
    check: ['ruby', '--version'],
    file: 'sample.rb',
    command: (file) => ['ruby', file],
  },
  {
    name: 'Go',
    client: 'NewRequest',
    marker: 'http.NewRequest',
    check: ['go', 'version'],
    file: 'sample.go',
    command: (file) => ['go', 'run', file],
  },
]

// `pnpm try:walk`: goes from /docs to a received webhook in every installed language, using only the page's samples, a URL, a key and a
// phone number. Writes the seconds to the docs. Language names as arguments limit it to those languages, and then it writes nothing.
type Step = 'samples read' | 'webhook created' | 'message sent' | 'event received'
type Walked = { language: Language; seconds: Record<Step, number> }
type WalkedSystem = { system: RunningSystem; receiver: Receiver; folder: string }

const run = promisify(execFile)
const patienceMs = 180_000
const subscribing: DocumentedOperation = {
  search: 'create a webhook',
  line: 'POST /v1/webhooks',
  anchor: 'tag/webhooks/POST/v1/webhooks',
}
const sending: DocumentedOperation = {
  search: 'send a message',
  line: 'POST /v1/messages',
  anchor: 'tag/messages/POST/v1/messages',
}
const { phone: examplePhone, reference: exampleReference } = messaging.messages.send.example.input

/** Runs a sample after replacing the example's values with the reader's. */
async function runSample({ folder, system }: WalkedSystem, language: Language, [code, replacements]: [string, object]) {
  const own = { YOUR_SECRET_TOKEN: system.account.key, ...replacements }
  const filled = Object.entries(own).reduce((text, [from, to]) => text.replaceAll(from, String(to)), code)
  const file = join(folder, language.file)
  writeFileSync(file, language.complete?.(filled) ?? filled)
  const [command = '', ...args] = language.command(file)
  await run(command, args, { cwd: folder, timeout: patienceMs })
}

/** Goes from the docs to a received event in one language. Measures when each step was done. */
async function walk(place: WalkedSystem, language: Language): Promise<Walked> {
  const { system, receiver } = place
  const phone = `+49151${String(Date.now()).slice(-8)}`
  const begun = performance.now()
  const passed = () => Number(((performance.now() - begun) / 1_000).toFixed(1))
  await using watched = await openWatchedPage(system.url)
  const { page } = watched
  page.setDefaultTimeout(patienceMs)
  await page.goto('/docs')
  const samples = [await sampleOf(page, sending, language), await sampleOf(page, subscribing, language)] as const
  const read = passed()
  await runSample(place, language, [samples[1], { [exampleWebhook.url]: `${receiver.url}/${phone.slice(1)}` }])
  const created = passed()
  const values = { [String(examplePhone)]: phone, [String(exampleReference)]: `walk-${phone.slice(1)}` }
  await runSample(place, language, [samples[0], values])
  const sent = passed()
  const isOurs = (json: unknown) => (json as { data?: { phone?: string } }).data?.phone === phone
  await until(() => receiver.requests.some(({ path, json }) => path.includes(phone.slice(1)) && isOurs(json)), {
    timeoutMs: patienceMs,
    describe: `an event of the message in ${language.name}`,
  })
  return {
    language,
    seconds: { 'samples read': read, 'webhook created': created, 'message sent': sent, 'event received': passed() },
  }
}

/** Returns the page of the docs: how many seconds each language's example took, step by step. */
function pageOf(walked: readonly Walked[]): string {
  const date = new Date().toISOString().slice(0, 10)
  const rows = walked.map(
    ({ language: { name, client }, seconds }) => `| ${name} | ${client} | ${Object.values(seconds).join(' | ')} |`,
  )
  return `# From the documentation to a received event

<!-- Generated by \`pnpm try:walk\`: run it, do not edit this page. -->

A program opens \`/docs\` in a browser, finds two operations with the search, chooses a language, and runs the samples on the page. It replaces
the example's address, key and phone number with its own. Times are in seconds since the page was requested, measured on ${date}. Browser, system, Postgres, NATS and
receiver shared ${availableParallelism()} cores of one machine, with a load average of ${loadavg()[0]?.toFixed(1)} at the end. A person needs longer to read.

| Language | Client | Samples read | Webhook created | Message sent | Event received |
| --- | --- | --- | --- | --- | --- |
${rows.join('\n')}
`
}

/** Walks with each language whose tools this machine has. Only a walk through all languages rewrites the page of the docs. */
async function main(): Promise<void> {
  const asked = process.argv.slice(2)
  const isHere = ({ check: [command = '', ...args] }: Language) => spawnSync(command, args).status === 0
  const chosen = languages.filter((each) => (asked.length === 0 || asked.includes(each.name)) && isHere(each))
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-walk-'))
  await using receiver = await startReceiver()
  const system = await RunningSystem.start({ split: false })
  const walked: Walked[] = []
  try {
    for (const language of chosen) {
      const done = await walk({ system, receiver, folder }, language)
      console.log(language.name, JSON.stringify(done.seconds))
      walked.push(done)
    }
  } finally {
    await closeBrowser()
    await system.remove()
    rmSync(folder, { recursive: true, force: true })
  }
  if (asked.length === 0) writeFileSync(join(repositoryRoot, 'apps/docs/walk.md'), pageOf(walked))
}

await main()

/** An operation in the docs: what a reader searches for, the line of the result, and the anchor that it leads to. */
type DocumentedOperation = { search: string; line: string; anchor: string }

/**
 * Returns an operation's sample in the given language, as shown on the page. Finds the operation through the search and selects the client
 * from the list.
 */
async function sampleOf(
  page: WatchedPage['page'],
  { search, line, anchor }: DocumentedOperation,
  language: Language,
): Promise<string> {
  await page.getByRole('button', { name: 'Search' }).first().click()
  await page.getByRole('combobox', { name: 'Search' }).fill(search)
  await page.getByRole('option').filter({ hasText: line }).first().click()
  await page.waitForURL((url) => url.hash === `#${anchor}`)
  const section = page.locator(`section[id$="/${anchor}"]`)
  const code = section.locator('pre').filter({ hasText: language.marker }).first()
  await section
    .getByRole('button', { name: /^(Shell|JavaScript|JS|Node\.js|Python|PHP|Ruby|Go) / })
    .first()
    .click()
  await page.getByRole('option', { name: language.client, exact: true }).first().click()
  await code.waitFor()
  return code.innerText()
}
