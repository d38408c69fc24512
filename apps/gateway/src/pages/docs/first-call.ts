/** Runs the work on the first call and shares its result with later calls. Failed work is repeated. */
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
