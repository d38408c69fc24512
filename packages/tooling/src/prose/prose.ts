import dictionary from 'dictionary-en'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRetext from 'remark-retext'
import retextEnglish from 'retext-english'
import retextIndefiniteArticle from 'retext-indefinite-article'
import retextRepeatedWords from 'retext-repeated-words'
import retextSimplify from 'retext-simplify'
import retextSpell from 'retext-spell'
import { unified } from 'unified'
import { VFile } from 'vfile'

/** Phrases that are correct but sound translated, and what to write instead. */
const phrases: readonly (readonly [RegExp, string])[] = [
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
const simpleWords: readonly string[] = `
a number of, address, all of, approximate, as to, at this time, attempt, combined, component, contains, delete,
determine, effect, expiration, failed to, forward, function, identical, immediately, implement, interface, it is,
maximum, monitor, multiple, operate, option, parameters, point in time, previous, proceed, render, request, require,
selection, submit, there are, there is, type, validate
`
  .trim()
  .split(/,\s+/)

const terms: readonly string[] = `
Activepieces Alertmanager Caddy Chatwoot Citus Crockford Deno Entra Esc Fastify Grafana Istio Keycloak Kubernetes Kysely LZ4 Linkerd Node.js Ogg Okta Postgres Posthorn Redoc
Traefik Typebot Vite YYYY-MM-DD Zapier api_key authenticator automations autovacuum balancer batcher booleans bot.js buildx changelog cidrs ciphertext cli
cloud-api csrf de decrypt decrypts deregister deregistered deregistrations dialogs docstrings durations encodings enum failover failovers handoff
graphile-worker http https idempotency idempotency-key instrumentations invariants inviter jpeg json kustomize latencies linter lockfile
loopback mcp monorepo namespace namespaces nginx npm openapi.json oversized ph_test pnpm podman podman-compose pooler poolers posthorn px
resends resumable rrggbb schemas sdk stderr stdin stdout systemd testkit toolset toolsets unarchive unassign undici unlogged untrusted unmute unmuted
unsnooze unsnoozed upsert url urls webhook webhooks workspaces x-webhook-secret zapier zlib zod µs
`
  .trim()
  .split(/\s+/)

export type Prose = { place: string; text: string }

// Placeholders in text, such as `{count}`, stand for words.
const placeholder = /\{\w+\}/g
const fence = /^ *```[\s\S]*?^ *```/gm
const inlineCode = /`[^`\n]*`/g
// Acronyms, codes and names such as `ProcessAway` aren't in dictionaries.
const isName = (word: string) => /\d|[a-z][A-Z]|^[A-Z]{2,}s?$/.test(word)
const known = new Set(terms.map((term) => term.toLowerCase()))
const isKnown = (word: string) => known.has(word.toLowerCase())
/** Returns a word as it is listed in `terms`: without a final period or hyphen, or a possessive ending. */
const bareWord = (word: string) => word.replace(/[.-]+$/, '').replace(/['’]s$/, '')

// Computing suggestions takes longer than everything else, and zero isn't allowed.
const suggestionsMax = 1

const english = unified()
  .use(retextEnglish)
  .use(retextRepeatedWords)
  .use(retextIndefiniteArticle)
  .use(retextSimplify, { ignore: [...simpleWords] })
  .use(retextSpell, { dictionary, personal: terms.join('\n'), max: suggestionsMax })
const markdown = unified()
  .use(remarkParse)
  .use(remarkGfm)
  // @ts-expect-error: the types of this version know only one parser.
  .use(remarkRetext, english)

/** Returns a text's faults: misspellings, grammar mistakes, and words that have a plainer synonym. */
export async function faultsOf({ place, text }: Prose): Promise<string[]> {
  const file = new VFile({ value: text.replaceAll(placeholder, 'N') })
  await markdown.run(markdown.parse(file), file)
  const found = file.messages.filter(({ source, ruleId, actual }) => {
    const word = bareWord(actual ?? '')
    return source !== 'retext-spell' || !(ruleId === 'overflow' || isName(word) || isKnown(word))
  })
  return [...found.map(({ line, reason }) => `${place}:${line ?? 1} ${reason}`), ...translatedPhrases({ place, text })]
}

/** Returns phrases that sound translated. Comments are checked only for these phrases. */
export function translatedPhrases({ place, text }: Prose): string[] {
  const bare = text.replace(fence, (code) => code.replaceAll(/[^\n]/g, ' ')).replace(inlineCode, ' ')
  return bare
    .split('\n')
    .flatMap((line, at) =>
      phrases.flatMap(([phrase, better]) =>
        [...line.matchAll(phrase)].map(([written]) => `${place}:${at + 1} "${written}" reads translated: ${better}`),
      ),
    )
}
