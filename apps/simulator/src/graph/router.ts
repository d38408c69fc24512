import { randomUUID } from 'node:crypto'
import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from 'express'
import { z } from 'zod'
import type { SimulatedNumber } from '../state/numbers.ts'
import type { SimulatorState } from '../state/simulator-state.ts'
import { groupRoutes } from './group-routes.ts'
import { lifecycleSteps, takeStep } from './lifecycle.ts'
import { mediaOf, mediaRoutes, originOf, uploadRoutes } from './media-routes.ts'
import { accountRoutes, changeNumber, describeNumber, numberRoutes } from './number-routes.ts'
import {
  check,
  fieldsNamed,
  GraphRefusal,
  isUnreadable,
  objectOf,
  type Reply,
  refuse,
  refuseObject,
  reportFault,
} from './reply.ts'
import { readReceiptBody, send, underOutage } from './send.ts'
import { templateRoutes } from './templates.ts'

const verticals = [
  'OTHER,AUTO,BEAUTY,APPAREL,EDU,ENTERTAIN,EVENT_PLAN,FINANCE,GROCERY,GOVT,HOTEL,HEALTH,NONPROFIT,PROF_SERVICES',
  'RETAIL,TRAVEL,RESTAURANT,ALCOHOL,ONLINE_GAMBLING,PHYSICAL_GAMBLING,OTC_DRUGS',
].flatMap((line) => line.split(','))

const changes = z.strictObject({
  messaging_product: z.literal('whatsapp'),
  about: z.string().min(1).max(139).optional(),
  address: z.string().max(256).optional(),
  description: z.string().max(256).optional(),
  email: z.union([z.literal(''), z.email().max(128)]).optional(),
  websites: z.array(z.url().max(256)).max(2).optional(),
  vertical: z.enum(['', ...verticals]).optional(),
  profile_picture_handle: z.string().min(1).optional(),
})

/** A picture is set with a handle and read as a URL. */
const profileFields = Object.keys(changes.shape).map((name) =>
  name === 'profile_picture_handle' ? 'profile_picture_url' : name,
)

/** Returns the requested fields of a number's business profile, by default all, as far as they are set. `origin` is the simulator's URL. */
function readProfile(
  { profile, picture }: SimulatedNumber,
  { fields, origin }: { fields: unknown; origin: string },
): { data: Record<string, unknown>[] } {
  const shown = picture === undefined ? {} : { profile_picture_url: `${origin}/pictures/${picture}` }
  const names = fieldsNamed(fields, { known: profileFields, usual: profileFields })
  const set = Object.entries({ ...profile, ...shown }).filter(([name]) => names.includes(name))
  return { data: [{ messaging_product: 'whatsapp', ...Object.fromEntries(set) }] }
}

/** Changes the given fields. An empty value removes the field. */
function changeProfile(
  simulator: SimulatorState,
  number: SimulatedNumber,
  body: Record<string, unknown>,
): { success: true } {
  const { messaging_product: _, profile_picture_handle: handle, ...named } = check(changes, body)
  const picture = handle === undefined ? undefined : mediaOf(simulator, number, handle)
  if (handle !== undefined && !picture?.mime.startsWith('image/'))
    refuse(100, { details: "Parameter 'profile_picture_handle' is not the handle of an uploaded image." })
  const all = Object.entries({ ...number.profile, ...named })
  const filled = all.filter(([, value]) => value !== '' && !(Array.isArray(value) && value.length === 0))
  simulator.change(number, { profile: Object.fromEntries(filled), ...(picture && { picture: picture.id }) })
  return { success: true }
}

const bodyBytesMax = 1024 * 1024

/** The Graph API's routes for numbers and accounts, with their media, groups and templates. A path may begin with a version. */
export function graphRouter(simulator: SimulatorState): Router {
  const router = Router()
  const atNumber = (handle: (number: SimulatedNumber, req: Request, res: Response) => unknown): RequestHandler => {
    return async (req, res) => {
      await handle(authorized(simulator, req, textOf(req.params.id) ?? ''), req, res)
    }
  }
  const authorize = (req: Request, id?: string) => authorized(simulator, req, id)
  router.use(
    versionAndHeaders,
    uploadRoutes(simulator, authorize),
    mediaRoutes(simulator, authorize),
    groupRoutes(simulator, authorize, reply),
    express.json({ limit: bodyBytesMax, type: () => true, strict: false }),
    templateRoutes(simulator, authorize),
    accountRoutes(simulator, authorize),
    numberRoutes(simulator, authorize),
  )
  router.post(
    '/:id/messages',
    atNumber((number, req, res) => postMessage(simulator, number, { req, res })),
  )
  for (const step of lifecycleSteps) {
    router.post(
      `/:id/${step}`,
      atNumber((number, req, res) =>
        answer(res, takeStep(simulator, number, { step, body: objectOf(req.body ?? {}) })),
      ),
    )
  }
  router.get(
    '/:id/whatsapp_business_profile',
    atNumber((number, req, res) =>
      answer(res, readProfile(number, { fields: req.query.fields, origin: originOf(req) })),
    ),
  )
  router.post(
    '/:id/whatsapp_business_profile',
    atNumber((number, req, res) => answer(res, changeProfile(simulator, number, objectOf(req.body)))),
  )
  router.get(
    '/:id',
    atNumber((number, req, res) =>
      reply(
        res,
        underOutage(simulator, number, () => describeNumber(number, req.query.fields)),
      ),
    ),
  )
  router.post(
    '/:id',
    atNumber(async (number, req, res) => answer(res, await changeNumber(simulator, number, objectOf(req.body)))),
  )
  router.use(() => refuse(2500))
  router.use(answerRefusal)
  return router
}

