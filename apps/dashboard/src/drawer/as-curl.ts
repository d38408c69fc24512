import type { RecentRequest } from '../api/recent.ts'

/** Quotes a shell word, so that nothing in it is expanded. */
const word = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/** Returns a curl command for a request, with a placeholder for the key. */
export function asCurl({ method, path, body, left }: RecentRequest, origin: string): string {
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${word(origin + path)}`,
    `-H "Token: $POSTHORN_TOKEN"`,
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${word(body)}`]),
    ...(left === 'file' ? [`-F file=@<path>`] : []),
    ...(left === 'secret' ? [`-H 'Content-Type: application/json'`, `-d @<file>`] : []),
  ]
  return lines.join(' \\\n  ')
}
