import { Command } from 'commander'
import { withCommon } from './accounts.ts'
import { printList } from './output.ts'
import { asOperator, CommandError, dataFolder, type OperatorAccess } from './system.ts'

type Env = Record<string, string | undefined>
type Options = { json: boolean; dataDir?: string; workspace?: string }

/** What came of a workspace's audit log. `last` is the end of what is as it was written: `<sequence>:<hash>`. */
type Verified = { workspace: string; entries: number; last: string; fault: string }

const stretchSize = 2_000

async function verifyOne({ clients, operator }: OperatorAccess, workspace: string): Promise<Verified> {
  const id = workspace as `ws_${string}`
  let entries = 0
  for (let after: { sequence: number; hash: string } | undefined; ; ) {
    const stretch = await clients.gateway.audit.verify.query(
      { workspace: id, size: stretchSize, ...(after && { after }) },
      operator,
    )
    const { last, fault, next } = stretch
    entries += stretch.entries
    const told = fault ? `entry ${fault.sequence} is ${fault.reason}` : ''
    if (next === null) return { workspace, entries, last: `${last.sequence}:${last.hash}`, fault: told }
    after = next
  }
}

/** `posthorn audit …` */
export function auditCommand(env: Env): Command {
  const command = new Command('audit').description('the log of what operators and keys did')
  withCommon(command.command('verify').description('compute the chains of hashes anew; fails when one is broken'))
    .option('--workspace <id>', 'only the log of this workspace')
    .action(async (options: Options) => {
      const verified = await asOperator(dataFolder(options.dataDir, env), async (access) => {
        const { workspace } = options
        const all = workspace
          ? [{ id: workspace }]
          : await access.clients.gateway.workspaces.list.query({}, access.operator)
        const results: Verified[] = []
        for (const { id } of all) results.push(await verifyOne(access, id))
        return results
      })
      printList(verified, ['workspace', 'entries', 'last', 'fault'], options)
      const broken = verified.filter(({ fault }) => fault !== '')
      if (broken.length > 0)
        throw new CommandError(`the audit log is not as it was written: ${broken[0]?.workspace}, ${broken[0]?.fault}`)
    })
  return command
}
