import { contents } from '../contents.ts'
import type { PlacedOperation } from '../document.ts'
import type { Titles } from '../layout.ts'

/** Renders the contents of the documentation for language models, as llmstxt.org describes. `{{url}}` becomes the public address. */
export function llmsText(titles: Titles, operations: readonly PlacedOperation[]): string {
  const sections = contents.map(({ title, pages }) => {
    const links = pages.map(({ path, file }) => {
      const target = file === undefined ? path : `${path}.md`
      return `- [${titles.get(path) ?? path}]({{url}}${target})`
    })
    return `## ${title}\n\n${links.join('\n')}`
  })
  const lines = operations.map(
    ({ method, path, operation }) => `- \`${method} ${path}\`: ${operation.summary ?? 'see the document'}`,
  )
  return `# Posthorn

> Business messaging as REST over WhatsApp's Cloud API. Accepted means stored; a message is sent at most once; every step is an event to a webhook.

The API is at {{url}}/v1. Send the API key as \`Token: <key>\` or \`Authorization: Bearer <key>\`, bodies as JSON, and an \`Idempotency-Key\` with every POST.
Errors have \`errorCode\`, \`message\` (what to do) and \`retryable\`. Never put an API key into a page or an app of a customer.

- [OpenAPI 3.1 document]({{url}}/v1/openapi.json): every operation with all fields; one tier of it: [Messaging]({{url}}/v1/openapi/messaging.json),
  [Inbox]({{url}}/v1/openapi/inbox.json), [Administration]({{url}}/v1/openapi/administration.json)
- [Postman collection]({{url}}/postman.json)

${sections.join('\n\n')}

## Operations

${lines.join('\n')}
`
}
