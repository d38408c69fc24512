/** Returns a function that does the work at its first call and resolves each call with the result; work that failed is done again. */
export function atFirstCall<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined
  return () => {
    result ??= work().catch((err: unknown) => {
      result = undefined
      throw err
    })
    return result
  }
}
