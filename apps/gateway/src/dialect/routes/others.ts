import { accounts, type ErrorCode, type Method } from '@posthorn/contracts'
import { shortIdOf } from '@posthorn/dialect'
import { z } from 'zod'
import { absent } from '../face/absent.ts'
import { findDevice } from '../face/lines.ts'
import { type DialectCall, type DialectRoute, route } from '../face/route.ts'

async function none({ session, parameters }: DialectCall): Promise<[]> {
  if (parameters['d'] !== undefined) await findDevice(session, parameters['d'])
  return []
}

async function me({ session }: DialectCall) {
  const { workspace } = await session.ask(accounts.me.get, {})
  return { id: shortIdOf(session.caller.key), email: '', name: workspace.name }
}

const empty = { answer: z.array(z.never()), differs: 'Always empty.' }

/** States a collection that can only be empty: its list, and what is answered to anything else. */
function emptyCollection(path: `/${string}`, reason: string, missing: ErrorCode): DialectRoute[] {
  const others: Method[] = ['PATCH', 'DELETE', 'PUT']
  return [
    route(`GET ${path}`, empty, none),
    absent(`POST ${path}`, reason),
    absent(`GET ${path}/{id}`, 'There is none of these here.', missing),
    ...others.map((method) => absent(`${method} ${path}/{id}`, reason)),
  ]
}

const campaigns = 'Campaigns are posts of channels here; use POST /v1/channels/{id}/posts of the main API.'
const meetings = 'The official channel has no links to calls.'
const stories = 'The official channel has no stories.'
const catalog = 'Products are kept in the catalogue of the business account, which this API cannot change.'

/** Routes that stand for things that are not here. */
export const otherRoutes: readonly DialectRoute[] = [
  ...emptyCollection('/campaigns', campaigns, 'route:not_found'),
  ...emptyCollection('/devices/{d}/meeting-links', meetings, 'route:not_found'),
  ...emptyCollection('/chat/{d}/status', stories, 'route:not_found'),
  route('GET /pricing', empty, none),
  route('GET /devices/{d}/invoices', empty, none),
  route('GET /devices/{d}/catalog', empty, none),
  absent('POST /devices/{d}/catalog', catalog),
  absent('GET /devices/{d}/autoreply', 'Automatic replies are made by webhooks here.', 'route:not_found'),
  absent('POST /devices/{d}/autoreply', 'Automatic replies are made by webhooks here; answer message:in:new.'),
  absent('PATCH /devices/{d}/autoreply', 'Automatic replies are made by webhooks here; answer message:in:new.'),
  absent('DELETE /devices/{d}/autoreply', 'Automatic replies are made by webhooks here; answer message:in:new.'),
  route('GET /me', { answer: z.object({ id: z.string(), email: z.string(), name: z.string() }) }, me),
]
