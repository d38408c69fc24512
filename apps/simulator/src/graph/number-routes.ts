import { Router } from 'express'
import { z } from 'zod'
import type { SimulatedNumber } from '../state/numbers.ts'
import type { SimulatorState } from '../state/simulator-state.ts'
import { block, listBlocked, unblock } from './blocked-users.ts'
import type { Authorize } from './media-routes.ts'
import { deleteQrCode, listQrCodes, saveQrCode } from './qr-codes.ts'
import { check } from './send-body.ts'

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

/** Returns a number's settings. They are only stored. */
function readSettings({ settings }: SimulatedNumber): Record<string, unknown> {
  return { ...defaults, ...settings }
}

function changeSettings(simulator: SimulatorState, number: SimulatedNumber, body: unknown): { success: true } {
  const changes = Object.entries(check(input, body))
  const before = readSettings(number)
  const settings = changes.map(([name, value]) => [name, { ...(before[name] as object), ...value }])
  simulator.change(number, { settings: { ...number.settings, ...Object.fromEntries(settings) } })
  return { success: true }
}

/** A number's QR codes, blocked users and settings (cloud-api.md section 8). */
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
