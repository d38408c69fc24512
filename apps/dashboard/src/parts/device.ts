import { say } from '../words/words.ts'
import { sayProblem } from './problem.tsx'

/** Copies a text. Rejects on a page without https, where browsers have no clipboard. */
export async function copyText(text: string): Promise<void> {
  const { clipboard } = navigator as Partial<Navigator>
  if (clipboard === undefined) throw new Error(say('problem.noClipboard'))
  await clipboard.writeText(text)
}

/** Saves a response as a file on the person's device, or shows why there is none. The browser reads the URL only after the click. */
export async function saveResponse(read: () => Promise<Response>, filename: string): Promise<void> {
  try {
    const url = URL.createObjectURL(await (await read()).blob())
    Object.assign(document.createElement('a'), { href: url, download: filename }).click()
    setTimeout(() => URL.revokeObjectURL(url), 60_000)
  } catch (error) {
    sayProblem(error)
  }
}
