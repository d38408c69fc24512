import { Router } from 'express'
import type { SimulatorState } from '../state/simulator-state.ts'
import { block, listBlocked, unblock } from './blocked-users.ts'
import type { Authorize } from './media-routes.ts'
import { deleteQrCode, listQrCodes, saveQrCode } from './qr-codes.ts'
import { changeSettings, readSettings } from './settings.ts'

/** QR codes, blocked users and settings of a number (cloud-api.md section 8). */
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
