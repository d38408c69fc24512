import { defined } from '@posthorn/contracts'
import { Command, Option } from 'commander'
import { type ApiOptions, type Env, findAccess, withApi } from '../api/access.ts'
import { CommandError, openApi } from '../api/client.ts'
import { type Fetch, patientFetch } from '../api/fetch.ts'
import { move } from '../api/move.ts'
import { readEvolution, readWaha } from '../api/move-from.ts'
import { readExport, readService } from '../api/move-source.ts'
import { type Progress, printList, showProgress } from '../terminal.ts'

type Options = ApiOptions & { from?: keyof typeof services; fromKey?: string; fromDevice?: string; device?: string }

const services = { dialect: readService, waha: readWaha, evolution: readEvolution }

export function moveCommand(env: Env): Command {
  return withApi(
    new Command('move')
      .argument('<source>', 'JSON file with labels, contacts, chats and webhooks, or address of the previous service')
      .description(
        'make labels, contacts, labels of chats and webhooks of a previous service here: one with the established v1 dialect, WAHA or Evolution',
      ),
  )
    .addOption(new Option('--from <service>', 'the previous service (default: dialect)').choices(Object.keys(services)))
    .option('--from-key <key>', 'key of the previous service (default: MOVE_FROM_KEY)')
    .option('--from-device <id>', 'device, session or instance of the previous service (default: the first)')
    .option('--device <id>', 'number here (default: the default number)')
    .action(async (source: string, options: Options) => {
      const progress = showProgress(options)
      const fetch = patientFetch({ say: progress.note })
      const readAndMove = async () =>
        move(openApi(findAccess(options, env), fetch), {
          source: await readSource(source, options, { env, fetch, progress }),
          number: options.device,
          onProgress: (kind, done, all) => progress.draw(all === 0 ? null : done / all, kind),
        })
      const { moved, notes } = await readAndMove().finally(() => progress.end())
      for (const { kind, row, detail } of notes)
        if (detail !== undefined) process.stderr.write(`${[kind, row].filter(Boolean).join(' ')}: ${detail}\n`)
      printList(moved, ['kind', 'made', 'changed', 'unchanged', 'skipped', 'why'], options)
      if (notes.some(({ lost }) => lost)) process.exitCode = 1
    })
}

/** Reads the export, if the source is a file, or else the service at the address. */
function readSource(
  source: string,
  { from, fromKey, fromDevice }: Options,
  { env, fetch, progress }: { env: Env; fetch: Fetch; progress: Progress },
) {
  const device = defined({ device: fromDevice })
  if (!/^https?:\/\//.test(source)) {
    if ((from ?? fromKey) !== undefined)
      throw new CommandError(`--from and --from-key are for an address, not a file such as ${source}`)
    return readExport(source, device)
  }
  const key = fromKey ?? env['MOVE_FROM_KEY']
  if (key === undefined || key === '') throw new CommandError('pass the key of the previous service with --from-key')
  const onRead = (path: string, rows: number) => progress.draw(null, `${rows} read of ${path}`)
  return services[from ?? 'dialect'](source, { key, fetch, onRead, ...device })
}
