import { createHash, randomBytes } from 'node:crypto'
import { mediaBytesMax, mediaRules } from '@posthorn/contracts/provider-rules'
import express, { type Request, type RequestHandler, type Response, Router } from 'express'
import type { MediaRecord } from '../state/media-files.ts'
import type { SimulatedNumber } from '../state/numbers.ts'
import type { SimulatorState } from '../state/simulator-state.ts'
import { type Reply, refuse, refuseObject } from './reply.ts'

const uploadBytesMax = mediaRules.document.bytesMax + 1024 * 1024
/** How long a media URL is valid. */
const addressLifeMs = 5 * 60_000

type Kind = keyof typeof mediaRules

/** Media kinds, in the order of the provider's error message. */
const kinds = Object.keys(mediaRules) as Kind[]
const mimesOf = (kind: Kind): readonly string[] => mediaRules[kind].mimes

const typeTitle = `Param file must be a file with one of the following types: ${kinds.flatMap(mimesOf).join(', ')}.`

/** Returns the token's number, or throws. If `id` is given, the number must have it. */
export type Authorize = (req: Request, id?: string) => SimulatedNumber

export type Respond = (res: Response, reply: Reply) => void

/** Returns the token's number, or throws if the path names another business account than the number's. */
export function ownerOfAccount(authorize: Authorize, req: Request): SimulatedNumber {
  const number = authorize(req)
  return req.params.account === number.businessAccountId ? number : refuseObject(String(req.params.account))
}

/** Uploads, URLs, downloads and deletion of media. Downloads have a path outside the Graph API, at the address that the request was sent to. */
export function mediaRoutes(simulator: SimulatorState, authorize: Authorize): Router {
  const router = Router()
  // Authorizes before reading the body, because anyone can send one.
  const proven: RequestHandler = (req, _res, next) => {
    authorize(req, String(req.params['id']))
    next()
  }
  router.post('/:id/media', proven, express.raw({ type: () => true, limit: uploadBytesMax }), (req, res) => {
    const number = authorize(req, String(req.params['id']))
    const { mime, bytes } = readForm(req, ['file'])
    checkFile(mime, bytes)
    res.json({ id: simulator.media.add({ phoneNumberId: number.phoneNumberId, mime, bytes }).id })
  })
  router.get('/media-files/:id/:until', (req, res) => {
    const record = simulator.media.get(req.params.id)
    const owner = authorize(req)
    if (record?.phoneNumberId !== owner.phoneNumberId || Number(req.params.until) < Date.now())
      return void res.sendStatus(404)
    res.type(record.mime).send(simulator.media.bytes(record))
  })
  router.get('/:id', (req, res, next) => {
    const record = ownMedia(simulator, authorize, req)
    if (record) describe(record, req, res)
    else next()
  })
  router.delete('/:id', (req, res, next) => {
    const record = ownMedia(simulator, authorize, req)
    if (!record) return next()
    simulator.media.remove(record)
    res.json({ success: true })
  })
  return router
}

/** Returns the local URL that this request was sent to. Doesn't trust the Host header, which the client chooses. */
export const originOf = ({ socket }: Request): string =>
  `http://${socket.localAddress?.replace('::ffff:', '') ?? '127.0.0.1'}:${socket.localPort}`

/** Responds with the data of an uploaded file, and a URL that is valid for 5 minutes. */
function describe({ id, mime, sha256, size }: MediaRecord, req: Request, res: Response): void {
  const url = `${originOf(req)}/media-files/${id}/${Date.now() + addressLifeMs}`
  res.json({ messaging_product: 'whatsapp', url, mime_type: mime, sha256, file_size: String(size), id })
}

/** Returns the media in the path, or undefined for an unknown id, which other routes may know. Refuses another number's media. */
function ownMedia(simulator: SimulatorState, authorize: Authorize, req: Request): MediaRecord | undefined {
  const record = simulator.media.get(String(req.params.id))
  if (record && authorize(req).phoneNumberId !== record.phoneNumberId) refuseObject(record.id)
  return record
}

