import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { openApiDocument } from '@posthorn/contracts/openapi'
import { expect, it } from 'vitest'
import type { SearchEntry } from './search.ts'
import { createDocsSite } from './site.ts'

type Index = object
type Find = { createIndex(entries: SearchEntry[]): Index; find(index: Index, words: string): SearchEntry[] }

const folder = fileURLToPath(new URL('../../../apps/docs', import.meta.url))
const site = createDocsSite({ document: JSON.stringify(openApiDocument()), folder })
// Browsers load this file unchanged.
const { createIndex, find } = (await import(new URL('../assets/find.js', import.meta.url).href)) as Find

const read = async (path: string) => gunzipSync((await site(path))?.compressed ?? '').toString()
const linked = (text: string, name: string) =>
  new RegExp(`/docs/assets/${name}\\.[0-9a-f]+\\.js(on)?`).exec(text)?.[0] ?? ''

/** Loads the index as a browser does: the page names the script, which names the search, which names the index. */
async function loadIndex(): Promise<Index> {
  const script = await read(linked(await read('/docs'), 'docs'))
  const search = await read(linked(script, 'search'))
  return createIndex(JSON.parse(await read(linked(search, 'index'))) as SearchEntry[])
}

/** Search queries, each with the page that must be among the first five results. */
const words: Record<string, string> = {
  pagination: 'guides/lists#pagination',
  paging: 'guides/lists#pagination',
  cursor: 'guides/lists#pagination',
  filter: 'guides/lists#filters',
  include: 'guides/lists#include',
  error: 'guides/errors',
  auth: 'guides/keys-and-scopes#authenticate',
  authentication: 'guides/keys-and-scopes#authenticate',
  token: 'guides/keys-and-scopes#authenticate',
  'api key': 'POST/v1/keys',
  scope: 'guides/keys-and-scopes',
  permission: 'roles',
  sdk: 'guides/sdks',
  python: 'guides/sdks#python',
  javascript: 'guides/sdks#typescript',
  typescript: 'guides/sdks#typescript',
  php: 'guides/sdks#php',
  ruby: 'guides/sdks#php',
  go: 'guides/sdks#php',
  postman: 'guides/sdks#php',
  openapi: 'guides/sdks#php',
  curl: 'guides/first-message',
  cli: 'guides/command-line',
  'send message': 'POST/v1/messages',
  image: 'guides/media#send-an-image',
  photo: 'guides/media#send-an-image',
  document: 'guides/media#send-a-document',
  voice: 'guides/media',
  media: 'guides/media',
  upload: 'POST/v1/files',
  template: 'guides/templates',
  button: 'guides/interactive#buttons',
  interactive: 'guides/interactive',
  poll: 'guides/interactive#a-poll',
  'contact card': 'guides/locations-and-contacts#send-contact-cards',
  location: 'guides/locations-and-contacts',
  reaction: 'guides/text#react',
  schedule: 'guides/text#schedule',
  cancel: 'POST/v1/messages/{id}/cancel',
  delete: 'DELETE/v1',
  retry: 'guides/idempotency-and-retries',
  idempotency: 'guides/idempotency-and-retries',
  'rate limit': 'guides/limits',
  429: 'errors/rate:limited',
  status: 'statuses',
  read: 'POST/v1/messages/{id}/read',
  typing: 'POST/v1/chats/{id}/typing',
  webhook: 'POST/v1/webhooks',
  signature: 'guides/verification',
  hmac: 'guides/verification',
  websocket: 'GET/v1/events/stream',
  sse: 'GET/v1/events/stream',
  replay: 'replays',
  window: 'guides/receiving#the-24-hour-window',
  unsubscribe: 'guides/opt-in-and-opt-out',
  'opt out': 'guides/opt-in-and-opt-out',
  campaign: 'guides/broadcasts',
  broadcast: 'guides/broadcasts',
  segment: 'guides/contacts#save-a-segment',
  assign: 'guides/inbox#assign-a-chat',
  version: 'guides/versions',
  ci: 'guides/test-in-ci',
  bulk: 'guides/broadcasts',
  group: 'guides/groups',
  import: 'guides/contacts#import-a-file',
  csv: 'guides/contacts#import-a-file',
  gdpr: 'guides/erase-a-person',
  sandbox: 'guides/simulator',
  chatgpt: 'guides/assistants',
  mcp: 'guides/assistants',
  n8n: 'guides/n8n',
  docker: 'guides/operate',
  kubernetes: 'guides/deploy',
  backup: 'guides/back-up',
  upgrade: 'guides/upgrade',
  waha: 'guides/from-waha',
  'cloud api': 'guides/cloud-api',
}

it('the search of the documentation finds what people type', async () => {
  const index = await loadIndex()
  const missed = Object.entries(words).flatMap(([word, page]) => {
    const found = find(index, word)
      .slice(0, 5)
      .map(({ href }) => href)
    return found.some((href) => href.includes(page)) ? [] : [{ word, page, found }]
  })
  expect(missed).toEqual([])
})
