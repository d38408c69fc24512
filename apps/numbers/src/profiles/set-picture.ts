import { type PreparedVerb, uploadedBytes } from '@posthorn/chassis'
import { fail, mediaTypeName, type numbers } from '@posthorn/contracts'
import { mimeOf } from '@posthorn/http'
import type { z } from 'zod'
import type { NumbersRuntime } from '../config.ts'
import { findLine, requireOk } from '../numbers/line.ts'
import { readProfile } from './profile.ts'

type Operation = typeof numbers.profiles.setPicture

const bytesMax = 5 * 1024 * 1024
const mimes = ['image/jpeg', 'image/png']

/** Brings a picture to the provider and answers the profile with it. */
export const setPicture: PreparedVerb<Operation, NumbersRuntime, z.input<Operation['output']>> = {
  async prepare({ ctx, input, upload }) {
    const asked = await findLine(ctx, input.id)
    const bytes = await uploadedBytes(upload, input.content)
    if (bytes.length > bytesMax) fail('file:too_large', { message: 'A profile picture has at most 5 MB.' })
    const mime = mimeOf(bytes)
    if (mime === undefined || !mimes.includes(mime) || isOtherType(input.mime, mime))
      fail('file:unsupported_type', { message: 'A profile picture must be a JPEG or a PNG of the stated type.' })
    requireOk(await asked.provider.changePicture(asked.line, { bytes, mime }))
    return readProfile(input.id, asked)
  },
  run: async ({ prepared }) => prepared,
}

/** Returns true when the declared type differs; `application/octet-stream` declares none. */
function isOtherType(claim: string | undefined, mime: string): boolean {
  return claim !== undefined && ![mime, 'application/octet-stream'].includes(mediaTypeName(claim))
}