/** Rejects a file whose type or size the provider doesn't accept. */
export function checkFile(mime: string, bytes: Buffer): void {
  const [type = ''] = mime.toLowerCase().split(';')
  const kind =
    kinds.find((each) => mimesOf(each).includes(type.trim())) ??
    refuse(100, { title: `${typeTitle} Received file of type '${mime}'.` })
  const bytesMax = mediaBytesMax(kind, bytes)
  if (bytes.length > bytesMax) refuse(131053, { details: `The file has more than ${bytesMax} bytes.` })
  if (bytes.length === 0) refuse(131053, { details: 'The file is empty.' })
}

/**
 * Parses an upload form with the file and `messaging_product`, which may be in the query instead. As with the real provider, the file's
 * type is the Content-Type of its form part, and the `type` field is ignored. `fileFields` are the names that the part with the file may
 * have.
 */
export function readForm(req: Request, fileFields: string[]): { mime: string; bytes: Buffer } {
  const boundary = /boundary="?([^";]+)"?/.exec(req.get('content-type') ?? '')?.[1]
  if (boundary === undefined) return refuse(100, { details: 'The body is not a form.' })
  const parts = partsOf(bytesOf(req), `--${boundary}`)
  const named = (name: string) => parts.find(({ head }) => new RegExp(`name="${name}"`).test(head))
  if ((named('messaging_product')?.bytes.toString() ?? req.query.messaging_product) !== 'whatsapp')
    refuse(131008, { details: "Parameter 'messaging_product' is required." })
  const file =
    fileFields.map(named).find((part) => part !== undefined) ??
    refuse(131008, { details: "Parameter 'file' is required." })
  const mime = /content-type:\s*([^\r\n]+)/i.exec(file.head)?.[1]?.trim() ?? 'application/octet-stream'
  return { mime, bytes: file.bytes }
}

/** Returns the body that `express.raw` has read. It sets none if the request has none. */
const bytesOf = ({ body }: Request): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))

/** Splits the body of a multipart form into its parts. `head` has the headers of a part. */
function partsOf(body: Buffer, delimiter: string): { head: string; bytes: Buffer }[] {
  const parts: { head: string; bytes: Buffer }[] = []
  let at = body.indexOf(delimiter)
  while (at >= 0) {
    const start = at + delimiter.length + 2
    const next = body.indexOf(`\r\n${delimiter}`, start)
    if (next < 0) return parts
    const split = body.indexOf('\r\n\r\n', start)
    if (split >= 0 && split < next)
      parts.push({ head: body.subarray(start, split).toString(), bytes: body.subarray(split + 4, next) })
    at = next + 2
  }
  return parts
}

const bytesMax = 16 * 1024 * 1024
const types = new Set(['image/jpeg', 'image/jpg', 'image/png', 'application/pdf', 'video/mp4'])

/** Returns the id of the app that a number's token belongs to. Each simulated number has its own app. */
export const appIdOf = ({ businessAccountId }: SimulatedNumber): string =>
  `9${createHash('sha256').update(businessAccountId).digest().readUInt32BE()}`

/** Returns a handle for uploaded media in the provider's format. `mediaOf` reads it. */
const handleOf = (mediaId: string, mime: string) => `4:${btoa('picture')}:${btoa(mime)}:${mediaId}`

/** Returns the media that a handle refers to, if it belongs to this number. */
export function mediaOf(simulator: SimulatorState, number: SimulatedNumber, handle: string) {
  const record = simulator.media.get(handle.split(':')[3] ?? '')
  return record?.phoneNumberId === number.phoneNumberId ? record : undefined
}

/** Serves a token's app, resumable uploads in one piece, and the pictures that come from them. A session ends with its upload or the process. */
export function uploadRoutes(simulator: SimulatorState, authorize: Authorize): Router {
  const sessions = new Map<string, { app: string; length: number; mime: string }>()
  const router = Router()
  router.get('/app', (req, res) => void res.json({ id: appIdOf(authorize(req)) }))
  router.post('/:app/uploads', (req, res) => {
    const app = appIdOf(authorize(req))
    if (req.params.app !== app) refuseObject(req.params.app)
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
    if (session?.app !== appIdOf(number)) return refuseObject(req.path.slice(1))
    if (!req.get('authorization')?.startsWith('OAuth ')) refuse(190)
    const bytes = bytesOf(req)
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
