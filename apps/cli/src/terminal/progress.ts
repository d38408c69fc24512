/** Progress of long-running work: one line on stderr that is redrawn in place. Without a terminal, only notes are written. */
export type Progress = {
  /** Shows progress as a fraction from 0 to 1. `null` shows only the text. */
  draw(share: number | null, text: string): void
  /** Writes a permanent line. */
  note(text: string): void
  end(): void
}

const barWidth = 24
const clearLine = '\r\u001b[2K'

export function showProgress({ json }: { json: boolean }, stream: NodeJS.WriteStream = process.stderr): Progress {
  if (json || !stream.isTTY) return { draw: () => {}, note: (text) => void stream.write(`${text}\n`), end: () => {} }
  return {
    note: (text) => void stream.write(`${clearLine}${text}\n`),
    draw: (share, text) => void stream.write(`${clearLine}${lineOf(share, text, stream.columns || 80)}`),
    end: () => void stream.write(clearLine),
  }
}

function lineOf(share: number | null, text: string, columns: number): string {
  const bar = share === null ? '' : `${barOf(share)} ${String(Math.floor(share * 100)).padStart(3)} %  `
  return `${bar}${text}`.slice(0, columns - 1)
}

function barOf(share: number): string {
  const filled = Math.round(Math.min(1, Math.max(0, share)) * barWidth)
  return `[${'#'.repeat(filled)}${'.'.repeat(barWidth - filled)}]`
}
