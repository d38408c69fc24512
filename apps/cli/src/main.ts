import { CommandError, reasonOf } from './api/client.ts'
import { program } from './program.ts'

// The reader may want no more, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

try {
  await program(process.env).parseAsync(process.argv)
} catch (error) {
  process.stderr.write(`error: ${error instanceof CommandError ? error.message : reasonOf(error)}\n`)
  process.exit(1)
}
