import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { contacts, defined, type Id, type OutputOf } from '@posthorn/contracts'
import { Command, Option } from 'commander'
import { type ApiOptions, apiOf, type Env, withApi } from '../api/access.ts'
import { type Api, CommandError } from '../api/client.ts'
import { networkReasonOf } from '../api/fetch.ts'
import { formWith } from '../api/local-file.ts'
import { showUntilEnded } from '../api/outage.ts'
import { collect, confirm, listArgument, printOne, showProgress, withYes } from '../terminal.ts'

type ImportOptions = ApiOptions & {
  dryRun: boolean
  onDuplicate: string
  tags?: string
  map: string[]
  errors?: string
  wait: boolean
}

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
    .addOption(
      new Option('--errors <file>', 'write the rows with errors to this file, to fix and import them again').conflicts(
        'wait',
      ),
    )
    .option('--no-wait', 'do not wait until the import has ended')
    .action(async (file: string, options: ImportOptions) => {
      const api = apiOf(options, env)
      const form = await formOf(file, options)
      const progress = showProgress(options)
      progress.draw(null, `sending ${file}`)
      const started = await api.upload(contacts.imports.create, form).finally(() => progress.end())
      if (!options.wait) return printOne(started, options)
      const ended = await showUntilEnded(() => api.call(contacts.imports.get, { id: started.id }), {
        hasEnded: ({ status }) => status === 'finished' || status === 'failed',
        onRead: (each) => progress.draw(each.progress, `${each.counts.rows} rows, ${each.counts.failed} with errors`),
        progress,
        printStarted: () => printOne(started, options),
      })
      await report(api, ended, options)
    })
}

/** Creates the upload form. The API reads its fields as text. */
async function formOf(file: string, { dryRun, onDuplicate, tags, map }: ImportOptions): Promise<FormData> {
  const form = await formWith(file, 'text/csv')
  form.set('dryRun', String(dryRun))
  form.set('onDuplicate', onDuplicate)
  if (tags !== undefined) form.set('tags', tags)
  if (map.length > 0) form.set('mapping', JSON.stringify(Object.fromEntries(map.map(entryOf))))
  return form
}

/** Parses a value of `--map`. The last `=` separates column and target, because the name of a column may contain one. */
function entryOf(text: string): [string, string] {
  const at = text.lastIndexOf('=')
  if (at < 1) throw new CommandError(`--map: ${text} must be a column and its target, such as Plan=fields.plan`)
  if (/=[^=]*,/.test(text.slice(0, at)))
    throw new CommandError(`--map: ${text} has several columns; pass --map for each`)
  return [text.slice(0, at), text.slice(at + 1)]
}

/**
 * Prints the result of an import, and writes the rows with errors to a file if one was named.
 *
 * @throws CommandError if the import failed, or every row has an error.
 */
async function report(api: Api, ended: OutputOf<typeof contacts.imports.get>, options: ImportOptions): Promise<void> {
  const { id, status, dryRun, counts, mapping, error } = ended
  printOne(options.json ? ended : { id, status, dryRun, ...counts, mapping }, options)
  if (counts.failed > 0 && options.errors !== undefined) {
    await save(await api.open(contacts.imports.exportErrors, { id }), options.errors)
    process.stderr.write(`Wrote the rows with errors to ${options.errors}\n`)
  }
  if (counts.failed > 0 && options.errors === undefined)
    process.stderr.write(
      `Rows with errors: ${counts.failed}. --errors <file> writes them to a file with the reasons.\n`,
    )
  if (status === 'failed') throw new CommandError(error?.message ?? 'the import failed')
  if (counts.failed > 0 && counts.failed === counts.rows) throw new CommandError('every row has an error')
}

const [lineFeed, quote] = [10, 34]

