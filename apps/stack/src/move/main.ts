import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { idOf } from '@posthorn/contracts'
import { lineOf, StartError } from '../terminal.ts'
import { openCell } from './cell.ts'
import { abortMove, lockMove, moveWorkspace, removeMoved } from './move.ts'

const usage =
  'move-workspace <ws_…> --from <cell> --to <cell> [--abort], or <ws_…> --from <cell> --remove; a cell is a data folder or a file of settings'

const options = {
  from: { type: 'string' },
  to: { type: 'string' },
  abort: { type: 'boolean' },
  remove: { type: 'boolean' },
} as const

const begunMs = performance.now()
const say = (line: string) =>
  void process.stdout.write(`${((performance.now() - begunMs) / 1_000).toFixed(1).padStart(6)} s  ${line}\n`)

// pnpm runs scripts in the repository root and passes the caller's folder in `INIT_CWD`.
const pathOf = (path: string) => resolve(process.env['INIT_CWD'] ?? '.', path)

/** Opens the cells that the arguments name, locks the workspace in them, and moves it, ends its move, or removes what has moved. */
async function main(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const workspace = idOf('ws').safeParse(positionals[0])
  const { from, to, abort, remove } = values
  const isWhole = from !== undefined && (to !== undefined) !== (remove === true) && !(remove && abort)
  if (!workspace.success || positionals.length > 1 || !isWhole) throw new StartError(usage)
  const source = await openCell(pathOf(from))
  try {
    await lockMove(source, workspace.data)
    if (to === undefined) return await removeMoved({ workspace: workspace.data, source, say })
    const target = await openCell(pathOf(to))
    try {
      await lockMove(target, workspace.data)
      const move = { workspace: workspace.data, source, target, say }
      await (abort ? abortMove(move) : moveWorkspace(move))
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${lineOf(error)}\n`)
  process.exit(1)
}
