import { sayProblem } from './say-problem.ts'

/** Saves the body of an answer as a file on the person's disk. */
export async function saveAnswer(read: () => Promise<Response>, filename: string): Promise<void> {
  try {
    const address = URL.createObjectURL(await (await read()).blob())
    Object.assign(document.createElement('a'), { href: address, download: filename }).click()
    setTimeout(() => URL.revokeObjectURL(address), 60_000)
  } catch (error) {
    sayProblem(error)
  }
}
