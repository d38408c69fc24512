import { type KeyScope, keyScopeNames } from '@posthorn/contracts'
import { type Command, InvalidArgumentError } from 'commander'
import { type AccessOptions, type Env, findAccess } from '../api/access.ts'
import { type Api, openApi } from '../api/client.ts'

const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 }

/** Parses a time: ISO 8601, or an age such as `90m`, `2h` or `7d`. */
export function timeArgument(text: string): string {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  if (count !== undefined && unit !== undefined)
    return new Date(Date.now() - Number(count) * (unitSeconds[unit] ?? 0) * 1_000).toISOString()
  const time = new Date(text)
  if (Number.isNaN(time.getTime()))
    throw new InvalidArgumentError('It must be a time such as 2027-01-31T00:00:00Z or 2h.')
  return time.toISOString()
}

/** Parses a comma-separated list. */
export function listArgument(text: string): string[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
}

export const scopesHelp = `comma-separated scopes: ${keyScopeNames.join(', ')}`

export const testHelp = 'make a key for tests, ph_test_…: it reaches simulator numbers only'

/** Parses a comma-separated list of scopes. Refuses unknown ones before anything is sent. */
export function scopesArgument(text: string): KeyScope[] {
  return listArgument(text).map((name) => {
    const scope = keyScopeNames.find((known) => known === name)
    if (scope === undefined) throw new InvalidArgumentError(`${name} is no scope; use ${keyScopeNames.join(', ')}.`)
    return scope
  })
}

/** Returns a parser for integers from `least` to `most`. */
export function countArgument(least: number, most?: number): (text: string) => number {
  return (text) => {
    const count = Number(text)
    if (!/^\d{1,15}$/.test(text) || count < least || (most !== undefined && count > most))
      throw new InvalidArgumentError(
        `It must be a whole number from ${least}${most === undefined ? '' : ` to ${most}`}.`,
      )
    return count
  }
}

export type CommonOptions = { json: boolean; dataDir?: string }

export type ApiOptions = CommonOptions & AccessOptions

/** Adds the options that almost every command has. */
export function withCommon(command: Command): Command {
  return command
    .option('--json', 'print JSON and nothing else', false)
    .option('--data-dir <folder>', 'data folder of a system on this machine (default: DATA_DIR, else .data)')
}

/** Adds the options that name an installation and its key. */
export function withApi(command: Command): Command {
  return withCommon(command)
    .option('--url <address>', 'address of the installation (default: POSTHORN_URL, else that of `posthorn login`)')
    .option('--key <key>', 'API key (default: POSTHORN_TOKEN, else that of `posthorn login` or of the first run)')
}

/** Adds the option that skips the confirmation of an action that cannot be undone. */
export function withYes(command: Command): Command {
  return command.option('--yes', 'do not ask for confirmation', false)
}

/** Returns a client for the installation that the options or the environment name. */
export function apiOf(options: AccessOptions, env: Env): Api {
  return openApi(findAccess(options, env))
}
