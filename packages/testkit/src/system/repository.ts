import { resolve } from 'node:path'

export const repositoryRoot: string = resolve(import.meta.dirname, '../../../..')
