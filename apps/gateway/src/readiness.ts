import type { Health } from '@posthorn/chassis'

const probeTimeoutMs = 1_000

/**
 * Reports ready when the gateway's own Postgres answers. A service that is away is named as a reason and takes no one out of rotation:
 * the other operations and the provider's callbacks still work, and every other gateway would find the same.
 */
export function edgeHealth(own: Health, messagingUrl: string): Health {
  return {
    async ready() {
      const [here, messaging] = await Promise.all([own.ready(), isReady(messagingUrl)])
      const reasons = [...here.reasons, ...(messaging ? [] : ['messaging is not ready'])]
      return { ready: here.ready, reasons }
    },
  }
}

async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(new URL('/readyz', url), { signal: AbortSignal.timeout(probeTimeoutMs) })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}
