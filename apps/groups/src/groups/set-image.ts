import { createHash } from 'node:crypto'
import { type PreparedVerb, uploadedBytes } from '@posthorn/chassis'
import { fail, type groups } from '@posthorn/contracts'
import type { GroupsRuntime } from '../config.ts'
import { announce } from './announce.ts'
import { withPending } from './changes.ts'
import { lockOwnGroup, refuseUnlessActive } from './find.ts'
import { groupImage, jpegSize } from './jpeg.ts'
import { presentGroup } from './present.ts'
import { requestChange } from './request-change.sql.ts'

/** Accepts another image; its bytes are kept until the provider has it. */
export const setImage: PreparedVerb<typeof groups.groups.setImage, GroupsRuntime, Buffer> = {
  async prepare({ input, upload }) {
    const content = await uploadedBytes(upload, input.content)
    const { width, height } = jpegSize(content) ?? fail('group:image_invalid')
    if (width !== height || width < groupImage.pixelsMin || content.length > groupImage.bytesMax)
      fail('group:image_invalid')
    return content
  },
  async run({ ctx, input, prepared: content }) {
    const row = await lockOwnGroup(ctx, input.id)
    refuseUnlessActive(row)
    const sha256 = createHash('sha256').update(content).digest('hex')
    row.changes = withPending(row.changes, { setting: 'image', to: sha256, at: new Date() })
    await requestChange(ctx.em, row, { pending: { kind: 'image', sha256 }, content })
    await announce(ctx, row, { change: 'changing' })
    ctx.wake('change')
    return presentGroup(row)
  },
}
