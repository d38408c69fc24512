import { Command } from 'commander'
import { dataFolder, type Env } from '../api/access.ts'
import { asOperator, type OperatorAccess } from '../api/operator.ts'
import { CommandError } from '../api/refusal.ts'
import { printList } from '../terminal/output.ts'
import { withCommon } from './options.ts'

type Options = { json: boolean; dataDir?: string; workspace?: string }

/** Result for one workspace's audit log. `last`: its last intact entry, `<sequence>:<hash>`. */
type LogVerification = { workspace: string; entries: number; last: string; fault: string }

const pageSize = 2_000

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

/** Creates the command `posthorn operator audit …`. */
export function auditCommand(env: Env): Command {
  const command = new Command('audit').description('verify the log of actions by operators and keys')
  withCommon(command.command('verify').description('recompute the hash chains; exits with 1 when one is broken'))
    .option('--workspace <id>', 'verify only the log of this workspace')
    .action(async (options: Options) => {
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
