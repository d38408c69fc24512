import { Command } from 'commander'
import { dataFolder, type Env } from '../api/access.ts'
import { asOperator } from '../api/operator.ts'
import { printList, printOne } from '../terminal/output.ts'
import { type CommonOptions as Common, withCommon } from './options.ts'

/** Makes the command `posthorn operator …`. */
export function operatorCommand(env: Env): Command {
  const command = new Command('operator').description(
    'manage the people who see the pages of operators in the dashboard',
  )
  withCommon(
    command.command('add <email>').description('make a person who can sign in an operator of the installation'),
  ).action(async (email: string, options: Common) => {
    const added = await asOperator(dataFolder(options.dataDir, env), ({ clients, operator }) =>
      clients.gateway.operators.add.mutate({ email }, operator),
    )
    printOne(added, options)
  })
  withCommon(command.command('remove <email>').description('take the permission of an operator back')).action(
    async (email: string, options: Common) => {
      const removed = await asOperator(dataFolder(options.dataDir, env), ({ clients, operator }) =>
        clients.gateway.operators.remove.mutate({ email }, operator),
      )
      printOne(removed, options)
    },
  )
  withCommon(command.command('list').description('list the operators of the installation')).action(
    async (options: Common) => {
      const all = await asOperator(dataFolder(options.dataDir, env), ({ clients, operator }) =>
        clients.gateway.operators.list.query({}, operator),
      )
      printList(all, ['name', 'email', 'twoFactor', 'since'], options)
    },
  )
  return command
}
