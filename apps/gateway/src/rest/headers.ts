import { type Operation, parseRest } from '@posthorn/contracts'

/** Headers of every response below `/v1`. */
export const alwaysHeaders: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'Allow, Deprecation, Idempotent-Replayed, Link, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id',
  'Cache-Control': 'no-store',
}

/** Returns the headers that announce a deprecated route (RFC 9745): since when, and what to use instead. */
export function deprecationHeaders(
  { since, use }: NonNullable<Operation['deprecated']>,
  parameters: Readonly<Record<string, string>>,
): Record<string, string> {
  const { path } = parseRest(use)
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''))
  return {
    Deprecation: `@${Date.parse(since) / 1000}`,
    Link: `<${address}>; rel="successor-version"`,
  }
}
