import { Router } from 'express'
import type { SimulatorState } from '../state/simulator-state.ts'
import { block, listBlocked, unblock } from './blocked-users.ts'
import type { Authorise } from './media-routes.ts'
import { deleteQrCode, listQrCodes, saveQrCode } from './qr-codes.ts'
import { changeSettings, readSettings } from './settings.ts'

/** QR codes, blocked users and settings of a number (cloud-api.md section 8). */
export function numberRoutes(simulator: SimulatorState, authorise: Authorise): Router {
  const router = Router()
  router
    .route('/:id/message_qrdls')
    .get((req, res) => void res.json(listQrCodes(authorise(req, req.params.id))))
    .post((req, res) => void res.json(saveQrCode(simulator, authorise(req, req.params.id), req.body)))
  router
    .route('/:id/message_qrdls/:code')
    .get((req, res) => void res.json(listQrCodes(authorise(req, req.params.id), req.params.code)))
    .delete((req, res) => void res.json(deleteQrCode(simulator, authorise(req, req.params.id), req.params.code)))
  router
    .route('/:id/block_users')
    .get((req, res) => void res.json(listBlocked(authorise(req, req.params.id))))
    .post((req, res) => void res.json(block(simulator, authorise(req, req.params.id), req.body)))
    .delete((req, res) => void res.json(unblock(simulator, authorise(req, req.params.id), req.body)))
  router
    .route('/:id/settings')
    .get((req, res) => void res.json(readSettings(authorise(req, req.params.id))))
    .post((req, res) => void res.json(changeSettings(simulator, authorise(req, req.params.id), req.body)))
  return router
}
