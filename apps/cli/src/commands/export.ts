import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { contacts, type Id } from '@posthorn/contracts'
import { Command } from 'commander'
import type { Env } from '../api/access.ts'
import { CommandError, networkReasonOf } from '../api/refusal.ts'
import { printOne } from '../terminal/output.ts'
import { showProgress } from '../terminal/progress.ts'
import { given, listArgument } from '../terminal/values.ts'
import { type ApiOptions, apiOf, withApi } from './options.ts'

type Options = ApiOptions & { output?: string; segment?: string; tag?: string[]; search?: string }

const lineFeed = 10

export function exportCommand(env: Env): Command {
  return withApi(new Command('export').description('export contacts as CSV'))
    .option('--output <file>', 'file to write (default: stdout); with --json required, as stdout has the counts')
    .option('--segment <id>', 'only contacts of this segment')
    .option('--tag <list>', 'only contacts with all of these comma-separated tags', listArgument)
    .option('--search <text>', 'only contacts whose name, phone or email address begins like this')
    .action(async (options: Options) => {
      const { output, tag, search, json } = options
      if (json && output === undefined) throw new CommandError('--json prints counts: pass --output for the contacts')
      const segment = options.segment as Id<'seg'> | undefined
      const source = await apiOf(options, env).open(contacts.contacts.export, given({ tag, search, segment }))
      if (output === undefined) return copy(source, process.stdout, () => {}).then(() => {})
      const progress = showProgress(options)
      const draft = `${output}.part`
      const counts = await copy(source, createWriteStream(draft), ({ rows, bytes }) =>
        progress.draw(null, `${rows} contacts, ${Math.round(bytes / 1024)} KiB`),
      )
        .catch(async (error: unknown) => {
          await rm(draft, { force: true })
          throw error
        })
        .finally(() => progress.end())
      await rename(draft, output)
      printOne({ file: output, contacts: Math.max(0, counts.rows - 1), bytes: counts.bytes }, options)
    })
}

type Counts = { rows: number; bytes: number }

/** Copies a download and counts its lines. Throws if the download is truncated. */
async function copy(
  source: ReadableStream<Uint8Array>,
  target: NodeJS.WritableStream,
  onChunk: (counts: Counts) => void,
): Promise<Counts> {
  const counts = { rows: 0, bytes: 0 }
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (const byte of chunk) if (byte === lineFeed) counts.rows += 1
      counts.bytes += chunk.length
      onChunk(counts)
      done(null, chunk)
    },
  })
  const from = Readable.fromWeb(source as NodeReadableStream)
  await pipeline(from, counter, target, { end: target !== process.stdout }).catch((error: unknown) => {
    throw new CommandError(`the download ended early (${networkReasonOf(error)}); nothing was kept, run it again`)
  })
  return counts
}
