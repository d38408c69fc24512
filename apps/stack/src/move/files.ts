import { existsSync } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '../start-error.ts'
import type { Cell } from './cell.ts'

/** Copies the bytes of a workspace's files; each is written once, so what is there already is not copied again. */
export async function copyFiles(source: Cell['files'], target: Cell['files'], workspace: string): Promise<void> {
  if ('folder' in source && 'folder' in target) {
    const from = join(source.folder, workspace)
    const options = { recursive: true, force: false, filter: (path: string) => !path.endsWith('.part') }
    if (existsSync(from)) await cp(from, join(target.folder, workspace), options)
    return
  }
  const isSame = 'bucket' in source && 'bucket' in target && source.bucket === target.bucket
  if (!isSame) throw new StartError('FILES_BUCKET: both cells must have the same bucket, or each a folder')
}

/** Removes the bytes of a workspace's files from a folder; a bucket is shared, and stays as it is. */
export async function removeFiles(files: Cell['files'], workspace: string): Promise<void> {
  if ('folder' in files) await rm(join(files.folder, workspace), { recursive: true, force: true })
}
