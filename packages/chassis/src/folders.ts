import { randomUUID } from 'node:crypto'
import { access, constants, mkdir, open, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from './config-error.ts'
import type { Metrics } from './metrics.ts'

export type Folders = Readonly<Record<string, string>>

const codeOf = (err: unknown) => (err as NodeJS.ErrnoException).code ?? 'unknown error'

/**
 * Creates missing folders, and writes a test file to each folder. Otherwise, an unwritable folder wouldn't be noticed until the first
 * upload, days later.
 *
 * @throws ConfigError that lists all problems.
 */
export async function openFolders(folders: Folders): Promise<void> {
  const faults = await Promise.all(
    Object.entries(folders).map(async ([setting, folder]) => {
      try {
        await mkdir(folder, { recursive: true })
        // Services in one process may share a folder and open it concurrently.
        const file = join(folder, `.posthorn-${randomUUID()}`)
        await writeFile(file, '')
        await rm(file)
        return []
      } catch (err) {
        return [
          `${setting}: ${folder} cannot be written (${codeOf(err)}); name a folder that this process may write to`,
        ]
      }
    }),
  )
  if (faults.flat().length > 0) throw new ConfigError(faults.flat().join('\n'))
}

/** Returns why folders take no files now, such as a full disk. Empty if all do. */
export async function refusingFolders(folders: Folders): Promise<string[]> {
  const reasons = Object.entries(folders).map(async ([setting, folder]) => {
    try {
      await access(folder, constants.W_OK)
      const { bavail } = await statfs(folder)
      return bavail > 0 ? [] : [`the disk of ${setting} is full`]
    } catch (err) {
      return [`${setting} cannot be written (${codeOf(err)})`]
    }
  })
  return (await Promise.all(reasons)).flat()
}

/** Measures the disk usage of each folder, so that an alarm comes before a disk is full. A missing folder has no value. */
export function watchDisks(metrics: Metrics, folders: Folders): void {
  metrics.collect({ disk_used_ratio: ['Used share of the disk that holds a folder', 'folder'] }, async () => {
    const used = Object.entries(folders).map(async ([setting, path]) => {
      const disk = await statfs(path).catch(() => null)
      if (!disk) return []
      const taken = disk.blocks - disk.bfree
      const folder = setting.replace(/_DIR$/, '').toLowerCase()
      return [{ name: 'disk_used_ratio', value: taken / Math.max(1, taken + disk.bavail), labels: { folder } }]
    })
    return (await Promise.all(used)).flat()
  })
}

/** Flushes a file or folder to disk. A new file needs both: its contents belong to the file, and its name to the folder. */
export async function flush(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
