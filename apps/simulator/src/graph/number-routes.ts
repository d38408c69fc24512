import { randomInt } from 'node:crypto'
import { type Request, Router } from 'express'
import { z } from 'zod'
import { verifyCallback } from '../callbacks/envelope.ts'
import { type SimulatedNumber, standardMessagesPerSecond } from '../state/numbers.ts'
import type { SimulatorState } from '../state/simulator-state.ts'
import { block, listBlocked, unblock } from './blocked-users.ts'
import { type Authorize, appIdOf, ownerOfAccount } from './media-routes.ts'
import { check, fieldsNamed, refuse } from './reply.ts'

const subscription = z.strictObject({
  override_callback_uri: z
    .url({ protocol: /^https?$/ })
    .max(200)
    .optional(),
  verify_token: z.string().max(256).optional(),
})

/** A business account's numbers and subscribed apps. Each number has its own account and app. */
export function accountRoutes(simulator: SimulatorState, authorize: Authorize): Router {
  const router = Router()
  const ownerOf = (req: Request) => ownerOfAccount(authorize, req)
  router.get('/:account/phone_numbers', (req, res) => {
    const number = describeNumber(ownerOf(req), req.query.fields)
    res.json({ data: [number], paging: { cursors: { before: '0', after: '1' } } })
  })
  router
    .route('/:account/subscribed_apps')
    .get((req, res) => void res.json({ data: listApps(ownerOf(req)) }))
    .post(async (req, res) => void res.json(await subscribe(simulator, ownerOf(req), req.body)))
    .delete((req, res) => {
      simulator.change(ownerOf(req), { subscribed: false, accountCallback: { url: '', verifyToken: '' } })
      res.json({ success: true })
    })
  return router
}

/** Lists the account's only app, if it is subscribed, with the callback URL that was given for it. */
function listApps(number: SimulatedNumber): Record<string, unknown>[] {
  if (number.subscribed === false) return []
  const url = number.accountCallback?.url ?? ''
  const app = { id: appIdOf(number), name: 'App of the simulator', link: 'https://www.facebook.com/games/?app_id=0' }
  return [{ whatsapp_business_api_data: app, ...(url !== '' && { override_callback_uri: url }) }]
}

/**
 * Refuses a callback URL whose receiver doesn't return a challenge; an empty one is not checked. Returns the number as it is afterwards, and
 * refuses one that was deleted in the meantime.
 */
async function verify(
  simulator: SimulatorState,
  { phoneNumberId }: SimulatedNumber,
  { url, verifyToken }: { url: string; verifyToken: string },
): Promise<SimulatedNumber> {
  const challenge = String(randomInt(1_000_000_000, 2_000_000_000))
  if (url !== '' && !(await verifyCallback(url, verifyToken, challenge))) refuse(2200)
  return simulator.number(phoneNumberId) ?? refuse(190)
}

/** Subscribes the app. Its callback URL applies to numbers without one. If no URL is given, the previous one is removed. */
async function subscribe(
  simulator: SimulatorState,
  number: SimulatedNumber,
  body: unknown,
): Promise<{ success: true }> {
  const { override_callback_uri: url = '', verify_token: verifyToken = '' } = check(subscription, body ?? {})
  await verify(simulator, number, { url, verifyToken })
  simulator.change(number, { subscribed: true, accountCallback: { url, verifyToken } })
  return { success: true }
}

const statuses = z.enum(['ENABLED', 'DISABLED'])

const input = z
  .strictObject({
    calling: z.looseObject({ status: statuses.optional() }).optional(),
    user_identity_change: z.strictObject({ enable_identity_key_check: z.boolean() }).optional(),
    storage_configuration: z.looseObject({ status: z.enum(['DEFAULT', 'IN_COUNTRY_STORAGE_ENABLED']) }).optional(),
  })
  .refine((body) => Object.keys(body).length > 0, { message: 'name a setting' })

const defaults = {
  calling: { status: 'DISABLED' },
  user_identity_change: { enable_identity_key_check: false },
  storage_configuration: { status: 'DEFAULT' },
}

/** Returns a number's settings. They are stored but have no effect. */
const readSettings = ({ settings }: SimulatedNumber): Record<string, unknown> => ({ ...defaults, ...settings })

/** Merges the given settings into the stored ones. */
function changeSettings(simulator: SimulatorState, number: SimulatedNumber, body: unknown): { success: true } {
  const changes = Object.entries(check(input, body))
  const before = readSettings(number)
  const settings = changes.map(([name, value]) => [name, { ...(before[name] as object), ...value }])
  simulator.change(number, { settings: { ...number.settings, ...Object.fromEntries(settings) } })
  return { success: true }
}

/** A number's QR codes, blocked users and settings. */
export function numberRoutes(simulator: SimulatorState, authorize: Authorize): Router {
  const router = Router()
  router
    .route('/:id/message_qrdls')
    .get((req, res) => void res.json(listQrCodes(authorize(req, req.params.id))))
    .post((req, res) => void res.json(saveQrCode(simulator, authorize(req, req.params.id), req.body)))
  router
    .route('/:id/message_qrdls/:code')
    .get((req, res) => void res.json(listQrCodes(authorize(req, req.params.id), req.params.code)))
    .delete((req, res) => void res.json(deleteQrCode(simulator, authorize(req, req.params.id), req.params.code)))
  router
    .route('/:id/block_users')
    .get((req, res) => void res.json(listBlocked(authorize(req, req.params.id))))
    .post((req, res) => void res.json(block(simulator, authorize(req, req.params.id), req.body)))
    .delete((req, res) => void res.json(unblock(simulator, authorize(req, req.params.id), req.body)))
  router
    .route('/:id/settings')
    .get((req, res) => void res.json(readSettings(authorize(req, req.params.id))))
    .post((req, res) => void res.json(changeSettings(simulator, authorize(req, req.params.id), req.body)))
  return router
}

