import { CommandError } from './api/client.ts'
import { reasonOf } from './api/fetch.ts'
import { program } from './program.ts'

/** Ends the command with one line about the error: a stack would tell its user nothing. */
function end(error: unknown): never {
  process.stderr.write(`error: ${error instanceof CommandError ? error.message : reasonOf(error)}\n`)
  process.exit(1)
}

// The reader may want no more, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => (error.code === 'EPIPE' ? process.exit(0) : end(error)))

await program(process.env).parseAsync(process.argv).catch(end)
