import { randomInt } from 'node:crypto'
import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { type PreparedVerb, type Vault, type VerbContext, violatedConstraint } from '@posthorn/chassis'
import {
  Fault,
  fail,
  failField,
  fieldProblem,
  newId,
  type OutputOf,
  publicKinds,
  type webhooks,
} from '@posthorn/contracts'
import type { ExchangeError, VettedFetcher } from '@posthorn/http'
import type { WebhooksRuntime } from '../config.ts'
import { type AttemptResult, classifyStatus, post } from '../delivery/attempt.ts'
import { createSecrets, headerPurpose, type SealedSecrets } from '../delivery/signing.ts'
import { Endpoint, type EndpointRow, Webhook, type WebhookRow, WebhookSecret } from '../entities/webhook.ts'
import { buildSample } from '../eventlog/samples.ts'
import { formatNames, formatOf } from '../formats/formats.ts'

export type WebhookWithEndpoints = { row: WebhookRow; endpoints: EndpointRow[] }

/** Returns a webhook that the caller may see, with its endpoints in no order, or throws `webhook:not_found`. */
export async function findWebhook(
  em: EntityManager,
  id: string,
  lock: { lockMode?: LockMode } = {},
): Promise<WebhookWithEndpoints> {
  const row = (await em.findOne(Webhook, { id }, lock)) ?? fail('webhook:not_found')
  return { row, endpoints: await em.find(Endpoint, { webhookId: id }) }
}

/** Finds a webhook like `findWebhook`, and locks it, so that changes of one webhook run one at a time. */
export const takeWebhook = (em: EntityManager, id: string): Promise<WebhookWithEndpoints> =>
  findWebhook(em, id, { lockMode: LockMode.PESSIMISTIC_WRITE })

/** Returns a webhook in its API representation. Reads it again, because statements may have bypassed the EntityManager. */
export async function showWebhook(em: EntityManager, id: string) {
  em.clear()
  const { row, endpoints } = await findWebhook(em, id)
  return presentWebhook(row, endpoints, new Date())
}

