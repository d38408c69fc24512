import { accounts, defined, type Id, type OutputOf } from '@posthorn/contracts'
import { Command, Option } from 'commander'
import {
  asOperator,
  type CommonOptions,
  dataFolder,
  type Env,
  type OperatorAccess,
  readRun,
  withCommon,
} from '../api/access.ts'
import { CommandError } from '../api/client.ts'
import { futureTime, listArgument, printList, printOne, scopesArgument, scopesHelp, testHelp } from '../terminal.ts'
import { memberCommand, workspacesOf } from './member.ts'

type ServiceOptions = CommonOptions & { service?: Quarantine['service'] }

type Quarantine = OutputOf<typeof accounts.quarantines.list>[number]

const services = accounts.quarantines.release.input.shape.service.unwrap().options

function quarantineCommand(env: Env): Command {
  const command = new Command('quarantine').description(
    'show and end the quarantine of services after Postgres was restored',
  )
  const printAfter = async (options: ServiceOptions, work: (access: OperatorAccess) => Promise<Quarantine[]>) => {
    const all = await asOperator(dataFolder(options.dataDir, env), work)
    const rows = all.filter(({ service }) => options.service === undefined || options.service === service)
    printList(rows, ['service', 'since', 'due'], options)
  }
  withService(
    command
      .command('show')
      .description('show the start of the quarantine of each service, and the actions that are due'),
  ).action((options: ServiceOptions) =>
    printAfter(options, ({ clients, operator }) => clients.gateway.quarantines.list.query({}, operator)),
  )
  withService(command.command('release').description('end the quarantine, so that services send again'))
    .addOption(
      new Option(
        '--due <what>',
        'decision about actions that were due before the restore: give_up does none of them, go_on does all of them, perhaps a second time',
      )
        .choices(['give_up', 'go_on'])
        .makeOptionMandatory(),
    )
    .action((options: ServiceOptions & { due: 'give_up' | 'go_on' }) =>
      printAfter(options, ({ clients, operator }) =>
        clients.gateway.quarantines.release.mutate({ due: options.due, service: options.service }, operator),
      ),
    )
  return command
}

/** Adds the option that limits a command to one service. */
function withService(command: Command): Command {
  return withCommon(command).addOption(new Option('--service <name>', 'only this service').choices(services))
}

/** Verification result for one workspace's audit log. `last`: the last intact entry, as `<sequence>:<hash>`. */
type LogVerification = { workspace: string; entries: number; last: string; fault: string }

const pageSize = 2_000

/** Verifies the audit log of a workspace, page by page. Each page starts from the last entry that was verified. */
async function verifyOne({ clients, operator }: OperatorAccess, workspace: string): Promise<LogVerification> {
  const id = workspace as `ws_${string}`
  let entries = 0
  for (let after: { sequence: number; hash: string } | undefined; ; ) {
    const page = await clients.gateway.audit.verify.query(
      { workspace: id, size: pageSize, ...(after && { after }) },
      operator,
    )
    const { last, fault, next } = page
    entries += page.entries
    const faultText = fault ? `entry ${fault.sequence} is ${fault.reason}` : ''
    if (next === null) return { workspace, entries, last: `${last.sequence}:${last.hash}`, fault: faultText }
    after = next
  }
}

function auditCommand(env: Env): Command {
  const command = new Command('audit').description('verify the log of actions by operators and keys')
  withCommon(command.command('verify').description('recompute the hash chains; exits with 1 when one is broken'))
    .option('--workspace <id>', 'verify only the log of this workspace')
    .action(async (options: CommonOptions & { workspace?: string }) => {
      const verified = await asOperator(dataFolder(options.dataDir, env), async (access) => {
        const { workspace } = options
        const all = workspace
          ? [{ id: workspace }]
          : await access.clients.gateway.workspaces.list.query({}, access.operator)
        const results: LogVerification[] = []
        for (const { id } of all) results.push(await verifyOne(access, id))
        return results
      })
      printList(verified, ['workspace', 'entries', 'last', 'fault'], options)
      const broken = verified.filter(({ fault }) => fault !== '')
      if (broken.length > 0)
        throw new CommandError(
          `the audit log has been tampered with: workspace ${broken[0]?.workspace}, ${broken[0]?.fault}`,
        )
    })
  return command
}

type KeyCreate = CommonOptions & {
  workspace: string
  name: string
  scopes?: ReturnType<typeof scopesArgument>
  numbers?: string[]
  cidrs?: string[]
  expires?: string
  test: boolean
}

/** Returns the input that creates a key. Options that were not passed are left out, so that the defaults apply. */
function keyInput({ workspace, name, scopes, numbers, cidrs, expires: expiresAt, test }: KeyCreate) {
  return { workspace, name, test, ...defined({ scopes, numbers, cidrs, expiresAt }) }
}

