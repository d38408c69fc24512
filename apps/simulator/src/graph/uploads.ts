import { createHash, randomBytes } from 'node:crypto'
import express, { type Request, type RequestHandler, Router } from 'express'
import type { SimulatedNumber } from '../state/numbers.ts'
import type { SimulatorState } from '../state/simulator-state.ts'
import { refuse } from './error-codes.ts'

const bytesMax = 16 * 1024 * 1024
const types = new Set(['image/jpeg', 'image/jpg', 'image/png', 'application/pdf', 'video/mp4'])

type Session = { app: string; length: number; mime: string }

/** Returns the id of the app that a number's token belongs to. Each simulated number has its own app. */
export function appIdOf({ businessAccountId }: SimulatedNumber): string {
  return `9${createHash('sha256').update(businessAccountId).digest().readUInt32BE()}`
}

/** Returns a handle for uploaded media in the provider's format. `mediaOf` reads it. */
const handleOf = (mediaId: string, mime: string) => `4:${btoa('picture')}:${btoa(mime)}:${mediaId}`

/** Returns the media that a handle refers to, if it belongs to this number. */
export function mediaOf(simulator: SimulatorState, number: SimulatedNumber, handle: string) {
  const record = simulator.media.get(handle.split(':')[3] ?? '')
  return record?.phoneNumberId === number.phoneNumberId ? record : undefined
}

/** Resumable uploads, but only in one piece. A session lasts until the process ends. */
export function uploadRoutes(simulator: SimulatorState, authorize: (req: Request) => SimulatedNumber): Router {
  const sessions = new Map<string, Session>()
  const router = Router()
  router.get('/app', (req, res) => void res.json({ id: appIdOf(authorize(req)) }))
  router.post('/:app/uploads', (req, res) => {
    const app = appIdOf(authorize(req))
    if (req.params.app !== app)
      refuse(100, { details: `Object with ID '${req.params.app}' does not exist.`, subcode: 33 })
    const { file_length: length, file_type: mime } = req.query
    if (typeof mime !== 'string' || !types.has(mime))
      return refuse(100, { details: 'Parameter file_type is not supported.' })
    if (!(Number(length) > 0 && Number(length) <= bytesMax))
      refuse(100, { details: 'Parameter file_length is not valid.' })
    const id = `upload:${randomBytes(16).toString('hex')}`
    sessions.set(id, { app, length: Number(length), mime })
    res.json({ id: `${id}?sig=${randomBytes(8).toString('hex')}` })
  })
  // Authorizes before reading the body, because anyone can send one.
  const proven: RequestHandler = (req, _res, next) => {
    authorize(req)
    next()
  }
  router.post(/^\/upload:/, proven, express.raw({ type: () => true, limit: bytesMax }), (req, res) => {
    const number = authorize(req)
    const session = sessions.get(req.path.slice(1))
    if (session?.app !== appIdOf(number)) return refuse(100, { details: 'The upload does not exist.', subcode: 33 })
    if (!req.get('authorization')?.startsWith('OAuth ')) refuse(190)
    const bytes = req.body as Buffer
    if (req.get('file_offset') !== '0' || bytes.length !== session.length)
      refuse(100, { details: 'The bytes are not those that were announced.' })
    sessions.delete(req.path.slice(1))
    const { mime } = session
    const { id } = simulator.media.add({ phoneNumberId: number.phoneNumberId, mime, bytes })
    res.json({ h: handleOf(id, mime) })
  })
  router.get('/pictures/:id', (req, res) => {
    const record = simulator.media.get(req.params.id)
    if (record) res.type(record.mime).send(simulator.media.bytes(record))
    else res.sendStatus(404)
  })
  return router
}
