import { openAsBlob, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { contacts, type OutputOf } from '@posthorn/contracts'
import { Command, Option } from 'commander'
import type { Env } from '../api/access.ts'
import type { Api } from '../api/client.ts'
import { CommandError } from '../api/refusal.ts'
import { waitUntilEnded } from '../api/wait.ts'
import { printOne } from '../terminal/output.ts'
import { showProgress } from '../terminal/progress.ts'
import { type ApiOptions, apiOf, withApi } from './options.ts'

type Options = ApiOptions & {
  dryRun: boolean
  onDuplicate: string
  tags?: string
  map: string[]
  errors?: string
  wait: boolean
}
type Import = OutputOf<typeof contacts.imports.get>

const collect = (value: string, previous: string[]) => [...previous, value]

export function importCommand(env: Env): Command {
  return withApi(new Command('import').argument('<file>', 'CSV file').description('import contacts from a CSV file'))
    .option('--dry-run', 'change nothing and print the same counts', false)
    .addOption(
      new Option('--on-duplicate <action>', 'action for a row with a known phone')
        .choices(['skip', 'update', 'error'])
        .default('skip'),
    )
    .option('--tags <list>', 'comma-separated tags for every contact')
    .option('--map <column=target>', 'target of a column, such as Plan=fields.plan; repeatable', collect, [])
    .option('--errors <file>', 'write the rows with errors to this file, to fix and import them again')
    .option('--no-wait', 'do not wait until the import has ended')
    .action(async (file: string, options: Options) => {
      const api = apiOf(options, env)
      const form = await formOf(file, options)
      const progress = showProgress(options)
      progress.draw(null, `sending ${file}`)
      const started = await api.upload(contacts.imports.create, form).catch((error: unknown) => {
        progress.end()
        throw error
      })
      if (!options.wait) return printOne(started, options)
      const ended = await waitUntilEnded(() => api.call(contacts.imports.get, { id: started.id }), {
        hasEnded: ({ status }) => status === 'finished' || status === 'failed',
        onRead: (each) => progress.draw(each.progress, `${each.counts.rows} rows, ${each.counts.failed} with errors`),
      }).finally(() => progress.end())
      await report(api, ended, options)
    })
}

async function formOf(file: string, { dryRun, onDuplicate, tags, map }: Options): Promise<FormData> {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new CommandError(`${file} is not a file`)
  const form = new FormData()
  form.set('dryRun', String(dryRun))
  form.set('onDuplicate', onDuplicate)
  if (tags !== undefined) form.set('tags', tags)
  if (map.length > 0) form.set('mapping', JSON.stringify(Object.fromEntries(map.map(entryOf))))
  form.set('file', await openAsBlob(file, { type: 'text/csv' }), basename(file))
  return form
}

function entryOf(text: string): [string, string] {
  const at = text.lastIndexOf('=')
  if (at < 1) throw new CommandError(`--map: ${text} must be a column and its target, such as Plan=fields.plan`)
  if (/=[^=]*,/.test(text.slice(0, at)))
    throw new CommandError(`--map: ${text} has several columns; pass --map for each`)
  return [text.slice(0, at), text.slice(at + 1)]
}

async function report(api: Api, ended: Import, options: Options): Promise<void> {
  const { id, status, dryRun, counts, mapping, error } = ended
  printOne(options.json ? ended : { id, status, dryRun, ...counts, mapping }, options)
  if (counts.failed > 0 && options.errors !== undefined) {
    await writeFile(options.errors, await api.open(contacts.imports.exportErrors, { id }))
    process.stderr.write(`Wrote the rows with errors to ${options.errors}\n`)
  }
  if (counts.failed > 0 && options.errors === undefined)
    process.stderr.write(
      `Rows with errors: ${counts.failed}. --errors <file> writes them to a file with the reasons.\n`,
    )
  if (status === 'failed') throw new CommandError(error?.message ?? 'the import failed')
}
