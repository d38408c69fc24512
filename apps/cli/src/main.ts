import { program } from './program.ts'
import { CommandError, reasonOf } from './system.ts'

try {
  await program(process.env).parseAsync(process.argv)
} catch (error) {
  process.stderr.write(`posthorn: ${error instanceof CommandError ? error.message : reasonOf(error)}\n`)
  process.exit(1)
}
