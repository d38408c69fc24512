import type { IncomingMessage } from 'node:http'
import express, { type Request, type RequestHandler, Router } from 'express'
import type { SimulatorState } from '../state/simulator-state.ts'
import {
  answerRequests,
  changeSettings,
  createGroup,
  deleteGroup,
  describeGroup,
  listGroups,
  listRequests,
  type OwnGroup,
  readLink,
  removePeople,
  resetLink,
  setPicture,
} from './groups.ts'
import { type Authorize, type Respond, readForm } from './media-routes.ts'
import { objectOf, refuse } from './reply.ts'
import { underOutage } from './send.ts'

const bytesMax = 5 * 1024 * 1024
const pixelsMin = 192
/** Markers of baseline, extended and progressive frames, whose headers contain the size. */
const frames = [0xc0, 0xc1, 0xc2]

/** Rejects an invalid group picture: 131053 if it isn't a JPEG or is too large, 131209 if it isn't square, 131210 if it is too small. */
function checkPicture(file: { mime: string; bytes: Buffer }): { mime: string; bytes: Buffer } {
  const size = file.mime === 'image/jpeg' ? sizeOf(file.bytes) : undefined
  if (size === undefined || file.bytes.length > bytesMax) return refuse(131053)
  if (size.width !== size.height) refuse(131209)
  if (size.width < pixelsMin) refuse(131210)
  return file
}

/** Reads the size from a JPEG by skipping segments up to the frame header. Returns undefined if there is none. */
function sizeOf(bytes: Buffer): { width: number; height: number } | undefined {
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    if (frames.includes(bytes[at + 1] ?? 0))
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
  }
  return undefined
}

const formBytesMax = 6 * 1024 * 1024
const isForm = (req: IncomingMessage) => req.headers['content-type']?.startsWith('multipart') ?? false
const form = express.raw({ type: isForm, limit: formBytesMax })
const json = express.json({ type: (req) => !isForm(req), strict: false })

/** Group routes. They share paths with numbers and media, so an unknown group id is passed on to other routes. */
export function groupRoutes(simulator: SimulatorState, authorize: Authorize, respond: Respond): Router {
  const router = Router()
  const group = (run: (own: OwnGroup, req: Request) => Record<string, unknown>): RequestHandler => {
    return (req, res, next) => {
      const own = ownGroup(simulator, authorize, req)
      if (own === undefined) return next()
      respond(
        res,
        underOutage(simulator, own.number, () => run(own, req)),
      )
    }
  }
  router.post('/:id/groups', json, (req, res) =>
    respond(res, createGroup(simulator, authorize(req, String(req.params.id)), bodyOf(req))),
  )
  router.get('/:id/groups', (req, res) =>
    respond(res, { answer: listGroups(simulator, authorize(req, String(req.params.id))) }),
  )
  router.get(
    '/:id',
    group((own, { query }) => describeGroup(own, query.fields)),
  )
  router.post('/:id', form, json, group(changeRequested))
  router.delete('/:id', json, group(deleteGroup))
  router.get('/:id/invite_link', group(readLink))
  router.post('/:id/invite_link', json, group(resetLink))
  router.delete(
    '/:id/participants',
    json,
    group((own, req) => removePeople(own, bodyOf(req))),
  )
  router.get('/:id/join_requests', group(listRequests))
  router.post('/:id/join_requests', json, group(decideRequested(true)))
  router.delete('/:id/join_requests', json, group(decideRequested(false)))
  return router
}

/** Applies the requested changes. A form contains the picture, under either of its field names; JSON contains the other settings. */
function changeRequested(own: OwnGroup, req: Request): Record<string, unknown> {
  if (!Buffer.isBuffer(req.body)) return changeSettings(own, bodyOf(req))
  return setPicture(own, checkPicture(readForm(req, ['file', 'profile_picture_file'])))
}

/** Returns the function that approves or rejects the join requests in a body. The method of the request decides which. */
const decideRequested =
  (approve: boolean): ((own: OwnGroup, req: Request) => Record<string, unknown>) =>
  (own, req) =>
    answerRequests(own, { approve, body: bodyOf(req) })

/** Returns the group in the path if it belongs to the caller's number. */
function ownGroup(simulator: SimulatorState, authorize: Authorize, req: Request): OwnGroup | undefined {
  const number = authorize(req)
  const group = simulator.groups.get(number.phoneNumberId, String(req.params.id))
  return group && { simulator, number, group }
}

/** Returns the JSON object in a request, or an empty one if it has no body. */
const bodyOf = (req: Request): Record<string, unknown> => objectOf(req.body ?? {})
