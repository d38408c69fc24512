import { listPage, type Verb } from '@posthorn/chassis'
import type { messaging } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { File, type FileRow } from '../entities/file.ts'
import { presentFile } from './present.ts'

/** Files, newest first. */
export const list: Verb<typeof messaging.files.list, MessagingRuntime> = async ({ ctx, input }) => {
  const page = await listPage<FileRow>(ctx, input, {
    entity: File,
    list: 'files',
    order: { column: 'id', direction: 'desc' },
    where: input.kind ? { kind: { $in: input.kind } } : {},
    ids: 'file',
  })
  return { items: page.rows.map(presentFile), next: page.next }
}
