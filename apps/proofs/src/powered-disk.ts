import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onceOrAtExit } from '@posthorn/testkit'

/** EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH: from here on, nothing reaches the disk, not even the in-memory journal. */
const shutDown =
  'open(my $folder, "<", $ARGV[0]) or exit 1; my $flags = pack("L", 2); ioctl($folder, 0x8004587d, $flags) or exit 1'

export type PoweredDisk = {
  folder: string
  cutPower(): void
  /** Unmounts the disk and mounts it again with only the data that reached it. No process may have open files on it. */
  remount(): true
  [Symbol.dispose](): void
}

/** Mounts a separate ext4 file system, which needs root, loop devices and Perl. Returns undefined if they aren't available. */
export function mountPoweredDisk(megabytes: number): PoweredDisk | undefined {
  const base = mkdtempSync(join(tmpdir(), 'posthorn-powered-disk-'))
  const [image, folder] = [join(base, 'image'), join(base, 'disk')]
  chmodSync(base, 0o711)
  mkdirSync(folder)
  writeFileSync(image, '')
  truncateSync(image, megabytes * 1024 ** 2)
  const mount = () => run('mount', '-o', 'loop', image, folder)
  try {
    run('perl', '-e', '1')
    run('mkfs.ext4', '-q', '-F', image)
    mount()
    chmodSync(folder, 0o711)
  } catch {
    rmSync(base, { recursive: true, force: true })
    return undefined
  }
  return {
    folder,
    cutPower: () => run('perl', '-e', shutDown, folder),
    remount() {
      run('umount', folder)
      mount()
      return true
    },
    [Symbol.dispose]: onceOrAtExit(() => {
      run('umount', '--lazy', folder)
      rmSync(base, { recursive: true, force: true })
    }),
  }
}

function run(program: string, ...args: string[]): void {
  execFileSync(program, args, { stdio: 'ignore' })
}
