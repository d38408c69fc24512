import { LockMode } from '@mikro-orm/core'
import type { Verb } from '@posthorn/chassis'
import { fail, type messaging } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { File } from '../entities/file.ts'
import { expiryOf } from './create.ts'
import { refuseSharedFile } from './numbers.sql.ts'
import { presentFile } from './present.ts'

/** Changes name and time of deletion of a file. */
export const update: Verb<typeof messaging.files.update, MessagingRuntime> = async ({ ctx, input }) => {
  const { id, filename, expiresAt } = input
  const row = (await ctx.em.findOne(File, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })) ?? fail('file:not_found')
  refuseSharedFile(ctx.call, row)
  if (filename !== undefined) row.filename = filename
  if (expiresAt !== undefined) {
    row.expiresAt = expiryOf(expiresAt, { days: ctx.config.FILES_RETENTION_DAYS, nowMs: Date.now() })
    ctx.wake('files')
  }
  await ctx.em.flush()
  return presentFile(row)
}
