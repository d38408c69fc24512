import { randomInt } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import { type Vault, violatedConstraint } from '@posthorn/chassis'
import { Fault, fail, failField, fieldProblem } from '@posthorn/contracts'
import type { VettedFetcher } from '@posthorn/http'
import { headerPurpose } from '../delivery/sealing.ts'
import type { WebhookRow } from '../entities/webhook.ts'
import { formatNames, formatOf } from '../formats/formats.ts'

type UrlFields = { url?: string | undefined; urls?: string[] | undefined }

/** Lists the distinct urls of an input, in their order; empty when it names none. */
export function listUrls({ url, urls }: UrlFields): string[] {
  return [...new Set(urls ?? (url === undefined ? [] : [url]))]
}

/** Refuses with `url:not_allowed` and the path of the first url that may not be called. */
export async function vetUrls(fetcher: VettedFetcher, input: UrlFields): Promise<void> {
  await Promise.all(
    (input.urls ?? [input.url]).map(async (url, i) => {
      if (url !== undefined) await vetUrl(fetcher, url, input.urls ? `urls.${i}` : 'url')
    }),
  )
}

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

/** Has each receiver answer the question of the format, where a token is given; refuses with the path of the first url that does not. */
export async function verifyUrls(fetcher: VettedFetcher, { format, verifyToken, ...input }: Verified): Promise<void> {
  if (verifyToken === undefined) return
  const { challenge = () => failField('verifyToken', `is not allowed with format ${format}`) } = formatOf(format)
  const { query, answer } = challenge(verifyToken, String(randomInt(1_000_000_000, 2_000_000_000)))
  for (const [i, given] of listUrls(input).entries()) {
    const url = new URL(given)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const sent = { url: url.toString(), method: 'GET' as const, headers: {}, timeoutMs: challengeTimeoutMs }
    const { status, body } = await fetcher.request(sent).catch(() => ({ status: 0, body: Buffer.alloc(0) }))
    if (status !== 200 || body.toString('utf8').trim() !== answer)
      failField(input.urls ? `urls.${i}` : 'url', 'does not answer the verification request with this verifyToken')
  }
}

/** Returns the columns of a webhook's secret header, its value sealed; null removes it. */
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

/** Refuses a format that does not exist, and names of events that it does not have. */
export function checkFormat(format: string, events: readonly string[]): void {
  if (!formatNames.includes(format)) failField('format', `must be ${formatNames.join(' or ')}`)
  const { kindsOf, unknownName } = formatOf(format)
  const errors = events.flatMap((name, i) =>
    kindsOf(name) === undefined ? [fieldProblem(`events.${i}`, unknownName)] : [],
  )
  if (errors.length > 0) fail('request:invalid', { errors })
}

/** Returns the subscription of a webhook as one text: with the url it may exist once in a workspace. */
export function formatSubscription({ format, events, numberId }: Pick<WebhookRow, 'events' | 'numberId' | 'format'>) {
  const names = formatOf(format).onePerUrl ? [] : [...new Set(events)].sort()
  return [format, ...names, ...(numberId ? [numberId] : [])].join(' ')
}

/** Flushes the changes; refuses with `webhook:duplicate` when another webhook has the same url and events. */
export async function flushUnique(em: EntityManager): Promise<void> {
  try {
    await em.flush()
  } catch (err) {
    if (violatedConstraint(err) === 'endpoint_subscription') fail('webhook:duplicate', { cause: err })
    throw err
  }
}
