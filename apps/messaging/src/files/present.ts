import { isoTime } from '@posthorn/chassis'
import type { file } from '@posthorn/contracts'
import type { z } from 'zod'
import type { FileRow } from '../entities/file.ts'

/** A file as answers show it. */
export function presentFile({ id, filename, mime, size, kind, sha256, createdAt }: FileRow): z.output<typeof file> {
  return { id, filename, mime, size, kind, sha256, createdAt: isoTime(createdAt) as string }
}
