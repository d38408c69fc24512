import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { statOf } from '@posthorn/embedded'

/** An ancestor process, with its start time as the kernel reports it. */
type Ancestor = { pid: number; parent: number; start: string; words: string[] }

const managers = new Set(['npm', 'npx', 'pnpm', 'corepack'])
const shells = new Set(['sh', 'dash', 'bash'])
const lookEveryMs = 250

/**
 * Calls `gone` if the package manager that runs us exits before we do. `npx pnpm start` doesn't forward SIGTERM and would leave us running.
 * Watches only package managers and the shells between them, because processes above those may exit at any time. Linux only; does nothing
 * on other systems.
 */
export function onRunnerGone(gone: () => void): void {
  const watched = runnersAbove(process.ppid)
  if (watched.length === 0) return
  const timer = setInterval(() => {
    if (watched.every(({ pid, start }) => ancestorOf(pid)?.start === start)) return
    clearInterval(timer)
    gone()
  }, lookEveryMs)
  timer.unref()
}

/** Returns the package managers above us and the shells between them. The chain ends at the first other program. */
function runnersAbove(parent: number): Ancestor[] {
  const chain: Ancestor[] = []
  for (let above = ancestorOf(parent); above !== undefined; above = ancestorOf(above.parent)) {
    if (!isManager(above) && !isShell(above)) break
    chain.push(above)
  }
  return chain.slice(0, chain.findLastIndex(isManager) + 1)
}

/** Returns whether a process is a package manager, by the words of its command line. */
function isManager({ words }: Ancestor): boolean {
  // npm sets its process title to the complete command line. Other package managers run as Node scripts.
  const names = words.slice(0, 2).map((word) => basename(word.split(' ')[0] ?? '').replace(/(-cli)?\.[cm]?js$/, ''))
  return managers.has(names[0] ?? '') || (names[0] === 'node' && managers.has(names[1] ?? ''))
}

/** Returns whether a process is a shell that a package manager started for a script. */
const isShell = ({ words }: Ancestor): boolean => shells.has(basename(words[0] ?? '')) && words[1] === '-c'

/** Returns facts about a running process; undefined if there is none. */
function ancestorOf(pid: number): Ancestor | undefined {
  try {
    const [state, parent, ...fields] = statOf(pid)
    if (state === 'Z') return undefined
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    return { pid, parent: Number(parent), start: fields[17] ?? '', words }
  } catch {
    return undefined
  }
}
