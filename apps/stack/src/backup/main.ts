import { parseArgs } from 'node:util'
import { readSettings } from '../settings.ts'
import { lineOf, StartError } from '../terminal.ts'
import { restoreBackup, takeBackup } from './backup.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)

async function main(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args, options: { timeline: { type: 'string' } }, allowPositionals: true })
  const [action, time] = positionals
  const { dataDir, backupDir } = readSettings(process.env, [])
  if (backupDir === undefined) throw new StartError('BACKUP_DIR: name the folder for backups')
  if (action === 'take') {
    const { path, bytes } = await takeBackup({ dataDir, backupDir })
    return say(`${path} (${(bytes / 1_048_576).toFixed(0)} MiB)`)
  }
  if (action !== 'restore') throw new StartError(`${action}: is neither take nor restore`)
  const to = time === undefined ? undefined : new Date(time)
  if (to !== undefined && Number.isNaN(to.getTime()))
    throw new StartError(`${time}: is no time such as 2027-01-31T00:00:00Z`)
  const timeline = values.timeline === undefined ? undefined : Number(values.timeline)
  const restored = restoreBackup({ dataDir, backupDir, to, timeline })
  say(`restored from ${restored.path}, to follow timeline ${restored.timeline} of the archive`)
  say('start the system: it plays the archive back, and sends nothing until you release it')
  say('see posthorn operator quarantine show')
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${lineOf(error)}\n`)
  process.exit(1)
}
