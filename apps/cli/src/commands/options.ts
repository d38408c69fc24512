import type { Command } from 'commander'
import { type AccessOptions, type Env, findAccess } from '../api/access.ts'
import { type Api, openApi } from '../api/client.ts'

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
