import type { EntityManager } from '@mikro-orm/postgresql'
import { type Vault, violatedConstraint } from '@posthorn/chassis'
import { Fault, fail, failField, fieldProblem } from '@posthorn/contracts'
import { isEventName } from '@posthorn/dialect'
import type { VettedFetcher } from '@posthorn/http'
import { headerPurpose } from '../delivery/sealing.ts'
import type { WebhookRow } from '../entities/webhook.ts'

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

type Format = WebhookRow['format']

/** Refuses names of events that a webhook of this form cannot have; the contract has checked those of the main API. */
export function checkNames(events: readonly string[], format: Format): void {
  if (format !== 'dialect') return
  const errors = events.flatMap((name, i) =>
    isEventName(name) ? [] : [fieldProblem(`events.${i}`, 'is not an event of the dialect')],
  )
  if (errors.length > 0) fail('request:invalid', { errors })
}

/** Refuses a change of the form of a webhook, and names of events of another form. */
export function checkFormat(
  row: Pick<WebhookRow, 'format'>,
  input: { format?: Format | undefined; events?: string[] | undefined },
): void {
  const format = input.format ?? (input.events ? 'posthorn' : row.format)
  if (format !== row.format) {
    failField('format', `must be ${row.format}, the form that the webhook has`)
  }
  checkNames(input.events ?? [], format)
}

/**
 * Returns the subscription of a webhook as one text: with the url it may exist once in a workspace. A webhook of the dialect exists once
 * for its url and number, whatever its events.
 */
export function formatSubscription(row: Pick<WebhookRow, 'events' | 'numberId' | 'format'>): string {
  const { events, numberId } = row
  if (row.format === 'dialect') return `dialect ${numberId ?? ''}`
  return [...new Set(events)].sort().join(' ') + (numberId ? ` ${numberId}` : '')
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
