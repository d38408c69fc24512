import { randomInt } from 'node:crypto'
import { type Request, Router } from 'express'
import { z } from 'zod'
import { verifyCallback } from '../callbacks/post.ts'
import type { SimulatedNumber } from '../state/numbers.ts'
import type { SimulatorState } from '../state/simulator-state.ts'
import { refuse } from './error-codes.ts'
import { describeNumber } from './number-routes.ts'
import { check } from './send-body.ts'
import { appIdOf } from './uploads.ts'

const subscription = z.strictObject({
  override_callback_uri: z
    .url({ protocol: /^https?$/ })
    .max(200)
    .optional(),
  verify_token: z.string().max(256).optional(),
})

/** A business account's numbers and subscribed apps. Each number has its own account and app (cloud-api.md 5.1, 8). */
export function accountRoutes(simulator: SimulatorState, authorize: (req: Request) => SimulatedNumber): Router {
  const router = Router()
  const ownerOf = (req: Request) => {
    const number = authorize(req)
    if (req.params.account === number.businessAccountId) return number
    return refuse(100, { details: `Object with ID '${String(req.params.account)}' does not exist.`, subcode: 33 })
  }
  router.get('/:account/phone_numbers', (req, res) => {
    const { fields } = req.query
    const number = describeNumber(ownerOf(req), typeof fields === 'string' ? fields : undefined)
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

function listApps(number: SimulatedNumber): Record<string, unknown>[] {
  if (number.subscribed === false) return []
  const url = number.accountCallback?.url ?? ''
  const app = { id: appIdOf(number), name: 'App of the simulator', link: 'https://www.facebook.com/games/?app_id=0' }
  return [{ whatsapp_business_api_data: app, ...(url !== '' && { override_callback_uri: url }) }]
}

/** Subscribes the app. Its callback URL applies to numbers without one. If no URL is given, the previous one is removed. */
async function subscribe(
  simulator: SimulatorState,
  number: SimulatedNumber,
  body: unknown,
): Promise<{ success: true }> {
  const { override_callback_uri: url = '', verify_token: verifyToken = '' } = check(subscription, body ?? {})
  const challenge = String(randomInt(1_000_000_000, 2_000_000_000))
  if (url !== '' && !(await verifyCallback(url, verifyToken, challenge))) refuse(2200)
  simulator.change(number, { subscribed: true, accountCallback: { url, verifyToken } })
  return { success: true }
}
