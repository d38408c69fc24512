import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onceOrAtExit } from './at-exit.ts'

const pieceBytes = 4 * 1024 ** 2

/** A small disk that can be filled to the last byte. */
export type SmallDisk = { folder: string; fill(): void; free(): void; [Symbol.dispose](): void }

/** Mounts a disk in memory, which needs root. Returns undefined if not allowed. */
export function mountSmallDisk(bytes: number): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-small-disk-'))
  if (!succeeds('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=755`, 'tmpfs', folder])) {
    rmSync(folder, { recursive: true })
    return undefined
  }
  const ballast = join(folder, 'ballast')
  return {
    folder,
    fill() {
      // Other processes write at the same time, so fill the rest in smaller and smaller pieces.
      for (let bytes = pieceBytes; bytes >= 4096; ) {
        try {
          appendFileSync(ballast, Buffer.alloc(bytes))
        } catch (err) {
          if ((err as NodeJS.ErrnoException).code !== 'ENOSPC') throw err
          bytes /= 2
        }
      }
    },
    free: () => rmSync(ballast, { force: true }),
    [Symbol.dispose]: onceOrAtExit(() => {
      succeeds('umount', ['--lazy', folder])
      rmSync(folder, { recursive: true, force: true })
    }),
  }
}

/** Runs a program and returns whether it succeeded: mounting needs rights that not every machine grants. */
function succeeds(program: string, args: string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
