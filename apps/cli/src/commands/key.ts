import { Command } from 'commander'
import { dataFolder, type Env } from '../api/access.ts'
import { asOperator } from '../api/operator.ts'
import { printList, printOne } from '../terminal/output.ts'
import { listArgument, scopesArgument, scopesHelp, testHelp, timeArgument } from '../terminal/values.ts'
import { type CommonOptions as Common, withCommon } from './options.ts'

type KeyCreate = Common & {
  workspace: string
  name: string
  scopes?: ReturnType<typeof scopesArgument>
  numbers?: string[]
  cidrs?: string[]
  expires?: string
  test: boolean
}

function keyInput({ workspace, name, scopes, numbers, cidrs, expires, test }: KeyCreate) {
  return {
    workspace,
    name,
    test,
    ...(scopes === undefined ? {} : { scopes }),
    ...(numbers === undefined ? {} : { numbers }),
    ...(cidrs === undefined ? {} : { cidrs }),
    ...(expires === undefined ? {} : { expiresAt: expires }),
  }
}

/** Creates the command `posthorn operator key …`. */
export function keyCommand(env: Env): Command {
  const command = new Command('key').description('manage API keys of all workspaces')
  withCommon(command.command('create').description('create a key; it is printed only once'))
    .requiredOption('--workspace <id>', 'workspace the key belongs to')
    .requiredOption('--name <name>', 'name of the key')
    .option('--scopes <list>', `${scopesHelp} (default: read, send and manage)`, scopesArgument)
    .option('--numbers <list>', 'comma-separated ids of the numbers that the key is limited to', listArgument)
    .option(
      '--cidrs <list>',
      'comma-separated address ranges that the key may be used from, such as 203.0.113.0/24',
      listArgument,
    )
    .option('--expires <time>', 'time at which the key expires, such as 2027-01-31T00:00:00Z', timeArgument)
    .option('--test', testHelp, false)
    .action(async (options: KeyCreate) => {
      const { key, ...facts } = await asOperator(dataFolder(options.dataDir, env), ({ clients, operator }) =>
        clients.gateway.workspaceKeys.create.mutate(keyInput(options), operator),
      )
      printOne({ key, ...facts }, options)
    })
  withCommon(command.command('list').description('list keys, without their secrets'))
    .option('--workspace <id>', 'list only the keys of this workspace')
    .action(async (options: Common & { workspace?: string }) => {
      const { workspace } = options
      const all = await asOperator(dataFolder(options.dataDir, env), ({ clients, operator }) =>
        clients.gateway.workspaceKeys.list.query(workspace === undefined ? {} : { workspace }, operator),
      )
      printList(
        all,
        ['id', 'workspace', 'name', 'hint', 'scopes', 'numbers', 'cidrs', 'expiresAt', 'revokedAt', 'lastUsedAt'],
        options,
      )
    })
  withCommon(command.command('revoke').argument('<id>').description('revoke a key; it is refused at once')).action(
    async (id: string, options: Common) => {
      const revoked = await asOperator(dataFolder(options.dataDir, env), ({ clients, operator }) =>
        clients.gateway.workspaceKeys.revoke.mutate({ id }, operator),
      )
      printOne(revoked, options)
    },
  )
  return command
}
