// Words that say nothing to an engineer who joins. Each stands as `now: what the field says`, and the reason is printed with it.

/** Words refused everywhere: in names, comments and test titles. */
const METAPHORS: Readonly<Record<string, string>> = {
  'door doors': 'endpoint, handler, edge',
  news: 'notification, …Changed',
  'tell tells telling told untold teller tellers retold': 'announce, publish, report, say what happens',
  'house houses': 'repository, system',
  'hear hears heard hearing overheard': 'receive, learn',
  'speak speaks spoken speaking spoke': 'use, support',
  'room rooms': 'capacity, schema, folder',
  ledger: 'CompletionBatch, ErasureJournal, call log',
  'verdict verdicts': 'outcome, decision',
  'wish wishes wished': 'pending change, request',
  'deed deeds': 'action',
  'seeker seekers': 'caller',
  'fulfil fulfils fulfilled': 'apply',
  'unname unnames unnamed': 'redactPerson',
  'heir heirs': 'resolveMerged',
  tidy: 'reconcile, repo-rules',
  loose: 'orphaned',
  'hurry hurries': 'expedite',
  'revive revives revived': 'requeue',
  'stretch stretches': 'chunk, range',
  whoever: 'the program or person',
  'stranger strangers': 'unknown sender, other workspace',
}

/** Words with a plain meaning in a sentence, refused in names only. */
const NAMES: Readonly<Record<string, string>> = {
  ahead: 'prefetch',
  held: 'leased, postponed',
  reach: 'tenantScope',
  'forget forgets forgotten': 'evict for caches, erase for people',
  'judge judges judged': 'decide, evaluate',
  'figure figures': 'metrics, measurement',
  'kit world stage': 'fixture',
  'shot shots fire fired': 'fuzz request, send',
  tamed: 'bounded',
  standing: 'load',
}

/** Participles that name no thing: refused as the first word of a type. */
const PARTICIPLES =
  'Told Shown Named Asked Given Kept Found Heard Known Counted Planned Taken Wanted Done Seen Brought Noted Opened'

/** First words of a documenting comment that hide its subject. */
const OPENINGS = 'Answers What Who Whom Whose Whoever Whatever Whether Where Which How When If Why Since'

const table = (words: Readonly<Record<string, string>>) =>
  new Map(Object.entries(words).flatMap(([now, better]) => now.split(' ').map((word) => [word, better] as const)))

export const metaphors: ReadonlyMap<string, string> = table(METAPHORS)
export const refusedNames: ReadonlyMap<string, string> = new Map([...metaphors, ...table(NAMES)])
export const participles: ReadonlySet<string> = new Set(PARTICIPLES.split(' '))
export const refusedOpenings: ReadonlySet<string> = new Set(OPENINGS.split(' '))
