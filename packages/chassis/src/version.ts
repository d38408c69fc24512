import { readFileSync } from 'node:fs'

const { version: stated } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string
}

/** The release that this process runs. */
export const version: string = stated
