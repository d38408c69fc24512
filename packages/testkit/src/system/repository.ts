import { resolve } from 'node:path'

/** The checkout that this program belongs to. */
export const repositoryRoot: string = resolve(import.meta.dirname, '../../../..')
