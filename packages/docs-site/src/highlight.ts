import highlighter from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import csharp from 'highlight.js/lib/languages/csharp'
import go from 'highlight.js/lib/languages/go'
import http from 'highlight.js/lib/languages/http'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import ruby from 'highlight.js/lib/languages/ruby'
import sql from 'highlight.js/lib/languages/sql'
import yaml from 'highlight.js/lib/languages/yaml'
import { escapeHtml } from './html.ts'

const languages = { bash, csharp, go, http, java, javascript, json, php, python, ruby, sql, yaml }
for (const [name, language] of Object.entries(languages)) highlighter.registerLanguage(name, language)

const curlStart = /^(curl|npx|export|PORT=|BACKUP_DIR=|docker|kubectl)\b/
const requestStart = /^(GET|POST|PUT|PATCH|DELETE) \//

/** Returns the language of a block of code: the one it names, or the one its beginning shows. */
function languageOf(code: string, named: string): string | undefined {
  if (highlighter.getLanguage(named) !== undefined) return named
  if (curlStart.test(code)) return 'bash'
  if (requestStart.test(code)) return 'http'
  if (/^[{[]/.test(code)) return 'json'
  return undefined
}

/** Returns a block of code as HTML with its words colored. */
export function highlight(code: string, named: string): string {
  const language = languageOf(code, named)
  return language === undefined ? escapeHtml(code) : highlighter.highlight(code, { language }).value
}
