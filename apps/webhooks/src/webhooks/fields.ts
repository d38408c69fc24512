import type { EntityManager } from '@mikro-orm/postgresql'
import { type Vault, violatedConstraint } from '@posthorn/chassis'
import type { VettedFetcher } from '@posthorn/chassis/net'
import { Fault, fail } from '@posthorn/contracts'
import { headerPurpose } from '../delivery/sealing.ts'
import type { WebhookRow } from '../entities/webhook.ts'

type Urls = { url?: string | undefined; urls?: string[] | undefined }

/** The distinct urls of an input, in their order; empty when it names none. */
export function urlsOf({ url, urls }: Urls): string[] {
  return [...new Set(urls ?? (url === undefined ? [] : [url]))]
}

/** Refuses with `url:not_allowed` and the path of the first url that may not be called. Asks DNS: not inside a transaction. */
export async function vetUrls(fetcher: VettedFetcher, input: Urls): Promise<void> {
  await Promise.all(
    (input.urls ?? [input.url]).map(async (url, i) => {
      if (url !== undefined) await vetOne(fetcher, url, input.urls ? `urls.${i}` : 'url')
    }),
  )
}

async function vetOne(fetcher: VettedFetcher, url: string, path: string): Promise<void> {
  try {
    await fetcher.vet(url)
  } catch (err) {
    if (!(err instanceof Fault)) throw err
    fail(err.code, { message: err.message, errors: [{ path, code: err.code, message: err.message }] })
  }
}

/** Name and sealed value of the secret header, to be set on a webhook's row; null removes it. */
export function secretHeaderFields(
  header: { name: string; value: string } | null,
  webhookId: string,
  vault: Vault,
): Pick<WebhookRow, 'secretHeaderName' | 'secretHeaderValue'> {
  return {
    secretHeaderName: header?.name ?? null,
    secretHeaderValue: header ? vault.seal(header.value, headerPurpose(webhookId)) : null,
  }
}

/** What a webhook wants as one text: with the url it may exist once in a workspace. */
export function subscriptionOf({ events, numberId }: Pick<WebhookRow, 'events' | 'numberId'>): string {
  return [...new Set(events)].sort().join(' ') + (numberId ? ` ${numberId}` : '')
}

/** Writes the changes; url and events that another webhook has already are refused with `webhook:duplicate`. */
export async function flushUnique(em: EntityManager): Promise<void> {
  try {
    await em.flush()
  } catch (err) {
    if (violatedConstraint(err) === 'endpoint_subscription') fail('webhook:duplicate', { cause: err })
    throw err
  }
}
