/** The attempts of claims that ended with an error: where such a claim was committed after all, its jobs are leased and surely not called. */
export type LostClaims = {
  add(attempts: readonly string[]): void
  /** Returns the attempts of the claims of the last minutes. */
  recent(): string[]
}

/** Longer than any transaction lasts in Postgres after its connection was lost. */
const keptMs = 300_000

export function createLostClaims(now: () => number = () => performance.now()): LostClaims {
  let claims: { attempts: readonly string[]; until: number }[] = []
  return {
    add(attempts) {
      if (attempts.length > 0) claims.push({ attempts, until: now() + keptMs })
    },
    recent() {
      claims = claims.filter(({ until }) => until > now())
      return claims.flatMap(({ attempts }) => attempts)
    },
  }
}
