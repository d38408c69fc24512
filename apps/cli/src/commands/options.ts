import type { Command } from 'commander'
import { type AccessOptions, type Env, findAccess } from '../api/access.ts'
import { type Api, openApi } from '../api/client.ts'

export type CommonOptions = { json: boolean; dataDir?: string }

export type ApiOptions = CommonOptions & AccessOptions

export function withCommon(command: Command): Command {
  return command
    .option('--json', 'print JSON and nothing else', false)
    .option('--data-dir <folder>', 'data folder of a system on this machine (default: DATA_DIR, else .data)')
}

export function withApi(command: Command): Command {
  return withCommon(command)
    .option('--url <address>', 'address of the installation (default: POSTHORN_URL, else that of `posthorn login`)')
    .option('--key <key>', 'API key (default: POSTHORN_TOKEN, else that of `posthorn login` or of the first run)')
}

export function withYes(command: Command): Command {
  return command.option('--yes', 'do not ask for confirmation', false)
}

export function apiOf(options: AccessOptions, env: Env): Api {
  return openApi(findAccess(options, env))
}
