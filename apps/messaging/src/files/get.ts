import type { Verb } from '@posthorn/chassis'
import { fail, type messaging } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { File } from '../entities/file.ts'
import { presentFile } from './present.ts'

/** Returns a file without its bytes. */
export const get: Verb<typeof messaging.files.get, MessagingRuntime> = async ({ ctx, input }) =>
  presentFile((await ctx.em.findOne(File, { id: input.id })) ?? fail('file:not_found'))
