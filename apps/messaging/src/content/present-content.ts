import type { ContentView, StoredContent } from '../entities/content.ts'

/** Content without what is kept for ourselves. */
export function presentContent(content: StoredContent | null | undefined): ContentView {
  if (!content) return {}
  const { votes: _votes, post: _post, templateMedia: _file, reactions, actions, ...rest } = content
  const { by: _by, ...asked } = actions ?? {}
  return {
    ...rest,
    // One without an emoji was removed; it is kept so that an older one does not come back.
    ...(reactions && { reactions: reactions.filter(({ emoji }) => emoji !== '') }),
    ...(actions && { actions: asked }),
  }
}
