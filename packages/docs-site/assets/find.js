import MiniSearch from 'minisearch'

const synonyms = {
  ai: ['assistants'],
  auth: ['authenticate', 'key'],
  authentication: ['authenticate', 'key'],
  bot: ['webhook', 'assistants'],
  broadcast: ['broadcasts'],
  bulk: ['batch', 'many', 'broadcasts'],
  campaign: ['broadcast', 'broadcasts'],
  chatbot: ['webhook', 'assistants'],
  chatgpt: ['assistants'],
  claude: ['assistants'],
  curl: ['first'],
  gdpr: ['erase', 'erasure'],
  interactive: ['buttons', 'list'],
  newsletter: ['broadcast', 'broadcasts'],
  paging: ['pagination'],
  permission: ['scope', 'role'],
  photo: ['image', 'picture'],
  price: ['pricing', 'cost'],
  privacy: ['erase', 'erasure'],
  sandbox: ['simulator', 'test'],
  schedule: ['deliverat', 'later'],
  sse: ['stream'],
  sticker: ['media'],
  subscribe: ['subscriber', 'webhook'],
  token: ['authenticate'],
  unsubscribe: ['opt', 'subscribers'],
  upload: ['file'],
  video: ['media'],
  voice: ['audio', 'media'],
  websocket: ['stream'],
}
const resultsMax = 30
const kindBoost = { Operation: 1.3, Guide: 1.2, Error: 1, Event: 1 }
const wholeGuideBoost = 2.5

/** Splits text into words, including at the separators in paths, codes, and names such as `deliverAt`. */
function tokenize(text) {
  const words = text.split(/[\s\p{P}\p{S}]+/u).filter(Boolean)
  return words.flatMap((word) => {
    const parts = word.split(/(?<=[a-z])(?=[A-Z])/)
    return parts.length > 1 ? [word, ...parts] : [word]
  })
}

export function createIndex(entries) {
  const index = new MiniSearch({
    idField: 'id',
    fields: ['title', 'place', 'text'],
    storeFields: ['kind', 'title', 'place', 'text', 'href'],
    tokenize,
  })
  index.addAll(entries.map((entry, id) => ({ id, ...entry })))
  return index
}

/** Returns the entries that match all of these words or their synonyms, best first. */
export function find(index, words) {
  const queries = tokenize(words.toLowerCase()).map((word) => ({
    combineWith: 'OR',
    queries: [word, ...(synonyms[word] ?? [])],
  }))
  if (queries.length === 0) return []
  const isTitle = ({ title }) => title.toLowerCase() === words.trim().toLowerCase()
  return index
    .search({ combineWith: 'AND', queries }, {
      prefix: true,
      weights: { prefix: 0.3, fuzzy: 0.1 },
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      boost: { title: 4, place: 2 },
      boostDocument: (_, __, { kind, place }) =>
        kind === 'Guide' && place === '' ? wholeGuideBoost : (kindBoost[kind] ?? 1),
    })
    .toSorted((a, b) => Number(isTitle(b)) - Number(isTitle(a)))
    .slice(0, resultsMax)
}