/** Removes the API version from the path, because all versions are served alike, and sets the headers of every response. */
const versionAndHeaders: RequestHandler = (req, res, next) => {
  const version = /^\/v\d+\.\d+(?=\/)/.exec(req.url)?.[0]
  if (version !== undefined) req.url = req.url.slice(version.length)
  res.set({
    'facebook-api-version': version?.slice(1) ?? 'v24.0',
    'x-fb-trace-id': randomUUID(),
    'x-app-usage': '{"call_count":1,"total_cputime":1,"total_time":1}',
  })
  next()
}

/** Returns the token's number, or throws. If `id` is given, the number must have it. */
function authorized(simulator: SimulatorState, req: Request, id?: string): SimulatedNumber {
  const bearer = /^(?:Bearer|OAuth) (.+)$/.exec(req.get('authorization') ?? '')?.[1]
  const token = bearer ?? textOf(req.query.access_token) ?? refuse(104)
  const number = simulator.numberOfToken(token) ?? refuse(190)
  if (id !== undefined && number.phoneNumberId !== id) refuseObject(id)
  return number
}

/** Sends a message, or accepts a read receipt for a received one: both are posted to the same path. */
function postMessage(
  simulator: SimulatorState,
  number: SimulatedNumber,
  { req, res }: { req: Request; res: Response },
): void {
  const body = objectOf(req.body)
  if (!('status' in body)) return reply(res, send(simulator, number, body))
  const receipt = readReceiptBody(body)
  if (!simulator.isInbound(receipt.message_id))
    refuse(131009, { details: "Parameter 'message_id' is not a received message." })
  answer(res, { success: true })
}

/** Sends a reply as its outage or recipient demands: at once, after a delay, or never: the connection is then cut, at once or when the outage ends. */
function reply(res: Response, { answer: body, delayMs, hangUntilMs }: Reply): void {
  const cutConnection = () => res.socket?.destroy()
  if (hangUntilMs !== undefined) return afterDelay(res, hangUntilMs - Date.now(), cutConnection)
  if (body === undefined) return void cutConnection()
  if (delayMs !== undefined) return afterDelay(res, delayMs, () => answer(res, body))
  answer(res, body)
}

/** Acts after a delay, unless the client closes the connection first. */
function afterDelay(res: Response, delayMs: number, act: () => unknown): void {
  const timer = setTimeout(act, Math.max(0, delayMs))
  res.on('close', () => clearTimeout(timer))
}

function answer(res: Response, body: object): void {
  res.status(200).type('application/json').send(JSON.stringify(body))
}

/** Returns the refusal for any error: the provider blames itself for those that aren't the caller's, as for a full disk. */
function refusalOf(error: unknown): GraphRefusal {
  if (error instanceof GraphRefusal) return error
  if (isUnreadable(error)) return new GraphRefusal(100, { details: 'The body is not a JSON object.' })
  reportFault(error)
  return new GraphRefusal(131000)
}

// Express recognizes error handlers by their four parameters.
const answerRefusal: ErrorRequestHandler = (error: unknown, _req, res, _next) => {
  const refusal = refusalOf(error)
  const { message, code, subcode, details, userTitle, body } = refusal
  res.status(refusal.status).json({
    ...body,
    error: {
      message: subcode === undefined ? message : `Unsupported request. ${details}`,
      type: subcode === undefined ? 'OAuthException' : 'GraphMethodException',
      code,
      ...(userTitle === undefined
        ? { error_data: { messaging_product: 'whatsapp', details } }
        : { error_user_title: userTitle, error_user_msg: details }),
      ...(subcode !== undefined && { error_subcode: subcode }),
      fbtrace_id: `A${randomUUID().replaceAll('-', '').slice(0, 22)}`,
    },
  })
}

/** Returns a query or path parameter; undefined if it is missing, empty or repeated. */
const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
