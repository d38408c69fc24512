import type { ShownContent, StoredContent } from '../entities/content.ts'

/** Content without what is kept for ourselves. */
export function shown(content: StoredContent | null | undefined): ShownContent {
  if (!content) return {}
  const { votes: _votes, post: _post, templateMedia: _file, actions, ...rest } = content
  if (!actions) return rest
  const { by: _by, ...asked } = actions
  return { ...rest, actions: asked }
}
