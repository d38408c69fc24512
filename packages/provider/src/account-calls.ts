import { asObject, asText, itemsOf, nextCursor } from './json.ts'
import { type GraphCall, refused } from './media-calls.ts'
import { callOutcome } from './outcome.ts'
import type { Account, AccountCalls, ProviderError } from './provider.ts'

/** Calls about a business account: its numbers and the apps that get its callbacks. */
export function accountCalls(call: GraphCall): AccountCalls {
  return {
    hasNumber: async (account) => {
      const { phoneNumberId } = account.access
      const found = await findItem(call, account, {
        edge: 'phone_numbers',
        isIt: ({ id }) => asText(id) === phoneNumberId,
      })
      return found.ok ? { ok: true, has: found.found } : found
    },
    subscribeApp: async (account) => {
      const { access, businessAccountId } = account
      const app = callOutcome(await call(access, { method: 'GET', path: '/app?fields=id' }))
      if (!app.ok) return app
      const appId = asText(asObject(app.body)?.id)
      if (appId === undefined) return { ok: false, error: refused('The token names no app') }
      const isIt = (item: Record<string, unknown>) => asText(asObject(item.whatsapp_business_api_data)?.id) === appId
      const listed = await findItem(call, account, { edge: 'subscribed_apps', isIt })
      // A second subscription would remove the callback URL that the account may have for the app.
      if (!listed.ok || listed.found) return listed.ok ? { ok: true } : listed
      const path = `/${encodeURIComponent(businessAccountId)}/subscribed_apps`
      const outcome = callOutcome(await call(access, { method: 'POST', path, body: '{}' }))
      return outcome.ok ? { ok: true } : outcome
    },
  }
}

const pageSize = 100
/** An account has at most 120 numbers unless the provider allows more. */
const pagesMax = 50

/** Searches a list of the account page by page. */
async function findItem(
  call: GraphCall,
  { access, businessAccountId }: Account,
  { edge, isIt }: { edge: string; isIt: (item: Record<string, unknown>) => boolean },
): Promise<{ ok: true; found: boolean } | { ok: false; error: ProviderError }> {
  let after: string | undefined
  for (let page = 0; page < pagesMax; page++) {
    const query = new URLSearchParams({ limit: String(pageSize), ...(after !== undefined && { after }) })
    const path = `/${encodeURIComponent(businessAccountId)}/${edge}?${query.toString()}`
    const outcome = callOutcome(await call(access, { method: 'GET', path }))
    if (!outcome.ok) return outcome
    const items = itemsOf(asObject(outcome.body)?.data).map((item) => asObject(item) ?? {})
    if (items.some(isIt)) return { ok: true, found: true }
    after = nextCursor(outcome.body)
    if (after === undefined) break
  }
  return { ok: true, found: false }
}
