/** Limits for a claim. `crowded`: numbers that may not claim any jobs. `eachMax`: maximum number of jobs per number. */
export type Room = { free: number; eachMax: number; crowded: string[] }

/** This process's calls, each from the claim of its job until its outcome is stored. */
export type CallsInFlight = {
  room(): Room
  /** Tracks a call until it ends, then calls `onRoom` if more can be claimed. */
  keep(numberId: string, call: Promise<void>, onRoom: () => void): void
  /** Resolves once all calls have ended. */
  ended(): Promise<void>
}

/**
 * Maximum number of calls in flight for a number, per free slot. One number can use four fifths of the slots, and even several numbers
 * whose calls hang leave some slots free. Without this limit, one number's unanswered calls kept all other numbers waiting until those
 * calls timed out.
 */
const callsForEachFree = 4

/** Tracks calls in `max` slots. */
export function createCallsInFlight(max: number): CallsInFlight {
  const calls = new Set<Promise<void>>()
  const byNumber = new Map<string, number>()
  const free = () => max - calls.size
  const isCrowded = (own: number) => own >= callsForEachFree * free()
  const end = (numberId: string, call: Promise<void>) => {
    const left = (byNumber.get(numberId) ?? 1) - 1
    if (left > 0) byNumber.set(numberId, left)
    else byNumber.delete(numberId)
    calls.delete(call)
  }
  return {
    room() {
      const own = [...byNumber]
      const most = Math.max(0, ...own.map(([, count]) => count).filter((count) => !isCrowded(count)))
      // So few that even the number with the most calls keeps its limit with the slots that are left after this claim.
      const eachMax = Math.floor((callsForEachFree * free() - most) / (callsForEachFree + 1))
      const crowded = own.flatMap(([numberId, count]) => (isCrowded(count) ? [numberId] : []))
      return { free: free(), eachMax: Math.max(1, eachMax), crowded }
    },
    keep(numberId, call, onRoom) {
      byNumber.set(numberId, (byNumber.get(numberId) ?? 0) + 1)
      const kept = call.finally(() => {
        const wasTight = isCrowded(byNumber.get(numberId) ?? 0) || free() <= 0
        end(numberId, kept)
        if (wasTight) onRoom()
      })
      calls.add(kept)
    },
    ended: async () => void (await Promise.allSettled(calls)),
  }
}

/** Attempts of claims that failed. If such a claim was committed after all, its jobs are leased but were never called. */
export type LostClaims = {
  add(attempts: readonly string[]): void
  /** Returns the attempts of claims that failed within the last few minutes. */
  recent(): string[]
}

/** Longer than a Postgres transaction can outlive its lost connection. */
const keptMs = 300_000

export function createLostClaims(): LostClaims {
  let claims: { attempts: readonly string[]; until: number }[] = []
  return {
    add(attempts) {
      if (attempts.length > 0) claims.push({ attempts, until: performance.now() + keptMs })
    },
    recent() {
      claims = claims.filter(({ until }) => until > performance.now())
      return claims.flatMap(({ attempts }) => attempts)
    },
  }
}
