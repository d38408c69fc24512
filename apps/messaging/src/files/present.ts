import { isoTime } from '@posthorn/chassis'
import type { file } from '@posthorn/contracts'
import type { z } from 'zod'
import type { FileRow } from '../entities/file.ts'

/** A file as answers show it. */
export function presentFile(row: FileRow): z.output<typeof file> {
  const { id, filename, mime, size, kind, sha256, createdAt, expiresAt } = row
  const times = { createdAt: isoTime(createdAt) as string, expiresAt: expiresAt ? isoTime(expiresAt) : null }
  return { id, filename, mime, size, kind, sha256, ...times }
}
