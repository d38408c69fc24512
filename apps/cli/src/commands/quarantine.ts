import { accounts, type OutputOf } from '@posthorn/contracts'
import { Command, Option } from 'commander'
import { dataFolder, type Env } from '../api/access.ts'
import { asOperator, type OperatorAccess } from '../api/operator.ts'
import { printList } from '../terminal/output.ts'
import { withCommon } from './options.ts'

type Common = { json: boolean; dataDir?: string; service?: Service }
type Release = Common & { due: 'give_up' | 'go_on' }

type Quarantine = OutputOf<typeof accounts.quarantines.list>[number]
type Service = Quarantine['service']

const services = accounts.quarantines.release.input.shape.service.unwrap().options

/** Creates the command `posthorn operator quarantine …`. */
export function quarantineCommand(env: Env): Command {
  const command = new Command('quarantine').description(
    'show and end the quarantine of services after Postgres was restored',
  )
  const print = async (options: Common, work: (access: OperatorAccess) => Promise<Quarantine[]>) => {
    const all = await asOperator(dataFolder(options.dataDir, env), work)
    const rows = all.filter(({ service }) => options.service === undefined || options.service === service)
    printList(rows, ['service', 'since', 'due'], options)
  }
  onServices(
    command
      .command('show')
      .description('show the start of the quarantine of each service, and the actions that are due'),
  ).action((options: Common) =>
    print(options, ({ clients, operator }) => clients.gateway.quarantines.list.query({}, operator)),
  )
  onServices(command.command('release').description('end the quarantine, so that services send again'))
    .addOption(
      new Option(
        '--due <what>',
        'decision about actions that were due before the restore: give_up does none of them, go_on does all of them, perhaps a second time',
      )
        .choices(['give_up', 'go_on'])
        .makeOptionMandatory(),
    )
    .action((options: Release) =>
      print(options, ({ clients, operator }) =>
        clients.gateway.quarantines.release.mutate({ due: options.due, service: options.service }, operator),
      ),
    )
  return command
}

function onServices(command: Command): Command {
  return withCommon(command).addOption(new Option('--service <name>', 'only this service').choices(services))
}
