import { say } from '../words/words.ts'
import { sayProblem } from './problem.tsx'

/** Copies a text. Rejects on a page without https, where browsers have no clipboard. */
export async function copyText(text: string): Promise<void> {
  const { clipboard } = navigator as Partial<Navigator>
  if (clipboard === undefined) throw new Error(say('problem.noClipboard'))
  await clipboard.writeText(text)
}

/** Saves a response as a file on the person's device. Keeps the URL for a minute, because the browser reads it after the click. */
export async function saveAnswer(read: () => Promise<Response>, filename: string): Promise<void> {
  try {
    const address = URL.createObjectURL(await (await read()).blob())
    Object.assign(document.createElement('a'), { href: address, download: filename }).click()
    setTimeout(() => URL.revokeObjectURL(address), 60_000)
  } catch (error) {
    sayProblem(error)
  }
}