const defaultFields = ['id', 'display_phone_number', 'verified_name', 'quality_rating', 'code_verification_status']

/** Returns a number's requested fields, or the default ones, and always `id`. `fields`: the query's, as sent. */
export function describeNumber(number: SimulatedNumber, fields: unknown): Record<string, unknown> {
  const all = allFields(number)
  const names = fieldsNamed(fields, { known: Object.keys(all), usual: defaultFields })
  return Object.fromEntries([...new Set(['id', ...names])].map((field) => [field, all[field]]))
}

const settings = z.strictObject({
  webhook_configuration: z
    .strictObject({ override_callback_uri: z.string().max(200), verify_token: z.string().max(256).optional() })
    .optional(),
  pin: z
    .string()
    .regex(/^\d{6}$/)
    .optional(),
})

/**
 * Changes a number's callback URL once the receiver returns a challenge; an empty one removes it. The URL before the first change stays the app's.
 * Accepts a PIN but stores none.
 */
export async function changeNumber(
  simulator: SimulatorState,
  number: SimulatedNumber,
  body: Record<string, unknown>,
): Promise<{ success: true }> {
  const parsed = settings.safeParse(body)
  if (!parsed.success) return refuse(100, { details: parsed.error.issues[0]?.message ?? 'Invalid parameter' })
  const webhook = parsed.data.webhook_configuration
  if (webhook === undefined) return { success: true }
  const { override_callback_uri: callbackUrl, verify_token: verifyToken = '' } = webhook
  const current = await verify(simulator, number, { url: callbackUrl, verifyToken })
  const { appCallbackUrl = current.callbackUrl } = current
  simulator.change(number, { callbackUrl, verifyToken, appCallbackUrl })
  return { success: true }
}

/** Returns all fields of a number that a request can name. Those that were never set have a healthy number's values. */
function allFields(number: SimulatedNumber): Record<string, unknown> {
  return {
    id: number.phoneNumberId,
    display_phone_number: number.displayPhoneNumber,
    verified_name: number.name,
    quality_rating: number.quality ?? 'GREEN',
    code_verification_status: number.verified === false ? 'NOT_VERIFIED' : 'VERIFIED',
    status: number.registered === false ? 'PENDING' : (number.status ?? 'CONNECTED'),
    name_status: number.nameStatus ?? 'APPROVED',
    account_mode: 'SANDBOX',
    platform_type: 'CLOUD_API',
    throughput: { level: number.messagesPerSecond > standardMessagesPerSecond ? 'HIGH' : 'STANDARD' },
    whatsapp_business_manager_messaging_limit: number.messagingLimit ?? 'TIER_UNLIMITED',
    is_on_biz_app: false,
    webhook_configuration: { phone_number: number.callbackUrl },
    health_status: {
      can_send_message: canSendOf(number),
      entities: [{ entity_type: 'PHONE_NUMBER', id: number.phoneNumberId, can_send_message: canSendOf(number) }],
    },
  }
}

/**
 * Returns the number's `can_send_message`: what a test has set; else, banned and unregistered numbers are blocked, and others that aren't connected,
 * such as restricted ones, are limited.
 */
function canSendOf({ registered, status = 'CONNECTED', canSend }: SimulatedNumber): string {
  if (canSend !== undefined) return canSend
  if (registered === false || status === 'BANNED') return 'BLOCKED'
  return status === 'CONNECTED' ? 'AVAILABLE' : 'LIMITED'
}

const codesMax = 2000
const qrCodeLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

const codeInput = z.strictObject({ prefilled_message: z.string().min(1).max(140), code: z.string().optional() })

type QrCode = { code: string; prefilled_message: string; deep_link_url: string }

/** Lists a number's QR codes, or only one of them. The list is empty for an unknown code. */
function listQrCodes({ qrCodes = {} }: SimulatedNumber, code?: string): { data: QrCode[] } {
  const entries = Object.entries(qrCodes).filter(([each]) => code === undefined || each === code)
  return { data: entries.map(([each, text]) => presentQrCode(each, text)) }
}

/** Creates a QR code or changes its text. QR codes have no image. */
function saveQrCode(simulator: SimulatorState, number: SimulatedNumber, body: unknown): QrCode {
  const { prefilled_message: text, code = newQrCode() } = check(codeInput, body)
  const { qrCodes = {} } = number
  const isNew = (body as z.input<typeof codeInput>).code === undefined
  if (!isNew && !Object.hasOwn(qrCodes, code)) refuse(100, { details: `The QR code '${code}' does not exist.` })
  if (isNew && Object.keys(qrCodes).length >= codesMax)
    refuse(100, { details: `The number has ${codesMax} QR codes already.` })
  simulator.change(number, { qrCodes: { ...qrCodes, [code]: text } })
  return presentQrCode(code, text)
}

function deleteQrCode(simulator: SimulatorState, number: SimulatedNumber, code: string): { success: true } {
  const { [code]: known, ...left } = number.qrCodes ?? {}
  if (known === undefined) refuse(100, { details: `The QR code '${code}' does not exist.` })
  simulator.change(number, { qrCodes: left })
  return { success: true }
}

/** Presents a QR code as its deep link and the message that the customer finds prefilled. */
function presentQrCode(code: string, message: string): QrCode {
  return { code, prefilled_message: message, deep_link_url: `https://wa.me/message/${code}` }
}

const newQrCode = (): string =>
  Array.from({ length: 14 }, () => qrCodeLetters[randomInt(qrCodeLetters.length)]).join('')
