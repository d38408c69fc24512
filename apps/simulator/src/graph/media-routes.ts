import express, { type Request, type Response, Router } from 'express'
import type { MediaRecord } from '../state/media-files.ts'
import type { SimulatedNumber } from '../state/numbers.ts'
import type { World } from '../state/world.ts'
import { refuse } from './error-codes.ts'
import { readForm } from './media-form.ts'
import type { Reply } from './reply.ts'

const megabyte = 1024 * 1024
const uploadBytesMax = 101 * megabyte
/** An address of media is good for this long (cloud-api.md 4.1). */
const addressLifeMs = 5 * 60_000

/** What may be uploaded, and how large (cloud-api.md 4.3). */
const limits: [pattern: RegExp, bytesMax: number][] = [
  [/^audio\/(aac|amr|mpeg|mp4|ogg)(;|$)/, 16 * megabyte],
  [/^image\/(jpeg|png)$/, 5 * megabyte],
  [/^image\/webp$/, 500 * 1024],
  [/^video\/(mp4|3gpp)$/, 16 * megabyte],
  [
    /^(text\/plain|application\/(pdf|msword|vnd\.ms-(excel|powerpoint)|vnd\.openxmlformats-officedocument\..+))$/,
    100 * megabyte,
  ],
]

/** Who may ask: the number of the token. `id`: the number that the path must be about, if any. */
export type Authorise = (req: Request, id?: string) => SimulatedNumber

/** Answers a call as its reply says. */
export type Respond = (res: Response, reply: Reply) => void

/** Upload, address, bytes and deletion of media. Bytes lie at another path than the Graph API, and are told of by the host asked for. */
export function mediaRoutes(world: World, authorise: Authorise): Router {
  const router = Router()
  router.post('/:id/media', express.raw({ type: () => true, limit: uploadBytesMax }), (req, res) => {
    const number = authorise(req, String(req.params.id))
    const { mime, bytes } = readForm(req, ['file'])
    checkFile(mime, bytes)
    res.json({ id: world.media.add({ phoneNumberId: number.phoneNumberId, mime, bytes }).id })
  })
  router.get('/media-files/:id/:until', (req, res) => {
    const record = world.media.get(req.params.id)
    const owner = authorise(req)
    if (record?.phoneNumberId !== owner.phoneNumberId || Number(req.params.until) < Date.now())
      return void res.sendStatus(404)
    res.type(record.mime).send(world.media.bytes(record))
  })
  router.get('/:id', (req, res, next) => {
    const record = ownMedia(world, authorise, req)
    if (record) describe(record, req, res)
    else next()
  })
  router.delete('/:id', (req, res, next) => {
    const record = ownMedia(world, authorise, req)
    if (!record) return next()
    world.media.remove(record)
    res.json({ success: true })
  })
  return router
}

function describe({ id, mime, sha256, size }: MediaRecord, req: Request, res: Response): void {
  const host = req.socket.localAddress?.replace('::ffff:', '') ?? '127.0.0.1'
  const url = `http://${host}:${req.socket.localPort}/media-files/${id}/${Date.now() + addressLifeMs}`
  res.json({ messaging_product: 'whatsapp', url, mime_type: mime, sha256, file_size: String(size), id })
}

/** The media in the path, which must be of the asking number; an id of no media is left to the other routes. */
function ownMedia(world: World, authorise: Authorise, req: Request): MediaRecord | undefined {
  const record = world.media.get(String(req.params.id))
  if (record && authorise(req).phoneNumberId !== record.phoneNumberId)
    refuse(100, { details: `Object with ID '${record.id}' does not exist.`, subcode: 33 })
  return record
}

function checkFile(mime: string, bytes: Buffer): void {
  const [, bytesMax] =
    limits.find(([pattern]) => pattern.test(mime)) ?? refuse(131053, { details: `Type ${mime} is not supported.` })
  if (bytes.length > bytesMax) refuse(131053, { details: `The file has more than ${bytesMax} bytes.` })
  if (bytes.length === 0) refuse(131053, { details: 'The file is empty.' })
}
