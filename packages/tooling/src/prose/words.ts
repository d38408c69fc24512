/** Phrases that are correct but sound translated, and what to write instead. */
export const phrases: readonly (readonly [RegExp, string])[] = [
  [/\bof (?:its|their|his|her|your|our|my) own\b/gi, 'put "own" before the noun'],
  [/(?<!\bahead )\bof (?:ours|yours|theirs|hers|mine)\b/gi, 'put "our" or "your" before the noun'],
  [/(?<!\b(?:all|both|each|most|none|one|some) )\bof which\b/gi, 'make two sentences, or use "whose" or "that"'],
  [/\b(?:by|with|about|under) which\b/gi, 'make two sentences, or use "whose" or "that"'],
  [/\b(?:nobody|somebody|whoever)\b/gi, 'write "no one", "someone", "anyone who"'],
  [/\b(?:thereof|therein|hence|hereby|whereby|wherein|anew|amongst|whilst)\b/gi, 'use a plain word'],
  [/\bso (?:many|few|often|long)\b(?! (?:as|that)\b)/gi, 'say how many, how often, how long'],
  [/\bbeside\b/gi, 'write "next to" or "besides"'],
  [/\b(?:mend|mends|mended|mending)\b/gi, 'write "fix"'],
  [/\be-mail/gi, 'write "email"'],
]

/** Words to accept although they are in the list of complicated words: they have a different meaning here, or are terms of the field. */
export const simpleWords: readonly string[] = `
a number of
address
all of
approximate
as to
at this time
attempt
combined
component
contains
delete
determine
effect
expiration
failed to
forward
function
identical
immediately
implement
interface
it is
maximum
monitor
multiple
operate
option
parameters
point in time
previous
proceed
render
request
require
selection
submit
there are
there is
type
validate
`
  .trim()
  .split('\n')

export const terms: readonly string[] = `
Activepieces Alertmanager Caddy Chatwoot Citus Crockford Deno Entra Esc Fastify Grafana Istio Keycloak Kubernetes Kysely Linkerd Node.js Ogg Okta Postgres Posthorn Redoc
Traefik Typebot Vite YYYY-MM-DD Zapier api_key authenticator automations autovacuum balancer batcher booleans bot.js buildx changelog cidrs ciphertext cli
cloud-api csrf de decrypt decrypts deregister deregistered deregistrations dialogs docstrings durations encodings enum failover failovers handoff
graphile-worker http https idempotency idempotency-key instrumentations invariants inviter jpeg json kustomize latencies linter lockfile
loopback mcp monorepo namespace namespaces nginx npm openapi.json oversized ph_test pnpm podman podman-compose pooler poolers posthorn px
resends resumable rrggbb schemas sdk stderr stdin stdout systemd testkit toolset toolsets unarchive unassign undici unlogged untrusted unmute unmuted
unsnooze unsnoozed upsert url urls webhook webhooks workspaces x-webhook-secret zapier zod µs
`
  .trim()
  .split(/\s+/)
