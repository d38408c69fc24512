/** Attempts of claims that failed. If such a claim was committed after all, its jobs are leased but were never called. */
export type LostClaims = {
  add(attempts: readonly string[]): void
  /** Returns the attempts of claims that failed within the last few minutes. */
  recent(): string[]
}

/** Longer than a Postgres transaction can outlive its lost connection. */
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