function keyCommand(env: Env): Command {
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
    .option(
      '--expires <time>',
      'time at which the key expires, such as 2027-01-31T00:00:00Z, or 90d for in 90 days',
      futureTime,
    )
    .option('--test', testHelp, false)
    .action(async (options: KeyCreate) => {
      const { key, ...facts } = await asOperator(dataFolder(options.dataDir, env), ({ clients, operator }) =>
        clients.gateway.workspaceKeys.create.mutate(keyInput(options), operator),
      )
      printOne({ key, ...facts }, options)
    })
  withCommon(command.command('list').description('list keys, without their secrets'))
    .option('--workspace <id>', 'list only the keys of this workspace')
    .action(async (options: CommonOptions & { workspace?: string }) => {
      const { workspace } = options
      const all = await asOperator(dataFolder(options.dataDir, env), ({ clients, operator }) =>
        clients.gateway.workspaceKeys.list.query(defined({ workspace }), operator),
      )
      printList(
        all,
        ['id', 'workspace', 'name', 'hint', 'scopes', 'numbers', 'cidrs', 'expiresAt', 'revokedAt', 'lastUsedAt'],
        options,
      )
    })
  withCommon(command.command('revoke').argument('<id>').description('revoke a key; it is refused at once')).action(
    async (id: string, options: CommonOptions) => {
      const revoked = await asOperator(dataFolder(options.dataDir, env), ({ clients, operator }) =>
        clients.gateway.workspaceKeys.revoke.mutate({ id }, operator),
      )
      printOne(revoked, options)
    },
  )
  return command
}

export function operatorCommand(env: Env): Command {
  const command = new Command('operator').description('manage the installation on this machine')
  for (const make of [workspaceCommand, keyCommand, memberCommand, auditCommand, quarantineCommand])
    command.addCommand(make(env))
  withCommon(
    command
      .command('add <person>')
      .description('make a person an operator, who can open the pages of the installation in the dashboard'),
  ).action(async (person: Id<'per'>, options: CommonOptions) => {
    const added = await asOperator(dataFolder(options.dataDir, env), ({ clients, operator }) =>
      clients.gateway.operators.add.mutate({ person }, operator),
    )
    printOne(options.json ? added : { ...added, workspaces: workspacesOf(added) }, options)
  })
  withCommon(command.command('remove <person>').description('remove a person from the operators')).action(
    async (person: Id<'per'>, options: CommonOptions) => {
      const removed = await asOperator(dataFolder(options.dataDir, env), ({ clients, operator }) =>
        clients.gateway.operators.remove.mutate({ person }, operator),
      )
      printOne(removed, options)
    },
  )
  withCommon(command.command('list').description('list the operators of the installation')).action(
    async (options: CommonOptions) => {
      const all = await asOperator(dataFolder(options.dataDir, env), ({ clients, operator }) =>
        clients.gateway.operators.list.query({}, operator),
      )
      const rows = all.map((each) => ({ ...each, workspaces: workspacesOf(each) }))
      printList(options.json ? all : rows, ['id', 'name', 'email', 'twoFactor', 'workspaces', 'since'], options)
    },
  )
  return command
}

function workspaceCommand(env: Env): Command {
  const command = new Command('workspace').description('manage workspaces; each has its own keys, numbers and messages')
  withCommon(command.command('create').argument('<name>').description('create a workspace')).action(
    async (name: string, options: CommonOptions) => {
      const created = await asOperator(dataFolder(options.dataDir, env), ({ clients, operator }) =>
        clients.gateway.workspaces.create.mutate({ name }, operator),
      )
      printOne(created, options)
    },
  )
  withCommon(
    command
      .command('welcome <id>')
      .description('create a link that makes a person the first owner of a workspace; earlier links stop working'),
  ).action(async (workspace: string, options: CommonOptions) => {
    const dataDir = dataFolder(options.dataDir, env)
    const { token, expiresAt } = await asOperator(dataDir, ({ clients, operator }) =>
      clients.gateway.people.welcome.mutate({ workspace }, operator),
    )
    if (token === null) throw new CommandError(`${workspace} has an owner: ask them for an invitation`)
    printOne({ link: `${readRun(dataDir).url}/app/welcome#${token}`, expiresAt }, options)
  })
  withCommon(command.command('list').description('list all workspaces')).action(async (options: CommonOptions) => {
    const all = await asOperator(dataFolder(options.dataDir, env), ({ clients, operator }) =>
      clients.gateway.workspaces.list.query({}, operator),
    )
    printList(all, ['id', 'name', 'createdAt'], options)
  })
  return command
}
