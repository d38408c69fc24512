/** Headers of every answer below `/v1`. */
export const alwaysHeaders: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'Allow, Idempotent-Replayed, Link, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id',
  'Cache-Control': 'no-store',
}
