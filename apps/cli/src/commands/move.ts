import { readFile, rm, writeFile } from 'node:fs/promises'
import { Command } from 'commander'
import type { Env } from '../api/access.ts'
import { move, type Progress } from '../api/move.ts'
import { readExport, readService } from '../api/move-source.ts'
import { CommandError } from '../api/refusal.ts'
import { printList } from '../terminal/output.ts'
import { type ApiOptions, apiOf, withApi } from './options.ts'

type Options = ApiOptions & { fromKey?: string; fromDevice?: string; device?: string; progress: string }

/** Makes the command `posthorn move`. */
export function moveCommand(env: Env): Command {
  return withApi(
    new Command('move')
      .argument('<source>', 'JSON file with labels, contacts and webhooks, or address of the former service')
      .description('make labels, contacts and webhooks of a service with the established v1 dialect here'),
  )
    .option('--from-key <key>', 'key of the former service (default: MOVE_FROM_KEY)')
    .option('--from-device <id>', 'device of the former service (default: the first)')
    .option('--device <id>', 'number here (default: the first)')
    .option('--progress <file>', 'file that keeps the place of an interrupted move', 'posthorn-move.json')
    .action(async (source: string, options: Options) => {
      const read = await readSource(source, options, env)
      const place = await readProgress(options.progress, source)
      const { moved, faults } = await move(apiOf(options, env), {
        source: read,
        device: options.device,
        progress: place,
      })
      await rm(options.progress, { force: true })
      printList(moved, ['kind', 'made', 'there', 'faulty'], options)
      for (const { kind, row, reason } of faults) process.stderr.write(`${kind} ${row}: ${reason}\n`)
      if (faults.length > 0) process.exitCode = 1
    })
}

function readSource(source: string, { fromKey, fromDevice }: Options, env: Env) {
  if (!/^https?:\/\//.test(source)) return readExport(source)
  const key = fromKey ?? env['MOVE_FROM_KEY']
  if (key === undefined || key === '') throw new CommandError('pass the key of the former service with --from-key')
  return readService(source, { key, ...(fromDevice === undefined ? {} : { device: fromDevice }) })
}

/** Returns the place of a move from the same source that was interrupted, else the beginning. */
async function readProgress(file: string, source: string): Promise<Progress> {
  const kept = JSON.parse(await readFile(file, 'utf8').catch(() => '{}')) as { source?: string; contacts?: number }
  return {
    contacts: kept.source === source ? (kept.contacts ?? 0) : 0,
    save: (contacts) => writeFile(file, JSON.stringify({ source, contacts })),
  }
}
