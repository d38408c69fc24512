import type { Clients } from '@posthorn/client'
import { Command, Option } from 'commander'
import { dataFolder, type Env } from '../api/access.ts'
import { asOperator, type OperatorAccess } from '../api/operator.ts'
import { printList } from '../terminal/output.ts'
import { withCommon } from './options.ts'

type Common = { json: boolean; dataDir?: string; service?: Service }
type Release = Common & { due: 'give_up' | 'go_on' }

/** Services that send to other systems. */
const services = ['messaging', 'groups', 'webhooks'] as const satisfies (keyof Clients)[]
type Service = (typeof services)[number]

/** Makes the command `posthorn operator quarantine …`. */
export function quarantineCommand(env: Env): Command {
  const command = new Command('quarantine').description(
    'show and end the quarantine of services after Postgres was restored',
  )
  const onEach = async (
    options: Common,
    work: (access: OperatorAccess, service: Service) => Promise<{ since: string | null; due: object }>,
  ) => {
    const wanted = services.filter((service) => options.service === undefined || options.service === service)
    const rows = await asOperator(dataFolder(options.dataDir, env), (access) =>
      Promise.all(wanted.map(async (service) => ({ service, ...(await work(access, service)) }))),
    )
    printList(rows, ['service', 'since', 'due'], options)
  }
  onServices(
    command
      .command('show')
      .description('show the start of the quarantine of each service, and the actions that are due'),
  ).action((options: Common) =>
    onEach(options, ({ clients, operator }, service) => clients[service].quarantine.get.query({}, operator)),
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
      onEach(options, async ({ clients, operator }, service) => {
        const { quarantine } = clients[service]
        const { since } = await quarantine.get.query({}, operator)
        if (since === null) return { since, due: {} }
        return quarantine.release.mutate({ due: options.due }, operator)
      }),
    )
  return command
}

function onServices(command: Command): Command {
  return withCommon(command).addOption(new Option('--service <name>', 'only this service').choices(services))
}
