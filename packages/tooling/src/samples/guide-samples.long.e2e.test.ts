import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SampleLanguage } from '@posthorn/docs-site'
import { type SimulatorProcess, startSimulatorProcess, until } from '@posthorn/testkit'
import { type Credentials, control, RunningSystem } from '@posthorn/testkit/system'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { guideRunners, isInstalled, runSample } from './runners.ts'
import { shownRequests, withIds, writtenIn } from './shown-requests.fixture.ts'

let system: RunningSystem
/** Simulates the Cloud API for the guide that connects a real number. */
let provider: SimulatorProcess
const folder = mkdtempSync(join(tmpdir(), 'posthorn-guides-'))
beforeAll(async () => {
  provider = await startSimulatorProcess()
  system = await RunningSystem.start({ split: false, env: { CLOUD_API_URL: provider.url } })
})
afterAll(async () => {
  await system.remove()
  await provider.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs last, because the other requests need the person. */
const erasesPerson = ({ name }: { name: string }) => name === 'erase-a-person.md'
const chosen = shownRequests.toSorted((a, b) => Number(erasesPerson(a)) - Number(erasesPerson(b)))
const languages = (['shell', 'node', 'python', 'php', 'ruby', 'go'] as const).filter((language) =>
  isInstalled(guideRunners[language]),
)

/** Makes samples that only print the response fail if the response is an error. SDK samples already do. */
const failing: Partial<Record<SampleLanguage, (code: string) => string>> = {
  shell: (code) => `curl() { command curl --fail --silent --show-error "$@"; }\n${code}`,
  php: (code) =>
    `${code}\nif (curl_getinfo($request, CURLINFO_HTTP_CODE) >= 300) { fwrite(STDERR, 'refused'); exit(1); }\n`,
  ruby: (code) => `${code}\nabort response.body if response.code.to_i >= 300\n`,
  go: (code) =>
    code.replace(
      '\tfmt.Println(',
      '\tif response.StatusCode >= 300 {\n\t\tlog.Fatal(string(text))\n\t}\n\tfmt.Println(',
    ),
}

it.each(languages)('every request of the guides in %s is accepted by a running system', async (language) => {
  const { key, ids } = await prepareWorkspace(language)
  const credentials = await control<Credentials>(provider.url, '/numbers', { name: language })
  const failures: string[] = []
  for (const [at, { name, code }] of chosen.entries()) {
    // Compiling takes seconds, so only some of the Go samples run.
    if (language === 'go' && at % 10 > 0 && name !== 'going-live.md' && !erasesPerson({ name })) continue
    const place = join(folder, `${language}-${at}`)
    mkdirSync(place)
    writeFileSync(join(place, 'price-list.pdf'), '%PDF-1.4 prices\n')
    writeFileSync(join(place, 'contacts.csv'), 'phone,name\n+4915112345678,Ada\n')
    const written = writtenIn(language, withCredentials(withTimesAhead(withIds(code, ids)), credentials))
    const env = { URL: system.url, KEY: key }
    const failure = await runSample(guideRunners[language], failing[language]?.(written) ?? written, place, env)
    if (failure !== undefined) failures.push(`${name}: ${written}\n${failure}`)
  }
  expect(failures).toEqual([])
})

/** The API refuses to schedule for the times that the guides show once they have passed. */
const withTimesAhead = (code: string) =>
  code.replaceAll(
    /"(deliverAt|until)": "[\d-]+T/g,
    `"$1": "${new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)}T`,
  )

function withCredentials(
  code: string,
  { phoneNumberId, businessAccountId, accessToken, appSecret }: Credentials,
): string {
  return code
    .replace('106540352242922', phoneNumberId)
    .replace('102290129340398', businessAccountId)
    .replace('EAAG…', accessToken)
    .replace('0f3c…', appSecret)
}

type Made = { id: string }

/** Creates a workspace with the objects that the guides' ids refer to. */
async function prepareWorkspace(name: string): Promise<{ key: string; ids: Record<string, string> }> {
  const workspace = await system.posthorn<Made>('operator', 'workspace', 'create', name)
  const created = ['operator', 'key', 'create', '--workspace', workspace.id, '--name', name]
  created.push('--scopes', 'read,send,manage,erase')
  const { key } = await system.posthorn<{ key: string }>(...created)
  const make = async (path: string, body: unknown) => (await system.ok<Made>('POST', path, { key, body })).id
  const first = async (path: string) => (await system.ok<Made[]>('GET', path, { key }))[0]?.id ?? ''
  const num = await make('/v1/numbers', { name, provider: 'simulator' })
  await until(async () => (await system.call('GET', `/v1/numbers/${num}/queue`, { key })).status === 200)
  const phone = '+4915112345678'
  await make(`/v1/numbers/${num}/simulate`, { message: { from: phone, type: 'text', text: 'Hi' } })
  const paths = { chat: '/v1/chats', msg: '/v1/messages?direction=in', con: '/v1/contacts' }
  await until(async () => (await first(paths.msg)) !== '' && (await first(paths.con)) !== '')
  const grp = await make('/v1/groups', { number: num, name, participants: [phone] })
  const isActive = async () =>
    (await system.ok<{ status: string }>('GET', `/v1/groups/${grp}`, { key })).status === 'active'
  await until(isActive, { describe: 'the group to be active' })
  const chn = await make('/v1/channels', { number: num, name })
  await system.ok('POST', `/v1/channels/${chn}/subscribers`, { key, body: { phones: [phone] } })
  const content = Buffer.from('%PDF-1.4 prices\n').toString('base64')
  const member = ['--workspace', workspace.id, '--name', 'Grace', '--email', 'grace@shop.example.com']
  const ids = {
    num,
    mem: (await system.posthorn<Made>('operator', 'member', 'add', ...member)).id,
    grp,
    chn,
    chat: await first(paths.chat),
    msg: await first(paths.msg),
    con: await first(paths.con),
    pst: await make('/v1/posts', { channel: chn, message: 'News' }),
    seg: await make('/v1/segments', { name, filter: { tag: 'vip' } }),
    whk: await make('/v1/webhooks', { url: 'https://shop.example.com/hooks', events: ['message:in'] }),
    file: await make('/v1/files', { content, filename: 'prices.pdf' }),
  }
  return { key, ids }
}
