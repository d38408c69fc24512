import { say } from '../words/words.ts'

/** Copies a text. Rejects on a page without https, where browsers have no clipboard. */
export async function copyText(text: string): Promise<void> {
  const { clipboard } = navigator as Partial<Navigator>
  if (clipboard === undefined) throw new Error(say('problem.noClipboard'))
  await clipboard.writeText(text)
}
