import type { Command } from 'commander'
import { type AccessOptions, type Env, findAccess } from '../api/access.ts'
import { type Api, openApi } from '../api/client.ts'

/** Options of every command. */
export type CommonOptions = { json: boolean; dataDir?: string }

/** Options of every command that calls the public API. */
export type ApiOptions = CommonOptions & AccessOptions

/** Adds the options that every command has. */
export function withCommon(command: Command): Command {
  return command
    .option('--json', 'print JSON and nothing else', false)
    .option('--data-dir <folder>', 'data folder of a system on this machine (default: DATA_DIR, else .data)')
}

/** Adds the options of a command that calls the public API of any installation. */
export function withApi(command: Command): Command {
  return withCommon(command)
    .option('--url <address>', 'address of the installation (default: POSTHORN_URL, else that of `posthorn login`)')
    .option('--key <key>', 'API key (default: POSTHORN_TOKEN, else that of `posthorn login` or of the first run)')
}

/** Adds `--yes` to a command with an effect that cannot be undone. */
export function withYes(command: Command): Command {
  return command.option('--yes', 'do not ask for confirmation', false)
}

/** Opens the API that the options and the environment name. */
export function apiOf(options: AccessOptions, env: Env): Api {
  return openApi(findAccess(options, env))
}
