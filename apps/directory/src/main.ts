import { ConfigError } from '@posthorn/chassis'
import { startDirectory } from './service.ts'

try {
  const directory = await startDirectory(process.env)
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => void directory.stop().then(() => process.exit(0)))
} catch (err) {
  process.stderr.write(`directory: ${err instanceof ConfigError ? err.message : `cannot start: ${String(err)}`}\n`)
  process.exit(1)
}
