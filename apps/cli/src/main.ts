import { CommandError, reasonOf } from './api/client.ts'
import { program } from './program.ts'

try {
  await program(process.env).parseAsync(process.argv)
} catch (error) {
  process.stderr.write(`error: ${error instanceof CommandError ? error.message : reasonOf(error)}\n`)
  process.exit(1)
}
