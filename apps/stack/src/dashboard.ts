import { execFile } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Say } from './progress.ts'
import { lineOf } from './start-error.ts'

const run = promisify(execFile)

/**
 * Builds the dashboard where its sources are newer than what was built. It is a process of its own, so that its memory ends with it. A
 * system whose dashboard cannot be built serves its API all the same.
 */
export async function buildDashboard(say: Say, signal: AbortSignal): Promise<void> {
  const folder = dirname(fileURLToPath(import.meta.resolve('@posthorn/dashboard/package.json')))
  try {
    const args = ['--conditions=source', join(folder, 'build/main.ts')]
    const { stdout } = await run(process.execPath, args, { cwd: folder, signal })
    if (stdout.includes('built')) say(stdout.trim())
  } catch (error) {
    if (!signal.aborted) say(`Warning: the dashboard could not be built, so /app is not served: ${lineOf(error)}`)
  }
}
