import { createInterface } from 'node:readline/promises'
import { CommandError } from '../api/refusal.ts'

/** Asks for confirmation of an action that can't be undone, unless `--yes` is set. Without a terminal, `--yes` is required. */
export async function confirm(question: string, { yes }: { yes: boolean }): Promise<void> {
  if (yes) return
  if (!process.stdin.isTTY) throw new CommandError(`${question} Pass --yes to confirm.`)
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const reply = await lines.question(`${question} [y/N] `)
    if (!/^y(es)?$/i.test(reply.trim())) throw new CommandError('nothing was changed')
  } finally {
    lines.close()
  }
}
