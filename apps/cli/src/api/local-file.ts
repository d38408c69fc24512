import { openAsBlob, readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { CommandError } from './client.ts'

/** Reads a text file; `0` is stdin. Leaves out a byte order mark, which no parser of JSON takes. */
export const readText = (file: string | 0): string => new TextDecoder().decode(readFileSync(file))

/** Creates an upload form with a file of this machine, which is read while it is sent. */
export async function formWith(path: string, type = ''): Promise<FormData> {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) throw new CommandError(`${path} is not a file`)
  const form = new FormData()
  form.set('file', await openAsBlob(path, { type }), basename(path))
  return form
}
