import { readSettings } from '../settings.ts'
import { lineOf, StartError } from '../terminal.ts'
import { restorePointOf } from './archive.ts'
import { restoreBackup, takeBackup } from './backup.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)

/** Runs `pnpm backup` or `pnpm restore`, with the settings of `pnpm start`, so that both find its data. */
async function main([action, ...args]: string[]): Promise<void> {
  const { dataDir, backupDir } = readSettings(process.env, [])
  if (backupDir === undefined) throw new StartError('BACKUP_DIR: name the folder for backups')
  if (action === 'take' && args.length === 0) {
    const { path, bytes } = await takeBackup({ dataDir, backupDir })
    return say(`${path} (${(bytes / 1_048_576).toFixed(0)} MiB)`)
  }
  if (action !== 'restore') throw new StartError('backup: has no arguments; settings are environment')
  const point = restorePointOf(args)
  const { path, timeline } = restoreBackup({ dataDir, backupDir, ...point })
  say(`restored from ${path}, to follow timeline ${timeline} to ${point.to?.toISOString() ?? 'the end of the archive'}`)
  say('start the system: it plays the archive back, and sends nothing until you release it')
  say('see posthorn operator quarantine show')
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${lineOf(error)}\n`)
  process.exit(1)
}