/** `posthorn export` writes the CSV to stdout for other programs, or to a file, which it only keeps whole. */
export function exportCommand(env: Env): Command {
  return withApi(new Command('export').description('export contacts as CSV'))
    .option('--output <file>', 'file to write (default: stdout); with --json required, as stdout has the counts')
    .option('--segment <id>', 'only contacts of this segment')
    .option('--tag <list>', 'only contacts with all of these comma-separated tags', listArgument)
    .option('--search <text>', 'only contacts whose name, phone or email address begins like this')
    .action(async (options: ApiOptions & { output?: string; segment?: string; tag?: string[]; search?: string }) => {
      const { output, tag, search, json } = options
      if (json && output === undefined) throw new CommandError('--json prints counts: pass --output for the contacts')
      const segment = options.segment as Id<'seg'> | undefined
      const source = await apiOf(options, env).open(contacts.contacts.export, defined({ tag, search, segment }))
      // On a terminal, the contacts themselves show the progress.
      const progress = showProgress({ json: json || (output === undefined && process.stdout.isTTY) })
      const onChunk = (counts: Counts) =>
        progress.draw(null, `${contactsIn(counts)} contacts, ${Math.round(counts.bytes / 1024)} KiB`)
      const copying = output === undefined ? copy(source, process.stdout, onChunk) : save(source, output, onChunk)
      const counts = await copying.finally(() => progress.end())
      if (output === undefined) return
      printOne({ file: output, contacts: contactsIn(counts), bytes: counts.bytes }, options)
    })
}

type Counts = { rows: number; bytes: number }
type Source = ReadableStream<Uint8Array>

/** Returns how many contacts the rows have. The first row is the header. */
const contactsIn = ({ rows }: Counts): number => Math.max(0, rows - 1)

/** Saves a download as a file. A truncated one leaves an earlier file as it is, because it could pass for a complete export. */
async function save(source: Source, file: string, onChunk: (counts: Counts) => void = () => {}): Promise<Counts> {
  const draft = `${file}.part`
  const counts = await copy(source, createWriteStream(draft), onChunk).catch(async (error: unknown) => {
    await rm(draft, { force: true })
    throw error
  })
  await rename(draft, file)
  return counts
}

/** Copies a download and counts its rows, the header included. They can have line breaks within quotes. Throws if the download is truncated. */
async function copy(source: Source, target: NodeJS.WritableStream, onChunk: (counts: Counts) => void): Promise<Counts> {
  const counts = { rows: 0, bytes: 0 }
  let isQuoted = false
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (const byte of chunk) {
        if (byte === quote) isQuoted = !isQuoted
        else if (byte === lineFeed && !isQuoted) counts.rows += 1
      }
      counts.bytes += chunk.length
      onChunk(counts)
      done(null, chunk)
    },
  })
  const from = Readable.fromWeb(source as NodeReadableStream)
  await pipeline(from, counter, target, { end: target !== process.stdout }).catch((error: unknown) => {
    const rest = target === process.stdout ? 'the output is incomplete' : 'nothing was kept'
    throw new CommandError(`the download ended early (${networkReasonOf(error)}); ${rest}`)
  })
  return counts
}

export function eraseCommand(env: Env): Command {
  const command = new Command('erase')
    .argument('<contact>', 'id of the contact, or its phone number')
    .description('erase a person everywhere (the key needs the scope erase)')
  return withYes(withApi(command))
    .option('--no-wait', 'do not wait until every service has erased the person')
    .action(async (contact: string, options: ApiOptions & { yes: boolean; wait: boolean }) => {
      const api = apiOf(options, env)
      const id = await findContactId(api, contact)
      await confirm(`All data about ${contact} will be erased. This cannot be undone.`, options)
      const { erasure, ...facts } = await api.call(contacts.contacts.erase, { id, confirm: contact })
      const printStarted = () => printOne({ ...facts, erasure }, options)
      if (!options.wait) return printStarted()
      const progress = showProgress(options)
      const ended = await showUntilEnded(() => api.call(contacts.erasures.get, { id: erasure }), {
        hasEnded: ({ status }) => status === 'finished',
        onRead: ({ services }) => {
          const finished = services.filter(({ status }) => status === 'finished').length
          progress.draw(finished / services.length, `${finished} of ${services.length} services`)
        },
        progress,
        printStarted,
      })
      const { status, requestedAt, completedAt, agedOutAt } = ended
      printOne(options.json ? ended : { erasure, contact: id, status, requestedAt, completedAt, agedOutAt }, options)
    })
}

/** Returns the id of the contact with the id or phone number that the user gave. */
async function findContactId(api: Api, idOrPhone: string): Promise<Id<'con'>> {
  if (idOrPhone.startsWith('con_')) return idOrPhone as Id<'con'>
  const [found] = await api.list(contacts.contacts.list, { phone: idOrPhone }, 1)
  if (found === undefined) throw new CommandError(`no contact has the phone ${idOrPhone}`)
  return found.id as Id<'con'>
}
