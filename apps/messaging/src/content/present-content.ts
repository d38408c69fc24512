import type { ChatActions, ContentView, StoredContent } from '../entities/content.ts'

type Always = 'answers' | 'reactions' | 'forwarded' | 'blocked' | 'optedOut'
type Shown = ContentView & { [K in Always]: NonNullable<ContentView[K]> }

/** Returns content without internal fields. */
export function presentContent(content: StoredContent | null | undefined): Shown {
  const { votes: _votes, post: _post, templateMedia: _file, nativeMedia: _files, ...shown } = content ?? {}
  const { reactions = [], actions, ...rest } = shown
  const { by: _by, failed: _failed, ...asked } = actions ?? ({} as Partial<ChatActions>)
  return {
    ...rest,
    answers: rest.answers ?? [],
    forwarded: rest.forwarded ?? false,
    blocked: rest.blocked ?? false,
    optedOut: rest.optedOut ?? false,
    // An empty emoji is a removed reaction. It is stored so that an older reaction doesn't reappear.
    reactions: reactions.filter(({ emoji }) => emoji !== ''),
    actions: (actions && asked) as ContentView['actions'],
  }
}
