import { openAsBlob, statSync } from 'node:fs'
import { basename } from 'node:path'
import { CommandError } from './client.ts'

/** Creates an upload form with a file of this machine, which is read while it is sent. */
export async function formWith(path: string, type = ''): Promise<FormData> {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) throw new CommandError(`${path} is not a file`)
  const form = new FormData()
  form.set('file', await openAsBlob(path, { type }), basename(path))
  return form
}