/** Returns a webhook in its API representation, without secrets. `now` distinguishes an open breaker from a half-open one. */
export function presentWebhook(
  row: WebhookRow,
  endpoints: EndpointRow[],
  now: Date,
): OutputOf<typeof webhooks.webhooks.get> {
  const sorted = endpoints.toSorted((a, b) => a.position - b.position)
  const urls = sorted.map((endpoint) => endpoint.url)
  return {
    id: row.id as OutputOf<typeof webhooks.webhooks.get>['id'],
    name: row.name ?? null,
    url: urls[0] ?? '',
    urls,
    endpoints: sorted.map((endpoint) => presentEndpoint(endpoint, now)),
    events: row.events,
    number: row.numberId ?? null,
    secretHeader: row.secretHeaderName ? { name: row.secretHeaderName } : null,
    ratePerSecond: row.ratePerSecond ?? null,
    format: row.format,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

function presentEndpoint(row: EndpointRow, now: Date): OutputOf<typeof webhooks.webhooks.get>['endpoints'][number] {
  const until = row.breakerUntil ?? null
  return {
    id: row.id,
    url: row.url,
    status: row.status,
    failingSince: row.failingSince?.toISOString() ?? null,
    lastSuccessAt: row.lastSuccessAt?.toISOString() ?? null,
    breaker: {
      status: until === null ? 'closed' : until > now ? 'open' : 'half_open',
      until: until?.toISOString() ?? null,
    },
  }
}

type UrlFields = { url?: string | undefined; urls?: string[] | undefined }

/** Returns an input's URLs, in order and without duplicates. Empty if it has none. */
export const listUrls = ({ url, urls }: UrlFields): string[] => [...new Set(urls ?? (url === undefined ? [] : [url]))]

/**
 * Throws `url:not_allowed`, with the URL's path in the input, if a URL may not be called. Each attempt checks again: this only tells the
 * caller early.
 */
export async function vetUrls(fetcher: VettedFetcher, input: UrlFields): Promise<void> {
  await Promise.all(
    (input.urls ?? [input.url]).map(async (url, i) => {
      if (url !== undefined) await vetUrl(fetcher, url, input.urls ? `urls.${i}` : 'url')
    }),
  )
}

/** Throws if one URL may not be called, with its path. The message of a field has no period at its end, unlike that of a fault. */
async function vetUrl(fetcher: VettedFetcher, url: string, path: string): Promise<void> {
  try {
    await fetcher.vet(url)
  } catch (err) {
    if (!(err instanceof Fault)) throw err
    fail(err.code, { errors: [{ path, code: err.code, message: err.message.replace(/\.$/, '') }] })
  }
}

type Verified = UrlFields & { format: string; verifyToken?: string | undefined }

const challengeTimeoutMs = 10_000

/**
 * With a token, sends all receivers the verification request of the API that the format comes from: a receiver made for that API expects it
 * before any event. Throws for the first receiver that does not answer it, with the URL's path in the input, or if the API has no such request.
 */
export async function verifyUrls(fetcher: VettedFetcher, { format, verifyToken, ...input }: Verified): Promise<void> {
  if (verifyToken === undefined) return
  const { challenge = () => failField('verifyToken', `is not allowed with format ${format}`) } = formatOf(format)
  // Ten digits, like the provider's.
  const asked = challenge(verifyToken, String(randomInt(1_000_000_000, 2_000_000_000)))
  // At once: one after another, they could take longer than the gateway waits, and the webhook would exist although it answered with an error.
  await Promise.all(
    listUrls(input).map((receiverUrl) => {
      // The list has each URL once.
      const place = input.urls ? `urls.${input.urls.indexOf(receiverUrl)}` : 'url'
      return verifyUrl(fetcher, { receiverUrl, place, ...asked })
    }),
  )
}

type Asked = { receiverUrl: string; place: string; query: Record<string, string>; answer: string }

/** Throws if a receiver does not answer the verification request. `place`: the URL's path in the input. */
async function verifyUrl(fetcher: VettedFetcher, { receiverUrl, place, query, answer }: Asked): Promise<void> {
  const url = new URL(receiverUrl)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const sent = { url: url.toString(), method: 'GET' as const, headers: {}, timeoutMs: challengeTimeoutMs }
  const failure = 'does not answer the verification request'
  const { status, body } = await fetcher
    .request(sent)
    .catch(({ reason, message }: ExchangeError) => failField(place, `${failure} (${reason}: ${message})`))
  if (status !== 200) failField(place, `${failure} with 200, but with ${status}; is the verifyToken right?`)
  if (body.toString('utf8').trim() !== answer) failField(place, `${failure} with its challenge as the only text`)
}

/** Returns the columns of a webhook's secret header, with the value encrypted. Null removes the header. */
export function sealSecretHeader(
  header: { name: string; value: string } | null,
  webhookId: string,
  vault: Vault,
): Pick<WebhookRow, 'secretHeaderName' | 'secretHeaderValue'> {
  return {
    secretHeaderName: header?.name ?? null,
    secretHeaderValue: header ? vault.seal(header.value, headerPurpose(webhookId)) : null,
  }
}

/** Throws if the format is unknown or lacks one of the event names. */
export function checkFormat(format: string, events: readonly string[]): void {
  if (!formatNames.includes(format)) failField('format', `must be ${formatNames.join(' or ')}`)
  const { kindsOf, unknownName } = formatOf(format)
  const errors = events.flatMap((name, i) =>
    kindsOf(name) === undefined ? [fieldProblem(`events.${i}`, unknownName)] : [],
  )
  if (errors.length > 0) fail('request:invalid', { errors })
}

/**
 * Returns a webhook's subscription as text, unique together with the URL, so that a repeated creation does not send everything twice. Leaves out
 * the names if the format allows a URL only one webhook.
 */
export function formatSubscription({ format, events, numberId }: Pick<WebhookRow, 'events' | 'numberId' | 'format'>) {
  const names = formatOf(format).onePerUrl ? [] : [...new Set(events)].sort()
  return [format, ...names, ...(numberId ? [numberId] : [])].join(' ')
}

/** Flushes changes. Throws `webhook:duplicate` if another webhook has the same URL and subscription. */
export async function flushUnique(em: EntityManager): Promise<void> {
  try {
    await em.flush()
  } catch (err) {
    if (violatedConstraint(err) === 'endpoint_subscription') fail('webhook:duplicate', { cause: err })
    throw err
  }
}

/** Changes that bring a webhook's endpoints in line with the requested URLs. */
type EndpointChanges<E> = {
  /** Endpoints to keep, with URL and position. `isMoved`: the endpoint gets a new URL. */
  kept: { endpoint: E; url: string; position: number; isMoved: boolean }[]
  added: { url: string; position: number }[]
  removed: E[]
}

/**
 * Matches endpoints to requested URLs. An endpoint whose URL is still requested keeps it. Other endpoints take over new URLs, so that
 * waiting deliveries follow a changed URL. URLs left over get new endpoints, and endpoints left over are removed.
 */
export function matchEndpoints<E extends { url: string; position: number }>(
  endpoints: E[],
  urls: string[],
): EndpointChanges<E> {
  const free = endpoints.filter((endpoint) => !urls.includes(endpoint.url)).toSorted((a, b) => a.position - b.position)
  const result: EndpointChanges<E> = { kept: [], added: [], removed: [] }
  for (const [position, url] of urls.entries()) {
    const same = endpoints.find((endpoint) => endpoint.url === url)
    const endpoint = same ?? free.shift()
    if (endpoint) result.kept.push({ endpoint, url, position, isMoved: !same })
    else result.added.push({ url, position })
  }
  result.removed = free
  return result
}

type TestResults = OutputOf<typeof webhooks.webhooks.test>

/** Posts a sample to all URLs at once and returns the responses. Stores nothing. In `prepare`, so that no transaction waits for receivers. */
export const test: PreparedVerb<typeof webhooks.webhooks.test, WebhooksRuntime, TestResults> = {
  async prepare({ ctx, input }) {
    const webhook = await findWebhook(ctx.em, input.id)
    const sample = sampleFor(ctx, webhook, input.event)
    const sealed = await findSecrets(ctx.em, webhook.row)
    const urls = webhook.endpoints.toSorted((a, b) => a.position - b.position).map(({ url }) => url)
    return Promise.all(
      urls.map(async (url) => presentResult(url, await postSample(ctx, webhook, { url, sealed, ...sample }))),
    )
  },
  run: async ({ prepared }) => prepared,
}

type Sample = { event: ReturnType<typeof buildSample>; names: readonly string[] }

/**
 * Returns a sample of the event that the caller named, in the webhook's format or as a kind, with the names to render it for. Throws if there
 * is no such event, for patterns such as `message:*`, which no single sample stands for, and if the webhook would get none of the samples.
 */
function sampleFor(ctx: VerbContext<WebhooksRuntime>, { row }: WebhookWithEndpoints, name: string): Sample {
  const { kindsOf, shows, unknownName: message } = formatOf(row.format)
  const named = kindsOf(name)
  const names = named === undefined ? row.events : [name]
  const kinds = name.endsWith('*') ? [] : (named ?? publicKinds.filter((kind) => kind === name))
  if (kinds.length === 0) fail('event:not_found', { errors: [{ path: 'event', code: 'event:not_found', message }] })
  const envelope = { id: newId('evt'), workspace: ctx.workspace, occurredAt: new Date().toISOString() }
  const samples = kinds.map((kind) => {
    const sample = buildSample(kind, envelope)
    // What the provider reports has the name of its field.
    return kind === 'number:reported' && kind !== name ? { ...sample, data: { ...sample.data, field: name } } : sample
  })
  const event = samples.find((sample) => shows?.(sample, names) ?? true)
  if (event) return { event, names }
  return failField('event', `has no sample that this webhook gets; its events are ${row.events.join(', ')}`)
}

/** Returns the webhook's encrypted values. A delivery is signed with every valid secret. */
async function findSecrets(em: EntityManager, row: WebhookRow): Promise<SealedSecrets> {
  const { id: webhookId, secretHeaderName: headerName = null, secretHeaderValue: headerValue = null } = row
  const live = { webhookId, $or: [{ expiresAt: null }, { expiresAt: { $gt: new Date() } }] }
  const rows = await em.find(WebhookSecret, live, { orderBy: { version: 'desc' } })
  return { webhookId, secrets: rows.map(({ sealed }) => sealed), headerName, headerValue }
}

/** Posts a sample exactly as a delivery would be posted. */
function postSample(
  ctx: VerbContext<WebhooksRuntime>,
  { row }: WebhookWithEndpoints,
  { url, event, names, sealed }: Sample & { url: string; sealed: SealedSecrets },
): Promise<AttemptResult> {
  const format = formatOf(row.format)
  return post(ctx.deps.fetcher, {
    url,
    eventId: event.id,
    readEntry: () => ({ payload: JSON.stringify(event), callback: null }),
    format,
    names,
    openSecrets: () => createSecrets(ctx.runtime.vault).open(sealed, format.signature.key),
    traceparent: ctx.call.traceparent ?? null,
    timeoutMs: ctx.config.DELIVERY_TIMEOUT_MS,
  })
}

function presentResult(url: string, { status, latencyMs, error, responseBody }: AttemptResult): TestResults[number] {
  return { url, delivered: classifyStatus(status) === 'succeeded', httpStatus: status, latencyMs, error, responseBody }
}
