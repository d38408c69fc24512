import type { ContentView, StoredContent } from '../entities/content.ts'

/** Content without what is kept for ourselves. */
export function presentContent(content: StoredContent | null | undefined): ContentView {
  if (!content) return {}
  const { votes: _votes, post: _post, templateMedia: _file, actions, ...rest } = content
  if (!actions) return rest
  const { by: _by, ...asked } = actions
  return { ...rest, actions: asked }
}
